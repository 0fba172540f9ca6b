//! Threads that write and read a small table at once: what is found of a key is true of that key.

use super::table::Table;
use attractor_game::{Bounds, Rng};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The score of a key: bounds are true if they hold it.
fn truth(key: u128, most: i32) -> i32 {
    let word = Rng::new((key ^ (key >> 64)) as u64 ^ (key >> 40) as u64).next_u64();
    (word % (2 * most as u64 + 1)) as i32 - most
}

/// Four threads store true bounds of those of the keys that lie in the first few buckets of the smallest table, and check
/// what they find. Returns hits.
fn stress(keys: &[u128], key_bits: u32, most: i32) -> u64 {
    let table = Table::new(0, key_bits, most);
    let keys: Vec<u128> = keys.iter().copied().filter(|key| table.place(*key, key_bits).bucket() < BUCKETS).collect();
    let (hits, first) = (AtomicU64::new(0), Bounds { lo: -most, hi: most });
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (table, keys, hits) = (&table, &keys, &hits);
            scope.spawn(move || {
                let (mut rng, mut found) = (Rng::new(seed), 0);
                for _ in 0..ROUNDS {
                    let key = keys[rng.below(keys.len())];
                    let (at, score) = (table.place(key, key_bits), truth(key, most));
                    if let Some(bounds) = table.get(at) {
                        assert!(bounds.lo <= score && score <= bounds.hi, "{key:x}: {score} is not in {bounds:?}");
                        found += 1;
                    }
                    // Few distinct bounds, so that entries of several keys share them.
                    let bounds = match rng.below(3) {
                        0 => Bounds { lo: score, hi: most },
                        1 => Bounds { lo: -most, hi: score },
                        _ => Bounds::exactly(score),
                    };
                    table.put(at, bounds.meet(first), 1 + rng.below(3) as u64);
                }
                hits.fetch_add(found, Relaxed);
            });
        }
    });
    hits.into_inner()
}

/// Few, so that threads often meet in one.
const BUCKETS: u32 = 2;
/// Keys stored and looked up by each thread; far fewer under Miri, which checks the accesses themselves.
const ROUNDS: u32 = if cfg!(miri) { 150 } else { 2_000_000 };

#[test]
fn every_hit_in_a_table_of_few_buckets_is_true() {
    // Scores of -1, 0 and 1, whose codes differ in many bits, and wide ones; more keys than slots.
    for (keys, most) in [(400, 1), (400, 100), (1_000, 100)] {
        let hits = stress(&(0..keys).collect::<Vec<_>>(), 20, most);
        assert!(hits > u64::from(ROUNDS) / 20, "{keys} keys: {hits} hits");
    }
}

#[test]
fn every_hit_in_a_table_of_long_entries_is_true() {
    // Every half of a key belongs to many keys, as with the discs of two players.
    let halves: Vec<u128> = (0..24).map(|i| u128::from(Rng::new(i).next_u64())).collect();
    let keys: Vec<u128> = halves.iter().flat_map(|high| halves.iter().map(move |low| high << 64 | low)).collect();
    for most in [1, 1_000_000] {
        let hits = stress(&keys, 128, most);
        assert!(hits > u64::from(ROUNDS) / 20, "{hits} hits");
    }
}
