//! What a build will take, as far as that is known before it.
//!
//! Times are rough: what a few thousand positions took here, times how many there may be.

use super::{Job, layers::Share, levels::Cut, whole};
use crate::graph::{Unfolding, unfold_within};
use attractor_game::{Error, Indexed, Layered, Notation, Retrograde, Rng};
use std::time::{Duration, Instant};

/// How a game's table is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Layer by layer, backwards.
    Layers,
    /// Values spread from ends, level by level.
    Levels,
    /// The same, tier by tier, with the moves of a tier in memory.
    Tiers,
    /// Unfolded in memory.
    Whole,
}

/// What a build will take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// How it goes about it.
    pub way: Way,
    /// At least about so many positions.
    pub at_least: u64,
    /// At most about so many, where that is known.
    pub at_most: Option<u64>,
    /// Layers, or tiers: moves stay in a tier or go to a later one.
    pub tiers: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of disk, work in progress and the table together.
    pub disk: u64,
    /// Values in progress are on disk.
    pub on_disk: bool,
    /// About so many seconds.
    pub seconds: f64,
}

/// Time that a plan may take.
const TRIAL: Duration = Duration::from_millis(150);
/// States and moves that a trial of unfolding takes.
const TRIAL_STATES: u64 = 100_000;
const TRIAL_MOVES: u64 = 4_000_000;
/// Bytes of a table for each entry: keys, outcomes, plies.
const ENTRY: u64 = 2;
/// Seconds to pack an entry.
const PACK: f64 = 0.3e-6;

/// The plan for a game whose positions are numbered in layers.
///
/// Random play tells how many there are: so many positions of a layer, so many of them met twice. It meets some more often
/// than others, so that there are more than it says.
pub fn plan_layered<G: Layered>(game: &G, job: &Job<'_>) -> Result<Plan, Error> {
    Share::new(job.memory, job.threads)?;
    let (mut rng, begun) = (Rng::new(1), Instant::now());
    let (mut layers, mut steps, mut images): (Vec<Vec<u64>>, u64, u64) = (Vec::new(), 0, 0);
    for games in 0u64.. {
        // A vector that grows may have twice the room that it needs.
        let memory = 2 * steps * size_of::<u64>() as u64;
        if games >= 1000 && (begun.elapsed() >= TRIAL || memory >= job.memory / 2) {
            break;
        }
        let mut p = game.start();
        loop {
            let layer = game.layer(&p) as usize;
            if layers.len() <= layer {
                layers.resize(layer + 1, Vec::new());
            }
            layers[layer].push(game.number(&p));
            steps += 1;
            images += game.images(&p);
            let Some(m) = rng.choose(game.moves(&p)) else { break };
            p = game.play(&p, m);
        }
    }
    let step = begun.elapsed().as_secs_f64() / steps as f64;
    let entries: u64 = layers
        .iter_mut()
        .map(|met| {
            met.sort_unstable();
            // Pairs that are equal, and how many differ.
            let (mut pairs, mut distinct, mut run) = (0u64, 0u64, 0u64);
            for i in 0..met.len() {
                run = if i > 0 && met[i] == met[i - 1] { run + 1 } else { 0 };
                pairs += run;
                distinct += u64::from(run == 0);
            }
            let met = met.len() as u64;
            distinct.max(met * (met - 1) / 2 / pairs.max(1))
        })
        .sum();
    let each = images as f64 / steps as f64;
    Ok(Plan {
        way: Way::Layers,
        at_least: (entries as f64 * each) as u64,
        at_most: None,
        tiers: layers.len() as u64,
        memory: job.memory,
        // Gaps between numbers, two bytes of value, and the table.
        disk: entries * (3 + 2 + ENTRY),
        on_disk: true,
        seconds: entries as f64 * (3.0 * step + PACK) / job.threads.max(1) as f64,
    })
}

/// The plan for a game whose positions are numbered densely and whose moves can be undone.
pub fn plan_retrograde<G: Retrograde>(game: &G, job: &Job<'_>) -> Result<Plan, Error> {
    numbered(game, job, |p| {
        let mut sum = 0;
        game.predecessors(p, |q| sum ^= game.index(&q));
        sum
    })
}

/// The plan for a game whose positions are numbered densely.
pub fn plan_indexed<G: Indexed>(game: &G, job: &Job<'_>) -> Result<Plan, Error> {
    let plan = numbered(game, job, |_| 0)?;
    Ok(Plan { way: Way::Tiers, ..plan })
}

/// Some numbers, taken at random, tell how many are used and what each takes.
fn numbered<G: Indexed>(game: &G, job: &Job<'_>, back: impl Fn(&G::Position) -> u64) -> Result<Plan, Error> {
    let size = game.size();
    let cut = Cut::new(size, job.memory, job.threads)?;
    let (mut rng, begun) = (Rng::new(1), Instant::now());
    let (mut tried, mut used, mut sum) = (0u64, 0u64, 0u64);
    while tried < 200 || (begun.elapsed() < TRIAL && tried < 100_000) {
        tried += 1;
        let Some(p) = game.position(rng.next_u64() % size) else { continue };
        used += 1;
        for m in game.moves(&p) {
            let q = game.play(&p, m);
            sum = sum.wrapping_add(game.index(&q)).wrapping_add(u64::from(game.moves(&q).next().is_none()));
        }
        sum ^= back(&p);
    }
    std::hint::black_box(sum);
    let each = begun.elapsed().as_secs_f64() / used.max(1) as f64;
    let positions = (size as f64 * used as f64 / tried as f64) as u64;
    Ok(Plan {
        way: Way::Levels,
        at_least: 1,
        at_most: Some(positions),
        tiers: game.tiers().len() as u64,
        memory: cut.memory,
        disk: cut.scratch + ENTRY * positions,
        on_disk: cut.disk,
        seconds: positions as f64 * (each + PACK) / job.threads.max(1) as f64,
    })
}

/// The plan for any game: it is unfolded as far as the time allows.
pub fn plan_whole<G: Notation>(game: &G, job: &Job<'_>) -> Result<Plan, Error> {
    let (begun, mut at_least, mut moves) = (Instant::now(), 0, 0);
    let mut room = |states, made| {
        (at_least, moves) = (states, made);
        if made <= TRIAL_MOVES && whole::need::<G::Position>(states, made) <= job.memory {
            return Ok(());
        }
        // The error of the other limit: both end the trial, and neither is one here.
        Err(Error::limit("too-many-states", "more than {most} states are reachable").arg("most", states))
    };
    let how = Unfolding { most: TRIAL_STATES, stop: job.stop, ..Unfolding::default() };
    let at_most = match unfold_within(game, &game.start(), how, &mut room) {
        Ok(unfolded) => Some(unfolded.positions.len() as u64),
        Err(error) if error.id() == "too-many-states" => None,
        Err(error) => return Err(error),
    };
    Ok(Plan {
        way: Way::Whole,
        at_least,
        at_most,
        tiers: 1,
        memory: whole::need::<G::Position>(at_least, moves),
        disk: at_least * 8,
        on_disk: false,
        seconds: 2.0 * begun.elapsed().as_secs_f64(),
    })
}
