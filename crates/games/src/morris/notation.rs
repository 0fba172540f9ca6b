//! `XO./.../..../.../..X 4+5 O`: the points row by row from the top, the men in hand of players 1 and 2 (left out when
//! there are none), and who is to move. A move is `a1` (a man from the hand), `a1-c1`, or with the man it takes `a1-c1xb2`.

use super::{BOARD, FEW, MEN, Morris, Move, NONE, POINTS, Position, RINGS};
use crate::{
    coordinates,
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Ground, Notation, Piece as Man, Player};

const LETTERS: Letters = Letters(["Xx", "Oo"]);

/// Points in each row.
const ROWS: [usize; 5] = [3, 3, 4, 3, 3];

/// Row and column of each point.
const PLACES: [(usize, usize); POINTS] = [
    (0, 0),
    (0, 2),
    (0, 4),
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 0),
    (2, 1),
    (2, 3),
    (2, 4),
    (3, 1),
    (3, 2),
    (3, 3),
    (4, 0),
    (4, 2),
    (4, 4),
];

fn sign(p: &Position, point: usize) -> char {
    debug_assert!(BOARD >> point & 1 != 0);
    let owner = Player::BOTH.into_iter().find(|&player| p.men(player) >> point & 1 != 0);
    owner.map_or('.', |player| LETTERS.letter(player))
}

fn point(point: u8) -> String {
    let (row, column) = PLACES[usize::from(point)];
    coordinates::name(row, column)
}

/// The men in hand, `4+5`.
fn hands(piece: Piece<'_>) -> Result<[u8; 2], Error> {
    let parts: Vec<Piece> = piece.split('+').collect();
    let [one, two] = parts[..] else {
        return Err(piece.wrong("bad-hands", "{text} does not tell the men in hand: expected two numbers such as 4+5"));
    };
    let number = |piece: Piece<'_>| Ok::<u8, Error>(piece.number(0..=MEN as usize)? as u8);
    Ok([number(one)?, number(two)?])
}

impl Notation for Morris {
    fn write(&self, p: &Position) -> String {
        let mut points = 0..POINTS;
        let rows = ROWS.map(|n| points.by_ref().take(n).map(|i| sign(p, i)).collect::<String>());
        let hand = if p.hand == [0; 2] { String::new() } else { format!(" {}+{}", p.hand[0], p.hand[1]) };
        format!("{}{hand} {}", rows.join("/"), LETTERS.letter(p.turn))
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let (rest, word) = Piece::new(text).board_and_turn('/');
        let (board, in_hand, turn) = match word {
            // The player is left out.
            Some(word) if word.text.contains('+') => (rest, Some(word), None),
            _ => match rest.text.rsplit_once(char::is_whitespace) {
                Some((board, hands)) if hands.contains('+') => (rest.part(board).trim(), Some(rest.part(hands)), word),
                _ => (rest, None, word),
            },
        };
        let mut men = [0u16; 2];
        let mut points = 0..POINTS;
        let rows: Vec<Piece> = board.split('/').collect();
        if rows.len() != ROWS.len() {
            return Err(board
                .wrong("bad-row-count", "{found} rows are given; this board has {expected}")
                .arg("found", rows.len())
                .arg("expected", ROWS.len()));
        }
        for (row, expected) in rows.into_iter().zip(ROWS) {
            let found = row.characters().count();
            if found != expected {
                return Err(row
                    .wrong("bad-row-points", "the row {text} has {found} points; here are {expected}")
                    .arg("found", found)
                    .arg("expected", expected));
            }
            for (piece, point) in row.characters().zip(points.by_ref().take(expected)) {
                match LETTERS.player(piece.first()) {
                    Some(player) => men[player.index()] |= 1 << point,
                    None if piece.text == "." => {}
                    None => return Err(piece.bad_cell("X O .")),
                }
            }
        }
        let hand = in_hand.map_or(Ok([0; 2]), hands)?;
        let turn = match turn {
            None if hand[0] != hand[1] => Player::BOTH[usize::from(hand[1] > hand[0])],
            _ => LETTERS.named_turn(turn, board)?,
        };
        let p = Position { men, hand, turn };
        let (mine, theirs) = (p.hand(turn), p.hand(turn.other()));
        if mine != theirs && mine != theirs + 1 {
            return Err(in_hand
                .unwrap_or(board)
                .wrong(
                    "hands-out-of-turn",
                    "{player} is to move with {mine} men in hand against {theirs}: there must be as many, or one more",
                )
                .arg("player", LETTERS.letter(turn))
                .arg("mine", mine)
                .arg("theirs", theirs));
        }
        for (player, least) in [(turn, FEW - 1), (turn.other(), FEW)] {
            let count = p.all(player);
            if !(least..=MEN).contains(&count) {
                return Err(board
                    .wrong("bad-men-count", "{player} has {found} men, in hand and here; possible are {low} to {high}")
                    .arg("player", LETTERS.letter(player))
                    .arg("found", count)
                    .arg("low", least)
                    .arg("high", MEN));
            }
        }
        Ok(p)
    }

    fn name(&self, _: &Position, m: Move) -> String {
        let mut name = point(m.to);
        if m.from != NONE {
            name = format!("{}-{name}", point(m.from));
        }
        if m.take != NONE {
            name = format!("{name}x{}", point(m.take));
        }
        name
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }

    fn diagram(&self, p: &Position) -> String {
        let mut lines: Vec<Vec<char>> =
            ["  a b c d e", "1 .---.---.", "2 | .-.-. |", "3 .-.   .-.", "4 | .-.-. |", "5 .---.---."]
                .map(|line| line.chars().collect())
                .into();
        PLACES.iter().enumerate().for_each(|(i, &(row, column))| lines[row + 1][2 * column + 2] = sign(p, i));
        let mut text: Vec<String> = lines.into_iter().map(String::from_iter).collect();
        if p.hand != [0; 2] {
            text.push(format!("X {}  O {}", p.hand[0], p.hand[1]));
        }
        text.join("\n")
    }

    fn board(&self, p: &Position) -> Board {
        let at = |point: u8| (PLACES[usize::from(point)].0 as f32, PLACES[usize::from(point)].1 as f32);
        let side = |ring: [u8; 8]| (0..8).map(move |i| [at(ring[i]), at(ring[(i + 1) % 8])]);
        let between = [1, 3, 5, 7].map(|i| [at(RINGS[0][i]), at(RINGS[1][i])]);
        let lines = RINGS.into_iter().flat_map(side).chain(between).collect();
        let mut board = Board { ground: Ground::Lines(lines), ..Board::cells(5, 5).named() };
        for (point, &(row, column)) in PLACES.iter().enumerate() {
            let owner = Player::BOTH.into_iter().find(|&player| p.men(player) >> point & 1 != 0);
            board.pieces.extend(owner.map(|player| (row as f32, column as f32, Man::Disc(player))));
        }
        if p.hand != [0; 2] {
            board.notes.push(format!("1: {}   2: {}", p.hand[0], p.hand[1]));
        }
        board
    }

    fn place(&self, _: &Position, m: Move) -> Option<(f32, f32)> {
        let (row, column) = PLACES[usize::from(m.to)];
        Some((row as f32, column as f32))
    }
}
