//! The transposition table: fixed memory, no locks, and no two positions confused.
//!
//! A bucket is 32 bytes, or 64 for long keys, and never crosses a cache line. Where it fits, an entry is one word:
//!
//! ```text
//! bits 63..32  the part of the key that the bucket's number does not tell
//!      31..24  work: the logarithm of the nodes behind the entry
//!      23..16  generation: entries of earlier searches are replaced first
//!      15..8   upper bound, 7..0 lower bound, both plus 128; 0 marks an empty slot
//! ```
//!
//! Keys are mixed by a bijection, so bucket and rest together name one key and no other. Keys too long for that, and
//! scores too large, take four words: the halves of the key xored with the data, the data as above without bounds, and
//! the bounds. A torn entry, written by two threads at once, then belongs to no key (Hyatt's trick).

use attractor_game::{Bounds, Key};
use std::{
    alloc::{Layout, handle_alloc_error},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// A bucket never crosses a cache line.
const ALIGNMENT: usize = 64;

/// The largest score that an entry of one word may hold.
const SHORT_MOST: i32 = 120;
/// Marks an entry of four words that is not empty.
const FILLED: u64 = 1;

/// Marks places in a [`Near`] table; buckets of the large one have smaller numbers.
const NEAR: u32 = 1 << 31;
/// A near table has 2 to this many buckets: with 32 bytes each it stays in a core's own cache.
const NEAR_BITS: u32 = 13;

/// Where a key lives, worked out once per node.
#[derive(Clone, Copy)]
pub(super) struct Place<K> {
    /// What the bucket's number does not tell of the key, or the whole key if that is long.
    tag: K,
    bucket: u32,
}

impl<K: Key> Place<K> {
    /// For nodes that are not kept.
    #[inline(always)]
    pub(super) fn none() -> Place<K> {
        Place { tag: K::of(0), bucket: u32::MAX }
    }

    #[inline(always)]
    pub(super) fn is_some(self) -> bool {
        self.bucket != u32::MAX
    }

    /// Kept in a thread's own [`Near`] table.
    #[inline(always)]
    pub(super) fn is_near(self) -> bool {
        self.bucket & NEAR != 0
    }

    /// A number that stands for the key, not surely its alone; never 0.
    #[inline(always)]
    pub(super) fn name(self) -> u32 {
        (self.bucket ^ (self.tag.low() as u32).rotate_left(9)) | 1 << 31
    }
}

/// Bounds by key, in memory given once.
pub(super) struct Table {
    words: *mut AtomicU64,
    layout: Layout,
    /// There are 2 to this many buckets.
    bits: u32,
    key_bits: u32,
    /// Entries are one word, four to a bucket; else four words, two to a bucket.
    short: bool,
    generation: u8,
}

// SAFETY: the memory is owned by the table and only ever accessed as atomic words.
unsafe impl Sync for Table {}
// SAFETY: as above.
unsafe impl Send for Table {}

impl Table {
    /// The largest table within so many bytes, for keys of so many bits and scores up to `most`.
    pub(super) fn new(bytes: u64, key_bits: u32, most: i32) -> Table {
        let useful = key_bits.clamp(1, 31);
        let buckets_of = |words: u64| (bytes / (8 * words)).max(64).ilog2().min(useful);
        let short = key_bits <= buckets_of(4) + 32 && most <= SHORT_MOST;
        let words = if short { 4 } else { 8 };
        let bits = buckets_of(words);
        let layout =
            Layout::from_size_align((8 * words as usize) << bits, ALIGNMENT).expect("a table fits into memory");
        let words = zeroed(layout).cast();
        attractor_memory::charge(layout.size() as u64);
        Table { words, layout, bits, key_bits, short, generation: 0 }
    }

    /// Entries so far stay readable but are replaced first.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        // SAFETY: the words are ours alone (`&mut self`), and zero is a valid word.
        unsafe { self.words.cast::<u8>().write_bytes(0, self.layout.size()) };
    }

    /// Bytes that it takes.
    pub(super) fn size(&self) -> u64 {
        self.layout.size() as u64
    }

    /// Xor-shift and odd multiplication modulo 2^key_bits are both one to one.
    #[inline(always)]
    fn mix(key: u64, key_bits: u32) -> u64 {
        let mask = u64::MAX >> (64 - key_bits);
        let half = key_bits / 2 + 1;
        let k = key ^ (key >> half);
        let k = k.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        k ^ (k >> half)
    }

    /// Where a key lives in a near table.
    #[inline(always)]
    pub(super) fn place_near<K: Key>(&self, key: K, key_bits: u32) -> Place<K> {
        let k = Table::mix(key.low(), key_bits);
        let rest = key_bits - NEAR_BITS;
        Place { bucket: (k >> rest) as u32 | NEAR, tag: K::of(k & ((1 << rest) - 1)) }
    }

    /// Keys are short enough for a near table.
    pub(super) fn fits_near(&self) -> bool {
        self.short && (NEAR_BITS + 1..=NEAR_BITS + 40).contains(&self.key_bits)
    }

    /// Where a key lives. Its length is told again: where it is a constant, so is more.
    #[inline(always)]
    pub(super) fn place<K: Key>(&self, key: K, key_bits: u32) -> Place<K> {
        debug_assert_eq!(key_bits, self.key_bits);
        if self.short {
            let k = Table::mix(key.low(), key_bits);
            let rest = key_bits - self.bits;
            Place { bucket: (k >> rest) as u32, tag: K::of(k & ((1 << rest) - 1)) }
        } else {
            let mut k = key.low() ^ key.high().wrapping_mul(0x9FB2_1C65_1E98_DF25);
            k = (k ^ (k >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            k = (k ^ (k >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            Place { bucket: (k >> (64 - self.bits)) as u32, tag: key }
        }
    }

    #[inline(always)]
    fn bucket<const N: usize>(&self, number: u32) -> &[AtomicU64; N] {
        debug_assert!(N == if self.short { 4 } else { 8 });
        // SAFETY: a bucket's number is below 2^bits, and each bucket has that many words.
        unsafe { &*self.words.add(number as usize * N).cast() }
    }

    /// Asks for a bucket soon to be read.
    #[inline(always)]
    pub(super) fn prefetch<K: Key>(&self, at: Place<K>) {
        if self.short {
            crate::graph::prefetch(self.bucket::<4>(at.bucket));
        } else {
            crate::graph::prefetch(self.bucket::<8>(at.bucket));
        }
    }

    /// What is known of a key.
    #[inline(always)]
    pub(super) fn get<K: Key>(&self, at: Place<K>) -> Option<Bounds> {
        if self.short {
            let mut found = 0;
            for slot in self.bucket::<4>(at.bucket) {
                let word = slot.load(Relaxed);
                found |= if word >> 32 == at.tag.low() { word } else { 0 };
            }
            return (found & 0xFFFF != 0)
                .then_some(Bounds { lo: (found & 0xFF) as i32 - 128, hi: (found >> 8 & 0xFF) as i32 - 128 });
        }
        for slot in self.bucket::<8>(at.bucket).chunks_exact(4) {
            if let (true, _, bounds) = Table::read(slot, at) {
                return Some(Bounds { lo: bounds as u32 as i32, hi: (bounds >> 32) as u32 as i32 });
            }
        }
        None
    }

    /// Whether an entry of four words is the key's, its data, and its bounds.
    #[inline(always)]
    fn read<K: Key>(slot: &[AtomicU64], at: Place<K>) -> (bool, u64, u64) {
        let (data, bounds) = (slot[2].load(Relaxed), slot[3].load(Relaxed));
        let same = slot[0].load(Relaxed) ^ data ^ bounds == at.tag.low()
            && slot[1].load(Relaxed) ^ data ^ bounds == at.tag.high();
        (same && data != 0, data, bounds)
    }

    /// Keeps bounds that took so many nodes: in the key's own slot, else in place of what took least work.
    #[inline(always)]
    pub(super) fn put<K: Key>(&self, at: Place<K>, bounds: Bounds, nodes: u64) {
        let work = u64::from(64 - nodes.leading_zeros());
        let data = work << 24 | u64::from(self.generation) << 16;
        let worth = |data: u64| {
            let current = (data >> 16 & 0xFF) as u8 == self.generation;
            if data & 0xFFFF == 0 || !current { 0 } else { (data >> 24 & 0xFF) + 1 }
        };
        let (mut victim, mut least) = (0, u64::MAX);
        if self.short {
            let (lo, hi) = (bounds.lo.max(-127) + 128, bounds.hi.min(127) + 128);
            let slots = self.bucket::<4>(at.bucket);
            for (i, slot) in slots.iter().enumerate() {
                let word = slot.load(Relaxed);
                if word >> 32 == at.tag.low() && word & 0xFFFF != 0 {
                    victim = i;
                    break;
                }
                if worth(word) < least {
                    (victim, least) = (i, worth(word));
                }
            }
            slots[victim].store(at.tag.low() << 32 | data | (hi as u64) << 8 | lo as u64, Relaxed);
        } else {
            let slots = self.bucket::<8>(at.bucket);
            for (i, slot) in slots.chunks_exact(4).enumerate() {
                let (same, old, _) = Table::read(slot, at);
                if same {
                    victim = i;
                    break;
                }
                if worth(old) < least {
                    (victim, least) = (i, worth(old));
                }
            }
            let (data, bounds) = (data | FILLED, u64::from(bounds.hi as u32) << 32 | u64::from(bounds.lo as u32));
            slots[4 * victim].store(at.tag.low() ^ data ^ bounds, Relaxed);
            slots[4 * victim + 1].store(at.tag.high() ^ data ^ bounds, Relaxed);
            slots[4 * victim + 2].store(data, Relaxed);
            slots[4 * victim + 3].store(bounds, Relaxed);
        }
    }
}

/// Bounds of small subtrees, which are met again soon or never: one thread's own, and small enough for its cache.
///
/// ```text
/// bits 63..24  the part of the key that the bucket's number does not tell
///      15..8   upper bound, 7..0 lower bound, both plus 128; 0 marks an empty slot
/// ```
///
/// The entry used last stands first in its bucket; the last one makes room.
pub(super) struct Near(Vec<[u64; 4]>);

impl Near {
    /// None where there is no use for it.
    pub(super) fn new(useful: bool) -> Near {
        Near(vec![[0; 4]; if useful { 1 << NEAR_BITS } else { 0 }])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([0; 4]);
    }

    #[inline(always)]
    pub(super) fn get<K: Key>(&self, at: Place<K>) -> Option<Bounds> {
        let mut found = 0;
        for word in self.0[(at.bucket & !NEAR) as usize] {
            found |= if word >> 24 == at.tag.low() { word } else { 0 };
        }
        (found & 0xFFFF != 0)
            .then_some(Bounds { lo: (found & 0xFF) as i32 - 128, hi: (found >> 8 & 0xFF) as i32 - 128 })
    }

    #[inline(always)]
    pub(super) fn put<K: Key>(&mut self, at: Place<K>, bounds: Bounds) {
        let (lo, hi) = (bounds.lo.max(-127) + 128, bounds.hi.min(127) + 128);
        let slots = &mut self.0[(at.bucket & !NEAR) as usize];
        let tag = at.tag.low();
        let word = tag << 24 | (hi as u64) << 8 | lo as u64;
        let place = slots.iter().position(|old| old >> 24 == tag).unwrap_or(slots.len() - 1);
        for i in (0..place).rev() {
            slots[i + 1] = slots[i];
        }
        slots[0] = word;
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        release(self.words.cast(), self.layout);
        attractor_memory::release(self.layout.size() as u64);
    }
}

/// Memory that reads as zero. It comes from the system page by page as it is touched, in large pages where there are
/// some: a short search does not pay for a large table.
#[cfg(target_os = "linux")]
fn zeroed(layout: Layout) -> *mut u8 {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a fresh mapping that overlaps nothing; the advice on it may be ignored.
    unsafe {
        let start = libc::mmap(std::ptr::null_mut(), layout.size(), access, kind, -1, 0);
        if start == libc::MAP_FAILED {
            handle_alloc_error(layout);
        }
        libc::madvise(start, layout.size(), libc::MADV_HUGEPAGE);
        start.cast()
    }
}

/// Gives memory of [`zeroed`] back.
#[cfg(target_os = "linux")]
fn release(start: *mut u8, layout: Layout) {
    // SAFETY: mapped with that size, and not used again.
    unsafe { libc::munmap(start.cast(), layout.size()) };
}

/// Memory that reads as zero.
#[cfg(not(target_os = "linux"))]
fn zeroed(layout: Layout) -> *mut u8 {
    // SAFETY: the layout is not empty.
    let start = unsafe { std::alloc::alloc_zeroed(layout) };
    if start.is_null() {
        handle_alloc_error(layout);
    }
    start
}

/// Gives memory of [`zeroed`] back.
#[cfg(not(target_os = "linux"))]
fn release(start: *mut u8, layout: Layout) {
    // SAFETY: allocated with this layout, and not used again.
    unsafe { std::alloc::dealloc(start, layout) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Rng;
    use std::collections::HashMap;

    /// Whatever is found was put there under that key; and a good part of it is found.
    #[test]
    fn no_two_keys_are_confused() {
        let small =
            [(1 << 16, 20), (1 << 20, 40), (1 << 16, 49), (1 << 16, 64), (1 << 16, 128)].map(|(a, b)| (a, b, 100));
        for (bytes, key_bits, most) in small.into_iter().chain([(1 << 16, 20, i32::MAX), (1 << 16, 128, i32::MAX)]) {
            let table = Table::new(bytes, key_bits, most);
            let mut rng = Rng::new(9);
            let mut truth = HashMap::new();
            let mut found = 0;
            for _ in 0..30_000 {
                let wide = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                // Few distinct keys that differ in few bits.
                let key: u128 = (wide & 0xFFF) | (wide >> 20 & 3) << (key_bits - 2);
                let at = table.place(key, key_bits);
                if let Some(bounds) = table.get(at) {
                    assert_eq!(truth[&key], bounds, "{key_bits} bits");
                    found += 1;
                }
                let lo = (rng.below(200) as i32 - 100) * (most / 100);
                let bounds = Bounds { lo, hi: lo + rng.below(20) as i32 };
                table.put(at, bounds, rng.below(1000) as u64 + 1);
                truth.insert(key, bounds);
            }
            assert!(found > 1_000, "{key_bits} bits: {found}");
        }
    }

    /// The same of a thread's own table, with the longest and the shortest keys that fit.
    #[test]
    fn no_two_keys_are_confused_nearby() {
        for key_bits in [NEAR_BITS + 1, 49, NEAR_BITS + 40] {
            let table = Table::new(1 << 27, key_bits, 100);
            assert!(table.fits_near(), "{key_bits} bits");
            let (mut near, mut rng, mut truth, mut found) = (Near::new(true), Rng::new(9), HashMap::new(), 0);
            for _ in 0..30_000 {
                let wide = rng.next_u64();
                let key = (wide & 0xFFF) | (wide >> 20 & 3) << (key_bits - 2);
                let at = table.place_near(key, key_bits);
                assert!(at.is_near() && at.is_some());
                if let Some(bounds) = near.get(at) {
                    assert_eq!(truth[&key], bounds, "{key_bits} bits");
                    found += 1;
                }
                let lo = rng.below(200) as i32 - 100;
                let bounds = Bounds { lo, hi: lo + rng.below(20) as i32 };
                near.put(at, bounds);
                truth.insert(key, bounds);
            }
            assert!(found > 10_000, "{key_bits} bits: {found}");
        }
        assert!(!Table::new(1 << 20, NEAR_BITS + 41, 100).fits_near());
    }
}
