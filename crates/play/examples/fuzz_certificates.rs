//! Writes certificates, true and forged, and compares the program's verdict with the definitions, for as long as it is
//! given:
//!
//! ```text
//! cargo run --release -p attractor-play --example fuzz_certificates -- --seconds 600 [--seed N]
//! ```

use attractor_game::Rng;
use attractor_play::certificate;
use attractor_solve::verify;
use std::{
    env, panic,
    process::ExitCode,
    time::{Duration, Instant},
};

#[path = "../tests/all/forgery/mod.rs"]
mod forgery;
#[path = "../../solve/tests/all/oracle/mod.rs"]
mod oracle;

use forgery::{Document, KINDS};
use oracle::Graph;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().collect();
    let option = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(otherwise)
    };
    let (seconds, first) = (option("--seconds", 10), option("--seed", 1));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut accepted, mut rejected, mut damaged) = (0u64, 0u64, 0u64);
    for seed in first.. {
        if Instant::now() >= end {
            break;
        }
        let mut rng = Rng::new(seed);
        let graph = Graph::random(&mut rng, 30);
        let claim = graph.solved(&mut rng);
        let mut document = Document::new(&graph, &claim, &mut rng);
        for _ in 0..rng.below(4) {
            document.forge(KINDS[rng.below(KINDS.len())], &mut rng);
        }
        let (text, holds) = (document.text(&mut rng), document.holds());
        let outcome = panic::catch_unwind(|| verdict(&text));
        if outcome.as_ref().ok() != Some(&holds) {
            println!("seed {seed}: {outcome:?}, but it is {holds}\n{text}");
            return ExitCode::FAILURE;
        }
        *if holds { &mut accepted } else { &mut rejected } += 1;
        // Damaged anywhere: it may be read or not, and may be true or not, but there is an answer.
        let mut bytes = text.into_bytes();
        for _ in 0..1 + rng.below(3) {
            if bytes.is_empty() {
                break;
            }
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = b"\"\\{}[],:0123456789.-+eE truefalsn\n"[rng.below(34)],
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if panic::catch_unwind(|| verdict(&text)).is_err() {
            println!("seed {seed}, damaged:\n{text:?}");
            return ExitCode::FAILURE;
        }
        damaged += 1;
    }
    println!("{accepted} accepted, {rejected} rejected, {damaged} damaged in {seconds} s; every verdict is right");
    ExitCode::SUCCESS
}

/// Whether the program accepts a certificate. What is wrong must have a place in the text, or none.
fn verdict(text: &str) -> bool {
    match certificate::read(text, "certificate").and_then(|(arena, claim)| verify::check(&arena, &claim)) {
        Ok(()) => true,
        Err(e) => {
            if let Some(place) = e.place() {
                let lines = text.split('\n').count();
                assert!((1..=lines).contains(&place.line) && place.column >= 1 && place.width >= 1, "{e}");
            }
            let _ = e.to_string();
            false
        }
    }
}
