//! The table of exact search: what is known of each position, in bounded memory.

use attractor_game::Error;
use hashbrown::HashMap;
use std::hash::Hash;

/// A value lies between these, both included.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// Bounds by position.
pub(super) struct Table<P> {
    known: HashMap<P, Bounds, foldhash::fast::RandomState>,
    memory: u64,
}

impl<P: Eq + Hash> Table<P> {
    /// Takes at most `memory` bytes.
    pub(super) fn new(memory: u64) -> Table<P> {
        Table { known: HashMap::default(), memory }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Forgets everything, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    #[inline]
    pub(super) fn get(&self, p: &P) -> Option<Bounds> {
        self.known.get(p).copied()
    }

    /// Adds what a search of `p` found. `others` bytes of the memory are in use elsewhere.
    #[inline]
    pub(super) fn set(&mut self, p: P, bounds: Bounds, others: usize) -> Result<(), Error> {
        if self.known.len() == self.known.capacity() {
            self.may_grow(others)?;
        }
        self.known.insert(p, bounds);
        Ok(())
    }

    /// The table doubles, and while it does so both the old and the new one exist.
    #[cold]
    fn may_grow(&self, others: usize) -> Result<(), Error> {
        let smallest = 4 * size_of::<(P, Bounds)>();
        self.check(self.known.allocation_size() * 2 + smallest + others)
    }

    /// `more` bytes besides the table are within the limit.
    pub(super) fn check(&self, more: usize) -> Result<(), Error> {
        if (self.known.allocation_size() + more) as u64 <= self.memory {
            return Ok(());
        }
        Err(Error::limit("memory-limit", "this does not fit into {memory} bytes of memory; {positions} positions did")
            .arg("memory", self.memory)
            .arg("positions", self.known.len()))
    }
}
