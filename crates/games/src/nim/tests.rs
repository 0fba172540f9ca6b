use super::*;
use crate::testing::{after, obeys_the_laws, perft, reachable, refused};
use attractor_game::{Game, Notation, Player};

fn nim(spec: &str) -> Nim {
    Nim::from_spec(&spec.parse().unwrap()).unwrap()
}

fn names(game: &Nim, p: &Position) -> Vec<String> {
    game.moves(p).map(|m| game.name(p, m)).collect()
}

#[test]
fn nine_matches() {
    let game = nim("nim:9,take=1-2");
    assert_eq!(reachable(&game).len(), 18);
    assert_eq!(names(&game, &game.start()), ["1", "2"]);
    assert_eq!(names(&game, &game.read("1 2").unwrap()), ["1"]);
    assert_eq!(game.write(&after(&game, "2 1 2")), "4 2");
    assert_eq!(nim("nim:9,take=1-2,first=2").start().turn, Player::Two);
}

#[test]
fn several_heaps() {
    let game = nim("nim");
    assert_eq!(game, nim("nim:3+4+5"));
    assert_eq!(names(&game, &game.start()), "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5".split(' ').collect::<Vec<_>>());
    assert_eq!(perft(&game, &game.start(), 1), 12);
    assert_eq!(game.write(&after(&game, "b3 c5")), "3+1+0 1");
    assert_eq!(game.diagram(&game.read("3+0+5 1").unwrap()), "a ||| 3\nb  0\nc ||||| 5");
}

#[test]
fn a_subtraction_set_may_have_holes() {
    for text in ["nim:6,take=1/3/4", "nim:6,take=4/3-4/1"] {
        assert_eq!(names(&nim(text), &nim(text).start()), ["1", "3", "4"]);
    }
    assert_eq!(nim("nim:2,take=3").moves(&nim("nim:2,take=3").start()).count(), 0);
}

#[test]
fn classes_are_multisets_of_heaps() {
    let game = nim("nim:5+3+4");
    let canonical = |text| game.write(&game.canonical(&game.read(text).unwrap()));
    assert_eq!(canonical("0+3+4 1"), "4+0+3 1");
    assert_eq!(canonical("5+2+2 2"), "5+2+2 2");
    let fits = |p: &Position| p.heaps().iter().zip(game.start().heaps()).all(|(heap, most)| heap <= most);
    assert!(reachable(&game).iter().all(|p| fits(&game.canonical(p))), "no heap is larger than it was at the start");
}

#[test]
fn laws() {
    for spec in ["nim:9,take=1-2", "nim", "nim:0", "nim:4+0+4,first=2", "nim:7+7,take=2/5", "nim:65535,take=9000/40000"]
    {
        obeys_the_laws(&nim(spec));
    }
    // More positions than 64 bits number.
    obeys_the_laws(&Nim::new(&[15; MAX_HEAPS]).unwrap().with_take(&[4, 7]).unwrap());
}

#[test]
fn bad_specs() {
    let id = |spec: &str| Nim::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("nim:x"), "bad-heaps");
    assert_eq!(id("nim:3+"), "bad-heaps");
    assert_eq!(id("nim:70000"), "bad-heaps");
    assert_eq!(id("nim:1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"), "size-out-of-range");
    for wrong in ["0-3", "3-1", "1/", "a", "-2"] {
        assert_eq!(id(&format!("nim:9,take={wrong}")), "bad-take");
    }
    assert_eq!(id("nim:9,tke=1"), "unknown-option");
    assert_eq!(id("nim:9,first=3"), "bad-first");
    assert_eq!(Nim::new(&[]).unwrap_err().id(), "size-out-of-range");
    assert_eq!(nim("nim").with_take(&[]).unwrap_err().id(), "size-out-of-range");
}

#[test]
fn bad_positions() {
    let game = nim("nim:3+4+5");
    assert_eq!(refused(&game, ""), ("bad-heap-count", 1));
    assert_eq!(refused(&game, "3+4 1"), ("bad-heap-count", 1));
    assert_eq!(refused(&game, "3+x+5 1"), ("bad-number", 3));
    assert_eq!(refused(&game, "3+4+6 1"), ("bad-number", 5));
    assert_eq!(refused(&game, "3++5 1"), ("bad-number", 3));
    assert_eq!(refused(&game, "3+4+5"), ("turn-missing", 1));
    assert_eq!(refused(&game, "3+4+5 3"), ("bad-turn", 7));
    assert_eq!(game.find(&game.start(), "d1").unwrap_err().id(), "illegal-move");
    assert_eq!(game.find(&game.read("0+0+0 1").unwrap(), "a1").unwrap_err().id(), "play-is-over");
}
