//! Long work: done on a thread of its own without Python's lock, watched by the caller's thread, which tells how far it is
//! and ends it on Ctrl-C or when its time is over.

use crate::errors::{raise, said};
use attractor_game::Error;
use attractor_play::Effort;
use attractor_solve::search;
use pyo3::{exceptions::PyKeyboardInterrupt, prelude::*};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// How often the caller's thread looks up.
const TICK: Duration = Duration::from_millis(50);
/// Searches are recursive, and so may be the methods of a game written in Python.
const STACK: usize = 64 << 20;

/// Bytes that work may allocate beyond the memory of its search.
const BASE: u64 = 16 << 20;

/// How far work is.
#[derive(Default)]
pub(crate) struct Meter {
    done: AtomicU64,
    total: AtomicU64,
    /// The message that says what is being done.
    text: Mutex<&'static str>,
    /// What a search tells.
    pub(crate) search: search::Progress,
    /// The thread at work, as Python knows it, while it may be inside Python.
    thread: AtomicU64,
}

impl Meter {
    /// So much of so much is done; 0: nobody knows how much there is.
    pub(crate) fn tell(&self, done: u64, total: u64) {
        self.done.store(done, Relaxed);
        self.total.store(total, Relaxed);
    }

    /// What is being done: a message by its id.
    pub(crate) fn stage(&self, id: &'static str) {
        if let Ok(mut now) = self.text.lock() {
            *now = id;
        }
    }

    fn read(&self) -> (u64, u64, String) {
        let nodes = self.search.nodes();
        let id = self.text.lock().map_or("", |text| *text);
        let text = if id.is_empty() { String::new() } else { said(id, &[]) };
        if nodes == 0 || self.done.load(Relaxed) > 0 {
            return (self.done.load(Relaxed), self.total.load(Relaxed), text);
        }
        let (depth, line) = (self.search.depth(), self.search.line());
        let depth = if depth == 0 { String::new() } else { said("progress-depth", &[("depth", &depth)]) + "  " };
        (nodes, 0, format!("{depth}{line}").trim_end().to_owned())
    }
}

/// What work may cost and who hears of it.
#[derive(FromPyObject, Default)]
pub(crate) struct Allowed {
    #[pyo3(item)]
    pub(crate) memory: u64,
    #[pyo3(item)]
    pub(crate) threads: usize,
    #[pyo3(item)]
    pub(crate) seconds: Option<f64>,
    /// Called with what is done, how much there is (0: nobody knows) and what is being done.
    #[pyo3(item)]
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Allowed {
    pub(crate) fn effort<'a>(&self, stop: &'a AtomicBool, meter: &'a Meter) -> Effort<'a> {
        Effort {
            memory: self.memory,
            threads: self.threads,
            stop: Some(stop),
            progress: Some(&meter.search),
            book: None,
            table: None,
        }
    }

    /// Does it; `python`: it calls Python now and then. Ctrl-C, an exception of the progress function and the end of the time stop it.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        python: bool,
        job: impl FnOnce(&AtomicBool, &Meter) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let (stop, meter) = (AtomicBool::new(false), Meter::default());
        let deadline =
            self.seconds.and_then(|s| Instant::now().checked_add(Duration::try_from_secs_f64(s.max(0.0)).ok()?));
        let (mut failed, mut late) = (None, false);
        let done = py.detach(|| {
            thread::scope(|scope| {
                let (told, ended) = channel::<()>();
                let (stop, meter) = (&stop, &meter);
                let memory = if self.memory == 0 { u64::MAX } else { self.memory.saturating_add(BASE) };
                let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    let (_told, _limit) = (told, attractor_memory::limit_thread(memory));
                    if !python {
                        return job(stop, meter);
                    }
                    // The thread is made known to Python once, not for each call.
                    Python::attach(|py| {
                        meter.enter(py);
                        let done = py.detach(|| job(stop, meter));
                        meter.thread.store(0, Relaxed);
                        done
                    })
                });
                let worker = match worker {
                    Ok(worker) => worker,
                    Err(why) => {
                        let told = Error::limit("no-threads", "threads cannot be started: {why}").arg("why", why);
                        return Err(told);
                    }
                };
                loop {
                    let wait = deadline.filter(|_| !late).map_or(TICK, |end| {
                        end.saturating_duration_since(Instant::now()).clamp(Duration::from_micros(1), TICK)
                    });
                    match ended.recv_timeout(wait) {
                        Err(RecvTimeoutError::Timeout) => {}
                        _ => break,
                    }
                    if !late && deadline.is_some_and(|end| Instant::now() >= end) {
                        late = true;
                        stop.store(true, Relaxed);
                    }
                    if failed.is_none() {
                        failed = Python::attach(|py| self.look(py, meter)).err();
                    }
                    if failed.is_some() {
                        stop.store(true, Relaxed);
                        Python::attach(|py| interrupt(py, meter.thread.swap(0, Relaxed)));
                    }
                }
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        });
        match (failed, done) {
            (Some(error), _) => Err(error),
            (None, Ok(answer)) => Ok(answer),
            (None, Err(_)) if late => {
                Err(raise(Error::limit("out-of-time", "time was up before the answer was found")))
            }
            (None, Err(told)) => Err(raise(told)),
        }
    }

    /// Signals, and a word on how far it is.
    fn look(&self, py: Python<'_>, meter: &Meter) -> PyResult<()> {
        py.check_signals()?;
        if let Some(tell) = &self.progress {
            tell.call1(py, meter.read())?;
        }
        Ok(())
    }
}

/// Raises KeyboardInterrupt in a thread of Python, which may be in an endless loop there.
fn interrupt(py: Python<'_>, thread: u64) {
    if thread != 0 {
        let error = py.get_type::<PyKeyboardInterrupt>();
        // SAFETY: Python's lock is held, as `py` shows, and the exception is a class that `error` keeps. The number is only
        // compared with those of Python's threads: one that has ended is not found. Ours sets it to 0 under the lock, before
        // it leaves Python, so that no later thread of the same number is meant.
        unsafe { pyo3::ffi::PyThreadState_SetAsyncExc(thread as _, error.as_ptr()) };
    }
}

impl Meter {
    /// The thread that runs this may be inside Python from now on.
    fn enter(&self, py: Python<'_>) {
        let ident = py.import("threading").and_then(|m| m.call_method0("get_ident")).and_then(|n| n.extract::<u64>());
        self.thread.store(ident.unwrap_or(0), Relaxed);
    }
}
