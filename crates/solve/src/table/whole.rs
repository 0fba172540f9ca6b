//! Tables of games that are unfolded in memory: every position as a vertex of an arena, then attractors.

use super::{Cell, Figures, Job, Key, Progress, Stage, file::Writer};
use crate::graph::{Attractors, Transposed, Unfolding, final_draws, unfold};
use attractor_game::{Error, Notation};
use std::path::Path;

/// Bytes for each position beside the position itself, with its share of moves and text.
pub(super) const EACH: u64 = 120;

pub(super) fn solve<G: Notation>(game: &G, name: &str, file: &Path, job: &Job<'_>) -> Result<(), Error> {
    let tell = |stage, done, total| (job.tell)(Progress { stage, layer: 0, done, total });
    let most = job.memory / (EACH + size_of::<G::Position>() as u64);
    let mut progress = |found, _| tell(Stage::Listing, found, None);
    let how =
        Unfolding { most, memory: job.memory, progress: Some(&mut progress), stop: job.stop, ..Unfolding::default() };
    let unfolded = unfold(game, &game.start(), how)?;
    crate::search::stopped(job.stop)?;
    let (arena, count) = (&unfolded.arena, unfolded.positions.len() as u64);
    tell(Stage::Valuing, 0, Some(count));
    let transposed = Transposed::of(arena);
    let attractors = Attractors::with(arena, &transposed);
    let draws = final_draws(arena, &transposed, &attractors);
    let mut entries: Vec<(String, Cell)> = unfolded
        .positions
        .iter()
        .zip(arena.vertices())
        .map(|(p, v)| (game.write(p), Cell::new(attractors.value(arena, v, &draws))))
        .collect();
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut figures = Figures::default();
    entries.iter().for_each(|(_, cell)| figures.add(*cell, 1));
    if figures.longest() > Cell::MOST_PLIES {
        return Err(Error::limit("table-too-long", "play takes more than {most} plies, more than a table can tell")
            .arg("most", Cell::MOST_PLIES));
    }
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
