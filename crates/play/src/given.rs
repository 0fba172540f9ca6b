//! Strategies and plays that a person gives: read from text, with the place of whatever is wrong.

use crate::Session;
use attractor_game::{Error, Place, nearest, split_words};
use attractor_solve::graph::{Arena, Attractors, Strategy};
use std::sync::atomic::AtomicBool;

/// Rules that name a strategy on any graph; on a game's graph there is also `always=MOVE`.
pub const RULES: &[&str] = &["first", "last", "optimal"];

/// The strategy that a rule names; none if it names none.
pub fn strategy_by_rule(
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
pub fn unknown_rule(rule: &str, on_a_game: bool) -> Error {
    let always = if on_a_game { ", always=MOVE" } else { "" };
    Error::new("no-such-strategy", "{rule} is neither a file of lines NAME -> NAME nor a rule: {rules}")
        .arg("rule", rule)
        .arg("rules", format_args!("{}{always}", RULES.join(", ")))
        .nearest(nearest(rule, RULES.iter().copied()))
}

/// A strategy from lines `NAME -> NAME`; `#` begins a comment.
pub fn strategy_from_text(text: &str, source: &str, arena: &Arena) -> Result<Strategy, Error> {
    let by_name = arena.by_name();
    let mut strategy = Strategy::empty(arena);
    for line in lines(text, source) {
        let Some((from, to)) = line.bare.split_once("->") else {
            return Err(Error::new("strategy-line", "a line of a strategy is NAME -> NAME").at(line.place(line.bare)));
        };
        let vertex = |part: &str| by_name.get(part.trim()).copied().ok_or_else(|| line.unknown(arena, part.trim()));
        let (v, w) = (vertex(from)?, vertex(to)?);
        if !arena.successors(v).contains(&w) {
            return Err(strategy_no_move(arena, v, w).at(line.place(to.trim())));
        }
        if strategy.at(v).is_some_and(|before| before != w) {
            return Err(Error::new("strategy-twice", "the strategy says two things at {vertex}")
                .arg("vertex", arena.label(v))
                .at(line.place(line.bare)));
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
    let by_name = arena.by_name();
    let mut path = Vec::new();
    for line in lines(text, source) {
        for part in line.bare.split("->").map(str::trim).filter(|part| !part.is_empty()) {
            if let Some(&v) = by_name.get(part) {
                path.push(v);
                continue;
            }
            for word in split_words(part) {
                path.push(*by_name.get(word).ok_or_else(|| line.unknown(arena, word))?);
            }
        }
    }
    Ok(path)
}

/// A line that says something.
struct Line<'a> {
    source: &'a str,
    number: usize,
    text: &'a str,
    /// Without comment and surrounding space.
    bare: &'a str,
}

fn lines<'a>(text: &'a str, source: &'a str) -> impl Iterator<Item = Line<'a>> {
    text.lines().enumerate().filter_map(move |(i, text)| {
        let bare = text.split('#').next().unwrap_or("").trim();
        (!bare.is_empty()).then_some(Line { source, number: i + 1, text, bare })
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

    fn unknown(&self, arena: &Arena, name: &str) -> Error {
        arena.find_vertex(name).expect_err("it is not there").at(self.place(name))
    }
}
