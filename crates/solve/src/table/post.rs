//! Messages on their way, sorted by the bucket that they go to.

use super::{unreadable, unwritable};
use attractor_game::Error;
use std::{
    fs::File,
    path::{Path, PathBuf},
};

/// Messages of a bucket that are kept together: half a kilobyte, so that the tails of all buckets stay in the cache.
pub(super) const CHUNK: usize = 128;

/// Bits of a number within its bucket: a message of 32 bits has two more.
pub(super) const BITS: u32 = 30;

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
    slabs: Vec<Box<[u32]>>,
    /// Numbers given out so far.
    used: u32,
    /// Chunks to be used again.
    free: Vec<u32>,
}

impl Slabs {
    fn keep(&mut self, messages: &[u32]) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            if self.used as usize == self.slabs.len() << SLAB {
                // Of single zeros, which the system has anyway: of arrays, all would be written.
                self.slabs.push(vec![0; CHUNK << SLAB].into_boxed_slice());
            }
            self.used += 1;
            self.used - 1
        });
        let begin = (at & ((1 << SLAB) - 1)) as usize * CHUNK;
        self.slabs[(at >> SLAB) as usize][begin..begin + CHUNK].copy_from_slice(messages);
        at
    }

    #[inline]
    fn get(&self, at: u32) -> &Chunk {
        let begin = (at & ((1 << SLAB) - 1)) as usize;
        &self.slabs[(at >> SLAB) as usize].as_chunks().0[begin]
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
    /// What goes to buckets of others.
    away: Option<Away>,
}

/// Messages to buckets that others have: of so many members, each has those whose number leaves its own as a remainder.
struct Away {
    me: usize,
    /// For each member: bucket and count (u32 each), messages; and so on. The last parcel is not full.
    mail: Vec<Vec<Vec<u8>>>,
}

/// Bytes of a full parcel: more would take large buffers on the way.
const PARCEL: usize = 64 << 10;

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
            away: None,
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
        let messages = &self.tails[begin..begin + CHUNK];
        self.lengths[bucket] = 0;
        if let Some(mail) = self.away.as_mut().and_then(|away| away.to(bucket)) {
            put_in(mail, bucket, messages);
            return;
        }
        self.chunks[bucket].push(self.slabs.keep(messages));
        self.keep_within();
    }

    /// A chunk more is held.
    fn keep_within(&mut self) {
        self.held += 1;
        self.sent += CHUNK as u64;
        if self.held >= self.most
            && let Some(spill) = &mut self.spill
        {
            self.held = 0;
            self.failed = spill.take(&mut self.chunks, &mut self.slabs).err().or(self.failed.take());
        }
    }

    /// All that was sent here.
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

/// Messages between members of a cluster.
#[cfg(feature = "cluster")]
impl Outbox {
    /// The same, of member `me` among so many.
    pub(super) fn shared(mut self, me: usize, members: usize) -> Outbox {
        self.away = Some(Away { me, mail: vec![vec![Vec::new()]; members] });
        self
    }

    /// Everything that goes to others is ready to be sent.
    pub(super) fn seal(&mut self) {
        let Some(away) = &mut self.away else { return };
        for (bucket, length) in self.lengths.iter_mut().enumerate().filter(|(_, length)| **length > 0) {
            if let Some(mail) = away.to(bucket) {
                let begin = bucket * CHUNK;
                put_in(mail, bucket, &self.tails[begin..begin + usize::from(*length)]);
                *length = 0;
            }
        }
    }

    /// A parcel for a member: a full one, or whatever there is.
    pub(super) fn mail(&mut self, to: usize, full: bool) -> Option<Vec<u8>> {
        let mail = &mut self.away.as_mut()?.mail[to];
        match mail.len() {
            1 if full || mail[0].is_empty() => None,
            1 => Some(std::mem::take(&mut mail[0])),
            _ => Some(mail.remove(0)),
        }
    }

    /// What came from another member's [`mail`](Outbox::mail); false if it cannot be.
    pub(super) fn take_in(&mut self, mut bytes: &[u8]) -> bool {
        while let Some((head, rest)) = bytes.split_first_chunk::<8>() {
            let [bucket, count] = [0, 4].map(|i| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]));
            let (bucket, count) = (bucket as usize, count as usize);
            let Some((messages, rest)) = rest.split_at_checked(4 * count) else { return false };
            if bucket >= self.lengths.len() || count > CHUNK {
                return false;
            }
            let messages = messages.as_chunks::<4>().0;
            if let Ok(chunk) = <&[[u8; 4]; CHUNK]>::try_from(messages) {
                self.chunks[bucket].push(self.slabs.keep(&chunk.map(u32::from_le_bytes)));
                self.keep_within();
            } else {
                for message in messages {
                    let message = u32::from_le_bytes(*message);
                    self.send(bucket, message >> 2, message as u8 & 3);
                }
            }
            bytes = rest;
        }
        bytes.is_empty()
    }
}

impl Away {
    /// Where messages to a bucket go, unless it is here.
    fn to(&mut self, bucket: usize) -> Option<&mut Vec<u8>> {
        let member = bucket % self.mail.len();
        if member == self.me {
            return None;
        }
        let mail = &mut self.mail[member];
        if mail.last().is_some_and(|parcel| parcel.len() >= PARCEL) {
            mail.push(Vec::with_capacity(PARCEL + 8 + 4 * CHUNK));
        }
        mail.last_mut()
    }
}

/// Adds messages to what goes to a member.
fn put_in(mail: &mut Vec<u8>, bucket: usize, messages: &[u32]) {
    mail.extend((bucket as u32).to_le_bytes());
    mail.extend((messages.len() as u32).to_le_bytes());
    messages.iter().for_each(|message| mail.extend(message.to_le_bytes()));
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
