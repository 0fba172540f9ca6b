//! Tables that several processes build together: one of them; or all of them on this machine, for trials.

use crate::{
    Answer, Failure,
    args::TableBuild,
    ask::grouped,
    show::{Console, LEAST_MEMORY},
    table::{Teller, record, stage_name},
};
use attractor_game::Error;
use attractor_play::{PlanRecord, Session, TableRecord, TableRequest, words::Lang};
use attractor_solve::table::{Counters, Crew, Hosts, Progress, Way, build_together_not};
use serde_json::{Value, json};
use std::{
    fmt::Display,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Time between two states of the file that the page reads.
const STATUS: Duration = Duration::from_secs(1);

/// One process of a build.
pub(crate) fn build(
    console: &Console,
    args: &TableBuild,
    session: &dyn Session,
    out: &Path,
    hosts: &str,
    process: usize,
    teller: &Teller<'_>,
) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let text = std::fs::read_to_string(hosts)
        .map_err(|why| Error::new("cannot-read", "cannot read {file}: {why}").arg("file", hosts).arg("why", why))?;
    let hosts = Hosts::parse(&text, hosts)?;
    if process >= hosts.len() {
        return Err(Error::new(
            "crew-number",
            "there is no process {process}: the hosts file names {count}, counted from 0",
        )
        .arg("process", process)
        .arg("count", hosts.len())
        .into());
    }
    let scratch = args.scratch.as_ref().map_or_else(|| PathBuf::from(format!("{}.work", out.display())), PathBuf::from);
    let workers = args.workers.unwrap_or(console.effort.threads);
    if workers == 0 {
        return Err(Error::new("no-thread", "at least one thread is needed").into());
    }
    let names: Vec<String> = (0..hosts.len()).map(|process| hosts.name(process).to_owned()).collect();
    let view =
        View { game: session.spec(), names, workers, scratch: &scratch, last: Mutex::default(), teller, process };
    let crew = Crew {
        hosts,
        process,
        workers,
        wait: Duration::from_secs(args.wait),
        save: seconds(args.save)?,
        watch: &|progress, counters| view.watch(progress, counters),
    };
    let effort = console.resumable();
    if args.launched {
        let stop = effort.stop;
        // Ends with the program.
        std::thread::spawn(move || {
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            if let Some(stop) = stop {
                stop.store(true, Relaxed);
            }
        });
    }
    let request = TableRequest { effort, scratch: Some(&scratch), tell: &|progress| _ = teller.line(progress, None) };
    let table = session.build_table_together(out, &request, &crew)?;
    let processes = view.processes();
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(table) = table {
        if !console.json {
            view.lines().iter().for_each(|line| console.note(&console.say("crew-counted", &line.args())));
        }
        return record(console, &TableRecord::new(&table, seconds), false, Some(processes));
    }
    if console.json {
        console.print_json(&json!({ "game": session.spec(), "process": process, "seconds": seconds }))?;
    } else {
        let args: [(&str, &dyn Display); 2] = [("process", &process), ("seconds", &format!("{seconds:.1}"))];
        console.print(&console.say("crew-done", &args))?;
    }
    Ok(Answer::Done)
}

/// A number of seconds that somebody typed.
fn seconds(typed: f64) -> Result<Duration, Error> {
    Duration::try_from_secs_f64(typed)
        .map_err(|_| Error::new("crew-seconds", "{seconds} is no time in seconds").arg("seconds", typed))
}

/// How far all processes are.
struct View<'a> {
    game: &'a str,
    names: Vec<String>,
    workers: usize,
    scratch: &'a Path,
    last: Mutex<(Vec<Counters>, Option<Instant>)>,
    teller: &'a Teller<'a>,
    process: usize,
}

/// What a process counted.
struct Line {
    process: usize,
    messages: String,
    sent: String,
    received: String,
    levels: u64,
    wait: String,
    cpu: String,
    memory: String,
}

impl Line {
    fn args(&self) -> [(&str, &dyn Display); 8] {
        [
            ("process", &self.process),
            ("messages", &self.messages),
            ("sent", &self.sent),
            ("received", &self.received),
            ("levels", &self.levels),
            ("wait", &self.wait),
            ("cpu", &self.cpu),
            ("memory", &self.memory),
        ]
    }
}

impl View<'_> {
    fn watch(&self, progress: Progress, counters: &[Counters]) {
        let mut last = self.last.lock().expect("nobody panics with the lock");
        last.0 = counters.to_vec();
        let due = last.1.is_none_or(|told| told.elapsed() >= STATUS);
        if due {
            last.1 = Some(Instant::now());
        }
        drop(last);
        let processes = self.processes();
        self.teller.line(progress, Some(&processes));
        if due && self.process == 0 {
            let status = json!({
                "game": self.game, "progress": stage_name(progress.stage), "layer": progress.layer, "done": progress.done,
                "total": progress.total, "processes": processes,
            });
            // The page looks at it now and then; whether it can be written is of no importance.
            let (new, path) = (self.scratch.join("status.json.tmp"), self.scratch.join("status.json"));
            let _ = std::fs::write(&new, status.to_string()).and_then(|()| std::fs::rename(&new, &path));
        }
    }

    /// What the workers of each process counted together.
    fn added(&self) -> Vec<Counters> {
        let last = self.last.lock().expect("nobody panics with the lock");
        let add = |workers: &[Counters]| {
            workers.iter().fold(Counters::default(), |a, b| Counters {
                messages: a.messages + b.messages,
                parcels: a.parcels + b.parcels,
                bytes: a.bytes + b.bytes,
                settled: a.settled.max(b.settled),
                wait: a.wait + b.wait,
                cpu: a.cpu + b.cpu,
                memory: a.memory.max(b.memory),
                sent: a.sent + b.sent,
                received: a.received + b.received,
            })
        };
        last.0.chunks(self.workers).map(add).collect()
    }

    fn processes(&self) -> Value {
        let one = |(process, c): (usize, Counters)| {
            json!({
                "process": process, "address": self.names.get(process), "messages": c.messages, "parcels": c.parcels,
                "bytes": c.bytes, "bytes_sent": c.sent, "bytes_received": c.received, "levels": c.settled,
                "wait_seconds": c.wait as f64 / 1e9, "cpu_seconds": c.cpu as f64 / 1e9, "memory": c.memory,
            })
        };
        self.added().into_iter().enumerate().map(one).collect()
    }

    fn lines(&self) -> Vec<Line> {
        let mega = |bytes: u64| grouped(bytes >> 20);
        let seconds = |nanoseconds: u64| format!("{:.1}", nanoseconds as f64 / 1e9);
        let one = |(process, c): (usize, Counters)| Line {
            process,
            messages: grouped(c.messages),
            sent: mega(c.sent),
            received: mega(c.received),
            levels: c.settled,
            wait: seconds(c.wait),
            cpu: seconds(c.cpu),
            memory: mega(c.memory),
        };
        self.added().into_iter().enumerate().map(one).collect()
    }
}

/// All processes of a build on this machine, which talk over its loopback interface.
pub(crate) fn launch(console: &Console, args: &TableBuild, processes: usize) -> Result<Answer, Failure> {
    if processes == 0 || processes > 256 {
        return Err(Error::new("crew-many", "{processes} processes cannot be started; from 1 to 256 can")
            .arg("processes", processes)
            .into());
    }
    // What is wrong with the game is said once.
    let session = crate::ask::at(console, &args.at)?;
    if args.out.as_deref().is_none_or(|out| !Path::new(out).exists()) {
        let request = TableRequest { effort: console.effort, scratch: None, tell: &|_| {} };
        let plan = session.plan_table(&request)?;
        if ![Way::Layers, Way::Levels].contains(&plan.way) {
            return Err(build_together_not(session.spec()).into());
        }
        crate::table::foretell(console, &PlanRecord::new(session.spec(), &plan));
    }
    drop(session);
    let system = |why: std::io::Error| Error::limit("crew-start", "cannot start processes: {why}").arg("why", why);
    let program = std::env::current_exe().map_err(system)?;
    let hosts = std::env::temp_dir().join(format!("attractor-hosts-{}", std::process::id()));
    let text = Hosts::on_this_machine(processes).map_err(system)?.to_text();
    std::fs::write(&hosts, text).map_err(system)?;
    let stop = console.resumable().stop;
    let workers = args.workers.unwrap_or((console.effort.threads / processes).max(1));
    let memory = (console.effort.memory / processes as u64).max(LEAST_MEMORY);
    let mut children = Vec::new();
    for process in 0..processes {
        let mut command = Command::new(&program);
        command.args(["table", "build", &args.at.spec, "--launched"]);
        for (flag, value) in [
            ("--moves", &args.at.moves),
            ("--position", &args.at.position),
            ("--out", &args.out),
            ("--scratch", &args.scratch),
        ] {
            if let Some(value) = value {
                command.arg(format!("{flag}={value}"));
            }
        }
        command.arg("--hosts").arg(&hosts).arg(format!("--process={process}"));
        command.arg(format!("--workers={workers}")).arg(format!("--memory={memory}"));
        command.arg(format!("--wait={}", args.wait)).arg(format!("--save={}", args.save));
        command.arg(if console.words.lang() == Lang::English { "--lang=en" } else { "--lang=fr" });
        if console.json {
            command.arg("--json");
        }
        command.stdin(Stdio::piped());
        if process > 0 {
            command.stdout(Stdio::null()).stderr(Stdio::piped());
        }
        match command.spawn() {
            Ok(child) => children.push(child),
            Err(why) => {
                let _ = std::fs::remove_file(&hosts);
                // Those that run stop when they find out.
                return Err(system(why).into());
            }
        }
    }
    let result = attend(console, &mut children, stop);
    let _ = std::fs::remove_file(&hosts);
    result
}

/// Waits for all processes; their messages are told from each other.
fn attend(console: &Console, children: &mut [Child], stop: Option<&AtomicBool>) -> Result<Answer, Failure> {
    let mut ended: Vec<Option<std::process::ExitStatus>> = vec![None; children.len()];
    std::thread::scope(|scope| {
        for (process, child) in children.iter_mut().enumerate() {
            let Some(messages) = child.stderr.take() else { continue };
            scope.spawn(move || {
                for line in BufReader::new(messages).lines().map_while(Result::ok) {
                    // Under --json the first process tells for all how far they are.
                    if !line.starts_with('{') {
                        console.note(&format!("[{process}] {line}"));
                    }
                }
            });
        }
        while ended.iter().any(Option::is_none) {
            for (child, ended) in children.iter_mut().zip(&mut ended) {
                if ended.is_none() {
                    *ended = child.try_wait().ok().flatten();
                }
            }
            if stop.is_some_and(|stop| stop.load(Relaxed)) {
                // Whoever has no input any more keeps its work and ends.
                children.iter_mut().for_each(|child| drop(child.stdin.take()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    for (process, status) in ended.iter().flatten().enumerate() {
        if status.code().is_none() {
            return Err(Error::limit(
                "crew-killed",
                "process {process} was ended from outside ({status}); the same command goes on, with any number of \
                        processes",
            )
            .arg("process", process)
            .arg("status", status)
            .into());
        }
    }
    match ended.iter().flatten().filter_map(|status| status.code()).find(|code| *code != 0) {
        None => Ok(Answer::Done),
        // They have said why.
        Some(code) => std::process::exit(code),
    }
}
