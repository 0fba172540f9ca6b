//! The Python package as people have it: the wheel, installed into an environment that has nothing else of ours.

use crate::{
    licences, log,
    run::{self, Step, cargo, root, run_all},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Where environments and wheels are.
fn folder() -> PathBuf {
    root().join("target/python")
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A new environment with the packages of a list of requirements.
fn environment(name: &str, requirements: &str) -> Result<PathBuf, String> {
    let folder = folder().join(name);
    let python = folder.join("bin/python");
    let make = || Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder).output();
    // Debian keeps venv apart.
    if !make().is_ok_and(|o| o.status.success()) {
        run::debian(&["python3-venv"]);
        if !make().is_ok_and(|o| o.status.success()) {
            return Err("Python is missing: install Python 3.9 or newer, with venv".into());
        }
    }
    let list = shown(&root().join("crates/py").join(requirements));
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", &list];
    let mut pip = Command::new(&python);
    match log::run(pip.args(install)) {
        Ok(true) => Ok(python),
        _ => Err(format!("pip could not install crates/py/{requirements}")),
    }
}

/// Builds the wheel with an environment's maturin.
fn wheel(python: &Path, profile: &str) -> Result<PathBuf, String> {
    let out = folder().join("wheels");
    // Only the new one is to be found there.
    let _ = fs::remove_dir_all(&out);
    let maturin = shown(&python.with_file_name("maturin"));
    let (manifest, to) = (shown(&root().join("crates/py/Cargo.toml")), shown(&out));
    let args = ["build", "--locked", "--profile", profile, "--manifest-path", &manifest, "--out", &to];
    let command = std::iter::once(maturin.as_str()).chain(args).map(str::to_owned).collect();
    run_all(&[Step::new("the wheel", command)])?;
    let found = fs::read_dir(&out).map_err(|e| format!("target/python/wheels: {e}"))?;
    let wheel =
        found.filter_map(|file| file.ok().map(|file| file.path())).find(|p| p.extension() == Some("whl".as_ref()));
    wheel.ok_or_else(|| "maturin built no wheel".to_owned())
}

fn install(python: &Path, wheel: &Path) -> Result<(), String> {
    let command = [shown(python), "-m".into(), "pip".into(), "install".into(), "--quiet".into()];
    let rest = ["--disable-pip-version-check".into(), "--force-reinstall".into(), "--no-deps".into(), shown(wheel)];
    run_all(&[Step::new("the wheel is installed", [&command[..], &rest[..]].concat())])
}

/// Everything that must hold of the package: style, types, documentation, tests, the guide and the notebooks.
pub(crate) fn check() -> Result<(), String> {
    let python = environment("test", "requirements-test.txt")?;
    // As the tests built it: another profile would compile most of it again.
    install(&python, &wheel(&python, "dev")?)?;
    let package = root().join("crates/py");
    let run = |name: &'static str, args: &[&str]| {
        let mut command = vec![shown(&python), "-m".into()];
        command.extend(args.iter().map(|arg| (*arg).to_owned()));
        Step::new(name, command)
    };
    let paths = ["python", "tests", "examples", "benches"].map(|part| shown(&package.join(part)));
    let config = shown(&package.join("pyproject.toml"));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    // The guide's examples use the command as the tests built it.
    run_all(&[
        Step::new("the command", cargo(&["test", "--workspace", "--locked", "--no-run", "--quiet"])),
        run("ruff", &["ruff", "check", "--config", &config, &paths[0], &paths[1], &paths[2], &paths[3]]),
        run(
            "ruff format",
            &["ruff", "format", "--check", "--config", &config, &paths[0], &paths[1], &paths[2], &paths[3]],
        ),
        run("mypy", &["mypy", "--config-file", &config, &paths[0]]),
        run("mypy: who uses the package", &["mypy", "--config-file", &config, &paths[2], &paths[3]]),
        run(
            "pytest: documentation",
            &["pytest", "-c", &config, "--rootdir", &shown(&package), "--doctest-modules", "--pyargs", "attractor"],
        ),
        run("pytest", &["pytest", "-c", &config, "--rootdir", &shown(&package), &paths[1]])
            .env("ATTRACTOR", shown(&target.join("debug/attractor"))),
    ])
}

/// The wheel that people get, with the licences of all that it holds.
pub(crate) fn release_wheel() -> Result<PathBuf, String> {
    licences::write("attractor-py", &root().join("crates/py/LICENSE-THIRD-PARTY"))?;
    wheel(&environment("bench", "requirements-bench.txt")?, "release")
}

/// Speed beside OpenSpiel, easyAI and the course's own function, with the wheel that people get.
pub(crate) fn bench() -> Result<(), String> {
    let python = environment("bench", "requirements-bench.txt")?;
    install(&python, &wheel(&python, "release")?)?;
    let bench = shown(&root().join("crates/py/benches/compare.py"));
    run_all(&[Step::new("bench: Python packages", vec![shown(&python), bench])])
}
