//! The progress of a build in a file beside the book: records that are only ever added, each with a checksum.
//!
//! ```text
//! "ATTRWORK", version, length of the book's description, the description, CRC-32
//! records: number of the position (u32), score (i32), CRC-32 of both and of the head's CRC
//! ```
//!
//! Each record is handed to the system as soon as it is known, and to the disk every few seconds. What a kill or a full
//! disk leaves half-written has no valid checksum, and is solved again.

use attractor_game::Error;
use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

const MAGIC: &[u8; 8] = b"ATTRWORK";
const VERSION: u32 = 1;
const RECORD: usize = 12;
/// Time between two writes to the disk itself.
const SYNC: Duration = Duration::from_secs(3);

/// An open work file.
pub(super) struct Work {
    file: File,
    path: PathBuf,
    seed: u32,
    synced: Instant,
}

/// A file that could not be written.
pub(super) fn unwritable(path: &Path, why: impl std::fmt::Display) -> Error {
    Error::new("cannot-write", "cannot write {file}: {why}").arg("file", path.display()).arg("why", why)
}

/// The work file of a book.
pub(super) fn beside(out: &Path, ending: &str) -> PathBuf {
    let mut path = out.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

impl Work {
    /// Opens the work file of the book that `about` describes, and what it holds: scores by number of position.
    pub(super) fn open(path: PathBuf, about: &str, total: usize) -> Result<(Work, Vec<Option<i8>>), Error> {
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend((about.len() as u32).to_le_bytes());
        head.extend(about.as_bytes());
        let seed = crc32fast::hash(&head);
        head.extend(seed.to_le_bytes());

        let mut scores = vec![None; total];
        match std::fs::read(&path) {
            Ok(found) if found.starts_with(&head) => {
                for record in found[head.len()..].chunks_exact(RECORD) {
                    if let Some((number, score)) = read(record, seed)
                        && let Some(place) = scores.get_mut(number as usize)
                    {
                        *place = Some(score);
                    }
                }
            }
            // What a kill left of a head that was being written is nobody's progress.
            Ok(found) if head.starts_with(&found) => {}
            Ok(_) => {
                return Err(Error::new(
                    "book-work-other",
                    "{file} holds the progress of another book; remove it, or choose another --out",
                )
                .arg("file", path.display()));
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
            Err(e) => return Err(unwritable(&path, e)),
        }
        // Written afresh: what is half-written goes away, and somebody else's open file is not disturbed.
        let mut whole = head;
        for (number, score) in scores.iter().enumerate() {
            if let Some(score) = score {
                whole.extend(record(number as u32, *score, seed));
            }
        }
        let file = replace(&path, &whole)?;
        Ok((Work { file, path, seed, synced: Instant::now() }, scores))
    }

    /// Adds a score.
    pub(super) fn add(&mut self, number: u32, score: i8) -> Result<(), Error> {
        let failed = |e| unwritable(&self.path, e);
        self.file.write_all(&record(number, score, self.seed)).map_err(failed)?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data().map_err(failed)?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Sees to it that all is on the disk.
    pub(super) fn sync(&self) -> Result<(), Error> {
        self.file.sync_data().map_err(|e| unwritable(&self.path, e))
    }

    /// The book is there: its progress is of no use any more.
    pub(super) fn remove(self) {
        // Whoever finds it left behind may remove it.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn record(number: u32, score: i8, seed: u32) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..4].copy_from_slice(&number.to_le_bytes());
    record[4..8].copy_from_slice(&i32::from(score).to_le_bytes());
    let sum = crc32fast::hash(&record[..8]) ^ seed;
    record[8..].copy_from_slice(&sum.to_le_bytes());
    record
}

fn read(bytes: &[u8], seed: u32) -> Option<(u32, i8)> {
    let number = u32::from_le_bytes(bytes[..4].try_into().ok()?);
    // The smallest has no opposite, and is no score.
    let score =
        i8::try_from(i32::from_le_bytes(bytes[4..8].try_into().ok()?)).ok().filter(|score| *score != i8::MIN)?;
    (record(number, score, seed) == bytes).then_some((number, score))
}

/// Writes a file whole or not at all: beside its place first, then moved there. Gives it back, open at its end.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    // A link's target is what is written.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let temporary = beside(&target, &format!(".{}.tmp", std::process::id()));
    let attempt = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&temporary, &target)?;
        Ok(file)
    };
    attempt().map_err(|e: std::io::Error| {
        let _ = std::fs::remove_file(&temporary);
        unwritable(path, e)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let file = File::options().write(true).open("/dev/full").unwrap();
        let mut work = Work { file, path: "my.work".into(), seed: 0, synced: Instant::now() };
        let told = work.add(0, 1).unwrap_err();
        assert_eq!(told.id(), "cannot-write");
        assert!(told.to_string().contains("my.work") && told.to_string().contains("space"), "{told}");
    }
}
