//! A game of one's own: laws, exact values, a match and a game at the terminal for 40 lines of rules.
use attractor::game::{Error, Game, Heuristics, Notation, Playable, Player, Zero, laws};
use attractor::play::{
    Effort, Line, MatchRequest, console,
    session::*,
    words::{Lang, Words},
};

/// A token on a row of squares: step down by 1, 3 or 4; who cannot step loses.
pub struct Row(pub u32);

impl Game for Row {
    type Position = (u32, Player); // where the token is, and who is to move
    type Move = u32;
    const ACYCLIC: bool = true;
    fn start(&self) -> (u32, Player) {
        (self.0, Player::One)
    }
    fn turn(&self, p: &(u32, Player)) -> Player {
        p.1
    }
    fn moves(&self, p: &(u32, Player)) -> impl Iterator<Item = u32> {
        [1, 3, 4].into_iter().filter(move |&m| m <= p.0)
    }
    fn play(&self, p: &(u32, Player), m: u32) -> (u32, Player) {
        (p.0 - m, p.1.other())
    } // the result of a finished game is a loss for the player to move, unless `result` says otherwise
}
impl Notation for Row {
    fn write(&self, p: &(u32, Player)) -> String {
        format!("square {}, player {}", p.0, p.1)
    }
    fn name(&self, _: &(u32, Player), m: u32) -> String {
        m.to_string()
    }
}
impl Heuristics for Row {
    type Estimate = Zero;
    fn heuristic(&self, name: &str) -> Result<Zero, Error> {
        Zero::named(name)
    }
}
impl Playable for Row {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let looked_at = laws::check(&Row(20), laws::Effort::default()).map_err(|broken| broken[0].to_string())?;
    println!("all laws hold on {looked_at} positions");
    let mut session = Line::new("row:20", Row(20));
    let solved = session.solve(&Effort::default(), false)?;
    println!("player {}: {} in {:?} plies, best {:?}", solved.turn, solved.outcome, solved.plies, solved.best);
    let (first, second) = ("perfect".parse()?, "random".parse()?);
    let request =
        MatchRequest { first: &first, second: &second, games: 100, swap: true, seed: 1, effort: Effort::default() };
    println!("perfect against random: {:?}", session.matches(&request, &|_| ())?.first);
    let players = ["human".parse()?, "perfect".parse()?];
    let table = console::Table { players, seed: 1, effort: Effort::default(), words: &Words::new(Lang::English) };
    console::run(&mut session, &table, &mut std::io::stdin().lock(), &mut std::io::stdout())?;
    Ok(())
}
