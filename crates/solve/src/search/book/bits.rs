//! Numbers of any length in bits, one behind the other, lowest bit first.

/// Writes numbers.
#[derive(Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    /// Bits used of the last byte; 0: it is full, or there is none.
    used: u32,
}

impl Writer {
    /// The lowest `bits` of `value`.
    pub(super) fn put(&mut self, mut value: u128, mut bits: u32) {
        while bits > 0 {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let taken = bits.min(8 - self.used);
            let low = (value & ((1 << taken) - 1)) as u8;
            *self.bytes.last_mut().expect("a byte was just added") |= low << self.used;
            self.used = (self.used + taken) % 8;
            value = value.checked_shr(taken).unwrap_or(0);
            bits -= taken;
        }
    }

    /// A number by Golomb's exponential code: what is above the lowest `k` bits, plus 1, with its length before it in
    /// zeros; then those bits. Short for numbers near 2^k, and never long.
    pub(super) fn put_code(&mut self, number: u128, k: u32) {
        let high = number.checked_shr(k).unwrap_or(0) + 1;
        let length = high.ilog2();
        self.put(0, length);
        self.put(1, 1);
        self.put(high, length);
        self.put(number, k);
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Bits that [`Writer::put_code`] takes.
pub(super) fn code_length(number: u128, k: u32) -> u64 {
    let high = number.checked_shr(k).unwrap_or(0) + 1;
    u64::from(2 * high.ilog2() + 1 + k)
}

/// Reads numbers. Behind the end there are zeros: whoever checks sums never meets them.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// From that bit on.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    /// The next 57 bits at least.
    #[inline]
    fn peek(&self) -> u64 {
        let byte = self.at / 8;
        let mut word = [0; 8];
        if let Some(whole) = self.bytes.get(byte..byte + 8) {
            word.copy_from_slice(whole);
        } else if let Some(rest) = self.bytes.get(byte..) {
            word[..rest.len()].copy_from_slice(rest);
        }
        u64::from_le_bytes(word) >> (self.at % 8)
    }

    /// A number of so many bits, at most 128.
    #[inline]
    pub(super) fn take(&mut self, bits: u32) -> u128 {
        let (mut value, mut got) = (0, 0);
        while got < bits {
            let taken = (bits - got).min(56);
            value |= u128::from(self.peek() & ((1 << taken) - 1)) << got;
            self.at += taken as usize;
            got += taken;
        }
        value
    }

    /// What [`Writer::put_code`] wrote.
    #[inline]
    pub(super) fn take_code(&mut self, k: u32) -> u128 {
        let mut length = 0;
        loop {
            let zeros = self.peek().trailing_zeros().min(56);
            self.at += zeros as usize;
            length += zeros;
            if zeros < 56 || length > 127 {
                break;
            }
        }
        self.at += 1;
        let length = length.min(127);
        let high = (1 << length | self.take(length)) - 1;
        high.checked_shl(k).unwrap_or(0) | self.take(k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Rng;

    #[test]
    fn numbers_come_back() {
        let mut rng = Rng::new(5);
        let mut numbers: Vec<(u128, u32)> = (0..5_000)
            .map(|_| {
                let wide = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                (wide >> rng.below(128), rng.below(128) as u32)
            })
            .collect();
        numbers.extend([(0, 0), (u128::MAX - 1, 0), (u128::MAX - 1, 127), (1 << 127, 128)]);
        let mut writer = Writer::default();
        let mut bits = 0;
        for &(number, k) in &numbers {
            writer.put_code(number, k);
            writer.put(number, k);
            bits += code_length(number, k) + u64::from(k);
        }
        let bytes = writer.into_bytes();
        assert_eq!(bytes.len() as u64, bits.div_ceil(8));
        let mut reader = Reader::new(&bytes, 0);
        for &(number, k) in &numbers {
            assert_eq!(reader.take_code(k), number, "{k}");
            assert_eq!(reader.take(k), if k == 128 { number } else { number & ((1 << k) - 1) });
        }
        // Behind the end nothing goes wrong.
        for k in 0..=128 {
            Reader::new(&bytes, bytes.len() * 8 - 3).take_code(k);
            Reader::new(&bytes, bytes.len() * 8 + 99).take_code(k);
        }
    }
}
