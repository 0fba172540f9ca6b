//! Positions in Forsyth-Edwards notation, `8/8/8/4k3/8/8/8/R3K3 w Q - 0 1`: rows from the top, who is to move,
//! castlings, the square that a pawn has just passed over if it can be taken there, and two counters, which may be left
//! out. Moves in standard algebraic notation, `Nf3`, `exd5`, `O-O`, `e8=Q#`; programs say `g1f3`, `e4d5`, `e1g1`,
//! `e7e8q`, which is read as well.

use super::{Chess, Move, Position};
use crate::text::{Letters, Piece as Word, printed_moves};
use attractor_game::{Board as Picture, Error, Notation, Piece as Man, illegal_move};
use cozy_chess::{BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_king_moves};

/// The letters of the colours.
const COLOURS: Letters = Letters(["w", "b"]);
const MEN: &str = "K Q R B N P k q r b n p 1 2 3 4 5 6 7 8";
const ROWS: usize = 8;
/// The counter of quiet plies is no longer counted from here on.
const MOST_QUIET: usize = 100;

/// White's letter for a man.
fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

/// Row from the top, and column, of a square.
fn row_and_column(square: Square) -> (usize, usize) {
    (ROWS - 1 - square.rank() as usize, square.file() as usize)
}

/// The square of a row from the top and a column.
fn square(row: usize, column: usize) -> Square {
    Square::index(8 * (ROWS - 1 - row) + column)
}

/// Where the man of a move ends: the king of a castling beside the corner.
fn end(p: &Position, m: Move) -> Square {
    match castling(p, m) {
        None => m.0.to,
        Some(short) => Square::new(if short { File::G } else { File::C }, m.0.from.rank()),
    }
}

/// The move is a castling, on the short side or on the long one.
fn castling(p: &Position, m: Move) -> Option<bool> {
    p.board.colors(p.board.side_to_move()).has(m.0.to).then(|| m.0.from.file() < m.0.to.file())
}

/// The name of a move without what it threatens.
fn bare_name(p: &Position, m: Move) -> String {
    let (board, cozy_chess::Move { from, to, promotion }) = (&p.board, m.0);
    if let Some(short) = castling(p, m) {
        return if short { "O-O" } else { "O-O-O" }.to_owned();
    }
    let mut text = String::with_capacity(8);
    let piece = board.piece_on(from).unwrap_or(Piece::Pawn);
    let takes = board.occupied().has(to) || (piece == Piece::Pawn && from.file() != to.file());
    if piece == Piece::Pawn {
        if takes {
            text.push(from.file().into());
        }
    } else {
        text.push(letter(piece));
        // Others of its kind that can go there: told apart by column, else by row, else by both.
        let (mut others, mut in_column, mut in_row) = (false, false, false);
        board.generate_moves_for(board.colored_pieces(board.side_to_move(), piece), |moves| {
            if moves.from != from && moves.to.has(to) {
                others = true;
                in_column |= moves.from.file() == from.file();
                in_row |= moves.from.rank() == from.rank();
            }
            false
        });
        if others && (!in_column || in_row) {
            text.push(from.file().into());
        }
        if in_column {
            text.push(from.rank().into());
        }
    }
    if takes {
        text.push('x');
    }
    text.push(to.file().into());
    text.push(to.rank().into());
    if let Some(promotion) = promotion {
        text.push('=');
        text.push(letter(promotion));
    }
    text
}

/// The name that programs use.
fn plain_name(p: &Position, m: Move) -> String {
    cozy_chess::Move { to: end(p, m), ..m.0 }.to_string()
}

/// The square that a typed move ends on, if it names one.
fn typed_end(text: &str) -> Option<Square> {
    let digit = text.rfind(|c: char| ('1'..='8').contains(&c))?;
    text.get(digit.checked_sub(1)?..=digit)?.parse().ok()
}

impl Notation for Chess {
    fn write(&self, p: &Position) -> String {
        let board = &p.board;
        let mut text = String::with_capacity(80);
        for row in 0..ROWS {
            let mut empty = 0;
            for column in 0..8 {
                match man(p, square(row, column)) {
                    None => empty += 1,
                    Some(sign) => {
                        push_number(&mut text, empty);
                        empty = 0;
                        text.push(sign);
                    }
                }
            }
            push_number(&mut text, empty);
            text.push(if row + 1 < ROWS { '/' } else { ' ' });
        }
        text.push(COLOURS.letter(super::player(board.side_to_move())));
        text.push(' ');
        let before = text.len();
        for (color, signs) in [(Color::White, ['K', 'Q']), (Color::Black, ['k', 'q'])] {
            let rights = board.castle_rights(color);
            text.extend(
                [rights.short, rights.long].into_iter().zip(signs).filter_map(|(right, sign)| right.map(|_| sign)),
            );
        }
        if text.len() == before {
            text.push('-');
        }
        let passant = p.passant.map(|file| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())));
        let passant = passant.map_or("-".to_owned(), |square| square.to_string());
        format!("{text} {passant} {} {}", board.halfmove_clock(), board.fullmove_number())
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let whole = Word::new(text).trim();
        let mut words = whole.text.split_whitespace().map(|word| whole.part(word));
        let mut builder = BoardBuilder::empty();
        let men = words.next().unwrap_or(whole);
        read_men(men, &mut builder)?;
        let turn = COLOURS.named_turn(words.next(), men)?;
        builder.side_to_move = super::color(turn);
        check_men(men, &builder)?;
        let castlings = words.next().ok_or_else(|| {
            whole.wrong(
                "castlings-missing",
                "{text} does not tell which castlings are possible: add a space and some of KQkq, or -",
            )
        })?;
        read_castlings(castlings, &mut builder)?;
        let passant = words.next().ok_or_else(|| {
            whole.wrong(
                "passant-missing",
                "{text} does not tell where a pawn can be taken en passant: add a space and a square, or -",
            )
        })?;
        read_passant(passant, &mut builder)?;
        if let Some(word) = words.next() {
            builder.halfmove_clock = word.number(0..=9999)?.min(MOST_QUIET) as u8;
        }
        if let Some(word) = words.next() {
            builder.fullmove_number = word.number(0..=usize::from(u16::MAX))?.max(1) as u16;
        }
        if let Some(word) = words.next() {
            return Err(word.wrong("word-too-many", "{text} is one word too many: a position has six at most"));
        }
        builder.build().map(Position::of).map_err(|error| match error {
            BoardBuilderError::InvalidEnPassant => bad_passant(passant),
            _ => men.wrong("impossible-men", "{text} is not a possible position of chess"),
        })
    }

    fn name(&self, p: &Position, m: Move) -> String {
        let mut text = bare_name(p, m);
        let mut board = p.board.clone();
        board.play_unchecked(m.0);
        if !board.checkers().is_empty() {
            text.push(if board.generate_moves(|_| true) { '+' } else { '#' });
        }
        text
    }

    fn plain(&self, p: &Position, m: Move) -> String {
        plain_name(p, m)
    }

    /// By either name; signs of check and mate are not needed, and castling is also written with noughts.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        use attractor_game::Game;
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let bare = if bare.starts_with('0') { bare.replace('0', "O") } else { bare.to_owned() };
        let to = typed_end(&bare);
        let meant = |&m: &Move| {
            (to.is_none() && castling(p, m).is_some() || to == Some(end(p, m)))
                && (bare_name(p, m) == bare || plain_name(p, m) == bare.to_lowercase())
        };
        self.moves(p).find(meant).ok_or_else(|| {
            let names: Vec<String> = self.moves(p).map(|m| self.name(p, m)).collect();
            illegal_move(text, &names)
        })
    }

    /// Numbers, remarks and the result of a printed game are left out.
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        printed_moves(line)
    }

    fn diagram(&self, p: &Position) -> String {
        let mut lines = vec!["  a b c d e f g h".to_owned()];
        for row in 0..ROWS {
            let mut line = (ROWS - row).to_string();
            line.extend((0..8).flat_map(|column| [' ', man(p, square(row, column)).unwrap_or('.')]));
            lines.push(line);
        }
        lines.join("\n")
    }

    fn board(&self, p: &Position) -> Picture {
        let mut picture = Picture::cells(ROWS, 8).named();
        picture.row_names.reverse();
        picture.fill(|row, column| {
            let square = square(row, column);
            let piece = p.board.piece_on(square)?;
            Some(Man::Man(super::player(p.board.color_on(square)?), letter(piece).to_string()))
        })
    }

    fn place(&self, p: &Position, m: Move) -> Option<(f32, f32)> {
        let (row, column) = row_and_column(end(p, m));
        Some((row as f32, column as f32))
    }
}

/// The letter of the man on a square.
fn man(p: &Position, square: Square) -> Option<char> {
    let piece = p.board.piece_on(square)?;
    Some(if p.board.color_on(square) == Some(Color::White) { letter(piece) } else { piece.into() })
}

/// Empty squares in a row.
fn push_number(text: &mut String, number: u8) {
    if number > 0 {
        text.push(char::from(b'0' + number));
    }
}

/// The rows, from the top.
fn read_men(men: Word<'_>, builder: &mut BoardBuilder) -> Result<(), Error> {
    let rows = men.split('/').count();
    for (row, word) in men.split('/').enumerate().take(ROWS) {
        let mut column = 0;
        for sign in word.characters() {
            let c = sign.first();
            let piece = Piece::try_from(c.to_ascii_lowercase()).ok();
            column += match (piece, c.to_digit(10)) {
                (Some(_), _) => 1,
                (None, Some(empty @ 1..=8)) => empty as usize,
                _ => return Err(sign.bad_cell(MEN)),
            };
            if column > 8 {
                return Err(row_length(sign, word));
            }
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(piece) = piece {
                builder.board[square(row, column - 1) as usize] = Some((piece, color));
            }
        }
        if column != 8 {
            return Err(row_length(word, word));
        }
    }
    if rows != ROWS {
        return Err(men
            .wrong("bad-row-count", "{found} rows are given; this board has {expected}")
            .arg("found", rows)
            .arg("expected", ROWS));
    }
    Ok(())
}

/// The error for a row that is too short or too long.
fn row_length(at: Word<'_>, row: Word<'_>) -> Error {
    let cells = |sign: char| sign.to_digit(10).unwrap_or(1) as usize;
    at.wrong("bad-row-length", "a row has {found} cells; this board has {expected} columns")
        .arg("found", row.text.chars().map(cells).sum::<usize>())
        .arg("expected", 8)
}

/// One king each, not too many men, pawns where they can be, and nobody can take a king.
fn check_men(men: Word<'_>, builder: &BoardBuilder) -> Result<(), Error> {
    let count = |piece: Option<Piece>, color: Color| {
        let same = |man: &&Option<(Piece, Color)>| man.is_some_and(|(p, c)| c == color && piece.is_none_or(|q| p == q));
        builder.board.iter().filter(same).count()
    };
    for color in Color::ALL {
        let name = if color == Color::White { "K" } else { "k" };
        let kings = count(Some(Piece::King), color);
        if kings != 1 {
            return Err(men
                .wrong("bad-kings", "{text} has {found} of the king {name}; each player has exactly one")
                .arg("found", kings)
                .arg("name", name));
        }
        let (all, pawns) = (count(None, color), count(Some(Piece::Pawn), color));
        if all > 16 || pawns > 8 {
            return Err(men
                .wrong("too-many-of-colour", "{text} has {found} men of the colour of {name}, {pawns} of them pawns; at most 16 and 8 are possible")
                .arg("found", all)
                .arg("name", name)
                .arg("pawns", pawns));
        }
    }
    for (row, word) in men.split('/').enumerate().filter(|(row, _)| row % 7 == 0) {
        if let Some(pawn) = word.characters().find(|sign| sign.first().eq_ignore_ascii_case(&'p')) {
            return Err(pawn
                .wrong("pawn-on-last-row", "a pawn, {text}, cannot stand on row {row}")
                .arg("row", ROWS - row));
        }
    }
    let king = |color: Color| {
        let found = builder.board.iter().position(|&man| man == Some((Piece::King, color)));
        Square::index(found.unwrap_or(0))
    };
    let bare =
        BoardBuilder { castle_rights: [cozy_chess::CastleRights::EMPTY; 2], en_passant: None, ..builder.clone() };
    if get_king_moves(king(Color::White)).has(king(Color::Black)) || bare.build().is_err() {
        return Err(men
            .wrong("king-can-be-taken", "{text} is not possible: {player}, who is to move, could take the king")
            .arg("player", super::player(builder.side_to_move)));
    }
    Ok(())
}

/// `KQkq`, some of them, or `-`.
fn read_castlings(word: Word<'_>, builder: &mut BoardBuilder) -> Result<(), Error> {
    if word.text == "-" {
        return Ok(());
    }
    for sign in word.characters() {
        let color = if sign.first().is_ascii_uppercase() { Color::White } else { Color::Black };
        let (short, file) = match sign.first().to_ascii_lowercase() {
            'k' => (true, File::H),
            'q' => (false, File::A),
            _ => {
                return Err(sign.wrong("bad-castling", "{text} is not a castling; expected some of KQkq, or -"));
            }
        };
        let (row, rights) = (Rank::First.relative_to(color), builder.castle_rights(color));
        if (if short { rights.short } else { rights.long }).is_some() {
            return Err(sign.wrong("castling-twice", "the castling {text} is given twice"));
        }
        let [king, rook] = [File::E, file].map(|file| Square::new(file, row));
        if builder.square(king) != Some((Piece::King, color)) || builder.square(rook) != Some((Piece::Rook, color)) {
            return Err(sign
                .wrong("castling-lost", "the castling {text} needs the king on {king} and a rook on {rook}")
                .arg("king", king)
                .arg("rook", rook));
        }
        let rights = builder.castle_rights_mut(color);
        *(if short { &mut rights.short } else { &mut rights.long }) = Some(file);
    }
    Ok(())
}

/// A square, or `-`.
fn read_passant(word: Word<'_>, builder: &mut BoardBuilder) -> Result<(), Error> {
    if word.text != "-" {
        let square: Square = word.text.parse().map_err(|_| bad_passant(word))?;
        builder.en_passant = Some(square);
    }
    Ok(())
}

fn bad_passant(word: Word<'_>) -> Error {
    word.wrong(
        "bad-passant",
        "{text} is not a square that a pawn of who is not to move has just passed over with two steps; expected one, or -",
    )
}
