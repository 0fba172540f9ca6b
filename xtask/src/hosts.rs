//! Processes that build a table together: on hosts of their own, with a link that delays and loses; and killed twenty times.

use crate::run::{Step, cargo, root, run_all};

/// Lets the release build work in network namespaces; where there can be none, this is left out.
pub(crate) fn check() -> Result<(), String> {
    crate::run::debian(&["iproute2"]);
    let folder = root().join("target/hosts");
    std::fs::create_dir_all(&folder).map_err(|e| format!("target/hosts: {e}"))?;
    run_all(&[Step::new("the command", cargo(&["build", "--release", "--locked", "-p", "attractor-cli"]))])?;
    let script = ["xtask/scripts/hosts.py", "target/release/attractor"];
    let status = std::process::Command::new("python3")
        .args(script)
        .arg(&folder)
        .current_dir(root())
        .status()
        .map_err(|why| format!("python3: {why}"))?;
    match status.code() {
        Some(0) => Ok(()),
        Some(77) => {
            crate::log::line("hosts in network namespaces are left out");
            Ok(())
        }
        _ => Err("hosts in network namespaces: see above".to_owned()),
    }
}

/// Twenty kills over a build of six men's morris, and the same bytes.
pub(crate) fn kills() -> Result<(), String> {
    let test = cargo(&[
        "test",
        "--release",
        "--locked",
        "-p",
        "attractor-cli",
        "--test",
        "all",
        "crew::killed",
        "--",
        "--nocapture",
    ]);
    run_all(&[Step::new("twenty kills over a build", test)
        .env("ATTRACTOR_KILLED", "morris:6")
        .env("ATTRACTOR_KILLS", "20")])
}
