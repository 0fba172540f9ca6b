//! An arena from a mapping of Python's: any vertices that can be hashed, and a function or mapping that says whose they are.

use crate::{
    arena::{call_raised, unknown},
    errors::{kind, raise, raise_from, shown},
    own::score,
};
use attractor_game::{Error, Outcome, Player};
use attractor_solve::graph::{Arena, Builder, End, Names};
use pyo3::{
    prelude::*,
    types::{PyBool, PyDict, PyList, PyTuple},
};

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
pub(crate) fn read<'py>(
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
    // Both at once: whoever is called may change the dictionary.
    let (vertices, rows) = (dict.keys(), dict.values());
    let n = vertices.len();

    // Step 1. Who owns what. Rows of plain numbers, which most graphs of exercises and all large ones have, are read at the same
    // time, while what was touched is still in the cache.
    let mut owners = Vec::with_capacity(n);
    let mut row: Vec<u32> = Vec::new();
    let mut plain = result.is_none().then(|| Builder::with_capacity(n, 4 * n));
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
        if let Some(builder) = &mut plain {
            if plain_row(&vertices, &rows, at, &mut row) {
                builder.push(player, &row, None).map_err(raise)?;
            } else {
                plain = None;
            }
        }
        if at % OFTEN == 0 {
            py.check_signals()?;
        }
    }

    if owners.len() < n {
        // Whoever raises StopIteration ends a map without a word.
        let cause = pyo3::exceptions::PyStopIteration::new_err(());
        return Err(call_raised(py, "owner", &vertices.get_item(owners.len())?, cause));
    }

    if let Some(builder) = plain {
        let start = match start {
            None => 0,
            Some(start) => start.extract().ok().filter(|&v: &u32| (v as usize) < n).ok_or_else(|| unknown(start))?,
        };
        return Ok((builder.finish(Names::Numbers, start), vertices, true));
    }

    // Step 2. Which number each vertex has.
    let direct = vertices.iter().enumerate().all(|(i, vertex)| small(vertex.as_ptr()) == Some(i));
    let ids = if direct { None } else { Some(Ids::of(&vertices)?) };

    // Step 3. Rows.
    let mut builder = Builder::with_capacity(n, 4 * n);
    for (v, successors) in rows.iter().enumerate() {
        row.clear();
        let number = |to: &Bound<'py, PyAny>| number(to, v, ids.as_ref(), &dict, &vertices);
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
        Some(start) => match &ids {
            Some(ids) => start.hash().ok().map(|_| ids.get(start)).transpose()?.flatten(),
            None => start.extract::<u32>().ok().filter(|&v| (v as usize) < n),
        }
        .ok_or_else(|| unknown(start))?,
    };
    Ok((builder.finish(Names::Numbers, start), vertices, direct))
}

/// Reads the row of vertex `v`, if that is the number `v` itself and its successors are a list of numbers of vertices. No code
/// of Python's runs here.
#[inline]
fn plain_row(vertices: &Bound<'_, PyList>, rows: &Bound<'_, PyList>, v: usize, row: &mut Vec<u32>) -> bool {
    use pyo3::ffi::{PyList_CheckExact, PyList_GetItem, PyList_Size};
    let n = vertices.len();
    row.clear();
    // SAFETY: Python's lock is held, indices are below lengths, and borrowed references are used before any other code could
    // run.
    unsafe {
        let list = PyList_GetItem(rows.as_ptr(), v as isize);
        if small(PyList_GetItem(vertices.as_ptr(), v as isize)) != Some(v) || PyList_CheckExact(list) == 0 {
            return false;
        }
        for i in 0..PyList_Size(list) {
            match small(PyList_GetItem(list, i)) {
                Some(w) if w < n => row.push(w as u32),
                _ => return false,
            }
        }
    }
    true
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
