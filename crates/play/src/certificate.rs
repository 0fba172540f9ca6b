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
//! precedes it, may be left out.

use attractor_game::{Error, Player, nearest};
use attractor_solve::{
    graph::{
        Arena,
        format::{self, Format, Reading},
    },
    verify::Claim,
};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};
use std::io::{self, Write};

/// The version that this program writes and reads.
pub const VERSION: u64 = 1;

const CHECKSUM: &str = ",\n  \"checksum\": \"crc32:";

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
    let covered = text.rfind("\"checksum\"").and_then(|at| text[..at].rfind(',')).unwrap_or(0);
    format!("crc32:{:08x}", crc32fast::hash(&text.as_bytes()[..covered]))
}

/// Reads a certificate: the arena, and what is claimed of it. Whether the claim is true is for the checker to say.
pub fn read(text: &str, source: &str) -> Result<(Arena, Claim), Error> {
    let bad = |id, english| Error::new(id, english).arg("file", source);
    let Strict(json) = serde_json::from_str(text).map_err(|e| {
        bad("certificate-json", "{file} is not valid JSON: {why}").arg("why", &e).at(attractor_game::Place {
            source: source.into(),
            line: e.line(),
            column: e.column().max(1),
            width: 1,
            text: text.lines().nth(e.line().saturating_sub(1)).unwrap_or("").chars().take(200).collect(),
        })
    })?;
    const FIELDS: &[&str] = &["format", "version", "arena", "winner", "rank", "strategy", "checksum"];
    if json["format"] != "attractor-certificate" {
        return Err(bad(
            "not-a-certificate",
            "{file} is no certificate: it lacks \"format\": \"attractor-certificate\"",
        ));
    }
    if json["version"] != VERSION {
        return Err(bad(
            "certificate-version",
            "{file} is a certificate of version {got}; this program reads {expected}",
        )
        .arg("got", &json["version"])
        .arg("expected", VERSION));
    }
    if let Some(field) = json.as_object().and_then(|o| o.keys().find(|k| !FIELDS.contains(&k.as_str()))) {
        return Err(bad("certificate-field", "{file} has a field {field}; a certificate has: {fields}")
            .arg("field", field)
            .arg("fields", FIELDS.join(", "))
            .nearest(nearest(field, FIELDS.iter().copied())));
    }
    if let Some(given) = json.get("checksum") {
        let right = checksum(text);
        if *given != *right {
            return Err(bad(
                "certificate-checksum",
                "{file} was damaged: its checksum is {got}, its content has {right}",
            )
            .arg("got", given)
            .arg("right", right));
        }
    }
    let reading = Reading { format: Some(Format::Json), ..Reading::default() };
    let within = format!("{source}, arena");
    let arena = format::read_text(&json["arena"].to_string(), &within, &reading).map_err(Error::nowhere)?.arena;
    let by_name = arena.by_name();
    let vertex = |name: &str| {
        by_name.get(name).copied().ok_or_else(|| {
            bad("certificate-vertex", "{file} names {vertex}, which is no vertex of its arena").arg("vertex", name)
        })
    };
    let mut claim =
        Claim { winner: vec![None; arena.len()], rank: vec![None; arena.len()], strategy: vec![None; arena.len()] };
    let section = |name: &'static str| match json.get(name) {
        None => Ok(None),
        Some(Json::Object(map)) => Ok(Some(map)),
        Some(_) => Err(bad("certificate-section", "{section} in {file} must be an object").arg("section", name)),
    };
    let wrong = |name: &str, value: &Json| {
        bad("certificate-value", "{file}: {value} cannot be claimed of {vertex}")
            .arg("vertex", name)
            .arg("value", value)
    };
    for (name, value) in section("winner")?.into_iter().flatten() {
        let winner = match value {
            Json::Null => None,
            Json::String(s) if s == "draw" => None,
            value => Some(value.as_u64().and_then(Player::from_number).ok_or_else(|| wrong(name, value))?),
        };
        claim.winner[vertex(name)? as usize] = winner;
    }
    for (name, value) in section("rank")?.into_iter().flatten() {
        let rank = match value {
            Json::Null => None,
            value => Some(value.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or_else(|| wrong(name, value))?),
        };
        claim.rank[vertex(name)? as usize] = rank;
    }
    for (name, value) in section("strategy")?.into_iter().flatten() {
        let to = match value {
            Json::String(to) => vertex(to)?,
            Json::Number(n) => vertex(&n.to_string())?,
            value => return Err(wrong(name, value)),
        };
        claim.strategy[vertex(name)? as usize] = Some(to);
    }
    drop(by_name);
    Ok((arena, claim))
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
                return Err(de::Error::custom(format_args!("the key {key:?} stands twice")));
            }
            map.insert(key, value);
        }
        Ok(Json::Object(map))
    }
}
