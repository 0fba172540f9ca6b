//! Connect Four through the generic engine, one thread, no book: the empty board, other sizes, and random positions
//! compared with two peers on the same positions in the same run: the crate `connect-four-ai`, and BitBully from PyPI.
//!
//!     cargo build --release --manifest-path peers/connect-four-ai/Cargo.toml
//!     cargo xtask bitbully
//!     cargo bench -p attractor-solve --bench connect4 [-- SEED COUNT] [empty]
//!
//! `empty` also asks BitBully for the empty board, which takes it minutes. Every answer is asserted: published values of
//! empty boards, and the peers' values of every random position. Without the peers only our own times are printed. Times
//! are wall seconds; tables are cleared before each position, untimed.

use attractor_game::{Game, Notation, Playable, Question, Rng, Tactics, Value};
use attractor_games::{Connect4, connect4::Position};
use attractor_solve::search::Engine;
use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    time::Instant,
};

/// Megabytes for the table.
const MEMORY: u64 = 64 << 20;

/// Scores of positions, with seconds and nodes of each.
struct Solve<'a> {
    positions: &'a [Position],
    threads: usize,
    memory: u64,
}

struct Solved {
    score: i32,
    value: Value,
    seconds: f64,
    nodes: u64,
}

impl Question<Connect4> for Solve<'_> {
    type Answer = Vec<Solved>;
    fn without(self) -> Vec<Solved> {
        Vec::new()
    }
    fn with<T: Tactics<Position = Position> + Send + Sync + 'static>(self, tactics: T) -> Vec<Solved> {
        let mut engine = Engine::new(tactics, self.memory, self.threads, None);
        let one = |p: &Position| {
            // A very large table is not cleared: that would take longer than the search.
            if self.memory <= MEMORY {
                engine.clear();
            }
            let before = engine.nodes();
            let begun = Instant::now();
            let score = engine.score(p).expect("nobody stops it");
            let seconds = begun.elapsed().as_secs_f64();
            Solved { score, value: engine.tactics().value(p, score), seconds, nodes: engine.nodes() - before }
        };
        self.positions.iter().map(one).collect()
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().filter_map(|a| a.parse().ok()).collect();
    let (seed, count) = (numbers.first().copied().unwrap_or(2), numbers.get(1).copied().unwrap_or(100) as usize);
    sizes();
    threads_and_memory(seed);
    random_positions(seed, count);
    if words.iter().any(|word| word == "empty") {
        empty_board();
    }
}

/// Winner and last ply of empty boards, as published (J. Tromp's table).
fn sizes() {
    println!("| board | value | nodes | seconds | M nodes/s |");
    println!("|---|---|---|---|---|");
    let boards = [
        ("6x4", Some(-24)),
        ("7x4", None),
        ("8x4", Some(-32)),
        ("9x4", Some(-36)),
        ("6x5", None),
        ("7x5", None),
        ("8x5", Some(39)),
        ("5x6", None),
        ("6x6", Some(-36)),
        ("6x7", Some(41)),
        ("7x6", Some(41)),
    ];
    for (size, last_ply) in boards {
        let game = Connect4::from_spec(&format!("connect4:{size}").parse().expect("a spec")).expect("a board");
        for threads in if size == "7x6" { 1..=2 } else { 1..=1 } {
            let [Solved { value, seconds, nodes, .. }] =
                &game.with_tactics(Solve { positions: &[game.start()], threads, memory: MEMORY })[..]
            else {
                panic!("one position has one value")
            };
            let right = match last_ply {
                None => matches!(value, Value::Draw(_)),
                Some(n @ 1..) => *value == Value::Win(n as u32),
                Some(n) => *value == Value::Loss(-n as u32),
            };
            assert!(right, "{size}: {value:?}");
            let rate = *nodes as f64 / seconds / 1e6;
            let several = if threads > 1 { ", 2 threads" } else { "" };
            println!("| {size}{several} | {value:?} | {nodes} | {seconds:.3} | {rate:.2} |");
        }
    }
}

/// Two threads and any memory give the same scores; what two threads gain on hard positions.
fn threads_and_memory(seed: u64) {
    let game = Connect4::new(7, 6).expect("the usual board");
    let mut rng = Rng::new(seed + 1000);
    let mut random = |ply: usize, count: usize| -> Vec<Position> {
        let mut found = Vec::new();
        while found.len() < count {
            let mut p = game.start();
            for _ in 0..ply {
                let Some(m) = rng.choose(game.moves(&p)) else { break };
                p = game.play(&p, m);
            }
            if game.moves(&p).next().is_some() {
                found.push(p);
            }
        }
        found
    };
    let solve = |positions: &[Position], threads: usize, memory: u64| {
        let solved = game.with_tactics(Solve { positions, threads, memory });
        let scores: Vec<i32> = solved.iter().map(|s| s.score).collect();
        (scores, solved.iter().map(|s| s.seconds).sum::<f64>(), solved.iter().map(|s| s.nodes).sum::<u64>())
    };
    let many = [random(12, 200), random(14, 400), random(18, 400)].concat();
    let (one, ..) = solve(&many, 1, MEMORY);
    assert_eq!(one, solve(&many, 2, MEMORY).0, "two threads");
    assert_eq!(one, solve(&many, 1, 1 << 20).0, "one megabyte");
    assert_eq!(one, solve(&many, 1, 8 << 30).0, "eight gigabytes");
    println!("\n{} positions: the same scores with two threads, with 1 MB and with 8 GB", many.len());
    let hard = [vec![game.start()], random(4, 4), random(6, 8)].concat();
    let ((one, before, nodes), (two, after, more)) = (solve(&hard, 1, MEMORY), solve(&hard, 2, MEMORY));
    assert_eq!(one, two);
    println!(
        "{} hard positions: one thread {nodes} nodes, {before:.2} s; two threads {more} nodes, {after:.2} s",
        hard.len()
    );
    println!("two threads are {:.2}x as fast", before / after);
}

fn random_positions(seed: u64, count: usize) {
    let game = Connect4::new(7, 6).expect("the usual board");
    let mut rng = Rng::new(seed);
    println!("\nrandom positions, seed {seed}, {count} per ply");
    println!("| ply | ours, mean us | nodes | connect-four-ai, mean us | ratio | BitBully, mean us | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for ply in [7, 10, 14, 18, 24, 30] {
        let mut lines: Vec<String> = Vec::new();
        let mut positions = Vec::new();
        while positions.len() < count {
            let (mut p, mut names) = (game.start(), Vec::new());
            for _ in 0..ply {
                let Some(m) = rng.choose(game.moves(&p)) else { break };
                names.push(game.name(&p, m));
                p = game.play(&p, m);
            }
            if game.moves(&p).next().is_some() {
                positions.push(p);
                lines.push(game.join(&names));
            }
        }
        let ours = game.with_tactics(Solve { positions: &positions, threads: 1, memory: MEMORY });
        let mean = |total: f64| 1e6 * total / count as f64;
        let mine = mean(ours.iter().map(|s| s.seconds).sum());
        let nodes = ours.iter().map(|s| s.nodes).sum::<u64>() / count as u64;
        let mut row = format!("| {ply} | {mine:.1} | {nodes} |");
        // BitBully takes seconds for a position near the beginning.
        for theirs in [connect_four_ai(&lines), if ply < 14 { None } else { bitbully(&lines) }] {
            match theirs {
                None => row += " - | - |",
                Some(theirs) => {
                    assert_eq!(theirs.len(), count, "a peer answers every line");
                    for (i, ((score, _), own)) in theirs.iter().zip(&ours).enumerate() {
                        assert_eq!(*score, own.score, "{}", lines[i]);
                    }
                    let other = mean(theirs.iter().map(|(_, seconds)| seconds).sum());
                    row += &format!(" {other:.1} | {:.1}x |", other / mine);
                }
            }
        }
        println!("{row}");
    }
}

/// The empty board of the usual size, beside BitBully.
fn empty_board() {
    let game = Connect4::new(7, 6).expect("the usual board");
    let Some(theirs) = bitbully(&[String::new()]) else {
        println!("\nBitBully is not installed: cargo xtask bitbully");
        return;
    };
    let ours = game.with_tactics(Solve { positions: &[game.start()], threads: 1, memory: MEMORY });
    assert_eq!((ours[0].score, theirs[0].0), (1, 1), "the first player wins with the last disc but one");
    println!("\n| empty 7x6 board | ours, s | BitBully, s | ratio |\n|---|---|---|---|");
    println!("| win in 41 | {:.2} | {:.2} | {:.1}x |", ours[0].seconds, theirs[0].1, theirs[0].1 / ours[0].seconds);
}

fn peers() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../peers")
}

fn connect_four_ai(lines: &[String]) -> Option<Vec<(i32, f64)>> {
    ask(&mut Command::new(peers().join("connect-four-ai/target/release/peer-connect-four-ai")), lines)
}

fn bitbully(lines: &[String]) -> Option<Vec<(i32, f64)>> {
    let folder = peers().join("bitbully");
    ask(Command::new(folder.join("target/bin/python")).arg(folder.join("solve.py")), lines)
}

/// A peer's scores and seconds, if it is there.
fn ask(peer: &mut Command, lines: &[String]) -> Option<Vec<(i32, f64)>> {
    let mut child = peer.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let text = lines.join("\n") + "\n";
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    said.lines().map(|line| line.split_once(' ').and_then(|(s, t)| Some((s.parse().ok()?, t.parse().ok()?)))).collect()
}
