//! Tactics that break every promise of the trait, without any unsafe code: a search may then be wrong, but stays inside
//! its memory and ends. And honest ones at the edge of what the trait allows.
#![forbid(unsafe_code)]

use super::{Engine, Progress};
use attractor_game::{Bounds, Key, Player, Rng, Tactics, Value};
use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Mixes numbers into one.
fn hash(a: u64, b: u64) -> u64 {
    Rng::new(a ^ b.rotate_left(32)).next_u64()
}

/// A game of so many plies on the numbers below [`Walk::STATES`]: each move leads to one of two others. Scores are those of the last
/// number.
struct Walk {
    plies: u32,
    near_plies: u32,
    key_bits: u32,
}

impl Walk {
    const STATES: u32 = if cfg!(miri) { 1 << 6 } else { 1 << 14 };

    fn next(x: u32, m: u32) -> u32 {
        (hash(x.into(), m.into()) as u32) % Walk::STATES
    }

    fn last(x: u32) -> i32 {
        (hash(x.into(), 7) % 7) as i32 - 3
    }

    /// The score of the start, by working all positions out from the last ply back.
    fn truth(&self) -> i32 {
        let mut scores: Vec<i32> = (0..Walk::STATES).map(Walk::last).collect();
        for _ in 0..self.plies {
            let best = |x| (0..2).map(|m| -scores[Walk::next(x, m) as usize]).max();
            scores = (0..Walk::STATES).map(|x| best(x).expect("two moves")).collect();
        }
        scores[0]
    }
}

impl Tactics for Walk {
    type Position = ();
    /// Plies left, and the number.
    type Node = (u32, u32);
    type Key = u64;
    type Memory = ();
    const EXACT: bool = true;
    const BITS: bool = true;

    fn memory(&self) {}
    fn most(&self) -> i32 {
        3
    }
    fn node(&self, (): &mut (), (): &()) -> (u32, u32) {
        (self.plies, 0)
    }
    fn mover(&self, n: &(u32, u32)) -> Player {
        Player::BOTH[(n.0 % 2) as usize]
    }
    fn settle(&self, (): &mut (), n: &mut (u32, u32)) -> Bounds {
        if n.0 == 0 { Bounds::exactly(Walk::last(n.1)) } else { Bounds::OPEN }
    }
    fn children(&self, (): &mut (), n: &(u32, u32), mut child: impl FnMut(&mut (), (u32, u32), i32) -> bool) {
        let _ = (0..2).all(|m| child(&mut (), (n.0 - 1, Walk::next(n.1, m)), 0));
    }
    fn key(&self, (): &mut (), n: &(u32, u32)) -> u64 {
        u64::from(n.0 * Walk::STATES + n.1)
    }
    fn key_bits(&self) -> u32 {
        self.key_bits
    }
    fn plies_left(&self, n: &(u32, u32)) -> u32 {
        n.0
    }
    fn near_plies(&self) -> u32 {
        self.near_plies
    }
    fn value(&self, (): &(), score: i32) -> Value {
        Value::Margin(score)
    }
}

#[test]
fn near_places_stay_off_what_threads_share() {
    let plies = if cfg!(miri) { 19 } else { 24 };
    let right = Walk { plies, near_plies: 0, key_bits: 20 }.truth();
    for near_plies in [0, 16, 18, 20, plies, u32::MAX] {
        for key_bits in [20, 53, 64] {
            for threads in [1, 2, 4] {
                if cfg!(miri) && (threads, key_bits, near_plies) != (2, 20, 20) {
                    continue;
                }
                let mut engine = Engine::new(Walk { plies, near_plies, key_bits }, 1 << 16, threads, None);
                let score = engine.score(&()).expect("nothing stops it");
                assert_eq!(score, right, "near {near_plies}, {key_bits} bits, {threads} threads");
            }
        }
    }
}

#[test]
fn a_game_with_one_key_of_no_bits_is_searched() {
    let mut engine = Engine::new(Walk { plies: 0, near_plies: 9, key_bits: 0 }, 0, 2, None);
    assert_eq!(engine.score(&()).expect("nothing stops it"), Walk::last(0));
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
struct Hostile<K, const BITS: bool, const WIDE: bool> {
    seed: u64,
    calls: AtomicU64,
    /// What the engine is told when it begins; later answers are others.
    begin: (u32, i32, u32),
    key: fn(u64) -> K,
}

impl<K, const BITS: bool, const WIDE: bool> Hostile<K, BITS, WIDE> {
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
    fn bounds(&self) -> Bounds {
        match self.any() % 32 {
            0 => Bounds { lo: self.score(), hi: self.score() },
            _ => Bounds::OPEN,
        }
    }
}

impl<K: Key, const BITS: bool, const WIDE: bool> Tactics for Hostile<K, BITS, WIDE> {
    type Position = ();
    /// Plies left.
    type Node = u32;
    type Key = K;
    type Memory = ();
    const EXACT: bool = true;
    const BITS: bool = BITS;
    const WIDE: bool = WIDE;

    fn memory(&self) {}
    fn most(&self) -> i32 {
        if self.calls.load(Relaxed) <= 2 { self.begin.1 } else { self.score() }
    }
    fn node(&self, (): &mut (), (): &()) -> u32 {
        if cfg!(miri) { 6 } else { 22 }
    }
    fn mover(&self, _: &u32) -> Player {
        Player::BOTH[(self.any() % 2) as usize]
    }
    fn settle(&self, (): &mut (), n: &mut u32) -> Bounds {
        if *n == 0 { Bounds::exactly(self.score()) } else { self.bounds() }
    }
    fn limits(&self, (): &mut (), _: &u32, _: i32) -> Bounds {
        self.bounds()
    }
    fn study(&self, (): &mut (), _: &u32, _: i32) -> Bounds {
        self.bounds()
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
    fn key_bits(&self) -> u32 {
        let any = self.one_of(&[0, 1, 5, 13, 14, 20, 32, 49, 53, 63, 64, 65, 128, 129, 1 << 31, u64::MAX]) as u32;
        // Every other answer is what the table was made for.
        if self.calls.load(Relaxed) <= 2 || any.is_multiple_of(2) { self.begin.0 } else { any }
    }
    fn plies_left(&self, _: &u32) -> u32 {
        self.plies()
    }
    fn table_plies(&self) -> u32 {
        if self.any().is_multiple_of(4) { self.plies() } else { 0 }
    }
    fn near_plies(&self) -> u32 {
        if self.calls.load(Relaxed) < 4 { self.begin.2 } else { self.plies() }
    }
    fn value(&self, (): &(), score: i32) -> Value {
        Value::Margin(score)
    }
}

/// Searches hostile tactics with one, two and four threads. Returns the nodes of the longest search.
fn attack<K: Key + 'static, const BITS: bool, const WIDE: bool>(seed: u64, key: fn(u64) -> K) -> u64 {
    let mut rng = Rng::new(seed);
    let bits = [0, 1, 13, 14, 20, 38, 49, 53, 54, 63, 64, 65, 100, 128, 129, 1 << 31, u32::MAX];
    let most = [0, 1, 100, 120, 121, 1 << 20, i32::MAX, -1, i32::MIN];
    let begin = (bits[rng.below(bits.len())], most[rng.below(most.len())], [0, 20, u32::MAX][rng.below(3)]);
    let (progress, mut nodes) = (Progress::default(), 0);
    for threads in [1, 2, 4] {
        let hostile = Hostile::<K, BITS, WIDE> { seed, calls: AtomicU64::new(0), begin, key };
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

#[test]
fn no_tactics_lead_a_search_out_of_its_memory() {
    let mut long = 0;
    for seed in 0..if cfg!(miri) { 3 } else { 25 } {
        let nodes = attack::<u64, false, false>(seed, |key| key)
            .max(attack::<u64, true, true>(seed, |key| key))
            .max(attack::<u128, true, false>(seed, |key| u128::from(key) << 64 | u128::from(!key)))
            .max(attack::<Shifting, false, true>(seed, |_| Shifting));
        long += u32::from(nodes > 1_000);
    }
    assert!(cfg!(miri) || long > 5, "{long} searches of more than a thousand nodes");
}
