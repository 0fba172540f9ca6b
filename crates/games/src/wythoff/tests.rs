use super::*;
use crate::combinatorial::by_mex;
use crate::testing::{after, obeys_the_laws, perft, reachable, refused};
use attractor_game::{Game, Notation, Player};

fn wythoff(spec: &str) -> Wythoff {
    Wythoff::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn moves_from_one_heap_or_both() {
    let game = wythoff("wythoff:2+3");
    let names: Vec<String> = game.moves(&game.start()).map(|m| game.name(&game.start(), m)).collect();
    assert_eq!(names, ["a1", "a2", "b1", "b2", "b3", "ab1", "ab2"]);
    assert_eq!(game.write(&after(&game, "AB1 b2")), "1+0 1");
    assert_eq!(perft(&game, &game.start(), 1), 7);
    assert_eq!(reachable(&game).len(), 21, "2+3, 2+2 and 1+3 tell whose turn it is");
}

/// The theorem; and nimbers that are published in Winning Ways: 0 1 2 3 4 / 1 2 0 4 5 / 2 0 1 5 3 / 3 4 5 6 2.
#[test]
fn who_loses() {
    let game = wythoff("wythoff:30+30");
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    let lost: Vec<[u16; 2]> = (0..20).map(|n| (f64::from(n) * phi) as u16).zip(0..).map(|(a, n)| [a, a + n]).collect();
    for a in 0..=30 {
        for b in a..=30 {
            let worth =
                by_mex(&game, &Position { state: [a, b], turn: Player::Two }, attractor_game::Watch::NEVER).unwrap();
            assert_eq!(worth.nimber == 0, lost.contains(&[a, b]), "{a}+{b}");
        }
    }
    let table = [[0, 1, 2, 3, 4], [1, 2, 0, 4, 5], [2, 0, 1, 5, 3], [3, 4, 5, 6, 2]];
    for (a, row) in table.iter().enumerate() {
        for (b, &expected) in row.iter().enumerate() {
            let p = Position { state: [a as u16, b as u16], turn: Player::One };
            assert_eq!(by_mex(&game, &p, attractor_game::Watch::NEVER).unwrap().nimber, expected, "{a}+{b}");
        }
    }
}

/// Play may be as long as the heaps are high: no thread's stack holds that. The work can be cancelled.
#[test]
fn nimbers_of_long_plays_are_bounded_and_cancelled() {
    use attractor_game::Watch;
    let long = wythoff("wythoff:40000+1");
    assert_eq!(by_mex(&long, &long.start(), Watch::NEVER).unwrap_err().id(), "value-too-far");
    let checks = std::cell::Cell::new(0);
    let check = || {
        checks.set(checks.get() + 1);
        if checks.get() > 3 { Err(Error::limit("over", "over")) } else { Ok(()) }
    };
    let game = wythoff("wythoff:300+300");
    assert_eq!(by_mex(&game, &game.start(), Watch::new(&check)).unwrap_err().id(), "over");
    assert_eq!(checks.get(), 4);
}

#[test]
fn laws() {
    for spec in ["wythoff", "wythoff:0+0", "wythoff:7+3,first=2", "wythoff:60+1"] {
        obeys_the_laws(&wythoff(spec));
    }
}

#[test]
fn bad_input() {
    let id = |spec: &str| Wythoff::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(
        (id("wythoff:3"), id("wythoff:3+4+5"), id("wythoff:3+70000")),
        ("bad-two-heaps", "bad-two-heaps", "bad-two-heaps")
    );
    assert_eq!(id("wythoff:3+4,take=1"), "unknown-option");
    let game = wythoff("wythoff:3+5");
    assert_eq!(refused(&game, "3 1"), ("bad-heap-count", 1));
    assert_eq!(refused(&game, "3+6 1"), ("bad-number", 3));
    assert_eq!(refused(&game, "3+5"), ("turn-missing", 1));
    assert_eq!(game.find(&game.start(), "ab4").unwrap_err().id(), "illegal-move");
}
