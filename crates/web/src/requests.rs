//! Questions read from JSON.

use crate::faults::Fault;
use attractor_game::{Error, Place};
use attractor_play::{request::Asked, words::Lang};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

/// The body of a request, which says in which language its answer is.
pub(crate) trait Asking: DeserializeOwned + Send + Sync + 'static {
    fn lang(&self) -> Lang;
}

impl<Q: Asked + DeserializeOwned + Send + Sync + 'static> Asking for Q {
    fn lang(&self) -> Lang {
        Asked::lang(self)
    }
}

/// The error of JSON that is not what was expected.
pub(crate) fn wrong(why: &dyn std::fmt::Display) -> Error {
    Error::new("bad-request", "the request is no JSON of the form that was expected: {why}").arg("why", why)
}

/// Reads a request.
pub(crate) fn read<R: Asking>(body: &[u8]) -> Result<R, Fault> {
    let text = std::str::from_utf8(body).map_err(|e| Fault::new(StatusCode::BAD_REQUEST, wrong(&e)))?;
    serde_json::from_str(text).map_err(|e| {
        let line = text.lines().nth(e.line().saturating_sub(1)).unwrap_or("").chars().take(200).collect();
        let place = Place { source: "request".into(), line: e.line(), column: e.column(), width: 1, text: line };
        Fault::new(StatusCode::BAD_REQUEST, wrong(&e).at(place))
    })
}
