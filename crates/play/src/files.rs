//! Files that a question names. Only people at this machine may name any: see [`crate::request::Limits::local`].

use crate::request::unreadable;
use attractor_game::Error;
use std::{
    fmt::Display,
    fs,
    io::{self, Read, Write},
    process,
};

/// Reads the text of a file; `-` is standard input.
pub fn read_file(file: &str) -> Result<String, Error> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    String::from_utf8(bytes.map_err(|e| unreadable(file, e))?)
        .map_err(|e| unreadable(file, format_args!("byte {} is not UTF-8", e.utf8_error().valid_up_to() + 1)))
}

/// Returns the error of a file that cannot be written.
pub fn unwritable(file: &str, why: impl Display) -> Error {
    Error::new("cannot-write", "cannot write {file}: {why}").arg("file", file).arg("why", why)
}

/// Writes a file whole or not at all: beside its place first, then moved there. `-` is standard output; what is no
/// regular file (a pipe, a device) is written to directly, and a link's target is what is written. Returns an
/// [`Error`] inside that of `write` as it is.
pub fn write_file(file: &str, write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> Result<(), Error> {
    let failed = |e: io::Error| e.downcast::<Error>().unwrap_or_else(|e| unwritable(file, e));
    if file == "-" {
        let mut out = io::stdout();
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.into());
    if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        let mut out = fs::File::options().write(true).open(&target).map_err(failed)?;
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.tmp", process::id()));
    let attempt = || {
        let mut out = io::BufWriter::new(fs::File::create(&beside)?);
        write(&mut out)?;
        out.into_inner().map_err(|e| e.into_error())?.sync_all()?;
        fs::rename(&beside, &target)
    };
    attempt().map_err(|e| {
        let _ = fs::remove_file(&beside);
        failed(e)
    })
}
