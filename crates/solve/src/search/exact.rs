//! Exact solving of games without cycles: search to the end of play, remembering every position.
//!
//! The search is alpha-beta seen by the player to move ("negamax"), over the integers of [`score`](super::score):
//! a win in fewer plies is a higher score, so the best score is the soonest win or the latest loss. A table keeps for
//! each position a lower and an upper bound of its value; a window that does not reach between them needs no search.
//!
//! No position comes back in an acyclic game, so a value never depends on the way that led there and may be kept.
//! With cycles that fails, and the solver refuses.
//!
//! The path from the root is kept in a vector and not on the machine's stack: play may be a million plies long.

use super::known::Known;
use super::{
    bounds::{Bounds, Table},
    limited::stopped,
    score::{self, BIG, INFINITE, earlier, later},
};
use attractor_game::{Error, Game, Outcome, Player, Score, Value};
use std::sync::atomic::AtomicBool;

/// How far a solver may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Bytes for table and path. What a position keeps elsewhere on the heap is not counted.
    pub memory: u64,
    /// Gives up soon after this becomes true.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    /// One gibibyte, not to be stopped.
    fn default() -> Self {
        Limits { memory: 1 << 30, stop: None }
    }
}

/// Solves positions of one game, and remembers what it found from one question to the next.
///
/// ```
/// use attractor_game::{Game, Outcome, Player, Value};
/// use attractor_solve::search::{Limits, Solver};
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
/// let mut solver = Solver::new(&game, Limits::default())?;
/// assert_eq!(solver.outcome(&game.start())?, Outcome::Win);
/// assert_eq!(solver.value(&game.start())?, Value::Win(5));
/// assert_eq!(solver.best(&game.start())?, [2]);
/// assert_eq!(solver.line(&game.start())?.len(), 5);
/// # Ok::<(), attractor_game::Error>(())
/// ```
pub struct Solver<'a, G: Game, A = ()> {
    game: &'a G,
    limits: Limits<'a>,
    table: Table<G::Position>,
    /// The nodes from the root to where the search is.
    path: Vec<Frame<G::Position>>,
    /// Their moves, one node's behind the other's.
    moves: Vec<G::Move>,
    nodes: u64,
    /// Nodes and moves since the stop flag was looked at.
    since: usize,
    /// What is known besides.
    aside: A,
}

/// Nodes and moves between two looks at the stop flag.
const PAUSE: usize = 1 << 12;

/// A node on the path.
struct Frame<P> {
    position: P,
    player: Player,
    alpha: i32,
    beta: i32,
    /// The best value so far, seen by `player`.
    best: i32,
    /// What the table knew on entry.
    known: Bounds,
    /// Its moves begin here in the vector of moves...
    first: usize,
    /// ...and this one is to be tried next.
    next: usize,
    /// Nodes entered before it.
    before: u64,
}

/// What may still come out of a deeper search.
struct Open {
    win: bool,
    loss: bool,
}

impl<'a, G: Game> Solver<'a, G> {
    /// A solver that knows nothing yet. Refuses games that may have cycles.
    pub fn new(game: &'a G, limits: Limits<'a>) -> Result<Solver<'a, G>, Error> {
        if !G::ACYCLIC {
            return Err(Error::new(
                "cyclic-game",
                "play of this game may come back to a position: exact search cannot solve it, unfolding it into a graph can",
            ));
        }
        let table = Table::new(limits.memory);
        Ok(Solver { game, limits, table, path: Vec::new(), moves: Vec::new(), nodes: 0, since: 0, aside: () })
    }

    /// Asks for exact values of positions before it searches them.
    pub fn knowing<A: Known<G::Position>>(self, aside: A) -> Solver<'a, G, A> {
        let Solver { game, limits, table, path, moves, nodes, since, aside: () } = self;
        Solver { game, limits, table, path, moves, nodes, since, aside }
    }
}

impl<G: Game, A: Known<G::Position>> Solver<'_, G, A> {
    /// The exact value for the player to move: wins as soon as possible, losses as late as possible.
    pub fn value(&mut self, p: &G::Position) -> Result<Value, Error> {
        self.exact(p).map(score::value::<G>)
    }

    /// Win, draw or loss for the player to move: cheaper than the value.
    pub fn outcome(&mut self, p: &G::Position) -> Result<Outcome, Error> {
        if !G::MARGIN {
            let mut open = Open { win: true, loss: true };
            for plies in [2, 4, 8] {
                match self.within(p, plies, &mut open)? {
                    0 => {}
                    bound => return Ok(Score(bound).outcome()),
                }
            }
        }
        self.search(p, -1, 1).map(|s| Score(s).outcome())
    }

    /// Every legal move with its value for the player who makes it.
    pub fn moves(&mut self, p: &G::Position) -> Result<Vec<(G::Move, Value)>, Error> {
        let game = self.game;
        game.moves(p)
            .map(|m| {
                let child = game.play(p, m);
                let same = game.turn(&child) == game.turn(p);
                Ok((m, self.value(&child)?.before(same)))
            })
            .collect()
    }

    /// All moves of the best value; none exactly when play is over.
    pub fn best(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        let (game, score) = (self.game, self.exact(p)?);
        let mut best = Vec::new();
        for m in game.moves(p) {
            if self.reaches(p, m, score)? {
                best.push(m);
            }
        }
        Ok(best)
    }

    /// A principal line: from `p` to the end of play, the first best move at every step. Its length is the value's
    /// number of plies, where the value has one.
    pub fn line(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        let (game, mut score) = (self.game, self.exact(p)?);
        let (mut p, mut line) = (p.clone(), Vec::new());
        while let Some(m) = self.first_reaching(&p, score)? {
            let child = game.play(&p, m);
            score = later::<G>(score) * if game.turn(&child) == game.turn(&p) { 1 } else { -1 };
            p = child;
            line.push(m);
        }
        Ok(line)
    }

    /// Positions on which search was entered so far, those found in the table included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions remembered.
    pub fn remembered(&self) -> usize {
        self.table.len()
    }

    /// Forgets everything it found, and counts from 0 again.
    pub fn clear(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    /// The move's value is at least `score`, for the player who makes it.
    fn reaches(&mut self, p: &G::Position, m: G::Move, score: i32) -> Result<bool, Error> {
        let child = self.game.play(p, m);
        let bound = later::<G>(score);
        Ok(if self.game.turn(&child) == self.game.turn(p) {
            self.search(&child, bound - 1, bound)? >= bound
        } else {
            self.search(&child, -bound, 1 - bound)? <= -bound
        })
    }

    /// The first move whose value is at least `score`.
    fn first_reaching(&mut self, p: &G::Position, score: i32) -> Result<Option<G::Move>, Error> {
        for m in self.game.moves(p) {
            if self.reaches(p, m, score)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// The exact score of `p`.
    ///
    /// Asks for a win or loss within 2, 4, 8, ... plies before it asks for later ones: a short win is found at once,
    /// wherever it stands in the order of moves, and a long one with about as many nodes as in a single search.
    fn exact(&mut self, p: &G::Position) -> Result<i32, Error> {
        if G::MARGIN {
            return self.search(p, -INFINITE, INFINITE);
        }
        let (mut open, mut plies) = (Open { win: true, loss: true }, 2);
        while open.win || open.loss {
            match self.within(p, plies, &mut open)? {
                0 => plies = (plies * 2).min(BIG - 1),
                bound @ 1.. => return self.search(p, bound - 1, INFINITE),
                bound => return self.search(p, -INFINITE, bound + 1),
            }
        }
        Ok(0)
    }

    /// A bound that shows a win or loss within that many plies; 0 if there is none. Closes what later plies cannot
    /// bring either.
    fn within(&mut self, p: &G::Position, plies: i32, open: &mut Open) -> Result<i32, Error> {
        let near = BIG - plies;
        if open.win {
            let score = self.search(p, near - 1, near)?;
            if score >= near {
                return Ok(score);
            }
            open.win = score > 0;
        }
        if open.loss {
            let score = self.search(p, -near, 1 - near)?;
            if score <= -near {
                return Ok(score);
            }
            open.loss = score < 0;
        }
        Ok(0)
    }

    /// The score of `p` for the player to move, or a bound on it: with v the score and r what is returned,
    ///
    /// ```text
    /// r <= alpha            v <= r
    /// alpha < r < beta      v = r
    /// r >= beta             v >= r
    /// ```
    fn search(&mut self, p: &G::Position, alpha: i32, beta: i32) -> Result<i32, Error> {
        self.path.clear();
        self.moves.clear();
        if let Some(score) = self.enter(self.game.canonical(p), alpha, beta)? {
            return Ok(score);
        }
        loop {
            // Step 1. The deepest node, its next move, unless it is cut.
            let frame = self.path.last_mut().expect("the loop ends with the root");
            let untried = self.moves.get(frame.next).copied().filter(|_| frame.best < frame.beta);
            let (player, score) = if let Some(m) = untried {
                // Step 2. One ply deeper, with the window one ply later, turned around if the turn changes.
                frame.next += 1;
                let child = self.game.canonical(&self.game.play(&frame.position, m));
                let player = self.game.turn(&child);
                let (alpha, beta) = (later::<G>(frame.alpha.max(frame.best)), later::<G>(frame.beta));
                let (alpha, beta) = if player == frame.player { (alpha, beta) } else { (-beta, -alpha) };
                match self.enter(child, alpha, beta)? {
                    Some(score) => (player, score),
                    None => continue,
                }
            } else {
                // Step 3. Nothing left to try: back to the parent, if there is one.
                let (player, score) = self.leave();
                if self.path.is_empty() {
                    return Ok(score);
                }
                (player, score)
            };
            // Step 4. The parent takes the child's score, one ply earlier, as its own mover sees it.
            let parent = self.path.last_mut().expect("not empty");
            let score = earlier::<G>(if player == parent.player { score } else { -score });
            parent.best = parent.best.max(score);
        }
    }

    /// Comes to a position: its score if that is known well enough for the window, else it is put on the path.
    fn enter(&mut self, position: G::Position, alpha: i32, beta: i32) -> Result<Option<i32>, Error> {
        // Step 1. Count, and look up from time to time.
        self.nodes += 1;
        self.work(1)?;

        // Step 2. What is known: a finished position's score, the table's bounds, or that it takes a ply at least.
        let (first, found) = (self.moves.len(), self.table.get(&position));
        if found.is_none() {
            self.generate(&position)?;
            if self.moves.len() == first {
                return Ok(Some(score::finished::<G>(self.game.result(&position))));
            }
            if let Some(score) = self.aside.value(&position).and_then(score::of) {
                self.moves.truncate(first);
                let others = self.path_bytes();
                self.table.set(position, Bounds { lower: score, upper: score }, 1, others);
                return Ok(Some(score));
            }
        }
        let known = found.unwrap_or_else(score::unfinished::<G>);

        // Step 3. That may be enough.
        let enough = match known {
            Bounds { lower, upper } if lower >= beta || lower == upper => Some(lower),
            Bounds { upper, .. } if upper <= alpha => Some(upper),
            _ => None,
        };
        if enough.is_some() {
            self.moves.truncate(first);
            return Ok(enough);
        }
        if found.is_some() {
            self.generate(&position)?;
        }

        // Step 4. One more node on the path. What is known narrows its window.
        if self.path.len() == self.path.capacity() {
            // The path is needed, the table only useful.
            let bytes = 2 * self.path_bytes();
            if self.table.check(bytes).is_err() {
                self.table.release();
                self.table.check(bytes)?;
            }
        }
        let (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        let (player, before) = (self.game.turn(&position), self.nodes - 1);
        self.path.push(Frame { position, player, alpha, beta, best: -INFINITE, known, first, next: first, before });
        Ok(None)
    }

    /// Puts the moves of a position behind the others. How many there will be is not known before.
    fn generate(&mut self, p: &G::Position) -> Result<(), Error> {
        let first = self.moves.len();
        for m in self.game.moves(p) {
            if self.moves.len() == self.moves.capacity() {
                // They double with the next.
                let bytes = self.path_bytes() + self.moves.capacity() * size_of::<G::Move>();
                if self.table.check(bytes).is_err() {
                    self.table.release();
                    self.table.check(bytes)?;
                }
                stopped(self.limits.stop)?;
            }
            self.moves.push(m);
        }
        self.work(self.moves.len() - first)
    }

    /// Counts nodes entered and moves generated, and looks at the stop flag when there are enough of them.
    #[inline]
    fn work(&mut self, amount: usize) -> Result<(), Error> {
        self.since += amount;
        if self.since >= PAUSE {
            self.since = 0;
            stopped(self.limits.stop)?;
        }
        Ok(())
    }

    /// Leaves the deepest node: remembers what was found, returns it with the player who sees it so.
    fn leave(&mut self) -> (Player, i32) {
        let others = self.path_bytes();
        let Frame { position, player, alpha, beta, best, known, first, before, .. } =
            self.path.pop().expect("a node to leave");
        self.moves.truncate(first);
        let bounds = Bounds {
            lower: if best > alpha { best.max(known.lower) } else { known.lower },
            upper: if best < beta { best.min(known.upper) } else { known.upper },
        };
        self.table.set(position, bounds, self.nodes - before, others);
        (player, best)
    }

    /// Bytes that the path takes.
    fn path_bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame<G::Position>>() + self.moves.capacity() * size_of::<G::Move>()
    }
}
