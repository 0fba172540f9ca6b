//! Searching forwards from a position: to a limited depth with an estimate, or exactly to the end of play.
//!
//! # Min-max
//!
//! A player who looks p plies ahead draws the tree of what may be played, puts an estimate h(s) on every position s
//! where the drawing stops, and carries the numbers upwards: player 1 takes the largest number below, player 2 the
//! smallest. The number that arrives at the root is the value of the position at depth p, and the moves it arrives
//! through are the best moves. Where play is over h is the result itself, so with a large enough p no estimate is left
//! and the value is the truth: every such game has one, the theorem of von Neumann (1928). [`Search::minimax`].
//!
//! # Alpha-beta
//!
//! Much of that tree cannot change the value of the root. If one reply already makes a move worse than another move
//! that is known, the other replies need not be looked at. Alpha-beta carries along what each player can already have,
//! the window (alpha, beta), and cuts every node whose value reaches its border. The root's value is the same; of b^p
//! leaves as few as b^⌈p/2⌉ + b^⌊p/2⌋ - 1 are visited, with the best move first everywhere (Knuth and Moore 1975).
//! [`Search::alpha_beta`] gives one best move, [`Search::best_moves`] all of them, and [`Search::explain`] either
//! search as a tree with every value, window and cut.
//!
//! # Exact search
//!
//! In a game without cycles one can look to the end of play and remember each position's value: scores +1, 0, -1 with
//! memoisation. [`Plain`] does just that. [`Solver`] does it with windows, counts the plies to the end, takes wins
//! as soon as possible and delays losses as long as possible, and stays within a bound of memory.
//!
//! | question | answer |
//! |---|---|
//! | value and all best moves at depth p, the whole tree visited | [`Search::minimax`] |
//! | the same value, one best move, branches cut | [`Search::alpha_beta`] |
//! | the same value, all best moves, branches cut | [`Search::best_moves`] |
//! | what happened at each node | [`Search::explain`] |
//! | how large the whole tree is | [`count_nodes`] |
//! | who wins, in how many plies, how | [`Solver`] |
//! | the same for games with tactics, as fast as programs made for one game | [`Engine`] |
//! | the same for any game, outcomes only, on several threads | [`Engine`] over [`Rules`] |
//! | the best estimate within a time or depth | [`Deepening`] |
//! | a good move by random plays, without a heuristic | [`Uct`] |
//! | exact scores of the first plies, kept in a file | [`book`] |
//! | how many sequences of n moves there are | [`perft`] |
//!
//! Values of limited search are numbers seen by player 1, always; a [`Value`](attractor_game::Value) of exact search is
//! seen by the player to move. Nobody assumes that turns alternate.
//!
//! # Literature
//!
//! - J. von Neumann, *Zur Theorie der Gesellschaftsspiele*, Mathematische Annalen 100 (1928), 295-320.
//! - D. E. Knuth and R. W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975), 293-326.
//! - T. A. Marsland, *A review of game-tree pruning*, ICCA Journal 9 (1986), 3-19: fail-soft windows, tables.

mod alpha_beta;
pub mod book;
mod bounds;
mod count;
mod deepening;
mod engine;
mod exact;
mod explain;
mod known;
mod limited;
mod minimax;
mod perft;
mod plain;
mod remembered;
mod score;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod uct;

pub use count::count_nodes;
pub use deepening::{Deepening, Thought};
pub use engine::{Engine, Progress, Rules};
pub use exact::{Limits, Solver};
pub use explain::{Algorithm, Bound, Cut, Explanation, Node};
pub use known::{Aside, Known};
pub use limited::{DEEPEST, Found, Search, stopped};
pub use perft::perft;
pub use plain::Plain;
pub use uct::{Planned, Uct};
