//! Arenas: what is true of them, in the words of Python's vertices.

use crate::{
    again, arrays, arrow,
    data::data,
    drawing::Drawing,
    errors::{kind, raise, raise_from, shown, words},
    mapping,
    session::Session,
};
use attractor_game::{Error, Player};
use attractor_play::{
    Report, Session as PlaySession,
    pictures::{self, GraphPicture},
    request::CheckRecord,
    words::player_names,
};
use attractor_solve::{
    graph::{
        Arena, Attractors, Names, Strategy, Transposed, acyclic, bipartite, check_play, final_draws,
        format::{OwnerRule, Reading, read_path, read_text},
    },
    verify,
};
use numpy::PyArray1;
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyCapsule, PyDict, PyList, PyString},
};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// An arena and what is known of it. Whatever is asked for is worked out once.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Graph {
    pub(crate) arena: Arc<Arena>,
    attractors: OnceLock<Attractors>,
    solved: OnceLock<Solved>,
    /// The same arena with its vertices called as Python writes them; for pictures and reports.
    named: OnceLock<Arc<Arena>>,
    /// The vertices in order; made from the arena's names if it was not made from them.
    vertices: PyOnceLock<Py<PyList>>,
    ids: PyOnceLock<Py<PyDict>>,
    /// Vertices are the numbers 0, 1, 2, ... in order.
    direct: bool,
    /// Draws boards, if the arena is that of a game.
    session: Option<Box<dyn PlaySession>>,
}

/// What the attractors do not tell.
struct Solved {
    strategy: Strategy,
    final_draws: Vec<bool>,
}

impl Graph {
    /// With vertices of Python's; none: those that the arena names.
    pub(crate) fn new(
        arena: Arena,
        vertices: Option<Bound<'_, PyList>>,
        session: Option<Box<dyn PlaySession>>,
    ) -> Graph {
        let direct = vertices.is_none() && matches!(arena.names(), Names::Numbers);
        let kept = PyOnceLock::new();
        if let Some(list) = vertices {
            let _ = kept.set(list.py(), list.unbind());
        }
        Graph {
            arena: Arc::new(arena),
            attractors: OnceLock::new(),
            solved: OnceLock::new(),
            named: OnceLock::new(),
            vertices: kept,
            ids: PyOnceLock::new(),
            direct,
            session,
        }
    }

    fn attractors(&self, py: Python<'_>) -> &Attractors {
        let found = self.attractors.get();
        found.unwrap_or_else(|| py.detach(|| self.attractors.get_or_init(|| Attractors::of(&self.arena))))
    }

    fn solved(&self, py: Python<'_>) -> &Solved {
        let attractors = self.attractors(py);
        self.solved.get().unwrap_or_else(|| {
            py.detach(|| {
                self.solved.get_or_init(|| Solved {
                    final_draws: final_draws(&self.arena, &Transposed::of(&self.arena), attractors),
                    strategy: Strategy::optimal(&self.arena, attractors),
                })
            })
        })
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyList>> {
        let list = self.vertices.get_or_try_init(py, || -> PyResult<Py<PyList>> {
            Ok(match self.arena.names() {
                Names::Numbers => PyList::new(py, self.arena.vertices())?.unbind(),
                Names::Words(words) => PyList::new(py, words.iter().map(|w| &**w))?.unbind(),
            })
        })?;
        Ok(list.bind(py))
    }

    fn index(&self, vertex: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = vertex.py();
        if self.direct
            && let Ok(v) = vertex.extract::<u32>()
            && (v as usize) < self.arena.len()
        {
            return Ok(v);
        }
        let ids = self.ids.get_or_try_init(py, || -> PyResult<Py<PyDict>> {
            let ids = PyDict::new(py);
            for (i, vertex) in self.list(py)?.iter().enumerate() {
                ids.set_item(vertex, i)?;
            }
            Ok(ids.unbind())
        })?;
        match ids.bind(py).get_item(vertex) {
            Ok(Some(id)) => id.extract(),
            Ok(None) => Err(unknown(vertex)),
            Err(cause) => Err(raise_from(
                Error::new("arena-unknown", "{vertex} is no vertex").arg("vertex", shown(vertex)),
                cause,
            )),
        }
    }

    fn vertex<'py>(&self, py: Python<'py>, v: u32) -> PyResult<Bound<'py, PyAny>> {
        if self.direct {
            return Ok(v.into_pyobject(py)?.into_any());
        }
        self.list(py)?.get_item(v as usize)
    }

    fn chosen<'py>(&self, py: Python<'py>, vertices: &[u32]) -> PyResult<Bound<'py, PyList>> {
        if self.direct {
            return PyList::new(py, vertices);
        }
        let all = self.list(py)?;
        PyList::new(py, vertices.iter().map(|&v| all.get_item(v as usize).expect("a vertex of the arena")))
    }

    /// The arena with the names that people know.
    fn named(&self, py: Python<'_>) -> PyResult<&Arc<Arena>> {
        if self.direct || self.vertices.get(py).is_none() || matches!(self.arena.names(), Names::Words(_)) {
            return Ok(&self.arena);
        }
        if let Some(named) = self.named.get() {
            return Ok(named);
        }
        let mut words: Vec<Box<str>> = Vec::with_capacity(self.arena.len());
        for vertex in self.list(py)?.iter() {
            let text = if vertex.is_instance_of::<PyString>() { vertex.str()? } else { vertex.repr()? };
            words.push(text.to_string_lossy().into());
        }
        let arena = Arena::clone(&self.arena).renamed(Names::Words(words));
        Ok(self.named.get_or_init(|| Arc::new(arena)))
    }

    /// A strategy of a player, from a dictionary or a function; the function is asked only where play can get to.
    fn strategy_of(&self, given: &Bound<'_, PyAny>, player: Player) -> PyResult<Strategy> {
        let (py, arena) = (given.py(), &self.arena);
        let mut strategy = Strategy::empty(arena);
        if !given.is_callable() {
            for pair in given.call_method0("items")?.try_iter()? {
                let (from, to): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
                strategy.set(self.index(&from)?, self.index(&to)?);
            }
            return Ok(strategy);
        }
        let mut seen = vec![false; arena.len()];
        let mut open: Vec<u32> = arena.start_vertex().into_iter().collect();
        while let Some(v) = open.pop() {
            if std::mem::replace(&mut seen[v as usize], true) || arena.degree(v) == 0 {
                continue;
            }
            if arena.owner(v) == player {
                let vertex = self.vertex(py, v)?;
                let to = given.call1((&vertex,)).map_err(|cause| call_raised(py, "strategy", &vertex, cause))?;
                let to = self.index(&to)?;
                strategy.set(v, to);
                open.push(to);
            } else {
                open.extend(arena.successors(v));
            }
        }
        Ok(strategy)
    }
}

pub(crate) fn unknown(vertex: &Bound<'_, PyAny>) -> PyErr {
    raise(Error::new("arena-unknown", "{vertex} is no vertex").arg("vertex", shown(vertex)))
}

pub(crate) fn call_raised(py: Python<'_>, function: &str, vertex: &Bound<'_, PyAny>, cause: PyErr) -> PyErr {
    let error = format!("{}: {}", kind(cause.value(py)), cause.value(py));
    let call = format!("{function}({})", shown(vertex));
    raise_from(Error::new("arena-call-raised", "{call} raised {error}").arg("call", call).arg("error", error), cause)
}

/// The player of that number.
pub(crate) fn player(number: i64) -> PyResult<Player> {
    u64::try_from(number)
        .ok()
        .and_then(Player::from_number)
        .ok_or_else(|| raise(Error::new("no-such-player", "a player is 1 or 2, not {player}").arg("player", number)))
}

#[pymethods]
impl Graph {
    /// From a mapping of vertices to successors, and a function or mapping that says who owns each.
    #[staticmethod]
    fn from_mapping(
        graph: &Bound<'_, PyAny>,
        owner: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        result: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Graph> {
        let (arena, vertices) = mapping::read(graph, owner, start, result)?;
        Ok(Graph::new(arena, vertices, None))
    }

    /// From compressed rows in arrays of numpy, which are copied unless their memory is that of a bytes object.
    #[staticmethod]
    fn from_arrays(
        offsets: &Bound<'_, PyAny>,
        successors: &Bound<'_, PyAny>,
        owner: &Bound<'_, PyAny>,
        result: Option<&Bound<'_, PyAny>>,
        start: u32,
    ) -> PyResult<Graph> {
        Ok(Graph::new(arrays::read(offsets, successors, owner, result, start)?, None, None))
    }

    /// From a file in any format that the command reads.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, owner: Option<&str>) -> PyResult<Graph> {
        let owner = owner.map(OwnerRule::parse).transpose().map_err(raise)?;
        let read = py.detach(|| read_path(&path, &Reading { owner, ..Reading::default() })).map_err(raise)?;
        Ok(Graph::new(read.arena, None, None))
    }

    /// The same from text.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str, owner: Option<&str>) -> PyResult<Graph> {
        let owner = owner.map(OwnerRule::parse).transpose().map_err(raise)?;
        let read = py.detach(|| read_text(text, "text", &Reading { owner, ..Reading::default() })).map_err(raise)?;
        Ok(Graph::new(read.arena, None, None))
    }

    /// What pickle keeps: the vertices as Python objects, or none; their names, or none; and the rest as bytes.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let given =
            (!self.direct && !matches!(self.arena.names(), Names::Words(_))).then(|| self.list(py)).transpose()?;
        again::parts(py, &self.arena, given)
    }

    /// An arena from such parts; with boards if it was that of a game.
    #[staticmethod]
    fn from_parts(parts: &Bound<'_, PyDict>, session: Option<&Session>) -> PyResult<Graph> {
        let (arena, vertices) = again::arena(parts)?;
        Ok(Graph::new(arena, vertices, session.and_then(Session::fork)))
    }

    fn __len__(&self) -> usize {
        self.arena.len()
    }

    fn move_count(&self) -> u64 {
        self.arena.move_count()
    }

    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py)?.as_sequence().to_list()
    }

    fn contains(&self, vertex: &Bound<'_, PyAny>) -> bool {
        self.index(vertex).is_ok()
    }

    fn start<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.arena.start_vertex().map(|v| self.vertex(py, v)).transpose()
    }

    fn owner(&self, vertex: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.arena.owner(self.index(vertex)?).number())
    }

    fn successors<'py>(&self, vertex: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let v = self.index(vertex)?;
        self.chosen(vertex.py(), self.arena.successors(v))
    }

    /// Who won at a final vertex: 1, 2, 0 for nobody; none elsewhere.
    fn end(&self, vertex: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        Ok(self.arena.end(self.index(vertex)?).map(|end| end.winner().map_or(0, Player::number)))
    }

    fn winner(&self, vertex: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        let v = self.index(vertex)?;
        Ok(self.attractors(vertex.py()).winner(v).map(Player::number))
    }

    fn rank(&self, vertex: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let v = self.index(vertex)?;
        Ok(self.attractors(vertex.py()).rank(v))
    }

    /// The vertices of the attractor, in the order of the graph.
    fn attractor<'py>(&self, py: Python<'py>, number: i64) -> PyResult<Bound<'py, PyList>> {
        let (player, attractors) = (player(number)?, self.attractors(py));
        let list: Vec<u32> = self.arena.vertices().filter(|&v| attractors.winner(v) == Some(player)).collect();
        self.chosen(py, &list)
    }

    /// The vertices that are in neither attractor.
    fn drawn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let attractors = self.attractors(py);
        let list: Vec<u32> = self.arena.vertices().filter(|&v| attractors.winner(v).is_none()).collect();
        self.chosen(py, &list)
    }

    /// `final` or `endless` where the vertex is drawn.
    fn draw_kind(&self, vertex: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let v = self.index(vertex)?;
        let (py, solved) = (vertex.py(), self.solved(vertex.py()));
        let drawn = self.attractors(py).winner(v).is_none();
        Ok(drawn.then(|| if solved.final_draws[v as usize] { "final" } else { "endless" }))
    }

    fn layers<'py>(&self, py: Python<'py>, number: i64) -> PyResult<Bound<'py, PyList>> {
        let layers = self.attractors(py).layers(player(number)?);
        let list = PyList::empty(py);
        for layer in &layers {
            list.append(self.chosen(py, layer)?)?;
        }
        Ok(list)
    }

    fn ranks_by_vertex<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, attractors) = (PyDict::new(py), self.attractors(py));
        for (vertex, v) in self.list(py)?.iter().zip(self.arena.vertices()) {
            dict.set_item(vertex, attractors.rank(v))?;
        }
        Ok(dict)
    }

    fn strategy<'py>(&self, py: Python<'py>, number: i64) -> PyResult<Bound<'py, PyDict>> {
        let (dict, player) = (PyDict::new(py), player(number)?);
        for (v, w) in self.solved(py).strategy.of(&self.arena, player) {
            dict.set_item(self.vertex(py, v)?, self.vertex(py, w)?)?;
        }
        Ok(dict)
    }

    /// Whether a strategy wins; if not, a play that refutes it and where that goes back to if it never ends.
    #[allow(clippy::type_complexity)]
    fn check<'py>(
        &self,
        strategy: &Bound<'py, PyAny>,
        number: i64,
    ) -> PyResult<(bool, Option<Bound<'py, PyList>>, Option<usize>)> {
        let (py, player) = (strategy.py(), player(number)?);
        let strategy = self.strategy_of(strategy, player)?;
        // Errors speak of vertices as people know them.
        let named = self.named(py)?;
        match CheckRecord::of(named, &strategy, player).map_err(raise)?.1 {
            None => Ok((true, None, None)),
            Some(found) => Ok((false, Some(self.chosen(py, &found.play)?), found.back_to)),
        }
    }

    /// True, or the first move between two vertices of one player.
    fn bipartite<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        bipartite(&self.arena).err().map(|(v, w)| self.chosen(py, &[v, w])).transpose()
    }

    /// True, or a cycle.
    fn acyclic<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        py.detach(|| acyclic(&self.arena)).err().map(|cycle| self.chosen(py, &cycle)).transpose()
    }

    /// What `graph --json` prints.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arena = Arena::clone(self.named(py)?);
        let record = py.detach(|| Report::of(arena)?.record()).map_err(raise)?;
        data(py, &record)
    }

    /// The independent checker looks at winners, ranks and strategy.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let solved = self.solved(py);
        let named = self.named(py)?;
        let claim = verify::Claim {
            winner: named.vertices().map(|v| self.attractors(py).winner(v)).collect(),
            rank: named.vertices().map(|v| self.attractors(py).rank(v)).collect(),
            strategy: named.vertices().map(|v| solved.strategy.at(v)).collect(),
        };
        py.detach(|| verify::check(named, &claim)).map_err(raise)
    }

    /// Winners as an array: 1, 2, or 0 where drawn.
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        arrays::with_numpy(py, "Arena.winners")?;
        let attractors = self.attractors(py);
        let winners = self.arena.vertices().map(|v| attractors.winner(v).map_or(0, Player::number)).collect();
        Ok(PyArray1::from_vec(py, winners))
    }

    /// Ranks as an array; -1 where drawn.
    fn ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        arrays::with_numpy(py, "Arena.ranks")?;
        let attractors = self.attractors(py);
        let ranks = self.arena.vertices().map(|v| attractors.rank(v).map_or(-1, |n| n as i32)).collect();
        Ok(PyArray1::from_vec(py, ranks))
    }

    /// Columns `vertex`, `owner`, `winner`, `rank`, `choice`.
    fn arrow_stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let solved = self.solved(py);
        let named = self.named(py)?;
        let rows = named.vertices().map(|v| arrow::Vertex {
            vertex: named.label(v),
            owner: named.owner(v).number(),
            winner: self.attractors(py).winner(v).map(Player::number),
            rank: self.attractors(py).rank(v),
            choice: solved.strategy.at(v).map(|w| named.label(w)),
        });
        arrow::stream(py, arrow::vertices(rows))
    }

    #[pyo3(signature = (*, player, columns, strategy, play, blank, cumulative, names, around, most, title, boards, lang))]
    #[allow(clippy::too_many_arguments)]
    fn draw(
        &self,
        py: Python<'_>,
        player: Option<i64>,
        columns: &str,
        strategy: Option<&Bound<'_, PyAny>>,
        play: Option<Vec<Bound<'_, PyAny>>>,
        blank: bool,
        cumulative: bool,
        names: Option<&str>,
        around: Option<&Bound<'_, PyAny>>,
        most: Option<usize>,
        title: Option<String>,
        boards: bool,
        lang: Option<&str>,
    ) -> PyResult<Drawing> {
        let attractor_of = player.map(self::player).transpose()?;
        let strategy_of = strategy.is_some().then_some(attractor_of.unwrap_or(Player::One));
        let given = strategy.map(|given| self.strategy_of(given, attractor_of.unwrap_or(Player::One))).transpose()?;
        let play: Vec<u32> = play.iter().flatten().map(|vertex| self.index(vertex)).collect::<PyResult<_>>()?;
        let around = around.map(|vertex| self.index(vertex)).transpose()?;
        let (solved, named) = (self.solved(py), self.named(py)?);
        if !play.is_empty() {
            check_play(named, &play, None).map_err(raise)?;
        }
        if let Some(given) = &given {
            given.legal(named).map_err(raise)?;
        }
        let picture = GraphPicture {
            arena: named,
            attractors: self.attractors(py),
            strategy: given.as_ref().unwrap_or(&solved.strategy),
            strategy_of,
            attractor_of,
            play: &play,
            columns: columns.parse().map_err(raise)?,
            boards: self.session.as_deref().filter(|_| boards),
            blank,
            cumulative,
            names: &player_names(names.unwrap_or("1/2")).map_err(raise)?,
            around,
            most,
            title: title.unwrap_or_default(),
        };
        let (drawing, remark) = pictures::graph(&picture, words(lang)?).map_err(raise)?;
        Ok(Drawing::new(drawing, remark))
    }
}
