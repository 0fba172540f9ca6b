//! Tables of games that go forward layer by layer: each move leads to the next one.
//!
//! Listing: the successors of a layer, as numbers, are sorted in pieces as large as memory allows and merged into the
//! file of the next layer. Valuing, from the last layer back: the best of the successors' values, which are looked up in
//! the sorted next layer; if that does not fit into memory, in one part of it after the other, going through the layer
//! once for each. Both split every batch of positions among the threads.

use super::{
    Cell, Figures, Job, Key, Progress, Stage,
    batches::{Forward, OPEN, Part, Stray, Wanted, improve, within_layers},
    damaged,
    file::{BLOCK, Writer},
    runs::{BUFFER, Cells, Reader, Run, Whole, put_cells},
};
use attractor_game::Error;
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    path::{Path, PathBuf},
    sync::Mutex,
};

/// Positions given to the threads at a time, at most.
const BATCH: usize = 1 << 20;
/// Positions whose successors are listed before it is looked how much memory they take.
const STEP: usize = 256;
/// Files that are merged at once, at most: far fewer than a process may have open.
const MOST_RUNS: u64 = 64;

/// How the memory of a build is shared out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// Numbers of successors that each thread collects before they go to disk.
    pub(super) found: usize,
    /// Positions given to the threads at a time.
    pub(super) batch: usize,
    /// Files that are merged at once.
    pub(super) runs: usize,
    /// Bytes for the positions of a layer that are valued together, and for the part of the next layer that values them.
    pub(super) room: u64,
    /// Bytes that are allowed.
    pub(super) memory: u64,
}

impl Share {
    /// Bytes of memory that each thread takes however little there is: blocks being packed, a run being written.
    const THREAD: u64 = Writer::THREAD + 2 * BUFFER as u64;
    /// The same once: files that are read and written, a small batch.
    const ONCE: u64 = 1 << 20;
    /// The least for what grows with the memory allowed.
    const LEAST: u64 = 1 << 20;

    /// The share of `memory` bytes, or what would be the least.
    pub(super) fn new(memory: u64, threads: usize) -> Result<Share, Error> {
        let threads = threads.max(1) as u64;
        let fixed = Share::ONCE + threads * Share::THREAD;
        let Some(room) = memory.checked_sub(fixed).filter(|room| *room >= Share::LEAST) else {
            return Err(too_little(fixed + Share::LEAST, memory));
        };
        // An eighth for positions at hand. Of the rest, successors take half, which leaves room to merge them.
        let batch = (room / 8 / 16).min(BATCH as u64);
        Ok(Share {
            found: (room / 2 / 8 / threads) as usize,
            batch: batch as usize,
            runs: (room / 4 / BUFFER as u64).clamp(2, MOST_RUNS) as usize,
            room: room - 16 * batch,
            memory,
        })
    }

    /// Positions of this layer that are valued together, and those of the next layer that are in memory meanwhile. Where
    /// both layers do not fit, going through positions again costs more than reading the next layer again.
    fn cut(&self, this: u64, next: u64) -> (usize, usize) {
        let (all, beyond) = (this.saturating_mul(Share::EACH), next.saturating_mul(Part::EACH));
        let part = beyond.min((self.room.saturating_sub(all)).max(self.room / 4 * 3));
        let slice = all.min(self.room - part);
        let whole = |bytes: u64, each: u64, most: u64| bytes.div_ceil(each).clamp(1, most.max(1)) as usize;
        (whole(slice, Share::EACH, this), whole(part, Part::EACH, next.min(Part::MOST)))
    }

    /// Bytes of a position that is valued: its number and its cell.
    const EACH: u64 = 8 + 2;
}

fn too_little(need: u64, memory: u64) -> Error {
    Error::limit(
        "table-layers-memory",
        "this table needs at least {need} MB of memory, and {memory} MB are allowed; allow more with --memory, or take fewer \
         --threads",
    )
    .arg("need", need.div_ceil(1 << 20))
    .arg("memory", memory >> 20)
}

pub(super) fn solve(game: &dyn Forward, name: &str, work: &Path, file: &Path, job: &Job<'_>) -> Result<(), Error> {
    solve_as(game, name, work, file, job, Share::new(job.memory, job.threads)?)
}

/// The same, with memory shared out like that.
pub(super) fn solve_as(
    game: &dyn Forward,
    name: &str,
    work: &Path,
    file: &Path,
    job: &Job<'_>,
    share: Share,
) -> Result<(), Error> {
    let layers = Layers { game, work, job, share, first: game.start().0 };
    let counts = layers.list()?;
    layers.value(&counts)?;
    layers.write(&counts, name, file)
}

struct Layers<'a> {
    game: &'a dyn Forward,
    work: &'a Path,
    job: &'a Job<'a>,
    share: Share,
    /// The layer of the start; those of work count from it.
    first: u32,
}

impl Layers<'_> {
    fn keys(&self, layer: usize) -> PathBuf {
        self.work.join(format!("keys.{layer}"))
    }

    fn cells(&self, layer: usize) -> PathBuf {
        self.work.join(format!("cells.{layer}"))
    }

    fn tell(&self, stage: Stage, layer: usize, done: u64, total: Option<u64>) -> Result<(), Error> {
        crate::search::stopped(self.job.stop)?;
        (self.job.tell)(Progress { stage, layer: self.layer(layer), done, total });
        Ok(())
    }

    /// As the game counts.
    fn layer(&self, layer: usize) -> u32 {
        self.first + layer as u32
    }

    /// Lists every layer; how many positions each has.
    fn list(&self) -> Result<Vec<u64>, Error> {
        if !self.keys(0).exists() {
            let mut run = Run::create(&self.keys(0))?;
            run.push(self.game.start().1)?;
            run.finish()?;
        }
        let mut counts = Vec::new();
        let mut done = 0;
        loop {
            let layer = counts.len();
            let count = Reader::open(&self.keys(layer))?.left();
            if count == 0 {
                return Ok(counts);
            }
            done += count;
            counts.push(count);
            within_layers(self.first, counts.len())?;
            // The index of the table is in memory when it is written and when it is opened.
            let index = (done / BLOCK as u64 + counts.len() as u64) * Writer::EACH;
            if index > self.share.memory {
                return Err(too_little(index + Share::LEAST, self.share.memory));
            }
            if !self.keys(layer + 1).exists() {
                self.list_next(layer, done)?;
            }
        }
    }

    /// Writes the layer after one.
    fn list_next(&self, layer: usize, before: u64) -> Result<(), Error> {
        let threads = self.job.threads.max(1);
        let mut reader = Reader::open(&self.keys(layer))?;
        // Grown by doubling, they would take twice as much.
        let mut found: Vec<Vec<u64>> = (0..threads).map(|_| Vec::with_capacity(self.share.found + 16 * STEP)).collect();
        let runs: Mutex<Vec<PathBuf>> = Mutex::default();
        let mut batch = Vec::new();
        loop {
            reader.batch(self.share.batch, &mut batch)?;
            if batch.is_empty() {
                break;
            }
            let share = batch.len().div_ceil(threads);
            std::thread::scope(|scope| {
                let threads: Vec<_> = batch
                    .chunks(share)
                    .zip(&mut found)
                    .map(|(part, found)| scope.spawn(|| self.find(layer, part, found, &runs)))
                    .collect();
                threads.into_iter().try_for_each(|thread| thread.join().expect("listing does not panic"))
            })?;
            self.tell(Stage::Listing, layer, before - reader.left(), None)?;
        }
        std::thread::scope(|scope| {
            for found in &mut found {
                scope.spawn(|| {
                    found.sort_unstable();
                    found.dedup();
                });
            }
        });
        drop((reader, batch));
        let runs = self.merge_some(runs.into_inner().expect("nobody panics with the lock"))?;
        self.merge(&found, &runs, &self.keys(layer + 1))?;
        runs.iter().for_each(|run| drop(std::fs::remove_file(run)));
        Ok(())
    }

    /// Adds the successors of some positions to those found; if these are too many, they become a run on disk.
    fn find(
        &self,
        layer: usize,
        numbers: &[u64],
        found: &mut Vec<u64>,
        runs: &Mutex<Vec<PathBuf>>,
    ) -> Result<(), Error> {
        for numbers in numbers.chunks(STEP) {
            let stray = |_| damaged(&self.keys(layer));
            self.game.successors(self.layer(layer), numbers, found).map_err(stray)?;
            if found.len() < self.share.found {
                continue;
            }
            found.sort_unstable();
            found.dedup();
            if found.len() < self.share.found / 2 {
                continue;
            }
            let path = {
                let mut runs = runs.lock().expect("nobody panics with the lock");
                let path = self.work.join(format!("run.{}", runs.len()));
                runs.push(path.clone());
                path
            };
            let mut run = Run::create(&path)?;
            found.iter().try_for_each(|&number| run.push(number))?;
            run.finish()?;
            found.clear();
        }
        Ok(())
    }

    /// Merges runs until there are few enough to be read at once.
    fn merge_some(&self, mut runs: Vec<PathBuf>) -> Result<Vec<PathBuf>, Error> {
        let mut next = runs.len();
        while runs.len() > self.share.runs {
            crate::search::stopped(self.job.stop)?;
            // The first ones are the shortest: those that were merged are at the end.
            let rest = runs.split_off(self.share.runs);
            let merged = self.work.join(format!("run.{next}"));
            next += 1;
            self.merge(&[], &runs, &merged)?;
            runs.iter().for_each(|run| drop(std::fs::remove_file(run)));
            runs = rest;
            runs.push(merged);
        }
        Ok(runs)
    }

    /// Merges what is in memory and what is on disk, each number once.
    fn merge(&self, found: &[Vec<u64>], runs: &[PathBuf], to: &Path) -> Result<(), Error> {
        let mut readers = runs.iter().map(|run| Reader::open(run)).collect::<Result<Vec<_>, _>>()?;
        let mut slices: Vec<std::slice::Iter<'_, u64>> = found.iter().map(|found| found.iter()).collect();
        let mut next = |source: usize| match source.checked_sub(slices.len()) {
            None => Ok(slices[source].next().copied()),
            Some(reader) => readers[reader].next(),
        };
        let mut heads = BinaryHeap::new();
        for source in 0..found.len() + runs.len() {
            if let Some(number) = next(source)? {
                heads.push(Reverse((number, source)));
            }
        }
        let mut out = Run::create(to)?;
        let mut last = None;
        while let Some(mut head) = heads.peek_mut() {
            let Reverse((number, source)) = *head;
            if last != Some(number) {
                out.push(number)?;
                last = Some(number);
            }
            match next(source)? {
                Some(number) => *head = Reverse((number, source)),
                None => drop(std::collections::binary_heap::PeekMut::pop(head)),
            }
        }
        out.finish()?;
        Ok(())
    }

    /// Values every layer, the last one first.
    fn value(&self, counts: &[u64]) -> Result<(), Error> {
        let total: u64 = counts.iter().sum();
        let mut done = 0;
        for layer in (0..counts.len()).rev() {
            if !self.cells(layer).exists() {
                self.value_layer(layer, counts, done, total)?;
            }
            done += counts[layer];
        }
        Ok(())
    }

    fn value_layer(&self, layer: usize, counts: &[u64], before: u64, total: u64) -> Result<(), Error> {
        let (count, next) = (counts[layer], counts.get(layer + 1).copied().unwrap_or(0));
        let (slice, part) = self.share.cut(count, next);
        let passes = next.div_ceil(part as u64).max(1);
        let mut reader = Reader::open(&self.keys(layer))?;
        let mut file = Whole::create(&self.cells(layer))?;
        let (mut numbers, mut done) = (Vec::with_capacity(slice), 0);
        let mut loaded: Option<Part> = None;
        loop {
            reader.batch(slice, &mut numbers)?;
            if numbers.is_empty() {
                break;
            }
            let mut cells = vec![OPEN; numbers.len()];
            let mut beyond = match next {
                0 => None,
                _ => Some((Reader::open(&self.keys(layer + 1))?, Cells::open(&self.cells(layer + 1))?)),
            };
            let (mut wanted, mut found) = (0, 0);
            for pass in 0..passes {
                // The only part stays for the next slice.
                if loaded.is_none() || passes > 1 {
                    drop(loaded.take());
                    loaded = Some(match &mut beyond {
                        Some((keys, values)) => read_part(keys, values, part)?,
                        None => Part::default(),
                    });
                }
                let part = loaded.as_ref().expect("a part is loaded");
                let mut at = 0;
                for (numbers, cells) in numbers.chunks(self.share.batch).zip(cells.chunks_mut(self.share.batch)) {
                    let share = numbers.len().div_ceil(self.job.threads.max(1));
                    std::thread::scope(|scope| {
                        let threads: Vec<_> = numbers
                            .chunks(share)
                            .zip(cells.chunks_mut(share))
                            .map(|(numbers, cells)| scope.spawn(|| self.value_batch(layer, numbers, cells, part)))
                            .collect();
                        threads.into_iter().try_for_each(|thread| {
                            let counts = thread.join().expect("valuing does not panic")?;
                            (wanted, found) = (wanted + counts.0, found + counts.1);
                            Ok(())
                        })
                    })
                    .map_err(|Stray| damaged(&self.keys(layer)))?;
                    at += numbers.len() as u64;
                    self.tell(Stage::Valuing, layer, before + done + at * (pass + 1) / passes, Some(total))?;
                }
            }
            // Every pass wants all successors, and each is in one part.
            if wanted != found * passes || cells.contains(&OPEN) {
                return Err(damaged(&self.keys(layer + 1)));
            }
            put_cells(&mut file, &cells)?;
            done += numbers.len() as u64;
        }
        if done != count {
            return Err(damaged(&self.keys(layer)));
        }
        file.finish()
    }

    /// The values of some positions as far as one part of the next layer tells. How many successors they have, and how many
    /// of these are in that part.
    fn value_batch(&self, layer: usize, numbers: &[u64], cells: &mut [u16], part: &Part) -> Result<(u64, u64), Stray> {
        /// Positions whose successors are looked up together, so that memory is waited for once.
        const TOGETHER: usize = 64;
        let (mut wanted, mut all, mut met) = (Vec::new(), 0, 0);
        for (numbers, cells) in numbers.chunks(TOGETHER).zip(cells.chunks_mut(TOGETHER)) {
            wanted.clear();
            self.game.expand(self.layer(layer), numbers, cells, &mut wanted)?;
            wanted.iter().for_each(|wanted| part.ask(wanted.number));
            all += wanted.len() as u64;
            for &Wanted { number, index, same } in &wanted {
                if let Some(found) = part.find(number) {
                    improve(&mut cells[index as usize], found, same);
                    met += 1;
                }
            }
        }
        Ok((all, met))
    }

    /// Writes the table.
    fn write(&self, counts: &[u64], name: &str, file: &Path) -> Result<(), Error> {
        let total: u64 = counts.iter().sum();
        // No value is farther from the end than the last layer.
        let longest = counts.len() as u32;
        let mut writer = Writer::create(file, name, true, longest, self.job.threads)?;
        let (mut figures, mut done) = (Figures::default(), 0);
        let (mut batch, mut cells) = (Vec::new(), Vec::new());
        for (layer, &count) in counts.iter().enumerate() {
            let (mut keys, mut values) = (Reader::open(&self.keys(layer))?, Cells::open(&self.cells(layer))?);
            for _ in 0..count.div_ceil(self.share.batch as u64) {
                keys.batch(self.share.batch, &mut batch)?;
                values.batch(batch.len(), &mut cells)?;
                let stray = |_| damaged(&self.keys(layer));
                self.game.count(self.layer(layer), &batch, &cells, &mut figures).map_err(stray)?;
                for (&number, &cell) in batch.iter().zip(&cells) {
                    writer.push(self.layer(layer), Key::Number(number), Cell::from_bits(cell))?;
                }
                done += batch.len() as u64;
                self.tell(Stage::Writing, layer, done, Some(total))?;
            }
            values.end()?;
        }
        writer.finish(&figures)
    }
}

fn read_part(keys: &mut Reader, values: &mut Cells, most: usize) -> Result<Part, Error> {
    let (mut numbers, mut cells) = (Vec::with_capacity(most.min(keys.left() as usize)), Vec::new());
    keys.batch(most, &mut numbers)?;
    values.batch(numbers.len(), &mut cells)?;
    if keys.left() == 0 {
        values.end()?;
    }
    Ok(Part::new(numbers, cells))
}
