//! The shape of an arena: do turns alternate, can play go round in circles.

use super::Arena;

/// Each move goes from a vertex of one player to a vertex of the other; or the first move that does not.
pub fn bipartite(arena: &Arena) -> Result<(), (u32, u32)> {
    for v in arena.vertices() {
        if let Some(&w) = arena.successors(v).iter().find(|&&w| arena.owner(w) == arena.owner(v)) {
            return Err((v, w));
        }
    }
    Ok(())
}

/// Every move leads to a later vertex. Most graphs without cycles are listed so.
pub(super) fn in_order(arena: &Arena) -> bool {
    let (offsets, moves) = arena.rows();
    let row = |v: usize| &moves[offsets[v] as usize..offsets[v + 1] as usize];
    (0..arena.len()).all(|v| row(v).iter().all(|&w| w as usize > v))
}

/// No play returns to a vertex; or a cycle, as the vertices along it.
pub fn acyclic(arena: &Arena) -> Result<(), Vec<u32>> {
    if in_order(arena) {
        return Ok(());
    }
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut state = vec![NEW; arena.len()];
    for root in arena.vertices() {
        if state[root as usize] != NEW {
            continue;
        }
        // The path from the root: each vertex with the number of its successors already seen.
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        state[root as usize] = OPEN;
        while let Some((v, seen)) = path.last_mut() {
            let Some(&w) = arena.successors(*v).get(*seen) else {
                state[*v as usize] = DONE;
                path.pop();
                continue;
            };
            *seen += 1;
            match state[w as usize] {
                NEW => {
                    state[w as usize] = OPEN;
                    path.push((w, 0));
                }
                OPEN => {
                    let begin = path.iter().position(|&(v, _)| v == w).expect("an open vertex is on the path");
                    return Err(path[begin..].iter().map(|&(v, _)| v).collect());
                }
                _ => {}
            }
        }
    }
    Ok(())
}
