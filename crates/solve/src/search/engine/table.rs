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
//! scores too large, take four words: the halves of the key, the data as above without bounds, and the bounds. A seal
//! over key and bounds makes sure that a torn entry, written by two threads at once, belongs to no key (after Hyatt).
//! How threads access a bucket is in [`slots`](super::slots).
//!
//! Nothing here relies on what a game says of itself: bucket numbers wrap around, scores are cut to what an entry
//! holds. Keys longer than announced may be confused with each other.

use super::{
    slots::{self, Worth},
    words::Words,
};
use attractor_game::{Bounds, Key};

/// The largest score that an entry of one word may hold.
const SHORT_MOST: i32 = 120;

/// Marks places in a [`Near`] table; buckets of the shared one have smaller numbers.
const NEAR: u32 = 1 << 31;
/// A near table has 2 to this many buckets: with 32 bytes each it stays in a core's own cache.
const NEAR_BITS: u32 = 13;
/// The number of buckets of a near table, less one.
const NEAR_MASK: u32 = (1 << NEAR_BITS) - 1;

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

    /// In a thread's own [`Near`] table, or [nowhere](Place::none).
    #[inline(always)]
    pub(super) fn is_near(self) -> bool {
        self.bucket & NEAR != 0
    }

    /// In the table that all threads share.
    #[inline(always)]
    pub(super) fn is_shared(self) -> bool {
        !self.is_near()
    }

    /// A number that stands for the key, not surely its alone; never 0.
    #[inline(always)]
    pub(super) fn name(self) -> u32 {
        (self.bucket ^ (self.tag.low() as u32).rotate_left(9)) | 1 << 31
    }

    /// The number of its bucket.
    #[cfg(test)]
    pub(super) fn bucket(self) -> u32 {
        self.bucket
    }
}

/// Bounds by key, in memory given once.
pub(super) struct Table {
    words: Words,
    /// There are 2 to this many buckets.
    bits: u32,
    key_bits: u32,
    /// Entries are one word, four to a bucket; else four words, two to a bucket.
    short: bool,
    generation: u8,
}

impl Table {
    /// The largest table within so many bytes, and within what the system has, for keys of so many bits and scores up to
    /// `most`.
    pub(super) fn new(bytes: u64, key_bits: u32, most: i32) -> Table {
        let useful = key_bits.clamp(1, 31);
        let mut bytes = bytes;
        loop {
            let buckets_of = |words: u64| (bytes / (8 * words)).max(64).ilog2().min(useful);
            let short = key_bits <= buckets_of(4) + 32 && most <= SHORT_MOST;
            let words = if short { 4 } else { 8 };
            let bits = buckets_of(words);
            match Words::new(words << bits) {
                Some(words) => return Table { words, bits, key_bits, short, generation: 0 },
                // More than 64 buckets of 64 bytes were asked for.
                None => bytes = bytes.checked_div(2).filter(|&half| half >= 4_096).expect("4 KB for a table"),
            }
        }
    }

    /// Entries so far stay readable but are replaced first.
    pub(super) fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    /// Bytes that it takes.
    pub(super) fn size(&self) -> u64 {
        self.words.size()
    }

    /// Xor-shift and odd multiplication modulo 2^key_bits are both one to one.
    #[inline(always)]
    fn mix(key: u64, key_bits: u32) -> u64 {
        let mask = u64::MAX.wrapping_shr(64u32.wrapping_sub(key_bits));
        let half = key_bits / 2 + 1;
        let k = key ^ key.wrapping_shr(half);
        let k = k.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        k ^ k.wrapping_shr(half)
    }

    /// A mixed key as the number of one of 2^bits buckets, and the rest of it.
    #[inline(always)]
    fn split<K: Key>(k: u64, key_bits: u32, bits: u32) -> (u32, K) {
        let rest = key_bits.wrapping_sub(bits);
        (k.wrapping_shr(rest) as u32, K::of(k & 1u64.wrapping_shl(rest).wrapping_sub(1)))
    }

    /// Where a key lives in a near table.
    #[inline(always)]
    pub(super) fn place_near<K: Key>(&self, key: K, key_bits: u32) -> Place<K> {
        let (bucket, tag) = Table::split(Table::mix(key.low(), key_bits), key_bits, NEAR_BITS);
        Place { bucket: bucket & NEAR_MASK | NEAR, tag }
    }

    /// Keys are short enough for a near table.
    pub(super) fn fits_near(&self) -> bool {
        self.short && (NEAR_BITS + 1..=NEAR_BITS + 40).contains(&self.key_bits)
    }

    /// Where a key lives. Its length is passed again: where it is a constant, so is more.
    #[inline(always)]
    pub(super) fn place<K: Key>(&self, key: K, key_bits: u32) -> Place<K> {
        if self.short {
            let (bucket, tag) = Table::split(Table::mix(key.low(), key_bits), key_bits, self.bits);
            Place { bucket: bucket & !NEAR, tag }
        } else {
            let mut k = key.low() ^ key.high().wrapping_mul(0x9FB2_1C65_1E98_DF25);
            k = (k ^ (k >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            k = (k ^ (k >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            Place { bucket: (k >> (64 - self.bits)) as u32, tag: key }
        }
    }

    /// Prefetches a bucket.
    #[inline(always)]
    pub(super) fn prefetch<K: Key>(&self, at: Place<K>) {
        if self.short {
            crate::graph::prefetch(self.words.bucket::<4>(at.bucket));
        } else {
            crate::graph::prefetch(self.words.bucket::<8>(at.bucket));
        }
    }

    /// What is known of a key.
    #[inline(always)]
    pub(super) fn get<K: Key>(&self, at: Place<K>) -> Option<Bounds> {
        debug_assert!(at.is_shared());
        if self.short {
            slots::get_short(self.words.bucket(at.bucket), at.tag.low())
        } else {
            slots::get_long(self.words.bucket(at.bucket), at.tag.low(), at.tag.high())
        }
    }

    /// Keeps bounds that took so many nodes: in the key's own slot, else in place of what took least work.
    #[inline(always)]
    pub(super) fn put<K: Key>(&self, at: Place<K>, bounds: Bounds, nodes: u64) {
        debug_assert!(at.is_shared());
        let worth = Worth { work: u64::from(64 - nodes.leading_zeros()), generation: self.generation };
        if self.short {
            slots::put_short(self.words.bucket(at.bucket), at.tag.low(), bounds, worth);
        } else {
            slots::put_long(self.words.bucket(at.bucket), at.tag.low(), at.tag.high(), bounds, worth);
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

    /// There is one: only then may a place in it be used.
    pub(super) fn is_there(&self) -> bool {
        !self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([0; 4]);
    }

    #[inline(always)]
    pub(super) fn get<K: Key>(&self, at: Place<K>) -> Option<Bounds> {
        let mut found = 0;
        for word in self.0[(at.bucket & NEAR_MASK) as usize] {
            found |= if word >> 24 == at.tag.low() { word } else { 0 };
        }
        slots::unpack(found)
    }

    #[inline(always)]
    pub(super) fn put<K: Key>(&mut self, at: Place<K>, bounds: Bounds) {
        let slots = &mut self.0[(at.bucket & NEAR_MASK) as usize];
        let tag = at.tag.low();
        let word = tag << 24 | slots::pack(bounds);
        let place = slots.iter().position(|old| old >> 24 == tag).unwrap_or(slots.len() - 1);
        for i in (0..place).rev() {
            slots[i + 1] = slots[i];
        }
        slots[0] = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Rng;
    use std::collections::HashMap;

    /// Keys stored and looked up, and what they may differ in; few under Miri, which is slow.
    const ROUNDS: u32 = if cfg!(miri) { 400 } else { 30_000 };
    const LOW: u64 = if cfg!(miri) { 0x3F } else { 0xFFF };

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
            for _ in 0..ROUNDS {
                let wide = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                // Few distinct keys that differ in few bits.
                let key: u128 = (wide & u128::from(LOW)) | (wide >> 20 & 3) << (key_bits - 2);
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
            assert!(found > ROUNDS / 30, "{key_bits} bits: {found}");
        }
    }

    /// The same of a thread's own table, with the longest and the shortest keys that fit.
    #[test]
    fn no_two_keys_are_confused_nearby() {
        for key_bits in [NEAR_BITS + 1, 49, NEAR_BITS + 40] {
            let table = Table::new(1 << 27, key_bits, 100);
            assert!(table.fits_near(), "{key_bits} bits");
            let (mut near, mut rng, mut truth, mut found) = (Near::new(true), Rng::new(9), HashMap::new(), 0);
            for _ in 0..ROUNDS {
                let wide = rng.next_u64();
                let key = (wide & LOW) | (wide >> 20 & 3) << (key_bits - 2);
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
            assert!(found > ROUNDS / 3, "{key_bits} bits: {found}");
        }
        assert!(!Table::new(1 << 20, NEAR_BITS + 41, 100).fits_near());
    }
}
