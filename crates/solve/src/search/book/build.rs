//! Building a book.

use super::{
    Book, Head, Seen, fingerprint,
    format::{MOST_SCORE, encode},
    levels::{OVER, Shape, levels},
    work::{Work, beside, replace},
};
use crate::search::Engine;
use attractor_game::{Error, Game, Tactics};
use hashbrown::HashMap;
use std::{
    path::Path,
    sync::{Mutex, atomic::AtomicBool},
};

/// What to build, and what that may cost.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// All positions up to this many plies from the start.
    pub plies: u32,
    /// Bytes that positions and the table may take.
    pub memory: u64,
    /// Threads, each of which solves positions of its own.
    pub threads: usize,
    /// Stops soon after this becomes true; what is solved is kept.
    pub stop: Option<&'a AtomicBool>,
}

/// Positions given to each thread before the table's entries so far count as old.
const ROUND: usize = 32;

/// Builds the book of a game, called `name`, in a file, or goes on with a build that was interrupted. The bytes depend
/// on the game and the number of plies alone. A book that is finished already is opened.
///
/// `tell` hears how many positions of the last ply are solved, of how many.
pub fn build<G, T>(
    game: &G,
    tactics: T,
    name: &str,
    out: &Path,
    plan: &Plan<'_>,
    tell: &(dyn Fn(u64, u64) + Sync),
) -> Result<Book, Error>
where
    G: Game<Position: Send + Sync>,
    T: Tactics<Position = G::Position> + Sync,
{
    let domain = tactics.domain();
    let head = Head {
        game: name.to_owned(),
        plies: plan.plies,
        key_bits: domain.key_bits,
        most: domain.most,
        fingerprint: fingerprint(game, &tactics),
    };
    fits(&head)?;
    // Step 1. It may be there.
    if let Some(book) = finished(out, &head)? {
        return Ok(book);
    }

    // Step 2. All positions; and those that only search can value.
    let levels = levels(game, &tactics, plan.plies, plan.memory / 2, plan.stop)?;
    let shapes: Vec<&Shape> = levels.iter().map(|level| &level.shape).collect();
    let leaves = leaves(&shapes);

    // Step 3. What an earlier run found, and the rest of it.
    let about = format!("{head:?}, {} positions", leaves.len());
    let (work, mut scores) = Work::open(beside(out, ".work"), &about, leaves.len())?;
    let position = |leaf: &Leaf| levels[leaf.ply].positions[leaf.index].clone();
    let work = solve(tactics, &head, &leaves, &position, work, &mut scores, plan, tell)?;

    // Step 4. Everything else by min-max, and the file.
    write(out, &head, work, known(&shapes, &leaves, scores))
}

/// The book that is there already. An error if it is another one.
fn finished(out: &Path, head: &Head) -> Result<Option<Book>, Error> {
    if out.is_dir() {
        return Err(Error::new("book-folder", "{file} is a folder, and a book is a file: choose another --out")
            .arg("file", out.display()));
    }
    if !out.exists() {
        return Ok(None);
    }
    let book = Book::open(out)?;
    if book.head() == head {
        return Ok(Some(book));
    }
    Err(Error::new(
        "book-exists",
        "{file} is there already: a book of {book}, {plies} plies; remove it, or choose another --out",
    )
    .arg("file", out.display())
    .arg("book", &book.head().game)
    .arg("plies", book.head().plies))
}

/// The scores of all keys: those of the leaves, and those of earlier positions by min-max, the last ply first.
fn known(levels: &[&Shape], leaves: &[Leaf], scores: Vec<Option<i8>>) -> HashMap<u128, i8> {
    let mut known: HashMap<u128, i8> = HashMap::new();
    for (leaf, score) in leaves.iter().zip(scores) {
        known.insert(leaf.key, score.expect("every leaf is solved"));
    }
    for (ply, level) in levels.iter().enumerate().rev() {
        for (i, seen) in level.seen.iter().enumerate() {
            if let &Seen::Open { key, same } = seen
                && !known.contains_key(&key)
            {
                let score = best(level, i, levels[ply + 1], &known);
                known.insert(key, if same { score } else { -score });
            }
        }
    }
    known
}

/// Writes the file, and removes the work that led to it.
fn write(out: &Path, head: &Head, work: Work, known: HashMap<u128, i8>) -> Result<Book, Error> {
    let mut entries: Vec<(u128, i8)> = known.into_iter().collect();
    entries.sort_unstable();
    if entries.last().is_some_and(|(key, _)| key.checked_shr(head.key_bits).unwrap_or(0) != 0) {
        return Err(no_key(head));
    }
    if entries.iter().any(|(_, score)| i32::from(*score).abs() > head.most) {
        return Err(no_score(head));
    }
    let bytes = encode(head, &entries);
    replace(out, &bytes)?;
    work.remove();
    Book::from_bytes(bytes, &out.display().to_string())
}

/// Whether the format can hold such keys and scores.
pub(super) fn fits(head: &Head) -> Result<(), Error> {
    if !(1..=128).contains(&head.key_bits) {
        return Err(no_key(head));
    }
    if (0..=MOST_SCORE).contains(&head.most) { Ok(()) } else { Err(no_score(head)) }
}

fn no_key(head: &Head) -> Error {
    Error::limit("book-keys", "the keys of {game} do not have {bits} bits; a book holds such of 1 to 128")
        .arg("game", &head.game)
        .arg("bits", head.key_bits)
}

fn no_score(head: &Head) -> Error {
    Error::limit("book-scores", "{game} has scores beyond {most}, the largest that a book can hold")
        .arg("game", &head.game)
        .arg("most", head.most.clamp(0, MOST_SCORE))
}

/// A position that search must value.
struct Leaf {
    ply: usize,
    /// Its number among the positions of its ply.
    index: usize,
    key: u128,
    same: bool,
}

/// The open positions of the last ply, and earlier ones that may end with the next move: what a finished position
/// scores is not for tactics to say. Each key once.
fn leaves(levels: &[&Shape]) -> Vec<Leaf> {
    let mut met = hashbrown::HashSet::new();
    let mut leaves = Vec::new();
    for (ply, level) in levels.iter().enumerate().rev() {
        for (i, seen) in level.seen.iter().enumerate() {
            let last = ply + 1 == levels.len();
            if let &Seen::Open { key, same } = seen
                && (last || level.successors(i).iter().any(|&(next, _)| next == OVER))
                && met.insert(key)
            {
                leaves.push(Leaf { ply, index: i, key, same });
            }
        }
    }
    leaves
}

/// The score of a position by min-max over its successors, which are all known.
fn best(level: &Shape, i: usize, next: &Shape, known: &HashMap<u128, i8>) -> i8 {
    let score = |&(number, same): &(u32, bool)| {
        let score = next.seen[number as usize].score(|key| known.get(&key).map(|&score| score.into()));
        let score = score.expect("later plies are valued first") as i8;
        if same { score } else { -score }
    };
    level.successors(i).iter().map(score).max().expect("an open position has moves")
}

/// Searches what `scores` lacks, and gives back the work file that holds all.
#[allow(clippy::too_many_arguments)]
fn solve<T: Tactics<Position: Clone + Sync> + Sync>(
    tactics: T,
    head: &Head,
    leaves: &[Leaf],
    position: &dyn Fn(&Leaf) -> T::Position,
    work: Work,
    scores: &mut [Option<i8>],
    plan: &Plan<'_>,
    tell: &(dyn Fn(u64, u64) + Sync),
) -> Result<Work, Error> {
    let left: Vec<usize> = (0..leaves.len()).filter(|&i| scores[i].is_none()).collect();
    let total = leaves.len() as u64;
    let solved = total - left.len() as u64;
    tell(solved, total);
    if left.is_empty() {
        return Ok(work);
    }
    let found = Mutex::new((work, scores, solved, None));
    let mut engine = Engine::new(tactics, plan.memory / 4, plan.threads, plan.stop);
    for round in left.chunks(ROUND * plan.threads.clamp(1, 256)) {
        let positions: Vec<T::Position> = round.iter().map(|&i| position(&leaves[i])).collect();
        let all = engine.scores(&positions, |i, score| {
            let leaf = &leaves[round[i]];
            let mut found = found.lock().expect("nobody panics with the lock");
            let (work, scores, solved, failed) = &mut *found;
            let Ok(score) = i8::try_from(if leaf.same { score } else { -score }) else {
                *failed = Some(no_score(head));
                return false;
            };
            scores[round[i]] = Some(score);
            *solved += 1;
            tell(*solved, total);
            *failed = work.add(round[i] as u32, score).err();
            failed.is_none()
        });
        if !all {
            break;
        }
    }
    let (work, _, solved, failed) = found.into_inner().expect("nobody panics with the lock");
    if let Some(error) = failed {
        return Err(error);
    }
    work.sync()?;
    if solved < total {
        return Err(unfinished(solved, total));
    }
    Ok(work)
}

fn unfinished(solved: u64, total: u64) -> Error {
    Error::limit(
        "book-stopped",
        "stopped with {done} of {total} positions solved; they are kept, and the same command goes on from there",
    )
    .arg("done", solved)
    .arg("total", total)
}
