//! What members keep on disk, so that others can go on with it: files of *pieces*.
//!
//! A piece is what is known of a bucket, or of a part of a layer. Member w of n keeps those whose number leaves w when divided
//! by n, in one file `KIND.NUMBER.wofn`: the pieces; for each its number (u32), where it begins and its length (u64 each);
//! their count (u32); a CRC-32. A set of n such files, wherever they lie, is a *state* that any number of members can
//! take up.

use super::{
    super::{damaged, runs::Whole, runs::verified, store::read_at, unreadable},
    member::{Member, confused},
};
use attractor_game::Error;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    path::{Path, PathBuf},
};

/// Pieces are sent as this.
const PIECE: u8 = 9;
/// Bytes of an entry of the directory.
const ENTRY: usize = 20;

/// Whoever gets pieces, by their numbers.
type Put<'a> = dyn FnMut(usize, &[u8]) -> Result<(), Error> + 'a;

/// A state: its kind, a number (a level, a layer), and how many members kept it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct State {
    pub(super) kind: String,
    pub(super) number: u32,
    pub(super) members: usize,
}

impl State {
    fn file(&self, member: usize) -> String {
        format!("{}.{}.{member}of{}", self.kind, self.number, self.members)
    }
}

/// A name of such a file; which state, and whose part.
pub(super) fn parse(name: &str) -> Option<(State, usize)> {
    let mut words = name.split('.');
    let (kind, number, whose) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
    let (member, members) = whose.split_once("of")?;
    let (member, members) = (member.parse().ok()?, members.parse().ok()?);
    let state = State { kind: kind.to_owned(), number, members };
    (words.next().is_none() && member < members && state.file(member) == name).then_some((state, member))
}

/// Writes a file of pieces.
pub(super) struct Pieces {
    file: Whole,
    directory: Vec<u8>,
    count: u32,
    at: u64,
}

impl Pieces {
    pub(super) fn create(work: &Path, state: &State, member: usize) -> Result<Pieces, Error> {
        let file = Whole::create(&work.join(state.file(member)))?;
        Ok(Pieces { file, directory: Vec::new(), count: 0, at: 0 })
    }

    pub(super) fn put(&mut self, number: usize, bytes: &[u8]) -> Result<(), Error> {
        self.file.write(bytes)?;
        self.directory.extend((number as u32).to_le_bytes());
        self.directory.extend(self.at.to_le_bytes());
        self.directory.extend((bytes.len() as u64).to_le_bytes());
        self.at += bytes.len() as u64;
        self.count += 1;
        Ok(())
    }

    /// The file is whole and on the disk.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        self.file.write(&self.directory)?;
        self.file.write(&self.count.to_le_bytes())?;
        self.file.finish()
    }
}

/// Reads a file of pieces.
pub(super) struct Kept {
    file: File,
    path: PathBuf,
    places: BTreeMap<usize, (u64, usize)>,
}

impl Kept {
    fn open(path: &Path) -> Result<Kept, Error> {
        let (file, length) = verified(path)?;
        let read = |at: u64, count: usize| {
            let mut bytes = vec![0; count];
            read_at(&file, &mut bytes, at).map_err(|_| damaged(path)).map(|()| bytes)
        };
        let end = length.checked_sub(4).ok_or_else(|| damaged(path))?;
        let count = read(end, 4)?.first_chunk().map_or(0, |b| u32::from_le_bytes(*b)) as usize;
        let begin = end.checked_sub((count * ENTRY) as u64).ok_or_else(|| damaged(path))?;
        let mut places = BTreeMap::new();
        for entry in read(begin, count * ENTRY)?.as_chunks::<ENTRY>().0 {
            let word = |at: usize| entry[at..].first_chunk().map_or(0, |b| u64::from_le_bytes(*b));
            let number = entry.first_chunk().map_or(0, |b| u32::from_le_bytes(*b));
            places.insert(number as usize, (word(4), word(12) as usize));
        }
        Ok(Kept { file, path: path.into(), places })
    }

    pub(super) fn read(&self, number: usize) -> Result<Vec<u8>, Error> {
        let &(at, length) = self.places.get(&number).ok_or_else(|| damaged(&self.path))?;
        let mut bytes = vec![0; length];
        read_at(&self.file, &mut bytes, at).map_err(|e| unreadable(&self.path, e))?;
        Ok(bytes)
    }
}

/// The states that all processes have together, and where.
pub(super) struct Shelf {
    work: PathBuf,
    /// For each state and member, the processes that have its file.
    holders: BTreeMap<State, Vec<BTreeSet<usize>>>,
    /// States that all had kept when they last waited for each other.
    agreed: BTreeSet<State>,
}

/// The file in which a process notes what all have agreed upon.
fn agreed_file(member: &Member<'_>) -> String {
    format!("agreed.{}", member.process_of(member.index))
}

impl Shelf {
    /// All tell all what they have.
    pub(super) fn look(member: &mut Member<'_>, work: &Path) -> Result<Shelf, Error> {
        let mut lines = String::new();
        if member.leads() {
            for entry in std::fs::read_dir(work).map_err(|e| unreadable(work, e))?.flatten() {
                let name = entry.file_name();
                if let Some(name) = name.to_str().filter(|name| parse(name).is_some()) {
                    lines += &format!("{name}\n");
                }
            }
            let path = work.join(agreed_file(member));
            if path.exists() {
                let (_, length) = verified(&path)?;
                let mut bytes = std::fs::read(&path).map_err(|e| unreadable(&path, e))?;
                bytes.truncate(length as usize);
                for line in String::from_utf8_lossy(&bytes).lines() {
                    lines += &format!("agreed {line}\n");
                }
            }
        }
        let (mut holders, mut agreed) = (BTreeMap::<State, Vec<BTreeSet<usize>>>::new(), BTreeSet::new());
        for (from, word) in member.gather(lines.as_bytes())?.into_iter().enumerate() {
            for line in String::from_utf8(word).map_err(|_| confused())?.lines() {
                if let Some((state, _)) = line.strip_prefix("agreed ").and_then(parse) {
                    agreed.insert(state);
                } else if let Some((state, whose)) = parse(line) {
                    let none = vec![BTreeSet::new(); state.members];
                    holders.entry(state).or_insert(none)[whose].insert(member.process_of(from));
                }
            }
        }
        let shelf = Shelf { work: work.into(), holders, agreed };
        shelf.complete()?;
        Ok(shelf)
    }

    /// What all had agreed upon is still there.
    fn complete(&self) -> Result<(), Error> {
        for state in &self.agreed {
            let none = Vec::new();
            let holders = self.holders.get(state).unwrap_or(&none);
            let missing = (0..state.members).find(|&i| holders.get(i).is_none_or(BTreeSet::is_empty));
            if let Some(member) = missing
                && !self.later(state)
            {
                let error = Error::new(
                    "crew-piece",
                    "{file} is missing in {folder} and in the folders of all other processes; start the process that \
                            has it too, copy it here, or remove all work to begin anew",
                );
                return Err(error.arg("file", state.file(member)).arg("folder", self.work.display()));
            }
        }
        Ok(())
    }

    /// There is a complete state beyond one.
    fn later(&self, than: &State) -> bool {
        let beyond = |state: &State| match (rank(&state.kind), rank(&than.kind)) {
            (a, b) if a == b => state.number > than.number,
            (a, b) => a > b,
        };
        self.holders.iter().any(|(state, holders)| beyond(state) && holders.iter().all(|h| !h.is_empty()))
    }

    /// The last complete state of a kind.
    pub(super) fn last(&self, kind: &str) -> Option<State> {
        let complete = self.holders.iter().filter(|(_, holders)| holders.iter().all(|h| !h.is_empty()));
        complete.map(|(state, _)| state).filter(|state| state.kind == kind).max_by_key(|state| state.number).cloned()
    }

    /// A complete state of a kind and number.
    pub(super) fn find(&self, kind: &str, number: u32) -> Option<State> {
        let complete = self.holders.iter().filter(|(_, holders)| holders.iter().all(|h| !h.is_empty()));
        complete.map(|(state, _)| state).find(|state| state.kind == kind && state.number == number).cloned()
    }

    /// Brings pieces of a state to those who need them now: member `number % members` each; below `count` where that is
    /// known. `put` gets each piece.
    pub(super) fn bring(
        &self,
        member: &mut Member<'_>,
        state: &State,
        count: usize,
        put: &mut Put<'_>,
    ) -> Result<(), Error> {
        let (me, members, process) = (member.index, member.count, member.process_of(member.index));
        let holders = &self.holders[state];
        let mut kept: Vec<Option<Kept>> = (0..state.members).map(|_| None).collect();
        for number in 0..count {
            let (whose, owner) = (number % state.members, number % members);
            let home = member.process_of(owner);
            let holder = if holders[whose].contains(&home) { home } else { *holders[whose].first().expect("complete") };
            // Of the process that has it, the owner itself reads it, or some member sends it.
            let reader =
                if holder == home { owner } else { holder * member.crew.workers + number % member.crew.workers };
            if process != holder || reader != me {
                continue;
            }
            let file = match &mut kept[whose] {
                Some(file) => file,
                none => none.insert(Kept::open(&self.work.join(state.file(whose)))?),
            };
            let bytes = file.read(number)?;
            if owner == me {
                put(number, &bytes)?;
                member.breathe(&mut |_, goods| unwrap(&goods.bytes, put))?;
                continue;
            }
            let mut parcel = (number as u32).to_le_bytes().to_vec();
            parcel.extend(bytes);
            member.send(owner, PIECE, parcel, &mut |_, goods| unwrap(&goods.bytes, put))?;
            member.breathe(&mut |_, goods| unwrap(&goods.bytes, put))?;
        }
        member.settle(&[], &mut |_, goods| unwrap(&goods.bytes, put))?;
        Ok(())
    }

    /// A state has been kept by all; what is `gone` is no longer needed.
    pub(super) fn agree(
        &mut self,
        member: &mut Member<'_>,
        state: &State,
        gone: &dyn Fn(&State) -> bool,
    ) -> Result<(), Error> {
        member.gather(&[])?;
        let gone = |s: &State| s != state && gone(s);
        self.agreed.retain(|s| !gone(s));
        self.agreed.insert(state.clone());
        if member.leads() {
            let mut file = Whole::create(&self.work.join(agreed_file(member)))?;
            for state in &self.agreed {
                file.write(format!("{}\n", state.file(0)).as_bytes())?;
            }
            file.finish()?;
        }
        // Nothing is removed before all have noted what is there instead.
        member.gather(&[])?;
        if member.leads() {
            for entry in std::fs::read_dir(&self.work).map_err(|e| unreadable(&self.work, e))?.flatten() {
                if entry.file_name().to_str().and_then(parse).is_some_and(|(s, _)| gone(&s)) {
                    let _ = std::fs::remove_file(entry.path());
                }
            }
        }
        self.holders.retain(|s, _| !gone(s));
        let homes = (0..state.members).map(|m| BTreeSet::from([member.process_of(m)])).collect();
        self.holders.insert(state.clone(), homes);
        Ok(())
    }

    /// Every member's own file of a state is in the folder of its process.
    pub(super) fn at_home(&self, member: &Member<'_>, state: &State) -> bool {
        let holders = self.holders.get(state);
        holders.is_some_and(|holders| holders.iter().enumerate().all(|(m, h)| h.contains(&member.process_of(m))))
    }

    /// A piece that every file of a state has.
    pub(super) fn common(&self, member: &mut Member<'_>, state: &State, number: usize) -> Result<Vec<u8>, Error> {
        let process = member.process_of(member.index);
        let mine = self.holders[state].iter().position(|holders| holders.contains(&process));
        let word = match mine.filter(|_| member.leads()) {
            Some(whose) => Kept::open(&self.work.join(state.file(whose)))?.read(number)?,
            None => Vec::new(),
        };
        member.gather(&word)?.into_iter().find(|word| !word.is_empty()).ok_or_else(confused)
    }

    /// The pieces that a member kept itself.
    pub(super) fn own(&self, member: &Member<'_>, state: &State) -> Result<Kept, Error> {
        Kept::open(&self.work.join(state.file(member.index)))
    }
}

fn unwrap(parcel: &[u8], put: &mut Put<'_>) -> Result<(), Error> {
    let (number, bytes) = parcel.split_first_chunk().ok_or_else(confused)?;
    put(u32::from_le_bytes(*number) as usize, bytes)
}

/// Kinds in the order in which a build comes to them.
fn rank(kind: &str) -> usize {
    super::KINDS.iter().position(|k| *k == kind).unwrap_or(0)
}
