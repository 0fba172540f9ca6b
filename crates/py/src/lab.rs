//! Connect Four as a lab of the course has it: grids of any discs, five weights, both players by number.
//!
//! The lab's grids need not come from a play (the numbers of discs are free, and so is who moves), and its utility gives a
//! won grid the weight of four in a row instead of an end of its own. So it has rules of its own here, and min-max is that of all games.

use crate::{arena::player, errors::raise, work::Allowed};
use attractor_game::{Error, Game, Heuristic, Player, Rng, Score};
use attractor_play::wilson as interval;
use attractor_solve::search::Search;
use pyo3::prelude::*;
use std::sync::atomic::Ordering::Relaxed;

const WIDTH: usize = 7;
const HEIGHT: usize = 6;
/// Bits of a column: one more than cells, so that no line runs from one column into the next.
const COLUMN: usize = HEIGHT + 1;
/// Steps between the cells of a line: upright, level, and both diagonals.
const STEPS: [usize; 4] = [1, COLUMN, COLUMN + 1, COLUMN - 1];
/// As deep as a grid is large.
const DEEPEST: u32 = (WIDTH * HEIGHT) as u32;

/// Discs of each player, a bit for each cell; and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Grid {
    discs: [u64; 2],
    turn: Player,
}

const fn cell(x: usize, y: usize) -> u64 {
    1 << (x * COLUMN + y)
}

/// All 69 lines.
const LINES: [u64; 69] = {
    let (mut lines, mut n, mut x) = ([0; 69], 0, 0);
    while x < WIDTH {
        let mut y = 0;
        while y < HEIGHT {
            let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
            let mut w = 0;
            while w < 4 {
                let (dx, dy) = ways[w];
                let (far_x, far_y) = (x as i32 + 3 * dx, y as i32 + 3 * dy);
                if far_x < WIDTH as i32 && far_y < HEIGHT as i32 && far_y >= 0 {
                    let mut i = 0;
                    while i < 4 {
                        lines[n] |= cell((x as i32 + i * dx) as usize, (y as i32 + i * dy) as usize);
                        i += 1;
                    }
                    n += 1;
                }
                w += 1;
            }
            y += 1;
        }
        x += 1;
    }
    assert!(n == 69);
    lines
};

fn won(discs: u64) -> bool {
    STEPS.iter().any(|&step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Grid {
    const EMPTY: Grid = Grid { discs: [0; 2], turn: Player::One };

    fn read(columns: &[Vec<i64>], turn: Player) -> Result<Grid, Error> {
        let shape =
            |what: String| Error::new("lab-grid", "a grid is a list of 7 columns of 6 cells; {what}").arg("what", what);
        if columns.len() != WIDTH {
            return Err(shape(format!("len(G) = {}", columns.len())));
        }
        let mut discs = [0; 2];
        for (x, column) in columns.iter().enumerate() {
            if column.len() != HEIGHT {
                return Err(shape(format!("len(G[{x}]) = {}", column.len())));
            }
            for (y, &value) in column.iter().enumerate() {
                match value {
                    0 => continue,
                    1 | 2 => discs[value as usize - 1] |= cell(x, y),
                    _ => {
                        return Err(Error::new("lab-cell", "the cell [{x}][{y}] holds {value}; expected 0, 1 or 2")
                            .arg("x", x)
                            .arg("y", y)
                            .arg("value", value));
                    }
                }
                if y > 0 && column[y - 1] == 0 {
                    return Err(Error::new("lab-floating", "the disc at [{x}][{y}] floats: the cell below is empty")
                        .arg("x", x)
                        .arg("y", y));
                }
            }
        }
        Ok(Grid { discs, turn })
    }

    fn write(&self) -> Vec<Vec<u32>> {
        let value = |x, y| match self.discs.map(|discs| discs & cell(x, y) != 0) {
            [true, _] => 1,
            [_, true] => 2,
            _ => 0,
        };
        (0..WIDTH).map(|x| (0..HEIGHT).map(|y| value(x, y)).collect()).collect()
    }

    fn winner(&self) -> u8 {
        Player::BOTH.into_iter().find(|p| won(self.discs[p.index()])).map_or(0, Player::number)
    }

    /// The lowest empty cell of a column.
    fn height(&self, x: usize) -> usize {
        let column = (self.discs[0] | self.discs[1]) >> (x * COLUMN) & ((1 << HEIGHT) - 1);
        column.trailing_ones() as usize
    }
}

/// The lab's rules.
struct Lab;

impl Game for Lab {
    type Position = Grid;
    type Move = u8;
    const ACYCLIC: bool = true;
    fn start(&self) -> Grid {
        Grid::EMPTY
    }
    fn turn(&self, p: &Grid) -> Player {
        p.turn
    }
    fn moves(&self, p: &Grid) -> impl Iterator<Item = u8> {
        let open = p.winner() == 0;
        (0..WIDTH as u8).filter(move |&x| open && p.height(x as usize) < HEIGHT)
    }
    fn play(&self, p: &Grid, x: u8) -> Grid {
        let mut next = Grid { discs: p.discs, turn: p.turn.other() };
        next.discs[p.turn.index()] |= cell(x as usize, p.height(x as usize));
        next
    }
    fn result(&self, p: &Grid) -> Score {
        match p.winner() {
            0 => Score::DRAW,
            n if n == p.turn.number() => Score::WIN,
            _ => Score::LOSS,
        }
    }
}

/// Weights of lines that hold none to four discs of one player and none of the other.
#[derive(Clone, Copy)]
struct Weights([f64; 5]);

impl Weights {
    fn read(weights: &[f64]) -> Result<Weights, Error> {
        let wrong = |what: String| {
            Error::new("lab-weights", "weights are a list of 5 numbers w0 to w4; {what}").arg("what", what)
        };
        let found: [f64; 5] = weights.try_into().map_err(|_| wrong(format!("len(W) = {}", weights.len())))?;
        match found.iter().position(|w| w.is_nan()) {
            Some(i) => Err(wrong(format!("W[{i}] = nan"))),
            None => Ok(Weights(found)),
        }
    }

    /// The utility of a grid for player 1.
    fn utility(&self, p: &Grid) -> f64 {
        let (mut sum, mut infinite) = (0.0, 0.0);
        for line in LINES {
            let [one, two] = p.discs.map(|discs| (discs & line).count_ones() as usize);
            let worth = match (one, two) {
                (0, 0) => continue,
                (n, 0) => self.0[n],
                (0, n) => -self.0[n],
                _ => continue,
            };
            // One line of four is as good as two, and those of both players do not make a number together.
            if worth.is_infinite() { infinite += worth.signum() } else { sum += worth }
        }
        if infinite == 0.0 { sum } else { f64::INFINITY * infinite }
    }
}

impl Heuristic<Lab> for Weights {
    fn estimate(&self, _: &Lab, p: &Grid) -> f64 {
        self.utility(p)
    }
    fn finished(&self, _: &Lab, p: &Grid) -> f64 {
        self.utility(p)
    }
}

fn depth(depth: i64) -> Result<u32, Error> {
    u32::try_from(depth).map(|depth| depth.min(DEEPEST)).map_err(|_| {
        Error::new("lab-depth", "the depth is a whole number from 0 to {most}, not {depth}")
            .arg("most", DEEPEST)
            .arg("depth", depth)
    })
}

/// The utility of a grid for a player.
#[pyfunction]
pub(crate) fn lab_utilite(grid: Vec<Vec<i64>>, number: i64, weights: Vec<f64>) -> PyResult<f64> {
    let turn = player(number)?;
    let grid = Grid::read(&grid, turn).map_err(raise)?;
    let utility = Weights::read(&weights).map_err(raise)?.utility(&grid) * turn.sign();
    // No student wants to see -0.
    Ok(if utility == 0.0 { 0.0 } else { utility })
}

/// The utility that min-max finds, and all cells that reach it.
#[pyfunction]
pub(crate) fn lab_minmax(
    py: Python<'_>,
    grid: Vec<Vec<i64>>,
    number: i64,
    weights: Vec<f64>,
    plies: i64,
) -> PyResult<(f64, Vec<(usize, usize)>)> {
    let turn = player(number)?;
    let grid = Grid::read(&grid, turn).map_err(raise)?;
    let (weights, depth) = (Weights::read(&weights).map_err(raise)?, depth(plies).map_err(raise)?);
    let search = |stop: &_| Search::new(&Lab, &weights).stopping(stop).best_moves(&grid, depth);
    // What takes a moment needs no thread.
    let found = if depth <= 3 {
        search(&false.into()).map_err(raise)?
    } else {
        Allowed::default().work(py, false, |stop, _| search(stop))?
    };
    let utility = found.value * turn.sign();
    let cells = found.best.iter().map(|&x| (x as usize, grid.height(x as usize))).collect();
    Ok((if utility == 0.0 { 0.0 } else { utility }, cells))
}

/// One play to its end; depth 0 plays at random.
fn play(
    weights: &Weights,
    depths: [u32; 2],
    rng: &mut Rng,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<Grid, Error> {
    let mut grid = Grid::EMPTY;
    loop {
        let chosen = match depths[grid.turn.index()] {
            0 => rng.choose(Lab.moves(&grid)),
            depth => {
                let search = Search::new(&Lab, weights).stopping(stop);
                rng.choose(search.best_moves(&grid, depth)?.best.into_iter())
            }
        };
        match chosen {
            Some(x) => grid = Lab.play(&grid, x),
            None => return Ok(grid),
        }
    }
}

/// A random play: who won, and the last grid.
#[pyfunction]
pub(crate) fn lab_random(seed: u64) -> PyResult<(u8, Vec<Vec<u32>>)> {
    let grid = play(&Weights([0.0; 5]), [0, 0], &mut Rng::new(seed), &false.into()).map_err(raise)?;
    Ok((grid.winner(), grid.write()))
}

/// A play between two depths: who won, and the last grid.
#[pyfunction]
pub(crate) fn lab_play(
    py: Python<'_>,
    weights: Vec<f64>,
    p1: i64,
    p2: i64,
    seed: u64,
) -> PyResult<(u8, Vec<Vec<u32>>)> {
    let weights = Weights::read(&weights).map_err(raise)?;
    let depths = [depth(p1).map_err(raise)?, depth(p2).map_err(raise)?];
    let grid = Allowed::default().work(py, false, |stop, _| play(&weights, depths, &mut Rng::new(seed), stop))?;
    Ok((grid.winner(), grid.write()))
}

/// Many plays: how often player 1 won, player 2, and nobody.
#[pyfunction]
#[pyo3(signature = (weights, p1, p2, games, seed, progress = None))]
pub(crate) fn lab_match(
    py: Python<'_>,
    weights: Vec<f64>,
    p1: i64,
    p2: i64,
    games: u64,
    seed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, u64)> {
    let weights = Weights::read(&weights).map_err(raise)?;
    let depths = [depth(p1).map_err(raise)?, depth(p2).map_err(raise)?];
    let counts = Allowed { progress, ..Allowed::default() }.work(py, false, |stop, meter| {
        let mut counts = [0; 3];
        for i in 0..games {
            if stop.load(Relaxed) {
                return Err(Error::limit("search-stopped", "stopped before the answer was found"));
            }
            let mut rng = Rng::new(seed ^ Rng::new(i).next_u64());
            counts[play(&weights, depths, &mut rng, stop)?.winner() as usize] += 1;
            meter.tell(i + 1, games);
        }
        Ok(counts)
    })?;
    Ok((counts[1], counts[2], counts[0]))
}

/// Wilson's interval for a proportion, at 95 %.
#[pyfunction]
pub(crate) fn wilson(wins: u64, games: u64) -> (f64, f64) {
    interval(wins, games)
}
