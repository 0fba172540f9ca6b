//! The page in a real browser: Chromium from the system's packages, driven by Playwright from npm.

use crate::{
    log,
    run::{Step, cargo, root, run_all},
};
use std::{path::Path, process::Command};

/// Whether a program is there.
fn there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Chromium, installed if that is possible.
fn chromium() -> Result<String, String> {
    let known = || ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| there(name));
    if let Some(set) = std::env::var("CHROMIUM").ok().filter(|set| there(set)) {
        return Ok(set);
    }
    if known().is_none() {
        log::line("installing chromium: apt-get install chromium");
        for arguments in [&["update", "-qq"][..], &["install", "-y", "-qq", "--no-install-recommends", "chromium"]] {
            let mut apt = Command::new("apt-get");
            let _ = log::run(apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
        }
    }
    let found = known().ok_or("Chromium is missing; install it, or set CHROMIUM to its path")?;
    let found = Command::new("sh").args(["-c", &format!("command -v {found}")]).output().map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned())
}

/// Builds the command as the tests have it, and lets the browser use the page.
pub(crate) fn check() -> Result<(), String> {
    let folder = root().join("crates/web/browser");
    if !there("node") {
        return Err("Node.js is missing; install it (20 or newer) for the tests of the page".into());
    }
    let chromium = chromium()?;
    packages(&folder)?;
    run_all(&[Step::new("the command", cargo(&["build", "--profile", "test", "--locked", "-p", "attractor-cli"]))])?;
    log::line("== the page in a browser");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1"]).current_dir(&folder);
    node.env("CHROMIUM", chromium).env("ATTRACTOR", target.join("debug/attractor"));
    match log::run(&mut node) {
        Ok(true) => Ok(()),
        Ok(false) => Err("tests of the page failed: node --test in crates/web/browser".into()),
        Err(e) => Err(format!("node: {e}")),
    }
}

/// What the tests need from npm, as the lock file says.
fn packages(folder: &Path) -> Result<(), String> {
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(folder);
    match log::run(&mut npm) {
        Ok(true) => Ok(()),
        _ => Err("npm ci failed in crates/web/browser".into()),
    }
}
