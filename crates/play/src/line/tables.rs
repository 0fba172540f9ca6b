//! Solved tables.

use super::Line;
use crate::{
    Effort, FamilyRecord, Solved, TableRequest, TableRow, export, full_name,
    session::Tables,
    table::{self, Keys, Label, TableEntry},
};
use attractor_game::{Error, Playable};
use attractor_solve::table::{Begun, Checked, Crew, Plan, Table, name_from};
use std::{
    io::{self, Write},
    path::Path,
    sync::Arc,
};

impl<G: Playable> Line<G> {
    /// Builds the table of what can be reached from here, alone or with others.
    fn table(&self, out: &Path, request: &TableRequest<'_>, crew: Option<&Crew<'_>>) -> Result<Option<Table>, Error> {
        self.game.solvable()?;
        let (game, here) = (&*self.game, self.here());
        let name = full_name(&self.spec);
        // An endgame's table holds all its positions, wherever one stands.
        let whole = *here == game.start() || game.with_numbers(table::Everywhere(game));
        let name = &if whole { name } else { name_from(&name, &game.write(here)) };
        let begun = Begun::new(game, here.clone());
        game.with_numbers(table::Build { game: begun, name, out, request, crew })
    }

    /// The game as this table knows its positions.
    fn knowing_table(&self, table: &Table) -> Result<Arc<G>, Error> {
        self.knowing(&Effort { table: Some(table), ..Effort::default() })
    }

    /// Gives the entries of a table to `each`; returns their number.
    fn entries(
        &self,
        table: &Table,
        label: Label,
        request: &TableRequest<'_>,
        each: &mut dyn FnMut(TableEntry) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        let game = &*self.knowing_table(table)?;
        game.with_numbers(Keys::of(table::Entries { game, table, label, job: table::job(request), each }))
    }
}

impl<G: Playable> Tables for Line<G> {
    fn build_table(&self, out: &Path, request: &TableRequest<'_>) -> Result<Table, Error> {
        self.table(out, request, None).map(|table| table.expect("one process has its table"))
    }

    fn build_table_together(
        &self,
        out: &Path,
        request: &TableRequest<'_>,
        crew: &Crew<'_>,
    ) -> Result<Option<Table>, Error> {
        self.table(out, request, Some(crew))
    }

    fn plan_table(&self, request: &TableRequest<'_>) -> Result<Plan, Error> {
        self.game.solvable()?;
        let begun = Begun::new(&*self.game, self.here().clone());
        self.game.with_numbers(table::Foresee { game: begun, request })
    }

    fn accepts_table(&self, table: &Table) -> Result<(), Error> {
        self.knowing_table(table).map(drop)
    }

    fn probe_table(&self, table: &Table) -> Result<Option<Solved>, Error> {
        let game = self.knowing_table(table)?;
        let mut oracle = game.with_numbers(Keys::of(table::Ask { game: &*game, table, effort: None }));
        match self.solved(&mut *oracle, false) {
            Err(error) if error.id() == table::UNKNOWN => Ok(None),
            solved => solved.map(Some),
        }
    }

    fn check_table(
        &self,
        table: &Table,
        sample: Option<u64>,
        seed: u64,
        request: &TableRequest<'_>,
    ) -> Result<Checked, Error> {
        let game = &*self.knowing_table(table)?;
        let begun = Begun::new(game, table.from().map_or_else(|| Ok(game.start()), |text| game.read(text))?);
        game.with_numbers(table::Check { game: begun, table, sample, seed, request })
    }

    fn export_table(&self, table: &Table, out: &mut (dyn Write + Send), request: &TableRequest<'_>) -> io::Result<u64> {
        self.accepts_table(table).map_err(io::Error::other)?;
        export::write(table, out, &mut |each| self.entries(table, Label::Position, request, each))
    }

    fn read_table(
        &self,
        table: &Table,
        request: &TableRequest<'_>,
        row: &mut dyn FnMut(TableRow),
    ) -> Result<u64, Error> {
        self.entries(table, Label::Position, request, &mut |entry| {
            row(TableRow::from(entry));
            Ok(())
        })
    }

    fn has_endgame(&self, table: &str) -> bool {
        self.game.endgame(table).is_some()
    }

    fn table_families(&self, table: &Table, request: &TableRequest<'_>) -> Result<Vec<FamilyRecord>, Error> {
        let mut families = table::Families::default();
        self.entries(table, Label::Family, request, &mut |entry| {
            families.add(entry);
            Ok(())
        })?;
        Ok(families.records())
    }
}
