//! Python literals, and JSON, which is nearly a part of them: read, never run.
//!
//! Numbers, strings, `True`, `False`, `None`, tuples, lists, sets and dictionaries, with comments and trailing commas.
//! In JSON also `true`, `false`, `null`, and its escapes.

use super::{
    text::{Fault, Span, Text},
    value::Value,
};
use attractor_game::Error;

/// Brackets inside brackets, at most.
const DEEPEST: usize = 200;

/// A literal and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    Atom(Value),
    Tuple(Vec<Node>),
    List(Vec<Node>),
    Set(Vec<Node>),
    Frozen(Vec<Node>),
    Dict(Vec<(Node, Node)>),
}

impl Node {
    /// The value, if it can be the key of a dictionary; otherwise where the list, set or dictionary in it stands.
    pub(super) fn hashable(self) -> Result<Value, Span> {
        let all = |nodes: Vec<Node>| nodes.into_iter().map(Node::hashable).collect::<Result<Vec<Value>, Span>>();
        match self.kind {
            Kind::Atom(value) => Ok(value),
            Kind::Tuple(nodes) => all(nodes).map(Value::Tuple),
            Kind::Frozen(nodes) => all(nodes).map(Value::Frozen),
            _ => Err(self.span),
        }
    }

    /// The items of a list, tuple or set.
    pub(super) fn items(self) -> Option<Vec<Node>> {
        match self.kind {
            Kind::Tuple(nodes) | Kind::List(nodes) | Kind::Set(nodes) | Kind::Frozen(nodes) => Some(nodes),
            _ => None,
        }
    }
}

/// Reads literals from a text.
#[derive(Clone)]
pub(super) struct Parser<'a> {
    pub(super) text: Text<'a>,
    /// The next byte.
    pub(super) at: usize,
    /// Open brackets; inside them lines may end anywhere.
    pub(super) depth: usize,
    json: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn python(text: Text<'a>) -> Parser<'a> {
        Parser { text, at: 0, depth: 0, json: false }
    }

    pub(super) fn json(text: Text<'a>) -> Parser<'a> {
        // Depth 1: a line may end anywhere.
        Parser { text, at: 0, depth: 1, json: true }
    }

    /// The one hashable value that is all of a text.
    pub(super) fn whole(text: &str) -> Option<Value> {
        // Most names are words; a literal begins with one of few characters.
        let begins = |b: u8| b.is_ascii_digit() || b"+-.('\"TFNfurUR".contains(&b);
        if !text.bytes().next().is_some_and(begins) || text.len() > u32::MAX as usize {
            return None;
        }
        let mut parser = Parser::python(Text { source: "", text });
        let value = parser.literal().ok()?.hashable().ok()?;
        (parser.at == text.len()).then_some(value)
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text.text[self.at..]
    }

    /// Skips white space and comments; line ends only inside brackets.
    pub(super) fn space(&mut self) {
        let text = self.text.text;
        while let Some(c) = text[self.at..].chars().next() {
            match c {
                '\n' if self.depth == 0 => return,
                '#' => self.at += text[self.at..].find('\n').unwrap_or(text.len() - self.at),
                '\\' if text[self.at..].starts_with("\\\n") => self.at += 2,
                '\\' if text[self.at..].starts_with("\\\r\n") => self.at += 3,
                c if c.is_whitespace() => self.at += c.len_utf8(),
                _ => return,
            }
        }
    }

    /// Takes this byte if it is next.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The identifier that is next, without taking it; empty if there is none.
    pub(super) fn word(&self) -> &'a str {
        let rest = self.rest();
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return "";
        }
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    }

    /// An error at these bytes.
    pub(super) fn fail(&self, error: Error, start: usize, end: usize) -> Error {
        self.text.fail(Fault::new(error, start, end))
    }

    /// The error for what comes next, when something else must.
    pub(super) fn unexpected(&self, expected: &str) -> Error {
        let rest = self.rest();
        let Some(c) = rest.chars().next().filter(|&c| c != '\n' && c != '\r') else {
            return self.fail(missing(expected), self.at, self.at);
        };
        let wordy = |c: char| c.is_alphanumeric() || c == '_';
        let length = if wordy(c) { rest.find(|c| !wordy(c)).unwrap_or(rest.len()) } else { c.len_utf8() };
        self.fail(unexpected(expected, &rest[..length]), self.at, self.at + length)
    }

    fn unclosed(&self, open: usize, width: usize) -> Error {
        let bracket = &self.text.text[open..open + width];
        self.fail(unclosed(bracket), open, open + width)
    }

    /// Reads `item, item, ...` between the bracket that is next and `close`. Returns whether a comma came last.
    pub(super) fn items(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let open = self.at;
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            let error = Error::limit("nests-too-deep", "brackets nest deeper than {most}").arg("most", DEEPEST);
            return Err(self.fail(error, open, open + 1));
        }
        let closer = |b: Option<u8>| matches!(b, None | Some(b')' | b']' | b'}'));
        let mut comma = false;
        loop {
            self.space();
            if self.take(close) {
                break;
            }
            if closer(self.peek()) {
                return Err(self.unclosed(open, 1));
            }
            item(self)?;
            self.space();
            comma = self.take(b',');
            if !comma && self.peek() != Some(close) {
                return Err(match closer(self.peek()) {
                    true => self.unclosed(open, 1),
                    false => self.unexpected(&format!(", {}", close as char)),
                });
            }
        }
        self.depth -= 1;
        Ok(comma)
    }

    /// Reads the dictionary that is next. `entry` is given each key, and reads the value.
    pub(super) fn dictionary(
        &mut self,
        mut entry: impl FnMut(&mut Self, Node) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.items(b'}', |p| {
            let key = p.literal()?;
            p.colon()?;
            entry(p, key)
        })
        .map(|_| ())
    }

    fn colon(&mut self) -> Result<(), Error> {
        self.space();
        if !self.take(b':') {
            return Err(self.unexpected(":"));
        }
        self.space();
        Ok(())
    }

    /// Reads the literal that is next.
    pub(super) fn literal(&mut self) -> Result<Node, Error> {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'[') => self.nodes(b']').map(|(nodes, _)| Kind::List(nodes))?,
            Some(b'(') => match self.nodes(b')')? {
                (mut nodes, false) if nodes.len() == 1 => nodes.remove(0).kind,
                (nodes, _) => Kind::Tuple(nodes),
            },
            Some(b'{') => self.braces()?,
            Some(b'\'' | b'"') => Kind::Atom(self.strings()?),
            Some(b'0'..=b'9' | b'.' | b'+' | b'-') if self.json => Kind::Atom(self.spelled()?),
            Some(b'0'..=b'9' | b'.' | b'+' | b'-') => Kind::Atom(self.number()?),
            _ => self.named()?,
        };
        Ok(Node { kind, span: Span::new(start, self.at) })
    }

    fn nodes(&mut self, close: u8) -> Result<(Vec<Node>, bool), Error> {
        let mut nodes = Vec::new();
        let comma = self.items(close, |p| {
            nodes.push(p.literal()?);
            Ok(())
        })?;
        Ok((nodes, comma))
    }

    /// A dictionary or a set; `{}` is a dictionary.
    fn braces(&mut self) -> Result<Kind, Error> {
        let (mut entries, mut nodes) = (Vec::new(), Vec::new());
        self.items(b'}', |p| {
            let node = p.literal()?;
            p.space();
            if nodes.is_empty() && (p.peek() == Some(b':') || !entries.is_empty()) {
                p.colon()?;
                entries.push((node, p.literal()?));
            } else {
                nodes.push(node);
            }
            Ok(())
        })?;
        Ok(if nodes.is_empty() { Kind::Dict(entries) } else { Kind::Set(nodes) })
    }

    /// `True`, `None`, `set()`, `frozenset({1, 2})`, `u'text'` and their like.
    fn named(&mut self) -> Result<Kind, Error> {
        let word = self.word();
        let after = self.at + word.len();
        let atom = match word {
            "True" => Value::Bool(true),
            "False" => Value::Bool(false),
            "None" => Value::None,
            "true" if self.json => Value::Bool(true),
            "false" if self.json => Value::Bool(false),
            "null" if self.json => Value::None,
            "u" | "U" | "r" | "R" if matches!(self.text.text.as_bytes().get(after), Some(b'\'' | b'"')) => {
                self.strings()?
            }
            "set" | "frozenset" | "list" | "tuple" if self.text.text[after..].starts_with('(') => {
                self.at = after;
                let (mut nodes, _) = self.nodes(b')')?;
                let inner = match nodes.len() {
                    0 => Some(Vec::new()),
                    1 => nodes.remove(0).items(),
                    _ => None,
                };
                let Some(inner) = inner else {
                    self.at = after;
                    return Err(self.unexpected(&format!("{word}([...])")));
                };
                return Ok(match word {
                    "set" => Kind::Set(inner),
                    "frozenset" => Kind::Frozen(inner),
                    "list" => Kind::List(inner),
                    _ => Kind::Tuple(inner),
                });
            }
            _ => return Err(self.unexpected("0 'a' (...) [...] {...}")),
        };
        self.at = self.at.max(after);
        Ok(Kind::Atom(atom))
    }

    fn number(&mut self) -> Result<Value, Error> {
        let start = self.at;
        let mut negative = false;
        while let Some(sign @ (b'+' | b'-')) = self.peek() {
            negative ^= sign == b'-';
            self.at += 1;
            self.space();
        }
        let digits = self.digits()?;
        read_number(digits, negative).ok_or_else(|| {
            let error = Error::new("unreadable-number", "{text} is not a number that can be read").arg("text", digits);
            self.fail(error, start, self.at)
        })
    }

    /// A number of JSON as the text that it is written as: read as a number, long ones would be rounded, and two names
    /// would become one.
    fn spelled(&mut self) -> Result<Value, Error> {
        let start = self.at;
        let _ = self.take(b'-') || self.take(b'+');
        self.digits()?;
        Ok(Value::Str(self.text.text[start..self.at].to_owned()))
    }

    /// Takes what looks like a number without its sign.
    fn digits(&mut self) -> Result<&'a str, Error> {
        let text = self.text.text;
        let bytes = text.as_bytes();
        let begin = self.at;
        while let Some(&b) = bytes.get(self.at) {
            let exponent = matches!(b, b'+' | b'-')
                && self.at > begin
                && matches!(bytes[self.at - 1], b'e' | b'E')
                && !bytes[begin..].starts_with(b"0x");
            if !(b.is_ascii_alphanumeric() || b == b'_' || b == b'.' || exponent) {
                break;
            }
            self.at += 1;
        }
        let digits = &text[begin..self.at];
        if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            self.at = begin;
            return Err(self.unexpected("0"));
        }
        Ok(digits)
    }

    /// A string, and those that follow it directly, which Python joins.
    fn strings(&mut self) -> Result<Value, Error> {
        let mut value = self.string()?;
        loop {
            let back = self.at;
            self.space();
            let prefix = matches!(self.word(), "u" | "U" | "r" | "R") as usize;
            let quoted = matches!(self.text.text.as_bytes().get(self.at + prefix), Some(b'\'' | b'"'));
            if self.json || !quoted {
                self.at = back;
                return Ok(Value::Str(value));
            }
            value.push_str(&self.string()?);
        }
    }

    fn string(&mut self) -> Result<String, Error> {
        let text = self.text.text;
        let start = self.at;
        let raw = self.take(b'r') || self.take(b'R');
        let _ = self.take(b'u') || self.take(b'U');
        let quote = &text[self.at..self.at + 1];
        let triple = quote.repeat(3);
        let long = text[self.at..].starts_with(&triple);
        let close = if long { triple.as_str() } else { quote };
        self.at += close.len();
        let mut value = String::new();
        loop {
            let rest = &text[self.at..];
            if rest.starts_with(close) {
                self.at += close.len();
                return Ok(value);
            }
            match rest.chars().next() {
                None => return Err(self.unclosed(start, 1)),
                Some('\n') if !long => return Err(self.unclosed(start, 1)),
                Some('\\') if raw => {
                    let next = rest[1..].chars().next().map_or(0, char::len_utf8);
                    value.push_str(&rest[..1 + next]);
                    self.at += 1 + next;
                }
                Some('\\') => self.escape(&mut value)?,
                Some('\r') if long && rest.starts_with("\r\n") => self.at += 1,
                Some(c) => {
                    value.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }

    /// The escape that is next.
    fn escape(&mut self, value: &mut String) -> Result<(), Error> {
        let start = self.at;
        let rest = &self.text.text[start + 1..];
        let Some(c) = rest.chars().next() else {
            self.at += 1;
            return Ok(()); // The string is unclosed, which is said next.
        };
        self.at += 1 + c.len_utf8();
        let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok();
        let hex = |at: usize, n: usize| {
            let digits = self.text.text.get(at..at + n).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
            digits.and_then(|d| number(d, 16))
        };
        let (code, length) = match c {
            '\n' => return Ok(()),
            '\r' if rest.starts_with("\r\n") => {
                self.at += 1;
                return Ok(());
            }
            'n' => (Some(0x0A), 0),
            't' => (Some(0x09), 0),
            'r' => (Some(0x0D), 0),
            'a' if !self.json => (Some(0x07), 0),
            'b' => (Some(0x08), 0),
            'f' => (Some(0x0C), 0),
            'v' if !self.json => (Some(0x0B), 0),
            '\\' | '\'' | '"' => (Some(u32::from(c)), 0),
            '/' if self.json => (Some(u32::from(c)), 0),
            '0'..='7' if !self.json => {
                let length = rest.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
                (number(&rest[..length], 8), length - 1)
            }
            'x' if !self.json => (hex(self.at, 2), 2),
            'u' => match hex(self.at, 4) {
                // JSON writes characters beyond 16 bits as two surrogates.
                Some(high @ 0xD800..=0xDBFF) if self.text.text[self.at + 4..].starts_with("\\u") => {
                    let low = hex(self.at + 6, 4).filter(|low| (0xDC00..=0xDFFF).contains(low));
                    (low.map(|low| 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), 10)
                }
                code => (code, 4),
            },
            'U' if !self.json => (hex(self.at, 8), 8),
            // Python keeps what is no escape as it stands.
            _ if !self.json => {
                value.push('\\');
                (Some(u32::from(c)), 0)
            }
            _ => (None, 0),
        };
        match code.and_then(char::from_u32) {
            Some(c) => {
                value.push(c);
                self.at += length;
                Ok(())
            }
            None => {
                let text = &self.text.text[start..self.at];
                Err(self.fail(unexpected("\\n \\\\ \\u0041", text), start, self.at))
            }
        }
    }
}

/// The error for something else than what must come.
pub(super) fn unexpected(expected: &str, found: &str) -> Error {
    Error::new("unexpected-text", "expected {expected}, found {found}").arg("expected", expected).arg("found", found)
}

/// The error for a text or line that ends too early.
pub(super) fn missing(expected: &str) -> Error {
    Error::new("something-missing", "expected {expected} here").arg("expected", expected)
}

/// The error for an opening bracket or quote without its closing one.
pub(super) fn unclosed(open: &str) -> Error {
    Error::new("bracket-unclosed", "{open} is not closed").arg("open", open)
}

fn read_number(digits: &str, negative: bool) -> Option<Value> {
    let clean: String = digits.chars().filter(|&c| c != '_').collect();
    let sign = if negative { "-" } else { "" };
    let whole = |digits: &str, radix| i128::from_str_radix(&format!("{sign}{digits}"), radix).ok().map(Value::Int);
    let lower = clean.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = lower.strip_prefix(prefix) {
            return whole(digits, radix);
        }
    }
    if clean.bytes().all(|b| b.is_ascii_digit()) {
        let zeros = clean.bytes().all(|b| b == b'0');
        return if clean.starts_with('0') && !zeros { None } else { whole(&clean, 10) };
    }
    let x: f64 = lower.parse().ok()?;
    Some(Value::Float(if negative { -x } else { x }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node, Error> {
        Parser::python(Text { source: "test", text }).literal()
    }

    fn value(text: &str) -> Value {
        read(text).unwrap().hashable().unwrap()
    }

    fn wrong(text: &str) -> (&'static str, usize, usize) {
        let e = read(text).unwrap_err();
        let place = e.place().unwrap();
        (e.id(), place.line, place.column)
    }

    #[test]
    fn numbers() {
        assert_eq!(value("1_000"), Value::Int(1000));
        assert_eq!(value("-0x1F"), Value::Int(-31));
        assert_eq!(value("0b101"), Value::Int(5));
        assert_eq!(value("- -3"), Value::Int(3));
        assert_eq!(value("1."), Value::Float(1.0));
        assert_eq!(value("-.5e-3"), Value::Float(-0.0005));
        assert_eq!(value("00"), Value::Int(0));
        assert_eq!(wrong("007"), ("unreadable-number", 1, 1));
        assert_eq!(wrong("[1, 1j]"), ("unreadable-number", 1, 5));
        assert_eq!(wrong(&"9".repeat(50)), ("unreadable-number", 1, 1));
        assert_eq!(wrong("-x"), ("unexpected-text", 1, 2));
    }

    #[test]
    fn strings() {
        let text = |text: &str| match value(text) {
            Value::Str(s) => s,
            other => panic!("{other}"),
        };
        assert_eq!(text(r"'a\'\n\x41\u00e9\101\q'"), "a'\nA\u{e9}A\\q");
        assert_eq!(text(r"r'\n\''"), r"\n\'");
        assert_eq!(text("u\"x\""), "x");
        assert_eq!(text("'''a\n'b''' 'c'"), "a\n'bc");
        assert_eq!(wrong("'a"), ("bracket-unclosed", 1, 1));
        assert_eq!(wrong("['a\n']"), ("bracket-unclosed", 1, 2));
        assert_eq!(wrong(r"'a\xZZ'"), ("unexpected-text", 1, 3));
        assert_eq!(wrong(r"'a\ud800'"), ("unexpected-text", 1, 3));
        assert_eq!(wrong("b'a'"), ("unexpected-text", 1, 1));
        let json = |text| Parser::json(Text { source: "", text }).literal().map(|n| n.kind);
        assert_eq!(json(r#""\ud83d\ude00\/""#), Ok(Kind::Atom(Value::Str("\u{1F600}/".into()))));
        assert_eq!(json("null"), Ok(Kind::Atom(Value::None)));
        for number in [
            "18446744073709551617",
            "1.8446744073709552e+19",
            "-0",
            "1e3",
            "1.0",
            "99999999999999999999999999999999999999999999",
        ] {
            assert_eq!(json(number), Ok(Kind::Atom(Value::Str(number.into()))));
        }
        assert_eq!(json(r#""\q""#).unwrap_err().id(), "unexpected-text");
    }

    #[test]
    fn brackets() {
        assert_eq!(value("(1)"), Value::Int(1));
        assert_eq!(value("(1,)"), Value::Tuple(vec![Value::Int(1)]));
        assert_eq!(value("()"), Value::Tuple(vec![]));
        assert!(matches!(read("{1, 2}").unwrap().kind, Kind::Set(_)));
        assert!(matches!(read("{1: 2, # one\n}").unwrap().kind, Kind::Dict(_)));
        assert!(matches!(read("set()").unwrap().kind, Kind::Set(_)));
        assert_eq!(read("([1], 2)").unwrap().hashable(), Err(Span::new(1, 4)));
        assert_eq!(wrong("{0: [1, 2}"), ("bracket-unclosed", 1, 5));
        assert_eq!(wrong("{0: [1, 2]\n"), ("bracket-unclosed", 1, 1));
        assert_eq!(wrong("[1 2]"), ("unexpected-text", 1, 4));
        assert_eq!(wrong("[,]"), ("unexpected-text", 1, 2));
        assert_eq!(wrong("{1: 2, 3}"), ("unexpected-text", 1, 9));
        assert_eq!(wrong("{1, 2: 3}"), ("unexpected-text", 1, 6));
        assert_eq!(wrong(&"[".repeat(100_000)), ("nests-too-deep", 1, 201));
        assert_eq!(wrong(&"(".repeat(100_000)), ("nests-too-deep", 1, 201));
    }
}
