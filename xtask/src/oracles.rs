//! Rules, values and endgames beside programs that this project did not write. They come from PyPI into an environment of
//! their own and run as processes; some are under the GPL or the AGPL, and nothing here links or contains them.

use crate::{
    log, peers,
    run::{Step, cargo, root, run_all},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A program to compare with.
struct Oracle {
    /// The versions that the comparison is written for; the first names the oracle.
    packages: &'static [&'static str],
    licence: &'static str,
    script: &'static str,
}

const CHESS: &str = "chess==1.11.2";

const ORACLES: [Oracle; 5] = [
    Oracle { packages: &["open_spiel==2.0.2"], licence: "Apache-2.0", script: "with_open_spiel.py" },
    Oracle { packages: &[CHESS], licence: "GPL-3.0-or-later", script: "with_chess.py" },
    Oracle { packages: &["pydraughts==0.6.7"], licence: "MIT", script: "with_pydraughts.py" },
    Oracle { packages: &["pgx==2.6.0", "jax==0.10.2"], licence: "Apache-2.0", script: "with_pgx.py" },
    Oracle { packages: &["bitbully==0.0.79"], licence: "AGPL-3.0-or-later", script: "with_bitbully.py" },
];

/// Endgames of chess whose tables are compared; Gaviota's files from PyPI have the first three.
const ENDGAMES: [&str; 5] = ["KQK", "KRK", "KPK", "KBNK", "KQKR"];

/// Compares with every program that can be had; the others are left out with a line that says so. Fails after the last
/// comparison if there was a fault in any.
pub(crate) fn check() -> Result<(), String> {
    let folder = root().join("target/oracles");
    fs::create_dir_all(&folder).map_err(|e| format!("target/oracles: {e}"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let (command, positions) = (target.join("release/attractor"), target.join("release/examples/positions"));
    // One build, so that both share what they are made of.
    let packages = ["-p", "attractor-cli", "-p", "attractor-play", "--bin", "attractor", "--example", "positions"];
    let build = cargo(&[&["build", "--release", "--locked"], &packages[..]].concat());
    run_all(&[Step::new("the command, and our rules answering questions", build)])?;
    let mut faults = Vec::new();
    for oracle in &ORACLES {
        let name = oracle.packages[0];
        let about = format!("{}; run as a process, no part of this project", oracle.licence);
        let python = match peers::python(&folder.join("python"), oracle.packages, &about) {
            Ok(python) => python,
            Err(why) => {
                log::line(&format!("{name} is left out: {why}"));
                continue;
            }
        };
        let run = |script: &str, rest: &[&Path]| {
            let script = format!("xtask/scripts/oracles/{script}");
            let rest = rest.iter().map(|path| path.to_string_lossy().into_owned());
            let step = [python.to_string_lossy().into_owned(), script].into_iter().chain(rest).collect();
            run_all(&[Step::new(name, step).env("POSITIONS", positions.to_string_lossy())])
        };
        faults.extend(run(oracle.script, &[&command]).err());
        if name == CHESS {
            match endgames(&python, &command, &folder) {
                Ok([ours, theirs]) => faults.extend(run("with_chess_tables.py", &[&ours, &theirs]).err()),
                Err(why) => log::line(&format!("the tables of Syzygy and Gaviota are left out: {why}")),
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Builds our tables of endgames, and unpacks those that the source of python-chess brings for its tests.
fn endgames(python: &Path, command: &Path, folder: &Path) -> Result<[PathBuf; 2], String> {
    let (tables, source) = (folder.join("tables"), folder.join("source"));
    let unpacked = source.join(CHESS.replace("==", "-"));
    if !unpacked.join("data").is_dir() {
        let from = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"];
        peers::step(Command::new(python).args(from).args(["--no-binary", ":all:", CHESS, "--dest"]).arg(&source))?;
        let archive = unpacked.with_file_name(format!("{}.tar.gz", CHESS.replace("==", "-")));
        peers::step(Command::new(python).args(["-m", "tarfile", "-e"]).args([&archive, &source]))?;
    }
    // Tables of another build are not what is to be compared.
    let _ = fs::remove_dir_all(&tables);
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let build = |men: &str| {
        let words = [text(command), "table".into(), "build".into(), format!("chess,men={men}"), "--out".into()];
        Step::new("a table of an endgame", [&words[..], &[text(&tables.join(men))]].concat())
    };
    run_all(&ENDGAMES.map(build))?;
    Ok([tables, unpacked.join("data")])
}
