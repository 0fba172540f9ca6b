//! `--memory` is kept: peak RSS of whole commands, at two limits.

#![cfg(target_os = "linux")]

use crate::command::{file, fresh};
use std::{
    fmt::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// How a command must end.
#[derive(Clone, Copy, Debug)]
enum End {
    /// With an answer.
    Answers,
    /// Refused for its memory: the message names a size and `--memory`.
    Refuses,
    /// Refused by another bound, in these words.
    Bounded(&'static str),
    /// It takes long: it is interrupted, or on a fast machine it comes to an answer or to the end of its memory before that.
    Works,
}
use End::{Answers, Bounded, Refuses, Works};

impl End {
    /// How long it may take before it is interrupted.
    fn patience(self) -> Duration {
        Duration::from_secs(if matches!(self, Works) { 6 } else { 30 })
    }

    /// Whether a command may end as it did. Where one had to be interrupted, the machine was too slow for its end to be seen.
    fn allows(self, run: &Run) -> bool {
        let refused = run.code == Some(3) && run.err.contains(" MB") && run.err.contains("--memory");
        let expected = match self {
            Answers => run.code == Some(0),
            Refuses => refused,
            Bounded(words) => run.code == Some(3) && run.err.contains(words),
            Works => refused || run.code == Some(0),
        };
        expected || run.interrupted && run.code == Some(3) && run.err.to_lowercase().contains("stopped")
    }
}

/// How a command ended, and the most memory that it held.
struct Run {
    code: Option<i32>,
    peak: u64,
    err: String,
    /// It was sent Ctrl-C.
    interrupted: bool,
}

/// Runs the command with a limit. After `patience` it gets Ctrl-C: what counts here is its memory.
fn run(args: &[&str], memory: &str, patience: Duration) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_attractor"))
        .args(args)
        .args(["--memory", memory])
        .args(if args.contains(&"--threads") { &[][..] } else { &["--threads", "2"] })
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let (pid, begun) = (child.id(), Instant::now());
    let (mut peak, mut interrupted) = (0, false);
    let status = loop {
        // The high-water mark never falls, so the last reading misses only what came in the last few milliseconds.
        peak = high_water(pid).unwrap_or(0).max(peak);
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            break status;
        }
        if !interrupted && begun.elapsed() > patience {
            interrupted = true;
            Command::new("kill").args(["-INT", &pid.to_string()]).status().expect("kill is there");
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let mut err = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("messages are piped"), &mut err).expect("UTF-8");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    Run { code: status.code(), peak, err, interrupted }
}

/// `VmHWM` of a process, in bytes.
fn high_water(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

/// An arena of that many vertices in a ring with chords, and its certificate's worth of names if `named`.
fn ring(name: &str, vertices: u32, named: bool) -> String {
    let mut text = String::new();
    let prefix = if named { "vertex-" } else { "" };
    for v in 0..vertices {
        let (next, chord) = ((v + 1) % vertices, (v.wrapping_mul(7) + 3) % vertices);
        let _ = writeln!(text, "{prefix}{v} {}: {prefix}{next} {prefix}{chord}", v % 2 + 1);
    }
    file(name, &text)
}

/// Asked against peak. Each command ends as the table says at either limit, and keeps to it.
#[test]
fn peak_memory_stays_within_the_limit() {
    let (nim, wythoff, connect4) = (fresh("memory-nim"), fresh("memory-wythoff"), fresh("memory-connect4"));
    let book = fresh("memory.book");
    let numbers = ring("memory-numbers.arena", 1_500_000, false);
    let names = ring("memory-names.arena", 400_000, true);
    let mut commands: Vec<(Vec<&str>, [End; 2])> = [
        ("graph nim:20000 --summary", [Refuses, Works]),
        ("graph wythoff:310+310 --summary", [Refuses, Works]),
        ("graph connect4:4x4 --json", [Answers, Answers]),
        ("graph chomp:7x7 --json", [Answers, Answers]),
        ("value juniper:64", [Refuses, Bounded("takes more than 1000000 positions")]),
        ("value domineering:5x5", [Answers, Answers]),
        ("analyse euclid:65535,7", [Works, Works]),
        ("analyse nim:3000+3000", [Works, Works]),
        ("solve nim:65535+65535", [Works, Works]),
        ("solve juniper:80", [Works, Works]),
        ("solve chess", [Refuses, Refuses]),
        ("solve teeko --outcome", [Refuses, Refuses]),
        ("solve domineering:6x7", [Works, Works]),
        ("solve domineering:8x16 --threads 127", [Works, Works]),
        ("solve connect4 --moves 44444", [Answers, Answers]),
        ("search othello --seconds 1", [Answers, Answers]),
        ("search nim:65535+65535 --seconds 1", [Answers, Answers]),
        ("tree connect4 --depth 7 --json", [Refuses, Answers]),
        ("tree nim:2000 --depth 3 --json", [Refuses, Bounded("more than 1000000 nodes")]),
        ("perft othello --depth 6", [Answers, Answers]),
        ("stats connect4 --games 2000", [Answers, Answers]),
        ("sizes domineering --to 5x5", [Answers, Answers]),
    ]
    .map(|(line, ends)| (line.split(' ').collect(), ends))
    .into();
    commands.push((vec!["table", "build", "nim:60000", "--out", &nim], [Refuses, Refuses]));
    commands.push((vec!["table", "build", "wythoff:300+300", "--out", &wythoff], [Refuses, Refuses]));
    commands.push((vec!["table", "build", "connect4:4x4", "--out", &connect4], [Answers, Answers]));
    commands.push((vec!["book", "build", "connect4:5x4", "--plies", "3", "--out", &book], [Answers, Answers]));
    commands.push((vec!["graph", &numbers, "--summary"], [Answers, Answers]));
    commands.push((vec!["graph", &names, "--json"], [Refuses, Answers]));
    let (mut table, mut over) = (String::new(), 0);
    for (args, ends) in &commands {
        for ((memory, bytes), end) in [("64M", 64_u64 << 20), ("256M", 256 << 20)].into_iter().zip(*ends) {
            if args[0] == "table" || args[0] == "book" {
                let out = args.last().expect("a folder");
                for ending in ["", ".work", ".partial"] {
                    let _ = std::fs::remove_dir_all(format!("{out}{ending}"));
                    let _ = std::fs::remove_file(format!("{out}{ending}"));
                }
            }
            let run = run(args, memory, end.patience());
            let Run { code, peak, err, .. } = &run;
            let peak = *peak;
            let allowed = bytes + bytes / 10 + (40 << 20);
            let mark = if peak > allowed { "OVER" } else { "" };
            over += u32::from(peak > allowed);
            let last = err.lines().last().unwrap_or("");
            let peak = peak >> 20;
            let _ = writeln!(table, "{memory:>5} {peak:>6} MB {mark:4} {code:?} {}   {last}", args.join(" "));
            assert!(end.allows(&run), "{args:?} within {memory}: {code:?}, expected: {end:?}; {err}");
        }
    }
    println!("asked   peak\n{table}");
    assert_eq!(over, 0, "\n{table}");
}
