//! An arena from a mapping of Python's: any vertices that can be hashed, and a function or mapping that says whose they are.

use crate::{
    arena::{call_raised, unknown},
    errors::{kind, raise, raise_from, shown, text},
    own::score,
};
use attractor_game::{Error, Outcome, Player};
use attractor_solve::graph::{Arena, Builder, End, Names};
use pyo3::{
    exceptions::PyRuntimeError,
    prelude::*,
    types::{PyBool, PyDict, PyList, PyTuple},
};
use std::ptr::null_mut;

/// What an owner function says: 1 or 2, or whether player 1 owns it.
fn owned(said: &Bound<'_, PyAny>, vertex: &Bound<'_, PyAny>) -> PyResult<Player> {
    let one = |yes: bool| if yes { Player::One } else { Player::Two };
    let player = if said.is_instance_of::<PyBool>() {
        said.extract().ok().map(one)
    } else {
        match said.extract::<u64>() {
            Ok(number) => Player::from_number(number),
            // Whatever numpy takes for true and false.
            Err(_) if kind(said).starts_with("bool") => said.is_truthy().ok().map(one),
            Err(_) => None,
        }
    };
    player.ok_or_else(|| {
        raise(
            Error::new(
                "arena-bad-owner",
                "owner({vertex}) returned {value}; expected 1 or 2, or True (player 1) or False (player 2)",
            )
            .arg("vertex", shown(vertex))
            .arg("value", shown(said)),
        )
    })
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

/// Reads a mapping: the arena, and its vertices unless they are the numbers 0, 1, 2, ... in order.
pub(crate) fn read<'py>(
    graph: &Bound<'py, PyAny>,
    owner: &Bound<'py, PyAny>,
    start: Option<&Bound<'py, PyAny>>,
    result: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Arena, Option<Bound<'py, PyList>>)> {
    let py = graph.py();
    let dict = match graph.cast::<PyDict>() {
        Ok(dict) => dict.clone(),
        Err(_) => {
            let dict = PyDict::new(py);
            dict.update(graph.cast::<pyo3::types::PyMapping>().map_err(|_| {
                pyo3::exceptions::PyTypeError::new_err(text(
                    &Error::new(
                        "arena-no-graph",
                        "a graph is a dictionary that lists the successors of each vertex, not {kind}",
                    )
                    .arg("kind", kind(graph)),
                ))
            })?)?;
            dict
        }
    };
    let function = if owner.is_callable() { owner.clone() } else { owner.getattr("__getitem__")? };

    // Step 1. Numbers 0, 1, 2, ... in order, which most graphs of exercises and all large ones have, are read as they are.
    if result.is_none()
        && let Some(builder) = plain(&dict, &function)?
    {
        let n = builder.len();
        let start = match start {
            None => 0,
            Some(start) => start.extract().ok().filter(|&v: &u32| (v as usize) < n).ok_or_else(|| unknown(start))?,
        };
        return Ok((builder.finish(Names::Numbers, start), None));
    }

    // Step 2. Who owns what. Keys and values are taken at once: whoever is called may change the dictionary.
    let (vertices, rows) = (dict.keys(), dict.values());
    let n = vertices.len();
    let mut owners = Vec::with_capacity(n);
    let said = py.import("builtins")?.getattr("map")?.call1((&function, &vertices))?;
    for said in said.try_iter()? {
        let vertex = vertices.get_item(owners.len())?;
        let said = said.map_err(|cause| call_raised(py, "owner", &vertex, cause))?;
        owners.push(owned(&said, &vertex)?);
        if owners.len() % OFTEN == 0 {
            py.check_signals()?;
        }
    }
    if dict.len() != n {
        return Err(changed());
    }
    if owners.len() < n {
        // Whoever raises StopIteration ends a map without a word.
        let cause = pyo3::exceptions::PyStopIteration::new_err(());
        return Err(call_raised(py, "owner", &vertices.get_item(owners.len())?, cause));
    }

    // Step 3. Which number each vertex has; then rows.
    let ids = Ids::of(&vertices)?;
    let mut builder = Builder::with_capacity(n, 4 * n);
    let mut row: Vec<u32> = Vec::new();
    for (v, successors) in rows.iter().enumerate() {
        row.clear();
        let number = |to: &Bound<'py, PyAny>| number(to, v, &ids, &vertices);
        if let Ok(list) = successors.cast_exact::<PyList>() {
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
        Some(start) => {
            start.hash().ok().map(|_| ids.get(start)).transpose()?.flatten().ok_or_else(|| unknown(start))?
        }
    };
    Ok((builder.finish(Names::Numbers, start), Some(vertices)))
}

/// What Python raises in a loop over a dictionary that grows, with our sentence.
fn changed() -> PyErr {
    PyRuntimeError::new_err(text(&Error::new(
        "arena-changed",
        "the graph changed size while it was read: owner must not add or remove vertices",
    )))
}

/// The arena of a dictionary whose vertices are the numbers 0, 1, 2, ... in order and whose successors are lists of such
/// numbers; none if it is another one. The dictionary is read as a whole before the owner function is called, which may
/// change it.
fn plain<'py>(dict: &Bound<'py, PyDict>, owner: &Bound<'py, PyAny>) -> PyResult<Option<Builder>> {
    let (py, n) = (dict.py(), dict.len());
    let Some((degrees, moves)) = plain_rows(dict) else { return Ok(None) };
    let mut builder = Builder::with_capacity(n, moves.len());
    let mut begin = 0;
    for (v, degree) in degrees.into_iter().enumerate() {
        let vertex = v.into_pyobject(py)?.into_any();
        let said = owner.call1((&vertex,)).map_err(|cause| call_raised(py, "owner", &vertex, cause))?;
        builder.push(owned(&said, &vertex)?, &moves[begin..begin + degree], None).map_err(raise)?;
        begin += degree;
        if dict.len() != n {
            return Err(changed());
        }
        if v % OFTEN == 0 {
            py.check_signals()?;
        }
    }
    Ok(Some(builder))
}

/// The length of each row, and all rows one after the other; none if the dictionary is another one. No code of Python's runs
/// here.
fn plain_rows(dict: &Bound<'_, PyDict>) -> Option<(Vec<usize>, Vec<u32>)> {
    use pyo3::ffi::{PyDict_Next, PyList_CheckExact, PyList_GetItem, PyList_Size};
    let n = dict.len();
    let (mut degrees, mut moves) = (Vec::with_capacity(n), Vec::with_capacity(4 * n));
    let (mut place, mut key, mut list) = (0, null_mut(), null_mut());
    // SAFETY: Python's lock is held from the first call to the last, since `dict` is bound to it, and nothing that is called
    // here runs code of Python's or gives the lock away: the types are exactly int and list, and an int that is too large
    // for a long sets an error without calling anything. So neither the dictionary nor a list can change, `place` stays
    // one of this dictionary, and the borrowed references to keys, lists and items stay alive. Indices are below the length.
    unsafe {
        while PyDict_Next(dict.as_ptr(), &mut place, &mut key, &mut list) != 0 {
            if small(key) != Some(degrees.len()) || PyList_CheckExact(list) == 0 {
                return None;
            }
            let degree = PyList_Size(list);
            for i in 0..degree {
                match small(PyList_GetItem(list, i)) {
                    Some(w) if w < n => moves.push(w as u32),
                    _ => return None,
                }
            }
            degrees.push(degree as usize);
        }
    }
    Some((degrees, moves))
}

/// The number that an object of class int is, if it is small and not negative.
///
/// # Safety
/// `object` is an object, and Python's lock is held.
#[inline]
unsafe fn small(object: *mut pyo3::ffi::PyObject) -> Option<usize> {
    // SAFETY: of a pointer to an object, as the caller promises. An integer that does not fit gives -1 and sets an error, which
    // is cleared: no other is set here, since none was before.
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
                // SAFETY: Python's lock is held, as the bounds show. The comparison may run any code; both objects outlive it:
                // `self.vertices` owns the one and cannot be reached from Python, and the caller holds the other. -1 comes
                // with an exception set.
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
fn number<'py>(to: &Bound<'py, PyAny>, from: usize, ids: &Ids<'py>, vertices: &Bound<'py, PyList>) -> PyResult<u32> {
    match ids.get(to) {
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
