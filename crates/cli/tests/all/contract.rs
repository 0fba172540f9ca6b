//! The command's contract: fields, exit codes, and what happens to bad input.

use crate::command::{attractor, file, json, refused, typed};
use serde_json::{Value, json};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn solve_has_its_fields() {
    let solved = json(&["solve", "nim:9,take=1-2", "--moves", "1 1"]);
    assert_eq!(
        keys(&solved),
        ["game", "position", "turn", "outcome", "plies", "draw", "margin", "best", "line", "nodes", "seconds"]
    );
    assert_eq!(solved["game"], "nim:9,take=1-2");
    assert_eq!((&solved["turn"], &solved["outcome"], &solved["plies"]), (&json!(1), &json!("win"), &json!(5)));
    assert_eq!((&solved["best"], solved["line"].as_array().unwrap().len()), (&json!(["1"]), 5));
    let outcome = json(&["solve", "nim:9,take=1-2", "--outcome"]);
    assert_eq!((&outcome["outcome"], &outcome["plies"]), (&json!("loss"), &Value::Null));
    let finished = json(&["solve", "nim:2", "--moves", "2"]);
    assert_eq!((&finished["outcome"], &finished["plies"], &finished["best"]), (&json!("loss"), &json!(0), &json!([])));
    let drawn = json(&["solve", "tictactoe"]);
    assert_eq!((&drawn["outcome"], &drawn["plies"], &drawn["draw"]), (&json!("draw"), &Value::Null, &json!("final")));
    let tree = file("margins.json", r#"{"children": [{"value": 3}, {"value": -2}]}"#);
    let margin = json(&["solve", &format!("tree:{tree}")]);
    assert_eq!((&margin["margin"], &margin["plies"], &margin["best"]), (&json!(3), &Value::Null, &json!(["1"])));
}

#[test]
fn player_two_may_begin() {
    let solved = json(&["solve", "nim:4,take=1-2,first=2"]);
    assert_eq!((&solved["turn"], &solved["outcome"]), (&json!(2), &json!("win")));
    assert_eq!(json(&["graph", "nim:4,take=1-2,first=2"])["winner"], 2);
}

#[test]
fn batches_keep_their_order() {
    let lines = file("batch.txt", "\n44\n4455\n");
    let said = attractor(&["solve", "connect4:4x4", "--batch", &lines, "--json"]);
    assert_eq!(said.code, 2, "the board has no column 5");
    assert!(said.err.contains("batch.txt:3:3"), "{}", said.err);
    let lines = file("batch.txt", "\n44\n4433\n");
    let said = attractor(&["solve", "connect4:4x4", "--batch", &lines, "--json"]);
    let solved: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((said.code, solved.len()), (0, 3));
    assert_eq!(solved[0]["position"], "..../..../..../.... X");
    assert_eq!(solved[1]["position"], "..../..../...O/...X X");
    assert_eq!(json(&["solve", "connect4:4x4", "--moves", "44"])["outcome"], solved[1]["outcome"]);
}

#[test]
fn analyse_values_every_move() {
    let analysis = json(&["analyse", "nim:4,take=1-2"]);
    assert_eq!(keys(&analysis), ["position", "moves"]);
    assert_eq!(keys(&analysis["moves"][0]), ["move", "outcome", "plies", "margin"]);
    assert_eq!(analysis["moves"][0], json!({"move": "1", "outcome": "win", "plies": 3, "margin": null}));
    assert_eq!(analysis["moves"][1], json!({"move": "2", "outcome": "loss", "plies": 2, "margin": null}));
}

#[test]
fn combinatorial_values() {
    let found = json(&["value", "domineering:2x3"]);
    assert_eq!(
        keys(&found),
        ["game", "position", "value", "ascii", "kind", "mean", "temperature", "left_first", "right_first"]
    );
    assert_eq!((&found["value"], &found["kind"]), (&json!("{2|-1/2}"), &json!("switch")));
    assert_eq!((&found["mean"], &found["temperature"]), (&json!(0.75), &json!(1.25)));
    assert_eq!((&found["left_first"], &found["right_first"]), (&json!(1), &json!(2)));
    let found = json(&["value", "domineering:3x3"]);
    assert_eq!((&found["value"], &found["ascii"]), (&json!("±1"), &json!("+-1")));
    assert_eq!(json(&["value", "domineering:4x5"])["value"], "1");
    let zero = json(&["value", "domineering:5x5"]);
    assert_eq!((&zero["value"], &zero["left_first"], &zero["right_first"]), (&json!("0"), &json!(2), &json!(1)));
    assert_eq!(json(&["value", "domineering:3x3", "--moves", "b1"])["value"], "1");
    assert_eq!(json(&["value", "nim:3+4+5"])["value"], "*2");
    assert_eq!(json(&["value", "sum:domineering:3x3++domineering:3x3++nim:1"])["value"], "*");
    let text = attractor(&["value", "domineering:3x3", "--lang", "fr"]).out;
    assert!(text.contains("Valeur ±1 (un commutateur)") && text.contains("température 1"), "{text}");
    let large = attractor(&["value", "domineering:8x8"]);
    assert_eq!((large.code, large.out.as_str()), (3, ""), "{}", large.err);
    assert!(refused(&["value", "connect4"]).contains("who cannot move loses"));
    assert!(refused(&["value", "nim:3,misere"]).contains("misere"));
}

#[test]
fn boards_of_every_size() {
    let said = attractor(&["sizes", "domineering", "--to", "3x3", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let records: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(keys(&records[0]), ["game", "size", "first", "second", "class", "nodes", "seconds"]);
    assert_eq!(keys(&records[0]["first"]), ["winner", "outcome", "plies"]);
    let classes: Vec<&str> = records.iter().map(|record| record["class"].as_str().unwrap()).collect();
    assert_eq!(classes, ["P", "2", "2", "1", "N", "N", "1", "N", "N"]);
    assert_eq!((&records[5]["size"], &records[5]["game"]), (&json!("2x3"), &json!("domineering:2x3")));
    assert_eq!(records[3]["second"], json!({ "winner": 1, "outcome": "loss", "plies": null }));
    let text = attractor(&["sizes", "domineering", "--to", "2x3", "--lang", "fr"]).out;
    assert!(text.contains("qui commence gagne") && text.ends_with("   2  1          N          N\n"), "{text}");
    let text = attractor(&["sizes", "chomp", "--to", "2x2"]).out;
    assert!(text.contains("N (2)") && text.contains("In parentheses: plies"), "{text}");
    // Two plies must not be mistaken for player 2.
    let cells: Vec<&str> = text.lines().last().unwrap().split_whitespace().skip(1).collect();
    assert_eq!(cells, ["N", "(2)", "N", "(4)"], "{text}");
    assert!(!attractor(&["sizes", "chomp", "--to", "2x2", "--outcome"]).out.contains("parentheses"));
    assert!(refused(&["sizes", "nim"]).contains("domineering"));
    assert!(refused(&["sizes", "domineering:4x4"]).contains("--to"));
    assert!(refused(&["sizes", "domineering", "--to", "99x1000"]).contains("from"));
}

#[test]
fn measurements_inside_the_command() {
    let said = attractor(&["bench", "chomp-8x8", "connect4-5x4", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let records: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(keys(&records[0]), ["name", "answer", "right", "correct", "nodes", "seconds", "rate", "twin", "ratio"]);
    assert_eq!((&records[0]["answer"], &records[1]["answer"]), (&json!("win"), &json!("draw")));
    assert!(attractor(&["bench", "chomp-8x8"]).out.contains("chomp-8x8"));
    assert!(refused(&["bench", "chomp-8x9"]).contains("did you mean chomp-8x8?"));
}

#[test]
fn graph_has_its_fields_and_reports_shapes() {
    let graph = file("shapes.arena", "start b\na 1: b b c # repeated\nb 2: a\nc 1 draw:\n");
    let solved = json(&["graph", &graph]);
    for field in ["states", "moves", "won", "drawn", "layers", "start", "winner", "bipartite", "acyclic", "strategy"] {
        assert!(solved.get(field).is_some(), "{field}");
    }
    assert_eq!((&solved["moves"], &solved["merged"], &solved["start"]), (&json!(3), &json!(1), &json!("b")));
    assert_eq!((&solved["bipartite"], &solved["acyclic"]), (&json!(["a", "c"]), &json!(["a", "b"])));
    assert_eq!((&solved["drawn"], &solved["winner"]), (&json!(3), &Value::Null));
    // The same as a game.
    let solved = json(&["solve", &format!("graph:{graph}")]);
    assert_eq!((&solved["outcome"], &solved["draw"], &solved["turn"]), (&json!("draw"), &json!("final"), &json!(2)));
}

#[test]
fn endless_play_is_a_draw_and_refutes() {
    let graph = file("endless.arena", "a 1: b\nb 2: a c\nc 2:\n");
    assert_eq!(json(&["solve", &format!("graph:{graph}")])["draw"], "endless");
    let said = attractor(&["graph", &graph, "--check", "first", "--json"]);
    let verdict: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, &verdict["refutation"]["back_to"]), (1, &json!("a")));
}

#[test]
fn graphs_are_written_in_every_form_and_read_again() {
    let graph = file("forms.arena", "start s\ns 1: t u\nt 2: s\nu 2 draw:\n\"v w\" 1 2:\n");
    let right = json(&["graph", &graph]);
    for format in ["arena", "json", "python", "dot"] {
        let said = attractor(&["graph", &graph, "--to", format]);
        assert_eq!(said.code, 0);
        let again = file(&format!("forms.{format}.txt"), &said.out);
        assert_eq!(json(&["graph", &again, "--from", format]), right, "{format}:\n{}", said.out);
    }
    let out = file("forms.out.json", "");
    assert_eq!(attractor(&["graph", &graph, "--to", "json", "--out", &out]).code, 0);
    assert_eq!(json(&["graph", &out]), right);
    for format in ["lists", "matrix"] {
        assert_eq!(attractor(&["graph", &graph, "--to", format]).code, 0);
    }
}

#[test]
fn certificates_are_checked() {
    let certificate = file("certificate.json", "");
    let said = attractor(&["graph", "tictactoe", "--certificate", &certificate, "--summary"]);
    assert!(said.code == 0 && !said.out.contains("A_0"), "{}", said.out);
    let said = attractor(&["verify", &certificate, "--json"]);
    assert_eq!((said.code, said.out.trim()), (0, r#"{"valid":true,"states":5478,"violation":null}"#));
    let text = std::fs::read_to_string(&certificate).unwrap();
    // Damaged: one byte in the arena.
    let damaged = file("damaged.json", &text.replacen("O", "X", 1));
    let said = attractor(&["verify", &damaged]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    // A lie with a checksum that fits (left out).
    let mut lie: Value = serde_json::from_str(&text).unwrap();
    lie["rank"][".../.../... X"] = json!(3);
    lie["winner"][".../.../... X"] = json!(1);
    lie.as_object_mut().unwrap().remove("checksum");
    let lie = file("lie.json", &lie.to_string());
    let said = attractor(&["verify", &lie, "--json"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("claim-no-winning-move"), "{}", said.out);
    for (name, content, words) in [
        ("no.json", "{}", "no certificate"),
        ("cut.json", &text[..200], "not valid JSON"),
        ("future.json", r#"{"format":"attractor-certificate","version":9}"#, "version 9"),
        (
            "twice.json",
            r#"{"format":"attractor-certificate","version":1,"arena":{"moves":{"a":[]},"owner":{"a":1}},"winner":{"a":1,"a":2}}"#,
            "twice",
        ),
        ("field.json", r#"{"format":"attractor-certificate","version":1,"wnner":{}}"#, "did you mean winner?"),
    ] {
        let told = refused(&["verify", &file(name, content)]);
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn plays_are_checked() {
    let graph = file("plays.arena", "a 1: b c\nb 2: a\nc 2:\n");
    let play = |text: &str, more: &[&str]| {
        let said = attractor(&[&["graph", &graph, "--play", &file("play.txt", text), "--json"], more].concat());
        (said.code, said.out, said.err)
    };
    assert_eq!(
        play("a b\na -> c # done", &[]).1,
        "{\"from_start\":true,\"complete\":true,\"winner\":1,\"leaves_strategy\":null}\n"
    );
    let (code, out, _) = play("a b a c", &["--check", "optimal"]);
    assert_eq!((code, out.contains("\"leaves_strategy\":\"a\"")), (1, true), "{out}");
    assert!(play("a c b", &[]).2.contains("step 2"));
    assert!(play("a x", &[]).2.contains("play.txt:1:3"));
}

#[test]
fn plays_and_strategies_of_games_have_spaces_in_their_names() {
    let spec = "nim:4,take=1-2";
    for text in ["4 1\n3 2\n1 1\n0 2\n", "4 1 -> 3 2 -> 1 1 -> 0 2"] {
        let said = attractor(&["graph", spec, "--play", &file("game_play.txt", text), "--json"]);
        assert!(said.out.contains(r#""complete":true,"winner":1"#), "{}{}", said.out, said.err);
    }
    let said = attractor(&["graph", spec, "--check", "first", "--player", "2"]);
    assert!(said.out.contains("4 1 -> "), "{}", said.out);
}

#[test]
fn a_graph_is_named_by_the_same_string_everywhere() {
    let graph = file("named.py", "G = {0: [1], 1: [0, 2], 2: []}");
    let spec = format!("graph:{graph},owner=v != 1");
    assert_eq!(json(&["graph", &spec])["winner"], 2);
    assert_eq!(json(&["solve", &spec])["outcome"], "loss");
    assert_eq!(json(&["graph", &format!("{spec},misere")])["won"], json!({ "1": 1, "2": 0 }));
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let graph = file("lossy.arena", "a 1: b\nb 2 draw:\n");
    let said = attractor(&["graph", &graph, "--to", "matrix"]);
    assert!(said.code == 0 && said.err.contains("not written"), "{}", said.err);
}

#[test]
fn long_games_are_played_to_their_end() {
    let record = json(&["match", "nim:12001,take=1-1", "--first", "first", "--second", "first", "--games", "2"]);
    assert_eq!((&record["first"]["wins"], &record["given_up"]), (&json!(2), &json!(0)));
    let graph = file("round.arena", "a 1: b\nb 2: a\n");
    let record = json(&["match", &format!("graph:{graph}"), "--first", "random", "--second", "random", "--games", "3"]);
    assert_eq!((&record["draws"], &record["given_up"]), (&json!(0), &json!(3)));
}

#[test]
#[cfg(unix)]
fn output_goes_where_it_is_sent() {
    let real = file("real.json", "old");
    let link = format!("{real}.link");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(&real, &link).unwrap();
    assert_eq!(attractor(&["graph", "nim:3", "--to", "json", "--out", &link]).code, 0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink(), "a link stays a link");
    assert!(std::fs::read_to_string(&real).unwrap().contains("moves"));
    assert!(attractor(&["graph", "nim:3", "--to", "json", "--out", "-"]).out.contains("moves"));
    assert_eq!(attractor(&["graph", "nim:3", "--to", "json", "--out", "/dev/null"]).code, 0);
    use std::os::unix::fs::FileTypeExt;
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device(), "a device stays a device");
    assert!(refused(&["graph", "nim:3", "--certificate", "/nowhere/c.json"]).contains("cannot write"));
    let piped = typed("{0: [1], 1: []}", &["graph", "/dev/stdin", "--json"]);
    assert!(piped.out.contains(r#""states":2"#), "{}", piped.err);
}

#[test]
fn strangers_cannot_command_the_terminal() {
    let graph = file("escape.json", "{\"moves\": {\"a\\u001b]0;x\\u0007\": []}}");
    let said = attractor(&["graph", &graph]);
    assert!(!said.out.contains('\u{1b}') && said.out.contains("\\u{1b}"), "{}{}", said.out, said.err);
    let long = file("long.arena", &format!("a 1: {}\n", "9".repeat(1_000_000)));
    assert!(refused(&["graph", &long]).len() < 10_000);
}

#[test]
fn trees_show_their_cuts() {
    let tree = file(
        "cuts.json",
        r#"{"children": [{"children": [{"value": 4}, {"value": 6}]}, {"children": [{"value": 3}, {"value": 9}]}]}"#,
    );
    let found = json(&["tree", &tree, "--depth", "2", "--algorithm", "alpha-beta"]);
    assert_eq!(keys(&found), ["value", "best", "visited", "nodes", "tree"]);
    assert_eq!(keys(&found["tree"]), ["move", "player", "value", "chosen", "window", "cut", "children"]);
    assert_eq!((&found["value"], &found["visited"], &found["nodes"]), (&json!(4), &json!(6), &json!(7)));
    let second = &found["tree"]["children"][1];
    assert_eq!((&second["cut"], &second["value"]), (&json!("3 <= alpha = 4"), &json!(3)));
    let windows = [&found["tree"], second, &second["children"][0]].map(|node| &node["window"]);
    assert_eq!(windows, [&json!(["-inf", "inf"]), &json!([4, "inf"]), &json!([4, "inf"])]);
    assert_eq!((&second["children"][1]["value"], &second["children"][1]["window"]), (&Value::Null, &Value::Null));
    assert_eq!(found["tree"]["children"][0]["chosen"], true);
    let text = attractor(&["tree", &tree, "--depth", "2", "--algorithm", "alpha-beta"]).out;
    assert!(text.contains("cut: 3 <= alpha = 4") && text.contains("not visited"), "{text}");
}

#[test]
fn perft_counts_sequences_of_exactly_that_length() {
    assert_eq!(json(&["perft", "connect4", "--depth", "7"]), json!({ "nodes": 823_536 }));
    assert_eq!(json(&["perft", "tictactoe", "--depth", "9"])["nodes"], 127_872, "games that end earlier count 0");
    assert_eq!(json(&["perft", "tictactoe", "--depth", "0"])["nodes"], 1);
    let divided = json(&["perft", "nim:3,take=1-2", "--depth", "2", "--divide"]);
    assert_eq!(divided, json!({ "nodes": 3, "moves": { "1": 2, "2": 1 } }));
}

#[test]
fn matches_are_the_same_for_the_same_seed() {
    let run = |threads: &str| {
        json(&["match", "tictactoe", "--first", "random", "--second", "random", "--games", "200", "--threads", threads])
    };
    assert_eq!(run("1"), run("3"));
    let record = run("2");
    for field in ["games", "first", "second", "draws"] {
        assert!(record.get(field).is_some(), "{field}");
    }
    assert_eq!(keys(&record["first"]), ["wins", "rate", "low", "high"]);
    // More threads than anybody has are as good as many.
    let many = ["--threads", "1000000"];
    assert_eq!(
        json(&[&["match", "nim:5", "--first", "first", "--second", "first", "--games", "3"], &many[..]].concat())["games"],
        3
    );
    assert_eq!(json(&[&["solve", "connect4:4x4"], &many[..]].concat())["outcome"], "draw");
    let perfect = json(&["match", "tictactoe", "--first", "perfect", "--second", "random", "--games", "100", "--swap"]);
    assert_eq!(perfect["second"]["wins"], 0, "nobody beats a perfect player");
    let perfect = json(&["match", "nim:9,take=1-2", "--first", "random", "--second", "perfect", "--games", "50"]);
    assert_eq!(perfect["second"]["wins"], 50, "the second player wins");
}

#[test]
fn a_game_at_the_terminal() {
    let typed_moves = "hint\nmoves\nfoo\n1\nundo\n2\n2\nresign\n";
    let said = typed(typed_moves, &["play", "nim:9,take=1-2", "--second", "perfect"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for words in ["A best move:", "1 2", "foo is not a legal move here", "(perfect) plays 1", "resigns"] {
        assert!(said.out.contains(words), "{words}:\n{}", said.out);
    }
    let said = typed("", &["play", "nim:4,take=1-2", "--first", "perfect", "--second", "random"]);
    assert!(said.out.trim_end().ends_with("Player 1 wins."), "{}", said.out);
    let said = typed("1\n", &["play", "nim:1", "--json"]);
    assert!(said.out.contains(r#""line":["1"],"finished":true,"winner":1"#), "{}", said.out);
    let said = typed("aide\nabandonner\n", &["play", "nim:3", "--lang", "fr"]);
    assert!(said.out.contains("abandonne : le joueur 2 gagne"), "{}", said.out);
    let said = typed("undo\nquit\n", &["play", "tictactoe"]);
    assert!(said.out.contains("nothing to take back"), "{}", said.out);
}

#[test]
fn limits_are_told_with_exit_code_3() {
    let said = attractor(&["solve", "nim:60000,take=1-1", "--memory", "1M"]);
    assert_eq!((said.code, said.out.as_str()), (3, ""), "{}", said.err);
    let said = attractor(&["graph", "tictactoe", "--states", "1000"]);
    assert_eq!(said.code, 3, "{}", said.err);
    let said = attractor(&["tree", "connect4", "--depth", "6", "--most", "100"]);
    assert_eq!(said.code, 3, "{}", said.err);
}

/// Ctrl-C in the middle of a long search: what is known so far, exit code 3.
#[test]
#[cfg(unix)]
fn interrupted_searches_tell_what_they_know() {
    use std::process::{Command, Output, Stdio};
    let interrupted_after = |args: [&str; 2], milliseconds: u64| -> Output {
        let child = Command::new(env!("CARGO_BIN_EXE_attractor"))
            .args(args)
            .args(["--memory", "16M", "--lang", "en"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        child.wait_with_output().unwrap()
    };
    for args in [["solve", "connect4:8x7"], ["solve", "mnk:6,6,5"]] {
        // A slow machine may not have come to the search yet, and then simply ends: give it longer.
        let output = [300, 1_000, 4_000, 16_000]
            .into_iter()
            .map(|milliseconds| interrupted_after(args, milliseconds))
            .find(|output| output.status.code().is_some())
            .expect("the search begins within seconds");
        let told = String::from_utf8(output.stderr).unwrap();
        // The plain solver may meet its limit of memory first: that is told with the same exit code.
        assert_eq!(output.status.code(), Some(3), "{args:?}: {told}");
        if args[1] == "connect4:8x7" {
            assert!(told.contains("at least") && told.contains("at most"), "{told}");
        }
    }
}

#[test]
fn bad_games_and_positions() {
    for (args, words) in [
        (vec!["solve", "conect4"], "did you mean connect4?"),
        (vec!["solve", ""], "names no game"),
        (vec!["solve", "connect4:7"], "two numbers"),
        (vec!["solve", "connect4:99x99"], "from"),
        (vec!["solve", "nim:3+x"], "3+4+5"),
        (vec!["solve", "nim:9,take=9-1"], "take="),
        (vec!["solve", "nim:9,tak=1"], "did you mean take?"),
        (vec!["solve", "tictactoe,first=3"], "first="),
        (vec!["solve", "connect4", "--moves", "44x"], "moves:1:3"),
        (vec!["solve", "connect4", "--moves", "4444444"], "not a legal move"),
        (vec!["solve", "tictactoe", "--position", "XO./.XO X"], "rows"),
        (vec!["solve", "tictactoe", "--position", "XO./.ZO/... X"], "Z"),
        (vec!["solve", "domineering:4x4,holes=z9"], "z9"),
        (vec!["solve", "graph:nowhere.py"], "nowhere.py"),
        (vec!["solve", "graph:"], "FILE"),
        (vec!["solve", "tree:nowhere.json"], "nowhere.json"),
        (vec!["solve", "sum:nim:3++chomp:2x2"], "chomp"),
        (vec!["solve", "nim:3", "--batch", "nowhere.txt"], "nowhere.txt"),
        (vec!["solve", "nim:3", "--memory", "lots"], "512M"),
        (vec!["solve", "nim:3", "--lang", "de"], "fr or en"),
        (vec!["solve", "nim:3", "--threads", "0"], "one thread"),
        (vec!["tree", "connect4", "--depth", "1", "--heuristic", "cell"], "did you mean cells?"),
        (vec!["tree", "connect4", "--depth", "1", "--heuristic", "alignments=1/2"], "weights"),
        (vec!["tree", "connect4", "--depth", "one"], "one"),
        (vec!["tree", "connect4", "--depth", "1", "--only", ""], "3,4,5"),
        (vec!["match", "nim:3", "--first", "randm", "--second", "random"], "did you mean random?"),
        (vec!["match", "nim:3", "--first", "minimax:depth=0", "--second", "random"], "1 to 100"),
        (vec!["match", "nim:3", "--first", "human", "--second", "random"], "play"),
        (vec!["match", "nim:3", "--first", "minimax:dept=3", "--second", "random"], "did you mean depth?"),
        (vec!["play", "nim:3", "--first", "minimax:depth=1-3"], "one depth"),
        (vec!["tree", "connect4", "--depth", "2", "--only", "8,9"], "8 is legal nowhere"),
        (vec!["tree", "connect4", "--depth", "2", "--only", "3,4,x"], "x is legal nowhere"),
        (vec!["solve", "connect4:8x8"], "8x8"),
        (vec!["graph", "nim:3", "--names", "A/B/C"], "Alice/Bob"),
        (vec!["graph", "nim:3", "--to", "dot", "--check", "first"], "--check"),
        (vec!["graph", "nim:3", "--check", "first", "--certificate", "c.json"], "--certificate"),
        (vec!["graph", "nowhere.py"], "cannot read nowhere.py"),
        (vec!["graph", "nowhere"], "neither a file nor a game"),
        (vec!["graph", "nim:3", "--owner", "v < 4"], "--owner"),
        (vec!["graph", "nim:3", "--check", "sometimes"], "optimal"),
        (vec!["graph", "nim:3", "--check", "always=9"], "9"),
        (vec!["graph", "nim:3", "--names", "Alice"], "Alice/Bob"),
        (vec!["graph", "nim:3", "--to", "pdf"], "arena"),
        (vec!["games", "shogi"], "there is no game shogi"),
        (vec!["fly"], "fly"),
    ] {
        if words.is_empty() {
            continue;
        }
        let told = refused(&args);
        assert!(told.contains(words), "{args:?} should say {words:?}:\n{told}");
    }
}

#[test]
fn bad_graphs() {
    for (name, content, place, words) in [
        ("undefined.py", "G = {0: [1],\n     1: [0, 7]}", "undefined.py:2:13", "7"),
        ("twice.py", "G = {0: [], 1: [],\n 0: [1]}", "twice.py:2:2", "twice"),
        ("open.py", "G = {0: [1, 2}", "open.py:1:", ""),
        ("unhashable.py", "G = {[0]: []}", "unhashable.py:1:6", ""),
        ("odd.py", "G = {0: [1], 1: [2], 2: [0]}", "", "0"),
        ("stray.arena", "a 1: b\nb 3:\n", "stray.arena:2:3", "3"),
        ("missing.arena", "a 1: b\nb 2: abc\n", "missing.arena:2:6", "abc"),
        ("double.arena", "a 1:\na 2:\n", "double.arena:2:1", "twice"),
        ("result.arena", "a 1 draw: b\nb 2:\n", "result.arena:1:", ""),
        ("start.arena", "start z\na 1:\n", "start.arena:1:7", "z"),
        ("matrix.csv", "0,1\n1\n", "matrix.csv:2:", "square"),
        ("entry.csv", "0,1\n2,0\n", "entry.csv:2:1", "2"),
        ("undirected.dot", "graph { a -- b }", "undirected.dot:1:", "digraph"),
        ("broken.json", "{\"moves\": {\"a\": [\"b\"}", "broken.json:1:", ""),
        ("unowned.arena", "a 1: b\nb: a\n", "unowned.arena:2:1", "owner"),
    ] {
        let told = refused(&["graph", &file(name, content)]);
        assert!(told.contains(place) && told.contains(words), "{name} should say {place} and {words:?}:\n{told}");
        if !place.is_empty() {
            assert!(told.contains('^'), "{name} should underline:\n{told}");
        }
    }
    let graph = file("good.arena", "a 1: b\nb 2:\n");
    for (args, words) in [
        (vec!["graph", &graph, "--owner", "v <"], "v <"),
        (vec!["graph", &graph, "--owner", "import os"], ""),
        (vec!["graph", &graph, "--owner", "v < 3"], "cannot be computed"),
        (vec!["graph", &graph, "--start", "c"], "c"),
        (vec!["graph", &graph, "--moves", "b"], "--start"),
        (vec!["graph", &graph, "--from", "xml"], "xml"),
    ] {
        let told = refused(&args);
        assert!(told.contains(words), "{args:?}:\n{told}");
    }
    let strategy = |text: &str| refused(&["graph", &graph, "--check", &file("strategy.txt", text)]);
    assert!(strategy("a -> z").contains("strategy.txt:1:6"));
    assert!(strategy("a b").contains("strategy.txt:1:1"));
    assert!(strategy("a -> a").contains("no move"));
    assert!(strategy("# nothing\n").contains("says nothing at a"));
}

#[test]
fn french_and_english() {
    let said = attractor(&["solve", "nim:9,take=1-2", "--lang", "fr"]);
    assert!(said.out.contains("Le joueur 1, qui a le trait, perd en 6 coups."), "{}", said.out);
    let said = attractor(&["solve", "conect4", "--lang=fr"]);
    assert!(said.err.contains("il n'y a pas de jeu conect4") && said.err.contains("vouliez-vous dire connect4 ?"));
    assert!(attractor(&["solve", "--help", "--lang", "fr"]).out.contains("Valeur exacte"));
    assert!(attractor(&["--help"]).out.contains("Exact value"));
    // JSON is never translated.
    let (fr, en) = (json(&["analyse", "nim:4", "--lang", "fr"]), json(&["analyse", "nim:4"]));
    assert_eq!(fr["moves"], en["moves"]);
}

#[test]
fn about_the_command_itself() {
    let version = attractor(&["--version"]).out;
    assert!(version.contains("certificate 1"), "{version}");
    assert!(attractor(&["completions", "bash"]).out.contains("attractor"));
    assert!(attractor(&["man"]).out.contains(".TH"));
    let games = json(&["games"]);
    let names: Vec<&str> = games["games"].as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap()).collect();
    for name in ["nim", "chomp", "tictactoe", "mnk", "connect4", "domineering", "graph", "tree"] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_attractor"))
        .args(["graph", "tictactoe", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
