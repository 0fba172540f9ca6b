//! Values of the course and of the literature, found by search on the real games.

use attractor_game::{Game, Heuristics, Notation, Outcome, Player, Value, Zero};
use attractor_games::{Chomp, Connect4, Domineering, Misere, Mnk, Nim, Tree};
use attractor_solve::search::{Algorithm, Limits, Node, Plain, Search, Solver, count_nodes, perft};
use std::collections::HashSet;

const INF: f64 = f64::INFINITY;

fn solver<G: Game>(game: &G) -> Solver<'_, G> {
    Solver::new(game, Limits::default()).unwrap()
}

fn names<G: Notation>(game: &G, p: &G::Position, moves: &[G::Move]) -> Vec<String> {
    moves.iter().map(|&m| game.name(p, m)).collect()
}

/// Every position that play can reach from the start.
fn reachable<G: Game>(game: &G) -> Vec<G::Position> {
    let (mut all, mut seen) = (vec![game.start()], HashSet::from([game.start()]));
    let mut next = 0;
    while let Some(p) = all.get(next).cloned() {
        next += 1;
        for m in game.moves(&p) {
            let child = game.play(&p, m);
            if seen.insert(child.clone()) {
                all.push(child);
            }
        }
    }
    all
}

/// The values of the leaves, those with one parent together.
fn leaves<M>(node: &Node<M>) -> Vec<Vec<f64>> {
    let parents = node.nodes().filter(|n| !n.children.is_empty() && n.children.iter().all(|c| c.children.is_empty()));
    parents.map(|n| n.children.iter().filter_map(|c| c.value).collect()).collect()
}

/// A tree with a number at every node, player 2 to move at the root.
#[test]
fn a_tree_given_by_hand() {
    let node = |value: i32, children: &[String]| format!(r#"{{"value":{value},"children":[{}]}}"#, children.join(","));
    let inner = |value, [a, b]: [i32; 2]| node(value, &[node(a, &[]), node(b, &[])]);
    let left = node(3, &[inner(6, [1, -5]), inner(9, [-2, 2])]);
    let middle = node(1, &[inner(8, [-6, -4]), inner(10, [-3, 2])]);
    let right = node(7, &[inner(14, [-9, 6]), inner(3, [3, -5])]);
    let root = node(12, &[left, middle, right]).replacen('{', r#"{"player":2,"#, 1);
    let game = Tree::from_json(&root, "tree").unwrap();

    let (start, given) = (game.start(), game.heuristic("given").unwrap());
    let search = Search::new(&game, &given);
    let children: Vec<_> = game.moves(&start).collect();
    for (depth, value, best, nodes) in
        [(0, 12.0, None, 1), (1, 1.0, Some(1), 4), (2, 9.0, Some(0), 10), (3, -5.0, Some(2), 22)]
    {
        let best: Vec<_> = best.map(|i: usize| children[i]).into_iter().collect();
        let found = search.minimax(&start, depth).unwrap();
        assert_eq!((found.value, &found.best, found.visited), (value, &best, nodes));
        let found = search.alpha_beta(&start, depth).unwrap();
        assert_eq!((found.value, &found.best), (value, &best));
    }
    // At depth 2 the left child gives 9. The middle one exceeds it with its last move; on the right the first does.
    let tree = search.explain(Algorithm::AlphaBeta, &start, 2, 100).unwrap().tree;
    let cuts: Vec<String> = tree.nodes().filter_map(|n| n.cut).map(|c| c.to_string()).collect();
    assert_eq!((cuts.as_slice(), tree.visited()), (["14 >= beta = 9".to_owned()].as_slice(), 9));

    // To the leaves it is a game with margins: player 2, to move, ends 5 ahead.
    assert_eq!(solver(&game).value(&start).unwrap(), Value::Margin(5));
    assert_eq!(solver(&game).best(&start).unwrap(), [children[2]]);
}

/// The position of the cell table, three columns only, both players.
#[test]
fn connect_four_on_three_columns() {
    let game = Connect4::new(7, 6).unwrap();
    let p = game.read("....J../R...RR./RJ..JRR/JJRJJJR J").unwrap();
    let cells = game.heuristic("cells").unwrap();
    let search = Search::new(&game, &cells).only(|g, p, m| ["3", "4", "5"].contains(&g.name(p, m).as_str()));
    let expected: [(f64, &str, &[&[f64]]); 4] = [
        (2.0, "", &[]),
        (12.0, "4", &[&[10.0, 12.0, 10.0]]),
        (0.0, "5", &[&[-1.0, 0.0, 2.0], &[4.0, -1.0, 4.0], &[2.0, 0.0, 5.0]]),
        (
            INF,
            "3",
            &[
                &[10.0, INF, 7.0],
                &[11.0, INF, 8.0],
                &[13.0, INF, 7.0],
                &[15.0, 17.0, 12.0],
                &[INF, 12.0, 7.0],
                &[INF, 17.0, 9.0],
                &[13.0, 12.0, 7.0],
                &[8.0, 13.0, 5.0],
                &[13.0, 15.0],
            ],
        ),
    ];
    for (depth, (value, best, expected)) in expected.into_iter().enumerate() {
        let explained = search.explain(Algorithm::Minimax, &p, depth as u32, 1000).unwrap();
        assert_eq!(explained.found.value, value);
        assert_eq!(names(&game, &p, &explained.found.best).concat(), best);
        assert_eq!(leaves(&explained.tree), expected);
        assert_eq!(search.alpha_beta(&p, depth as u32).unwrap().value, value);
    }
}

#[test]
fn connect_four_lab() {
    let game = Connect4::new(7, 6).unwrap();
    let start = game.start();
    let alignments = game.heuristic("alignments").unwrap();
    let found = Search::new(&game, &alignments).minimax(&start, 1).unwrap();
    assert_eq!((found.value, names(&game, &start, &found.best)), (7.0, vec!["4".to_owned()]));
    assert_eq!(perft(&game, &start, 7, None).unwrap(), 823_536);
}

/// Nodes that alpha-beta visits, moves from left to right, root included.
#[test]
fn connect_four_visits() {
    let game = Connect4::new(7, 6).unwrap();
    let search = Search::new(&game, &Zero);
    for (depth, visited) in [(6, 1_249), (8, 12_574)] {
        assert_eq!(search.alpha_beta(&game.start(), depth).unwrap().visited, visited);
        let tree = search.explain(Algorithm::AlphaBeta, &game.start(), depth, 1_000_000).unwrap().tree;
        assert_eq!(tree.visited(), visited);
    }
    let whole = (0..=6).map(|n| 7u64.pow(n)).sum();
    assert_eq!(count_nodes(&game, &game.start(), 6, |_, _, _| true, 100_000, None), Some(whole));
    assert_eq!(search.minimax(&game.start(), 6).unwrap().visited, whole);
}

/// A win in three plies is found at once on the large board, though the game is far from its end.
#[test]
fn connect_four_short_win() {
    let game = Connect4::new(7, 6).unwrap();
    let p = game.split("4433").iter().fold(game.start(), |p, name| game.play(&p, game.find(&p, name).unwrap()));
    let mut solver = solver(&game);
    assert_eq!(solver.value(&p).unwrap(), Value::Win(3));
    assert_eq!(names(&game, &p, &solver.best(&p).unwrap()), ["2", "5"]);
    assert_eq!(solver.line(&p).unwrap().len(), 3);
    assert!(solver.nodes() < 10_000);
}

#[test]
fn small_connect_four_is_plain() {
    let game = Connect4::new(4, 4).unwrap();
    let (mut exact, mut plain) = (solver(&game), Plain::new(&game));
    for p in reachable(&game).iter().step_by(7) {
        assert_eq!(exact.value(p).unwrap(), plain.value(p));
    }
}

#[test]
fn tic_tac_toe_estimates() {
    let game = Mnk::tic_tac_toe();
    let features = game.heuristic("features").unwrap();
    let search = Search::new(&game, &features);
    let p = game.read("XO./.XO/... X").unwrap();
    assert_eq!(search.minimax(&p, 0).unwrap().value, 9.0);
    let tree = search.explain(Algorithm::Minimax, &p, 1, 100).unwrap().tree;
    let bottom: Vec<f64> = tree.children.iter().rev().take(3).rev().filter_map(|c| c.value).collect();
    assert_eq!(bottom, [13.0, 9.0, INF]);
    assert!(tree.children.last().unwrap().chosen && tree.children.last().unwrap().finished);
}

#[test]
fn tic_tac_toe_solved() {
    let game = Mnk::tic_tac_toe();
    let (mut exact, mut plain) = (solver(&game), Plain::new(&game));
    let mut count = [0; 3];
    for p in reachable(&game) {
        let value = exact.value(&p).unwrap();
        assert_eq!(value, plain.value(&p));
        let winner = match value.outcome() {
            Outcome::Win => game.turn(&p).index(),
            Outcome::Loss => game.turn(&p).other().index(),
            Outcome::Draw => 2,
        };
        count[winner] += 1;
    }
    assert_eq!(count, [2936, 1474, 1068]);
    for (text, outcome) in
        [("O.O/.X./X.O X", Outcome::Loss), (".X./XOO/.OX O", Outcome::Draw), (".X./XOO/.OX X", Outcome::Win)]
    {
        assert_eq!(solver(&game).outcome(&game.read(text).unwrap()).unwrap(), outcome, "{text}");
    }
    let found = Search::new(&game, &Zero).alpha_beta(&game.start(), 9).unwrap();
    assert_eq!(found.value, 0.0);
}

/// Three heaps: lost exactly when the sizes' exclusive or is 0; in misere play the other way round once no heap has
/// two matches or more.
#[test]
fn nim_follows_bouton() {
    let nim = Nim::new(&[7, 7, 7]).unwrap();
    let misere = Misere::new(nim.clone());
    let (mut normal_solver, mut misere_solver) = (solver(&nim), solver(&misere));
    let (mut plain, mut misere_plain) = (Plain::new(&nim), Plain::new(&misere));
    for i in 0..1024 {
        let [a, b, c, turn] = [i & 7, i >> 3 & 7, i >> 6 & 7, 1 + (i >> 9)];
        let p = nim.read(&format!("{a}+{b}+{c} {turn}")).unwrap();
        let heaps = p.heaps();
        let balanced = heaps.iter().fold(0, |x, h| x ^ h) == 0;
        let outcome = |lost: bool| if lost { Outcome::Loss } else { Outcome::Win };
        assert_eq!(normal_solver.outcome(&p).unwrap(), outcome(balanced));
        let few = heaps.iter().all(|&h| h < 2);
        assert_eq!(misere_solver.outcome(&p).unwrap(), outcome(balanced != few));
        assert_eq!(normal_solver.value(&p).unwrap(), plain.value(&p));
        assert_eq!(misere_solver.value(&p).unwrap(), misere_plain.value(&p));
    }
}

#[test]
fn matches() {
    for n in 0..60 {
        let game = Misere::new(Nim::new(&[n]).unwrap().with_take(&[1, 2, 3]).unwrap());
        let expected = if n % 4 == 1 { Outcome::Loss } else { Outcome::Win };
        assert_eq!(solver(&game).outcome(&game.start()).unwrap(), expected, "{n} matches");
    }
    let nine = Nim::new(&[9]).unwrap().with_take(&[1, 2]).unwrap();
    assert_eq!(solver(&nine).value(&nine.start()).unwrap(), Value::Loss(6));
    let long = Nim::new(&[5000]).unwrap().with_take(&[1]).unwrap();
    assert_eq!(solver(&long).line(&long.start()).unwrap().len(), 5000);
}

/// One winning first bite on every bar up to 8 x 9, and two on 8 x 10.
#[test]
fn chomp_first_bites() {
    let winning = |rows, columns| {
        let game = Chomp::new(rows, columns).unwrap();
        let (start, mut solver) = (game.start(), solver(&game));
        let wins = |m: &_| solver.outcome(&game.play(&start, *m)).unwrap() == Outcome::Loss;
        game.moves(&start).filter(wins).map(|m| (m.row + 1, m.column + 1)).collect::<Vec<_>>()
    };
    for rows in 1..=8 {
        for columns in rows.max(2)..=9 {
            assert_eq!(winning(rows, columns).len(), 1, "{rows}x{columns}");
        }
    }
    assert_eq!(winning(8, 10), [(4, 9), (5, 6)]);
}

/// All boards up to 5 x 5 with either player beginning, against the plain twin and against search without a table.
#[test]
fn domineering_is_plain() {
    for (rows, columns) in (1..=5).flat_map(|r| (1..=5).map(move |c| (r, c))) {
        for first in Player::BOTH {
            let game = Domineering::new(rows, columns).unwrap().with_first(first);
            let outcome = solver(&game).outcome(&game.start()).unwrap();
            let value = Plain::new(&game).value(&game.start());
            assert_eq!(outcome, value.outcome(), "{rows}x{columns}, {first} begins");
            assert_eq!(solver(&game).value(&game.start()).unwrap(), value, "{rows}x{columns}, {first} begins");
            if rows * columns <= 16 {
                let found = Search::new(&game, &Zero).alpha_beta(&game.start(), 99).unwrap();
                let winner = if outcome == Outcome::Win { first } else { first.other() };
                assert_eq!(found.value, winner.sign(), "{rows}x{columns}, {first} begins");
            }
            // The square boards: first player wins on 2x2, 3x3, 4x4; second on 1x1 and 5x5.
            if rows == columns {
                assert_eq!(outcome == Outcome::Win, (2..=4).contains(&rows));
            }
        }
    }
}
