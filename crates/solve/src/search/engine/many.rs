//! Many positions at once: each thread searches positions of its own, and all share the table.

use super::{Desk, Engine, Halt, Search, Team};
use crate::search::Known;
use attractor_game::{Bounds, Tactics};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

impl<T: Tactics + Sync, A: Known<T::Position> + Send> Engine<'_, T, A> {
    /// The exact scores of positions for the player to move there. `found` hears the number of each position and its
    /// score as soon as that is known, in any order and from any thread, and says whether to go on. Whether all were
    /// found: the search may be told to stop.
    ///
    /// Threads do not wait for each other but at the end, so this uses many threads better than one search does.
    pub fn scores(&mut self, positions: &[T::Position], found: impl Fn(usize, i32) -> bool + Sync) -> bool
    where
        T::Position: Sync,
    {
        self.table.next_generation();
        let (tactics, table, stop, most) = (&self.tactics, &self.table, self.stop, super::most(&self.tactics));
        let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
        let ended = AtomicBool::new(false);
        let run = |desk: &mut Desk<T, A>| {
            let mut team = Team::new(1);
            while !ended.load(Relaxed)
                && let i = next.fetch_add(1, Relaxed)
                && let Some(p) = positions.get(i)
            {
                team.begin();
                let halt = Halt { stop, deadline: None, limit: 0 };
                let mut search = Search::new(tactics, table, &team, halt, None, false, desk);
                let (all, mut known) = (Bounds { lo: -most, hi: most }, Bounds::OPEN);
                let bounds = search.run(p, all, 0, &mut known);
                nodes.fetch_add(search.nodes.saturating_add(search.inner), Relaxed);
                if !bounds.is_some_and(|bounds| found(i, bounds.lo)) {
                    ended.store(true, Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            let (first, others) = self.desks.split_first_mut().expect("there is a thread");
            for desk in others {
                scope.spawn(|| run(desk));
            }
            run(first);
        });
        self.nodes = self.nodes.saturating_add(nodes.into_inner());
        !ended.into_inner()
    }
}
