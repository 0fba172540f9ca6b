//! Estimates that look at each line of the board.

use super::{Mnk, Position};
use crate::OrZero;
use attractor_game::{Error, Heuristic, Heuristics, Linear};

/// The heuristics of this game's own, from X's side.
#[derive(Clone, PartialEq, Debug)]
pub enum Estimate {
    /// Tic-tac-toe only. A line that holds no two signs counts 1, whoever's it is; but with two signs and room for the
    /// third it counts 3 for X, -3 for O. The centre counts 2 for X, -2 for O. Or other weights than 1, 3 and 2.
    Features([f64; 3]),
    /// A line with signs of one player only counts the square of their number, for X or against; or another weight for
    /// each number from one on.
    Lines(Box<[f64]>),
}

/// The weights of `features`, with those taken where none are given.
const FEATURES: [(&str, f64); 3] = [("open", 1.0), ("two", 3.0), ("centre", 2.0)];

impl Heuristic<Mnk> for Estimate {
    fn estimate(&self, game: &Mnk, p: &Position) -> f64 {
        match self {
            Estimate::Features(weights) => {
                game.look(p).iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum()
            }
            Estimate::Lines(weights) => {
                let held = game.held(p);
                held.iter().zip(weights).map(|(&lines, weight)| f64::from(lines) * weight).sum()
            }
        }
    }
}

impl Mnk {
    /// How many signs of each player each line holds.
    fn counts(&self, p: &Position) -> impl Iterator<Item = (usize, usize)> + '_ {
        let [x, o] = p.stones;
        self.lines().map(move |line| ((x & line).count_ones() as usize, (o & line).count_ones() as usize))
    }

    /// The features of tic-tac-toe, in the order of [`FEATURES`].
    fn look(&self, p: &Position) -> [i32; 3] {
        let (mut open, mut two) = (0, 0);
        for signs in self.counts(p) {
            match signs {
                (2, 0) => two += 1,
                (0, 2) => two -= 1,
                (_, 0) | (0, _) => open += 1,
                _ => {}
            }
        }
        let centre = |stones: u64| (stones >> 4 & 1) as i32;
        [open, two, centre(p.stones[0]) - centre(p.stones[1])]
    }

    /// Lines that hold one, two, three... signs of X only, less those of O.
    fn held(&self, p: &Position) -> [i32; 64] {
        let mut held = [0; 64];
        for signs in self.counts(p) {
            match signs {
                (n @ 1.., 0) => held[n - 1] += 1,
                (0, n @ 1..) => held[n - 1] -= 1,
                _ => {}
            }
        }
        held
    }

    /// `lines`, with a weight for each number of signs that leaves room for one more.
    fn linear_lines(&self) -> Linear {
        let counts = 1..self.length;
        let hand = counts.clone().map(|n| (n * n) as f64).collect();
        Linear { name: "lines", features: counts.map(|n| n.to_string()).collect(), hand }
    }

    /// `features` is for tic-tac-toe.
    fn has_features(&self) -> bool {
        self.size() == (3, 3, 3)
    }
}

impl Heuristics for Mnk {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        if self.has_features() { &["features", "lines", "zero"] } else { &["lines", "zero"] }
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        if text == "zero" {
            return Ok(OrZero::Zero);
        }
        if let Some(weights) = Linear::new("features", &FEATURES).asked(text).filter(|_| self.has_features()) {
            let weights = weights?;
            return Ok(OrZero::Own(Estimate::Features([weights[0], weights[1], weights[2]])));
        }
        match self.linear_lines().asked(text) {
            Some(weights) => Ok(OrZero::Own(Estimate::Lines(weights?.into()))),
            None => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }

    fn linear(&self) -> Vec<Linear> {
        let features = self.has_features().then(|| Linear::new("features", &FEATURES));
        features.into_iter().chain((self.length > 1).then(|| self.linear_lines())).collect()
    }

    fn features(&self, name: &str, p: &Position, features: &mut [f64]) {
        let copy = |features: &mut [f64], counted: &[i32]| {
            features.iter_mut().zip(counted).for_each(|(to, &n)| *to = f64::from(n));
        };
        if name == "features" { copy(features, &self.look(p)) } else { copy(features, &self.held(p)) }
    }
}
