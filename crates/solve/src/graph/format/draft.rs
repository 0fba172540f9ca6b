//! What a reader has gathered, and how it becomes an arena: names resolved, owners found, results filled in.

use super::{
    Reading, owner,
    rule::Rule,
    text::{Fault, Span, Text, unknown_vertex},
    value::Value,
};
use crate::graph::{Arena, Builder, End, Names};
use attractor_game::{Error, Place, Player};
use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;

/// Says where in the text a vertex and its successors stand.
pub(super) trait Locate {
    /// The name of the vertex that was defined as number `v`.
    fn vertex(&self, v: u32) -> Option<Place>;
    /// The `nth` successor of vertex `v`.
    fn successor(&self, v: u32, nth: usize) -> Option<Place>;
}

/// Spans of one text, for the readers that hold it in memory.
pub(super) struct Spans<'a> {
    pub(super) text: Text<'a>,
    pub(super) vertices: Vec<Span>,
    /// In the order in which successors were added to the draft.
    pub(super) moves: Vec<Span>,
    pub(super) rows: Vec<usize>,
}

impl<'a> Spans<'a> {
    pub(super) fn new(text: Text<'a>) -> Spans<'a> {
        Spans { text, vertices: Vec::new(), moves: Vec::new(), rows: Vec::new() }
    }

    /// The next vertex stands here.
    pub(super) fn vertex(&mut self, span: Span) {
        self.vertices.push(span);
        self.rows.push(self.moves.len());
    }
}

impl Locate for Spans<'_> {
    fn vertex(&self, v: u32) -> Option<Place> {
        self.vertices.get(v as usize).map(|&span| self.text.place(span))
    }
    fn successor(&self, v: u32, nth: usize) -> Option<Place> {
        self.moves.get(self.rows.get(v as usize)? + nth).map(|&span| self.text.place(span))
    }
}

/// No vertex has this number.
const NONE: u32 = u32::MAX;

/// Vertices and moves as they are read. Names are numbered in the order in which they are mentioned, vertices in the
/// order in which they are defined: a successor may be mentioned before it is defined.
pub(super) struct Draft {
    table: HashTable<u32>,
    hasher: RandomState,
    /// By mention: what makes two names the same.
    keys: Vec<Box<str>>,
    /// By mention, if the vertices are Python's values.
    pub(super) values: Option<Vec<Value>>,
    /// By mention.
    vertex: Vec<u32>,
    /// By vertex, as all that follows.
    mention: Vec<u32>,
    rows: Vec<usize>,
    /// Mentions.
    moves: Vec<u32>,
    pub(super) owners: Vec<Option<Player>>,
    pub(super) ends: Vec<Option<End>>,
    /// Where play begins.
    pub(super) start: Option<Start>,
}

/// Where the text says that play begins.
pub(super) struct Start {
    key: String,
    label: String,
    place: Option<Place>,
}

impl Start {
    /// By a name, as the text spells names.
    pub(super) fn named(name: String, place: Option<Place>) -> Start {
        Start { key: name.clone(), label: name, place }
    }

    /// By a Python value.
    pub(super) fn value(value: &Value, place: Option<Place>) -> Start {
        Start { key: value.key(), label: value.label(), place }
    }
}

/// The vertices that a table (owners, results) has spoken of: it may speak of each once.
pub(super) struct Once<'a> {
    text: Text<'a>,
    seen: HashMap<u32, Span>,
}

impl<'a> Once<'a> {
    pub(super) fn new(text: Text<'a>) -> Once<'a> {
        Once { text, seen: HashMap::new() }
    }

    /// The vertex of this name.
    pub(super) fn vertex(&mut self, draft: &Draft, name: &str, span: Span) -> Result<usize, Error> {
        self.of(draft, name, name, span)
    }

    /// The vertex that is this Python value.
    pub(super) fn value(&mut self, draft: &Draft, value: &Value, span: Span) -> Result<usize, Error> {
        self.of(draft, &value.key(), &value.label(), span)
    }

    fn of(&mut self, draft: &Draft, key: &str, label: &str, span: Span) -> Result<usize, Error> {
        let v = draft.expect(key, label).map_err(|e| e.at(self.text.place(span)))?;
        match self.seen.insert(v, span) {
            None => Ok(v as usize),
            Some(first) => {
                let error = duplicate(label, self.text.place(first).line);
                Err(self.text.fail(Fault { error, span }))
            }
        }
    }
}

impl Draft {
    pub(super) fn new() -> Draft {
        Draft {
            table: HashTable::new(),
            hasher: RandomState::default(),
            keys: Vec::new(),
            values: None,
            vertex: Vec::new(),
            mention: Vec::new(),
            rows: Vec::new(),
            moves: Vec::new(),
            owners: Vec::new(),
            ends: Vec::new(),
            start: None,
        }
    }

    /// Number of vertices so far.
    pub(super) fn len(&self) -> usize {
        self.mention.len()
    }

    /// The number of a name.
    pub(super) fn mention(&mut self, key: &str) -> Result<u32, Error> {
        let hash = self.hasher.hash_one(key);
        if let Some(&found) = self.table.find(hash, |&m| *self.keys[m as usize] == *key) {
            return Ok(found);
        }
        let new = self.keys.len() as u64;
        Arena::holds(new + 1)?;
        if new.is_multiple_of(1_024) {
            // The rest of what a name costs, and what becomes of it in the arena.
            attractor_memory::room(new * 64)?;
        }
        let (hasher, keys) = (&self.hasher, &self.keys);
        self.table.insert_unique(hash, new as u32, |&m| hasher.hash_one(&*keys[m as usize]));
        self.keys.push(key.into());
        self.vertex.push(NONE);
        Ok(new as u32)
    }

    /// The number of a Python value.
    pub(super) fn mention_value(&mut self, value: Value) -> Result<u32, Error> {
        let mention = self.mention(&value.key())?;
        let values = self.values.get_or_insert_default();
        if values.len() == mention as usize {
            values.push(value);
        }
        Ok(mention)
    }

    /// Begins the next vertex; its successors follow. If it was defined before, returns the vertex it was.
    pub(super) fn define(&mut self, mention: u32) -> Result<(), u32> {
        let vertex = &mut self.vertex[mention as usize];
        if *vertex != NONE {
            return Err(*vertex);
        }
        *vertex = self.mention.len() as u32;
        self.mention.push(mention);
        self.rows.push(self.moves.len());
        self.owners.push(None);
        self.ends.push(None);
        Ok(())
    }

    /// The next successor of the vertex that was defined last.
    pub(super) fn successor(&mut self, mention: u32) {
        self.moves.push(mention);
    }

    fn row(&self, v: usize) -> &[u32] {
        &self.moves[self.rows[v]..self.rows.get(v + 1).copied().unwrap_or(self.moves.len())]
    }

    /// The vertex whose name has this key.
    fn find(&self, key: &str) -> Option<u32> {
        let found = self.table.find(self.hasher.hash_one(key), |&m| *self.keys[m as usize] == *key)?;
        Some(self.vertex[*found as usize]).filter(|&v| v != NONE)
    }

    /// The same, or an error that names it by its label.
    fn expect(&self, key: &str, label: &str) -> Result<u32, Error> {
        self.find(key).ok_or_else(|| self.unknown(label))
    }

    fn unknown(&self, label: &str) -> Error {
        let labels: Vec<String> = (0..self.len().min(100_000)).map(|v| self.label(v)).collect();
        unknown_vertex(label, labels.iter().map(String::as_str))
    }

    fn label(&self, v: usize) -> String {
        let m = self.mention[v] as usize;
        self.values.as_ref().map_or_else(|| self.keys[m].to_string(), |values| values[m].label())
    }

    fn value(&self, v: usize) -> Value {
        let m = self.mention[v] as usize;
        self.values.as_ref().map_or_else(|| Value::of_name(&self.keys[m]), |values| values[m].clone())
    }

    /// The arena. `file_rule` is an owner rule that the text itself gives.
    pub(super) fn finish(
        mut self,
        reading: &Reading,
        file_rule: Option<(&Rule, Text<'_>)>,
        locate: &dyn Locate,
        notes: &mut Vec<Error>,
    ) -> Result<Arena, Error> {
        // Step 1. Every successor is a vertex, and only final vertices have results.
        self.check(locate)?;
        for m in &mut self.moves {
            *m = self.vertex[*m as usize];
        }

        // Step 2. Where play begins.
        let given = self.start.take();
        let doubled = reading.owner.as_ref().is_some_and(|rule| matches!(rule.with_text().0, Rule::Double));
        let (mut start, mut copy) = (0, Player::One);
        if let Some(Start { key, label, place }) = given {
            start = self.expect(&key, &label).map_err(|e| if let Some(place) = place { e.at(place) } else { e })?;
        }
        if let Some(name) = &reading.start {
            let people = Typed::new(&self);
            (start, copy) = match people.find(name) {
                Some(v) => (v, copy),
                None => doubled.then(|| self.copy_of(name)).flatten().ok_or_else(|| self.unknown(name))?,
            };
        }

        // Step 3. Who owns what.
        let rule = reading.owner.as_ref().map(|rule| rule.with_text());
        if rule.is_some() && self.owners.iter().any(Option::is_some) {
            notes.push(replaced());
        }
        let owned = self.owners.iter().any(Option::is_some);
        let rule = rule.or(file_rule.filter(|_| !owned));
        let owners: Vec<Player> = match rule {
            Some((Rule::Double, _)) => Vec::new(),
            Some((Rule::List { items, whole }, text)) => self.listed(items, *whole, text)?,
            Some((Rule::True(expr), text)) => {
                (0..self.len()).map(|v| expr.player(text, &self.value(v), &self.label(v))).collect::<Result<_, _>>()?
            }
            None if owned => self.all_owned(locate)?,
            None => {
                let moves = |v: u32| self.row(v as usize);
                let colours = owner::alternate(self.len() as u32, start, moves)
                    .map_err(|cycle| owner::odd_cycle(cycle.iter().map(|&v| self.label(v as usize))))?;
                if !colours.is_empty() {
                    notes.push(
                        Error::new(
                            "owners-alternate",
                            "no owners are given: players are taken to alternate, and {vertex} to be player 1's",
                        )
                        .arg("vertex", self.label(start as usize)),
                    );
                }
                colours
            }
        };

        // Step 4. The arena.
        let double = matches!(rule, Some((Rule::Double, _)));
        let copies = if double { 2 } else { 1 };
        Arena::holds((self.len() * copies) as u64)?;
        let mut builder = Builder::with_capacity(self.len() * copies, self.moves.len() * copies);
        let mut row = Vec::new();
        for (v, end) in self.ends.iter().enumerate() {
            let mut push = |owner: Player, row: &[u32]| {
                builder.push(owner, row, Some(end.unwrap_or(stuck(owner, reading.misere))))
            };
            if !double {
                push(owners[v], self.row(v))?;
                continue;
            }
            for player in Player::BOTH {
                row.clear();
                row.extend(self.row(v).iter().map(|&w| 2 * w + player.other().index() as u32));
                push(player, &row)?;
            }
        }
        let names = if double { self.doubled_names() } else { self.names() };
        let start = if double { 2 * start + copy.index() as u32 } else { start };
        let arena = builder.finish(names, start);
        if arena.merged() > 0 {
            let copies = copies as u32;
            let repeated = arena.vertices().step_by(copies as usize).find_map(|v| {
                let row = self.row((v / copies) as usize);
                let w = if row.len() > arena.degree(v) as usize { first_repeated(row)? } else { return None };
                Some((v, w * copies + copies - 1))
            });
            notes.extend(repeated.map(|(v, w)| merged(arena.merged(), &arena.label(v), &arena.label(w))));
        }
        Ok(arena)
    }

    fn check(&self, locate: &dyn Locate) -> Result<(), Error> {
        let at = |error: Error, place: Option<Place>| match place {
            Some(place) => error.at(place),
            None => error,
        };
        if let Some(i) = self.moves.iter().position(|&m| self.vertex[m as usize] == NONE) {
            let v = self.rows.partition_point(|&row| row <= i) - 1;
            let m = self.moves[i] as usize;
            let name = self.values.as_ref().map_or_else(|| self.keys[m].to_string(), |values| values[m].label());
            let labels: Vec<String> = (0..self.len().min(100_000)).map(|v| self.label(v)).collect();
            let error = unknown_vertex(&name, labels.iter().map(String::as_str));
            return Err(at(error, locate.successor(v as u32, i - self.rows[v])));
        }
        match (0..self.len()).find(|&v| self.ends[v].is_some() && !self.row(v).is_empty()) {
            Some(v) => Err(at(result_not_final(&self.label(v)), locate.vertex(v as u32))),
            None => Ok(()),
        }
    }

    fn listed(&self, items: &[Span], whole: Option<Span>, text: Text<'_>) -> Result<Vec<Player>, Error> {
        let mut owners = vec![Player::Two; self.len()];
        let people = Typed::new(self);
        if let Some(v) = whole.and_then(|span| people.find(text.part(span))) {
            owners[v as usize] = Player::One;
            return Ok(owners);
        }
        for &span in items {
            let name = text.part(span);
            let v = people.find(name).ok_or_else(|| self.unknown(name).at(text.place(span)))?;
            owners[v as usize] = Player::One;
        }
        Ok(owners)
    }

    /// The owners that the text gives, if it gives them all.
    fn all_owned(&self, locate: &dyn Locate) -> Result<Vec<Player>, Error> {
        let Some(v) = self.owners.iter().position(Option::is_none) else {
            return Ok(self.owners.iter().map(|owner| owner.unwrap_or(Player::One)).collect());
        };
        let count = self.owners.iter().filter(|owner| owner.is_none()).count();
        let error = Error::new("no-owner", "{vertex} has no owner (vertices without one: {count})")
            .arg("vertex", self.label(v))
            .arg("count", count);
        Err(match locate.vertex(v as u32) {
            Some(place) => error.at(place),
            None => error,
        })
    }

    /// Names of the vertices: none if they are their numbers. Strings keep their quotes if one would be called like
    /// another value, as `'1'` like `1`.
    fn names(&mut self) -> Names {
        let keys = &mut self.keys;
        let words: Vec<Box<str>> = match &self.values {
            None => self.mention.iter().map(|&m| std::mem::take(&mut keys[m as usize])).collect(),
            Some(values) => shown(self.mention.iter().map(|&m| &values[m as usize])),
        };
        if words.iter().enumerate().all(|(v, word)| is_number(word, v)) { Names::Numbers } else { Names::Words(words) }
    }

    /// Names of the copies: `(4, 1)` and `(4, 2)`.
    fn doubled_names(&self) -> Names {
        let names = (0..self.len()).flat_map(|v| Player::BOTH.map(|player| self.copy_name(v, player).into()));
        if self.len() == 0 { Names::Numbers } else { Names::Words(names.collect()) }
    }

    /// The name of a player's copy. A name that is no canonical literal is quoted, so that `16` and `0x10` stay two.
    fn copy_name(&self, v: usize, player: Player) -> String {
        let mut value = self.value(v);
        if self.values.is_none() {
            let name = &*self.keys[self.mention[v] as usize];
            value = Some(value).filter(|value| value.label() == name).unwrap_or_else(|| Value::Str(name.to_owned()));
        }
        format!("({value}, {player})")
    }

    /// The vertex and the player of whose copy this is the name, however it is spaced.
    fn copy_of(&self, name: &str) -> Option<(u32, Player)> {
        let called = |name: &str| {
            let mut copies = (0..self.len()).flat_map(|v| Player::BOTH.map(|player| (v, player)));
            copies.find(|&(v, player)| self.copy_name(v, player) == name).map(|(v, player)| (v as u32, player))
        };
        called(name).or_else(|| called(&Value::of_name(name).to_string()))
    }
}

/// What vertices that are Python's values are called: strings without quotes, unless two would be called the same.
fn shown<'a>(values: impl Iterator<Item = &'a Value> + Clone) -> Vec<Box<str>> {
    let words: Vec<Box<str>> = values.clone().map(|value| value.label().into()).collect();
    let different = words.iter().collect::<hashbrown::HashSet<_>>().len();
    if different < words.len() { values.map(|value| value.to_string().into()).collect() } else { words }
}

/// Finds vertices by what a person types.
struct Typed<'a> {
    draft: &'a Draft,
    /// Python's values by what they are called.
    shown: HashMap<Box<str>, u32>,
}

impl Typed<'_> {
    fn new(draft: &Draft) -> Typed<'_> {
        let values = draft.values.iter().flat_map(|values| draft.mention.iter().map(|&m| &values[m as usize]));
        Typed { draft, shown: shown(values).into_iter().zip(0..).collect() }
    }

    /// The vertex that is called so; or else, among Python's values, the one that is equal to what is typed, and, among
    /// tuples, the one that is only spaced or quoted otherwise.
    fn find(&self, name: &str) -> Option<u32> {
        if self.draft.values.is_some() {
            let by = |value: Value| self.draft.find(&value.key());
            let called = self.shown.get(name).copied();
            return called.or_else(|| by(Value::of_name(name))).or_else(|| by(Value::Str(name.to_owned())));
        }
        self.draft.find(name).or_else(|| match Value::of_name(name) {
            tuple @ Value::Tuple(_) => self.draft.find(&tuple.to_string()),
            _ => None,
        })
    }
}

/// Who has won where the owner cannot move.
pub(super) fn stuck(owner: Player, misere: bool) -> End {
    if misere { End::Won(owner) } else { End::stuck(owner) }
}

/// The first that occurs again.
pub(super) fn first_repeated(row: &[u32]) -> Option<u32> {
    let mut seen = hashbrown::HashSet::with_capacity(row.len());
    row.iter().copied().find(|&w| !seen.insert(w))
}

/// Whether this is how `n` is written.
fn is_number(word: &str, n: usize) -> bool {
    word.len() <= 10 && word.parse() == Ok(n) && (word == "0" || !word.starts_with(['0', '+']))
}

/// The note on owners that count for nothing.
pub(super) fn replaced() -> Error {
    Error::new("owners-replaced", "the rule replaces the owners that the text gives")
}

/// The note on repeated successors.
pub(super) fn merged(count: u64, vertex: &str, successor: &str) -> Error {
    Error::new("successors-merged", "repeated successors were merged: {count}, the first {successor} of {vertex}")
        .arg("count", count)
        .arg("vertex", vertex)
        .arg("successor", successor)
}

/// The error for a result where play goes on.
pub(super) fn result_not_final(vertex: &str) -> Error {
    Error::new("result-not-final", "{vertex} has moves, so play is not over there: it can have no result")
        .arg("vertex", vertex)
}

/// The error for a vertex that is defined again.
pub(super) fn duplicate(vertex: &str, line: usize) -> Error {
    Error::new("duplicate-vertex", "{vertex} is given twice; first on line {line}")
        .arg("vertex", vertex)
        .arg("line", line)
}

/// Reads an owner.
pub(super) fn owner(text: &str) -> Result<Player, Error> {
    match text {
        "1" => Ok(Player::One),
        "2" => Ok(Player::Two),
        _ => Err(Error::new("bad-owner", "an owner is 1 or 2, not {found}").arg("found", text)),
    }
}

/// Reads a result.
pub(super) fn result(text: &str) -> Result<End, Error> {
    match text {
        "1" => Ok(End::Won(Player::One)),
        "2" => Ok(End::Won(Player::Two)),
        "draw" => Ok(End::Draw),
        _ => Err(Error::new("bad-result", "a result is 1, 2 or draw, not {found}").arg("found", text)),
    }
}

/// Writes a result.
pub(super) fn result_text(end: End) -> &'static str {
    match end {
        End::Won(Player::One) => "1",
        End::Won(Player::Two) => "2",
        End::Draw => "draw",
    }
}
