//! Several processes: how fast values spread between them over the loopback interface, beside one process in memory in the same
//! run.
//!
//!     cargo bench -p attractor-solve --bench cluster [-- BITS]
//!
//! The game is made up, with 2^BITS positions (26). Counts and plies are asserted to be equal. Rates are for each second of
//! processor time of the threads that solve; that of whole processes, with the threads that move bytes, stands beside them.

#[allow(dead_code)]
mod mixed;

use attractor_solve::table::{Counters, Crew, Hosts, Job, Progress, Spread, spread, spread_together};
use mixed::{Alternating, Clock, Mixed};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

/// Set for a process that another one started: its number, and where it finds hosts.
const MEMBER: &str = "ATTRACTOR_BENCH_MEMBER";

fn main() {
    let bits = std::env::args().find_map(|a| a.parse().ok()).unwrap_or(26);
    let game = Alternating(Mixed { bits });
    if let Ok(member) = std::env::var(MEMBER) {
        let (process, folder) = member.split_once(' ').expect("a number and a folder");
        one(&game, Path::new(folder), process.parse().expect("a number"));
        return;
    }
    let folder = std::env::temp_dir().join(format!("attractor-bench-cluster-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    println!("2^{bits} positions; million messages per second of processor time");
    println!(
        "| | messages | wall s | workers' processor s | rate | all threads' | rate | waited s | MB sent | MB of memory |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let (mut best, mut memories) = ([0f64; 5], [u64::MAX; 5]);
    for _ in 0..2 {
        let (alone, times) = spread(&game, &folder, &job(memory(bits, 1)), Clock::now).expect("it fits");
        let (wall, cpu) = times[1].since(&times[0]);
        let rate = alone.messages as f64 / cpu / 1e6;
        best[0] = best[0].max(rate);
        println!("| in memory, 1 thread | {} | {wall:.2} | {cpu:.2} | {rate:.1} | | | | | |", alone.messages);
        for processes in [1, 2, 4] {
            let (rate, memory) = together(&game, &folder, processes, &alone);
            best[processes] = best[processes].max(rate);
            memories[processes] = memories[processes].min(memory);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let to_one = |processes: usize| best[processes] / best[0];
    println!(
        "\nrate to one process in memory: 1 process {:.2}x, 2 processes {:.2}x, 4 processes {:.2}x",
        to_one(1),
        to_one(2),
        to_one(4)
    );
    let memory = |processes: usize| memories[processes] as f64 / memories[1] as f64;
    println!("memory of all to that of one: 2 processes {:.2}x, 4 processes {:.2}x", memory(2), memory(4));
}

/// Bytes for each process; all together have as many as one has alone.
fn memory(bits: u32, processes: u64) -> u64 {
    ((4 << bits) + (256 << 20)) / processes
}

fn job(memory: u64) -> Job<'static> {
    Job { memory, threads: 1, scratch: None, stop: None, tell: &|_| {} }
}

/// This process takes part, and writes down what it has seen.
fn one(game: &Alternating, folder: &Path, process: usize) {
    let hosts = Hosts::parse(&std::fs::read_to_string(folder.join("hosts")).expect("hosts"), "hosts").expect("hosts");
    let nobody = |_: Progress, _: &[Counters]| {};
    let memory = memory(game.0.bits, hosts.len() as u64);
    let (wait, save) = (Duration::from_secs(20), Duration::from_secs(1000));
    let crew = Crew { hosts, process, workers: 1, wait, save, watch: &nobody };
    let begun = Clock::now();
    let (found, counted) = spread_together(game, folder, &job(memory), &crew).expect("it fits");
    let (wall, cpu) = Clock::now().since(&begun);
    let mine = counted[process];
    let words = [
        found.decided[0],
        found.decided[1],
        found.plies,
        found.messages,
        mine.cpu,
        mine.wait,
        mine.sent,
        mine.memory,
        (wall * 1e9) as u64,
        (cpu * 1e9) as u64,
    ];
    std::fs::write(folder.join(format!("found.{process}")), words.map(|n| n.to_string()).join(" ")).expect("a file");
}

/// So many processes; messages for each microsecond of their workers, and the memory of all.
fn together(game: &Alternating, folder: &Path, processes: usize, right: &Spread) -> (f64, u64) {
    let hosts = Hosts::on_this_machine(processes).expect("ports");
    std::fs::write(folder.join("hosts"), hosts.to_text()).expect("a file");
    let program: PathBuf = std::env::current_exe().expect("this program");
    let children: Vec<_> = (0..processes)
        .map(|process| {
            let member = format!("{process} {}", folder.display());
            let mut command = Command::new(&program);
            command.arg(game.0.bits.to_string()).env(MEMBER, member).stdin(Stdio::null());
            command.spawn().expect("a process")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("a process").success());
    }
    let (mut cpu, mut all, mut waited, mut sent, mut memory, mut wall) = (0, 0, 0, 0, 0, 0);
    for process in 0..processes {
        let text = std::fs::read_to_string(folder.join(format!("found.{process}"))).expect("it was written");
        let n: Vec<u64> = text.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(([n[0], n[1]], n[2], n[3]), (right.decided, right.plies, right.messages), "{processes} processes");
        cpu += n[4];
        waited += n[5];
        sent += n[6];
        memory += n[7];
        wall = wall.max(n[8]);
        all += n[9];
    }
    let rate = |nanoseconds: u64| right.messages as f64 / (nanoseconds as f64 / 1e3);
    let seconds = |nanoseconds: u64| nanoseconds as f64 / 1e9;
    println!(
        "| {processes} over TCP | {} | {:.2} (with beginning and end) | {:.2} | {:.1} | {:.2} (with beginning and end) | | {:.2} | {} | {} |",
        right.messages,
        seconds(wall),
        seconds(cpu),
        rate(cpu),
        seconds(all),
        seconds(waited),
        sent >> 20,
        memory >> 20,
    );
    (rate(cpu), memory)
}
