//! Games that go forward layer by layer, solved by several members.
//!
//! A layer is cut into *parts* by its numbers, so that parts are about as large as each other, and each member has every n-th
//! part. Listing sends successors to whoever has their part. Valuing, from the last layer back, asks for the values of
//! successors, many at a time, and answers others who ask; where the next layer does not fit into the memory of all
//! members together, in several passes.

use super::{
    super::{
        Cell, Figures, Key, Progress, Stage,
        batches::{Forward, OPEN, Part, Wanted, improve, within_layers},
        file::{BLOCK, Packer},
        unreadable, unwritable,
    },
    Task,
    levels::numbers as words,
    member::{Goods, Member, confused},
    merge,
    pieces::{Kept, Pieces, Shelf, State},
    shape::{Shape, cells, decode, decoded, encode},
};
use attractor_game::Error;
use std::{collections::BTreeMap, fs::File, io::Write};

/// Positions of a layer that tell how the next one is cut.
const SAMPLE: u64 = 4096;
/// Most positions of a part, as a power of 2, as far as the sample tells; and most parts.
const PART: u32 = 20;
const PARTS: u64 = 1 << 14;
/// Positions that are gone through together.
const BATCH: usize = 4096;
/// Positions whose successors are looked up together, so that memory is waited for once.
const TOGETHER: usize = 64;
/// Numbers that are sent together.
const LOT: usize = 8192;

const KEYS: u8 = 2;
const QUERY: u8 = 3;
const ANSWER: u8 = 4;
const DONE: u8 = 5;
const HEAD: u8 = 6;
/// The piece of a layer's keys that says how it is cut.
const SHAPE: usize = u32::MAX as usize;

pub(super) fn solve(game: &dyn Forward, task: &Task<'_>, member: &mut Member<'_>) -> Result<(), Error> {
    let shelf = Shelf::look(member, task.work)?;
    let (first, start) = game.start();
    let mut layers = Layers { game, task, shelf, member, first, memory: 0 };
    layers.memory = task.memory(layers.member.crew).saturating_sub(Member::bytes(layers.member.count)).max(1 << 16);
    let shapes = layers.list(start)?;
    if layers.shelf.find("packed", layers.member.count as u32).is_none() {
        layers.value(&shapes)?;
        layers.pack(&shapes)?;
    }
    let Layers { shelf, member, .. } = layers;
    let state = shelf.find("packed", member.count as u32).ok_or_else(confused)?;
    let kept = shelf.own(member, &state)?;
    let parts: Vec<usize> = shapes.iter().flat_map(|shape| 0..shape.counts.len()).collect();
    let members = member.count;
    merge::merge(task, member, &kept, &parts.iter().map(|part| part % members).collect::<Vec<_>>(), shapes.len() as u32)
}

struct Layers<'a, 'm> {
    game: &'a dyn Forward,
    task: &'a Task<'a>,
    shelf: Shelf,
    member: &'a mut Member<'m>,
    /// The layer of the start; those of work count from it.
    first: u32,
    /// Bytes for this member.
    memory: u64,
}

impl Layers<'_, '_> {
    /// Parts of this member.
    fn parts(&self, shape: &Shape) -> impl Iterator<Item = usize> + use<> {
        (self.member.index..shape.counts.len()).step_by(self.member.count)
    }

    fn state(&self, kind: &str, number: usize) -> State {
        State { kind: kind.to_owned(), number: number as u32, members: self.member.count }
    }

    /// As the game counts.
    fn layer(&self, layer: usize) -> u32 {
        self.first + layer as u32
    }

    fn tell(&self, stage: Stage, layer: usize, done: u64, total: Option<u64>) {
        self.task.tell(self.member, Progress { stage, layer: self.layer(layer), done, total });
    }

    /// What this member keeps of a layer. If it was kept by other members, those who have it now bring it here first.
    fn kept(&mut self, kind: &str, layer: usize, shape: &Shape) -> Result<Kept, Error> {
        let found = self.shelf.find(kind, layer as u32).ok_or_else(confused)?;
        let ours = self.state(kind, layer);
        if found != ours || !self.shelf.at_home(self.member, &ours) {
            let mut pieces = Pieces::create(self.task.work, &ours, self.member.index)?;
            self.shelf.bring(self.member, &found, shape.counts.len(), &mut |part, bytes| pieces.put(part, bytes))?;
            if kind == "keys" {
                pieces.put(SHAPE, &shape.to_bytes())?;
            }
            self.kept_by_all(pieces, &ours)?;
        }
        self.shelf.own(self.member, &ours)
    }

    /// Pieces of a layer are whole; all agree that they are kept.
    fn kept_by_all(&mut self, pieces: Pieces, state: &State) -> Result<(), Error> {
        pieces.finish()?;
        self.shelf.agree(self.member, state, &|s| s.kind == state.kind && s.number == state.number)
    }

    /// Lists every layer; how each is cut.
    fn list(&mut self, start: u64) -> Result<Vec<Shape>, Error> {
        let (mut shapes, mut done): (Vec<Shape>, u64) = (Vec::new(), 0);
        loop {
            let layer = shapes.len();
            let shape = if let Some(state) = self.shelf.find("keys", layer as u32) {
                let bytes = self.shelf.common(self.member, &state, SHAPE)?;
                Shape::from_bytes(&bytes).ok_or_else(confused)?
            } else if let Some(last) = shapes.last() {
                let last = last.clone();
                self.list_next(layer - 1, &last)?
            } else {
                let (shape, state) = (Shape { splits: Vec::new(), counts: vec![1] }, self.state("keys", 0));
                let mut pieces = Pieces::create(self.task.work, &state, self.member.index)?;
                if self.member.index == 0 {
                    pieces.put(0, &encode(&[start]))?;
                }
                pieces.put(SHAPE, &shape.to_bytes())?;
                self.kept_by_all(pieces, &state)?;
                shape
            };
            if shape.total() == 0 {
                return Ok(shapes);
            }
            done += shape.total();
            within_layers(self.first, shapes.len() + 1)?;
            self.tell(Stage::Listing, layer, done, None);
            shapes.push(shape);
        }
    }

    /// How the layer after one is cut: so that a sample falls into equal parts.
    fn cut(&mut self, layer: usize, shape: &Shape, kept: &Kept) -> Result<Vec<u64>, Error> {
        let stride = (shape.total() / SAMPLE).max(1);
        let (mut sample, mut taken) = (Vec::new(), 0u64);
        for part in self.parts(shape) {
            let (mut rank, mut some) = (shape.counts[..part].iter().sum::<u64>(), Vec::new());
            decode(&kept.read(part)?, &mut |number| {
                if rank.is_multiple_of(stride) {
                    some.push(number);
                }
                rank += 1;
            })?;
            taken += some.len() as u64;
            self.game.successors(self.layer(layer), &some, &mut sample).map_err(|_| confused())?;
        }
        let mut word = taken.to_le_bytes().to_vec();
        word.extend(sample.iter().flat_map(|n| n.to_le_bytes()));
        let (mut all, mut taken) = (Vec::new(), 0);
        for word in self.member.gather(&word)? {
            let mut numbers = word.as_chunks().0.iter().map(|n| u64::from_le_bytes(*n));
            taken += numbers.next().unwrap_or(0);
            all.extend(numbers);
        }
        // At most so many there can be.
        let most = (shape.total() as u128 * all.len() as u128 / u128::from(taken.max(1))) as u64;
        all.sort_unstable();
        all.dedup();
        let parts = (most >> PART).max((4 * self.member.count as u64).min(most >> 12)).clamp(1, PARTS);
        let mut splits: Vec<u64> = (1..parts)
            .filter_map(|i| all.get((i as u128 * all.len() as u128 / u128::from(parts)) as usize).copied())
            .collect();
        splits.dedup();
        Ok(splits)
    }

    /// Lists the layer after one.
    fn list_next(&mut self, layer: usize, shape: &Shape) -> Result<Shape, Error> {
        let kept = self.kept("keys", layer, shape)?;
        let splits = self.cut(layer, shape, &kept)?;
        let next = Shape { counts: vec![0; splits.len() + 1], splits };
        let (me, members) = (self.member.index, self.member.count);
        let mut found = Found::new(&next, me, members, self.memory, self.task);
        let mut out: Vec<Vec<u64>> = vec![Vec::new(); members];
        let (mut batch, mut some) = (Vec::new(), Vec::new());
        for part in self.parts(shape) {
            batch.clear();
            decode(&kept.read(part)?, &mut |number| batch.push(number))?;
            for batch in batch.chunks(BATCH) {
                some.clear();
                self.game.successors(self.layer(layer), batch, &mut some).map_err(|_| confused())?;
                self.member.counters.messages += some.len() as u64;
                for &number in &some {
                    let part = next.part(number);
                    if part % members == me { found.push(part, number) } else { out[part % members].push(number) }
                }
                for (to, numbers) in out.iter_mut().enumerate().filter(|(_, numbers)| numbers.len() >= LOT) {
                    Self::ship(self.member, to, numbers, &mut found)?;
                }
                self.member.breathe(&mut |_, goods| found.take(&goods))?;
                found.within()?;
            }
        }
        for (to, numbers) in out.iter_mut().enumerate().filter(|(_, numbers)| !numbers.is_empty()) {
            Self::ship(self.member, to, numbers, &mut found)?;
        }
        self.member.settle(&[], &mut |_, goods| found.take(&goods))?;
        let state = self.state("keys", layer + 1);
        let (mut pieces, mut counts) = (Pieces::create(self.task.work, &state, me)?, Vec::new());
        for part in self.parts(&next) {
            let numbers = found.part(part)?;
            counts.push(numbers.len() as u64);
            pieces.put(part, &encode(&numbers))?;
            self.member.breathe(&mut |_, _| Err(confused()))?;
        }
        found.clear();
        let word: Vec<u8> = counts.iter().flat_map(|n| n.to_le_bytes()).collect();
        let mut shape = next.clone();
        for (member, word) in self.member.gather(&word)?.iter().enumerate() {
            for (i, count) in word.as_chunks().0.iter().enumerate() {
                *shape.counts.get_mut(member + i * members).ok_or_else(confused)? = u64::from_le_bytes(*count);
            }
        }
        pieces.put(SHAPE, &shape.to_bytes())?;
        self.kept_by_all(pieces, &state)?;
        Ok(shape)
    }

    /// Sends numbers to the member that has their parts.
    fn ship(member: &mut Member<'_>, to: usize, numbers: &mut Vec<u64>, found: &mut Found<'_>) -> Result<(), Error> {
        numbers.sort_unstable();
        numbers.dedup();
        let bytes = encode(numbers);
        numbers.clear();
        member.send(to, KEYS, bytes, &mut |_, goods| found.take(&goods))
    }

    /// Values every layer, the last one first.
    fn value(&mut self, shapes: &[Shape]) -> Result<(), Error> {
        let total: u64 = shapes.iter().map(Shape::total).sum();
        let mut done = 0;
        for layer in (0..shapes.len()).rev() {
            if self.shelf.find("cells", layer as u32).is_none() {
                self.value_layer(layer, shapes)?;
            }
            done += shapes[layer].total();
            self.tell(Stage::Valuing, layer, done, Some(total));
        }
        Ok(())
    }

    fn value_layer(&mut self, layer: usize, shapes: &[Shape]) -> Result<(), Error> {
        let shape = &shapes[layer];
        let none = Shape { splits: Vec::new(), counts: vec![0] };
        let next = shapes.get(layer + 1).unwrap_or(&none);
        let (me, members) = (self.member.index, self.member.count);
        let keys = self.kept("keys", layer, shape)?;
        let beyond = match shapes.get(layer + 1) {
            Some(next) => Some((self.kept("keys", layer + 1, next)?, self.kept("cells", layer + 1, next)?)),
            None => None,
        };
        let own: Vec<usize> = self.parts(shape).collect();
        let mut pass = Pass {
            me,
            members,
            next,
            loaded: Vec::new(),
            there: Vec::new(),
            cells: own.iter().map(|part| vec![OPEN; shape.counts[*part] as usize]).collect(),
            pending: BTreeMap::new(),
            asked: 0,
            done: 0,
            found: 0,
        };
        // What this layer's own cells leave is for parts of the next one.
        let of_own = 2 * own.iter().map(|part| shape.counts[*part]).sum::<u64>();
        let largest = self.parts(next).map(|part| next.counts[part]).max().unwrap_or(0);
        let least = of_own + 8 * own.iter().map(|part| shape.counts[*part]).max().unwrap_or(0) + Part::EACH * largest;
        if least > self.memory {
            let error = Error::limit(
                "crew-layers-memory",
                "layer {layer} needs at least {need} MB of memory for each worker, and {memory} MB are allowed; allow more with \
                 --memory, or let more processes take part",
            )
            .arg("layer", self.layer(layer))
            .arg("need", least.div_ceil(1 << 20));
            return Err(error.arg("memory", self.memory >> 20));
        }
        let room = self.memory - of_own;
        let mut waiting: Vec<usize> = if beyond.is_some() { self.parts(next).collect() } else { Vec::new() };
        waiting.reverse();
        loop {
            let (mut bytes, mut now) = (0, Vec::new());
            pass.loaded = (0..next.counts.len().div_ceil(members)).map(|_| None).collect();
            while let (Some(&part), Some((keys, cells_of))) = (waiting.last(), &beyond) {
                bytes += Part::EACH * next.counts[part];
                if bytes > room && !now.is_empty() {
                    break;
                }
                pass.loaded[part / members] =
                    Some(Part::new(decoded(&keys.read(part)?)?, cells(&cells_of.read(part)?)));
                now.push(part);
                waiting.pop();
            }
            let word: Vec<u8> =
                std::iter::once(waiting.len()).chain(now).flat_map(|n| (n as u64).to_le_bytes()).collect();
            let (mut more, mut there) = (false, vec![false; next.counts.len()]);
            for word in self.member.gather(&word)? {
                let mut numbers = word.as_chunks().0.iter().map(|n| u64::from_le_bytes(*n) as usize);
                more |= numbers.next().is_some_and(|left| left > 0);
                numbers.for_each(|part| there[part] = true);
            }
            pass.there = there;
            self.go_through(layer, &own, &keys, &mut pass)?;
            if !more {
                break;
            }
        }
        self.member.counters.messages += pass.found;
        self.member.counters.memory = super::peak_memory();
        if pass.cells.iter().any(|cells| cells.contains(&OPEN)) {
            return Err(confused());
        }
        let state = self.state("cells", layer);
        let mut pieces = Pieces::create(self.task.work, &state, me)?;
        for (part, cells) in own.iter().zip(&pass.cells) {
            let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
            pieces.put(*part, &bytes)?;
        }
        self.kept_by_all(pieces, &state)
    }

    /// Asks for all values that are to be had now.
    fn go_through(&mut self, layer: usize, own: &[usize], keys: &Kept, pass: &mut Pass<'_>) -> Result<(), Error> {
        let (me, members) = (self.member.index, self.member.count);
        let (mut wanted, mut mine) = (Vec::new(), Vec::new());
        let mut queries: Vec<(Vec<u8>, Vec<u64>)> = vec![Default::default(); members];
        for (slot, &part) in own.iter().enumerate() {
            let numbers = decoded(&keys.read(part)?)?;
            for (group, chunk) in numbers.chunks(TOGETHER).enumerate() {
                let begin = group * TOGETHER;
                let cells = pass.cells[slot].get_mut(begin..begin + chunk.len()).ok_or_else(confused)?;
                wanted.clear();
                mine.clear();
                self.game.expand(self.layer(layer), chunk, cells, &mut wanted).map_err(|_| confused())?;
                for &Wanted { number, index, same } in &wanted {
                    let part = pass.next.part(number);
                    if !pass.there[part] {
                        continue;
                    }
                    if part % members == me {
                        if let Some(loaded) = &pass.loaded[part / members] {
                            loaded.ask(number);
                            mine.push((part, number, index, same));
                        }
                        continue;
                    }
                    let (bytes, places) = &mut queries[part % members];
                    bytes.extend(number.to_le_bytes());
                    places.push((slot as u64) << 32 | (begin as u64 + u64::from(index)) << 1 | u64::from(same));
                }
                for &(part, number, index, same) in &mine {
                    if let Some(found) = pass.loaded[part / members].as_ref().and_then(|part| part.find(number)) {
                        improve(&mut pass.cells[slot][begin + index as usize], found, same);
                        pass.found += 1;
                    }
                }
                for (to, query) in queries.iter_mut().enumerate().filter(|(_, query)| query.1.len() >= LOT) {
                    pass.ask(self.member, to, std::mem::take(query))?;
                }
                if group.is_multiple_of(16) {
                    self.member.breathe(&mut |member, goods| pass.take(member, goods))?;
                }
            }
        }
        for (to, query) in queries.into_iter().enumerate().filter(|(_, query)| !query.1.is_empty()) {
            pass.ask(self.member, to, query)?;
        }
        while !pass.pending.is_empty() {
            self.member.attend(&mut |member, goods| pass.take(member, goods))?;
        }
        // Others may still ask.
        (0..members).for_each(|to| self.member.send_now(to, DONE, Vec::new()));
        while pass.done < members {
            self.member.attend(&mut |member, goods| pass.take(member, goods))?;
        }
        pass.done = 0;
        self.member.gather(&[])?;
        Ok(())
    }

    /// The blocks of this member's parts, in a file of its own. Blocks begin at every so many positions of a layer, whatever
    /// its parts are: who has the first position of a block gets the others.
    fn pack(&mut self, shapes: &[Shape]) -> Result<(), Error> {
        let state = self.state("packed", self.member.count);
        let mut pieces = Pieces::create(self.task.work, &state, self.member.index)?;
        let (mut figures, mut packer) = (Figures::default(), Packer::new(shapes.len() > 255));
        let (total, mut done, mut base) = (shapes.iter().map(Shape::total).sum(), 0, 0);
        for (layer, shape) in shapes.iter().enumerate() {
            let (keys, values) = (self.kept("keys", layer, shape)?, self.kept("cells", layer, shape)?);
            let begins: Vec<u64> =
                shape.counts.iter().scan(0, |sum, n| Some(std::mem::replace(sum, *sum + n))).collect();
            // By rank: entries that belong to a block which begins in a part of this member.
            let mut heads: BTreeMap<u64, (Vec<u64>, Vec<u16>)> = BTreeMap::new();
            let mut accept = |_: &mut Member<'_>, goods: Goods| {
                let [rank, length] = words(goods.bytes.get(..16).ok_or_else(confused)?)?;
                let (numbers, values) = goods.bytes[16..].split_at_checked(length as usize).ok_or_else(confused)?;
                heads.insert(rank, (decoded(numbers)?, cells(values)));
                Ok(())
            };
            let head = |part: usize| {
                (begins[part].next_multiple_of(BLOCK as u64) - begins[part]).min(shape.counts[part]) as usize
            };
            for part in self.parts(shape).filter(|part| head(*part) > 0) {
                let (numbers, values) = (decoded(&keys.read(part)?)?, values.read(part)?);
                let gaps = encode(&numbers[..head(part)]);
                let words = [begins[part], gaps.len() as u64];
                let mut bytes: Vec<u8> = words.iter().flat_map(|n| n.to_le_bytes()).collect();
                bytes.extend(&gaps);
                bytes.extend(&values[..2 * head(part)]);
                let block = begins[part] / BLOCK as u64 * BLOCK as u64;
                let to = begins.partition_point(|begin| *begin <= block) - 1;
                // Of parts that begin there, the last is the one that is not empty.
                self.member.send(to % self.member.count, HEAD, bytes, &mut accept)?;
            }
            self.member.settle(&[], &mut accept)?;
            for part in self.parts(shape) {
                let (mut numbers, mut values) = (decoded(&keys.read(part)?)?, cells(&values.read(part)?));
                self.game.count(self.layer(layer), &numbers, &values, &mut figures).map_err(|_| confused())?;
                done += numbers.len() as u64;
                numbers.drain(..head(part));
                values.drain(..head(part));
                let mut end = begins[part] + shape.counts[part];
                while !numbers.is_empty()
                    && let Some((more, some)) = heads.remove(&end)
                {
                    end += more.len() as u64;
                    numbers.extend(more);
                    values.extend(some);
                }
                let mut bytes = Vec::new();
                for (numbers, values) in numbers.chunks(BLOCK).zip(values.chunks(BLOCK)) {
                    let keys: Vec<Key> = numbers.iter().map(|n| Key::Number(*n)).collect();
                    let cells: Vec<Cell> = values.iter().map(|cell| Cell::from_bits(*cell)).collect();
                    packer.pack(self.layer(layer), &keys, &cells).put(&mut bytes);
                    self.member.breathe(&mut |_, _| Err(confused()))?;
                }
                pieces.put(base + part, &bytes)?;
                self.tell(Stage::Writing, layer, done, Some(total));
            }
            base += shape.counts.len();
            self.member.gather(&[])?;
        }
        pieces.put(merge::FIGURES, figures.to_lines().as_bytes())?;
        pieces.finish()?;
        self.shelf.agree(self.member, &state, &|s| s.kind == "packed")
    }
}

/// Numbers of the next layer that were found, part by part of a member.
struct Found<'a> {
    shape: &'a Shape,
    me: usize,
    members: usize,
    parts: Vec<Vec<u64>>,
    held: usize,
    most: usize,
    /// Numbers that have no room: sorted, in pieces of a file, by part.
    file: Option<File>,
    path: std::path::PathBuf,
    end: u64,
    pieces: Vec<Vec<(u64, usize)>>,
}

impl<'a> Found<'a> {
    fn new(shape: &'a Shape, me: usize, members: usize, memory: u64, task: &Task<'_>) -> Found<'a> {
        let count = shape.counts.len().div_ceil(members);
        Found {
            shape,
            me,
            members,
            parts: vec![Vec::new(); count],
            held: 0,
            // Vectors may be twice as large as what they hold.
            most: (memory / 2 / 16).max(1 << 12) as usize,
            file: None,
            path: task.work.join(format!("run.{me}")),
            end: 0,
            pieces: vec![Vec::new(); count],
        }
    }

    #[inline]
    fn push(&mut self, part: usize, number: u64) {
        self.parts[part / self.members].push(number);
        self.held += 1;
    }

    fn take(&mut self, goods: &Goods) -> Result<(), Error> {
        if goods.kind != KEYS {
            return Err(confused());
        }
        let (mut wrong, shape, members, me) = (false, self.shape, self.members, self.me);
        decode(&goods.bytes, &mut |number| {
            let part = shape.part(number);
            if part % members == me { self.push(part, number) } else { wrong = true }
        })?;
        if wrong { Err(confused()) } else { self.within() }
    }

    /// Numbers that are there twice go; and if that is not enough, all go to the file.
    fn within(&mut self) -> Result<(), Error> {
        if self.held < self.most {
            return Ok(());
        }
        self.parts.iter_mut().for_each(|numbers| {
            numbers.sort_unstable();
            numbers.dedup();
        });
        self.held = self.parts.iter().map(Vec::len).sum();
        if self.held < self.most / 2 {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let open = File::options().create(true).truncate(true).read(true).write(true).open(&self.path);
                none.insert(open.map_err(|e| unwritable(&self.path, e))?)
            }
        };
        for (numbers, pieces) in self.parts.iter_mut().zip(&mut self.pieces).filter(|(numbers, _)| !numbers.is_empty())
        {
            let bytes = encode(numbers);
            file.write_all(&bytes).map_err(|e| unwritable(&self.path, e))?;
            pieces.push((self.end, bytes.len()));
            self.end += bytes.len() as u64;
            *numbers = Vec::new();
        }
        self.held = 0;
        Ok(())
    }

    /// All numbers of a part, in order.
    fn part(&mut self, part: usize) -> Result<Vec<u64>, Error> {
        let at = part / self.members;
        let mut numbers = std::mem::take(&mut self.parts[at]);
        if let Some(file) = &self.file {
            for &(begin, length) in &self.pieces[at] {
                let mut bytes = vec![0; length];
                super::super::store::read_at(file, &mut bytes, begin).map_err(|e| unreadable(&self.path, e))?;
                decode(&bytes, &mut |number| numbers.push(number))?;
                if numbers.len() > self.most {
                    numbers.sort_unstable();
                    numbers.dedup();
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn clear(&self) {
        if self.file.is_some() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// A layer that is valued as far as some parts of the next one tell.
struct Pass<'a> {
    me: usize,
    members: usize,
    next: &'a Shape,
    /// Of this member's parts of the next layer, those that are in memory; and which are in anybody's.
    loaded: Vec<Option<Part>>,
    there: Vec<bool>,
    /// What is known of the positions of this member's parts.
    cells: Vec<Vec<u16>>,
    /// For each question that is not answered, where the answers belong: slot, index, and whether the same player moves.
    pending: BTreeMap<u32, Vec<u64>>,
    asked: u32,
    /// Members that ask nothing more.
    done: usize,
    /// Values that were looked up.
    found: u64,
}

impl Pass<'_> {
    fn ask(&mut self, member: &mut Member<'_>, to: usize, (numbers, places): (Vec<u8>, Vec<u64>)) -> Result<(), Error> {
        self.asked = self.asked.wrapping_add(1);
        let mut bytes = self.asked.to_le_bytes().to_vec();
        bytes.extend(numbers);
        self.pending.insert(self.asked, places);
        member.send(to, QUERY, bytes, &mut |member, goods| self.take(member, goods))
    }

    fn take(&mut self, member: &mut Member<'_>, goods: Goods) -> Result<(), Error> {
        if goods.kind == DONE {
            self.done += 1;
            return Ok(());
        }
        let (id, bytes) = goods.bytes.split_first_chunk().ok_or_else(confused)?;
        match goods.kind {
            QUERY => {
                let numbers: Vec<u64> = bytes.as_chunks().0.iter().map(|n| u64::from_le_bytes(*n)).collect();
                let mut answer = id.to_vec();
                for numbers in numbers.chunks(TOGETHER) {
                    let parts: Vec<Option<&Part>> = numbers
                        .iter()
                        .map(|&number| {
                            let part = self.next.part(number);
                            let loaded =
                                self.loaded.get(part / self.members).filter(|_| part % self.members == self.me)?;
                            loaded.as_ref().inspect(|part| part.ask(number))
                        })
                        .collect();
                    for (&number, part) in numbers.iter().zip(parts) {
                        answer.extend(part.and_then(|part| part.find(number)).unwrap_or(OPEN).to_le_bytes());
                    }
                }
                member.send_now(goods.from, ANSWER, answer);
            }
            ANSWER => {
                let places = self.pending.remove(&u32::from_le_bytes(*id)).ok_or_else(confused)?;
                self.found += places.len() as u64;
                for (place, found) in places.into_iter().zip(cells(bytes)) {
                    let (slot, index) = ((place >> 32) as usize, (place as u32 >> 1) as usize);
                    if found != OPEN {
                        improve(&mut self.cells[slot][index], found, place & 1 != 0);
                    }
                }
            }
            _ => return Err(confused()),
        }
        Ok(())
    }
}
