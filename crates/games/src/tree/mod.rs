//! A tree given by hand, with a number at every node: what min-max and alpha-beta are explained with.
//!
//! Numbers are from player 1's side. A leaf's number is the result; an inner node's is what a search that stops there
//! takes it to be worth. See [`Tree::from_json`] for the format.

mod json;
mod notation;
#[cfg(test)]
mod tests;

use crate::OrZero;
use attractor_game::{Error, Game, Heuristic, Heuristics, Outcome, Playable, Player, Score};
use std::ops::Range;

/// All nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// Children of a node stand together; the root is the first.
    nodes: Vec<Node>,
}

#[derive(Clone, PartialEq, Debug)]
struct Node {
    player: Player,
    value: Option<f64>,
    /// What the move that leads here is called, and from which node.
    name: String,
    parent: u32,
    children: Range<u32>,
}

/// A node: its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position(u32);

impl Position {
    /// The number of the node; the root is 0.
    pub fn node(&self) -> u32 {
        self.0
    }
}

/// The edge to the node of that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u32);

impl Tree {
    fn node(&self, p: Position) -> &Node {
        &self.nodes[p.0 as usize]
    }

    /// The number at a node, if it has one. Leaves have.
    pub fn value(&self, p: &Position) -> Option<f64> {
        self.node(*p).value
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The number at every leaf is whole, so that results are exact.
    pub fn whole(&self) -> bool {
        self.nodes.iter().filter(|n| n.children.is_empty()).all(|n| n.value.is_some_and(|v| v.fract() == 0.0))
    }
}

impl Game for Tree {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;
    const MARGIN: bool = true;

    fn start(&self) -> Position {
        Position(0)
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        self.node(*p).player
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        self.node(*p).children.clone().map(Move)
    }

    #[inline]
    fn play(&self, _: &Position, Move(child): Move) -> Position {
        Position(child)
    }

    /// The leaf's number, rounded, and cut to what a score can be.
    fn result(&self, p: &Position) -> Score {
        let limit = f64::from(i32::MAX);
        let value = self.value(p).unwrap_or(0.0) * self.turn(p).sign();
        Score(value.round().clamp(-limit, limit) as i32)
    }
}

/// The number given at each node, 0 where there is none. An end of play keeps its number too.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Given;

impl Heuristic<Tree> for Given {
    fn estimate(&self, game: &Tree, p: &Position) -> f64 {
        game.value(p).unwrap_or(0.0)
    }
    fn finished(&self, game: &Tree, p: &Position) -> f64 {
        game.value(p).unwrap_or(0.0)
    }
    fn decided(&self, _: Outcome) -> Option<f64> {
        None
    }
}

impl Heuristics for Tree {
    type Estimate = OrZero<Given>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["given", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Given>, Error> {
        match text {
            "given" => Ok(OrZero::Own(Given)),
            "zero" => Ok(OrZero::Zero),
            _ => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }
}

impl Playable for Tree {
    fn solvable(&self) -> Result<(), Error> {
        if self.whole() {
            return Ok(());
        }
        Err(Error::new(
            "leaves-not-whole",
            "the numbers at the leaves are not all whole: min-max takes them, exact values are not defined",
        ))
    }
}
