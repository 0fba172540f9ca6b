//! Estimates from the lines of four cells: 69 of them on the usual board.

use super::{Connect4, Position};
use crate::OrZero;
use attractor_game::{Error, Heuristic, Heuristics, Linear, Player};

/// The heuristics of this game's own, from player 1's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Estimate {
    /// Each disc counts the lines through its cell.
    Cells,
    /// Each line that holds discs of one player only counts the weight of their number, from none to three.
    Alignments([f64; 4]),
    /// The same, and threats: see [`FEATURES`].
    Features([f64; FEATURES.len()]),
}

/// The weights of `alignments`, with those taken where none are given.
const ALIGNMENTS: [(&str, f64); 4] = [("none", 0.0), ("one", 1.0), ("two", 4.0), ("three", 9.0)];

/// What `features` weighs, for player 1 less for player 2, with the weights taken where none are given: those of
/// `alignments`, and nothing else.
///
/// A threat is an empty cell that completes a line. It is alive while no threat of the opponent lies below it in its
/// column: that one is met first. Rows count from 1 at the bottom; who began gets the odd ones when both fill up the board,
/// so that threats there are worth more to that player.
///
/// - `one`, `two`, `three`: lines that hold so many discs of one player only
/// - `win`: the player to move can complete a line now
/// - `fork`: that is not so, and the opponent threatens two cells that can be filled now
/// - `block`: that is not so either, and the opponent threatens one such cell
/// - `first-odd`, `first-even`, `second-odd`, `second-even`: live threats that cannot be filled yet, of the player who began
///   and of the other, on odd and even rows
/// - `zugzwang`: who wins when nobody wants to move below those threats, by the rule of thumb for boards of an even number
///   of cells (Allis 1988): who began, with more odd threats than the other; the other, with threats where who began has no
///   odd one
/// - `stacked`: two threats of one player on top of each other
/// - `centre`: discs in the middle column, or in the middle two
/// - `cells`: lines through each disc's cell
pub const FEATURES: [(&str, f64); 14] = [
    ("one", 1.0),
    ("two", 4.0),
    ("three", 9.0),
    ("win", 0.0),
    ("fork", 0.0),
    ("block", 0.0),
    ("first-odd", 0.0),
    ("first-even", 0.0),
    ("second-odd", 0.0),
    ("second-even", 0.0),
    ("zugzwang", 0.0),
    ("stacked", 0.0),
    ("centre", 0.0),
    ("cells", 0.0),
];

impl Heuristic<Connect4> for Estimate {
    fn estimate(&self, game: &Connect4, p: &Position) -> f64 {
        match self {
            Estimate::Cells => f64::from(game.difference(p, |set| game.worth_of(set))),
            Estimate::Alignments(weights) => {
                let [one, two, three] = game.open_lines(p).held.map(f64::from);
                // An empty line counts the same for both.
                one * weights[1] + two * weights[2] + three * weights[3]
            }
            Estimate::Features(weights) => {
                game.look(p).iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum()
            }
        }
    }
}

/// Lines that hold discs of one player only.
struct OpenLines {
    /// With one, two, three discs: those of player 1 less those of player 2.
    held: [i32; 3],
    /// Empty cells that complete a line of each player.
    threats: [u64; 2],
}

impl Connect4 {
    fn open_lines(&self, p: &Position) -> OpenLines {
        let discs = Player::BOTH.map(|player| p.discs(player));
        let mut open = OpenLines { held: [0; 3], threats: [0; 2] };
        for &line in &self.lines {
            let (owner, count, sign) = match discs.map(|set| (set & line).count_ones() as usize) {
                [n @ 1..=3, 0] => (0, n, 1),
                [0, n @ 1..=3] => (1, n, -1),
                // Nobody's, or both's.
                _ => continue,
            };
            open.held[count - 1] += sign;
            if count == 3 {
                open.threats[owner] |= line & !p.all;
            }
        }
        open
    }

    /// The features, in the order of [`FEATURES`].
    fn look(&self, p: &Position) -> [i32; FEATURES.len()] {
        let OpenLines { held: [one, two, three], threats } = self.open_lines(p);
        let playable = (p.all + self.bottom) & self.board;
        let sign = |player| if player == Player::One { 1 } else { -1 };
        let now = |player: Player| (threats[player.index()] & playable).count_ones();
        let danger = match (now(p.turn), now(p.turn.other())) {
            (0, 0) => [0, 0, 0],
            (0, 1) => [0, 0, -sign(p.turn)],
            (0, _) => [0, -sign(p.turn), 0],
            _ => [sign(p.turn), 0, 0],
        };
        let later = |player: Player| {
            let live = threats[player.index()] & !self.above(threats[player.other().index()]) & !playable;
            [live & self.odd, live & !self.odd].map(|set| sign(player) * set.count_ones() as i32)
        };
        let (first, second) = (self.first, self.first.other());
        let ([first_odd, first_even], [second_odd, second_even]) = (later(first), later(second));
        let zugzwang = if first_odd.abs() > second_odd.abs() {
            sign(first)
        } else if first_odd == 0 && (second_odd, second_even) != (0, 0) {
            sign(second)
        } else {
            0
        };
        let stacked = |player: Player| {
            let set = threats[player.index()];
            sign(player) * (set & (set << 1)).count_ones() as i32
        };
        let count = |set: u64| set.count_ones() as i32;
        [
            one,
            two,
            three,
            danger[0],
            danger[1],
            danger[2],
            first_odd,
            first_even,
            second_odd,
            second_even,
            zugzwang,
            stacked(Player::One) + stacked(Player::Two),
            self.difference(p, |set| count(set & self.centre)),
            self.difference(p, |set| self.worth_of(set)),
        ]
    }

    /// The cells that lie above one of a set.
    fn above(&self, set: u64) -> u64 {
        // Counting down from the spare cell above each column turns round all that lies above its lowest cell.
        let tops = self.bottom << self.height;
        ((set | (tops - set)) & self.board) << 1 & self.board
    }

    /// Something counted of player 1's discs less the same of player 2's.
    fn difference(&self, p: &Position, count: impl Fn(u64) -> i32) -> i32 {
        count(p.discs(Player::One)) - count(p.discs(Player::Two))
    }

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

impl Heuristics for Connect4 {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["cells", "alignments=0/1/4/9", "features", "zero"]
    }

    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        match text {
            "cells" => return Ok(OrZero::Own(Estimate::Cells)),
            "zero" => return Ok(OrZero::Zero),
            _ => {}
        }
        let [alignments, features] = [Linear::new("alignments", &ALIGNMENTS), Linear::new("features", &FEATURES)];
        if let Some(weights) = alignments.asked(text) {
            return Ok(OrZero::Own(Estimate::Alignments(whole(&weights?))));
        }
        if let Some(weights) = features.asked(text) {
            return Ok(OrZero::Own(Estimate::Features(whole(&weights?))));
        }
        Err(Error::unknown_heuristic(text, self.heuristics()))
    }

    fn linear(&self) -> Vec<Linear> {
        vec![Linear::new("alignments", &ALIGNMENTS), Linear::new("features", &FEATURES)]
    }

    fn features(&self, name: &str, p: &Position, features: &mut [f64]) {
        if name == "alignments" {
            let [one, two, three] = self.open_lines(p).held;
            features.iter_mut().zip([0, one, two, three]).for_each(|(to, n)| *to = f64::from(n));
        } else {
            features.iter_mut().zip(self.look(p)).for_each(|(to, n)| *to = f64::from(n));
        }
    }
}

/// Weights as an array: as many as there are.
fn whole<const N: usize>(weights: &[f64]) -> [f64; N] {
    std::array::from_fn(|i| weights.get(i).copied().unwrap_or(0.0))
}
