//! Endgames: numbers, moves undone, and how many positions are won, drawn and lost.

use super::{Draughts, Position, tests::game};
use crate::testing::{bijective, in_and_out, obeys_the_laws, predecessors};
use attractor_game::{Game, Indexed, Notation, Playable, Player, Retrograde, Rng};
use std::collections::BTreeMap;

/// Won, drawn and lost for the player to move, and the most plies that a win takes, by family.
type Counts = BTreeMap<String, ([u64; 3], u32)>;

/// The plies to the end under best play of every number: odd for a win, even for a loss; none for a draw.
fn tally(game: &Draughts, plies: &[Option<u32>]) -> Counts {
    let mut counts = Counts::new();
    for (i, plies) in plies.iter().enumerate() {
        let p = game.position(i as u64).expect("every number is in use");
        let (counts, longest) = counts.entry(game.family(&p).unwrap()).or_default();
        counts[plies.map_or(1, |n| if n % 2 == 1 { 0 } else { 2 })] += 1;
        *longest = plies.filter(|n| n % 2 == 1).map_or(*longest, |n| n.max(*longest));
    }
    counts
}

/// Looks at all positions again until nothing changes, as plainly as can be.
fn plainly(game: &Draughts) -> Counts {
    let children: Vec<Vec<usize>> = (0..game.size())
        .map(|i| game.position(i).unwrap())
        .map(|p| game.moves(&p).map(|m| game.index(&game.play(&p, m)) as usize).collect())
        .collect();
    let mut plies: Vec<Option<u32>> = vec![None; children.len()];
    for round in 0.. {
        // In round n, those that end after exactly n plies.
        let found: Vec<usize> = (0..children.len())
            .filter(|&i| plies[i].is_none())
            .filter(|&i| {
                if round % 2 == 1 {
                    children[i].iter().any(|&j| plies[j].is_some_and(|n| n % 2 == 0))
                } else {
                    children[i].iter().all(|&j| plies[j].is_some_and(|n| n % 2 == 1))
                }
            })
            .collect();
        if found.is_empty() && round > 1 {
            break;
        }
        found.into_iter().for_each(|i| plies[i] = Some(round));
    }
    tally(game, &plies)
}

/// The same by undoing moves: each position tells those before it.
fn backwards(game: &Draughts) -> Counts {
    let size = game.size() as usize;
    let mut left: Vec<u8> = (0..game.size()).map(|i| game.moves(&game.position(i).unwrap()).count() as u8).collect();
    let mut plies: Vec<Option<u32>> = vec![None; size];
    let mut last: Vec<usize> = (0..size).filter(|&i| left[i] == 0).collect();
    last.iter().for_each(|&i| plies[i] = Some(0));
    for round in 1.. {
        let mut next = Vec::new();
        for j in last {
            game.predecessors(&game.position(j as u64).unwrap(), |q| {
                let i = game.index(&q) as usize;
                left[i] -= 1;
                if plies[i].is_none() && (round % 2 == 1 || left[i] == 0) {
                    plies[i] = Some(round);
                    next.push(i);
                }
            });
        }
        if next.is_empty() {
            break;
        }
        last = next;
    }
    tally(game, &plies)
}

#[track_caller]
fn counted(counts: &Counts, family: &str, wanted: [u64; 3]) {
    assert_eq!(counts.get(family).map(|c| c.0), Some(wanted), "{family}: {counts:?}");
}

#[test]
fn english_endgames() {
    for count in [plainly, backwards] {
        let counts = count(&game("checkers,pieces=3"));
        counted(&counts, "2 pieces", [716, 2_370, 402]);
        counted(&counts, "3 pieces", [100_250, 8_477, 87_305]);
        assert_eq!((counts["2 pieces"].1, counts["3 pieces"].1), (13, 61));
    }
}

#[test]
fn international_endgames() {
    for count in [plainly, backwards] {
        let counts = count(&game("draughts,pieces=2"));
        counted(&counts, "2 pieces", [3_205, 3_678, 1_962]);
    }
}

#[test]
#[ignore = "long"]
fn larger_endgames() {
    let counts = backwards(&game("checkers,pieces=4"));
    counted(&counts, "4 pieces", [2_574_304, 1_717_922, 1_917_090]);
    assert_eq!(counts["4 pieces"].1, 109);
    let counts = backwards(&game("draughts,pieces=3"));
    counted(&counts, "3 pieces", [265_795, 394_163, 146_342]);
}

#[test]
fn numbers() {
    for (spec, size) in [("checkers,pieces=2", 5_290), ("checkers,pieces=3", 233_918), ("draughts,pieces=2", 13_360)] {
        let game = game(spec);
        assert_eq!((game.size(), bijective(&game, 0..game.size())), (size, size), "{spec}");
    }
    in_and_out(&game("checkers,pieces=3"), 0..233_918);
    in_and_out(&game("draughts,pieces=2"), 0..13_360);
    for (spec, size) in [("checkers,pieces=6", 2_615_803_303), ("draughts,pieces=4", 45_917_115)] {
        let game = game(spec);
        assert_eq!(game.size(), size);
        for begin in (0..size).step_by(size as usize / 50) {
            let end = (begin + 400).min(size);
            assert_eq!(bijective(&game, begin..end), end - begin, "{spec}");
        }
    }
    // Who is called player 1 does not matter.
    let game = game("checkers,pieces=3");
    let number = |text: &str| game.index(&game.read(text).unwrap());
    assert_eq!(number("B:B1,K18:W30"), number("W:W32,K15:B3"));
    assert!(!game.renamed(&game.read("B:B1,K18:W30").unwrap()) && game.renamed(&game.read("W:W32,K15:B3").unwrap()));
    assert!(
        game.numbered(&game.read("B:B1,K18:W30").unwrap()) && !game.numbered(&game.read("B:B1,2,K18:W30").unwrap())
    );
    assert_eq!(game.family(&game.read("B:B:W30").unwrap()).as_deref(), Some("over"));
}

/// On positions anywhere, and those with few pieces among them, from which several captures are undone.
#[test]
fn predecessors_of_positions_anywhere() {
    for spec in ["checkers,pieces=6", "checkers,pieces=4", "draughts,pieces=4", "draughts,pieces=3"] {
        let game = game(spec);
        let forwards = |r: &Position, j: u64| {
            let r = game.position(game.index(r)).unwrap();
            game.moves(&r).filter(|&m| game.index(&game.play(&r, m)) == j).count()
        };
        let backwards = |q: &Position, j: u64| predecessors(&game, q).iter().filter(|r| game.index(r) == j).count();
        let mut rng = Rng::new(5);
        for tier in game.tiers() {
            let all = (tier.end - tier.start) as usize;
            for _ in 0..4 {
                let i = tier.start + rng.below(all) as u64;
                let p = game.position(i).unwrap();
                let before = predecessors(&game, &p);
                for r in before.iter().step_by(before.len() / 30 + 1) {
                    assert!(game.numbered(r) && game.read(&game.write(r)) == Ok(*r), "a possible position");
                    assert_eq!(forwards(r, i), backwards(&p, game.index(r)), "{} to {}", game.write(r), game.write(&p));
                }
                for m in game.moves(&p) {
                    let j = game.index(&game.play(&p, m));
                    let q = game.position(j).unwrap();
                    assert_eq!(backwards(&q, i), forwards(&p, j), "{} {}", game.write(&p), game.name(&p, m));
                }
            }
        }
    }
}

#[test]
fn endgames_obey_the_laws() {
    for spec in ["checkers,pieces=2", "checkers,pieces=3,first=2", "checkers,pieces=4", "checkers,pieces=5"] {
        obeys_the_laws(&game(spec));
    }
    for spec in ["draughts,pieces=2", "draughts,pieces=3"] {
        obeys_the_laws(&game(spec));
    }
}

#[test]
fn a_table_answers_within_the_whole_game() {
    let whole = game("checkers,first=2");
    let with = whole.endgame("checkers,pieces=4").unwrap();
    assert_eq!((with.start(), with.size(), with.everywhere()), (whole.start(), 6_884_963, true));
    assert!(!with.numbered(&with.start()) && with.turn(&with.start()) == Player::Two);
    for other in ["checkers", "draughts,pieces=3", "checkers,pieces=9", "checkers,men=4", "chess", ""] {
        assert!(whole.endgame(other).is_none(), "{other}");
    }
}
