//! Output to the terminal and, during `full`, to a dated file in `runs/`, without the paths of the machine.

use crate::run::root;
use std::{
    cell::RefCell,
    fs::File,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    sync::Mutex,
    time::{SystemTime, UNIX_EPOCH},
};

static LOG: Mutex<Option<File>> = Mutex::new(None);

thread_local! {
    /// What this thread prints, if that is to be printed later.
    static CAPTURED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does work on this thread; returns its result and all that it printed.
pub(crate) fn captured<T>(work: impl FnOnce() -> T) -> (T, String) {
    CAPTURED.set(Some(String::new()));
    let done = work();
    (done, CAPTURED.take().unwrap_or_default())
}

/// Adds to what this thread prints later; false if it prints at once.
fn capture(text: &str) -> bool {
    CAPTURED.with_borrow_mut(|captured| captured.as_mut().map(|all| all.push_str(text)).is_some())
}

/// Runs a task with its output kept in `runs/DATE-NAME.txt`.
pub(crate) fn keep(name: &str, task: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let folder = root().join("runs");
    std::fs::create_dir_all(&folder).map_err(|e| format!("runs: {e}"))?;
    let file = folder.join(format!("{}-{name}.txt", today()));
    *LOG.lock().expect("no thread panics with the log") = Some(File::create(&file).map_err(|e| format!("{e}"))?);
    let done = task();
    match &done {
        Ok(()) => line("== all done"),
        // It is printed by the caller.
        Err(why) => write(&format!("== failed\n{why}")),
    }
    done
}

/// One line to the terminal and to the log.
pub(crate) fn line(text: &str) {
    if !capture(&format!("{text}\n")) {
        println!("{text}");
        write(text);
    }
}

fn write(text: &str) {
    if let Some(file) = LOG.lock().expect("no thread panics with the log").as_mut() {
        let _ = writeln!(file, "{}", text.replace(&*root().to_string_lossy(), "."));
    }
}

/// Runs a command; its output goes to the terminal, and to the log if one is kept.
pub(crate) fn run(command: &mut Command) -> std::io::Result<bool> {
    if capture("") {
        let output = command.stdin(Stdio::null()).output()?;
        [output.stdout, output.stderr].iter().for_each(|text| _ = capture(&String::from_utf8_lossy(text)));
        return Ok(output.status.success());
    }
    if LOG.lock().expect("no thread panics with the log").is_none() {
        return Ok(command.status()?.success());
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
    let out = child.stdout.take().expect("standard output is piped");
    for text in BufReader::new(out).lines() {
        line(&text?);
    }
    Ok(child.wait()?.success())
}

/// Runs tests, with the output of both streams as that of [`line()`]; the names of those that fail are added to `failed`.
pub(crate) fn tests(mut command: Command, failed: &mut Vec<String>) -> std::io::Result<bool> {
    let (out, inside) = std::io::pipe()?;
    let mut child = command.stdin(Stdio::null()).stdout(inside.try_clone()?).stderr(inside).spawn()?;
    // It holds the other end of the pipe.
    drop(command);
    for text in BufReader::new(out).split(b'\n') {
        let text = text?;
        let text = String::from_utf8_lossy(&text);
        line(&text);
        failed.extend(failing(&text));
    }
    Ok(child.wait()?.success())
}

/// The name of the test that a line of nextest, libtest, pytest or Node's runner says has failed.
fn failing(text: &str) -> Option<String> {
    let plain = without_colours(text);
    let text = plain.trim();
    // nextest: `FAIL [   0.008s] (3/9) attractor-games nim::tests::misere`
    let status = text.split(' ').next().unwrap_or("");
    if ["FAIL", "TIMEOUT", "ABORT", "LEAK-FAIL"].contains(&status) || status.starts_with("SIG") {
        let (_, name) = text.strip_prefix(status)?.strip_prefix(" [")?.split_once("] ")?;
        let counted = name.split_once(") ").filter(|_| name.starts_with('('));
        return Some(counted.map_or(name, |(_, name)| name).to_owned());
    }
    if let Some(name) = text.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some(name.to_owned());
    }
    if let Some(rest) = text.strip_prefix("FAILED ").or(text.strip_prefix("ERROR ")) {
        let name = rest.split_once(" - ").map_or(rest, |(name, _)| name);
        return Some(name.to_owned()).filter(|name| name.contains(".py"));
    }
    let name = text.strip_prefix("\u{2716} ")?;
    Some(name.rsplit_once(" (").map_or(name, |(name, _)| name).to_owned()).filter(|name| name != "failing tests:")
}

/// A text without the sequences that colour it on a terminal.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, rest)| rest))
}

/// The date in UTC as `2026-11-15` (days to civil date after Howard Hinnant's algorithm).
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() / 86_400) as i64 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_names_of_failing_tests() {
        for (line, name) in [
            (
                "        FAIL [   0.008s] (3/9) attractor-games nim::tests::misere",
                Some("attractor-games nim::tests::misere"),
            ),
            ("     SIGABRT [   1.200s] attractor-solve::all formats::long", Some("attractor-solve::all formats::long")),
            ("\u{1b}[31;1m        FAIL\u{1b}[0m [   0.008s] (1/1) a b", Some("a b")),
            ("        PASS [   0.008s] (3/9) attractor-games nim::tests::misere", None),
            ("        SLOW [> 60.000s] (───) attractor-games nim::tests::misere", None),
            ("test book::cut ... FAILED", Some("book::cut")),
            ("test src/lib.rs - Game (line 3) ... FAILED", Some("src/lib.rs - Game (line 3)")),
            ("test book::cut ... ok", None),
            (
                "FAILED crates/py/tests/test_own.py::test_keys - assert 1 == 2",
                Some("crates/py/tests/test_own.py::test_keys"),
            ),
            ("ERROR: no such option", None),
            ("\u{2716} a graph is drawn (12.5ms)", Some("a graph is drawn")),
            ("\u{2716} failing tests:", None),
            ("\u{2714} a graph is drawn (12.5ms)", None),
        ] {
            assert_eq!(failing(line).as_deref(), name, "{line}");
        }
    }

    #[test]
    fn captures_what_a_thread_prints() {
        let (done, text) = captured(|| {
            line("one");
            run(Command::new("cargo").arg("--version")).is_ok_and(|good| good)
        });
        assert!(done && text.starts_with("one\ncargo "), "{text}");
    }
}
