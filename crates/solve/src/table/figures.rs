//! A solved game in numbers.

use super::Cell;
use attractor_game::Value;
use std::collections::BTreeMap;

/// Counts of every position that can be reached, for the player to move; finished ones and mirror images included.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    /// Positions.
    pub positions: u64,
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn, a drawn end being reached.
    pub drawn: u64,
    /// Drawn by playing for ever.
    pub endless: u64,
    /// Won and lost positions by plies to the end.
    pub distances: BTreeMap<u32, (u64, u64)>,
    /// Bytes of the file that hold outcomes.
    pub outcome_bytes: u64,
}

impl Figures {
    /// Counts an entry that stands for so many positions.
    #[inline]
    pub(super) fn add(&mut self, cell: Cell, images: u64) {
        self.positions += images;
        match cell.value() {
            Value::Win(plies) => {
                self.won += images;
                self.distances.entry(plies).or_default().0 += images;
            }
            Value::Loss(plies) => {
                self.lost += images;
                self.distances.entry(plies).or_default().1 += images;
            }
            Value::Draw(attractor_game::Draw::Endless) => self.endless += images,
            _ => self.drawn += images,
        }
    }

    /// Adds the counts of other positions.
    pub(super) fn merge(&mut self, other: &Figures) {
        self.positions += other.positions;
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.endless += other.endless;
        for (&plies, &(won, lost)) in &other.distances {
            let at = self.distances.entry(plies).or_default();
            *at = (at.0 + won, at.1 + lost);
        }
    }

    /// The longest win or loss.
    pub fn longest(&self) -> u32 {
        self.distances.last_key_value().map_or(0, |(plies, _)| *plies)
    }

    pub(super) fn to_lines(&self) -> String {
        let mut lines = format!(
            "positions {}\nwon {}\nlost {}\ndrawn {}\nendless {}\noutcomes {}\n",
            self.positions, self.won, self.lost, self.drawn, self.endless, self.outcome_bytes
        );
        for (plies, (won, lost)) in &self.distances {
            lines += &format!("at {plies} {won} {lost}\n");
        }
        lines
    }

    pub(super) fn from_lines(lines: &str) -> Option<Figures> {
        let field = |name: &str| -> Option<u64> {
            lines.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?.parse().ok()
        };
        let at = |words: &str| -> Option<(u32, (u64, u64))> {
            let mut words = words.split(' ');
            let mut next = || words.next()?.parse::<u64>().ok();
            Some((u32::try_from(next()?).ok()?, (next()?, next()?)))
        };
        Some(Figures {
            positions: field("positions")?,
            won: field("won")?,
            lost: field("lost")?,
            drawn: field("drawn")?,
            endless: field("endless")?,
            outcome_bytes: field("outcomes")?,
            distances: lines.lines().filter_map(|line| line.strip_prefix("at ")).map(at).collect::<Option<_>>()?,
        })
    }
}
