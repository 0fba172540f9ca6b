//! `tune`: its fields, its file, and heuristics that name one.

use crate::command::{attractor, file, json, refused};
use serde_json::json;

#[test]
fn weights_are_learnt_saved_and_used() {
    let saved = file("weights.json", "");
    let tuned = json(&[
        "tune",
        "connect4:5x4",
        "--heuristic",
        "features",
        "--positions",
        "500",
        "--games",
        "20",
        "--depth",
        "2",
        "--out",
        &saved,
    ]);
    let fields: Vec<&str> = tuned.as_object().unwrap().keys().map(String::as_str).collect();
    for field in ["game", "heuristic", "weights", "from", "positions", "loss", "accuracy", "match"] {
        assert!(fields.contains(&field), "{field} in {fields:?}");
    }
    assert_eq!(
        (&tuned["game"], &tuned["heuristic"], &tuned["from"]),
        (&json!("connect4:5x4"), &json!("features"), &json!("exact"))
    );
    assert_eq!((&tuned["positions"], &tuned["match"]["games"]), (&json!(500), &json!(20)));
    for field in ["games", "first", "second", "draws"] {
        assert!(tuned["match"].get(field).is_some(), "{field}");
    }
    assert_eq!(tuned["weights"].as_object().unwrap().len(), 14);

    // The file stands for the weights wherever a heuristic is named.
    let named = tuned["learnt"].as_str().unwrap();
    let value =
        |heuristic: &str| json(&["tree", "connect4:5x4", "--moves", "332", "--depth", "2", "--heuristic", heuristic]);
    assert_eq!(value(&format!("@{saved}")), value(named));
    assert_eq!(value(&format!("features=@{saved}")), value(named));
    assert_ne!(value(named), value("features"));
    let game = |heuristic: &str| {
        let player = format!("minimax:depth=1,heuristic={heuristic}");
        json(&["match", "connect4:5x4", "--first", &player, "--second", "random", "--games", "5"])
    };
    assert_eq!(game(&format!("@{saved}")), game(named));
    let learner = format!("minimax:depth=1,heuristic=@{saved}");
    assert_eq!(json(&["play", "connect4:5x4", "--first", &learner, "--second", "first"])["finished"], true);
    // Learning from there on compares with them.
    let again =
        json(&["tune", "connect4:5x4", "--heuristic", &format!("@{saved}"), "--positions", "500", "--games", "0"]);
    assert_eq!((&again["hand"], &again["match"]), (&tuned["learnt"], &json!(null)));

    for (args, words) in [
        (vec!["tree", "connect4", "--depth", "1", "--heuristic"], "holds weights for connect4:5x4, not for connect4"),
        (vec!["tune", "connect4", "--heuristic"], "holds weights for connect4:5x4, not for connect4"),
    ] {
        let told = refused(&[&args[..], &[&format!("@{saved}")]].concat());
        assert!(told.contains(words), "{told}");
    }
    let told = refused(&["tree", "connect4:5x4", "--depth", "1", "--heuristic", &format!("alignments=@{saved}")]);
    assert!(told.contains("holds weights of features, not of alignments"), "{told}");
    let text = std::fs::read_to_string(&saved).unwrap();
    let damaged = file("weights-damaged.json", &text.replacen("\"one\":", "\"one\":1", 1));
    let told = refused(&["tree", "connect4:5x4", "--depth", "1", "--heuristic", &format!("@{damaged}")]);
    assert!(told.contains("damaged"), "{told}");
    let told = refused(&["match", "nim:5", "--first", "minimax:depth=2,heuristic=@/nowhere", "--second", "random"]);
    assert!(told.contains("cannot read /nowhere"), "{told}");
}

#[test]
fn the_answer_is_told_in_words() {
    let args = ["tune", "tictactoe", "--games", "10", "--depth", "1"];
    let said = attractor(&args);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.out.contains("features=") && said.out.contains("10 games at depth 1 against features=1/3/2"),
        "{}",
        said.out
    );
    // Ten games show nothing, and it is said so.
    assert!(said.out.contains("No gain is shown"), "{}", said.out);
    let said = attractor(&[&args[..], &["--lang", "fr"]].concat());
    assert!(said.out.contains("Aucun gain n'est démontré"), "{}", said.out);
    assert!(refused(&["tune", "nim:3", "--lang", "fr"]).contains("n'a de poids à apprendre"));
    assert!(refused(&["tune", "connect4", "--from", "exakt"]).contains("did you mean exact?"));
    assert!(refused(&["tune", "connect4", "--heuristic", "cells"]).contains("alignments, features"));
}
