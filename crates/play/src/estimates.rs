//! Estimates of all moves of a position, compared at one depth.

use crate::{Effort, thinking::thinking};
use attractor_game::{Error, Heuristic, Kind, Playable, is_over, moves_of};
use hashbrown::HashMap;
use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

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
    let late = || Instant::now() >= end || effort.stop.is_some_and(|stop| stop.load(Relaxed));
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
    let mut thinking = thinking(game, heuristic, effort.memory, effort);
    let (depth, values) = deepened(values, &ended, &mut |class, depth| {
        let left = end.saturating_duration_since(Instant::now());
        match thinking.think(&classes[class], &[], depth, Some(left), &mut |_| {}) {
            Err(error) if error.kind() == Kind::Limit => Ok(None),
            // A search that had nothing left to look at may end before its depth, but not because time was up.
            thought => thought.map(|thought| (!thought.stopped && !late()).then_some(thought.value)),
        }
    })?;
    Ok(Some((depth, class_of.iter().map(|&class| values[class]).collect())))
}

/// Looks further ahead ply by ply, as long as `think` has the value of every class of moves in time; with the depth.
fn deepened(
    mut values: Vec<f64>,
    ended: &[bool],
    think: &mut dyn FnMut(usize, u32) -> Result<Option<f64>, Error>,
) -> Result<(u32, Vec<f64>), Error> {
    let mut depth = 1;
    while depth < DEEPEST && !ended.iter().all(|ended| *ended) {
        let mut deeper = values.clone();
        for (class, value) in deeper.iter_mut().enumerate().filter(|(class, _)| !ended[*class]) {
            match think(class, depth)? {
                Some(found) => *value = found,
                None => return Ok((depth, values)),
            }
        }
        (values, depth) = (deeper, depth + 1);
    }
    Ok((depth, values))
}
