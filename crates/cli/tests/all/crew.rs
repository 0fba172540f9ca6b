//! Tables that several processes build together: started, killed, started again.
//!
//! Longer, on a game of your choice:
//! `ATTRACTOR_KILLED=morris:6 ATTRACTOR_KILLS=20 cargo test -p attractor-cli --test all crew::killed`.

use crate::command::{Said, attractor, bytes, file, fresh, json, refused};
use attractor_solve::table::Hosts;
use std::{
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A hosts file of so many processes at ports that nobody uses.
fn hosts(name: &str, count: usize) -> String {
    file(name, &Hosts::on_this_machine(count).unwrap().to_text())
}

/// One process of a build, with other arguments.
fn process(spec: &str, out: &str, hosts: &str, process: usize, more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_attractor"));
    command.args(["table", "build", spec, "--out", out, "--hosts", hosts, "--process", &process.to_string()]);
    command.args(["--workers", "1", "--memory", "512M"]).args(more).env("LC_ALL", "C").env_remove("LANG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// What it said; none for the exit code of one that was killed.
fn said(child: Child) -> (String, Option<i32>) {
    let output = child.wait_with_output().expect("the command ends");
    let told = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert!(!told.contains("panicked"), "{told}");
    (told, output.status.code())
}

#[test]
fn processes_are_started_on_one_machine() {
    let (alone, out) = (fresh("alone.crew"), fresh("together.crew"));
    let right = json(&["table", "build", "connect4:4x4", "--out", &alone]);
    let figures = json(&["table", "build", "connect4:4x4", "--out", &out, "--processes", "3"]);
    for field in ["game", "positions", "won", "lost", "drawn", "distances", "bytes"] {
        assert_eq!(figures[field], right[field], "{field}");
    }
    let processes = figures["processes"].as_array().unwrap();
    assert_eq!(processes.len(), 3, "{figures}");
    for (number, process) in processes.iter().enumerate() {
        assert_eq!(process["process"].as_u64(), Some(number as u64));
        assert!(process["address"].as_str().unwrap().starts_with("127.0.0.1:"), "{process}");
        for field in ["messages", "bytes_sent", "bytes_received", "levels", "cpu_seconds"] {
            assert!(process[field].as_f64().unwrap() > 0.0, "{field}: {process}");
        }
        assert!(process["wait_seconds"].as_f64().is_some());
    }
    assert!(bytes(&alone) == bytes(&out));
    assert!(!Path::new(&format!("{out}.work")).exists());
    // It is there already.
    let Said { code, out: told, .. } =
        attractor(&["table", "build", "connect4:4x4", "--out", &out, "--processes", "2"]);
    assert_eq!(code, 0);
    assert!(told.contains("161,029"), "{told}");
}

#[test]
fn what_cannot_be_is_said() {
    let out = fresh("refused.crew");
    let two = hosts("refused.hosts", 2);
    let build = ["table", "build", "connect4:4x4", "--out", out.as_str()];
    for (more, part) in [
        (&["--processes", "0"][..], "0 processes cannot be started"),
        (&["--hosts", "nowhere.hosts", "--process", "0"], "cannot read nowhere.hosts"),
        (&["--hosts", &two, "--process", "2"], "there is no process 2: the hosts file names 2"),
        (&["--hosts", &two], "--process"),
        (&["--process", "1"], "--hosts"),
        (&["--hosts", &two, "--process", "0", "--save=-1"], "-1 is no time in seconds"),
        (
            &["--hosts", &file("wrong.hosts", "127.0.0.1:7070\n\n  nonsense here\n"), "--process", "0"],
            "wrong.hosts:3:3",
        ),
    ] {
        let told = refused(&[&build, more].concat());
        assert!(told.contains(part), "{more:?}: {told}");
    }
    let told = refused(&["table", "build", "kayles:12", "--out", &out, "--processes", "2"]);
    assert_eq!(told.matches("error").count(), 1, "{told}");
    assert!(told.contains("its table is built by one process"), "{told}");
    assert!(!Path::new(&out).exists());
}

/// A port in use, and a process that never comes: all end in time, and say why.
#[test]
fn nobody_waits_for_ever() {
    let begun = Instant::now();
    let (out, two) = (fresh("waiting.crew"), hosts("waiting.hosts", 2));
    let text = std::fs::read_to_string(&two).unwrap();
    let taken = TcpListener::bind(text.lines().next().unwrap()).unwrap();
    let children = [0, 1].map(|i| process("connect4:4x4", &out, &two, i, &["--wait", "4"]));
    let told = children.map(said);
    assert!(told[0].0.contains("cannot listen at 127.0.0.1:") && told[0].1 == Some(2), "{told:?}");
    assert!(told[1].0.contains("process 0") && matches!(told[1].1, Some(2 | 3)), "{told:?}");
    drop(taken);
    let (told, code) = said(process("connect4:4x4", &out, &two, 1, &["--wait", "1"]));
    assert!(told.contains("process 0 at 127.0.0.1:") && told.contains("did not appear within 1 seconds"), "{told}");
    assert_eq!(code, Some(3));
    // Two that do not want the same.
    let outs = ["one.crew", "other.crew"].map(fresh);
    let children = [("connect4:4x4", 0), ("connect4:4x3", 1)].map(|(spec, i)| process(spec, &outs[i], &two, i, &[]));
    for (told, code) in children.map(said) {
        assert!(told.contains("was started with another game: connect4:4x"), "{told}");
        assert_eq!(code, Some(2));
    }
    assert!(begun.elapsed() < Duration::from_secs(30));
}

/// Any process is killed at any moment, again and again; the others say so and end; and whoever is started then, more of them
/// or fewer, goes on to the same bytes.
#[test]
#[cfg(unix)]
fn killed_processes_do_no_harm() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let most = number("ATTRACTOR_KILLS").unwrap_or(6);
    // The second from where few men are left.
    let given = std::env::var("ATTRACTOR_KILLED").ok();
    let games = match &given {
        Some(spec) => vec![(spec.as_str(), &[][..])],
        None => vec![("connect4:5x4", &[][..]), ("morris:6", &["--position", "XX./OOO/..XX/O../... X"])],
    };
    for (spec, from) in games {
        let name = spec.replace([':', ','], "-");
        let (right, out) = (fresh(&format!("{name}.right")), fresh(&format!("{name}.killed")));
        let begun = Instant::now();
        assert_eq!(attractor(&[&["table", "build", spec, "--out", &right, "--processes", "2"], from].concat()).code, 0);
        let whole = begun.elapsed();
        let (mut kills, mut random) = (0, 12_345u64);
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let mut processes = 2;
        while kills < most {
            let hosts = hosts(&format!("{name}.hosts"), processes);
            let mut children: Vec<Child> =
                (0..processes).map(|i| process(spec, &out, &hosts, i, &[from, &["--save", "0.2"]].concat())).collect();
            std::thread::sleep(whole.mul_f64(next(1000) as f64 / 2000.0) + Duration::from_millis(30));
            let victim = next(processes);
            let _ = children[victim].kill();
            let ends: Vec<_> = children.into_iter().map(said).collect();
            if ends[victim].1.is_none() && ends.iter().enumerate().any(|(i, end)| i != victim && end.1 != Some(0)) {
                kills += 1;
                for (i, (told, code)) in ends.iter().enumerate().filter(|(i, _)| *i != victim) {
                    // Those that had not met it yet do not wait long, or lose it while they greet; the others notice at once.
                    assert_eq!(*code, Some(3), "process {i} of {processes}: {told}");
                    let resumed =
                        ["go on from there", "did not appear", "is gone"].iter().any(|part| told.contains(part));
                    assert!(resumed && told.contains(&format!("process {victim} at")), "{told}");
                }
            } else if Path::new(&out).exists() {
                assert!(bytes(&out) == bytes(&right), "{spec} after {kills} kills");
                std::fs::remove_dir_all(&out).unwrap();
                let _ = std::fs::remove_dir_all(format!("{out}.work"));
            }
            processes = 2 + next(2);
        }
        let end = attractor(&[&["table", "build", spec, "--out", &out, "--processes", "2"], from].concat());
        assert_eq!(end.code, 0, "{}", end.err);
        assert!(bytes(&out) == bytes(&right), "{spec} after {kills} kills");
        println!("{spec}: the same bytes after {kills} kills");
    }
}
