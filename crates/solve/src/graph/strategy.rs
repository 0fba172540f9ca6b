//! Strategies: a choice at each vertex of a player that is not final; where they come from, and whether they win.

use super::{Arena, Attractors};
use attractor_game::{Error, Player};

/// For some vertices, the successor chosen there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy(Vec<Option<u32>>);

impl Strategy {
    /// Says nothing anywhere.
    pub fn empty(arena: &Arena) -> Strategy {
        Strategy(vec![None; arena.len()])
    }

    /// The optimal strategy of both players: win as soon as possible, else keep the draw, else resist as long as
    /// possible. Of several such moves, the first.
    ///
    /// A win follows the ranks downwards: any successor in the attractor would do on a graph without cycles, but where
    /// there are some it may run in circles for ever.
    pub fn optimal(arena: &Arena, attractors: &Attractors) -> Strategy {
        let choice = |v: u32| {
            let successors = arena.successors(v);
            match attractors.rank(v) {
                // Won: a successor of the rank before. Lost: all are lost, and the latest has the rank before.
                Some(rank) => successors.iter().find(|&&w| {
                    attractors.winner(w) == attractors.winner(v) && attractors.rank(w) == rank.checked_sub(1)
                }),
                None => successors.iter().find(|&&w| attractors.winner(w).is_none()),
            }
            .copied()
        };
        Strategy(arena.vertices().map(choice).collect())
    }

    /// What the strategy says at `v`.
    pub fn at(&self, v: u32) -> Option<u32> {
        self.0[v as usize]
    }

    /// Makes the strategy say `w` at `v`.
    pub fn set(&mut self, v: u32, w: u32) {
        self.0[v as usize] = Some(w);
    }

    /// Choices of one player, in the order of the vertices.
    pub fn of<'a>(&'a self, arena: &'a Arena, player: Player) -> impl Iterator<Item = (u32, u32)> + 'a {
        arena.vertices().filter(move |&v| arena.owner(v) == player).filter_map(|v| Some((v, self.at(v)?)))
    }

    /// Each choice is a move of the arena; or the error that names the first that is not.
    pub fn legal(&self, arena: &Arena) -> Result<(), Error> {
        let wrong = arena.vertices().find_map(|v| {
            let w = self.at(v)?;
            (!arena.successors(v).contains(&w)).then_some((v, w))
        });
        let Some((v, w)) = wrong else { return Ok(()) };
        let moves: Vec<_> = arena.successors(v).iter().map(|&w| arena.label(w)).collect();
        Err(Error::new("strategy-no-move", "the strategy goes from {from} to {to}, which is no move; moves: {moves}")
            .arg("from", arena.label(v))
            .arg("to", arena.label(w))
            .arg("moves", if moves.is_empty() { "-".to_owned() } else { moves.join(" ") }))
    }
}

/// A play that a strategy allows and that its player does not win.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Refutation {
    /// Vertices from the start on.
    pub play: Vec<u32>,
    /// Where the play goes on for ever: from the last vertex back to the one at this index.
    pub back_to: Option<usize>,
}

/// Does the strategy win every play from the start for its player? If not, a play that it loses, draws, or that never
/// ends. The strategy need say something only where it can get to; where it does not, that is an error.
///
/// O(vertices + moves): a depth-first walk through the plays that follow the strategy.
pub fn refute(arena: &Arena, strategy: &Strategy, player: Player) -> Result<Option<Refutation>, Error> {
    strategy.legal(arena)?;
    let Some(start) = arena.start_vertex() else { return Ok(None) };
    let mut seen = vec![false; arena.len()];
    let mut on_path = vec![false; arena.len()];
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut enter = Some(start);
    loop {
        if let Some(v) = enter.take() {
            seen[v as usize] = true;
            on_path[v as usize] = true;
            path.push((v, 0));
            if let Some(end) = arena.end(v)
                && end.winner() != Some(player)
            {
                return Ok(Some(Refutation { play: path.iter().map(|&(v, _)| v).collect(), back_to: None }));
            }
        }
        let Some((v, tried)) = path.last_mut() else { return Ok(None) };
        let next = if arena.degree(*v) == 0 {
            None
        } else if arena.owner(*v) != player {
            arena.successors(*v).get(*tried).copied()
        } else {
            let choice = strategy.at(*v).ok_or_else(|| {
                let play: Vec<_> = path.iter().map(|&(v, _)| arena.label(v)).collect();
                Error::new("strategy-silent", "the strategy says nothing at {vertex}, which the play {play} reaches")
                    .arg("vertex", play.last().expect("the path is not empty"))
                    .arg("play", play.join(" "))
            })?;
            (path.last().expect("the path is not empty").1 == 0).then_some(choice)
        };
        let (v, tried) = path.last_mut().expect("the path is not empty");
        match next {
            None => {
                on_path[*v as usize] = false;
                path.pop();
            }
            Some(w) => {
                *tried += 1;
                if on_path[w as usize] {
                    let play: Vec<u32> = path.iter().map(|&(v, _)| v).collect();
                    let back_to = play.iter().position(|&v| v == w);
                    return Ok(Some(Refutation { play, back_to }));
                }
                if !seen[w as usize] {
                    enter = Some(w);
                }
            }
        }
    }
}

/// What a path through the arena is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// It begins at the start.
    pub from_start: bool,
    /// It ends at a final vertex.
    pub complete: bool,
    /// Who has won, if it is complete.
    pub winner: Option<Player>,
    /// The first place (an index into the path) where it leaves the strategy it was compared with.
    pub leaves_strategy: Option<usize>,
}

/// Checks a play given as a path, also against a strategy of a player. A step that is no move is an error.
pub fn check_play(arena: &Arena, path: &[u32], strategy: Option<(&Strategy, Player)>) -> Result<Play, Error> {
    let Some((&first, &last)) = path.first().zip(path.last()) else {
        return Err(Error::new("empty-play", "a play has at least one vertex"));
    };
    for (i, step) in path.windows(2).enumerate() {
        if !arena.successors(step[0]).contains(&step[1]) {
            let moves: Vec<_> = arena.successors(step[0]).iter().map(|&w| arena.label(w)).collect();
            return Err(Error::new(
                "play-no-move",
                "step {step}: from {from} there is no move to {to}; moves: {moves}",
            )
            .arg("step", i + 1)
            .arg("from", arena.label(step[0]))
            .arg("to", arena.label(step[1]))
            .arg("moves", if moves.is_empty() { "-".to_owned() } else { moves.join(" ") }));
        }
    }
    let leaves = strategy.and_then(|(strategy, player)| {
        path.windows(2).position(|s| arena.owner(s[0]) == player && strategy.at(s[0]).is_some_and(|w| w != s[1]))
    });
    Ok(Play {
        from_start: arena.start_vertex() == Some(first),
        complete: arena.degree(last) == 0,
        winner: arena.end(last).and_then(|end| end.winner()),
        leaves_strategy: leaves,
    })
}
