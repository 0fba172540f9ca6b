//! The search of one thread: questions with null windows, and the visit of a node.

use super::{
    DEEPEST, Desk, Halt, Progress, Team,
    cpu::{Baseline, Cpu, Modern},
    out_of_time, stopped,
    table::{Near, Place, Table},
};
use crate::search::Known;
use attractor_game::{Bounds, Key, Memory, Player, Stage, Tactics, Turn, Watch};
use smallvec::SmallVec;
use std::sync::atomic::Ordering::Relaxed;

/// Nodes given to the first attempt from outside in, and to the first from zero outwards.
const FIRST: [u64; 2] = [50, 1_000];
/// Each allowance is so many times the last. Attempts from outside are an insurance: without them the hardest positions
/// take no more nodes, but some easy ones 200 times as many.
const GROWTH: [u64; 2] = [3, 10];
/// So many nodes apart a search looks around.
const PAUSE: u64 = 256;
/// So many children apart it does so too, in games in which a node may have very many.
const PAUSE_AMONG: u32 = 256;
/// Threads share out subtrees with more plies left than this.
const SHARE_PLIES: u32 = 17;

/// A child that was neither decided nor refuted when it was generated. Bounds are its parent's view.
#[derive(Clone)]
pub(super) struct Child<N, K> {
    node: N,
    at: Place<K>,
    known: Bounds,
    /// The parent's mover moves again.
    same: bool,
}

/// The search of one thread.
pub(super) struct Search<'a, T: Tactics, A> {
    tactics: &'a T,
    table: &'a Table,
    team: &'a Team,
    halt: Halt<'a>,
    progress: Option<&'a Progress>,
    several: bool,
    /// Small subtrees are kept apart.
    near: bool,
    desk: &'a mut Desk<T, A>,
    pub(super) nodes: u64,
    /// Nodes that the tactics searched by themselves.
    pub(super) inner: u64,
    /// At so many nodes it looks around.
    pause_at: u64,
    /// So many nodes were told of.
    told: u64,
    /// Plies below the root, those that were settled not counted.
    depth: u32,
    /// The node to be entered is expected to reach what is asked: its first child is then likely to be enough.
    hope: bool,
    halted: bool,
    /// Halted only to go back to the node of that number on the path: another thread has answered so.
    answered: Option<(usize, i32)>,
    /// Play was longer than a recursive search can go.
    pub(super) deep: bool,
}

/// From so many children on they are sorted otherwise.
const MANY: usize = 256;
/// Children that need no memory of their own.
const FEW: usize = 8;

impl<'a, T: Tactics, A: Known<T::Position>> Search<'a, T, A> {
    /// What a thread's stack surely holds: nodes keep their children there.
    pub(super) const DEEPEST: u32 = {
        let most = (1 << 20) / (1024 + FEW * size_of::<Child<T::Node, T::Key>>());
        if most < DEEPEST as usize { most as u32 } else { DEEPEST }
    };

    pub(super) fn new(
        tactics: &'a T,
        table: &'a Table,
        team: &'a Team,
        halt: Halt<'a>,
        progress: Option<&'a Progress>,
        several: bool,
        desk: &'a mut Desk<T, A>,
    ) -> Search<'a, T, A> {
        let near = desk.near.is_there();
        Search {
            tactics,
            table,
            team,
            halt,
            progress,
            several,
            near,
            desk,
            nodes: 0,
            inner: 0,
            pause_at: 0,
            told: 0,
            depth: 0,
            hope: true,
            halted: false,
            answered: None,
            deep: false,
        }
    }

    /// [`Search::solve`], compiled for this processor.
    pub(super) fn run(&mut self, p: &T::Position, within: Bounds, guess: i32, learnt: &mut Bounds) -> Option<Bounds> {
        match Modern::here() {
            Some(modern) if T::TUNING.bits => self.solve(modern, p, within, guess, learnt),
            _ => self.solve(Baseline, p, within, guess, learnt),
        }
    }

    /// The score of a position as far as `within` tells scores apart; none when another thread was first, or if told
    /// to stop.
    ///
    /// `learnt` is told every bound on the way, as the player to move at `p` sees it.
    fn solve<C: Cpu>(
        &mut self,
        cpu: C,
        p: &T::Position,
        within: Bounds,
        guess: i32,
        learnt: &mut Bounds,
    ) -> Option<Bounds> {
        let tactics = self.tactics;
        let root = tactics.node(&mut self.desk.memory, p);
        let mut n = root.clone();
        let mut known = tactics.settle(&mut self.desk.memory, &mut n);
        let mover = tactics.turn(&n).mover;
        let same = tactics.turn(&root).mover == mover;
        let within = if same { within } else { -within };
        let most = super::most(tactics);
        known = known.meet(Bounds { lo: -most, hi: most });
        if known.lo < known.hi {
            for ask in [1, 0] {
                let memory = &mut self.desk.memory;
                known = known.meet(tactics.bounds(memory, &n, ask, Stage::Generated, &mut self.inner));
            }
        }
        // What is asked is only whether the score passes from one end of `within` to the other.
        let asked = |b: Bounds| Bounds { lo: b.lo.clamp(within.lo, within.hi), hi: b.hi.clamp(within.lo, within.hi) };
        let at = if known.lo < known.hi {
            self.table.place(tactics.key(&mut self.desk.memory, &n), tactics.domain().key_bits)
        } else {
            Place::none()
        };
        // Turn 0 asks from outside in, turn 1 from zero outwards: first whether player 1, who is ahead by a move, wins.
        let guess = if same { guess } else { -guess };
        let first = if guess == 0 && mover == Player::One { 1 } else { guess };
        let (mut last, mut turn, mut allowance) = (first, 0, FIRST);
        // Where scores lie far apart, the next question is so much further on, as long as answers are alike.
        let (mut stride, mut upwards) = (1_i32, None);
        let mut until = self.nodes + allowance[turn];
        loop {
            *learnt = if same { known } else { -known };
            if let Some(progress) = self.progress {
                progress.learnt(*learnt);
            }
            let open = asked(known);
            // Bounds that contradict each other end the search too: no question would be left between them.
            if open.lo >= open.hi {
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
            (self.halt.limit, self.pause_at) = (until, self.nodes);
            self.desk.path.clear();
            self.hope = true;
            let score = cpu.visit(self, &n, at, known, ask).clamp(-most, most);
            if self.halted {
                if self.deep || self.over() || self.halt.time_is_up() {
                    return None;
                }
                (self.depth, self.halted) = (0, false);
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
                if T::TUNING.wide {
                    let up = score >= ask;
                    stride = match upwards {
                        Some(before) if before == up => stride.saturating_mul(2),
                        // Turned back: the score is between, and halves are best.
                        Some(_) => 0,
                        None => (most / 5).max(1),
                    };
                    upwards = Some(up);
                    last = match (stride, up) {
                        (0, _) => i32::midpoint(known.lo.saturating_add(1), known.hi),
                        (_, true) => score.saturating_add(stride),
                        (_, false) => score.saturating_add(1).saturating_sub(stride),
                    };
                    if stride == 0 {
                        upwards = None;
                    }
                }
            }
        }
    }

    /// The search is of no use any more: somebody has the answer, or nobody wants it.
    #[inline]
    fn over(&self) -> bool {
        over(self.team, &self.halt)
    }

    /// Once in a while: tells of the nodes since, and whether to give up, for good or as far as a node on the path that
    /// another thread has answered.
    #[cold]
    #[inline(never)]
    fn pause(&mut self) -> bool {
        if self.depth >= Self::DEEPEST {
            self.deep = true;
            return true;
        }
        if let Some(progress) = self.progress {
            progress.went_on(self.nodes - self.told);
            self.told = self.nodes;
        }
        self.pause_at = self.halt.limit.min(self.nodes + PAUSE);
        self.answered = self.desk.path.iter().enumerate().find_map(|(level, &(at, ask))| {
            let Bounds { lo, hi } = self.table.get(at)?;
            if lo >= ask { Some((level, lo)) } else { (hi < ask).then_some((level, hi)) }
        });
        self.answered.is_some() || self.nodes >= self.halt.limit || self.over() || self.halt.time_is_up()
    }

    /// Is the score at least `ask`? An answer `>= ask` is a lower bound of the score, an answer `< ask` an upper bound.
    /// The node is settled and open: `known.lo < ask <= known.hi`.
    #[inline(always)]
    pub(super) fn visit<C: Cpu>(&mut self, cpu: C, n: &T::Node, at: Place<T::Key>, known: Bounds, ask: i32) -> i32 {
        let (tactics, table) = (self.tactics, self.table);

        // Step 1. Count, and give up if it is time to.
        if (self.nodes >= self.pause_at || self.depth >= Self::DEEPEST) && self.pause() {
            self.halted = true;
            return ask;
        }
        self.nodes += 1;
        let before = self.nodes;

        // Step 2. What is known besides; else what only thought can tell.
        let mut known = if A::ASKED { known.meet(self.besides(n)) } else { known };
        if !A::ASKED || known.lo < known.hi {
            let (team, halt) = (self.team, &self.halt);
            let check = || if over(team, halt) || halt.time_is_up() { Err(out_of_time()) } else { Ok(()) };
            let stage = Stage::Entered(Watch::new(&check));
            known = known.meet(tactics.bounds(&mut self.desk.memory, n, ask, stage, &mut self.inner));
        }
        if known.lo >= ask || known.hi < ask {
            let score = if known.lo >= ask { known.lo } else { known.hi };
            self.keep(at, known, score, ask, before);
            return score;
        }
        let (Turn { mover, plies_left }, hope) = (tactics.turn(n), self.hope);
        let mut best = known.lo;

        // Step 3. Every child: settled, bounded, and its place in the table asked for.
        let mut kids: SmallVec<[Child<T::Node, T::Key>; FEW]> = SmallVec::new();
        let mut order: SmallVec<[i64; FEW]> = SmallVec::new();
        let near_plies = if self.near { T::TUNING.near_plies } else { 0 };
        let (memory, inner) = (&mut self.desk.memory, &mut self.inner);
        let (mut reached, mut generated, mut halted) = (None, 0u32, false);
        let (team, halt) = (self.team, &self.halt);
        tactics.children(memory, n, |memory, mut node, merit| {
            if T::TUNING.many {
                generated += 1;
                if generated.is_multiple_of(PAUSE_AMONG) && (over(team, halt) || halt.time_is_up()) {
                    halted = true;
                    return false;
                }
            }
            let bounds = tactics.settle(memory, &mut node);
            let turn = tactics.turn(&node);
            let same = turn.mover == mover;
            let mut bounds = if same { bounds } else { -bounds };
            if bounds.lo < ask && bounds.hi >= ask {
                let ask = if same { ask } else { 1 - ask };
                let more = tactics.bounds(memory, &node, ask, Stage::Generated, inner);
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
            if turn.plies_left > T::TUNING.table_plies {
                let (key, key_bits) = (tactics.key(memory, &node), tactics.domain().key_bits);
                if turn.plies_left <= near_plies {
                    at = table.place_near(key, key_bits);
                } else {
                    at = table.place(key, key_bits);
                    table.prefetch(at);
                }
            }
            order.push(i64::from(merit) << 32 | kids.len() as i64);
            kids.push(Child { node, at, known: bounds, same });
            true
        });
        if T::TUNING.many && halted {
            self.halted = true;
            return ask;
        }
        if let Some(score) = reached {
            return score;
        }
        let open = order.len();

        // Step 4. Look every child up before searching any.
        let mut left = 0;
        for i in 0..open {
            let code = order[i];
            let kid = &mut kids[(code & 0xFFFF_FFFF) as usize];
            if kid.at.is_some()
                && let Some(bounds) = look_up(table, &self.desk.near, kid.at)
            {
                kid.known = kid.known.meet(if kid.same { bounds } else { -bounds });
                if kid.known.lo >= ask {
                    best = kid.known.lo;
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
            while !(T::TUNING.many && open > MANY) && j > 0 && order[j - 1] >> 32 < code >> 32 {
                order[j] = order[j - 1];
                j -= 1;
            }
            order[j] = code;
            left += 1;
        }
        order.truncate(left);
        if T::TUNING.many && open > MANY {
            order.sort_by_key(|code| std::cmp::Reverse(code >> 32));
        }

        // Step 5. Search them, the best first. What another thread is at is put off to a second pass. Only places in the
        // shared table stand on the path and have a seat: what is near is in a table of the thread's own.
        let shared = self.several && at.is_shared() && plies_left > SHARE_PLIES;
        let (mut next, mut end, level) = (0, left, self.desk.path.len());
        if shared {
            self.desk.path.push((at, ask));
        }
        while next < end {
            let code = order[next];
            let &Child { ref node, at: place, known: mut view, same } = &kids[(code & 0xFFFF_FFFF) as usize];
            if next > 0
                && place.is_some()
                && let Some(bounds) = look_up(table, &self.desk.near, place)
            {
                // A sibling's search may have met this child.
                view = view.meet(if same { bounds } else { -bounds });
            }
            next += 1;
            let seat = if shared && place.is_shared() { Some(self.team.seat(place)) } else { None };
            if let Some(seat) = seat {
                if (next > 1 || !hope) && next <= left && seat.load(Relaxed) == place.name() {
                    order.push(code);
                    end += 1;
                    continue;
                }
                seat.store(place.name(), Relaxed);
            }
            self.depth += 1;
            self.hope = hope == same;
            let score = if view.lo >= ask {
                view.lo
            } else if view.hi < ask {
                view.hi
            } else if same {
                cpu.visit(self, node, place, view, ask)
            } else {
                cpu.visit(self, node, place, -view, 1 - ask).wrapping_neg()
            };
            self.depth -= 1;
            if let Some(seat) = seat {
                seat.store(0, Relaxed);
            }
            if self.halted {
                match self.answered {
                    Some((at, score)) if shared && at == level => {
                        (self.halted, self.answered) = (false, None);
                        self.desk.path.truncate(level);
                        return score;
                    }
                    _ => return ask,
                }
            }
            best = best.max(score);
            if score >= ask {
                self.desk.memory.learn(tactics, n, node);
                break;
            }
        }
        self.desk.path.truncate(level);

        // Step 6. Remember.
        self.keep(at, known, best, ask, before);
        best
    }

    /// The score of a node if its position's exact value is known without search.
    #[inline]
    fn besides(&mut self, n: &T::Node) -> Bounds {
        let (tactics, aside) = (self.tactics, &mut self.desk.aside);
        if !aside.ready() || tactics.turn(n).plies_left <= T::TUNING.probe_plies {
            return Bounds::OPEN;
        }
        tactics.known(n, |p| aside.value(p)).map_or(Bounds::OPEN, Bounds::exactly)
    }

    #[inline(always)]
    fn keep(&mut self, at: Place<T::Key>, known: Bounds, score: i32, ask: i32, before: u64) {
        if at.is_some() {
            let bounds =
                if score >= ask { Bounds { lo: score, hi: known.hi } } else { Bounds { lo: known.lo, hi: score } };
            if bounds.lo > bounds.hi {
                // Bounds contradict each other only where the tactics do: such an entry would spread the fault.
            } else if at.is_near() {
                self.desk.near.put(at, bounds);
            } else {
                self.table.put(at, bounds, self.nodes - before + 1);
            }
        }
    }
}

/// The search is of no use any more.
#[inline]
fn over(team: &Team, halt: &Halt<'_>) -> bool {
    team.done.0.load(Relaxed) || stopped(halt.stop).is_err()
}

/// What is known of a place in either table.
#[inline(always)]
fn look_up<K: Key>(table: &Table, near: &Near, at: Place<K>) -> Option<Bounds> {
    if at.is_near() { near.get(at) } else { table.get(at) }
}
