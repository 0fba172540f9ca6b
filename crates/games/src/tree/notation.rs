//! A position is the moves that lead to it from the root behind a slash: `/` is the root, `/1 2` the second child of its
//! first.

use super::{Move, Position, Tree};
use crate::text::Piece;
use attractor_game::{Error, Game, Notation, split_words};

impl Notation for Tree {
    fn write(&self, p: &Position) -> String {
        let mut names = Vec::new();
        let mut node = *p;
        while node != self.start() {
            names.push(self.node(node).name.as_str());
            node = Position(self.node(node).parent);
        }
        names.reverse();
        format!("/{}", names.join(" "))
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let whole = Piece::new(text).trim();
        let Some(path) = whole.text.strip_prefix('/') else {
            return Err(whole.wrong(
                "bad-path",
                "{text} is no position of a tree: write / and the moves from the root, such as /1 2",
            ));
        };
        let mut p = self.start();
        for name in split_words(path) {
            let found = self.find(&p, name).map_err(|error| whole.part(name).misread(error))?;
            p = self.play(&p, found);
        }
        Ok(p)
    }

    fn name(&self, _: &Position, Move(child): Move) -> String {
        self.nodes[child as usize].name.clone()
    }
}
