//! The command `attractor`. Data goes to standard output, messages and progress to standard error.
//!
//! Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 a limit was reached.

mod args;
mod ask;
mod bench;
mod book;
mod crew;
mod draw;
mod files;
mod graph;
mod meta;
mod serve;
mod show;
mod sizes;
mod speak;
mod table;
mod translate;
mod tune;

use args::{Cli, Command};
use attractor_game::{Error, Kind};
use attractor_memory::Counting;
use attractor_play::{
    request::{Sizes, Verify},
    visible,
    words::{Lang, Words},
};
use clap::{
    FromArgMatches,
    builder::StyledStr,
    error::{ContextKind, ContextValue},
};
use show::Console;
use std::process::ExitCode;

/// Counts what is allocated, so that `--memory` is kept by what nobody accounts for as well.
#[global_allocator]
static COUNTING: Counting = Counting;

/// How a command ended.
pub(crate) enum Answer {
    /// Done.
    Done,
    /// The answer is no.
    No,
}

/// Why a command could not be carried out.
pub(crate) enum Failure {
    /// Bad input, or a limit.
    Told(Error),
    /// Whoever read our output has gone away.
    ReaderGone,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Told(error)
    }
}

fn main() -> ExitCode {
    let typed: Vec<std::ffi::OsString> = std::env::args_os().collect();
    let words = Words::new(language(&typed));
    let matches = match translate::command(&words).try_get_matches_from(&typed) {
        Ok(matches) => matches,
        Err(error) => misused(error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => misused(error),
    };
    let console = match Console::new(&cli.common, words) {
        Ok(console) => console,
        Err((words, error)) => {
            eprint!("{}", show::error(&words, &error));
            return ExitCode::from(2);
        }
    };
    let more_states = match &cli.command {
        Command::Graph(args) if args.states.is_some() => "advice-states",
        Command::Graph(_) => "advice-states-memory",
        _ => "advice-memory",
    };
    match run(cli.command, &console) {
        Ok(Answer::Done) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Told(error)) => {
            let code = match error.kind() {
                Kind::Input => 2,
                Kind::Limit => 3,
            };
            let remedy = match error.id() {
                "too-many-states" => Some(more_states),
                "memory-exceeded" => Some("advice-memory"),
                _ => None,
            };
            console.tell(error, remedy);
            ExitCode::from(code)
        }
    }
}

fn run(command: Command, console: &Console) -> Result<Answer, Failure> {
    match command {
        Command::Games { game } => meta::games(console, game.as_deref()),
        Command::Solve { at, outcome, batch } => ask::solve(console, &at, outcome, batch.as_deref()),
        Command::Analyse { at, picture, history, names } => ask::analyse(console, &at, &picture, history, &names),
        Command::Value { at } => ask::combinatorial(console, &at),
        Command::Sizes { game, to, outcome } => sizes::sizes(console, &Sizes { game, to, outcome }),
        Command::Graph(args) => graph::graph(console, &args),
        Command::Verify { file } => graph::verify(console, &Verify { file }),
        Command::Tree { at, depth, algorithm, heuristic, only, most, summary, picture, boards, names, levels } => {
            let request = ask::TreeArgs { depth, algorithm, heuristic, only, most, summary };
            ask::tree(console, &at, request, &draw::TreeDraw { picture, boards, names, levels })
        }
        Command::Search { at, depth, seconds, heuristic } => ask::search(console, &at, depth, seconds, heuristic),
        Command::Perft { at, depth, divide } => ask::perft(console, &at, depth, divide),
        Command::Stats { at, games } => ask::stats(console, &at, games),
        Command::Play { at, first, second } => ask::play(console, &at, &first, &second),
        Command::Match { at, first, second, games, swap, draw } => {
            ask::matches(console, &at, [first, second], games, swap, draw.as_deref())
        }
        Command::Tune(args) => tune::tune(console, &args),
        Command::Book(command) => book::book(console, command),
        Command::Table(command) => table::table(console, command),
        Command::Speak { protocol, spec, player } => {
            speak::speak(console, &protocol, spec.as_deref(), player.as_deref())
        }
        Command::Serve(args) => serve::serve(console, &args),
        Command::Bench { names, long } => bench::bench(console, &names, long),
        Command::Completions { shell } => meta::completions(console, shell),
        Command::Man { out } => meta::man(console, out.as_deref()),
    }
}

/// Prints what is wrong with the words typed, or the help asked for, and ends the program. What was typed is shown with
/// hidden characters escaped.
fn misused(mut error: clap::Error) -> ! {
    let shown = |text: &str| visible::piece(text).into_owned();
    let values: Vec<(ContextKind, ContextValue)> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in values {
        match value {
            ContextValue::String(text) => error.insert(kind, ContextValue::String(shown(&text))),
            ContextValue::Strings(texts) => {
                error.insert(kind, ContextValue::Strings(texts.iter().map(|text| shown(text)).collect()))
            }
            // Suggestions repeat what was typed.
            ContextValue::StyledStrs(texts) => {
                let texts = texts.iter().map(|text| StyledStr::from(shown(&text.to_string()))).collect();
                error.insert(kind, ContextValue::StyledStrs(texts))
            }
            _ => None,
        };
    }
    error.exit()
}

/// The language asked for on the command line, before the rest of it is understood; else that of the environment.
fn language(typed: &[std::ffi::OsString]) -> Lang {
    let mut words = typed.iter().skip(1).map(|w| w.to_string_lossy());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--lang") {
            Some("") => words.next().map(|w| w.into_owned()),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(lang) = value.and_then(|v| v.parse().ok()) {
            return lang;
        }
    }
    Lang::from_environment(|name| std::env::var(name).ok())
}
