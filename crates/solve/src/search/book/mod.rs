//! Opening books: exact scores of all positions near the start of a game, in a file of a few bytes each.
//!
//! A position is turned into a node of the game's [`Tactics`] and settled, as in the search: that decides it, or plays
//! forced moves on, or leaves it open. Open nodes are stored under their key; two nodes share a key only if their
//! scores are equal, so a book needs no positions, mirror images take no room, and decided positions take none.
//!
//! [`build`] lists positions ply by ply, solves the last ply by search and all others by min-max over their
//! successors, and can be interrupted at any time. [`check`] goes through all positions again, by itself. [`Book`] is
//! the file, and [`Engine::with_book`](super::Engine::with_book) answers from it.

mod bits;
mod build;
mod check;
mod format;
mod levels;
#[cfg(test)]
mod reseal;
#[cfg(test)]
mod tests;
mod work;

pub use build::{Plan, build};
pub use check::{Checked, check};
pub use format::{BOOK_VERSION, Book, Head};

use attractor_game::{Game, Key, Memory, Tactics, moves_of};

/// What tactics say of a position before any search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Its score, for the player to move.
    Decided(i32),
    /// Its score is that of the node with this key, for the same player or the other one.
    Open {
        /// The key.
        key: u128,
        /// The player to move at the node is the one to move at the position.
        same: bool,
    },
}

impl Seen {
    /// The score for the player to move at the position, given what is known of keys.
    pub fn score(self, known: impl FnOnce(u128) -> Option<i32>) -> Option<i32> {
        match self {
            Seen::Decided(score) => Some(score),
            Seen::Open { key, same } => known(key).map(|score| if same { score } else { -score }),
        }
    }
}

/// Looks at a position that is not finished, without search.
pub fn look<T: Tactics>(tactics: &T, memory: &mut T::Memory, p: &T::Position) -> Seen {
    let root = tactics.node(memory, p);
    let mut n = root.clone();
    let bounds = tactics.settle(memory, &mut n);
    let same = tactics.turn(&n).mover == tactics.turn(&root).mover;
    if bounds.lo >= bounds.hi {
        return Seen::Decided(if same { bounds.lo } else { -bounds.lo });
    }
    let key = tactics.key(memory, &n);
    Seen::Open { key: u128::from(key.high()) << 64 | u128::from(key.low()), same }
}

/// A number that changes when a game's keys do: of what is seen at the first positions of the game.
pub fn fingerprint<G: Game, T: Tactics<Position = G::Position>>(game: &G, tactics: &T) -> u64 {
    const POSITIONS: usize = 100;
    let mut memory = T::Memory::new(tactics);
    let mut positions = vec![game.start()];
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut at = 0;
    while at < positions.len() {
        let moves = moves_of(game, &positions[at]);
        if !moves.is_empty() {
            let seen = match look(tactics, &mut memory, &positions[at]) {
                Seen::Decided(score) => score as u128,
                Seen::Open { key, same } => key.wrapping_add(u128::from(same) << 127),
            };
            for byte in seen.to_le_bytes() {
                // FNV-1a.
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
            }
        }
        let room = POSITIONS.saturating_sub(positions.len());
        let next: Vec<G::Position> = moves.into_iter().take(room).map(|m| game.play(&positions[at], m)).collect();
        positions.extend(next);
        at += 1;
    }
    hash
}
