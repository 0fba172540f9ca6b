//! Who owns which vertex, as a rule: `v < 4`, `v[1] == 0`, `v % 2 == 0`, `0,1,2,3`, `double`.
//!
//! Conditions are [expressions](super::expression) of a grammar of our own, and are never run as Python.

use super::{
    expression::{Expr, lambda},
    literal::{Kind, Parser, missing},
    text::{Fault, Span, Text},
    value::Value,
};
use attractor_game::Error;
use std::{fmt, str::FromStr};

/// Who owns which vertex, where the text itself does not tell: see [`OwnerRule::parse`].
#[derive(Clone, Debug)]
pub struct OwnerRule {
    text: String,
    rule: Rule,
}

impl OwnerRule {
    /// Reads a rule:
    ///
    /// - `double`: the graph is of an impartial game, and is doubled: one copy of each state per player;
    /// - `0,1,2,3`: the names of player 1's vertices;
    /// - `v < 4`, `v[1] == 0`, `v % 2 == 0 and v not in (3, 5)`: true for player 1's vertices.
    ///
    /// ```
    /// use attractor_solve::graph::format::OwnerRule;
    /// assert!(OwnerRule::parse("v[1] == 'A'").is_ok());
    /// assert_eq!(OwnerRule::parse("v <").unwrap_err().id(), "something-missing");
    /// ```
    pub fn parse(text: &str) -> Result<OwnerRule, Error> {
        let rule = Rule::parse(command_line(text))?;
        Ok(OwnerRule { text: text.to_owned(), rule })
    }

    /// The rule with the text that its places are in.
    pub(super) fn with_text(&self) -> (&Rule, Text<'_>) {
        (&self.rule, command_line(&self.text))
    }
}

fn command_line(text: &str) -> Text<'_> {
    Text { source: "owner", text }
}

impl FromStr for OwnerRule {
    type Err = Error;
    fn from_str(text: &str) -> Result<OwnerRule, Error> {
        OwnerRule::parse(text)
    }
}

impl fmt::Display for OwnerRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// Every state once for each player.
    Double,
    /// Player 1's vertices. `whole`: what may be a list, or one name that is a tuple.
    List { items: Vec<Span>, whole: Option<Span> },
    /// True for player 1's vertices.
    True(Expr),
}

impl Rule {
    fn parse(text: Text<'_>) -> Result<Rule, Error> {
        let trimmed = text.text.trim();
        let start = text.text.len() - text.text.trim_start().len();
        let all = Span::new(start, start + trimmed.len());
        if trimmed.is_empty() {
            return Err(text.fail(Fault::new(missing("v < 4, 0,1,2, double"), 0, 0)));
        }
        if trimmed == "double" {
            return Ok(Rule::Double);
        }
        let mut parser = Parser::python(text);
        parser.at = start;
        if parser.word() != "lambda" {
            let items = pieces(text, all);
            if items.len() > 1 {
                return Ok(Rule::List { items, whole: None });
            }
            let mut trial = parser.clone();
            let node = trial.literal().ok().filter(|_| trial.at == all.end as usize);
            let word = parser.word();
            match node.map(|node| node.kind) {
                Some(Kind::Atom(Value::Bool(_))) => {}
                Some(Kind::Atom(_)) => return Ok(Rule::List { items: vec![all], whole: None }),
                Some(Kind::Tuple(nodes)) => {
                    return Ok(Rule::List { items: nodes.iter().map(|n| n.span).collect(), whole: Some(all) });
                }
                Some(Kind::List(nodes) | Kind::Set(nodes)) => {
                    return Ok(Rule::List { items: nodes.iter().map(|n| n.span).collect(), whole: None });
                }
                _ if word == trimmed => return Ok(Rule::List { items: vec![all], whole: None }),
                _ => {}
            }
        }
        let expr = lambda(&mut parser)?;
        parser.space();
        while parser.take(b'\n') {
            parser.space();
        }
        if parser.at < text.text.len() {
            return Err(parser.unexpected("and or == < in % + [...]"));
        }
        Ok(Rule::True(expr))
    }
}

/// A text cut at commas outside brackets and quotes; a last empty piece is dropped.
fn pieces(text: Text<'_>, all: Span) -> Vec<Span> {
    let (mut pieces, mut begin, mut depth, mut quote) = (Vec::new(), all.start as usize, 0usize, None);
    let mut cut = |from: usize, to: usize| {
        let piece = &text.text[from..to];
        let start = from + piece.len() - piece.trim_start().len();
        pieces.push(Span::new(start, start + piece.trim().len()));
    };
    for (i, c) in text.part(all).char_indices() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                cut(begin, all.start as usize + i);
                begin = all.start as usize + i + 1;
            }
            _ => {}
        }
    }
    cut(begin, all.end as usize);
    if pieces.len() > 1 && pieces.last().is_some_and(|p| p.start == p.end) {
        pieces.pop();
        // `4,` is a list of one: two pieces tell it from an expression.
        if pieces.len() == 1 {
            pieces.push(pieces[0]);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Player;

    fn holds(rule: &str, name: &str) -> bool {
        let rule = OwnerRule::parse(rule).unwrap_or_else(|e| panic!("{e}"));
        let (Rule::True(expr), text) = rule.with_text() else { panic!("{rule} is no expression") };
        expr.player(text, &Value::of_name(name), name).unwrap_or_else(|e| panic!("{e}")) == Player::One
    }

    fn wrong(rule: &str) -> (&'static str, usize) {
        let e = OwnerRule::parse(rule).unwrap_err();
        (e.id(), e.place().unwrap().column)
    }

    #[test]
    fn expressions() {
        assert!(holds("v < 4", "3") && !holds("v < 4", "4"));
        assert!(holds("lambda s: s[1] == 'A'", "(1, 'A')"));
        assert!(holds("v[-1] == 'A'", "(1, 'A')"));
        assert!(holds("v % 2 == 1", "-3"));
        assert!(holds("0 <= v < 4 and not v == 2", "3") && !holds("0 <= v < 4 and not v == 2", "2"));
        assert!(holds("v in {1, 2, 'x'}", "x") && holds("v not in [1, 2]", "3"));
        assert!(holds("v in (1, 2.0)", "2") && holds("v in set() or True", "2"));
        assert!(holds("v in range(4)", "3") && !holds("v in range(4)", "4"));
        assert!(holds("v in range(0, 10, 2)", "8") && !holds("v in range(0, 10, 2)", "7"));
        assert!(holds("v in range(9, 0, -3)", "3") && holds("v not in range(3)", "a"));
        assert!(holds("(v + 1) * 2 // 3 == -1", "-2"));
        assert!(holds("len(v) == 2 and v[0][1] == 'b'", "('ab', 1)"));
        assert!(holds("-v > +3", "-4"));
        assert!(holds("'a' in v", "('a', 1)") && holds("'a' in v", "bab"));
        assert!(holds("v == (1, (2,))", "(1, (2,))"));
        assert!(holds("not not v", "1") && holds("True", "0") && !holds("False", "0"));
        assert!(holds("v < (1, 'b')", "(1, 'a')"));
        assert!(holds("v[1]", "(0, 1)"));
    }

    #[test]
    fn lists() {
        let items = |rule: &str| match OwnerRule::parse(rule).unwrap().with_text() {
            (Rule::List { items, .. }, text) => items.iter().map(|&s| text.part(s).to_owned()).collect::<Vec<_>>(),
            (rule, _) => panic!("{rule:?}"),
        };
        assert_eq!(items("0,1, 2"), ["0", "1", "2"]);
        assert_eq!(items("[0, 1]"), ["0", "1"]);
        assert_eq!(items("a b, (1, 'A,'),"), ["a b", "(1, 'A,')"]);
        assert_eq!(items("a"), ["a"]);
        assert_eq!(items("4"), ["4"]);
        assert!(matches!(OwnerRule::parse("double").unwrap().rule, Rule::Double));
    }

    #[test]
    fn wrong_rules() {
        assert_eq!(wrong(""), ("something-missing", 1));
        assert_eq!(wrong("v <"), ("something-missing", 4));
        assert_eq!(wrong("v < w"), ("unexpected-text", 5));
        assert_eq!(wrong("v < 4 5"), ("unexpected-text", 7));
        assert_eq!(wrong("v[0"), ("bracket-unclosed", 2));
        assert_eq!(wrong("v[]"), ("something-missing", 2));
        assert_eq!(wrong("open('x') == 1"), ("unexpected-text", 1));
        assert_eq!(wrong("v.x == 1"), ("unexpected-text", 2));
        assert_eq!(wrong("lambda : 1"), ("unexpected-text", 8));
        assert_eq!(wrong(&"(".repeat(10_000)), ("nests-too-deep", 42));
        assert_eq!(wrong(&format!("v < {}v", "not ".repeat(10_000))), ("unexpected-text", 5));
        assert!(OwnerRule::parse(&format!("{}v < 4", "not ".repeat(10_000))).is_ok());
    }

    #[test]
    fn what_cannot_be_computed() {
        let fails = |rule: &str, name: &str| {
            let rule = OwnerRule::parse(rule).unwrap();
            let (Rule::True(expr), text) = rule.with_text() else { panic!() };
            let e = expr.player(text, &Value::of_name(name), name).unwrap_err();
            assert_eq!(e.id(), "rule-fails");
            (e.to_string(), e.place().unwrap().width)
        };
        let (text, width) = fails("v == 1 or v < 4", "a");
        assert_eq!((text.as_str(), width), ("owner:1:11: v < 4 cannot be computed for vertex a", 5));
        fails("v[2] == 0", "(1, 'A')");
        fails("v[0] == 0", "7");
        fails("v % 0 == 0", "7");
        fails("len(v) == 0", "7");
        fails("v * v * v * v < 3", &i64::MAX.to_string());
        fails("range(4) == v", "7");
        fails("v in v", "7");
    }
}
