//! What is true of a game. Knows no game: everything here is generic over [`attractor_game::Game`], or works on an
//! explicit graph.

pub mod graph;
pub mod parallel;
pub mod search;
#[cfg(feature = "tables")]
pub mod table;
pub mod verify;
