//! Answers keep within bounds of bytes, and say what is known and what is not.

use crate::client::{House, Reply};
use attractor_web::Config;
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    time::{Duration, Instant},
};

#[test]
fn answers_keep_within_their_bytes() {
    let house = House::new(Config { answer: 10_000, ..Config::default() });
    let chess = json!({ "game": "chess" });
    let reply = house.post("/api/position", &chess);
    assert_eq!((reply.status, reply.error().as_str()), (413, "answer-too-large"), "{}", reply.text());
    let graph = json!({ "game": "nim:3+4+5" });
    let reply = house.post("/api/graph", &graph);
    assert_eq!((reply.status, reply.error().as_str()), (413, "answer-too-large"), "{}", reply.text());
    let failed = house.events("/api/graph", &graph);
    assert_eq!(failed.last().unwrap().1["error"]["id"], "answer-too-large");
    for format in ["svg", "json", "pdf"] {
        let reply = house.post("/api/export", &json!({ "kind": "graph", "format": format, "game": "nim:3+4+5" }));
        assert_eq!((reply.status, reply.error().as_str()), (413, "answer-too-large"), "{format}");
    }
    assert_eq!(house.post("/api/position", &json!({ "game": "nim:3" })).status, 200);
}

/// Requests of a few bytes or megabytes that made hundreds of megabytes.
#[test]
fn dense_graphs_are_told_in_part_or_refused() {
    let house = House::new(Config { seconds: 10.0, ..Config::default() });
    let reply = house.post("/api/graph", &json!({ "game": "wythoff:310+310" }));
    assert!(matches!(reply.status, 413 | 422), "{}", reply.status);
    let matrix = |n: usize| vec![vec!["1"; n].join(","); n].join("\n");
    let reply = house.post("/api/graph", &json!({ "text": matrix(1_390), "from": "matrix", "owner": "v % 2 == 0" }));
    assert!(matches!(reply.status, 200 | 413 | 422), "{}: {}", reply.status, &reply.text()[..200]);
    assert!(reply.body.len() < 4 << 20, "{} bytes", reply.body.len());
    let reply = house.post("/api/graph", &json!({ "text": matrix(1_500), "from": "matrix", "owner": "v % 2 == 0" }));
    assert!(matches!(reply.status, 413 | 422), "{}", reply.status);
    let reply = house.post("/api/graph", &json!({ "text": matrix(100), "from": "matrix", "owner": "v % 2 == 0" }));
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// A position of very many moves is refused before the moves have names.
#[test]
fn positions_of_many_moves_are_refused() {
    let house = House::new(Config::default());
    for (game, moves) in [
        ("nim:65535+65535", ""),
        ("nim:2001", ""),
        ("euclid:65535,1", ""),
        ("nim:65535+65535", &"a1 b1 ".repeat(3_000)),
    ] {
        let begun = Instant::now();
        for path in ["/api/position", "/api/analyse", "/api/history", "/api/graph"] {
            let reply = house.post(path, &json!({ "game": game, "moves": moves }));
            assert_eq!((reply.status, reply.error().as_str()), (422, "too-large"), "{path} {game}");
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{game}: {:?}", begun.elapsed());
    }
    // What comes after a large move may be small.
    let reply = house.post("/api/position", &json!({ "game": "nim:65535", "moves": "65530" }));
    assert_eq!((reply.status, reply.json()["moves"].as_array().unwrap().len()), (200, 5));
}

/// Who asks for much and reads nothing is let go.
#[test]
fn visitors_who_do_not_read_are_let_go() {
    let house = House::new(Config::default());
    let one = house.get("/api/openapi.json").body.len();
    const ASKED: usize = 400;
    let mut stream = house.connect();
    let head = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", house.address);
    for _ in 0..ASKED {
        if stream.write_all(head.as_bytes()).is_err() {
            break;
        }
    }
    std::thread::sleep(Duration::from_secs(13));
    let (mut sum, mut part) = (0, vec![0; 1 << 16]);
    while let Ok(n) = stream.read(&mut part) {
        sum += n;
        if n == 0 {
            break;
        }
    }
    assert!(sum < ASKED * one / 2, "{sum} of {} bytes", ASKED * one);
    assert_eq!(house.get("/health").status, 200);
}

/// Nothing is said of moves where no value is known.
#[test]
fn the_history_tells_which_moves_it_can_judge() {
    let house = House::new(Config { seconds: 2.0, ..Config::default() });
    let points = |asked: &Value| house.post("/api/history", asked).json()["points"].as_array().unwrap().clone();
    // Fool's mate: nobody has solved chess, so no move is judged, neither as a blunder nor as sound.
    let mate = points(&json!({ "game": "chess", "moves": "f3 e5 g4 Qh4#" }));
    assert_eq!(mate.len(), 5);
    for (point, name) in mate[1..].iter().zip(["f3", "e5", "g4", "Qh4#"]) {
        assert_eq!(
            (&point["move"], &point["judged"], &point["known"], &point["blunder"], &point["words"]),
            (&json!(name), &json!(false), &json!(false), &json!(false), &json!("")),
            "{point}"
        );
    }
    let known = points(&json!({ "game": "tictactoe", "moves": "b2 a2" }));
    assert!(known.iter().all(|point| point["judged"] == true));
    assert!(known.iter().any(|point| point["blunder"] == true));
}

/// The estimates of moves that mirror each other are equal, and the position's is that of its best move.
#[test]
fn estimates_are_compared_at_one_depth() {
    let house = House::new(Config { seconds: 3.0, ..Config::default() });
    for game in ["connect4:8x7", "othello"] {
        let events = house.events("/api/analyse", &json!({ "game": game }));
        let Some((_, estimate)) = events.iter().find(|(name, _)| name == "estimate") else { continue };
        let values: Vec<f64> =
            estimate["moves"].as_array().unwrap().iter().map(|m| m["value"].as_f64().unwrap()).collect();
        let mirrored: Vec<f64> = values.iter().rev().copied().collect();
        assert_eq!(values, mirrored, "{game}: {estimate}");
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(estimate["value"].as_f64(), Some(best), "{game}: {estimate}");
    }
}

/// A step for every node that is drawn, however many there are.
#[test]
fn trees_have_as_many_steps_as_they_show_nodes() {
    let house = House::new(Config::default());
    for asked in [
        json!({ "game": "tictactoe", "depth": 3, "algorithm": "minimax" }),
        json!({ "game": "tictactoe", "depth": 4, "algorithm": "alpha-beta" }),
        json!({ "game": "connect4", "depth": 3, "algorithm": "alpha-beta" }),
        json!({ "game": "connect4", "depth": 4, "algorithm": "alpha-beta", "levels": 2 }),
    ] {
        let reply: Reply = house.post("/api/tree", &asked);
        assert_eq!(reply.status, 200, "{asked}: {}", reply.text());
        let answer = reply.json();
        let steps = answer["steps"].as_array().unwrap();
        assert!(steps.len() > 8, "{asked}");
        assert_eq!(json!(steps.len()), answer["last"], "{asked}");
        assert_eq!(steps.last().unwrap()["visited"], answer["record"]["visited"], "{asked}");
        assert_eq!(steps.last().unwrap()["value"], answer["record"]["value"], "{asked}");
        let drawn: Vec<&str> =
            answer["spots"].as_array().unwrap().iter().map(|spot| spot["name"].as_str().unwrap()).collect();
        assert!(steps.iter().all(|step| drawn.contains(&step["path"].as_str().unwrap())), "{asked}");
    }
}
