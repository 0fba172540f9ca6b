use super::*;
use crate::testing::{after, obeys_the_laws, perft_file, refused};
use attractor_game::{Heuristic, Heuristics, Notation, Score};

pub(super) fn game(spec: &str) -> Draughts {
    Draughts::from_spec(&spec.parse().unwrap()).unwrap()
}

/// Every case of a list whose count is within the limit.
fn counts(spec: &str, list: &str, limit: u64) {
    perft_file(&game(spec), list, limit);
}

const INTERNATIONAL: &str = include_str!("../../perft/draughts.txt");
const ENGLISH: &str = include_str!("../../perft/checkers.txt");

#[test]
fn lines_of_play() {
    counts("checkers", ENGLISH, 3_000_000);
    counts("draughts", INTERNATIONAL, 3_000_000);
}

#[test]
#[ignore = "long"]
fn longer_lines_of_play() {
    counts("checkers", ENGLISH, u64::MAX);
    counts("draughts", INTERNATIONAL, u64::MAX);
}

fn names(game: &Draughts, text: &str) -> Vec<String> {
    let p = game.read(text).unwrap();
    game.moves(&p).map(|m| game.name(&p, m)).collect()
}

fn played(game: &Draughts, text: &str, name: &str) -> String {
    let p = game.read(text).unwrap();
    game.write(&game.play(&p, game.find(&p, name).unwrap()))
}

#[test]
fn international_captures() {
    let game = game("draughts");
    // Most pieces must be taken, by whichever piece: the man's one is not enough. The king lands anywhere behind the last.
    assert_eq!(names(&game, "W:WK46,36:B31,37,19"), ["46x5", "46x10", "46x14"]);
    // Men capture backwards too.
    assert_eq!(names(&game, "W:W23:B28"), ["23x32"]);
    // A man that passes the last row goes on as a man, and is no king where it ends.
    assert_eq!(played(&game, "W:W12:B8,9,36", "12x14"), "B:W14:B36");
    // One that ends there is.
    assert_eq!(played(&game, "W:W12:B8,36", "12x3"), "B:WK3:B36");
    assert_eq!(played(&game, "W:W7:B36", "7-1"), "B:WK1:B36");
    // What was jumped stands in the way until the end: after 28, 12, 11 and 27 the way back to 19 leads over 28.
    assert_eq!(names(&game, "W:WK46:B28,12,11,27,19"), ["46x32", "46x38", "46x43", "46x49"]);
    assert_eq!(played(&game, "W:WK46:B28,12,11,27,19", "46x32"), "B:WK32:B19");
    // Round in a circle either way is one move.
    assert_eq!(names(&game, "W:W38:B32,22,33,23"), ["38x38"]);
    assert_eq!(played(&game, "W:W38:B32,22,33,23", "38x38"), "B:W38:B");
}

#[test]
fn english_captures() {
    let game = game("checkers");
    // Men capture ahead only; Black goes down the board.
    assert_eq!(names(&game, "B:B18:W14,15"), ["18-22", "18-23"]);
    // Any capture will do, but it must go on as far as it can.
    assert_eq!(names(&game, "B:B1,3:W6,8,15"), ["1x19", "3x12"]);
    // A man that is crowned stops: it could go on as a king.
    assert_eq!(played(&game, "B:B21:W25,26", "21x30"), "W:W26:BK30");
    assert_eq!(names(&game, "B:BK21:W25,26"), ["21x23"]);
    // Kings step, and do not fly.
    assert_eq!(names(&game, "B:BK15:WK32"), ["15-10", "15-11", "15-18", "15-19"]);
    // Who cannot move has lost.
    let p = game.read("W:W5:B1").unwrap();
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score::LOSS));
    let p = game.read("W:W:B1").unwrap();
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score::LOSS));
}

#[test]
fn positions_as_text() {
    let ten = game("draughts");
    let all = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
    assert_eq!(ten.write(&ten.start()), all);
    for text in [
        "W:W31-50:B1-20",
        " [FEN \"W:W31-50:B1-20.\"] ",
        "w:b1-20:w31-50",
        "W:W31-50:B1-20:H0:F1",
        "[FEN W:W31-50:B1-20",
    ] {
        assert_eq!(ten.read(text), Ok(ten.start()), "{text}");
    }
    let hub = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(
        (ten.hub(&ten.start()), ten.from_hub(&hub), ten.read(&hub)),
        (hub.clone(), Ok(ten.start()), Ok(ten.start()))
    );
    let eight = game("checkers");
    assert_eq!(eight.write(&eight.start()), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    let p = eight.read("W:WK1-3,30:BK32,9").unwrap();
    assert_eq!(eight.write(&p), "W:WK1,K2,K3,30:B9,K32");
    assert_eq!(eight.hub(&p), "WWWWeeeeebeeeeeeeeeeeeeeeeeeeewewB".replace("wewB", "weB"));
    assert_eq!(eight.from_hub(&eight.hub(&p)), Ok(p));
    assert_eq!(eight.diagram(&p).lines().next(), Some(" 1   W   W   W   ."));
}

#[test]
fn names_of_captures() {
    let eight = game("checkers");
    let text = "B:B2:W6,7,14,15";
    assert_eq!(names(&eight, text), ["2x9x18", "2x11x18"]);
    let p = eight.read(text).unwrap();
    let find = |name: &str| eight.find(&p, name).map(|m| eight.plain(&p, m)).map_err(|e| e.id());
    assert_eq!(find("2x18"), Err("several-captures"));
    assert_eq!(find("2x10x18"), Err("illegal-move"));
    for name in ["2x9x18", "2X9X18", "2:9:18", "2-9-18", "2x18x6x14", "2x18x14x6"] {
        assert_eq!(find(name), Ok("2x18x6x14".into()), "{name}");
    }
    // A king's landing squares, all of them or some.
    let ten = game("draughts");
    let p = ten.read("W:WK46:B28,12,11,27,19").unwrap();
    let find = |name: &str| ten.find(&p, name).map(|m| ten.plain(&p, m)).map_err(|e| e.id());
    for name in ["46x32", "46x23x7x16x32", "46x7x32", "46x32x11x12x27x28"] {
        assert_eq!(find(name), Ok("46x32x11x12x27x28".into()), "{name}");
    }
    for name in ["46x7x23x32", "46x14", "46", "46x", "", "x", "46x99", "46x32x28"] {
        assert_eq!(find(name), Err("illegal-move"), "{name}");
    }
    let p = ten.start();
    assert_eq!(ten.plain(&p, ten.find(&p, "32-28").unwrap()), "32-28");
    assert_eq!(ten.write(&after(&ten, "32-28 19-23 28x19 14x23")).get(..10), Some("W:W31,33,3"));
}

/// A line of positions in which kings wander, and none comes back: White has those pieces besides its king.
fn wandering(game: &Draughts, others: &str, plies: usize) -> Vec<Position> {
    let place = |ply: usize| {
        let king = 4 + ply / 4;
        let turn = if ply.is_multiple_of(2) { 'W' } else { 'B' };
        game.read(&format!("{turn}:WK{king}{others}:BK{}", 30 + ply % 4 / 2)).unwrap()
    };
    (0..=plies).map(place).collect()
}

/// From how many plies on the line is drawn.
fn drawn_after(game: &Draughts, line: &[Position]) -> Option<usize> {
    (0..line.len()).find(|&i| game.drawn_by_history(&line[..=i]))
}

#[test]
fn draws_by_history() {
    let (ten, eight) = (game("draughts"), game("checkers"));
    assert_eq!(drawn_after(&ten, &wandering(&ten, "", 90)), Some(10));
    assert_eq!(drawn_after(&ten, &wandering(&ten, ",K40", 90)), Some(10));
    assert_eq!(drawn_after(&ten, &wandering(&ten, ",40", 90)), Some(10));
    assert_eq!(drawn_after(&ten, &wandering(&ten, ",40,K41", 90)), Some(32));
    assert_eq!(drawn_after(&ten, &wandering(&ten, ",40,K41,K42", 90)), Some(50));
    assert_eq!(drawn_after(&eight, &wandering(&eight, "", 80)), Some(80));
    // Material that arose on the way counts from there.
    let line = [wandering(&ten, ",40,41", 20), wandering(&ten, ",40", 20)].concat();
    assert_eq!(drawn_after(&ten, &line), Some(21 + 10));
    // A man's move begins the count anew; and a position for the third time is a draw.
    let line = [wandering(&eight, ",29", 70), wandering(&eight, ",25", 80)].concat();
    assert_eq!(drawn_after(&eight, &line), Some(71 + 80));
    let round = wandering(&ten, ",40,K41,K42", 3);
    assert_eq!(drawn_after(&ten, &[round.clone(), round.clone(), round].concat()), Some(8));
    assert!(!ten.drawn_by_history(&[]));
}

#[test]
fn estimates() {
    for spec in ["draughts", "checkers"] {
        let game = game(spec);
        assert_eq!(game.heuristic("material").unwrap().estimate(&game, &game.start()), 0.0, "{spec}");
    }
    let game = game("draughts");
    let features = |text: &str| {
        let mut list = [0.0; 5];
        game.features("material", &game.read(text).unwrap(), &mut list);
        list
    };
    // One in the middle, one at home; the other side has a king in the middle.
    assert_eq!(features("W:W28,48:BK23"), [2.0, -1.0, 4.0, 0.0, 1.0]);
    assert_eq!(features("W:W48:B7"), [0.0, 0.0, -1.0, 0.0, 1.0]);
    assert_eq!(game.heuristic("materiel").err().map(|e| e.id()), Some("unknown-heuristic"));
    assert_eq!(game.heuristic("material=1/2").err().map(|e| e.id()), Some("bad-weights"));
}

#[test]
fn laws() {
    for spec in ["draughts", "draughts,first=2", "checkers", "checkers,first=2"] {
        obeys_the_laws(&game(spec));
    }
}

#[test]
fn bad_input() {
    let id = |spec: &str| Draughts::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("draughts:8x8"), "no-size");
    assert_eq!(id("draughts,flying"), "unknown-option");
    assert_eq!(id("draughts,pieces=x"), "bad-pieces");
    assert_eq!(id("draughts,pieces=5"), "size-out-of-range");
    assert_eq!(id("checkers,pieces=7"), "size-out-of-range");
    let game = game("draughts");
    for text in ["", "W", "W:W31", "W31-50"] {
        assert_eq!(refused(&game, text), ("bad-fen", 1), "{text}");
    }
    for (text, wrong) in [
        ("X:W31:B1", ("bad-turn", 1)),
        ("W:W31:W32", ("bad-side", 7)),
        ("W:31:B32", ("bad-side", 3)),
        ("W:W31::B1", ("bad-side", 7)),
        ("W:W51:B1", ("bad-number", 4)),
        ("W:W31,:B1", ("bad-number", 7)),
        ("W:W35-31:B1", ("bad-number", 7)),
        ("W:W31:B1:Hx", ("bad-number", 11)),
        ("W:W31,31:B1", ("square-twice", 7)),
        ("W:W31:B1-3,K2", ("square-twice", 12)),
        ("W:W3:B20", ("man-on-last-row", 4)),
        ("W:W20:B50", ("man-on-last-row", 8)),
        ("W:W31:B", ("no-opponent", 1)),
        ("W:W:B", ("no-opponent", 1)),
        ("W:W20-45:B1", ("too-many-pieces", 1)),
        ("[FEN \"W:W51:B1\"]", ("bad-number", 10)),
    ] {
        assert_eq!(refused(&game, text), wrong, "{text}");
    }
    let hub = |text: &str| game.from_hub(text).map_err(|e| (e.id(), e.place().map_or(0, |p| p.column)));
    let blank = "e".repeat(48);
    assert_eq!(hub("Wewe"), Err(("bad-hub-length", 1)));
    assert_eq!(hub(""), Err(("bad-turn", 1)));
    assert_eq!(hub(&format!("We{blank}x")), Err(("bad-cell", 51)));
    assert_eq!(hub(&format!("Ww{blank}W")), Err(("man-on-last-row", 2)));
    assert!(hub(&format!("Wb{blank}w")).is_ok());
    assert_eq!(refused(&game, &format!("We{blank}x")), ("bad-cell", 51));
}

#[test]
fn moves_and_pieces_are_known_by_squares() {
    let game = game("checkers");
    let (p, v) = (game.read("B:B1:W6,K32").unwrap(), game.variant());
    let squares = |set: u64| (1..=32).filter(|&square| set & v.bit(square) != 0).collect::<Vec<_>>();
    assert_eq!((squares(p.pieces(Player::Two)), squares(p.kings())), (vec![6, 32], vec![32]));
    let bit = |square| v.bit(square).trailing_zeros() as u8;
    let m = Move { from: bit(1), to: bit(10), taken: v.bit(6) };
    assert_eq!((game.find(&p, "1x10"), v.square(m.to)), (Ok(m), 10));
}
