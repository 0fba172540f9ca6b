//! One of two kinds of game under one type, so that a sum can have parts of both.

use crate::combinatorial::{Forms, Valued, Worth};
use attractor_game::{
    Abilities, Combinatorial, Error, Game, Heuristic, Heuristics, Notation, Outcome, Partizan, Playable, Player, Score,
    Watch,
};

/// A game of kind `A` or of kind `B`; its positions, moves and heuristics are of the same kind.
///
/// Rules and positions of different kinds do not go together: that is a mistake in the calling program, and panics.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Either<A, B> {
    /// Of the first kind.
    A(A),
    /// Of the second kind.
    B(B),
}

use Either::{A as First, B as Second};

/// Rules, and a position or heuristic, of different kinds.
#[cold]
fn different_kinds() -> ! {
    panic!("the rules of one kind of game were asked about another kind")
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>> Iterator for Either<A, B> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        match self {
            First(a) => a.next(),
            Second(b) => b.next(),
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            First(a) => a.size_hint(),
            Second(b) => b.size_hint(),
        }
    }
    #[inline]
    fn count(self) -> usize {
        match self {
            First(a) => a.count(),
            Second(b) => b.count(),
        }
    }
}

impl<A: Game, B: Game> Game for Either<A, B> {
    type Position = Either<A::Position, B::Position>;
    type Move = Either<A::Move, B::Move>;
    const ACYCLIC: bool = A::ACYCLIC && B::ACYCLIC;
    const MARGIN: bool = A::MARGIN || B::MARGIN;
    fn start(&self) -> Self::Position {
        match self {
            First(a) => First(a.start()),
            Second(b) => Second(b.start()),
        }
    }
    fn turn(&self, p: &Self::Position) -> Player {
        match (self, p) {
            (First(a), First(p)) => a.turn(p),
            (Second(b), Second(p)) => b.turn(p),
            _ => different_kinds(),
        }
    }
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move> {
        match (self, p) {
            (First(a), First(p)) => First(a.moves(p).map(First)),
            (Second(b), Second(p)) => Second(b.moves(p).map(Second)),
            _ => different_kinds(),
        }
    }
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position {
        match (self, p, m) {
            (First(a), First(p), First(m)) => First(a.play(p, m)),
            (Second(b), Second(p), Second(m)) => Second(b.play(p, m)),
            _ => different_kinds(),
        }
    }
    fn result(&self, p: &Self::Position) -> Score {
        match (self, p) {
            (First(a), First(p)) => a.result(p),
            (Second(b), Second(p)) => b.result(p),
            _ => different_kinds(),
        }
    }
    fn canonical(&self, p: &Self::Position) -> Self::Position {
        match (self, p) {
            (First(a), First(p)) => First(a.canonical(p)),
            (Second(b), Second(p)) => Second(b.canonical(p)),
            _ => different_kinds(),
        }
    }
}

impl<A: Partizan, B: Partizan> Partizan for Either<A, B> {
    fn hand_over(&self, p: &Self::Position) -> Self::Position {
        match (self, p) {
            (First(a), First(p)) => First(a.hand_over(p)),
            (Second(b), Second(p)) => Second(b.hand_over(p)),
            _ => different_kinds(),
        }
    }
}

impl<A: Valued, B: Valued> Valued for Either<A, B> {
    fn worth(&self, forms: &mut Forms, p: &Self::Position, watch: Watch<'_>) -> Result<Worth, Error> {
        match (self, p) {
            (First(a), First(p)) => a.worth(forms, p, watch),
            (Second(b), Second(p)) => b.worth(forms, p, watch),
            _ => different_kinds(),
        }
    }
}

impl<A: Notation, B: Notation> Notation for Either<A, B> {
    fn write(&self, p: &Self::Position) -> String {
        match (self, p) {
            (First(a), First(p)) => a.write(p),
            (Second(b), Second(p)) => b.write(p),
            _ => different_kinds(),
        }
    }
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        match self {
            First(a) => a.read(text).map(First),
            Second(b) => b.read(text).map(Second),
        }
    }
    fn name(&self, p: &Self::Position, m: Self::Move) -> String {
        match (self, p, m) {
            (First(a), First(p), First(m)) => a.name(p, m),
            (Second(b), Second(p), Second(m)) => b.name(p, m),
            _ => different_kinds(),
        }
    }
    fn find(&self, p: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        match (self, p) {
            (First(a), First(p)) => a.find(p, text).map(First),
            (Second(b), Second(p)) => b.find(p, text).map(Second),
            _ => different_kinds(),
        }
    }
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        match self {
            First(a) => a.split(line),
            Second(b) => b.split(line),
        }
    }
    fn join(&self, names: &[String]) -> String {
        match self {
            First(a) => a.join(names),
            Second(b) => b.join(names),
        }
    }
    fn diagram(&self, p: &Self::Position) -> String {
        match (self, p) {
            (First(a), First(p)) => a.diagram(p),
            (Second(b), Second(p)) => b.diagram(p),
            _ => different_kinds(),
        }
    }
}

impl<A, B, G, H> Heuristic<Either<A, B>> for Either<G, H>
where
    A: Game,
    B: Game,
    G: Heuristic<A>,
    H: Heuristic<B>,
{
    fn estimate(&self, game: &Either<A, B>, p: &Either<A::Position, B::Position>) -> f64 {
        match (self, game, p) {
            (First(h), First(a), First(p)) => h.estimate(a, p),
            (Second(h), Second(b), Second(p)) => h.estimate(b, p),
            _ => different_kinds(),
        }
    }
    fn finished(&self, game: &Either<A, B>, p: &Either<A::Position, B::Position>) -> f64 {
        match (self, game, p) {
            (First(h), First(a), First(p)) => h.finished(a, p),
            (Second(h), Second(b), Second(p)) => h.finished(b, p),
            _ => different_kinds(),
        }
    }
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        match self {
            First(h) => h.decided(outcome),
            Second(h) => h.decided(outcome),
        }
    }
}

impl<A: Heuristics, B: Heuristics> Heuristics for Either<A, B> {
    type Estimate = Either<A::Estimate, B::Estimate>;
    fn heuristics(&self) -> &'static [&'static str] {
        match self {
            First(a) => a.heuristics(),
            Second(b) => b.heuristics(),
        }
    }
    fn heuristic(&self, text: &str) -> Result<Self::Estimate, Error> {
        match self {
            First(a) => a.heuristic(text).map(First),
            Second(b) => b.heuristic(text).map(Second),
        }
    }
}

impl<A: Playable, B: Playable> Playable for Either<A, B>
where
    A::Position: Send + Sync,
    A::Move: Send + Sync,
    B::Position: Send + Sync,
    B::Move: Send + Sync,
{
    fn abilities<V: Abilities<Self>>(&self, declare: V) -> V::Answer {
        declare.combinatorial(value).done()
    }

    fn solvable(&self) -> Result<(), Error> {
        match self {
            First(a) => a.solvable(),
            Second(b) => b.solvable(),
        }
    }
}

fn value<A: Playable, B: Playable>(
    game: &Either<A, B>,
    p: &Either<A::Position, B::Position>,
    watch: Watch<'_>,
) -> Result<Combinatorial, Error> {
    match (game, p) {
        (First(a), First(p)) => a.combinatorial(p, watch),
        (Second(b), Second(p)) => b.combinatorial(p, watch),
        _ => different_kinds(),
    }
}
