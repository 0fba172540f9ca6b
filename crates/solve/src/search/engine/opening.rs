//! Answers from a book, at the root and inside the search.

use super::{Bounds, Engine};
use crate::search::{
    Known,
    book::{Book, look},
};
use attractor_game::{Key, Tactics};

/// A book in use.
pub(super) struct Opening<'a> {
    book: &'a Book,
    /// The table holds what the book does.
    filled: bool,
}

impl Opening<'_> {
    /// The table was cleared.
    pub(super) fn afresh(self) -> Self {
        Opening { filled: false, ..self }
    }
}

/// The book goes into the table if that is so many times as large.
const ROOM: u64 = 4;
/// Bytes of an entry, at most.
const ENTRY: u64 = 32;
/// Stands for the nodes behind an entry of the book: more than any search has.
const WORK: u64 = 1 << 50;

impl<'a, T: Tactics + Sync, A: Known<T::Position> + Send> Engine<'a, T, A> {
    /// Answers from this book what is in it. Its keys must be those of the tactics.
    pub fn with_book(mut self, book: Option<&'a Book>) -> Engine<'a, T, A> {
        self.opening = book.map(|book| Opening { book, filled: false });
        self
    }

    /// The score of a position for the player to move, if the book has it. If not, the search is about to begin: what the
    /// book knows of nodes in it goes into the table once.
    pub(super) fn in_book(&mut self, p: &T::Position) -> Option<i32> {
        let opening = self.opening.as_mut()?;
        let seen = look(&self.tactics, &mut self.desks[0].memory, p);
        let found = seen.score(|key| opening.book.get(key));
        if found.is_none() && !std::mem::replace(&mut opening.filled, true) {
            if opening.book.count() * ENTRY * ROOM > self.table.size() {
                return None;
            }
            for (key, score) in opening.book.entries() {
                let key = T::Key::join((key >> 64) as u64, key as u64);
                let at = self.table.place(key, self.tactics.domain().key_bits);
                self.table.put(at, Bounds::exactly(score), WORK);
            }
        }
        found
    }
}
