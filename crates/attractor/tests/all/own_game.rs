//! The example of a game of one's own is short, obeys the laws, is solved, plays a match and a game at the terminal.

#[path = "../../examples/own_game.rs"]
#[allow(dead_code, unreachable_pub)] // its main function and its public game
mod example;

use attractor::{
    game::laws,
    play::{
        Effort, Line, MatchRequest, console,
        session::*,
        words::{Lang, Words},
    },
};
use example::Row;

#[test]
fn it_fits_on_one_screen() {
    assert!(include_str!("../../examples/own_game.rs").lines().count() <= 60);
}

#[test]
fn it_gets_everything() {
    assert!(laws::check(&Row(20), laws::Effort::default()).is_ok());
    for n in 0..40 {
        let solved = Line::new("row", Row(n)).solve(&Effort::default(), false).unwrap();
        // Steps of 1, 3 and 4: the mover loses on squares 0 and 2 of every 7.
        assert_eq!(solved.outcome, if n % 7 == 0 || n % 7 == 2 { "loss" } else { "win" }, "from square {n}");
    }
    let mut session = Line::new("row:20", Row(20));
    let (first, second) = ("perfect".parse().unwrap(), "random".parse().unwrap());
    let request =
        MatchRequest { first: &first, second: &second, games: 50, swap: false, seed: 1, effort: Effort::default() };
    assert_eq!(session.matches(&request, &|_| ()).unwrap().first.wins, 50);
    let table = console::Table {
        players: ["human".parse().unwrap(), "perfect".parse().unwrap()],
        seed: 1,
        effort: Effort::default(),
        words: &Words::new(Lang::English),
    };
    let mut shown = Vec::new();
    let left = console::run(&mut session, &table, &mut &b"4\nhint\nresign\n"[..], &mut shown).unwrap();
    assert!(matches!(left, console::Left::Resigned { .. }));
    assert!(String::from_utf8(shown).unwrap().contains("A best move:"));
}
