//! Answers as data: what `--json` prints. Field names are stable and never translated.

use attractor_game::Value;
use serde::{Serialize, Serializer};

/// A number that JSON can hold: whole numbers without a point, infinite ones as `"inf"` and `"-inf"`.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            f64::INFINITY => serializer.serialize_str("inf"),
            f64::NEG_INFINITY => serializer.serialize_str("-inf"),
            x if x == x.trunc() && x.abs() < 1e15 => serializer.serialize_i64(x as i64),
            x => serializer.serialize_f64(x),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            f64::INFINITY => f.write_str("+inf"),
            0.0 => f.write_str("0"),
            x => x.fmt(f),
        }
    }
}

/// A solved position. Outcome and plies are for the player to move.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Solved {
    /// The game's name.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who is to move: 1 or 2.
    pub turn: u8,
    /// `win`, `draw` or `loss`.
    pub outcome: &'static str,
    /// Plies to the end; 0 when finished; none for draws, margins and where only the outcome was asked for.
    pub plies: Option<u32>,
    /// `final` or `endless`, for draws.
    pub draw: Option<&'static str>,
    /// The margin, in games that count one.
    pub margin: Option<i32>,
    /// All best moves.
    pub best: Vec<String>,
    /// A principal line.
    pub line: Vec<String>,
    /// Positions on which search was entered, table hits included.
    pub nodes: u64,
    /// Wall time.
    pub seconds: f64,
}

/// Who wins a position, and no more.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Verdict {
    /// Who wins: 1 or 2; none: nobody.
    pub winner: Option<u8>,
    /// `win`, `draw` or `loss` for the player to move.
    pub outcome: &'static str,
    /// Plies to the end, where they come with the outcome.
    pub plies: Option<u32>,
}

/// A move and what it is worth to the player who makes it.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct MoveValue {
    /// Its name.
    #[serde(rename = "move")]
    pub name: String,
    /// `win`, `draw` or `loss`.
    pub outcome: &'static str,
    /// Plies to the end, this move included.
    pub plies: Option<u32>,
    /// The margin, in games that count one.
    pub margin: Option<i32>,
}

/// A position with the value of every legal move.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Analysis {
    /// The position.
    pub position: Solved,
    /// Its moves, in their order.
    pub moves: Vec<MoveValue>,
}

/// The best estimate within a time or depth.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Searched {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who moves.
    pub turn: u8,
    /// The heuristic.
    pub heuristic: String,
    /// An estimate of the position, from player 1's side: the value of min-max at this depth.
    pub value: Number,
    /// Plies looked ahead.
    pub depth: u32,
    /// All moves that reach it.
    pub best: Vec<String>,
    /// Best play for both, as far as it was looked at.
    pub line: Vec<String>,
    /// Nodes entered, shallower searches included.
    pub nodes: u64,
    /// Wall time.
    pub seconds: f64,
    /// It was told to stop.
    #[serde(skip)]
    pub stopped: bool,
}

/// A combinatorial value. Left is player 1, Right player 2; whose turn it is does not count.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct ValueRecord {
    /// The game's name.
    pub game: String,
    /// The position.
    pub position: String,
    /// The canonical form in the usual notation.
    pub value: String,
    /// The same with signs that every keyboard has.
    pub ascii: String,
    /// `number`, `nimber`, `infinitesimal`, `tepid`, `switch` or `hot`.
    pub kind: &'static str,
    /// What it is worth to player 1 on average.
    pub mean: Number,
    /// What a move is worth; negative for numbers, in which nobody wants to move.
    pub temperature: Number,
    /// Who wins if Left begins: 1 or 2.
    pub left_first: u8,
    /// Who wins if Right begins.
    pub right_first: u8,
}

/// A search to limited depth with all it saw. Values are from player 1's side.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct TreeRecord {
    /// The root's value.
    pub value: Number,
    /// Best moves: all of them by min-max, the first by alpha-beta, which proves only that one.
    pub best: Vec<String>,
    /// Nodes visited, root and leaves included.
    pub visited: u64,
    /// Nodes of the whole tree; none if there are too many to count.
    pub nodes: Option<u64>,
    /// The tree, if it was asked for.
    pub tree: Option<NodeRecord>,
}

/// A node of that tree.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct NodeRecord {
    /// The move that leads here.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Who moves here.
    pub player: u8,
    /// What the search returned; none where it did not come.
    pub value: Option<Number>,
    /// The first best child of its parent.
    pub chosen: bool,
    /// Alpha and beta on entry, if the search was alpha-beta and came here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<[Number; 2]>,
    /// The condition that cut the moves left, such as `6 >= beta = 4`.
    pub cut: Option<String>,
    /// After each move.
    pub children: Vec<NodeRecord>,
}

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
