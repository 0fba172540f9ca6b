//! The two players, as identities: who maximises, whatever the turn.

use crate::Error;
use std::{fmt, str::FromStr};

/// Player 1 (J0, Alice, X, yellow, Vertical) or player 2 (J1, Bob, O, red, Horizontal).
///
/// Player 1 maximises wherever values are from one side, and moves first unless a game is told otherwise.
///
/// ```
/// use attractor_game::Player;
/// assert_eq!("2".parse(), Ok(Player::One.other()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Player 1.
    One,
    /// Player 2.
    Two,
}

impl Player {
    /// Both, player 1 first.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 for player 1 and 1 for player 2: an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2, as people say it.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The player of that number.
    pub const fn from_number(n: u64) -> Option<Player> {
        match n {
            1 => Some(Player::One),
            2 => Some(Player::Two),
            _ => None,
        }
    }

    /// `+1.0` for player 1, `-1.0` for player 2: turns a mover's view into player 1's and back.
    #[inline]
    pub const fn sign(self) -> f64 {
        match self {
            Player::One => 1.0,
            Player::Two => -1.0,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for Player {
    type Err = Error;
    fn from_str(text: &str) -> Result<Player, Error> {
        text.parse().ok().and_then(Player::from_number).ok_or_else(|| {
            Error::new("bad-player", "a player is 1 or 2, not {player}")
                .arg("player", if text.is_empty() { "\"\"" } else { text })
        })
    }
}
