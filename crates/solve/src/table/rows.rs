//! A table as rows: every entry with a position, its value, and for how many positions it stands.

use super::{Job, Keyed, Progress, Stage, Table, at_sight, damaged};
use attractor_game::{Error, Game, Value};

/// An entry of a table.
pub struct Row<P> {
    /// A position of the entry.
    pub position: P,
    /// Its value, for the player to move.
    pub value: Value,
    /// How many positions a symmetry of the board makes equal to this one, itself included.
    pub images: u64,
}

/// Gives every entry of a table to `each`, in the order of the file: layers in order, keys in order within a layer. Only
/// one block is in memory at a time, and each is checked before its first row is given. Returns the number of rows.
pub fn rows<G: Game, E: From<Error>>(
    game: &G,
    keyed: &impl Keyed<G>,
    table: &Table,
    job: &Job<'_>,
    each: &mut dyn FnMut(Row<G::Position>) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut prober, total) = (table.prober(), table.entries());
    let mut done = 0;
    for number in 0..table.blocks() {
        crate::search::stopped(job.stop)?;
        table.check(number)?;
        let (layer, keys, cells) = prober.block(number)?;
        (job.tell)(Progress { stage: Stage::Writing, layer, done, total: Some(total) });
        for (key, cell) in keys.iter().zip(&cells) {
            let position = keyed.position(game, layer, key).ok_or_else(|| damaged(table.path()))?;
            // What the rules tell at sight is not in the table.
            let value = at_sight(game, &position).unwrap_or(cell.value());
            let images = keyed.images(game, &position);
            each(Row { position, value, images })?;
        }
        done += keys.len() as u64;
    }
    Ok(done)
}
