//! Writes a large `.arena` file at random, or reads one and says what that took:
//!
//! ```text
//! cargo run --release --example big_arena -- write 10000000 35000000 FILE
//! cargo run --release --example big_arena -- read FILE
//! ```

use attractor_game::Rng;
use attractor_solve::graph::format::{Reading, read_path};
use std::{
    env, fs,
    io::{self, Write},
    path::Path,
    time::Instant,
};

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["write", vertices, moves, file] => {
            let number = |text: &str| text.parse().map_err(|e| io::Error::other(format!("{text}: {e}")));
            generate(number(vertices)?, number(moves)?, file)
        }
        ["read", file] => {
            let begin = Instant::now();
            let read = read_path(Path::new(file), &Reading::default()).map_err(io::Error::other)?;
            let seconds = begin.elapsed().as_secs_f64();
            println!("{} vertices, {} moves, {seconds:.3} s", read.arena.len(), read.arena.move_count());
            for note in &read.notes {
                println!("{note}");
            }
            for line in fs::read_to_string("/proc/self/status").unwrap_or_default().lines() {
                if line.starts_with("VmHWM") {
                    println!("{line}");
                }
            }
            Ok(())
        }
        _ => Err(io::Error::other("write VERTICES MOVES FILE, or read FILE")),
    }
}

/// Every vertex has the same number of moves, give or take one, to anywhere.
fn generate(vertices: usize, moves: usize, file: &str) -> io::Result<()> {
    let mut rng = Rng::new(1);
    let mut out = io::BufWriter::with_capacity(1 << 20, fs::File::create(file)?);
    for v in 0..vertices {
        write!(out, "{v} {}:", rng.below(2) + 1)?;
        for _ in v * moves / vertices..(v + 1) * moves / vertices {
            write!(out, " {}", rng.below(vertices))?;
        }
        out.write_all(b"\n")?;
    }
    out.flush()
}
