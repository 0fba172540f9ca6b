//! The picture of a game graph.

use super::{
    Columns, Drawing,
    columns::{Columned, columns, neighbourhood, winner},
    named, without_turn,
};
use crate::{Session, words::Words};
use attractor_draw::graph::{Edge, Graph, Key, Vertex, draw};
use attractor_game::{Error, Player};
use attractor_solve::graph::{Arena, Attractors, Strategy};

/// States that are drawn unless a person asks for more.
const WHOLE: usize = 2_000;
/// States of the part that is drawn of a larger graph.
const PART: usize = 60;
/// Bends of edges that a picture may have: half a second of layout.
const BENDS: usize = 40_000;
/// Edges that a picture may have.
const EDGES: usize = 20_000;
/// States that a picture may have at all.
const MOST: usize = 20_000;

/// What is to be shown of a solved arena, and how.
pub struct GraphPicture<'a> {
    /// The arena.
    pub arena: &'a Arena,
    /// Who wins where.
    pub attractors: &'a Attractors,
    /// Its moves are thick.
    pub strategy: &'a Strategy,
    /// Whose the strategy is, if it is given; none: that of both players, where they are not lost.
    pub strategy_of: Option<Player>,
    /// Whose attractor; none: both.
    pub attractor_of: Option<Player>,
    /// A play to mark.
    pub play: &'a [u32],
    /// What the columns count.
    pub columns: Columns,
    /// Boards instead of names, for positions of this game.
    pub boards: Option<&'a dyn Session>,
    /// Without attractors and strategy: the exercise.
    pub blank: bool,
    /// Each step shows all layers up to it.
    pub cumulative: bool,
    /// What the players are called.
    pub names: &'a [String; 2],
    /// Draw around this vertex; none: the start.
    pub around: Option<u32>,
    /// Draw at most so many states; none: all of a graph that is not too large.
    pub most: Option<usize>,
    /// The title.
    pub title: String,
}

/// The picture, and a remark if it does not show the whole graph.
pub fn graph(request: &GraphPicture<'_>, words: &Words) -> Result<(Drawing, Option<String>), Error> {
    let (arena, names) = (request.arena, &named(request.names, words));
    if request.most.is_some_and(|most| most > MOST || most == 0) {
        return Err(Error::new("draw-most", "a picture has from 1 to {most} states").arg("most", MOST));
    }
    let from = request.around.or(arena.start_vertex());
    let whole = request.around.is_none() && arena.len() <= request.most.unwrap_or(WHOLE);
    // Where play begins nowhere, the part that is drawn lies around the first state.
    let middle = from.or(arena.vertices().next()).unwrap_or(0);
    let mut part = match whole {
        true => Part::of(request, arena.vertices().collect())?,
        false => Part::of(request, neighbourhood(arena, middle, request.most.unwrap_or(PART)))?,
    };
    if part.bends > BENDS || part.edges > EDGES {
        // Few would see anything in so many lines.
        part = match request.most {
            None => Part::of(request, neighbourhood(arena, middle, PART))?,
            Some(_) => {
                return Err(Error::limit(
                    "draw-dense",
                    "there are too many long edges among {states} states for a picture; draw fewer, or other columns",
                )
                .arg("states", part.vertices.len()));
            }
        };
    }
    let Part { vertices, inner, start, columned, .. } = part;

    let owners: Vec<Player> = vertices.iter().map(|v| arena.owner(*v)).collect();
    let mut labels: Vec<String> = vertices.iter().map(|v| arena.label(*v).into_owned()).collect();
    let texts = labels.clone();
    without_turn(&mut labels, &owners);
    let marked: hashbrown::HashSet<(u32, u32)> = request.play.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let given = request.strategy_of.is_some();
    let mut graph =
        Graph { title: request.title.clone(), start, single: !request.cumulative, given, ..Graph::default() };
    for (i, &v) in vertices.iter().enumerate() {
        let layer = request.attractors.winner(v).zip(request.attractors.rank(v));
        let won = winner(arena, v).map(|winner| match winner {
            Some(player) => words.say("picture-won", &[("player", &names[player.index()])]),
            None => words.say("picture-drawn", &[]),
        });
        graph.vertices.push(Vertex {
            name: labels[i].clone(),
            owner: owners[i],
            column: columned.of[i],
            last: won.is_some(),
            note: won,
            attractor: layer.filter(|(p, _)| !request.blank && request.attractor_of.is_none_or(|of| of == *p)),
            board: request.boards.and_then(|session| session.board_of(&texts[i])),
            more: (arena.degree(v) as usize - inner[i].len()) as u64,
        });
        for &to in &inner[i] {
            let w = vertices[to];
            let mover = owners[i];
            let lost = request.attractors.winner(v) == Some(mover.other());
            let mine = match request.strategy_of {
                Some(player) => player == mover,
                None => !lost && request.attractor_of.is_none_or(|of| of == mover),
            };
            graph.edges.push(Edge {
                from: i,
                to,
                chosen: (given || !request.blank) && mine && request.strategy.at(v) == Some(w),
                played: marked.contains(&(v, w)),
            });
        }
    }
    if request.columns != Columns::Ply {
        graph.headings = columned.headings;
    }
    legend(&mut graph, names, words);
    let near = if arena.is_empty() { String::new() } else { arena.label(middle).into_owned() };
    let shown: [(&str, &dyn std::fmt::Display); 3] =
        [("shown", &vertices.len()), ("states", &arena.len()), ("near", &near)];
    let partly = vertices.len() < arena.len();
    let args: [(&str, &dyn std::fmt::Display); 4] = [
        ("states", &arena.len()),
        ("moves", &arena.move_count()),
        ("one", &request.attractors.won(Player::One)),
        ("two", &request.attractors.won(Player::Two)),
    ];
    graph.description = words.say(if request.blank { "picture-graph-blank" } else { "picture-graph" }, &args);
    if partly {
        graph.title = format!("{}  ({})", graph.title, words.say("picture-part", &shown[..2]));
    }
    let mut drawing = draw(&graph);
    // Whoever clicks on a state means it by its whole name.
    for (spot, text) in drawing.spots.iter_mut().zip(texts) {
        spot.name = text;
    }
    Ok((drawing, partly.then(|| words.say("picture-nearest", &shown))))
}

/// The states that are drawn.
struct Part {
    vertices: Vec<u32>,
    /// The moves among them, by place in that list.
    inner: Vec<Vec<usize>>,
    start: Option<usize>,
    columned: Columned,
    /// The number of those moves.
    edges: usize,
    /// Columns that edges pass without ending there.
    bends: usize,
}

impl Part {
    fn of(request: &GraphPicture<'_>, vertices: Vec<u32>) -> Result<Part, Error> {
        let arena = request.arena;
        let place: hashbrown::HashMap<u32, usize> = vertices.iter().enumerate().map(|(i, v)| (*v, i)).collect();
        let inner: Vec<Vec<usize>> = vertices
            .iter()
            .map(|v| arena.successors(*v).iter().filter_map(|w| place.get(w).copied()).collect())
            .collect();
        let edges = inner.iter().map(Vec::len).sum();
        let start = arena.start_vertex().and_then(|v| place.get(&v).copied());
        let columned = columns(request.columns, &vertices, &inner, start, request.attractors)?;
        let column = |v: usize| columned.of[v];
        let lines = inner.iter().enumerate().flat_map(|(v, next)| next.iter().map(move |w| (v, *w)));
        let bends = lines.map(|(v, w)| column(v).abs_diff(column(w)).saturating_sub(1)).sum();
        Ok(Part { vertices, inner, start, columned, edges, bends })
    }
}

/// Explains the signs that the picture has.
fn legend(graph: &mut Graph, names: &[String; 2], words: &Words) {
    for player in Player::BOTH {
        let name = &names[player.index()];
        let args: [(&str, &dyn std::fmt::Display); 1] = [("player", name)];
        if graph.vertices.iter().any(|v| v.owner == player) {
            graph.legend.push((Key::Owner(player), words.say("picture-moves", &args)));
        }
    }
    for player in Player::BOTH {
        let args: [(&str, &dyn std::fmt::Display); 1] = [("player", &names[player.index()])];
        if graph.vertices.iter().any(|v| v.attractor.is_some_and(|(p, _)| p == player)) {
            graph.legend.push((Key::Layer(player), words.say("picture-layer", &args)));
        }
    }
    if graph.edges.iter().any(|e| e.chosen) {
        graph.legend.push((Key::Chosen, words.say("picture-strategy", &[])));
    }
    if graph.edges.iter().any(|e| e.played) {
        graph.legend.push((Key::Played, words.say("picture-play", &[])));
    }
}
