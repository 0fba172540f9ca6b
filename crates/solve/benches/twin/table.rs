//! The table of the twin: buckets of four words, as the engine's, for keys of 49 bits.

use std::alloc::{Layout, alloc, dealloc};

/// No place in the table.
pub(super) const NONE: u32 = u32::MAX;

/// Marks buckets of the near table.
const NEAR: u32 = 1 << 31;
const NEAR_BITS: u32 = 13;

pub(super) struct Table {
    near: Box<[[u64; 4]; 1 << NEAR_BITS]>,
    words: *mut u64,
    layout: Layout,
    /// Two to this power buckets.
    bits: u32,
}

impl Table {
    /// At most so many bytes.
    pub(super) fn new(bytes: u64) -> Table {
        let bits = (bytes / 32).ilog2();
        let layout = Layout::from_size_align(32 << bits, 2 << 20).expect("a table fits into memory");
        // SAFETY: the layout is not empty; the advice, given before a page is touched, may be ignored.
        let words = unsafe {
            let words = alloc(layout);
            assert!(!words.is_null(), "there is memory for a table");
            #[cfg(target_os = "linux")]
            libc::madvise(words.cast(), layout.size(), libc::MADV_HUGEPAGE);
            words.cast()
        };
        let near = vec![[0; 4]; 1 << NEAR_BITS].try_into().expect("that many");
        let mut table = Table { near, words, layout, bits };
        table.clear();
        table
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        // SAFETY: the words are ours, and zero is a valid word.
        unsafe { self.words.cast::<u8>().write_bytes(0, self.layout.size()) };
        self.near.fill([0; 4]);
    }

    #[inline(always)]
    fn mix(key: u64) -> u64 {
        let k = key ^ (key >> 25);
        let k = k.wrapping_mul(0x9E37_79B9_7F4A_7C15) & (u64::MAX >> 15);
        k ^ (k >> 25)
    }

    #[inline(always)]
    pub(super) fn place_near(&self, key: u64) -> (u32, u64) {
        let (k, rest) = (Table::mix(key), 49 - NEAR_BITS);
        ((k >> rest) as u32 | NEAR, k & ((1 << rest) - 1))
    }

    #[inline(always)]
    pub(super) fn place(&self, key: u64) -> (u32, u64) {
        let k = Table::mix(key);
        let rest = 49 - self.bits;
        ((k >> rest) as u32, k & ((1 << rest) - 1))
    }

    #[inline(always)]
    fn bucket(&self, number: u32) -> *mut [u64; 4] {
        // SAFETY: a bucket's number is below 2^bits, and each has four words.
        unsafe { self.words.add(4 * number as usize).cast() }
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, number: u32) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint only.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(self.bucket(number).cast(), _MM_HINT_T0);
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, bucket: u32, tag: u64) -> Option<(i32, i32)> {
        let mut found = 0;
        if bucket & NEAR != 0 {
            for word in self.near[(bucket & !NEAR) as usize] {
                found |= if word >> 24 == tag { word } else { 0 };
            }
            return (found & 0xFFFF != 0).then_some(((found & 0xFF) as i32 - 128, (found >> 8 & 0xFF) as i32 - 128));
        }
        // SAFETY: the bucket is ours, and nobody else writes.
        for word in unsafe { *self.bucket(bucket) } {
            found |= if word >> 32 == tag { word } else { 0 };
        }
        (found & 0xFFFF != 0).then_some(((found & 0xFF) as i32 - 128, (found >> 8 & 0xFF) as i32 - 128))
    }

    #[inline(always)]
    pub(super) fn put(&mut self, bucket: u32, tag: u64, lo: i32, hi: i32, nodes: u64) {
        let (lo, hi) = (lo.max(-127) + 128, hi.min(127) + 128);
        if bucket & NEAR != 0 {
            let slots = &mut self.near[(bucket & !NEAR) as usize];
            let place = slots.iter().position(|old| old >> 24 == tag).unwrap_or(3);
            for i in (0..place).rev() {
                slots[i + 1] = slots[i];
            }
            slots[0] = tag << 24 | (hi as u64) << 8 | lo as u64;
            return;
        }
        let work = u64::from(64 - nodes.leading_zeros());
        // The generation of the first search is 1.
        let data = work << 24 | 1 << 16 | (hi as u64) << 8 | lo as u64;
        let worth = |word: u64| if word & 0xFFFF == 0 { 0 } else { (word >> 24 & 0xFF) + 1 };
        // SAFETY: the bucket is ours, and nobody else writes.
        let slots = unsafe { &mut *self.bucket(bucket) };
        let (mut victim, mut least) = (0, u64::MAX);
        for (i, &word) in slots.iter().enumerate() {
            if word >> 32 == tag && word & 0xFFFF != 0 {
                victim = i;
                break;
            }
            if worth(word) < least {
                (victim, least) = (i, worth(word));
            }
        }
        slots[victim] = tag << 32 | data;
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and not used again.
        unsafe { dealloc(self.words.cast(), self.layout) };
    }
}
