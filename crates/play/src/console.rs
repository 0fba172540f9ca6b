//! A game at the terminal: a person against a machine, or any two.

use crate::{
    Effort, PlayerKind, PlayerSpec, Session,
    matches::LONGEST,
    visible::{self, Terminal},
    words::Words,
};
use attractor_game::{Error, Player, Rng};
use std::io::{self, BufRead, Write};

/// Who sits where, and what it may cost.
pub struct Table<'a> {
    /// The players, in the order of play.
    pub players: [PlayerSpec; 2],
    /// Determines the choices of machines.
    pub seed: u64,
    /// What a machine's move may cost.
    pub effort: Effort<'a>,
    /// The language.
    pub words: &'a Words,
}

/// How a game at the terminal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// Played to its end.
    Finished,
    /// Somebody resigned.
    Resigned {
        /// The other player.
        winner: Player,
    },
    /// The input ended, or the person quit.
    Quit,
    /// Two machines had played as many plies as a match allows.
    GivenUp,
}

/// Plays a game, reading moves from `input` and showing the board on `output`.
///
/// What comes from files and from people is shown with hidden characters escaped. Besides moves a person may type `undo`, `hint`, `moves`, `resign`, `help` and `quit`, or the same in French.
pub fn run(
    session: &mut dyn Session,
    table: &Table<'_>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Left, ConsoleError> {
    let words = table.words;
    let output = &mut Terminal::new(output);
    let mut rng = Rng::new(table.seed);
    let beginner = session.turn();
    let machines = table.players.iter().all(|player| *player.kind() != PlayerKind::Human);
    let mut plies = 0;
    let player = |session: &dyn Session| &table.players[usize::from(session.turn() != beginner)];
    writeln!(output, "{}", words.say("play-begin", &[("game", &session.spec()), ("help", &"help")]))?;
    loop {
        writeln!(output, "\n{}\n", visible::diagram(session))?;
        if let Some(finish) = session.finished() {
            let text = match finish.winner {
                Some(winner) => words.say("play-won", &[("player", &winner)]),
                None => words.say("play-drawn", &[]),
            };
            writeln!(output, "{text}")?;
            if let Some(margin) = finish.margin {
                writeln!(output, "{}", words.say("play-margin", &[("margin", &format!("{margin:+}"))]))?;
            }
            return Ok(Left::Finished);
        }
        let turn = session.turn();
        let seated = player(session);
        if *seated.kind() != PlayerKind::Human {
            if plies >= LONGEST && machines {
                writeln!(output, "{}", words.say("play-given-up", &[("plies", &plies)]))?;
                return Ok(Left::GivenUp);
            }
            plies += 1;
            let chosen = session.choose(seated, &table.effort, &mut rng)?;
            let said = words.say("play-machine", &[("player", &turn), ("who", seated), ("move", &chosen)]);
            writeln!(output, "{said}")?;
            session.play(&chosen)?;
            continue;
        }
        write!(output, "{} ", words.say("play-prompt", &[("player", &turn)]))?;
        output.flush()?;
        let mut typed = String::new();
        if input.read_line(&mut typed)? == 0 {
            writeln!(output)?;
            return Ok(Left::Quit);
        }
        match typed.trim() {
            "" => {}
            "quit" | "q" | "quitter" => return Ok(Left::Quit),
            "resign" | "abandonner" => {
                writeln!(output, "{}", words.say("play-resigned", &[("player", &turn), ("winner", &turn.other())]))?;
                return Ok(Left::Resigned { winner: turn.other() });
            }
            "help" | "?" | "aide" => writeln!(output, "{}", words.say("play-help", &[]))?,
            "moves" | "coups" => writeln!(output, "{}", visible::piece(&session.moves().join(" ")))?,
            "undo" | "annuler" => {
                // Back to the person's own last move: past the machine's answers.
                let mut undone = session.undo();
                while undone && *player(session).kind() != PlayerKind::Human && session.undo() {}
                if undone && *player(session).kind() != PlayerKind::Human {
                    undone = false;
                }
                if !undone {
                    writeln!(output, "{}", words.say("play-no-undo", &[]))?;
                }
            }
            "hint" | "conseil" => match hint(session, &table.effort, &mut rng) {
                Ok((chosen, exact)) => {
                    let id = if exact { "play-hint" } else { "play-hint-estimate" };
                    writeln!(output, "{}", words.say(id, &[("move", &chosen)]))?;
                }
                Err(error) => writeln!(output, "{}", words.error(&error))?,
            },
            name => {
                if let Err(error) = session.play(name) {
                    writeln!(output, "{}", words.error(&error))?;
                    if let Some(word) = error.suggestion() {
                        writeln!(output, "{}", words.say("did-you-mean", &[("word", &word)]))?;
                    }
                }
            }
        }
    }
}

/// A good move, and whether it is known to be best: exact where a little memory is enough for it, else by search.
fn hint(session: &dyn Session, effort: &Effort<'_>, rng: &mut Rng) -> Result<(String, bool), Error> {
    let little = Effort { memory: effort.memory.min(64 << 20), ..*effort };
    if let Ok(exact) = session.choose(&"perfect".parse()?, &little, rng) {
        return Ok((exact, true));
    }
    Ok((session.choose(&"minimax:depth=4".parse()?, effort, rng)?, false))
}

/// What may go wrong at the terminal.
#[derive(Debug)]
pub enum ConsoleError {
    /// The terminal.
    Io(io::Error),
    /// A player.
    Game(Error),
}

impl From<io::Error> for ConsoleError {
    fn from(e: io::Error) -> Self {
        ConsoleError::Io(e)
    }
}
impl From<Error> for ConsoleError {
    fn from(e: Error) -> Self {
        ConsoleError::Game(e)
    }
}
impl std::fmt::Display for ConsoleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ConsoleError::Io(e) => e.fmt(f),
            ConsoleError::Game(e) => e.fmt(f),
        }
    }
}
impl std::error::Error for ConsoleError {}
