//! Values found by search, put to the checker that knows no search.

use attractor_game::{Draw, Game, Value};
use attractor_games::{Chomp, Connect4, Domineering, Misere, Mnk, Nim};
use attractor_solve::{
    graph::{Unfolding, unfold},
    search::{Limits, Solver},
    verify,
};
use std::{cell::RefCell, collections::HashMap};

/// Solves every reachable position and has each value checked against those of its successors.
fn accepted<G: Game>(game: &G) -> u64 {
    let positions = unfold(game, &game.start(), Unfolding::default()).unwrap().positions;
    let mut solver = Solver::new(game, Limits::default()).unwrap();
    let values: HashMap<G::Position, Value> = positions.iter().map(|p| (p.clone(), solver.value(p).unwrap())).collect();
    verify::check_game(game, positions, |p| values[p]).unwrap()
}

#[test]
fn true_values_are_accepted() {
    assert_eq!(accepted(&Mnk::tic_tac_toe()), 5_478);
    assert_eq!(accepted(&Chomp::new(2, 3).unwrap()), 18);
    assert_eq!(accepted(&Domineering::new(4, 4).unwrap()), 3_120);
    assert!(accepted(&Nim::new(&[3, 4, 5]).unwrap()) > 100);
    assert!(accepted(&Misere::new(Nim::new(&[9]).unwrap().with_take(&[1, 2, 3]).unwrap())) > 10);
    assert!(accepted(&Connect4::new(4, 3).unwrap()) > 1_000);
}

#[test]
fn one_false_value_is_found() {
    let game = Mnk::tic_tac_toe();
    let positions = unfold(&game, &game.start(), Unfolding::default()).unwrap().positions;
    let solver = RefCell::new(Solver::new(&game, Limits::default()).unwrap());
    for (i, lie) in
        [(0, Value::Win(5)), (100, Value::Draw(Draw::Final)), (1_000, Value::Loss(1)), (5_000, Value::Win(0))]
    {
        let liar = positions[i];
        let truth = solver.borrow_mut().value(&liar).unwrap();
        let told = |p: &_| if *p == liar { lie } else { solver.borrow_mut().value(p).unwrap() };
        let verdict = verify::check_game(&game, positions.clone(), told);
        assert_eq!(verdict.is_err(), truth != lie, "position {i} is {truth:?}, claimed {lie:?}");
    }
}
