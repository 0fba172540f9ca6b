//! The games: one folder each, with its rules, notation, symmetry, heuristics and tests together.
//!
//! [`ENTRIES`] has the names of each, its rules in one sentence, its sizes and options. Beside them are a tree given by
//! hand ([`Tree`]), any game with the result turned round ([`Misere`]), several at once, of normal play ([`Sum`]), and games
//! of different kinds under one type ([`Either`]).
//!
//! Each is a rules object, made by `new` or from the text that a person types, and plain positions, which tell their turn
//! and what is on the board. Nothing here knows a solver.
//!
//! ```
//! use attractor_game::{Game, Notation, Player};
//! use attractor_games::Connect4;
//!
//! let game: Connect4 = "connect4:5x4".parse()?;
//! let mut position = game.start();
//! for name in game.split("3345") {
//!     position = game.play(&position, game.find(&position, name)?);
//! }
//! assert_eq!(game.write(&position), "...../...../..O../..XXO X");
//! assert_eq!((position.turn(), position.discs(Player::One).count_ones()), (Player::One, 2));
//! assert_eq!(game.drop_into(&position, 1).map(|m| game.column(m)), Some(1));
//! # Ok::<(), attractor_game::Error>(())
//! ```

/// Every game that has a name: its folder, its type, and how surfaces compile it: `alone`, as a `part` of sums, or both.
macro_rules! games {
    ($then:ident $($before:tt)*) => {
        $then! {
            $($before)*
            nim::Nim: part;
            chomp::Chomp: alone;
            mnk::Mnk: alone;
            connect4::Connect4: alone;
            domineering::Domineering: alone part;
            teeko::Teeko: alone;
            morris::Morris: alone;
            dobutsu::Dobutsu: alone;
            kayles::Kayles: part;
            wythoff::Wythoff: part;
            euclid::Euclid: part;
            juniper::Juniper: part;
            awale::Awale: alone;
            othello::Othello: alone;
            draughts::Draughts: alone;
            chess::Chess: alone;
            go::Go: alone;
        }
    };
}

macro_rules! folders {
    ($($folder:ident::$game:ident: $($kind:ident)+;)*) => {$(
        pub mod $folder;
        pub use $folder::$game;
    )*};
}
games!(folders);

pub mod combinatorial;
pub mod combine;
pub mod impartial;
pub mod tree;

mod bits;
mod coordinates;
#[cfg(test)]
mod declared;
mod estimate;
mod limits;
mod list;
mod named;
mod ranking;
mod signs;
mod symmetry;
#[cfg(test)]
mod testing;
mod text;
mod word;

pub use combine::{Either, Misere, Sum};
pub use estimate::OrZero;
pub use impartial::Impartial;
pub use limits::{MOST_MOVES, most_moves};
pub use list::{ByName, ENTRIES, Entry, Listed, Part, Phrase, Visitor, visit};
pub use tree::Tree;
