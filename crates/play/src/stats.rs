//! Random play: how often each wins, how many moves there are, how long it takes.

use crate::{
    Side, Stats, Table3,
    matches::{given_up, winner},
};
use attractor_game::{Error, Game, Rng, moves_of};
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
    let mut rng = Rng::new(seed);
    let (mut wins, mut positions, mut moves) = ([0u64; 2], 0u64, 0u64);
    let (mut most_moves, mut shortest, mut longest, mut plies_sum) = (0u64, u64::MAX, 0u64, 0u64);
    let (mut logs, mut endless, mut draws) = (Vec::new(), 0u64, 0u64);
    for i in 0..plays {
        let mut p = from.clone();
        let (mut plies, mut log) = (0u64, 0.0f64);
        let mut ended = false;
        while !given_up::<G>(plies) {
            stopped(stop)?;
            let legal = moves_of(game, &p);
            let count = legal.len() as u64;
            if count == 0 {
                ended = true;
                break;
            }
            let m = legal[rng.below(count as usize)];
            p = game.play(&p, m);
            positions += 1;
            moves += count;
            most_moves = most_moves.max(count);
            log += (count as f64).log10();
            plies += 1;
        }
        match winner(game, &p) {
            _ if !ended => endless += 1,
            Some(player) => wins[player.index()] += 1,
            None => draws += 1,
        }
        shortest = shortest.min(plies);
        longest = longest.max(plies);
        plies_sum += plies;
        logs.push(log);
        if i % 1_024 == 0 {
            tell(i);
        }
    }
    // The mean of products that do not fit a float: sum relative to the largest.
    let largest = logs.iter().copied().fold(0.0, f64::max);
    let mean = logs.iter().map(|log| 10f64.powf(log - largest)).sum::<f64>() / plays.max(1) as f64;
    Ok(Stats {
        games: plays,
        first: Side::new(wins[0], plays - endless),
        second: Side::new(wins[1], plays - endless),
        draws,
        given_up: endless,
        branching: moves as f64 / positions.max(1) as f64,
        most_moves,
        length: plies_sum as f64 / plays.max(1) as f64,
        shortest: if plays == 0 { 0 } else { shortest },
        longest,
        tree_log10: if plays == 0 { 0.0 } else { largest + mean.log10() },
    })
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
