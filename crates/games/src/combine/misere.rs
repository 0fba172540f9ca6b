//! The same moves with the result turned round: who cannot move wins.

use attractor_game::{
    Abilities, Combinatorial, Decorator, Error, Game, Indexed, Inherited, Layered, Partizan, Playable, Playouts,
    Retrograde, Tactics, Watch,
};

/// A game in which who would have lost wins.
///
/// ```
/// use attractor_game::{Game, Notation, Score};
/// use attractor_games::{Misere, Nim};
/// let game = Misere::new(Nim::new(&[9])?.with_take(&[1, 2, 3])?);
/// assert_eq!(game.result(&game.read("0 1")?), Score::WIN);
/// # Ok::<(), attractor_game::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Misere<G>(G);

impl<G> Misere<G> {
    /// The misere version of a game.
    pub fn new(game: G) -> Misere<G> {
        Misere(game)
    }

    /// The game as it was.
    pub fn inner(&self) -> &G {
        &self.0
    }
}

impl<G: Game> Decorator for Misere<G> {
    type Inner = G;
    const REVERSED: bool = true;
    #[inline]
    fn inner(&self) -> &G {
        &self.0
    }
}

/// Without `endgame`: a table of the game as it was has other values.
impl<G: Playable> Playable for Misere<G> {
    fn solvable(&self) -> Result<(), Error> {
        self.0.solvable()
    }
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        self.0.abilities(OfMoves(declare.combinatorial(no_value)))
    }
    fn drawn_by_history(&self, line: &[G::Position]) -> bool {
        self.0.drawn_by_history(line)
    }
}

/// Declares for the misere version what holds of the moves of a game; values, and tactics that know them, do not.
struct OfMoves<A>(A);

#[deny(clippy::missing_trait_methods)]
impl<G: Game, A: Abilities<Misere<G>>> Abilities<G> for OfMoves<A> {
    type Answer = A::Answer;
    fn done(self) -> A::Answer {
        self.0.done()
    }
    fn partizan(self) -> impl Abilities<G, Answer = A::Answer>
    where
        G: Partizan,
    {
        OfMoves(self.0.partizan())
    }
    fn layered(self) -> impl Abilities<G, Answer = A::Answer>
    where
        G: Layered,
    {
        OfMoves(self.0.layered())
    }
    fn indexed(self) -> impl Abilities<G, Answer = A::Answer>
    where
        G: Indexed,
    {
        OfMoves(self.0.indexed())
    }
    fn retrograde(self) -> impl Abilities<G, Answer = A::Answer>
    where
        G: Retrograde,
    {
        OfMoves(self.0.retrograde())
    }
    fn combinatorial<F>(self, _: F) -> impl Abilities<G, Answer = A::Answer>
    where
        F: FnOnce(&G, &G::Position, Watch<'_>) -> Result<Combinatorial, Error>,
    {
        self
    }
    fn playouts(self, policy: impl Playouts<G>) -> impl Abilities<G, Answer = A::Answer> {
        OfMoves(self.0.playouts(Inherited(policy)))
    }
    fn tactics<T>(self, _: impl FnOnce() -> T) -> impl Abilities<G, Answer = A::Answer>
    where
        T: Tactics<Position = G::Position> + Send + Sync + 'static,
    {
        self
    }
}

fn no_value<G: Game>(_: &Misere<G>, _: &G::Position, _: Watch<'_>) -> Result<Combinatorial, Error> {
    Err(Error::new(
        "no-value-misere",
        "misere play has no combinatorial values: those are for games in which who cannot move loses",
    ))
}
