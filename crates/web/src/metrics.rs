//! Counters, as Prometheus reads them.

use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

/// Upper ends of the classes that times are counted in, in seconds.
const CLASSES: [f64; 8] = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

#[derive(Default)]
pub(crate) struct Metrics {
    /// Answers by route and status.
    answers: Mutex<BTreeMap<(String, u16), u64>>,
    /// Jobs by kind: how many, seconds, and those in each class or below.
    jobs: Mutex<BTreeMap<&'static str, Times>>,
    /// Jobs whose visitors have gone.
    pub(crate) cancelled: AtomicU64,
    /// Jobs that were turned away.
    pub(crate) refused: AtomicU64,
}

#[derive(Clone, Copy, Default)]
struct Times {
    count: u64,
    seconds: f64,
    classes: [u64; CLASSES.len()],
}

impl Metrics {
    pub(crate) fn answered(&self, route: &str, status: u16) {
        *self.answers.lock().expect("nobody panics with the lock").entry((route.to_owned(), status)).or_default() += 1;
    }

    pub(crate) fn worked(&self, kind: &'static str, time: Duration) {
        let mut jobs = self.jobs.lock().expect("nobody panics with the lock");
        let times = jobs.entry(kind).or_default();
        let seconds = time.as_secs_f64();
        times.count += 1;
        times.seconds += seconds;
        for (class, end) in times.classes.iter_mut().zip(CLASSES) {
            *class += u64::from(seconds <= end);
        }
    }

    /// All counters, with how many jobs run and wait now.
    pub(crate) fn text(&self, running: usize, waiting: usize) -> String {
        let mut text = String::new();
        let head = |name: &str, kind: &str, told: &str| format!("# HELP {name} {told}\n# TYPE {name} {kind}\n");
        text += &head("attractor_answers_total", "counter", "Answers by route and status.");
        for ((route, status), count) in &*self.answers.lock().expect("nobody panics with the lock") {
            let _ = writeln!(text, "attractor_answers_total{{route=\"{route}\",status=\"{status}\"}} {count}");
        }
        text += &head("attractor_job_seconds", "histogram", "Time of jobs, without waiting.");
        for (kind, times) in &*self.jobs.lock().expect("nobody panics with the lock") {
            for (class, end) in times.classes.iter().zip(CLASSES) {
                let _ = writeln!(text, "attractor_job_seconds_bucket{{kind=\"{kind}\",le=\"{end}\"}} {class}");
            }
            let _ = writeln!(text, "attractor_job_seconds_bucket{{kind=\"{kind}\",le=\"+Inf\"}} {}", times.count);
            let _ = writeln!(text, "attractor_job_seconds_sum{{kind=\"{kind}\"}} {:.6}", times.seconds);
            let _ = writeln!(text, "attractor_job_seconds_count{{kind=\"{kind}\"}} {}", times.count);
        }
        for (name, kind, told, value) in [
            ("attractor_jobs_cancelled_total", "counter", "Jobs whose visitors left.", self.cancelled.load(Relaxed)),
            ("attractor_jobs_refused_total", "counter", "Jobs turned away.", self.refused.load(Relaxed)),
            ("attractor_jobs_running", "gauge", "Jobs at work.", running as u64),
            ("attractor_jobs_waiting", "gauge", "Jobs in the queue.", waiting as u64),
            ("process_resident_memory_bytes", "gauge", "Memory of the process.", resident()),
        ] {
            text += &head(name, kind, told);
            let _ = writeln!(text, "{name} {value}");
        }
        text
    }
}

/// Bytes of memory of this process, where the system tells.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("");
    line.split_whitespace().next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}
