//! The end of play in Othello: the problems 40 to 44 of the collection of the French federation (FFO), exactly, on one thread.
//!
//! Every margin is asserted. Beside each stand the nodes that Edax 4.4 takes without its learned weights. The baseline that is
//! timed in the same run is the same engine over the rules alone, on the first problem some plies later.
//!
//!     cargo bench -p attractor-solve --bench othello [-- NUMBER...]

use attractor_game::{Game, Notation, Playable, Question, Tactics};
use attractor_games::{Othello, othello::Position};
use attractor_solve::search::{Engine, Rules};
use cpu_time::ProcessTime;

/// Number, position, margin for the player to move, million nodes of Edax.
const PROBLEMS: [(u32, &str, i32, f64); 5] = [
    (40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, 21.0),
    (41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, 93.2),
    (42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, 78.2),
    (43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, 126.8),
    (44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, 151.9),
];

/// Bytes for tables.
const MEMORY: u64 = 256 << 20;

struct Solve<'a> {
    game: &'a Othello,
    only: Vec<u32>,
}

impl Question<Othello> for Solve<'_> {
    type Answer = ();
    fn without(self) {
        unreachable!("Othello has tactics")
    }
    fn with<T: Tactics<Position = Position> + Send + Sync + 'static>(self, tactics: T) {
        let Solve { game, only } = self;
        let mut engine = Engine::new(tactics, MEMORY, 1, None);
        println!("| problem | empty | margin | million nodes | Edax | ratio | CPU s | million nodes/s |");
        println!("|---|---|---|---|---|---|---|---|");
        let (mut all, mut time) = ([0.0; 2], 0.0);
        for (number, text, margin, edax) in PROBLEMS {
            if !only.is_empty() && !only.contains(&number) {
                continue;
            }
            let p = game.read(text).expect("a position");
            engine.clear();
            let begun = ProcessTime::now();
            let score = engine.score(&p).expect("nothing stops it");
            let seconds = begun.elapsed().as_secs_f64();
            assert_eq!(2 * score, margin, "problem {number}");
            let (nodes, empty) = (engine.nodes() as f64 / 1e6, text.matches('-').count());
            println!(
                "| {number} | {empty} | {margin:+} | {nodes:.1} | {edax:.1} | {:.2} | {seconds:.2} | {:.1} |",
                nodes / edax,
                nodes / seconds
            );
            (all, time) = ([all[0] + nodes, all[1] + edax], time + seconds);
        }
        println!("all: {:.1} million nodes, Edax {:.1}, {time:.1} s", all[0], all[1]);

        // The baseline: the first problem, ten plies later, each time the first move.
        let mut p = game.read(PROBLEMS[0].1).expect("a position");
        for _ in 0..10 {
            let m = game.moves(&p).next().expect("play goes on");
            p = game.play(&p, m);
        }
        engine.clear();
        let begun = ProcessTime::now();
        let score = 2 * engine.score(&p).expect("nothing stops it");
        let (nodes, fast) = (engine.nodes(), begun.elapsed().as_secs_f64());
        let mut plain = Engine::new(Rules::new(game), MEMORY / 8, 1, None);
        let begun = ProcessTime::now();
        assert_eq!(plain.score(&p).expect("nothing stops it"), score);
        let slow = begun.elapsed().as_secs_f64();
        println!(
            "{}: margin {score:+}; with tactics {nodes} nodes, {fast:.4} s; by the rules alone {} nodes, {slow:.2} s: {:.0}x",
            game.write(&p),
            plain.nodes(),
            slow / fast
        );
    }
}

fn main() {
    let only = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let game = Othello::new(8).expect("a possible size");
    game.with_tactics(Solve { game: &game, only });
}
