//! The integration tests of the command, in one binary.

mod advice;
mod book;
mod bounds;
mod command;
mod command_lines;
mod contract;
mod course;
mod crew;
mod draw;
mod empty_out;
mod endgames;
mod endings;
mod export;
mod file_names;
#[cfg(unix)]
mod fuzz;
mod gallery;
#[cfg(target_os = "linux")]
mod grammar;
mod hidden;
mod latex;
mod memory;
mod memory_tables;
mod numbers;
mod picture;
mod recorded;
mod serve;
mod speak;
mod table;
mod tune;
