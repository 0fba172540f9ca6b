//! Cancelling long work inside a game.

use crate::Error;
use std::fmt;

/// Says whether long work should go on. Work that may take longer than some milliseconds asks it every few thousand steps.
///
/// Games know neither solvers nor clocks: whoever starts the work decides what ends it (a stop flag, a deadline, a bound
/// of memory).
#[derive(Clone, Copy, Default)]
pub struct Watch<'a>(Option<&'a dyn Fn() -> Result<(), Error>>);

impl<'a> Watch<'a> {
    /// Nothing ends the work early.
    pub const NEVER: Watch<'static> = Watch(None);

    /// Work goes on while `check` returns no error.
    pub fn new(check: &'a dyn Fn() -> Result<(), Error>) -> Watch<'a> {
        Watch(Some(check))
    }

    /// The error that ends the work, if it should end.
    #[inline]
    pub fn check(&self) -> Result<(), Error> {
        self.0.map_or(Ok(()), |check| check())
    }

    /// Whether the work should end.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.check().is_err()
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Watch" } else { "Watch::NEVER" })
    }
}
