//! Min-max and alpha-beta, step by step.

use super::Answer;
use crate::{
    NODES,
    jobs::Desk,
    requests::{TreeAt, heuristic, names, session},
};
use attractor_game::Error;
use attractor_play::{
    NodeRecord, Number, Session, TreeRequest, open_tree,
    pictures::{self, TreePicture},
    words::Words,
};
use attractor_solve::search::Algorithm;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Plies of a tree at most: more cannot be looked at.
const DEEPEST: u32 = 12;

/// The tree that a search walks, with its picture and the steps in which values become known.
pub(crate) fn tree(request: &TreeAt, desk: &Desk<'_>) -> Result<Answer, Error> {
    drawn(request, desk, STEPS)
}

/// The same for slides: where there are many nodes, each shows a whole level.
pub(crate) fn overlaid(request: &TreeAt, desk: &Desk<'_>) -> Result<Answer, Error> {
    drawn(request, desk, pictures::OVERLAYS)
}

fn drawn(request: &TreeAt, desk: &Desk<'_>, most: u64) -> Result<Answer, Error> {
    let words = desk.words();
    let mut session: Box<dyn Session> = match (&request.tree, &request.game) {
        (Some(text), _) => open_tree(text, "tree")?,
        (None, Some(game)) => session(game, request.position.as_deref(), request.moves.as_deref(), desk)?,
        (None, None) => return Err(Error::new("nothing-given", "the request names neither a game nor a text")),
    };
    if request.depth > DEEPEST {
        return Err(
            Error::limit("too-deep-here", "the page's machines look at most {most} plies ahead").arg("most", DEEPEST)
        );
    }
    let algorithm = match request.algorithm.as_deref() {
        None | Some("minimax") => Algorithm::Minimax,
        Some("alpha-beta") => Algorithm::AlphaBeta,
        Some(other) => {
            return Err(Error::new("bad-algorithm", "the algorithm is minimax or alpha-beta, not {algorithm}")
                .arg("algorithm", other));
        }
    };
    let stop = desk.effort(session.spec()).stop;
    let search = |algorithm| TreeRequest {
        depth: request.depth,
        algorithm,
        heuristic: request.heuristic.as_deref(),
        only: request.only.as_deref().filter(|only| !only.trim().is_empty()),
        most: NODES,
        record: true,
        count: true,
        remember: None,
        stop,
    };
    request.heuristic.as_deref().map(heuristic).transpose()?;
    let record = session.tree(&search(algorithm))?;
    // The whole tree is drawn, what was not visited in grey; an exercise has the leaves' values.
    let whole = match algorithm {
        Algorithm::AlphaBeta => session.tree(&search(Algorithm::Minimax)).ok(),
        Algorithm::Minimax => None,
    };
    let players = names(request.names.as_deref())?;
    let picture = TreePicture {
        record: &record,
        whole: whole.as_ref().and_then(|whole| whole.tree.as_ref()),
        levels: request.levels,
        blank: request.blank,
        boards: request.boards,
        steps: most,
        title: session.spec().to_owned(),
        names: &players,
    };
    let (drawing, remark) = pictures::tree(&picture, session.as_mut(), words)?;
    let mut walk = Walk {
        drawn: drawing.spots.iter().map(|spot| spot.name.as_str()).collect(),
        words,
        visited: 0,
        steps: Vec::new(),
    };
    if let Some(root) = &record.tree
        && record.visited <= STEPS
    {
        walk.node(root, String::new());
    }
    let steps = walk.steps;
    Ok(Answer::drawn(json!({ "record": record, "steps": steps, "remark": remark }), drawing))
}

/// Steps that are told one by one.
const STEPS: u64 = 5_000;

/// The steps in which the picture fills: the nodes that are drawn, in the order in which their values become known.
struct Walk<'a> {
    /// Paths of the nodes that are drawn; deeper ones are folded.
    drawn: HashSet<&'a str>,
    words: &'a Words,
    /// Nodes visited so far, folded ones included.
    visited: u64,
    steps: Vec<Value>,
}

impl Walk<'_> {
    /// Values become known from the leaves up, in the order of the search.
    fn node(&mut self, node: &NodeRecord, path: String) {
        let Some(value) = node.value else { return };
        for child in &node.children {
            let name = child.name.as_deref().unwrap_or("");
            let below = if path.is_empty() { name.to_owned() } else { format!("{path} {name}") };
            self.node(child, below);
        }
        self.visited += 1;
        if !self.drawn.contains(path.as_str()) {
            return;
        }
        let words = self.words;
        let place = if path.is_empty() { words.say("page-root", &[]) } else { path.clone() };
        let window = node.window.map(|[alpha, beta]| [shown(alpha), shown(beta)]);
        let mut sentence = match (&window, node.children.is_empty()) {
            (Some([alpha, beta]), _) => words.say(
                "page-step-window",
                &[("place", &place), ("value", &shown(value)), ("alpha", alpha), ("beta", beta)],
            ),
            (None, true) => words.say("page-step-leaf", &[("place", &place), ("value", &shown(value))]),
            (None, false) => {
                let who = words.say(if node.player == 1 { "page-largest" } else { "page-smallest" }, &[]);
                words.say("page-step", &[("place", &place), ("value", &shown(value)), ("which", &who)])
            }
        };
        if let Some(cut) = &node.cut {
            sentence += &format!(" {}", words.say("page-step-cut", &[("cut", &cut)]));
        }
        self.steps.push(json!({
            "path": path, "value": value, "window": node.window, "cut": node.cut, "sentence": sentence,
            "visited": self.visited,
        }));
    }
}

fn shown(number: Number) -> String {
    number.to_string().replace("inf", "∞").replace('-', "−")
}
