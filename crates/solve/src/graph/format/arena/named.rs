//! Reads an `.arena` file with any names, owners or none.

use super::{
    super::{
        Read, Reading,
        draft::{self, Draft, Locate, Start},
        text::Input,
    },
    line::Line,
    lines::{Again, lines, second_start},
};
use attractor_game::Error;

/// Reads an arena with any names, owners or none, in one pass.
pub(super) fn read(input: &Input<'_>, source: &str, reading: &Reading) -> Result<Read, Error> {
    let again = Again { input, source };
    let mut draft = Draft::new();
    let mut words = Vec::new();
    lines(input, source, |raw| {
        let (text, line) = raw.parse(&mut words)?;
        match line {
            Line::Blank => {}
            Line::Start(name) if draft.start.is_some() => return Err(second_start(raw, text, name)),
            Line::Start(name) => {
                draft.start = Some(Start::named(name.text(text).into_owned(), Some(raw.place(text, name.span))));
            }
            Line::Vertex { name, owner, end } => {
                let mention = draft.mention(&name.text(text))?;
                draft.define(mention).map_err(|first| {
                    let line = again.vertex(first).map_or(0, |place| place.line);
                    draft::duplicate(&name.text(text), line).at(raw.place(text, name.span))
                })?;
                let v = draft.len() - 1;
                (draft.owners[v], draft.ends[v]) = (owner, end);
                for word in &words {
                    let mention = draft.mention(&word.text(text))?;
                    draft.successor(mention);
                }
            }
        }
        Ok(None::<()>)
    })?;
    let mut notes = Vec::new();
    let arena = draft.finish(reading, None, &again, &mut notes)?;
    Ok(Read { arena, notes })
}
