use super::*;
use crate::testing::{after, obeys_the_laws, reachable, refused};
use attractor_game::Notation;
use std::collections::HashMap;

fn chomp(spec: &str) -> Chomp {
    Chomp::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn two_by_three() {
    let game = chomp("chomp:2x3");
    assert_eq!(reachable(&game).len(), 18);
    let names: Vec<String> = game.moves(&game.start()).map(|m| game.name(&game.start(), m)).collect();
    assert_eq!(names, ["1,1", "1,2", "1,3", "2,1", "2,2", "2,3"]);
    assert_eq!(game.write(&after(&game, "2,2 (1,3) 2,1")), "2/0 2");
    assert_eq!(game.find(&game.start(), "( 2, 3 )"), Ok(Move { row: 1, column: 2 }));
    let end = after(&game, "1,1");
    assert_eq!((game.write(&end).as_str(), game.moves(&end).count(), game.result(&end)), ("0/0 2", 0, Score::WIN));
    assert_eq!(game.diagram(&after(&game, "2,2")), "x o o\no . .");
}

/// Whether the player to move wins, by plain recursion.
fn won(game: &Chomp, p: Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&known) = known.get(&p) {
        return known;
    }
    let won = game.moves(&p).next().is_none() || game.moves(&p).any(|m| !won(game, game.play(&p, m), known));
    known.insert(p, won);
    won
}

#[test]
fn one_first_move_wins_on_every_bar_below_eight_by_ten() {
    let winning = |rows, columns| {
        let (game, mut known) = (Chomp::new(rows, columns).unwrap(), HashMap::new());
        let start = game.start();
        let wins = |m: &Move| !won(&game, game.play(&start, *m), &mut known);
        game.moves(&start).filter(wins).map(|m| game.name(&start, m)).collect::<Vec<_>>()
    };
    for rows in 1..=8 {
        for columns in 2..=9 {
            assert_eq!(winning(rows, columns).len(), 1, "{rows}x{columns}");
        }
    }
    assert_eq!(winning(8, 10), ["4,9", "5,6"]);
    assert!(winning(1, 1).is_empty());
}

#[test]
fn a_shape_and_its_mirror_image_are_one() {
    let game = chomp("chomp:3x3");
    let canonical = |text| game.write(&game.canonical(&game.read(text).unwrap()));
    assert_eq!(canonical("3/0/0 1"), canonical("1/1/1 1"));
    assert_eq!(canonical("3/2/0 1"), canonical("2/2/1 1"));
    assert_ne!(canonical("3/2/0 1"), canonical("3/2/0 2"));
}

#[test]
fn laws() {
    for spec in ["chomp", "chomp:2x3", "chomp:1x1", "chomp:3x3,first=2", "chomp:16x16", "chomp:1x16"] {
        obeys_the_laws(&chomp(spec));
    }
}

#[test]
fn bad_specs() {
    let id = |spec: &str| Chomp::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("chomp:3"), "bad-size");
    assert_eq!(id("chomp:0x3"), "size-out-of-range");
    assert_eq!(id("chomp:3x17"), "size-out-of-range");
    assert_eq!(id("chomp:3x3,poison=2"), "unknown-option");
}

#[test]
fn bad_positions() {
    let game = chomp("chomp:2x3");
    assert_eq!(game.read("3 1"), game.read("3/0 1"));
    assert_eq!(refused(&game, ""), ("bad-number", 1));
    assert_eq!(refused(&game, "3/3/3 1"), ("bad-row-count", 1));
    assert_eq!(refused(&game, "3/4 1"), ("bad-number", 3));
    assert_eq!(refused(&game, "2/3 1"), ("row-too-long", 3));
    assert_eq!(refused(&game, "3/3"), ("turn-missing", 1));
    assert_eq!(refused(&game, "3/3 X"), ("bad-turn", 5));
    assert_eq!(game.find(&game.start(), "3,1").unwrap_err().id(), "illegal-move");
}
