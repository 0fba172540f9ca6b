//! Values of positions: what a game gives to have them, and how they are told.

use super::{Dyadic, Form, Forms, Outcome};
use crate::limits::MOST_MOVES;
use attractor_game::{Combinatorial, Error, Game, Partizan, Player, ValueKind, Watch};
use std::collections::HashMap;

/// A value as a form plus a nimber, which is kept apart: forms of large nimbers are large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The form.
    pub form: Form,
    /// The n of `*n`; nimbers add up by xor.
    pub nimber: u32,
}

/// A game whose positions have combinatorial values: both may be to move on any board, play always ends, and who cannot
/// move loses.
pub trait Valued: Partizan {
    /// The value of a position, whoever is to move. Unless a game knows better: by the definition, from the values
    /// of both players' moves.
    fn worth(&self, forms: &mut Forms, p: &Self::Position, watch: Watch<'_>) -> Result<Worth, Error> {
        by_definition(self, forms, p, watch)
    }

    /// The most moves that a position of one play can have, counted a little past [`MOST_MOVES`]; by default as many as at
    /// the start.
    fn widest(&self) -> usize {
        self.moves(&self.start()).take(MOST_MOVES + 1).count()
    }
}

/// `{values after Left's moves | values after Right's moves}`: the plain way.
pub(super) fn by_definition<G: Partizan + ?Sized>(
    game: &G,
    forms: &mut Forms,
    p: &G::Position,
    watch: Watch<'_>,
) -> Result<Worth, Error> {
    let form = Plain { game, forms, known: HashMap::new(), watch }.form(p)?;
    Ok(Worth { form, nimber: 0 })
}

/// The value of a position of an impartial game, in which both have the same moves: the least number that is not the nimber
/// of an option (Sprague and Grundy). For games that know nothing better.
pub(crate) fn by_mex<G: Partizan>(game: &G, p: &G::Position, watch: Watch<'_>) -> Result<Worth, Error> {
    let nimber = Mex { game, known: HashMap::new(), path: Vec::new(), moves: Vec::new(), options: Vec::new() }
        .nimber(p, watch)?;
    Ok(Worth { form: Form::ZERO, nimber })
}

/// Depth-first search with its path in vectors: play may be longer than a thread's stack is deep.
struct Mex<'a, G: Game> {
    game: &'a G,
    /// Positions with player 1 to move.
    known: HashMap<G::Position, u32>,
    path: Vec<Step<G::Position>>,
    /// Moves of the positions on the path, one position's behind the other's.
    moves: Vec<G::Move>,
    /// Nimbers of their options so far, likewise.
    options: Vec<u32>,
}

/// A position on the path.
struct Step<P> {
    key: P,
    /// Its moves begin here...
    moves: usize,
    /// ...this one is next...
    next: usize,
    /// ...and the nimbers of its options begin here.
    options: usize,
}

impl<G: Partizan> Mex<'_, G> {
    fn nimber(&mut self, p: &G::Position, watch: Watch<'_>) -> Result<u32, Error> {
        let (game, mut work) = (self.game, 0);
        let mut found = self.enter(p, &mut work)?;
        loop {
            if work >= PAUSE {
                work = 0;
                watch.check()?;
            }
            work += 1;
            let Some(step) = self.path.last_mut() else { return found.ok_or_else(too_far) };
            if let Some(nimber) = found.take() {
                self.options.push(nimber);
            }
            if let Some(&m) = self.moves.get(step.next) {
                step.next += 1;
                let option = game.play(&step.key, m);
                found = self.enter(&option, &mut work)?;
                continue;
            }
            let options = &mut self.options[step.options..];
            options.sort_unstable();
            let nimber = options.iter().fold(0, |least, &option| if option == least { least + 1 } else { least });
            self.options.truncate(step.options);
            self.moves.truncate(step.moves);
            room(&self.known)?;
            self.known.extend(self.path.pop().map(|step| (step.key, nimber)));
            found = Some(nimber);
        }
    }

    /// The nimber of a position if it is known; else the position is put on the path.
    fn enter(&mut self, p: &G::Position, work: &mut usize) -> Result<Option<u32>, Error> {
        let game = self.game;
        let key = game.canonical(&if game.turn(p) == Player::One { p.clone() } else { game.hand_over(p) });
        if let Some(&nimber) = self.known.get(&key) {
            return Ok(Some(nimber));
        }
        if self.known.len() + self.path.len() >= POSITIONS {
            return Err(too_far());
        }
        let moves = self.moves.len();
        for m in game.moves(&key) {
            if self.moves.len() >= MOVES {
                return Err(too_far());
            }
            if self.moves.len() == self.moves.capacity() {
                attractor_memory::room((3 * self.moves.len() * size_of::<G::Move>()) as u64)?;
            }
            self.moves.push(m);
        }
        *work += self.moves.len() - moves;
        self.path.push(Step { key, moves, next: moves, options: self.options.len() });
        Ok(None)
    }
}

/// Fails where one more entry makes the map grow and there is no room for the old and the new one together.
fn room<K, V>(known: &HashMap<K, V>) -> Result<(), Error> {
    let grown = if known.len() == known.capacity() { 3 * known.capacity() * (size_of::<(K, V)>() + 1) } else { 0 };
    Ok(attractor_memory::room(grown as u64)?)
}

fn too_far() -> Error {
    Error::limit("value-too-far", "working out this value takes more than {most} positions").arg("most", POSITIONS)
}

/// Positions that the plain ways may take.
const POSITIONS: usize = 1_000_000;

/// Moves that the positions on a path may have together.
const MOVES: usize = 1 << 24;
/// Moves generated between two checks of the watch.
const PAUSE: usize = 1 << 10;

/// The value of a position, told. Ends early with the error of `watch`.
pub fn describe<G: Valued>(game: &G, p: &G::Position, watch: Watch<'_>) -> Result<Combinatorial, Error> {
    let mut forms = Forms::new();
    let worth = game.worth(&mut forms, p, watch)?;
    worth.tell(&mut forms)
}

/// There was no room for a form.
pub(crate) fn too_large() -> Error {
    Error::limit("value-too-large", "the value of this position has too many options to be kept")
}

struct Plain<'a, G: Game + ?Sized> {
    game: &'a G,
    forms: &'a mut Forms,
    /// Positions with player 1 to move.
    known: HashMap<G::Position, Form>,
    watch: Watch<'a>,
}

impl<G: Partizan + ?Sized> Plain<'_, G> {
    fn form(&mut self, p: &G::Position) -> Result<Form, Error> {
        let game = self.game;
        let other = game.hand_over(p);
        let (left, right) = if game.turn(p) == Player::One { (p, &other) } else { (&other, p) };
        let key = game.canonical(left);
        if let Some(&form) = self.known.get(&key) {
            return Ok(form);
        }
        if self.known.len() == POSITIONS {
            return Err(too_far());
        }
        room(&self.known)?;
        self.watch.check()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, from) in sides.iter_mut().zip([left, right]) {
            for m in game.moves(from) {
                side.push(self.form(&game.play(from, m))?);
            }
        }
        let form = self.forms.make(&sides[0], &sides[1]).ok_or_else(too_large)?;
        self.known.insert(key, form);
        Ok(form)
    }
}

impl Worth {
    /// Nothing.
    pub const ZERO: Worth = Worth { form: Form::ZERO, nimber: 0 };

    /// The value of both side by side.
    pub fn plus(self, other: Worth, forms: &mut Forms) -> Result<Worth, Error> {
        let form = forms.add(self.form, other.form).ok_or_else(too_large)?;
        Ok(Worth { form, nimber: self.nimber ^ other.nimber })
    }

    /// In words and numbers.
    pub fn tell(self, forms: &mut Forms) -> Result<Combinatorial, Error> {
        if let (Some(number), 1..) = (forms.as_number(self.form), self.nimber) {
            // However large: `*n` decides only where the number is 0.
            let star = Forms::star(self.nimber);
            let zero = number == Dyadic::ZERO;
            let value = if zero { star } else { format!("{number}{star}") };
            let kind = if zero { ValueKind::Nimber } else { ValueKind::Tepid };
            let outcome = match number.cmp(&Dyadic::ZERO) {
                std::cmp::Ordering::Less => Outcome::Right,
                std::cmp::Ordering::Equal => Outcome::First,
                std::cmp::Ordering::Greater => Outcome::Left,
            };
            return Ok(told(value, kind, number, 0.0, outcome));
        }
        let nimber = forms.nimber(self.nimber).ok_or_else(too_large)?;
        let form = forms.add(self.form, nimber).ok_or_else(too_large)?;
        let temperature = match forms.as_number(form) {
            Some(number) => -number.step().to_f64(),
            None => forms.temperature(form).to_f64(),
        };
        let (value, kind) = (forms.write(form), forms.kind(form));
        Ok(told(value, kind, forms.mean(form), temperature, forms.outcome(form)))
    }
}

fn told(value: String, kind: ValueKind, mean: Dyadic, temperature: f64, outcome: Outcome) -> Combinatorial {
    let winner = |left: bool| if left { Player::One } else { Player::Two };
    Combinatorial {
        ascii: Forms::ascii(&value),
        value,
        kind,
        mean: mean.to_f64(),
        temperature,
        left_first: winner(matches!(outcome, Outcome::Left | Outcome::First)),
        right_first: winner(matches!(outcome, Outcome::Left | Outcome::Second)),
    }
}
