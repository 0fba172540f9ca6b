//! What a game may tell a search beyond its rules, so that one generic search can match programs made for one game.

use crate::{Game, Player, Value, Watch};
use std::ops::Neg;

/// What is known of a score: `lo <= score <= hi`, for the player to move. Decided when equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// At least this.
    pub lo: i32,
    /// At most this.
    pub hi: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { lo: -i32::MAX, hi: i32::MAX };

    /// All is known.
    #[inline(always)]
    pub const fn exactly(score: i32) -> Bounds {
        Bounds { lo: score, hi: score }
    }

    /// Both are known.
    #[inline(always)]
    pub fn meet(self, other: Bounds) -> Bounds {
        Bounds { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }
}

/// The same knowledge seen by the other player.
impl Neg for Bounds {
    type Output = Bounds;
    #[inline(always)]
    fn neg(self) -> Bounds {
        Bounds { lo: self.hi.wrapping_neg(), hi: self.lo.wrapping_neg() }
    }
}

/// A number that a table can know a node by.
pub trait Key: Copy + Eq + Send {
    /// The lower 64 bits.
    fn low(self) -> u64;
    /// The bits above them.
    fn high(self) -> u64;
    /// A number of 64 bits.
    fn of(low: u64) -> Self;
    /// The number that [`low`](Key::low) and [`high`](Key::high) take apart.
    fn join(high: u64, low: u64) -> Self;
}

impl Key for u64 {
    #[inline(always)]
    fn low(self) -> u64 {
        self
    }
    #[inline(always)]
    fn high(self) -> u64 {
        0
    }
    #[inline(always)]
    fn of(low: u64) -> u64 {
        low
    }
    #[inline(always)]
    fn join(_: u64, low: u64) -> u64 {
        low
    }
}

impl Key for u128 {
    #[inline(always)]
    fn low(self) -> u64 {
        self as u64
    }
    #[inline(always)]
    fn high(self) -> u64 {
        (self >> 64) as u64
    }
    #[inline(always)]
    fn of(low: u64) -> u128 {
        low.into()
    }
    #[inline(always)]
    fn join(high: u64, low: u64) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }
}

/// The ranges of a game's scores and keys, from which the search makes its tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    /// Every score lies in `-most..=most`, with `most` from 0 on. Up to 120 the table needs least memory.
    pub most: i32,
    /// Scores tell more than win, draw or loss: [`value`](Tactics::value) has distances or margins.
    pub exact: bool,
    /// Keys, as numbers, are below 2 to this power.
    pub key_bits: u32,
}

/// Whose turn it is at a node, and how long play can last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The player to move.
    pub mover: Player,
    /// No more plies than this are left; `u32::MAX` where that is not known.
    pub plies_left: u32,
}

/// When a node's bounds are wanted.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'a> {
    /// The node was generated and [`settle`](Tactics::settle) left it open: bounds by static rules.
    Generated,
    /// The search enters the node, which the table did not know: bounds may be dearer, and be found by a search of their
    /// own. Once the watch is over they are what is known, most often [`Bounds::OPEN`].
    Entered(Watch<'a>),
}

/// What tunes the search to a game. Any numbers are safe, and give the same scores.
///
/// ```
/// use attractor_game::Tuning;
/// const TUNING: Tuning = Tuning { bits: true, table_plies: 8, ..Tuning::DEFAULT };
/// assert!(!TUNING.wide);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// The game counts and finds bits: the search is compiled a second time for processors that do so in one instruction.
    pub bits: bool,
    /// Scores lie far apart, as margins do: questions close in on them in growing steps and then by halves.
    pub wide: bool,
    /// A node may have thousands of children: the search looks at the clock among them, and not only from node to node.
    pub many: bool,
    /// Subtrees with no more plies left than this are searched without a table.
    pub table_plies: u32,
    /// Larger subtrees with no more plies left than this are stored in a small table of each thread's own, which its
    /// cache can hold; threads do not share them. Only for keys of 14 to 53 bits with scores up to 120: others are all
    /// stored in the table that threads share.
    pub near_plies: u32,
    /// A table of solved positions is probed at nodes with more plies left than this: below, searching takes no longer.
    pub probe_plies: u32,
}

impl Tuning {
    /// Suits small games.
    pub const DEFAULT: Tuning =
        Tuning { bits: false, wide: false, many: false, table_plies: 0, near_plies: 0, probe_plies: 10 };
}

/// What one thread of a search keeps from node to node: values of parts of a board, which moves were good.
pub trait Memory<T: Tactics>: Send + Sized {
    /// An empty memory.
    fn new(tactics: &T) -> Self;

    /// The child turned out good enough to end the search of its parent: lets the order of children learn.
    #[inline(always)]
    fn learn(&mut self, _tactics: &T, _parent: &T::Node, _child: &T::Node) {}
}

/// Nothing to keep.
impl<T: Tactics> Memory<T> for () {
    #[inline(always)]
    fn new(_: &T) {}
}

/// Knowledge of a game's positions that cuts a search short. Every bound given must be true: a law checks them.
///
/// Scores are small integers for the player to move: positive wins, negative loses, 0 draws; the larger the better.
/// They do not shrink with distance from where the search began: what a position is worth must not depend on the way
/// there.
///
/// The trait is safe to implement: a broken promise (a false bound, a key of two positions, a score beyond
/// [`Domain::most`], an answer that changes from call to call) costs right answers or time, never memory safety.
///
/// The search works on *nodes*: a position with whatever is cheaper to carry along than to work out again. It calls, in
/// this order and only as far as it must: [`settle`](Tactics::settle) on every node that is generated;
/// [`bounds`](Tactics::bounds) if that leaves it open; [`key`](Tactics::key) for the table; [`bounds`](Tactics::bounds)
/// again when the node is entered; [`children`](Tactics::children).
pub trait Tactics: Sized {
    /// The positions of the game.
    type Position;
    /// A position as the search sees it.
    type Node: Clone + Send;
    /// What the table knows a node by, `u64` or `u128`; see [`Domain::key_bits`].
    type Key: Key;
    /// What a thread keeps from node to node; `()` for nothing.
    type Memory: Memory<Self>;

    /// What tunes the search to the game.
    const TUNING: Tuning = Tuning::DEFAULT;

    /// The ranges of scores and keys, which never change.
    fn domain(&self) -> Domain;

    /// The node of a position.
    fn node(&self, memory: &mut Self::Memory, p: &Self::Position) -> Self::Node;

    /// Whose turn it is there, and how long play can last.
    fn turn(&self, n: &Self::Node) -> Turn;

    /// Plays on while that takes no decision, and returns what is then known, for the player to move where it stopped
    /// (who may be either). Cheap: it is called for every child generated.
    fn settle(&self, memory: &mut Self::Memory, n: &mut Self::Node) -> Bounds;

    /// Bounds of a settled, open node. The question is whether the score reaches `ask`: a bound that cannot answer it need
    /// not be worked out. Nodes that the tactics search by themselves are added to `nodes`: they count like the search's
    /// own.
    #[inline(always)]
    fn bounds(
        &self,
        _memory: &mut Self::Memory,
        _n: &Self::Node,
        _ask: i32,
        _stage: Stage<'_>,
        _nodes: &mut u64,
    ) -> Bounds {
        Bounds::OPEN
    }

    /// Calls `child` with the node after each move worth looking at, not yet settled, and its merit: higher is searched
    /// earlier. Moves left out must be worth no more than the lower bound already given. Goes on while `child` returns true.
    fn children(
        &self,
        memory: &mut Self::Memory,
        n: &Self::Node,
        child: impl FnMut(&mut Self::Memory, Self::Node, i32) -> bool,
    );

    /// The key of a settled, open node. Two nodes share one only if their scores are equal.
    fn key(&self, memory: &mut Self::Memory, n: &Self::Node) -> Self::Key;

    /// The score of a node, if `probe` returns the exact value of the position that it stands for. None where a node stands
    /// for no single position: then `probe` is not called.
    fn known(&self, _n: &Self::Node, _probe: impl FnOnce(&Self::Position) -> Option<Value>) -> Option<i32> {
        None
    }

    /// What a score of `p` means.
    fn value(&self, p: &Self::Position, score: i32) -> Value;
}

/// A question that can be answered with tactics or without: see [`Playable::with_tactics`](crate::Playable::with_tactics).
pub trait Question<G: Game> {
    /// The answer.
    type Answer;
    /// The game has no tactics for this.
    fn without(self) -> Self::Answer;
    /// The game has tactics.
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer;
}
