//! Pictures of answers, written to files.

use crate::{
    args::PictureArgs,
    show::{Console, write_file},
};
use attractor_game::Error;
use attractor_play::{
    Analysis, Session,
    pictures::{self, Drawing, Format},
};

/// How a tree is to be drawn.
pub(crate) struct TreeDraw {
    pub(crate) picture: PictureArgs,
    pub(crate) boards: bool,
    pub(crate) names: String,
    pub(crate) levels: Option<usize>,
}

/// A file's name that cannot be drawn to is told before the work begins.
pub(crate) fn ready(file: Option<&str>) -> Result<(), Error> {
    file.map_or(Ok(()), |file| Format::of(file).map(|_| ()))
}

/// Writes a picture, whole or not at all.
pub(crate) fn write(drawing: &Drawing, file: &str, step: Option<u32>) -> Result<(), Error> {
    let bytes = drawing.write(Format::of(file)?, step)?;
    write_file(file, |out| out.write_all(&bytes))
}

/// What stands above a picture.
fn title(picture: &PictureArgs, usual: &str) -> String {
    picture.title.clone().unwrap_or_else(|| usual.to_owned())
}

pub(crate) fn remark(console: &Console, remark: Option<String>) {
    if let Some(remark) = remark {
        console.note(&format!("{} {remark}", console.say("note", &[])));
    }
}

/// The board as an exercise.
pub(crate) fn exercise(
    console: &Console,
    session: &dyn Session,
    picture: &PictureArgs,
    names: &[String; 2],
) -> Result<(), Error> {
    let Some(file) = &picture.draw else { return Ok(()) };
    write(&pictures::exercise(session, title(picture, session.spec()), names, &console.words), file, picture.step)
}

/// The board, or the history of the play so far.
pub(crate) fn analysis(
    console: &Console,
    session: &mut dyn Session,
    analysis: &Analysis,
    picture: &PictureArgs,
    names: &[String; 2],
    history: bool,
) -> Result<(), Error> {
    let Some(file) = &picture.draw else { return Ok(()) };
    let title = title(picture, session.spec());
    let drawing = if history {
        let effort = console.with_knowledge(console.interruptible(), session.spec())?;
        let (points, failed) = attractor_play::history(session, &effort, &mut |_, _| {})?;
        failed.map_or(Ok(()), Err)?;
        pictures::history(&points, &session.line_text(), title, names, &console.words)
    } else {
        pictures::analysis(session, analysis, title, names, &console.words)
    };
    write(&drawing, file, picture.step)
}
