//! The one error type: what is wrong, where, what was expected, and the nearest right thing.

use std::{borrow::Cow, fmt};

/// Why something could not be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What a person gave is wrong.
    Input,
    /// A limit (memory, states, time) was reached before the answer.
    Limit,
}

/// Where in a text something is wrong. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, or what the text is called.
    pub source: String,
    /// Line number.
    pub line: usize,
    /// Column of the first wrong character.
    pub column: usize,
    /// How many characters are wrong; at least 1.
    pub width: usize,
    /// The text of that line.
    pub text: String,
}

/// What is wrong, as data: an identifier for programs and translators, an English sentence, and what fills it in.
///
/// ```
/// use attractor_game::{Error, nearest};
/// let e = Error::new("unknown-game", "there is no game {name}")
///     .arg("name", "conect4")
///     .nearest(nearest("conect4", ["nim", "connect4"]));
/// assert_eq!(e.to_string(), "there is no game conect4; did you mean connect4?");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Debug)]
struct Inner {
    id: &'static str,
    english: &'static str,
    args: Vec<(&'static str, Cow<'static, str>)>,
    kind: Kind,
    place: Option<Place>,
    nearest: Option<String>,
}

impl Error {
    /// Bad input. `id` names the message for translators; `{name}` in `english` stands for the argument `name`.
    pub fn new(id: &'static str, english: &'static str) -> Error {
        Error(Box::new(Inner { id, english, args: Vec::new(), kind: Kind::Input, place: None, nearest: None }))
    }

    /// A limit was reached.
    pub fn limit(id: &'static str, english: &'static str) -> Error {
        let mut error = Error::new(id, english);
        error.0.kind = Kind::Limit;
        error
    }

    /// Fills in an argument.
    pub fn arg(mut self, name: &'static str, value: impl fmt::Display) -> Error {
        self.0.args.push((name, Cow::Owned(value.to_string())));
        self
    }

    /// Without a place: where it was found is not where a person would look for it.
    pub fn nowhere(mut self) -> Error {
        self.0.place = None;
        self
    }

    /// Says where.
    pub fn at(mut self, place: Place) -> Error {
        self.0.place = Some(place);
        self
    }

    /// Suggests what may have been meant.
    pub fn nearest(mut self, suggestion: Option<&str>) -> Error {
        self.0.nearest = suggestion.map(str::to_owned);
        self
    }

    /// The message's name.
    pub fn id(&self) -> &'static str {
        self.0.id
    }

    /// What fills in the message.
    pub fn args(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.args.iter().map(|(name, value)| (*name, value.as_ref()))
    }

    /// Bad input, or a limit.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Where, if that is known.
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// What may have been meant.
    pub fn suggestion(&self) -> Option<&str> {
        self.0.nearest.as_deref()
    }

    /// The English sentence alone, without place and suggestion.
    pub fn sentence(&self) -> String {
        self.sentence_with(str::to_owned)
    }

    /// Returns the same sentence, each argument as `show` writes it.
    pub fn sentence_with(&self, show: impl Fn(&str) -> String) -> String {
        let mut text = String::new();
        let mut rest = self.0.english;
        while let Some(open) = rest.find('{') {
            text.push_str(&rest[..open]);
            let close = rest[open..].find('}').map_or(rest.len(), |i| open + i);
            let name = &rest[open + 1..close];
            match self.args().find(|(n, _)| *n == name) {
                Some((_, value)) => text.push_str(&show(value)),
                None => text.push('?'),
            }
            rest = rest.get(close + 1..).unwrap_or("");
        }
        text + rest
    }
}

impl fmt::Display for Error {
    /// The English sentence, with the place before it and the suggestion behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "{}:{}:{}: ", place.source, place.line, place.column)?;
        }
        f.write_str(&self.sentence())?;
        match self.suggestion() {
            Some(word) => write!(f, "; did you mean {word}?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// Work that needs more memory than is allowed; it may need more still.
impl From<attractor_memory::Exceeded> for Error {
    #[cold]
    fn from(found: attractor_memory::Exceeded) -> Error {
        let mega = |bytes: u64| bytes.div_ceil(1 << 20);
        Error::limit("memory-exceeded", "this needs {needed} MB of memory or more, and {limit} MB are allowed")
            .arg("needed", mega(found.needed))
            .arg("limit", mega(found.limit))
    }
}

/// The candidate most like `word`, if one is like it at all: at most a third of the letters differ.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Any letter is like any other: a single one suggests nothing.
    let allowed = match word.chars().count() {
        0 | 1 => 0,
        n => (n / 3).max(1),
    };
    candidates
        .into_iter()
        .map(|c| (distance(&word.to_lowercase(), &c.to_lowercase()), c))
        .filter(|&(d, _)| d <= allowed)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

/// Edit distance with neighbouring letters swapped as one edit.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut d = (last[j - 1] + same).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(before[j - 2] + 1);
            }
            row.push(d);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_forgives_a_slip_and_not_another_word() {
        let games = ["nim", "chomp", "connect4", "domineering"];
        assert_eq!(nearest("conect4", games), Some("connect4"));
        assert_eq!(nearest("domineerign", games), Some("domineering"));
        assert_eq!(nearest("Chomp", games), Some("chomp"));
        assert_eq!(nearest("backgammon", games), None);
        assert_eq!(nearest("", games), None);
        assert_eq!((nearest("8", ["1", "2"]), nearest("A", ["a", "b"])), (None, Some("a")));
    }

    #[test]
    fn message_is_filled_in() {
        let e = Error::new("x", "no move {move} in {place}").arg("move", "9").arg("place", "4455");
        assert_eq!(e.to_string(), "no move 9 in 4455");
        assert_eq!(Error::new("x", "missing {nothing}").to_string(), "missing ?");
    }
}
