//! Sorted numbers on disk: written once, read from front to back.
//!
//! Gaps between numbers as bytes of seven bits, least first (LEB128); then how many there are, and a CRC-32. A file has
//! its name only when it is whole and on the disk.

use super::{damaged, unreadable, unwritable};
use attractor_game::Error;
use std::{
    fs::File,
    io::{BufWriter, Read, Write},
    path::{Path, PathBuf},
};

/// Bytes of the buffer of a file that is read, and of each of the two of one that is written.
pub(super) const BUFFER: usize = 1 << 16;
/// Whether files are on the disk before they get their names. Tests write thousands, and lose no power.
const SYNC: bool = !cfg!(test);

/// An error in reading a file of work: cut off, or whatever the system says (too many open files, for one).
pub(super) fn failed(path: &Path, why: &std::io::Error) -> Error {
    if why.kind() == std::io::ErrorKind::UnexpectedEof { damaged(path) } else { unreadable(path, why) }
}

/// A file beside its place until it is whole.
pub(super) struct Whole {
    out: BufWriter<File>,
    sum: crc32fast::Hasher,
    temporary: PathBuf,
    path: PathBuf,
}

impl Whole {
    pub(super) fn create(path: &Path) -> Result<Whole, Error> {
        let temporary = super::beside(path, ".tmp");
        let file = File::create(&temporary).map_err(|e| unwritable(path, e))?;
        let out = BufWriter::with_capacity(BUFFER, file);
        Ok(Whole { out, sum: crc32fast::Hasher::new(), temporary, path: path.into() })
    }

    #[inline]
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.sum.update(bytes);
        self.out.write_all(bytes).map_err(|e| unwritable(&self.path, e))
    }

    /// Adds the checksum, and gives the file its name.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        let sum = self.sum.clone().finalize();
        let end = |whole: &mut Whole| {
            whole.out.write_all(&sum.to_le_bytes())?;
            whole.out.flush()?;
            if SYNC {
                whole.out.get_ref().sync_all()?;
            }
            std::fs::rename(&whole.temporary, &whole.path)
        };
        end(&mut self).map_err(|e| unwritable(&self.path, e))
    }
}

/// A file that [`Whole`] wrote, if it is still the same; and its length without the checksum.
pub(super) fn verified(path: &Path) -> Result<(File, u64), Error> {
    let mut file = File::open(path).map_err(|e| unreadable(path, e))?;
    let length = file.metadata().map_err(|e| unreadable(path, e))?.len().checked_sub(4).ok_or_else(|| damaged(path))?;
    let (mut sum, mut buffer, mut left) = (crc32fast::Hasher::new(), vec![0; BUFFER], length);
    while left > 0 {
        let part = &mut buffer[..left.min(BUFFER as u64) as usize];
        file.read_exact(part).map_err(|e| failed(path, &e))?;
        sum.update(part);
        left -= part.len() as u64;
    }
    let mut told = [0; 4];
    file.read_exact(&mut told).map_err(|e| failed(path, &e))?;
    if sum.finalize() == u32::from_le_bytes(told) { Ok((file, length)) } else { Err(damaged(path)) }
}

/// Writes numbers, each larger than the last.
pub(super) struct Run {
    file: Whole,
    /// Bytes on their way.
    waiting: Vec<u8>,
    next: u64,
    count: u64,
}

impl Run {
    pub(super) fn create(path: &Path) -> Result<Run, Error> {
        Ok(Run { file: Whole::create(path)?, waiting: Vec::with_capacity(BUFFER), next: 0, count: 0 })
    }

    #[inline]
    pub(super) fn push(&mut self, number: u64) -> Result<(), Error> {
        debug_assert!(self.count == 0 || number >= self.next);
        put(&mut self.waiting, number - self.next);
        self.next = number.wrapping_add(1);
        self.count += 1;
        if self.waiting.len() >= BUFFER - 16 {
            self.file.write(&self.waiting)?;
            self.waiting.clear();
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<u64, Error> {
        self.file.write(&self.waiting)?;
        self.file.write(&self.count.to_le_bytes())?;
        self.file.finish()?;
        Ok(self.count)
    }
}

/// Appends a number in bytes of seven bits.
#[inline]
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number of bytes of seven bits from `at` on; 0 beyond the end.
#[inline]
pub(super) fn take(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some(&byte) = bytes.get(*at) {
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 || shift > 63 {
            break;
        }
    }
    number
}

/// Reads what [`Run`] wrote.
pub(super) struct Reader {
    input: File,
    path: PathBuf,
    sum: crc32fast::Hasher,
    bytes: Vec<u8>,
    at: usize,
    /// Bytes of gaps not yet read from the file.
    unread: u64,
    /// Numbers not yet given.
    left: u64,
    next: u64,
}

impl Reader {
    pub(super) fn open(path: &Path) -> Result<Reader, Error> {
        let open = || {
            use std::io::{Seek, SeekFrom};
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            let mut count = [0; 8];
            file.seek(SeekFrom::Start(length.saturating_sub(12)))?;
            file.read_exact(&mut count)?;
            file.rewind()?;
            Ok((file, length, u64::from_le_bytes(count)))
        };
        let (input, length, count) = open().map_err(|e: std::io::Error| failed(path, &e))?;
        // Each number takes a byte or more.
        let sound = |unread: &u64| count <= *unread && (count == 0) == (*unread == 0);
        let unread = length.checked_sub(12).filter(sound).ok_or_else(|| damaged(path))?;
        Ok(Reader {
            input,
            path: path.into(),
            sum: crc32fast::Hasher::new(),
            bytes: Vec::new(),
            at: 0,
            unread,
            left: count,
            next: 0,
        })
    }

    /// How many are still to come.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// The next number, if there is one.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<u64>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        if self.bytes.len() - self.at < 10 && self.unread > 0 {
            self.refill()?;
        }
        let at = self.at;
        let gap = take(&self.bytes, &mut self.at);
        // The gaps end before the count does, or within a number; or they lead beyond the largest.
        let whole = self.at > at && self.bytes[self.at - 1] < 0x80;
        let number = self.next.checked_add(gap).filter(|number| whole && (self.left == 1 || *number < u64::MAX));
        let number = number.ok_or_else(|| damaged(&self.path))?;
        self.next = number.wrapping_add(1);
        self.left -= 1;
        if self.left == 0 {
            self.check()?;
        }
        Ok(Some(number))
    }

    /// The next numbers, as many as there are up to `most`.
    pub(super) fn batch(&mut self, most: usize, batch: &mut Vec<u64>) -> Result<(), Error> {
        batch.clear();
        while batch.len() < most
            && let Some(number) = self.next()?
        {
            batch.push(number);
        }
        Ok(())
    }

    #[cold]
    fn refill(&mut self) -> Result<(), Error> {
        self.bytes.drain(..self.at);
        self.at = 0;
        let (old, more) = (self.bytes.len(), self.unread.min(BUFFER as u64) as usize);
        self.bytes.resize(old + more, 0);
        self.input.read_exact(&mut self.bytes[old..]).map_err(|e| failed(&self.path, &e))?;
        self.sum.update(&self.bytes[old..]);
        self.unread -= more as u64;
        Ok(())
    }

    /// All was read: is it what was written?
    #[cold]
    fn check(&mut self) -> Result<(), Error> {
        let mut end = [0; 12];
        let whole = self.unread == 0 && self.at == self.bytes.len() && self.input.read_exact(&mut end).is_ok();
        self.sum.update(&end[..8]);
        if whole && self.sum.clone().finalize().to_le_bytes() == end[8..] { Ok(()) } else { Err(damaged(&self.path)) }
    }
}

/// Writes some cells of a layer, in the order of its numbers.
pub(super) fn put_cells(file: &mut Whole, cells: &[u16]) -> Result<(), Error> {
    let mut bytes = Vec::with_capacity(BUFFER);
    for part in cells.chunks(BUFFER / 2) {
        bytes.clear();
        part.iter().for_each(|cell| bytes.extend(cell.to_le_bytes()));
        file.write(&bytes)?;
    }
    Ok(())
}

/// Reads cells from front to back.
pub(super) struct Cells {
    input: File,
    path: PathBuf,
    sum: crc32fast::Hasher,
    left: u64,
}

impl Cells {
    pub(super) fn open(path: &Path) -> Result<Cells, Error> {
        let input = File::open(path).map_err(|e| unreadable(path, e))?;
        let length = input.metadata().map_err(|e| unreadable(path, e))?.len();
        let left = length.checked_sub(4).filter(|n| n % 2 == 0).ok_or_else(|| damaged(path))? / 2;
        Ok(Cells { input, path: path.into(), sum: crc32fast::Hasher::new(), left })
    }

    /// An error unless all cells were read.
    pub(super) fn end(&self) -> Result<(), Error> {
        if self.left == 0 { Ok(()) } else { Err(damaged(&self.path)) }
    }

    /// So many cells more; there must be as many.
    pub(super) fn batch(&mut self, count: usize, cells: &mut Vec<u16>) -> Result<(), Error> {
        cells.clear();
        if self.left < count as u64 {
            return Err(damaged(&self.path));
        }
        cells.reserve_exact(count);
        let mut bytes = vec![0; (2 * count).min(BUFFER)];
        while cells.len() < count {
            let part = &mut bytes[..(2 * (count - cells.len())).min(BUFFER)];
            self.input.read_exact(part).map_err(|e| failed(&self.path, &e))?;
            self.sum.update(part);
            cells.extend(part.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
        }
        self.left -= count as u64;
        let mut sum = [0; 4];
        if self.left == 0 && count > 0 {
            self.input.read_exact(&mut sum).map_err(|e| failed(&self.path, &e))?;
            if self.sum.clone().finalize().to_le_bytes() != sum {
                return Err(damaged(&self.path));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::Folder;

    /// A file with that content and the checksum that follows from it.
    fn sealed(path: &Path, content: &[u8]) {
        std::fs::write(path, [content, &crc32fast::hash(content).to_le_bytes()].concat()).unwrap();
    }

    /// Counts and gaps that no build writes, under right checksums: refused before anything is made of them.
    #[test]
    fn forged_runs_are_refused() {
        let folder = Folder::new("forged-runs");
        let path = folder.0.join("run");
        let read = |gaps: &[u64], more: &[u8], count: u64| {
            let mut content = Vec::new();
            gaps.iter().for_each(|gap| put(&mut content, *gap));
            content.extend(more);
            content.extend(count.to_le_bytes());
            sealed(&path, &content);
            let mut numbers = Vec::new();
            let read = Reader::open(&path).and_then(|mut reader| reader.batch(usize::MAX, &mut numbers));
            read.map(|()| numbers).map_err(|e| e.id())
        };
        let damaged = Err("table-damaged");
        assert_eq!(read(&[], &[], 0), Ok(vec![]));
        assert_eq!(read(&[3, 0, 200], &[], 3), Ok(vec![3, 4, 205]));
        assert_eq!(read(&[u64::MAX - 1, 0], &[], 2), Ok(vec![u64::MAX - 1, u64::MAX]));
        for count in [0, 1, 2, 4, 5, 1 << 32, 1 << 63, u64::MAX] {
            assert_eq!(read(&[3, 0, 200], &[], count), damaged, "{count}");
        }
        // Numbers beyond the largest.
        assert_eq!(read(&[u64::MAX, 0], &[], 2), damaged);
        assert_eq!(read(&[5, u64::MAX - 5], &[], 2), damaged);
        assert_eq!(read(&[1 << 63, 1 << 63], &[], 2), damaged);
        // A number that does not end, or takes more bytes than there are bits.
        assert_eq!(read(&[3], &[0x80], 2), damaged);
        assert_eq!(read(&[3], &[0xFF; 12], 2), damaged);
        assert_eq!(read(&[], &[0], 0), damaged);
    }

    #[test]
    fn forged_cells_are_refused() {
        let folder = Folder::new("forged-cells");
        let path = folder.0.join("cells");
        let read = |content: &[u8], count: usize| {
            sealed(&path, content);
            let mut found = Vec::new();
            let read = Cells::open(&path).and_then(|mut cells| {
                cells.batch(count, &mut found)?;
                cells.end()
            });
            read.map(|()| found).map_err(|e| e.id())
        };
        assert_eq!(read(&[1, 0, 2, 0], 2), Ok(vec![1, 2]));
        assert_eq!(read(&[], 0), Ok(vec![]));
        for (bytes, count) in [(4, 1), (4, 3), (4, usize::MAX), (3, 1), (2, 0)] {
            assert_eq!(read(&vec![1; bytes], count), Err("table-damaged"), "{bytes} bytes, {count} cells");
        }
    }
}
