//! Learning weights: better than those set by hand where the truth is known, the same on any number of threads.

use attractor_play::{Effort, Source, TuneRequest, Tuned, open};
use std::sync::atomic::AtomicBool;

fn request(heuristic: &str) -> TuneRequest<'_> {
    TuneRequest {
        heuristic: Some(heuristic),
        from: Source::Exact,
        positions: 3_000,
        games: 0,
        depth: 2,
        seed: 1,
        effort: Effort::default(),
    }
}

fn tune(spec: &str, request: &TuneRequest<'_>) -> Tuned {
    open(spec).unwrap().tune(request, &|_, _, _| ()).unwrap_or_else(|e| panic!("{spec}: {e}"))
}

/// The positions held out were not learnt from, and their outcomes are exact.
#[test]
fn learnt_weights_foresee_exact_outcomes_better() {
    for (heuristic, gain) in [("alignments", 0.001), ("features", 0.05)] {
        let tuned = tune("connect4:5x4", &request(heuristic));
        assert_eq!((tuned.positions, tuned.plies), (3_000, 0));
        assert!((500..700).contains(&tuned.held_out), "{}", tuned.held_out);
        assert!(tuned.loss.learnt < tuned.loss.hand - gain, "{heuristic}: {:?}", tuned.loss);
        assert!(tuned.accuracy.learnt > 0.8, "{heuristic}: {:?}", tuned.accuracy);
        assert!(tuned.played.is_none() && tuned.score.is_none() && tuned.better.is_none());
    }
    // Weights that are all wrong are easy to improve on, and are what the result is compared with.
    let tuned = tune("connect4:5x4", &request("alignments=0/-9/-4/-1"));
    assert_eq!(tuned.hand, "alignments=0/-9/-4/-1");
    assert!(tuned.loss.learnt < tuned.loss.hand && tuned.weights["three"] == 9, "{tuned:?}");
}

#[test]
fn threads_change_nothing() {
    for from in [Source::Exact, Source::SelfPlay] {
        let one = TuneRequest { from, positions: 600, games: 30, ..request("features") };
        let three = TuneRequest { effort: Effort { threads: 3, ..Effort::default() }, ..one };
        let (one, three) = (tune("connect4:5x4", &one), tune("connect4:5x4", &three));
        assert_eq!(one, three);
        let played = one.played.unwrap();
        assert_eq!(played.games, 30);
        let score = one.score.unwrap();
        let points = played.first.wins as f64 + 0.5 * played.draws as f64;
        assert!((score.rate - points / 30.0).abs() < 1e-12 && score.low < score.rate && score.rate < score.high);
        let other = TuneRequest { from, positions: 600, seed: 2, ..request("features") };
        assert_ne!(tune("connect4:5x4", &other).weights, one.weights, "the seed matters");
    }
}

/// Where mobility is all that counts by hand, moves that nobody can hinder are worth more: seen in play.
#[test]
fn learnt_weights_win_at_domineering() {
    let asked = TuneRequest { positions: 1_000, games: 200, ..request("safety") };
    let tuned = tune("domineering:5x5", &asked);
    assert_eq!(tuned.hand, "safety=1/0/0");
    assert_eq!(tuned.better, Some(true), "{:?}", tuned.score);
}

#[test]
fn what_cannot_be_learnt_is_said() {
    let id = |spec: &str, request: &TuneRequest<'_>| {
        open(spec).unwrap().tune(request, &|_, _, _| ()).map(|_| ()).unwrap_err().id()
    };
    assert_eq!(id("nim:3+4+5", &request("zero")), "nothing-to-tune");
    assert_eq!(id("connect4:5x4", &request("cells")), "no-weights");
    assert_eq!(id("connect4:5x4", &request("celt")), "unknown-heuristic");
    assert_eq!(id("connect4:5x4", &request("alignments=1/2")), "bad-weights");
    assert_eq!(id("connect4:1x4", &request("alignments")), "too-few-positions");
    // No line of four fits: nothing ever counts.
    assert_eq!(id("connect4:3x3", &request("alignments")), "nothing-learnt");
    let stop = AtomicBool::new(true);
    let effort = Effort { stop: Some(&stop), ..Effort::default() };
    for from in [Source::Exact, Source::SelfPlay] {
        let stopped = TuneRequest { from, effort, ..request("alignments") };
        assert_eq!(id("connect4:5x4", &stopped), "search-stopped");
    }
}

/// Misere play turns the weights round.
#[test]
fn misere_weights_are_negative() {
    let normal = tune("domineering:4x4", &request("safety"));
    let misere = tune("domineering:4x4,misere", &request("safety"));
    let first = |tuned: &Tuned| tuned.weights["real"].as_f64().unwrap() + tuned.weights["safe"].as_f64().unwrap();
    assert!(first(&normal) > 0.0 && first(&misere) < 0.0, "{:?} {:?}", normal.weights, misere.weights);
}
