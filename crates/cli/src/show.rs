//! Where answers go, and how they look.

use crate::{Answer, Failure, args::Common, files::with_nearest};
use attractor_game::Error;
pub(crate) use attractor_play::files::{read_file, unwritable, write_file};
use attractor_play::{
    Effort, Session, full_name,
    knowledge::table_in,
    request::{Limits, Question, Surface, Update},
    visible,
    words::Words,
};
use attractor_solve::search::{Progress, book::Book};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
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
const BASE: u64 = 8 << 20;

/// How long after Ctrl-C a command may take to end with what it knows.
const PATIENCE: Duration = Duration::from_millis(900);

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

    /// From here on Ctrl-C asks for what is known so far, and a second one ends the program. Work that goes on for
    /// [`PATIENCE`] regardless is ended with a sentence of its own, which no command may need: tests look for it.
    pub(crate) fn interruptible(&self) -> Effort<'static> {
        let told = self.say("did-not-stop", &[("milliseconds", &PATIENCE.as_millis())]);
        self.heeding(Some(told))
    }

    /// The same for work that is kept on disk: it may take a while to put it there.
    pub(crate) fn resumable(&self) -> Effort<'static> {
        self.heeding(None)
    }

    /// Ends the program with these words if Ctrl-C does not end its work in time.
    fn heeding(&self, told: Option<String>) -> Effort<'static> {
        static STOP: AtomicBool = AtomicBool::new(false);
        // Where no handler can be set, Ctrl-C ends the program as ever; the first handler stays.
        let _ = ctrlc::set_handler(move || {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            if let Some(told) = told.clone() {
                std::thread::spawn(move || {
                    std::thread::sleep(PATIENCE);
                    eprintln!("{told}");
                    std::process::exit(3);
                });
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
                    bar.set_message(visible::piece(&shortened(&told.join(", "), 160)).into_owned());
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
    pub(crate) fn with_knowledge<'a>(&self, mut effort: Effort<'a>, game: &str) -> Result<Effort<'a>, Error> {
        let game = full_name(game);
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

    /// The terminal as a surface whose answers may cost so much.
    pub(crate) fn terminal<'a>(&'a self, effort: Effort<'a>) -> Terminal<'a> {
        Terminal { console: self, effort, bar: ProgressBar::hidden(), hears: None, failed: Mutex::default() }
    }

    /// Answers a question about the position at which a session stands, while a person sees how far it is.
    pub(crate) fn answer<Q: Question>(&self, question: &Q, session: &dyn Session) -> Result<Q::Answer, Error> {
        self.watched(self.interruptible(), session.spec(), |effort| {
            question.answer_at(session, &self.terminal(*effort))
        })
    }

    /// Shows an answer: as JSON, or as text for people.
    pub(crate) fn show(&self, record: &impl Serialize, text: impl FnOnce() -> String) -> Result<Answer, Failure> {
        if self.json {
            self.print_json(record)?
        } else {
            self.print(&text())?
        }
        Ok(Answer::Done)
    }

    /// A message.
    pub(crate) fn say(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        self.words.say(id, args)
    }

    /// An answer for people, on standard output. Hidden characters are escaped.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        self.write(&visible::lines(text))
    }

    /// An answer as one line of JSON.
    pub(crate) fn print_json(&self, record: &impl Serialize) -> Result<(), Failure> {
        write_json(record, io::stdout().lock()).map_err(gone)
    }

    /// An answer for programs, on standard output: the very text, unless a person looks at it.
    pub(crate) fn print_data(&self, text: &str) -> Result<(), Failure> {
        if io::stdout().is_terminal() { self.print(text) } else { self.write(text) }
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let end = if text.ends_with('\n') { "" } else { "\n" };
        write!(out, "{text}{end}").and_then(|()| out.flush()).map_err(gone)
    }

    /// A remark, on standard error. Hidden characters are escaped.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{}", visible::lines(&shortened(text, LONGEST)));
    }

    /// A remark as one line of JSON, on standard error.
    pub(crate) fn note_json(&self, record: &impl Serialize) {
        let _ = write_json(record, io::stderr().lock());
    }

    /// An error, on standard error, with the nearest file where one is not there, and what this command can do about it.
    pub(crate) fn tell(&self, told: Error, remedy: Option<&str>) {
        let mut text = error(&self.words, &with_nearest(told));
        if let Some(id) = remedy {
            text += &format!("{}\n", self.say(id, &[]));
        }
        let _ = write!(io::stderr(), "{text}");
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
        bar.set_message(visible::piece(what).into_owned());
        bar
    }
}

/// Shows an update. Fails if it cannot be printed.
type Hears<'a> = dyn Fn(Update<'_>) -> Result<(), Failure> + Sync + 'a;

/// The terminal as a surface: everything may be named, and a bar shows the progress.
pub(crate) struct Terminal<'a> {
    console: &'a Console,
    effort: Effort<'a>,
    bar: ProgressBar,
    /// Shows updates in another way than the bar.
    hears: Option<&'a Hears<'a>>,
    /// Why an answer could not be printed on the way.
    failed: Mutex<Option<Failure>>,
}

impl<'a> Terminal<'a> {
    /// The same with a bar for so many steps.
    pub(crate) fn steps(self, steps: u64, what: &str) -> Self {
        Terminal { bar: self.console.progress(Some(steps), what), ..self }
    }

    /// The same with a count of steps whose number is not known.
    pub(crate) fn spinning(self, what: &str) -> Self {
        Terminal { bar: self.console.progress(None, what), ..self }
    }

    /// The same with another way to show updates.
    pub(crate) fn hearing(self, hears: &'a Hears<'a>) -> Self {
        Terminal { hears: Some(hears), ..self }
    }

    /// Takes the bar away. Fails if an answer could not be printed on the way.
    pub(crate) fn end(&self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.failed.lock().ok().and_then(|mut failed| failed.take()).map_or(Ok(()), Err)
    }
}

impl Surface for Terminal<'_> {
    fn limits(&self) -> &Limits {
        &Limits::LOCAL
    }

    fn effort(&self) -> Effort<'_> {
        self.effort
    }

    fn knowing(&self, game: &str) -> Result<Effort<'_>, Error> {
        self.console.with_knowledge(self.effort, game)
    }

    fn words(&self) -> &Words {
        &self.console.words
    }

    fn listens(&self) -> bool {
        self.hears.is_some()
    }

    fn tell(&self, update: Update<'_>) {
        let shown = match (self.hears, update) {
            (Some(hears), update) => hears(update),
            (None, Update::Progress(done, total)) => {
                if let Some(total) = total {
                    self.bar.set_length(total);
                }
                self.bar.set_position(done);
                Ok(())
            }
            (None, Update::Match(record)) if self.console.json => self.bar.suspend(|| self.console.print_json(record)),
            _ => Ok(()),
        };
        if let (Err(failure), Ok(mut failed)) = (shown, self.failed.lock()) {
            *failed = Some(failure);
            // Nobody reads the rest.
            if let Some(stop) = self.effort.stop {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Standard output was closed by whoever read it: nothing to complain about. Anything else is told.
fn gone(e: io::Error) -> Failure {
    match e.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::Told(unwritable("stdout", e)),
    }
}

/// Writes a record as one line of JSON with everything hidden escaped, piece by piece: a large record is not held twice.
fn write_json(record: &impl Serialize, out: impl Write) -> io::Result<()> {
    let mut out = Escaped(io::BufWriter::with_capacity(1 << 16, out));
    serde_json::to_writer(&mut out, record)?;
    out.0.write_all(b"\n")?;
    out.0.flush()
}

/// JSON on its way out, with hidden characters escaped.
struct Escaped<W: Write>(io::BufWriter<W>);

impl<W: Write> Write for Escaped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A writer of JSON passes whole pieces of strings.
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(visible::json(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// An error as people read it: what is wrong, where, underlined, and what may have been meant.
pub(crate) fn error(words: &Words, error: &Error) -> String {
    let mut text = format!("{} {}\n", words.say("error", &[]), shortened(&words.error(error), LONGEST));
    if let Some(place) = error.place() {
        let number = place.line.to_string();
        let margin = " ".repeat(number.len());
        text += &format!("{margin} --> {}:{}:{}\n", visible::piece(&place.source), place.line, place.column);
        // A long line is shown around the place.
        const BEFORE: usize = 60;
        const SHOWN: usize = 120;
        let skip = place.column.saturating_sub(BEFORE + 1).min(place.text.chars().count());
        let mut shown = place.text.chars().skip(skip).take(SHOWN).map(|c| if c == '\t' { ' ' } else { c });
        let lead = if skip > 0 { "..." } else { "" };
        let before = place.column.saturating_sub(1 + skip);
        let width = place.width.clamp(1, SHOWN.saturating_sub(before).max(1));
        // Escapes are wider than what they stand for.
        let mut part = |length: usize| visible::piece(&shown.by_ref().take(length).collect::<String>()).into_owned();
        let [left, wrong, right] = [part(before), part(width), part(SHOWN)];
        let indent = lead.len() + before.max(left.chars().count());
        text += &format!("{margin} |\n{number} | {lead}{left}{wrong}{right}\n");
        text += &format!("{margin} | {}{}\n", " ".repeat(indent), "^".repeat(width.max(wrong.chars().count())));
    }
    if let Some(word) = error.suggestion() {
        text += &format!("{}\n", words.say("did-you-mean", &[("word", &word)]));
    }
    visible::lines(&text).into_owned()
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

/// The least memory that can be asked for: 1K.
pub(crate) const LEAST_MEMORY: u64 = 1 << 10;

/// A number of bytes: digits, or digits with a unit, `K`, `M`, `G` or `T` (powers of 1,024), which `B` or `iB` may follow, in
/// capital letters or small: `512M`, `2g`, `64MiB`, `1.5G`, `1000000`. A point needs a unit.
fn size(text: &str) -> Result<u64, Error> {
    let bad = || {
        let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let unit = rest.chars().next().filter(|c| "kmgtKMGT".contains(*c)).map(|c| c.to_ascii_uppercase());
        let meant = unit.map(|unit| format!("{digits}{unit}")).filter(|meant| bytes(meant).is_some());
        Error::new("bad-memory", "a size is a number of bytes from 1K up, such as 512M, 1.5G or 1000000, not {size}")
            .arg("size", text)
            .nearest(meant.as_deref())
    };
    bytes(text).ok_or_else(bad)
}

/// The bytes that such a text means; none if it means none, fewer than 1K or more than 2^63.
fn bytes(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let power = match unit.to_ascii_lowercase().as_str() {
        "" => 0,
        "k" | "kb" | "kib" => 1,
        "m" | "mb" | "mib" => 2,
        "g" | "gb" | "gib" => 3,
        "t" | "tb" | "tib" => 4,
        _ => return None,
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || part.is_empty() || part.contains('.') || power == 0 && number.contains('.') {
        return None;
    }
    // Fractions of a unit are exact to a millionth.
    let (part, scale) = (part.get(..6).unwrap_or(part), 10u128.pow(part.len().min(6) as u32));
    let parts = whole.parse::<u64>().ok()? as u128 * scale + part.parse::<u128>().ok()?;
    let bytes = parts.checked_mul(1 << (10 * power))? / scale;
    (u128::from(LEAST_MEMORY)..1 << 63).contains(&bytes).then_some(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::{shortened, size};

    #[test]
    fn long_texts_are_cut_in_the_middle() {
        assert_eq!(shortened(&"é".repeat(100), 10), "ééééé [...] ééééé");
        assert_eq!(shortened("short", 10), "short");
    }

    #[test]
    fn sizes() {
        let bytes = |text| size(text).ok();
        assert_eq!(bytes("64M"), Some(64 << 20));
        assert_eq!(bytes("1.5GiB"), Some(3 << 29));
        assert_eq!((bytes("4096"), bytes("2g"), bytes("1KB")), (Some(4096), Some(2 << 30), Some(1024)));
        assert_eq!(bytes("8388607T"), Some(8_388_607 << 40), "just below 2^63");
        for bad in [
            "",
            "M",
            "-1G",
            "+1G",
            "10X",
            "1e9",
            "8388608T",
            "99999999999T",
            "0",
            "1023",
            "2Gbbb",
            "2Gi",
            "2Giii",
            "2Bi",
            "1.5",
            "1..5G",
            ".5G",
            "5.G",
            "1_000M",
            "1,000M",
            " 2G",
            "2G ",
            "2 G",
            "0x1000",
            "١٢M",
            "2G\0",
            "inf",
            "NaN",
            "340282366920938463463374607431768211456K",
        ] {
            assert_eq!(bytes(bad), None, "{bad}");
        }
        assert_eq!(size("2Gbbb").unwrap_err().suggestion(), Some("2G"));
    }
}
