//! Domineering through the generic engine, beside a plain solver made for this game alone that is timed in the same run.
//! Every answer is asserted.
//!
//!     cargo bench -p attractor-solve --bench domineering [-- 8x8 ...]
//!
//! Without sizes: boards up to 8x7, which take the plain solver seconds.

mod plain;

fn main() {
    let given: Vec<(usize, usize)> = std::env::args()
        .skip(1)
        .filter_map(|word| word.split_once('x').and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?))))
        .collect();
    let boards = if given.is_empty() { vec![(5, 5), (6, 6), (7, 6), (6, 7), (7, 7), (8, 7)] } else { given };
    println!(
        "| board, first | winner | engine: nodes | seconds | plain: nodes | seconds | ratio of nodes | of times |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (rows, columns) in boards {
        for vertical in [true, false] {
            let (engine, plain) = plain::both(rows, columns, vertical);
            let name = |vertical| if vertical { "V" } else { "H" };
            println!(
                "| {rows}x{columns}, {} | {} | {} | {:.3} | {} | {:.3} | {:.1}x | {:.1}x |",
                name(vertical),
                name(vertical == engine.first_wins),
                engine.nodes,
                engine.seconds,
                plain.nodes,
                plain.seconds,
                plain.nodes as f64 / engine.nodes.max(1) as f64,
                plain.seconds / engine.seconds.max(1e-9),
            );
        }
    }
}
