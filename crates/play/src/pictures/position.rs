//! Pictures of positions, plays, matches and tables.

use super::{Drawing, named};
use crate::{Analysis, Finish, HistoryPoint, MatchRecord, Session, TableRecord, words::Words};
use attractor_draw::{
    board::{self as boards, MoveChip, Position},
    chart::{self, Heatmap, Histogram, History, Rate},
};
use attractor_game::{Outcome, Player};
use std::fmt::Display;

fn outcome(word: &str) -> Outcome {
    match word {
        "win" => Outcome::Win,
        "loss" => Outcome::Loss,
        _ => Outcome::Draw,
    }
}

/// The board with the worth of every move.
pub fn analysis(
    session: &dyn Session,
    analysis: &Analysis,
    title: String,
    names: &[String; 2],
    words: &Words,
) -> Drawing {
    let position = &analysis.position;
    let value = words.worth(position.outcome, position.plies, position.margin, position.draw);
    let player = &names[usize::from(position.turn == 2)];
    let chips = analysis.moves.iter().zip(own_places(session)).map(|(m, place)| MoveChip {
        name: m.name.clone(),
        outcome: Some(outcome(m.outcome)),
        words: words.worth(m.outcome, m.plies, m.margin, None),
        short: match (m.margin, m.plies) {
            (Some(margin), _) => margin.to_string().replace('-', "−"),
            (None, Some(plies)) => plies.to_string(),
            (None, None) => "=".to_owned(),
        },
        place,
        best: position.best.contains(&m.name),
    });
    with_chips(session, chips.collect(), title, words.say("solved", &[("player", player), ("value", &value)]))
}

/// The board with a question mark on every move; nothing is solved for it.
pub fn exercise(session: &dyn Session, title: String, names: &[String; 2], words: &Words) -> Drawing {
    let chips = session.moves().into_iter().zip(own_places(session)).map(|(name, place)| MoveChip {
        name,
        outcome: None,
        words: String::new(),
        short: "?".to_owned(),
        place,
        best: false,
    });
    let player = &names[session.turn().index()];
    with_chips(session, chips.collect(), title, words.say("picture-to-move", &[("player", player)]))
}

/// By move, its place on the board, unless others share it: then it cannot say what each is worth.
fn own_places(session: &dyn Session) -> Vec<Option<(f32, f32)>> {
    let places = session.places();
    let alone = |place: &(f32, f32)| places.iter().flatten().filter(|other| *other == place).count() == 1;
    places.iter().map(|place| place.filter(alone)).collect()
}

fn with_chips(session: &dyn Session, moves: Vec<MoveChip>, title: String, said: String) -> Drawing {
    boards::draw(&Position {
        title,
        description: format!("{} {said}", session.position()),
        board: session.board(),
        moves,
        notes: vec![said],
    })
}

/// The board alone, with a spot for each legal move that has a place.
pub fn board(session: &dyn Session, title: &str, words: &Words) -> Drawing {
    let said = match session.finished() {
        None => words.say("picture-to-move", &[("player", &session.turn().number())]),
        Some(Finish { winner: Some(player), .. }) => {
            let name = words.say("picture-player", &[("player", &player.number())]);
            words.say("picture-wins", &[("player", &name)])
        }
        Some(Finish { winner: None, .. }) => words.say("picture-drawn", &[]),
    };
    let (moves, places) = (session.moves(), session.places());
    let placed = moves.iter().zip(places).filter_map(|(name, place)| Some((name.as_str(), place?)));
    boards::bare(title, &format!("{} {said}", session.position()), &session.board(), placed)
}

/// How the value went along a play, from player 1's side; what was not found out is left out. Moves that gave something
/// away are marked as in chess.
pub fn history(points: &[HistoryPoint], moves: &str, title: String, names: &[String; 2], words: &Words) -> Drawing {
    let known = points.iter().filter(|point| point.outcome.is_some()).map(|point| {
        let height = match point.winner {
            Some(1) => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        let mark = if point.blunder { " ??" } else { "" };
        let name = point.name.as_ref().map_or_else(|| words.say("picture-start", &[]), |name| format!("{name}{mark}"));
        (name, height, point.plies.map_or("=".into(), |plies| plies.to_string()))
    });
    let names = named(names, words);
    let wins = |player: Player| words.say("picture-wins", &[("player", &names[player.index()])]);
    chart::history(&History {
        title,
        description: words.say("picture-history", &[("moves", &moves)]),
        heights: [wins(Player::One), words.say("picture-drawn", &[]), wins(Player::Two)],
        points: known.collect(),
    })
}

/// Every depth against every depth.
pub fn strength(game: &str, rows: &[String], columns: &[String], cells: &[MatchRecord], words: &Words) -> Drawing {
    let games = cells.first().map_or(0, |cell| cell.games);
    let args: [(&str, &dyn Display); 2] = [("game", &game), ("games", &games)];
    chart::heatmap(&Heatmap {
        title: words.say("picture-strength", &args),
        description: words.say("picture-strength-told", &[]),
        axes: [words.say("picture-rows", &[]), words.say("picture-columns", &[])],
        rows: rows.to_vec(),
        columns: columns.to_vec(),
        cells: cells.iter().map(|c| Rate { rate: c.first.rate, low: c.first.low, high: c.first.high }).collect(),
        notes: vec![words.say("picture-strength-told", &[])],
    })
}

/// How many positions of a table are decided in how many plies.
pub fn distances(record: &TableRecord, words: &Words) -> Drawing {
    let args: [(&str, &dyn Display); 4] =
        [("positions", &record.positions), ("won", &record.won), ("lost", &record.lost), ("drawn", &record.drawn)];
    chart::histogram(&Histogram {
        title: record.game.clone(),
        description: words.say("picture-distances", &args),
        kinds: [words.say("picture-table-won", &[]), words.say("picture-table-lost", &[])],
        along: words.say("picture-plies", &[]),
        bars: record.distances.clone(),
        notes: vec![words.say("picture-distances", &args)],
    })
}
