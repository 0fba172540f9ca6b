//! The picture of a search.

use super::{Drawing, shown};
use crate::{NodeRecord, Session, TreeRecord, words::Words};
use attractor_draw::tree::{Node, Tree, draw};
use attractor_game::{Error, Player};

/// Nodes that a picture has at most; deeper ones are folded.
const MOST: usize = 700;
/// Overlays of slides at most: see [`TreePicture::steps`].
pub const OVERLAYS: u64 = 60;

/// How a tree is to be shown.
pub struct TreePicture<'a> {
    /// The search; its tree must have been recorded.
    pub record: &'a TreeRecord,
    /// The whole tree, as min-max sees it: what alpha-beta did not visit is drawn from it in grey. None: only the roots of
    /// what was cut.
    pub whole: Option<&'a NodeRecord>,
    /// Levels below the root to draw; none: as many as a picture holds.
    pub levels: Option<usize>,
    /// Only the values of leaves, and no cuts: the exercise.
    pub blank: bool,
    /// Small boards above the nodes.
    pub boards: bool,
    /// If the search visited more nodes than this, a step shows a whole level, and not the next node.
    pub steps: u64,
    /// What the players are called: levels name them unless they are 1 and 2.
    pub names: &'a [String; 2],
    /// The title.
    pub title: String,
}

/// The picture, and a remark if it does not show the whole tree. The session stands at the root, and does again afterwards.
pub fn tree(
    request: &TreePicture<'_>,
    session: &mut dyn Session,
    words: &Words,
) -> Result<(Drawing, Option<String>), Error> {
    let Some(searched) = &request.record.tree else {
        return Err(Error::new("draw-summary", "a tree that was left out cannot be drawn"));
    };
    let shape = request.whole.unwrap_or(searched);
    let mut counts = Vec::new();
    count(shape, 0, &mut counts);
    let fitting = || {
        let mut sum = 0;
        let fits = counts.iter().take_while(|n| {
            sum += **n;
            sum <= MOST
        });
        fits.count().saturating_sub(1)
    };
    let deepest = counts.len() - 1;
    let levels = request.levels.unwrap_or_else(fitting).min(deepest);
    let drawn: usize = counts[..=levels].iter().sum();
    if drawn > 20 * MOST {
        return Err(Error::limit(
            "draw-tree-large",
            "{nodes} nodes are too many for a picture; fewer levels fold the rest",
        )
        .arg("nodes", drawn));
    }
    let by_level = request.record.visited > request.steps;
    let mut walk = Walk { request, levels, deepest: levels as u32, by_level, step: 0 };
    let root = walk.node(shape, Some(searched), 0, session)?;
    let last = if request.blank {
        0
    } else if by_level {
        levels as u32
    } else {
        walk.step
    };
    let mut names = Vec::new();
    level_names(&root, 0, &mut names);
    let called = |word: &str, player: Player| {
        let (word, name) = (words.say(word, &[]), &request.names[player.index()]);
        if *name == player.number().to_string() { word } else { format!("{word} {name}") }
    };
    let level = |found: &Option<Option<Player>>| match found {
        Some(Some(Player::One)) => called("picture-max", Player::One),
        Some(Some(Player::Two)) => called("picture-min", Player::Two),
        Some(None) => String::new(),
        None => "h".to_owned(),
    };
    let record = request.record;
    let whole = record.nodes.map_or_else(|| "?".to_owned(), |n| n.to_string());
    let args: [(&str, &dyn std::fmt::Display); 2] = [("visited", &record.visited), ("nodes", &whole)];
    let visited = words.say("tree-visited", &args);
    let value = words.say("tree-value", &[("player", &request.names[0]), ("value", &record.value)]);
    let remark = (levels < deepest).then(|| {
        let args: [(&str, &dyn std::fmt::Display); 2] = [("levels", &levels), ("depth", &deepest)];
        words.say("picture-levels", &args)
    });
    let tree = Tree {
        title: request.title.clone(),
        description: if request.blank { words.say("picture-tree-blank", &[]) } else { format!("{value} {visited}") },
        root,
        levels: names.iter().map(level).collect(),
        notes: if request.blank { Vec::new() } else { vec![visited] },
        last,
    };
    Ok((draw(&tree), remark))
}

/// Nodes of each level.
fn count(node: &NodeRecord, depth: usize, counts: &mut Vec<usize>) {
    if counts.len() <= depth {
        counts.push(0);
    }
    counts[depth] += 1;
    node.children.iter().for_each(|child| count(child, depth + 1, counts));
}

/// Who chooses on each level: nobody on one of leaves, none in common if both do.
fn level_names(node: &Node, depth: usize, names: &mut Vec<Option<Option<Player>>>) {
    if names.len() <= depth {
        names.push(None);
    }
    if !node.children.is_empty() || node.folded > 0 {
        names[depth] = match names[depth] {
            None => Some(Some(node.player)),
            Some(Some(player)) if player == node.player => Some(Some(player)),
            _ => Some(None),
        };
    }
    node.children.iter().for_each(|child| level_names(child, depth + 1, names));
}

struct Walk<'a> {
    request: &'a TreePicture<'a>,
    levels: usize,
    deepest: u32,
    by_level: bool,
    /// Values known so far.
    step: u32,
}

impl Walk<'_> {
    /// A node and those below it, in the order in which the search comes to them. `shape` tells what there is, `seen` what
    /// the search saw of it.
    fn node(
        &mut self,
        shape: &NodeRecord,
        seen: Option<&NodeRecord>,
        depth: usize,
        session: &mut dyn Session,
    ) -> Result<Node, Error> {
        let blank = self.request.blank;
        let seen = seen.filter(|seen| seen.value.is_some());
        let leaf = shape.children.is_empty();
        let folded = depth >= self.levels && !leaf;
        let board = self.request.boards.then(|| session.board());
        let mut children = Vec::new();
        for child in shape.children.iter().filter(|_| !folded) {
            // A move that the tree holds is legal; without boards nobody asks.
            let played = self.request.boards.then_some(child.name.as_deref()).flatten();
            if let Some(name) = played {
                session.play(name)?;
            }
            let found = seen.and_then(|seen| seen.children.iter().find(|c| c.name == child.name));
            let drawn = self.node(child, found, depth + 1, session);
            if played.is_some() {
                session.undo();
            }
            children.push(drawn?);
        }
        if seen.is_some() {
            self.step += 1;
        }
        let value = match (blank, leaf) {
            (true, true) => shape.value,
            (true, false) => None,
            (false, _) => seen.and_then(|seen| seen.value),
        };
        let below = || {
            let mut counts = Vec::new();
            count(shape, 0, &mut counts);
            counts.iter().sum::<usize>() as u64 - 1
        };
        Ok(Node {
            player: if shape.player == 2 { Player::Two } else { Player::One },
            name: shape.name.clone(),
            value: value.map(shown),
            visited: seen.is_some() || blank,
            chosen: seen.is_some_and(|seen| seen.chosen) && !blank,
            cut: seen.and_then(|seen| seen.cut.as_ref()).filter(|_| !blank).map(|cut| condition(cut)),
            known: match (blank, self.by_level) {
                (true, _) => 0,
                (false, true) => self.deepest.saturating_sub(depth as u32),
                (false, false) => self.step,
            },
            board,
            folded: if folded { below() } else { 0 },
            children,
        })
    }
}

/// `6 >= beta = 4` in the signs of the course.
fn condition(cut: &str) -> String {
    let signs = [(">=", "≥"), ("<=", "≤"), ("alpha", "α"), ("beta", "β"), ("-inf", "−∞"), ("inf", "+∞"), ("-", "−")];
    signs.iter().fold(cut.to_owned(), |text, (from, to)| text.replace(from, to))
}
