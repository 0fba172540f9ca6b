//! Learning the weights of a heuristic, and a match that shows what they are worth.
//!
//! 1. Positions are sampled from plays that mix random and deliberate moves, each position once.
//! 2. Each gets a result: its exact outcome, or how a game between two machines ended that went through it.
//! 3. Logistic regression finds the weights whose estimates foresee the results best. A fifth of the plays is held out;
//!    log-loss and accuracy are measured there, for the weights set by hand and for those learnt.
//! 4. Min-max with the learnt weights plays min-max with the hand-set ones at equal depth, from random openings, each
//!    played twice with the colours swapped.
//!
//! Everything depends on the seed alone, whatever the number of threads.

mod regression;
mod sample;

use crate::{
    Effort, MatchRecord, MatchRequest, Number, PlayerSpec,
    matches::{self, Ended, Z, wilson_of},
    weights::Weights,
};
use attractor_game::{Error, Linear, Playable, nearest};
use regression::{Data, readable};
use sample::{Labelled, Sample, Sampler};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::str::FromStr;

/// Where results come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Exact outcomes of positions late enough to be solved quickly.
    Exact,
    /// Results of games between machines.
    SelfPlay,
}

impl Source {
    /// Its name, as typed and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Source::Exact => "exact",
            Source::SelfPlay => "selfplay",
        }
    }
}

impl FromStr for Source {
    type Err = Error;
    fn from_str(text: &str) -> Result<Source, Error> {
        [Source::Exact, Source::SelfPlay].into_iter().find(|s| s.name() == text).ok_or_else(|| {
            Error::new("unknown-source", "weights are learnt from exact or from selfplay, not from {source}")
                .arg("source", text)
                .nearest(nearest(text, ["exact", "selfplay"]))
        })
    }
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Positions are sampled.
    Sample,
    /// Positions are solved.
    Solve,
    /// The match is played.
    Match,
}

/// What to learn, from what, and how to test it.
#[derive(Clone, Copy, Debug)]
pub struct TuneRequest<'a> {
    /// A heuristic with weights, whose own are those set by hand; none: the game's first such.
    pub heuristic: Option<&'a str>,
    /// Where results come from.
    pub from: Source,
    /// Positions to learn from, those held out included.
    pub positions: u64,
    /// Games of the match; none are played for 0.
    pub games: u64,
    /// Depth of the players, in the match and in self-play.
    pub depth: u32,
    /// Determines every random choice.
    pub seed: u64,
    /// What it may cost.
    pub effort: Effort<'a>,
}

/// A number for the weights set by hand and for those learnt.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct Compared {
    /// Set by hand.
    pub hand: f64,
    /// Learnt.
    pub learnt: f64,
}

/// A mean with its interval.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct Mean {
    /// The mean.
    pub rate: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Mean {
    /// The mean of points between 0 and 1, with an interval: the wider of Wilson's, which takes games as independent, and that
    /// from the spread of pairs of neighbours, which share an opening.
    pub fn of_pairs(points: &[f64]) -> Mean {
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
        let rate = mean(points);
        let (low, high) = wilson_of(rate, points.len() as u64);
        let pairs: Vec<f64> = points.chunks_exact(2).map(mean).collect();
        let n = pairs.len() as f64;
        let spread = match pairs.len() {
            0 | 1 => 0.0,
            _ => Z * (pairs.iter().map(|x| (x - rate).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt(),
        };
        Mean { rate, low: low.min(rate - spread).max(0.0), high: high.max(rate + spread).min(1.0) }
    }
}

/// Learnt weights, and how they did: what `tune --json` prints.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Tuned {
    /// The game's name.
    pub game: String,
    /// The heuristic, without weights.
    pub heuristic: &'static str,
    /// Each weight by its name.
    pub weights: Json,
    /// The heuristic with these weights, as typed.
    pub learnt: String,
    /// The heuristic with the weights set by hand, as typed.
    pub hand: String,
    /// `exact` or `selfplay`.
    pub from: &'static str,
    /// Distinct positions learnt from, those held out included.
    pub positions: u64,
    /// Of these, held out for `loss` and `accuracy`.
    pub held_out: u64,
    /// Positions are at least so many plies from where play began.
    pub plies: u64,
    /// Determined every random choice.
    pub seed: u64,
    /// Log-loss on the positions held out, each with the scale that fits the others best: ln 2 = 0.693 knows nothing.
    pub loss: Compared,
    /// Of the positions held out that were won or lost, the part that is given to the right side.
    pub accuracy: Compared,
    /// The match of the learnt weights (first) against those set by hand.
    #[serde(rename = "match")]
    pub played: Option<MatchRecord>,
    /// The score of the learnt weights in that match, draws and games given up counting half.
    pub score: Option<Mean>,
    /// The interval of the score lies above one half (true) or below it (false); null: the match does not tell.
    pub better: Option<bool>,
}

impl Tuned {
    /// The file of weights.
    pub fn file(&self) -> String {
        let weights = self.weights.as_object().into_iter().flatten();
        let learnt = json!({
            "from": self.from, "positions": self.positions, "plies": self.plies, "seed": self.seed, "loss": self.loss,
        });
        Weights {
            game: self.game.clone(),
            heuristic: self.heuristic.to_owned(),
            weights: weights.map(|(name, w)| (name.clone(), w.as_f64().unwrap_or(0.0))).collect(),
        }
        .write(&learnt)
    }
}

/// Pulls weights towards 0: as much as one position would.
const PENALTY: f64 = 1.0;
/// Fewer positions than this teach nothing.
const FEWEST: u64 = 50;

/// See [`tune`](crate::session::Learning::tune). The heuristic names no file here.
pub(crate) fn run<G: Playable>(
    game: &G,
    spec: &str,
    from: &G::Position,
    request: &TuneRequest<'_>,
    tell: &(dyn Fn(Stage, u64, u64) + Sync),
) -> Result<Tuned, Error> {
    let (linear, hand) = chosen(game, spec, request.heuristic)?;
    let sampler = Sampler::new(game, from, &linear.text(&hand), request, tell)?;
    let Sample { labelled, earliest: plies } = match request.from {
        Source::Exact => sampler.exact()?,
        Source::SelfPlay => sampler.selfplay()?,
    };
    enough(labelled.len() as u64)?;
    let data = split(game, &linear, &labelled);
    let mut tuned = learnt(spec, request, &linear, &hand, plies, data)?;
    if request.games > 0 {
        let opening = sampler.opening(request.games)?;
        let begin = |i: u64| sample::opening(game, from, opening, request.seed, i / 2);
        let play = |asked: &MatchRequest<'_>, tell: &(dyn Fn(u64) + Sync)| matches::run_from(game, &begin, asked, tell);
        contest(&mut tuned, request, &play, tell)?;
    }
    Ok(tuned)
}

fn enough(positions: u64) -> Result<(), Error> {
    if positions >= FEWEST {
        return Ok(());
    }
    Err(Error::new(
        "too-few-positions",
        "{found} distinct positions were found from here; at least {least} are needed to learn from",
    )
    .arg("found", positions)
    .arg("least", FEWEST))
}

/// Fits the weights and compares them with those set by hand. No match is played yet.
fn learnt(
    spec: &str,
    request: &TuneRequest<'_>,
    linear: &Linear,
    hand: &[f64],
    plies: u64,
    [train, test]: [Data; 2],
) -> Result<Tuned, Error> {
    let positions = (train.len() + test.len()) as u64;
    let weights = readable(&train.fit(PENALTY)[..hand.len()]);
    if weights.iter().all(|&w| w == 0.0) {
        return Err(Error::new(
            "nothing-learnt",
            "the results of these {positions} positions tell nothing about the weights of {heuristic}",
        )
        .arg("positions", positions)
        .arg("heuristic", linear.name));
    }
    let [(hand_loss, hand_right), (loss, right)] = [hand, &weights[..]].map(|w| foreseen(&train, &test, w));
    let names: Map<String, Json> =
        linear.features.iter().cloned().zip(weights.iter().map(|&w| json!(Number(w)))).collect();
    Ok(Tuned {
        game: spec.to_owned(),
        heuristic: linear.name,
        weights: Json::Object(names),
        learnt: linear.text(&weights),
        hand: linear.text(hand),
        from: request.from.name(),
        positions,
        held_out: test.len() as u64,
        plies,
        seed: request.seed,
        loss: Compared { hand: hand_loss, learnt: loss },
        accuracy: Compared { hand: hand_right, learnt: right },
        played: None,
        score: None,
        better: None,
    })
}

/// The heuristic asked for, and its weights set by hand.
fn chosen<G: Playable>(game: &G, spec: &str, text: Option<&str>) -> Result<(Linear, Vec<f64>), Error> {
    chosen_of(&game.linear(), spec, text, &|text| game.heuristic(text).map(drop))
}

/// The same among these; `check` fails if there is no heuristic of that name at all.
fn chosen_of(
    linear: &[Linear],
    spec: &str,
    text: Option<&str>,
    check: &dyn Fn(&str) -> Result<(), Error>,
) -> Result<(Linear, Vec<f64>), Error> {
    let names: Vec<&str> = linear.iter().map(|l| l.name).collect();
    let Some(first) = linear.first() else {
        return Err(Error::new("nothing-to-tune", "no heuristic of {game} has weights to learn").arg("game", spec));
    };
    let text = text.unwrap_or(first.name);
    if let Some((linear, weights)) = linear.iter().find_map(|l| Some((l, l.asked(text)?))) {
        return Ok((linear.clone(), weights?));
    }
    check(text)?;
    Err(Error::new("no-weights", "{heuristic} has no weights to learn; those of {game} that have: {names}")
        .arg("heuristic", text)
        .arg("game", spec)
        .arg("names", names.join(", "))
        .nearest(nearest(text, names)))
}

/// Features, a constant and whose turn it is, with the results: to learn from, and held out.
///
/// The last two are no part of the heuristic. At the leaves of a search they are the same and change no choice; but without
/// them the weights would have to speak for them.
fn split<G: Playable>(game: &G, linear: &Linear, labelled: &[Labelled<G::Position>]) -> [Data; 2] {
    let width = linear.hand.len();
    let mut parts = [Data::new(width + 2), Data::new(width + 2)];
    let mut row = vec![0.0; width + 2];
    for Labelled { position, result, held_out } in labelled {
        game.features(linear.name, position, &mut row[..width]);
        row[width] = 1.0;
        row[width + 1] = game.turn(position).sign();
        parts[usize::from(*held_out)].push(&row, *result);
    }
    parts
}

/// Log-loss and accuracy of weights on the positions held out, with the scale that fits the others best.
fn foreseen(train: &Data, test: &Data, weights: &[f64]) -> (f64, f64) {
    let scale = train.combined(weights).fit(0.0);
    let test = test.combined(weights);
    (test.loss(&scale), test.accuracy(&scale))
}

/// Plays a match from openings of its own, and says how each game ended.
type Play<'a> = dyn Fn(&MatchRequest<'_>, &(dyn Fn(u64) + Sync)) -> Result<(MatchRecord, Vec<Ended>), Error> + 'a;

/// The match of the learnt weights against those set by hand: both openings and seats are the same for both.
fn contest(
    tuned: &mut Tuned,
    request: &TuneRequest<'_>,
    play: &Play<'_>,
    tell: &(dyn Fn(Stage, u64, u64) + Sync),
) -> Result<(), Error> {
    let player = |text: &str| format!("minimax:depth={},heuristic={text}", request.depth).parse::<PlayerSpec>();
    let (first, second) = (player(&tuned.learnt)?, player(&tuned.hand)?);
    let (games, seed, effort) = (request.games, request.seed, request.effort);
    let asked = MatchRequest { first: &first, second: &second, games, swap: true, seed, effort };
    let (record, ends) = play(&asked, &|done| tell(Stage::Match, done, games))?;
    let points = ends.iter().map(|end| match end {
        Ended::First => 1.0,
        Ended::Second => 0.0,
        Ended::Drawn | Ended::GivenUp => 0.5,
    });
    let score = Mean::of_pairs(&points.collect::<Vec<f64>>());
    tuned.played = Some(record);
    tuned.score = Some(score);
    tuned.better = match (score.low > 0.5, score.high < 0.5) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    Ok(())
}
