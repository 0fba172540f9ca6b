//! Heaps of matches whose positions are numbered, for tests of tables: as large as a test needs them, with a tier for each
//! size of the first heap.

use attractor_game::{Game, Indexed, Player, Retrograde};
use std::ops::{ControlFlow, Range};

/// The heaps at the start; one to three matches are taken from one of them, and who cannot move loses.
pub(crate) struct Heaps<const N: usize>(pub(crate) [u16; N]);

impl<const N: usize> Heaps<N> {
    fn takes(heap: u16) -> impl Iterator<Item = u16> {
        1..=heap.min(3)
    }
}

/// Who is to move, and the matches left in each heap.
type Position<const N: usize> = (Player, [u16; N]);

impl<const N: usize> Game for Heaps<N> {
    type Position = Position<N>;
    type Move = (usize, u16);
    const ACYCLIC: bool = true;
    fn start(&self) -> Position<N> {
        (Player::One, self.0)
    }
    fn turn(&self, p: &Position<N>) -> Player {
        p.0
    }
    fn moves(&self, p: &Position<N>) -> impl Iterator<Item = (usize, u16)> {
        let heaps = p.1.into_iter().enumerate();
        heaps.flat_map(|(i, heap)| Heaps::<N>::takes(heap).map(move |take| (i, take)))
    }
    fn play(&self, p: &Position<N>, (i, take): (usize, u16)) -> Position<N> {
        let mut heaps = p.1;
        heaps[i] -= take;
        (p.0.other(), heaps)
    }
}

/// In mixed radix: the matches gone from each heap, the first heap's most significant, and then the turn.
impl<const N: usize> Indexed for Heaps<N> {
    fn size(&self) -> u64 {
        self.0.iter().fold(2, |size, &heap| size * (u64::from(heap) + 1))
    }
    fn index(&self, p: &Position<N>) -> u64 {
        let gone = self.0.iter().zip(p.1);
        let index = gone.fold(0, |index, (&full, left)| index * (u64::from(full) + 1) + u64::from(full - left));
        2 * index + p.0.index() as u64
    }
    fn position(&self, index: u64) -> Option<Position<N>> {
        let (mut heaps, mut rest) = (self.0, index / 2);
        for heap in heaps.iter_mut().rev() {
            let sizes = u64::from(*heap) + 1;
            *heap -= (rest % sizes) as u16;
            rest /= sizes;
        }
        (index < self.size()).then_some((Player::BOTH[(index % 2) as usize], heaps))
    }
    fn tiers(&self) -> Vec<Range<u64>> {
        let tiers = u64::from(self.0[0]) + 1;
        let each = self.size() / tiers;
        (0..tiers).map(|i| i * each..(i + 1) * each).collect()
    }
}

impl<const N: usize> Retrograde for Heaps<N> {
    fn try_predecessors<B>(
        &self,
        p: &Position<N>,
        mut each: impl FnMut(Position<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (i, &full) in self.0.iter().enumerate() {
            for take in Heaps::<N>::takes(full - p.1[i]) {
                let mut heaps = p.1;
                heaps[i] += take;
                each((p.0.other(), heaps))?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn heaps_obey_the_laws() {
    use attractor_game::laws::{Effort, Laws};
    let game = Heaps([4, 0, 5]);
    let mut laws = Laws::new(&game, Effort::default());
    laws.rules();
    laws.indexed();
    laws.retrograde();
    assert!(laws.verdict().is_ok_and(|positions| positions > 50));
    assert_eq!((game.size(), Heaps([2, 3]).size()), (60, 24));
}
