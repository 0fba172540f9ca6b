//! Few men on a board, as sets of squares: what numbers are made of and moves are undone on.

use super::Position;
use crate::bits::Cells;
use cozy_chess::{BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves};

/// Kinds of men, in the order of [`Piece`]: the king is the last.
pub(super) const KINDS: usize = 6;
pub(super) const PAWN: usize = Piece::Pawn as usize;
pub(super) const KING: usize = Piece::King as usize;

/// Where men stand, without castlings. Square 0 is a1, 7 is h1, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    /// By colour and kind.
    pub(super) sets: [[u64; KINDS]; 2],
    /// The column in which a pawn has just made two steps and can be taken en passant.
    pub(super) passant: Option<u8>,
    pub(super) turn: Color,
}

/// The squares of a set, ascending.
pub(super) fn squares(set: u64) -> impl Iterator<Item = usize> {
    Cells(set).map(usize::from)
}

impl Setup {
    /// The men of a position.
    #[inline]
    pub(super) fn of(p: &Position) -> Setup {
        let board = &p.board;
        let sets = Color::ALL.map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece).0));
        Setup { sets, passant: p.passant.map(|file| file as u8), turn: board.side_to_move() }
    }

    /// The same with White to move: if need be, colours are exchanged and the board is turned upside down.
    #[inline]
    pub(super) fn seen_by_mover(&self) -> Setup {
        match self.turn {
            Color::White => *self,
            Color::Black => {
                let [white, black] = self.sets;
                Setup {
                    sets: [black.map(u64::swap_bytes), white.map(u64::swap_bytes)],
                    turn: Color::White,
                    passant: self.passant,
                }
            }
        }
    }

    /// Every set of squares changed in the same way; nothing can be taken en passant.
    #[inline]
    pub(super) fn each(&self, change: impl Fn(u64) -> u64) -> Setup {
        Setup { sets: self.sets.map(|sets| sets.map(&change)), passant: None, turn: self.turn }
    }

    /// All squares on which men stand.
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.sets.iter().flatten().fold(0, |all, set| all | set)
    }

    /// The square of a king.
    #[inline]
    pub(super) fn king(&self, color: Color) -> usize {
        self.sets[color as usize][KING].trailing_zeros() as usize
    }

    /// The position, if it is one: kings apart, who is not to move not in check, and what is said of a capture en
    /// passant true.
    pub(super) fn position(&self) -> Option<Position> {
        let kings = Color::ALL.map(|color| Square::index(self.king(color)));
        if get_king_moves(kings[0]).has(kings[1]) {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in squares(self.sets[color as usize][piece as usize]) {
                    builder.board[square] = Some((piece, color));
                }
            }
        }
        builder.side_to_move = self.turn;
        builder.en_passant =
            self.passant.map(|file| Square::new(File::index(file.into()), Rank::Sixth.relative_to(self.turn)));
        let p = Position::of(builder.build().ok()?);
        (p.passant.is_some() == self.passant.is_some()).then_some(p)
    }
}
