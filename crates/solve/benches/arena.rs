//! Arenas of ten million vertices, from the text of a file to the attractors of both players, on one core.
//!
//! Each answer is asserted against a naive twin that is timed in the same run: rows transposed by writing every move
//! where it belongs, then one plain backward search per player. Times are CPU seconds.
//!
//!     cargo bench -p attractor-solve --bench arena [-- VERTICES]

use attractor_game::{Player, Rng};
use attractor_solve::graph::{Arena, Attractors, Transposed, format};
use cpu_time::ProcessTime;
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

fn main() {
    let most = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(10_000_000usize);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench.arena");
    println!(
        "| graph | vertices | moves | parse | transpose | attractors | total | naive transpose | naive attractors | ratio after parsing |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (name, write) in
        [("random", random as fn(&mut dyn Write, usize)), ("torus", torus), ("subtraction 1-4", subtraction)]
    {
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&file).expect("the target folder is writable"));
        write(&mut out, most);
        out.into_inner().expect("the disk holds the file").sync_all().expect("the disk holds the file");
        one(name, &file);
    }
    std::fs::remove_file(&file).expect("the file was written");
    println!("peak resident memory {} MB (naive twin included)", peak_megabytes());
}

fn one(name: &str, file: &Path) {
    let (arena, parse) = timed(|| format::read_path(file, &Default::default()).expect("the file is well formed").arena);
    let (transposed, transpose) = timed(|| Transposed::of(&arena));
    let (attractors, propagate) = timed(|| Attractors::with(&arena, &transposed));
    let peak = peak_megabytes();
    drop(transposed);
    let (rows, naive_transpose) = timed(|| Transposed::naive(&arena));
    let (naive, naive_propagate) = timed(|| Player::BOTH.map(|player| plain(&arena, &rows, player)));
    for v in arena.vertices() {
        let found = attractors.winner(v).zip(attractors.rank(v));
        let twin = [naive[0][v as usize], naive[1][v as usize]];
        let right = twin[0].map(|n| (Player::One, n)).or(twin[1].map(|n| (Player::Two, n)));
        assert_eq!(found, right, "vertex {v} of {name}");
    }
    println!(
        "| {name} | {} | {} | {parse:.2} | {transpose:.2} | {propagate:.2} | {:.2} | {naive_transpose:.2} | {naive_propagate:.2} | {:.1}x |",
        arena.len(),
        arena.move_count(),
        parse + transpose + propagate,
        (naive_transpose + naive_propagate) / (transpose + propagate),
    );
    println!(
        "  won {} / {}, drawn {}; peak {peak} MB so far",
        attractors.won(Player::One),
        attractors.won(Player::Two),
        attractors.drawn()
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = ProcessTime::now();
    let result = work();
    (result, begun.elapsed().as_secs_f64())
}

/// One player's attractor by a plain backward search: the naive twin.
fn plain(arena: &Arena, rows: &Transposed, player: Player) -> Vec<Option<u32>> {
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

/// Vertices of alternating owners; one in twenty is final, the others have 1 to 7 moves to anywhere on the other side.
fn random(out: &mut dyn Write, n: usize) {
    let mut rng = Rng::new(7);
    for v in 0..n {
        let mut line = format!("{v} {}:", v % 2 + 1);
        if rng.below(20) > 0 {
            for _ in 0..1 + rng.below(7) {
                let to = 2 * rng.below(n / 2) + 1 - v % 2;
                line += &format!(" {to}");
            }
        }
        writeln!(out, "{line}").expect("the disk holds the file");
    }
}

/// A square grid closed to a torus: four neighbours; one vertex in sixteen is final.
fn torus(out: &mut dyn Write, n: usize) {
    let side = n.isqrt();
    let mut rng = Rng::new(8);
    for v in 0..side * side {
        let (x, y) = (v % side, v / side);
        let at = |x: usize, y: usize| y % side * side + x % side;
        if rng.below(16) == 0 {
            writeln!(out, "{v} {}:", (x + y) % 2 + 1).expect("the disk holds the file");
        } else {
            let [east, south, west, north] = [at(x + 1, y), at(x, y + 1), at(x + side - 1, y), at(x, y + side - 1)];
            writeln!(out, "{v} {}: {east} {south} {west} {north}", (x + y) % 2 + 1).expect("the disk holds the file");
        }
    }
}

/// A heap of n/2 matches, take 1 to 4, one copy of each heap per player: as many layers as there are matches.
fn subtraction(out: &mut dyn Write, n: usize) {
    for v in 0..n / 2 * 2 {
        let (heap, player) = (v / 2, v % 2);
        let mut line = format!("{v} {}:", player + 1);
        for taken in 1..=heap.min(4) {
            line += &format!(" {}", 2 * (heap - taken) + 1 - player);
        }
        writeln!(out, "{line}").expect("the disk holds the file");
    }
}

/// The largest resident size so far, where the system tells it.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM"));
    line.and_then(|l| l.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
