//! `.arena`: one line per vertex, `NAME OWNER [RESULT]: NAME NAME ...`.
//!
//! ```text
//! start (9, 1)             # optional; otherwise play begins at the first vertex
//! (9, 1) 1: (8, 2) (7, 2)  # player 1 moves; tuples need no quotes
//! "a name" 2 draw:         # no moves: play is over, a draw
//! b 2:                     # no moves and no result: who cannot move has lost
//! ```
//!
//! Two readers. `numbered` takes files whose i-th vertex is called i, in the plainest form, and holds nothing but the
//! arena. `named` takes everything. Neither keeps line numbers: what turns out to be wrong at the end is looked for
//! in a second reading.

mod line;
mod lines;
mod named;
mod numbered;

use super::{Out, Read, Reading, Written, draft, given_end, text::Input};
use crate::graph::Arena;
use attractor_game::{Error, Player};
use std::{borrow::Cow, io};

/// Reads an arena.
pub(super) fn read(input: &Input<'_>, source: &str, reading: &Reading) -> Result<Read, Error> {
    match numbered::read(input, source, reading)? {
        Some(read) => Ok(read),
        None => named::read(input, source, reading),
    }
}

/// A name as it must stand in a line: in quotes unless it is read as one word without them.
fn written(name: &str) -> Cow<'_, str> {
    let bare = !name.is_empty()
        && !name.starts_with(['"', ':', '#'])
        && !name.contains(|c: char| c.is_control() || c == '\u{FEFF}')
        && line::word(name, 0).is_ok_and(|word| word.span.end as usize == name.len());
    if bare {
        return Cow::Borrowed(name);
    }
    let mut quoted = String::with_capacity(name.len() + 2);
    quoted.push('"');
    for c in name.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    Cow::Owned(quoted)
}

/// Writes an arena. Results that follow from who cannot move are left out.
pub(super) fn write(arena: &Arena, out: &mut Out<'_>) -> io::Result<()> {
    let names = Written::new(arena, |name| written(name).into_owned());
    if let Some(start) = arena.start_vertex().filter(|&start| start > 0) {
        out.text("start ");
        names.put(start, out);
        out.text("\n");
    }
    for v in arena.vertices() {
        names.put(v, out);
        let owner = arena.owner(v);
        out.text(if owner == Player::One { " 1" } else { " 2" });
        if let Some(end) = given_end(arena, v) {
            out.text(" ");
            out.text(draft::result_text(end));
        }
        out.text(":");
        for &w in arena.successors(v) {
            out.text(" ");
            names.put(w, out);
        }
        out.text("\n");
        out.flush_if_full()?;
    }
    Ok(())
}
