//! Bounds of time and memory, for the command and the server, over games drawn from the registry's whole grammar.
#![cfg(target_os = "linux")]

use crate::grammar::{Server, request, run, spec};
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

/// Ctrl-C ends every command about a position, with exit code 3, as soon as a person expects it to.
#[test]
fn an_interrupt_ends_every_command() {
    for args in [
        &["solve", "nim:65535+65535"][..],
        &["solve", "go:4x4"],
        &["analyse", "go:4x4"],
        &["search", "nim:65535+65535", "--seconds", "3600"],
        &["value", "wythoff:43690+43690"],
        &["perft", "chess", "--depth", "40"],
        &["stats", "connect4", "--games", "4000000000"],
        &["tree", "connect4", "--depth", "60", "--summary", "--algorithm", "minimax"],
        &["graph", "wythoff:1000+1000", "--summary"],
        &["match", "connect4", "--first", "random", "--second", "random", "--games", "100000000"],
        &["sizes", "domineering", "--to", "9x9"],
    ] {
        let mut child = Command::new(PROGRAM)
            .args(args)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(400));
        let begun = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        while child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(10), "{args:?} goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
        let (took, output) = (begun.elapsed(), child.wait_with_output().unwrap());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{args:?} after {took:?}: {told}");
        println!("{args:?}: {took:?}");
        assert!(took < Duration::from_secs(4), "{args:?}: {took:?}");
    }
}
