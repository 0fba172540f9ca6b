//! Random games for the tests: directed acyclic graphs with random owners, results and estimates.

use attractor_game::{Game, Heuristic, Outcome, Player, Rng, Score};

/// A graph whose moves lead to later vertices; `MARGIN` as in [`Game::MARGIN`].
#[derive(Clone, Debug)]
pub(super) struct Random<const MARGIN: bool> {
    pub(super) owner: Vec<Player>,
    pub(super) successors: Vec<Vec<usize>>,
    /// Read on finished positions only, for the owner.
    pub(super) result: Vec<i32>,
    /// For player 1.
    pub(super) estimate: Vec<f64>,
}

/// Won, drawn, lost.
pub(super) type Dag = Random<false>;
/// The same with margins.
pub(super) type Margins = Random<true>;

impl<const MARGIN: bool> Random<MARGIN> {
    /// Up to `n` vertices. A move leads at most `reach` vertices on; small numbers, so that equal values are common.
    pub(super) fn dag(seed: u64, n: usize, reach: usize) -> Self {
        let mut rng = Rng::new(seed);
        let mut game = Self::vertices(&mut rng, n);
        for v in 0..n {
            let most = if v == 0 { 4 } else { rng.below(5) };
            let later: Vec<usize> = (v + 1..n.min(v + 1 + reach)).collect();
            for w in (0..most).filter_map(|_| rng.choose(later.iter().copied())).collect::<Vec<_>>() {
                if !game.successors[v].contains(&w) {
                    game.successors[v].push(w);
                }
            }
        }
        game
    }

    /// A tree: every vertex has one parent.
    pub(super) fn tree(seed: u64, n: usize) -> Self {
        let mut rng = Rng::new(seed);
        let mut game = Self::vertices(&mut rng, n);
        for v in 1..n {
            let parent = v - 1 - rng.below(v.min(6));
            game.successors[parent].push(v);
        }
        game
    }

    fn vertices(rng: &mut Rng, n: usize) -> Self {
        let size = if MARGIN { 7 } else { 3 };
        Random {
            owner: (0..n).map(|_| Player::BOTH[rng.below(2)]).collect(),
            successors: vec![Vec::new(); n],
            result: (0..n).map(|_| rng.below(size) as i32 - size as i32 / 2).collect(),
            estimate: (0..n).map(|_| rng.below(9) as f64 - 4.0).collect(),
        }
    }
}

impl<const MARGIN: bool> Game for Random<MARGIN> {
    type Position = usize;
    type Move = usize;
    const ACYCLIC: bool = true;
    const MARGIN: bool = MARGIN;
    fn start(&self) -> usize {
        0
    }
    fn turn(&self, v: &usize) -> Player {
        self.owner[*v]
    }
    fn moves(&self, v: &usize) -> impl Iterator<Item = usize> {
        self.successors[*v].iter().copied()
    }
    fn play(&self, _: &usize, w: usize) -> usize {
        w
    }
    fn result(&self, v: &usize) -> Score {
        Score(self.result[*v])
    }
}

/// The estimates that the random game holds; finished positions are infinite.
pub(super) struct Given;

impl<const MARGIN: bool> Heuristic<Random<MARGIN>> for Given {
    fn estimate(&self, game: &Random<MARGIN>, v: &usize) -> f64 {
        game.estimate[*v]
    }
}

/// The same, and finished positions keep their number too, as the leaves of a tree given by hand do.
pub(super) struct Numbers;

impl<const MARGIN: bool> Heuristic<Random<MARGIN>> for Numbers {
    fn estimate(&self, game: &Random<MARGIN>, v: &usize) -> f64 {
        game.estimate[*v]
    }
    fn finished(&self, game: &Random<MARGIN>, v: &usize) -> f64 {
        game.estimate[*v]
    }
    fn decided(&self, _: Outcome) -> Option<f64> {
        None
    }
}
