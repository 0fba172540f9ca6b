//! Exact values of a game's positions, however they are best had: by the engine, through the game's tactics or its rules
//! alone, where no play comes back to a position; on the unfolded graph where one may. Distances that the engine cannot
//! tell come from plain exact search.

use crate::{
    Effort,
    table::{self, Keys, WithKeys},
};
use attractor_game::{Draw, Error, Game, Key, Memory, Outcome, Playable, Question, Tactics, Value, is_over, moves_of};
use attractor_solve::{
    graph::{Attractors, Strategy, Transposed, Unfolded, Unfolding, final_draws, unfold_known},
    search::{Aside, Engine, Known, Limits, Rules, Solver, book::fingerprint, stopped},
    table::{Inside, Keyed, Table},
};
use hashbrown::HashMap;
use std::{cmp::Reverse, sync::atomic::AtomicBool, time::Instant};

/// Answers questions about one game and remembers what it found. One virtual call per question, none per node.
pub(crate) trait Oracle<G: Game> {
    /// The exact value for the player to move.
    fn value(&mut self, p: &G::Position) -> Result<Value, Error>;
    /// The exact value, if the outcome is not to be had in a much easier way.
    fn value_at_hand(&mut self, p: &G::Position) -> Result<Option<Value>, Error> {
        self.value(p).map(Some)
    }
    /// Win, draw or loss for the player to move.
    fn outcome(&mut self, p: &G::Position) -> Result<Outcome, Error>;
    /// The outcome is that or worse: cheaper than the outcome itself.
    fn at_most(&mut self, p: &G::Position, outcome: Outcome) -> Result<bool, Error> {
        Ok(self.outcome(p)? <= outcome)
    }
    /// All legal moves, those first that are likely to be the best.
    fn by_merit(&mut self, game: &G, p: &G::Position) -> Vec<G::Move> {
        moves_of(game, p)
    }
    /// All moves of the best value.
    fn best(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error>;
    /// A principal line; where keeping a draw means playing for ever, until a position comes back. It may end where a table
    /// knows more.
    fn line(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error>;
    /// Positions entered, or unfolded.
    fn nodes(&self) -> u64;
    /// No more plies than this are left, where the game's tactics can tell.
    fn plies_left(&mut self, _p: &G::Position) -> u32 {
        u32::MAX
    }
    /// One move of the best value, unless it takes longer than until then. None where time cannot be kept to.
    fn best_until(&mut self, _p: &G::Position, _deadline: Instant) -> Option<(G::Move, Value)> {
        None
    }
}

/// The best way to the truth about a game.
pub(crate) fn oracle<'a, G: Playable>(game: &'a G, effort: &Effort<'a>) -> Result<Box<dyn Oracle<G> + 'a>, Error> {
    game.solvable()?;
    if let Some(table) = effort.table {
        return Ok(game.with_numbers(Keys::of(table::Ask { game, table, effort: Some(*effort) })));
    }
    searching(game, effort)
}

/// The best way to the truth about positions that no table holds. The search asks the table on its way, if there is one.
pub(crate) fn searching<'a, G: Playable>(game: &'a G, effort: &Effort<'a>) -> Result<Box<dyn Oracle<G> + 'a>, Error> {
    if !G::ACYCLIC {
        let known = inside(game, effort, true);
        return Ok(Box::new(Graph { game, memory: effort.memory, stop: effort.stop, known, solved: None }));
    }
    game.with_tactics(Ask { game, effort: *effort })
}

/// Every legal move with its value for the player who makes it.
pub(crate) fn moves<G: Game>(
    game: &G,
    oracle: &mut dyn Oracle<G>,
    p: &G::Position,
) -> Result<Vec<(G::Move, Value)>, Error> {
    moves_of(game, p).into_iter().map(|m| Ok((m, after(game, oracle, p, m)?))).collect()
}

/// The value of a move for the player who makes it.
pub(crate) fn after<G: Game>(
    game: &G,
    oracle: &mut dyn Oracle<G>,
    p: &G::Position,
    m: G::Move,
) -> Result<Value, Error> {
    let q = game.play(p, m);
    Ok(oracle.value(&q)?.before(game.turn(&q) == game.turn(p)))
}

/// The moves that keep the outcome of `p`.
pub(crate) fn keeping<G: Game>(
    game: &G,
    oracle: &mut dyn Oracle<G>,
    p: &G::Position,
    outcome: Outcome,
    only_first: bool,
) -> Result<Vec<G::Move>, Error> {
    let mut found = Vec::new();
    // To refute a bad move may take longer than all else.
    let first_matters = only_first && outcome != Outcome::Loss;
    let moves = if first_matters { oracle.by_merit(game, p) } else { moves_of(game, p) };
    for m in moves {
        let q = game.play(p, m);
        // No move is better than the best: at least as good is good enough.
        let keeps = match (outcome, game.turn(&q) == game.turn(p)) {
            (Outcome::Loss, _) => true,
            (_, false) => oracle.at_most(&q, -outcome)?,
            (Outcome::Draw, true) => !oracle.at_most(&q, Outcome::Loss)?,
            (Outcome::Win, true) => !oracle.at_most(&q, Outcome::Draw)?,
        };
        if keeps {
            found.push(m);
            if only_first {
                break;
            }
        }
    }
    Ok(found)
}

/// The question that picks tactics or plain search.
struct Ask<'a, G> {
    game: &'a G,
    effort: Effort<'a>,
}

impl<'a, G: Playable> Question<G> for Ask<'a, G> {
    type Answer = Result<Box<dyn Oracle<G> + 'a>, Error>;

    fn without(self) -> Self::Answer {
        taught(self.game, &self.effort, Rules::new(self.game), true)
    }

    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        taught(self.game, &self.effort, tactics, false)
    }
}

/// The engine with these tactics, and plain search for what it cannot tell.
fn taught<'a, G: Playable, T: Tactics<Position = G::Position> + Send + Sync + 'a>(
    game: &'a G,
    effort: &Effort<'a>,
    tactics: T,
    rules_alone: bool,
) -> Result<Box<dyn Oracle<G> + 'a>, Error> {
    let &Effort { memory, stop, progress, book, .. } = effort;
    if let Some(book) = book {
        book.has_keys(fingerprint(game, &tactics))?;
    }
    // A quarter, if that is much: the pages of a larger table cost more than it saves, unless the search is very long
    // (empty Connect Four board: 9.4 s with 256 MB, 19 s with 1 GB).
    // Distances that the tactics do not know are for the plain solver, which gets the rest.
    let table = if tactics.domain().exact { (memory / 4).max(memory.min(64 << 20)) } else { memory / 4 };
    let limits = Limits { memory: memory - table, stop };
    let plain = Solver::new(game, limits)?.knowing(inside(game, effort, true));
    let engine = Engine::new(tactics, table, effort.engine_threads(), stop);
    let engine = engine.knowing(|| inside(game, effort, false)).with_book(book).telling(progress);
    Ok(Box::new(Taught { game, engine, memory: None, plain, rules_alone, long: false }))
}

/// The table of an effort, if it has one, for one thread of a search that asks it on its way: `always`, or only as long as
/// that pays.
pub(crate) fn inside<'a, G: Playable>(game: &'a G, effort: &Effort<'a>, always: bool) -> Aside<'a, G::Position> {
    effort.table.map(|table| game.with_numbers(Keys::of(Teach { game, table, always })))
}

/// The question how a table knows positions, so that a search can ask it.
struct Teach<'a, G> {
    game: &'a G,
    table: &'a Table,
    always: bool,
}

impl<'a, G: Playable> WithKeys<'a, G> for Teach<'a, G> {
    type Answer = Box<dyn Known<G::Position> + Send + 'a>;
    fn by<K: Keyed<G> + Copy + Send + 'a>(self, keyed: K) -> Self::Answer {
        let inside = Inside::new(self.game, keyed, self.table);
        Box::new(if self.always { inside.always() } else { inside })
    }
}

/// The error of play too long for the engine, which is recursive; plain exact search is not.
const TOO_DEEP: &str = "too-deep";

/// A game whose outcomes the engine finds, and its values if the tactics tell them.
struct Taught<'a, G: Game, T: Tactics> {
    game: &'a G,
    engine: Engine<'a, T>,
    /// For questions to the tactics themselves.
    memory: Option<T::Memory>,
    plain: Solver<'a, G>,
    /// The game brings no tactics: plain search is as good.
    rules_alone: bool,
    /// Play was too long for the engine once: it is not asked again.
    long: bool,
}

impl<G: Playable, T: Tactics<Position = G::Position> + Send + Sync> Taught<'_, G, T> {
    /// The tactics tell distances or margins.
    fn exact(&self) -> bool {
        self.engine.tactics().domain().exact
    }

    fn over(&self, p: &G::Position) -> bool {
        is_over(self.game, p)
    }

    /// What a search that was stopped had found out.
    fn known(&self, p: &G::Position) -> Error {
        let (known, most) = (self.engine.known(), self.engine.tactics().domain().most);
        let words = |score: i32| {
            let value = self.engine.tactics().value(p, score.clamp(-most, most));
            match value.plies() {
                Some(plies) => format!("{} in {plies} plies", value.outcome()),
                None => value.outcome().to_string(),
            }
        };
        Error::limit(
            "stopped-between",
            "stopped after {nodes} nodes: the player to move gets at least {low} and at most {high}",
        )
        .arg("nodes", self.nodes())
        .arg("low", words(known.lo))
        .arg("high", words(known.hi))
    }

    /// The moves of the best score, or only the first of them.
    fn reaching(&mut self, p: &G::Position, only_first: bool) -> Result<Vec<G::Move>, Error> {
        let mut found = Vec::new();
        if self.over(p) {
            return Ok(found);
        }
        let (game, value) = (self.game, self.value(p)?);
        let score = self.engine.score(p)?;
        for m in moves_of(game, p) {
            let q = game.play(p, m);
            let same = game.turn(&q) == game.turn(p);
            // Finished positions have a value but are no business of the tactics.
            let reaches = match (self.over(&q), same) {
                (true, _) => self.plain.value(&q)?.before(same) == value,
                (false, true) => !self.engine.at_most(&q, score - 1)?,
                (false, false) => self.engine.at_most(&q, -score)?,
            };
            if reaches {
                found.push(m);
                if only_first {
                    break;
                }
            }
        }
        Ok(found)
    }
}

impl<G: Playable, T: Tactics<Position = G::Position> + Send + Sync> Oracle<G> for Taught<'_, G, T> {
    fn value(&mut self, p: &G::Position) -> Result<Value, Error> {
        if !self.exact() || self.long || self.over(p) {
            return self.plain.value(p);
        }
        match self.engine.score(p) {
            Ok(score) => Ok(self.engine.tactics().value(p, score)),
            Err(error) if error.id() == TOO_DEEP => {
                self.long = true;
                self.plain.value(p)
            }
            Err(_) => Err(self.known(p)),
        }
    }

    fn value_at_hand(&mut self, p: &G::Position) -> Result<Option<Value>, Error> {
        if self.exact() || self.rules_alone { self.value(p).map(Some) } else { Ok(None) }
    }

    fn outcome(&mut self, p: &G::Position) -> Result<Outcome, Error> {
        if self.long || self.over(p) {
            return self.plain.outcome(p);
        }
        match self.engine.outcome(p) {
            Err(error) if error.id() == TOO_DEEP => {
                self.long = true;
                self.plain.outcome(p)
            }
            Err(_) => Err(self.known(p)),
            outcome => outcome,
        }
    }

    fn at_most(&mut self, p: &G::Position, outcome: Outcome) -> Result<bool, Error> {
        let found = match outcome {
            Outcome::Win => return Ok(true),
            _ if self.long || self.over(p) => return Ok(self.plain.outcome(p)? <= outcome),
            Outcome::Draw => self.engine.at_most(p, 0),
            Outcome::Loss => self.engine.at_most(p, -1),
        };
        match found {
            Err(error) if error.id() == TOO_DEEP => {
                self.long = true;
                Ok(self.plain.outcome(p)? <= outcome)
            }
            found => found,
        }
    }

    fn plies_left(&mut self, p: &G::Position) -> u32 {
        let tactics = self.engine.tactics();
        let memory = self.memory.get_or_insert_with(|| T::Memory::new(tactics));
        tactics.turn(&tactics.node(memory, p)).plies_left
    }

    fn best_until(&mut self, p: &G::Position, deadline: Instant) -> Option<(G::Move, Value)> {
        if !self.exact() || self.rules_alone || self.long {
            return None;
        }
        self.engine.until(Some(deadline));
        let found = self.reaching(p, true).and_then(|moves| Ok((moves, self.value(p)?)));
        self.engine.until(None);
        found.ok().and_then(|(moves, value)| Some((*moves.first()?, value)))
    }

    /// Moves are known by the nodes that they lead to.
    fn by_merit(&mut self, game: &G, p: &G::Position) -> Vec<G::Move> {
        let mut moves = moves_of(game, p);
        let tactics = self.engine.tactics();
        let memory = self.memory.get_or_insert_with(|| T::Memory::new(tactics));
        let mut n = tactics.node(memory, p);
        let known = tactics.settle(memory, &mut n);
        if tactics.domain().exact || known.lo == known.hi {
            return moves;
        }
        let mut best = Vec::new();
        tactics.children(memory, &n, |memory, mut child, merit| {
            tactics.settle(memory, &mut child);
            best.push((Reverse(merit), tactics.key(memory, &child)));
            true
        });
        best.sort_by_key(|(merit, _)| *merit);
        // A position may have a hundred thousand moves.
        let mut places = HashMap::new();
        for (i, (_, key)) in best.iter().enumerate() {
            places.entry((key.high(), key.low())).or_insert(i);
        }
        moves.sort_by_cached_key(|&m| {
            let mut child = tactics.node(memory, &game.play(p, m));
            tactics.settle(memory, &mut child);
            let key = tactics.key(memory, &child);
            places.get(&(key.high(), key.low())).copied().unwrap_or(usize::MAX)
        });
        moves
    }

    fn best(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        if !self.exact() {
            return self.plain.best(p);
        }
        match self.reaching(p, false) {
            Err(error) if error.id() == TOO_DEEP => self.plain.best(p),
            best => best,
        }
    }

    fn line(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        if !self.exact() {
            return self.plain.line(p);
        }
        let (mut q, mut line) = (p.clone(), Vec::new());
        loop {
            match self.reaching(&q, true) {
                Err(error) if error.id() == TOO_DEEP => return self.plain.line(p),
                found => match found?.first() {
                    None => return Ok(line),
                    Some(&m) => {
                        q = self.game.play(&q, m);
                        line.push(m);
                    }
                },
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.engine.nodes() + self.plain.nodes()
    }
}

/// A game with cycles, unfolded from the first position it was asked about, as far as no table knows more.
struct Graph<'a, G: Game> {
    game: &'a G,
    memory: u64,
    stop: Option<&'a AtomicBool>,
    known: Aside<'a, G::Position>,
    solved: Option<SolvedGraph<G::Position>>,
}

struct SolvedGraph<P> {
    unfolded: Unfolded<Option<P>>,
    ids: HashMap<P, u32>,
    attractors: Attractors,
    draws: Vec<bool>,
    optimal: Strategy,
}

impl<G: Game> Graph<'_, G> {
    /// The solved graph that holds `p`, and its vertex.
    fn at(&mut self, p: &G::Position) -> Result<(&SolvedGraph<G::Position>, u32), Error> {
        if self.solved.as_ref().is_none_or(|s| !s.ids.contains_key(p)) {
            // The index of positions, the one that grows and the one before it.
            let beside = 4 * size_of::<(G::Position, u32)>() as u64;
            let how = Unfolding { memory: self.memory, beside, stop: self.stop, ..Unfolding::default() };
            let unfolded = unfold_known(self.game, p, &how, &mut self.known)?;
            let transposed = Transposed::of(&unfolded.arena);
            stopped(self.stop)?;
            let attractors = Attractors::with(&unfolded.arena, &transposed);
            stopped(self.stop)?;
            let draws = final_draws(&unfolded.arena, &transposed, &attractors);
            stopped(self.stop)?;
            let optimal = Strategy::optimal(&unfolded.arena, &attractors);
            let ids = unfolded.positions.iter().zip(0..).filter_map(|(p, v)| Some((p.clone()?, v))).collect();
            self.solved = Some(SolvedGraph { unfolded, ids, attractors, draws, optimal });
        }
        let solved = self.solved.as_ref().expect("it was just solved");
        Ok((solved, solved.ids[p]))
    }
}

/// Draws of both kinds are equally good.
fn plain(value: Value) -> Value {
    if let Value::Draw(_) = value { Value::Draw(Draw::Final) } else { value }
}

impl<G: Game> Oracle<G> for Graph<'_, G> {
    fn value(&mut self, p: &G::Position) -> Result<Value, Error> {
        let (solved, v) = self.at(p)?;
        Ok(solved.attractors.value(&solved.unfolded.arena, v, &solved.draws))
    }

    fn outcome(&mut self, p: &G::Position) -> Result<Outcome, Error> {
        Ok(self.value(p)?.outcome())
    }

    fn best(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        self.at(p)?;
        let moves = moves(self.game, self, p)?;
        let best = moves.iter().map(|(_, value)| plain(*value)).max();
        Ok(moves.into_iter().filter(|(_, v)| best == Some(plain(*v))).map(|(m, _)| m).collect())
    }

    fn line(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        let game = self.game;
        let (solved, mut v) = self.at(p)?;
        let mut seen = vec![false; solved.unfolded.positions.len()];
        let mut line = Vec::new();
        while !std::mem::replace(&mut seen[v as usize], true)
            && let Some(w) = solved.optimal.at(v)
            && let [Some(from), Some(to)] = [v, w].map(|v| &solved.unfolded.positions[v as usize])
        {
            line.extend(moves_of(game, from).into_iter().find(|&m| game.play(from, m) == *to));
            v = w;
        }
        Ok(line)
    }

    fn nodes(&self) -> u64 {
        self.solved.as_ref().map_or(0, |s| s.ids.len() as u64)
    }
}
