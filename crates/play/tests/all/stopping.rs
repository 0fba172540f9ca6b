//! Every question ends soon after it is told to: all games at their largest, all questions of a session.

use attractor_game::{Error, Rng};
use attractor_play::{Effort, GAMES, MatchRequest, SearchRequest, Session, Source, TreeRequest, TuneRequest, open};
use attractor_solve::search::Algorithm;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    time::{Duration, Instant},
};

/// The largest games, and those with most moves.
const HARD: &[&str] = &[
    "nim:65535+65535",
    "nim:65535,take=1",
    "nim:65535,take=1-40000",
    "nim:9+9+9+9+9+9+9+9+9+9+9+9+9+9+9+9",
    "nim:65535+65535,misere",
    "chomp:8x8",
    "tictactoe",
    "mnk:8,8,5",
    "connect4:8x7",
    "domineering:10x10",
    "domineering:5x5",
    "teeko",
    "morris:6",
    "dobutsu",
    "kayles:64",
    "wythoff:43690+43690",
    "wythoff:700+700",
    "euclid:65535,1",
    "euclid:65535,40503",
    "juniper:127",
    "awale",
    "othello",
    "draughts",
    "checkers",
    "chess",
    "go:4x4",
    "go:9x9",
    "sum:nim:65535++nim:65535",
    "sum:domineering:8x8++domineering:5x5++nim:500",
];

/// A question, by name; its answer is of no interest.
type Question = (&'static str, fn(&mut dyn Session, &Effort<'_>) -> Result<(), Error>);

fn tree(session: &dyn Session, effort: &Effort<'_>, algorithm: Algorithm, record: bool) -> Result<(), Error> {
    let only = session.moves().into_iter().take(3).collect::<Vec<_>>().join(" ");
    for only in [None, Some(only.as_str()).filter(|only| !only.is_empty())] {
        session.tree(&TreeRequest {
            depth: 60,
            algorithm,
            heuristic: None,
            only,
            most: 3_000_000,
            record,
            remember: None,
            count: true,
            stop: effort.stop,
        })?;
    }
    Ok(())
}

fn choose(session: &dyn Session, effort: &Effort<'_>, player: &str) -> Result<(), Error> {
    session.choose(&player.parse()?, effort, &mut Rng::new(1)).map(drop)
}

fn tune(session: &dyn Session, effort: &Effort<'_>, from: Source) -> Result<(), Error> {
    let request =
        TuneRequest { heuristic: None, from, positions: 100_000, games: 1_000, depth: 4, seed: 1, effort: *effort };
    session.tune(&request, &|_, _, _| {}).map(drop)
}

const QUESTIONS: &[Question] = &[
    ("solve", |session, effort| session.solve(effort, false).map(drop)),
    ("solve --outcome", |session, effort| session.solve(effort, true).map(drop)),
    ("verdict", |session, effort| session.verdict(effort, false).map(drop)),
    ("analyse", |session, effort| session.analyse(effort, &mut |_| {}).map(drop)),
    ("value", |session, effort| session.combinatorial(effort.stop).map(drop)),
    ("tree minimax", |session, effort| tree(session, effort, Algorithm::Minimax, true)),
    ("tree alpha-beta", |session, effort| tree(session, effort, Algorithm::AlphaBeta, true)),
    ("tree --summary", |session, effort| tree(session, effort, Algorithm::AlphaBeta, false)),
    ("search", |session, effort| {
        let request = SearchRequest { depth: u32::MAX, time: None, heuristic: None, effort: *effort };
        session.search(&request, &mut |_| {}).map(drop)
    }),
    ("estimates", |session, effort| session.estimates(effort, Duration::from_secs(3_600)).map(drop)),
    ("perft", |session, effort| session.perft(40, effort.stop).map(drop)),
    ("stats", |session, effort| session.stats(u64::MAX >> 20, 1, effort.stop, &mut |_| {}).map(drop)),
    ("graph", |session, effort| session.unfold(None, effort, &mut |_, _| {}).map(drop)),
    ("choose minimax", |session, effort| choose(session, effort, "minimax:depth=40")),
    ("choose careless", |session, effort| choose(session, effort, "careless:depth=40")),
    ("choose search", |session, effort| choose(session, effort, "search:seconds=3600")),
    ("choose uct", |session, effort| choose(session, effort, "uct:playouts=4000000000")),
    ("choose perfect", |session, effort| choose(session, effort, "perfect")),
    ("match", |session, effort| {
        let [first, second] = ["random", "uct:playouts=100000"].map(|player| player.parse().expect("a player"));
        let request =
            MatchRequest { first: &first, second: &second, games: 1_000, swap: false, seed: 1, effort: *effort };
        session.matches(&request, &|_| {}).map(drop)
    }),
    ("tune --from exact", |session, effort| tune(session, effort, Source::Exact)),
    ("tune --from selfplay", |session, effort| tune(session, effort, Source::SelfPlay)),
];

/// Nanoseconds that a thread of this process was at work, by its number: a machine that is busy with other things delays
/// no answer by this clock. None where the system does not tell.
fn worked(thread: &str) -> Option<u64> {
    let told = std::fs::read_to_string(format!("/proc/self/task/{thread}/schedstat")).ok()?;
    told.split_whitespace().next()?.parse().ok()
}

/// Nanoseconds from the stop to the answer; none if the answer was there before.
fn late(spec: &str, question: &Question, before: Duration) -> Option<Duration> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (begin, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let stop = &stop;
        std::thread::Builder::new()
            .stack_size(8 << 20)
            .spawn_scoped(scope, move || {
                let thread = std::fs::read_link("/proc/thread-self").ok();
                let thread = thread.and_then(|path| Some(path.file_name()?.to_str()?.to_owned())).unwrap_or_default();
                let mut session = open(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
                begin.send(thread.clone()).expect("somebody waits");
                let effort = Effort { memory: 64 << 20, stop: Some(stop), ..Effort::default() };
                let answer = question.1(session.as_mut(), &effort);
                let _ = end.send((worked(&thread), answer));
            })
            .expect("a thread");
        let thread = begun.recv().expect("the game opens");
        if ended.recv_timeout(before).is_ok() {
            return None;
        }
        let (at, clock) = (worked(&thread), Instant::now());
        stop.store(true, Relaxed);
        let (then, _) = ended.recv().unwrap_or_else(|_| panic!("{spec} {}: it panics", question.0));
        Some(match (at, then) {
            (Some(at), Some(then)) => Duration::from_nanos(then.saturating_sub(at)),
            _ => clock.elapsed(),
        })
    })
}

/// Twice the second that is promised: tests are not always compiled for speed.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn every_question_ends_within_a_second_of_the_stop() {
    for entry in GAMES.iter().filter(|entry| !entry.samples.is_empty()) {
        let named = |spec: &&str| spec.split(':').next() == Some(entry.name);
        assert!(HARD.iter().any(named), "no hard position of {}", entry.name);
    }
    let mut all: Vec<(&str, &Question)> = Vec::new();
    for question in QUESTIONS {
        all.extend(HARD.iter().map(|spec| (*spec, question)));
    }
    let (next, slow, stopped) = (Mutex::new(all.into_iter().enumerate()), Mutex::new(Vec::new()), Mutex::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let found = next.lock().expect("nobody panics with the lock").next();
                    let Some((i, (spec, question))) = found else { break };
                    // Different depths of the work.
                    let before = Duration::from_millis([60, 120, 240][i % 3]);
                    let Some(took) = late(spec, question, before) else { continue };
                    *stopped.lock().expect("nobody panics with the lock") += 1;
                    if took > SOON {
                        slow.lock().expect("nobody panics with the lock").push((spec, question.0, took));
                    }
                }
            });
        }
    });
    let (slow, stopped) = (slow.into_inner().expect("unlocked"), stopped.into_inner().expect("unlocked"));
    println!("{stopped} questions were stopped");
    assert!(slow.is_empty(), "{slow:#?}");
    assert!(stopped > 200, "{stopped}");
}

/// A search for a time keeps to it, however many moves a position has.
#[test]
fn searches_keep_to_their_time() {
    for spec in ["nim:65535+65535", "euclid:65535,1", "wythoff:43690+43690", "go:4x4", "sum:nim:65535++nim:65535"] {
        let session = open(spec).expect(spec);
        for threads in [1, 2] {
            let thread = std::fs::read_link("/proc/thread-self").ok();
            let thread = thread.and_then(|path| Some(path.file_name()?.to_str()?.to_owned())).unwrap_or_default();
            let (at, clock) = (worked(&thread), Instant::now());
            let effort = Effort { memory: 64 << 20, threads, ..Effort::default() };
            let time = Some(Duration::from_millis(300));
            let request = SearchRequest { depth: u32::MAX, time, heuristic: None, effort };
            session.search(&request, &mut |_| {}).expect(spec);
            let took = match (at, worked(&thread)) {
                (Some(at), Some(then)) if threads == 1 => Duration::from_nanos(then.saturating_sub(at)),
                _ => clock.elapsed() / 2,
            };
            assert!(took < Duration::from_millis(300) + SOON, "{spec} on {threads} threads: {took:?}");
        }
    }
}
