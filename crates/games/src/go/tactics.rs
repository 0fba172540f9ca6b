//! What is known of a position without search: who may end play, what lives, and what can be proven without the past.
//!
//! Scores are margins, komi included, for the player to move.

use super::{
    Go, MAX_SIDE, Move, Position,
    forced::{Forced, MOST_POINTS},
    grid::{Grid, Word},
    name_of,
    proof::{Claim, Prover, held},
    whole::Whole,
};
use attractor_game::{Bounds, Domain, Game, Player, Stage, Tactics, Tuning, Turn, Value, Watch};
use std::sync::{Arc, Mutex, PoisonError};

/// The game as the search sees it, with sets of points that are no wider than they must be.
pub(super) struct Board<S> {
    game: Go,
    grid: Grid<S>,
    /// What can be forced from every board, once that is worked out.
    forced: Mutex<Option<Arc<Forced>>>,
}

/// What a thread keeps: proofs, and how much work the next one may be.
pub(super) struct Memory<S> {
    prover: Prover<S>,
    allowance: u64,
    /// Search with the whole past, once it is called for.
    whole: Option<Whole>,
    /// Proofs in vain so far.
    vain: u32,
}

/// Nodes that a proof of a position without a past may take at first; each time that is not enough, the next may take
/// more.
const FIRST: u64 = 20_000;
/// No proof may take more nodes.
const MOST: u64 = 2_000_000;
/// Nodes that a proof of any other position may take.
const FEW: u64 = 300;
/// Nodes that a search with the whole past may take from a position without a past, and from any other.
const WHOLE: [u64; 2] = [100_000_000, 3_000];
/// After so many proofs in vain of positions with a past, what can be forced is worked out for all boards.
const VAIN: u32 = 200;
/// No proof is sought within more plies.
const PLIES: u32 = 60;

impl<S: Word> Board<S> {
    pub(super) fn new(game: &Go) -> Board<S> {
        let grid = Grid::new(game.grid.rows, game.grid.columns);
        Board { grid, game: game.clone(), forced: Mutex::new(None) }
    }

    /// Player 1's margin in points of the board, as the player to move sees it with the komi.
    fn seen(&self, turn: Player, margin: i32) -> i32 {
        (margin - self.game.komi) * turn.sign() as i32
    }

    fn stones(&self, n: &Position) -> [S; 2] {
        n.stones.map(S::from_wide)
    }

    /// Proofs for and against "at least `ask`" take turns, deeper and deeper.
    fn prove(&self, prover: &mut Prover<S>, n: &Position, ask: i32, allowance: u64, watch: Watch<'_>) -> Bounds {
        let stones = self.stones(n);
        let past = (&n.past, n.seen);
        let komi = self.game.komi * n.turn.sign() as i32;
        let claims =
            [Claim { player: n.turn, least: ask + komi }, Claim { player: n.turn.other(), least: 1 - ask - komi }];
        // After a pass the player to move may end play: the other's claim must hold of the board as it lies.
        let ended = n.passes > 0 && self.seen(n.turn, self.grid.margin(stones)) >= ask;
        if ended {
            return Bounds { lo: ask, ..Bounds::OPEN };
        }
        let end = prover.nodes + allowance;
        for plies in 1..=PLIES {
            let mut open = false;
            for (claim, bounds) in
                claims.into_iter().zip([Bounds { lo: ask, ..Bounds::OPEN }, Bounds { hi: ask - 1, ..Bounds::OPEN }])
            {
                let left = end.saturating_sub(prover.nodes);
                match prover.ask(claim, (stones, n.turn), past, plies, left, watch) {
                    None => return Bounds::OPEN,
                    Some(true) => return bounds,
                    Some(false) => open |= !prover.hopeless(stones, n.turn),
                }
            }
            if !open {
                break;
            }
        }
        Bounds::OPEN
    }

    /// What can be forced from every board, worked out once by whichever thread needs it first. None if `watch` ends the
    /// work.
    fn forced(&self, watch: Watch<'_>) -> Option<Arc<Forced>> {
        let mut forced = self.forced.lock().unwrap_or_else(PoisonError::into_inner);
        if forced.is_none() {
            let (rows, columns) = self.game.size();
            *forced = Forced::new(rows, columns, &self.game.symmetries, watch).map(Arc::new);
        }
        forced.clone()
    }

    /// Search with the whole past, after a proof in vain: who is to move cannot end play with `ask`.
    fn search(&self, whole: &mut Option<Whole>, n: &Position, ask: i32, watch: Watch<'_>) -> Bounds {
        let komi = self.game.komi;
        // In player 1's points of the board, without komi.
        let least = match n.turn {
            Player::One => ask + komi,
            Player::Two => 1 - ask + komi,
        };
        let whole = match whole {
            Some(whole) => whole,
            None => {
                let made = self.forced(watch).and_then(|forced| Whole::new(forced, least, watch));
                let Some(made) = made else { return Bounds::OPEN };
                whole.insert(made)
            }
        };
        if whole.turn_to(least, watch).is_none() {
            return Bounds::OPEN;
        }
        let narrow = |stones: [u128; 2]| stones.map(|set| set as u64);
        let allowance = WHOLE[usize::from(n.past.is_some())];
        match whole.ask(narrow(n.stones), n.turn, n.past().map(narrow), allowance, watch) {
            Some(winner) if winner == n.turn => Bounds { lo: ask, ..Bounds::OPEN },
            Some(_) => Bounds { hi: ask - 1, ..Bounds::OPEN },
            None => Bounds::OPEN,
        }
    }

    /// Each player has at least what he holds.
    fn by_holding(&self, n: &Position) -> Bounds {
        let stones = self.stones(n);
        let points = |player: Player| {
            let (mine, theirs) = (stones[player.index()], stones[player.other().index()]);
            // Who is to move after a pass may end play before the other has cleared his regions.
            let unless = if n.passes > 0 && player != n.turn { theirs } else { S::NONE };
            held(&self.grid, mine, theirs, &n.past, player, unless)
        };
        let size = self.grid.size();
        let (lo, hi) = (2 * points(Player::One) - size, size - 2 * points(Player::Two));
        let bounds = Bounds { lo: lo - self.game.komi, hi: hi - self.game.komi };
        if n.turn == Player::One { bounds } else { -bounds }
    }

    /// What proofs without the past, then with it, tell about the question.
    fn by_proof(&self, memory: &mut Memory<S>, n: &Position, ask: i32, watch: Watch<'_>) -> Bounds {
        let fresh = n.past.is_none();
        let allowance = if fresh { memory.allowance } else { FEW };
        let bounds = self.prove(&mut memory.prover, n, ask, allowance, watch);
        if bounds != Bounds::OPEN || watch.is_over() {
            return bounds;
        }
        memory.vain += if fresh { VAIN } else { 1 };
        if self.grid.size() <= MOST_POINTS {
            return if memory.vain >= VAIN { self.search(&mut memory.whole, n, ask, watch) } else { bounds };
        }
        if fresh {
            memory.allowance = (4 * memory.allowance).min(MOST);
        }
        bounds
    }
}

impl<S: Word> attractor_game::Memory<Board<S>> for Memory<S> {
    fn new(board: &Board<S>) -> Memory<S> {
        let prover = Prover::new(board.grid, &board.game.symmetries);
        Memory { prover, allowance: FIRST, whole: None, vain: 0 }
    }
}

impl<S: Word> Tactics for Board<S> {
    type Position = Position;
    type Node = Position;
    type Key = u128;
    type Memory = Memory<S>;
    const TUNING: Tuning = Tuning { bits: true, ..Tuning::DEFAULT };

    fn domain(&self) -> Domain {
        Domain { most: self.grid.size() + self.game.komi.abs(), exact: true, key_bits: 128 }
    }

    fn node(&self, _: &mut Memory<S>, p: &Position) -> Position {
        p.clone()
    }

    #[inline(always)]
    fn turn(&self, n: &Position) -> Turn {
        Turn { mover: n.turn, plies_left: u32::MAX }
    }

    /// After a pass the player to move can end play.
    fn settle(&self, _: &mut Memory<S>, n: &mut Position) -> Bounds {
        let now = || self.seen(n.turn, self.grid.margin(self.stones(n)));
        match n.passes {
            0 => Bounds::OPEN,
            1 => Bounds { lo: now(), ..Bounds::OPEN },
            _ => Bounds::exactly(now()),
        }
    }

    fn bounds(&self, memory: &mut Memory<S>, n: &Position, ask: i32, stage: Stage<'_>, _: &mut u64) -> Bounds {
        match stage {
            Stage::Generated => self.by_holding(n),
            Stage::Entered(watch) => self.by_proof(memory, n, ask, watch),
        }
    }

    fn children(
        &self,
        memory: &mut Memory<S>,
        n: &Position,
        mut child: impl FnMut(&mut Memory<S>, Position, i32) -> bool,
    ) {
        let (me, you) = (n.turn.index(), n.turn.other().index());
        let now = self.seen(n.turn, self.grid.margin(self.stones(n)));
        // On a board without a past, images of a child are the child again.
        let mut names = [0u128; MAX_SIDE * MAX_SIDE];
        let mut different = 0;
        for m in self.game.moves(n) {
            if m == Move::PASS {
                // After a pass, another gives the bound that is known already.
                if n.passes == 0 && !child(memory, self.game.play(n, m), now.min(40)) {
                    return;
                }
                continue;
            }
            let next = self.game.play(n, m);
            if n.past.is_none() {
                let image = self.game.canonical(&next);
                let name = name_of(image.stones).wrapping_add(image.seen);
                if names[..different].contains(&name) {
                    continue;
                }
                names[different] = name;
                different += 1;
            }
            let stones = self.stones(&next);
            let point = S::cell(m.0.into());
            let empty = self.grid.board & !(stones[0] | stones[1]);
            let liberties = |block: S| (self.grid.around(block) & empty).count() as i32;
            let own = liberties(self.grid.flood(point, stones[me]));
            let taken = (n.stones[you] & !next.stones[you]).count_ones() as i32;
            let beside = self.grid.around(point);
            let atari: i32 = self
                .grid
                .parts(stones[you], beside)
                .filter(|&block| liberties(block) == 1)
                .map(|block| 10 + 4 * block.count() as i32)
                .sum();
            let own_eye = if beside & !stones[me] == S::NONE { 60 } else { 0 };
            let self_atari = if own == 1 { 30 } else { 0 };
            let merit = 30 * taken + atari + 3 * own.min(6) + 3 * beside.count() as i32 - own_eye - self_atari;
            if !child(memory, next, merit) {
                return;
            }
        }
    }

    fn key(&self, _: &mut Memory<S>, n: &Position) -> u128 {
        // An image is seldom met where many stones lie.
        let few = (n.stones[0] | n.stones[1]).count_ones() <= 3;
        let n = if few { &self.game.canonical(n) } else { n };
        let state = u128::from(n.passes) << 1 | n.turn.index() as u128;
        name_of(n.stones) ^ name_of([n.seen, state])
    }

    fn known(&self, n: &Position, ask: impl FnOnce(&Position) -> Option<Value>) -> Option<i32> {
        match ask(n)? {
            Value::Margin(margin) => Some(margin),
            _ => None,
        }
    }

    fn value(&self, _: &Position, score: i32) -> Value {
        Value::Margin(score)
    }
}
