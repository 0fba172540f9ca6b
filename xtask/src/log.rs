//! Output to the terminal and, during `full`, to a dated file in `runs/`, without the paths of the machine.

use crate::run::root;
use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    sync::Mutex,
    time::{SystemTime, UNIX_EPOCH},
};

static LOG: Mutex<Option<File>> = Mutex::new(None);

/// Runs a task with its output kept in `runs/DATE-NAME.txt`.
pub(crate) fn keep(name: &str, task: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let folder = root().join("runs");
    std::fs::create_dir_all(&folder).map_err(|e| format!("runs: {e}"))?;
    let file = folder.join(format!("{}-{name}.txt", today()));
    *LOG.lock().expect("no thread panics with the log") = Some(File::create(&file).map_err(|e| format!("{e}"))?);
    let done = task();
    line(if done.is_ok() { "== all done" } else { "== failed" });
    done
}

/// One line to the terminal and to the log.
pub(crate) fn line(text: &str) {
    println!("{text}");
    write(text);
}

fn write(text: &str) {
    if let Some(file) = LOG.lock().expect("no thread panics with the log").as_mut() {
        let _ = writeln!(file, "{}", text.replace(&*root().to_string_lossy(), "."));
    }
}

/// Runs a command; its output goes to the terminal, and to the log if one is kept.
pub(crate) fn run(command: &mut Command) -> std::io::Result<bool> {
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
