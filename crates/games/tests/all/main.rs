//! The integration tests of the rules, in one binary.

mod domineering_nodes;
mod driver;
mod playthroughs;
