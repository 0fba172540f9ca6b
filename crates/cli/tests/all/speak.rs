//! Protocols, both ways: Attractor at other programs' boards, and other programs as players.

use crate::command::{attractor, file, json, refused, typed};
use attractor_game::Rng;
use attractor_play::program::{ggf, hub_position, read_line};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const BINARY: &str = env!("CARGO_BIN_EXE_attractor");

/// What is answered to a script.
fn answers(script: &str, args: &[&str]) -> String {
    let said = typed(script, &[&["speak"], args].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}: {}", said.out);
    said.out
}

/// The line of an answer that begins so.
fn line<'a>(text: &'a str, begin: &str) -> &'a str {
    text.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("no line {begin} in:\n{text}"))
}

#[test]
fn gtp_is_spoken() {
    let script = "1 protocol_version\nname\n2 known_command genmove\n3 known_command fly\n4 fly\n5 boardsize 3\n\
        6 boardsize 19\n7 play black b2\n8 play black a1\n9 play white b2\n10 play W a1\n11 genmove b\n12 undo\n\
        13 showboard\n14 final_score\n15 fixed_handicap 2\n# nothing\n\n16\tkomi 6.5 # half\n17 time_settings 0 1 1\n\
        18 time_left black 1 1\n19 play green a1\n20 play black\n21 boardsize many\n22 undo\n23 undo\n24 undo\n\
        25 list_commands\n26 clear_board\n27 version\n28\n29 quit\n30 name\n";
    let said = answers(script, &["gtp", "tictactoe", "--player", "perfect"]);
    for answer in [
        "=1 2\n\n",
        "= Attractor\n\n",
        "=2 true\n\n",
        "=3 false\n\n",
        "?4 unknown command\n\n",
        "=5\n\n",
        "?6 unacceptable size\n\n",
        "=7\n\n",
        "?8 illegal move",
        "?9 illegal move\n\n",
        "=10\n\n",
        "=12\n\n",
        "?14 cannot score",
        "?15 handicap",
        "=16\n\n",
        "=17\n\n",
        "=18\n\n",
        "?19 invalid color or coordinate\n\n",
        "?20 syntax error\n\n",
        "?21 syntax error\n\n",
        "=22\n\n",
        "=23\n\n",
        "?24 cannot undo\n\n",
        "=25 protocol_version\nname\n",
        "=26\n\n",
        "=27 ",
        "?28 unknown command\n\n",
        "=29\n\n",
    ] {
        assert!(said.contains(answer), "{answer:?} in:\n{said}");
    }
    assert!(!said.contains("=30"), "{said}");
    assert_eq!(line(&said, "=11 ").len(), "=11 c3".len());
    // A game to its end.
    let played = "genmove b\ngenmove w\n".repeat(5) + "1 final_score\n2 genmove b\n";
    let said = answers(&played, &["gtp", "tictactoe", "--player", "perfect"]);
    assert!(said.contains("=1 0\n\n") && said.contains("?2 play is over\n\n"), "{said}");
}

#[test]
fn uci_is_spoken() {
    let script = "uci\nsetoption name Hash value 16\nisready\nfly\nucinewgame\nposition startpos moves 4 4\n\
        go depth 3\nposition startpos moves 9\nposition fen ......./......./......./......./......./...X... O moves 4\n\
        go movetime 50\nposition startpos moves 1 2 1 2 1 2 1\ngo wtime 100 btime 100\n";
    let said = answers(script, &["uci", "connect4:7x6"]);
    assert!(said.starts_with("id name Attractor ") && said.contains("uciok\nreadyok\n"), "{said}");
    assert!(said.contains("info depth 1 score cp ") && said.contains(" pv "), "{said}");
    assert!(said.contains("info string 9 is not a legal move"), "{said}");
    let moves: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!((moves.len(), moves[2]), (3, "(none)"), "{said}");
    assert!(moves[..2].iter().all(|word| "1234567".contains(word)), "{said}");
}

#[test]
fn thinking_is_stopped() {
    for (protocol, begin, go, stop, ping, pong, done) in [
        ("uci", "position startpos", "go infinite", "stop", "isready", "readyok", "bestmove "),
        ("hub", "level infinite", "go think", "stop", "ping", "pong", "done move="),
    ] {
        let mut child = Command::new(BINARY)
            .args(["speak", protocol, "connect4", "--memory", "64M"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut lines = BufReader::new(output).lines().map(Result::unwrap);
        writeln!(input, "{begin}\n{go}\n{ping}").unwrap();
        // Answered while it thinks, and the thinking goes on.
        assert!(lines.any(|line| line == pong));
        std::thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        writeln!(input, "{stop}").unwrap();
        let answer = lines.find(|line| line.starts_with(done)).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(5), "{answer}: {:?}", begun.elapsed());
        // Gone in the middle of a thought.
        writeln!(input, "{go}").unwrap();
        drop(input);
        assert!(child.wait().unwrap().success() && lines.count() > 0);
    }
}

#[test]
fn hub_is_spoken() {
    let script = "hub\nset-param name=x value=\"a b\"\ninit\nping\nfly\nnew-game\npos moves=\"4 4\"\nlevel depth=3\n\
        go think\npos pos=\"......./......./......./......./......./...X... O\" moves=4\nlevel move-time=0.05\ngo think\n\
        pos moves=\"9\"\npos pos=nonsense\npos pos=\"open\nlevel moves=10 time=1 inc=0\ngo analyze\n";
    let said = answers(script, &["hub", "connect4"]);
    assert!(said.starts_with("id name=Attractor ") && said.contains("\nwait\nready\npong\n"), "{said}");
    assert!(said.contains("error message=\"unknown command fly\"\n"), "{said}");
    assert!(said.contains("info depth=1 score=") && said.contains(" pv=\""), "{said}");
    assert_eq!(said.matches("done move=").count(), 3, "{said}");
    assert_eq!(said.matches("error message=").count(), 4, "{said}");
}

#[test]
fn nboard_is_spoken() {
    let script = "nboard 2\nset depth 9\nping 1\nset game (;GM[Othello]PC[x]TY[3]BO[3 --------- *]B[B2//0.1]W[A1];)\ngo\n\
        ping 2\nmove c3/1.0/2\nhint 1\nping 3\nset game nothing\nset game (;BO[3 -*])\nlearn\nfly\n\
        set game (;BO[3 ***OO---- O];)\ngo\nquit\n";
    let said = answers(script, &["nboard", "tictactoe"]);
    assert!(said.starts_with("set myname Attractor\npong 1\nstatus "), "{said}");
    let word = line(&said, "=== ").split(['/', ' ']).nth(1).unwrap();
    assert!(word.len() == 2 && word != "A1" && word != "B2", "{said}");
    for answer in
        ["pong 2\n", "search ", "pong 3\n", "status the game has no board", "status a board of 3", "learned\n"]
    {
        assert!(said.contains(answer), "{answer:?} in:\n{said}");
    }
}

#[test]
fn chess_by_uci() {
    let said = answers("uci\nposition startpos moves e2e4 e7e5\ngo depth 2\n", &["uci"]);
    let word = line(&said, "bestmove ").strip_prefix("bestmove ").unwrap();
    assert!(word.len() >= 4 && word.is_ascii(), "{said}");
    // Mate in one.
    let said = answers("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\ngo depth 2\n", &["uci"]);
    assert!(["bestmove g6g7", "bestmove g6e8"].contains(&line(&said, "bestmove ")), "{said}");
}

#[test]
fn go_by_gtp() {
    let script = "1 boardsize 5\n2 komi 0.5\n3 play black C3\n4 play white pass\n5 play black B2\n6 time_settings 0 1 1\n\
        7 genmove white\n8 undo\n9 play white pass\n10 play black pass\n11 final_score\n12 genmove white\n\
        13 clear_board\n14 play black a1\n15 play black b1\n16 undo\n17 showboard\n18 boardsize 99\n";
    let said = answers(script, &["gtp"]);
    assert!(said.contains("=11 B+24.5\n\n") && said.contains("=12 pass\n\n"), "{said}");
    assert!(said.contains("=15\n\n") && said.contains("=16\n\n") && said.contains("?18 unacceptable size"), "{said}");
}

#[test]
fn othello_by_gtp_and_nboard() {
    let said = answers("1 boardsize 6\n2 boardsize 8\n3 play black d3\n4 genmove white\n", &["gtp", "othello"]);
    assert!(["=4 c3", "=4 c5", "=4 e3"].contains(&line(&said, "=4 ")), "{said}");
    let start = "---------------------------O*------*O---------------------------";
    let script = format!("nboard 2\nset depth 3\nset game (;GM[Othello]TY[8]BO[8 {start} *]B[D3//1];)\ngo\n");
    let said = answers(&script, &["nboard"]);
    assert!(["C3", "C5", "E3"].iter().any(|word| line(&said, "=== ").contains(word)), "{said}");
}

#[test]
fn draughts_by_hub() {
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    let script = format!("hub\ninit\npos pos={start} moves=\"32-28 19-23 28x19x23\"\nlevel depth=3\ngo think\n");
    let said = answers(&script, &["hub"]);
    assert!(line(&said, "done move=").contains("x19"), "{said}");
}

/// Runs the command on bytes, whatever they are; what it answers, at most so much later.
fn fed(bytes: &[u8], args: &[&str], most: Duration) -> Vec<u8> {
    let begun = Instant::now();
    let mut child = Command::new(BINARY)
        .arg("speak")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, bytes) = (child.stdin.take().unwrap(), bytes.to_vec());
    let writer = std::thread::spawn(move || {
        // It may have been told to quit.
        let _ = input.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "{args:?}: {err}");
    assert!(begun.elapsed() < most, "{args:?}: {:?}", begun.elapsed());
    output.stdout
}

#[test]
fn strange_input_does_no_harm() {
    const WORDS: [&str; 48] = [
        "go",
        "position",
        "startpos",
        "fen",
        "moves",
        "4",
        "1",
        "infinite",
        "depth",
        "movetime",
        "-1",
        "99999999999",
        "stop",
        "uci",
        "isready",
        "setoption",
        "name",
        "Hash",
        "value",
        "play",
        "black",
        "genmove",
        "w",
        "undo",
        "boardsize",
        "komi",
        "1e400",
        "nan",
        "time_settings",
        "time_left",
        "pos",
        "pos=",
        "pos=\"",
        "moves=\"4 4",
        "level",
        "think",
        "=",
        "set",
        "game",
        "(;BO[3 --------- *]",
        "BO[",
        "][",
        "move",
        "hint",
        "ping",
        "é\u{202e}",
        "#",
        "\t",
    ];
    for (seed, protocol) in ["uci", "gtp", "hub", "nboard"].into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64 + 1);
        let mut bytes = Vec::new();
        for number in 0..2_000 {
            if number % 2 == 0 {
                // Any byte but the end of the line.
                bytes.extend((0..rng.below(40)).map(|_| rng.below(256) as u8).filter(|byte| *byte != b'\n'));
            } else {
                for _ in 0..1 + rng.below(8) {
                    bytes.extend(WORDS[rng.below(WORDS.len())].bytes());
                    bytes.push(b' ');
                }
            }
            bytes.push(b'\n');
            if protocol == "uci" && number % 50 == 0 {
                bytes.extend(b"stop\n");
            }
        }
        bytes.extend(vec![b'x'; 3 << 20]);
        bytes.extend(b"\nping 7\n1 name\nisready\n");
        let said = fed(&bytes, &[protocol, "connect4", "--player", "first"], Duration::from_secs(60));
        let said = String::from_utf8_lossy(&said);
        let end = match protocol {
            "uci" => "readyok\n",
            "gtp" => "=1 Attractor\n\n",
            "hub" => "pong\n",
            _ => "pong 7\n",
        };
        assert!(said.contains(end), "{protocol}: {}", &said[said.len().saturating_sub(500)..]);
    }
}

#[test]
fn lines_of_any_length_and_kind() {
    let mut long = vec![b'a'; (1 << 20) + 5];
    long.extend(b"\nnext\n\xff\xfe\n\nlast");
    let mut input = &long[..];
    let mut lengths = Vec::new();
    while let Some(line) = read_line(&mut input).unwrap() {
        lengths.push(line.chars().count());
    }
    assert_eq!(lengths, [1 << 20, 4, 2, 0, 4]);
}

#[test]
fn positions_in_the_words_of_protocols() {
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(hub_position("W:W31-50:B1-20", 50), Some(start.clone()));
    assert_eq!(hub_position(&start, 50), Some(start));
    for bad in ["", "W", "X:W1", "W:W0", "W:W51", "W:W9-3", "W:K", "W:é", "W:WKx", "W:W1-"] {
        assert!(hub_position(bad, 50).is_none_or(|text| text.len() == 51), "{bad}");
    }
    assert_eq!(hub_position("W:W51", 50), None);
    assert!(ggf("XO/OX X", &[]).unwrap().contains("BO[2 *OO* *];)"));
    assert_eq!((ggf("XO/O X", &[]), ggf("", &[]), ggf("XO./OX. X", &[])), (None, None, None));
}

#[test]
fn what_cannot_be_spoken() {
    for (args, words) in [
        (&["speak", "xboard"][..], "uci, gtp, hub, nboard"),
        (&["speak", "uc"], "did you mean uci?"),
        (&["speak", "gtp", "conect4"], "did you mean connect4?"),
        (&["speak", "gtp", "nim:3", "--player", "human"], "play"),
        (&["speak", "gtp", "nim:3", "--player", "minimax:depth=1-3"], "one depth"),
        (&["match", "nim:3", "--first", "uci", "--second", "first"], "command=PROGRAM"),
        (&["match", "nim:3", "--first", "uci:command=x,elo=high", "--second", "first"], "1500"),
        (&["match", "nim:3", "--first", "gtp:command=x,elo=9", "--second", "first"], "no option elo"),
        (&["match", "nim:3", "--first", "gtp:command=/nowhere/x", "--second", "first"], "cannot be started"),
    ] {
        let told = refused(args);
        assert!(told.contains(words), "{args:?} should say {words:?}:\n{told}");
    }
}

/// A player that is Attractor itself, spoken to.
fn own(protocol: &str, game: &str, player: &str) -> String {
    format!("{protocol}:command={BINARY} speak {protocol} {game} --player {player},seconds=0.1")
}

#[test]
fn programs_play() {
    for (protocol, game) in
        [("uci", "tictactoe"), ("gtp", "tictactoe"), ("nboard", "tictactoe"), ("uci", "connect4:4x4")]
    {
        let player = own(protocol, game, "perfect");
        let record = json(&[
            "match",
            game,
            "--first",
            &player,
            "--second",
            "random",
            "--games",
            "4",
            "--swap",
            "--threads",
            "1",
        ]);
        assert_eq!((&record["second"]["wins"], &record["games"]), (&0.into(), &4.into()), "{player}: {record}");
        assert!(record["players"][0].as_str().unwrap().starts_with(&format!("{protocol}:command=")), "{record}");
    }
    // At the terminal, and from elsewhere than the start.
    let player = own("uci", "tictactoe", "perfect");
    let args = ["play", "tictactoe", "--position", "XX./OO./... X", "--first", &player, "--second", "human"];
    assert!(attractor(&args).out.contains("plays c1"), "{}", attractor(&args).out);
    let elsewhere =
        ["match", "tictactoe", "--position", "XX./OO./... X", "--games", "1", "--second", "first", "--first"];
    let told = refused(&[&elsewhere[..], &[&own("gtp", "tictactoe", "first")]].concat());
    assert!(told.contains("no words for the position"), "{told}");
    let told = refused(&[&elsewhere[..], &[&own("hub", "tictactoe", "first")]].concat());
    assert!(told.contains("hub has no words for the position"), "{told}");
}

#[test]
#[cfg(unix)]
fn bad_programs_are_told_of() {
    // A script of a shell for each; what it is told goes nowhere.
    let greeting =
        "read line; echo 'id name Fake'; echo uciok; read line; echo readyok; read line; read line; echo readyok; ";
    let cases = [
        ("hangs.sh", "uci", "exec sleep 60".to_owned(), "did not answer uci within 10 s"),
        ("stalls.sh", "uci", format!("{greeting} echo thinking; exec sleep 60"), "its last words: thinking"),
        ("dies.sh", "uci", "echo 'no licence' >&2; exit 3".to_owned(), "its last words: no licence"),
        ("dies_later.sh", "uci", format!("{greeting} exit 0"), "ended instead of answering go movetime 100"),
        ("cheats.sh", "uci", format!("{greeting} echo bestmove z9; exec sleep 60"), "wants to play z9"),
        ("resigns.sh", "uci", format!("{greeting} echo 'bestmove (none)'; exec sleep 60"), "which is no move"),
        ("raves.sh", "uci", "while :; do echo nonsense; done".to_owned(), "its last words: nonsense"),
        ("deaf.sh", "gtp", "exec sleep 60 < /dev/null".to_owned(), "did not answer protocol_version"),
        (
            "refuses.sh",
            "gtp",
            "read line; echo '=1 2'; echo; read line; echo '?2 too small'; echo; exec sleep 60".to_owned(),
            "refuses boardsize 3: too small",
        ),
        ("other.sh", "gtp", "exec cat".to_owned(), "did not answer protocol_version"),
        (
            "odd.sh",
            "nboard",
            "read a; read a; read a; echo pong 1; read a; read a; echo pong 2; echo '=== Z9/0/1'; exec sleep 60"
                .to_owned(),
            "wants to play z9",
        ),
        (
            "empty.sh",
            "nboard",
            "read a; read a; read a; echo pong 1; read a; read a; echo pong 2; echo '==='; exec sleep 60".to_owned(),
            "which is no move",
        ),
        ("waits.sh", "hub", "echo wait; exec sleep 60".to_owned(), "did not answer init"),
    ];
    std::thread::scope(|scope| {
        for (name, protocol, script, words) in &cases {
            scope.spawn(move || {
                let player = format!("{protocol}:command=sh {},seconds=0.1", file(name, script));
                let begun = Instant::now();
                let args = ["match", "tictactoe", "--first", &player, "--second", "first", "--games", "1"];
                let said = attractor(&args);
                assert!(matches!(said.code, 2 | 3), "{name}: {}{}", said.out, said.err);
                assert!(
                    said.err.contains(words) && said.err.contains("sh"),
                    "{name} should say {words:?}: {}",
                    said.err
                );
                assert!(begun.elapsed() < Duration::from_secs(25), "{name}: {:?}", begun.elapsed());
            });
        }
    });
}

#[test]
#[cfg(unix)]
fn the_strength_of_a_program() {
    let range = "option name UCI_Elo type spin default 1500 min 1350 max 2850";
    let limit = "option name UCI_LimitStrength type check default false";
    let with = file("elo.sh", &format!("read a; echo '{limit}'; echo '{range}'; echo uciok; exec sleep 60"));
    let without = file("no_elo.sh", "read a; echo uciok; exec sleep 60");
    for (script, words) in [(with, "from 1350 to 2850, not 1320"), (without, "leave elo out")] {
        let player = format!("uci:command=sh {script},elo=1320");
        let told = refused(&["match", "tictactoe", "--first", &player, "--second", "first", "--games", "1"]);
        assert!(told.contains(words), "{told}");
    }
}

/// Matches with programs that others wrote, where they are installed: they end by themselves, and say how it went.
#[test]
#[ignore = "long"]
fn matches_with_other_programs() {
    for (game, own, other, program) in [
        ("othello", "search:seconds=0.2", "gtp:command=gtp-rhino", "gtp-rhino"),
        ("chess", "search:seconds=0.2", "uci:command=stockfish,elo=1350,seconds=0.2", "stockfish"),
        ("go:7x7", "uct:seconds=1", "gtp:command=gnugo --mode gtp --level 1", "gnugo"),
    ] {
        // Games are in a folder of their own on Debian, which is not always looked at.
        let place = format!("/usr/games/{program}");
        if !std::path::Path::new(&place).exists() {
            eprintln!("{program} is not installed");
            continue;
        }
        let other = other.replace(program, &place);
        let record =
            json(&["match", game, "--first", own, "--second", &other, "--games", "10", "--swap", "--threads", "1"]);
        eprintln!("{game}: {record}");
        assert_eq!(record["games"], 10);
    }
}
