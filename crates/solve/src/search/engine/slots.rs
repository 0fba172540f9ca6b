//! How threads read and write the entries of one bucket without a lock.
//!
//! Every access is one atomic load or store of one word, in no order between words. Two facts make that enough. A short
//! entry is one word, so a reader sees all of one write or nothing of it. A long entry is sealed: see [`seal`].
//!
//! Two threads that store the same key at once may each choose a slot of their own. Both entries are true, and a
//! reader takes one of them whole.

use attractor_game::Bounds;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A word of a bucket; tests replace it by one that tries every order of accesses.
pub(super) trait Word {
    fn load(&self) -> u64;
    fn store(&self, word: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        AtomicU64::load(self, Relaxed)
    }
    #[inline(always)]
    fn store(&self, word: u64) {
        AtomicU64::store(self, word, Relaxed);
    }
}

/// Marks the data of a long entry that is not empty.
const FILLED: u64 = 1;
/// Keeps the bounds of a long entry off 0, which marks an empty slot: no lower bound is `i32::MIN`.
const APART: u64 = 1 << 31;

/// How much an entry is worth keeping: its work and its generation.
#[derive(Clone, Copy)]
pub(super) struct Worth {
    /// Logarithm of the nodes behind the entry.
    pub(super) work: u64,
    /// Entries of other generations are replaced first.
    pub(super) generation: u8,
}

impl Worth {
    #[inline(always)]
    fn data(self) -> u64 {
        self.work << 24 | u64::from(self.generation) << 16
    }

    /// Rank of an entry with that data among those that a new one of this generation may replace.
    #[inline(always)]
    fn of(self, data: u64) -> u64 {
        let current = (data >> 16 & 0xFF) as u8 == self.generation;
        if data & 0xFFFF == 0 || !current { 0 } else { (data >> 24 & 0xFF) + 1 }
    }
}

/// Bounds in 16 bits, never 0. Scores beyond ±127 say less than they could, but nothing false.
#[inline(always)]
pub(super) fn pack(bounds: Bounds) -> u64 {
    let (lo, hi) = (bounds.lo.clamp(-127, 127) + 128, bounds.hi.clamp(-127, 127) + 128);
    (hi as u64) << 8 | lo as u64
}

/// The bounds in the low 16 bits of a word; none where those are 0.
#[inline(always)]
pub(super) fn unpack(word: u64) -> Option<Bounds> {
    (word & 0xFFFF != 0).then_some(Bounds { lo: (word & 0xFF) as i32 - 128, hi: (word >> 8 & 0xFF) as i32 - 128 })
}

/// Bounds of the first short entry with this tag.
#[inline(always)]
pub(super) fn get_short<W: Word>(slots: &[W; 4], tag: u64) -> Option<Bounds> {
    let mut found = 0;
    // Backwards, because slots fill from the first on and an empty one looks like an entry with tag 0.
    for slot in slots.iter().rev() {
        let word = slot.load();
        found = if word >> 32 == tag { word } else { found };
    }
    unpack(found)
}

/// Stores a short entry: in the slot of its tag, else in place of what is worth least.
#[inline(always)]
pub(super) fn put_short<W: Word>(slots: &[W; 4], tag: u64, bounds: Bounds, worth: Worth) {
    let (mut victim, mut least) = (0, u64::MAX);
    for (i, slot) in slots.iter().enumerate() {
        let word = slot.load();
        if word >> 32 == tag && word & 0xFFFF != 0 {
            victim = i;
            break;
        }
        if worth.of(word) < least {
            (victim, least) = (i, worth.of(word));
        }
    }
    slots[victim].store(tag << 32 | worth.data() | pack(bounds));
}

/// A hash of everything in a long entry that must belong together with the lower half of its key.
///
/// The words of a long entry are that half xored with this seal, the upper half, the data and the bounds. A reader
/// finds its key only where all three that count agree. If threads have written different parts of a slot, the seal
/// that was stored differs from the seal of what is read, in all bits as good as at random. A plain xor of key, data
/// and bounds is not enough: where two entries have the same bounds, half of one key and half of another would make
/// a third key, which may well be that of another position. The data is not sealed: it decides only what is replaced.
#[inline(always)]
fn seal(high: u64, bounds: u64) -> u64 {
    let x = (high.wrapping_mul(0x9FB2_1C65_1E98_DF25) ^ bounds).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 32)
}

/// The bounds in a long slot, as stored, if it holds the key.
#[inline(always)]
fn sealed<W: Word>(slot: &[W], low: u64, high: u64) -> Option<u64> {
    if slot[1].load() != high {
        return None;
    }
    let bounds = slot[3].load();
    (slot[0].load() ^ seal(high, bounds) == low && bounds != 0).then_some(bounds)
}

/// Bounds of the first long entry with this key.
#[inline(always)]
pub(super) fn get_long<W: Word>(slots: &[W; 8], low: u64, high: u64) -> Option<Bounds> {
    let bounds = slots.chunks_exact(4).find_map(|slot| sealed(slot, low, high))? ^ APART;
    Some(Bounds { lo: bounds as u32 as i32, hi: (bounds >> 32) as u32 as i32 })
}

/// Stores a long entry: in the slot of its key, else in place of what is worth least.
#[inline(always)]
pub(super) fn put_long<W: Word>(slots: &[W; 8], low: u64, high: u64, bounds: Bounds, worth: Worth) {
    let (mut victim, mut least) = (0, u64::MAX);
    for (i, slot) in slots.chunks_exact(4).enumerate() {
        if sealed(slot, low, high).is_some() {
            victim = i;
            break;
        }
        let rank = worth.of(slot[2].load());
        if rank < least {
            (victim, least) = (i, rank);
        }
    }
    let lo = bounds.lo.max(-i32::MAX);
    let bounds = (u64::from(bounds.hi as u32) << 32 | u64::from(lo as u32)) ^ APART;
    let slot = &slots[4 * victim..][..4];
    slot[0].store(low ^ seal(high, bounds));
    slot[1].store(high);
    slot[2].store(worth.data() | FILLED);
    slot[3].store(bounds);
}
