//! Where shards live: in memory, or in a file of which each thread has one shard at a time.

use super::{
    damaged,
    runs::{Whole, verified},
    unreadable, unwritable,
};
use attractor_game::Error;
use memmap2::MmapMut;
use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Mutex,
};

pub(super) struct Store {
    /// Bytes of a shard.
    bytes: usize,
    count: usize,
    place: Place,
}

enum Place {
    /// Each mapped by itself, so that the system has it back when it is no longer needed.
    Memory(Vec<Mutex<MmapMut>>),
    Disk {
        file: File,
        path: PathBuf,
    },
}

impl Store {
    /// Shards of zeros, in that file if one is given.
    pub(super) fn new(count: usize, bytes: usize, file: Option<&Path>) -> Result<Store, Error> {
        let place = match file {
            None => {
                let shard = |_| Ok(Mutex::new(MmapMut::map_anon(bytes).map_err(|e| no_memory(bytes, e))?));
                Place::Memory((0..count).map(shard).collect::<Result<_, Error>>()?)
            }
            Some(path) => {
                let open = || {
                    let file = File::options().create(true).truncate(true).read(true).write(true).open(path)?;
                    file.set_len((count * bytes) as u64)?;
                    Ok(file)
                };
                Place::Disk { file: open().map_err(|e: std::io::Error| unwritable(path, e))?, path: path.into() }
            }
        };
        Ok(Store { bytes, count, place })
    }

    /// Puts a shard there.
    pub(super) fn put(&self, shard: usize, with: &[u8]) -> Result<(), Error> {
        match &self.place {
            Place::Memory(shards) => {
                shards[shard].lock().expect("nobody panics with the lock").copy_from_slice(with);
            }
            Place::Disk { file, path } => {
                write_at(file, with, (shard * self.bytes) as u64).map_err(|e| unwritable(path, e))?;
            }
        }
        Ok(())
    }

    /// Looks at a shard.
    pub(super) fn look<R>(
        &self,
        shard: usize,
        buffer: &mut Vec<u8>,
        look: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, Error> {
        match &self.place {
            Place::Memory(shards) => Ok(look(&shards[shard].lock().expect("nobody panics with the lock"))),
            Place::Disk { file, path } => {
                buffer.resize(self.bytes, 0);
                read_at(file, buffer, (shard * self.bytes) as u64).map_err(|e| unreadable(path, e))?;
                Ok(look(buffer))
            }
        }
    }

    /// Changes a shard.
    pub(super) fn change<R>(
        &self,
        shard: usize,
        buffer: &mut Vec<u8>,
        change: impl FnOnce(&mut [u8]) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match &self.place {
            Place::Memory(shards) => change(&mut shards[shard].lock().expect("nobody panics with the lock")),
            Place::Disk { file, path } => {
                buffer.resize(self.bytes, 0);
                let at = (shard * self.bytes) as u64;
                read_at(file, buffer, at).map_err(|e| unreadable(path, e))?;
                let answer = change(buffer)?;
                write_at(file, buffer, at).map_err(|e| unwritable(path, e))?;
                Ok(answer)
            }
        }
    }

    /// Keeps the first `part` bytes of every shard in a file, behind a number.
    pub(super) fn save(&self, path: &Path, part: usize, number: u32) -> Result<(), Error> {
        let mut file = Whole::create(path)?;
        file.write(&number.to_le_bytes())?;
        let mut buffer = Vec::new();
        for shard in 0..self.count {
            self.look(shard, &mut buffer, |bytes| file.write(&bytes[..part]))??;
        }
        file.finish()
    }

    /// What [`save`](Store::save) kept, if it is whole and of that size: the number.
    pub(super) fn restore(&self, path: &Path) -> Result<u32, Error> {
        let saved = Saved::open(path, self.count, self.bytes)?;
        let mut bytes = vec![0; self.bytes];
        for shard in 0..self.count {
            saved.read(shard, &mut bytes)?;
            self.put(shard, &bytes)?;
        }
        Ok(saved.number)
    }
}

/// What a store kept of its shards.
pub(super) struct Saved {
    file: File,
    path: PathBuf,
    part: usize,
    number: u32,
}

impl Saved {
    pub(super) fn open(path: &Path, count: usize, part: usize) -> Result<Saved, Error> {
        let (file, length) = verified(path)?;
        let mut number = [0; 4];
        if length != 4 + (count * part) as u64 || read_at(&file, &mut number, 0).is_err() {
            return Err(damaged(path));
        }
        Ok(Saved { file, path: path.into(), part, number: u32::from_le_bytes(number) })
    }

    pub(super) fn read(&self, shard: usize, part: &mut [u8]) -> Result<(), Error> {
        read_at(&self.file, part, 4 + (shard * self.part) as u64).map_err(|e| unreadable(&self.path, e))
    }
}

fn no_memory(bytes: usize, why: std::io::Error) -> Error {
    Error::limit("table-no-memory", "the system has no {bytes} bytes of memory left: {why}")
        .arg("bytes", bytes)
        .arg("why", why)
}

#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(windows)]
pub(super) fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let n = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if n == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[n..];
        at += n as u64;
    }
    Ok(())
}

#[cfg(windows)]
fn write_at(file: &File, mut bytes: &[u8], mut at: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let n = std::os::windows::fs::FileExt::seek_write(file, bytes, at)?;
        bytes = &bytes[n..];
        at += n as u64;
    }
    Ok(())
}
