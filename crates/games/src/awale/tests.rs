use super::*;
use crate::testing::{after, obeys_the_laws, perft, refused};
use attractor_game::Notation;

fn awale(spec: &str) -> Awale {
    Awale::from_spec(&spec.parse().unwrap()).unwrap()
}

fn played(text: &str, house: &str) -> String {
    let game = awale("awale:1");
    let p = game.read(text).unwrap();
    game.write(&game.play(&p, game.find(&p, house).unwrap()))
}

#[test]
fn seeds_are_sown() {
    let game = awale("awale");
    assert_eq!(game.write(&after(&game, "c")), "4-4-4-4-4-5/4-4-0-5-5-5 0+0 2");
    assert_eq!(game.write(&after(&game, "c a")), "5-5-5-5-5-0/4-4-0-5-5-5 0+0 1");
    assert_eq!(
        game.diagram(&after(&game, "C")),
        "    f  e  d  c  b  a\n2   4  4  4  4  4  5  0\n1   4  4  0  5  5  5  0\n    a  b  c  d  e  f"
    );
    // Twelve seeds pass over the house they come from.
    assert_eq!(played("0-0-0-0-0-0/12-0-0-0-0-0 0+0 1", "a"), "1-1-1-1-1-1/0-2-1-1-1-1 0+0 2");
}

#[test]
fn twos_and_threes_are_taken() {
    // The last house and those before it, until one does not count; never the own.
    assert_eq!(played("0-0-1-2-3-1/0-0-0-0-1-4 0+0 1", "f"), "0-0-0-0-4-2/0-0-0-0-1-0 5+0 2");
    assert_eq!(played("1-0-0-1-1-1/0-0-0-0-0-3 5+0 1", "f"), "1-0-0-0-0-0/0-0-0-0-0-0 11+0 2");
    // All that the opponent has: nothing is taken.
    assert_eq!(played("0-0-0-1-1-1/0-0-1-0-0-3 5+0 1", "f"), "0-0-0-2-2-2/0-0-1-0-0-0 5+0 2");
}

#[test]
fn feeding_and_the_end() {
    let game = awale("awale:1");
    let names = |text: &str| {
        let p = game.read(text).unwrap();
        game.moves(&p).map(|m| game.name(&p, m)).collect::<String>()
    };
    assert_eq!(names("0-0-0-0-0-0/1-0-0-3-0-1 3+4 1"), "df", "those that reach the other row");
    assert_eq!(names("0-0-0-0-0-0/1-0-0-1-0-0 5+5 1"), "", "nothing does");
    let result = |text: &str| game.result(&game.read(text).unwrap());
    assert_eq!(result("0-0-0-0-0-0/1-0-0-1-0-0 5+5 1"), Score::WIN, "the rest goes to its owner");
    assert_eq!(result("0-0-0-0-0-0/1-0-0-1-0-0 4+6 1"), Score::DRAW);
    assert_eq!(names("1-1-1-1-1-0/0-0-0-0-0-0 7+0 2"), "", "more than half is enough");
    assert_eq!(result("1-1-1-1-1-0/0-0-0-0-0-0 7+0 2"), Score::LOSS);
    assert_eq!(names("1-1-1-1-1-1/0-0-0-0-0-0 6+0 2"), "f");
}

/// The same rules on a list that is turned so that the player to move comes first.
fn naive(houses: &[u32], taken: [u32; 2], depth: u32) -> u64 {
    let all: u32 = houses.iter().sum::<u32>() + taken[0] + taken[1];
    if depth == 0 {
        return 1;
    }
    if taken[0] * 2 > all || taken[1] * 2 > all {
        return 0;
    }
    let mut lines = 0;
    for house in (0..6).filter(|&h| houses[h] > 0) {
        let mut next = houses.to_vec();
        let mut hand = std::mem::take(&mut next[house]);
        let mut at = house;
        while hand > 0 {
            at = (at + 1) % 12;
            if at != house {
                next[at] += 1;
                hand -= 1;
            }
        }
        if next[6..].iter().all(|&n| n == 0) {
            continue;
        }
        let before = next.clone();
        let mut won = 0;
        while at >= 6 && (next[at] == 2 || next[at] == 3) {
            won += std::mem::take(&mut next[at]);
            at -= 1;
        }
        if next[6..].iter().all(|&n| n == 0) {
            (next, won) = (before, 0);
        }
        next.rotate_left(6);
        lines += naive(&next, [taken[1], taken[0] + won], depth - 1);
    }
    lines
}

#[test]
fn lines_of_play() {
    for seeds in [1, 2, 4] {
        let game = Awale::new(seeds).unwrap();
        for depth in 0..=7 {
            let expected = naive(&[seeds as u32; 12], [0; 2], depth);
            assert_eq!(perft(&game, &game.start(), depth as usize), expected, "{seeds} seeds, {depth}");
        }
    }
    assert_eq!(perft(&awale("awale"), &awale("awale").start(), 2), 36);
}

#[test]
fn laws() {
    for spec in ["awale", "awale:1", "awale:2,first=2", "awale:21"] {
        obeys_the_laws(&awale(spec));
    }
}

#[test]
fn bad_input() {
    let id = |spec: &str| Awale::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!((id("awale:x"), id("awale:0"), id("awale:22")), ("bad-count", "size-out-of-range", "size-out-of-range"));
    assert_eq!(id("awale:2,kalah"), "unknown-option");
    let game = awale("awale:1");
    assert_eq!(refused(&game, "1-1-1-1-1-1/1-1-1-1-1-1 1"), ("taken-missing", 1));
    assert_eq!(refused(&game, "1-1-1-1-1-1 0+0 1"), ("bad-row-count", 1));
    assert_eq!(refused(&game, "1-1-1-1-1/1-1-1-1-1-1 0+0 1"), ("bad-houses", 1));
    assert_eq!(refused(&game, "1-1-1-x-1-1/1-1-1-1-1-1 0+0 1"), ("bad-number", 7));
    assert_eq!(refused(&game, "1-1-1-1-1-1/1-1-1-1-1-1 0+0+0 1"), ("bad-taken", 25));
    assert_eq!(refused(&game, "1-1-1-1-1-1/1-1-1-1-1-1 0+1 1"), ("bad-seeds", 1));
    assert_eq!(refused(&game, "1-1-1-1-1-1/1-1-1-1-1-1 0+0"), ("taken-missing", 1));
    assert_eq!(game.find(&game.start(), "g").unwrap_err().id(), "illegal-move");
}
