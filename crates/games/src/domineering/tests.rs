use super::*;
use crate::testing::{after, obeys_the_laws, perft, reachable, refused};
use attractor_game::{Heuristic, Heuristics, Notation};
use std::collections::HashSet;

fn domineering(spec: &str) -> Domineering {
    Domineering::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn positions_are_counted() {
    let game = domineering("domineering:4x4");
    let upright_begins = reachable(&game);
    assert_eq!(upright_begins.len(), 3120);
    let lying_begins = reachable(&game.with_first(Player::Two));
    let both: HashSet<Position> = upright_begins.union(&lying_begins).copied().collect();
    assert_eq!(both.len(), 6240);
    assert_eq!(both.iter().map(|p| p.covered).collect::<HashSet<_>>().len(), 4632);
}

#[test]
fn positions_of_five_by_five_are_counted() {
    assert_eq!(reachable(&domineering("domineering:5x5")).len(), 723_996);
}

#[test]
fn moves_and_positions() {
    let game = domineering("domineering:3x3,holes=b2");
    let names = |p: &Position| game.moves(p).map(|m| game.name(p, m)).collect::<Vec<_>>();
    assert_eq!(names(&game.start()), ["a1", "c1", "a2", "c2"]);
    let p = after(&game, "a1 B3");
    assert_eq!(game.write(&p), "V../V#./.HH V");
    assert_eq!(names(&p), ["c1"]);
    assert_eq!(names(&game.hand_over(&p)), ["b1"]);
    assert_eq!(game.read("v../v#./.hh v"), Ok(p));
    assert_eq!(game.diagram(&p), "  a b c\n1 V . .\n2 V # .\n3 . H H");
    assert!(domineering("domineering:4x1").read("V/V/V/V H").is_ok());
    assert_eq!(game.find(&p, "a1").unwrap_err().id(), "illegal-move");
}

/// The plainest version: a board of characters.
#[derive(Clone)]
struct Plain(Vec<Vec<char>>);

impl Plain {
    fn perft(&self, mover: char, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let (down, right, other) = if mover == 'V' { (1, 0, 'H') } else { (0, 1, 'V') };
        let free = |r: usize, c: usize| self.0.get(r).and_then(|row| row.get(c)) == Some(&'.');
        let mut sum = 0;
        for r in 0..self.0.len() {
            for c in 0..self.0[r].len() {
                if free(r, c) && free(r + down, c + right) {
                    let mut next = self.clone();
                    next.0[r][c] = mover;
                    next.0[r + down][c + right] = mover;
                    sum += next.perft(other, depth - 1);
                }
            }
        }
        sum
    }
}

#[test]
fn the_fast_rules_agree_with_the_plain_ones() {
    for (board, depth) in [
        ("../..", 3),
        ("...../.....", 5),
        ("#..../....#/.#...", 6),
        (".........../..........#", 3),
        ("./././.", 3),
        ("......./......./......./.......", 4),
    ] {
        let cells: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        let hole = |r: usize| cells[r].iter().enumerate().filter(|(_, c)| **c == '#').map(move |(c, _)| (r, c));
        let holes: Vec<(usize, usize)> = (0..cells.len()).flat_map(hole).collect();
        let game = Domineering::new(cells.len(), cells[0].len()).unwrap().with_holes(&holes).unwrap();
        for (player, letter) in [(Player::One, 'V'), (Player::Two, 'H')] {
            let game = game.clone().with_first(player);
            for depth in 0..=depth {
                let expected = Plain(cells.clone()).perft(letter, depth);
                assert_eq!(perft(&game, &game.start(), depth), expected, "{board} at depth {depth}");
            }
        }
    }
}

#[test]
fn mobility_is_a_difference() {
    let game = domineering("domineering:2x3");
    let mobility = game.heuristic("mobility").unwrap();
    assert_eq!(mobility.estimate(&game, &game.start()), 3.0 - 4.0);
    assert_eq!(mobility.estimate(&game, &after(&game, "b1")), 2.0);
    assert_eq!(mobility.finished(&game, &game.read("VVV/VVV H").unwrap()), f64::INFINITY);
    assert_eq!(game.heuristic("cells").unwrap_err().id(), "unknown-heuristic");
}

#[test]
fn reflections_are_one_and_quarter_turns_are_not() {
    let game = domineering("domineering:4x4");
    let canonical = |text| game.canonical(&game.read(text).unwrap());
    assert_eq!(canonical("V.../V.../..../.... H"), canonical("..../..../...V/...V H"));
    assert_ne!(canonical("V.../V.../..../.... H"), canonical("HH../..../..../.... H"));
    assert_eq!(domineering("domineering:3x3,holes=a1").symmetries.len(), 0);
    assert_eq!(domineering("domineering:3x3,holes=a1/c1").symmetries.len(), 1);
}

#[test]
fn laws() {
    for spec in [
        "domineering:4x4",
        "domineering:3x5,first=2",
        "domineering:4x4,holes=a1/d4",
        "domineering:1x1",
        "domineering:5x16",
    ] {
        obeys_the_laws(&domineering(spec));
    }
}

#[test]
fn bad_specs() {
    let id = |spec: &str| Domineering::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("domineering:8"), "bad-size");
    assert_eq!(id("domineering:0x8"), "size-out-of-range");
    assert_eq!(id("domineering:2x27"), "size-out-of-range");
    assert_eq!(id("domineering:12x12"), "too-many-cells");
    assert_eq!(id("domineering:99999999999x99999999999"), "size-out-of-range");
    for wrong in ["i1", "a9", "11", "a1/"] {
        assert_eq!(id(&format!("domineering:8x8,holes={wrong}")), "bad-hole");
    }
}

#[test]
fn bad_positions() {
    let game = domineering("domineering:2x3,holes=c2");
    assert_eq!(refused(&game, ""), ("bad-row-length", 1));
    assert_eq!(refused(&game, ".../..#/... V"), ("bad-row-count", 1));
    assert_eq!(refused(&game, ".../..# X"), ("bad-turn", 9));
    assert_eq!(refused(&game, ".../..#"), ("turn-missing", 1));
    assert_eq!(refused(&game, ".../... V"), ("hole-elsewhere", 7));
    assert_eq!(refused(&game, "#../..# V"), ("hole-elsewhere", 1));
    assert_eq!(refused(&game, ".?./..# V"), ("bad-cell", 2));
    assert_eq!(refused(&game, ".V./..# V"), ("half-domino", 2));
    assert_eq!(refused(&game, "HHH/..# V"), ("half-domino", 1));
    assert_eq!(refused(&domineering("domineering:2x2"), ".H/H. V"), ("half-domino", 2));
}

#[test]
fn safe_moves_are_those_that_nobody_hinders() {
    let game = domineering("domineering:4x4");
    let features = |text: &str| {
        let mut features = [0.0; 3];
        game.features("safety", &game.read(text).unwrap(), &mut features);
        features
    };
    // Nothing is safe on an empty board, and both have the same.
    assert_eq!(features("..../..../..../.... V"), [0.0; 3]);
    // The first column is four cells for Vertical alone: three places, two of them side by side, both safe. Horizontal
    // has the third and fourth column: four places, four real ones, none safe; there Vertical has six, four real.
    assert_eq!(features(".V../.V../.V../.V.. V"), [9.0 - 4.0, 6.0 - 4.0, 2.0]);
    // Safe for Horizontal: the first row.
    assert_eq!(features("..../HHHH/..../.... V"), [4.0 - 9.0, 4.0 - 6.0, -2.0]);
}
