//! Messages on their way, sorted by the bucket that they go to.

use super::{unreadable, unwritable};
use attractor_game::Error;
use std::{
    fs::File,
    path::{Path, PathBuf},
};

/// Messages of a bucket that are kept together: half a kilobyte, so that the tails of all buckets stay in the cache.
pub(super) const CHUNK: usize = 128;

/// A number within its bucket, and two bits.
#[inline(always)]
pub(super) fn open(message: u32) -> (usize, u8) {
    ((message >> 2) as usize, message as u8 & 3)
}

type Chunk = [u32; CHUNK];

/// Chunks that are asked of the system together, as a power of 2: 32 MB, which goes back to it at once when it is no longer
/// needed, where what small chunks leave would stay with the allocator. Pages that were never used take no memory.
const SLAB: u32 = 16;

/// Chunks by their numbers.
#[derive(Default)]
struct Slabs {
    slabs: Vec<Box<[Chunk]>>,
    /// Numbers given out so far.
    used: u32,
    /// Chunks to be used again.
    free: Vec<u32>,
}

impl Slabs {
    fn keep(&mut self, messages: &[u32]) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            if self.used as usize == self.slabs.len() << SLAB {
                self.slabs.push(vec![[0; CHUNK]; 1 << SLAB].into_boxed_slice());
            }
            self.used += 1;
            self.used - 1
        });
        self.slabs[(at >> SLAB) as usize][(at & ((1 << SLAB) - 1)) as usize].copy_from_slice(messages);
        at
    }

    #[inline]
    fn get(&self, at: u32) -> &Chunk {
        &self.slabs[(at >> SLAB) as usize][(at & ((1 << SLAB) - 1)) as usize]
    }
}

/// What one thread sends.
pub(super) struct Outbox {
    /// For each bucket the last messages, fewer than a chunk.
    tails: Vec<u32>,
    lengths: Vec<u16>,
    /// And whole chunks.
    chunks: Vec<Vec<u32>>,
    slabs: Slabs,
    /// How many chunks there are.
    held: usize,
    /// The most of them.
    most: usize,
    sent: u64,
    /// Where messages go that have no room.
    spill: Option<Spill>,
    /// Why they could not.
    failed: Option<Error>,
}

/// A file of messages.
struct Spill {
    path: PathBuf,
    file: Option<File>,
    end: u64,
    /// Of each bucket, where it has messages, and how many.
    pieces: Vec<Vec<(u64, usize)>>,
}

impl Outbox {
    /// Messages of so many bytes; more than that go to a file, if one is given.
    pub(super) fn new(buckets: usize, bytes: u64, spill: Option<&Path>) -> Outbox {
        Outbox {
            tails: vec![0; buckets * CHUNK],
            lengths: vec![0; buckets],
            chunks: vec![Vec::new(); buckets],
            slabs: Slabs::default(),
            held: 0,
            // With its number, in two lists that may be twice as long as needed.
            most: usize::try_from(bytes / (4 * CHUNK as u64 + 16)).unwrap_or(usize::MAX).clamp(1, u32::MAX as usize),
            sent: 0,
            spill: spill.map(|path| Spill { path: path.into(), file: None, end: 0, pieces: vec![Vec::new(); buckets] }),
            failed: None,
        }
    }

    /// Bytes of an empty one.
    pub(super) fn bytes(buckets: u64) -> u64 {
        buckets * (4 * CHUNK as u64 + 26)
    }

    #[inline]
    pub(super) fn send(&mut self, bucket: usize, within: u32, said: u8) {
        let length = usize::from(self.lengths[bucket]);
        self.tails[bucket * CHUNK + length] = within << 2 | u32::from(said);
        self.lengths[bucket] = length as u16 + 1;
        if length + 1 == CHUNK {
            self.turn_over(bucket);
        }
    }

    /// Makes a chunk of a full tail.
    #[inline(never)]
    fn turn_over(&mut self, bucket: usize) {
        let begin = bucket * CHUNK;
        self.chunks[bucket].push(self.slabs.keep(&self.tails[begin..begin + CHUNK]));
        self.lengths[bucket] = 0;
        self.held += 1;
        self.sent += CHUNK as u64;
        if self.held >= self.most
            && let Some(spill) = &mut self.spill
        {
            self.held = 0;
            self.failed = spill.take(&mut self.chunks, &mut self.slabs).err().or(self.failed.take());
        }
    }

    /// All that was sent.
    pub(super) fn sent(&self) -> u64 {
        self.sent + self.lengths.iter().map(|&n| u64::from(n)).sum::<u64>()
    }

    /// Whether a bucket may say something: where there is a file, there is always room, unless it fails.
    pub(super) fn room(&mut self) -> Result<bool, Error> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => Ok(self.held < self.most),
        }
    }

    /// A bucket has messages.
    pub(super) fn any(&self, bucket: usize) -> bool {
        self.lengths[bucket] > 0
            || !self.chunks[bucket].is_empty()
            || self.spill.as_ref().is_some_and(|s| !s.pieces[bucket].is_empty())
    }

    /// The messages of a bucket, some at a time.
    #[inline]
    pub(super) fn each(&self, bucket: usize, buffer: &mut Vec<u8>, mut hear: impl FnMut(&[u32])) -> Result<(), Error> {
        if let Some(Spill { path, file: Some(file), pieces, .. }) = &self.spill {
            for &(at, count) in &pieces[bucket] {
                buffer.resize(4 * count, 0);
                super::store::read_at(file, buffer, at).map_err(|e| unreadable(path, e))?;
                for bytes in buffer.as_chunks().0.as_chunks::<CHUNK>().0 {
                    hear(&bytes.map(u32::from_le_bytes));
                }
            }
        }
        self.chunks[bucket].iter().for_each(|&chunk| hear(self.slabs.get(chunk)));
        let begin = bucket * CHUNK;
        hear(&self.tails[begin..begin + usize::from(self.lengths[bucket])]);
        Ok(())
    }

    /// Everything has been heard.
    pub(super) fn clear(&mut self) -> Result<(), Error> {
        self.lengths.fill(0);
        self.chunks.iter_mut().for_each(|chunks| self.slabs.free.append(chunks));
        (self.held, self.sent) = (0, 0);
        match &mut self.spill {
            Some(spill) => spill.clear(),
            None => Ok(()),
        }
    }
}

impl Spill {
    /// Writes all chunks, bucket by bucket.
    fn take(&mut self, chunks: &mut [Vec<u32>], slabs: &mut Slabs) -> Result<(), Error> {
        use std::io::{BufWriter, Write};
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(
                File::options()
                    .create(true)
                    .truncate(true)
                    .read(true)
                    .write(true)
                    .open(&self.path)
                    .map_err(|e| unwritable(&self.path, e))?,
            ),
        };
        let mut out = BufWriter::with_capacity(1 << 20, &*file);
        for (chunks, pieces) in chunks.iter_mut().zip(&mut self.pieces).filter(|(chunks, _)| !chunks.is_empty()) {
            let count = chunks.len() * CHUNK;
            for &chunk in &*chunks {
                let bytes = slabs.get(chunk).map(u32::to_le_bytes);
                out.write_all(bytes.as_flattened()).map_err(|e| unwritable(&self.path, e))?;
            }
            slabs.free.append(chunks);
            pieces.push((self.end, count));
            self.end += 4 * count as u64;
        }
        out.flush().map_err(|e| unwritable(&self.path, e))
    }

    fn clear(&mut self) -> Result<(), Error> {
        use std::io::Seek;
        self.end = 0;
        self.pieces.iter_mut().for_each(Vec::clear);
        match &mut self.file {
            Some(file) => file.set_len(0).and_then(|()| file.rewind()).map_err(|e| unwritable(&self.path, e)),
            None => Ok(()),
        }
    }
}
