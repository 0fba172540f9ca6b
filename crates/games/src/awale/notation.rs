//! `4-4-4-4-4-4/4-4-4-4-4-4 0+0 1`: the houses as they lie, player 2's row first (from f to a) and player 1's below it (from
//! a to f), the seeds that players 1 and 2 have taken, and the player to move. A move is the letter of a house.

use super::{Awale, HOUSES, Move, Position, ROW};
use crate::text::{Letters, Piece, find_named};
use attractor_game::{Board, Error, Notation, Piece as Man, Player};

impl Notation for Awale {
    fn write(&self, p: &Position) -> String {
        let text = |houses: Vec<u8>| houses.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
        let upper = text(p.houses(Player::Two).iter().rev().copied().collect());
        format!("{upper}/{} {}+{} {}", text(p.houses(Player::One).to_vec()), p.taken[0], p.taken[1], p.turn)
    }

    /// All seeds of the game are there, in the houses or taken.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (rest, turn) = Piece::new(text).board_and_turn('/');
        let (board, taken) = match rest.text.rsplit_once(char::is_whitespace) {
            Some((board, taken)) if taken.contains('+') => (rest.part(board).trim(), rest.part(taken)),
            _ => {
                return Err(rest.wrong(
                    "taken-missing",
                    "{text} does not tell the seeds taken: add a space and two numbers such as 0+0",
                ));
            }
        };
        let rows: Vec<Piece> = board.split('/').collect();
        if rows.len() != 2 {
            return Err(board
                .wrong("bad-row-count", "{found} rows are given; this board has {expected}")
                .arg("found", rows.len())
                .arg("expected", 2));
        }
        let all = self.all();
        let mut houses = [0; HOUSES];
        for (row, player) in rows.into_iter().zip([Player::Two, Player::One]) {
            let pieces: Vec<Piece> = row.split('-').collect();
            if pieces.len() != ROW {
                return Err(row
                    .wrong("bad-houses", "the row {text} has {found} houses; there must be {expected}")
                    .arg("found", pieces.len())
                    .arg("expected", ROW));
            }
            for (i, piece) in pieces.into_iter().enumerate() {
                let house = if player == Player::One { i } else { HOUSES - 1 - i };
                houses[house] = piece.number(0..=all.into())? as u8;
            }
        }
        let pieces: Vec<Piece> = taken.split('+').collect();
        let [one, two] = pieces[..] else {
            return Err(
                taken.wrong("bad-taken", "{text} does not tell the seeds taken: expected two numbers such as 0+0")
            );
        };
        let taken = [one.number(0..=all.into())? as u8, two.number(0..=all.into())? as u8];
        let found: usize = houses.iter().chain(&taken).map(|&n| usize::from(n)).sum();
        if found != usize::from(all) {
            return Err(rest
                .wrong("bad-seeds", "{text} has {found} seeds, with those taken; this game has {expected}")
                .arg("found", found)
                .arg("expected", all));
        }
        Ok(Position { houses, taken, turn: Letters::NUMBERS.named_turn(turn, board)? })
    }

    fn name(&self, _: &Position, Move(house): Move) -> String {
        char::from(b'a' + house).to_string()
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }

    fn diagram(&self, p: &Position) -> String {
        let line = |player: Player, houses: Vec<u8>| {
            let row: String = houses.iter().map(|n| format!("{n:>3}")).collect();
            format!("{player} {row}  {}", p.taken[player.index()])
        };
        [
            "    f  e  d  c  b  a".to_owned(),
            line(Player::Two, p.houses(Player::Two).iter().rev().copied().collect()),
            line(Player::One, p.houses(Player::One).to_vec()),
            "    a  b  c  d  e  f".to_owned(),
        ]
        .join("\n")
    }

    fn board(&self, p: &Position) -> Board {
        let (upper, lower) = (p.houses(Player::Two), p.houses(Player::One));
        let seeds = |r: usize, c: usize| if r == 0 { upper[ROW - 1 - c] } else { lower[c] };
        let mut board = Board::cells(2, ROW).fill(|r, c| Some(Man::Text(seeds(r, c).to_string())));
        board.row_names = vec!["2".into(), "1".into()];
        board.column_names = ('a'..='f').map(String::from).collect();
        board.notes.push(format!("1: {}   2: {}", p.taken[0], p.taken[1]));
        board
    }

    fn place(&self, p: &Position, Move(house): Move) -> Option<(f32, f32)> {
        Some(match p.turn {
            Player::One => (1.0, house.into()),
            Player::Two => (0.0, (ROW as u8 - 1 - house).into()),
        })
    }
}
