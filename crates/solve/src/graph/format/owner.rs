//! Owners where none are given: players alternate along every move, which colours the graph with two colours, or there
//! is an odd cycle that shows they cannot.

use attractor_game::{Error, Player};

/// The owners if players alternate, the start and the first vertex of every other component being player 1's; or the
/// vertices of an odd cycle of the undirected graph, in order. In O(vertices + moves).
pub(super) fn alternate<'a>(n: u32, start: u32, row: impl Fn(u32) -> &'a [u32]) -> Result<Vec<Player>, Vec<u32>> {
    // Neighbours both ways, in compressed rows.
    let mut offsets = vec![0usize; n as usize + 2];
    for v in 0..n {
        for &w in row(v) {
            offsets[v as usize + 2] += 1;
            offsets[w as usize + 2] += 1;
        }
    }
    for i in 1..offsets.len() {
        offsets[i] += offsets[i - 1];
    }
    let mut neighbours = vec![0u32; offsets.last().copied().unwrap_or(0)];
    for v in 0..n {
        for &w in row(v) {
            for (from, to) in [(v, w), (w, v)] {
                let next = &mut offsets[from as usize + 1];
                neighbours[*next] = to;
                *next += 1;
            }
        }
    }

    const NONE: u32 = u32::MAX;
    let mut owners = vec![Player::One; n as usize];
    let mut parent = vec![NONE; n as usize];
    let mut queue = Vec::new();
    for root in std::iter::once(start).filter(|_| n > 0).chain(0..n) {
        if parent[root as usize] != NONE {
            continue;
        }
        parent[root as usize] = root;
        queue.clear();
        queue.push(root);
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &w in &neighbours[offsets[v as usize]..offsets[v as usize + 1]] {
                if parent[w as usize] == NONE {
                    parent[w as usize] = v;
                    owners[w as usize] = owners[v as usize].other();
                    queue.push(w);
                } else if owners[w as usize] == owners[v as usize] {
                    return Err(cycle(&parent, v, w));
                }
            }
        }
    }
    Ok(owners)
}

/// The cycle that the edge `v - w` closes in the tree of parents.
fn cycle(parent: &[u32], v: u32, w: u32) -> Vec<u32> {
    let path = |mut v: u32| {
        let mut path = vec![v];
        while parent[v as usize] != v {
            v = parent[v as usize];
            path.push(v);
        }
        path
    };
    let (mut left, mut right) = (path(v), path(w));
    // Both end at the root; keep one vertex of what they share.
    while left.len() > 1 && right.len() > 1 && left[left.len() - 2] == right[right.len() - 2] {
        left.pop();
        right.pop();
    }
    right.pop();
    left.extend(right.into_iter().rev());
    left
}

/// The error that shows an odd cycle.
pub(super) fn odd_cycle(names: impl ExactSizeIterator<Item = String>) -> Error {
    const SHOWN: usize = 12;
    let length = names.len();
    let names: Vec<String> = names.collect();
    let mut cycle = names[..length.min(SHOWN)].join(" - ");
    if length > SHOWN {
        cycle.push_str(" - ...");
    }
    cycle.push_str(" - ");
    cycle.push_str(&names[0]);
    Error::new(
        "odd-cycle",
        "no owners are given, and players cannot alternate along the {length} moves of {cycle}: give the owners",
    )
    .arg("length", length)
    .arg("cycle", cycle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Player::{One, Two};

    fn colours(rows: &[&[u32]], start: u32) -> Result<Vec<Player>, Vec<u32>> {
        alternate(rows.len() as u32, start, |v| rows[v as usize])
    }

    #[test]
    fn colours_follow_the_start() {
        assert_eq!(colours(&[], 0), Ok(vec![]));
        assert_eq!(colours(&[&[1], &[2], &[]], 0), Ok(vec![One, Two, One]));
        assert_eq!(colours(&[&[1], &[2], &[]], 1), Ok(vec![Two, One, Two]));
        assert_eq!(colours(&[&[], &[2], &[]], 2), Ok(vec![One, Two, One]));
    }

    #[test]
    fn odd_cycles_are_shown() {
        assert_eq!(colours(&[&[0]], 0), Err(vec![0]));
        let check = |rows: &[&[u32]]| {
            let cycle = colours(rows, 0).unwrap_err();
            assert_eq!(cycle.len() % 2, 1);
            for (i, &v) in cycle.iter().enumerate() {
                let w = cycle[(i + 1) % cycle.len()];
                assert!(rows[v as usize].contains(&w) || rows[w as usize].contains(&v), "{v} - {w} of {cycle:?}");
            }
        };
        check(&[&[1], &[2], &[0]]);
        check(&[&[1], &[2, 3], &[], &[4], &[1]]);
        check(&[&[1, 2], &[3], &[4], &[5], &[5], &[6], &[0]]);
        let e = odd_cycle(["a", "b", "c"].map(String::from).into_iter());
        assert!(e.to_string().contains("the 3 moves of a - b - c - a"), "{e}");
    }
}
