//! Explicit game graphs: the arena, where it is read from, and what holds on it.

mod arena;
mod attractor;
pub mod format;
mod frontier;
mod shape;
mod strategy;
mod transpose;
mod unfold;

pub use arena::{Arena, Builder, End, Names, Row};
pub use attractor::{Attractors, by_recursion, final_draws, fixed_point};
pub use frontier::unfold_known;
pub use shape::{acyclic, bipartite};
pub use strategy::{Play, Refutation, Strategy, check_play, refute};
pub use transpose::Transposed;
pub(crate) use transpose::prefetch;
#[cfg(feature = "tables")]
pub(crate) use unfold::unfold_within;
pub use unfold::{Unfolded, Unfolding, unfold, unfold_named};
