//! Solved tables in the folder that was named when the server was started.

use crate::jobs::{Desk, House};
use attractor_game::{Error, nearest};
use attractor_play::{
    TableRecord, pictures,
    request::{Figures, Page, Probe, Probed, Request, Surface},
};
use attractor_solve::table::Table;
use serde_json::{Value, json};
use std::path::Path;

/// A longer state of a build is not read.
const LONGEST: u64 = 1 << 20;

/// All tables, and those that are being built.
pub(crate) fn list(house: &House) -> Value {
    let tables = house.tables.iter().map(|(name, table)| {
        json!({
            "name": name, "game": table.game(), "from": table.from(), "positions": table.figures().positions,
            "bytes": table.size(),
        })
    });
    let builds = house.config.tables.as_deref().map_or(Vec::new(), builds);
    json!({ "tables": tables.collect::<Vec<_>>(), "builds": builds })
}

/// Tables that several processes build in the folder now: while they do, they tell how far they are in NAME.work.
fn builds(folder: &Path) -> Vec<Value> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |file: String| file.strip_suffix(".work").map(str::to_owned);
    let mut names: Vec<String> = entries.filter_map(|entry| name(entry.file_name().into_string().ok()?)).collect();
    names.sort();
    let told = names.into_iter().filter_map(|name| {
        let (age, status) = status(&folder.join(format!("{name}.work")).join("status.json"))?;
        Some(json!({ "name": name, "age": age, "status": status }))
    });
    told.collect()
}

/// What a build told last, and how many seconds ago.
fn status(path: &Path) -> Option<(f64, Value)> {
    let about = path.metadata().ok()?;
    if !about.is_file() || about.len() > LONGEST {
        return None;
    }
    // A clock that was set back makes it as new as can be.
    let age = about.modified().ok()?.elapsed().map_or(0.0, |age| age.as_secs_f64());
    let status: Value = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
    status.is_object().then_some((age, status))
}

/// The table of that name.
pub(crate) fn table<'a>(house: &'a House, name: &str) -> Result<&'a Table, Error> {
    let names = || house.tables.iter().map(|(name, _)| name.as_str());
    house.tables.iter().find(|(known, _)| known == name).map(|(_, table)| table).ok_or_else(|| {
        Error::new("no-such-table", "there is no table {name}").arg("name", name).nearest(nearest(name, names()))
    })
}

/// One table in figures.
pub(crate) fn figures(name: &str, desk: &Desk<'_>) -> Result<Page, Error> {
    let record = TableRecord::new(table(desk.house, name)?, 0.0);
    let drawing = pictures::distances(&record, desk.words());
    Ok(Page::drawn(&Figures { record }, drawing))
}

/// What a table says of a position and of its moves.
pub(crate) fn probe(name: &str, request: &Probe, desk: &Desk<'_>) -> Result<Page, Error> {
    let table = table(desk.house, name)?;
    if let Probed::Unknown { position, .. } = request.of_table(table, desk)? {
        return Err(Error::new(
            "table-unknown",
            "the table does not hold {position}; it holds what can be reached from where it begins",
        )
        .arg("position", position));
    }
    Request::Analysis(request.at(table)).answer(desk, false)
}
