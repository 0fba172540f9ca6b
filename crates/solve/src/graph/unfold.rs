//! From rules to an arena: every position reachable from one, as an explicit graph.

use super::{Arena, Builder, End, Names};
use crate::search::stopped;
use attractor_game::{Error, Game, Notation, Outcome, Player};
use attractor_memory::Exceeded;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::{
    hash::{BuildHasher, Hash},
    sync::atomic::AtomicBool,
};

/// An arena with the position that each vertex stands for. Vertices are in breadth-first order; the start is 0.
#[non_exhaustive]
pub struct Unfolded<P> {
    /// The graph.
    pub arena: Arena,
    /// The position of each vertex.
    pub positions: Vec<P>,
}

/// Bounds on unfolding, and somebody to tell how far it is.
pub struct Unfolding<'a> {
    /// Most positions to unfold before giving up.
    pub most: u64,
    /// Bytes that the unfolded graph may take, solving it included.
    pub memory: u64,
    /// Bytes per position, among them, that the caller needs besides.
    pub beside: u64,
    /// Told from time to time: positions found, positions whose moves are known.
    pub progress: Option<&'a mut dyn FnMut(u64, u64)>,
    /// Gives up soon after this becomes true.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Unfolding<'_> {
    fn default() -> Self {
        Unfolding { most: Arena::MOST, memory: u64::MAX, beside: 0, progress: None, stop: None }
    }
}

/// What an unfolded graph takes, in bytes: its positions, their index while it grows, its rows, and solving it.
///
/// A position costs itself, up to 17 bytes of index, 9 of rows and marks; solving turns the index into some 24 bytes of
/// transposed rows, ranks and queue. A move costs 4 bytes, and 10 more while rows are transposed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    per_position: u64,
    limit: u64,
}

impl Room {
    const PER_MOVE: u64 = 14;

    pub(super) fn new<P>(limit: u64, beside: u64) -> Room {
        Room { per_position: size_of::<P>() as u64 + 40 + beside, limit }
    }

    /// Fails if that many positions and moves do not fit.
    #[inline]
    pub(super) fn check(&self, positions: usize, moves: u64) -> Result<(), Error> {
        let needed = (positions as u64 * self.per_position).saturating_add(moves * Room::PER_MOVE);
        if needed > self.limit { Err(Exceeded { limit: self.limit, needed }.into()) } else { Ok(()) }
    }
}

/// Unfolds every position reachable from `from`. Margins are reduced to who is ahead.
pub fn unfold<G: Game>(game: &G, from: &G::Position, how: Unfolding<'_>) -> Result<Unfolded<G::Position>, Error> {
    unfold_within(game, from, how, &mut |_, _| Ok(()))
}

/// Moves of one position that are collected between two calls of `room`.
const MOVES: usize = 1 << 10;

/// The same, within the room that `room` allows: it gets the numbers of states and of moves found so far, before memory for
/// many more is taken, and ends the unfolding by an error.
pub(crate) fn unfold_within<G: Game>(
    game: &G,
    from: &G::Position,
    mut how: Unfolding<'_>,
    room: &mut dyn FnMut(u64, u64) -> Result<(), Error>,
) -> Result<Unfolded<G::Position>, Error> {
    let mut positions = Positions::default();
    let most = how.most.min(Arena::MOST);
    positions.number(from.clone(), 1).map_err(|TooMany| too_many(how.most))?;
    let mut builder = Builder::new();
    let mut successors: Vec<u32> = Vec::new();
    let fits = Room::new::<G::Position>(how.memory, how.beside);
    let (mut moves, mut looked) = (0, 0);
    while builder.len() < positions.list.len() {
        how.look(builder.len(), positions.list.len(), moves, &mut looked)?;
        fits.check(positions.list.len(), moves)?;
        let p = positions.list[builder.len()].clone();
        successors.clear();
        for m in game.moves(&p) {
            let id = positions.number(game.play(&p, m), most).map_err(|TooMany| too_many(how.most))?;
            successors.push(id);
            if successors.len().is_multiple_of(MOVES) {
                let made = moves + successors.len() as u64;
                stopped(how.stop)?;
                fits.check(positions.list.len(), made)?;
                room(positions.list.len() as u64, made)?;
            }
        }
        moves += successors.len() as u64;
        room(positions.list.len() as u64, moves)?;
        let result = successors.is_empty().then(|| game.result(&p).outcome());
        push(&mut builder, game.turn(&p), &successors, result)?;
    }
    Ok(Unfolded { arena: builder.finish(Names::Numbers, 0), positions: positions.list })
}

/// Positions by number, and their numbers.
struct Positions<P> {
    list: Vec<P>,
    numbers: HashTable<u32>,
    hasher: FixedState,
}

/// There is no number for another position.
struct TooMany;

impl<P> Default for Positions<P> {
    fn default() -> Self {
        Positions { list: Vec::new(), numbers: HashTable::new(), hasher: FixedState::default() }
    }
}

impl<P: Eq + Hash> Positions<P> {
    /// The number of a position, a new one if it has none, as long as there are fewer than `most`.
    fn number(&mut self, p: P, most: u64) -> Result<u32, TooMany> {
        let Positions { list, numbers, hasher } = self;
        let hash = hasher.hash_one(&p);
        if let Some(&id) = numbers.find(hash, |&id| list[id as usize] == p) {
            return Ok(id);
        }
        if list.len() as u64 >= most {
            return Err(TooMany);
        }
        let id = list.len() as u32;
        list.push(p);
        numbers.insert_unique(hash, id, |&id| hasher.hash_one(&list[id as usize]));
        Ok(id)
    }
}

impl Unfolding<'_> {
    /// Stops or reports before vertex `v` is expanded, where it is time for that. `looked` is the number of moves at the last
    /// look.
    fn look(&mut self, v: usize, positions: usize, moves: u64, looked: &mut u64) -> Result<(), Error> {
        if v.is_multiple_of(256) || moves - *looked >= 4_096 {
            *looked = moves;
            stopped(self.stop)?;
        }
        if v.is_multiple_of(65_536)
            && let Some(tell) = &mut self.progress
        {
            tell(positions as u64, v as u64);
        }
        Ok(())
    }
}

#[cold]
fn too_many(most: u64) -> Error {
    Error::limit("too-many-states", "more than {most} states are reachable").arg("most", most)
}

/// Adds a vertex: `result` is that of a finished play, for the owner.
fn push(builder: &mut Builder, owner: Player, successors: &[u32], result: Option<Outcome>) -> Result<(), Error> {
    let end = result.map(|outcome| match outcome {
        Outcome::Win => End::Won(owner),
        Outcome::Draw => End::Draw,
        Outcome::Loss => End::Won(owner.other()),
    });
    builder.push(owner, successors, end).map(drop)
}

/// The same, with every vertex called by the text of its position.
pub fn unfold_named<G: Notation>(
    game: &G,
    from: &G::Position,
    how: Unfolding<'_>,
) -> Result<Unfolded<G::Position>, Error> {
    let stop = how.stop;
    let Unfolded { arena, positions } = unfold(game, from, how)?;
    let mut words = Vec::with_capacity(positions.len());
    for (v, p) in positions.iter().enumerate() {
        if v.is_multiple_of(1_024) {
            stopped(stop)?;
        }
        words.push(game.write(p).into_boxed_str());
    }
    Ok(Unfolded { arena: arena.renamed(Names::Words(words)), positions })
}
