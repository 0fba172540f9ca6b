//! `gle/.c./.C./ELG 1`: rows from the top, player 1's animals in capital letters, and the player to move; between them
//! what is in hand, if anything, `gl./.../.C./ELG ce 2`. A move is two cells, `b3-b2` (`a1` is the top-left one), or the
//! animal and the cell it is put on, `C*b2`.

use super::{
    CELLS, CHICK, COLUMNS, Dobutsu, ELEPHANT, GIRAFFE, HEN, HOME, IN_HAND, KINDS, LANES, LION, Move, Position, ROWS,
};
use crate::{
    coordinates,
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Notation, Piece as Man, Player};

/// The letters of the kinds.
const LETTERS: [char; KINDS] = ['C', 'E', 'G', 'H', 'L'];
const ANIMALS: &str = "L G E C H l g e c h";

/// A player's letter for a kind.
fn letter(player: usize, kind: usize) -> char {
    if player == 0 { LETTERS[kind] } else { LETTERS[kind].to_ascii_lowercase() }
}

/// Player and kind of a letter.
fn animal(c: char) -> Option<(usize, usize)> {
    let kind = LETTERS.iter().position(|&l| l == c.to_ascii_uppercase())?;
    Some((usize::from(c.is_ascii_lowercase()), kind))
}

fn sign(p: &Position, row: usize, column: usize) -> char {
    let cell = row * COLUMNS + column;
    let on = |&(player, kind): &(usize, usize)| p.pieces[player][kind] >> cell & 1 != 0;
    (0..2)
        .flat_map(|player| (0..KINDS).map(move |kind| (player, kind)))
        .find(on)
        .map_or('.', |(player, kind)| letter(player, kind))
}

/// What both have in hand, the largest animals first; a taken lion too.
fn in_hand(p: &Position) -> String {
    let mut text = String::new();
    for player in 0..2 {
        if p.pieces[1 - player][LION] == 0 {
            text.push(letter(player, LION));
        }
        for kind in [GIRAFFE, ELEPHANT, CHICK] {
            (0..p.hand[player][kind]).for_each(|_| text.push(letter(player, kind)));
        }
    }
    text
}

impl Notation for Dobutsu {
    fn write(&self, p: &Position) -> String {
        let rows: [String; ROWS] = std::array::from_fn(|r| (0..COLUMNS).map(|c| sign(p, r, c)).collect());
        let hand = in_hand(p);
        let hand = if hand.is_empty() { hand } else { format!(" {hand}") };
        format!("{}{hand} {}", rows.join("/"), p.turn)
    }

    /// Of every animal there are two, on the board and in hand; only the lion of the player to move can be in hand.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (rest, turn) = Piece::new(text).board_and_turn('/');
        let (board, hand) = match rest.text.rsplit_once(char::is_whitespace) {
            Some((board, hand)) if !hand.contains('/') && !board.trim_end().ends_with('/') => {
                (rest.part(board).trim(), Some(rest.part(hand)))
            }
            _ => (rest, None),
        };
        let mut p = Position { pieces: [[0; LANES]; 2], hand: [[0; IN_HAND]; 2], turn: Player::One };
        for (cell, piece) in board.grid(ROWS..=ROWS, COLUMNS)?.into_iter().flatten().enumerate() {
            match animal(piece.first()) {
                Some((player, kind)) => p.pieces[player][kind] |= 1 << cell,
                None if piece.text == "." => {}
                None => return Err(piece.bad_cell(&format!("{ANIMALS} ."))),
            }
        }
        let mut taken = [0; 2];
        for piece in hand.into_iter().flat_map(Piece::characters) {
            match animal(piece.first()) {
                Some((player, LION)) => taken[player] += 1,
                Some((player, kind)) if kind < IN_HAND => p.hand[player][kind] += 1,
                _ => return Err(piece.wrong("bad-hand", "{text} cannot be in hand; expected L, G, E, C or l, g, e, c")),
            }
        }
        p.turn = Letters::NUMBERS.named_turn(turn, board)?;
        for kind in [CHICK, ELEPHANT, GIRAFFE] {
            let count = |player: usize| {
                let hens = if kind == CHICK { p.pieces[player][HEN] } else { 0 };
                (p.pieces[player][kind] | hens).count_ones() + u32::from(p.hand[player][kind])
            };
            if count(0) + count(1) != 2 {
                return Err(rest
                    .wrong("bad-animal-count", "there are {found} of {animal} in {text}, in hand too; there must be 2")
                    .arg("found", count(0) + count(1))
                    .arg("animal", if kind == CHICK { "C H".to_owned() } else { LETTERS[kind].to_string() }));
            }
        }
        let (me, you) = (p.turn.index(), p.turn.other().index());
        let lions = |player: usize| p.pieces[player][LION].count_ones();
        if lions(you) != 1 || lions(me) + taken[you] != 1 || taken[me] != 0 {
            return Err(rest.wrong(
                "bad-lions",
                "{text} lacks a lion or has one too many: only that of the player to move can be in hand",
            ));
        }
        if p.pieces[me][LION] & HOME[you] != 0 {
            return Err(board
                .wrong("mover-has-won", "{text} is not possible: {player} has won already and is to move")
                .arg("player", p.turn));
        }
        Ok(p)
    }

    fn name(&self, _: &Position, m: Move) -> String {
        let cell = |cell: u8| coordinates::of_cell(cell, COLUMNS);
        match usize::from(m.from).checked_sub(CELLS) {
            None => format!("{}-{}", cell(m.from), cell(m.to)),
            Some(kind) => format!("{}*{}", LETTERS[kind], cell(m.to)),
        }
    }

    /// Large and small letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        let plain = text.trim().to_ascii_lowercase();
        let name = match plain.split_once('*') {
            Some((animal, cell)) => format!("{}*{cell}", animal.to_ascii_uppercase()),
            None => plain,
        };
        find_named(self, p, &name, text)
    }

    fn diagram(&self, p: &Position) -> String {
        let board = coordinates::diagram(ROWS, COLUMNS, |r, c| sign(p, r, c));
        let hand = in_hand(p);
        if hand.is_empty() { board } else { format!("{board}\n  {hand}") }
    }

    fn board(&self, p: &Position) -> Board {
        let man = |c: char| {
            let player = if c.is_ascii_lowercase() { Player::Two } else { Player::One };
            (c != '.').then(|| Man::Man(player, c.to_ascii_uppercase().to_string()))
        };
        let mut board = Board::cells(ROWS, COLUMNS).named().fill(|r, c| man(sign(p, r, c)));
        let (one, two): (String, String) = in_hand(p).chars().partition(char::is_ascii_uppercase);
        if !(one.is_empty() && two.is_empty()) {
            board.notes.push(format!("1: {one}   2: {}", two.to_ascii_uppercase()));
        }
        board
    }

    fn place(&self, _: &Position, m: Move) -> Option<(f32, f32)> {
        Some(coordinates::place(m.to, COLUMNS))
    }
}
