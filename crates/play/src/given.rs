//! Strategies and plays that a person gives: read from text, with the place of whatever is wrong.

use crate::Session;
use attractor_game::{Error, Place, nearest, split_words};
use attractor_solve::graph::{Arena, Attractors, Names, Strategy};
use hashbrown::HashMap;
use std::{borrow::Cow, sync::atomic::AtomicBool};

/// Rules that name a strategy on any graph; on a game's graph there is also `always=MOVE`.
pub const RULES: &[&str] = &["first", "last", "optimal"];

/// The strategy that a rule names, or else that of the lines that `lines` returns; `source` is what errors call them. An
/// error if there are none.
pub fn strategy(
    rule: &str,
    source: &str,
    arena: &Arena,
    session: Option<&dyn Session>,
    stop: Option<&AtomicBool>,
    lines: &dyn Fn() -> Result<Option<String>, Error>,
) -> Result<Strategy, Error> {
    if let Some(strategy) = strategy_by_rule(rule, arena, session, stop) {
        return strategy;
    }
    match lines()? {
        Some(lines) => strategy_from_text(&lines, source, arena),
        None => Err(unknown_rule(rule, session.is_some())),
    }
}

/// The strategy that a rule names; none if it names none.
fn strategy_by_rule(
    rule: &str,
    arena: &Arena,
    session: Option<&dyn Session>,
    stop: Option<&AtomicBool>,
) -> Option<Result<Strategy, Error>> {
    let by = |choose: fn(&[u32]) -> Option<&u32>| {
        let mut strategy = Strategy::empty(arena);
        for v in arena.vertices() {
            if let Some(&w) = choose(arena.successors(v)) {
                strategy.set(v, w);
            }
        }
        strategy
    };
    match (rule, session) {
        ("first", _) => Some(Ok(by(<[u32]>::first))),
        ("last", _) => Some(Ok(by(<[u32]>::last))),
        ("optimal", _) => Some(Ok(Strategy::optimal(arena, &Attractors::of(arena)))),
        (rule, Some(session)) => Some(session.always(arena, rule.strip_prefix("always=")?, stop)),
        _ => None,
    }
}

/// What is wrong with a rule that names no strategy, and is no file either.
fn unknown_rule(rule: &str, on_a_game: bool) -> Error {
    let always = if on_a_game { ", always=MOVE" } else { "" };
    Error::new("no-such-strategy", "{rule} is neither a file of lines NAME -> NAME nor a rule: {rules}")
        .arg("rule", rule)
        .arg("rules", format_args!("{}{always}", RULES.join(", ")))
        .nearest(nearest(rule, RULES.iter().copied()))
}

/// A strategy from lines `NAME -> NAME`; `#` begins a comment. A name may stand in quotes, as in an `.arena` file; one
/// with `#` or `->` in it must.
pub fn strategy_from_text(text: &str, source: &str, arena: &Arena) -> Result<Strategy, Error> {
    let names = Vertices::of(arena);
    let mut strategy = Strategy::empty(arena);
    for line in lines(text, source) {
        let (from, to) = match names.parts(&line)?[..] {
            [] => continue,
            [from, to] => (from, to),
            _ => {
                let error = Error::new("strategy-line", "a line of a strategy is NAME -> NAME");
                return Err(error.at(line.place(line.text.trim())));
            }
        };
        let (v, w) = (names.one(&line, from)?, names.one(&line, to)?);
        if !arena.successors(v).contains(&w) {
            return Err(strategy_no_move(arena, v, w).at(line.place(to)));
        }
        if strategy.at(v).is_some_and(|before| before != w) {
            return Err(Error::new("strategy-twice", "the strategy says two things at {vertex}")
                .arg("vertex", arena.label(v))
                .at(line.place(line.text.trim())));
        }
        strategy.set(v, w);
    }
    Ok(strategy)
}

fn strategy_no_move(arena: &Arena, v: u32, w: u32) -> Error {
    let mut strategy = Strategy::empty(arena);
    strategy.set(v, w);
    strategy.legal(arena).expect_err("it is no move")
}

/// A play: its states in order, one per line, joined by `->`, or, where their names have no spaces, side by side.
pub fn play_from_text(text: &str, source: &str, arena: &Arena) -> Result<Vec<u32>, Error> {
    let names = Vertices::of(arena);
    let mut path = Vec::new();
    for line in lines(text, source) {
        for part in names.parts(&line)?.into_iter().filter(|part| !part.is_empty()) {
            if let Some(v) = names.find(&line, part)? {
                path.push(v);
                continue;
            }
            for word in split_words(part) {
                path.push(names.one(&line, word)?);
            }
        }
    }
    Ok(path)
}

/// The vertices by name, as lines of strategies and plays name them.
struct Vertices<'a> {
    arena: &'a Arena,
    by_name: HashMap<Cow<'a, str>, u32>,
    /// Names that hold what separates names.
    separating: Vec<Cow<'a, str>>,
}

impl<'a> Vertices<'a> {
    fn of(arena: &'a Arena) -> Vertices<'a> {
        let by_name: HashMap<_, _> = arena.by_name().into_iter().collect();
        let separating = match arena.names() {
            Names::Numbers => Vec::new(),
            Names::Words(_) => {
                by_name.keys().filter(|name| name.contains("->") || name.contains('#')).cloned().collect()
            }
        };
        Vertices { arena, by_name, separating }
    }

    /// What stands between the arrows of a line, without its comment. Separators inside quotes separate nothing; where a
    /// name that holds one stands without quotes, it cannot be told what is meant.
    fn parts<'l>(&self, line: &Line<'l>) -> Result<Vec<&'l str>, Error> {
        let text = line.text;
        let (mut parts, mut begin, mut at, mut first) = (Vec::new(), 0, 0, true);
        // The text without what is quoted, byte for byte.
        let mut bare = String::with_capacity(text.len());
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let length = match c {
                '"' if first => quoted(rest).unwrap_or(1),
                '#' => break,
                '-' if rest.starts_with("->") => {
                    parts.push(text[begin..at].trim());
                    begin = at + 2;
                    2
                }
                c => c.len_utf8(),
            };
            let skipped = c == '"' && length > 1;
            bare.extend(std::iter::repeat_n(' ', if skipped { length } else { 0 }));
            bare.push_str(if skipped { "" } else { &rest[..length] });
            first = c.is_whitespace() || rest.starts_with("->");
            at += length;
        }
        let end = at;
        bare.push_str(&text[end..]);
        let read_otherwise = |name: &str| bare.match_indices(name).any(|(i, _)| i < end || i == 0);
        if let Some(name) = self.separating.iter().find(|name| read_otherwise(name)) {
            return Err(ambiguous(name).at(line.place(text.trim())));
        }
        parts.push(text[begin..end].trim());
        Ok(if parts == [""] { Vec::new() } else { parts })
    }

    /// The vertex of this name, which may be in quotes.
    fn find(&self, line: &Line<'_>, name: &str) -> Result<Option<u32>, Error> {
        let plain = self.by_name.get(name).copied();
        let inside = unquoted(name).and_then(|name| self.by_name.get(name.as_str()).copied());
        match (plain, inside) {
            (Some(v), Some(w)) if v != w => Err(ambiguous(name).at(line.place(name))),
            (plain, inside) => Ok(plain.or(inside)),
        }
    }

    fn one(&self, line: &Line<'_>, name: &str) -> Result<u32, Error> {
        self.find(line, name)?.ok_or_else(|| {
            let plain = unquoted(name);
            let name_itself = plain.as_deref().unwrap_or(name);
            self.arena.find_vertex(name_itself).expect_err("it is not there").at(line.place(name))
        })
    }
}

fn ambiguous(name: &str) -> Error {
    Error::new("ambiguous-name", "{name} can be read in two ways here: write names in quotes, as in an .arena file")
        .arg("name", name)
}

/// How long the name in quotes is that a text begins with.
fn quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    let end = text[1..].find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map(|i| i + 2)
}

/// A name without its quotes, if it is in quotes.
fn unquoted(text: &str) -> Option<String> {
    if !text.starts_with('"') || quoted(text) != Some(text.len()) {
        return None;
    }
    let mut chars = text[1..text.len() - 1].chars();
    let mut name = String::new();
    while let Some(c) = chars.next() {
        name.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                c => c,
            },
            c => c,
        });
    }
    Some(name)
}

/// A line that is not empty.
struct Line<'a> {
    source: &'a str,
    number: usize,
    text: &'a str,
}

fn lines<'a>(text: &'a str, source: &'a str) -> impl Iterator<Item = Line<'a>> {
    let numbered = text.split('\n').enumerate();
    numbered.filter(|(_, text)| !text.trim().is_empty()).map(move |(i, text)| Line {
        source,
        number: i + 1,
        text: text.strip_suffix('\r').unwrap_or(text),
    })
}

impl Line<'_> {
    /// The place of a part of this line.
    fn place(&self, part: &str) -> Place {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let column = self.text.get(..offset).map_or(1, |before| before.chars().count() + 1);
        let (source, text) = (self.source.to_owned(), self.text.to_owned());
        Place { source, line: self.number, column, width: part.chars().count().max(1), text }
    }
}
