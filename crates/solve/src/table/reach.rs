//! What play from the start reaches in a table, and which of its final draws lead to a drawn end: what no comparison of an
//! entry with its successors can show.

use super::{
    Keyed, Prober, Progress, Stage, at_sight,
    check::{Check, lacks, wrong},
};
use attractor_game::{Draw, Error, Game, Value, moves_of};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// Reached: under the position's own names, and with the names of the players exchanged.
const NAMES: u8 = 3;
/// The same names are passed on to the successors: those bits, shifted.
const TOLD: u32 = 2;
/// A final draw that leads to a drawn end.
const PROVEN: u8 = 16;
/// No final draw.
const OTHER: u8 = 32;

/// A byte for each entry.
pub(super) struct Reach {
    marks: Vec<AtomicU8>,
    /// Entries before each block.
    begins: Vec<usize>,
    /// Every entry counts once, whatever play reaches.
    everywhere: bool,
}

impl Reach {
    fn mark(&self, block: usize, rank: usize) -> &AtomicU8 {
        &self.marks[self.begins[block] + rank]
    }

    /// Under how many names an entry's positions are reached.
    pub(super) fn names(&self, block: usize, rank: usize) -> u32 {
        if self.everywhere { 1 } else { (self.mark(block, rank).load(Relaxed) & NAMES).count_ones() }
    }
}

/// The names that a position is reached under, where its predecessor is under `names`.
fn pass_on<G: Game, K: Keyed<G>>(check: &Check<'_, G, K>, p: &G::Position, names: u8) -> u8 {
    if check.keyed.renamed(check.game, p) { names >> 1 | names << 1 & 2 } else { names }
}

/// Follows play from the start through the table. All that it meets must have an entry.
pub(super) fn reach<G: Game + Sync, K: Keyed<G> + Sync>(check: &Check<'_, G, K>) -> Result<Reach, Error> {
    let (blocks, _) = check.table.index();
    let entries = check.table.entries();
    if entries > check.job.memory {
        return Err(Error::limit(
            "table-check-memory",
            "comparing all entries needs at least {need} MB of memory, and {memory} MB are allowed; allow more with --memory, or \
             compare some",
        )
        .arg("need", entries.div_ceil(1 << 20))
        .arg("memory", check.job.memory >> 20));
    }
    let mut begins = Vec::with_capacity(blocks.len());
    let mut sum = 0;
    for block in blocks {
        begins.push(sum);
        sum += block.count;
    }
    let all = check.keyed.everywhere(check.game);
    let reach = Reach { marks: (0..sum).map(|_| AtomicU8::new(0)).collect(), begins, everywhere: all.is_some() };
    let mut prober = check.table.prober();
    let start = check.game.start();
    let (layer, key) = check.keyed.key(check.game, &start);
    let at = prober.place(layer, &key)?;
    if let Some(all) = all {
        // Every entry is another position with a key: as many as there are, are all.
        return if all == entries { Ok(reach) } else { Err(lacks_some(entries, all)) };
    }
    let (block, rank) = at.ok_or_else(|| lacks(&start))?;
    reach.mark(block, rank).fetch_or(pass_on(check, &start, 1), Relaxed);
    let fresh: Vec<AtomicBool> = (0..blocks.len()).map(|number| AtomicBool::new(number == block)).collect();
    let done = AtomicU64::new(0);
    while fresh.iter().any(|fresh| fresh.load(Relaxed)) {
        check.blocks(&|number, probers| {
            if !fresh[number].swap(false, Relaxed) {
                return Ok(());
            }
            let told = follow(check, &reach, number, probers, &fresh)?;
            let done = done.fetch_add(told, Relaxed);
            let layer = check.table.index().0[number].layer;
            (check.job.tell)(Progress { stage: Stage::Checking, layer, done, total: None });
            Ok(())
        })?;
    }
    Ok(reach)
}

fn lacks_some(entries: u64, all: u64) -> Error {
    Error::new("table-count", "the head of the table says {name} {said}, and its entries make it {right}")
        .arg("name", "entries")
        .arg("said", entries)
        .arg("right", all)
}

/// Passes on what a block's entries have not; how many had something.
fn follow<G: Game + Sync, K: Keyed<G> + Sync>(
    check: &Check<'_, G, K>,
    reach: &Reach,
    number: usize,
    [own, others]: &mut [Prober<'_>; 2],
    fresh: &[AtomicBool],
) -> Result<u64, Error> {
    check.table.check(number)?;
    let (layer, keys, _) = own.block(number)?;
    let mut count = 0;
    for (rank, key) in keys.iter().enumerate() {
        let mark = reach.mark(number, rank);
        let seen = mark.load(Relaxed);
        let names = seen & NAMES & !(seen >> TOLD);
        if names == 0 {
            continue;
        }
        mark.fetch_or(names << TOLD, Relaxed);
        count += 1;
        let p = check.position(layer, key)?;
        for m in moves_of(check.game, &p) {
            let q = check.game.play(&p, m);
            let (layer, key) = check.keyed.key(check.game, &q);
            let (block, rank) = others.place(layer, &key)?.ok_or_else(|| lacks(&q))?;
            let names = pass_on(check, &q, names);
            if names & !reach.mark(block, rank).fetch_or(names, Relaxed) != 0 {
                fresh[block].store(true, Relaxed);
            }
        }
    }
    Ok(count)
}

/// Every final draw leads to a drawn end by final draws. Without cycles that is so wherever values agree with those of the
/// successors.
pub(super) fn final_draws<G: Game + Sync, K: Keyed<G> + Sync>(
    check: &Check<'_, G, K>,
    reach: &Reach,
) -> Result<(), Error> {
    if G::ACYCLIC || check.table.figures().drawn == 0 {
        return Ok(());
    }
    let last = check.table.blocks() - 1;
    loop {
        let (proven, open) = (AtomicU64::new(0), AtomicBool::new(false));
        // Ends are more often behind.
        check.blocks(&|number, probers| {
            let (some, left) = prove(check, reach, last - number, probers)?;
            proven.fetch_add(some, Relaxed);
            open.fetch_or(left.is_some(), Relaxed);
            Ok(())
        })?;
        if !open.into_inner() {
            return Ok(());
        }
        if proven.into_inner() == 0 {
            break;
        }
    }
    check.blocks(&|number, probers| match prove(check, reach, number, probers)?.1 {
        None => Ok(()),
        Some(p) => Err(wrong(&p, Value::Draw(Draw::Final), Value::Draw(Draw::Endless))),
    })
}

/// Final draws of a block that are proven now, and one that is not.
fn prove<G: Game + Sync, K: Keyed<G> + Sync>(
    check: &Check<'_, G, K>,
    reach: &Reach,
    number: usize,
    [own, others]: &mut [Prober<'_>; 2],
) -> Result<(u64, Option<G::Position>), Error> {
    let (layer, keys, cells) = own.block(number)?;
    let (mut proven, mut left) = (0, None);
    for (rank, (key, cell)) in keys.iter().zip(cells).enumerate() {
        let mark = reach.mark(number, rank);
        if mark.load(Relaxed) & (PROVEN | OTHER) != 0 {
            continue;
        }
        let p = check.position(layer, key)?;
        let sight = at_sight(check.game, &p);
        if sight.unwrap_or(cell.value()) != Value::Draw(Draw::Final) {
            mark.fetch_or(OTHER, Relaxed);
            continue;
        }
        let mut ends = sight.is_some();
        for m in moves_of(check.game, &p) {
            let (layer, key) = check.keyed.key(check.game, &check.game.play(&p, m));
            if let Some((block, rank)) = others.place(layer, &key)? {
                ends |= reach.mark(block, rank).load(Relaxed) & PROVEN != 0;
            }
        }
        if ends {
            mark.fetch_or(PROVEN, Relaxed);
            proven += 1;
        } else {
            left = Some(p);
        }
    }
    Ok((proven, left))
}
