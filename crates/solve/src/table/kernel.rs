//! What positions tell each other, number by number: the one kernel of retrograde analysis.
//!
//! Numbers are cut into *buckets* of neighbours, and what is known of a bucket's numbers is a *shard* of bytes. A number
//! that has something to say tells others, each by a message; a message is heard by the shard of its number, which may then
//! have something to say in turn. Where shards and messages live, and in which order buckets are gone through, is the
//! business of whoever drives the kernel.
//!
//! There are three things to say:
//!
//! - [`Listing`]: "play leads to you", to successors. It finds the positions that can be reached.
//! - [`Deciding`]: "this move wins" or "this move loses", to predecessors, level by level: what is decided n plies before
//!   the end decides others n + 1 plies before it. Whatever stays open in the end is drawn.
//! - [`Drawing`]: "from me a drawn end can be reached", to predecessors that are drawn.

use super::ended;
use attractor_game::{Draw, Error, Indexed, Outcome, Retrograde, Value};

/// No position, or one that cannot be reached.
pub(super) const NONE: u8 = 255;
/// Drawn, and a drawn end can be reached.
pub(super) const DRAWN: u8 = 254;
/// The same, and its predecessors have not been told yet.
const UNTOLD: u8 = 253;
/// Open, with so many moves less 1 added. Lower bytes are plies to the end.
pub(super) const OPEN: u8 = 190;
/// The most open moves that a byte tells.
const MOST_MOVES: u32 = (UNTOLD - OPEN) as u32;
/// What is known of a move that does not end play.
const OPEN_MOVE: Value = Value::Draw(Draw::Endless);

/// Something that numbers tell each other.
pub(super) trait Work: Sync {
    /// A number of the shard hears a message of two bits. Whether it has something to say now, and what. Without branches, so
    /// that the processor can look ahead at the next messages.
    fn hear(&self, shard: &mut [u8], at: usize, heard: u8) -> (bool, u8);

    /// What a number has to say is said now if `loud`; else the shard keeps it for [`speak`](Work::speak).
    fn note(&self, shard: &mut [u8], at: usize, said: u8, loud: bool);

    /// All that the numbers of a shard still have to say.
    fn speak(&self, shard: &mut [u8], say: impl FnMut(usize, u8));

    /// Tells all whom it concerns.
    fn tell(&self, number: u64, said: u8, send: impl FnMut(u64, u8));

    /// Whether this is counted as something done.
    fn counts(_said: u8) -> bool {
        true
    }
}

/// Finds what play from the start leads to. Two bits for each number, the second for positions in which the players' names
/// are exchanged; and again two, for what has not been said.
pub(super) struct Listing<'a, G>(pub(super) &'a G);

/// Of what is said: the number was not known before.
const FIRST: u8 = 4;

impl<G: Indexed> Listing<'_, G> {
    /// A message to a position, or to its like with names exchanged, or to both.
    #[inline]
    pub(super) fn message(&self, p: &G::Position, pair: u8) -> (u64, u8) {
        let pair = if self.0.renamed(p) { pair >> 1 | pair << 1 & 2 } else { pair };
        (self.0.index(p), pair)
    }
}

impl<G: Indexed + Sync> Work for Listing<'_, G> {
    #[inline(always)]
    fn hear(&self, shard: &mut [u8], at: usize, heard: u8) -> (bool, u8) {
        let (byte, shift) = (&mut shard[at / 4], 2 * (at % 4));
        let before = *byte >> shift & 3;
        let new = heard & !before;
        *byte |= new << shift;
        (new != 0, new | (u8::from(before == 0) * FIRST))
    }

    #[inline]
    fn note(&self, shard: &mut [u8], at: usize, said: u8, loud: bool) {
        if !loud {
            let fresh = shard.len() / 2;
            shard[fresh + at / 4] |= (said & 3) << (2 * (at % 4));
        }
    }

    fn speak(&self, shard: &mut [u8], mut say: impl FnMut(usize, u8)) {
        let fresh = shard.len() / 2;
        for (i, byte) in shard[fresh..].iter_mut().enumerate().filter(|(_, byte)| **byte != 0) {
            let pairs = std::mem::take(byte);
            for k in 0..4 {
                let pair = pairs >> (2 * k) & 3;
                if pair != 0 {
                    say(4 * i + k, pair);
                }
            }
        }
    }

    #[inline]
    fn tell(&self, number: u64, said: u8, mut send: impl FnMut(u64, u8)) {
        let p = self.0.position(number).expect("a number that a position gave");
        self.0.moves(&p).for_each(|m| {
            let (to, pair) = self.message(&self.0.play(&p, m), said & 3);
            send(to, pair);
        });
    }

    fn counts(said: u8) -> bool {
        said & FIRST != 0
    }
}

/// A byte for each number (the plies to the end where they are known, else how many moves are still open), then a bit
/// for each that is set where the mover wins.
fn won(numbers: usize, at: usize) -> (usize, u8) {
    (numbers + at / 8, 1 << (at % 8))
}

/// Bytes of a shard of values.
pub(super) fn value_bytes(numbers: usize) -> usize {
    numbers + numbers / 8
}

/// Numbers of a shard of values.
#[inline]
fn numbers(shard: &[u8]) -> usize {
    shard.len() / 9 * 8
}

/// Numbers that have this byte.
#[inline]
fn with(bytes: &[u8], byte: u8, mut found: impl FnMut(usize)) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    for (i, word) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let differ = u64::from_le_bytes(*word) ^ (EACH * u64::from(byte));
        // The highest bit of each byte that is zero, and perhaps of some above one: those are looked at again.
        let mut zero = differ.wrapping_sub(EACH) & !differ & (EACH << 7);
        while zero != 0 {
            let k = zero.trailing_zeros() as usize / 8;
            zero &= zero - 1;
            if word[k] == byte {
                found(8 * i + k);
            }
        }
    }
}

/// The value of a number, unless it is none.
#[inline]
pub(super) fn value(shard: &[u8], at: usize) -> Option<Value> {
    Some(match shard[at] {
        NONE => return None,
        DRAWN | UNTOLD => Value::Draw(Draw::Final),
        OPEN.. => Value::Draw(Draw::Endless),
        plies => {
            let (byte, bit) = won(numbers(shard), at);
            if shard[byte] & bit != 0 { Value::Win(plies.into()) } else { Value::Loss(plies.into()) }
        }
    })
}

/// A number is won or lost in so many plies.
pub(super) fn decide(shard: &mut [u8], at: usize, plies: u8, wins: bool) {
    shard[at] = plies;
    let (byte, bit) = won(numbers(shard), at);
    shard[byte] |= bit * u8::from(wins);
}

/// Values of which nothing is known: open where `reached`, else none.
pub(super) fn unknown(count: usize, reached: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut shard: Vec<u8> = (0..count).map(|at| if reached(at) { OPEN } else { NONE }).collect();
    shard.resize(value_bytes(count), 0);
    shard
}

/// Values before anything is told: ends, what a move to an end decides, and the open moves of everything else. Ends need
/// send no messages then. `reached` tells what play leads to; also how many that are.
pub(super) fn begin<G: Retrograde>(
    game: &G,
    first: u64,
    count: usize,
    reached: impl Fn(usize) -> bool,
) -> Result<(Vec<u8>, u64), Error> {
    let mut shard = vec![NONE; count];
    shard.resize(value_bytes(count), 0);
    let mut found = 0;
    for at in (0..count).filter(|&at| reached(at)) {
        let p = game.position(first + at as u64).expect("a number that was reached");
        found += 1;
        let (mut over, mut wins, mut open) = (true, false, 0);
        for m in game.moves(&p) {
            over = false;
            let q = game.play(&p, m);
            let end = game.moves(&q).next().is_none();
            match if end { ended(game, &q).before(game.turn(&q) == game.turn(&p)) } else { OPEN_MOVE } {
                Value::Win(_) => {
                    wins = true;
                    break;
                }
                Value::Loss(_) => {}
                _ => open += 1,
            }
        }
        shard[at] = if over {
            let end = ended(game, &p).outcome();
            wins = end == Outcome::Win;
            if end == Outcome::Draw { UNTOLD } else { 0 }
        } else if wins || open == 0 {
            1
        } else if open <= MOST_MOVES {
            OPEN + (open - 1) as u8
        } else {
            return Err(Error::limit(
                "table-moves",
                "a position has {moves} moves, more than the {most} that this way of solving can count",
            )
            .arg("moves", open)
            .arg("most", MOST_MOVES));
        };
        if wins {
            let (byte, bit) = won(count, at);
            shard[byte] |= bit;
        }
    }
    Ok((shard, found))
}

/// Numbers decided at a level decide others at the next.
pub(super) struct Deciding<'a, G> {
    pub(super) game: &'a G,
    pub(super) level: u8,
}

impl<G: Retrograde + Sync> Work for Deciding<'_, G> {
    #[inline(always)]
    fn hear(&self, shard: &mut [u8], at: usize, heard: u8) -> (bool, u8) {
        let now = shard[at];
        let open = (OPEN..UNTOLD).contains(&now);
        let decided = open & (heard != 0 || now == OPEN);
        shard[at] = if decided { self.level + 1 } else { now - u8::from(open) };
        (decided, heard)
    }

    /// Who heard last is told from who spoke by the plies.
    #[inline]
    fn note(&self, shard: &mut [u8], at: usize, said: u8, _: bool) {
        let (byte, bit) = won(numbers(shard), at);
        shard[byte] |= bit * u8::from(said != 0);
    }

    fn speak(&self, shard: &mut [u8], mut say: impl FnMut(usize, u8)) {
        let numbers = numbers(shard);
        with(&shard[..numbers], self.level, |at| {
            let (byte, bit) = won(numbers, at);
            say(at, u8::from(shard[byte] & bit != 0));
        });
    }

    /// Whether the move wins for who makes it.
    #[inline]
    fn tell(&self, number: u64, said: u8, mut send: impl FnMut(u64, u8)) {
        let p = self.game.position(number).expect("a number that was reached");
        let turn = self.game.turn(&p);
        self.game.predecessors(&p, |q| {
            send(self.game.index(&q), u8::from((said != 0) == (self.game.turn(&q) == turn)));
        });
    }
}

/// Drawn numbers from which a drawn end can be reached keeping the draw.
pub(super) struct Drawing<'a, G>(pub(super) &'a G);

impl<G: Retrograde + Sync> Work for Drawing<'_, G> {
    #[inline(always)]
    fn hear(&self, shard: &mut [u8], at: usize, _: u8) -> (bool, u8) {
        let open = (OPEN..UNTOLD).contains(&shard[at]);
        shard[at] = if open { DRAWN } else { shard[at] };
        (open, 0)
    }

    #[inline]
    fn note(&self, shard: &mut [u8], at: usize, _: u8, loud: bool) {
        shard[at] = if loud { DRAWN } else { UNTOLD };
    }

    fn speak(&self, shard: &mut [u8], mut say: impl FnMut(usize, u8)) {
        let mut untold = Vec::new();
        with(&shard[..numbers(shard)], UNTOLD, |at| untold.push(at));
        for at in untold {
            shard[at] = DRAWN;
            say(at, 0);
        }
    }

    #[inline]
    fn tell(&self, number: u64, _: u8, mut send: impl FnMut(u64, u8)) {
        let p = self.0.position(number).expect("a number that was reached");
        self.0.predecessors(&p, |q| send(self.0.index(&q), 0));
    }
}
