//! The server asked as a browser asks it, and as nobody should.

use crate::client::{House, Reply};
use attractor_game::Rng;
use attractor_play::{Effort, open};
use attractor_web::Config;
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    time::{Duration, Instant},
};

fn house() -> House {
    House::new(Config::default())
}

/// A value has what a schema demands. Only what the description uses is understood.
fn fits(value: &Value, schema: &Value, all: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(value, &all[name.rsplit('/').next().unwrap()], all);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().try_for_each(|part| fits(value, part, all));
    }
    if let Some(options) = schema["anyOf"].as_array() {
        let errors: Vec<String> = options.iter().filter_map(|option| fits(value, option, all).err()).collect();
        return if errors.len() < options.len() { Ok(()) } else { Err(errors.join("; ")) };
    }
    if let Some(known) = schema["enum"].as_array()
        && !known.contains(value)
    {
        return Err(format!("{value} is none of {known:?}"));
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("a type {other}"),
    };
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        Value::Null => Vec::new(),
        kind => vec![kind.clone()],
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(kind.as_str().unwrap())) {
        return Err(format!("{value} is no {kinds:?}"));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap();
        let field = value.get(name).ok_or_else(|| format!("no field {name}"))?;
        fits(field, &schema["properties"][name], all).map_err(|e| format!("{name}: {e}"))?;
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &schema["items"], all)?;
    }
    Ok(())
}

fn description() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// Every route is described, every description is a route, and every example is answered as described.
#[test]
fn the_description_is_true() {
    let (house, api) = (house(), description());
    let all = &api["components"]["schemas"];
    let source = include_str!("../../src/server.rs");
    let mut routes: Vec<String> = Vec::new();
    for part in source.split(".route(\"").skip(1) {
        let path = part.split('"').next().unwrap();
        match path {
            "/" | "/{name}" => {}
            "/health" | "/metrics" => routes.push(path.to_owned()),
            path => routes.push(format!("/api{path}")),
        }
    }
    let mut described: Vec<String> = api["paths"].as_object().unwrap().keys().cloned().collect();
    routes.sort();
    described.sort();
    assert_eq!(routes, described);
    let (mut asked, mut fields) = (0, 0);
    for (path, methods) in api["paths"].as_object().unwrap() {
        if path.contains('{') {
            continue;
        }
        let reply = match &methods["post"] {
            Value::Null => house.get(path),
            post => {
                let body = &post["requestBody"]["content"]["application/json"];
                fits(&body["example"], &body["schema"], all).unwrap_or_else(|e| panic!("example of {path}: {e}"));
                // Every field of a request is one that the server knows, and it knows no others.
                let name = body["schema"]["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
                if all[name]["additionalProperties"] == json!(false) {
                    let mut wrong = body["example"].clone();
                    wrong["no such field"] = json!(1);
                    let told = house.post(path, &wrong).text();
                    assert!(told.contains("unknown field"), "{path}: {told}");
                    for field in all[name]["properties"].as_object().unwrap().keys() {
                        assert!(told.contains(&format!("`{field}`")), "{path}: {field} is unknown: {told}");
                        fields += 1;
                    }
                }
                house.post(path, &body["example"])
            }
        };
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        asked += 1;
        let operation = if methods["post"].is_null() { &methods["get"] } else { &methods["post"] };
        let content = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        if !content.is_null() {
            fits(&reply.json(), content, all).unwrap_or_else(|e| panic!("{path}: {e}"));
        }
    }
    assert!(asked >= 13 && fields > 50, "{asked} {fields}");
}

/// What the page shows of a position is what the game's session tells.
#[test]
fn values_are_those_of_the_session() {
    let (house, mut rng) = (house(), Rng::new(6));
    for (spec, plies) in [("tictactoe", 3), ("connect4", 24), ("connect4:5x4", 4), ("chomp:3x4", 1), ("nim:3+4+5", 2)] {
        for _ in 0..4 {
            let mut session = open(spec).unwrap();
            for _ in 0..plies {
                let Some(name) = rng.choose(session.moves().into_iter()) else { break };
                session.play(&name).unwrap();
            }
            let truth = session.analyse(&Effort::default(), &mut |_| {}).unwrap();
            let asked = json!({ "game": spec, "moves": session.line().join(" ") });
            let answer = house.post("/api/analyse", &asked).json();
            for field in ["game", "position", "turn", "outcome", "plies", "draw", "margin", "best"] {
                assert_eq!(answer["position"][field], json!(truth.position)[field], "{asked} {field}");
            }
            for (shown, known) in answer["moves"].as_array().unwrap().iter().zip(&truth.moves) {
                for field in ["move", "outcome", "plies", "margin"] {
                    assert_eq!(shown[field], json!(known)[field], "{asked} {field}");
                }
            }
            let board = house.post("/api/position", &asked).json();
            assert_eq!(board["moves"].as_array().unwrap().len(), truth.moves.len());
            assert!(board["svg"].as_str().unwrap().starts_with("<svg"), "{asked}");
        }
    }
    // The opening comes from the book: nothing to wait for.
    let answer = house.post("/api/analyse", &json!({ "game": "connect4" })).json();
    assert_eq!(answer["position"]["plies"], 41);
    assert_eq!(answer["position"]["best"], json!(["4"]));
}

#[test]
fn events_come_in_order() {
    let house = house();
    let events = house.events("/api/analyse", &json!({ "game": "connect4", "moves": "444444", "lang": "fr" }));
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.iter().filter(|name| **name == "estimate").count(), 1, "{names:?}");
    assert_eq!(names.iter().filter(|name| **name == "move").count(), 6, "{names:?}");
    let (last, answer) = events.last().unwrap();
    assert_eq!((last.as_str(), answer["moves"].as_array().unwrap().len()), ("done", 6));
    assert!(
        answer["sentence"].as_str().unwrap().contains("gagne") || answer["sentence"].as_str().unwrap().contains("nul")
    );
    let told: Vec<&Value> = events.iter().filter(|(name, _)| name == "move").map(|(_, data)| data).collect();
    assert_eq!(json!(told), answer["moves"], "what was told on the way is the answer");
    let failed = house.events("/api/analyse", &json!({ "game": "connect5" }));
    assert_eq!((failed.len(), failed[0].0.as_str()), (1, "failed"));
    assert_eq!(failed[0].1["error"]["suggestion"], "connect4");
}

/// The notes' graph: layers, sentences, the picture's places.
#[test]
fn the_graph_of_the_course() {
    let house = house();
    let text = "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}";
    let asked = json!({ "text": text, "owner": "v < 4", "attractor": 1 });
    let answer = house.post("/api/graph", &asked).json();
    assert_eq!(answer["record"]["layers"]["1"], json!([["7"], ["2"], ["4"], ["0", "1"]]));
    assert_eq!(answer["last"], 4, "a step for each layer, and one for all");
    assert!(answer["steps"][4]["sentence"].as_str().unwrap().ends_with("complete with 5 states."));
    let why = |name: &str| {
        let vertex = answer["vertices"].as_array().unwrap().iter().find(|v| v["name"] == name).unwrap().clone();
        vertex["why"].as_str().unwrap().to_owned()
    };
    assert_eq!(why("4"), "4 belongs to 2, and all its successors {2} are in A_1 of 1.");
    assert_eq!(why("2"), "2 belongs to 1, and its successor 7 is in A_0 of 1.");
    assert_eq!(why("7"), "7 is final and won for 1: it is in A_0 of 1.");
    assert_eq!(answer["steps"][3]["sentence"], "A_3 of 1 adds {0, 1}: 5 states now.");
    let mut spots: Vec<&str> =
        answer["spots"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    spots.sort_unstable();
    assert_eq!(spots, ["0", "1", "2", "3", "4", "5", "6", "7"]);
    // A strategy that loses, and the play that shows it.
    let mut tried = asked.clone();
    tried["strategy"] = json!("0 -> 5\n1 -> 5\n2 -> 7");
    tried["player"] = json!(1);
    let checked = house.post("/api/graph/check", &tried).json();
    assert_eq!((&checked["winning"], &checked["refutation"]["play"]), (&json!(false), &json!(["0", "5", "3"])));
    tried["strategy"] = json!("optimal");
    assert_eq!(house.post("/api/graph/check", &tried).json()["winning"], true);
    // As many layers as states: listed once, and not all told.
    let chain: Vec<String> = (0..100_000).map(|v| format!("{v}:[{}]", v + 1)).collect();
    let asked = json!({ "text": format!("{{{},100000:[]}}", chain.join(",")), "owner": "v % 2 == 0" });
    let long = house.post("/api/graph", &asked);
    assert_eq!(long.status, 200, "{}", long.text());
    assert_eq!(long.json()["record"]["states"], 100_001);
    assert!(long.json()["steps"].as_array().unwrap().len() <= 5_001);
    // Positions of a game keep their names, however the picture shortens them.
    let unfolded = house.post("/api/graph", &json!({ "game": "nim:9,take=1-2", "attractor": 2 })).json();
    let names = |list: &Value| -> Vec<String> {
        let mut names: Vec<String> =
            list.as_array().unwrap().iter().map(|v| v["name"].as_str().unwrap().to_owned()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(&unfolded["spots"]), names(&unfolded["vertices"]));
    assert_eq!(unfolded["record"]["won"]["2"], 10);
}

#[test]
fn the_tree_of_the_course() {
    let house = house();
    let asked = json!({
        "game": "connect4", "position": "....J../R...RR./RJ..JRR/JJRJJJR J", "only": "3,4,5", "depth": 2,
        "algorithm": "alpha-beta",
    });
    let answer = house.post("/api/tree", &asked).json();
    assert_eq!((&answer["record"]["value"], &answer["record"]["visited"]), (&json!(0), &json!(12)));
    assert_eq!(answer["record"]["nodes"], 13);
    let steps = answer["steps"].as_array().unwrap();
    assert_eq!((steps.len(), &answer["last"]), (12, &json!(12)));
    assert!(steps.iter().any(|step| step["cut"] == "-1 <= alpha = -1"));
    assert_eq!((&steps[11]["path"], &steps[11]["value"]), (&json!(""), &json!(0)));
    let hand =
        r#"{"player":1,"children":[{"children":[{"value":3},{"value":5}]},{"children":[{"value":2},{"value":9}]}]}"#;
    let answer = house.post("/api/tree", &json!({ "tree": hand, "depth": 2, "algorithm": "alpha-beta" })).json();
    assert_eq!((&answer["record"]["value"], &answer["record"]["visited"]), (&json!(3), &json!(6)));
}

#[test]
fn every_format_is_written() {
    let house = house();
    let begins = |kind: &str, format: &str, more: Value| -> Vec<u8> {
        let mut asked = json!({ "kind": kind, "format": format });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = house.post("/api/export", &asked);
        assert_eq!(reply.status, 200, "{kind} {format}: {}", reply.text());
        assert!(reply.header("content-disposition").unwrap().contains("attractor-"), "{kind} {format}");
        reply.body
    };
    let at = json!({ "game": "tictactoe", "moves": "b2 b1" });
    let graph = json!({ "text": "{0: [1], 1: []}", "owner": "v == 0" });
    let tree = json!({ "game": "tictactoe", "depth": 1 });
    let games = json!({ "game": "tictactoe", "first": "random", "second": "first", "games": 4 });
    for (kind, more) in
        [("board", &at), ("analysis", &at), ("history", &at), ("graph", &graph), ("tree", &tree), ("match", &games)]
    {
        for (format, magic) in [
            ("svg", &b"<svg"[..]),
            ("png", b"\x89PNG"),
            ("pdf", b"%PDF"),
            ("tex", b"\\documentclass"),
            ("tikz", b"\\begin{tikzpicture}"),
            ("beamer", b"\\documentclass"),
            ("json", b"{"),
        ] {
            let bytes = begins(kind, format, more.clone());
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
            assert!(head.contains(&*String::from_utf8_lossy(magic)), "{kind} {format}: {head}");
        }
        assert!(!begins(kind, "py", more.clone()).is_empty());
    }
    assert!(String::from_utf8(begins("graph", "dot", graph.clone())).unwrap().contains("digraph"));
    let fault = house.post("/api/export", &json!({ "kind": "board", "format": "dot", "game": "tictactoe" }));
    assert_eq!((fault.status, fault.error().as_str()), (400, "draw-no-dot"));
    let fault = house.post("/api/export", &json!({ "kind": "grap", "format": "svg" }));
    assert_eq!((fault.status, fault.json()["error"]["suggestion"].as_str()), (400, Some("graph")));
}

#[test]
fn matches_and_machines() {
    let house = house();
    let asked = json!({ "game": "connect4", "first": "minimax:depth=1-2", "second": "careless:depth=1,mistakes=90", "games": 10, "seed": 3 });
    let answer = house.post("/api/match", &asked).json();
    assert_eq!((answer["rows"].as_array().unwrap().len(), answer["cells"].as_array().unwrap().len()), (2, 2));
    assert!(answer["cells"][1]["first"]["wins"].as_u64().unwrap() >= 6, "{answer}");
    for player in ["perfect", "random", "minimax:depth=2", "search:depth=3", "careless:mistakes=50", "uct:playouts=50"]
    {
        let chosen = house.post("/api/choose", &json!({ "game": "tictactoe", "moves": "b2", "player": player })).json();
        assert!(chosen["move"].is_string(), "{player}: {chosen}");
    }
    for program in ["uci:command=true", "gtp:command=true", "hub:command=true", "nboard:command=true"] {
        let refused = house.post("/api/choose", &json!({ "game": "tictactoe", "player": program })).json();
        assert_eq!(refused["error"]["id"], "program-not-here", "{program}: {refused}");
    }
    let wins = house.post("/api/choose", &json!({ "game": "chomp:2x3", "player": "perfect" })).json();
    let best = house.post("/api/analyse", &json!({ "game": "chomp:2x3" })).json();
    assert!(best["position"]["best"].as_array().unwrap().contains(&wins["move"]));
}

#[test]
fn bad_requests_are_told_kindly() {
    let house = house();
    let status = |reply: Reply, status: u16, id: &str| {
        assert_eq!((reply.status, reply.error().as_str()), (status, id), "{}", reply.text());
        for name in ["content-security-policy", "x-content-type-options", "referrer-policy"] {
            assert!(reply.header(name).is_some(), "{name}");
        }
    };
    let json_of = ("Content-Type", "application/json");
    for (path, body, want, id) in [
        ("/api/analyse", "{", 400, "bad-request"),
        ("/api/analyse", "", 400, "bad-request"),
        ("/api/analyse", "[1]", 400, "bad-request"),
        ("/api/analyse", r#"{"game": 7}"#, 400, "bad-request"),
        ("/api/analyse", r#"{"gmae": "nim"}"#, 400, "bad-request"),
        ("/api/analyse", r#"{"game": "nimm"}"#, 400, "unknown-game"),
        ("/api/analyse", r#"{"game": "tictactoe", "moves": "z9"}"#, 400, "unknown-move"),
        ("/api/analyse", r#"{"game": "graph:/etc/passwd"}"#, 400, "files-not-here"),
        ("/api/analyse", r#"{"game": " tree:/etc/passwd"}"#, 400, "files-not-here"),
        ("/api/tree", r#"{"game": "connect4", "depth": 2, "heuristic": "@/etc/passwd"}"#, 400, "weights-not-here"),
        ("/api/choose", r#"{"game": "nim", "player": "minimax:depth=2,heuristic=@x"}"#, 400, "weights-not-here"),
        ("/api/tree", r#"{"game": "connect4", "depth": 99}"#, 422, "too-deep-here"),
        ("/api/tree", r#"{"depth": 2}"#, 400, "nothing-given"),
        ("/api/tree", r#"{"game": "connect4", "depth": -1}"#, 400, "bad-request"),
        ("/api/match", r#"{"game":"nim","first":"human","second":"random"}"#, 400, "human-not-here"),
        ("/api/match", r#"{"game":"nim","first":"random","second":"random","games":999999999}"#, 422, "too-many-games"),
        ("/api/graph", r#"{"text": "{"}"#, 400, "dict-unfinished"),
        ("/api/graph", r#"{"text": "{}"}"#, 400, "no-states"),
        ("/api/graph", r#"{"text": "{0: []}", "attractor": 3}"#, 400, "bad-player"),
    ] {
        let reply = house.ask("POST", path, &[json_of], body.as_bytes());
        let (got, told) = (reply.status, reply.text());
        assert_eq!(got, want, "{path} {body}: {told}");
        if id != "unknown-move" && id != "dict-unfinished" {
            status(reply, want, id);
        }
    }
    status(house.ask("POST", "/api/analyse", &[json_of], b"\xff\xfe"), 400, "bad-request");
    status(house.ask("POST", "/api/analyse", &[("Content-Type", "text/plain")], b"{}"), 415, "not-json");
    status(house.get("/api/analyse"), 405, "wrong-method");
    for path in ["/nothing", "/api/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fsrc%2flib.rs", "/a/b/c.js"]
    {
        status(house.get(path), 404, "not-there");
    }
    status(house.get("/api/tables/..%2F..%2Fetc"), 404, "no-such-table");
    status(house.ask("GET", "/", &[("Host", "evil.example")], b""), 403, "unknown-host");
    let foreign = [json_of, ("Origin", "http://evil.example")];
    status(house.ask("POST", "/api/analyse", &foreign, br#"{"game":"nim"}"#), 403, "foreign-origin");
    // In French.
    let told = house.post("/api/analyse", &json!({ "game": "graph:x", "lang": "fr" })).json();
    assert!(told["error"]["message"].as_str().unwrap().contains("collez plutôt"), "{told}");
}

#[test]
fn too_much_is_refused() {
    let house = House::new(Config { seconds: 2.0, ..Config::default() });
    let begun = Instant::now();
    for spec in [
        "connect4:99999x99999",
        "nim:1000000000",
        "nim:100000+100000",
        "chomp:9999x9999",
        "domineering:5000x5000",
        "mnk:900,900,5",
        "kayles:99999999",
        "juniper:999999999",
        "awale:99999999",
        "sum:nim:999999++nim:999999",
        "euclid:99999999999999999999,1",
        "wythoff:999999999+999999999",
    ] {
        for path in ["/api/position", "/api/analyse", "/api/graph"] {
            let reply = house.post(path, &json!({ "game": spec }));
            assert!((400..500).contains(&reply.status), "{path} {spec}: {} {}", reply.status, reply.text());
        }
    }
    // A hundred megabytes, announced and not.
    let reply = house.ask("POST", "/api/graph", &[("Content-Type", "application/json")], &vec![b' '; 100 << 20]);
    assert!(reply.status == 413 || reply.status == 0, "{}", reply.status);
    let mut stream = house.connect();
    let head = format!(
        "POST /api/graph HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        house.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [b"10000\r\n".to_vec(), vec![b' '; 0x10000], b"\r\n".to_vec()].concat();
    // Somewhere on the way the server has had enough.
    let sent = (0..1_600).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < 1_600, "all was taken");
    // A million vertices.
    let million = format!("{{{}}}", (0..1_000_000).map(|v| format!("{v}:[]")).collect::<Vec<_>>().join(","));
    let reply = house.post("/api/graph", &json!({ "text": million, "owner": "v < 4" }));
    assert!(matches!(reply.status, 413 | 422), "{}", reply.status);
    let many = format!("{{{}}}", (0..250_000).map(|v| format!("{v}:[]")).collect::<Vec<_>>().join(","));
    let reply = house.post("/api/graph", &json!({ "text": many, "owner": "v < 4" }));
    assert_eq!((reply.status, reply.error().as_str()), (422, "states-for-page"));
    // Deep nesting in JSON and in a tree.
    let deep = "[".repeat(100_000);
    assert_eq!(house.ask("POST", "/api/tree", &[("Content-Type", "application/json")], deep.as_bytes()).status, 400);
    let tree = format!("{}{}", r#"{"children":["#.repeat(5_000), "]}".repeat(5_000));
    let reply = house.post("/api/tree", &json!({ "tree": tree, "depth": 2 }));
    assert!((400..500).contains(&reply.status), "{}", reply.status);
    // Time is bounded, and the estimate comes before.
    let hard = json!({ "game": "connect4:8x7" });
    let events = house.events("/api/analyse", &hard);
    assert_eq!(events.last().unwrap().1["error"]["id"], "time-limit", "{events:?}");
    assert!(events.iter().any(|(name, _)| name == "estimate"));
    assert_eq!(house.get("/health").json()["status"], "ok");
    println!("refused all in {:?}", begun.elapsed());
}

/// Who sends the head of a request letter by letter is let go, and nobody else waits for it.
#[test]
fn slow_visitors_are_let_go() {
    let house = house();
    let mut slow: Vec<_> = (0..50).map(|_| house.connect()).collect();
    let head = format!("POST /api/analyse HTTP/1.1\r\nHost: {}\r\n", house.address);
    for stream in &mut slow {
        stream.write_all(head.as_bytes()).unwrap();
    }
    // And a body that does not come.
    let mut late = house.connect();
    late.write_all(format!("{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{").as_bytes())
        .unwrap();
    let begun = Instant::now();
    assert_eq!(house.post("/api/analyse", &json!({ "game": "tictactoe" })).status, 200);
    assert!(begun.elapsed() < Duration::from_secs(8), "nobody waits for the slow");
    for mut stream in slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || String::from_utf8_lossy(&rest).contains(" 408 "), "it ends");
    }
    assert_eq!(Reply::read(late).status, 408);
    assert!(begun.elapsed() < Duration::from_secs(40));
}

/// Whoever leaves takes the work along; whoever waits sees the place in the queue.
#[test]
fn leaving_ends_the_work() {
    let house = House::new(Config { jobs: 1, seconds: 60.0, waiting: 2, ..Config::default() });
    let ask = |accept: &str| {
        let body = json!({ "game": "connect4:8x7" }).to_string();
        let mut stream = house.connect();
        let head = format!(
            "POST /api/analyse HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: {accept}\r\nContent-Length: {}\r\n\r\n{body}",
            house.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    for accept in ["text/event-stream", "application/json"] {
        let before = house.metric("attractor_jobs_cancelled_total");
        let first = ask(accept);
        until("it runs", &|| house.metric("attractor_jobs_running") == 1.0);
        let mut second = ask("text/event-stream");
        until("it waits", &|| house.metric("attractor_jobs_waiting") == 1.0);
        let mut seen = [0; 600];
        let mut told = String::new();
        while !told.contains("event: queue") {
            let n = second.read(&mut seen).unwrap();
            assert!(n > 0, "{told}");
            told += &String::from_utf8_lossy(&seen[..n]);
        }
        assert!(told.contains(r#"{"place":1}"#), "{told}");
        let third = ask("text/event-stream");
        until("two wait", &|| house.metric("attractor_jobs_waiting") == 2.0);
        let busy = house.post("/api/analyse", &json!({ "game": "nim" }));
        assert_eq!((busy.status, busy.error().as_str(), busy.header("retry-after")), (429, "queue-full", Some("5")));
        // A board is drawn all the same.
        assert_eq!(house.post("/api/position", &json!({ "game": "connect4" })).status, 200);
        drop((first, second, third));
        until("all have gone", &|| {
            house.metric("attractor_jobs_running") == 0.0 && house.metric("attractor_jobs_waiting") == 0.0
        });
        assert_eq!(house.metric("attractor_jobs_cancelled_total"), before + 3.0);
    }
    assert_eq!(house.post("/api/analyse", &json!({ "game": "nim" })).status, 200);
}

/// Seconds of processor time that this process has taken; none where the system does not report it.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may contain spaces. Linux reports hundredths of a second.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) / 100.0)
}

/// This analysis once went on for 36 s after its visitor had left. The promise is one second.
#[test]
fn leaving_ends_an_analysis_of_go_within_seconds() {
    // Other tests share the processors, so five seconds by the clock. Other processes do, too: they do not count, because the
    // job is late only if this process has had five seconds of processor time as well.
    const LATE: f64 = 5.0;
    let house = House::new(Config { jobs: 1, seconds: 60.0, ..Config::default() });
    let running = || house.metric("attractor_jobs_running") == 1.0;
    for accept in ["application/json", "text/event-stream"] {
        let before = house.metric("attractor_jobs_cancelled_total");
        let mut stream = house.connect();
        let body = json!({ "game": "go:4x4" }).to_string();
        let head = format!(
            "POST /api/analyse HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: {accept}\r\nContent-Length: {}\r\n\r\n{body}",
            house.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let asked = Instant::now();
        // Long enough that the job is deep in its search.
        while asked.elapsed() < Duration::from_secs(1) || !running() {
            assert!(asked.elapsed() < Duration::from_secs(20), "{accept}: the job does not begin");
            std::thread::sleep(Duration::from_millis(20));
        }
        let (left, at) = (Instant::now(), processor_time());
        drop(stream);
        while running() {
            let used = processor_time().zip(at).map_or(f64::INFINITY, |(now, at)| now - at);
            let clock = left.elapsed().as_secs_f64();
            assert!(clock.min(used) < LATE, "{accept}: {clock} s after its visitor left the job still runs");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(house.metric("attractor_jobs_cancelled_total"), before + 1.0, "{accept}: the job ended by itself");
    }
}

/// However many long questions there are, quick ones are answered between them.
#[test]
fn quick_questions_do_not_wait_for_long_ones() {
    let house = House::new(Config { jobs: 2, seconds: 60.0, ..Config::default() });
    let body = json!({ "game": "connect4:8x7" }).to_string();
    let long: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = house.connect();
            let head = format!(
                "POST /api/analyse HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
                house.address,
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let begun = Instant::now();
    while house.metric("attractor_jobs_running") == 0.0 {
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
    for _ in 0..10 {
        assert_eq!(house.post("/api/analyse", &json!({ "game": "tictactoe" })).status, 200);
    }
    assert!(begun.elapsed() < Duration::from_secs(40), "long questions take a minute each");
    assert!(house.metric("attractor_jobs_running") >= 1.0, "and are still at work");
    drop(long);
}

/// Tables in the folder can be looked at and asked, and cut searches short.
#[test]
fn tables_are_browsed() {
    let folder = std::env::temp_dir().join(format!("attractor-web-tables-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let session = open("connect4:4x4").unwrap();
    let request = attractor_play::TableRequest { effort: Effort::default(), scratch: None, tell: &|_| {} };
    session.build_table(&folder.join("four"), &request).unwrap();
    let house = House::new(Config { tables: Some(folder.clone()), ..Config::default() });
    let list = house.get("/api/tables").json();
    assert_eq!((&list["tables"][0]["name"], &list["tables"][0]["positions"]), (&json!("four"), &json!(161_029)));
    let figures = house.get("/api/tables/four?lang=fr").json();
    assert_eq!(figures["record"]["game"], "connect4:4x4");
    let schemas = &description()["components"]["schemas"];
    fits(&figures, &schemas["Figures"], schemas).unwrap();
    let probed = house.post("/api/tables/four/probe", &json!({ "moves": "11" })).json();
    fits(&probed, &schemas["Analysis"], schemas).unwrap();
    let truth = open("connect4:4x4").and_then(|mut s| {
        s.play_line("11")?;
        s.analyse(&Effort::default(), &mut |_| {})
    });
    assert_eq!(probed["position"]["outcome"], truth.unwrap().position.outcome);
    assert_eq!(house.post("/api/tables/five/probe", &json!({})).json()["error"]["suggestion"], json!(null));
    let exported = house.post("/api/export", &json!({ "kind": "table", "format": "svg", "table": "four" }));
    assert!(exported.text().contains("<svg"));
    drop(house);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Tables that are being built are told of while they are, if what tells of them can be read.
#[test]
fn builds_are_followed() {
    let folder = std::env::temp_dir().join(format!("attractor-web-builds-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(folder.join(name)).unwrap();
        std::fs::write(folder.join(name).join("status.json"), text).unwrap();
    };
    std::fs::create_dir_all(folder.join("idle.work")).unwrap();
    let house = House::new(Config { tables: Some(folder.clone()), ..Config::default() });
    assert_eq!(house.get("/api/tables").json(), json!({ "tables": [], "builds": [] }));
    let status = json!({
        "game": "connect4:4x4", "progress": "listing", "layer": 12, "done": 40_000, "total": null, "processes": [{
            "process": 0, "address": "127.0.0.1:4567", "messages": 123, "parcels": 12, "bytes": 456, "bytes_sent": 1,
            "bytes_received": 2, "levels": 7, "wait_seconds": 0.5, "cpu_seconds": 12.5, "memory": 123_456_789,
        }],
    });
    write("four.work", &status.to_string());
    write("bad.work", "{ \"game\": ");
    write("number.work", "4");
    write("long.work", &format!("{status}{}", " ".repeat(1 << 20)));
    write("other", &status.to_string());
    let list = house.get("/api/tables").json();
    let schemas = &description()["components"]["schemas"];
    fits(&list, &schemas["Tables"], schemas).unwrap();
    let [build] = list["builds"].as_array().unwrap().as_slice() else { panic!("{list}") };
    assert_eq!((&build["name"], &build["status"]), (&json!("four"), &status));
    assert!((0.0..60.0).contains(&build["age"].as_f64().unwrap()), "{build}");
    std::fs::remove_file(folder.join("four.work/status.json")).unwrap();
    assert_eq!(house.get("/api/tables").json()["builds"], json!([]), "it is done");
    drop(house);
    let _ = std::fs::remove_dir_all(&folder);
}
