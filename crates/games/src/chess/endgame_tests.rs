//! Numbers of endgames, moves undone, and what is known of simple endgames.

use super::{setup::squares, tests::chess, *};
use crate::bits::transposed;
use crate::testing::{bijective, in_and_out, predecessors};
use attractor_game::{
    Indexed, Notation, Outcome, Retrograde,
    laws::{self, Effort},
};
use std::collections::{HashMap, VecDeque};

fn endgame(men: &str) -> Chess {
    chess(&format!("chess,men={men}"))
}

#[test]
fn the_board_is_turned() {
    for square in 0..64 {
        assert_eq!(squares(transposed(1 << square)).collect::<Vec<_>>(), [square % 8 * 8 + square / 8]);
    }
    let game = endgame("KRK");
    let number = |text: &str| game.index(&game.read(text).unwrap());
    let first = number("8/8/8/8/3k4/8/8/K6R w - - 0 1");
    let mirrored = "8/8/8/8/4k3/8/8/R6K w - - 0 1";
    let (turned, across) = ("R6K/8/8/4k3/8/8/8/8 w - - 0 1", "R7/8/8/8/3k4/8/8/K7 w - - 0 1");
    let exchanged = "k6r/8/8/3K4/8/8/8/8 b - - 9 9";
    for image in [mirrored, turned, across, exchanged] {
        assert_eq!(number(image), first, "{image}");
    }
    let p = game.read("r6k/8/8/3K4/8/8/8/8 w - - 0 1").unwrap();
    assert_eq!(game.family(&p).as_deref(), Some("KRK b"));
    assert_eq!(game.family(&game.start()).as_deref(), Some("KRK w"));
    assert_eq!((game.images(&p), game.images(&game.read("8/8/8/8/3k4/8/1R6/K7 b - - 0 1").unwrap())), (8, 4));
}

#[test]
fn numbers() {
    // Kings alone; a rook in two blocks and the kings.
    assert_eq!((endgame("KK").size(), endgame("KRK").size()), (462, 2 * 462 * 64 + 462));
    let game = endgame("KRK");
    assert_eq!(game.tiers(), [0..59_136, 59_136..59_598]);
    assert_eq!((bijective(&game, 0..59_136), bijective(&game, 59_136..59_598)), (50_015, 462));
    in_and_out(&game, 0..game.size());
    let game = endgame("KPK");
    assert_eq!(bijective(&game, 0..game.size()), 368_330);
    for begin in [0, 100_000, 200_000, 400_000] {
        in_and_out(&game, begin..begin + 8_000);
    }
    for men in ["KRKN", "KBNK", "KPKP", "KRPK", "KNNK", "KBKB", "KPPKP", "KQQQK", "4"] {
        let game = endgame(men);
        for part in 0..6 {
            let begin = game.size() / 6 * part;
            bijective(&game, begin..begin + 4_000);
            in_and_out(&game, begin..begin + 500);
        }
    }
    let whole = Chess::new();
    assert!(!whole.numbered(&whole.start()) && !endgame("KRK").numbered(&whole.start()));
    let castling = whole.read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    assert!(!endgame("KRK").numbered(&castling));
    let with_table = whole.endgame("chess,men=KRK").unwrap();
    assert_eq!(with_table.start(), whole.start());
    assert!(with_table.numbered(&endgame("KRK").start()) && !with_table.numbered(&whole.start()));
    assert!(whole.endgame("chess").is_none() && whole.endgame("nim:3").is_none() && whole.endgame("").is_none());
}

/// Positions in which a pawn can be taken en passant have numbers of their own.
#[test]
fn numbers_en_passant() {
    let game = endgame("KPKP");
    let plain = 1806 * 48 * 48;
    let passing = plain..plain + 1806 * 14;
    assert_eq!(game.tiers()[0], 0..passing.end);
    let used = bijective(&game, passing.clone());
    assert!((10_000..25_284).contains(&used), "{used}");
    assert!(passing.clone().filter_map(|i| game.position(i)).all(|p| p.passant.is_some()));
    in_and_out(&game, passing);
    // What passed by two steps came from one square.
    let p = game.read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
    let before: Vec<String> =
        predecessors(&game, &game.position(game.index(&p)).unwrap()).iter().map(|q| game.write(q)).collect();
    assert_eq!(before.len(), 1, "{before:?}");
    let game = endgame("KPPKP");
    let plain = 1806 * (48 * 47 / 2) * 48;
    bijective(&game, plain..plain + 100_000);
    for begin in [0, 40_000, 400_000, 800_000] {
        in_and_out(&game, plain + begin..plain + begin + 3_000);
    }
    let first = game.tiers()[0].clone();
    in_and_out(&game, first.end - 3_000..first.end);
}

#[test]
fn laws_of_endgames() {
    for (men, first) in [("KRK", 1), ("KPK", 2), ("KPKP", 1), ("KBNK", 2), ("KKQ", 1), ("KPPKP", 2), ("3", 1)] {
        let game = chess(&format!("chess,men={men},first={first}"));
        let effort = Effort { near: 300, plays: 10, plies: 80, seed: 1 };
        laws::check(&game, effort).unwrap_or_else(|broken| panic!("{men}: {}", broken[0]));
    }
}

/// Whose win in how many plies, for the player to move; none where it is a draw or the number is unused. Losses come
/// first: from the ends of play backwards, each number once.
fn solve(game: &Chess) -> Vec<Option<(bool, u16)>> {
    let size = game.size() as usize;
    let (mut values, mut open, mut queue) = (vec![None; size], vec![0u8; size], VecDeque::new());
    for i in 0..size {
        let Some(p) = game.position(i as u64) else { continue };
        open[i] = game.moves(&p).count() as u8;
        if open[i] == 0 && game.result(&p).outcome() == Outcome::Loss {
            values[i] = Some((false, 0));
            queue.push_back(i);
        }
    }
    while let Some(i) = queue.pop_front() {
        let (win, plies) = values[i].unwrap();
        game.predecessors(&game.position(i as u64).unwrap(), |q| {
            let j = game.index(&q) as usize;
            if values[j].is_none() {
                open[j] -= u8::from(win);
                if !win || open[j] == 0 {
                    values[j] = Some((!win, plies + 1));
                    queue.push_back(j);
                }
            }
        });
    }
    values
}

/// Of a family: positions, images counted; draws among them; and the longest way to a mate.
type Summary = HashMap<String, (u64, u64, u16)>;

fn summary(men: &str) -> Summary {
    let game = endgame(men);
    let values = solve(&game);
    let mut summary = Summary::new();
    for (p, value) in (0..game.size()).zip(values).filter_map(|(i, value)| Some((game.position(i)?, value))) {
        let entry = summary.entry(game.family(&p).unwrap()).or_default();
        entry.0 += game.images(&p);
        match value {
            None => entry.1 += game.images(&p),
            Some((_, plies)) => entry.2 = entry.2.max(plies),
        }
    }
    summary
}

/// A rook against a bare king that is to move: 223,944 positions, 22,244 of them draws. The longest mates of queen,
/// rook and pawn take 10, 16 and 28 moves.
#[test]
fn mates() {
    let queen = summary("KQK");
    let rook = summary("KRK");
    let pawn = summary("KPK");
    println!("{queen:?}\n{rook:?}\n{pawn:?}");
    assert_eq!((rook["KRK b"].0, rook["KRK b"].1), (223_944, 22_244));
    assert_eq!([&queen["KQK w"], &rook["KRK w"], &pawn["KPK w"]].map(|family| family.2), [19, 31, 55]);
    assert_eq!(pawn["KQK w"], queen["KQK w"]);
    assert_eq!(pawn["KNK w"].1, pawn["KNK w"].0, "a knight alone never wins");
}

/// Bishop and knight need 33 moves at most.
#[test]
#[ignore = "long"]
fn bishop_and_knight() {
    let all = summary("KBNK");
    println!("{all:?}");
    assert_eq!(all["KBNK w"].2, 65);
    let all = summary("KRKN");
    println!("{all:?}");
}

/// How fast numbers are turned into positions, back, and moves undone.
#[test]
#[ignore = "long"]
fn speed() {
    use std::time::Instant;
    for men in ["KBNK", "KPKP"] {
        let game = endgame(men);
        let numbers = || (0..game.size()).step_by(7).take(400_000);
        let begin = Instant::now();
        let used: Vec<Position> = numbers().filter_map(|i| game.position(i)).collect();
        let positions = numbers().count() as f64 / begin.elapsed().as_secs_f64();
        let begin = Instant::now();
        let sum: u64 = used.iter().map(|p| game.index(p)).fold(0, u64::wrapping_add);
        let indices = used.len() as f64 / begin.elapsed().as_secs_f64();
        let begin = Instant::now();
        let mut before = 0u64;
        used.iter().for_each(|p| game.predecessors(p, |_| before += 1));
        let undone = before as f64 / begin.elapsed().as_secs_f64();
        println!(
            "{men}: {positions:.0} positions/s, {indices:.0} indices/s ({sum}), {undone:.0} predecessors/s, {} used",
            used.len()
        );
    }
}
