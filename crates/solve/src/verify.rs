//! The independent checker: accepts a claimed solution, or names the first condition that it violates.
//!
//! It calls no solver and shares no code with one. Each condition is local to a vertex and its successors, and together
//! they prove the claim: where a player is said to win in n plies, following the ranks downwards really ends the play
//! after at most n; where a vertex is said to be drawn, each player can stay among drawn vertices for ever.

use crate::graph::Arena;
use attractor_game::{Bounds, Error, Game, Outcome, Player, Stage, Tactics, Value, Watch};

/// What is claimed of every vertex of an arena.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    /// Who wins; none: drawn.
    pub winner: Vec<Option<Player>>,
    /// In how many plies; none: drawn.
    pub rank: Vec<Option<u32>>,
    /// Where the owner should go; may be left out everywhere but where the owner wins.
    pub strategy: Vec<Option<u32>>,
}

/// Accepts the claim or names the first vertex, in order, at which it cannot be right. An arena without vertices is
/// rejected: a claim about nothing proves nothing.
///
/// At a final vertex: the winner is the one of the arena, and the rank is 0. Elsewhere, for a vertex won by P in n plies:
/// if it belongs to P, the strategy goes to a vertex won by P in n - 1 plies, and no successor is won faster; if it
/// belongs to the opponent, all successors are won by P, the slowest in n - 1 plies. For a drawn vertex: the owner has
/// no move to a win, and some move to a draw, which the strategy, if it says anything, chooses.
pub fn check(arena: &Arena, claim: &Claim) -> Result<(), Error> {
    let n = arena.len();
    if n == 0 {
        return Err(Error::new("claim-empty", "the arena has no vertex, so that nothing is claimed"));
    }
    for (what, given) in
        [("winner", claim.winner.len()), ("rank", claim.rank.len()), ("strategy", claim.strategy.len())]
    {
        if given != n {
            return Err(Error::new(
                "claim-length",
                "the claim gives {what} for {given} vertices, the arena has {states}",
            )
            .arg("what", what)
            .arg("given", given)
            .arg("states", n));
        }
    }
    arena.vertices().try_for_each(|v| check_vertex(arena, claim, v))
}

fn check_vertex(arena: &Arena, claim: &Claim, v: u32) -> Result<(), Error> {
    let violated = |id, english| Error::new(id, english).arg("vertex", arena.label(v));
    let winner = |v: u32| claim.winner[v as usize];
    let rank = |v: u32| claim.rank[v as usize];
    let choice = claim.strategy[v as usize];

    if winner(v).is_some() != rank(v).is_some() {
        return Err(violated("claim-rank-and-winner", "{vertex}: a won vertex has a rank, and a drawn one has none"));
    }
    let successors = arena.successors(v);
    if let Some(w) = choice
        && !successors.contains(&w)
    {
        return Err(violated("claim-no-move", "{vertex}: the strategy goes to {to}, which is no move")
            .arg("to", if (w as usize) < arena.len() { arena.label(w) } else { w.to_string().into() }));
    }
    if let Some(end) = arena.end(v) {
        return match (end.winner() == winner(v), rank(v)) {
            (true, None | Some(0)) => Ok(()),
            (true, Some(_)) => Err(violated("claim-final-rank", "{vertex}: the rank of a final vertex is 0")),
            (false, _) => Err(violated("claim-final-winner", "{vertex}: the winner of this final vertex is another")),
        };
    }
    let owner = arena.owner(v);
    match winner(v) {
        Some(player) if player == owner => {
            let fastest = successors.iter().filter(|&&w| winner(w) == Some(owner)).filter_map(|&w| rank(w)).min();
            let Some(fastest) = fastest else {
                return Err(violated("claim-no-winning-move", "{vertex}: said to be won, but no move leads to a win"));
            };
            if rank(v) != fastest.checked_add(1) {
                return Err(
                    violated("claim-rank", "{vertex}: the rank should be {rank}").arg("rank", u64::from(fastest) + 1)
                );
            }
            match choice {
                Some(w) if winner(w) == Some(owner) && rank(w) == Some(fastest) => Ok(()),
                Some(_) => Err(violated("claim-slow-move", "{vertex}: the strategy does not go to the previous layer")),
                None => Err(violated("claim-silent", "{vertex}: won for its owner, but the strategy says nothing")),
            }
        }
        Some(player) => {
            if let Some(&w) = successors.iter().find(|&&w| winner(w) != Some(player)) {
                return Err(
                    violated("claim-escape", "{vertex}: said to be lost, but {to} is not").arg("to", arena.label(w))
                );
            }
            let slowest = successors.iter().filter_map(|&w| rank(w)).max().unwrap_or(0);
            if rank(v) != slowest.checked_add(1) {
                return Err(
                    violated("claim-rank", "{vertex}: the rank should be {rank}").arg("rank", u64::from(slowest) + 1)
                );
            }
            match choice {
                Some(w) if rank(w) != Some(slowest) => Err(violated(
                    "claim-short-resistance",
                    "{vertex}: the strategy does not resist as long as possible",
                )),
                _ => Ok(()),
            }
        }
        None => {
            if let Some(&w) = successors.iter().find(|&&w| winner(w) == Some(owner)) {
                return Err(violated("claim-missed-win", "{vertex}: said to be drawn, but {to} wins for its owner")
                    .arg("to", arena.label(w)));
            }
            if successors.iter().all(|&w| winner(w).is_some()) {
                return Err(violated("claim-no-draw", "{vertex}: said to be drawn, but every move loses"));
            }
            match choice {
                Some(w) if winner(w).is_some() => {
                    Err(violated("claim-gives-up-draw", "{vertex}: the strategy gives up the draw"))
                }
                _ => Ok(()),
            }
        }
    }
}

/// Checks claimed values of a game's positions against those of their successors: each value is the best that a move
/// reaches, one ply later. `value` must answer for every position given and for its successors. Whether a draw is
/// final or endless is not looked at.
pub fn check_game<G: Game>(
    game: &G,
    positions: impl IntoIterator<Item = G::Position>,
    value: impl Fn(&G::Position) -> Value,
) -> Result<u64, Error> {
    let mut checked = 0;
    for p in positions {
        let best = game
            .moves(&p)
            .map(|m| {
                let q = game.play(&p, m);
                let same = game.turn(&q) == game.turn(&p);
                value(&q).before(same)
            })
            .max();
        let right = best.unwrap_or_else(|| Value::finished(game.result(&p), G::MARGIN));
        let claimed = value(&p);
        let both_drawn = matches!((claimed, right), (Value::Draw(_), Value::Draw(_)));
        if claimed != right && !both_drawn {
            return Err(Error::new("claim-value", "{position}: claimed {claimed}, but its moves give {right}")
                .arg("position", format_args!("{p:?}"))
                .arg("claimed", format_args!("{claimed:?}"))
                .arg("right", format_args!("{right:?}")));
        }
        checked += 1;
    }
    Ok(checked)
}

/// Checks what tactics claim of one unfinished position against its value: every bound they give must hold it.
///
/// `asks` are the questions put to the static rules, from player to move's side where the position settles.
pub fn check_bounds<T: Tactics>(
    tactics: &T,
    memory: &mut T::Memory,
    p: &T::Position,
    value: Value,
    asks: impl IntoIterator<Item = i32>,
) -> Result<(), Error> {
    let root = tactics.node(memory, p);
    let mut n = root.clone();
    let settled = tactics.settle(memory, &mut n);
    let same = tactics.turn(&n).mover == tactics.turn(&root).mover;
    // Whether a score is as good as the value, in the words that the tactics can tell apart.
    let order = |score: i32| match tactics.domain().exact {
        true => tactics.value(p, score).cmp(&value),
        false => score.signum().cmp(&match value.outcome() {
            Outcome::Loss => -1,
            Outcome::Draw => 0,
            Outcome::Win => 1,
        }),
    };
    let most = tactics.domain().most;
    let holds = |bounds: Bounds| {
        let bounds = (if same { bounds } else { -bounds }).meet(Bounds { lo: -most, hi: most });
        bounds.lo <= bounds.hi && order(bounds.lo).is_le() && order(bounds.hi).is_ge()
    };
    let wrong = |rule: &'static str, ask: i32, bounds: Bounds| {
        Error::new(
            "false-bound",
            "{rule} bounds the score by {low} and {high} (asked for {ask}), but the value is {value}",
        )
        .arg("rule", rule)
        .arg("low", bounds.lo)
        .arg("high", bounds.hi)
        .arg("ask", ask)
        .arg("value", format_args!("{value:?}"))
    };
    if !holds(settled) {
        return Err(wrong("settle", 0, settled));
    }
    if settled.lo >= settled.hi {
        return Ok(());
    }
    for ask in asks {
        for (rule, stage) in
            [("bounds(generated)", Stage::Generated), ("bounds(entered)", Stage::Entered(Watch::NEVER))]
        {
            let bounds = tactics.bounds(memory, &n, ask, stage, &mut 0);
            if !holds(bounds) {
                return Err(wrong(rule, ask, bounds));
            }
        }
    }
    Ok(())
}
