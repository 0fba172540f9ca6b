//! Peers that benches compare with. They are installed on demand, outside the workspace, and run as processes.

use crate::run::root;
use std::process::Command;

/// The version that the bench is written for.
const BITBULLY: &str = "bitbully==0.0.79";

/// Installs BitBully from PyPI into an environment of its own, unless it is there already.
pub(crate) fn bitbully() -> Result<(), String> {
    let folder = root().join("peers/bitbully/target");
    let python = folder.join("bin/python");
    let version = BITBULLY.split("==").nth(1).unwrap_or_default();
    let check = format!("import importlib.metadata as m; assert m.version('bitbully') == '{version}'");
    if Command::new(&python).args(["-c", &check]).output().is_ok_and(|o| o.status.success()) {
        return Ok(());
    }
    crate::log::line(&format!("== installing {BITBULLY} (AGPL-3.0; run as a process, no part of this project)"));
    step(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    step(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", BITBULLY]))
}

fn step(command: &mut Command) -> Result<(), String> {
    let name = format!("{command:?}").replace(&*root().to_string_lossy(), ".");
    let status = command.status().map_err(|e| format!("{name}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}
