//! An adjacency matrix: rows of 0 and 1, separated by commas, semicolons, tabs or spaces. A first row, and then a first
//! column, may name the vertices. Owners, results and the start cannot be told.

use super::{
    Out, Reading,
    draft::{self, Draft, Spans},
    text::{Fault, Span, Text},
};
use crate::graph::Arena;
use attractor_game::Error;
use std::io;

/// Reads an arena.
pub(super) fn read(text: Text<'_>, reading: &Reading, notes: &mut Vec<Error>) -> Result<Arena, Error> {
    let mut rows: Vec<Vec<Span>> = text
        .text
        .split_inclusive('\n')
        .scan(0, |begin, line| {
            let start = *begin;
            *begin += line.len();
            Some(entries(line, start))
        })
        .filter(|row| !row.is_empty())
        .collect();

    // Step 1. Names: a row more than there are columns, or an empty or wordy first corner.
    let bit = |span: Span| matches!(text.part(span), "0" | "1");
    let width = rows.last().map_or(0, Vec::len);
    let wordy = rows.first().is_some_and(|first| !first.iter().all(|&span| bit(span)));
    let corner = rows.first().and_then(|first| first.first()).is_some_and(|&span| !bit(span));
    let first = rows.first().map_or(0, Vec::len);
    let column = wordy && rows.len() == width && (first + 1 == width || first == width && corner);
    let header = column || wordy && rows.len() == width + 1 && first == width;
    let mut names = Vec::new();
    if header {
        names = rows.remove(0);
        if column && first == width {
            names.remove(0);
        }
    }
    let size = rows.len();

    // Step 2. The vertices.
    let mut draft = Draft::new();
    let mut spans = Spans::new(text);
    for v in 0..size {
        let (mention, span) = match names.get(v) {
            Some(&span) => (draft.mention(text.part(span))?, span),
            None => (draft.mention(&v.to_string())?, Span::new(0, 0)),
        };
        if mention as usize != v {
            let line = text.place(names[mention as usize]).line;
            return Err(text.fail(Fault { error: draft::duplicate(text.part(span), line), span }));
        }
    }

    // Step 3. The moves.
    for (v, row) in rows.iter().enumerate() {
        let entries = if column { &row[row.len().min(1)..] } else { row };
        let all = Span::new(row[0].start as usize, row[row.len() - 1].end as usize);
        // The rows are taken in their order: one that is called like another column would give its moves to that vertex.
        if column && text.part(row[0]) != text.part(names[v]) {
            return Err(text.fail(Fault { error: other_row(text.part(row[0]), text.part(names[v])), span: row[0] }));
        }
        if entries.len() != size {
            return Err(text.fail(Fault { error: not_square(v + 1, entries.len(), size), span: all }));
        }
        spans.vertex(all);
        let _ = draft.define(v as u32);
        for (w, &span) in entries.iter().enumerate() {
            match text.part(span) {
                "0" => {}
                "1" => {
                    draft.successor(w as u32);
                    spans.moves.push(span);
                }
                other => return Err(text.fail(Fault { error: bad_entry(other), span })),
            }
        }
    }
    draft.finish(reading, None, &spans, notes)
}

/// The entries of a line that begins at a byte, without quotes and surrounding white space.
fn entries(line: &str, start: usize) -> Vec<Span> {
    let content = line.trim_end_matches(['\n', '\r']);
    if content.trim().is_empty() || content.trim_start().starts_with('#') {
        return Vec::new();
    }
    let separator = [',', ';', '\t'].into_iter().find(|&c| content.contains(c));
    let trimmed = |from: usize, to: usize| {
        let part = &content[from..to];
        let left = from + part.len() - part.trim_start().len();
        let inside = part.trim();
        let quoted = inside.len() >= 2 && inside.starts_with('"') && inside.ends_with('"');
        let cut = usize::from(quoted);
        Span::new(start + left + cut, start + left + inside.len() - cut)
    };
    let mut spans = Vec::new();
    let mut from = 0;
    for (i, c) in content.char_indices() {
        if separator.map_or(c.is_whitespace(), |s| c == s) {
            spans.push(trimmed(from, i));
            from = i + c.len_utf8();
        }
    }
    spans.push(trimmed(from, content.len()));
    if separator.is_none() {
        spans.retain(|span| span.start < span.end);
    } else if spans.len() > 1 && spans.last().is_some_and(|span| span.start == span.end) {
        spans.pop(); // A separator may end the line.
    }
    spans
}

/// The error for a row that is too short or too long.
pub(super) fn not_square(row: usize, found: usize, size: usize) -> Error {
    Error::new("not-square", "a matrix is square: row {row} has {found} entries, not {size}")
        .arg("row", row)
        .arg("found", found)
        .arg("size", size)
}

/// The error for a row that is not called like its column.
fn other_row(found: &str, name: &str) -> Error {
    Error::new("matrix-row-name", "this row is called {found}, but the column in its place {name}")
        .arg("found", if found.is_empty() { "\"\"" } else { found })
        .arg("name", name)
}

/// The error for an entry other than 0 and 1.
pub(super) fn bad_entry(found: &str) -> Error {
    Error::new("bad-entry", "an entry is 0 or 1, not {found}")
        .arg("found", if found.is_empty() { "\"\"" } else { found })
}

/// Writes an arena; of names, owners, results and start nothing is kept.
pub(super) fn write(arena: &Arena, out: &mut Out<'_>) -> io::Result<()> {
    let mut row = vec![b'0'; arena.len()];
    for v in arena.vertices() {
        for &w in arena.successors(v) {
            row[w as usize] = b'1';
        }
        for (i, &bit) in row.iter().enumerate() {
            out.text(if i > 0 { "," } else { "" });
            out.text(if bit == b'1' { "1" } else { "0" });
        }
        for &w in arena.successors(v) {
            row[w as usize] = b'0';
        }
        out.text("\n");
        out.flush_if_full()?;
    }
    Ok(())
}
