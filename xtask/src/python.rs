//! The Python package as people have it: the wheel, installed into an environment that has nothing else of ours.

use crate::{
    licences, log,
    run::{self, Beside, Report, Step, root, run_all},
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

/// The environment in which the package is tested, with all that its tests need but the package itself.
pub(crate) fn prepare() -> Result<PathBuf, String> {
    environment("test", "requirements-test.txt")
}

/// The parts of the package that are looked at: what people have, its tests, its examples, its benches.
fn parts() -> [String; 4] {
    ["python", "tests", "examples", "benches"].map(|part| shown(&root().join("crates/py").join(part)))
}

fn config() -> String {
    shown(&root().join("crates/py/pyproject.toml"))
}

/// The command that runs a module of Python.
fn module(python: &Path, args: &[&str]) -> Vec<String> {
    [shown(python), "-m".to_owned()].into_iter().chain(args.iter().map(|&arg| arg.to_owned())).collect()
}

/// Checks the style and the types, and installs the wheel; returns whether that is there.
pub(crate) fn build(python: &Path, report: &mut Report) -> bool {
    let (config, parts) = (config(), parts());
    let all = parts.each_ref().map(String::as_str);
    let run = |name, args: &[&str]| Step::new(name, module(python, args));
    report.step(run("ruff", &[&["ruff", "check", "--config", &config], &all[..]].concat()));
    report.step(run("ruff format", &[&["ruff", "format", "--check", "--config", &config], &all[..]].concat()));
    report.step(run("mypy", &["mypy", "--config-file", &config, &parts[0]]));
    // As the tests built it: another profile would compile most of it again.
    report.keep(wheel(python, "dev").and_then(|wheel| install(python, &wheel))).is_some()
}

/// What must hold of the installed package: the types of who uses it, documentation, tests, the guide and the notebooks.
pub(crate) fn test(python: &Path, report: &mut Report) {
    let (config, parts) = (config(), parts());
    let package = shown(&root().join("crates/py"));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let run = |name, args: &[&str]| Step::tests(name, module(python, args));
    report.step(run("mypy: who uses the package", &["mypy", "--config-file", &config, &parts[2], &parts[3]]));
    let pytest = ["pytest", "-c", &config, "--rootdir", &package];
    report.step(run("pytest: documentation", &[&pytest[..], &["--doctest-modules", "--pyargs", "attractor"]].concat()));
    // The guide's examples use the command as the tests built it.
    let command = shown(&target.join("debug/attractor"));
    report.step(run("pytest", &[&pytest[..], &[&parts[1]]].concat()).env("ATTRACTOR", command));
}

/// Everything that must hold of the package.
pub(crate) fn check() -> Result<(), String> {
    let mut report = Report::default();
    let python = Beside::start("packages of Python", |report| report.keep(prepare()));
    let compiled = report.step(run::compile());
    if let Some(python) = python.join(&mut report).filter(|_| compiled)
        && build(&python, &mut report)
    {
        test(&python, &mut report);
    }
    report.result()
}

/// The wheel that people get, with the licences of all that it holds.
pub(crate) fn release_wheel() -> Result<PathBuf, String> {
    licences::write("attractor-py", &root().join("crates/py/LICENSE-THIRD-PARTY"))?;
    wheel(&environment("bench", "requirements-bench.txt")?, "dist")
}

/// Speed beside OpenSpiel, easyAI and the course's own function, with the wheel that people get.
pub(crate) fn bench() -> Result<(), String> {
    let python = environment("bench", "requirements-bench.txt")?;
    install(&python, &wheel(&python, "dist")?)?;
    let bench = shown(&root().join("crates/py/benches/compare.py"));
    run_all(&[Step::new("bench: Python packages", vec![shown(&python), bench])])
}
