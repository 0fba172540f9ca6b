//! One play of each game, as text in `playthroughs/`: a reader sees the rules at work, and a change of rules or notation
//! shows. `UPDATE_PLAYTHROUGHS=1 cargo test -p attractor-games --test all playthroughs` writes them anew.

use attractor_game::{Notation, Outcome, Player, Rng, Spec};
use attractor_games::{
    Awale, Chess, Chomp, Connect4, Dobutsu, Domineering, Draughts, Either, Euclid, Go, Juniper, Kayles, Misere, Mnk,
    Morris, Nim, Othello, Sum, Teeko, Tree, Wythoff,
};
use std::{fmt::Write, fs, path::PathBuf};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("playthroughs")
}

/// What stands before the move of a position: the position and the legal moves; or, at the end, the result.
fn describe<G: Notation>(game: &G, p: &G::Position) -> Vec<String> {
    let names: Vec<String> = game.moves(p).map(|m| game.name(p, m)).collect();
    let then = if names.is_empty() {
        let winner = match game.result(p).outcome() {
            Outcome::Win => format!("won by player {}", game.turn(p)),
            Outcome::Draw => "drawn".to_owned(),
            Outcome::Loss => format!("won by player {}", game.turn(p).other()),
        };
        let score =
            if G::MARGIN { format!(", {} for player {}", game.result(p).0, game.turn(p)) } else { String::new() };
        format!("over      {winner}{score}")
    } else {
        format!("moves     {}", names.join(" "))
    };
    let picture = if game.diagram(p) == game.write(p) { String::new() } else { game.diagram(p) };
    let picture = picture.lines().map(|line| format!("          {line}").trim_end().to_owned());
    [format!("position  {}", game.write(p))].into_iter().chain(picture).chain([then]).collect()
}

/// A play at random, written down.
fn record<G: Notation>(name: &str, spec: &str, game: &G) -> String {
    let mut rng = Rng::new(spec.bytes().map(u64::from).sum());
    let mut text = format!("game      {spec}\n");
    let mut p = game.start();
    loop {
        describe(game, &p).iter().for_each(|line| writeln!(text, "{line}").expect("a string takes it"));
        let Some(m) = rng.choose(game.moves(&p)) else { break };
        writeln!(text, "play      {}", game.name(&p, m)).expect("a string takes it");
        p = game.play(&p, m);
    }
    fs::write(folder().join(name), &text).expect("the folder can be written");
    text
}

/// Follows a play line by line.
fn replay<G: Notation>(name: &str, spec: &str, game: &G) {
    let path = folder().join(name);
    let text = match std::env::var_os("UPDATE_PLAYTHROUGHS") {
        Some(_) => record(name, spec, game),
        None => fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
    };
    let mut lines = text.lines().zip(1..);
    let mut expect = |wanted: &str| {
        let (line, number) = lines.next().unwrap_or(("", 0));
        assert_eq!(line, wanted, "{name}, line {number}");
    };
    expect(&format!("game      {spec}"));
    let mut p = game.start();
    let mut plies = text.lines().filter_map(|line| line.strip_prefix("play      "));
    loop {
        describe(game, &p).iter().for_each(|line| expect(line));
        assert_eq!(game.read(&game.write(&p)).as_ref(), Ok(&p), "{name}: the position is read as it is written");
        let Some(play) = plies.next() else { break };
        expect(&format!("play      {play}"));
        p = game.play(&p, game.find(&p, play).unwrap_or_else(|e| panic!("{name}: {e}")));
    }
    assert_eq!(game.moves(&p).count(), 0, "{name}: the play goes on to its end");
    assert!(lines.next().is_none(), "{name}: nothing stands behind the end");
}

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

#[test]
fn nim() {
    for (name, text) in [("nim.txt", "nim:3+4+5"), ("matches.txt", "nim:9,take=1-2")] {
        replay(name, text, &Nim::from_spec(&spec(text)).unwrap());
    }
}

#[test]
fn nim_misere() {
    let text = "nim:9,take=1-3,misere";
    replay("misere.txt", text, &Misere::new(Nim::from_spec(&spec(text)).unwrap()));
}

#[test]
fn chomp() {
    replay("chomp.txt", "chomp:2x3", &Chomp::from_spec(&spec("chomp:2x3")).unwrap());
}

#[test]
fn mnk() {
    for (name, text) in [("tictactoe.txt", "tictactoe"), ("mnk.txt", "mnk:4,5,4,first=2")] {
        replay(name, text, &Mnk::from_spec(&spec(text)).unwrap());
    }
}

#[test]
fn connect4() {
    replay("connect4.txt", "connect4", &Connect4::from_spec(&spec("connect4")).unwrap());
}

#[test]
fn domineering() {
    let text = "domineering:4x5,holes=c2";
    replay("domineering.txt", text, &Domineering::from_spec(&spec(text)).unwrap());
}

#[test]
fn teeko() {
    replay("teeko.txt", "teeko", &Teeko::from_spec(&spec("teeko")).unwrap());
}

#[test]
fn morris() {
    replay("morris.txt", "morris:6,flying", &Morris::from_spec(&spec("morris:6,flying")).unwrap());
}

#[test]
fn dobutsu() {
    replay("dobutsu.txt", "dobutsu", &Dobutsu::from_spec(&spec("dobutsu")).unwrap());
}

#[test]
fn chess() {
    let text = "chess,men=KPQQK,first=2";
    replay("chess.txt", text, &Chess::from_spec(&spec(text)).unwrap());
}

#[test]
fn draughts() {
    for (name, text) in [("draughts.txt", "draughts,pieces=4"), ("checkers.txt", "checkers,pieces=6")] {
        replay(name, text, &Draughts::from_spec(&spec(text)).unwrap());
    }
}

#[test]
fn go() {
    replay("go.txt", "go:3x3,komi=1", &Go::from_spec(&spec("go:3x3,komi=1")).unwrap());
}

#[test]
fn othello() {
    replay("othello.txt", "othello:6x6", &Othello::from_spec(&spec("othello:6x6")).unwrap());
}

#[test]
fn kayles() {
    replay("kayles.txt", "kayles:9", &Kayles::from_spec(&spec("kayles:9")).unwrap());
}

#[test]
fn wythoff() {
    replay("wythoff.txt", "wythoff:5+8", &Wythoff::from_spec(&spec("wythoff:5+8")).unwrap());
}

#[test]
fn euclid() {
    replay("euclid.txt", "euclid:25,7", &Euclid::from_spec(&spec("euclid:25,7")).unwrap());
}

#[test]
fn juniper() {
    replay("juniper.txt", "juniper:12", &Juniper::from_spec(&spec("juniper:12")).unwrap());
}

#[test]
fn awale() {
    replay("awale.txt", "awale:2", &Awale::from_spec(&spec("awale:2")).unwrap());
}

#[test]
fn tree() {
    let json = fs::read_to_string(folder().join("tree.json")).expect("the tree is there");
    replay("tree.txt", "tree:tree.json", &Tree::from_json(&json, "tree.json").unwrap());
}

#[test]
fn sum() {
    let parts = ["nim:2+3", "domineering:3x2"].map(spec);
    let heaps = Either::A(Nim::from_spec(&parts[0]).unwrap());
    let board = Either::B(Domineering::from_spec(&parts[1]).unwrap());
    let sum = Sum::new(vec![heaps, board]).unwrap().with_first(Player::Two);
    replay("sum.txt", "nim:2+3 ++ domineering:3x2, player 2 begins", &sum);
}
