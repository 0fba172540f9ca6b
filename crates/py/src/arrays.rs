//! An arena from arrays of numpy, whose memory is used as it is.

use crate::errors::{kind, raise};
use attractor_game::{Error, Player};
use attractor_solve::graph::{Arena, End, Row};
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;

/// Numbers that belong to an array of numpy, which is kept and made read-only.
struct Lent<T> {
    #[expect(dead_code, reason = "it keeps the memory alive")]
    array: Py<PyAny>,
    begin: *const T,
    length: usize,
}

// SAFETY: the memory is only read, and lives as long as the array that is kept.
unsafe impl<T: Sync> Send for Lent<T> {}
unsafe impl<T: Sync> Sync for Lent<T> {}

impl<T> AsRef<[T]> for Lent<T> {
    fn as_ref(&self) -> &[T] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: the array is contiguous, aligned and of that length, and nobody writes to it any more.
        unsafe { std::slice::from_raw_parts(self.begin, self.length) }
    }
}

/// Looks at an array of `A` as numbers of type `T` of the same size; one that shows a part of another array, which anybody may
/// write to, is copied.
fn lent<A: Element, T: Copy + Send + Sync + 'static>(array: &Bound<'_, PyUntypedArray>) -> PyResult<Option<Row<T>>> {
    const { assert!(size_of::<A>() == size_of::<T>()) };
    let Ok(typed) = array.cast::<PyArray1<A>>() else { return Ok(None) };
    let begin = typed.data().cast::<T>().cast_const();
    if !typed.is_c_contiguous() || !begin.is_aligned() {
        return Ok(None);
    }
    let length = typed.len();
    let row = Lent { array: typed.clone().into_any().unbind(), begin, length };
    Ok(Some(if typed.getattr("base")?.is_none() { Row::Lent(Arc::new(row)) } else { Row::Own(row.as_ref().to_vec()) }))
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
    // What was checked must stay so.
    let mut frozen = Vec::new();
    for (array, row) in [(offsets, matches!(rows, Row::Lent(_))), (successors, matches!(moves, Row::Lent(_)))] {
        let flags = array.getattr("flags")?;
        if row && flags.getattr("writeable")?.is_truthy()? {
            flags.setattr("writeable", false)?;
            frozen.push(flags);
        }
    }
    let made = py.detach(|| Arena::from_rows(rows, moves, owned, ended, start));
    if made.is_err() {
        for flags in frozen {
            flags.setattr("writeable", true)?;
        }
    }
    made.map_err(raise)
}
