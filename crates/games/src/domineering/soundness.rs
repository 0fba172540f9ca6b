//! Everything the tactics claim is compared with plain play.

use super::{
    Domineering, Position,
    grid::{Grid, Word},
    pieces::Pieces,
    tactics::Parts,
};
use crate::bits::Set;
use attractor_game::{Game, Memory, Playable, Player, Rng, Stage, Tactics, Watch};
use std::collections::HashMap;

/// Who wins, by the rules alone.
#[derive(Default)]
struct Plain(HashMap<(u128, Player), bool>);

impl Plain {
    fn wins(&mut self, game: &Domineering, p: &Position) -> bool {
        let key = (game.free(p), p.turn);
        if let Some(&won) = self.0.get(&key) {
            return won;
        }
        let won = game.moves(p).any(|m| !self.wins(game, &game.play(p, m)));
        self.0.insert(key, won);
        won
    }
}

/// The plainest search over tactics, which checks each bound that it meets against the outcome it finds.
struct Search<W: Word> {
    tactics: Parts<W>,
    memory: <Parts<W> as Tactics>::Memory,
    table: HashMap<u128, i32>,
}

impl<W: Word> Search<W> {
    fn new(tactics: Parts<W>) -> Search<W> {
        Search { memory: Memory::new(&tactics), tactics, table: HashMap::new() }
    }

    fn solve(&mut self, mut node: <Parts<W> as Tactics>::Node) -> i32 {
        let bounds = self.tactics.settle(&mut self.memory, &mut node);
        if bounds.lo == bounds.hi {
            return bounds.lo;
        }
        let key = self.tactics.key(&mut self.memory, &node);
        if let Some(&score) = self.table.get(&key) {
            return score;
        }
        let mut children = Vec::new();
        self.tactics.children(&mut self.memory, &node, |_, child, _| {
            children.push(child);
            true
        });
        let best = children.into_iter().map(|child| -self.solve(child)).max().unwrap_or(-1);
        let bounds = self.tactics.bounds(&mut self.memory, &node, 1, Stage::Entered(Watch::NEVER), &mut 0);
        assert!(bounds.lo <= best && best <= bounds.hi, "{node:?} {bounds:?} {best}");
        self.table.insert(key, best);
        best
    }

    /// The outcome of a position equals that of plain play, and so do the bounds of its node.
    fn check(&mut self, game: &Domineering, plain: &mut Plain, p: &Position) {
        let expected = if plain.wins(game, p) { 1 } else { -1 };
        let mut node = self.tactics.node(&mut self.memory, p);
        let settled = self.tactics.settle(&mut self.memory, &mut node);
        let entered = self.tactics.bounds(&mut self.memory, &node, 1, Stage::Entered(Watch::NEVER), &mut 0);
        for bounds in [settled, entered] {
            assert!(bounds.lo <= expected && expected <= bounds.hi, "{p:?} {bounds:?} {expected}");
        }
        assert_eq!(self.solve(node), expected, "{p:?}");
    }
}

/// These cells are free, the others are covered by whomever.
fn position(game: &Domineering, free: u128, turn: Player) -> Position {
    Position { covered: [game.board & !free, 0], turn }
}

/// With small pieces, so that small boards are cut as large ones are.
fn every_set_of_cells(rows: usize, columns: usize, piece: u32, one_in: usize) {
    let game = Domineering::new(rows, columns).unwrap();
    let mut plain = Plain::default();
    let mut search = Search::new(Parts::<u64>::with_limits(&game, piece, piece - 2));
    let mut rng = Rng::new(7);
    for free in 0..1u128 << (rows * columns) {
        if rng.below(one_in) == 0 {
            for turn in Player::BOTH {
                search.check(&game, &mut plain, &position(&game, free, turn));
            }
        }
    }
}

#[test]
fn every_set_of_cells_of_small_boards() {
    for piece in [2, 4, 6] {
        every_set_of_cells(4, 4, piece, 1);
        every_set_of_cells(3, 5, piece, 1);
        every_set_of_cells(5, 3, piece, 1);
    }
}

#[test]
fn sets_of_cells_of_twenty() {
    for piece in [3, 7, 10] {
        every_set_of_cells(4, 5, piece, 40);
        every_set_of_cells(5, 4, piece, 40);
    }
    every_set_of_cells(2, 10, 5, 40);
    every_set_of_cells(10, 2, 5, 40);
}

#[test]
fn random_sets_of_larger_boards_in_both_word_sizes() {
    let mut rng = Rng::new(11);
    for (rows, columns) in [(5, 5), (6, 5), (5, 6), (3, 10)] {
        let game = Domineering::new(rows, columns).unwrap();
        let mut plain = Plain::default();
        let mut narrow = Search::new(Parts::<u64>::with_limits(&game, 8, 4));
        let mut wide = Search::new(Parts::<u128>::with_limits(&game, 16, 4));
        for _ in 0..150 {
            let free = (0..rows * columns).filter(|_| rng.below(26) < 17).fold(0, |set, cell| set | 1 << cell);
            for turn in Player::BOTH {
                let p = position(&game, free, turn);
                narrow.check(&game, &mut plain, &p);
                wide.check(&game, &mut plain, &p);
            }
        }
    }
}

#[test]
fn every_board_up_to_five_by_five() {
    for rows in 1..=5 {
        for columns in 1..=5 {
            for piece in [4, 16] {
                for first in Player::BOTH {
                    let game = Domineering::new(rows, columns).unwrap().with_first(first);
                    let mut search = Search::new(Parts::<u64>::with_limits(&game, piece, piece - 2));
                    search.check(&game, &mut Plain::default(), &game.start());
                }
            }
        }
    }
}

/// Ten wide, more than 64 cells, a handful of them free: the bits above 64 are right.
#[test]
fn large_boards_nearly_full() {
    let mut rng = Rng::new(13);
    for (rows, columns) in [(12, 10), (8, 16), (5, 25), (16, 5), (128, 1), (1, 26), (9, 9)] {
        let game = Domineering::new(rows, columns).unwrap();
        let mut plain = Plain::default();
        let mut search = Search::new(Parts::<u128>::with_limits(&game, 4, 4));
        for _ in 0..40 {
            let cells = rows * columns;
            let mut free = 0u128;
            for _ in 0..3 {
                let (r, c) = (rng.below(rows), rng.below(columns));
                for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (0, 2)] {
                    if r + i < rows && c + j < columns {
                        free |= 1 << ((r + i) * columns + c + j);
                    }
                }
            }
            assert!(free.count_ones() as usize <= cells);
            for turn in Player::BOTH {
                search.check(&game, &mut plain, &position(&game, free, turn));
            }
        }
    }
}

/// What is left of a part is the same from the cells beside a domino as from all cells; rows are found without division.
#[test]
fn parts_without_a_domino() {
    let mut rng = Rng::new(17);
    for (rows, columns) in [(6, 6), (12, 10), (5, 25), (128, 1), (1, 26), (9, 14)] {
        let grid = Grid::<u128>::new(rows, columns);
        for _ in 0..200 {
            let set = (0..rows * columns).filter(|_| rng.below(4) > 0).fold(0u128, |set, cell| set | 1 << cell);
            for part in grid.parts(set) {
                let first = part.trailing_zeros() as usize;
                assert!(grid.cornered(part).trailing_zeros() < columns as u32);
                assert_eq!(grid.cornered(part).count_ones(), part.count_ones(), "{rows}x{columns} from {first}");
                for vertical in [true, false] {
                    let places = grid.places(part, vertical);
                    if places != 0 {
                        let domino = grid.domino(places.lowest(), vertical);
                        let mut near: Vec<u128> = grid.parts_without(part, domino).collect();
                        let mut all: Vec<u128> = grid.parts(part & !domino).collect();
                        near.sort_unstable();
                        all.sort_unstable();
                        assert_eq!(near, all);
                    }
                }
            }
        }
    }
}

/// Mirrored in the diagonal, every set of cells has the negative value, also on boards where its image does not fit.
#[test]
fn mirrored_sets_are_negative() {
    for (rows, columns) in [(3, 4), (2, 6)] {
        let mut pieces = Pieces::new(Grid::<u64>::new(rows, columns));
        let mut wide = Pieces::new(Grid::<u64>::new(columns, rows));
        for set in 0..1u64 << (rows * columns) {
            let cells = (0..rows * columns).filter(|cell| set >> cell & 1 != 0);
            let image = cells.fold(0, |image, cell| image | 1 << (cell % columns * rows + cell / columns));
            let value = pieces.sum(set).unwrap();
            let negative = wide.sum(image).unwrap();
            let negative = wide.forms.negate(negative).unwrap();
            assert_eq!(pieces.forms.hash(value), wide.forms.hash(negative), "{set:b}");
        }
    }
}

#[test]
fn values() {
    let value = |rows, columns| {
        let game = Domineering::new(rows, columns).unwrap();
        game.combinatorial(&game.start(), attractor_game::Watch::NEVER).unwrap().value
    };
    for (rows, columns, text) in [
        (1, 1, "0"),
        (4, 1, "2"),
        (1, 26, "-13"),
        (2, 2, "±1"),
        (2, 3, "{2|-1/2}"),
        (3, 2, "{1/2|-2}"),
        (3, 3, "±1"),
        (4, 5, "1"),
        (5, 4, "-1"),
        (5, 5, "0"),
    ] {
        assert_eq!(value(rows, columns), text, "{rows}x{columns}");
    }
    let corner = Domineering::new(2, 2).unwrap().with_holes(&[(1, 1)]).unwrap();
    assert_eq!(corner.combinatorial(&corner.start(), attractor_game::Watch::NEVER).unwrap().value, "*");
    let large = Domineering::new(6, 6).unwrap();
    assert_eq!(large.combinatorial(&large.start(), attractor_game::Watch::NEVER).unwrap_err().id(), "part-too-large");
}
