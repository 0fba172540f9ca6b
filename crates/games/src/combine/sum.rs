//! Several games at once: a move is a move in one of them, and who cannot move in any loses.

use crate::{
    combinatorial::{Forms, Valued, Worth, describe},
    text::{Letters, Piece},
};
use attractor_game::{
    Abilities, Error, Game, Heuristic, Heuristics, Linear, Notation, Outcome, Partizan, Playable, Player, Watch,
    illegal_move,
};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The sum of some parts. Parts of different kinds go together as [`Either`](crate::Either).
///
/// Sums are for normal play: each part must be a game that who cannot move loses, and a part in which play is over in
/// another way (a line of four) counts as one in which nobody can move. Games that count a margin are refused.
///
/// ```
/// use attractor_game::{Game, Notation};
/// use attractor_games::{Domineering, Either, Nim, Sum};
/// let game = Sum::new(vec![Either::A(Nim::new(&[2])?), Either::B(Domineering::new(2, 2)?)])?;
/// let start = game.start();
/// assert_eq!(game.write(&start), "[2 1 ++ ../.. V] 1");
/// let names: Vec<String> = game.moves(&start).map(|m| game.name(&start, m)).collect();
/// assert_eq!(names, ["1:1", "1:2", "2:a1", "2:b1"]);
/// # Ok::<(), attractor_game::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Sum<G> {
    parts: Vec<G>,
    /// For each part, the first one with equal rules: their positions may change places.
    alike: Vec<usize>,
    first: Player,
}

/// A position in each part, in all of which it is the same player's turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SumPosition<P> {
    parts: Vec<P>,
    turn: Player,
}

impl<P> SumPosition<P> {
    /// The position in each part.
    pub fn parts(&self) -> &[P] {
        &self.parts
    }
}

impl<G: Partizan> Sum<G> {
    /// The sum of these games; there may be none. Who begins in the first begins.
    pub fn new(parts: Vec<G>) -> Result<Sum<G>, Error>
    where
        G: PartialEq,
    {
        if G::MARGIN {
            return Err(Error::new(
                "sum-of-margins",
                "games that count a margin have no sum: sums are for games that who cannot move loses",
            ));
        }
        let alike = parts.iter().map(|g| parts.iter().position(|h| h == g).expect("it equals itself")).collect();
        let first = parts.first().map_or(Player::One, |g| g.turn(&g.start()));
        Ok(Sum { parts, alike, first })
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Sum<G> {
        self.first = first;
        self
    }

    /// The games.
    pub fn parts(&self) -> &[G] {
        &self.parts
    }

    /// The positions with that player to move in each.
    fn given_to(&self, turn: Player, mut parts: Vec<G::Position>) -> SumPosition<G::Position> {
        for (game, part) in self.parts.iter().zip(&mut parts) {
            if game.turn(part) != turn {
                *part = game.hand_over(part);
            }
        }
        SumPosition { parts, turn }
    }
}

impl<G: Partizan> Game for Sum<G> {
    type Position = SumPosition<G::Position>;
    /// Which part, from 0, and the move there.
    type Move = (usize, G::Move);
    const ACYCLIC: bool = G::ACYCLIC;

    fn start(&self) -> Self::Position {
        self.given_to(self.first, self.parts.iter().map(Game::start).collect())
    }

    fn turn(&self, p: &Self::Position) -> Player {
        p.turn
    }

    fn moves(&self, p: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let parts = self.parts.iter().zip(&p.parts).enumerate();
        parts.flat_map(|(i, (game, part))| game.moves(part).map(move |m| (i, m)))
    }

    fn play(&self, p: &Self::Position, (i, m): Self::Move) -> Self::Position {
        let mut parts = p.parts.clone();
        parts[i] = self.parts[i].play(&parts[i], m);
        self.given_to(p.turn.other(), parts)
    }

    /// Each part's canonical position; those of equal games in the order of their hashes.
    fn canonical(&self, p: &Self::Position) -> Self::Position {
        let mut parts: Vec<G::Position> = self.parts.iter().zip(&p.parts).map(|(g, part)| g.canonical(part)).collect();
        for kind in 0..parts.len() {
            let places: Vec<usize> = (kind..parts.len()).filter(|&i| self.alike[i] == kind).collect();
            if places.len() > 1 {
                let mut sorted: Vec<G::Position> = places.iter().map(|&i| parts[i].clone()).collect();
                sorted.sort_by_cached_key(hash);
                places.iter().zip(sorted).for_each(|(&i, part)| parts[i] = part);
            }
        }
        SumPosition { parts, turn: p.turn }
    }
}

/// A number that is the same for equal positions, and on every run.
fn hash<P: Hash>(p: &P) -> u64 {
    let mut hasher = DefaultHasher::new();
    p.hash(&mut hasher);
    hasher.finish()
}

impl<G: Partizan> Partizan for Sum<G> {
    fn hand_over(&self, p: &Self::Position) -> Self::Position {
        self.given_to(p.turn.other(), p.parts.clone())
    }
}

/// `[3+4 1 ++ ../.. V] 1`: the parts, and the player to move. A move is the number of the part and the move there,
/// `2:a1`.
impl<G: Partizan + Notation> Notation for Sum<G> {
    fn write(&self, p: &Self::Position) -> String {
        let parts: Vec<String> = self.parts.iter().zip(&p.parts).map(|(game, part)| game.write(part)).collect();
        format!("[{}] {}", parts.join(" ++ "), p.turn)
    }

    /// Whose turn a part says it is does not count.
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        let whole = Piece::new(text).trim();
        let cut = whole.text.strip_prefix('[').and_then(|rest| rest.rsplit_once(']'));
        let Some((inside, turn)) = cut else {
            return Err(whole.wrong("bad-sum", "{text} is no sum: write [part ++ part] and the player to move"));
        };
        let pieces = summands(whole.part(inside));
        if pieces.len() != self.parts.len() {
            return Err(whole
                .part(inside)
                .wrong("bad-part-count", "{found} parts are given; this sum has {expected}")
                .arg("found", pieces.len())
                .arg("expected", self.parts.len()));
        }
        let turn = Some(whole.part(turn).trim()).filter(|word| !word.text.is_empty());
        let turn = Letters::NUMBERS.named_turn(turn, whole)?;
        let read = |(game, piece): (&G, Piece)| game.read(piece.text).map_err(|error| piece.misread(error));
        let parts = self.parts.iter().zip(pieces).map(read).collect::<Result<_, _>>()?;
        Ok(self.given_to(turn, parts))
    }

    fn name(&self, p: &Self::Position, (i, m): Self::Move) -> String {
        format!("{}:{}", i + 1, self.parts[i].name(&p.parts[i], m))
    }

    fn plain(&self, p: &Self::Position, (i, m): Self::Move) -> String {
        format!("{}:{}", i + 1, self.parts[i].plain(&p.parts[i], m))
    }

    fn find(&self, p: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        let part = text.split_once(':').and_then(|(number, name)| {
            let i = number.trim().parse::<usize>().ok()?.checked_sub(1).filter(|&i| i < self.parts.len())?;
            Some((i, name))
        });
        let Some((i, name)) = part else {
            let names: Vec<String> = self.moves(p).map(|m| self.name(p, m)).collect();
            return Err(illegal_move(text, &names));
        };
        self.parts[i].find(&p.parts[i], name).map(|m| (i, m))
    }

    fn diagram(&self, p: &Self::Position) -> String {
        let parts = self.parts.iter().zip(&p.parts).enumerate();
        parts.map(|(i, (game, part))| format!("{}:\n{}", i + 1, game.diagram(part))).collect::<Vec<_>>().join("\n")
    }
}

/// The texts between `++` outside inner brackets.
fn summands(inside: Piece<'_>) -> Vec<Piece<'_>> {
    let text = inside.text;
    if text.trim().is_empty() {
        return Vec::new();
    }
    let (mut pieces, mut begin, mut depth) = (Vec::new(), 0, 0usize);
    for (i, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '+' if depth == 0 && i >= begin && text[i..].starts_with("++") => {
                pieces.push(inside.part(&text[begin..i]).trim());
                begin = i + 2;
            }
            _ => {}
        }
    }
    pieces.push(inside.part(&text[begin..]).trim());
    pieces
}

/// The sum of the parts' estimates.
#[derive(Clone, PartialEq, Debug)]
pub struct SumEstimate<H> {
    parts: Vec<H>,
    /// `zero` counts ends of play as +1 and -1.
    zero: bool,
}

impl<G: Partizan, H: Heuristic<G>> Heuristic<Sum<G>> for SumEstimate<H> {
    fn estimate(&self, game: &Sum<G>, p: &SumPosition<G::Position>) -> f64 {
        self.parts.iter().zip(&game.parts).zip(&p.parts).map(|((h, game), part)| h.estimate(game, part)).sum()
    }

    fn finished(&self, game: &Sum<G>, p: &SumPosition<G::Position>) -> f64 {
        let won = if self.zero { 1.0 } else { f64::INFINITY };
        match game.result(p).outcome() {
            Outcome::Win => p.turn.sign() * won,
            Outcome::Draw => 0.0,
            Outcome::Loss => -p.turn.sign() * won,
        }
    }

    fn decided(&self, outcome: Outcome) -> Option<f64> {
        let won = if self.zero { 1.0 } else { f64::INFINITY };
        Some(match outcome {
            Outcome::Win => won,
            Outcome::Draw => 0.0,
            Outcome::Loss => -won,
        })
    }
}

/// Those that all parts have, where all have the same; otherwise `zero` only.
impl<G: Partizan + Heuristics> Heuristics for Sum<G> {
    type Estimate = SumEstimate<G::Estimate>;

    fn heuristics(&self) -> &'static [&'static str] {
        match self.parts.split_first() {
            Some((first, rest)) if rest.iter().all(|g| g.heuristics() == first.heuristics()) => first.heuristics(),
            _ => &["zero"],
        }
    }

    fn heuristic(&self, text: &str) -> Result<Self::Estimate, Error> {
        if self.parts.is_empty() && text != "zero" {
            return Err(Error::unknown_heuristic(text, self.heuristics()));
        }
        let parts = self.parts.iter().map(|g| g.heuristic(text)).collect::<Result<_, _>>()?;
        Ok(SumEstimate { parts, zero: text == "zero" })
    }

    /// Those that are linear in all parts, with the same weights.
    fn linear(&self) -> Vec<Linear> {
        let Some((first, rest)) = self.parts.split_first() else { return Vec::new() };
        let mut linear = first.linear();
        rest.iter().for_each(|part| linear.retain(|heuristic| part.linear().contains(heuristic)));
        linear
    }

    /// The sum of the parts' features.
    fn features(&self, name: &str, p: &Self::Position, features: &mut [f64]) {
        features.fill(0.0);
        for (game, part) in self.parts.iter().zip(&p.parts) {
            let mut of_part = vec![0.0; features.len()];
            game.features(name, part, &mut of_part);
            features.iter_mut().zip(of_part).for_each(|(sum, feature)| *sum += feature);
        }
    }
}

/// The values of the parts side by side.
impl<G: Valued> Valued for Sum<G> {
    fn worth(&self, forms: &mut Forms, p: &Self::Position, watch: Watch<'_>) -> Result<Worth, Error> {
        let mut parts = self.parts.iter().zip(&p.parts);
        parts.try_fold(Worth::ZERO, |sum, (game, part)| sum.plus(game.worth(forms, part, watch)?, forms))
    }
}

impl<G: Valued + Playable> Playable for Sum<G> {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.partizan().combinatorial(describe).done()
    }

    fn solvable(&self) -> Result<(), Error> {
        self.parts.iter().try_for_each(Playable::solvable)
    }
}
