//! A table that was exported is read by programs that know nothing of us.

use crate::{
    peers,
    run::{Step, cargo, root, run_all},
};

/// The versions that were tried.
const READERS: [&str; 2] = ["polars==2.1.0", "duckdb==2.0.0"];
const GAME: &str = "connect4:5x4";

/// Builds a table, exports it, and compares what Polars and DuckDB count in the file with what the table says. They are
/// installed from PyPI into an environment of their own; where they cannot be had, this is left out.
pub(crate) fn check() -> Result<(), String> {
    let folder = root().join("target/parquet");
    std::fs::create_dir_all(&folder).map_err(|e| format!("target/parquet: {e}"))?;
    let python = match peers::python(&folder.join("python"), &READERS, "MIT; run as processes, no part of this project")
    {
        Ok(python) => python,
        Err(why) => {
            crate::log::line(&format!("Polars and DuckDB are left out: {why}"));
            return Ok(());
        }
    };
    let text = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (table, file) = (text("table"), text("table.parquet"));
    let ours = |args: &[&str]| {
        cargo(&[&["run", "--release", "--quiet", "--locked", "-p", "attractor-cli", "--", "table"], args].concat())
    };
    let mut compare = vec![python.to_string_lossy().into_owned(), "xtask/scripts/parquet.py".into(), file.clone()];
    compare.extend(ours(&["info", &table, "--json"]));
    run_all(&[
        Step::new("a table to export", ours(&["build", GAME, "--out", &table])),
        Step::new("it is exported", ours(&["export", &table, "--out", &file])),
        Step::new("Polars and DuckDB read it", compare),
    ])
}
