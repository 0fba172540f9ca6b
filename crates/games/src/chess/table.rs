//! Positions of endgames numbered.
//!
//! The board is seen by the player to move, whose men ("mine") are called White's. Each material has a *block* of
//! numbers: the squares of the two kings, and then for each kind of men the set of their squares. Without pawns the
//! board is turned and mirrored so that my king stands in the triangle a1-d1-d4, and on its diagonal edge, the other
//! king below the diagonal or on it: 462 pairs of kings. With pawns it is mirrored so that my king stands on the left:
//! 1806 pairs. Where no king decides between two images, the one with the smaller number is meant.
//!
//! Behind them come the positions in which a pawn can be taken en passant: one of 14 pairs of pawns beside each other,
//! and the other men as before.
//!
//! Numbers of no position are unused: two men on one square, who is not to move in check.

use super::{
    Chess, Position,
    material::{MOST_MEN, Material, OTHERS, closure},
    setup::{KING, PAWN, Setup, squares},
};
use crate::ranking::{cells_of, choose, rank};
use attractor_game::Indexed;
use cozy_chess::{CastleRights, Color};
use std::ops::Range;

/// Pairs of kings, by whether there are pawns.
const PAIRS: [usize; 2] = [462, 1806];
/// Pairs of pawns one of which can take the other en passant.
const PASSING: u64 = 14;

/// Numbers of pairs of squares of the kings, mine first; and the pairs.
struct Kings<const N: usize> {
    number: [[u16; 64]; 64],
    pairs: [(u8, u8); N],
}

impl<const N: usize> Kings<N> {
    const fn new(pawns: bool) -> Kings<N> {
        let (mut number, mut pairs, mut n) = ([[u16::MAX; 64]; 64], [(0, 0); N], 0);
        let mut i = 0;
        while i < 64 * 64 {
            let (mine, theirs): (usize, usize) = (i / 64, i % 64);
            let ([column, row], [c, r]) = ([mine % 8, mine / 8], [theirs % 8, theirs / 8]);
            let near = column.abs_diff(c) <= 1 && row.abs_diff(r) <= 1;
            let meant = column < 4 && (pawns || row < column || (row == column && r <= c));
            if meant && !near {
                number[mine][theirs] = n as u16;
                pairs[n] = (mine as u8, theirs as u8);
                n += 1;
            }
            i += 1;
        }
        assert!(n == N);
        Kings { number, pairs }
    }
}

static WITHOUT_PAWNS: Kings<{ PAIRS[0] }> = Kings::new(false);
static WITH_PAWNS: Kings<{ PAIRS[1] }> = Kings::new(true);

/// The eight images of the board: bit 0 exchanges left and right, bit 1 top and bottom, and bit 2 then rows and
/// columns.
static IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let (image, square) = (i / 64, i % 64);
        let flipped = square ^ (if image & 1 != 0 { 7 } else { 0 }) ^ (if image & 2 != 0 { 56 } else { 0 });
        images[image][square] = (if image & 4 != 0 { flipped % 8 * 8 + flipped / 8 } else { flipped }) as u8;
        i += 1;
    }
    images
};
const TRANSPOSED: usize = 4;

/// Men of one kind and owner.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Group {
    side: u8,
    kind: u8,
    men: u8,
    /// Numbers of sets of their squares.
    size: u64,
}

impl Group {
    /// Pawns stand from the second row to the seventh.
    fn first_square(&self) -> usize {
        if usize::from(self.kind) == PAWN { 8 } else { 0 }
    }

    /// The number of a set.
    #[inline]
    fn number(&self, set: u64) -> u64 {
        rank(set >> self.first_square())
    }

    /// The set of a number.
    #[inline]
    fn set(&self, number: u64) -> u64 {
        cells_of(number, self.men.into()).fold(0, |set, square| set | 1 << square) << self.first_square()
    }
}

/// All men but the kings.
#[derive(Clone, PartialEq, Debug)]
struct Groups(Vec<Group>);

impl Groups {
    fn new(material: &Material) -> Groups {
        let kinds = (0..2).flat_map(|side| (0..OTHERS).map(move |kind| (side, kind)));
        let group = |(side, kind): (usize, usize)| {
            let men = material.0[side][kind];
            let squares = if kind == PAWN { 48 } else { 64 };
            let size = choose(squares, men.into());
            (men > 0).then_some(Group { side: side as u8, kind: kind as u8, men, size })
        };
        Groups(kinds.filter_map(group).collect())
    }

    fn size(&self) -> u64 {
        self.0.iter().map(|group| group.size).product()
    }

    /// The number of what stands where, behind that of the kings; squares are those of an image.
    #[inline]
    fn number(&self, kings: u64, sets: &[[u64; KING + 1]; 2], image: &[u8; 64]) -> u64 {
        self.0.iter().fold(kings, |number, group| {
            let set = sets[usize::from(group.side)][usize::from(group.kind)];
            let moved = squares(set).fold(0, |moved, square| moved | 1 << image[square]);
            number * group.size + group.number(moved)
        })
    }

    /// Puts men where a number says, and tells what is left of it. None if two stand on one square.
    #[inline]
    fn place(&self, mut number: u64, sets: &mut [[u64; KING + 1]; 2], occupied: &mut u64) -> Option<()> {
        for group in self.0.iter().rev() {
            let set = group.set(number % group.size);
            number /= group.size;
            if *occupied & set != 0 {
                return None;
            }
            *occupied |= set;
            sets[usize::from(group.side)][usize::from(group.kind)] |= set;
        }
        Some(())
    }
}

/// The numbers of one material, seen by the player to move.
#[derive(Clone, PartialEq, Debug)]
struct Block {
    begin: u64,
    end: u64,
    /// Those in which nothing can be taken en passant.
    plain: u64,
    pawns: bool,
    groups: Groups,
    /// All men but the two pawns of a capture en passant.
    passing: Option<Groups>,
}

impl Block {
    fn new(begin: u64, material: &Material) -> Block {
        let (pawns, groups) = (material.pawns() > 0, Groups::new(material));
        let passing = material.0.iter().all(|side| side[PAWN] > 0).then(|| {
            let mut others = *material;
            others.0.iter_mut().for_each(|side| side[PAWN] -= 1);
            Groups::new(&others)
        });
        let plain = PAIRS[usize::from(pawns)] as u64 * groups.size();
        let others = passing.as_ref().map_or(0, |groups| PAIRS[1] as u64 * PASSING * groups.size());
        Block { begin, end: begin + plain + others, plain, pawns, groups, passing }
    }

    /// The number of an image.
    #[inline]
    fn number(&self, setup: &Setup, image: usize) -> u64 {
        let image = &IMAGES[image];
        let [mine, theirs] = Color::ALL.map(|color| usize::from(image[setup.king(color)]));
        if !self.pawns {
            let kings = WITHOUT_PAWNS.number[mine][theirs];
            return self.begin + self.groups.number(kings.into(), &setup.sets, image);
        }
        let kings = u64::from(WITH_PAWNS.number[mine][theirs]);
        let (Some(file), Some(groups)) = (setup.passant, &self.passing) else {
            return self.begin + self.groups.number(kings, &setup.sets, image);
        };
        // On the fifth row: the pawn that can be taken, and the leftmost of those beside it, as they stand in the
        // image.
        let taken = image[32 + usize::from(file)];
        let beside = |square: usize| image[square].abs_diff(taken) == 1 && square / 8 == 4;
        let takers = squares(setup.sets[0][PAWN]).filter(|&square| beside(square));
        let taker = takers.min_by_key(|&square| image[square]).expect("a pawn can take it");
        let mut sets = setup.sets;
        sets[0][PAWN] ^= 1 << taker;
        sets[1][PAWN] ^= 1 << (32 + usize::from(file));
        let column = u64::from(taken % 8);
        let pair = 2 * column + u64::from(image[taker] > taken) - 1;
        self.begin + self.plain + groups.number(kings * PASSING + pair, &sets, image)
    }

    /// The image that the kings tell, and whether it may be transposed as well.
    #[inline]
    fn image(&self, setup: &Setup) -> (usize, bool) {
        let mine = setup.king(Color::White);
        let left_right = usize::from(mine % 8 > 3);
        if self.pawns {
            return (left_right, false);
        }
        let image = left_right | usize::from(mine / 8 > 3) << 1;
        let side = |square: usize| {
            let square = IMAGES[image][square];
            (square / 8).cmp(&(square % 8))
        };
        let across = side(mine).then(side(setup.king(Color::Black)));
        (if across.is_gt() { image | TRANSPOSED } else { image }, across.is_eq())
    }

    /// What has that number, of this block; it may be another one's image or impossible.
    #[inline]
    fn setup(&self, number: u64) -> Option<Setup> {
        let mut setup = Setup { sets: [[0; KING + 1]; 2], passant: None, turn: Color::White };
        let number = number - self.begin;
        let passing = self.passing.as_ref().filter(|_| number >= self.plain);
        let (groups, number) = passing.map_or((&self.groups, number), |passing| (passing, number - self.plain));
        let (mut occupied, mut kings) = (0, number / groups.size());
        if passing.is_some() {
            let pair = kings % PASSING + 1;
            kings /= PASSING;
            let taken = 32 + pair / 2;
            let taker = taken + 2 * (pair % 2) - 1;
            setup.passant = Some((pair / 2) as u8);
            setup.sets[0][PAWN] = 1 << taker;
            setup.sets[1][PAWN] = 1 << taken;
            occupied = 1 << taker | 1 << taken;
        }
        let (mine, theirs) =
            if self.pawns { WITH_PAWNS.pairs[kings as usize] } else { WITHOUT_PAWNS.pairs[kings as usize] };
        let both = 1 << mine | 1 << theirs;
        if occupied & both != 0 {
            return None;
        }
        occupied |= both;
        setup.sets[0][KING] = 1 << mine;
        setup.sets[1][KING] = 1 << theirs;
        groups.place(number % groups.size(), &mut setup.sets, &mut occupied)?;
        Some(setup)
    }
}

/// The numbers of an endgame and all that it leads to.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Numbers {
    blocks: Vec<Block>,
    /// The block of each material, ascending.
    keys: Vec<(u32, usize)>,
    tiers: Vec<Range<u64>>,
}

impl Numbers {
    /// For these and all that captures and promotions lead to.
    pub(super) fn new(list: &[Material]) -> Numbers {
        let (mut blocks, mut keys, mut tiers) = (Vec::<Block>::new(), Vec::new(), Vec::new());
        for material in closure(list) {
            let begin = blocks.last().map_or(0, |block| block.end);
            let other = Some(material.exchanged()).filter(|other| *other != material);
            for material in [material].into_iter().chain(other) {
                keys.push((material.key(), blocks.len()));
                blocks.push(Block::new(blocks.last().map_or(0, |block| block.end), &material));
            }
            tiers.push(begin..blocks.last().map_or(0, |block| block.end));
        }
        keys.sort_unstable();
        Numbers { blocks, keys, tiers }
    }

    /// The block of a material of at most [`MOST_MEN`].
    #[inline]
    fn block(&self, material: &Material) -> Option<&Block> {
        let key = material.key();
        let found = self.keys.binary_search_by_key(&key, |&(key, _)| key).ok()?;
        Some(&self.blocks[self.keys[found].1])
    }

    /// The material, seen by the player to move, has numbers.
    #[inline]
    pub(super) fn has(&self, material: &Material) -> bool {
        material.men() <= MOST_MEN && self.block(material).is_some()
    }

    fn size(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.end)
    }

    fn index(&self, setup: &Setup) -> Option<u64> {
        let block = self.block(&Material::of(setup))?;
        let (image, either) = block.image(setup);
        let number = block.number(setup, image);
        Some(if either { number.min(block.number(setup, image | TRANSPOSED)) } else { number })
    }

    fn position(&self, index: u64) -> Option<Position> {
        if index >= self.size() {
            return None;
        }
        let setup = self.blocks[self.blocks.partition_point(|block| block.end <= index)].setup(index)?;
        (self.index(&setup) == Some(index)).then(|| setup.position())?
    }
}

impl Indexed for Chess {
    fn size(&self) -> u64 {
        self.numbers.as_ref().map_or(0, |numbers| numbers.size())
    }

    #[inline]
    fn index(&self, p: &Position) -> u64 {
        let numbers = self.numbers.as_ref().expect("asked only where positions have numbers");
        numbers.index(&Setup::of(p).seen_by_mover()).expect("asked only where the position has a number")
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        self.numbers.as_ref()?.position(index)
    }

    /// One for each material: captures and promotions lead to later ones.
    fn tiers(&self) -> Vec<Range<u64>> {
        self.numbers.as_ref().map_or_else(Vec::new, |numbers| numbers.tiers.clone())
    }

    fn images(&self, p: &Position) -> u64 {
        let setup = Setup::of(p).seen_by_mover();
        let Some(block) = self.numbers.as_ref().and_then(|numbers| numbers.block(&Material::of(&setup))) else {
            return 1;
        };
        match block.image(&setup) {
            _ if block.pawns => 2,
            (image, true) if block.number(&setup, image) == block.number(&setup, image | TRANSPOSED) => 4,
            _ => 8,
        }
    }

    #[inline]
    fn renamed(&self, p: &Position) -> bool {
        p.board.side_to_move() == Color::Black
    }

    /// Castlings are not numbered.
    fn numbered(&self, p: &Position) -> bool {
        let castles = |color| *p.board.castle_rights(color) != CastleRights::EMPTY;
        p.board.occupied().len() <= MOST_MEN
            && !Color::ALL.into_iter().any(castles)
            && self.numbers.as_ref().is_some_and(|numbers| numbers.has(&Material::of(&Setup::of(p).seen_by_mover())))
    }

    fn everywhere(&self) -> bool {
        self.numbers.is_some()
    }

    /// The men, those of the stronger side first, and whether that side ("w") or the other ("b") is to move.
    fn family(&self, p: &Position) -> Option<String> {
        let material = Material::of(&Setup::of(p).seen_by_mover());
        Some(match material.first_is_stronger() {
            true => format!("{} w", material.text()),
            false => format!("{} b", material.exchanged().text()),
        })
    }
}
