//! Positions as in PDN: `W:W31-50:B1-20`, the side to move and the squares of each, kings with a K, as in `B:WK3,28:B17`.
//! Written, every square is in the list; read, `31-50` stands for all from the one to the other. A dot behind it, and
//! `[FEN "..."]` around it, are forgiven; so are the counts of moves, `:H0:F1`, that some programs add. The text of the Hub
//! protocol is read too.
//!
//! A step is `32-28`, a capture `26x17`: where the piece stood and where it ends. If another capture goes from the one to the
//! other too, all landing squares are named, `26x37x17`. In any case a capture is also found by its landing squares, or some
//! of them, and by the name that programs give it: `26x17x21x31`, from, to, and the pieces taken.

use super::{Draughts, Move, Position, moves::captures_in, squares::Grid};
use crate::{
    bits::Singles,
    text::{Letters, Piece, printed_moves},
};
use attractor_game::{Board, Error, Game, Notation, Piece as Man, Player, illegal_move};

/// A search for the way of a capture.
struct Way<'a> {
    king: bool,
    player: usize,
    free: u64,
    to: u64,
    /// Squares where it must land, in that order.
    through: &'a [u64],
    /// Where it has landed.
    landed: Vec<u64>,
}

impl Way<'_> {
    /// Goes on from a square, with so much still to be taken, and so many squares of `through` behind it.
    fn search<const TEN: bool>(&mut self, at: u64, left: u64, passed: usize) -> bool {
        if left == 0 {
            return at == self.to && passed == self.through.len();
        }
        for direction in captures_in::<TEN>(self.player, self.king) {
            let mut over = Grid::<TEN>::step(at, direction);
            while TEN && self.king && over & self.free != 0 {
                over = Grid::<TEN>::step(over, direction);
            }
            if over & left == 0 {
                continue;
            }
            let mut landing = Grid::<TEN>::step(over, direction) & self.free;
            while landing != 0 {
                self.landed.push(landing);
                let here = self.through.get(passed) == Some(&landing);
                if self.search::<TEN>(landing, left & !over, passed + usize::from(here)) {
                    return true;
                }
                self.landed.pop();
                landing = if TEN && self.king { Grid::<TEN>::step(landing, direction) & self.free } else { 0 };
            }
        }
        false
    }
}

impl Draughts {
    /// The squares where a capture lands, the last one included, on a way that lands on those of `through` in their order.
    fn way(&self, p: &Position, m: Move, through: &[u64]) -> Option<Vec<u64>> {
        let (from, all) = (1 << m.from, p.pieces[0] | p.pieces[1]);
        let board = if self.variant.ten() { Grid::<true>::BOARD } else { Grid::<false>::BOARD };
        let mut way = Way {
            king: p.kings & from != 0,
            player: p.turn.index(),
            free: board & !all | from,
            to: 1 << m.to,
            through,
            landed: Vec::new(),
        };
        let ten = self.variant.ten();
        let found = if ten { way.search::<true>(from, m.taken, 0) } else { way.search::<false>(from, m.taken, 0) };
        found.then_some(way.landed)
    }

    /// From and to, with what joins them.
    fn short(&self, m: Move) -> String {
        let join = if m.taken == 0 { '-' } else { 'x' };
        format!("{}{join}{}", self.variant.square(m.from), self.variant.square(m.to))
    }

    /// The letters of the players.
    pub(super) fn letters(&self) -> Letters {
        Letters(if self.variant.ten() { ["Ww", "Bb"] } else { ["Bb", "Ww"] })
    }

    /// The sign of a square: `w` and `b` for men, capital letters for kings.
    pub(super) fn sign(&self, p: &Position, square: usize, empty: char) -> char {
        let bit = self.variant.bit(square);
        let Some(player) = Player::BOTH.into_iter().find(|who| p.pieces[who.index()] & bit != 0) else { return empty };
        let letter = self.letters().letter(player);
        if p.kings & bit != 0 { letter } else { letter.to_ascii_lowercase() }
    }

    /// Puts a piece down where it can stand; `word` tells where it was typed.
    pub(super) fn put(
        &self,
        p: &mut Position,
        player: Player,
        king: bool,
        square: usize,
        word: Piece<'_>,
    ) -> Result<(), Error> {
        let bit = self.variant.bit(square);
        if (p.pieces[0] | p.pieces[1]) & bit != 0 {
            return Err(word
                .wrong("square-twice", "{text} puts a second piece on square {square}; expected a free square")
                .arg("square", square));
        }
        if !king && self.variant.last_row(player.index()) & bit != 0 {
            let right = format!("K{square}");
            return Err(word
                .wrong(
                    "man-on-last-row",
                    "{text} puts a man on its last row, on square {square}; expected a king there",
                )
                .arg("square", square)
                .nearest(Some(&right)));
        }
        p.pieces[player.index()] |= bit;
        p.kings |= if king { bit } else { 0 };
        Ok(())
    }

    /// Refuses a position that no game can have.
    pub(super) fn checked(&self, p: Position, all: Piece<'_>) -> Result<Position, Error> {
        for player in Player::BOTH {
            let found = p.pieces[player.index()].count_ones() as usize;
            if found > self.variant.army() {
                return Err(all
                    .wrong("too-many-pieces", "{side} has {found} pieces in {text}; there can be {most}")
                    .arg("side", self.letters().letter(player))
                    .arg("found", found)
                    .arg("most", self.variant.army()));
            }
        }
        if p.pieces[p.turn.other().index()] == 0 {
            return Err(all
                .wrong("no-opponent", "{side}, who is not to move, has no piece in {text}; expected at least one")
                .arg("side", self.letters().letter(p.turn.other())));
        }
        Ok(p)
    }

    /// Squares of a list such as `K3,28,31-35`.
    fn read_side(&self, p: &mut Position, player: Player, list: Piece<'_>) -> Result<(), Error> {
        if list.text.is_empty() {
            return Ok(());
        }
        for item in list.split(',') {
            let (king, squares) = match item.text.strip_prefix(['K', 'k']) {
                Some(rest) => (true, item.part(rest).trim()),
                None => (false, item),
            };
            let (low, high) = match squares.text.split_once('-') {
                Some((low, high)) => (squares.part(low).trim(), squares.part(high).trim()),
                None => (squares, squares),
            };
            let low = low.number(1..=self.variant.squares())?;
            for square in low..=high.number(low..=self.variant.squares())? {
                self.put(p, player, king, square, item)?;
            }
        }
        Ok(())
    }

    /// The error for a text that is not even cut as a position is.
    fn bad_fen(&self, text: Piece<'_>) -> Error {
        let all = self.variant.squares();
        let army = self.variant.army();
        text.wrong("bad-fen", "{text} is not a position; expected the side to move and the squares of both: {example}")
            .arg("example", format_args!("W:W{}-{all}:B1-{army}", all - army + 1))
    }
}

/// What stands in `[FEN ...]`.
fn inside(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('[')?.trim_start();
    let rest = rest.strip_prefix("FEN").or_else(|| rest.strip_prefix("fen"))?;
    Some(rest.strip_suffix(']').unwrap_or(rest))
}

/// Without `[FEN "..."]` around it and the dot behind it.
fn unwrapped(text: Piece<'_>) -> Piece<'_> {
    let text = text.trim();
    let text = text.part(inside(text.text).unwrap_or(text.text));
    let text = text.part(text.text.trim_matches(|c: char| c == '"' || c.is_whitespace()));
    text.part(text.text.strip_suffix('.').unwrap_or(text.text)).trim()
}

impl Notation for Draughts {
    fn write(&self, p: &Position) -> String {
        let list = |player: Player| {
            let set = p.pieces[player.index()];
            let squares: Vec<String> = Singles(set)
                .map(|bit| {
                    let square = self.variant.square(bit.trailing_zeros() as u8);
                    if p.kings & bit != 0 { format!("K{square}") } else { square.to_string() }
                })
                .collect();
            squares.join(",")
        };
        let white = self.variant.white();
        format!("{}:W{}:B{}", self.letters().letter(p.turn), list(white), list(white.other()))
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let all = unwrapped(Piece::new(text));
        if !all.text.contains(':') {
            let hub = all.text.chars().count() == self.variant.squares() + 1;
            return if hub { self.read_hub(all) } else { Err(self.bad_fen(all)) };
        }
        let mut fields = all.split(':');
        let letters = self.letters();
        let turn = letters.turn(fields.next().ok_or_else(|| self.bad_fen(all))?)?;
        let mut p = Position { pieces: [0; 2], kings: 0, turn };
        let mut named = [false; 2];
        for field in fields {
            let first = field.text.get(..1).unwrap_or("");
            let rest = field.part(&field.text[first.len()..]).trim();
            match letters.player(field.first()) {
                Some(player) if !first.is_empty() && !named[player.index()] => {
                    named[player.index()] = true;
                    self.read_side(&mut p, player, rest)?;
                }
                None if ["H", "F"].contains(&first) && named == [true; 2] => {
                    rest.number(0..=usize::MAX)?;
                }
                _ => {
                    return Err(field.wrong(
                        "bad-side",
                        "{text} does not begin with a side not named before; expected W or B and its squares, each once",
                    ));
                }
            }
        }
        if named != [true; 2] {
            return Err(self.bad_fen(all));
        }
        self.checked(p, all)
    }

    fn name(&self, p: &Position, m: Move) -> String {
        let twin = |other: &Move| (other.from, other.to) == (m.from, m.to) && other.taken != m.taken;
        if m.taken == 0 || !self.moves(p).any(|other| twin(&other)) {
            return self.short(m);
        }
        let landed = self.way(p, m, &[]).unwrap_or_default();
        let squares = landed.iter().map(|bit| bit.trailing_zeros() as u8);
        let all: Vec<String> =
            std::iter::once(m.from).chain(squares).map(|bit| self.variant.square(bit).to_string()).collect();
        all.join("x")
    }

    /// The name of the Hub protocol: `32-28`, or `26x17x21x31` with the pieces taken in ascending order.
    fn plain(&self, _: &Position, m: Move) -> String {
        let taken: String = self.variant.numbers(m.taken).map(|square| format!("x{square}")).collect();
        self.short(m) + &taken
    }

    /// Squares may be joined by `-`, `x` or `:`.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        let moves: Vec<Move> = self.moves(p).collect();
        let names: Vec<String> = moves.iter().map(|&m| self.name(p, m)).collect();
        let typed = text.trim().to_ascii_lowercase().replace(':', "x");
        if let Some(i) = names.iter().position(|name| *name == typed) {
            return Ok(moves[i]);
        }
        let illegal = || illegal_move(text, &names);
        let square = |word: &str| word.parse().ok().filter(|square| (1..=self.variant.squares()).contains(square));
        let squares: Option<Vec<usize>> = typed.split(['-', 'x']).map(square).collect();
        let bits: Vec<u64> = squares.ok_or_else(illegal)?.iter().map(|&square| self.variant.bit(square)).collect();
        let [from, between @ .., to] = bits.as_slice() else { return Err(illegal()) };
        // From, to, and what is taken.
        let taken = bits.iter().skip(2).fold(0, |set, bit| set | bit);
        let by_taken = |m: &Move| (1 << m.from, 1 << m.to, m.taken) == (*from, bits[1], taken);
        if let Some(m) = moves.iter().find(|m| taken != 0 && by_taken(m)) {
            return Ok(*m);
        }
        let fits = |m: &Move| (1 << m.from, 1 << m.to) == (*from, *to) && self.way(p, *m, between).is_some();
        let fitting: Vec<usize> = (0..moves.len()).filter(|&i| fits(&moves[i])).collect();
        match fitting[..] {
            [] => Err(illegal()),
            [i] => Ok(moves[i]),
            _ => {
                let names: Vec<&str> = fitting.iter().map(|&i| names[i].as_str()).collect();
                Err(Error::new("several-captures", "{move} is not one capture but several; expected one of {legal}")
                    .arg("move", text)
                    .arg("legal", names.join(" "))
                    .nearest(names.first().copied()))
            }
        }
    }

    /// Rows with the number of their first square before them.
    /// Numbers, remarks and the result of a printed game are left out.
    fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        printed_moves(line)
    }

    fn diagram(&self, p: &Position) -> String {
        let (rows, width) = (self.variant.rows(), self.variant.width());
        let line = |row: usize| {
            let mut line = format!("{:>2}", row * width + 1);
            for k in 0..width {
                let sign = self.sign(p, row * width + k + 1, '.');
                line.extend(if row.is_multiple_of(2) { [' ', ' ', ' ', sign] } else { [' ', sign, ' ', ' '] });
            }
            line.trim_end().to_owned()
        };
        (0..rows).map(line).collect::<Vec<_>>().join("\n")
    }

    fn board(&self, p: &Position) -> Board {
        let rows = self.variant.rows();
        let light = |r: usize, c: usize| (r + c).is_multiple_of(2).then_some(Man::Hole);
        let mut board = Board::cells(rows, rows).fill(light);
        board.row_names = (0..rows).map(|row| (row * self.variant.width() + 1).to_string()).collect();
        for player in Player::BOTH {
            for square in self.variant.numbers(p.pieces[player.index()]) {
                let (row, column) = self.variant.place(square);
                board.put(row as f32, column as f32, Man::Disc(player));
                if p.kings & self.variant.bit(square) != 0 {
                    board.put(row as f32, column as f32, Man::Text("K".into()));
                }
            }
        }
        board
    }

    fn place(&self, _: &Position, m: Move) -> Option<(f32, f32)> {
        let (row, column) = self.variant.place(self.variant.square(m.to));
        Some((row as f32, column as f32))
    }
}
