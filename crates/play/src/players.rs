//! Players: one table of their kinds, and how each chooses a move.

use crate::{
    Effort,
    program::{Options, Outside, Protocol, spellings},
    thinking::{Closing, Thinking, thinking},
    truth::{Oracle, oracle},
};
use attractor_game::{Error, Game, Native, Outcome, Playable, Rng, is_over, moves_of, nearest};
use attractor_solve::search::{Search, Uct};
use std::{fmt, str::FromStr, sync::atomic::AtomicBool, time::Duration};

/// What can sit at the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A person at the keyboard.
    Human,
    /// Any legal move, all equally likely.
    Random,
    /// The first legal move.
    First,
    /// Min-max to a depth; one of the best moves at random.
    Minimax,
    /// Min-max to a depth that overlooks moves, as people do: the best of those that it sees.
    Careless,
    /// The engine with an estimate, for a time or to a depth; one of the best moves at random.
    Search,
    /// Random plays, more of them where they went well: Monte Carlo tree search. The move played most often.
    Uct,
    /// A best move by exact value: the soonest win, the draw, the latest loss; one of them at random.
    Perfect,
    /// An outside program that speaks this protocol.
    Program(Protocol),
}

impl PlayerKind {
    /// Whether it is a program that has to be started: only people at this machine may ask for that.
    pub fn is_program(&self) -> bool {
        matches!(self, PlayerKind::Program(_))
    }
}

/// Deeper than any game that a player searches with an estimate.
const DEEP: u32 = 100;
/// Bytes for the table of a player that searches.
const TABLE: u64 = 16 << 20;
/// Bytes for a player that solves the end of play, or that keeps a tree of random plays.
const CLOSING: u64 = 256 << 20;
/// How far an NBoard program looks ahead unless told otherwise.
const NBOARD_DEPTH: u32 = 8;

/// The kinds with the parameters they take; the one list for help, errors and tests.
pub const PLAYERS: &[(&str, PlayerKind, &[&str])] = &[
    ("human", PlayerKind::Human, &[]),
    ("random", PlayerKind::Random, &[]),
    ("first", PlayerKind::First, &[]),
    ("minimax", PlayerKind::Minimax, &["depth", "heuristic"]),
    ("careless", PlayerKind::Careless, &["depth", "mistakes", "heuristic"]),
    ("search", PlayerKind::Search, &["seconds", "depth", "heuristic"]),
    ("uct", PlayerKind::Uct, &["playouts", "seconds"]),
    ("perfect", PlayerKind::Perfect, &[]),
    ("uci", PlayerKind::Program(Protocol::Uci), &["command", "seconds", "elo"]),
    ("gtp", PlayerKind::Program(Protocol::Gtp), &["command", "seconds"]),
    ("hub", PlayerKind::Program(Protocol::Hub), &["command", "seconds"]),
    ("nboard", PlayerKind::Program(Protocol::NBoard), &["command", "seconds", "depth"]),
];

/// A player as typed: `random`, `minimax:depth=4,heuristic=alignments=0/1/4/9`.
///
/// ```
/// use attractor_play::PlayerSpec;
/// let player: PlayerSpec = "minimax:depth=4,heuristic=cells".parse()?;
/// assert_eq!(player.depths(), [4]);
/// let range: PlayerSpec = "minimax:depth=1-4".parse()?;
/// assert_eq!(range.depths(), [1, 2, 3, 4]);
/// let program: PlayerSpec = "gtp:command=gnugo --mode gtp --level 1".parse()?;
/// assert_eq!(program.to_string(), "gtp:command=gnugo --mode gtp --level 1,seconds=1");
/// # Ok::<(), attractor_game::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    kind: PlayerKind,
    /// First and last depth.
    depth: (u32, u32),
    /// Milliseconds for a move.
    time: Option<u32>,
    /// Moves in a hundred that are overlooked.
    mistakes: u32,
    heuristic: Option<String>,
    /// What starts a program, cut at spaces.
    command: String,
    /// Random plays for a move.
    playouts: u64,
    /// The strength asked of a program.
    elo: Option<u32>,
    /// The game that a program is to play, by name.
    game: String,
}

impl PlayerSpec {
    /// What it is.
    pub fn kind(&self) -> &PlayerKind {
        &self.kind
    }

    /// How it stands in a table of players: the depth where depths are compared, else its name.
    pub fn column(&self) -> String {
        if self.kind == PlayerKind::Minimax { self.depth.0.to_string() } else { self.to_string() }
    }

    /// The depths it stands for: one, or those of a range.
    pub fn depths(&self) -> Vec<u32> {
        (self.depth.0..=self.depth.1).collect()
    }

    /// Fails if it stands for several players.
    pub fn one_depth(&self) -> Result<(), Error> {
        if self.depth.0 == self.depth.1 {
            return Ok(());
        }
        Err(Error::new("depth-range", "{player} stands for several players; here one depth is needed")
            .arg("player", self))
    }

    /// Time for a move, if it keeps to one.
    pub fn time(&self) -> Option<Duration> {
        self.time.map(|time| Duration::from_millis(time.into()))
    }

    /// The heuristic that it names.
    pub fn heuristic(&self) -> Option<&str> {
        self.heuristic.as_deref()
    }

    /// The same player at the board of this game.
    pub(crate) fn at_game(&self, game: &str) -> PlayerSpec {
        PlayerSpec { game: game.to_owned(), ..self.clone() }
    }

    /// The same player with its heuristic, if it names one, put in other words.
    pub(crate) fn reworded(&self, word: &dyn Fn(&str) -> Result<String, Error>) -> Result<PlayerSpec, Error> {
        Ok(PlayerSpec { heuristic: self.heuristic.as_deref().map(word).transpose()?, ..self.clone() })
    }

    /// The same player at one depth.
    pub fn at_depth(&self, depth: u32) -> PlayerSpec {
        PlayerSpec { depth: (depth, depth), ..self.clone() }
    }
}

impl FromStr for PlayerSpec {
    type Err = Error;
    fn from_str(text: &str) -> Result<PlayerSpec, Error> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let names = || PLAYERS.iter().map(|(name, _, _)| *name);
        let Some((_, kind, known)) = PLAYERS.iter().find(|(n, _, _)| *n == name) else {
            return Err(Error::new("unknown-player", "there is no player {player}; there are: {players}")
                .arg("player", if name.is_empty() { "\"\"" } else { name })
                .arg("players", names().collect::<Vec<_>>().join(", "))
                .nearest(nearest(name, names())));
        };
        let mut spec = PlayerSpec {
            kind: kind.clone(),
            depth: (4, 4),
            time: None,
            mistakes: 0,
            heuristic: None,
            command: String::new(),
            elo: None,
            playouts: 0,
            game: String::new(),
        };
        let (mut deep, mut careful) = (false, false);
        for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let bad = |id, english| {
                Error::new(id, english).arg("player", text).arg("option", key).arg("value", format_args!("\"{value}\""))
            };
            match key.trim() {
                key if !known.contains(&key) => {
                    return Err(bad(
                        "unknown-player-option",
                        "player {player} has no option {option}; there are: {known}",
                    )
                    .arg("known", if known.is_empty() { "none".to_owned() } else { known.join(", ") })
                    .nearest(nearest(key, known.iter().copied())));
                }
                "seconds" => {
                    let seconds = value.trim().parse::<f64>().ok().filter(|s| (0.001..=1e6).contains(s));
                    let seconds = seconds.ok_or_else(|| {
                        bad("bad-seconds", "the seconds of {player} are a number such as 0.5, not {value}")
                    })?;
                    spec.time = Some((1000.0 * seconds) as u32);
                }
                "command" => spec.command = value.split_whitespace().collect::<Vec<_>>().join(" "),
                "elo" => {
                    let elo = value.trim().parse().ok();
                    spec.elo = Some(elo.ok_or_else(|| {
                        bad("bad-elo", "the elo of {player} is a whole number such as 1500, not {value}")
                    })?);
                }
                "playouts" => {
                    let playouts = value.trim().parse().ok().filter(|n| *n >= 1);
                    spec.playouts = playouts.ok_or_else(|| {
                        bad("bad-playouts", "the playouts of {player} are a whole number such as 1000, not {value}")
                    })?;
                }
                "mistakes" => {
                    let percent = value.trim().trim_end_matches('%').parse().ok().filter(|n| *n <= 100);
                    spec.mistakes = percent.ok_or_else(|| {
                        bad("bad-mistakes", "the mistakes of {player} are a number from 0 to 100, not {value}")
                    })?;
                    careful = true;
                }
                "depth" => {
                    deep = true;
                    let (low, high) = value.split_once('-').unwrap_or((value, value));
                    let number = |s: &str| s.trim().parse::<u32>().ok().filter(|n| (1..=100).contains(n));
                    spec.depth = number(low).zip(number(high)).filter(|(low, high)| low <= high).ok_or_else(|| {
                        bad(
                            "bad-depth",
                            "the depth of {player} is a number from 1 to 100 or a range such as 1-4, not {value}",
                        )
                    })?;
                }
                _ => spec.heuristic = Some(value.trim().to_owned()),
            }
        }
        if spec.kind == PlayerKind::Search && !deep {
            spec.depth = (DEEP, DEEP);
            spec.time = spec.time.or(Some(1_000));
        }
        if spec.kind == PlayerKind::Uct {
            // For a time, or so many, or whichever ends first; a thousand unless something is said.
            spec.playouts = match (spec.playouts, spec.time) {
                (0, None) => 1_000,
                (0, Some(_)) => u64::MAX,
                (playouts, _) => playouts,
            };
        }
        if spec.kind == PlayerKind::Careless {
            spec.depth = if deep { spec.depth } else { (3, 3) };
            spec.mistakes = if careful { spec.mistakes } else { 25 };
        }
        if let PlayerKind::Program(protocol) = spec.kind {
            if spec.command.is_empty() {
                return Err(Error::new(
                    "no-command",
                    "{player} does not say what to start: write {protocol}:command=PROGRAM, with its arguments behind it",
                )
                .arg("player", text)
                .arg("protocol", protocol));
            }
            spec.time = spec.time.or(Some(1_000));
            spec.depth = if deep { spec.depth } else { (NBOARD_DEPTH, NBOARD_DEPTH) };
        }
        Ok(spec)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = PLAYERS.iter().find(|(_, kind, _)| *kind == self.kind).map_or("", |(name, _, _)| name);
        f.write_str(name)?;
        if matches!(self.kind, PlayerKind::Minimax | PlayerKind::Careless) {
            let (low, high) = self.depth;
            if low == high {
                write!(f, ":depth={low}")?
            } else {
                write!(f, ":depth={low}-{high}")?
            }
            if self.kind == PlayerKind::Careless {
                write!(f, ",mistakes={}", self.mistakes)?;
            }
            if let Some(heuristic) = &self.heuristic {
                write!(f, ",heuristic={heuristic}")?;
            }
        }
        if self.kind == PlayerKind::Search {
            let mut parts = Vec::new();
            parts.extend(self.time.map(|time| format!("seconds={}", f64::from(time) / 1000.0)));
            parts.extend((self.depth.0 != DEEP).then(|| format!("depth={}", self.depth.0)));
            parts.extend(self.heuristic.as_ref().map(|heuristic| format!("heuristic={heuristic}")));
            write!(f, ":{}", parts.join(","))?;
        }
        if self.kind == PlayerKind::Uct {
            let mut parts = Vec::new();
            parts.extend((self.playouts != u64::MAX).then(|| format!("playouts={}", self.playouts)));
            parts.extend(self.time.map(|time| format!("seconds={}", f64::from(time) / 1000.0)));
            write!(f, ":{}", parts.join(","))?;
        }
        if let PlayerKind::Program(protocol) = self.kind {
            write!(f, ":command={}", self.command)?;
            if let Some(elo) = self.elo {
                write!(f, ",elo={elo}")?;
            }
            if let Some(time) = self.time {
                write!(f, ",seconds={}", f64::from(time) / 1000.0)?;
            }
            if protocol == Protocol::NBoard {
                write!(f, ",depth={}", self.depth.0)?;
            }
        }
        Ok(())
    }
}

/// A player of one game, ready to choose.
pub(crate) enum Machine<'a, G: Playable> {
    Random,
    First,
    /// With the moves in a hundred that are overlooked.
    Minimax {
        game: &'a G,
        depth: u32,
        heuristic: G::Estimate,
        effort: Effort<'a>,
        mistakes: u32,
    },
    Search(Box<dyn Thinking<G> + 'a>, u32, Option<Duration>),
    /// With the plays and the time for a move.
    Uct(Uct<'a, G, Native>, u64, Option<Duration>),
    Perfect(Box<dyn Oracle<G> + 'a>),
    Program(Box<Outside<'a>>),
}

/// How a position came about.
pub(crate) struct Past<'a, G: Game> {
    /// Every position of the play so far, the present one last.
    pub(crate) line: &'a [G::Position],
    /// What programs call the moves between them; only programs look at it.
    pub(crate) moves: &'a [String],
}

impl<'a, G: Game> Past<'a, G> {
    /// Nothing was played before.
    pub(crate) fn of(p: &'a G::Position) -> Past<'a, G> {
        Past { line: std::slice::from_ref(p), moves: &[] }
    }
}

impl<'a, G: Playable> Machine<'a, G> {
    pub(crate) fn new(game: &'a G, spec: &PlayerSpec, effort: &Effort<'a>) -> Result<Machine<'a, G>, Error> {
        spec.one_depth()?;
        Ok(match spec.kind {
            PlayerKind::Human => {
                return Err(Error::new("human-not-here", "a person can only sit at the board of the command play"));
            }
            PlayerKind::Random => Machine::Random,
            PlayerKind::First => Machine::First,
            PlayerKind::Minimax | PlayerKind::Careless => {
                let name = spec.heuristic.as_deref().unwrap_or(game.heuristics()[0]);
                let (depth, mistakes, heuristic) = (spec.depth.0, spec.mistakes, game.heuristic(name)?);
                Machine::Minimax { game, depth, heuristic, effort: *effort, mistakes }
            }
            PlayerKind::Search => {
                let name = spec.heuristic.as_deref().unwrap_or(game.heuristics()[0]);
                // A match has a table for every player at every thread: each is modest.
                let memory = effort.memory.min(TABLE);
                let alone = Effort { threads: 1, progress: None, ..*effort };
                let time = spec.time.map(|time| Duration::from_millis(time.into()));
                let mut thinking = thinking(game, game.heuristic(name)?, memory, &alone);
                if G::MARGIN && G::ACYCLIC && effort.table.is_none() {
                    let oracle = oracle(game, &Effort { memory: effort.memory.min(CLOSING), ..alone })?;
                    thinking = Box::new(Closing { thinking, oracle });
                }
                Machine::Search(thinking, spec.depth.0, time)
            }
            PlayerKind::Uct => {
                let time = spec.time.map(|time| Duration::from_millis(time.into()));
                let search = Uct::with_playouts(game, Native, effort.memory.min(CLOSING), effort.stop);
                Machine::Uct(search, spec.playouts, time)
            }
            // Games of a match share the threads; each search keeps to one.
            PlayerKind::Perfect => Machine::Perfect(oracle(game, &Effort { threads: 1, ..*effort })?),
            PlayerKind::Program(protocol) => Machine::Program(Box::new(Outside {
                protocol,
                command: spec.command.clone(),
                options: Options { elo: spec.elo, depth: spec.depth.0 },
                game: spec.game.clone(),
                time: spec.time().unwrap_or_default(),
                stop: effort.stop,
                running: None,
            })),
        })
    }

    /// Whether it looks out for rules about what was played before.
    fn looks_ahead(&self) -> bool {
        matches!(self, Machine::Minimax { .. } | Machine::Search(..) | Machine::Perfect(_))
    }

    /// Whether it has to know what programs call the moves so far.
    pub(crate) fn asks_for_past(&self) -> bool {
        matches!(self, Machine::Program(_))
    }

    /// A move at an unfinished position, reached as `past` says.
    pub(crate) fn choose(&mut self, game: &G, past: Past<'_, G>, rng: &mut Rng) -> Result<G::Move, Error> {
        let p = past.line.last().ok_or_else(no_move)?;
        match self {
            Machine::First => return moves_of(game, p).first().copied().ok_or_else(no_move),
            Machine::Program(program) => return played(program, game, &past),
            _ => {}
        }
        // Moves that end play as a draw because of what was played before. No search knows of them.
        let drawing = if self.looks_ahead() { drawing(game, past.line) } else { Vec::new() };
        let candidates = if !drawing.is_empty() && moves_of(game, p).len() == drawing.len() {
            drawing
        } else {
            self.candidates(game, p, drawing, rng)?
        };
        pick(candidates.len(), rng).map(|i| candidates[i]).ok_or_else(no_move)
    }

    /// The moves of which one is played at random. `drawing` are those that end play as a draw.
    fn candidates(
        &mut self,
        game: &G,
        p: &G::Position,
        drawing: Vec<G::Move>,
        rng: &mut Rng,
    ) -> Result<Vec<G::Move>, Error> {
        // A draw at once is better than an estimate below 0 for the player to move.
        let sign = game.turn(p).sign();
        let better = |value: f64, best| if !drawing.is_empty() && value * sign < 0.0 { drawing.clone() } else { best };
        Ok(match self {
            Machine::Random => moves_of(game, p),
            Machine::Minimax { game, depth, heuristic, effort, mistakes } => {
                static NEVER: AtomicBool = AtomicBool::new(false);
                let seen = (*mistakes > 0).then(|| not_overlooked(moves_of(*game, p), *mistakes, rng));
                let mut search = Search::new(*game, heuristic).stopping(effort.stop.unwrap_or(&NEVER));
                if seen.is_some() || !drawing.is_empty() {
                    search = search.only(|_, q, m| {
                        q != p
                            || match &seen {
                                Some(seen) => seen.contains(&m),
                                None => !drawing.contains(&m),
                            }
                    });
                }
                let found = search.best_moves(p, *depth)?;
                if seen.is_some() { found.best } else { better(found.value, found.best) }
            }
            Machine::Search(thinking, depth, time) => {
                let thought = thinking.think(p, &drawing, *depth, *time, &mut |_| {})?;
                better(thought.value, thought.best)
            }
            Machine::Uct(search, playouts, time) => search.plan(p, *playouts, *time, rng)?.best,
            Machine::Perfect(oracle) => {
                let lost = !drawing.is_empty() && oracle.outcome(p)? == Outcome::Loss;
                if lost { drawing } else { oracle.best(p)? }
            }
            // Their choice is not left to chance.
            Machine::First | Machine::Program(_) => Vec::new(),
        })
    }
}

/// The moves that a careless player sees: each is overlooked `mistakes` times in a hundred, but not all are.
fn not_overlooked<M: Copy>(moves: Vec<M>, mistakes: u32, rng: &mut Rng) -> Vec<M> {
    let mut seen = moves.clone();
    seen.retain(|_| rng.below(100) >= mistakes as usize);
    if seen.is_empty() {
        seen.extend(pick(moves.len(), rng).map(|i| moves[i]));
    }
    seen
}

/// The move that an outside program makes.
fn played<G: Playable>(program: &mut Outside<'_>, game: &G, past: &Past<'_, G>) -> Result<G::Move, Error> {
    let (root, p) = (&past.line[0], past.line.last().ok_or_else(no_move)?);
    let word = program.choose(&game.write(root), *root == game.start(), game.turn(root), past.moves)?;
    let found = spellings(&word).iter().find_map(|word| game.find(p, word).ok());
    found.ok_or_else(|| program.illegal(&word, &game.find(p, &word).err().unwrap_or_else(no_move)))
}

/// The index of one of so many things, all equally likely; none if there are none.
fn pick(count: usize, rng: &mut Rng) -> Option<usize> {
    rng.choose(0..count)
}

/// Moves after which play is drawn by a rule about what was played before.
fn drawing<G: Playable>(game: &G, line: &[G::Position]) -> Vec<G::Move> {
    let Some(p) = line.last() else { return Vec::new() };
    let mut line = line.to_vec();
    let mut moves = moves_of(game, p);
    moves.retain(|&m| {
        line.push(game.play(p, m));
        let drawn = line.last().is_some_and(|q| !is_over(game, q)) && game.drawn_by_history(&line);
        line.pop();
        drawn
    });
    moves
}

fn no_move() -> Error {
    Error::new("nothing-to-play", "play is over: there is no move to choose")
}
