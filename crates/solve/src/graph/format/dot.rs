//! Graphviz: `digraph { a -> b -> c; a [owner=1]; b [shape=box]; c [owner=1, result=draw]; start=a }`.
//!
//! The owner is the attribute `owner` (1 or 2), or else told by the shape: circle or ellipse for player 1, box or square
//! for player 2. A vertex is defined where it is first mentioned, as Graphviz has it.

use super::{
    Out, Reading, Written,
    draft::{self, Draft, Spans, Start},
    given_end,
    literal::{missing, unclosed, unexpected},
    text::{Fault, Span, Text},
};
use crate::graph::{Arena, End};
use attractor_game::{Error, Player};
use std::{borrow::Cow, io};

/// Reads an arena.
pub(super) fn read(text: Text<'_>, reading: &Reading, notes: &mut Vec<Error>) -> Result<Arena, Error> {
    let mut reader = Reader {
        text,
        at: 0,
        draft: Draft::new(),
        vertices: Vec::new(),
        edges: Vec::new(),
        start: None,
        defaults: Attributes::default(),
        depth: 0,
    };
    reader.graph()?;
    let Reader { mut draft, vertices, mut edges, start, .. } = reader;
    draft.start = start.map(|(name, span)| Start::named(name, Some(text.place(span))));
    edges.sort_by_key(|&(from, ..)| from);
    let mut spans = Spans::new(text);
    let mut next = edges.iter().peekable();
    for (v, vertex) in vertices.iter().enumerate() {
        let _ = draft.define(v as u32);
        draft.owners[v] = vertex.attributes.owner.or(vertex.attributes.shape);
        draft.ends[v] = vertex.attributes.end.map(|(end, _)| end);
        spans.vertex(vertex.span);
        while let Some(&(_, to, span)) = next.next_if(|&&(from, ..)| from as usize == v) {
            draft.successor(to);
            spans.moves.push(span);
            if let Some((_, span)) = vertex.attributes.end {
                let error = draft::result_not_final(vertex.name(text).as_ref());
                return Err(text.fail(Fault { error, span }));
            }
        }
    }
    draft.finish(reading, None, &spans, notes)
}

/// What a vertex is told to be.
#[derive(Clone, Copy, Default)]
struct Attributes {
    owner: Option<Player>,
    /// The owner that the shape tells.
    shape: Option<Player>,
    end: Option<(End, Span)>,
    start: bool,
}

impl Attributes {
    /// What `other` tells counts more.
    fn set(&mut self, other: Attributes) {
        self.owner = other.owner.or(self.owner);
        self.shape = other.shape.or(self.shape);
        self.end = other.end.or(self.end);
        self.start |= other.start;
    }
}

struct Vertex {
    attributes: Attributes,
    span: Span,
}

impl Vertex {
    fn name<'a>(&self, text: Text<'a>) -> Cow<'a, str> {
        unquoted(text.part(self.span))
    }
}

/// The next thing in the text.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Token {
    Id,
    Arrow,
    /// `--`
    Line,
    Sign(u8),
    End,
}

struct Reader<'a> {
    text: Text<'a>,
    at: usize,
    draft: Draft,
    vertices: Vec<Vertex>,
    edges: Vec<(u32, u32, Span)>,
    start: Option<(String, Span)>,
    /// For vertices still to come.
    defaults: Attributes,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Looks at the next token, past white space and comments.
    fn peek(&mut self) -> Result<(Token, Span), Error> {
        let all = self.text.text;
        loop {
            let rest = &all[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &all[self.at..];
            if rest.starts_with('#') || rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else {
                    return Err(self.text.fail(Fault::new(unclosed("/*"), self.at, self.at + 2)));
                };
                self.at += end + 2;
            } else {
                break;
            }
        }
        let rest = &all[self.at..];
        let bytes = rest.as_bytes();
        let wordy = |c: char| c.is_alphanumeric() || c == '_';
        let (token, length) = match rest.chars().next() {
            None => (Token::End, 0),
            Some('"') => {
                let mut escaped = false;
                let end = rest[1..].find(|c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                match end {
                    Some(i) => (Token::Id, i + 2),
                    None => return Err(self.text.fail(Fault::new(unclosed("\""), self.at, self.at + 1))),
                }
            }
            Some('<') => {
                let mut depth = 0usize;
                let end = rest.find(|c: char| {
                    depth = if c == '<' { depth + 1 } else { depth - usize::from(c == '>') };
                    depth == 0
                });
                match end {
                    Some(i) => (Token::Id, i + 1),
                    None => return Err(self.text.fail(Fault::new(unclosed("<"), self.at, self.at + 1))),
                }
            }
            Some('-') if bytes.get(1) == Some(&b'>') => (Token::Arrow, 2),
            Some('-') if bytes.get(1) == Some(&b'-') => (Token::Line, 2),
            Some(c) if wordy(c) || c == '.' || c == '-' => {
                let number = c.is_ascii_digit() || c == '.' || c == '-';
                let body = &rest[c.len_utf8()..];
                let end = body.find(|c: char| !(wordy(c) || number && c == '.')).unwrap_or(body.len());
                (if c == '-' && end == 0 { Token::Sign(b'-') } else { Token::Id }, c.len_utf8() + end)
            }
            Some(c) if c.is_ascii() => (Token::Sign(c as u8), 1),
            Some(c) => (Token::Sign(b'?'), c.len_utf8()),
        };
        Ok((token, Span::new(self.at, self.at + length)))
    }

    fn take(&mut self, token: Token) -> Result<Option<Span>, Error> {
        let (next, span) = self.peek()?;
        if next != token {
            return Ok(None);
        }
        self.at = span.end as usize;
        Ok(Some(span))
    }

    fn sign(&mut self, sign: u8) -> Result<bool, Error> {
        self.take(Token::Sign(sign)).map(|span| span.is_some())
    }

    /// The unquoted word that is next, in small letters.
    fn keyword(&mut self) -> Result<String, Error> {
        let (token, span) = self.peek()?;
        Ok(if token == Token::Id { self.text.part(span).to_ascii_lowercase() } else { String::new() })
    }

    fn unexpected<T>(&mut self, expected: &str) -> Result<T, Error> {
        let (token, span) = self.peek()?;
        let error = match token {
            Token::End => missing(expected),
            _ => unexpected(expected, self.text.part(span)),
        };
        Err(self.text.fail(Fault { error, span }))
    }

    fn graph(&mut self) -> Result<(), Error> {
        if self.keyword()? == "strict" {
            self.take(Token::Id)?;
        }
        match self.keyword()?.as_str() {
            "digraph" => self.take(Token::Id)?,
            "graph" => return self.undirected(),
            _ => return self.unexpected("digraph {...}"),
        };
        self.take(Token::Id)?;
        self.block()?;
        match self.peek()?.0 {
            Token::End => Ok(()),
            _ => self.unexpected("\\n"),
        }
    }

    fn undirected<T>(&mut self) -> Result<T, Error> {
        let (_, span) = self.peek()?;
        let error = Error::new("graph-undirected", "{found} is for undirected graphs: write digraph and ->")
            .arg("found", self.text.part(span));
        Err(self.text.fail(Fault { error, span }))
    }

    /// `{ statement; statement ... }`: the vertices that are mentioned in it.
    fn block(&mut self) -> Result<Vec<u32>, Error> {
        const DEEPEST: usize = 200;
        let Some(open) = self.take(Token::Sign(b'{'))? else { return self.unexpected("{") };
        self.depth += 1;
        if self.depth > DEEPEST {
            let error = Error::limit("nests-too-deep", "brackets nest deeper than {most}").arg("most", DEEPEST);
            return Err(self.text.fail(Fault { error, span: open }));
        }
        let defaults = self.defaults;
        let mut mentioned = Vec::new();
        loop {
            if self.sign(b';')? || self.sign(b',')? {
                continue;
            }
            if self.sign(b'}')? {
                break;
            }
            if self.peek()?.0 == Token::End {
                return Err(self.text.fail(Fault { error: unclosed("{"), span: open }));
            }
            self.statement(&mut mentioned)?;
        }
        self.defaults = defaults;
        self.depth -= 1;
        mentioned.sort_unstable();
        mentioned.dedup();
        Ok(mentioned)
    }

    fn statement(&mut self, mentioned: &mut Vec<u32>) -> Result<(), Error> {
        match self.keyword()?.as_str() {
            "node" => {
                self.take(Token::Id)?;
                let attributes = self.attributes()?;
                self.defaults.set(attributes);
                return Ok(());
            }
            "edge" => {
                self.take(Token::Id)?;
                return self.pairs(|_, _, _| Ok(()));
            }
            "graph" => {
                self.take(Token::Id)?;
                return self.pairs(Reader::graph_attribute);
            }
            _ => {}
        }
        let (token, span) = self.peek()?;
        let name = unquoted(self.text.part(span));
        let mut from = self.end(mentioned)?;
        if token == Token::Id && from.is_none() {
            // `ID = ID`, an attribute of the graph.
            let Some(value) = self.take(Token::Id)? else { return self.unexpected("ID") };
            return self.graph_attribute(&name, value);
        }
        let mut edges = false;
        loop {
            match self.peek()?.0 {
                Token::Arrow => {}
                Token::Line => return self.undirected(),
                _ => break,
            }
            self.take(Token::Arrow)?;
            edges = true;
            let (_, span) = self.peek()?;
            let Some(to) = self.end(mentioned)? else { return self.unexpected("ID") };
            self.connect(from.as_deref().unwrap_or(&[]), &to, span)?;
            from = Some(to);
        }
        if self.peek()?.0 != Token::Sign(b'[') {
            return Ok(());
        }
        if edges || token != Token::Id {
            return self.pairs(|_, _, _| Ok(()));
        }
        let attributes = self.attributes()?;
        for v in from.into_iter().flatten() {
            self.vertices[v as usize].attributes.set(attributes);
            if attributes.start {
                self.start = Some((name.clone().into_owned(), span));
            }
        }
        Ok(())
    }

    /// What an edge joins: a vertex, or the vertices of a group. None if it is the name of a graph's attribute, whose
    /// `=` is taken too.
    fn end(&mut self, mentioned: &mut Vec<u32>) -> Result<Option<Vec<u32>>, Error> {
        if self.keyword()? == "subgraph" {
            self.take(Token::Id)?;
            self.take(Token::Id)?;
        }
        if self.peek()?.0 == Token::Sign(b'{') {
            let inside = self.block()?;
            mentioned.extend_from_slice(&inside);
            return Ok(Some(inside));
        }
        let Some(span) = self.take(Token::Id)? else { return self.unexpected("ID } ;") };
        if self.sign(b'=')? {
            return Ok(None);
        }
        // A port says where an edge is drawn.
        while self.sign(b':')? {
            if self.take(Token::Id)?.is_none() {
                return self.unexpected("ID");
            }
        }
        let v = self.draft.mention(&unquoted(self.text.part(span)))?;
        if v as usize == self.vertices.len() {
            self.vertices.push(Vertex { attributes: self.defaults, span });
        }
        // `<b>` and `"<b>"` are two vertices for Graphviz, and would be one here.
        let first = self.vertices[v as usize].span;
        let html = |span: Span| self.text.part(span).starts_with('<');
        if html(first) != html(span) {
            let error = draft::duplicate(&unquoted(self.text.part(span)), self.text.place(first).line);
            return Err(self.text.fail(Fault { error, span }));
        }
        mentioned.push(v);
        Ok(Some(vec![v]))
    }

    fn connect(&mut self, from: &[u32], to: &[u32], span: Span) -> Result<(), Error> {
        const MOST: u64 = 1 << 27;
        if from.len() as u64 * to.len() as u64 + self.edges.len() as u64 > MOST {
            return Err(Error::limit("too-many-moves", "DOT is read up to {most} moves").arg("most", MOST));
        }
        let edges = from.iter().flat_map(|&v| to.iter().map(move |&w| (v, w, span)));
        self.edges.extend(edges);
        Ok(())
    }

    fn graph_attribute(&mut self, name: &str, value: Span) -> Result<(), Error> {
        if name == "start" {
            self.start = Some((unquoted(self.text.part(value)).into_owned(), value));
        }
        Ok(())
    }

    fn attributes(&mut self) -> Result<Attributes, Error> {
        let mut all = Attributes::default();
        self.pairs(|reader, name, span| {
            let value = unquoted(reader.text.part(span));
            let fail = |error: Error| reader.text.fail(Fault { error, span });
            match name {
                "owner" => all.owner = Some(draft::owner(&value).map_err(fail)?),
                "result" => all.end = Some((draft::result(&value).map_err(fail)?, span)),
                "start" => all.start = matches!(&*value, "true" | "1" | "yes"),
                "shape" => {
                    all.shape = match &*value {
                        "circle" | "doublecircle" | "ellipse" | "oval" | "Mcircle" => Some(Player::One),
                        "box" | "square" | "rect" | "rectangle" | "Msquare" => Some(Player::Two),
                        _ => None,
                    }
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(all)
    }

    /// `[name=value, name=value; name] [...]`; a name alone is true.
    fn pairs(&mut self, mut each: impl FnMut(&mut Self, &str, Span) -> Result<(), Error>) -> Result<(), Error> {
        while let Some(open) = self.take(Token::Sign(b'['))? {
            loop {
                if self.sign(b',')? || self.sign(b';')? {
                    continue;
                }
                if self.sign(b']')? {
                    break;
                }
                let Some(name) = self.take(Token::Id)? else {
                    return match self.peek()?.0 {
                        Token::End | Token::Sign(b'}') => {
                            Err(self.text.fail(Fault { error: unclosed("["), span: open }))
                        }
                        _ => self.unexpected("ID ]"),
                    };
                };
                if !self.sign(b'=')? {
                    continue;
                }
                let Some(value) = self.take(Token::Id)? else { return self.unexpected("ID") };
                let name = unquoted(self.text.part(name));
                each(self, &name, value)?;
            }
        }
        Ok(())
    }
}

/// An identifier without quotes; `\"` and `\\` are the only escapes, and a line may be broken after `\`.
fn unquoted(id: &str) -> Cow<'_, str> {
    let Some(inside) = id.strip_prefix('"').and_then(|id| id.strip_suffix('"')) else { return Cow::Borrowed(id) };
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut plain = String::with_capacity(inside.len());
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                plain.push(next);
                chars.next();
            }
            ('\\', Some('\n')) => drop(chars.next()),
            _ => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// A name as an identifier, in quotes where it needs them.
fn written(name: &str) -> String {
    const KEYWORDS: [&str; 6] = ["node", "edge", "graph", "digraph", "subgraph", "strict"];
    let word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !KEYWORDS.iter().any(|k| k.eq_ignore_ascii_case(name));
    let number = name.bytes().all(|b| b.is_ascii_digit());
    if !name.is_empty() && (word || number) {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes an arena: circles for player 1, boxes for player 2.
pub(super) fn write(arena: &Arena, out: &mut Out<'_>) -> io::Result<()> {
    let names = Written::new(arena, written);
    out.text("digraph {\n");
    if let Some(start) = arena.start_vertex().filter(|&start| start > 0) {
        out.text("    start=");
        names.put(start, out);
        out.text(";\n");
    }
    for v in arena.vertices() {
        out.text("    ");
        names.put(v, out);
        out.text(match arena.owner(v) {
            Player::One => " [owner=1, shape=circle",
            Player::Two => " [owner=2, shape=box",
        });
        if let Some(end) = given_end(arena, v) {
            out.text(", result=");
            out.text(draft::result_text(end));
        }
        out.text("];\n");
        out.flush_if_full()?;
    }
    for v in arena.vertices() {
        for &w in arena.successors(v) {
            out.text("    ");
            names.put(v, out);
            out.text(" -> ");
            names.put(w, out);
            out.text(";\n");
        }
        out.flush_if_full()?;
    }
    out.text("}\n");
    Ok(())
}
