//! Every companion that a game implements is declared in its `abilities`.

use crate::{combinatorial::Valued, *};
use attractor_game::{Declared, Playable, undeclared};
use std::marker::PhantomData;

/// Tells whether a type is [`Valued`], as `attractor_game::ability::Implements` tells it of other companions.
struct IsValued<G>(PhantomData<G>);

trait NotValued {
    const VALUED: bool = false;
}

impl<G> NotValued for IsValued<G> {}

impl<G: Valued> IsValued<G> {
    const VALUED: bool = true;
}

/// What a game implements and never declares. Abilities may depend on the size: each is to be declared for some sample.
#[derive(Default)]
struct Never(Option<Vec<&'static str>>);

impl Never {
    fn add(&mut self, undeclared: Vec<&'static str>) {
        match &mut self.0 {
            None => self.0 = Some(undeclared),
            Some(never) => never.retain(|ability| undeclared.contains(ability)),
        }
    }
}

/// Opens the samples of every game, and fails if one implements what it never declares.
macro_rules! all_declared {
    ($($folder:ident::$game:ident: $($kind:ident)+;)*) => {$({
        let (mut never, mut never_in_misere) = (Never::default(), Never::default());
        let samples = $folder::ENTRIES.iter().flat_map(|entry| entry.samples);
        for text in samples.filter(|text| !text.contains("misere")) {
            let game: $game = text.parse().unwrap();
            never.add(undeclared!($game, &game));
            let declared = game.abilities(Declared::default());
            assert_eq!(declared.combinatorial, IsValued::<$game>::VALUED, "{text}");
            let misere = Misere::new(game);
            never_in_misere.add(undeclared!(Misere<$game>, &misere));
            assert_eq!(
                misere.abilities(Declared::default()),
                Declared { combinatorial: true, tactics: false, ..declared },
                "{text}, misere"
            );
        }
        assert_eq!(never.0, Some(vec![]), "{}", stringify!($game));
        assert_eq!(never_in_misere.0, Some(vec![]), "{} in misere play", stringify!($game));
    })*};
}

#[test]
fn what_is_implemented_is_declared() {
    games!(all_declared);
    let sum = Sum::new(vec![Nim::new(&[1]).unwrap()]).unwrap();
    assert_eq!(undeclared!(Sum<Nim>, &sum), [""; 0]);
}
