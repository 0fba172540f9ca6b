//! Tactics that break every promise of the trait, without any unsafe code: a search may then be wrong, but stays inside
//! its memory and ends. And honest ones at the edge of what the trait allows.
#![forbid(unsafe_code)]

use super::{Engine, Progress};
use attractor_game::{Bounds, Domain, Key, Player, Rng, Stage, Tactics, Tuning, Turn, Value};
use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Mixes numbers into one.
fn hash(a: u64, b: u64) -> u64 {
    Rng::new(a ^ b.rotate_left(32)).next_u64()
}

/// A game of so many plies on the numbers below [`STATES`]: each move leads to one of two others. Scores are those of the last
/// number.
struct Walk<const NEAR: u32> {
    plies: u32,
    key_bits: u32,
}

/// See [`Walk`].
const STATES: u32 = if cfg!(miri) { 1 << 6 } else { 1 << 14 };

impl<const NEAR: u32> Walk<NEAR> {
    fn next(x: u32, m: u32) -> u32 {
        (hash(x.into(), m.into()) as u32) % STATES
    }

    fn last(x: u32) -> i32 {
        (hash(x.into(), 7) % 7) as i32 - 3
    }

    /// The score of the start, by working all positions out from the last ply back.
    fn truth(&self) -> i32 {
        let mut scores: Vec<i32> = (0..STATES).map(Self::last).collect();
        for _ in 0..self.plies {
            let best = |x| (0..2).map(|m| -scores[Self::next(x, m) as usize]).max();
            scores = (0..STATES).map(|x| best(x).expect("two moves")).collect();
        }
        scores[0]
    }
}

impl<const NEAR: u32> Tactics for Walk<NEAR> {
    type Position = ();
    /// Plies left, and the number.
    type Node = (u32, u32);
    type Key = u64;
    type Memory = ();
    const TUNING: Tuning = Tuning { bits: true, near_plies: NEAR, ..Tuning::DEFAULT };

    fn domain(&self) -> Domain {
        Domain { most: 3, exact: true, key_bits: self.key_bits }
    }
    fn node(&self, (): &mut (), (): &()) -> (u32, u32) {
        (self.plies, 0)
    }
    fn turn(&self, n: &(u32, u32)) -> Turn {
        Turn { mover: Player::BOTH[(n.0 % 2) as usize], plies_left: n.0 }
    }
    fn settle(&self, (): &mut (), n: &mut (u32, u32)) -> Bounds {
        if n.0 == 0 { Bounds::exactly(Self::last(n.1)) } else { Bounds::OPEN }
    }
    fn children(&self, (): &mut (), n: &(u32, u32), mut child: impl FnMut(&mut (), (u32, u32), i32) -> bool) {
        let _ = (0..2).all(|m| child(&mut (), (n.0 - 1, Self::next(n.1, m)), 0));
    }
    fn key(&self, (): &mut (), n: &(u32, u32)) -> u64 {
        u64::from(n.0 * STATES + n.1)
    }
    fn value(&self, (): &(), score: i32) -> Value {
        Value::Margin(score)
    }
}

/// Plies of the longest walk.
const PLIES: u32 = if cfg!(miri) { 19 } else { 24 };

/// Searches a walk with keys of several lengths by one, two and four threads.
fn walk_near<const NEAR: u32>(right: i32) {
    for key_bits in [20, 53, 64] {
        for threads in [1, 2, 4] {
            if cfg!(miri) && (threads, key_bits, NEAR) != (2, 20, 20) {
                continue;
            }
            let mut engine = Engine::new(Walk::<NEAR> { plies: PLIES, key_bits }, 1 << 16, threads, None);
            let score = engine.score(&()).expect("nothing stops it");
            assert_eq!(score, right, "near {NEAR}, {key_bits} bits, {threads} threads");
        }
    }
}

#[test]
fn near_places_stay_off_what_threads_share() {
    let right = Walk::<0> { plies: PLIES, key_bits: 20 }.truth();
    walk_near::<0>(right);
    walk_near::<16>(right);
    walk_near::<18>(right);
    walk_near::<20>(right);
    walk_near::<PLIES>(right);
    walk_near::<{ u32::MAX }>(right);
}

#[test]
fn a_game_with_one_key_of_no_bits_is_searched() {
    let mut engine = Engine::new(Walk::<9> { plies: 0, key_bits: 0 }, 0, 2, None);
    assert_eq!(engine.score(&()).expect("nothing stops it"), Walk::<9>::last(0));
}

/// A key that is another number each time it is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shifting;

/// Counts looks at keys.
static LOOKS: AtomicU64 = AtomicU64::new(0);

impl Key for Shifting {
    fn low(self) -> u64 {
        hash(LOOKS.fetch_add(1, Relaxed), 1)
    }
    fn high(self) -> u64 {
        hash(LOOKS.fetch_add(1, Relaxed), 2)
    }
    fn of(_: u64) -> Shifting {
        Shifting
    }
    fn join(_: u64, _: u64) -> Shifting {
        Shifting
    }
}

/// Answers every question at random, another way each time.
struct Hostile<K, const BITS: bool, const WIDE: bool, const NEAR: u32> {
    seed: u64,
    calls: AtomicU64,
    /// The key bits and the largest score that the engine is given when it begins; later answers are others.
    begin: (u32, i32),
    key: fn(u64) -> K,
}

impl<K, const BITS: bool, const WIDE: bool, const NEAR: u32> Hostile<K, BITS, WIDE, NEAR> {
    fn any(&self) -> u64 {
        hash(self.seed, self.calls.fetch_add(1, Relaxed))
    }

    /// One of the choices, or any number.
    fn one_of(&self, choices: &[u64]) -> u64 {
        let any = self.any();
        choices.get(any as usize % (choices.len() + 1)).copied().unwrap_or(any >> 7)
    }

    fn plies(&self) -> u32 {
        self.one_of(&[0, 1, 12, 17, 18, 20, 31, u64::MAX]) as u32
    }

    fn score(&self) -> i32 {
        const EDGES: [i32; 12] = [i32::MIN, -i32::MAX, -129, -128, -1, 0, 1, 120, 127, 128, i32::MAX - 1, i32::MAX];
        self.one_of(&EDGES.map(|edge| edge as u64)) as i32
    }

    /// Mostly undecided, so that the search goes on.
    fn any_bounds(&self) -> Bounds {
        match self.any() % 32 {
            0 => Bounds { lo: self.score(), hi: self.score() },
            _ => Bounds::OPEN,
        }
    }
}

impl<K: Key, const BITS: bool, const WIDE: bool, const NEAR: u32> Tactics for Hostile<K, BITS, WIDE, NEAR> {
    type Position = ();
    /// Plies left.
    type Node = u32;
    type Key = K;
    type Memory = ();
    const TUNING: Tuning = Tuning {
        bits: BITS,
        wide: WIDE,
        many: WIDE,
        table_plies: if WIDE { 3 } else { 0 },
        near_plies: NEAR,
        probe_plies: NEAR,
    };

    fn domain(&self) -> Domain {
        let any = self.one_of(&[0, 1, 5, 13, 14, 20, 32, 49, 53, 63, 64, 65, 128, 129, 1 << 31, u64::MAX]) as u32;
        // Every other answer is what the table was made for.
        let begun = self.calls.load(Relaxed) > 1;
        let key_bits = if !begun || any.is_multiple_of(2) { self.begin.0 } else { any };
        let most = if begun { self.score() } else { self.begin.1 };
        Domain { most, exact: true, key_bits }
    }
    fn node(&self, (): &mut (), (): &()) -> u32 {
        if cfg!(miri) { 6 } else { 22 }
    }
    fn turn(&self, _: &u32) -> Turn {
        Turn { mover: Player::BOTH[(self.any() % 2) as usize], plies_left: self.plies() }
    }
    fn settle(&self, (): &mut (), n: &mut u32) -> Bounds {
        if *n == 0 { Bounds::exactly(self.score()) } else { self.any_bounds() }
    }
    fn bounds(&self, (): &mut (), _: &u32, _: i32, _: Stage<'_>, nodes: &mut u64) -> Bounds {
        *nodes = self.any();
        self.any_bounds()
    }
    fn children(&self, (): &mut (), n: &u32, mut child: impl FnMut(&mut (), u32, i32) -> bool) {
        // None at all, more than the search expects, and going on when told to stop.
        for _ in 0..self.one_of(&[1, 1, 2, 2, 2, 3, 3, 9]) % 20 {
            child(&mut (), n.saturating_sub(1), self.score());
        }
    }
    fn key(&self, (): &mut (), _: &u32) -> K {
        (self.key)(self.one_of(&[0, 1, 1 << 31, 1 << 48, u64::MAX]))
    }
    fn value(&self, (): &(), score: i32) -> Value {
        Value::Margin(score)
    }
}

/// Searches hostile tactics with one, two and four threads. Returns the nodes of the longest search.
fn attack<K: Key + 'static, const BITS: bool, const WIDE: bool, const NEAR: u32>(seed: u64, key: fn(u64) -> K) -> u64 {
    let mut rng = Rng::new(seed);
    let bits = [0, 1, 13, 14, 20, 38, 49, 53, 54, 63, 64, 65, 100, 128, 129, 1 << 31, u32::MAX];
    let most = [0, 1, 100, 120, 121, 1 << 20, i32::MAX, -1, i32::MIN];
    let begin = (bits[rng.below(bits.len())], most[rng.below(most.len())]);
    let (progress, mut nodes) = (Progress::default(), 0);
    for threads in [1, 2, 4] {
        let hostile = Hostile::<K, BITS, WIDE, NEAR> { seed, calls: AtomicU64::new(0), begin, key };
        let memory = [0, 1 << 12, 1 << 20][rng.below(3)];
        let mut engine = Engine::new(hostile, memory, threads, None).telling(Some(&progress));
        for _ in 0..2 {
            engine.until(Some(Instant::now() + Duration::from_millis(10)));
            // Any answer will do, and so will the end of the time.
            let _ = (engine.score(&()), engine.outcome(&()), engine.at_most(&(), 0));
            nodes = engine.nodes().max(nodes);
        }
        engine.clear();
        let _ = engine.outcome(&());
    }
    nodes
}

/// Searches hostile tactics of every kind. Returns the nodes of the longest search.
fn attack_all<const NEAR: u32>(seed: u64) -> u64 {
    attack::<u64, false, false, NEAR>(seed, |key| key)
        .max(attack::<u64, true, true, NEAR>(seed, |key| key))
        .max(attack::<u128, true, false, NEAR>(seed, |key| u128::from(key) << 64 | u128::from(!key)))
        .max(attack::<Shifting, false, true, NEAR>(seed, |_| Shifting))
}

#[test]
fn no_tactics_lead_a_search_out_of_its_memory() {
    let mut long = 0;
    for seed in 0..if cfg!(miri) { 3 } else { 25 } {
        let nodes = match seed % 3 {
            0 => attack_all::<0>(seed),
            1 => attack_all::<20>(seed),
            _ => attack_all::<{ u32::MAX }>(seed),
        };
        long += u32::from(nodes > 1_000);
    }
    assert!(cfg!(miri) || long > 5, "{long} searches of more than a thousand nodes");
}
