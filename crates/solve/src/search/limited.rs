//! Search to a limited depth: the question that min-max and alpha-beta answer, and the form of their answer.

use attractor_game::{Error, Game, Heuristic};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The deepest level that a recursive search goes down to, whatever depth is asked for. Only a game with hardly any
/// choice could be searched deeper in a lifetime; the exact search of this module has no such limit.
pub const DEEPEST: u32 = 500;

/// What is searched: a game, the estimate h used where search stops, and the moves that are looked at.
///
/// ```
/// use attractor_game::{Game, Player, Zero};
/// use attractor_solve::search::Search;
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
/// let game = Matches(4); // take one or two; who cannot move loses
/// let search = Search::new(&game, &Zero);
/// let found = search.minimax(&game.start(), 9)?;
/// assert_eq!((found.value, found.best), (1.0, vec![1]));
/// assert_eq!(search.alpha_beta(&game.start(), 9)?.value, 1.0);
///
/// let search = search.only(|_, _, taken| taken == 1); // both may take one only
/// assert_eq!(search.minimax(&game.start(), 9)?.value, -1.0);
/// # Ok::<(), attractor_game::Error>(())
/// ```
pub struct Search<'a, G: Game, H> {
    pub(super) game: &'a G,
    pub(super) heuristic: &'a H,
    allow: Option<Box<Allow<'a, G>>>,
    pub(super) stop: Option<&'a AtomicBool>,
}

/// Says which legal moves are looked at. Behind a pointer, so that a search is compiled once, whatever is allowed.
type Allow<'a, G> = dyn Fn(&G, &<G as Game>::Position, <G as Game>::Move) -> bool + 'a;

/// What a search to a limited depth finds.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Found<M> {
    /// The root's value, seen by player 1.
    pub value: f64,
    /// Moves that reach it, in the order of the moves; none exactly when the root is a leaf.
    pub best: Vec<M>,
    /// Nodes visited, root and leaves included.
    pub visited: u64,
}

impl<'a, G: Game, H: Heuristic<G>> Search<'a, G, H> {
    /// Looks at every legal move.
    pub fn new(game: &'a G, heuristic: &'a H) -> Search<'a, G, H> {
        Search { game, heuristic, allow: None, stop: None }
    }
    /// Looks only at moves that `allow` accepts, for both players and at every node. A node none of whose legal moves
    /// is accepted is a leaf: h is taken there.
    pub fn only(self, allow: impl Fn(&G, &G::Position, G::Move) -> bool + 'a) -> Search<'a, G, H> {
        Search { allow: Some(Box::new(allow)), ..self }
    }

    /// Gives up soon after `stop` becomes true.
    pub fn stopping(self, stop: &'a AtomicBool) -> Search<'a, G, H> {
        Search { stop: Some(stop), ..self }
    }

    /// Whether the legal move `m` is looked at in position `p`.
    #[inline]
    pub(super) fn allows(&self, p: &G::Position, m: G::Move) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow(self.game, p, m))
    }
}

/// Counts the nodes visited, and says when to give up.
pub(super) struct Visits<'a> {
    pub(super) count: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Visits<'a> {
    pub(super) fn new(stop: Option<&'a AtomicBool>) -> Visits<'a> {
        Visits { count: 0, stop }
    }

    /// One more node, `level` plies below the root.
    #[inline]
    pub(super) fn visit(&mut self, level: u32) -> Result<(), Error> {
        self.count += 1;
        if level > DEEPEST {
            return Err(too_deep(DEEPEST));
        }
        // Between two nodes there may be a hundred thousand moves that are not looked at.
        if self.count.is_multiple_of(64) { stopped(self.stop) } else { Ok(()) }
    }
}

/// The error of a recursion that would go deeper than that.
#[cold]
pub(super) fn too_deep(most: u32) -> Error {
    Error::limit("too-deep", "this search goes at most {most} plies deep").arg("most", most)
}

/// Fails once `stop` is set, or once more memory is in use than a limit of [`attractor_memory`] allows. Every loop that may
/// run long calls this every few thousand moves.
#[inline]
pub fn stopped(stop: Option<&AtomicBool>) -> Result<(), Error> {
    if stop.is_some_and(|s| s.load(Relaxed)) {
        return Err(Error::limit("search-stopped", "stopped before the answer was found"));
    }
    Ok(attractor_memory::check()?)
}
