//! A game written in Python as a game like any other.
//!
//! Positions are numbers: each state that Python makes is kept once, in a dictionary of Python's own, with all that was
//! asked about it. No method is called before its answer is needed: a move that search cuts is never played. None is called
//! twice for the same state if nothing can change that state; of another, which its class may change, the answers are
//! asked for again whenever a move was played in it (see `watch.rs`).
//!
//! Any call may fail. The first error is kept, from then on every position seems finished, so that whatever is at work ends
//! soon, and whoever began it raises the error.

mod watch;

use crate::errors::{self, GameError, kind, raise, raise_from, shown};
use attractor_game::{
    Board, Error, Game, Heuristic, Heuristics, Notation, Outcome, Playable, Player, Score, Zero, illegal_move,
};
use attractor_solve::graph::{Arena, Builder, Names, Unfolded, Unfolding, acyclic, unfold};
use pyo3::{
    exceptions::PyKeyboardInterrupt,
    prelude::*,
    types::{PyBool, PyDict, PyString},
};
use std::{
    collections::HashMap,
    ops::Range,
    ptr::null_mut,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// What is known of a state.
struct State {
    state: Py<PyAny>,
    turn: Player,
    /// The hash of a state that may change; none: nothing can change it.
    watched: Option<isize>,
    /// Its moves in [`Known::moves`]; none: nobody asked yet.
    moves: Option<Range<usize>>,
    result: Option<Score>,
    /// NaN: nobody asked yet.
    estimate: f64,
}

#[derive(Default)]
struct Known {
    states: Vec<State>,
    moves: Vec<Py<PyAny>>,
    /// Where each move leads; `UNPLAYED`: nobody went there yet.
    children: Vec<u32>,
    texts: HashMap<String, u32>,
}

const UNPLAYED: u32 = u32::MAX;

/// The methods of the object, looked up once.
struct Methods {
    turn: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    result: Option<Py<PyAny>>,
    heuristic: Option<Py<PyAny>>,
    name: Option<Py<PyAny>>,
    diagram: Option<Py<PyAny>>,
}

/// The rules and all that they were asked.
pub(crate) struct Rules {
    class: String,
    /// Play never comes back to a state, or so the class says.
    acyclic: bool,
    /// States are positions of ours, which never change.
    lasting: bool,
    methods: Methods,
    ids: Py<PyDict>,
    known: Mutex<Known>,
}

/// The first error of one use of the rules.
#[derive(Default)]
struct Fault {
    error: Mutex<Option<PyErr>>,
    failed: AtomicBool,
}

/// Rules in use. Whoever asks has a use of its own, so that an error reaches who caused it and nobody else; what is known is
/// shared.
#[derive(Clone)]
pub(crate) struct Own {
    rules: Arc<Rules>,
    start: u32,
    fault: Arc<Fault>,
}

impl Own {
    /// The game of an object with the methods `start`, `turn`, `moves` and `play`.
    pub(crate) fn new(object: &Bound<'_, PyAny>, heuristic: Option<Py<PyAny>>) -> PyResult<Own> {
        // A wrapper of ours goes by the name of what it wraps.
        let class = match object.getattr_opt("_attractor_name")? {
            Some(name) => name.extract()?,
            None => kind(object),
        };
        let optional = |name: &str| object.getattr_opt(name).map(|m| m.filter(|m| m.is_callable()).map(Bound::unbind));
        let needed = |name: &'static str| {
            optional(name)?.ok_or_else(|| {
                raise(
                    Error::new(
                        "own-missing-method",
                        "{class} has no method {method}; a game has start, turn, moves and play",
                    )
                    .arg("class", &class)
                    .arg("method", name),
                )
            })
        };
        let start = needed("start")?;
        let methods = Methods {
            turn: needed("turn")?,
            moves: needed("moves")?,
            play: needed("play")?,
            result: optional("result")?,
            heuristic: match heuristic {
                Some(given) => Some(given),
                None => optional("heuristic")?,
            },
            name: optional("name")?,
            diagram: optional("diagram")?,
        };
        let acyclic = object.getattr_opt("acyclic")?.map_or(Ok(true), |yes| yes.is_truthy())?;
        let lasting = object.hasattr("_attractor_lasting")?;
        let py = object.py();
        let rules = Rules { class, acyclic, lasting, methods, ids: PyDict::new(py).unbind(), known: Mutex::default() };
        let call = || format!("{}.start()", rules.class);
        let state = start.bind(py).call0().map_err(|e| raised(py, e, call()))?;
        let start = rules.intern(&state, call)?;
        Ok(Own { rules: Arc::new(rules), start, fault: Arc::default() })
    }

    /// Another use of the same rules, beginning elsewhere.
    pub(crate) fn from(&self, start: u32) -> Own {
        Own { rules: Arc::clone(&self.rules), start, fault: Arc::default() }
    }

    /// What the class is called.
    pub(crate) fn class(&self) -> &str {
        &self.rules.class
    }

    /// The state of that number.
    pub(crate) fn state<'py>(&self, py: Python<'py>, id: u32) -> Bound<'py, PyAny> {
        self.rules.state(py, id)
    }

    /// Keeps the first error.
    fn fail(&self, error: PyErr) {
        if let Ok(mut kept) = self.fault.error.lock() {
            kept.get_or_insert(error);
        }
        self.fault.failed.store(true, Relaxed);
    }

    /// The error that was kept, if there is one; play goes on as if it had not been.
    pub(crate) fn settle(&self) -> PyResult<()> {
        self.fault.failed.store(false, Relaxed);
        self.fault.error.lock().map_or(Ok(()), |mut kept| kept.take().map_or(Ok(()), Err))
    }

    /// The error that was kept, else the answer. Where the caller's thread had the work interrupted, its own error counts: that
    /// of a progress function, or Ctrl-C.
    pub(crate) fn settled<T>(&self, answer: PyResult<T>) -> PyResult<T> {
        match (self.settle(), answer) {
            (Ok(()), answer) => answer,
            (Err(kept), Err(error)) => Python::attach(|py| {
                let ours = error.is_instance_of::<errors::Error>(py);
                Err(if kept.is_instance_of::<PyKeyboardInterrupt>(py) && !ours { error } else { kept })
            }),
            (Err(kept), Ok(_)) => Err(kept),
        }
    }

    /// Does something with Python that may fail; the first failure ends all.
    fn ask<T>(&self, otherwise: T, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.fault.failed.load(Relaxed) {
            return otherwise;
        }
        Python::attach(|py| {
            question(py).unwrap_or_else(|error| {
                self.fail(error);
                otherwise
            })
        })
    }

    /// The moves of a state, asked for once.
    fn row(&self, id: u32) -> Range<usize> {
        if let Some(range) = &self.rules.known().states[id as usize].moves {
            return range.clone();
        }
        self.ask(0..0, |py| {
            let state = self.rules.state(py, id);
            let call = || format!("{}.moves({})", self.rules.class, shown(&state));
            let listed = called(&self.rules.methods.moves, &state, None).map_err(|e| raised(py, e, call()))?;
            let Ok(items) = listed.try_iter() else {
                return Err(raise(
                    Error::new(
                        "own-moves",
                        "{class}.moves({state}) returned {value}, which cannot be listed; expected the legal moves",
                    )
                    .arg("class", &self.rules.class)
                    .arg("state", shown(&state))
                    .arg("value", shown(&listed)),
                ));
            };
            let mut moves = Vec::new();
            for item in items {
                moves.push(item.map_err(|e| raised(py, e, call()))?.unbind());
            }
            self.rules.same_hash(id, &state, "moves")?;
            let mut known = self.rules.known();
            let begin = known.moves.len();
            known.moves.append(&mut moves);
            let end = known.moves.len();
            known.children.resize(end, UNPLAYED);
            known.states[id as usize].moves = Some(begin..end);
            Ok(begin..end)
        })
    }

    /// Where a move leads.
    fn child(&self, id: u32, m: u32) -> u32 {
        let at = self.row(id).start + m as usize;
        match self.rules.known().children.get(at) {
            Some(&UNPLAYED) | None => {}
            Some(&child) => return child,
        }
        self.ask(id, |py| {
            let (state, taken) = (self.rules.state(py, id), self.rules.known().moves[at].clone_ref(py).into_bound(py));
            let call = || format!("{}.play({}, {})", self.rules.class, shown(&state), shown(&taken));
            let next = called(&self.rules.methods.play, &state, Some(&taken)).map_err(|e| raised(py, e, call()))?;
            if self.rules.known().states[id as usize].watched.is_some() {
                if next.is(&state) {
                    return Err(raise(
                        Error::new(
                            "own-same-object",
                            "{class}.play returned the very object that it was given, by the move {move}; a state stays \
                             as it is: copy it, change the copy and return the copy",
                        )
                        .arg("class", &self.rules.class)
                        .arg("move", shown(&taken)),
                    ));
                }
                self.rules.unchanged(py, id)?;
            }
            let child = self.rules.intern(&next, call)?;
            self.rules.known().children[at] = child;
            Ok(child)
        })
    }

    fn outcome(&self, id: u32) -> Score {
        if let Some(score) = self.rules.known().states[id as usize].result {
            return score;
        }
        let Some(method) = &self.rules.methods.result else { return Score::LOSS };
        self.ask(Score::DRAW, |py| {
            let state = self.rules.state(py, id);
            let call = || format!("{}.result({})", self.rules.class, shown(&state));
            let result = called(method, &state, None).map_err(|e| raised(py, e, call()))?;
            self.rules.same_hash(id, &state, "result")?;
            // Our lock is not held where a message is made: that may run any code.
            let turn = self.rules.known().states[id as usize].turn;
            let score = score(&result, turn).ok_or_else(|| {
                raise(
                    Error::new(
                        "own-bad-result",
                        "{class}.result({state}) returned {value}; expected 1, 2 or 0 (a draw)",
                    )
                    .arg("class", &self.rules.class)
                    .arg("state", shown(&state))
                    .arg("value", shown(&result)),
                )
            })?;
            self.rules.known().states[id as usize].result = Some(score);
            Ok(score)
        })
    }

    fn estimate(&self, id: u32) -> f64 {
        let known = self.rules.known().states[id as usize].estimate;
        if !known.is_nan() {
            return known;
        }
        let Some(method) = &self.rules.methods.heuristic else { return 0.0 };
        self.ask(0.0, |py| {
            let state = self.rules.state(py, id);
            let call = || format!("{}.heuristic({})", self.rules.class, shown(&state));
            let value = called(method, &state, None).map_err(|e| raised(py, e, call()))?;
            let number = value.extract::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(|| {
                raise(
                    Error::new(
                        "own-bad-heuristic",
                        "{class}.heuristic({state}) returned {value}; expected a finite number",
                    )
                    .arg("class", &self.rules.class)
                    .arg("state", shown(&state))
                    .arg("value", shown(&value)),
                )
            })?;
            self.rules.same_hash(id, &state, "heuristic")?;
            self.rules.known().states[id as usize].estimate = number;
            Ok(number)
        })
    }

    /// The move objects of a state.
    pub(crate) fn moves_of(&self, py: Python<'_>, id: u32) -> PyResult<Vec<Py<PyAny>>> {
        let range = self.row(id);
        let known = self.rules.known();
        Ok(known.moves[range].iter().map(|m| m.clone_ref(py)).collect())
    }

    /// All moves that were played so far, as an arena whose vertices are the numbers of states.
    fn played(&self) -> Arena {
        let known = self.rules.known();
        let mut builder = Builder::with_capacity(known.states.len(), known.children.len());
        for state in &known.states {
            let row = state.moves.clone().unwrap_or(0..0);
            let next: Vec<u32> = known.children[row].iter().copied().filter(|&child| child != UNPLAYED).collect();
            builder.push(state.turn, &next, None).expect("states are fewer than an arena holds");
        }
        builder.finish(Names::Numbers, 0)
    }

    fn text(&self, id: u32) -> String {
        let text = self.ask(String::new(), |py| {
            let state = self.rules.state(py, id);
            let call = || format!("str({})", shown(&state));
            Ok(state.str().map_err(|e| raised(py, e, call()))?.to_string())
        });
        self.rules.known().texts.insert(text.clone(), id);
        text
    }
}

/// Calls a method with one argument or two. The way with tuples takes a tenth of a microsecond longer.
fn called<'py>(
    method: &Py<PyAny>,
    one: &Bound<'py, PyAny>,
    two: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (null, py) = (null_mut::<pyo3::ffi::PyObject>(), one.py());
    // SAFETY: Python's lock is held, as the bounds show. The method, the arguments and their references outlive the call,
    // whatever code it runs: they are borrowed from owners that live longer. A null pointer ends the arguments. What comes back
    // is a reference of our own, or null with an exception set.
    unsafe {
        let two = two.map_or(null, |two| two.as_ptr());
        let said = pyo3::ffi::PyObject_CallFunctionObjArgs(method.as_ptr(), one.as_ptr(), two, null);
        Bound::from_owned_ptr_or_err(py, said)
    }
}

/// The exception for one that a method raised. Ctrl-C stays what it is.
fn raised(py: Python<'_>, error: PyErr, call: String) -> PyErr {
    if error.is_instance_of::<PyKeyboardInterrupt>(py) || error.is_instance_of::<GameError>(py) {
        return error;
    }
    let shown = format!("{}: {}", error.get_type(py), error.value(py));
    let shown = shown.replace("<class '", "").replace("'>", "");
    raise_from(Error::new("own-raised", "{call} raised {error}").arg("call", call).arg("error", shown), error)
}

impl Rules {
    fn known(&self) -> MutexGuard<'_, Known> {
        // A panic while it is held leaves it whole: nothing is taken out.
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The state's number. Python's lock is held, ours is not: hashing and comparing may run any code.
    fn intern(&self, state: &Bound<'_, PyAny>, call: impl Fn() -> String) -> PyResult<u32> {
        let py = state.py();
        let ids = self.ids.bind(py);
        if state.is_none() {
            return Err(raise(
                Error::new("own-no-state", "{call} returned None; expected a state (is there a return?)")
                    .arg("call", call()),
            ));
        }
        let found = ids.get_item(state).map_err(|error| {
            let why = error.value(py).to_string();
            let told = Error::new("own-unhashable", "{call} returned {value}, which cannot be a state: {why}")
                .arg("call", call())
                .arg("value", shown(state))
                .arg("why", why);
            raise_from(told, error)
        })?;
        if let Some(id) = found {
            let id = id.extract()?;
            // The same object again may have been changed in between.
            if self.state(state.py(), id).is(state) {
                self.unchanged(state.py(), id)?;
            }
            return Ok(id);
        }
        let watched = if self.lasting || watch::lasting(state) { None } else { Some(state.hash()?) };
        let turn = called(&self.methods.turn, state, None);
        let turn = turn.map_err(|e| raised(py, e, format!("{}.turn({})", self.class, shown(state))))?;
        let player = player(&turn).ok_or_else(|| {
            raise(
                Error::new("own-bad-turn", "{class}.turn({state}) returned {value}; expected 1 or 2")
                    .arg("class", &self.class)
                    .arg("state", shown(state))
                    .arg("value", shown(&turn)),
            )
        })?;
        let mut known = self.known();
        let id = known.states.len() as u32;
        let state_kept = state.clone().unbind();
        known.states.push(State {
            state: state_kept,
            turn: player,
            watched,
            moves: None,
            result: None,
            estimate: f64::NAN,
        });
        drop(known);
        ids.set_item(state, id)?;
        Ok(id)
    }

    fn state<'py>(&self, py: Python<'py>, id: u32) -> Bound<'py, PyAny> {
        self.known().states[id as usize].state.bind(py).clone()
    }
}

/// Whether nothing can change a state.
#[pyfunction]
pub(crate) fn lasting(state: &Bound<'_, PyAny>) -> bool {
    watch::lasting(state)
}

/// The error of a text that nobody can make a state of.
pub(crate) fn unreadable() -> Error {
    Error::new(
        "own-unreadable",
        "positions of a game written in Python cannot be read from text; play the moves from the start",
    )
}

/// What a method returned as text; None is no text.
fn text_of(object: Bound<'_, PyAny>, call: impl Fn() -> String) -> PyResult<String> {
    if object.is_none() {
        return Err(raise(
            Error::new("own-no-text", "{call} returned None; expected a text (is there a return?)").arg("call", call()),
        ));
    }
    Ok(object.str()?.to_string())
}

/// 1 or 2, and not True.
fn player(object: &Bound<'_, PyAny>) -> Option<Player> {
    if object.is_instance_of::<PyBool>() {
        return None;
    }
    object.extract::<u64>().ok().and_then(Player::from_number)
}

/// Who won, seen by a player: 1, 2, or 0 and `"draw"` for nobody.
pub(crate) fn score(object: &Bound<'_, PyAny>, turn: Player) -> Option<Score> {
    if object.is_instance_of::<PyString>() {
        return object.extract::<String>().ok().filter(|word| word == "draw").map(|_| Score::DRAW);
    }
    if object.is_instance_of::<PyBool>() {
        return None;
    }
    match object.extract::<u64>().ok()? {
        0 => Some(Score::DRAW),
        n => Player::from_number(n).map(|winner| if winner == turn { Score::WIN } else { Score::LOSS }),
    }
}

impl Own {
    /// Every state that can be reached from one, or the error of a class that calls itself acyclic and is not.
    pub(crate) fn unfold(
        &self,
        from: u32,
        most: u64,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Unfolded<u32>, Error> {
        let unfolded =
            unfold(self, &from, Unfolding { most, progress: Some(tell), stop: Some(stop), ..Unfolding::default() });
        self.all_unchanged(stop);
        if !self.rules.acyclic || self.fault.failed.load(Relaxed) {
            return unfolded;
        }
        // A game that is too large may still show that it is not what it says.
        match &unfolded {
            Ok(unfolded) => match acyclic(&unfolded.arena) {
                Ok(()) => {}
                Err(cycle) => return Err(self.cycle(cycle.iter().map(|&v| unfolded.positions[v as usize]).collect())),
            },
            Err(_) => {
                if let Err(cycle) = acyclic(&self.played()) {
                    return Err(self.cycle(cycle));
                }
            }
        }
        unfolded
    }

    /// The error that names a cycle.
    fn cycle(&self, ids: Vec<u32>) -> Error {
        let mut names: Vec<String> = Vec::new();
        for (i, &id) in ids.iter().enumerate() {
            let next = ids[(i + 1) % ids.len()];
            let m = self.moves(&id).find(|&m| self.play(&id, m) == next).unwrap_or(0);
            names.push(self.name(&id, m));
        }
        let play = if names.len() > 12 { format!("{} ...", names[..12].join(", ")) } else { names.join(", ") };
        Error::new(
            "own-cycle",
            "{class} says that it is acyclic, but play comes back to {state} by {play}; write acyclic = False in the class",
        )
        .arg("class", &self.rules.class)
        .arg("state", self.write(&ids[0]))
        .arg("play", play)
    }
}

impl Game for Own {
    type Position = u32;
    type Move = u32;
    // Nobody can know beforehand.
    const ACYCLIC: bool = false;
    fn start(&self) -> u32 {
        self.start
    }
    fn turn(&self, p: &u32) -> Player {
        self.rules.known().states[*p as usize].turn
    }
    fn moves(&self, p: &u32) -> impl Iterator<Item = u32> {
        0..self.row(*p).len() as u32
    }
    fn play(&self, p: &u32, m: u32) -> u32 {
        self.child(*p, m)
    }
    fn result(&self, p: &u32) -> Score {
        self.outcome(*p)
    }
}

impl Notation for Own {
    fn write(&self, p: &u32) -> String {
        self.text(*p)
    }

    fn read(&self, text: &str) -> Result<u32, Error> {
        self.rules.known().texts.get(text.trim()).copied().ok_or_else(unreadable)
    }

    fn find(&self, p: &u32, text: &str) -> Result<u32, Error> {
        let names: Vec<String> = self.moves(p).map(|m| self.name(p, m)).collect();
        let mut found = names.iter().zip(0..).filter(|(name, _)| *name == text);
        match (found.next(), found.next()) {
            (Some((_, m)), None) => Ok(m),
            (None, _) => Err(illegal_move(text, &names)),
            (Some(_), Some(_)) => Err(Error::new("own-same-name", "two moves of {class} in {state} are called {name}")
                .arg("class", &self.rules.class)
                .arg("state", self.write(p))
                .arg("name", text)),
        }
    }

    fn name(&self, p: &u32, m: u32) -> String {
        let at = self.row(*p).start + m as usize;
        self.ask(String::new(), |py| {
            let taken = self.rules.known().moves[at].clone_ref(py).into_bound(py);
            let named = match &self.rules.methods.name {
                Some(method) => method.bind(py).call1((self.rules.state(py, *p), &taken)),
                None => taken.str().map(Bound::into_any),
            };
            let call = || format!("{}.name({}, {})", self.rules.class, shown(&self.rules.state(py, *p)), shown(&taken));
            text_of(named.map_err(|e| raised(py, e, call()))?, call)
        })
    }

    fn diagram(&self, p: &u32) -> String {
        let Some(method) = &self.rules.methods.diagram else { return self.write(p) };
        self.ask(String::new(), |py| {
            let state = self.rules.state(py, *p);
            let call = || format!("{}.diagram({})", self.rules.class, shown(&state));
            text_of(called(method, &state, None).map_err(|e| raised(py, e, call()))?, call)
        })
    }

    fn board(&self, p: &u32) -> Board {
        Board::text(&self.diagram(p))
    }
}

/// The class's own estimate, or none.
#[derive(Clone, Copy)]
pub(crate) enum Estimate {
    Zero,
    Class,
}

impl Heuristic<Own> for Estimate {
    fn estimate(&self, game: &Own, p: &u32) -> f64 {
        match self {
            Estimate::Zero => 0.0,
            Estimate::Class => game.estimate(*p),
        }
    }
    fn finished(&self, game: &Own, p: &u32) -> f64 {
        match self {
            Estimate::Zero => Zero.finished(game, p),
            Estimate::Class => match game.result(p) {
                Score::DRAW => 0.0,
                score => f64::INFINITY * game.turn(p).sign() * f64::from(score.0),
            },
        }
    }
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        match self {
            Estimate::Zero => <Zero as Heuristic<Own>>::decided(&Zero, outcome),
            Estimate::Class => Some(match outcome {
                Outcome::Win => f64::INFINITY,
                Outcome::Draw => 0.0,
                Outcome::Loss => -f64::INFINITY,
            }),
        }
    }
}

impl Heuristics for Own {
    type Estimate = Estimate;
    fn heuristics(&self) -> &'static [&'static str] {
        if self.rules.methods.heuristic.is_some() { &["heuristic", "zero"] } else { &["zero"] }
    }
    fn heuristic(&self, text: &str) -> Result<Estimate, Error> {
        match text {
            "zero" => Ok(Estimate::Zero),
            "heuristic" if self.rules.methods.heuristic.is_some() => Ok(Estimate::Class),
            _ => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }
}

impl Playable for Own {}
