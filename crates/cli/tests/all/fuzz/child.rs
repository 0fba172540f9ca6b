//! One command as a process of its own, with a limit on its address space and on its time.

use super::words::Line;
use std::{
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

/// Optional bounds on a process: memory and the time to end.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bounds {
    /// The peak of memory.
    pub(crate) memory: bool,
    /// The end within two seconds after SIGINT.
    pub(crate) prompt: bool,
}

/// Limits of a process.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) bounds: Bounds,
    /// The bytes that `--memory` allows.
    pub(crate) memory: u64,
    /// It is sent SIGINT after this time.
    pub(crate) time: Duration,
}

impl Limits {
    /// The peak of resident memory that is allowed: a tenth more, and 40 MB.
    pub(crate) fn peak(&self) -> u64 {
        self.memory + self.memory / 10 + (40 << 20)
    }
}

/// How a process ended.
pub(crate) struct Ended {
    /// None: by a signal.
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: Vec<u8>,
    /// Not all of its output was kept.
    pub(crate) cut: bool,
    /// It was sent SIGINT.
    pub(crate) interrupted: bool,
    /// It had to be killed.
    pub(crate) killed: bool,
    /// The most memory seen.
    pub(crate) peak: u64,
    pub(crate) time: Duration,
}

/// Address space in KiB: four gigabytes.
const SPACE: &str = "4194304";
/// Bytes of output that are kept.
const KEPT: u64 = 32 << 20;
/// Time that a process has to end after SIGINT.
const GRACE: Duration = Duration::from_secs(2);

/// Runs the command in a folder until it ends.
pub(crate) fn run(binary: &Path, folder: &Path, line: &Line, limits: &Limits) -> Ended {
    let begun = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {SPACE}; ulimit -c 0; exec \"$0\" \"$@\"")]).arg(binary).args(&line.words);
    command.current_dir(folder).env("LC_ALL", line.locale).env_remove("ATTRACTOR_BOOK").env_remove("LANG");
    command.env_remove("RUST_BACKTRACE").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a shell starts");
    let (mut input, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (kept_out, kept_err) = (Mutex::new((Vec::new(), false)), Mutex::new((Vec::new(), false)));
    let mut ended = std::thread::scope(|scope| {
        scope.spawn(|| keep(out, &kept_out));
        scope.spawn(|| keep(err, &kept_err));
        // The process may end before it has read all.
        let _ = input.take().expect("input is piped").write_all(line.input.as_bytes());
        watch(&mut child, begun, limits)
    });
    let (out, cut) = kept_out.into_inner().expect("nobody panics with it");
    (ended.out, ended.cut, ended.err) = (out, cut, kept_err.into_inner().expect("nobody panics with it").0);
    ended.time = begun.elapsed();
    ended
}

/// Reads all, and keeps the beginning.
fn keep(from: Option<impl Read>, kept: &Mutex<(Vec<u8>, bool)>) {
    let Some(mut from) = from else { return };
    let (mut bytes, mut rest) = (Vec::new(), [0; 1 << 16]);
    let _ = from.by_ref().take(KEPT).read_to_end(&mut bytes);
    let mut cut = false;
    while from.read(&mut rest).is_ok_and(|n| n > 0) {
        cut = true;
    }
    *kept.lock().expect("nobody panics with it") = (bytes, cut);
}

fn watch(child: &mut Child, begun: Instant, limits: &Limits) -> Ended {
    let mut ended = Ended {
        code: None,
        out: Vec::new(),
        err: Vec::new(),
        cut: false,
        interrupted: false,
        killed: false,
        peak: 0,
        time: Duration::ZERO,
    };
    let id = child.id();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().expect("the process is ours") {
            ended.code = status.code();
            return ended;
        }
        ended.peak = ended.peak.max(peak(id));
        let time = begun.elapsed();
        if time > limits.time && !ended.interrupted {
            ended.interrupted = true;
            let _ = Command::new("kill").args(["-INT", &id.to_string()]).stderr(Stdio::null()).status();
        } else if time > limits.time + GRACE && !ended.killed {
            ended.killed = true;
            let _ = child.kill();
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// The most memory that a process has had, in bytes; 0 where the system does not tell.
fn peak(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10
}
