//! Names of files: told from names of games, and suggested where one cannot be read.

use attractor_game::{Error, nearest};
use attractor_play::{GAMES, Session};
use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

/// Entries of a folder that are compared with a name at most.
const COMPARED: usize = 10_000;

/// Whether a text that is no game names a file: it is there, or has an extension or a separator where a game has its name.
pub(crate) fn looks_like_file(text: &str) -> bool {
    let name = text.split([':', ',']).next().unwrap_or("");
    let game = GAMES.iter().any(|entry| entry.name == name);
    let extension = name.rsplit_once('.').is_some_and(|(_, end)| end.chars().all(|c| c.is_ascii_alphanumeric()));
    !game && (extension || name.contains(std::path::is_separator) || Path::new(text).exists())
}

/// Whether a text that is no position names a file: it is there, or is one word with an extension of letters.
pub(crate) fn names_file(text: &str) -> bool {
    let stem = |stem: &str| !stem.is_empty() && !stem.contains(['.', '/', ' ']);
    let end = |end: &str| (2..=6).contains(&end.len()) && end.chars().all(|c| c.is_ascii_lowercase());
    Path::new(text).is_file() || text.rsplit_once('.').is_some_and(|(name, extension)| stem(name) && end(extension))
}

/// A file given where a position is expected.
pub(crate) fn position_file(text: &str) -> Error {
    Error::new("position-file", "--position takes the text of a position, and {file} is the name of a file")
        .arg("file", text)
}

/// Opens a game by its string; a file given instead is called one.
pub(crate) fn open(spec: &str) -> Result<Box<dyn Session>, Error> {
    attractor_play::open(spec).map_err(|error| match error.id() {
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

/// A file that could not be read.
pub(crate) fn unreadable(file: &str, why: impl Display) -> Error {
    Error::new("cannot-read", "cannot read {file}: {why}").arg("file", file).arg("why", why)
}

/// The same error with the name of the nearest file that is there, if it is about one that is not.
pub(crate) fn with_nearest(error: Error) -> Error {
    if error.id() != "cannot-read" || error.suggestion().is_some() {
        return error;
    }
    let found = error.args().find(|(name, _)| *name == "file").and_then(|(_, file)| nearest_file(Path::new(file)));
    match found.as_ref().and_then(|path| path.to_str()) {
        Some(name) => error.nearest(Some(name)),
        None => error,
    }
}

/// The file or folder that is there and called most like a path that is not.
fn nearest_file(path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return None;
    }
    let folder = path.parent()?;
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !here.exists() {
        // What lies behind a folder is as far from what is there as the folder.
        let found = nearest_file(folder)?.join(path.file_name()?);
        return found.exists().then_some(found);
    }
    let entries = std::fs::read_dir(here).ok()?.take(COMPARED).flatten();
    let names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str)).map(|name| folder.join(name))
}
