//! Tables of games that are unfolded in memory: every position as a vertex of an arena, then attractors.

use super::{Cell, Figures, Job, Key, Progress, Stage, file::Writer};
use crate::graph::{Attractors, Transposed, Unfolding, final_draws, unfold_within};
use attractor_game::{Error, Notation, Value};
use std::path::Path;

/// Bytes that `n` elements of a vector take that grows by doubling.
fn grown(n: u64, each: u64) -> u64 {
    n.next_power_of_two() * each
}

/// The least bytes of memory for a game of so many positions and moves: the most that any stage holds at once.
pub(super) fn need<P>(states: u64, moves: u64) -> u64 {
    let position = size_of::<P>() as u64;
    // A row of the arena for each position, and its moves.
    let rows = grown(states, 8 + 1) + grown(moves, 4);
    // Slots of the index, old and new while it grows.
    let unfolding = grown(states, position) + rows + grown(states * 8 / 7 + 1, 5) * 3 / 2;
    let transposing = grown(states, position) + rows + 8 * states + (2 + 4 + 4) * moves;
    // The transposed arena, a word for each position, two levels, draws and those still to be looked at.
    let valuing = grown(states, position + 4 + 4 + 4) + rows + (8 + 4 + 1) * states + 4 * moves;
    // A text with its cell and its place in memory; their bytes are counted as they are written.
    let writing = grown(states, position) + (TEXT + 2) * states;
    unfolding.max(transposing).max(valuing).max(writing)
}

/// Bytes of an entry with its text's place, and the least that a text takes.
const TEXT: u64 = size_of::<(String, Cell)>() as u64 + 32;

fn too_little(states: u64, moves: u64, need: u64, memory: u64) -> Error {
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    Error::limit(
        "table-states",
        "the {states} positions and {moves} moves found so far need at least {need} MB of memory, and {memory} MB are \
         allowed; allow more with --memory",
    )
    .arg("states", states)
    .arg("moves", moves)
    .arg("need", megabytes(need))
    .arg("memory", memory >> 20)
}

pub(super) fn solve<G: Notation>(game: &G, name: &str, file: &Path, job: &Job<'_>) -> Result<(), Error> {
    let tell = |stage, done, total| (job.tell)(Progress { stage, layer: 0, done, total });
    let mut progress = |found, _| tell(Stage::Listing, found, None);
    let how = Unfolding { progress: Some(&mut progress), stop: job.stop, ..Unfolding::default() };
    let mut moves = 0;
    let mut room = |states, made| {
        moves = made;
        let need = need::<G::Position>(states, made);
        if need > job.memory { Err(too_little(states, made, need, job.memory)) } else { Ok(()) }
    };
    let unfolded = unfold_within(game, &game.start(), how, &mut room)?;
    crate::search::stopped(job.stop)?;
    let (arena, positions) = (unfolded.arena, unfolded.positions);
    let count = positions.len() as u64;
    tell(Stage::Valuing, 0, Some(count));
    let cells = cells(&arena)?;
    drop(arena);
    let mut entries: Vec<(String, Cell)> = Vec::with_capacity(positions.len());
    let mut texts = 0;
    for (done, (p, cell)) in (1..).zip(positions.iter().zip(cells)) {
        if done % 1024 == 0 {
            crate::search::stopped(job.stop)?;
        }
        let text = game.write(p);
        // The allocator rounds up.
        texts += (text.capacity() as u64 + 16).saturating_sub(32);
        let need = need::<G::Position>(count, 0) + texts;
        if need > job.memory {
            return Err(too_little(done, moves, need, job.memory));
        }
        entries.push((text, cell));
    }
    drop(positions);
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let error = Error::new(
            "table-same-text",
            "two positions are both written {position}; a table tells them apart by text",
        );
        return Err(error.arg("position", &pair[0].0));
    }
    let mut figures = Figures::default();
    entries.iter().for_each(|(_, cell)| figures.add(*cell, 1));
    let mut writer = Writer::create(file, name, false, figures.longest(), job.threads)?;
    for (done, (text, cell)) in entries.into_iter().enumerate() {
        if done.is_multiple_of(1 << 16) {
            crate::search::stopped(job.stop)?;
            tell(Stage::Writing, done as u64, Some(count));
        }
        writer.push(0, Key::Text(text), cell)?;
    }
    writer.finish(&figures)
}

/// The value of each vertex. A distance that does not fit is an error before anything is written.
fn cells(arena: &crate::graph::Arena) -> Result<Vec<Cell>, Error> {
    let transposed = Transposed::of(arena);
    let attractors = Attractors::with(arena, &transposed);
    let draws = final_draws(arena, &transposed, &attractors);
    let cell = |v| -> Option<Cell> {
        let value: Value = attractors.value(arena, v, &draws);
        Cell::new(value)
    };
    let cells: Option<Vec<Cell>> = arena.vertices().map(cell).collect();
    cells.ok_or_else(|| Cell::too_long(Cell::MOST_PLIES))
}
