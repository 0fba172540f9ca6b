//! What a game can do beyond its rules: declared once, read by laws, tables, solvers and surfaces.

use crate::{
    Combinatorial, Error, Game, Indexed, Layered, Partizan, Playouts, Question, Retrograde, Rng, Tactics, Uniform,
    Watch,
};
use std::marker::PhantomData;

/// Reads the declaration of a game: [`Playable::abilities`](crate::Playable::abilities) calls one method for each
/// companion that the game has, and [`done`](Abilities::done) at the end.
///
/// Each method demands the trait that it declares, so that a visitor may use it: the laws check it, a table is built with
/// it. What a visitor does not override it ignores. A visitor that picks one of several ways takes the first that is
/// declared; what it does not need is not even compiled.
pub trait Abilities<G: Game>: Sized {
    /// What the visitor returns.
    type Answer;

    /// Nothing more is declared.
    fn done(self) -> Self::Answer;

    /// The turn can be handed over.
    fn partizan(self) -> impl Abilities<G, Answer = Self::Answer>
    where
        G: Partizan,
    {
        self
    }

    /// Positions are numbered in layers.
    fn layered(self) -> impl Abilities<G, Answer = Self::Answer>
    where
        G: Layered,
    {
        self
    }

    /// Positions are numbered densely.
    fn indexed(self) -> impl Abilities<G, Answer = Self::Answer>
    where
        G: Indexed,
    {
        self
    }

    /// Positions are numbered densely, and moves can be undone.
    fn retrograde(self) -> impl Abilities<G, Answer = Self::Answer>
    where
        G: Retrograde,
    {
        self.indexed()
    }

    /// Positions have combinatorial values, or a reason of their own to have none. The function ends early with the error
    /// of its [`Watch`], which it checks every few thousand steps.
    fn combinatorial<F>(self, _value: F) -> impl Abilities<G, Answer = Self::Answer>
    where
        F: FnOnce(&G, &G::Position, Watch<'_>) -> Result<Combinatorial, Error>,
    {
        self
    }

    /// Playouts leave out moves that nobody would make: the policy chooses among the others.
    fn playouts(self, _policy: impl Playouts<G>) -> impl Abilities<G, Answer = Self::Answer> {
        self
    }

    /// Exact search has tactics. They may depend on the size of the board, so that each size gets code of its own; they are
    /// made only for a visitor that needs them.
    fn tactics<T>(self, _make: impl FnOnce() -> T) -> impl Abilities<G, Answer = Self::Answer>
    where
        T: Tactics<Position = G::Position> + Send + Sync + 'static,
    {
        self
    }
}

/// A question that is answered in the best way that the numbers of a game's positions allow: see
/// [`Playable::with_numbers`](crate::Playable::with_numbers).
pub trait Numbering<G: Game> {
    /// The answer.
    type Answer;
    /// Positions have no numbers.
    fn without(self) -> Self::Answer;
    /// They have, in layers.
    fn layered(self) -> Self::Answer
    where
        G: Layered;
    /// They have, densely.
    fn indexed(self) -> Self::Answer
    where
        G: Indexed;
    /// They have, densely, and moves can be undone.
    fn retrograde(self) -> Self::Answer
    where
        G: Retrograde,
        Self: Sized,
    {
        self.indexed()
    }
}

/// Has its answer, whatever else is declared.
struct Answered<A>(A);

impl<G: Game, A> Abilities<G> for Answered<A> {
    type Answer = A;
    #[inline]
    fn done(self) -> A {
        self.0
    }
}

/// Picks the numbers of positions.
pub(crate) struct ByNumbers<Q>(pub(crate) Q);

impl<G: Game, Q: Numbering<G>> Abilities<G> for ByNumbers<Q> {
    type Answer = Q::Answer;
    fn done(self) -> Q::Answer {
        self.0.without()
    }
    fn layered(self) -> impl Abilities<G, Answer = Q::Answer>
    where
        G: Layered,
    {
        Answered(self.0.layered())
    }
    fn indexed(self) -> impl Abilities<G, Answer = Q::Answer>
    where
        G: Indexed,
    {
        Answered(self.0.indexed())
    }
    fn retrograde(self) -> impl Abilities<G, Answer = Q::Answer>
    where
        G: Retrograde,
    {
        Answered(self.0.retrograde())
    }
}

/// Picks the tactics.
pub(crate) struct ByTactics<Q>(pub(crate) Q);

impl<G: Game, Q: Question<G>> Abilities<G> for ByTactics<Q> {
    type Answer = Q::Answer;
    fn done(self) -> Q::Answer {
        self.0.without()
    }
    fn tactics<T>(self, make: impl FnOnce() -> T) -> impl Abilities<G, Answer = Q::Answer>
    where
        T: Tactics<Position = G::Position> + Send + Sync + 'static,
    {
        Answered(self.0.with(make()))
    }
}

/// Works out the combinatorial value of a position.
pub(crate) struct OfPosition<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    pub(crate) watch: Watch<'a>,
}

impl<G: Game> Abilities<G> for OfPosition<'_, G> {
    type Answer = Result<Combinatorial, Error>;
    fn done(self) -> Self::Answer {
        Err(Error::new(
            "no-combinatorial-value",
            "this game has no combinatorial value: those are for games that always end, in which both can be to move on any board and who cannot move loses",
        ))
    }
    fn combinatorial<F>(self, value: F) -> impl Abilities<G, Answer = Self::Answer>
    where
        F: FnOnce(&G, &G::Position, Watch<'_>) -> Result<Combinatorial, Error>,
    {
        Answered(value(self.game, self.position, self.watch))
    }
}

/// Chooses a move of a playout.
pub(crate) struct OfPlayout<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    pub(crate) rng: &'a mut Rng,
}

impl<G: Game> Abilities<G> for OfPlayout<'_, G> {
    type Answer = Option<G::Move>;
    #[inline]
    fn done(self) -> Self::Answer {
        Uniform.choose(self.game, self.position, self.rng)
    }
    #[inline]
    fn playouts(self, policy: impl Playouts<G>) -> impl Abilities<G, Answer = Self::Answer> {
        Answered(policy.choose(self.game, self.position, self.rng))
    }
}

/// What a game declares, as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Declared {
    /// The turn can be handed over.
    pub partizan: bool,
    /// Positions are numbered in layers.
    pub layered: bool,
    /// Positions are numbered densely.
    pub indexed: bool,
    /// Moves can be undone.
    pub retrograde: bool,
    /// Positions have combinatorial values, or a reason of their own to have none.
    pub combinatorial: bool,
    /// Playouts have a policy of the game's own.
    pub playouts: bool,
    /// Exact search has tactics.
    pub tactics: bool,
}

impl<G: Game> Abilities<G> for Declared {
    type Answer = Declared;
    fn done(self) -> Declared {
        self
    }
    fn partizan(self) -> impl Abilities<G, Answer = Declared>
    where
        G: Partizan,
    {
        Declared { partizan: true, ..self }
    }
    fn layered(self) -> impl Abilities<G, Answer = Declared>
    where
        G: Layered,
    {
        Declared { layered: true, ..self }
    }
    fn indexed(self) -> impl Abilities<G, Answer = Declared>
    where
        G: Indexed,
    {
        Declared { indexed: true, ..self }
    }
    fn retrograde(self) -> impl Abilities<G, Answer = Declared>
    where
        G: Retrograde,
    {
        Declared { indexed: true, retrograde: true, ..self }
    }
    fn combinatorial<F>(self, _: F) -> impl Abilities<G, Answer = Declared>
    where
        F: FnOnce(&G, &G::Position, Watch<'_>) -> Result<Combinatorial, Error>,
    {
        Declared { combinatorial: true, ..self }
    }
    fn playouts(self, _: impl Playouts<G>) -> impl Abilities<G, Answer = Declared> {
        Declared { playouts: true, ..self }
    }
    fn tactics<T>(self, _: impl FnOnce() -> T) -> impl Abilities<G, Answer = Declared>
    where
        T: Tactics<Position = G::Position> + Send + Sync + 'static,
    {
        Declared { tactics: true, ..self }
    }
}

/// Tells which companions a type implements, for [`undeclared!`](crate::undeclared): an associated constant of this type
/// is preferred to that of [`NotImplemented`] where its bound holds.
#[doc(hidden)]
pub struct Implements<G>(PhantomData<G>);

#[doc(hidden)]
pub trait NotImplemented {
    const PARTIZAN: bool = false;
    const LAYERED: bool = false;
    const INDEXED: bool = false;
    const RETROGRADE: bool = false;
}

impl<G> NotImplemented for Implements<G> {}

impl<G: Partizan> Implements<G> {
    pub const PARTIZAN: bool = true;
}

impl<G: Layered> Implements<G> {
    pub const LAYERED: bool = true;
}

impl<G: Indexed> Implements<G> {
    pub const INDEXED: bool = true;
}

impl<G: Retrograde> Implements<G> {
    pub const RETROGRADE: bool = true;
}

/// The names of the companions that a type implements and does not declare in
/// [`Playable::abilities`](crate::Playable::abilities): `undeclared!(Type, &game)`, where `Type` has no free parameters.
///
/// A test of every game asserts that there are none, so that no companion is forgotten.
///
/// ```
/// # use attractor_game::{Error, Game, Heuristics, Notation, Partizan, Playable, Player, Zero, undeclared};
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
/// # impl Heuristics for Matches {
/// #     type Estimate = Zero;
/// #     fn heuristic(&self, text: &str) -> Result<Zero, Error> { Zero::named(text) }
/// # }
/// impl Partizan for Matches {
///     fn hand_over(&self, p: &(u32, Player)) -> (u32, Player) { (p.0, p.1.other()) }
/// }
/// impl Playable for Matches {} // without `abilities`
/// assert_eq!(undeclared!(Matches, &Matches(3)), ["Partizan"]);
/// ```
#[macro_export]
macro_rules! undeclared {
    ($type:ty, $game:expr) => {{
        #[allow(unused_imports)]
        use $crate::ability::{Implements, NotImplemented as _};
        let declared = $crate::Playable::abilities::<$crate::Declared>($game, $crate::Declared::default());
        [
            ("Partizan", Implements::<$type>::PARTIZAN, declared.partizan),
            ("Layered", Implements::<$type>::LAYERED, declared.layered),
            ("Indexed", Implements::<$type>::INDEXED, declared.indexed),
            ("Retrograde", Implements::<$type>::RETROGRADE, declared.retrograde),
        ]
        .into_iter()
        .filter(|&(_, implemented, declared)| implemented && !declared)
        .map(|(name, ..)| name)
        .collect::<Vec<&str>>()
    }};
}
