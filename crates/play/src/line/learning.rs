//! Weights of heuristics, learnt from positions reached from here.

use super::Line;
use crate::{Stage, TuneRequest, Tuned, session::Learning, tune};
use attractor_game::{Error, Playable};

impl<G: Playable> Learning for Line<G> {
    fn tune(&self, request: &TuneRequest<'_>, tell: &(dyn Fn(Stage, u64, u64) + Sync)) -> Result<Tuned, Error> {
        let heuristic = request.heuristic.map(|text| self.heuristic_text(Some(text))).transpose()?;
        let request = TuneRequest { heuristic: heuristic.as_deref(), ..*request };
        tune::run(&*self.game, &self.spec, self.here(), &request, tell)
    }
}
