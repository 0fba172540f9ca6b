//! A name that looks like a file is reported as a file, with the nearest one that is there.

use crate::command::{attractor, file, fresh, refused};

#[test]
fn a_missing_file_is_reported_as_a_file() {
    for command in [
        &["tree", "nope.json", "--depth", "1"][..],
        &["graph", "nope.json"],
        &["graph", "graph:nope.json"],
        &["verify", "nope.json"],
        &["solve", "nope.json"],
        &["solve", "tree:nope.json"],
        &["analyse", "graph:nope.json"],
        &["play", "nope.json"],
        &["perft", "nope.json", "--depth", "1"],
        &["match", "nope.json", "--first", "random", "--second", "random"],
        &["book", "build", "nope.json", "--plies", "1", "--out", "b"],
        &["table", "build", "nope.json", "--out", "t"],
        &["speak", "uci", "nope.json"],
        &["solve", "nim:3", "--batch", "nope.json"],
        &["graph", "nim:3", "--check", "nope.json"],
        &["graph", "nim:3", "--play", "nope.json"],
        &["book", "probe", "nope.json"],
    ] {
        let told = refused(command);
        assert!(told.contains("cannot read nope.json"), "{command:?}: {told}");
    }
    assert!(refused(&["tree", "no/such", "--depth", "1"]).contains("cannot read no/such"));
    // What looks like a game is one that is not there.
    assert!(refused(&["tree", "conect4:5x4", "--depth", "1"]).contains("did you mean connect4?"));
}

#[test]
fn the_nearest_file_is_suggested() {
    let folder = fresh("file_names");
    std::fs::create_dir_all(format!("{folder}/inner")).unwrap();
    std::fs::write(format!("{folder}/notes.json"), "{\"value\": 1}").unwrap();
    for command in
        [&["tree", "FILE", "--depth", "1"][..], &["graph", "FILE"], &["verify", "FILE"], &["solve", "tree:FILE"]]
    {
        let typed: Vec<String> = command.iter().map(|w| w.replace("FILE", &format!("{folder}/notse.json"))).collect();
        let told = refused(&typed.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(told.contains(&format!("did you mean {folder}/notes.json?")), "{command:?}: {told}");
    }
    assert!(!refused(&["verify", &format!("{folder}/quite-another")]).contains("did you mean"));
    let told = refused(&["table", "info", &format!("{folder}/iner")]);
    assert!(told.contains("cannot read"), "{told}");
}

#[test]
fn a_file_where_a_game_is_expected_is_called_one() {
    let graph = file("named.arena", "a 1: b\nb 2:\n");
    let told = refused(&["solve", &graph]);
    assert!(told.contains(&format!("write graph:{graph}")), "{told}");
    assert_eq!(attractor(&["graph", &graph]).code, 0);
    assert_eq!(attractor(&["solve", &format!("graph:{graph}")]).code, 0);
}
