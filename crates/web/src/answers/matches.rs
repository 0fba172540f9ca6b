//! Games between machines.

use super::Answer;
use crate::{
    jobs::Desk,
    requests::{Match, player, session},
};
use attractor_game::Error;
use attractor_play::{MatchRecord, MatchRequest, PlayerKind, PlayerSpec, Side, pictures, words::Words};
use serde::Deserialize;
use serde_json::{Value, json};

/// Games of one cell, and of all together.
const GAMES: u64 = 100;
const MOST_GAMES: u64 = 100_000;

/// Every depth of the first against every depth of the second.
pub(crate) fn matches(request: &Match, desk: &Desk<'_>) -> Result<Answer, Error> {
    let session = session(&request.game, request.position.as_deref(), request.moves.as_deref(), desk)?;
    let [first, second] = [player(&request.first)?, player(&request.second)?];
    for one in [&first, &second] {
        if *one.kind() == PlayerKind::Human {
            return Err(Error::new("human-not-here", "a person can only sit at the board of the command play"));
        }
    }
    if session.finished().is_some() {
        return Err(Error::new("nothing-to-play", "play is over: there is no move to choose"));
    }
    let games = request.games.unwrap_or(GAMES).max(1);
    let (rows, columns) = (first.depths(), second.depths());
    let total = games.saturating_mul((rows.len() * columns.len()) as u64);
    if total > MOST_GAMES {
        return Err(Error::limit(
            "too-many-games",
            "{games} games are more than the {most} that the page plays at once",
        )
        .arg("games", total)
        .arg("most", MOST_GAMES));
    }
    let mut cells: Vec<MatchRecord> = Vec::new();
    for &p1 in &rows {
        for &p2 in &columns {
            let (first, second) = (first.at_depth(p1), second.at_depth(p2));
            let effort = desk.effort(session.spec());
            let (swap, seed) = (request.swap, request.seed);
            let before = games * cells.len() as u64;
            let request = MatchRequest { first: &first, second: &second, games, swap, seed, effort };
            let tell = |done| desk.progress(|| json!({ "done": before + done, "total": total }));
            cells.push(session.matches(&request, &tell)?);
        }
    }
    let names = |player: &PlayerSpec, depths: &[u32]| -> Vec<String> {
        depths.iter().map(|&depth| player.at_depth(depth).column()).collect()
    };
    Ok(answer(session.spec(), games, names(&first, &rows), names(&second, &columns), &cells, desk.words()))
}

fn answer(
    game: &str,
    games: u64,
    rows: Vec<String>,
    columns: Vec<String>,
    cells: &[MatchRecord],
    words: &Words,
) -> Answer {
    let drawing = pictures::strength(game, &rows, &columns, cells, words);
    Answer::drawn(json!({ "games": games, "rows": rows, "columns": columns, "cells": cells }), drawing)
}

/// A result as the page has it.
#[derive(Deserialize)]
struct Played {
    games: u64,
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    first: Wins,
    second: Wins,
    draws: u64,
    #[serde(default)]
    given_up: u64,
}

#[derive(Deserialize)]
struct Wins {
    wins: u64,
}

/// The picture of a match that was played already.
pub(crate) fn drawn(game: &str, result: Value, words: &Words) -> Result<Answer, Error> {
    let wrong = |why: &dyn std::fmt::Display| {
        Error::new("bad-request", "the request is no JSON of the form that was expected: {why}").arg("why", why)
    };
    let played: Played = serde_json::from_value(result).map_err(|e| wrong(&e))?;
    let Played { games, rows, columns, cells } = played;
    if cells.len() != rows.len() * columns.len() || cells.is_empty() || cells.len() > 400 || games == 0 {
        return Err(wrong(&"cells do not fit rows and columns"));
    }
    let side = |wins: &Wins, given_up: u64| {
        let ended = games.saturating_sub(given_up);
        Side::new(wins.wins.min(ended), ended)
    };
    let cells: Vec<MatchRecord> = cells
        .iter()
        .map(|cell| MatchRecord {
            games,
            first: side(&cell.first, cell.given_up),
            second: side(&cell.second, cell.given_up),
            draws: cell.draws,
            given_up: cell.given_up,
            players: Default::default(),
        })
        .collect();
    Ok(answer(game, games, rows, columns, &cells, words))
}
