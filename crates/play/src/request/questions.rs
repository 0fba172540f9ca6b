//! The types of all questions. They need serde alone, so that a description of them is generated without the solvers.

use serde::{Deserialize, Deserializer, Serialize};
use std::path::PathBuf;

/// A language people read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Lang {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// French.
    #[serde(rename = "fr")]
    French,
}

/// Reads a text; a blank one is none.
fn unless_blank<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::deserialize(from)?.filter(|text: &String| !text.trim().is_empty()))
}

macro_rules! questions {
    ($($(#[$about:meta])* $name:ident $(, $game:ident)? { $($(#[$of_field:meta])* $field:ident: $type:ty,)* })*) => { $(
        $(#[$about])*
        #[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// A game by its string, such as connect4, connect4:5x4 or nim:9,take=1-2.
            $(#[serde($game)])?
            pub game: String,
            $($(#[$of_field])* pub $field: $type,)*
            /// A position in the game's notation; the start if absent.
            #[serde(default, deserialize_with = "unless_blank", skip_serializing_if = "Option::is_none")]
            pub position: Option<String>,
            /// Moves from there, as the game writes them or separated by spaces.
            #[serde(default, deserialize_with = "unless_blank", skip_serializing_if = "Option::is_none")]
            pub moves: Option<String>,
            /// Language of sentences.
            #[serde(default)]
            pub lang: Lang,
        }

        impl Asked for $name {
            fn place(&self) -> Place<'_> {
                Place { game: &self.game, position: self.position.as_deref(), moves: self.moves.as_deref() }
            }
            fn lang(&self) -> Lang {
                self.lang
            }
        }
    )* };
}

/// A position: a game, a text in its notation, and moves from there.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The game by its string.
    pub game: &'a str,
    /// The position; none: the start.
    pub position: Option<&'a str>,
    /// The moves; none: no move.
    pub moves: Option<&'a str>,
}

/// What all questions have in common.
pub trait Asked {
    /// The position asked about.
    fn place(&self) -> Place<'_>;
    /// The language of the answer's sentences.
    fn lang(&self) -> Lang;
}

questions! {
    /// A position: its board and its moves.
    At {}
    /// The exact value of a position, its best moves and a principal line.
    Solve {
        /// Win, draw or loss only, and one move that keeps it, without distances.
        #[serde(default)]
        outcome: bool,
    }
    /// The best estimate within a time or to a depth, one ply deeper each time.
    Search {
        /// Plies to look ahead, at most.
        depth: Option<u32>,
        /// For no longer than this; 5 s if neither a depth nor a time is given.
        seconds: Option<f64>,
        /// The heuristic, such as zero, cells or alignments=0/1/4/9; the game's first if absent.
        heuristic: Option<String>,
    }
    /// The number of sequences of exactly so many plies.
    Perft {
        /// Plies.
        depth: u32,
        /// Also the number behind each first move.
        #[serde(default)]
        divide: bool,
    }
    /// Random plays: who wins how often, branching factor, length.
    Stats {
        /// Number of plays.
        games: u64,
        /// Determines every random choice.
        #[serde(default)]
        seed: u64,
    }
    /// The move of a machine.
    Choose {
        /// The machine, such as random, perfect or minimax:depth=4,heuristic=cells.
        player: String,
        /// Determines every random choice.
        #[serde(default)]
        seed: u64,
    }
    /// A game graph, pasted or unfolded from a position; with a strategy, if one is to be checked.
    Graph, default {
        /// A pasted graph: Python dictionary, .arena, JSON, matrix or DOT.
        text: Option<String>,
        /// The format of the text, if it is not to be guessed.
        from: Option<String>,
        /// Who owns a state v, as a rule such as v < 4.
        #[serde(default, deserialize_with = "unless_blank")]
        owner: Option<String>,
        /// Who cannot move wins.
        #[serde(default)]
        misere: bool,
        /// The initial state.
        #[serde(default, deserialize_with = "unless_blank")]
        start: Option<String>,
        /// Most states to unfold; what fits the memory if absent.
        states: Option<u64>,
        /// Names of the players, such as Alice/Bob.
        names: Option<String>,
        /// What the columns of the picture count: rank, ply or left.
        columns: Option<String>,
        /// Each step of the picture shows all layers up to it.
        #[serde(default)]
        cumulative: bool,
        /// Draw this player's attractor and strategy only: 1 or 2.
        attractor: Option<u8>,
        /// Draw small boards instead of names.
        #[serde(default)]
        boards: bool,
        /// Draw the states nearest to this one.
        around: Option<String>,
        /// Draw at most so many states.
        vertices: Option<usize>,
        /// What stands above the picture; the game's name if absent.
        title: Option<String>,
        /// The strategy to check: lines NAME -> NAME, or first, last, optimal, always=MOVE.
        strategy: Option<String>,
        /// Whose strategy it is: 1 or 2.
        player: Option<u8>,
        /// The picture without what is to be found: an exercise.
        #[serde(default)]
        blank: bool,
    }
    /// A search to a depth, explained.
    Tree, default {
        /// A tree given by hand, as JSON.
        tree: Option<String>,
        /// Plies to look ahead; 0 is the heuristic's value of the position.
        depth: u32,
        /// minimax or alpha-beta; minimax if absent.
        algorithm: Option<String>,
        /// The heuristic, such as zero, cells or alignments=0/1/4/9; the game's first if absent.
        heuristic: Option<String>,
        /// Moves allowed, for both, at every node: 3,4,5.
        #[serde(default, deserialize_with = "unless_blank")]
        only: Option<String>,
        /// Most nodes to show.
        most: Option<u64>,
        /// Leave the tree out: value, best moves and counts only.
        #[serde(default)]
        summary: bool,
        /// Levels below the root to draw; what a picture holds if absent.
        levels: Option<usize>,
        /// Draw small boards above the nodes.
        #[serde(default)]
        boards: bool,
        /// Names of the players, such as Alice/Bob.
        names: Option<String>,
        /// What stands above the picture; the game's name if absent.
        title: Option<String>,
        /// The picture without what is to be found: an exercise.
        #[serde(default)]
        blank: bool,
    }
    /// Games between two machines; depth=1-4 measures every depth against every depth.
    Match {
        /// Begins.
        first: String,
        /// Answers.
        second: String,
        /// Number of games; 100 if absent.
        games: Option<u64>,
        /// Every other game begins with the second.
        #[serde(default)]
        swap: bool,
        /// Determines every game.
        #[serde(default)]
        seed: u64,
    }
    /// What a table says of a position of its game.
    Probe, skip {}
    /// Builds a table of every position that can be reached, in a folder, or goes on with one.
    TableBuild {
        /// The folder of the finished table.
        out: PathBuf,
        /// Where work in progress is kept; beside the table if absent.
        scratch: Option<PathBuf>,
    }
    /// Learns the weights of a heuristic from positions that are reached from here.
    Tune {
        /// A heuristic with weights; the game's first such if absent.
        heuristic: Option<String>,
        /// Where results come from: exact or selfplay.
        from: String,
        /// Positions to learn from.
        positions: u64,
        /// Games of the match against the weights set by hand.
        games: u64,
        /// Plies that the players look ahead.
        depth: u32,
        /// Determines every random choice.
        #[serde(default)]
        seed: u64,
        /// The file that gets the weights.
        out: Option<String>,
    }
}

macro_rules! plain_questions {
    ($($(#[$about:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident: $type:ty,)* })*) => { $(
        $(#[$about])*
        #[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$of_field])* pub $field: $type,)*
        }
    )* };
}

// Those that name a file are refused wherever files may not be named.
plain_questions! {
    /// Who wins on boards of every size, whoever begins.
    Sizes {
        /// The game without its size.
        game: String,
        /// The largest board; the game's usual one if absent.
        to: Option<String>,
        /// Win, draw or loss only, without distances.
        outcome: bool,
    }
    /// The exact values of many positions.
    Batch {
        /// The game.
        game: String,
        /// A file, each line of which holds a position's moves. `-` is standard input.
        file: String,
        /// Win, draw or loss only, without distances.
        outcome: bool,
    }
    /// The check of a certificate.
    Verify {
        /// The certificate. `-` is standard input.
        file: String,
    }
    /// The figures of a table.
    TableInfo {
        /// The table's folder.
        table: PathBuf,
    }
    /// The check of a table: its whole file, and values against those of the successors.
    TableVerify {
        /// The table's folder.
        table: PathBuf,
        /// Entries to compare; all if absent.
        sample: Option<u64>,
        /// Determines which entries are compared.
        seed: u64,
    }
    /// A table as a Parquet file, a row for each entry: `position`, `turn`, `outcome`, `draw`, `plies`, `images`.
    TableExport {
        /// The table's folder.
        table: PathBuf,
        /// The file; one that is there is replaced. `-` is standard output.
        out: String,
    }
    /// Builds an opening book, or goes on with one.
    BookBuild {
        /// The game.
        game: String,
        /// Plies from the start.
        plies: u32,
        /// The file; work in progress is kept beside it.
        out: PathBuf,
    }
    /// The figures of an opening book.
    BookInfo {
        /// The book.
        book: PathBuf,
    }
    /// The check of an opening book: every position against its successors, and some solved again.
    BookVerify {
        /// The book.
        book: PathBuf,
        /// Positions of the last ply to solve again.
        sample: usize,
        /// Determines which positions are solved again.
        seed: u64,
    }
}

/// The games that can be opened: all, or one.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The only game to list, by name.
    pub game: Option<String>,
}

/// Everything that a page asks about games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// The board, what can be played, and how play ended if it has.
    Board(At),
    /// The exact value of the position and of every move.
    Analysis(At),
    /// How the value went along the moves.
    History(At),
    /// The move of a machine.
    Choose(Choose),
    /// A graph, solved and drawn.
    Graph(Graph),
    /// A strategy tried.
    Check(Graph),
    /// A search, explained.
    Tree(Tree),
    /// Games between machines.
    Match(Match),
}
