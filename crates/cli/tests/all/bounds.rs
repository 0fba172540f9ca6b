//! Bounds of time and memory, for the command and the server, over games drawn from the registry's whole grammar.
#![cfg(target_os = "linux")]

use crate::{
    command::{attractor, fresh},
    grammar::{Server, request, run, spec},
};
use attractor_game::Rng;
use serde_json::json;
use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_attractor");
/// Nothing asked within 64 MB takes more: the program itself, its books, and what a bound of 64 MB does not count.
const PEAK: u64 = 700 << 20;
/// What takes no longer than two seconds by its own clock, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn commands_about_any_game_keep_within_time_and_memory() {
    let mut rng = Rng::new(21);
    for i in 0..24 {
        let spec = spec(&mut rng);
        // Values and whole graphs are bounded by memory alone.
        let args: &[&str] = match i % 4 {
            0 => &["search", &spec, "--seconds", "0.2", "--memory", "64M"],
            1 => &["perft", &spec, "--depth", "1"],
            2 => &["tree", &spec, "--depth", "1", "--summary"],
            _ => &["play", &spec, "--first", "first", "--second", "first", "--json"],
        };
        let (code, peak, took) = run(PROGRAM, args, PATIENCE);
        assert!(matches!(code, Some(0 | 2 | 3)), "{args:?}: {code:?} after {took:?}");
        assert!(peak < PEAK, "{args:?}: {} MB", peak >> 20);
    }
}

/// Each of these ended the process, or took gigabytes or most of a minute.
#[test]
fn extreme_sizes_are_refused_at_once() {
    let takes = vec!["1-65535"; 3_000].join("/");
    let many = vec!["nim:1"; 3_000].join("++");
    for spec in [
        "euclid:4294967295,1",
        "euclid:100000000,1",
        "euclid:30000000,1",
        "wythoff:65535+65535",
        "nim:65535+65535+65535+65535",
        "nim:65535+65535+65535,take=1-65535",
        &format!("nim:70000,take={takes}"),
        &format!("sum:{many}"),
    ] {
        for command in ["solve", "analyse", "value", "search"] {
            let (code, peak, took) = run(PROGRAM, &[command, spec], PATIENCE);
            let shown: String = spec.chars().take(60).collect();
            assert_eq!(code, Some(2), "{command} {shown}: {took:?}");
            assert!(peak < 200 << 20, "{command} {shown}: {} MB", peak >> 20);
        }
    }
}

#[test]
fn requests_of_any_kind_are_answered_within_time_and_memory() {
    let mut server = Server::start(PROGRAM, &["--seconds", "0.5", "--memory", "64M", "--jobs", "2"]);
    let mut rng = Rng::new(12);
    let mut asked: Vec<_> = (0..60).map(|_| request(&mut rng)).collect();
    for spec in ["euclid:4294967295,1", "wythoff:310+310", "nim:65535+65535", "nim:2000", "domineering:11x11"] {
        asked.extend(["/api/position", "/api/graph"].map(|path| (path.to_owned(), json!({ "game": spec }))));
    }
    let row = vec!["1"; 1_390].join(",");
    asked.push((
        "/api/graph".to_owned(),
        json!({ "text": vec![row; 1_390].join("\n"), "from": "matrix", "owner": "v % 2 == 0" }),
    ));
    for (path, body) in asked {
        let shown: String = body.to_string().chars().take(200).collect();
        let answer = server.post(&path, &body, PATIENCE);
        let ended = server.ended();
        let Some((status, answer, took)) = answer else { panic!("{path} {shown}: no answer; {ended:?}") };
        assert!(ended.is_none(), "{path} {shown}: {ended:?}");
        assert!(matches!(status, 200 | 400 | 404 | 413 | 422 | 429), "{path} {shown}: {status}");
        assert!(answer.len() <= 17 << 20, "{path} {shown}: {} bytes", answer.len());
        assert!(took < PATIENCE, "{path} {shown}: {took:?}");
        let peak = server.peak().unwrap_or(0);
        assert!(peak < PEAK, "{path} {shown}: {} MB", peak >> 20);
    }
}

/// What a command prints that ignored the interrupt and had to be ended from outside its work.
const DID_NOT_STOP: &str = "did not end by itself";

/// Sends a command Ctrl-C after a while: how long it went on, and what it printed. It must end with exit code 3.
fn interrupted(args: &[&str], after: Duration) -> (Duration, String) {
    // A slow machine may not have come to the work yet, and then Ctrl-C ends the process as ever: give it longer.
    for wait in [after, 4 * after, 16 * after] {
        let mut child = Command::new(PROGRAM)
            .args(args)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(wait);
        assert!(child.try_wait().unwrap().is_none(), "{args:?} ends before it is interrupted");
        let begun = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        while child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "{args:?} goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
        let (took, output) = (begun.elapsed(), child.wait_with_output().unwrap());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code().is_some() {
            assert_eq!(output.status.code(), Some(3), "{args:?} after {took:?}: {told}");
            return (took, told);
        }
    }
    panic!("{args:?} is not at work after {:?}", 16 * after);
}

/// A command ends by itself within four seconds of Ctrl-C. It has three tries, because a machine that is busy may withhold the
/// processor once; a loop that ignores the interrupt fails all three.
fn ends_by_itself(args: &[&str], after: Duration) {
    let mut late = Vec::new();
    for _ in 0..3 {
        let (took, told) = interrupted(args, after);
        println!("{args:?}: {took:?}");
        if took < Duration::from_secs(4) && !told.contains(DID_NOT_STOP) {
            return;
        }
        late.push((took, told));
    }
    panic!("{args:?}: {late:?}");
}

/// Ctrl-C ends every command about a position, with exit code 3, as soon as a person expects it to.
#[test]
fn an_interrupt_ends_every_command() {
    for args in [
        &["solve", "nim:65535+65535"][..],
        &["solve", "go:4x4"],
        &["analyse", "go:4x4"],
        &["search", "nim:65535+65535", "--seconds", "3600"],
        &["perft", "chess", "--depth", "40"],
        &["stats", "connect4", "--games", "4000000000"],
        &["tree", "connect4", "--depth", "60", "--summary", "--algorithm", "minimax"],
        &["graph", "wythoff:1000+1000", "--summary"],
        &["match", "connect4", "--first", "random", "--second", "random", "--games", "100000000"],
        &["sizes", "domineering", "--to", "9x9"],
        &["perft", "wythoff:43690+43690", "--depth", "2", "--divide"],
        // A program that never greets.
        &["match", "nim:3", "--first", "random", "--second", "gtp:command=sleep 30"],
    ] {
        ends_by_itself(args, Duration::from_millis(400));
    }
}

/// Work that is kept on disk ends as soon, and nobody ends it from outside: every way to build a table, books, and checks.
#[test]
fn an_interrupt_ends_work_that_is_kept() {
    let folder = fresh("interrupts");
    std::fs::create_dir_all(&folder).unwrap();
    let out = |name: &str| format!("{folder}/{name}");
    let (layers, levels, whole) = (out("layers"), out("levels"), out("whole"));
    let (book, checked, table) = (out("book"), out("checked"), out("table"));
    for args in [
        &["table", "build", "connect4:6x6", "--memory", "64M", "--out", &layers][..],
        &["table", "build", "morris:6", "--memory", "128M", "--out", &levels],
        &["table", "build", "awale", "--memory", "512M", "--out", &whole],
        &["book", "build", "connect4", "--plies", "6", "--memory", "64M", "--out", &book],
    ] {
        ends_by_itself(args, Duration::from_millis(1_000));
    }
    let made = |args: &[&str]| assert_eq!(attractor(args).code, 0, "{args:?}");
    made(&["table", "build", "connect4:5x4", "--out", &table]);
    ends_by_itself(&["table", "verify", &table, "--all"], Duration::from_millis(400));
    made(&["book", "build", "connect4:5x5", "--plies", "8", "--out", &checked]);
    ends_by_itself(&["book", "verify", &checked, "--sample", "100000"], Duration::from_millis(400));
    std::fs::remove_dir_all(&folder).unwrap();
}
