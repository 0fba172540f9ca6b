//! Players: one table of their kinds, and how each chooses a move.

use crate::{
    Effort,
    thinking::{Thinking, thinking},
    truth::{Oracle, oracle},
};
use attractor_game::{Error, Game, Playable, Rng, nearest};
use attractor_solve::search::Search;
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
    /// A best move by exact value: the soonest win, the draw, the latest loss; one of them at random.
    Perfect,
}

/// Deeper than any game that a player searches with an estimate.
const DEEP: u32 = 100;
/// Bytes for the table of a player that searches.
const TABLE: u64 = 16 << 20;

/// The kinds with the parameters they take; the one list for help, errors and tests.
pub const PLAYERS: &[(&str, PlayerKind, &[&str])] = &[
    ("human", PlayerKind::Human, &[]),
    ("random", PlayerKind::Random, &[]),
    ("first", PlayerKind::First, &[]),
    ("minimax", PlayerKind::Minimax, &["depth", "heuristic"]),
    ("careless", PlayerKind::Careless, &["depth", "mistakes", "heuristic"]),
    ("search", PlayerKind::Search, &["seconds", "depth", "heuristic"]),
    ("perfect", PlayerKind::Perfect, &[]),
];

/// A player as typed: `random`, `minimax:depth=4,heuristic=alignments=0/1/4/9`.
///
/// ```
/// use attractor_play::PlayerSpec;
/// let player: PlayerSpec = "minimax:depth=4,heuristic=cells".parse()?;
/// assert_eq!(player.depths(), [4]);
/// let range: PlayerSpec = "minimax:depth=1-4".parse()?;
/// assert_eq!(range.depths(), [1, 2, 3, 4]);
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

    /// The same player with its heuristic, if it names one, put in other words.
    pub(crate) fn reworded(&self, word: impl Fn(&str) -> Result<String, Error>) -> Result<PlayerSpec, Error> {
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
        let mut spec = PlayerSpec { kind: kind.clone(), depth: (4, 4), time: None, mistakes: 0, heuristic: None };
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
        if spec.kind == PlayerKind::Careless {
            spec.depth = if deep { spec.depth } else { (3, 3) };
            spec.mistakes = if careful { spec.mistakes } else { 25 };
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
    Perfect(Box<dyn Oracle<G> + 'a>),
}

impl<'a, G: Playable> Machine<'a, G> {
    pub(crate) fn new(game: &'a G, spec: &PlayerSpec, effort: &Effort<'a>) -> Result<Machine<'a, G>, Error> {
        if spec.depth.0 != spec.depth.1 {
            return Err(Error::new("depth-range", "{player} stands for several players; here one depth is needed")
                .arg("player", spec));
        }
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
                Machine::Search(thinking(game, game.heuristic(name)?, memory, &alone), spec.depth.0, time)
            }
            // Games of a match share the threads; each search keeps to one.
            PlayerKind::Perfect => Machine::Perfect(oracle(game, &Effort { threads: 1, ..*effort })?),
        })
    }

    /// A move at an unfinished position.
    pub(crate) fn choose(&mut self, game: &G, p: &G::Position, rng: &mut Rng) -> Result<G::Move, Error> {
        let chosen = match self {
            Machine::Random => rng.choose(game.moves(p)),
            Machine::First => game.moves(p).next(),
            Machine::Minimax { game, depth, heuristic, effort, mistakes } => {
                static NEVER: AtomicBool = AtomicBool::new(false);
                let search = Search::new(*game, heuristic).stopping(effort.stop.unwrap_or(&NEVER));
                let found = if *mistakes == 0 {
                    search.best_moves(p, *depth)?
                } else {
                    // At least one move is seen.
                    let mut seen: Vec<G::Move> =
                        game.moves(p).filter(|_| rng.below(100) >= *mistakes as usize).collect();
                    if seen.is_empty() {
                        seen.extend(rng.choose(game.moves(p)));
                    }
                    search.only(|_, q, m| q != p || seen.contains(&m)).best_moves(p, *depth)?
                };
                rng.choose(found.best.into_iter())
            }
            Machine::Search(thinking, depth, time) => {
                rng.choose(thinking.think(p, *depth, *time, &mut |_| {})?.best.into_iter())
            }
            Machine::Perfect(oracle) => rng.choose(oracle.best(p)?.into_iter()),
        };
        chosen.ok_or_else(|| Error::new("nothing-to-play", "play is over: there is no move to choose"))
    }
}

/// Whether any move is legal.
pub(crate) fn over<G: Game>(game: &G, p: &G::Position) -> bool {
    game.moves(p).next().is_none()
}
