//! Checks a table with nothing but the rules and the reader. Nothing is shared with the ways that tables are built.
//!
//! Of every table, all entries are read: checksums, the order and the form of keys, the position of each key, and the counts of
//! the head, which are made again. Values are compared with those of the successors: of all entries, or of the first plies of
//! play and of entries chosen by chance. Where all are compared, a table that passes is right: wins and losses have plies
//! that go down along play, so that no wrong value can rest on another; every entry is reached from the start, and every
//! successor has an entry; and every final draw leads to a drawn end (`reach`).

use super::{
    Cell, Figures, Job, Key, Keyed, Prober, Progress, Stage, Table, at_sight,
    file::BEGIN,
    reach::{self, Reach},
};
use crate::parallel::on_threads;
use attractor_game::{Draw, Error, Game, Rng, Value, moves_of};
use std::sync::{
    Mutex,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// Entries of the table.
    pub entries: u64,
    /// Entries whose value was worked out again.
    pub compared: u64,
    /// Every entry was compared, and reached from the start: the table is right. Otherwise no fault was found.
    pub whole: bool,
}

/// The ids of errors that say that a table is damaged or false, as against a file that is no table, or a limit.
pub const FAULTS: &[&str] = &[
    "table-damaged",
    "table-empty",
    "table-count",
    "table-gap",
    "table-key",
    "table-keys",
    "table-lacks",
    "table-order",
    "table-stray",
    "table-values",
    "table-wrong",
];

/// Positions at the beginning of play that are always compared: all of the first plies, as long as they are no more than this.
const FIRST: usize = 4096;

/// Checks all blocks and counts; and the values of all entries, or of the first plies and about `sample` entries, chosen by
/// `seed`. Memory: a byte per entry where all are compared.
pub fn check<G: Game + Sync, K: Keyed<G> + Sync>(
    game: &G,
    keyed: &K,
    table: &Table,
    sample: Option<u64>,
    seed: u64,
    job: &Job<'_>,
) -> Result<Checked, Error> {
    layout(table)?;
    let check = Check { game, keyed, table, job };
    check.values(sample.filter(|sample| *sample < table.entries()), seed).or_else(|error| {
        // That keys are not in order or those of no position says more than what follows from it.
        if FAULTS.contains(&error.id()) {
            check.blocks(&|number, probers| check.form(number, probers).map(drop))?;
        }
        Err(error)
    })
}

/// Whether blocks lie one behind the other, in order, and are as many bytes as the head says.
fn layout(table: &Table) -> Result<(), Error> {
    let (blocks, end) = table.index();
    if blocks.is_empty() {
        return Err(Error::new("table-empty", "the table holds no position, not even the start"));
    }
    let mut at = BEGIN;
    for (number, block) in (1..).zip(blocks) {
        if block.at != at {
            return Err(gap(number));
        }
        at = block.end();
    }
    if at != end {
        return Err(gap(blocks.len() + 1));
    }
    if let Some(number) =
        blocks.windows(2).position(|two| (two[0].layer, &two[0].first) >= (two[1].layer, &two[1].first))
    {
        return Err(order(number + 1));
    }
    figure("outcomes", table.figures().outcome_bytes, blocks.iter().map(|block| block.outcomes as u64).sum(), 1)
}

fn gap(block: usize) -> Error {
    Error::new("table-gap", "block {block} does not begin where the one before it ends").arg("block", block)
}

fn order(block: usize) -> Error {
    Error::new("table-order", "the keys of block {block} are not in order, or one of them is there twice")
        .arg("block", block + 1)
}

/// The counts of the head against those of the entries; up to `times` as many may be right.
fn same_figures(table: &Table, found: &Figures, times: u64) -> Result<(), Error> {
    let said = table.figures();
    figure("positions", said.positions, found.positions, times)?;
    figure("won", said.won, found.won, times)?;
    figure("lost", said.lost, found.lost, times)?;
    figure("drawn", said.drawn, found.drawn, times)?;
    figure("endless", said.endless, found.endless, times)?;
    let plies: std::collections::BTreeSet<u32> = said.distances.keys().chain(found.distances.keys()).copied().collect();
    for plies in plies {
        let of = |figures: &Figures| figures.distances.get(&plies).copied().unwrap_or_default();
        let ((won, lost), right) = (of(said), of(found));
        figure(&format!("at {plies}, won"), won, right.0, times)?;
        figure(&format!("at {plies}, lost"), lost, right.1, times)?;
    }
    Ok(())
}

fn figure(name: &str, said: u64, right: u64, times: u64) -> Result<(), Error> {
    if (right..=right.saturating_mul(times)).contains(&said) {
        return Ok(());
    }
    Err(Error::new("table-count", "the head of the table says {name} {said}, and its entries make it {right}")
        .arg("name", name)
        .arg("said", said)
        .arg("right", right))
}

/// A table that is checked.
pub(super) struct Check<'a, G, K> {
    pub(super) game: &'a G,
    pub(super) keyed: &'a K,
    pub(super) table: &'a Table,
    pub(super) job: &'a Job<'a>,
}

/// What a block came to.
struct Counted {
    count: u64,
    compared: u64,
    figures: Figures,
    /// A move leads to a position that is known with the names exchanged.
    renamed: bool,
}

impl<G: Game + Sync, K: Keyed<G> + Sync> Check<'_, G, K> {
    /// Goes through all blocks on all threads, each with two probers: one for the block, one for successors.
    pub(super) fn blocks(
        &self,
        each: &(impl Fn(usize, &mut [Prober<'_>; 2]) -> Result<(), Error> + Sync),
    ) -> Result<(), Error> {
        let next = AtomicUsize::new(0);
        on_threads(self.job.threads.clamp(1, 256), &|_| {
            let mut probers = [self.table.prober(), self.table.prober()];
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.table.blocks() {
                    return Ok(());
                }
                crate::search::stopped(self.job.stop)?;
                each(number, &mut probers)?;
            }
        })
    }

    /// Checks all blocks with their counts, and compares all entries or a sample.
    fn values(&self, sample: Option<u64>, seed: u64) -> Result<Checked, Error> {
        let (table, job, entries) = (self.table, self.job, self.table.entries());
        let (reach, first) = match sample {
            None => (Some(reach::reach(self)?), 0),
            Some(_) => (None, self.first_plies()?),
        };
        let chance = sample.map_or(1.0, |sample| sample as f64 / entries.max(1) as f64);
        let (compared, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let found = Mutex::new((Figures::default(), false));
        self.blocks(&|number, probers| {
            let mut rng = Rng::new(seed ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let chosen = || chance >= 1.0 || (rng.below(1 << 20) as f64) < chance * (1 << 20) as f64;
            let block = self.block(number, probers, reach.as_ref(), chosen)?;
            compared.fetch_add(block.compared, Relaxed);
            let mut found = found.lock().expect("a check does not panic");
            found.0.merge(&block.figures);
            found.1 |= block.renamed;
            let (layer, done) = (table.index().0[number].layer, done.fetch_add(block.count, Relaxed));
            (job.tell)(Progress { stage: Stage::Checking, layer, done, total: Some(entries) });
            Ok(())
        })?;
        let (figures, renamed) = found.into_inner().expect("a check does not panic");
        // Names are told apart by what play reaches, which a sample does not show.
        same_figures(table, &figures, if renamed && reach.is_none() { 2 } else { 1 })?;
        if let Some(reach) = &reach {
            reach::final_draws(self, reach)?;
        }
        let compared = (compared.into_inner() + first).min(entries);
        Ok(Checked { entries, compared, whole: reach.is_some() })
    }

    /// Checks the form of a block: its checksum; its keys, which are in order, as they are written, and those of positions.
    /// Returns keys with their positions, and values as they are stored.
    fn form(&self, number: usize, [own, _]: &mut [Prober<'_>; 2]) -> Result<(Vec<G::Position>, Vec<Cell>), Error> {
        self.table.check(number)?;
        let (layer, keys, stored) = own.block(number)?;
        let (blocks, _) = self.table.index();
        let next = blocks.get(number + 1).filter(|next| next.layer == layer).map(|next| &next.first);
        if !keys.iter().chain(next).is_sorted_by(|a, b| a < b) {
            return Err(order(number));
        }
        if keys.first() != Some(&blocks[number].first) || !own.has_keys(number, &keys) {
            let error = Error::new(
                "table-keys",
                "the keys of block {block} are not written as its directory and the index have them",
            );
            return Err(error.arg("block", number + 1));
        }
        let positions = keys.iter().map(|key| self.position(layer, key));
        Ok((positions.collect::<Result<_, Error>>()?, stored))
    }

    /// Checks the form of a block, counts its entries, and compares those that are chosen.
    fn block(
        &self,
        number: usize,
        probers: &mut [Prober<'_>; 2],
        reach: Option<&Reach>,
        mut chosen: impl FnMut() -> bool,
    ) -> Result<Counted, Error> {
        let (positions, stored) = self.form(number, probers)?;
        let [own, others] = probers;
        let count = positions.len() as u64;
        let mut counted = Counted { count, compared: 0, figures: Figures::default(), renamed: false };
        let mut cells = Vec::with_capacity(stored.len());
        for (rank, (p, cell)) in positions.iter().zip(stored).enumerate() {
            let sight = at_sight(self.game, p);
            let cell = sight.and_then(Cell::new).unwrap_or(cell);
            cells.push(cell);
            let names = reach.map_or(1, |reach| u64::from(reach.names(number, rank)));
            if names == 0 {
                return Err(Error::new("table-stray", "the table holds {position}, and play does not lead there")
                    .arg("position", format!("{p:?}")));
            }
            counted.figures.add(cell, names * self.keyed.images(self.game, p));
            // Where all is reached, names are known.
            counted.renamed |= reach.is_none()
                && moves_of(self.game, p).into_iter().any(|m| self.keyed.renamed(self.game, &self.game.play(p, m)));
            if chosen() {
                self.one(others, p, sight, cell)?;
                counted.compared += 1;
            }
        }
        if !own.has_values(number, &cells)? {
            return Err(Error::new(
                "table-values",
                "block {block} holds values that mean nothing, and not as a table writes them",
            )
            .arg("block", number + 1));
        }
        Ok(counted)
    }

    /// The position of a key, whose key it must be.
    pub(super) fn position(&self, layer: u32, key: &Key) -> Result<G::Position, Error> {
        let position = self.keyed.position(self.game, layer, key);
        position.filter(|p| self.keyed.key(self.game, p) == (layer, key.clone())).ok_or_else(|| {
            let key = match key {
                Key::Number(number) => number.to_string(),
                Key::Text(text) => text.clone(),
            };
            Error::new("table-key", "{key}, in layer {layer}, is the key of no position")
                .arg("key", key)
                .arg("layer", layer)
        })
    }

    /// The value of a position that must have an entry.
    fn present(&self, prober: &mut Prober<'_>, p: &G::Position) -> Result<Value, Error> {
        let (layer, key) = self.keyed.key(self.game, p);
        let cell = prober.get(layer, &key)?.ok_or_else(|| lacks(p))?;
        Ok(at_sight(self.game, p).unwrap_or(cell.value()))
    }

    /// Compares all positions of the first plies; how many those were.
    fn first_plies(&self) -> Result<u64, Error> {
        let mut prober = self.table.prober();
        let (mut level, mut compared) = (vec![self.game.start()], 0);
        let mut met: std::collections::HashSet<(u32, Key)> = Default::default();
        // A position may have any number of moves: the start is always compared, a later ply if it is small enough.
        while !level.is_empty() && compared + level.len() <= FIRST {
            let mut next = Vec::new();
            for p in &level {
                crate::search::stopped(self.job.stop)?;
                let value = self.present(&mut prober, p)?;
                self.one(&mut prober, p, at_sight(self.game, p), Cell::new(value).unwrap_or(Cell::of(1, 0)))?;
                compared += 1;
                for m in moves_of(self.game, p) {
                    let q = self.game.play(p, m);
                    if next.len() <= FIRST && met.insert(self.keyed.key(self.game, &q)) {
                        next.push(q);
                    }
                }
            }
            level = next;
        }
        Ok(compared as u64)
    }

    /// The value of one position against those of its successors, all of which must have entries.
    fn one(&self, prober: &mut Prober<'_>, p: &G::Position, sight: Option<Value>, cell: Cell) -> Result<(), Error> {
        let game = self.game;
        let mut best: Option<Value> = None;
        let mut final_draw = false;
        for m in moves_of(game, p) {
            let q = game.play(p, m);
            let value = self.present(prober, &q)?.before(game.turn(&q) == game.turn(p));
            final_draw |= value == Value::Draw(Draw::Final);
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        // What the rules tell at sight, the table does not.
        let (None, Some(best)) = (sight, best) else { return Ok(()) };
        let drawn = best.outcome() == attractor_game::Outcome::Draw;
        let best = if drawn && final_draw { Value::Draw(Draw::Final) } else { best };
        if best == cell.value() { Ok(()) } else { Err(wrong(p, cell.value(), best)) }
    }
}

pub(super) fn lacks(p: &impl std::fmt::Debug) -> Error {
    Error::new("table-lacks", "the table lacks {position}").arg("position", format!("{p:?}"))
}

pub(super) fn wrong(p: &impl std::fmt::Debug, found: Value, expected: Value) -> Error {
    Error::new("table-wrong", "{position} is said to be {found}, and its successors make it {expected}")
        .arg("position", format!("{p:?}"))
        .arg("found", format!("{found:?}"))
        .arg("expected", format!("{expected:?}"))
}
