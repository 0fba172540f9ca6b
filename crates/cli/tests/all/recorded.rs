//! The answers of the command, compared with those recorded before its requests were read in one place: standard output,
//! exit code and messages. Times and counts of searched positions are left aside.
//!
//! `UPDATE_RECORDED=1 cargo test -p attractor-cli --test all recorded` records again, which a change of the contract needs.

#![cfg(unix)]

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A command with its answer. `{out}` in its arguments is a folder that is empty at first, and the same for all.
#[derive(Clone, Serialize, Deserialize)]
struct Recorded {
    args: Vec<String>,
    /// What is typed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    input: String,
    code: i32,
    /// Standard output: each line as JSON, or as text.
    answer: Vec<Value>,
    /// Standard error, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    messages: Vec<Value>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded")
}

/// Removes what a search measured of itself: an object with `seconds` loses them, and its `nodes`.
fn unmeasured(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let measured = fields.contains_key("seconds");
            let kept =
                fields.into_iter().filter(|(name, _)| !measured || !["seconds", "nodes"].contains(&name.as_str()));
            Value::Object(kept.map(|(name, value)| (name, unmeasured(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(unmeasured).collect(),
        other => other,
    }
}

/// Whether a line of text says how long something took.
fn timed(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).any(|pair| pair[0].parse::<f64>().is_ok() && pair[1].trim_end_matches(['.', ',', ')']) == "s")
}

fn run(command: &Recorded, out: &str) -> Recorded {
    let args = command.args.iter().map(|arg| arg.replace("{out}", out));
    let mut child = Command::new(env!("CARGO_BIN_EXE_attractor"))
        .args(args)
        .current_dir(folder())
        .env("LC_ALL", "C")
        .env_remove("LANG")
        .env_remove("ATTRACTOR_BOOK")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may end before it has read all.
    let _ = child.stdin.take().expect("input is piped").write_all(command.input.as_bytes());
    let said = child.wait_with_output().expect("the command ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is UTF-8").replace(out, "{out}");
    let line = |line: &str| match serde_json::from_str(line) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => unmeasured(value),
        _ => Value::String(line.to_owned()),
    };
    Recorded {
        args: command.args.clone(),
        input: command.input.clone(),
        code: said.status.code().expect("the command is not killed"),
        answer: text(said.stdout).lines().filter(|line| !timed(line)).map(line).collect(),
        messages: text(said.stderr).lines().filter(|line| !timed(line)).map(line).collect(),
    }
}

#[test]
fn answers_are_those_recorded() {
    let file = folder().join("answers.json");
    let recorded: Vec<Recorded> =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("the answers were recorded")).expect("it is JSON");
    assert!(recorded.len() >= 40, "only {} commands are recorded", recorded.len());
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recorded");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out).expect("the target folder is writable");
    let out = out.to_str().expect("a plain path");
    let answers: Vec<Recorded> = recorded.iter().map(|command| run(command, out)).collect();
    // As text, so that the order of fields counts.
    let shown = |answer: &Recorded| serde_json::to_string_pretty(answer).expect("it is plain data");
    if std::env::var_os("UPDATE_RECORDED").is_some() {
        let all: Vec<String> = answers.iter().map(|answer| serde_json::to_string(answer).unwrap()).collect();
        std::fs::write(&file, format!("[\n{}]\n", all.join(",\n"))).expect("the folder is writable");
        return;
    }
    let wrong: Vec<String> = recorded
        .iter()
        .zip(&answers)
        .filter(|(before, now)| shown(before) != shown(now))
        .map(|(before, now)| format!("attractor {}\nwas: {}\nis: {}", before.args.join(" "), shown(before), shown(now)))
        .collect();
    assert!(wrong.is_empty(), "{} answers changed\n{}", wrong.len(), wrong.join("\n\n"));
}
