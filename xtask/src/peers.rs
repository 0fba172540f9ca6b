//! Peers that benches compare with. They are installed on demand, outside the workspace, and run as processes.

use crate::run::root;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The version that the bench is written for.
const BITBULLY: &str = "bitbully==0.0.79";

/// Installs BitBully from PyPI into an environment of its own, unless it is there already.
pub(crate) fn bitbully() -> Result<(), String> {
    python(&root().join("peers/bitbully/target"), &[BITBULLY], "AGPL-3.0; run as a process, no part of this project")?;
    Ok(())
}

/// The Python of an environment that has these packages, each `name==version`; they are installed unless they are there.
pub(crate) fn python(folder: &Path, packages: &[&str], about: &str) -> Result<PathBuf, String> {
    let python = folder.join("bin/python");
    let versions: Vec<String> = packages
        .iter()
        .filter_map(|package| package.split_once("=="))
        .map(|(name, version)| format!("assert m.version('{name}') == '{version}'"))
        .collect();
    let check = format!("import importlib.metadata as m; {}", versions.join("; "));
    if Command::new(&python).args(["-c", &check]).output().is_ok_and(|o| o.status.success()) {
        return Ok(python);
    }
    crate::log::line(&format!("== installing {} ({about})", packages.join(", ")));
    step(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    step(Command::new(&python).args(install).args(packages))?;
    Ok(python)
}

/// Runs a command that must succeed.
pub(crate) fn step(command: &mut Command) -> Result<(), String> {
    let name = format!("{command:?}").replace(&*root().to_string_lossy(), ".");
    let status = command.status().map_err(|e| format!("{name}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}
