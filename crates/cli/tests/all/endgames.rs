//! Endgames: tables of every position with few men, with published figures; and the whole game, which asks them.

use crate::command::{attractor, fresh, json, refused};
use attractor_game::Rng;
use attractor_play::{Effort, PlayerSpec, knowledge::table_in, open};
use attractor_solve::table::Table;
use std::path::Path;

/// Builds a table, checks it against the rules, and compares some of its families: positions, won, drawn, lost, and the plies
/// of the longest win where that is published.
fn families(game: &str, expected: &[(&str, [u64; 4], Option<u64>)]) -> String {
    // In a folder that holds nothing else: other tests leave tables of all kinds beside theirs.
    let out = fresh(&format!("endgames/{}.table", game.replace([',', '='], "-")));
    std::fs::create_dir_all(Path::new(&out).parent().expect("a folder")).unwrap();
    json(&["table", "build", game, "--out", &out]);
    let info = json(&["table", "info", &out]);
    let found = info["families"].as_array().expect("endgames have families");
    for (name, figures, longest) in expected {
        let family = found.iter().find(|family| family["family"] == *name).unwrap_or_else(|| panic!("{name}: {info}"));
        let fields = ["positions", "won", "drawn", "lost"].map(|field| family[field].as_u64().unwrap());
        assert_eq!(fields, *figures, "{game}, {name}");
        if let Some(longest) = longest {
            assert_eq!(family["longest_win"].as_u64(), Some(*longest), "{game}, {name}");
        }
    }
    let sum: u64 = found.iter().map(|family| family["positions"].as_u64().unwrap()).sum();
    assert_eq!(info["positions"].as_u64(), Some(sum));
    let checked = json(&["table", "verify", &out]);
    assert_eq!(checked["valid"], true);
    out
}

/// From so many positions by chance, the side that wins by the table is played by a search that has it, the other by the
/// table too: play ends after exactly as many plies as the table says.
fn won_in_time(game: &str, endgame: &str, folder: &str, plays: u64) {
    let table = Table::open(Path::new(folder)).expect("a table");
    let effort = Effort { table: Some(&table), ..Effort::default() };
    let search: PlayerSpec = "search:depth=2".parse().unwrap();
    let perfect: PlayerSpec = "perfect".parse().unwrap();
    let mut won = 0;
    for seed in 0..plays {
        let (mut rng, mut walk) = (Rng::new(seed), open(endgame).unwrap());
        for _ in 0..40 {
            let moves = walk.moves();
            if moves.is_empty() {
                break;
            }
            walk.play(&moves[rng.below(moves.len())]).unwrap();
        }
        let (mut session, position) = (open(game).unwrap(), walk.position());
        // Without the counters of chess: the walk has used up a part of the fifty moves.
        let words: Vec<&str> = position.split(' ').take(4).collect();
        session.set_position(&words.join(" ")).unwrap();
        let known = session.probe_table(&table).unwrap().expect("the table holds it");
        let Some(plies) = known.plies else { continue };
        let winner = if known.outcome == "win" { session.turn() } else { session.turn().other() };
        for played in 0.. {
            if let Some(finish) = session.finished() {
                assert_eq!((finish.winner, played), (Some(winner), plies), "{position}");
                won += 1;
                break;
            }
            let player = if session.turn() == winner { &search } else { &perfect };
            let name = session.choose(player, &effort, &mut rng).unwrap();
            session.play(&name).unwrap();
        }
    }
    assert!(won > 0, "{game}: nothing was won");
}

#[test]
fn checkers_with_few_pieces() {
    families(
        "checkers,pieces=3",
        &[("2 pieces", [3_488, 716, 2_370, 402], Some(13)), ("3 pieces", [196_032, 100_250, 8_477, 87_305], Some(61))],
    );
}

#[test]
fn draughts_with_two_pieces() {
    let out = families("draughts,pieces=2", &[("2 pieces", [8_845, 3_205, 3_678, 1_962], None)]);
    won_in_time("draughts", "draughts,pieces=2", &out, 20);
}

#[test]
fn chess_with_three_men() {
    let out = families(
        "chess,men=KRK",
        &[("KRK b", [223_944, 0, 22_244, 201_700], None), ("KRK w", [175_168, 175_168, 0, 0], Some(31))],
    );
    won_in_time("chess", "chess,men=KRK", &out, 10);
    // The folder of tables is asked too; a table of something else is not, nor one that is being built.
    let folder = Path::new(&out).parent().unwrap();
    std::fs::create_dir_all(folder.join("half.partial")).unwrap();
    std::fs::write(folder.join("half.partial/table"), "half").unwrap();
    assert!(table_in(folder, "connect4:7x6").unwrap().is_none_or(|table| table.game() == "connect4:7x6"));
    let args = ["solve", "chess", "--position", "8/8/8/4k3/8/8/8/K6R w - - 0 1", "--tables", &out];
    let solved = json(&args);
    assert_eq!(solved["outcome"], "win");
    assert!(solved["plies"].as_u64().is_some_and(|plies| plies % 2 == 1 && plies <= 31), "{solved}");
    assert!(refused(&["solve", "connect4", "--tables", "nowhere"]).contains("nowhere"));
    assert_eq!(attractor(&["table", "probe", &out, "--position", "8/8/8/4k3/8/8/8/K6Q w - - 0 1"]).code, 1);
}

#[test]
#[ignore = "long"]
fn larger_endgames() {
    families("checkers,pieces=4", &[("4 pieces", [6_209_316, 2_574_304, 1_717_922, 1_917_090], Some(109))]);
    families("draughts,pieces=3", &[("3 pieces", [806_300, 265_795, 394_163, 146_342], None)]);
    families("chess,men=KQK", &[("KQK w", [144_508, 144_508, 0, 0], Some(19))]);
    families("chess,men=KPK", &[("KPK w", [163_328, 124_960, 38_368, 0], Some(55))]);
    let out = families("chess,men=KBNK", &[("KBNK w", [10_875_504, 10_822_184, 53_320, 0], Some(65))]);
    won_in_time("chess", "chess,men=KBNK", &out, 40);
}

/// Every endgame of at most four men: the longest wins as every table of chess endgames has them, in moves to mate (Ken
/// Thompson 1986, E. V. Nalimov 2000).
#[test]
#[ignore = "long"]
fn all_endgames_of_four_men() {
    let out = fresh("chess-men-4.table");
    json(&["table", "build", "chess,men=4", "--out", &out, "--memory", "2G"]);
    let info = json(&["table", "info", &out]);
    let found = info["families"].as_array().expect("endgames have families");
    let moves = |name: &str| {
        let family = found.iter().find(|family| family["family"] == format!("{name} w"));
        let plies = family.unwrap_or_else(|| panic!("{name}"))["longest_win"].as_u64().unwrap();
        plies.div_ceil(2)
    };
    let expected = [
        ("KQK", 10),
        ("KRK", 16),
        ("KPK", 28),
        ("KBBK", 19),
        ("KBNK", 33),
        ("KQKR", 35),
        ("KQKB", 17),
        ("KQKN", 21),
        ("KRKB", 29),
        ("KRKN", 40),
        ("KQKQ", 13),
        ("KRKR", 19),
        ("KQQK", 4),
        ("KRRK", 7),
        ("KQRK", 6),
        ("KQKP", 28),
        ("KRKP", 26),
        ("KPKP", 33),
        ("KPPK", 32),
        ("KBPK", 31),
        ("KNPK", 27),
        ("KNNK", 1),
        ("KBKP", 29),
        ("KNKP", 29),
        ("KRBK", 16),
        ("KRNK", 16),
        ("KQBK", 8),
        ("KQNK", 9),
        ("KRPK", 16),
        ("KQPK", 10),
    ];
    for (name, longest) in expected {
        eprintln!("{name}: {} moves, published {longest}", moves(name));
    }
    for (name, longest) in expected {
        assert_eq!(moves(name), longest, "{name}");
    }
}
