//! Changes tables, their builds in progress and books at random, repairs their checksums, and opens, resumes, checks, probes
//! and reads them, for as long as it is told:
//!
//! ```text
//! cargo run --release -p attractor-solve --example fuzz_tables -- --seconds 180 [--seed N]
//! ```
//!
//! Nothing may panic or take much memory, and whatever passes its check must give every position its true value.

use attractor_game::{Error, Game, Memory, Playable, Question, Rng, Tactics, Value};
use attractor_games::{Connect4, Mnk, Nim};
use attractor_solve::{
    search::book::{self, Book, Plan, look},
    table::{self, ByIndex, ByNumber, ByText, Job, Keyed, Progress, Stage, Table, probe},
};
use forge::{Forged, Name};
use heaps::Heaps;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    collections::HashSet,
    env,
    fmt::Debug,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

#[allow(dead_code)] // the tests of tables use the rest
#[path = "../src/table/forge.rs"]
mod forge;
#[path = "../src/table/heaps.rs"]
mod heaps;
#[path = "../src/search/book/reseal.rs"]
mod reseal;

/// Counts bytes, and the most of them since it was last asked.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it is; counting does not touch the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(held, Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes that a forged file may make a reader take.
const MOST: usize = 256 << 20;

fn job() -> Job<'static> {
    Job { memory: 1 << 27, threads: 1, scratch: None, stop: None, tell: &|_| {} }
}

/// What a file came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Refused,
    Accepted,
}

/// Something that is forged again and again.
trait Target {
    /// A forged file.
    fn forge(&self, rng: &mut Rng) -> Vec<u8>;
    /// Whether it is accepted; if so, all its answers are true, or this panics.
    fn judge(&self, bytes: &[u8], path: &Path) -> Verdict;
}

/// A table, with the true value of every position.
struct Solved<G: Game, K> {
    game: G,
    keyed: K,
    right: Vec<u8>,
    parts: Forged,
    truth: Vec<(G::Position, Value)>,
}

impl<G: Game + Sync, K: Keyed<G> + Sync> Solved<G, K> {
    fn new(game: G, keyed: K, folder: &Path, build: impl Fn(&G, &Path) -> Result<Table, Error>) -> Solved<G, K> {
        let out = folder.join("right");
        let table = build(&game, &out).expect("a right table");
        assert!(table::check(&game, &keyed, &table, None, 1, &job()).expect("a right table passes").whole);
        let mut prober = table.prober();
        let (mut truth, mut met) = (Vec::new(), HashSet::from([game.start()]));
        let mut todo = vec![game.start()];
        while let Some(p) = todo.pop() {
            let value = probe(&game, &keyed, &mut prober, &p).expect("no damage").expect("it is there");
            todo.extend(game.moves(&p).map(|m| game.play(&p, m)).filter(|q| met.insert(q.clone())));
            truth.push((p, value));
        }
        let right = std::fs::read(out.join("table")).expect("the file of the table");
        std::fs::remove_dir_all(&out).expect("the folder is ours");
        Solved { game, keyed, parts: Forged::of(&right), right, truth }
    }
}

impl<G: Game + Sync, K: Keyed<G> + Sync> Target for Solved<G, K> {
    fn forge(&self, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = match rng.below(3) {
            0 => self.right.clone(),
            _ => {
                let mut forged = self.parts.clone();
                (0..1 + rng.below(3)).for_each(|_| change(&mut forged, rng));
                forged.bytes()
            }
        };
        if rng.below(2) == 0 {
            scramble(&mut bytes, rng);
        }
        if rng.below(8) > 0 {
            forge::repair(&mut bytes);
        }
        bytes
    }

    fn judge(&self, bytes: &[u8], path: &Path) -> Verdict {
        std::fs::write(path, bytes).expect("a file of ours");
        let Ok(table) = Table::open(path) else { return Verdict::Refused };
        let verdict = table::check(&self.game, &self.keyed, &table, None, 1, &job());
        let _ = table::check(&self.game, &self.keyed, &table, Some(3), 1, &job());
        let _ = table::rows(&self.game, &self.keyed, &table, &job(), |_| Ok::<(), Error>(()));
        let mut prober = table.prober();
        let found = self.truth.iter().map(|(p, value)| (p, *value, probe(&self.game, &self.keyed, &mut prober, p)));
        match verdict {
            Ok(checked) => {
                assert!(checked.whole, "all are compared");
                for (p, value, found) in found {
                    assert_eq!(found.expect("it passed"), Some(value), "{p:?}");
                }
                Verdict::Accepted
            }
            Err(_) => {
                found.for_each(drop);
                Verdict::Refused
            }
        }
    }
}

/// One change of what a table holds.
fn change(forged: &mut Forged, rng: &mut Rng) {
    if forged.blocks.is_empty() {
        return;
    }
    let block = rng.below(forged.blocks.len());
    let rank = rng.below(forged.blocks[block].keys.len().max(1));
    let part = &mut forged.blocks[block];
    if part.keys.len() <= rank {
        return;
    }
    match rng.below(20) {
        0 => part.codes[rank] = rng.below(4) as u8,
        1 => part.plies[rank] = part.plies[rank].wrapping_add([1, 2, u16::MAX][rng.below(3)]),
        2 => part.plies[rank] = rng.below(1 << 14) as u16,
        3 => forged.remove(block, rank),
        4 => {
            let key = part.keys[rank].clone();
            forged.insert(forged.blocks[block].layer, key, rng.below(4) as u8, 1);
        }
        5 => {
            let other = rng.below(part.keys.len());
            part.keys.swap(rank, other);
        }
        6 => match &mut part.keys[rank] {
            Name::Number(n) => *n = n.wrapping_add([1, u64::MAX, 1 << 63, 64][rng.below(4)]),
            Name::Text(text) if !text.is_empty() => {
                let at = rng.below(text.len());
                text[at] = rng.next_u64() as u8;
            }
            Name::Text(text) => text.push(b'.'),
        },
        7 => {
            let from = part.keys[rank].clone();
            let Name::Number(n) = from else { return };
            forged.insert(forged.blocks[block].layer, Name::Number(n ^ 1 << rng.below(64)), 2, 0);
        }
        8 => part.layer = part.layer.wrapping_add([1, u32::MAX][rng.below(2)]),
        9 => part.count = Some([0, 1, 65_536, 65_537, u32::MAX, part.keys.len() as u32 + 1][rng.below(6)]),
        10 => part.first = Some(part.keys[rank].clone()),
        11 => part.directory = Some((rank / 64, rng.next_u64() as u32 >> rng.below(32))),
        12 => part.gap = rng.below(9),
        13 => drop(forged.blocks.remove(block)),
        14 => {
            let copy = forged.blocks[block].clone();
            forged.blocks.insert(rng.below(forged.blocks.len() + 1), copy);
        }
        15 => {
            let other = rng.below(forged.blocks.len());
            forged.blocks.swap(block, other);
        }
        16 => {
            let line = rng.below(forged.lines.len());
            let text = ["0", "1", "18446744073709551615", "18446744073709551616", "-1", "", "x", "9 9 9"][rng.below(8)];
            forged.lines[line].1 = text.to_owned();
        }
        17 => {
            let name = ["positions", "won", "lost", "drawn", "endless"][rng.below(5)];
            // An earlier change may have taken the number away.
            if forged.lines.iter().any(|line| line.0 == name && line.1.parse::<i64>().is_ok_and(|n| n < 1 << 40)) {
                forged.add(name, [1, -1, 1000][rng.below(3)]);
            }
        }
        18 => forged.wide = !forged.wide,
        _ => {
            // A value and its count together, so that only the successors tell.
            let (from, to) = (part.codes[rank], rng.below(4) as u8);
            part.codes[rank] = to;
            let name = |code| ["lost", "endless", "drawn", "won"][usize::from(code)];
            for (code, sign) in [(from, -1), (to, 1)] {
                if forged
                    .lines
                    .iter()
                    .any(|line| line.0 == name(code) && line.1.parse::<i64>().is_ok_and(|n| n < 1 << 40))
                {
                    forged.add(name(code), sign);
                }
            }
        }
    }
}

/// Some bytes at random.
fn scramble(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..1 + rng.below(4) {
        if bytes.is_empty() {
            return;
        }
        // The index and the head are small, and say where everything is.
        let from = if rng.below(2) == 0 { bytes.len().saturating_sub(700) } else { 0 };
        let at = from + rng.below(bytes.len() - from);
        match rng.below(6) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = rng.next_u64() as u8,
            2 => bytes[at] = [0, 0xFF, 0x7F, 0x80][rng.below(4)],
            3 => bytes.truncate(at),
            4 => {
                let end = (at + rng.below(20)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                drop(bytes.splice(to..to, copy));
            }
            _ => {
                let end = (at + 8).min(bytes.len());
                bytes[at..end].fill(rng.next_u64() as u8);
            }
        }
    }
}

/// A build in progress, layer by layer: one of its files is forged, and the build goes on.
struct Begun {
    solved: Solved<Connect4, ByNumber>,
    files: Vec<(String, Vec<u8>)>,
    out: PathBuf,
}

impl Begun {
    fn new(folder: &Path) -> Begun {
        let game = Connect4::new(3, 3).expect("a board");
        let out = folder.join("begun");
        // Stopped when half of the layers are valued.
        let (stop, layers) = (AtomicBool::new(false), AtomicUsize::new(0));
        let tell = |progress: Progress| {
            let valued = matches!(progress.stage, Stage::Valuing);
            stop.fetch_or(valued && layers.fetch_add(1, Relaxed) >= 4, Relaxed);
        };
        let stopped = table::build_layered(&game, "game", &out, &Job { stop: Some(&stop), tell: &tell, ..job() });
        assert_eq!(stopped.map(|_| ()).map_err(|e| e.id()), Err("table-stopped"));
        let work = std::fs::read_dir(Begun::work(&out)).expect("the work is kept");
        let file = |entry: std::fs::DirEntry| {
            let name = entry.file_name().into_string().expect("names of ours are text");
            (name, std::fs::read(entry.path()).expect("a file of ours"))
        };
        let files: Vec<_> = work.map(|entry| file(entry.expect("a file of ours"))).collect();
        let build = |game: &Connect4, out: &Path| table::build_layered(game, "game", out, &job());
        Begun { solved: Solved::new(game, ByNumber, folder, build), files, out }
    }

    fn work(out: &Path) -> PathBuf {
        PathBuf::from(format!("{}.work", out.display()))
    }
}

impl Target for Begun {
    /// The number of a file, and what is in it instead.
    fn forge(&self, rng: &mut Rng) -> Vec<u8> {
        let number = rng.below(self.files.len());
        let mut bytes = self.files[number].1.clone();
        scramble(&mut bytes, rng);
        if rng.below(8) > 0
            && let Some(end) = bytes.len().checked_sub(4)
        {
            let sum = crc32fast::hash(&bytes[..end]);
            bytes[end..].copy_from_slice(&sum.to_le_bytes());
        }
        bytes.insert(0, number as u8);
        bytes
    }

    fn judge(&self, bytes: &[u8], path: &Path) -> Verdict {
        let work = Begun::work(&self.out);
        for folder in [&work, &self.out] {
            let _ = std::fs::remove_dir_all(folder);
        }
        std::fs::create_dir_all(&work).expect("the folder is ours");
        for (number, (name, right)) in self.files.iter().enumerate() {
            let content = if number == usize::from(bytes[0]) { &bytes[1..] } else { right };
            std::fs::write(work.join(name), content).expect("a file of ours");
        }
        match table::build_layered(&self.solved.game, "game", &self.out, &job()) {
            // Values that are false and well written are found by the check.
            Ok(_) => self.solved.judge(&std::fs::read(self.out.join("table")).expect("the file of the table"), path),
            Err(_) => Verdict::Refused,
        }
    }
}

/// A book, with its game.
struct Opening {
    game: Connect4,
    right: Vec<u8>,
}

/// A question about a book, of the tactics that it is of.
struct Check<'a> {
    game: &'a Connect4,
    book: &'a Book,
}

impl Question<Connect4> for Check<'_> {
    /// Whether it passes, and the score of each position of its plies.
    type Answer = (bool, Vec<Option<i32>>);
    fn without(self) -> Self::Answer {
        unreachable!("the game has tactics")
    }
    fn with<T: Tactics<Position = <Connect4 as Game>::Position> + Send + Sync + 'static>(
        self,
        tactics: T,
    ) -> Self::Answer {
        let Check { game, book } = self;
        let mut memory = T::Memory::new(&tactics);
        let (mut level, mut scores) = (vec![game.start()], Vec::new());
        for _ in 0..=PLIES {
            scores.extend(level.iter().map(|p| look(&tactics, &mut memory, p).score(|key| book.get(key))));
            let next: HashSet<_> = level.iter().flat_map(|p| game.moves(p).map(|m| game.play(p, m))).collect();
            level = next.into_iter().filter(|p| game.moves(p).next().is_some()).collect();
            level.sort_by_key(|p| format!("{p:?}"));
        }
        let plan = Plan { plies: PLIES, memory: 16 << 20, threads: 1, stop: None };
        // All positions of the last ply are solved again: only then nothing is left to belief.
        (book::check(game, tactics, book, usize::MAX, 1, &plan, &|_, _| {}).is_ok(), scores)
    }
}

const PLIES: u32 = 3;

struct Build<'a>(&'a Connect4, &'a Path);

impl Question<Connect4> for Build<'_> {
    type Answer = Result<Book, Error>;
    fn without(self) -> Self::Answer {
        unreachable!("the game has tactics")
    }
    fn with<T: Tactics<Position = <Connect4 as Game>::Position> + Send + Sync + 'static>(
        self,
        tactics: T,
    ) -> Self::Answer {
        let plan = Plan { plies: PLIES, memory: 16 << 20, threads: 1, stop: None };
        book::build(self.0, tactics, "book", self.1, &plan, &|_, _| {})
    }
}

impl Opening {
    fn new(folder: &Path) -> Opening {
        let (game, out) = (Connect4::new(4, 4).expect("a board"), folder.join("book"));
        game.with_tactics(Build(&game, &out)).expect("a book");
        let right = std::fs::read(&out).expect("the file of the book");
        Opening { game, right }
    }

    fn answers(&self, bytes: &[u8]) -> Option<(bool, Vec<Option<i32>>)> {
        let book = Book::from_bytes(bytes.to_vec(), "book").ok()?;
        book.entries().for_each(drop);
        Some(self.game.with_tactics(Check { game: &self.game, book: &book }))
    }
}

impl Target for Opening {
    fn forge(&self, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = self.right.clone();
        scramble(&mut bytes, rng);
        if rng.below(8) > 0 {
            reseal::book(&mut bytes);
        }
        bytes
    }

    fn judge(&self, bytes: &[u8], _: &Path) -> Verdict {
        let right = self.answers(&self.right).expect("a right book");
        match self.answers(bytes) {
            Some((true, scores)) => {
                // Another name, or another number of plies that needs no other keys, is no other truth.
                assert!(scores == right.1, "every score is true");
                Verdict::Accepted
            }
            _ => Verdict::Refused,
        }
    }
}

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().collect();
    let option = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(otherwise)
    };
    let (seconds, seed) = (option("--seconds", 10), option("--seed", 1));
    let folder = Folder(env::temp_dir().join(format!("attractor-fuzz-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).expect("a folder for temporary files");
    let nim = |text: &str| Nim::from_spec(&text.parse().expect("a spec")).expect("heaps");
    let at = &folder.0;
    let targets: Vec<(&str, Box<dyn Target>)> = vec![
        (
            "layers",
            Box::new(Solved::new(Connect4::new(3, 3).expect("a board"), ByNumber, at, |game, out| {
                table::build_layered(game, "game", out, &job())
            })),
        ),
        (
            "levels",
            Box::new(Solved::new(Heaps([3, 4, 5]), ByIndex, at, |game, out| {
                table::build_retrograde(game, "game", out, &job())
            })),
        ),
        (
            "texts",
            Box::new(Solved::new(Mnk::new(2, 3, 2).expect("a board"), ByText, at, |game, out| {
                table::build_whole(game, "game", out, &job())
            })),
        ),
        (
            "wide",
            Box::new(Solved::new(nim("nim:300,take=1"), ByText, at, |game, out| {
                table::build_whole(game, "game", out, &job())
            })),
        ),
        ("work", Box::new(Begun::new(at))),
        ("book", Box::new(Opening::new(at))),
    ];
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut rng, mut counts, path) = (Rng::new(seed), [0u64; 2], folder.0.join("forged"));
    while Instant::now() < end {
        let (name, target) = &targets[rng.below(targets.len())];
        let bytes = target.forge(&mut rng);
        let held = HELD.load(Relaxed);
        PEAK.store(held, Relaxed);
        let verdict = catch_unwind(AssertUnwindSafe(|| target.judge(&bytes, &path)));
        let taken = PEAK.load(Relaxed).saturating_sub(held);
        match verdict {
            Ok(verdict) if taken <= MOST => counts[usize::from(verdict == Verdict::Accepted)] += 1,
            verdict => return failed(name, seed, &bytes, taken, &verdict.is_err()),
        }
    }
    println!("{} files refused and {} accepted in {seconds} s; no panic, no false value", counts[0], counts[1]);
    ExitCode::SUCCESS
}

/// Keeps the file that failed.
fn failed(name: &str, seed: u64, bytes: &[u8], taken: usize, panicked: &dyn Debug) -> ExitCode {
    let path = env::temp_dir().join(format!("attractor-fuzz-{name}-{seed}"));
    let kept = std::fs::write(&path, bytes).is_ok();
    println!("{name}, seed {seed}: panic {panicked:?}, {taken} bytes taken; kept in {} ({kept})", path.display());
    ExitCode::FAILURE
}
