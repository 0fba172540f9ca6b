//! The kernel of retrograde analysis driven by several members: each has every n-th bucket.
//!
//! A *round* lets all messages that came in the last one be heard, bucket by bucket; what that gives to say is sent at once,
//! within the member or to another. Messages have their share of memory, and go to a file beyond it.

use super::{
    super::{
        Progress, Stage,
        buckets::{Heard, Said, Undoable, mark_bytes},
        file::Packed,
        kernel,
        levels::{Cut, Spread, Sums, census, within},
        post::Outbox,
        store::Store,
    },
    Counters, Task,
    member::{Goods, Member, confused},
    merge,
    pieces::{Pieces, Shelf, State},
};
use attractor_game::Error;
use std::time::Instant;

/// A parcel of messages.
const MESSAGES: u8 = 0;

pub(super) fn solve(game: &dyn Undoable, task: &Task<'_>, member: &mut Member<'_>) -> Result<(), Error> {
    let cut = Cut::shared(game.size(), task.memory(member.crew), 1, member.count as u64, Member::bytes(member.count))?;
    let shelf = Shelf::look(member, task.work)?;
    let mut levels = Levels { game, task, cut, shelf, member, saved: Instant::now() };
    if levels.shelf.find("packed", levels.member.count as u32).is_none() {
        levels.list()?;
        let store = levels.decide()?;
        levels.pack(&store)?;
    }
    let Levels { shelf, member, cut, .. } = levels;
    let state = shelf.find("packed", member.count as u32).ok_or_else(confused)?;
    let kept = shelf.own(member, &state)?;
    let owners: Vec<usize> = (0..cut.buckets).map(|bucket| bucket % member.count).collect();
    merge::merge(task, member, &kept, &owners, u32::from(kernel::OPEN))
}

/// How fast values spread between members, every number taken as reached and nothing kept: what all counted from the first
/// level to the last.
pub(super) fn spread(
    game: &dyn Undoable,
    task: &Task<'_>,
    member: &mut Member<'_>,
) -> Result<(Spread, Vec<Counters>), Error> {
    let (parcels, memory) = (Member::bytes(member.count), task.memory(member.crew));
    let cut = Cut::shared(game.size(), memory, 1, member.count as u64, parcels)?;
    let shelf = Shelf::look(member, task.work)?;
    let (disk, members) = (cut.disk, member.count);
    let mut levels = Levels { game, task, cut, shelf, member, saved: Instant::now() };
    let store = levels.store("values", kernel::value_bytes)?;
    for b in levels.buckets() {
        store.put(b / members, &game.begin_all(levels.cut.bucket(b))?)?;
    }
    levels.member.gather(&[])?;
    let begun = levels.member.all.clone();
    levels.levels(&store, 1, 0, 0)?;
    let mut sums = Sums::default();
    let mut buffer = Vec::new();
    levels.member.gather(&[])?;
    let counted: Vec<Counters> = levels.member.all.iter().zip(&begun).map(|(end, begin)| end.since(begin)).collect();
    for b in levels.buckets() {
        store.look(b / members, &mut buffer, |shard| sums.add(shard, levels.cut.numbers()))?;
    }
    let word: Vec<u8> = sums.0.iter().flat_map(|n| n.to_le_bytes()).collect();
    let mut all = [0; 3];
    for word in levels.member.gather(&word)? {
        let some: [u64; 3] = numbers(&word)?;
        all = std::array::from_fn(|i| all[i] + some[i]);
    }
    let messages = counted.iter().map(|c| c.messages).sum();
    Ok((Spread { decided: [all[0], all[1]], plies: all[2], messages, disk }, counted))
}

struct Levels<'a, 'm> {
    game: &'a dyn Undoable,
    task: &'a Task<'a>,
    cut: Cut,
    shelf: Shelf,
    member: &'a mut Member<'m>,
    /// When a state was last kept.
    saved: Instant,
}

/// Messages on their way: those that are heard now, and those for the next round.
struct Boxes {
    now: Outbox,
    next: Outbox,
    /// Something has not been said: at the beginning, and after a round without words.
    unsaid: bool,
}

/// What a round came to, in all members together.
struct Round {
    /// How much that counts.
    count: u64,
    /// Messages that were heard.
    heard: u64,
    /// The first member has it that a state should be kept now.
    save: bool,
}

impl Levels<'_, '_> {
    /// The buckets of this member.
    fn buckets(&self) -> impl Iterator<Item = usize> + use<> {
        (self.member.index..self.cut.buckets).step_by(self.member.count)
    }

    fn state(&self, kind: &str, number: u32) -> State {
        State { kind: kind.to_owned(), number, members: self.member.count }
    }

    fn store(&self, name: &str, bytes: fn(usize) -> usize) -> Result<Store, Error> {
        let path = self.task.work.join(format!("{name}.{}", self.member.index));
        Store::new(self.buckets().count(), bytes(self.cut.numbers()), self.cut.disk.then_some(&*path))
    }

    fn boxes(&self) -> Boxes {
        let (me, members) = (self.member.index, self.member.count);
        let outbox = |ending| {
            let spill = self.task.work.join(format!("post.{}", 2 * me + ending));
            Outbox::new(self.cut.buckets, self.cut.room / 2, Some(&spill)).shared(me, members)
        };
        Boxes { now: outbox(0), next: outbox(1), unsaid: true }
    }

    /// Sends what is ready for others, and takes what came.
    fn post(member: &mut Member<'_>, out: &mut Outbox, full: bool) -> Result<(), Error> {
        for to in 0..member.count {
            while let Some(bytes) = out.mail(to, full) {
                member.send(to, MESSAGES, bytes, &mut |_, goods| take(out, &goods))?;
            }
        }
        member.breathe(&mut |_, goods| take(out, &goods))?;
        Ok(())
    }

    /// The end of a round, or of its first half.
    fn settle(member: &mut Member<'_>, out: &mut Outbox, word: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
        out.seal();
        Self::post(member, out, false)?;
        let words = member.settle(word, &mut |_, goods| take(out, &goods))?;
        out.room()?;
        Ok(words)
    }

    /// Lets everything that is to be said be heard. Unless `loud`, nothing is on its way afterwards.
    fn round(&mut self, said: &dyn Said, store: &Store, boxes: &mut Boxes, loud: bool) -> Result<Round, Error> {
        let members = self.member.count;
        let (mut shard_buffer, mut post_buffer) = (Vec::new(), Vec::new());
        if boxes.unsaid {
            for b in self.buckets() {
                boxes.now.room()?;
                store.change(b / members, &mut shard_buffer, |shard| {
                    said.speak(self.cut.bucket(b), shard, &mut boxes.now);
                    Ok(())
                })?;
                Self::post(self.member, &mut boxes.now, true)?;
            }
            Self::settle(self.member, &mut boxes.now, &[])?;
        }
        let (mut count, heard) = (0, boxes.now.sent());
        for b in self.buckets() {
            if !boxes.now.any(b) {
                continue;
            }
            boxes.next.room()?;
            let got: Heard = store.change(b / members, &mut shard_buffer, |shard| {
                let bucket = self.cut.bucket(b);
                said.hear(bucket, shard, &[&boxes.now], &mut post_buffer, loud, &mut boxes.next)
            })?;
            count += got.count;
            Self::post(self.member, &mut boxes.next, true)?;
        }
        self.member.counters.messages += heard;
        self.member.counters.memory = super::peak_memory();
        // By the clock of the first: others need not have the same.
        let save = self.member.index == 0 && self.saved.elapsed() >= self.member.crew.save;
        let word: Vec<u8> = [count, heard, u64::from(save)].iter().flat_map(|n| n.to_le_bytes()).collect();
        let words = Self::settle(self.member, &mut boxes.next, &word)?;
        let mut round = Round { count: 0, heard: 0, save: false };
        for word in words {
            let [count, heard, save] = numbers(&word)?;
            round.count += count;
            round.heard += heard;
            round.save |= save != 0;
        }
        boxes.now.clear()?;
        std::mem::swap(&mut boxes.now, &mut boxes.next);
        boxes.unsaid = !loud;
        Ok(round)
    }

    /// Keeps the first bytes of every shard, and agrees with all others that it is kept. States that are `gone` are removed.
    fn keep(&mut self, store: &Store, state: &State, part: usize, gone: &[&str]) -> Result<(), Error> {
        let (members, me) = (self.member.count, self.member.index);
        let (mut pieces, mut buffer) = (Pieces::create(self.task.work, state, me)?, Vec::new());
        for b in self.buckets() {
            store.look(b / members, &mut buffer, |shard| pieces.put(b, &shard[..part]))??;
            // Others may wait for an answer that they are alive.
            self.member.breathe(&mut |_, _| Err(confused()))?;
        }
        pieces.finish()?;
        self.shelf.agree(self.member, state, &|s| s.kind == state.kind || gone.contains(&&*s.kind))?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Takes up a state.
    fn restore(&mut self, store: &Store, state: &State, bytes: usize) -> Result<(), Error> {
        let members = self.member.count;
        self.shelf.bring(self.member, state, self.cut.buckets, &mut |b, shard| {
            if shard.len() == bytes { store.put(b / members, shard) } else { Err(confused()) }
        })
    }

    /// Finds every number that play from the start leads to.
    fn list(&mut self) -> Result<(), Error> {
        if self.shelf.last("reached").is_some() {
            return Ok(());
        }
        let (game, members) = (self.game, self.member.count);
        let (said, part) = (game.listing(), mark_bytes(self.cut.numbers()));
        let store = self.store("marks", mark_bytes)?;
        let mut boxes = self.boxes();
        let mut found = 1;
        if let Some(state) = self.shelf.last("listed") {
            self.restore(&store, &state, part)?;
        } else {
            let (bucket, at, pair) = self.cut.start(game);
            if bucket % members == self.member.index {
                boxes.now.send(bucket, at, pair);
                store.change(bucket / members, &mut Vec::new(), |shard| {
                    said.hear(self.cut.bucket(bucket), shard, &[&boxes.now], &mut Vec::new(), false, &mut boxes.next)
                })?;
                boxes.now.clear()?;
            }
        }
        let mut save = false;
        loop {
            let round = self.round(&*said, &store, &mut boxes, !save)?;
            found += round.count;
            self.tell(Stage::Listing, 0, found, None);
            if save {
                let number = self.shelf.last("listed").map_or(0, |state| state.number) + 1;
                self.keep(&store, &self.state("listed", number), part, &[])?;
            }
            if round.heard == 0 && !save {
                break;
            }
            save = round.save && !save;
        }
        self.keep(&store, &self.state("reached", 0), part / 2, &["listed"])?;
        let _ = std::fs::remove_file(self.task.work.join(format!("marks.{}", self.member.index)));
        Ok(())
    }

    fn tell(&self, stage: Stage, layer: u32, done: u64, total: Option<u64>) {
        self.task.tell(self.member, Progress { stage, layer, done, total });
    }

    /// The value of every number that is reached.
    fn decide(&mut self) -> Result<Store, Error> {
        let (game, members, bytes) = (self.game, self.member.count, kernel::value_bytes(self.cut.numbers()));
        let store = self.store("values", kernel::value_bytes)?;
        if let Some(state) = self.shelf.last("decided") {
            self.restore(&store, &state, bytes)?;
            return Ok(store);
        }
        let mut level = 1;
        if let Some(state) = self.shelf.last("state") {
            self.restore(&store, &state, bytes)?;
            level = state.number;
        } else {
            let state = self.shelf.last("reached").ok_or_else(confused)?;
            let cut = &self.cut;
            self.shelf.bring(self.member, &state, cut.buckets, &mut |b, reached| {
                store.put(b / members, &game.begin(cut.bucket(b), reached)?.0)
            })?;
        }
        let (mut there, mut open, mut buffer) = (0, 0, Vec::new());
        for b in self.buckets() {
            let some = store.look(b / members, &mut buffer, |shard| census(&shard[..self.cut.numbers()]))?;
            there += some.0;
            open += some.1;
        }
        let word: Vec<u8> = [there, open].iter().flat_map(|n: &u64| n.to_le_bytes()).collect();
        let (mut total, mut done) = (0, 0);
        for word in self.member.gather(&word)? {
            let [there, open] = numbers(&word)?;
            total += there;
            done += there - open;
        }
        self.levels(&store, level, done, total)?;
        let mut boxes = self.boxes();
        while self.round(&*game.drawing(), &store, &mut boxes, true)?.heard > 0 {}
        self.keep(&store, &self.state("decided", 0), bytes, &["state"])?;
        Ok(store)
    }

    /// Level by level, until nothing more is decided.
    fn levels(&mut self, store: &Store, mut level: u32, mut done: u64, total: u64) -> Result<(), Error> {
        let (game, bytes) = (self.game, kernel::value_bytes(self.cut.numbers()));
        let (mut boxes, mut save) = (self.boxes(), false);
        loop {
            let round = self.round(&*game.deciding(level as u8), store, &mut boxes, !save)?;
            done += round.count;
            self.tell(Stage::Valuing, level, done, Some(total));
            if round.count == 0 {
                return Ok(());
            }
            level += 1;
            within(level)?;
            if save {
                self.keep(store, &self.state("state", level), bytes, &[])?;
            }
            save = round.save && !save;
        }
    }

    /// The blocks of this member's buckets, in a file of its own.
    fn pack(&mut self, store: &Store) -> Result<(), Error> {
        let state = self.state("packed", self.member.count as u32);
        let reached = self.shelf.last("reached").ok_or_else(confused)?;
        let mut pieces = Pieces::create(self.task.work, &state, self.member.index)?;
        let (mut figures, mut buffer, mut done) = (super::super::Figures::default(), Vec::new(), 0);
        let (game, cut, members, task, leads) =
            (self.game, &self.cut, self.member.count, self.task, self.member.leads());
        self.shelf.bring(self.member, &reached, cut.buckets, &mut |b, reached| {
            let (blocks, some) =
                store.look(b / members, &mut buffer, |shard| game.pack(cut.bucket(b), shard, reached))?;
            figures.merge(&some);
            done += blocks.iter().map(Packed::count).sum::<u64>();
            let mut bytes = Vec::new();
            blocks.iter().for_each(|block| block.put(&mut bytes));
            if leads {
                (task.job.tell)(Progress { stage: Stage::Writing, layer: 0, done, total: None });
            }
            pieces.put(b, &bytes)
        })?;
        pieces.put(merge::FIGURES, figures.to_lines().as_bytes())?;
        pieces.finish()?;
        self.shelf.agree(self.member, &state, &|s| s.kind == "packed")
    }
}

fn take(out: &mut Outbox, goods: &Goods) -> Result<(), Error> {
    if goods.kind == MESSAGES && out.take_in(&goods.bytes) { Ok(()) } else { Err(confused()) }
}

/// Numbers that somebody told.
pub(super) fn numbers<const N: usize>(word: &[u8]) -> Result<[u64; N], Error> {
    let words = word.as_chunks::<8>().0;
    if words.len() != N {
        return Err(confused());
    }
    Ok(std::array::from_fn(|i| u64::from_le_bytes(words[i])))
}
