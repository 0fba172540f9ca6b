//! Monte Carlo tree search: random plays, more of them where they went well ("upper confidence bounds for trees", UCT).
//!
//! Every round walks down the tree that is kept, at each node to the child whose record is best when what is not known of it
//! is counted in its favour; adds the children of the node where the tree ends; plays on at random to the end; and notes
//! the result in every node passed. What is decided is not played again: a node with a winning move, or all of whose moves
//! are decided, is decided too, and a search whose root is decided has solved it.
//!
//! It needs no heuristic, and works for every game; on games that need long exact lines it is no match for alpha-beta.
//!
//! Kocsis and Szepesvári 2006 (UCT); Winands, Björnsson and Saito 2008 (decided nodes).

use super::limited::stopped;
use attractor_game::{Error, Game, Outcome, Player, Rng};
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// What came of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Planned<M> {
    /// Each move of the position with its plays and the share of them that its mover won, draws as halves.
    pub moves: Vec<(M, u32, f64)>,
    /// The moves that are best: those that surely win, or else the one played most often.
    pub best: Vec<M>,
    /// Plays.
    pub playouts: u64,
    /// The outcome for the player to move, if the search has decided it.
    pub decided: Option<Outcome>,
}

/// How much what is not known counts.
const CURIOSITY: f64 = 0.9;
/// A random play longer than this is called drawn: games with cycles may not end.
const LONGEST: u32 = 500;
/// Plays between two looks at the clock.
const PAUSE: u64 = 32;

/// A node of the tree. Numbers are seen by player 1.
struct Node<M> {
    by: Option<M>,
    turn: Player,
    /// Its children stand one behind the other.
    children: Option<(u32, u32)>,
    visits: u32,
    /// Wins of player 1, draws as halves.
    won: f64,
    /// Decided: 1 where player 1 wins, 0 for a draw, -1.
    sure: Option<i8>,
}

/// A search of one game.
pub struct Uct<'a, G: Game> {
    game: &'a G,
    /// Most nodes of the tree.
    most: usize,
    stop: Option<&'a AtomicBool>,
    nodes: Vec<Node<G::Move>>,
}

impl<'a, G: Game> Uct<'a, G> {
    /// A search whose tree takes at most so many bytes.
    pub fn new(game: &'a G, memory: u64, stop: Option<&'a AtomicBool>) -> Uct<'a, G> {
        let most = (memory as usize / size_of::<Node<G::Move>>()).clamp(1 << 10, u32::MAX as usize / 2);
        Uct { game, most, stop, nodes: Vec::new() }
    }

    /// Plays that many times, or for that long; whichever ends first. The position must not be finished.
    pub fn plan(
        &mut self,
        p: &G::Position,
        playouts: u64,
        time: Option<Duration>,
        rng: &mut Rng,
    ) -> Result<Planned<G::Move>, Error> {
        let begun = Instant::now();
        self.nodes.clear();
        self.nodes.push(self.node(None, p));
        let mut played = 0;
        while played < playouts && self.nodes[0].sure.is_none() {
            if played % PAUSE == 0 {
                stopped(self.stop)?;
                if played > 0 && time.is_some_and(|time| begun.elapsed() >= time) {
                    break;
                }
            }
            self.round(p.clone(), rng);
            played += 1;
        }
        Ok(self.planned(played))
    }

    fn node(&self, by: Option<G::Move>, p: &G::Position) -> Node<G::Move> {
        let sure = self.game.moves(p).next().is_none().then(|| self.result(p));
        Node { by, turn: self.game.turn(p), children: None, visits: 0, won: 0.0, sure }
    }

    /// The result of a finished position, seen by player 1.
    fn result(&self, p: &G::Position) -> i8 {
        let score = self.game.result(p).0.signum() as i8;
        if self.game.turn(p) == Player::One { score } else { -score }
    }

    /// One play: down the tree, a step further, on at random, and back.
    fn round(&mut self, mut p: G::Position, rng: &mut Rng) {
        let mut path = vec![0];
        let mut at = 0;
        while self.nodes[at].sure.is_none() {
            let children = match self.nodes[at].children {
                Some(children) => children,
                None if self.nodes.len() < self.most && (at == 0 || self.nodes[at].visits > 0) => self.grow(at, &p),
                None => break,
            };
            at = self.follow(at, children, rng);
            let m = self.nodes[at].by.expect("children have moves");
            p = self.game.play(&p, m);
            path.push(at);
        }
        let won = match self.nodes[at].sure {
            Some(sure) => f64::from(1 + sure) / 2.0,
            None => self.at_random(p, rng),
        };
        for &at in path.iter().rev() {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.won += won;
            if node.sure.is_none() {
                self.decide(at);
            }
        }
    }

    /// Gives a node its children.
    fn grow(&mut self, at: usize, p: &G::Position) -> (u32, u32) {
        let first = self.nodes.len() as u32;
        for m in self.game.moves(p) {
            let q = self.game.play(p, m);
            let node = self.node(Some(m), &q);
            self.nodes.push(node);
        }
        let children = (first, self.nodes.len() as u32);
        self.nodes[at].children = Some(children);
        children
    }

    /// The child to look at next: one never looked at, or the most promising that is not decided.
    fn follow(&self, at: usize, (first, end): (u32, u32), rng: &mut Rng) -> usize {
        let node = &self.nodes[at];
        let sign = if node.turn == Player::One { 1 } else { -1 };
        let all = &self.nodes[first as usize..end as usize];
        let fresh = all.iter().filter(|child| child.visits == 0 && child.sure.is_none()).count();
        if fresh > 0 {
            let chosen = rng.below(fresh);
            let mut unseen = all.iter().enumerate().filter(|(_, child)| child.visits == 0 && child.sure.is_none());
            return first as usize + unseen.nth(chosen).expect("as many as were counted").0;
        }
        let worth = |child: &Node<G::Move>| match child.sure {
            Some(sure) => f64::from(sure * sign) * 1e9,
            None => {
                let n = f64::from(child.visits);
                let mean = child.won / n;
                let mean = if sign == 1 { mean } else { 1.0 - mean };
                mean + CURIOSITY * (f64::from(node.visits.max(1)).ln() / n).sqrt()
            }
        };
        let best = all.iter().enumerate().max_by(|a, b| worth(a.1).total_cmp(&worth(b.1)));
        first as usize + best.expect("an unfinished position has moves").0
    }

    /// Decides a node from its children, if they do.
    fn decide(&mut self, at: usize) {
        let Some((first, end)) = self.nodes[at].children else { return };
        let sign = if self.nodes[at].turn == Player::One { 1 } else { -1 };
        let children = self.nodes[first as usize..end as usize].iter();
        let best = children.clone().filter_map(|child| child.sure).map(|sure| sure * sign).max();
        let all = children.clone().all(|child| child.sure.is_some());
        self.nodes[at].sure = best.filter(|&best| best == 1 || all).map(|best| best * sign);
    }

    /// Plays on at random; wins of player 1.
    fn at_random(&self, mut p: G::Position, rng: &mut Rng) -> f64 {
        for _ in 0..LONGEST {
            match self.game.at_random(&p, rng) {
                Some(m) => p = self.game.play(&p, m),
                None => return f64::from(1 + self.result(&p)) / 2.0,
            }
        }
        0.5
    }

    fn planned(&self, playouts: u64) -> Planned<G::Move> {
        let root = &self.nodes[0];
        let sign = if root.turn == Player::One { 1 } else { -1 };
        let (first, end) = root.children.unwrap_or((1, 1));
        let children = &self.nodes[first as usize..end as usize];
        let moves = children.iter().map(|child| {
            let won = match child.sure {
                Some(sure) => f64::from(1 + sure) / 2.0,
                None => child.won / f64::from(child.visits.max(1)),
            };
            (child.by.expect("children have moves"), child.visits, if sign == 1 { won } else { 1.0 - won })
        });
        // A sure win before all, a sure loss after all, else by plays.
        let rank = |child: &Node<G::Move>| match child.sure.map(|sure| sure * sign) {
            Some(1) => (2, 0),
            Some(-1) => (0, child.visits),
            _ => (1, child.visits),
        };
        let top = children.iter().map(rank).max();
        let best = children.iter().filter(|child| Some(rank(child)) == top).filter_map(|child| child.by).collect();
        let outcome = |sure: i8| match sure * sign {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        Planned { moves: moves.collect(), best, playouts, decided: root.sure.map(outcome) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Plain, testing::Dag};
    use super::*;

    /// Small games are decided, and as plain search decides them; the best moves keep the outcome.
    #[test]
    fn what_is_decided_is_true() {
        for seed in 0..60 {
            let game = Dag::dag(seed, 40, 8);
            let start = game.start();
            let mut plain = Plain::new(&game);
            let expected = plain.value(&start).outcome();
            let mut search = Uct::new(&game, 1 << 20, None);
            let planned = search.plan(&start, 200_000, None, &mut Rng::new(seed)).expect("nothing stops it");
            assert_eq!(planned.decided, Some(expected), "{seed}");
            for &m in &planned.best {
                let q = game.play(&start, m);
                let same = game.turn(&q) == game.turn(&start);
                let reached = plain.value(&q).before(same).outcome();
                assert!(reached == expected || expected == Outcome::Loss, "{seed}");
            }
        }
    }

    #[test]
    fn it_keeps_within_memory_and_counts_its_plays() {
        let game = Dag::dag(7, 4_000, 60);
        let mut search = Uct::new(&game, 0, None);
        let planned = search.plan(&game.start(), 3_000, None, &mut Rng::new(3)).expect("nothing stops it");
        assert!(search.nodes.len() <= search.most + 8);
        if planned.decided.is_none() {
            let visits: u64 = planned.moves.iter().map(|(_, visits, _)| u64::from(*visits)).sum();
            assert_eq!(visits, planned.playouts);
        }
        assert!(!planned.best.is_empty());
    }

    #[test]
    fn it_stops_when_told() {
        let (stop, game) = (AtomicBool::new(true), Dag::dag(7, 4_000, 60));
        let told = Uct::new(&game, 1 << 20, Some(&stop)).plan(&game.start(), u64::MAX, None, &mut Rng::new(1));
        assert_eq!(told.unwrap_err().id(), "search-stopped");
    }
}
