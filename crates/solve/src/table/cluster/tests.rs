use super::{
    super::{Job, Progress, Table, build_layered, build_layered_together, build_retrograde, build_retrograde_together},
    Counters, Crew, Hosts,
};
use attractor_game::{Error, Layered, Retrograde};
use attractor_games::{Connect4, Nim};
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("attractor-crew-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// So many processes on this machine, at ports that nobody uses.
fn hosts(count: usize) -> Hosts {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> = listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect();
    Hosts::parse(&lines.join("\n"), "hosts").unwrap()
}

fn unwatched(_: Progress, _: &[Counters]) {}

fn crew(hosts: &Hosts, process: usize, workers: usize) -> Crew<'static> {
    let (wait, save) = (Duration::from_secs(20), Duration::from_millis(3));
    Crew { hosts: hosts.clone(), process, workers, wait, save, watch: &unwatched }
}

/// How processes build together, here each in a thread.
type Build<'a> = dyn Fn(&Path, &Job<'_>, &Crew<'_>) -> Result<Option<Table>, Error> + Sync + 'a;

/// All of them at work; what came of each. Folders of work are shared, or each has its own.
fn together(
    build: &Build<'_>,
    out: &Path,
    processes: usize,
    workers: usize,
    memory: u64,
    shared: bool,
    stop: Option<(usize, u64)>,
) -> Vec<Result<Option<Table>, Error>> {
    let hosts = hosts(processes);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processes)
            .map(|process| {
                let crew = crew(&hosts, process, workers);
                scope.spawn(move || {
                    let scratch = out.with_extension(if shared { "work".to_owned() } else { format!("work{process}") });
                    let (halt, left) = (AtomicBool::new(false), AtomicU64::new(stop.map_or(0, |(_, steps)| steps)));
                    let tell = |_| {
                        if left.fetch_sub(1, Relaxed) == 1 {
                            halt.store(true, Relaxed);
                        }
                    };
                    let stop = stop.filter(|(who, _)| *who == process).map(|_| &halt);
                    let job = Job { memory, threads: workers, scratch: Some(&scratch), stop, tell: &tell };
                    build(out, &job, &crew)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn layered<'a, G: Layered + Sync>(game: &'a G) -> impl Fn(&Path, &Job<'_>, &Crew<'_>) -> Result<Option<Table>, Error> + Sync + 'a {
    move |out, job, crew| build_layered_together(game, "a game", out, job, crew)
}

fn undoable<'a, G: Retrograde + Sync>(game: &'a G) -> impl Fn(&Path, &Job<'_>, &Crew<'_>) -> Result<Option<Table>, Error> + Sync + 'a {
    move |out, job, crew| build_retrograde_together(game, "a game", out, job, crew)
}

fn alone() -> Job<'static> {
    Job { memory: 1 << 28, threads: 2, scratch: None, stop: None, tell: &|_| {} }
}

fn bytes(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("table")).unwrap()
}

/// Five buckets of numbers.
fn heaps() -> Nim {
    Nim::from_spec(&"nim:24+24+24+24,take=1-3".parse().unwrap()).unwrap()
}

/// However many processes and workers there are, and with any memory, it is the file that one process writes.
#[test]
fn bytes_are_those_of_one_process() {
    let folder = Folder::new("bytes");
    let (four, nim) = (Connect4::new(4, 4).unwrap(), heaps());
    let (right_four, right_nim) = (folder.0.join("four"), folder.0.join("nim"));
    build_layered(&four, "a game", &right_four, &alone()).unwrap();
    build_retrograde(&nim, "a game", &right_nim, &alone()).unwrap();
    for (processes, workers, memory, shared) in
        [(1, 1, 1 << 28, true), (2, 1, 1 << 28, false), (3, 2, 1 << 29, true), (2, 1, 88 << 20, false)]
    {
        for (name, right, build) in [
            ("four", &right_four, &layered(&four) as &Build<'_>),
            ("nim", &right_nim, &undoable(&nim)),
        ] {
            let case = format!("{name}-{processes}-{workers}-{memory}");
            let out = folder.0.join(&case);
            let results = together(build, &out, processes, workers, memory, shared, None);
            for (process, result) in results.into_iter().enumerate() {
                assert_eq!(result.expect(&case).is_some(), process == 0, "{case}");
            }
            assert!(bytes(&out) == bytes(right), "{case}");
            assert!(!out.with_extension("work").exists() && !out.with_extension("work0").exists(), "{case}");
            // Once more: it is there.
            let again = together(build, &out, processes, workers, memory, shared, None);
            assert!(again.into_iter().all(|result| result.is_ok()), "{case}");
        }
    }
}
