//! Positions as the protocols write them.

use attractor_game::Player;

/// A board of crosses, rings and empty places, read from a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Rows from the top; `None` is empty.
    pub rows: Vec<Vec<Option<Player>>>,
    /// Who is to move.
    pub turn: Player,
}

/// Reads `..X/.O./... X`: rows from the top, and who is to move. What follows is left aside.
///
/// ```
/// let grid = attractor_play::program::grid("X./O. O").unwrap();
/// assert_eq!((grid.rows.len(), grid.turn.number()), (2, 2));
/// assert!(attractor_play::program::grid("8/8/8/8 w - - 0 1").is_none());
/// ```
pub fn grid(text: &str) -> Option<Grid> {
    let man = |c: char| match c {
        'X' => Some(Some(Player::One)),
        'O' => Some(Some(Player::Two)),
        '.' => Some(None),
        _ => None,
    };
    let mut words = text.split_whitespace();
    let rows: Option<Vec<Vec<_>>> = words.next()?.split('/').map(|row| row.chars().map(man).collect()).collect();
    let rows = rows.filter(|rows| rows.iter().all(|row| row.len() == rows[0].len() && !row.is_empty()))?;
    let turn = match words.next() {
        Some("X") => Player::One,
        Some("O") => Player::Two,
        _ => return None,
    };
    Some(Grid { rows, turn })
}

/// A game of Othello in the Generic Game Format: the root position, and the moves since.
///
/// ```
/// let game = attractor_play::program::ggf("OX/XO X", &["a1".into(), "pass".into()]).unwrap();
/// assert!(game.ends_with("TY[2]BO[2 O**O *]B[A1]W[PA];)"), "{game}");
/// ```
pub fn ggf(root: &str, moves: &[String]) -> Option<String> {
    let Grid { rows, mut turn } = grid(root).filter(|grid| grid.rows.len() == grid.rows[0].len())?;
    let sign = |man: Option<Player>| man.map_or('-', |player| if player == Player::One { '*' } else { 'O' });
    let board: String = rows.iter().flatten().map(|&man| sign(man)).collect();
    let size = rows.len();
    let mut text = format!("(;GM[Othello]PC[Attractor]PB[black]PW[white]RE[?]TI[5:00]TY[{size}]");
    text += &format!("BO[{size} {board} {}]", sign(Some(turn)));
    for name in moves {
        let word = if name.eq_ignore_ascii_case("pass") { "PA".to_owned() } else { name.to_uppercase() };
        text += &format!("{}[{word}]", if turn == Player::One { 'B' } else { 'W' });
        turn = turn.other();
    }
    Some(text + ";)")
}

/// A position of draughts as Hub writes it, from FEN (`W:W31-50:B1-20`, kings with K) on so many squares; what is written
/// so already is left as it is.
///
/// ```
/// use attractor_play::program::hub_position;
/// assert_eq!(hub_position("B:W3,K4:B1-2.", 5).as_deref(), Some("BbbwWe"));
/// assert_eq!(hub_position("WbWe", 3).as_deref(), Some("WbWe"));
/// assert_eq!(hub_position("W:W9", 5), None);
/// ```
pub fn hub_position(text: &str, squares: usize) -> Option<String> {
    let is_hub = text.len() == squares + 1
        && text.starts_with(['W', 'B'])
        && text.chars().skip(1).all(|c| matches!(c, 'w' | 'b' | 'W' | 'B' | 'e'));
    if is_hub {
        return Some(text.to_owned());
    }
    let mut parts = text.trim().trim_end_matches('.').split(':');
    let turn = parts.next().filter(|turn| matches!(*turn, "W" | "B"))?;
    let mut board = vec!['e'; squares];
    for part in parts.filter(|part| !part.trim().is_empty()) {
        let colour = part.chars().next().filter(|c| matches!(c, 'W' | 'B'))?;
        for men in part[1..].split(',').map(str::trim).filter(|men| !men.is_empty()) {
            let (king, numbers) = men.strip_prefix('K').map_or((false, men), |rest| (true, rest));
            let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
            if first == 0 || last > squares {
                return None;
            }
            let man = if king { colour } else { colour.to_ascii_lowercase() };
            board.get_mut(first - 1..last)?.fill(man);
        }
    }
    Some(turn.chars().chain(board).collect())
}
