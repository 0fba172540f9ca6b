//! Few crossings: the order of each column, by sweeps, exchanges and moves of single nodes.

use super::Node;
use attractor_game::Rng;

/// The order of the nodes in each column.
pub(super) struct Order<'a> {
    nodes: &'a [Node],
    pub(super) columns: Vec<Vec<usize>>,
    place: Vec<usize>,
    /// Comparisons made so far.
    work: u64,
}

/// Comparisons that reducing crossings may take: some tenths of a second.
const WORK: u64 = 40_000_000;

impl<'a> Order<'a> {
    pub(super) fn new(nodes: &'a [Node], count: usize) -> Order<'a> {
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
    pub(super) fn reduce(&mut self) -> u64 {
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
