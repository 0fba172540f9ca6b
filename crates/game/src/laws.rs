//! Laws that every game obeys, checked on positions reached from its start.
//!
//! A game gets them by being registered. Each law that fails is reported with its name and the position that breaks it,
//! so that whoever writes a game sees at once what is wrong with it.

use crate::{
    Abilities, Game, Heuristic, Indexed, Layered, Native, Notation, Partizan, Playable, Playouts, Retrograde, Rng,
    Score,
};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    fmt,
    ops::ControlFlow,
};

/// How many positions to look at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions taken breadth-first from the start.
    pub near: usize,
    /// Random plays to the end, every position of which is taken.
    pub plays: usize,
    /// A play longer than this is given up; for an acyclic game, that is a broken law.
    pub plies: usize,
    /// Determines the plays.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { near: 2_000, plays: 40, plies: 10_000, seed: 1 }
    }
}

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Broken {
    /// The law, in words.
    pub law: &'static str,
    /// A position or move that breaks it.
    pub example: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.example)
    }
}

/// Every law on a playable game. Returns the number of positions looked at, or the laws found broken.
pub fn check<G: Playable>(game: &G, effort: Effort) -> Result<usize, Vec<Broken>> {
    let mut laws = Laws::new(game, effort);
    laws.rules();
    laws.symmetry();
    laws.notation();
    laws.estimates();
    laws.playouts();
    game.abilities(OfAbilities(laws)).verdict()
}

/// Runs the laws of each companion that the game declares.
struct OfAbilities<'g, G: Game>(Laws<'g, G>);

impl<'g, G: Game> Abilities<G> for OfAbilities<'g, G> {
    type Answer = Laws<'g, G>;
    fn done(self) -> Laws<'g, G> {
        self.0
    }
    fn partizan(mut self) -> impl Abilities<G, Answer = Laws<'g, G>>
    where
        G: Partizan,
    {
        self.0.partizan();
        self
    }
    fn layered(mut self) -> impl Abilities<G, Answer = Laws<'g, G>>
    where
        G: Layered,
    {
        self.0.layered();
        self
    }
    fn indexed(mut self) -> impl Abilities<G, Answer = Laws<'g, G>>
    where
        G: Indexed,
    {
        self.0.indexed();
        self
    }
    fn retrograde(mut self) -> impl Abilities<G, Answer = Laws<'g, G>>
    where
        G: Retrograde,
    {
        self.0.indexed();
        self.0.retrograde();
        self
    }
}

/// A sample of a game's positions, on which laws are checked one family at a time: for a game that is not [`Playable`].
///
/// ```
/// use attractor_game::{Game, Player, laws::{Effort, Laws}};
/// # struct Matches(u32);
/// # impl Game for Matches {
/// #     type Position = (u32, Player);
/// #     type Move = u32;
/// #     const ACYCLIC: bool = true;
/// #     fn start(&self) -> (u32, Player) { (self.0, Player::One) }
/// #     fn turn(&self, p: &(u32, Player)) -> Player { p.1 }
/// #     fn moves(&self, p: &(u32, Player)) -> impl Iterator<Item = u32> { 1..=p.0.min(2) }
/// #     fn play(&self, p: &(u32, Player), m: u32) -> (u32, Player) { (p.0 - m, p.1.other()) }
/// # }
/// let game = Matches(9); // take one or two; who cannot move loses
/// let mut laws = Laws::new(&game, Effort::default());
/// laws.rules();
/// assert_eq!(laws.verdict(), Ok(18)); // positions looked at
/// ```
pub struct Laws<'g, G: Game> {
    game: &'g G,
    /// Each once.
    sample: Vec<G::Position>,
    report: Report,
}

/// The laws found broken, each once. Not generic, so that it is compiled once for all games.
#[derive(Default)]
struct Report(Vec<Broken>);

impl Report {
    fn require(&mut self, holds: bool, law: &'static str, example: &dyn Fn() -> String) {
        if !holds && !self.0.iter().any(|b| b.law == law) {
            self.0.push(Broken { law, example: example() });
        }
    }
}

/// A law as it is checked on one position.
type Holds<'a, G> = &'a dyn Fn(&G, &<G as Game>::Position) -> bool;

impl<'g, G: Game> Laws<'g, G> {
    /// Takes the sample.
    pub fn new(game: &'g G, effort: Effort) -> Laws<'g, G> {
        let mut laws = Laws { game, sample: Vec::new(), report: Report::default() };
        let mut seen = HashSet::new();
        let mut queue = VecDeque::from([game.start()]);
        while let Some(p) = queue.pop_front() {
            if laws.sample.len() >= effort.near {
                break;
            }
            if seen.insert(p.clone()) {
                queue.extend(game.moves(&p).map(|m| game.play(&p, m)));
                laws.sample.push(p);
            }
        }
        let mut rng = Rng::new(effort.seed);
        for _ in 0..effort.plays {
            let mut p = game.start();
            for ply in 0.. {
                if seen.insert(p.clone()) {
                    laws.sample.push(p.clone());
                }
                let Some(m) = rng.choose(game.moves(&p)) else { break };
                if ply == effort.plies {
                    if G::ACYCLIC {
                        laws.require(false, "a play of an acyclic game ends", &|| format!("{p:?}"));
                    }
                    break;
                }
                p = game.play(&p, m);
            }
        }
        laws
    }

    /// How many positions were looked at, or what is broken.
    pub fn verdict(self) -> Result<usize, Vec<Broken>> {
        if self.report.0.is_empty() { Ok(self.sample.len()) } else { Err(self.report.0) }
    }

    /// Notes a broken law.
    fn require(&mut self, holds: bool, law: &'static str, example: &dyn Fn() -> String) {
        self.report.require(holds, law, example);
    }

    /// Runs one law on every position of the sample.
    fn each(&mut self, law: &'static str, holds: Holds<'_, G>) {
        if let Some(p) = self.sample.iter().find(|p| !holds(self.game, p)) {
            self.report.require(false, law, &|| format!("{p:?}"));
        }
    }

    /// Playouts go on with a legal move until play is over.
    pub fn playouts(&mut self)
    where
        G: Playable,
    {
        self.each("a move at random is a legal one, and there is none when play is over", &|game, p| {
            let chosen = Native.choose(game, p, &mut Rng::new(1));
            chosen.map_or_else(|| game.moves(p).next().is_none(), |m| game.moves(p).any(|legal| legal == m))
        });
    }

    /// Moves are listed once; a finished position has a score in range; an acyclic game has no cycle.
    pub fn rules(&mut self) {
        self.each("each move is listed once", &|game, p| {
            let moves: Vec<G::Move> = game.moves(p).collect();
            moves.iter().enumerate().all(|(i, m)| !moves[..i].contains(m))
        });
        self.each("counting the moves agrees with listing them", &|game, p| {
            let mut listed = 0;
            game.moves(p).for_each(|_| listed += 1);
            game.moves(p).count() == listed
        });
        self.each("the result of a finished game without margins is a win, a draw or a loss", &|game, p| {
            G::MARGIN || game.moves(p).next().is_some() || (Score::LOSS..=Score::WIN).contains(&game.result(p))
        });
        self.each("playing the same move twice gives the same position", &|game, p| {
            game.moves(p).all(|m| game.play(p, m) == game.play(p, m))
        });
        if G::ACYCLIC {
            let cycle = self.cycle();
            self.require(cycle.is_none(), "no play of an acyclic game returns to a position", &|| {
                let cycle = cycle.as_deref().unwrap_or_default();
                let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|p| format!("{p:?}")).collect();
                names.join(" -> ")
            });
        }
    }

    /// Positions of the sample, each a move after the one before, the first a move after the last; none if there is no
    /// cycle within the sample.
    fn cycle(&self) -> Option<Vec<G::Position>> {
        let ids: HashMap<&G::Position, usize> = self.sample.iter().zip(0..).collect();
        let successors: Vec<Vec<usize>> = self
            .sample
            .iter()
            .map(|p| self.game.moves(p).filter_map(|m| ids.get(&self.game.play(p, m)).copied()).collect())
            .collect();
        Some(cycle(&successors)?.into_iter().map(|v| self.sample[v].clone()).collect())
    }

    /// Equal positions have equal turns, results and successors, and the representative represents itself.
    pub fn symmetry(&mut self) {
        self.each("the canonical position is its own", &|game, p| {
            let c = game.canonical(p);
            game.canonical(&c) == c
        });
        self.each("symmetry keeps the turn and the number of moves", &|game, p| {
            let c = game.canonical(p);
            game.turn(p) == game.turn(&c) && game.moves(p).count() == game.moves(&c).count()
        });
        self.each("symmetry keeps the result", &|game, p| {
            let c = game.canonical(p);
            game.moves(p).next().is_some() || game.result(p) == game.result(&c)
        });
        self.each("symmetric positions have symmetric successors", &|game, p| {
            let classes = |p: &G::Position| -> HashSet<G::Position> {
                game.moves(p).map(|m| game.canonical(&game.play(p, m))).collect()
            };
            classes(p) == classes(&game.canonical(p))
        });
    }

    /// For games that can hand the turn over.
    pub fn partizan(&mut self)
    where
        G: Partizan,
    {
        self.each("handing the turn over changes the turn", &|game, p| {
            game.turn(&game.hand_over(p)) == game.turn(p).other()
        });
        self.each("handing the turn over twice changes nothing", &|game, p| game.hand_over(&game.hand_over(p)) == *p);
    }

    /// For games whose positions are numbered: up to the names of the players and symmetry, at most.
    pub fn indexed(&mut self)
    where
        G: Indexed,
    {
        self.each("the index is below the size", &|game, p| game.index(p) < game.size());
        let size = self.game.size();
        let mut rng = Rng::new(size);
        let numbers = (0..if size == 0 { 0 } else { 2_000 }).map(|_| rng.below(size as usize) as u64);
        let wrong = numbers
            .chain([0, size.saturating_sub(1)])
            .find(|&i| i < size && self.game.position(i).is_some_and(|p| self.game.index(&p) != i));
        self.require(wrong.is_none(), "the position of a number has that number", &|| format!("{wrong:?}"));
        self.require(self.game.position(size).is_none(), "there is no position beyond the size", &|| size.to_string());
        self.each("positions of one number end together, with one result", &|game, p| {
            let over = |p: &G::Position| game.moves(p).next().is_none().then(|| game.result(p));
            game.position(game.index(p)).is_some_and(|q| over(p) == over(&q))
        });
        self.each("positions of one number have moves to the same numbers", &|game, p| {
            let children = |p: &G::Position| {
                let mut list: Vec<(u64, bool)> = game
                    .moves(p)
                    .map(|m| game.play(p, m))
                    .map(|q| (game.index(&q), game.turn(&q) != game.turn(p)))
                    .collect();
                list.sort_unstable();
                list
            };
            game.position(game.index(p)).is_some_and(|q| children(p) == children(&q))
        });
        self.each("exchanged names show in who is to move", &|game, p| {
            game.position(game.index(p)).is_some_and(|q| {
                !game.renamed(&q)
                    && game.renamed(p) == (game.turn(p) != game.turn(&q))
                    && game.images(p) == game.images(&q)
            })
        });
        let tiers = self.game.tiers();
        let joined = tiers.windows(2).all(|w| w[0].end == w[1].start);
        let whole = tiers.first().map_or(0, |t| t.start) == 0 && tiers.last().map_or(0, |t| t.end) == self.game.size();
        self.require(joined && whole, "tiers cover the indices in order", &|| format!("{tiers:?}"));
        self.each("a move stays in its tier or goes to a later one", &|game, p| {
            let tier = |p: &G::Position| tiers.iter().position(|t| t.contains(&game.index(p)));
            game.moves(p).all(|m| tier(&game.play(p, m)) >= tier(p))
        });
    }

    /// For games whose positions are numbered in layers.
    pub fn layered(&mut self)
    where
        G: Layered,
    {
        self.each("every move leads to the next layer", &|game, p| {
            game.moves(p).all(|m| game.layer(&game.play(p, m)) == game.layer(p) + 1)
        });
        self.each("a number stands for the position or an image of it", &|game, p| {
            let (layer, number) = (game.layer(p), game.number(p));
            game.numbered(layer, number).is_some_and(|q| {
                (game.layer(&q), game.number(&q)) == (layer, number)
                    && game.canonical(&q) == game.canonical(p)
                    && game.images(&q) == game.images(p)
            })
        });
        self.each("canonical positions have the same number", &|game, p| {
            game.number(&game.canonical(p)) == game.number(p)
        });
    }

    /// For games whose moves can be undone.
    pub fn retrograde(&mut self)
    where
        G: Retrograde,
    {
        // The moves of the representative of class `i` into class `j`, by playing them and by undoing them.
        let forwards = |game: &G, i: u64, j: u64| {
            let p = game.position(i).expect("a number in use");
            game.moves(&p).filter(|&m| game.index(&game.play(&p, m)) == j).count()
        };
        let backwards = |game: &G, i: u64, j: u64| {
            let q = game.position(j).expect("a number in use");
            let mut count = 0;
            game.predecessors(&q, |r| count += usize::from(game.index(&r) == i));
            count
        };
        self.each("predecessors invert successors", &|game, p| {
            game.moves(p).all(|m| {
                let (i, j) = (game.index(p), game.index(&game.play(p, m)));
                backwards(game, i, j) == forwards(game, i, j)
            })
        });
        self.each("successors invert predecessors", &|game, p| {
            let j = game.index(p);
            let Some(q) = game.position(j) else { return false };
            let sound = |r| {
                let i = game.index(&r);
                if backwards(game, i, j) == forwards(game, i, j) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            game.try_predecessors(&q, sound).is_continue()
        });
    }

    /// Names of moves and positions can be read again.
    pub fn notation(&mut self)
    where
        G: Notation,
    {
        self.each("moves have different names", &|game, p| {
            let names: Vec<String> = game.moves(p).map(|m| game.name(p, m)).collect();
            names.iter().collect::<HashSet<_>>().len() == names.len()
        });
        self.each("a move is found by its name", &|game, p| {
            game.moves(p).all(|m| game.find(p, &game.name(p, m)).ok() == Some(m))
        });
        self.each("a move is found by the name that programs use", &|game, p| {
            game.moves(p).all(|m| game.find(p, &game.plain(p, m)).ok() == Some(m))
        });
        self.each("a line of moves is cut where it was joined", &|game, p| {
            let names: Vec<String> = game.moves(p).map(|m| game.name(p, m)).collect();
            game.split(&game.join(&names)) == names
        });
        self.each("a position is read as it was written", &|game, p| match game.read(&game.write(p)) {
            Ok(q) => q == *p,
            Err(e) => e.id() == "no-position-text",
        });
        // Nonsense typed by a person is refused, never a panic: every text cut short, and with a stray character.
        let texts: Vec<String> = self.sample.iter().take(50).map(|p| self.game.write(p)).collect();
        for text in &texts {
            for (i, c) in text.char_indices() {
                let _ = self.game.read(&text[..i]);
                let _ = self.game.read(&format!("{}\u{e9}{}", &text[..i], &text[i + c.len_utf8()..]));
                let _ = self.game.find(&self.game.start(), &text[..i]);
            }
        }
    }

    /// Named heuristics exist, `zero` among them, and give numbers.
    pub fn estimates(&mut self)
    where
        G: crate::Heuristics,
    {
        let names = self.game.heuristics();
        self.require(names.contains(&"zero"), "every game has the heuristic zero", &|| names.join(", "));
        for &name in names {
            match self.game.heuristic(name) {
                Err(e) => self.require(false, "a heuristic is found by its name", &|| e.to_string()),
                Ok(h) => {
                    self.each("an estimate is finite", &|game, p| {
                        game.moves(p).next().is_none() || h.estimate(game, p).is_finite()
                    });
                    self.each("symmetry keeps the estimate", &|game, p| {
                        game.moves(p).next().is_none() || h.estimate(game, p) == h.estimate(game, &game.canonical(p))
                    });
                    self.each("the worth of an end is a number", &|game, p| {
                        game.moves(p).next().is_some() || !h.finished(game, p).is_nan()
                    });
                }
            }
        }
        for linear in self.game.linear() {
            // Weights that are all different and no whole numbers: none can stand in for another.
            let weights: Vec<f64> = (0..linear.hand.len()).map(|i| 0.75 - 1.37 * i as f64).collect();
            for (weights, text) in [(&weights, linear.text(&weights)), (&linear.hand, linear.name.to_owned())] {
                let Ok(h) = self.game.heuristic(&text) else {
                    self.require(false, "the text of a linear heuristic is read again", &|| text.clone());
                    continue;
                };
                self.each("a linear estimate is the weighted sum of the features", &|game, p| {
                    let mut features = vec![0.0; weights.len()];
                    game.features(linear.name, p, &mut features);
                    let sum: f64 = features.iter().zip(weights).map(|(f, w)| f * w).sum();
                    game.moves(p).next().is_none() || (sum - h.estimate(game, p)).abs() <= 1e-9 * (1.0 + sum.abs())
                });
            }
        }
    }
}

/// Vertices of a graph, each a successor of the one before, the first of the last; none if there is no cycle.
fn cycle(successors: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut open = vec![0usize; successors.len()];
    successors.iter().flatten().for_each(|&w| open[w] += 1);
    let mut free: Vec<usize> = (0..open.len()).filter(|&v| open[v] == 0).collect();
    while let Some(v) = free.pop() {
        for &w in &successors[v] {
            open[w] -= 1;
            if open[w] == 0 {
                free.push(w);
            }
        }
    }
    // The positions left lie on cycles or downstream of them, and each has a predecessor among them: going back from
    // any of them reaches a cycle.
    let mut before = vec![None; open.len()];
    for (v, list) in successors.iter().enumerate().filter(|&(v, _)| open[v] > 0) {
        list.iter().for_each(|&w| before[w] = Some(v));
    }
    let mut path = vec![open.iter().position(|&n| n > 0)?];
    let mut place = vec![None; open.len()];
    loop {
        let v = path[path.len() - 1];
        if let Some(first) = place[v].replace(path.len() - 1) {
            let cycle = path[first + 1..].iter().rev();
            return Some(cycle.copied().collect());
        }
        path.push(before[v]?);
    }
}

#[cfg(test)]
mod tests;
