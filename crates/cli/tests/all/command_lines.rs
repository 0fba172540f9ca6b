//! Four hundred random command lines, the same every time: no panic, exit codes and JSON as promised, nothing hidden in
//! messages, advice that names flags which the command has, and --memory kept. `fuzz_commands`, an example, runs as many as one likes.
#![cfg(unix)]

use crate::fuzz::{Bounds, Fuzz, Limits, shown};
use std::{
    path::Path,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

const LINES: u64 = 400;

#[test]
fn random_command_lines_keep_the_contract() {
    let binary = Path::new(env!("CARGO_BIN_EXE_attractor"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_lines");
    let limits =
        Limits { bounds: Bounds { memory: true, prompt: false }, memory: 64 << 20, time: Duration::from_millis(300) };
    let fuzz = Fuzz::new(binary, &folder, 20, limits);
    let (mut codes, mut found) = ([0u64; 4], Vec::new());
    let next = AtomicU64::new(0);
    let runs: Vec<_> = std::thread::scope(|scope| {
        let work = || {
            let mut runs = Vec::new();
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= LINES {
                    return runs;
                }
                runs.push((number, fuzz.run(number)));
            }
        };
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("it does not panic")).collect()
    });
    for (number, run) in &runs {
        if let Some(code @ 0..=3) = run.ended.code {
            codes[code as usize] += 1;
        }
        if !run.faults.is_empty() {
            let err = String::from_utf8_lossy(&run.ended.err);
            found.push(format!("{number}: {}\n  {}\n{err}", shown(&run.line), run.faults.join("; ")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(codes[0] > LINES / 8 && codes[2] > LINES / 8 && codes[3] > 0, "too few lines of some kind: {codes:?}");
}
