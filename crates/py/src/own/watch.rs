//! States that a class may change after it has returned them, and how that is noticed.
//!
//! All that is known of a state is kept under its number, so that a state must stay what it is. Numbers, texts, and tuples and
//! frozen sets of such do. Of every other object the hash, and the answers of the class's methods, are compared with
//! those of before: that makes no assumption on what the object is made of, and lets it keep what it works out for itself.

use super::{Own, Rules, called, player, score};
use crate::errors::{raise, shown};
use attractor_game::Error;
use pyo3::{
    exceptions::PyKeyboardInterrupt,
    prelude::*,
    types::{PyBool, PyBytes, PyFloat, PyFrozenSet, PyInt, PyString, PyTuple},
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Tuples in tuples that are looked at; deeper ones count as objects that may change.
const DEEPEST: u32 = 32;

/// Whether nothing can change an object.
pub(super) fn lasting(object: &Bound<'_, PyAny>) -> bool {
    within(object, DEEPEST).unwrap_or(false)
}

fn within(object: &Bound<'_, PyAny>, depth: u32) -> PyResult<bool> {
    if object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyString>()
        || object.is_exact_instance_of::<PyBool>()
        || object.is_none()
        || object.is_exact_instance_of::<PyBytes>()
        || object.is_exact_instance_of::<PyFloat>()
    {
        return Ok(true);
    }
    let Some(depth) = depth.checked_sub(1) else { return Ok(false) };
    if let Ok(set) = object.cast_exact::<PyFrozenSet>() {
        return set.iter().try_fold(true, |all, item| Ok(all && within(&item, depth)?));
    }
    let class = object.get_type();
    if let Ok(tuple) = object.cast::<PyTuple>() {
        // A named tuple, which has no room for anything but its items, is as good as a tuple.
        let plain = object.is_exact_instance_of::<PyTuple>() || {
            let tuple = object.py().get_type::<PyTuple>();
            let same = |name: &str| Ok::<_, PyErr>(class.getattr(name)?.is(&tuple.getattr(name)?));
            !object.hasattr("__dict__")? && same("__eq__")? && same("__hash__")?
        };
        return tuple.iter().try_fold(plain, |all, item| Ok(all && within(&item, depth)?));
    }
    let Some(parameters) = class.getattr_opt("__dataclass_params__")? else { return Ok(false) };
    if !parameters.getattr("frozen")?.is_truthy()? || !parameters.getattr("eq")?.is_truthy()? {
        return Ok(false);
    }
    for name in class.getattr("__dataclass_fields__")?.try_iter()? {
        if !within(&object.getattr(name?.cast::<PyString>()?)?, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether moves listed again are those of before. Moves of a class that does not say when two are equal are counted.
fn same_moves(listed: &Bound<'_, PyAny>, before: &[Py<PyAny>]) -> PyResult<bool> {
    let py = listed.py();
    let plain = py.get_type::<PyAny>().getattr("__eq__")?;
    let mut count = 0;
    for item in listed.try_iter()? {
        let item = item?;
        let Some(known) = before.get(count) else { return Ok(false) };
        let known = known.bind(py);
        let alike =
            || Ok::<_, PyErr>(known.get_type().is(item.get_type()) && known.get_type().getattr("__eq__")?.is(&plain));
        if !known.is(&item) && !known.eq(&item)? && !alike()? {
            return Ok(false);
        }
        count += 1;
    }
    Ok(count == before.len())
}

impl Own {
    /// Notes an error if a state that may change does not answer as it did: what was found out of it would be wrong.
    pub(super) fn all_unchanged(&self, stop: &AtomicBool) {
        let states = self.rules.known().states.len() as u32;
        for id in 0..states {
            let watched = self.rules.known().states[id as usize].watched.is_some();
            if watched && !stop.load(Relaxed) {
                self.ask((), |py| self.rules.unchanged(py, id));
            }
        }
    }
}

impl Rules {
    /// An error if the hash of a state is not what it was, after one of its methods was called.
    pub(super) fn same_hash(&self, id: u32, state: &Bound<'_, PyAny>, method: &str) -> PyResult<()> {
        let watched = self.known().states[id as usize].watched;
        match watched {
            Some(hash) if state.hash().ok() != Some(hash) => Err(self.changed(state, method, "hash")),
            _ => Ok(()),
        }
    }

    /// An error if a state that may change no longer answers as it did.
    pub(super) fn unchanged(&self, py: Python<'_>, id: u32) -> PyResult<()> {
        let (state, turn, row, result) = {
            let known = self.known();
            let state = &known.states[id as usize];
            if state.watched.is_none() {
                return Ok(());
            }
            let row: Option<Vec<Py<PyAny>>> =
                state.moves.clone().map(|row| known.moves[row].iter().map(|m| m.clone_ref(py)).collect());
            (state.state.bind(py).clone(), state.turn, row, state.result)
        };
        self.same_hash(id, &state, "play")?;
        // A method that fails now and did not before sees another state too; Ctrl-C is no answer.
        let again = |method: &Py<PyAny>, name: &str, same: &dyn Fn(&Bound<'_, PyAny>) -> PyResult<bool>| match called(
            method, &state, None,
        )
        .and_then(|answer| same(&answer))
        {
            Ok(true) => Ok(()),
            Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(error),
            _ => Err(self.changed(&state, "play", name)),
        };
        again(&self.methods.turn, "turn", &|answer| Ok(player(answer) == Some(turn)))?;
        if let Some(row) = &row {
            again(&self.methods.moves, "moves", &|answer| same_moves(answer, row))?;
        }
        match (&self.methods.result, result) {
            (Some(method), Some(before)) => again(method, "result", &|answer| Ok(score(answer, turn) == Some(before))),
            _ => Ok(()),
        }
    }

    fn changed(&self, state: &Bound<'_, PyAny>, method: &str, answer: &str) -> PyErr {
        raise(
            Error::new(
                "own-changed",
                "{class}: the {answer} of a state, {state}, is not what it was before {method} was called; a state stays as \
                 it is: copy it, change the copy and return the copy",
            )
            .arg("class", &self.class)
            .arg("answer", answer)
            .arg("state", shown(state))
            .arg("method", method),
        )
    }
}
