//! Random numbers that are the same for the same seed, on every machine and in every version.

/// SplitMix64 (Steele, Lea and Flood, 2014): small, seedable, good enough to choose moves.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that this seed determines.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which must not be 0.
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next_u64() as u128 * n as u128) >> 64) as usize
    }

    /// One of the items, if there are any; all equally likely.
    #[inline]
    pub fn choose<T>(&mut self, items: impl Iterator<Item = T>) -> Option<T> {
        let mut chosen = None;
        for (seen, item) in items.enumerate() {
            if self.below(seen + 1) == 0 {
                chosen = Some(item);
            }
        }
        chosen
    }
}
