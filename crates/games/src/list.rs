//! The list of games: an entry for each name, and the rules by name.

use crate::{Either, named};
use attractor_game::{Error, Playable, Spec};
use std::str::FromStr;

/// A text in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// In English.
    pub english: &'static str,
    /// In French.
    pub french: &'static str,
}

/// What every list shows of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in a game's string.
    pub name: &'static str,
    /// Its name for people.
    pub title: Phrase,
    /// Its rules in one sentence.
    pub rules: Phrase,
    /// What the size looks like; empty if there is none.
    pub size: &'static str,
    /// The size where none is given.
    pub default: &'static str,
    /// Options.
    pub options: &'static [&'static str],
    /// Small instances, on which the laws are checked and solvers compared; none for games that need a file.
    pub samples: &'static [&'static str],
    /// The smallest and the largest instances, and those of extreme shape; none where the default is the only one.
    pub extremes: &'static [&'static str],
    /// Instances small enough to check what the game's tactics claim on every position; none for games without tactics.
    pub small: &'static [&'static str],
    /// `search` (no play comes back to a position) or `graph` (unfolded, attractors).
    pub solved_by: &'static str,
}

impl Entry {
    /// Without texts, sizes, options and instances; solved by search.
    pub const DEFAULT: Entry = Entry {
        name: "",
        title: Phrase { english: "", french: "" },
        rules: Phrase { english: "", french: "" },
        size: "",
        default: "",
        options: &[],
        samples: &[],
        extremes: &[],
        small: &[],
        solved_by: "search",
    };
}

/// A game of the list.
pub trait Listed: Playable + Sized {
    /// One entry for each of its names.
    const ENTRIES: &'static [Entry];

    /// The rules that a game's string asks for.
    fn from_spec(spec: &Spec) -> Result<Self, Error>;

    /// Whether this is one of its names.
    fn is_named(name: &str) -> bool {
        Self::ENTRIES.iter().any(|entry| entry.name == name)
    }
}

/// Generic code that is compiled for each game: see [`visit`].
pub trait Visitor {
    /// What it returns.
    type Answer;
    /// Runs for the game `G`.
    fn visit<G: Listed>(self) -> Self::Answer;
}

/// Rules of several types, told apart by the name in a game's string.
pub trait ByName: Sized {
    /// The names.
    fn names() -> Vec<&'static str>;
    /// The rules that a game's string asks for; none if it names another game.
    fn by_name(spec: &Spec) -> Option<Result<Self, Error>>;
}

impl<A: ByName, B: ByName> ByName for Either<A, B> {
    fn names() -> Vec<&'static str> {
        [A::names(), B::names()].concat()
    }
    fn by_name(spec: &Spec) -> Option<Result<Self, Error>> {
        let second = || B::by_name(spec).map(|game| game.map(Either::B));
        A::by_name(spec).map(|game| game.map(Either::A)).or_else(second)
    }
}

macro_rules! list {
    ($($folder:ident::$game:ident: $($kind:ident)+;)*) => {
        /// The entries of all games: a list for each folder.
        pub static ENTRIES: &[&[Entry]] = &[$(crate::$folder::ENTRIES),*];

        $(
            impl Listed for crate::$game {
                const ENTRIES: &'static [Entry] = crate::$folder::ENTRIES;
                fn from_spec(spec: &Spec) -> Result<Self, Error> {
                    crate::$game::from_spec(spec)
                }
            }

            impl FromStr for crate::$game {
                type Err = Error;
                fn from_str(text: &str) -> Result<Self, Error> {
                    crate::$game::from_spec(&named::spec(text, crate::$folder::ENTRIES)?)
                }
            }
        )*

        /// Runs the visitor for the game of that name; none if no game that is compiled alone has it.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Answer> {
            $($(if_alone!($kind $game name visitor);)+)*
            None
        }
    };
}

macro_rules! if_alone {
    (alone $game:ident $name:ident $visitor:ident) => {
        if crate::$game::is_named($name) {
            return Some($visitor.visit::<crate::$game>());
        }
    };
    (part $($rest:ident)*) => {};
}

/// Collects the parts of sums, then defines their type.
macro_rules! parts {
    ([$($part:ident)*] $folder:ident::$game:ident: part; $($rest:tt)*) => { parts! { [$($part)* $game] $($rest)* } };
    ([$($part:ident)*] $folder:ident::$game:ident: alone part; $($rest:tt)*) => {
        parts! { [$($part)* $game] $($rest)* }
    };
    ([$($part:ident)*] $folder:ident::$game:ident: alone; $($rest:tt)*) => { parts! { [$($part)*] $($rest)* } };
    ([$($part:ident)*]) => {
        /// A part of a sum: a game of normal play that can hand over the turn. One type for all, so that solvers, players
        /// and tables are compiled once.
        pub type Part = either!($($part)*);

        $(impl ByName for crate::$part {
            fn names() -> Vec<&'static str> {
                <Self as Listed>::ENTRIES.iter().map(|entry| entry.name).collect()
            }
            fn by_name(spec: &Spec) -> Option<Result<Self, Error>> {
                Self::is_named(spec.name()).then(|| crate::$part::from_spec(spec))
            }
        })*
    };
}

macro_rules! either {
    ($one:ident) => { crate::$one };
    ($one:ident $($more:ident)+) => { Either<crate::$one, either!($($more)+)> };
}

games!(list);
games!(parts []);
