use super::*;
use crate::testing::{after, bijective, in_and_out, obeys_the_laws, perft, predecessors, refused};
use attractor_game::{Indexed, Notation, Score};

fn teeko(spec: &str) -> Teeko {
    Teeko::from_spec(&spec.parse().unwrap()).unwrap()
}

/// The rules again, on a board of characters and as plainly as can be.
mod naive {
    #[derive(Clone)]
    pub(super) struct Board(pub(super) [[char; 5]; 5]);

    fn wins(b: &Board, who: char) -> bool {
        let at = |r: i32, c: i32| (0..5).contains(&r) && (0..5).contains(&c) && b.0[r as usize][c as usize] == who;
        let shapes: [[(i32, i32); 4]; 5] = [
            [(0, 0), (0, 1), (0, 2), (0, 3)],
            [(0, 0), (1, 0), (2, 0), (3, 0)],
            [(0, 0), (1, 1), (2, 2), (3, 3)],
            [(0, 0), (1, -1), (2, -2), (3, -3)],
            [(0, 0), (0, 1), (1, 0), (1, 1)],
        ];
        (0..25).any(|i| shapes.iter().any(|s| s.iter().all(|(r, c)| at(i / 5 + r, i % 5 + c))))
    }

    pub(super) fn perft(b: &Board, who: char, depth: u32) -> u64 {
        let other = if who == 'X' { 'O' } else { 'X' };
        if depth == 0 {
            return 1;
        }
        if wins(b, other) {
            return 0;
        }
        let cells = || (0..5usize).flat_map(|r| (0..5usize).map(move |c| (r, c)));
        let men: Vec<_> = cells().filter(|&(r, c)| b.0[r][c] == who).collect();
        let mut sum = 0;
        for (r, c) in cells().filter(|&(r, c)| b.0[r][c] == '.') {
            if men.len() < 4 {
                let mut next = b.clone();
                next.0[r][c] = who;
                sum += perft(&next, other, depth - 1);
                continue;
            }
            for &(x, y) in men.iter().filter(|(x, y)| x.abs_diff(r).max(y.abs_diff(c)) == 1) {
                let mut next = b.clone();
                next.0[x][y] = '.';
                next.0[r][c] = who;
                sum += perft(&next, other, depth - 1);
            }
        }
        sum
    }
}

#[test]
fn forty_four_shapes_win() {
    let sets = (0..choose_four()).map(|i| crate::ranking::unrank(i, 4));
    assert_eq!(sets.filter(|&men| shaped(men)).count(), 44);
}

fn choose_four() -> u64 {
    crate::ranking::choose(25, 4)
}

/// Four men have at least as many neighbours as this, and the opponent has only four to fill them.
#[test]
fn nobody_is_blocked() {
    let around = |men: u32| (Cells(men).fold(0, |set, c| set | NEIGHBOURS[usize::from(c)]) & !men).count_ones();
    let all = || (0..choose_four()).map(|i| crate::ranking::unrank(i, 4));
    assert_eq!(all().map(around).min(), Some(5));
    assert_eq!(all().filter(|&men| !shaped(men)).map(around).min(), Some(6));
}

#[test]
fn lines_of_play() {
    let game = teeko("teeko");
    let board = naive::Board([['.'; 5]; 5]);
    for (depth, lines) in [(1, 25), (2, 600), (3, 13_800), (4, 303_600)] {
        assert_eq!(perft(&game, &game.start(), depth as usize), lines);
        assert_eq!(naive::perft(&board, 'X', depth), lines);
    }
    // From where the last men are put, and from where they move.
    for text in
        ["XO.../.X.O./..X../O..../..... O", "XO.../.X.O./..X../O..../....X O", "X.X../.OO../X.X../.OO../..... X"]
    {
        let p = game.read(text).unwrap();
        let mut board = board.clone();
        let (rows, turn) = text.split_once(' ').unwrap();
        for (r, row) in rows.split('/').enumerate() {
            row.chars().enumerate().for_each(|(c, sign)| board.0[r][c] = sign);
        }
        for depth in 1..=4 {
            let naive = naive::perft(&board, turn.chars().next().unwrap(), depth);
            assert_eq!(perft(&game, &p, depth as usize), naive, "{text} {depth}");
        }
    }
}

#[test]
fn a_short_game() {
    let game = teeko("teeko");
    let p = after(&game, "a1 e5 b1 e4 c1 d5 e1 a5 e1-d2 a5-a4 d2-d1");
    assert_eq!(game.write(&p), "XXXX./...../...../O...O/...OO O");
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score::LOSS));
    let p = after(&game, "a1 e5 b1 e4 a2 d5 e1 d4");
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score::LOSS), "a square");
    assert_eq!(
        game.diagram(&after(&game, "c3 B2")),
        "  a b c d e\n1 . . . . .\n2 . O . . .\n3 . . X . .\n4 . . . . .\n5 . . . . ."
    );
    assert_eq!(teeko("teeko,first=2").start().turn, Player::Two);
}

#[test]
fn numbers() {
    let game = teeko("teeko");
    assert_eq!(game.size(), 96_691_476);
    assert_eq!(game.index(&game.start()), 0);
    let tiers = game.tiers();
    assert_eq!((tiers.len(), tiers[8].end - tiers[8].start), (9, 75_710_250));
    // All men of one player are there only in the last two tiers: before, every number is a position.
    for tier in &tiers[..6] {
        assert_eq!(bijective(&game, tier.clone()), tier.end - tier.start);
    }
    for tier in &tiers[..5] {
        in_and_out(&game, tier.clone());
    }
}

/// On positions anywhere in the last tiers, reachable or not.
#[test]
fn predecessors_of_positions_anywhere() {
    let game = teeko("teeko");
    let tiers = game.tiers();
    for tier in &tiers[6..] {
        let numbers = tier.clone().step_by(99_991);
        for (i, p) in numbers.filter_map(|i| Some((i, game.position(i)?))) {
            assert_eq!(game.index(&p), i);
            for r in predecessors(&game, &p) {
                assert!(game.moves(&r).filter(|&m| game.play(&r, m) == p).count() == 1, "{r:?} {p:?}");
            }
            for m in game.moves(&p) {
                let next = game.play(&p, m);
                assert_eq!(predecessors(&game, &next).iter().filter(|&r| *r == p).count(), 1, "{p:?} {m:?}");
            }
        }
    }
}

#[test]
fn laws() {
    obeys_the_laws(&teeko("teeko"));
    obeys_the_laws(&teeko("teeko,first=2"));
}

#[test]
fn bad_input() {
    let id = |spec: &str| Teeko::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("teeko:6x6"), "no-size");
    assert_eq!(id("teeko,advanced"), "unknown-option");
    let game = teeko("teeko");
    assert_eq!(refused(&game, ""), ("bad-row-length", 1));
    assert_eq!(refused(&game, "...../..... X"), ("bad-row-count", 1));
    assert_eq!(refused(&game, "..#../...../...../...../..... X"), ("bad-cell", 3));
    assert_eq!(refused(&game, "XXXXX/...../...../...../..... O"), ("too-many-men", 5));
    assert_eq!(refused(&game, "XX.../...../...../...../..... O"), ("men-out-of-turn", 1));
    assert_eq!(refused(&game, "X..../...../...../...../..... X"), ("men-out-of-turn", 1));
    assert_eq!(refused(&game, "XXX.X/...../...../...../O.OOO"), ("turn-missing", 1));
    assert_eq!(refused(&game, "XXXX./...../...../...../O.OOO X"), ("mover-has-won", 1));
    assert_eq!(game.read("X..../...../...../...../....."), Ok(after(&game, "a1")));
    assert_eq!(game.find(&game.start(), "a1-a2").unwrap_err().id(), "illegal-move");
}
