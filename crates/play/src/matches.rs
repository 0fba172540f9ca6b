//! Matches: k games between two machines, with intervals.

use crate::{
    Effort, MatchRecord, PlayerSpec, Side,
    players::{Machine, Past},
};
use attractor_game::{Error, Game, Outcome, Playable, Player, Rng, is_over};
use attractor_solve::parallel::spread;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Who plays whom, how often.
#[derive(Clone, Copy, Debug)]
pub struct MatchRequest<'a> {
    /// Begins, unless games are swapped.
    pub first: &'a PlayerSpec,
    /// Answers.
    pub second: &'a PlayerSpec,
    /// Number of games.
    pub games: u64,
    /// Every other game begins with the second.
    pub swap: bool,
    /// Determines every game, whatever the number of threads.
    pub seed: u64,
    /// What it may cost.
    pub effort: Effort<'a>,
}

impl Side {
    /// So many wins of so many games.
    pub fn new(wins: u64, games: u64) -> Side {
        let (low, high) = wilson(wins, games);
        Side { wins, rate: if games == 0 { 0.0 } else { wins as f64 / games as f64 }, low, high }
    }
}

/// Wilson's interval (1927) for a proportion, at 95 %.
///
/// ```
/// let (low, high) = attractor_play::wilson(0, 10);
/// assert!(low == 0.0 && (high - 0.2775).abs() < 1e-3);
/// ```
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    wilson_of(wins as f64 / games.max(1) as f64, games)
}

/// How many standard deviations hold 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The same for a mean of numbers between 0 and 1, whose spread is at most that of wins and losses.
pub(crate) fn wilson_of(rate: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let centre = rate + Z * Z / (2.0 * n);
    let spread = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // Exact where rounding would miss the ends.
    let low = if rate == 0.0 { 0.0 } else { (centre - spread) / scale };
    let high = if rate == 1.0 { 1.0 } else { (centre + spread) / scale };
    (low.max(0.0), high.min(1.0))
}

/// A game with cycles that is longer than this is given up. Others are played to their end, which they have.
pub(crate) const LONGEST: u64 = 10_000;

/// Whether a play is given up after so many plies.
pub(crate) fn given_up<G: Game>(plies: u64) -> bool {
    !G::ACYCLIC && plies >= LONGEST
}

/// Plays the games from one position, spread over threads. `tell` hears how many are done.
pub(crate) fn run<G: Playable>(
    game: &G,
    from: &G::Position,
    request: &MatchRequest<'_>,
    tell: &(dyn Fn(u64) + Sync),
) -> Result<MatchRecord, Error> {
    Ok(run_from(game, &|_| from.clone(), request, tell)?.0)
}

/// The same, each game from a position of its own; with how each ended.
pub(crate) fn run_from<G: Playable>(
    game: &G,
    from: &(dyn Fn(u64) -> G::Position + Sync),
    request: &MatchRequest<'_>,
    tell: &(dyn Fn(u64) + Sync),
) -> Result<(MatchRecord, Vec<Ended>), Error> {
    // Both players are tried out before any thread starts, so that a wrong name is told once.
    Machine::new(game, request.first, &request.effort)?;
    Machine::new(game, request.second, &request.effort)?;
    let done = AtomicU64::new(0);
    let results = spread(request.effort.threads, request.games, &|| {
        let mut machines = [request.first, request.second].map(|spec| Machine::new(game, spec, &request.effort));
        let done = &done;
        Box::new(move |i| {
            let [Ok(first), Ok(second)] = &mut machines else {
                return Err(Error::new("no-player", "a player could not be made ready"));
            };
            // Games differ by their number alone, so that threads do not matter.
            let mut rng = Rng::new(request.seed ^ Rng::new(i).next_u64());
            let swapped = request.swap && i % 2 == 1;
            let from = from(i);
            let beginner = game.turn(&from);
            let first_is = if swapped { beginner.other() } else { beginner };
            let winner = one_game(game, &from, [first, second], first_is, &mut rng, &request.effort)?;
            tell(done.fetch_add(1, Relaxed) + 1);
            Ok(match winner {
                None => Ended::GivenUp,
                Some(None) => Ended::Drawn,
                Some(Some(winner)) if winner == first_is => Ended::First,
                Some(Some(_)) => Ended::Second,
            })
        })
    })?;
    let count = |ended| results.iter().filter(|&&r| r == ended).count() as u64;
    let given_up = count(Ended::GivenUp);
    let ended = request.games - given_up;
    let record = MatchRecord {
        games: request.games,
        first: Side::new(count(Ended::First), ended),
        second: Side::new(count(Ended::Second), ended),
        draws: count(Ended::Drawn),
        given_up,
        players: [request.first.to_string(), request.second.to_string()],
    };
    Ok((record, results))
}

/// How one game ended, for the two players of the match.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ended {
    First,
    Second,
    Drawn,
    GivenUp,
}

/// Plays one game; who won it, if anybody did; none if it was given up.
fn one_game<G: Playable>(
    game: &G,
    from: &G::Position,
    machines: [&mut Machine<'_, G>; 2],
    first_is: Player,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Option<Option<Player>>, Error> {
    let mut line = vec![from.clone()];
    let [first, second] = machines;
    let told = first.asks_for_past() || second.asks_for_past();
    let mut moves = Vec::new();
    for plies in 0.. {
        let p = line.last().expect("a play has a beginning");
        if is_over(game, p) {
            return Ok(Some(winner(game, p)));
        }
        if game.drawn_by_history(&line) {
            return Ok(Some(None));
        }
        if given_up::<G>(plies) {
            break;
        }
        if effort.stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Err(Error::limit("search-stopped", "stopped before the answer was found"));
        }
        let machine = if game.turn(p) == first_is { &mut *first } else { &mut *second };
        let m = machine.choose(game, Past { line: &line, moves: &moves }, rng)?;
        if told {
            moves.push(game.plain(p, m));
        }
        line.push(game.play(p, m));
    }
    Ok(None)
}

/// Who has won a finished position.
pub(crate) fn winner<G: Game>(game: &G, p: &G::Position) -> Option<Player> {
    match game.result(p).outcome() {
        Outcome::Win => Some(game.turn(p)),
        Outcome::Loss => Some(game.turn(p).other()),
        Outcome::Draw => None,
    }
}
