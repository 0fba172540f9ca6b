//! Arenas: from Python's graphs to ours, and what is true of them in the words of Python's vertices.

use crate::{
    arrow,
    data::data,
    drawing::Drawing,
    errors::{kind, raise, raise_from, shown, words},
    own::score,
};
use attractor_game::{Error, Outcome, Player};
use attractor_play::{
    Report, Session as PlaySession,
    pictures::{self, GraphPicture},
    words::player_names,
};
use attractor_solve::{
    graph::{
        Arena, Attractors, Builder, End, Names, Row, Strategy, Transposed, acyclic, bipartite, final_draws,
        format::{OwnerRule, Reading, read_path, read_text},
        refute,
    },
    verify,
};
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyBool, PyCapsule, PyDict, PyList, PyString, PyTuple},
};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// An arena and what is known of it. Whatever is asked for is worked out once.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Graph {
    arena: Arc<Arena>,
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
        Graph::with(arena, vertices, direct, session)
    }

    fn with(
        arena: Arena,
        vertices: Option<Bound<'_, PyList>>,
        direct: bool,
        session: Option<Box<dyn PlaySession>>,
    ) -> Graph {
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
        self.list(py)?.get_item(v as usize)
    }

    fn chosen<'py>(&self, py: Python<'py>, vertices: &[u32]) -> PyResult<Bound<'py, PyList>> {
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

fn unknown(vertex: &Bound<'_, PyAny>) -> PyErr {
    raise(Error::new("arena-unknown", "{vertex} is no vertex").arg("vertex", shown(vertex)))
}

fn call_raised(py: Python<'_>, function: &str, vertex: &Bound<'_, PyAny>, cause: PyErr) -> PyErr {
    let error = format!("{}: {}", kind(cause.value(py)), cause.value(py));
    let call = format!("{function}({})", shown(vertex));
    raise_from(Error::new("arena-call-raised", "{call} raised {error}").arg("call", call).arg("error", error), cause)
}

/// The player of that number.
pub(crate) fn player(number: u64) -> PyResult<Player> {
    Player::from_number(number)
        .ok_or_else(|| raise(Error::new("no-such-player", "a player is 1 or 2, not {player}").arg("player", number)))
}

/// What an owner function says: 1 or 2, or whether player 1 owns it.
fn owned(said: &Bound<'_, PyAny>) -> Option<Player> {
    if said.is_instance_of::<PyBool>() {
        return said.extract::<bool>().ok().map(|one| if one { Player::One } else { Player::Two });
    }
    match said.extract::<u64>() {
        Ok(number) => Player::from_number(number),
        // Whatever numpy takes for true and false.
        Err(_) if kind(said).starts_with("bool") => {
            said.is_truthy().ok().map(|one| if one { Player::One } else { Player::Two })
        }
        Err(_) => None,
    }
}

fn ended(said: &Bound<'_, PyAny>, vertex: &Bound<'_, PyAny>) -> PyResult<End> {
    match score(said, Player::One).map(|score| score.outcome()) {
        Some(Outcome::Win) => Ok(End::Won(Player::One)),
        Some(Outcome::Loss) => Ok(End::Won(Player::Two)),
        Some(Outcome::Draw) => Ok(End::Draw),
        None => Err(raise(
            Error::new("arena-bad-result", "the result of {vertex} is {value}; expected 1, 2 or 0 (a draw)")
                .arg("vertex", shown(vertex))
                .arg("value", shown(said)),
        )),
    }
}

/// Looks for Ctrl-C once in so many vertices.
const OFTEN: usize = 1 << 16;

/// Reads a mapping. Vertices that are the numbers 0, 1, 2, ... in order need no dictionary of ours.
fn from_mapping<'py>(
    graph: &Bound<'py, PyAny>,
    owner: &Bound<'py, PyAny>,
    start: Option<&Bound<'py, PyAny>>,
    result: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Arena, Bound<'py, PyList>, bool)> {
    let py = graph.py();
    let dict = match graph.cast::<PyDict>() {
        Ok(dict) => dict.clone(),
        Err(_) => {
            let dict = PyDict::new(py);
            dict.update(graph.cast::<pyo3::types::PyMapping>().map_err(|_| {
                pyo3::exceptions::PyTypeError::new_err(format!(
                    "a graph is a dictionary that lists the successors of each vertex, not {}",
                    kind(graph)
                ))
            })?)?;
            dict
        }
    };
    let vertices = dict.keys();
    let n = vertices.len();

    // Step 1. Who owns what.
    let mut owners = Vec::with_capacity(n);
    let said = if owner.is_callable() {
        py.import("builtins")?.getattr("map")?.call1((owner, &vertices))?
    } else {
        py.import("builtins")?.getattr("map")?.call1((owner.getattr("__getitem__")?, &vertices))?
    };
    let (yes, no) = (PyBool::new(py, true).to_owned(), PyBool::new(py, false).to_owned());
    for said in said.try_iter()? {
        let at = owners.len();
        let said = said.map_err(|cause| match vertices.get_item(at) {
            Ok(vertex) => call_raised(py, "owner", &vertex, cause),
            Err(error) => error,
        })?;
        let player = if said.is(&yes) {
            Player::One
        } else if said.is(&no) {
            Player::Two
        } else {
            let vertex = vertices.get_item(at)?;
            owned(&said).ok_or_else(|| {
                raise(
                    Error::new(
                        "arena-bad-owner",
                        "owner({vertex}) returned {value}; expected 1 or 2, or True (player 1) or False (player 2)",
                    )
                    .arg("vertex", shown(&vertex))
                    .arg("value", shown(&said)),
                )
            })?
        };
        owners.push(player);
        if at % OFTEN == 0 {
            py.check_signals()?;
        }
    }

    // Step 2. Which number each vertex has.
    let direct = vertices.iter().enumerate().all(|(i, vertex)| small(vertex.as_ptr()) == Some(i));
    let ids = if direct { None } else { Some(Ids::of(&vertices)?) };

    // Step 3. Rows.
    let mut builder = Builder::with_capacity(n, 4 * n);
    let mut row: Vec<u32> = Vec::new();
    for (v, successors) in dict.values().iter().enumerate() {
        row.clear();
        let number = |to: &Bound<'py, PyAny>| number(to, v, ids.as_ref(), &dict, &vertices);
        if let (true, Ok(list)) = (direct, successors.cast_exact::<PyList>()) {
            // Numbers in a list, which is nearly always so: nothing runs in between that could change it.
            for i in 0..list.len() {
                // SAFETY: Python's lock is held and `i` is below the length; the reference is used at once.
                let to = unsafe { pyo3::ffi::PyList_GetItem(list.as_ptr(), i as isize) };
                match small(to).filter(|&w| w < n) {
                    Some(w) => row.push(w as u32),
                    None => row.push(number(&list.get_item(i)?)?),
                }
            }
        } else if let Ok(list) = successors.cast_exact::<PyList>() {
            for to in list.iter() {
                row.push(number(&to)?);
            }
        } else if let Ok(tuple) = successors.cast_exact::<PyTuple>() {
            for to in tuple.iter() {
                row.push(number(&to)?);
            }
        } else {
            let items = successors.try_iter().map_err(|cause| {
                let why = cause.value(py).to_string();
                let told = Error::new("arena-bad-row", "the successors of {vertex} cannot be listed: {why}")
                    .arg("vertex", shown_at(&vertices, v))
                    .arg("why", why);
                raise_from(told, cause)
            })?;
            for to in items {
                row.push(number(&to?)?);
            }
        }
        let end = match result {
            Some(result) if row.is_empty() => {
                let vertex = vertices.get_item(v)?;
                result.contains(&vertex)?.then(|| ended(&result.get_item(&vertex)?, &vertex)).transpose()?
            }
            _ => None,
        };
        builder.push(owners[v], &row, end).map_err(raise)?;
        if v % OFTEN == 0 {
            py.check_signals()?;
        }
    }
    let start = match start {
        None => 0,
        Some(start) => match &ids {
            Some(ids) => start.hash().ok().map(|_| ids.get(start)).transpose()?.flatten(),
            None => start.extract::<u32>().ok().filter(|&v| (v as usize) < n),
        }
        .ok_or_else(|| unknown(start))?,
    };
    Ok((builder.finish(Names::Numbers, start), vertices, direct))
}

/// The number that an object of class int is, if it is small and not negative.
#[inline]
fn small(object: *mut pyo3::ffi::PyObject) -> Option<usize> {
    // SAFETY: Python's lock is held by whoever has an object; an integer that does not fit says -1 and sets an error.
    unsafe {
        if pyo3::ffi::PyLong_CheckExact(object) == 0 {
            return None;
        }
        let number = pyo3::ffi::PyLong_AsLong(object);
        if number == -1 && !pyo3::ffi::PyErr_Occurred().is_null() {
            pyo3::ffi::PyErr_Clear();
        }
        usize::try_from(number).ok()
    }
}

/// The numbers of vertices by their hashes. Python's own dictionary would hold a number object for each vertex, far from it.
struct Ids<'py> {
    /// Hash and number; open addressing.
    slots: Vec<(isize, u32)>,
    vertices: Vec<Bound<'py, PyAny>>,
}

const FREE: u32 = u32::MAX;

impl<'py> Ids<'py> {
    fn of(vertices: &Bound<'py, PyList>) -> PyResult<Ids<'py>> {
        let vertices: Vec<_> = vertices.iter().collect();
        let mut ids = Ids { slots: vec![(0, FREE); (2 * vertices.len()).next_power_of_two().max(2)], vertices };
        // Keys of a dictionary: each is another one.
        for v in 0..ids.vertices.len() {
            let hash = ids.vertices[v].hash()?;
            let mut at = ids.first(hash);
            while ids.slots[at].1 != FREE {
                at = (at + 1) & (ids.slots.len() - 1);
            }
            ids.slots[at] = (hash, v as u32);
        }
        Ok(ids)
    }

    fn first(&self, hash: isize) -> usize {
        let spread = (hash as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (spread >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn get(&self, vertex: &Bound<'py, PyAny>) -> PyResult<Option<u32>> {
        let hash = vertex.hash()?;
        let mut at = self.first(hash);
        loop {
            let (known, v) = self.slots[at];
            if v == FREE {
                return Ok(None);
            }
            if known == hash {
                // SAFETY: both are objects, and Python's lock is held; -1 is an error that Python keeps.
                let equal = unsafe {
                    pyo3::ffi::PyObject_RichCompareBool(
                        self.vertices[v as usize].as_ptr(),
                        vertex.as_ptr(),
                        pyo3::ffi::Py_EQ,
                    )
                };
                match equal {
                    0 => {}
                    1 => return Ok(Some(v)),
                    _ => return Err(PyErr::fetch(vertex.py())),
                }
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

/// A vertex as a message shows it.
fn shown_at(vertices: &Bound<'_, PyList>, v: usize) -> String {
    vertices.get_item(v).map_or_else(|_| v.to_string(), |vertex| shown(&vertex))
}

/// The number of a successor, or the error that names it.
fn number<'py>(
    to: &Bound<'py, PyAny>,
    from: usize,
    ids: Option<&Ids<'py>>,
    dict: &Bound<'py, PyDict>,
    vertices: &Bound<'py, PyList>,
) -> PyResult<u32> {
    let found = match ids {
        Some(ids) => ids.get(to),
        None => match to.extract::<u32>() {
            Ok(w) if (w as usize) < vertices.len() => return Ok(w),
            // Numbers that are equal to vertices (1.0, True) are those vertices, as in any dictionary.
            _ => dict.contains(to).and_then(|there| there.then(|| Ok(vertices.index(to)? as u32)).transpose()),
        },
    };
    match found {
        Ok(Some(v)) => Ok(v),
        Ok(None) => Err(raise(
            Error::new(
                "arena-missing",
                "{from} has the successor {to}, which is no vertex: each vertex is a key of the dictionary",
            )
            .arg("from", shown_at(vertices, from))
            .arg("to", shown(to)),
        )),
        Err(cause) => {
            let why = cause.value(to.py()).to_string();
            let told = Error::new("arena-unhashable", "{value}, a successor of {from}, cannot be a vertex: {why}")
                .arg("value", shown(to))
                .arg("from", shown_at(vertices, from))
                .arg("why", why);
            Err(raise_from(told, cause))
        }
    }
}

/// Numbers that belong to an array of numpy, which is kept and made read-only.
struct Lent<T> {
    _array: Py<PyAny>,
    begin: *const T,
    length: usize,
}

// SAFETY: the memory is only read, and lives as long as the array that is kept.
unsafe impl<T: Sync> Send for Lent<T> {}
unsafe impl<T: Sync> Sync for Lent<T> {}

impl<T> AsRef<[T]> for Lent<T> {
    fn as_ref(&self) -> &[T] {
        // SAFETY: the array is contiguous, of that length, and nobody writes to it any more.
        unsafe { std::slice::from_raw_parts(self.begin, self.length) }
    }
}

/// Looks at an array of `A` as numbers of type `T` of the same size.
fn lent<A: Element, T: Send + Sync + 'static>(array: &Bound<'_, PyUntypedArray>) -> PyResult<Option<Row<T>>> {
    const { assert!(size_of::<A>() == size_of::<T>()) };
    let Ok(typed) = array.cast::<PyArray1<A>>() else { return Ok(None) };
    if !typed.is_c_contiguous() {
        return Ok(None);
    }
    typed.getattr("flags")?.setattr("writeable", false)?;
    let (begin, length) = (typed.data().cast::<T>().cast_const(), typed.len());
    Ok(Some(Row::Lent(Arc::new(Lent { _array: typed.clone().into_any().unbind(), begin, length }))))
}

fn wrong_array(what: &str, types: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let text = |name: &str| found.getattr(name).map_or_else(|_| "?".to_owned(), |v| v.to_string());
    let found = match found.hasattr("dtype") {
        Ok(true) => format!("{} {}", text("dtype"), text("shape")),
        _ => kind(found),
    };
    raise(
        Error::new("array-shape", "{what} must be a contiguous array of one dimension of type {types}, not {found}")
            .arg("what", what)
            .arg("types", types)
            .arg("found", found),
    )
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
        let (arena, vertices, direct) = from_mapping(graph, owner, start, result)?;
        Ok(Graph::with(arena, Some(vertices), direct, None))
    }

    /// From compressed rows in arrays of numpy, which are not copied.
    #[staticmethod]
    fn from_arrays(
        offsets: &Bound<'_, PyAny>,
        successors: &Bound<'_, PyAny>,
        owner: &Bound<'_, PyAny>,
        result: Option<&Bound<'_, PyAny>>,
        start: u32,
    ) -> PyResult<Graph> {
        let py = offsets.py();
        let types = "int64 or uint64";
        let given = offsets.cast::<PyUntypedArray>().map_err(|_| wrong_array("offsets", types, offsets))?;
        let rows = match lent::<i64, u64>(given)? {
            Some(row) => row,
            None => lent::<u64, u64>(given)?.ok_or_else(|| wrong_array("offsets", types, offsets))?,
        };
        let types = "int32 or uint32";
        let given = successors.cast::<PyUntypedArray>().map_err(|_| wrong_array("successors", types, successors))?;
        let moves = match lent::<i32, u32>(given)? {
            Some(row) => row,
            None => lent::<u32, u32>(given)?.ok_or_else(|| wrong_array("successors", types, successors))?,
        };
        let n = rows.len().saturating_sub(1);
        let bytes = |what, array: &Bound<'_, PyAny>| -> PyResult<Vec<u8>> {
            let wrong = || wrong_array(what, "uint8, one for each vertex", array);
            let typed = array.cast::<PyArray1<u8>>().map_err(|_| wrong())?;
            let bytes = typed.try_readonly().map_err(|_| wrong())?.as_slice().map_err(|_| wrong())?.to_vec();
            if bytes.len() == n { Ok(bytes) } else { Err(wrong()) }
        };
        let owners = bytes("owner", owner)?;
        let results = result.map(|result| bytes("result", result)).transpose()?;
        let owned = |v: usize| {
            Player::from_number(owners[v].into()).ok_or_else(|| {
                Error::new(
                    "arena-bad-owner",
                    "owner({vertex}) returned {value}; expected 1 or 2, or True (player 1) or False (player 2)",
                )
                .arg("vertex", v)
                .arg("value", owners[v])
            })
        };
        let ended = |v: usize, owner: Player| match results.as_ref().map(|results| results[v]) {
            None => Ok(End::stuck(owner)),
            Some(0) => Ok(End::Draw),
            Some(n) => Player::from_number(n.into()).map(End::Won).ok_or_else(|| {
                Error::new("arena-bad-result", "the result of {vertex} is {value}; expected 1, 2 or 0 (a draw)")
                    .arg("vertex", v)
                    .arg("value", n)
            }),
        };
        let arena = py.detach(|| Arena::from_rows(rows, moves, owned, ended, start)).map_err(raise)?;
        Ok(Graph::new(arena, None, None))
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

    fn __len__(&self) -> usize {
        self.arena.len()
    }

    fn move_count(&self) -> u64 {
        self.arena.move_count()
    }

    fn merged(&self) -> u64 {
        self.arena.merged()
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

    /// Number of vertices in the attractor.
    fn won(&self, py: Python<'_>, number: u64) -> PyResult<u64> {
        Ok(self.attractors(py).won(player(number)?))
    }

    /// The vertices of the attractor, in the order of the graph.
    fn attractor<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyList>> {
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

    fn layers<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyList>> {
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

    fn strategy<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyDict>> {
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
        number: u64,
    ) -> PyResult<(bool, Option<Bound<'py, PyList>>, Option<usize>)> {
        let (py, player) = (strategy.py(), player(number)?);
        let strategy = self.strategy_of(strategy, player)?;
        // Errors speak of vertices as people know them.
        let named = self.named(py)?;
        match refute(named, &strategy, player).map_err(raise)? {
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
        let record = py.detach(|| Report::of(arena).record());
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
    fn winners<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let attractors = self.attractors(py);
        PyArray1::from_vec(py, self.arena.vertices().map(|v| attractors.winner(v).map_or(0, Player::number)).collect())
    }

    /// Ranks as an array; -1 where drawn.
    fn ranks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let attractors = self.attractors(py);
        PyArray1::from_vec(py, self.arena.vertices().map(|v| attractors.rank(v).map_or(-1, |n| n as i32)).collect())
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
        player: Option<u64>,
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
        let solved = self.solved(py);
        let picture = GraphPicture {
            arena: self.named(py)?,
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
