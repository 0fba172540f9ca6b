//! The command's help in the language of the messages.

use crate::args::Cli;
use attractor_play::words::{Lang, Words};
use clap::{Command, CommandFactory};

/// The command with its help translated, and the versions of the file formats behind its own.
pub(crate) fn command(words: &Words) -> Command {
    let mut command = negative_numbers(Cli::command().version(version()));
    if words.lang() == Lang::English {
        return command;
    }
    if let Some(about) = words.find("help-attractor", &[]) {
        command = command.about(about);
    }
    commands(command, "", words)
}

/// Numbers below zero are values of the options before them, so that it is said what is wrong with them.
fn negative_numbers(command: Command) -> Command {
    let options = |arg: clap::Arg| match arg.get_action() {
        clap::ArgAction::Set | clap::ArgAction::Append if !arg.is_positional() => match arg.get_id().as_str() {
            // A size such as -1G is no number.
            "memory" => arg.allow_hyphen_values(true),
            _ => arg.allow_negative_numbers(true),
        },
        _ => arg,
    };
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    names.into_iter().fold(command.mut_args(options), |command, name| command.mut_subcommand(&name, negative_numbers))
}

/// The arguments of a command, and the commands below it: `help-COMMAND`, `help-COMMAND-COMMAND`.
fn commands(command: Command, path: &str, words: &Words) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    names.into_iter().fold(arguments(command, words), |command, name| {
        command.mut_subcommand(&name, |sub| {
            let sub = match words.find(&format!("help{path}-{name}"), &[]) {
                Some(about) => sub.about(about),
                None => sub,
            };
            commands(sub, &format!("{path}-{name}"), words)
        })
    })
}

/// Help of each argument: `arg-COMMAND-NAME` where one command means something of its own by it, else `arg-NAME`.
fn arguments(command: Command, words: &Words) -> Command {
    let name = command.get_name().to_owned();
    command.mut_args(|arg| {
        let id = arg.get_id().as_str().replace('_', "-");
        let own = words.find(&format!("arg-{name}-{id}"), &[]);
        match own.or_else(|| words.find(&format!("arg-{id}"), &[])) {
            Some(help) => {
                let arg = arg.help(help);
                match arg.get_help_heading() {
                    Some(_) => arg.help_heading(words.say("help-everywhere", &[])),
                    None => arg,
                }
            }
            None => arg,
        }
    })
}

/// The program's version with those of the formats it writes.
fn version() -> String {
    format!(
        "{} (formats: arena {}, certificate {}, weights {}, book {})",
        env!("CARGO_PKG_VERSION"),
        attractor_solve::graph::format::ARENA_VERSION,
        attractor_play::certificate::VERSION,
        attractor_play::weights::VERSION,
        attractor_solve::search::book::BOOK_VERSION
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_play::words::has_message;

    #[test]
    fn every_command_and_argument_has_french_help() {
        fn look(command: &Command, path: &str, missing: &mut Vec<String>) {
            for sub in command.get_subcommands() {
                let name = sub.get_name();
                let id = format!("help{path}-{name}");
                missing.extend(Some(id).filter(|id| !has_message(Lang::French, id)));
                for arg in sub.get_arguments().filter(|arg| !arg.is_hide_set()) {
                    let id = arg.get_id().as_str().replace('_', "-");
                    let known = has_message(Lang::French, &format!("arg-{id}"))
                        || has_message(Lang::French, &format!("arg-{name}-{id}"));
                    missing.extend(Some(format!("arg-{id}")).filter(|_| !known));
                }
                look(sub, &format!("{path}-{name}"), missing);
            }
        }
        let mut missing = Vec::new();
        look(&Cli::command(), "", &mut missing);
        assert_eq!(missing, Vec::<String>::new());
    }

    #[test]
    fn the_command_is_well_formed() {
        command(&Words::new(Lang::English)).debug_assert();
        command(&Words::new(Lang::French)).debug_assert();
    }
}
