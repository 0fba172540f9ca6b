//! Layout as geometry, on graphs by chance: order and distance are kept, crossings are counted right, and a graph of two
//! thousand states takes no time that a person would notice.

use attractor_draw::{
    Format,
    graph::{Edge, Graph, Vertex, draw},
    layered::{Layout, layout},
    scene::{Segment, Shape},
    tree::{self, Node, Tree},
};
use attractor_game::{Player, Rng};

/// A graph with so many states in so many columns, most moves to the next ones.
fn by_chance(states: usize, columns: usize, moves: usize, seed: u64) -> Graph {
    let mut rng = Rng::new(seed);
    let vertices: Vec<Vertex> = (0..states)
        .map(|v| Vertex {
            name: v.to_string(),
            owner: if rng.below(2) == 0 { Player::One } else { Player::Two },
            column: v * columns / states,
            last: false,
            note: (rng.below(4) == 0).then(|| "player 2 wins".to_owned()),
            attractor: (rng.below(2) == 0).then(|| (Player::Two, rng.below(9) as u32)),
            board: None,
            more: rng.below(20) as u64 / 19,
        })
        .collect();
    let mut pairs = std::collections::BTreeSet::new();
    for _ in 0..moves {
        let from = rng.below(states);
        let near = states / columns * 2;
        let to =
            if rng.below(10) == 0 { rng.below(states) } else { (from + 1 + rng.below(near.max(1))).min(states - 1) };
        pairs.insert((from, to));
    }
    let edges = pairs.into_iter().map(|(from, to)| Edge { from, to, chosen: false, played: false }).collect();
    Graph { vertices, edges, start: Some(0), ..Graph::default() }
}

/// Points along a path.
fn points(path: &[Segment]) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    for segment in path {
        match *segment {
            Segment::Move(x, y) | Segment::Line(x, y) => found.push((x, y)),
            Segment::Cubic([a, b, c, d, e, f]) => {
                let from = *found.last().unwrap();
                for i in 1..=12 {
                    let (t, s) = (f64::from(i) / 12.0, 1.0 - f64::from(i) / 12.0);
                    let at = |p: f64, q: f64, r: f64, z: f64| {
                        s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * z
                    };
                    found.push((at(from.0, a, c, e), at(from.1, b, d, f)));
                }
            }
            Segment::Close => {}
        }
    }
    found
}

#[test]
fn no_edge_runs_through_a_vertex() {
    for seed in 0..12 {
        let scene = draw(&by_chance(40, 6, 70, seed)).scene;
        let frame = |item: &attractor_draw::scene::Item| match (&item.shape, item.stroke) {
            (Shape::Rect([x, y, w, h], _), Some(s)) if s.width == 1.8 && *h > 20.0 => Some([*x, *y, x + w, y + h]),
            (Shape::Circle(x, y, r), Some(s)) if s.width == 1.8 && *r > 10.0 => Some([x - r, y - r, x + r, y + r]),
            _ => None,
        };
        let vertices: Vec<[f64; 4]> = scene.items.iter().filter_map(frame).collect();
        for item in &scene.items {
            let (Shape::Path(path), Some(stroke)) = (&item.shape, item.stroke) else { continue };
            if stroke.width != 1.1 {
                continue;
            }
            let line = points(path);
            let near = |p: (f64, f64), v: &[f64; 4]| {
                p.0 > v[0] - 3.0 && p.0 < v[2] + 3.0 && p.1 > v[1] - 3.0 && p.1 < v[3] + 3.0
            };
            for v in vertices.iter().filter(|v| !near(line[0], v) && !near(line[line.len() - 1], v)) {
                let inside = |p: &&(f64, f64)| p.0 > v[0] && p.0 < v[2] && p.1 > v[1] && p.1 < v[3];
                assert_eq!(line.iter().find(inside), None, "seed {seed}: {v:?}");
            }
        }
    }
}

#[test]
fn crossings_are_those_of_all_pairs() {
    for seed in 0..20 {
        let graph = by_chance(24, 3, 40, seed);
        let columns: Vec<usize> = graph.vertices.iter().map(|v| v.column).collect();
        // Only edges to the next column, whose crossings can be told from the ends alone.
        let edges: Vec<(usize, usize)> =
            graph.edges.iter().map(|e| (e.from, e.to)).filter(|(v, w)| columns[*w] == columns[*v] + 1).collect();
        let placed = layout(&Layout { columns: &columns, sizes: &[(30.0, 30.0); 24], edges: &edges });
        let y = |v: usize| placed.at[v].1;
        let mut slow = 0;
        for (i, (a, b)) in edges.iter().enumerate() {
            for (c, d) in &edges[..i] {
                let same = columns[*a] == columns[*c];
                if same && (y(*a) - y(*c)) * (y(*b) - y(*d)) < 0.0 {
                    slow += 1;
                }
            }
        }
        assert_eq!(placed.crossings, slow, "seed {seed}");
        for v in 0..24 {
            for w in 0..v {
                assert!(columns[v] != columns[w] || (y(v) - y(w)).abs() >= 30.0, "{v} and {w} overlap");
            }
        }
    }
}

#[test]
fn planar_graphs_are_drawn_without_crossings() {
    // A full binary tree, its vertices listed in an order that hides it.
    let columns: Vec<usize> = (0..31usize).map(|i| ((i * 7 % 31 + 1) as f64).log2() as usize).collect();
    let name: Vec<usize> = (0..31).map(|v| (0..31).find(|i| i * 7 % 31 == v).unwrap()).collect();
    let edges: Vec<(usize, usize)> = (1..31).map(|v| (name[(v - 1) / 2], name[v])).collect();
    assert_eq!(layout(&Layout { columns: &columns, sizes: &[(30.0, 30.0); 31], edges: &edges }).crossings, 0);
}

#[test]
fn two_thousand_states_are_drawn() {
    let graph = by_chance(2_000, 25, 5_000, 1);
    let begun = std::time::Instant::now();
    let svg = draw(&graph).write(Format::Svg, None).unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    println!("2,000 states and {} moves: {seconds:.2} s, {} bytes", graph.edges.len(), svg.len());
    // Under 1 s on a machine that does nothing else; more here, so that a busy one does not fail.
    assert!(seconds < 5.0, "{seconds} s");
}

fn node(depth: u32, rng: &mut Rng) -> Node {
    let children = if depth == 0 { 0 } else { rng.below(4) };
    Node {
        player: if depth.is_multiple_of(2) { Player::One } else { Player::Two },
        name: Some("abcdefgh"[..1 + rng.below(7)].to_owned()),
        value: Some((rng.below(2_000) as i64 - 1_000).to_string()),
        visited: rng.below(8) > 0,
        chosen: false,
        cut: (children > 0 && rng.below(3) == 0).then(|| "6 ≥ β = 4".to_owned()),
        known: 0,
        board: None,
        folded: if depth == 0 { rng.below(3) as u64 * 1_000 } else { 0 },
        children: (0..children).map(|_| node(depth - 1, rng)).collect(),
    }
}

#[test]
fn nodes_of_a_tree_keep_apart() {
    for seed in 0..20 {
        let root = node(5, &mut Rng::new(seed));
        let tree =
            Tree { title: String::new(), description: String::new(), root, levels: vec![], notes: vec![], last: 0 };
        let scene = tree::draw(&tree).scene;
        let boxes: Vec<[f64; 4]> = scene
            .items
            .iter()
            .filter(|item| matches!(&item.shape, Shape::Text(..)))
            .map(|item| attractor_draw::scene::bounds(&item.shape))
            .collect();
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[..i] {
                let apart = a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3];
                assert!(apart, "seed {seed}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn matches_cross_as_little_as_in_graphviz() {
    // Nine matches, take one or two: (left, player). Graphviz leaves 8 crossings by matches left, and 7 by plies.
    let mut states = vec![(9usize, 0usize)];
    let mut edges = Vec::new();
    let mut next = 0;
    while next < states.len() {
        let (left, player) = states[next];
        for take in 1..=left.min(2) {
            let to = (left - take, 1 - player);
            let v = states.iter().position(|s| *s == to).unwrap_or_else(|| {
                states.push(to);
                states.len() - 1
            });
            edges.push((next, v));
        }
        next += 1;
    }
    let left: Vec<usize> = states.iter().map(|s| 9 - s.0).collect();
    // The most plies that lead to a state; as many rounds as there are matches are enough.
    let mut plies = vec![0; states.len()];
    for _ in 0..9 {
        edges.iter().for_each(|&(v, w)| plies[w] = plies[w].max(plies[v] + 1));
    }
    let sizes = vec![(30.0, 30.0); states.len()];
    let crossings = |columns: &[usize]| layout(&Layout { columns, sizes: &sizes, edges: &edges }).crossings;
    assert_eq!((states.len(), crossings(&left), crossings(&plies)), (18, 8, 6));
}
