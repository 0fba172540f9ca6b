//! An answer as a file: a picture in any format, data, or Python.

use crate::{
    jobs::Desk,
    output,
    requests::{Asking, wrong},
    tables,
};
use attractor_game::{Error, nearest};
use attractor_play::{
    pictures::Format,
    request::{Page, Request, Surface, played, too_large},
    words::Lang,
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What is asked for, with the fields of the request that it is an export of.
#[derive(Clone, Deserialize)]
pub(crate) struct Export {
    kind: String,
    format: String,
    #[serde(default)]
    step: Option<u32>,
    /// A match that was played already.
    #[serde(default)]
    result: Option<Value>,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl Asking for Export {
    fn lang(&self) -> Lang {
        if self.fields.get("lang").and_then(Value::as_str) == Some("fr") { Lang::French } else { Lang::English }
    }
}

/// A file: its name, what it is, its bytes.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// Names of formats, endings and kinds of files.
const FORMATS: &[(&str, &str, &str)] = &[
    ("svg", "svg", "image/svg+xml"),
    ("png", "png", "image/png"),
    ("pdf", "pdf", "application/pdf"),
    ("tex", "tex", "application/x-tex"),
    ("tikz", "tikz", "application/x-tex"),
    ("beamer", "beamer.tex", "application/x-tex"),
    ("dot", "dot", "text/vnd.graphviz"),
    ("json", "json", "application/json"),
    ("py", "py", "text/x-python"),
];

const KINDS: &[&str] = &["board", "analysis", "history", "graph", "tree", "match", "table"];

/// Works the answer out and writes it.
pub(crate) fn export(request: Export, desk: &Desk<'_>) -> Result<File, Error> {
    let Some((name, ending, kind)) = FORMATS.iter().find(|(name, ..)| *name == request.format) else {
        let names: Vec<&str> = FORMATS.iter().map(|(name, ..)| *name).collect();
        return Err(Error::new("bad-format", "there is no format {format}; there are: {formats}")
            .arg("format", &request.format)
            .arg("formats", names.join(", "))
            .nearest(nearest(&request.format, names)));
    };
    let mut rest = request.fields;
    let game: String = rest
        .get("game")
        .and_then(Value::as_str)
        .map(|game| game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect())
        .unwrap_or_default();
    // An exercise has no steps.
    let step = request.step.filter(|_| rest.get("blank") != Some(&Value::Bool(true)));
    // Exercises are for graphs and trees; elsewhere the word means nothing.
    if !matches!(&*request.kind, "graph" | "tree") {
        rest.remove("blank");
    }
    let Page { record, drawing, python } = match &*request.kind {
        "table" => tables::figures(rest.get("table").and_then(Value::as_str).unwrap_or(""), desk)?,
        "match" if request.result.is_some() => {
            let game = rest.get("game").and_then(Value::as_str).unwrap_or("").to_owned();
            played(&game, request.result.unwrap_or_default(), desk.words())?
        }
        kind if KINDS.contains(&kind) => {
            rest.insert("ask".to_owned(), kind.into());
            let question: Request = serde_json::from_value(Value::Object(rest)).map_err(|e| wrong(&e))?;
            question.answer(desk, request.format == "beamer")?
        }
        other => {
            return Err(Error::new("bad-kind", "there is no export of {kind}; there are: {kinds}")
                .arg("kind", other)
                .arg("kinds", KINDS.join(", "))
                .nearest(nearest(other, KINDS.iter().copied())));
        }
    };
    let bytes = match *name {
        "json" => output::json(&record, desk, true)?,
        "py" => python.into_bytes(),
        _ => {
            let drawing = drawing.ok_or_else(|| Error::new("no-picture", "there is no picture of this"))?;
            let format = Format::of(&format!("picture.{ending}"))?;
            desk.check()?;
            drawing.write(format, step)?
        }
    };
    let most = desk.house.config.answer;
    if bytes.len() > most {
        return Err(too_large(most));
    }
    let dash = if game.is_empty() { "" } else { "-" };
    Ok(File { name: format!("attractor-{}{dash}{game}.{ending}", request.kind), kind, bytes })
}
