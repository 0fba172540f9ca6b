//! What a question may name, and how large its answer may be.

use crate::{PlayerKind, PlayerSpec, Session};
use attractor_game::Error;
use attractor_solve::{search::book::Book, table::Table};
use std::path::Path;

/// Bounds of questions and answers that depend on who asks.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Files and programs may be named: only people at this machine may do that.
    pub local: bool,
    /// Letters of a game, a position or its moves.
    pub letters: usize,
    /// Legal moves of the position, and pieces on its board.
    pub choices: usize,
    /// Legal moves of all positions on the way to it, each of which has a name that is compared.
    pub passed: usize,
    /// Plies of a tree.
    pub depth: u32,
    /// Plies that a machine looks ahead.
    pub lookahead: u32,
    /// Nodes of a tree.
    pub nodes: u64,
    /// Nodes of a tree of which those that alpha-beta did not visit are drawn too.
    pub drawn: u64,
    /// States of a graph; none: what fits the memory.
    pub states: Option<u64>,
    /// Moves of a graph.
    pub moves: u64,
    /// Games of a match.
    pub games: u64,
}

impl Limits {
    /// Those of people at this machine.
    pub const LOCAL: Limits = Limits {
        local: true,
        letters: usize::MAX,
        choices: usize::MAX,
        passed: usize::MAX,
        depth: u32::MAX,
        lookahead: u32::MAX,
        nodes: u64::MAX,
        drawn: 20_000,
        states: None,
        moves: u64::MAX,
        games: u64::MAX,
    };

    /// Those of a page: what it can show, and nothing that leads to files or programs.
    pub const PAGE: Limits = Limits {
        local: false,
        letters: 20_000,
        choices: 2_000,
        passed: 1_000_000,
        depth: 12,
        lookahead: 20,
        nodes: 200_000,
        drawn: 200_000,
        states: Some(200_000),
        moves: 2_000_000,
        games: 100_000,
    };

    /// A file or a folder of this machine, which only people there may name.
    pub fn file<'a>(&self, file: &'a Path) -> Result<&'a Path, Error> {
        if !self.local {
            return Err(Error::new(
                "file-not-here",
                "{file} is a file of this machine, which the page neither reads nor writes",
            )
            .arg("file", file.display()));
        }
        Ok(file)
    }

    /// Opens the table in a folder.
    pub fn table(&self, folder: &Path) -> Result<Table, Error> {
        Table::open(self.file(folder)?)
    }

    /// Opens an opening book.
    pub fn book(&self, file: &Path) -> Result<Book, Error> {
        Book::open(self.file(file)?)
    }

    /// A heuristic, which may name a file of weights only at this machine.
    pub fn heuristic<'a>(&self, text: &'a str) -> Result<&'a str, Error> {
        if !self.local && text.contains('@') {
            return Err(Error::new("weights-not-here", "{text} names a file of weights, which the page does not read")
                .arg("text", text));
        }
        Ok(text)
    }

    /// A player by its name.
    pub fn player(&self, text: &str) -> Result<PlayerSpec, Error> {
        let player: PlayerSpec = self.heuristic(text)?.parse()?;
        if !self.local && player.kind().is_program() {
            return Err(Error::new("program-not-here", "{player} would start a program, which the page does not do")
                .arg("player", text));
        }
        if matches!(player.kind(), PlayerKind::Minimax | PlayerKind::Careless) {
            player.depths().iter().try_for_each(|depth| too_deep(*depth, self.lookahead))?;
        }
        Ok(player)
    }

    /// The depth of a tree.
    pub(crate) fn tree_depth(&self, depth: u32) -> Result<(), Error> {
        too_deep(depth, self.depth)
    }

    /// The error of a position with too many moves or pieces.
    pub(crate) fn too_large(&self, session: &dyn Session) -> Error {
        Error::limit("too-large", "{game} has more than {most} moves or pieces at once: too many for a page")
            .arg("game", session.spec())
            .arg("most", self.choices)
    }
}

fn too_deep(depth: u32, most: u32) -> Result<(), Error> {
    if depth > most {
        return Err(
            Error::limit("too-deep-here", "the page's machines look at most {most} plies ahead").arg("most", most)
        );
    }
    Ok(())
}
