//! The generic engine beside its twin: Connect Four 7x6 written out by hand, with the same rules of thought, the same
//! order and the same table, but no trait, no closure and no type parameter. What the generic form costs is the ratio of
//! their times in this run; that both do the same is asserted by their scores and node counts.
//!
//!     cargo bench -p attractor-solve --bench twin [-- POSITIONS] [empty]
//!
//! One thread, CPU seconds; `empty` adds the empty board. A change to the engine's search or to the game's tactics changes node counts:
//! the same change then belongs here.

#[path = "twin/hand.rs"]
mod hand;
#[path = "twin/table.rs"]
mod table;

use attractor_game::{Game, Notation, Playable, Question, Rng, Tactics};
use attractor_games::{Connect4, connect4::Position};
use attractor_solve::search::Engine;
use cpu_time::ProcessTime;

/// Bytes for each table.
const MEMORY: u64 = 64 << 20;

/// Score, nodes and seconds of each position.
struct Generic<'a>(&'a [Position]);

impl Question<Connect4> for Generic<'_> {
    type Answer = Vec<(i32, u64, f64)>;
    fn without(self) -> Self::Answer {
        Vec::new()
    }
    fn with<T: Tactics<Position = Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        let mut engine = Engine::new(tactics, MEMORY, 1, None);
        let one = |p: &Position| {
            engine.clear();
            let begun = ProcessTime::now();
            let score = engine.score(p).expect("nobody stops it");
            (score, engine.nodes(), begun.elapsed().as_secs_f64())
        };
        self.0.iter().map(one).collect()
    }
}

fn by_hand(lines: &[String]) -> Vec<(i32, u64, f64)> {
    let mut twin = hand::Twin::new(MEMORY);
    let one = |line: &String| {
        twin.clear();
        let columns: Vec<u32> = line.bytes().map(|c| u32::from(c - b'1')).collect();
        let begun = ProcessTime::now();
        let score = twin.score(&columns);
        (score, twin.nodes(), begun.elapsed().as_secs_f64())
    };
    lines.iter().map(one).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count = words.iter().find_map(|w| w.parse().ok()).unwrap_or(40);
    let game = Connect4::new(7, 6).expect("the usual board");
    println!("| positions | nodes of each | generic, s | by hand, s | generic / by hand |");
    println!("|---|---|---|---|---|");
    let mut rng = Rng::new(11);
    for ply in [8, 12, 16] {
        let (mut lines, mut positions) = (Vec::new(), Vec::new());
        while positions.len() < count {
            let (mut p, mut names) = (game.start(), Vec::new());
            while names.len() < ply
                && let Some(m) = rng.choose(game.moves(&p))
            {
                names.push(game.name(&p, m));
                p = game.play(&p, m);
            }
            if names.len() == ply && game.moves(&p).next().is_some() {
                positions.push(p);
                lines.push(game.join(&names));
            }
        }
        compare(&format!("{count} random at ply {ply}"), &game, &positions, &lines);
    }
    if words.iter().any(|w| w == "empty") {
        compare("empty board", &game, &[game.start()], &[String::new()]);
    }
}

/// Both in turns, three times; the better time of each counts.
fn compare(name: &str, game: &Connect4, positions: &[Position], lines: &[String]) {
    let mut best = [f64::INFINITY; 2];
    let mut nodes = 0;
    for _ in 0..3 {
        let generic = game.with_tactics(Generic(positions));
        let hand = by_hand(lines);
        for ((a, b), line) in generic.iter().zip(&hand).zip(lines) {
            assert_eq!((a.0, a.1), (b.0, b.1), "score and nodes after {line:?}");
        }
        nodes = generic.iter().map(|found| found.1).sum::<u64>();
        for (best, found) in best.iter_mut().zip([&generic, &hand]) {
            *best = best.min(found.iter().map(|one| one.2).sum());
        }
    }
    println!("| {name} | {nodes} | {:.3} | {:.3} | {:.3} |", best[0], best[1], best[0] / best[1]);
}
