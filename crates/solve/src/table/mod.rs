//! Solved tables: the exact value of every position that can be reached, in a file that is probed without loading it.
//!
//! | a game that is | is solved by |
//! |---|---|
//! | [`Layered`] (each move leads to the next layer) | `layers`: numbers of positions sorted layer by layer, then valued from the last back, on disk and within any memory |
//! | numbered densely, with moves that can be undone ([`Retrograde`]) | `kernel`: nine bits for each number, messages to predecessors, level by level; driven by `levels` in memory or on disk |
//! | numbered densely only ([`Indexed`]) | `tiers`: tier by tier from the last, the moves of a tier turned round in memory |
//! | anything else | `whole`: unfolded in memory, then the attractors of both players |
//!
//! [`Table`] is the file (its format is described in `file.rs`), [`check`] looks at it with nothing but the rules. Work in
//! progress lies in a folder beside it, file by file, each named only when it is whole: whatever ends a build, the
//! next one goes on from there, and the finished file is the same to the byte.

mod batches;
mod begun;
#[cfg(test)]
mod bounds_tests;
mod buckets;
mod cell;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod figures;
mod file;
#[cfg(test)]
mod forge;
#[cfg(test)]
mod forgery_tests;
#[cfg(test)]
mod heaps;
mod inside;
mod kernel;
mod keys;
mod layers;
mod levels;
mod plan;
mod post;
mod reach;
mod rows;
mod runs;
mod store;
#[cfg(test)]
mod tests;
mod tiers;
mod whole;

pub use begun::Begun;
pub use cell::Cell;
pub use check::{Checked, FAULTS, check};
#[cfg(feature = "cluster")]
pub use cluster::{
    Counters, Crew, Hosts, build_layered_together, build_retrograde_together, build_together_not, spread_together,
};
pub use figures::Figures;
pub use file::{Prober, TABLE_VERSION, Table};
pub use inside::Inside;
pub use keys::Key;
pub use levels::{Spread, spread};
pub use plan::{Plan, Way, plan_indexed, plan_layered, plan_retrograde, plan_whole};
pub use rows::{Row, rows};

use attractor_game::{Error, Game, Indexed, Layered, Notation, Retrograde, Value, is_over, moves_of};
use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// The table's file in its folder.
const FILE: &str = "table";

/// How to go about a table.
pub struct Job<'a> {
    /// Most bytes of memory for positions and values.
    pub memory: u64,
    /// Threads.
    pub threads: usize,
    /// Where work in progress is kept; beside the table if none is given.
    pub scratch: Option<&'a Path>,
    /// Set when somebody wants it to stop.
    pub stop: Option<&'a AtomicBool>,
    /// Told how far it is.
    pub tell: &'a (dyn Fn(Progress) + Sync),
}

/// How far a build or a check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// The layer at work.
    pub layer: u32,
    /// Positions of this stage done so far.
    pub done: u64,
    /// Positions of this stage, where that is known.
    pub total: Option<u64>,
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Positions are listed.
    Listing,
    /// Values are worked out.
    Valuing,
    /// The file is written.
    Writing,
    /// The file is checked.
    Checking,
}

/// How the positions of a game are known in its tables.
pub trait Keyed<G: Game> {
    /// The layer of a position.
    fn layer(&self, _game: &G, _p: &G::Position) -> u32 {
        0
    }
    /// The layer of a position, and its key there.
    fn key(&self, game: &G, p: &G::Position) -> (u32, Key);
    /// A position of that key, if there is one.
    fn position(&self, game: &G, layer: u32, key: &Key) -> Option<G::Position>;
    /// How many positions a symmetry of the board makes equal to this one, itself included.
    fn images(&self, _game: &G, _p: &G::Position) -> u64 {
        1
    }
    /// Whether the position is known by one with the names of the players exchanged.
    fn renamed(&self, _game: &G, _p: &G::Position) -> bool {
        false
    }
    /// How many positions a table has that holds every one with a key; none if it holds what play from the start reaches.
    fn everywhere(&self, _game: &G) -> Option<u64> {
        None
    }
    /// The family that the position is counted in, if there are some.
    fn family(&self, _game: &G, _p: &G::Position) -> Option<String> {
        None
    }
}

/// By layer and number.
#[derive(Clone, Copy)]
pub struct ByNumber;

impl<G: Layered> Keyed<G> for ByNumber {
    fn layer(&self, game: &G, p: &G::Position) -> u32 {
        game.layer(p)
    }
    fn key(&self, game: &G, p: &G::Position) -> (u32, Key) {
        (game.layer(p), Key::Number(game.number(p)))
    }
    fn position(&self, game: &G, layer: u32, key: &Key) -> Option<G::Position> {
        match key {
            Key::Number(number) => game.numbered(layer, *number),
            Key::Text(_) => None,
        }
    }
    fn images(&self, game: &G, p: &G::Position) -> u64 {
        game.images(p)
    }
}

/// By index.
#[derive(Clone, Copy)]
pub struct ByIndex;

impl<G: Indexed> Keyed<G> for ByIndex {
    fn key(&self, game: &G, p: &G::Position) -> (u32, Key) {
        // No table has a number that large.
        (0, Key::Number(if game.numbered(p) { game.index(p) } else { u64::MAX }))
    }
    fn position(&self, game: &G, _: u32, key: &Key) -> Option<G::Position> {
        match key {
            Key::Number(number) => game.position(*number),
            Key::Text(_) => None,
        }
    }
    fn images(&self, game: &G, p: &G::Position) -> u64 {
        game.images(p)
    }
    fn renamed(&self, game: &G, p: &G::Position) -> bool {
        game.renamed(p)
    }
    fn everywhere(&self, game: &G) -> Option<u64> {
        let all = || (0..game.size()).filter(|&number| game.position(number).is_some()).count() as u64;
        game.everywhere().then(all)
    }
    fn family(&self, game: &G, p: &G::Position) -> Option<String> {
        game.family(p)
    }
}

/// By text.
#[derive(Clone, Copy)]
pub struct ByText;

impl<G: Notation> Keyed<G> for ByText {
    fn key(&self, game: &G, p: &G::Position) -> (u32, Key) {
        (0, Key::Text(game.write(p)))
    }
    fn position(&self, game: &G, _: u32, key: &Key) -> Option<G::Position> {
        match key {
            Key::Text(text) => game.read(text).ok(),
            Key::Number(_) => None,
        }
    }
}

/// The value of a position where the rules tell it at sight: play is over, or a move wins at once.
pub fn at_sight<G: Game>(game: &G, p: &G::Position) -> Option<Value> {
    let mut over = true;
    for m in moves_of(game, p) {
        over = false;
        let q = game.play(p, m);
        if is_over(game, &q) {
            let won = ended(game, &q).before(game.turn(&q) == game.turn(p));
            if won == Value::Win(1) {
                return Some(won);
            }
        }
    }
    over.then(|| ended(game, p))
}

/// The value of a finished position.
fn ended<G: Game>(game: &G, p: &G::Position) -> Value {
    Value::finished(game.result(p), false)
}

/// The value of a position in a table; none if it is not there.
pub fn probe<G: Game>(
    game: &G,
    keyed: &impl Keyed<G>,
    prober: &mut Prober<'_>,
    p: &G::Position,
) -> Result<Option<Value>, Error> {
    if let Some(value) = at_sight(game, p) {
        return Ok(Some(value));
    }
    let (layer, key) = keyed.key(game, p);
    Ok(prober.get(layer, &key)?.map(Cell::value))
}

/// What a table is called that holds what can be reached from a position: the game's name, and on a line of its own the
/// position.
pub fn name_from(game: &str, position: &str) -> String {
    format!("{game}\nfrom {position}")
}

/// Builds the table of a game whose positions are numbered in layers, in the folder `out`; or goes on with one.
pub fn build_layered<G: Layered + Sync>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error> {
    build(G::MARGIN, name, out, job, &|work, file| layers::solve(&batches::ByLayer(game), name, work, file, job))
}

/// Builds the table of a game whose positions are numbered densely and whose moves can be undone.
pub fn build_retrograde<G: Retrograde + Sync>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error> {
    build(G::MARGIN, name, out, job, &|work, file| levels::solve(&buckets::Numbers(game), name, work, file, job))
}

/// Builds the table of a game whose positions are numbered densely, tier by tier, with a tier's moves in memory.
pub fn build_indexed<G: Indexed + Sync>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error> {
    build(G::MARGIN, name, out, job, &|work, file| levels::solve_tiers(game, name, work, file, job))
}

/// Builds the table of any game that can be unfolded within the memory allowed.
pub fn build_whole<G: Notation>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error> {
    build(G::MARGIN, name, out, job, &|_, file| whole::solve(game, name, file, job))
}

/// Tables hold wins, draws and losses only.
fn not_margin(margin: bool, name: &str) -> Result<(), Error> {
    if margin {
        return Err(Error::new("table-margin", "{game} counts margins, and tables hold wins, draws and losses only")
            .arg("game", name));
    }
    Ok(())
}

/// The table, if it has been built before.
fn ready(name: &str, out: &Path) -> Result<Option<Table>, Error> {
    // A finished folder may take the place of an empty one.
    let is_empty = || std::fs::read_dir(out).is_ok_and(|mut folder| folder.next().is_none());
    if !out.exists() || is_empty() {
        return Ok(None);
    }
    let table = Table::open(out)?;
    if table.name() == name {
        return Ok(Some(table));
    }
    Err(Error::new("table-other", "{file} holds the table of {other}; choose another --out")
        .arg("file", out.display())
        .arg("other", table.name().replace('\n', ", ")))
}

/// A finished folder appears under its name at once.
fn publish(partial: &Path, out: &Path) -> Result<(), Error> {
    std::fs::rename(partial, out).map_err(|e| unwritable(out, e))?;
    if let Some(parent) = out.parent()
        && let Ok(folder) = File::open(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
    {
        // Some file systems cannot; the file itself is on the disk already.
        let _ = folder.sync_all();
    }
    Ok(())
}

/// What all ways on one machine have in common: a folder for work, and a finished table that appears at once.
fn build(
    margin: bool,
    name: &str,
    out: &Path,
    job: &Job<'_>,
    solve: &dyn Fn(&Path, &Path) -> Result<(), Error>,
) -> Result<Table, Error> {
    not_margin(margin, name)?;
    if let Some(table) = ready(name, out)? {
        return Ok(table);
    }
    let scratch = job.scratch.map_or_else(|| beside(out, ".work"), Path::to_owned);
    std::fs::create_dir_all(&scratch).map_err(|e| unwritable(&scratch, e))?;
    let _lock = claim_for(&scratch, name, None)?;
    // The finished folder appears under its name at once.
    let partial = beside(out, ".partial");
    std::fs::create_dir_all(&partial).map_err(|e| unwritable(&partial, e))?;
    let solved = solve(&scratch, &partial.join(FILE));
    // What is refused before any work is done leaves nothing behind that would be in the way of another table.
    if solved.as_ref().is_err_and(|error| error.id() != "search-stopped") && nothing_in(&scratch) {
        clear_away_own(&scratch);
        let _ = std::fs::remove_dir(&partial);
    }
    solved.map_err(|error| match error.id() {
        "search-stopped" => Error::limit(
            "table-stopped",
            "stopped; the work so far is kept in {file}, and the same command goes on from there",
        )
        .arg("file", scratch.display()),
        _ => error,
    })?;
    publish(&partial, out)?;
    let table = Table::open(out)?;
    clear_away_own(&scratch);
    Ok(table)
}

/// A folder of work holds no work, only whose it would be.
fn nothing_in(scratch: &Path) -> bool {
    std::fs::read_dir(scratch).is_ok_and(|mut all| all.all(|entry| entry.is_ok_and(|e| e.file_name() == "about")))
}

/// The file that says whose work a folder holds; processes that build together have one each.
fn about_file(process: Option<usize>) -> String {
    process.map_or("about".to_owned(), |process| format!("about.{process}"))
}

/// Removes the files of a finished build by one process.
fn clear_away_own(scratch: &Path) {
    clear_away(scratch, |name| {
        ["about", "listed", "marks", "reached", "state", "values"].contains(&name)
            || ["keys.", "cells.", "run.", "post."].into_iter().any(|kind| numbered(name, kind))
    });
}

/// The name is `kind` with a number behind it.
fn numbered(name: &str, kind: &str) -> bool {
    name.strip_prefix(kind).is_some_and(|n| n.parse::<u32>().is_ok())
}

/// Removes the files that `ours` accepts by name, temporary ones too, and then the folder if it is empty: somebody may have
/// given one with files of their own.
fn clear_away(scratch: &Path, ours: impl Fn(&str) -> bool) {
    for entry in std::fs::read_dir(scratch).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if ours(name.strip_suffix(".tmp").unwrap_or(&name)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    let _ = std::fs::remove_dir(scratch);
}

/// Says whose work a folder holds, and keeps others from it while the file is open.
fn claim_for(scratch: &Path, name: &str, process: Option<usize>) -> Result<File, Error> {
    let path = scratch.join(about_file(process));
    let about = format!("attractor table {TABLE_VERSION}\n{name}\n");
    // Work of one process is nothing for several, and the other way round.
    for entry in std::fs::read_dir(scratch).map_err(|e| unreadable(scratch, e))?.flatten() {
        let other = entry.file_name();
        let Some(other) = other.to_str().filter(|other| *other == "about" || other.starts_with("about.")) else {
            continue;
        };
        if (other == "about") != process.is_none() {
            let told = if process.is_none() {
                Error::new(
                    "table-work-many",
                    "{file} holds the work of processes that build together; go on with --processes or --hosts, remove it, or \
                     choose another --scratch",
                )
            } else {
                Error::new(
                    "table-work-one",
                    "{file} holds the work of a build by one process; go on without --processes and --hosts, remove it, or \
                     choose another --scratch",
                )
            };
            return Err(told.arg("file", scratch.display()));
        }
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    if !about.starts_with(&found) {
        return Err(Error::new(
            "table-work-other",
            "{file} holds the work of another table; remove it, or choose another --scratch",
        )
        .arg("file", scratch.display()));
    }
    let open = || {
        use std::io::Write;
        let mut file = File::options().create(true).truncate(false).write(true).open(&path)?;
        if file.try_lock().is_err() {
            return Ok(None);
        }
        file.write_all(about.as_bytes())?;
        file.sync_all()?;
        Ok(Some(file))
    };
    match open().map_err(|e: std::io::Error| unwritable(&path, e))? {
        Some(file) => Ok(file),
        None => Err(Error::new("table-busy", "another build is at work in {file}").arg("file", scratch.display())),
    }
}

/// A path with something added to its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// A file that could not be written.
fn unwritable(path: &Path, why: impl std::fmt::Display) -> Error {
    Error::new("cannot-write", "cannot write {file}: {why}").arg("file", path.display()).arg("why", why)
}

/// A file that could not be read.
fn unreadable(path: &Path, why: impl std::fmt::Display) -> Error {
    Error::new("cannot-read", "cannot read {file}: {why}").arg("file", path.display()).arg("why", why)
}

/// A file that is not as it was written.
#[cold]
fn damaged(path: &Path) -> Error {
    Error::new("table-damaged", "{file} is damaged or cut off").arg("file", path.display())
}
