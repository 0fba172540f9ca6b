//! The one door for every surface: a game is opened by its name and becomes a [`Session`], whose types are erased once
//! per action of a person, never per node of a search.
//!
//! ```
//! use attractor_play::{Effort, open};
//! let mut session = open("nim:9,take=1-2")?;
//! session.play_line("1 2")?;
//! let solved = session.solve(&Effort::default(), false)?;
//! assert_eq!((solved.outcome, solved.plies, solved.best), ("loss", Some(4), vec!["1".into(), "2".into()]));
//! # Ok::<(), attractor_game::Error>(())
//! ```

pub mod bench;
mod book;
pub mod certificate;
pub mod console;
mod estimates;
mod export;
pub mod files;
pub mod given;
mod history;
pub mod knowledge;
mod line;
mod matches;
mod outcomes;
pub mod pictures;
mod players;
pub mod program;
mod records;
mod registry;
mod report;
pub mod request;
pub mod session;
mod sizes;
mod soundness;
mod stats;
mod table;
mod thinking;
mod truth;
mod tune;
pub mod visible;
pub mod weights;
pub mod words;

pub use book::{BookRecord, full_name};
pub use export::TableRow;
pub use history::history;
pub use line::Line;
pub use matches::{MatchRequest, wilson};
pub use players::{PLAYERS, PlayerKind, PlayerSpec};
pub use records::{
    Analysis, Estimates, FamilyRecord, GraphRecord, HistoryPoint, MatchRecord, MoveValue, NodeRecord, Number,
    PlanRecord, Searched, Side, Solved, Stats, Table3, TableRecord, TreeRecord, ValueRecord, Verdict,
};
pub use registry::{Entry, GAMES, Phrase, entry, graph_file, open, open_tree};
pub use report::Report;
pub use session::{Effort, Finish, SearchRequest, Session, TableRequest, TreeRequest};
pub use sizes::{Boards, SizeRecord, class};
pub use stats::TABLE_3;
pub use tune::{Compared, Mean, Source, Stage, TuneRequest, Tuned};
