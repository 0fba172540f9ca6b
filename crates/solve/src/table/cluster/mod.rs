//! Tables built by several processes, on one machine or on many: the kernel of retrograde analysis, and the layers of games
//! that go forward, driven over timely dataflow.
//!
//! Every process has some *workers*, and each worker of each process is a member of the build. Members share buckets and
//! parts of layers by their numbers, and go through them in *phases*: in a phase each sends what it has to say, and it ends
//! when everything has arrived everywhere. What has no room goes to files. Now and then, when nothing is on its way, all
//! keep what they know on disk and agree that it is there: from such a state any number of processes can go on, wherever
//! the files lie. Timely itself stops for good when a process is lost; so does every process of a build, and says how
//! to go on.
//!
//! | | |
//! |---|---|
//! | `hosts` | who takes part |
//! | `link` | connections: made, agreed upon, watched |
//! | `member` | what a worker sends, what comes, where all wait for each other: the one place that knows timely |
//! | `pieces` | states on disk |
//! | `levels`, `layers` | the two ways of solving |
//! | `shape` | how a layer is cut, and how its numbers are written |
//! | `merge` | the finished table |

mod hosts;
mod layers;
mod levels;
mod link;
mod member;
mod merge;
mod pieces;
mod shape;
#[cfg(test)]
mod tests;

pub use hosts::Hosts;

use super::{
    Job, Progress, Spread, Table,
    batches::{ByLayer, Forward},
    beside,
    buckets::{Numbers, Undoable},
    claim_for, clear_away, not_margin, numbered, ready, unwritable,
};
use attractor_game::{Error, Layered, Retrograde};
use link::{Hello, Link};
use member::Member;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Builds the table of a game in layers together with other processes. The first of them has the table in the end.
pub fn build_layered_together<G: Layered + Sync>(
    game: &G,
    name: &str,
    out: &Path,
    job: &Job<'_>,
    crew: &Crew<'_>,
) -> Result<Option<Table>, Error> {
    not_margin(G::MARGIN, name)?;
    build(&Game::Layers(&ByLayer(game)), name, out, job, crew)
}

/// The same for a game whose positions are numbered densely and whose moves can be undone.
pub fn build_retrograde_together<G: Retrograde + Sync>(
    game: &G,
    name: &str,
    out: &Path,
    job: &Job<'_>,
    crew: &Crew<'_>,
) -> Result<Option<Table>, Error> {
    not_margin(G::MARGIN, name)?;
    if game.everywhere() {
        return Err(build_together_not(name));
    }
    build(&Game::Levels(&Numbers(game)), name, out, job, crew)
}

/// How fast values spread between processes, for measurements: as [`spread`](super::spread()), with what each worker counted.
pub fn spread_together<G: Retrograde + Sync>(
    game: &G,
    work: &Path,
    job: &Job<'_>,
    crew: &Crew<'_>,
) -> Result<(Spread, Vec<Counters>), Error> {
    spread(&Numbers(game), work, job, crew)
}

/// A game that several processes cannot solve together.
pub fn build_together_not(name: &str) -> Error {
    Error::new(
        "crew-way",
        "{game} has neither layers nor moves that can be undone, or is an endgame, and its table is built by one \
                process; leave --processes and --hosts away",
    )
    .arg("game", name)
}

/// Kinds of states, in the order in which a build comes to them.
const KINDS: [&str; 7] = ["listed", "reached", "state", "decided", "keys", "cells", "packed"];

/// A process of several that build a table together.
pub struct Crew<'a> {
    /// All of them.
    pub hosts: Hosts,
    /// Which one this is.
    pub process: usize,
    /// Workers of each process.
    pub workers: usize,
    /// How long others are waited for at the beginning.
    pub wait: Duration,
    /// Time between two states that are kept.
    pub save: Duration,
    /// Told how far all are, and what each worker has counted; process by process.
    pub watch: &'a (dyn Fn(Progress, &[Counters]) + Sync),
}

/// What a worker counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Messages heard, or positions whose values were looked up.
    pub messages: u64,
    /// Parcels sent to other workers, and their bytes.
    pub parcels: u64,
    /// Bytes of parcels.
    pub bytes: u64,
    /// How often all waited for each other.
    pub settled: u64,
    /// Nanoseconds in which there was nothing to do but wait for others.
    pub wait: u64,
    /// Nanoseconds of processor time.
    pub cpu: u64,
    /// Bytes of memory that its process has had at most, where the system tells.
    pub memory: u64,
    /// Bytes that the process sent to other machines; counted for its first worker.
    pub sent: u64,
    /// And received.
    pub received: u64,
}

impl Counters {
    const FIELDS: usize = 9;

    fn to_bytes(self) -> Vec<u8> {
        let Counters { messages, parcels, bytes, settled, wait, cpu, memory, sent, received } = self;
        let fields: [u64; Counters::FIELDS] = [messages, parcels, bytes, settled, wait, cpu, memory, sent, received];
        fields.iter().flat_map(|field| field.to_le_bytes()).collect()
    }

    /// What was counted since then.
    fn since(&self, begin: &Counters) -> Counters {
        Counters {
            messages: self.messages - begin.messages,
            parcels: self.parcels - begin.parcels,
            bytes: self.bytes - begin.bytes,
            settled: self.settled - begin.settled,
            wait: self.wait - begin.wait,
            cpu: self.cpu - begin.cpu,
            memory: self.memory,
            sent: self.sent - begin.sent,
            received: self.received - begin.received,
        }
    }

    fn from_bytes(bytes: &[u8]) -> Option<(Counters, &[u8])> {
        let (fields, rest) = bytes.split_at_checked(8 * Counters::FIELDS)?;
        let mut fields = fields.as_chunks().0.iter().map(|field| u64::from_le_bytes(*field));
        let mut next = || fields.next().unwrap_or(0);
        let (messages, parcels, bytes, settled, wait) = (next(), next(), next(), next(), next());
        let (cpu, memory, sent, received) = (next(), next(), next(), next());
        Some((Counters { messages, parcels, bytes, settled, wait, cpu, memory, sent, received }, rest))
    }
}

/// What is to be done.
struct Task<'a> {
    name: &'a str,
    work: &'a Path,
    /// The folder of the finished table, which the first process writes.
    out: &'a Path,
    job: &'a Job<'a>,
}

impl Task<'_> {
    /// Bytes of memory for each worker.
    fn memory(&self, crew: &Crew<'_>) -> u64 {
        self.job.memory / crew.workers.max(1) as u64
    }

    /// Says how far all are.
    fn tell(&self, member: &Member<'_>, progress: Progress) {
        if member.leads() {
            // First with what all counted: whoever says something now and then hears of that.
            (member.crew.watch)(progress, &member.all);
            (self.job.tell)(progress);
        }
    }
}

/// Which way a game is solved.
enum Game<'a> {
    Levels(&'a dyn Undoable),
    Layers(&'a dyn Forward),
}

/// What a process says of itself.
fn hello(game: &Game<'_>, name: &str, crew: &Crew<'_>, finished: bool) -> Hello {
    let size = match game {
        Game::Levels(game) => game.size(),
        Game::Layers(game) => game.start().1,
    };
    let version = format!("{} (table {}, link 1)", env!("CARGO_PKG_VERSION"), super::TABLE_VERSION);
    let hosts: Vec<&str> = (0..crew.hosts.len()).map(|process| crew.hosts.name(process)).collect();
    [
        ("version", version),
        ("game", name.to_owned()),
        ("processes", crew.hosts.len().to_string()),
        ("process", crew.process.to_string()),
        ("workers", crew.workers.to_string()),
        ("size", size.to_string()),
        ("hosts", hosts.join(" ")),
        ("finished", finished.to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// How fast values spread, for measurements: what was found, and what each worker counted.
fn spread(game: &dyn Undoable, work: &Path, job: &Job<'_>, crew: &Crew<'_>) -> Result<(Spread, Vec<Counters>), Error> {
    let link = Link::make(crew, &hello(&Game::Levels(game), "spread", crew, false), job.stop, None)?;
    let task = Task { name: "spread", work, out: work, job };
    let results = member::work(crew, link, job.stop, &|member| levels::spread(game, &task, member));
    let mut last = Err(member::confused());
    for one in results {
        last = Ok(one?);
    }
    last
}

/// Builds a table together with the other processes; the first one has it in the end.
fn build(game: &Game<'_>, name: &str, out: &Path, job: &Job<'_>, crew: &Crew<'_>) -> Result<Option<Table>, Error> {
    let first = crew.process == 0;
    let scratch: PathBuf = job.scratch.map_or_else(|| beside(out, ".work"), Path::to_owned);
    let prepare = || {
        let done = if first { ready(name, out)? } else { None };
        std::fs::create_dir_all(&scratch).map_err(|e| unwritable(&scratch, e))?;
        Ok((done, claim_for(&scratch, name, Some(crew.process))?))
    };
    // Whoever cannot begin meets the others all the same, to tell them.
    let (prepared, problem) = match prepare() {
        Ok(prepared) => (Some(prepared), None),
        Err(problem) => (None, Some(problem)),
    };
    let done = prepared.as_ref().and_then(|(done, _)| done.as_ref());
    let hello = hello(game, name, crew, done.is_some());
    let kept = |error: Error| match error.id() {
        "search-stopped" => Error::limit(
            "table-stopped",
            "stopped; the work so far is kept in {file}, and the same command goes on from there",
        )
        .arg("file", scratch.display()),
        "crew-lost" => go_on(
            Error::limit(
                "crew-lost-kept",
                "process {process} at {address} is gone: {why}; the work so far is kept in {file}: start all processes again, as \
                 many as there are now, and they go on from there",
            ),
            &error,
            &scratch,
        ),
        "crew-stopped" => go_on(
            Error::limit(
                "crew-stopped-kept",
                "process {process} at {address} stopped: {why}; the work so far is kept in {file}: start all processes again, as \
                 many as there are now, and they go on from there",
            ),
            &error,
            &scratch,
        ),
        _ => error,
    };
    let link = Link::make(crew, &hello, job.stop, problem).map_err(|error| match error.id() {
        "search-stopped" => kept(error),
        _ => error,
    })?;
    let mut result: Result<(), Error> = Ok(());
    if link.first.get("finished").is_none_or(|finished| finished != "true") {
        let task = Task { name, work: &scratch, out, job };
        let solve = |member: &mut Member<'_>| match game {
            Game::Levels(game) => levels::solve(*game, &task, member),
            Game::Layers(game) => layers::solve(*game, &task, member),
        };
        for one in member::work(crew, link, job.stop, &solve) {
            // What went wrong here says more than that others heard of it.
            result = match (result, one) {
                (Err(e), Err(f)) if ["crew-lost", "crew-stopped"].contains(&e.id()) => Err(f),
                (Err(e), _) => Err(e),
                (Ok(()), one) => one,
            };
        }
    }
    result.map_err(kept)?;
    clear_away_shared(&scratch, crew);
    if first { Table::open(out).map(Some) } else { Ok(None) }
}

/// Removes the files of a finished build from a folder that processes share. Each process removes those that none needs any
/// longer, and its own claim; the first one also the claims of earlier builds by more processes.
fn clear_away_shared(scratch: &Path, crew: &Crew<'_>) {
    clear_away(scratch, |name| {
        let whose = ["about.", "agreed."].iter().find_map(|kind| name.strip_prefix(kind)?.parse::<usize>().ok());
        pieces::parse(name).is_some()
            || ["marks.", "values.", "run.", "post."].into_iter().any(|kind| numbered(name, kind))
            || whose.is_some_and(|whose| whose == crew.process || (crew.process == 0 && whose >= crew.hosts.len()))
            || name == "status.json"
    });
}

/// What happened to another process, and how to go on.
fn go_on(mut told: Error, error: &Error, scratch: &Path) -> Error {
    for (name, value) in error.args() {
        told = told.arg(name, value);
    }
    told.arg("file", scratch.display())
}

/// The most memory that this process has had, in bytes; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10
}
