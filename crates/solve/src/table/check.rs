//! Checks a table with nothing but the rules and the reader: checksums of all blocks, and values against those of the
//! successors. Nothing is shared with the ways that tables are built.

use super::{Cell, Job, Keyed, Progress, Stage, Table, at_sight, probe};
use attractor_game::{Draw, Error, Game, Rng, Value};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Entries of the table.
    pub entries: u64,
    /// Entries whose value was worked out again.
    pub compared: u64,
}

/// Checks all blocks; values of all entries, or of about `sample` of them, chosen by `seed`.
///
/// Endless draws are checked for what they are not: no move wins, and one keeps the draw.
pub fn check<G: Game + Sync, K: Keyed<G> + Sync>(
    game: &G,
    keyed: &K,
    table: &Table,
    sample: Option<u64>,
    seed: u64,
    job: &Job<'_>,
) -> Result<Checked, Error> {
    let blocks = table.blocks();
    let entries = table.entries();
    let chance = sample.map_or(1.0, |sample| sample as f64 / entries.max(1) as f64);
    let (compared, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let threads = job.threads.clamp(1, 256);
    let next = AtomicU64::new(0);
    let work = || -> Result<(), Error> {
        let (mut prober, mut others) = (table.prober(), table.prober());
        loop {
            let number = next.fetch_add(1, Relaxed) as usize;
            if number >= blocks {
                return Ok(());
            }
            crate::search::stopped(job.stop)?;
            table.check(number)?;
            let mut rng = Rng::new(seed ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let (layer, keys, cells) = prober.block(number)?;
            if number == 0 || keys.is_empty() {
                // The start must be there.
                present(game, keyed, &mut others, &game.start())?;
            }
            for (key, cell) in keys.iter().zip(&cells) {
                if chance < 1.0 && rng.below(1 << 20) as f64 >= chance * (1 << 20) as f64 {
                    continue;
                }
                let Some(p) = keyed.position(game, layer, key) else {
                    return Err(wrong(format!("{key:?}"), "no position", "a position"));
                };
                one(game, keyed, &mut others, &p, *cell)?;
                compared.fetch_add(1, Relaxed);
            }
            let done = done.fetch_add(keys.len() as u64, Relaxed);
            (job.tell)(Progress { stage: Stage::Checking, layer, done, total: Some(entries) });
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|t| t.join().expect("a check does not panic"))
    })?;
    Ok(Checked { entries, compared: compared.into_inner() })
}

fn present<G: Game>(
    game: &G,
    keyed: &impl Keyed<G>,
    prober: &mut super::Prober<'_>,
    p: &G::Position,
) -> Result<Value, Error> {
    probe(game, keyed, prober, p)?
        .ok_or_else(|| Error::new("table-lacks", "the table lacks {position}").arg("position", format!("{p:?}")))
}

/// The value of one position against those of its successors.
fn one<G: Game>(
    game: &G,
    keyed: &impl Keyed<G>,
    prober: &mut super::Prober<'_>,
    p: &G::Position,
    cell: Cell,
) -> Result<(), Error> {
    let mut best: Option<Value> = None;
    let mut final_draw = false;
    for m in game.moves(p) {
        let q = game.play(p, m);
        let value = present(game, keyed, prober, &q)?.before(game.turn(&q) == game.turn(p));
        final_draw |= value == Value::Draw(Draw::Final);
        best = Some(best.map_or(value, |best| best.max(value)));
    }
    if at_sight(game, p).is_some() {
        // The table says nothing of it.
        return Ok(());
    }
    let Some(best) = best else { return Ok(()) };
    let best =
        if best.outcome() == attractor_game::Outcome::Draw && final_draw { Value::Draw(Draw::Final) } else { best };
    if best == cell.value() { Ok(()) } else { Err(wrong(format!("{p:?}"), cell.value(), best)) }
}

fn wrong(position: String, found: impl std::fmt::Debug, expected: impl std::fmt::Debug) -> Error {
    Error::new("table-wrong", "{position} is said to be {found}, and its successors make it {expected}")
        .arg("position", position)
        .arg("found", format!("{found:?}"))
        .arg("expected", format!("{expected:?}"))
}
