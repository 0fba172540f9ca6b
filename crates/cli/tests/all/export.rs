//! Tables as Parquet files: every row says what a probe says, and a file is whole or not there.

use crate::command::{attractor, file, json, refused};
use attractor_game::Notation;
use attractor_games::Connect4;
use attractor_play::{Session, open};
use attractor_solve::table::{ByNumber, Table, probe};
use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::{Field, Row},
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

/// A folder of a test's own, empty.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Builds the table of a game in a folder and exports it.
fn exported(folder: &Path, spec: &str) -> (PathBuf, PathBuf, u64) {
    let (dir, out) = (folder.join("table"), folder.join("table.parquet"));
    json(&["table", "build", spec, "--out", text(&dir)]);
    let told = json(&["table", "export", text(&dir), "--out", text(&out)]);
    assert_eq!(told["file"], text(&out));
    (dir, out, told["rows"].as_u64().unwrap())
}

/// A row: position, turn, outcome, draw, plies, images.
type Read = (String, i32, String, Option<String>, Option<u32>, u64);

fn read(row: &Row) -> Read {
    let fields: Vec<(&str, &Field)> = row.get_column_iter().map(|(name, field)| (name.as_str(), field)).collect();
    match fields[..] {
        [
            ("position", Field::Str(position)),
            ("turn", Field::Int(turn)),
            ("outcome", Field::Str(outcome)),
            ("draw", draw),
            ("plies", plies),
            ("images", Field::Long(images)),
        ] => {
            let draw = if let Field::Str(draw) = draw { Some(draw.clone()) } else { None };
            let plies = if let Field::Int(plies) = plies { Some(*plies as u32) } else { None };
            (position.clone(), *turn, outcome.clone(), draw, plies, *images as u64)
        }
        _ => panic!("{fields:?}"),
    }
}

fn rows(path: &Path) -> Vec<Read> {
    let reader = SerializedFileReader::try_from(path).unwrap();
    reader.get_row_iter(None).unwrap().map(|row| read(&row.unwrap())).collect()
}

#[test]
fn every_row_says_what_a_probe_says() {
    // The last has endless draws: a and b may go round for ever, and who leaves loses.
    let round = file("export.arena", "start a\na 1: b d\nb 2: a c\nc 1 1:\nd 2 2:\n");
    for spec in ["connect4:4x3", "tictactoe", "chomp:3x4", &format!("graph:{round}")] {
        let folder = fresh("rows");
        let (dir, out, count) = exported(&folder, spec);
        let (table, rows) = (Table::open(&dir).unwrap(), rows(&out));
        assert_eq!((rows.len() as u64, count), (table.entries(), table.entries()), "{spec}");
        assert_eq!(rows.iter().map(|row| row.5).sum::<u64>(), table.figures().positions, "{spec}");
        let mut session = open(spec).unwrap();
        for (position, turn, outcome, draw, plies, _) in &rows {
            go(&mut *session, position);
            let probed = session.probe_table(&table).unwrap().unwrap();
            assert_eq!(
                (*turn, outcome.as_str(), draw.as_deref(), *plies),
                (i32::from(probed.turn), probed.outcome, probed.draw, probed.plies),
                "{spec} {position}"
            );
        }
        let mut positions: Vec<&str> = rows.iter().map(|row| row.0.as_str()).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), rows.len(), "{spec}: each position once");
    }
}

fn go(session: &mut dyn Session, position: &str) {
    session.set_position(position).unwrap_or_else(|e| panic!("{position}: {e}"));
}

#[test]
fn more_rows_than_a_group_holds() {
    let folder = fresh("groups");
    let (dir, out, count) = exported(&folder, "connect4:5x4");
    let (game, table) = (Connect4::new(5, 4).unwrap(), Table::open(&dir).unwrap());
    let reader = SerializedFileReader::try_from(out.as_path()).unwrap();
    assert!(reader.metadata().num_row_groups() > 2);
    let said = reader.metadata().file_metadata().key_value_metadata().unwrap();
    assert_eq!((said[0].key.as_str(), said[0].value.as_deref()), ("game", Some("connect4:5x4")));
    let (mut prober, mut seen, mut positions) = (table.prober(), 0, 0);
    for (number, row) in reader.get_row_iter(None).unwrap().enumerate() {
        let (position, _, outcome, _, plies, images) = read(&row.unwrap());
        (seen, positions) = (seen + 1, positions + images);
        if number % 7 == 0 {
            let p = game.read(&position).unwrap();
            let value = probe(&game, &ByNumber, &mut prober, &p).unwrap().unwrap();
            let word = format!("{:?}", value.outcome()).to_lowercase();
            assert_eq!((word, value.plies()), (outcome, plies), "{position}");
        }
    }
    assert_eq!((seen, positions), (count, 3_945_711));
    // The same bytes, in place of the file that was there.
    let before = std::fs::read(&out).unwrap();
    std::fs::write(&out, "something else").unwrap();
    json(&["table", "export", text(&dir), "--out", text(&out), "--threads", "2"]);
    assert!(std::fs::read(&out).unwrap() == before);
    interrupted(&dir, &folder.join("stopped.parquet"));
}

/// Ctrl-C leaves nothing behind.
fn interrupted(dir: &Path, out: &Path) {
    if !cfg!(unix) {
        return;
    }
    let child = Command::new(env!("CARGO_BIN_EXE_attractor"))
        .args(["table", "export", text(dir), "--out", text(out), "--lang", "en"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("no file was written"), "{said}");
    nothing_else(out.parent().unwrap(), &["table", "table.parquet"]);
}

fn nothing_else(folder: &Path, expected: &[&str]) {
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, expected);
}

#[test]
fn wrong_inputs_and_a_full_disk() {
    let folder = fresh("refused");
    let (dir, out, _) = exported(&folder, "connect4:4x4");
    let inside = dir.join("inside.parquet");
    for (args, why) in [
        (["table", "export", "nowhere", "--out", text(&out)], "cannot read"),
        (["table", "export", text(&dir), "--out", text(&dir)], "cannot write"),
        (["table", "export", text(&dir), "--out", "/nowhere/at/all"], "cannot write"),
        (["table", "export", text(&dir), "--out", text(&inside)], "own folder"),
        (["table", "export", text(&dir), "--out", text(&dir.join("table"))], "own folder"),
    ] {
        let told = refused(&args);
        assert!(told.contains(why), "{told}");
    }
    std::fs::remove_file(&out).unwrap();
    if cfg!(unix) {
        let script = format!(
            "trap '' XFSZ; ulimit -f 100; exec {} table export {} --out {} --lang en",
            env!("CARGO_BIN_EXE_attractor"),
            text(&dir),
            text(&out)
        );
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("cannot write") && said.contains("table.parquet:"), "{said}");
        nothing_else(&folder, &["table"]);
    }
    // A damaged block is found before its rows are written.
    let file = dir.join("table");
    let mut damaged = std::fs::read(&file).unwrap();
    damaged[40] ^= 1;
    std::fs::write(&file, damaged).unwrap();
    let told = refused(&["table", "export", text(&dir), "--out", text(&out)]);
    assert!(told.contains("damaged"), "{told}");
    nothing_else(&folder, &["table"]);
    assert!(attractor(&["table", "export", "--help"]).out.contains("Parquet"));
}
