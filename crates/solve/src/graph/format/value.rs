//! What a vertex can be called in Python: values that can be the keys of a dictionary.

use super::literal::Parser;
use std::{cmp::Ordering, fmt};

/// A hashable Python value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    None,
    Bool(bool),
    Int(i128),
    Float(f64),
    Str(String),
    Tuple(Vec<Value>),
    Frozen(Vec<Value>),
}

impl Value {
    /// The value that a name stands for: `4` is a number, `(1, 'A')` a tuple, and what is no literal a string.
    pub(super) fn of_name(name: &str) -> Value {
        let number = name.strip_prefix('-').unwrap_or(name);
        if (1..19).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit()) {
            if number.len() == 1 || !number.starts_with('0') {
                return Value::Int(name.parse().unwrap_or(0));
            }
            return Value::Str(name.to_owned());
        }
        Parser::whole(name).unwrap_or_else(|| Value::Str(name.to_owned()))
    }

    /// The name of a vertex: strings without their quotes, everything else as Python prints it.
    pub(super) fn label(&self) -> String {
        match self {
            Value::Str(s) => s.clone(),
            other => other.to_string(),
        }
    }

    /// Equal for two values exactly when Python finds them equal: `1`, `1.0` and `True` are one key.
    pub(super) fn key(&self) -> String {
        let list = |items: &[Value]| items.iter().map(Value::key).collect::<Vec<_>>();
        match self {
            Value::Tuple(items) => format!("({},)", list(items).join(",")),
            Value::Frozen(items) => {
                let mut keys = list(items);
                keys.sort_unstable();
                keys.dedup();
                format!("{{{}}}", keys.join(","))
            }
            other => other.integer().map_or_else(|| other.to_string(), |n| n.to_string()),
        }
    }

    /// The integer that this is equal to.
    pub(super) fn integer(&self) -> Option<i128> {
        match *self {
            Value::Bool(b) => Some(i128::from(b)),
            Value::Int(n) => Some(n),
            // 2^127: the first that an i128 cannot hold.
            Value::Float(x) if x == x.trunc() && x.abs() < 170141183460469231731687303715884105728.0 => Some(x as i128),
            _ => None,
        }
    }

    /// The number that this is, rounded if it must be.
    pub(super) fn number(&self) -> Option<f64> {
        match *self {
            Value::Float(x) => Some(x),
            _ => self.integer().map(|n| n as f64),
        }
    }

    /// Whether Python takes it for true.
    pub(super) fn truth(&self) -> bool {
        match self {
            Value::None => false,
            Value::Bool(b) => *b,
            Value::Int(n) => *n != 0,
            Value::Float(x) => *x != 0.0,
            Value::Str(s) => !s.is_empty(),
            Value::Tuple(items) | Value::Frozen(items) => !items.is_empty(),
        }
    }

    /// Equality as in Python.
    pub(super) fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            _ => self.key() == other.key(),
        }
    }

    /// Order as in Python: between numbers, strings and tuples of such; otherwise there is none.
    pub(super) fn order(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Str(a), Value::Str(b)) => Some(a.cmp(b)),
            (Value::Tuple(a), Value::Tuple(b)) => match a.iter().zip(b).find(|(x, y)| !x.same(y)) {
                Some((x, y)) => x.order(y),
                None => Some(a.len().cmp(&b.len())),
            },
            _ => match (self.integer(), other.integer()) {
                (Some(a), Some(b)) => Some(a.cmp(&b)),
                _ => self.number()?.partial_cmp(&other.number()?),
            },
        }
    }

    /// Can be written as Python without being equal to another name's value: integers, strings, `None`, tuples of
    /// these.
    fn plain(&self) -> bool {
        match self {
            Value::None | Value::Int(_) | Value::Str(_) => true,
            Value::Tuple(items) => items.iter().all(Value::plain),
            _ => false,
        }
    }
}

/// As Python's `repr`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &[Value]| {
            items.iter().enumerate().try_for_each(|(i, item)| write!(f, "{}{item}", if i > 0 { ", " } else { "" }))
        };
        match self {
            Value::None => f.write_str("None"),
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Int(n) => n.fmt(f),
            Value::Float(x) => write_float(*x, f),
            Value::Str(s) => write_string(s, f),
            Value::Tuple(items) => {
                f.write_str("(")?;
                list(f, items)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Value::Frozen(items) if items.is_empty() => f.write_str("frozenset()"),
            Value::Frozen(items) => {
                f.write_str("frozenset({")?;
                list(f, items)?;
                f.write_str("})")
            }
        }
    }
}

/// `1.0`, `1e+16`, `1e-05`: with an exponent where Python has one.
fn write_float(x: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if !x.is_finite() || x == 0.0 || (1e-4..1e16).contains(&x.abs()) {
        return write!(f, "{x:?}");
    }
    let text = format!("{x:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    match exponent.strip_prefix('-') {
        Some(exponent) => write!(f, "{digits}e-{exponent:0>2}"),
        None => write!(f, "{digits}e+{exponent:0>2}"),
    }
}

fn write_string(s: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use fmt::Write;
    let quote = if s.contains('\'') && !s.contains('"') { '"' } else { '\'' };
    f.write_char(quote)?;
    for c in s.chars() {
        match c {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\\' => f.write_str("\\\\")?,
            _ if c == quote => write!(f, "\\{c}")?,
            _ if c.is_control() || c.is_whitespace() && c != ' ' => match u32::from(c) {
                n @ ..=0xFF => write!(f, "\\x{n:02x}")?,
                n => write!(f, "\\u{n:04x}")?,
            },
            _ => f.write_char(c)?,
        }
    }
    f.write_char(quote)
}

/// A name as a Python literal that is read back as the same name: `4`, `(1, 'A')`, `'a'`.
pub(super) fn python(name: &str) -> String {
    let value = Value::of_name(name);
    let text = value.to_string();
    if value.plain() && text == name && !matches!(value, Value::Str(_)) { text } else { repr(name) }
}

/// A string as Python prints it.
fn repr(s: &str) -> String {
    struct Repr<'a>(&'a str);
    impl fmt::Display for Repr<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_string(self.0, f)
        }
    }
    Repr(s).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_as_python_prints() {
        let printed = |text: &str| Value::of_name(text).to_string();
        assert_eq!(printed("(1,'A')"), "(1, 'A')");
        assert_eq!(printed("( 1 , )"), "(1,)");
        assert_eq!(printed("0x10"), "16");
        assert_eq!(printed("1e16"), "1e+16");
        assert_eq!(printed("0.00001"), "1e-05");
        assert_eq!(printed("1.50"), "1.5");
        assert_eq!(printed("it's"), "\"it's\"");
        assert_eq!(printed("007"), "'007'");
        assert_eq!(printed("frozenset({2, 1})"), "frozenset({2, 1})");
        assert_eq!(repr("a\n'\"\u{a0}\\"), r#"'a\n\'"\xa0\\'"#);
    }

    #[test]
    fn equal_as_in_python() {
        let same = |a: &str, b: &str| Value::of_name(a).same(&Value::of_name(b));
        assert!(same("1", "True") && same("1", "1.0") && same("(0, 'a')", "(False, \"a\")"));
        assert!(same("frozenset({1, 2})", "frozenset([2, 1, 1.0])"));
        assert!(!same("1", "'1'") && !same("'a,b'", "('a', 'b')") && !same("None", "False"));
    }

    #[test]
    fn names_written_for_python() {
        assert_eq!(python("4"), "4");
        assert_eq!(python("04"), "'04'");
        assert_eq!(python("(1, 'A')"), "(1, 'A')");
        assert_eq!(python("(1,'A')"), "\"(1,'A')\"");
        assert_eq!(python("True"), "'True'");
        assert_eq!(python("(1.0,)"), "'(1.0,)'");
        assert_eq!(python("'a'"), "\"'a'\"");
        assert_eq!(python("None"), "None");
    }
}
