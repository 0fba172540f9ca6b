//! The values of the lecture notes, through the command as a student would get them.

use crate::command::{attractor, file, json};
use serde_json::{Value, json};

const GRAPH_OF_THE_NOTES: &str = "# sommets 0 a 3 : Alice
G = { 0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [],
      4: [2], 5: [3], 6: [3], 7: [] }
";

#[test]
fn matchsticks_nine() {
    let graph = json(&["graph", "nim:9,take=1-2"]);
    assert_eq!((&graph["states"], &graph["won"]["2"], &graph["winner"]), (&json!(18), &json!(10), &json!(2)));
    let layers = graph["layers"]["2"].as_array().unwrap();
    assert_eq!(layers.len(), 7, "A_0 to A_6, and A_7 adds nothing");
    assert_eq!(layers[6], json!(["9 1"]));
    assert_eq!(layers[0], json!(["0 1"]));
}

#[test]
fn graph_of_the_python_notes() {
    let graph = file("notes.py", GRAPH_OF_THE_NOTES);
    let solved = json(&["graph", &graph, "--owner", "v < 4"]);
    assert_eq!(solved["layers"]["1"], json!([["7"], ["2"], ["4"], ["0", "1"]]));
    assert_eq!((&solved["bipartite"], &solved["acyclic"]), (&json!(true), &json!(true)));
    let text = attractor(&["graph", &graph, "--owner", "v < 4", "--names", "Alice/Bob"]).out;
    assert!(text.contains("Lost for Alice: 3 5 6"), "{text}");
    let cumulative = attractor(&["graph", &graph, "--owner", "v < 4", "--cumulative"]).out;
    assert!(cumulative.contains("A_3: 5  0 1 2 4 7"), "{cumulative}");
}

#[test]
fn owners_come_from_the_function_in_the_file() {
    let graph =
        file("notes_def.py", &format!("{GRAPH_OF_THE_NOTES}\ndef f(v):\n    return v < 4\n\nattracteurs(G, f)\n"));
    assert_eq!(json(&["graph", &graph])["layers"]["1"], json!([["7"], ["2"], ["4"], ["0", "1"]]));
}

#[test]
fn nim_of_the_python_notes() {
    for n in 1..=21 {
        let solved = json(&["solve", &format!("nim:{n},take=1-3,misere")]);
        assert_eq!(solved["outcome"], if n % 4 == 1 { "loss" } else { "win" }, "{n} matches");
    }
}

#[test]
fn nim_as_the_dictionary_with_tuples() {
    // The notes count matches taken upwards: (i, player), i from 1 to 9.
    let mut text = String::from("G = {");
    for i in 1..=9 {
        for (j, other) in [('A', 'B'), ('B', 'A')] {
            let next: Vec<String> = (i + 1..=9.min(i + 3)).map(|k| format!("({k}, '{other}')")).collect();
            text += &format!("({i}, '{j}'): [{}],\n", next.join(", "));
        }
    }
    let graph = file("nim_dict.py", &(text + "}\n"));
    let solved = json(&["graph", &graph, "--owner", "v[1] == 'A'"]);
    // Nine matches, the last one loses: the second player wins.
    assert_eq!((&solved["start"], &solved["winner"]), (&json!("(1, 'A')"), &json!(2)));
}

#[test]
fn chomp_two_by_three() {
    let graph = json(&["graph", "chomp:2x3"]);
    assert_eq!((&graph["states"], &graph["won"]["1"], &graph["winner"]), (&json!(18), &json!(10), &json!(1)));
    assert_eq!(graph["layers"]["1"].as_array().unwrap().len(), 7);
}

#[test]
fn tic_tac_toe_counts() {
    let graph = json(&["graph", "tictactoe", "--summary"]);
    assert_eq!(graph["states"], 5478);
    assert_eq!((&graph["won"], &graph["drawn"]), (&json!({ "1": 2936, "2": 1474 }), &json!(1068)));
}

#[test]
fn tic_tac_toe_positions() {
    let solve = |text: &str| json(&["solve", "tictactoe", "--position", text])["outcome"].clone();
    assert_eq!(solve("O.O/.X./X.O X"), "loss");
    assert_eq!(solve(".X./XOO/.OX O"), "draw");
    assert_eq!(solve(".X./XOO/.OX X"), "win");
}

#[test]
fn domineering_counts() {
    let states = |spec: &str| json(&["graph", spec, "--summary"])["states"].as_u64().unwrap();
    assert_eq!(states("domineering:4x4"), 3120);
    // Over both starters, each position with its turn: none is met twice.
    assert_eq!(states("domineering:4x4") + states("domineering:4x4,first=2"), 6240);
}

/// The values of the leaves, from left to right.
fn leaves(node: &Value) -> Vec<Value> {
    let children = node["children"].as_array().unwrap();
    if children.is_empty() { vec![node["value"].clone()] } else { children.iter().flat_map(leaves).collect() }
}

const TREE: &str = r#"{"player": 2, "value": 12, "children": [
  {"value": 3, "children": [
    {"value": 6, "children": [{"value": 1}, {"value": -5}]}, {"value": 9, "children": [{"value": -2}, {"value": 2}]}]},
  {"value": 1, "children": [
    {"value": 8, "children": [{"value": -6}, {"value": -4}]}, {"value": 10, "children": [{"value": -3}, {"value": 2}]}]},
  {"value": 7, "children": [
    {"value": 14, "children": [{"value": -9}, {"value": 6}]}, {"value": 3, "children": [{"value": 3}, {"value": -5}]}]}
]}"#;

#[test]
fn min_max_on_a_given_tree() {
    let tree = file("exercise.json", TREE);
    for (depth, value, best) in
        [("0", 12, json!([])), ("1", 1, json!(["2"])), ("2", 9, json!(["1"])), ("3", -5, json!(["3"]))]
    {
        let found = json(&["tree", &tree, "--depth", depth]);
        assert_eq!((&found["value"], &found["best"]), (&json!(value), &best), "depth {depth}");
        let same = json(&["tree", &format!("tree:{tree}"), "--depth", depth, "--algorithm", "alpha-beta"]);
        assert_eq!((&same["value"], &same["best"]), (&json!(value), &best), "depth {depth}");
        assert_eq!(same["nodes"], found["visited"]);
    }
}

/// The position of the notes, rows from the bottom `JJRJJJR / RJ..JRR / R...RR. / ....J..`.
const POSITION: &str = "....J../R...RR./RJ..JRR/JJRJJJR J";

#[test]
fn connect_four_trees_leaf_by_leaf() {
    let tree = |depth: &str| {
        json(&["tree", "connect4", "--position", POSITION, "--only", "3,4,5", "--heuristic", "cells", "--depth", depth])
    };
    assert_eq!(tree("0")["value"], 2);
    let found = tree("1");
    assert_eq!((&found["value"], &found["best"]), (&json!(12), &json!(["4"])));
    assert_eq!(leaves(&found["tree"]), [10, 12, 10]);
    let found = tree("2");
    assert_eq!((&found["value"], &found["best"]), (&json!(0), &json!(["5"])), "only right is best");
    assert_eq!(leaves(&found["tree"]), [-1, 0, 2, 4, -1, 4, 2, 0, 5]);
    let found = tree("3");
    assert_eq!((&found["value"], &found["best"]), (&json!("inf"), &json!(["3"])));
    let inf = || json!("inf");
    let row = json!([
        10,
        inf(),
        7,
        11,
        inf(),
        8,
        13,
        inf(),
        7,
        15,
        17,
        12,
        inf(),
        12,
        7,
        inf(),
        17,
        9,
        13,
        12,
        7,
        8,
        13,
        5,
        13,
        15
    ]);
    assert_eq!(json!(leaves(&found["tree"])), row);
}

#[test]
fn connect_four_lab() {
    let found = json(&["tree", "connect4", "--depth", "1", "--heuristic", "alignments=0/1/4/9"]);
    assert_eq!((&found["value"], &found["best"]), (&json!(7), &json!(["4"])));
    let middle = json(&["tree", "connect4", "--depth", "0", "--heuristic", "alignments=0/1/4/9", "--moves", "4"]);
    assert_eq!(middle["value"], 7);
}

#[test]
fn random_connect_four() {
    let stats = json(&["stats", "connect4", "--games", "20000"]);
    let rate = |side: &str, what: &str| stats[side][what].as_f64().unwrap();
    assert!(rate("first", "low") < 0.56 && rate("first", "high") > 0.55, "{stats}");
    assert!(rate("second", "low") < 0.45 && rate("second", "high") > 0.435, "{stats}");
    assert!(stats["draws"].as_f64().unwrap() < 0.01 * 20_000.0, "{stats}");
    assert_eq!(stats["notes"]["branching"], 7.0);
}

#[test]
fn tic_tac_toe_features() {
    let h = |text: &str| {
        json(&["tree", "tictactoe", "--depth", "0", "--heuristic", "features", "--position", text])["value"].clone()
    };
    assert_eq!(h("XO./.XO/... X"), 9);
    assert_eq!(h("XO./.XO/..X O"), "inf");
    assert_eq!(h("XO./.XO/X.. O"), 13);
    assert_eq!(h("XO./.XO/.X. O"), 9);
    let best = json(&["tree", "tictactoe", "--depth", "1", "--position", "XO./.XO/... X"]);
    assert_eq!((&best["value"], &best["best"]), (&json!("inf"), &json!(["c3"])));
}

#[test]
fn alpha_beta_node_counts() {
    for (depth, visited) in [("6", 1_249), ("8", 12_574)] {
        let args =
            ["tree", "connect4", "--heuristic", "zero", "--algorithm", "alpha-beta", "--depth", depth, "--summary"];
        assert_eq!(json(&args)["visited"], visited, "depth {depth}");
    }
}

#[test]
fn always_taking_one_is_refuted() {
    let said = attractor(&["graph", "nim:9,take=1-2", "--check", "always=1", "--player", "1", "--json"]);
    assert_eq!(said.code, 1);
    let verdict: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(verdict["winning"], false);
    let play = verdict["refutation"]["play"].as_array().unwrap();
    assert_eq!((&play[0], play.last().unwrap()), (&json!("9 1"), &json!("0 1")), "player 1 is stuck at the end");
    // The second player's winning strategy: complete to three.
    let answers: String =
        [(8, 6), (7, 6), (5, 3), (4, 3), (2, 0), (1, 0)].map(|(a, b)| format!("{a} 2 -> {b} 1\n")).concat();
    let strategy = file("complete_to_three.txt", &answers);
    let said = attractor(&["graph", "nim:9,take=1-2", "--check", &strategy, "--player", "2", "--json"]);
    assert_eq!((said.code, said.out.trim()), (0, r#"{"winning":true,"refutation":null}"#));
}

#[test]
fn strength_of_depths() {
    let args = ["match", "connect4", "--first", "minimax:depth=1-2", "--second", "minimax:depth=1-2", "--games", "20"];
    let text = attractor(&args).out;
    assert!(text.contains("p1 \\ p2") && text.lines().count() == 4, "{text}");
    let lines = attractor(&[&args[..], &["--json"]].concat()).out;
    let records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 4);
    for record in &records {
        let wins = |side: &str| record[side]["wins"].as_u64().unwrap();
        assert_eq!(wins("first") + wins("second") + record["draws"].as_u64().unwrap(), 20);
    }
    // Depth pays: looking three plies ahead beats looking one ahead from either side.
    let duel =
        |first: &str, second: &str| json(&["match", "connect4", "--first", first, "--second", second, "--games", "40"]);
    let (one, three) = ("minimax:depth=1,heuristic=alignments", "minimax:depth=3,heuristic=alignments");
    assert!(duel(three, one)["first"]["low"].as_f64() > Some(0.5));
    assert!(duel(one, three)["second"]["low"].as_f64() > Some(0.5));
}
