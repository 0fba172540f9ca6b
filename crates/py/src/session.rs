//! A position of a game: the one door of [`attractor_play`], with Python's words for it.

use crate::{
    again::{self, TreeParts},
    arena::Graph,
    data::data,
    drawing::Drawing,
    errors::{raise, usual_words, words},
    own::{Own, unreadable},
    table::{Table, stage},
    work::{Allowed, Meter},
};
use attractor_game::{Error, Game, Notation, Player, illegal_move, laws, split_words};
use attractor_play::{
    Analysis, Effort, Line, Session as PlaySession, full_name, knowledge, open, open_tree, pictures,
    request::{
        Choose, Explained, Games, Keep, Limits, Local, Match, Perft, Question, Search, Solve, Stats, Surface, Tree,
        Update, analyse, combinatorial,
    },
    words::{Words, player_names},
};
use attractor_solve::search::book::Book;
use pyo3::{prelude::*, types::PyList};
use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// Every game of the registry as a dictionary, or the one of that name.
#[pyfunction]
#[pyo3(signature = (name=None))]
pub(crate) fn games(py: Python<'_>, name: Option<String>) -> PyResult<Bound<'_, PyAny>> {
    let list = Games { game: name }.answer().map_err(raise)?;
    data(py, &list)
}

/// A position and the line that led there. It never changes: every move makes another one.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Session {
    kind: Kind,
}

enum Kind {
    /// A game of the registry.
    Ours(Box<dyn PlaySession>),
    /// A game written in Python that stands at a position, and the line that led there.
    Python(Own, Vec<String>),
}

/// Bytes for each state that Python keeps, about: the states of a game written in Python are many times larger than ours.
const PYTHON: u64 = 8;

impl Session {
    fn ours(session: Box<dyn PlaySession>) -> Session {
        Session { kind: Kind::Ours(session) }
    }

    /// The session of a game of the registry, which draws boards.
    pub(crate) fn fork(&self) -> Option<Box<dyn PlaySession>> {
        match &self.kind {
            Kind::Ours(session) => Some(session.fork()),
            Kind::Python(..) => None,
        }
    }

    /// The same of any game.
    fn forked(&self) -> PyResult<Box<dyn PlaySession>> {
        self.ask(|session, _| Ok(session.fork()))
    }

    fn step(&self, name: &str) -> PyResult<Session> {
        let Kind::Python(_, line) = &self.kind else {
            return self.ask(|session, _| {
                let mut next = session.fork();
                next.play(name).map_err(raise)?;
                Ok(Session::ours(next))
            });
        };
        self.ask(|_, own| {
            let own = own.expect("a game written in Python");
            let here = own.start();
            let m = own.find(&here, name.trim()).map_err(raise)?;
            let (own, line) = (own.from(own.play(&here, m)), [&line[..], &[name.trim().to_owned()]].concat());
            Ok(Session { kind: Kind::Python(own, line) })
        })
    }

    /// Asks the session. A game written in Python gets a use of its own for each question, whose error is raised here.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&dyn PlaySession, Option<&Own>) -> PyResult<T>) -> PyResult<T> {
        match &self.kind {
            Kind::Ours(session) => question(session.as_ref(), None),
            Kind::Python(own, _) => {
                let own = own.from(own.start());
                let answer = question(&Line::new(own.class(), own.clone()), Some(&own));
                own.settled(answer)
            }
        }
    }

    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        allowed: &Allowed,
        job: impl FnOnce(&dyn PlaySession, &Effort<'_>, &Meter) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.ask(|session, own| {
            allowed.work(py, own.is_some(), |stop, meter| {
                let mut effort = allowed.effort(stop, meter);
                if own.is_some() {
                    // One after the other: Python would let no two run anyway.
                    effort.threads = 1;
                    effort.memory /= PYTHON;
                }
                job(session, &effort, meter)
            })
        })
    }

    /// The same, for exact answers: an error for a class that calls itself acyclic and is not.
    fn exactly<T: Send>(
        &self,
        py: Python<'_>,
        allowed: &Allowed,
        job: impl FnOnce(&dyn PlaySession, &Effort<'_>, &Meter) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let own = match &self.kind {
            Kind::Ours(_) => None,
            Kind::Python(own, _) => Some(own.from(own.start())),
        };
        let answer = self.work(py, allowed, |session, effort, meter| {
            if let Some(own) = &own {
                let never = AtomicBool::new(false);
                let (most, stop) = (effort.memory / STATE, effort.stop.unwrap_or(&never));
                own.unfold(own.start(), most, stop, &mut |found, _| meter.tell(found, 0))?;
            }
            job(session, effort, meter)
        });
        match own {
            Some(own) => own.settled(answer),
            None => answer,
        }
    }

    /// The name of the game.
    pub(crate) fn name(&self) -> &str {
        match &self.kind {
            Kind::Ours(session) => session.spec(),
            Kind::Python(own, _) => own.class(),
        }
    }
}

/// Bytes for each state of an arena that is unfolded.
const STATE: u64 = 104;

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
pub(crate) struct Opened<'a> {
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

/// A question from Python: its effort, what it may look up, and who hears how far it is.
pub(crate) struct Asking<'a> {
    effort: &'a Effort<'a>,
    sources: Option<&'a Opened<'a>>,
    meter: &'a Meter,
    /// Moves that will be told.
    moves: u64,
    told: AtomicU64,
}

impl<'a> Asking<'a> {
    pub(crate) fn new(effort: &'a Effort<'a>, sources: Option<&'a Opened<'a>>, meter: &'a Meter) -> Asking<'a> {
        Asking { effort, sources, meter, moves: 0, told: AtomicU64::new(0) }
    }
}

impl Surface for Asking<'_> {
    fn limits(&self) -> &Limits {
        &Limits::LOCAL
    }
    fn effort(&self) -> Effort<'_> {
        *self.effort
    }
    fn knowing(&self, _: &str) -> Result<Effort<'_>, Error> {
        Ok(self.sources.map_or(*self.effort, |sources| sources.effort(self.effort)))
    }
    fn words(&self) -> &Words {
        usual_words()
    }
    fn tell(&self, update: Update<'_>) {
        match update {
            Update::Progress(done, total) => self.meter.tell(done, total.unwrap_or(0)),
            Update::Move(_) => self.meter.tell(1 + self.told.fetch_add(1, Relaxed), self.moves),
            Update::Table(progress) => {
                self.meter.stage(stage(progress.stage));
                self.meter.tell(progress.done, progress.total.unwrap_or(0));
            }
            _ => {}
        }
    }
}

#[pymethods]
impl Session {
    /// A game by its name.
    #[staticmethod]
    fn open(spec: &str) -> PyResult<Session> {
        Ok(Session::ours(open(spec).map_err(raise)?))
    }

    /// A tree given by hand, as JSON.
    #[staticmethod]
    fn open_tree(text: &str) -> PyResult<Session> {
        Ok(Session::ours(open_tree(text, "tree").map_err(raise)?))
    }

    /// A game written in Python.
    #[staticmethod]
    fn own(object: &Bound<'_, PyAny>, heuristic: Option<Py<PyAny>>) -> PyResult<Session> {
        Ok(Session { kind: Kind::Python(Own::new(object, heuristic)?, Vec::new()) })
    }

    #[getter]
    fn spec(&self) -> &str {
        self.name()
    }
    #[getter]
    fn turn(&self) -> PyResult<u8> {
        self.ask(|session, _| Ok(session.turn().number()))
    }
    fn position(&self) -> PyResult<String> {
        self.ask(|session, _| Ok(session.position()))
    }
    fn diagram(&self) -> PyResult<String> {
        self.ask(|session, _| Ok(session.diagram()))
    }
    /// The moves that can be made: none where play is over, by a rule about what was played too.
    fn moves(&self) -> PyResult<Vec<String>> {
        self.ask(|session, _| Ok(if session.finished().is_some() { Vec::new() } else { session.moves() }))
    }
    /// The moves of the position itself, however it was reached: what searches look at.
    fn legal(&self) -> PyResult<Vec<String>> {
        self.ask(|session, _| Ok(session.moves()))
    }
    fn line(&self) -> Vec<String> {
        match &self.kind {
            Kind::Ours(session) => session.line(),
            Kind::Python(_, line) => line.clone(),
        }
    }
    /// Who won, 0 for nobody, and the margin for the player to move; none while play goes on.
    fn finished(&self) -> PyResult<Option<(u8, Option<i32>)>> {
        self.ask(|session, _| {
            let sign = if session.turn() == Player::One { 1 } else { -1 };
            let finish = session.finished();
            Ok(finish.map(|f| (f.winner.map_or(0, Player::number), f.margin.map(|margin| sign * margin))))
        })
    }
    fn heuristics(&self) -> PyResult<Vec<&'static str>> {
        self.ask(|session, _| Ok(session.heuristics().to_vec()))
    }

    /// The state, of a game written in Python.
    fn state<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        match &self.kind {
            Kind::Ours(_) => None,
            Kind::Python(own, _) => Some(own.state(py, own.start())),
        }
    }
    /// The move objects, of a game written in Python.
    fn own_moves(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        self.ask(|_, own| own.map(|own| own.moves_of(py, own.start())).transpose())
    }
    /// The move objects of a line from here, of a game written in Python.
    fn line_objects(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Vec<Py<PyAny>>> {
        self.ask(|_, own| {
            let Some(own) = own else { return Ok(Vec::new()) };
            let (mut p, mut objects) = (own.start(), Vec::with_capacity(names.len()));
            for name in &names {
                let m = own.find(&p, name).map_err(raise)?;
                objects.push(own.moves_of(py, p)?[m as usize].clone_ref(py));
                p = own.play(&p, m);
            }
            Ok(objects)
        })
    }
    /// The position after one of [`Session::moves`].
    fn play(&self, name: &str) -> PyResult<Session> {
        self.ask(|session, _| {
            if session.finished().is_some() && !session.moves().is_empty() {
                return Err(raise(illegal_move(name, &[])));
            }
            Ok(())
        })?;
        self.step(name)
    }
    /// The position after one of [`Session::legal`].
    fn go(&self, name: &str) -> PyResult<Session> {
        self.step(name)
    }
    /// The position that the line began at.
    fn root(&self) -> PyResult<String> {
        self.ask(|session, _| {
            let mut root = session.fork();
            while root.undo() {}
            Ok(root.position())
        })
    }
    fn play_line(&self, text: &str) -> PyResult<Session> {
        if let Kind::Python(own, line) = &self.kind {
            let mut here = Session { kind: Kind::Python(own.clone(), line.clone()) };
            for name in split_words(text) {
                here = here.step(name)?;
            }
            return Ok(here);
        }
        self.ask(|session, _| {
            let mut next = session.fork();
            next.play_line(text).map_err(raise)?;
            Ok(Session::ours(next))
        })
    }
    fn at(&self, text: &str) -> PyResult<Session> {
        self.ask(|session, own| {
            if own.is_some() {
                return Err(raise(unreadable()));
            }
            let mut next = session.fork();
            next.set_position(text).map_err(raise)?;
            Ok(Session::ours(next))
        })
    }

    fn solve<'py>(
        &self,
        py: Python<'py>,
        outcome: bool,
        allowed: Allowed,
        sources: Sources,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sources = sources.open(self.name())?;
        let question = Solve { outcome, ..Solve::default() };
        let solved = self.exactly(py, &allowed, |session, effort, meter| {
            question.answer_at(session, &Asking::new(effort, Some(&sources), meter))
        })?;
        data(py, &solved)
    }

    fn analyse(&self, py: Python<'_>, allowed: Allowed, sources: Sources) -> PyResult<Analysed> {
        let sources = sources.open(self.name())?;
        let (session, record) = self.exactly(py, &allowed, |session, effort, meter| {
            let moves = session.moves().len() as u64;
            let asking = Asking { moves, ..Asking::new(effort, Some(&sources), meter) };
            Ok((session.fork(), analyse(session, &asking)?))
        })?;
        Ok(Analysed { session, record })
    }

    /// An analysis of this position again, from what [`Analysed::data`] gave.
    fn analysed(&self, data: &Bound<'_, PyAny>) -> PyResult<Analysed> {
        let (session, record) = (self.forked()?, again::analysis(data)?);
        Ok(Analysed { session, record })
    }

    /// A tree of this position again, from what [`Treed::parts`] gave.
    fn treed(&self, parts: TreeParts, whole: Option<TreeParts>) -> PyResult<Treed> {
        let (session, whole) = (self.forked()?, whole.map(again::tree).transpose()?);
        Ok(Treed { session, explained: Explained { record: again::tree(parts)?, whole } })
    }

    /// What the position is worth as part of a sum.
    fn combinatorial<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.ask(|session, _| data(py, &combinatorial(session, &Local::default()).map_err(raise)?))
    }

    #[pyo3(signature = (*, depth, algorithm, heuristic, only, record, remember, most, allowed))]
    #[allow(clippy::too_many_arguments)]
    fn tree(
        &self,
        py: Python<'_>,
        depth: u32,
        algorithm: &str,
        heuristic: Option<&str>,
        only: Option<&str>,
        record: bool,
        remember: bool,
        most: u64,
        allowed: Allowed,
    ) -> PyResult<Treed> {
        let question = Tree {
            depth,
            algorithm: Some(algorithm.to_owned()),
            heuristic: heuristic.map(str::to_owned),
            only: only.map(str::to_owned),
            most: Some(most),
            summary: !record,
            ..Tree::default()
        };
        let (session, explained) = self.work(py, &allowed, |session, effort, meter| {
            let keep = Keep { drawn: record, count: record, remember: remember.then_some(effort.memory) };
            let explained = question.explain(session, &Asking::new(effort, None, meter), keep)?;
            Ok((session.fork(), explained))
        })?;
        Ok(Treed { session, explained })
    }

    #[pyo3(signature = (*, depth, time, heuristic, allowed, sources))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        time: Option<f64>,
        heuristic: Option<String>,
        allowed: Allowed,
        sources: Sources,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sources = sources.open(self.name())?;
        let question = Search { depth: Some(depth), seconds: time, heuristic, ..Search::default() };
        let found = self.work(py, &allowed, |session, effort, meter| {
            question.answer_at(session, &Asking::new(effort, Some(&sources), meter))
        })?;
        data(py, &found)
    }

    fn perft(&self, py: Python<'_>, depth: u32, allowed: Allowed) -> PyResult<u64> {
        let question = Perft { depth, ..Perft::default() };
        let counted = self.work(py, &allowed, |session, effort, meter| {
            question.answer_at(session, &Asking::new(effort, None, meter))
        })?;
        Ok(counted.nodes)
    }

    fn stats<'py>(&self, py: Python<'py>, plays: u64, seed: u64, allowed: Allowed) -> PyResult<Bound<'py, PyAny>> {
        let question = Stats { games: plays, seed, ..Stats::default() };
        let played = self.work(py, &allowed, |session, effort, meter| {
            question.answer_at(session, &Asking::new(effort, None, meter))
        })?;
        data(py, &played.stats)
    }

    #[pyo3(signature = (first, second, *, games, swap, seed, allowed, sources))]
    #[allow(clippy::too_many_arguments)]
    fn matches<'py>(
        &self,
        py: Python<'py>,
        first: String,
        second: String,
        games: u64,
        swap: bool,
        seed: u64,
        allowed: Allowed,
        sources: Sources,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = Match { first, second, games: Some(games), swap, seed, ..Match::default() };
        for player in [&question.first, &question.second] {
            Limits::LOCAL.player(player).and_then(|player| player.one_depth()).map_err(raise)?;
        }
        let sources = sources.open(self.name())?;
        let played = self.work(py, &allowed, |session, effort, meter| {
            question.answer_at(session, &Asking::new(effort, Some(&sources), meter))
        })?;
        data(py, &played.cells[0])
    }

    fn choose(&self, py: Python<'_>, player: &str, seed: u64, allowed: Allowed, sources: Sources) -> PyResult<String> {
        let question = Choose { player: player.to_owned(), seed, ..Choose::default() };
        let sources = sources.open(self.name())?;
        self.work(py, &allowed, |session, effort, meter| {
            question.answer_at(session, &Asking::new(effort, Some(&sources), meter))
        })
    }

    /// All positions that can be reached from here.
    fn arena(&self, py: Python<'_>, states: Option<u64>, allowed: Allowed) -> PyResult<Graph> {
        let Kind::Python(own, _) = &self.kind else {
            let (arena, session) = self.work(py, &allowed, |session, effort, meter| {
                let arena = session.unfold(states, effort, &mut |found, _| meter.tell(found, 0))?;
                Ok((arena, session.fork()))
            })?;
            return Ok(Graph::new(arena, None, Some(session)));
        };
        let own = own.from(own.start());
        let unfolded = allowed.work(py, true, |stop, meter| {
            let most = states.unwrap_or(allowed.memory / PYTHON / STATE);
            own.unfold(own.start(), most, stop, &mut |found, _| meter.tell(found, 0))
        });
        let unfolded = own.settled(unfolded)?;
        let list = PyList::empty(py);
        for &id in &unfolded.positions {
            list.append(own.state(py, id))?;
        }
        Ok(Graph::new(unfolded.arena, Some(list), None))
    }

    /// How many positions were looked at, and the laws that they break, each with an example.
    fn laws(&self, py: Python<'_>, seed: u64, allowed: Allowed) -> PyResult<(usize, Vec<(String, String)>)> {
        let effort = laws::Effort { near: 1_000, plays: 20, plies: 1_000, seed };
        let found = self.work(py, &allowed, |session, _, _| Ok(session.laws(effort)))?;
        Ok(match found {
            Ok(count) => (count, Vec::new()),
            Err(broken) => (0, broken.into_iter().map(|b| (b.law.to_owned(), b.example)).collect()),
        })
    }

    /// The board.
    fn draw(&self, title: &str, lang: Option<&str>) -> PyResult<Drawing> {
        let words = words(lang)?;
        self.ask(|session, _| Ok(Drawing::new(pictures::board(session, title, words), None)))
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
        let (session, title, words) = (self.session.as_ref(), title.to_owned(), words(lang)?);
        let picture = match blank {
            true => pictures::exercise(session, title, &names, words),
            false => pictures::analysis(session, &self.record, title, &names, words),
        };
        Ok(Drawing::new(picture, None))
    }
}

/// A search to limited depth with all it saw.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Treed {
    session: Box<dyn PlaySession>,
    explained: Explained,
}

#[pymethods]
impl Treed {
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.explained.record)
    }

    /// What pickle keeps: the tree, and the whole tree where alpha-beta did not visit all.
    fn parts(&self) -> (TreeParts, Option<TreeParts>) {
        let Explained { record, whole } = &self.explained;
        (again::tree_parts(record), whole.as_ref().map(again::tree_parts))
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
        let (names, title) = (names.map(str::to_owned), Some(title.to_owned()));
        let question = Tree { levels, blank, boards, names, title, ..Tree::default() };
        let (mut session, steps) = (self.session.fork(), pictures::OVERLAYS);
        let drawn = question.picture(&self.explained, session.as_mut(), steps, words(lang)?);
        let (drawing, remark) = drawn.map_err(raise)?;
        Ok(Drawing::new(drawing, remark))
    }
}
