//! Estimates from the men and where they stand, with captures looked through.

use super::{Chess, Position, attacks, movers};
use crate::OrZero;
use attractor_game::{Error, Game, Heuristic, Heuristics, Linear};
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};

/// The heuristics of this game's own, from White's side, in pawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Estimate {
    /// The weighted features as the board stands.
    Placement([f64; FEATURES.len()]),
    /// The same, and what the player to move can win by captures and promotions.
    Material([f64; FEATURES.len()]),
}

/// What is weighed, for White less for Black, with the weights taken where none are given: about pawns.
///
/// - `pawn`, `knight`, `bishop`, `rook`, `queen`: men
/// - `bishop-pair`: two bishops or more
/// - `mobility`: squares that knights, bishops, rooks and queens reach and no pawn of the opponent guards
/// - `centre`: pawns on the four squares in the middle, and attacks of men on them
/// - `shelter`: own pawns on the squares before and beside the king, while the opponent has a queen
/// - `passed`: for pawns that no other pawn can stop or take any more, the square of the steps made
/// - `weak-pawn`: pawns that stand behind another of their own, or without own pawns in the columns beside
/// - `bare-king`: where one king is alone, how near the edge it is driven and how near the other king has come
pub const FEATURES: [(&str, f64); 12] = [
    ("pawn", 1.0),
    ("knight", 3.2),
    ("bishop", 3.3),
    ("rook", 5.0),
    ("queen", 9.5),
    ("bishop-pair", 0.4),
    ("mobility", 0.04),
    ("centre", 0.1),
    ("shelter", 0.15),
    ("passed", 0.05),
    ("weak-pawn", -0.15),
    ("bare-king", 0.1),
];

const PAIR: usize = 5;
const MOBILITY: usize = 6;
const CENTRE: usize = 7;
const SHELTER: usize = 8;
const PASSED: usize = 9;
const WEAK: usize = 10;
const BARE: usize = 11;

/// d4, e4, d5, e5.
const MIDDLE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// For so many plies captures are looked at anywhere; from then on only where something was taken last.
const ANYWHERE: u32 = 2;

impl Heuristic<Chess> for Estimate {
    fn estimate(&self, game: &Chess, p: &Position) -> f64 {
        let sum = |weights: &[f64]| -> f64 { look(&p.board).iter().zip(weights).map(|(f, w)| f64::from(*f) * w).sum() };
        match self {
            Estimate::Placement(weights) => sum(weights),
            Estimate::Material(weights) => {
                let worth = std::array::from_fn(|kind| weights.get(kind).copied().filter(|_| kind < 5).unwrap_or(0.0));
                sum(weights)
                    + game.turn(p).sign() * gain(&p.board, &worth, [0.0, f64::INFINITY], ANYWHERE, BitBoard::FULL)
            }
        }
    }
}

/// All features, in the order of [`FEATURES`].
fn look(board: &Board) -> [i32; FEATURES.len()] {
    let [white, black] = Color::ALL.map(|color| side(board, color));
    std::array::from_fn(|i| white[i] - black[i])
}

/// The features of one colour.
fn side(board: &Board, color: Color) -> [i32; FEATURES.len()] {
    let mut features = [0; FEATURES.len()];
    let own = board.colors(color);
    let occupied = board.occupied();
    let [pawns, others] = [color, !color].map(|color| board.colored_pieces(color, Piece::Pawn));
    let guarded = pawn_attacks(others, !color);
    let count = |set: BitBoard| set.len() as i32;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let men = own & board.pieces(piece);
        features[piece as usize] = count(men);
        for square in men {
            let reached = attacks(piece, square, occupied);
            features[MOBILITY] += count(reached & !own & !guarded);
            features[CENTRE] += count(reached & MIDDLE);
        }
    }
    features[Piece::Pawn as usize] = count(pawns);
    features[PAIR] = i32::from(features[Piece::Bishop as usize] > 1);
    features[CENTRE] += count(pawns & MIDDLE) + count(pawn_attacks(pawns, color) & MIDDLE);
    let king = board.king(color);
    if !board.colored_pieces(!color, Piece::Queen).is_empty() {
        features[SHELTER] = count(pawns & attacks(Piece::King, king, occupied));
    }
    for square in pawns {
        let (column, beside) = (square.file().bitboard(), square.file().adjacent());
        let ahead = ahead(square, color);
        if (others & ahead & (column | beside)).is_empty() && (pawns & ahead & column).is_empty() {
            let steps = square.rank().relative_to(color) as i32 - Rank::Second as i32;
            features[PASSED] += steps * steps;
        }
        features[WEAK] += i32::from(!(pawns & ahead & column).is_empty() || (pawns & beside).is_empty());
    }
    if count(board.colors(!color)) == 1 && count(own) > 1 {
        let alone = board.king(!color);
        let apart = |a: Square, b: Square| {
            (a.file() as i32).abs_diff(b.file() as i32) as i32 + (a.rank() as i32).abs_diff(b.rank() as i32) as i32
        };
        let edge = |line: i32| (2 * line - 7).abs() / 2;
        let driven = edge(alone.file() as i32) + edge(alone.rank() as i32);
        features[BARE] = 2 * driven + 14 - apart(alone, king);
    }
    features
}

/// The rows before a square.
fn ahead(square: Square, color: Color) -> BitBoard {
    let row = 8 * square.rank() as u32;
    match color {
        Color::White => BitBoard((u64::MAX << row) << 8),
        Color::Black => BitBoard(!(u64::MAX << row)),
    }
}

/// What pawns attack.
fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let [left, right] = [pawns & !File::A.bitboard(), pawns & !File::H.bitboard()].map(|set| set.0);
    match color {
        Color::White => BitBoard(left << 7 | right << 9),
        Color::Black => BitBoard(left >> 9 | right >> 7),
    }
}

/// What the player to move wins by captures and promotions to queens, if each side stops when it likes: at least `low`,
/// and no matter how much beyond `high`. Men that are worth more than what they take are not given for it where it is
/// guarded. Captures are made in `place`, or anywhere for so many plies.
fn gain(board: &Board, worth: &[f64; 6], [mut low, high]: [f64; 2], anywhere: u32, place: BitBoard) -> f64 {
    let turn = board.side_to_move();
    let theirs = board.colors(!turn);
    let (movers, length) = movers(board);
    let last_row = Rank::Eighth.relative_to(turn).bitboard();
    let queen = worth[Piece::Queen as usize] - worth[Piece::Pawn as usize];
    // The most valuable man is taken first, by the least valuable one.
    for victim in
        [Some(Piece::Queen), Some(Piece::Rook), Some(Piece::Bishop), Some(Piece::Knight), None, Some(Piece::Pawn)]
    {
        let targets = place & victim.map_or(last_row & !theirs, |victim| theirs & board.pieces(victim));
        let taken = victim.map_or(0.0, |victim| worth[victim as usize]);
        for moves in &movers[..length] {
            if victim.is_none() && moves.piece != Piece::Pawn {
                break;
            }
            for to in moves.to & targets {
                let promotes = moves.piece == Piece::Pawn && last_row.has(to);
                let won = if promotes { taken + queen } else { taken };
                let risked = if promotes { 0.0 } else { worth[moves.piece as usize] };
                if won <= low || (risked > won && guarded(board, to, !turn)) {
                    continue;
                }
                let mut next = board.clone();
                next.play_unchecked(Move { from: moves.from, to, promotion: promotes.then_some(Piece::Queen) });
                // The opponent answers with a capture, or not.
                let (anywhere, place) = match anywhere.saturating_sub(1) {
                    0 => (0, to.bitboard()),
                    more => (more, BitBoard::FULL),
                };
                let value = won - gain(&next, worth, [0.0, won - low], anywhere, place);
                if value > low {
                    low = value;
                }
                if low >= high {
                    return low;
                }
            }
        }
    }
    low
}

/// A man of that colour could take back on a square.
fn guarded(board: &Board, square: Square, color: Color) -> bool {
    let men = board.colors(color);
    let by = |piece: Piece| !(attacks(piece, square, board.occupied()) & men & board.pieces(piece)).is_empty();
    let pawns = get_pawn_attacks(square, !color) & men & board.pieces(Piece::Pawn);
    !pawns.is_empty() || [Piece::Knight, Piece::King, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().any(by)
}

impl Heuristics for Chess {
    type Estimate = OrZero<Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        &["material", "placement", "zero"]
    }

    /// `material` takes the weights of `placement`.
    fn heuristic(&self, text: &str) -> Result<OrZero<Estimate>, Error> {
        let whole = |weights: Vec<f64>| std::array::from_fn(|i| weights.get(i).copied().unwrap_or(0.0));
        if text == "zero" {
            return Ok(OrZero::Zero);
        }
        if let Some(weights) = Linear::new("material", &FEATURES).asked(text) {
            return Ok(OrZero::Own(Estimate::Material(whole(weights?))));
        }
        if let Some(weights) = Linear::new("placement", &FEATURES).asked(text) {
            return Ok(OrZero::Own(Estimate::Placement(whole(weights?))));
        }
        Err(Error::unknown_heuristic(text, self.heuristics()))
    }

    fn linear(&self) -> Vec<Linear> {
        vec![Linear::new("placement", &FEATURES)]
    }

    fn features(&self, _name: &str, p: &Position, features: &mut [f64]) {
        features.iter_mut().zip(look(&p.board)).for_each(|(to, n)| *to = f64::from(n));
    }
}
