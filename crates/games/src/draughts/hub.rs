//! Positions as the Hub protocol has them: the side to move, and a letter for each square.

use super::{Draughts, Position};
use crate::text::Piece;
use attractor_game::Error;

/// What stands on a square.
const SIGNS: &str = "w b W B e";

impl Draughts {
    /// The position as programs exchange it: `W` or `B` for the side to move, and for every square `w` or `b` for a man, `W`
    /// or `B` for a king, `e` if it is free.
    pub fn hub(&self, p: &Position) -> String {
        let squares = (1..=self.variant.squares()).map(|square| self.sign(p, square, 'e'));
        std::iter::once(self.letters().letter(p.turn)).chain(squares).collect()
    }

    /// The inverse of [`hub`](Draughts::hub).
    pub fn from_hub(&self, text: &str) -> Result<Position, Error> {
        self.read_hub(Piece::new(text).trim())
    }

    pub(super) fn read_hub(&self, all: Piece<'_>) -> Result<Position, Error> {
        let mut signs = all.characters();
        let turn = self.letters().turn(signs.next().unwrap_or(all))?;
        let mut p = Position { pieces: [0; 2], kings: 0, turn };
        let found = all.text.chars().count();
        if found != self.variant.squares() + 1 {
            return Err(all
                .wrong("bad-hub-length", "{text} has {found} letters; expected the side to move and {expected} squares")
                .arg("found", found)
                .arg("expected", self.variant.squares()));
        }
        for (sign, square) in signs.zip(1..) {
            let player = match sign.first().to_ascii_lowercase() {
                'w' => self.variant.white(),
                'b' => self.variant.white().other(),
                'e' if sign.text == "e" => continue,
                _ => return Err(sign.bad_cell(SIGNS)),
            };
            self.put(&mut p, player, sign.first().is_ascii_uppercase(), square, sign)?;
        }
        self.checked(p, all)
    }
}
