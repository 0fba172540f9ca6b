use super::*;
use crate::combinatorial::by_mex;
use crate::testing::{after, obeys_the_laws, refused};
use attractor_game::{Game, Notation, Player};

fn euclid(spec: &str) -> Euclid {
    Euclid::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn multiples_are_taken() {
    let game = euclid("euclid");
    assert_eq!(game, euclid("euclid:25,7"));
    assert_eq!(game.moves(&game.start()).map(|m| game.name(&game.start(), m)).collect::<Vec<_>>(), ["1", "2", "3"]);
    assert_eq!(game.write(&after(&game, "3 1")), "4,3 1");
    assert_eq!(game.write(&after(&game, "3 1 1 3")), "1,0 1");
    assert_eq!(game.moves(&after(&game, "3 1 1 3")).count(), 0);
    assert_eq!(euclid("euclid:4,6,first=2").start(), Position { state: [4, 6], turn: Player::Two });
    assert_eq!(euclid("euclid,first=2").start().turn, Player::Two);
}

/// The golden ratio decides.
#[test]
fn who_wins() {
    let game = euclid("euclid:40,40");
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    for a in 1..=40u32 {
        for b in 1..=a {
            let worth =
                by_mex(&game, &Position { state: [a, b], turn: Player::One }, attractor_game::Watch::NEVER).unwrap();
            assert_eq!(worth.nimber != 0, a == b || f64::from(a) > phi * f64::from(b), "{a},{b}");
        }
    }
}

#[test]
fn laws() {
    for spec in ["euclid", "euclid:40,29", "euclid:7,25,first=2", "euclid:0,5", "euclid:144,89"] {
        obeys_the_laws(&euclid(spec));
    }
}

#[test]
fn bad_input() {
    let id = |spec: &str| Euclid::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!((id("euclid:3"), id("euclid:3,x"), id("euclid:-1,4")), ("bad-euclid", "bad-euclid", "bad-euclid"));
    assert_eq!((id("euclid:3,4,5"), id("euclid,take=1")), ("unknown-option", "unknown-option"));
    let game = euclid("euclid:25,7");
    assert_eq!(refused(&game, "3 1"), ("bad-two-numbers", 1));
    assert_eq!(refused(&game, "26,7 1"), ("bad-number", 1));
    assert_eq!(refused(&game, "25,7"), ("turn-missing", 1));
    assert_eq!(game.find(&game.start(), "4").unwrap_err().id(), "illegal-move");
}
