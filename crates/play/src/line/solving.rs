//! Exact values.

use super::Line;
use crate::{
    Analysis, Effort, MoveValue, Number, Solved, ValueRecord, Verdict,
    outcomes::{draw_word, margin, outcome_word},
    session::{Position, Solving},
    truth::{self, Oracle, oracle},
};
use attractor_game::{Combinatorial, Error, Outcome, Playable, Player, Value, Watch, moves_of};
use attractor_solve::search::stopped;
use std::{sync::atomic::AtomicBool, time::Instant};

impl<G: Playable> Line<G> {
    /// An answer about the position here, to be filled in.
    pub(super) fn unsolved(&self) -> Solved {
        Solved {
            game: self.spec.clone(),
            position: self.position(),
            turn: self.turn().number(),
            outcome: "",
            plies: None,
            draw: None,
            margin: None,
            best: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
        }
    }

    pub(super) fn solved(&self, oracle: &mut dyn Oracle<G>, outcome_only: bool) -> Result<Solved, Error> {
        let (begun, p, mut solved) = (Instant::now(), self.here(), self.unsolved());
        let (best, line);
        if outcome_only {
            let outcome = oracle.outcome(p)?;
            solved.outcome = outcome_word(outcome);
            line = self.outcome_line(oracle, outcome)?;
            // One move that keeps the outcome is all that the outcome needs; `analyse` tells of every move.
            best = match line.first() {
                Some(&m) if G::ACYCLIC => vec![m],
                _ if G::ACYCLIC => Vec::new(),
                _ => truth::keeping(&*self.game, oracle, p, outcome, true)?,
            };
        } else {
            solved.fill(oracle.value(p)?);
            best = oracle.best(p)?;
            line = oracle.line(p)?;
        }
        solved.best = self.each_name(p, &best);
        solved.line = self.names(p, &line);
        solved.nodes = oracle.nodes();
        solved.seconds = begun.elapsed().as_secs_f64();
        Ok(solved)
    }

    /// A line on which neither gives the outcome away; in games without cycles it ends.
    fn outcome_line(&self, oracle: &mut dyn Oracle<G>, mut outcome: Outcome) -> Result<Vec<G::Move>, Error> {
        let (game, mut p, mut line) = (&*self.game, self.here().clone(), Vec::new());
        while G::ACYCLIC
            && let Some(&m) = truth::keeping(game, oracle, &p, outcome, true)?.first()
        {
            let q = game.play(&p, m);
            outcome = if game.turn(&q) == game.turn(&p) { outcome } else { -outcome };
            p = q;
            line.push(m);
        }
        Ok(line)
    }
}

impl Solved {
    /// Fills in a value.
    pub(crate) fn fill(&mut self, value: Value) {
        self.outcome = outcome_word(value.outcome());
        self.plies = value.plies();
        self.draw = draw_word(value);
        self.margin = margin(value);
    }
}

impl MoveValue {
    /// The move of that name, worth so much to the player who makes it.
    fn new(name: String, value: Value) -> MoveValue {
        MoveValue { name, outcome: outcome_word(value.outcome()), plies: value.plies(), margin: margin(value) }
    }
}

impl Verdict {
    /// The verdict on a position where it is the turn of `turn`; with the distance if the value is known.
    fn new(turn: Player, outcome: Outcome, value: Option<Value>) -> Verdict {
        let winner = match outcome {
            Outcome::Win => Some(turn),
            Outcome::Draw => None,
            Outcome::Loss => Some(turn.other()),
        };
        Verdict {
            winner: winner.map(Player::number),
            outcome: outcome_word(outcome),
            plies: value.and_then(Value::plies),
        }
    }
}

impl ValueRecord {
    fn new(game: &str, position: String, found: Combinatorial) -> ValueRecord {
        ValueRecord {
            game: game.to_owned(),
            position,
            value: found.value,
            ascii: found.ascii,
            kind: found.kind.word(),
            mean: Number(found.mean),
            temperature: Number(found.temperature),
            left_first: found.left_first.number(),
            right_first: found.right_first.number(),
        }
    }
}

impl<G: Playable> Solving for Line<G> {
    fn solve(&self, effort: &Effort<'_>, outcome_only: bool) -> Result<Solved, Error> {
        let game = self.knowing(effort)?;
        self.solved(oracle(&*game, effort)?.as_mut(), outcome_only)
    }

    fn verdict(&self, effort: &Effort<'_>, outcome_only: bool) -> Result<(Verdict, u64), Error> {
        let (p, game) = (self.here(), self.knowing(effort)?);
        let mut oracle = oracle(&*game, effort)?;
        let value = if outcome_only { None } else { oracle.value_at_hand(p)? };
        let outcome = value.map_or_else(|| oracle.outcome(p), |value| Ok(value.outcome()))?;
        Ok((Verdict::new(self.turn(), outcome, value), oracle.nodes()))
    }

    fn analyse(&self, effort: &Effort<'_>, tell: &mut dyn FnMut(&MoveValue)) -> Result<Analysis, Error> {
        let begun = Instant::now();
        let (p, game) = (self.here(), self.knowing(effort)?);
        let mut oracle = oracle(&*game, effort)?;
        let mut position = self.solved(oracle.as_mut(), false)?;
        let mut moves = Vec::new();
        for m in moves_of(&*self.game, p) {
            let value = truth::after(&*self.game, oracle.as_mut(), p, m)?;
            let found = MoveValue::new(self.name(p, m), value);
            tell(&found);
            moves.push(found);
        }
        position.nodes = oracle.nodes();
        position.seconds = begun.elapsed().as_secs_f64();
        Ok(Analysis { position, moves })
    }

    fn combinatorial(&self, stop: Option<&AtomicBool>) -> Result<ValueRecord, Error> {
        let found = self.game.combinatorial(self.here(), Watch::new(&|| stopped(stop)))?;
        Ok(ValueRecord::new(&self.spec, self.position(), found))
    }
}
