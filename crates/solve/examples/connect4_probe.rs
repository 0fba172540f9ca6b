//! Times the engine on Connect Four positions: `connect4_probe MB THREADS SPEC [random SEED COUNT | MOVES...]`
use attractor_game::{Game, Notation, Playable, Question, Rng, Tactics};
use attractor_games::Connect4;
use attractor_solve::search::Engine;
use std::time::Instant;

type P = <Connect4 as Game>::Position;
struct Time {
    sets: Vec<(String, Vec<P>)>,
    memory: u64,
    threads: usize,
}
impl Question<Connect4> for Time {
    type Answer = ();
    fn without(self) {}
    fn with<T: Tactics<Position = P> + Send + Sync + 'static>(self, tactics: T) {
        let mut engine = Engine::new(tactics, self.memory, self.threads, None);
        for (name, set) in &self.sets {
            let (mut total, mut nodes, mut sum, mut most) = (0.0, 0, 0i64, 0f64);
            for p in set {
                engine.clear();
                let t = Instant::now();
                let s = engine.score(p).unwrap();
                let dt = t.elapsed().as_secs_f64();
                total += dt;
                most = most.max(dt);
                nodes += engine.nodes();
                sum += s as i64;
            }
            println!(
                "{name:>12} n {} score sum {sum} nodes {} mean {:.1} us (most {:.0}) {:.2} Mn/s",
                set.len(),
                nodes / set.len() as u64,
                total / set.len() as f64 * 1e6,
                most * 1e6,
                nodes as f64 / total / 1e6
            );
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let game = Connect4::from_spec(&a[2].parse().unwrap()).unwrap();
    let mut sets = vec![];
    if a.get(3).is_some_and(|w| w == "random") {
        let mut rng = Rng::new(a[4].parse().unwrap());
        for ply in [7, 10, 14, 18, 24, 30] {
            let mut set = vec![];
            while set.len() < a[5].parse().unwrap() {
                let mut p = game.start();
                for _ in 0..ply {
                    if let Some(m) = rng.choose(game.moves(&p)) {
                        p = game.play(&p, m);
                    } else {
                        break;
                    }
                }
                if game.moves(&p).next().is_some() {
                    set.push(p);
                }
            }
            sets.push((format!("ply {ply}"), set));
        }
    } else {
        let lines = if a.len() > 3 { a[3..].to_vec() } else { vec![String::new()] };
        for line in lines {
            let mut p = game.start();
            for name in game.split(&line) {
                p = game.play(&p, game.find(&p, name).unwrap());
            }
            sets.push((line, vec![p]));
        }
    }
    game.with_tactics(Time { sets, memory: a[0].parse::<u64>().unwrap() << 20, threads: a[1].parse().unwrap() });
}
