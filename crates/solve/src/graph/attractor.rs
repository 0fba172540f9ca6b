//! Attractors of both players, with ranks, in one pass over the transposed graph.
//!
//! A_0(P) is the set of final vertices won for P. A_{n+1}(P) is A_n(P), the vertices of P with *some* successor in
//! A_n(P), and the *non-final* vertices of the opponent with *all* successors in A_n(P). The rank of a vertex is the
//! least n with v in A_n: the number of plies to the end when the winner hurries and the loser resists. What lies in
//! neither attractor is drawn: both can avoid losing, by a drawn end or by endless play.
//!
//! "Non-final" matters: a drawn or lost end of the opponent has no successors at all, so "all" would hold of it.
//!
//! Both attractors grow together, level by level. A decided vertex tells each predecessor "this move leads to a vertex
//! won for P". If the predecessor belongs to P it is decided at once; otherwise it has one way out less, and is decided
//! when it has none. Every move is looked at once: O(vertices + moves).

use super::{Arena, Transposed, shape::in_order};
use attractor_game::{Draw, Player, Value};

/// Who wins from each vertex, and in how many plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attractors {
    /// One word per vertex; see [`Word`].
    words: Vec<Word>,
    /// Number of vertices in each attractor.
    won: [u64; 2],
    /// Number of non-empty levels of each attractor.
    levels: [u32; 2],
}

/// All that propagation knows of a vertex, in 32 bits, so that a message costs one memory access.
///
/// ```text
/// bit 31   30      29..0
///     0    owner   ways out: moves not yet known to lose for the owner
///     1    winner  rank
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word(u32);

const DECIDED: u32 = 1 << 31;
const PLAYER: u32 = 1 << 30;
const COUNT: u32 = PLAYER - 1;

impl Word {
    fn open(owner: Player, ways_out: u32) -> Word {
        Word((owner.index() as u32) << 30 | ways_out)
    }
    fn won(player: Player, rank: u32) -> Word {
        Word(DECIDED | (player.index() as u32) << 30 | rank)
    }
    fn decided(self) -> Option<(Player, u32)> {
        (self.0 & DECIDED != 0).then_some((Player::BOTH[(self.0 >> 30 & 1) as usize], self.0 & COUNT))
    }
}

impl Attractors {
    /// Solves the arena.
    ///
    /// ```
    /// use attractor_game::Player;
    /// use attractor_solve::graph::{Attractors, format::read_text};
    /// let arena = read_text("a 1: b c\nb 2:\nc 2: a\n", "example", &Default::default())?.arena;
    /// let attractors = Attractors::of(&arena);
    /// assert_eq!(attractors.winner(0), Some(Player::One));
    /// assert_eq!(attractors.rank(0), Some(1));
    /// # Ok::<(), attractor_game::Error>(())
    /// ```
    pub fn of(arena: &Arena) -> Attractors {
        if in_order(arena) { Attractors::backwards(arena) } else { Attractors::with(arena, &Transposed::of(arena)) }
    }

    /// Solves an arena all of whose moves lead to later vertices: from the last to the first, each vertex knows all it
    /// needs, and nothing is transposed.
    fn backwards(arena: &Arena) -> Attractors {
        let (offsets, moves) = arena.rows();
        let mut words = vec![Word(0); arena.len()];
        let mut solved = Attractors { words: Vec::new(), won: [0; 2], levels: [0; 2] };
        for v in arena.vertices().rev() {
            let (owner, row) = (arena.owner(v), &moves[offsets[v as usize] as usize..offsets[v as usize + 1] as usize]);
            let (mut soonest, mut latest, mut lost) = (u32::MAX, 0, 0);
            for &w in row {
                match words[w as usize].decided() {
                    Some((winner, rank)) if winner == owner => soonest = soonest.min(rank),
                    Some((_, rank)) => {
                        latest = latest.max(rank);
                        lost += 1;
                    }
                    None => {}
                }
            }
            let open = row.len() as u32 - lost;
            let word = match arena.end(v) {
                Some(end) => end.winner().map_or(Word::open(owner, 0), |winner| Word::won(winner, 0)),
                None if soonest != u32::MAX => Word::won(owner, soonest + 1),
                None if open == 0 => Word::won(owner.other(), latest + 1),
                None => Word::open(owner, open),
            };
            if let Some((winner, rank)) = word.decided() {
                solved.won[winner.index()] += 1;
                let levels = &mut solved.levels[winner.index()];
                *levels = (*levels).max(rank + 1);
            }
            words[v as usize] = word;
        }
        solved.words = words;
        solved
    }

    /// Solves the arena, whose transposed graph is known.
    pub fn with(arena: &Arena, transposed: &Transposed) -> Attractors {
        // Step 1. Level 0: final vertices that somebody has won. Drawn ends have no way out and hear from nobody.
        let mut level: Vec<u32> = Vec::new();
        let mut words: Vec<Word> = arena
            .vertices()
            .map(|v| match arena.end(v).and_then(|end| end.winner()) {
                Some(winner) => {
                    level.push(v);
                    Word::won(winner, 0)
                }
                None => Word::open(arena.owner(v), arena.degree(v)),
            })
            .collect();

        // Step 2. Level by level, until nothing is added.
        let mut solved = Attractors { words: Vec::new(), won: [0; 2], levels: [0; 2] };
        let mut next: Vec<u32> = Vec::new();
        for rank in 1.. {
            if level.is_empty() {
                break;
            }
            for (i, &v) in level.iter().enumerate() {
                // The rows of vertices decided a moment later, fetched while this one is worked on.
                if let Some(&later) = level.get(i + 16) {
                    transposed.prefetch_offset(later);
                }
                if let Some(&later) = level.get(i + 8) {
                    transposed.prefetch_row(later);
                }
                let winner = words[v as usize].0 & PLAYER;
                solved.won[(winner >> 30) as usize] += 1;
                solved.levels[(winner >> 30) as usize] = rank;
                let sources = transposed.predecessors(v);
                for &u in sources {
                    let word = words[u as usize].0;
                    if word & DECIDED != 0 {
                        continue;
                    }
                    if word & PLAYER != winner && word & COUNT > 1 {
                        words[u as usize].0 = word - 1;
                    } else {
                        words[u as usize].0 = DECIDED | winner | rank;
                        next.push(u);
                    }
                }
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        solved.words = words;
        solved
    }

    /// Who wins from `v`, if anybody.
    #[inline]
    pub fn winner(&self, v: u32) -> Option<Player> {
        self.words[v as usize].decided().map(|(winner, _)| winner)
    }

    /// The least n with `v` in A_n: plies to the end. None on drawn vertices.
    #[inline]
    pub fn rank(&self, v: u32) -> Option<u32> {
        self.words[v as usize].decided().map(|(_, rank)| rank)
    }

    /// Number of vertices in the attractor of a player.
    pub fn won(&self, player: Player) -> u64 {
        self.won[player.index()]
    }

    /// Number of drawn vertices.
    pub fn drawn(&self) -> u64 {
        self.words.len() as u64 - self.won[0] - self.won[1]
    }

    /// Layers of a player's attractor, A_n without A_{n-1} at index n, each in the order of the vertices.
    pub fn layers(&self, player: Player) -> Vec<Vec<u32>> {
        let mut layers = vec![Vec::new(); self.levels[player.index()] as usize];
        for (v, word) in self.words.iter().enumerate() {
            if let Some((winner, rank)) = word.decided()
                && winner == player
            {
                layers[rank as usize].push(v as u32);
            }
        }
        layers
    }

    /// The exact value of a vertex for its owner. `draws` comes from [`final_draws`].
    pub fn value(&self, arena: &Arena, v: u32, draws: &[bool]) -> Value {
        match self.words[v as usize].decided() {
            Some((winner, rank)) if winner == arena.owner(v) => Value::Win(rank),
            Some((_, rank)) => Value::Loss(rank),
            None if draws[v as usize] => Value::Draw(Draw::Final),
            None => Value::Draw(Draw::Endless),
        }
    }
}

/// Which drawn vertices are final draws: both players, keeping the draw, can reach a drawn end. The other drawn
/// vertices mean endless play.
pub fn final_draws(arena: &Arena, transposed: &Transposed, attractors: &Attractors) -> Vec<bool> {
    let mut known = vec![false; arena.len()];
    let drawn_end = |v: &u32| arena.degree(*v) == 0 && attractors.winner(*v).is_none();
    let mut todo: Vec<u32> = arena.vertices().filter(drawn_end).collect();
    todo.iter().for_each(|&v| known[v as usize] = true);
    while let Some(v) = todo.pop() {
        for &u in transposed.predecessors(v) {
            if attractors.winner(u).is_none() && !known[u as usize] {
                known[u as usize] = true;
                todo.push(u);
            }
        }
    }
    known
}

/// The attractor of one player as the definition says it: sets, rebuilt until nothing is added. The slow twin.
pub fn fixed_point(arena: &Arena, player: Player) -> Vec<Option<u32>> {
    let mut rank: Vec<Option<u32>> = arena
        .vertices()
        .map(|v| arena.end(v).and_then(|end| end.winner()).filter(|&w| w == player).map(|_| 0))
        .collect();
    for n in 1.. {
        let added: Vec<u32> = arena
            .vertices()
            .filter(|&v| rank[v as usize].is_none() && arena.degree(v) > 0)
            .filter(|&v| {
                let mut inside = arena.successors(v).iter().map(|&w| rank[w as usize].is_some());
                if arena.owner(v) == player { inside.any(|x| x) } else { inside.all(|x| x) }
            })
            .collect();
        if added.is_empty() {
            break;
        }
        added.into_iter().for_each(|v| rank[v as usize] = Some(n));
    }
    rank
}

/// The memoised recursion of the course: who wins from each vertex of an *acyclic* arena, and in how many plies; the
/// plain twin for graphs without cycles. Returns none when it meets a cycle, where recursion has no answer.
pub fn by_recursion(arena: &Arena) -> Option<Vec<Option<(Player, u32)>>> {
    enum State {
        New,
        Open,
        Done(Option<(Player, u32)>),
    }
    let mut states: Vec<State> = arena.vertices().map(|_| State::New).collect();
    for root in arena.vertices() {
        // A stack of our own: a long chain of vertices would overflow that of the machine.
        let mut stack = vec![root];
        while let Some(&v) = stack.last() {
            match states[v as usize] {
                State::Done(_) => {
                    stack.pop();
                    continue;
                }
                State::New => {
                    states[v as usize] = State::Open;
                    for &w in arena.successors(v) {
                        match states[w as usize] {
                            State::New => stack.push(w),
                            State::Open => return None,
                            State::Done(_) => {}
                        }
                    }
                }
                State::Open => {
                    let owner = arena.owner(v);
                    let known = |w: &u32| match states[*w as usize] {
                        State::Done(value) => Some(value),
                        _ => None,
                    };
                    let values: Option<Vec<_>> = arena.successors(v).iter().map(known).collect();
                    let values = values?;
                    let value = match arena.end(v) {
                        Some(end) => end.winner().map(|winner| (winner, 0)),
                        None => {
                            let wins = values.iter().flatten().filter(|(w, _)| *w == owner).map(|(_, n)| *n).min();
                            let lost = values.iter().all(|x| x.is_some_and(|(w, _)| w != owner));
                            let last = values.iter().flatten().map(|(_, n)| *n).max();
                            match (wins, lost, last) {
                                (Some(n), _, _) => Some((owner, n + 1)),
                                (None, true, Some(n)) => Some((owner.other(), n + 1)),
                                _ => None,
                            }
                        }
                    };
                    states[v as usize] = State::Done(value);
                    stack.pop();
                }
            }
        }
    }
    states.into_iter().map(|s| if let State::Done(value) = s { Some(value) } else { None }).collect()
}
