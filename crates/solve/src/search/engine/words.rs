//! The memory of the shared table: words that read as zero at first, in buckets that never cross a cache line.

use std::{alloc::Layout, sync::atomic::AtomicU64};

/// A bucket never crosses a cache line.
const ALIGNMENT: usize = 64;
/// The largest bucket, in words: one cache line.
const WIDEST: usize = 8;

/// Atomic words; their number is a power of two, and at least one cache line.
pub(super) struct Words {
    start: *mut AtomicU64,
    layout: Layout,
    /// The number of words less one.
    mask: usize,
}

// SAFETY: `Words` owns its memory, and shared references lead to it only as atomic words.
unsafe impl Sync for Words {}
// SAFETY: the memory belongs to no thread; it may be released by any.
unsafe impl Send for Words {}

impl Words {
    /// At least that many words, all zero; none if the system does not have them.
    pub(super) fn new(least: u64) -> Option<Words> {
        let count = usize::try_from(least.max(WIDEST as u64)).ok()?.checked_next_power_of_two()?;
        let layout = Layout::array::<AtomicU64>(count).and_then(|words| words.align_to(ALIGNMENT)).ok()?;
        Some(Words { start: zeroed(layout)?.cast(), layout, mask: count - 1 })
    }

    /// Bytes that they take.
    pub(super) fn size(&self) -> u64 {
        self.layout.size() as u64
    }

    /// Sets all to zero.
    pub(super) fn clear(&mut self) {
        // SAFETY: `start` owns `layout.size()` bytes until the drop, `&mut self` excludes every other reader and writer,
        // and zero is a valid word.
        unsafe { self.start.cast::<u8>().write_bytes(0, self.layout.size()) };
    }

    /// The bucket of `N` words with that number, which wraps around at the last one.
    #[inline(always)]
    pub(super) fn bucket<const N: usize>(&self, number: u32) -> &[AtomicU64; N] {
        const { assert!(N.is_power_of_two() && N <= WIDEST) };
        let first = (number as usize).wrapping_mul(N) & self.mask;
        // SAFETY: `mask + 1` is a power of two and a multiple of N, so the multiple of N that the mask leaves is at most
        // `mask + 1 - N`: whatever the number, all N words are inside the memory. It is aligned for them, all its bytes
        // are initialized, it lives as long as `self`, and `&self` allows no access but through atomic words.
        unsafe { &*self.start.add(first).cast() }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        release(self.start.cast(), self.layout);
    }
}

/// Memory that reads as zero. The system supplies it page by page as it is touched, in large pages where there are
/// some: a short search does not pay for a large table.
#[cfg(all(target_os = "linux", not(miri)))]
fn zeroed(layout: Layout) -> Option<*mut u8> {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: without MAP_FIXED the mapping is a fresh one that overlaps nothing, and the system zeroes it. Pages are
    // aligned to more than a cache line. The advice is on this mapping alone, and may be ignored.
    unsafe {
        let start = libc::mmap(std::ptr::null_mut(), layout.size(), access, kind, -1, 0);
        if start == libc::MAP_FAILED {
            return None;
        }
        libc::madvise(start, layout.size(), libc::MADV_HUGEPAGE);
        // The allocator, which counts what it allocates, has no part in a mapping.
        attractor_memory::charge(layout.size() as u64);
        Some(start.cast())
    }
}

/// Returns memory of [`zeroed`] to the system.
#[cfg(all(target_os = "linux", not(miri)))]
fn release(start: *mut u8, layout: Layout) {
    // SAFETY: called once, by the drop of the `Words` that mapped `start` with this size; no reference outlives it.
    unsafe { libc::munmap(start.cast(), layout.size()) };
    attractor_memory::release(layout.size() as u64);
}

/// Memory that reads as zero.
#[cfg(any(not(target_os = "linux"), miri))]
fn zeroed(layout: Layout) -> Option<*mut u8> {
    // SAFETY: the layout has at least one cache line.
    let start = unsafe { std::alloc::alloc_zeroed(layout) };
    (!start.is_null()).then_some(start)
}

/// Returns memory of [`zeroed`] to the allocator.
#[cfg(any(not(target_os = "linux"), miri))]
fn release(start: *mut u8, layout: Layout) {
    // SAFETY: called once, by the drop of the `Words` that allocated `start` with this layout; no reference outlives it.
    unsafe { std::alloc::dealloc(start, layout) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn every_bucket_number_stays_inside_the_memory() {
        for least in [0, 1, 8, 100, 256] {
            let mut words = Words::new(least).unwrap();
            let count = words.size() / 8;
            assert!(count >= least.max(8) && count.is_power_of_two());
            for number in (0..300).chain([1 << 20, (1 << 31) - 1, 1 << 31, u32::MAX - 1, u32::MAX]) {
                words.bucket::<4>(number)[3].fetch_add(1, Relaxed);
                words.bucket::<8>(number)[7].fetch_add(1, Relaxed);
            }
            let sum = |words: &Words| -> u64 {
                (0..count as u32 / 8).flat_map(|b| words.bucket::<8>(b)).map(|word| word.load(Relaxed)).sum()
            };
            assert_eq!(sum(&words), 2 * 305);
            assert!((0..count as u32 / 4).all(|b| words.bucket::<4>(b)[0].load(Relaxed) == 0));
            words.clear();
            assert_eq!(sum(&words), 0);
        }
    }

    #[test]
    fn more_words_than_the_system_has_are_refused() {
        assert!(Words::new(1 << 58).is_none());
        assert!(Words::new(u64::MAX).is_none());
    }

    #[test]
    fn threads_share_words_without_a_data_race() {
        let words = Words::new(8).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for number in 0..50 {
                        words.bucket::<4>(number)[0].fetch_add(1, Relaxed);
                    }
                });
            }
        });
        assert_eq!(words.bucket::<8>(0).iter().map(|word| word.load(Relaxed)).sum::<u64>(), 100);
    }
}
