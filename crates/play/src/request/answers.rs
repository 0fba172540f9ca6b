//! The types of what a page shows: records with sentences, and the picture beside them. They need serde alone.

use super::super::records::{
    Estimates, GraphRecord, HistoryPoint, MatchRecord, MoveValue, Number, Solved, TableRecord, TreeRecord,
};
use serde::Serialize;
use serde_json::{Map, Value};

macro_rules! answers {
    ($($(#[$about:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident: $type:ty,)* })*) => { $(
        $(#[$about])*
        #[derive(Clone, PartialEq, Serialize, Debug)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name {
            $($(#[$of_field])* pub $field: $type,)*
        }
    )* };
}

answers! {
    /// A game of the registry: what `games --json` prints of it.
    GameRecord {
        /// Its name.
        name: String,
        /// What the size looks like; empty if there is none.
        size: String,
        /// The size where none is given.
        default: String,
        /// Options.
        options: Vec<String>,
        /// The heuristics; the first is the usual one. None for games that need a file.
        heuristics: Vec<String>,
        /// Small instances; none for games that need a file.
        samples: Vec<String>,
        /// `search` (no play comes back to a position) or `graph` (unfolded, attractors).
        solved_by: String,
    }
    /// A position: its board and its moves.
    Position {
        /// The game, as it was opened.
        game: String,
        /// The position in the game's notation.
        position: String,
        /// Who is to move: 1 or 2.
        turn: u8,
        /// The moves that led here.
        line: Vec<String>,
        /// The same as one text.
        text: String,
        /// How play ended, if it has.
        finished: Option<Finished>,
        /// Legal moves by name.
        moves: Vec<String>,
        /// The game's heuristics; the first is the usual one.
        heuristics: Vec<String>,
        /// The position as a picture in text.
        diagram: String,
    }
    /// How a finished play ended.
    Finished {
        /// Who won: 1 or 2; none: nobody.
        winner: Option<u8>,
        /// By how much player 1 is ahead, in games that count a margin.
        margin: Option<i32>,
        /// The same as a sentence.
        sentence: String,
    }
    /// A move's value with its words.
    MoveShown {
        /// The move and its value.
        #[serde(flatten)]
        value: MoveValue,
        /// What it is worth to the player who makes it, as words.
        words: String,
        /// The same in a few letters: a margin, plies, or = for a draw.
        short: String,
    }
    /// The exact value of a position and of every move.
    Analysed {
        /// The position.
        position: Solved,
        /// Its moves, in their order.
        moves: Vec<MoveShown>,
        /// The value as a sentence.
        sentence: String,
    }
    /// A move with an estimate.
    MoveEstimate {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// The estimate, from player 1's side.
        value: Number,
    }
    /// What a short look ahead thinks of a position and of its moves.
    Estimated {
        /// The best of the moves' values, from player 1's side.
        value: Number,
        /// Plies looked ahead.
        depth: u32,
        /// The heuristic.
        heuristic: String,
        /// The moves of the best value.
        best: Vec<String>,
        /// Every legal move.
        moves: Vec<MoveEstimate>,
        /// The estimate as a sentence.
        sentence: String,
    }
    /// The move of a machine.
    Chosen {
        /// Its name.
        #[serde(rename = "move")]
        name: String,
    }
    /// A position on the way, with its words.
    PointShown {
        /// The position and its value.
        #[serde(flatten)]
        point: HistoryPoint,
        /// The value was found out.
        known: bool,
        /// The value as a sentence; empty if it was not found out.
        words: String,
    }
    /// How the value went along the moves.
    History {
        /// Every position, the first included.
        points: Vec<PointShown>,
    }
    /// A state of a graph.
    Vertex {
        /// Its name.
        name: String,
        /// Whose it is: 1 or 2.
        owner: u8,
        /// Whose attractor it is in: 1 or 2; none: neither.
        winner: Option<u8>,
        /// The layer of that attractor.
        rank: Option<u32>,
        /// The states that a move leads to; of a large graph the first ones.
        successors: Vec<String>,
        /// Why it is where it is, as a sentence.
        why: String,
    }
    /// A layer of the attractors.
    Layer {
        /// What it adds.
        sentence: String,
    }
    /// A graph, solved.
    GraphShown {
        /// What `graph --json` prints.
        record: GraphRecord,
        /// The states; of a large graph those that are drawn.
        vertices: Vec<Vertex>,
        /// What each step of the picture adds.
        steps: Vec<Layer>,
        /// What the picture does not show.
        remark: Option<String>,
        /// What was noticed in the text of the graph.
        notes: Vec<String>,
        /// The graph as a Python dictionary; empty for a large one.
        python: String,
    }
    /// A play that refutes a strategy.
    Refutation {
        /// Its states.
        play: Vec<String>,
        /// The state that it comes back to, if it never ends.
        back_to: Option<String>,
    }
    /// What `graph --check --json` prints.
    CheckRecord {
        /// The strategy wins.
        winning: bool,
        /// A play that refutes it, if it does not.
        refutation: Option<Refutation>,
    }
    /// A strategy tried.
    CheckShown {
        /// Whether it wins.
        #[serde(flatten)]
        record: CheckRecord,
        /// The same as a sentence.
        sentence: String,
    }
    /// A value that became known in a search.
    Step {
        /// The moves that lead to the node.
        path: String,
        /// What the search returned there.
        value: Number,
        /// Alpha and beta on entry, if the search was alpha-beta.
        window: Option<[Number; 2]>,
        /// The condition that cut the moves left.
        cut: Option<String>,
        /// The same as a sentence.
        sentence: String,
        /// Nodes visited so far.
        visited: u64,
    }
    /// A search, explained.
    TreeShown {
        /// What `tree --json` prints.
        record: TreeRecord,
        /// The values in the order in which they became known; none of a large tree.
        steps: Vec<Step>,
        /// What the picture does not show.
        remark: Option<String>,
    }
    /// Matches of every depth of the first against every depth of the second.
    MatchesShown {
        /// Games of each match.
        games: u64,
        /// The first at each depth.
        rows: Vec<String>,
        /// The second at each depth.
        columns: Vec<String>,
        /// The matches, row by row.
        cells: Vec<MatchRecord>,
    }
    /// A table in figures.
    Figures {
        /// What `table info --json` prints.
        record: TableRecord,
    }
    /// What `perft --json` prints.
    Counted {
        /// Sequences of exactly so many plies.
        nodes: u64,
        /// The same behind each first move, if it was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        moves: Option<Map<String, Value>>,
    }
    /// A place in a picture.
    Spot {
        /// What is there.
        name: String,
        /// Its left edge.
        x: f64,
        /// Its upper edge.
        y: f64,
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
    }
    /// A picture beside an answer.
    Picture {
        /// Places that can be chosen.
        spots: Vec<Spot>,
        /// The width.
        width: f64,
        /// The height.
        height: f64,
        /// The last step.
        last: u32,
        /// The picture; elements with data-from and data-to are seen only at the steps between the two.
        svg: String,
    }
}

impl Estimated {
    /// The estimates with their sentence.
    pub fn of(found: &Estimates, sentence: String) -> Estimated {
        let moves = found.moves.iter().map(|(name, value)| MoveEstimate { name: name.clone(), value: *value });
        Estimated {
            value: found.value,
            depth: found.depth,
            heuristic: found.heuristic.clone(),
            best: found.best.clone(),
            moves: moves.collect(),
            sentence,
        }
    }
}
