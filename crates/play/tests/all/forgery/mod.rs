//! Certificates as people and forgers write them, and what is right to say of each: judged by the definitions, on data of
//! its own.

use super::oracle::{Claim, Graph};
use attractor_game::Rng;

/// What a file says, before anything of it is believed. Entries are in the order of the file and may contradict.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    format: String,
    /// JSON.
    version: String,
    start: Option<String>,
    owner: Vec<(String, u8)>,
    moves: Vec<(String, Vec<String>)>,
    result: Vec<(String, u8)>,
    winner: Vec<(String, u8)>,
    rank: Vec<(String, u64)>,
    strategy: Vec<(String, String)>,
    checksum: Checksum,
    /// Another field, and whether text follows the object.
    more: Option<&'static str>,
    trailing: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Checksum {
    None,
    Right,
    Wrong,
    /// Right for what is before it, but a section follows.
    Early,
}

/// How a document was changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    WinnerFlipped,
    RankOffByOne,
    RankHuge,
    StrategyElsewhere,
    StrategyOut,
    StrategySilent,
    StrategyCycle,
    VertexMissing,
    VertexUnknown,
    ClaimMissing,
    DrawnRanked,
    WonSaidDrawn,
    NamesCollide,
    Spelling,
    OwnerFlipped,
    MoveAdded,
    MoveRemoved,
    ResultChanged,
    Empty,
    Duplicate,
    Header,
    Checksum,
    Reordered,
}

pub(crate) const KINDS: [Kind; 23] = [
    Kind::WinnerFlipped,
    Kind::RankOffByOne,
    Kind::RankHuge,
    Kind::StrategyElsewhere,
    Kind::StrategyOut,
    Kind::StrategySilent,
    Kind::StrategyCycle,
    Kind::VertexMissing,
    Kind::VertexUnknown,
    Kind::ClaimMissing,
    Kind::DrawnRanked,
    Kind::WonSaidDrawn,
    Kind::NamesCollide,
    Kind::Spelling,
    Kind::OwnerFlipped,
    Kind::MoveAdded,
    Kind::MoveRemoved,
    Kind::ResultChanged,
    Kind::Empty,
    Kind::Duplicate,
    Kind::Header,
    Kind::Checksum,
    Kind::Reordered,
];

fn pick<'a, T>(items: &'a mut [T], rng: &mut Rng) -> Option<&'a mut T> {
    if items.is_empty() { None } else { Some(&mut items[rng.below(items.len())]) }
}

/// Changes one of the items, if there are any.
fn change<T>(items: &mut [T], rng: &mut Rng, how: impl FnOnce(&mut T)) {
    if let Some(item) = pick(items, rng) {
        how(item);
    }
}

impl Document {
    /// What says this of that graph.
    pub(crate) fn new(graph: &Graph, claim: &Claim, rng: &mut Rng) -> Document {
        let name = |v: usize| graph.names[v].clone();
        let all = 0..graph.len();
        Document {
            format: "attractor-certificate".into(),
            version: "1".into(),
            start: (rng.below(3) > 0).then(|| name(graph.start)),
            owner: all.clone().map(|v| (name(v), graph.owner[v])).collect(),
            moves: all.clone().map(|v| (name(v), graph.moves[v].iter().map(|&w| name(w)).collect())).collect(),
            result: all.clone().filter_map(|v| Some((name(v), graph.result[v]?))).collect(),
            winner: all.clone().filter_map(|v| Some((name(v), claim.winner[v]?))).collect(),
            rank: all.clone().filter_map(|v| Some((name(v), claim.rank[v]?))).collect(),
            strategy: all.filter_map(|v| Some((name(v), name(claim.strategy[v]?)))).collect(),
            checksum: [Checksum::None, Checksum::Right][rng.below(2)],
            more: None,
            trailing: false,
        }
    }

    /// The graph and the claim, if the document has one meaning.
    pub(crate) fn meaning(&self) -> Option<(Graph, Claim)> {
        let header = self.format == "attractor-certificate" && self.version == "1" && self.more.is_none();
        if !header || self.trailing || matches!(self.checksum, Checksum::Wrong | Checksum::Early) {
            return None;
        }
        let names: Vec<String> = self.moves.iter().map(|(name, _)| name.clone()).collect();
        let find = |name: &String| names.iter().position(|n| n == name);
        let mut graph = Graph { names: names.clone(), start: 0, ..Graph::default() };
        let n = names.len();
        if (0..n).any(|v| find(&names[v]) != Some(v)) {
            return None;
        }
        graph.owner = table(&self.owner, n, find)?.into_iter().collect::<Option<_>>()?;
        graph.result = table(&self.result, n, find)?;
        for (v, (_, row)) in self.moves.iter().enumerate() {
            graph.moves.push(row.iter().map(find).collect::<Option<_>>()?);
            if graph.result[v].is_some() && !row.is_empty() {
                return None;
            }
        }
        if let Some(start) = &self.start {
            graph.start = find(start)?;
        }
        let mut strategy = Vec::new();
        for (from, to) in &self.strategy {
            strategy.push((from.clone(), find(to)?));
        }
        let (winner, rank) = (table(&self.winner, n, find)?, table(&self.rank, n, find)?);
        let claim = Claim { winner, rank, strategy: table(&strategy, n, find)? };
        Some((graph, claim))
    }

    /// Whether the document says the truth of something.
    pub(crate) fn holds(&self) -> bool {
        self.meaning().is_some_and(|(graph, claim)| graph.holds(&claim))
    }

    /// Changes the document.
    pub(crate) fn forge(&mut self, kind: Kind, rng: &mut Rng) {
        let n = self.moves.len();
        if n == 0 {
            return;
        }
        let any = self.moves[rng.below(n)].0.clone();
        let other = self.moves[rng.below(n)].0.clone();
        match kind {
            Kind::WinnerFlipped => change(&mut self.winner, rng, |(_, winner)| *winner = 3 - *winner),
            Kind::RankOffByOne => {
                let up = rng.below(2) == 0;
                change(&mut self.rank, rng, |(_, n)| *n = if up { *n + 1 } else { n.saturating_sub(1) });
            }
            Kind::RankHuge => {
                let huge = [1 << 32, 1 << 30, (1 << 31) - 1, u64::MAX - 7][rng.below(4)];
                change(&mut self.rank, rng, |(_, n)| *n = n.wrapping_add(huge));
            }
            Kind::StrategyElsewhere => change(&mut self.strategy, rng, |(_, to)| *to = other),
            Kind::StrategyOut => change(&mut self.strategy, rng, |(_, to)| to.push('0')),
            Kind::StrategySilent => {
                let keep = rng.below(self.strategy.len() + 1);
                self.strategy.truncate(keep);
            }
            Kind::StrategyCycle => {
                // Everybody stays among vertices of one rank.
                let same: Vec<String> = self.rank.iter().map(|(name, _)| name.clone()).take(2 + rng.below(3)).collect();
                for i in 0..same.len() {
                    self.strategy.retain(|(from, _)| *from != same[i]);
                    self.strategy.push((same[i].clone(), same[(i + 1) % same.len()].clone()));
                    self.rank.iter_mut().filter(|(name, _)| *name == same[i]).for_each(|(_, rank)| *rank = 1);
                }
            }
            Kind::VertexMissing => {
                self.moves.retain(|(name, _)| *name != any);
                if rng.below(2) == 0 {
                    self.owner.retain(|(name, _)| *name != any);
                }
            }
            Kind::VertexUnknown => {
                let name = format!("{any}.");
                match rng.below(5) {
                    0 => self.winner.push((name, 1)),
                    1 => self.rank.push((name, 0)),
                    2 => self.strategy.push((name, any)),
                    3 => self.owner.push((name, 1)),
                    _ => self.start = Some(name),
                }
            }
            Kind::ClaimMissing => {
                self.winner.retain(|(name, _)| *name != any);
                if rng.below(2) == 0 {
                    self.rank.retain(|(name, _)| *name != any);
                }
            }
            Kind::DrawnRanked => {
                if rng.below(2) == 0 && !self.winner.iter().any(|(name, _)| *name == any) {
                    self.winner.push((any.clone(), 1 + rng.below(2) as u8));
                }
                if !self.rank.iter().any(|(name, _)| *name == any) {
                    self.rank.push((any, rng.below(4) as u64));
                }
            }
            Kind::WonSaidDrawn => {
                // All vertices of a part of the graph at once: a claim of endless play.
                let some = rng.below(n) + 1;
                let these: Vec<String> = self.moves.iter().rev().take(some).map(|(name, _)| name.clone()).collect();
                self.winner.retain(|(name, _)| !these.contains(name));
                self.rank.retain(|(name, _)| !these.contains(name));
                self.strategy.retain(|(name, _)| !these.contains(name));
            }
            Kind::NamesCollide => {
                // Two vertices that a reader of numbers takes for one: the truth of each stays what it was.
                const PAIRS: [[&str; 2]; 6] = [
                    ["18446744073709551617", "1.8446744073709552e+19"],
                    ["00", "0"],
                    ["1.0", "1"],
                    ["-0", "0"],
                    ["9007199254740993", "9007199254740992"],
                    ["e\u{301}", "\u{e9}"],
                ];
                let [one, two] = PAIRS[rng.below(PAIRS.len())];
                self.rename(&any, one);
                self.rename(&other, two);
                if rng.below(3) > 0 {
                    // What belongs to one is said of the other.
                    change(&mut self.strategy, rng, |(_, to)| *to = if to == one { two.into() } else { one.into() });
                }
            }
            Kind::Spelling => {
                // One mention in another spelling, which is no name, or another one.
                let spelled = [format!("0{any}"), format!("{any}.0"), format!("{any} "), any.to_uppercase()];
                let spelled = spelled[rng.below(4)].clone();
                match rng.below(4) {
                    0 => change(&mut self.strategy, rng, |(_, to)| *to = spelled),
                    1 => change(&mut self.winner, rng, |(name, _)| *name = spelled),
                    2 => change(&mut self.owner, rng, |(name, _)| *name = spelled),
                    _ => change(&mut self.moves, rng, |(_, row)| row.push(spelled)),
                }
            }
            Kind::OwnerFlipped => change(&mut self.owner, rng, |(_, owner)| *owner = 3 - *owner),
            Kind::MoveAdded => change(&mut self.moves, rng, |(_, row)| row.push(any)),
            Kind::MoveRemoved => change(&mut self.moves, rng, |(_, row)| drop(row.pop())),
            Kind::ResultChanged => match rng.below(2) {
                0 => change(&mut self.result, rng, |(_, result)| *result = (*result + 1) % 3),
                _ => self.result.retain(|(name, _)| *name != any),
            },
            Kind::Empty => {
                let Document { owner, moves, result, winner, rank, strategy, start, .. } = self;
                *start = None;
                moves.clear();
                [owner, result, winner].into_iter().for_each(|table| table.retain(|_| false));
                rank.clear();
                strategy.clear();
            }
            Kind::Duplicate => {
                fn again<T: Clone>(table: &mut Vec<T>, rng: &mut Rng) {
                    if let Some(entry) = pick(table, rng) {
                        let entry = entry.clone();
                        table.push(entry);
                    }
                }
                match rng.below(6) {
                    0 => again(&mut self.winner, rng),
                    1 => again(&mut self.rank, rng),
                    2 => again(&mut self.strategy, rng),
                    3 => again(&mut self.owner, rng),
                    4 => again(&mut self.result, rng),
                    _ => again(&mut self.moves, rng),
                }
            }
            Kind::Header => match rng.below(4) {
                0 => self.format.push(' '),
                1 => self.version = ["2", "1.0", "\"1\"", "1e0", "null", "01"][rng.below(6)].into(),
                2 => self.more = Some(["wnner", "Winner", "", "rank "][rng.below(4)]),
                _ => self.trailing = true,
            },
            Kind::Checksum => {
                self.checksum = [Checksum::Wrong, Checksum::Early, Checksum::None, Checksum::Right][rng.below(4)];
            }
            Kind::Reordered => {
                let at = rng.below(n);
                self.moves.rotate_left(at);
                self.winner.reverse();
                self.rank.reverse();
                if self.start.is_none() {
                    self.start = Some(any);
                }
            }
        }
    }

    /// Calls a vertex otherwise wherever it is mentioned, unless another is called so.
    fn rename(&mut self, from: &str, to: &str) {
        if self.moves.iter().any(|(name, _)| name == to) {
            return;
        }
        let change = |name: &mut String| {
            if name == from {
                *name = to.to_owned();
            }
        };
        self.start.iter_mut().for_each(change);
        for (name, row) in &mut self.moves {
            change(name);
            row.iter_mut().for_each(change);
        }
        for (name, _) in self.owner.iter_mut().chain(&mut self.result).chain(&mut self.winner) {
            change(name);
        }
        self.rank.iter_mut().for_each(|(name, _)| change(name));
        for (name, to) in &mut self.strategy {
            change(name);
            change(to);
        }
    }

    /// The file, in one of the many ways in which it can be written.
    pub(crate) fn text(&self, rng: &mut Rng) -> String {
        let space = |rng: &mut Rng| ["", " ", "\n  ", "\r\n"][rng.below(4)];
        let key = |name: &str, rng: &mut Rng| string(name, rng);
        let object = |entries: Vec<(String, String)>, rng: &mut Rng| {
            let entries: Vec<String> = entries
                .into_iter()
                .map(|(k, value)| format!("{}{}:{}{value}", space(rng), key(&k, rng), space(rng)))
                .collect();
            format!("{{{}{}}}", entries.join(","), space(rng))
        };
        let number = |n: u64| n.to_string();
        let result = |r: u8| if r == 0 { "\"draw\"".to_owned() } else { r.to_string() };
        let mut arena = Vec::new();
        if let Some(start) = &self.start {
            arena.push(("start".to_owned(), mention(start, rng)));
        }
        let owner = self.owner.iter().map(|(name, owner)| (name.clone(), number(u64::from(*owner)))).collect();
        arena.push(("owner".into(), object(owner, rng)));
        let row = |row: &Vec<String>, rng: &mut Rng| {
            let row: Vec<String> = row.iter().map(|name| mention(name, rng)).collect();
            format!("[{}]", row.join(", "))
        };
        let moves = self.moves.iter().map(|(name, to)| (name.clone(), row(to, rng))).collect();
        arena.push(("moves".into(), object(moves, rng)));
        let ends = self.result.iter().map(|(name, end)| (name.clone(), result(*end))).collect();
        arena.push(("result".into(), object(ends, rng)));
        let arena = object(arena, rng);
        let winner = self.winner.iter().map(|(name, winner)| (name.clone(), number(u64::from(*winner)))).collect();
        let rank = self.rank.iter().map(|(name, rank)| (name.clone(), number(*rank))).collect();
        let strategy = self.strategy.iter().map(|(name, to)| (name.clone(), mention(to, rng))).collect();
        let mut sections = vec![
            ("arena", arena),
            ("winner", object(winner, rng)),
            ("rank", object(rank, rng)),
            ("strategy", object(strategy, rng)),
        ];
        let turn = rng.below(4);
        sections.rotate_left(turn);
        if let Some(name) = self.more {
            sections.insert(0, (name, "{}".to_owned()));
        }
        let last = if self.checksum == Checksum::Early { sections.pop() } else { None };
        let mut text = format!("{{\"format\": {}, \"version\": {}", string(&self.format, rng), self.version);
        for (name, value) in &sections {
            text += &format!(",{}{}: {value}", space(rng), string(name, rng));
        }
        if self.checksum != Checksum::None {
            let wrong = u32::from(self.checksum == Checksum::Wrong);
            let sum = crc32(text.as_bytes()) ^ wrong;
            text += &format!(",\n\"checksum\": \"crc32:{sum:08x}\"");
        }
        if let Some((name, value)) = last {
            text += &format!(", \"{name}\": {value}");
        }
        text + "}\n" + if self.trailing { "{}" } else { "" }
    }
}

/// A value for each vertex that has one; none if a vertex has two, or what has one is no vertex.
fn table<T: Copy>(
    entries: &[(String, T)],
    n: usize,
    find: impl Fn(&String) -> Option<usize>,
) -> Option<Vec<Option<T>>> {
    let mut values = vec![None; n];
    for (name, value) in entries {
        let place = &mut values[find(name)?];
        if place.is_some() {
            return None;
        }
        *place = Some(*value);
    }
    Some(values)
}

/// A vertex as a value: a string, or the number that it is spelled like.
fn mention(name: &str, rng: &mut Rng) -> String {
    if is_number(name) && rng.below(2) == 0 { name.to_owned() } else { string(name, rng) }
}

/// By the grammar of JSON.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (number, exponent) = text.split_once(['e', 'E']).map_or((text, "0"), |(number, exponent)| (number, exponent));
    let number = number.strip_prefix('-').unwrap_or(number);
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    digits(whole) && (whole == "0" || !whole.starts_with('0')) && digits(part) && digits(exponent)
}

/// A string of JSON, some characters of which are escaped without need.
fn string(text: &str, rng: &mut Rng) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        let must = c < ' ' || c == '"' || c == '\\';
        if must || rng.below(12) == 0 {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| out += &format!("\\u{unit:04x}"));
        } else {
            out.push(c);
        }
    }
    out + "\""
}

/// The checksum of IEEE 802.3, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &b| {
        (0..8).fold(crc ^ u32::from(b), |crc: u32, _| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}
