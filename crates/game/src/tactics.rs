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

/// Knowledge of a game's positions that cuts a search short. Every bound given must be true: a law checks them.
///
/// Scores are small integers for the player to move: positive wins, negative loses, 0 draws; the larger the better.
/// They do not shrink with distance from where the search began: what a position is worth must not depend on the way
/// there.
///
/// The trait is safe to implement: a broken promise (a false bound, a key of two positions, a score beyond
/// [`most`](Tactics::most), an answer that changes from call to call) costs right answers or time, never memory safety.
///
/// The search works on *nodes*: a position with whatever is cheaper to carry along than to work out again. For each
/// node it asks, in this order and only as far as it must: [`settle`](Tactics::settle) on every node that is generated;
/// [`limits`](Tactics::limits) if that leaves it open; [`key`](Tactics::key) for the table;
/// [`study`](Tactics::study) when the node is entered; [`children`](Tactics::children).
pub trait Tactics {
    /// The positions of the game.
    type Position;
    /// A position as the search sees it.
    type Node: Clone + Send;
    /// What the table knows a node by, `u64` or `u128`; see [`key_bits`](Tactics::key_bits).
    type Key: Key;
    /// What is worked out once and used again (values of parts of a board): one per thread of a search.
    type Memory: Send;

    /// Scores tell more than win, draw or loss: [`value`](Tactics::value) has distances or margins.
    const EXACT: bool;

    /// The game counts and finds bits: the search is compiled a second time for processors that do so in one
    /// instruction.
    const BITS: bool = false;

    /// Scores lie far apart, as margins do: questions close in on them in growing steps and then by halves.
    const WIDE: bool = false;

    /// An empty memory.
    fn memory(&self) -> Self::Memory;
    /// Every score lies in `-most..=most`, with `most` from 0 on. Up to 120 the table needs least memory.
    fn most(&self) -> i32;
    /// The node of a position.
    fn node(&self, memory: &mut Self::Memory, p: &Self::Position) -> Self::Node;
    /// Who moves there.
    fn mover(&self, n: &Self::Node) -> Player;

    /// Plays on while that takes no decision, and says what is then known, for the player to move where it stopped
    /// (who may be either). Cheap: it is asked of every child generated.
    fn settle(&self, memory: &mut Self::Memory, n: &mut Self::Node) -> Bounds;

    /// Bounds by static rules, dearer than `settle`, asked where that did not answer. The question is whether the score
    /// reaches `ask`: a bound that cannot answer it need not be worked out.
    #[inline(always)]
    fn limits(&self, _memory: &mut Self::Memory, _n: &Self::Node, _ask: i32) -> Bounds {
        Bounds::OPEN
    }

    /// Bounds that are dearer still: asked once, when the search enters a node that the table did not know.
    #[inline(always)]
    fn study(&self, _memory: &mut Self::Memory, _n: &Self::Node, _ask: i32) -> Bounds {
        Bounds::OPEN
    }

    /// The same for tactics that search by themselves: when `watch` says that it is over they return what is known, most
    /// often nothing. The engine calls this one.
    #[inline(always)]
    fn study_while(&self, memory: &mut Self::Memory, n: &Self::Node, ask: i32, _watch: Watch<'_>) -> Bounds {
        self.study(memory, n, ask)
    }

    /// A node may have thousands of children: the search then looks at the clock among them, and not only from node to
    /// node.
    const MANY: bool = false;

    /// Calls `child` with the node after each move worth looking at, not yet settled, and its merit: higher is searched
    /// earlier. Moves left out must be worth no more than the lower bound already given. Goes on while `child` says so.
    fn children(
        &self,
        memory: &mut Self::Memory,
        n: &Self::Node,
        child: impl FnMut(&mut Self::Memory, Self::Node, i32) -> bool,
    );

    /// The child turned out good enough to end the search of its parent: lets the order of children learn.
    #[inline(always)]
    fn good(&self, _memory: &mut Self::Memory, _parent: &Self::Node, _child: &Self::Node) {}

    /// The key of a settled, open node. Two nodes share one only if their scores are equal.
    fn key(&self, memory: &mut Self::Memory, n: &Self::Node) -> Self::Key;

    /// Keys, as numbers, are below 2 to this power, which never changes.
    fn key_bits(&self) -> u32;

    /// No more plies than this are left: lets the search skip the table where a subtree is cheaper than a cache miss.
    #[inline(always)]
    fn plies_left(&self, _n: &Self::Node) -> u32 {
        u32::MAX
    }

    /// A table of solved positions is asked about this node, if there is one: not where searching takes no longer.
    #[inline(always)]
    fn worth_asking(&self, n: &Self::Node) -> bool {
        self.plies_left(n) > 10
    }

    /// Subtrees with fewer plies left than this are searched without the table.
    fn table_plies(&self) -> u32 {
        0
    }

    /// Subtrees with no more plies left than this are remembered in a small table of each thread's own, which its cache
    /// can hold; threads neither share such subtrees nor learn of each other's. Only for keys of 14 to 53 bits with scores
    /// up to 120: others are all remembered in the table that threads share.
    fn near_plies(&self) -> u32 {
        0
    }

    /// Nodes that the tactics have searched by themselves since this was last asked: they count like the search's own.
    fn searched(&self, _memory: &mut Self::Memory) -> u64 {
        0
    }

    /// The score of a node, if `ask` tells the exact value of the position that it stands for. None where a node stands for
    /// no single position: then `ask` is not called.
    fn known(&self, _n: &Self::Node, _ask: impl FnOnce(&Self::Position) -> Option<Value>) -> Option<i32> {
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
