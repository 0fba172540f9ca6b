//! Checking a book: every position by its successors, and a sample by search.

use super::{Book, Plan, Seen, fingerprint, look};
use crate::search::{
    Engine,
    limited::{DEEPEST, stopped, too_deep},
};
use attractor_game::{Error, Game, Memory, Rng, Tactics, is_over, moves_of};
use hashbrown::HashSet;

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Positions that lead on, each checked against its successors.
    pub positions: u64,
    /// Positions solved again.
    pub solved: u64,
}

/// Checks that a book has exactly the keys of the positions up to its last ply, that each score is the best that a move
/// reaches, and that `sample` positions of the last ply, chosen by `seed`, are what search finds.
///
/// Walks through the positions by itself, and shares no code with the building of books but [`look`].
pub fn check<G, T>(
    game: &G,
    tactics: T,
    book: &Book,
    sample: usize,
    seed: u64,
    plan: &Plan<'_>,
    tell: &(dyn Fn(u64, u64) + Sync),
) -> Result<Checked, Error>
where
    G: Game<Position: Send + Sync>,
    T: Tactics<Position = G::Position> + Sync,
{
    book.has_keys(fingerprint(game, &tactics))?;
    if !book.is_well_formed() {
        return Err(
            Error::new("book-form", "{file} is not written as a book of its positions is").arg("file", book.file())
        );
    }
    let mut memory = T::Memory::new(&tactics);
    let mut keys = HashSet::new();
    let mut last = HashSet::from([game.start()]);
    let mut checked = 0;
    for ply in 0..=book.head().plies {
        let mut next = HashSet::new();
        for p in last.iter().filter(|p| !is_over(game, p)) {
            stopped(plan.stop)?;
            let seen = look(&tactics, &mut memory, p);
            if let Seen::Open { key, .. } = seen {
                keys.insert(key);
            }
            let score = seen.score(|key| book.get(key)).ok_or_else(|| lacks(p))?;
            if ply == book.head().plies {
                continue;
            }
            let mut best = None;
            let mut ends = false;
            for m in moves_of(game, p) {
                let q = game.play(p, m);
                if is_over(game, &q) {
                    ends = true;
                    continue;
                }
                let same = game.turn(&q) == game.turn(p);
                let score = look(&tactics, &mut memory, &q).score(|key| book.get(key)).ok_or_else(|| lacks(&q))?;
                best = best.max(Some(if same { score } else { -score }));
                next.insert(q);
            }
            // Tactics do not say what finished positions score: where play may end, at least the others must hold.
            let holds = if ends { best.is_none_or(|best| score >= best) } else { best == Some(score) };
            // A decided position is not the book's claim.
            if !holds && matches!(seen, Seen::Open { .. }) {
                return Err(wrong(p, score, best.unwrap_or(-score)));
            }
            checked += 1;
        }
        if ply < book.head().plies {
            last = next;
        }
    }
    if keys.len() as u64 != book.count() || !book.entries().all(|(key, _)| keys.contains(&key)) {
        return Err(Error::new("book-stray", "the book has {count} keys, its positions have {right}")
            .arg("count", book.count())
            .arg("right", keys.len()));
    }

    let mut open: Vec<G::Position> = last
        .into_iter()
        .filter(|p| !is_over(game, p) && matches!(look(&tactics, &mut memory, p), Seen::Open { .. }))
        .collect();
    // The order of a set is nobody's choice: that of the keys is.
    open.sort_by_cached_key(|p| match look(&tactics, &mut memory, p) {
        Seen::Open { key, same } => (key, same),
        Seen::Decided(_) => (0, false),
    });
    let mut rng = Rng::new(seed);
    let sample = sample.min(open.len());
    for i in 0..sample {
        let other = i + rng.below(open.len() - i);
        open.swap(i, other);
    }
    open.truncate(sample);
    let right: Vec<i32> =
        open.iter().map(|p| look(&tactics, &mut memory, p).score(|key| book.get(key)).expect("it was there")).collect();
    let mut engine = Engine::new(tactics, plan.memory / 4, plan.threads, plan.stop);
    let state = std::sync::Mutex::new((0, None));
    let all = engine.scores(&open, |i, score| {
        let mut state = state.lock().expect("nobody panics with the lock");
        state.0 += 1;
        tell(state.0, sample as u64);
        if score != right[i] {
            state.1 = Some(wrong(&open[i], right[i], score));
        }
        state.1.is_none()
    });
    let (solved, failed) = state.into_inner().expect("nobody panics with the lock");
    match failed {
        Some(error) => Err(error),
        None if !all => Err(stopped(plan.stop).err().unwrap_or_else(|| too_deep(DEEPEST))),
        None => Ok(Checked { positions: checked, solved }),
    }
}

fn lacks(p: &impl std::fmt::Debug) -> Error {
    Error::new("book-lacks", "the book lacks {position}").arg("position", format_args!("{p:?}"))
}

fn wrong(p: &impl std::fmt::Debug, says: i32, right: i32) -> Error {
    Error::new("book-wrong", "{position}: the book says {says}, it is {right}")
        .arg("position", format_args!("{p:?}"))
        .arg("says", says)
        .arg("right", right)
}
