//! Tables of games whose positions are numbered densely, but whose moves cannot be undone: tier by tier from the last, with the
//! moves within a tier kept in memory, turned round.
//!
//! Later tiers are known, so a move there tells at once when it wins or loses: at which level that counts is noted. Within
//! the tier values spread level by level, as everywhere.

use super::{
    Job, Progress, Stage, ended,
    kernel::{self, DRAWN, NONE, OPEN},
    levels::within,
};
use attractor_game::{Draw, Error, Indexed, Outcome, Value};
use std::ops::Range;

/// Bytes for each number of a tier, its event and the draws included; and for each move within it,
/// with its place among the draws still to be looked at.
const EACH: u64 = 15 + 16 + 8;
const MOVE: u64 = 4 + 4;

/// What is known of all numbers.
pub(super) struct Tiers<'a, G> {
    pub(super) game: &'a G,
    pub(super) job: &'a Job<'a>,
    /// Shards of the kernel, in which numbers of no position have their mark.
    pub(super) shards: Vec<Vec<u8>>,
    /// Numbers of a shard, as a power of 2.
    pub(super) bits: u32,
    pub(super) done: u64,
    pub(super) total: u64,
    /// Bytes for a tier.
    pub(super) memory: u64,
}

/// A tier at work; numbers count from its first.
struct Tier {
    /// Where the moves to each number begin; and from which numbers they come.
    heads: Vec<u32>,
    from: Vec<u32>,
    /// Moves that have not lost.
    open: Vec<u32>,
    /// If all moves lose, no earlier than this.
    floor: Vec<u8>,
    /// The level of the earliest win by a move that was noted: a later one changes nothing.
    won: Vec<u8>,
    /// Whether player 1 moves.
    first: Vec<bool>,
    /// What happens at each level: a number wins or loses.
    events: Vec<Vec<(u32, bool)>>,
    /// Numbers with a move to a drawn end, or drawn ends.
    draws: Vec<u32>,
}

impl<G: Indexed> Tiers<'_, G> {
    /// Solves all tiers, the last first.
    pub(super) fn solve(&mut self) -> Result<(), Error> {
        let mut tiers = self.game.tiers();
        while let Some(tier) = tiers.pop() {
            self.tier(tier)?;
        }
        Ok(())
    }

    fn place(&self, number: u64) -> (usize, usize) {
        ((number >> self.bits) as usize, (number & ((1 << self.bits) - 1)) as usize)
    }

    fn byte(&self, number: u64) -> u8 {
        let (shard, at) = self.place(number);
        self.shards[shard][at]
    }

    fn value(&self, number: u64) -> Value {
        let (shard, at) = self.place(number);
        kernel::value(&self.shards[shard], at).expect("a number that is reached")
    }

    fn reached(&self, tier: &Range<u64>) -> impl Iterator<Item = u64> {
        tier.clone().filter(|&number| self.byte(number) != NONE)
    }

    fn tier(&mut self, range: Range<u64>) -> Result<(), Error> {
        let mut tier = self.read(&range)?;
        let mut level = 0;
        while level < tier.events.len() {
            crate::search::stopped(self.job.stop)?;
            for (i, wins) in std::mem::take(&mut tier.events[level]) {
                let number = range.start + u64::from(i);
                if self.byte(number) < OPEN {
                    continue;
                }
                within(level as u32)?;
                let (shard, at) = self.place(number);
                kernel::decide(&mut self.shards[shard], at, level as u8, wins);
                self.done += 1;
                for k in tier.heads[i as usize]..tier.heads[i as usize + 1] {
                    let j = tier.from[k as usize];
                    let same = tier.first[i as usize] == tier.first[j as usize];
                    tier.hear(j, wins == same, level + 1);
                }
            }
            level += 1;
            let (layer, done) = (level as u32, self.done);
            (self.job.tell)(Progress { stage: Stage::Valuing, layer, done, total: Some(self.total) });
        }
        // What is left is drawn; what leads to a drawn end, finally.
        let mut queue = std::mem::take(&mut tier.draws);
        while let Some(i) = queue.pop() {
            let number = range.start + u64::from(i);
            if !(OPEN..DRAWN).contains(&self.byte(number)) {
                continue;
            }
            let (shard, at) = self.place(number);
            self.shards[shard][at] = DRAWN;
            queue.extend(&tier.from[tier.heads[i as usize] as usize..tier.heads[i as usize + 1] as usize]);
        }
        Ok(())
    }

    /// The moves of a tier, and what those to ends and later tiers decide.
    fn read(&self, range: &Range<u64>) -> Result<Tier, Error> {
        let (game, count) = (self.game, (range.end - range.start) as usize);
        let (mut heads, mut moves) = (vec![0u32; count + 1], 0u64);
        for number in self.reached(range) {
            let p = game.position(number).expect("a number that is reached");
            for m in game.moves(&p) {
                let to = game.index(&game.play(&p, m));
                if range.contains(&to) {
                    heads[(to - range.start) as usize + 1] += 1;
                    moves += 1;
                }
            }
        }
        let need = EACH * count as u64 + MOVE * moves;
        if need > self.memory || moves > u64::from(u32::MAX) || count > u32::MAX as usize {
            return Err(Error::limit(
                "table-tier",
                "a tier of {size} numbers with {moves} moves needs {need} MB of memory; allow more with --memory",
            )
            .arg("size", count)
            .arg("moves", moves)
            .arg("need", need.div_ceil(1 << 20)));
        }
        for i in 0..count {
            heads[i + 1] += heads[i];
        }
        let mut tier = Tier {
            from: vec![0; moves as usize],
            open: vec![0; count],
            floor: vec![0; count],
            won: vec![u8::MAX; count],
            first: vec![false; count],
            events: Vec::new(),
            draws: Vec::new(),
            heads,
        };
        // The next place of each number's moves.
        let mut next = tier.heads.clone();
        for number in self.reached(range) {
            let i = (number - range.start) as usize;
            let p = game.position(number).expect("a number that is reached");
            tier.first[i] = game.turn(&p).index() == 0;
            tier.open[i] = game.moves(&p).count() as u32;
            let over = tier.open[i] == 0;
            for m in game.moves(&p) {
                let q = game.play(&p, m);
                let to = game.index(&q);
                if range.contains(&to) {
                    let place = &mut next[(to - range.start) as usize];
                    tier.from[*place as usize] = i as u32;
                    *place += 1;
                    continue;
                }
                match self.value(to).before(game.turn(&q) == game.turn(&p)) {
                    Value::Win(level) => tier.hear(i as u32, true, level as usize),
                    Value::Loss(level) => tier.hear(i as u32, false, level as usize),
                    Value::Draw(Draw::Final) if tier.draws.last() != Some(&(i as u32)) => tier.draws.push(i as u32),
                    _ => {}
                }
            }
            if over {
                match ended(game, &p).outcome() {
                    Outcome::Draw => tier.draws.push(i as u32),
                    end => tier.happens(0, i as u32, end == Outcome::Win),
                }
            }
        }
        Ok(tier)
    }
}

impl Tier {
    /// A move wins or loses at a level.
    fn hear(&mut self, i: u32, wins: bool, level: usize) {
        let at = i as usize;
        if wins {
            // Levels beyond a byte are refused when they come.
            let level = level.min(254);
            if level < usize::from(self.won[at]) {
                self.won[at] = level as u8;
                self.happens(level, i, true);
            }
            return;
        }
        self.open[at] -= 1;
        self.floor[at] = self.floor[at].max(level.min(255) as u8);
        if self.open[at] == 0 {
            self.happens(self.floor[at].into(), i, false);
        }
    }

    fn happens(&mut self, level: usize, i: u32, wins: bool) {
        if self.events.len() <= level {
            self.events.resize_with(level + 1, Vec::new);
        }
        self.events[level].push((i, wins));
    }
}
