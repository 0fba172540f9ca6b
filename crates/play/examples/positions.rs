//! Answers questions about positions, one line in and one line of JSON out, for programs that compare our rules and values
//! with those of others (`cargo xtask oracles`).
//!
//! | line | effect |
//! |---|---|
//! | `open SPEC` | opens a game at its start |
//! | `restart` | goes back to the start |
//! | `play MOVE` | makes a move |
//! | `at TEXT` | goes to a position in the game's notation |
//! | `table DIR` | opens the table that values come from |
//! | `value TEXT` | goes to a position and returns what the table says of it |
//!
//! The answer to the first four is the position: `{"position","turn","moves","finished","winner","margin"}`, moves as programs
//! call them. `value` answers `{"winner","outcome","plies"}`, outcome and plies for the player to move. A line that is refused
//! changes nothing and answers `{"error"}`.

use attractor_game::Error;
use attractor_play::{Effort, Session, open};
use attractor_solve::table::Table;
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// What the lines so far have chosen.
#[derive(Default)]
struct State {
    session: Option<Box<dyn Session>>,
    table: Option<Table>,
}

fn fault(sentence: &'static str) -> Error {
    Error::new("example", sentence)
}

/// The position a session is at.
fn here(session: &dyn Session) -> Value {
    let finish = session.finished();
    json!({
        "position": session.position(),
        "turn": session.turn().number(),
        "moves": session.plain_moves(),
        "finished": finish.is_some(),
        "winner": finish.and_then(|finish| finish.winner).map(|player| player.number()),
        "margin": finish.and_then(|finish| finish.margin),
    })
}

impl State {
    fn answer(&mut self, line: &str) -> Result<Value, Error> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "open" => self.session = Some(open(rest)?),
            "table" => {
                self.table = Some(Table::open(rest.as_ref())?);
                return Ok(json!({}));
            }
            _ => {}
        }
        let session = self.session.as_mut().ok_or_else(|| fault("no game is open: expected open SPEC first"))?;
        match word {
            "open" => {}
            "restart" => session.restart(),
            "play" => session.play(rest)?,
            "at" => session.set_position(rest)?,
            "value" => {
                session.set_position(rest)?;
                let table = self.table.as_ref().ok_or_else(|| fault("no table is open: expected table DIR first"))?;
                let (verdict, _) = session.verdict(&Effort { table: Some(table), ..Effort::default() }, false)?;
                return Ok(json!(verdict));
            }
            _ => return Err(fault("expected open, restart, play, at, table or value")),
        }
        Ok(here(session.as_ref()))
    }
}

fn main() -> std::io::Result<()> {
    let mut state = State::default();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let answer = state.answer(line?.trim()).unwrap_or_else(|error| json!({ "error": error.to_string() }));
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
