//! Books by way of the command: built, killed, built on, looked into, damaged, used.

use crate::command::{attractor, json, refused, typed};
use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

/// A file of a test's own that is not there yet.
fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for ending in ["", ".work"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    path.to_str().expect("a plain path").to_owned()
}

fn built(spec: &str, plies: &str, name: &str) -> String {
    let out = fresh(name);
    json(&["book", "build", spec, "--plies", plies, "--out", &out]);
    out
}

#[test]
fn build_info_verify_probe() {
    let out = fresh("figures.book");
    let build = ["book", "build", "connect4:5x4", "--plies", "5", "--out", &out];
    let figures = json(&build);
    for field in ["game", "plies", "positions", "bytes", "bytes_per_position", "seconds"] {
        assert!(!figures[field].is_null(), "{field}: {figures}");
    }
    assert_eq!((figures["game"].as_str(), figures["plies"].as_u64()), (Some("connect4:5x4"), Some(5)));
    assert_eq!(figures["bytes"].as_u64(), Some(std::fs::metadata(&out).unwrap().len()));
    assert!(figures["bytes_per_position"].as_f64().unwrap() < 4.0, "{figures}");
    // A finished one is left as it is.
    let before = std::fs::metadata(&out).unwrap().modified().unwrap();
    let again = json(&build);
    assert_eq!(before, std::fs::metadata(&out).unwrap().modified().unwrap());
    for field in ["game", "plies", "positions", "bytes", "bytes_per_position"] {
        assert_eq!((&again[field], &json(&["book", "info", &out])[field]), (&figures[field], &figures[field]));
    }
    let verdict = json(&["book", "verify", &out, "--sample", "10"]);
    assert_eq!((verdict["valid"].as_bool(), verdict["solved"].as_u64()), (Some(true), Some(10)));
    // What it says is what is solved, at every ply that it has.
    for moves in ["", "3", "31", "335", "3352", "33521", "1111"] {
        let (probed, solved) =
            (json(&["book", "probe", &out, "--moves", moves]), json(&["solve", "connect4:5x4", "--moves", moves]));
        for field in ["game", "position", "turn", "outcome", "plies", "draw", "margin"] {
            assert_eq!(probed[field], solved[field], "{field} after {moves}");
        }
        if moves.len() < 5 {
            assert_eq!(probed["best"], solved["best"], "after {moves}");
        }
        assert_eq!((probed["line"].as_array().unwrap().len(), probed["nodes"].as_u64()), (0, Some(0)));
    }
    let position = json(&["book", "probe", &out, "--position", "...../...../...../..X.. O"]);
    assert_eq!(position, {
        let mut probed = json(&["book", "probe", &out, "--moves", "3"]);
        probed["seconds"] = position["seconds"].clone();
        probed
    });
}

#[test]
fn what_is_not_in_a_book() {
    let out = built("connect4:5x4", "4", "short.book");
    let said = attractor(&["book", "probe", &out, "--moves", "333521"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("is not in this book"), "{}", said.out);
    let said = attractor(&["book", "probe", &out, "--moves", "333521", "--json"]);
    assert_eq!((said.code, said.out.contains("\"outcome\":null")), (1, true), "{}", said.out);
    // Search answers instead.
    let solve = ["solve", "connect4:5x4", "--moves", "333521"];
    let (with, without) = (json(&[&solve[..], &["--book", &out]].concat()), json(&solve));
    for field in ["outcome", "plies", "best"] {
        assert_eq!(with[field], without[field]);
    }
    assert!(with["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn books_answer() {
    let out = built("connect4:5x5", "5", "use.book");
    let book = ["--book", &out];
    let solve = ["solve", "connect4:5x5", "--moves", "3"];
    let (with, without) = (json(&[&solve[..], &book].concat()), json(&solve));
    for field in ["outcome", "plies", "best"] {
        assert_eq!(with[field], without[field]);
    }
    assert!(with["nodes"].as_u64() < without["nodes"].as_u64(), "{with} {without}");
    let analyse = ["analyse", "connect4:5x5", "--moves", "33"];
    let (with, without) = (json(&[&analyse[..], &book].concat()), json(&analyse));
    assert_eq!(with["moves"], without["moves"]);
    // An outcome is answered without search, and the first plies of a match are.
    let outcome = json(&["solve", "connect4:5x5", "--outcome", "--threads", "1", "--book", &out]);
    assert_eq!(outcome["outcome"], "draw");
    let played =
        json(&["match", "connect4:5x5", "--first", "perfect", "--second", "random", "--games", "3", "--book", &out]);
    assert_eq!(played["second"]["wins"], 0);
    let said = typed("quit\n", &["play", "connect4:5x5", "--first", "perfect", "--second", "human", "--book", &out]);
    assert!(said.out.contains("(perfect) plays"), "{}", said.out);
    // By the environment: where it is of the game, and not where it is of another.
    let run = |spec: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_attractor"))
            .args(["solve", spec, "--outcome", "--json", "--threads", "1"])
            .env("ATTRACTOR_BOOK", &out)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    assert_eq!(run("connect4:5x5")["nodes"], outcome["nodes"]);
    assert_eq!(run("nim:3")["outcome"], "win");
}

#[test]
fn bad_books() {
    let out = built("connect4:4x4", "4", "bad.book");
    for (args, words) in [
        (vec!["solve", "connect4:5x4", "--book", &out], "is a book of connect4:4x4, not of connect4:5x4"),
        (vec!["solve", "nim:3", "--book", &out], "not of nim:3"),
        (vec!["analyse", "connect4", "--book", &out], "not of connect4:7x6"),
        (vec!["match", "nim:3", "--first", "perfect", "--second", "random", "--book", &out], "not of nim:3"),
        (vec!["solve", "nim:3", "--book", "nowhere.book"], "nowhere.book"),
        (vec!["book", "build", "connect4:4x4", "--plies", "5", "--out", &out], "there already"),
        (vec!["book", "build", "nim:3", "--plies", "5", "--out", "nim.book"], "no books of nim:3"),
        (vec!["book", "build", "connect4", "--plies", "x", "--out", "x.book"], "x"),
        (vec!["book", "build", "connect4", "--plies", "1", "--out", "/nowhere/x.book"], "/nowhere/x.book"),
        (vec!["book", "probe", &out, "--moves", "11111"], "not a legal move"),
        (vec!["book", "verify", "Cargo.toml"], "is no book"),
        (vec!["book", "info", "nowhere.book"], "nowhere.book"),
    ] {
        let told = refused(&args);
        assert!(told.contains(words), "{args:?} should say {words:?}:\n{told}");
    }
    // Damage: bad input for all who use it, "no" for who checks it.
    let mut bytes = std::fs::read(&out).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let damaged = fresh("damaged.book");
    std::fs::write(&damaged, &bytes).unwrap();
    let cut = fresh("cut.book");
    std::fs::write(&cut, &bytes[..middle]).unwrap();
    for (file, words) in [(&damaged, "is damaged near byte"), (&cut, "is cut off after")] {
        for args in
            [vec!["book", "info", file], vec!["book", "probe", file], vec!["solve", "connect4:4x4", "--book", file]]
        {
            assert!(refused(&args).contains(words), "{args:?}");
        }
        let said = attractor(&["book", "verify", file]);
        assert!(said.code == 1 && said.out.contains(words), "{}{}", said.out, said.err);
        assert_eq!(attractor(&["book", "verify", file, "--json"]).code, 1);
    }
    let french = attractor(&["book", "verify", &damaged, "--lang", "fr"]).out;
    assert!(french.contains("La bibliothèque est refusée"), "{french}");
}

/// Killed again and again in the midst of it, the book is the same byte for byte; Ctrl-C keeps what is solved and says so.
#[test]
#[cfg(unix)]
fn a_killed_build_goes_on() {
    let whole = std::fs::read(built("connect4:5x5", "6", "unbroken.book")).unwrap();
    for signal in ["-KILL", "-INT"] {
        let out = fresh(&format!("broken{signal}.book"));
        let work = format!("{out}.work");
        let mut ended = Vec::new();
        for run in 0.. {
            let mut child = Command::new(env!("CARGO_BIN_EXE_attractor"))
                .args(["book", "build", "connect4:5x5", "--plies", "6", "--out", &out])
                .args(["--threads", if run % 2 == 0 { "1" } else { "2" }, "--memory", "64M", "--lang", "en"])
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // As soon as there is a little progress; the last run is let through.
            let size = |path: &str| std::fs::metadata(path).map_or(0, |found| found.len());
            let enough = size(&work) + 12 * 60;
            while run < 4 && size(&work) < enough && child.try_wait().unwrap().is_none() {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            if run < 4 {
                let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
            }
            let output = child.wait_with_output().unwrap();
            ended.push((output.status.code(), String::from_utf8(output.stderr).unwrap()));
            if output.status.code() == Some(0) {
                break;
            }
            assert!(!PathBuf::from(&out).exists(), "there is no book until it is whole");
        }
        let stopped = if signal == "-KILL" { None } else { Some(3) };
        assert!(ended.iter().any(|(code, _)| *code == stopped), "{ended:?}");
        if signal == "-INT" {
            assert!(ended.iter().any(|(_, told)| told.contains("the same command goes on from there")), "{ended:?}");
        }
        assert!(std::fs::read(&out).unwrap() == whole, "the same bytes after {ended:?}");
        assert!(!PathBuf::from(&work).exists());
    }
}

/// A list of two billion empty plies took 1.7 GB, and Ctrl-C did not end it.
#[test]
fn plies_after_the_longest_play_cost_nothing() {
    for (game, positions) in [("domineering:1x1", 0), ("connect4:4x4", 55_346)] {
        let out = fresh("all-over.book");
        let args = ["book", "build", game, "--plies", "4294967295", "--out", &out, "--memory", "64M"];
        assert_eq!(json(&args)["positions"].as_u64(), Some(positions), "{game}");
    }
}
