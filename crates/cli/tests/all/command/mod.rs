//! Running the command and looking at what it says.

#![allow(dead_code)] // each test file uses a part of this

use serde_json::Value;
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// What the command said, and its exit code.
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// Runs the command with nothing typed, in English.
pub(crate) fn attractor(args: &[&str]) -> Said {
    typed("", args)
}

/// Runs the command with something typed.
pub(crate) fn typed(input: &str, args: &[&str]) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_attractor"))
        .args(args)
        .env("LC_ALL", "C")
        .env_remove("LANG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may stop before it has read all.
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the command ends");
    let said = Said {
        out: String::from_utf8(output.stdout).expect("output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        code: output.status.code().expect("the command is not killed"),
    };
    assert!(!said.err.contains("panicked"), "{args:?}: {}", said.err);
    said
}

/// Runs the command with `--json`, which must succeed.
pub(crate) fn json(args: &[&str]) -> Value {
    let said = attractor(&[args, &["--json"]].concat());
    assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    serde_json::from_str(&said.out).expect("one JSON object")
}

/// The sentence for bad input: exit code 2, nothing on standard output.
pub(crate) fn refused(args: &[&str]) -> String {
    let said = attractor(args);
    assert_eq!(said.code, 2, "{args:?}: {}{}", said.out, said.err);
    assert_eq!(said.out, "", "{args:?}");
    said.err
}

/// A file with that content in a folder of the test's own.
pub(crate) fn file(name: &str, content: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    // Tests that share a file run side by side: none may read it half-written.
    static WRITTEN: AtomicU32 = AtomicU32::new(0);
    let number = WRITTEN.fetch_add(1, Relaxed);
    let beside = folder.join(format!("{name}.{}.{number}", std::process::id()));
    std::fs::write(&beside, content).expect("the target folder is writable");
    std::fs::rename(&beside, &path).expect("the target folder is writable");
    path.to_str().expect("a plain path").to_owned()
}

/// A folder of a test's own that is not there yet, to build a table in.
pub(crate) fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for ending in ["", ".work", ".partial"] {
        let _ = std::fs::remove_dir_all(format!("{}{ending}", path.display()));
    }
    path.to_str().expect("a plain path").to_owned()
}

/// The file of a table.
pub(crate) fn bytes(folder: &str) -> Vec<u8> {
    std::fs::read(Path::new(folder).join("table")).unwrap()
}
