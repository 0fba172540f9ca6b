//! Every search against its slow twin, on random games.

use super::{
    testing::{Dag, Given, Numbers, Random},
    *,
};
use attractor_game::{Draw, Game, Heuristic, Kind, Outcome, Player, Rng, Score, Value, Zero};
use std::{collections::HashSet, sync::atomic::AtomicBool};

const INF: f64 = f64::INFINITY;

/// Min-max once more, in a different shape: from the definition, over all lines.
fn definition<H: Heuristic<Dag>>(game: &Dag, h: &H, allow: &dyn Fn(usize) -> bool, v: usize, depth: u32) -> f64 {
    if game.moves(&v).count() == 0 {
        return h.finished(game, &v);
    }
    let values: Vec<f64> =
        game.moves(&v).filter(|&w| depth > 0 && allow(w)).map(|w| definition(game, h, allow, w, depth - 1)).collect();
    let (largest, smallest) = (values.iter().copied().reduce(f64::max), values.iter().copied().reduce(f64::min));
    let value = if game.turn(&v) == Player::One { largest } else { smallest };
    value.unwrap_or_else(|| h.estimate(game, &v))
}

fn limited_searches_agree<H: Heuristic<Dag>>(h: &H) {
    for seed in 0..400 {
        let game = if seed % 2 == 0 { Dag::dag(seed, 40, 6) } else { Dag::tree(seed, 60) };
        let forbidden: HashSet<usize> = match seed % 3 {
            0 => HashSet::new(),
            _ => (0..60).filter(|w| (w * 7 + seed as usize).is_multiple_of(5)).collect(),
        };
        let search = Search::new(&game, h).only(|_, _, w| !forbidden.contains(&w));
        for depth in 0..7 {
            let found = search.minimax(&0, depth).unwrap();
            assert_eq!(found.value, definition(&game, h, &|w| !forbidden.contains(&w), 0, depth));

            // All best moves: those whose value is the root's.
            let best = game.moves(&0).filter(|w| depth > 0 && !forbidden.contains(w));
            let best = best.filter(|&w| search.minimax(&w, depth - 1).unwrap().value == found.value);
            assert_eq!(found.best, best.collect::<Vec<_>>());

            let pruned = search.alpha_beta(&0, depth).unwrap();
            assert_eq!(pruned.value, found.value, "seed {seed} depth {depth}");
            assert_eq!(pruned.best.first(), found.best.first(), "seed {seed} depth {depth}");
            assert!(pruned.best.len() <= 1 && pruned.visited <= found.visited);

            let all = search.best_moves(&0, depth).unwrap();
            assert_eq!((all.value, &all.best), (found.value, &found.best), "seed {seed} depth {depth}");
            assert!(all.visited <= found.visited);

            let nodes = count_nodes(&game, &0, depth, |_, _, w| !forbidden.contains(&w), 1000, None);
            assert_eq!(nodes, Some(found.visited));
        }
    }
}

#[test]
fn limited_searches_agree_with_estimates() {
    limited_searches_agree(&Given);
}

#[test]
fn limited_searches_agree_with_finite_numbers() {
    limited_searches_agree(&Numbers);
}

#[test]
fn limited_searches_agree_with_zero() {
    limited_searches_agree(&Zero);
}

/// Where every move loses, one is still the best.
#[test]
fn a_lost_player_moves() {
    let mut game = Dag::dag(0, 3, 0);
    (game.successors[0], game.owner, game.result) = (vec![1, 2], vec![Player::One; 3], vec![-1; 3]);
    let search = Search::new(&game, &Given);
    assert_eq!(search.minimax(&0, 1).unwrap(), Found { value: -INF, best: vec![1, 2], visited: 3 });
    assert_eq!(search.alpha_beta(&0, 1).unwrap().best, [1]);
    assert_eq!(search.best_moves(&0, 1).unwrap().best, [1, 2]);
}

#[test]
fn explanations_are_the_search() {
    let mut cuts = 0;
    for seed in 0..300 {
        let game = if seed % 2 == 0 { Dag::dag(seed, 40, 6) } else { Dag::tree(seed, 60) };
        let search = Search::new(&game, &Numbers);
        for depth in 0..8 {
            let full = search.explain(Algorithm::Minimax, &0, depth, u64::MAX).unwrap();
            assert_eq!(full.found, search.minimax(&0, depth).unwrap());
            assert_eq!(full.tree.visited(), full.found.visited);
            assert_eq!(full.tree.nodes().count() as u64, full.found.visited, "min-max leaves nothing out");

            for most in [0, 3, usize::MAX] {
                let remembered = search.alpha_beta_remembering(&0, depth, most).unwrap();
                assert_eq!(remembered.value, full.found.value);
                assert_eq!(remembered.best.first(), full.found.best.first());
            }

            let pruned = search.explain(Algorithm::AlphaBeta, &0, depth, u64::MAX).unwrap();
            assert_eq!(pruned.found, search.alpha_beta(&0, depth).unwrap());
            assert_eq!(pruned.tree.visited(), pruned.found.visited);
            assert_eq!(pruned.tree.value, Some(pruned.found.value));
            check(&game, &pruned.tree, 0, depth);
            cuts += pruned.tree.nodes().filter(|n| n.cut.is_some()).count();

            let size = pruned.tree.nodes().count() as u64;
            assert!(search.explain(Algorithm::AlphaBeta, &0, depth, size).is_ok());
            let error = search.explain(Algorithm::AlphaBeta, &0, depth, size - 1).unwrap_err();
            assert_eq!((error.id(), error.kind()), ("tree-too-large", Kind::Limit));
        }
    }
    assert!(cuts > 1000, "the random games have cuts: {cuts}");
}

/// One node of an alpha-beta explanation, and all below it.
fn check(game: &Dag, node: &Node<usize>, v: usize, depth: u32) {
    let Some(value) = node.value else {
        assert!(node.children.is_empty() && node.window.is_none() && !node.chosen && node.bound().is_none());
        return;
    };
    let (alpha, beta) = node.window.unwrap();
    let truth = definition(game, &Numbers, &|_| true, v, depth);
    match node.bound().unwrap() {
        Bound::Exact => assert_eq!(value, truth),
        Bound::AtMost => assert!(truth <= value),
        Bound::AtLeast => assert!(truth >= value),
    }
    assert_eq!(node.player, game.turn(&v));
    assert_eq!(node.finished, game.moves(&v).count() == 0);
    assert_eq!(node.estimate, depth == 0 && !node.finished);
    assert_eq!(
        node.children.iter().filter(|c| c.chosen && c.value == node.value).count(),
        !node.children.is_empty() as usize
    );
    match node.cut {
        None => assert!(node.children.iter().all(|c| c.value.is_some())),
        Some(cut) => {
            assert_eq!((cut.by, cut.value), (node.player, value));
            assert!(node.children.last().unwrap().value.is_none());
            match cut.by {
                Player::One => assert!(cut.bound == beta && value >= beta),
                Player::Two => assert!(cut.bound == alpha && value <= alpha),
            }
        }
    }
    if !node.children.is_empty() {
        assert_eq!(node.children.iter().map(|c| c.mv.unwrap()).collect::<Vec<_>>(), game.successors[v]);
    }
    for child in &node.children {
        check(game, child, child.mv.unwrap(), depth - 1);
    }
}

/// Whatever the numbers below unvisited nodes are, the root's value is the same.
#[test]
fn unvisited_nodes_never_matter() {
    let mut rng = Rng::new(7);
    for seed in 0..200 {
        let game = Random::<false>::tree(seed, 120);
        let explained = Search::new(&game, &Numbers).explain(Algorithm::AlphaBeta, &0, 9, u64::MAX).unwrap();
        for _ in 0..10 {
            let mut other = game.clone();
            for node in explained.tree.nodes().filter(|n| n.value.is_none()) {
                let mut below = vec![node.mv.unwrap()];
                while let Some(v) = below.pop() {
                    other.estimate[v] = rng.below(40) as f64 - 20.0;
                    below.extend(&game.successors[v]);
                }
            }
            assert_eq!(Search::new(&other, &Numbers).minimax(&0, 9).unwrap().value, explained.found.value);
        }
    }
}

/// Exact search against the plain twin, on every position, with one table for all questions and with a new one each.
fn exact_is_plain<const MARGIN: bool>() {
    for seed in 0..300 {
        let game = Random::<MARGIN>::dag(seed, 50, if seed % 2 == 0 { 5 } else { 20 });
        let mut plain = Plain::new(&game);
        let mut kept = Solver::new(&game, Limits::default()).unwrap();
        for v in (0..50).map(|i| if seed % 3 == 0 { 49 - i } else { i }) {
            let mut solver = Solver::new(&game, Limits::default()).unwrap();
            let value = plain.value(&v);
            assert_eq!(value.outcome(), plain.outcome(&v));
            assert_eq!(solver.outcome(&v).unwrap(), value.outcome(), "seed {seed} vertex {v}");
            solver.clear();
            assert_eq!(solver.value(&v).unwrap(), value, "seed {seed} vertex {v}");
            assert_eq!(kept.outcome(&v).unwrap(), value.outcome(), "seed {seed} vertex {v}");
            assert_eq!(kept.value(&v).unwrap(), value, "seed {seed} vertex {v}");

            let after = |w: usize| (w, game.turn(&w) == game.turn(&v));
            let moves: Vec<(usize, Value)> =
                game.moves(&v).map(after).map(|(w, same)| (w, plain.value(&w).before(same))).collect();
            assert_eq!(solver.moves(&v).unwrap(), moves);
            let best: Vec<usize> = moves.iter().filter(|m| m.1 == value).map(|m| m.0).collect();
            solver.clear();
            assert_eq!(solver.best(&v).unwrap(), best);
            assert_eq!(kept.best(&v).unwrap(), best);

            // The line keeps the value all along, to the end of play.
            let line = solver.line(&v).unwrap();
            assert_eq!(line.first(), best.first());
            assert!(value.plies().is_none_or(|n| n as usize == line.len()));
            let (mut at, mut expected) = (v, value);
            for &w in &line {
                assert_eq!(plain.value(&w).before(game.turn(&w) == game.turn(&at)), expected);
                (at, expected) = (w, plain.value(&w));
            }
            assert_eq!(game.moves(&at).count(), 0);
        }
    }
}

#[test]
fn exact_is_plain_with_distances() {
    exact_is_plain::<false>();
}

#[test]
fn exact_is_plain_with_margins() {
    exact_is_plain::<true>();
}

/// One heap from which one match at a time is taken: play as long as one likes.
struct Long(u32);

impl Game for Long {
    type Position = (u32, Player);
    type Move = u32;
    const ACYCLIC: bool = true;
    fn start(&self) -> (u32, Player) {
        (self.0, Player::One)
    }
    fn turn(&self, p: &(u32, Player)) -> Player {
        p.1
    }
    fn moves(&self, p: &(u32, Player)) -> impl Iterator<Item = u32> {
        1..=p.0.min(1)
    }
    fn play(&self, p: &(u32, Player), m: u32) -> (u32, Player) {
        (p.0 - m, p.1.other())
    }
}

#[test]
fn long_play_needs_no_stack() {
    let game = Long(200_001);
    let mut solver = Solver::new(&game, Limits::default()).unwrap();
    assert_eq!(solver.value(&game.start()).unwrap(), Value::Win(200_001));
    assert_eq!(solver.line(&game.start()).unwrap().len(), 200_001);

    let short = Long(DEEPEST);
    assert_eq!(Search::new(&short, &Zero).alpha_beta(&short.start(), u32::MAX).unwrap().value, -1.0);
    assert_eq!(perft(&short, &short.start(), DEEPEST, None).unwrap(), 1);
    for result in [
        Search::new(&game, &Zero).minimax(&game.start(), u32::MAX).map(|_| ()),
        Search::new(&game, &Zero).alpha_beta(&game.start(), u32::MAX).map(|_| ()),
        perft(&game, &game.start(), u32::MAX, None).map(|_| ()),
    ] {
        assert_eq!(result.unwrap_err().id(), "too-deep");
    }
    assert_eq!(count_nodes(&game, &game.start(), u32::MAX, |_, _, _| true, 10_000, None), None);
}

#[test]
fn limits_are_kept() {
    let game = Long(1_000_000);
    let mut solver = Solver::new(&game, Limits { memory: 100_000, stop: None }).unwrap();
    let error = solver.value(&game.start()).unwrap_err();
    assert_eq!((error.id(), error.kind()), ("memory-limit", Kind::Limit));
    solver.clear();
    assert_eq!(solver.value(&(100, Player::Two)).unwrap(), Value::Loss(100), "still of use");
    // A table that is full forgets; only a path that does not fit is an error.
    let error = (0..1000).find_map(|i| solver.value(&(500 + 50 * i, Player::Two)).err());
    assert_eq!(error.map(|e| e.id()), Some("memory-limit"));
    assert!((0..200).all(|i| solver.value(&(100 + i, Player::Two)).is_ok()));

    let stop = AtomicBool::new(true);
    let mut solver = Solver::new(&game, Limits { stop: Some(&stop), ..Limits::default() }).unwrap();
    assert_eq!(solver.value(&game.start()).unwrap_err().id(), "search-stopped");

    let game = Dag::dag(3, 400, 4);
    let result = Search::new(&game, &Zero).stopping(&stop).minimax(&0, 300);
    assert_eq!(result.unwrap_err().id(), "search-stopped");
    assert_eq!(count_nodes(&game, &0, 300, |_, _, _| true, 5, None), None);
}

#[test]
fn cyclic_games_are_refused() {
    let mut builder = crate::graph::Builder::new();
    builder.push(Player::One, &[0], None).unwrap();
    let arena = builder.finish(crate::graph::Names::Numbers, 0);
    let error = Solver::new(&arena, Limits::default()).err().unwrap();
    assert_eq!((error.id(), error.kind()), ("cyclic-game", Kind::Input));
    // To a limited depth they can be searched like any other.
    assert_eq!(Search::new(&arena, &Zero).minimax(&0, 7).unwrap().visited, 8);
}

#[test]
fn perft_counts_sequences() {
    fn slowly(game: &Dag, v: usize, plies: u32) -> u64 {
        if plies == 0 { 1 } else { game.moves(&v).map(|w| slowly(game, w, plies - 1)).sum() }
    }
    for seed in 0..50 {
        let game = Dag::dag(seed, 60, 8);
        for plies in 0..8 {
            assert_eq!(perft(&game, &0, plies, None).unwrap(), slowly(&game, 0, plies));
        }
    }
}

/// A finished root has a value, no moves, and an empty line.
#[test]
fn finished_roots() {
    let mut game = Dag::dag(0, 1, 0);
    for (result, value, number) in
        [(1, Value::Win(0), INF), (0, Value::Draw(Draw::Final), 0.0), (-1, Value::Loss(0), -INF)]
    {
        (game.owner[0], game.result[0]) = (Player::One, result);
        let mut solver = Solver::new(&game, Limits::default()).unwrap();
        assert_eq!(solver.value(&0).unwrap(), value);
        assert_eq!(solver.outcome(&0).unwrap(), Score(result).outcome());
        assert!(solver.best(&0).unwrap().is_empty() && solver.line(&0).unwrap().is_empty());
        let found = Found { value: number, best: vec![], visited: 1 };
        let search = Search::new(&game, &Given);
        for depth in [0, 3] {
            assert_eq!(search.minimax(&0, depth).unwrap(), found);
            assert_eq!(search.alpha_beta(&0, depth).unwrap(), found);
            assert_eq!(search.best_moves(&0, depth).unwrap(), found);
        }
    }
    assert_eq!(Outcome::Win, -Outcome::Loss);
}

#[test]
fn a_full_table_gives_the_same_values() {
    for seed in 0..20 {
        let game = Dag::dag(seed, 3_000, 3);
        let mut whole = Solver::new(&game, Limits::default()).unwrap();
        let right = whole.value(&0).unwrap();
        for memory in [10_000, 30_000, 100_000] {
            let mut solver = Solver::new(&game, Limits { memory, stop: None }).unwrap();
            match solver.value(&0) {
                Ok(value) => assert_eq!(value, right, "seed {seed}, {memory} bytes"),
                Err(error) => assert_eq!(error.id(), "memory-limit"),
            }
            assert!(solver.remembered() < 100_000 / 8, "bounded");
        }
    }
}
