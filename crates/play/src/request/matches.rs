//! Matches between machines: every depth of the first against every depth of the second.

use super::{Match, MatchesShown, Page, Question, Surface, Update, open_at};
use crate::{
    MatchRecord, MatchRequest, PlayerKind, PlayerSpec, Session, Side,
    pictures::{self, Drawing},
    words::Words,
};
use attractor_game::Error;
use serde::Deserialize;
use serde_json::Value;

/// Games of one match, if no number is given.
const GAMES: u64 = 100;

impl Question for Match {
    type Answer = MatchesShown;
    fn answer_at(&self, session: &dyn Session, surface: &dyn Surface) -> Result<MatchesShown, Error> {
        let limits = surface.limits();
        let [first, second] = [limits.player(&self.first)?, limits.player(&self.second)?];
        if [&first, &second].iter().any(|player| *player.kind() == PlayerKind::Human) {
            return Err(Error::new("human-not-here", "a person can only sit at the board of the command play"));
        }
        if session.finished().is_some() {
            return Err(Error::new("nothing-to-play", "play is over: there is no move to choose"));
        }
        let games = self.games.unwrap_or(GAMES).max(1);
        let (rows, columns) = (first.depths(), second.depths());
        let total = games.saturating_mul((rows.len() * columns.len()) as u64);
        if total > limits.games {
            return Err(Error::limit(
                "too-many-games",
                "{games} games are more than the {most} that the page plays at once",
            )
            .arg("games", total)
            .arg("most", limits.games));
        }
        let (swap, seed, effort) = (self.swap, self.seed, surface.knowing(session.spec())?);
        let mut cells: Vec<MatchRecord> = Vec::new();
        for &row in &rows {
            for &column in &columns {
                let (first, second) = (&first.at_depth(row), &second.at_depth(column));
                let before = games.saturating_mul(cells.len() as u64);
                let tell = |done| surface.tell(Update::Progress(before.saturating_add(done), Some(total)));
                let record = session.matches(&MatchRequest { first, second, games, swap, seed, effort }, &tell)?;
                surface.tell(Update::Match(&record));
                cells.push(record);
            }
        }
        let names = |player: &PlayerSpec, depths: &[u32]| -> Vec<String> {
            depths.iter().map(|&depth| player.at_depth(depth).column()).collect()
        };
        Ok(MatchesShown { games, rows: names(&first, &rows), columns: names(&second, &columns), cells })
    }
}

impl MatchesShown {
    /// The strength table.
    pub fn picture(&self, game: &str, words: &Words) -> Drawing {
        pictures::strength(game, &self.rows, &self.columns, &self.cells, words)
    }

    /// The answer of a page, with its picture.
    fn page(&self, game: &str, words: &Words) -> Page {
        Page::drawn(self, self.picture(game, words))
    }
}

/// Every depth of the first against every depth of the second.
pub(super) fn matches(request: &Match, surface: &dyn Surface) -> Result<Page, Error> {
    let session = open_at(request, surface)?;
    let played = request.answer_at(session.as_ref(), surface)?;
    Ok(played.page(session.spec(), surface.words()))
}

/// A result as a page has it.
#[derive(Deserialize)]
struct Before {
    games: u64,
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    first: Wins,
    second: Wins,
    draws: u64,
    #[serde(default)]
    given_up: u64,
}

#[derive(Deserialize)]
struct Wins {
    wins: u64,
}

/// The picture of matches that were played already.
pub fn played(game: &str, result: Value, words: &Words) -> Result<Page, Error> {
    let wrong = |why: &dyn std::fmt::Display| {
        Error::new("bad-request", "the request is no JSON of the form that was expected: {why}").arg("why", why)
    };
    let Before { games, rows, columns, cells } = serde_json::from_value(result).map_err(|e| wrong(&e))?;
    if cells.len() != rows.len() * columns.len() || cells.is_empty() || cells.len() > 400 || games == 0 {
        return Err(wrong(&"cells do not fit rows and columns"));
    }
    let side = |wins: &Wins, given_up: u64| {
        let ended = games.saturating_sub(given_up);
        Side::new(wins.wins.min(ended), ended)
    };
    let cells = cells
        .iter()
        .map(|cell| MatchRecord {
            games,
            first: side(&cell.first, cell.given_up),
            second: side(&cell.second, cell.given_up),
            draws: cell.draws,
            given_up: cell.given_up,
            players: Default::default(),
        })
        .collect();
    Ok(MatchesShown { games, rows, columns, cells }.page(game, words))
}
