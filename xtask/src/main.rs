//! The project's own tasks: `cargo xtask test` is what a newcomer and every check runs, `cargo xtask full` adds what
//! takes longer and keeps a dated log of it.

mod licences;
mod log;
mod run;

use run::{Step, cargo, run_all};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask test    all checks of a change: format, lints, docs, licences, tests
       cargo xtask full    the same, then benches and long fuzzing, with a dated log in runs/";

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    let done = match task.as_deref() {
        Some("test") => test(),
        Some("full") => log::keep("full", || test().and_then(|()| full())),
        Some("help" | "-h" | "--help") => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("expected a task\n{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must hold of a change.
fn test() -> Result<(), String> {
    run::component("fmt", "rustfmt")?;
    run::component("clippy", "clippy")?;
    run_all(&[
        Step::new("format", cargo(&["fmt", "--all", "--check"])),
        Step::new("lints", cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])),
        Step::new("docs", cargo(&["doc", "--workspace", "--no-deps", "--locked"])).env("RUSTDOCFLAGS", "-D warnings"),
    ])?;
    licences::check()?;
    run_all(&[Step::new("tests", cargo(&["test", "--workspace", "--locked"]))])
}

/// What takes longer: speed with its answers asserted, and minutes of fuzzing.
fn full() -> Result<(), String> {
    run_all(&[
        Step::new(
            "bench: arenas of ten million vertices",
            cargo(&["bench", "-p", "attractor-solve", "--bench", "arena"]),
        ),
        Step::new("the fuzz target builds", cargo(&["check", "--manifest-path", "fuzz/Cargo.toml"])),
        Step::new(
            "fuzzing the readers, five minutes",
            cargo(&[
                "run",
                "--release",
                "-p",
                "attractor-solve",
                "--example",
                "fuzz_formats",
                "--",
                "--seconds",
                "300",
            ]),
        ),
    ])
}
