//! Arenas, analyses and trees again, from the plain data that pickle keeps of them. The data may come from anywhere: all is
//! checked, and nothing here is recursive.

use crate::errors::raise;
use attractor_game::{Error, Player};
use attractor_play::{Analysis, MoveValue, NodeRecord, Number, Solved, TreeRecord};
use attractor_solve::graph::{Arena, End, Names, Row};
use pyo3::{
    prelude::*,
    types::{PyAnyMethods, PyBytes, PyDict, PyList},
};

fn damaged(what: &str) -> PyErr {
    raise(Error::new("bad-pickle", "the data of a pickle are damaged: {what}").arg("what", what))
}

/// A byte for a vertex that is not final.
const OPEN: u8 = 255;

/// An arena as a dictionary of bytes; with its vertices, where they are objects of Python's.
pub(crate) fn parts<'py>(
    py: Python<'py>,
    arena: &Arena,
    vertices: Option<&Bound<'py, PyList>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (mut offsets, mut moves) = (Vec::with_capacity(8 * arena.len()), Vec::with_capacity(4 * arena.len()));
    let mut end: u64 = 0;
    offsets.extend(end.to_le_bytes());
    for v in arena.vertices() {
        let row = arena.successors(v);
        moves.extend(row.iter().flat_map(|w| w.to_le_bytes()));
        end += row.len() as u64;
        offsets.extend(end.to_le_bytes());
    }
    let owners: Vec<u8> = arena.vertices().map(|v| arena.owner(v).number()).collect();
    let ends: Vec<u8> =
        arena.vertices().map(|v| arena.end(v).map_or(OPEN, |end| end.winner().map_or(0, Player::number))).collect();
    let dict = PyDict::new(py);
    dict.set_item("vertices", vertices)?;
    let words = match arena.names() {
        Names::Words(words) if vertices.is_none() => Some(words.iter().map(|word| &**word).collect::<Vec<&str>>()),
        _ => None,
    };
    dict.set_item("names", words)?;
    dict.set_item("offsets", PyBytes::new(py, &offsets))?;
    dict.set_item("successors", PyBytes::new(py, &moves))?;
    dict.set_item("owners", PyBytes::new(py, &owners))?;
    dict.set_item("results", PyBytes::new(py, &ends))?;
    dict.set_item("start", arena.start_vertex().unwrap_or(0))?;
    dict.set_item("merged", arena.merged())?;
    Ok(dict)
}

/// The arena of such a dictionary, and its vertices where they are objects of Python's.
pub(crate) fn arena<'py>(parts: &Bound<'py, PyDict>) -> PyResult<(Arena, Option<Bound<'py, PyList>>)> {
    fn part<'py, T: for<'a> FromPyObject<'a, 'py>>(parts: &Bound<'py, PyDict>, name: &str) -> PyResult<T> {
        let found = parts.get_item(name)?.ok_or_else(|| damaged(name))?;
        found.extract().map_err(|_| damaged(name))
    }
    let bytes = |name| part::<Vec<u8>>(parts, name);
    let (offsets, moves, owners, ends) = (bytes("offsets")?, bytes("successors")?, bytes("owners")?, bytes("results")?);
    let (start, merged): (u32, u64) = (part(parts, "start")?, part(parts, "merged")?);
    let (names, vertices): (Option<Vec<String>>, Option<Bound<'py, PyList>>) =
        (part(parts, "names")?, part(parts, "vertices")?);
    let n = owners.len();
    if offsets.len() != 8 * (n + 1) || moves.len() % 4 != 0 || ends.len() != n {
        return Err(damaged("offsets"));
    }
    if names.as_ref().is_some_and(|names| names.len() != n) || vertices.as_ref().is_some_and(|list| list.len() != n) {
        return Err(damaged("names"));
    }
    let (offsets, _) = offsets.as_chunks::<8>();
    let (moves, _) = moves.as_chunks::<4>();
    let rows = Row::Own(offsets.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect());
    let moves = Row::Own(moves.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect());
    let owner = |v: usize| {
        Player::from_number(owners[v].into())
            .ok_or_else(|| Error::new("no-such-player", "a player is 1 or 2, not {player}").arg("player", owners[v]))
    };
    let end = |v: usize, player: Player| {
        Ok(match ends[v] {
            0 => End::Draw,
            number => Player::from_number(number.into()).map_or(End::stuck(player), End::Won),
        })
    };
    let mut arena = Arena::from_rows(rows, moves, owner, end, start).map_err(raise)?.with_merged(merged);
    if let Some(names) = names {
        arena = arena.renamed(Names::Words(names.into_iter().map(String::into_boxed_str).collect()));
    }
    Ok((arena, vertices))
}

/// One of the words that records hold.
fn word(text: &str) -> PyResult<&'static str> {
    let words = ["win", "draw", "loss", "final", "endless"];
    words.into_iter().find(|&known| known == text).ok_or_else(|| damaged(text))
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct SolvedParts {
    game: String,
    position: String,
    turn: u8,
    outcome: String,
    plies: Option<u32>,
    draw: Option<String>,
    margin: Option<i32>,
    best: Vec<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct MoveParts {
    #[pyo3(item("move"))]
    name: String,
    outcome: String,
    plies: Option<u32>,
    margin: Option<i32>,
}

/// An analysis from the data that it gives.
pub(crate) fn analysis(data: &Bound<'_, PyAny>) -> PyResult<Analysis> {
    let solved: SolvedParts = data.get_item("position")?.extract().map_err(|_| damaged("position"))?;
    let moves: Vec<MoveParts> = data.get_item("moves")?.extract().map_err(|_| damaged("moves"))?;
    let moves = moves
        .into_iter()
        .map(|m| Ok(MoveValue { name: m.name, outcome: word(&m.outcome)?, plies: m.plies, margin: m.margin }));
    Ok(Analysis {
        moves: moves.collect::<PyResult<_>>()?,
        position: Solved {
            game: solved.game,
            position: solved.position,
            turn: solved.turn,
            outcome: word(&solved.outcome)?,
            plies: solved.plies,
            draw: solved.draw.map(|draw| word(&draw)).transpose()?,
            margin: solved.margin,
            best: solved.best,
            line: solved.line,
            nodes: solved.nodes,
            seconds: solved.seconds,
        },
    })
}

/// A node: move, player, value, chosen, cut, window, number of children.
type NodeParts = (Option<String>, u8, Option<f64>, bool, Option<String>, Option<(f64, f64)>, usize);

/// A search: value, best moves, nodes visited, nodes, and each node before its children.
pub(crate) type TreeParts = (f64, Vec<String>, u64, Option<u64>, Option<Vec<NodeParts>>);

/// A tree as plain data.
pub(crate) fn tree_parts(record: &TreeRecord) -> TreeParts {
    let nodes = record.tree.as_ref().map(|root| {
        let (mut rows, mut open) = (Vec::new(), vec![root]);
        while let Some(node) = open.pop() {
            rows.push((
                node.name.clone(),
                node.player,
                node.value.map(|value| value.0),
                node.chosen,
                node.cut.clone(),
                node.window.map(|[alpha, beta]| (alpha.0, beta.0)),
                node.children.len(),
            ));
            open.extend(node.children.iter().rev());
        }
        rows
    });
    (record.value.0, record.best.clone(), record.visited, record.nodes, nodes)
}

/// The tree of such data.
pub(crate) fn tree((value, best, visited, nodes, rows): TreeParts) -> PyResult<TreeRecord> {
    let tree = rows.map(|rows| {
        // From the last one back: the children of a node are the last ones that were made.
        let mut made: Vec<NodeRecord> = Vec::new();
        for (name, player, value, chosen, cut, window, count) in rows.into_iter().rev() {
            let from = made.len().checked_sub(count).ok_or_else(|| damaged("nodes"))?;
            let children = made.drain(from..).rev().collect();
            made.push(NodeRecord {
                name,
                player,
                value: value.map(Number),
                chosen,
                window: window.map(|(alpha, beta)| [Number(alpha), Number(beta)]),
                cut,
                children,
            });
        }
        let root = made.pop().ok_or_else(|| damaged("nodes"))?;
        if made.is_empty() { Ok(root) } else { Err(damaged("nodes")) }
    });
    Ok(TreeRecord { value: Number(value), best, visited, nodes, tree: tree.transpose()? })
}
