//! Looking ahead with an estimate, and with a table where there is one: what it holds is known and need not be estimated.

use crate::{
    Effort,
    table::{Ask, Keys, UNKNOWN},
    truth::{Oracle, inside},
};
use attractor_game::{Error, Game, Heuristic, Outcome, Playable, Player, Value};
use attractor_solve::search::{Deepening, Thought};
use std::time::{Duration, Instant};

/// Looks ahead from positions of one game with one heuristic. One virtual call per search, none per node.
pub(crate) trait Thinking<G: Game> {
    /// See [`Deepening::think_without`]. What a table holds is thought of without looking ahead, and all its moves count.
    fn think(
        &mut self,
        p: &G::Position,
        avoided: &[G::Move],
        depth: u32,
        time: Option<Duration>,
        tell: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Error>;
}

/// With a table of so many bytes; [`Effort::memory`] does not count.
pub(crate) fn thinking<'a, G: Playable>(
    game: &'a G,
    heuristic: G::Estimate,
    memory: u64,
    effort: &Effort<'a>,
) -> Box<dyn Thinking<G> + 'a> {
    let numbers = [Outcome::Loss, Outcome::Draw, Outcome::Win].map(|outcome| heuristic.decided(outcome));
    let alone = Deepening::new(game, heuristic, memory, effort.engine_threads(), effort.stop).telling(effort.progress);
    match (effort.table, numbers) {
        (Some(table), [Some(loss), Some(draw), Some(win)]) => {
            let ahead = alone.knowing(|| inside(game, effort, false));
            let here = game.with_numbers(Keys::of(Ask { game, table, effort: None }));
            Box::new(Informed { game, ahead, here, numbers: [loss, draw, win] })
        }
        _ => Box::new(alone),
    }
}

impl<G: Playable> Thinking<G> for Deepening<'_, G, G::Estimate> {
    fn think(
        &mut self,
        p: &G::Position,
        avoided: &[G::Move],
        depth: u32,
        time: Option<Duration>,
        tell: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Error> {
        self.think_without(p, avoided, depth, time, tell)
    }
}

/// Positions with no more plies left than this are solved, if time allows, before they are estimated.
const SOLVED_PLIES: u32 = 26;

/// The same player where margins count: near the end the truth, as far as it is found in good time.
pub(crate) struct Closing<'a, G: Playable> {
    pub(crate) thinking: Box<dyn Thinking<G> + 'a>,
    pub(crate) oracle: Box<dyn Oracle<G> + 'a>,
}

impl<G: Playable> Thinking<G> for Closing<'_, G> {
    fn think(
        &mut self,
        p: &G::Position,
        avoided: &[G::Move],
        depth: u32,
        time: Option<Duration>,
        tell: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Error> {
        let begun = Instant::now();
        if let Some(time) = time
            && avoided.is_empty()
            && self.oracle.plies_left(p) <= SOLVED_PLIES
        {
            // Most of the time where little is left to solve; the rest is for an estimate.
            let share = if self.oracle.plies_left(p) <= SOLVED_PLIES - 5 { 0.8 } else { 0.4 };
            if let Some((best, value)) = self.oracle.best_until(p, begun + time.mul_f64(share)) {
                let Value::Margin(margin) = value else { unreachable!("only games with margins are closed so") };
                let (value, line) = (f64::from(margin), vec![best]);
                let thought = Thought { depth: 0, value, best: vec![best], line, nodes: 0, stopped: false };
                tell(&thought);
                return Ok(thought);
            }
        }
        let left = time.map(|time| time.saturating_sub(begun.elapsed()));
        self.thinking.think(p, avoided, depth, left, tell)
    }
}

/// With a table, which knows more than an estimate.
struct Informed<'a, G: Playable> {
    game: &'a G,
    ahead: Deepening<'a, G, G::Estimate>,
    here: Box<dyn Oracle<G> + 'a>,
    /// What the heuristic calls a loss, a draw and a win of player 1.
    numbers: [f64; 3],
}

impl<G: Playable> Thinking<G> for Informed<'_, G> {
    fn think(
        &mut self,
        p: &G::Position,
        avoided: &[G::Move],
        depth: u32,
        time: Option<Duration>,
        tell: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Error> {
        let before = self.here.nodes();
        let value = match self.here.value(p) {
            Err(error) if error.id() == UNKNOWN => return self.ahead.think_without(p, avoided, depth, time, tell),
            value => value?,
        };
        let outcome = if self.game.turn(p) == Player::One { value.outcome() } else { -value.outcome() };
        let thought = Thought {
            depth: value.plies().unwrap_or(0),
            value: self.numbers[match outcome {
                Outcome::Loss => 0,
                Outcome::Draw => 1,
                Outcome::Win => 2,
            }],
            best: self.here.best(p)?,
            line: self.here.line(p)?,
            nodes: self.here.nodes() - before,
            stopped: false,
        };
        tell(&thought);
        Ok(thought)
    }
}
