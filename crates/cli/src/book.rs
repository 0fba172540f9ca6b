//! Opening books: build, look into, check.

use crate::{
    Answer, Failure,
    args::BookCommand,
    ask::{grouped, solution},
    show::Console,
};
use attractor_game::Error;
use attractor_play::{
    BookRecord,
    request::{BookBuild, BookInfo, BookVerify, Probe, Probed, Surface, Update, Verified},
};
use serde::Serialize;
use std::{
    fmt::Display,
    io::IsTerminal,
    sync::Mutex,
    time::{Duration, Instant},
};

pub(crate) fn book(console: &Console, command: BookCommand) -> Result<Answer, Failure> {
    let terminal = console.terminal(console.effort);
    match command {
        BookCommand::Build { spec: game, plies, out } => {
            let question = BookBuild { game, plies, out: out.into() };
            record(console, &watched(console, |surface| question.answer(surface))?)
        }
        BookCommand::Probe { book_file, moves, position } => {
            let probe = Probe { moves, position, ..Probe::default() };
            let book = terminal.limits().book(book_file.as_ref())?;
            probed(console, &probe.of_book(&book, &terminal)?, "book-unknown")
        }
        BookCommand::Info { book_file } => record(console, &BookInfo { book: book_file.into() }.answer(&terminal)?),
        BookCommand::Verify { book_file, sample } => {
            let question = BookVerify { book: book_file.into(), sample, seed: console.seed };
            let verdict = watched(console, |surface| question.answer(surface))?;
            verified(console, &verdict, "book-invalid", |checked| {
                let args: [(&str, &dyn Display); 2] =
                    [("positions", &grouped(checked.positions)), ("solved", &grouped(checked.solved))];
                console.say("book-valid", &args)
            })
        }
    }
}

/// Answers a question while a person sees how many positions are solved.
fn watched<T>(console: &Console, answer: impl FnOnce(&dyn Surface) -> Result<T, Error>) -> Result<T, Error> {
    let progress = Progress::new(console);
    let hears = |update: Update<'_>| {
        if let Update::Progress(done, Some(total)) = update {
            progress.tell(done, total);
        }
        Ok(())
    };
    let answered = answer(&console.terminal(console.resumable()).hearing(&hears));
    progress.end();
    answered
}

fn record(console: &Console, record: &BookRecord) -> Result<Answer, Failure> {
    let each = record.bytes_per_position.map_or_else(|| "-".to_owned(), |each| format!("{each:.2}"));
    let seconds = format!("{:.3}", record.seconds);
    let args: [(&str, &dyn Display); 6] = [
        ("game", &record.game),
        ("plies", &record.plies),
        ("positions", &grouped(record.positions)),
        ("bytes", &grouped(record.bytes)),
        ("each", &each),
        ("seconds", &seconds),
    ];
    console.show(record, || console.say("book-figures", &args))
}

/// Shows what a book or a table says of a position, or that it does not hold it.
pub(crate) fn probed(console: &Console, found: &Probed, unknown: &str) -> Result<Answer, Failure> {
    console.show(found, || match found {
        Probed::Known(solved) => solution(console, solved),
        Probed::Unknown { position, .. } => console.say(unknown, &[("position", position)]),
    })?;
    Ok(if matches!(found, Probed::Known(_)) { Answer::Done } else { Answer::No })
}

/// Shows what became of a check.
pub(crate) fn verified<T: Serialize>(
    console: &Console,
    verdict: &Verified<T>,
    invalid: &str,
    valid: impl FnOnce(&T) -> String,
) -> Result<Answer, Failure> {
    console.show(verdict, || match (&verdict.checked, &verdict.violation) {
        (_, Some(fault)) => console.say(invalid, &[("why", &console.words.error(&fault.error))]),
        (checked, None) => checked.as_ref().map(valid).unwrap_or_default(),
    })?;
    Ok(if verdict.valid { Answer::Done } else { Answer::No })
}

/// Positions solved: a bar where a person watches, else a line now and then.
struct Progress<'a> {
    console: &'a Console,
    state: Mutex<State>,
}

struct State {
    bar: Option<indicatif::ProgressBar>,
    begun: Instant,
    told: Instant,
    first: u64,
}

/// Time between two lines.
const PAUSE: Duration = Duration::from_secs(10);

impl<'a> Progress<'a> {
    fn new(console: &'a Console) -> Progress<'a> {
        let now = Instant::now();
        Progress { console, state: Mutex::new(State { bar: None, begun: now, told: now, first: 0 }) }
    }

    fn tell(&self, done: u64, total: u64) {
        let mut state = self.state.lock().expect("nobody panics with the lock");
        let begins = state.bar.is_none();
        if begins {
            state.bar = Some(self.console.progress(Some(total), &self.console.say("book-solving", &[])));
            (state.begun, state.told, state.first) = (Instant::now(), Instant::now(), done);
        }
        if std::io::stderr().is_terminal() {
            if let Some(bar) = &state.bar {
                bar.set_position(done);
                if begins {
                    // What an earlier run solved says nothing about speed.
                    bar.reset_eta();
                }
            }
        } else if state.told.elapsed() >= PAUSE {
            state.told = Instant::now();
            let rate = (done - state.first) as f64 / state.begun.elapsed().as_secs_f64();
            let left = (total - done) as f64 / rate.max(1e-9);
            let args: [(&str, &dyn Display); 4] = [
                ("done", &grouped(done)),
                ("total", &grouped(total)),
                ("rate", &format!("{rate:.1}")),
                ("left", &grouped(left as u64)),
            ];
            self.console.note(&self.console.say("book-progress", &args));
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.state.lock().expect("nobody panics with the lock").bar {
            bar.finish_and_clear();
        }
    }
}
