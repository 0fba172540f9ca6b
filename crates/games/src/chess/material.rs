//! The men of endgames: `KBNK` is White's king, bishop and knight against a bare king.

use super::{
    Position,
    setup::{KING, PAWN, Setup},
};
use attractor_game::{Error, Spec};
use cozy_chess::Color;
use std::cmp::Reverse;

/// Kinds of men beside the king, in the order of `cozy_chess::Piece`, with their letters.
pub(super) const OTHERS: usize = 5;
const LETTERS: [char; OTHERS] = ['P', 'N', 'B', 'R', 'Q'];

/// The men that endgames have at most, the kings included.
pub(super) const MOST_MEN: u32 = 5;

/// How many men there are beside the kings: by colour, or by who is to move and who is not; and by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Material(pub(super) [[u8; OTHERS]; 2]);

/// Bare kings.
const NOBODY: Material = Material([[0; OTHERS]; 2]);

impl Material {
    /// The men of a setup: White's, then Black's.
    #[inline]
    pub(super) fn of(setup: &Setup) -> Material {
        Material(setup.sets.map(|sets| std::array::from_fn(|kind| sets[kind].count_ones() as u8)))
    }

    /// A number of its own for each material of at most [`MOST_MEN`].
    #[inline]
    pub(super) fn key(&self) -> u32 {
        self.0.iter().flatten().fold(0, |key, &n| key << 2 | u32::from(n))
    }

    /// All men, the kings included.
    pub(super) fn men(&self) -> u32 {
        2 + self.0.iter().flatten().map(|&n| u32::from(n)).sum::<u32>()
    }

    /// Pawns of both.
    pub(super) fn pawns(&self) -> u32 {
        self.0.iter().map(|side| u32::from(side[PAWN])).sum()
    }

    /// The sides exchanged.
    pub(super) fn exchanged(&self) -> Material {
        Material([self.0[1], self.0[0]])
    }

    /// The side of the first is the stronger one, or both are alike. By the usual values of men, then by their kinds.
    pub(super) fn first_is_stronger(&self) -> bool {
        let strength = |side: &[u8; OTHERS]| {
            let points: u32 = side.iter().zip([1, 3, 3, 5, 9]).map(|(&n, worth)| u32::from(n) * worth).sum();
            (points, std::array::from_fn::<u8, OTHERS, _>(|i| side[OTHERS - 1 - i]))
        };
        strength(&self.0[0]) >= strength(&self.0[1])
    }

    /// The letters, those of the first side first: `KRKN`.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for side in &self.0 {
            text.push('K');
            (0..OTHERS).rev().for_each(|kind| (0..side[kind]).for_each(|_| text.push(LETTERS[kind])));
        }
        text
    }

    /// What a capture or a promotion makes of it.
    fn after(&self) -> impl Iterator<Item = Material> {
        let men = (0..2).flat_map(|side| (0..OTHERS).map(move |kind| (side, kind)));
        men.filter(|&(side, kind)| self.0[side][kind] > 0).flat_map(|(side, kind)| {
            let mut without = *self;
            without.0[side][kind] -= 1;
            let promoted = (1..if kind == PAWN { OTHERS } else { 1 }).map(move |kind| {
                let mut with = without;
                with.0[side][kind] += 1;
                with
            });
            promoted.chain([without])
        })
    }

    /// A position with these men at home, as far as there is room.
    pub(super) fn start(&self, turn: Color) -> Position {
        // Nothing on the first two rows attacks e8, and nothing on the last two e1: only the column between them would.
        const HOME: [[usize; 3]; OTHERS] = [[12, 11, 13], [1, 6, 2], [2, 5, 3], [0, 7, 1], [3, 2, 1]];
        let mut setup = Setup { sets: [[0; KING + 1]; 2], passant: None, turn };
        for (side, sets) in setup.sets.iter_mut().enumerate() {
            sets[KING] = 1 << 4;
            let mut taken = sets[KING];
            for kind in (0..OTHERS).rev() {
                for _ in 0..self.0[side][kind] {
                    let free = |square: &usize| taken >> square & 1 == 0;
                    let square = HOME[kind].into_iter().chain(0..4).chain(5..8).find(free).expect("there are few men");
                    taken |= 1 << square;
                    sets[kind] |= 1 << square;
                }
            }
        }
        setup.sets[1] = setup.sets[1].map(u64::swap_bytes);
        setup.position().expect("nobody is in check")
    }
}

/// What `men=` asks for, letters or the greatest number of men: what play begins with, and all that has numbers,
/// without what it leads to.
pub(super) fn read(spec: &Spec, text: &str) -> Result<(Material, Vec<Material>), Error> {
    let bad = || {
        spec.wrong(
            "bad-men",
            "men= in {spec} is the men of an endgame, White's first, such as KBNK, or a number from 3 to 5, not {option}",
            text,
        )
    };
    if let Ok(men) = text.parse::<u32>() {
        if !(3..=MOST_MEN).contains(&men) {
            return Err(bad());
        }
        // Pawns of White's can become anything.
        let mut pawns = NOBODY;
        pawns.0[0][PAWN] = (men - 2) as u8;
        return Ok((pawns, all(men)));
    }
    let (mut material, mut kings) = (NOBODY, 0);
    for letter in text.chars().map(|c| c.to_ascii_uppercase()) {
        match (letter, LETTERS.iter().position(|&l| l == letter)) {
            ('K', _) if kings < 2 => kings += 1,
            (_, Some(kind)) if kings > 0 => material.0[kings - 1][kind] = material.0[kings - 1][kind].saturating_add(1),
            _ => return Err(bad()),
        }
    }
    if kings != 2 {
        return Err(bad());
    }
    if text.chars().count() > MOST_MEN as usize {
        return Err(spec
            .wrong("too-many-endgame-men", "men= in {spec} is {option}: endgames have at most {limit} men", text)
            .arg("limit", MOST_MEN));
    }
    Ok((material, vec![material]))
}

/// All material of at most so many men, the fewest first.
fn all(men: u32) -> Vec<Material> {
    let mut list = vec![NOBODY];
    let mut begin = 0;
    for _ in 2..men {
        let end = list.len();
        for i in begin..end {
            for kind in 0..2 * OTHERS {
                let mut more = list[i];
                more.0[kind / OTHERS][kind % OTHERS] += 1;
                if !list.contains(&more) {
                    list.push(more);
                }
            }
        }
        begin = end;
    }
    list
}

/// These and all that captures and promotions lead to, in the order of play, each once: the stronger side first.
pub(super) fn closure(list: &[Material]) -> Vec<Material> {
    let ordered = |m: &Material| if m.first_is_stronger() { *m } else { m.exchanged() };
    let mut closure: Vec<Material> = Vec::new();
    let mut open: Vec<Material> = list.iter().map(ordered).collect();
    while let Some(material) = open.pop() {
        if !closure.contains(&material) {
            open.extend(material.after().map(|m| ordered(&m)));
            closure.push(material);
        }
    }
    closure.sort_by_key(|m| Reverse((m.men(), m.pawns(), m.key())));
    closure
}
