//! What the tests of several games share.

use attractor_game::{
    Game, Indexed, Notation, Playable, Retrograde,
    laws::{self, Effort},
};
use std::{
    collections::{HashMap, HashSet},
    fmt::Write,
    ops::Range,
};

/// Every position that play can reach.
pub(crate) fn reachable<G: Game>(game: &G) -> HashSet<G::Position> {
    let mut seen = HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    while let Some(p) = open.pop() {
        for m in game.moves(&p) {
            let q = game.play(&p, m);
            if seen.insert(q.clone()) {
                open.push(q);
            }
        }
    }
    seen
}

/// The number of lines of play of exactly that many plies.
pub(crate) fn perft<G: Game>(game: &G, p: &G::Position, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves(p).count() as u64,
        _ => game.moves(p).map(|m| perft(game, &game.play(p, m), depth - 1)).sum(),
    }
}

/// Checks every figure of a file up to that many lines of play: `POSITION ; depth count ; depth count ...`, `start` for the
/// start; `#` begins a comment.
pub(crate) fn perft_file<G: Notation>(game: &G, text: &str, most: u64) {
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let mut parts = line.split(';').map(str::trim);
        let p = match parts.next().expect("a position") {
            "start" => game.start(),
            text => game.read(text).unwrap_or_else(|e| panic!("{line}: {e}")),
        };
        for part in parts {
            let (depth, count) = part.split_once(' ').expect("a depth and a count");
            let count: u64 = count.trim().parse().expect("a count");
            if count <= most {
                assert_eq!(perft(game, &p, depth.parse().expect("a depth")), count, "{line}, depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "nothing to check");
}

/// The position after a line of moves.
pub(crate) fn after<G: Notation>(game: &G, line: &str) -> G::Position {
    game.split(line).iter().fold(game.start(), |p, name| game.play(&p, game.find(&p, name).expect("a legal move")))
}

/// Fails with the laws that the game breaks.
pub(crate) fn obeys_the_laws<G: Playable>(game: &G) {
    if let Err(broken) = laws::check(game, Effort { near: 400, plays: 15, ..Effort::default() }) {
        let mut message = String::new();
        broken.iter().for_each(|b| writeln!(message, "{b}").expect("a string takes it"));
        panic!("{message}");
    }
}

/// The name of the error that a typed position gives, and the column it points at.
pub(crate) fn refused<G: Notation>(game: &G, text: &str) -> (&'static str, usize) {
    match game.read(text) {
        Ok(p) => panic!("{text:?} is read as {p:?}"),
        Err(e) => (e.id(), e.place().map_or(0, |p| p.column)),
    }
}

/// Checks that the numbers of a range are those of the positions they stand for, all different, and counts those in use.
pub(crate) fn bijective<G: Indexed>(game: &G, numbers: Range<u64>) -> u64 {
    let mut seen = HashSet::new();
    for (i, p) in numbers.filter_map(|i| Some((i, game.position(i)?))) {
        assert_eq!(game.index(&p), i, "{p:?}");
        assert!(seen.insert(p), "{i} has the position of another number");
    }
    seen.len() as u64
}

/// The positions before one, in a list.
pub(crate) fn predecessors<G: Retrograde>(game: &G, p: &G::Position) -> Vec<G::Position> {
    let mut all = Vec::new();
    game.predecessors(p, |q| all.push(q));
    all
}

/// Checks that the moves that leave the positions of a range, and stay in it, are those that predecessors give there.
pub(crate) fn in_and_out<G: Retrograde>(game: &G, numbers: Range<u64>) {
    let mut moves: HashMap<(u64, u64), i64> = HashMap::new();
    for (i, p) in numbers.clone().filter_map(|i| Some((i, game.position(i)?))) {
        for m in game.moves(&p) {
            *moves.entry((i, game.index(&game.play(&p, m)))).or_default() += 1;
        }
    }
    // Moves that leave the range end somewhere; they are undone from there.
    let ends: HashSet<u64> = moves.keys().map(|&(_, j)| j).chain(numbers.clone()).collect();
    for (j, q) in ends.into_iter().filter_map(|j| Some((j, game.position(j)?))) {
        game.predecessors(&q, |r| {
            let i = game.index(&r);
            if numbers.contains(&i) {
                *moves.entry((i, j)).or_default() -= 1;
            }
        });
    }
    let wrong = moves.into_iter().find(|&(_, n)| n != 0);
    assert_eq!(wrong, None, "a move between these two numbers is played more often than undone");
}
