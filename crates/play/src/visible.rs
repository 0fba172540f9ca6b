//! Text from people and files, made fit for a terminal: characters that command it, change the direction of writing, break
//! a line or show nothing are written as escapes, `\u{202e}`.

use crate::Session;
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// Whether a character commands a terminal, turns or breaks a line, or cannot be seen.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Soft hyphen, joiners and fillers without width.
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            // Marks, overrides and isolates of the direction of writing.
            | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            // Separators of lines and paragraphs, annotations, tags.
            | '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns `text` with every character for which `hidden` holds escaped.
fn escaped(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' if hidden(c) => shown.extend(c.escape_default()),
            c if hidden(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Returns a name, an argument or another piece of a line with everything hidden escaped, ends of lines and tabs included.
///
/// ```
/// use attractor_play::visible;
/// assert_eq!(visible::piece("a\u{1b}[2J\u{202e}b\nc"), "a\\u{1b}[2J\\u{202e}b\\nc");
/// assert_eq!(visible::piece("Zoé → 12 345"), "Zoé → 12 345");
/// ```
pub fn piece(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Returns whole lines with everything hidden escaped but ends of lines and tabs.
///
/// ```
/// assert_eq!(attractor_play::visible::lines("a\r\n\tb\u{2066}\n"), "a\\r\n\tb\\u{2066}\n");
/// ```
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\n' && c != '\t')
}

/// Returns JSON whose strings hold the same characters, with everything hidden as JSON's own escapes.
///
/// ```
/// assert_eq!(attractor_play::visible::json("[\"a\u{202e}\u{e0001}\"]"), "[\"a\\u202e\\udb40\\udc01\"]");
/// ```
pub fn json(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        // Outside strings JSON holds no hidden characters but white space.
        if is_hidden(c) && !['\n', '\r', '\t'].contains(&c) {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown += &format!("\\u{unit:04x}"));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Returns a position as a picture in text. Where that is the position's text, ends of lines are escaped too: they are part
/// of a name.
pub fn diagram(session: &dyn Session) -> String {
    let text = session.diagram();
    if text == session.position() { piece(&text).into_owned() } else { lines(&text).into_owned() }
}

/// Writes lines to a terminal with everything hidden escaped.
pub struct Terminal<W>(W);

impl<W: Write> Terminal<W> {
    /// A terminal behind `output`.
    pub fn new(output: W) -> Terminal<W> {
        Terminal(output)
    }
}

impl<W: Write> Write for Terminal<W> {
    /// Text comes in whole characters, as formatting writes it; bytes that are none are replaced.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
