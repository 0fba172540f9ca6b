//! A peer to measure against: the crate `connect-four-ai`, without its book. Reads moves, one position per line; prints
//! `score seconds` for each. The table is cleared before each, untimed.
use connect_four_ai::{Position, Solver};
use std::{io::BufRead, time::Instant};

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let position = Position::from_moves(&line).expect("legal moves");
        let mut solver = Solver::new();
        solver.opening_book = None;
        let begun = Instant::now();
        let score = solver.solve(&position);
        println!("{score} {:.9}", begun.elapsed().as_secs_f64());
    }
}
