//! What a finished game is worth, and what any position is worth under best play.

use std::{cmp::Ordering, fmt, ops::Neg};

/// Worth of a *finished* position for the player to move there.
///
/// The sign is the outcome. Games that count a margin (discs, area; see [`Game::MARGIN`](crate::Game::MARGIN)) use
/// the size too; all others use [`Score::WIN`], [`Score::DRAW`] and [`Score::LOSS`] only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub i32);

impl Score {
    /// The player to move has lost.
    pub const LOSS: Score = Score(-1);
    /// Nobody has won.
    pub const DRAW: Score = Score(0);
    /// The player to move has won.
    pub const WIN: Score = Score(1);

    /// Won, drawn or lost.
    #[inline]
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            ..=-1 => Outcome::Loss,
            0 => Outcome::Draw,
            1.. => Outcome::Win,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Win, draw or loss for the player to move; ordered by preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The opponent wins.
    Loss,
    /// Neither can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Neg for Outcome {
    type Output = Outcome;
    #[inline]
    fn neg(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    /// The word that programs read, never translated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        })
    }
}

/// How a drawn position goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// Both, keeping the draw, can reach a drawn end.
    Final,
    /// Keeping the draw means playing for ever.
    Endless,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Draw::Final => "final",
            Draw::Endless => "endless",
        })
    }
}

/// Exact worth of any position for the player to move, both playing their best.
///
/// Ordered by preference: wins as soon as possible, losses as late as possible. A win or loss of unknown distance is
/// ordered as if it were farther than all others.
///
/// ```
/// use attractor_game::{Draw, Value};
/// assert!(Value::Win(3) > Value::Win(5));
/// assert!(Value::Win(99) > Value::Won && Value::Won > Value::Draw(Draw::Final));
/// assert!(Value::Loss(8) > Value::Loss(2));
/// assert_eq!([Value::Win(3), Value::Won, Value::Margin(4)].map(|v| v.to_string()), ["win in 3", "win", "+4"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Lost in that many plies (0: finished).
    Loss(u32),
    /// Lost in an unknown number of plies.
    Lost,
    /// Nobody can force a win.
    Draw(Draw),
    /// Won in an unknown number of plies.
    Won,
    /// Won in that many plies (0: finished).
    Win(u32),
    /// The margin by which the player to move ends ahead, in games that count one.
    Margin(i32),
}

impl Value {
    /// The value of a finished position: its result, as a margin where the game counts one.
    pub const fn finished(result: Score, margin: bool) -> Value {
        match result.outcome() {
            _ if margin => Value::Margin(result.0),
            Outcome::Loss => Value::Loss(0),
            Outcome::Draw => Value::Draw(Draw::Final),
            Outcome::Win => Value::Win(0),
        }
    }

    /// Win, draw or loss.
    pub const fn outcome(self) -> Outcome {
        match self {
            Value::Loss(_) | Value::Lost => Outcome::Loss,
            Value::Draw(_) => Outcome::Draw,
            Value::Win(_) | Value::Won => Outcome::Win,
            Value::Margin(m) => Score(m).outcome(),
        }
    }

    /// Plies to the end, where the value has a known distance.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Value::Loss(n) | Value::Win(n) => Some(n),
            Value::Draw(_) | Value::Margin(_) | Value::Lost | Value::Won => None,
        }
    }

    /// The two may be the value of one position: they are equal, or have the same outcome and one of them lacks its
    /// distance.
    pub fn agrees(self, other: Value) -> bool {
        let vague = |value: Value| matches!(value, Value::Lost | Value::Won);
        self == other || (vague(self) || vague(other)) && self.outcome() == other.outcome()
    }

    /// The same position one move earlier, seen by the player who makes the move: one ply further from the end, and
    /// the sign turned unless the same player moves again.
    pub const fn before(self, same_player: bool) -> Value {
        match (self, same_player) {
            (Value::Loss(n), false) | (Value::Win(n), true) => Value::Win(n + 1),
            (Value::Win(n), false) | (Value::Loss(n), true) => Value::Loss(n + 1),
            (Value::Lost, false) | (Value::Won, true) => Value::Won,
            (Value::Won, false) | (Value::Lost, true) => Value::Lost,
            (Value::Draw(d), _) => Value::Draw(d),
            (Value::Margin(m), false) => Value::Margin(-m),
            (Value::Margin(m), true) => Value::Margin(m),
        }
    }

    /// A number whose order is the order of preference.
    const fn preference(self) -> i64 {
        const FAR: i64 = 1 << 40;
        /// Beyond every distance.
        const UNKNOWN: i64 = 1 << 39;
        match self {
            Value::Lost => -UNKNOWN,
            Value::Won => UNKNOWN,
            Value::Loss(n) => n as i64 - FAR,
            Value::Draw(_) => 0,
            Value::Win(n) => FAR - n as i64,
            Value::Margin(m) => m as i64,
        }
    }
}

impl fmt::Display for Value {
    /// The outcome, with its distance where one is known: `win in 5`, `draw`; a margin with its sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Margin(margin) => write!(f, "{margin:+}"),
            _ => match self.plies() {
                Some(plies) => write!(f, "{} in {plies}", self.outcome()),
                None => self.outcome().fmt(f),
            },
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    /// Preference first; a final and an endless draw, equally good, are told apart only to keep `Eq` and `Ord` agreed.
    fn cmp(&self, other: &Value) -> Ordering {
        let kind = |v: &Value| match v {
            Value::Draw(Draw::Endless) => 0,
            Value::Draw(Draw::Final) => 1,
            Value::Margin(_) => 2,
            _ => 3,
        };
        self.preference().cmp(&other.preference()).then_with(|| kind(self).cmp(&kind(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_distances_are_ordered_last_and_agree_with_all() {
        let ordered = [
            Value::Loss(0),
            Value::Loss(u32::MAX),
            Value::Lost,
            Value::Draw(Draw::Final),
            Value::Won,
            Value::Win(u32::MAX),
            Value::Win(0),
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b));
        for value in ordered {
            assert!(value.agrees(value));
            assert_eq!(value.agrees(Value::Won), value.outcome() == Outcome::Win);
            assert_eq!(value.agrees(Value::Lost), value.outcome() == Outcome::Loss);
        }
        assert!(!Value::Win(3).agrees(Value::Win(5)) && !Value::Margin(3).agrees(Value::Margin(2)));
        assert_eq!((Value::Won.before(false), Value::Won.before(true)), (Value::Lost, Value::Won));
        assert_eq!((Value::Lost.before(false), Value::Lost.before(true)), (Value::Won, Value::Lost));
        assert_eq!((Value::Won.plies(), Value::Lost.plies()), (None, None));
    }

    #[test]
    fn finished_positions_have_a_distance_or_a_margin() {
        let value = |score: i32, margin| Value::finished(Score(score), margin);
        assert_eq!([-1, 0, 1].map(|s| value(s, false)), [Value::Loss(0), Value::Draw(Draw::Final), Value::Win(0)]);
        assert_eq!([-7, 0, 7].map(|s| value(s, true)), [-7, 0, 7].map(Value::Margin));
    }
}
