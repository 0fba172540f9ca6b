//! Estimates from the lines of four cells: 69 of them on the usual board.

use super::{Connect4, Position};
use crate::OrZero;
use attractor_game::{Error, Heuristic, Heuristics, Player};

/// The heuristics of this game's own, from player 1's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Estimate {
    /// Each disc counts the lines through its cell.
    Cells,
    /// Each line that holds discs of one player only counts the weight of their number, from none to three.
    Alignments([f64; 4]),
}

/// The weights taken where none are given.
const WEIGHTS: [f64; 4] = [0.0, 1.0, 4.0, 9.0];

impl Heuristic<Connect4> for Estimate {
    fn estimate(&self, game: &Connect4, p: &Position) -> f64 {
        let discs = Player::BOTH.map(|player| p.discs(player));
        match self {
            Estimate::Cells => {
                let [one, two] = discs.map(|set| game.worth_of(set));
                f64::from(one) - f64::from(two)
            }
            Estimate::Alignments(weights) => game
                .lines()
                .iter()
                .map(|line| discs.map(|set| (set & line).count_ones() as usize))
                .map(|held| match held {
                    [n, 0] if n > 0 => weights.get(n).copied().unwrap_or(0.0),
                    [0, n] if n > 0 => -weights.get(n).copied().unwrap_or(0.0),
                    // An empty line counts the same for both; a mixed one is nobody's.
                    _ => 0.0,
                })
                .sum(),
        }
    }
}

impl Connect4 {
    /// Lines through the cells of a set, summed over the cells.
    fn worth_of(&self, mut set: u64) -> i32 {
        let mut sum = 0;
        while set != 0 {
            sum += i32::from(self.worth[set.trailing_zeros() as usize]);
            set &= set - 1;
        }
        sum
    }
}

/// `0/1/4/9`.
fn weights(text: &str) -> Result<[f64; 4], Error> {
    let parts: Vec<&str> = text.split('/').collect();
    let parts: [&str; 4] = parts.try_into().map_err(|parts: Vec<&str>| {
        Error::new("bad-weights", "{text} has {found} weights; expected {expected}, such as {example}")
            .arg("text", if text.is_empty() { "\"\"" } else { text })
            .arg("found", parts.len())
            .arg("expected", 4)
            .arg("example", "0/1/4/9")
    })?;
    let mut weights = [0.0; 4];
    for (weight, part) in weights.iter_mut().zip(parts) {
        *weight = part.trim().parse().ok().filter(|w: &f64| w.is_finite()).ok_or_else(|| {
            Error::new("bad-weight", "{part} in {text} is not a weight: expected a number")
                .arg("part", if part.is_empty() { "\"\"" } else { part })
                .arg("text", text)
        })?;
    }
    Ok(weights)
}

impl Heuristics for Connect4 {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["cells", "alignments=0/1/4/9", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        match (text, text.strip_prefix("alignments=")) {
            (_, Some(list)) => Ok(OrZero::Own(Estimate::Alignments(weights(list)?))),
            ("alignments", _) => Ok(OrZero::Own(Estimate::Alignments(WEIGHTS))),
            ("cells", _) => Ok(OrZero::Own(Estimate::Cells)),
            ("zero", _) => Ok(OrZero::Zero),
            _ => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }
}
