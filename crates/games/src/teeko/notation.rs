//! `..X../.XO../..O../...../..... X`: rows from the top and who is to move, which may be left out while men are put on
//! the board. A move is the cell of a new man, `c3` (`a1` is the top-left one), or two cells, `c3-c4`.

use super::{BOARD, MEN, Move, Position, SIDE, Teeko, shaped};
use crate::{
    coordinates,
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Notation, Piece as Man, Player};

const LETTERS: Letters = Letters(["Xx", "Oo"]);

fn sign(p: &Position, row: usize, column: usize) -> char {
    let bit = 1 << (row * SIDE + column);
    debug_assert!(BOARD & bit != 0);
    let owner = Player::BOTH.into_iter().find(|&player| p.men(player) & bit != 0);
    owner.map_or('.', |player| LETTERS.letter(player))
}

fn cell(cell: u8) -> String {
    coordinates::name(usize::from(cell) / SIDE, usize::from(cell) % SIDE)
}

impl Notation for Teeko {
    fn write(&self, p: &Position) -> String {
        let row = |r| (0..SIDE).map(|c| sign(p, r, c)).collect::<String>();
        let rows: Vec<String> = (0..SIDE).map(row).collect();
        format!("{} {}", rows.join("/"), LETTERS.letter(p.turn))
    }

    /// Who is to move has as many men as the other or one less, and no winning shape.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let mut men = [0u32; 2];
        for (cell, piece) in board.grid(SIDE..=SIDE, SIDE)?.into_iter().flatten().enumerate() {
            match LETTERS.player(piece.first()) {
                Some(player) if men[player.index()].count_ones() == MEN => {
                    return Err(piece
                        .wrong("too-many-men", "this {text} is one too many: each player has at most {most}")
                        .arg("most", MEN));
                }
                Some(player) => men[player.index()] |= 1 << cell,
                None if piece.text == "." => {}
                None => return Err(piece.bad_cell("X O .")),
            }
        }
        let counts = men.map(u32::count_ones);
        let turn = match turn {
            // With all men on the board it can be anybody's turn.
            None if counts == [MEN; 2] => LETTERS.named_turn(None, board)?,
            _ => LETTERS.counted_turn(turn, board, counts, self.first)?,
        };
        let (mine, theirs) = (counts[turn.index()], counts[turn.other().index()]);
        if theirs != mine && theirs != mine + 1 {
            return Err(board
                .wrong(
                    "men-out-of-turn",
                    "{player} is to move with {mine} men against {theirs}: there must be as many, or one less",
                )
                .arg("player", LETTERS.letter(turn))
                .arg("mine", mine)
                .arg("theirs", theirs));
        }
        if shaped(men[turn.index()]) {
            return Err(board
                .wrong("mover-has-won", "{text} is not possible: {player} has won already and is to move")
                .arg("player", LETTERS.letter(turn)));
        }
        Ok(Position { men, turn })
    }

    fn name(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Drop(to) => cell(to),
            Move::Step(from, to) => format!("{}-{}", cell(from), cell(to)),
        }
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }

    fn diagram(&self, p: &Position) -> String {
        coordinates::diagram(SIDE, SIDE, |r, c| sign(p, r, c))
    }

    fn board(&self, p: &Position) -> Board {
        let owner = |cell: usize| Player::BOTH.into_iter().find(|&player| p.men(player) >> cell & 1 != 0);
        Board::cells(SIDE, SIDE).named().fill(|r, c| owner(r * SIDE + c).map(Man::Disc))
    }

    fn place(&self, _: &Position, m: Move) -> Option<(f32, f32)> {
        let (Move::Drop(to) | Move::Step(_, to)) = m;
        Some(coordinates::place(to, SIDE))
    }
}
