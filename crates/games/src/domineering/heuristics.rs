//! Mobility: who has more places left, and which of them last.

use super::{Domineering, Position};
use crate::OrZero;
use attractor_game::{Error, Heuristic, Heuristics, Linear, Player};

/// The heuristics of this game's own, from player 1's side, whoever is to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Estimate {
    /// The moves that player 1 would have less those that player 2 would have.
    Mobility,
    /// Weighs mobility, the most dominoes that find room side by side (real moves), and among those the ones that the
    /// opponent cannot hinder any more (safe moves).
    Safety([f64; 3]),
}

/// The weights of `safety`, with those taken where none are given: mobility alone.
const SAFETY: [(&str, f64); 3] = [("mobility", 1.0), ("real", 0.0), ("safe", 0.0)];

impl Heuristic<Domineering> for Estimate {
    #[inline]
    fn estimate(&self, game: &Domineering, p: &Position) -> f64 {
        match self {
            Estimate::Mobility => f64::from(game.difference(p, u128::count_ones)),
            Estimate::Safety(weights) => {
                game.look(p).iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum()
            }
        }
    }
}

impl Domineering {
    /// Something counted of player 1's places less the same of player 2's.
    fn difference(&self, p: &Position, count: impl Fn(u128) -> u32) -> i32 {
        let [one, two] = Player::BOTH.map(|player| count(self.places(p, player)) as i32);
        one - two
    }

    /// From the first cell of a player's domino to the second.
    fn step(&self, player: Player) -> usize {
        if player == Player::One { self.columns } else { 1 }
    }

    /// The features, in the order of [`SAFETY`].
    fn look(&self, p: &Position) -> [i32; 3] {
        let [one, two] = Player::BOTH.map(|player| {
            let (mine, theirs) = (self.places(p, player), self.places(p, player.other()));
            let step = self.step(player);
            let hindered = theirs | shifted(theirs, self.step(player.other()));
            let safe = mine & !hindered & !(hindered >> step);
            [mine.count_ones() as i32, side_by_side(mine, step), side_by_side(safe, step)]
        });
        [one[0] - two[0], one[1] - two[1], one[2] - two[2]]
    }
}

/// A set of cells moved on; on boards of one row the cell below is no cell.
fn shifted(set: u128, step: usize) -> u128 {
    set.checked_shl(step as u32).unwrap_or(0)
}

/// The most dominoes of those that do not overlap: along each run, the first and every other.
fn side_by_side(mut places: u128, step: usize) -> i32 {
    let mut count = 0;
    while places != 0 {
        let first = places & places.wrapping_neg();
        places &= !(first | shifted(first, step));
        count += 1;
    }
    count
}

impl Heuristics for Domineering {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["mobility", "safety=1/0/0", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        match (text, Linear::new("safety", &SAFETY).asked(text)) {
            ("mobility", _) => Ok(OrZero::Own(Estimate::Mobility)),
            ("zero", _) => Ok(OrZero::Zero),
            (_, Some(weights)) => {
                let weights = weights?;
                Ok(OrZero::Own(Estimate::Safety([weights[0], weights[1], weights[2]])))
            }
            _ => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }

    fn linear(&self) -> Vec<Linear> {
        vec![Linear::new("safety", &SAFETY)]
    }

    fn features(&self, _: &str, p: &Position, features: &mut [f64]) {
        features.iter_mut().zip(self.look(p)).for_each(|(to, n)| *to = f64::from(n));
    }
}
