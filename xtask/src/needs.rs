//! What the checks need of the system, said before anything is installed.

use crate::{browser, log, run};
use std::process::Command;

/// Says what `cargo xtask test` will install outside `target/`, before it installs anything.
pub(crate) fn announce() {
    let mut missing: Vec<String> = [("fmt", "rustfmt"), ("clippy", "clippy")]
        .into_iter()
        .filter(|(subcommand, _)| !run::has_component(subcommand))
        .map(|(_, name)| format!("rustup component add {name}"))
        .collect();
    let venv = Command::new("python3").args(["-c", "import ensurepip, venv"]).output();
    if !venv.is_ok_and(|output| output.status.success()) {
        missing.push("apt-get install python3-venv".into());
    }
    if !browser::has_chromium() {
        missing.push(format!("apt-get install {}", browser::PACKAGES.join(" ")));
    }
    if missing.is_empty() {
        log::line("nothing will be installed outside target/ and crates/web/browser/node_modules");
    } else if run::may_install() {
        log::line("will be installed for the whole system, unless XTASK_INSTALL=no is set:");
    } else {
        log::line("missing, and not installed because XTASK_INSTALL=no is set:");
    }
    missing.iter().for_each(|line| log::line(&format!("  {line}")));
}
