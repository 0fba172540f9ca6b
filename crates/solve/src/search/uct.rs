//! Monte Carlo tree search: random plays, more of them where they went well ("upper confidence bounds for trees", UCT).
//!
//! Every round walks down the tree that is kept, at each node to the child whose record is best when what is not known of it
//! is counted in its favour; adds the children of the node where the tree ends; plays on at random to the end; and notes
//! the result in every node passed. What is decided is not played again: a node with a winning move, or all of whose moves
//! are decided, is decided too, and a search whose root is decided has solved it.
//!
//! Records are rates of winning, so a sure draw is worth one half. It takes no plays from moves that may be better; but
//! where such a move has done worse so far, its player would draw instead, and the nodes above count a draw.
//!
//! It needs no heuristic, and works for every game; on games that need long exact lines it is no match for alpha-beta.
//!
//! Kocsis and Szepesvári 2006 (UCT); Winands, Björnsson and Saito 2008 (decided nodes).

use super::limited::stopped;
use attractor_game::{Error, Game, Outcome, Player, Playouts, Rng, Uniform};
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// What came of a search.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Planned<M> {
    /// Each move of the position with its plays and the share of them that its mover won, draws as halves.
    pub moves: Vec<(M, u32, f64)>,
    /// The moves that are best: those that surely win, else the one played most often; sure draws where it has won no more
    /// than half of its plays.
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

/// Children made or compared between two looks at the clock.
const LOOK: usize = 1 << 14;
/// Plies of a random play between two looks at the stop flag.
const PLIES: u32 = 16;

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

impl<M> Node<M> {
    /// Share of the plays that the player won, draws as halves; exact where it is decided.
    fn rate(&self, player: Player) -> f64 {
        let won = self.sure.map_or_else(|| self.won / f64::from(self.visits.max(1)), worth);
        if player == Player::One { won } else { 1.0 - won }
    }
}

/// What a decided result is worth to player 1, as a rate of winning.
fn worth(sure: i8) -> f64 {
    f64::from(1 + sure) / 2.0
}

/// A search of one game.
pub struct Uct<'a, G: Game, P = Uniform> {
    game: &'a G,
    policy: P,
    /// Most nodes of the tree.
    most: usize,
    stop: Option<&'a AtomicBool>,
    nodes: Vec<Node<G::Move>>,
    /// Children made or compared since the clock was looked at.
    work: usize,
}

impl<'a, G: Game> Uct<'a, G> {
    /// A search whose tree takes at most `memory` bytes, with uniformly random plays.
    pub fn new(game: &'a G, memory: u64, stop: Option<&'a AtomicBool>) -> Uct<'a, G> {
        Uct::with_playouts(game, Uniform, memory, stop)
    }
}

impl<'a, G: Game, P: Playouts<G>> Uct<'a, G, P> {
    /// The same with plays by a policy.
    pub fn with_playouts(game: &'a G, policy: P, memory: u64, stop: Option<&'a AtomicBool>) -> Uct<'a, G, P> {
        let most = (memory as usize / size_of::<Node<G::Move>>()).clamp(1 << 10, u32::MAX as usize / 2);
        Uct { game, policy, most, stop, nodes: Vec::new(), work: 0 }
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
            if played % PAUSE == 0 || self.work >= LOOK {
                self.work = 0;
                stopped(self.stop)?;
                if played > 0 && time.is_some_and(|time| begun.elapsed() >= time) {
                    break;
                }
            }
            self.round(p.clone(), rng)?;
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
    fn round(&mut self, mut p: G::Position, rng: &mut Rng) -> Result<(), Error> {
        let mut path = vec![0];
        let mut at = 0;
        while self.nodes[at].sure.is_none() {
            let children = match self.nodes[at].children {
                Some(children) => children,
                None if self.nodes.len() < self.most && (at == 0 || self.nodes[at].visits > 0) => self.grow(at, &p)?,
                None => break,
            };
            if self.nodes[at].sure.is_some() {
                break;
            }
            self.work += (children.1 - children.0) as usize;
            at = self.follow(at, children, rng);
            let m = self.nodes[at].by.expect("children have moves");
            p = self.game.play(&p, m);
            path.push(at);
        }
        let won = match self.nodes[at].sure {
            Some(sure) => worth(sure),
            None => self.playout(p, rng)?,
        };
        self.note(&path, won);
        Ok(())
    }

    /// Notes a play that player 1 won so far as `won` says in the nodes that it passed, the last one first.
    fn note(&mut self, path: &[usize], mut won: f64) {
        let mut below: Option<usize> = None;
        for &at in path.iter().rev() {
            let draw = self.nodes[at].sure.is_none() && self.decide(at);
            let node = &self.nodes[at];
            if let Some(sure) = node.sure {
                won = worth(sure);
            } else if draw && below.is_some_and(|child| self.nodes[child].rate(node.turn) < 0.5) {
                won = 0.5;
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.won += won;
            below = Some(at);
        }
    }

    /// Gives a node its children, which may decide it.
    fn grow(&mut self, at: usize, p: &G::Position) -> Result<(u32, u32), Error> {
        let first = self.nodes.len() as u32;
        for (i, m) in self.game.moves(p).enumerate() {
            if i % (1 << 12) == (1 << 12) - 1 {
                stopped(self.stop)?;
            }
            let q = self.game.play(p, m);
            let node = self.node(Some(m), &q);
            self.nodes.push(node);
        }
        let children = (first, self.nodes.len() as u32);
        self.nodes[at].children = Some(children);
        self.decide(at);
        Ok(children)
    }

    /// The undecided child to look at next: one never looked at, or the most promising.
    fn follow(&self, at: usize, (first, end): (u32, u32), rng: &mut Rng) -> usize {
        let node = &self.nodes[at];
        let open = || (first as usize..end as usize).filter(|&child| self.nodes[child].sure.is_none());
        if let Some(fresh) = rng.choose(open().filter(|&child| self.nodes[child].visits == 0)) {
            return fresh;
        }
        let promise = |child: usize| {
            let child = &self.nodes[child];
            let spread = f64::from(node.visits.max(1)).ln() / f64::from(child.visits);
            child.rate(node.turn) + CURIOSITY * spread.sqrt()
        };
        let best = open().max_by(|&a, &b| promise(a).total_cmp(&promise(b)));
        best.expect("an undecided node has an undecided child")
    }

    /// Decides a node from its children, if they do. Whether the best decided child is a draw.
    fn decide(&mut self, at: usize) -> bool {
        let Some((first, end)) = self.nodes[at].children else { return false };
        let sign = if self.nodes[at].turn == Player::One { 1 } else { -1 };
        let children = self.nodes[first as usize..end as usize].iter();
        let best = children.clone().filter_map(|child| child.sure).map(|sure| sure * sign).max();
        let all = children.clone().all(|child| child.sure.is_some());
        self.nodes[at].sure = best.filter(|&best| best == 1 || all).map(|best| best * sign);
        best == Some(0)
    }

    /// Plays on at random; wins of player 1.
    fn playout(&self, mut p: G::Position, rng: &mut Rng) -> Result<f64, Error> {
        for ply in 0..LONGEST {
            if ply % PLIES == PLIES - 1 {
                stopped(self.stop)?;
            }
            match self.policy.choose(self.game, &p, rng) {
                Some(m) => p = self.game.play(&p, m),
                None => return Ok(worth(self.result(&p))),
            }
        }
        Ok(0.5)
    }

    fn planned(&self, playouts: u64) -> Planned<G::Move> {
        let root = &self.nodes[0];
        let sign = if root.turn == Player::One { 1 } else { -1 };
        let (first, end) = root.children.unwrap_or((1, 1));
        let children = &self.nodes[first as usize..end as usize];
        let moves = children
            .iter()
            .map(|child| (child.by.expect("children have moves"), child.visits, child.rate(root.turn)))
            .collect();
        // A sure win before all, a sure loss after all. Between them the move played most often, unless its record is no
        // better than a sure draw.
        let open = children.iter().filter(|child| child.sure.is_none());
        let hope = open.max_by_key(|child| child.visits).is_some_and(|child| child.rate(root.turn) > 0.5);
        let rank = |child: &Node<G::Move>| match child.sure.map(|sure| sure * sign) {
            Some(1) => (3, 0),
            None => (if hope { 2 } else { 1 }, child.visits),
            Some(0) => (if hope { 1 } else { 2 }, 0),
            Some(_) => (0, child.visits),
        };
        let top = children.iter().map(rank).max();
        let best = children.iter().filter(|child| Some(rank(child)) == top).filter_map(|child| child.by).collect();
        let outcome = |sure: i8| match sure * sign {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        Planned { moves, best, playouts, decided: root.sure.map(outcome) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Plain,
        testing::{Dag, Margins},
    };
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

    /// A tree of that depth and width. After the first ply, so many moves in a hundred end in a draw; the last ones are
    /// won by player 1 so often. If `twice`, every third player moves again.
    fn tree(seed: u64, (depth, width): (usize, usize), (draws, wins): (usize, usize), twice: bool) -> Dag {
        let (mut rng, mut level) = (Rng::new(seed), vec![0]);
        let mut game = Dag { owner: vec![Player::One], successors: vec![vec![]], result: vec![0], estimate: vec![0.0] };
        for ply in 0..depth {
            let mut next = Vec::new();
            for v in level.into_iter().flat_map(|v| std::iter::repeat_n(v, width)) {
                let w = game.owner.len();
                let same = twice && rng.below(3) == 0;
                let owner = if same { game.owner[v] } else { game.owner[v].other() };
                let drawn = ply > 0 && rng.below(100) < draws;
                let won = if rng.below(100) < wins { 1 } else { -1 };
                game.owner.push(owner);
                game.successors.push(Vec::new());
                game.successors[v].push(w);
                game.result.push(if drawn { 0 } else { won * if owner == Player::One { 1 } else { -1 } });
                game.estimate.push(0.0);
                if !drawn {
                    next.push(w);
                }
            }
            level = next;
        }
        game
    }

    /// The outcome of a move for the player who makes it.
    fn outcome(plain: &mut Plain<Dag>, game: &Dag, m: usize) -> Outcome {
        plain.value(&m).before(game.turn(&m) == game.turn(&0)).outcome()
    }

    /// Too large to be decided always, and full of draws that a player may take.
    #[test]
    fn wins_are_found_among_sure_draws() {
        let (mut wins, mut draws) = (0, 0);
        for (shape, shares, playouts) in [((5, 8), (5, 70), 2_000), ((5, 8), (8, 80), 2_000), ((7, 4), (8, 80), 3_000)]
        {
            for (seed, twice) in (0..40).flat_map(|seed| [(seed, false), (seed, true)]) {
                let game = tree(seed, shape, shares, twice);
                let mut plain = Plain::new(&game);
                let expected = plain.value(&0).outcome();
                let worse = game.moves(&0).filter(|&m| outcome(&mut plain, &game, m) != expected).count();
                if expected == Outcome::Loss || worse == 0 {
                    continue;
                }
                *if expected == Outcome::Win { &mut wins } else { &mut draws } += 1;
                for run in 0..4 {
                    let mut search = Uct::new(&game, 1 << 24, None);
                    let planned = search.plan(&0, playouts, None, &mut Rng::new(run)).expect("nothing stops it");
                    for m in planned.best {
                        let found = outcome(&mut plain, &game, m);
                        assert_eq!(found, expected, "{shape:?} {shares:?}, seed {seed}, twice {twice}, run {run}");
                    }
                }
            }
        }
        assert!(wins > 50 && draws > 10, "{wins} wins, {draws} draws");
    }

    /// One move draws at once; what the others are worth takes longer to find out than there is time for.
    #[test]
    fn a_sure_draw_is_worth_half_a_win() {
        for (wins, better) in [(20, true), (30, true), (65, false), (80, false)] {
            let mut game = tree(5, (6, 6), (0, wins), false);
            let draw = game.successors[0][2];
            game.successors[draw].clear();
            game.result[draw] = 0;
            for run in 0..5 {
                let mut search = Uct::new(&game, 1 << 20, None);
                let planned = search.plan(&0, 200, None, &mut Rng::new(run)).expect("nothing stops it");
                assert_eq!(planned.decided, None);
                let rate = planned.moves.iter().find(|(m, ..)| *m == draw).map(|(.., rate)| *rate);
                assert_eq!(rate, Some(0.5));
                assert_eq!(planned.best == [draw], better, "{wins} wins in 100, run {run}: {planned:?}");
            }
        }
    }

    /// Margins of any size count by their sign, for either player and where one moves twice.
    #[test]
    fn margins_are_decided_by_their_sign() {
        for seed in 0..60 {
            let game = Margins::dag(seed, 40, 8);
            let mut plain = Plain::new(&game);
            let expected = plain.value(&0).outcome();
            let planned = Uct::new(&game, 1 << 20, None).plan(&0, 200_000, None, &mut Rng::new(seed));
            let planned = planned.expect("nothing stops it");
            assert_eq!(planned.decided, Some(expected), "{seed}");
            for &m in &planned.best {
                let same = game.turn(&m) == game.turn(&0);
                let reached = plain.value(&m).before(same).outcome();
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
