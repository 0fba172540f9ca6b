use super::*;
use crate::testing::{after, obeys_the_laws, perft, reachable, refused};
use attractor_game::{Heuristic, Heuristics, Notation, Outcome};
use std::collections::HashSet;

fn mnk(spec: &str) -> Mnk {
    Mnk::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn tic_tac_toe_is_counted() {
    let game = mnk("tictactoe");
    let all = reachable(&game);
    assert_eq!(all.len(), 5478);
    assert_eq!(all.iter().map(|p| game.canonical(p)).collect::<HashSet<_>>().len(), 765);
    let ends: Vec<&Position> = all.iter().filter(|p| game.moves(p).next().is_none()).collect();
    let won = |player: Player| {
        let lost_by_the_other = |p: &&&Position| game.result(p) == Score::LOSS && p.turn == player.other();
        ends.iter().filter(lost_by_the_other).count()
    };
    let draws = ends.iter().filter(|p| game.result(p).outcome() == Outcome::Draw).count();
    assert_eq!((ends.len(), won(Player::One), won(Player::Two), draws), (958, 626, 316, 16));
}

#[test]
fn moves_and_positions() {
    let game = mnk("tictactoe");
    let names: Vec<String> = game.moves(&game.start()).map(|m| game.name(&game.start(), m)).collect();
    assert_eq!(names, ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
    assert_eq!(game.write(&after(&game, "a1 b1 B2 c2")), "XO./.XO/... X");
    assert_eq!(game.read("XO./.XO/..."), game.read("XO. / .xo / ... X"));
    assert_eq!(game.read(".X./XOO/.OX").unwrap().turn, Player::One);
    assert_eq!(game.read("X../.../...").unwrap().turn, Player::Two);
    assert_eq!(mnk("tictactoe,first=2").read("O../.../...").unwrap().turn, Player::One);
    assert_eq!(game.diagram(&after(&game, "c1")), "  a b c\n1 . . X\n2 . . .\n3 . . .");
    let end = after(&game, "a1 b1 a2 b2 a3");
    assert_eq!((game.moves(&end).count(), game.result(&end)), (0, Score::LOSS));
}

/// The plainest version: a board of characters, every line walked cell by cell.
#[derive(Clone)]
struct Plain {
    cells: Vec<Vec<char>>,
    length: usize,
}

impl Plain {
    fn wins(&self, sign: char) -> bool {
        let at = |r: isize, c: isize| {
            let row = usize::try_from(r).ok().and_then(|r| self.cells.get(r));
            row.and_then(|row| row.get(usize::try_from(c).ok()?)) == Some(&sign)
        };
        let (rows, columns) = (self.cells.len() as isize, self.cells[0].len() as isize);
        (0..rows).any(|r| {
            (0..columns).any(|c| {
                [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .iter()
                    .any(|(down, right)| (0..self.length as isize).all(|i| at(r + i * down, c + i * right)))
            })
        })
    }

    fn perft(&self, mover: char, depth: usize) -> u64 {
        let other = if mover == 'X' { 'O' } else { 'X' };
        if depth == 0 {
            return 1;
        }
        if self.wins(other) {
            return 0;
        }
        let mut sum = 0;
        for r in 0..self.cells.len() {
            for c in 0..self.cells[r].len() {
                if self.cells[r][c] == '.' {
                    let mut next = self.clone();
                    next.cells[r][c] = mover;
                    sum += next.perft(other, depth - 1);
                }
            }
        }
        sum
    }
}

#[test]
fn the_fast_rules_agree_with_the_plain_ones() {
    for (rows, columns, length, depth) in [
        (3, 3, 3, 7),
        (3, 4, 3, 6),
        (4, 3, 3, 6),
        (2, 5, 4, 8),
        (1, 7, 3, 7),
        (7, 1, 2, 5),
        (2, 2, 2, 4),
        (2, 2, 1, 3),
        (8, 8, 2, 3),
        (3, 3, 2, 5),
    ] {
        let game = Mnk::new(rows, columns, length).unwrap();
        let plain = Plain { cells: vec![vec!['.'; columns]; rows], length };
        for depth in 0..=depth {
            assert_eq!(
                perft(&game, &game.start(), depth),
                plain.perft('X', depth),
                "{rows},{columns},{length} at depth {depth}"
            );
        }
    }
    let (game, full) = (Mnk::tic_tac_toe(), [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]);
    full.iter().enumerate().for_each(|(depth, &n)| assert_eq!(perft(&game, &game.start(), depth), n));
}

#[test]
fn features_of_tic_tac_toe() {
    let game = mnk("tictactoe");
    assert_eq!(game.heuristics()[0], "features");
    let features = game.heuristic("features").unwrap();
    let value = |text: &str| features.estimate(&game, &game.read(text).unwrap());
    assert_eq!(value("XO./.XO/... X"), 9.0);
    assert_eq!(value("XO./.XO/X.. O"), 13.0);
    assert_eq!(value("XO./.XO/.X. O"), 9.0);
    assert_eq!(value(".../.../... X"), 8.0);
    let won = game.read("XO./.XO/..X O").unwrap();
    assert_eq!(features.finished(&game, &won), f64::INFINITY);
    assert_eq!(game.heuristic("zero").unwrap().finished(&game, &won), 1.0);
}

#[test]
fn lines_elsewhere() {
    let game = mnk("mnk:4,4,4");
    assert_eq!((game.lines().count(), game.heuristics()), (10, &["lines", "zero"][..]));
    let lines = game.heuristic("lines").unwrap();
    assert_eq!(lines.estimate(&game, &after(&game, "a1")), 3.0);
    assert_eq!(lines.estimate(&game, &after(&game, "a1 b1")), 1.0);
    assert_eq!(game.heuristic("features").unwrap_err().id(), "unknown-heuristic");
}

#[test]
fn laws() {
    for spec in
        ["tictactoe", "tictactoe,first=2", "mnk:4,4,3", "mnk:3,5,3,first=2", "mnk:8,8,5", "mnk:1,1,1", "mnk:64,1,5"]
    {
        obeys_the_laws(&mnk(spec));
    }
}

#[test]
fn bad_specs() {
    let id = |spec: &str| Mnk::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("tictactoe:4x4"), "fixed-size");
    assert_eq!(id("mnk"), "bad-mnk");
    assert_eq!(id("mnk:3,3"), "bad-mnk");
    assert_eq!(id("mnk:3x3x3"), "bad-mnk");
    assert_eq!(id("mnk:3,3,first=2"), "bad-mnk");
    assert_eq!(id("mnk:9,9,5"), "too-many-cells");
    assert_eq!(id("mnk:3,3,4"), "size-out-of-range");
    assert_eq!(id("mnk:0,3,3"), "size-out-of-range");
    assert_eq!(id("mnk:1,27,3"), "size-out-of-range");
    assert_eq!(id("mnk:3,3,3,3"), "unknown-option");
    assert_eq!(id("mnk:3,3,3,first=0"), "bad-first");
}

#[test]
fn bad_positions() {
    let game = mnk("tictactoe");
    assert_eq!(refused(&game, ""), ("bad-row-length", 1));
    assert_eq!(refused(&game, "XO./.XO"), ("bad-row-count", 1));
    assert_eq!(refused(&game, "XO./.XO/...."), ("bad-row-length", 12));
    assert_eq!(refused(&game, "XO./.X?/..."), ("bad-cell", 7));
    assert_eq!(refused(&game, "XX./.X./..."), ("turn-missing", 1));
    assert_eq!(refused(&game, "XO./.XO/... Z"), ("bad-turn", 13));
    assert_eq!(refused(&game, "XO./.XO/... X X"), ("bad-row-length", 12));
    assert_eq!(refused(&game, "XXX/OOO/... X"), ("mover-has-line", 1));
    assert_eq!(refused(&game, "XXX/OO./... X"), ("mover-has-line", 1));
    assert_eq!(game.find(&game.start(), "d1").unwrap_err().id(), "illegal-move");
}
