//! Combinatorial values: what a position of a normal-play game is worth when it is one part of a sum.
//!
//! Left (player 1) and Right (player 2) move alternately; whoever cannot move loses. A game `{L | R}` is given by its
//! options. `G <= H` when Right, moving second, wins `G - H`; games equal in this order behave alike in every sum, and
//! among all equal ones there is a simplest, the *canonical form*: no option is dominated (another is at least as good)
//! and none is reversible (the opponent has an answer that leaves the opponent no worse off than before).
//!
//! | | |
//! |---|---|
//! | [`Dyadic`] | exact numbers `m / 2^n` |
//! | [`Form`] | a canonical form, kept in [`Forms`]: equal values have equal forms |
//! | [`Forms::make`], [`add`](Forms::add), [`negate`](Forms::negate), [`le`](Forms::le) | the group and its order |
//! | [`Forms::mean`], [`temperature`](Forms::temperature) | from the thermograph: what it is worth on average, and what a move is worth |
//! | [`Sum`], [`Forms::wins`] | sums too large to be brought into one form, solved by play |
//! | [`Forms::write`] | the usual notation |
//! | [`Valued`], [`describe`] | games whose positions have values, and a value in words |
//!
//! ```
//! use attractor_games::combinatorial::{Dyadic, Forms};
//! let mut forms = Forms::new();
//! let [one, minus_one] = [1, -1].map(|n| forms.number(Dyadic::integer(n)).unwrap());
//! let hot = forms.make(&[one], &[minus_one]).unwrap();
//! assert_eq!(forms.write(hot), "±1");
//! assert_eq!(forms.temperature(hot), Dyadic::integer(1));
//! let twice = forms.add(hot, hot).unwrap();
//! assert_eq!(forms.write(twice), "0");
//! ```
//!
//! Literature: Conway, *On Numbers and Games* (1976); Berlekamp, Conway and Guy, *Winning Ways* (1982); Siegel,
//! *Combinatorial Game Theory* (2013).

mod dyadic;
mod forms;
mod notation;
mod sum;
#[cfg(test)]
mod tests;
mod thermograph;
mod valued;

pub use dyadic::Dyadic;
pub use forms::{Form, Forms, Outcome};
pub use sum::Sum;
pub use valued::{Valued, Worth, describe};
pub(crate) use valued::{by_mex, too_large};

/// Mixes a word into one whose bits all depend on all of its own.
#[inline]
pub(crate) const fn mix(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ (x >> 32)
}

/// The same for twice as many bits: two lanes, each of which depends on all of them.
#[inline]
pub(crate) const fn mix_wide(x: u128) -> u128 {
    let (low, high) = (x as u64, (x >> 64) as u64);
    let a = mix(low ^ mix(high ^ 0x1234_5678_9ABC_DEF1));
    let b = mix(high.wrapping_add(0x0F0F_1234_8765_4321) ^ mix(low ^ 0xA5A5_5A5A_DEAD_BEEF));
    (b as u128) << 64 | a as u128
}

/// Asks for a place of a table that will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(table: &[T], place: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(place) = table.get(place) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of x86-64, so every such processor has it. It is a hint that neither reads nor
        // writes memory as a program sees it; the address is that of an item inside the table, which `get` has checked.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (table, place);
}
