//! Tables: how fast values spread from ends to their predecessors, beside a twin without buckets in the same run; how small
//! outcomes are, and how fast a table is probed.
//!
//!     cargo bench -p attractor-solve --bench table [-- BITS]
//!
//! The first game is made up: 2^BITS positions (26), four moves that are one to one and cheap to undo, each there or not
//! by chance, and a tenth of all positions ends. Counts and plies of both twins are asserted to be equal.

use attractor_game::{Game, Layered, Rng};
use attractor_games::Connect4;
use attractor_solve::table::{ByNumber, Spread, build_layered, check, probe, spread};
use std::time::Instant;

mod mixed;

use mixed::{Alternating, Clock, Mixed, job};

/// The twin: a queue of positions, and every message applied where it falls; outcomes and plies, as the kernel gives them.
fn unbucketed(game: &Mixed) -> (Spread, (f64, f64)) {
    const WON: u8 = 100;
    const LOST: u8 = 101;
    let size = 1u64 << game.bits;
    let mut state: Vec<u8> = (0..size).map(|x| game.there(x).count_ones() as u8).collect();
    let mut plies = vec![0u8; size as usize];
    let mut queue: Vec<u32> = (0..size as u32).filter(|&x| state[x as usize] == 0).collect();
    queue.iter().for_each(|&x| state[x as usize] = LOST);
    let (mut next, mut messages, mut level, begun) = (Vec::new(), 0, 0, Clock::now());
    while !queue.is_empty() {
        level += 1;
        for x in queue.drain(..) {
            let lost = state[x as usize] == LOST;
            let (found, count) = game.before(x.into());
            messages += count as u64;
            for &q in &found[..count] {
                let cell = &mut state[q as usize];
                if *cell >= WON {
                    continue;
                }
                if lost {
                    *cell = WON;
                } else {
                    *cell -= 1;
                    if *cell > 0 {
                        continue;
                    }
                    *cell = LOST;
                }
                plies[q as usize] = level;
                next.push(q as u32);
            }
        }
        std::mem::swap(&mut queue, &mut next);
    }
    let times = Clock::now().since(&begun);
    let count = |of| state.iter().filter(|&&s| s == of).count() as u64;
    let decided = [count(WON), count(LOST)];
    (Spread { decided, plies: plies.iter().map(|&n| u64::from(n)).sum(), messages, disk: false }, times)
}

fn main() {
    let bits = std::env::args().find_map(|a| a.parse().ok()).unwrap_or(26);
    spreading(bits);
    if std::env::args().all(|a| a != "spread") {
        connect_four();
    }
}

fn spreading(bits: u32) {
    let game = Alternating(Mixed { bits });
    for m in 0..4 {
        for x in [0, 1, 77, game.0.mask()] {
            assert_eq!(game.0.backward(m, game.0.forward(m, x)), x, "moves can be undone");
        }
    }
    println!("2^{bits} positions; processor time is that of all threads");
    println!("| | messages | wall s | processor s | million messages per processor second |");
    println!("|---|---|---|---|---|");
    let row = |name: &str, messages: u64, wall: f64, cpu: f64| {
        println!("| {name} | {messages} | {wall:.2} | {cpu:.2} | {:.1} |", messages as f64 / cpu / 1e6);
    };
    let work = std::env::temp_dir().join(format!("attractor-bench-spread-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder");
    let mut best = [f64::INFINITY; 3];
    for _ in 0..2 {
        let (twin, (wall, cpu)) = unbucketed(&game.0);
        best[0] = best[0].min(cpu / twin.messages as f64);
        row("twin without buckets", twin.messages, wall, cpu);
        // All in memory; and with a quarter of what that takes.
        let memory = (1 << bits) * 2 + (128 << 20);
        for (name, memory, threads) in [
            ("memory, 1 thread", memory, 1),
            ("memory, 2 threads", memory, 2),
            ("disk, 1 thread", memory / 4, 1),
            ("disk, 2 threads", memory / 4, 2),
        ] {
            let (ours, times) = spread(&game, &work, &job(memory, threads), Clock::now).expect("it fits");
            let (wall, cpu) = times[1].since(&times[0]);
            assert_eq!((ours.decided, ours.plies), (twin.decided, twin.plies), "{name}");
            assert_eq!(ours.disk, name.starts_with("disk"), "{name}");
            row(name, ours.messages, wall, cpu);
            if threads == 1 {
                let place = 1 + usize::from(ours.disk);
                // A disk is waited for: that is no processor time.
                best[place] = best[place].min(if ours.disk { wall } else { cpu } / ours.messages as f64);
            }
        }
    }
    let _ = std::fs::remove_dir_all(&work);
    println!("one thread in memory is {:.2}x as fast as the twin for each message,", best[0] / best[1]);
    println!("with a quarter of the memory it takes {:.2}x the time\n", best[2] / best[1]);
}

fn connect_four() {
    let game = Connect4::new(5, 5).expect("a board");
    let out = std::env::temp_dir().join(format!("attractor-bench-table-{}", std::process::id()));
    let begun = Instant::now();
    let table = build_layered(&game, "connect4:5x5", &out, &job(2 << 30, 2)).expect("there is room");
    let seconds = begun.elapsed().as_secs_f64();
    let figures = table.figures();
    assert_eq!(
        (figures.positions, figures.won, figures.lost, figures.drawn),
        (69_763_700, 27_296_634, 28_047_793, 14_419_273)
    );
    let bits = |bytes: u64| 8.0 * bytes as f64 / figures.positions as f64;
    println!("Connect Four 5x5: {} positions in {seconds:.1} s, two threads", figures.positions);
    println!("{:.2} bits per position, {:.2} for outcomes", bits(table.size()), bits(figures.outcome_bytes));
    let mut rng = Rng::new(4);
    let mut positions = Vec::new();
    while positions.len() < 300_000 {
        let (mut p, plies) = (game.start(), rng.below(24));
        for _ in 0..plies {
            let Some(m) = rng.choose(game.moves(&p)) else { break };
            p = game.play(&p, m);
        }
        if game.moves(&p).next().is_some() {
            positions.push(p);
        }
    }
    let begun = Instant::now();
    let mut prober = table.prober();
    for p in &positions {
        assert!(probe(&game, &ByNumber, &mut prober, p).expect("a sound table").is_some(), "{}", game.number(p));
    }
    println!("{:.0} random probes per second", positions.len() as f64 / begun.elapsed().as_secs_f64());
    check(&game, &ByNumber, &table, Some(20_000), 1, &job(1 << 30, 2)).expect("a right table");
    let _ = std::fs::remove_dir_all(&out);
}
