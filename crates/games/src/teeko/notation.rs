//! `..X../.XO../..O../...../..... X`: rows from the top and who is to move, which may be left out while men are put on
//! the board. A move is the cell of a new man, `c3` (`a1` is the top-left one), or two cells, `c3-c4`.

use super::{BOARD, MEN, Move, Position, SIDE, Teeko, shaped};
use crate::{
    coordinates,
    signs::{self, Signs},
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Notation, Piece as Man};

fn signs(p: &Position) -> Signs {
    debug_assert!(p.men.iter().all(|men| men & !BOARD == 0));
    Signs::xo(SIDE, SIDE, p.men)
}

fn cell(cell: u8) -> String {
    coordinates::of_cell(cell, SIDE)
}

impl Notation for Teeko {
    fn write(&self, p: &Position) -> String {
        signs(p).write(p.turn)
    }

    /// Who is to move has as many men as the other or one less, and no winning shape.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let one_more = |piece: Piece<'_>, men: u128| match men.count_ones() {
            MEN => Err(piece
                .wrong("too-many-men", "this {text} is one too many: each player has at most {most}")
                .arg("most", MEN)),
            _ => Ok(()),
        };
        let men = signs::read(board, SIDE, SIDE, one_more)?.map(|cells| cells as u32);
        let counts = men.map(u32::count_ones);
        let turn = match turn {
            // With all men on the board it can be anybody's turn.
            None if counts == [MEN; 2] => Letters::XO.named_turn(None, board)?,
            _ => Letters::XO.counted_turn(turn, board, counts, self.first)?,
        };
        let (mine, theirs) = (counts[turn.index()], counts[turn.other().index()]);
        if theirs != mine && theirs != mine + 1 {
            return Err(board
                .wrong(
                    "men-out-of-turn",
                    "{player} is to move with {mine} men against {theirs}: there must be as many, or one less",
                )
                .arg("player", Letters::XO.letter(turn))
                .arg("mine", mine)
                .arg("theirs", theirs));
        }
        if shaped(men[turn.index()]) {
            return Err(board
                .wrong("mover-has-won", "{text} is not possible: {player} has won already and is to move")
                .arg("player", Letters::XO.letter(turn)));
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
        signs(p).diagram()
    }

    fn board(&self, p: &Position) -> Board {
        signs(p).board(Man::Disc)
    }

    fn place(&self, _: &Position, m: Move) -> Option<(f32, f32)> {
        let (Move::Drop(to) | Move::Step(_, to)) = m;
        Some(coordinates::place(to, SIDE))
    }
}
