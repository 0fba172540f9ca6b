//! Estimates: area as it seems to become, and what stands firm.

use super::{Go, Position};
use crate::OrZero;
use attractor_game::{Error, Heuristic, Heuristics, Linear, Player};

/// What `area` weighs, for player 1 less for player 2, with the weights taken where none are given.
///
/// - `stones`: stones on the board
/// - `near`: empty points that fewer steps through empty points lead to from a player's stones than from the other's
/// - `liberties`: empty points beside a player's stones
/// - `atari`: stones whose block has one liberty left
/// - `alive`: stones that live unconditionally, and the regions that they hold
/// - `komi`: the komi, always player 2's
pub const AREA: [(&str, f64); 6] =
    [("stones", 1.0), ("near", 1.0), ("liberties", 0.1), ("atari", -0.5), ("alive", 1.0), ("komi", 1.0)];

/// The heuristic of this game's own, from player 1's side: a weighted sum of [`AREA`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area([f64; AREA.len()]);

impl Heuristic<Go> for Area {
    fn estimate(&self, game: &Go, p: &Position) -> f64 {
        game.look(p).iter().zip(&self.0).map(|(&feature, weight)| f64::from(feature) * weight).sum()
    }
}

impl Go {
    /// The features, in the order of [`AREA`].
    fn look(&self, p: &Position) -> [i32; AREA.len()] {
        let grid = &self.grid;
        let empty = grid.board & !(p.stones[0] | p.stones[1]);
        let count = |set: u128| set.count_ones() as i32;
        // Both spread step by step; what both reach at once is nobody's.
        let (mut near, mut open) = (p.stones, empty);
        loop {
            let next = near.map(|set| grid.around(set) & open);
            if next[0] | next[1] == 0 {
                break;
            }
            let both = next[0] & next[1];
            open &= !(next[0] | next[1]);
            near = [near[0] | next[0] & !both, near[1] | next[1] & !both];
        }
        let side = |player: Player| {
            let own = p.stones(player);
            let atari = |block: &u128| (grid.around(*block) & empty).count_ones() == 1;
            let life = self.life(p, player);
            [
                count(own),
                count(near[player.index()] & empty),
                count(grid.around(own) & empty),
                grid.parts(own, own).filter(atari).map(count).sum(),
                count(life.stones | life.territory),
            ]
        };
        let (one, two) = (side(Player::One), side(Player::Two));
        std::array::from_fn(|i| if i < one.len() { one[i] - two[i] } else { -self.komi })
    }
}

impl Heuristics for Go {
    type Estimate = OrZero<Area>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["area", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Area>, Error> {
        if text == "zero" {
            return Ok(OrZero::Zero);
        }
        match Linear::new("area", &AREA).asked(text) {
            Some(weights) => {
                let weights = weights?;
                Ok(OrZero::Own(Area(std::array::from_fn(|i| weights.get(i).copied().unwrap_or(0.0)))))
            }
            None => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }

    fn linear(&self) -> Vec<Linear> {
        vec![Linear::new("area", &AREA)]
    }

    fn features(&self, _: &str, p: &Position, features: &mut [f64]) {
        features.iter_mut().zip(self.look(p)).for_each(|(to, n)| *to = f64::from(n));
    }
}
