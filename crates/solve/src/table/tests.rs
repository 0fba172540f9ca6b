use super::{heaps::Heaps, *};
use crate::search::{Limits, Solver};
use attractor_game::{Playable, Rng};
use attractor_games::{Connect4, Mnk, Nim};
use std::{
    collections::HashSet,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// A folder of its own, removed at the end.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("attractor-table-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn job(memory: u64, threads: usize) -> Job<'static> {
    Job { memory, threads, scratch: None, stop: None, tell: &|_| {} }
}

/// Every position that can be reached.
pub(super) fn reachable<G: Game>(game: &G) -> Vec<G::Position> {
    let mut found = vec![game.start()];
    let mut seen: HashSet<G::Position> = found.iter().cloned().collect();
    let mut at = 0;
    while at < found.len() {
        for m in game.moves(&found[at].clone()) {
            let q = game.play(&found[at], m);
            if seen.insert(q.clone()) {
                found.push(q);
            }
        }
        at += 1;
    }
    found
}

/// A table says of every position what plain exact search says, and counts them.
fn equals_the_plain_solver<G: Playable>(game: &G, table: &Table, keyed: &impl Keyed<G>) {
    let mut solver = Solver::new(game, Limits::default()).unwrap();
    let mut prober = table.prober();
    let mut figures = Figures::default();
    for p in reachable(game) {
        let value = solver.value(&p).unwrap();
        assert_eq!(probe(game, keyed, &mut prober, &p).unwrap(), Some(value), "{p:?}");
        figures.add(Cell::new(value).unwrap(), 1);
    }
    figures.outcome_bytes = table.figures().outcome_bytes;
    assert_eq!(*table.figures(), figures);
}

fn connect4(width: usize, height: usize) -> Connect4 {
    Connect4::new(width, height).unwrap()
}

#[test]
fn layers_equal_the_plain_solver() {
    let folder = Folder::new("layers");
    for (width, height) in [(4, 3), (3, 4), (4, 4), (1, 5)] {
        let game = connect4(width, height);
        let out = folder.0.join(format!("{width}x{height}"));
        let table = build_layered(&game, "a game", &out, &job(1 << 26, 1)).unwrap();
        equals_the_plain_solver(&game, &table, &ByNumber);
        let checked = check(&game, &ByNumber, &table, None, 1, &job(1 << 26, 2)).unwrap();
        assert_eq!(checked, Checked { entries: table.entries(), compared: table.entries(), whole: true });
        assert!(!beside(&out, ".work").exists(), "work is cleared away");
        let files: Vec<_> = std::fs::read_dir(&out).unwrap().map(|f| f.unwrap().file_name()).collect();
        assert_eq!(files, [FILE]);
    }
}

#[test]
fn the_whole_way_equals_the_plain_solver() {
    let folder = Folder::new("whole");
    let game = Mnk::from_spec(&"tictactoe".parse().unwrap()).unwrap();
    let table = build_whole(&game, "tictactoe", &folder.0.join("xo"), &job(1 << 26, 2)).unwrap();
    assert_eq!((table.figures().positions, table.figures().won, table.figures().lost), (5478, 2836, 1574));
    equals_the_plain_solver(&game, &table, &ByText);
    check(&game, &ByText, &table, None, 1, &job(1 << 26, 1)).unwrap();
    // More than 255 plies take two bytes.
    let game = Nim::from_spec(&"nim:300,take=1-1".parse().unwrap()).unwrap();
    let table = build_whole(&game, "nim", &folder.0.join("nim"), &job(1 << 26, 1)).unwrap();
    assert_eq!(table.figures().longest(), 300);
    equals_the_plain_solver(&game, &table, &ByText);
    let told = build_whole(&game, "other", &folder.0.join("nim"), &job(1 << 26, 1)).unwrap_err();
    assert_eq!(told.id(), "table-other");
    let told = build_whole(&game, "nim", &folder.0.join("little"), &job(1 << 12, 1)).unwrap_err();
    assert_eq!(told.id(), "table-states");
}

/// Endless draws: round and round between 0 and 1; from 2 a drawn end can be reached.
#[test]
fn endless_draws_are_told_apart() {
    use crate::graph::{Builder, End, Names};
    use attractor_game::Player::{One, Two};
    let folder = Folder::new("ring");
    let mut builder = Builder::new();
    for (owner, successors, end) in
        [(One, &[1][..], None), (Two, &[0], None), (Two, &[0, 3], None), (One, &[], Some(End::Draw))]
    {
        builder.push(owner, successors, end).unwrap();
    }
    let arena = builder.finish(Names::Numbers, 2);
    let table = build_whole(&arena, "ring", &folder.0.join("ring"), &job(1 << 26, 1)).unwrap();
    assert_eq!((table.figures().positions, table.figures().endless, table.figures().drawn), (4, 2, 2));
    check(&arena, &ByText, &table, None, 1, &job(1 << 26, 1)).unwrap();
}

/// The file depends neither on memory nor on threads.
#[test]
fn bytes_are_the_same_with_any_memory() {
    let folder = Folder::new("memory");
    let game = connect4(4, 4);
    let bytes = |name: &str, memory, threads| {
        let out = folder.0.join(name);
        build_layered(&game, "4x4", &out, &job(memory, threads)).unwrap();
        std::fs::read(out.join(FILE)).unwrap()
    };
    let right = bytes("plenty", 1 << 28, 1);
    for (name, memory, threads) in [("two", 1 << 28, 2), ("little", 4 << 20, 1)] {
        assert!(bytes(name, memory, threads) == right, "{name}");
    }
    let told = build_layered(&game, "4x4", &folder.0.join("least"), &job(1 << 20, 3)).unwrap_err();
    assert_eq!((told.id(), told.kind()), ("table-layers-memory", attractor_game::Kind::Limit));
    // Runs that are merged in several passes, and layers valued a few positions and a part of the next layer at a time.
    for (name, runs, room) in [("runs", 2, 1 << 16), ("slices", 3, 1 << 12)] {
        let (work, file) = (folder.0.join(name), folder.0.join(name).join(FILE));
        std::fs::create_dir_all(&work).unwrap();
        let share = layers::Share { found: 300, batch: 500, runs, room, memory: 1 << 26 };
        layers::solve_as(&batches::ByLayer(&game), "4x4", &work, &file, &job(1 << 26, 2), share).unwrap();
        assert!(std::fs::read(file).unwrap() == right, "{name}");
    }
}

/// In memory or on disk, with room for all messages or for hardly any, retrograde analysis ends with the same file.
#[test]
fn levels_are_the_same_with_any_memory() {
    let folder = Folder::new("rounds");
    // Three buckets of numbers.
    let game = Heaps([22; 4]);
    let bytes = |name: &str, memory, threads, room: Option<u64>| {
        let (work, file) = (folder.0.join(name), folder.0.join(name).join(FILE));
        std::fs::create_dir_all(&work).unwrap();
        let mut cut = levels::Cut::new(game.size(), memory, threads).unwrap();
        assert_eq!(cut.disk, memory < 1 << 26, "{name}");
        cut.room = room.unwrap_or(cut.room);
        levels::solve_as(&buckets::Numbers(&game), "nim", &work, &file, &job(memory, threads), cut).unwrap();
        std::fs::read(file).unwrap()
    };
    let right = bytes("plenty", 1 << 28, 1, None);
    let table = Table::open(&folder.0.join("plenty")).unwrap();
    check(&game, &ByIndex, &table, Some(10_000), 1, &job(1 << 22, 2)).unwrap();
    // Whoever is to move, but where at most one match of each heap is gone: then that many moves have been made.
    assert_eq!(table.figures().positions, 2 * 23u64.pow(4) - 16);
    for (name, memory, threads, room) in
        [("two", 1 << 28, 2, None), ("rounds", 1 << 28, 2, Some(1 << 16)), ("disk", 30 << 20, 1, None)]
    {
        assert!(bytes(name, memory, threads, room) == right, "{name}");
    }
    assert!(bytes("spilling", 48 << 20, 2, Some(1 << 16)) == right);
    assert_eq!(levels::Cut::new(1 << 30, 1 << 20, 1).err().unwrap().id(), "table-memory");
}

/// Plans hold what is known beforehand, and are of the right size.
#[test]
fn plans_tell_what_is_known() {
    let xo = Mnk::from_spec(&"tictactoe".parse().unwrap()).unwrap();
    let plan = plan_whole(&xo, &job(1 << 26, 1)).unwrap();
    assert_eq!((plan.way, plan.at_least, plan.at_most), (Way::Whole, 5478, Some(5478)));
    let nim = Heaps([22; 4]);
    let plan = plan_retrograde(&nim, &job(1 << 28, 2)).unwrap();
    assert_eq!((plan.way, plan.at_most, plan.on_disk), (Way::Levels, Some(2 * 23u64.pow(4)), false));
    assert!(plan.memory <= 1 << 28 && plan.disk > 2 * 23u64.pow(4));
    assert!(plan_retrograde(&nim, &job(1 << 25, 1)).unwrap().on_disk);
    // 161,029 positions in 17 layers.
    let plan = plan_layered(&connect4(4, 4), &job(1 << 26, 1)).unwrap();
    assert_eq!((plan.way, plan.tiers, plan.at_most), (Way::Layers, 17, None));
    assert!((16_103..=161_029).contains(&plan.at_least), "{}", plan.at_least);
    assert!(plan.seconds > 0.0);
}

/// Stops a build again and again until it is done; how often.
fn stopped_again_and_again(most_steps: usize, build: impl Fn(&Job<'_>) -> Result<Table, Error>, like: &Job<'_>) -> u32 {
    let (mut rng, mut stops) = (Rng::new(3), 0);
    loop {
        let stop = AtomicBool::new(false);
        let left = AtomicU64::new(1 + rng.below(most_steps) as u64);
        let tell = |_| {
            if left.fetch_sub(1, Relaxed) == 1 {
                stop.store(true, Relaxed);
            }
        };
        match build(&Job { stop: Some(&stop), tell: &tell, ..*like }) {
            Ok(_) => return stops,
            Err(error) => assert_eq!(error.id(), "table-stopped"),
        }
        stops += 1;
    }
}

/// Stopped again and again, a build ends with the same file.
#[test]
fn a_stopped_build_goes_on() {
    let folder = Folder::new("stopped");
    let (game, nim) = (connect4(4, 4), Heaps([22; 4]));
    let same = |name: &str| {
        let file = |kind: &str| std::fs::read(folder.0.join(format!("{name}-{kind}")).join(FILE)).unwrap();
        assert!(file("right") == file("out"), "{name}");
    };
    let out = |name: &str| folder.0.join(format!("{name}-out"));
    build_layered(&game, "4x4", &folder.0.join("layers-right"), &job(1 << 22, 1)).unwrap();
    let stops = stopped_again_and_again(30, |job| build_layered(&game, "4x4", &out("layers"), job), &job(5 << 20, 2));
    assert!(stops > 3, "{stops}");
    same("layers");
    build_retrograde(&nim, "nim", &folder.0.join("memory-right"), &job(1 << 28, 2)).unwrap();
    std::fs::create_dir(folder.0.join("disk-right")).unwrap();
    std::fs::copy(folder.0.join("memory-right").join(FILE), folder.0.join("disk-right").join(FILE)).unwrap();
    for (name, memory) in [("memory", 1 << 28), ("disk", 48 << 20)] {
        let stops = stopped_again_and_again(90, |job| build_retrograde(&nim, "nim", &out(name), job), &job(memory, 2));
        assert!(stops > 3, "{name}: {stops}");
        same(name);
    }
}

#[test]
fn work_of_another_table_is_not_touched() {
    let folder = Folder::new("work");
    let scratch = folder.0.join("scratch");
    std::fs::create_dir_all(&scratch).unwrap();
    std::fs::write(scratch.join("about"), "attractor table 1\nanother\n").unwrap();
    let job = Job { scratch: Some(&scratch), ..job(1 << 22, 1) };
    let told = build_layered(&connect4(3, 3), "3x3", &folder.0.join("out"), &job).unwrap_err();
    assert_eq!(told.id(), "table-work-other");
    // Files of somebody else stay, and nothing but them.
    std::fs::write(scratch.join("about"), "").unwrap();
    for name in ["letter.txt", "keys.mine"] {
        std::fs::write(scratch.join(name), "dear").unwrap();
    }
    build_layered(&connect4(3, 3), "3x3", &folder.0.join("out"), &job).unwrap();
    let mut left: Vec<_> = std::fs::read_dir(&scratch).unwrap().map(|f| f.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["keys.mine", "letter.txt"]);
}

/// What a table of these bytes says.
fn probe_in(
    game: &Connect4,
    bytes: &[u8],
    path: &Path,
    p: &<Connect4 as Game>::Position,
) -> Result<Option<Value>, Error> {
    std::fs::write(path, bytes).unwrap();
    probe(game, &ByNumber, &mut Table::open(path)?.prober(), p)
}

/// Each byte of a table matters, and so does its length.
#[test]
fn damage_is_found() {
    let folder = Folder::new("damage");
    let game = connect4(3, 2);
    build_layered(&game, "3x2", &folder.0.join("t"), &job(1 << 22, 1)).unwrap();
    let right = std::fs::read(folder.0.join("t").join(FILE)).unwrap();
    let path = folder.0.join("damaged");
    let verdict = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Table::open(&path).and_then(|table| check(&game, &ByNumber, &table, None, 1, &job(1 << 22, 1)))
    };
    verdict(&right).unwrap();
    for i in 0..right.len() {
        let mut bytes = right.clone();
        bytes[i] ^= 1 << (i % 8);
        assert!(verdict(&bytes).is_err(), "byte {i} of {}", right.len());
    }
    for length in (0..right.len()).step_by(7) {
        assert!(verdict(&right[..length]).is_err(), "{length} of {} bytes", right.len());
    }
    // Who only probes meets no damaged value either.
    let values: Vec<_> =
        reachable(&game).into_iter().map(|p| (p, probe_in(&game, &right, &path, &p).unwrap())).collect();
    for i in (12..right.len()).step_by(5) {
        let mut bytes = right.clone();
        bytes[i] ^= 0x10;
        std::fs::write(&path, &bytes).unwrap();
        let Ok(table) = Table::open(&path) else { continue };
        for (p, value) in &values {
            let found = probe(&game, &ByNumber, &mut table.prober(), p);
            assert!(found.is_err() || found.unwrap() == *value, "byte {i}");
        }
    }
    assert_eq!(verdict(b"arena 1\n0: 1\n1:\n").unwrap_err().id(), "not-a-table");
    assert_eq!(Table::open(&folder.0.join("nowhere")).unwrap_err().id(), "cannot-read");
}

/// A wrong value under right checksums is found by its successors.
#[test]
fn a_wrong_value_is_found() {
    let folder = Folder::new("wrong");
    let game = connect4(4, 3);
    let table = build_layered(&game, "4x3", &folder.0.join("right"), &job(1 << 22, 1)).unwrap();
    let mut rng = Rng::new(8);
    let mut prober = table.prober();
    let mut entries = Vec::new();
    for number in 0..table.blocks() {
        let (layer, keys, cells) = prober.block(number).unwrap();
        entries.extend(keys.into_iter().zip(cells).map(|(key, cell)| (layer, key, cell)));
    }
    for round in 0..50 {
        let wrong = loop {
            let i = rng.below(entries.len());
            let p = ByNumber.position(&game, entries[i].0, &entries[i].1).unwrap();
            if at_sight(&game, &p).is_none() {
                break i;
            }
        };
        let path = folder.0.join("wrong");
        let mut writer = file::Writer::create(&path, "4x3", true, 12, 1).unwrap();
        for (i, (layer, key, cell)) in entries.iter().enumerate() {
            let other = match cell.value() {
                Value::Win(n) | Value::Loss(n) if round % 2 == 0 => Value::Win(n + 2),
                Value::Win(n) => Value::Loss(n + 1),
                _ => Value::Win(3),
            };
            let p = ByNumber.position(&game, *layer, key).unwrap();
            // What is told at sight must stay so, or the writer would take it for a value.
            let cell = at_sight(&game, &p).and_then(Cell::new).unwrap_or(*cell);
            writer.push(*layer, key.clone(), if i == wrong { Cell::new(other).unwrap() } else { cell }).unwrap();
        }
        writer.finish(table.figures()).unwrap();
        let table = Table::open(&path).unwrap();
        let told = check(&game, &ByNumber, &table, None, 1, &job(1 << 22, 1)).unwrap_err();
        assert_eq!(told.id(), "table-wrong");
    }
}

/// A random graph as a game whose moves can be undone.
struct Reversible {
    arena: crate::graph::Arena,
    before: crate::graph::Transposed,
    /// Moves do not lead back behind a number of these.
    steps: Vec<u64>,
}

impl Game for Reversible {
    type Position = u32;
    type Move = u32;
    const ACYCLIC: bool = false;
    fn start(&self) -> u32 {
        self.arena.start()
    }
    fn turn(&self, p: &u32) -> attractor_game::Player {
        self.arena.turn(p)
    }
    fn moves(&self, p: &u32) -> impl Iterator<Item = u32> {
        self.arena.moves(p)
    }
    fn play(&self, p: &u32, m: u32) -> u32 {
        self.arena.play(p, m)
    }
    fn result(&self, p: &u32) -> attractor_game::Score {
        self.arena.result(p)
    }
}

impl Indexed for Reversible {
    fn size(&self) -> u64 {
        self.arena.len() as u64
    }
    fn index(&self, p: &u32) -> u64 {
        u64::from(*p)
    }
    fn position(&self, index: u64) -> Option<u32> {
        (index < self.size()).then_some(index as u32)
    }
    fn tiers(&self) -> Vec<std::ops::Range<u64>> {
        self.steps.windows(2).map(|ends| ends[0]..ends[1]).collect()
    }
}

impl Retrograde for Reversible {
    fn try_predecessors<B>(&self, p: &u32, each: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        self.before.predecessors(*p).iter().copied().try_for_each(each)
    }
}

#[test]
fn retrograde_analysis_equals_attractors() {
    use crate::graph::{Attractors, Builder, End, Names, Transposed, final_draws};
    use attractor_game::Player;
    let folder = Folder::new("levels");
    let (mut rng, mut endless) = (Rng::new(21), 0);
    for round in 0..60 {
        let size = if round == 0 { 700_000 } else { 1 + rng.below(60) };
        let mut builder = Builder::new();
        // Two of three graphs have tiers.
        let steps: Vec<usize> = if round % 3 == 0 { vec![0, size] } else { vec![0, size / 4, size / 2, size] };
        for i in 0..size {
            let least = steps.iter().copied().filter(|&step| step <= i).max().unwrap();
            let owner = if rng.below(2) == 0 { Player::One } else { Player::Two };
            let degree = if rng.below(6) == 0 { 0 } else { 1 + rng.below(4) };
            let successors: Vec<u32> = (0..degree).map(|_| (least + rng.below(size - least)) as u32).collect();
            let end = [End::Draw, End::Won(Player::One), End::Won(Player::Two)][rng.below(3)];
            builder.push(owner, &successors, (degree == 0).then_some(end)).unwrap();
        }
        let arena = builder.finish(Names::Numbers, 0);
        let before = Transposed::of(&arena);
        let game = Reversible { arena, before, steps: steps.into_iter().map(|n| n as u64).collect() };
        let attractors = Attractors::with(&game.arena, &game.before);
        let draws = final_draws(&game.arena, &game.before, &attractors);
        let out = folder.0.join(format!("{round}"));
        let table = build_retrograde(&game, "graph", &out, &job(1 << 28, 1 + round % 2)).unwrap();
        let mut prober = table.prober();
        let found = reachable(&game);
        assert_eq!(table.figures().positions, found.len() as u64);
        for p in found {
            let right = attractors.value(&game.arena, p, &draws);
            assert_eq!(probe(&game, &ByIndex, &mut prober, &p).unwrap(), Some(right), "{p}");
        }
        endless += table.figures().endless;
        // Without predecessors, the same file.
        let other = folder.0.join(format!("{round}-tiers"));
        build_indexed(&game, "graph", &other, &job(1 << 28, 2)).unwrap();
        assert!(std::fs::read(out.join(FILE)).unwrap() == std::fs::read(other.join(FILE)).unwrap(), "{round}");
        if round > 0 {
            check(&game, &ByIndex, &table, None, 1, &job(1 << 22, 1)).unwrap();
        }
    }
    assert!(endless > 0);
}
