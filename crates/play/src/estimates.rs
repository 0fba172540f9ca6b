//! Estimates of all moves of a position, compared at one depth.

use crate::{Effort, thinking::thinking};
use attractor_game::{Error, Heuristic, Playable, is_over, moves_of};
use hashbrown::HashMap;
use std::time::{Duration, Instant};

/// No estimate looks further ahead.
const DEEPEST: u32 = 8;

/// The depth, and the value of every move in the order of the moves; none if there was no time for the first ply.
///
/// All moves are deepened together, ply by ply: the result is the last depth that all of them reached. Positions that
/// a symmetry makes equal are looked at once, and so get one number.
pub(crate) fn of_moves<G: Playable>(
    game: &G,
    heuristic: G::Estimate,
    p: &G::Position,
    effort: &Effort<'_>,
    time: Duration,
) -> Result<Option<(u32, Vec<f64>)>, Error> {
    let end = Instant::now() + time;
    let late =
        || Instant::now() >= end || effort.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
    let (mut classes, mut class_of, mut numbers) = (Vec::new(), Vec::new(), HashMap::new());
    for m in moves_of(game, p) {
        let q = game.play(p, m);
        let class = *numbers.entry(game.canonical(&q)).or_insert(classes.len());
        class_of.push(class);
        if class == classes.len() {
            if late() {
                return Ok(None);
            }
            classes.push(q);
        }
    }
    // One ply ahead, the estimate itself; play that is over has its result at every depth.
    let mut values: Vec<f64> = Vec::new();
    let ended: Vec<bool> = classes.iter().map(|q| is_over(game, q)).collect();
    for (q, ended) in classes.iter().zip(&ended) {
        if late() {
            return Ok(None);
        }
        values.push(if *ended { heuristic.finished(game, q) } else { heuristic.estimate(game, q) });
    }
    let mut depth = 1;
    let mut thinking = thinking(game, heuristic, effort.memory, effort);
    while depth < DEEPEST && !ended.iter().all(|ended| *ended) {
        let mut deeper = values.clone();
        for ((q, value), ended) in classes.iter().zip(&mut deeper).zip(&ended) {
            if *ended {
                continue;
            }
            let left = end.saturating_duration_since(Instant::now());
            let thought = match thinking.think(q, &[], depth, Some(left), &mut |_| {}) {
                Err(error) if error.kind() == attractor_game::Kind::Limit => {
                    return Ok(Some((depth, by_move(&class_of, &values))));
                }
                thought => thought?,
            };
            // A search that had nothing left to look at may end before its depth, but not because time was up.
            if thought.stopped || late() {
                return Ok(Some((depth, by_move(&class_of, &values))));
            }
            *value = thought.value;
        }
        (values, depth) = (deeper, depth + 1);
    }
    Ok(Some((depth, by_move(&class_of, &values))))
}

fn by_move(class_of: &[usize], values: &[f64]) -> Vec<f64> {
    class_of.iter().map(|&class| values[class]).collect()
}
