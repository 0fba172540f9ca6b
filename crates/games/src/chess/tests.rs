use super::*;
use crate::testing::{after, obeys_the_laws, perft_file, refused};
use attractor_game::{Heuristic, Heuristics, Notation, Rng};

#[test]
fn lines_of_play() {
    lines_of_play_up_to(3_000_000);
}

#[test]
#[ignore = "long"]
fn all_lines_of_play() {
    lines_of_play_up_to(u64::MAX);
}

/// Checks the counts of the file that are not larger than that.
fn lines_of_play_up_to(limit: u64) {
    perft_file(&Chess::new(), include_str!("../../perft/chess.txt"), limit);
}

/// The rules of a spec.
pub(super) fn chess(spec: &str) -> Chess {
    Chess::from_spec(&spec.parse().unwrap()).unwrap()
}

fn read(text: &str) -> Position {
    Chess::new().read(text).unwrap()
}

fn names(text: &str) -> Vec<String> {
    let (game, p) = (Chess::new(), read(text));
    game.moves(&p).map(|m| game.name(&p, m)).collect()
}

#[test]
fn names_of_moves() {
    let game = Chess::new();
    let p = after(&game, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
    assert_eq!(game.write(&p), "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5");
    assert_eq!(after(&game, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1"), p);
    assert_eq!(after(&game, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 0-0"), p);
    // Told apart by column, by row, by both.
    let knights = "8/8/8/1k6/8/5N2/8/1N3N1K w - - 0 1";
    for name in ["Nbd2", "Nf1d2", "N3d2"] {
        assert!(names(knights).contains(&name.to_owned()), "{name} in {:?}", names(knights));
    }
    let listed = names("8/8/8/1k6/4Q2Q/8/7K/7Q w - - 0 1");
    assert!(listed.contains(&"Qh4e1".to_owned()) && listed.contains(&"Qee1".to_owned()), "{listed:?}");
    // Promotions, mate, and the plain names of all of them.
    let p = read("5k2/P7/5K2/8/8/8/8/8 w - - 0 1");
    let m = game.find(&p, "a8=Q").unwrap();
    assert_eq!((game.name(&p, m).as_str(), game.plain(&p, m).as_str()), ("a8=Q#", "a7a8q"));
    assert_eq!(game.find(&p, "a7a8r").map(|m| game.name(&p, m)), Ok("a8=R#".to_owned()));
    let p = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (name, plain) in [("O-O", "e1g1"), ("O-O-O", "e1c1"), ("Rxa8+", "a1a8"), ("Kd2", "e1d2")] {
        let m = game.find(&p, name).unwrap();
        assert_eq!((game.name(&p, m).as_str(), game.plain(&p, m).as_str()), (name, plain));
        assert_eq!(game.find(&p, plain), Ok(m));
    }
    assert_eq!(game.place(&p, game.find(&p, "O-O").unwrap()), Some((7.0, 6.0)));
    for wrong in ["", "e9", "O-O-O-O", "0", "é2é4", "Ke8", "e1h1", "a1a8q", "x"] {
        assert_eq!(game.find(&p, wrong).map_err(|e| e.id()), Err("illegal-move"), "{wrong}");
    }
}

/// A capture en passant tells positions apart only where it is legal; counters never do.
#[test]
fn same_positions() {
    let game = Chess::new();
    let p = after(&game, "e4 a6 e5 d5");
    assert_eq!(game.write(&p), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    assert_ne!(p, read("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"));
    assert_eq!(
        game.write(&game.play(&p, game.find(&p, "exd6").unwrap())).split(' ').next(),
        Some("rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR")
    );
    assert_eq!(after(&game, "e4 e5"), after(&game, "e3 e6 e4 e5"));
    assert_eq!(after(&game, "Nf3 Nf6 Ng1 Ng8"), game.start());
    // The pawn that could take is pinned on its row.
    let pinned = "8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1";
    assert_eq!(read(pinned), read(&pinned.replace("e3", "-")));
    assert!(!names(pinned).contains(&"dxe3".to_owned()));
    let id = |p: &Position| {
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        p.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(id(&after(&game, "Nf3 Nf6 Ng1 Ng8")), id(&game.start()));
    assert_eq!(id(&read(pinned)), id(&read(&pinned.replace("e3", "-"))));
}

#[test]
fn ends_of_play() {
    let game = Chess::new();
    let mate = after(&game, "f3 e5 g4 Qh4#");
    assert_eq!((game.moves(&mate).count(), game.result(&mate)), (0, Score::LOSS));
    let stalemate = read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!((game.moves(&stalemate).count(), game.result(&stalemate)), (0, Score::DRAW));
    let line = |text: &str| {
        let mut line = vec![game.start()];
        for name in game.split(text) {
            let p = line.last().unwrap();
            line.push(game.play(p, game.find(p, name).unwrap()));
        }
        line
    };
    assert!(!game.drawn_by_history(&line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")));
    assert!(game.drawn_by_history(&line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")));
    assert!(!game.drawn_by_history(&[]));
    for (text, drawn) in [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/4K3/8/6N1 w - - 0 1", true),
        ("8/8/4k3/8/8/4K3/8/5NN1 w - - 0 1", false),
        ("5b2/8/4k3/8/8/4K3/8/2B5 w - - 0 1", true),
        ("2b5/8/4k3/8/8/4K3/8/2B5 w - - 0 1", false),
        ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", false),
        ("8/8/4k3/8/8/4K3/8/R7 w - - 99 80", false),
        ("8/8/4k3/8/8/4K3/8/R7 w - - 100 80", true),
    ] {
        assert_eq!(game.drawn_by_history(&[read(text)]), drawn, "{text}");
    }
    // The line counts as well as the clock does: kings walk, and no position comes for the third time.
    let mut line = vec![read("6k1/8/8/8/8/8/8/K6R w - - 0 1")];
    let mut rng = Rng::new(5);
    while line.len() <= QUIET_PLIES {
        let p = line.last().unwrap();
        let next = game.play(p, rng.choose(game.moves(p)).unwrap());
        let quiet = next.board.occupied().len() == 3 && game.moves(&next).next().is_some();
        if quiet && line.iter().filter(|&q| *q == next).count() < 2 {
            assert!(!game.drawn_by_history(&line));
            let clock = next.board.halfmove_clock();
            line.push(read(&game.write(&next).replace(&format!("- - {clock} "), "- - 0 ")));
        }
    }
    assert!(game.drawn_by_history(&line));
}

#[test]
fn bad_input() {
    let game = Chess::new();
    let id = |spec: &str| Chess::from_spec(&spec.parse().unwrap()).map(|_| "fine").unwrap_or_else(|e| e.id());
    assert_eq!(id("chess:8"), "no-size");
    assert_eq!(id("chess,mem=KRK"), "unknown-option");
    for men in ["KR", "KRX", "RKK", "KRKK", "2", "6", "K", "é"] {
        assert_eq!(id(&format!("chess,men={men}")), "bad-men", "{men}");
    }
    assert_eq!(id("chess,men=KRRKRR"), "too-many-endgame-men");
    assert_eq!((id("chess,men=krk"), id("chess,men=KK"), id("chess,men=KKR")), ("fine", "fine", "fine"));
    let start = game.write(&game.start());
    assert_eq!(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let with = |from: &str, to: &str| refused(&game, &start.replacen(from, to, 1));
    assert_eq!(refused(&game, ""), ("bad-row-length", 1));
    assert_eq!(with("/8", "/9"), ("bad-cell", 19));
    assert_eq!(with("/8", "/7"), ("bad-row-length", 19));
    assert_eq!(with("/8", "/8p"), ("bad-row-length", 20));
    assert_eq!(with("/8", ""), ("bad-row-count", 1));
    assert_eq!(with("rn", "xn"), ("bad-cell", 1));
    assert_eq!(with("k", "q"), ("bad-kings", 1));
    assert_eq!(with("/8", "/pppppppp"), ("too-many-of-colour", 1));
    assert_eq!(refused(&game, "7P/8/4k3/8/8/4K3/8/8 w - - 0 1"), ("pawn-on-last-row", 2));
    assert_eq!(refused(&game, "8/8/8/4k3/4K3/8/8/8 w - - 0 1"), ("king-can-be-taken", 1));
    assert_eq!(refused(&game, "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), ("king-can-be-taken", 1));
    assert_eq!(with(" w ", " x "), ("bad-turn", 45));
    assert_eq!(with(" w KQkq - 0 1", ""), ("turn-missing", 1));
    assert_eq!(with(" KQkq - 0 1", ""), ("castlings-missing", 1));
    assert_eq!(with(" - 0 1", ""), ("passant-missing", 1));
    assert_eq!(game.read(&start.replace(" 0 1", "")), Ok(game.start()));
    assert_eq!(with("KQkq", "KQx"), ("bad-castling", 49));
    assert_eq!(with("KQkq", "KK"), ("castling-twice", 48));
    assert_eq!(with("RNBQKBNR w", "1NBQKBNR w"), ("castling-lost", 48));
    assert_eq!(with(" - ", " e3 "), ("bad-passant", 52));
    assert_eq!(with(" - ", " e9 "), ("bad-passant", 52));
    assert_eq!(with(" 0 1", " x 1"), ("bad-number", 54));
    assert_eq!(with(" 0 1", " 0 1 2"), ("word-too-many", 58));
}

#[test]
fn laws() {
    obeys_the_laws(&chess("chess"));
    obeys_the_laws(&chess("chess,first=2"));
}

#[test]
fn diagrams() {
    let (game, p) = (Chess::new(), Chess::new().start());
    assert!(game.diagram(&p).starts_with("  a b c d e f g h\n8 r n b q k b n r\n"));
    let board = game.board(&p);
    assert_eq!((board.row_names[0].as_str(), board.column_names[0].as_str(), board.pieces.len()), ("8", "a", 32));
}

#[test]
fn estimates() {
    let game = Chess::new();
    let estimate = |name: &str, text: &str| game.heuristic(name).unwrap().estimate(&game, &read(text));
    assert_eq!(estimate("placement", &game.write(&game.start())), 0.0);
    assert_eq!(estimate("material", &game.write(&game.start())), 0.0);
    // A rook hangs: it is as good as lost for Black where White is to move.
    let hanging = "4k3/5ppp/8/3r4/8/8/3R1PPP/4K3 w - - 0 1";
    let (static_value, settled) = (estimate("placement", hanging), estimate("material", hanging));
    assert!((settled - static_value - 5.0).abs() < 1e-9, "{static_value} {settled}");
    // Guarded, it is worth no more than a rook for a rook; and no queen is given for it.
    let guarded = "4k3/5ppp/2p5/3r4/8/8/3R1PPP/4K3 w - - 0 1";
    assert_eq!(estimate("placement", guarded), estimate("material", guarded));
    let guarded = "4k3/5ppp/2p5/3r4/8/8/3Q1PPP/4K3 w - - 0 1";
    assert_eq!(estimate("placement", guarded), estimate("material", guarded));
    // The taker is taken, and so is who takes back: knight for knight and pawn.
    let exchange = "4k3/5ppp/2p5/3n4/8/2N5/2R2PPP/4K3 w - - 0 1";
    assert!((estimate("material", exchange) - estimate("placement", exchange)).abs() < 1e-9);
    // A pawn that promotes.
    let pawn = "8/P4k2/8/8/8/8/5K2/8 w - - 0 1";
    assert!((estimate("material", pawn) - estimate("placement", pawn) - 8.5).abs() < 1e-9);
    // Colours exchanged, the estimate changes its sign.
    let mut rng = Rng::new(3);
    let mut p = game.start();
    for _ in 0..2_000 {
        let text = game.write(&p);
        let exchange = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let rows: Vec<String> =
            text.split(' ').next().unwrap().split('/').rev().map(|r| r.chars().map(exchange).collect()).collect();
        let turn = if text.contains(" w ") { "b" } else { "w" };
        let other = format!("{} {turn} - - 0 1", rows.join("/"));
        for name in ["placement", "material"] {
            let plain = format!("{} {} - - 0 1", text.split(' ').next().unwrap(), if turn == "b" { "w" } else { "b" });
            let (a, b) = (estimate(name, &plain), estimate(name, &other));
            assert!((a + b).abs() < 1e-9, "{name} of {plain}: {a} and {b}");
        }
        p = rng.choose(game.moves(&p)).map_or(game.start(), |m| game.play(&p, m));
    }
    assert_eq!(game.heuristic("material=1/3").unwrap_err().id(), "bad-weights");
    assert_eq!(game.heuristic("materials").unwrap_err().id(), "unknown-heuristic");
}

#[test]
fn moves_and_men_are_known_by_squares() {
    let game = Chess::new();
    let start = game.start();
    assert_eq!(
        (start.turn(), start.man(4), start.man(59)),
        (Player::One, Some((Player::One, 'k')), Some((Player::Two, 'q')))
    );
    assert_eq!((start.man(28), start.man(64)), (None, None));
    assert_eq!(Move::new(12, 28, None), game.find(&start, "e2e4").ok());
    let p = game.read("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
    let m = Move::new(48, 56, Some('q')).unwrap();
    assert_eq!(Ok(m), game.find(&p, "a7a8q"));
    assert_eq!((m.squares(), m.promotion()), ([48, 56], Some('q')));
    assert_eq!((Move::new(64, 0, None), Move::new(48, 56, Some('x'))), (None, None));
}
