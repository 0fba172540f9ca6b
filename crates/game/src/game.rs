//! The rules of a game, and its optional companions.

use crate::{
    Abilities, Combinatorial, Error, Heuristics, Notation, Numbering, Player, Question, Score, Watch,
    ability::{ByNumbers, ByTactics, OfPosition},
};
use std::{
    convert::Infallible,
    fmt::Debug,
    hash::Hash,
    ops::{ControlFlow, Range},
};

/// The rules: a graph given by functions.
///
/// Rules can be borrowed: wherever a game is asked for, a reference to one does. A game that changes a few things of another
/// one is a [`Decorator`](crate::Decorator).
///
/// ```
/// use attractor_game::{Game, Player};
///
/// /// One heap; take one or two matches; who cannot move loses.
/// struct Matches(u32);
///
/// impl Game for Matches {
///     type Position = (u32, Player);
///     type Move = u32;
///     const ACYCLIC: bool = true;
///     fn start(&self) -> (u32, Player) { (self.0, Player::One) }
///     fn turn(&self, p: &(u32, Player)) -> Player { p.1 }
///     fn moves(&self, p: &(u32, Player)) -> impl Iterator<Item = u32> { 1..=p.0.min(2) }
///     fn play(&self, p: &(u32, Player), m: u32) -> (u32, Player) { (p.0 - m, p.1.other()) }
/// }
/// assert_eq!(Matches(9).moves(&Matches(9).start()).count(), 2);
/// ```
pub trait Game {
    /// A vertex, whose turn it is included.
    type Position: Clone + Eq + Hash + Debug;
    /// An edge, named by what the player does.
    type Move: Copy + Eq + Debug;

    /// No play ever comes back to a position. Exact search relies on it; the laws check it.
    const ACYCLIC: bool;
    /// The size of the result counts, not only its sign.
    const MARGIN: bool = false;

    /// Where play begins.
    fn start(&self) -> Self::Position;

    /// Who is to move. On a finished position: whose turn it would be, which is whom [`Game::result`] speaks of.
    fn turn(&self, p: &Self::Position) -> Player;

    /// Legal moves, each once, in the order of the notation; none exactly when play is over.
    ///
    /// On hot paths the iterator should override `count`.
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after a legal move.
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position;

    /// Score of a finished position for the player to move. Normal play: who cannot move loses.
    fn result(&self, _p: &Self::Position) -> Score {
        Score::LOSS
    }

    /// One position for each class of positions that a symmetry makes equal. Keeps the turn and the value.
    fn canonical(&self, p: &Self::Position) -> Self::Position {
        p.clone()
    }
}

/// Returns the legal moves as a list, in the order of [`Game::moves`].
///
/// For code that does not run at every node: it is compiled once for each game, where every use of the iterator is compiled
/// by itself.
#[inline(never)]
pub fn moves_of<G: Game>(game: &G, p: &G::Position) -> Vec<G::Move> {
    game.moves(p).collect()
}

/// Whether play is over, because no move is legal. For code that does not run at every node: see [`moves_of`].
#[inline(never)]
pub fn is_over<G: Game>(game: &G, p: &G::Position) -> bool {
    game.moves(p).next().is_none()
}

/// Games where the turn can be handed over: the same board with the other player to move.
///
/// Sums of games need it (in one part a player may move twice running), and so does mobility.
pub trait Partizan: Game {
    /// The same board, the other player to move.
    fn hand_over(&self, p: &Self::Position) -> Self::Position;
}

/// Positions numbered densely, in tiers that no move leads back from.
///
/// Positions that are the same but for who is called player 1, or but for a symmetry of the board, may share a number:
/// they form a *class*. Whatever the number tells is then the same for all of them: whether play is over, the result for
/// the player to move, and how many moves lead to each class with or without a change of turn. Numbers may be unused, but
/// they should be few: tables have a place for each.
///
/// These functions run for hundreds of millions of positions: they should not allocate.
pub trait Indexed: Game {
    /// Indices are below this.
    fn size(&self) -> u64;
    /// The number of a position.
    fn index(&self, p: &Self::Position) -> u64;
    /// A position of that number, always the same one: the representative of its class. None if the number is unused.
    fn position(&self, index: u64) -> Option<Self::Position>;
    /// Ranges of indices, together `0..size`: a move stays in its tier or goes to a later one.
    fn tiers(&self) -> Vec<Range<u64>> {
        std::iter::once(0..self.size()).collect()
    }
    /// How many positions that a symmetry of the board makes equal share the index of this one, itself included.
    fn images(&self, _p: &Self::Position) -> u64 {
        1
    }
    /// The position is the representative of its class, or an image of it, with the names of the players exchanged.
    fn renamed(&self, _p: &Self::Position) -> bool {
        false
    }
    /// Whether the position has a number: an endgame's numbers are for few men only, and larger positions have none.
    /// [`index`](Indexed::index) and all else are asked only where this is so. A move leads from a position with a number
    /// to another.
    fn numbered(&self, _p: &Self::Position) -> bool {
        true
    }
    /// Its table holds every position with a number, and not only those that play reaches from the start: an endgame's.
    /// Positions that differ only by who is called player 1 are then counted once.
    fn everywhere(&self) -> bool {
        false
    }
    /// Positions of an endgame are counted by family too, such as the material on the board and who is to move.
    fn family(&self, _p: &Self::Position) -> Option<String> {
        None
    }
}

/// Moves can be undone without knowing the past.
pub trait Retrograde: Indexed {
    /// Calls `each` with the positions that have a move to `p`, which must be the representative of its class, until `each`
    /// breaks. Each is given as often as the representative *of its own class* has moves into the class of `p`.
    ///
    /// Without symmetry that is: each position as often as it has moves to `p`. With it, moves of a position that is its
    /// own mirror image come in pairs that lead to one class, and such a position is given twice; into a position that is
    /// its own mirror image lead pairs of one class, of which one is given. So the moves that leave all representatives
    /// are as many as those that are given here.
    fn try_predecessors<B>(
        &self,
        p: &Self::Position,
        each: impl FnMut(Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Calls `each` with all of them.
    #[inline]
    fn predecessors(&self, p: &Self::Position, mut each: impl FnMut(Self::Position)) {
        let ControlFlow::Continue(()) = self.try_predecessors(p, |q| {
            each(q);
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

/// Positions known by numbers, in layers: every move leads from its layer to the next one (discs on the board, plies
/// played). Numbers need not be dense.
pub trait Layered: Game {
    /// The layer of a position.
    fn layer(&self, p: &Self::Position) -> u32;
    /// Its number in the layer; positions of a layer that a symmetry makes equal share one.
    fn number(&self, p: &Self::Position) -> u64;
    /// A position of that number.
    fn numbered(&self, layer: u32, number: u64) -> Option<Self::Position>;
    /// How many positions share the number of this one, itself included.
    fn images(&self, _p: &Self::Position) -> u64 {
        1
    }
}

/// All that a surface (command, page, Python) needs to know of a game; what the registry lists.
pub trait Playable:
    Game<Position: Send + Sync, Move: Send + Sync>
    + Notation
    + Heuristics<Estimate: Clone + Send + Sync>
    + Send
    + Sync
    + 'static
{
    /// Whether exact values can be given; or the reason why not (a hand-given tree whose numbers are not whole).
    fn solvable(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Declares the companions that this game has beyond its rules, in one place for laws, tables, solvers and surfaces:
    /// one call for each, then `done`.
    ///
    /// ```ignore
    /// fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
    ///     declare.partizan().retrograde().done()
    /// }
    /// ```
    ///
    /// What is declared may depend on the size of the board. [`undeclared!`](crate::undeclared) finds what was forgotten.
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer
    where
        Self: Sized,
    {
        declare.done()
    }

    /// Answers a question with the game's tactics, if it declares some. Not to be overridden.
    fn with_tactics<Q: Question<Self>>(&self, question: Q) -> Q::Answer
    where
        Self: Sized,
    {
        self.abilities(ByTactics(question))
    }

    /// Answers a question by the numbers of positions, if the game declares some. Not to be overridden.
    fn with_numbers<Q: Numbering<Self>>(&self, question: Q) -> Q::Answer
    where
        Self: Sized,
    {
        self.abilities(ByNumbers(question))
    }

    /// What a position is worth as part of a sum, for games in which who cannot move loses; or the reason why it has no
    /// such value. Ends early with the error of `watch`. Not to be overridden.
    fn combinatorial(&self, p: &Self::Position, watch: Watch<'_>) -> Result<Combinatorial, Error>
    where
        Self: Sized,
    {
        self.abilities(OfPosition { game: self, position: p, watch })
    }

    /// The same rules with the numbers of a table that was built for `table`, a game's name such as `chess,men=KBNK`: an
    /// endgame's table answers within the whole game. None if it is a table of something else.
    fn endgame(&self, _table: &str) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Play is over, drawn by a rule about what was played: a position came back too often, or too long nothing was
    /// taken. `line` is every position of the play so far, the present one last; it has legal moves.
    ///
    /// Values of positions do not depend on this: it ends plays between players, who look out for it at every move.
    fn drawn_by_history(&self, _line: &[Self::Position]) -> bool {
        false
    }
}
