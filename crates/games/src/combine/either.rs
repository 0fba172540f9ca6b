//! One of two kinds of game under one type, so that a sum can have parts of both.

use crate::combinatorial::{Forms, Valued, Worth};
use attractor_game::{
    Abilities, Board, Combinatorial, Error, Game, Heuristic, Heuristics, Linear, Native, Notation, Outcome, Partizan,
    Playable, Player, Playouts, Rng, Score, Watch,
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

/// The same expression for whichever kind the values are of: `by_kind!(self, p => |g, p| g.turn(p))`. With `wrap`, the
/// result is of that kind too.
macro_rules! by_kind {
    ($($value:expr),+ => wrap |$($name:pat_param),+| $body:expr) => {
        by_kind!(@ ($($value),+) ($($name),+) First, Second, $body)
    };
    ($($value:expr),+ => |$($name:pat_param),+| $body:expr) => {
        by_kind!(@ ($($value),+) ($($name),+) std::convert::identity, std::convert::identity, $body)
    };
    (@ ($value:expr) ($name:pat_param) $first:expr, $second:expr, $body:expr) => {
        match $value {
            First($name) => $first($body),
            Second($name) => $second($body),
        }
    };
    (@ ($($value:expr),+) ($($name:pat_param),+) $first:expr, $second:expr, $body:expr) => {
        match ($($value),+) {
            ($(First($name)),+) => $first($body),
            ($(Second($name)),+) => $second($body),
            _ => different_kinds(),
        }
    };
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>> Iterator for Either<A, B> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        by_kind!(self => |all| all.next())
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        by_kind!(self => |all| all.size_hint())
    }
    #[inline]
    fn count(self) -> usize {
        by_kind!(self => |all| all.count())
    }
}

type PositionOf<A, B> = Either<<A as Game>::Position, <B as Game>::Position>;

#[deny(clippy::missing_trait_methods)]
impl<A: Game, B: Game> Game for Either<A, B> {
    type Position = PositionOf<A, B>;
    type Move = Either<A::Move, B::Move>;
    const ACYCLIC: bool = A::ACYCLIC && B::ACYCLIC;
    const MARGIN: bool = A::MARGIN || B::MARGIN;
    fn start(&self) -> Self::Position {
        by_kind!(self => wrap |g| g.start())
    }
    fn turn(&self, p: &Self::Position) -> Player {
        by_kind!(self, p => |g, p| g.turn(p))
    }
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move> {
        match (self, p) {
            (First(a), First(p)) => First(a.moves(p).map(First)),
            (Second(b), Second(p)) => Second(b.moves(p).map(Second)),
            _ => different_kinds(),
        }
    }
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position {
        by_kind!(self, p, m => wrap |g, p, m| g.play(p, m))
    }
    fn result(&self, p: &Self::Position) -> Score {
        by_kind!(self, p => |g, p| g.result(p))
    }
    fn canonical(&self, p: &Self::Position) -> Self::Position {
        by_kind!(self, p => wrap |g, p| g.canonical(p))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<A: Partizan, B: Partizan> Partizan for Either<A, B> {
    fn hand_over(&self, p: &Self::Position) -> Self::Position {
        by_kind!(self, p => wrap |g, p| g.hand_over(p))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<A: Valued, B: Valued> Valued for Either<A, B> {
    fn worth(&self, forms: &mut Forms, p: &Self::Position, watch: Watch<'_>) -> Result<Worth, Error> {
        by_kind!(self, p => |g, p| g.worth(forms, p, watch))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<A: Notation, B: Notation> Notation for Either<A, B> {
    fn write(&self, p: &Self::Position) -> String {
        by_kind!(self, p => |g, p| g.write(p))
    }
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        Ok(by_kind!(self => wrap |g| g.read(text)?))
    }
    fn name(&self, p: &Self::Position, m: Self::Move) -> String {
        by_kind!(self, p, m => |g, p, m| g.name(p, m))
    }
    fn names(&self, p: &Self::Position, line: &[Self::Move]) -> Vec<String> {
        match (self, p) {
            (First(a), First(p)) => a.names(p, &all(line, first)),
            (Second(b), Second(p)) => b.names(p, &all(line, second)),
            _ => different_kinds(),
        }
    }
    fn plain(&self, p: &Self::Position, m: Self::Move) -> String {
        by_kind!(self, p, m => |g, p, m| g.plain(p, m))
    }
    fn find(&self, p: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        Ok(by_kind!(self, p => wrap |g, p| g.find(p, text)?))
    }
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        by_kind!(self => |g| g.split(line))
    }
    fn join(&self, names: &[String]) -> String {
        by_kind!(self => |g| g.join(names))
    }
    fn diagram(&self, p: &Self::Position) -> String {
        by_kind!(self, p => |g, p| g.diagram(p))
    }
    fn board(&self, p: &Self::Position) -> Board {
        by_kind!(self, p => |g, p| g.board(p))
    }
    fn place(&self, p: &Self::Position, m: Self::Move) -> Option<(f32, f32)> {
        by_kind!(self, p, m => |g, p, m| g.place(p, m))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<A: Game, B: Game, G: Heuristic<A>, H: Heuristic<B>> Heuristic<Either<A, B>> for Either<G, H> {
    fn estimate(&self, game: &Either<A, B>, p: &PositionOf<A, B>) -> f64 {
        by_kind!(self, game, p => |h, game, p| h.estimate(game, p))
    }
    fn finished(&self, game: &Either<A, B>, p: &PositionOf<A, B>) -> f64 {
        by_kind!(self, game, p => |h, game, p| h.finished(game, p))
    }
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        by_kind!(self => |h| h.decided(outcome))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<A: Heuristics, B: Heuristics> Heuristics for Either<A, B> {
    type Estimate = Either<A::Estimate, B::Estimate>;
    fn heuristics(&self) -> &'static [&'static str] {
        by_kind!(self => |g| g.heuristics())
    }
    fn heuristic(&self, text: &str) -> Result<Self::Estimate, Error> {
        Ok(by_kind!(self => wrap |g| g.heuristic(text)?))
    }
    fn linear(&self) -> Vec<Linear> {
        by_kind!(self => |g| g.linear())
    }
    fn features(&self, name: &str, p: &Self::Position, features: &mut [f64]) {
        by_kind!(self, p => |g, p| g.features(name, p, features));
    }
}

/// Parts of sums: of what a game may declare, a sum uses these.
impl<A: Playable + Partizan, B: Playable + Partizan> Playable for Either<A, B> {
    fn solvable(&self) -> Result<(), Error> {
        by_kind!(self => |g| g.solvable())
    }
    fn abilities<V: Abilities<Self>>(&self, declare: V) -> V::Answer {
        declare.partizan().combinatorial(value).playouts(OfKind).done()
    }
    fn drawn_by_history(&self, line: &[Self::Position]) -> bool {
        match self {
            First(a) => a.drawn_by_history(&all(line, first)),
            Second(b) => b.drawn_by_history(&all(line, second)),
        }
    }
}

/// A list of one kind.
fn all<T, K: Clone>(list: &[T], kind: fn(&T) -> &K) -> Vec<K> {
    list.iter().map(kind).cloned().collect()
}

fn first<A, B>(either: &Either<A, B>) -> &A {
    let First(a) = either else { different_kinds() };
    a
}

fn second<A, B>(either: &Either<A, B>) -> &B {
    let Second(b) = either else { different_kinds() };
    b
}

/// The policy of whichever kind of game it is.
struct OfKind;

impl<A: Playable, B: Playable> Playouts<Either<A, B>> for OfKind {
    fn choose(&self, game: &Either<A, B>, p: &PositionOf<A, B>, rng: &mut Rng) -> Option<Either<A::Move, B::Move>> {
        Some(by_kind!(game, p => wrap |g, p| Native.choose(g, p, rng)?))
    }
}

fn value<A: Playable, B: Playable>(
    game: &Either<A, B>,
    p: &PositionOf<A, B>,
    watch: Watch<'_>,
) -> Result<Combinatorial, Error> {
    by_kind!(game, p => |g, p| g.combinatorial(p, watch))
}
