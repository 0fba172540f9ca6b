//! What is known already: solved tables in a folder, and the opening book that comes with the program.

use attractor_game::Error;
use attractor_solve::{search::book::Book, table::Table};
use std::{io, path::Path, sync::LazyLock};

/// The tables in a folder by the names of their folders: the folder's own, named by a point, or those of folders in it. A
/// table that is being built (`NAME.partial`) is not one yet.
pub fn tables_in(folder: &Path) -> Result<Vec<(String, Table)>, Error> {
    if folder.join("table").is_file() {
        return Ok(vec![(".".to_owned(), Table::open(folder)?)]);
    }
    let unreadable = |e: io::Error| {
        Error::new("cannot-read", "cannot read {file}: {why}").arg("file", folder.display()).arg("why", e)
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let unfinished = entry.path().extension().is_some_and(|ending| ending == "partial");
        if !unfinished && entry.path().join("table").is_file() {
            found.push((entry.file_name().to_string_lossy().into_owned(), Table::open(&entry.path())?));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

/// The table of a game in a folder, that which holds most if there are several; if there is none, that of an endgame of it.
pub fn table_in(folder: &Path, game: &str) -> Result<Option<Table>, Error> {
    let (own, others): (Vec<Table>, Vec<Table>) =
        tables_in(folder)?.into_iter().map(|(_, table)| table).partition(|table| table.game() == game);
    let most = |tables: Vec<Table>| tables.into_iter().max_by_key(Table::entries);
    if let Some(table) = most(own) {
        return Ok(Some(table));
    }
    // A name that opens nothing has no endgames.
    let Ok(session) = crate::open(game) else { return Ok(None) };
    Ok(most(others.into_iter().filter(|table| session.has_endgame(table.game())).collect()))
}

static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let connect4 = include_bytes!("../books/connect4.book");
    vec![Book::from_bytes(connect4.to_vec(), "connect4.book").expect("a book that a test opens")]
});

/// The book of a game that comes with the program; `game` is its full name.
pub fn usual_book(game: &str) -> Option<&'static Book> {
    BOOKS.iter().find(|book| book.is_of(game).is_ok())
}
