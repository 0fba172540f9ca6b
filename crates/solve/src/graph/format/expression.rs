//! Expressions that say who owns a vertex: `v < 4`, `v[1] == 0`, `v % 2 == 0 and v not in (3, 5)`.
//!
//! A small part of Python, of a grammar of our own, never run as Python:
//!
//! ```text
//! lambda     = ["lambda" v ":"] or
//! or         = and {"or" and}              and = not {"and" not}              not = {"not"} comparison
//! comparison = sum {("==" "!=" "<" "<=" ">" ">=" "in" "not in") sum}
//! sum        = product {("+" "-") product}     product = unary {("*" "//" "%") unary}     unary = {"-" "+"} item
//! item       = atom {"[" or "]"}
//! atom       = v | number | string | True | False | None | "(" or ")" | (or, ...) | [or, ...] | {or, ...} | set()
//!            | len(or) | range(or [, or [, or]])
//! ```

use super::{
    literal::{Parser, missing},
    text::{Fault, Span, Text},
    value::Value,
};
use attractor_game::{Error, Player};
use hashbrown::HashSet;
use std::cmp::Ordering;

/// An expression, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    kind: Op,
    span: Span,
}

#[derive(Clone, Debug)]
enum Op {
    Vertex,
    Value(Value),
    List(Vec<Expr>),
    /// The keys of a list of values only.
    Members(HashSet<String>),
    Range(Vec<Expr>),
    Length(Box<Expr>),
    Index(Box<Expr>, Vec<Expr>),
    Minus(Box<Expr>),
    Arithmetic(Box<Expr>, Vec<(Sign, Expr)>),
    Compare(Box<Expr>, Vec<(Relation, Expr)>),
    Not(Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Relation {
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
}

type Name<'a> = Option<&'a str>;

/// `lambda v: ...` or an expression in any one variable.
pub(super) fn lambda(p: &mut Parser<'_>) -> Result<Expr, Error> {
    let mut name = None;
    if p.word() == "lambda" {
        p.at += "lambda".len();
        p.space();
        if p.word().is_empty() {
            return Err(p.unexpected("v"));
        }
        name = Some(p.word());
        p.at += p.word().len();
        p.space();
        if !p.take(b':') {
            return Err(p.unexpected(":"));
        }
    }
    expression(p, &mut name)
}

/// The expression that is next, in the variable `name`, or in the first that occurs if that is none.
pub(super) fn expression<'a>(p: &mut Parser<'a>, name: &mut Name<'a>) -> Result<Expr, Error> {
    /// Brackets inside brackets in a rule: each takes ten calls.
    const DEEPEST: usize = 40;
    if p.depth > DEEPEST {
        let error = Error::limit("nests-too-deep", "brackets nest deeper than {most}").arg("most", DEEPEST);
        return Err(p.fail(error, p.at, p.at));
    }
    chain(p, name, &["or"], Op::Any, |p, name| chain(p, name, &["and"], Op::All, negation))
}

/// `part word part word part`; one part alone is itself.
fn chain<'a>(
    p: &mut Parser<'a>,
    name: &mut Name<'a>,
    words: &[&str],
    all: fn(Vec<Expr>) -> Op,
    part: impl Fn(&mut Parser<'a>, &mut Name<'a>) -> Result<Expr, Error>,
) -> Result<Expr, Error> {
    p.space();
    let start = p.at;
    let first = part(p, name)?;
    let mut parts = vec![first];
    let mut end = p.at;
    p.space();
    while words.contains(&p.word()) {
        p.at += p.word().len();
        parts.push(part(p, name)?);
        end = p.at;
        p.space();
    }
    p.at = end;
    Ok(match parts.len() {
        1 => parts.remove(0),
        _ => Expr { kind: all(parts), span: Span::new(start, end) },
    })
}

fn negation<'a>(p: &mut Parser<'a>, name: &mut Name<'a>) -> Result<Expr, Error> {
    p.space();
    let start = p.at;
    let mut times = 0;
    while p.word() == "not" {
        p.at += "not".len();
        p.space();
        times += 1;
    }
    let inner = comparison(p, name)?;
    if times == 0 {
        return Ok(inner);
    }
    let span = Span::new(start, p.at);
    let once = Expr { kind: Op::Not(Box::new(inner)), span };
    Ok(if times % 2 == 1 { once } else { Expr { kind: Op::Not(Box::new(once)), span } })
}

fn comparison<'a>(p: &mut Parser<'a>, name: &mut Name<'a>) -> Result<Expr, Error> {
    let start = p.at;
    let first = sum(p, name)?;
    let mut rest = Vec::new();
    loop {
        let end = p.at;
        p.space();
        let Some(relation) = relation(p) else {
            p.at = end;
            return Ok(match rest.is_empty() {
                true => first,
                false => Expr { kind: Op::Compare(Box::new(first), rest), span: Span::new(start, end) },
            });
        };
        p.space();
        let mut right = sum(p, name)?;
        if let (Relation::In | Relation::NotIn, Op::List(items)) = (relation, &right.kind) {
            let keys = items.iter().map(|item| match &item.kind {
                Op::Value(value) => Some(value.key()),
                _ => None,
            });
            if let Some(keys) = keys.collect() {
                right.kind = Op::Members(keys);
            }
        }
        rest.push((relation, right));
    }
}

fn relation(p: &mut Parser<'_>) -> Option<Relation> {
    const SIGNS: [(&str, Relation); 6] = [
        ("==", Relation::Equal),
        ("!=", Relation::Different),
        ("<=", Relation::LessOrEqual),
        (">=", Relation::GreaterOrEqual),
        ("<", Relation::Less),
        (">", Relation::Greater),
    ];
    if let Some((sign, relation)) = SIGNS.into_iter().find(|(sign, _)| p.rest().starts_with(sign)) {
        p.at += sign.len();
        return Some(relation);
    }
    let back = p.at;
    let not = p.word() == "not";
    if not {
        p.at += "not".len();
        p.space();
    }
    if p.word() == "in" {
        p.at += "in".len();
        return Some(if not { Relation::NotIn } else { Relation::In });
    }
    p.at = back;
    None
}

fn sum<'a>(p: &mut Parser<'a>, name: &mut Name<'a>) -> Result<Expr, Error> {
    const SIGNS: [(&str, Sign); 2] = [("+", Sign::Plus), ("-", Sign::Minus)];
    arithmetic(p, name, &SIGNS, |p, name| {
        const SIGNS: [(&str, Sign); 3] = [("*", Sign::Times), ("//", Sign::Over), ("%", Sign::Modulo)];
        arithmetic(p, name, &SIGNS, unary)
    })
}

fn arithmetic<'a>(
    p: &mut Parser<'a>,
    name: &mut Name<'a>,
    signs: &[(&str, Sign)],
    part: impl Fn(&mut Parser<'a>, &mut Name<'a>) -> Result<Expr, Error>,
) -> Result<Expr, Error> {
    let start = p.at;
    let first = part(p, name)?;
    let mut rest = Vec::new();
    loop {
        let end = p.at;
        p.space();
        let Some(&(text, sign)) = signs.iter().find(|(text, _)| p.rest().starts_with(text)) else {
            p.at = end;
            return Ok(match rest.is_empty() {
                true => first,
                false => Expr { kind: Op::Arithmetic(Box::new(first), rest), span: Span::new(start, end) },
            });
        };
        p.at += text.len();
        p.space();
        rest.push((sign, part(p, name)?));
    }
}

fn unary<'a>(p: &mut Parser<'a>, name: &mut Name<'a>) -> Result<Expr, Error> {
    let start = p.at;
    let mut negative = false;
    while let Some(sign @ (b'+' | b'-')) = p.peek() {
        negative ^= sign == b'-';
        p.at += 1;
        p.space();
    }
    let inner = item(p, name)?;
    let span = Span::new(start, p.at);
    Ok(match inner.kind {
        _ if !negative => inner,
        Op::Value(Value::Int(n)) => Expr { kind: Op::Value(Value::Int(-n)), span },
        Op::Value(Value::Float(x)) => Expr { kind: Op::Value(Value::Float(-x)), span },
        _ => Expr { kind: Op::Minus(Box::new(inner)), span },
    })
}

fn item<'a>(p: &mut Parser<'a>, name: &mut Name<'a>) -> Result<Expr, Error> {
    let start = p.at;
    let base = atom(p, name)?;
    let mut indices = Vec::new();
    loop {
        let end = p.at;
        p.space();
        if p.peek() != Some(b'[') {
            p.at = end;
            return Ok(match indices.is_empty() {
                true => base,
                false => Expr { kind: Op::Index(Box::new(base), indices), span: Span::new(start, end) },
            });
        }
        let open = p.at;
        let mut inside = list(p, name, b']')?.0;
        if inside.len() != 1 {
            return Err(p.fail(missing("[0]"), open, p.at));
        }
        indices.push(inside.remove(0));
    }
}

fn list<'a>(p: &mut Parser<'a>, name: &mut Name<'a>, close: u8) -> Result<(Vec<Expr>, bool), Error> {
    let mut items = Vec::new();
    let comma = p.items(close, |p| {
        items.push(expression(p, name)?);
        Ok(())
    })?;
    Ok((items, comma))
}

fn atom<'a>(p: &mut Parser<'a>, name: &mut Name<'a>) -> Result<Expr, Error> {
    const EXPECTED: &str = "v 0 'a' (...)";
    let start = p.at;
    let word = p.word();
    let call = p.text.text[start + word.len()..].starts_with('(');
    let kind = match p.peek() {
        Some(b'(') => match list(p, name, b')')? {
            (mut items, false) if items.len() == 1 => items.remove(0).kind,
            (items, _) => Op::List(items),
        },
        Some(b'[') => Op::List(list(p, name, b']')?.0),
        Some(b'{') => Op::List(list(p, name, b'}')?.0),
        Some(b'0'..=b'9' | b'.' | b'\'' | b'"') => value(p)?,
        _ => match word {
            "and" | "or" | "not" | "in" | "is" | "if" | "else" | "lambda" | "" => return Err(p.unexpected(EXPECTED)),
            "True" | "False" | "None" => value(p)?,
            "len" | "range" | "set" if call => {
                p.at += word.len();
                let mut items = list(p, name, b')')?.0;
                match (word, items.len()) {
                    ("len", 1) => Op::Length(Box::new(items.remove(0))),
                    ("range", 1..=3) => Op::Range(items),
                    ("set", 0) => Op::List(items),
                    ("set", 1) => items.remove(0).kind,
                    _ => return Err(p.fail(missing(&format!("{word}(...)")), start, p.at)),
                }
            }
            _ if word.starts_with(['u', 'r', 'U', 'R'])
                && word.len() == 1
                && p.rest()[1..].starts_with(['\'', '"']) =>
            {
                value(p)?
            }
            _ if call || name.is_some_and(|name| name != word) => {
                return Err(p.unexpected(name.unwrap_or(EXPECTED)));
            }
            _ => {
                *name = Some(word);
                p.at += word.len();
                Op::Vertex
            }
        },
    };
    Ok(Expr { kind, span: Span::new(start, p.at) })
}

fn value(p: &mut Parser<'_>) -> Result<Op, Error> {
    let node = p.literal()?;
    let span = node.span;
    node.hashable().map(Op::Value).map_err(|_| p.text.fail(Fault { error: missing("v"), span }))
}

impl Expr {
    /// Says yes or no by its form, as a rule does and not every expression.
    pub(super) fn is_condition(&self) -> bool {
        matches!(self.kind, Op::Compare(..) | Op::Not(_) | Op::All(_) | Op::Any(_) | Op::Value(Value::Bool(_)))
    }

    /// Who owns a vertex of this value, true meaning player 1; `label` names it in complaints.
    pub(super) fn player(&self, text: Text<'_>, value: &Value, label: &str) -> Result<Player, Error> {
        match self.eval(value) {
            Ok(truth) => Ok(if truth.truth() { Player::One } else { Player::Two }),
            Err(span) => Err(text.fail(Fault {
                error: Error::new("rule-fails", "{rule} cannot be computed for vertex {vertex}")
                    .arg("rule", text.part(span))
                    .arg("vertex", label),
                span,
            })),
        }
    }

    /// The value for a vertex, or the part that cannot be computed.
    fn eval(&self, v: &Value) -> Result<Value, Span> {
        let fails = || self.span;
        Ok(match &self.kind {
            Op::Vertex => v.clone(),
            Op::Value(value) => value.clone(),
            Op::List(items) => Value::Tuple(items.iter().map(|item| item.eval(v)).collect::<Result<_, _>>()?),
            // Only `in` knows what to do with these.
            Op::Members(_) | Op::Range(_) => return Err(fails()),
            Op::Length(inner) => match inner.eval(v)? {
                Value::Str(s) => Value::Int(s.chars().count() as i128),
                Value::Tuple(items) | Value::Frozen(items) => Value::Int(items.len() as i128),
                _ => return Err(fails()),
            },
            Op::Index(base, indices) => {
                let mut value = base.eval(v)?;
                for index in indices {
                    let i = index.eval(v)?.integer().ok_or_else(fails)?;
                    value = element(value, i).ok_or_else(fails)?;
                }
                value
            }
            Op::Minus(inner) => {
                let zero = Value::Int(0);
                calculate(Sign::Minus, &zero, &inner.eval(v)?).ok_or_else(fails)?
            }
            Op::Arithmetic(first, rest) => {
                let mut value = first.eval(v)?;
                for (sign, right) in rest {
                    value = calculate(*sign, &value, &right.eval(v)?).ok_or_else(fails)?;
                }
                value
            }
            Op::Compare(first, rest) => {
                let mut left = first.eval(v)?;
                for (relation, right) in rest {
                    let (holds, value) = right.compared(&left, *relation, v)?.ok_or_else(fails)?;
                    if !holds {
                        return Ok(Value::Bool(false));
                    }
                    left = value;
                }
                Value::Bool(true)
            }
            Op::Not(inner) => Value::Bool(!inner.eval(v)?.truth()),
            Op::All(parts) | Op::Any(parts) => {
                let stop = matches!(self.kind, Op::Any(_));
                let mut value = Value::Bool(!stop);
                for part in parts {
                    value = part.eval(v)?;
                    if value.truth() == stop {
                        break;
                    }
                }
                value
            }
        })
    }

    /// Whether `left relation self` holds, and the value of `self` for the next comparison of a chain.
    fn compared(&self, left: &Value, relation: Relation, v: &Value) -> Result<Option<(bool, Value)>, Span> {
        let inside = match (&self.kind, relation) {
            (Op::Members(keys), _) => Some(keys.contains(&left.key())),
            (Op::Range(bounds), Relation::In | Relation::NotIn) => {
                let bound = |i: usize| bounds[i].eval(v)?.integer().ok_or(bounds[i].span);
                let (from, to, step) = match bounds.len() {
                    1 => (0, bound(0)?, 1),
                    2 => (bound(0)?, bound(1)?, 1),
                    _ => (bound(0)?, bound(1)?, bound(2)?),
                };
                let Some(n) = left.integer() else { return Ok(Some((relation == Relation::NotIn, Value::None))) };
                let between = if step > 0 { from <= n && n < to } else { to < n && n <= from };
                let Some(rest) = n.checked_sub(from).and_then(|d| d.checked_rem(step)) else { return Ok(None) };
                Some(between && rest == 0)
            }
            _ => None,
        };
        if let Some(inside) = inside {
            return Ok(Some((inside == (relation == Relation::In), Value::None)));
        }
        let right = self.eval(v)?;
        let order = || left.order(&right);
        let holds = match relation {
            Relation::Equal => Some(left.same(&right)),
            Relation::Different => Some(!left.same(&right)),
            Relation::Less => order().map(Ordering::is_lt),
            Relation::LessOrEqual => order().map(Ordering::is_le),
            Relation::Greater => order().map(Ordering::is_gt),
            Relation::GreaterOrEqual => order().map(Ordering::is_ge),
            Relation::In | Relation::NotIn => match (left, &right) {
                (Value::Str(part), Value::Str(all)) => Some(all.contains(part.as_str())),
                (_, Value::Tuple(items) | Value::Frozen(items)) => Some(items.iter().any(|item| item.same(left))),
                _ => None,
            }
            .map(|inside| inside == (relation == Relation::In)),
        };
        Ok(holds.map(|holds| (holds, right)))
    }
}

/// `value[i]`, from the end if `i` is negative.
fn element(value: Value, i: i128) -> Option<Value> {
    let at = |length: usize| usize::try_from(if i < 0 { i.checked_add(length as i128)? } else { i }).ok();
    match value {
        Value::Str(s) => s.chars().nth(at(s.chars().count())?).map(|c| Value::Str(c.to_string())),
        Value::Tuple(mut items) => {
            let i = at(items.len())?;
            (i < items.len()).then(|| items.swap_remove(i))
        }
        _ => None,
    }
}

/// Python's arithmetic on numbers: `//` and `%` round down.
fn calculate(sign: Sign, left: &Value, right: &Value) -> Option<Value> {
    let whole = |value: &Value| if let Value::Float(_) = value { None } else { value.integer() };
    if let (Some(a), Some(b)) = (whole(left), whole(right)) {
        let down = |a: i128, b: i128| a.checked_div(b).map(|q| q - i128::from(a % b != 0 && (a < 0) != (b < 0)));
        return match sign {
            Sign::Plus => a.checked_add(b),
            Sign::Minus => a.checked_sub(b),
            Sign::Times => a.checked_mul(b),
            Sign::Over => down(a, b),
            Sign::Modulo => down(a, b).and_then(|q| a.checked_sub(q.checked_mul(b)?)),
        }
        .map(Value::Int);
    }
    let (a, b) = (left.number()?, right.number()?);
    if b == 0.0 && matches!(sign, Sign::Over | Sign::Modulo) {
        return None;
    }
    Some(Value::Float(match sign {
        Sign::Plus => a + b,
        Sign::Minus => a - b,
        Sign::Times => a * b,
        Sign::Over => (a / b).floor(),
        Sign::Modulo => a - (a / b).floor() * b,
    }))
}
