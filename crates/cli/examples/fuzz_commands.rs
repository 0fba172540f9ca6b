//! Runs the command on random command lines for a given time, and prints those that break a promise:
//!
//! ```text
//! cargo run --release -p attractor-cli --example fuzz_commands -- --seconds 600 [--seed N] [--binary PATH] [--only NUMBER]
//! ```
//!
//! `--rss` asserts the peak of memory too, `--prompt` that SIGINT ends every command within two seconds. The number of a
//! command line and the seed determine it: `--only` runs one again and shows what it says.

#[path = "../tests/all/fuzz/mod.rs"]
mod fuzz;

use fuzz::{Bounds, Fuzz, Limits, shown};
use std::{
    collections::BTreeMap,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).cloned();
    let number = |name: &str| value(name).map(|text| text.parse::<u64>().expect("a number"));
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let seconds = number("--seconds").unwrap_or(60);
    let seed = number("--seed").unwrap_or(1);
    let binary = value("--binary").map_or_else(|| PathBuf::from("target/release/attractor"), PathBuf::from);
    let binary = binary.canonicalize().expect("the command is built; --binary names another");
    let folder = std::env::temp_dir().join(format!("attractor-fuzz-{}", std::process::id()));
    let bounds = Bounds { memory: has("--rss"), prompt: has("--prompt") };
    let fuzz = Fuzz::new(&binary, &folder, seed, Limits { bounds, memory: 64 << 20, time: Duration::from_secs(1) });
    let begun = Instant::now();
    let (mut done, mut wrong, mut codes) = (0u64, 0u64, BTreeMap::new());
    for next in number("--only").unwrap_or(0).. {
        if done > 0 && (has("--only") || begun.elapsed() >= Duration::from_secs(seconds)) {
            break;
        }
        let run = fuzz.run(next);
        done += 1;
        let code = run.ended.code.map_or("a signal".to_owned(), |code| code.to_string());
        *codes.entry(if run.ended.killed { "killed".to_owned() } else { code.clone() }).or_insert(0u64) += 1;
        if !run.faults.is_empty() || has("--only") {
            wrong += u64::from(!run.faults.is_empty());
            let (time, peak) = (run.ended.time.as_secs_f64(), run.ended.peak >> 20);
            println!(
                "{next}: attractor {}\n    {code}, {time:.1} s, {peak} MB: {}",
                shown(&run.line),
                run.faults.join("; ")
            );
            let text = String::from_utf8_lossy(&run.ended.err).into_owned();
            text.lines().take(if has("--only") { 50 } else { 4 }).for_each(|line| println!("    | {line:?}"));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{done} command lines in {seconds:.0} s (seed {seed}), {wrong} with faults; ended with {codes:?}");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
