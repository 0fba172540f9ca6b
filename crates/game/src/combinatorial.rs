//! What a position is worth as one part of a sum of games, told so that people can read it.

use crate::Player;

/// The combinatorial value of a position of a game in which who cannot move loses. Left is player 1, Right is player 2;
/// whose turn it is does not count.
#[derive(Clone, PartialEq, Debug)]
pub struct Combinatorial {
    /// The canonical form in the usual notation: `{2|-1/2}`, `±1`, `*2`, `↑`.
    pub value: String,
    /// The same with signs that every keyboard has: `+-1`, `*2`, `^`, `v`.
    pub ascii: String,
    /// What kind of value it is.
    pub kind: ValueKind,
    /// What it is worth to Left on average.
    pub mean: f64,
    /// What a move is worth: 0 for infinitesimals; -1/2^n for a number m/2^n in lowest terms, where a move costs that.
    pub temperature: f64,
    /// Who wins if Left begins.
    pub left_first: Player,
    /// Who wins if Right begins.
    pub right_first: Player,
}

/// Kinds of combinatorial values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// `m/2^n`: so many moves ahead.
    Number,
    /// `*n`: a heap of n matches.
    Nimber,
    /// Smaller than every positive number and larger than every negative one.
    Infinitesimal,
    /// A number and an infinitesimal.
    Tepid,
    /// `{a|b}` with numbers a > b: who moves gains.
    Switch,
    /// Any other in which who moves gains.
    Hot,
}

impl ValueKind {
    /// The word that programs read, never translated.
    pub const fn word(self) -> &'static str {
        match self {
            ValueKind::Number => "number",
            ValueKind::Nimber => "nimber",
            ValueKind::Infinitesimal => "infinitesimal",
            ValueKind::Tepid => "tepid",
            ValueKind::Switch => "switch",
            ValueKind::Hot => "hot",
        }
    }
}
