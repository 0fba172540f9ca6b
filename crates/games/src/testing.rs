//! What the tests of several games share.

use attractor_game::{
    Game, Notation, Playable,
    laws::{self, Effort},
};
use std::{collections::HashSet, fmt::Write};

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
