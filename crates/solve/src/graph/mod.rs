//! Explicit game graphs: the arena, where it is read from, and what holds on it.

mod arena;

pub use arena::{Arena, Builder, End, Names};
