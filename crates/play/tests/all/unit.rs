//! What is inside the crate, tested from outside it: building the crate a second time for tests of its own takes minutes.

use attractor_games::Connect4;
use attractor_play::{
    Boards, Mean, full_name,
    weights::{Weights, resolve},
};
use serde_json::{Value as Json, json};

#[path = "../../src/tune/regression.rs"]
#[allow(dead_code)]
mod regression;

#[test]
fn names_with_sizes() {
    for (typed, full) in [
        ("connect4", "connect4:7x6"),
        ("connect4:7x6", "connect4:7x6"),
        ("connect4:5x4", "connect4:5x4"),
        ("connect4,first=2", "connect4:7x6,first=2"),
        ("domineering", "domineering:8x8"),
        ("tictactoe", "tictactoe"),
        ("my own game", "my own game"),
    ] {
        assert_eq!(full_name(typed), full);
    }
}

#[test]
fn what_cannot_be_asked() {
    let id = |game: &str, to: Option<&str>| Boards::new(game, to).map(|_| ()).unwrap_err().id();
    assert_eq!(id("nim", None), "not-by-two-sizes");
    assert_eq!(id("mnk", None), "not-by-two-sizes");
    assert_eq!(id("domineering:4x4", None), "size-with-sizes");
    assert_eq!(id("domineering,first=2", None), "first-with-sizes");
    assert_eq!(id("domineering", Some("8")), "bad-size");
    assert_eq!(id("domineering", Some("99x99")), "size-out-of-range");
    assert_eq!(id("dominering", None), "unknown-game");
    assert_eq!(Boards::new("domineering,misere", None).unwrap().to(), (8, 8));
}

#[test]
fn scores_count_draws_half_and_pairs_widen_them() {
    assert_eq!(Mean::of_pairs(&[1.0, 0.0, 0.5, 0.5]).rate, 0.5);
    // Always both games of a pair or none: half as many games as it seems.
    let paired: Vec<f64> = (0..400).map(|i| f64::from(u8::from(i / 2 % 2 == 0))).collect();
    let alternate: Vec<f64> = (0..400).map(|i| f64::from(u8::from(i % 2 == 0))).collect();
    let width = |points: &[f64]| Mean::of_pairs(points).high - Mean::of_pairs(points).low;
    assert!((width(&paired) / width(&alternate) - 2f64.sqrt()).abs() < 0.02);
    assert_eq!((Mean::of_pairs(&[]).low, Mean::of_pairs(&[]).high), (0.0, 1.0));
}

fn weights() -> Weights {
    let weights = [("none", 0.0), ("one", 0.125), ("two", -3.5), ("three", 9.0)];
    Weights {
        game: "connect4".into(),
        heuristic: "alignments".into(),
        weights: weights.map(|(name, w)| (name.to_owned(), w)).to_vec(),
    }
}

#[test]
fn files_are_read_again_and_damage_is_seen() {
    let text = weights().write(&json!({"from": "exact"}));
    assert_eq!(Weights::read(&text, "w").unwrap(), weights());
    let id = |text: &str| Weights::read(text, "w").unwrap_err().id();
    assert_eq!(id(&text.replace("0.125", "0.126")), "weights-checksum");
    assert_eq!(id(&text[..text.len() - 3]), "weights-json");
    assert_eq!(id(&text.replace("weights\",\n  \"version\": 1", "weights\",\n  \"version\": 2")), "weights-version");
    assert_eq!(id("{}"), "not-weights");
    let plain = |rest: &str| format!("{{\"format\": \"attractor-weights\", \"version\": 1{rest}}}");
    assert_eq!(id(&plain("")), "weights-lack");
    assert_eq!(id(&plain(", \"wheights\": {}")), "weights-field");
    assert_eq!(id(&plain(r#", "game": "nim", "heuristic": "x", "weights": {"a": "b"}"#)), "weights-lack");
    assert_eq!(id(&plain(r#", "game": "nim", "heuristic": "x", "weights": {"a": 1, "a": 2}"#)), "weights-json");
}

#[test]
fn a_file_stands_for_its_weights_in_its_game_only() {
    let file = std::env::temp_dir().join(format!("attractor-weights-{}.json", std::process::id()));
    let path = file.to_str().unwrap();
    std::fs::write(&file, weights().write(&Json::Null)).unwrap();
    let game = Connect4::new(7, 6).unwrap();
    let ask = |spec: &str, text: &str| resolve(&game, spec, text).map_err(|e| e.id());
    let right = Ok("alignments=0/0.125/-3.5/9".to_owned());
    assert_eq!(ask("connect4", &format!("@{path}")), right);
    assert_eq!(ask("connect4:7x6", &format!("alignments=@{path}")), right);
    assert_eq!(ask("connect4", &format!("features=@{path}")), Err("weights-heuristic"));
    assert_eq!(ask("connect4:5x4", &format!("@{path}")), Err("weights-game"));
    assert_eq!(ask("connect4,first=2", &format!("@{path}")), Err("weights-game"));
    assert_eq!(ask("connect4", "cells"), Ok("cells".to_owned()));
    assert_eq!(ask("connect4", "@"), Err("cannot-read"));
    std::fs::write(&file, Weights { weights: Vec::new(), ..weights() }.write(&Json::Null)).unwrap();
    assert_eq!(ask("connect4", &format!("@{path}")), Err("weights-names"));
    std::fs::write(&file, Weights { heuristic: "odd".into(), ..weights() }.write(&Json::Null)).unwrap();
    assert_eq!(ask("connect4", &format!("@{path}")), Err("weights-heuristic"));
    std::fs::remove_file(&file).unwrap();
}
