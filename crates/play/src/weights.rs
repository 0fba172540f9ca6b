//! Files of learnt weights, and heuristics that name one: `@FILE`, or `alignments=@FILE`.
//!
//! One JSON object, in this order:
//!
//! ```json
//! { "format": "attractor-weights", "version": 1,
//!   "game": "connect4", "heuristic": "alignments",
//!   "weights": {"none": 0, "one": 0.6, "two": 2.5, "three": 9},
//!   "learnt": {"from": "exact", "positions": 4000, "seed": 1, "loss": {"hand": 0.55, "learnt": 0.54}},
//!   "checksum": "crc32:9ae0daaf" }
//! ```
//!
//! `learnt` tells where the weights come from and may hold anything, or be left out. `checksum`, the CRC-32 (IEEE) of all
//! bytes before the comma that precedes it, may be left out.

use crate::{
    Number,
    certificate::{Strict, checksum, seal},
    registry::entry,
};
use attractor_game::{Error, Linear, Playable, Spec, nearest};
use serde_json::{Map, Value as Json, json};
use std::{fs::File, io::Read};

/// The version that this program writes and reads.
pub const VERSION: u64 = 1;

/// Longer files hold no weights.
const LONGEST: u64 = 1 << 20;

/// Weights of a game's heuristic, by name.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The game's name.
    pub game: String,
    /// The heuristic, without weights.
    pub heuristic: String,
    /// Each weight by its name, in their order.
    pub weights: Vec<(String, f64)>,
}

impl Weights {
    /// The file, with how the weights were learnt.
    pub fn write(&self, learnt: &Json) -> String {
        let weights: Map<String, Json> =
            self.weights.iter().map(|(name, w)| (name.clone(), json!(Number(*w)))).collect();
        let mut bytes = b"{\n  \"format\": \"attractor-weights\"".to_vec();
        for (name, value) in [
            ("version", VERSION.into()),
            ("game", self.game.as_str().into()),
            ("heuristic", self.heuristic.as_str().into()),
            ("weights", Json::Object(weights)),
            ("learnt", learnt.clone()),
        ] {
            bytes.extend_from_slice(format!(",\n  \"{name}\": {value}").as_bytes());
        }
        seal(&mut bytes);
        String::from_utf8(bytes).expect("JSON is UTF-8")
    }

    /// What such a file holds.
    pub fn read(text: &str, file: &str) -> Result<Weights, Error> {
        let bad = |id, english| Error::new(id, english).arg("file", file);
        let Strict(json) = serde_json::from_str(text)
            .map_err(|e| bad("weights-json", "{file} is not valid JSON: {why}").arg("why", e))?;
        const FIELDS: &[&str] = &["format", "version", "game", "heuristic", "weights", "learnt", "checksum"];
        if json["format"] != "attractor-weights" {
            return Err(bad("not-weights", "{file} holds no weights: it lacks \"format\": \"attractor-weights\""));
        }
        if json["version"] != VERSION {
            return Err(bad("weights-version", "{file} holds weights of version {got}; this program reads {expected}")
                .arg("got", &json["version"])
                .arg("expected", VERSION));
        }
        if let Some(field) = json.as_object().and_then(|o| o.keys().find(|k| !FIELDS.contains(&k.as_str()))) {
            return Err(bad("weights-field", "{file} has a field {field}; a file of weights has: {fields}")
                .arg("field", field)
                .arg("fields", FIELDS.join(", "))
                .nearest(nearest(field, FIELDS.iter().copied())));
        }
        if let Some(given) = json.get("checksum") {
            let right = checksum(text);
            if *given != *right {
                return Err(bad(
                    "weights-checksum",
                    "{file} was damaged: its checksum is {got}, its content has {right}; without the field checksum it may be edited",
                )
                .arg("got", given)
                .arg("right", right));
            }
        }
        let lacks = |field: &str, example: &str| {
            bad("weights-lack", "{file} lacks the field {field}, such as {example}")
                .arg("field", field)
                .arg("example", example)
        };
        let word = |field, example| json[field].as_str().map(str::to_owned).ok_or_else(|| lacks(field, example));
        let example = r#"{"one": 1, "two": 4}"#;
        let weights = json["weights"].as_object().ok_or_else(|| lacks("weights", example))?;
        let weight = |(name, value): (&String, &Json)| Some((name.clone(), value.as_f64().filter(|w| w.is_finite())?));
        Ok(Weights {
            game: word("game", "connect4")?,
            heuristic: word("heuristic", "alignments")?,
            weights: weights.iter().map(weight).collect::<Option<_>>().ok_or_else(|| lacks("weights", example))?,
        })
    }
}

/// The heuristic's text with the weights of a file filled in where it names one; any other text as it is.
pub fn resolve<G: Playable>(game: &G, spec: &str, text: &str) -> Result<String, Error> {
    resolve_by(&|| game.linear(), spec, text)
}

fn resolve_by(linear: &dyn Fn() -> Vec<Linear>, spec: &str, text: &str) -> Result<String, Error> {
    let (name, file) = match (text.strip_prefix('@'), text.split_once("=@")) {
        (Some(file), _) => (None, file),
        (None, Some((name, file))) => (Some(name), file),
        _ => return Ok(text.to_owned()),
    };
    let cannot = |why: &dyn std::fmt::Display| {
        Error::new("cannot-read", "cannot read {file}: {why}").arg("file", file).arg("why", why)
    };
    let mut content = String::new();
    let opened = File::open(file).map_err(|e| cannot(&e))?;
    opened.take(LONGEST).read_to_string(&mut content).map_err(|e| cannot(&e))?;
    let found = Weights::read(&content, file)?;
    if !same_game(&found.game, spec) {
        return Err(Error::new("weights-game", "{file} holds weights for {found}, not for {game}")
            .arg("file", file)
            .arg("found", &found.game)
            .arg("game", spec));
    }
    let linear = linear();
    let known: Vec<&str> = linear.iter().map(|l| l.name).collect();
    let Some(linear) = linear.iter().find(|l| l.name == found.heuristic && name.is_none_or(|n| n == l.name)) else {
        return Err(Error::new("weights-heuristic", "{file} holds weights of {found}, not of {expected}")
            .arg("file", file)
            .arg("found", &found.heuristic)
            .arg("expected", name.map_or_else(|| known.join(" / "), str::to_owned)));
    };
    Ok(linear.text(&ordered(linear, &found, file)?))
}

/// The weights in the heuristic's order.
fn ordered(linear: &Linear, found: &Weights, file: &str) -> Result<Vec<f64>, Error> {
    let weight = |name: &String| found.weights.iter().find(|(n, _)| n == name).map(|(_, w)| *w);
    let weights: Option<Vec<f64>> = linear.features.iter().map(weight).collect();
    weights.filter(|w| w.len() == found.weights.len()).ok_or_else(|| {
        let names: Vec<&str> = found.weights.iter().map(|(name, _)| name.as_str()).collect();
        Error::new("weights-names", "{file} has the weights {found}; {heuristic} takes {expected}")
            .arg("file", file)
            .arg("found", names.join(", "))
            .arg("heuristic", linear.name)
            .arg("expected", linear.features.join(", "))
    })
}

/// Two names of one game: a size that is left out is the usual one, and the order of options does not matter.
fn same_game(a: &str, b: &str) -> bool {
    let parts = |text: &str| {
        let spec: Spec = text.parse().ok()?;
        let usual = entry(spec.name()).map_or("", |e| e.default);
        let size = if spec.size().is_empty() { usual } else { spec.size() }.to_owned();
        let mut options: Vec<(String, Option<String>)> =
            spec.options().map(|(key, value)| (key.to_owned(), value.map(str::to_owned))).collect();
        options.sort();
        Some((spec.name().to_owned(), size, options))
    };
    a == b || parts(a).is_some_and(|a| Some(a) == parts(b))
}
