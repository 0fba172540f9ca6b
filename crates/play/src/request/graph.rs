//! Game graphs: read or unfolded, solved, drawn; and strategies tried on them.

use super::{
    Asked, CheckRecord, CheckShown, Graph, GraphShown, Page, Refutation, Surface, Update, open_at, page, tree,
    why::{TOLD, Why},
};
use crate::{
    GraphRecord, Report, Session, given,
    pictures::{self, Drawing, GraphPicture},
    words::{Words, player_names},
};
use attractor_game::{Error, Player};
use attractor_solve::graph::{
    self, Arena, Attractors, Strategy,
    format::{self, OwnerRule, Reading},
    refute,
};
use serde_json::json;
use std::fmt::Display;

/// Moves of a graph whose states are told one by one; of a larger one the first moves of a state.
const TOLD_MOVES: u64 = 50_000;
const FIRST_MOVES: usize = 200;

/// A graph with where it came from.
pub struct Source {
    /// The graph.
    pub arena: Arena,
    /// The game that it was unfolded from.
    pub session: Option<Box<dyn Session>>,
    /// What was noticed in its text.
    pub notes: Vec<Error>,
}

/// The player of that number, if there is one.
fn number(player: Option<u8>) -> Result<Option<Player>, Error> {
    let wrong = |n| Error::new("bad-player", "a player is 1 or 2, not {player}").arg("player", n);
    player.map(|n| Player::from_number(n.into()).ok_or_else(|| wrong(n))).transpose()
}

impl Graph {
    /// How a text is to be read.
    pub fn reading(&self) -> Result<Reading, Error> {
        Ok(Reading {
            format: self.from.as_deref().map(str::parse).transpose()?,
            owner: self.owner.as_deref().map(OwnerRule::parse).transpose()?,
            misere: self.misere,
            start: self.start.clone(),
        })
    }

    /// The names of the players.
    pub fn names(&self) -> Result<[String; 2], Error> {
        player_names(self.names.as_deref().unwrap_or("1/2"))
    }

    /// Unfolds the game.
    pub fn unfold(&self, surface: &dyn Surface) -> Result<Source, Error> {
        let session = open_at(self, surface)?;
        let effort = surface.effort();
        let most = self.states.into_iter().chain(surface.limits().states).min();
        let arena = session.unfold(most, &effort, &mut |found, _| surface.tell(Update::Progress(found, None)));
        // Whoever looks at a page cannot allow more.
        let arena = arena.map_err(|e| if e.id() == "too-many-states" { too_many(e, surface) } else { e })?;
        Ok(Source { arena, session: Some(session), notes: Vec::new() })
    }

    /// Reads the text or unfolds the game.
    pub fn load(&self, surface: &dyn Surface) -> Result<Source, Error> {
        let source = match &self.text {
            Some(text) => {
                let read = format::read_text(text, "text", &self.reading()?)?;
                Source { arena: read.arena, session: None, notes: read.notes }
            }
            None if self.place().game.is_empty() => return Err(tree::nothing_given()),
            None => self.unfold(surface)?,
        };
        let (arena, limits) = (&source.arena, surface.limits());
        if limits.states.is_some_and(|most| arena.len() as u64 > most) {
            return Err(states_for_page(limits.states));
        }
        if arena.move_count() > limits.moves {
            return Err(Error::limit("moves-for-page", "the graph has more than the {most} moves that the page takes")
                .arg("most", limits.moves));
        }
        surface.check()?;
        if arena.is_empty() {
            return Err(Error::new("no-states", "the graph has no states"));
        }
        Ok(source)
    }

    /// The picture, and a remark if it does not show all; with a strategy of a player or the optimal one of both, and a play.
    #[allow(clippy::too_many_arguments)]
    pub fn picture(
        &self,
        arena: &Arena,
        attractors: &Attractors,
        optimal: &Strategy,
        session: Option<&dyn Session>,
        given: Option<(&Strategy, Player)>,
        play: &[u32],
        words: &Words,
    ) -> Result<(Drawing, Option<String>), Error> {
        let usual = || session.map_or(String::new(), |session| session.spec().to_owned());
        let picture = GraphPicture {
            arena,
            attractors,
            strategy: given.map_or(optimal, |(strategy, _)| strategy),
            strategy_of: given.map(|(_, player)| player),
            attractor_of: number(self.attractor)?,
            play,
            columns: self.columns.as_deref().unwrap_or("rank").parse()?,
            boards: session.filter(|_| self.boards),
            blank: self.blank,
            cumulative: self.cumulative,
            names: &self.names()?,
            around: self.around.as_deref().map(|name| arena.find_vertex(name)).transpose()?,
            most: self.vertices,
            title: self.title.clone().unwrap_or_else(usual),
        };
        pictures::graph(&picture, words)
    }

    fn picture_of(
        &self,
        report: &Report,
        session: Option<&dyn Session>,
        given: Option<(&Strategy, Player)>,
        play: &[u32],
        surface: &dyn Surface,
    ) -> Result<(Drawing, Option<String>), Error> {
        let Report { arena, attractors, strategy, .. } = report;
        self.picture(arena, attractors, strategy, session, given, play, surface.words())
    }
}

fn states_for_page(most: Option<u64>) -> Error {
    Error::limit("states-for-page", "the graph has more than the {most} states that the page takes")
        .arg("most", most.unwrap_or(u64::MAX))
}

fn too_many(error: Error, surface: &dyn Surface) -> Error {
    if surface.limits().local { error } else { states_for_page(surface.limits().states) }
}

/// The graph, solved and drawn.
pub(super) fn graph(request: &Graph, surface: &dyn Surface) -> Result<Page, Error> {
    let (words, names, attractor_of) = (surface.words(), request.names()?, number(request.attractor)?);
    let Source { arena, session, notes } = request.load(surface)?;
    let report = Report::of(arena)?;
    surface.check()?;
    let (drawing, remark) = request.picture_of(&report, session.as_deref(), None, &[], surface)?;
    let arena = &report.arena;
    surface.check()?;
    let told = arena.len() <= TOLD && arena.move_count() <= TOLD_MOVES;
    let record = if told { report.record()? } else { GraphRecord::summary(arena, &report.attractors) };
    let shown = if told { usize::MAX } else { FIRST_MOVES };
    let why = Why { report: &report, names: &names, words, shown };
    // Of very many, those that are drawn.
    let vertices = if told {
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
    let notes = notes.iter().map(|note| words.error(note)).collect();
    let shown = GraphShown { record, vertices, steps, remark, notes, python: python.clone() };
    Ok(Page { record: json!(shown), drawing: Some(drawing), python })
}

impl CheckRecord {
    /// Tries the strategy of a player; with the play that refutes it as vertices.
    pub fn of(
        arena: &Arena,
        strategy: &Strategy,
        player: Player,
    ) -> Result<(CheckRecord, Option<graph::Refutation>), Error> {
        let found = refute(arena, strategy, player)?;
        let refutation = found.as_ref().map(|found| {
            let play: Vec<String> = found.play.iter().map(|&v| arena.label(v).into_owned()).collect();
            Refutation { back_to: found.back_to.map(|i| play[i].clone()), play }
        });
        Ok((CheckRecord { winning: found.is_none(), refutation }, found))
    }

    /// Whether the strategy of the player of that name wins, and if not, which play refutes it.
    pub fn sentence(&self, name: &str, words: &Words) -> String {
        let Some(Refutation { play, back_to }) = &self.refutation else {
            return words.say("strategy-wins", &[("player", &name)]);
        };
        let play = play.join(" -> ");
        match back_to {
            Some(again) => {
                let args: [(&str, &dyn Display); 3] = [("player", &name), ("play", &play), ("again", again)];
                words.say("strategy-endless", &args)
            }
            None => words.say("strategy-refuted", &[("player", &name), ("play", &play)]),
        }
    }
}

/// A strategy tried: it wins, or a play refutes it.
pub(super) fn check(request: &Graph, surface: &dyn Surface) -> Result<Page, Error> {
    let (words, names) = (surface.words(), request.names()?);
    let player = number(request.player)?.unwrap_or(Player::One);
    let Source { arena, session, .. } = request.load(surface)?;
    let text = request.strategy.as_deref().unwrap_or("").trim();
    let lines = || Ok((text.contains("->") || text.is_empty()).then(|| text.to_owned()));
    let stop = surface.effort().stop;
    let strategy = given::strategy(text, "strategy", &arena, session.as_deref(), stop, &lines)?;
    let (record, refutation) = CheckRecord::of(&arena, &strategy, player)?;
    let sentence = record.sentence(&names[player.index()], words);
    let mut path = Vec::new();
    if let Some(found) = &refutation {
        path.clone_from(&found.play);
        path.extend(found.back_to.map(|i| found.play[i]));
    }
    let report = Report::of(arena)?;
    let (drawing, _) = request.picture_of(&report, session.as_deref(), Some((&strategy, player)), &path, surface)?;
    let record = json!(CheckShown { record, sentence });
    let python = format!("data = {}\n", page::python(&record));
    Ok(Page { record, drawing: Some(drawing), python })
}
