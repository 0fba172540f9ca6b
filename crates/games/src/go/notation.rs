//! `...../.XO../.XXO./..O../..... O`: rows from the top, black stones `X` and white ones `O`, and the player to move; behind
//! that ` pass` after a pass, ` pass pass` when play is over, and ` after` with the boards that may not come back, each as
//! the black points and the white ones in hexadecimal, `41-8`, the first point of the top row being 1. A typed position
//! need not have a past. A move is a point, `C3`, its column by letter, without I, and its row from the bottom; or `pass`.

use super::{Go, Move, Position};
use crate::text::{Letters, Piece, find_named};
use attractor_game::{Board, Error, Ground, Notation, Piece as Man, Player};

/// Black and white.
const LETTERS: Letters = Letters(["Xx", "Oo"]);

/// The letters of columns.
const COLUMNS: &[u8; super::MAX_SIDE] = b"ABCDEFGHJ";

impl Go {
    /// Row from the top, and column.
    fn row_and_column(&self, m: Move) -> (usize, usize) {
        let point = usize::from(m.0);
        (point / self.grid.columns, point % self.grid.columns)
    }

    fn sign(&self, p: &Position, row: usize, column: usize) -> char {
        let point = row * self.grid.columns + column;
        let owner = Player::BOTH.into_iter().find(|&player| p.stones(player) >> point & 1 != 0);
        owner.map_or('.', |player| LETTERS.letter(player))
    }

    /// A board of the past such as `41-8`.
    fn board_of_the_past(&self, word: Piece<'_>) -> Result<[u128; 2], Error> {
        let set = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_hexdigit());
            u128::from_str_radix(text, 16).ok().filter(|set| digits && set & !self.grid.board == 0)
        };
        let stones = word.text.split_once('-').and_then(|(one, two)| Some([set(one)?, set(two)?]));
        stones.filter(|[one, two]| one & two == 0).ok_or_else(|| {
            word.wrong(
                "bad-past-board",
                "{text} is not an earlier board: expected black and white points in hexadecimal such as 41-8, none of both, at most {most}",
            )
            .arg("most", format_args!("{:x}", self.grid.board))
        })
    }
}

/// The first word of a text, and what stands behind it.
fn cut(piece: Piece<'_>) -> (Piece<'_>, Piece<'_>) {
    let all = piece.trim();
    let (word, rest) = all.text.split_at(all.text.find(char::is_whitespace).unwrap_or(all.text.len()));
    (all.part(word), all.part(rest).trim())
}

/// Where the rows end: before the first blank that no slash stands beside.
fn end_of_rows(text: &str) -> usize {
    let blank = |&(i, c): &(usize, char)| {
        c.is_whitespace() && !text[..i].trim_end().ends_with('/') && !text[i..].trim_start().starts_with('/')
    };
    text.char_indices().find(blank).map_or(text.len(), |(i, _)| i)
}

impl Notation for Go {
    fn write(&self, p: &Position) -> String {
        let (rows, columns) = self.size();
        let lines: Vec<String> = (0..rows).map(|r| (0..columns).map(|c| self.sign(p, r, c)).collect()).collect();
        let mut text = format!("{} {}", lines.join("/"), LETTERS.letter(p.turn));
        (0..p.passes).for_each(|_| text.push_str(" pass"));
        if p.past.is_some() {
            text.push_str(" after");
            p.past().for_each(|[one, two]| text.push_str(&format!(" {one:x}-{two:x}")));
        }
        text
    }

    /// Every block must have a liberty.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let all = Piece::new(text).trim();
        let (rows, columns) = self.size();
        let (board, rest) = all.text.split_at(end_of_rows(all.text));
        let (board, rest) = (all.part(board), all.part(rest));
        let mut p = Position { stones: [0; 2], turn: Player::One, passes: 0, past: None, seen: 0 };
        let grid = board.grid(rows..=rows, columns)?;
        let cells = || grid.iter().flatten().enumerate();
        for (point, cell) in cells() {
            match LETTERS.player(cell.first()) {
                Some(player) => p.stones[player.index()] |= 1 << point,
                None if cell.text == "." => {}
                None => return Err(cell.bad_cell(". X O")),
            }
        }
        let breathless = self.grid.breathless(p.stones);
        if let Some((_, cell)) = cells().find(|&(point, _)| breathless >> point & 1 != 0) {
            return Err(cell.wrong("no-liberty", "the block of this {text} has no liberty: it would have been taken"));
        }
        let (turn, mut rest) = cut(rest);
        p.turn = LETTERS.named_turn((!turn.text.is_empty()).then_some(turn), board)?;
        loop {
            let (word, behind) = cut(rest);
            rest = behind;
            match word.text {
                "" => return Ok(p),
                "pass" if p.passes < 2 => p.passes += 1,
                "after" => break,
                _ => {
                    return Err(word.wrong(
                        "bad-behind-turn",
                        "{text} cannot stand here; expected pass, pass pass, or after and earlier boards",
                    ));
                }
            }
        }
        // The latest board comes first.
        let mut boards = Vec::new();
        while !rest.text.is_empty() {
            let (word, behind) = cut(rest);
            boards.push(self.board_of_the_past(word)?);
            rest = behind;
        }
        // What is said twice, the board as it lies, and a past that no longer matters change nothing.
        for (i, &stones) in boards.iter().enumerate().rev() {
            if p.passes < 2 && stones != p.stones && !boards[i + 1..].contains(&stones) {
                p.remember(stones);
            }
        }
        Ok(p)
    }

    fn name(&self, _: &Position, m: Move) -> String {
        if m == Move::PASS {
            return "pass".to_owned();
        }
        let (row, column) = self.row_and_column(m);
        format!("{}{}", char::from(COLUMNS[column]), self.grid.rows - row)
    }

    /// Large and small letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        let plain = text.trim();
        let name = if plain.eq_ignore_ascii_case("pass") { "pass".to_owned() } else { plain.to_ascii_uppercase() };
        find_named(self, p, &name, text)
    }

    fn diagram(&self, p: &Position) -> String {
        let (rows, columns) = self.size();
        let mut letters = String::from(" ");
        letters.extend(COLUMNS[..columns].iter().flat_map(|&c| [' ', char::from(c)]));
        let mut lines = vec![letters];
        for r in 0..rows {
            let mut line = (rows - r).to_string();
            line.extend((0..columns).flat_map(|c| [' ', self.sign(p, r, c)]));
            lines.push(line);
        }
        lines.join("\n")
    }

    fn board(&self, p: &Position) -> Board {
        let (rows, columns) = self.size();
        let (bottom, right) = ((rows - 1) as f32, (columns - 1) as f32);
        let across = (0..rows).map(|r| [(r as f32, 0.0), (r as f32, right)]);
        let along = (0..columns).map(|c| [(0.0, c as f32), (bottom, c as f32)]);
        let mut board = Board::cells(rows, columns).fill(|r, c| LETTERS.player(self.sign(p, r, c)).map(Man::Disc));
        board.ground = Ground::Lines(across.chain(along).collect());
        board.row_names = (1..=rows).rev().map(|r| r.to_string()).collect();
        board.column_names = COLUMNS[..columns].iter().map(|&c| char::from(c).to_string()).collect();
        board
    }

    fn place(&self, _: &Position, m: Move) -> Option<(f32, f32)> {
        (m != Move::PASS).then(|| {
            let (row, column) = self.row_and_column(m);
            (row as f32, column as f32)
        })
    }
}
