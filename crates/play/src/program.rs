//! Outside programs as players. A program is started as a child process and spoken to over its standard input and output,
//! in one of four protocols:
//!
//! - UCI (chess): `position startpos moves e2e4`, `go movetime 1000`, `bestmove e7e5`;
//! - GTP 2 (Go, Othello): `1 play black C3`, `2 genmove white`, `=2 D4`;
//! - Hub 2 (draughts): `pos pos=Wbbb... moves="32-28"`, `go think`, `done move=19-23`;
//! - NBoard 2 (Othello): `set game (;GM[Othello]...;)`, `go`, `=== D3`.
//!
//! Every wait ends by itself: with an answer, or with an error that names the program and its last words.

mod protocols;
mod text;

use attractor_game::{Error, Player, nearest};
use std::{
    fmt,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    str::FromStr,
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    time::{Duration, Instant},
};
pub use text::{Grid, ggf, grid, hub_position};

/// How programs talk to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The protocol of draughts programs, version 2.
    Hub,
    /// The protocol of Othello programs, version 2.
    NBoard,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 4] = [Protocol::Uci, Protocol::Gtp, Protocol::Hub, Protocol::NBoard];

    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Gtp => "gtp",
            Protocol::Hub => "hub",
            Protocol::NBoard => "nboard",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = Error;
    fn from_str(text: &str) -> Result<Protocol, Error> {
        let names = || Protocol::ALL.map(Protocol::name);
        Protocol::ALL.into_iter().find(|protocol| protocol.name() == text).ok_or_else(|| {
            Error::new("unknown-protocol", "there is no protocol {protocol}; there are: {protocols}")
                .arg("protocol", if text.is_empty() { "\"\"" } else { text })
                .arg("protocols", names().join(", "))
                .nearest(nearest(text, names()))
        })
    }
}

/// What a program is told once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// How strong it shall be (UCI).
    pub elo: Option<u32>,
    /// Plies that it looks ahead (NBoard).
    pub depth: u32,
}

/// The position that a move is wanted for, and how long that may take.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The text of the position that the moves begin at.
    pub root: &'a str,
    /// Whether that is the start of the game.
    pub from_start: bool,
    /// Who is to move there.
    pub turn: Player,
    /// The moves made since, as programs call them.
    pub moves: &'a [String],
    /// Time for the move.
    pub time: Duration,
    /// Gives up soon after this becomes true.
    pub stop: Option<&'a AtomicBool>,
}

/// Longest line that is read, in bytes; the rest of a longer one is left out.
pub const LONGEST_LINE: usize = 1 << 20;
/// Lines that may wait to be looked at.
const WAITING: usize = 1_024;
/// How long a program may take to get ready, and for a move beyond its time.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a program has to end by itself.
const FAREWELL: Duration = Duration::from_millis(200);
/// How often somebody who waits looks whether to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// What came from a program.
enum Heard {
    Line(String),
    /// On its standard error.
    Aside(String),
    End,
}

/// A program that runs. It ends when this is dropped.
pub struct Program {
    name: String,
    protocol: Protocol,
    game: String,
    options: Options,
    child: Child,
    say: Option<Sender<String>>,
    hear: Receiver<Heard>,
    /// The last line that it said.
    last: String,
    /// What is on its board: the root and the moves since (GTP), or what was last asked (UCI, Hub).
    told: Option<(String, Vec<String>)>,
    /// Commands so far (GTP).
    commands: u32,
}

impl Program {
    /// Starts a program that will play the game of that name, and waits until it is ready, or until `stop` becomes true. Its
    /// command is cut at spaces.
    pub fn start(
        protocol: Protocol,
        command: &str,
        options: Options,
        game: &str,
        stop: Option<&AtomicBool>,
    ) -> Result<Program, Error> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or("").to_owned();
        let failed = |why: &dyn fmt::Display| {
            Error::new("program-not-started", "the program {program} cannot be started: {why}")
                .arg("program", if name.is_empty() { "\"\"" } else { &name })
                .arg("why", why)
        };
        let mut child = Command::new(&name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| failed(&e))?;
        let (say, to_say) = mpsc::channel::<String>();
        let (heard, hear) = mpsc::sync_channel(WAITING);
        // Three threads, so that no pipe that is full or empty can keep anybody. They end with the program.
        if let (Some(mut input), Some(output), Some(aside)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            std::thread::spawn(move || {
                to_say.iter().try_for_each(|line| input.write_all(line.as_bytes()).and_then(|()| input.flush()))
            });
            let also = heard.clone();
            std::thread::spawn(move || {
                listen(output, &heard, Heard::Line);
                let _ = heard.send(Heard::End);
            });
            std::thread::spawn(move || listen(aside, &also, Heard::Aside));
        }
        let (last, game) = (String::new(), game.to_owned());
        let say = Some(say);
        let mut program = Program { name, protocol, game, options, child, say, hear, last, told: None, commands: 0 };
        program.greet(stop)?;
        Ok(program)
    }

    /// The move that it wants to make, in its own words.
    pub fn choose(&mut self, asked: &Asked<'_>) -> Result<String, Error> {
        match self.protocol {
            Protocol::Uci => self.choose_uci(asked),
            Protocol::Gtp => self.choose_gtp(asked),
            Protocol::Hub => self.choose_hub(asked),
            Protocol::NBoard => self.choose_nboard(asked),
        }
    }

    /// Sends one line.
    fn send(&self, line: &str) {
        if let Some(say) = &self.say {
            // A program that is gone is noticed when its answer is missing.
            let _ = say.send(format!("{line}\n"));
        }
    }

    /// Reads until `take` finds the answer to `asked` in a line.
    fn wait<A>(
        &mut self,
        asked: &str,
        patience: Duration,
        stop: Option<&AtomicBool>,
        mut take: impl FnMut(&str) -> Option<A>,
    ) -> Result<A, Error> {
        let begun = Instant::now();
        loop {
            if stop.is_some_and(|stop| stop.load(Relaxed)) {
                return Err(Error::limit("search-stopped", "stopped before the answer was found"));
            }
            let left = patience.saturating_sub(begun.elapsed());
            match self.hear.recv_timeout(left.min(GLANCE)) {
                Ok(Heard::Line(line)) => {
                    let found = take(line.trim());
                    if !line.trim().is_empty() {
                        self.last = line;
                    }
                    if let Some(answer) = found {
                        return Ok(answer);
                    }
                    if left.is_zero() {
                        return Err(self.silent(asked, patience));
                    }
                }
                Ok(Heard::Aside(line)) if line.trim().is_empty() => {}
                Ok(Heard::Aside(line)) => self.last = line,
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended(asked, stop)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(self.silent(asked, patience)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn silent(&self, asked: &str, patience: Duration) -> Error {
        Error::limit(
            "program-silent",
            "the program {program} did not answer {asked} within {seconds} s; its last words: {said}",
        )
        .arg("program", &self.name)
        .arg("asked", shown(asked))
        .arg("seconds", patience.as_secs_f64())
        .arg("said", shown(&self.last))
    }

    fn ended(&mut self, asked: &str, stop: Option<&AtomicBool>) -> Error {
        // What it complained of last may still be on its way.
        let begun = Instant::now();
        while let Ok(heard) = self.hear.recv_timeout(FAREWELL.saturating_sub(begun.elapsed())) {
            if let Heard::Aside(line) = heard
                && !line.trim().is_empty()
            {
                self.last = line;
            }
        }
        // The key that stops us stops it too.
        if stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Error::limit("search-stopped", "stopped before the answer was found");
        }
        Error::new("program-ended", "the program {program} ended instead of answering {asked}; its last words: {said}")
            .arg("program", &self.name)
            .arg("asked", shown(asked))
            .arg("said", shown(&self.last))
    }

    fn refused(&self, asked: &str, said: &str) -> Error {
        Error::new("program-refused", "the program {program} refuses {asked}: {said}")
            .arg("program", &self.name)
            .arg("asked", shown(asked))
            .arg("said", shown(said))
    }

    /// The answer is there and holds no move.
    fn nonsense(&self, asked: &str, said: &str) -> Error {
        Error::new("program-nonsense", "the program {program} answers {asked} by {said}, which is no move")
            .arg("program", &self.name)
            .arg("asked", shown(asked))
            .arg("said", shown(said))
    }

    /// The protocol cannot tell the position.
    fn untold(&self, root: &str) -> Error {
        Error::new(
            "program-position",
            "{protocol} has no words for the position {position} of {game}; begin elsewhere, or at the start",
        )
        .arg("protocol", self.protocol)
        .arg("position", shown(root))
        .arg("game", &self.game)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.send("quit");
        self.say = None;
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                _ => break,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program as a player: started when it is first asked for a move.
pub(crate) struct Outside<'a> {
    pub(crate) protocol: Protocol,
    pub(crate) command: String,
    pub(crate) options: Options,
    pub(crate) game: String,
    pub(crate) time: Duration,
    pub(crate) stop: Option<&'a AtomicBool>,
    pub(crate) running: Option<Program>,
}

impl Outside<'_> {
    /// The move that it wants to make, in its own words.
    pub(crate) fn choose(
        &mut self,
        root: &str,
        from_start: bool,
        turn: Player,
        moves: &[String],
    ) -> Result<String, Error> {
        let mut program = match self.running.take() {
            Some(program) => program,
            None => Program::start(self.protocol, &self.command, self.options, &self.game, self.stop)?,
        };
        // One that failed is not asked again.
        let word = program.choose(&Asked { root, from_start, turn, moves, time: self.time, stop: self.stop })?;
        self.running = Some(program);
        Ok(word)
    }

    /// The error for a move that the game does not know.
    pub(crate) fn illegal(&mut self, word: &str, why: &Error) -> Error {
        self.running = None;
        let legal = why.args().find(|(name, _)| *name == "legal").map_or("-", |(_, value)| value);
        Error::new(
            "program-illegal",
            "the program {program} wants to play {move}, which is not legal here; legal moves: {legal}",
        )
        .arg("program", self.command.split_whitespace().next().unwrap_or(""))
        .arg("move", shown(word))
        .arg("legal", legal)
    }
}

/// How a program may have written a move: as it stands, in small letters, in capitals.
pub(crate) fn spellings(word: &str) -> [String; 3] {
    [word.to_owned(), word.to_lowercase(), word.to_uppercase()]
}

/// The next line, without its end; bytes that are not UTF-8 are replaced, and what is longer than [`LONGEST_LINE`] is left
/// out. None at the end of the input.
///
/// ```
/// let mut input = &b"one\r\n\xfftwo"[..];
/// let mut next = || attractor_play::program::read_line(&mut input).unwrap();
/// assert_eq!((next().as_deref(), next().as_deref(), next()), (Some("one"), Some("\u{fffd}two"), None));
/// ```
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() == LONGEST_LINE && line.last() != Some(&b'\n') {
        loop {
            let held = match input.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                held => held?,
            };
            let end = held.iter().position(|&byte| byte == b'\n');
            let (skip, done) = end.map_or((held.len(), held.is_empty()), |i| (i + 1, true));
            input.consume(skip);
            if done {
                break;
            }
        }
    }
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Passes lines on until there are no more, or nobody wants them.
fn listen(output: impl Read, heard: &SyncSender<Heard>, kind: fn(String) -> Heard) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output) {
        if heard.send(kind(line)).is_err() {
            break;
        }
    }
}

/// A text as an error quotes it: not too long, and never nothing.
fn shown(text: &str) -> String {
    const MOST: usize = 200;
    let text = text.trim();
    match text.char_indices().nth(MOST) {
        _ if text.is_empty() => "\"\"".to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
