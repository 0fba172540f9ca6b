//! Heights, given the order: near to neighbours, and long edges level.

use super::{APART, BEND, Node};

/// Least distance between the middles of two neighbours.
fn distance(v: &Node, w: &Node) -> f64 {
    let gap = if v.real || w.real { APART } else { BEND };
    (v.height + w.height) / 2.0 + gap
}

/// Heights of the nodes, given their order.
pub(super) fn heights(nodes: &[Node], columns: &[Vec<usize>]) -> Vec<f64> {
    let mut y = vec![0.0; nodes.len()];
    let apart = |v: usize, w: usize| distance(&nodes[v], &nodes[w]);
    for column in columns {
        for pair in column.windows(2) {
            y[pair[1]] = y[pair[0]] + apart(pair[0], pair[1]);
        }
        if let (Some(first), Some(last)) = (column.first(), column.last()) {
            let middle = (y[*first] + y[*last]) / 2.0;
            column.iter().for_each(|v| y[*v] -= middle);
        }
    }
    // Long edges are kept straight before short ones.
    let weight = |v: usize, w: usize| match (nodes[v].real, nodes[w].real) {
        (true, true) => 1.0,
        (false, false) => 8.0,
        _ => 2.0,
    };
    const ROUNDS: usize = 28;
    for round in 0..ROUNDS {
        let forward = round % 2 == 0;
        for i in 0..columns.len() {
            let column = &columns[if forward { i } else { columns.len() - 1 - i }];
            let wishes: Vec<(f64, f64)> = column
                .iter()
                .map(|&v| {
                    let (near, far) =
                        if forward { (&nodes[v].left, &nodes[v].right) } else { (&nodes[v].right, &nodes[v].left) };
                    // At first one side alone, so that change travels; both at the end.
                    let far = if round < ROUNDS / 2 && !near.is_empty() { &[][..] } else { &far[..] };
                    let (mut sum, mut total) = (0.0, 0.0);
                    for &w in near.iter().chain(far) {
                        sum += weight(v, w) * y[w];
                        total += weight(v, w);
                    }
                    if total > 0.0 { (sum / total, total) } else { (y[v], 0.1) }
                })
                .collect();
            place(column, &wishes, &apart, &mut y);
        }
    }
    y
}

/// Long edges become level where their neighbours let them: every bend wishes to be at the mean height of its edge, and
/// vertices to stay. Where edges are so many that the others would climb more for it, all stays as it was.
pub(super) fn straightened(
    nodes: &[Node],
    columns: &[Vec<usize>],
    chains: &[Vec<usize>],
    before: Vec<f64>,
) -> Vec<f64> {
    const ROUNDS: usize = 12;
    /// How much more all edges together may climb.
    const MORE: f64 = 1.05;
    let mut y = before.clone();
    let mut edge = vec![None; nodes.len()];
    for (e, chain) in chains.iter().enumerate().filter(|(_, chain)| chain.len() > 1) {
        chain.iter().for_each(|bend| edge[*bend] = Some(e));
    }
    let apart = |v: usize, w: usize| distance(&nodes[v], &nodes[w]);
    for _ in 0..ROUNDS {
        let mean = |chain: &Vec<usize>| chain.iter().map(|bend| y[*bend]).sum::<f64>() / chain.len().max(1) as f64;
        let means: Vec<f64> = chains.iter().map(mean).collect();
        for column in columns {
            let wish = |v: &usize| edge[*v].map_or((y[*v], 1.0), |e: usize| (means[e], 8.0));
            let wishes: Vec<(f64, f64)> = column.iter().map(wish).collect();
            place(column, &wishes, &apart, &mut y);
        }
    }
    let climb = |y: &[f64]| -> f64 {
        let each = nodes.iter().enumerate().flat_map(|(v, node)| node.right.iter().map(move |w| (y[v] - y[*w]).abs()));
        each.sum()
    };
    if climb(&y) <= MORE * climb(&before) { y } else { before }
}

/// The places nearest to the wishes, weighted, that keep order and distance.
fn place(column: &[usize], wishes: &[(f64, f64)], apart: &impl Fn(usize, usize) -> f64, y: &mut [f64]) {
    // Without the distances it is a regression under an order: pools of (sum, weight, members).
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(column.len());
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (i, (wish, weight)) in wishes.iter().enumerate() {
        if i > 0 {
            offset += apart(column[i - 1], column[i]);
        }
        offsets.push(offset);
        pools.push(((wish - offset) * weight, *weight, 1));
        while let [.., (s, w, m), (t, x, n)] = pools[..] {
            if s / w <= t / x {
                break;
            }
            pools.truncate(pools.len() - 2);
            pools.push((s + t, w + x, m + n));
        }
    }
    let mut i = 0;
    for (sum, weight, members) in pools {
        for _ in 0..members {
            y[column[i]] = sum / weight + offsets[i];
            i += 1;
        }
    }
}
