//! Books against the plain solver, against damage, and against interruption.

use super::*;
use crate::search::{Engine, Limits, Solver};
use attractor_game::{Error, Game, Memory, Outcome, Question, Value};
use attractor_games::{Connect4, Domineering, Mnk};
use hashbrown::HashSet;
use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// A file of this test alone.
fn place(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("attractor-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn plan(plies: u32, threads: usize) -> Plan<'static> {
    Plan { plies, memory: 16 << 20, threads, stop: None }
}

struct Build<'a, G> {
    game: &'a G,
    out: &'a Path,
    plan: Plan<'a>,
    tell: &'a (dyn Fn(u64, u64) + Sync),
}

impl<G: Game<Position: Send + Sync>> Question<G> for Build<'_, G> {
    type Answer = Result<Book, Error>;
    fn without(self) -> Self::Answer {
        panic!("the game has tactics")
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        build(self.game, tactics, "test", self.out, &self.plan, self.tell)
    }
}

/// Every position of so many plies has, by the book alone, the value that the plain solver finds; and so does what the
/// engine makes of it with the book.
struct Compare<'a, G> {
    game: &'a G,
    book: &'a Book,
}

impl<G: Game<Position: Send + Sync>> Question<G> for Compare<'_, G> {
    type Answer = (u64, u64);
    fn without(self) -> Self::Answer {
        panic!("the game has tactics")
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        let (game, book) = (self.game, self.book);
        let checked = |p: &G::Position, score: i32, value: Value, tactics: &T| {
            if tactics.domain().exact {
                assert_eq!(tactics.value(p, score), value, "{p:?}");
            } else {
                assert_eq!(attractor_game::Score(score).outcome(), value.outcome(), "{p:?}");
            }
        };
        let mut plain = Solver::new(game, Limits::default()).unwrap();
        let mut memory = T::Memory::new(&tactics);
        let mut engine = Engine::new(tactics, 1 << 16, 1, None).with_book(Some(book));
        let (mut open, mut decided) = (0, 0);
        let mut level: HashSet<G::Position> = HashSet::from([game.start()]);
        for ply in 0..=book.head().plies + 1 {
            level.retain(|p| game.moves(p).next().is_some());
            for p in &level {
                let value = plain.value(p).unwrap();
                let (before, score) = (engine.nodes(), engine.score(p).unwrap());
                checked(p, score, value, engine.tactics());
                assert_eq!(engine.outcome(p).unwrap(), value.outcome());
                if ply > book.head().plies {
                    continue;
                }
                assert_eq!(engine.nodes(), before, "no search is needed: {p:?}");
                let seen = look(engine.tactics(), &mut memory, p);
                match seen {
                    Seen::Decided(_) => decided += 1,
                    Seen::Open { .. } => open += 1,
                }
                checked(p, seen.score(|key| book.get(key)).expect("it is in the book"), value, engine.tactics());
            }
            level = level.iter().flat_map(|p| game.moves(p).map(|m| game.play(p, m))).collect();
        }
        (open, decided)
    }
}

struct Check<'a, G> {
    game: &'a G,
    book: &'a Book,
}

impl<G: Game<Position: Send + Sync>> Question<G> for Check<'_, G> {
    type Answer = Result<Checked, Error>;
    fn without(self) -> Self::Answer {
        panic!("the game has tactics")
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        check(self.game, tactics, self.book, 50, 1, &plan(0, 2), &|_, _| {})
    }
}

fn whole<G: attractor_game::Playable>(game: &G, plies: u32, name: &str) -> Book {
    let [out, again] = [place(&format!("{name}.1")), place(&format!("{name}.2"))];
    let build =
        |out, threads| game.with_tactics(Build { game, out, plan: plan(plies, threads), tell: &|_, _| {} }).unwrap();
    let book = build(&out, 1);
    build(&again, 2);
    let bytes = std::fs::read(&out).unwrap();
    assert_eq!(bytes, std::fs::read(&again).unwrap(), "one and two threads write the same");
    assert!(!out.with_extension("1.work").exists());
    let (open, decided) = game.with_tactics(Compare { game, book: &book });
    assert!(open >= book.count() && book.count() > 0, "{name}: {open} open, {decided} decided, {}", book.count());
    let checked = game.with_tactics(Check { game, book: &book }).unwrap();
    assert!(checked.solved > 0 && checked.positions > 0, "{checked:?}");
    // Round trip: what is read writes the same bytes.
    let entries: Vec<(u128, i8)> = book.entries().map(|(key, score)| (key, score as i8)).collect();
    assert!(format::encode(book.head(), &entries) == bytes);
    for &(key, score) in &entries {
        assert_eq!(book.get(key), Some(score.into()));
        if entries.binary_search_by_key(&(key + 1), |e| e.0).is_err() {
            assert_eq!(book.get(key + 1), None);
        }
    }
    book
}

#[test]
fn every_value_is_that_of_the_plain_solver() {
    whole(&Connect4::new(4, 4).unwrap(), 7, "connect4-4x4");
    whole(&Connect4::new(5, 4).unwrap(), 5, "connect4-5x4");
    whole(&Domineering::new(4, 5).unwrap(), 1, "domineering-4x5");
    whole(&Mnk::new(3, 3, 3).unwrap(), 4, "mnk-3-3-3");
    whole(&Mnk::new(3, 4, 3).unwrap(), 3, "mnk-3-4-3");
    whole(&Domineering::new(5, 5).unwrap(), 3, "domineering-5x5");
}

/// A board small enough for its tactics to decide everything: a book without keys is a book.
#[test]
fn an_empty_book() {
    let game = Domineering::new(4, 4).unwrap();
    let out = place("empty");
    let ask = || Build { game: &game, out: &out, plan: plan(3, 1), tell: &|_, _| {} };
    assert_eq!(attractor_game::Playable::with_tactics(&game, ask()).unwrap().count(), 0);
    let book = Book::open(&out).unwrap();
    assert_eq!((book.count(), book.get(0), book.entries().count()), (0, None, 0));
    assert!(attractor_game::Playable::with_tactics(&game, Check { game: &game, book: &book }).is_ok());
}

fn small() -> (Connect4, Vec<u8>) {
    use attractor_game::Playable;
    let game = Connect4::new(5, 4).unwrap();
    let out = place(&format!("small-{:?}", std::thread::current().id()));
    game.with_tactics(Build { game: &game, out: &out, plan: plan(6, 2), tell: &|_, _| {} }).unwrap();
    let bytes = std::fs::read(&out).unwrap();
    (game, bytes)
}

#[test]
fn every_damaged_byte_is_found() {
    let (_, bytes) = small();
    let read = |bytes: Vec<u8>| Book::from_bytes(bytes, "book").map_err(|e| e.id());
    assert!(read(bytes.clone()).is_ok_and(|book| book.count() > 1_024));
    let mut ids = HashSet::new();
    for i in 0..bytes.len() {
        for bit in [0, 3, 7] {
            let mut damaged = bytes.clone();
            damaged[i] ^= 1 << bit;
            ids.insert(read(damaged).expect_err("damage is found"));
        }
    }
    assert_eq!(ids, HashSet::from(["not-a-book", "book-version", "book-cut-off", "book-damaged"]));
    for length in 0..bytes.len() {
        assert!(matches!(read(bytes[..length].to_vec()), Err("not-a-book" | "book-cut-off")), "{length}");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(read(longer).unwrap_err(), "book-damaged");
    assert_eq!(read(b"\x7fELF and more".to_vec()).unwrap_err(), "not-a-book");
}

/// Wrong values under right checksums: for the check to find.
#[test]
fn false_books_are_refused() {
    use attractor_game::Playable;
    let (game, bytes) = small();
    let book = Book::from_bytes(bytes, "book").unwrap();
    let entries: Vec<(u128, i8)> = book.entries().map(|(key, score)| (key, score as i8)).collect();
    let refused = |head: &Head, entries: &[(u128, i8)]| {
        let book = Book::from_bytes(format::encode(head, entries), "book").unwrap();
        game.with_tactics(Check { game: &game, book: &book }).map_err(|e| e.id())
    };
    assert!(refused(book.head(), &entries).is_ok());
    for i in (0..entries.len()).step_by(97) {
        let mut other = entries.clone();
        other[i].1 = if other[i].1 == 0 { 1 } else { 0 };
        // A value of the last ply that its parents do not need is found only if it is in the sample.
        if let Err(id) = refused(book.head(), &other) {
            assert_eq!(id, "book-wrong");
        }
        other.remove(i);
        assert_eq!(refused(book.head(), &other), Err("book-lacks"));
    }
    let mut more = entries.clone();
    more.insert(0, (entries[0].0 - 1, 0));
    assert_eq!(refused(book.head(), &more), Err("book-stray"));
    // The root's value is one that min-max must give.
    let root = game.with_tactics(Root(game.start()));
    let mut other = entries.clone();
    let at = other.binary_search_by_key(&root, |e| e.0).unwrap();
    other[at].1 ^= 1;
    assert_eq!(refused(book.head(), &other), Err("book-wrong"));
    let older = Head { fingerprint: 1, ..book.head().clone() };
    assert_eq!(refused(&older, &entries), Err("book-other-keys"));
    assert_eq!(book.is_of("connect4").map_err(|e| e.id()), Err("book-other-game"));
}

struct Root(<Connect4 as Game>::Position);

impl Question<Connect4> for Root {
    type Answer = u128;
    fn without(self) -> u128 {
        panic!("the game has tactics")
    }
    fn with<T: Tactics<Position = <Connect4 as Game>::Position> + Send + Sync + 'static>(self, tactics: T) -> u128 {
        match look(&tactics, &mut T::Memory::new(&tactics), &self.0) {
            Seen::Open { key, .. } => key,
            Seen::Decided(_) => panic!("the start is open"),
        }
    }
}

/// Stopped again and again, with the end of the work file torn off or damaged each time, the bytes are the same, and no
/// position that was kept is solved again.
#[test]
fn interrupted_builds_go_on() {
    use attractor_game::Playable;
    let (game, bytes) = small();
    let out = place("interrupted");
    let work = work::beside(&out, ".work");
    let _ = std::fs::remove_file(&work);
    let mut runs = 0;
    let mut kept = 0;
    loop {
        runs += 1;
        let stop = AtomicBool::new(false);
        let first = AtomicU64::new(u64::MAX);
        let tell = |done: u64, total: u64| {
            let begun = first.fetch_min(done, Relaxed).min(done);
            // A tenth of it per run.
            stop.fetch_or(done > begun + total / 10, Relaxed);
        };
        let plan = Plan { stop: Some(&stop), ..plan(6, 1 + runs % 2) };
        let built = game.with_tactics(Build { game: &game, out: &out, plan, tell: &tell });
        assert_eq!(first.into_inner(), kept, "nothing is solved twice");
        match built {
            Ok(_) => break,
            Err(error) => assert_eq!(error.id(), "book-stopped"),
        }
        let mut found = std::fs::read(&work).unwrap();
        match runs % 3 {
            0 => found.truncate(found.len() - 5),
            1 => *found.last_mut().unwrap() ^= 1,
            _ => found.extend([1, 2, 3, 4, 5]),
        }
        let head = 16 + u32::from_le_bytes(found[12..16].try_into().unwrap()) as usize + 4;
        kept = ((found.len() - head) / 12) as u64 - u64::from(runs % 3 == 1);
        std::fs::write(&work, found).unwrap();
    }
    assert!(runs > 5, "{runs}");
    assert!(std::fs::read(&out).unwrap() == bytes && !work.exists());
    // A finished book is opened.
    let never = |_, _| panic!("nothing is left to do");
    assert!(game.with_tactics(Build { game: &game, out: &out, plan: plan(6, 1), tell: &never }).is_ok());
    let other = game.with_tactics(Build { game: &game, out: &out, plan: plan(5, 1), tell: &never });
    assert_eq!(other.unwrap_err().id(), "book-exists");
    std::fs::remove_file(&out).unwrap();
    std::fs::write(&work, b"ATTRWORK of something else").unwrap();
    let other = game.with_tactics(Build { game: &game, out: &out, plan: plan(6, 1), tell: &never });
    assert_eq!(other.unwrap_err().id(), "book-work-other");
}

#[test]
fn too_many_positions() {
    use attractor_game::Playable;
    let game = Connect4::new(7, 6).unwrap();
    let plan = Plan { memory: 1 << 20, ..plan(12, 1) };
    let out = place("large");
    let built = game.with_tactics(Build { game: &game, out: &out, plan, tell: &|_, _| {} });
    assert_eq!(built.unwrap_err().id(), "memory-limit");
}

#[test]
fn outcomes_of_scores() {
    assert_eq!(attractor_game::Score(-3).outcome(), Outcome::Loss);
    assert_eq!(Seen::Open { key: 7, same: false }.score(|key| (key == 7).then_some(5)), Some(-5));
    assert_eq!(Seen::Open { key: 8, same: true }.score(|_| None), None);
    assert_eq!(Seen::Decided(2).score(|_| None), Some(2));
}

/// At the limits of the format scores and keys come back; beyond them a build is refused.
#[test]
fn scores_and_keys_beyond_the_format_are_refused() {
    let head = |key_bits, most| Head { game: "test".to_owned(), plies: 0, key_bits, most, fingerprint: 1 };
    for (bits, most, refused) in [
        (128, 127, None),
        (1, 0, None),
        (128, 128, Some("book-scores")),
        (128, -1, Some("book-scores")),
        (129, 127, Some("book-keys")),
        (0, 127, Some("book-keys")),
    ] {
        let told = build::fits(&head(bits, most)).err();
        assert_eq!(told.as_ref().map(Error::id), refused, "{bits} bits, scores to {most}");
        assert!(told.is_none_or(|told| told.kind() == attractor_game::Kind::Limit));
    }
    let entries = [(0, -127), (1, 127), (1 << 127, 0), (u128::MAX, -1)];
    let book = Book::from_bytes(format::encode(&head(128, 127), &entries), "book").unwrap();
    assert!(book.is_well_formed());
    for (key, score) in entries {
        assert_eq!(book.get(key), Some(score.into()));
    }
    let read = |most| Book::from_bytes(format::encode(&head(128, most), &[]), "book").map_err(|e| e.id());
    assert!(read(127).is_ok());
    assert_eq!(read(128).unwrap_err(), "book-damaged");
}

/// Books whose checksums are right and whose form is not: keys that are there twice or in no order or too wide, a score
/// beyond the largest. None is read as a value.
#[test]
fn forged_books_are_refused_by_their_form() {
    use attractor_game::Playable;
    let (game, bytes) = small();
    let right = Book::from_bytes(bytes, "book").unwrap();
    let entries: Vec<(u128, i8)> = right.entries().map(|(key, score)| (key, score as i8)).collect();
    let most = right.head().most as i8;
    let id = |head: &Head, entries: &[(u128, i8)]| {
        let book = Book::from_bytes(format::encode(head, entries), "book").unwrap();
        assert!(book.entries().all(|(key, _)| book.get(key).is_none_or(|score| score.abs() <= head.most)));
        game.with_tactics(Check { game: &game, book: &book }).map(|_| ()).map_err(|e| e.id())
    };
    assert_eq!(id(right.head(), &entries), Ok(()));
    let beyond = (most + 1..).find(|s| (i32::from(*s) + i32::from(most)) < 1 << ((2 * most as u32).ilog2() + 1));
    if let Some(score) = beyond {
        let mut other = entries.clone();
        other[5].1 = score;
        assert_eq!(id(right.head(), &other), Err("book-form"));
    }
    let mut other = entries.clone();
    other.last_mut().unwrap().0 |= 1 << right.head().key_bits;
    assert_eq!(id(right.head(), &other), Err("book-form"));
}

/// Lengths of blocks that are not those of the blocks, under right checksums: refused, whether the book is opened or checked.
#[test]
fn forged_block_lengths_are_refused() {
    use attractor_game::Playable;
    let (game, bytes) = small();
    let head = 16 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize + 16;
    let right = Book::from_bytes(bytes.clone(), "book").unwrap();
    let (blocks, each) = (right.count().div_ceil(512) as usize, right.head().key_bits.div_ceil(8) as usize + 4);
    assert!(blocks > 2);
    // Where the length of a block is.
    let place = |block: usize| head + 28 + (block + 1) * each - 4;
    let length = |block: usize| u32::from_le_bytes(bytes[place(block)..place(block) + 4].try_into().unwrap());
    let verdict = |lengths: &[(usize, u32)]| {
        let mut forged = bytes.clone();
        for &(block, length) in lengths {
            forged[place(block)..place(block) + 4].copy_from_slice(&length.to_le_bytes());
        }
        reseal::book(&mut forged);
        let book = Book::from_bytes(forged, "book").map_err(|e| e.id())?;
        // No reading of it panics or goes on for ever.
        assert_eq!(book.entries().count() as u64, right.count());
        game.with_tactics(Check { game: &game, book: &book }).map(|_| ()).map_err(|e| e.id())
    };
    assert_eq!(verdict(&[]), Ok(()));
    for block in [0, blocks / 2, blocks - 1] {
        let right = length(block);
        for length in [0, 1, 3, 4, 5, right - 1, right + 1, right + 4, 1 << 16, i32::MAX as u32, u32::MAX] {
            let id = verdict(&[(block, length)]).unwrap_err();
            assert!(matches!(id, "book-damaged" | "book-cut-off"), "{id}: block {block}, length {length}");
        }
    }
    // What one block loses another gets, so that the length of the file is right.
    for bytes in [4, 8, length(0) - 4, length(0) - 5] {
        assert_eq!(verdict(&[(0, length(0) - bytes), (1, length(1) + bytes)]), Err("book-form"), "{bytes}");
    }
}

/// Records of a work file that no build writes, under right checksums: none is taken for progress, and none takes memory.
#[test]
fn forged_work_files_are_no_progress() {
    let path = place("forged.work");
    let open = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        work::Work::open(path.clone(), "a book", 3).map(|(_, scores)| scores).map_err(|e| e.id())
    };
    let mut head = b"ATTRWORK".to_vec();
    head.extend(1u32.to_le_bytes());
    head.extend(6u32.to_le_bytes());
    head.extend(b"a book");
    let seed = crc32fast::hash(&head);
    let record = |number: u32, score: i32| {
        let mut record = [number.to_le_bytes(), score.to_le_bytes()].concat();
        record.extend((crc32fast::hash(&record) ^ seed).to_le_bytes());
        record
    };
    let with = |records: &[(u32, i32)]| {
        let sealed = [&head[..], &seed.to_le_bytes()].concat();
        [sealed, records.iter().flat_map(|&(number, score)| record(number, score)).collect()].concat()
    };
    assert_eq!(open(&with(&[(0, 5), (2, -127)])), Ok(vec![Some(5), None, Some(-127)]));
    for beyond in [(3, 1), (u32::MAX, 1), (1 << 31, 1), (1, 128), (1, -128), (1, i32::MIN), (1, i32::MAX), (1, 256)] {
        assert_eq!(open(&with(&[(0, 5), beyond])), Ok(vec![Some(5), None, None]), "{beyond:?}");
        assert_eq!(std::fs::read(&path).unwrap(), with(&[(0, 5)]), "{beyond:?} is not kept");
    }
    // The length of the description, with the checksum that follows from it.
    for length in [0, 5, 7, i32::MAX as u32, u32::MAX] {
        let mut forged = head.clone();
        forged[12..16].copy_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(&forged);
        forged.extend(sum.to_le_bytes());
        assert_eq!(open(&forged), Err("book-work-other"), "{length}");
    }
    std::fs::remove_file(&path).unwrap();
}
