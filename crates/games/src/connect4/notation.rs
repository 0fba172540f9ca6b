//! Moves are columns from 1, written together: `4455`. A position is its rows from the top and who is to move,
//! `...X.../..OXO.. O`; empty rows at the top, and the player where the discs tell, may be left out.

use super::{Connect4, Move, Position};
use crate::text::{Letters, Piece};
use attractor_game::{Board, Error, Notation, Piece as Man, Player};

/// X, or yellow (J or Y); O, or red.
const LETTERS: Letters = Letters(["XxJjYy1", "OoRr2"]);

impl Connect4 {
    /// The sign in a cell.
    fn sign(&self, p: &Position, column: u32, row: u32) -> char {
        let owner = Player::BOTH.into_iter().find(|&player| p.discs(player) & self.bit(column, row) != 0);
        owner.map_or('.', |player| LETTERS.letter(player))
    }

    /// The sets of discs on a board as typed, player 1's first.
    fn discs(&self, board: Piece<'_>) -> Result<[u64; 2], Error> {
        let (width, height) = self.size();
        let grid = board.grid(1..=height, width)?;
        let mut discs = [0; 2];
        for (row, cells) in grid.iter().rev().enumerate() {
            for (column, piece) in cells.iter().enumerate() {
                let bit = self.bit(column as u32, row as u32);
                match LETTERS.player(piece.first()) {
                    Some(_) if row > 0 && (discs[0] | discs[1]) & (bit >> 1) == 0 => {
                        return Err(piece.wrong("floating-stone", "nothing is below this {text}"));
                    }
                    Some(player) => discs[player.index()] |= bit,
                    None if piece.text == "." => {}
                    None => return Err(piece.bad_cell("X O .")),
                }
            }
        }
        Ok(discs)
    }
}

impl Notation for Connect4 {
    fn write(&self, p: &Position) -> String {
        let row = |r| (0..self.width).map(|c| self.sign(p, c, r)).collect::<String>();
        let rows: Vec<String> = (0..self.height).rev().map(row).collect();
        format!("{} {}", rows.join("/"), LETTERS.letter(p.turn))
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let discs = self.discs(board)?;
        let turn = LETTERS.counted_turn(turn, board, discs.map(u64::count_ones), self.first)?;
        let mine = discs[turn.index()];
        if self.aligned(mine) {
            return Err(board
                .wrong("mover-has-line", "{text} is not possible: {player} has a line already and is to move")
                .arg("player", LETTERS.letter(turn)));
        }
        Ok(Position { mine, all: discs[0] | discs[1], turn })
    }

    fn name(&self, _: &Position, m: Move) -> String {
        (self.column(m) + 1).to_string()
    }

    /// Each character is a move; white space and commas are none.
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        Piece::new(line)
            .characters()
            .map(|c| c.text)
            .filter(|text| !text.contains(|c: char| c.is_whitespace() || c == ','))
            .collect()
    }

    fn join(&self, names: &[String]) -> String {
        names.concat()
    }

    fn diagram(&self, p: &Position) -> String {
        let line = |signs: Vec<String>| signs.join(" ");
        let row = |r| line((0..self.width).map(|c| self.sign(p, c, r).to_string()).collect());
        let columns = line((1..=self.width).map(|c| c.to_string()).collect());
        (0..self.height).rev().map(row).chain([columns]).collect::<Vec<_>>().join("\n")
    }

    fn board(&self, p: &Position) -> Board {
        let (width, height) = self.size();
        let owner = |r: usize, c: usize| {
            let bit = self.bit(c as u32, (height - 1 - r) as u32);
            Player::BOTH.into_iter().find(|&player| p.discs(player) & bit != 0)
        };
        let mut board = Board::cells(height, width).fill(|r, c| owner(r, c).map(Man::Disc));
        board.column_names = (1..=width).map(|c| c.to_string()).collect();
        board
    }

    fn place(&self, _: &Position, Move(bit): Move) -> Option<(f32, f32)> {
        let (column, row) = (bit.trailing_zeros() / (self.height + 1), bit.trailing_zeros() % (self.height + 1));
        Some(((self.height - 1 - row) as f32, column as f32))
    }
}
