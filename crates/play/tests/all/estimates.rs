//! Estimates of all moves of a position: what min-max says at one depth, and the same for positions that are equal.

use attractor_game::Rng;
use attractor_play::{Effort, SearchRequest, open};
use std::time::Duration;

#[test]
fn estimates_are_those_of_one_depth() {
    let mut rng = Rng::new(4);
    for spec in ["connect4:5x4", "othello:6x6", "tictactoe", "domineering:4x4", "nim:3+4+5", "checkers"] {
        for plies in [0, 2, 4] {
            let mut session = open(spec).unwrap();
            for _ in 0..plies {
                let Some(name) = rng.choose(session.moves().into_iter()) else { break };
                session.play(&name).unwrap();
            }
            let Some(found) = session.estimates(&Effort::default(), Duration::from_millis(200)).unwrap() else {
                assert!(session.moves().is_empty(), "{spec}");
                continue;
            };
            assert_eq!(found.moves.len(), session.moves().len(), "{spec}");
            let (mut equal, sign) = (Vec::new(), session.turn().sign());
            for (name, value) in &found.moves {
                session.play(name).unwrap();
                equal.push((session.canonical(), *value));
                // Play that is over, or a move's own reply, is compared with the search of that depth.
                if session.finished().is_none() && found.depth > 1 {
                    let request = SearchRequest {
                        depth: found.depth - 1,
                        time: None,
                        heuristic: None,
                        effort: Effort::default(),
                    };
                    let searched = session.search(&request, &mut |_| {}).unwrap();
                    // Equal positions have one number; a heuristic may see another image otherwise.
                    let first = equal.iter().find(|(text, _)| *text == session.canonical()).unwrap().1;
                    assert!(searched.value == *value || first == *value, "{spec} {name}");
                }
                session.undo();
            }
            for (text, value) in &equal {
                assert!(equal.iter().all(|(other, same)| other != text || same == value), "{spec} {text}");
            }
            let best = found.moves.iter().map(|(_, value)| value.0 * sign).fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(found.value.0 * sign, best, "{spec}");
            let reach: Vec<&String> =
                found.moves.iter().filter(|(_, value)| value.0 * sign == best).map(|(name, _)| name).collect();
            assert_eq!(found.best.iter().collect::<Vec<_>>(), reach, "{spec}");
        }
    }
}
