//! The law of tactics: on every position of a small game, what they claim is true.

use attractor_game::{Domain, Error, Key, Memory, Outcome, Playable, Question, Tactics, Value};
use attractor_solve::{
    graph::{Attractors, Transposed, Unfolding, final_draws, unfold},
    verify::check_bounds,
};
use hashbrown::{HashMap, hash_map::Entry};

/// Unfolds the game, at most so many positions of it, and checks every claim of its tactics on every unfinished one: that
/// bounds hold the value, whatever is asked, and that positions with the same key are worth the same. The answer is the
/// number of positions; 0 for games without tactics.
pub(crate) struct Check<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) most: u64,
}

impl<G: Playable> Question<G> for Check<'_, G> {
    type Answer = Result<u64, Error>;

    fn without(self) -> Self::Answer {
        Ok(0)
    }

    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        let unfolded = unfold(self.game, &self.game.start(), Unfolding { most: self.most, ..Unfolding::default() })?;
        let transposed = Transposed::of(&unfolded.arena);
        let attractors = Attractors::with(&unfolded.arena, &transposed);
        let draws = final_draws(&unfolded.arena, &transposed, &attractors);
        let (mut memory, mut worth, mut checked) = (T::Memory::new(&tactics), HashMap::new(), 0);
        let most = tactics.domain().most;
        for (v, p) in unfolded.arena.vertices().zip(&unfolded.positions) {
            if unfolded.arena.degree(v) == 0 {
                continue;
            }
            let value = attractors.value(&unfolded.arena, v, &draws);
            check_bounds(&tactics, &mut memory, p, value, -most..=most)
                .map_err(|e| e.arg("position", format_args!("{p:?}")))?;
            checked += 1;

            let root = tactics.node(&mut memory, p);
            let mut n = root.clone();
            let settled = tactics.settle(&mut memory, &mut n);
            if settled.lo < settled.hi {
                let score = score(&tactics, p, value);
                let score = if tactics.turn(&n).mover == tactics.turn(&root).mover { score } else { -score };
                let key = tactics.key(&mut memory, &n);
                match worth.entry((key.high(), key.low())) {
                    Entry::Vacant(vacant) => _ = vacant.insert(score),
                    Entry::Occupied(other) if *other.get() == score => {}
                    Entry::Occupied(other) => {
                        return Err(Error::new(
                            "shared-key",
                            "{position} is worth {score}, and its key is that of a position worth {other}",
                        )
                        .arg("position", format_args!("{p:?}"))
                        .arg("score", score)
                        .arg("other", other.get()));
                    }
                }
            }
        }
        Ok(checked)
    }
}

/// The score that means the value, as far as the tactics tell values apart.
fn score<T: Tactics>(tactics: &T, p: &T::Position, value: Value) -> i32 {
    let sign = match value.outcome() {
        Outcome::Loss => -1,
        Outcome::Draw => 0,
        Outcome::Win => 1,
    };
    let means = |score: &i32| tactics.value(p, *score) == value;
    let Domain { most, exact, .. } = tactics.domain();
    if exact { (-most..=most).find(means).unwrap_or(i32::MAX) } else { sign }
}
