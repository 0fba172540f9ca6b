//! What a search tells while it goes on.

use attractor_game::Bounds;
use std::sync::{
    Mutex,
    atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering::Relaxed},
};

/// How far a search is, to be read by another thread at any time.
#[derive(Debug, Default)]
pub struct Progress {
    nodes: AtomicU64,
    lo: AtomicI32,
    hi: AtomicI32,
    depth: AtomicU32,
    line: Mutex<String>,
}

impl Progress {
    /// Nodes entered so far, to a few thousand.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// What is known of the score being asked for, for the player to move; `None` before anything is.
    pub fn known(&self) -> Option<Bounds> {
        let (lo, hi) = (self.lo.load(Relaxed), self.hi.load(Relaxed));
        (lo != hi).then_some(Bounds { lo, hi })
    }

    /// The depth being searched; 0 for searches to the end of play.
    pub fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// The best line so far, as it was told last.
    pub fn line(&self) -> String {
        self.line.lock().map_or_else(|_| String::new(), |line| line.clone())
    }

    /// Tells the best line so far, in the game's notation.
    pub fn tell_line(&self, text: String) {
        if let Ok(mut line) = self.line.lock() {
            *line = text;
        }
    }

    /// Goes to the next depth.
    pub(crate) fn deeper(&self, depth: u32) {
        self.depth.store(depth, Relaxed);
    }

    pub(super) fn went_on(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    pub(super) fn learnt(&self, known: Bounds) {
        self.lo.store(known.lo, Relaxed);
        self.hi.store(known.hi, Relaxed);
    }
}
