//! Games that are another game with a few things changed.

use crate::{
    Board, Error, Game, Heuristic, Heuristics, Indexed, Layered, Linear, Notation, Outcome, Partizan, Player, Playouts,
    Retrograde, Rng, Score,
};
use std::ops::{ControlFlow, Range};

/// A game that changes a few things of another one, and says only what it changes: positions and moves are those of the
/// inner game, and whatever companions that game has, the decorator has as well.
///
/// ```
/// use attractor_game::{Decorator, Game, Notation, Player};
/// # struct Matches(u32);
/// # impl Game for Matches {
/// #     type Position = (u32, Player);
/// #     type Move = u32;
/// #     const ACYCLIC: bool = true;
/// #     fn start(&self) -> (u32, Player) { (self.0, Player::One) }
/// #     fn turn(&self, p: &(u32, Player)) -> Player { p.1 }
/// #     fn moves(&self, p: &(u32, Player)) -> impl Iterator<Item = u32> { 1..=p.0.min(2) }
/// #     fn play(&self, p: &(u32, Player), m: u32) -> (u32, Player) { (p.0 - m, p.1.other()) }
/// # }
/// # impl Notation for Matches {
/// #     fn write(&self, p: &(u32, Player)) -> String { format!("{} {}", p.0, p.1) }
/// #     fn name(&self, _: &(u32, Player), m: u32) -> String { m.to_string() }
/// # }
///
/// /// Begins after one move.
/// struct Later<G>(G);
///
/// impl<G: Game> Decorator for Later<G> {
///     type Inner = G;
///     fn inner(&self) -> &G { &self.0 }
///     fn begin(&self) -> G::Position {
///         let start = self.0.start();
///         let first = self.0.moves(&start).next();
///         first.map_or(start.clone(), |m| self.0.play(&start, m))
///     }
/// }
///
/// let game = Later(Matches(9));
/// assert_eq!(game.write(&game.start()), "8 2");
/// ```
pub trait Decorator {
    /// The game that is changed.
    type Inner: Game;

    /// Results have the other sign: who would have lost wins.
    const REVERSED: bool = false;

    /// The game that is changed.
    fn inner(&self) -> &Self::Inner;

    /// Where play begins.
    fn begin(&self) -> Position<Self::Inner> {
        self.inner().start()
    }
}

type Position<G> = <G as Game>::Position;
type Move<G> = <G as Game>::Move;

/// A borrowed game is a game that changes nothing.
impl<G: Game> Decorator for &G {
    type Inner = G;
    #[inline]
    fn inner(&self) -> &G {
        self
    }
}

// The lint finds a method of a trait that is not forwarded.

#[diagnostic::do_not_recommend]
#[deny(clippy::missing_trait_methods)]
impl<D: Decorator> Game for D {
    type Position = Position<D::Inner>;
    type Move = Move<D::Inner>;
    const ACYCLIC: bool = D::Inner::ACYCLIC;
    const MARGIN: bool = D::Inner::MARGIN;
    #[inline]
    fn start(&self) -> Self::Position {
        self.begin()
    }
    #[inline]
    fn turn(&self, p: &Self::Position) -> Player {
        self.inner().turn(p)
    }
    #[inline]
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.inner().moves(p)
    }
    #[inline]
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position {
        self.inner().play(p, m)
    }
    #[inline]
    fn result(&self, p: &Self::Position) -> Score {
        let score = self.inner().result(p);
        if D::REVERSED { -score } else { score }
    }
    #[inline]
    fn canonical(&self, p: &Self::Position) -> Self::Position {
        self.inner().canonical(p)
    }
}

#[diagnostic::do_not_recommend]
#[deny(clippy::missing_trait_methods)]
impl<D: Decorator<Inner: Partizan>> Partizan for D {
    #[inline]
    fn hand_over(&self, p: &Self::Position) -> Self::Position {
        self.inner().hand_over(p)
    }
}

#[diagnostic::do_not_recommend]
#[deny(clippy::missing_trait_methods)]
impl<D: Decorator<Inner: Indexed>> Indexed for D {
    #[inline]
    fn size(&self) -> u64 {
        self.inner().size()
    }
    #[inline]
    fn index(&self, p: &Self::Position) -> u64 {
        self.inner().index(p)
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Self::Position> {
        self.inner().position(index)
    }
    fn tiers(&self) -> Vec<Range<u64>> {
        self.inner().tiers()
    }
    #[inline]
    fn images(&self, p: &Self::Position) -> u64 {
        self.inner().images(p)
    }
    #[inline]
    fn renamed(&self, p: &Self::Position) -> bool {
        self.inner().renamed(p)
    }
    #[inline]
    fn numbered(&self, p: &Self::Position) -> bool {
        self.inner().numbered(p)
    }
    fn everywhere(&self) -> bool {
        self.inner().everywhere()
    }
    fn family(&self, p: &Self::Position) -> Option<String> {
        self.inner().family(p)
    }
}

#[diagnostic::do_not_recommend]
#[deny(clippy::missing_trait_methods)]
impl<D: Decorator<Inner: Retrograde>> Retrograde for D {
    #[inline]
    fn try_predecessors<B>(
        &self,
        p: &Self::Position,
        each: impl FnMut(Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.inner().try_predecessors(p, each)
    }
    #[inline]
    fn predecessors(&self, p: &Self::Position, each: impl FnMut(Self::Position)) {
        self.inner().predecessors(p, each);
    }
}

#[diagnostic::do_not_recommend]
#[deny(clippy::missing_trait_methods)]
impl<D: Decorator<Inner: Layered>> Layered for D {
    #[inline]
    fn layer(&self, p: &Self::Position) -> u32 {
        self.inner().layer(p)
    }
    #[inline]
    fn number(&self, p: &Self::Position) -> u64 {
        self.inner().number(p)
    }
    #[inline]
    fn numbered(&self, layer: u32, number: u64) -> Option<Self::Position> {
        self.inner().numbered(layer, number)
    }
    #[inline]
    fn images(&self, p: &Self::Position) -> u64 {
        self.inner().images(p)
    }
}

#[diagnostic::do_not_recommend]
#[deny(clippy::missing_trait_methods)]
impl<D: Decorator<Inner: Notation>> Notation for D {
    fn write(&self, p: &Self::Position) -> String {
        self.inner().write(p)
    }
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        self.inner().read(text)
    }
    fn name(&self, p: &Self::Position, m: Self::Move) -> String {
        self.inner().name(p, m)
    }
    fn names(&self, p: &Self::Position, line: &[Self::Move]) -> Vec<String> {
        self.inner().names(p, line)
    }
    fn plain(&self, p: &Self::Position, m: Self::Move) -> String {
        self.inner().plain(p, m)
    }
    fn find(&self, p: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        self.inner().find(p, text)
    }
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        self.inner().split(line)
    }
    fn join(&self, names: &[String]) -> String {
        self.inner().join(names)
    }
    fn diagram(&self, p: &Self::Position) -> String {
        self.inner().diagram(p)
    }
    fn board(&self, p: &Self::Position) -> Board {
        self.inner().board(p)
    }
    fn place(&self, p: &Self::Position, m: Self::Move) -> Option<(f32, f32)> {
        self.inner().place(p, m)
    }
}

#[diagnostic::do_not_recommend]
#[deny(clippy::missing_trait_methods)]
impl<D: Decorator<Inner: Heuristics>> Heuristics for D {
    type Estimate = Inherited<<D::Inner as Heuristics>::Estimate>;
    fn heuristics(&self) -> &'static [&'static str] {
        self.inner().heuristics()
    }
    fn heuristic(&self, text: &str) -> Result<Self::Estimate, Error> {
        self.inner().heuristic(text).map(Inherited)
    }
    fn linear(&self) -> Vec<Linear> {
        self.inner().linear()
    }
    fn features(&self, name: &str, p: &Self::Position, features: &mut [f64]) {
        self.inner().features(name, p, features);
    }
}

/// What a [`Decorator`] has from its inner game: a heuristic, or a policy of playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inherited<T>(pub T);

#[deny(clippy::missing_trait_methods)]
impl<D: Decorator, H: Heuristic<D::Inner>> Heuristic<D> for Inherited<H> {
    #[inline]
    fn estimate(&self, game: &D, p: &Position<D>) -> f64 {
        self.0.estimate(game.inner(), p)
    }
    #[inline]
    fn finished(&self, game: &D, p: &Position<D>) -> f64 {
        let worth = self.0.finished(game.inner(), p);
        // Not the negation, which would make a draw -0.
        if D::REVERSED { 0.0 - worth } else { worth }
    }
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        self.0.decided(outcome)
    }
}

impl<D: Decorator, P: Playouts<D::Inner>> Playouts<D> for Inherited<P> {
    #[inline]
    fn choose(&self, game: &D, p: &Position<D>, rng: &mut Rng) -> Option<Move<D>> {
        self.0.choose(game.inner(), p, rng)
    }
}
