//! Tables of boards against plain recursion, and the measurements' answers.

use attractor_game::{Game, Player, Spec, Value};
use attractor_games::{Chomp, Connect4, Domineering, Misere};
use attractor_play::{Boards, Effort, bench::CASES};
use attractor_solve::search::Plain;

/// Winner and plies of a start by plain recursion.
fn plainly<G: Game>(game: &G) -> (Option<u8>, Option<u32>) {
    let start = game.start();
    let value = Plain::new(game).value(&start);
    let winner = match value {
        Value::Win(_) | Value::Won => Some(game.turn(&start)),
        Value::Loss(_) | Value::Lost => Some(game.turn(&start).other()),
        Value::Draw(_) | Value::Margin(_) => None,
    };
    (winner.map(Player::number), value.plies())
}

fn agrees(game: &str, to: &str, plain: impl Fn(&Spec) -> (Option<u8>, Option<u32>)) {
    let effort = Effort { memory: 16 << 20, ..Effort::default() };
    let sizes = Boards::new(game, Some(to)).unwrap();
    for a in 1..=sizes.to().0 {
        for b in 1..=sizes.to().1 {
            let record = sizes.solve((a, b), &effort, false).unwrap().unwrap();
            for (verdict, first) in [(&record.first, ""), (&record.second, ",first=2")] {
                let (winner, plies) = plain(&format!("{}{first}", record.game).parse().unwrap());
                assert_eq!(verdict.winner, winner, "{}{first}", record.game);
                assert!(verdict.plies.is_none_or(|found| Some(found) == plies), "{}{first}: {verdict:?}", record.game);
            }
        }
    }
}

#[test]
fn tables_agree_with_plain_recursion() {
    agrees("domineering", "4x4", |spec| plainly(&Domineering::from_spec(spec).unwrap()));
    agrees("domineering,misere", "4x3", |spec| plainly(&Misere::new(Domineering::from_spec(spec).unwrap())));
    agrees("chomp", "5x5", |spec| plainly(&Chomp::from_spec(spec).unwrap()));
    agrees("connect4", "4x4", |spec| plainly(&Connect4::from_spec(spec).unwrap()));
}

#[test]
fn distances_where_they_come_with_the_outcome() {
    let one = |game: &str, outcome_only: bool| {
        let sizes = Boards::new(game, Some("4x3")).unwrap();
        sizes.solve((4, 3), &Effort::default(), outcome_only).unwrap().unwrap()
    };
    assert!(one("chomp", false).first.plies.is_some() && one("chomp", true).first.plies.is_none());
    assert!(one("domineering", false).first.plies.is_none());
    assert_eq!((one("domineering", false).class.as_str(), one("chomp", true).class.as_str()), ("1", "N"));
    assert_eq!(one("connect4", true).class, "draw");
}

/// Those that are quick without optimisation, each once. A wrong answer is seen.
#[test]
fn measurements_are_right() {
    for name in ["connect4-5x4", "mnk-4,4,4", "chomp-8x8"] {
        let case = CASES.iter().find(|case| case.name == name).unwrap();
        let record = case.run(&Effort::default()).unwrap();
        assert!(record.correct, "{record:?}");
        assert!(record.nodes > 0 && record.ratio.is_some_and(|ratio| ratio > 0.0), "{record:?}");
    }
}
