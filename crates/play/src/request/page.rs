//! An answer as a page shows it: data, sentences and a picture.

use super::{Asked, Lang, Picture, Request, Spot, Surface, graph, matches, position, tree};
use crate::pictures::Drawing;
use attractor_game::Error;
use serde::Serialize;
use serde_json::{Map, Value, json};

impl Request {
    /// The language of its answer.
    pub fn lang(&self) -> Lang {
        match self {
            Request::Board(at) | Request::Analysis(at) | Request::History(at) => at.lang(),
            Request::Choose(choose) => choose.lang(),
            Request::Graph(graph) | Request::Check(graph) => graph.lang(),
            Request::Tree(tree) => tree.lang(),
            Request::Match(request) => request.lang(),
        }
    }

    /// Works the answer out. `slides`: its picture is for slides, which show fewer steps.
    pub fn answer(&self, surface: &dyn Surface, slides: bool) -> Result<Page, Error> {
        match self {
            Request::Board(at) => position::board(at, surface),
            Request::Analysis(at) => position::analysis(at, surface),
            Request::History(at) => position::history(at, surface),
            Request::Choose(choose) => position::choose(choose, surface),
            Request::Graph(request) => graph::graph(request, surface),
            Request::Check(request) => graph::check(request, surface),
            Request::Tree(request) => tree::tree(request, surface, slides),
            Request::Match(request) => matches::matches(request, surface),
        }
    }
}

/// Data and the picture of it.
pub struct Page {
    /// The data, one of the types of this module.
    pub record: Value,
    /// The picture, if there is one.
    pub drawing: Option<Drawing>,
    /// The same for somebody who goes on in Python.
    pub python: String,
}

impl Page {
    /// Data alone.
    pub fn data(record: &impl Serialize) -> Page {
        Page { record: json!(record), drawing: None, python: String::new() }
    }

    /// Data and its picture.
    pub fn drawn(record: &impl Serialize, drawing: Drawing) -> Page {
        let record = json!(record);
        let python = format!("data = {}\n", python(&record));
        Page { record, drawing: Some(drawing), python }
    }

    /// The fields of the data and those of the picture, unless the picture has more than `most` bytes.
    pub fn fields(self, most: usize) -> Result<Value, Error> {
        let mut fields = match self.record {
            Value::Object(fields) => fields,
            other => Map::from_iter([("value".to_owned(), other)]),
        };
        if let Some(drawing) = self.drawing {
            let spot = |spot: &crate::pictures::Spot| Spot {
                name: spot.name.clone(),
                x: spot.x,
                y: spot.y,
                width: spot.width,
                height: spot.height,
            };
            let svg = drawing.stepped_svg();
            if svg.len() > most {
                return Err(too_large(most));
            }
            let (width, height, last) = (drawing.scene.width, drawing.scene.height, drawing.last());
            let picture = Picture { spots: drawing.spots.iter().map(spot).collect(), width, height, last, svg };
            if let Value::Object(picture) = json!(picture) {
                fields.extend(picture);
            }
        }
        Ok(Value::Object(fields))
    }
}

/// The error of an answer of more than `most` bytes.
pub fn too_large(most: usize) -> Error {
    Error::limit("answer-too-large", "the answer would have more than the {most} bytes that an answer has here at most")
        .arg("most", most)
}

/// A value as Python writes it.
pub(super) fn python(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        // Python reads every escape of JSON but pairs of surrogates, which serde_json does not write.
        Value::String(text) => json!(text).to_string(),
        Value::Array(items) => format!("[{}]", items.iter().map(python).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{}: {}", json!(name), python(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}
