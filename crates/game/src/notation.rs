//! Text of positions and moves, both ways.

use crate::{Board, Error, Game, nearest};

/// How people write a game's positions and moves.
///
/// Laws: names are unique among the moves of a position; [`Notation::find`] inverts [`Notation::name`];
/// [`Notation::read`] inverts [`Notation::write`].
pub trait Notation: Game {
    /// A position in one line, with the player to move where the board does not tell.
    fn write(&self, p: &Self::Position) -> String;

    /// The position that a text describes; it need not be reachable from the start.
    fn read(&self, _text: &str) -> Result<Self::Position, Error> {
        Err(Error::new("no-position-text", "positions of this game cannot be typed; give the moves that lead there"))
    }

    /// What a move is called.
    fn name(&self, p: &Self::Position, m: Self::Move) -> String;

    /// The names of a line of moves from `p`.
    fn names(&self, p: &Self::Position, line: &[Self::Move]) -> Vec<String> {
        let mut p = p.clone();
        let name = |&m: &Self::Move| {
            let name = self.name(&p, m);
            p = self.play(&p, m);
            name
        };
        line.iter().map(name).collect()
    }

    /// What programs call a move when they talk to each other (UCI, GTP, Hub); [`find`](Notation::find) knows it too.
    fn plain(&self, p: &Self::Position, m: Self::Move) -> String {
        self.name(p, m)
    }

    /// The legal move of that name.
    fn find(&self, p: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        self.moves(p).find(|&m| self.name(p, m) == text).ok_or_else(|| {
            let names: Vec<String> = self.moves(p).map(|m| self.name(p, m)).collect();
            illegal_move(text, &names)
        })
    }

    /// A line of moves cut into moves: by default at spaces outside brackets and quotes.
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        split_words(line)
    }

    /// Moves as one line that [`Notation::split`] cuts again.
    fn join(&self, names: &[String]) -> String {
        names.join(" ")
    }

    /// A picture of the position in text, of as many lines as it takes.
    fn diagram(&self, p: &Self::Position) -> String {
        self.write(p)
    }

    /// What a picture of the position shows; by default the lines of [`Notation::diagram`].
    fn board(&self, p: &Self::Position) -> Board {
        Board::text(&self.diagram(p))
    }

    /// Where on that board a move is made, by row and column, if it is made in one place: where a man ends. Several moves may
    /// share it.
    fn place(&self, _p: &Self::Position, _m: Self::Move) -> Option<(f32, f32)> {
        None
    }
}

/// The error for a move that is not legal, with the names of those that are. For games with a `find` of their own.
pub fn illegal_move(text: &str, names: &[String]) -> Error {
    if names.is_empty() {
        return Error::new("play-is-over", "play is over here: {move} cannot be played").arg("move", text);
    }
    const SHOWN: usize = 24;
    let mut legal = names[..names.len().min(SHOWN)].join(" ");
    if names.len() > SHOWN {
        legal.push_str(" ...");
    }
    Error::new("illegal-move", "{move} is not a legal move here; legal moves: {legal}")
        .arg("move", if text.is_empty() { "\"\"" } else { text })
        .arg("legal", legal)
        .nearest(nearest(text, names.iter().map(String::as_str)))
}

/// Words separated by white space outside brackets and quotes: `(1, 'A') b` is two words.
pub fn split_words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut begin, mut depth, mut quote) = (None, 0usize, None);
    for (i, c) in line.char_indices() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        let space = c.is_whitespace() && depth == 0 && quote.is_none();
        match (begin, space) {
            (None, false) => begin = Some(i),
            (Some(b), true) => {
                words.push(&line[b..i]);
                begin = None;
            }
            _ => {}
        }
    }
    words.extend(begin.map(|b| &line[b..]));
    words
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn words_keep_tuples_and_strings_whole() {
        assert_eq!(split_words("  (1, 'A')  b \"c d\" "), ["(1, 'A')", "b", "\"c d\""]);
        assert!(split_words(" \t").is_empty());
        assert_eq!(split_words("it's open"), ["it's open"]);
    }
}
