//! An arena from arrays of numpy.

use crate::errors::{kind, needs, raise};
use attractor_game::{Error, Player};
use attractor_solve::graph::{Arena, End, Row};
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyCapsule},
};
use std::sync::Arc;

/// Makes sure that numpy can be used, for `what`: its C interface panics where there is none.
pub(crate) fn with_numpy(py: Python<'_>, what: &str) -> PyResult<()> {
    let interface = || numpy::get_array_module(py)?.getattr("_ARRAY_API");
    match interface() {
        // A file of that name in the folder of the program is no numpy either.
        Ok(found) if found.is_instance_of::<PyCapsule>() => Ok(()),
        Ok(_) => Err(needs(py, what, "numpy", None)),
        Err(why) => Err(needs(py, what, "numpy", Some(why))),
    }
}

/// Numbers that lie in a bytes object, which nobody can write to.
struct Lent<T> {
    #[expect(dead_code, reason = "it keeps the memory alive")]
    bytes: Py<PyBytes>,
    begin: *const T,
    length: usize,
}

// SAFETY: the memory is only read, by all threads, and is that of a bytes object: it neither moves nor changes as long as
// the object lives, which `bytes` sees to. `Py` itself may be sent and shared.
unsafe impl<T: Sync> Send for Lent<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Lent<T> {}

impl<T> Lent<T> {
    /// `length` numbers from `begin` on, if they are aligned and within the bytes.
    fn within(bytes: &Bound<'_, PyBytes>, begin: *const T, length: usize) -> Option<Lent<T>> {
        let range = bytes.as_bytes().as_ptr_range();
        let (from, to) = (begin as usize, (begin as usize).checked_add(length.checked_mul(size_of::<T>())?)?);
        let inside = range.start as usize <= from && to <= range.end as usize;
        (inside && begin.is_aligned()).then(|| Lent { bytes: bytes.clone().unbind(), begin, length })
    }
}

impl<T> AsRef<[T]> for Lent<T> {
    fn as_ref(&self) -> &[T] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: `within` checked that the range is aligned and lies in the bytes; their memory is never written to, and
        // every pattern of bits is a number of `T`, which is `u32` or `u64`.
        unsafe { std::slice::from_raw_parts(self.begin, self.length) }
    }
}

/// An array of `A` as numbers of type `T`. They are copied, because whoever has the array, or a view of it, may write to it
/// and make it writable again whenever they like; unless its memory is that of a bytes object.
fn row<A: Element + Copy, T: Copy + Send + Sync + 'static>(
    array: &Bound<'_, PyUntypedArray>,
    number: impl Fn(A) -> T,
) -> PyResult<Option<Row<T>>> {
    const { assert!(size_of::<A>() == size_of::<T>()) };
    let Ok(typed) = array.cast::<PyArray1<A>>() else { return Ok(None) };
    let begin = typed.data().cast_const();
    if !typed.is_c_contiguous() || !begin.is_aligned() {
        return Ok(None);
    }
    if let Ok(bytes) = typed.getattr("base")?.cast_exact::<PyBytes>()
        && let Some(lent) = Lent::within(bytes, begin.cast::<T>(), typed.len())
    {
        return Ok(Some(Row::Lent(Arc::new(lent))));
    }
    let Ok(held) = typed.try_readonly() else { return Ok(None) };
    Ok(held.as_slice().ok().map(|numbers| Row::Own(numbers.iter().map(|&n| number(n)).collect())))
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

/// The arena of compressed rows.
pub(crate) fn read(
    offsets: &Bound<'_, PyAny>,
    successors: &Bound<'_, PyAny>,
    owner: &Bound<'_, PyAny>,
    result: Option<&Bound<'_, PyAny>>,
    start: u32,
) -> PyResult<Arena> {
    let py = offsets.py();
    with_numpy(py, "Arena.from_arrays")?;
    let types = "int64 or uint64";
    let given = offsets.cast::<PyUntypedArray>().map_err(|_| wrong_array("offsets", types, offsets))?;
    let rows = match row(given, |n: i64| n as u64)? {
        Some(row) => row,
        None => row(given, |n: u64| n)?.ok_or_else(|| wrong_array("offsets", types, offsets))?,
    };
    let types = "int32 or uint32";
    let given = successors.cast::<PyUntypedArray>().map_err(|_| wrong_array("successors", types, successors))?;
    let moves = match row(given, |n: i32| n as u32)? {
        Some(row) => row,
        None => row(given, |n: u32| n)?.ok_or_else(|| wrong_array("successors", types, successors))?,
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
    py.detach(|| Arena::from_rows(rows, moves, owned, ended, start)).map_err(raise)
}
