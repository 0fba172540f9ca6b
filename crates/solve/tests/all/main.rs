//! The integration tests of the solvers, in one binary.

mod arenas;
mod claims;
mod domineering;
mod formats;
mod formats_laws;
mod formats_names;
mod oracle;
mod othello;
mod search_course;
mod tables_in_search;
