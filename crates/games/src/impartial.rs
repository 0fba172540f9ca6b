//! Impartial games: both players have the same moves, and who cannot move loses.
//!
//! A game gives its states and moves ([`Rules`]). Whose turn it is, notation of the turn, misere play, sums and values follow
//! from them ([`Impartial`]).

use crate::{
    combinatorial::{Form, Forms, Valued, Worth, by_mex, describe},
    text::{Letters, Piece, find_named},
};
use attractor_game::{
    Abilities, Board, Error, Game, Heuristics, Notation, Partizan, Playable, Player, Spec, Watch, Zero,
};
use std::{fmt::Debug, hash::Hash};

/// The states and moves of an impartial game. Play always ends.
pub trait Rules: Clone + PartialEq + Debug + Send + Sync + Sized + 'static {
    /// What is on the board.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// What a player does.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// The character that joins the parts of a state in text.
    const SEPARATOR: char;
    /// Options beyond `first=` and `misere`.
    const OPTIONS: &'static [&'static str] = &[];

    /// The rules that a game's string asks for; its options are checked already.
    fn from_spec(spec: &Spec) -> Result<Self, Error>;

    /// The string and its options, for games whose size has commas.
    fn options(spec: &Spec) -> Result<Spec, Error> {
        Ok(spec.clone())
    }

    /// The state in which play begins.
    fn start(&self) -> Self::State;

    /// The moves, each once, in the order of the notation.
    fn moves(&self, s: Self::State) -> impl Iterator<Item = Self::Move>;

    /// The state after a move.
    fn play(&self, s: Self::State, m: Self::Move) -> Self::State;

    /// One state for each class of equal states.
    fn canonical(&self, s: Self::State) -> Self::State {
        s
    }

    /// The most moves that a state can have. By default: as many as at the start.
    fn widest(&self) -> usize {
        self.moves(self.start()).count()
    }

    /// The nimber of a state; by default the least number that is no option's, found by search.
    fn nimber(&self, s: Self::State, watch: Watch<'_>) -> Result<u32, Error> {
        let p = Position { state: s, turn: Player::One };
        Ok(by_mex(&Impartial::of(self.clone()), &p, watch)?.nimber)
    }

    /// A state in one line without spaces.
    fn write(&self, s: Self::State) -> String;

    /// The state that a text describes.
    fn read(&self, text: &str) -> Result<Self::State, Error>;

    /// The name of a move, in lower case.
    fn name(&self, m: Self::Move) -> String;

    /// A picture of the state in text.
    fn diagram(&self, _s: Self::State) -> Option<String> {
        None
    }

    /// The board of a picture; by default the text.
    fn board(&self, _s: Self::State) -> Option<Board> {
        None
    }

    /// The row and column of a move on that board.
    fn place(&self, _s: Self::State, _m: Self::Move) -> Option<(f32, f32)> {
        None
    }
}

/// An impartial game: its rules, and who begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Impartial<R> {
    pub(crate) rules: R,
    first: Player,
}

/// What is on the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<S> {
    pub(crate) state: S,
    pub(crate) turn: Player,
}

impl<S> Position<S> {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// What is on the board.
    #[inline]
    pub fn state(&self) -> &S {
        &self.state
    }
}

impl<R: Rules> Impartial<R> {
    /// The game of these rules. Player 1 begins.
    pub fn of(rules: R) -> Impartial<R> {
        Impartial { rules, first: Player::One }
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Impartial<R> {
        self.first = first;
        self
    }

    /// `NAME[:SIZE][,first=2]` and the options of the game. The option `misere` is let through, for whoever wraps the game
    /// in [`Misere`](crate::Misere).
    pub fn from_spec(spec: &Spec) -> Result<Impartial<R>, Error> {
        let options = R::options(spec)?;
        options.allow(&[R::OPTIONS, &["misere", "first="]].concat())?;
        Ok(Impartial { rules: R::from_spec(spec)?, first: options.first()? })
    }
}

impl<R: Rules> Game for Impartial<R> {
    type Position = Position<R::State>;
    type Move = R::Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Self::Position {
        Position { state: self.rules.start(), turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Self::Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = R::Move> {
        self.rules.moves(p.state)
    }

    #[inline]
    fn play(&self, p: &Self::Position, m: R::Move) -> Self::Position {
        Position { state: self.rules.play(p.state, m), turn: p.turn.other() }
    }

    fn canonical(&self, p: &Self::Position) -> Self::Position {
        Position { state: self.rules.canonical(p.state), turn: p.turn }
    }
}

impl<R: Rules> Partizan for Impartial<R> {
    #[inline]
    fn hand_over(&self, p: &Self::Position) -> Self::Position {
        Position { turn: p.turn.other(), ..*p }
    }
}

impl<R: Rules> Heuristics for Impartial<R> {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

/// Every state is a nimber (Sprague and Grundy).
impl<R: Rules> Valued for Impartial<R> {
    fn worth(&self, _: &mut Forms, p: &Self::Position, watch: Watch<'_>) -> Result<Worth, Error> {
        Ok(Worth { form: Form::ZERO, nimber: self.rules.nimber(p.state, watch)? })
    }

    fn widest(&self) -> usize {
        self.rules.widest()
    }
}

impl<R: Rules> Playable for Impartial<R> {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.partizan().combinatorial(describe).done()
    }
}

/// The state and the player to move: `5+8 1`.
impl<R: Rules> Notation for Impartial<R> {
    fn write(&self, p: &Self::Position) -> String {
        format!("{} {}", self.rules.write(p.state), p.turn)
    }

    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn(R::SEPARATOR);
        let state = self.rules.read(board.text).map_err(|error| board.misread(error))?;
        Ok(Position { state, turn: Letters::NUMBERS.named_turn(turn, board)? })
    }

    fn name(&self, _: &Self::Position, m: R::Move) -> String {
        self.rules.name(m)
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Self::Position, text: &str) -> Result<R::Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }

    fn diagram(&self, p: &Self::Position) -> String {
        self.rules.diagram(p.state).unwrap_or_else(|| self.write(p))
    }

    fn board(&self, p: &Self::Position) -> Board {
        self.rules.board(p.state).unwrap_or_else(|| Board::text(&self.diagram(p)))
    }

    fn place(&self, p: &Self::Position, m: R::Move) -> Option<(f32, f32)> {
        self.rules.place(p.state, m)
    }
}

/// Reads heaps such as `3+4+5`, each at most as large as at the start.
pub(crate) fn heaps(text: &str, start: &[u16]) -> Result<Vec<u16>, Error> {
    let heaps: Vec<Piece<'_>> = Piece::new(text).split('+').collect();
    if heaps.len() != start.len() {
        return Err(Piece::new(text)
            .wrong("bad-heap-count", "{found} heaps are given; this game has {expected}")
            .arg("found", heaps.len())
            .arg("expected", start.len()));
    }
    heaps.iter().zip(start).map(|(heap, &most)| Ok(heap.number(0..=most.into())? as u16)).collect()
}

/// Two numbers in the order of those at the start, the larger where the larger one stood, so that they fit.
pub(crate) fn ordered_like<N: Copy + Ord>(start: [N; 2], mut numbers: [N; 2]) -> [N; 2] {
    if (start[0] > start[1]) != (numbers[0] > numbers[1]) {
        numbers.reverse();
    }
    numbers
}
