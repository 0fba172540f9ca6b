//! Six men's morris: men are put on the points of two squares and then slid along the lines; a mill takes a hostile man.
//!
//! ```text
//!   a b c d e          There are 16 points: the corners and the middles of the sides of two squares. Lines run along
//! 1 .---.---.          the sides, and join the middles of the outer square with those of the inner one.
//! 2 | .-.-. |
//! 3 .-.   .-.          Three men of one player on a side of a square are a mill: there are eight. The short lines
//! 4 | .-.-. |          between the squares have two points and make no mill.
//! 5 .---.---.
//! ```
//!
//! Each has six men. In turn they put them on free points; who has none left in hand slides a man along a line to the next
//! free point. Whoever closes a mill, with a new man or with one that slides, takes a hostile man off the board as part of
//! the same move: one that stands in no mill if there is such a one, else any. Two mills closed at once take one man.
//!
//! A player who has fewer than three men left, on the board and in hand together, has lost; so has one who cannot move.
//! With the option `flying`, who has none in hand and three on the board moves any of them to any free point. Play may go
//! on for ever, which is a draw.
//!
//! Player 1 is X, player 2 is O. Points are numbered in the order of reading, and are bits of that number.

mod notation;
mod table;
#[cfg(test)]
mod tests;

use crate::{Entry, Phrase, bits::Cells, symmetry::Permutation};
use attractor_game::{Abilities, Error, Game, Heuristics, Playable, Player, Spec, Zero};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "morris",
    title: Phrase { english: "Six men's morris", french: "Petit moulin" },
    rules: Phrase {
        english: "Six men's morris: put six men each on two squares, then slide them; three on a side take a hostile man; who has two left or cannot move loses.",
        french: "Marelle à six pions : on pose six pions chacun sur deux carrés, puis on les glisse ; trois sur un côté prennent un pion adverse ; qui n'en a plus que deux ou ne peut plus jouer perd.",
    },
    size: "6",
    default: "6",
    options: &["flying", "first=2"],
    samples: &["morris:6", "morris:6,flying", "morris:6,first=2"],
    extremes: &["morris:6,flying"],
    solved_by: "graph",
    ..Entry::DEFAULT
}];

/// Points of the board.
const POINTS: usize = 16;
/// All points.
const BOARD: u32 = (1 << POINTS) - 1;
/// Men of each player.
const MEN: u32 = 6;
/// Who has fewer men has lost; who has this many may fly, where that is allowed.
const FEW: u32 = 3;
/// No point.
const NONE: u8 = POINTS as u8;

/// The points of the outer and of the inner square, clockwise from the top-left corner.
const RINGS: [[u8; 8]; 2] = [[0, 1, 2, 9, 15, 14, 13, 6], [3, 4, 5, 8, 12, 11, 10, 7]];

/// The points next to each point.
static NEIGHBOURS: [u32; POINTS] = {
    let mut table = [0; POINTS];
    let mut i = 0;
    while i < 16 {
        let (ring, at) = (i / 8, i % 8);
        let point = RINGS[ring][at] as usize;
        table[point] |= 1 << RINGS[ring][(at + 1) % 8] | 1 << RINGS[ring][(at + 7) % 8];
        if at % 2 == 1 {
            table[point] |= 1 << RINGS[1 - ring][at];
        }
        i += 1;
    }
    table
};

/// The mills: the sides of the squares.
static MILLS: [u32; 8] = {
    let mut mills = [0; 8];
    let mut i = 0;
    while i < 8 {
        let (ring, corner) = (&RINGS[i / 4], i % 4 * 2);
        mills[i] = 1 << ring[corner] | 1 << ring[corner + 1] | 1 << ring[(corner + 2) % 8];
        i += 1;
    }
    mills
};

/// All men of the set that stand in mills.
#[inline]
fn in_mills(men: u32) -> u32 {
    MILLS.iter().fold(0, |set, &mill| if men & mill == mill { set | mill } else { set })
}

/// The men of which one is taken where a mill is closed.
#[inline]
fn removable(men: u32) -> u32 {
    let loose = men & !in_mills(men);
    if loose == 0 { men } else { loose }
}

/// The rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Morris {
    flying: bool,
    first: Player,
    symmetries: Vec<Permutation>,
    blocks: table::Blocks,
}

/// The men on the board and in hand, and whose turn it is.
///
/// The player to move has as many men in hand as the other, or one more; at least two in all, and the other at least three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    men: [u16; 2],
    hand: [u8; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The points of a player.
    #[inline]
    pub fn men(&self, player: Player) -> u32 {
        self.men[player.index()].into()
    }

    /// The men that a player has still to put on the board.
    #[inline]
    pub fn hand(&self, player: Player) -> u32 {
        self.hand[player.index()].into()
    }

    /// The men of a player on the board and in hand.
    #[inline]
    fn all(&self, player: Player) -> u32 {
        self.men(player).count_ones() + self.hand(player)
    }

    /// The free points.
    #[inline]
    fn free(&self) -> u32 {
        BOARD & !(self.men(Player::One) | self.men(Player::Two))
    }
}

/// A man put on the board or slid, and the man it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where it comes from; 16 if from the hand.
    pub from: u8,
    /// Where it goes to.
    pub to: u8,
    /// Which man is taken; 16 if none is.
    pub take: u8,
}

impl Morris {
    /// Six men each.
    pub fn new() -> Morris {
        // The turns and reflections of a ring, with the rings exchanged or not.
        let symmetry = |code: usize| {
            Permutation::new(POINTS, |point| {
                let place = RINGS.iter().flatten().position(|&p| usize::from(p) == point).expect("on a ring");
                let (ring, at) = (place / 8, place % 8);
                let turned = if code & 1 == 0 { at } else { 8 - at } + (code >> 1 & 3) * 2;
                RINGS[ring ^ (code >> 3)][turned % 8].into()
            })
        };
        Morris {
            flying: false,
            first: Player::One,
            symmetries: (1..16).map(symmetry).collect(),
            blocks: table::Blocks::new(),
        }
    }

    /// Who has only three men left may move them anywhere.
    pub fn with_flying(mut self) -> Morris {
        self.flying = true;
        self
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Morris {
        self.first = first;
        self
    }

    /// `morris[:6][,flying][,first=2]`: six men each.
    pub fn from_spec(spec: &Spec) -> Result<Morris, Error> {
        spec.allow(&["flying", "first="])?;
        if !matches!(spec.size(), "" | "6") {
            return Err(spec.wrong("bad-morris", "{spec} is not there: only morris:6, not {option}", spec.size()));
        }
        let game = Morris::new().with_first(spec.first()?);
        Ok(if spec.has("flying") { game.with_flying() } else { game })
    }

    /// The men can move anywhere.
    #[inline]
    fn fly(&self, men: u32) -> bool {
        self.flying && men.count_ones() <= FEW
    }
}

impl Default for Morris {
    fn default() -> Morris {
        Morris::new()
    }
}

/// Legal moves: for each man the points it can go to, and for each of those the men it can take.
#[derive(Clone, Debug)]
struct Moves {
    mine: u32,
    theirs: u32,
    free: u32,
    fly: bool,
    /// Men that have not been looked at.
    men: Cells<u32>,
    from: u8,
    /// Where that man can still go.
    targets: Cells<u32>,
    to: u8,
    /// What it can still take there.
    takes: Cells<u32>,
}

impl Moves {
    /// My men without the one that moves.
    #[inline]
    fn others(&self) -> u32 {
        self.mine & !(1 << self.from)
    }

    /// What a man that comes to that point can take; nothing if it closes no mill.
    #[inline]
    fn takes(&self, to: u8) -> u32 {
        if in_mills(self.others() | 1 << to) >> to & 1 == 0 { 0 } else { removable(self.theirs) }
    }
}

impl Iterator for Moves {
    type Item = Move;
    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(take) = self.takes.next() {
                return Some(Move { from: self.from, to: self.to, take });
            }
            if let Some(to) = self.targets.next() {
                self.to = to;
                self.takes = Cells(self.takes(to));
                if self.takes.0 == 0 {
                    return Some(Move { from: self.from, to, take: NONE });
                }
                continue;
            }
            self.from = self.men.next()?;
            self.targets = Cells(if self.fly { self.free } else { NEIGHBOURS[usize::from(self.from)] & self.free });
        }
    }
}

impl Game for Morris {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = false;

    fn start(&self) -> Position {
        Position { men: [0; 2], hand: [MEN as u8; 2], turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let (mine, theirs, free) = (p.men(p.turn), p.men(p.turn.other()), p.free());
        let lost = p.all(p.turn) < FEW;
        let putting = p.hand(p.turn) > 0;
        Moves {
            mine,
            theirs,
            free,
            fly: self.fly(mine),
            men: Cells(if lost || putting { 0 } else { mine }),
            from: NONE,
            targets: Cells(if putting && !lost { free } else { 0 }),
            to: NONE,
            takes: Cells(0),
        }
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let mut next = Position { turn: p.turn.other(), ..*p };
        let (me, you) = (p.turn.index(), p.turn.other().index());
        if m.from == NONE {
            next.hand[me] -= 1;
        } else {
            next.men[me] ^= 1 << m.from;
        }
        next.men[me] |= 1 << m.to;
        if m.take != NONE {
            next.men[you] ^= 1 << m.take;
        }
        next
    }

    fn canonical(&self, p: &Position) -> Position {
        let image = |s: &Permutation| p.men.map(|men| s.apply(men.into()) as u16);
        Position { men: self.symmetries.iter().map(image).fold(p.men, Ord::min), ..*p }
    }
}

impl Heuristics for Morris {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

impl Playable for Morris {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.retrograde().done()
    }
}
