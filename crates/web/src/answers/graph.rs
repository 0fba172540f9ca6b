//! Game graphs: attractors layer by layer, why a state is in one, strategies and what refutes them.

use super::{Answer, python};
use crate::{
    jobs::Desk,
    requests::{GraphAt, names, session},
};
use attractor_game::{Error, Player};
use attractor_play::{
    GraphRecord, Report, Session, given,
    pictures::{self, GraphPicture},
    words::Words,
};
use attractor_solve::graph::{
    Arena, End, Strategy,
    format::{self, OwnerRule, Reading},
    refute,
};
use serde_json::{Value, json};

/// States, and steps, that are told one by one.
const TOLD: usize = 5_000;
/// Moves of a graph whose states are told one by one; of a larger one the first moves of a state.
const TOLD_MOVES: u64 = 50_000;
const FIRST_MOVES: usize = 200;

/// A graph with where it came from.
struct Source {
    arena: Arena,
    session: Option<Box<dyn Session>>,
    notes: Vec<String>,
}

fn load(request: &GraphAt, desk: &Desk<'_>) -> Result<Source, Error> {
    let most = desk.house.config.states;
    let too_many = || {
        Error::limit("states-for-page", "the graph has more than the {most} states that the page takes")
            .arg("most", most)
    };
    let (arena, session, notes) = match (&request.text, &request.game) {
        (Some(text), _) => {
            let reading = Reading {
                format: request.from.as_deref().map(str::parse).transpose()?,
                owner: request.owner.as_deref().filter(|o| !o.trim().is_empty()).map(OwnerRule::parse).transpose()?,
                misere: request.misere,
                start: request.start.clone().filter(|start| !start.trim().is_empty()),
            };
            let read = format::read_text(text, "text", &reading)?;
            let notes = read.notes.iter().map(|note| desk.words().error(note)).collect();
            (read.arena, None, notes)
        }
        (None, Some(game)) => {
            let session = session(game, request.position.as_deref(), request.moves.as_deref(), desk)?;
            let effort = desk.effort(session.spec());
            let arena = session.unfold(Some(most), &effort, &mut |found, _| {
                desk.progress(|| json!({ "done": found, "total": Value::Null }));
            });
            // Whoever looks at a page cannot allow more.
            let arena = arena.map_err(|e| if e.id() == "too-many-states" { too_many() } else { e })?;
            (arena, Some(session), Vec::new())
        }
        (None, None) => return Err(Error::new("nothing-given", "the request names neither a game nor a text")),
    };
    if arena.len() as u64 > most {
        return Err(too_many());
    }
    let moves = desk.house.config.moves;
    if arena.move_count() > moves {
        return Err(Error::limit("moves-for-page", "the graph has more than the {most} moves that the page takes")
            .arg("most", moves));
    }
    desk.check()?;
    if arena.is_empty() {
        return Err(Error::new("no-states", "the graph has no states"));
    }
    Ok(Source { arena, session, notes })
}

fn number(player: Option<u8>) -> Result<Option<Player>, Error> {
    player
        .map(|n| {
            Player::from_number(n.into())
                .ok_or_else(|| Error::new("bad-player", "a player is 1 or 2, not {player}").arg("player", n))
        })
        .transpose()
}

/// The graph, solved and drawn.
pub(crate) fn graph(request: &GraphAt, desk: &Desk<'_>) -> Result<Answer, Error> {
    let words = desk.words();
    let (players, attractor_of) = (names(request.names.as_deref())?, number(request.attractor)?);
    let Source { arena, session, notes } = load(request, desk)?;
    let report = Report::of(arena)?;
    desk.check()?;
    let (drawing, remark) = picture(request, &report, session.as_deref(), None, &[], desk)?;
    let arena = &report.arena;
    desk.check()?;
    let told = arena.len() <= TOLD && arena.move_count() <= TOLD_MOVES;
    let record = if told { json!(report.record()?) } else { json!(GraphRecord::summary(arena, &report.attractors)) };
    let shown = if told { usize::MAX } else { FIRST_MOVES };
    let why = Why { report: &report, names: &players, words, shown };
    // Of very many, those that are drawn.
    let vertices: Vec<Value> = if told {
        arena.vertices().map(|v| why.vertex(v)).collect()
    } else {
        drawing.spots.iter().filter_map(|spot| Some(why.vertex(arena.find_vertex(&spot.name).ok()?))).collect()
    };
    let steps = why.layers(drawing.last().min(TOLD as u32), attractor_of);
    let mut written = Vec::new();
    let python = if told && format::write(arena, format::Format::Python, &mut written).is_ok() {
        String::from_utf8_lossy(&written).into_owned()
    } else {
        String::new()
    };
    let record = json!({
        "record": record, "vertices": vertices, "steps": steps, "remark": remark, "notes": notes, "python": python,
    });
    Ok(Answer { record, drawing: Some(drawing), python })
}

fn picture(
    request: &GraphAt,
    report: &Report,
    session: Option<&dyn Session>,
    given: Option<(&Strategy, Player)>,
    play: &[u32],
    desk: &Desk<'_>,
) -> Result<(pictures::Drawing, Option<String>), Error> {
    let title = session.map_or(String::new(), |session| session.spec().to_owned());
    pictures::graph(
        &GraphPicture {
            arena: &report.arena,
            attractors: &report.attractors,
            strategy: given.map_or(&report.strategy, |(strategy, _)| strategy),
            strategy_of: given.map(|(_, player)| player),
            attractor_of: number(request.attractor)?,
            play,
            columns: request.columns.as_deref().unwrap_or("rank").parse()?,
            boards: session.filter(|_| request.boards),
            blank: request.blank,
            cumulative: request.cumulative,
            names: &names(request.names.as_deref())?,
            around: request.around.as_deref().map(|name| report.arena.find_vertex(name)).transpose()?,
            most: None,
            title,
        },
        desk.words(),
    )
}

/// A strategy tried: it wins, or a play refutes it.
pub(crate) fn check(request: &GraphAt, desk: &Desk<'_>) -> Result<Answer, Error> {
    let words = desk.words();
    let players = names(request.names.as_deref())?;
    let player = number(request.player)?.unwrap_or(Player::One);
    let Source { arena, session, .. } = load(request, desk)?;
    let text = request.strategy.as_deref().unwrap_or("").trim();
    let strategy = match given::strategy_by_rule(text, &arena, session.as_deref(), desk.stop()) {
        Some(strategy) => strategy?,
        None if text.contains("->") || text.is_empty() => given::strategy_from_text(text, "strategy", &arena)?,
        None => return Err(given::unknown_rule(text, session.is_some())),
    };
    let refutation = refute(&arena, &strategy, player)?;
    let name = &players[player.index()];
    let label = |v: u32| arena.label(v).into_owned();
    let mut path = Vec::new();
    let (sentence, told) = match &refutation {
        None => (words.say("strategy-wins", &[("player", name)]), Value::Null),
        Some(found) => {
            path.clone_from(&found.play);
            path.extend(found.back_to.map(|i| found.play[i]));
            let play: Vec<String> = found.play.iter().map(|&v| label(v)).collect();
            let joined = play.join(" -> ");
            let back_to = found.back_to.map(|i| play[i].clone());
            let sentence = match &back_to {
                Some(again) => {
                    let args: [(&str, &dyn std::fmt::Display); 3] =
                        [("player", name), ("play", &joined), ("again", again)];
                    words.say("strategy-endless", &args)
                }
                None => words.say("strategy-refuted", &[("player", name), ("play", &joined)]),
            };
            (sentence, json!({ "play": play, "back_to": back_to }))
        }
    };
    let record = json!({ "winning": refutation.is_none(), "refutation": told, "sentence": sentence });
    let report = Report::of(arena)?;
    let (drawing, _) = picture(request, &report, session.as_deref(), Some((&strategy, player)), &path, desk)?;
    let python = format!("data = {}\n", python(&record));
    Ok(Answer { record, drawing: Some(drawing), python })
}

/// Says why a state is where it is.
struct Why<'a> {
    report: &'a Report,
    names: &'a [String; 2],
    words: &'a Words,
    /// Moves of a state that are told.
    shown: usize,
}

/// Names that are said in one sentence.
const SAID: usize = 12;

impl Why<'_> {
    fn set(&self, vertices: &[u32]) -> String {
        let names: Vec<_> = vertices.iter().take(SAID).map(|&v| self.report.arena.label(v)).collect();
        let more = if vertices.len() > SAID { ", ..." } else { "" };
        format!("{{{}{more}}}", names.join(", "))
    }

    fn vertex(&self, v: u32) -> Value {
        let Report { arena, attractors, .. } = self.report;
        let successors: Vec<_> = arena.successors(v).iter().take(self.shown).map(|&w| arena.label(w)).collect();
        json!({
            "name": arena.label(v), "owner": arena.owner(v).number(),
            "winner": attractors.winner(v).map(Player::number), "rank": attractors.rank(v),
            "successors": successors, "why": self.why(v),
        })
    }

    /// `4 belongs to 2, and all its successors {2} are in A_1 of 1.`
    fn why(&self, v: u32) -> String {
        let Report { arena, attractors, strategy, .. } = self.report;
        let (state, owner) = (arena.label(v), arena.owner(v));
        let named = |player: Player| &self.names[player.index()];
        let next = arena.successors(v);
        if next.is_empty() {
            return match arena.end(v).map(End::winner) {
                Some(Some(winner)) => self.words.say("page-why-won", &[("state", &state), ("player", named(winner))]),
                _ => self.words.say("page-why-drawn-end", &[("state", &state)]),
            };
        }
        let Some((winner, rank)) = attractors.winner(v).zip(attractors.rank(v)) else {
            let stays: Vec<u32> = next.iter().copied().filter(|&w| attractors.winner(w).is_none()).collect();
            let args: [(&str, &dyn std::fmt::Display); 4] = [
                ("state", &state),
                ("owner", named(owner)),
                ("other", named(owner.other())),
                ("successors", &self.set(&stays)),
            ];
            return self.words.say("page-why-drawn", &args);
        };
        let before = rank.saturating_sub(1);
        if owner == winner {
            let to = strategy.at(v).map_or_else(String::new, |w| arena.label(w).into_owned());
            let args: [(&str, &dyn std::fmt::Display); 5] = [
                ("state", &state),
                ("owner", named(owner)),
                ("successor", &to),
                ("rank", &before),
                ("player", named(winner)),
            ];
            self.words.say("page-why-own", &args)
        } else {
            let args: [(&str, &dyn std::fmt::Display); 5] = [
                ("state", &state),
                ("owner", named(owner)),
                ("successors", &self.set(next)),
                ("rank", &before),
                ("player", named(winner)),
            ];
            self.words.say("page-why-forced", &args)
        }
    }

    /// What each step adds, up to the last.
    fn layers(&self, last: u32, of: Option<Player>) -> Vec<Value> {
        let players = Player::BOTH.into_iter().filter(|player| of.is_none_or(|of| of == *player));
        let mut all: Vec<_> = players.map(|player| (player, self.report.attractors.layers(player), 0)).collect();
        let mut steps = Vec::new();
        for n in 0..=last {
            let mut said = Vec::new();
            for (player, layers, count) in &mut all {
                let mut added = layers.get_mut(n as usize).map(std::mem::take).unwrap_or_default();
                added.sort_unstable();
                *count += added.len();
                let args: [(&str, &dyn std::fmt::Display); 4] = [
                    ("rank", &n),
                    ("player", &self.names[player.index()]),
                    ("states", &self.set(&added)),
                    ("count", &*count),
                ];
                let id = match (n, added.is_empty()) {
                    (_, true) => "page-layer-nothing",
                    (0, _) => "page-layer-first",
                    _ => "page-layer",
                };
                said.push(self.words.say(id, &args));
            }
            steps.push(json!({ "sentence": said.join(" ") }));
        }
        steps
    }
}
