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

mod begun;
mod cell;
mod check;
mod figures;
mod file;
mod inside;
mod kernel;
mod keys;
mod layers;
mod levels;
mod plan;
mod post;
mod rows;
mod runs;
mod store;
#[cfg(test)]
mod tests;
mod tiers;
mod whole;

pub use begun::Begun;
pub use cell::Cell;
pub use check::{Checked, check};
pub use figures::Figures;
pub use file::{Prober, TABLE_VERSION, Table};
pub use inside::{Inside, Known};
pub use keys::Key;
pub use levels::{Spread, spread};
pub use plan::{Plan, Way, plan_indexed, plan_layered, plan_retrograde, plan_whole};
pub use rows::{Row, rows};

use attractor_game::{Error, Game, Indexed, Layered, Notation, Retrograde, Value};
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
        (0, Key::Number(game.index(p)))
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
    for m in game.moves(p) {
        over = false;
        let q = game.play(p, m);
        if game.moves(&q).next().is_none() {
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
    use attractor_game::{Draw, Outcome};
    match game.result(p).outcome() {
        Outcome::Win => Value::Win(0),
        Outcome::Draw => Value::Draw(Draw::Final),
        Outcome::Loss => Value::Loss(0),
    }
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
pub fn build_layered<G: Layered + Sync>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error>
where
    G::Position: Send,
{
    build(game, name, out, job, |work, file| layers::solve(game, name, work, file, job))
}

/// Builds the table of a game whose positions are numbered densely and whose moves can be undone.
pub fn build_retrograde<G: Retrograde + Sync>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error> {
    build(game, name, out, job, |work, file| levels::solve(game, name, work, file, job))
}

/// Builds the table of a game whose positions are numbered densely, tier by tier, with a tier's moves in memory.
pub fn build_indexed<G: Indexed + Sync>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error> {
    build(game, name, out, job, |work, file| levels::solve_tiers(game, name, work, file, job))
}

/// Builds the table of any game that can be unfolded within the memory allowed.
pub fn build_whole<G: Notation>(game: &G, name: &str, out: &Path, job: &Job<'_>) -> Result<Table, Error> {
    build(game, name, out, job, |_, file| whole::solve(game, name, file, job))
}

/// What all ways have in common: a folder for work, and a finished table that appears at once.
fn build<G: Game>(
    _: &G,
    name: &str,
    out: &Path,
    job: &Job<'_>,
    solve: impl FnOnce(&Path, &Path) -> Result<(), Error>,
) -> Result<Table, Error> {
    if G::MARGIN {
        return Err(Error::new("table-margin", "{game} counts margins, and tables hold wins, draws and losses only")
            .arg("game", name));
    }
    if out.exists() {
        let table = Table::open(out)?;
        return if table.name() == name {
            Ok(table)
        } else {
            Err(Error::new("table-other", "{file} holds the table of {other}; choose another --out")
                .arg("file", out.display())
                .arg("other", table.name().replace('\n', ", ")))
        };
    }
    let scratch = job.scratch.map_or_else(|| beside(out, ".work"), Path::to_owned);
    std::fs::create_dir_all(&scratch).map_err(|e| unwritable(&scratch, e))?;
    let _lock = claim(&scratch, name)?;
    // The finished folder appears under its name at once.
    let partial = beside(out, ".partial");
    std::fs::create_dir_all(&partial).map_err(|e| unwritable(&partial, e))?;
    solve(&scratch, &partial.join(FILE)).map_err(|error| match error.id() {
        "search-stopped" => Error::limit(
            "table-stopped",
            "stopped; the work so far is kept in {file}, and the same command goes on from there",
        )
        .arg("file", scratch.display()),
        _ => error,
    })?;
    std::fs::rename(&partial, out).map_err(|e| unwritable(out, e))?;
    if let Some(parent) = out.parent()
        && let Ok(folder) = File::open(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
    {
        // Some file systems cannot; the file itself is on the disk already.
        let _ = folder.sync_all();
    }
    let table = Table::open(out)?;
    clear_away(&scratch);
    Ok(table)
}

/// Removes files of work, and their folder if it held nothing else: somebody may have given one with files of their own.
/// Whoever finds some left behind may remove them.
fn clear_away(scratch: &Path) {
    for entry in std::fs::read_dir(scratch).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let name = name.strip_suffix(".tmp").unwrap_or(&name);
        let numbered = |kind| name.strip_prefix(kind).is_some_and(|n| n.parse::<u32>().is_ok());
        if ["about", "listed", "marks", "reached", "state", "values"].contains(&name)
            || ["keys.", "cells.", "run.", "post."].into_iter().any(numbered)
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    let _ = std::fs::remove_dir(scratch);
}

/// Says whose work a folder holds, and keeps others from it while the file is open.
fn claim(scratch: &Path, name: &str) -> Result<File, Error> {
    let path = scratch.join("about");
    let about = format!("attractor table {TABLE_VERSION}\n{name}\n");
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
