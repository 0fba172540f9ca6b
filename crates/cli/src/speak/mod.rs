//! Attractor as a program for other people's boards: it reads a protocol from standard input and answers on standard
//! output. One file for each protocol; here is what they share: reading ahead, thinking that can be stopped, clocks.

mod gtp;
mod hub;
mod nboard;
mod uci;

use crate::{Answer, Failure, show::Console};
use attractor_game::{Error, Player, Rng};
use attractor_play::{
    Effort, PlayerKind, PlayerSpec, SearchRequest, Searched, Session,
    program::{Protocol, read_line},
    request::open_named,
};
use std::{
    io::{self, BufRead, BufReader, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, TrySendError, sync_channel},
    },
    time::{Duration, Instant},
};

/// The command `speak`.
pub(crate) fn speak(
    console: &Console,
    protocol: &str,
    spec: Option<&str>,
    player: Option<&str>,
) -> Result<Answer, Failure> {
    let protocol: Protocol = protocol.parse()?;
    let usual = match protocol {
        Protocol::Uci => "chess",
        Protocol::Gtp => "go",
        Protocol::Hub => "draughts",
        Protocol::NBoard => "othello",
    };
    let session = open_named(spec.unwrap_or(usual))?;
    let player: Option<PlayerSpec> = player.map(str::parse).transpose()?;
    if player.as_ref().is_some_and(|player| *player.kind() == PlayerKind::Human) {
        return Err(Error::new("human-not-here", "a person can only sit at the board of the command play").into());
    }
    if let Some(player) = player.as_ref().filter(|player| player.depths().len() > 1) {
        return Err(Error::new("depth-range", "{player} stands for several players; here one depth is needed")
            .arg("player", player)
            .into());
    }
    let effort = console.with_knowledge(console.effort, session.spec())?;
    let thinker = Thinker { player, effort, rng: Rng::new(console.seed) };
    let (input, output) = (BufReader::new(io::stdin()), Arc::new(Mutex::new(io::stdout())));
    let ended = match protocol {
        Protocol::Uci => uci::serve(session, input, &output, thinker),
        Protocol::Gtp => gtp::serve(session, input, &output, thinker),
        Protocol::Hub => hub::serve(session, input, &output, thinker),
        Protocol::NBoard => nboard::serve(session, input, &output, thinker),
    };
    // An end of output is the end of the conversation.
    ended.map(|()| Answer::Done).map_err(|_| Failure::ReaderGone)
}

/// Where answers go; whoever reads ahead may answer too.
type Out<W> = Arc<Mutex<W>>;

/// Writes text whole.
fn send(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// What a line means to thinking under way.
enum Sign {
    /// Begins to think; `endless` if only another line ends that.
    Think { endless: bool },
    /// Ends thinking.
    Stop,
    /// Ends everything.
    Quit,
    /// While there is thinking, this is the answer.
    Now(&'static str),
    /// Nothing; it waits for its turn.
    Later,
}

/// A line whose turn has come, and what becomes true when the thinking it asks for shall end.
struct Heard {
    line: String,
    stop: Arc<AtomicBool>,
}

/// Lines that may wait.
const WAITING: usize = 4_096;

/// Reads ahead in a thread of its own, so that thinking can be stopped. The thread ends with the input, or with the program.
fn listen<W: Write + Send + 'static>(
    mut input: impl BufRead + Send + 'static,
    output: &Out<W>,
    mut sign: impl FnMut(&str) -> Sign + Send + 'static,
) -> Receiver<Heard> {
    let (heard, hear) = sync_channel(WAITING);
    let output = Arc::clone(output);
    std::thread::spawn(move || {
        // Thinking that was asked for and is not known to be over.
        let mut asked: Vec<(Arc<AtomicBool>, bool)> = Vec::new();
        while let Ok(Some(line)) = read_line(&mut input) {
            asked.retain(|(stop, _)| Arc::strong_count(stop) > 1);
            let stop = Arc::new(AtomicBool::new(false));
            match sign(line.trim()) {
                Sign::Think { endless } => asked.push((Arc::clone(&stop), endless)),
                Sign::Stop => asked.iter().for_each(|(stop, _)| stop.store(true, Relaxed)),
                Sign::Quit => {
                    asked.iter().for_each(|(stop, _)| stop.store(true, Relaxed));
                    break;
                }
                Sign::Now(answer) if !asked.is_empty() => {
                    if send(&output, &format!("{answer}\n")).is_err() {
                        break;
                    }
                    continue;
                }
                Sign::Now(_) | Sign::Later => {}
            }
            let full = match heard.try_send(Heard { line, stop }) {
                Ok(()) => continue,
                Err(TrySendError::Disconnected(_)) => break,
                Err(TrySendError::Full(full)) => full,
            };
            // So much is waiting that a word to stop could not be heard.
            asked.iter().for_each(|(stop, _)| stop.store(true, Relaxed));
            if heard.send(full).is_err() {
                break;
            }
        }
        drop(heard);
        // Nobody will stop what has no end of its own, and nobody waits for the rest for long.
        asked.iter().filter(|(_, endless)| *endless).for_each(|(stop, _)| stop.store(true, Relaxed));
        let mut since = Instant::now();
        while !asked.is_empty() && since.elapsed() < LINGER {
            std::thread::sleep(Duration::from_millis(20));
            let before = asked.len();
            asked.retain(|(stop, _)| Arc::strong_count(stop) > 1);
            since = if asked.len() < before { Instant::now() } else { since };
        }
        asked.iter().for_each(|(stop, _)| stop.store(true, Relaxed));
    });
    hear
}

/// How long a move may be thought of.
#[derive(Clone, Copy, Default, Debug)]
struct Limits {
    time: Option<Duration>,
    depth: Option<u32>,
    /// Until it is stopped.
    endless: bool,
}

/// Time for a move where nothing is said of it.
const USUAL: Duration = Duration::from_secs(1);
/// How long a move is thought of at most when the input has ended.
const LINGER: Duration = Duration::from_secs(10);
/// Moves that a clock has to last for, where nobody says how many.
const MOVES_TO_GO: f64 = 30.0;
/// Kept back for the way to the board.
const SPARE: f64 = 0.05;

/// A time in seconds as somebody typed it, if it makes sense.
fn seconds(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|s| s.is_finite()).map(|s| s.clamp(0.0, 1e6))
}

/// Time for one move, of what a clock has left.
fn share(left: f64, moves: Option<f64>, increment: f64) -> Duration {
    let most = (left - SPARE).max(0.01);
    let moves = moves.filter(|moves| *moves >= 1.0).unwrap_or(MOVES_TO_GO);
    Duration::from_secs_f64((left / moves + 0.8 * increment).clamp(0.01, most))
}

/// Who chooses the moves.
struct Thinker {
    /// None: the search with an estimate, as long as the clock allows.
    player: Option<PlayerSpec>,
    effort: Effort<'static>,
    rng: Rng,
}

impl Thinker {
    /// Another game is played from now on: book and table are not of it.
    fn forget(&mut self) {
        self.effort = Effort { book: None, table: None, ..self.effort };
    }

    /// The move to make in an unfinished position, as programs call it; `tell` hears of every depth.
    fn choose(
        &mut self,
        session: &dyn Session,
        limits: Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Searched),
    ) -> Result<String, Error> {
        let effort = Effort { stop: Some(stop), ..self.effort };
        let chosen = match self.player.as_ref().filter(|player| *player.kind() != PlayerKind::Search) {
            Some(player) => session.choose(player, &effort, &mut self.rng),
            None => self.search(session, limits, effort, tell),
        };
        let chosen = match chosen {
            // Stopped before anything was known: one ply is soon looked at, and any move is better than none.
            Err(error) if error.id() == "search-stopped" => {
                let request = SearchRequest { depth: 1, time: None, heuristic: None, effort: self.effort };
                session.search(&request, tell).ok().and_then(|found| found.best.first().cloned())
            }
            chosen => Some(chosen?),
        };
        let names = session.moves();
        let at = chosen.and_then(|chosen| names.iter().position(|name| *name == chosen)).unwrap_or(0);
        let plain = session.plain_moves().into_iter().nth(at);
        plain.ok_or_else(|| Error::new("nothing-to-play", "play is over: there is no move to choose"))
    }

    fn search(
        &self,
        session: &dyn Session,
        limits: Limits,
        effort: Effort<'_>,
        tell: &mut dyn FnMut(&Searched),
    ) -> Result<String, Error> {
        let own = self.player.as_ref();
        let (own_time, own_depth) = (own.and_then(PlayerSpec::time), own.and_then(|own| own.depths().first().copied()));
        let time = match (limits.time, own_time) {
            (Some(clock), Some(own)) => Some(clock.min(own)),
            (None, None) if limits.depth.is_none() && !limits.endless => Some(USUAL),
            (clock, own) => clock.or(own.filter(|_| !limits.endless)),
        };
        let depth = limits.depth.unwrap_or(u32::MAX).min(own_depth.unwrap_or(u32::MAX)).max(1);
        let heuristic = own.and_then(PlayerSpec::heuristic);
        let found = session.search(&SearchRequest { depth, time, heuristic, effort }, tell)?;
        found
            .best
            .first()
            .cloned()
            .ok_or_else(|| Error::new("nothing-to-play", "play is over: there is no move to choose"))
    }
}

/// A line of moves as programs call them.
fn plain_line(session: &dyn Session, names: &[String]) -> Vec<String> {
    let mut ahead = session.fork();
    let mut plain = Vec::new();
    for name in names {
        let at = ahead.moves().iter().position(|legal| legal == name);
        let Some(word) = at.and_then(|at| ahead.plain_moves().into_iter().nth(at)) else { break };
        if ahead.play(name).is_err() {
            break;
        }
        plain.push(word);
    }
    plain
}

/// An estimate as the player to move sees it, within bounds that can be written.
fn seen(session: &dyn Session, found: &Searched) -> f64 {
    let value = if session.turn() == Player::One { found.value.0 } else { -found.value.0 };
    if value.is_nan() { 0.0 } else { value.clamp(-300.0, 300.0) }
}

/// Makes a move however it is spelt: as it stands, in small letters, in capitals.
fn play(session: &mut dyn Session, word: &str) -> Result<(), Error> {
    let error = match session.play(word) {
        Ok(()) => return Ok(()),
        Err(error) => error,
    };
    let again = session.play(&word.to_lowercase()).or_else(|_| session.play(&word.to_uppercase()));
    again.map_err(|_| error)
}

/// Text in one line, without what would command a terminal.
fn one_line(text: &str) -> String {
    const MOST: usize = 500;
    text.chars().take(MOST).map(|c| if c.is_control() || c == '"' { ' ' } else { c }).collect()
}
