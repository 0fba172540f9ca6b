//! What comes from files and from people is shown without characters that command a terminal or deceive its reader.

use crate::command::{attractor, file, typed};
use serde_json::{Value, json};

/// Escape sequences, an override of the direction of writing, a line of its own, a space that cannot be seen.
const NAMES: [&str; 6] = ["a\u{1b}[2J", "b\u{202e}txt", "c\nfault: x", "d\u{200b}", "e\u{2028}f", "g\rh\u{9b}\u{2066}"];

/// A graph with those names.
fn graph() -> String {
    let moves: serde_json::Map<String, Value> =
        NAMES.iter().enumerate().map(|(i, name)| ((*name).to_owned(), json!([NAMES[(i + 1) % 6], NAMES[i]]))).collect();
    let owner: serde_json::Map<String, Value> = NAMES.iter().map(|name| ((*name).to_owned(), json!(1))).collect();
    file("hidden.json", &json!({ "start": NAMES[0], "owner": owner, "moves": moves, "result": {} }).to_string())
}

fn is_hidden(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t' || "\u{200b}\u{2028}\u{202e}\u{2066}".contains(c)
}

/// Nothing hidden, and no line that begins as the name with a line end would have it.
fn clean(what: &[&str], text: &str) {
    assert!(!text.contains(is_hidden), "{what:?}: {text:?}");
    assert!(!text.lines().any(|line| line.starts_with("fault: x")), "{what:?}: {text}");
}

#[test]
fn names_from_files_are_shown_with_escapes() {
    let graph = graph();
    let spec = format!("graph:{graph}");
    let strategy = file("hidden.txt", "b\u{202e}txt -> a\u{1b}[2J\n");
    for args in [
        &["graph", &graph][..],
        &["graph", &graph, "--start", "z\u{202e}\u{1b}[1m"],
        &["graph", &graph, "--check", "first"],
        &["graph", &graph, "--check", &strategy],
        &["graph", &graph, "--owner", "v\u{1b} <"],
        &["graph", &graph, "--names", "A\u{202e}/B\n"],
        &["solve", &spec],
        &["analyse", &spec],
        &["tree", &spec, "--depth", "2"],
        &["perft", &spec, "--depth", "2", "--divide"],
        &["search", &spec, "--depth", "2"],
        &["solve", &spec, "--moves", "x\u{1b}[2J\nfault: x"],
        &["solve", &spec, "--position", "\u{202e}"],
        &["solve", "no\u{1b}such\u{202e}game"],
        &["solve", "connect4", "--moves", "44\u{200b}9"],
        &["verify", "no/such\u{1b}[2J\nfault: x"],
        &["solve", "nim:3", "--threads", "\u{1b}[2J\nfault: x"],
        &["\u{1b}[2J\u{202e}"],
        &["value", "-\u{202e}"],
        &["solve", "nim:3", "--memory=\u{1b}[2J\nfault: x"],
        &["match", &spec, "--first", "ran\u{1b}dom", "--second", "random"],
        &["games", "\u{1b}\u{2028}"],
    ] {
        let said = attractor(args);
        clean(args, &said.out);
        clean(args, &said.err);
        assert!(said.out.contains('\\') || said.err.contains('\\') || args.contains(&"--check"), "{args:?}");
    }
}

#[test]
fn play_shows_names_with_escapes() {
    let spec = format!("graph:{}", graph());
    let said = typed("moves\nhint\nb\u{202e}t\nb\u{202e}txt\nresign\n", &["play", &spec]);
    assert!(said.out.contains("\\u{1b}[2J") && said.out.contains("\\u{202e}"), "{}", said.out);
    clean(&["play"], &said.out);
    clean(&["play"], &said.err);
}

/// JSON has escapes of its own, and its strings are the very names.
#[test]
fn json_keeps_names() {
    let graph = graph();
    let said = attractor(&["graph", &graph, "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    clean(&["graph", "--json"], &said.out);
    let record: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(record["start"], NAMES[0]);
    let solved: Value = serde_json::from_str(&attractor(&["solve", &format!("graph:{graph}"), "--json"]).out).unwrap();
    assert_eq!(solved["position"], NAMES[0]);
    assert!(solved["best"].as_array().unwrap().iter().all(|m| NAMES.contains(&m.as_str().unwrap())), "{solved}");
}

/// A graph written for programs holds the very names, on standard output as in a file.
#[test]
fn formats_keep_names() {
    let graph = graph();
    for format in ["json", "dot", "python"] {
        let out = file("hidden.out", "");
        assert_eq!(attractor(&["graph", &graph, "--to", format, "--out", &out]).code, 0);
        let printed = attractor(&["graph", &graph, "--to", format]).out;
        assert_eq!(printed.trim_end(), std::fs::read_to_string(&out).unwrap().trim_end(), "{format}");
        let again = file(&format!("hidden-again.{format}"), &printed);
        let ways = ["--from", format, "--json"];
        let back = attractor(
            &[&["graph", &again][..], &ways, &["--owner", "0 == 0"][..if format == "python" { 2 } else { 0 }]].concat(),
        );
        let record: Value = serde_json::from_str(&back.out).unwrap_or_else(|e| panic!("{format}: {e}: {}", back.err));
        assert_eq!(record["states"], 6, "{format}");
    }
}

#[test]
fn pictures_of_hidden_names_hold_none() {
    let graph = graph();
    for ending in ["svg", "tikz", "dot"] {
        let out = file(&format!("hidden-picture.{ending}"), "");
        let said = attractor(&["graph", &graph, "--draw", &out]);
        assert_eq!(said.code, 0, "{ending}: {}", said.err);
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{2066}', '\u{9b}', '\r']), "{ending}: {text}");
    }
}
