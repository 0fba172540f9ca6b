//! JSON: `{"start": "a", "owner": {"a": 1, "b": 2}, "moves": {"a": ["b"], "b": []}, "result": {"b": "draw"}}`.
//!
//! Vertices come in the order of `moves`. Names are strings; a number stands for the string that it is written as, to
//! the letter: `1`, `1.0` and `01` are three names.
//! `{"a": ["b"], "b": []}` and `[[1], []]` are read too.

use super::{
    Out, Reading, Written,
    draft::{self, Draft, Once, Spans, Start},
    given_end,
    literal::{Kind, Node, Parser, missing},
    python::{self, Rows},
    text::{Fault, Text},
    value::Value,
};
use crate::graph::{Arena, End};
use attractor_game::{Error, Player, nearest};
use std::{fmt::Write, io};

const FIELDS: [&str; 4] = ["start", "owner", "moves", "result"];

/// Reads an arena.
pub(super) fn read(text: Text<'_>, rows: Rows, reading: &Reading, notes: &mut Vec<Error>) -> Result<Arena, Error> {
    let mut parser = Parser::json(text);
    parser.space();
    if parser.peek() == Some(b'[') {
        return python::read(text, rows, reading, notes);
    }
    if parser.peek() != Some(b'{') {
        return Err(parser.unexpected("{"));
    }
    let mut moves: Option<Moves<'_>> = None;
    let mut plain = Moves::new(text);
    let (mut owner, mut result, mut start) = (None, None, None);
    let mut seen: Vec<String> = Vec::new();
    let mut others = Vec::new();
    parser.dictionary(|p, key| {
        let (name, span) = (name(&key, text)?, key.span);
        let field = FIELDS.contains(&name.as_str());
        if field && seen.contains(&name) {
            let error = Error::new("duplicate-field", "{field} is given twice").arg("field", &name);
            return Err(text.fail(Fault { error, span }));
        }
        match name.as_str() {
            "start" => start = Some(p.literal()?),
            "owner" => owner = Some(object(p)?),
            "result" => result = Some(object(p)?),
            "moves" if p.peek() == Some(b'{') => {
                let mut all = Moves::new(text);
                p.dictionary(|p, key| all.vertex(p, key))?;
                moves = Some(all);
            }
            "moves" => return Err(p.unexpected("{")),
            _ if p.peek() == Some(b'[') && moves.is_none() => {
                others.push((name.clone(), span));
                plain.vertex(p, key)?;
            }
            _ => {
                others.push((name.clone(), span));
                p.literal()?;
            }
        }
        seen.push(name);
        Ok(())
    })?;
    parser.space();
    if parser.peek().is_some() {
        return Err(parser.unexpected("\\n"));
    }

    let is_plain = moves.is_none() && plain.draft.len() == others.len();
    if !is_plain {
        for (name, span) in others {
            let ignored =
                Error::new("text-ignored", "not understood, and ignored: {text}").arg("text", text.part(span));
            match nearest(&name, FIELDS) {
                Some(field) => {
                    let error = Error::new("unknown-field", "there is no field {field}").arg("field", &name);
                    return Err(text.fail(Fault { error: error.nearest(Some(field)), span }));
                }
                None => notes.push(text.fail(Fault { error: ignored, span })),
            }
        }
    }
    let Moves { mut draft, spans } = match moves {
        Some(moves) => moves,
        None if is_plain && (plain.draft.len() > 0 || seen.is_empty()) => plain,
        None => {
            let error = Error::new("no-graph", "there is no graph here: expected {expected}");
            return Err(error.arg("expected", "\"moves\": {\"a\": [\"b\"], \"b\": []}"));
        }
    };
    if let Some(node) = start.filter(|node| !matches!(node.kind, Kind::Atom(Value::None))) {
        draft.start = Some(Start::named(name(&node, text)?, Some(text.place(node.span))));
    }
    let mut once = Once::new(text);
    for (key, player) in owner.into_iter().flatten() {
        let v = once.vertex(&draft, &name(&key, text)?, key.span)?;
        draft.owners[v] = Some(python::scalar(player, text, draft::owner)?);
    }
    let mut once = Once::new(text);
    for (key, end) in result.into_iter().flatten() {
        let v = once.vertex(&draft, &name(&key, text)?, key.span)?;
        draft.ends[v] = Some(python::scalar(end, text, draft::result)?);
    }
    draft.finish(reading, None, &spans, notes)
}

/// Vertices with their successors.
struct Moves<'a> {
    draft: Draft,
    spans: Spans<'a>,
}

impl<'a> Moves<'a> {
    fn new(text: Text<'a>) -> Moves<'a> {
        Moves { draft: Draft::new(), spans: Spans::new(text) }
    }

    /// Reads the successors of a vertex.
    fn vertex(&mut self, p: &mut Parser<'_>, key: Node) -> Result<(), Error> {
        let text = self.spans.text;
        let label = name(&key, text)?;
        let mention = self.draft.mention(&label)?;
        self.draft.define(mention).map_err(|first| {
            let line = text.place(self.spans.vertices[first as usize]).line;
            text.fail(Fault { error: draft::duplicate(&label, line), span: key.span })
        })?;
        self.spans.vertex(key.span);
        for node in python::successors(p.literal()?, &label, text)? {
            let mention = self.draft.mention(&name(&node, text)?)?;
            self.draft.successor(mention);
            self.spans.moves.push(node.span);
        }
        Ok(())
    }
}

/// The name that a string or number is. The parser keeps numbers as they are written.
fn name(node: &Node, text: Text<'_>) -> Result<String, Error> {
    match &node.kind {
        Kind::Atom(Value::Str(name)) => Ok(name.clone()),
        _ => Err(text.fail(Fault { error: missing("\"a\""), span: node.span })),
    }
}

fn object(p: &mut Parser<'_>) -> Result<Vec<(Node, Node)>, Error> {
    if p.peek() != Some(b'{') {
        return Err(p.unexpected("{"));
    }
    let mut entries = Vec::new();
    p.dictionary(|p, key| {
        entries.push((key, p.literal()?));
        Ok(())
    })?;
    Ok(entries)
}

/// A string with its quotes and escapes.
fn quoted(s: &str) -> String {
    let mut out = String::with_capacity(s.len() + 2);
    out.push('"');
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Writes an arena, a vertex per line.
pub(super) fn write(arena: &Arena, out: &mut Out<'_>) -> io::Result<()> {
    let names = Written::new(arena, quoted);
    let put = |v: u32, out: &mut Out<'_>| match names {
        Written::Numbers => {
            out.text("\"");
            out.number(v);
            out.text("\"");
        }
        Written::Words(_) => names.put(v, out),
    };
    out.text("{\n");
    if let Some(start) = arena.start_vertex() {
        out.text("\"start\": ");
        put(start, out);
        out.text(",\n");
    }
    out.text("\"owner\": {");
    for v in arena.vertices() {
        out.text(if v > 0 { ", " } else { "" });
        put(v, out);
        out.text(if arena.owner(v) == Player::One { ": 1" } else { ": 2" });
        out.flush_if_full()?;
    }
    out.text("},\n\"moves\": {");
    for v in arena.vertices() {
        out.text(if v > 0 { ",\n  " } else { "\n  " });
        put(v, out);
        out.text(": [");
        for (i, &w) in arena.successors(v).iter().enumerate() {
            out.text(if i > 0 { ", " } else { "" });
            put(w, out);
        }
        out.text("]");
        out.flush_if_full()?;
    }
    out.text("\n},\n\"result\": {");
    let mut between = "";
    for (v, end) in arena.vertices().filter_map(|v| Some((v, given_end(arena, v)?))) {
        out.text(between);
        put(v, out);
        out.text(match end {
            End::Won(Player::One) => ": 1",
            End::Won(Player::Two) => ": 2",
            End::Draw => ": \"draw\"",
        });
        between = ", ";
        out.flush_if_full()?;
    }
    out.text("}\n}\n");
    Ok(())
}

/// Whether a text that begins with a brace is meant as JSON: its first key is one of the fields.
pub(super) fn looks_like(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{').unwrap_or("").trim_start();
    FIELDS.iter().any(|field| {
        let rest = inside.strip_prefix('"').and_then(|r| r.strip_prefix(field)).and_then(|r| r.strip_prefix('"'));
        rest.is_some_and(|r| r.trim_start().starts_with(':'))
    })
}
