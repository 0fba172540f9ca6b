//! Random play: how often each wins, how many moves there are, how long it takes.

use crate::{
    Side, Stats, Table3,
    matches::{given_up, winner},
};
use attractor_game::{Error, Game, Player, Rng, moves_of};
use attractor_solve::search::stopped;
use std::sync::atomic::AtomicBool;

pub(crate) fn run<G: Game>(
    game: &G,
    from: &G::Position,
    plays: u64,
    seed: u64,
    stop: Option<&AtomicBool>,
    tell: &mut dyn FnMut(u64),
) -> Result<Stats, Error> {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    for i in 0..plays {
        let mut p = from.clone();
        let mut play = Play::default();
        while !given_up::<G>(play.plies) {
            stopped(stop)?;
            let legal = moves_of(game, &p);
            if legal.is_empty() {
                play.ended = true;
                break;
            }
            play.choice(legal.len() as u64);
            p = game.play(&p, legal[rng.below(legal.len())]);
        }
        tally.add(&play, if play.ended { winner(game, &p) } else { None });
        if i % 1_024 == 0 {
            tell(i);
        }
    }
    Ok(tally.stats())
}

/// A random play.
#[derive(Default)]
struct Play {
    plies: u64,
    moves: u64,
    most_moves: u64,
    /// The logarithm of the product of the numbers of moves.
    log: f64,
    ended: bool,
}

impl Play {
    /// One ply, chosen from so many moves.
    fn choice(&mut self, moves: u64) {
        self.plies += 1;
        self.moves += moves;
        self.most_moves = self.most_moves.max(moves);
        self.log += (moves as f64).log10();
    }
}

/// Sums over random plays.
#[derive(Default)]
struct Tally {
    wins: [u64; 2],
    draws: u64,
    given_up: u64,
    moves: u64,
    most_moves: u64,
    plies: u64,
    shortest: Option<u64>,
    longest: u64,
    logs: Vec<f64>,
}

impl Tally {
    fn add(&mut self, play: &Play, winner: Option<Player>) {
        match winner {
            _ if !play.ended => self.given_up += 1,
            Some(player) => self.wins[player.index()] += 1,
            None => self.draws += 1,
        }
        self.moves += play.moves;
        self.most_moves = self.most_moves.max(play.most_moves);
        self.plies += play.plies;
        self.shortest = Some(self.shortest.map_or(play.plies, |shortest| shortest.min(play.plies)));
        self.longest = self.longest.max(play.plies);
        self.logs.push(play.log);
    }

    fn stats(self) -> Stats {
        let plays = self.logs.len() as u64;
        // The mean of products that do not fit a float: sum relative to the largest.
        let largest = self.logs.iter().copied().fold(0.0, f64::max);
        let mean = self.logs.iter().map(|log| 10f64.powf(log - largest)).sum::<f64>() / plays.max(1) as f64;
        Stats {
            games: plays,
            first: Side::new(self.wins[0], plays - self.given_up),
            second: Side::new(self.wins[1], plays - self.given_up),
            draws: self.draws,
            given_up: self.given_up,
            branching: self.moves as f64 / self.plies.max(1) as f64,
            most_moves: self.most_moves,
            length: self.plies as f64 / plays.max(1) as f64,
            shortest: self.shortest.unwrap_or(0),
            longest: self.longest,
            tree_log10: if plays == 0 { 0.0 } else { largest + mean.log10() },
        }
    }
}

/// The table, for comparison. It mixes numbers of states and of games, so each row says which.
pub const TABLE_3: &[Table3] = &[
    Table3 { game: "tictactoe", branching: 3.0, depth: 9.0, size_log10: 4.43, counts: "games-up-to-symmetry" },
    Table3 { game: "connect4", branching: 7.0, depth: 42.0, size_log10: 14.0, counts: "states" },
    Table3 { game: "draughts", branching: 8.0, depth: 50.0, size_log10: 20.0, counts: "states" },
    Table3 { game: "othello", branching: 10.0, depth: 60.0, size_log10: 58.0, counts: "games" },
    Table3 { game: "chess", branching: 35.0, depth: 80.0, size_log10: 120.0, counts: "games" },
    Table3 { game: "go", branching: 250.0, depth: 300.0, size_log10: 170.0, counts: "states" },
];
