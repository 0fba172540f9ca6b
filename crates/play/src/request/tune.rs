//! Weights of a heuristic, learnt.

use super::{Question, Surface, Tune, Update};
use crate::{Session, TuneRequest, Tuned, files::write_file};
use attractor_game::Error;
use std::path::Path;

impl Question for Tune {
    type Answer = Tuned;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<Tuned, Error> {
        let limits = surface.limits();
        let request = TuneRequest {
            heuristic: self.heuristic.as_deref().map(|text| limits.heuristic(text)).transpose()?,
            from: self.from.parse()?,
            positions: self.positions,
            games: self.games,
            depth: self.depth,
            seed: self.seed,
            effort: surface.effort(),
        };
        self.out.as_deref().map(|file| limits.file(Path::new(file))).transpose()?;
        let tell = |stage, done, total| surface.tell(Update::Stage(stage, done, total));
        let tuned = session.tune(&request, &tell)?;
        if let Some(file) = &self.out {
            write_file(file, |out| out.write_all(tuned.file().as_bytes()))?;
        }
        Ok(tuned)
    }
}
