//! A board and the truth about its moves.

use super::Answer;
use crate::{
    jobs::Desk,
    requests::{At, Choose, names, player, session},
};
use attractor_game::{Error, Rng};
use attractor_play::{MoveValue, Session, history as along, pictures, words::Words};
use serde_json::{Value, json};
use std::time::Duration;

/// The board, what can be played, and how play ended if it has.
pub(crate) fn position(at: &At, desk: &Desk<'_>) -> Result<Answer, Error> {
    let (session, words) = (at.session(desk)?, desk.words());
    let finished = session.finished().map(|finish| {
        let mut sentence = match finish.winner {
            Some(winner) => words.say("play-won", &[("player", &winner)]),
            None => words.say("play-drawn", &[]),
        };
        if let Some(margin) = finish.margin {
            sentence += &format!(" {}", words.say("play-margin", &[("margin", &format!("{margin:+}"))]));
        }
        json!({ "winner": finish.winner.map(|p| p.number()), "margin": finish.margin, "sentence": sentence })
    });
    let record = json!({
        "game": session.spec(), "position": session.position(), "turn": session.turn().number(),
        "line": session.line(), "text": session.line_text(), "finished": finished, "moves": session.moves(),
        "heuristics": session.heuristics(), "diagram": session.diagram(),
    });
    Ok(Answer::drawn(record, pictures::board(session.as_ref(), session.spec(), words)))
}

/// The bare board, for export.
pub(crate) fn board(at: &At, desk: &Desk<'_>) -> Result<Answer, Error> {
    position(at, desk)
}

/// A move's value with its words.
fn shown(m: &MoveValue, words: &Words) -> Value {
    let short = match (m.margin, m.plies) {
        (Some(margin), _) => margin.to_string().replace('-', "−"),
        (None, Some(plies)) => plies.to_string(),
        (None, None) => "=".to_owned(),
    };
    json!({
        "move": m.name, "outcome": m.outcome, "plies": m.plies, "margin": m.margin,
        "words": words.worth(m.outcome, m.plies, m.margin, None), "short": short,
    })
}

/// The exact value of the position and of every move; before that, to whoever listens, an estimate.
pub(crate) fn analyse(at: &At, desk: &Desk<'_>) -> Result<Answer, Error> {
    let (session, words) = (at.session(desk)?, desk.words());
    let question = format!("{}\n{}", session.spec(), session.position());
    let effort = desk.effort(session.spec());
    let analysis = match desk.house.remembered(&question) {
        Some(known) => known,
        None => {
            if desk.heard() {
                estimate(session.as_ref(), desk);
            }
            let found = session.analyse(&effort, &mut |m| desk.tell("move", shown(m, words)))?;
            desk.house.remember(question, found)
        }
    };
    let solved = &analysis.position;
    let worth = words.worth(solved.outcome, solved.plies, solved.margin, solved.draw);
    let moves: Vec<Value> = analysis.moves.iter().map(|m| shown(m, words)).collect();
    let record = json!({
        "position": solved, "moves": moves,
        "sentence": words.say("solved", &[("player", &solved.turn), ("value", &worth)]),
    });
    let title = session.spec().to_owned();
    let drawing = pictures::analysis(session.as_ref(), &analysis, title, &names(None)?, words);
    Ok(Answer::drawn(record, drawing))
}

/// Milliseconds for an estimate.
const ESTIMATE: u64 = 100;

/// What a short look ahead thinks of the position and of its moves. It is only told: whoever needs it sees it sooner than the truth.
fn estimate(session: &dyn Session, desk: &Desk<'_>) {
    let found = session.estimates(&desk.effort_of_a_glance(), Duration::from_millis(ESTIMATE));
    let Ok(Some(found)) = found else { return };
    let words = desk.words();
    let args: [(&str, &dyn std::fmt::Display); 3] =
        [("value", &found.value), ("heuristic", &found.heuristic), ("depth", &found.depth)];
    let moves: Vec<Value> = found.moves.iter().map(|(name, value)| json!({ "move": name, "value": value })).collect();
    desk.tell(
        "estimate",
        json!({
            "value": found.value, "depth": found.depth, "heuristic": found.heuristic, "best": found.best,
            "moves": moves, "sentence": words.say("searched", &args),
        }),
    );
}

/// The move of a machine.
pub(crate) fn choose(request: &Choose, desk: &Desk<'_>) -> Result<Answer, Error> {
    let session = session(&request.game, request.position.as_deref(), request.moves.as_deref(), desk)?;
    let player = player(&request.player)?;
    let chosen = session.choose(&player, &desk.effort(session.spec()), &mut Rng::new(request.seed))?;
    Ok(Answer::data(json!({ "move": chosen })))
}

/// How the value went along the moves.
pub(crate) fn history(at: &At, desk: &Desk<'_>) -> Result<Answer, Error> {
    let (mut session, words) = (at.session(desk)?, desk.words());
    let spec = session.spec().to_owned();
    let (points, failed) = along(session.as_mut(), &desk.effort(&spec), &mut |done, total| {
        desk.progress(|| json!({ "done": done, "total": total }));
    })?;
    if let Some(error) = failed.filter(|_| desk.again()) {
        return Err(error);
    }
    let shown = points.iter().map(|point| {
        let mut fields = json!(point);
        let said = point.outcome.map(|outcome| {
            let worth = words.worth(outcome, point.plies, None, None);
            words.say("solved", &[("player", &point.turn), ("value", &worth)])
        });
        fields["known"] = point.outcome.is_some().into();
        fields["words"] = said.unwrap_or_default().into();
        fields
    });
    let record = json!({ "points": shown.collect::<Vec<Value>>() });
    Ok(Answer::drawn(record, pictures::history(&points, &session.line_text(), spec, &names(None)?, words)))
}
