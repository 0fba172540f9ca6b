//! The integration tests of the server, in one binary.

mod bounds;
mod client;
mod server;
