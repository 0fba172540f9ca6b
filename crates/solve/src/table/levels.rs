//! Tables of games with cycles whose positions are numbered densely and whose moves can be undone: retrograde analysis.
//!
//! One byte for each number: the plies to the end where they are known, else how many moves are still open; one bit says
//! who wins. What a move to an end decides is known at once. From then on a position that is decided at level n sends a message to each of its predecessors, "this move wins" or
//! "this move loses", and what that decides is decided at level n + 1. Messages are sorted into buckets of
//! neighbouring numbers before they are applied, so that a bucket's bytes are in the cache; a level sends as much as
//! fits into memory, applies it, and goes on: what was decided at this level is told from the last by its plies.
//!
//! First the positions that can be reached are marked, a bit each; others are nobody's business. What stays open in the
//! end is drawn; finally a drawn end or, if none can be reached keeping the draw, for ever.

use super::{
    Cell, Figures, Job, Key, Progress, Stage, damaged, ended,
    file::Writer,
    runs::{Whole, read_whole},
};
use attractor_game::{Draw, Error, Outcome, Retrograde, Value};
use std::{
    ops::Range,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Numbers of a bucket: their bytes stay in a core's own cache.
const BUCKET: u32 = 18;
/// Numbers looked at between two decisions whether to apply what was sent.
const CHUNK: u64 = 1 << 16;
/// No position, or one that cannot be reached.
const NONE: u8 = 255;
/// A drawn end; or, in the last step, one from which a drawn end can be reached.
const DRAWN: u8 = 254;
/// Open, with so many moves less 1 added.
const OPEN: u8 = 190;
/// What is known of a move that does not end play.
const OPEN_MOVE: Value = Value::Draw(Draw::Endless);
/// The most open moves that a byte tells.
const MOST_MOVES: u32 = (DRAWN - OPEN) as u32;
/// Time between two states saved.
const SAVE: Duration = Duration::from_secs(60);

pub(super) fn solve<G: Retrograde + Sync>(
    game: &G,
    name: &str,
    work: &Path,
    file: &Path,
    job: &Job<'_>,
) -> Result<(), Error>
where
    G::Position: Send + Sync,
{
    let size = game.size();
    let bytes = size + size / 8 * 3;
    if bytes + (64 << 20) > job.memory {
        return Err(Error::limit(
            "table-memory",
            "{game} needs {need} MB of memory for {size} numbers; allow more with --memory",
        )
        .arg("game", name)
        .arg("need", (bytes >> 20) + 65)
        .arg("size", size));
    }
    let reached = Marks::reached(game, work, job)?;
    let levels =
        Levels { game, job, reached, room: job.memory - bytes, sent: AtomicU64::new(0), boxes: Mutex::default() };
    let (state, won, longest) = levels.run(work)?;
    levels.write(&state, &won, longest, name, file)
}

/// How fast values spread, every number taken as reached and nothing written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// Won and lost.
    pub decided: [u64; 2],
    /// Messages from positions to predecessors.
    pub messages: u64,
    /// Wall time of all levels, without counting moves before them.
    pub seconds: f64,
}

/// Values of all numbers in memory, for measurements.
pub fn spread<G: Retrograde + Sync>(game: &G, job: &Job<'_>) -> Result<Spread, Error>
where
    G::Position: Send + Sync,
{
    let (size, reached) = (game.size(), Marks::new(2 * game.size()));
    for i in (0..size).filter(|&i| game.position(i).is_some()) {
        reached.set(2 * i);
    }
    let levels = Levels { game, job, reached, room: job.memory, sent: AtomicU64::new(0), boxes: Mutex::default() };
    let (state, won) = levels.begin()?;
    let begun = Instant::now();
    let mut level = 1;
    while levels.spread(&state, &won, level)? > 0 {
        level += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let mut decided = [0; 2];
    (0..size).filter(|&i| state.get(i) < OPEN).for_each(|i| decided[usize::from(!won.get(i))] += 1);
    Ok(Spread { decided, messages: levels.sent.into_inner(), seconds })
}

/// A bit for each number.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn new(size: u64) -> Marks {
        Marks((0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn get(&self, i: u64) -> bool {
        self.0[(i / 64) as usize].load(Relaxed) >> (i % 64) & 1 != 0
    }

    /// Sets a bit; whether it was not set before.
    #[inline]
    fn set(&self, i: u64) -> bool {
        let bit = 1 << (i % 64);
        self.0[(i / 64) as usize].fetch_or(bit, Relaxed) & bit == 0
    }

    /// Sets a bit whose word no other thread writes.
    #[inline]
    fn put(&self, i: u64) {
        let word = &self.0[(i / 64) as usize];
        word.store(word.load(Relaxed) | 1 << (i % 64), Relaxed);
    }

    /// Of two bits for each number, those that are set.
    #[inline]
    fn pair(&self, i: u64) -> u64 {
        u64::from((self.0[(i / 32) as usize].load(Relaxed) >> (2 * (i % 32)) & 3).count_ones())
    }

    /// Numbers of which one of two bits is set.
    fn count_pairs(&self) -> u64 {
        let either = |word: u64| (word | word >> 1) & (u64::MAX / 3);
        self.0.iter().map(|word| u64::from(either(word.load(Relaxed)).count_ones())).sum()
    }

    /// Every number that play from the start leads to: two bits each, the second for positions in which the players'
    /// names are exchanged.
    fn reached<G: Retrograde + Sync>(game: &G, work: &Path, job: &Job<'_>) -> Result<Marks, Error> {
        let (size, path) = (2 * game.size(), work.join("reached"));
        if path.exists() {
            let bytes = read_whole(&path)?;
            if bytes.len() as u64 != size.div_ceil(64) * 8 {
                return Err(damaged(&path));
            }
            let word = |b: &[u8]| AtomicU64::new(b.try_into().map_or(0, u64::from_le_bytes));
            return Ok(Marks(bytes.chunks_exact(8).map(word).collect()));
        }
        let (reached, fresh) = (Marks::new(size), Marks::new(size));
        // Marks a position, or its like with names exchanged, or both, by a pair of bits; how many bits are new, and
        // whether the number is.
        let mark = |p: &G::Position, pair: u64| {
            let pair = if game.renamed(p) { pair >> 1 | pair << 1 & 2 } else { pair };
            let i = game.index(p);
            let (word, shift) = ((i / 32) as usize, 2 * (i % 32));
            let before = reached.0[word].load(Relaxed) >> shift & 3;
            if pair & !before == 0 {
                return (0, 0);
            }
            let before = reached.0[word].fetch_or(pair << shift, Relaxed) >> shift & 3;
            let new = pair & !before;
            fresh.0[word].fetch_or(new << shift, Relaxed);
            (u64::from(new.count_ones()), u64::from(before == 0))
        };
        mark(&game.start(), 1);
        let found = AtomicU64::new(1);
        loop {
            // What is found ahead in this pass is looked at in this pass.
            let (next, bits) = (AtomicU64::new(0), AtomicU64::new(0));
            std::thread::scope(|scope| {
                for _ in 0..job.threads.max(1) {
                    scope.spawn(|| {
                        loop {
                            let chunk = next.fetch_add(1, Relaxed);
                            if chunk * 64 >= fresh.0.len() as u64 || job.stop.is_some_and(|s| s.load(Relaxed)) {
                                return;
                            }
                            let (mut new_bits, mut new_numbers) = (0, 0);
                            for w in chunk * 64..(chunk * 64 + 64).min(fresh.0.len() as u64) {
                                if fresh.0[w as usize].load(Relaxed) == 0 {
                                    continue;
                                }
                                let mut word = fresh.0[w as usize].swap(0, Relaxed);
                                while word != 0 {
                                    let k = u64::from(word.trailing_zeros() / 2);
                                    let pair = word >> (2 * k) & 3;
                                    word ^= pair << (2 * k);
                                    let p = game.position(w * 32 + k).expect("a number that a position gave");
                                    for m in game.moves(&p) {
                                        let (bits, numbers) = mark(&game.play(&p, m), pair);
                                        new_bits += bits;
                                        new_numbers += numbers;
                                    }
                                }
                            }
                            bits.fetch_add(new_bits, Relaxed);
                            found.fetch_add(new_numbers, Relaxed);
                        }
                    });
                }
            });
            crate::search::stopped(job.stop)?;
            let done = found.load(Relaxed);
            (job.tell)(Progress { stage: Stage::Listing, layer: 0, done, total: None });
            if bits.into_inner() == 0 {
                break;
            }
        }
        let mut file = Whole::create(&path)?;
        for words in reached.0.chunks(1 << 15) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect();
            file.write(&bytes)?;
        }
        file.finish()?;
        Ok(reached)
    }
}

struct Levels<'a, G> {
    game: &'a G,
    job: &'a Job<'a>,
    reached: Marks,
    /// Bytes for messages.
    room: u64,
    /// Messages sent so far.
    sent: AtomicU64,
    /// Messages on their way, by thread and bucket: memory that is used again.
    boxes: Mutex<Vec<Vec<Vec<u32>>>>,
}

/// A byte for each number, eight to a word. A word is only ever written by one thread at a time.
struct State(Vec<AtomicU64>);

/// The lowest bit of each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

impl State {
    /// All the same.
    fn new(size: u64, byte: u8) -> State {
        State((0..size.div_ceil(8)).map(|_| AtomicU64::new(EACH * u64::from(byte))).collect())
    }

    #[inline]
    fn get(&self, i: u64) -> u8 {
        (self.0[(i / 8) as usize].load(Relaxed) >> (8 * (i % 8))) as u8
    }

    #[inline]
    fn set(&self, i: u64, byte: u8) {
        let (word, shift) = (&self.0[(i / 8) as usize], 8 * (i % 8));
        word.store(word.load(Relaxed) & !(0xFF << shift) | u64::from(byte) << shift, Relaxed);
    }

    /// Numbers from a multiple of 8 on that have this byte.
    #[inline]
    fn with(&self, byte: u8, numbers: Range<u64>, mut found: impl FnMut(u64)) {
        let end = numbers.end;
        for w in numbers.start / 8..end.div_ceil(8) {
            let differ = self.0[w as usize].load(Relaxed) ^ (EACH * u64::from(byte));
            // The highest bit of each byte that is zero, and perhaps of some above one: those are looked at again.
            let mut zero = differ.wrapping_sub(EACH) & !differ & (EACH << 7);
            while zero != 0 {
                let i = 8 * w + u64::from(zero.trailing_zeros() / 8);
                zero &= zero - 1;
                if i < end && self.get(i) == byte {
                    found(i);
                }
            }
        }
    }
}

impl<G: Retrograde + Sync> Levels<'_, G>
where
    G::Position: Send + Sync,
{
    /// The level from a saved state, or the first; then all levels. The state, who won, and the last level.
    fn run(&self, work: &Path) -> Result<(State, Marks, u32), Error> {
        let total = self.reached.count_pairs();
        let path = work.join("state");
        let (state, won, mut level) = match path.exists() {
            true => self.restore(&path)?,
            false => {
                let (state, won) = self.begin()?;
                (state, won, 1)
            }
        };
        let open = AtomicU64::new(0);
        self.each_chunk(|numbers| {
            let count = numbers.filter(|&i| (OPEN..DRAWN).contains(&state.get(i))).count();
            open.fetch_add(count as u64, Relaxed);
        })?;
        let mut done = total - open.into_inner();
        let mut saved = Instant::now();
        loop {
            let decided = self.spread(&state, &won, level as u8)?;
            done += decided;
            (self.job.tell)(Progress { stage: Stage::Valuing, layer: level, done, total: Some(total) });
            if decided == 0 {
                break;
            }
            level += 1;
            if level >= u32::from(OPEN) {
                return Err(Error::limit(
                    "table-levels",
                    "play takes more than {most} plies, more than this way of solving can tell",
                )
                .arg("most", u32::from(OPEN) - 1));
            }
            if saved.elapsed() >= SAVE {
                self.save(&path, &state, &won, level)?;
                saved = Instant::now();
            }
        }
        self.final_draws(&state)?;
        Ok((state, won, level))
    }

    /// On all threads, for every chunk of numbers.
    fn each_chunk(&self, work: impl Fn(Range<u64>) + Sync) -> Result<(), Error> {
        let (size, next) = (self.game.size(), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..self.job.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let begin = next.fetch_add(CHUNK, Relaxed);
                        if begin >= size || self.job.stop.is_some_and(|s| s.load(Relaxed)) {
                            return;
                        }
                        work(begin..size.min(begin + CHUNK));
                    }
                });
            }
        });
        crate::search::stopped(self.job.stop)
    }

    /// Ends, what a move to an end decides, and open moves of everything else.
    fn begin(&self) -> Result<(State, Marks), Error> {
        let (game, size) = (self.game, self.game.size());
        let (state, won) = (State::new(size, NONE), Marks::new(size));
        let too_many = AtomicU64::new(0);
        self.each_chunk(|numbers| {
            for i in numbers.filter(|&i| self.reached.pair(i) > 0) {
                let p = game.position(i).expect("a number that was reached");
                let (mut over, mut wins, mut open) = (true, false, 0);
                for m in game.moves(&p) {
                    over = false;
                    let q = game.play(&p, m);
                    let end = game.moves(&q).next().is_none();
                    // Moves that end play are dealt with here: ends need send no messages.
                    match if end { ended(game, &q).before(game.turn(&q) == game.turn(&p)) } else { OPEN_MOVE } {
                        Value::Win(_) => {
                            wins = true;
                            break;
                        }
                        Value::Loss(_) => {}
                        _ => open += 1,
                    }
                }
                let first = if over {
                    let end = ended(game, &p).outcome();
                    wins = end == Outcome::Win;
                    if end == Outcome::Draw { DRAWN } else { 0 }
                } else if wins || open == 0 {
                    1
                } else if open <= MOST_MOVES {
                    OPEN + (open - 1) as u8
                } else {
                    too_many.fetch_max(open.into(), Relaxed);
                    NONE
                };
                if wins {
                    won.set(i);
                }
                state.set(i, first);
            }
        })?;
        match too_many.into_inner() {
            0 => Ok((state, won)),
            moves => Err(Error::limit(
                "table-moves",
                "a position has {moves} moves, more than the {most} that this way of solving can count",
            )
            .arg("moves", moves)
            .arg("most", MOST_MOVES)),
        }
    }

    /// Sends what was decided at a level to predecessors; how many that decides.
    fn spread(&self, state: &State, won: &Marks, level: u8) -> Result<u64, Error> {
        let game = self.game;
        self.messages(
            |numbers, list| state.with(level, numbers, |i| list.push(i)),
            // Whether the move wins for who makes it.
            |i, p, q| won.get(i) == (game.turn(q) == game.turn(p)),
            |i, wins| {
                // Only this thread touches the bucket.
                let now = state.get(i);
                if !(OPEN..DRAWN).contains(&now) {
                    return false;
                }
                let decided = wins || now == OPEN;
                state.set(i, if decided { level + 1 } else { now - 1 });
                if wins {
                    won.put(i);
                }
                decided
            },
        )
    }

    /// Drawn positions from which a drawn end can be reached keeping the draw.
    fn final_draws(&self, state: &State) -> Result<(), Error> {
        let game = self.game;
        // Those found in the last round; ends are found in round 0.
        let fresh = Marks::new(game.size());
        let count = AtomicU64::new(0);
        self.each_chunk(|numbers| {
            for i in numbers.filter(|&i| state.get(i) == DRAWN) {
                fresh.set(i);
                count.fetch_add(1, Relaxed);
            }
        })?;
        let mut found = count.into_inner();
        let mut now = fresh;
        while found > 0 {
            let next = Marks::new(game.size());
            found = self.messages(
                |numbers, list| list.extend(numbers.filter(|&i| now.get(i))),
                |_, _, _| true,
                |i, _| {
                    let open = (OPEN..DRAWN).contains(&state.get(i));
                    if open {
                        state.set(i, DRAWN);
                        next.put(i);
                    }
                    open
                },
            )?;
            now = next;
        }
        Ok(())
    }

    /// The one way in which positions hear of others: every number that `speaks` lists tells each of its
    /// predecessors something, which is sorted into buckets and applied by the one thread that has the bucket. How many
    /// that decides.
    fn messages(
        &self,
        speaks: impl Fn(Range<u64>, &mut Vec<u64>) + Sync,
        says: impl Fn(u64, &G::Position, &G::Position) -> bool + Sync,
        apply: impl Fn(u64, bool) -> bool + Sync,
    ) -> Result<u64, Error> {
        let decided = AtomicU64::new(0);
        let (game, size, threads) = (self.game, self.game.size(), self.job.threads.max(1));
        let buckets = (size >> BUCKET) as usize + 1;
        // In each bucket's vector: number within the bucket, twice, and whether the move wins.
        // Enough for each bucket that its bytes are worth fetching.
        let most = ((self.room / 16 / threads as u64) as usize).min(buckets << 13).max(1 << 16);
        // What a bucket keeps for the next round: vectors grow by doubling, and some buckets hear more than others.
        let kept = 2 * most / buckets;
        let mut out = self.boxes.lock().expect("nobody panics with the lock");
        out.resize_with(threads, || vec![Vec::new(); buckets]);
        let next = AtomicU64::new(0);
        while next.load(Relaxed) < size {
            std::thread::scope(|scope| {
                for out in out.iter_mut() {
                    let (next, speaks, says, total) = (&next, &speaks, &says, &self.sent);
                    scope.spawn(move || {
                        let (mut sent, mut list) = (0, Vec::new());
                        while sent < most {
                            let begin = next.fetch_add(CHUNK, Relaxed);
                            if begin >= size {
                                break;
                            }
                            list.clear();
                            speaks(begin..size.min(begin + CHUNK), &mut list);
                            for &i in &list {
                                let p = game.position(i).expect("a number that was reached");
                                for q in game.predecessors(&p) {
                                    let to = game.index(&q);
                                    let within = (to & ((1 << BUCKET) - 1)) as u32;
                                    out[(to >> BUCKET) as usize].push(within << 1 | u32::from(says(i, &p, &q)));
                                    sent += 1;
                                }
                            }
                        }
                        total.fetch_add(sent as u64, Relaxed);
                    });
                }
            });
            crate::search::stopped(self.job.stop)?;
            let bucket = AtomicU64::new(0);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    let (bucket, out, apply, decided) = (&bucket, &*out, &apply, &decided);
                    scope.spawn(move || {
                        let mut count = 0;
                        loop {
                            let b = bucket.fetch_add(1, Relaxed) as usize;
                            if b >= buckets {
                                break;
                            }
                            for from in out {
                                for &message in &from[b] {
                                    let number = (b as u64) << BUCKET | u64::from(message >> 1);
                                    count += u64::from(apply(number, message & 1 != 0));
                                }
                            }
                        }
                        decided.fetch_add(count, Relaxed);
                    });
                }
            });
            for inbox in out.iter_mut().flatten() {
                inbox.clear();
                inbox.shrink_to(kept);
            }
        }
        Ok(decided.into_inner())
    }

    fn save(&self, path: &Path, state: &State, won: &Marks, level: u32) -> Result<(), Error> {
        let mut file = Whole::create(path)?;
        file.write(&level.to_le_bytes())?;
        for words in state.0.chunks(1 << 15).chain(won.0.chunks(1 << 15)) {
            file.write(&words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect::<Vec<u8>>())?;
        }
        file.finish()
    }

    fn restore(&self, path: &Path) -> Result<(State, Marks, u32), Error> {
        let bytes = read_whole(path)?;
        let size = self.game.size() as usize;
        let cut =
            || bytes.split_first_chunk::<4>().and_then(|(level, rest)| Some((level, rest.split_at_checked(size)?)));
        let Some((level, (state, won))) = cut().filter(|(_, (_, won))| won.len() == size.div_ceil(64) * 8) else {
            return Err(damaged(path));
        };
        let word = |b: &[u8]| AtomicU64::new(b.try_into().map_or(0, u64::from_le_bytes));
        let state = State(state.chunks_exact(8).map(word).collect());
        Ok((state, Marks(won.chunks_exact(8).map(word).collect()), u32::from_le_bytes(*level)))
    }

    fn cell(&self, state: &State, won: &Marks, i: u64) -> Option<Cell> {
        Some(Cell::new(match state.get(i) {
            NONE => return None,
            DRAWN => Value::Draw(Draw::Final),
            OPEN.. => Value::Draw(Draw::Endless),
            plies if won.get(i) => Value::Win(plies.into()),
            plies => Value::Loss(plies.into()),
        }))
    }

    fn write(&self, state: &State, won: &Marks, longest: u32, name: &str, file: &Path) -> Result<(), Error> {
        let mut writer = Writer::create(file, name, true, longest, self.job.threads)?;
        let mut figures = Figures::default();
        let (size, total) = (self.game.size(), self.reached.count_pairs());
        let mut done = 0;
        for i in 0..size {
            if i.is_multiple_of(1 << 20) {
                crate::search::stopped(self.job.stop)?;
                (self.job.tell)(Progress { stage: Stage::Writing, layer: 0, done, total: Some(total) });
            }
            if let Some(cell) = self.cell(state, won, i) {
                let p = self.game.position(i).expect("a number that was reached");
                figures.add(cell, self.reached.pair(i) * self.game.images(&p));
                writer.push(0, Key::Number(i), cell)?;
                done += 1;
            }
        }
        writer.finish(&figures)
    }
}
