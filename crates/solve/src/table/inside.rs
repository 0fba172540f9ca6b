//! A table asked from within a search, where most positions may not be in it.

use super::{Keyed, Prober, Table, at_sight};
use crate::search::Known;
use attractor_game::{Game, Value};

/// After so many questions it is looked whether they paid.
const ROUND: u32 = 256;
/// They did if one in so many was answered.
const PAYS: u32 = 16;
/// If not, so many questions are left out: a question costs some nodes' time, and what lies below a position of the table
/// lies in it too, so that little is lost.
const REST: u32 = 32 * ROUND;

/// A table in a search of one thread. It is asked only in the layers that it has, and seldom where it seldom answers. A block
/// that cannot be read answers nothing: the search then finds the value itself.
pub struct Inside<'a, G, K> {
    game: &'a G,
    keyed: K,
    prober: Prober<'a>,
    /// The first layer and the last.
    layers: (u32, u32),
    asked: u32,
    answered: u32,
    rest: u32,
    /// Asked whether it pays or not.
    always: bool,
}

impl<'a, G: Game, K: Keyed<G>> Inside<'a, G, K> {
    /// A table of this game, whose positions are known so.
    pub fn new(game: &'a G, keyed: K, table: &'a Table) -> Inside<'a, G, K> {
        Inside {
            game,
            keyed,
            prober: table.prober(),
            layers: table.layers(),
            asked: 0,
            answered: 0,
            rest: 0,
            always: false,
        }
    }

    /// Asked for every position, whether that pays or not.
    pub fn always(self) -> Inside<'a, G, K> {
        Inside { always: true, ..self }
    }
}

impl<G: Game, K: Keyed<G>> Known<G::Position> for Inside<'_, G, K> {
    const ASKED: bool = true;

    #[inline(never)]
    fn value(&mut self, p: &G::Position) -> Option<Value> {
        let layer = self.keyed.layer(self.game, p);
        if layer < self.layers.0 || layer > self.layers.1 {
            return None;
        }
        if self.rest > 0 {
            self.rest -= 1;
            return None;
        }
        let (_, key) = self.keyed.key(self.game, p);
        let cell = self.prober.get(layer, &key).ok().flatten();
        self.asked += 1;
        self.answered += u32::from(cell.is_some());
        if self.asked == ROUND {
            self.rest = if self.answered * PAYS < ROUND && !self.always { REST } else { 0 };
            (self.asked, self.answered) = (0, 0);
        }
        // What the rules tell at sight is not in the table.
        cell.map(|cell| at_sight(self.game, p).unwrap_or(cell.value()))
    }
}
