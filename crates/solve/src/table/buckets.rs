//! A game with numbered positions as drivers see it: bucket by bucket. Drivers are written, and compiled, once for all games;
//! what they ask for takes a whole bucket, so that nothing is asked for each number.

use super::{
    Cell, Figures, Key,
    file::{BLOCK, Packed, Packer},
    kernel::{self, Deciding, Drawing, Listing, Work},
    post::{self, Outbox},
};
use attractor_game::{Error, Indexed, Retrograde};

/// A bucket of numbers.
#[derive(Clone, Copy)]
pub(super) struct Bucket {
    pub(super) number: usize,
    /// Numbers of a bucket, as a power of 2.
    pub(super) bits: u32,
}

impl Bucket {
    /// Its first number.
    fn first(self) -> u64 {
        (self.number as u64) << self.bits
    }

    /// How many it has.
    fn count(self) -> usize {
        1 << self.bits
    }
}

/// What came of a bucket's messages.
#[derive(Default)]
pub(super) struct Heard {
    /// How much that counts.
    pub(super) count: u64,
    /// Something is left to be said.
    pub(super) left: bool,
}

/// Some [`Work`], bucket by bucket.
pub(super) trait Said: Sync {
    /// All that the numbers of a bucket still have to say.
    fn speak(&self, bucket: Bucket, shard: &mut [u8], out: &mut Outbox);

    /// Lets a bucket hear its messages. What that gives to say is said at once if `loud`, else kept.
    fn hear(
        &self,
        bucket: Bucket,
        shard: &mut [u8],
        inboxes: &[&Outbox],
        buffer: &mut Vec<u8>,
        loud: bool,
        out: &mut Outbox,
    ) -> Result<Heard, Error>;
}

impl<W: Work> Said for W {
    fn speak(&self, bucket: Bucket, shard: &mut [u8], out: &mut Outbox) {
        Work::speak(self, shard, |at, said| tell(self, bucket, at, said, out));
    }

    fn hear(
        &self,
        bucket: Bucket,
        shard: &mut [u8],
        inboxes: &[&Outbox],
        buffer: &mut Vec<u8>,
        loud: bool,
        out: &mut Outbox,
    ) -> Result<Heard, Error> {
        let mut heard = Heard::default();
        let mut list = [(0, 0); post::CHUNK + 1];
        for inbox in inboxes {
            inbox.each(bucket.number, buffer, |messages| {
                let mut speakers = 0;
                for &message in messages {
                    let (at, heard) = post::open(message);
                    let (speaks, said) = Work::hear(self, shard, at, heard);
                    list[speakers] = (at as u32, said);
                    speakers += usize::from(speaks);
                }
                heard.count += list[..speakers].iter().map(|(_, said)| u64::from(W::counts(*said))).sum::<u64>();
                for &(at, said) in &list[..speakers] {
                    self.note(shard, at as usize, said, loud);
                    if loud {
                        tell(self, bucket, at as usize, said, out);
                    }
                }
                heard.left |= !loud && speakers > 0;
            })?;
        }
        Ok(heard)
    }
}

#[inline(always)]
fn tell<W: Work>(work: &W, bucket: Bucket, at: usize, said: u8, out: &mut Outbox) {
    let bits = bucket.bits;
    work.tell(bucket.first() | at as u64, said, |to, said| {
        out.send((to >> bits) as usize, (to & ((1 << bits) - 1)) as u32, said);
    });
}

/// Bytes of a bucket's marks: what is reached, and again what has not been said of that.
pub(super) fn mark_bytes(numbers: usize) -> usize {
    numbers / 2
}

/// Whether a number is reached, by the first half of those bytes: under its own names, and with names exchanged.
#[inline]
fn names(reached: &[u8], at: usize) -> u8 {
    reached[at / 4] >> (2 * (at % 4)) & 3
}

/// A game whose positions are numbered densely.
pub(super) trait Numbered: Sync {
    /// Numbers.
    fn size(&self) -> u64;

    /// The message that the start gets.
    fn start(&self) -> (u64, u8);

    /// The marks of a bucket where every position with a number counts as reached; none if only those count that play
    /// leads to.
    fn everywhere(&self, bucket: Bucket) -> Option<Vec<u8>>;

    /// Finds what play leads to.
    fn listing(&self) -> Box<dyn Said + '_>;

    /// Values of which nothing is known yet; and of how many positions.
    fn unknown(&self, bucket: Bucket, reached: &[u8]) -> (Vec<u8>, u64) {
        let shard = kernel::unknown(bucket.count(), |at| names(reached, at) != 0);
        let there = shard[..bucket.count()].iter().filter(|&&byte| byte != kernel::NONE).count();
        (shard, there as u64)
    }

    /// The blocks of a bucket in a table, and what they hold.
    fn pack(&self, bucket: Bucket, shard: &[u8], reached: &[u8]) -> (Vec<Packed>, Figures);
}

/// One whose moves can be undone.
pub(super) trait Undoable: Numbered {
    /// Values before anything is told; and of how many positions.
    fn begin(&self, bucket: Bucket, reached: &[u8]) -> Result<(Vec<u8>, u64), Error>;

    /// The same where every position counts as reached.
    fn begin_all(&self, bucket: Bucket) -> Result<Vec<u8>, Error>;

    /// Spreads what is decided at a level.
    fn deciding(&self, level: u8) -> Box<dyn Said + '_>;

    /// Tells final draws from endless ones.
    fn drawing(&self) -> Box<dyn Said + '_>;
}

/// Marks for all positions of a bucket, under their own names.
fn all_reached<G: Indexed>(game: &G, bucket: Bucket) -> Vec<u8> {
    let mut reached = vec![0; bucket.count() / 4];
    for number in bucket.first()..game.size().min(bucket.first() + bucket.count() as u64) {
        let at = (number - bucket.first()) as usize;
        reached[at / 4] |= u8::from(game.position(number).is_some()) << (2 * (at % 4));
    }
    reached
}

/// A game, by its numbers.
pub(super) struct Numbers<'a, G>(pub(super) &'a G);

impl<G: Indexed + Sync> Numbered for Numbers<'_, G> {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn start(&self) -> (u64, u8) {
        Listing(self.0).message(&self.0.start(), 1)
    }

    fn everywhere(&self, bucket: Bucket) -> Option<Vec<u8>> {
        self.0.everywhere().then(|| all_reached(self.0, bucket))
    }

    fn listing(&self) -> Box<dyn Said + '_> {
        Box::new(Listing(self.0))
    }

    fn pack(&self, bucket: Bucket, shard: &[u8], reached: &[u8]) -> (Vec<Packed>, Figures) {
        // By outcome and plies.
        let mut counts = [[0; 256]; 4];
        let mut packer = Packer::new(false);
        let (mut keys, mut cells, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for at in 0..bucket.count() {
            let Some(value) = kernel::value(shard, at) else { continue };
            let (number, cell) = (bucket.first() + at as u64, Cell::new(value).expect("plies of a byte fit"));
            let p = self.0.position(number).expect("a number that was reached");
            let images = u64::from(names(reached, at).count_ones()) * self.0.images(&p);
            counts[usize::from(cell.code())][cell.plies() as usize] += images;
            keys.push(Key::Number(number));
            cells.push(cell);
            if keys.len() == BLOCK {
                blocks.push(packer.pack(0, &keys, &cells));
                keys.clear();
                cells.clear();
            }
        }
        if !keys.is_empty() {
            blocks.push(packer.pack(0, &keys, &cells));
        }
        let mut figures = Figures::default();
        for (code, counts) in (0..).zip(&counts) {
            for (plies, &count) in (0..).zip(counts).filter(|(_, count)| **count > 0) {
                figures.add(Cell::of(code, plies), count);
            }
        }
        (blocks, figures)
    }
}

impl<G: Retrograde + Sync> Undoable for Numbers<'_, G> {
    fn begin(&self, bucket: Bucket, reached: &[u8]) -> Result<(Vec<u8>, u64), Error> {
        kernel::begin(self.0, bucket.first(), bucket.count(), |at| names(reached, at) != 0)
    }

    fn begin_all(&self, bucket: Bucket) -> Result<Vec<u8>, Error> {
        Ok(self.begin(bucket, &all_reached(self.0, bucket))?.0)
    }

    fn deciding(&self, level: u8) -> Box<dyn Said + '_> {
        Box::new(Deciding { game: self.0, level })
    }

    fn drawing(&self) -> Box<dyn Said + '_> {
        Box::new(Drawing(self.0))
    }
}
