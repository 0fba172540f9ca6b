//! Names of files: suggested where one cannot be read.

use attractor_game::{Error, nearest};
use std::path::{Path, PathBuf};

/// Entries of a folder that are compared with a name at most.
const COMPARED: usize = 10_000;

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
