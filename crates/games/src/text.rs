//! Typed positions, cut into pieces that know where they stand, so that an error can point at the wrong one.

use attractor_game::{Error, Notation, Place, Player, illegal_move, split_words};
use std::ops::RangeInclusive;

/// A part of a typed position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    /// All that was typed; `text` lies within it.
    whole: &'a str,
    /// This part of it.
    pub(crate) text: &'a str,
}

impl<'a> Piece<'a> {
    /// All of a text.
    pub(crate) fn new(whole: &'a str) -> Piece<'a> {
        Piece { whole, text: whole }
    }

    /// A slice of this piece's text as a piece of the same whole.
    pub(crate) fn part(self, text: &'a str) -> Piece<'a> {
        Piece { whole: self.whole, text }
    }

    /// Bytes before this piece.
    fn start(self) -> usize {
        self.text.as_ptr() as usize - self.whole.as_ptr() as usize
    }

    /// Without white space at both ends.
    pub(crate) fn trim(self) -> Piece<'a> {
        self.part(self.text.trim())
    }

    /// The pieces between the separators, trimmed.
    pub(crate) fn split(self, separator: char) -> impl Iterator<Item = Piece<'a>> {
        self.text.split(separator).map(move |t| self.part(t).trim())
    }

    /// Each character as a piece.
    pub(crate) fn characters(self) -> impl Iterator<Item = Piece<'a>> {
        self.text.char_indices().map(move |(i, c)| self.part(&self.text[i..i + c.len_utf8()]))
    }

    /// The first character; a blank if there is none.
    pub(crate) fn first(self) -> char {
        self.text.chars().next().unwrap_or(' ')
    }

    /// An error about this piece, with its place; `{text}` in the message stands for it.
    pub(crate) fn wrong(self, id: &'static str, english: &'static str) -> Error {
        let shown = if self.text.is_empty() { "\"\"" } else { self.text };
        Error::new(id, english).arg("text", shown).at(self.place())
    }

    /// Where this piece stands.
    fn place(self) -> Place {
        let before = &self.whole[..self.start()];
        let begin = before.rfind('\n').map_or(0, |i| i + 1);
        Place {
            source: "position".into(),
            line: before.matches('\n').count() + 1,
            column: before[begin..].chars().count() + 1,
            width: self.text.chars().count().max(1),
            text: self.whole[begin..].lines().next().unwrap_or("").to_owned(),
        }
    }

    /// An error about this piece's text read alone, with its place in the whole.
    pub(crate) fn misread(self, error: Error) -> Error {
        let mut place = self.place();
        match error.place() {
            Some(inner) if inner.line == 1 => {
                place.column += inner.column - 1;
                place.width = inner.width;
            }
            _ => {}
        }
        error.at(place)
    }

    /// A whole number in that range.
    pub(crate) fn number(self, range: RangeInclusive<usize>) -> Result<usize, Error> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|c| c.is_ascii_digit());
        self.text.parse().ok().filter(|n| digits && range.contains(n)).ok_or_else(|| {
            self.wrong("bad-number", "{text} is not a whole number from {low} to {high}")
                .arg("low", range.start())
                .arg("high", range.end())
        })
    }

    /// Cuts `a/b/c X` into the board and the word behind it, where there is one; `separator` joins the board's parts.
    pub(crate) fn board_and_turn(self, separator: char) -> (Piece<'a>, Option<Piece<'a>>) {
        let all = self.trim();
        match all.text.rsplit_once(char::is_whitespace) {
            Some((board, turn)) if !board.trim_end().ends_with(separator) && !turn.contains(separator) => {
                (all.part(board).trim(), Some(all.part(turn)))
            }
            _ => (all, None),
        }
    }

    /// The cells of a board, row by row: `rows` rows of exactly `columns` characters between slashes.
    pub(crate) fn grid(self, rows: RangeInclusive<usize>, columns: usize) -> Result<Vec<Vec<Piece<'a>>>, Error> {
        let grid: Vec<Vec<Piece>> = self.split('/').map(|row| row.characters().collect()).collect();
        for (row, cells) in self.split('/').zip(&grid) {
            if cells.len() != columns {
                let wrong = cells.get(columns).copied().unwrap_or(row);
                return Err(wrong
                    .wrong("bad-row-length", "a row has {found} cells; this board has {expected} columns")
                    .arg("found", cells.len())
                    .arg("expected", columns));
            }
        }
        if !rows.contains(&grid.len()) {
            return Err(self
                .wrong("bad-row-count", "{found} rows are given; this board has {expected}")
                .arg("found", grid.len())
                .arg("expected", rows.end()));
        }
        Ok(grid)
    }

    /// The error for a character that stands for nothing.
    pub(crate) fn bad_cell(self, expected: &str) -> Error {
        self.wrong("bad-cell", "{text} is not a cell; expected one of {expected}").arg("expected", expected)
    }
}

/// The letters of the two players; the first of each is the one written.
pub(crate) struct Letters(pub(crate) [&'static str; 2]);

impl Letters {
    /// X and O.
    pub(crate) const XO: Letters = Letters(["Xx", "Oo"]);
    /// Games whose players have numbers only.
    pub(crate) const NUMBERS: Letters = Letters(["1", "2"]);

    /// Whose letter it is.
    pub(crate) fn player(&self, letter: char) -> Option<Player> {
        Player::BOTH.into_iter().find(|p| self.0[p.index()].contains(letter))
    }

    /// The letter of a player.
    pub(crate) fn letter(&self, player: Player) -> char {
        char::from(self.0[player.index()].as_bytes()[0])
    }

    fn both(&self) -> String {
        format!("{} / {}", self.letter(Player::One), self.letter(Player::Two))
    }

    /// The player to move that a text names.
    pub(crate) fn turn(&self, word: Piece<'_>) -> Result<Player, Error> {
        let mut letters = word.text.chars();
        match (letters.next().and_then(|c| self.player(c)), letters.next()) {
            (Some(player), None) => Ok(player),
            _ => Err(word
                .wrong("bad-turn", "{text} is not the player to move; expected {expected}")
                .arg("expected", self.both())),
        }
    }

    /// The player to move, who must be named.
    pub(crate) fn named_turn(&self, word: Option<Piece<'_>>, board: Piece<'_>) -> Result<Player, Error> {
        match word {
            Some(word) => self.turn(word),
            None => Err(board
                .wrong("turn-missing", "{text} does not tell who is to move: add a space and {expected}")
                .arg("expected", self.both())),
        }
    }

    /// The player to move, named or told by the numbers of stones: as many of each, or one more of who began.
    pub(crate) fn counted_turn(
        &self,
        word: Option<Piece<'_>>,
        board: Piece<'_>,
        stones: [u32; 2],
        first: Player,
    ) -> Result<Player, Error> {
        let (begun, answered) = (stones[first.index()], stones[first.other().index()]);
        match word {
            None if begun == answered => Ok(first),
            None if begun == answered + 1 => Ok(first.other()),
            _ => self.named_turn(word, board),
        }
    }
}

/// The moves of a game as it is printed, `1. e4 e5 {good} 2. Nf3 1-0`: numbers, remarks in braces and the result are left out.
pub(crate) fn printed_moves(line: &str) -> Vec<&str> {
    const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"];
    let bare = |word: &'_ str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() < word.len() && rest.starts_with('.') {
            word.len() - rest.trim_start_matches('.').len()
        } else {
            0
        }
    };
    let words = split_words(line).into_iter().map(|word| &word[bare(word)..]);
    words.filter(|word| !word.is_empty() && !word.starts_with('{') && !RESULTS.contains(word)).collect()
}

/// The legal move called `name`; the error speaks of what was typed.
pub(crate) fn find_named<G: Notation>(game: &G, p: &G::Position, name: &str, typed: &str) -> Result<G::Move, Error> {
    game.moves(p).find(|&m| game.name(p, m) == name).ok_or_else(|| {
        let names: Vec<String> = game.moves(p).map(|m| game.name(p, m)).collect();
        illegal_move(typed, &names)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_at_the_piece() {
        let error = Piece::new("é. / .#").grid(1..=2, 2).unwrap()[1][1].bad_cell(".XO");
        let place = error.place().unwrap();
        assert_eq!((place.line, place.column, place.width, place.text.as_str()), (1, 7, 1, "é. / .#"));
        assert_eq!(error.to_string(), "position:1:7: # is not a cell; expected one of .XO");
    }

    #[test]
    fn printed_games_are_cut_into_moves() {
        assert_eq!(printed_moves("1. e4 e5 2.Nf3 {a knight} 2... Nc6 1-0"), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(printed_moves("1. 32-28 19-23 2. 28x19 14x23 *"), ["32-28", "19-23", "28x19", "14x23"]);
        assert!(printed_moves(" 1. ").is_empty());
    }

    #[test]
    fn the_turn_is_the_word_behind_the_board() {
        let cut = |text| {
            let (board, turn) = Piece::new(text).board_and_turn('/');
            (board.text, turn.map(|t| t.text))
        };
        assert_eq!(cut(" ../.. X "), ("../..", Some("X")));
        assert_eq!(cut(".. / .. X"), (".. / ..", Some("X")));
        assert_eq!(cut(".. / .."), (".. / ..", None));
        assert_eq!(cut(".. /.."), (".. /..", None));
        assert_eq!(cut(""), ("", None));
    }
}
