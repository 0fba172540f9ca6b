//! The explanation of a search: every node with its value, its window, its cuts.
//!
//! The explained search *is* the search: both algorithms tell a [`Recorder`] what they do. [`Silent`] does nothing
//! and compiles away; [`Recording`] builds the tree.

use super::limited::{Found, Search};
use attractor_game::{Error, Game, Heuristic, Player};
use std::fmt;

/// Which search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Min-max: the whole tree.
    Minimax,
    /// Alpha-beta: the same value with branches cut.
    AlphaBeta,
}

/// A search and the tree it walked.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Explanation<M> {
    /// What the search found.
    pub found: Found<M>,
    /// The tree, from the root.
    pub tree: Node<M>,
}

/// A node of the tree that a search walked, with what it found there.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Node<M> {
    /// The move that leads here; none at the root.
    pub mv: Option<M>,
    /// Who moves here; where play is over, whose turn it would be.
    pub player: Player,
    /// What the search returned, seen by player 1; none where a cut kept it from coming. See [`Node::bound`].
    pub value: Option<f64>,
    /// Alpha and beta on entry, if the search was alpha-beta and came here.
    pub window: Option<(f64, f64)>,
    /// Why the last children were not visited.
    pub cut: Option<Cut>,
    /// The first best child of its parent.
    pub chosen: bool,
    /// The value is the heuristic's estimate: search stopped here and play did not.
    pub estimate: bool,
    /// Play is over here.
    pub finished: bool,
    /// After each move looked at, in their order; behind a cut, unvisited.
    pub children: Vec<Node<M>>,
}

/// What the value of a visited node says of its min-max value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// It is the min-max value.
    Exact,
    /// The min-max value is this or less; it did not matter how much less.
    AtMost,
    /// The min-max value is this or more; it did not matter how much more.
    AtLeast,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, player: Player) -> Node<M> {
        let (value, window, cut, children) = (None, None, None, Vec::new());
        Node { mv, player, value, window, cut, chosen: false, estimate: false, finished: false, children }
    }

    /// Whether the value is exact or a bound; none if the search did not come here.
    pub fn bound(&self) -> Option<Bound> {
        let value = self.value?;
        let (alpha, beta) = self.window.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        Some(match value {
            _ if self.children.is_empty() => Bound::Exact,
            _ if value <= alpha && value > f64::NEG_INFINITY => Bound::AtMost,
            _ if value >= beta && value < f64::INFINITY => Bound::AtLeast,
            _ => Bound::Exact,
        })
    }

    /// This node and all below it, a parent before its children.
    pub fn nodes(&self) -> impl Iterator<Item = &Node<M>> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            waiting.extend(node.children.iter().rev());
            Some(node)
        })
    }

    /// How many nodes the search visited from here on, this one included.
    pub fn visited(&self) -> u64 {
        self.nodes().filter(|n| n.value.is_some()).count() as u64
    }
}

/// A cut: the value found was enough, and the moves left were not looked at.
///
/// ```
/// use attractor_game::Player;
/// use attractor_solve::search::Cut;
/// assert_eq!(Cut { by: Player::One, value: 6.0, bound: 4.0 }.to_string(), "6 >= beta = 4");
/// assert_eq!(Cut { by: Player::Two, value: 0.0, bound: f64::INFINITY }.to_string(), "0 <= alpha = inf");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    /// Who moves at the node that was cut short: player 1 cuts at beta, player 2 at alpha.
    pub by: Player,
    /// The best value found there.
    pub value: f64,
    /// Beta or alpha.
    pub bound: f64,
}

impl fmt::Display for Cut {
    /// The condition that held.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.by {
            Player::One => ">= beta",
            Player::Two => "<= alpha",
        };
        write!(f, "{} {sign} = {}", self.value, self.bound)
    }
}

impl<G: Game, H: Heuristic<G>> Search<'_, G, H> {
    /// Searches and keeps the tree, unless it would have more than `limit` nodes, unvisited ones included.
    pub fn explain(
        &self,
        algorithm: Algorithm,
        p: &G::Position,
        depth: u32,
        limit: u64,
    ) -> Result<Explanation<G::Move>, Error> {
        let mut recording = Recording { open: Vec::new(), root: None, nodes: 0, limit };
        let found = match algorithm {
            Algorithm::Minimax => self.minimax_recorded(p, depth, &mut recording)?,
            Algorithm::AlphaBeta => self.alpha_beta_recorded(p, depth, &mut recording)?,
        };
        Ok(Explanation { found, tree: recording.root.expect("a search enters and leaves its root") })
    }
}

/// How the search of a node ended.
pub(super) enum Ending {
    /// Play is over there.
    Finished,
    /// The heuristic's word was taken.
    Estimate,
    /// All children were visited; that one was the first best.
    Chosen(usize),
    /// Some were not, because the value of that one reached the bound.
    Cut { chosen: usize, bound: f64 },
}

/// Is told what a search does, node by node.
pub(super) trait Recorder<M> {
    /// Whether to tell of nodes that the search does not visit.
    const RECORDS: bool;
    /// The search comes to a node.
    fn enter(&mut self, mv: Option<M>, player: Player, window: Option<(f64, f64)>) -> Result<(), Error>;
    /// The search leaves out a child of the node it is at.
    fn unvisited(&mut self, mv: M, player: Player) -> Result<(), Error>;
    /// The search leaves the node with a value.
    fn leave(&mut self, value: f64, ending: Ending);
}

/// Records nothing.
pub(super) struct Silent;

impl<M> Recorder<M> for Silent {
    const RECORDS: bool = false;
    #[inline]
    fn enter(&mut self, _: Option<M>, _: Player, _: Option<(f64, f64)>) -> Result<(), Error> {
        Ok(())
    }
    #[inline]
    fn unvisited(&mut self, _: M, _: Player) -> Result<(), Error> {
        Ok(())
    }
    #[inline]
    fn leave(&mut self, _: f64, _: Ending) {}
}

/// Builds the tree.
struct Recording<M> {
    /// From the root to where the search is.
    open: Vec<Node<M>>,
    /// The whole tree, once the root is left.
    root: Option<Node<M>>,
    nodes: u64,
    limit: u64,
}

impl<M> Recording<M> {
    fn count(&mut self) -> Result<(), Error> {
        self.nodes += 1;
        match self.nodes > self.limit {
            true => {
                Err(Error::limit("tree-too-large", "the tree has more than {limit} nodes").arg("limit", self.limit))
            }
            false => Ok(()),
        }
    }

    /// Hangs a node that is done below the one that is open.
    fn hang(&mut self, node: Node<M>) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.root = Some(node),
        }
    }
}

impl<M> Recorder<M> for Recording<M> {
    const RECORDS: bool = true;

    fn enter(&mut self, mv: Option<M>, player: Player, window: Option<(f64, f64)>) -> Result<(), Error> {
        self.count()?;
        self.open.push(Node { window, ..Node::new(mv, player) });
        Ok(())
    }

    fn unvisited(&mut self, mv: M, player: Player) -> Result<(), Error> {
        self.count()?;
        self.hang(Node::new(Some(mv), player));
        Ok(())
    }

    fn leave(&mut self, value: f64, ending: Ending) {
        let mut node = self.open.pop().expect("a node is left after it was entered");
        node.value = Some(value);
        match ending {
            Ending::Finished => node.finished = true,
            Ending::Estimate => node.estimate = true,
            Ending::Chosen(i) => node.children[i].chosen = true,
            Ending::Cut { chosen, bound } => {
                node.children[chosen].chosen = true;
                node.cut = Some(Cut { by: node.player, value, bound });
            }
        }
        self.hang(node);
    }
}
