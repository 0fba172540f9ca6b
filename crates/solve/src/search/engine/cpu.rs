//! The search compiled twice: for any processor, and for those of the last ten years, whose instructions for counting
//! and finding bits make bitboards about twice as fast. Which one runs is found out at run time, so that a plain build is
//! fast everywhere and runs everywhere.

use super::{table::Place, walk::Search};
use crate::table::Known;
use attractor_game::{Bounds, Tactics};

/// A kind of processor, by the code it runs.
pub(super) trait Cpu {
    /// Enters a node: [`Search::visit`], compiled for this processor.
    fn visit<T: Tactics, A: Known<T::Position>>(
        search: &mut Search<'_, T, A>,
        n: &T::Node,
        at: Place<T::Key>,
        known: Bounds,
        ask: i32,
    ) -> i32;
}

/// Any processor.
pub(super) struct Baseline;

impl Cpu for Baseline {
    fn visit<T: Tactics, A: Known<T::Position>>(
        search: &mut Search<'_, T, A>,
        n: &T::Node,
        at: Place<T::Key>,
        known: Bounds,
        ask: i32,
    ) -> i32 {
        search.visit::<Baseline>(n, at, known, ask)
    }
}

/// One that counts bits in one instruction.
pub(super) struct Modern;

impl Modern {
    /// This machine has one.
    pub(super) fn here() -> bool {
        #[cfg(target_arch = "x86_64")]
        return std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2");
        #[cfg(not(target_arch = "x86_64"))]
        return false;
    }
}

impl Cpu for Modern {
    #[inline(always)]
    fn visit<T: Tactics, A: Known<T::Position>>(
        search: &mut Search<'_, T, A>,
        n: &T::Node,
        at: Place<T::Key>,
        known: Bounds,
        ask: i32,
    ) -> i32 {
        // SAFETY: used only after `here` has said so.
        #[cfg(target_arch = "x86_64")]
        return unsafe { modern(search, n, at, known, ask) };
        #[cfg(not(target_arch = "x86_64"))]
        return search.visit::<Baseline>(n, at, known, ask);
    }
}

/// Everything that is inlined here may use those instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn modern<T: Tactics, A: Known<T::Position>>(
    search: &mut Search<'_, T, A>,
    n: &T::Node,
    at: Place<T::Key>,
    known: Bounds,
    ask: i32,
) -> i32 {
    search.visit::<Modern>(n, at, known, ask)
}
