//! The combinatorial value of a position.

use super::{Domineering, Position, grid::Grid, pieces::Pieces};
use crate::combinatorial::{Form, Forms, Valued, Worth, too_large};
use attractor_game::{Error, Watch};

/// Connected parts of more cells than this are refused.
const CELLS: u32 = 25;

/// The value of each connected part by itself; parts of more than 25 free cells are refused, unless only one player can
/// move there.
///
/// ```
/// use attractor_game::{Game, Playable, Watch};
/// use attractor_games::Domineering;
/// let game = Domineering::new(2, 3)?;
/// assert_eq!(game.combinatorial(&game.start(), Watch::NEVER)?.value, "{2|-1/2}");
/// # Ok::<(), attractor_game::Error>(())
/// ```
impl Valued for Domineering {
    fn worth(&self, forms: &mut Forms, p: &Position, watch: Watch<'_>) -> Result<Worth, Error> {
        let grid = Grid::<u128>::new(self.rows, self.columns);
        let mut pieces = Pieces::with(grid, std::mem::take(forms));
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
        // A part takes a second at most.
        let mut form = Form::ZERO;
        for part in grid.parts(self.free(p)) {
            watch.check()?;
            let value = pieces.sum(part).ok_or_else(too_large)?;
            form = pieces.forms.add(form, value).ok_or_else(too_large)?;
        }
        *forms = pieces.forms;
        Ok(Worth { form, nimber: 0 })
    }
}
