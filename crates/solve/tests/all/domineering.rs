//! Outcomes of Domineering boards: the engine, the plain solver of the benches and memoised recursion agree.

#[path = "../../benches/plain/mod.rs"]
mod plain;

use attractor_game::{Game, Outcome, Player};
use attractor_games::Domineering;
use attractor_solve::search::Plain;

#[test]
fn all_boards_up_to_five_by_five_by_recursion() {
    for rows in 1..=5 {
        for columns in 1..=5 {
            for first in Player::BOTH {
                // The two are mirror images there, and recursion keeps 700,000 positions.
                if rows * columns == 25 && first == Player::Two {
                    continue;
                }
                let game = Domineering::new(rows, columns).unwrap().with_first(first);
                let right = Plain::new(&game).outcome(&game.start()) == Outcome::Win;
                let (engine, _) = plain::both(rows, columns, first == Player::One);
                assert_eq!(engine.first_wins, right, "{rows}x{columns}, player {first} begins");
            }
        }
    }
}

/// Classes that two searches found which share nothing, written down.
#[test]
fn all_boards_up_to_six_by_seven() {
    let classes = ["P222222", "1NN21NN", "1NN2222", "111N1N1", "1212P22", "1N1N1N1"];
    for (rows, line) in (1..).zip(classes) {
        for (columns, right) in (1..).zip(line.chars()) {
            let found = [true, false].map(|vertical| plain::both(rows, columns, vertical).0.first_wins);
            assert_eq!(plain::class(found[0], found[1]), right.to_string(), "{rows}x{columns}");
        }
    }
}
