//! The typed side of a session: a game, and a line of positions through it. Each part of [`Session`](crate::Session) has
//! its file. All of this is compiled again for every type of game: what needs no game is in functions without one.

mod books;
mod checks;
mod counting;
mod graphs;
mod learning;
mod machines;
mod playing;
mod position;
mod searching;
mod solving;
mod tables;

use crate::{Effort, PlayerSpec, full_name, weights};
use attractor_game::{Error, Game, Playable};
use std::sync::Arc;

/// A session of a game of known type. Games of your own become sessions by this.
pub struct Line<G: Game> {
    spec: String,
    game: Arc<G>,
    root: G::Position,
    /// Each move with the position it led to.
    played: Vec<(String, G::Position)>,
}

impl<G: Game> Line<G> {
    /// At the start of the game, which is called `spec`.
    pub fn new(spec: impl Into<String>, game: G) -> Line<G> {
        let root = game.start();
        Line { spec: spec.into(), game: Arc::new(game), root, played: Vec::new() }
    }

    fn here(&self) -> &G::Position {
        self.played.last().map_or(&self.root, |(_, p)| p)
    }
}

impl<G: Playable> Line<G> {
    /// Every position of the play so far, the present one last.
    fn past(&self) -> Vec<G::Position> {
        std::iter::once(&self.root).chain(self.played.iter().map(|(_, p)| p)).cloned().collect()
    }

    /// The game as a table knows its positions: an endgame's table answers within the whole game. An error if the book or
    /// the table is one of another game.
    fn knowing(&self, effort: &Effort<'_>) -> Result<Arc<G>, Error> {
        match endgame(&self.spec, effort)? {
            None => Ok(Arc::clone(&self.game)),
            Some(table) => self.game.endgame(table).map(Arc::new).ok_or_else(|| other_game(table, &self.spec)),
        }
    }

    fn name(&self, p: &G::Position, m: G::Move) -> String {
        self.game.name(p, m)
    }

    /// The names of a line of moves from `p`.
    fn names(&self, p: &G::Position, line: &[G::Move]) -> Vec<String> {
        let mut p = p.clone();
        line.iter()
            .map(|&m| {
                let name = self.name(&p, m);
                p = self.game.play(&p, m);
                name
            })
            .collect()
    }

    /// The names of moves from `p`.
    fn each_name(&self, p: &G::Position, moves: &[G::Move]) -> Vec<String> {
        moves.iter().map(|&m| self.name(p, m)).collect()
    }

    /// The heuristic of that name, or the game's first, with weights read where it names a file of them.
    fn heuristic_text(&self, text: Option<&str>) -> Result<String, Error> {
        weights::resolve(&*self.game, &self.spec, text.unwrap_or_else(|| self.game.heuristics()[0]))
    }

    /// The same player at this game's board, with weights read where it names a file of them.
    fn ready(&self, player: &PlayerSpec) -> Result<PlayerSpec, Error> {
        player.at_game(&self.spec).reworded(&|text| self.heuristic_text(Some(text)))
    }
}

/// The name of the table of an effort if it is not the table of `spec` itself. An error if its book is one of another game.
fn endgame<'a>(spec: &str, effort: &Effort<'a>) -> Result<Option<&'a str>, Error> {
    let name = full_name(spec);
    effort.book.map_or(Ok(()), |book| book.is_of(&name))?;
    Ok(effort.table.map(|table| table.game()).filter(|table| *table != name))
}

fn other_game(table: &str, spec: &str) -> Error {
    Error::new("table-other-game", "the table is one of {table}, not of {game}")
        .arg("table", table)
        .arg("game", full_name(spec))
}
