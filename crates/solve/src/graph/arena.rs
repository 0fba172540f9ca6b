//! The arena: an explicit game graph in compressed rows.
//!
//! Vertices are `0..n` as `u32`; the successors of vertex `v` are one slice of one long vector. An owner and, on final
//! vertices, a result are kept in one byte per vertex. Names are kept apart, and not at all when they are the numbers
//! `0..n` themselves, so that ten million vertices and forty million moves take 250 MB.

use attractor_game::{Error, Game, Heuristics, Notation, Playable, Player, Score, Zero, nearest};
use hashbrown::HashMap;
use std::{borrow::Cow, fmt, ops::Deref, sync::Arc};

/// How play ended at a final vertex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// This player has won.
    Won(Player),
    /// Nobody has won.
    Draw,
}

impl End {
    /// Normal play: the owner, who cannot move, has lost.
    pub const fn stuck(owner: Player) -> End {
        End::Won(owner.other())
    }

    /// Who has won.
    pub const fn winner(self) -> Option<Player> {
        match self {
            End::Won(player) => Some(player),
            End::Draw => None,
        }
    }

    /// Seen by one player.
    pub fn score(self, player: Player) -> Score {
        match self {
            End::Draw => Score::DRAW,
            End::Won(winner) if winner == player => Score::WIN,
            End::Won(_) => Score::LOSS,
        }
    }
}

/// What the vertices are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Names {
    /// Vertex `v` is called `v`.
    Numbers,
    /// In the order of the vertices; each is another.
    Words(Vec<Box<str>>),
}

/// Numbers in a row: our own, or somebody else's memory that is only looked at (an array of another language).
#[derive(Clone)]
pub enum Row<T> {
    /// Our own.
    Own(Vec<T>),
    /// Lent; it must show the same numbers as long as it is held.
    Lent(Arc<dyn AsRef<[T]> + Send + Sync>),
}

impl<T> Deref for Row<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Row::Own(numbers) => numbers,
            Row::Lent(numbers) => (**numbers).as_ref(),
        }
    }
}

impl<T: PartialEq> PartialEq for Row<T> {
    fn eq(&self, other: &Row<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Row<T> {}

/// An explicit game graph. Build one with [`Builder`], [`unfold`](crate::graph::unfold) or a reader.
#[derive(Clone, PartialEq, Eq)]
pub struct Arena {
    /// The successors of `v` are `moves[offsets[v]..offsets[v + 1]]`.
    offsets: Row<u64>,
    moves: Row<u32>,
    /// Owner in the lowest bit; result in the two above it.
    marks: Vec<u8>,
    names: Names,
    start: u32,
    merged: u64,
}

impl Arena {
    /// The largest number of vertices: two bits of a 32-bit word are left for what a solver knows of a vertex.
    pub const MOST: u64 = (1 << 30) - 1;

    /// An error if there are more vertices than an arena holds.
    #[inline]
    pub(crate) fn holds(vertices: u64) -> Result<(), Error> {
        if vertices <= Arena::MOST {
            return Ok(());
        }
        Err(Error::limit("too-many-vertices", "an arena holds at most {most} vertices").arg("most", Arena::MOST))
    }

    /// An arena from compressed rows as they are: the successors of `v` are `moves[offsets[v]..offsets[v + 1]]`. Vertices are
    /// called by their numbers. Repeated successors stay, which changes nothing but the number of moves. `end` is asked
    /// for where there are no successors. An error names the first vertex that is wrong.
    pub fn from_rows(
        offsets: Row<u64>,
        moves: Row<u32>,
        owner: impl Fn(usize) -> Result<Player, Error>,
        end: impl Fn(usize, Player) -> Result<End, Error>,
        start: u32,
    ) -> Result<Arena, Error> {
        let n = offsets.len().saturating_sub(1);
        Arena::holds(n as u64)?;
        if offsets.first().is_none_or(|&first| first != 0) {
            return Err(Error::new(
                "row-begin",
                "offsets begin with 0: there is one for each vertex, where its successors begin, and one more",
            ));
        }
        if let Some(v) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(Error::new("row-order", "the offset after that of vertex {vertex} is smaller: offsets go up")
                .arg("vertex", v));
        }
        if offsets[n] != moves.len() as u64 {
            return Err(Error::new("row-end", "the last offset is {last}, but there are {moves} successors")
                .arg("last", offsets[n])
                .arg("moves", moves.len()));
        }
        if let Some(at) = moves.iter().position(|&w| w as usize >= n) {
            let from = offsets.partition_point(|&o| o <= at as u64) - 1;
            return Err(Error::new("row-move", "vertex {from} has the successor {to}, but vertices are below {count}")
                .arg("from", from)
                .arg("to", moves[at])
                .arg("count", n));
        }
        if n > 0 && start as usize >= n {
            return Err(Error::new("row-start", "the start {vertex} is no vertex: vertices are below {count}")
                .arg("vertex", start)
                .arg("count", n));
        }
        let mut marks = Vec::with_capacity(n);
        for v in 0..n {
            let player = owner(v)?;
            let last = offsets[v] == offsets[v + 1];
            marks.push(mark(player, if last { end(v, player)? } else { End::stuck(player) }));
        }
        Ok(Arena { offsets, moves, marks, names: Names::Numbers, start, merged: 0 })
    }

    /// Number of vertices.
    #[inline]
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// There is no vertex.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Number of moves (edges).
    pub fn move_count(&self) -> u64 {
        self.moves.len() as u64
    }

    /// How many repeated successors were merged when the arena was built.
    pub fn merged(&self) -> u64 {
        self.merged
    }

    /// All vertices.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = u32> + DoubleEndedIterator + Clone + use<> {
        0..self.marks.len() as u32
    }

    /// Where play begins; none in an arena without vertices.
    pub fn start_vertex(&self) -> Option<u32> {
        (!self.is_empty()).then_some(self.start)
    }

    /// The same arena with play beginning elsewhere.
    pub fn starting_at(mut self, v: u32) -> Arena {
        assert!((v as usize) < self.len(), "the start is a vertex");
        self.start = v;
        self
    }

    /// The same arena, of which a reader merged that many repeated successors.
    pub fn with_merged(mut self, merged: u64) -> Arena {
        self.merged = merged;
        self
    }

    /// The same arena with other names, of which there must be one per vertex.
    pub fn renamed(mut self, names: Names) -> Arena {
        if let Names::Words(words) = &names {
            assert_eq!(words.len(), self.len(), "every vertex has a name");
        }
        self.names = names;
        self
    }

    /// Who moves at `v`.
    #[inline]
    pub fn owner(&self, v: u32) -> Player {
        Player::BOTH[(self.marks[v as usize] & 1) as usize]
    }

    /// Where the owner can move to, each once, in the order given.
    #[inline]
    pub fn successors(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.moves[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }

    /// Number of moves at `v`.
    #[inline]
    pub fn degree(&self, v: u32) -> u32 {
        (self.offsets[v as usize + 1] - self.offsets[v as usize]) as u32
    }

    /// How play ended, if `v` is final.
    #[inline]
    pub fn end(&self, v: u32) -> Option<End> {
        if self.degree(v) > 0 {
            return None;
        }
        Some(match self.marks[v as usize] >> 1 {
            0 => End::Won(Player::One),
            1 => End::Won(Player::Two),
            _ => End::Draw,
        })
    }

    /// What `v` is called.
    pub fn label(&self, v: u32) -> Cow<'_, str> {
        match &self.names {
            Names::Numbers => Cow::Owned(v.to_string()),
            Names::Words(words) => Cow::Borrowed(&words[v as usize]),
        }
    }

    /// What the vertices are called.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The vertices by name; for looking up many.
    pub fn by_name(&self) -> HashMap<Cow<'_, str>, u32, foldhash::fast::RandomState> {
        self.vertices().map(|v| (self.label(v), v)).collect()
    }

    /// The vertex of that name.
    pub fn find_vertex(&self, name: &str) -> Result<u32, Error> {
        let found = match &self.names {
            Names::Numbers => name.parse().ok().filter(|&v: &u32| (v as usize) < self.len() && v.to_string() == name),
            Names::Words(words) => words.iter().position(|w| **w == *name).map(|v| v as u32),
        };
        found.ok_or_else(|| {
            let labels: Vec<_> = self.vertices().take(100_000).map(|v| self.label(v)).collect();
            Error::new("unknown-vertex", "there is no vertex {vertex}")
                .arg("vertex", if name.is_empty() { "\"\"" } else { name })
                .nearest(nearest(name, labels.iter().map(|l| l.as_ref())))
        })
    }

    /// The compressed rows: offsets and moves.
    pub(crate) fn rows(&self) -> (&[u64], &[u32]) {
        (&self.offsets, &self.moves)
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "start {:?}", self.start_vertex().map(|v| self.label(v)))?;
        for v in self.vertices().take(1_000) {
            let successors: Vec<_> = self.successors(v).iter().map(|&w| self.label(w)).collect();
            writeln!(f, "{} {} {:?}: {}", self.label(v), self.owner(v), self.end(v), successors.join(" "))?;
        }
        Ok(())
    }
}

/// Builds an arena vertex by vertex, in the order of their numbers.
///
/// ```
/// use attractor_game::Player::{One, Two};
/// use attractor_solve::graph::{Builder, Names};
/// let mut builder = Builder::new();
/// builder.push(One, &[1], None)?; // vertex 0: player 1 moves to 1
/// builder.push(Two, &[], None)?; // vertex 1: player 2 cannot move and loses
/// let arena = builder.finish(Names::Numbers, 0);
/// assert_eq!(arena.end(1).and_then(|e| e.winner()), Some(One));
/// # Ok::<(), attractor_game::Error>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    offsets: Vec<u64>,
    moves: Vec<u32>,
    marks: Vec<u8>,
    merged: u64,
    /// Reused to find repetitions in long rows.
    sorted: Vec<u32>,
}

impl Default for Builder {
    fn default() -> Self {
        Builder::new()
    }
}

impl Builder {
    /// An arena without vertices.
    pub fn new() -> Builder {
        Builder::with_capacity(0, 0)
    }

    /// Room for that many vertices and moves.
    pub fn with_capacity(vertices: usize, moves: usize) -> Builder {
        let mut offsets = Vec::with_capacity(vertices + 1);
        offsets.push(0);
        let (moves, marks) = (Vec::with_capacity(moves), Vec::with_capacity(vertices));
        Builder { offsets, moves, marks, merged: 0, sorted: Vec::new() }
    }

    /// Number of vertices so far.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// No vertex so far.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Adds the next vertex. Successors may be vertices still to come; a repeated one is merged with the first. `end`
    /// counts only where there are no successors; without it the owner, who cannot move, loses.
    #[inline]
    pub fn push(&mut self, owner: Player, successors: &[u32], end: Option<End>) -> Result<u32, Error> {
        let v = self.marks.len() as u64;
        Arena::holds(v + 1)?;
        if self.moves.capacity() - self.moves.len() < successors.len() || self.marks.len() == self.marks.capacity() {
            self.room(successors.len())?;
        }
        self.marks.push(mark(owner, end.unwrap_or(End::stuck(owner))));
        const SHORT: usize = 12;
        if successors.len() <= SHORT {
            let begin = self.moves.len();
            for &w in successors {
                if self.moves[begin..].contains(&w) {
                    self.merged += 1;
                } else {
                    self.moves.push(w);
                }
            }
        } else {
            self.sorted.clear();
            self.sorted.extend_from_slice(successors);
            self.sorted.sort_unstable();
            self.sorted.dedup();
            if self.sorted.len() == successors.len() {
                self.moves.extend_from_slice(successors);
            } else {
                self.merged += (successors.len() - self.sorted.len()) as u64;
                let mut seen: hashbrown::HashSet<u32> = hashbrown::HashSet::with_capacity(self.sorted.len());
                self.moves.extend(successors.iter().copied().filter(|&w| seen.insert(w)));
            }
        }
        self.offsets.push(self.moves.len() as u64);
        Ok(v as u32)
    }

    /// Whether the memory allows that moves or vertices double, as they are about to.
    #[cold]
    fn room(&self, more: usize) -> Result<(), Error> {
        let (moves, vertices) = (self.moves.len().max(more) as u64, self.marks.len() as u64);
        Ok(attractor_memory::room(4 * moves + 9 * vertices)?)
    }

    /// The first move that leads to no vertex, as (from, to): what a reader must complain about before `finish`.
    pub fn dangling(&self) -> Option<(u32, u32)> {
        let n = self.len() as u32;
        let at = self.moves.iter().position(|&w| w >= n)?;
        let from = self.offsets.partition_point(|&o| o <= at as u64) - 1;
        Some((from as u32, self.moves[at]))
    }

    /// The arena. Panics if a move leads to no vertex, if names and vertices differ in number, or if the start is no
    /// vertex (unless there are none).
    pub fn finish(mut self, names: Names, start: u32) -> Arena {
        assert_eq!(self.dangling(), None, "every move leads to a vertex");
        if let Names::Words(words) = &names {
            assert_eq!(words.len(), self.len(), "every vertex has a name");
        }
        assert!(self.is_empty() || (start as usize) < self.len(), "the start is a vertex");
        self.moves.shrink_to_fit();
        self.offsets.shrink_to_fit();
        let Builder { offsets, moves, marks, merged, .. } = self;
        Arena { offsets: Row::Own(offsets), moves: Row::Own(moves), marks, names, start, merged }
    }
}

/// Owner in the lowest bit, result in the two above it.
fn mark(owner: Player, end: End) -> u8 {
    let result = match end {
        End::Won(Player::One) => 0,
        End::Won(Player::Two) => 1,
        End::Draw => 2,
    };
    owner.index() as u8 | result << 1
}

/// An arena is a game like any other.
impl Game for Arena {
    type Position = u32;
    type Move = u32;
    const ACYCLIC: bool = false;
    fn start(&self) -> u32 {
        self.start
    }
    fn turn(&self, v: &u32) -> Player {
        self.owner(*v)
    }
    fn moves(&self, v: &u32) -> impl Iterator<Item = u32> {
        self.successors(*v).iter().copied()
    }
    fn play(&self, _: &u32, w: u32) -> u32 {
        w
    }
    fn result(&self, v: &u32) -> Score {
        self.end(*v).map_or(Score::DRAW, |end| end.score(self.owner(*v)))
    }
}

impl Notation for Arena {
    fn write(&self, v: &u32) -> String {
        self.label(*v).into_owned()
    }
    fn read(&self, text: &str) -> Result<u32, Error> {
        self.find_vertex(text.trim())
    }
    fn name(&self, _: &u32, w: u32) -> String {
        self.label(w).into_owned()
    }
}

impl Heuristics for Arena {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

impl Playable for Arena {}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Kind;

    #[test]
    fn more_vertices_than_fit_are_refused() {
        for vertices in [0, 1, Arena::MOST - 1, Arena::MOST] {
            assert!(Arena::holds(vertices).is_ok(), "{vertices}");
        }
        for vertices in [Arena::MOST + 1, 1 << 32, u64::MAX] {
            let told = Arena::holds(vertices).unwrap_err();
            assert_eq!((told.id(), told.kind()), ("too-many-vertices", Kind::Limit), "{vertices}");
        }
    }

    /// Rows with numbers at and beyond the limit, which lie far beyond the vertices that are there: refused as they are read,
    /// and nothing is allocated for what they name.
    #[test]
    fn forged_rows_are_refused() {
        let rows = |offsets: &[u64], moves: &[u32], start: u32| {
            let (offsets, moves) = (Row::Own(offsets.to_vec()), Row::Own(moves.to_vec()));
            let (owner, end) = (|_| Ok(Player::One), |_, player| Ok(End::stuck(player)));
            Arena::from_rows(offsets, moves, owner, end, start).map(|arena| arena.len()).map_err(|e| e.id())
        };
        assert_eq!(rows(&[0, 1, 1], &[1], 0), Ok(2));
        assert_eq!(rows(&[], &[], 0), Err("row-begin"));
        for far in [2, Arena::MOST as u32, Arena::MOST as u32 + 1, 1 << 31, u32::MAX] {
            assert_eq!(rows(&[0, 1, 1], &[far], 0), Err("row-move"), "{far}");
            assert_eq!(rows(&[0, 1, 1], &[1], far), Err("row-start"), "{far}");
        }
        for far in [2, Arena::MOST, 1 << 32, 1 << 62, u64::MAX] {
            assert_eq!(rows(&[0, 1, far], &[1], 0), Err("row-end"), "{far}");
            assert_eq!(rows(&[0, far, 1], &[1], 0), Err("row-order"), "{far}");
            assert_eq!(rows(&[far, far, far], &[1], 0), Err("row-begin"), "{far}");
        }
    }
}
