//! Laws and solvers on every registered game: a new game gets them by being registered.

use attractor_game::{Rng, laws};
use attractor_play::{Effort, GAMES, SearchRequest, Session, TreeRequest, open};
use attractor_solve::{graph::Attractors, search::Algorithm, verify};

fn samples() -> impl Iterator<Item = &'static str> {
    GAMES.iter().flat_map(|entry| entry.samples.iter().copied())
}

#[test]
fn every_game_obeys_the_laws() {
    for spec in samples() {
        let session = open(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
        let looked_at = session.laws(laws::Effort { near: 500, plays: 20, ..Default::default() });
        assert!(looked_at.as_ref().is_ok_and(|&n| n > 5), "{spec}: {looked_at:?}");
    }
}

/// Exact search and attractors are two ways to the same values; the checker is a third.
#[test]
fn search_and_attractors_agree_and_the_checker_accepts() {
    let mut compared = 0;
    for spec in samples() {
        let mut session = open(spec).unwrap();
        let Ok(arena) = session.unfold(Some(20_000), &Effort::default(), &mut |_, _| ()) else { continue };
        let attractors = Attractors::of(&arena);
        let report = attractor_play::Report::of(arena.clone()).unwrap();
        verify::check(&arena, &report.claim()).unwrap_or_else(|e| panic!("{spec}: {e}"));
        for v in arena.vertices().step_by(arena.len() / 40 + 1) {
            session.set_position(&arena.label(v)).unwrap_or_else(|e| panic!("{spec}: {e}"));
            let solved = session.solve(&Effort::default(), false).unwrap();
            let outcome = match attractors.winner(v) {
                None => "draw",
                Some(winner) if winner == arena.owner(v) => "win",
                Some(_) => "loss",
            };
            assert_eq!((solved.outcome, solved.plies), (outcome, attractors.rank(v)), "{spec} at {}", arena.label(v));
            assert_eq!(solved.line.len() as u32, solved.plies.unwrap_or(solved.line.len() as u32));
            compared += 1;
            check_line(session.as_mut(), &solved.line, solved.plies);
        }
    }
    assert!(compared > 300, "{compared} positions compared");
}

/// The principal line is legal, and ends play where the value has a distance.
fn check_line(session: &mut dyn Session, line: &[String], plies: Option<u32>) {
    for name in line {
        session.play(name).unwrap();
    }
    if plies.is_some() {
        assert!(session.finished().is_some());
    }
}

#[test]
fn every_entry_opens_with_its_default_and_says_what_it_is() {
    for entry in GAMES.iter() {
        for text in [entry.title.english, entry.title.french, entry.rules.english, entry.rules.french] {
            assert!(!text.is_empty(), "{}", entry.name);
        }
        if entry.samples.is_empty() {
            assert_eq!(open(entry.name).map(|_| ()).unwrap_err().id(), "file-missing");
        } else if !entry.default.is_empty() || entry.size.is_empty() {
            let mut session = open(entry.name).unwrap_or_else(|e| panic!("{}: {e}", entry.name));
            assert!(!session.moves().is_empty());
            assert!(session.play("nonsense").is_err() && !session.undo());
        }
    }
}

/// Sums are worth what the theory says: Nim heaps by the xor rule; 2x3 Domineering is hot, so who begins wins.
#[test]
fn sums_of_games() {
    let outcome = |spec: &str| open(spec).unwrap().solve(&Effort::default(), true).unwrap().outcome;
    for (a, b, c) in [(1, 2, 3), (2, 2, 0), (3, 5, 6), (1, 4, 2), (5, 5, 1)] {
        let spec = format!("sum:nim:{a}++nim:{b}++nim:{c}");
        assert_eq!(outcome(&spec), if a ^ b ^ c == 0 { "loss" } else { "win" }, "{spec}");
    }
    assert_eq!(outcome("sum:domineering:2x3++nim:0"), "win");
    assert_eq!(outcome("sum:domineering:3x3++domineering:3x3"), "loss", "+-1 twice is zero");
    assert_eq!(outcome("sum:domineering:3x3++domineering:3x3++nim:1"), "win", "and a star more is won");
}

#[test]
fn what_tactics_claim_is_true() {
    for entry in GAMES.iter() {
        for spec in entry.small {
            let checked = open(spec).unwrap().check_tactics(1_000_000);
            assert!(checked.as_ref().is_ok_and(|n| *n > 100), "{spec}: {checked:?}");
        }
    }
    assert_eq!(open("nim").unwrap().check_tactics(1_000).unwrap(), 0, "no tactics, no claims");
}

#[test]
fn every_game_is_searched_within_depth_and_time() {
    for spec in samples() {
        let session = open(spec).unwrap();
        let request = SearchRequest { depth: 3, time: None, heuristic: None, effort: Effort::default() };
        let mut depths = Vec::new();
        let found = session.search(&request, &mut |found| depths.push(found.depth)).unwrap();
        assert_eq!(depths, (1..=found.depth).collect::<Vec<_>>(), "{spec}");
        assert!(!found.best.is_empty() && found.best.contains(&found.line[0]), "{spec}: {found:?}");
        let request = TreeRequest {
            depth: found.depth,
            algorithm: Algorithm::Minimax,
            heuristic: None,
            only: None,
            record: false,
            count: false,
            remember: None,
            most: 0,
            stop: None,
        };
        let tree = session.tree(&request).unwrap();
        assert_eq!((found.value.0 as f32, found.best), (tree.value.0 as f32, tree.best), "{spec}");
    }
}

/// Whoever clicks on a board hits a cell of it.
#[test]
fn moves_are_made_on_the_board() {
    let mut rng = Rng::new(11);
    let (mut placed, mut all) = (0, 0);
    for spec in samples() {
        let mut session = open(spec).unwrap();
        for _ in 0..12 {
            let (board, moves, places) = (session.board(), session.moves(), session.places());
            assert_eq!(moves.len(), places.len(), "{spec}");
            for (row, column) in places.iter().flatten() {
                assert!((0.0..board.rows as f32).contains(row), "{spec}: row {row} of {}", board.rows);
                assert!((0.0..board.columns as f32).contains(column), "{spec}: column {column} of {}", board.columns);
            }
            placed += places.iter().flatten().count();
            all += places.len();
            let Some(name) = rng.choose(moves.into_iter()) else { break };
            session.play(&name).unwrap();
        }
    }
    assert!(4 * placed > 3 * all, "{placed} of {all} moves have a place");
}
