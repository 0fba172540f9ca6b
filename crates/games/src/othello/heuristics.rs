//! Estimates: what is safe, who has moves, who holds the corners.

use super::{Othello, Position};
use crate::{OrZero, bits::Cells};
use attractor_game::{Error, Heuristic, Heuristics, Linear, Player};

/// The heuristics of this game's own, from player 1's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Estimate {
    /// The sum of [`FEATURES`], each with its weight.
    Features([f64; FEATURES.len()]),
    /// Discs of player 1 less those of player 2.
    Discs,
}

/// What `features` weighs, for player 1 less for player 2, with the weights taken where none are given.
///
/// - `moves`: cells on which a disc can be put
/// - `frontier`: empty cells beside one's own discs, which give the opponent moves
/// - `corners`: discs in corners
/// - `beside`: discs on the edge beside an empty corner; `diagonal`: discs diagonally beside one
/// - `stable`: discs that can never be turned, those in corners not counted again
/// - `discs`: discs, while the board fills up: nothing at the start, their number at the end
/// - `last`: to be the one who will put down the last disc, by the number of empty cells
pub const FEATURES: [(&str, f64); 8] = [
    ("moves", 1.0),
    ("frontier", -0.5),
    ("corners", 8.0),
    ("beside", -1.5),
    ("diagonal", -4.0),
    ("stable", 2.0),
    ("discs", 0.3),
    ("last", 1.0),
];

impl Othello {
    /// The features, in the order of [`FEATURES`].
    fn look(&self, p: &Position) -> [f64; FEATURES.len()] {
        let grid = self.grid;
        let [one, two] = p.discs;
        let empty = grid.cells & !(one | two);
        let open = empty & grid.corners;
        // Cells beside corners that are still empty.
        let (mut edge, mut diagonal) = (0, 0);
        for corner in Cells(open) {
            let around = grid.around[usize::from(corner)];
            let inner = around & !grid.rim();
            edge |= around & !inner;
            diagonal |= inner;
        }
        let less = |a: u64, b: u64| f64::from(a.count_ones()) - f64::from(b.count_ones());
        let (safe_one, safe_two) = (grid.stable(one, two), grid.stable(two, one));
        let filled = 1.0 - f64::from(empty.count_ones()) / f64::from(grid.cells.count_ones());
        let last = if (empty.count_ones() % 2 == 1) == (p.turn == Player::One) { 1.0 } else { -1.0 };
        [
            less(grid.moves(one, two), grid.moves(two, one)),
            less(grid.beside(one, empty), grid.beside(two, empty)),
            less(one & grid.corners, two & grid.corners),
            less(one & edge, two & edge),
            less(one & diagonal, two & diagonal),
            less(safe_one & !grid.corners, safe_two & !grid.corners),
            less(one, two) * filled * filled,
            last,
        ]
    }
}

impl Heuristic<Othello> for Estimate {
    fn estimate(&self, game: &Othello, p: &Position) -> f64 {
        match self {
            Estimate::Discs => f64::from(p.discs[0].count_ones()) - f64::from(p.discs[1].count_ones()),
            Estimate::Features(weights) => game.look(p).iter().zip(weights).map(|(f, w)| f * w).sum(),
        }
    }
}

impl Heuristics for Othello {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["features=1/-0.5/8/-1.5/-4/2/0.3/1", "discs", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        let linear = Linear::new("features", &FEATURES);
        if let Some(weights) = linear.asked(text) {
            let weights = weights?.try_into().expect("as many as there are features");
            return Ok(OrZero::Own(Estimate::Features(weights)));
        }
        match text {
            "discs" => Ok(OrZero::Own(Estimate::Discs)),
            "zero" => Ok(OrZero::Zero),
            _ => Err(Error::unknown_heuristic(text, self.heuristics())),
        }
    }

    fn linear(&self) -> Vec<Linear> {
        vec![Linear::new("features", &FEATURES)]
    }

    fn features(&self, _: &str, p: &Position, features: &mut [f64]) {
        features.copy_from_slice(&self.look(p));
    }
}
