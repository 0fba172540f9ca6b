//! Tables of games that go forward layer by layer: each move leads to the next one.
//!
//! Listing: the successors of a layer, as numbers, are sorted in pieces as large as memory allows and merged into the
//! file of the next layer. Valuing, from the last layer back: the best of the successors' values, which are looked up in
//! the sorted next layer; if that does not fit into memory, in one part of it after the other, going through the layer
//! once for each. Both split every batch of positions among the threads.

use super::{
    Cell, Figures, Job, Key, Progress, Stage,
    batches::{Forward, OPEN, Part, Wanted, improve},
    damaged,
    file::Writer,
    runs::{Cells, Reader, Run, write_cells},
};
use attractor_game::Error;
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    path::{Path, PathBuf},
};

/// Positions given to the threads at a time.
const BATCH: usize = 1 << 20;
pub(super) fn solve(game: &dyn Forward, name: &str, work: &Path, file: &Path, job: &Job<'_>) -> Result<(), Error> {
    let layers = Layers { game, work, job, first: game.start().0 };
    let counts = layers.list()?;
    layers.value(&counts)?;
    layers.write(&counts, name, file)
}

struct Layers<'a> {
    game: &'a dyn Forward,
    work: &'a Path,
    job: &'a Job<'a>,
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
                        self.game.successors(self.layer(layer), part, found);
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
                (Some(keys), Some(values)) => read_part(keys, values, part as usize)?,
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
        let mut wanted = Vec::new();
        for (numbers, cells) in numbers.chunks(TOGETHER).zip(cells.chunks_mut(TOGETHER)) {
            wanted.clear();
            self.game.expand(self.layer(layer), numbers, cells, &mut wanted);
            wanted.iter().for_each(|wanted| part.ask(wanted.number));
            for &Wanted { number, index, same } in &wanted {
                if let Some(found) = part.find(number) {
                    improve(&mut cells[index as usize], found, same);
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
                self.game.count(self.layer(layer), &batch, &cells, &mut figures);
                for (&number, &cell) in batch.iter().zip(&cells) {
                    writer.push(self.layer(layer), Key::Number(number), Cell::from_bits(cell))?;
                }
                done += batch.len() as u64;
                self.tell(Stage::Writing, layer, done, Some(total))?;
            }
        }
        writer.finish(&figures)
    }
}

fn read_part(keys: &mut Reader, values: &mut Cells, most: usize) -> Result<Part, Error> {
    let (mut numbers, mut cells) = (Vec::with_capacity(most.min(keys.left() as usize)), Vec::new());
    keys.batch(most, &mut numbers)?;
    values.batch(numbers.len(), &mut cells)?;
    Ok(Part::new(numbers, cells))
}
