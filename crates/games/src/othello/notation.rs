//! `......../......../......../...OX.../...XO.../......../......../........ X`: rows from the top and who is to move. A move
//! is a cell, `d3` in the fourth column and third row from the top, or `pass`; a line may be written together, `f5d6c3`.

use super::{Move, Othello, PASS, Position};
use crate::{
    coordinates,
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Notation, Piece as Man, Player, split_words};

/// X or * is Black, who begins; dashes are empty cells too.
const LETTERS: Letters = Letters(["Xx*Bb", "OoWw"]);

impl Othello {
    fn owner(p: &Position, row: usize, column: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| p.discs(player) >> (8 * row + column) & 1 != 0)
    }

    fn sign(p: &Position, row: usize, column: usize) -> char {
        Othello::owner(p, row, column).map_or('.', |player| LETTERS.letter(player))
    }
}

impl Notation for Othello {
    fn write(&self, p: &Position) -> String {
        let row = |r| (0..self.size()).map(|c| Othello::sign(p, r, c)).collect::<String>();
        let rows: Vec<String> = (0..self.size()).map(row).collect();
        format!("{} {}", rows.join("/"), LETTERS.letter(p.turn))
    }

    /// Rows between slashes, or all cells in one word, as collections of endgames have them.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let size = self.size();
        let cells: Vec<Piece<'_>> = if board.text.chars().count() == size * size {
            board.characters().collect()
        } else {
            board.grid(size..=size, size)?.into_iter().flatten().collect()
        };
        let mut discs = [0; 2];
        for (i, piece) in cells.into_iter().enumerate() {
            match LETTERS.player(piece.first()) {
                Some(player) => discs[player.index()] |= 1 << (8 * (i / size) + i % size),
                None if matches!(piece.text, "." | "-") => {}
                None => return Err(piece.bad_cell("X O .")),
            }
        }
        Ok(Position { discs, turn: LETTERS.named_turn(turn, board)? })
    }

    fn name(&self, _: &Position, Move(cell): Move) -> String {
        if cell == PASS {
            return "pass".to_owned();
        }
        coordinates::name(usize::from(cell) / 8, usize::from(cell) % 8)
    }

    /// Capital letters are forgiven, and `PA` is a pass.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        let name = text.trim().to_ascii_lowercase();
        find_named(self, p, if name == "pa" || name == "ps" { "pass" } else { &name }, text)
    }

    /// Moves of two letters may stand together.
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        let mut moves = Vec::new();
        for word in split_words(line) {
            let pairs = word.is_ascii() && word.len() % 2 == 0 && word.len() > 2 && !word.eq_ignore_ascii_case("pass");
            if pairs
                && word
                    .as_bytes()
                    .chunks(2)
                    .all(|pair| pair[1].is_ascii_digit() || pair[1].is_ascii_alphabetic() && !pair[0].is_ascii_digit())
            {
                moves.extend((0..word.len() / 2).map(|i| &word[2 * i..2 * i + 2]));
            } else {
                moves.push(word);
            }
        }
        moves
    }

    fn diagram(&self, p: &Position) -> String {
        coordinates::diagram(self.size(), self.size(), |r, c| Othello::sign(p, r, c))
    }

    fn board(&self, p: &Position) -> Board {
        let mut board =
            Board::cells(self.size(), self.size()).named().fill(|r, c| Othello::owner(p, r, c).map(Man::Disc));
        board.notes = vec![format!("{} - {}", p.discs[0].count_ones(), p.discs[1].count_ones())];
        board
    }

    fn place(&self, _: &Position, Move(cell): Move) -> Option<(f32, f32)> {
        (cell != PASS).then(|| coordinates::place(cell, 8))
    }
}
