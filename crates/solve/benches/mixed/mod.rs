//! A made-up game of 2^BITS positions, four moves that are one to one and cheap to undo, each there or not by chance, and a
//! tenth of all positions ends; and clocks.

use attractor_game::{Game, Indexed, Player, Retrograde};
use attractor_solve::table::Job;
use std::{ops::ControlFlow, time::Instant};

/// Moves are `x -> mix(x * factor + offset)` on numbers of some bits.
pub(crate) struct Mixed {
    pub(crate) bits: u32,
}

const FACTORS: [u64; 4] = [0x9E37_79B1, 0x85EB_CA77, 0xC2B2_AE3D, 0x27D4_EB2F];
const OFFSETS: [u64; 4] = [0x1656_67B1, 0x2545_F491, 0x7FEB_352D, 0x846C_A68B];
/// What undoes the factors: their inverses modulo 2^64.
const INVERSES: [u64; 4] = [inverse(FACTORS[0]), inverse(FACTORS[1]), inverse(FACTORS[2]), inverse(FACTORS[3])];

const fn inverse(a: u64) -> u64 {
    // Newton's steps double the number of right bits.
    let (mut x, mut i) = (a, 0);
    while i < 6 {
        x = x.wrapping_mul(2u64.wrapping_sub(a.wrapping_mul(x)));
        i += 1;
    }
    x
}

impl Mixed {
    pub(crate) fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }
    /// Its own inverse, since half of the bits or more are shifted away.
    #[inline(always)]
    fn mix(&self, x: u64) -> u64 {
        x ^ (x >> self.bits.div_ceil(2))
    }
    #[inline(always)]
    pub(crate) fn forward(&self, m: u32, x: u64) -> u64 {
        self.mix(x.wrapping_mul(FACTORS[m as usize]).wrapping_add(OFFSETS[m as usize]) & self.mask())
    }
    #[inline(always)]
    pub(crate) fn backward(&self, m: u32, x: u64) -> u64 {
        self.mix(x).wrapping_sub(OFFSETS[m as usize]).wrapping_mul(INVERSES[m as usize]) & self.mask()
    }
    /// The moves that are there, a bit each.
    #[inline(always)]
    pub(crate) fn there(&self, x: u64) -> u32 {
        let h = ((x ^ 0x5851_F42D_4C95_7F2D).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as u32;
        if h >> 8 & 0xFF < 26 { 0 } else { (h | h >> 4) & 0xF }
    }
    /// The positions that a move leads from to this one: the first so many. Moves that are not there are passed over without
    /// a branch, which nothing could foresee.
    #[inline(always)]
    pub(crate) fn before(&self, x: u64) -> ([u64; 4], usize) {
        let (mut found, mut count) = ([0; 4], 0);
        for m in 0..4 {
            let q = self.backward(m, x);
            found[count] = q;
            count += (self.there(q) >> m & 1) as usize;
        }
        (found, count)
    }
}

impl Game for Mixed {
    type Position = u64;
    type Move = u32;
    const ACYCLIC: bool = false;
    fn start(&self) -> u64 {
        0
    }
    fn turn(&self, _: &u64) -> Player {
        Player::One
    }
    fn moves(&self, p: &u64) -> impl Iterator<Item = u32> {
        let there = self.there(*p);
        (0..4).filter(move |m| there >> m & 1 != 0)
    }
    fn play(&self, p: &u64, m: u32) -> u64 {
        self.forward(m, *p)
    }
}

/// Who moves is told by the number alone, so a position and its successor seem to have the same mover: the wrapper below
/// says otherwise.
pub(crate) struct Alternating(pub(crate) Mixed);

/// A position, and which of the two moves there.
type Turned = (u64, bool);

impl Game for Alternating {
    type Position = Turned;
    type Move = u32;
    const ACYCLIC: bool = false;
    fn start(&self) -> Turned {
        (0, false)
    }
    fn turn(&self, p: &Turned) -> Player {
        if p.1 { Player::Two } else { Player::One }
    }
    fn moves(&self, p: &Turned) -> impl Iterator<Item = u32> {
        self.0.moves(&p.0)
    }
    fn play(&self, p: &Turned, m: u32) -> Turned {
        (self.0.forward(m, p.0), !p.1)
    }
}

impl Indexed for Alternating {
    fn size(&self) -> u64 {
        1 << self.0.bits
    }
    #[inline(always)]
    fn index(&self, p: &Turned) -> u64 {
        p.0
    }
    #[inline(always)]
    fn position(&self, index: u64) -> Option<Turned> {
        Some((index, false))
    }
}

impl Retrograde for Alternating {
    #[inline(always)]
    fn try_predecessors<B>(&self, p: &Turned, each: impl FnMut(Turned) -> ControlFlow<B>) -> ControlFlow<B> {
        let (turn, (found, count)) = (!p.1, self.0.before(p.0));
        found.into_iter().take(count).map(|q| (q, turn)).try_for_each(each)
    }
}

/// Wall time, and processor time where the system tells: machines may be shared.
pub(crate) struct Clock {
    wall: Instant,
    cpu: Option<f64>,
}

impl Clock {
    pub(crate) fn now() -> Clock {
        let cpu = || {
            let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
            // Behind the name, which ends with a bracket: user and system time in hundredths.
            let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
            let mut next = || fields.next()?.parse::<f64>().ok();
            Some((next()? + next()?) / 100.0)
        };
        Clock { wall: Instant::now(), cpu: cpu() }
    }

    /// Seconds of wall time and of processor time between the two.
    pub(crate) fn since(&self, begin: &Clock) -> (f64, f64) {
        let wall = (self.wall - begin.wall).as_secs_f64();
        (wall, self.cpu.zip(begin.cpu).map_or(wall, |(end, begin)| end - begin))
    }
}

pub(crate) fn job(memory: u64, threads: usize) -> Job<'static> {
    Job { memory, threads, scratch: None, stop: None, tell: &|_| {} }
}
