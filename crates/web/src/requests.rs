//! What can be asked, read from JSON. Nothing in a request leads to the file system: games that are read from files and
//! weights in files are refused.

use crate::{faults::Fault, jobs::Desk};
use attractor_game::{Error, Place};
use attractor_play::{PlayerSpec, Session, open, words::Lang};
use axum::http::StatusCode;
use serde::{Deserialize, de::DeserializeOwned};
use std::cell::Cell;

/// A request that says which language its answer is in.
pub(crate) trait Request: DeserializeOwned + Send + Sync + 'static {
    fn lang(&self) -> Lang;
}

/// Reads a request.
pub(crate) fn read<R: Request>(body: &[u8]) -> Result<R, Fault> {
    let wrong = |why: &dyn std::fmt::Display| {
        Error::new("bad-request", "the request is no JSON of the form that was expected: {why}").arg("why", why)
    };
    let text = std::str::from_utf8(body).map_err(|e| Fault::new(StatusCode::BAD_REQUEST, wrong(&e)))?;
    serde_json::from_str(text).map_err(|e| {
        let line = text.lines().nth(e.line().saturating_sub(1)).unwrap_or("").chars().take(200).collect();
        let place = Place { source: "request".into(), line: e.line(), column: e.column(), width: 1, text: line };
        Fault::new(StatusCode::BAD_REQUEST, wrong(&e).at(place))
    })
}

/// The language of an answer.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    #[default]
    En,
    Fr,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Lang {
        match language {
            Language::En => Lang::English,
            Language::Fr => Lang::French,
        }
    }
}

macro_rules! requests {
    ($($(#[$told:meta])* $name:ident { $($(#[$how:meta])* $field:ident: $type:ty,)* })*) => { $(
        $(#[$told])*
        #[derive(Clone, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$how])* pub(crate) $field: $type,)*
            #[serde(default)]
            lang: Language,
        }
        impl Request for $name {
            fn lang(&self) -> Lang {
                self.lang.into()
            }
        }
    )* };
}

requests! {
    /// A position: a game, a text, and moves from there.
    At {
        game: String,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Option<String>,
    }
    /// The move of a machine.
    Choose {
        game: String,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Option<String>,
        player: String,
        #[serde(default)]
        seed: u64,
    }
    /// A game graph, pasted or unfolded; with a strategy, if one is to be checked.
    GraphAt {
        #[serde(default)]
        text: Option<String>,
        #[serde(default)]
        from: Option<String>,
        #[serde(default)]
        owner: Option<String>,
        #[serde(default)]
        misere: bool,
        #[serde(default)]
        start: Option<String>,
        #[serde(default)]
        game: Option<String>,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Option<String>,
        #[serde(default)]
        names: Option<String>,
        #[serde(default)]
        columns: Option<String>,
        #[serde(default)]
        cumulative: bool,
        #[serde(default)]
        attractor: Option<u8>,
        #[serde(default)]
        boards: bool,
        #[serde(default)]
        around: Option<String>,
        #[serde(default)]
        strategy: Option<String>,
        #[serde(default)]
        player: Option<u8>,
        #[serde(default)]
        blank: bool,
    }
    /// A search, explained.
    TreeAt {
        #[serde(default)]
        tree: Option<String>,
        #[serde(default)]
        game: Option<String>,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Option<String>,
        depth: u32,
        #[serde(default)]
        algorithm: Option<String>,
        #[serde(default)]
        heuristic: Option<String>,
        #[serde(default)]
        only: Option<String>,
        #[serde(default)]
        levels: Option<usize>,
        #[serde(default)]
        boards: bool,
        #[serde(default)]
        names: Option<String>,
        #[serde(default)]
        blank: bool,
    }
    /// Games between machines.
    Match {
        game: String,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Option<String>,
        first: String,
        second: String,
        #[serde(default)]
        games: Option<u64>,
        #[serde(default)]
        swap: bool,
        #[serde(default)]
        seed: u64,
    }
    /// A table asked about a position of its game.
    Probe {
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Option<String>,
    }
    /// A table in figures.
    Figures {
        table: String,
    }
}

/// Moves that a request may hold.
const LONGEST: usize = 20_000;
/// Moves that a position may have, and pieces on its board: what a page can show.
const SHOWN: usize = 2_000;
/// Moves of all positions on the way to it: each has a name that is compared.
const PASSED: usize = 1_000_000;

/// The session at a position.
pub(crate) fn session(
    game: &str,
    position: Option<&str>,
    moves: Option<&str>,
    desk: &Desk<'_>,
) -> Result<Box<dyn Session>, Error> {
    let name = game.split([':', ',']).next().unwrap_or("").trim();
    if matches!(name, "graph" | "tree") {
        return Err(Error::new(
            "files-not-here",
            "{game} would be read from a file, which the page does not do; paste its text instead",
        )
        .arg("game", name));
    }
    let long = |text: &str| text.len() > LONGEST;
    if long(game) || position.is_some_and(long) || moves.is_some_and(long) {
        return Err(Error::limit("too-long", "a game, a position or its moves have more than {most} letters")
            .arg("most", LONGEST));
    }
    let mut session = open(game)?;
    if let Some(position) = position.filter(|p| !p.trim().is_empty()) {
        session.set_position(position)?;
    }
    let too_large = |session: &dyn Session| {
        Error::limit("too-large", "{game} has more than {most} moves or pieces at once: too many for a page")
            .arg("game", session.spec())
            .arg("most", SHOWN)
    };
    let passed = Cell::new(0);
    let go_on = |session: &dyn Session| {
        desk.check()?;
        passed.set(passed.get() + session.choices(PASSED));
        if passed.get() > PASSED { Err(too_large(session)) } else { Ok(()) }
    };
    session.play_line_while(moves.filter(|m| !m.trim().is_empty()).unwrap_or(""), &go_on)?;
    // How many there are is known before they are made.
    if session.choices(SHOWN + 1) > SHOWN || session.board().pieces.len() > SHOWN {
        return Err(too_large(session.as_ref()));
    }
    Ok(session)
}

impl At {
    pub(crate) fn new(game: &str, position: Option<&str>, moves: Option<&str>) -> At {
        let (position, moves) = (position.map(str::to_owned), moves.map(str::to_owned));
        At { game: game.to_owned(), position, moves, lang: Language::En }
    }

    pub(crate) fn session(&self, desk: &Desk<'_>) -> Result<Box<dyn Session>, Error> {
        session(&self.game, self.position.as_deref(), self.moves.as_deref(), desk)
    }
}

/// A heuristic that names no file.
pub(crate) fn heuristic(text: &str) -> Result<&str, Error> {
    if text.contains('@') {
        return Err(Error::new("weights-not-here", "{text} names a file of weights, which the page does not read")
            .arg("text", text));
    }
    Ok(text)
}

/// The longest that a machine of the page may think of a move, in plies.
const DEEPEST: u32 = 20;

/// A machine.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, Error> {
    let player: PlayerSpec = heuristic(text)?.parse()?;
    if player.kind().is_program() {
        return Err(Error::new("program-not-here", "{player} would start a program, which the page does not do")
            .arg("player", text));
    }
    if matches!(player.kind(), attractor_play::PlayerKind::Minimax | attractor_play::PlayerKind::Careless)
        && player.depths().iter().any(|depth| *depth > DEEPEST)
    {
        return Err(
            Error::limit("too-deep-here", "the page's machines look at most {most} plies ahead").arg("most", DEEPEST)
        );
    }
    Ok(player)
}

/// `Alice/Bob`; 1 and 2 if nothing is said.
pub(crate) fn names(text: Option<&str>) -> Result<[String; 2], Error> {
    attractor_play::words::player_names(text.unwrap_or("1/2"))
}
