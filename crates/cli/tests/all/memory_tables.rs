//! Tables within `--memory`: the most that a process takes is at most a tenth more than was asked, and 40 MB for the program.

#![cfg(target_os = "linux")]

use crate::command::fresh;
use std::{
    process::{Command, Stdio},
    time::Duration,
};

/// How a build ended.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    /// The table is there.
    Built,
    /// Refused: with the least that would do, and what was allowed.
    Refused,
    /// Either: what fits depends on the machine.
    Any,
}
use End::{Any, Built, Refused};

/// The most memory of the command in bytes, its exit code, and what it said.
fn peak(args: &[&str]) -> (u64, i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_attractor"))
        .args(args)
        .args(["--lang", "en"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        if child.try_wait().expect("the command is a child").is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("the command ends");
    let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
    (peak, output.status.code().expect("the command is not killed"), said)
}

/// Builds within that memory, and compares what was taken with what was asked.
fn build(spec: &str, memory: &str, end: End) {
    let asked: u64 = memory.strip_suffix('M').unwrap().parse::<u64>().unwrap() << 20;
    let name = format!("memory-{}-{memory}.table", spec.replace([':', '+', ',', '='], "-"));
    let out = fresh(&name);
    let mut args = vec!["table", "build"];
    args.extend(spec.split(' '));
    args.extend(["--memory", memory, "--threads", "2"]);
    if !spec.contains("--plan") {
        args.extend(["--out", &out]);
    }
    let (peak, code, said) = peak(&args);
    println!("{spec} --memory {memory}: {} MB, exit code {code}", peak >> 20);
    let most = asked + asked / 10 + (40 << 20);
    assert!(peak <= most, "{spec} --memory {memory} took {} MB: {said}", peak >> 20);
    match (end, code) {
        (Built | Any, 0) => {}
        (Refused | Any, 3) => {
            let need = |part: &str| said.contains(part);
            assert!(need(" MB") && need("--memory"), "{spec} --memory {memory}: {said}");
        }
        _ => panic!("{spec} --memory {memory}: exit code {code}, {said}"),
    }
    for ending in ["", ".work", ".partial"] {
        let _ = std::fs::remove_dir_all(format!("{out}{ending}"));
    }
}

#[test]
fn builds_take_no_more_memory_than_is_allowed() {
    for (spec, ends) in [
        ("nim:3+4+5", [Built, Built]),
        ("chomp:7x7", [Built, Built]),
        ("connect4:4x4", [Built, Built]),
        ("wythoff:300+300", [Refused, Refused]),
        ("nim:60000", [Refused, Refused]),
        ("nim:16383,take=1", [Any, Built]),
        ("nim:22+22+22+22,take=1-3", [Any, Built]),
        ("dobutsu --plan", [Built, Built]),
        ("teeko --plan", [Built, Built]),
    ] {
        for (memory, end) in ["64M", "256M"].into_iter().zip(ends) {
            build(spec, memory, end);
        }
    }
}

/// Layers that do not fit: many runs to merge, and layers valued in slices.
#[test]
fn layers_take_no_more_memory_than_is_allowed() {
    build("connect4:5x4", "5M", Built);
    build("connect4:5x4", "64M", Built);
    build("connect4:5x6", "1M", Refused);
}

#[test]
#[ignore = "takes minutes"]
fn large_builds_take_no_more_memory_than_is_allowed() {
    for memory in ["64M", "256M"] {
        build("connect4:5x5", memory, Built);
        build("teeko", memory, Built);
    }
    build("connect4:5x6", "64M", Built);
}

/// A process may open few files: runs are merged a few at a time, or the system's reason is given.
#[test]
fn few_open_files_are_not_damage() {
    for (files, built) in [(100, true), (12, false)] {
        let out = fresh("files.table");
        let script = format!(
            "ulimit -n {files}; exec {} table build connect4:5x4 --memory 5M --out {out} --threads 1 --lang en",
            env!("CARGO_BIN_EXE_attractor")
        );
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains("damaged"), "{said}");
        if built {
            assert!(output.status.success(), "{said}");
        } else {
            assert!(output.status.success() || said.contains("oo many open files"), "{said}");
        }
        for ending in ["", ".work", ".partial"] {
            let _ = std::fs::remove_dir_all(format!("{out}{ending}"));
        }
    }
}
