//! The value of a position in two bytes.

use attractor_game::{Draw, Error, Outcome, Value};

/// An exact value: outcome above, plies below. Games that count a margin have no tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u16);

const PLIES_BITS: u32 = 14;
const LOSS: u16 = 0;
const ENDLESS: u16 = 1;
const FINAL: u16 = 2;
const WIN: u16 = 3;

impl Cell {
    /// No value has more plies.
    pub const MOST_PLIES: u32 = (1 << PLIES_BITS) - 1;

    /// The cell of a value; none if its distance is unknown or above [`Cell::MOST_PLIES`].
    #[inline]
    pub fn new(value: Value) -> Option<Cell> {
        Some(match value {
            Value::Loss(plies) | Value::Win(plies) if plies > Cell::MOST_PLIES => return None,
            Value::Lost | Value::Won => return None,
            Value::Loss(plies) => Cell(LOSS << PLIES_BITS | plies as u16),
            Value::Win(plies) => Cell(WIN << PLIES_BITS | plies as u16),
            Value::Draw(Draw::Endless) => Cell(ENDLESS << PLIES_BITS),
            Value::Draw(Draw::Final) | Value::Margin(_) => Cell(FINAL << PLIES_BITS),
        })
    }

    /// The error of a build whose values have more plies than a table can store.
    #[cold]
    pub(super) fn too_long(most: u32) -> Error {
        Error::limit("table-too-long", "play takes more than {most} plies, more than a table can tell")
            .arg("most", most)
    }

    /// From an outcome's code and plies.
    #[inline]
    pub(super) fn of(code: u8, plies: u16) -> Cell {
        let code = u16::from(code & 3);
        Cell(code << PLIES_BITS | if code == LOSS || code == WIN { plies } else { 0 })
    }

    /// The value.
    #[inline]
    pub fn value(self) -> Value {
        match self.0 >> PLIES_BITS {
            LOSS => Value::Loss(self.plies()),
            ENDLESS => Value::Draw(Draw::Endless),
            FINAL => Value::Draw(Draw::Final),
            _ => Value::Win(self.plies()),
        }
    }

    /// Win, draw or loss.
    #[inline]
    pub fn outcome(self) -> Outcome {
        self.value().outcome()
    }

    /// Two bits: lost, endless, drawn, won.
    #[inline]
    pub(super) fn code(self) -> u8 {
        (self.0 >> PLIES_BITS) as u8
    }

    /// Plies to the end; 0 for draws.
    #[inline]
    pub(super) fn plies(self) -> u32 {
        u32::from(self.0) & Cell::MOST_PLIES
    }

    /// The rules tell at sight: play is over, or a move wins at once. Such values take no room in a table.
    #[inline]
    pub(super) fn at_sight(self) -> bool {
        match self.value() {
            Value::Win(plies) => plies <= 1,
            Value::Loss(plies) => plies == 0,
            _ => false,
        }
    }

    #[inline]
    pub(super) fn to_bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(super) fn from_bits(bits: u16) -> Cell {
        Cell(bits)
    }
}
