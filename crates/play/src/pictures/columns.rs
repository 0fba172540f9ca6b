//! Which column a state stands in.

use attractor_game::{Error, Player, nearest};
use attractor_solve::graph::{Arena, Attractors};
use std::{collections::VecDeque, str::FromStr};

/// What the columns of a picture count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Columns {
    /// Plies from the start, at most; at least where play can come back.
    #[default]
    Ply,
    /// Plies to an end, at most: matches left, squares left. For graphs without cycles.
    Left,
    /// The layer of the attractor.
    Rank,
}

const NAMES: [(&str, Columns); 3] = [("ply", Columns::Ply), ("left", Columns::Left), ("rank", Columns::Rank)];

impl FromStr for Columns {
    type Err = Error;
    fn from_str(text: &str) -> Result<Columns, Error> {
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, columns)| *columns).ok_or_else(|| {
            Error::new("bad-columns", "columns are ply, left or rank, not {columns}")
                .arg("columns", text)
                .nearest(nearest(text, NAMES.map(|(name, _)| name)))
        })
    }
}

/// Columns of the vertices in a list, and what stands above each.
pub(super) struct Columned {
    pub(super) of: Vec<usize>,
    pub(super) headings: Vec<String>,
}

/// Puts the vertices of a list into columns; `inner` lists the edges among them by place in the list.
pub(super) fn columns(
    kind: Columns,
    vertices: &[u32],
    inner: &[Vec<usize>],
    start: Option<usize>,
    attractors: &Attractors,
) -> Result<Columned, Error> {
    match kind {
        Columns::Rank => {
            let most = vertices.iter().filter_map(|v| attractors.rank(*v)).max().unwrap_or(0);
            let column = |v: &u32| attractors.rank(*v).map_or(0, |n| (most - n) as usize + 1);
            let mut headings = vec!["?".to_owned()];
            headings.extend((0..=most).rev().map(|n| format!("A_{n}")));
            Ok(Columned { of: vertices.iter().map(column).collect(), headings })
        }
        Columns::Ply => {
            let of = longest(inner).unwrap_or_else(|| nearest_first(inner, start));
            let most = of.iter().max().map_or(0, |most| most + 1);
            Ok(Columned { of, headings: (0..most).map(|n| n.to_string()).collect() })
        }
        Columns::Left => {
            let mut back = vec![Vec::new(); inner.len()];
            for (v, next) in inner.iter().enumerate() {
                next.iter().for_each(|w| back[*w].push(v));
            }
            let left = longest(&back).ok_or_else(|| {
                Error::new("columns-cyclic", "play can go on for ever here: columns are ply or rank, not left")
            })?;
            let most = left.iter().copied().max().unwrap_or(0);
            let headings = (0..=most).rev().map(|n| n.to_string()).collect();
            Ok(Columned { of: left.iter().map(|n| most - n).collect(), headings })
        }
    }
}

/// The longest way to each vertex; none if there is a cycle.
fn longest(inner: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut waiting = vec![0usize; inner.len()];
    inner.iter().flatten().for_each(|w| waiting[*w] += 1);
    let mut open: Vec<usize> = (0..inner.len()).filter(|v| waiting[*v] == 0).collect();
    let (mut far, mut seen) = (vec![0; inner.len()], 0);
    while let Some(v) = open.pop() {
        seen += 1;
        for &w in &inner[v] {
            far[w] = far[w].max(far[v] + 1);
            waiting[w] -= 1;
            if waiting[w] == 0 {
                open.push(w);
            }
        }
    }
    (seen == inner.len()).then_some(far)
}

/// The shortest way from the start; what cannot be reached from there is measured from the first vertex that is left.
fn nearest_first(inner: &[Vec<usize>], start: Option<usize>) -> Vec<usize> {
    let mut far = vec![usize::MAX; inner.len()];
    for root in start.into_iter().chain(0..inner.len()) {
        if far[root] != usize::MAX {
            continue;
        }
        far[root] = 0;
        let mut open = VecDeque::from([root]);
        while let Some(v) = open.pop_front() {
            for &w in &inner[v] {
                if far[w] == usize::MAX {
                    far[w] = far[v] + 1;
                    open.push_back(w);
                }
            }
        }
    }
    far
}

/// The vertices nearest to one, at most so many, in the order in which they are met.
pub(super) fn neighbourhood(arena: &Arena, from: u32, most: usize) -> Vec<u32> {
    let mut found = vec![from];
    let mut seen: hashbrown::HashSet<u32> = [from].into_iter().collect();
    let mut next = 0;
    while let Some(&v) = found.get(next) {
        next += 1;
        for &w in arena.successors(v) {
            if found.len() < most && seen.insert(w) {
                found.push(w);
            }
        }
    }
    found
}

/// Who wins at the end of play, in the words of the picture: none for a vertex with moves.
pub(super) fn winner(arena: &Arena, v: u32) -> Option<Option<Player>> {
    arena.end(v).map(|end| end.winner())
}
