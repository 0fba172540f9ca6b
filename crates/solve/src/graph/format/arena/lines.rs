//! All the lines of an `.arena` file, a block at a time, and again when something is looked for.

use super::{
    super::{
        draft::Locate,
        text::{Input, Span, line_place, not_utf8, unreadable},
    },
    line::{Line, Word, parse},
};
use attractor_game::{Error, Place};
use std::io;

/// Hands out whole lines, many at a time.
pub(super) struct Blocks<'a> {
    input: Box<dyn io::Read + 'a>,
    buffer: Vec<u8>,
    filled: usize,
    used: usize,
    ended: bool,
}

impl<'a> Blocks<'a> {
    pub(super) fn open(input: &Input<'a>) -> io::Result<Blocks<'a>> {
        const BLOCK: u64 = 1 << 20;
        let buffer = vec![0; (input.length() + 2).clamp(64, BLOCK) as usize];
        Ok(Blocks { input: input.open()?, buffer, filled: 0, used: 0, ended: false })
    }

    /// The next whole lines, each ending in a line end; nothing at the end. A byte order mark is left out.
    pub(super) fn next(&mut self) -> io::Result<&[u8]> {
        let first = self.filled == 0 && !self.ended;
        self.buffer.copy_within(self.used..self.filled, 0);
        self.filled -= self.used;
        self.used = 0;
        let mut searched = self.filled;
        while !self.ended && self.used == 0 {
            if self.filled + 1 >= self.buffer.len() {
                self.buffer.resize(self.buffer.len() * 2, 0);
            }
            // One byte stays free for a last line end.
            let free = self.buffer.len() - 1;
            match self.input.read(&mut self.buffer[self.filled..free]) {
                Ok(0) => {
                    self.ended = true;
                    if self.filled > 0 && self.buffer[self.filled - 1] != b'\n' {
                        self.buffer[self.filled] = b'\n';
                        self.filled += 1;
                    }
                    self.used = self.filled;
                }
                Ok(n) => {
                    self.filled += n;
                    let new = &self.buffer[searched..self.filled];
                    self.used = new.iter().rposition(|&b| b == b'\n').map_or(0, |i| searched + i + 1);
                    searched = self.filled;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        let lines = &self.buffer[..self.used];
        Ok(if first { lines.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(lines) } else { lines })
    }
}

/// One line with its number, to be decoded.
#[derive(Clone, Copy)]
pub(super) struct Raw<'a> {
    pub(super) source: &'a str,
    pub(super) number: usize,
    pub(super) bytes: &'a [u8],
}

impl<'a> Raw<'a> {
    fn decode(self) -> Result<&'a str, Error> {
        std::str::from_utf8(self.bytes).map_err(|e| not_utf8(self.source, self.number, self.bytes, e.valid_up_to()))
    }

    pub(super) fn parse(self, words: &mut Vec<Word>) -> Result<(&'a str, Line), Error> {
        let text = self.decode()?;
        let line = parse(text, words).map_err(|fault| fault.error.at(self.place(text, fault.span)))?;
        Ok((text, line))
    }

    pub(super) fn place(self, text: &str, span: Span) -> Place {
        line_place(self.source, self.number, text, span)
    }
}

/// Calls `each` with every line until it returns something.
pub(super) fn lines<T>(
    input: &Input<'_>,
    source: &str,
    mut each: impl FnMut(Raw<'_>) -> Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    let io = |e: io::Error| unreadable(source, &e);
    let mut blocks = Blocks::open(input).map_err(io)?;
    let mut number = 0;
    loop {
        let block = blocks.next().map_err(io)?;
        if block.is_empty() {
            return Ok(None);
        }
        for bytes in block[..block.len() - 1].split(|&b| b == b'\n') {
            number += 1;
            let found = each(Raw { source, number, bytes })?;
            if found.is_some() {
                return Ok(found);
            }
        }
    }
}

/// Finds places by reading again.
pub(super) struct Again<'a> {
    pub(super) input: &'a Input<'a>,
    pub(super) source: &'a str,
}

impl Again<'_> {
    /// What `say` says of the line that defines vertex `v`: its number, text, name and successors.
    pub(super) fn line<T>(&self, v: u32, say: impl Fn(Raw<'_>, &str, Word, &[Word]) -> Option<T>) -> Option<T> {
        let mut words = Vec::new();
        let mut left = v;
        let found = lines(self.input, self.source, |raw| {
            // Most lines need no parsing to be counted.
            let first = raw.bytes.iter().copied().find(|b| !b.is_ascii_whitespace());
            let plain = first.is_some_and(|b| b.is_ascii_graphic() && b != b'#' && b != b's');
            if plain && left > 0 {
                left -= 1;
                return Ok(None);
            }
            let (text, line) = raw.parse(&mut words)?;
            let Line::Vertex { name, .. } = line else { return Ok(None) };
            if left > 0 {
                left -= 1;
                return Ok(None);
            }
            Ok(Some(say(raw, text, name, &words)))
        });
        found.ok().flatten().flatten()
    }
}

impl Locate for Again<'_> {
    fn vertex(&self, v: u32) -> Option<Place> {
        self.line(v, |raw, text, name, _| Some(raw.place(text, name.span)))
    }
    fn successor(&self, v: u32, nth: usize) -> Option<Place> {
        self.line(v, |raw, text, _, words| Some(raw.place(text, words.get(nth)?.span)))
    }
}

/// The error for a second `start` line.
pub(super) fn second_start(raw: Raw<'_>, text: &str, name: Word) -> Error {
    Error::new("second-start", "play begins twice").at(raw.place(text, name.span))
}
