//! Estimates that look at each line of the board.

use super::{Mnk, Position};
use crate::OrZero;
use attractor_game::{Error, Heuristic, Heuristics};

/// The heuristics of this game's own, from X's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Estimate {
    /// Tic-tac-toe only. A line that holds no two signs counts 1, whoever's it is; but with two signs and room for the
    /// third it counts 3 for X, -3 for O. The centre counts 2 for X, -2 for O.
    Features,
    /// A line with signs of one player only counts the square of their number, for X or against.
    Lines,
}

impl Heuristic<Mnk> for Estimate {
    fn estimate(&self, game: &Mnk, p: &Position) -> f64 {
        let [x, o] = p.stones;
        let counts = game.lines().map(|line| ((x & line).count_ones() as i32, (o & line).count_ones() as i32));
        let sum = match self {
            Estimate::Features => {
                let line = |signs| match signs {
                    (2, 0) => 3,
                    (0, 2) => -3,
                    (_, 0) | (0, _) => 1,
                    _ => 0,
                };
                let centre = |stones: u64| (stones >> 4 & 1) as i32;
                counts.map(line).sum::<i32>() + 2 * (centre(x) - centre(o))
            }
            Estimate::Lines => counts.map(|(x, o)| if x == 0 || o == 0 { x * x - o * o } else { 0 }).sum(),
        };
        f64::from(sum)
    }
}

impl Heuristics for Mnk {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        if self.size() == (3, 3, 3) { &["features", "lines", "zero"] } else { &["lines", "zero"] }
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        match text {
            "features" if self.size() == (3, 3, 3) => Ok(OrZero::Own(Estimate::Features)),
            "lines" => Ok(OrZero::Own(Estimate::Lines)),
            "zero" => Ok(OrZero::Zero),
            _ => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }
}
