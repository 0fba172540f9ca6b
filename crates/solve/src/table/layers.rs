//! Tables of games that go forward layer by layer: each move leads to the next one.
//!
//! Listing: the successors of a layer, as numbers, are sorted in pieces as large as memory allows and merged into the
//! file of the next layer. Valuing, from the last layer back: the best of the successors' values, which are looked up in
//! the sorted next layer; if that does not fit into memory, in one part of it after the other, going through the layer
//! once for each. Both split every batch of positions among the threads.

use super::{
    Cell, Figures, Job, Key, Progress, Stage, damaged, ended,
    file::Writer,
    runs::{Cells, Reader, Run, write_cells},
};
use attractor_game::{Error, Layered};
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    path::{Path, PathBuf},
};

/// Positions given to the threads at a time.
const BATCH: usize = 1 << 20;
/// A cell of which nothing is known yet: no value is written so.
const OPEN: u16 = 1 << 14 | 1;

pub(super) fn solve<G: Layered + Sync>(
    game: &G,
    name: &str,
    work: &Path,
    file: &Path,
    job: &Job<'_>,
) -> Result<(), Error>
where
    G::Position: Send,
{
    let layers = Layers { game, work, job };
    let counts = layers.list()?;
    layers.value(&counts)?;
    layers.write(&counts, name, file)
}

struct Layers<'a, G> {
    game: &'a G,
    work: &'a Path,
    job: &'a Job<'a>,
}

impl<G: Layered + Sync> Layers<'_, G>
where
    G::Position: Send,
{
    fn keys(&self, layer: usize) -> PathBuf {
        self.work.join(format!("keys.{layer}"))
    }

    fn cells(&self, layer: usize) -> PathBuf {
        self.work.join(format!("cells.{layer}"))
    }

    fn first(&self) -> u32 {
        self.game.layer(&self.game.start())
    }

    fn tell(&self, stage: Stage, layer: usize, done: u64, total: Option<u64>) -> Result<(), Error> {
        crate::search::stopped(self.job.stop)?;
        (self.job.tell)(Progress { stage, layer: self.first() + layer as u32, done, total });
        Ok(())
    }

    fn position(&self, layer: usize, number: u64) -> G::Position {
        self.game.numbered(self.first() + layer as u32, number).expect("a number that a position gave")
    }

    /// Lists every layer; how many positions each has.
    fn list(&self) -> Result<Vec<u64>, Error> {
        if !self.keys(0).exists() {
            let mut run = Run::create(&self.keys(0))?;
            run.push(self.game.number(&self.game.start()))?;
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
            if !self.keys(layer + 1).exists() {
                self.list_next(layer, done)?;
            }
        }
    }

    /// Writes the layer after one.
    fn list_next(&self, layer: usize, before: u64) -> Result<(), Error> {
        let threads = self.job.threads.max(1);
        let mut reader = Reader::open(&self.keys(layer))?;
        // Half of the memory for successors, of which sorting and merging need no more.
        let most = (self.job.memory / 2 / 8 / threads as u64).max(1 << 12) as usize;
        let mut found: Vec<Vec<u64>> = vec![Vec::new(); threads];
        let mut runs: Vec<PathBuf> = Vec::new();
        let mut batch = Vec::new();
        loop {
            reader.batch(BATCH.min(most / 16 + 1) * threads, &mut batch)?;
            if batch.is_empty() {
                break;
            }
            let share = batch.len().div_ceil(threads);
            std::thread::scope(|scope| {
                for (part, found) in batch.chunks(share).zip(&mut found) {
                    scope.spawn(move || {
                        for &number in part {
                            let p = self.position(layer, number);
                            found.extend(self.game.moves(&p).map(|m| self.game.number(&self.game.play(&p, m))));
                        }
                        if found.len() >= most / 2 {
                            found.sort_unstable();
                            found.dedup();
                        }
                    });
                }
            });
            for found in &mut found {
                if found.len() >= most / 2 {
                    let path = self.work.join(format!("run.{}", runs.len()));
                    let mut run = Run::create(&path)?;
                    for &number in found.iter() {
                        run.push(number)?;
                    }
                    run.finish()?;
                    found.clear();
                    runs.push(path);
                }
            }
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
        self.merge(&found, &runs, &self.keys(layer + 1))?;
        runs.iter().for_each(|run| drop(std::fs::remove_file(run)));
        Ok(())
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
        let mut cells = vec![OPEN; counts[layer] as usize];
        let next = counts.get(layer + 1).copied().unwrap_or(0);
        // What this layer's own cells and batches leave.
        let room = self.job.memory.saturating_sub(2 * counts[layer] + 16 * BATCH as u64);
        let part = (room / Part::EACH).clamp(1 << 12, next.max(1 << 12));
        let passes = next.div_ceil(part).max(1);
        let (mut keys, mut values) = (None, None);
        if next > 0 {
            keys = Some(Reader::open(&self.keys(layer + 1))?);
            values = Some(Cells::open(&self.cells(layer + 1))?);
        }
        for pass in 0..passes {
            let part = match (&mut keys, &mut values) {
                (Some(keys), Some(values)) => Part::read(keys, values, part as usize)?,
                _ => Part::default(),
            };
            let mut reader = Reader::open(&self.keys(layer))?;
            let mut batch = Vec::new();
            let mut at = 0;
            loop {
                reader.batch(BATCH, &mut batch)?;
                if batch.is_empty() {
                    break;
                }
                let now = cells.get_mut(at..at + batch.len()).ok_or_else(|| damaged(&self.keys(layer)))?;
                at += batch.len();
                let share = batch.len().div_ceil(self.job.threads.max(1));
                std::thread::scope(|scope| {
                    for (numbers, cells) in batch.chunks(share).zip(now.chunks_mut(share)) {
                        scope.spawn(|| self.value_batch(layer, numbers, cells, &part));
                    }
                });
                self.tell(Stage::Valuing, layer, before + at as u64 * (pass + 1) / passes, Some(total))?;
            }
        }
        if cells.contains(&OPEN) {
            return Err(damaged(&self.keys(layer + 1)));
        }
        write_cells(&self.cells(layer), &cells)
    }

    /// The values of some positions as far as one part of the next layer tells.
    fn value_batch(&self, layer: usize, numbers: &[u64], cells: &mut [u16], part: &Part) {
        /// Positions whose successors are looked up together, so that memory is waited for once.
        const TOGETHER: usize = 64;
        let game = self.game;
        let mut wanted: Vec<(u64, u32, bool)> = Vec::new();
        for (numbers, cells) in numbers.chunks(TOGETHER).zip(cells.chunks_mut(TOGETHER)) {
            wanted.clear();
            for (i, &number) in numbers.iter().enumerate() {
                let p = self.position(layer, number);
                let turn = game.turn(&p);
                let mut over = true;
                for m in game.moves(&p) {
                    over = false;
                    let q = game.play(&p, m);
                    let number = game.number(&q);
                    part.ask(number);
                    wanted.push((number, i as u32, game.turn(&q) == turn));
                }
                if over {
                    cells[i] = Cell::new(ended(game, &p)).to_bits();
                }
            }
            for &(number, i, same) in &wanted {
                if let Some(found) = part.find(number) {
                    let value = Cell::new(Cell::from_bits(found).value().before(same)).to_bits();
                    let cell = &mut cells[i as usize];
                    if *cell == OPEN || preference(value) > preference(*cell) {
                        *cell = value;
                    }
                }
            }
        }
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
            for _ in 0..count.div_ceil(BATCH as u64) {
                keys.batch(BATCH, &mut batch)?;
                values.batch(batch.len(), &mut cells)?;
                for (&number, &cell) in batch.iter().zip(&cells) {
                    let cell = Cell::from_bits(cell);
                    figures.add(cell, self.game.images(&self.position(layer, number)));
                    writer.push(self.first() + layer as u32, Key::Number(number), cell)?;
                }
                done += batch.len() as u64;
                self.tell(Stage::Writing, layer, done, Some(total))?;
            }
        }
        writer.finish(&figures)
    }
}

/// A number whose order is the order of preference.
#[inline]
fn preference(cell: u16) -> i32 {
    let cell = Cell::from_bits(cell);
    match cell.code() {
        0 => cell.plies() as i32 - (1 << 20),
        3 => (1 << 20) - cell.plies() as i32,
        code => i32::from(code),
    }
}

/// A part of a layer in memory: numbers in order, and their cells.
#[derive(Default)]
struct Part {
    numbers: Vec<u64>,
    cells: Vec<u16>,
    /// Where numbers with the same leading bits begin.
    begins: Vec<u32>,
    first: u64,
    shift: u32,
}

impl Part {
    /// Bytes for each position, its share of `begins` included.
    const EACH: u64 = 8 + 2 + 2;

    fn read(keys: &mut Reader, values: &mut Cells, most: usize) -> Result<Part, Error> {
        let (mut numbers, mut cells) = (Vec::with_capacity(most.min(keys.left() as usize)), Vec::new());
        keys.batch(most, &mut numbers)?;
        values.batch(numbers.len(), &mut cells)?;
        let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return Ok(Part::default()) };
        // About four numbers for each beginning.
        let bits = (numbers.len() / 4).max(1).ilog2();
        let shift = (64 - (last - first).leading_zeros()).saturating_sub(bits);
        let mut begins = vec![0u32; ((last - first) >> shift) as usize + 2];
        for number in &numbers {
            begins[((number - first) >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        Ok(Part { numbers, cells, begins, first, shift })
    }

    /// Where a number would be.
    #[inline]
    fn bucket(&self, number: u64) -> Option<usize> {
        let bucket = (number.checked_sub(self.first)? >> self.shift) as usize;
        (bucket + 1 < self.begins.len()).then_some(bucket)
    }

    /// Has the beginning of a search brought near.
    #[inline]
    fn ask(&self, number: u64) {
        if let Some(bucket) = self.bucket(number) {
            crate::graph::prefetch(&self.begins[bucket]);
        }
    }

    #[inline]
    fn find(&self, number: u64) -> Option<u16> {
        let bucket = self.bucket(number)?;
        let (begin, end) = (self.begins[bucket] as usize, self.begins[bucket + 1] as usize);
        let rank = begin + self.numbers[begin..end].partition_point(|&n| n < number);
        (self.numbers.get(rank) == Some(&number)).then(|| self.cells[rank])
    }
}
