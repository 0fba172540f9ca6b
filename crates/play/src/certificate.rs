//! Certificates: a claimed solution of an arena in a file, which anybody's program may write and `verify` checks.
//!
//! One JSON object, in this order:
//!
//! ```json
//! { "format": "attractor-certificate", "version": 1,
//!   "arena": {"start": "0", "owner": {"0": 1, "1": 2}, "moves": {"0": ["1"], "1": []}, "result": {"1": 1}},
//!   "winner": {"0": 1, "1": 1},
//!   "rank": {"0": 1, "1": 0},
//!   "strategy": {"0": "1"},
//!   "checksum": "crc32:9ae0daaf" }
//! ```
//!
//! `arena` is the arena's own JSON form. A vertex that `winner` does not name is claimed to be drawn. `strategy` may be
//! left out for vertices whose owner does not win. `checksum`, the CRC-32 (IEEE) of all bytes before the comma that
//! precedes it, may be left out; nothing may follow it.
//!
//! Names are text: `"1"` and `"1.0"` are two vertices, and a number in `moves` or `strategy` stands for the name that is
//! spelled like it, to the letter. An arena without vertices cannot be certified.

use attractor_game::{Error, Place, Player, nearest};
use attractor_solve::{
    graph::{
        Arena,
        format::{self, Format, Reading},
    },
    verify::Claim,
};
use hashbrown::HashSet;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json, value::RawValue};
use std::io::{self, Write};

/// The version that this program writes and reads.
pub const VERSION: u64 = 1;

const CHECKSUM: &str = ",\n  \"checksum\": \"crc32:";

/// Whether there is anything to claim of an arena; a certificate of one without vertices would be rejected.
pub fn claimable(arena: &Arena) -> Result<(), Error> {
    match arena.is_empty() {
        true => Err(Error::new("nothing-to-certify", "the graph has no state, so that there is nothing to certify")),
        false => Ok(()),
    }
}

/// Writes a claim on an arena.
pub fn write(arena: &Arena, claim: &Claim, out: &mut dyn Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    write!(bytes, "{{\n  \"format\": \"attractor-certificate\",\n  \"version\": {VERSION},\n  \"arena\": ")?;
    format::write(arena, Format::Json, &mut bytes)?;
    while bytes.last().is_some_and(u8::is_ascii_whitespace) {
        bytes.pop();
    }
    let mut map = |name: &str, value: &dyn Fn(u32) -> Option<Json>| -> io::Result<()> {
        let entries: Map<String, Json> =
            arena.vertices().filter_map(|v| Some((arena.label(v).into_owned(), value(v)?))).collect();
        write!(bytes, ",\n  \"{name}\": {}", Json::Object(entries))
    };
    map("winner", &|v| claim.winner[v as usize].map(|p| p.number().into()))?;
    map("rank", &|v| claim.rank[v as usize].map(Json::from))?;
    map("strategy", &|v| claim.strategy[v as usize].map(|w| arena.label(w).into_owned().into()))?;
    seal(&mut bytes);
    out.write_all(&bytes)
}

/// Ends a JSON object that lacks its last bracket with the checksum of its bytes.
pub(crate) fn seal(bytes: &mut Vec<u8>) {
    let checksum = crc32fast::hash(bytes);
    bytes.extend_from_slice(format!("{CHECKSUM}{checksum:08x}\"\n}}\n").as_bytes());
}

/// The checksum that the text of a sealed object should hold.
pub(crate) fn checksum(text: &str) -> String {
    covered(&text[..text.rfind("\"checksum\"").unwrap_or(0)])
}

/// The checksum of what comes before the last comma.
fn covered(text: &str) -> String {
    let end = text.rfind(',').unwrap_or(0);
    format!("crc32:{:08x}", crc32fast::hash(&text.as_bytes()[..end]))
}

/// Reads a certificate: the arena, and what is claimed of it. Whether the claim is true is for the checker to say.
///
/// Values are looked at as they are written: as numbers, long names would be rounded, and two vertices would become one.
pub fn read<'t>(text: &'t str, source: &str) -> Result<(Arena, Claim), Error> {
    let file = File { text, source };
    let bad = |id, english| Error::new(id, english).arg("file", source);
    let fields = file.entries(text)?;
    let field = |name: &str| fields.iter().find(|(key, _)| key == name).map(|&(_, value)| value);
    const FIELDS: &[&str] = &["format", "version", "arena", "winner", "rank", "strategy", "checksum"];
    if field("format").and_then(string).as_deref() != Some("attractor-certificate") {
        return Err(bad(
            "not-a-certificate",
            "{file} is no certificate: it lacks \"format\": \"attractor-certificate\"",
        ));
    }
    let version = field("version").unwrap_or("null");
    if version != VERSION.to_string() {
        return Err(bad(
            "certificate-version",
            "{file} is a certificate of version {got}; this program reads {expected}",
        )
        .arg("got", version)
        .arg("expected", VERSION));
    }
    if let Some((field, _)) = fields.iter().find(|(key, _)| !FIELDS.contains(&key.as_str())) {
        return Err(bad("certificate-field", "{file} has a field {field}; a certificate has: {fields}")
            .arg("field", field)
            .arg("fields", FIELDS.join(", "))
            .nearest(nearest(field, FIELDS.iter().copied())));
    }
    if let Some(given) = field("checksum") {
        if fields.last().is_none_or(|(key, _)| key != "checksum") {
            return Err(bad("certificate-end", "{file}: the checksum comes last, since it covers what is before it")
                .at(file.place(given)));
        }
        let right = covered(&text[..file.offset(given)]);
        if string(given).as_deref() != Some(right.as_str()) {
            return Err(bad(
                "certificate-checksum",
                "{file} was damaged: its checksum is {got}, its content has {right}",
            )
            .arg("got", given)
            .arg("right", right));
        }
    }
    let object = |name: &'static str, given: Option<&'t str>| match given {
        Some(value) if !value.starts_with('{') => {
            Err(bad("certificate-section", "{section} in {file} must be an object")
                .arg("section", name)
                .at(file.place(value)))
        }
        given => Ok(given),
    };
    let Some(graph) = object("arena", field("arena"))? else {
        return Err(bad("certificate-no-arena", "{file} lacks the arena of which it claims something"));
    };
    let reading = Reading { format: Some(Format::Json), ..Reading::default() };
    let read = format::read_text(graph, source, &reading).map_err(|e| file.moved(e, graph))?;
    // A guess of the reader would be part of what is claimed.
    if read.notes.iter().any(|note| note.id() == "owners-alternate") {
        return Err(bad("certificate-owners", "{file} does not say who owns the vertices of its arena"));
    }
    let arena = read.arena;
    let by_name = arena.by_name();
    let vertex = |name: &str, value: &str| {
        by_name.get(name).map(|&v| v as usize).ok_or_else(|| {
            bad("certificate-vertex", "{file} names {vertex}, which is no vertex of its arena")
                .arg("vertex", name)
                .at(file.place(value))
        })
    };
    let mut claim =
        Claim { winner: vec![None; arena.len()], rank: vec![None; arena.len()], strategy: vec![None; arena.len()] };
    let section = |name: &'static str| match object(name, field(name))? {
        Some(value) => file.entries(value),
        None => Ok(Vec::new()),
    };
    let wrong = |name: &str, value: &str| {
        bad("certificate-value", "{file}: {value} cannot be claimed of {vertex}")
            .arg("vertex", name)
            .arg("value", value)
            .at(file.place(value))
    };
    for (name, value) in section("winner")? {
        claim.winner[vertex(&name, value)?] = match value {
            "null" => None,
            "1" => Some(Player::One),
            "2" => Some(Player::Two),
            value if string(value).as_deref() == Some("draw") => None,
            value => return Err(wrong(&name, value)),
        };
    }
    for (name, value) in section("rank")? {
        claim.rank[vertex(&name, value)?] = match value {
            "null" => None,
            value => Some(value.parse().map_err(|_| wrong(&name, value))?),
        };
    }
    for (name, value) in section("strategy")? {
        let from = vertex(&name, value)?;
        let to = match string(value) {
            Some(to) => vertex(&to, value)?,
            None if value.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => vertex(value, value)?,
            None => return Err(wrong(&name, value)),
        };
        claim.strategy[from] = Some(to as u32);
    }
    drop(by_name);
    Ok((arena, claim))
}

/// What a piece of JSON says, if it is a string.
fn string(json: &str) -> Option<String> {
    serde_json::from_str(json).ok()
}

/// A file of JSON, of which parts are read one by one.
struct File<'a> {
    text: &'a str,
    source: &'a str,
}

impl File<'_> {
    /// The entries of an object that is a part of the file: keys as they are meant, values as they are written.
    fn entries<'t>(&self, part: &'t str) -> Result<Vec<(String, &'t str)>, Error> {
        let Entries(entries) = serde_json::from_str(part).map_err(|e| {
            let line = part.lines().nth(e.line().saturating_sub(1)).unwrap_or("");
            let before = line.bytes().take(e.column().saturating_sub(1)).filter(|b| b & 0xC0 != 0x80).count();
            let why = e.to_string();
            let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
            let error = Error::new("certificate-json", "{file} is not valid JSON: {why}");
            let place = Place {
                source: self.source.into(),
                line: e.line().max(1),
                column: before + 1,
                width: 1,
                text: line.to_owned(),
            };
            self.moved(error.arg("file", self.source).arg("why", why).at(place), part)
        })?;
        Ok(entries.into_iter().map(|(key, value)| (key, value.get())).collect())
    }

    /// Where a part of the text begins.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }

    /// The place of a part of the text.
    fn place(&self, part: &str) -> Place {
        let before = &self.text[..self.offset(part)];
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |i| i + 1);
        Place {
            source: self.source.to_owned(),
            line,
            column: before[begin..].chars().count() + 1,
            width: part.lines().next().unwrap_or("").chars().count().max(1),
            text: self.line(line),
        }
    }

    /// A line as it is shown; nothing if it is too long for that.
    fn line(&self, number: usize) -> String {
        const LONGEST: usize = 4096;
        self.text.lines().nth(number - 1).filter(|line| line.len() <= LONGEST).unwrap_or("").to_owned()
    }

    /// An error whose place is in a part of the text, with its place in the whole.
    fn moved(&self, error: Error, part: &str) -> Error {
        let Some(inside) = error.place() else { return error };
        let begin = self.place(part);
        let line = begin.line + inside.line - 1;
        let column = if inside.line == 1 { begin.column + inside.column - 1 } else { inside.column };
        let place = Place { source: begin.source, line, column, width: inside.width, text: self.line(line) };
        error.at(place)
    }
}

/// The entries of a JSON object, each key once: a certificate that says two things of a vertex says nothing.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries<'de>, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Entries<'de>, A::Error> {
        let (mut list, mut seen) = (Vec::new(), HashSet::new());
        while let Some((key, value)) = entries.next_entry::<String, &RawValue>()? {
            if !seen.insert(key.clone()) {
                return Err(twice(&key));
            }
            list.push((key, value));
        }
        Ok(Entries(list))
    }
}

fn twice<E: de::Error>(key: &str) -> E {
    E::custom(format_args!("the key {key:?} stands twice"))
}

/// JSON whose objects have each key once: a certificate that says two things of a vertex says nothing.
pub(crate) struct Strict(pub(crate) Json);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Json;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }
    fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut map = Map::new();
        while let Some((key, Strict(value))) = entries.next_entry::<String, Strict>()? {
            if map.contains_key(&key) {
                return Err(twice(&key));
            }
            map.insert(key, value);
        }
        Ok(Json::Object(map))
    }
}
