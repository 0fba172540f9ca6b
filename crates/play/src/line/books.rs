//! Opening books.

use super::Line;
use crate::{Effort, Solved, book, full_name, session::Books};
use attractor_game::{Error, Playable};
use attractor_solve::search::book::{Book, Checked};
use std::{path::Path, time::Instant};

impl<G: Playable> Books for Line<G> {
    fn build_book(
        &self,
        out: &Path,
        plies: u32,
        effort: &Effort<'_>,
        tell: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Book, Error> {
        let (game, name) = (&*self.game, &full_name(&self.spec));
        game.with_tactics(book::Build { game, name, out, plies, effort, tell })
    }

    fn probe_book(&self, book: &Book) -> Result<Option<Solved>, Error> {
        let begun = Instant::now();
        book.is_of(&full_name(&self.spec))?;
        let position = self.here();
        let Some(probed) = self.game.with_tactics(book::Probe { game: &*self.game, book, position })? else {
            return Ok(None);
        };
        let mut solved = self.unsolved();
        solved.fill(probed.value);
        solved.best = self.each_name(position, &probed.best);
        solved.seconds = begun.elapsed().as_secs_f64();
        Ok(Some(solved))
    }

    fn check_book(
        &self,
        book: &Book,
        sample: usize,
        seed: u64,
        effort: &Effort<'_>,
        tell: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Checked, Error> {
        book.is_of(&full_name(&self.spec))?;
        let game = &*self.game;
        game.with_tactics(book::Check { game, book, sample, seed, effort, tell })
    }
}
