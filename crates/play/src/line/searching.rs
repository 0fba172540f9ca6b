//! Search to a limited depth, with an estimate.

use super::Line;
use crate::{
    Effort, Estimates, NodeRecord, Number, SearchRequest, Searched, TreeRecord, TreeRequest, estimates,
    session::{Position, Searching},
    thinking::thinking,
};
use attractor_game::{Error, Playable, Player, is_over, moves_of, nearest, split_words};
use attractor_solve::search::{Algorithm, Node, Search, Thought, count_nodes, stopped};
use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Positions that the size of a tree may be remembered for.
const COUNTED: usize = 2_000_000;

impl<G: Playable> Line<G> {
    fn node_record(
        &self,
        p: &G::Position,
        node: &Node<G::Move>,
        stop: Option<&AtomicBool>,
    ) -> Result<NodeRecord, Error> {
        stopped(stop)?;
        let mut children = Vec::with_capacity(node.children.len());
        for child in &node.children {
            let m = child.mv.expect("only the root has no move");
            let name = Some(self.name(p, m));
            children.push(NodeRecord { name, ..self.node_record(&self.game.play(p, m), child, stop)? });
        }
        Ok(NodeRecord {
            name: None,
            player: node.player.number(),
            value: node.value.map(Number),
            chosen: node.chosen,
            window: node.window.map(|(alpha, beta)| [Number(alpha), Number(beta)]),
            cut: node.cut.map(|cut| cut.to_string()),
            children,
        })
    }
}

impl<G: Playable> Searching for Line<G> {
    fn heuristics(&self) -> &'static [&'static str] {
        self.game.heuristics()
    }

    fn tree(&self, request: &TreeRequest<'_>) -> Result<TreeRecord, Error> {
        let p = self.here();
        let heuristic = self.game.heuristic(&self.heuristic_text(request.heuristic)?)?;
        let only = request.only.map(|list| Only::new(list, &self.moves())).transpose()?;
        let allow = |game: &G, p: &G::Position, m: G::Move| {
            // Names take longer than moves. What is left out here is no answer: see below.
            request.stop.is_none_or(|stop| !stop.load(Relaxed))
                && only.as_ref().is_none_or(|only| only.allows(&game.name(p, m)))
        };
        static NEVER: AtomicBool = AtomicBool::new(false);
        let search = Search::new(&*self.game, &heuristic).only(allow).stopping(request.stop.unwrap_or(&NEVER));
        let (found, tree) = if request.record {
            let explained = search.explain(request.algorithm, p, request.depth, request.most)?;
            (explained.found, Some(self.node_record(p, &explained.tree, request.stop)?))
        } else {
            let found = match (request.algorithm, request.remember) {
                (Algorithm::Minimax, _) => search.minimax(p, request.depth)?,
                (Algorithm::AlphaBeta, None) => search.alpha_beta(p, request.depth)?,
                (Algorithm::AlphaBeta, Some(memory)) => {
                    let most = memory / (2 * size_of::<(G::Position, u32, [f64; 3])>() as u64);
                    search.alpha_beta_remembering(p, request.depth, most as usize)?
                }
            };
            (found, None)
        };
        stopped(request.stop)?;
        if let Some(only) = &only
            && request.depth > 0
            && !is_over(&*self.game, p)
        {
            only.check(&self.moves())?;
        }
        let nodes = match request.algorithm {
            Algorithm::Minimax => Some(found.visited),
            Algorithm::AlphaBeta if !request.count => None,
            Algorithm::AlphaBeta => count_nodes(&*self.game, p, request.depth, allow, COUNTED, request.stop),
        };
        let best = self.each_name(p, &found.best);
        Ok(TreeRecord { value: Number(found.value), best, visited: found.visited, nodes, tree })
    }

    fn search(&self, request: &SearchRequest<'_>, tell: &mut dyn FnMut(&Searched)) -> Result<Searched, Error> {
        let begun = Instant::now();
        let p = self.here();
        let name = self.heuristic_text(request.heuristic)?;
        let heuristic = self.game.heuristic(&name)?;
        if is_over(&*self.game, p) {
            return Err(Error::new("nothing-to-search", "play is over: there is nothing to look ahead at"));
        }
        let progress = request.effort.progress;
        let memory = useful_memory(request, moves_of(&*self.game, p).len() as u64);
        let record = |thought: &Thought<G::Move>| Searched {
            game: self.spec.clone(),
            position: self.position(),
            turn: self.turn().number(),
            heuristic: name.clone(),
            value: Number(thought.value),
            depth: thought.depth,
            best: self.each_name(p, &thought.best),
            line: self.names(p, &thought.line),
            nodes: thought.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            stopped: thought.stopped,
        };
        let game = self.knowing(&request.effort)?;
        let mut thinking = thinking(&*game, heuristic, memory, &request.effort);
        let thought = thinking.think(p, &[], request.depth, request.time, &mut |thought| {
            let record = record(thought);
            if let Some(progress) = progress {
                progress.tell_line(record.line.join(" "));
            }
            tell(&record);
        })?;
        Ok(record(&thought))
    }

    fn estimates(&self, effort: &Effort<'_>, time: Duration) -> Result<Option<Estimates>, Error> {
        let (p, name) = (self.here(), self.heuristics()[0]);
        let found = estimates::of_moves(&*self.game, self.game.heuristic(name)?, p, effort, time)?;
        Ok(found.and_then(|(depth, values)| Estimates::new(self.turn(), name, depth, self.moves(), &values)))
    }
}

impl Estimates {
    /// Estimates of moves at one depth; none if there is no move.
    fn new(turn: Player, heuristic: &str, depth: u32, moves: Vec<String>, values: &[f64]) -> Option<Estimates> {
        let sign = turn.sign();
        let top = values.iter().map(|value| value * sign).fold(f64::NEG_INFINITY, f64::max);
        let moves: Vec<(String, Number)> = moves.into_iter().zip(values.iter().copied().map(Number)).collect();
        let best = moves.iter().filter(|(_, value)| value.0 * sign == top).map(|(name, _)| name.clone()).collect();
        let found = Estimates { value: Number(top * sign), depth, heuristic: heuristic.to_owned(), best, moves };
        Some(found).filter(|found| !found.moves.is_empty())
    }
}

/// Moves allowed by name, each with whether it was ever legal.
struct Only(Vec<(String, Cell<bool>)>);

impl Only {
    /// The moves named in a list such as `3,4,5` or `1,2 4,9`: a word is one move if it is legal here, else several.
    fn new(list: &str, legal: &[String]) -> Result<Only, Error> {
        let mut names = Vec::new();
        for word in split_words(list) {
            if legal.iter().any(|name| name == word) {
                names.push(word);
            } else {
                names.extend(word.split(',').map(str::trim).filter(|w| !w.is_empty()));
            }
        }
        if names.is_empty() {
            return Err(Error::new("only-nothing", "no move is named; write them as 3,4,5"));
        }
        Ok(Only(names.into_iter().map(|name| (name.to_owned(), Cell::new(false))).collect()))
    }

    /// Whether the legal move of that name is allowed.
    fn allows(&self, name: &str) -> bool {
        self.0.iter().find(|(allowed, _)| allowed == name).inspect(|(_, met)| met.set(true)).is_some()
    }

    /// A move that was legal nowhere in the tree is a slip of the pen.
    fn check(&self, legal: &[String]) -> Result<(), Error> {
        let Some((name, _)) = self.0.iter().find(|(_, met)| !met.get()) else { return Ok(()) };
        Err(Error::new("only-unknown", "{move} is legal nowhere in this tree; legal moves at its root: {legal}")
            .arg("move", name)
            .arg("legal", legal.join(" "))
            .nearest(nearest(name, legal.iter().map(String::as_str))))
    }
}

/// The memory that a search can make use of: pages of a larger table would cost more than the search itself. Alpha-beta
/// visits about the square root of the tree.
fn useful_memory(request: &SearchRequest<'_>, moves: u64) -> u64 {
    const LEAST: u64 = 1 << 20;
    const EACH: u64 = 64;
    const PER_SECOND: f64 = 4e6;
    let by_depth = moves.max(2).saturating_pow(request.depth / 2 + 1);
    let by_time = request.time.map_or(u64::MAX, |time| (PER_SECOND * time.as_secs_f64()) as u64);
    request.effort.memory.min(EACH.saturating_mul(by_depth.min(by_time)).max(LEAST))
}
