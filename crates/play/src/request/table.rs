//! Solved tables: built, counted, checked, exported, probed. A table is named by its folder, or opened already.

use super::{
    Asked, At, Place, Probe, Question, Surface, TableBuild, TableExport, TableInfo, TableVerify, Update, Verified,
    open_at,
};
use crate::{PlanRecord, Session, Solved, TableRecord, TableRequest, files::write_file, open};
use attractor_game::Error;
use attractor_solve::{
    search::book::Book,
    table::{FAULTS, Table},
};
use serde::Serialize;
use std::{path::Path, time::Instant};

/// Works on a table within what the surface allows; the surface receives the progress.
pub fn at_table<T>(surface: &dyn Surface, scratch: Option<&Path>, work: impl FnOnce(&TableRequest<'_>) -> T) -> T {
    work(&TableRequest { effort: surface.effort(), scratch, tell: &|progress| surface.tell(Update::Table(progress)) })
}

impl TableBuild {
    fn scratch(&self, surface: &dyn Surface) -> Result<Option<&Path>, Error> {
        self.scratch.as_deref().map(|folder| surface.limits().file(folder)).transpose()
    }

    /// Returns what building will take.
    pub fn plan_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<PlanRecord, Error> {
        let plan = at_table(surface, self.scratch(surface)?, |request| session.plan_table(request))?;
        Ok(PlanRecord::new(session.spec(), &plan))
    }
}

impl Question for TableBuild {
    type Answer = TableRecord;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<TableRecord, Error> {
        let (begun, out) = (Instant::now(), surface.limits().file(&self.out)?);
        // A finished table is not built again.
        if surface.listens() && !out.exists() {
            surface.tell(Update::Plan(&self.plan_at(session, surface)?));
        }
        let table = at_table(surface, self.scratch(surface)?, |request| session.build_table(out, request))?;
        Ok(TableRecord::new(&table, begun.elapsed().as_secs_f64()))
    }
}

impl TableInfo {
    /// Returns the figures of the table, by family too where the game has such.
    pub fn answer(&self, surface: &dyn Surface) -> Result<TableRecord, Error> {
        let begun = Instant::now();
        let table = surface.limits().table(&self.table)?;
        let seconds = begun.elapsed().as_secs_f64();
        let families = at_table(surface, None, |request| open(table.game())?.table_families(&table, request))?;
        Ok(TableRecord { families, ..TableRecord::new(&table, seconds) })
    }
}

/// What a check of a table compared.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct TableChecked {
    /// Entries of the table.
    pub entries: u64,
    /// Entries whose value was worked out again.
    pub compared: u64,
    /// Not every entry was compared: no fault was found, and no more is known.
    pub sample: bool,
}

impl TableVerify {
    /// Checks the table. A damaged or false table fails; a folder that holds no table is bad input.
    pub fn answer(&self, surface: &dyn Surface) -> Result<Verified<TableChecked>, Error> {
        let checked = surface.limits().table(&self.table).and_then(|table| self.of(&table, surface));
        Verified::of(checked, |fault| FAULTS.contains(&fault.id()))
    }

    /// Checks a table that is open.
    pub fn of(&self, table: &Table, surface: &dyn Surface) -> Result<TableChecked, Error> {
        let check =
            |request: &TableRequest<'_>| open(table.game())?.check_table(table, self.sample, self.seed, request);
        let checked = at_table(surface, None, check)?;
        Ok(TableChecked { entries: checked.entries, compared: checked.compared, sample: !checked.whole })
    }
}

/// A table written as a file.
#[derive(Clone, Serialize, Debug)]
pub struct Exported {
    /// The game's name.
    pub game: String,
    /// The file.
    pub file: String,
    /// Its rows.
    pub rows: u64,
    /// Wall time.
    pub seconds: f64,
}

impl TableExport {
    /// Writes the table as a Parquet file.
    pub fn answer(&self, surface: &dyn Surface) -> Result<Exported, Error> {
        let begun = Instant::now();
        let table = surface.limits().table(&self.table)?;
        let out = surface.limits().file(Path::new(&self.out))?;
        let folder = out.parent().map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
        if folder.and_then(|f| f.canonicalize().ok()).is_some_and(|f| self.table.canonicalize().is_ok_and(|d| d == f)) {
            return Err(Error::new(
                "table-export-inside",
                "{file} lies in the table's own folder; choose another --out",
            )
            .arg("file", &self.out));
        }
        let (session, mut rows) = (open(table.game())?, 0);
        at_table(surface, None, |request| {
            write_file(&self.out, |to| session.export_table(&table, to, request).map(|written| rows = written))
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        Ok(Exported { game: table.game().to_owned(), file: self.out.clone(), rows, seconds })
    }
}

/// What a table or a book says of a position.
#[derive(Clone, Serialize, Debug)]
#[serde(untagged)]
pub enum Probed {
    /// Its value.
    Known(Solved),
    /// Nothing: the position is not there.
    Unknown {
        /// The game's name.
        game: String,
        /// The position.
        position: String,
        /// Who is to move: 1 or 2.
        turn: u8,
        /// Always none.
        outcome: Option<&'static str>,
    },
}

impl Probe {
    /// The position in a game; where the question names none, that at which the table or the book begins.
    pub(super) fn within(&self, game: &str, begins: Option<&str>) -> At {
        let Place { position, moves, .. } = self.place();
        let position = position.or(begins).map(str::to_owned);
        At { game: game.to_owned(), position, moves: moves.map(str::to_owned), lang: self.lang }
    }

    /// The position in the game of a table, whose moves are from where the table begins.
    pub fn at(&self, table: &Table) -> At {
        self.within(table.game(), table.from())
    }

    /// Probes a table.
    pub fn of_table(&self, table: &Table, surface: &dyn Surface) -> Result<Probed, Error> {
        let session = open_at(&self.at(table), surface)?;
        Ok(Probed::new(session.probe_table(table)?, session.as_ref()))
    }

    /// Probes an opening book.
    pub fn of_book(&self, book: &Book, surface: &dyn Surface) -> Result<Probed, Error> {
        let session = open_at(&self.within(&book.head().game, None), surface)?;
        Ok(Probed::new(session.probe_book(book)?, session.as_ref()))
    }
}

impl Probed {
    fn new(found: Option<Solved>, session: &dyn Session) -> Probed {
        found.map_or_else(
            || Probed::Unknown {
                game: session.spec().to_owned(),
                position: session.position(),
                turn: session.turn().number(),
                outcome: None,
            },
            Probed::Known,
        )
    }
}
