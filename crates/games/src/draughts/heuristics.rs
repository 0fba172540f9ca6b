//! Estimates from the pieces and where they stand.

use super::{Draughts, Position, Variant, squares::Grid};
use crate::{OrZero, bits::Singles};
use attractor_game::{Error, Heuristic, Heuristics, Linear};

/// What `material` weighs, for player 1 less for player 2, with the weights taken where none are given: a flying king is
/// worth far more than one that steps.
///
/// - `men`, `kings`: how many there are
/// - `advance`: rows that the men have gone ahead
/// - `centre`: pieces on the squares of the middle, two or more from every edge
/// - `back`: men on the own first row, where they keep the other from making kings
const INTERNATIONAL: [(&str, f64); 5] =
    [("men", 1.0), ("kings", 3.0), ("advance", 0.02), ("centre", 0.05), ("back", 0.06)];
const ENGLISH: [(&str, f64); 5] = [("men", 1.0), ("kings", 1.5), ("advance", 0.02), ("centre", 0.05), ("back", 0.1)];

/// The heuristic of this game's own, from player 1's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Estimate {
    /// The weighted sum of men, kings, men's advance, pieces in the centre and men on the back row.
    Material([f64; 5]),
}

impl Heuristic<Draughts> for Estimate {
    fn estimate(&self, game: &Draughts, p: &Position) -> f64 {
        let Estimate::Material(weights) = self;
        game.look(p).iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum()
    }
}

/// The squares that are two or more from every edge.
const fn centre<const TEN: bool>() -> u64 {
    let (mut set, mut square) = (0, 0);
    while square < Grid::<TEN>::SQUARES {
        let width = Grid::<TEN>::WIDTH;
        let (row, k) = (square / width, square % width);
        let column = 2 * k + 1 - row % 2;
        let last = 2 * width - 1;
        if row >= 2 && row + 2 <= last && column >= 2 && column + 2 <= last {
            set |= 1 << (square + square / (2 * width));
        }
        square += 1;
    }
    set
}

impl Draughts {
    /// The features, in the order of the weights.
    fn look(&self, p: &Position) -> [i32; 5] {
        let sides =
            [0, 1].map(|player| if self.variant.ten() { count::<true>(p, player) } else { count::<false>(p, player) });
        std::array::from_fn(|i| sides[0][i] - sides[1][i])
    }

    fn material(&self) -> Linear {
        Linear::new("material", if self.variant == Variant::International { &INTERNATIONAL } else { &ENGLISH })
    }
}

/// The features of one player.
fn count<const TEN: bool>(p: &Position, player: usize) -> [i32; 5] {
    let size = |set: u64| set.count_ones() as i32;
    let pieces = p.pieces[player];
    let men = pieces & !p.kings;
    let row = |man: u64| {
        let bit = man.trailing_zeros() as usize;
        ((bit - bit / (2 * Grid::<TEN>::WIDTH + 1)) / Grid::<TEN>::WIDTH) as i32
    };
    let last = 2 * Grid::<TEN>::WIDTH as i32 - 1;
    let advance = Singles(men).map(|man| if Grid::<TEN>::up(player) { last - row(man) } else { row(man) }).sum();
    let home = Grid::<TEN>::last_row(1 - player);
    [size(men), size(pieces & p.kings), advance, size(pieces & const { centre::<TEN>() }), size(men & home)]
}

impl Heuristics for Draughts {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["material", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        if text == "zero" {
            return Ok(OrZero::Zero);
        }
        match self.material().asked(text) {
            None => Err(Error::unknown_heuristic(text, self.heuristics())),
            Some(weights) => {
                let weights = weights?;
                let whole = std::array::from_fn(|i| weights.get(i).copied().unwrap_or(0.0));
                Ok(OrZero::Own(Estimate::Material(whole)))
            }
        }
    }

    fn linear(&self) -> Vec<Linear> {
        vec![self.material()]
    }

    fn features(&self, _: &str, p: &Position, features: &mut [f64]) {
        features.iter_mut().zip(self.look(p)).for_each(|(to, n)| *to = f64::from(n));
    }
}
