//! Min-max and alpha-beta, step by step.

use super::{Page, Step, Surface, Tree, TreeShown, open_at};
use crate::{
    NodeRecord, Number, Session, TreeRecord, TreeRequest, open_tree,
    pictures::{self, Drawing, TreePicture},
    words::{Words, player_names},
};
use attractor_game::{Error, nearest};
use attractor_solve::search::Algorithm;
use std::collections::HashSet;

/// A search, and the whole tree where alpha-beta did not visit all of it.
pub struct Explained {
    /// The search.
    pub record: TreeRecord,
    /// What min-max sees, for the picture.
    pub whole: Option<TreeRecord>,
}

/// What a search keeps besides its record.
#[derive(Clone, Copy)]
pub struct Keep {
    /// The tree, even if only a summary is asked for, and the whole tree: both are drawn.
    pub drawn: bool,
    /// The number of nodes of the whole tree.
    pub count: bool,
    /// Bytes for positions that alpha-beta remembers.
    pub remember: Option<u64>,
}

/// The search of that name.
fn algorithm(name: Option<&str>) -> Result<Algorithm, Error> {
    match name {
        None | Some("minimax") => Ok(Algorithm::Minimax),
        Some("alpha-beta") => Ok(Algorithm::AlphaBeta),
        Some(other) => Err(Error::new("bad-algorithm", "the algorithm is minimax or alpha-beta, not {algorithm}")
            .arg("algorithm", other)
            .nearest(nearest(other, ["minimax", "alpha-beta"]))),
    }
}

/// The error of a question about nothing.
pub(super) fn nothing_given() -> Error {
    Error::new("nothing-given", "the request names neither a game nor a text")
}

impl Tree {
    /// Opens the game, or the tree that is given by hand.
    pub fn open(&self, surface: &dyn Surface) -> Result<Box<dyn Session>, Error> {
        match &self.tree {
            Some(text) => open_tree(text, "tree"),
            None if self.game.is_empty() => Err(nothing_given()),
            None => open_at(self, surface),
        }
    }

    /// Searches the position at which the session stands.
    pub fn explain(&self, session: &dyn Session, surface: &dyn Surface, keep: Keep) -> Result<Explained, Error> {
        let limits = surface.limits();
        limits.tree_depth(self.depth)?;
        let request = TreeRequest {
            depth: self.depth,
            algorithm: algorithm(self.algorithm.as_deref())?,
            heuristic: self.heuristic.as_deref().map(|text| limits.heuristic(text)).transpose()?,
            only: self.only.as_deref(),
            most: self.most.unwrap_or(limits.nodes).min(limits.nodes),
            record: !self.summary || keep.drawn,
            count: keep.count,
            remember: keep.remember,
            stop: surface.effort().stop,
        };
        let record = session.tree(&request)?;
        let most = request.most.min(limits.drawn);
        let cut = keep.drawn && request.algorithm == Algorithm::AlphaBeta && record.nodes.is_some_and(|n| n <= most);
        let all = TreeRequest { algorithm: Algorithm::Minimax, most, ..request };
        let whole = cut.then(|| session.tree(&all).ok()).flatten();
        Ok(Explained { record, whole })
    }

    /// The picture, and a remark if it does not show the whole tree. A search of more than `steps` nodes is shown level by
    /// level.
    pub fn picture(
        &self,
        explained: &Explained,
        session: &mut dyn Session,
        steps: u64,
        words: &Words,
    ) -> Result<(Drawing, Option<String>), Error> {
        let picture = TreePicture {
            record: &explained.record,
            whole: explained.whole.as_ref().and_then(|whole| whole.tree.as_ref()),
            levels: self.levels,
            blank: self.blank,
            boards: self.boards,
            steps,
            names: &player_names(self.names.as_deref().unwrap_or("1/2"))?,
            title: self.title.clone().unwrap_or_else(|| session.spec().to_owned()),
        };
        pictures::tree(&picture, session, words)
    }
}

/// Steps that are told one by one.
const STEPS: u64 = 5_000;

/// The tree that a search walks, with its picture and the steps in which values become known. On slides, where there are
/// many nodes, each step shows a whole level.
pub(super) fn tree(request: &Tree, surface: &dyn Surface, slides: bool) -> Result<Page, Error> {
    let (mut session, words) = (request.open(surface)?, surface.words());
    let keep = Keep { drawn: true, count: true, remember: None };
    let explained = request.explain(session.as_ref(), surface, keep)?;
    let steps = if slides { pictures::OVERLAYS } else { STEPS };
    let (drawing, remark) = request.picture(&explained, session.as_mut(), steps, words)?;
    let record = explained.record;
    let drawn = drawing.spots.iter().map(|spot| spot.name.as_str()).collect();
    let mut walk = Walk { drawn, words, visited: 0, steps: Vec::new() };
    if let Some(root) = &record.tree
        && record.visited <= STEPS
    {
        walk.node(root, String::new());
    }
    let steps = walk.steps;
    Ok(Page::drawn(&TreeShown { record, steps, remark }, drawing))
}

/// The steps in which the picture fills: the nodes that are drawn, in the order in which their values become known.
struct Walk<'a> {
    /// Paths of the nodes that are drawn; deeper ones are folded.
    drawn: HashSet<&'a str>,
    words: &'a Words,
    /// Nodes visited so far, folded ones included.
    visited: u64,
    steps: Vec<Step>,
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
        let mut sentence = match (node.window, node.children.is_empty()) {
            (Some([alpha, beta]), _) => words.say(
                "page-step-window",
                &[("place", &place), ("value", &shown(value)), ("alpha", &shown(alpha)), ("beta", &shown(beta))],
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
        let (window, cut, visited) = (node.window, node.cut.clone(), self.visited);
        self.steps.push(Step { path, value, window, cut, sentence, visited });
    }
}

fn shown(number: Number) -> String {
    number.to_string().replace("inf", "∞").replace('-', "−")
}
