//! The same moves with the result turned round: who cannot move wins.

use attractor_game::{
    Abilities, Board, Combinatorial, Error, Game, Heuristic, Heuristics, Indexed, Layered, Linear, Notation, Outcome,
    Partizan, Playable, Player, Retrograde, Rng, Score, Watch,
};
use std::ops::{ControlFlow, Range};

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

impl<G: Game> Game for Misere<G> {
    type Position = G::Position;
    type Move = G::Move;
    const ACYCLIC: bool = G::ACYCLIC;
    const MARGIN: bool = G::MARGIN;
    #[inline]
    fn start(&self) -> Self::Position {
        self.0.start()
    }
    #[inline]
    fn turn(&self, p: &Self::Position) -> Player {
        self.0.turn(p)
    }
    #[inline]
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(p)
    }
    #[inline]
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position {
        self.0.play(p, m)
    }
    #[inline]
    fn result(&self, p: &Self::Position) -> Score {
        -self.0.result(p)
    }
    #[inline]
    fn canonical(&self, p: &Self::Position) -> Self::Position {
        self.0.canonical(p)
    }
}

impl<G: Partizan> Partizan for Misere<G> {
    #[inline]
    fn hand_over(&self, p: &Self::Position) -> Self::Position {
        self.0.hand_over(p)
    }
}

impl<G: Indexed> Indexed for Misere<G> {
    fn size(&self) -> u64 {
        self.0.size()
    }
    fn index(&self, p: &Self::Position) -> u64 {
        self.0.index(p)
    }
    fn position(&self, index: u64) -> Option<Self::Position> {
        self.0.position(index)
    }
    fn tiers(&self) -> Vec<Range<u64>> {
        self.0.tiers()
    }
    fn images(&self, p: &Self::Position) -> u64 {
        self.0.images(p)
    }
    fn renamed(&self, p: &Self::Position) -> bool {
        self.0.renamed(p)
    }
    fn numbered(&self, p: &Self::Position) -> bool {
        self.0.numbered(p)
    }
    fn everywhere(&self) -> bool {
        self.0.everywhere()
    }
    fn family(&self, p: &Self::Position) -> Option<String> {
        self.0.family(p)
    }
}

impl<G: Retrograde> Retrograde for Misere<G> {
    fn try_predecessors<B>(
        &self,
        p: &Self::Position,
        each: impl FnMut(Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.try_predecessors(p, each)
    }
}

impl<G: Layered> Layered for Misere<G> {
    fn layer(&self, p: &Self::Position) -> u32 {
        self.0.layer(p)
    }
    fn number(&self, p: &Self::Position) -> u64 {
        self.0.number(p)
    }
    fn numbered(&self, layer: u32, number: u64) -> Option<Self::Position> {
        self.0.numbered(layer, number)
    }
    fn images(&self, p: &Self::Position) -> u64 {
        self.0.images(p)
    }
}

impl<G: Notation> Notation for Misere<G> {
    fn write(&self, p: &Self::Position) -> String {
        self.0.write(p)
    }
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        self.0.read(text)
    }
    fn name(&self, p: &Self::Position, m: Self::Move) -> String {
        self.0.name(p, m)
    }
    fn plain(&self, p: &Self::Position, m: Self::Move) -> String {
        self.0.plain(p, m)
    }
    fn find(&self, p: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        self.0.find(p, text)
    }
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        self.0.split(line)
    }
    fn join(&self, names: &[String]) -> String {
        self.0.join(names)
    }
    fn diagram(&self, p: &Self::Position) -> String {
        self.0.diagram(p)
    }
    fn board(&self, p: &Self::Position) -> Board {
        self.0.board(p)
    }
    fn place(&self, p: &Self::Position, m: Self::Move) -> Option<(f32, f32)> {
        self.0.place(p, m)
    }
}

/// A heuristic of the game as it was: the same estimates, and ends of play turned round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MisereEstimate<H>(H);

impl<G: Game, H: Heuristic<G>> Heuristic<Misere<G>> for MisereEstimate<H> {
    #[inline]
    fn estimate(&self, game: &Misere<G>, p: &G::Position) -> f64 {
        self.0.estimate(&game.0, p)
    }
    #[inline]
    fn finished(&self, game: &Misere<G>, p: &G::Position) -> f64 {
        // Not the negation, which would make a draw -0.
        0.0 - self.0.finished(&game.0, p)
    }
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        self.0.decided(outcome)
    }
}

impl<G: Heuristics> Heuristics for Misere<G> {
    type Estimate = MisereEstimate<G::Estimate>;
    fn heuristics(&self) -> &'static [&'static str] {
        self.0.heuristics()
    }
    fn heuristic(&self, text: &str) -> Result<Self::Estimate, Error> {
        self.0.heuristic(text).map(MisereEstimate)
    }
    fn linear(&self) -> Vec<Linear> {
        self.0.linear()
    }
    fn features(&self, name: &str, p: &G::Position, features: &mut [f64]) {
        self.0.features(name, p, features);
    }
}

/// What holds of the moves of a game holds in misere play too; values, and tactics that know them, do not.
struct OfMoves<A>(A);

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
}

/// Without `endgame`: a table of the game as it was has other values.
impl<G: Playable> Playable for Misere<G> {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        self.0.abilities(OfMoves(declare.combinatorial(no_value)))
    }

    fn solvable(&self) -> Result<(), Error> {
        self.0.solvable()
    }

    fn drawn_by_history(&self, line: &[G::Position]) -> bool {
        self.0.drawn_by_history(line)
    }

    fn playout_move(&self, p: &G::Position, rng: &mut Rng) -> Option<G::Move> {
        self.0.playout_move(p, rng)
    }
}

fn no_value<G: Game>(_: &Misere<G>, _: &G::Position, _: Watch<'_>) -> Result<Combinatorial, Error> {
    Err(Error::new(
        "no-value-misere",
        "misere play has no combinatorial values: those are for games in which who cannot move loses",
    ))
}
