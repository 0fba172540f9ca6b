//! The integration tests of the request layer, in one binary.

mod all_sizes;
mod caps;
mod certificates;
mod estimates;
mod files;
mod messages;
mod registry;
mod sizes;
mod stopping;
mod sums;
mod tune;
mod unit;
mod verbatim;
