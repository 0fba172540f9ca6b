//! Solved tables on disk.

use crate::{
    arrow::{self, Entries},
    data::data,
    errors::raise,
    session::{Asking, Session},
    work::Allowed,
};
use attractor_play::{
    TableRecord,
    request::{Question, TableBuild, TableVerify, at_table},
};
use attractor_solve::table::{Stage, Table as Solved};
use pyo3::{prelude::*, types::PyCapsule};
use std::path::PathBuf;

/// A solved table on disk.
#[pyclass(frozen, module = "attractor._attractor")]
pub(crate) struct Table {
    pub(crate) table: Solved,
    path: PathBuf,
}

/// The message that says what is being done.
pub(crate) fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Listing => "table-listing",
        Stage::Valuing => "table-valuing",
        Stage::Writing => "table-writing",
        _ => "table-checking",
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(path: PathBuf) -> PyResult<Table> {
        Ok(Table { table: Solved::open(&path).map_err(raise)?, path })
    }

    /// Solves every position that can be reached from one, in a folder, or goes on with that.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        session: &Session,
        path: PathBuf,
        scratch: Option<PathBuf>,
        allowed: Allowed,
    ) -> PyResult<Table> {
        let question = TableBuild { out: path, scratch, ..TableBuild::default() };
        session.work(py, &allowed, |session, effort, meter| {
            question.answer_at(session, &Asking::new(effort, None, meter))
        })?;
        Table::new(question.out)
    }

    #[getter]
    fn game(&self) -> &str {
        self.table.game()
    }

    #[getter]
    fn path(&self) -> &PathBuf {
        &self.path
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &TableRecord::new(&self.table, 0.0))
    }

    /// What the table alone says of a position; none if it is not there.
    fn probe<'py>(&self, py: Python<'py>, session: &Session) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.right(session)?;
        let found = session.ask(|session, _| session.probe_table(&self.table).map_err(raise))?;
        found.map(|solved| data(py, &solved)).transpose()
    }

    /// Checks values against those of the successors: all of them, or a sample. Returns how many.
    fn verify(
        &self,
        py: Python<'_>,
        session: &Session,
        sample: Option<u64>,
        seed: u64,
        allowed: Allowed,
    ) -> PyResult<u64> {
        self.right(session)?;
        let question = TableVerify { sample, seed, ..TableVerify::default() };
        let checked = session
            .work(py, &allowed, |_, effort, meter| question.of(&self.table, &Asking::new(effort, None, meter)))?;
        Ok(checked.compared)
    }

    /// Its entries as columns.
    fn arrow_stream<'py>(
        &self,
        py: Python<'py>,
        session: &Session,
        allowed: Allowed,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.right(session)?;
        let entries = session.work(py, &allowed, |session, effort, meter| {
            let mut entries = Entries::default();
            at_table(&Asking::new(effort, None, meter), None, |request| {
                session.read_table(&self.table, request, &mut |row| entries.push(row))
            })?;
            Ok(entries.finish())
        })?;
        arrow::stream(py, entries)
    }
}

impl Table {
    /// Fails unless the table is one of the session's game, or of an endgame of it.
    fn right(&self, session: &Session) -> PyResult<()> {
        session.ask(|session, _| session.accepts_table(&self.table).map_err(raise))
    }
}
