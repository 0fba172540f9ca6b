//! One line of an `.arena` file, cut into words.

use super::super::{
    draft,
    literal::{missing, unclosed, unexpected},
    text::{Fault, Span},
};
use crate::graph::{Arena, End};
use attractor_game::{Error, Player};
use std::borrow::Cow;

const FORM: &str = "NAME OWNER [RESULT]: NAME NAME ...";

/// A name, an owner or a result: bytes of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) span: Span,
    quoted: bool,
}

impl Word {
    /// What it says, without quotes and escapes.
    pub(super) fn text(self, line: &str) -> Cow<'_, str> {
        let text = &line[self.span.start as usize..self.span.end as usize];
        if !self.quoted {
            return Cow::Borrowed(text);
        }
        let inside = &text[1..text.len() - 1];
        if !inside.contains('\\') {
            return Cow::Borrowed(inside);
        }
        let mut plain = String::with_capacity(inside.len());
        let mut chars = inside.chars();
        while let Some(c) = chars.next() {
            match (c, c == '\\') {
                (c, false) => plain.push(c),
                _ => plain.extend(chars.next().map(|c| match c {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    other => other,
                })),
            }
        }
        Cow::Owned(plain)
    }

    /// The number that it is, if it is written as numbers are.
    pub(super) fn number(self, line: &str) -> Option<u32> {
        let text = self.text(line);
        let (n, end) = digits(text.as_bytes(), 0)?;
        (end == text.len()).then_some(n)
    }
}

/// What a line says; its words are in the order of the line.
pub(super) enum Line {
    Blank,
    /// `start NAME`
    Start(Word),
    /// The successors are the words.
    Vertex {
        name: Word,
        owner: Option<Player>,
        end: Option<End>,
    },
}

pub(super) fn parse(line: &str, words: &mut Vec<Word>) -> Result<Line, Fault> {
    words.clear();
    let mut at = 0;
    let mut colon = None;
    loop {
        at += line[at..].len() - line[at..].trim_start().len();
        match line[at..].chars().next() {
            None | Some('#') => break,
            Some(':') if colon.is_none() => {
                colon = Some(words.len());
                at += 1;
            }
            Some(':') => return Err(Fault::new(unexpected("NAME", ":"), at, at + 1)),
            Some(_) => {
                let word = word(line, at)?;
                at = word.span.end as usize;
                words.push(word);
            }
        }
    }
    let part = |word: Word| &line[word.span.start as usize..word.span.end as usize];
    let fail = |error: Error, word: Word| Fault { error, span: word.span };
    let Some(colon) = colon else {
        let end = words.last().map_or(0, |word| word.span.end as usize);
        return match words[..] {
            [] => Ok(Line::Blank),
            [start, name] if part(start) == "start" => Ok(Line::Start(name)),
            [start, _, more, ..] if part(start) == "start" => Err(fail(unexpected("start NAME", part(more)), more)),
            [start] if part(start) == "start" => Err(Fault::new(missing("start NAME"), end, end)),
            _ => Err(Fault::new(missing(&format!("':' ({FORM})")), end, end)),
        };
    };
    let (mut owner, mut end) = (None, None);
    let name = match words[..colon] {
        [] => {
            let at = line.find(':').unwrap_or(0);
            return Err(Fault::new(unexpected(FORM, ":"), at, at + 1));
        }
        [name] => name,
        [name, only] if part(only) == "draw" => {
            end = Some(End::Draw);
            name
        }
        [name, first, ref rest @ ..] => {
            owner = Some(draft::owner(part(first)).map_err(|e| fail(e, first))?);
            if let Some(&second) = rest.first() {
                end = Some(draft::result(part(second)).map_err(|e| fail(e, second))?);
            }
            if let Some(&third) = rest.get(1) {
                return Err(fail(unexpected(":", part(third)), third));
            }
            name
        }
    };
    if end.is_some() && words.len() > colon {
        let result = words[colon - 1];
        return Err(fail(draft::result_not_final(&name.text(line)), result));
    }
    words.drain(..colon);
    Ok(Line::Vertex { name, owner, end })
}

/// The word at a byte: quoted, or up to white space, `:` or `#` outside brackets.
pub(super) fn word(line: &str, start: usize) -> Result<Word, Fault> {
    let rest = &line[start..];
    let mut chars = rest.char_indices();
    if rest.starts_with('"') {
        chars.next();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    let end = start + i + 1;
                    let after = line[end..].chars().next();
                    return match after.filter(|&c| !c.is_whitespace() && c != ':' && c != '#') {
                        None => Ok(Word { span: Span::new(start, end), quoted: true }),
                        Some(c) => {
                            Err(Fault::new(unexpected("' ' ':'", c.encode_utf8(&mut [0; 4])), end, end + c.len_utf8()))
                        }
                    };
                }
                '\\' => match chars.next() {
                    None | Some((_, '"' | '\\' | 'n' | 'r' | 't')) => {}
                    Some((j, c)) => {
                        let end = start + j + c.len_utf8();
                        return Err(Fault::new(unexpected(r#"\" \\ \n \r \t"#, &line[start + i..end]), start + i, end));
                    }
                },
                _ => {}
            }
        }
        return Err(Fault::new(unclosed("\""), start, start + 1));
    }
    let (mut open, mut depth, mut quote, mut escaped) = (0, 0usize, None, false);
    for (i, c) in chars {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote.is_some() => escaped = true,
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '\'' | '"' if depth > 0 => quote = Some(c),
            '(' | '[' | '{' => {
                open = if depth == 0 { i } else { open };
                depth += 1;
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            c if depth == 0 && (c.is_whitespace() || c == ':' || c == '#') => {
                return Ok(Word { span: Span::new(start, start + i), quoted: false });
            }
            _ => {}
        }
    }
    if depth > 0 {
        let open = start + open;
        return Err(Fault::new(unclosed(&line[open..open + 1]), open, open + 1));
    }
    Ok(Word { span: Span::new(start, line.len()), quoted: false })
}

/// The number written at a byte, and the byte after it: none if it has zeros before it or is too large.
#[inline(always)]
pub(super) fn digits(bytes: &[u8], start: usize) -> Option<(u32, usize)> {
    match bytes.get(start..start + 8) {
        Some(eight) => match up_to_seven(u64::from_le_bytes(eight.try_into().expect("eight bytes"))) {
            (number, length @ 1..) if length == 1 || eight[0] != b'0' => Some((number, start + length)),
            _ => one_by_one(bytes, start),
        },
        None => one_by_one(bytes, start),
    }
}

/// The number that eight characters begin with, and its length, all digits at once; length 0 if there is none of at
/// most seven digits.
///
/// Digits are moved to the end, so that zeros stand before them; then neighbours are joined to pairs, pairs to
/// fours, and fours to eight.
#[inline(always)]
fn up_to_seven(text: u64) -> (u32, usize) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let digits = text ^ (EACH * b'0' as u64);
    // The high bit of each byte that is no digit: above 9, or with its own high bit set.
    let others = (((digits & (EACH * 0x7F)) + EACH * (0x80 - 10)) | digits) & (EACH * 0x80);
    let length = others.trailing_zeros() as usize / 8;
    if others == 0 || length == 0 {
        return (0, 0);
    }
    let digits = digits << (64 - 8 * length);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    let eight = fours.wrapping_mul(10_000) + (fours >> 32);
    (eight as u32, length)
}

/// The same for numbers of any length, digit by digit.
#[inline]
fn one_by_one(bytes: &[u8], start: usize) -> Option<(u32, usize)> {
    let mut i = start;
    let mut n = 0u64;
    while let Some(digit) = bytes.get(i).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        n = n.wrapping_mul(10).wrapping_add(u64::from(digit));
        i += 1;
    }
    let length = i - start;
    let canonical = length == 1 || (2..=10).contains(&length) && bytes[start] != b'0';
    (canonical && n < Arena::MOST).then_some((n as u32, i))
}

#[cfg(test)]
mod tests {
    use super::{digits, one_by_one};
    use attractor_game::Rng;

    #[test]
    fn all_digits_at_once_read_the_same_number() {
        let mut rng = Rng::new(5);
        for _ in 0..200_000 {
            let text: Vec<u8> = (0..rng.below(14)).map(|_| b"00112233445566778899 :#\n\xFF/"[rng.below(26)]).collect();
            for start in 0..text.len() {
                assert_eq!(digits(&text, start), one_by_one(&text, start), "{text:?} from {start}");
            }
        }
        for n in (0..10_000_000u32).step_by(997) {
            let text = format!("{n} 12345678");
            assert_eq!(digits(text.as_bytes(), 0), Some((n, text.len() - 9)));
        }
    }
}
