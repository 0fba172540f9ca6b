//! A Python text that says what the graph is: read, never run.
//!
//! ```text
//! G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}
//! def owner(v): return v in {0, 1, 2, 3}  # true for player 1's vertices
//! start = 1                               # otherwise the first vertex
//! result = {3: 'draw'}                    # otherwise who cannot move has lost
//! ```
//!
//! The graph is the first dictionary or list of lists. Of what follows, a function of one vertex that returns a
//! condition tells who owns what, as does a dictionary called `owner`; other statements are ignored, and reported.

use super::{
    Out, Reading, Written,
    draft::{self, Draft, Once, Spans, Start},
    expression::{self, Expr},
    given_end,
    literal::{Kind, Node, Parser},
    matrix,
    rule::Rule,
    text::{Fault, Text},
    value::{self, Value},
};
use crate::graph::{Arena, End};
use attractor_game::{Error, Player};
use std::io;

/// How a list of lists is meant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rows {
    /// As a matrix if it is square and all entries are 0 or 1.
    Either,
    Lists,
    Matrix,
}

/// Reads an arena.
pub(super) fn read(text: Text<'_>, rows: Rows, reading: &Reading, notes: &mut Vec<Error>) -> Result<Arena, Error> {
    let mut script = Script {
        parser: Parser::python(text),
        rows,
        graph: None,
        rule: None,
        owners: Vec::new(),
        results: Vec::new(),
        start: None,
        notes,
    };
    script.run()?;
    script.finish(reading)
}

struct Script<'a, 'n> {
    parser: Parser<'a>,
    rows: Rows,
    graph: Option<(Draft, Spans<'a>)>,
    rule: Option<Rule>,
    owners: Vec<(Node, Node)>,
    results: Vec<(Node, Node)>,
    start: Option<Node>,
    notes: &'n mut Vec<Error>,
}

impl<'a> Script<'a, '_> {
    /// Reads statement by statement.
    fn run(&mut self) -> Result<(), Error> {
        loop {
            let p = &mut self.parser;
            p.space();
            if p.take(b'\n') || p.take(b';') {
                continue;
            }
            if p.peek().is_none() {
                return Ok(());
            }
            let begin = p.at;
            if !self.statement()? {
                self.parser.at = begin;
                self.parser.depth = 0;
                self.ignore();
            }
        }
    }

    /// Reads a statement; false if it is not one that says something here.
    fn statement(&mut self) -> Result<bool, Error> {
        let p = &mut self.parser;
        let word = p.word();
        if word == "def" {
            let Some((name, expr)) = function(p) else { return Ok(false) };
            return Ok(self.take_rule(name, expr));
        }
        let name = assignment(p);
        let p = &mut self.parser;
        match (p.peek(), name) {
            (Some(b'{'), Some("owner" | "result")) => {
                let Kind::Dict(entries) = p.literal()?.kind else { return Ok(false) };
                if name == Some("owner") {
                    self.owners = entries;
                } else {
                    self.results = entries;
                }
                self.end_of_line().map(|()| true)
            }
            (Some(_), Some("start")) => {
                let Ok(node) = p.literal() else { return Ok(false) };
                self.start = Some(node);
                self.end_of_line().map(|()| true)
            }
            (Some(b'{' | b'['), _) if self.graph.is_none() => {
                self.graph()?;
                self.end_of_line().map(|()| true)
            }
            (Some(b'\'' | b'"'), None) => Ok(p.literal().is_ok()),
            (Some(b'l'), Some(name)) if p.word() == "lambda" => match expression::lambda(p) {
                Ok(expr) => Ok(self.take_rule(name, expr)),
                Err(_) => Ok(false),
            },
            _ => Ok(false),
        }
    }

    fn take_rule(&mut self, name: &str, expr: Expr) -> bool {
        let p = &mut self.parser;
        p.space();
        let ends = matches!(p.peek(), None | Some(b'\n' | b';'));
        if !ends || !expr.is_condition() || (self.rule.is_some() && name != "owner") {
            return false;
        }
        self.rule = Some(Rule::True(expr));
        true
    }

    fn end_of_line(&mut self) -> Result<(), Error> {
        let p = &mut self.parser;
        p.space();
        match p.peek() {
            None | Some(b'\n' | b';') => Ok(()),
            Some(_) => Err(p.unexpected("\\n")),
        }
    }

    /// Skips a statement with all that is indented below it.
    fn ignore(&mut self) {
        let p = &mut self.parser;
        let text = p.text.text;
        let begin = p.at;
        let indent = |at: usize| at - text[..at].rfind('\n').map_or(0, |i| i + 1);
        let (mut depth, mut end) = (0usize, None);
        while let Some(c) = text[p.at..].chars().next() {
            match c {
                '\'' | '"' => {
                    let mut string = p.clone();
                    if string.literal().is_ok() {
                        p.at = string.at;
                        continue;
                    }
                }
                '#' => {
                    p.space();
                    continue;
                }
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ';' | '\n' if depth == 0 => {
                    end.get_or_insert(p.at);
                    let next = text[p.at..].find(|c: char| !c.is_whitespace()).map_or(text.len(), |i| p.at + i);
                    if c == ';' || next == text.len() || indent(next) <= indent(begin) {
                        break;
                    }
                }
                _ => {}
            }
            p.at += c.len_utf8();
        }
        let shown = text[begin..end.unwrap_or(p.at)].lines().next().unwrap_or("").trim_end();
        let note = Error::new("text-ignored", "not understood, and ignored: {text}").arg("text", shown);
        self.notes.push(p.fail(note, begin, begin + shown.len()));
    }

    /// Reads the dictionary or list of lists.
    fn graph(&mut self) -> Result<(), Error> {
        let text = self.parser.text;
        let mut draft = Draft::new();
        let mut spans = Spans::new(text);
        if self.parser.peek() == Some(b'[') {
            let rows = rows(&mut self.parser)?;
            self.list(rows, &mut draft, &mut spans)?;
            self.graph = Some((draft, spans));
            return Ok(());
        }
        draft.values = Some(Vec::new());
        self.parser.dictionary(|p, key| {
            let span = key.span;
            let value = hashable(key, text)?;
            let mention = draft.mention_value(value.clone())?;
            draft.define(mention).map_err(|first| {
                let line = text.place(spans.vertices[first as usize]).line;
                text.fail(Fault { error: draft::duplicate(&value.label(), line), span })
            })?;
            spans.vertex(span);
            let label = value.label();
            if let Some(values) = &mut draft.values {
                values[mention as usize] = value;
            }
            let row = p.literal()?;
            for node in successors(row, &label, text)? {
                spans.moves.push(node.span);
                let mention = draft.mention_value(hashable(node, text)?)?;
                draft.successor(mention);
            }
            Ok(())
        })?;
        self.graph = Some((draft, spans));
        Ok(())
    }

    fn list(&mut self, rows: Vec<Node>, draft: &mut Draft, spans: &mut Spans<'a>) -> Result<(), Error> {
        let text = self.parser.text;
        let bit = |node: &Node| match &node.kind {
            Kind::Atom(value) => value.integer().filter(|n| (0..2).contains(n)),
            _ => None,
        };
        let square = |row: &Node| match &row.kind {
            Kind::List(items) | Kind::Tuple(items) => {
                items.len() == rows.len() && items.iter().all(|i| bit(i).is_some())
            }
            _ => false,
        };
        let is_matrix = match self.rows {
            Rows::Lists => false,
            Rows::Matrix => true,
            Rows::Either => !rows.is_empty() && rows.iter().all(square),
        };
        // As lists, rows of three or more would repeat a successor, which nobody writes.
        if is_matrix && self.rows == Rows::Either && rows.len() <= 2 {
            self.notes.push(Error::new(
                "read-as-matrix",
                "this may be a matrix or adjacency lists; read as a matrix (the format lists says otherwise)",
            ));
        }
        let size = rows.len();
        for v in 0..size {
            draft.mention(&v.to_string())?;
        }
        for (v, row) in rows.into_iter().enumerate() {
            spans.vertex(row.span);
            let _ = draft.define(v as u32);
            let span = row.span;
            let items = successors(row, &v.to_string(), text)?;
            if is_matrix && items.len() != size {
                return Err(text.fail(Fault { error: matrix::not_square(v + 1, items.len(), size), span }));
            }
            for (w, node) in items.into_iter().enumerate() {
                let span = node.span;
                let mention = match (is_matrix, bit(&node)) {
                    (true, Some(0)) => continue,
                    (true, Some(_)) => w as u32,
                    (true, None) => return Err(text.fail(Fault { error: matrix::bad_entry(text.part(span)), span })),
                    (false, _) => draft.mention(&index(&hashable(node, text)?))?,
                };
                draft.successor(mention);
                spans.moves.push(span);
            }
        }
        Ok(())
    }

    fn finish(self, reading: &Reading) -> Result<Arena, Error> {
        let text = self.parser.text;
        let Some((mut draft, spans)) = self.graph else {
            let error = Error::new("no-graph", "there is no graph here: expected {expected}")
                .arg("expected", "{0: [1, 2], ...}");
            return Err(match text.text.trim().is_empty() {
                true => error,
                false => {
                    let begin = text.text.len() - text.text.trim_start().len();
                    let end = text.text[begin..].find('\n').map_or(text.text.len(), |i| begin + i);
                    text.fail(Fault::new(error, begin, end))
                }
            });
        };
        if let Some(node) = self.start {
            let place = text.place(node.span);
            draft.start = Some(Start::value(&hashable(node, text)?, Some(place)));
        }
        let mut once = Once::new(text);
        for (key, player) in self.owners {
            let span = key.span;
            let v = once.value(&draft, &hashable(key, text)?, span)?;
            draft.owners[v] = Some(scalar(player, text, draft::owner)?);
        }
        let mut once = Once::new(text);
        for (key, end) in self.results {
            let span = key.span;
            let v = once.value(&draft, &hashable(key, text)?, span)?;
            draft.ends[v] = Some(scalar(end, text, draft::result)?);
        }
        draft.finish(reading, self.rule.as_ref().map(|rule| (rule, text)), &spans, self.notes)
    }
}

/// The rows of a list of lists.
fn rows(p: &mut Parser<'_>) -> Result<Vec<Node>, Error> {
    let mut rows = Vec::new();
    p.items(b']', |p| {
        rows.push(p.literal()?);
        Ok(())
    })?;
    Ok(rows)
}

/// The value of a node that names a vertex.
fn hashable(node: Node, text: Text<'_>) -> Result<Value, Error> {
    node.hashable().map_err(|span| {
        let error = Error::new("unhashable-vertex", "{text} cannot be a vertex: it is a list, set or dictionary")
            .arg("text", text.part(span));
        text.fail(Fault { error, span })
    })
}

/// What a value calls a vertex of a list: only whole numbers do. `1.0` is no index in Python either.
fn index(value: &Value) -> String {
    match value {
        Value::Int(_) | Value::Bool(_) => value.key(),
        other => other.to_string(),
    }
}

/// The successors that a list, tuple or set names.
pub(super) fn successors(row: Node, vertex: &str, text: Text<'_>) -> Result<Vec<Node>, Error> {
    let span = row.span;
    match row.kind {
        Kind::Dict(entries) if entries.is_empty() => Ok(Vec::new()),
        _ => row.items().ok_or_else(|| {
            let error = Error::new("bad-successors", "the successors of {vertex} are not a list: {found}")
                .arg("vertex", vertex)
                .arg("found", text.part(span));
            text.fail(Fault { error, span })
        }),
    }
}

/// An owner or a result.
pub(super) fn scalar<T>(node: Node, text: Text<'_>, read: fn(&str) -> Result<T, Error>) -> Result<T, Error> {
    let span = node.span;
    let label = match node.kind {
        Kind::Atom(value @ (Value::Int(_) | Value::Str(_))) => value.label(),
        _ => text.part(span).to_owned(),
    };
    read(&label).map_err(|error| text.fail(Fault { error, span }))
}

/// `NAME =` or `NAME: type =`: takes it and gives the name; otherwise takes nothing.
fn assignment<'a>(p: &mut Parser<'a>) -> Option<&'a str> {
    let begin = p.at;
    let name = p.word();
    p.at += name.len();
    p.space();
    if p.take(b':') {
        let line = p.rest().lines().next().unwrap_or("");
        p.at += line.find(['=', '#', '{']).unwrap_or(line.len());
    }
    let equals = !name.is_empty() && p.take(b'=') && p.peek() != Some(b'=');
    if !equals {
        p.at = begin;
        return None;
    }
    p.space();
    Some(name)
}

/// `def NAME(PARAMETER): return EXPRESSION`: its name and expression.
fn function<'a>(p: &mut Parser<'a>) -> Option<(&'a str, Expr)> {
    p.at += "def".len();
    p.space();
    let name = p.word();
    p.at += name.len();
    p.space();
    if name.is_empty() || !p.take(b'(') {
        return None;
    }
    p.space();
    let parameter = p.word();
    let line = p.rest().lines().next()?;
    let close = line.find(')')?;
    if parameter.is_empty() || line[..close].contains(',') {
        return None;
    }
    p.at += close + 1;
    let line = p.rest().lines().next()?;
    p.at += line.find(':')? + 1;
    loop {
        p.space();
        match p.peek()? {
            b'\n' => p.at += 1,
            b'\'' | b'"' => drop(p.literal().ok()?),
            _ => break,
        }
    }
    if p.word() != "return" {
        return None;
    }
    p.at += "return".len();
    p.space();
    let expr = expression::expression(p, &mut Some(parameter)).ok()?;
    Some((name, expr))
}

/// Writes an arena as a dictionary, or as a list of lists: then names are lost.
pub(super) fn write(arena: &Arena, lists: bool, out: &mut Out<'_>) -> io::Result<()> {
    let names = if lists { Written::Numbers } else { Written::new(arena, value::python) };
    out.text(if lists { "G = [" } else { "G = {" });
    for v in arena.vertices() {
        out.text("\n    ");
        if !lists {
            names.put(v, out);
            out.text(": ");
        }
        out.text("[");
        for (i, &w) in arena.successors(v).iter().enumerate() {
            out.text(if i > 0 { ", " } else { "" });
            names.put(w, out);
        }
        out.text("],");
        out.flush_if_full()?;
    }
    out.text(if arena.is_empty() { "" } else { "\n" });
    out.text(if lists { "]\n" } else { "}\n" });
    let Some(start) = arena.start_vertex() else { return Ok(()) };

    out.text("\n\ndef owner(v): return v in ");
    let mut between = "{";
    for v in arena.vertices().filter(|&v| arena.owner(v) == Player::One) {
        out.text(between);
        names.put(v, out);
        between = ", ";
        out.flush_if_full()?;
    }
    out.text(if between == "{" { "set()\n" } else { "}\n" });
    if start > 0 {
        out.text("\n\nstart = ");
        names.put(start, out);
        out.text("\n");
    }
    let mut between = "\n\nresult = {";
    for (v, end) in arena.vertices().filter_map(|v| Some((v, given_end(arena, v)?))) {
        out.text(between);
        names.put(v, out);
        out.text(match end {
            End::Won(Player::One) => ": 1",
            End::Won(Player::Two) => ": 2",
            End::Draw => ": 'draw'",
        });
        between = ", ";
        out.flush_if_full()?;
    }
    out.text(if between == ", " { "}\n" } else { "" });
    Ok(())
}
