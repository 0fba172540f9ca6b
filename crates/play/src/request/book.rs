//! Opening books: built, counted, checked. `Probe` probes them.

use super::{BookBuild, BookInfo, BookVerify, Surface, Update, Verified, open_named};
use crate::BookRecord;
use attractor_game::Error;
use attractor_solve::search::book::Book;
use serde::Serialize;
use std::time::Instant;

/// The ids of errors that say that a book is damaged or false, as against a file that is no book, or a limit.
const FAULTS: &[&str] = &["book-damaged", "book-cut-off", "book-form", "book-lacks", "book-wrong", "book-stray"];

/// Returns the function that passes the number of solved positions on.
fn solved(surface: &dyn Surface) -> impl Fn(u64, u64) + Sync {
    move |done, total| surface.tell(Update::Progress(done, Some(total)))
}

impl BookBuild {
    /// Builds the book.
    pub fn answer(&self, surface: &dyn Surface) -> Result<BookRecord, Error> {
        let (begun, out) = (Instant::now(), surface.limits().file(&self.out)?);
        let session = open_named(&self.game)?;
        let book = session.build_book(out, self.plies, &surface.effort(), &solved(surface))?;
        Ok(BookRecord::new(&book, begun.elapsed().as_secs_f64()))
    }
}

impl BookInfo {
    /// Returns the figures of the book.
    pub fn answer(&self, surface: &dyn Surface) -> Result<BookRecord, Error> {
        let begun = Instant::now();
        Ok(BookRecord::new(&surface.limits().book(&self.book)?, begun.elapsed().as_secs_f64()))
    }
}

/// What a check of a book compared.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct BookChecked {
    /// Positions that lead on, each checked against its successors.
    pub positions: u64,
    /// Positions solved again.
    pub solved: u64,
}

impl BookVerify {
    /// Checks the book. A damaged or false book fails; a file that is no book is bad input.
    pub fn answer(&self, surface: &dyn Surface) -> Result<Verified<BookChecked>, Error> {
        let check = |book: Book| {
            let session = open_named(&book.head().game)?;
            let found = session.check_book(&book, self.sample, self.seed, &surface.effort(), &solved(surface))?;
            Ok(BookChecked { positions: found.positions, solved: found.solved })
        };
        let checked = surface.limits().book(&self.book).and_then(check);
        Verified::of(checked, |fault| FAULTS.contains(&fault.id()))
    }
}
