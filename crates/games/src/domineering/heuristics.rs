//! Mobility: who has more places left.

use super::{Domineering, Position};
use crate::OrZero;
use attractor_game::{Error, Heuristic, Heuristics, Player};

/// The moves that player 1 would have less those that player 2 would have, whoever is to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mobility;

impl Heuristic<Domineering> for Mobility {
    #[inline]
    fn estimate(&self, game: &Domineering, p: &Position) -> f64 {
        let [one, two] = Player::BOTH.map(|player| game.places(p, player).count_ones());
        f64::from(one) - f64::from(two)
    }
}

impl Heuristics for Domineering {
    type Estimate = OrZero<Mobility>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["mobility", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Mobility>, Error> {
        match text {
            "mobility" => Ok(OrZero::Own(Mobility)),
            "zero" => Ok(OrZero::Zero),
            _ => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }
}
