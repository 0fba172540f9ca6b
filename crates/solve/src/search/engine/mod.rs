//! The engine: exact scores by null-window alpha-beta with a transposition table, helped by a game's [`Tactics`].
//!
//! A null window asks one question, "is the score at least `ask`?", and a few questions close in on the score. Asking
//! from the outside in finds near wins and losses cheaply; asking from zero outwards is better where they are far. Which is
//! which is not known beforehand, so both ways take turns with growing allowances; the table keeps what was learnt.
//!
//! Every child is settled and looked up in the table before any is searched (enhanced transposition cut-offs). With
//! several threads all search the same tree, share the table, and put off children that another thread is at.
//!
//! Knuth and Moore 1975 (alpha-beta); Plaat, Schaeffer, Pijls, de Bruin 1996 (null windows and tables, ETC); Weill 1996
//! (ABDADA: putting off what another thread is at).

mod cpu;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod interleave;
mod many;
mod opening;
mod progress;
mod rules;
mod slots;
#[cfg(test)]
mod stress;
mod table;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use super::limited::{DEEPEST, stopped, too_deep};
use crate::search::Known;
use attractor_game::{Bounds, Error, Key, Memory, Outcome, Score, Tactics};
use opening::Opening;
use std::{
    sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    time::Instant,
};
use table::{Near, Place, Table};
use walk::Search;

pub use progress::Progress;
pub(super) use rules::Estimated;
pub use rules::Rules;

/// More threads than this only get into each other's way.
const MOST_THREADS: usize = 256;
/// Subtrees that can be marked as being searched; a power of two.
const SEATS: usize = 1 << 12;

/// Solves positions of one game through its tactics, and remembers what it found from one question to the next.
///
/// It may ask for exact values besides: see [`Engine::knowing`].
pub struct Engine<'a, T: Tactics, A = ()> {
    tactics: T,
    table: Table,
    /// One per thread.
    desks: Vec<Desk<T, A>>,
    team: Team,
    nodes: u64,
    stop: Option<&'a AtomicBool>,
    deadline: Option<Instant>,
    progress: Option<&'a Progress>,
    /// Questions begin here: what the score may be, for the player to move.
    guess: i32,
    /// The last score asked for lies here.
    known: Bounds,
    opening: Option<Opening<'a>>,
}

/// What a thread works with, kept from one search to the next; on cache lines of its own, since lengths change at every
/// node.
#[repr(align(128))]
struct Desk<T: Tactics, A> {
    memory: T::Memory,
    /// What is known of small subtrees.
    near: Near,
    /// Nodes on the path that other threads may be at, with what is asked of them.
    path: Vec<(Place<T::Key>, i32)>,
    /// What is known besides.
    aside: A,
}

impl<'a, T: Tactics + Sync> Engine<'a, T> {
    /// A table of at most `memory` bytes, and so many threads.
    pub fn new(tactics: T, memory: u64, threads: usize, stop: Option<&'a AtomicBool>) -> Engine<'a, T> {
        let domain = tactics.domain();
        let table = Table::new(memory, domain.key_bits, domain.most);
        let near = table.fits_near() && T::TUNING.near_plies > 0;
        let desk = |_| Desk { memory: T::Memory::new(&tactics), near: Near::new(near), path: Vec::new(), aside: () };
        let desks = (0..threads.clamp(1, MOST_THREADS)).map(desk).collect();
        let (team, known) = (Team::new(threads), Bounds::OPEN);
        Engine {
            tactics,
            table,
            desks,
            team,
            nodes: 0,
            stop,
            deadline: None,
            progress: None,
            guess: 0,
            known,
            opening: None,
        }
    }

    /// Asks for exact values of positions past the root too; `known` is made for each thread. The tactics must know which
    /// score a value is ([`Tactics::known`]), else it is not asked.
    pub fn knowing<A: Known<T::Position>>(self, mut known: impl FnMut() -> A) -> Engine<'a, T, A> {
        let Engine { tactics, table, desks, team, nodes, stop, deadline, progress, guess, known: bounds, opening } =
            self;
        let seat = |Desk { memory, near, path, aside: () }| Desk { memory, near, path, aside: known() };
        let desks = desks.into_iter().map(seat).collect();
        Engine { tactics, table, desks, team, nodes, stop, deadline, progress, guess, known: bounds, opening }
    }
}

impl<'a, T: Tactics + Sync, A: Known<T::Position> + Send> Engine<'a, T, A> {
    /// Tells how far it is while it searches.
    pub fn telling(self, progress: Option<&'a Progress>) -> Engine<'a, T, A> {
        Engine { progress, ..self }
    }

    /// The exact score of a position for the player to move.
    pub fn score(&mut self, p: &T::Position) -> Result<i32, Error>
    where
        T::Position: Sync,
    {
        let most = most(&self.tactics);
        self.between(p, Bounds { lo: -most, hi: most }).map(|b| b.lo)
    }

    /// Win, draw or loss for the player to move.
    pub fn outcome(&mut self, p: &T::Position) -> Result<Outcome, Error>
    where
        T::Position: Sync,
    {
        // The score is only told apart from -1 and below, 0, and 1 and above.
        let bounds = self.between(p, Bounds { lo: -1, hi: 1 })?;
        Ok(Score(bounds.lo.clamp(-1, 1)).outcome())
    }

    /// The score is at most `score`.
    pub fn at_most(&mut self, p: &T::Position, score: i32) -> Result<bool, Error>
    where
        T::Position: Sync,
    {
        Ok(self.between(p, Bounds { lo: score, hi: score + 1 })?.lo == score)
    }

    /// The score of a position, as far as `within` tells scores apart: all below its lower end count as that end, all
    /// above its upper end as that one.
    fn between(&mut self, p: &T::Position, within: Bounds) -> Result<Bounds, Error>
    where
        T::Position: Sync,
    {
        if let Some(score) = self.in_book(p) {
            self.known = Bounds::exactly(score);
            return Ok(Bounds::exactly(score.clamp(within.lo, within.hi)));
        }
        if self.desks.len() > 1
            && let Some(bounds) = self.settled(p, within)
        {
            self.known = bounds;
            return Ok(bounds);
        }
        self.table.next_generation();
        self.team.begin();
        let (tactics, table, team, guess) = (&self.tactics, &self.table, &self.team, self.guess);
        let (stop, deadline, progress) = (self.stop, self.deadline, self.progress);
        let several = self.desks.len() > 1;
        let (nodes, deep) = (AtomicU64::new(0), AtomicBool::new(false));
        let run = |desk: &mut Desk<T, A>| {
            let halt = Halt { stop, deadline, limit: 0 };
            let mut search = Search::new(tactics, table, team, halt, progress, several, desk);
            let mut known = Bounds::OPEN;
            let found = search.run(p, within, guess, &mut known);
            nodes.fetch_add(search.nodes.saturating_add(search.inner), Relaxed);
            deep.fetch_or(search.deep, Relaxed);
            (found, known)
        };
        let found: Vec<(Option<Bounds>, Bounds)> = match &mut self.desks[..] {
            [desk] => vec![run(desk)],
            desks => std::thread::scope(|scope| {
                let threads: Vec<_> = desks.iter_mut().map(|desk| scope.spawn(|| run(desk))).collect();
                threads.into_iter().map(|t| t.join().expect("a search does not panic")).collect()
            }),
        };
        self.known = found.iter().fold(Bounds::OPEN, |all, (_, known)| all.meet(*known));
        let found = found.into_iter().find_map(|(found, _)| found);
        self.nodes = self.nodes.saturating_add(nodes.into_inner());
        match found {
            Some(bounds) => Ok(bounds),
            None if deep.into_inner() => Err(too_deep(Search::<T, A>::DEEPEST)),
            None => Err(stopped(stop).err().unwrap_or_else(out_of_time)),
        }
    }

    /// What `within` tells of the score of a position that needs no search: no threads need be started for it.
    fn settled(&mut self, p: &T::Position, within: Bounds) -> Option<Bounds> {
        let memory = &mut self.desks[0].memory;
        let root = self.tactics.node(memory, p);
        let mut n = root.clone();
        let known = self.tactics.settle(memory, &mut n);
        let known = if self.tactics.turn(&root).mover == self.tactics.turn(&n).mover { known } else { -known };
        let clamped = Bounds { lo: known.lo.clamp(within.lo, within.hi), hi: known.hi.clamp(within.lo, within.hi) };
        (clamped.lo == clamped.hi).then_some(clamped)
    }

    /// Gives up at that time.
    pub fn until(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The error of a search that has been stopped or is out of time by now.
    pub(super) fn check(&self) -> Result<(), Error> {
        stopped(self.stop)?;
        match self.deadline.is_some_and(|end| Instant::now() >= end) {
            true => Err(out_of_time()),
            false => Ok(()),
        }
    }

    /// The next questions begin at this score.
    pub(super) fn expect(&mut self, score: i32) {
        self.guess = score;
    }

    /// The game's tactics, to be changed: keys must tell positions apart that are worth something else afterwards.
    pub(super) fn tactics_mut(&mut self) -> &mut T {
        &mut self.tactics
    }

    /// What is known of the last score asked for, also when the search was stopped.
    pub fn known(&self) -> Bounds {
        self.known
    }

    /// Nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what the table knows, and counts from 0 again.
    pub fn clear(&mut self) {
        self.table.clear();
        self.desks.iter_mut().for_each(|desk| desk.near.clear());
        self.opening = self.opening.take().map(Opening::afresh);
        self.nodes = 0;
    }

    /// The game's tactics.
    pub fn tactics(&self) -> &T {
        &self.tactics
    }
}

/// The largest score: [`Domain::most`](attractor_game::Domain::most), and never negative.
fn most<T: Tactics>(tactics: &T) -> i32 {
    tactics.domain().most.max(0)
}

/// The error of a search that had to end by a certain time.
#[cold]
fn out_of_time() -> Error {
    Error::limit("out-of-time", "time was up before the answer was found")
}

/// What makes a search give up.
struct Halt<'a> {
    stop: Option<&'a AtomicBool>,
    deadline: Option<Instant>,
    /// At this many nodes; nothing half-known is kept.
    limit: u64,
}

impl Halt<'_> {
    fn time_is_up(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// What the threads of one search tell each other besides the table.
struct Team {
    /// Somebody found the answer.
    done: Alone<AtomicBool>,
    /// Names of subtrees being searched.
    busy: Alone<Box<[AtomicU32]>>,
}

/// Kept off the cache lines of other data.
#[repr(align(128))]
struct Alone<T>(T);

impl Team {
    /// Who is alone needs no seats.
    fn new(threads: usize) -> Team {
        let seats = if threads > 1 { SEATS } else { 0 };
        Team { done: Alone(AtomicBool::new(false)), busy: Alone((0..seats).map(|_| AtomicU32::new(0)).collect()) }
    }
    /// Before a search: nothing is done. A thread that was told to stop may have left its seats taken.
    fn begin(&mut self) {
        if std::mem::take(self.done.0.get_mut()) {
            self.busy.0.iter_mut().for_each(|seat| *seat.get_mut() = 0);
        }
    }
    #[inline(always)]
    fn seat<K: Key>(&self, at: Place<K>) -> &AtomicU32 {
        &self.busy.0[at.name() as usize & (SEATS - 1)]
    }
}
