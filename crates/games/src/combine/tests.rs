use super::*;
use crate::{
    Awale, Chess, Chomp, Connect4, Dobutsu, Domineering, Draughts, Euclid, Go, Juniper, Kayles, Mnk, Morris, Nim,
    Othello, Teeko, Tree, Wythoff,
    combinatorial::Valued,
    testing::{after, obeys_the_laws, perft, reachable, refused},
};
use attractor_game::{
    Error, Game, Heuristic, Heuristics, Notation, Partizan, Playable, Player, Score, Spec,
    laws::{self, Effort, Laws},
};
use std::collections::HashSet;

type Mixed = Either<Nim, Domineering>;

fn nim(heaps: &[u16]) -> Nim {
    Nim::new(heaps).unwrap()
}

fn board(rows: usize, columns: usize) -> Domineering {
    Domineering::new(rows, columns).unwrap()
}

fn mixed() -> Sum<Mixed> {
    let parts = vec![Either::A(nim(&[2, 1])), Either::B(board(2, 3)), Either::A(nim(&[2, 1])), Either::B(board(2, 2))];
    Sum::new(parts).unwrap()
}

#[test]
fn misere_turns_the_result_round() {
    let game = Misere::new(nim(&[3]));
    let end = game.read("0 2").unwrap();
    assert_eq!((game.result(&end), game.inner().result(&end)), (Score::WIN, Score::LOSS));
    assert_eq!(game.heuristic("zero").unwrap().finished(&game, &end), -1.0);
    let lines = Misere::new(Mnk::tic_tac_toe());
    let line = after(&lines, "a1 b1 a2 b2 a3");
    assert_eq!(lines.result(&line), Score::WIN);
    assert_eq!(lines.heuristic("features").unwrap().finished(&lines, &line), f64::NEG_INFINITY);
    assert_eq!(perft(&lines, &lines.start(), 9), 127_872);
}

#[test]
fn heaps_apart_are_heaps_together() {
    let together = nim(&[3, 2, 4]);
    let apart = Sum::new(vec![nim(&[3]), nim(&[2]), nim(&[4])]).unwrap();
    assert_eq!(reachable(&apart).len(), reachable(&together).len());
    for depth in 0..6 {
        assert_eq!(perft(&apart, &apart.start(), depth), perft(&together, &together.start(), depth));
    }
}

#[test]
fn a_board_cut_in_two_is_a_sum() {
    // A column of holes, and the two boards beside it.
    let holes: Vec<(usize, usize)> = (0..3).map(|row| (row, 2)).collect();
    let whole = board(3, 5).with_holes(&holes).unwrap();
    let sum = Sum::new(vec![board(3, 2), board(3, 2)]).unwrap();
    for first in Player::BOTH {
        let (whole, sum) = (whole.clone().with_first(first), sum.clone().with_first(first));
        assert_eq!(reachable(&sum).len(), reachable(&whole).len());
        (0..7).for_each(|depth| assert_eq!(perft(&sum, &sum.start(), depth), perft(&whole, &whole.start(), depth)));
    }
    let mobility = sum.heuristic("mobility").unwrap();
    assert_eq!(mobility.estimate(&sum, &after(&sum, "1:a1")), 2.0 - 1.0 + 4.0 - 3.0);
}

#[test]
fn equal_situations_are_equal_positions() {
    let sum = mixed();
    assert_eq!(after(&sum, "1:a1 2:a1 3:b1"), after(&sum, "3:b1 2:a1 1:a1"));
    let canonical = |line| sum.canonical(&after(&sum, line));
    assert_eq!(canonical("1:a2"), canonical("3:a2"));
    assert_ne!(canonical("2:a1"), canonical("4:a1"));
    let classes: HashSet<_> = reachable(&sum).iter().map(|p| sum.canonical(p)).collect();
    assert!(classes.len() * 3 < reachable(&sum).len());
}

#[test]
fn positions_of_sums() {
    let sum = mixed();
    let p = after(&sum, "1:a1 2:b1");
    assert_eq!(sum.write(&p), "[1+1 1 ++ .HH/... V ++ 2+1 1 ++ ../.. V] 1");
    assert_eq!(sum.read("[1+1 2 ++ .HH/... H ++ 2 + 1 1++../.. V]1"), Ok(p.clone()));
    assert_eq!(sum.write(&sum.hand_over(&p)), "[1+1 2 ++ .HH/... H ++ 2+1 2 ++ ../.. H] 2");
    assert_eq!(refused(&sum, ""), ("bad-sum", 1));
    assert_eq!(refused(&sum, "[1+1 1] 1"), ("bad-part-count", 2));
    assert_eq!(refused(&sum, "[1+1 1 ++ .HH/.?. V ++ 2+1 1 ++ ../.. V] 1"), ("bad-cell", 16));
    assert_eq!(refused(&sum, "[1+1 1 ++ .HH/... V ++ 2+1 1 ++ ../.. V]"), ("turn-missing", 1));
    assert_eq!(refused(&sum, "[1+1 1 ++ .HH/... V ++ 2+1 1 ++ ../.. V] 3"), ("bad-turn", 42));
    for wrong in ["", "1", "9:a1", "0:a1", "1:z1", "a1"] {
        assert_eq!(sum.find(&p, wrong).unwrap_err().id(), "illegal-move", "{wrong}");
    }
}

#[test]
fn sums_of_sums_and_of_nothing() {
    let inner = Sum::new(vec![nim(&[2]), nim(&[1])]).unwrap();
    let nested = Sum::new(vec![inner.clone(), inner]).unwrap();
    assert_eq!(nested.write(&after(&nested, "1:2:1")), "[[2 2 ++ 0 2] 2 ++ [2 2 ++ 1 2] 2] 2");
    obeys_the_laws(&nested);
    let nothing = Sum::<Nim>::new(Vec::new()).unwrap();
    assert_eq!((nothing.moves(&nothing.start()).count(), nothing.write(&nothing.start()).as_str()), (0, "[] 1"));
    assert_eq!(nothing.heuristic("mobility").unwrap_err().id(), "unknown-heuristic");
    obeys_the_laws(&nothing);
}

/// A game with a margin that could hand its turn over.
#[derive(PartialEq, Debug)]
struct Counting(Tree);

impl Game for Counting {
    type Position = <Tree as Game>::Position;
    type Move = <Tree as Game>::Move;
    const ACYCLIC: bool = true;
    const MARGIN: bool = true;
    fn start(&self) -> Self::Position {
        self.0.start()
    }
    fn turn(&self, p: &Self::Position) -> Player {
        self.0.turn(p)
    }
    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(p)
    }
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position {
        self.0.play(p, m)
    }
}

impl Partizan for Counting {
    fn hand_over(&self, p: &Self::Position) -> Self::Position {
        *p
    }
}

#[test]
fn margins_have_no_sum() {
    let tree = Tree::from_json(r#"{"value": 1}"#, "test").unwrap();
    assert_eq!(Sum::new(vec![Counting(tree)]).unwrap_err().id(), "sum-of-margins");
}

#[test]
fn laws() {
    obeys_the_laws(&Misere::new(nim(&[3, 4])));
    obeys_the_laws(&Misere::new(board(3, 4)));
    obeys_the_laws(&Misere::new(Mnk::tic_tac_toe()));
    obeys_the_laws(&mixed());
    obeys_the_laws(&mixed().with_first(Player::Two));
    obeys_the_laws(&Sum::new(vec![board(2, 3); 3]).unwrap());
    obeys_the_laws(&Misere::new(mixed()));
}

/// A few positions: what is checked is that nothing is lost on the way to the game inside.
const FEW: Effort = Effort { near: 60, plays: 3, plies: 100, seed: 1 };

fn open<G>(spec: &str, open: fn(&Spec) -> Result<G, Error>) -> G {
    open(&spec.parse().unwrap()).unwrap()
}

fn hold<G: Playable>(spec: &str, game: &G) {
    assert_eq!(laws::check(game, FEW).map_err(|broken| format!("{spec}: {}", broken[0])).err(), None);
}

/// The laws on the misere version of a game, and on the game as one of two kinds.
fn decorated<G: Playable>(spec: &str, from_spec: fn(&Spec) -> Result<G, Error>) {
    hold(spec, &Misere::new(open(spec, from_spec)));
    let either = Either::<G, Nim>::A(open(spec, from_spec));
    let mut laws = Laws::new(&either, FEW);
    laws.rules();
    laws.symmetry();
    laws.notation();
    laws.estimates();
    assert_eq!(laws.verdict().map_err(|broken| format!("{spec}: {}", broken[0])).err(), None);
}

/// The laws on the game as a part of a sum.
fn part<G: Playable + Valued + PartialEq + Clone>(spec: &str, from_spec: fn(&Spec) -> Result<G, Error>) {
    decorated(spec, from_spec);
    let part = Either::<G, Nim>::A(open(spec, from_spec));
    hold(spec, &part);
    hold(spec, &Sum::new(vec![part.clone(), Either::B(nim(&[2, 1])), part]).unwrap());
}

#[test]
fn decorators_of_every_game_obey_the_laws() {
    decorated("awale:1", Awale::from_spec);
    decorated("chess", Chess::from_spec);
    decorated("chess,men=KPK", Chess::from_spec);
    decorated("chomp:2x3", Chomp::from_spec);
    decorated("connect4:4x4", Connect4::from_spec);
    decorated("dobutsu", Dobutsu::from_spec);
    decorated("checkers,pieces=3", Draughts::from_spec);
    decorated("draughts,pieces=2", Draughts::from_spec);
    decorated("draughts", Draughts::from_spec);
    decorated("go:2x3", Go::from_spec);
    decorated("tictactoe", Mnk::from_spec);
    decorated("morris:6", Morris::from_spec);
    decorated("othello:4x4", Othello::from_spec);
    decorated("teeko", Teeko::from_spec);
    decorated("tree", |_| {
        Tree::from_json(r#"{"children": [{"value": 1}, {"player": 1, "children": [{"value": 2}]}]}"#, "test")
    });
    part("domineering:3x3", Domineering::from_spec);
    part("euclid:5,2", Euclid::from_spec);
    part("juniper:4", Juniper::from_spec);
    part("kayles:4", Kayles::from_spec);
    part("nim:2+1", Nim::from_spec);
    part("wythoff:1+2", Wythoff::from_spec);
}
