//! The file of a book. It names its game by text and its positions by keys, and knows no game itself.
//!
//! ```text
//! head    "ATTRBOOK", version, length of the game's name, the name, plies, key bits, largest score,
//!         keys per block (u32 each); number of keys, fingerprint, length of the file (u64 each); CRC-32
//! index   per block: its first key (as many bytes as key bits need), its length in bytes (u32); then CRC-32
//! blocks  scores, plus the largest score, in as few bits as that range needs; k (a byte); gaps between keys, less 1,
//!         in Golomb's exponential code of order k (Teuhola 1978); CRC-32
//! ```
//!
//! Numbers are little-endian. Every byte is under a checksum, and all checksums are looked at when a book is opened,
//! which takes less time than reading it; so probing cannot fail, and decodes one block.

use super::bits::{Reader, Writer, code_length};
use attractor_game::Error;
use std::{fmt, path::Path};

const MAGIC: &[u8; 8] = b"ATTRBOOK";
/// The version of the format that this program writes and reads.
pub const BOOK_VERSION: u32 = 1;
/// The largest score: a byte with its sign.
pub(super) const MOST_SCORE: i32 = 127;
/// Keys of a block: few enough to decode in microseconds, many enough that the index is small.
const BLOCK: usize = 512;

/// What a book says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game's name.
    pub game: String,
    /// Every position that so many plies lead to from the start is there.
    pub plies: u32,
    /// Keys are below 2 to this power.
    pub key_bits: u32,
    /// Scores lie in `-most..=most`.
    pub most: i32,
    /// Tells keys of one version of a game's tactics from those of another.
    pub fingerprint: u64,
}

impl Head {
    /// Bits of a score.
    fn score_bits(&self) -> u32 {
        (2 * self.most as u32).checked_ilog2().map_or(1, |n| n + 1)
    }

    fn key_bytes(&self) -> usize {
        self.key_bits.div_ceil(8) as usize
    }
}

/// Exact scores of the first positions of a game, by key.
pub struct Book {
    head: Head,
    count: u64,
    bytes: Vec<u8>,
    /// First key and place of each block.
    index: Vec<(u128, usize)>,
    file: String,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("file", &self.file).field("head", &self.head).field("count", &self.count).finish()
    }
}

/// The bytes of a book. Keys must be distinct and in order.
pub(super) fn encode(head: &Head, scores: &[(u128, i8)]) -> Vec<u8> {
    let mut index = Vec::new();
    let mut blocks = Vec::new();
    for entries in scores.chunks(BLOCK) {
        let gaps = || entries.windows(2).map(|pair| pair[1].0 - pair[0].0 - 1);
        let k = (0..=head.key_bits).min_by_key(|&k| gaps().map(|gap| code_length(gap, k)).sum::<u64>()).unwrap_or(0);
        let mut writer = Writer::default();
        for &(_, score) in entries {
            writer.put((i32::from(score) + head.most) as u128, head.score_bits());
        }
        writer.put(k.into(), 8);
        gaps().for_each(|gap| writer.put_code(gap, k));
        let mut block = writer.into_bytes();
        seal(&mut block, 0);
        index.extend(&entries[0].0.to_le_bytes()[..head.key_bytes()]);
        index.extend((block.len() as u32).to_le_bytes());
        blocks.extend(block);
    }
    seal(&mut index, 0);
    let mut bytes = MAGIC.to_vec();
    let number = |bytes: &mut Vec<u8>, n: u32| bytes.extend(n.to_le_bytes());
    number(&mut bytes, BOOK_VERSION);
    number(&mut bytes, head.game.len() as u32);
    bytes.extend(head.game.as_bytes());
    for n in [head.plies, head.key_bits, head.most as u32, BLOCK as u32] {
        number(&mut bytes, n);
    }
    let length = bytes.len() + 3 * 8 + 4 + index.len() + blocks.len();
    for n in [scores.len() as u64, head.fingerprint, length as u64] {
        bytes.extend(n.to_le_bytes());
    }
    seal(&mut bytes, 0);
    bytes.extend(index);
    bytes.extend(blocks);
    bytes
}

/// Adds the checksum of all from `begin` on.
fn seal(bytes: &mut Vec<u8>, begin: usize) {
    let sum = crc32fast::hash(&bytes[begin..]);
    bytes.extend(sum.to_le_bytes());
}

/// Takes parts off the front of a file.
struct Parts<'a> {
    bytes: &'a [u8],
    at: usize,
    file: &'a str,
}

impl<'a> Parts<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len()).ok_or_else(|| self.cut_off())?;
        let part = &self.bytes[self.at..end];
        self.at = end;
        Ok(part)
    }

    fn number(&mut self) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }

    fn long_number(&mut self) -> Result<u64, Error> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes")))
    }

    /// The checksum of all since `begin` comes next.
    fn sealed(&mut self, begin: usize) -> Result<(), Error> {
        let right = crc32fast::hash(&self.bytes[begin..self.at]);
        if self.number()? == right { Ok(()) } else { Err(self.damaged(begin)) }
    }

    fn damaged(&self, at: usize) -> Error {
        Error::new("book-damaged", "the book {file} is damaged near byte {byte}")
            .arg("file", self.file)
            .arg("byte", at + 1)
    }

    fn cut_off(&self) -> Error {
        Error::new("book-cut-off", "the book {file} is cut off after {length} bytes")
            .arg("file", self.file)
            .arg("length", self.bytes.len())
    }
}

impl Book {
    /// Reads a book and looks at all its checksums.
    pub fn open(path: &Path) -> Result<Book, Error> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path)
            .map_err(|e| Error::new("cannot-read", "cannot read {file}: {why}").arg("file", &file).arg("why", e))?;
        Book::from_bytes(bytes, &file)
    }

    /// A book from its bytes; `file` is what errors call it.
    pub fn from_bytes(bytes: Vec<u8>, file: &str) -> Result<Book, Error> {
        let mut parts = Parts { bytes: &bytes, at: 0, file };
        if bytes.is_empty() || !MAGIC.starts_with(&bytes[..bytes.len().min(8)]) {
            return Err(
                Error::new("not-a-book", "{file} is no book: it does not begin with ATTRBOOK").arg("file", file)
            );
        }
        parts.take(8)?;
        let version = parts.number()?;
        if version != BOOK_VERSION {
            return Err(Error::new("book-version", "{file} is a book of version {got}; this program reads {expected}")
                .arg("file", file)
                .arg("got", version)
                .arg("expected", BOOK_VERSION));
        }
        let name = parts.number()? as usize;
        let game = parts.take(name)?;
        let [plies, key_bits, most, block] =
            [parts.number()?, parts.number()?, parts.number()?, parts.number()?].map(|n| n as usize);
        let [count, fingerprint, length] = [parts.long_number()?, parts.long_number()?, parts.long_number()?];
        parts.sealed(0)?;
        if length != bytes.len() as u64 {
            return Err(if length > bytes.len() as u64 { parts.cut_off() } else { parts.damaged(length as usize) });
        }
        let sound = (1..=128).contains(&key_bits) && most <= MOST_SCORE as usize && block == BLOCK && count <= length;
        let game = std::str::from_utf8(game).ok().filter(|_| sound).ok_or_else(|| parts.damaged(12))?;
        let head = Head {
            game: game.to_owned(),
            plies: plies as u32,
            key_bits: key_bits as u32,
            most: most as i32,
            fingerprint,
        };

        let begin = parts.at;
        let blocks = count.div_ceil(BLOCK as u64) as usize;
        let listed = parts.take(blocks * (head.key_bytes() + 4))?;
        parts.sealed(begin)?;
        let mut index = Vec::with_capacity(blocks);
        for entry in listed.chunks_exact(head.key_bytes() + 4) {
            let (first, length) = entry.split_at(head.key_bytes());
            let mut key = [0; 16];
            key[..first.len()].copy_from_slice(first);
            let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
            let begin = parts.at;
            parts.take(length.saturating_sub(4))?;
            parts.sealed(begin)?;
            index.push((u128::from_le_bytes(key), begin));
        }
        if parts.at != bytes.len() || !index.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(parts.damaged(parts.at));
        }
        Ok(Book { head, count, index, file: file.to_owned(), bytes })
    }

    /// What it says of itself.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Number of positions.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Bytes of the file.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The file it was read from.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// An error unless it is a book of that game.
    pub fn is_of(&self, game: &str) -> Result<(), Error> {
        if self.head.game == game {
            return Ok(());
        }
        Err(Error::new("book-other-game", "{file} is a book of {book}, not of {game}")
            .arg("file", &self.file)
            .arg("book", &self.head.game)
            .arg("game", game))
    }

    /// An error unless the game's tactics still name positions as they did when the book was built.
    pub fn has_keys(&self, fingerprint: u64) -> Result<(), Error> {
        if self.head.fingerprint == fingerprint {
            return Ok(());
        }
        Err(Error::new(
            "book-other-keys",
            "{file} was built by another version of this program, whose keys differ: build it again",
        )
        .arg("file", &self.file))
    }

    /// Whether keys are in order and within their bits, scores within their range, and the bytes those that such a book has.
    pub(super) fn is_well_formed(&self) -> bool {
        let fits = |(key, score): (u128, i32)| {
            let score = i8::try_from(score).ok().filter(|score| i32::from(*score).abs() <= self.head.most)?;
            (key.checked_shr(self.head.key_bits).unwrap_or(0) == 0).then_some((key, score))
        };
        let entries: Option<Vec<(u128, i8)>> = self.entries().map(fits).collect();
        entries
            .is_some_and(|entries| entries.is_sorted_by(|a, b| a.0 < b.0) && encode(&self.head, &entries) == self.bytes)
    }

    /// The score stored for a key: for the player to move at the node that has it. None, too, if it is beyond the largest.
    pub fn get(&self, key: u128) -> Option<i32> {
        let block = self.index.partition_point(|&(first, _)| first <= key).checked_sub(1)?;
        self.block(block)
            .take_while(|&(k, _)| k <= key)
            .find(|&(k, _)| k == key)
            .map(|(_, score)| score)
            .filter(|score| score.abs() <= self.head.most)
    }

    /// All keys in order, with their scores.
    pub fn entries(&self) -> impl Iterator<Item = (u128, i32)> {
        (0..self.index.len()).flat_map(|block| self.block(block))
    }

    fn block(&self, number: usize) -> impl Iterator<Item = (u128, i32)> {
        let (first, begin) = self.index[number];
        let body = &self.bytes[begin..];
        let (bits, most) = (self.head.score_bits(), self.head.most);
        let count = (self.count as usize - number * BLOCK).min(BLOCK);
        let mut scores = Reader::new(body, 0);
        let mut gaps = Reader::new(body, count * bits as usize);
        let k = gaps.take(8) as u32;
        (0..count).scan(first, move |key, i| {
            if i > 0 {
                *key = key.wrapping_add(gaps.take_code(k.min(128))).wrapping_add(1);
            }
            Some((*key, scores.take(bits) as i32 - most))
        })
    }
}
