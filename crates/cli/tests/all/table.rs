//! Tables by way of the command: built, killed, built on, looked into, damaged.

use crate::command::{attractor, bytes, file, fresh, json, refused};
use std::{
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

#[test]
fn build_info_verify_probe() {
    let out = fresh("figures.table");
    let figures = json(&["table", "build", "connect4:4x4", "--out", &out]);
    assert_eq!(figures["positions"].as_u64(), Some(161_029), "{figures}");
    let all = ["won", "lost", "drawn"].map(|field| figures[field].as_u64().unwrap());
    assert_eq!(all.iter().sum::<u64>(), 161_029);
    // A finished one is left as it is.
    let again = json(&["table", "build", "connect4:4x4", "--out", &out]);
    let info = json(&["table", "info", &out]);
    for field in ["game", "positions", "won", "lost", "drawn", "endless", "longest", "bits_per_position", "distances"] {
        assert_eq!(figures[field], info[field]);
        assert_eq!(figures[field], again[field]);
    }
    assert_eq!(info["longest"].as_u64(), Some(13));
    let checked = json(&["table", "verify", &out, "--all"]);
    assert_eq!(checked["valid"], true);
    assert_eq!(checked["entries"], checked["compared"]);
    let probed = json(&["table", "probe", &out, "--moves", "1234"]);
    let solved = json(&["solve", "connect4:4x4", "--moves", "1234"]);
    for field in ["position", "turn", "outcome", "plies", "draw", "best"] {
        assert_eq!(probed[field], solved[field]);
    }
    assert_eq!(probed["line"].as_array().unwrap().len(), solved["line"].as_array().unwrap().len());
    refused(&["table", "probe", &out, "--position", "nonsense"]);
}

/// What a build will take is said before it; with --plan, nothing else is done.
#[test]
fn plans() {
    // About 96.4 million of 96.6 million numbers are used; with so little memory they are on disk.
    let plan = json(&["table", "build", "teeko", "--plan", "--memory", "64M", "--threads", "2"]);
    assert_eq!((&plan["plan"], &plan["values_on_disk"]), (&"levels".into(), &true.into()), "{plan}");
    assert!((95_000_000..98_000_000).contains(&plan["positions_at_most"].as_u64().unwrap()), "{plan}");
    assert!(plan["memory"].as_u64().unwrap() <= 64 << 20, "{plan}");
    assert_eq!(json(&["table", "build", "teeko", "--plan", "--memory", "1G"])["values_on_disk"], false);
    let out = fresh("planned.table");
    let said = attractor(&["table", "build", "chomp:3x4", "--plan", "--out", &out]).out;
    assert!(said.starts_with("chomp:3x4, unfolded in memory: 68 positions"), "{said}");
    assert!(!Path::new(&out).exists());
    let built = attractor(&["table", "build", "connect4:3x3", "--out", &out]);
    assert!(built.err.contains("layer by layer from the end: at least"), "{}", built.err);
    refused(&["table", "build", "chomp:3x4"]);
    let told = attractor(&["table", "build", "dobutsu", "--plan", "--memory", "1M"]);
    assert_eq!((told.code, told.err.contains("allow more with --memory")), (3, true), "{}", told.err);
}

#[test]
fn other_games_and_wrong_inputs() {
    let out = fresh("other.table");
    let figures = json(&["table", "build", "chomp:3x4", "--out", &out]);
    assert_eq!(figures["drawn"], 0);
    assert_eq!(json(&["table", "verify", &out, "--all"])["valid"], true);
    for (line, why) in [
        (&["table", "build", "nim:3+4", "--out", &out][..], "holds the table of chomp:3x4"),
        (&["table", "info", "Cargo.toml"], "is not a table"),
        (&["table", "info", "nowhere"], "cannot read"),
    ] {
        let told = refused(line);
        assert!(told.contains(why), "{told}");
    }
    let said = attractor(&["table", "info", &out]).out;
    assert!(said.contains("positions for the player to move"), "{said}");
    // A table that is not as it was written is refused, and the exit code says so.
    let file = Path::new(&out).join("table");
    let mut damaged = std::fs::read(&file).unwrap();
    damaged[40] ^= 1;
    std::fs::write(&file, damaged).unwrap();
    assert_eq!(attractor(&["table", "verify", &out]).code, 1);
}

/// What a cell cannot hold is refused before a table is there; one ply less is right.
#[test]
fn distances_that_do_not_fit_are_refused() {
    let out = fresh("far.table");
    let said = attractor(&["table", "build", "nim:16384,take=1", "--out", &out]);
    assert_eq!((said.code, said.err.contains("more than 16383 plies")), (3, true), "{}", said.err);
    assert!(!Path::new(&out).exists());
    let figures = json(&["table", "build", "nim:16383,take=1", "--out", &out]);
    assert_eq!((figures["longest"].as_u64(), figures["drawn"].as_u64()), (Some(16_383), Some(0)), "{figures}");
    assert_eq!(json(&["table", "verify", &out, "--all"])["sample"], false);
}

/// CRC-32, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let bit = |sum: u32, _| if sum & 1 == 0 { sum >> 1 } else { sum >> 1 ^ 0xEDB8_8320 };
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), bit))
}

/// A forged table, with its checksum right, fails its check: exit code 1. A sample says that it is one.
#[test]
fn a_forged_table_fails_and_a_sample_says_so() {
    let out = fresh("forged.table");
    json(&["table", "build", "connect4:4x4", "--out", &out]);
    let checked = json(&["table", "verify", &out, "--sample", "50"]);
    let (entries, compared) = (checked["entries"].as_u64().unwrap(), checked["compared"].as_u64().unwrap());
    assert!(checked["valid"] == true && checked["sample"] == true && (50..entries).contains(&compared), "{checked}");
    let said = attractor(&["table", "verify", &out, "--sample", "50"]).out;
    assert!(said.starts_with("No fault found: ") && said.contains(" entries compared"), "{said}");
    let file = Path::new(&out).join("table");
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.windows(17).position(|w| w == b"\npositions 161029").unwrap();
    bytes[at + 11..at + 17].copy_from_slice(b"999999");
    let end = bytes.len() - 12;
    let length = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let begin = end - 16 - length(end - 16) - length(end - 8);
    let sum = crc(&bytes[begin..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    std::fs::write(&file, bytes).unwrap();
    for how in [&["--all"][..], &["--sample", "1"]] {
        let said = attractor(&[&["table", "verify", &out], how].concat());
        assert_eq!(said.code, 1, "{}", said.err);
        assert!(said.out.contains("positions 999999, and its entries make it 161029"), "{}", said.out);
    }
}

fn building(spec: &str, out: &str, threads: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_attractor"));
    command
        .args(["table", "build", spec, "--out", out, "--threads", threads, "--memory", "4M", "--lang", "en"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Killed at any moment, again and again, a build goes on and ends with the same bytes.
#[test]
#[cfg(unix)]
fn a_killed_build_goes_on() {
    let spec = "connect4:5x4";
    let right = fresh("unbroken.table");
    let begun = Instant::now();
    assert!(building(spec, &right, "2").status().unwrap().success());
    let whole = begun.elapsed();
    let out = fresh("broken.table");
    let (mut kills, mut random) = (0, 12_345u64);
    while kills < 24 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = building(spec, &out, if kills % 2 == 0 { "1" } else { "2" }).spawn().unwrap();
        // Anywhere in the first third of what a whole build takes.
        std::thread::sleep(whole.mul_f64((random >> 40) as f64 / (1 << 24) as f64 / 3.0) + Duration::from_millis(1));
        let _ = child.kill();
        if child.wait().unwrap().success() {
            assert!(bytes(&out) == bytes(&right), "after {kills} kills");
            std::fs::remove_dir_all(&out).unwrap();
        } else {
            kills += 1;
        }
    }
    assert!(building(spec, &out, "2").status().unwrap().success());
    assert!(bytes(&out) == bytes(&right), "after {kills} kills");
    assert!(!Path::new(&format!("{out}.work")).exists() && !Path::new(&format!("{out}.partial")).exists());
}

/// Ctrl-C keeps the work and says so.
#[test]
#[cfg(unix)]
fn an_interrupted_build_goes_on() {
    let out = fresh("interrupted.table");
    let child = building("connect4:6x5", &out, "2").spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("the same command goes on"), "{said}");
    assert!(Path::new(&format!("{out}.work")).join("keys.1").exists());
    std::fs::remove_dir_all(format!("{out}.work")).unwrap();
}

/// A disk that takes no more: an error that names the file, and nothing lost once there is room again.
#[test]
#[cfg(unix)]
fn a_full_disk_loses_nothing() {
    let right = fresh("room.table");
    assert!(building("connect4:4x4", &right, "1").status().unwrap().success());
    for blocks in [1, 40, 150, 260] {
        let out = fresh("full.table");
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {} table build connect4:4x4 --out {out} --threads 1 --lang en",
            env!("CARGO_BIN_EXE_attractor")
        );
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        if output.status.success() {
            continue;
        }
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("cannot write"), "{said}");
        assert!(!Path::new(&out).exists(), "there is no table until it is whole");
        assert!(building("connect4:4x4", &out, "1").status().unwrap().success());
        assert!(bytes(&out) == bytes(&right), "with {blocks} blocks");
    }
}

/// With tables at hand nothing is searched, and what they do not hold is.
#[test]
fn tables_answer_for_the_search() {
    let folder = fresh("tables");
    std::fs::create_dir_all(&folder).unwrap();
    for (game, name) in [("connect4:4x4", "four"), ("tictactoe", "xo")] {
        json(&["table", "build", game, "--out", &format!("{folder}/{name}")]);
    }
    for line in [&["connect4:4x4"][..], &["connect4:4x4", "--moves", "12"], &["tictactoe", "--moves", "b2 a1"]] {
        let alone = json(&[&["solve"], line].concat());
        let helped = json(&[&["solve"], line, &["--tables", &folder]].concat());
        for field in ["outcome", "plies", "draw", "best"] {
            assert_eq!(alone[field], helped[field], "{line:?}");
        }
        let nodes = |answer: &serde_json::Value| answer["nodes"].as_u64().unwrap();
        assert!(nodes(&helped) * 4 < nodes(&alone) + 400, "{} and {} nodes", nodes(&helped), nodes(&alone));
        let alone = json(&[&["analyse"], line].concat());
        let helped = json(&[&["analyse"], line, &["--tables", &folder]].concat());
        assert_eq!(alone["moves"], helped["moves"]);
    }
    // Not reached from the start: two discs of one player. And a game without a table.
    let typed = ["solve", "connect4:4x4", "--position", "..../..../..../XX.. O"];
    let (alone, helped) = (attractor(&typed), attractor(&[&typed[..], &["--tables", &folder]].concat()));
    assert_eq!((alone.code, helped.code), (0, 0), "{}{}", alone.err, helped.err);
    assert_eq!(json(&["solve", "nim:3+4", "--tables", &folder])["outcome"], "win");
    let played =
        json(&["match", "tictactoe", "--first", "perfect", "--second", "random", "--games", "10", "--tables", &folder]);
    assert_eq!(played["games"].as_array().map_or(played["games"].as_u64(), |g| Some(g.len() as u64)), Some(10));
    // What the table holds is known, however short the look ahead; the player with it never loses.
    let searched = ["search", "tictactoe", "--moves", "a1 b1", "--depth", "1", "--heuristic", "zero"];
    assert_eq!(json(&searched)["value"], 0);
    assert_eq!(json(&[&searched[..], &["--tables", &folder]].concat())["value"], 1);
    let players = ["--first", "search:depth=1", "--second", "perfect", "--games", "20", "--tables", &folder];
    assert_eq!(json(&[&["match", "tictactoe"], &players[..]].concat())["draws"], 20);
    let told = refused(&["solve", "tictactoe", "--tables", "nowhere"]);
    assert!(told.contains("cannot read"), "{told}");
}

/// A table of a part of the game: what can be reached from a position. It cuts the search of positions before it.
#[test]
fn a_table_of_a_part_cuts_the_search() {
    let folder = fresh("parts");
    std::fs::create_dir_all(&folder).unwrap();
    let (small, out) = (format!("{folder}/small"), format!("{folder}/part"));
    let position = "9/9/9/9/9/9 1";
    json(&["table", "build", "chomp:7x9", "--position", "3/3 1", "--out", &small]);
    let figures = json(&["table", "build", "chomp:7x9", "--position", position, "--out", &out]);
    let from = figures["from"].as_str().unwrap();
    assert!(from.starts_with("9/9/9/9/9/9/0"), "{from}");
    assert_eq!(json(&["table", "build", "chomp:7x9", "--position", position, "--out", &out])["from"], from);
    let told = refused(&["table", "build", "chomp:7x9", "--out", &out]);
    assert!(told.contains("holds the table of chomp:7x9, from 9/9"), "{told}");
    assert!(attractor(&["table", "info", &out]).out.contains("can be reached from 9/9/9/9/9/9/0"));
    assert_eq!(json(&["table", "verify", &out, "--all"])["valid"], true);
    assert_eq!(json(&["table", "probe", &out])["position"], from);
    assert_eq!(attractor(&["table", "probe", &out, "--position", "9/9/9/9/9/9/9 1"]).code, 1);
    let nodes = |answer: &serde_json::Value| answer["nodes"].as_u64().unwrap();
    for start in ["9/9/9/9/9/9/9 1", "9/9/9/9/9/9/3 2", "9/9/9/9/9/7/1 1"] {
        for outcome in [&[][..], &["--outcome"]] {
            let line = [&["solve", "chomp:7x9", "--position", start, "--threads", "1"][..], outcome].concat();
            let (alone, helped) = (json(&line), json(&[&line[..], &["--tables", &folder]].concat()));
            for field in ["outcome", "plies", "best"] {
                // Which move keeps an outcome is a matter of order.
                if outcome.is_empty() || field != "best" {
                    assert_eq!(alone[field], helped[field], "{line:?}");
                }
            }
            let (alone, helped) = (nodes(&alone), nodes(&helped));
            assert!(4 * helped < 3 * alone, "{line:?}: {alone} and {helped} nodes");
        }
    }
    let analysed = ["analyse", "chomp:7x9", "--position", "9/9/9/9/9/9/2 2"];
    let (alone, helped) = (json(&analysed), json(&[&analysed[..], &["--tables", &folder]].concat()));
    assert_eq!(alone["moves"], helped["moves"]);
}

/// What a table holds is not unfolded, in games with cycles.
#[test]
fn a_table_of_a_part_is_not_unfolded() {
    let folder = fresh("unfolded");
    std::fs::create_dir_all(&folder).unwrap();
    // Two stretches on which both may go back and forth; from the second no way leads to the first. A tree of detours
    // hangs on the second.
    let mut text = "start n0\n".to_owned();
    for i in 0..60 {
        let back = if i == 0 || i == 20 { String::new() } else { format!(" n{}", i - 1) };
        let detour = if i == 25 { " t1" } else { "" };
        text += &format!("n{i} {}: n{}{back}{detour}\n", 1 + i % 3 / 2, i + 1);
    }
    text += "n60 1 2:\n";
    for i in 1..1024 {
        let ways = if i < 512 { format!("t{} t{}", 2 * i, 2 * i + 1) } else { "n26".to_owned() };
        text += &format!("t{i} {}: {ways}\n", 1 + i % 2);
    }
    let graph = format!("graph:{}", file("stretches.arena", &text));
    json(&["table", "build", &graph, "--position", "n20", "--out", &format!("{folder}/part")]);
    for start in ["n0", "n7", "n19", "n40"] {
        let line = ["solve", &graph, "--position", start];
        let (alone, helped) = (json(&line), json(&[&line[..], &["--tables", &folder]].concat()));
        for field in ["outcome", "plies", "draw", "best"] {
            assert_eq!(alone[field], helped[field], "{start}");
        }
        let [alone, helped] =
            [alone, helped].map(|a| (a["nodes"].as_u64().unwrap(), a["line"].as_array().unwrap().len()));
        assert!(start == "n40" || 3 * helped.0 < alone.0, "{start}: {alone:?} and {helped:?}");
        assert_eq!(helped.1, alone.1, "{start}");
    }
}
