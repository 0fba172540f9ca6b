//! Builds whole tables and compares their counts with published ones.
//!
//!     cargo run --release -p attractor-solve --example table_counts [-- NAME]... [long]
//!
//! Connect Four: J. Tromp's counts of positions; won, lost and drawn from earlier exact solutions. Six men's morris: counts
//! of a public program. Dobutsu shogi (with `long`, some minutes): T. Tanaka 2009, up to mirror images and names.

use attractor_game::{Game, Layered, Notation, Retrograde, Value};
use attractor_games::{Connect4, Dobutsu, Morris, Teeko};
use attractor_solve::table::{
    ByIndex, ByNumber, Figures, Job, Keyed, Table, build_layered, build_retrograde, check, probe, rows,
};
use std::{path::PathBuf, time::Instant};

fn job() -> Job<'static> {
    Job { memory: 2 << 30, threads: 2, scratch: None, stop: None, tell: &|_| {} }
}

/// The time, and a new count of the most memory: Linux has one that can be set back.
fn begin() -> Instant {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    Instant::now()
}

/// A table in a folder of its own, removed at the end.
struct Built(PathBuf, Option<Table>);

impl Drop for Built {
    fn drop(&mut self) {
        self.1 = None;
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn folder(name: &str) -> PathBuf {
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    std::env::temp_dir().join(format!("attractor-counts-{}-{name}", std::process::id()))
}

fn told<G: Game + Sync>(
    game: &G,
    name: &str,
    keyed: &(impl Keyed<G> + Sync),
    table: Table,
    begun: Instant,
) -> (Built, Value) {
    let Figures { positions, won, lost, drawn, endless, .. } = *table.figures();
    let seconds = begun.elapsed().as_secs_f64();
    // Before the finished table is mapped and read, which counts as memory too.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or("?", str::trim);
    if let Some(kilobytes) = peak.split(' ').next().and_then(|n| n.parse::<u64>().ok()) {
        assert!(kilobytes << 10 <= job().memory, "{name} took {peak}");
    }
    println!(
        "{name}: {positions} positions, {} entries: {won} won, {lost} lost, {drawn} drawn, {endless} endless, longest {}; {seconds:.1} s, at most {peak} of memory",
        table.entries(),
        table.figures().longest()
    );
    check(game, keyed, &table, Some(50_000), 1, &job()).expect("a right table");
    let start = probe(game, keyed, &mut table.prober(), &game.start()).expect("a sound table").expect("the start");
    (Built(folder(name), Some(table)), start)
}

fn layered<G: Layered + Sync>(game: &G, name: &str) -> (Built, Value)
where
    G::Position: Send,
{
    let begun = begin();
    let table = build_layered(game, name, &folder(name), &job()).expect("there is room");
    told(game, name, &ByNumber, table, begun)
}

fn retrograde<G: Retrograde + Sync>(game: &G, name: &str) -> (Built, Value)
where
    G::Position: Send + Sync,
{
    let begun = begin();
    let table = build_retrograde(game, name, &folder(name), &job()).expect("there is room");
    told(game, name, &ByIndex, table, begun)
}

/// Entries by Tanaka's kinds: up to mirror images and names, as he counts them. Play that is over by the lion taken is none of
/// his positions: there a lion can be taken, and all is said.
fn tanaka(game: &Dobutsu, table: &Table) {
    let over = |p: &<Dobutsu as Game>::Position| game.moves(p).next().is_none();
    let both_lions = |p: &<Dobutsu as Game>::Position| {
        let text = game.write(p);
        text.contains('L') && text.contains('l')
    };
    let (mut ended, mut takeable, mut outcomes) = ([0u64; 2], 0u64, [0u64; 3]);
    rows(game, &ByIndex, table, &job(), &mut |row| {
        let p = row.position;
        let Some(m) = game.moves(&p).next() else {
            // Only the player to move can have lost a lion.
            ended[usize::from(both_lions(&p))] += 1;
            return Ok(());
        };
        let q = game.play(&p, m);
        // Who can take the lion has no other moves.
        if over(&q) && !both_lions(&q) {
            takeable += 1;
        } else {
            outcomes[match row.value {
                Value::Win(_) => 0,
                Value::Loss(_) => 1,
                _ => 2,
            }] += 1;
        }
        Ok::<(), attractor_game::Error>(())
    })
    .expect("a sound table");
    println!("lion taken, last row reached: {ended:?}; lion can be taken: {takeable}; won, lost, drawn: {outcomes:?}");
    assert_eq!((ended[1], takeable), (7_018_985, 140_298_614));
    assert_eq!(outcomes, [56_474_473, 40_328_395, 2_682_700]);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (long, names): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| *word == "long");
    let wanted = |name: &str| names.is_empty() || names.iter().any(|n| *n == name);
    let figures = |built: &Built| built.1.as_ref().expect("a table").figures().clone();
    for (width, height, positions, outcomes) in [
        (4, 4, 161_029, None),
        (5, 4, 3_945_711, None),
        (5, 5, 69_763_700, Some((27_296_634, 28_047_793, 14_419_273))),
        (6, 4, 94_910_577, Some((38_913_621, 37_635_677, 18_361_279))),
    ] {
        let name = format!("connect4:{width}x{height}");
        if wanted(&name) {
            let (built, start) = layered(&Connect4::new(width, height).expect("a board"), &name);
            let found = figures(&built);
            assert_eq!(found.positions, positions);
            if let Some(outcomes) = outcomes {
                assert_eq!((found.won, found.lost, found.drawn), outcomes);
            }
            if (width, height) == (6, 4) {
                assert_eq!(start, Value::Loss(24));
            }
        }
    }
    for (name, positions) in [("morris:6", 42_372_745), ("morris:6,flying", 42_383_945)] {
        if wanted(name) {
            let game = Morris::from_spec(&name.parse().expect("a spec")).expect("a board");
            let (built, start) = retrograde(&game, name);
            assert_eq!(figures(&built).positions, positions);
            assert!(matches!(start, Value::Draw(_)));
        }
    }
    if wanted("teeko") {
        let game = Teeko::from_spec(&"teeko".parse().expect("a spec")).expect("a board");
        let (built, start) = retrograde(&game, "teeko");
        assert_eq!(figures(&built).longest(), 39);
        assert!(matches!(start, Value::Draw(_)));
    }
    if wanted("dobutsu") && !long.is_empty() {
        let game = Dobutsu::from_spec(&"dobutsu".parse().expect("a spec")).expect("a board");
        let (built, start) = retrograde(&game, "dobutsu");
        assert_eq!((start, figures(&built).longest()), (Value::Loss(78), 173));
        tanaka(&game, built.1.as_ref().expect("a table"));
    }
}
