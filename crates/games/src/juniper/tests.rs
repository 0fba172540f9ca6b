use super::*;
use crate::combinatorial::by_mex;
use crate::testing::{after, obeys_the_laws, perft, reachable, refused};
use attractor_game::{Game, Notation};

fn juniper(spec: &str) -> Juniper {
    Juniper::from_spec(&spec.parse().unwrap()).unwrap()
}

fn names(game: &Juniper, line: &str) -> Vec<String> {
    let p = after(game, line);
    game.moves(&p).map(|m| game.name(&p, m)).collect()
}

#[test]
fn divisors_and_multiples() {
    let game = juniper("juniper:10");
    assert_eq!(names(&game, ""), ["2", "4", "6", "8", "10"]);
    assert_eq!(names(&game, "4"), ["1", "2", "8"]);
    assert_eq!(names(&game, "4 2"), ["1", "6", "8", "10"]);
    assert!(names(&game, "4 1 7").is_empty());
    assert_eq!(game.write(&after(&game, "4 2 8")), "8+2+4 2");
    assert_eq!(game.diagram(&after(&game, "4 2 8")), "    1    .    3    .    5    6    7  [8]    9   10");
    assert_eq!(perft(&game, &game.start(), 1), 5);
}

#[test]
fn positions() {
    let game = juniper("juniper:24");
    assert_eq!(reachable(&game).len(), 540_568);
}

/// A plain search over lists of numbers.
fn won(most: u8, taken: &mut Vec<u8>) -> bool {
    let next = |n: &u8, taken: &[u8]| match taken.last() {
        None => n.is_multiple_of(2),
        Some(last) => !taken.contains(n) && (n.is_multiple_of(*last) || last.is_multiple_of(*n)),
    };
    let moves: Vec<u8> = (1..=most).filter(|n| next(n, taken)).collect();
    moves.into_iter().any(|n| {
        taken.push(n);
        let lost = !won(most, taken);
        taken.pop();
        lost
    })
}

#[test]
fn who_wins() {
    for most in 1..=16 {
        let game = Juniper::new(most).unwrap();
        let worth = by_mex(&game, &game.start(), attractor_game::Watch::NEVER).unwrap();
        assert_eq!(worth.nimber != 0, won(most as u8, &mut Vec::new()), "{most}");
    }
}

#[test]
fn laws() {
    for spec in ["juniper", "juniper:2", "juniper:11,first=2", "juniper:127"] {
        obeys_the_laws(&juniper(spec));
    }
}

#[test]
fn bad_input() {
    let id = |spec: &str| Juniper::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(
        (id("juniper:x"), id("juniper:0"), id("juniper:128")),
        ("bad-count", "size-out-of-range", "size-out-of-range")
    );
    assert_eq!(id("juniper:10,odd"), "unknown-option");
    let game = juniper("juniper:10");
    assert_eq!(refused(&game, "4+11 1"), ("bad-number", 3));
    assert_eq!(refused(&game, "4+4 1"), ("number-twice", 3));
    assert_eq!(refused(&game, "4+2"), ("turn-missing", 1));
    assert_eq!(game.find(&game.start(), "3").unwrap_err().id(), "illegal-move");
}
