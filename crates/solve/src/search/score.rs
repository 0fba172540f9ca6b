//! Exact values as integers, so that windows can be put around them.
//!
//! Seen by the player to move, from the worst to the best:
//!
//! ```text
//! -BIG       -BIG + 1     ...      0      ...     BIG - 1     BIG
//! lost now   lost in 1            drawn           won in 1    won now
//! ```
//!
//! One ply earlier every win and loss is one step nearer to 0: that is [`earlier`], and [`later`] takes the bounds of
//! a window the other way. Margins do not shrink with distance: for games that count one, both change nothing.

use super::bounds::Bounds;
use attractor_game::{Draw, Game, Outcome, Score, Value};

/// Won now. No play is as long as this.
pub(super) const BIG: i32 = 1 << 29;

/// Beyond every value.
pub(super) const INFINITE: i32 = i32::MAX;

/// The worth of a finished position.
pub(super) fn finished<G: Game>(result: Score) -> i32 {
    if G::MARGIN {
        return result.0.clamp(1 - INFINITE, INFINITE - 1);
    }
    match result.outcome() {
        Outcome::Win => BIG,
        Outcome::Draw => 0,
        Outcome::Loss => -BIG,
    }
}

/// What is known of any position where play is not over: it takes a ply at least to win or lose.
pub(super) fn unfinished<G: Game>() -> Bounds {
    let most = if G::MARGIN { INFINITE - 1 } else { BIG - 1 };
    Bounds { lower: -most, upper: most }
}

/// The value one ply earlier, for the same player.
#[inline]
pub(super) fn earlier<G: Game>(score: i32) -> i32 {
    if G::MARGIN { score } else { score - score.signum() }
}

/// The bound one ply later, for the same player: for every value v, `earlier(v) > bound` exactly when
/// `v > later(bound)`, and the same with `>=`.
#[inline]
pub(super) fn later<G: Game>(bound: i32) -> i32 {
    if G::MARGIN { bound } else { bound.saturating_add(bound.signum()).max(-INFINITE) }
}

/// The score of a value; none without a distance.
pub(super) fn of(value: Value) -> Option<i32> {
    Some(match value {
        Value::Win(plies) => BIG - plies as i32,
        Value::Draw(_) => 0,
        Value::Loss(plies) => plies as i32 - BIG,
        Value::Margin(margin) => margin.clamp(1 - INFINITE, INFINITE - 1),
        Value::Won | Value::Lost => return None,
    })
}

/// The value in words.
pub(super) fn value<G: Game>(score: i32) -> Value {
    match score {
        _ if G::MARGIN => Value::Margin(score),
        0 => Value::Draw(Draw::Final),
        1.. => Value::Win((BIG - score) as u32),
        _ => Value::Loss((BIG + score) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{Dag, Margins};

    #[test]
    fn windows_follow_values() {
        let values: Vec<i32> = (0..5).flat_map(|n| [BIG - n, n - BIG]).chain([0]).collect();
        let bounds = values.iter().copied().chain([-1, 1, -7, 7, INFINITE, -INFINITE]);
        for bound in bounds {
            for &v in &values {
                assert_eq!(earlier::<Dag>(v) > bound, v > later::<Dag>(bound), "{v} {bound}");
                assert_eq!(earlier::<Dag>(v) >= bound, v >= later::<Dag>(bound), "{v} {bound}");
            }
        }
        assert_eq!((earlier::<Margins>(5), later::<Margins>(-5)), (5, -5));
    }

    #[test]
    fn words() {
        assert_eq!(value::<Dag>(BIG - 3), Value::Win(3));
        assert_eq!(value::<Dag>(3 - BIG), Value::Loss(3));
        assert_eq!(value::<Dag>(0), Value::Draw(Draw::Final));
        assert_eq!(value::<Margins>(-4), Value::Margin(-4));
        for score in [BIG, BIG - 3, 0, 3 - BIG, -BIG] {
            assert_eq!((of(value::<Dag>(score)), of(value::<Margins>(score))), (Some(score), Some(score)));
        }
        for value in [Value::Won, Value::Lost] {
            assert_eq!(of(value), None);
        }
    }
}
