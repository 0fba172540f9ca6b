//! Answers as bytes, within their bound.

use crate::jobs::Desk;
use attractor_game::Error;
use attractor_play::request::{Page, Surface, too_large};
use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::Response,
};
use serde_json::Value;
use std::{convert::Infallible, io};
use tokio::sync::OwnedSemaphorePermit;

/// The id of the error of an answer that is too large.
pub(crate) const TOO_LARGE: &str = "answer-too-large";

/// Takes bytes as long as there are not too many of them and somebody waits for them.
struct Bounded<'a> {
    bytes: Vec<u8>,
    desk: &'a Desk<'a>,
    failed: Option<Error>,
    /// Bytes since the stop flag was looked at.
    since: usize,
}

impl io::Write for Bounded<'_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let most = self.desk.house.config.answer;
        self.since += part.len();
        let checked = if self.bytes.len() + part.len() > most {
            Err(too_large(most))
        } else if self.since >= 1 << 16 {
            self.since = 0;
            self.desk.check()
        } else {
            Ok(())
        };
        checked.map_err(|error| {
            self.failed = Some(error);
            io::Error::other("no more is wanted")
        })?;
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes an answer with its picture.
pub(crate) fn page(page: Page, desk: &Desk<'_>) -> Result<Vec<u8>, Error> {
    desk.check()?;
    json(&page.fields(desk.house.config.answer)?, desk, false)
}

/// Writes an answer as JSON.
pub(crate) fn json(value: &Value, desk: &Desk<'_>, pretty: bool) -> Result<Vec<u8>, Error> {
    let mut out = Bounded { bytes: Vec::new(), desk, failed: None, since: 0 };
    let written = match pretty {
        true => serde_json::to_writer_pretty(&mut out, value),
        false => serde_json::to_writer(&mut out, value),
    };
    match (written, out.failed) {
        (Ok(()), _) => Ok(out.bytes),
        (Err(_), Some(error)) => Err(error),
        (Err(error), None) => unreachable!("records are plain data: {error}"),
    }
}

/// Pieces in which an answer is handed to the connection.
const PIECE: usize = 64 << 10;

/// An answer that gives its `permit` back when its last byte has left, or its visitor.
pub(crate) fn response(bytes: Vec<u8>, kind: HeaderValue, permit: OwnedSemaphorePermit) -> Response {
    let length = bytes.len();
    let mut left = Some((Bytes::from(bytes), permit));
    let pieces = std::iter::from_fn(move || {
        let (bytes, _) = left.as_mut()?;
        let piece = bytes.split_to(bytes.len().min(PIECE));
        if bytes.is_empty() {
            left = None;
        }
        Some(Ok::<_, Infallible>(piece))
    });
    let mut response = Response::new(Body::from_stream(tokio_stream::iter(pieces)));
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    response
}
