//! What a visitor is told when something is wrong.

use crate::output;
use attractor_game::{Error, Kind};
use attractor_play::words::Words;
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

/// An error with the status that it has here.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) status: StatusCode,
    pub(crate) error: Error,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, error: Error) -> Fault {
        Fault { status, error }
    }

    /// As data, in the visitor's language.
    pub(crate) fn json(&self, words: &Words) -> Value {
        let error = &self.error;
        let place = error.place().map(|p| {
            json!({ "source": p.source, "line": p.line, "column": p.column, "width": p.width, "text": shortened(&p.text) })
        });
        json!({ "error": {
            "id": error.id(), "message": words.error(error), "status": self.status.as_u16(),
            "place": place, "suggestion": error.suggestion(),
        }})
    }

    pub(crate) fn response(&self, words: &Words) -> Response {
        let mut response = (self.status, Json(self.json(words))).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

/// A line of a million letters helps nobody.
fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST).chain("...".chars()).collect() }
}

/// What is wrong with the input is the visitor's to mend; what is too much as well.
impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let status = match error.kind() {
            _ if error.id() == output::TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::Input => StatusCode::BAD_REQUEST,
            Kind::Limit => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Fault { status, error }
    }
}
