use super::*;
use crate::testing::{self, after, obeys_the_laws};
use attractor_game::{Heuristics, Notation, Rng};

fn othello(size: usize) -> Othello {
    Othello::new(size).expect("a possible size")
}

#[test]
fn the_laws_hold() {
    for size in [4, 6, 8] {
        obeys_the_laws(&othello(size));
    }
    obeys_the_laws(&othello(6).with_first(Player::Two));
}

/// Lines of play as published; see the file for the source.
#[test]
fn lines_of_play_are_as_many_as_published() {
    for (size, text) in [(6, include_str!("../../perft/othello6.txt")), (8, include_str!("../../perft/othello.txt"))] {
        testing::perft_file(&othello(size), text, 20_000_000);
    }
}

#[test]
#[ignore = "long"]
fn longer_lines_of_play_are_as_many_as_published() {
    for (size, text) in [(6, include_str!("../../perft/othello6.txt")), (8, include_str!("../../perft/othello.txt"))] {
        testing::perft_file(&othello(size), text, u64::MAX);
    }
}

/// The rules once more, cell by cell.
fn turned_plainly(game: &Othello, p: &Position, row: isize, column: isize) -> u64 {
    let size = game.size() as isize;
    let at = |r: isize, c: isize| 1u64 << (8 * r + c);
    let (me, other) = p.seen();
    let mut all = 0;
    if (me | other) & at(row, column) != 0 {
        return 0;
    }
    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let (mut r, mut c, mut line) = (row + down, column + right, 0);
        while (0..size).contains(&r) && (0..size).contains(&c) && other & at(r, c) != 0 {
            line |= at(r, c);
            (r, c) = (r + down, c + right);
        }
        if (0..size).contains(&r) && (0..size).contains(&c) && me & at(r, c) != 0 {
            all |= line;
        }
    }
    all
}

#[test]
fn sets_of_cells_agree_with_the_rules_read_cell_by_cell() {
    let mut rng = Rng::new(5);
    for size in [4, 6, 8] {
        let game = othello(size);
        for _ in 0..200 {
            let mut p = game.start();
            while let Some(m) = rng.choose(game.moves(&p)) {
                let (me, other) = p.seen();
                let mut moves = 0;
                for cell in (0..64).filter(|cell| game.grid.cells >> cell & 1 != 0) {
                    let turned = turned_plainly(&game, &p, cell / 8, cell % 8);
                    if (me | other) >> cell & 1 == 0 {
                        assert_eq!(game.grid.flips(cell as usize, me, other), turned);
                    }
                    moves |= u64::from(turned != 0) << cell;
                }
                assert_eq!(game.grid.moves(me, other), moves);
                p = game.play(&p, m);
            }
        }
    }
}

/// Whatever is called stable is never turned again, however play goes on.
#[test]
fn stable_discs_are_never_turned() {
    let mut rng = Rng::new(8);
    let mut seen = 0;
    for round in 0..600 {
        let game = othello([4, 6, 8][round % 3]);
        let mut p = game.start();
        let mut safe = [0u64; 2];
        while let Some(m) = rng.choose(game.moves(&p)) {
            p = game.play(&p, m);
            for player in Player::BOTH {
                let (me, other) = (p.discs(player), p.discs(player.other()));
                assert_eq!(safe[player.index()] & !me, 0, "{}", game.write(&p));
                safe[player.index()] |= game.grid.stable(me, other);
                seen += safe[player.index()].count_ones();
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn texts_are_read_and_refused() {
    let game = othello(8);
    assert_eq!(
        game.write(&after(&game, "f5d6c3")),
        "......../......../..X...../...XX.../...OXX../...O..../......../........ O"
    );
    assert_eq!(after(&game, "F5 d6 C3"), after(&game, "f5d6c3"));
    let one_word = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let p = game.read(one_word).expect("a position of a collection");
    assert_eq!(p.discs[0].count_ones() + p.discs[1].count_ones(), 44);
    assert_eq!(game.read(&game.write(&p)), Ok(p));
    assert_eq!(testing::refused(&game, "......../........ X").0, "bad-row-count");
    assert_eq!(testing::refused(&game, &one_word[..64]).0, "turn-missing");
    assert_eq!(testing::refused(&game, &one_word.replace('-', "?")).0, "bad-cell");
    assert_eq!(Othello::from_spec(&"othello:5x5".parse().unwrap()).unwrap_err().id(), "othello-size");
    assert_eq!(Othello::from_spec(&"othello:4x6".parse().unwrap()).unwrap_err().id(), "othello-not-square");
    assert!(game.heuristic("features=1/2").is_err() && game.heuristic("discs").is_ok());
}

#[test]
fn empty_cells_are_the_winners() {
    let game = othello(4);
    // Player 2 has no disc left.
    let p = game.read("XXX./XXXX/XXXX/XXX. O").expect("a position");
    assert_eq!((game.moves(&p).count(), game.result(&p)), (0, Score(-16)));
    let p = game.read("XXXX/XXXX/OOOO/OOOO X").expect("a position");
    assert_eq!(game.result(&p), Score(0));
}
