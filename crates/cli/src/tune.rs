//! Learning the weights of a heuristic.

use crate::{Answer, Failure, args::TuneArgs, ask::grouped, show::Console};
use attractor_play::{
    MatchRecord, Mean, Stage, Tuned,
    request::{Question, Tune, Update},
};
use std::{
    fmt::{Display, Write as _},
    sync::Mutex,
};

pub(crate) fn tune(console: &Console, args: &TuneArgs) -> Result<Answer, Failure> {
    let question = Tune {
        game: args.spec.clone(),
        heuristic: args.heuristic.clone(),
        from: args.from.clone(),
        positions: args.positions,
        games: args.games,
        depth: args.depth,
        seed: console.seed,
        out: args.out.clone(),
        ..Tune::default()
    };
    let bar = Mutex::new((None, console.progress(None, &args.spec)));
    let hears = |update: Update<'_>| {
        let (Update::Stage(stage, done, total), Ok(mut bar)) = (update, bar.lock()) else { return Ok(()) };
        if bar.0 != Some(stage) {
            bar.1.finish_and_clear();
            let what = match stage {
                Stage::Sample => console.say("tune-sampling", &[]),
                Stage::Solve => console.say("tune-solving", &[]),
                Stage::Match => console.say("tune-playing", &[]),
            };
            *bar = (Some(stage), console.progress(Some(total), &what));
        }
        bar.1.set_position(done);
        Ok(())
    };
    let tuned = question.answer(&console.terminal(console.interruptible()).hearing(&hears))?;
    if let Ok(bar) = bar.lock() {
        bar.1.finish_and_clear();
    }
    console.show(&tuned, || told(console, &tuned, args))
}

/// The answer as people read it.
fn told(console: &Console, tuned: &Tuned, args: &TuneArgs) -> String {
    let say = |id: &str, args: &[(&str, &dyn Display)]| console.say(id, args);
    let mut text = String::new();
    let source = say(&format!("tune-from-{}", tuned.from), &[("plies", &tuned.plies)]);
    let positions = grouped(tuned.positions);
    let held_out = grouped(tuned.held_out);
    let first = say(
        "tune-learnt",
        &[("game", &tuned.game), ("positions", &positions), ("held", &held_out), ("source", &source)],
    );
    let _ = writeln!(text, "{first}\n\n{}", tuned.learnt);
    let weights = tuned.weights.as_object();
    let width = weights.into_iter().flatten().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, weight) in weights.into_iter().flatten() {
        let _ = writeln!(text, "  {name:<width$}  {weight}");
    }
    let loss = (format!("{:.4}", tuned.loss.hand), format!("{:.4}", tuned.loss.learnt));
    let right = (format!("{:.1}", 100.0 * tuned.accuracy.hand), format!("{:.1}", 100.0 * tuned.accuracy.learnt));
    let _ = writeln!(
        text,
        "\n{}\n{}",
        say("tune-loss", &[("hand", &loss.0), ("learnt", &loss.1)]),
        say("tune-accuracy", &[("hand", &right.0), ("learnt", &right.1)])
    );
    if let (Some(record), Some(score)) = (&tuned.played, &tuned.score) {
        let _ = writeln!(text, "\n{}", contest(console, record, score, args.depth, &tuned.hand));
        if record.given_up > 0 {
            let _ = writeln!(text, "{}", say("given-up", &[("games", &record.given_up)]));
        }
        let verdict = match tuned.better {
            Some(true) => "tune-better",
            Some(false) => "tune-worse",
            None => "tune-open",
        };
        let _ = writeln!(text, "{}", say(verdict, &[]));
    }
    text
}

fn contest(console: &Console, record: &MatchRecord, score: &Mean, depth: u32, hand: &str) -> String {
    let rate = format!("{:.1} % [{:.1}, {:.1}]", 100.0 * score.rate, 100.0 * score.low, 100.0 * score.high);
    let args: [(&str, &dyn Display); 7] = [
        ("games", &grouped(record.games)),
        ("depth", &depth),
        ("hand", &hand),
        ("wins", &record.first.wins),
        ("draws", &record.draws),
        ("losses", &record.second.wins),
        ("score", &rate),
    ];
    console.say("tune-match", &args)
}
