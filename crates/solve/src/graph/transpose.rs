//! The transposed arena: for each vertex, where its moves come from.
//!
//! Written directly, every move lands at a random place of a vector far larger than any cache. Partitioned by the high
//! bits of the target first (one sequential stream per block of 2^16 targets), each block is then finished inside the
//! cache: the same rows, several times faster. Where moves stay near (a torus, a heap of matches) the direct way is
//! inside the cache anyway, and is taken.

use super::Arena;

/// Predecessors of every vertex, in compressed rows; each row in the order of the vertices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transposed {
    offsets: Vec<u64>,
    sources: Vec<u32>,
}

/// Targets per block: their counters stay in the fast cache.
const BLOCK: u32 = 16;

impl Transposed {
    /// Transposes in O(vertices + moves).
    pub fn of(arena: &Arena) -> Transposed {
        if stays_near(arena) { Transposed::naive(arena) } else { Transposed::partitioned(arena) }
    }

    /// Block by block.
    pub fn partitioned(arena: &Arena) -> Transposed {
        let (offsets, moves) = arena.rows();
        let n = arena.len();
        let blocks = (n >> BLOCK) + 1;

        // Step 1. How many moves lead into each block.
        let mut begins = vec![0usize; blocks + 1];
        for &to in moves {
            begins[(to >> BLOCK) as usize + 1] += 1;
        }
        for b in 0..blocks {
            begins[b + 1] += begins[b];
        }

        // Step 2. Moves, block by block: the low bits of the target, and the source.
        let mut low = vec![0u16; moves.len()];
        let mut from = vec![0u32; moves.len()];
        let mut next = begins[..blocks].to_vec();
        for v in 0..n {
            for &to in &moves[offsets[v] as usize..offsets[v + 1] as usize] {
                let at = &mut next[(to >> BLOCK) as usize];
                low[*at] = to as u16;
                from[*at] = v as u32;
                *at += 1;
            }
        }

        // Step 3. Inside each block, by target.
        let mut rows = Vec::with_capacity(n + 1);
        let mut sources = vec![0u32; moves.len()];
        let mut place = vec![0u64; 1 << BLOCK];
        for b in 0..blocks {
            let (begin, end) = (begins[b], begins[b + 1]);
            let width = (n - (b << BLOCK)).min(1 << BLOCK);
            place[..width].fill(0);
            low[begin..end].iter().for_each(|&t| place[t as usize] += 1);
            let mut sum = begin as u64;
            for count in &mut place[..width] {
                rows.push(sum);
                sum += std::mem::replace(count, sum);
            }
            for (&t, &v) in low[begin..end].iter().zip(&from[begin..end]) {
                let at = &mut place[t as usize];
                sources[*at as usize] = v;
                *at += 1;
            }
        }
        rows.push(moves.len() as u64);
        Transposed { offsets: rows, sources }
    }

    /// The plain twin: every move written where it belongs at once.
    pub fn naive(arena: &Arena) -> Transposed {
        let n = arena.len();
        let mut offsets = vec![0u64; n + 1];
        for v in arena.vertices() {
            arena.successors(v).iter().for_each(|&w| offsets[w as usize + 1] += 1);
        }
        for v in 0..n {
            offsets[v + 1] += offsets[v];
        }
        let mut next = offsets[..n].to_vec();
        let mut sources = vec![0; arena.move_count() as usize];
        for v in arena.vertices() {
            for &w in arena.successors(v) {
                sources[next[w as usize] as usize] = v;
                next[w as usize] += 1;
            }
        }
        Transposed { offsets, sources }
    }

    /// Where one can come from to `v`.
    #[inline]
    pub fn predecessors(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.sources[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }

    /// Asks for the bounds of a row soon to be read.
    #[inline]
    pub(crate) fn prefetch_offset(&self, v: u32) {
        prefetch(&self.offsets[v as usize]);
    }

    /// Asks for the beginning of a row soon to be read.
    #[inline]
    pub(crate) fn prefetch_row(&self, v: u32) {
        if let Some(first) = self.sources.get(self.offsets[v as usize] as usize) {
            prefetch(first);
        }
    }
}

/// Whether nearly all moves, judged by a sample, lead less than a block away.
fn stays_near(arena: &Arena) -> bool {
    const SAMPLE: usize = 1_024;
    let (mut near, mut far) = (0u32, 0u32);
    for v in arena.vertices().step_by(arena.len() / SAMPLE + 1) {
        for &w in arena.successors(v) {
            if v.abs_diff(w) >> BLOCK == 0 { near += 1 } else { far += 1 }
        }
    }
    near >= 15 * far
}

/// Asks the processor to bring a value into its cache, where it knows how.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of x86-64, so every such processor has it. It is a hint that neither reads nor writes
    // memory as a program sees it and cannot fault, whatever the address; this one is of a live reference besides.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Builder, Names};
    use attractor_game::Player;

    #[test]
    fn prefetching_changes_nothing() {
        let mut builder = Builder::new();
        for successors in [&[1, 2][..], &[2], &[]] {
            builder.push(Player::One, successors, None).unwrap();
        }
        let rows = Transposed::of(&builder.finish(Names::Numbers, 0));
        for v in 0..3 {
            rows.prefetch_offset(v);
            rows.prefetch_row(v);
        }
        prefetch::<[u64; 0]>(&[]);
        assert_eq!([0, 1, 2].map(|v| rows.predecessors(v)), [&[][..], &[0], &[0, 1]]);
    }
}
