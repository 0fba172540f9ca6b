//! The games that can be opened.

use super::{GameRecord, Games};
use crate::{Entry, GAMES, entry, open};
use attractor_game::Error;

impl Games {
    /// Lists them, in the order of the registry.
    pub fn answer(&self) -> Result<Vec<GameRecord>, Error> {
        Ok(match &self.game {
            Some(name) => vec![GameRecord::of(entry(name)?)],
            None => GAMES.iter().map(GameRecord::of).collect(),
        })
    }
}

impl GameRecord {
    fn of(entry: &Entry) -> GameRecord {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
        let session = entry.samples.first().and_then(|sample| open(sample).ok());
        GameRecord {
            name: entry.name.to_owned(),
            size: entry.size.to_owned(),
            default: entry.default.to_owned(),
            options: texts(entry.options),
            heuristics: session.map_or_else(Vec::new, |session| texts(session.heuristics())),
            samples: texts(entry.samples),
            solved_by: entry.solved_by.to_owned(),
        }
    }
}
