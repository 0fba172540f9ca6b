//! Text for Graphviz.

/// A text as Graphviz quotes it. Backslashes are doubled, since it reads `\N` and the like as commands; characters that turn
/// the direction of a line are left out, as in SVG.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
