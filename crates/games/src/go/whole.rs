//! Search by the rules as they are, with the whole past, that remembers what its answers hang on.
//!
//! The question is whether player 1 gets at least so much. An answer is a way to play for one player, the *winner*, against
//! everything the other may do. Found with one past, it is as good with another past of the same board if
//!
//! - no board that the winner brings up on the way is among those of the other past, so that he may play as he did; and
//! - the boards by which superko took moves from the other, and that came up before this one, are in the other past as
//!   well. Where boards that came up on the way took moves from him, they come up again.
//!
//! So with each answer is kept what the boards of the first kind have in common, and a list of the second kind. Moves
//! that the other has with this past and not with that one need no answer, and to know less is always safe: an answer
//! that does not fit is not used, and one with too long a list is thrown away.
//!
//! What can be [forced without the past](super::forced) answers most boards at once, under the first condition alone.
//!
//! Passes need no place in the state, see [`proof`](super::proof): who has enough may pass, and the other has to put
//! down a stone; who has not does not pass.

use super::forced::{Common, Forced, Table};
use attractor_game::{Player, Watch};
use std::{collections::HashMap, sync::Arc};

/// Boards that took moves from the loser, at most.
const BARS: usize = 8;
/// Answers looked at for one board.
const ANSWERS: usize = 8;
/// Answers kept, and boards known, at most.
const KEPT: usize = 1 << 21;
/// No more plies are searched, in the first round and in the second.
const PLIES: [u16; 2] = [40, 100];

/// Who wins, and on which pasts.
#[derive(Clone, Copy)]
struct Answer {
    winner: Player,
    /// Of the boards that the winner brings up.
    common: Common,
    bars: [u32; BARS],
    count: u8,
    /// The answer before, for the same board.
    before: u32,
}

impl Answer {
    fn new(winner: Player, common: Common) -> Answer {
        Answer { winner, common, bars: [0; BARS], count: 0, before: NO_ANSWER }
    }

    fn bars(&self) -> &[u32] {
        &self.bars[..usize::from(self.count)]
    }

    /// False if the list is full.
    fn bar(&mut self, board: u32) -> bool {
        if self.bars().contains(&board) {
            return true;
        }
        let Some(place) = self.bars.get_mut(usize::from(self.count)) else { return false };
        *place = board;
        self.count += 1;
        true
    }

    /// The board came up on the way.
    fn unbar(&mut self, board: u32) {
        if let Some(i) = self.bars().iter().position(|&b| b == board) {
            self.count -= 1;
            self.bars[i] = self.bars[usize::from(self.count)];
        }
    }
}

const NO_ANSWER: u32 = u32::MAX;

/// What is known of a board, who is to move and the question.
struct Known {
    last: u32,
    /// The stones after the best move.
    best: u32,
    /// Not answered within so many plies, in that round and with that past.
    tried: (u32, u64, u16),
}

/// Asks, and remembers.
pub(super) struct Whole {
    forced: Arc<Forced>,
    /// What player 1 and player 2 force: player 1 at least so much, or player 2 that it is less.
    tables: [Arc<Table>; 2],
    least: i32,
    /// The boards up to now, the present one last.
    path: Vec<Common>,
    known: HashMap<u64, Known>,
    answers: Vec<Answer>,
    /// Rounds of deeper and deeper search so far.
    round: u32,
    /// Whether a search in vain with one past is made again with another.
    again: bool,
    nodes: u64,
    limit: u64,
}

/// Nodes between two checks of the watch.
const PAUSE: u64 = 256;

/// The search took too many nodes, or was told to end.
struct Halted;

impl Whole {
    /// None if `watch` ends the work.
    pub(super) fn new(forced: Arc<Forced>, least: i32, watch: Watch<'_>) -> Option<Whole> {
        let tables = [forced.table(least, watch)?, forced.table(1 - least, watch)?];
        let (path, known, answers) = (Vec::new(), HashMap::new(), Vec::new());
        Some(Whole { forced, tables, least, path, known, answers, round: 0, again: false, nodes: 0, limit: 0 })
    }

    /// Another question, on the same boards. None if `watch` ends the work: the question is then as it was.
    pub(super) fn turn_to(&mut self, least: i32, watch: Watch<'_>) -> Option<()> {
        if self.least != least {
            *self = Whole::new(self.forced.clone(), least, watch)?;
        }
        Some(())
    }

    /// The winner: player 1 if the score reaches the claim. None if that is not found within the allowance of
    /// nodes, or before `watch` ends the work.
    pub(super) fn ask(
        &mut self,
        stones: [u64; 2],
        turn: Player,
        past: impl Iterator<Item = [u64; 2]>,
        allowance: u64,
        watch: Watch<'_>,
    ) -> Option<Player> {
        let forced = self.forced.clone();
        self.path.clear();
        // Symmetries, as bits, that leave all these boards as they are.
        let mut fixed = (1u32 << forced.symmetries()) - 1;
        for board in past.chain([stones]) {
            self.path.push(Common::of(&forced.grid, board));
            fixed = self.still_fixed(fixed, board);
        }
        self.limit = self.nodes + allowance;
        // First, what was searched in vain with one past waits for more plies with any other. That is much faster, but
        // where boards come back it may wait for ever.
        for (again, most) in [false, true].into_iter().zip(PLIES) {
            self.again = again;
            self.round += 1;
            for plies in 0..=most {
                match self.search(&forced, stones, turn, plies, fixed, watch) {
                    Err(Halted) => return None,
                    Ok(Some(answer)) => return Some(answer.winner),
                    Ok(None) => {}
                }
            }
        }
        None
    }

    /// Those of the symmetries that leave the board as it is.
    fn still_fixed(&self, fixed: u32, board: [u64; 2]) -> u32 {
        if fixed == 1 {
            return 1;
        }
        let same = |way: &usize| fixed >> way & 1 != 0 && self.forced.image(*way, board) == board;
        (0..self.forced.symmetries()).filter(same).fold(0, |set, way| set | 1 << way)
    }

    /// A number that tells pasts apart where that matters. No answer hangs on it.
    fn past(&self) -> u64 {
        if !self.again {
            return 0;
        }
        self.path.iter().fold(0, |sum: u64, board| {
            let x = u64::from(board.stones()).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            sum.wrapping_add((x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31))
        })
    }

    /// None of the boards up to now, but this one, can be among those.
    #[inline]
    fn apart(&self, common: Common, but: Common) -> bool {
        !self.path.iter().any(|&board| common.may_hold(board) && board != but)
    }

    /// What is forced without the past, and is not in the way of this one.
    #[inline]
    fn told(&self, winner: Player, stones: [u64; 2], turn: Player) -> Option<Common> {
        let common = self.forced.ask(&self.tables[winner.index()], winner, stones, turn)?;
        self.apart(common, Common::of(&self.forced.grid, stones)).then_some(common)
    }

    /// The answer, if it is found within so many plies.
    fn search(
        &mut self,
        forced: &Forced,
        stones: [u64; 2],
        turn: Player,
        plies: u16,
        fixed: u32,
        watch: Watch<'_>,
    ) -> Result<Option<Answer>, Halted> {
        if self.nodes >= self.limit || self.nodes.is_multiple_of(PAUSE) && watch.is_over() {
            return Err(Halted);
        }
        self.nodes += 1;
        for winner in [Player::One, Player::Two] {
            if let Some(common) = self.told(winner, stones, turn) {
                return Ok(Some(Answer::new(winner, common)));
            }
        }
        let grid = &forced.grid;
        let here = Common::of(grid, stones);
        let key = u64::from(here.stones()) << 1 | turn.index() as u64;
        let mut best = u32::MAX;
        if let Some(known) = self.known.get(&key) {
            let mut next = known.last;
            for _ in 0..ANSWERS {
                let Some(answer) = self.answers.get(next as usize) else { break };
                let came_up = |bar: &u32| self.path.iter().any(|board| board.stones() == *bar);
                if answer.bars().iter().all(came_up) && self.apart(answer.common, here) {
                    return Ok(Some(*answer));
                }
                next = answer.before;
            }
            let (round, past, tried) = known.tried;
            if round == self.round && plies <= tried && past == self.past() {
                return Ok(None);
            }
            best = known.best;
        }
        if plies == 0 {
            return Ok(None);
        }
        let other = turn.other();
        let (me, you) = (turn.index(), other.index());
        let mut tries = [(stones, 0i32); 17];
        let mut count = 0;
        let mut barred = [stones; 16];
        let mut bars = 0;
        grid.each_stone(stones[me], stones[you], |point, mine, theirs| {
            let mut next = [mine; 2];
            next[you] = theirs;
            let board = Common::of(grid, next);
            if self.path.contains(&board) {
                barred[bars] = next;
                bars += 1;
                return true;
            }
            // Of moves that are images of each other, one.
            let tried = |image: [u64; 2]| tries[..count].iter().any(|t| t.0 == image);
            if fixed != 1 && (1..forced.symmetries()).any(|w| fixed >> w & 1 != 0 && tried(forced.image(w, next))) {
                return true;
            }
            let liberties = (grid.around(grid.flood(point, mine)) & !(mine | theirs)).count_ones() as i32;
            let taken = (stones[you] ^ theirs).count_ones() as i32;
            let mut merit = 10 * taken + 2 * liberties;
            merit -= if liberties == 1 { 20 } else { 0 } + if grid.around(point) & !mine == 0 { 30 } else { 0 };
            for (winner, sign) in [(turn, 1), (other, -1)] {
                match i32::from(forced.rank(&self.tables[winner.index()], winner, next, other)) {
                    0 => {}
                    rank => merit += sign * (1000 - rank),
                }
            }
            if board.stones() == best {
                merit = 10_000;
            }
            tries[count] = (next, merit);
            count += 1;
            true
        });
        if (grid.margin(stones) >= self.least) == (turn == Player::One) {
            tries[count] = (stones, 15);
            count += 1;
        }
        tries[..count].sort_by_key(|&(_, merit)| -merit);
        // The other wins if he does so after every move.
        let mut lost = Some(Answer::new(other, Common::NONE));
        for &(next, _) in &tries[..count] {
            let board = Common::of(grid, next);
            let answer = if next == stones {
                self.search(forced, next, other, plies - 1, fixed, watch)?
            } else {
                self.path.push(board);
                let still = self.still_fixed(fixed, next);
                let answer = self.search(forced, next, other, plies - 1, still, watch);
                self.path.pop();
                answer?
            };
            let Some(mut answer) = answer else {
                lost = None;
                continue;
            };
            if answer.winner == turn {
                if next != stones {
                    answer.common = answer.common.with(board);
                }
                answer.unbar(here.stones());
                self.keep(key, answer, board.stones());
                return Ok(Some(answer));
            }
            lost = lost.and_then(|mut lost| {
                lost.common = lost.common.with(answer.common);
                answer.bars().iter().all(|&bar| bar == here.stones() || lost.bar(bar)).then_some(lost)
            });
        }
        for &next in &barred[..bars] {
            lost = lost.and_then(|mut lost| {
                // Had it been allowed, it might have been of no use.
                if let Some(common) = self.told(other, next, other) {
                    lost.common = lost.common.with(common);
                    return Some(lost);
                }
                lost.bar(Common::of(grid, next).stones()).then_some(lost)
            });
        }
        if let Some(mut answer) = lost {
            // The moves left out for their images' sake are answered by images.
            let ways = (1..forced.symmetries()).filter(|way| fixed >> way & 1 != 0);
            answer.common = ways.fold(answer.common, |sum, way| sum.with(forced.common_image(way, answer.common)));
            self.keep(key, answer, u32::MAX);
            return Ok(Some(answer));
        }
        let (round, past) = (self.round, self.past());
        if let Some(known) = self.know(key) {
            known.tried = (round, past, plies);
        }
        Ok(None)
    }

    /// What is known of a board, unless there is no more room.
    fn know(&mut self, key: u64) -> Option<&mut Known> {
        if self.known.len() >= KEPT && !self.known.contains_key(&key) {
            return None;
        }
        Some(self.known.entry(key).or_insert(Known { last: NO_ANSWER, best: u32::MAX, tried: (0, 0, 0) }))
    }

    fn keep(&mut self, key: u64, mut answer: Answer, best: u32) {
        if self.answers.len() >= KEPT {
            return;
        }
        let last = self.answers.len() as u32;
        let Some(known) = self.know(key) else { return };
        answer.before = std::mem::replace(&mut known.last, last);
        if best != u32::MAX {
            known.best = best;
        }
        self.answers.push(answer);
    }
}
