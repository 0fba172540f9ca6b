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

/// Opens small games of these types, and fails if one implements what it does not declare.
macro_rules! all_declared {
    ($($type:ty: $spec:literal),* $(,)?) => {$({
        let game = <$type>::from_spec(&$spec.parse().unwrap()).unwrap();
        assert_eq!(undeclared!($type, &game), [""; 0], "{}", $spec);
        let declared = game.abilities(Declared::default());
        assert_eq!(declared.combinatorial, IsValued::<$type>::VALUED, "{}", $spec);
        let misere = Misere::new(game);
        assert_eq!(undeclared!(Misere<$type>, &misere), [""; 0], "{}, misere", $spec);
        assert_eq!(
            misere.abilities(Declared::default()),
            Declared { combinatorial: true, tactics: false, ..declared },
            "{}, misere",
            $spec
        );
    })*};
}

#[test]
fn what_is_implemented_is_declared() {
    all_declared! {
        Awale: "awale:1",
        Chess: "chess,men=KRK",
        Chomp: "chomp:2x3",
        Connect4: "connect4:4x4",
        Dobutsu: "dobutsu",
        Domineering: "domineering:3x3",
        Draughts: "checkers,pieces=2",
        Euclid: "euclid:5,2",
        Go: "go:2x2",
        Juniper: "juniper:4",
        Kayles: "kayles:4",
        Mnk: "tictactoe",
        Morris: "morris:6",
        Nim: "nim:1+2",
        Othello: "othello:4x4",
        Teeko: "teeko",
        Wythoff: "wythoff:1+2",
    }
    let sum = Sum::new(vec![Nim::new(&[1]).unwrap()]).unwrap();
    assert_eq!(undeclared!(Sum<Nim>, &sum), [""; 0]);
}
