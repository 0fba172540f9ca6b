//! The integration tests of the facade, in one binary.

mod own_game;
