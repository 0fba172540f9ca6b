//! Tables of games with cycles whose positions are numbered densely and whose moves can be undone: the kernel driven on one
//! machine, in memory or on disk.
//!
//! A *round* takes everything that is to be said and lets it be heard, bucket by bucket, so that a bucket's bytes are in the
//! cache; what that gives to say is sent at once, for the next round. Messages have their share of memory. Where shards
//! are in memory and there is no room left, what is there is heard first, and buckets whose words found no room are gone
//! through again. Where shards are on disk, messages without room go there too.
//!
//! Now and then a round sends nothing, and the shards are saved: whatever ends a build, the next one goes on from there.

use super::{
    Figures, Job, Progress, Stage,
    buckets::{Bucket, Heard, Numbered, Numbers, Said, Undoable, mark_bytes},
    file::{Packed, Writer},
    kernel::{self, OPEN},
    post::{self, Outbox},
    store::{Saved, Store},
    tiers::Tiers,
};
use crate::parallel::on_threads;
use attractor_game::{Error, Indexed, Retrograde, Value};
use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Numbers of a bucket, as a power of 2: their bytes stay in a core's own cache.
const BUCKET: u32 = 18;
/// More buckets than this, as a power of 2, would need too much memory for their messages: they are larger then.
const BUCKETS: u32 = 12;
/// Time between two states saved.
const SAVE: Duration = if cfg!(test) { Duration::from_millis(3) } else { Duration::from_secs(60) };
/// Memory of a program that does nothing yet.
const PROGRAM: u64 = 16 << 20;
/// The least memory for messages.
const LEAST_ROOM: u64 = 32 << 20;

/// How a build goes about its numbers.
pub(super) struct Cut {
    /// Numbers of a bucket, as a power of 2.
    bits: u32,
    pub(super) buckets: usize,
    threads: usize,
    /// Shards are on disk.
    pub(super) disk: bool,
    /// Bytes for messages.
    pub(super) room: u64,
    /// Bytes of memory for all that.
    pub(super) memory: u64,
    /// Bytes of work in progress on disk, beside messages.
    pub(super) scratch: u64,
}

impl Cut {
    pub(super) fn new(size: u64, memory: u64, threads: usize) -> Result<Cut, Error> {
        Cut::shared(size, memory, threads, 1, 0)
    }

    /// The share of one of so many members, beside bytes for what they send each other.
    pub(super) fn shared(size: u64, memory: u64, threads: usize, members: u64, parcels: u64) -> Result<Cut, Error> {
        let bits = BUCKET.max(size.max(2).ilog2().saturating_sub(BUCKETS - 1));
        if bits > post::BITS {
            return Err(Error::limit(
                "table-numbers",
                "{size} numbers are more than the {most} that this way of solving can tell apart",
            )
            .arg("size", size)
            .arg("most", (1u64 << (post::BITS + BUCKETS)) - 1));
        }
        let buckets = size.div_ceil(1 << bits).max(1);
        let threads = threads.max(1);
        let shard = (9 << bits) / 8;
        // Two outboxes for each thread, what a bucket may say beyond its room and a shard in the making; the program itself.
        let boxes =
            2 * threads as u64 * Outbox::bytes(buckets) + threads as u64 * ((8 << 20) + shard) + PROGRAM + parcels;
        let all = buckets.div_ceil(members) * shard;
        let disk = all + boxes + LEAST_ROOM > memory;
        let shards = if disk { threads as u64 * shard } else { all };
        let used = shards + boxes;
        if used + (if disk { 1 << 20 } else { LEAST_ROOM }) > memory {
            return Err(too_little(size, used));
        }
        // More than this would be used only by buckets that say nothing new.
        let room = (memory - used).min(16 * size / members + LEAST_ROOM);
        let scratch = buckets.div_ceil(members) * (shard + (1 << bits) / 4) + if disk { all } else { 0 };
        Ok(Cut { bits, buckets: buckets as usize, threads, disk, room, memory: used + room, scratch })
    }

    /// The same for a way that has all shards in memory.
    fn in_memory(size: u64, memory: u64, threads: usize) -> Result<Cut, Error> {
        let cut = Cut::new(size, memory, threads)?;
        if cut.disk { Err(too_little(size, cut.scratch + cut.memory)) } else { Ok(cut) }
    }

    /// Numbers of a bucket.
    pub(super) fn numbers(&self) -> usize {
        1 << self.bits
    }

    pub(super) fn bucket(&self, number: usize) -> Bucket {
        Bucket { number, bits: self.bits }
    }

    /// The bucket of the start, its place there, and the message that it gets.
    pub(super) fn start(&self, game: &dyn Numbered) -> (usize, u32, u8) {
        let (number, pair) = game.start();
        ((number >> self.bits) as usize, (number & ((1 << self.bits) - 1)) as u32, pair)
    }
}

fn too_little(size: u64, need: u64) -> Error {
    Error::limit("table-memory", "{size} numbers need at least {need} MB of memory; allow more with --memory")
        .arg("size", size)
        .arg("need", (need >> 20) + 2)
}

pub(super) fn solve(game: &dyn Undoable, name: &str, work: &Path, file: &Path, job: &Job<'_>) -> Result<(), Error> {
    solve_as(game, name, work, file, job, Cut::new(game.size(), job.memory, job.threads)?)
}

/// The same, cut like that.
pub(super) fn solve_as(
    game: &dyn Undoable,
    name: &str,
    work: &Path,
    file: &Path,
    job: &Job<'_>,
    cut: Cut,
) -> Result<(), Error> {
    let build = Build { game, job, cut, work: work.into(), sent: AtomicU64::new(0) };
    build.list()?;
    let reached = build.reached()?;
    let (store, total) = build.decide(game, &reached)?;
    build.write(&store, &reached, total, name, file)
}

/// The same without predecessors: tier by tier.
pub(super) fn solve_tiers<G: Indexed + Sync>(
    game: &G,
    name: &str,
    work: &Path,
    file: &Path,
    job: &Job<'_>,
) -> Result<(), Error> {
    let cut = Cut::in_memory(game.size(), job.memory, job.threads)?;
    let build = Build { game: &Numbers(game), job, cut, work: work.into(), sent: AtomicU64::new(0) };
    build.list()?;
    let reached = build.reached()?;
    let (shards, total) = build.unknown(&reached)?;
    let memory = job.memory.saturating_sub((build.cut.buckets * kernel::value_bytes(build.cut.numbers())) as u64);
    let mut tiers = Tiers { game, job, shards, bits: build.cut.bits, done: 0, total, memory };
    tiers.solve()?;
    let store = build.store("values", kernel::value_bytes)?;
    for (bucket, shard) in tiers.shards.into_iter().enumerate() {
        store.put(bucket, &shard)?;
    }
    build.write(&store, &reached, total, name, file)
}

/// How fast values spread, every number taken as reached and nothing written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// Won and lost.
    pub decided: [u64; 2],
    /// The plies of all those, added up.
    pub plies: u64,
    /// Messages from positions to predecessors.
    pub messages: u64,
    /// Whether values were on disk.
    pub disk: bool,
}

/// Values of all numbers, for measurements: in memory, or in files of the folder `work`. Also the time before the first
/// level and behind the last, without counting moves before them.
pub fn spread<G: Retrograde + Sync, T>(
    game: &G,
    work: &Path,
    job: &Job<'_>,
    clock: impl Fn() -> T,
) -> Result<(Spread, [T; 2]), Error> {
    let numbers = Numbers(game);
    let cut = Cut::new(game.size(), job.memory, job.threads)?;
    let disk = cut.disk;
    let build = Build { game: &numbers, job, cut, work: work.into(), sent: AtomicU64::new(0) };
    let store = build.store("values", kernel::value_bytes)?;
    build.parallel(build.cut.buckets, |bucket, ()| store.put(bucket, &numbers.begin_all(build.cut.bucket(bucket))?))?;
    let begun = clock();
    build.levels(&numbers, &store, 1, 0, 0, None)?;
    let times = [begun, clock()];
    let found = Mutex::new(Sums::default());
    build.parallel(build.cut.buckets, |bucket, buffer| {
        store.look(bucket, buffer, |shard| {
            found.lock().expect("nobody panics with the lock").add(shard, build.cut.numbers());
        })
    })?;
    let Sums([won, lost, plies]) = found.into_inner().expect("nobody panics with the lock");
    Ok((Spread { decided: [won, lost], plies, messages: build.sent.into_inner(), disk }, times))
}

/// Positions won and lost, and the plies of all those added up.
#[derive(Default)]
pub(super) struct Sums(pub(super) [u64; 3]);

impl Sums {
    pub(super) fn add(&mut self, shard: &[u8], numbers: usize) {
        for at in 0..numbers {
            let (loser, plies) = match kernel::value(shard, at) {
                Some(Value::Win(plies)) => (0, plies),
                Some(Value::Loss(plies)) => (1, plies),
                _ => continue,
            };
            self.0[loser] += 1;
            self.0[2] += u64::from(plies);
        }
    }
}

struct Build<'a> {
    game: &'a dyn Numbered,
    job: &'a Job<'a>,
    cut: Cut,
    /// The folder of work in progress.
    work: PathBuf,
    /// Messages sent so far.
    sent: AtomicU64,
}

/// What is to be said in the next round.
struct Unsaid {
    /// Messages on their way, by thread.
    boxes: Vec<Mutex<Outbox>>,
    /// And room for the next ones.
    spare: Vec<Mutex<Outbox>>,
    /// Buckets with something to say.
    buckets: Vec<AtomicBool>,
}

/// Something for each thread to work with.
trait Tool: Default + Send {}
impl<T: Default + Send> Tool for T {}

impl Build<'_> {
    fn store(&self, name: &str, bytes: impl Fn(usize) -> usize) -> Result<Store, Error> {
        let path = self.work.join(name);
        Store::new(self.cut.buckets, bytes(self.cut.numbers()), self.cut.disk.then_some(&*path))
    }

    /// Nothing on its way, and every bucket to be asked.
    fn unsaid(&self) -> Unsaid {
        let share = self.cut.room / 2 / self.cut.threads as u64;
        let boxes = |ending| {
            let spill = |t| self.cut.disk.then(|| self.work.join(format!("post.{}", 2 * t + ending)));
            (0..self.cut.threads)
                .map(|t| Mutex::new(Outbox::new(self.cut.buckets, share, spill(t).as_deref())))
                .collect()
        };
        Unsaid {
            boxes: boxes(0),
            spare: boxes(1),
            buckets: (0..self.cut.buckets).map(|_| AtomicBool::new(true)).collect(),
        }
    }

    /// On all threads, for every number below `count`, until one fails.
    fn parallel<T: Tool>(
        &self,
        count: usize,
        each: impl Fn(usize, &mut T) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let next = AtomicUsize::new(0);
        self.threads(|_| {
            let mut tool = T::default();
            loop {
                let i = next.fetch_add(1, Relaxed);
                if i >= count {
                    return Ok(());
                }
                crate::search::stopped(self.job.stop)?;
                each(i, &mut tool)?;
            }
        })
    }

    fn threads(&self, work: impl Fn(usize) -> Result<(), Error> + Sync) -> Result<(), Error> {
        on_threads(self.cut.threads, &work)
    }

    /// Lets everything that is to be said be heard; how much of what this gives to say counts, of which `told` hears now
    /// and then. Unless `loud`, nothing is on its way afterwards.
    fn round(
        &self,
        said: &dyn Said,
        store: &Store,
        unsaid: &mut Unsaid,
        loud: bool,
        told: &(impl Fn(u64) + Sync),
    ) -> Result<u64, Error> {
        let heard = AtomicU64::new(0);
        // Whose words found no room in the next round.
        let next: Vec<AtomicBool> = (0..self.cut.buckets).map(|_| AtomicBool::new(false)).collect();
        let mut first = true;
        loop {
            let (bucket, complete) = (AtomicUsize::new(0), AtomicBool::new(true));
            self.threads(|t| {
                let mut out = unsaid.boxes[t].lock().expect("nobody panics with the lock");
                let mut buffer = Vec::new();
                loop {
                    crate::search::stopped(self.job.stop)?;
                    let b = bucket.fetch_add(1, Relaxed);
                    if b >= self.cut.buckets {
                        return Ok(());
                    }
                    if !unsaid.buckets[b].load(Relaxed) {
                        continue;
                    }
                    if !out.room()? {
                        complete.store(false, Relaxed);
                        return Ok(());
                    }
                    unsaid.buckets[b].store(false, Relaxed);
                    store.change(b, &mut buffer, |shard| {
                        said.speak(self.cut.bucket(b), shard, &mut out);
                        Ok(())
                    })?;
                }
            })?;
            let complete = complete.into_inner();
            let loud = loud && complete && first;
            let bucket = AtomicUsize::new(0);
            let boxes: Vec<&Outbox> =
                unsaid.boxes.iter_mut().map(|b| &*b.get_mut().expect("nobody panics with the lock")).collect();
            self.sent.fetch_add(boxes.iter().map(|b| b.sent()).sum(), Relaxed);
            self.threads(|t| {
                let mut out = unsaid.spare[t].lock().expect("nobody panics with the lock");
                let (mut shard_buffer, mut post_buffer) = (Vec::new(), Vec::new());
                loop {
                    crate::search::stopped(self.job.stop)?;
                    let b = bucket.fetch_add(1, Relaxed);
                    if b >= self.cut.buckets {
                        return Ok(());
                    }
                    if !boxes.iter().any(|inbox| inbox.any(b)) {
                        continue;
                    }
                    let loud = loud && out.room()?;
                    let Heard { count, left } = store.change(b, &mut shard_buffer, |shard| {
                        said.hear(self.cut.bucket(b), shard, &boxes, &mut post_buffer, loud, &mut out)
                    })?;
                    if left {
                        next[b].store(true, Relaxed);
                    }
                    told(heard.fetch_add(count, Relaxed));
                }
            })?;
            for outbox in &mut unsaid.boxes {
                outbox.get_mut().expect("nobody panics with the lock").clear()?;
            }
            if complete {
                break;
            }
            first = false;
        }
        std::mem::swap(&mut unsaid.boxes, &mut unsaid.spare);
        unsaid.buckets = next;
        Ok(heard.into_inner())
    }

    /// Finds every number that play from the start leads to.
    fn list(&self) -> Result<(), Error> {
        let path = self.work.join("reached");
        if path.exists() {
            return Ok(());
        }
        let (said, saved) = (self.game.listing(), self.work.join("listed"));
        let store = self.store("marks", mark_bytes)?;
        let (mut found, part) = (1, mark_bytes(self.cut.numbers()));
        if self.game.everywhere(self.cut.bucket(0)).is_some() {
            return self.list_all(&store, &path);
        }
        if saved.exists() {
            store.restore(&saved)?;
        } else {
            self.hear_start(&*said, &store)?;
        }
        let (mut unsaid, mut clock) = (self.unsaid(), Instant::now());
        loop {
            let save = clock.elapsed() >= SAVE;
            let tell =
                |new| (self.job.tell)(Progress { stage: Stage::Listing, layer: 0, done: found + new, total: None });
            let new = self.round(&*said, &store, &mut unsaid, !save, &tell)?;
            found += new;
            if save {
                store.save(&saved, part, 0)?;
                clock = Instant::now();
            }
            if new == 0 && !self.anything(&unsaid) {
                break;
            }
        }
        store.save(&path, part / 2, 0)?;
        // Neither is needed any more; what cannot be removed now is cleared away at the end.
        let _ = std::fs::remove_file(saved);
        let _ = std::fs::remove_file(self.work.join("marks"));
        Ok(())
    }

    /// Marks every number that has a position.
    fn list_all(&self, store: &Store, path: &Path) -> Result<(), Error> {
        let part = mark_bytes(self.cut.numbers());
        let next = AtomicUsize::new(0);
        let mark = || -> Result<(), Error> {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.cut.buckets {
                    return Ok(());
                }
                crate::search::stopped(self.job.stop)?;
                let mut marks = self.game.everywhere(self.cut.bucket(number)).unwrap_or_default();
                marks.resize(part, 0);
                store.put(number, &marks)?;
                let (done, total) = ((number * self.cut.numbers()) as u64, Some(self.game.size()));
                (self.job.tell)(Progress { stage: Stage::Listing, layer: 0, done, total });
            }
        };
        on_threads(self.cut.threads, &|_| mark())?;
        store.save(path, part / 2, 0)?;
        let _ = std::fs::remove_file(self.work.join("marks"));
        Ok(())
    }

    /// The start is told that it is reached, and keeps that to itself.
    fn hear_start(&self, said: &dyn Said, store: &Store) -> Result<(), Error> {
        let mut boxes = [(); 2].map(|()| Outbox::new(self.cut.buckets, 0, None));
        let (bucket, at, pair) = self.cut.start(self.game);
        boxes[0].send(bucket, at, pair);
        let [inbox, out] = &mut boxes;
        store.change(bucket, &mut Vec::new(), |shard| {
            said.hear(self.cut.bucket(bucket), shard, &[inbox], &mut Vec::new(), false, out)
        })?;
        Ok(())
    }

    /// Something is still to be said.
    fn anything(&self, unsaid: &Unsaid) -> bool {
        unsaid.buckets.iter().any(|b| b.load(Relaxed))
            || unsaid.boxes.iter().any(|b| b.lock().expect("nobody panics with the lock").sent() > 0)
    }

    /// Two bits for every number, see [`Listing`].
    fn reached(&self) -> Result<Saved, Error> {
        Saved::open(&self.work.join("reached"), self.cut.buckets, mark_bytes(self.cut.numbers()) / 2)
    }

    /// The file of all values. Buckets are counted and packed on all threads, some at a time, and written in order.
    fn write(&self, store: &Store, reached: &Saved, total: u64, name: &str, file: &Path) -> Result<(), Error> {
        let mut writer = Writer::create(file, name, true, u32::from(OPEN), self.job.threads)?;
        let (mut figures, mut done, at_once) = (Figures::default(), 0, 4 * self.cut.threads);
        for group in (0..self.cut.buckets).step_by(at_once) {
            let count = at_once.min(self.cut.buckets - group);
            let packed: Vec<Mutex<(Vec<Packed>, Figures)>> = (0..count).map(|_| Mutex::default()).collect();
            self.parallel(count, |i, buffers: &mut [Vec<u8>; 2]| {
                let ([part, buffer], bucket) = (buffers, group + i);
                part.resize(mark_bytes(self.cut.numbers()) / 2, 0);
                reached.read(bucket, part)?;
                let all = store.look(bucket, buffer, |shard| self.game.pack(self.cut.bucket(bucket), shard, part))?;
                *packed[i].lock().expect("nobody panics with the lock") = all;
                Ok(())
            })?;
            for packed in packed {
                let (blocks, some) = packed.into_inner().expect("nobody panics with the lock");
                done += blocks.iter().map(Packed::count).sum::<u64>();
                writer.append(blocks)?;
                figures.merge(&some);
            }
            (self.job.tell)(Progress { stage: Stage::Writing, layer: 0, done, total: Some(total) });
        }
        writer.finish(&figures)
    }

    /// Values of which nothing is known yet; and of how many positions.
    fn unknown(&self, reached: &Saved) -> Result<(Vec<Vec<u8>>, u64), Error> {
        let (mut shards, mut total) = (Vec::new(), 0);
        let mut part = vec![0; mark_bytes(self.cut.numbers()) / 2];
        for bucket in 0..self.cut.buckets {
            reached.read(bucket, &mut part)?;
            let (shard, there) = self.game.unknown(self.cut.bucket(bucket), &part);
            shards.push(shard);
            total += there;
        }
        Ok((shards, total))
    }

    /// The value of every number that is reached; and how many those are.
    fn decide(&self, game: &dyn Undoable, reached: &Saved) -> Result<(Store, u64), Error> {
        let store = self.store("values", kernel::value_bytes)?;
        let (path, numbers) = (self.work.join("state"), self.cut.numbers());
        let (total, open) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut level = 1;
        if path.exists() {
            level = store.restore(&path)?;
            self.parallel(self.cut.buckets, |bucket, buffer| {
                let (there, undecided) = store.look(bucket, buffer, |shard| census(&shard[..numbers]))?;
                total.fetch_add(there, Relaxed);
                open.fetch_add(undecided, Relaxed);
                Ok(())
            })?;
        } else {
            let done = AtomicU64::new(0);
            self.parallel(self.cut.buckets, |bucket, part: &mut Vec<u8>| {
                part.resize(mark_bytes(numbers) / 2, 0);
                reached.read(bucket, part)?;
                let (shard, there) = game.begin(self.cut.bucket(bucket), part)?;
                let (_, undecided) = census(&shard[..numbers]);
                store.put(bucket, &shard)?;
                total.fetch_add(there, Relaxed);
                open.fetch_add(undecided, Relaxed);
                let buckets = done.fetch_add(1, Relaxed) + 1;
                if buckets.is_multiple_of(16) {
                    let (done, total) = (total.load(Relaxed) - open.load(Relaxed), None);
                    (self.job.tell)(Progress { stage: Stage::Valuing, layer: 0, done, total });
                }
                Ok(())
            })?;
        }
        let (total, open) = (total.into_inner(), open.into_inner());
        self.levels(game, &store, level, total - open, total, Some(&path))?;
        self.draws(game, &store)?;
        Ok((store, total))
    }

    /// Level by level, until nothing more is decided. States are saved at that path.
    fn levels(
        &self,
        game: &dyn Undoable,
        store: &Store,
        level: u32,
        done: u64,
        total: u64,
        path: Option<&Path>,
    ) -> Result<(), Error> {
        let (mut unsaid, mut level, mut done, mut clock) = (self.unsaid(), level, done, Instant::now());
        loop {
            let save = path.filter(|_| clock.elapsed() >= SAVE);
            let said = game.deciding(level as u8);
            let tell = |decided| {
                let (layer, done, total) = (level, done + decided, Some(total));
                (self.job.tell)(Progress { stage: Stage::Valuing, layer, done, total });
            };
            let decided = self.round(&*said, store, &mut unsaid, save.is_none(), &tell)?;
            done += decided;
            if decided == 0 {
                return Ok(());
            }
            level += 1;
            within(level)?;
            if let Some(path) = save {
                store.save(path, kernel::value_bytes(self.cut.numbers()), level)?;
                clock = Instant::now();
            }
        }
    }

    /// Tells drawn positions from which a drawn end can be reached from endless ones.
    fn draws(&self, game: &dyn Undoable, store: &Store) -> Result<(), Error> {
        let mut unsaid = self.unsaid();
        loop {
            let found = self.round(&*game.drawing(), store, &mut unsaid, true, &|_| {})?;
            if found == 0 && !self.anything(&unsaid) {
                return Ok(());
            }
        }
    }
}

/// How many positions there are in a shard, and of how many of them nothing is decided.
pub(super) fn census(bytes: &[u8]) -> (u64, u64) {
    let (mut there, mut undecided) = (0, 0);
    for &byte in bytes {
        there += u64::from(byte != kernel::NONE);
        undecided += u64::from(byte >= OPEN && byte != kernel::NONE);
    }
    (there, undecided)
}

/// No more levels than a byte can tell.
pub(super) fn within(level: u32) -> Result<(), Error> {
    if level < u32::from(OPEN) {
        return Ok(());
    }
    Err(Error::limit("table-levels", "play takes more than {most} plies, more than this way of solving can tell")
        .arg("most", u32::from(OPEN) - 1))
}
