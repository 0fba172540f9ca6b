//! Who wins on boards of every size, whoever begins.

use crate::{Effort, Entry, GAMES, Verdict, entry, open};
use attractor_game::{Error, Spec};
use serde::Serialize;
use std::{sync::atomic::Ordering, time::Instant};

/// One board, with each player beginning.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct SizeRecord {
    /// The game's name, with the size.
    pub game: String,
    /// Such as `4x5`.
    pub size: String,
    /// Player 1 begins.
    pub first: Verdict,
    /// Player 2 begins.
    pub second: Verdict,
    /// `N`: who begins wins. `P`: who answers wins. `1`, `2`: that player wins, whoever begins. `draw`: nobody wins.
    /// Otherwise who wins if player 1 begins, and who if player 2 does: `1/draw`.
    pub class: String,
    /// Positions entered, for both.
    pub nodes: u64,
    /// Wall time.
    pub seconds: f64,
}

/// The boards of a game up to a size.
pub struct Boards {
    entry: &'static Entry,
    /// What stands behind the size: options.
    options: String,
    to: (usize, usize),
}

impl Boards {
    /// The boards of a game, which is named without its size, up to a size such as `8x8`; none: the game's usual one.
    pub fn new(game: &str, to: Option<&str>) -> Result<Boards, Error> {
        let spec: Spec = game.parse()?;
        let found = entry(spec.name())?;
        if !by_two(found) {
            let games: Vec<&str> = GAMES.iter().filter(|e| by_two(e)).map(|e| e.name).collect();
            return Err(Error::new(
                "not-by-two-sizes",
                "boards of {game} do not have two sizes such as 4x5; those of these games do: {games}",
            )
            .arg("game", found.name)
            .arg("games", games.join(", ")));
        }
        if !spec.size().is_empty() {
            return Err(spec.wrong(
                "size-with-sizes",
                "{spec} names one board: leave {option} out here, and say with --to how far to go",
                spec.size(),
            ));
        }
        if let Some(first) = spec.value("first") {
            return Err(spec.wrong(
                "first-with-sizes",
                "leave first={option} out of {spec}: both begin in turn",
                first,
            ));
        }
        let options = spec.to_string()[found.name.len()..].trim_start_matches(':').to_owned();
        let text = to.unwrap_or(found.default);
        let to: Spec = format!("{}:{text}{options}", found.name).parse()?;
        let boards = Boards { entry: found, options, to: to.two_sizes((1, 1))? };
        // The largest board must be possible; smaller ones that are not are left out.
        open(&boards.spec(boards.to))?;
        Ok(boards)
    }

    /// The largest board.
    pub fn to(&self) -> (usize, usize) {
        self.to
    }

    /// What the two numbers are: `ROWSxCOLUMNS`.
    pub fn meaning(&self) -> &'static str {
        self.entry.size
    }

    fn spec(&self, (a, b): (usize, usize)) -> String {
        format!("{}:{a}x{b}{}", self.entry.name, self.options)
    }

    /// Solves one board; none if the game has no board of that size. Distances are given where they come with the
    /// outcome, and not if only outcomes are asked for.
    pub fn solve(
        &self,
        size: (usize, usize),
        effort: &Effort<'_>,
        outcome_only: bool,
    ) -> Result<Option<SizeRecord>, Error> {
        if effort.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Error::limit("search-stopped", "stopped before the answer was found"));
        }
        let spec = self.spec(size);
        if open(&spec).is_err() {
            return Ok(None);
        }
        let begun = Instant::now();
        let (first, before) = open(&spec)?.verdict(effort, outcome_only)?;
        let (second, after) = open(&format!("{spec},first=2"))?.verdict(effort, outcome_only)?;
        Ok(Some(SizeRecord {
            game: spec,
            size: format!("{}x{}", size.0, size.1),
            class: class(first.winner, second.winner),
            first,
            second,
            nodes: before + after,
            seconds: begun.elapsed().as_secs_f64(),
        }))
    }
}

/// Boards of the game have two sizes.
fn by_two(entry: &Entry) -> bool {
    entry.size.split('x').count() == 2 && entry.size.chars().all(|c| c.is_ascii_alphabetic())
}

/// The class of a board, from who wins if player 1 begins and if player 2 does.
///
/// ```
/// use attractor_play::class;
/// assert_eq!(class(Some(1), Some(2)), "N", "whoever begins");
/// assert_eq!(class(Some(2), Some(1)), "P", "whoever answers");
/// assert_eq!((class(Some(2), Some(2)), class(None, None)), ("2".into(), "draw".into()));
/// assert_eq!((class(Some(1), None), class(None, Some(2))), ("1/draw".into(), "draw/2".into()));
/// ```
pub fn class(first: Option<u8>, second: Option<u8>) -> String {
    let word = |winner: Option<u8>| winner.map_or("draw".to_owned(), |player| player.to_string());
    match (first, second) {
        (Some(1), Some(2)) => "N".into(),
        (Some(2), Some(1)) => "P".into(),
        _ if first == second => word(first),
        _ => format!("{}/{}", word(first), word(second)),
    }
}
