use super::*;
use crate::testing::{obeys_the_laws, refused};
use attractor_game::{Kind, Notation};

const EXERCISE: &str = include_str!("tree.json");

fn tree(text: &str) -> Tree {
    Tree::from_json(text, "test").unwrap()
}

/// Min-max to a depth, the plain way.
fn minmax(tree: &Tree, p: Position, depth: u32) -> f64 {
    let values = tree.moves(&p).map(|m| minmax(tree, tree.play(&p, m), depth - 1));
    match tree.turn(&p) {
        _ if depth == 0 || tree.moves(&p).next().is_none() => Given.estimate(tree, &p),
        Player::One => values.fold(f64::NEG_INFINITY, f64::max),
        Player::Two => values.fold(f64::INFINITY, f64::min),
    }
}

#[test]
fn the_exercise() {
    let tree = tree(EXERCISE);
    assert_eq!((tree.size(), tree.whole()), (22, true));
    let start = tree.start();
    assert_eq!((tree.turn(&start), tree.value(&start)), (Player::Two, Some(12.0)));
    let names: Vec<String> = tree.moves(&start).map(|m| tree.name(&start, m)).collect();
    assert_eq!(names, ["left", "middle", "right"]);
    let leaf = tree.read("/right 2 1").unwrap();
    assert_eq!((tree.value(&leaf), tree.turn(&leaf), tree.result(&leaf)), (Some(3.0), Player::One, Score(3)));
    let best = |depth| {
        let value = minmax(&tree, start, depth);
        let chosen = tree.moves(&start).find(|&m| minmax(&tree, tree.play(&start, m), depth - 1) == value).unwrap();
        (value, tree.name(&start, chosen))
    };
    assert_eq!(best(1), (1.0, "middle".to_owned()));
    assert_eq!(best(2), (9.0, "left".to_owned()));
    assert_eq!(best(3), (-5.0, "right".to_owned()));
}

#[test]
fn players_alternate_unless_given_again() {
    let tree = tree(r#"{"children": [{"children": [{"value": 1}]}, {"player": 1, "children": [{"value": "inf"}]}]}"#);
    let turn = |text| tree.turn(&tree.read(text).unwrap());
    assert_eq!([turn("/"), turn("/1"), turn("/1 1"), turn("/2"), turn("/2 1")].map(Player::number), [1, 2, 1, 1, 2]);
    let end = tree.read("/2 1").unwrap();
    assert_eq!((tree.result(&end), Given.finished(&tree, &end)), (Score(-i32::MAX), f64::INFINITY));
    assert_eq!(tree.result(&tree.read("/1 1").unwrap()), Score(1));
}

#[test]
fn keys_given_twice_are_rejected() {
    for text in [
        r#"{"value": 1, "value": 2}"#,
        r#"{"children": [{"move": "a", "value": 1, "\u0076alue": 2}]}"#,
        r#"{"children": [{"value": 1}], "children": []}"#,
    ] {
        let error = Tree::from_json(text, "test").unwrap_err();
        assert_eq!(error.id(), "bad-json");
        assert!(error.to_string().contains("stands twice"), "{error}");
    }
}

#[test]
fn written_and_read_again() {
    for text in [
        EXERCISE,
        r#"{"value": 0.5}"#,
        r#"{"children": [{"move": "2", "value": "-inf"}, {"player": 1, "name": "x", "children": [{"value": 1e300}]}]}"#,
    ] {
        let tree = tree(text);
        assert_eq!(Tree::from_json(&tree.to_json(), "again"), Ok(tree));
    }
    assert!(!tree(r#"{"value": 0.5}"#).whole());
    assert_eq!(tree(r#"{"value": 0.5}"#).solvable().unwrap_err().id(), "leaves-not-whole");
}

#[test]
fn laws() {
    obeys_the_laws(&tree(EXERCISE));
    obeys_the_laws(&tree(r#"{"value": 3}"#));
    obeys_the_laws(&tree(r#"{"children": [{"value": 1}, {"move": "/(a b)", "value": 2.5}]}"#));
}

#[test]
fn bad_json() {
    let error = |text: &str| Tree::from_json(text, "file.json").unwrap_err();
    let broken = error("{\"value\": 1,\n \"é\": }");
    let place = broken.place().unwrap();
    assert_eq!((broken.id(), place.source.as_str(), place.line, place.column), ("bad-json", "file.json", 2, 7));
    assert_eq!(error("").id(), "bad-json");
    let deep = error(&(r#"{"children": ["#.repeat(100) + "{\"value\": 1}" + &"]}".repeat(100)));
    assert_eq!((deep.id(), deep.kind()), ("tree-too-deep", Kind::Limit));
    let allowed = r#"{"children": ["#.repeat(62) + "{\"value\": 1}" + &"]}".repeat(62);
    assert!(Tree::from_json(&allowed, "deep").is_ok());
}

#[test]
fn bad_nodes() {
    let wrong = |node: &str| {
        let text = format!(r#"{{"children": [{{"value": 1}}, {{"children": [{node}]}}]}}"#);
        let error = Tree::from_json(&text, "file.json").unwrap_err();
        assert!(error.to_string().starts_with("file.json, children[1].children[0]: "), "{error}");
        error.id()
    };
    assert_eq!(wrong("3"), "tree-bad-node");
    assert_eq!(wrong("{}"), "tree-no-value");
    assert_eq!(wrong(r#"{"children": []}"#), "tree-no-value");
    assert_eq!(wrong(r#"{"value": "many"}"#), "tree-bad-value");
    assert_eq!(wrong(r#"{"value": 1, "player": 3}"#), "tree-bad-player");
    assert_eq!(wrong(r#"{"value": 1, "children": 3}"#), "tree-bad-children");
    assert_eq!(wrong(r#"{"value": 1, "childern": []}"#), "tree-bad-key");
    assert_eq!(wrong(r#"{"value": 1, "move": "a b"}"#), "tree-bad-name");
    assert_eq!(wrong(r#"{"value": 1, "move": ""}"#), "tree-bad-name");
    assert_eq!(wrong(r#"{"value": 1, "move": "(a"}"#), "tree-bad-name");
    assert_eq!(wrong(r#"{"value": 1, "move": 3}"#), "tree-bad-name");
    let twice = r#"{"children": [{"value": 1, "move": "2"}, {"value": 2}]}"#;
    assert_eq!(Tree::from_json(twice, "x").unwrap_err().id(), "tree-name-twice");
    assert!(Tree::from_json(r#"{"value": 1, "player": null, "cut": true, "chosen": false}"#, "x").is_ok());
}

#[test]
fn bad_positions() {
    let tree = tree(EXERCISE);
    assert_eq!(refused(&tree, ""), ("bad-path", 1));
    assert_eq!(refused(&tree, "left"), ("bad-path", 1));
    assert_eq!(refused(&tree, "/left 3"), ("illegal-move", 7));
    assert_eq!(refused(&tree, "/left 1 1 1"), ("play-is-over", 11));
}
