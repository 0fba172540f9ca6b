//! `domineering_nodes ROWS COLUMNS [V|H]`: who wins a board, by the plainest search over the game's tactics; nodes and
//! time. For measuring the tactics by themselves.

#[path = "../tests/all/driver/mod.rs"]
mod driver;

use attractor_game::Player;
use attractor_games::Domineering;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let size = |i: usize| words.get(i).and_then(|word| word.parse().ok()).unwrap_or(8);
    let first = if words.get(2).is_some_and(|word| word == "H") { Player::Two } else { Player::One };
    match Domineering::new(size(0), size(1)) {
        Ok(game) => {
            let game = game.with_first(first);
            let start = Instant::now();
            let seconds = || start.elapsed().as_secs_f64();
            let found = driver::solve(&game, &mut |nodes| eprintln!("{nodes} nodes, {:.0} s", seconds()));
            let driver::Found { first, winner, nodes, settled, known, studied } = found;
            println!(
                "{}x{} first={first:?} winner={winner:?} nodes={nodes} settled={settled} known={known} studied={studied} \
                 seconds={:.3}",
                size(0),
                size(1),
                seconds()
            );
        }
        Err(error) => eprintln!("{error}"),
    }
}
