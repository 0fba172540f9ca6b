//! Every order in which two, three or four threads may access one bucket: what a reader finds was stored under its key.
//!
//! The model is as weak as relaxed atomics are, and weaker than any processor: a load may return any value that was
//! ever stored in its word, except one older than its thread has seen there. Threads are functions of what they load,
//! so a step is tried by running the whole function again on the values loaded so far.

use super::slots::{self, Word, Worth};
use attractor_game::Bounds;
use std::{cell::Cell, collections::HashSet};

/// The next access of a thread.
#[derive(Clone, Copy)]
enum Access {
    Load(usize),
    Store(usize, u64),
}

/// A thread run as far as its past goes, and the access that comes next.
struct Run<'a> {
    past: &'a [u64],
    done: Cell<usize>,
    next: Cell<Option<Access>>,
}

impl Run<'_> {
    /// The value that the access had, if it is past; else notes it as the next one, if it is the first such.
    fn access(&self, access: Access) -> u64 {
        let at = self.done.replace(self.done.get() + 1);
        if at == self.past.len() {
            self.next.set(Some(access));
        }
        self.past.get(at).copied().unwrap_or(0)
    }
}

/// A word of the bucket as a thread sees it.
struct Seen<'a> {
    run: &'a Run<'a>,
    word: usize,
}

impl Word for Seen<'_> {
    fn load(&self) -> u64 {
        self.run.access(Access::Load(self.word))
    }
    fn store(&self, word: u64) {
        self.run.access(Access::Store(self.word, word));
    }
}

/// What one thread does with a bucket of `N` words; a reader returns what it found.
type Thread<'a, const N: usize> = &'a dyn Fn(&[Seen; N]) -> Option<Bounds>;

/// A moment: all values ever stored in each word, and for each thread the values that its accesses had and the newest
/// value that it knows of in each word.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Moment<const N: usize> {
    words: [Vec<u64>; N],
    past: Vec<Vec<u64>>,
    newest: Vec<[u8; N]>,
}

/// Runs the threads in every order from a bucket with those words; returns what thread `reader` may find.
fn explore<const N: usize>(words: [u64; N], threads: &[Thread<N>], reader: usize) -> Vec<Option<Bounds>> {
    let start = Moment {
        words: words.map(|word| vec![word]),
        past: vec![Vec::new(); threads.len()],
        newest: vec![[0; N]; threads.len()],
    };
    let (mut found, mut known) = (Vec::new(), HashSet::from([start.clone()]));
    let mut open = vec![start];
    while let Some(moment) = open.pop() {
        for (t, thread) in threads.iter().enumerate() {
            let run = Run { past: &moment.past[t], done: Cell::new(0), next: Cell::new(None) };
            let answer = thread(&std::array::from_fn(|word| Seen { run: &run, word }));
            let mut step = |value: u64, word: usize, newest: usize, stored: bool| {
                let mut after = moment.clone();
                after.past[t].push(value);
                after.newest[t][word] = newest as u8;
                if stored {
                    after.words[word].push(value);
                }
                if known.insert(after.clone()) {
                    open.push(after);
                }
            };
            match run.next.get() {
                Some(Access::Load(word)) => {
                    for i in moment.newest[t][word] as usize..moment.words[word].len() {
                        step(moment.words[word][i], word, i, false);
                    }
                }
                Some(Access::Store(word, value)) => step(value, word, moment.words[word].len(), true),
                None if t == reader && !found.contains(&answer) => found.push(answer),
                None => {}
            }
        }
    }
    found
}

const fn bounds(lo: i32, hi: i32) -> Option<Bounds> {
    Some(Bounds { lo, hi })
}

fn worth(work: u64) -> Worth {
    Worth { work, generation: 1 }
}

/// What a reader of tag 5 may find while two threads store bounds under it and a third stores under another tag.
fn short(get: fn(&[Seen; 4], u64) -> Option<Bounds>) -> Vec<Option<Bounds>> {
    let put = |tag: u64, score: i32| {
        move |slots: &[Seen; 4]| {
            slots::put_short(slots, tag, Bounds::exactly(score), worth(3));
            None
        }
    };
    // Two slots are left, so that the orders are not too many.
    let full = |tag: u64| tag << 32 | 9 << 24 | 1 << 16 | slots::pack(Bounds::exactly(7));
    let reader = |slots: &[Seen; 4]| get(slots, 5);
    let threads: [Thread<4>; 4] = [&put(5, -1), &put(5, 0), &put(6, 1), &reader];
    explore([0, 0, full(8), full(9)], &threads, 3)
}

#[test]
fn a_reader_finds_one_of_the_short_entries_stored_under_its_tag() {
    let found = short(|slots, tag| slots::get_short(slots, tag));
    for found in &found {
        assert!([None, bounds(-1, -1), bounds(0, 0)].contains(found), "{found:?}");
    }
    assert_eq!(found.len(), 3, "{found:?}");
}

/// The model is strong enough to show the fault of a reader that merges all slots of its tag.
#[test]
fn the_model_shows_that_merged_slots_make_bounds_that_nobody_stored() {
    let merged = short(|slots, tag| {
        slots::unpack(slots.iter().map(Word::load).filter(|word| word >> 32 == tag).fold(0, |a, b| a | b))
    });
    assert!(merged.contains(&bounds(127, 127)), "{merged:?}");
}

/// A long entry: the halves of its key and its bounds.
type Long = (u64, u64, Bounds);

/// How a bucket of long entries is written and read.
struct Protocol {
    put: fn(&[Seen; 8], Long, Worth),
    get: fn(&[Seen; 8], u64, u64) -> Option<Bounds>,
}

const SEALED: Protocol = Protocol {
    put: |slots, (low, high, b), worth| slots::put_long(slots, low, high, b, worth),
    get: |slots, low, high| slots::get_long(slots, low, high),
};

/// What a reader of each key may find while the entries are stored, each by a thread of its own, in an empty bucket.
fn long(protocol: &Protocol, entries: &[Long], keys: &[(u64, u64)]) -> Vec<Vec<Option<Bounds>>> {
    let writers: Vec<_> = entries
        .iter()
        .map(|&entry| {
            move |slots: &[Seen; 8]| {
                (protocol.put)(slots, entry, worth(3));
                None
            }
        })
        .collect();
    let one = |&(low, high): &(u64, u64)| {
        let reader = |slots: &[Seen; 8]| (protocol.get)(slots, low, high);
        let mut threads: Vec<Thread<8>> = writers.iter().map(|writer| writer as Thread<8>).collect();
        threads.push(&reader);
        explore([0; 8], &threads, writers.len())
    };
    keys.iter().map(one).collect()
}

/// Keys whose halves are discs of two players: the third is made of halves of the first two.
const KEYS: [(u64, u64); 3] = [(0x0F, 0xF0), (0x33, 0xCC00), (0x0F, 0xCC00)];

/// Two entries as searches store them, with the same bounds; and with bounds that make another key when they are xored.
fn pairs() -> [[Long; 2]; 4] {
    let entry = |(low, high): (u64, u64), lo, hi| (low, high, Bounds { lo, hi });
    [
        [entry(KEYS[0], 0, 1), entry(KEYS[1], 0, 1)],
        [entry(KEYS[0], -1, 0), entry(KEYS[1], 0, 0)],
        [entry(KEYS[0], -1, -1), entry(KEYS[0], 0, 0)],
        [entry((0, 0), 0, 0), entry(KEYS[2], 0, 0)],
    ]
}

/// Bounds found under a key that nobody stored under it.
fn faults(protocol: &Protocol) -> usize {
    let keys = [&KEYS[..], &[(0, 0), (0xFFFF_FFF0, 0xFFFF_FF0F)]].concat();
    let wrong = |pair: &[Long; 2]| -> usize {
        let found = long(protocol, pair, &keys);
        let stored = |key: &(u64, u64), b: Bounds| pair.iter().any(|&(l, h, stored)| (l, h) == *key && stored == b);
        keys.iter().zip(&found).map(|(key, found)| found.iter().flatten().filter(|b| !stored(key, **b)).count()).sum()
    };
    pairs().iter().map(wrong).sum()
}

#[test]
fn a_reader_finds_one_of_the_long_entries_stored_under_its_key() {
    assert_eq!(faults(&SEALED), 0);
    // What is stored can be found.
    let [pair, ..] = pairs();
    assert!(long(&SEALED, &pair, &KEYS)[0].contains(&bounds(0, 1)));
}

/// The model is strong enough to show the fault of entries that are only xored with their data and bounds.
#[test]
fn the_model_shows_that_xored_entries_make_keys_that_nobody_stored() {
    fn read(slot: &[Seen], low: u64, high: u64) -> Option<u64> {
        let (data, bounds) = (slot[2].load(), slot[3].load());
        let same = slot[0].load() ^ data ^ bounds == low && slot[1].load() ^ data ^ bounds == high;
        (same && data != 0).then_some(bounds)
    }
    let xored = Protocol {
        put: |slots, (low, high, b), worth| {
            // Both writers take the first slot, as in an empty bucket.
            let data = worth.work << 24 | 1;
            let bounds = u64::from(b.hi as u32) << 32 | u64::from(b.lo as u32);
            slots[0].store(low ^ data ^ bounds);
            slots[1].store(high ^ data ^ bounds);
            slots[2].store(data);
            slots[3].store(bounds);
        },
        get: |slots, low, high| {
            let bounds = read(&slots[..4], low, high)?;
            Some(Bounds { lo: bounds as u32 as i32, hi: (bounds >> 32) as u32 as i32 })
        },
    };
    assert!(faults(&xored) > 0);
}

/// The model itself: two threads that add to a counter without care may lose one addition, and never both.
#[test]
fn the_model_tries_every_order() {
    let add = |words: &[Seen; 1]| {
        words[0].store(words[0].load() + 1);
        None
    };
    let reader = |words: &[Seen; 1]| bounds(words[0].load() as i32, 0);
    let found = explore([0], &[&add, &add, &reader], 2);
    let mut seen: Vec<i32> = found.into_iter().flatten().map(|found| found.lo).collect();
    seen.sort_unstable();
    assert_eq!(seen, [0, 1, 2]);
}
