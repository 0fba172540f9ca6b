//! `--memory` is kept: peak RSS of whole commands, at two limits.

#![cfg(target_os = "linux")]

use crate::command::{file, fresh};
use std::{
    fmt::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// How a command ended, and the most memory that it held.
struct Run {
    code: Option<i32>,
    peak: u64,
    err: String,
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
    Run { code: status.code(), peak, err }
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

/// Asked against peak. A command may answer, or refuse with exit code 3; either way it keeps to the limit.
#[test]
fn peak_memory_stays_within_the_limit() {
    let (nim, wythoff, connect4) = (fresh("memory-nim"), fresh("memory-wythoff"), fresh("memory-connect4"));
    let book = fresh("memory.book");
    let numbers = ring("memory-numbers.arena", 1_500_000, false);
    let names = ring("memory-names.arena", 400_000, true);
    let line = |text: &'static str| text.split(' ').collect::<Vec<_>>();
    let mut commands: Vec<Vec<&str>> = [
        "graph nim:20000 --summary",
        "graph wythoff:310+310 --summary",
        "graph connect4:4x4 --json",
        "graph chomp:7x7 --json",
        "value juniper:64",
        "value domineering:5x5",
        "analyse euclid:65535,7",
        "analyse nim:3000+3000",
        "solve nim:65535+65535",
        "solve juniper:80",
        "solve chess",
        "solve teeko --outcome",
        "solve domineering:6x7",
        "solve domineering:8x16 --threads 127",
        "solve connect4 --moves 44444",
        "search othello --seconds 1",
        "search nim:65535+65535 --seconds 1",
        "tree connect4 --depth 7 --json",
        "tree nim:2000 --depth 3 --json",
        "perft othello --depth 6",
        "stats connect4 --games 2000",
        "sizes domineering --to 5x5",
    ]
    .map(line)
    .into();
    commands.push(vec!["table", "build", "nim:60000", "--out", &nim]);
    commands.push(vec!["table", "build", "wythoff:300+300", "--out", &wythoff]);
    commands.push(vec!["table", "build", "connect4:4x4", "--out", &connect4]);
    commands.push(vec!["book", "build", "connect4:5x4", "--plies", "3", "--out", &book]);
    commands.push(vec!["graph", &numbers, "--summary"]);
    commands.push(vec!["graph", &names, "--json"]);
    let (mut table, mut over) = (String::new(), 0);
    for args in &commands {
        for (memory, bytes) in [("64M", 64_u64 << 20), ("256M", 256 << 20)] {
            if args[0] == "table" || args[0] == "book" {
                let out = args.last().expect("a folder");
                for ending in ["", ".work", ".partial"] {
                    let _ = std::fs::remove_dir_all(format!("{out}{ending}"));
                    let _ = std::fs::remove_file(format!("{out}{ending}"));
                }
            }
            let Run { code, peak, err } = run(args, memory, Duration::from_secs(6));
            let allowed = bytes + bytes / 10 + (40 << 20);
            let mark = if peak > allowed { "OVER" } else { "" };
            over += u32::from(peak > allowed);
            let last = err.lines().last().unwrap_or("");
            let peak = peak >> 20;
            let _ = writeln!(table, "{memory:>5} {peak:>6} MB {mark:4} {code:?} {}   {last}", args.join(" "));
            assert!(matches!(code, Some(0 | 2 | 3)), "{args:?}: {code:?} {err}");
        }
    }
    println!("asked   peak\n{table}");
    assert_eq!(over, 0, "\n{table}");
}
