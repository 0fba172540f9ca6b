//! The combinatorial value of a position.

use super::{Domineering, Position, grid::Grid, pieces::Pieces};
use attractor_game::Error;

/// Connected parts of more cells than this are refused.
const CELLS: u32 = 25;

impl Domineering {
    /// The value of a position as a sum of its parts, whoever is to move, in the usual notation; Left is player 1.
    /// Refuses positions with a connected part of more than 25 free cells.
    ///
    /// ```
    /// use attractor_game::Game;
    /// use attractor_games::Domineering;
    /// let game = Domineering::new(2, 3)?;
    /// assert_eq!(game.combinatorial_value(&game.start())?, "{2|-1/2}");
    /// # Ok::<(), attractor_game::Error>(())
    /// ```
    pub fn combinatorial_value(&self, p: &Position) -> Result<String, Error> {
        let grid = Grid::<u128>::new(self.rows, self.columns);
        let mut pieces = Pieces::new(grid);
        let straight = |part| pieces.straight(part).is_some();
        let largest = grid.parts(self.free(p)).filter(|&part| !straight(part)).map(u128::count_ones).max();
        if let Some(cells) = largest.filter(|&cells| cells > CELLS) {
            return Err(Error::limit(
                "part-too-large",
                "{cells} free cells hang together: values are worked out up to {limit}",
            )
            .arg("cells", cells)
            .arg("limit", CELLS));
        }
        match pieces.sum(self.free(p)) {
            Some(value) => Ok(pieces.forms.write(value)),
            None => Err(Error::limit("value-too-large", "the value of this position has too many options to be kept")),
        }
    }
}
