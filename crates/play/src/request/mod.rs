//! Questions and answers: what every surface asks, answered in one place.
//!
//! A surface turns its own way of asking (flags, JSON, Python arguments) into a question, opens the position it is about,
//! and shows the answer. What differs between surfaces is in [`Surface`]: what an answer may cost, what may be named, who
//! hears of the progress.
//!
//! ```text
//! questions  the types of all questions          answers    the types of what a page shows
//! place      opening a game at a position        limits     what a question may name, how large an answer may be
//! position   solve, analyse, search, perft, ...  matches    every depth against every depth
//! graph      graphs and strategies               tree       min-max and alpha-beta, step by step
//! games      the list of games
//! table      solved tables on disk               book       opening books
//! many       boards of every size, batches       tune       weights of heuristics
//! verify     checks of files
//! ```
//!
//! ```
//! use attractor_play::request::{Local, Question, Solve};
//! let question = Solve { game: "nim:9,take=1-2".into(), moves: Some("1 2".into()), ..Solve::default() };
//! assert_eq!(question.answer(&Local::default())?.plies, Some(4));
//! # Ok::<(), attractor_game::Error>(())
//! ```

mod answers;
mod book;
mod games;
mod graph;
mod limits;
mod many;
mod matches;
mod page;
mod place;
mod position;
mod questions;
mod table;
mod tree;
mod tune;
mod verify;
mod why;

pub use answers::*;
pub use book::BookChecked;
pub use graph::Source;
pub use limits::Limits;
pub use matches::played;
pub use page::{Page, too_large};
pub use place::{looks_like_file, open_at, open_named, unreadable};
pub use position::{Played, analyse, bad_time, combinatorial, sentence, shown};
pub use questions::*;
pub use table::{Exported, Probed, TableChecked, at_table};
pub use tree::{Explained, Keep};
pub use verify::{CertificateChecked, Verified, Violation};

use crate::{Analysis, Effort, MatchRecord, MoveValue, PlanRecord, Session, SizeRecord, Solved, Stage, words::Words};
use attractor_game::Error;
use attractor_solve::{search::stopped, table::Progress};
use std::sync::{Arc, LazyLock};

/// How far the work on an answer is.
pub enum Update<'a> {
    /// So much is done, of how much if that is known.
    Progress(u64, Option<u64>),
    /// The value of one move of several.
    Move(&'a MoveValue),
    /// A first estimate of what will be known exactly.
    Estimate(&'a Estimated),
    /// One match of several.
    Match(&'a MatchRecord),
    /// What building a table will take, before it begins.
    Plan(&'a PlanRecord),
    /// How far work on a table is.
    Table(Progress),
    /// How far a stage of learning is.
    Stage(Stage, u64, u64),
    /// A board of several by its two sizes; none if the game has no such board.
    Board((usize, usize), Option<&'a SizeRecord>),
    /// A line of a batch and the value of its position.
    Solved(&'a str, &'a Solved),
}

/// Where questions are asked: what an answer may cost and who hears of its progress.
pub trait Surface: Sync {
    /// What a question may name, and how large an answer may be.
    fn limits(&self) -> &Limits;
    /// Memory, threads, when to stop, and who hears how far a search is.
    fn effort(&self) -> Effort<'_>;
    /// The same with what is known already of a game: a book, a table.
    fn knowing(&self, game: &str) -> Result<Effort<'_>, Error>;
    /// The language of sentences and pictures.
    fn words(&self) -> &Words;
    /// Hears how far the work is.
    fn tell(&self, _: Update<'_>) {}
    /// Somebody waits for [`Surface::tell`], and sees an estimate or a plan sooner than the answer.
    fn listens(&self) -> bool {
        false
    }
    /// An answer of which a part was not found within its limits is better than none.
    fn takes_parts(&self) -> bool {
        false
    }
    /// Finds an analysis, or remembers it from an earlier question with the same words.
    fn analysis(
        &self,
        _question: String,
        find: &mut dyn FnMut() -> Result<Analysis, Error>,
    ) -> Result<Arc<Analysis>, Error> {
        find().map(Arc::new)
    }
    /// Returns the error of work that has to end, if it has.
    fn check(&self) -> Result<(), Error> {
        stopped(self.effort().stop)
    }
}

/// A question about a position, which has one answer.
pub trait Question: Asked + Sized {
    /// The answer.
    type Answer;
    /// Answers about the position at which a session stands, whatever position the question names.
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<Self::Answer, Error>;
    /// Opens the position and answers.
    fn answer(&self, surface: &dyn Surface) -> Result<Self::Answer, Error> {
        self.answer_at(open_at(self, surface)?.as_ref(), surface)
    }
}

/// Questions of this program itself: no limit but those of the effort.
#[derive(Default)]
pub struct Local<'a> {
    /// What an answer may cost.
    pub effort: Effort<'a>,
}

impl Surface for Local<'_> {
    fn limits(&self) -> &Limits {
        &Limits::LOCAL
    }
    fn effort(&self) -> Effort<'_> {
        Effort { book: None, table: None, ..self.effort }
    }
    fn knowing(&self, _: &str) -> Result<Effort<'_>, Error> {
        Ok(self.effort)
    }
    fn words(&self) -> &Words {
        static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::new(Lang::English));
        &ENGLISH
    }
}
