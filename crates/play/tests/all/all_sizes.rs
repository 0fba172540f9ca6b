//! Every registered game at its smallest, usual and largest size: search, plays to their end, notation, pictures, attempts to
//! solve it, and values and estimates of its moves end without a panic and do not contradict each other.

use attractor_game::{Kind, Player, Rng};
use attractor_play::{
    Effort, GAMES, SearchRequest, Session, TreeRequest, open,
    pictures::{self, Format},
    words::{Lang, Words},
};
use attractor_solve::search::Algorithm;
use std::{
    collections::HashSet,
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Plies of a play that is not followed to its end.
const PLIES: usize = 500;

/// Names of games: the default and the extremes of each, and files for those that need one.
fn specs() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("the target folder is writable");
        path.to_str().expect("a plain path").to_owned()
    };
    let mut specs = Vec::new();
    for entry in GAMES.iter() {
        match entry.name {
            "graph" => {
                let ring: String = (0..3_000).map(|i| format!("v{i} {}: v{}\n", 1 + i % 2, (i + 1) % 3_000)).collect();
                specs.push(format!("graph:{}", file("one.arena", "a 1:\n")));
                specs.push(format!("graph:{}", file("ring.arena", &ring)));
            }
            "tree" => {
                let deep = format!("{}{}{}", r#"{"children":["#.repeat(60), r#"{"value":1}"#, "]}".repeat(60));
                specs.push(format!("tree:{}", file("leaf.json", r#"{"value":-3}"#)));
                specs.push(format!("tree:{}", file("deep.json", &deep)));
            }
            _ => {
                let usual = entry.size.is_empty() || !entry.default.is_empty();
                specs.extend(usual.then(|| entry.name.to_owned()));
                specs.extend(entry.extremes.iter().map(|&spec| spec.to_owned()));
                assert!(usual || !entry.extremes.is_empty(), "{} has no size to try", entry.name);
            }
        }
    }
    specs
}

/// Does `work` with an effort that is stopped after so much time.
fn stopped_after<A>(time: Duration, work: impl FnOnce(&Effort<'_>) -> A) -> A {
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let clock = scope.spawn(|| {
            let begun = Instant::now();
            while begun.elapsed() < time && !done.load(Relaxed) {
                std::thread::park_timeout(time.saturating_sub(begun.elapsed()));
            }
            stop.store(true, Relaxed);
        });
        let answer = work(&Effort { memory: 16 << 20, threads: 1, stop: Some(&stop), ..Effort::default() });
        done.store(true, Relaxed);
        clock.thread().unpark();
        answer
    })
}

/// Searches for so long; who has won by that, if the game is decided within what was searched.
fn searched(spec: &str, session: &dyn Session, time: Duration) -> Option<u8> {
    let found = stopped_after(2 * time, |effort| {
        let request = SearchRequest { depth: u32::MAX, time: Some(time), heuristic: None, effort: *effort };
        session.search(&request, &mut |_| {})
    });
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            let over = session.moves().is_empty();
            assert!(over || error.kind() == Kind::Limit, "{spec}: {error}");
            return None;
        }
    };
    let legal: HashSet<String> = session.moves().into_iter().collect();
    assert!(found.best.iter().all(|name| legal.contains(name)), "{spec}: {found:?}");
    let mut along = session.fork();
    found.line.iter().for_each(|name| along.play(name).unwrap_or_else(|e| panic!("{spec}: {e}")));
    assert!(!found.value.0.is_nan(), "{spec}: {found:?}");
    found.value.0.is_infinite().then_some(if found.value.0 > 0.0 { 1 } else { 2 })
}

/// Who wins with this outcome for the player to move: the player, or 0 if nobody does.
fn winner(turn: u8, outcome: &str) -> u8 {
    match outcome {
        "win" => turn,
        "loss" => 3 - turn,
        _ => 0,
    }
}

/// Tries to solve for so long; who wins, if that was found: the player, or 0 if nobody does.
fn solved(spec: &str, session: &dyn Session, time: Duration) -> Option<u8> {
    let won = |outcome_only: bool| match stopped_after(time, |effort| session.solve(effort, outcome_only)) {
        Ok(solved) => Some(winner(solved.turn, solved.outcome)),
        Err(error) => {
            assert_eq!(error.kind(), Kind::Limit, "{spec}: {error}");
            None
        }
    };
    let (outcome, value) = (won(true), won(false));
    assert!(outcome.is_none() || value.is_none() || outcome == value, "{spec}: {outcome:?} and {value:?}");
    outcome.or(value)
}

/// Tries for so long to find the value of every move; who wins by them, as for [`solved`].
fn analysed(spec: &str, session: &dyn Session, time: Duration) -> Option<u8> {
    let mut told = 0;
    let found = match stopped_after(time, |effort| session.analyse(effort, &mut |_| told += 1)) {
        Ok(found) => found,
        Err(error) => {
            assert_eq!(error.kind(), Kind::Limit, "{spec}: {error}");
            return None;
        }
    };
    let (legal, names) = (session.moves(), found.moves.iter().map(|m| m.name.clone()).collect::<Vec<_>>());
    // A play may be drawn by its past, of which a position alone knows nothing.
    assert!(legal.is_empty() || legal == names, "{spec}: {names:?} for {legal:?}");
    assert_eq!(told, names.len(), "{spec}");
    let rank = |outcome: &str| ["loss", "draw", "win"].iter().position(|word| *word == outcome).expect("an outcome");
    let best = found.moves.iter().map(|m| rank(m.outcome)).max();
    assert!(best.is_none_or(|best| best == rank(found.position.outcome)), "{spec}: {found:?}");
    Some(winner(found.position.turn, found.position.outcome))
}

/// Estimates all moves for so long.
fn moves_estimated(spec: &str, session: &dyn Session, time: Duration) {
    let found = match stopped_after(2 * time, |effort| session.estimates(effort, time)) {
        Ok(Some(found)) => found,
        Ok(None) => return,
        Err(error) => return assert_eq!(error.kind(), Kind::Limit, "{spec}: {error}"),
    };
    assert_eq!(found.moves.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), session.moves(), "{spec}");
    assert!(found.moves.iter().all(|(_, value)| !value.0.is_nan()), "{spec}: {found:?}");
    // Values are from player 1's side.
    let sign = if session.turn() == Player::One { 1.0 } else { -1.0 };
    let top = found.moves.iter().map(|(_, value)| sign * value.0).fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(sign * found.value.0, top, "{spec}: {found:?}");
    let best: Vec<_> = found.moves.iter().filter(|(_, value)| sign * value.0 == top).map(|(name, _)| name).collect();
    assert_eq!(best, found.best.iter().collect::<Vec<_>>(), "{spec}: {found:?}");
}

/// The board with its moves as a picture.
fn drawn(spec: &str, session: &dyn Session, words: &Words) {
    let names = ["1", "2"].map(str::to_owned);
    for drawing in [pictures::exercise(session, spec.to_owned(), &names, words), pictures::board(session, spec, words)]
    {
        let svg = drawing.write(Format::Svg, None).unwrap_or_else(|e| panic!("{spec}: {e}"));
        assert!(svg.starts_with(b"<") && !svg.windows(3).any(|w| w == b"NaN"), "{spec}");
    }
}

/// What can be seen of a position without thinking about it.
fn looked_at(spec: &str, session: &dyn Session) {
    let (moves, plain, places, board) = (session.moves(), session.plain_moves(), session.places(), session.board());
    assert_eq!((moves.len(), moves.len()), (plain.len(), places.len()), "{spec}");
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{spec} at {}", session.position());
    for (row, column) in places.iter().flatten() {
        let inside = (0.0..board.rows as f32).contains(row) && (0.0..board.columns as f32).contains(column);
        assert!(inside, "{spec}: a move at {row}, {column} of {}x{}", board.rows, board.columns);
    }
    assert!(!session.diagram().is_empty(), "{spec}");
    let text = session.position();
    let mut again = session.fork();
    again.set_position(&text).unwrap_or_else(|e| panic!("{spec} at {text}: {e}"));
    assert_eq!((again.position(), again.turn(), again.moves()), (text.clone(), session.turn(), moves), "{spec}");
    assert!(session.board_of(&text).is_some(), "{spec} at {text}");
}

/// Estimates by every heuristic.
fn estimated(spec: &str, session: &dyn Session) {
    for &heuristic in session.heuristics() {
        let request = TreeRequest {
            depth: 0,
            algorithm: Algorithm::AlphaBeta,
            heuristic: Some(heuristic),
            only: None,
            record: false,
            count: false,
            remember: None,
            most: 1,
            stop: None,
        };
        let tree = session.tree(&request).unwrap_or_else(|e| panic!("{spec}: {heuristic}: {e}"));
        assert!(!tree.value.0.is_nan(), "{spec}: {heuristic}");
    }
}

fn tried(spec: &str, time: Duration) {
    let words = Words::new(Lang::English);
    let mut session = open(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
    let mut rng = Rng::new(spec.len() as u64);
    let mut plies = 0;
    loop {
        looked_at(spec, session.as_ref());
        estimated(spec, session.as_ref());
        let finished = session.finished();
        let last = finished.is_some() || plies == PLIES;
        // Thinking and pictures at the start, now and then on the way, and at the end.
        if last || plies < 2 || plies % 40 == 20 {
            drawn(spec, session.as_ref(), &words);
        }
        if last || [0, 6, 40].contains(&plies) {
            let share = if plies == 0 { time } else { time / 8 };
            let decided = searched(spec, session.as_ref(), share);
            let won = solved(spec, session.as_ref(), share);
            assert!(decided.is_none() || won.is_none() || decided == won, "{spec}: {decided:?} and {won:?}");
            let judged = analysed(spec, session.as_ref(), share);
            assert!(judged.is_none() || won.is_none() || judged == won, "{spec}: {judged:?} and {won:?}");
            moves_estimated(spec, session.as_ref(), share);
            if let (Some(finish), Some(won)) = (finished, won) {
                // A play may be drawn by its past, of which a position alone knows nothing.
                assert!(finish.winner.is_none() || finish.winner.map(|p| p.number()) == Some(won), "{spec}");
            }
        }
        let moves = session.moves();
        if last || moves.is_empty() {
            break;
        }
        session.play(&moves[rng.below(moves.len())]).unwrap_or_else(|e| panic!("{spec}: {e}"));
        plies += 1;
    }
    let line = session.line_text();
    let mut again = open(spec).expect("it was opened before");
    again.play_line(&line).unwrap_or_else(|e| panic!("{spec}: {line}: {e}"));
    assert_eq!(again.position(), session.position(), "{spec}: {line}");
}

/// Tries every game whose start has at most so many moves, on two threads.
fn try_all(time: Duration, most: usize) {
    let few = |spec: &String| open(spec).unwrap_or_else(|e| panic!("{spec}: {e}")).moves().len() <= most;
    let left = Mutex::new(specs().into_iter().filter(few).collect::<Vec<_>>());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().expect("nobody panics with the lock").pop();
                    let Some(spec) = next else { break };
                    let begun = Instant::now();
                    tried(&spec, time);
                    println!("{spec}: {:.1} s", begun.elapsed().as_secs_f64());
                }
            });
        }
    });
}

#[test]
fn every_game_is_sound_at_every_size() {
    // Tens of thousands of moves take a minute to name and to draw.
    try_all(Duration::from_millis(200), 5_000);
}

#[test]
#[ignore = "ten seconds for each kind of question, game and size: half an hour"]
fn every_game_is_sound_at_every_size_within_ten_seconds() {
    try_all(Duration::from_secs(10), usize::MAX);
}
