//! Layered layout: vertices in given columns, edges between them with few crossings.
//!
//! 1. An edge over several columns becomes a chain of bends, one in each column between.
//! 2. Crossings are reduced by sweeps that put every vertex at the mean of its neighbours in the column before
//!    (Sugiyama, Tagawa and Toda 1981), by exchanging neighbours, and by moving one vertex through its whole column; the
//!    best order is disturbed and mended again as long as the work that is allowed lasts. Crossings are counted as in Barth, Jünger and Mutzel (2002).
//! 3. Heights: each column in turn takes the places nearest to the mean of its neighbours that keep order and distance,
//!    which is a regression under an order and is solved exactly by pooling neighbours that violate it.
//! 4. Edges run level through columns and bend only between them, where no vertex lies: so none runs through a vertex.

use crate::scene::Segment;
use attractor_game::Rng;

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
    let y = heights(&nodes, &order.columns);

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

/// The order of the nodes in each column.
struct Order<'a> {
    nodes: &'a [Node],
    columns: Vec<Vec<usize>>,
    place: Vec<usize>,
    /// Comparisons made so far.
    work: u64,
}

/// Comparisons that reducing crossings may take: some tenths of a second.
const WORK: u64 = 40_000_000;

impl<'a> Order<'a> {
    fn new(nodes: &'a [Node], count: usize) -> Order<'a> {
        let mut columns = vec![Vec::new(); count];
        nodes.iter().enumerate().for_each(|(v, node)| columns[node.column].push(v));
        let mut order = Order { nodes, columns, place: vec![0; nodes.len()], work: 0 };
        order.number();
        order
    }

    fn number(&mut self) {
        for column in &self.columns {
            column.iter().enumerate().for_each(|(i, v)| self.place[*v] = i);
        }
    }

    /// Reduces crossings as far as it can within its work, and returns how many are left.
    fn reduce(&mut self) -> u64 {
        let mut rng = Rng::new(1);
        let mut best: (u64, Vec<Vec<usize>>) = (u64::MAX, Vec::new());
        // Sweeps from several beginnings.
        for beginning in 0..6 {
            match beginning {
                0 => self.walk(),
                1 => self.columns.iter_mut().for_each(|column| column.sort_unstable()),
                _ => self.columns.iter_mut().for_each(|column| shuffle(column, &mut rng)),
            }
            self.number();
            for sweep in 0..12 {
                self.sweep((sweep + beginning) % 2 == 0);
                self.exchange();
                self.keep(&mut best);
                if best.0 == 0 || self.work > WORK / 2 {
                    break;
                }
            }
            if best.0 == 0 || self.work > WORK / 2 {
                break;
            }
        }
        // From the best order on: a few nodes of one column at random places, then downhill again. What is as good is kept
        // too, so that it wanders.
        let mut rounds = 0;
        while best.0 > 0 && self.work < WORK && rounds < 4_000 {
            rounds += 1;
            self.columns.clone_from(&best.1);
            if rounds > 1 {
                let c = rng.below(self.columns.len());
                let size = self.columns[c].len();
                let first = rng.below(size);
                shuffle(&mut self.columns[c][first..(first + 2 + rounds % 5).min(size)], &mut rng);
            }
            self.number();
            self.exchange();
            while self.work < WORK && self.sift() {}
            self.keep(&mut best);
        }
        self.columns = best.1;
        self.number();
        best.0
    }

    /// Keeps the order if it is as good as the best so far.
    fn keep(&mut self, best: &mut (u64, Vec<Vec<usize>>)) {
        let crossings = self.crossings();
        self.work += 8 * self.nodes.len() as u64;
        if crossings <= best.0 {
            best.0 = crossings;
            best.1.clone_from(&self.columns);
        }
    }

    /// An order in which vertices follow the edges from the first column on.
    fn walk(&mut self) {
        let mut seen = vec![false; self.nodes.len()];
        let mut columns = vec![Vec::new(); self.columns.len()];
        for root in self.columns.iter().flatten() {
            let mut open = vec![*root];
            while let Some(v) = open.pop() {
                if !std::mem::replace(&mut seen[v], true) {
                    columns[self.nodes[v].column].push(v);
                    open.extend(self.nodes[v].right.iter().rev().chain(&self.nodes[v].left));
                }
            }
        }
        self.columns = columns;
    }

    /// Every column in turn, sorted by the mean place of the neighbours in the column before it.
    fn sweep(&mut self, forward: bool) {
        let count = self.columns.len();
        for i in 1..count {
            let c = if forward { i } else { count - 1 - i };
            let mut keyed: Vec<(f64, usize)> = Vec::new();
            for &v in &self.columns[c] {
                let near = if forward { &self.nodes[v].left } else { &self.nodes[v].right };
                let own = self.place[v] as f64;
                let mean = near.iter().map(|w| self.place[*w] as f64).sum::<f64>() / near.len() as f64;
                keyed.push((if near.is_empty() { own } else { mean }, v));
            }
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.columns[c] = keyed.into_iter().map(|(_, v)| v).collect();
            self.columns[c].iter().enumerate().for_each(|(i, v)| self.place[*v] = i);
        }
    }

    /// Crossings of the edges of `v` with those of `w`, if `v` lies above `w`.
    fn between(&mut self, v: usize, w: usize) -> usize {
        let count = |a: &[usize], b: &[usize]| {
            let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
            pairs.filter(|(x, y)| self.place[**x] > self.place[**y]).count()
        };
        let (v, w) = (&self.nodes[v], &self.nodes[w]);
        let found = count(&v.left, &w.left) + count(&v.right, &w.right);
        self.work += (4 + v.left.len() * w.left.len() + v.right.len() * w.right.len()) as u64;
        found
    }

    /// Exchanges neighbours in a column as long as that takes crossings away.
    fn exchange(&mut self) {
        for _ in 0..12 {
            let mut better = false;
            for c in 0..self.columns.len() {
                if self.work > WORK {
                    return;
                }
                for i in 1..self.columns[c].len() {
                    let (v, w) = (self.columns[c][i - 1], self.columns[c][i]);
                    if self.between(w, v) < self.between(v, w) {
                        self.columns[c].swap(i - 1, i);
                        (self.place[v], self.place[w]) = (i, i - 1);
                        better = true;
                    }
                }
            }
            if !better {
                return;
            }
        }
    }

    /// Moves every node to the best place in its column; whether that took crossings away.
    fn sift(&mut self) -> bool {
        let mut better = false;
        for c in 0..self.columns.len() {
            for v in self.columns[c].clone() {
                if self.work > WORK {
                    return false;
                }
                let from = self.columns[c].iter().position(|w| *w == v).expect("it is there");
                let others: Vec<usize> = self.columns[c].iter().copied().filter(|w| *w != v).collect();
                // What it costs to stand at the top, then one place further down each time.
                let mut cost = others.iter().map(|w| self.between(v, *w) as i64).sum::<i64>();
                let (mut least, mut place, mut stay) = (cost, 0, cost);
                for (i, w) in others.iter().enumerate() {
                    cost += self.between(*w, v) as i64 - self.between(v, *w) as i64;
                    if cost < least {
                        (least, place) = (cost, i + 1);
                    }
                    if i + 1 == from {
                        stay = cost;
                    }
                }
                if least < stay {
                    self.columns[c] = others;
                    self.columns[c].insert(place, v);
                    self.columns[c].iter().enumerate().for_each(|(i, w)| self.place[*w] = i);
                    better = true;
                }
            }
        }
        better
    }

    /// Crossings between all neighbouring columns.
    fn crossings(&self) -> u64 {
        (1..self.columns.len()).map(|c| self.crossings_before(c)).sum()
    }

    /// Pairs of edges into a column in the wrong order: edges sorted by where they begin, then counted in a tree of sums
    /// over where they end.
    fn crossings_before(&self, c: usize) -> u64 {
        let size = self.columns[c].len().next_power_of_two();
        let mut sums = vec![0u64; 2 * size];
        let mut crossings = 0;
        for v in &self.columns[c - 1] {
            let mut ends: Vec<usize> = self.nodes[*v].right.iter().map(|w| self.place[*w]).collect();
            ends.sort_unstable();
            for end in ends {
                let mut i = size + end;
                sums[i] += 1;
                while i > 1 {
                    if i.is_multiple_of(2) {
                        crossings += sums[i + 1];
                    }
                    i /= 2;
                    sums[i] += 1;
                }
            }
        }
        crossings
    }
}

fn shuffle(list: &mut [usize], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
}

/// Heights of the nodes, given their order.
fn heights(nodes: &[Node], columns: &[Vec<usize>]) -> Vec<f64> {
    let mut y = vec![0.0; nodes.len()];
    let apart = |v: usize, w: usize| {
        let gap = if nodes[v].real || nodes[w].real { APART } else { BEND };
        (nodes[v].height + nodes[w].height) / 2.0 + gap
    };
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
