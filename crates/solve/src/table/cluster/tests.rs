use super::{
    super::{
        Job, Progress, Table, build_layered, build_layered_together, build_retrograde, build_retrograde_together,
        heaps::Heaps, tests::Folder,
    },
    Counters, Crew, Hosts,
};
use attractor_game::{Error, Layered, Retrograde};
use attractor_games::Connect4;
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// So many processes on this machine.
fn hosts(count: usize) -> Hosts {
    Hosts::on_this_machine(count).unwrap()
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

fn layered<'a, G: Layered + Sync>(
    game: &'a G,
) -> impl Fn(&Path, &Job<'_>, &Crew<'_>) -> Result<Option<Table>, Error> + Sync + 'a {
    move |out, job, crew| build_layered_together(game, "a game", out, job, crew)
}

fn undoable<'a, G: Retrograde + Sync>(
    game: &'a G,
) -> impl Fn(&Path, &Job<'_>, &Crew<'_>) -> Result<Option<Table>, Error> + Sync + 'a {
    move |out, job, crew| build_retrograde_together(game, "a game", out, job, crew)
}

fn alone() -> Job<'static> {
    Job { memory: 1 << 28, threads: 2, scratch: None, stop: None, tell: &|_| {} }
}

fn bytes(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("table")).unwrap()
}

/// Five buckets of numbers.
fn heaps() -> Heaps<4> {
    Heaps([24; 4])
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
        for (name, right, build) in
            [("four", &right_four, &layered(&four) as &Build<'_>), ("nim", &right_nim, &undoable(&nim))]
        {
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

/// Some process is interrupted again and again, and the next time there may be more of them or fewer: the file is the same.
#[test]
fn any_number_of_processes_goes_on() {
    let folder = Folder::new("again");
    let (four, nim) = (Connect4::new(4, 4).unwrap(), heaps());
    let right = folder.0.join("right");
    for (name, build) in [("four", &layered(&four) as &Build<'_>), ("nim", &undoable(&nim))] {
        let right = right.join(name);
        match name {
            "four" => build_layered(&four, "a game", &right, &alone()).unwrap(),
            _ => build_retrograde(&nim, "a game", &right, &alone()).unwrap(),
        };
        let out = folder.0.join(name);
        let (mut rng, mut stops) = (attractor_game::Rng::new(7), 0usize);
        loop {
            let processes = 1 + rng.below(3);
            // Later and later, so that it ends.
            let stop = Some((rng.below(processes), 1 + (12 * stops + rng.below(12)) as u64));
            let results = together(build, &out, processes, 1 + rng.below(2), 1 << 28, true, stop);
            if results.iter().all(Result::is_ok) {
                break;
            }
            stops += 1;
            for (process, result) in results.into_iter().enumerate() {
                let told = result.err().map(|error| error.id().to_owned());
                let expected =
                    if Some(process) == stop.map(|(who, _)| who) { "table-stopped" } else { "crew-stopped-kept" };
                assert_eq!(told.as_deref(), Some(expected), "{name}: process {process} of {processes}");
            }
            assert!(stops < 100, "{name} never ends");
        }
        assert!(stops >= 3, "{name} was stopped {stops} times only");
        assert!(bytes(&out) == bytes(&right), "{name}");
        assert!(!out.with_extension("work").exists(), "{name}");
    }
}

/// Each process has a disk of its own: what another had is asked for, and what nobody has is said.
#[test]
fn what_others_kept_is_brought() {
    let folder = Folder::new("brought");
    let game = Connect4::new(4, 4).unwrap();
    let (right, out) = (folder.0.join("right"), folder.0.join("four"));
    build_layered(&game, "a game", &right, &alone()).unwrap();
    let build = layered(&game);
    let results = together(&build, &out, 2, 1, 1 << 28, false, Some((1, 20)));
    assert!(results.iter().all(Result::is_err));
    // The second machine is gone, and its disk with it.
    let (work, away) = (out.with_extension("work1"), folder.0.join("away"));
    std::fs::rename(&work, &away).unwrap();
    for result in together(&build, &out, 1, 1, 1 << 28, false, None) {
        assert_eq!(result.unwrap_err().id(), "crew-piece");
    }
    // It comes back as the third of three.
    std::fs::rename(&away, out.with_extension("work2")).unwrap();
    std::fs::rename(out.with_extension("work2").join("about.1"), out.with_extension("work2").join("about.2")).unwrap();
    std::fs::rename(out.with_extension("work2").join("agreed.1"), out.with_extension("work2").join("agreed.2"))
        .unwrap();
    for result in together(&build, &out, 3, 1, 1 << 28, false, None) {
        result.unwrap();
    }
    assert!(bytes(&out) == bytes(&right));
}

/// Every byte of a kept file that changed is noticed, and said by every process.
#[test]
fn damage_is_told_by_all() {
    let folder = Folder::new("damage");
    let game = Connect4::new(4, 4).unwrap();
    let (out, build) = (folder.0.join("four"), layered(&game));
    assert!(together(&build, &out, 2, 1, 1 << 28, true, Some((0, 25))).iter().all(Result::is_err));
    let kept = std::fs::read_dir(out.with_extension("work")).unwrap().map(|f| f.unwrap().path());
    let kept: Vec<PathBuf> = kept.filter(|f| f.to_str().unwrap().ends_with("1of2")).collect();
    assert!(!kept.is_empty());
    for path in &kept {
        let whole = std::fs::read(path).unwrap();
        let mut bytes = whole.clone();
        bytes[whole.len() / 2] ^= 4;
        std::fs::write(path, &bytes).unwrap();
    }
    let told: Vec<String> =
        together(&build, &out, 2, 1, 1 << 28, true, None).into_iter().map(|r| r.unwrap_err().sentence()).collect();
    assert!(told.iter().all(|told| told.contains("is damaged or cut off")), "{told:?}");
}

/// What goes wrong before anything begins: clear errors, and nobody waits for long.
#[test]
fn who_does_not_fit_is_told() {
    use std::io::Write;
    let folder = Folder::new("meeting");
    let game = Connect4::new(4, 3).unwrap();
    let begin = |hosts: &Hosts, process: usize, name: &str, workers: usize, wait: u64| {
        let crew = Crew { wait: Duration::from_millis(wait), ..crew(hosts, process, workers) };
        let scratch = folder.0.join(format!("{name}-{process}"));
        let job = Job { memory: 1 << 28, threads: 1, scratch: Some(&scratch), stop: None, tell: &|_| {} };
        let told = build_layered_together(&game, name, &folder.0.join(name), &job, &crew);
        told.map(|_| ()).map_err(|error| (error.id().to_owned(), error.sentence()))
    };
    let both = |hosts: &Hosts, names: [&str; 2], workers: [usize; 2]| {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| begin(hosts, 1, names[1], workers[1], 3000));
            [begin(hosts, 0, names[0], workers[0], 3000), other.join().unwrap()]
        })
    };
    let one_of = |told: &Result<(), (String, String)>, ids: &[&str], part: &str| {
        let (id, sentence) = told.as_ref().unwrap_err();
        assert!(ids.contains(&id.as_str()) && sentence.contains(part), "{id}: {sentence}");
    };
    // Nobody there.
    one_of(&begin(&hosts(2), 0, "absent", 1, 300), &["crew-absent"], "process 1 at 127.0.0.1:");
    // Another game, another number of workers.
    for told in both(&hosts(2), ["this", "that"], [1, 1]) {
        one_of(&told, &["crew-differs"], "another game: ");
    }
    for told in both(&hosts(2), ["same", "same"], [1, 2]) {
        one_of(&told, &["crew-differs"], "another workers: ");
    }
    // One whose folder holds other work tells the other.
    std::fs::create_dir_all(folder.0.join("held-1")).unwrap();
    std::fs::write(folder.0.join("held-1/about.1"), "something else").unwrap();
    let told = both(&hosts(2), ["held", "held"], [1, 1]);
    one_of(&told[0], &["crew-stopped"], "holds the work of another table");
    one_of(&told[1], &["table-work-other"], "holds the work of another table");
    // Another program at the port of the first: it cannot listen, and the second learns that from its answer or silence.
    let two = hosts(2);
    let taken = TcpListener::bind(two.name(0)).unwrap();
    let other = std::thread::spawn(move || {
        while let Ok((mut stream, _)) = taken.accept() {
            if stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").is_err() {
                break;
            }
        }
    });
    let told = both(&two, ["taken", "taken"], [1, 1]);
    one_of(&told[0], &["crew-listen"], "cannot listen at 127.0.0.1:");
    one_of(&told[1], &["crew-stranger"], "is not process 0 of this build");
    drop(other);
    // A process of another version.
    let two = hosts(2);
    let old = std::thread::spawn({
        let first = two.name(0).to_owned();
        move || {
            let mut stream = loop {
                match std::net::TcpStream::connect(&first) {
                    Ok(stream) => break stream,
                    Err(_) => std::thread::sleep(Duration::from_millis(10)),
                }
            };
            let text = "game old\nprocess 1\nversion 0.0.1\n";
            let mut bytes = b"ATTRCREW".to_vec();
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
            stream.write_all(&bytes).unwrap();
            stream
        }
    });
    one_of(&begin(&two, 0, "old", 1, 2000), &["crew-differs"], "another version: 0.0.1");
    drop(old.join().unwrap());
    // Somebody who calls from a machine that the hosts file does not name is not answered.
    #[cfg(target_os = "linux")]
    for claimed in [1, 0, 99] {
        use std::io::Read;
        let two = hosts(2);
        let first = two.name(0).parse::<std::net::SocketAddr>().unwrap();
        let stranger = std::thread::spawn(move || {
            let mut stream: std::net::TcpStream = loop {
                let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
                socket.bind(&"127.0.0.2:0".parse::<std::net::SocketAddr>().unwrap().into()).unwrap();
                if socket.connect(&first.into()).is_ok() {
                    break socket.into();
                }
                std::thread::sleep(Duration::from_millis(10));
            };
            let text = format!("process {claimed}\n");
            stream.write_all(b"ATTRCREW").unwrap();
            stream.write_all(&(text.len() as u32).to_le_bytes()).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream.read_to_end(&mut Vec::new()).unwrap_or(0)
        });
        one_of(&begin(&two, 0, "stranger", 1, 500), &["crew-absent"], "process 1 at 127.0.0.1:");
        assert_eq!(stranger.join().unwrap(), 0, "not a byte is said");
    }
    // What is no address.
    for (text, id) in [("", "crew-nobody"), ("a b c", "crew-address"), ("7070\n127.0.0.1:7070", "crew-twice")] {
        assert_eq!(Hosts::parse(text, "hosts").unwrap_err().id(), id, "{text}");
    }
}

/// Between processes only bytes go that their counters tell of, and messages are counted once.
#[test]
fn counters_agree() {
    use super::super::{spread, spread_together};
    let folder = Folder::new("counters");
    let game = heaps();
    let (alone, _) = spread(&game, &folder.0, &alone(), || ()).unwrap();
    let hosts = hosts(3);
    let results: Vec<_> = std::thread::scope(|scope| {
        let one = |process| {
            let (game, folder, crew) = (&game, &folder.0, crew(&hosts, process, 1));
            let crew = Crew { save: Duration::from_secs(100), ..crew };
            scope.spawn(move || {
                let job = Job { memory: 1 << 28, threads: 1, scratch: None, stop: None, tell: &|_| {} };
                spread_together(game, folder, &job, &crew).unwrap()
            })
        };
        let threads: Vec<_> = (0..3).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (found, counted) in &results {
        assert_eq!((found, counted), (&results[0].0, &results[0].1));
        assert_eq!((found.decided, found.plies, found.messages), (alone.decided, alone.plies, alone.messages));
        let [sent, received, bytes] = [|c: &Counters| c.sent, |c: &Counters| c.received, |c: &Counters| c.bytes]
            .map(|f| counted.iter().map(f).sum::<u64>());
        assert!(sent > bytes && received > bytes && bytes > 0, "{sent} {received} {bytes}");
    }
}
