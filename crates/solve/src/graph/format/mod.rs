//! Arenas as text: read in every form that people have, and written in each.
//!
//! | format | looks like | keeps |
//! |---|---|---|
//! | [`Format::Arena`] | `a 1: b c` per line | everything |
//! | [`Format::Json`] | `{"start": "a", "owner": {"a": 1}, "moves": {"a": ["b"]}, "result": {}}` | everything |
//! | [`Format::Python`] | `G = {0: [4, 5], 1: [4, 5, 6]}` | everything |
//! | [`Format::Lists`] | `G = [[4, 5], [4, 5, 6]]` | everything but names |
//! | [`Format::Matrix`] | `0,1,1` per line | moves |
//! | [`Format::Dot`] | `digraph { a -> b; a [owner=1] }` | everything |
//!
//! Where a text does not tell who owns a vertex, an [`OwnerRule`] may; without one, players are taken to alternate.
//! Text is never executed. What is wrong is an error with its place; what is merely odd is a note.
//!
//! ```
//! use attractor_game::Player;
//! use attractor_solve::graph::format::{OwnerRule, Reading, read_text};
//! let text = "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}";
//! let reading = Reading { owner: Some(OwnerRule::parse("v < 4")?), ..Reading::default() };
//! let arena = read_text(text, "notes", &reading)?.arena;
//! assert_eq!((arena.len(), arena.move_count()), (8, 9));
//! assert_eq!(arena.owner(7), Player::Two);
//! # Ok::<(), attractor_game::Error>(())
//! ```

mod arena;
mod dot;
mod draft;
mod expression;
mod json;
mod literal;
mod matrix;
mod owner;
mod python;
mod rule;
mod text;
mod value;

pub use rule::OwnerRule;

use super::{Arena, End, Names};
use attractor_game::{Error, nearest};
use python::Rows;
use std::{
    fmt,
    fs::File,
    io::{self, Read as _},
    path::Path,
    str::FromStr,
};
use text::{Input, Text, decode, unreadable};

/// Version of the text form [`Format::Arena`] and of its JSON twin.
pub const ARENA_VERSION: u32 = 1;

/// A form of text that an arena can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// One line per vertex: `NAME OWNER [RESULT]: NAME NAME ...`.
    Arena,
    /// `{"start", "owner", "moves", "result"}`.
    Json,
    /// A Python dictionary of successors.
    Python,
    /// A Python list of lists of successors; vertices are numbers.
    Lists,
    /// An adjacency matrix: rows of 0 and 1.
    Matrix,
    /// Graphviz.
    Dot,
}

impl Format {
    /// Every format with the words that name it, the first being its own.
    const WORDS: [(Format, &'static [&'static str]); 6] = [
        (Format::Arena, &["arena"]),
        (Format::Json, &["json"]),
        (Format::Python, &["python", "py", "dict"]),
        (Format::Lists, &["lists", "list"]),
        (Format::Matrix, &["matrix", "csv"]),
        (Format::Dot, &["dot", "gv", "graphviz"]),
    ];

    /// Every format.
    pub fn all() -> impl Iterator<Item = Format> {
        Format::WORDS.iter().map(|&(format, _)| format)
    }

    /// What the name of a file says; `.txt` says nothing.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "arena" => Some(Format::Arena),
            "json" => Some(Format::Json),
            "py" => Some(Format::Python),
            "csv" | "tsv" => Some(Format::Matrix),
            "dot" | "gv" => Some(Format::Dot),
            _ => None,
        }
    }

    /// What a text looks like, by how it begins. What looks like nothing else is taken for [`Format::Arena`].
    pub fn of_text(text: &str) -> Format {
        let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
        while rest.starts_with('#') || rest.starts_with("//") || rest.starts_with("/*") {
            let end = if rest.starts_with("/*") { rest.find("*/").map(|i| i + 2) } else { rest.find('\n') };
            rest = rest[end.unwrap_or(rest.len())..].trim_start();
        }
        let line = rest.lines().next().unwrap_or("");
        let word = &rest[..rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())];
        let after = rest[word.len()..].trim_start();
        let cells = |c: char| matches!(c, '0' | '1' | ',' | ';') || c.is_whitespace();
        match word {
            "strict" | "digraph" | "graph"
                if after.starts_with(|c: char| c == '{' || c == '"' || c.is_alphabetic()) =>
            {
                Format::Dot
            }
            "" if rest.starts_with('{') && json::looks_like(rest) => Format::Json,
            "" if rest.starts_with(['{', '[', '\'']) => Format::Python,
            "def" | "import" | "from" if after.starts_with(|c: char| c.is_alphabetic() || c == '_') => Format::Python,
            _ if !word.is_empty() && after.starts_with('=') => Format::Python,
            _ if !word.is_empty() && after.starts_with(':') && after.lines().next().is_some_and(annotated) => {
                Format::Python
            }
            _ if line.contains(['0', '1']) && line.chars().all(cells) => Format::Matrix,
            _ => Format::Arena,
        }
    }
}

/// `: dict = {`
fn annotated(after: &str) -> bool {
    after.find('=').is_some_and(|i| after[i + 1..].trim_start().starts_with(['{', '[']))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = Format::WORDS.iter().find(|(format, _)| format == self).map_or("", |(_, words)| words[0]);
        f.pad(words)
    }
}

impl FromStr for Format {
    type Err = Error;
    fn from_str(text: &str) -> Result<Format, Error> {
        let known = Format::WORDS.iter().find(|(_, words)| words.contains(&text.to_lowercase().as_str()));
        known.map(|&(format, _)| format).ok_or_else(|| {
            let names: Vec<String> = Format::all().map(|format| format.to_string()).collect();
            Error::new("unknown-format", "there is no format {format}; there are {formats}")
                .arg("format", if text.is_empty() { "\"\"" } else { text })
                .arg("formats", names.join(" "))
                .nearest(nearest(text, Format::WORDS.iter().flat_map(|(_, words)| words.iter().copied())))
        })
    }
}

/// How a text is to be read.
#[derive(Clone, Default, Debug)]
pub struct Reading {
    /// The format, if it is not to be guessed.
    pub format: Option<Format>,
    /// Who owns what, whatever the text says.
    pub owner: Option<OwnerRule>,
    /// Who cannot move wins; results that the text gives stay.
    pub misere: bool,
    /// Where play begins, whatever the text says.
    pub start: Option<String>,
}

/// What was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Read {
    /// The arena.
    pub arena: Arena,
    /// What was odd, but no reason to refuse: `merged`, `owners-alternate`, `owners-replaced`, `read-as-matrix`,
    /// `ignored`.
    pub notes: Vec<Error>,
}

/// Reads an arena from a file. Files of [`Format::Arena`] are streamed: if the vertices are called 0, 1, 2, ... in
/// order, nothing but the arena is held in memory.
pub fn read_path(path: &Path, reading: &Reading) -> Result<Read, Error> {
    let source = path.display().to_string();
    let fail = |e: io::Error| unreadable(&source, &e);
    let metadata = path.metadata().map_err(fail)?;
    let mut format = reading.format.or_else(|| Format::of_path(path));
    // Pipes cannot be read twice, so that their text is held.
    if metadata.is_file() {
        if format.is_none() {
            const HEAD: u64 = 1 << 16;
            let mut head = Vec::new();
            File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head)).map_err(fail)?;
            let text = String::from_utf8_lossy(&head);
            // A text file with nothing in it is no arena of no vertices.
            let empty = text.trim().is_empty();
            format = Some(if empty { Format::Python } else { Format::of_text(&text) });
        }
        if format == Some(Format::Arena) {
            return arena::read(&Input::File { path, length: metadata.len() }, &source, reading);
        }
    }
    let mut bytes = Vec::new();
    attractor_memory::room(metadata.len())?;
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(fail)?;
    read_bytes(&bytes, &source, format, reading)
}

/// Reads an arena from a text; `source` is what the text is called in errors.
pub fn read_text(text: &str, source: &str, reading: &Reading) -> Result<Read, Error> {
    read_bytes(text.as_bytes(), source, reading.format, reading)
}

fn read_bytes(bytes: &[u8], source: &str, format: Option<Format>, reading: &Reading) -> Result<Read, Error> {
    if format == Some(Format::Arena) {
        return arena::read(&Input::Text(bytes), source, reading);
    }
    let text = Text { source, text: decode(bytes, source)? };
    let looks = Format::of_text(text.text);
    let mut notes = Vec::new();
    // Lists and matrices have a Python form and a plain one.
    let notes_of = &mut notes;
    let arena = match (format.unwrap_or(looks), looks) {
        (Format::Arena, _) | (Format::Lists, Format::Arena) => {
            return arena::read(&Input::Text(bytes), source, reading);
        }
        (Format::Json, _) => json::read(text, Rows::Either, reading, notes_of)?,
        (Format::Python, _) => python::read(text, Rows::Either, reading, notes_of)?,
        (Format::Lists, _) => python::read(text, Rows::Lists, reading, notes_of)?,
        (Format::Matrix, Format::Python) => python::read(text, Rows::Matrix, reading, notes_of)?,
        (Format::Matrix, _) => matrix::read(text, reading, notes_of)?,
        (Format::Dot, _) => dot::read(text, reading, notes_of)?,
    };
    Ok(Read { arena, notes })
}

/// Writes an arena. Read back, it is the same arena, but for what [`lost`] says.
pub fn write(arena: &Arena, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = Out { out, buffer: Vec::with_capacity(2 * Out::FULL) };
    match format {
        Format::Arena => arena::write(arena, &mut out)?,
        Format::Json => json::write(arena, &mut out)?,
        Format::Python => python::write(arena, false, &mut out)?,
        Format::Lists => python::write(arena, true, &mut out)?,
        Format::Matrix => matrix::write(arena, &mut out)?,
        Format::Dot => dot::write(arena, &mut out)?,
    }
    out.flush()
}

/// What a format cannot tell of an arena, as a note: lists have no names; a matrix has nothing but moves.
pub fn lost(arena: &Arena, format: Format) -> Option<Error> {
    let named = *arena.names() != Names::Numbers;
    let note = match format {
        Format::Lists if named => Error::new("lost-names", "{format} have no names: vertices are written as numbers"),
        Format::Matrix if !arena.is_empty() => {
            Error::new("lost-all", "a {format} tells moves only: names, owners, results and start are not written")
        }
        _ => return None,
    };
    Some(note.arg("format", format))
}

/// The result of `v` if it must be written: it does not follow from who cannot move.
fn given_end(arena: &Arena, v: u32) -> Option<End> {
    arena.end(v).filter(|&end| end != End::stuck(arena.owner(v)))
}

/// Names ready to be written many times.
enum Written {
    Numbers,
    Words(Vec<String>),
}

impl Written {
    fn new(arena: &Arena, write: impl Fn(&str) -> String) -> Written {
        match arena.names() {
            Names::Numbers => Written::Numbers,
            Names::Words(words) => Written::Words(words.iter().map(|word| write(word)).collect()),
        }
    }

    #[inline]
    fn put(&self, v: u32, out: &mut Out<'_>) {
        match self {
            Written::Numbers => out.number(v),
            Written::Words(words) => out.text(&words[v as usize]),
        }
    }
}

/// Text on its way out, in large pieces.
struct Out<'a> {
    out: &'a mut dyn io::Write,
    buffer: Vec<u8>,
}

impl Out<'_> {
    const FULL: usize = 1 << 16;

    #[inline]
    fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn number(&mut self, mut n: u32) {
        let mut digits = [0; 10];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        self.buffer.extend_from_slice(&digits[at..]);
    }

    #[inline]
    fn flush_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= Out::FULL { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
