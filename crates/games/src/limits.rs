//! Sizes that a game can have.

use attractor_game::Error;
use std::ops::RangeInclusive;

/// Refuses a size outside its range; `name` says which size it is.
pub(crate) fn within(name: &'static str, value: usize, range: RangeInclusive<usize>) -> Result<(), Error> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Error::new("size-out-of-range", "{name} is {value} here, and can be from {low} to {high}")
        .arg("name", name)
        .arg("value", value)
        .arg("low", range.start())
        .arg("high", range.end()))
}

/// Refuses a board of more cells than its set of bits holds.
pub(crate) fn cells(rows: usize, columns: usize, limit: usize) -> Result<(), Error> {
    if rows.saturating_mul(columns) <= limit {
        return Ok(());
    }
    Err(Error::new("too-many-cells", "a board of {rows}x{columns} is too large: at most {limit} cells are possible")
        .arg("rows", rows)
        .arg("columns", columns)
        .arg("limit", limit))
}
