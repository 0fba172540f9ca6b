//! The project's own tasks: `cargo xtask test` is what a newcomer and every check runs, `cargo xtask full` adds what
//! takes longer and keeps a dated log of it.

mod browser;
mod changed;
mod hosts;
mod licences;
mod log;
mod miri;
mod needs;
mod oracles;
mod package;
mod parquet;
mod peers;
mod python;
mod run;
mod schema;

use run::{Beside, Report, Step, cargo, run_all};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask test    all checks of a change: format, lints, docs, licences, tests
       cargo xtask check    the quick ones: format, lints, unit tests of the crates that changed since the branch began
       cargo xtask full    all checks of a change, then benches and long fuzzing, with a dated log in runs/
       cargo xtask miri    runs the tests of unsafe code under Miri, which finds undefined behaviour (nightly Rust)
       cargo xtask parquet    exports a table and lets Polars and DuckDB (from PyPI, inside target/) read it
       cargo xtask python    builds the wheel, installs it into a new environment and tests it there
       cargo xtask python-bench    compares the Python package with OpenSpiel, easyAI and the course's function
       cargo xtask book    builds the guide as a site with mdBook (compiled inside target/ the first time)
       cargo xtask notices PACKAGE FILE    writes the licences of everything that is compiled into a package
       cargo xtask package    builds the wheel and the Debian package, with checksums and notes, in target/packages
       cargo xtask hosts    builds tables on hosts in network namespaces, over a link with delay and loss (root, Linux)
       cargo xtask browser    uses the page in Chromium (installed if need be)
       cargo xtask schemathesis    asks the server of the release build what its API's description allows
       cargo xtask oracles    compares rules, values and endgames with other programs from PyPI, with a dated log in runs/
       cargo xtask gallery    draws the figures in gallery/ again
       cargo xtask schema    writes the descriptions of questions and answers (JSON Schema, OpenAPI) from their types
       cargo xtask bitbully    installs that peer (AGPL, from PyPI) for the Connect Four bench, inside peers/bitbully/target";

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    let done = match task.as_deref() {
        Some("test") => {
            needs::announce();
            test()
        }
        Some("check") => check(),
        Some("full") => log::keep("full", || {
            needs::announce();
            test().and_then(|()| full())
        }),
        Some("parquet") => parquet::check(),
        Some("miri") => miri::check(),
        Some("hosts") => hosts::check(),
        Some("browser") => browser::check(),
        Some("python") => python::check(),
        Some("python-bench") => python::bench(),
        Some("notices") => notices(),
        Some("book") => package::book().map(|_| ()),
        Some("package") => package::all(),
        Some("schemathesis") => browser::schemathesis(),
        Some("oracles") => log::keep("oracles", oracles::check),
        Some("gallery") => gallery(),
        Some("schema") => schema::write(),
        Some("bitbully") => peers::bitbully(),
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

fn notices() -> Result<(), String> {
    let (Some(package), Some(file)) = (std::env::args().nth(2), std::env::args_os().nth(3)) else {
        return Err("expected a package and a file, as in: cargo xtask notices attractor-py NOTICES".into());
    };
    licences::write(&package, std::path::Path::new(&file))
}

/// Everything that must hold of a change. A step that fails hides no other.
fn test() -> Result<(), String> {
    let mut report = Report::default();
    let python = Beside::start("packages of Python", |report| report.keep(python::prepare()));
    let chromium = Beside::start("the browser and its packages", |report| report.keep(browser::prepare()));
    lints(&mut report);
    let docs = Step::new("docs", cargo(&["doc", "--workspace", "--no-deps", "--locked"]));
    report.step(docs.env("RUSTDOCFLAGS", "-D warnings"));
    report.keep(licences::check());
    report.step(Step::new("packages", cargo(&["package", "--workspace", "--no-verify", "--allow-dirty", "--quiet"])));
    for (name, features) in [("the library alone", ""), ("the library with tables", "tables")] {
        report.step(Step::new(name, cargo(&["check", "-p", "attractor", "--locked", "--features", features])));
    }
    let compiled = report.step(run::compile());
    if compiled {
        report.step(Step::tests("tests", run::tests(&["--workspace", "--tests", "--no-fail-fast"])));
        let examples = cargo(&["test", "--doc", "--workspace", "--locked", "--no-fail-fast"]);
        report.step(Step::tests("tests in the documentation", examples));
    }
    let (python, chromium) = (python.join(&mut report), chromium.join(&mut report));
    if !compiled {
        log::line("the Python package and the page are not tested: there is no command to test");
        return report.result();
    }
    // The browser waits more than it computes. Tests in Python measure time, so they come when it has ended.
    let page =
        chromium.map(|chromium| Beside::start("the page in a browser", move |report| browser::test(&chromium, report)));
    let built = python.filter(|python| python::build(python, &mut report));
    if let Some(page) = page {
        page.join(&mut report);
    }
    if let Some(python) = built {
        python::test(&python, &mut report);
    }
    report.result()
}

fn lints(report: &mut Report) {
    for (subcommand, name) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        report.keep(run::component(subcommand, name));
    }
    report.step(Step::new("format", cargo(&["fmt", "--all", "--check"])));
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    report.step(Step::new("lints", cargo(&clippy)));
}

/// What a change is tried with again and again while it is made.
fn check() -> Result<(), String> {
    let mut report = Report::default();
    lints(&mut report);
    match report.keep(changed::unit_tests()) {
        Some(args) if args.is_empty() => log::line("no crate with unit tests has changed"),
        Some(args) => {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            report.step(Step::tests(
                "unit tests of what changed",
                run::tests(&[&args[..], &["--no-fail-fast"]].concat()),
            ));
        }
        None => {}
    }
    report.result()
}

/// Draws the gallery again, by the test that compares it.
fn gallery() -> Result<(), String> {
    let test = cargo(&["test", "--locked", "-p", "attractor-cli", "--test", "all", "gallery::"]);
    run_all(&[Step::new("gallery", test).env("UPDATE_GALLERY", "1")])
}

/// What takes longer: speed with its answers asserted, peers in the same run, soundness on whole boards, fuzzing.
fn full() -> Result<(), String> {
    let peer = "peers/connect-four-ai/Cargo.toml";
    let solve = |kind: &str, name: &str, rest: &[&str]| {
        let mut args = match kind {
            "bench" => vec!["bench", "--locked", "-p", "attractor-solve", "--bench", name],
            _ => vec!["run", "--release", "--locked", "-p", "attractor-solve", "--example", name],
        };
        args.extend(rest);
        cargo(&args)
    };
    // A peer that cannot be had (no Python, no network) is left out, and the bench says so.
    if let Err(why) = peers::bitbully() {
        log::line(&format!("BitBully is left out: {why}"));
    }
    parquet::check()?;
    miri::check()?;
    // Tests of pictures use these where they are.
    run::debian(&["gnugo", "grhino", "stockfish"]);
    run::debian(&["graphviz", "poppler-utils", "texlive-latex-extra", "texlive-latex-recommended", "texlive-pictures"]);
    run_all(&[
        Step::new("bench: arenas of ten million vertices", solve("bench", "arena", &[])),
        Step::new("the peer is built", cargo(&["build", "--release", "--manifest-path", peer])),
        Step::new("bench: Connect Four and its peers", solve("bench", "connect4", &["--", "empty"])),
        Step::new("bench: the engine and its twin by hand", solve("bench", "twin", &["--", "empty"])),
        Step::new("bench: Domineering and a plain solver", solve("bench", "domineering", &[])),
        Step::new("bench: the end of play in Othello", solve("bench", "othello", &[])),
        Step::new(
            "long lines of play, larger endgames",
            cargo(&["test", "--release", "--locked", "-p", "attractor-games", "--lib", "--", "--ignored"]),
        ),
        Step::new(
            "Domineering boards of many seconds, by their nodes",
            cargo(&[
                "test",
                "--release",
                "--locked",
                "-p",
                "attractor-games",
                "--tests",
                "--",
                "boards_of_many_seconds",
                "--ignored",
            ]),
        ),
        Step::new(
            "large tables within their memory",
            cargo(&[
                "test",
                "--release",
                "--locked",
                "-p",
                "attractor-cli",
                "--tests",
                "--",
                "large_builds_take_no_more_memory_than_is_allowed",
                "--ignored",
                "--nocapture",
            ]),
        ),
        Step::new(
            "endgames of chess and draughts, matches with other programs",
            cargo(&[
                "test",
                "--release",
                "--locked",
                "-p",
                "attractor-cli",
                "--test",
                "all",
                "--",
                "endgames::",
                "speak::",
                "--ignored",
                "--nocapture",
            ]),
        ),
        Step::new(
            "every game at every size, ten seconds each",
            cargo(&[
                "test",
                "--release",
                "--locked",
                "-p",
                "attractor-play",
                "--test",
                "all",
                "--",
                "all_sizes::",
                "--ignored",
                "--nocapture",
            ]),
        ),
        Step::new("every Domineering board up to 8x8, twice", solve("example", "domineering_table", &["--", "8x8"])),
        Step::new(
            "bench: inside the command",
            cargo(&["run", "--release", "--locked", "-p", "attractor-cli", "--", "bench", "--long"]),
        ),
        Step::new(
            "every bound of the tactics",
            solve("example", "tactics_bounds", &["--", "4x4", "5x4", "4x5", "4x6", "6x4", "5x5"]),
        ),
        Step::new("bench: tables", solve("bench", "table", &[])),
        Step::new("bench: several processes", solve("bench", "cluster", &[])),
        Step::new("tables with published counts", solve("example", "table_counts", &["--", "long"])),
        Step::new(
            "pictures: TeX Live, Graphviz, two thousand states",
            cargo(&[
                "test",
                "--release",
                "--locked",
                "-p",
                "attractor-cli",
                "-p",
                "attractor-draw",
                "--test",
                "all",
                "--",
                "latex::",
                "gallery::",
                "geometry::",
                "--nocapture",
            ]),
        ),
        Step::new("the command", cargo(&["build", "--release", "--locked", "-p", "attractor-cli"])),
        Step::new(
            "the page: two hundred visitors",
            cargo(&[
                "run",
                "--release",
                "--locked",
                "-p",
                "attractor-cli",
                "--example",
                "load",
                "--",
                "target/release/attractor",
            ]),
        ),
        Step::new(
            "fuzzing command lines, ten minutes",
            cargo(&[
                "run",
                "--release",
                "--locked",
                "-p",
                "attractor-cli",
                "--example",
                "fuzz_commands",
                "--",
                "--seconds",
                "600",
                "--binary",
                "target/release/attractor",
                "--rss",
                "--prompt",
            ]),
        ),
        Step::new(
            "fuzzing the server, ten minutes",
            cargo(&[
                "run",
                "--release",
                "--locked",
                "-p",
                "attractor-cli",
                "--example",
                "fuzz_api",
                "--",
                "target/release/attractor",
                "--seconds",
                "600",
            ]),
        ),
        Step::new("the fuzz target builds", cargo(&["check", "--manifest-path", "fuzz/Cargo.toml"])),
        Step::new("fuzzing the readers, five minutes", solve("example", "fuzz_formats", &["--", "--seconds", "300"])),
        Step::new(
            "fuzzing tables and books, ten minutes",
            solve("example", "fuzz_tables", &["--", "--seconds", "600"]),
        ),
        Step::new(
            "fuzzing arenas against the definitions, ten minutes",
            solve("example", "fuzz_arenas", &["--", "--seconds", "600"]),
        ),
        Step::new(
            "fuzzing certificates against the definitions, ten minutes",
            cargo(&[
                "run",
                "--release",
                "--locked",
                "-p",
                "attractor-play",
                "--example",
                "fuzz_certificates",
                "--",
                "--seconds",
                "600",
            ]),
        ),
    ])?;
    hosts::check()?;
    hosts::kills()?;
    oracles::check()?;
    python::bench()?;
    package::book()?;
    package::all()?;
    browser::schemathesis()
}
