//! The line of moves that led here, and moves from here.

use super::Line;
use crate::{Session, session::Playing};
use attractor_game::{Error, Place, Playable};

impl<G: Playable> Playing for Line<G> {
    fn line(&self) -> Vec<String> {
        self.played.iter().map(|(name, _)| name.clone()).collect()
    }

    fn line_text(&self) -> String {
        self.game.join(&self.line())
    }

    fn play(&mut self, name: &str) -> Result<(), Error> {
        let m = self.game.find(self.here(), name.trim())?;
        let played = (self.name(self.here(), m), self.game.play(self.here(), m));
        self.played.push(played);
        Ok(())
    }

    fn play_line(&mut self, text: &str) -> Result<(), Error> {
        self.play_line_while(text, &|_| Ok(()))
    }

    fn play_line_while(&mut self, text: &str, go_on: &dyn Fn(&dyn Session) -> Result<(), Error>) -> Result<(), Error> {
        let (before, names) = (self.played.len(), self.game.split(text));
        let played = play_names(self, text, &names, go_on);
        if played.is_err() {
            self.played.truncate(before);
        }
        played
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        self.root = self.game.read(text)?;
        self.played.clear();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.played.pop().is_some()
    }

    fn restart(&mut self) {
        self.root = self.game.start();
        self.played.clear();
    }
}

/// Makes the moves that `text` names, up to the first error.
fn play_names(
    session: &mut dyn Session,
    text: &str,
    names: &[&str],
    go_on: &dyn Fn(&dyn Session) -> Result<(), Error>,
) -> Result<(), Error> {
    go_on(session)?;
    for (name, number) in names.iter().zip(1..) {
        session.play(name).map_err(|error| in_line(error, text, name, number))?;
        go_on(session)?;
    }
    Ok(())
}

/// The error with its place in a line of moves.
fn in_line(error: Error, text: &str, name: &str, number: usize) -> Error {
    let offset = (name.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let column = text.get(..offset).map_or(1, |before| before.chars().count() + 1);
    error.arg("number", number).at(Place {
        source: "moves".into(),
        line: 1,
        column,
        width: name.chars().count().max(1),
        text: text.lines().next().unwrap_or("").to_owned(),
    })
}
