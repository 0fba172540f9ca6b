//! Sizes that a game can have.

use attractor_game::Error;
use std::ops::RangeInclusive;

/// Moves that a position of a game can have at most: lists of moves stay within some megabytes.
///
/// `nim:65535+65535` has 131,070.
pub const MOST_MOVES: usize = 1 << 17;

/// Refuses a game in which a position may have more moves than [`MOST_MOVES`].
pub fn most_moves(moves: usize) -> Result<(), Error> {
    if moves <= MOST_MOVES {
        return Ok(());
    }
    Err(Error::new(
        "too-many-moves-at-once",
        "a position of this game would have {moves} moves: at most {most} are possible",
    )
    .arg("moves", moves)
    .arg("most", MOST_MOVES))
}

/// Refuses a size outside its range; `name` says which size it is.
pub(crate) fn within(name: &'static str, value: usize, range: RangeInclusive<usize>) -> Result<(), Error> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Error::new("size-out-of-range", "{name} is {value} here, and can be from {low} to {high}")
        .arg("name", name)
        .arg("value", value)
        .arg("low", range.start())
        .arg("high", range.end()))
}

/// Refuses a board of more cells than its set of bits holds.
pub(crate) fn cells(rows: usize, columns: usize, limit: usize) -> Result<(), Error> {
    if rows.saturating_mul(columns) <= limit {
        return Ok(());
    }
    Err(Error::new("too-many-cells", "a board of {rows}x{columns} is too large: at most {limit} cells are possible")
        .arg("rows", rows)
        .arg("columns", columns)
        .arg("limit", limit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Euclid, Juniper, Kayles, Nim, Wythoff};
    use attractor_game::{Game, Spec};

    /// The error of a spec, or the number of moves at the start, counted a little past the bound.
    fn moves(text: &str) -> Result<usize, &'static str> {
        fn of<G: Game>(game: Result<G, Error>) -> Result<usize, &'static str> {
            let game = game.map_err(|error| error.id())?;
            Ok(game.moves(&game.start()).take(MOST_MOVES + 1).count())
        }
        let spec: Spec = text.parse().unwrap();
        match spec.name() {
            "nim" => of(Nim::from_spec(&spec)),
            "euclid" => of(Euclid::from_spec(&spec)),
            "wythoff" => of(Wythoff::from_spec(&spec)),
            "kayles" => of(Kayles::from_spec(&spec)),
            "juniper" => of(Juniper::from_spec(&spec)),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn no_position_has_more_moves_than_the_bound() {
        assert_eq!(moves("nim:65535+65535"), Ok(131_070));
        assert_eq!(moves("nim:65535+65535+65535+65535,take=1/7"), Ok(8));
        assert_eq!(moves("euclid:65535,1"), Ok(65_535));
        assert_eq!(moves("wythoff:43690+43690"), Ok(131_070));
        let sixteen = ["65535"; 16].join("+");
        for spec in ["nim:65535+65535+65535", &format!("nim:{sixteen}"), &format!("nim:{sixteen},take=1-65535")] {
            assert_eq!(moves(spec), Err("too-many-moves-at-once"), "{spec}");
        }
        for spec in [
            "euclid:4294967295,1",
            "euclid:65536,1",
            "euclid:1,65536",
            "euclid:18446744073709551615,1",
            "wythoff:43691+1",
            "wythoff:65535+65535",
            "kayles:65",
            "juniper:128",
        ] {
            assert_eq!(moves(spec), Err("size-out-of-range"), "{spec}");
        }
        // A position of two numbers near each other leads to one of a large and a small number.
        let game = Euclid::from_spec(&"euclid:65535,65534".parse().unwrap()).unwrap();
        let next = game.play(&game.start(), game.moves(&game.start()).next().unwrap());
        assert!(game.moves(&next).count() <= MOST_MOVES);
    }

    /// The numbers of a take list are kept once, however often the list has them.
    #[test]
    fn overlapping_ranges_of_takes_are_read_in_little_memory() {
        let text = format!("nim:9,take={}", vec!["1-65535"; 20_000].join("/"));
        assert_eq!(moves(&text), Ok(9));
    }
}
