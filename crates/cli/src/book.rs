//! Opening books: build, look into, check.

use crate::{
    Answer, Failure,
    args::{At, BookCommand},
    ask::{at, grouped, solution},
    show::Console,
};
use attractor_game::Error;
use attractor_play::{BookRecord, Session, request::open_named as open};
use attractor_solve::search::book::Book;
use serde_json::json;
use std::{
    fmt::Display,
    io::IsTerminal,
    path::Path,
    sync::Mutex,
    time::{Duration, Instant},
};

pub(crate) fn book(console: &Console, command: BookCommand) -> Result<Answer, Failure> {
    match command {
        BookCommand::Build { spec, plies, out } => build(console, &spec, plies, &out),
        BookCommand::Probe { book_file, moves, position } => probe(console, &book_file, moves, position),
        BookCommand::Info { book_file } => info(console, &book_file),
        BookCommand::Verify { book_file, sample } => verify(console, &book_file, sample),
    }
}

fn build(console: &Console, spec: &str, plies: u32, out: &str) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let session = open(spec)?;
    let progress = Progress::new(console);
    let tell = |done, total| progress.tell(done, total);
    let built = session.build_book(Path::new(out), plies, &console.resumable(), &tell);
    progress.end();
    record(console, &BookRecord::new(&built?, begun.elapsed().as_secs_f64()))
}

fn info(console: &Console, file: &str) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let book = Book::open(Path::new(file))?;
    record(console, &BookRecord::new(&book, begun.elapsed().as_secs_f64()))
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

fn probe(console: &Console, file: &str, moves: Option<String>, position: Option<String>) -> Result<Answer, Failure> {
    let book = Book::open(Path::new(file))?;
    let session = at(console, &At { spec: book.head().game.clone(), moves, position })?;
    let Some(solved) = session.probe_book(&book)? else {
        return unknown(console, session.as_ref(), "book-unknown");
    };
    console.show(&solved, || solution(console, &solved))
}

fn verify(console: &Console, file: &str, sample: usize) -> Result<Answer, Failure> {
    let progress = Progress::new(console);
    let tell = |done, total| progress.tell(done, total);
    let verdict = Book::open(Path::new(file)).and_then(|book| {
        let session = open(&book.head().game)?;
        session.check_book(&book, sample, console.seed, &console.resumable(), &tell)
    });
    progress.end();
    match verdict {
        Ok(checked) => {
            let (positions, solved) = (checked.positions, checked.solved);
            let valid = json!({ "valid": true, "positions": positions, "solved": solved, "violation": null });
            console.show(&valid, || {
                let args: [(&str, &dyn Display); 2] =
                    [("positions", &grouped(positions)), ("solved", &grouped(solved))];
                console.say("book-valid", &args)
            })
        }
        Err(error) if is_violation(&error) => violated(console, &error, "book-invalid"),
        Err(error) => Err(error.into()),
    }
}

/// Says that a book or a table does not hold a position.
pub(crate) fn unknown(console: &Console, session: &dyn Session, id: &str) -> Result<Answer, Failure> {
    let position = session.position();
    let (game, turn) = (session.spec(), session.turn().number());
    let record = json!({ "game": game, "position": position, "turn": turn, "outcome": null });
    console.show(&record, || console.say(id, &[("position", &position)]))?;
    Ok(Answer::No)
}

/// Says that a check failed.
pub(crate) fn violated(console: &Console, error: &Error, id: &str) -> Result<Answer, Failure> {
    let violation = json!({ "id": error.id(), "text": error.sentence() });
    let record = json!({ "valid": false, "violation": violation });
    console.show(&record, || console.say(id, &[("why", &console.words.error(error))]))?;
    Ok(Answer::No)
}

/// A damaged or false book fails its check; what is no book at all is bad input.
fn is_violation(error: &Error) -> bool {
    ["book-damaged", "book-cut-off", "book-form", "book-lacks", "book-wrong", "book-stray"].contains(&error.id())
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
