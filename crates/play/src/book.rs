//! Opening books of a game, by way of its session: building, probing, checking.

use crate::{Effort, entry};
use attractor_game::{Error, Game, Memory, Playable, Question, Spec, Tactics, Value, is_over, moves_of};
use attractor_solve::search::book::{self, Book, Checked, Plan, Seen, look};
use serde::Serialize;
use std::path::Path;

/// A book in figures: what `book build` and `book info` print.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct BookRecord {
    /// The game's name, its size written out.
    pub game: String,
    /// Plies from the start.
    pub plies: u32,
    /// Positions stored; those that mirror images and forced moves make equal are one, and those decided at sight none.
    pub positions: u64,
    /// Size of the file.
    pub bytes: u64,
    /// The same per position; none without positions.
    pub bytes_per_position: Option<f64>,
    /// Wall time.
    pub seconds: f64,
}

impl BookRecord {
    /// The figures of a book that took so long.
    pub fn new(book: &Book, seconds: f64) -> BookRecord {
        let (positions, bytes) = (book.count(), book.size());
        BookRecord {
            game: book.head().game.clone(),
            plies: book.head().plies,
            positions,
            bytes,
            bytes_per_position: (positions > 0).then(|| bytes as f64 / positions as f64),
            seconds,
        }
    }
}

/// The name of a game as books write it: with its size, also where that is the usual one.
pub fn full_name(spec: &str) -> String {
    let usual = |parsed: &Spec| Some(entry(parsed.name()).ok()?.default).filter(|size| !size.is_empty());
    match spec.parse::<Spec>() {
        Ok(parsed) if parsed.size().is_empty() && usual(&parsed).is_some() => {
            let size = usual(&parsed).unwrap_or("");
            let options = parsed.rest();
            format!("{}:{size}{options}", parsed.name())
        }
        _ => spec.to_owned(),
    }
}

/// How to go about a book: from the effort that an answer may cost.
fn plan<'a>(effort: &Effort<'a>, plies: u32) -> Plan<'a> {
    Plan { plies, memory: effort.memory, threads: effort.threads, stop: effort.stop }
}

/// A question about books, which needs tactics.
fn no_tactics(name: &str) -> Error {
    Error::new("book-no-tactics", "there are no books of {game}: they are for games that have tactics")
        .arg("game", name)
}

/// Builds a book.
pub(crate) struct Build<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) name: &'a str,
    pub(crate) out: &'a Path,
    pub(crate) plies: u32,
    pub(crate) effort: &'a Effort<'a>,
    pub(crate) tell: &'a (dyn Fn(u64, u64) + Sync),
}

impl<G: Playable> Question<G> for Build<'_, G> {
    type Answer = Result<Book, Error>;
    fn without(self) -> Self::Answer {
        Err(no_tactics(self.name))
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        book::build(self.game, tactics, self.name, self.out, &plan(self.effort, self.plies), self.tell)
    }
}

/// Checks a book.
pub(crate) struct Check<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) book: &'a Book,
    pub(crate) sample: usize,
    pub(crate) seed: u64,
    pub(crate) effort: &'a Effort<'a>,
    pub(crate) tell: &'a (dyn Fn(u64, u64) + Sync),
}

impl<G: Playable> Question<G> for Check<'_, G> {
    type Answer = Result<Checked, Error>;
    fn without(self) -> Self::Answer {
        Err(no_tactics(&self.book.head().game))
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        book::check(self.game, tactics, self.book, self.sample, self.seed, &plan(self.effort, 0), self.tell)
    }
}

/// Looks a position up.
pub(crate) struct Probe<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) book: &'a Book,
    pub(crate) position: &'a G::Position,
}

/// What a book says of a position: its value, without distances where tactics know none, and the best moves as far as
/// the book knows what they lead to.
pub(crate) struct Probed<M> {
    pub(crate) value: Value,
    pub(crate) best: Vec<M>,
}

impl<G: Playable> Question<G> for Probe<'_, G> {
    type Answer = Result<Option<Probed<G::Move>>, Error>;
    fn without(self) -> Self::Answer {
        Err(no_tactics(&self.book.head().game))
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        let Probe { game, book, position } = self;
        book.has_keys(book::fingerprint(game, &tactics))?;
        let mut memory = T::Memory::new(&tactics);
        let mut value = |p: &G::Position| {
            if is_over(game, p) {
                return Some(Value::finished(game.result(p), G::MARGIN));
            }
            let seen: Seen = look(&tactics, &mut memory, p);
            seen.score(|key| book.get(key)).map(|score| tactics.value(p, score))
        };
        let Some(found) = value(position) else { return Ok(None) };
        let reaches = |m: &G::Move| {
            let q = game.play(position, *m);
            let same = game.turn(&q) == game.turn(position);
            value(&q).is_some_and(|value| value.before(same).agrees(found))
        };
        let best = moves_of(game, position).into_iter().filter(reaches).collect();
        Ok(Some(Probed { value: found, best }))
    }
}
