//! Answers as data: what `--json` prints. Field names are stable and never translated. The types need serde alone, so that a
//! description of them is generated without the solvers.

use serde::{Serialize, Serializer};
use serde_json::Value;

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

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Number {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "anyOf": [{ "type": "number" }, { "type": "string", "enum": ["inf", "-inf"] }] })
    }
}

/// A solved position. Outcome and plies are for the player to move.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The position.
    pub position: Solved,
    /// Its moves, in their order.
    pub moves: Vec<MoveValue>,
}

/// The best estimate within a time or depth.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// What looking ahead to one depth thinks of a position and of its moves. Values are seen by player 1.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimates {
    /// The best of the moves' values.
    pub value: Number,
    /// Plies looked ahead from the position; from the position after each move, one less.
    pub depth: u32,
    /// The heuristic.
    pub heuristic: String,
    /// The moves of the best value.
    pub best: Vec<String>,
    /// Every legal move with its value.
    pub moves: Vec<(String, Number)>,
}

/// A position on the way.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryPoint {
    /// Moves before it.
    pub ply: usize,
    /// The last of them.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Who is to move: 1 or 2.
    pub turn: u8,
    /// `win`, `draw` or `loss` for the player to move; none if it was not found out.
    pub outcome: Option<&'static str>,
    /// Plies to the end, where they come with the outcome.
    pub plies: Option<u32>,
    /// Who wins: 1 or 2; none: nobody, or it was not found out.
    pub winner: Option<u8>,
    /// The move that led here gave away a win, or a draw.
    pub blunder: bool,
    /// The values before and after the move that led here are known: it is a blunder, or it is not. Without both,
    /// nothing is known of the move. True of the first position, to which no move led.
    pub judged: bool,
}

/// What `graph --json` prints.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphRecord {
    /// Number of vertices.
    pub states: u64,
    /// Number of edges.
    pub moves: u64,
    /// Vertices in each attractor: `{"1", "2"}`.
    pub won: Value,
    /// Vertices in neither.
    pub drawn: u64,
    /// Attractors by layer, single layers, by player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Value>,
    /// The initial state.
    pub start: Option<String>,
    /// Who wins from there.
    pub winner: Option<u8>,
    /// True, or the first move between two states of one player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bipartite: Option<Value>,
    /// True, or a cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acyclic: Option<Value>,
    /// Drawn states by kind: `{"final", "endless"}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<Value>,
    /// The optimal choice at each state that is not final.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Value>,
    /// Repeated successors that were merged.
    pub merged: u64,
}

/// How often one side won.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    /// Games won.
    pub wins: u64,
    /// Part of the games that came to their end.
    pub rate: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The result of a match. Rates and intervals are over the games that came to their end: `games` less `given_up`.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchRecord {
    /// Games played.
    pub games: u64,
    /// The player given as first.
    pub first: Side,
    /// The player given as second.
    pub second: Side,
    /// Games that ended in a draw.
    pub draws: u64,
    /// Games given up because they did not end; only games with cycles have some. They are neither won nor drawn.
    pub given_up: u64,
    /// The two players.
    pub players: [String; 2],
}

/// What random plays show. Rates and intervals are over the plays that came to their end: `games` less `given_up`.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Number of plays.
    pub games: u64,
    /// How often player 1 won.
    pub first: Side,
    /// How often player 2 won.
    pub second: Side,
    /// Plays that ended in a draw.
    pub draws: u64,
    /// Plays given up because they did not end; only games with cycles have some.
    pub given_up: u64,
    /// Moves per unfinished position: mean over the positions of the plays.
    pub branching: f64,
    /// Most moves seen in a position.
    pub most_moves: u64,
    /// Plies per play: mean, shortest, longest.
    pub length: f64,
    /// The shortest play.
    pub shortest: u64,
    /// The longest play.
    pub longest: u64,
    /// Decimal logarithm of the number of plays (leaves of the game tree), estimated without bias by the mean over
    /// random plays of the product of their numbers of moves (Knuth, 1975).
    pub tree_log10: f64,
}

/// A row of the table of game-tree sizes in the lecture notes (notes 3, table 3).
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table3 {
    /// The game's name here.
    pub game: &'static str,
    /// Branching factor, as printed there.
    pub branching: f64,
    /// Depth, as printed there.
    pub depth: f64,
    /// Decimal logarithm of the size printed there.
    pub size_log10: f64,
    /// What that size counts: `states`, `games` or `games-up-to-symmetry`; the table mixes them.
    pub counts: &'static str,
}

/// What building a table will take: what `table build --plan` prints.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct PlanRecord {
    /// The game's name.
    pub game: String,
    /// How it is built: `layers`, `levels`, `tiers` or `whole`.
    pub plan: &'static str,
    /// At least about so many positions.
    pub positions_at_least: u64,
    /// At most about so many, where that is known.
    pub positions_at_most: Option<u64>,
    /// Layers, or tiers: moves stay in a tier or go to a later one.
    pub tiers: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of disk, work in progress and the table together.
    pub disk: u64,
    /// Values in progress are on disk.
    pub values_on_disk: bool,
    /// About so many seconds.
    pub seconds: f64,
}

/// A table in figures: what `table build` and `table info` print. For the player to move; every position that can be
/// reached is counted, finished ones and mirror images included.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableRecord {
    /// The game's name, its size written out.
    pub game: String,
    /// The position that it begins at, if that is not the start of the game.
    pub from: Option<String>,
    /// Positions.
    pub positions: u64,
    /// Won for the player to move.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn, in either way.
    pub drawn: u64,
    /// Drawn by playing for ever.
    pub endless: u64,
    /// Plies of the longest win or loss.
    pub longest: u32,
    /// Bits of the file for each position.
    pub bits_per_position: f64,
    /// Bits of its outcomes alone.
    pub outcome_bits_per_position: f64,
    /// Entries; positions that symmetry makes equal have one.
    pub entries: u64,
    /// Size of the file.
    pub bytes: u64,
    /// Plies to the end, positions won and lost in so many.
    pub distances: Vec<(u32, u64, u64)>,
    /// The same by family, where the game has such and they were counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub families: Vec<FamilyRecord>,
    /// Wall time.
    pub seconds: f64,
}

/// Positions of a table that belong together, such as those of the same material: for the player to move, mirror images
/// counted.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FamilyRecord {
    /// What they have in common.
    pub family: String,
    /// Positions.
    pub positions: u64,
    /// Won for the player to move.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Plies of the longest win or loss.
    pub longest: u32,
    /// Plies of the longest win.
    pub longest_win: u32,
}
