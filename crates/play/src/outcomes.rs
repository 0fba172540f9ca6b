//! The words of JSON for outcomes.

use attractor_game::Value;

/// The word for an outcome in JSON.
pub(crate) fn outcome_word(outcome: attractor_game::Outcome) -> &'static str {
    use attractor_game::Outcome::*;
    match outcome {
        Win => "win",
        Draw => "draw",
        Loss => "loss",
    }
}

/// The word for the kind of draw, if the value is one.
pub(crate) fn draw_word(value: Value) -> Option<&'static str> {
    match value {
        Value::Draw(attractor_game::Draw::Final) => Some("final"),
        Value::Draw(attractor_game::Draw::Endless) => Some("endless"),
        _ => None,
    }
}

/// The margin, if the value is one.
pub(crate) fn margin(value: Value) -> Option<i32> {
    match value {
        Value::Margin(m) => Some(m),
        _ => None,
    }
}
