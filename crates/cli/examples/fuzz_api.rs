//! Requests of all kinds to a server of its own on the loopback: every one is answered, in time and within memory.
//!
//!     cargo run --release -p attractor-cli --example fuzz_api -- target/release/attractor [--seconds N] [--seed N]
//!
//! Ends after so many seconds (600 unless told otherwise), or with the first finding: its seed repeats it.

#[path = "../tests/all/grammar/mod.rs"]
mod grammar;

use attractor_game::Rng;
use grammar::{Server, request};
use std::{
    process::ExitCode,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Seconds that the server gives a job.
const SECONDS: &str = "1";
/// A request may wait for others before it is worked on.
const PATIENCE: Duration = Duration::from_secs(60);
/// Bytes that the server may take: three jobs of 64 MB with their requests and answers, and the program.
const PEAK: u64 = 1 << 30;
/// Visitors at once.
const VISITORS: u64 = 3;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let program = args.next().expect("the path of attractor");
    let (mut seconds, mut seed) = (600, 1);
    while let Some(flag) = args.next() {
        let value = args.next().and_then(|n| n.parse::<u64>().ok()).expect("a number");
        match flag.as_str() {
            "--seconds" => seconds = value,
            "--seed" => seed = value,
            other => panic!("there is no {other}"),
        }
    }
    let server = Server::start(&program, &["--seconds", SECONDS, "--memory", "64M", "--jobs", "2"]);
    let (until, failed, asked) =
        (Instant::now() + Duration::from_secs(seconds), AtomicBool::new(false), AtomicU64::new(0));
    let slowest = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for visitor in 0..VISITORS {
            let (server, failed, asked, slowest) = (&server, &failed, &asked, &slowest);
            scope.spawn(move || {
                let mut number = 0;
                while Instant::now() < until && !failed.load(Relaxed) {
                    let this = seed + visitor + VISITORS * number;
                    number += 1;
                    let (path, body) = request(&mut Rng::new(this));
                    let wrong = match server.post(&path, &body, PATIENCE) {
                        None => Some("no answer".to_owned()),
                        Some((status, answer, took)) => {
                            asked.fetch_add(1, Relaxed);
                            slowest.fetch_max(took.as_millis() as u64, Relaxed);
                            let peak = server.peak().unwrap_or(0);
                            let known = matches!(status, 200 | 400 | 404 | 408 | 413 | 415 | 422 | 429);
                            if !known {
                                Some(format!("status {status}: {}", String::from_utf8_lossy(&answer)))
                            } else if answer.len() > 17 << 20 {
                                Some(format!("{} bytes", answer.len()))
                            } else if peak > PEAK {
                                Some(format!("{} MB of memory", peak >> 20))
                            } else {
                                None
                            }
                        }
                    };
                    if let Some(wrong) = wrong {
                        failed.store(true, Relaxed);
                        let shown: String = body.to_string().chars().take(2_000).collect();
                        eprintln!("seed {this}: {path} {shown}\n{wrong}");
                    }
                }
            });
        }
    });
    let mut server = server;
    let (peak, ended) = (server.peak().unwrap_or(0) >> 20, server.ended());
    println!(
        "{} requests answered, the slowest in {} ms, at most {peak} MB",
        asked.load(Relaxed),
        slowest.load(Relaxed)
    );
    if let Some(status) = &ended {
        eprintln!("the server ended: {status}");
    }
    if failed.load(Relaxed) || ended.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
