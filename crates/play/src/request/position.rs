//! Questions about a position: its board, its exact value, estimates, counts, and the move of a machine.

use super::{
    Analysed, At, Choose, Chosen, Counted, Estimated, Finished, History, MoveShown, Page, Perft, PointShown, Position,
    Question, Search, Solve, Stats, Surface, Update, open_at,
};
use crate::{
    Analysis, Effort, MoveValue, SearchRequest, Searched, Session, Solved, TABLE_3, Table3, ValueRecord,
    history as along, pictures,
    words::{Words, player_names},
};
use attractor_game::{Error, Rng};
use attractor_solve::search::stopped;
use serde::Serialize;
use serde_json::{Map, json};
use std::{fmt::Display, time::Duration};

impl Question for Solve {
    type Answer = Solved;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<Solved, Error> {
        session.solve(&surface.knowing(session.spec())?, self.outcome)
    }
}

/// The value of a position and of every move.
pub fn analyse(session: &dyn Session, surface: &dyn Surface) -> Result<Analysis, Error> {
    session.analyse(&surface.knowing(session.spec())?, &mut |value| surface.tell(Update::Move(value)))
}

/// What a position is worth as part of a sum.
pub fn combinatorial(session: &dyn Session, surface: &dyn Surface) -> Result<ValueRecord, Error> {
    session.combinatorial(surface.effort().stop)
}

/// Seconds that a search may be asked for, some thirty years: clocks cannot show any time.
const MOST_SECONDS: f64 = 1e9;
/// Seconds of a search that is given neither a depth nor a time.
const USUAL_SECONDS: f64 = 5.0;

/// A number of seconds, which must be one.
fn time(seconds: f64) -> Result<Duration, Error> {
    if seconds > 0.0 && seconds <= MOST_SECONDS {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(bad_time(seconds))
}

/// The error of a number of seconds that is none.
pub fn bad_time(seconds: f64) -> Error {
    Error::new("bad-time", "--seconds is a number such as 0.5, not {seconds}")
        .arg("seconds", format_args!("{seconds:?}"))
}

impl Question for Search {
    type Answer = Searched;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<Searched, Error> {
        let usual = if self.depth.is_none() { Some(USUAL_SECONDS) } else { None };
        let time = self.seconds.or(usual).map(time).transpose()?;
        let heuristic = self.heuristic.as_deref().map(|text| surface.limits().heuristic(text)).transpose()?;
        let (depth, effort) = (self.depth.unwrap_or(u32::MAX), surface.knowing(session.spec())?);
        session.search(&SearchRequest { depth, time, heuristic, effort }, &mut |_| {})
    }
}

impl Question for Perft {
    type Answer = Counted;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<Counted, Error> {
        let stop = surface.effort().stop;
        let mut moves = self.divide.then(Map::new);
        if let Some(moves) = moves.as_mut().filter(|_| self.depth > 0) {
            let mut session = session.fork();
            for name in session.moves() {
                stopped(stop)?;
                session.play(&name)?;
                let behind = session.perft(self.depth - 1, stop)?;
                session.undo();
                moves.insert(name, behind.into());
            }
        }
        Ok(Counted { nodes: session.perft(self.depth, stop)?, moves })
    }
}

/// What `stats --json` prints: random plays, and what the lecture notes say of the game.
#[derive(Clone, Serialize, Debug)]
pub struct Played {
    /// The plays.
    #[serde(flatten)]
    pub stats: crate::Stats,
    /// A row of the notes' table, which speaks of the usual boards only.
    pub notes: Option<&'static Table3>,
}

impl Question for Stats {
    type Answer = Played;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<Played, Error> {
        let tell = &mut |done| surface.tell(Update::Progress(done, Some(self.games)));
        let stats = session.stats(self.games, self.seed, surface.effort().stop, tell)?;
        Ok(Played { stats, notes: TABLE_3.iter().find(|row| row.game == session.spec()) })
    }
}

impl Question for Choose {
    type Answer = String;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<String, Error> {
        let player = surface.limits().player(&self.player)?;
        session.choose(&player, &surface.knowing(session.spec())?, &mut Rng::new(self.seed))
    }
}

/// How a finished play ended, as sentences; none while play goes on.
fn ended(session: &dyn Session, words: &Words) -> Option<Finished> {
    session.finished().map(|finish| {
        let mut sentence = match finish.winner {
            Some(winner) => words.say("play-won", &[("player", &winner)]),
            None => words.say("play-drawn", &[]),
        };
        if let Some(margin) = finish.margin {
            sentence += &format!(" {}", words.say("play-margin", &[("margin", &format!("{margin:+}"))]));
        }
        Finished { winner: finish.winner.map(|p| p.number()), margin: finish.margin, sentence }
    })
}

/// The board, what can be played, and how play ended if it has.
pub(super) fn board(at: &At, surface: &dyn Surface) -> Result<Page, Error> {
    let (session, words) = (open_at(at, surface)?, surface.words());
    let position = Position {
        game: session.spec().to_owned(),
        position: session.position(),
        turn: session.turn().number(),
        line: session.line(),
        text: session.line_text(),
        finished: ended(session.as_ref(), words),
        moves: session.moves(),
        heuristics: session.heuristics().iter().map(|name| (*name).to_owned()).collect(),
        diagram: session.diagram(),
    };
    Ok(Page::drawn(&position, pictures::board(session.as_ref(), session.spec(), words)))
}

/// A move's value with its words.
pub fn shown(value: &MoveValue, words: &Words) -> MoveShown {
    let short = match (value.margin, value.plies) {
        (Some(margin), _) => margin.to_string().replace('-', "−"),
        (None, Some(plies)) => plies.to_string(),
        (None, None) => "=".to_owned(),
    };
    let said = words.worth(value.outcome, value.plies, value.margin, None);
    MoveShown { value: value.clone(), words: said, short }
}

/// What a solved position is worth to the player to move, as a sentence.
pub fn sentence(solved: &Solved, words: &Words) -> String {
    let worth = words.worth(solved.outcome, solved.plies, solved.margin, solved.draw);
    words.say("solved", &[("player", &solved.turn), ("value", &worth)])
}

/// The exact value of the position and of every move; before that, to whoever listens, an estimate.
pub(super) fn analysis(at: &At, surface: &dyn Surface) -> Result<Page, Error> {
    let (session, words) = (open_at(at, surface)?, surface.words());
    let question = format!("{}\n{}", session.spec(), session.position());
    let analysis = surface.analysis(question, &mut || {
        if surface.listens() {
            estimate(session.as_ref(), surface);
        }
        analyse(session.as_ref(), surface)
    })?;
    let (position, sentence) = (analysis.position.clone(), sentence(&analysis.position, words));
    let moves = analysis.moves.iter().map(|value| shown(value, words)).collect();
    let title = session.spec().to_owned();
    let drawing = pictures::analysis(session.as_ref(), &analysis, title, &player_names("1/2")?, words);
    Ok(Page::drawn(&Analysed { position, moves, sentence }, drawing))
}

/// Milliseconds for an estimate.
const ESTIMATE: u64 = 100;
/// Bytes for an estimate.
const LITTLE: u64 = 1 << 20;

/// What a short look ahead thinks of the position and of its moves. It is only told: whoever needs it sees it sooner than the truth.
fn estimate(session: &dyn Session, surface: &dyn Surface) {
    let effort = Effort { memory: LITTLE, threads: 1, stop: surface.effort().stop, ..Effort::default() };
    let Ok(Some(found)) = session.estimates(&effort, Duration::from_millis(ESTIMATE)) else { return };
    let args: [(&str, &dyn Display); 3] =
        [("value", &found.value), ("heuristic", &found.heuristic), ("depth", &found.depth)];
    surface.tell(Update::Estimate(&Estimated::of(&found, surface.words().say("searched", &args))));
}

/// The move of a machine.
pub(super) fn choose(choose: &Choose, surface: &dyn Surface) -> Result<Page, Error> {
    Ok(Page::data(&Chosen { name: choose.answer(surface)? }))
}

/// How the value went along the moves.
pub(super) fn history(at: &At, surface: &dyn Surface) -> Result<Page, Error> {
    let (mut session, words) = (open_at(at, surface)?, surface.words());
    let spec = session.spec().to_owned();
    let (points, failed) = along(session.as_mut(), &surface.knowing(&spec)?, &mut |done, total| {
        surface.tell(Update::Progress(done as u64, Some(total as u64)));
    })?;
    if let Some(error) = failed.filter(|_| !surface.takes_parts()) {
        return Err(error);
    }
    let shown = points.iter().map(|point| {
        let said = point.outcome.map(|outcome| {
            let worth = words.worth(outcome, point.plies, None, None);
            words.say("solved", &[("player", &point.turn), ("value", &worth)])
        });
        PointShown { point: point.clone(), known: point.outcome.is_some(), words: said.unwrap_or_default() }
    });
    let record = json!(History { points: shown.collect() });
    let drawing = pictures::history(&points, &session.line_text(), spec, &player_names("1/2")?, words);
    Ok(Page::drawn(&record, drawing))
}
