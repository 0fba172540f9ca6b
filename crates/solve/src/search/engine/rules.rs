//! Tactics from the rules alone, for games that bring none: to the end of play, or to a depth with an estimate.
//!
//! They give no bounds, only an order of children: first what ended the search of the same position before, then what
//! did so at the same distance from the root ("killers"), then what did so most often ("history").

use attractor_game::{Bounds, Domain, Draw, Game, Heuristic, Memory, Player, Tactics, Tuning, Turn, Value};
use foldhash::quality::FixedState;
use std::{
    hash::BuildHasher,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// The score of positions where a search stops, for the player to move.
pub trait Judge<G: Game> {
    /// A position where play is over.
    fn finished(&self, game: &G, p: &G::Position) -> i32;
    /// A position where the search goes no deeper.
    fn estimate(&self, game: &G, p: &G::Position) -> i32;
    /// The score of a position of that value, with that player to move, if scores are of that kind.
    fn known(&self, value: Value, turn: Player) -> Option<i32>;
    /// No score is larger.
    const MOST: i32;
}

/// The result, or its sign where the game counts no margin. Search goes to the end of play.
pub struct Exact;

impl<G: Game> Judge<G> for Exact {
    const MOST: i32 = if G::MARGIN { i32::MAX - 1 } else { 1 };
    #[inline]
    fn finished(&self, game: &G, p: &G::Position) -> i32 {
        let most = <Self as Judge<G>>::MOST;
        game.result(p).0.clamp(-most, most)
    }
    fn estimate(&self, _: &G, _: &G::Position) -> i32 {
        unreachable!("play goes on to its end")
    }
    fn known(&self, value: Value, _: Player) -> Option<i32> {
        match value {
            Value::Margin(margin) => G::MARGIN.then_some(margin),
            Value::Win(_) | Value::Won => (!G::MARGIN).then_some(1),
            Value::Draw(_) => Some(0),
            Value::Loss(_) | Value::Lost => (!G::MARGIN).then_some(-1),
        }
    }
}

/// Numbers of a heuristic, in single precision and as integers in the same order.
pub struct Estimated<H>(pub(crate) H);

impl<H> Estimated<H> {
    /// Positive numbers are in the order of their bits.
    #[inline]
    fn rank(number: f64) -> i32 {
        let bits = (number as f32).abs().to_bits() as i32;
        if number < 0.0 { -bits } else { bits }
    }

    /// The number of a rank: the shortest that has it, 0.1 and not 0.10000000149.
    pub(crate) fn number(rank: i32) -> f64 {
        let size: f64 =
            f32::from_bits(rank.unsigned_abs()).to_string().parse().expect("a number is read as it is written");
        if rank < 0 { -size } else { size }
    }
}

impl<G: Game, H: Heuristic<G>> Judge<G> for Estimated<H> {
    /// Infinity.
    const MOST: i32 = 0x7F80_0000;
    #[inline]
    fn finished(&self, game: &G, p: &G::Position) -> i32 {
        Self::rank(self.0.finished(game, p) * game.turn(p).sign())
    }
    #[inline]
    fn estimate(&self, game: &G, p: &G::Position) -> i32 {
        Self::rank(self.0.estimate(game, p) * game.turn(p).sign())
    }
    fn known(&self, value: Value, turn: Player) -> Option<i32> {
        let outcome = if turn == Player::One { value.outcome() } else { -value.outcome() };
        self.0.decided(outcome).map(|number| Self::rank(number * turn.sign()))
    }
}

/// The rules of a game as tactics.
pub struct Rules<'a, G: Game, J> {
    game: &'a G,
    judge: J,
    /// Moves that are not made at the root.
    avoided: Vec<G::Move>,
    /// Plies to look ahead.
    depth: u32,
    /// Some position was estimated.
    estimated: AtomicBool,
    /// How often the search began afresh.
    epoch: u64,
}

/// To the end of play.
const TO_THE_END: u32 = u32::MAX;

impl<'a, G: Game> Rules<'a, G, Exact> {
    /// To the end of play.
    pub fn new(game: &'a G) -> Rules<'a, G, Exact> {
        Rules {
            game,
            judge: Exact,
            avoided: Vec::new(),
            depth: TO_THE_END,
            estimated: AtomicBool::new(false),
            epoch: 0,
        }
    }
}

impl<'a, G: Game, H: Heuristic<G>> Rules<'a, G, Estimated<H>> {
    /// To a depth that is set before each search.
    pub(crate) fn estimated(game: &'a G, heuristic: H) -> Rules<'a, G, Estimated<H>> {
        Rules {
            game,
            judge: Estimated(heuristic),
            avoided: Vec::new(),
            depth: 0,
            estimated: AtomicBool::new(false),
            epoch: 0,
        }
    }

    /// Whether any position was estimated since this was last asked.
    pub(crate) fn was_estimated(&mut self) -> bool {
        std::mem::take(self.estimated.get_mut())
    }

    /// What the table knows holds no longer: keys from now on are others.
    pub(crate) fn begin_afresh(&mut self) {
        self.epoch += 1;
    }

    /// Searches from now on make none of these moves at their root; what the table knows may rest on others.
    pub(crate) fn avoid(&mut self, moves: &[G::Move]) {
        if self.avoided != moves {
            self.avoided = moves.to_vec();
            self.begin_afresh();
        }
    }

    /// Searches from now on go to this depth.
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
    }
}

/// A position on the way.
#[derive(Clone)]
pub struct Node<P, M> {
    position: P,
    /// The move that led here.
    by: Option<M>,
    /// Plies still to look ahead.
    left: u32,
    /// Plies from the root.
    ply: u32,
}

/// Which moves were good, as one thread has seen it.
pub struct Lore<M> {
    /// By distance from the root.
    killers: Vec<[Option<M>; 2]>,
    /// How often each move was good; the better ones drift to the front.
    history: Vec<(M, i32)>,
    /// The move that was last good in a position, by the position's hash.
    best: Box<[(u64, Option<M>)]>,
}

/// Moves whose successes are counted: each child is looked up among them.
const HISTORY: usize = 1 << 12;
/// Positions whose best move is remembered.
const REMEMBERED: usize = 1 << 14;

impl<M: Copy + Eq> Lore<M> {
    #[inline]
    fn merit(&self, m: M, best: Option<M>, killers: [Option<M>; 2]) -> i32 {
        if Some(m) == best {
            i32::MAX
        } else if Some(m) == killers[0] {
            i32::MAX - 1
        } else if Some(m) == killers[1] {
            i32::MAX - 2
        } else {
            self.history.iter().find(|(known, _)| *known == m).map_or(0, |(_, count)| *count)
        }
    }

    fn good(&mut self, m: M, ply: usize, position: u64, weight: i32) {
        self.best[position as usize % REMEMBERED] = (position, Some(m));
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        match self.history.iter().position(|(known, _)| *known == m) {
            None if self.history.len() < HISTORY => self.history.push((m, weight)),
            None => *self.history.last_mut().expect("it is full") = (m, weight),
            Some(i) => {
                self.history[i].1 += weight;
                if i > 0 && self.history[i - 1].1 < self.history[i].1 {
                    self.history.swap(i - 1, i);
                }
                if self.history[i].1 > 1 << 28 {
                    self.history.iter_mut().for_each(|(_, count)| *count /= 2);
                }
            }
        }
    }
}

impl<G, J> Rules<'_, G, J>
where
    G: Game<Position: Send + Sync, Move: Send + Sync>,
    J: Judge<G>,
{
    fn hash(&self, p: &G::Position) -> u64 {
        FixedState::with_seed(0x243F_6A88_85A3_08D3).hash_one(p)
    }

    /// Positions that a symmetry makes equal are worth the same, but a heuristic may think otherwise.
    fn equal(&self, p: G::Position) -> G::Position {
        if self.depth == TO_THE_END { self.game.canonical(&p) } else { p }
    }
}

impl<G, J> Memory<Rules<'_, G, J>> for Lore<G::Move>
where
    G: Game<Position: Send + Sync, Move: Send + Sync>,
    J: Judge<G>,
{
    fn new(_: &Rules<'_, G, J>) -> Lore<G::Move> {
        Lore { killers: Vec::new(), history: Vec::new(), best: vec![(0, None); REMEMBERED].into() }
    }

    fn learn(
        &mut self,
        rules: &Rules<'_, G, J>,
        parent: &Node<G::Position, G::Move>,
        child: &Node<G::Position, G::Move>,
    ) {
        if let Some(m) = child.by {
            let weight = if parent.left == TO_THE_END { 1 } else { (parent.left * parent.left).min(1 << 12) as i32 };
            self.good(m, parent.ply as usize, rules.hash(&parent.position), weight);
        }
    }
}

impl<G, J> Tactics for Rules<'_, G, J>
where
    G: Game<Position: Send + Sync, Move: Send + Sync>,
    J: Judge<G>,
{
    type Position = G::Position;
    type Node = Node<G::Position, G::Move>;
    type Key = u128;
    type Memory = Lore<G::Move>;
    /// Solved positions near the horizon are probed too: the truth is worth more than what a search would find.
    const TUNING: Tuning = Tuning { many: true, probe_plies: 0, ..Tuning::DEFAULT };

    #[inline]
    fn domain(&self) -> Domain {
        Domain { most: J::MOST, exact: G::MARGIN, key_bits: 128 }
    }

    fn node(&self, _: &mut Lore<G::Move>, p: &G::Position) -> Self::Node {
        Node { position: self.equal(p.clone()), by: None, left: self.depth, ply: 0 }
    }

    #[inline]
    fn turn(&self, n: &Self::Node) -> Turn {
        Turn { mover: self.game.turn(&n.position), plies_left: n.left }
    }

    #[inline]
    fn settle(&self, _: &mut Lore<G::Move>, n: &mut Self::Node) -> Bounds {
        if self.game.moves(&n.position).next().is_none() {
            Bounds::exactly(self.judge.finished(self.game, &n.position))
        } else if n.left == 0 {
            if !self.estimated.load(Relaxed) {
                self.estimated.store(true, Relaxed);
            }
            Bounds::exactly(self.judge.estimate(self.game, &n.position))
        } else {
            Bounds { lo: -J::MOST, hi: J::MOST }
        }
    }

    #[inline]
    fn children(
        &self,
        lore: &mut Lore<G::Move>,
        n: &Self::Node,
        mut child: impl FnMut(&mut Lore<G::Move>, Self::Node, i32) -> bool,
    ) {
        let hash = self.hash(&n.position);
        let (known, best) = lore.best[hash as usize % REMEMBERED];
        let best = best.filter(|_| known == hash);
        let killers = lore.killers.get(n.ply as usize).copied().unwrap_or([None; 2]);
        let left = if n.left == TO_THE_END { TO_THE_END } else { n.left - 1 };
        for m in self.game.moves(&n.position) {
            if n.ply == 0 && !self.avoided.is_empty() && self.avoided.contains(&m) {
                continue;
            }
            let position = self.equal(self.game.play(&n.position, m));
            let merit = lore.merit(m, best, killers);
            if !child(lore, Node { position, by: Some(m), left, ply: n.ply + 1 }, merit) {
                return;
            }
        }
    }

    #[inline]
    fn key(&self, _: &mut Lore<G::Move>, n: &Self::Node) -> u128 {
        // Values at different depths are different values.
        let left = (u64::from(n.left) | self.epoch << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let other = FixedState::with_seed(0x1319_8A2E_0370_7344).hash_one(&n.position);
        u128::from(self.hash(&n.position) ^ left) << 64 | u128::from(other.wrapping_add(left))
    }

    fn known(&self, n: &Self::Node, probe: impl FnOnce(&G::Position) -> Option<Value>) -> Option<i32> {
        probe(&n.position).and_then(|value| self.judge.known(value, self.game.turn(&n.position)))
    }

    fn value(&self, _: &G::Position, score: i32) -> Value {
        match score {
            _ if G::MARGIN => Value::Margin(score),
            0 => Value::Draw(Draw::Final),
            1.. => Value::Won,
            _ => Value::Lost,
        }
    }
}
