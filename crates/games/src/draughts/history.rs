//! Draws by what has been played.

use super::{Position, Variant};

/// Plies that make a draw if nothing is captured and no man moves: 25 moves of each in the international game, 40 in the
/// English one.
const QUIET: [usize; 2] = [2 * 25, 2 * 40];
/// Plies of three pieces against a king, and of fewer.
const THREE_TO_ONE: usize = 2 * 16;
const TWO_TO_ONE: usize = 2 * 5;

/// Play is drawn at the last position of the line.
pub(super) fn drawn(variant: Variant, line: &[Position]) -> bool {
    let Some((last, before)) = line.split_last() else { return false };
    let men = |p: &Position| p.pieces.map(|set| set & !p.kings);
    let counts = |p: &Position| p.pieces.map(u64::count_ones);
    // Plies back to where something else was so.
    let plies = |same: &dyn Fn(&Position) -> bool| before.iter().rev().take_while(|p| same(p)).count();
    let quiet = plies(&|p| men(p) == men(last) && counts(p) == counts(last));
    let again = before[before.len() - quiet..].iter().filter(|p| *p == last).count();
    let ten = variant.ten();
    if again >= 2 || quiet >= QUIET[usize::from(!ten)] {
        return true;
    }
    match few_against_a_king(last).filter(|_| ten) {
        None => false,
        Some(pieces) => {
            let limit = if pieces == 3 { THREE_TO_ONE } else { TWO_TO_ONE };
            plies(&|p| counts(p) == counts(last) && few_against_a_king(p) == Some(pieces)) >= limit
        }
    }
}

/// How many pieces there are against a single king: three at most, a king among them.
fn few_against_a_king(p: &Position) -> Option<u32> {
    (0..2).find_map(|one| {
        let (alone, others) = (p.pieces[one], p.pieces[1 - one]);
        let holds = alone.count_ones() == 1 && alone & p.kings != 0 && others & p.kings != 0;
        Some(others.count_ones()).filter(|&n| holds && n <= 3)
    })
}
