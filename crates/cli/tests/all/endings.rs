//! How games ended: won by resignation, given up, drawn.

use crate::command::{attractor, file, json, typed};
use serde_json::{Value, json};

fn played(input: &str, spec: &str) -> Value {
    let said = typed(input, &["play", spec, "--json", "--second", "first"]);
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).expect("one JSON object")
}

#[test]
fn the_winner_of_a_resigned_game_is_the_other_player() {
    let record = played("resign\n", "nim:3");
    assert_eq!(
        (&record["winner"], &record["ended"], &record["finished"]),
        (&json!(2), &json!("resigned"), &json!(false))
    );
    let record = played("1\nresign\n", "nim:9,first=2");
    assert_eq!((&record["winner"], &record["ended"]), (&json!(1), &json!("resigned")));
    let record = played("3\n", "nim:3");
    assert_eq!(
        (&record["winner"], &record["ended"], &record["finished"]),
        (&json!(1), &json!("finished"), &json!(true))
    );
    for input in ["", "quit\n"] {
        let record = played(input, "nim:3");
        assert_eq!(
            (&record["winner"], &record["ended"], &record["finished"]),
            (&Value::Null, &json!("quit"), &json!(false))
        );
    }
}

#[test]
fn games_given_up_are_counted_apart_from_draws() {
    // Of the first move one leads to a draw, the other round for ever.
    let graph = file("endings.arena", "s 1: d a\nd 2 draw:\na 2: b\nb 1: a\n");
    let spec = format!("graph:{graph}");
    let record = json(&["match", &spec, "--first", "random", "--second", "random", "--games", "40"]);
    let number = |name: &str| record[name].as_u64().unwrap();
    assert_eq!(number("draws") + number("given_up"), 40, "{record}");
    assert!(number("draws") > 5 && number("given_up") > 5, "{record}");
    let stats = json(&["stats", &spec, "--games", "40"]);
    assert_eq!(stats["draws"].as_u64().unwrap() + stats["given_up"].as_u64().unwrap(), 40, "{stats}");
    assert!(stats["draws"].as_u64().unwrap() > 5 && stats["given_up"].as_u64().unwrap() > 5, "{stats}");
    let text = attractor(&["match", &spec, "--first", "random", "--second", "random", "--games", "40"]).out;
    assert!(text.contains(&format!("Draws: {}\n", number("draws"))), "{text}");
    assert!(text.contains(&format!("did not end: {}", number("given_up"))), "{text}");
}

#[test]
fn rates_are_over_the_games_that_ended() {
    // Of the first move one wins at once, the other goes round for ever.
    let graph = file("rates.arena", "s 1: d a\nd 2 1:\na 2: b\nb 1: a\n");
    let record =
        json(&["match", &format!("graph:{graph}"), "--first", "random", "--second", "random", "--games", "40"]);
    let (wins, given_up) = (record["first"]["wins"].as_u64().unwrap(), record["given_up"].as_u64().unwrap());
    assert!(wins > 5 && given_up > 5 && wins + given_up == 40, "{record}");
    assert_eq!(
        (&record["first"]["rate"], &record["second"]["rate"], &record["draws"]),
        (&json!(1.0), &json!(0.0), &json!(0))
    );
    let none = file("round.arena", "a 1: b\nb 2: a\n");
    let record = json(&["match", &format!("graph:{none}"), "--first", "random", "--second", "random", "--games", "3"]);
    assert_eq!((&record["first"]["low"], &record["first"]["high"]), (&json!(0.0), &json!(1.0)), "nothing is known");
}

/// Two players who always take the first move never bring awale to its end.
#[test]
fn machines_that_play_for_ever_are_stopped() {
    let played = json(&["play", "awale:2,first=2", "--first", "first", "--second", "first"]);
    assert_eq!(
        (&played["ended"], &played["finished"], &played["winner"]),
        (&"given-up".into(), &false.into(), &Value::Null)
    );
    assert_eq!(played["line"].as_array().unwrap().len(), 10_000);
}
