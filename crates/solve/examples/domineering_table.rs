//! `domineering_table [8x8]`: who wins every board up to a size, whoever begins, by the engine and by a plain solver that
//! shares nothing with it. Stops at the first board on which they differ.

#[path = "../benches/plain/mod.rs"]
mod plain;

fn main() {
    let size = std::env::args().nth(1).unwrap_or_else(|| "8x8".into());
    let (rows, columns) = size.split_once('x').expect("a size such as 8x8");
    let (rows, columns): (usize, usize) = (rows.parse().expect("rows"), columns.parse().expect("columns"));
    let (mut seconds, mut nodes) = ([0.0; 2], [0; 2]);
    for r in 1..=rows {
        let mut line = format!("{r:>3}");
        for c in 1..=columns {
            let found = [true, false].map(|vertical| plain::both(r, c, vertical));
            line += &format!(" {}", plain::class(found[0].0.first_wins, found[1].0.first_wins));
            for (engine, plain) in &found {
                for (i, one) in [engine, plain].into_iter().enumerate() {
                    seconds[i] += one.seconds;
                    nodes[i] += one.nodes;
                }
            }
        }
        println!("{line}");
    }
    println!("engine: {} nodes, {:.1} s; plain solver: {} nodes, {:.1} s", nodes[0], seconds[0], nodes[1], seconds[1]);
}
