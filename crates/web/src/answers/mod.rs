//! Answers: what each view of the page asks for, with its picture.

mod graph;
mod matches;
mod play;
mod tables;
mod tree;

pub(crate) use graph::{check, graph};
pub(crate) use matches::{drawn, matches};
pub(crate) use play::{analyse, board, choose, history, position};
pub(crate) use tables::{figures, list, probe, table};
pub(crate) use tree::{overlaid, tree};

use crate::{jobs::Desk, output};
use attractor_game::Error;
use attractor_play::pictures::Drawing;
use serde_json::{Map, Value, json};

/// What is answered: data, and the picture of it.
pub(crate) struct Answer {
    pub(crate) record: Value,
    pub(crate) drawing: Option<Drawing>,
    /// The same for somebody who goes on in Python.
    pub(crate) python: String,
}

impl Answer {
    /// Data alone.
    pub(crate) fn data(record: Value) -> Answer {
        Answer { record, drawing: None, python: String::new() }
    }

    /// Data and its picture.
    pub(crate) fn drawn(record: Value, drawing: Drawing) -> Answer {
        let python = format!("data = {}\n", python(&record));
        Answer { record, drawing: Some(drawing), python }
    }

    /// What the page gets: the fields of the record, and those of the picture.
    pub(crate) fn json(self, desk: &Desk<'_>) -> Result<Value, Error> {
        desk.check()?;
        let mut fields = match self.record {
            Value::Object(fields) => fields,
            other => Map::from_iter([("value".to_owned(), other)]),
        };
        if let Some(drawing) = self.drawing {
            let spots = drawing.spots.iter().map(|spot| {
                json!({ "name": spot.name, "x": spot.x, "y": spot.y, "width": spot.width, "height": spot.height })
            });
            fields.insert("spots".into(), spots.collect());
            fields.insert("width".into(), drawing.scene.width.into());
            fields.insert("height".into(), drawing.scene.height.into());
            fields.insert("last".into(), drawing.last().into());
            let (svg, most) = (drawing.stepped_svg(), desk.house.config.answer);
            if svg.len() > most {
                return Err(output::too_large(most));
            }
            fields.insert("svg".into(), svg.into());
        }
        Ok(Value::Object(fields))
    }
}

/// A value as Python writes it.
pub(crate) fn python(value: &Value) -> String {
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
