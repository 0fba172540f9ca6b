//! Games made of games: the result turned round, several at once, one of two kinds.

mod either;
mod misere;
mod sum;
#[cfg(test)]
mod tests;

pub use either::Either;
pub use misere::Misere;
pub use sum::{Sum, SumEstimate, SumPosition};
