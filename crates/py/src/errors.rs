//! Errors of ours as Python exceptions, in the language that was asked for.

use attractor_game::{Error as Told, Kind};
use attractor_play::words::{Lang, Words};
use pyo3::{
    create_exception,
    exceptions::{PyImportError, PyValueError},
    prelude::*,
};
use std::sync::{LazyLock, RwLock};

create_exception!(attractor, Error, PyValueError, "What was given is wrong. `id` names the kind of mistake.");
create_exception!(attractor, LimitReached, Error, "A limit (memory, states, time) was reached before the answer.");
create_exception!(attractor, GameError, Error, "A game written in Python broke what it promises.");

static LANGUAGE: LazyLock<RwLock<Lang>> =
    LazyLock::new(|| RwLock::new(Lang::from_environment(|name| std::env::var(name).ok())));
static WORDS: LazyLock<[Words; 2]> = LazyLock::new(|| [Words::new(Lang::English), Words::new(Lang::French)]);

/// The language that people read.
pub(crate) fn language() -> Lang {
    LANGUAGE.read().map_or(Lang::English, |lang| *lang)
}

/// The messages of the language that was set.
pub(crate) fn usual_words() -> &'static Words {
    &WORDS[usize::from(language() == Lang::French)]
}

/// The messages of a language; none: of the one that was set.
pub(crate) fn words(lang: Option<&str>) -> PyResult<&'static Words> {
    let lang = match lang {
        Some(text) => text.parse().map_err(raise)?,
        None => language(),
    };
    Ok(&WORDS[usize::from(lang == Lang::French)])
}

/// Sets the language of messages and pictures: `en` or `fr`.
#[pyfunction]
pub(crate) fn set_language(lang: &str) -> PyResult<()> {
    let new: Lang = lang.parse().map_err(raise)?;
    if let Ok(mut lang) = LANGUAGE.write() {
        *lang = new;
    }
    Ok(())
}

/// The language that was set: `en` or `fr`.
#[pyfunction]
#[pyo3(name = "language")]
pub(crate) fn language_name() -> &'static str {
    if language() == Lang::French { "fr" } else { "en" }
}

/// What a position is worth to the player to move, as a sentence.
#[pyfunction]
pub(crate) fn solved_text(
    player: u8,
    outcome: &str,
    plies: Option<u32>,
    margin: Option<i32>,
    draw: Option<&str>,
) -> PyResult<String> {
    let words = words(None)?;
    Ok(words.say("solved", &[("player", &player), ("value", &words.worth(outcome, plies, margin, draw))]))
}

/// What a move is worth to the player who makes it.
#[pyfunction]
pub(crate) fn worth_text(outcome: &str, plies: Option<u32>, margin: Option<i32>) -> PyResult<String> {
    Ok(words(None)?.worth(outcome, plies, margin, None))
}

/// A message in the language that was set.
pub(crate) fn said(id: &str, args: &[(&str, &dyn std::fmt::Display)]) -> String {
    usual_words().say(id, args)
}

/// The exception for a package that is missing, or that is not what its name says.
pub(crate) fn needs(py: Python<'_>, what: &str, package: &str, why: Option<PyErr>) -> PyErr {
    let told = Told::new("needs-package", "{what} needs {package}: pip install {package}")
        .arg("what", what)
        .arg("package", package);
    let error = PyImportError::new_err(text(&told));
    error.set_cause(py, why);
    error
}

/// The exception for an error.
pub(crate) fn raise(told: Told) -> PyErr {
    let text = text(&told);
    let own = told.id().starts_with("own-");
    let error = match told.kind() {
        Kind::Limit => LimitReached::new_err(text),
        Kind::Input if own => GameError::new_err(text),
        Kind::Input => Error::new_err(text),
    };
    Python::attach(|py| {
        let _ = error.value(py).setattr("id", told.id());
    });
    error
}

/// An error as people read it, in the language that was set.
pub(crate) fn text(told: &Told) -> String {
    let french = language() == Lang::French;
    let mut text = String::new();
    if let Some(place) = told.place() {
        text = format!("{}:{}:{}: ", place.source, place.line, place.column);
    }
    // What the command calls --memory is an argument here.
    text += &WORDS[usize::from(french)].error(told).replace(" --", " ");
    if let Some(word) = told.suggestion() {
        text += &if french { format!(" ; vouliez-vous dire {word} ?") } else { format!("; did you mean {word}?") };
    }
    text
}

/// The same, raised because of another exception.
pub(crate) fn raise_from(told: Told, cause: PyErr) -> PyErr {
    let error = raise(told);
    Python::attach(|py| error.set_cause(py, Some(cause)));
    error
}

/// An object as a message shows it: its `repr`, cut if it is long.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 200;
    let text = object.repr().map_or_else(|_| format!("<{}>", kind(object)), |text| text.to_string());
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// The name of an object's class.
pub(crate) fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}
