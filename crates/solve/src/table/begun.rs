//! A game that begins somewhere else, so that a table may hold what can be reached from a position and no more.

use attractor_game::{Error, Game, Indexed, Layered, Notation, Player, Retrograde, Score};
use std::ops::{ControlFlow, Range};

/// A game with another start.
pub struct Begun<'a, G: Game> {
    game: &'a G,
    start: G::Position,
}

impl<'a, G: Game> Begun<'a, G> {
    /// The game, beginning at that position.
    pub fn new(game: &'a G, start: G::Position) -> Begun<'a, G> {
        Begun { game, start }
    }
}

impl<G: Game> Game for Begun<'_, G> {
    type Position = G::Position;
    type Move = G::Move;
    const ACYCLIC: bool = G::ACYCLIC;
    const MARGIN: bool = G::MARGIN;
    fn start(&self) -> Self::Position {
        self.start.clone()
    }
    #[inline]
    fn turn(&self, p: &Self::Position) -> Player {
        self.game.turn(p)
    }
    #[inline]
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.game.moves(p)
    }
    #[inline]
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position {
        self.game.play(p, m)
    }
    #[inline]
    fn result(&self, p: &Self::Position) -> Score {
        self.game.result(p)
    }
    #[inline]
    fn canonical(&self, p: &Self::Position) -> Self::Position {
        self.game.canonical(p)
    }
}

impl<G: Indexed> Indexed for Begun<'_, G> {
    fn size(&self) -> u64 {
        self.game.size()
    }
    #[inline]
    fn index(&self, p: &Self::Position) -> u64 {
        self.game.index(p)
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Self::Position> {
        self.game.position(index)
    }
    fn tiers(&self) -> Vec<Range<u64>> {
        self.game.tiers()
    }
    #[inline]
    fn images(&self, p: &Self::Position) -> u64 {
        self.game.images(p)
    }
    #[inline]
    fn renamed(&self, p: &Self::Position) -> bool {
        self.game.renamed(p)
    }
    fn numbered(&self, p: &Self::Position) -> bool {
        self.game.numbered(p)
    }
    fn everywhere(&self) -> bool {
        self.game.everywhere()
    }
    fn family(&self, p: &Self::Position) -> Option<String> {
        self.game.family(p)
    }
}

impl<G: Retrograde> Retrograde for Begun<'_, G> {
    #[inline]
    fn try_predecessors<B>(
        &self,
        p: &Self::Position,
        each: impl FnMut(Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.try_predecessors(p, each)
    }
}

impl<G: Layered> Layered for Begun<'_, G> {
    #[inline]
    fn layer(&self, p: &Self::Position) -> u32 {
        self.game.layer(p)
    }
    #[inline]
    fn number(&self, p: &Self::Position) -> u64 {
        self.game.number(p)
    }
    #[inline]
    fn numbered(&self, layer: u32, number: u64) -> Option<Self::Position> {
        self.game.numbered(layer, number)
    }
    #[inline]
    fn images(&self, p: &Self::Position) -> u64 {
        self.game.images(p)
    }
}

impl<G: Notation> Notation for Begun<'_, G> {
    fn write(&self, p: &Self::Position) -> String {
        self.game.write(p)
    }
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        self.game.read(text)
    }
    fn name(&self, p: &Self::Position, m: Self::Move) -> String {
        self.game.name(p, m)
    }
}
