//! Changes texts at random and reads them in every format, for as long as it is told:
//!
//! ```text
//! cargo run --release --example fuzz_formats -- --seconds 180 [--seed N]
//! ```
//!
//! Where cargo-fuzz can run, `fuzz/` does the same guided by coverage.

use attractor_game::Rng;
use attractor_solve::graph::format::{Format, OwnerRule, Reading, read_text, write};
use std::{
    env, panic,
    process::ExitCode,
    time::{Duration, Instant},
};

const SEEDS: &[&str] = &[
    "start b\na 1: b \"c d\"\nb 2: a (1, 'A')\n\"c d\" 2 draw:\n(1, 'A') 1 1:\n",
    "# numbers\n0 1: 1 2\n1 2: 0\n2 1 draw:\n3 2: 1 1 1\n",
    "0: 1 2\n1: 2\n2:\n",
    "\u{FEFF}0 1:\t1\r\n1 2:\r\n",
    "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}\ndef f(v): return v < 4\n",
    "G = {'a': ('b',), 'b': {0x1F, -1}, 31: set(), -1: [], (1, 'x'): [None], None: frozenset()}\nprint(G); start = 'a'",
    "'''doc'''\nG: dict = {0: [1],\\\n 1: [],} # end\nowner = {0: 1, 1: 2}\nresult = {1: 'draw'}\nf = lambda s: s[0] == 1\n",
    "{1.5: ['\\x41\\u00e9\\n'], 'Ae\\n': [r'\\d'], u'': [True], frozenset({1, 2}): []}",
    "[[1, 2], [2], []]",
    "M = [[0, 1, 0], [0, 0, True], [False, 0, 0]]",
    ",a,b\na,0,1\nb,1,0\n",
    "0 1 0\n0 0 1\n0 0 0\n",
    "{\"start\": \"a\", \"owner\": {\"a\": 1, \"b\": 2}, \"moves\": {\"a\": [\"b\", 3], \"b\": [], \"3\": []}, \"result\": {\"b\": 2}}",
    "{\"\\ud83d\\ude00\": [\"\\/\"], \"/\": [null]}",
    "strict digraph \"g\" { node [shape=box]; a -> {b c} -> \"d \\\" e\" [x=y]; a [owner=1, result=draw]; start=a /* c */ }",
    "digraph { subgraph s { a; b:n -> c } -> -1.5 // x\n <b> [start=true] }",
    "0 <= v < 4 and v % 2 == 1 or not v[-1][0] in {1, 'a'} and len(v) // 2 > -1",
];

const RULES: &[&str] = &["v < 4", "double", "0, a", "v[1] == 1", "len(v) > 1", "v in (1, 'a')"];

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "=",
    "==",
    "'",
    "\"",
    "'''",
    "#",
    "\\",
    "\n",
    "\r\n",
    "\t",
    " ",
    "->",
    "--",
    "<",
    ">",
    "/*",
    "*/",
    "//",
    "0",
    "1",
    "2",
    "-",
    "_",
    ".",
    "e9",
    "0x",
    "draw",
    "start",
    "def f(v):",
    "return",
    "lambda v:",
    "not ",
    " in ",
    " and ",
    "True",
    "None",
    "set()",
    "range(",
    "len(",
    "owner",
    "result",
    "moves",
    "node",
    "subgraph",
    "digraph",
    "é",
    "😀",
    "\u{FEFF}",
    "\u{2028}",
    "\0",
    "4294967295",
    "4294967294",
    "99999999999999999999999999999999999999999",
    "\\u",
    "\\x",
];

fn main() -> ExitCode {
    let args: Vec<String> = env::args().collect();
    let option = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(otherwise)
    };
    let (seconds, seed) = (option("--seconds", 10), option("--seed", 1));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rng = Rng::new(seed);
    let mut corpus: Vec<Vec<char>> = SEEDS.iter().map(|text| text.chars().collect()).collect();
    let (mut executions, mut accepted) = (0u64, 0u64);
    while Instant::now() < end {
        let mut chars = corpus[rng.below(corpus.len())].clone();
        for _ in 0..rng.below(5) + 1 {
            change(&mut chars, &corpus, &mut rng);
        }
        chars.truncate(5_000);
        let text: String = chars.iter().collect();
        let mut right = 0;
        for format in Format::all().map(Some).chain([None]) {
            let rule = RULES.get(rng.below(2 * RULES.len()));
            let outcome = panic::catch_unwind(|| read(&text, format, rule.copied()));
            executions += 1;
            match outcome {
                Ok(read) => right += u64::from(read),
                Err(_) => {
                    println!("format {format:?}, rule {rule:?}, seed {seed}, text:\n{text:?}");
                    return ExitCode::FAILURE;
                }
            }
        }
        accepted += right;
        // Texts that are read well are good beginnings.
        if right > 0 && rng.below(50) == 0 {
            let limit = 4_000;
            if corpus.len() < limit {
                corpus.push(chars);
            } else {
                let i = SEEDS.len() + rng.below(limit - SEEDS.len());
                corpus[i] = chars;
            }
        }
    }
    println!("{executions} executions in {seconds} s, {accepted} of them read an arena; no panic");
    ExitCode::SUCCESS
}

/// One change at random.
fn change(chars: &mut Vec<char>, corpus: &[Vec<char>], rng: &mut Rng) {
    let i = rng.below(chars.len() + 1);
    let j = (i + rng.below(12)).min(chars.len());
    match rng.below(7) {
        0 => drop(chars.splice(i..i, PIECES[rng.below(PIECES.len())].chars())),
        1 => drop(chars.splice(i..j, PIECES[rng.below(PIECES.len())].chars())),
        2 => drop(chars.drain(i..j)),
        3 => {
            let copy = chars[i..j].to_vec();
            let times = if rng.below(50) == 0 { 300 } else { 1 };
            let at = rng.below(chars.len() + 1);
            drop(chars.splice(at..at, std::iter::repeat_n(copy, times).flatten()));
        }
        4 => {
            let other = &corpus[rng.below(corpus.len())];
            let from = rng.below(other.len() + 1);
            let to = (from + rng.below(40)).min(other.len());
            drop(chars.splice(i..j, other[from..to].iter().copied()));
        }
        5 if i < chars.len() => chars[i] = char::from_u32(rng.below(0x300) as u32).unwrap_or('?'),
        _ => chars.truncate(i.max(chars.len() / 2)),
    }
}

/// Whether an arena was read. It is then written and read again, and must be the same.
fn read(text: &str, format: Option<Format>, rule: Option<&str>) -> bool {
    let _ = OwnerRule::parse(text);
    let owner = rule.and_then(|rule| OwnerRule::parse(rule).ok());
    match read_text(text, "text", &Reading { format, owner, ..Reading::default() }) {
        Ok(read) => {
            for format in [Format::Arena, Format::Json, Format::Python, Format::Dot] {
                let mut out = Vec::new();
                write(&read.arena, format, &mut out).expect("a vector takes all");
                let written = String::from_utf8(out).expect("text is written");
                let again = read_text(&written, "again", &Reading { format: Some(format), ..Reading::default() });
                let again = again.unwrap_or_else(|e| panic!("{e}\n{written}")).arena;
                assert_eq!((again.names(), again.start_vertex()), (read.arena.names(), read.arena.start_vertex()));
                for v in again.vertices() {
                    assert_eq!(again.successors(v), read.arena.successors(v), "{written}");
                    assert_eq!((again.owner(v), again.end(v)), (read.arena.owner(v), read.arena.end(v)));
                }
            }
            true
        }
        Err(e) => {
            if let Some(place) = e.place() {
                assert!(place.line >= 1 && place.column >= 1 && place.width >= 1, "{e}");
                assert!(place.text.is_empty() || place.column <= place.text.chars().count() + 1, "{e}");
            }
            let _ = e.to_string();
            false
        }
    }
}
