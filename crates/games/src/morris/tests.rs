use super::*;
use crate::testing::{after, bijective, in_and_out, obeys_the_laws, perft, predecessors, refused};
use attractor_game::{Indexed, Notation, Rng, Score};

fn morris(spec: &str) -> Morris {
    Morris::from_spec(&spec.parse().unwrap()).unwrap()
}

/// The rules again, on named points with lists of lines, as plainly as can be.
mod naive {
    const LINES: [[&str; 3]; 8] = [
        ["a1", "c1", "e1"],
        ["e1", "e3", "e5"],
        ["a5", "c5", "e5"],
        ["a1", "a3", "a5"],
        ["b2", "c2", "d2"],
        ["d2", "d3", "d4"],
        ["b4", "c4", "d4"],
        ["b2", "b3", "b4"],
    ];
    const SPOKES: [[&str; 2]; 4] = [["c1", "c2"], ["e3", "d3"], ["c5", "c4"], ["a3", "b3"]];
    const NAMES: [&str; 16] =
        ["a1", "c1", "e1", "b2", "c2", "d2", "a3", "b3", "d3", "e3", "b4", "c4", "d4", "a5", "c5", "e5"];

    #[derive(Clone)]
    pub(super) struct Board {
        /// Of the player to move and of the other: men on the board and in hand.
        pub(super) men: [Vec<&'static str>; 2],
        pub(super) hand: [u32; 2],
        pub(super) flying: bool,
    }

    fn joined(a: &str, b: &str) -> bool {
        let next = |line: &[&str]| line.windows(2).any(|w| w == [a, b] || w == [b, a]);
        LINES.iter().any(|l| next(l)) || SPOKES.iter().any(|s| next(s))
    }

    fn in_mill(men: &[&str], man: &str) -> bool {
        LINES.iter().any(|l| l.contains(&man) && l.iter().all(|p| men.contains(p)))
    }

    pub(super) fn next(b: &Board) -> Vec<Board> {
        let mut list = Vec::new();
        let [mine, theirs] = &b.men;
        if mine.len() as u32 + b.hand[0] < 3 {
            return list;
        }
        let free: Vec<&str> = NAMES.into_iter().filter(|n| !mine.contains(n) && !theirs.contains(n)).collect();
        let mut arrived: Vec<(Vec<&str>, &str, u32)> = Vec::new();
        for &to in &free {
            if b.hand[0] > 0 {
                arrived.push(([&mine[..], &[to]].concat(), to, b.hand[0] - 1));
                continue;
            }
            for &from in mine {
                if joined(from, to) || (b.flying && mine.len() == 3) {
                    let others = mine.iter().copied().filter(|&m| m != from);
                    arrived.push((others.chain([to]).collect(), to, 0));
                }
            }
        }
        for (men, to, hand) in arrived {
            let board = |theirs: Vec<&'static str>| Board {
                men: [theirs, men.clone()],
                hand: [b.hand[1], hand],
                flying: b.flying,
            };
            let loose: Vec<&str> = theirs.iter().copied().filter(|m| !in_mill(theirs, m)).collect();
            let takes = if loose.is_empty() { theirs.clone() } else { loose };
            if !in_mill(&men, to) || takes.is_empty() {
                list.push(board(theirs.clone()));
            } else {
                list.extend(takes.iter().map(|t| board(theirs.iter().copied().filter(|m| m != t).collect())));
            }
        }
        list
    }

    pub(super) fn perft(b: &Board, depth: u32) -> u64 {
        if depth == 0 { 1 } else { next(b).iter().map(|n| perft(n, depth - 1)).sum() }
    }

    pub(super) fn of(mine: u32, theirs: u32, hand: [u32; 2], flying: bool) -> Board {
        let names = |set: u32| (0..16).filter(|i| set >> i & 1 != 0).map(|i| NAMES[i]).collect();
        Board { men: [names(mine), names(theirs)], hand, flying }
    }
}

#[test]
fn lines_of_play() {
    for spec in ["morris", "morris:6,flying"] {
        let game = morris(spec);
        let begin = naive::of(0, 0, [6; 2], game.flying);
        for (depth, lines) in [(1, 16), (2, 240), (3, 3_360), (4, 43_680)] {
            assert_eq!(perft(&game, &game.start(), depth as usize), lines);
            assert_eq!(naive::perft(&begin, depth), lines);
        }
        assert_eq!(perft(&game, &game.start(), 5), naive::perft(&begin, 5));
        // Positions anywhere in play.
        let mut rng = Rng::new(6);
        let mut p = game.start();
        for _ in 0..2_000 {
            let (me, you) = (p.turn, p.turn.other());
            let twin = naive::of(p.men(me), p.men(you), [p.hand(me), p.hand(you)], game.flying);
            assert_eq!(perft(&game, &p, 2), naive::perft(&twin, 2), "{}", game.write(&p));
            p = rng.choose(game.moves(&p)).map_or(game.start(), |m| game.play(&p, m));
        }
    }
}

#[test]
fn mills_take_men() {
    let game = morris("morris");
    let p = after(&game, "a1 b2 c1 c2");
    let names: Vec<String> = game.moves(&p).map(|m| game.name(&p, m)).collect();
    assert!(
        names.contains(&"e1xb2".to_owned()) && names.contains(&"e1xc2".to_owned()) && !names.contains(&"e1".to_owned())
    );
    let p = after(&game, "a1 b2 c1 c2 e1xb2");
    assert_eq!(game.write(&p), "XXX/.O./..../.../... 3+4 O");
    assert_eq!(
        game.diagram(&p),
        "  a b c d e\n1 X---X---X\n2 | .-O-. |\n3 .-.   .-.\n4 | .-.-. |\n5 .---.---.\nX 3  O 4"
    );
    // Men in mills are safe while there are others, and a mill that stands takes nothing.
    let p = game.read("XX./OOO/...X/..O/... X").unwrap();
    assert!(game.find(&p, "e3-e1xd4").is_ok() && game.find(&p, "e3-e1xb2").is_err());
    let p = game.read("XX./OOO/...X/.../... X").unwrap();
    assert!(game.find(&p, "e3-e1xb2").is_ok());
}

#[test]
fn the_end() {
    let game = morris("morris");
    let p = game.read("XX./OOO/..../.../... X").unwrap();
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score::LOSS));
    let blocked = game.read("XO./OO./XO../.../XO. X").unwrap();
    assert_eq!((game.moves(&blocked).count(), game.result(&blocked)), (0, Score::LOSS));
    let flying = morris("morris:6,flying");
    assert_eq!(flying.moves(&blocked).count(), 3 * 8, "three men may fly");
}

#[test]
fn numbers() {
    let game = morris("morris");
    assert_eq!((game.size(), game.index(&game.start())), (50_996_303, 0));
    let tiers = game.tiers();
    assert_eq!(tiers.len(), 12 + 10 + 1);
    for tier in tiers[..6].iter().chain(&tiers[20..]) {
        assert_eq!(bijective(&game, tier.clone()), tier.end - tier.start);
    }
    for game in [game, morris("morris,flying")] {
        for tier in tiers[..5].iter().chain(&tiers[21..22]) {
            in_and_out(&game, tier.clone());
        }
    }
}

/// On positions anywhere, reachable or not.
#[test]
fn predecessors_of_positions_anywhere() {
    for game in [morris("morris"), morris("morris,flying")] {
        for (i, p) in (0..game.size()).step_by(29_989).filter_map(|i| Some((i, game.position(i)?))) {
            assert_eq!(game.index(&p), i);
            let moves = |r: &Position, q: &Position| game.moves(r).filter(|&m| game.play(r, m) == *q).count();
            for r in predecessors(&game, &p) {
                assert_eq!(moves(&r, &p), 1, "{} to {}", game.write(&r), game.write(&p));
                assert_eq!(game.read(&game.write(&r)), Ok(r), "a predecessor is a possible position");
            }
            for m in game.moves(&p) {
                let next = game.play(&p, m);
                assert_eq!(
                    predecessors(&game, &next).iter().filter(|&r| *r == p).count(),
                    1,
                    "{} {m:?}",
                    game.write(&p)
                );
            }
        }
    }
}

#[test]
fn laws() {
    for spec in ["morris", "morris:6,flying", "morris:6,first=2"] {
        obeys_the_laws(&morris(spec));
    }
}

#[test]
fn bad_input() {
    let id = |spec: &str| Morris::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("morris:9"), "bad-morris");
    assert_eq!(id("morris:6,fly"), "unknown-option");
    let game = morris("morris");
    assert_eq!(refused(&game, ""), ("bad-row-count", 1));
    assert_eq!(refused(&game, ".../..../..../.../... 6+6 X"), ("bad-row-points", 5));
    assert_eq!(refused(&game, ".../..?/..../.../... 6+6 X"), ("bad-cell", 7));
    assert_eq!(refused(&game, ".../.../..../.../... 6+7 X"), ("bad-number", 24));
    assert_eq!(refused(&game, ".../.../..../.../... 6+6+6 X"), ("bad-hands", 22));
    assert_eq!(refused(&game, "X../.../..../.../... 5+6 X"), ("hands-out-of-turn", 22));
    assert_eq!(refused(&game, "X../.../..../.../... 6+6 X"), ("bad-men-count", 1));
    assert_eq!(refused(&game, ".../.../..../.../... X"), ("bad-men-count", 1));
    assert_eq!(refused(&game, "XXX/.../..../.../OOO"), ("turn-missing", 1));
    assert_eq!(game.read("X../.../..../.../... 5+6"), Ok(after(&game, "a1")));
}
