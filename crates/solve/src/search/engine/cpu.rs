//! The search compiled twice: for any processor, and for those of the last ten years, whose instructions for counting
//! and finding bits make bitboards about twice as fast. Which one runs is found out at run time, so that a plain build is
//! fast everywhere and runs everywhere.

use super::{table::Place, walk::Search};
use crate::search::Known;
use attractor_game::{Bounds, Tactics};

/// A kind of processor, by the code it runs. A value of the type proves that this machine has one.
pub(super) trait Cpu: Copy {
    /// Enters a node: [`Search::visit`], compiled for this processor.
    fn visit<T: Tactics, A: Known<T::Position>>(
        self,
        search: &mut Search<'_, T, A>,
        n: &T::Node,
        at: Place<T::Key>,
        known: Bounds,
        ask: i32,
    ) -> i32;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Baseline;

impl Cpu for Baseline {
    fn visit<T: Tactics, A: Known<T::Position>>(
        self,
        search: &mut Search<'_, T, A>,
        n: &T::Node,
        at: Place<T::Key>,
        known: Bounds,
        ask: i32,
    ) -> i32 {
        search.visit(self, n, at, known, ask)
    }
}

/// One that counts and finds bits in one instruction. [`Modern::here`] alone makes values of it.
#[derive(Clone, Copy)]
pub(super) struct Modern(());

impl Modern {
    /// The proof that this machine has those instructions, if it has.
    pub(super) fn here() -> Option<Modern> {
        #[cfg(target_arch = "x86_64")]
        let found = std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2");
        #[cfg(not(target_arch = "x86_64"))]
        let found = false;
        found.then_some(Modern(()))
    }
}

impl Cpu for Modern {
    #[inline(always)]
    fn visit<T: Tactics, A: Known<T::Position>>(
        self,
        search: &mut Search<'_, T, A>,
        n: &T::Node,
        at: Place<T::Key>,
        known: Bounds,
        ask: i32,
    ) -> i32 {
        // SAFETY: `modern` needs the instructions that its attribute names and nothing else. `self` proves that this
        // processor has them all: only `here` can make one, and only after it has found each.
        #[cfg(target_arch = "x86_64")]
        return unsafe { modern(self, search, n, at, known, ask) };
        #[cfg(not(target_arch = "x86_64"))]
        return search.visit(self, n, at, known, ask);
    }
}

/// Everything that is inlined here may use those instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn modern<T: Tactics, A: Known<T::Position>>(
    cpu: Modern,
    search: &mut Search<'_, T, A>,
    n: &T::Node,
    at: Place<T::Key>,
    known: Bounds,
    ask: i32,
) -> i32 {
    search.visit(cpu, n, at, known, ask)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::Modern;

    /// Under Miri instructions are given at compile time: then the search for modern processors is the one that is tested.
    #[test]
    #[cfg_attr(not(all(target_feature = "bmi2", target_feature = "lzcnt")), ignore = "compiled for any processor")]
    fn instructions_known_at_compile_time_are_found() {
        assert!(Modern::here().is_some());
    }
}
