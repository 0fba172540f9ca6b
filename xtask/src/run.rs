//! Running commands one after the other, each announced, stopping at the first that fails.

use std::{path::PathBuf, process::Command, time::Instant};

/// A command with the name it is announced by.
pub(crate) struct Step {
    name: &'static str,
    command: Vec<String>,
    env: Vec<(&'static str, String)>,
}

impl Step {
    pub(crate) fn new(name: &'static str, command: Vec<String>) -> Step {
        Step { name, command, env: Vec::new() }
    }
    pub(crate) fn env(mut self, key: &'static str, value: impl Into<String>) -> Step {
        self.env.push((key, value.into()));
        self
    }
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

/// A cargo command.
pub(crate) fn cargo(args: &[&str]) -> Vec<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    std::iter::once(cargo).chain(args.iter().map(|a| a.to_string())).collect()
}

pub(crate) fn run_all(steps: &[Step]) -> Result<(), String> {
    for step in steps {
        crate::log::line(&format!("== {}", step.name));
        let begun = Instant::now();
        let mut command = Command::new(&step.command[0]);
        command.args(&step.command[1..]).current_dir(root()).envs(step.env.iter().map(|(key, value)| (key, value)));
        let good = crate::log::run(&mut command).map_err(|e| format!("{}: {e}", step.name))?;
        if !good {
            return Err(format!("{} failed: {}", step.name, step.command[1..].join(" ")));
        }
        crate::log::line(&format!("== {}: done in {:.0} s", step.name, begun.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// Whether what the checks need may be installed for the whole system.
pub(crate) fn may_install() -> bool {
    std::env::var_os("XTASK_INSTALL").is_none_or(|value| value != "no")
}

/// Whether a part of the Rust toolchain is there.
pub(crate) fn has_component(subcommand: &str) -> bool {
    Command::new(&cargo(&[])[0]).args([subcommand, "--version"]).output().is_ok_and(|o| o.status.success())
}

/// Makes sure that a part of the Rust toolchain is there; installs it where that is possible and allowed.
pub(crate) fn component(subcommand: &str, name: &str) -> Result<(), String> {
    if has_component(subcommand) {
        return Ok(());
    }
    if may_install() {
        crate::log::line(&format!("installing {name}: rustup component add {name}"));
        let _ = Command::new("rustup").args(["component", "add", name]).status();
    }
    if has_component(subcommand) {
        return Ok(());
    }
    Err(format!("{name} is missing; install it with: rustup component add {name}"))
}

/// Installs packages of Debian, where that is possible and allowed; the caller checks whether it was.
pub(crate) fn debian(packages: &[&str]) {
    if !may_install() {
        crate::log::line(&format!("not installed, because XTASK_INSTALL=no is set: {}", packages.join(" ")));
        return;
    }
    crate::log::line(&format!("installing: apt-get install {}", packages.join(" ")));
    let install = [&["install", "-y", "-qq", "--no-install-recommends"][..], packages].concat();
    for arguments in [&["update", "-qq"][..], &install] {
        let mut apt = Command::new("apt-get");
        let _ = crate::log::run(apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
    }
}
