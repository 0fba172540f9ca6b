//! The file of a table. It names its game by text and its positions by keys, and knows no game itself.
//!
//! ```text
//! begin   "ATTRTABL", version (u32)
//! blocks  of up to 2,048 positions of one layer: keys; outcomes, four to a byte (lost 0, endless 1, drawn 2, won 3);
//!         plies to the end, one or two bytes each. Outcomes and plies are zstd frames of their own
//! index   per block: layer, positions, bytes of keys, of outcomes, of plies, CRC-32 of the block (u32 each), where it
//!         begins (u64), length of its first key (u32), the first key (a number of 8 bytes, or a text)
//! head    lines of `name value`: game, from (the position that it begins at, if that is not the start of the game), keys,
//!         plies, blocks, and figures
//! end     length of the index, of the head (u64 each), CRC-32 of index, head and those lengths, "ATTRTEND"
//! ```
//!
//! Numbers are little-endian. Where the rules tell a value at sight (play is over, or a move wins at once), the table
//! repeats the one before, so that it takes next to no room; whoever probes looks at the position first. Nothing in the
//! file depends on time, memory or threads.

use super::{
    Cell, Figures, Key, damaged,
    keys::{Keys, encode},
    unreadable, unwritable,
};
use attractor_game::Error;
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

const MAGIC: &[u8; 8] = b"ATTRTABL";
const END: &[u8; 8] = b"ATTRTEND";
/// Where the first block begins.
pub(super) const BEGIN: usize = 12;
/// The version of the format that this program writes and reads.
pub const TABLE_VERSION: u32 = 1;
/// Positions of a block: few enough to unpack in microseconds.
pub(super) const BLOCK: usize = 2048;
/// A reader takes larger ones too.
const LARGEST_BLOCK: usize = 1 << 16;
/// The most bytes of a text that is a key: a block of them stays small enough to unpack.
pub(super) const MOST_TEXT: usize = 1 << 15;
/// How hard zstd tries.
const LEVEL: i32 = 12;
/// Blocks packed at a time by each thread.
const BATCH: usize = 8;

/// Writes a table.
pub(super) struct Writer {
    out: BufWriter<File>,
    path: PathBuf,
    game: String,
    numbers: bool,
    wide: bool,
    threads: usize,
    at: u64,
    index: Vec<u8>,
    blocks: u64,
    full: Vec<(u32, Vec<Key>, Vec<Cell>)>,
    keys: Vec<Key>,
    cells: Vec<Cell>,
    layer: u32,
    outcome_bytes: u64,
}

/// The lines of the head. There is one way to write them, so that a reader can demand it.
fn head(name: &str, numbers: bool, wide: bool, blocks: u64, figures: &Figures) -> String {
    let keys = if numbers { "numbers" } else { "texts" };
    format!("game {name}\nkeys {keys}\nplies {}\nblocks {blocks}\n", 1 + u32::from(wide)) + &figures.to_lines()
}

/// Outcomes and plies of a block's entries before they are squeezed. What is told at sight repeats what was before it; and
/// so do the plies of draws.
pub(super) fn plain(cells: &[Cell], wide: bool) -> (Vec<u8>, Vec<u8>) {
    let (mut outcomes, mut plies) = (vec![0u8; cells.len().div_ceil(4)], Vec::with_capacity(2 * cells.len()));
    let (mut code, mut distance) = (0, 0);
    for (i, cell) in cells.iter().enumerate() {
        if !cell.at_sight() {
            code = cell.code();
            if cell.plies() > 0 {
                distance = cell.plies();
            }
        }
        outcomes[i / 4] |= code << (2 * (i % 4));
        plies.push(distance as u8);
        if wide {
            plies.push((distance >> 8) as u8);
        }
    }
    (outcomes, plies)
}

/// A block, packed.
pub(super) struct Packed {
    layer: u32,
    count: usize,
    first: Key,
    keys: Vec<u8>,
    outcomes: Vec<u8>,
    plies: Vec<u8>,
}

impl Writer {
    /// Bytes of memory that each thread takes for the blocks that it packs.
    pub(super) const THREAD: u64 = (BATCH * BLOCK * (size_of::<Key>() + size_of::<Cell>() + 4)) as u64;
    /// Bytes of memory for each block: its entry of the index as it is written, and as it is read.
    pub(super) const EACH: u64 = (48 + size_of::<Block>()) as u64;

    /// A table of a game whose positions are known by numbers or by texts; `longest` plies to an end.
    pub(super) fn create(
        path: &Path,
        game: &str,
        numbers: bool,
        longest: u32,
        threads: usize,
    ) -> Result<Writer, Error> {
        let file = File::create(path).map_err(|e| unwritable(path, e))?;
        let mut writer = Writer {
            out: BufWriter::with_capacity(1 << 18, file),
            path: path.into(),
            game: game.into(),
            numbers,
            wide: longest > 255,
            threads: threads.max(1),
            at: 0,
            index: Vec::new(),
            blocks: 0,
            full: Vec::new(),
            keys: Vec::new(),
            cells: Vec::new(),
            layer: 0,
            outcome_bytes: 0,
        };
        writer.write(MAGIC)?;
        writer.write(&TABLE_VERSION.to_le_bytes())?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes).map_err(|e| unwritable(&self.path, e))
    }

    /// The next position: layers in order, keys in order within a layer.
    #[inline]
    pub(super) fn push(&mut self, layer: u32, key: Key, cell: Cell) -> Result<(), Error> {
        if !self.wide && cell.plies() > u32::from(u8::MAX) {
            return Err(Cell::too_long(u8::MAX.into()));
        }
        if let Key::Text(text) = &key
            && text.len() > MOST_TEXT
        {
            return Err(Error::limit(
                "table-text",
                "a position takes {bytes} bytes of text, more than the {most} that a table can hold",
            )
            .arg("bytes", text.len())
            .arg("most", MOST_TEXT));
        }
        if self.keys.len() == BLOCK || (layer != self.layer && !self.keys.is_empty()) {
            self.fill()?;
        }
        self.layer = layer;
        self.keys.push(key);
        self.cells.push(cell);
        Ok(())
    }

    fn fill(&mut self) -> Result<(), Error> {
        let (keys, cells) = (std::mem::take(&mut self.keys), std::mem::take(&mut self.cells));
        if !keys.is_empty() {
            self.full.push((self.layer, keys, cells));
        }
        if self.full.len() >= BATCH * self.threads { self.pack() } else { Ok(()) }
    }

    /// Packs the blocks that are full, on all threads, and writes them in order.
    fn pack(&mut self) -> Result<(), Error> {
        let (full, wide) = (std::mem::take(&mut self.full), self.wide);
        let share = full.len().div_ceil(self.threads).max(1);
        let packed: Vec<Packed> = std::thread::scope(|scope| {
            let pack = |part: &[(u32, Vec<Key>, Vec<Cell>)]| {
                let mut packer = Packer::new(wide);
                part.iter().map(|(layer, keys, cells)| packer.pack(*layer, keys, cells)).collect::<Vec<_>>()
            };
            let threads: Vec<_> = full.chunks(share).map(|part| scope.spawn(move || pack(part))).collect();
            threads.into_iter().flat_map(|t| t.join().expect("packing does not panic")).collect()
        });
        self.append(packed)
    }

    /// Writes blocks that follow those written.
    pub(super) fn append(&mut self, packed: Vec<Packed>) -> Result<(), Error> {
        for block in packed {
            let mut sum = crc32fast::Hasher::new();
            for part in [&block.keys, &block.outcomes, &block.plies] {
                sum.update(part);
            }
            let begin = self.at;
            for n in [
                block.layer,
                block.count as u32,
                block.keys.len() as u32,
                block.outcomes.len() as u32,
                block.plies.len() as u32,
                sum.finalize(),
            ] {
                self.index.extend(n.to_le_bytes());
            }
            self.index.extend(begin.to_le_bytes());
            let first = match block.first {
                Key::Number(n) => n.to_le_bytes().to_vec(),
                Key::Text(text) => text.into_bytes(),
            };
            self.index.extend((first.len() as u32).to_le_bytes());
            self.index.extend(first);
            self.outcome_bytes += block.outcomes.len() as u64;
            self.blocks += 1;
            self.write(&block.keys)?;
            self.write(&block.outcomes)?;
            self.write(&block.plies)?;
        }
        Ok(())
    }

    /// Writes the rest; the file is then whole and on the disk.
    pub(super) fn finish(mut self, figures: &Figures) -> Result<(), Error> {
        self.fill()?;
        self.pack()?;
        let figures = Figures { outcome_bytes: self.outcome_bytes, ..figures.clone() };
        let head = head(&self.game, self.numbers, self.wide, self.blocks, &figures);
        let mut end = std::mem::take(&mut self.index);
        let length = end.len() as u64;
        end.extend(head.as_bytes());
        end.extend(length.to_le_bytes());
        end.extend((head.len() as u64).to_le_bytes());
        let sum = crc32fast::hash(&end);
        end.extend(sum.to_le_bytes());
        end.extend(END);
        self.write(&end)?;
        let sync = |out: &mut BufWriter<File>| {
            out.flush()?;
            out.get_ref().sync_all()
        };
        sync(&mut self.out).map_err(|e| unwritable(&self.path, e))
    }
}

impl Packed {
    /// Positions.
    pub(super) fn count(&self) -> u64 {
        self.count as u64
    }
}

/// Blocks that members of a cluster send to each other.
#[cfg(feature = "cluster")]
impl Packed {
    /// As bytes, one after the other.
    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        let first = match &self.first {
            Key::Number(n) => n.to_le_bytes().to_vec(),
            Key::Text(text) => text.clone().into_bytes(),
        };
        for n in [self.layer, self.count as u32] {
            bytes.extend(n.to_le_bytes());
        }
        for part in [&first, &self.keys, &self.outcomes, &self.plies] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
    }

    /// What [`put`](Packed::put) wrote, of a table whose keys are numbers; none if it cannot be.
    pub(super) fn take_all(mut bytes: &[u8]) -> Option<Vec<Packed>> {
        let mut all = Vec::new();
        while !bytes.is_empty() {
            let mut word = || {
                let (word, rest) = bytes.split_first_chunk()?;
                bytes = rest;
                Some(u32::from_le_bytes(*word))
            };
            let (layer, count) = (word()?, word()? as usize);
            let mut part = || {
                let (length, rest) = bytes.split_first_chunk()?;
                let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
                bytes = rest;
                Some(part.to_vec())
            };
            let first = Key::Number(u64::from_le_bytes(part()?.try_into().ok()?));
            let (keys, outcomes, plies) = (part()?, part()?, part()?);
            all.push(Packed { layer, count, first, keys, outcomes, plies });
        }
        Some(all)
    }
}

/// Packs blocks of positions.
pub(super) struct Packer {
    zstd: zstd::bulk::Compressor<'static>,
    wide: bool,
}

impl Packer {
    /// Whether plies take two bytes.
    pub(super) fn new(wide: bool) -> Packer {
        Packer { zstd: zstd::bulk::Compressor::new(LEVEL).expect("a level that zstd has"), wide }
    }

    pub(super) fn pack(&mut self, layer: u32, keys: &[Key], cells: &[Cell]) -> Packed {
        let (outcomes, plies) = plain(cells, self.wide);
        let mut squeeze = |bytes: &[u8]| self.zstd.compress(bytes).expect("zstd takes any bytes");
        Packed {
            layer,
            count: keys.len(),
            first: keys[0].clone(),
            keys: encode(keys),
            outcomes: squeeze(&outcomes),
            plies: squeeze(&plies),
        }
    }
}

/// A block, by its place in the file.
pub(super) struct Block {
    pub(super) layer: u32,
    pub(super) count: usize,
    pub(super) at: usize,
    keys: usize,
    pub(super) outcomes: usize,
    plies: usize,
    sum: u32,
    pub(super) first: Key,
}

impl Block {
    /// Where the next one begins.
    pub(super) fn end(&self) -> usize {
        self.at + self.keys + self.outcomes + self.plies
    }
}

/// A solved game on disk. Nothing is loaded but the index: the system brings what is asked for.
pub struct Table {
    map: memmap2::Mmap,
    blocks: Vec<Block>,
    /// Where blocks end in the file, and the index begins.
    end: usize,
    game: String,
    from: Option<String>,
    numbers: bool,
    wide: bool,
    figures: Figures,
    path: PathBuf,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("path", &self.path).field("game", &self.game).finish()
    }
}

impl Table {
    /// The table in a folder, or of that file.
    pub fn open(path: &Path) -> Result<Table, Error> {
        let path = if path.is_dir() { path.join(super::FILE) } else { path.to_owned() };
        let file = File::open(&path).map_err(|e| unreadable(&path, e))?;
        // SAFETY: the map is read-only, private to this `Table`, and no function lends its bytes for longer than a call, so
        // no caller can write to it. The builder writes a table under another name and renames it when it is whole; nothing
        // in this program opens a finished one for writing. What another program does to the file is outside of what any
        // mapping can rule out: bytes that it changes are read as damage or as other values, since every place and length
        // read from them is checked before it is used; a file that it truncates ends this program with SIGBUS.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(|e| unreadable(&path, e))?;
        Table::read(map, path)
    }

    fn read(map: memmap2::Mmap, path: PathBuf) -> Result<Table, Error> {
        let bytes: &[u8] = &map;
        let Some((magic, rest)) = bytes.split_first_chunk::<8>().filter(|(magic, _)| *magic == MAGIC) else {
            return Err(Error::new("not-a-table", "{file} is not a table").arg("file", path.display()));
        };
        let _ = magic;
        let version = rest.first_chunk().map_or(0, |b| u32::from_le_bytes(*b));
        if version != TABLE_VERSION {
            return Err(Error::new(
                "table-version",
                "{file} has version {found} of the format; this program reads {ours}",
            )
            .arg("file", path.display())
            .arg("found", version)
            .arg("ours", TABLE_VERSION));
        }
        let parsed = parse(bytes).ok_or_else(|| damaged(&path))?;
        let (blocks, end, lines) = parsed;
        let field = |name: &str| lines.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let game = field("game").ok_or_else(|| damaged(&path))?.to_owned();
        let from = field("from").map(str::to_owned);
        let (numbers, wide) = (field("keys") == Some("numbers"), field("plies") == Some("2"));
        let figures = Figures::from_lines(&lines).ok_or_else(|| damaged(&path))?;
        let table = Table { map, blocks, end, game, from, numbers, wide, figures, path };
        if head(&table.name(), numbers, wide, table.blocks.len() as u64, &table.figures) != lines {
            return Err(damaged(&table.path));
        }
        Ok(table)
    }

    /// The game, as it was named when the table was built.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The position that it begins at, if that is not the start of the game.
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// What it was called when it was built.
    pub(super) fn name(&self) -> String {
        self.from().map_or_else(|| self.game.clone(), |from| super::name_from(&self.game, from))
    }

    /// The first and the last layer that it has.
    pub(super) fn layers(&self) -> (u32, u32) {
        (self.blocks.first().map_or(1, |block| block.layer), self.blocks.last().map_or(0, |block| block.layer))
    }

    /// Counts of positions.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Bytes of the file.
    pub fn size(&self) -> u64 {
        self.map.len() as u64
    }

    /// Positions that have an entry; those that symmetry makes equal have one.
    pub fn entries(&self) -> u64 {
        self.blocks.iter().map(|block| block.count as u64).sum()
    }

    /// Where the file lies.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Blocks of entries.
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Blocks as the index has them, and where they end in the file.
    pub(super) fn index(&self) -> (&[Block], usize) {
        (&self.blocks, self.end)
    }

    fn bytes(&self, block: &Block) -> &[u8] {
        &self.map[block.at..block.end()]
    }

    /// Whether a block is as it was written.
    pub(super) fn check(&self, block: usize) -> Result<(), Error> {
        let block = &self.blocks[block];
        if crc32fast::hash(self.bytes(block)) == block.sum { Ok(()) } else { Err(damaged(&self.path)) }
    }

    /// Something that looks positions up.
    pub fn prober(&self) -> Prober<'_> {
        let zstd = zstd::bulk::Decompressor::new().expect("zstd can be set up");
        let largest = self.blocks.iter().map(|block| block.count).max().unwrap_or(0);
        Prober {
            table: self,
            zstd,
            outcomes: vec![0; largest.div_ceil(4)],
            plies: vec![0; 2 * largest],
            unpacked: None,
            checked: vec![0; self.blocks.len().div_ceil(64)],
        }
    }
}

/// Blocks, where they end, and the head, if the end of the file is as it was written.
fn parse(bytes: &[u8]) -> Option<(Vec<Block>, usize, String)> {
    let (rest, magic) = bytes.split_last_chunk::<8>()?;
    let (rest, sum) = rest.split_last_chunk::<4>()?;
    let (front, head_length) = rest.split_last_chunk::<8>()?;
    let (front, index_length) = front.split_last_chunk::<8>()?;
    let index_length = usize::try_from(u64::from_le_bytes(*index_length)).ok()?;
    let head_length = usize::try_from(u64::from_le_bytes(*head_length)).ok()?;
    let begin = front.len().checked_sub(head_length)?.checked_sub(index_length)?;
    if magic != END || crc32fast::hash(&rest[begin..]) != u32::from_le_bytes(*sum) {
        return None;
    }
    let head = std::str::from_utf8(&front[begin + index_length..]).ok()?.to_owned();
    let numbers = head.contains("\nkeys numbers\n");
    let mut index = &front[begin..begin + index_length];
    let mut blocks = Vec::new();
    while !index.is_empty() {
        let (fixed, rest) = index.split_first_chunk::<36>()?;
        let word = |i: usize| u32::from_le_bytes([fixed[4 * i], fixed[4 * i + 1], fixed[4 * i + 2], fixed[4 * i + 3]]);
        let [layer, count, keys, outcomes, plies, sum, low, high, first] = std::array::from_fn(word);
        let (first, rest) = rest.split_at_checked(first as usize)?;
        let first = match numbers {
            true => Key::Number(u64::from_le_bytes(first.try_into().ok()?)),
            false => Key::Text(String::from_utf8(first.to_vec()).ok()?),
        };
        let at = usize::try_from(u64::from(high) << 32 | u64::from(low)).ok()?;
        let [count, keys, outcomes, plies] = [count, keys, outcomes, plies].map(|n| n as usize);
        let end = [keys, outcomes, plies].iter().try_fold(at, |sum, part| sum.checked_add(*part))?;
        if at < BEGIN || end > begin || count > LARGEST_BLOCK || count == 0 {
            return None;
        }
        blocks.push(Block { layer, count, at, keys, outcomes, plies, sum, first });
        index = rest;
    }
    Some((blocks, begin, head))
}

/// Looks positions up, and keeps the last block unpacked.
pub struct Prober<'a> {
    table: &'a Table,
    zstd: zstd::bulk::Decompressor<'a>,
    outcomes: Vec<u8>,
    plies: Vec<u8>,
    /// The block whose outcomes and plies are unpacked.
    unpacked: Option<usize>,
    /// Blocks whose checksum was right, a bit each.
    checked: Vec<u64>,
}

impl Prober<'_> {
    /// The value stored for a position, unless the rules tell it at sight: then what is stored means nothing.
    pub fn get(&mut self, layer: u32, key: &Key) -> Result<Option<Cell>, Error> {
        let Some((number, rank)) = self.place(layer, key)? else { return Ok(None) };
        self.unpack(number)?;
        Ok(Some(self.cell(rank)))
    }

    /// The block of a key, and its rank there.
    pub(super) fn place(&mut self, layer: u32, key: &Key) -> Result<Option<(usize, usize)>, Error> {
        let table = self.table;
        let later = |block: &Block| (block.layer, &block.first) > (layer, key);
        let Some(number) = table.blocks.partition_point(|block| !later(block)).checked_sub(1) else { return Ok(None) };
        let block = &table.blocks[number];
        if block.layer != layer {
            return Ok(None);
        }
        self.sound(number)?;
        let keys = Keys::new(&table.bytes(block)[..block.keys], block.count).ok_or_else(|| damaged(&table.path))?;
        let rank = match key {
            Key::Number(n) => keys.find(*n),
            Key::Text(text) => keys.find_text(text),
        };
        Ok(rank.map(|rank| (number, rank)))
    }

    /// A block is looked at for damage when it is first asked.
    #[inline]
    fn sound(&mut self, number: usize) -> Result<(), Error> {
        let (word, bit) = (&mut self.checked[number / 64], 1 << (number % 64));
        if *word & bit == 0 {
            self.table.check(number)?;
            *word |= bit;
        }
        Ok(())
    }

    /// All keys of a block, with its layer and cells.
    pub(super) fn block(&mut self, number: usize) -> Result<(u32, Vec<Key>, Vec<Cell>), Error> {
        let (table, block) = (self.table, &self.table.blocks[number]);
        let keys = Keys::new(&table.bytes(block)[..block.keys], block.count);
        let keys = keys.and_then(|keys| keys.all(table.numbers)).ok_or_else(|| damaged(&table.path))?;
        self.unpack(number)?;
        Ok((block.layer, keys, (0..block.count).map(|i| self.cell(i)).collect()))
    }

    /// Whether a block's keys are written as these would be.
    pub(super) fn has_keys(&self, number: usize, keys: &[Key]) -> bool {
        let block = &self.table.blocks[number];
        encode(keys) == self.table.bytes(block)[..block.keys]
    }

    /// Whether a block's outcomes and plies are written as those of these values would be.
    pub(super) fn has_values(&mut self, number: usize, cells: &[Cell]) -> Result<bool, Error> {
        self.unpack(number)?;
        let (outcomes, plies) = plain(cells, self.table.wide);
        Ok(outcomes == self.outcomes[..outcomes.len()] && plies == self.plies[..plies.len()])
    }

    #[inline]
    fn cell(&self, rank: usize) -> Cell {
        let code = self.outcomes[rank / 4] >> (2 * (rank % 4)) & 3;
        let plies = match self.table.wide {
            true => u16::from_le_bytes([self.plies[2 * rank], self.plies[2 * rank + 1]]),
            false => u16::from(self.plies[rank]),
        };
        Cell::of(code, plies)
    }

    fn unpack(&mut self, number: usize) -> Result<(), Error> {
        if self.unpacked == Some(number) {
            return Ok(());
        }
        self.unpacked = None;
        let block = &self.table.blocks[number];
        let bytes = self.table.bytes(block);
        let (outcomes, plies) = bytes[block.keys..].split_at(block.outcomes);
        let each = 1 + usize::from(self.table.wide);
        let outcomes = self.zstd.decompress_to_buffer(outcomes, &mut self.outcomes[..]);
        let plies = self.zstd.decompress_to_buffer(plies, &mut self.plies[..]);
        let whole =
            outcomes.is_ok_and(|n| n == block.count.div_ceil(4)) && plies.is_ok_and(|n| n == each * block.count);
        if !whole {
            return Err(damaged(&self.table.path));
        }
        self.unpacked = Some(number);
        Ok(())
    }
}
