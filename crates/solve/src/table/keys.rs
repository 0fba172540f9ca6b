//! What positions of a block are known by, in order: numbers, or texts. Found without decoding the whole block.
//!
//! ```text
//! directory  per group of 64 keys: where it begins (u32, from the end of the directory)
//! numbers    the first of a group whole (u64), then gaps less 1 in bytes of seven bits
//! texts      length shared with the key before (0 for the first of a group), length of the rest, the rest
//! ```

use super::{
    file::{BLOCK, MOST_TEXT},
    runs::{put, take},
};

/// Keys of a group.
const GROUP: usize = 64;

/// What a position is known by within its layer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// Encodes keys that are distinct and in order, and all of one kind.
pub(super) fn encode(keys: &[Key]) -> Vec<u8> {
    let mut directory = Vec::with_capacity(4 * keys.len().div_ceil(GROUP));
    let mut bytes = Vec::new();
    for group in keys.chunks(GROUP) {
        directory.extend((bytes.len() as u32).to_le_bytes());
        for (i, key) in group.iter().enumerate() {
            match (key, i.checked_sub(1).map(|before| &group[before])) {
                (Key::Number(n), Some(Key::Number(before))) => put(&mut bytes, n - before - 1),
                (Key::Number(n), _) => bytes.extend(n.to_le_bytes()),
                (Key::Text(text), before) => {
                    let before = if let Some(Key::Text(before)) = before { before.as_bytes() } else { b"" };
                    let shared = text.bytes().zip(before).take_while(|(a, b)| a == *b).count();
                    put(&mut bytes, shared as u64);
                    put(&mut bytes, (text.len() - shared) as u64);
                    bytes.extend(&text.as_bytes()[shared..]);
                }
            }
        }
    }
    directory.extend(bytes);
    directory
}

/// The keys of a block.
#[derive(Clone, Copy)]
pub(super) struct Keys<'a> {
    directory: &'a [u8],
    bytes: &'a [u8],
    count: usize,
}

impl<'a> Keys<'a> {
    /// Of so many keys; none if the bytes cannot be.
    pub(super) fn new(bytes: &'a [u8], count: usize) -> Option<Keys<'a>> {
        let (directory, bytes) = bytes.split_at_checked(4 * count.div_ceil(GROUP))?;
        Some(Keys { directory, bytes, count })
    }

    fn groups(&self) -> usize {
        self.directory.len() / 4
    }

    fn place(&self, group: usize) -> usize {
        let at = &self.directory[4 * group..4 * group + 4];
        u32::from_le_bytes([at[0], at[1], at[2], at[3]]) as usize
    }

    fn number(&self, at: &mut usize) -> u64 {
        let end = at.saturating_add(8);
        let whole = self.bytes.get(*at..end).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes);
        *at = end;
        whole
    }

    /// How many come before a number, if it is there.
    pub(super) fn find(&self, wanted: u64) -> Option<usize> {
        // The last group that begins no later.
        let (mut low, mut high) = (0, self.groups());
        while high - low > 1 {
            let middle = (low + high) / 2;
            if self.number(&mut self.place(middle)) <= wanted { low = middle } else { high = middle }
        }
        let mut at = self.place(low);
        let mut number = self.number(&mut at);
        let begin = low * GROUP;
        for rank in begin..self.count.min(begin + GROUP) {
            if rank > begin {
                number = number.wrapping_add(1).wrapping_add(take(self.bytes, &mut at));
            }
            if number >= wanted {
                return (number == wanted).then_some(rank);
            }
        }
        None
    }

    /// How many come before a text, if it is there.
    pub(super) fn find_text(&self, wanted: &str) -> Option<usize> {
        let mut text = Vec::new();
        let (mut low, mut high) = (0, self.groups());
        while high - low > 1 {
            let middle = (low + high) / 2;
            text.clear();
            self.text(&mut self.place(middle), &mut text);
            if text.as_slice() <= wanted.as_bytes() { low = middle } else { high = middle }
        }
        let (mut at, begin) = (self.place(low), low * GROUP);
        text.clear();
        for rank in begin..self.count.min(begin + GROUP) {
            self.text(&mut at, &mut text);
            if text.as_slice() >= wanted.as_bytes() {
                return (text == wanted.as_bytes()).then_some(rank);
            }
        }
        None
    }

    /// The next text, from the one before it.
    fn text(&self, at: &mut usize, text: &mut Vec<u8>) {
        let shared = take(self.bytes, at) as usize;
        let rest = take(self.bytes, at) as usize;
        text.truncate(shared);
        text.extend(self.bytes.get(*at..at.saturating_add(rest)).unwrap_or_default());
        *at = at.saturating_add(rest);
    }

    /// All keys, as numbers or as texts; none if texts are not UTF-8, or longer than any that are written.
    pub(super) fn all(&self, numbers: bool) -> Option<Vec<Key>> {
        let (mut keys, mut length) = (Vec::with_capacity(self.count), 0);
        for group in 0..self.groups() {
            let (mut at, mut number, mut text) = (self.place(group), 0, Vec::new());
            for i in 0..GROUP.min(self.count - group * GROUP) {
                if numbers {
                    number = match i {
                        0 => self.number(&mut at),
                        _ => number.wrapping_add(1).wrapping_add(take(self.bytes, &mut at)),
                    };
                    keys.push(Key::Number(number));
                } else {
                    self.text(&mut at, &mut text);
                    length += text.len();
                    if text.len() > MOST_TEXT || length > BLOCK * MOST_TEXT {
                        return None;
                    }
                    keys.push(Key::Text(String::from_utf8(text.clone()).ok()?));
                }
            }
        }
        Some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Rng;

    #[test]
    fn what_is_there_is_found_and_nothing_else() {
        let mut rng = Rng::new(5);
        for count in [1, 63, 64, 65, 1000] {
            let mut numbers: Vec<u64> = (0..count).map(|_| rng.next_u64() >> rng.below(60)).collect();
            numbers.extend([0, u64::MAX]);
            numbers.sort_unstable();
            numbers.dedup();
            let keys: Vec<Key> = numbers.iter().map(|&n| Key::Number(n)).collect();
            let bytes = encode(&keys);
            let block = Keys::new(&bytes, keys.len()).unwrap();
            assert_eq!(block.all(true).unwrap(), keys);
            for (i, &n) in numbers.iter().enumerate() {
                assert_eq!(block.find(n), Some(i));
                assert_eq!(block.find(n.wrapping_add(1)).is_some(), numbers.contains(&n.wrapping_add(1)));
            }
            let mut texts: Vec<String> = numbers.iter().map(|n| format!("{n:b}.{}", n % 7)).collect();
            texts.sort();
            let keys: Vec<Key> = texts.iter().map(|t| Key::Text(t.clone())).collect();
            let bytes = encode(&keys);
            let block = Keys::new(&bytes, keys.len()).unwrap();
            assert_eq!(block.all(false).unwrap(), keys);
            for (i, text) in texts.iter().enumerate() {
                assert_eq!(block.find_text(text), Some(i));
                assert_eq!(block.find_text(&format!("{text}!")), None);
            }
        }
    }
}
