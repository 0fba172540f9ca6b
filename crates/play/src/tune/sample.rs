//! Positions to learn from, with their results.

use super::{Stage, TuneRequest};
use crate::{
    Effort, PlayerSpec,
    matches::{given_up, winner},
    players::{Machine, Past},
    truth::{Oracle, oracle},
};
use attractor_game::{Error, Game, Outcome, Playable, Player, Rng, is_over, moves_of};
use attractor_solve::parallel::spread;
use hashbrown::HashSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A position and what it came to.
pub(super) struct Labelled<P> {
    pub(super) position: P,
    /// 1 if player 1 wins, 0 if player 2 does, one half for a draw.
    pub(super) result: f64,
    /// Not to be learnt from.
    pub(super) held_out: bool,
}

/// What there is to learn from.
pub(super) struct Sample<P> {
    pub(super) labelled: Vec<Labelled<P>>,
    /// Positions are at least so many plies from where play began.
    pub(super) earliest: u64,
}

/// A play: its positions that are not finished, in order, and who won.
struct Play<P> {
    positions: Vec<P>,
    winner: Option<Player>,
}

/// Positions of the play of that number, each with its result for player 1.
type Take<'t, P> = dyn Fn(u64, &mut Rng) -> Result<Vec<(P, f64)>, Error> + Sync + 't;

/// Draws plays and positions of one game.
pub(super) struct Sampler<'a, G: Playable> {
    game: &'a G,
    from: &'a G::Position,
    request: &'a TuneRequest<'a>,
    /// Who makes the deliberate moves between random ones, and who plays itself.
    quick: PlayerSpec,
    strong: PlayerSpec,
    tell: &'a (dyn Fn(Stage, u64, u64) + Sync),
}

/// One play of this many is held out, with all its positions.
const HELD_OUT: u64 = 5;
/// Plays drawn together.
const ROUND: u64 = 128;
/// Plays from which lengths and costs are seen.
const TRIAL: u64 = 48;
/// Plies the deliberate moves of mixed plays look ahead.
const QUICK_DEPTH: u32 = 2;
/// Nodes that solving a position may take in the mean, where positions are solved.
const CHEAP: u64 = 20_000;
/// Positions of each ply that are solved to see what that takes.
const PROBES: usize = 6;
/// Most positions taken from one game of self-play.
const PER_GAME: usize = 6;
/// Bytes for the table of each thread that solves: more are of no use to quick questions.
const TABLE: u64 = 128 << 20;

impl<'a, G: Playable> Sampler<'a, G> {
    pub(super) fn new(
        game: &'a G,
        from: &'a G::Position,
        heuristic: &str,
        request: &'a TuneRequest<'a>,
        tell: &'a (dyn Fn(Stage, u64, u64) + Sync),
    ) -> Result<Sampler<'a, G>, Error> {
        let player = |depth| format!("minimax:depth={depth},heuristic={heuristic}").parse::<PlayerSpec>();
        Ok(Sampler { game, from, request, quick: player(QUICK_DEPTH)?, strong: player(request.depth)?, tell })
    }

    /// Positions late enough to be solved quickly, one of a play, with their exact outcomes.
    pub(super) fn exact(&self) -> Result<Sample<G::Position>, Error> {
        self.game.solvable()?;
        let earliest = self.earliest()?;
        let found = self.collect(&|number, rng| {
            let play = self.mixed(number, rng)?;
            let late = play.positions.get(earliest..).unwrap_or_default();
            Ok(rng.choose(late.iter().cloned()).map(|p| (p, 0.5)).into_iter().collect())
        })?;
        let (done, total) = (AtomicU64::new(0), found.len() as u64);
        let results = spread(self.request.effort.threads, total, &|| {
            let (mut truth, found, done) = (self.truth(), &found, &done);
            Box::new(move |i| {
                let position = &found[i as usize].position;
                let turn = self.game.turn(position);
                let outcome = self.outcome(truth.as_mut().map_err(|e| e.clone())?, position)?;
                (self.tell)(Stage::Solve, done.fetch_add(1, Relaxed) + 1, total);
                Ok(result(match outcome {
                    Outcome::Win => Some(turn),
                    Outcome::Loss => Some(turn.other()),
                    Outcome::Draw => None,
                }))
            })
        })?;
        let labelled = found.into_iter().zip(results).map(|(found, result)| Labelled { result, ..found }).collect();
        Ok(Sample { labelled, earliest: earliest as u64 })
    }

    /// Positions of games between two machines that begin with random moves, with how those games ended.
    pub(super) fn selfplay(&self) -> Result<Sample<G::Position>, Error> {
        let least = self.opening(self.request.positions / PER_GAME as u64)?;
        let longest = self.trial()?.1 / 2;
        let found = self.collect(&|number, rng| {
            // Openings of many lengths, so that positions of every stage are met that machines would not go to.
            let random = least + rng.below((longest + 1).saturating_sub(least).max(1));
            let mut machine = Machine::new(self.game, &self.strong, &self.request.effort)?;
            let begun = opening(self.game, self.from, random, self.request.seed ^ SELF_PLAY, number);
            let play = self.play(begun, rng, |p, rng| machine.choose(self.game, Past::of(p), rng))?;
            let mut left = play.positions;
            let mut chosen = Vec::new();
            while chosen.len() < PER_GAME && !left.is_empty() {
                let p = left.swap_remove(rng.below(left.len()));
                chosen.push((p, result(play.winner)));
            }
            Ok(chosen)
        })?;
        Ok(Sample { labelled: found, earliest: least as u64 })
    }

    /// Random plies that make so many games differ; at most a third of a game.
    pub(super) fn opening(&self, games: u64) -> Result<usize, Error> {
        let (branching, length) = self.trial()?;
        let wanted = 20.0 * games as f64;
        let (mut plies, mut ways) = (0, 1.0);
        while ways < wanted && plies < length / 3 {
            ways *= branching.get(plies).copied().unwrap_or(1.0).max(1.0);
            plies += 1;
        }
        Ok(plies)
    }

    /// Mean number of moves at each ply of random plays, and their mean length.
    fn trial(&self) -> Result<(Vec<f64>, usize), Error> {
        let (mut moves, mut plays, mut plies) = (Vec::new(), Vec::new(), 0);
        for number in 0..TRIAL {
            let mut rng = self.rng(number);
            let play = self.play(self.from.clone(), &mut rng, |p, rng| self.random(p, rng))?;
            plies += play.positions.len();
            for (ply, p) in play.positions.iter().enumerate() {
                if moves.len() <= ply {
                    moves.push(0.0);
                    plays.push(0.0);
                }
                moves[ply] += moves_of(self.game, p).len() as f64;
                plays[ply] += 1.0;
            }
        }
        let mean = moves.iter().zip(plays).map(|(moves, plays)| moves / plays).collect();
        Ok((mean, plies / TRIAL as usize))
    }

    /// The earliest ply from which on positions are cheap to solve, seen by going backwards from the ends of plays.
    fn earliest(&self) -> Result<usize, Error> {
        let plays: Result<Vec<_>, Error> = (0..TRIAL).map(|number| self.mixed(number, &mut self.rng(number))).collect();
        let plays = plays?;
        let longest = plays.iter().map(|play| play.positions.len()).max().unwrap_or(0);
        let mut earliest = longest.saturating_sub(1);
        for ply in (0..longest).rev() {
            let probes: Vec<_> = plays.iter().filter_map(|play| play.positions.get(ply)).take(PROBES).collect();
            let mut truth = self.truth()?;
            for p in &probes {
                truth.outcome(p)?;
            }
            if truth.nodes() > CHEAP * probes.len() as u64 {
                break;
            }
            earliest = ply;
        }
        Ok(earliest)
    }

    /// Distinct positions until there are enough, or plays give hardly any new ones. What is taken of a play depends on
    /// its number alone.
    fn collect(&self, take: &Take<'_, G::Position>) -> Result<Vec<Labelled<G::Position>>, Error> {
        let wanted = self.request.positions as usize;
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        let mut number = 0;
        while found.len() < wanted {
            let before = found.len();
            let round = spread(self.request.effort.threads, ROUND, &|| {
                Box::new(move |i| take(number + i, &mut self.rng(number + i)))
            })?;
            for (n, taken) in (number..).zip(round) {
                for (position, result) in taken {
                    if found.len() < wanted && seen.insert(self.game.canonical(&position)) {
                        found.push(Labelled { position, result, held_out: n % HELD_OUT == HELD_OUT - 1 });
                    }
                }
            }
            number += ROUND;
            (self.tell)(Stage::Sample, found.len() as u64, wanted as u64);
            if (found.len() - before) * 50 < ROUND as usize {
                break;
            }
        }
        Ok(found)
    }

    /// A play of random and deliberate moves: all random, half of them, or one in five.
    fn mixed(&self, number: u64, rng: &mut Rng) -> Result<Play<G::Position>, Error> {
        let one_in = [1, 2, 5][(number % 3) as usize];
        let mut machine = Machine::new(self.game, &self.quick, &self.request.effort)?;
        self.play(self.from.clone(), rng, |p, rng| match rng.below(one_in) {
            0 => self.random(p, rng),
            _ => machine.choose(self.game, Past::of(p), rng),
        })
    }

    fn random(&self, p: &G::Position, rng: &mut Rng) -> Result<G::Move, Error> {
        rng.choose(moves_of(self.game, p).into_iter())
            .ok_or_else(|| Error::new("nothing-to-play", "play is over: there is no move to choose"))
    }

    /// A play to its end.
    fn play(
        &self,
        from: G::Position,
        rng: &mut Rng,
        mut choose: impl FnMut(&G::Position, &mut Rng) -> Result<G::Move, Error>,
    ) -> Result<Play<G::Position>, Error> {
        let (mut p, mut positions) = (from, Vec::new());
        while !is_over(self.game, &p) && !given_up::<G>(positions.len() as u64) {
            if self.request.effort.stop.is_some_and(|stop| stop.load(Relaxed)) {
                return Err(Error::limit("search-stopped", "stopped before the answer was found"));
            }
            let next = self.game.play(&p, choose(&p, rng)?);
            positions.push(std::mem::replace(&mut p, next));
        }
        let winner = if is_over(self.game, &p) { winner(self.game, &p) } else { None };
        Ok(Play { positions, winner })
    }

    /// The outcome of a position; if what is remembered of others fills the memory, that is forgotten.
    fn outcome<'t>(&'t self, truth: &mut Truth<'t, G>, p: &G::Position) -> Result<Outcome, Error> {
        match truth.outcome(p) {
            Err(e) if e.id() == "memory-limit" => {
                *truth = self.truth()?;
                truth.outcome(p)
            }
            outcome => outcome,
        }
    }

    /// Plays differ by their number alone.
    fn rng(&self, number: u64) -> Rng {
        Rng::new(self.request.seed ^ Rng::new(number).next_u64())
    }

    /// A way to the truth for one thread.
    fn truth(&self) -> Result<Truth<'_, G>, Error> {
        let Effort { memory, threads, .. } = self.request.effort;
        let memory = (memory / threads.max(1) as u64).min(TABLE);
        oracle(self.game, &Effort { memory, threads: 1, ..self.request.effort })
    }
}

/// Solves the positions of one thread.
type Truth<'t, G> = Box<dyn Oracle<G> + 't>;

/// Keeps openings of self-play apart from those of the match.
const SELF_PLAY: u64 = 0x5E1F;

/// The result for player 1.
fn result(winner: Option<Player>) -> f64 {
    match winner {
        Some(Player::One) => 1.0,
        Some(Player::Two) => 0.0,
        None => 0.5,
    }
}

/// The position after so many random plies, or fewer where play mostly ends before. Never a finished one, unless `from`
/// is.
pub(super) fn opening<G: Game>(game: &G, from: &G::Position, plies: usize, seed: u64, number: u64) -> G::Position {
    let mut rng = Rng::new(seed.rotate_left(32) ^ Rng::new(number).next_u64());
    const TRIES: usize = 32;
    for plies in (1..=plies).rev() {
        'again: for _ in 0..TRIES {
            let mut p = from.clone();
            for _ in 0..plies {
                let Some(m) = rng.choose(moves_of(game, &p).into_iter()) else { continue 'again };
                p = game.play(&p, m);
            }
            if !is_over(game, &p) {
                return p;
            }
        }
    }
    from.clone()
}
