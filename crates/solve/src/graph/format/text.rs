//! Where things stand in a text, so that every complaint can show its place.

use attractor_game::{Error, Place, nearest};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Bytes `start..end` of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    /// From and up to these bytes. Texts that are read as a whole are shorter than 4 GB.
    pub(super) fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }
}

/// What is wrong with a part of a text that does not know its file.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) error: Error,
    pub(super) span: Span,
}

impl Fault {
    pub(super) fn new(error: Error, start: usize, end: usize) -> Fault {
        Fault { error, span: Span::new(start, end) }
    }
}

/// A text and what it is called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    pub(super) source: &'a str,
    pub(super) text: &'a str,
}

impl<'a> Text<'a> {
    /// The bytes of a span, as text.
    pub(super) fn part(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Line, column and width of a span.
    pub(super) fn place(&self, span: Span) -> Place {
        let start = span.start as usize;
        let begin = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[start..].find('\n').map_or(self.text.len(), |i| start + i);
        let line = 1 + self.text.as_bytes()[..begin].iter().filter(|&&b| b == b'\n').count();
        let inside = Span::new(start - begin, (span.end as usize).min(end).max(start) - begin);
        line_place(self.source, line, &self.text[begin..end], inside)
    }

    /// An error at a span.
    pub(super) fn fail(&self, fault: Fault) -> Error {
        fault.error.at(self.place(fault.span))
    }
}

/// The place of a span of one line. The text of a line too long to be shown is left out.
pub(super) fn line_place(source: &str, line: usize, text: &str, span: Span) -> Place {
    const LONGEST: usize = 4096;
    let shown = text.trim_end_matches('\r');
    let (start, end) = ((span.start as usize).min(shown.len()), (span.end as usize).min(shown.len()));
    Place {
        source: source.to_owned(),
        line,
        column: text[..start].chars().count() + 1,
        width: text[start..end].chars().count().max(1),
        text: if shown.len() <= LONGEST { shown.to_owned() } else { String::new() },
    }
}

/// Decodes a whole text. A byte order mark is dropped.
pub(super) fn decode<'a>(bytes: &'a [u8], source: &str) -> Result<&'a str, Error> {
    if bytes.len() > u32::MAX as usize {
        return Err(Error::limit("text-too-long", "{source} is longer than 4 GB: write it as an .arena file")
            .arg("source", source));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|e| {
        let begin = bytes[..e.valid_up_to()].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let end = bytes[begin..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| begin + i);
        let line = 1 + bytes[..begin].iter().filter(|&&b| b == b'\n').count();
        not_utf8(source, line, &bytes[begin..end], e.valid_up_to() - begin)
    })
}

/// The error for a line whose first `valid` bytes alone are UTF-8.
pub(super) fn not_utf8(source: &str, line: usize, bytes: &[u8], valid: usize) -> Error {
    let text = String::from_utf8_lossy(bytes);
    let end = text[valid..].chars().next().map_or(valid, |c| valid + c.len_utf8());
    Error::new("not-utf8", "the text is not UTF-8").at(line_place(source, line, &text, Span::new(valid, end)))
}

/// Where lines come from; may be opened again, to find the place of what turned out to be wrong.
pub(super) enum Input<'a> {
    File { path: &'a Path, length: u64 },
    Text(&'a [u8]),
}

impl<'a> Input<'a> {
    pub(super) fn open(&self) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Input::File { path, .. } => Box::new(File::open(path)?),
            Input::Text(bytes) => Box::new(*bytes),
        })
    }

    /// How many bytes there are.
    pub(super) fn length(&self) -> u64 {
        match self {
            Input::File { length, .. } => *length,
            Input::Text(bytes) => bytes.len() as u64,
        }
    }
}

/// The error for a file that the system does not let us read.
pub(super) fn unreadable(source: &str, e: &io::Error) -> Error {
    Error::new("cannot-read", "cannot read {file}: {why}").arg("file", source).arg("why", e)
}

/// The error for a name that no vertex has.
pub(super) fn unknown_vertex<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Error {
    /// Longer names, and names after these, are not worth a search.
    const LONG: usize = 200;
    const MANY: usize = 100_000;
    let near = match name.len() {
        ..=LONG => nearest(name, names.take(MANY).filter(|n| n.len() <= LONG)),
        _ => None,
    };
    Error::new("unknown-vertex", "there is no vertex {vertex}")
        .arg("vertex", if name.is_empty() { "\"\"" } else { name })
        .nearest(near)
}
