//! `--draw`: every kind of file, every game's board, and what is refused.

use crate::command::{attractor, file, json, refused};
use std::path::Path;

fn out(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().expect("a plain path").to_owned()
}

fn drawn(name: &str, args: &[&str]) -> Vec<u8> {
    let out = out(name);
    let said = attractor(&[args, &["--draw", &out]].concat());
    assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    std::fs::read(out).expect("it is written")
}

fn svg(name: &str, args: &[&str]) -> String {
    String::from_utf8(drawn(name, args)).expect("SVG is text")
}

#[test]
fn every_ending_is_another_kind_of_file() {
    let begins: [(&str, &[u8]); 7] = [
        ("kind.svg", b"<svg "),
        ("kind.png", b"\x89PNG"),
        ("kind.pdf", b"%PDF-"),
        ("kind.tex", b"\\documentclass{article}"),
        ("kind.tikz", b"% "),
        ("kind.beamer.tex", b"\\documentclass[aspectratio=169]{beamer}"),
        ("kind.dot", b"digraph "),
    ];
    for (name, begin) in begins {
        assert!(drawn(name, &["graph", "nim:3,take=1-2"]).starts_with(begin), "{name}");
        assert!(drawn(name, &["tree", "nim:3", "--depth", "2"]).starts_with(begin), "{name}");
    }
    assert!(refused(&["analyse", "nim:3", "--draw", &out("a.dot")]).contains("only graphs and trees"));
}

#[test]
fn what_cannot_be_drawn_is_told_and_nothing_is_written() {
    let said = refused(&["graph", "nim:3", "--draw", &out("a.pgn")]);
    assert!(said.contains(".svg, .png") && said.contains("did you mean .png"), "{said}");
    for (args, told) in [
        (&["graph", "nim:3", "--step", "99"][..], "there is no step 99"),
        (&["graph", "nim:3", "--columns", "rnak"], "did you mean rank"),
        (&["graph", "nim:3", "--vertices", "0"], "from 1 to 20000"),
        (&["graph", "nim:3", "--around", "nowhere"], "nowhere"),
        (&["tree", "nim:3", "--depth", "1", "--step", "7"], "there is no step 7"),
    ] {
        let out = out("refused.svg");
        let said = refused(&[args, &["--draw", &out]].concat());
        assert!(said.contains(told), "{args:?}: {said}");
        assert!(!Path::new(&out).exists(), "{args:?}");
    }
    let round = file("round.arena", "a 1: b\nb 2: a\n");
    assert!(refused(&["graph", &round, "--columns", "left", "--draw", &out("a.svg")]).contains("for ever"));
    assert!(refused(&["graph", &round, "--boards", "--draw", &out("a.svg")]).contains("no boards"));
    let nowhere = out("no/such/folder/a.svg");
    assert!(refused(&["graph", "nim:3", "--draw", &nowhere]).contains("cannot write"));
    // Options of pictures without a picture.
    assert_eq!(attractor(&["graph", "nim:3", "--blank"]).code, 2);
}

#[test]
fn every_game_has_a_board() {
    let listed = json(&["games"]);
    let mut seen = 0;
    for game in listed["games"].as_array().expect("a list") {
        // The first sample of some games takes long to solve; a tree of no depth shows the board of all.
        for spec in game["samples"].as_array().expect("samples") {
            let spec = spec.as_str().expect("a name");
            let picture = svg("board.svg", &["tree", spec, "--depth", "0", "--boards"]);
            assert!(picture.matches('\n').count() > 6, "{spec}: {picture}");
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} samples");
}

#[test]
fn values_stand_on_the_board_and_the_exercise_has_none() {
    let args = ["analyse", "tictactoe", "--position", "XO./.XO/... X"];
    let solution = svg("solution.svg", &args);
    assert!(solution.contains("wins in 1 ply") && solution.contains(">draws<") && solution.contains(">* c3<"));
    let blank = svg("blank.svg", &[&args[..], &["--blank"]].concat());
    assert!(!blank.contains("wins") && !blank.contains("draws") && blank.matches(">?<").count() == 5);
    let french = svg("french.svg", &[&args[..], &["--lang", "fr"]].concat());
    assert!(french.contains("gagne en 1 coup"));
    // Nothing is solved for an exercise: boards of games that nobody has solved are drawn at once.
    for (game, name) in
        [("chess", "Nf3"), ("othello", "d3"), ("draughts", "31-26"), ("checkers", "11-15"), ("go:9x9", "?")]
    {
        let board = svg("start.svg", &["analyse", game, "--blank"]);
        assert!(board.contains(&format!(">{name}<")) && board.contains(">?<"), "{game}");
    }
}

#[test]
fn a_graph_that_is_too_large_is_drawn_in_part() {
    let out = out("large.svg");
    let said = attractor(&["graph", "tictactoe", "--summary", "--draw", &out]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("60 of 5478 states"), "{}", said.err);
    let picture = std::fs::read_to_string(&out).expect("it is written");
    assert!(picture.contains("60 of 5478 states") && picture.contains(">+"), "the moves left out are counted");
    // Few states with very many long edges.
    let dense = attractor(&["graph", "nim:22+22", "--summary", "--draw", &out]);
    assert!(dense.code == 0 && dense.err.contains("60 of 1054 states"), "{}", dense.err);
    let asked = attractor(&["graph", "nim:22+22", "--summary", "--vertices", "2000", "--draw", &out]);
    assert!(asked.code == 3 && asked.err.contains("too many long edges"), "{}", asked.err);
    let few = svg("few.svg", &["graph", "tictactoe", "--summary", "--vertices", "4", "--around", "XO./.XO/... X"]);
    assert!(few.contains("4 of 5478 states") && few.contains(">XO./.XO/...<"));
}

#[test]
fn layers_are_alone_or_with_those_before() {
    let args = ["graph", "nim:9,take=1-2", "--attractor", "2", "--step", "3", "--names", "J0/J1"];
    let shades = |picture: &str| picture.matches("stroke-width=\"1.8\"").count();
    let (single, all) = (svg("single.svg", &args), svg("all.svg", &[&args[..], &["--cumulative"]].concat()));
    // 18 states and two signs of the legend; layer 3 has two states, A_3 six.
    assert_eq!((shades(&single), shades(&all)), (20 + 2, 20 + 6));
    assert!(single.contains("J1 wins") && single.contains("attractor of J1, layer n"));
}

#[test]
fn cuts_are_drawn_with_their_condition() {
    let tree = file(
        "cuts.json",
        r#"{"player":1,"children":[{"children":[{"value":4},{"value":6}]},
        {"children":[{"value":1},{"value":9},{"value":7}]}]}"#,
    );
    let args = ["tree", &tree, "--depth", "2", "--algorithm", "alpha-beta"];
    let picture = svg("cuts.svg", &args);
    assert!(picture.contains(">1 ≤ α = 4<") && picture.contains("Visited 6 of 8 nodes."), "{picture}");
    // Two strokes for each of the two leaves that are not visited, which are empty.
    assert_eq!(picture.matches("stroke=\"#d55e00\" stroke-width=\"2\"").count(), 4);
    assert!(!picture.contains(">9<"));
    let blank = svg("cuts-blank.svg", &[&args[..], &["--blank"]].concat());
    assert!(blank.contains(">9<") && !blank.contains('≤') && !blank.contains("Visited"));
    let folded = svg("folded.svg", &["tree", "tictactoe", "--depth", "3", "--levels", "1"]);
    assert_eq!(folded.matches(">+64<").count(), 9);
}

#[test]
fn players_of_a_tree_have_names() {
    let tree = file("names.json", r#"{"player":1,"children":[{"children":[{"value":4},{"value":6}]},{"value":2}]}"#);
    let args = ["tree", &tree, "--depth", "2", "--names", "Alice/Bob"];
    let picture = svg("names.svg", &args);
    assert!(picture.contains(">Max Alice<") && picture.contains(">Min Bob<"), "{picture}");
    assert!(picture.contains("Value 4 for player Alice."));
    let text = attractor(&args).out;
    assert!(text.contains("max Alice 4") && text.contains("min Bob 4") && text.contains("for player Alice"), "{text}");
    let plain = svg("numbers.svg", &args[..4]);
    assert!(plain.contains(">Max<") && plain.contains(">Min<") && plain.contains("for player 1."));
    for bad in ["Alice", "/Bob", "a/b/c", ""] {
        let wrong = refused(&["tree", &tree, "--depth", "2", "--names", bad]);
        assert!(wrong.contains("names of players are two"), "{wrong}");
    }
}

#[test]
fn charts_of_matches_tables_and_plays() {
    let args = ["match", "nim:5,take=1-2", "--first", "minimax:depth=1-2", "--second", "random", "--games", "10"];
    assert!(svg("strength.svg", &args).contains(" %<"));
    let table = out("nim-table");
    let _ = std::fs::remove_dir_all(&table);
    assert_eq!(attractor(&["table", "build", "nim:3+4", "--out", &table]).code, 0);
    assert!(svg("distances.svg", &["table", "info", &table]).contains("by plies to the end"));
    let args = ["analyse", "tictactoe", "--moves", "b2 a2 a1", "--history", "--names", "Alice/Bob"];
    let picture = svg("history.svg", &args);
    assert!(picture.contains("Alice wins") && picture.contains(">start<") && picture.contains(">a2 ??<"));
}
