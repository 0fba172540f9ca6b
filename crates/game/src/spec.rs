//! The string that names a game: `name[:size][,option[=value]]...`, the same everywhere.

use crate::{Error, Player, nearest};
use std::{fmt, str::FromStr};

/// A game's name and parameters, as typed.
///
/// ```
/// use attractor_game::Spec;
/// let spec: Spec = "nim:9,take=1-3,misere".parse()?;
/// assert_eq!((spec.name(), spec.size()), ("nim", "9"));
/// assert_eq!(spec.value("take"), Some("1-3"));
/// assert!(spec.has("misere"));
/// # Ok::<(), attractor_game::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    name: String,
    /// All behind the colon, as typed.
    rest: String,
    size: String,
    options: Vec<(String, Option<String>)>,
}

impl FromStr for Spec {
    type Err = Error;
    fn from_str(text: &str) -> Result<Spec, Error> {
        let (name, rest) = match text.find([':', ',']) {
            None => (text, ""),
            Some(i) => (&text[..i], text[i..].strip_prefix(':').unwrap_or(&text[i..])),
        };
        if name.trim().is_empty() {
            return Err(Error::new("no-game-named", "{spec} names no game; a game is written name:size,option=value")
                .arg("spec", format_args!("\"{text}\"")));
        }
        let mut parts = rest.split(',');
        let size = parts.next().unwrap_or("").trim().to_owned();
        let options = parts
            .map(|part| match part.split_once('=') {
                None => (part.trim().to_owned(), None),
                Some((key, value)) => (key.trim().to_owned(), Some(value.trim().to_owned())),
            })
            .collect();
        Ok(Spec { name: name.trim().to_owned(), rest: rest.to_owned(), size, options })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.rest.as_bytes().first() {
            None => Ok(()),
            Some(b',') => f.write_str(&self.rest),
            Some(_) => write!(f, ":{}", self.rest),
        }
    }
}

impl Spec {
    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands between the colon and the first comma; empty if nothing.
    pub fn size(&self) -> &str {
        &self.size
    }

    /// All behind the colon, for games whose parameter may itself hold commas (a file's name).
    pub fn rest(&self) -> &str {
        &self.rest
    }

    /// The options in order: name and value.
    pub fn options(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_deref()))
    }

    /// The option is there, with or without a value.
    pub fn has(&self, key: &str) -> bool {
        self.options().any(|(k, _)| k == key)
    }

    /// The value of an option.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.options().find(|&(k, _)| k == key).and_then(|(_, value)| value)
    }

    /// Refuses options other than these, and an option given twice. `name=` takes a value, `name` takes none.
    pub fn allow(&self, known: &[&'static str]) -> Result<(), Error> {
        for (i, (key, value)) in self.options().enumerate() {
            let takes_value = format!("{key}=");
            if self.options().take(i).any(|(k, _)| k == key) {
                return Err(self.wrong("option-twice", "option {option} of {spec} is given twice", key));
            } else if known.contains(&takes_value.as_str()) {
                if value.is_none_or(str::is_empty) {
                    return Err(self.wrong("option-needs-value", "option {option} of {spec} needs a value", key));
                }
            } else if known.contains(&key) {
                if value.is_some() {
                    return Err(self.wrong("option-takes-no-value", "option {option} of {spec} takes no value", key));
                }
            } else {
                let words = known.iter().map(|k| k.trim_end_matches('='));
                return Err(self
                    .wrong("unknown-option", "{spec} has no option {option}; there are: {known}", key)
                    .arg("known", if known.is_empty() { "none".to_owned() } else { known.join(", ") })
                    .nearest(nearest(key, words)));
            }
        }
        Ok(())
    }

    /// The same name with the options behind `sizes` sizes that have commas between them, as in `mnk:4,4,3,first=2`.
    pub fn behind_sizes(&self, sizes: usize) -> Result<Spec, Error> {
        let parts = std::iter::once(self.name()).chain(self.rest.split(',').skip(sizes));
        parts.collect::<Vec<_>>().join(",").parse()
    }

    /// The option `first=`: who begins.
    pub fn first(&self) -> Result<Player, Error> {
        match self.value("first") {
            None | Some("1") => Ok(Player::One),
            Some("2") => Ok(Player::Two),
            Some(other) => Err(self.wrong("bad-first", "first= in {spec} is 1 or 2, not {option}", other)),
        }
    }

    /// A size `AxB`, e.g. `7x6`, or `default` if none is given.
    pub fn two_sizes(&self, default: (usize, usize)) -> Result<(usize, usize), Error> {
        if self.size.is_empty() {
            return Ok(default);
        }
        let number = |s: &str| s.trim().parse::<usize>().ok();
        self.size.split_once(['x', 'X']).and_then(|(a, b)| Some((number(a)?, number(b)?))).ok_or_else(|| {
            self.wrong("bad-size", "the size in {spec} is two numbers such as 4x5, not {option}", &self.size)
        })
    }

    /// A size of one number, e.g. `12`, or `default` if none is given.
    pub fn one_size(&self, default: usize) -> Result<usize, Error> {
        if self.size.is_empty() {
            return Ok(default);
        }
        let wrong = || self.wrong("bad-count", "the size in {spec} is one number such as 12, not {option}", &self.size);
        self.size.parse().map_err(|_| wrong())
    }

    /// The error for a size given to a game that has one size only.
    pub fn no_size(&self) -> Error {
        self.wrong("no-size", "{spec} has no size: leave out {option}", &self.size)
    }

    /// An error about this spec; `option` fills in what is wrong.
    pub fn wrong(&self, id: &'static str, english: &'static str, option: &str) -> Error {
        let shown = if option.is_empty() { "\"\"" } else { option };
        Error::new(id, english).arg("spec", self).arg("option", shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        for text in ["nim", "nim:3+4+5", "nim:9,take=1-2,misere", "tictactoe,first=2", "graph:a,b.py"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        let spec: Spec = "tictactoe,first=2".parse().unwrap();
        assert_eq!((spec.name(), spec.size(), spec.first()), ("tictactoe", "", Ok(Player::Two)));
        let mnk: Spec = "mnk:4,4,3,first=2".parse().unwrap();
        assert_eq!(mnk.behind_sizes(3).unwrap().to_string(), "mnk,first=2");
        assert_eq!(mnk.behind_sizes(9).unwrap().to_string(), "mnk");
        assert!(":7x6".parse::<Spec>().is_err());
        assert!("".parse::<Spec>().is_err());
    }

    #[test]
    fn options_are_checked() {
        let check = |text: &str| text.parse::<Spec>().unwrap().allow(&["take=", "misere"]).map_err(|e| e.id());
        assert_eq!(check("nim:9,take=1-2,misere"), Ok(()));
        assert_eq!(check("nim:9,tak=1"), Err("unknown-option"));
        assert_eq!(check("nim:9,take"), Err("option-needs-value"));
        assert_eq!(check("nim:9,misere=1"), Err("option-takes-no-value"));
        assert_eq!(check("nim:9,misere,misere"), Err("option-twice"));
    }
}
