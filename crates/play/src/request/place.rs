//! Opening a game at a position.

use super::{Asked, Place, Surface};
use crate::{GAMES, Session, open};
use attractor_game::Error;
use std::{cell::Cell, fmt::Display, path::Path};

/// Opens a game and goes to the position asked for, within the limits of the surface.
pub fn open_at(asked: &dyn Asked, surface: &dyn Surface) -> Result<Box<dyn Session>, Error> {
    let limits = surface.limits();
    let Place { game, position, moves } = asked.place();
    if limits.local {
        return open_here(game, position, moves);
    }
    let name = game.split([':', ',']).next().unwrap_or("").trim();
    if matches!(name, "graph" | "tree") {
        return Err(Error::new(
            "files-not-here",
            "{game} would be read from a file, which the page does not do; paste its text instead",
        )
        .arg("game", name));
    }
    let long = |text: &str| text.len() > limits.letters;
    if long(game) || position.is_some_and(long) || moves.is_some_and(long) {
        return Err(Error::limit("too-long", "a game, a position or its moves have more than {most} letters")
            .arg("most", limits.letters));
    }
    let mut session = open(game)?;
    if let Some(position) = position {
        session.set_position(position)?;
    }
    let passed = Cell::new(0);
    let go_on = |session: &dyn Session| {
        surface.check()?;
        passed.set(passed.get() + session.choices(limits.passed));
        if passed.get() > limits.passed { Err(limits.too_large(session)) } else { Ok(()) }
    };
    session.play_line_while(moves.unwrap_or(""), &go_on)?;
    // How many there are is known before they are made.
    if session.choices(limits.choices + 1) > limits.choices || session.board().pieces.len() > limits.choices {
        return Err(limits.too_large(session.as_ref()));
    }
    Ok(session)
}

/// The same for people at this machine, who may mistake a file for a game or a position.
fn open_here(game: &str, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn Session>, Error> {
    let mut session = open_named(game)?;
    if let Some(text) = position {
        let read = session.set_position(text);
        read.map_err(|error| if names_file(text) { position_file(text) } else { error })?;
    }
    if let Some(text) = moves {
        session.play_line(text)?;
    }
    Ok(session)
}

/// Opens a game by its string; a file given instead is called one.
pub fn open_named(spec: &str) -> Result<Box<dyn Session>, Error> {
    open(spec).map_err(|error| match error.id() {
        "unknown-game" if Path::new(spec).is_file() => {
            Error::new("file-not-game", "{file} is a file, not a game: write graph:{file}, or tree:{file} for a tree")
                .arg("file", spec)
        }
        "unknown-game" if looks_like_file(spec) => match std::fs::read(spec) {
            Err(why) => unreadable(spec, why),
            Ok(_) => error,
        },
        _ => error,
    })
}

/// Whether a text that is no game names a file: it is there, or has an extension or a separator where a game has its name.
pub fn looks_like_file(text: &str) -> bool {
    let name = text.split([':', ',']).next().unwrap_or("");
    let game = GAMES.iter().any(|entry| entry.name == name);
    let extension = name.rsplit_once('.').is_some_and(|(_, end)| end.chars().all(|c| c.is_ascii_alphanumeric()));
    !game && (extension || name.contains(std::path::is_separator) || Path::new(text).exists())
}

/// Whether a text that is no position names a file: it is there, or is one word with an extension of letters.
fn names_file(text: &str) -> bool {
    let stem = |stem: &str| !stem.is_empty() && !stem.contains(['.', '/', ' ']);
    let end = |end: &str| (2..=6).contains(&end.len()) && end.chars().all(|c| c.is_ascii_lowercase());
    Path::new(text).is_file() || text.rsplit_once('.').is_some_and(|(name, extension)| stem(name) && end(extension))
}

/// A file given where a position is expected.
fn position_file(text: &str) -> Error {
    Error::new("position-file", "--position takes the text of a position, and {file} is the name of a file")
        .arg("file", text)
}

/// The error of a file that cannot be read.
pub fn unreadable(file: &str, why: impl Display) -> Error {
    Error::new("cannot-read", "cannot read {file}: {why}").arg("file", file).arg("why", why)
}
