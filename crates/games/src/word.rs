//! Sets of cells as bits of a word of 64 bits where they fit, else 128: what games on boards of any size ask of both.

use crate::{bits::Set, combinatorial::mix_wide};
use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr},
};

/// A set of cells: 64 of them where they fit, else 128.
pub(crate) trait Word:
    Set
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    fn from_wide(wide: u128) -> Self;
    fn wide(self) -> u128;
    /// The cell of that number alone.
    fn cell(number: u32) -> Self;
    fn reversed(self) -> Self;
    /// A number for the place of the set in a table.
    fn place(self) -> u64;
    /// The same with more bits.
    fn place_wide(self) -> u128 {
        mix_wide(self.wide())
    }
}

macro_rules! word {
    ($type:ty, $hash:expr) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            #[inline(always)]
            fn from_wide(wide: u128) -> $type {
                wide as $type
            }
            #[inline(always)]
            fn wide(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn cell(number: u32) -> $type {
                1 << number
            }
            #[inline(always)]
            fn reversed(self) -> $type {
                self.reverse_bits()
            }
            #[inline(always)]
            fn place(self) -> u64 {
                let hash: fn($type) -> u64 = $hash;
                hash(self)
            }
        }
    };
}
word!(u64, spread);
word!(u128, |set| spread(set as u64 ^ ((set >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)));

/// One multiplication is enough for the place of a set in a table that keeps the set itself.
#[inline(always)]
fn spread(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ x >> 32
}
