//! Estimates: what a position seems worth where search has to stop.

use crate::{Error, Game, Outcome, nearest};

/// An estimate h(s) of positions, for depth-limited search.
///
/// Always from player 1's side: the larger, the better for player 1. A closure is one.
pub trait Heuristic<G: Game + ?Sized> {
    /// h of a position that is not finished. Never infinite, never NaN.
    fn estimate(&self, game: &G, p: &G::Position) -> f64;

    /// h of a finished position: infinite where somebody has won, 0 for a draw.
    fn finished(&self, game: &G, p: &G::Position) -> f64 {
        let infinity = f64::INFINITY * game.turn(p).sign();
        match game.result(p).outcome() {
            Outcome::Win => infinity,
            Outcome::Draw => 0.0,
            Outcome::Loss => -infinity,
        }
    }

    /// h of a position whose outcome for player 1 is known without search, in the numbers of [`finished`](Heuristic::finished);
    /// none if it gives ends of play other numbers.
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        Some(match outcome {
            Outcome::Win => f64::INFINITY,
            Outcome::Draw => 0.0,
            Outcome::Loss => -f64::INFINITY,
        })
    }
}

impl<G: Game, F: Fn(&G, &G::Position) -> f64> Heuristic<G> for F {
    fn estimate(&self, game: &G, p: &G::Position) -> f64 {
        self(game, p)
    }
}

/// Knows nothing: 0 everywhere, and +1 / 0 / -1 at the end of play. Min-max with it gives exact scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zero;

impl Zero {
    /// For games that offer this one only: [`Heuristics::heuristic`] in one line.
    pub fn named(text: &str) -> Result<Zero, Error> {
        if text == "zero" { Ok(Zero) } else { Err(Error::unknown_heuristic(text, &["zero"])) }
    }
}

impl<G: Game + ?Sized> Heuristic<G> for Zero {
    #[inline]
    fn estimate(&self, _: &G, _: &G::Position) -> f64 {
        0.0
    }
    #[inline]
    fn finished(&self, game: &G, p: &G::Position) -> f64 {
        game.turn(p).sign() * game.result(p).0.signum() as f64
    }
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        Some(match outcome {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        })
    }
}

/// The named heuristics of a game. `zero` is always among them.
pub trait Heuristics: Game {
    /// One type that can be any of them: typically an enum, so that no call is dynamic.
    type Estimate: Heuristic<Self>;

    /// Names as people type them, with an example of their weights where they take some (`alignments=0/1/4/9`).
    /// The first is the one used where none is asked for.
    fn heuristics(&self) -> &'static [&'static str] {
        &["zero"]
    }

    /// The heuristic of that name.
    fn heuristic(&self, text: &str) -> Result<Self::Estimate, Error>;

    /// Those of them that are weighted sums of features, whose weights can be learnt.
    fn linear(&self) -> Vec<Linear> {
        Vec::new()
    }

    /// The features of an unfinished position, seen by player 1, that the linear heuristic `name` weighs: one per weight,
    /// in their order. Its estimate is the sum of weight times feature.
    fn features(&self, _name: &str, _p: &Self::Position, _features: &mut [f64]) {}
}

/// A heuristic that is a weighted sum of features: how its weights are called, written and read.
///
/// ```
/// use attractor_game::Linear;
/// let lines = Linear::new("lines", &[("one", 1.0), ("two", 4.0)]);
/// assert_eq!(lines.text(&[0.5, 9.0]), "lines=0.5/9");
/// assert_eq!(lines.read("0.5/9")?, [0.5, 9.0]);
/// assert_eq!(lines.read("0.5").unwrap_err().id(), "bad-weights");
/// # Ok::<(), attractor_game::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    /// Its name, without weights.
    pub name: &'static str,
    /// What each weight is called, in the order in which they are written.
    pub features: Vec<String>,
    /// The weights set by hand, which are taken where none are given.
    pub hand: Vec<f64>,
}

impl Linear {
    /// The heuristic of that name with what it weighs, and how much where no weights are given.
    pub fn new(name: &'static str, features: &[(&str, f64)]) -> Linear {
        let (features, hand) = features.iter().map(|&(feature, weight)| (feature.to_owned(), weight)).unzip();
        Linear { name, features, hand }
    }

    /// How the heuristic with these weights is typed: `alignments=0/1/4/9`.
    pub fn text(&self, weights: &[f64]) -> String {
        let list: Vec<String> = weights.iter().map(f64::to_string).collect();
        format!("{}={}", self.name, list.join("/"))
    }

    /// The weights in a list such as `0/1/4/9`.
    pub fn read(&self, list: &str) -> Result<Vec<f64>, Error> {
        let parts: Vec<&str> = list.split('/').collect();
        if list.trim().is_empty() || parts.len() != self.hand.len() {
            let example: Vec<String> = self.hand.iter().map(f64::to_string).collect();
            return Err(Error::new(
                "bad-weights",
                "{text} has {found} weights; expected {expected}, such as {example}",
            )
            .arg("text", if list.is_empty() { "\"\"" } else { list })
            .arg("found", if list.trim().is_empty() { 0 } else { parts.len() })
            .arg("expected", self.hand.len())
            .arg("example", example.join("/")));
        }
        let weight = |part: &str| {
            part.trim().parse().ok().filter(|w: &f64| w.is_finite()).ok_or_else(|| {
                Error::new("bad-weight", "{part} in {text} is not a weight: expected a number")
                    .arg("part", if part.is_empty() { "\"\"" } else { part })
                    .arg("text", list)
            })
        };
        parts.into_iter().map(weight).collect()
    }

    /// The weights that a heuristic's text asks for: those behind `name=`, or by its name alone those set by hand. None:
    /// it names another heuristic.
    pub fn asked(&self, text: &str) -> Option<Result<Vec<f64>, Error>> {
        match text.strip_prefix(self.name)? {
            "" => Some(Ok(self.hand.clone())),
            rest => rest.strip_prefix('=').map(|list| self.read(list)),
        }
    }
}

impl Error {
    /// No heuristic of that name: lists those there are.
    pub fn unknown_heuristic(text: &str, names: &[&'static str]) -> Error {
        Error::new("unknown-heuristic", "there is no heuristic {name} here; there are: {names}")
            .arg("name", text)
            .arg("names", names.join(", "))
            .nearest(nearest(text, names.iter().copied()))
    }
}
