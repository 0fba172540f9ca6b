//! The arena: an explicit game graph in compressed rows.
//!
//! Vertices are `0..n` as `u32`; the successors of vertex `v` are one slice of one long vector. An owner and, on final
//! vertices, a result are kept in one byte per vertex. Names are kept apart, and not at all when they are the numbers
//! `0..n` themselves, so that ten million vertices and forty million moves take 250 MB.

use attractor_game::{Error, Game, Heuristics, Indexed, Notation, Playable, Player, Score, Zero, laws::Laws, nearest};
use hashbrown::HashMap;
use std::{borrow::Cow, fmt};

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

/// An explicit game graph. Build one with [`Builder`], [`unfold`](crate::graph::unfold) or a reader.
#[derive(Clone, PartialEq, Eq)]
pub struct Arena {
    /// The successors of `v` are `moves[offsets[v]..offsets[v + 1]]`.
    offsets: Vec<u64>,
    moves: Vec<u32>,
    /// Owner in the lowest bit; result in the two above it.
    marks: Vec<u8>,
    names: Names,
    start: u32,
    merged: u64,
}

impl Arena {
    /// The largest number of vertices: two bits of a 32-bit word are left for what a solver knows of a vertex.
    pub const MOST: u64 = (1 << 30) - 1;

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
    arena: Arena,
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
        let arena = Arena { offsets, moves, marks, names: Names::Numbers, start: 0, merged: 0 };
        Builder { arena, sorted: Vec::new() }
    }

    /// Number of vertices so far.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// No vertex so far.
    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }

    /// Adds the next vertex. Successors may be vertices still to come; a repeated one is merged with the first. `end`
    /// counts only where there are no successors; without it the owner, who cannot move, loses.
    #[inline]
    pub fn push(&mut self, owner: Player, successors: &[u32], end: Option<End>) -> Result<u32, Error> {
        let arena = &mut self.arena;
        let v = arena.marks.len() as u64;
        if v >= Arena::MOST {
            return Err(
                Error::limit("too-many-vertices", "an arena holds at most {most} vertices").arg("most", Arena::MOST)
            );
        }
        let result = match end.unwrap_or(End::stuck(owner)) {
            End::Won(Player::One) => 0,
            End::Won(Player::Two) => 1,
            End::Draw => 2,
        };
        arena.marks.push(owner.index() as u8 | result << 1);
        const SHORT: usize = 12;
        if successors.len() <= SHORT {
            let begin = arena.moves.len();
            for &w in successors {
                if arena.moves[begin..].contains(&w) {
                    arena.merged += 1;
                } else {
                    arena.moves.push(w);
                }
            }
        } else {
            self.sorted.clear();
            self.sorted.extend_from_slice(successors);
            self.sorted.sort_unstable();
            self.sorted.dedup();
            if self.sorted.len() == successors.len() {
                arena.moves.extend_from_slice(successors);
            } else {
                arena.merged += (successors.len() - self.sorted.len()) as u64;
                let mut seen: hashbrown::HashSet<u32> = hashbrown::HashSet::with_capacity(self.sorted.len());
                arena.moves.extend(successors.iter().copied().filter(|&w| seen.insert(w)));
            }
        }
        arena.offsets.push(arena.moves.len() as u64);
        Ok(v as u32)
    }

    /// The first move that leads to no vertex, as (from, to): what a reader must complain about before `finish`.
    pub fn dangling(&self) -> Option<(u32, u32)> {
        let n = self.len() as u32;
        let at = self.arena.moves.iter().position(|&w| w >= n)?;
        let from = self.arena.offsets.partition_point(|&o| o <= at as u64) - 1;
        Some((from as u32, self.arena.moves[at]))
    }

    /// The arena. Panics if a move leads to no vertex, if names and vertices differ in number, or if the start is no
    /// vertex (unless there are none).
    pub fn finish(mut self, names: Names, start: u32) -> Arena {
        assert_eq!(self.dangling(), None, "every move leads to a vertex");
        if let Names::Words(words) = &names {
            assert_eq!(words.len(), self.len(), "every vertex has a name");
        }
        assert!(self.is_empty() || (start as usize) < self.len(), "the start is a vertex");
        self.arena.names = names;
        self.arena.start = start;
        self.arena.moves.shrink_to_fit();
        self.arena.offsets.shrink_to_fit();
        self.arena
    }
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

impl Indexed for Arena {
    fn size(&self) -> u64 {
        self.len() as u64
    }
    fn index(&self, v: &u32) -> u64 {
        u64::from(*v)
    }
    fn position(&self, index: u64) -> Option<u32> {
        (index < self.size()).then_some(index as u32)
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

impl Playable for Arena {
    fn more_laws(&self, laws: &mut Laws<'_, Arena>) {
        laws.indexed();
    }
}
