//! Random games and requests, drawn from the registry's grammar and from the description of the API, extreme numbers
//! included; and child processes whose memory is watched.
#![allow(dead_code)]

use attractor_game::Rng;
use attractor_play::{GAMES, PLAYERS};
use serde_json::{Map, Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Numbers at the ends of types and ranges, and beyond them.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "12",
    "15",
    "16",
    "17",
    "24",
    "25",
    "31",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "310",
    "700",
    "1000",
    "4095",
    "43690",
    "43691",
    "65535",
    "65536",
    "70000",
    "1000000",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999",
    "-1",
    "-0",
    "1e9",
    "0x10",
    "",
    "é",
];

pub(crate) fn one<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
    &of[rng.below(of.len())]
}

/// Small more often than large.
pub(crate) fn number(rng: &mut Rng) -> String {
    let most = if rng.below(3) == 0 { NUMBERS.len() } else { 20 };
    NUMBERS[rng.below(most)].to_owned()
}

/// A text of the form that a size or an option describes: capital letters stand for numbers, `...` for more of the same.
fn filled(rng: &mut Rng, form: &str) -> String {
    let mut text = String::new();
    let mut letters = form.chars().peekable();
    while let Some(c) = letters.next() {
        if c.is_ascii_uppercase() {
            while letters.peek().is_some_and(|c| c.is_ascii_uppercase()) {
                letters.next();
            }
            text += &number(rng);
        } else if !matches!(c, '[' | ']') {
            text.push(c);
        }
    }
    if let Some(head) = text.strip_suffix("...") {
        let head = head.trim_end_matches(['/', '+']);
        let between = head.chars().find(|c| matches!(c, '+' | '/')).unwrap_or('+');
        let mut parts = vec![head.to_owned()];
        let more = match rng.below(12) {
            0 => 40,
            n => n % 4,
        };
        parts.extend((0..more).map(|_| number(rng)));
        text = parts.join(&between.to_string());
    }
    text
}

/// The name of a game with a size and options, which may be impossible.
pub(crate) fn spec(rng: &mut Rng) -> String {
    let entry = one(rng, &GAMES);
    if matches!(entry.name, "graph" | "tree") {
        return format!("{}:/etc/hostname", entry.name);
    }
    if entry.name == "sum" {
        let parts = [1, 2, 2, 3, 70][rng.below(5)];
        let of = ["nim", "domineering"];
        let part = |rng: &mut Rng| {
            let name = *one(rng, &of);
            let entry = GAMES.iter().find(|entry| entry.name == name).expect("it is there");
            format!("{}:{}", entry.name, filled(rng, entry.size))
        };
        return format!("sum:{}", (0..parts).map(|_| part(rng)).collect::<Vec<_>>().join("++"));
    }
    if rng.below(4) == 0 && !entry.samples.is_empty() {
        return (*one(rng, entry.samples)).to_owned();
    }
    let mut text = entry.name.to_owned();
    if !entry.size.is_empty() && rng.below(8) > 0 {
        text = format!("{text}:{}", filled(rng, entry.size));
    }
    for option in entry.options {
        if rng.below(4) == 0 {
            text = format!("{text},{}", filled(rng, option));
        }
    }
    text
}

/// A graph as a dictionary, lines, a matrix, or nothing of the kind.
fn graph(rng: &mut Rng) -> String {
    let n = [0, 1, 2, 5, 30, 300, 1_000][rng.below(7)];
    let degree = [0, 1, 3, 40, n][rng.below(5)].min(200_000 / (n + 1));
    match rng.below(5) {
        0 => {
            let row = |rng: &mut Rng| (0..n.min(900)).map(|_| ["0", "1"][rng.below(2)]).collect::<Vec<_>>().join(",");
            (0..n.min(900)).map(|_| row(rng)).collect::<Vec<_>>().join("\n")
        }
        1 => {
            let line = |rng: &mut Rng, v: usize| {
                let to: Vec<String> = (0..degree).map(|_| rng.below(n).to_string()).collect();
                let end = if to.is_empty() { " draw" } else { "" };
                format!("{v} {}{end}: {}", 1 + rng.below(2), to.join(" "))
            };
            (0..n).map(|v| line(rng, v)).collect::<Vec<_>>().join("\n")
        }
        2 => "[".repeat(1 + rng.below(3_000)),
        _ => {
            let line = |rng: &mut Rng, v: usize| {
                let to: Vec<String> = (0..degree).map(|_| rng.below(n).to_string()).collect();
                format!("{v}: [{}]", to.join(", "))
            };
            format!("{{{}}}", (0..n).map(|v| line(rng, v)).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A tree as JSON.
fn tree(rng: &mut Rng, depth: usize) -> Value {
    if depth == 0 || rng.below(6) == 0 {
        return json!({ "value": rng.below(20) as i64 - 10 });
    }
    let children = [1, 2, 3, 30][rng.below(4)];
    json!({ "player": 1 + rng.below(2), "children": (0..children).map(|_| tree(rng, depth - 1)).collect::<Vec<_>>() })
}

fn player(rng: &mut Rng) -> String {
    let (name, _, options) = one(rng, PLAYERS);
    let mut given = Vec::new();
    for option in *options {
        if rng.below(2) == 0 {
            continue;
        }
        let key = option.split('=').next().unwrap_or(option);
        given.push(format!("{key}={}", number(rng)));
    }
    if given.is_empty() { (*name).to_owned() } else { format!("{name}:{}", given.join(",")) }
}

/// Moves, most of them illegal.
fn moves(rng: &mut Rng) -> String {
    const WORDS: &[&str] =
        &["1", "4", "a1", "b2", "1-2", "1:1", "2:a1", "ab3", "e4", "e2e4", "pass", "c3", "d5", "44", "Nf3"];
    let count = [0, 1, 2, 5, 3_000][rng.below(5)];
    (0..count).map(|_| *one(rng, WORDS)).collect::<Vec<_>>().join(" ")
}

/// What a field of a request may hold.
fn field(rng: &mut Rng, name: &str, schema: &Value) -> Value {
    if rng.below(60) == 0 {
        return one(rng, &[json!(null), json!([1]), json!({ "a": 1 }), json!(-1), json!("x")]).clone();
    }
    let word = |rng: &mut Rng, of: &[&str]| json!(*one(rng, of));
    match name {
        "game" => json!(spec(rng)),
        "moves" => json!(moves(rng)),
        "position" => word(rng, &["", "3+4+5 1", "XO./.XO/... X", "0+0 1", "25,7 1", "[3 1 ++ 2 1] 1", "/", "1"]),
        "text" => json!(graph(rng)),
        "tree" => {
            let depth = [0, 1, 3, 4][rng.below(4)];
            json!(if rng.below(6) == 0 { graph(rng) } else { tree(rng, depth).to_string() })
        }
        "player" | "first" | "second" if schema["type"] == "string" => json!(player(rng)),
        "owner" => word(rng, &["v < 4", "v % 2 == 0", "v[1]", "1", "v < ", ""]),
        "strategy" => word(rng, &["first", "last", "optimal", "always=1", "0 -> 1", "0 -> 99", "", "always="]),
        "names" => word(rng, &["Alice/Bob", "1/2", "/", "a/b/c", ""]),
        "columns" => word(rng, &["ply", "left", "rank", "row"]),
        "only" => word(rng, &["3,4,5", "1", "", "a1 b2"]),
        "heuristic" => word(rng, &["zero", "cells", "alignments=0/1/4/9", "@/etc/passwd", "mobility", "none"]),
        "algorithm" => word(rng, &["minimax", "alpha-beta", "best"]),
        "from" => word(rng, &["text", "json", "python", "matrix", "dot", "csv", "graph", ""]),
        "around" | "start" => word(rng, &["0", "1", "3+4+5 1", ""]),
        "kind" => word(rng, &["board", "analysis", "history", "graph", "tree", "match", "table", "x"]),
        "format" => word(rng, &["svg", "png", "pdf", "tex", "tikz", "beamer", "dot", "json", "py", "gif"]),
        "lang" => word(rng, &["en", "fr", "de"]),
        "table" => word(rng, &["four", ""]),
        "depth" | "levels" | "step" | "games" | "seed" | "attractor" => {
            let numbers = [0u64, 1, 2, 3, 4, 6, 9, 12, 13, 100, 1 << 20, u64::from(u32::MAX), u64::MAX];
            let most = if rng.below(3) == 0 { numbers.len() } else { 5 };
            json!(numbers[rng.below(most)])
        }
        "misere" | "cumulative" | "boards" | "blank" | "swap" => json!(rng.below(2) == 0),
        _ => json!(null),
    }
}

/// A route with a body that its description allows, or nearly.
pub(crate) fn request(rng: &mut Rng) -> (String, Value) {
    let api: &Value = {
        static API: std::sync::OnceLock<Value> = std::sync::OnceLock::new();
        API.get_or_init(|| {
            serde_json::from_str(include_str!("../../../../web/openapi.json")).expect("the description is JSON")
        })
    };
    let posts: Vec<(&String, &Value)> = api["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .filter_map(|(path, methods)| methods.get("post").map(|post| (path, post)))
        .collect();
    let (path, post) = posts[rng.below(posts.len())];
    let body = &post["requestBody"]["content"]["application/json"]["schema"];
    let name = body["$ref"].as_str().and_then(|name| name.rsplit('/').next()).unwrap_or("At");
    let schema = &api["components"]["schemas"][name];
    let mut fields = Map::new();
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut names: Vec<&str> =
        schema["properties"].as_object().into_iter().flat_map(|all| all.keys()).map(String::as_str).collect();
    if name == "Export" {
        names.extend(["game", "moves", "text", "depth", "first", "second", "games", "tree", "boards"]);
    }
    for field_name in names {
        let wanted = required.contains(&field_name) || matches!(field_name, "game" | "depth" | "format" | "kind");
        if wanted && rng.below(40) > 0 || rng.below(4) == 0 {
            let value = field(rng, field_name, &schema["properties"][field_name]);
            if !value.is_null() {
                fields.insert(field_name.to_owned(), value);
            }
        }
    }
    (path.replace("{name}", "four"), Value::Object(fields))
}

/// A server of its own, ended when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(program: &str, args: &[&str]) -> Server {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut address = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut address).expect("its address");
        let address = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// The most memory that it had, in bytes; none where the system does not tell, or where it has ended.
    pub(crate) fn peak(&self) -> Option<u64> {
        peak(self.child.id())
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(|status| status.to_string())
    }

    /// Sends a request: the status, the body and how long it took. None if no answer came.
    pub(crate) fn post(&self, path: &str, body: &Value, patience: Duration) -> Option<(u16, Vec<u8>, Duration)> {
        let (begun, body) = (Instant::now(), body.to_string());
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(patience)).ok()?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n")?;
        let status = std::str::from_utf8(&answer[..end]).ok()?.split(' ').nth(1)?.parse().ok()?;
        Some((status, answer.split_off(end + 4), begun.elapsed()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The most memory that a process had, in bytes.
pub(crate) fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// Runs a command: its exit code, peak memory and time. Ended after `patience`, when it has no exit code.
pub(crate) fn run(program: &str, args: &[&str], patience: Duration) -> (Option<i32>, u64, Duration) {
    let begun = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut most = 0;
    loop {
        most = most.max(peak(child.id()).unwrap_or(0));
        if let Some(status) = child.try_wait().expect("a child") {
            return (status.code(), most, begun.elapsed());
        }
        if begun.elapsed() > patience {
            let _ = child.kill();
            let _ = child.wait();
            return (None, most, begun.elapsed());
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}
