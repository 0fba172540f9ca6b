//! Where answers go, and how they look.

use crate::{Failure, args::Common};
use attractor_game::Error;
use attractor_play::{Effort, Session, full_name, knowledge::table_in, words::Words};
use attractor_solve::search::{Progress, book::Book};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::{
    borrow::Cow,
    fmt::Display,
    io::{self, IsTerminal, Write},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// The terminal: language, form of answers, and what they may cost.
pub(crate) struct Console {
    pub words: Words,
    pub json: bool,
    pub seed: u64,
    pub effort: Effort<'static>,
    /// The book asked for.
    book: Option<String>,
    /// The folder of tables asked for.
    tables: Option<String>,
}

/// Bytes that a command may allocate beyond `--memory`: messages, arguments, the answer.
const BASE: u64 = 16 << 20;

impl Console {
    pub(crate) fn new(common: &Common, words: Words) -> Result<Console, (Words, Error)> {
        let effort = || {
            if let Some(lang) = &common.lang {
                lang.parse::<attractor_play::words::Lang>()?;
            }
            let threads = match common.threads {
                Some(0) => return Err(Error::new("no-thread", "at least one thread is needed")),
                Some(n) => n,
                None => std::thread::available_parallelism().map_or(1, |n| n.get()),
            };
            Ok(Effort { memory: size(&common.memory)?, threads, stop: None, progress: None, book: None, table: None })
        };
        let effort = effort();
        if let Ok(effort) = &effort {
            attractor_memory::limit_process(effort.memory.saturating_add(BASE));
        }
        match effort {
            Ok(effort) => Ok(Console {
                words,
                json: common.json,
                seed: common.seed,
                effort,
                book: common.book.clone(),
                tables: common.tables.clone(),
            }),
            Err(error) => Err((words, error)),
        }
    }

    /// From here on Ctrl-C asks for what is known so far, and a second one ends the program.
    pub(crate) fn interruptible(&self) -> Effort<'static> {
        static STOP: AtomicBool = AtomicBool::new(false);
        // Where no handler can be set, Ctrl-C ends the program as ever.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        Effort { stop: Some(&STOP), ..self.effort }
    }

    /// Does something long while a line on standard error tells a person how far it is.
    pub(crate) fn watched<A>(&self, effort: Effort<'static>, what: &str, work: impl FnOnce(&Effort<'_>) -> A) -> A {
        if !io::stderr().is_terminal() {
            return work(&effort);
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{msg}").expect("a valid template"));
        let (progress, done, begun) = (Progress::default(), AtomicBool::new(false), Instant::now());
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::thread::park_timeout(Duration::from_millis(500));
                    let (nodes, seconds) = (progress.nodes(), begun.elapsed().as_secs_f64());
                    if seconds < 1.0 {
                        continue;
                    }
                    let depth = Some(progress.depth()).filter(|depth| *depth > 0);
                    let known = progress.known().filter(|_| depth.is_none()).map(|b| {
                        let word = |score: i32| {
                            self.say(["value-loss", "value-draw", "value-win"][(score.signum() + 1) as usize], &[])
                        };
                        self.say("progress-between", &[("low", &word(b.lo)), ("high", &word(b.hi))])
                    });
                    let depth = depth.map(|depth| self.say("progress-depth", &[("depth", &depth)]));
                    let rate = format!("{:.1}", nodes as f64 / seconds / 1e6);
                    let cost = self.say("progress-nodes", &[("nodes", &(nodes / 1_000_000)), ("rate", &rate)]);
                    let line = Some(progress.line()).filter(|line| !line.is_empty());
                    let told: Vec<String> =
                        [Some(what.to_owned()), depth, known, Some(cost), line].into_iter().flatten().collect();
                    bar.set_message(tame(&shortened(&told.join(", "), 160)).into_owned());
                    bar.tick();
                }
            });
            let answer = work(&Effort { progress: Some(&progress), ..effort });
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            let _ = watcher.join();
            bar.finish_and_clear();
            answer
        })
    }

    /// The same effort with what is known already: the book asked for, which must be of the game, or that of the
    /// environment if it is; and the game's table, if there is one among those asked for.
    pub(crate) fn with_knowledge(
        &self,
        mut effort: Effort<'static>,
        session: &dyn Session,
    ) -> Result<Effort<'static>, Error> {
        let game = full_name(session.spec());
        if let Some(folder) = &self.tables {
            // Needed until the program ends.
            effort.table = table_in(Path::new(folder), &game)?.map(|table| &*Box::leak(Box::new(table)));
        }
        let usual = || std::env::var("ATTRACTOR_BOOK").ok().filter(|file| !file.is_empty());
        let Some(file) = self.book.clone().or_else(usual) else { return Ok(effort) };
        let book = Book::open(Path::new(&file))?;
        match book.is_of(&game) {
            Err(error) if self.book.is_some() => Err(error),
            Err(_) => Ok(effort),
            Ok(()) => Ok(Effort { book: Some(Box::leak(Box::new(book))), ..effort }),
        }
    }

    /// The folder of tables asked for.
    pub(crate) fn tables(&self) -> Option<&str> {
        self.tables.as_deref()
    }

    /// The book asked for.
    pub(crate) fn book(&self) -> Option<&str> {
        self.book.as_deref()
    }

    /// A message.
    pub(crate) fn say(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        self.words.say(id, args)
    }

    /// An answer, on standard output.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let end = if text.ends_with('\n') { "" } else { "\n" };
        write!(out, "{}{end}", tame(text)).and_then(|()| out.flush()).map_err(gone)
    }

    /// An answer as one line of JSON.
    pub(crate) fn print_json(&self, record: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(record).expect("records are plain data");
        self.print(&text)
    }

    /// A remark, on standard error.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{}", tame(&shortened(text, LONGEST)));
    }

    /// An error, on standard error.
    pub(crate) fn tell(&self, told: &Error) {
        let _ = write!(io::stderr(), "{}", error(&self.words, told));
    }

    /// A bar for so many steps, or a count where their number is not known; nothing unless a person watches.
    pub(crate) fn progress(&self, steps: Option<u64>, what: &str) -> ProgressBar {
        if !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = match steps {
            Some(n) => ProgressBar::new(n),
            None => ProgressBar::new_spinner(),
        };
        let form = match steps {
            Some(_) => "{msg} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}",
            None => "{msg} {human_pos} {per_sec} {elapsed}",
        };
        bar.set_style(ProgressStyle::with_template(form).expect("a valid template"));
        bar.set_message(what.to_owned());
        bar
    }
}

/// Standard output was closed by whoever read it: nothing to complain about. Anything else is told.
fn gone(e: io::Error) -> Failure {
    match e.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::Told(unwritable("stdout", e)),
    }
}

/// An error as people read it: what is wrong, where, underlined, and what may have been meant.
pub(crate) fn error(words: &Words, error: &Error) -> String {
    let mut text = format!("{} {}\n", words.say("error", &[]), shortened(&words.error(error), LONGEST));
    if let Some(place) = error.place() {
        let number = place.line.to_string();
        let margin = " ".repeat(number.len());
        text += &format!("{margin} --> {}:{}:{}\n", place.source, place.line, place.column);
        // A long line is shown around the place.
        const BEFORE: usize = 60;
        const SHOWN: usize = 120;
        let skip = place.column.saturating_sub(BEFORE + 1).min(place.text.chars().count());
        let shown: String =
            place.text.chars().skip(skip).take(SHOWN).map(|c| if c == '\t' { ' ' } else { c }).collect();
        let lead = if skip > 0 { "..." } else { "" };
        let width = place.width.clamp(1, SHOWN.saturating_sub(place.column - 1 - skip).max(1));
        text += &format!("{margin} |\n{number} | {lead}{shown}\n");
        text += &format!("{margin} | {}{}\n", " ".repeat(lead.len() + place.column - 1 - skip), "^".repeat(width));
    }
    if let Some(word) = error.suggestion() {
        text += &format!("{}\n", words.say("did-you-mean", &[("word", &word)]));
    }
    tame(&text).into_owned()
}

/// Characters of a message beyond which it is cut.
const LONGEST: usize = 2_000;

/// A text cut in the middle, where it is too long for anybody to read.
fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let skip = |n| text.char_indices().nth(n).map_or(text.len(), |(i, _)| i);
    format!("{} [...] {}", &text[..skip(most / 2)], &text[skip(count - most / 2)..])
}

/// Text from strangers may hold characters that command a terminal: they are shown and not sent.
fn tame(text: &str) -> Cow<'_, str> {
    let wild = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(wild) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if wild(c) { c.escape_unicode().to_string() } else { c.to_string() }).collect())
}

/// A number of bytes: `512M`, `2G`, `64MiB`, `1000000`.
fn size(text: &str) -> Result<u64, Error> {
    let bad = || Error::new("bad-memory", "a size is a number such as 512M or 2G, not {size}").arg("size", text);
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..digits].parse().map_err(|_| bad())?;
    let unit = text[digits..].trim().to_lowercase();
    let power = match unit.trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(bad()),
    };
    let bytes = number * 1024f64.powi(power);
    if bytes >= 1024.0 && bytes < 2f64.powi(63) { Ok(bytes as u64) } else { Err(bad()) }
}

/// A file that could not be read.
pub(crate) fn unreadable(file: &str, why: impl Display) -> Error {
    Error::new("cannot-read", "cannot read {file}: {why}").arg("file", file).arg("why", why)
}

/// The text of a file; `-` is standard input.
pub(crate) fn read_file(file: &str) -> Result<String, Error> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::stdin(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    String::from_utf8(bytes.map_err(|e| unreadable(file, e))?)
        .map_err(|e| unreadable(file, format_args!("byte {} is not UTF-8", e.utf8_error().valid_up_to() + 1)))
}

/// A file that could not be written.
pub(crate) fn unwritable(file: &str, why: impl Display) -> Error {
    Error::new("cannot-write", "cannot write {file}: {why}").arg("file", file).arg("why", why)
}

/// Writes a file whole or not at all: beside its place first, then moved there. `-` is standard output; what is no
/// regular file (a pipe, a device) is written to directly, and a link's target is what is written. An [`Error`] within the
/// one that `write` gives is what is told.
pub(crate) fn write_file(
    file: &str,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), Error> {
    let failed = |e: io::Error| e.downcast::<Error>().unwrap_or_else(|e| unwritable(file, e));
    if file == "-" {
        let mut out = io::stdout();
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.into());
    if std::fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        let mut out = std::fs::File::options().write(true).open(&target).map_err(failed)?;
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.tmp", std::process::id()));
    let attempt = || {
        let mut out = io::BufWriter::new(std::fs::File::create(&beside)?);
        write(&mut out)?;
        out.into_inner().map_err(|e| e.into_error())?.sync_all()?;
        std::fs::rename(&beside, &target)
    };
    attempt().map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        failed(e)
    })
}

#[cfg(test)]
mod tests {
    use super::{shortened, size, tame};

    #[test]
    fn texts_from_strangers() {
        assert_eq!(tame("a\u{1b}]0;x\u{7}\tb\n"), "a\\u{1b}]0;x\\u{7}\tb\n");
        assert_eq!(shortened(&"é".repeat(100), 10), "ééééé [...] ééééé");
        assert_eq!(shortened("short", 10), "short");
    }

    #[test]
    fn sizes() {
        let bytes = |text| size(text).ok();
        assert_eq!(bytes("64M"), Some(64 << 20));
        assert_eq!(bytes("1.5GiB"), Some(3 << 29));
        assert_eq!(bytes("4096"), Some(4096));
        for bad in ["", "M", "-1G", "10X", "1e9", "99999999999T", "0"] {
            assert_eq!(bytes(bad), None, "{bad}");
        }
    }
}
