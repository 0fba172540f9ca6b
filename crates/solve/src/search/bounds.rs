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

/// Bounds by position. When the memory is full, what took least work to find is forgotten.
pub(super) struct Table<P> {
    known: HashMap<P, (Bounds, Work), foldhash::fast::RandomState>,
    memory: u64,
}

/// The logarithm of the nodes that it took.
type Work = u8;

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

    /// Forgets everything, and gives the room back.
    pub(super) fn release(&mut self) {
        self.known = HashMap::default();
    }

    #[inline]
    pub(super) fn get(&self, p: &P) -> Option<Bounds> {
        self.known.get(p).map(|(bounds, _)| *bounds)
    }

    /// Adds what a search of `p` found in so many nodes. `others` bytes of the memory are in use elsewhere.
    #[inline]
    pub(super) fn set(&mut self, p: P, bounds: Bounds, nodes: u64, others: usize) {
        if self.known.len() == self.known.capacity() && !self.room(others) {
            return;
        }
        self.known.insert(p, (bounds, (64 - nodes.leading_zeros()) as Work));
    }

    /// Makes room for one more: lets the table double (and while it does so both the old and the new one exist), or
    /// forgets.
    #[cold]
    fn room(&mut self, others: usize) -> bool {
        let smallest = 4 * size_of::<(P, (Bounds, Work))>();
        if self.check(self.known.allocation_size() * 2 + smallest + others).is_ok() {
            return true;
        }
        let mut found = [0; 65];
        self.known.values().for_each(|(_, work)| found[usize::from(*work)] += 1);
        // A table that is less than half full finds room without growing.
        let (mut kept, mut least) = (0, 64);
        while least > 0 && kept + found[least] <= self.known.len() * 2 / 5 {
            kept += found[least];
            least -= 1;
        }
        self.known.retain(|_, (_, work)| usize::from(*work) > least);
        self.known.capacity() > 0
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
