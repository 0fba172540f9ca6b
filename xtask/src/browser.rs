//! The page in a real browser: Chromium from the system's packages, driven by Playwright from npm.

use crate::{
    log,
    run::{self, Beside, Report, Step, root},
};
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Whether a program is there.
fn there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Debian's packages of Chromium and of the fonts that its pictures need.
pub(crate) const PACKAGES: [&str; 2] = ["chromium", "fonts-liberation"];

/// The name under which a Chromium is found.
fn known() -> Option<String> {
    let set = std::env::var("CHROMIUM").ok();
    let names = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    set.into_iter().chain(names).find(|name| there(name))
}

/// Whether the tests of the page find a browser.
pub(crate) fn has_chromium() -> bool {
    known().is_some()
}

/// Chromium, installed if that is possible.
fn chromium() -> Result<String, String> {
    if !has_chromium() {
        run::debian(&PACKAGES);
    }
    let found = known().ok_or("Chromium is missing; install it, or set CHROMIUM to its path")?;
    let found = Command::new("sh").args(["-c", &format!("command -v {found}")]).output().map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned())
}

/// What the tests of the page need but the command: Node.js, Chromium, packages of npm. Returns Chromium's path.
pub(crate) fn prepare() -> Result<String, String> {
    if !there("node") {
        return Err("Node.js is missing; install it (20 or newer) for the tests of the page".into());
    }
    let chromium = chromium()?;
    packages(&folder())?;
    Ok(chromium)
}

fn folder() -> PathBuf {
    root().join("crates/web/browser")
}

/// Lets the browser use the page of the command that the tests built.
pub(crate) fn test(chromium: &str, report: &mut Report) {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let node = ["node", "--test", "--test-concurrency=1", "--test-reporter=spec"].map(str::to_owned).to_vec();
    let step = Step::tests("the page in a browser", node).within(folder()).env("CHROMIUM", chromium);
    report.step(step.env("ATTRACTOR", target.join("debug/attractor").to_string_lossy()));
}

/// Builds the command as the tests have it, and lets the browser use the page.
pub(crate) fn check() -> Result<(), String> {
    let mut report = Report::default();
    let chromium = Beside::start("the browser and its packages", |report| report.keep(prepare()));
    let compiled = report.step(run::compile());
    if let Some(chromium) = chromium.join(&mut report).filter(|_| compiled) {
        test(&chromium, &mut report);
    }
    report.result()
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

/// The version that was tried.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// Requests made up from the API's description find no fault of the server. The tool comes from PyPI into an environment of its
/// own; where it cannot be had, this is left out.
pub(crate) fn schemathesis() -> Result<(), String> {
    let folder = root().join("target/schemathesis");
    std::fs::create_dir_all(&folder).map_err(|e| format!("target/schemathesis: {e}"))?;
    let python = match crate::peers::python(
        &folder.join("python"),
        &[SCHEMATHESIS],
        "MIT; run as a process, no part of this project",
    ) {
        Ok(python) => python,
        Err(why) => {
            log::line(&format!("schemathesis is left out: {why}"));
            return Ok(());
        }
    };
    let mut server = Command::new(root().join("target/release/attractor"))
        .args(["serve", "--port", "0", "--seconds", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("the server: {e}"))?;
    let mut address = String::new();
    let _ = BufReader::new(server.stdout.take().expect("piped")).read_line(&mut address);
    log::line("== schemathesis");
    let mut tool = Command::new(python.with_file_name("schemathesis"));
    tool.arg("run").arg(format!("{}api/openapi.json", address.trim()));
    tool.args(["--checks", "not_a_server_error", "--max-examples", "150", "--seed", "1", "--request-timeout", "60"]);
    let good = log::run(tool.current_dir(&folder));
    let _ = server.kill();
    let _ = server.wait();
    match good {
        Ok(true) => Ok(()),
        Ok(false) => Err("schemathesis found a fault".into()),
        Err(e) => Err(format!("schemathesis: {e}")),
    }
}
