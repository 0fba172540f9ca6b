//! Questions that name a file are refused where files may not be named, before any file is opened or written.

use attractor_game::Error;
use attractor_play::{
    Effort,
    request::{
        Batch, BookBuild, BookInfo, BookVerify, Limits, Local, Question, Surface, TableBuild, TableExport, TableInfo,
        TableVerify, Tune, Verify,
    },
    words::Words,
};
use std::path::Path;

/// A surface with the limits of a page.
#[derive(Default)]
struct Visitor(Local<'static>);

impl Surface for Visitor {
    fn limits(&self) -> &Limits {
        &Limits::PAGE
    }
    fn effort(&self) -> Effort<'_> {
        self.0.effort()
    }
    fn knowing(&self, game: &str) -> Result<Effort<'_>, Error> {
        self.0.knowing(game)
    }
    fn words(&self) -> &Words {
        self.0.words()
    }
}

#[test]
fn visitors_reach_no_file() {
    fn id<T>(answer: Result<T, Error>) -> &'static str {
        answer.err().map_or("answered", |error| error.id())
    }
    let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("visitor");
    let [there_text, out_text] = [&there, &out].map(|path| path.display().to_string());
    let (nim, seed, visitor) = ("nim:3+4".to_owned(), 1, &Visitor::default());
    let build = TableBuild { game: nim.clone(), out: out.clone(), ..TableBuild::default() };
    let tune = Tune {
        game: "tictactoe".into(),
        from: "exact".into(),
        positions: 100,
        out: Some(out_text.clone()),
        ..Tune::default()
    };
    for (question, id) in [
        ("table build", id(build.answer(visitor))),
        ("table info", id(TableInfo { table: there.clone() }.answer(visitor))),
        ("table verify", id(TableVerify { table: there.clone(), sample: None, seed }.answer(visitor))),
        ("table export", id(TableExport { table: there.clone(), out: out_text.clone() }.answer(visitor))),
        ("book build", id(BookBuild { game: "connect4:4x4".into(), plies: 1, out: out.clone() }.answer(visitor))),
        ("book info", id(BookInfo { book: there.clone() }.answer(visitor))),
        ("book verify", id(BookVerify { book: there.clone(), sample: 1, seed }.answer(visitor))),
        ("tune", id(tune.answer(visitor))),
        ("batch", id(Batch { game: nim, file: there_text.clone(), outcome: false }.answer(visitor))),
        ("verify", id(Verify { file: there_text }.answer(visitor))),
    ] {
        assert_eq!(id, "file-not-here", "{question}");
    }
    assert!(!out.exists());
}
