//! The files of the page, inside the program.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// What endings of names say of files; others are not served.
const KINDS: &[(&str, &str)] = &[
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
];

/// The file of that name, if the page has one.
pub(crate) fn asset(name: &str) -> Option<Response> {
    let (_, kind) = KINDS.iter().find(|(ending, _)| name.ends_with(ending))?;
    let file = Assets::get(name)?;
    let headers = [(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")];
    Some((StatusCode::OK, headers, file.data.into_owned()).into_response())
}
