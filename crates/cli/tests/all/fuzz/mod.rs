//! Command lines at random, from clap's own definition and the registry's grammar, with extreme and hostile values; what
//! must hold of every one of them.

#![allow(dead_code)] // the test and the example use a part each

#[path = "../../../src/args.rs"]
mod args;
mod child;
mod files;
mod words;

pub(crate) use child::{Bounds, Ended, Limits};

use attractor_game::Rng;
use clap::CommandFactory;
use files::Folder;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};
use words::{Line, Writer};

/// The command under test, and the bounds asserted besides exit codes, messages and JSON.
pub(crate) struct Fuzz {
    binary: PathBuf,
    folder: Folder,
    command: clap::Command,
    seed: u64,
    limits: Limits,
}

/// What came of one command line.
pub(crate) struct Run {
    pub(crate) line: Vec<String>,
    pub(crate) ended: Ended,
    /// What does not hold.
    pub(crate) faults: Vec<String>,
}

impl Fuzz {
    /// Prepares files in `folder`, which is made anew.
    pub(crate) fn new(binary: &Path, folder: &Path, seed: u64, limits: Limits) -> Fuzz {
        let mut command = args::Cli::command();
        command.build();
        Fuzz { binary: binary.to_owned(), folder: Folder::new(folder, binary), command, seed, limits }
    }

    /// Runs the command line of that number, which depends on it and on the seed alone.
    pub(crate) fn run(&self, number: u64) -> Run {
        let mut rng = Rng::new(self.seed ^ Rng::new(number).next_u64());
        let line = Writer { rng: &mut rng, files: &self.folder, number }.line(&self.command);
        let run = || {
            let ended = child::run(&self.binary, self.folder.path(), &line, &self.limits);
            self.folder.clear_away(number);
            ended
        };
        let mut ended = run();
        for _ in 0..2 {
            // A machine that is busy may withhold the processor once; a loop that ignores the interrupt does so again.
            if self.limits.bounds.prompt && did_not_stop(&ended) {
                ended = run();
            }
        }
        let faults = self.faults(&line, &ended);
        Run { line: line.words, ended, faults }
    }

    fn faults(&self, line: &Line, ended: &Ended) -> Vec<String> {
        let mut faults = Vec::new();
        let (out, err) = (String::from_utf8_lossy(&ended.out), String::from_utf8_lossy(&ended.err));
        let mut fault = |wrong: bool, what: String| faults.extend(Some(what).filter(|_| wrong));
        fault(err.contains("panicked") || err.contains("overflowed its stack"), "it panicked".to_owned());
        let no_room = err.contains("memory allocation of");
        let ended_from_outside = ended.interrupted || no_room && !self.limits.bounds.memory;
        match ended.code {
            Some(code) => fault(!(0..=3).contains(&code), format!("exit code {code}")),
            None => fault(!ended_from_outside, "it was ended by a signal".to_owned()),
        }
        fault(self.limits.bounds.memory && no_room, "it ran out of memory".to_owned());
        if self.limits.bounds.memory {
            fault(ended.peak > self.limits.peak(), format!("a peak of {} MB", ended.peak >> 20));
        }
        if self.limits.bounds.prompt {
            fault(ended.killed, "it did not end within two seconds after SIGINT".to_owned());
            fault(did_not_stop(ended), "its work ignored SIGINT".to_owned());
        }
        fault(std::str::from_utf8(&ended.err).is_err(), "messages are not UTF-8".to_owned());
        fault(ended.code == Some(2) && ended.err.is_empty(), "bad input without a word".to_owned());
        if line.json && !line.data && !ended.cut && !ended.interrupted {
            let bad = out.lines().find(|l| serde_json::from_str::<serde_json::Value>(l).is_err());
            fault(bad.is_some(), format!("not JSON: {bad:?}"));
            let empty = out.trim().is_empty() && matches!(ended.code, Some(0 | 1)) && !line.silent;
            fault(empty, "no JSON".to_owned());
        }
        if !line.data {
            for (name, text) in [("stdout", &out), ("stderr", &err)] {
                let hidden = text.chars().find(|&c| words::is_hidden(c));
                fault(hidden.is_some(), format!("{name} has {hidden:?}"));
            }
        }
        let strange: BTreeSet<&str> = words::flags(&err)
            .filter(|flag| !line.flags.iter().any(|known| known == flag))
            .filter(|flag| !line.words.iter().any(|word| word.contains(flag)))
            .collect();
        fault(!strange.is_empty(), format!("advice names {strange:?}, which the command has not"));
        faults
    }
}

/// Whether the work ignored SIGINT, so that the command had to be ended from outside it: the sentence in either language.
fn did_not_stop(ended: &Ended) -> bool {
    let err = String::from_utf8_lossy(&ended.err);
    err.contains("did not end by itself") || err.contains("ne s'est pas arrêté de lui-même")
}

/// A command line as one can type it in a shell, more or less.
pub(crate) fn shown(line: &[String]) -> String {
    let plain =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./:,+".contains(c));
    let quoted = |word: &String| if plain(word) { word.clone() } else { format!("{word:?}") };
    line.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
