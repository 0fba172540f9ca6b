//! Forged tables, with every checksum right: each is refused by what is wrong with it.

use super::{
    forge::{Forged, Name},
    heaps::Heaps,
    tests::Folder,
    *,
};
use attractor_game::{Draw, Layered, Value};
use attractor_games::{Connect4, Mnk};

fn job() -> Job<'static> {
    Job { memory: 1 << 27, threads: 2, scratch: None, stop: None, tell: &|_| {} }
}

/// A right table, taken apart, and what its game knows.
struct Case<'a, G: Game, K> {
    game: &'a G,
    keyed: K,
    right: Forged,
    path: PathBuf,
}

impl<G: Game + Sync, K: Keyed<G> + Sync> Case<'_, G, K> {
    fn key(name: &Name) -> Key {
        match name {
            Name::Number(n) => Key::Number(*n),
            Name::Text(text) => Key::Text(String::from_utf8(text.clone()).unwrap()),
        }
    }

    fn position(&self, layer: u32, name: &Name) -> G::Position {
        self.keyed.position(self.game, layer, &Self::key(name)).unwrap()
    }

    fn at_sight(&self, layer: u32, name: &Name) -> Option<Value> {
        at_sight(self.game, &self.position(layer, name))
    }

    /// What is stored means nothing: drawn ends are stored as they are.
    fn is_filler(&self, layer: u32, name: &Name) -> bool {
        self.at_sight(layer, name).is_some_and(|value| value.plies().is_some())
    }

    fn name(&self, p: &G::Position) -> (u32, Name) {
        let (layer, key) = self.keyed.key(self.game, p);
        let name = match key {
            Key::Number(n) => Name::Number(n),
            Key::Text(text) => Name::Text(text.into_bytes()),
        };
        (layer, name)
    }

    /// Block and rank of a position.
    fn place(&self, forged: &Forged, p: &G::Position) -> (usize, usize) {
        let (layer, name) = self.name(p);
        let found =
            forged.entries().find(|&(b, i)| forged.blocks[b].layer == layer && forged.blocks[b].keys[i] == name);
        found.expect("the position has an entry")
    }

    fn check_bytes(&self, bytes: &[u8], sample: Option<u64>) -> Result<Checked, &'static str> {
        std::fs::write(&self.path, bytes).unwrap();
        let table = Table::open(&self.path).map_err(|error| error.id())?;
        check(self.game, &self.keyed, &table, sample, 1, &job()).map_err(|error| error.id())
    }

    fn check(&self, forged: &Forged, sample: Option<u64>) -> Result<Checked, &'static str> {
        self.check_bytes(&forged.bytes(), sample)
    }

    /// Refused for that reason, whether all entries are compared or one.
    fn refused(&self, what: &str, id: &str, forge: impl Fn(&mut Forged)) {
        self.refused_by(&[None, Some(1)], what, id, forge);
    }

    fn refused_by(&self, samples: &[Option<u64>], what: &str, id: &str, forge: impl Fn(&mut Forged)) {
        let mut forged = self.right.clone();
        forge(&mut forged);
        for sample in samples {
            assert_eq!(self.check(&forged, *sample), Err(id), "{what}, sample {sample:?}");
        }
    }

    /// The value of an entry becomes another, and the head agrees.
    fn revalue(&self, forged: &mut Forged, p: &G::Position, to: Value) {
        let (block, rank) = self.place(forged, p);
        let images = self.keyed.images(self.game, p) as i64;
        let part = &mut forged.blocks[block];
        let from = Cell::of(part.codes[rank], part.plies[rank]).value();
        for (value, sign) in [(from, -images), (to, images)] {
            match value {
                Value::Win(n) => {
                    forged.add("won", sign);
                    forged.add_at(n, sign, 0);
                }
                Value::Loss(n) => {
                    forged.add("lost", sign);
                    forged.add_at(n, 0, sign);
                }
                Value::Draw(Draw::Endless) => forged.add("endless", sign),
                _ => forged.add("drawn", sign),
            }
        }
        // A distance that no position has is not written.
        forged.lines.retain(|(name, value)| name != "at" || !value.ends_with(" 0 0"));
        let cell = Cell::new(to).unwrap();
        let part = &mut forged.blocks[block];
        (part.codes[rank], part.plies[rank]) = (cell.code(), cell.plies() as u16);
        forged.fill(&|layer, name| self.is_filler(layer, name));
    }
}

fn case<'a, G: Game, K>(game: &'a G, keyed: K, folder: &Folder, table: &Table) -> Case<'a, G, K> {
    let right = Forged::of(&std::fs::read(table.path()).unwrap());
    Case { game, keyed, right, path: folder.0.join("forged") }
}

/// A table that is taken apart and put together is the same, and is accepted.
#[test]
fn true_tables_of_every_way_are_accepted() {
    let folder = Folder::new("true");
    let (four, xo) = (Connect4::new(4, 3).unwrap(), Mnk::new(3, 3, 3).unwrap());
    let heaps = Heaps([4, 5, 6]);
    let out = |name: &str| folder.0.join(name);
    let accepted = |right: Result<Checked, &str>, whole| {
        let checked = right.unwrap();
        assert!(checked.whole == whole && (checked.compared == checked.entries) == whole, "{checked:?}");
    };
    let layers = case(&four, ByNumber, &folder, &build_layered(&four, "g", &out("layers"), &job()).unwrap());
    let levels = case(&heaps, ByIndex, &folder, &build_retrograde(&heaps, "g", &out("levels"), &job()).unwrap());
    let tiers = case(&heaps, ByIndex, &folder, &build_indexed(&heaps, "g", &out("tiers"), &job()).unwrap());
    let whole = case(&xo, ByText, &folder, &build_whole(&xo, "g", &out("whole"), &job()).unwrap());
    for name in ["layers", "levels", "tiers", "whole"] {
        let bytes = std::fs::read(out(name).join(FILE)).unwrap();
        assert!(Forged::of(&bytes).bytes() == bytes, "{name}");
    }
    accepted(layers.check(&layers.right, None), true);
    accepted(levels.check(&levels.right, None), true);
    accepted(tiers.check(&tiers.right, None), true);
    accepted(whole.check(&whole.right, None), true);
    // The first plies of so small games are all there is.
    assert!(!layers.check(&layers.right, Some(10)).unwrap().whole);
    assert!(!levels.check(&levels.right, Some(10)).unwrap().whole);
    accepted(whole.check(&whole.right, Some(10)), false);
}

#[test]
fn forged_tables_are_refused() {
    let folder = Folder::new("forged");
    let game = Connect4::new(4, 4).unwrap();
    let c = case(&game, ByNumber, &folder, &build_layered(&game, "g", &folder.0.join("t"), &job()).unwrap());
    let last = c.right.blocks.len() - 1;
    let middle = c.right.blocks.iter().position(|part| part.keys.len() == file::BLOCK).unwrap();
    let start = game.start();

    // 1-2: nothing in it, with the figures of another table or with none.
    c.refused("no blocks", "table-empty", |t| t.blocks.clear());
    c.refused("no blocks, and no positions", "table-empty", |t| {
        t.blocks.clear();
        t.lines.retain(|line| line.0 != "at");
        t.lines[1..].iter_mut().for_each(|line| line.1 = "0".to_owned());
    });
    // 3-8: figures that are not those of the entries.
    c.refused("many positions", "table-count", |t| {
        t.lines.iter_mut().find(|line| line.0 == "positions").unwrap().1 = "999999999".to_owned();
    });
    c.refused("a loss counted as a win", "table-count", |t| {
        t.add("won", 1);
        t.add("lost", -1);
    });
    c.refused("a final draw counted as an endless one", "table-count", |t| {
        t.add("drawn", -1);
        t.add("endless", 1);
    });
    c.refused("a distance", "table-count", |t| {
        t.add_at(5, 1, 0);
        t.add_at(7, -1, 0);
    });
    c.refused("a longest win", "table-count", |t| t.add_at(15, 1, 0));
    c.refused("bytes of outcomes", "table-count", |t| t.outcomes = Some(1));
    // 9-12: something is missing.
    c.refused("the start", "table-lacks", |t| t.remove(0, 0));
    c.refused_by(&[None], "the last layer", "table-lacks", |t| t.blocks.retain(|part| part.layer < 16));
    c.refused_by(&[Some(1)], "the last layer", "table-count", |t| t.blocks.retain(|part| part.layer < 16));
    c.refused_by(&[None], "every second entry", "table-lacks", |t| {
        for part in &mut t.blocks {
            let mut i = 0;
            part.keys.retain(|_| (i += 1, i % 2 == 1).1);
            let mut i = 0;
            part.codes.retain(|_| (i += 1, i % 2 == 1).1);
            let mut i = 0;
            part.plies.retain(|_| (i += 1, i % 2 == 1).1);
        }
    });
    c.refused_by(&[None], "an entry told at sight", "table-lacks", |t| {
        let part = &t.blocks[last];
        let rank = (0..part.keys.len()).find(|&i| c.at_sight(part.layer, &part.keys[i]).is_some()).unwrap();
        t.remove(last, rank);
    });
    // 13-15: values that are false, with figures that agree: of the start, near it, and far from it.
    c.refused("the start", "table-wrong", |t| c.revalue(t, &start, Value::Win(19)));
    let second = game.play(&start, game.moves(&start).next().unwrap());
    c.refused("a position of the first plies", "table-wrong", |t| c.revalue(t, &second, Value::Loss(8)));
    let far = {
        let part = &c.right.blocks[middle];
        let open = |i: &usize| c.at_sight(part.layer, &part.keys[*i]).is_none();
        c.position(part.layer, &part.keys[(0..part.keys.len()).find(open).unwrap()])
    };
    c.refused_by(&[None], "a position far away", "table-wrong", |t| c.revalue(t, &far, Value::Win(9)));
    // 16-19: keys that are there twice, or out of order, within a block and across blocks.
    c.refused("a key twice", "table-order", |t| t.blocks[middle].keys[7] = t.blocks[middle].keys[8].clone());
    c.refused("keys out of order", "table-order", |t| t.blocks[middle].keys.swap(7, 9));
    c.refused("a block twice", "table-order", |t| t.blocks.insert(middle, t.blocks[middle].clone()));
    c.refused("blocks out of order", "table-order", |t| t.blocks.swap(middle, middle + 1));
    c.refused("a key of the next block", "table-order", |t| {
        let next = t.blocks.windows(2).position(|two| two[0].layer == two[1].layer).unwrap();
        let key = t.blocks[next + 1].keys[1].clone();
        *t.blocks[next].keys.last_mut().unwrap() = key;
    });
    // 20-22: index and directory that do not agree with the keys.
    c.refused("another first key", "table-keys", |t| {
        let Name::Number(n) = t.blocks[middle].keys[0] else { unreachable!() };
        t.blocks[middle].first = Some(Name::Number(n - 1));
    });
    c.refused("a place in the directory", "table-order", |t| t.blocks[middle].directory = Some((1, 1)));
    c.refused("bytes between blocks", "table-gap", |t| t.blocks[middle].gap = 3);
    // 23-25: keys of no position, and of a position that has another key.
    c.refused("a key of nothing", "table-key", |t| {
        *t.blocks[last].keys.last_mut().unwrap() = Name::Number(u64::MAX);
    });
    c.refused("another layer", "table-key", |t| t.blocks[last].layer += 1);
    let mirrored = {
        // A column other than the middle one, whose mirror image has the larger number.
        let images: Vec<_> = game.moves(&start).map(|m| game.play(&start, m)).collect();
        let known = c.name(&images[0]);
        let other = (0..1 << 20).find(|&n| {
            let p = game.numbered(known.0, n);
            p.is_some_and(|p| Layered::number(&game, &p) != n && c.name(&p) == known)
        });
        other.map(|other| (known, other))
    };
    if let Some(((layer, known), other)) = mirrored {
        c.refused("the key of an image", "table-key", |t| {
            let (block, rank) =
                t.entries().find(|&(b, i)| t.blocks[b].layer == layer && t.blocks[b].keys[i] == known).unwrap();
            t.remove(block, rank);
            t.insert(layer, Name::Number(other), 0, 0);
            t.fill(&|_, _| false);
        });
    }
    // 26: a full board that play does not reach, counted in the head.
    let full = c.right.blocks[last].layer;
    let strays: Vec<u64> = (0..1u64 << 21)
        .filter(|&n| game.numbered(full, n).is_some_and(|p| c.name(&p) == (full, Name::Number(n))))
        .filter(|&n| !c.right.blocks.iter().any(|part| part.layer == full && part.keys.contains(&Name::Number(n))))
        .take(1)
        .collect();
    let stray = *strays.first().expect("some full board is never reached");
    c.refused_by(&[None], "a position that play does not reach", "table-stray", |t| {
        t.insert(full, Name::Number(stray), 0, 0);
        let p = game.numbered(full, stray).unwrap();
        let images = Layered::images(&game, &p) as i64;
        t.add("positions", images);
        match at_sight(&game, &p).unwrap() {
            Value::Loss(_) => {
                t.add("lost", images);
                t.add_at(0, 0, images);
            }
            Value::Win(_) => {
                t.add("won", images);
                t.add_at(0, images, 0);
            }
            _ => t.add("drawn", images),
        }
        t.fill(&|layer, name| c.is_filler(layer, name));
    });
    // 27: junk where the rules tell the value at sight.
    c.refused("junk", "table-values", |t| {
        let part = &mut t.blocks[middle];
        let rank = (1..part.keys.len()).find(|&i| c.is_filler(part.layer, &part.keys[i])).unwrap();
        part.codes[rank] ^= 1;
    });
    // 28-33: a head that is not as a table writes it, counts of blocks that cannot be, another version.
    c.refused("a line twice", "table-damaged", |t| t.lines.push(t.lines[1].clone()));
    c.refused("distances out of order", "table-damaged", |t| {
        let at = t.lines.len() - 1;
        t.lines.swap(at, at - 1);
    });
    c.refused("plies beyond 32 bits", "table-damaged", |t| {
        t.lines.push(("at".to_owned(), "4294967297 0 0".to_owned()))
    });
    c.refused("a figure beyond 64 bits", "table-damaged", |t| t.lines[1].1 = "18446744073709551616".to_owned());
    c.refused("a block of no entries", "table-damaged", |t| t.blocks[middle].count = Some(0));
    c.refused("a block of too many entries", "table-damaged", |t| t.blocks[middle].count = Some((1 << 16) + 1));
    c.refused("another version", "table-version", |t| t.version += 1);
    assert!(c.check(&c.right, None).is_ok());
}

/// Texts: a key that no game writes so, one that is no UTF-8, one that is longer than any.
#[test]
fn forged_texts_are_refused() {
    let folder = Folder::new("texts");
    let game = Mnk::new(3, 3, 3).unwrap();
    let c = case(&game, ByText, &folder, &build_whole(&game, "g", &folder.0.join("t"), &job()).unwrap());
    c.refused("another spelling", "table-key", |t| {
        let Name::Text(text) = t.blocks[0].keys.last_mut().unwrap() else { unreachable!() };
        text.push(b' ');
    });
    c.refused("no text", "table-damaged", |t| t.blocks[0].keys[3] = Name::Text(vec![b'.', 0xFF]));
    for (length, id) in [(file::MOST_TEXT, "table-key"), (file::MOST_TEXT + 1, "table-damaged")] {
        c.refused("a long text", id, |t| {
            let at = t.blocks.len() - 1;
            *t.blocks[at].keys.last_mut().unwrap() = Name::Text(vec![b'~'; length]);
        });
    }
    // Keys that each repeat the whole of the one before would take 65,536 times the file to unpack.
    c.refused("texts that multiply", "table-damaged", |t| {
        let keys = (0..1 << 14).map(|i| Name::Text(format!("{}{i:08}", "x".repeat(20_000)).into_bytes())).collect();
        let part = t.blocks.last_mut().unwrap();
        (part.keys, part.codes, part.plies) = (keys, vec![0; 1 << 14], vec![0; 1 << 14]);
    });
}

/// Numbers: a position that only the other player's names reach is counted so, and the figures are made again exactly.
#[test]
fn forged_levels_are_refused() {
    let folder = Folder::new("numbers");
    let game = Heaps([4, 5, 6]);
    let c = case(&game, ByIndex, &folder, &build_retrograde(&game, "g", &folder.0.join("t"), &job()).unwrap());
    c.refused_by(&[None], "a position more", "table-count", |t| {
        t.add("positions", 1);
        t.add("won", 1);
        t.add_at(1, 1, 0);
    });
    c.refused("the number of nothing", "table-key", |t| {
        *t.blocks[0].keys.last_mut().unwrap() = Name::Number(u64::MAX);
    });
    c.refused("a loss", "table-wrong", |t| c.revalue(t, &game.start(), Value::Loss(6)));
}

/// Endless play that is said to end in a draw agrees with its successors all the same.
#[test]
fn endless_draws_cannot_be_sold_as_final_ones() {
    use crate::graph::{Builder, End, Names};
    use attractor_game::Player::{One, Two};
    let folder = Folder::new("endless");
    let mut builder = Builder::new();
    // 0 and 1 lead to each other, 2 and 3 too, and 3 to a drawn end.
    for (owner, successors, end) in [
        (One, &[1, 2][..], None),
        (Two, &[0], None),
        (Two, &[3], None),
        (One, &[2, 4], None),
        (One, &[], Some(End::Draw)),
    ] {
        builder.push(owner, successors, end).unwrap();
    }
    // A right table with cycles is accepted.
    let arena = builder.finish(Names::Numbers, 0);
    let c = case(&arena, ByText, &folder, &build_whole(&arena, "g", &folder.0.join("t"), &job()).unwrap());
    assert!(c.check(&c.right, None).is_ok());
    let mut builder = Builder::new();
    for (owner, successors) in [(One, &[1][..]), (Two, &[0])] {
        builder.push(owner, successors, None).unwrap();
    }
    let ring = builder.finish(Names::Numbers, 0);
    let c = case(&ring, ByText, &folder, &build_whole(&ring, "g", &folder.0.join("ring"), &job()).unwrap());
    assert!(c.check(&c.right, None).is_ok());
    c.refused_by(&[None], "a ring", "table-wrong", |t| {
        t.add("endless", -2);
        t.add("drawn", 2);
        t.blocks[0].codes.iter_mut().for_each(|code| *code = 2);
    });
}

/// Readers take blocks of 65,536 entries, as large as they may be, and no larger ones.
#[test]
fn the_largest_blocks_are_read() {
    let folder = Folder::new("blocks");
    let game = Heaps([32; 3]);
    let c = case(&game, ByIndex, &folder, &build_retrograde(&game, "g", &folder.0.join("t"), &job()).unwrap());
    for (count, right) in [(1 << 16, true), ((1 << 16) + 1, false)] {
        let mut forged = c.right.clone();
        let mut all = forged.blocks.remove(0);
        for part in forged.blocks.drain(..) {
            all.keys.extend(part.keys);
            all.codes.extend(part.codes);
            all.plies.extend(part.plies);
        }
        let mut rest = all.clone();
        rest.keys = all.keys.split_off(count);
        rest.codes = all.codes.split_off(count);
        rest.plies = all.plies.split_off(count);
        forged.blocks = vec![all, rest];
        forged.fill(&|layer, name| c.is_filler(layer, name));
        let verdict = c.check(&forged, None).map(|checked| checked.whole);
        assert_eq!(verdict, if right { Ok(true) } else { Err("table-damaged") }, "{count}");
    }
}

/// Files of a build in progress, with their checksums right: a build that goes on from them ends with an error, or with the
/// table that it would have made.
#[test]
fn forged_work_is_refused() {
    let folder = Folder::new("forged-work");
    let (work, file) = (folder.0.join("work"), folder.0.join("file"));
    let game = Connect4::new(4, 4).unwrap();
    let resume = || layers::solve(&batches::ByLayer(&game), "g", &work, &file, &job()).map_err(|e| e.id());
    std::fs::create_dir_all(&work).unwrap();
    assert_eq!(resume(), Ok(()));
    let table = std::fs::read(&file).unwrap();
    let right: Vec<(String, Vec<u8>)> = std::fs::read_dir(&work)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect();
    let number = |name: &str| name.split('.').nth(1).unwrap().parse::<usize>().unwrap();
    // How far the build had come: layers were being listed, or valued, or all are valued and the table is to be written.
    let (listing, valuing, writing): (Kept, Kept, Kept) = (
        &|name| name.starts_with("keys") && number(name) <= 5,
        &|name| name.starts_with("keys") || number(name) >= 6,
        &|_| true,
    );
    let forged = |kept: Kept, name: &str, content: &[u8]| {
        std::fs::remove_dir_all(&work).unwrap();
        std::fs::create_dir_all(&work).unwrap();
        let _ = std::fs::remove_file(&file);
        right
            .iter()
            .filter(|(name, _)| kept(name))
            .for_each(|(name, bytes)| std::fs::write(work.join(name), bytes).unwrap());
        let sum = crc32fast::hash(content).to_le_bytes();
        std::fs::write(work.join(name), [content, &sum].concat()).unwrap();
        resume()
    };
    let content = |name: &str| {
        let bytes = &right.iter().find(|(other, _)| other == name).unwrap().1;
        bytes[..bytes.len() - 4].to_vec()
    };
    let run = |numbers: &[u64]| {
        let (mut content, mut next) = (Vec::new(), 0);
        for number in numbers {
            runs::put(&mut content, number - next);
            next = number.wrapping_add(1);
        }
        content.extend((numbers.len() as u64).to_le_bytes());
        content
    };
    let numbers = |name: &str| {
        let (mut found, path) = (Vec::new(), folder.0.join("run"));
        std::fs::write(&path, &right.iter().find(|(other, _)| other == name).unwrap().1).unwrap();
        runs::Reader::open(&path).unwrap().batch(usize::MAX, &mut found).unwrap();
        found
    };
    let damaged = Err("table-damaged");
    for kept in [listing, valuing, writing] {
        assert_eq!(forged(kept, "keys.5", &content("keys.5")), Ok(()));
        assert!(std::fs::read(&file).unwrap() == table);
        // Numbers that are no position's, at either end and in the middle.
        let sound = numbers("keys.5");
        let middle = (sound[0]..sound[sound.len() - 1]).find(|&n| game.numbered(5, n).is_none()).unwrap();
        assert!(game.numbered(5, 0).is_none() && game.numbered(5, u64::MAX).is_none());
        for stray in [0, middle, u64::MAX] {
            for instead in [false, true] {
                let mut numbers = sound.clone();
                numbers.truncate(sound.len() - usize::from(instead));
                numbers.push(stray);
                numbers.sort_unstable();
                assert_eq!(forged(kept, "keys.5", &run(&numbers)), damaged, "{stray}");
            }
        }
        // A count beyond what is there.
        for count in [0, 1, u64::MAX] {
            let mut content = content("keys.5");
            let end = content.len() - 8;
            content[end..].copy_from_slice(&count.to_le_bytes());
            assert_eq!(forged(kept, "keys.5", &content), damaged, "{count}");
        }
    }
    // A position is missing that a move leads to.
    let mut fewer = numbers("keys.5");
    fewer.remove(7);
    assert_eq!(forged(listing, "keys.5", &run(&fewer)), damaged);
    // More cells than positions, fewer, and half a cell.
    let cells = content("cells.6");
    for length in [0, 1, cells.len() - 2, cells.len() - 1, cells.len() + 1, cells.len() + 2] {
        let mut other = cells.clone();
        other.resize(length, 0);
        for kept in [valuing, writing] {
            assert_eq!(forged(kept, "cells.6", &other), damaged, "{length} bytes");
        }
    }
}

/// Which files of a build in progress are there, by name.
type Kept<'a> = &'a dyn Fn(&str) -> bool;
