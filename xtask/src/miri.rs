//! The tests of unsafe code under Miri, an interpreter that finds undefined behaviour and data races.
//!
//! Left out are the blocks that Miri cannot run: a mapped file (`table/file.rs`), anonymous mappings with advice on large
//! pages (`search/engine/words.rs` allocates instead), and the processor time of a thread (`table/cluster/member.rs`).

use crate::run::{Step, run_all};
use std::process::Command;

/// Where unsafe code of the solver is used, and what attacks it from safe code.
const TESTS: &[&str] = &[
    "graph::transpose::",
    "search::engine::cpu::",
    "search::engine::hostile::",
    "search::engine::stress::",
    "search::engine::table::",
    "search::engine::words::",
];

/// Instructions that Miri knows: with them, it also runs the search compiled for modern processors.
const FEATURES: &str = "-C target-feature=+popcnt,+lzcnt,+bmi1,+bmi2";

/// Runs the tests, or says in one line that Miri is left out.
pub(crate) fn check() -> Result<(), String> {
    if !there() {
        let component = ["toolchain", "install", "nightly", "--profile", "minimal", "--component", "miri,rust-src"];
        let _ = Command::new("rustup").args(component).output();
        if !there() {
            crate::log::line("Miri is left out: rustup has no nightly toolchain with the component miri");
            return Ok(());
        }
    }
    let test = |package: &str, filters: &[&str]| {
        let miri = ["rustup", "run", "nightly", "cargo", "miri", "test", "--locked", "--lib", "-p", package, "--"];
        miri.iter().chain(filters).map(|word| word.to_string()).collect()
    };
    let solve = Step::new("the solver's unsafe code under Miri", test("attractor-solve", TESTS));
    run_all(&[
        Step::new("the counting allocator under Miri", test("attractor-memory", &[])),
        Step::new("the games' unsafe code under Miri", test("attractor-games", &["combinatorial::tests::prefetch"])),
        if cfg!(target_arch = "x86_64") { solve.env("RUSTFLAGS", FEATURES) } else { solve },
    ])
}

/// Whether nightly Rust with Miri is installed.
fn there() -> bool {
    let version = Command::new("rustup").args(["run", "nightly", "cargo", "miri", "--version"]).output();
    version.is_ok_and(|output| output.status.success())
}
