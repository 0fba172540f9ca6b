//! `VHH/V#. H`: rows from the top, upright and lying dominoes, holes, and who is to move. A move is the upper or left
//! cell of the domino, `a1` the top-left one.

use super::{Domineering, Move, Position};
use crate::{
    coordinates,
    signs::Signs,
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Notation, Piece as Man, Player};

const LETTERS: Letters = Letters(["Vv", "Hh"]);

impl Domineering {
    fn signs(&self, p: &Position) -> Signs {
        Signs { rows: self.rows, columns: self.columns, letters: LETTERS, cells: p.covered, holes: !self.board }
    }

    /// The holes by name, as the option lists them.
    fn holes(&self) -> String {
        let holes = (0..self.rows * self.columns).filter(|cell| self.board >> cell & 1 == 0);
        let names: Vec<String> = holes.map(|c| coordinates::name(c / self.columns, c % self.columns)).collect();
        if names.is_empty() { "-".into() } else { names.join("/") }
    }

    /// The first cell of a run that is no whole number of dominoes of that player.
    fn half_domino(&self, covered: u128, player: Player) -> Option<usize> {
        let (step, starts) = match player {
            Player::One => (self.columns, covered & !(covered << self.columns)),
            Player::Two => (1, covered & !((covered & self.not_last) << 1)),
        };
        (0..self.rows * self.columns).filter(|cell| starts >> cell & 1 != 0).find(|&start| {
            let end = match player {
                Player::One => self.rows * self.columns,
                Player::Two => (start / self.columns + 1) * self.columns,
            };
            let run = (start..end).step_by(step).take_while(|cell| covered >> cell & 1 != 0).count();
            run % 2 != 0
        })
    }
}

impl Notation for Domineering {
    fn write(&self, p: &Position) -> String {
        self.signs(p).write(p.turn)
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let pieces: Vec<Piece> = board.grid(self.rows..=self.rows, self.columns)?.into_iter().flatten().collect();
        let mut covered = [0; 2];
        for (cell, piece) in pieces.iter().enumerate() {
            let hole = self.board >> cell & 1 == 0;
            match (LETTERS.player(piece.first()), piece.first()) {
                _ if hole != (piece.text == "#") => {
                    return Err(piece
                        .wrong(
                            "hole-elsewhere",
                            "{text} here, but the holes of this board are {expected}; option holes= sets them",
                        )
                        .arg("expected", self.holes()));
                }
                (Some(player), _) => covered[player.index()] |= 1 << cell,
                (None, '.' | '#') => {}
                _ => return Err(piece.bad_cell("V H . #")),
            }
        }
        for player in Player::BOTH {
            if let Some(cell) = self.half_domino(covered[player.index()], player) {
                return Err(
                    pieces[cell].wrong("half-domino", "the {text} from here on are no whole number of dominoes")
                );
            }
        }
        Ok(Position { covered, turn: LETTERS.named_turn(turn, board)? })
    }

    fn name(&self, _: &Position, Move(cell): Move) -> String {
        coordinates::of_cell(cell, self.columns)
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }

    fn diagram(&self, p: &Position) -> String {
        self.signs(p).diagram()
    }

    fn board(&self, p: &Position) -> Board {
        let mut board = Board::cells(self.rows, self.columns)
            .named()
            .fill(|r, c| (self.board >> (r * self.columns + c) & 1 == 0).then_some(Man::Hole));
        // What lies side by side is cut into dominoes from the top, or from the left.
        let mut left = p.covered;
        for cell in 0..self.rows * self.columns {
            for (player, step) in [(Player::One, self.columns), (Player::Two, 1)] {
                let (bit, covered) = (1 << cell, &mut left[player.index()]);
                if *covered & bit != 0 {
                    *covered &= !(bit | bit << step);
                    let (row, column) = coordinates::place(cell as u8, self.columns);
                    let half = if player == Player::One { (0.5, 0.0) } else { (0.0, 0.5) };
                    board.put(row + half.0, column + half.1, Man::Domino(player, player == Player::One));
                }
            }
        }
        board
    }

    fn place(&self, p: &Position, Move(cell): Move) -> Option<(f32, f32)> {
        let (row, column) = coordinates::place(cell, self.columns);
        Some(if p.turn == Player::One { (row + 0.5, column) } else { (row, column + 0.5) })
    }
}
