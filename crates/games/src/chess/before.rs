//! Moves of endgames undone.

use super::{
    Chess, Position, attacks,
    material::{Material, OTHERS},
    setup::{KING, PAWN, Setup, squares},
    table::Numbers,
};
use crate::bits::transposed;
use attractor_game::Retrograde;
use cozy_chess::{BitBoard, Color, Piece, Square};
use std::ops::ControlFlow;

const WHITE: usize = Color::White as usize;
const BLACK: usize = Color::Black as usize;

impl Retrograde for Chess {
    #[inline]
    fn try_predecessors<B>(&self, p: &Position, each: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        match &self.numbers {
            Some(numbers) => before(&Setup::of(p), numbers, each),
            None => ControlFlow::Continue(()),
        }
    }
}

/// The positions before a representative, which has White to move: each as often as the representative of its own class
/// has moves into the class of this one.
#[inline]
fn before<B>(p: &Setup, numbers: &Numbers, mut found: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut give = |q: &Setup| q.position().map_or(ControlFlow::Continue(()), &mut found);
    if Material::of(p).pawns() > 0 {
        // No position with pawns is its own image.
        return undo(p, numbers, true, true, give);
    }
    // Without pawns. Who is its own image is so by the diagonal on which the king stands.
    let symmetric = p.each(transposed) == *p;
    undo(p, numbers, true, false, |q| match (symmetric, q.each(transposed)) {
        // Of a position and its image, one.
        (true, image) if image.sets < q.sets => ControlFlow::Continue(()),
        // One move leads here, and one to the image.
        (false, image) if image == *q => {
            give(q)?;
            give(q)
        }
        _ => give(q),
    })?;
    // Before a capture or promotion there were pawns, whose positions have only one other image: they lead to every
    // image of this one. Of two that left and right tell apart, one is taken.
    for image in 0..if symmetric { 4 } else { 8 } {
        let q = p.each(|set| {
            let set = if image & 1 != 0 { BitBoard(set).flip_files().0 } else { set };
            let set = if image & 2 != 0 { set.swap_bytes() } else { set };
            if image & 4 != 0 { transposed(set) } else { set }
        });
        if q.king(Color::White) % 8 < 4 {
            undo(&q, numbers, false, true, &mut give)?;
        }
    }
    ControlFlow::Continue(())
}

/// Undoes every move of Black's that can have led to a position with White to move: those from positions without pawns
/// (`plain`), those from positions with pawns (`pawns`), or all.
#[inline]
fn undo<B>(
    p: &Setup,
    numbers: &Numbers,
    plain: bool,
    pawns: bool,
    mut give: impl FnMut(&Setup) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let now = Setup { turn: Color::Black, passant: None, ..*p };
    let free = !p.occupied();
    let has_pawns = Material::of(p).pawns() > 0;
    let mut give = |q: Setup| {
        give(&q)?;
        if q.sets[WHITE][PAWN] != 0 && q.sets[BLACK][PAWN] != 0 {
            passing(&q, &mut give)?;
        }
        ControlFlow::Continue(())
    };
    let moved = |kind: usize, from: usize, becomes: usize, to: usize| {
        let mut q = now;
        q.sets[BLACK][becomes] ^= 1 << to;
        q.sets[BLACK][kind] |= 1 << from;
        q
    };
    if let Some(file) = p.passant {
        let to = 32 + usize::from(file);
        return give(moved(PAWN, to + 16, PAWN, to));
    }
    // What White may have lost, with or without a pawn of Black's that has become something else. Black was to move.
    let material = Material::of(p).exchanged();
    let lost = |material: &Material, promoted: bool| -> [bool; OTHERS] {
        std::array::from_fn(|victim| {
            let mut before = *material;
            before.0[1][victim] += 1;
            (if victim == PAWN { pawns } else { plain || promoted }) && numbers.has(&before)
        })
    };
    let usual = lost(&material, false);
    for kind in 0..=KING {
        for to in squares(p.sets[BLACK][kind]) {
            // Where a pawn that took something here came from; upwards is back.
            let aside = [(to % 8 > 0, to + 7), (to % 8 < 7, to + 9)];
            let aside = aside.into_iter().filter(|&(there, from)| there && from < 56 && free >> from & 1 != 0);
            let aside = aside.map(|(_, from)| from);
            if kind == PAWN {
                let step = to + 8;
                if step < 56 && free >> step & 1 != 0 {
                    give(moved(PAWN, step, PAWN, to))?;
                    let twice = to + 16;
                    let passed = || Setup { passant: Some((to % 8) as u8), ..*p }.position().is_some();
                    if to / 8 == 4 && free >> twice & 1 != 0 && !passed() {
                        give(moved(PAWN, twice, PAWN, to))?;
                    }
                    // En passant, from beside the pawn that was here.
                    if to / 8 == 2 && free >> (to - 8) & 1 != 0 && usual[PAWN] {
                        for from in aside.clone() {
                            let mut q = moved(PAWN, from, PAWN, to);
                            q.sets[WHITE][PAWN] |= 1 << step;
                            q.passant = Some((to % 8) as u8);
                            give(q)?;
                        }
                    }
                }
                for from in aside {
                    taken(&moved(PAWN, from, PAWN, to), to, &usual, &mut give)?;
                }
                continue;
            }
            let reach = attacks(Piece::index(kind), Square::index(to), BitBoard(!free)).0 & free;
            for from in squares(reach) {
                let q = moved(kind, from, kind, to);
                if has_pawns || plain {
                    give(q)?;
                }
                taken(&q, to, &usual, &mut give)?;
            }
            if kind != KING && to / 8 == 0 && pawns {
                let mut before = material;
                before.0[0][PAWN] += 1;
                before.0[0][kind] -= 1;
                let step = to + 8;
                if free >> step & 1 != 0 && numbers.has(&before) {
                    give(moved(PAWN, step, kind, to))?;
                }
                let lost = lost(&before, true);
                for from in aside {
                    taken(&moved(PAWN, from, kind, to), to, &lost, &mut give)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The same with one of the men that White may have lost on the square.
#[inline]
fn taken<B>(
    q: &Setup,
    to: usize,
    lost: &[bool; OTHERS],
    give: &mut impl FnMut(Setup) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let last_row = to / 8 == 0 || to / 8 == 7;
    for victim in (0..OTHERS).filter(|&victim| lost[victim] && !(victim == PAWN && last_row)) {
        let mut q = *q;
        q.sets[WHITE][victim] |= 1 << to;
        give(q)?;
    }
    ControlFlow::Continue(())
}

/// The same with Black to move who could take a pawn en passant.
fn passing<B>(q: &Setup, give: &mut impl FnMut(&Setup) -> ControlFlow<B>) -> ControlFlow<B> {
    if q.passant.is_some() {
        return ControlFlow::Continue(());
    }
    let free = !q.occupied();
    for to in squares(q.sets[WHITE][PAWN]).filter(|to| to / 8 == 3) {
        let beside = (if to % 8 > 0 { 1 << (to - 1) } else { 0 }) | (if to % 8 < 7 { 1 << (to + 1) } else { 0 });
        if q.sets[BLACK][PAWN] & beside != 0 && free >> (to - 8) & free >> (to - 16) & 1 != 0 {
            give(&Setup { passant: Some((to % 8) as u8), ..*q })?;
        }
    }
    ControlFlow::Continue(())
}
