//! A game with its types erased, as every surface uses it. [`Session`] is the sum of one trait for each kind of question.

use crate::{
    Analysis, Estimates, FamilyRecord, MatchRecord, MatchRequest, MoveValue, PlayerSpec, Searched, Solved, Stage,
    Stats, TableRow, TreeRecord, TuneRequest, Tuned, ValueRecord, Verdict,
};
use attractor_game::{Board, Error, Player, Rng, laws};
use attractor_solve::{
    graph::{Arena, Strategy},
    search::{
        Algorithm, Progress,
        book::{Book, Checked},
    },
    table::{self, Table},
};
use std::{io::Write, path::Path, sync::atomic::AtomicBool, time::Duration};

/// How much an answer may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// Bytes that tables may take.
    pub memory: u64,
    /// Threads to use.
    pub threads: usize,
    /// Gives up soon after this becomes true.
    pub stop: Option<&'a AtomicBool>,
    /// Hears how far a search is.
    pub progress: Option<&'a Progress>,
    /// Answers what it holds at once; it must be a book of the game.
    pub book: Option<&'a Book>,
    /// Answers what it holds at once; it must be a table of the game.
    pub table: Option<&'a Table>,
}

impl Effort<'_> {
    /// Bytes that a thread of the engine may keep for itself: a near table, values of parts of a board.
    const PER_THREAD: u64 = 8 << 20;

    /// Returns the threads to use, fewer where the memory does not allow what each keeps for itself.
    pub(crate) fn engine_threads(&self) -> usize {
        let within = (self.memory / Effort::PER_THREAD).max(1);
        self.threads.min(usize::try_from(within).unwrap_or(usize::MAX))
    }
}

impl Default for Effort<'_> {
    /// One gibibyte, one thread, no book, no table.
    fn default() -> Self {
        Effort { memory: 1 << 30, threads: 1, stop: None, progress: None, book: None, table: None }
    }
}

/// Work on a table: what it may cost, where it is done, and who hears of it.
#[derive(Clone, Copy)]
pub struct TableRequest<'a> {
    /// Memory, threads, and when to stop.
    pub effort: Effort<'a>,
    /// Where work in progress is kept; beside the table if none is given.
    pub scratch: Option<&'a Path>,
    /// Hears how far it is.
    pub tell: &'a (dyn Fn(table::Progress) + Sync),
}

/// How a finished play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Who won; none: a draw.
    pub winner: Option<Player>,
    /// By how much player 1 is ahead, in games that count a margin.
    pub margin: Option<i32>,
}

/// A search with an estimate, to a depth or for a time.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// Plies to look ahead, at most.
    pub depth: u32,
    /// For no longer than this.
    pub time: Option<Duration>,
    /// The heuristic by name; none: the game's first.
    pub heuristic: Option<&'a str>,
    /// Memory, threads, and when to stop.
    pub effort: Effort<'a>,
}

/// A tree to draw or to print.
#[derive(Clone, Debug)]
pub struct TreeRequest<'a> {
    /// Plies to look ahead.
    pub depth: u32,
    /// Min-max or alpha-beta.
    pub algorithm: Algorithm,
    /// The heuristic by name; none: the game's first.
    pub heuristic: Option<&'a str>,
    /// Moves allowed for both, at every node, by name; none: all.
    pub only: Option<&'a str>,
    /// Most nodes to keep.
    pub most: u64,
    /// Keep the tree, and not only its value.
    pub record: bool,
    /// Alpha-beta remembers positions within so many bytes; a tree that is kept shows all that it visits, and does not.
    pub remember: Option<u64>,
    /// Count the nodes of the whole tree where alpha-beta visits fewer.
    pub count: bool,
    /// Gives up soon after this becomes true.
    pub stop: Option<&'a AtomicBool>,
}

/// The position a session stands at.
pub trait Position: Send + Sync {
    /// The game's name, as it was opened.
    fn spec(&self) -> &str;
    /// Another session of the same game at the same place.
    fn fork(&self) -> Box<dyn Session>;
    /// Who is to move.
    fn turn(&self) -> Player;
    /// The position in one line of text.
    fn position(&self) -> String;
    /// The position as a picture in text.
    fn diagram(&self) -> String;
    /// What a picture of the position shows.
    fn board(&self) -> Board;
    /// The same for another position, if its text can be read.
    fn board_of(&self, position: &str) -> Option<Board>;
    /// Where on the board each legal move is made, if it is made in one place, in the order of [`Position::moves`].
    fn places(&self) -> Vec<Option<(f32, f32)>>;
    /// How many legal moves there are, counted up to `most` and not made into names.
    fn choices(&self, most: usize) -> usize;
    /// The position's text, the same for all positions that a symmetry makes equal.
    fn canonical(&self) -> String;
    /// Legal moves by name.
    fn moves(&self) -> Vec<String>;
    /// The same moves in the same order, as programs call them when they talk to each other.
    fn plain_moves(&self) -> Vec<String>;
    /// How play ended, if it has.
    fn finished(&self) -> Option<Finish>;
}

/// The line of moves that led to the position, and moves from it.
pub trait Playing: Send + Sync {
    /// Moves made so far in this session.
    fn line(&self) -> Vec<String>;
    /// The same as one text that [`Playing::play_line`] reads.
    fn line_text(&self) -> String;
    /// Makes a move.
    fn play(&mut self, name: &str) -> Result<(), Error>;
    /// The same, while `go_on` lets it at each position on the way, the first included; its error ends it.
    fn play_line_while(&mut self, text: &str, go_on: &dyn Fn(&dyn Session) -> Result<(), Error>) -> Result<(), Error>;
    /// Makes several moves, written as the game writes them; all or none.
    fn play_line(&mut self, text: &str) -> Result<(), Error>;
    /// Goes to any position; the line so far is forgotten.
    fn set_position(&mut self, text: &str) -> Result<(), Error>;
    /// Takes the last move back, if there is one.
    fn undo(&mut self) -> bool;
    /// Back to the start.
    fn restart(&mut self);
}

/// Exact values.
pub trait Solving: Send + Sync {
    /// The position's exact value, best moves and principal line.
    fn solve(&self, effort: &Effort<'_>, outcome_only: bool) -> Result<Solved, Error>;
    /// Who wins, without best moves and line, and the positions entered; with the distance where that comes with it.
    fn verdict(&self, effort: &Effort<'_>, outcome_only: bool) -> Result<(Verdict, u64), Error>;
    /// The position's value and the value of every legal move; `tell` hears of each as soon as it is known.
    fn analyse(&self, effort: &Effort<'_>, tell: &mut dyn FnMut(&MoveValue)) -> Result<Analysis, Error>;
    /// What the position is worth as part of a sum, in games that have such values.
    fn combinatorial(&self, stop: Option<&AtomicBool>) -> Result<ValueRecord, Error>;
}

/// Search to a limited depth, with an estimate.
pub trait Searching: Send + Sync {
    /// The game's heuristics by name; the first is used where none is asked for.
    fn heuristics(&self) -> &'static [&'static str];
    /// A search to limited depth, explained.
    fn tree(&self, request: &TreeRequest<'_>) -> Result<TreeRecord, Error>;
    /// The best estimate within a time or depth; `tell` hears of every depth.
    fn search(&self, request: &SearchRequest<'_>, tell: &mut dyn FnMut(&Searched)) -> Result<Searched, Error>;
    /// Estimates of all moves by the game's first heuristic, at the largest depth that time allows for all of them; none if
    /// play is over, or if there is no time for the first ply.
    fn estimates(&self, effort: &Effort<'_>, time: Duration) -> Result<Option<Estimates>, Error>;
}

/// Sequences of moves: all of them, or random ones.
pub trait Counting: Send + Sync {
    /// Number of sequences of exactly that many plies from here.
    fn perft(&self, depth: u32, stop: Option<&AtomicBool>) -> Result<u64, Error>;
    /// Random plays from here.
    fn stats(
        &self,
        plays: u64,
        seed: u64,
        stop: Option<&AtomicBool>,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Stats, Error>;
}

/// The graph of all positions reachable from the position.
pub trait Graphs: Send + Sync {
    /// The arena of all positions reachable from here, named by their texts.
    fn unfold(&self, most: Option<u64>, effort: &Effort<'_>, tell: &mut dyn FnMut(u64, u64)) -> Result<Arena, Error>;
    /// On an arena unfolded from here: make the move of that name wherever it is legal, else the first.
    fn always(&self, arena: &Arena, name: &str, stop: Option<&AtomicBool>) -> Result<Strategy, Error>;
}

/// Machines at the board.
pub trait Machines: Send + Sync {
    /// The move that a machine makes here.
    fn choose(&self, player: &PlayerSpec, effort: &Effort<'_>, rng: &mut Rng) -> Result<String, Error>;
    /// Plays games between two machines from here.
    fn matches(&self, request: &MatchRequest<'_>, tell: &(dyn Fn(u64) + Sync)) -> Result<MatchRecord, Error>;
}

/// Weights of heuristics.
pub trait Learning: Send + Sync {
    /// Learns the weights of a heuristic from positions reached from here. `tell` hears what is done of each stage.
    fn tune(&self, request: &TuneRequest<'_>, tell: &(dyn Fn(Stage, u64, u64) + Sync)) -> Result<Tuned, Error>;
}

/// Opening books.
pub trait Books: Send + Sync {
    /// Builds the book of the first plies of the game in a file, or goes on with one; `tell` hears how many positions
    /// are solved, of how many.
    fn build_book(
        &self,
        out: &Path,
        plies: u32,
        effort: &Effort<'_>,
        tell: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Book, Error>;
    /// What a book alone says of the position, and the best moves as far as it knows them; none if it is not there.
    fn probe_book(&self, book: &Book) -> Result<Option<Solved>, Error>;
    /// Checks every position of a book against its successors, and a sample of the last ply by search.
    fn check_book(
        &self,
        book: &Book,
        sample: usize,
        seed: u64,
        effort: &Effort<'_>,
        tell: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Checked, Error>;
}

/// Solved tables.
pub trait Tables: Send + Sync {
    /// Solves every position that can be reached from here, in a folder; or goes on with that.
    fn build_table(&self, out: &Path, request: &TableRequest<'_>) -> Result<Table, Error>;
    /// The same as one of several processes; the first of them has the table in the end.
    fn build_table_together(
        &self,
        out: &Path,
        request: &TableRequest<'_>,
        crew: &table::Crew<'_>,
    ) -> Result<Option<Table>, Error>;
    /// What building that will take, as far as it is known before.
    fn plan_table(&self, request: &TableRequest<'_>) -> Result<table::Plan, Error>;
    /// Whether the table can be used here: it is one of this game, or of an endgame of it. An error if not.
    fn accepts_table(&self, table: &Table) -> Result<(), Error>;
    /// What a table alone says of the position; none if it is not there.
    fn probe_table(&self, table: &Table) -> Result<Option<Solved>, Error>;
    /// Checks all of a table's values, or a sample, against those of the successors.
    fn check_table(
        &self,
        table: &Table,
        sample: Option<u64>,
        seed: u64,
        request: &TableRequest<'_>,
    ) -> Result<table::Checked, Error>;
    /// Writes a table as a Parquet file, a row for each entry: `position`, `turn`, `outcome`, `draw`, `plies`, `images`.
    /// Returns the number of rows. An [`Error`] comes inside the one that is returned.
    fn export_table(
        &self,
        table: &Table,
        out: &mut (dyn Write + Send),
        request: &TableRequest<'_>,
    ) -> std::io::Result<u64>;
    /// Hands over each entry of a table; returns their number.
    fn read_table(
        &self,
        table: &Table,
        request: &TableRequest<'_>,
        row: &mut dyn FnMut(TableRow),
    ) -> Result<u64, Error>;
    /// Whether a table of the game called `table` is one of an endgame of this game, and can be asked here.
    fn has_endgame(&self, table: &str) -> bool;
    /// The positions of a table by family (material, who is to move), for games that have such; by name.
    fn table_families(&self, table: &Table, request: &TableRequest<'_>) -> Result<Vec<FamilyRecord>, Error>;
}

/// Checks of the game itself.
pub trait Checks: Send + Sync {
    /// Checks what the game's tactics claim on every position of the game, if there are at most so many. Returns their
    /// number, 0 if the game has no tactics.
    fn check_tactics(&self, most: u64) -> Result<u64, Error>;
    /// Checks the laws that every game obeys. Returns the number of positions looked at.
    fn laws(&self, effort: laws::Effort) -> Result<usize, Vec<laws::Broken>>;
}

/// A position of a game and the line that led there: all that can be asked about them.
///
/// The methods of its parts are methods of `dyn Session`. For a session of known type, such as [`Line`](crate::Line), import
/// the parts: `use attractor_play::session::*`.
pub trait Session:
    Position + Playing + Solving + Searching + Counting + Graphs + Machines + Learning + Books + Tables + Checks
{
}

impl<S> Session for S where
    S: Position + Playing + Solving + Searching + Counting + Graphs + Machines + Learning + Books + Tables + Checks
{
}
