//! Many visitors at once, on the loopback: how long they wait, and whether they are told the truth.
//!
//!     cargo run --release -p attractor-cli --example load -- target/release/attractor [VISITORS [SECONDS]]
//!
//! Each visitor asks about one random position of Connect Four or tic-tac-toe after the other. It ends by itself.

use attractor_game::Rng;
use attractor_play::{Effort, Session, open};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

fn main() {
    let mut args = std::env::args().skip(1);
    let program = args.next().expect("the path of attractor");
    let visitors: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(200);
    let seconds: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut server = Command::new(program)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let mut address = String::new();
    BufReader::new(server.stdout.take().expect("piped")).read_line(&mut address).expect("its address");
    let address = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let until = Instant::now() + Duration::from_secs(seconds);
    let (answers, most) = (Mutex::new(Vec::new()), Mutex::new(0.0_f64));
    std::thread::scope(|scope| {
        for visitor in 0..visitors {
            let (address, answers) = (&address, &answers);
            scope.spawn(move || visit(address, visitor, until, answers));
        }
        scope.spawn(|| {
            while Instant::now() < until {
                let memory = metric(&address, "process_resident_memory_bytes").unwrap_or(0.0);
                let mut most = most.lock().expect("nobody panics with the lock");
                *most = most.max(memory);
                drop(most);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
    });
    let refused = metric(&address, "attractor_jobs_refused_total");
    server.kill().expect("the server that was started here");
    let _ = server.wait();
    report(
        answers.into_inner().expect("nobody panics with the lock"),
        most.into_inner().unwrap_or(0.0),
        refused,
        visitors,
    );
}

/// One answer: how long it took, its status, and what was asked and told.
type Seen = (Duration, u16, String, String, Option<Value>);

fn visit(address: &str, visitor: u64, until: Instant, answers: &Mutex<Vec<Seen>>) {
    let mut rng = Rng::new(1_000 + visitor);
    while Instant::now() < until {
        let game = if rng.below(2) == 0 { "connect4" } else { "tictactoe" };
        let mut session = open(game).expect("a game");
        let plies = rng.below(if game == "connect4" { 40 } else { 8 });
        for _ in 0..plies {
            let Some(name) = rng.choose(session.moves().into_iter()) else { break };
            session.play(&name).expect("a legal move");
        }
        if session.finished().is_some() {
            continue;
        }
        let moves = session.line().join(" ");
        let begun = Instant::now();
        let (status, body) =
            post(address, "/api/analyse", &json!({ "game": game, "moves": moves })).unwrap_or((0, Value::Null));
        let kept = rng.below(10) == 0;
        let seen = (begun.elapsed(), status, game.to_owned(), moves, kept.then_some(body));
        answers.lock().expect("nobody panics with the lock").push(seen);
    }
}

fn post(address: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(300)))?;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let status = text.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
}

fn metric(address: &str, name: &str) -> Option<f64> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

fn report(mut seen: Vec<Seen>, memory: f64, refused: Option<f64>, visitors: u64) {
    let good = seen.iter().filter(|s| s.1 == 200).count();
    let mut others = std::collections::BTreeMap::new();
    for s in seen.iter().filter(|s| s.1 != 200) {
        *others.entry(s.1).or_insert(0u32) += 1;
    }
    seen.sort_by_key(|s| s.0);
    let at = |share: f64| seen[((seen.len() - 1) as f64 * share) as usize].0.as_secs_f64();
    println!(
        "{visitors} visitors, {} answers, {good} good, others by status {others:?}, turned away {refused:?}",
        seen.len()
    );
    println!("seconds: half {:.2}, nine tenths {:.2}, p99 {:.2}, longest {:.2}", at(0.5), at(0.9), at(0.99), at(1.0));
    println!("memory of the server at most {:.0} MB", memory / 1e6);
    // A sample is compared with the truth, as far as that is quick to have.
    let mut compared = 0;
    for (_, _, game, moves, body) in seen.iter().filter(|s| s.1 == 200) {
        let Some(body) = body.as_ref().filter(|_| game != "connect4" || moves.len() >= 2 * 14) else { continue };
        let mut session: Box<dyn Session> = open(game).expect("a game");
        session.play_line(moves).expect("moves that were played");
        let truth = session.analyse(&Effort::default(), &mut |_| {}).expect("a value");
        assert_eq!(body["position"]["outcome"], truth.position.outcome, "{game} {moves}");
        assert_eq!(body["position"]["plies"], json!(truth.position.plies), "{game} {moves}");
        for (shown, known) in body["moves"].as_array().expect("moves").iter().zip(&truth.moves) {
            assert_eq!(
                (&shown["outcome"], &shown["plies"]),
                (&json!(known.outcome), &json!(known.plies)),
                "{game} {moves}"
            );
        }
        compared += 1;
        if compared == 300 {
            break;
        }
    }
    println!("{compared} answers compared with the truth: all right");
    assert!(others.is_empty() && compared > 0, "every answer is good");
}
