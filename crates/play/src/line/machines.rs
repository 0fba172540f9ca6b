//! Machines at the board: one move, and matches.

use super::Line;
use crate::{
    Effort, MatchRecord, MatchRequest, PlayerSpec, matches,
    players::{Machine, Past},
    session::Machines,
};
use attractor_game::{Error, Playable, Rng};

impl<G: Playable> Line<G> {
    /// The moves made so far, as programs call them.
    fn plain_line(&self) -> Result<Vec<String>, Error> {
        let before = std::iter::once(&self.root).chain(self.played.iter().map(|(_, p)| p));
        before.zip(&self.played).map(|(p, (name, _))| Ok(self.game.plain(p, self.game.find(p, name)?))).collect()
    }
}

impl<G: Playable> Machines for Line<G> {
    fn choose(&self, player: &PlayerSpec, effort: &Effort<'_>, rng: &mut Rng) -> Result<String, Error> {
        let (game, p) = (self.knowing(effort)?, self.here());
        let mut machine = Machine::new(&*game, &self.ready(player)?, effort)?;
        let moves = if machine.asks_for_past() { self.plain_line()? } else { Vec::new() };
        let m = machine.choose(&*game, Past { line: &self.past(), moves: &moves }, rng)?;
        Ok(self.name(p, m))
    }

    fn matches(&self, request: &MatchRequest<'_>, tell: &(dyn Fn(u64) + Sync)) -> Result<MatchRecord, Error> {
        let game = self.knowing(&request.effort)?;
        let (first, second) = (self.ready(request.first)?, self.ready(request.second)?);
        let request = MatchRequest { first: &first, second: &second, ..*request };
        matches::run(&*game, self.here(), &request, tell)
    }
}
