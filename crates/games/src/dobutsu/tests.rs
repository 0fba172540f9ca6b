use super::*;
use crate::testing::{after, bijective, in_and_out, obeys_the_laws, perft, predecessors, refused};
use attractor_game::{Indexed, Notation, Retrograde, Rng, Score};

fn dobutsu() -> Dobutsu {
    Dobutsu::new()
}

/// The rules again, on a board of characters seen by player 1 at the bottom, as plainly as can be.
mod naive {
    #[derive(Clone)]
    pub(super) struct Board {
        cells: [[char; 3]; 4],
        hand: Vec<char>,
        /// Player 1, with capital letters, is to move.
        capital: bool,
    }

    pub(super) fn read(text: &str) -> Board {
        let words: Vec<&str> = text.split(' ').collect();
        let mut cells = [['.'; 3]; 4];
        for (r, row) in words[0].split('/').enumerate() {
            row.chars().enumerate().for_each(|(c, sign)| cells[r][c] = sign);
        }
        let hand = if words.len() == 3 { words[1].chars().collect() } else { Vec::new() };
        Board { cells, hand, capital: words[words.len() - 1] == "1" }
    }

    fn reaches(animal: char, rows: i32, columns: i32) -> bool {
        // Rows up are ahead for capital letters.
        let ahead = if animal.is_uppercase() { -rows } else { rows };
        let near = rows.abs() <= 1 && columns.abs() <= 1 && (rows, columns) != (0, 0);
        near && match animal.to_ascii_uppercase() {
            'L' => true,
            'G' => rows == 0 || columns == 0,
            'E' => rows != 0 && columns != 0,
            'C' => ahead == 1 && columns == 0,
            'H' => ahead == 1 || columns == 0 || rows == 0,
            _ => false,
        }
    }

    fn steps(b: &Board) -> Vec<((usize, usize), (usize, usize))> {
        let cells = || (0..4usize).flat_map(|r| (0..3usize).map(move |c| (r, c)));
        let own = |sign: char| sign != '.' && sign.is_uppercase() == b.capital;
        let mut list = Vec::new();
        for from in cells().filter(|&(r, c)| own(b.cells[r][c])) {
            for to in cells().filter(|&(r, c)| !own(b.cells[r][c])) {
                let (rows, columns) = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
                if reaches(b.cells[from.0][from.1], rows, columns) {
                    list.push((from, to));
                }
            }
        }
        list
    }

    pub(super) fn next(b: &Board) -> Vec<Board> {
        let (mine, theirs) = if b.capital { ('L', 'l') } else { ('l', 'L') };
        if !b.cells.iter().flatten().any(|&s| s == mine) {
            return Vec::new();
        }
        let mut steps = steps(b);
        let takes = |&(_, (r, c)): &((usize, usize), (usize, usize))| b.cells[r][c] == theirs;
        let catch = steps.iter().any(takes);
        if catch {
            steps.retain(takes);
        } else if b.cells[if b.capital { 3 } else { 0 }].contains(&theirs) {
            return Vec::new();
        }
        let case = |s: char| if b.capital { s.to_ascii_uppercase() } else { s.to_ascii_lowercase() };
        let mut list = Vec::new();
        for (from, to) in steps {
            let mut n = b.clone();
            let animal = n.cells[from.0][from.1];
            let last = to.0 == if b.capital { 0 } else { 3 };
            let taken = n.cells[to.0][to.1];
            n.cells[from.0][from.1] = '.';
            n.cells[to.0][to.1] = if animal == case('C') && last { case('H') } else { animal };
            match taken.to_ascii_uppercase() {
                '.' => {}
                'H' => n.hand.push(case('C')),
                other => n.hand.push(case(other)),
            }
            n.capital = !b.capital;
            list.push(n);
        }
        let mut put: Vec<char> = b.hand.iter().copied().filter(|s| s.is_uppercase() == b.capital).collect();
        put.sort_unstable();
        put.dedup();
        for animal in put.into_iter().filter(|_| !catch) {
            for (r, c) in (0..4).flat_map(|r| (0..3).map(move |c| (r, c))).filter(|&(r, c)| b.cells[r][c] == '.') {
                let mut n = b.clone();
                n.cells[r][c] = animal;
                let at = n.hand.iter().position(|&s| s == animal).unwrap();
                n.hand.remove(at);
                n.capital = !b.capital;
                list.push(n);
            }
        }
        list
    }

    pub(super) fn perft(b: &Board, depth: u32) -> u64 {
        if depth == 0 { 1 } else { next(b).iter().map(|n| perft(n, depth - 1)).sum() }
    }
}

#[test]
fn lines_of_play() {
    let game = dobutsu();
    let start = game.write(&game.start());
    assert_eq!(start, "gle/.c./.C./ELG 1");
    for depth in 1..=5 {
        assert_eq!(perft(&game, &game.start(), depth), naive::perft(&naive::read(&start), depth as u32));
    }
    assert_eq!(perft(&game, &game.start(), 1), 4);
    let mut rng = Rng::new(12);
    let mut p = game.start();
    for _ in 0..3_000 {
        let text = game.write(&p);
        assert_eq!(perft(&game, &p, 2), naive::perft(&naive::read(&text), 2), "{text}");
        p = rng.choose(game.moves(&p)).map_or(game.start(), |m| game.play(&p, m));
    }
}

fn names(text: &str) -> Vec<String> {
    let game = dobutsu();
    let p = game.read(text).unwrap();
    game.moves(&p).map(|m| game.name(&p, m)).collect()
}

#[test]
fn the_lion_is_caught_or_arrives() {
    let game = dobutsu();
    // The chick has taken the chick and threatens the lion; there are other moves, but none that keeps it.
    let p = after(&game, "b3-b2");
    assert_eq!(game.write(&p), "gle/.C./.../ELG C 2");
    let p = after(&game, "b3-b2 c1-b2 C*b3 b2-a3 b4-a3");
    assert_eq!(game.write(&p), "gl./.../LC./E.G Ec 2");
    // Who can take the lion does, and does nothing else.
    assert_eq!(names("gl./.L./.../E.G Cec 2"), ["b1-b2"]);
    let p = game.read("gl./.L./.../E.G Cec 2").unwrap();
    let p = game.play(&p, game.find(&p, "b1-b2").unwrap());
    assert_eq!(game.write(&p), "g../.l./.../E.G Clec 1");
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score::LOSS));
    // A lion on the last row has won unless it can be taken.
    let p = game.read("L.l/.../.../EG. CGec 2").unwrap();
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score::LOSS));
    assert_eq!(names("Ll./.../.../EG. CGec 2"), ["b1-a1"]);
    assert_eq!(game.read("L.l/.../.../EG. CGec 1").unwrap_err().id(), "mover-has-won");
}

#[test]
fn chicks_and_hens() {
    let game = dobutsu();
    let p = game.read("..l/C../.../ELG gec 1").unwrap();
    let hen = game.play(&p, game.find(&p, "a2-a1").unwrap());
    assert_eq!(game.write(&hen), "H.l/.../.../ELG gec 2");
    let p = game.read("H.l/g../.../EL. gCe 2").unwrap();
    let taken = game.play(&p, game.find(&p, "a2-a1").unwrap());
    assert_eq!(game.write(&taken), "g.l/.../.../EL. Cgec 1");
    let put = game.play(&taken, game.find(&taken, "c*B1").unwrap());
    assert_eq!(game.write(&put), "gCl/.../.../EL. gec 2");
    let twin = game.read("gCl/.../.../EL. gec 1").unwrap();
    assert!(game.moves(&twin).all(|m| m.from != 1), "a chick on the last row does not move");
}

#[test]
fn numbers() {
    let game = dobutsu();
    assert_eq!((game.size(), game.tiers()[0].end), (824_600_346, 641_424_258));
    let mirror = |text: &str| game.index(&game.read(text).unwrap());
    assert_eq!(mirror("gl./.../LC./E.G Ec 2"), mirror(".lg/.../.CL/G.E Ec 2"));
    assert_eq!(mirror("gl./.../LC./E.G Ec 2"), mirror("g.e/.cl/.../.LG eC 1"), "turned round");
    // Both lions in the middle, and one of them alone there: about half of the numbers are in use.
    let (pair, alone) = (11_878_227, 641_424_258 + 22_897_011);
    for begin in [pair * 35, pair * 36, alone, alone + 22_897_011, 0, pair * 10] {
        let used = bijective(&game, begin..begin + 100_000);
        assert!((45_000..=100_000).contains(&used), "{begin}: {used}");
        in_and_out(&game, begin..begin + 3_000);
    }
}

/// On positions anywhere, reachable or not, those that are their own mirror images among them.
#[test]
fn predecessors_of_positions_anywhere() {
    let game = dobutsu();
    let check = |i: u64| {
        let Some(p) = game.position(i) else { return };
        assert_eq!(game.index(&p), i);
        let forwards = |r: &Position, j: u64| {
            let r = game.position(game.index(r)).unwrap();
            game.moves(&r).filter(|&m| game.index(&game.play(&r, m)) == j).count()
        };
        let backwards = |q: &Position, j: u64| predecessors(&game, q).iter().filter(|r| game.index(r) == j).count();
        for r in predecessors(&game, &p) {
            assert_eq!(forwards(&r, i), backwards(&p, game.index(&r)), "{} to {}", game.write(&r), game.write(&p));
            assert_eq!(game.read(&game.write(&r)), Ok(r), "a predecessor is a possible position");
        }
        for m in game.moves(&p) {
            let j = game.index(&game.play(&p, m));
            let q = game.position(j).unwrap();
            assert_eq!(backwards(&q, i), forwards(&p, j), "{} {}", game.write(&p), game.name(&p, m));
        }
    };
    (0..game.size()).step_by(199_999).for_each(check);
    for text in [".l./.c./.C./.L. GGEE 1", ".l./.C./.C./.L. GGee 1", "g.g/.l./.../CLC EE 1", ".../.l./C.C/... lGEge 1"]
    {
        let p = game.read(text).unwrap();
        assert_eq!(p.mirrored(), p);
        check(game.index(&p));
        game.moves(&p).for_each(|m| check(game.index(&game.play(&p, m))));
        game.predecessors(&p, |r| check(game.index(&r)));
    }
}

#[test]
fn laws() {
    obeys_the_laws(&dobutsu());
    obeys_the_laws(&dobutsu().with_first(Player::Two));
}

#[test]
fn bad_input() {
    let id = |spec: &str| Dobutsu::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(id("dobutsu:3x4"), "no-size");
    assert_eq!(id("dobutsu,drops"), "unknown-option");
    let game = dobutsu();
    assert_eq!(refused(&game, ""), ("bad-row-length", 1));
    assert_eq!(refused(&game, "gle/.c./.C. 1"), ("bad-row-count", 1));
    assert_eq!(refused(&game, "gle/.c./.C./ELX 1"), ("bad-cell", 15));
    assert_eq!(refused(&game, "gle/.c./.C./ELG H 1"), ("bad-hand", 17));
    assert_eq!(refused(&game, "gle/.c./.C./ELG C 1"), ("bad-animal-count", 1));
    assert_eq!(refused(&game, "g.e/.c./.C./ELG 1"), ("bad-lions", 1));
    assert_eq!(refused(&game, "g.e/.c./.C./ELG L 1"), ("bad-lions", 1));
    assert!(game.read("g.e/.c./.C./ELG L 2").is_ok());
    assert_eq!(refused(&game, "gle/.c./.C./ELG"), ("turn-missing", 1));
    assert_eq!(refused(&game, "gle/.c./.C./ELG 3"), ("bad-turn", 17));
    assert_eq!(game.find(&game.start(), "C*a2").unwrap_err().id(), "illegal-move");
}

/// Predecessors come in one order, and none after the first one that breaks.
#[test]
fn predecessors_stop_where_asked() {
    use std::ops::ControlFlow;
    let (game, mut rng) = (Dobutsu::new(), Rng::new(6));
    for _ in 0..200 {
        let mut p = game.start();
        for _ in 0..rng.below(40) {
            let Some(m) = rng.choose(game.moves(&p)) else { break };
            p = game.play(&p, m);
        }
        let p = game.position(game.index(&p)).unwrap();
        let all = predecessors(&game, &p);
        for wanted in [1, all.len() / 2, all.len()] {
            let mut some = Vec::new();
            let end = game.try_predecessors(&p, |q| {
                some.push(q);
                if some.len() == wanted { ControlFlow::Break(wanted) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(end.is_break(), (1..=all.len()).contains(&wanted));
            assert_eq!(some, all[..if end.is_break() { wanted } else { all.len() }]);
        }
    }
}
