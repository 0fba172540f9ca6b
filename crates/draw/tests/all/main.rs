//! The integration tests of the pictures, in one binary.

mod geometry;
mod outputs;
mod page;
