//! The best estimate within a time or a depth: the engine over a game's rules, one ply deeper each time.
//!
//! Values are those of min-max at the depth reached. What a shallower search found orders the moves of the next and gives
//! it a number to begin at, so that all of them together take little longer than the last (Slate and Atkin 1977).

use super::engine::{Engine, Estimated, Progress, Rules};
use super::known::Known;
use super::limited::DEEPEST;
use attractor_game::{Error, Game, Heuristic};
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// What is thought of a position at some depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// Plies looked ahead.
    pub depth: u32,
    /// The value at that depth, seen by player 1.
    pub value: f64,
    /// All moves that reach it; none exactly when play is over.
    pub best: Vec<M>,
    /// Best play for both, as far as it was looked at.
    pub line: Vec<M>,
    /// Nodes entered, shallower searches included.
    pub nodes: u64,
    /// Somebody said stop before the depth or the time was reached.
    pub stopped: bool,
}

/// Thinks about positions of one game with one heuristic, and remembers what it found from one to the next.
///
/// ```
/// use attractor_game::{Game, Player, Zero};
/// use attractor_solve::search::Deepening;
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
/// let game = Matches(8); // take one or two; who cannot move loses
/// let mut thinking = Deepening::new(&game, Zero, 1 << 20, 1, None);
/// let thought = thinking.think(&game.start(), 20, None, |_| {})?;
/// assert_eq!((thought.value, thought.best), (1.0, vec![2]));
/// # Ok::<(), attractor_game::Error>(())
/// ```
pub struct Deepening<'a, G, H, A = ()>
where
    G: Game<Position: Send + Sync, Move: Send + Sync>,
    H: Heuristic<G>,
{
    game: &'a G,
    engine: Engine<'a, Rules<'a, G, Estimated<H>>, A>,
    progress: Option<&'a Progress>,
}

impl<'a, G, H> Deepening<'a, G, H>
where
    G: Game<Position: Send + Sync, Move: Send + Sync> + Sync,
    H: Heuristic<G> + Sync,
{
    /// A table of at most `memory` bytes, and so many threads.
    pub fn new(game: &'a G, heuristic: H, memory: u64, threads: usize, stop: Option<&'a AtomicBool>) -> Self {
        let engine = Engine::new(Rules::estimated(game, heuristic), memory, threads, stop);
        Deepening { game, engine, progress: None }
    }

    /// Asks for exact values of positions on the way, past the first; `known` is made for each thread. What is known is a
    /// win, a draw or a loss, and no longer the value of min-max at that depth.
    pub fn knowing<A: Known<G::Position>>(self, known: impl FnMut() -> A) -> Deepening<'a, G, H, A> {
        Deepening { game: self.game, engine: self.engine.knowing(known), progress: self.progress }
    }
}

impl<'a, G, H, A> Deepening<'a, G, H, A>
where
    G: Game<Position: Send + Sync, Move: Send + Sync> + Sync,
    H: Heuristic<G> + Sync,
    A: Known<G::Position> + Send,
{
    /// Tells how far it is while it searches.
    pub fn telling(self, progress: Option<&'a Progress>) -> Self {
        Deepening { game: self.game, engine: self.engine.telling(progress), progress }
    }

    /// Looks at most `depth` plies ahead, for at most so long; `tell` hears of every depth that is done.
    ///
    /// Depth 1 is always finished, however short the time, unless somebody says stop.
    pub fn think(
        &mut self,
        p: &G::Position,
        depth: u32,
        time: Option<Duration>,
        tell: impl FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Error> {
        self.think_without(p, &[], depth, time, tell)
    }

    /// The same where some moves are not to be made at `p`; others must be left.
    pub fn think_without(
        &mut self,
        p: &G::Position,
        avoided: &[G::Move],
        depth: u32,
        time: Option<Duration>,
        mut tell: impl FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Error> {
        let begun = Instant::now();
        let before = self.engine.nodes();
        let mut last: Option<Thought<G::Move>> = None;
        // Values go up and down with who moved last: a search begins where the one two plies shallower ended.
        let mut scores = [0; 2];
        for depth in 1..=depth.clamp(1, DEEPEST - 1) {
            if let Some(progress) = self.progress {
                progress.deeper(depth);
            }
            // A time beyond what a clock can show is no limit.
            self.engine.until(time.filter(|_| depth > 1).and_then(|time| begun.checked_add(time)));
            match self.at_depth(p, depth, scores[depth as usize % 2], before, avoided) {
                Ok((thought, score)) => {
                    scores[depth as usize % 2] = score;
                    tell(&thought);
                    let decided = thought.value.is_infinite() || thought.best.is_empty();
                    last = Some(thought);
                    if decided || self.complete(p, depth, score, avoided) {
                        break;
                    }
                }
                Err(error) => match last {
                    Some(thought) if error.id() == "out-of-time" => return Ok(thought),
                    Some(thought) if error.id() == "search-stopped" => return Ok(Thought { stopped: true, ..thought }),
                    _ => return Err(error),
                },
            }
        }
        Ok(last.expect("depth 1 was done"))
    }

    /// All plays end within that depth: nothing is left to look at.
    fn complete(&mut self, p: &G::Position, depth: u32, score: i32, avoided: &[G::Move]) -> bool {
        if self.engine.tactics_mut().was_estimated() {
            return false;
        }
        // The table may know of estimates made earlier: once more without it.
        self.engine.tactics_mut().begin_afresh();
        self.at_depth(p, depth, score, 0, avoided).is_ok() && !self.engine.tactics_mut().was_estimated()
    }

    fn at_depth(
        &mut self,
        p: &G::Position,
        depth: u32,
        guess: i32,
        before: u64,
        avoided: &[G::Move],
    ) -> Result<(Thought<G::Move>, i32), Error> {
        self.engine.tactics_mut().set_depth(depth);
        self.engine.tactics_mut().avoid(avoided);
        self.engine.expect(guess);
        let score = self.engine.score(p)?;
        self.engine.tactics_mut().avoid(&[]);
        let value = Estimated::<H>::number(score) * self.game.turn(p).sign();
        let mut best = self.reaching(p, depth, score, false)?;
        best.retain(|m| !avoided.contains(m));
        let mut line: Vec<G::Move> = best.first().copied().into_iter().collect();
        let (mut q, mut left, mut seen) = (p.clone(), depth, score);
        while let Some(&m) = line.last()
            && left > 1
        {
            let next = self.game.play(&q, m);
            seen = if self.game.turn(&next) == self.game.turn(&q) { seen } else { -seen };
            (q, left) = (next, left - 1);
            match self.reaching(&q, left, seen, true)?.first() {
                Some(&m) => line.push(m),
                None => break,
            }
        }
        Ok((Thought { depth, value, best, line, nodes: self.engine.nodes() - before, stopped: false }, score))
    }

    /// The moves whose value, one ply less deep, reaches a score.
    fn reaching(&mut self, p: &G::Position, depth: u32, score: i32, only_first: bool) -> Result<Vec<G::Move>, Error> {
        let (game, mut found) = (self.game, Vec::new());
        self.engine.tactics_mut().set_depth(depth - 1);
        for (i, m) in game.moves(p).enumerate() {
            if i % 64 == 0 {
                self.engine.check()?;
            }
            let q = game.play(p, m);
            let reaches = if game.turn(&q) == game.turn(p) {
                !self.engine.at_most(&q, score - 1)?
            } else {
                self.engine.at_most(&q, -score)?
            };
            if reaches {
                found.push(m);
                if only_first {
                    break;
                }
            }
        }
        Ok(found)
    }
}
