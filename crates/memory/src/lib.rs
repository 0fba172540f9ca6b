//! Memory counted where it is allocated, with a limit that long loops look at.
//!
//! Solvers account for what they know that they take (tables, positions, moves). That leaves what nobody accounts for: the
//! text of a file, the names of vertices, the numbers of a combinatorial value, a picture. So a program that promises a
//! limit installs [`Counting`] as its allocator and sets the limit, and every loop that may run long calls [`check`].
//!
//! ```text
//!   alloc, realloc, dealloc        charge, release (mappings)
//!             \                       /
//!          per thread: PENDING, OWN            check(): OWN - start > limit of the thread?
//!                     | every 64 KB                     LIVE        > limit of the process?
//!                     v
//!          per process: LIVE
//! ```
//!
//! A limit is for the whole process ([`limit_process`], a command) or for what one thread allocates until a guard is
//! dropped ([`limit_thread`], a request of a server). Nothing is enforced inside the allocator, which could only abort:
//! between two checks a loop may pass the limit by what it allocates there. Before a large allocation of known size
//! [`room`] asks whether it would fit.
//!
//! Without [`Counting`] as the allocator only what is passed to [`charge`] counts.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    fmt,
    marker::PhantomData,
    sync::atomic::{AtomicI64, Ordering::Relaxed},
};

/// Bytes that a thread allocates or frees before they are added to the count of the process.
const STEP: i64 = 64 << 10;

static LIVE: AtomicI64 = AtomicI64::new(0);
static LIMIT: AtomicI64 = AtomicI64::new(i64::MAX);

thread_local! {
    /// Not yet added to `LIVE`.
    static PENDING: Cell<i64> = const { Cell::new(0) };
    static STAGE: Cell<Stage> = const { Cell::new(Stage::New) };
    /// Allocated by this thread less what it freed, since it began.
    static OWN: Cell<i64> = const { Cell::new(0) };
    /// `OWN` may go up to this.
    static OWN_LIMIT: Cell<i64> = const { Cell::new(i64::MAX) };
    /// What `OWN` was when the limit was set.
    static OWN_START: Cell<i64> = const { Cell::new(0) };
    static ENDING: Ending = const { Ending };
}

/// Where a thread is in its life.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It has not allocated anything.
    New,
    /// `ENDING` will be dropped at its end.
    Alive,
    /// `ENDING` has been dropped: nothing may stay pending.
    Ended,
}

/// Adds what is pending to the count of the process when its thread ends. Otherwise each thread that leaves its result to
/// another one would take up to [`STEP`] bytes of the count with it.
struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        STAGE.set(Stage::Ended);
        LIVE.fetch_add(PENDING.replace(0), Relaxed);
    }
}

/// Adds to the counts of the thread and, in steps, of the process.
#[inline]
fn count(bytes: i64) {
    OWN.set(OWN.get().wrapping_add(bytes));
    let sum = PENDING.get() + bytes;
    if sum.abs() < STEP && STAGE.get() == Stage::Alive {
        PENDING.set(sum);
    } else {
        flush(sum);
    }
}

/// Adds to the count of the process.
#[cold]
fn flush(sum: i64) {
    PENDING.set(0);
    LIVE.fetch_add(sum, Relaxed);
    if STAGE.get() == Stage::New {
        // First, because registering the destructor may allocate.
        STAGE.set(Stage::Alive);
        let _ = ENDING.try_with(|_| {});
    }
}

/// The system's allocator, counted. A program installs it with `#[global_allocator]`.
pub struct Counting;

// SAFETY: every call is forwarded to `System` with its arguments unchanged; counting allocates nothing and cannot panic.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        let place = unsafe { System.alloc(layout) };
        if !place.is_null() {
            count(layout.size() as i64);
        }
        place
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        let place = unsafe { System.alloc_zeroed(layout) };
        if !place.is_null() {
            count(layout.size() as i64);
        }
        place
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller got `place` from this allocator, thus from `System`, with this layout.
        unsafe { System.dealloc(place, layout) };
        count(-(layout.size() as i64));
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as in `dealloc`, and the caller vouches for `size`.
        let moved = unsafe { System.realloc(place, layout, size) };
        if !moved.is_null() {
            count(size as i64 - layout.size() as i64);
        }
        moved
    }
}

/// Counts bytes that came from the system without the allocator (a mapping). [`release`] takes them off again.
pub fn charge(bytes: u64) {
    count(bytes as i64);
}

/// Takes bytes off that were counted by [`charge`].
pub fn release(bytes: u64) {
    count(-(bytes as i64));
}

/// Bytes allocated now by all threads, exact to 64 KB per thread.
pub fn live() -> u64 {
    (LIVE.load(Relaxed) + PENDING.get()).max(0) as u64
}

/// Limits what the whole process allocates.
pub fn limit_process(bytes: u64) {
    LIMIT.store(i64::try_from(bytes).unwrap_or(i64::MAX), Relaxed);
}

/// Limits what this thread allocates from now on, until the guard is dropped. Within another such limit the tighter one
/// holds.
pub fn limit_thread(bytes: u64) -> ThreadLimit {
    let (start, before) = (OWN.get(), (OWN_START.get(), OWN_LIMIT.get()));
    let wanted = start.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
    if wanted < before.1 {
        OWN_START.set(start);
        OWN_LIMIT.set(wanted);
    }
    ThreadLimit { before, here: PhantomData }
}

/// Ends a limit of [`limit_thread`] when dropped.
#[must_use = "the limit ends when this is dropped"]
pub struct ThreadLimit {
    before: (i64, i64),
    /// The counters belong to one thread.
    here: PhantomData<*const ()>,
}

impl Drop for ThreadLimit {
    fn drop(&mut self) {
        OWN_START.set(self.before.0);
        OWN_LIMIT.set(self.before.1);
    }
}

/// More memory is in use, or would be, than the limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exceeded {
    /// Bytes allowed.
    pub limit: u64,
    /// Bytes in use, those asked for included.
    pub needed: u64,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of memory are needed and {} allowed", self.needed, self.limit)
    }
}

impl std::error::Error for Exceeded {}

/// Whether the limits hold. Costs two loads and may be called every few hundred nodes.
#[inline]
pub fn check() -> Result<(), Exceeded> {
    room(0)
}

/// Whether the limits would hold with `bytes` more.
#[inline]
pub fn room(bytes: u64) -> Result<(), Exceeded> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    let over = |used: i64, limit: i64| used.saturating_add(bytes) > limit;
    let (own, own_limit, live) = (OWN.get(), OWN_LIMIT.get(), LIVE.load(Relaxed));
    if over(own, own_limit) {
        let start = OWN_START.get();
        return Err(exceeded(own.saturating_add(bytes) - start, own_limit - start));
    }
    let limit = LIMIT.load(Relaxed);
    if over(live, limit) { Err(exceeded(live.saturating_add(bytes), limit)) } else { Ok(()) }
}

#[cold]
fn exceeded(needed: i64, limit: i64) -> Exceeded {
    Exceeded { limit: limit.max(0) as u64, needed: needed.max(0) as u64 }
}

#[cfg(test)]
mod tests;
