use super::*;
use crate::testing::{after, obeys_the_laws, perft, refused};
use attractor_game::{Memory as _, Native, Notation, Stage, Watch};
use std::collections::HashSet;

fn go(spec: &str) -> Go {
    Go::from_spec(&spec.parse().unwrap()).unwrap()
}

/// The rules once more, on lists of characters, as slow and plain as can be.
#[derive(Clone)]
struct Plain {
    rows: usize,
    columns: usize,
    board: Vec<char>,
    boards: Vec<Vec<char>>,
    turn: char,
    passes: usize,
}

impl Plain {
    fn new(rows: usize, columns: usize) -> Plain {
        let board = vec!['.'; rows * columns];
        Plain { rows, columns, boards: vec![board.clone()], board, turn: 'X', passes: 0 }
    }

    fn neighbours(&self, point: usize) -> Vec<usize> {
        let (r, c) = (point / self.columns, point % self.columns);
        let mut list = Vec::new();
        (r > 0).then(|| list.push(point - self.columns));
        (r + 1 < self.rows).then(|| list.push(point + self.columns));
        (c > 0).then(|| list.push(point - 1));
        (c + 1 < self.columns).then(|| list.push(point + 1));
        list
    }

    /// The points connected to one by points that look the same, and what they touch.
    fn group(&self, board: &[char], point: usize) -> (HashSet<usize>, HashSet<char>) {
        let (mut group, mut open, mut touched) = (HashSet::from([point]), vec![point], HashSet::new());
        while let Some(p) = open.pop() {
            for q in self.neighbours(p) {
                touched.insert(board[q]);
                if board[q] == board[point] && group.insert(q) {
                    open.push(q);
                }
            }
        }
        (group, touched)
    }

    fn put(&self, point: usize) -> Option<Plain> {
        if self.board[point] != '.' {
            return None;
        }
        let mut board = self.board.clone();
        board[point] = self.turn;
        let other = if self.turn == 'X' { 'O' } else { 'X' };
        for q in self.neighbours(point) {
            if board[q] == other {
                let (group, touched) = self.group(&board, q);
                if !touched.contains(&'.') {
                    group.into_iter().for_each(|p| board[p] = '.');
                }
            }
        }
        if !self.group(&board, point).1.contains(&'.') || self.boards.contains(&board) {
            return None;
        }
        let mut next = Plain { turn: other, passes: 0, board: board.clone(), ..self.clone() };
        next.boards.push(board);
        Some(next)
    }

    fn successors(&self) -> Vec<Plain> {
        if self.passes == 2 {
            return Vec::new();
        }
        let mut list: Vec<Plain> = (0..self.board.len()).filter_map(|point| self.put(point)).collect();
        let other = if self.turn == 'X' { 'O' } else { 'X' };
        list.push(Plain { turn: other, passes: self.passes + 1, ..self.clone() });
        list
    }

    fn margin(&self) -> i32 {
        let worth = |point: usize| match self.board[point] {
            'X' => 1,
            'O' => -1,
            _ => {
                let (_, touched) = self.group(&self.board, point);
                i32::from(touched.contains(&'X')) - i32::from(touched.contains(&'O'))
            }
        };
        (0..self.board.len()).map(worth).sum()
    }

    fn perft(&self, depth: usize) -> u64 {
        if depth == 0 { 1 } else { self.successors().iter().map(|next| next.perft(depth - 1)).sum() }
    }
}

/// Both rules on the same play: the same moves and margins.
fn agree(game: &Go, p: &Position, plain: &Plain, depth: usize) {
    let text: String = plain.board.chunks(plain.columns).map(String::from_iter).collect::<Vec<_>>().join("/");
    assert_eq!(game.write(p).split(' ').next(), Some(text.as_str()));
    assert_eq!(game.margin(p), plain.margin(), "{}", game.write(p));
    let (moves, successors): (Vec<Move>, _) = (game.moves(p).collect(), plain.successors());
    assert_eq!(moves.len(), successors.len(), "{}", game.write(p));
    if depth > 0 {
        moves.iter().zip(&successors).for_each(|(&m, next)| agree(game, &game.play(p, m), next, depth - 1));
    }
}

#[test]
fn moves_are_those_of_the_plain_rules() {
    for (rows, columns, depth) in [(1, 1, 2), (1, 2, 7), (1, 4, 6), (2, 2, 7), (2, 3, 5), (3, 3, 4)] {
        let game = Go::new(rows, columns).unwrap();
        agree(&game, &game.start(), &Plain::new(rows, columns), depth);
    }
}

#[test]
fn random_plays_follow_the_plain_rules_to_their_end() {
    let mut rng = attractor_game::Rng::new(7);
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (9, 9), (8, 9)] {
        let game = Go::new(rows, columns).unwrap();
        for _ in 0..20 {
            let (mut p, mut plain) = (game.start(), Plain::new(rows, columns));
            for _ in 0..150 {
                agree(&game, &p, &plain, 0);
                let moves: Vec<Move> = game.moves(&p).collect();
                if moves.is_empty() {
                    break;
                }
                // Passes are rare, so that plays are long.
                let choice = rng.below(moves.len() + 3 * (moves.len() - 1)) % moves.len();
                p = game.play(&p, moves[choice]);
                plain = plain.successors().swap_remove(choice);
            }
        }
    }
}

/// The cases of the data file.
fn cases(limit: u64) {
    for line in include_str!("../../perft/go.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut parts = line.split(" ; ");
        let position = parts.next().unwrap();
        let (spec, text) = position.split_once(' ').unwrap();
        let game = go(spec);
        let p = if text == "start" { game.start() } else { game.read(text).unwrap() };
        for case in parts {
            let (depth, count) = case.split_once(' ').unwrap();
            let count: u64 = count.parse().unwrap();
            if count <= limit {
                assert_eq!(perft(&game, &p, depth.parse().unwrap()), count, "{position}, {depth} plies");
            }
        }
    }
}

#[test]
fn perft_is_that_of_the_plain_rules() {
    cases(3_000_000);
}

#[test]
#[ignore = "long"]
fn perft_is_that_of_the_plain_rules_to_its_end() {
    cases(u64::MAX);
}

#[test]
#[ignore = "prints the figures of the plain rules"]
fn perft_of_the_plain_rules() {
    for (rows, columns, most) in [(2, 2, 18), (2, 3, 11), (3, 3, 8), (1, 3, 20), (4, 4, 5), (5, 5, 4)] {
        let plain = Plain::new(rows, columns);
        let counts: Vec<String> = (1..=most).map(|d| format!("{d} {}", plain.perft(d))).collect();
        println!("go:{rows}x{columns} start ; {}", counts.join(" ; "));
    }
}

#[test]
fn laws() {
    for spec in ["go:1x1", "go:1x3", "go:2x2", "go:3x3", "go:2x3,komi=1,first=2", "go:4x4"] {
        obeys_the_laws(&go(spec));
    }
}

#[test]
fn what_is_taken_leaves_the_board() {
    let game = go("go:3x3");
    let p = game.read("XO./O../... X").unwrap_err();
    assert_eq!(p.id(), "no-liberty");
    let p = game.read("OX./XO./.X. X").unwrap_err();
    assert_eq!(p.place().unwrap().column, 1);
    // Two blocks at once.
    let p = game.read(".OX/OOX/XX. X").unwrap();
    let q = game.play(&p, game.find(&p, "a3").unwrap());
    assert_eq!(
        game.write(&q),
        "X.X/..X/XX. O after 1e4-1a".replace("1e4-1a", &format!("{:x}-{:x}", 0b011_100_100, 0b000_011_010))
    );
}

#[test]
fn suicide_is_no_move() {
    let game = go("go:3x3");
    let p = game.read(".X./X../... O").unwrap();
    assert_eq!(game.find(&p, "A3").unwrap_err().id(), "illegal-move");
    // Unless it takes something.
    let p = game.read(".XO/XO./O.. O").unwrap();
    assert!(game.find(&p, "A3").is_ok());
    // Of several stones too.
    let p = game.read("O.X/XX./... O").unwrap();
    assert!(game.find(&p, "B3").is_err());
}

#[test]
fn a_ko_is_not_retaken_at_once() {
    let game = go("go:3x4");
    let p = game.read(".XO./X.XO/.XO. O").unwrap();
    let taken = game.play(&p, game.find(&p, "B2").unwrap());
    assert_eq!(game.write(&taken).split(' ').next(), Some(".XO./XO.O/.XO."));
    assert!(game.find(&taken, "C2").is_err());
    assert!(game.find(&game.read(".XO./XO.O/.XO. X").unwrap(), "C2").is_ok());
    // After an exchange elsewhere it is another board.
    let later = ["A3", "D3", "C2"];
    let p = later.iter().fold(taken, |p, name| game.play(&p, game.find(&p, name).unwrap()));
    assert_eq!(game.write(&p).split(' ').next(), Some("XXOO/X.XO/.XO."));
}

/// Superko looks further back than a ko: White's stone took three, and Black's answer would bring back the second board.
#[test]
fn no_board_of_the_whole_past_comes_back() {
    let game = go("go:2x2");
    let names = |p: &Position| game.moves(p).map(|m| game.name(p, m)).collect::<Vec<_>>();
    let p = after(&game, "A1 B1 B2 pass A2 B1");
    assert_eq!(game.write(&p), "../.O X after 7-0 6-0 4-8 4-0");
    assert_eq!(names(&p), ["A2", "B2", "pass"]);
    let without_past = game.read("../.O X").unwrap();
    assert_eq!(names(&without_past), ["A2", "B2", "A1", "pass"]);
    assert_ne!(p, without_past);
}

/// The same stones with the same player to move are different positions if a move is legal in one only.
#[test]
fn the_past_tells_positions_apart() {
    let game = go("go:2x2");
    let (mut trapped, mut open) = (0, vec![game.start()]);
    let mut seen: std::collections::HashMap<_, Vec<Position>> = std::collections::HashMap::new();
    for _ in 0..7 {
        open = open.iter().flat_map(|p| game.moves(p).map(|m| game.play(p, m)).collect::<Vec<_>>()).collect();
        open.iter().for_each(|p| seen.entry((p.stones, p.turn, p.passes)).or_default().push(p.clone()));
    }
    for list in seen.values() {
        for pair in list.windows(2) {
            let moves = pair.iter().map(|p| game.points(p)).collect::<Vec<_>>();
            if moves[0] != moves[1] {
                assert_ne!(pair[0], pair[1]);
                trapped += 1;
            }
            let pasts = pair.iter().map(|p| p.past().collect::<HashSet<_>>()).collect::<Vec<_>>();
            assert_eq!(pair[0] == pair[1], pasts[0] == pasts[1] || pair[0].passes == 2);
        }
    }
    assert!(trapped > 0);
}

#[test]
fn area_counts_stones_and_what_they_enclose() {
    let game = go("go:3x3,komi=1");
    let margin = |text: &str| game.margin(&game.read(text).unwrap());
    assert_eq!(margin(".../.../... X"), -1);
    assert_eq!(margin(".X./.../... O"), 8);
    assert_eq!(margin(".XO/.X./.XO X"), 6 - 2 - 1);
    assert_eq!(margin("X.O/X.O/X.O X"), -1);
    let p = after(&game, "B2 pass pass");
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score(-8)));
    assert_eq!(game.write(&p), ".../.X./... O pass pass");
}

#[test]
fn unconditional_life() {
    let points = |text: &str, rows: usize, columns: usize| {
        let game = Go::new(rows, columns).unwrap();
        let life = game.life(&game.read(&format!("{text} X")).unwrap(), Player::One);
        (life.stones.count_ones(), life.walls.count_ones(), life.territory.count_ones())
    };
    // Two eyes in the corner; one is not enough.
    assert_eq!(points(".X.X./XXXX./...../...../.....", 5, 5), (6, 6, 2));
    assert_eq!(points(".X.../XX.../...../...../.....", 5, 5), (0, 0, 0));
    // Two blocks that share an eye and have another each.
    assert_eq!(points(".X.XO/XX.XO/..XXO/XXXO./OOOO.", 5, 5), (10, 10, 5));
    // The eye in the middle is false.
    assert_eq!(points(".XO./X.XO/OXXO/.OO.", 4, 4), (0, 0, 0));
    assert_eq!(points(".XX./X..X/XXXX/....", 4, 4), (8, 8, 8));
    // An eye with a stone of the other's in it is one as long as all its points are beside the block.
    assert_eq!(points("O.X.X/XXXXX/...../...../.....", 5, 5), (7, 7, 3));
    // A wall in the middle of three rows holds both sides.
    assert_eq!(points(".../XXX/...", 3, 3), (3, 3, 6));
    // A stone out of the wall's reach: alive, but the region is not held.
    assert_eq!(points("OO.X./.XXXX/XX.../...../.....", 5, 5), (7, 0, 0));
}

/// Plays at random leave eyes alone, and pass only when nothing else is left.
#[test]
fn plays_at_random_end_with_the_board_full() {
    let game = Go::new(4, 4).unwrap();
    let eyes = |text: &str, player: Player| {
        let p = game.read(&format!("{text} X")).unwrap();
        game.grid.eyes(p.stones(player), p.stones(player.other()))
    };
    assert_eq!(eyes(".X.X/XXX./..../....", Player::One), 0b101);
    // In a corner and on an edge one stone diagonally beside it spoils an eye, in the middle it takes two.
    assert_eq!(eyes(".X../XO../..../....", Player::One), 0);
    assert_eq!(eyes(".X../X.X./.XO./....", Player::One), 1 << 5 | 1);
    assert_eq!(eyes(".XO./X.X./.XO./....", Player::One), 1);
    let mut rng = attractor_game::Rng::new(3);
    for _ in 0..200 {
        let mut p = game.start();
        while let Some(m) = Native.choose(&game, &p, &mut rng) {
            assert!(game.moves(&p).any(|legal| legal == m));
            p = game.play(&p, m);
        }
        // What is left empty is an eye, or superko kept it so.
        let [one, two] = game.areas(&p);
        assert!((one | two).count_ones() >= 13 && (p.stones[0] | p.stones[1]).count_ones() >= 8, "{}", game.write(&p));
    }
}

/// The value of a position by looking at every line of play to its end, but those that cannot matter; nothing is
/// remembered. None if that takes too many nodes.
fn minimax(game: &Go, p: &Position, (low, high): (i32, i32), nodes: &mut u64) -> Option<i32> {
    *nodes = nodes.checked_sub(1)?;
    let moves: Vec<Move> = game.moves(p).collect();
    if moves.is_empty() {
        return Some(game.result(p).0);
    }
    let mut best = i32::MIN;
    // Passes first: they end play soonest.
    for &m in moves.iter().rev() {
        best = best.max(-minimax(game, &game.play(p, m), (-high, -low.max(best)), nodes)?);
        if best >= high {
            break;
        }
    }
    Some(best)
}

/// Every bound that the tactics give holds the value.
struct Check<'a>(&'a Position, i32);

impl attractor_game::Question<Go> for Check<'_> {
    type Answer = bool;
    fn without(self) -> bool {
        false
    }
    fn with<T: attractor_game::Tactics<Position = Position>>(self, tactics: T) -> bool {
        let mut memory = T::Memory::new(&tactics);
        let mut n = tactics.node(&mut memory, self.0);
        let settled = tactics.settle(&mut memory, &mut n);
        let most = tactics.domain().most;
        let mut said = settled.lo > -most || settled.hi < most;
        for ask in self.1 - 2..=self.1 + 2 {
            let stages = [Stage::Generated, Stage::Entered(Watch::NEVER)];
            let bounds = stages.map(|stage| tactics.bounds(&mut memory, &n, ask, stage, &mut 0));
            for bounds in [settled].into_iter().chain(bounds) {
                assert!(bounds.lo <= self.1 && self.1 <= bounds.hi, "{:?} is worth {}: {bounds:?}", self.0, self.1);
                said |= bounds.lo >= ask || bounds.hi < ask;
            }
        }
        said
    }
}

#[test]
fn bounds_hold_the_values_of_whole_searches() {
    let mut rng = attractor_game::Rng::new(3);
    for (spec, plays, least) in
        [("go:2x2", 150, 60), ("go:1x3", 60, 60), ("go:1x4", 120, 60), ("go:2x3", 60, 20), ("go:3x3", 40, 20)]
    {
        let game = go(spec);
        let (mut checked, mut said) = (0, 0);
        for _ in 0..plays {
            let mut line = vec![game.start()];
            while let Some(m) = rng.choose(game.moves(line.last().unwrap())) {
                line.push(game.play(line.last().unwrap(), m));
            }
            line.pop();
            // From the end, as far as all lines can be looked at.
            for p in line.iter().rev() {
                let Some(value) = minimax(&game, p, (-99, 99), &mut 100_000) else { break };
                checked += 1;
                said += usize::from(game.with_tactics(Check(p, value)));
            }
        }
        println!("{spec}: {checked} positions checked, {said} with a bound that tells something");
        assert!(checked >= least, "{spec}: {checked}");
    }
}

/// Whether player 1 gets at least so much, by search with the whole past.
fn reaches(whole: &mut whole::Whole, p: &Position, allowance: u64) -> Option<bool> {
    let narrow = |stones: [u128; 2]| stones.map(|set| set as u64);
    let winner = whole.ask(narrow(p.stones), p.turn, p.past().map(narrow), allowance, Watch::NEVER)?;
    Some(winner == Player::One)
}

/// One memory for many pasts: what is found with one is used with another only where it holds.
#[test]
fn answers_hold_with_the_pasts_they_are_used_on() {
    let mut rng = attractor_game::Rng::new(5);
    for (spec, plays, least) in
        [("go:2x2", 300, 900), ("go:1x4", 200, 600), ("go:1x5", 100, 600), ("go:2x3", 120, 600), ("go:3x3", 60, 600)]
    {
        let game = go(spec);
        let size = game.grid.size();
        let forced =
            Arc::new(forced::Forced::new(game.grid.rows, game.grid.columns, &game.symmetries, Watch::NEVER).unwrap());
        let mut searches: Vec<whole::Whole> =
            (1 - size..=size).map(|least| whole::Whole::new(forced.clone(), least, Watch::NEVER).unwrap()).collect();
        let (mut checked, mut open) = (0, 0);
        for _ in 0..plays {
            let mut line = vec![game.start()];
            // Passes are rare, so that pasts are long.
            for _ in 0..60 {
                let p = line.last().unwrap();
                let stones = || game.moves(p).filter(|&m| m != Move::PASS);
                let m = if p.passes == 0 && rng.below(8) == 0 { None } else { rng.choose(stones()) };
                let next = game.play(p, m.unwrap_or(Move::PASS));
                if next.passes == 2 {
                    break;
                }
                line.push(next);
            }
            for p in line.iter().rev().filter(|p| p.passes == 0) {
                let Some(value) = minimax(&game, p, (-99, 99), &mut 100_000) else { break };
                let value = value * p.turn.sign() as i32;
                for (whole, least) in searches.iter_mut().zip(1 - size..) {
                    match reaches(whole, p, 20_000) {
                        Some(yes) => assert_eq!(yes, value >= least, "{spec} {} {value} {least}", game.write(p)),
                        None => open += 1,
                    }
                    checked += 1;
                }
            }
        }
        println!("{spec}: {checked} questions, {open} left open");
        assert!(checked >= least && 100 * open <= checked, "{spec}: {checked} {open}");
    }
}

fn value_of_the_start(spec: &str, value: i32) {
    let game = go(spec);
    let forced =
        Arc::new(forced::Forced::new(game.grid.rows, game.grid.columns, &game.symmetries, Watch::NEVER).unwrap());
    for least in [value, value + 1] {
        if least <= game.grid.size() {
            let found = reaches(
                &mut whole::Whole::new(forced.clone(), least, Watch::NEVER).unwrap(),
                &game.start(),
                100_000_000,
            );
            assert_eq!(found, Some(least == value), "{spec} {least}");
        }
    }
}

#[test]
fn values_of_small_boards() {
    for (spec, value) in
        [("go:2x2", 1), ("go:1x5", 0), ("go:2x3", 0), ("go:2x4", 8), ("go:3x3", 9), ("go:3x4", 4), ("go:2x5", 10)]
    {
        value_of_the_start(spec, value);
    }
}

#[test]
#[ignore = "long"]
fn value_of_four_by_four() {
    value_of_the_start("go:4x4", 2);
}

#[test]
fn names_are_forgiven_and_nonsense_is_refused() {
    let game = go("go:3x3");
    let p = game.start();
    assert_eq!(game.find(&p, " c3 ").ok(), Some(Move(2)));
    assert_eq!(game.find(&p, "PASS").ok(), Some(Move::PASS));
    assert_eq!(game.name(&p, Move(6)), "A1");
    let wide = go("go:9x9");
    assert_eq!(wide.name(&wide.start(), Move(8)), "J9");
    assert_eq!(wide.find(&wide.start(), "I9").unwrap_err().id(), "illegal-move");
    assert_eq!(refused(&game, "..X/.../..# X"), ("bad-cell", 11));
    assert_eq!(refused(&game, "..X/... X"), ("bad-row-count", 1));
    assert_eq!(refused(&game, "..X/..../... X"), ("bad-row-length", 8));
    assert_eq!(refused(&game, "..X/.../..."), ("turn-missing", 1));
    assert_eq!(refused(&game, "..X/.../... Z"), ("bad-turn", 13));
    assert_eq!(refused(&game, "..X/.../... X pas"), ("bad-behind-turn", 15));
    assert_eq!(refused(&game, "..X/.../... X pass pass pass"), ("bad-behind-turn", 25));
    assert_eq!(refused(&game, "..X/.../... X after 1-1"), ("bad-past-board", 21));
    assert_eq!(refused(&game, "..X/.../... X pass after 1-2 200-1"), ("bad-past-board", 30));
    assert_eq!(refused(&game, "OX./X../... X"), ("no-liberty", 1));
    let read = game.read(" ..x / ... / ... o  pass  after 1-2 1-2 4-0").unwrap();
    assert_eq!(game.write(&read), "..X/.../... O pass after 1-2");
    for (spec, id) in [
        ("go:0x3", "size-out-of-range"),
        ("go:10x3", "size-out-of-range"),
        ("go:3", "bad-size"),
        ("go:3x3,komi=0.5", "bad-komi"),
        ("go:3x3,komi=10", "bad-komi"),
        ("go:3x3,handicap=2", "unknown-option"),
    ] {
        assert_eq!(Go::from_spec(&spec.parse().unwrap()).map_err(|e| e.id()).unwrap_err(), id, "{spec}");
    }
}

/// A study that is cancelled at any of its checks ends at once and claims nothing.
#[test]
fn studies_end_when_their_watch_is_over() {
    struct Cancelled(u32);
    impl attractor_game::Question<Go> for Cancelled {
        type Answer = Option<u32>;
        fn without(self) -> Option<u32> {
            None
        }
        fn with<T: attractor_game::Tactics<Position = Position>>(self, tactics: T) -> Option<u32> {
            let checks = std::cell::Cell::new(0);
            let check = || {
                checks.set(checks.get() + 1);
                let over = checks.get() > self.0;
                if over { Err(attractor_game::Error::limit("over", "over")) } else { Ok(()) }
            };
            let mut memory = T::Memory::new(&tactics);
            let n = tactics.node(&mut memory, &go("go:4x4").start());
            let bounds = tactics.bounds(&mut memory, &n, 1, Stage::Entered(Watch::new(&check)), &mut 0);
            assert_eq!(bounds, attractor_game::Bounds::OPEN, "{}", self.0);
            Some(checks.get() - self.0)
        }
    }
    // In the proof without the past, while all boards are listed, while what can be forced is worked out.
    for checks in [0, 1, 50, 100, 1_000, 3_000, 6_000] {
        let later = attractor_game::Playable::with_tactics(&go("go:4x4"), Cancelled(checks)).expect("it has tactics");
        assert!((1..10).contains(&later), "{checks}: {later} checks after the last");
    }
}
