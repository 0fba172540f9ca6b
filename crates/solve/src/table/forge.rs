//! Tables taken apart and put together again, with every checksum repaired: for tests and for fuzzing. It follows the
//! description of the format and shares no code with its reader and writer, so that it can write what the writer never does.

/// A key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Name {
    /// A number.
    Number(u64),
    /// Bytes, which should be a text.
    Text(Vec<u8>),
}

/// A block, unpacked.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) layer: u32,
    pub(crate) keys: Vec<Name>,
    /// Outcomes: lost 0, endless 1, drawn 2, won 3.
    pub(crate) codes: Vec<u8>,
    pub(crate) plies: Vec<u16>,
    /// Another number of entries in the index.
    pub(crate) count: Option<u32>,
    /// Another first key in the index.
    pub(crate) first: Option<Name>,
    /// Added to the place of a group in the directory.
    pub(crate) directory: Option<(usize, u32)>,
    /// Bytes before the block that belong to none.
    pub(crate) gap: usize,
}

/// A table, unpacked.
#[derive(Clone, Debug)]
pub(crate) struct Forged {
    pub(crate) version: u32,
    pub(crate) wide: bool,
    pub(crate) blocks: Vec<Part>,
    /// The lines of the head, in order, but for those that follow from the rest: `keys`, `plies`, `blocks`, `outcomes`.
    pub(crate) lines: Vec<(String, String)>,
    /// Bytes of all outcomes, if not as many as there are.
    pub(crate) outcomes: Option<u64>,
}

/// Keys of a group.
const GROUP: usize = 64;

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn leb(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes[*at];
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            return number;
        }
    }
}

fn put_leb(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn keys(bytes: &[u8], count: usize, numbers: bool) -> Vec<Name> {
    let body = &bytes[4 * count.div_ceil(GROUP)..];
    let (mut keys, mut at) = (Vec::new(), 0);
    let (mut number, mut text) = (0u64, Vec::new());
    for i in 0..count {
        if i % GROUP == 0 {
            at = word(bytes, 4 * (i / GROUP)) as usize;
        }
        if !numbers {
            let (shared, rest) = (leb(body, &mut at) as usize, leb(body, &mut at) as usize);
            text.truncate(shared);
            text.extend(&body[at..at + rest]);
            at += rest;
            keys.push(Name::Text(text.clone()));
        } else if i % GROUP == 0 {
            number = long(body, at);
            at += 8;
            keys.push(Name::Number(number));
        } else {
            number = number.wrapping_add(1).wrapping_add(leb(body, &mut at));
            keys.push(Name::Number(number));
        }
    }
    keys
}

fn encode(part: &Part) -> Vec<u8> {
    let (mut directory, mut body) = (Vec::new(), Vec::new());
    for (number, group) in part.keys.chunks(GROUP).enumerate() {
        let shift = part.directory.map_or(0, |(which, shift)| if which == number { shift } else { 0 });
        directory.extend((body.len() as u32).wrapping_add(shift).to_le_bytes());
        for (i, key) in group.iter().enumerate() {
            match (key, i.checked_sub(1).map(|i| &group[i])) {
                (Name::Number(n), Some(Name::Number(before))) => {
                    put_leb(&mut body, n.wrapping_sub(*before).wrapping_sub(1));
                }
                (Name::Number(n), _) => body.extend(n.to_le_bytes()),
                (Name::Text(text), before) => {
                    let before: &[u8] = if let Some(Name::Text(before)) = before { before } else { &[] };
                    let shared = text.iter().zip(before).take_while(|(a, b)| a == b).count();
                    put_leb(&mut body, shared as u64);
                    put_leb(&mut body, (text.len() - shared) as u64);
                    body.extend(&text[shared..]);
                }
            }
        }
    }
    directory.extend(body);
    directory
}

/// Where the index and the head begin, and where the head ends.
fn places(bytes: &[u8]) -> [usize; 3] {
    let end = bytes.len() - 28;
    let head = end - long(bytes, end + 8) as usize;
    [head - long(bytes, end) as usize, head, end]
}

/// Makes all checksums right: of the blocks as the index has them, and of the index. What cannot be read stays as it is.
#[allow(dead_code)]
pub(crate) fn repair(bytes: &mut [u8]) {
    if bytes.len() < 40 {
        return;
    }
    let end = bytes.len() - 28;
    let (index, head) = (long(bytes, end), long(bytes, end + 8));
    let Some(first) = (end as u64).checked_sub(head).and_then(|at| at.checked_sub(index)) else { return };
    let (mut at, stop) = (first as usize, first as usize + index as usize);
    while at + 36 <= stop {
        let [keys, outcomes, plies] = [8, 12, 16].map(|i| u64::from(word(bytes, at + i)));
        let (begin, length) = (long(bytes, at + 24), keys + outcomes + plies);
        if let Some(part) = begin.checked_add(length).and_then(|end| bytes.get(begin as usize..end as usize)) {
            let sum = crc32fast::hash(part);
            bytes[at + 20..at + 24].copy_from_slice(&sum.to_le_bytes());
        }
        at += 36 + word(bytes, at + 32) as usize;
    }
    let sum = crc32fast::hash(&bytes[first as usize..end + 16]);
    bytes[end + 16..end + 20].copy_from_slice(&sum.to_le_bytes());
}

impl Forged {
    /// Takes a right table apart.
    pub(crate) fn of(bytes: &[u8]) -> Forged {
        let [index, head, end] = places(bytes);
        let text = std::str::from_utf8(&bytes[head..end]).expect("the head is text");
        let mut lines: Vec<(String, String)> = text
            .lines()
            .map(|line| line.split_once(' ').expect("a name and a value"))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let is = |name: &str, value: &str| lines.iter().any(|line| line.0 == name && line.1 == value);
        let (numbers, wide) = (is("keys", "numbers"), is("plies", "2"));
        lines.retain(|line| !["keys", "plies", "blocks", "outcomes"].contains(&&*line.0));
        let (mut blocks, mut at) = (Vec::new(), index);
        while at < head {
            let [layer, count, keys_length, outcomes, plies] = [0, 4, 8, 12, 16].map(|i| word(bytes, at + i));
            let begin = long(bytes, at + 24) as usize;
            let count = count as usize;
            let (keys_end, outcomes_end) = (begin + keys_length as usize, begin + (keys_length + outcomes) as usize);
            let unpack = |bytes: &[u8], most| zstd::bulk::decompress(bytes, most).expect("a frame");
            let packed = unpack(&bytes[keys_end..outcomes_end], count.div_ceil(4));
            let distances = unpack(&bytes[outcomes_end..outcomes_end + plies as usize], 2 * count);
            blocks.push(Part {
                layer,
                keys: keys(&bytes[begin..keys_end], count, numbers),
                codes: (0..count).map(|i| packed[i / 4] >> (2 * (i % 4)) & 3).collect(),
                plies: match wide {
                    true => distances.chunks(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect(),
                    false => distances.iter().map(|b| u16::from(*b)).collect(),
                },
                count: None,
                first: None,
                directory: None,
                gap: 0,
            });
            at += 36 + word(bytes, at + 32) as usize;
        }
        Forged { version: word(bytes, 8), wide, blocks, lines, outcomes: None }
    }

    /// The bytes of the table as it is now.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"ATTRTABL".to_vec();
        bytes.extend(self.version.to_le_bytes());
        let (mut index, mut sum) = (Vec::new(), 0);
        let numbers = !matches!(self.blocks.first().and_then(|b| b.keys.first()), Some(Name::Text(_)));
        for part in &self.blocks {
            bytes.resize(bytes.len() + part.gap, 0);
            let mut codes = vec![0u8; part.codes.len().div_ceil(4)];
            part.codes.iter().enumerate().for_each(|(i, code)| codes[i / 4] |= (code & 3) << (2 * (i % 4)));
            let plies: Vec<u8> = match self.wide {
                true => part.plies.iter().flat_map(|n| n.to_le_bytes()).collect(),
                false => part.plies.iter().map(|n| *n as u8).collect(),
            };
            let squeeze = |bytes: &[u8]| zstd::bulk::compress(bytes, 12).expect("zstd takes any bytes");
            let parts = [encode(part), squeeze(&codes), squeeze(&plies)];
            let begin = bytes.len() as u64;
            parts.iter().for_each(|part| bytes.extend(part));
            sum += parts[1].len() as u64;
            index.extend(part.layer.to_le_bytes());
            index.extend(part.count.unwrap_or(part.keys.len() as u32).to_le_bytes());
            parts.iter().for_each(|part| index.extend((part.len() as u32).to_le_bytes()));
            index.extend(crc32fast::hash(&bytes[begin as usize..]).to_le_bytes());
            index.extend(begin.to_le_bytes());
            let first = match part.first.as_ref().or(part.keys.first()) {
                Some(Name::Number(n)) => n.to_le_bytes().to_vec(),
                Some(Name::Text(text)) => text.clone(),
                None => Vec::new(),
            };
            index.extend((first.len() as u32).to_le_bytes());
            index.extend(first);
        }
        let mut head = String::new();
        for (name, value) in &self.lines {
            if name == "positions" {
                let keys = if numbers { "numbers" } else { "texts" };
                let (plies, blocks) = (1 + u32::from(self.wide), self.blocks.len());
                head += &format!("keys {keys}\nplies {plies}\nblocks {blocks}\n");
            }
            head += &format!("{name} {value}\n");
            if name == "endless" {
                head += &format!("outcomes {}\n", self.outcomes.unwrap_or(sum));
            }
        }
        let tail = bytes.len();
        bytes.extend(&index);
        bytes.extend(head.as_bytes());
        bytes.extend((index.len() as u64).to_le_bytes());
        bytes.extend((head.len() as u64).to_le_bytes());
        let sum = crc32fast::hash(&bytes[tail..]);
        bytes.extend(sum.to_le_bytes());
        bytes.extend(b"ATTRTEND");
        bytes
    }

    /// Block and rank of each entry, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        self.blocks.iter().enumerate().flat_map(|(b, part)| (0..part.keys.len()).map(move |i| (b, i)))
    }

    /// Takes an entry out; a block without entries goes.
    pub(crate) fn remove(&mut self, block: usize, rank: usize) {
        let part = &mut self.blocks[block];
        part.keys.remove(rank);
        part.codes.remove(rank);
        part.plies.remove(rank);
        if part.keys.is_empty() {
            self.blocks.remove(block);
        }
    }

    /// Adds an entry of a layer where it belongs, if its block is there.
    pub(crate) fn insert(&mut self, layer: u32, key: Name, code: u8, plies: u16) {
        let at = self.blocks.iter().rposition(|part| part.layer == layer && part.keys[0] <= key);
        let at = at.or_else(|| self.blocks.iter().position(|part| part.layer == layer));
        let part = &mut self.blocks[at.expect("a block of the layer")];
        let rank = part.keys.partition_point(|k| *k < key);
        part.keys.insert(rank, key);
        part.codes.insert(rank, code);
        part.plies.insert(rank, plies);
    }

    /// Makes all entries whose value is told at sight repeat what was before them, and draws the plies before them.
    pub(crate) fn fill(&mut self, sight: &dyn Fn(u32, &Name) -> bool) {
        for part in &mut self.blocks {
            let (mut code, mut plies) = (0, 0);
            for i in 0..part.keys.len() {
                if sight(part.layer, &part.keys[i]) {
                    part.codes[i] = code;
                } else {
                    code = part.codes[i];
                    if code == 0 || code == 3 {
                        plies = part.plies[i];
                    }
                }
                part.plies[i] = plies;
            }
        }
    }

    /// Adds to a number of the head.
    pub(crate) fn add(&mut self, name: &str, difference: i64) {
        let line = self.lines.iter_mut().find(|line| line.0 == name).expect("a line of that name");
        let number: i64 = line.1.parse().expect("a number");
        line.1 = (number + difference).to_string();
    }

    /// Adds to the positions won and lost in so many plies.
    pub(crate) fn add_at(&mut self, plies: u32, won: i64, lost: i64) {
        let place = self.lines.iter().position(|(name, value)| {
            name == "at" && value.split(' ').next().and_then(|n| n.parse::<u32>().ok()).is_some_and(|n| n >= plies)
        });
        let place = place.unwrap_or(self.lines.len());
        let found = self.lines.get(place).filter(|line| line.1.split(' ').next() == Some(&plies.to_string()));
        let old: Vec<i64> =
            found.map_or(vec![0, 0], |line| line.1.split(' ').skip(1).map(|n| n.parse().expect("a number")).collect());
        let line = ("at".to_owned(), format!("{plies} {} {}", old[0] + won, old[1] + lost));
        match found.is_some() {
            true => self.lines[place] = line,
            false => self.lines.insert(place, line),
        }
    }
}
