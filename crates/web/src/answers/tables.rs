//! Solved tables in the folder that was named when the server was started.

use super::{Answer, analyse};
use crate::{
    jobs::{Desk, House},
    requests::{At, Probe},
};
use attractor_game::{Error, nearest};
use attractor_play::{TableRecord, pictures, words::Words};
use attractor_solve::table::Table;
use serde_json::{Value, json};

/// All tables.
pub(crate) fn list(house: &House) -> Value {
    let tables = house.tables.iter().map(|(name, table)| {
        json!({
            "name": name, "game": table.game(), "from": table.from(), "positions": table.figures().positions,
            "bytes": table.size(),
        })
    });
    json!({ "tables": tables.collect::<Vec<_>>() })
}

fn find<'a>(house: &'a House, name: &str) -> Result<&'a Table, Error> {
    let names = || house.tables.iter().map(|(name, _)| name.as_str());
    house.tables.iter().find(|(known, _)| known == name).map(|(_, table)| table).ok_or_else(|| {
        Error::new("no-such-table", "there is no table {name}").arg("name", name).nearest(nearest(name, names()))
    })
}

/// One table in figures.
pub(crate) fn figures(house: &House, name: &str, words: &Words) -> Result<Answer, Error> {
    let record = TableRecord::new(find(house, name)?, 0.0);
    let drawing = pictures::distances(&record, words);
    Ok(Answer::drawn(json!({ "record": record }), drawing))
}

/// What a table says of a position and of its moves.
pub(crate) fn probe(name: &str, request: &Probe, desk: &Desk<'_>) -> Result<Answer, Error> {
    let table = find(desk.house, name)?;
    let at = At::new(table.game(), request.position.as_deref().or(table.from()), request.moves.as_deref());
    let session = at.session()?;
    if session.probe_table(table)?.is_none() {
        return Err(Error::new(
            "table-unknown",
            "the table does not hold {position}; it holds what can be reached from where it begins",
        )
        .arg("position", session.position()));
    }
    analyse(&at, desk)
}
