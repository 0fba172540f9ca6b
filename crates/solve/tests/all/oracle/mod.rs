//! What is true of small arenas, by the definitions and nothing else: the twin that solvers and checkers are compared
//! with.
//!
//! It has its own arenas, shares no code with the crate, and takes its time: every set is built from scratch.

#![allow(dead_code)]

use attractor_game::Rng;

/// Who wins: a player's number.
pub(crate) type Winner = Option<u8>;

/// A game graph with names. Vertices are numbered in the order of their names.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) names: Vec<String>,
    /// 1 or 2.
    pub(crate) owner: Vec<u8>,
    pub(crate) moves: Vec<Vec<usize>>,
    /// Of vertices without moves: 1, 2, or 0 for a draw. None: who cannot move has lost.
    pub(crate) result: Vec<Option<u8>>,
    pub(crate) start: usize,
}

/// What is said of every vertex of a graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Claim {
    pub(crate) winner: Vec<Winner>,
    pub(crate) rank: Vec<Option<u64>>,
    pub(crate) strategy: Vec<Option<usize>>,
}

impl Graph {
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    fn ended(&self, v: usize) -> Option<Winner> {
        if !self.moves[v].is_empty() {
            return None;
        }
        Some(match self.result[v] {
            Some(0) => None,
            Some(winner) => Some(winner),
            None => Some(3 - self.owner[v]),
        })
    }

    /// A_0, A_1, ... of a player until nothing is added: A_{n+1} has A_n, the player's vertices with a move into A_n, and
    /// the opponent's whose moves all lead there. Final vertices are in A_0 or nowhere.
    pub(crate) fn attractor(&self, player: u8) -> Vec<Vec<bool>> {
        let mut sets: Vec<Vec<bool>> = Vec::new();
        loop {
            let next: Vec<bool> = (0..self.len())
                .map(|v| match (self.ended(v), sets.last()) {
                    (Some(winner), _) => winner == Some(player),
                    (None, None) => false,
                    (None, Some(a)) if self.owner[v] == player => self.moves[v].iter().any(|&w| a[w]),
                    (None, Some(a)) => self.moves[v].iter().all(|&w| a[w]),
                })
                .collect();
            if sets.last() == Some(&next) {
                return sets;
            }
            sets.push(next);
        }
    }

    /// Who wins each vertex, and the least n with the vertex in A_n.
    pub(crate) fn truth(&self) -> (Vec<Winner>, Vec<Option<u64>>) {
        let both = [self.attractor(1), self.attractor(2)];
        let (mut winner, mut rank) = (vec![None; self.len()], vec![None; self.len()]);
        for (sets, player) in both.iter().zip([1, 2]) {
            for v in 0..self.len() {
                if let Some(n) = sets.iter().position(|set| set[v]) {
                    assert_eq!(winner[v], None, "both players win");
                    (winner[v], rank[v]) = (Some(player), Some(n as u64));
                }
            }
        }
        (winner, rank)
    }

    /// Moves that do as well as can be done: win in the least time, keep the draw, or lose in the longest.
    pub(crate) fn best(&self, winner: &[Winner], rank: &[Option<u64>], v: usize) -> Vec<usize> {
        let good = |w: usize| match rank[v] {
            None => winner[w].is_none(),
            Some(n) => winner[w] == winner[v] && rank[w].is_some_and(|m| m + 1 == n),
        };
        self.moves[v].iter().copied().filter(|&w| good(w)).collect()
    }

    /// A true claim; where a strategy need say nothing, it says something every other time.
    pub(crate) fn solved(&self, rng: &mut Rng) -> Claim {
        let (winner, rank) = self.truth();
        let strategy = (0..self.len())
            .map(|v| {
                let must = !self.moves[v].is_empty() && winner[v] == Some(self.owner[v]);
                let says = must || rng.below(2) == 0;
                rng.choose(self.best(&winner, &rank, v).into_iter()).filter(|_| says)
            })
            .collect();
        Claim { winner, rank, strategy }
    }

    /// Whether all that is said is true, of something.
    pub(crate) fn holds(&self, claim: &Claim) -> bool {
        let (winner, rank) = self.truth();
        let says = |v: usize| match claim.strategy[v] {
            Some(w) => self.best(&winner, &rank, v).contains(&w),
            None => self.moves[v].is_empty() || winner[v] != Some(self.owner[v]),
        };
        self.len() > 0 && claim.winner == winner && claim.rank == rank && (0..self.len()).all(says)
    }

    /// Whether every play from the start that follows the strategy is won by its player; None if the play may come to a
    /// vertex where the strategy says nothing.
    pub(crate) fn wins(&self, strategy: &[Option<usize>], player: u8) -> Option<bool> {
        let choices = |v: usize| match self.owner[v] == player {
            true => strategy[v].into_iter().collect(),
            false => self.moves[v].clone(),
        };
        let mut reached = vec![false; self.len()];
        reached[self.start] = true;
        for _ in 0..self.len() {
            for v in 0..self.len() {
                if reached[v] && self.ended(v).is_none() {
                    choices(v).into_iter().for_each(|w| reached[w] = true);
                }
            }
        }
        let mut won: Vec<bool> = (0..self.len()).map(|v| self.ended(v) == Some(Some(player))).collect();
        for _ in 0..self.len() {
            for v in 0..self.len() {
                won[v] |= self.ended(v).is_none() && choices(v).iter().all(|&w| won[w]) && !choices(v).is_empty();
            }
        }
        let silent = |v: usize| reached[v] && self.ended(v).is_none() && choices(v).is_empty();
        if (0..self.len()).any(silent) { None } else { Some(won[self.start]) }
    }

    /// Drawn vertices from which a drawn end can be reached over drawn vertices.
    pub(crate) fn final_draws(&self) -> Vec<bool> {
        let (winner, _) = self.truth();
        let mut known: Vec<bool> = (0..self.len()).map(|v| self.ended(v) == Some(None)).collect();
        for _ in 0..self.len() {
            for v in 0..self.len() {
                known[v] |= winner[v].is_none() && self.moves[v].iter().any(|&w| known[w] && winner[w].is_none());
            }
        }
        known
    }

    /// Whether no play comes back to a vertex.
    pub(crate) fn acyclic(&self) -> bool {
        let mut left: Vec<bool> = vec![true; self.len()];
        for _ in 0..self.len() {
            for v in 0..self.len() {
                left[v] &= self.moves[v].iter().any(|&w| left[w]);
            }
        }
        !left.contains(&true)
    }

    /// A graph of one of many shapes, with names that need care. Its vertices are at most `most`, and at least one.
    pub(crate) fn random(rng: &mut Rng, most: usize) -> Graph {
        let limit = [1, 2, 4, 8, 16, most][rng.below(6)].min(most);
        let n = 1 + rng.below(limit);
        let shape = rng.below(7);
        let (width, ends) = (1 + rng.below(4), 2 + rng.below(8));
        let mut graph = Graph { start: rng.below(n), ..Graph::default() };
        for v in 0..n {
            let degree = if rng.below(ends) == 0 { 0 } else { 1 + rng.below(width) };
            let to = |rng: &mut Rng| match shape {
                // Anywhere; forwards; a chain with steps back; layers; a ring with exits; a star; near.
                0 => Some(rng.below(n)),
                1 => (v + 1 < n).then(|| v + 1 + rng.below(n - v - 1)),
                2 => Some(if rng.below(5) == 0 { rng.below(v + 1) } else { (v + 1) % n }),
                3 => Some((v / width + 1) * width + rng.below(width)).filter(|&w| w < n),
                4 => Some(if rng.below(6) == 0 { rng.below(n) } else { (v + 1 + rng.below(2)) % n }),
                5 => Some(if v == 0 { rng.below(n) } else { 0 }),
                _ => Some((v + n - 1 + rng.below(3)) % n),
            };
            let mut row: Vec<usize> = Vec::new();
            for _ in 0..degree {
                row.extend(to(rng).filter(|w| !row.contains(w)));
            }
            let result = [None, None, Some(0), Some(1), Some(2)][rng.below(5)];
            graph.owner.push(if shape == 3 { 1 + (v / width % 2) as u8 } else { 1 + rng.below(2) as u8 });
            graph.result.push(result.filter(|_| row.is_empty()));
            graph.moves.push(row);
        }
        graph.names = names(rng, n);
        graph
    }
}

/// Names that look like numbers, words of a format, or each other.
pub(crate) const HOSTILE: &[&str] = &[
    "",
    " ",
    "0",
    "00",
    "000",
    "-0",
    "+0",
    "1",
    "01",
    "1.0",
    "1.",
    "1e0",
    "1e3",
    "1E3",
    "1000",
    "1_000",
    "1e400",
    "0x1F",
    "31",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "18446744073709551617",
    "1.8446744073709552e+19",
    "18446744073709552000",
    "340282366920938463463374607431768211456",
    "9007199254740992",
    "9007199254740993",
    "0.1",
    "0.10000000000000001",
    ".1",
    "NaN",
    "inf",
    "true",
    "True",
    "false",
    "null",
    "None",
    "draw",
    "start",
    "node",
    "owner",
    "moves",
    "checksum",
    "'1'",
    "\"1\"",
    "'a'",
    "\"a\"",
    "a",
    "a ",
    " a",
    "A",
    "it's",
    "a\"b",
    "\\",
    "\\\\",
    "\\n",
    "\n",
    "\r",
    "\t",
    "\u{1}",
    "\u{7f}",
    "a b",
    "a,b",
    "a:b",
    "#",
    "a#1",
    "->",
    "a->b",
    "{",
    "}",
    "[",
    "(",
    "(1, 2)",
    "(1,2)",
    "(1.0, 2)",
    "('a', 1)",
    "frozenset({1})",
    "frozenset()",
    "<b>",
    "b",
    "e\u{301}",
    "\u{e9}",
    "\u{391}",
    "\u{410}",
    "a\u{200d}",
    "\u{feff}",
    "\u{202e}a",
    "\u{2028}",
    "\u{a0}",
    "\u{1f600}",
    "\u{ff11}",
    "\u{661}",
    "set()",
    "r'a'",
    "//",
    "/*",
    ";",
    "=",
    "4294967296",
    "Infinity",
    "-1.5",
    "0b1",
    "0o7",
];

/// Different names: numbers in order, hostile ones, or a mixture.
fn names(rng: &mut Rng, n: usize) -> Vec<String> {
    let kind = rng.below(4);
    let mut names: Vec<String> = Vec::new();
    while names.len() < n {
        let v = names.len();
        let name = match kind {
            0 => v.to_string(),
            1 => format!("v{v}"),
            2 if rng.below(2) == 0 => rng.below(2 * n).to_string(),
            _ => HOSTILE[rng.below(HOSTILE.len())].to_owned(),
        };
        let name = if names.contains(&name) { format!("{name}{}", rng.below(1000)) } else { name };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
