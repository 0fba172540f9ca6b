//! Pictures of answers, written to files.

use crate::{
    args::{GraphArgs, PictureArgs},
    show::{Console, write_file},
};
use attractor_game::{Error, Player};
use attractor_play::{
    Analysis, Effort, Session, TreeRecord,
    pictures::{self, Drawing, Format, GraphPicture, TreePicture},
};
use attractor_solve::graph::{Arena, Attractors, Strategy};

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

fn remark(console: &Console, remark: Option<String>) {
    if let Some(remark) = remark {
        console.note(&format!("{} {remark}", console.say("note", &[])));
    }
}

pub(crate) fn graph(
    console: &Console,
    args: &GraphArgs,
    arena: &Arena,
    session: Option<&dyn Session>,
    given: Option<(&Strategy, Player)>,
    play: &[u32],
    names: &[String; 2],
) -> Result<(), Error> {
    let Some(file) = &args.picture.draw else { return Ok(()) };
    let attractors = Attractors::of(arena);
    let optimal = Strategy::optimal(arena, &attractors);
    if args.boards && session.is_none() {
        return Err(Error::new("boards-of-file", "a graph read from a file has no boards to draw"));
    }
    let (drawing, told) = pictures::graph(
        &GraphPicture {
            arena,
            attractors: &attractors,
            strategy: given.map_or(&optimal, |(strategy, _)| strategy),
            strategy_of: given.map(|(_, player)| player),
            attractor_of: args.attractor.and_then(|n| Player::from_number(n.into())),
            play,
            columns: args.columns.parse()?,
            boards: session.filter(|_| args.boards),
            blank: args.picture.blank,
            cumulative: args.cumulative,
            names,
            around: args.around.as_deref().map(|name| arena.find_vertex(name)).transpose()?,
            most: args.vertices,
            title: title(&args.picture, &args.target),
        },
        &console.words,
    )?;
    remark(console, told);
    write(&drawing, file, args.picture.step)
}

pub(crate) fn tree(
    console: &Console,
    session: &mut dyn Session,
    record: &TreeRecord,
    whole: Option<&TreeRecord>,
    args: &TreeDraw,
    names: &[String; 2],
) -> Result<(), Error> {
    let Some(file) = &args.picture.draw else { return Ok(()) };
    let title = title(&args.picture, session.spec());
    let request = TreePicture {
        record,
        whole: whole.and_then(|whole| whole.tree.as_ref()),
        levels: args.levels,
        blank: args.picture.blank,
        boards: args.boards,
        steps: pictures::OVERLAYS,
        names,
        title,
    };
    let (drawing, told) = pictures::tree(&request, session, &console.words)?;
    remark(console, told);
    write(&drawing, file, args.picture.step)
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

/// The board, or the history of the play so far if there is an effort for it.
pub(crate) fn analysis(
    console: &Console,
    session: &mut dyn Session,
    analysis: &Analysis,
    picture: &PictureArgs,
    names: &[String; 2],
    history: Option<&Effort<'_>>,
) -> Result<(), Error> {
    let Some(file) = &picture.draw else { return Ok(()) };
    let title = title(picture, session.spec());
    let drawing = match history {
        Some(effort) => {
            let (points, failed) = attractor_play::history(session, effort, &mut |_, _| {})?;
            if let Some(error) = failed {
                return Err(error);
            }
            pictures::history(&points, &session.line_text(), title, names, &console.words)
        }
        None => pictures::analysis(session, analysis, title, names, &console.words),
    };
    write(&drawing, file, picture.step)
}
