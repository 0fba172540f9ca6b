//! Positions of few pieces, numbered.
//!
//! The board is turned so that player 1 is to move ("mine"). A class is all positions with the same numbers of my men, my
//! kings, their men and their kings, and of my men on my first row, where theirs cannot stand. In it are numbered, one within
//! the other: the set of my men on that row, of my other men, of their men on what is left of their squares, and then of my
//! kings and of theirs on the squares left. So every number is in use.
//!
//! More pieces come before fewer, and more men before fewer: men only become kings, and pieces only get less. Classes that
//! differ by who is to move take turns and are one tier. Who has no piece left has lost; the other always has one.

use super::{Draughts, Position, squares::Grid};
use crate::{
    bits::Singles,
    ranking::{cells_of, choose, rank_within},
};
use attractor_game::{Indexed, Player};
use std::ops::Range;

/// The most pieces that positions are numbered with.
const MOST: usize = 6;
const COUNTS: usize = MOST + 1;

/// The square of that number, counted from 0, among those of a set that lacks few of the lowest bits.
#[inline]
fn pick(set: u64, number: usize) -> u64 {
    let mut bit = 1 << number;
    for gap in Singles(!set) {
        if gap > bit {
            break;
        }
        bit <<= 1;
    }
    bit
}

/// The set of `size` squares of `within` that has that number.
#[inline]
fn unrank(number: u64, size: usize, within: u64) -> u64 {
    cells_of(number, size).fold(0, |set, place| set | pick(within, place))
}

/// The number of pieces of each kind.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Material {
    /// Mine and theirs.
    men: [usize; 2],
    kings: [usize; 2],
    /// My men on my first row.
    home: usize,
}

impl Material {
    /// A number that no other material has.
    #[inline]
    fn key(&self) -> usize {
        let digits = [self.men[0], self.kings[0], self.men[1], self.kings[1]];
        digits.into_iter().fold(self.home, |key, digit| key * COUNTS + digit)
    }

    /// How many sets there are of my men at home, my other men, their men, my kings and their kings.
    fn sets<const TEN: bool>(&self) -> [u64; 5] {
        let (row, all) = (Grid::<TEN>::WIDTH, Grid::<TEN>::SQUARES);
        let others = self.men[0] - self.home;
        let free = all - self.men[0] - self.men[1];
        [
            choose(row, self.home),
            choose(all - 2 * row, others),
            choose(all - row - others, self.men[1]),
            choose(free, self.kings[0]),
            choose(free - self.kings[0], self.kings[1]),
        ]
    }
}

/// Positions of the same material.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Class {
    begin: u64,
    material: Material,
    /// As [`Material::sets`] has them.
    sets: [u64; 5],
}

/// All classes in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Numbers {
    most: usize,
    classes: Vec<Class>,
    /// The class of each material, by its key.
    of: Vec<u16>,
    tiers: Vec<Range<u64>>,
    size: u64,
}

impl Numbers {
    /// Those of positions with at most so many pieces.
    pub(super) fn new(ten: bool, most: usize) -> Numbers {
        if ten { Numbers::on::<true>(most) } else { Numbers::on::<false>(most) }
    }

    fn on<const TEN: bool>(most: usize) -> Numbers {
        let row = Grid::<TEN>::WIDTH;
        let of = vec![u16::MAX; (row + 1) * COUNTS.pow(4)];
        let mut numbers = Numbers { most, classes: Vec::new(), of, tiers: Vec::new(), size: 0 };
        for pieces in (1..=most).rev() {
            for men in (0..=pieces).rev() {
                // One side has no fewer pieces than the other, and no fewer men if it has as many.
                for less in 0..=pieces / 2 {
                    for men_of_less in men.saturating_sub(pieces - less)..=men.min(less) {
                        let (a, b) =
                            ([men_of_less, less - men_of_less], [men - men_of_less, pieces + men_of_less - less - men]);
                        if 2 * less == pieces && a[0] > b[0] {
                            continue;
                        }
                        let begin = numbers.size;
                        numbers.side::<TEN>(a, b);
                        if a != b && less > 0 {
                            numbers.side::<TEN>(b, a);
                        }
                        numbers.tiers.push(begin..numbers.size);
                    }
                }
            }
        }
        numbers
    }

    /// Adds the classes of my men and kings against theirs.
    fn side<const TEN: bool>(&mut self, mine: [usize; 2], theirs: [usize; 2]) {
        for home in 0..=mine[0].min(Grid::<TEN>::WIDTH) {
            let material = Material { men: [mine[0], theirs[0]], kings: [mine[1], theirs[1]], home };
            let sets = material.sets::<TEN>();
            self.of[material.key()] = self.classes.len() as u16;
            self.classes.push(Class { begin: self.size, material, sets });
            self.size += sets.iter().product::<u64>();
        }
    }

    /// The most pieces.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    #[inline]
    fn index<const TEN: bool>(&self, p: &Position) -> u64 {
        let p = if p.turn == Player::One { *p } else { p.turned::<TEN>() };
        let men = p.pieces.map(|set| set & !p.kings);
        let kings = p.pieces.map(|set| set & p.kings);
        let (board, first) = (Grid::<TEN>::BOARD, Grid::<TEN>::last_row(1));
        let home = men[0] & first;
        let size = |set: u64| set.count_ones() as usize;
        let material = Material { men: men.map(size), kings: kings.map(size), home: size(home) };
        let class = &self.classes[usize::from(self.of[material.key()])];
        let free = board & !(men[0] | men[1]);
        let ranks = [
            rank_within(home, first),
            rank_within(men[0] & !home, board & !first & !Grid::<TEN>::last_row(0)),
            rank_within(men[1], board & !first & !men[0]),
            rank_within(kings[0], free),
            rank_within(kings[1], free & !kings[0]),
        ];
        class.begin + ranks.iter().zip(class.sets).fold(0, |sum, (rank, sets)| sum * sets + rank)
    }

    #[inline]
    fn position<const TEN: bool>(&self, index: u64) -> Option<Position> {
        if index >= self.size {
            return None;
        }
        let class = &self.classes[self.classes.partition_point(|class| class.begin <= index) - 1];
        let mut rest = index - class.begin;
        let mut ranks = [0; 5];
        for (rank, sets) in ranks.iter_mut().zip(class.sets).rev() {
            (*rank, rest) = (rest % sets, rest / sets);
        }
        let Material { men, kings, home } = class.material;
        let (board, first) = (Grid::<TEN>::BOARD, Grid::<TEN>::last_row(1));
        let mine =
            unrank(ranks[0], home, first) | unrank(ranks[1], men[0] - home, board & !first & !Grid::<TEN>::last_row(0));
        let theirs = unrank(ranks[2], men[1], board & !first & !mine);
        let free = board & !(mine | theirs);
        let my_kings = unrank(ranks[3], kings[0], free);
        let their_kings = unrank(ranks[4], kings[1], free & !my_kings);
        Some(Position {
            pieces: [mine | my_kings, theirs | their_kings],
            kings: my_kings | their_kings,
            turn: Player::One,
        })
    }
}

impl Draughts {
    /// The numbers, which are there whenever they are asked for.
    #[inline]
    fn numbers(&self) -> &Numbers {
        self.numbers.as_deref().expect("a game with pieces=")
    }

    /// The most pieces of a position that has a number.
    #[inline]
    pub(super) fn most_pieces(&self) -> usize {
        self.numbers().most
    }
}

impl Indexed for Draughts {
    fn size(&self) -> u64 {
        self.numbers().size
    }

    #[inline]
    fn index(&self, p: &Position) -> u64 {
        if self.variant.ten() { self.numbers().index::<true>(p) } else { self.numbers().index::<false>(p) }
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        if self.variant.ten() {
            self.numbers().position::<true>(index)
        } else {
            self.numbers().position::<false>(index)
        }
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.numbers().tiers.clone()
    }

    #[inline]
    fn renamed(&self, p: &Position) -> bool {
        p.turn == Player::Two
    }

    #[inline]
    fn numbered(&self, p: &Position) -> bool {
        let few = self.numbers.as_ref().is_some_and(|numbers| p.count() as usize <= numbers.most);
        few && p.pieces[p.turn.other().index()] != 0
    }

    fn everywhere(&self) -> bool {
        self.numbers.is_some()
    }

    fn family(&self, p: &Position) -> Option<String> {
        Some(match p.count() {
            _ if p.pieces[p.turn.index()] == 0 => "over".to_owned(),
            1 => "1 piece".to_owned(),
            n => format!("{n} pieces"),
        })
    }
}
