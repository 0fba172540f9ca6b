use super::*;
use crate::testing::{after, obeys_the_laws, perft, refused};
use attractor_game::{Heuristic, Heuristics, Notation};

fn connect4(spec: &str) -> Connect4 {
    Connect4::from_spec(&spec.parse().unwrap()).unwrap()
}

/// The plainest version: columns of characters, every line walked cell by cell.
#[derive(Clone)]
struct Plain {
    columns: Vec<Vec<char>>,
    height: usize,
}

impl Plain {
    fn wins(&self, sign: char) -> bool {
        let at = |c: isize, r: isize| {
            let column = usize::try_from(c).ok().and_then(|c| self.columns.get(c));
            column.and_then(|column| column.get(usize::try_from(r).ok()?)) == Some(&sign)
        };
        let (width, height) = (self.columns.len() as isize, self.height as isize);
        (0..width).any(|c| {
            (0..height).any(|r| {
                [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(x, y)| (0..4).all(|i| at(c + i * x, r + i * y)))
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
        let open = (0..self.columns.len()).filter(|&c| self.columns[c].len() < self.height);
        open.map(|c| {
            let mut next = self.clone();
            next.columns[c].push(mover);
            next.perft(other, depth - 1)
        })
        .sum()
    }
}

#[test]
fn the_fast_rules_agree_with_the_plain_ones() {
    for (width, height, depth) in [
        (7, 6, 7),
        (4, 4, 9),
        (5, 4, 8),
        (4, 5, 8),
        (2, 5, 10),
        (3, 6, 9),
        (1, 63, 63),
        (9, 6, 5),
        (4, 15, 8),
        (6, 1, 6),
        (9, 1, 8),
        (5, 2, 8),
    ] {
        let game = Connect4::new(width, height).unwrap();
        let plain = Plain { columns: vec![Vec::new(); width], height };
        for depth in 0..=depth {
            let expected = plain.perft('X', depth);
            assert_eq!(perft(&game, &game.start(), depth), expected, "{width}x{height} at depth {depth}");
        }
    }
}

#[test]
fn published_counts() {
    let game = connect4("connect4");
    let counts = [1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    counts.iter().enumerate().for_each(|(depth, &n)| assert_eq!(perft(&game, &game.start(), depth), n));
}

#[test]
fn lines_and_positions() {
    let game = connect4("connect4");
    let p = after(&game, "44 5, 5");
    assert_eq!(game.write(&p), "......./......./......./......./...OO../...XX.. X");
    assert_eq!(game.read("...RR../...JJ.."), Ok(p));
    assert_eq!(game.read("...oo../ ...yy.. 1"), Ok(p));
    assert_eq!(game.read(".......").unwrap(), game.start());
    assert_eq!(connect4("connect4,first=2").read("...O...").unwrap().turn, Player::One);
    let won = after(&game, "4455667");
    assert_eq!((game.moves(&won).count(), game.result(&won), won.turn), (0, Score::LOSS, Player::Two));
    assert_eq!(game.read(&game.write(&won)), Ok(won));
    let small = connect4("connect4:2x2");
    let full = after(&small, "1122");
    assert_eq!((small.moves(&full).count(), small.result(&full)), (0, Score::DRAW));
    assert_eq!(small.diagram(&after(&small, "112")), "O .\nX X\n1 2");
    assert_eq!(game.find(&p, "8").unwrap_err().id(), "illegal-move");
    assert_eq!(small.find(&full, "1").unwrap_err().id(), "play-is-over");
}

#[test]
fn mirror_images_are_one() {
    let game = connect4("connect4");
    let canonical = |line| game.canonical(&after(&game, line));
    assert_eq!(canonical("1235"), canonical("7653"));
    assert_ne!(canonical("1235"), canonical("1234"));
}

#[test]
fn cells_count_the_lines_through_them() {
    let game = connect4("connect4");
    assert_eq!(game.lines().len(), 69);
    let row = |r: u32| (0..7).map(|c| game.worth[game.bit(c, r).trailing_zeros() as usize]).collect::<Vec<_>>();
    assert_eq!((row(0), row(5)), (vec![3, 4, 5, 7, 5, 4, 3], vec![3, 4, 5, 7, 5, 4, 3]));
    assert_eq!((row(1), row(4)), (vec![4, 6, 8, 10, 8, 6, 4], vec![4, 6, 8, 10, 8, 6, 4]));
    assert_eq!((row(2), row(3)), (vec![5, 8, 11, 13, 11, 8, 5], vec![5, 8, 11, 13, 11, 8, 5]));
    assert_eq!(game.worth.iter().map(|&n| u32::from(n)).sum::<u32>(), 276);

    let p = game.read("....J../R...RR./RJ..JRR/JJRJJJR J").unwrap();
    let cells = game.heuristic("cells").unwrap();
    assert_eq!(cells.estimate(&game, &p), 2.0);
    let after_columns =
        |names: [&str; 3]| names.map(|n| cells.estimate(&game, &game.play(&p, game.find(&p, n).unwrap())));
    assert_eq!(after_columns(["3", "4", "5"]), [10.0, 12.0, 10.0]);
}

#[test]
fn alignments_are_weighted() {
    let game = connect4("connect4");
    let value = |name: &str, line: &str| game.heuristic(name).unwrap().estimate(&game, &after(&game, line));
    assert_eq!(value("alignments", "4"), 7.0);
    assert_eq!(value("alignments=5/1/10/100", "4"), 7.0);
    assert_eq!(value("alignments=0/2/0/0", "4"), 14.0);
    // Columns 4 and 5 at the bottom: seven and five lines, three of them both; O on top of column 4.
    assert_eq!(value("alignments=0/0/1/0", "445"), 3.0);
    assert_eq!(game.heuristic("alignments").ok(), game.heuristic("alignments=0/1/4/9").ok());
    let id = |name: &str| game.heuristic(name).unwrap_err().id();
    assert_eq!(id("alignments=1/2/3"), "bad-weights");
    assert_eq!(id("alignments="), "bad-weights");
    assert_eq!(id("alignments=1/2/x/4"), "bad-weight");
    assert_eq!(id("alignments=1/2//4"), "bad-weight");
    assert_eq!(id("alignments=1/2/inf/4"), "bad-weight");
    assert_eq!(id("cell"), "unknown-heuristic");
}

#[test]
fn ends_are_infinite_but_for_zero() {
    let game = connect4("connect4");
    let won = after(&game, "4455667");
    let value = |name: &str| game.heuristic(name).unwrap().finished(&game, &won);
    assert_eq!((value("cells"), value("alignments"), value("zero")), (f64::INFINITY, f64::INFINITY, 1.0));
}

#[test]
fn laws() {
    for spec in ["connect4", "connect4:5x4", "connect4:1x1", "connect4:9x6,first=2", "connect4:4x15", "connect4:1x63"] {
        obeys_the_laws(&connect4(spec));
    }
}

#[test]
fn bad_specs() {
    let id = |spec: &str| Connect4::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("connect4:7"), "bad-size");
    assert_eq!(id("connect4:0x6"), "size-out-of-range");
    assert_eq!(id("connect4:10x4"), "size-out-of-range");
    assert_eq!(id("connect4:1x64"), "size-out-of-range");
    assert_eq!(id("connect4:9x7"), "board-too-large");
    assert_eq!(id("connect4:7x6,k=5"), "unknown-option");
}

#[test]
fn bad_positions() {
    let game = connect4("connect4:4x2");
    assert_eq!(refused(&game, ""), ("bad-row-length", 1));
    assert_eq!(refused(&game, "..../..../...."), ("bad-row-count", 1));
    assert_eq!(refused(&game, ".../...."), ("bad-row-length", 1));
    assert_eq!(refused(&game, "X.../.O.. X"), ("floating-stone", 1));
    assert_eq!(refused(&game, "..../XO#. X"), ("bad-cell", 8));
    assert_eq!(refused(&game, "XX.."), ("turn-missing", 1));
    assert_eq!(refused(&game, "XO.. Q"), ("bad-turn", 6));
    assert_eq!(refused(&game, "OOO./XXXX X"), ("mover-has-line", 1));
    assert_eq!(refused(&game, "XXXX/OOOO O"), ("mover-has-line", 1));
}

/// Features counted cell by cell on the text of a position, by rows and columns.
fn plain_features(game: &Connect4, p: &Position) -> Vec<i32> {
    let (width, height) = game.size();
    let text = game.write(p);
    let rows: Vec<Vec<char>> = text.split(' ').next().unwrap().split('/').rev().map(|r| r.chars().collect()).collect();
    let at = |c: i32, r: i32| {
        let inside = (0..width as i32).contains(&c) && (0..height as i32).contains(&r);
        inside.then(|| rows[r as usize][c as usize])
    };
    let completes = |c: i32, r: i32, sign: char| {
        let run = |dc: i32, dr: i32| (1..4).take_while(|i| at(c + i * dc, r + i * dr) == Some(sign)).count();
        at(c, r) == Some('.')
            && [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dc, dr)| run(dc, dr) + run(-dc, -dr) >= 3)
    };
    let mut found = vec![0; FEATURES.len()];
    let mut now = [0; 2];
    for (i, (sign, side)) in [('X', 1), ('O', -1)].into_iter().enumerate() {
        let began = (game.first == Player::One) == (sign == 'X');
        for c in 0..width as i32 {
            for r in 0..height as i32 {
                for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let line: Vec<_> = (0..4).filter_map(|j| at(c + j * dc, r + j * dr)).collect();
                    let own = line.iter().filter(|&&s| s == sign).count();
                    if line.len() == 4 && (1..=3).contains(&own) && line.iter().all(|&s| s == sign || s == '.') {
                        found[own - 1] += side;
                    }
                    for j in 0..4 {
                        let through = (0..4).all(|k| at(c + (k - j) * dc, r + (k - j) * dr).is_some());
                        found[13] += side * i32::from(through && at(c, r) == Some(sign));
                    }
                }
                let middle = c == (width as i32 - 1) / 2 || c == width as i32 / 2;
                found[12] += side * i32::from(middle && at(c, r) == Some(sign));
                if completes(c, r, sign) {
                    if r == 0 || at(c, r - 1) != Some('.') {
                        now[i] += 1;
                    } else if !(0..r).any(|below| completes(c, below, if sign == 'X' { 'O' } else { 'X' })) {
                        found[6 + 2 * usize::from(!began) + usize::from(r % 2 == 1)] += side;
                    }
                    found[11] += side * i32::from(completes(c, r + 1, sign));
                }
            }
        }
    }
    let first = if game.first == Player::One { 1 } else { -1 };
    found[10] = match (found[6].abs(), found[8].abs(), found[9].abs()) {
        (more, fewer, _) if more > fewer => first,
        (0, 0, 0) => 0,
        (0, _, _) => -first,
        _ => 0,
    };
    let (mover, side) = if p.turn == Player::One { (0, 1) } else { (1, -1) };
    match (now[mover], now[1 - mover]) {
        (1.., _) => found[3] = side,
        (0, 2..) => found[4] = -side,
        (0, 1) => found[5] = -side,
        _ => {}
    }
    found
}

#[test]
fn features_are_those_counted_plainly() {
    let mut rng = attractor_game::Rng::new(7);
    let mut threats = 0;
    for spec in ["connect4", "connect4:5x4,first=2", "connect4:8x5", "connect4:3x9"] {
        let game = connect4(spec);
        for _ in 0..60 {
            let mut p = game.start();
            while let Some(m) = rng.choose(game.moves(&p)) {
                let mut features = [0.0; FEATURES.len()];
                game.features("features", &p, &mut features);
                let plain: Vec<f64> = plain_features(&game, &p).into_iter().map(f64::from).collect();
                assert_eq!(features[..], plain[..], "{spec} {}", game.write(&p));
                threats += features[6..10].iter().filter(|&&n| n != 0.0).count();
                p = game.play(&p, m);
            }
        }
    }
    assert!(threats > 500, "{threats}");
    let game = connect4("connect4");
    assert_eq!(
        game.heuristic("features").unwrap().estimate(&game, &after(&game, "445")),
        game.heuristic("alignments").unwrap().estimate(&game, &after(&game, "445"))
    );
}
