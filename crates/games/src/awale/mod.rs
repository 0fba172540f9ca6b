//! Awale (oware): seeds are sown round twelve houses; a last seed that makes two or three in a hostile house takes them.
//!
//! ```text
//!     f  e  d  c  b  a
//! 2   4  4  4  4  4  4  0
//! 1   4  4  4  4  4  4  0
//!     a  b  c  d  e  f
//! ```
//!
//! Player 1 owns the lower row, player 2 the upper one. A move is one of the own houses that is not empty: its seeds are sown
//! one by one against the clock, beginning with the next house and passing over the house they come from. For each player
//! a to f is the order of sowing.
//!
//! The Abapa rules, where they differ from place to place as follows:
//!
//! - *Taking.* If the last seed falls into a hostile house that then holds two or three seeds, they are taken; so are those
//!   of the hostile houses before it, one after the other, while they too hold two or three.
//! - *Grand slam.* A move that would take every seed of the opponent is legal and takes none.
//! - *Feeding.* If the opponent has no seeds, a move must give some; if no move does, play is over.
//! - *The end.* Play is over when one has taken more than half of the seeds, or there is no legal move; then each takes the
//!   seeds of the own row. Who has more has won. Play may go on for ever, which is a draw.
//!
//! `awale:2` begins with two seeds in each house; the usual game has four.

mod notation;
#[cfg(test)]
mod tests;

use crate::{Entry, Phrase, limits::within};
use attractor_game::{Error, Game, Heuristics, Playable, Player, Score, Spec, Zero};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "awale",
    title: Phrase { english: "Awale", french: "Awalé" },
    rules: Phrase {
        english: "Sow seeds round twelve houses; twos and threes in hostile ones are taken; who has more wins.",
        french: "Awalé : on sème des graines dans douze maisons ; on prend celles qui font deux ou trois chez l'autre ; qui en a le plus gagne.",
    },
    size: "SEEDS",
    default: "4",
    options: &["first=2"],
    samples: &["awale", "awale:1", "awale:2,first=2"],
    extremes: &["awale:1", "awale:21"],
    solved_by: "graph",
    ..Entry::DEFAULT
}];

/// Houses of each player.
const ROW: usize = 6;
/// Houses of both.
const HOUSES: usize = 2 * ROW;
/// Seeds in a house at the start, at most: more than 255 in all would not fit.
const MAX_SEEDS: usize = 21;

/// How many seeds are in each house at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Awale {
    seeds: u8,
    first: Player,
}

/// The seeds in the houses and those taken, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Player 1's houses a to f, then player 2's: the order of sowing.
    houses: [u8; HOUSES],
    taken: [u8; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The seeds in each house of a player, from a to f.
    #[inline]
    pub fn houses(&self, player: Player) -> &[u8] {
        &self.houses[player.index() * ROW..][..ROW]
    }

    /// The seeds that a player has taken.
    pub fn taken(&self, player: Player) -> u8 {
        self.taken[player.index()]
    }

    /// The seeds in the houses of a player.
    #[inline]
    fn seeds(&self, player: Player) -> u8 {
        self.houses(player).iter().sum()
    }
}

/// The house whose seeds are sown, from 0 for a.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u8);

impl Awale {
    /// So many seeds in each house.
    pub fn new(seeds: usize) -> Result<Awale, Error> {
        within("seeds", seeds, 1..=MAX_SEEDS)?;
        Ok(Awale { seeds: seeds as u8, first: Player::One })
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Awale {
        self.first = first;
        self
    }

    /// `awale[:4][,first=2]`: seeds in each house.
    pub fn from_spec(spec: &Spec) -> Result<Awale, Error> {
        spec.allow(&["first="])?;
        Ok(Awale::new(spec.one_size(4)?)?.with_first(spec.first()?))
    }

    /// All seeds.
    #[inline]
    fn all(&self) -> u8 {
        self.seeds * HOUSES as u8
    }

    /// More seeds than half of them.
    #[inline]
    fn decided(&self, p: &Position) -> bool {
        p.taken.iter().any(|&taken| taken > self.all() / 2)
    }

    /// The position after a player's seeds of a house have been sown, and the house of the last one.
    #[inline]
    fn sow(p: &Position, house: usize) -> (Position, usize) {
        let mut next = *p;
        let mut at = house;
        for _ in 0..std::mem::take(&mut next.houses[house]) {
            at = (at + 1) % HOUSES;
            if at == house {
                at = (at + 1) % HOUSES;
            }
            next.houses[at] += 1;
        }
        (next, at)
    }
}

impl Game for Awale {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = false;

    fn start(&self) -> Position {
        Position { houses: [self.seeds; HOUSES], taken: [0; 2], turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let p = *p;
        let hungry = p.seeds(p.turn.other()) == 0;
        (0..if self.decided(&p) { 0 } else { ROW }).filter_map(move |house| {
            // Seeds that go beyond the own row feed the opponent.
            let seeds = usize::from(p.houses(p.turn)[house]);
            (seeds > 0 && (!hungry || seeds + house >= ROW)).then_some(Move(house as u8))
        })
    }

    #[inline]
    fn play(&self, p: &Position, Move(house): Move) -> Position {
        let (me, you) = (p.turn, p.turn.other());
        let (sown, last) = Awale::sow(p, me.index() * ROW + usize::from(house));
        let mut next = sown;
        let hostile = you.index() * ROW..(you.index() + 1) * ROW;
        if hostile.contains(&last) {
            let houses = hostile.start..=last;
            for i in houses.rev().take_while(|&i| matches!(sown.houses[i], 2 | 3)) {
                next.taken[me.index()] += std::mem::take(&mut next.houses[i]);
            }
        }
        if next.seeds(you) == 0 {
            // A grand slam takes none.
            next = sown;
        }
        next.turn = you;
        next
    }

    /// Each takes the seeds of the own row.
    fn result(&self, p: &Position) -> Score {
        let total = |player: Player| u32::from(p.taken[player.index()]) + u32::from(p.seeds(player));
        match total(p.turn).cmp(&total(p.turn.other())) {
            std::cmp::Ordering::Less => Score::LOSS,
            std::cmp::Ordering::Equal => Score::DRAW,
            std::cmp::Ordering::Greater => Score::WIN,
        }
    }
}

impl Heuristics for Awale {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

impl Playable for Awale {}
