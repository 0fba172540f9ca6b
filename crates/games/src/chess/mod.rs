//! Chess, by the laws of FIDE.
//!
//! ```text
//!   a b c d e f g h
//! 8 r n b q k b n r     White is player 1, in capital letters, and moves first. Who is in check and has no legal move
//! 7 p p p p p p p p     is mated and has lost; who has none without being in check is stalemated: a draw.
//! 6 . . . . . . . .
//! 5 . . . . . . . .     Two rules are about the line of play and not about the position: a position that comes back
//! 4 . . . . . . . .     for the third time, and fifty moves of each without a capture or a pawn's move, are a draw.
//! 3 . . . . . . . .     They end plays, and values of positions do not know them; nor that two bare kings, or one
//! 2 P P P P P P P P     more bishop or knight, cannot mate: play goes on for ever, which is a draw as well.
//! 1 R N B Q K B N R
//! ```
//!
//! Moves are made by the crate `cozy-chess`. Two positions are the same if the same men stand on the same squares, the
//! same player is to move, and the same castlings and captures en passant are possible. The counters that are written
//! with a position, of moves played and of plies since the last capture or pawn's move, do not tell positions apart.
//!
//! Endgames: `chess,men=KBNK` numbers every position with these men, White's first and then Black's, and all that
//! captures and promotions lead to, whichever colour has which men; `chess,men=4` all positions of at most four men.

mod before;
#[cfg(test)]
mod endgame_tests;
mod heuristics;
mod material;
mod notation;
mod setup;
mod table;
#[cfg(test)]
mod tests;

pub use heuristics::{Estimate, FEATURES};

use crate::{Entry, Phrase};
use attractor_game::{Abilities, Error, Game, Playable, Player, Score, Spec};
use cozy_chess::{
    BitBoard, Board, Color, File, Piece, PieceMoves, PieceMovesIter, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use material::Material;
use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};
use table::Numbers;

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "chess",
    title: Phrase { english: "Chess", french: "Échecs" },
    rules: Phrase {
        english: "Chess; with men=KRK and the like, an endgame with a table of its own.",
        french: "Les échecs ; avec men=KRK par exemple, une finale qui a sa propre table.",
    },
    options: &["men=KBNK", "first=2"],
    samples: &["chess", "chess,men=KRK", "chess,first=2"],
    extremes: &["chess,men=3", "chess,men=5"],
    solved_by: "graph",
    ..Entry::DEFAULT
}];

/// Plies without a capture or a pawn's move after which play is drawn.
const QUIET_PLIES: usize = 100;

/// The rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Chess {
    first: Player,
    /// What an endgame begins with.
    men: Option<Material>,
    /// Its positions have numbers.
    numbers: Option<Arc<Numbers>>,
}

/// The men on the board, whose turn it is, and which castlings and captures en passant are possible.
///
/// Positions that differ only in the counters of moves are equal.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// The column in which a pawn can be taken en passant, by a legal move.
    passant: Option<File>,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        player(self.board.side_to_move())
    }

    /// The man on a square, from 0 for a1, 1 for b1 to 63 for h8: whose it is, and its letter such as `k`.
    pub fn man(&self, square: usize) -> Option<(Player, char)> {
        let square = Square::try_index(square)?;
        Some((player(self.board.color_on(square)?), self.board.piece_on(square)?.into()))
    }

    /// Keeps in mind whether the pawn that has just made two steps can be taken.
    #[inline]
    fn of(board: Board) -> Position {
        let passant = board.en_passant().filter(|&file| {
            let turn = board.side_to_move();
            let to = Square::new(file, Rank::Sixth.relative_to(turn));
            let pawns = get_pawn_attacks(to, !turn) & board.colored_pieces(turn, Piece::Pawn);
            pawns.into_iter().any(|from| board.is_legal(cozy_chess::Move { from, to, promotion: None }))
        });
        Position { board, passant }
    }

    /// Nobody can mate, however badly the other plays: bare kings, and beside them at most one knight or bishops of
    /// squares of one colour.
    fn cannot_mate(&self) -> bool {
        let board = &self.board;
        if !(board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        let dark = BitBoard::DARK_SQUARES;
        match knights.len() {
            0 => bishops.is_subset(dark) || bishops.is_disjoint(dark),
            1 => bishops.is_empty(),
            _ => false,
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let (a, b) = (&self.board, &other.board);
        a.hash_without_ep() == b.hash_without_ep()
            && self.passant == other.passant
            && a.side_to_move() == b.side_to_move()
            && Piece::ALL.iter().all(|&piece| a.pieces(piece) == b.pieces(piece))
            && Color::ALL.iter().all(|&c| a.colors(c) == b.colors(c) && a.castle_rights(c) == b.castle_rights(c))
    }
}

impl Eq for Position {}

impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let passant = self.passant.map_or(0, |file| 1 + file as u64);
        state.write_u64(self.board.hash_without_ep() ^ passant.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    }
}

/// A man goes from one square to another; in castling the king goes to the square of its rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(cozy_chess::Move);

impl Move {
    /// From square to square, counted from 0 for a1, 1 for b1 to 63 for h8; `promotion` is a letter such as `q`. None if
    /// there is no such square or man.
    pub fn new(from: usize, to: usize, promotion: Option<char>) -> Option<Move> {
        let promotion = promotion.map(|letter| Piece::try_from(letter).ok());
        let (from, to) = (Square::try_index(from)?, Square::try_index(to)?);
        if promotion == Some(None) {
            return None;
        }
        Some(Move(cozy_chess::Move { from, to, promotion: promotion.flatten() }))
    }

    /// The squares where it begins and ends.
    pub fn squares(&self) -> [usize; 2] {
        [self.0.from as usize, self.0.to as usize]
    }

    /// The letter of the man that a pawn becomes.
    pub fn promotion(&self) -> Option<char> {
        self.0.promotion.map(char::from)
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}

impl Chess {
    /// The usual game.
    pub fn new() -> Chess {
        Chess { first: Player::One, men: None, numbers: None }
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Chess {
        self.first = first;
        self
    }

    /// `chess[,men=KBNK][,first=2]`.
    pub fn from_spec(spec: &Spec) -> Result<Chess, Error> {
        spec.allow(&["men=", "first="])?;
        if !spec.size().is_empty() {
            return Err(spec.no_size());
        }
        let game = Chess::new().with_first(spec.first()?);
        let Some(men) = spec.value("men") else { return Ok(game) };
        let (men, list) = material::read(spec, men)?;
        Ok(Chess { men: Some(men), numbers: Some(Arc::new(Numbers::new(&list))), ..game })
    }
}

/// Whose men a colour's are.
#[inline]
fn player(color: Color) -> Player {
    match color {
        Color::White => Player::One,
        Color::Black => Player::Two,
    }
}

/// The colour of a player's men.
fn color(player: Player) -> Color {
    match player {
        Player::One => Color::White,
        Player::Two => Color::Black,
    }
}

/// The squares that a man which is no pawn attacks.
#[inline]
fn attacks(piece: Piece, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

/// A player has at most 16 men, and two pawns may moreover capture en passant.
const MOVERS: usize = 18;

/// Legal moves, man by man: pawns first, then knights, bishops, rooks, queens and the king.
struct Moves {
    movers: [PieceMoves; MOVERS],
    length: usize,
    /// Those looked at.
    seen: usize,
    /// What is left of the last of them.
    rest: PieceMovesIter,
}

/// The moves of each man.
#[inline]
fn movers(board: &Board) -> ([PieceMoves; MOVERS], usize) {
    let nobody = PieceMoves { piece: Piece::Pawn, from: Square::A1, to: BitBoard::EMPTY };
    let (mut movers, mut length) = ([nobody; MOVERS], 0);
    board.generate_moves(|moves| {
        movers[length] = moves;
        length += 1;
        false
    });
    (movers, length)
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(m) = self.rest.next() {
                return Some(Move(m));
            }
            if self.seen == self.length {
                return None;
            }
            self.rest = self.movers[self.seen].into_iter();
            self.seen += 1;
        }
    }

    #[inline]
    fn count(self) -> usize {
        self.rest.len() + self.movers[self.seen..self.length].iter().map(PieceMoves::len).sum::<usize>()
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = false;

    fn start(&self) -> Position {
        match &self.men {
            Some(men) => men.start(color(self.first)),
            None => {
                let mut builder = cozy_chess::BoardBuilder::startpos();
                builder.side_to_move = color(self.first);
                Position::of(builder.build().expect("nobody is in check at the start"))
            }
        }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn()
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let (movers, length) = movers(&p.board);
        let nothing = PieceMoves { piece: Piece::King, from: Square::A1, to: BitBoard::EMPTY };
        Moves { movers, length, seen: 0, rest: nothing.into_iter() }
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let mut board = p.board.clone();
        board.play_unchecked(m.0);
        Position::of(board)
    }

    /// Mate, or stalemate.
    #[inline]
    fn result(&self, p: &Position) -> Score {
        if p.board.checkers().is_empty() { Score::DRAW } else { Score::LOSS }
    }
}

impl Playable for Chess {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        match self.numbers {
            Some(_) => declare.retrograde().done(),
            None => declare.done(),
        }
    }

    fn endgame(&self, table: &str) -> Option<Chess> {
        let spec: Spec = table.parse().ok().filter(|spec: &Spec| spec.name() == "chess")?;
        let numbers = Chess::from_spec(&spec).ok()?.numbers?;
        Some(Chess { numbers: Some(numbers), ..self.clone() })
    }

    /// The same position for the third time; fifty moves of each player without a capture or a pawn's move; or men that
    /// cannot mate.
    fn drawn_by_history(&self, line: &[Position]) -> bool {
        let Some(last) = line.last() else { return false };
        if last.cannot_mate() || usize::from(last.board.halfmove_clock()) >= QUIET_PLIES {
            return true;
        }
        // What was before a capture or a pawn's move does not come back.
        let changed = |pair: &&[Position]| {
            let (a, b) = (&pair[0].board, &pair[1].board);
            a.occupied().len() != b.occupied().len() || a.pieces(Piece::Pawn) != b.pieces(Piece::Pawn)
        };
        let quiet = line.windows(2).rev().take_while(|pair| !changed(pair)).count();
        let since = &line[line.len() - 1 - quiet..];
        quiet >= QUIET_PLIES || since.iter().filter(|&p| p == last).count() >= 3
    }
}
