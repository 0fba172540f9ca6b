//! How many nodes Domineering boards take by the plainest search over the tactics, Vertical first. A change that makes
//! the bounds or the order of moves worse shows here.

use crate::driver;
use attractor_game::Player::{self, One, Two};
use attractor_games::Domineering;

/// Rows, columns, who wins, and nodes at most.
type Floor = (usize, usize, Player, u64);

fn at_most(boards: &[Floor]) {
    for &(rows, columns, winner, most) in boards {
        let game = Domineering::new(rows, columns).unwrap();
        let found = driver::solve(&game, &mut |_| ());
        assert_eq!(found.winner, winner, "{rows}x{columns}");
        assert!(found.nodes <= most, "{rows}x{columns}: {found:?}, {most} at most");
    }
}

/// A margin of a few nodes over what was seen: the counts are the same on every machine.
#[test]
fn boards_of_a_second() {
    at_most(&[
        (6, 6, One, 1),
        (7, 7, One, 2),
        (8, 8, One, 90_000),
        (7, 9, Two, 50_000),
        (9, 7, One, 7_000),
        (6, 11, One, 1_264),
        (7, 10, Two, 1),
        (8, 9, One, 1),
        (9, 8, Two, 1),
    ]);
}

#[test]
#[ignore = "half a minute"]
fn boards_of_many_seconds() {
    at_most(&[(6, 12, Two, 350_000), (11, 6, One, 570_000)]);
}
