//! Work on several threads, without code of its own for each kind of game: what runs is a closure behind a pointer.

use attractor_game::Error;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread::{Builder, scope},
};

/// More threads than this are of no use to anybody.
const MOST: u64 = 1_024;

/// Runs every job on a thread of its own, the first on the caller's, and waits for all.
///
/// # Panics
/// If a job panics, or if the system starts no more threads.
pub fn run_all(jobs: Vec<Box<dyn FnOnce() + Send + '_>>) {
    let mut jobs = jobs.into_iter();
    let first = jobs.next();
    scope(|scope| {
        jobs.for_each(|job| _ = scope.spawn(job));
        first.into_iter().for_each(|job| job());
    });
}

/// Runs `work` on that many threads, and waits for all. Returns the first error in the order of the threads.
///
/// # Panics
/// If `work` panics, or if the system starts no more threads.
pub fn on_threads(threads: usize, work: &(dyn Fn(usize) -> Result<(), Error> + Sync)) -> Result<(), Error> {
    scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|t| scope.spawn(move || work(t))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("work on a thread does not panic"))
    })
}

/// The work of one thread: it is given numbers of pieces.
pub type Worker<'a, R> = Box<dyn FnMut(u64) -> Result<R, Error> + 'a>;

/// Does the pieces `0..count`, spread over at most `threads` threads, each with a worker made there. Returns the results in
/// order, or the error of the first piece that failed; then no more pieces are begun. Takes memory as results come.
pub fn spread<'a, R: Send>(
    threads: usize,
    count: u64,
    worker: &(dyn Fn() -> Worker<'a, R> + Sync),
) -> Result<Vec<R>, Error> {
    let found: Mutex<Vec<(u64, R)>> = Mutex::default();
    let failed: Mutex<Option<(u64, Error)>> = Mutex::default();
    pieces(threads, count, &|| {
        let (mut work, found, failed) = (worker(), &found, &failed);
        Box::new(move |i| match work(i) {
            Ok(result) => {
                found.lock().expect("nobody panics with the lock").push((i, result));
                true
            }
            Err(error) => {
                let mut failed = failed.lock().expect("nobody panics with the lock");
                if failed.as_ref().is_none_or(|(first, _)| i < *first) {
                    *failed = Some((i, error));
                }
                false
            }
        })
    })?;
    if let Some((_, error)) = failed.into_inner().expect("nobody panics with the lock") {
        return Err(error);
    }
    let mut results: Vec<Option<R>> = (0..count).map(|_| None).collect();
    for (i, result) in found.into_inner().expect("nobody panics with the lock") {
        results[i as usize] = Some(result);
    }
    Ok(results.into_iter().map(|result| result.expect("every piece is done")).collect())
}

/// Gives the numbers `0..count` to workers on several threads, until one returns false.
fn pieces<'a>(
    threads: usize,
    count: u64,
    worker: &(dyn Fn() -> Box<dyn FnMut(u64) -> bool + 'a> + Sync),
) -> Result<(), Error> {
    let (next, ended) = (AtomicU64::new(0), AtomicBool::new(false));
    let run = || {
        let mut work = None;
        while !ended.load(Relaxed)
            && let i = next.fetch_add(1, Relaxed)
            && i < count
        {
            if !work.get_or_insert_with(worker)(i) {
                ended.store(true, Relaxed);
            }
        }
    };
    let threads = (threads as u64).clamp(1, count.clamp(1, MOST));
    scope(|scope| {
        let started: Result<(), std::io::Error> =
            (1..threads).try_for_each(|_| Builder::new().spawn_scoped(scope, run).map(drop));
        if started.is_err() {
            ended.store(true, Relaxed);
        } else {
            run();
        }
        started.map_err(|e| Error::limit("no-threads", "threads cannot be started: {why}").arg("why", e))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares<'a>(fails: &'a [u64]) -> impl Fn() -> Worker<'a, u64> + Sync {
        move || {
            Box::new(move |i| if fails.contains(&i) { Err(Error::new("odd", "{i}").arg("i", i)) } else { Ok(i * i) })
        }
    }

    #[test]
    fn results_are_in_order_whatever_the_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            for count in [0, 1, 2, 100] {
                let expected: Vec<u64> = (0..count).map(|i| i * i).collect();
                let worker = squares(&[]);
                assert_eq!(spread(threads, count, &worker).unwrap(), expected);
            }
        }
    }

    #[test]
    fn the_error_of_the_first_piece_that_failed_is_returned() {
        for threads in [1, 3] {
            let worker = squares(&[17, 18, 19, 400]);
            let error = spread(threads, 1_000, &worker).unwrap_err();
            assert_eq!(error.to_string(), "17");
        }
    }

    #[test]
    fn every_job_runs_once() {
        let count = AtomicU64::new(0);
        let job = || -> Box<dyn FnOnce() + Send + '_> { Box::new(|| _ = count.fetch_add(1, Relaxed)) };
        run_all((0..5).map(|_| job()).collect());
        run_all(Vec::new());
        assert_eq!(count.into_inner(), 5);
    }

    #[test]
    fn threads_are_numbered_and_their_first_error_is_returned() {
        assert!(on_threads(4, &|t| if t < 4 { Ok(()) } else { Err(Error::new("many", "many")) }).is_ok());
        let failed = on_threads(4, &|t| Err(Error::new("thread", "{t}").arg("t", t))).unwrap_err();
        assert_eq!(failed.to_string(), "0");
    }
}
