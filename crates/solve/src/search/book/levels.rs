//! All positions near the start, ply by ply, each once.
//!
//! Mirror images are all listed: whether they share a key is the tactics' choice, which they need not make everywhere
//! (Connect Four's do not near the end, where images are seldom met), and every position must be found under its own.

use super::{Seen, look};
use crate::search::limited::stopped;
use attractor_game::{Error, Game, Memory, Tactics, is_over};
use hashbrown::HashMap;
use std::sync::atomic::AtomicBool;

/// Stands for a successor where play is over.
pub(super) const OVER: u32 = u32::MAX;

/// The unfinished positions after so many plies.
pub(super) struct Level<P> {
    pub(super) positions: Vec<P>,
    pub(super) shape: Shape,
}

/// What is known of the positions of a level, without the positions.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) seen: Vec<Seen>,
    /// Where the successors of each position end in the list of all.
    ends: Vec<usize>,
    /// Their numbers in the next level, and whether the same player moves there; none of the last level are listed.
    successors: Vec<(u32, bool)>,
}

impl Shape {
    /// The successors of a position.
    pub(super) fn successors(&self, i: usize) -> &[(u32, bool)] {
        let begin = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.successors[begin..self.ends[i]]
    }
}

fn full(memory: u64, positions: u64) -> Error {
    Error::limit("memory-limit", "this does not fit into {memory} bytes of memory; {positions} positions did")
        .arg("memory", memory)
        .arg("positions", positions)
}

/// The levels from the start to `plies`, or to the first one that is empty, within so many bytes. The order depends on the
/// game alone.
pub(super) fn levels<G: Game, T: Tactics<Position = G::Position>>(
    game: &G,
    tactics: &T,
    plies: u32,
    memory: u64,
    stop: Option<&AtomicBool>,
) -> Result<Vec<Level<G::Position>>, Error> {
    // A position in its list and in the index of its level, with its key, its successors and its score.
    let each = (2 * size_of::<G::Position>() + 192) as u64;
    let mut desk = T::Memory::new(tactics);
    let mut levels: Vec<Level<G::Position>> = Vec::new();
    let mut positions = vec![game.start()];
    positions.retain(|p| !is_over(game, p));
    let mut count = 0;
    for ply in 0..=plies {
        let mut index: HashMap<G::Position, u32> = HashMap::new();
        let mut next = Vec::new();
        let mut shape = Shape::default();
        for p in &positions {
            count += 1;
            if count % 1024 == 0 {
                stopped(stop)?;
            }
            if (count + next.len() as u64) * each > memory {
                return Err(full(memory, count));
            }
            shape.seen.push(look(tactics, &mut desk, p));
            for m in game.moves(p).take_while(|_| ply < plies) {
                let q = game.play(p, m);
                let same = game.turn(&q) == game.turn(p);
                if is_over(game, &q) {
                    shape.successors.push((OVER, same));
                    continue;
                }
                let number = *index.entry(q).or_insert_with_key(|q| {
                    next.push(q.clone());
                    next.len() as u32 - 1
                });
                shape.successors.push((number, same));
            }
            shape.ends.push(shape.successors.len());
        }
        let level = Level { positions: std::mem::replace(&mut positions, next), shape };
        let all_over = level.positions.is_empty();
        levels.push(level);
        if all_over {
            break;
        }
    }
    Ok(levels)
}
