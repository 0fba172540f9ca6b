//! Layered layout: vertices in given columns, edges between them with few crossings.
//!
//! 1. An edge over several columns becomes a chain of bends, one in each column between.
//! 2. Crossings are reduced by sweeps that put every vertex at the mean of its neighbours in the column before
//!    (Sugiyama, Tagawa and Toda 1981), by exchanging neighbours, and by moving one vertex through its whole column; the
//!    best order is disturbed and mended again as long as the work that is allowed lasts. Crossings are counted as in Barth, Jünger and Mutzel (2002).
//! 3. Heights: each column in turn takes the places nearest to the mean of its neighbours that keep order and distance,
//!    which is a regression under an order and is solved exactly by pooling neighbours that violate it.
//!    Long edges are then made level where that makes the others little longer.
//! 4. Edges run level through columns and bend only between them, where no vertex lies: so none runs through a vertex.

mod heights;
mod order;

use crate::scene::Segment;
use heights::{heights, straightened};
use order::Order;

/// What is to be laid out.
pub struct Layout<'a> {
    /// The column of each vertex; columns may be missing.
    pub columns: &'a [usize],
    /// Width and height of each vertex, with all that belongs to it.
    pub sizes: &'a [(f64, f64)],
    /// Edges, by vertex.
    pub edges: &'a [(usize, usize)],
}

/// Where everything lies.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// The middle of each vertex.
    pub at: Vec<(f64, f64)>,
    /// The points that each edge runs through, from its beginning to its end: bends for those to another column, none
    /// otherwise. A pair of points per column that is passed, at its two borders.
    pub bends: Vec<Vec<(f64, f64)>>,
    /// Left and right border of each column in use, with its number.
    pub columns: Vec<(usize, f64, f64)>,
    /// Crossings of edges between columns.
    pub crossings: u64,
}

/// A vertex, or a bend of an edge.
struct Node {
    column: usize,
    height: f64,
    real: bool,
    left: Vec<usize>,
    right: Vec<usize>,
}

/// Distance between neighbours in a column.
const APART: f64 = 14.0;
/// Room for an edge that passes a column.
const BEND: f64 = 6.0;

/// Lays a graph out.
pub fn layout(input: &Layout<'_>) -> Placed {
    let mut used: Vec<usize> = input.columns.to_vec();
    used.sort_unstable();
    used.dedup();
    let column = |v: usize| used.binary_search(&input.columns[v]).expect("every column is in the list");

    // Step 1. Vertices, then the bends of long edges.
    let mut nodes: Vec<Node> = (0..input.columns.len())
        .map(|v| Node { column: column(v), height: input.sizes[v].1, real: true, left: vec![], right: vec![] })
        .collect();
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for &(from, to) in input.edges {
        let (a, b) = if column(from) <= column(to) { (from, to) } else { (to, from) };
        let mut chain = Vec::new();
        if column(a) < column(b) {
            let mut last = a;
            for c in column(a) + 1..column(b) {
                nodes.push(Node { column: c, height: BEND, real: false, left: vec![last], right: vec![] });
                let bend = nodes.len() - 1;
                nodes[last].right.push(bend);
                chain.push(bend);
                last = bend;
            }
            nodes[last].right.push(b);
            nodes[b].left.push(last);
            if a == to {
                chain.reverse();
            }
        }
        chains.push(chain);
    }

    // Step 2. The order in each column.
    let mut order = Order::new(&nodes, used.len());
    let crossings = order.reduce();
    // Step 3. Heights.
    let y = straightened(&nodes, &order.columns, &chains, heights(&nodes, &order.columns));

    // Step 4. Widths: a gap is wider where edges climb more.
    let mut columns = Vec::new();
    let mut x = 0.0;
    let mut at = vec![(0.0, 0.0); input.columns.len()];
    let mut arcs = vec![false; used.len()];
    input.edges.iter().filter(|e| e.0 != e.1 && column(e.0) == column(e.1)).for_each(|e| arcs[column(e.0)] = true);
    for (c, members) in order.columns.iter().enumerate() {
        let width = members.iter().filter(|v| nodes[**v].real).map(|v| input.sizes[*v].0).fold(0.0, f64::max);
        members.iter().filter(|v| nodes[**v].real).for_each(|v| at[*v] = (x + width / 2.0, y[*v]));
        columns.push((used[c], x, x + width));
        let climb = |v: &usize| nodes[*v].right.iter().map(|w| (y[*w] - y[*v]).abs()).fold(0.0, f64::max);
        let steepest = members.iter().map(climb).fold(0.0, f64::max);
        let flat = if arcs[c] { 24.0 } else { 0.0 };
        x += width + (36.0 + 0.22 * steepest).min(150.0) + flat;
    }
    let bends = input.edges.iter().zip(&chains).map(|(&(from, to), chain)| {
        let forward = column(from) < column(to);
        let mut points = Vec::new();
        for bend in chain {
            let (_, l, r) = columns[nodes[*bend].column];
            let (first, second) = if forward { (l, r) } else { (r, l) };
            points.extend([(first, y[*bend]), (second, y[*bend])]);
        }
        points
    });
    Placed { at, bends: bends.collect(), columns, crossings }
}

/// A curve through points that is level at each of them: straight where two are level, bent between columns.
pub(crate) fn curve(points: &[(f64, f64)]) -> Vec<Segment> {
    let mut path = vec![Segment::Move(points[0].0, points[0].1)];
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        if (y0 - y1).abs() < 0.01 {
            path.push(Segment::Line(x1, y1));
        } else {
            let reach = 0.5 * (x1 - x0);
            path.push(Segment::Cubic([x0 + reach, y0, x1 - reach, y1, x1, y1]));
        }
    }
    path
}
