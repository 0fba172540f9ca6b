//! Reads an `.arena` file whose vertices are called 0, 1, 2, ... in this order: the direct path, on which nothing but
//! the arena is held and no text is decoded.

use super::{
    super::{
        Read, Reading,
        draft::{self, Locate},
        expression::Expr,
        rule::Rule,
        text::{Input, Text, unknown_vertex, unreadable},
        value::Value,
    },
    line::{Line, Word, digits},
    lines::{Again, Blocks, Raw, second_start},
};
use crate::graph::{Builder, End, Names};
use attractor_game::{Error, Place, Player};
use std::io::{self, Read as _};

/// A line in the plainest form, `4 1: 5 6` with single spaces, whose vertex is called `v`: its owner, result, and the
/// byte after it. Anything else is none, right or wrong.
#[inline(always)]
fn plain(b: &[u8], start: usize, v: u32, row: &mut Vec<u32>) -> Option<(Option<Player>, Option<End>, usize)> {
    row.clear();
    let (name, mut i) = digits(b, start)?;
    if name != v {
        return None;
    }
    let (mut owner, mut end) = (None, None);
    if b[i] == b' ' {
        owner = Some(match b[i + 1] {
            b'1' => Player::One,
            b'2' => Player::Two,
            _ => return None,
        });
        i += 2;
    }
    if b[i] == b' ' {
        let length = b[i + 1..].iter().take(6).position(|&b| b == b':')?;
        let result = &b[i + 1..i + 1 + length];
        end = Some(draft::result(std::str::from_utf8(result).ok()?).ok()?);
        i += 1 + result.len();
    }
    if b[i] != b':' {
        return None;
    }
    i += 1;
    while b[i] == b' ' {
        let (w, after) = digits(b, i + 1)?;
        row.push(w);
        i = after;
    }
    if b[i] == b'\r' {
        i += 1;
    }
    (b[i] == b'\n' && (end.is_none() || row.is_empty())).then_some((owner, end, i + 1))
}

/// What is known of a file of numbers while it is read.
struct Numbered<'a> {
    source: &'a str,
    /// Owners by rule, instead of those in the file.
    rule: Option<(&'a Expr, Text<'a>)>,
    replaced: bool,
    start: Option<(u32, Place)>,
    number: usize,
    row: Vec<u32>,
    words: Vec<Word>,
}

impl Numbered<'_> {
    /// Calls `push` with the owner, result and successors of every vertex: 0, 1, 2, ... Returns how many there are, or
    /// nothing if the file is not of this kind, or if `push` says that it is enough.
    fn read(
        &mut self,
        input: &Input<'_>,
        mut push: impl FnMut(u32, Player, Option<End>, &[u32]) -> Result<bool, Error>,
    ) -> Result<Option<u32>, Error> {
        let source = self.source;
        let io = |e: io::Error| unreadable(source, &e);
        let mut blocks = Blocks::open(input).map_err(io)?;
        let mut v = 0;
        self.number = 0;
        self.start = None;
        let mut row = std::mem::take(&mut self.row);
        loop {
            let block = blocks.next().map_err(io)?;
            if block.is_empty() {
                self.row = row;
                return Ok(Some(v));
            }
            let mut at = 0;
            while at < block.len() {
                self.number += 1;
                let (owner, end) = match plain(block, at, v, &mut row) {
                    Some((owner, end, after)) => {
                        at = after;
                        (owner, end)
                    }
                    None => {
                        let length = block[at..].iter().position(|&b| b == b'\n').unwrap_or(block.len() - at);
                        let raw = Raw { source, number: self.number, bytes: &block[at..at + length] };
                        at += length + 1;
                        match self.other(raw, v, &mut row, input)? {
                            Other::Nothing => continue,
                            Other::Vertex(owner, end) => (owner, end),
                            Other::Names => return Ok(None),
                        }
                    }
                };
                self.replaced |= owner.is_some();
                let owner = match (self.rule, owner) {
                    (None, Some(owner)) => owner,
                    (Some((expr, text)), _) => expr.player(text, &Value::Int(i128::from(v)), &v.to_string())?,
                    (None, None) => return Ok(None),
                };
                if !push(v, owner, end, &row)? {
                    return Ok(None);
                }
                v += 1;
            }
        }
    }

    /// A line that is not in the plainest form, but may still say the same.
    #[cold]
    fn other(&mut self, raw: Raw<'_>, v: u32, row: &mut Vec<u32>, input: &Input<'_>) -> Result<Other, Error> {
        let (text, line) = raw.parse(&mut self.words)?;
        match line {
            Line::Blank => Ok(Other::Nothing),
            Line::Start(name) if self.start.is_some() => Err(second_start(raw, text, name)),
            Line::Start(name) => {
                let Some(start) = name.number(text) else { return Ok(Other::Names) };
                self.start = Some((start, raw.place(text, name.span)));
                Ok(Other::Nothing)
            }
            Line::Vertex { name, owner, end } => {
                match name.number(text) {
                    Some(n) if n < v => {
                        let first = Again { input, source: self.source }.vertex(n).map_or(0, |place| place.line);
                        return Err(draft::duplicate(&n.to_string(), first).at(raw.place(text, name.span)));
                    }
                    Some(n) if n == v => {}
                    _ => return Ok(Other::Names),
                }
                row.clear();
                for word in &self.words {
                    let Some(w) = word.number(text) else { return Ok(Other::Names) };
                    row.push(w);
                }
                Ok(Other::Vertex(owner, end))
            }
        }
    }
}

enum Other {
    Nothing,
    Vertex(Option<Player>, Option<End>),
    /// Vertices are not called 0, 1, 2, ...
    Names,
}

/// Reads an arena whose vertices are called 0, 1, 2, ... in this order, and all have owners; nothing if it is not so.
pub(super) fn read(input: &Input<'_>, source: &str, reading: &Reading) -> Result<Option<Read>, Error> {
    let rule = match reading.owner.as_ref().map(|rule| rule.with_text()) {
        None => None,
        Some((Rule::True(expr), text)) => Some((expr, text)),
        Some(_) => return Ok(None),
    };
    let (row, words) = (Vec::new(), Vec::new());
    let mut file = Numbered { source, rule, replaced: false, start: None, number: 0, row, words };
    let (vertices, moves) = estimate(input).map_err(|e| unreadable(source, &e))?;
    let mut builder = Builder::with_capacity(vertices, moves);
    let count = file.read(input, |_, owner, end, row| {
        let end = end.unwrap_or(draft::stuck(owner, reading.misere));
        builder.push(owner, row, Some(end)).map(|_| true)
    })?;
    let Some(count) = count else { return Ok(None) };

    let numbers = || (0..count.min(100_000)).map(|v| v.to_string()).collect::<Vec<_>>();
    let unknown = |w: u32| unknown_vertex(&w.to_string(), numbers().iter().map(String::as_str));
    if let Some((v, w)) = builder.dangling() {
        let place = Again { input, source }.line(v, |raw, text, _, words| {
            let word = words.iter().find(|word| word.number(text) == Some(w))?;
            Some(raw.place(text, word.span))
        });
        return Err(match place {
            Some(place) => unknown(w).at(place),
            None => unknown(w),
        });
    }
    let mut start = 0;
    if let Some((given, place)) = file.start.take() {
        start = given;
        if start >= count {
            return Err(unknown(start).at(place));
        }
    }
    let mut notes = Vec::new();
    if rule.is_some() && file.replaced {
        notes.push(draft::replaced());
    }
    let mut arena = builder.finish(Names::Numbers, start);
    if let Some(name) = &reading.start {
        let start = arena.find_vertex(name)?;
        arena = arena.starting_at(start);
    }
    if arena.merged() > 0 {
        let mut first = None;
        file.read(input, |v, _, _, row| {
            if row.len() > arena.degree(v) as usize {
                first = draft::first_repeated(row).map(|w| (v, w));
            }
            Ok(first.is_none())
        })?;
        notes.extend(first.map(|(v, w)| draft::merged(arena.merged(), &v.to_string(), &w.to_string())));
    }
    Ok(Some(Read { arena, notes }))
}

/// About how many vertices and moves there are, judged from the first lines: room for them is taken at once, since a
/// vector that grows by doubling holds its content twice for a moment.
fn estimate(input: &Input<'_>) -> io::Result<(usize, usize)> {
    let mut sample = Vec::new();
    input.open()?.take(1 << 16).read_to_end(&mut sample)?;
    let count = |byte: u8| sample.iter().filter(|&&b| b == byte).count();
    let (lines, spaces) = (count(b'\n'), count(b' '));
    let scale = input.length() as f64 / sample.len().max(1) as f64;
    let room = |n: usize| (n as f64 * scale) as usize + 1;
    Ok((room(lines), room(spaces.saturating_sub(lines))))
}
