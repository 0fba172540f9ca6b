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
mod many;
mod opening;
mod progress;
mod rules;
mod table;
#[cfg(test)]
mod tests;

use super::limited::{DEEPEST, stopped, too_deep};
use attractor_game::{Bounds, Error, Key, Outcome, Score, Tactics};
use cpu::{Baseline, Cpu, Modern};
use opening::Opening;
use std::{
    sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    time::Instant,
};
use table::{Place, Table};

pub use progress::Progress;
pub(super) use rules::Estimated;
pub use rules::Rules;

/// Nodes given to the first attempt from outside in, and to the first from zero outwards.
const FIRST: [u64; 2] = [50, 1_000];
/// Each allowance is so many times the last. Attempts from outside are an insurance: without them the hardest positions
/// take no more nodes, but some easy ones 200 times as many.
const GROWTH: [u64; 2] = [3, 10];
/// So many nodes apart a search looks whether to give up.
const LOOK_UP: u64 = 1024;
/// More threads than this only get into each other's way.
const MOST_THREADS: usize = 256;
/// Threads share out subtrees with more plies left than this.
const SHARE_PLIES: u32 = 20;
/// Subtrees that can be marked as being searched; a power of two.
const SEATS: usize = 1 << 10;

/// Solves positions of one game through its tactics, and remembers what it found from one question to the next.
pub struct Engine<'a, T: Tactics> {
    tactics: T,
    table: Table,
    /// One per thread.
    desks: Vec<Desk<T>>,
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
struct Desk<T: Tactics> {
    memory: T::Memory,
    /// Children of the nodes on the path, one node's behind the other's.
    kids: Vec<Child<T::Node, T::Key>>,
    /// Their numbers, best first: merit above, number below.
    order: Vec<i64>,
}

impl<'a, T: Tactics + Sync> Engine<'a, T> {
    /// A table of at most `memory` bytes, and so many threads.
    pub fn new(tactics: T, memory: u64, threads: usize, stop: Option<&'a AtomicBool>) -> Engine<'a, T> {
        let table = Table::new(memory, tactics.key_bits(), tactics.most());
        let desk = |_| Desk { memory: tactics.memory(), kids: Vec::new(), order: Vec::new() };
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

    /// Tells how far it is while it searches.
    pub fn telling(self, progress: Option<&'a Progress>) -> Engine<'a, T> {
        Engine { progress, ..self }
    }

    /// The exact score of a position for the player to move.
    pub fn score(&mut self, p: &T::Position) -> Result<i32, Error>
    where
        T::Position: Sync,
    {
        let most = self.tactics.most();
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
        self.table.next_generation();
        self.team.begin();
        let (tactics, table, team, guess) = (&self.tactics, &self.table, &self.team, self.guess);
        let (stop, deadline, progress) = (self.stop, self.deadline, self.progress);
        let several = self.desks.len() > 1;
        let (nodes, deep) = (AtomicU64::new(0), AtomicBool::new(false));
        let run = |desk: &mut Desk<T>| {
            let halt = Halt { stop, deadline, limit: 0 };
            let mut search = Search::new(tactics, table, team, halt, progress, several, desk);
            let mut known = Bounds::OPEN;
            let found = search.run(p, within, guess, &mut known);
            nodes.fetch_add(search.nodes, Relaxed);
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
        self.nodes += nodes.into_inner();
        match found {
            Some(bounds) => Ok(bounds),
            None if deep.into_inner() => Err(too_deep()),
            None => Err(stopped(stop).err().unwrap_or_else(out_of_time)),
        }
    }

    /// Gives up at that time.
    pub(super) fn until(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
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
        self.forget();
        self.opening = self.opening.take().map(Opening::afresh);
        self.nodes = 0;
    }

    /// Forgets what the table knows.
    pub(super) fn forget(&mut self) {
        self.table.clear();
    }

    /// The game's tactics.
    pub fn tactics(&self) -> &T {
        &self.tactics
    }
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

/// A child that was neither decided nor refuted when it was generated. Bounds are its parent's view.
#[derive(Clone)]
struct Child<N, K> {
    node: N,
    at: Place<K>,
    known: Bounds,
    /// The parent's mover moves again.
    same: bool,
}

/// The search of one thread.
struct Search<'a, T: Tactics> {
    tactics: &'a T,
    table: &'a Table,
    team: &'a Team,
    halt: Halt<'a>,
    progress: Option<&'a Progress>,
    several: bool,
    desk: &'a mut Desk<T>,
    nodes: u64,
    /// Plies below the root, those that were settled not counted.
    depth: u32,
    halted: bool,
    /// Play was longer than a recursive search can go.
    deep: bool,
}

impl<'a, T: Tactics> Search<'a, T> {
    fn new(
        tactics: &'a T,
        table: &'a Table,
        team: &'a Team,
        halt: Halt<'a>,
        progress: Option<&'a Progress>,
        several: bool,
        desk: &'a mut Desk<T>,
    ) -> Search<'a, T> {
        Search { tactics, table, team, halt, progress, several, desk, nodes: 0, depth: 0, halted: false, deep: false }
    }

    /// [`Search::solve`], compiled for this processor.
    fn run(&mut self, p: &T::Position, within: Bounds, guess: i32, learnt: &mut Bounds) -> Option<Bounds> {
        if T::BITS && Modern::here() {
            self.solve::<Modern>(p, within, guess, learnt)
        } else {
            self.solve::<Baseline>(p, within, guess, learnt)
        }
    }

    /// The score of a position as far as `within` tells scores apart; none when another thread was first, or if told
    /// to stop.
    ///
    /// `learnt` is told every bound on the way, as the player to move at `p` sees it.
    fn solve<C: Cpu>(&mut self, p: &T::Position, within: Bounds, guess: i32, learnt: &mut Bounds) -> Option<Bounds> {
        let tactics = self.tactics;
        let root = tactics.node(&mut self.desk.memory, p);
        let mut n = root.clone();
        let mut known = tactics.settle(&mut self.desk.memory, &mut n);
        let same = tactics.mover(&root) == tactics.mover(&n);
        let within = if same { within } else { -within };
        let most = tactics.most();
        known = known.meet(Bounds { lo: -most, hi: most });
        if known.lo < known.hi {
            known = known.meet(tactics.limits(&mut self.desk.memory, &n, 1)).meet(tactics.limits(
                &mut self.desk.memory,
                &n,
                0,
            ));
        }
        // What is asked is only whether the score passes from one end of `within` to the other.
        let asked = |b: Bounds| Bounds { lo: b.lo.clamp(within.lo, within.hi), hi: b.hi.clamp(within.lo, within.hi) };
        let at =
            if known.lo < known.hi { self.table.place(tactics.key(&mut self.desk.memory, &n)) } else { Place::none() };
        // Turn 0 asks from outside in, turn 1 from zero outwards.
        let (mut last, mut turn, mut allowance) = (if same { guess } else { -guess }, 0, FIRST);
        let mut until = self.nodes + allowance[turn];
        loop {
            *learnt = if same { known } else { -known };
            if let Some(progress) = self.progress {
                progress.learnt(*learnt);
            }
            let open = asked(known);
            if open.lo == open.hi {
                self.team.done.0.store(true, Relaxed);
                return Some(if same { open } else { -open });
            }
            let ask = if turn == 1 {
                last.clamp(open.lo + 1, open.hi)
            } else if open.hi > -open.lo {
                open.hi
            } else {
                open.lo + 1
            };
            self.halt.limit = until;
            self.desk.kids.clear();
            self.desk.order.clear();
            let score = C::visit(self, &n, at, known, ask);
            if self.halted {
                if self.deep || self.over() || self.halt.time_is_up() {
                    return None;
                }
                self.depth = 0;
                self.halted = false;
                allowance[turn] = allowance[turn].saturating_mul(GROWTH[turn]);
                turn = 1 - turn;
                until = self.nodes.saturating_add(allowance[turn]);
                continue;
            }
            if score >= ask {
                known.lo = score
            } else {
                known.hi = score
            }
            if turn == 1 {
                last = score;
            }
        }
    }

    /// The search is of no use any more: somebody has the answer, or nobody wants it.
    #[inline]
    fn over(&self) -> bool {
        self.team.done.0.load(Relaxed) || self.halt.stop.is_some_and(|s| s.load(Relaxed))
    }

    /// Once in a while: tells of the nodes since, and whether to give up.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self) -> bool {
        if let Some(progress) = self.progress {
            progress.went_on(LOOK_UP);
        }
        self.over() || self.halt.time_is_up()
    }

    /// Is the score at least `ask`? An answer `>= ask` is a lower bound of the score, an answer `< ask` an upper bound.
    /// The node is settled and open: `known.lo < ask <= known.hi`.
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, n: &T::Node, at: Place<T::Key>, known: Bounds, ask: i32) -> i32 {
        let (tactics, table) = (self.tactics, self.table);

        // Step 1. Count, and give up if it is time to.
        if self.nodes >= self.halt.limit
            || self.several && self.over()
            || self.nodes.is_multiple_of(LOOK_UP) && self.look_up()
        {
            self.halted = true;
            return ask;
        }
        if self.depth >= DEEPEST {
            (self.halted, self.deep) = (true, true);
            return ask;
        }
        self.nodes += 1;
        let before = self.nodes;

        // Step 2. What only thought can tell.
        let known = known.meet(tactics.study(&mut self.desk.memory, n, ask));
        if known.lo >= ask || known.hi < ask {
            let score = if known.lo >= ask { known.lo } else { known.hi };
            self.keep(at, known, score, ask, before);
            return score;
        }
        let mover = tactics.mover(n);
        let mut best = known.lo;

        // Step 3. Every child: settled, bounded, and its place in the table asked for.
        let (first_kid, first_order) = (self.desk.kids.len(), self.desk.order.len());
        let table_plies = tactics.table_plies();
        let Desk { memory, kids, order } = &mut *self.desk;
        let mut reached = None;
        tactics.children(memory, n, |memory, mut node, merit| {
            let bounds = tactics.settle(memory, &mut node);
            let same = tactics.mover(&node) == mover;
            let mut bounds = if same { bounds } else { -bounds };
            if bounds.lo < ask && bounds.hi >= ask {
                let more = tactics.limits(memory, &node, if same { ask } else { 1 - ask });
                bounds = bounds.meet(if same { more } else { -more });
            }
            if bounds.lo >= ask {
                reached = Some(bounds.lo);
                return false;
            }
            if bounds.hi < ask {
                best = best.max(bounds.hi);
                return true;
            }
            let mut at = Place::none();
            if tactics.plies_left(&node) > table_plies {
                at = table.place(tactics.key(memory, &node));
                table.prefetch(at);
            }
            order.push(i64::from(merit) << 32 | kids.len() as i64);
            kids.push(Child { node, at, known: bounds, same });
            true
        });
        if let Some(score) = reached {
            self.desk.kids.truncate(first_kid);
            self.desk.order.truncate(first_order);
            return score;
        }
        let open = self.desk.order.len();

        // Step 4. Look every child up before searching any.
        let mut left = first_order;
        for i in first_order..open {
            let code = self.desk.order[i];
            let kid = &mut self.desk.kids[(code & 0xFFFF_FFFF) as usize];
            if kid.at.is_some()
                && let Some(bounds) = table.get(kid.at)
            {
                kid.known = kid.known.meet(if kid.same { bounds } else { -bounds });
                if kid.known.lo >= ask {
                    best = kid.known.lo;
                    self.desk.kids.truncate(first_kid);
                    self.desk.order.truncate(first_order);
                    self.keep(at, known, best, ask, before);
                    return best;
                }
                if kid.known.hi < ask {
                    best = best.max(kid.known.hi);
                    continue;
                }
            }
            // Insertion sort: there are few, and the best is mostly near the front.
            let mut j = left;
            while j > first_order && self.desk.order[j - 1] >> 32 < code >> 32 {
                self.desk.order[j] = self.desk.order[j - 1];
                j -= 1;
            }
            self.desk.order[j] = code;
            left += 1;
        }
        self.desk.order.truncate(left);

        // Step 5. Search them, the best first. What another thread is at is put off to a second pass.
        let shared = self.several && tactics.plies_left(n) > SHARE_PLIES;
        let (mut next, mut end) = (first_order, left);
        while next < end {
            let code = self.desk.order[next];
            let Child { node, at: place, known: mut view, same } =
                self.desk.kids[(code & 0xFFFF_FFFF) as usize].clone();
            if next > first_order
                && place.is_some()
                && let Some(bounds) = table.get(place)
            {
                // A sibling's search may have met this child.
                view = view.meet(if same { bounds } else { -bounds });
            }
            next += 1;
            let seat = if shared && place.is_some() { Some(self.team.seat(place)) } else { None };
            if let Some(seat) = seat {
                if next > first_order + 1 && next <= left && seat.load(Relaxed) == place.name() {
                    self.desk.order.push(code);
                    end += 1;
                    continue;
                }
                seat.store(place.name(), Relaxed);
            }
            self.depth += 1;
            let score = if view.lo >= ask {
                view.lo
            } else if view.hi < ask {
                view.hi
            } else if same {
                C::visit(self, &node, place, view, ask)
            } else {
                -C::visit(self, &node, place, -view, 1 - ask)
            };
            self.depth -= 1;
            if let Some(seat) = seat {
                seat.store(0, Relaxed);
            }
            if self.halted {
                return ask;
            }
            best = best.max(score);
            if score >= ask {
                tactics.good(&mut self.desk.memory, n, &node);
                break;
            }
        }
        self.desk.kids.truncate(first_kid);
        self.desk.order.truncate(first_order);

        // Step 6. Remember.
        self.keep(at, known, best, ask, before);
        best
    }

    #[inline(always)]
    fn keep(&self, at: Place<T::Key>, known: Bounds, score: i32, ask: i32, before: u64) {
        if at.is_some() {
            let bounds =
                if score >= ask { Bounds { lo: score, hi: known.hi } } else { Bounds { lo: known.lo, hi: score } };
            self.table.put(at, bounds, self.nodes - before + 1);
        }
    }
}
