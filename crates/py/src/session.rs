//! A position of a game: the one door of [`attractor_play`], with Python's words for it.

use crate::{
    arena::Graph,
    arrow::{self, Entries},
    data::data,
    drawing::Drawing,
    errors::{raise, words},
    own::Own,
    work::{Allowed, Meter},
};
use attractor_game::{Error, Game, Notation, Player, Rng, laws};
use attractor_play::{
    Analysis, Effort, GAMES, Line, MatchRequest, PlayerSpec, SearchRequest, Session as PlaySession, TableRecord,
    TableRequest, TreeRecord, TreeRequest, full_name, knowledge, open, open_tree,
    pictures::{self, TreePicture},
    words::player_names,
};
use attractor_solve::{
    graph::Names,
    search::{Algorithm, book::Book},
    table::{Stage, Table as Solved},
};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyList},
};
use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

/// Every game as a dictionary of what the registry says.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let list: Vec<_> = GAMES
        .iter()
        .map(|entry| {
            serde_json::json!({
                "name": entry.name, "size": entry.size, "default": entry.default, "options": entry.options,
                "samples": entry.samples, "solved_by": entry.solved_by,
            })
        })
        .collect();
    data(py, &list)
}

/// A position and the line that led there. It never changes: every move makes another one.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Session {
    inner: Box<dyn PlaySession>,
    /// A game written in Python, and the number of the position there.
    own: Option<(Own, u32)>,
}

/// Bytes for each state that Python keeps, about: the states of a game written in Python are many times larger than ours.
const PYTHON: u64 = 8;

impl Session {
    fn of(inner: Box<dyn PlaySession>, own: Option<(Own, u32)>) -> Session {
        Session { inner, own }
    }

    /// After moves of this position that `inner` has made.
    fn after(&self, inner: Box<dyn PlaySession>) -> Session {
        let before = self.inner.line().len();
        let own = self.own.as_ref().map(|(own, id)| {
            let go = |p: u32, name: &String| {
                let m = own.moves(&p).find(|&m| own.name(&p, m) == *name);
                m.map_or(p, |m| own.play(&p, m))
            };
            (own.clone(), inner.line()[before..].iter().fold(*id, go))
        });
        Session::of(inner, own)
    }

    /// The answer, unless the game failed on the way.
    fn settled<T>(&self, answer: PyResult<T>) -> PyResult<T> {
        match &self.own {
            Some((own, _)) => own.0.settle().and(answer),
            None => answer,
        }
    }

    fn work<T: Send>(
        &self,
        py: Python<'_>,
        allowed: &Allowed,
        job: impl FnOnce(&Effort<'_>, &Meter) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let answer = allowed.work(py, self.own.is_some(), |stop, meter| {
            let mut effort = allowed.effort(stop, meter);
            if self.own.is_some() {
                // One after the other: Python would let no two run anyway.
                effort.threads = 1;
                effort.memory /= PYTHON;
            }
            job(&effort, meter)
        });
        self.settled(answer)
    }

    /// An error for a class that calls itself acyclic and is not.
    fn acyclic(&self, effort: &Effort<'_>, meter: &Meter) -> Result<(), Error> {
        let Some((own, id)) = &self.own else { return Ok(()) };
        let never = AtomicBool::new(false);
        let most = effort.memory / 104;
        own.unfold(*id, most, effort.stop.unwrap_or(&never), &mut |found, _| meter.tell(found, 0)).map(|_| ())
    }
}

/// Where answers may be looked up: a solved table, an opening book; and whether the book that comes with the program counts.
#[derive(FromPyObject)]
pub(crate) struct Sources {
    #[pyo3(item)]
    table: Option<Py<Table>>,
    #[pyo3(item)]
    book: Option<PathBuf>,
    #[pyo3(item)]
    usual: bool,
}

/// The same, opened.
struct Opened<'a> {
    table: Option<&'a Table>,
    given: Option<Book>,
    usual: Option<&'static Book>,
}

impl Sources {
    fn open(&self, spec: &str) -> PyResult<Opened<'_>> {
        let given = self.book.as_ref().map(|path| Book::open(path)).transpose().map_err(raise)?;
        let usual = knowledge::usual_book(&full_name(spec)).filter(|_| self.usual);
        Ok(Opened { table: self.table.as_ref().map(|table| table.get()), given, usual })
    }
}

impl Opened<'_> {
    fn effort<'b>(&'b self, effort: &Effort<'b>) -> Effort<'b> {
        Effort { table: self.table.map(|t| &t.table), book: self.given.as_ref().or(self.usual), ..*effort }
    }
}

fn algorithm(name: &str) -> PyResult<Algorithm> {
    match name {
        "minimax" => Ok(Algorithm::Minimax),
        "alpha-beta" => Ok(Algorithm::AlphaBeta),
        other => Err(raise(
            Error::new("bad-algorithm", "the algorithm is minimax or alpha-beta, not {algorithm}")
                .arg("algorithm", other)
                .nearest(attractor_game::nearest(other, ["minimax", "alpha-beta"])),
        )),
    }
}

#[pymethods]
impl Session {
    /// A game by its name.
    #[staticmethod]
    fn open(spec: &str) -> PyResult<Session> {
        Ok(Session::of(open(spec).map_err(raise)?, None))
    }

    /// A tree given by hand, as JSON.
    #[staticmethod]
    fn open_tree(text: &str) -> PyResult<Session> {
        Ok(Session::of(open_tree(text, "tree").map_err(raise)?, None))
    }

    /// A game written in Python.
    #[staticmethod]
    fn own(object: &Bound<'_, PyAny>, heuristic: Option<Py<PyAny>>) -> PyResult<Session> {
        let own = Own::new(object, heuristic)?;
        let line = Line::new(crate::errors::kind(object), own.clone());
        let start = own.start();
        Ok(Session::of(Box::new(line), Some((own, start))))
    }

    #[getter]
    fn spec(&self) -> &str {
        self.inner.spec()
    }
    #[getter]
    fn turn(&self) -> u8 {
        self.inner.turn().number()
    }
    fn position(&self) -> PyResult<String> {
        self.settled(Ok(self.inner.position()))
    }
    fn diagram(&self) -> PyResult<String> {
        self.settled(Ok(self.inner.diagram()))
    }
    fn moves(&self) -> PyResult<Vec<String>> {
        self.settled(Ok(self.inner.moves()))
    }
    fn line(&self) -> Vec<String> {
        self.inner.line()
    }
    fn line_text(&self) -> String {
        self.inner.line_text()
    }
    /// Who won, 0 for nobody, and the margin; none while play goes on.
    fn finished(&self) -> PyResult<Option<(u8, Option<i32>)>> {
        let finish = self.inner.finished();
        self.settled(Ok(finish.map(|f| (f.winner.map_or(0, Player::number), f.margin))))
    }
    fn heuristics(&self) -> Vec<&'static str> {
        self.inner.heuristics().to_vec()
    }

    /// The state, of a game written in Python.
    fn state<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.own.as_ref().map(|(own, id)| own.0.state(py, *id))
    }
    /// The move objects, of a game written in Python.
    fn own_moves(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        self.own.as_ref().map(|(own, id)| own.0.moves_of(py, *id)).transpose()
    }
    /// How many states Python has made so far.
    fn known(&self) -> Option<usize> {
        self.own.as_ref().map(|(own, _)| own.0.count())
    }

    fn play(&self, name: &str) -> PyResult<Session> {
        let mut inner = self.inner.fork();
        let played = inner.play(name).map_err(raise);
        self.settled(played)?;
        self.settled(Ok(self.after(inner)))
    }
    fn play_line(&self, text: &str) -> PyResult<Session> {
        let mut inner = self.inner.fork();
        let played = inner.play_line(text).map_err(raise);
        self.settled(played)?;
        self.settled(Ok(self.after(inner)))
    }
    fn at(&self, text: &str) -> PyResult<Session> {
        let mut inner = self.inner.fork();
        let read = inner.set_position(text).map_err(raise);
        self.settled(read)?;
        let own = self.own.as_ref().and_then(|(own, _)| Some((own.clone(), own.read(text).ok()?)));
        Ok(Session::of(inner, own))
    }
    fn restarted(&self) -> Session {
        let mut inner = self.inner.fork();
        inner.restart();
        Session::of(inner, self.own.as_ref().map(|(own, _)| (own.clone(), own.start())))
    }

    fn solve<'py>(
        &self,
        py: Python<'py>,
        outcome: bool,
        allowed: Allowed,
        sources: Sources,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sources = sources.open(self.inner.spec())?;
        let solved = self.work(py, &allowed, |effort, meter| {
            self.acyclic(effort, meter)?;
            let effort = sources.effort(effort);
            self.inner.solve(&effort, outcome)
        })?;
        data(py, &solved)
    }

    fn analyse(&self, py: Python<'_>, allowed: Allowed, sources: Sources) -> PyResult<Analysed> {
        let sources = sources.open(self.inner.spec())?;
        let total = self.inner.moves().len() as u64;
        let record = self.work(py, &allowed, |effort, meter| {
            self.acyclic(effort, meter)?;
            let effort = sources.effort(effort);
            let mut done = 0;
            self.inner.analyse(&effort, &mut |_| {
                done += 1;
                meter.tell(done, total);
            })
        })?;
        Ok(Analysed { session: self.inner.fork(), record })
    }

    /// What the position is worth as part of a sum.
    fn combinatorial<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.inner.combinatorial().map_err(raise)?)
    }

    #[pyo3(signature = (*, depth, algorithm, heuristic, only, record, count, most, allowed))]
    #[allow(clippy::too_many_arguments)]
    fn tree(
        &self,
        py: Python<'_>,
        depth: u32,
        algorithm: &str,
        heuristic: Option<&str>,
        only: Option<&str>,
        record: bool,
        count: bool,
        most: u64,
        allowed: Allowed,
    ) -> PyResult<Treed> {
        let algorithm = self::algorithm(algorithm)?;
        let (found, whole) = self.work(py, &allowed, |effort, _| {
            let request = TreeRequest { depth, algorithm, heuristic, only, most, record, count, stop: effort.stop };
            let found = self.inner.tree(&request)?;
            // What alpha-beta did not visit is drawn too, where it is not too much.
            const DRAWN: u64 = 20_000;
            let all = TreeRequest { algorithm: Algorithm::Minimax, most: DRAWN, ..request };
            let whole = (record && algorithm == Algorithm::AlphaBeta && found.nodes.is_some_and(|n| n <= DRAWN))
                .then(|| self.inner.tree(&all).ok())
                .flatten();
            Ok((found, whole))
        })?;
        Ok(Treed { session: self.inner.fork(), record: found, whole })
    }

    #[pyo3(signature = (*, depth, time, heuristic, allowed, sources))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        time: Option<f64>,
        heuristic: Option<&str>,
        allowed: Allowed,
        sources: Sources,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sources = sources.open(self.inner.spec())?;
        let time = time.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let found = self.work(py, &allowed, |effort, _| {
            let effort = Effort { book: None, ..sources.effort(effort) };
            self.inner.search(&SearchRequest { depth, time, heuristic, effort }, &mut |_| {})
        })?;
        data(py, &found)
    }

    fn perft(&self, py: Python<'_>, depth: u32, allowed: Allowed) -> PyResult<u64> {
        self.work(py, &allowed, |effort, _| self.inner.perft(depth, effort.stop))
    }

    fn stats<'py>(&self, py: Python<'py>, plays: u64, seed: u64, allowed: Allowed) -> PyResult<Bound<'py, PyAny>> {
        let stats = self.work(py, &allowed, |effort, meter| {
            self.inner.stats(plays, seed, effort.stop, &mut |done| meter.tell(done, plays))
        })?;
        data(py, &stats)
    }

    #[pyo3(signature = (first, second, *, games, swap, seed, allowed, sources))]
    #[allow(clippy::too_many_arguments)]
    fn matches<'py>(
        &self,
        py: Python<'py>,
        first: &str,
        second: &str,
        games: u64,
        swap: bool,
        seed: u64,
        allowed: Allowed,
        sources: Sources,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (first, second): (PlayerSpec, PlayerSpec) = (first.parse().map_err(raise)?, second.parse().map_err(raise)?);
        let sources = sources.open(self.inner.spec())?;
        let record = self.work(py, &allowed, |effort, meter| {
            let effort = sources.effort(effort);
            let request = MatchRequest { first: &first, second: &second, games, swap, seed, effort };
            self.inner.matches(&request, &|done| meter.tell(done, games))
        })?;
        data(py, &record)
    }

    fn choose(&self, py: Python<'_>, player: &str, seed: u64, allowed: Allowed, sources: Sources) -> PyResult<String> {
        let player: PlayerSpec = player.parse().map_err(raise)?;
        let sources = sources.open(self.inner.spec())?;
        self.work(py, &allowed, |effort, _| {
            let effort = sources.effort(effort);
            self.inner.choose(&player, &effort, &mut Rng::new(seed))
        })
    }

    /// All positions that can be reached from here.
    fn arena(&self, py: Python<'_>, states: Option<u64>, allowed: Allowed) -> PyResult<Graph> {
        let Some((own, from)) = &self.own else {
            let arena = self.work(py, &allowed, |effort, meter| {
                self.inner.unfold(states, effort, &mut |found, _| meter.tell(found, 0))
            })?;
            return Ok(Graph::new(arena, None, Some(self.inner.fork())));
        };
        let unfolded = self.work(py, &allowed, |effort, meter| {
            let never = AtomicBool::new(false);
            let most = states.unwrap_or(effort.memory / 104);
            own.unfold(*from, most, effort.stop.unwrap_or(&never), &mut |found, _| meter.tell(found, 0))
        })?;
        let list = PyList::empty(py);
        for &id in &unfolded.positions {
            list.append(own.0.state(py, id))?;
        }
        Ok(Graph::new(unfolded.arena.renamed(Names::Numbers), Some(list), None))
    }

    /// How many positions were looked at, and the laws that they break, each with an example.
    fn laws(&self, py: Python<'_>, seed: u64, allowed: Allowed) -> PyResult<(usize, Vec<(String, String)>)> {
        let effort = laws::Effort { near: 1_000, plays: 20, plies: 1_000, seed };
        let found = self.work(py, &allowed, |_, _| Ok(self.inner.laws(effort)))?;
        Ok(match found {
            Ok(count) => (count, Vec::new()),
            Err(broken) => (0, broken.into_iter().map(|b| (b.law.to_owned(), b.example)).collect()),
        })
    }

    /// The board.
    fn draw(&self, title: &str, lang: Option<&str>) -> PyResult<Drawing> {
        let words = words(lang)?;
        self.settled(Ok(Drawing::new(pictures::board(self.inner.as_ref(), title, words), None)))
    }
}

/// A position with the value of every move.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Analysed {
    session: Box<dyn PlaySession>,
    record: Analysis,
}

#[pymethods]
impl Analysed {
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.record)
    }

    fn draw(&self, blank: bool, names: Option<&str>, title: &str, lang: Option<&str>) -> PyResult<Drawing> {
        let names = player_names(names.unwrap_or("1/2")).map_err(raise)?;
        let title = title.to_owned();
        let picture = pictures::analysis(self.session.as_ref(), &self.record, blank, title, &names, words(lang)?);
        Ok(Drawing::new(picture, None))
    }
}

/// A search to limited depth with all it saw.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Treed {
    session: Box<dyn PlaySession>,
    record: TreeRecord,
    whole: Option<TreeRecord>,
}

#[pymethods]
impl Treed {
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.record)
    }

    #[pyo3(signature = (*, levels, blank, boards, names, title, lang))]
    fn draw(
        &self,
        levels: Option<usize>,
        blank: bool,
        boards: bool,
        names: Option<&str>,
        title: &str,
        lang: Option<&str>,
    ) -> PyResult<Drawing> {
        let picture = TreePicture {
            record: &self.record,
            whole: self.whole.as_ref().and_then(|whole| whole.tree.as_ref()),
            levels,
            blank,
            boards,
            names: &player_names(names.unwrap_or("1/2")).map_err(raise)?,
            title: title.to_owned(),
        };
        let (drawing, remark) = pictures::tree(&picture, self.session.fork().as_mut(), words(lang)?).map_err(raise)?;
        Ok(Drawing::new(drawing, remark))
    }
}

/// A solved table on disk.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Table {
    table: Solved,
    path: PathBuf,
}

fn stage(stage: Stage) -> &'static str {
    match format!("{stage:?}").as_str() {
        "Listing" => "listing",
        "Valuing" => "valuing",
        "Writing" => "writing",
        _ => "working",
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(path: PathBuf) -> PyResult<Table> {
        Ok(Table { table: Solved::open(&path).map_err(raise)?, path })
    }

    /// Solves every position that can be reached from one, in a folder, or goes on with that.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        session: &Session,
        path: PathBuf,
        scratch: Option<PathBuf>,
        allowed: Allowed,
    ) -> PyResult<Table> {
        let table = session.work(py, &allowed, |effort, meter| {
            let tell = |progress: attractor_solve::table::Progress| {
                meter.stage(stage(progress.stage));
                meter.tell(progress.done, progress.total.unwrap_or(0));
            };
            let request = TableRequest { effort: *effort, scratch: scratch.as_deref(), tell: &tell };
            session.inner.build_table(&path, &request)
        })?;
        Ok(Table { table, path })
    }

    #[getter]
    fn game(&self) -> &str {
        self.table.game()
    }

    #[getter]
    fn path(&self) -> &PathBuf {
        &self.path
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &TableRecord::new(&self.table, 0.0))
    }

    /// What the table alone says of a position; none if it is not there.
    fn probe<'py>(&self, py: Python<'py>, session: &Session) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.right(session)?;
        let found = session.inner.probe_table(&self.table).map_err(raise)?;
        found.map(|solved| data(py, &solved)).transpose()
    }

    /// Checks values against those of the successors: all of them, or a sample. Returns how many.
    fn verify(
        &self,
        py: Python<'_>,
        session: &Session,
        sample: Option<u64>,
        seed: u64,
        allowed: Allowed,
    ) -> PyResult<u64> {
        self.right(session)?;
        let checked = session.work(py, &allowed, |effort, meter| {
            let tell = |progress: attractor_solve::table::Progress| {
                meter.tell(progress.done, progress.total.unwrap_or(0));
            };
            let request = TableRequest { effort: *effort, scratch: None, tell: &tell };
            session.inner.check_table(&self.table, sample, seed, &request)
        })?;
        Ok(checked.entries)
    }

    /// Its entries as columns.
    fn arrow_stream<'py>(
        &self,
        py: Python<'py>,
        session: &Session,
        allowed: Allowed,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.right(session)?;
        let entries = session.work(py, &allowed, |effort, meter| {
            let tell = |progress: attractor_solve::table::Progress| {
                meter.tell(progress.done, progress.total.unwrap_or(0));
            };
            let request = TableRequest { effort: *effort, scratch: None, tell: &tell };
            let mut entries = Entries::default();
            session.inner.read_table(&self.table, &request, &mut |row| entries.push(row))?;
            Ok(entries.finish())
        })?;
        arrow::stream(py, entries)
    }
}

impl Table {
    fn right(&self, session: &Session) -> PyResult<()> {
        let other = full_name(session.inner.spec());
        if self.table.game() == other {
            return Ok(());
        }
        Err(raise(
            Error::new("not-the-table-of", "the table is one of {game}, not of {other}")
                .arg("game", self.table.game())
                .arg("other", other),
        ))
    }
}
