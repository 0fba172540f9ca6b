//! Small measurements whose every answer is checked, beside a plain twin that is timed in the same run.
//!
//! The twin of a game with tactics is the exact solver that knows none; the twin of that solver is memoised recursion; the
//! twin of the attractors is one plain backward search per player. Where a twin would take hours there is none, and the
//! answer is compared with what is published.

use crate::{Effort, truth::oracle};
use attractor_game::{Draw, Error, Game, Outcome, Playable, Player, Rng, Value, is_over, moves_of};
use attractor_games::{Chomp, Connect4, Domineering, Mnk};
use attractor_solve::{
    graph::{Arena, Attractors, Builder, Names, Transposed},
    search::{Limits, Plain, Solver},
};
use serde::Serialize;
use std::{sync::atomic::Ordering, time::Instant};

/// A measurement by name.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// It takes longer than a few seconds.
    pub long: bool,
    run: fn(&Effort<'_>) -> Result<Measured, Error>,
}

/// Every measurement.
pub static CASES: &[Case] = &[
    Case { name: "connect4-5x4", long: false, run: |effort| connect4(effort, 5, 4, DRAW, true) },
    Case { name: "connect4-6x5", long: false, run: |effort| connect4(effort, 6, 5, DRAW, false) },
    Case { name: "connect4-7x5", long: false, run: |effort| connect4(effort, 7, 5, DRAW, false) },
    Case { name: "connect4-7x6", long: true, run: |effort| connect4(effort, 7, 6, Value::Win(41), false) },
    Case { name: "connect4-ply-18", long: false, run: |effort| random_connect4(effort, 18, 10) },
    Case { name: "connect4-ply-24", long: false, run: |effort| random_connect4(effort, 24, 100) },
    Case { name: "domineering-5x6", long: false, run: |e| outcome(e, &Domineering::new(5, 6)?, Outcome::Loss, true) },
    Case { name: "domineering-8x8", long: false, run: |e| outcome(e, &Domineering::new(8, 8)?, Outcome::Win, false) },
    Case { name: "domineering-7x9", long: true, run: |e| outcome(e, &Domineering::new(7, 9)?, Outcome::Loss, false) },
    Case { name: "mnk-4,4,4", long: false, run: |e| outcome(e, &Mnk::new(4, 4, 4)?, Outcome::Draw, true) },
    Case { name: "chomp-8x8", long: false, run: |effort| plainly(effort, &Chomp::new(8, 8)?, Outcome::Win) },
    Case { name: "arena-500000", long: false, run: |_| Ok(arena(500_000)) },
];

/// Where nobody wins.
const DRAW: Value = Value::Draw(Draw::Final);

/// What one measurement found.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct BenchRecord {
    /// The measurement.
    pub name: &'static str,
    /// What was found.
    pub answer: String,
    /// What is right: published, or found by the twin.
    pub right: String,
    /// They are the same.
    pub correct: bool,
    /// Positions entered; states of an arena.
    pub nodes: u64,
    /// Wall time.
    pub seconds: f64,
    /// Nodes in a second.
    pub rate: f64,
    /// The twin, if there is one.
    pub twin: Option<TwinRecord>,
    /// How many times as long the twin took.
    pub ratio: Option<f64>,
}

/// The plain solver beside.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct TwinRecord {
    /// What it is.
    pub name: &'static str,
    /// Wall time.
    pub seconds: f64,
}

struct Measured {
    answer: String,
    right: String,
    nodes: u64,
    seconds: f64,
    twin: Option<TwinRecord>,
}

impl Measured {
    /// Three must agree: what is published, what was found, and the twin.
    fn compare(&mut self, twins: String, twin: TwinRecord) {
        if twins != self.right {
            self.right = format!("{} (published) or {twins} (the twin)", self.right);
        }
        self.twin = Some(twin);
    }
}

impl Case {
    /// Measures. A wrong answer is no error: the record says so.
    pub fn run(&self, effort: &Effort<'_>) -> Result<BenchRecord, Error> {
        if effort.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Error::limit("search-stopped", "stopped before the answer was found"));
        }
        // One thread: ratios are of work, not of machines.
        let Measured { answer, right, nodes, seconds, twin } = (self.run)(&Effort { threads: 1, ..*effort })?;
        Ok(BenchRecord {
            name: self.name,
            correct: answer == right,
            answer,
            right,
            nodes,
            seconds,
            rate: nodes as f64 / seconds,
            ratio: twin.as_ref().map(|twin| twin.seconds / seconds),
            twin,
        })
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed().as_secs_f64())
}

fn words(value: Value) -> String {
    match value.plies() {
        Some(plies) => format!("{} in {plies}", value.outcome()),
        None => value.outcome().to_string(),
    }
}

/// Exact values through the game's tactics, each from an empty table, with nodes and seconds of all.
fn values<G: Playable>(effort: &Effort<'_>, game: &G, positions: &[G::Position]) -> Result<(String, u64, f64), Error> {
    let (mut answers, mut nodes, mut seconds) = (Vec::new(), 0, 0.0);
    for p in positions {
        let mut oracle = oracle(game, effort)?;
        let (value, took) = timed(|| oracle.value(p));
        answers.push(words(value?));
        nodes += oracle.nodes();
        seconds += took;
    }
    Ok((answers.join(", "), nodes, seconds))
}

/// The same by exact search without tactics.
fn values_of_twin<G: Playable>(
    effort: &Effort<'_>,
    game: &G,
    positions: &[G::Position],
) -> Result<(String, TwinRecord), Error> {
    let (mut answers, mut seconds) = (Vec::new(), 0.0);
    for p in positions {
        let mut solver = Solver::new(game, Limits { memory: 1 << 30, stop: effort.stop })?;
        let (value, took) = timed(|| solver.value(p));
        answers.push(words(value?));
        seconds += took;
    }
    Ok((answers.join(", "), TwinRecord { name: "exact search", seconds }))
}

fn connect4(effort: &Effort<'_>, width: usize, height: usize, right: Value, twin: bool) -> Result<Measured, Error> {
    let game = Connect4::new(width, height)?;
    // No more than pays: the pages of a large table take longer than a small board.
    let effort = &Effort { memory: effort.memory.min(if height > 5 { 256 << 20 } else { 16 << 20 }), ..*effort };
    let (answer, nodes, seconds) = values(effort, &game, &[game.start()])?;
    let mut measured = Measured { answer, right: words(right), nodes, seconds, twin: None };
    if twin {
        let (same, record) = values_of_twin(effort, &game, &[game.start()])?;
        measured.compare(same, record);
    }
    Ok(measured)
}

/// Positions after so many random moves, still in play, compared with the twin one by one.
fn random_connect4(effort: &Effort<'_>, plies: usize, count: usize) -> Result<Measured, Error> {
    let game = Connect4::new(7, 6)?;
    let mut rng = Rng::new(plies as u64);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut p = game.start();
        let played = (0..plies).all(|_| match rng.choose(moves_of(&game, &p).into_iter()) {
            Some(m) => {
                p = game.play(&p, m);
                true
            }
            None => false,
        });
        if played && !is_over(&game, &p) {
            positions.push(p);
        }
    }
    // A small table: most of these take less time than clearing a large one.
    let effort = &Effort { memory: effort.memory.min(4 << 20), ..*effort };
    let (answer, nodes, seconds) = values(effort, &game, &positions)?;
    let (right, twin) = values_of_twin(effort, &game, &positions)?;
    // All the values would be long to read.
    let same = answer == right;
    let short = |values: String| if same { format!("{count} values") } else { values };
    Ok(Measured { answer: short(answer), right: short(right), nodes, seconds, twin: Some(twin) })
}

/// Who wins from the start, through the game's tactics.
fn outcome<G: Playable>(effort: &Effort<'_>, game: &G, right: Outcome, twin: bool) -> Result<Measured, Error> {
    let start = game.start();
    let mut oracle = oracle(game, effort)?;
    let (answer, seconds) = timed(|| oracle.outcome(&start));
    let (answer, nodes) = (answer?.to_string(), oracle.nodes());
    let mut measured = Measured { answer, right: right.to_string(), nodes, seconds, twin: None };
    if twin {
        let mut solver = Solver::new(game, Limits { memory: effort.memory, stop: effort.stop })?;
        let (same, seconds) = timed(|| solver.outcome(&start));
        measured.compare(same?.to_string(), TwinRecord { name: "exact search", seconds });
    }
    Ok(measured)
}

/// Exact search on a game without tactics, beside memoised recursion, which keeps every position it meets.
fn plainly<G: Playable>(effort: &Effort<'_>, game: &G, right: Outcome) -> Result<Measured, Error> {
    let start = game.start();
    let mut solver = Solver::new(game, Limits { memory: effort.memory, stop: effort.stop })?;
    let (answer, seconds) = timed(|| solver.outcome(&start));
    let (answer, nodes) = (answer?.to_string(), solver.nodes());
    let mut measured = Measured { answer, right: right.to_string(), nodes, seconds, twin: None };
    let (same, seconds) = timed(|| Plain::new(game).outcome(&start));
    measured.compare(same.to_string(), TwinRecord { name: "memoised recursion", seconds });
    Ok(measured)
}

/// Attractors of both players on a random arena: alternating owners, one state in twenty final.
fn arena(states: usize) -> Measured {
    let mut rng = Rng::new(7);
    let mut builder = Builder::with_capacity(states, 4 * states);
    for v in 0..states {
        let count = if rng.below(20) == 0 { 0 } else { 1 + rng.below(7) };
        let row: Vec<u32> = (0..count).map(|_| (2 * rng.below(states / 2) + 1 - v % 2) as u32).collect();
        builder.push(Player::BOTH[v % 2], &row, None).expect("an arena holds so many states");
    }
    let arena = builder.finish(Names::Numbers, 0);
    let (attractors, seconds) = timed(|| Attractors::of(&arena));
    let (naive, twin) = timed(|| {
        let rows = Transposed::naive(&arena);
        Player::BOTH.map(|player| backward(&arena, &rows, player))
    });
    let wrong = arena.vertices().find(|&v| {
        let twin = Player::BOTH.into_iter().zip(&naive).find_map(|(player, ranks)| Some((player, ranks[v as usize]?)));
        attractors.winner(v).zip(attractors.rank(v)) != twin
    });
    let won = Player::BOTH.map(|player| attractors.won(player));
    let right = format!("won {} / {}", won[0], won[1]);
    Measured {
        answer: wrong.map_or_else(|| right.clone(), |v| format!("another rank of state {v}")),
        right,
        nodes: arena.len() as u64,
        seconds,
        twin: Some(TwinRecord { name: "plain backward search", seconds: twin }),
    }
}

/// One player's attractor, the plain way.
fn backward(arena: &Arena, rows: &Transposed, player: Player) -> Vec<Option<u32>> {
    let mut rank = vec![None; arena.len()];
    let mut open: Vec<u32> = arena.vertices().map(|v| arena.degree(v)).collect();
    let mut queue = std::collections::VecDeque::new();
    for v in arena.vertices() {
        if arena.end(v).and_then(|end| end.winner()) == Some(player) {
            rank[v as usize] = Some(0);
            queue.push_back(v);
        }
    }
    while let Some(v) = queue.pop_front() {
        for &u in rows.predecessors(v) {
            open[u as usize] -= 1;
            if rank[u as usize].is_none() && (arena.owner(u) == player || open[u as usize] == 0) {
                rank[u as usize] = rank[v as usize].map(|n: u32| n + 1);
                queue.push_back(u);
            }
        }
    }
    rank
}
