//! Questions about many positions: boards of every size, the lines of a file.

use super::{Batch, Sizes, Surface, Update, open_named};
use crate::{Boards, SizeRecord, files::read_file};
use attractor_game::{Error, Place};
use std::path::Path;

impl Sizes {
    /// The boards to solve.
    pub fn boards(&self) -> Result<Boards, Error> {
        Boards::new(&self.game, self.to.as_deref())
    }

    /// Solves all boards, row by row; the surface receives each as soon as it is solved.
    pub fn answer(&self, surface: &dyn Surface) -> Result<Vec<SizeRecord>, Error> {
        let (boards, mut solved) = (self.boards()?, Vec::new());
        let (rows, columns) = boards.to();
        for size in (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column))) {
            let record = boards.solve(size, &surface.effort(), self.outcome)?;
            surface.tell(Update::Board(size, record.as_ref()));
            solved.extend(record);
        }
        Ok(solved)
    }
}

impl Batch {
    /// Solves the position of each line of the file; the surface receives each as soon as it is solved. Returns their number.
    pub fn answer(&self, surface: &dyn Surface) -> Result<usize, Error> {
        surface.limits().file(Path::new(&self.file))?;
        let mut session = open_named(&self.game)?;
        let effort = surface.knowing(session.spec())?;
        let text = read_file(&self.file)?;
        // An empty line is the start; the end of the last line begins no other.
        for (i, line) in text.lines().enumerate() {
            surface.check()?;
            session.restart();
            session.play_line(line).map_err(|error| {
                let place = error.place().cloned();
                let (column, width) = place.map_or((1, 1), |p| (p.column, p.width));
                error.at(Place { source: self.file.clone(), line: i + 1, column, width, text: line.to_owned() })
            })?;
            surface.tell(Update::Solved(line, &session.solve(&effort, self.outcome)?));
        }
        Ok(text.lines().count())
    }
}
