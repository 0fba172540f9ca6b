//! Numbers `m / 2^n`, exactly.

use std::{
    fmt,
    ops::{Add, AddAssign, Neg, Sub},
};

/// A number in units of 2^-32: denominators up to 2^32, sizes below 2^30.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Dyadic(pub(super) i64);

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic(0);
    /// The smallest positive one.
    pub(super) const UNIT: Dyadic = Dyadic(1);
    const POINT: u32 = 32;

    /// A whole number.
    pub const fn integer(n: i32) -> Dyadic {
        Dyadic((n as i64) << Dyadic::POINT)
    }

    /// `numerator / 2^power`, with `power` at most 32.
    pub const fn new(numerator: i32, power: u32) -> Dyadic {
        Dyadic((numerator as i64) << (Dyadic::POINT - power))
    }

    /// Half of it, if that is exact.
    pub(super) const fn half(self) -> Option<Dyadic> {
        if self.0 & 1 == 0 { Some(Dyadic(self.0 >> 1)) } else { None }
    }

    /// It is whole.
    pub const fn is_integer(self) -> bool {
        self.0 & ((1 << Dyadic::POINT) - 1) == 0
    }

    /// In units of `2^-bits`, rounded down. `bits` is at most 32.
    #[inline]
    pub(crate) const fn floor(self, bits: u32) -> i64 {
        self.0 >> (Dyadic::POINT - bits)
    }

    /// As a floating-point number, exact up to 2^20 in size.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / (1u64 << Dyadic::POINT) as f64
    }

    /// How far a move in the canonical form of this number goes: 1 for integers, else the lowest bit.
    pub(super) const fn step(self) -> Dyadic {
        if self.is_integer() { Dyadic::integer(1) } else { Dyadic(self.0 & self.0.wrapping_neg()) }
    }

    /// The number that Left (or Right) moves to in the canonical form of this one.
    pub(crate) fn option(self, left: bool) -> Option<Dyadic> {
        let blocked = self.is_integer() && if left { self <= Dyadic::ZERO } else { self >= Dyadic::ZERO };
        let step = self.step();
        (!blocked).then(|| if left { self - step } else { self + step })
    }

    /// The simplest number above `low` and below `high`, where those are given: the one born first. `None` if it is
    /// finer than this type.
    pub(super) fn simplest(low: Option<Dyadic>, high: Option<Dyadic>) -> Option<Dyadic> {
        let above = low.map_or(i64::MIN, |x| x.0);
        let below = high.map_or(i64::MAX, |x| x.0);
        debug_assert!(above < below);
        if above < 0 && below > 0 {
            return Some(Dyadic::ZERO);
        }
        if above < 0 {
            return Dyadic::simplest(high.map(Neg::neg), low.map(Neg::neg)).map(Neg::neg);
        }
        // The least multiple of the coarsest grid that has one between the two.
        let mut grid = Dyadic::POINT;
        loop {
            let next = ((above >> grid) + 1) << grid;
            if next < below {
                return Some(Dyadic(next));
            }
            grid = grid.checked_sub(1)?;
        }
    }
}

impl Add for Dyadic {
    type Output = Dyadic;
    #[inline]
    fn add(self, other: Dyadic) -> Dyadic {
        Dyadic(self.0 + other.0)
    }
}

impl AddAssign for Dyadic {
    #[inline]
    fn add_assign(&mut self, other: Dyadic) {
        *self = *self + other;
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;
    #[inline]
    fn sub(self, other: Dyadic) -> Dyadic {
        Dyadic(self.0 - other.0)
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    #[inline]
    fn neg(self) -> Dyadic {
        Dyadic(-self.0)
    }
}

/// `3`, `-1/2`, `13/8`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = Dyadic::POINT.saturating_sub(self.0.trailing_zeros());
        write!(f, "{}", self.0 >> (Dyadic::POINT - power))?;
        if power > 0 { write!(f, "/{}", 1u64 << power) } else { Ok(()) }
    }
}
