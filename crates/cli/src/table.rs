//! Solved tables: build, look into, check, export.

use crate::{
    Answer, Failure,
    args::{At, TableBuild, TableCommand},
    ask::{at, grouped, solution},
    book::{unknown, violated},
    crew, draw,
    show::{Console, write_file},
};
use attractor_game::Error;
use attractor_play::{TableRecord, TableRequest, open, pictures};
use attractor_solve::table::{FAULTS, Plan, Progress, Stage, Table, Way};
use serde_json::{Value, json};
use std::{
    fmt::Display,
    path::Path,
    sync::Mutex,
    time::{Duration, Instant},
};

pub(crate) fn table(console: &Console, command: TableCommand) -> Result<Answer, Failure> {
    match command {
        TableCommand::Build(args) => build(console, &args),
        TableCommand::Probe { table_dir, moves, position } => probe(console, &table_dir, moves, position),
        TableCommand::Info { table_dir, draw } => info(console, &table_dir, draw.as_deref()),
        TableCommand::Export { table_dir, out } => export(console, &table_dir, &out),
        TableCommand::Verify { table_dir, compare, every } => verify(console, &table_dir, (!every).then_some(compare)),
    }
}

fn build(console: &Console, args: &TableBuild) -> Result<Answer, Failure> {
    let begun = Instant::now();
    if let Some(processes) = args.processes {
        return crew::launch(console, args, processes);
    }
    let session = at(console, &args.at)?;
    let teller = Teller::new(console);
    let request = TableRequest {
        effort: console.resumable(),
        scratch: args.scratch.as_deref().map(Path::new),
        tell: &|progress| teller.tell(progress),
    };
    let Some(out) = args.out.as_deref().map(Path::new).filter(|_| !args.plan) else {
        let foreseen = session.plan_table(&request)?;
        return console.show(&plan_json(session.spec(), &foreseen), || plan(console, session.spec(), &foreseen));
    };
    if let (Some(hosts), Some(process)) = (&args.hosts, args.process) {
        return crew::build(console, args, &*session, out, hosts, process, &teller);
    }
    // A finished table is not built again.
    if !out.exists() {
        foretell(console, session.spec(), &session.plan_table(&request)?);
    }
    let table = session.build_table(out, &request)?;
    record(console, &TableRecord::new(&table, begun.elapsed().as_secs_f64()), false, None)
}

/// Tells what a build will take before it begins.
pub(crate) fn foretell(console: &Console, game: &str, foreseen: &Plan) {
    if console.json {
        console.note_json(&plan_json(game, foreseen));
    } else {
        console.note(&plan(console, game, foreseen));
    }
}

/// The way in which a table is built, as JSON and messages call it.
fn way(plan: &Plan) -> &'static str {
    match plan.way {
        Way::Layers => "layers",
        Way::Levels => "levels",
        Way::Tiers => "tiers",
        Way::Whole => "whole",
    }
}

/// What a build will take, as JSON.
fn plan_json(game: &str, plan: &Plan) -> Value {
    json!({
        "game": game, "plan": way(plan), "positions_at_least": plan.at_least, "positions_at_most": plan.at_most,
        "tiers": plan.tiers, "memory": plan.memory, "disk": plan.disk, "values_on_disk": plan.on_disk,
        "seconds": plan.seconds,
    })
}

/// What a build will take, as a sentence.
fn plan(console: &Console, game: &str, plan: &Plan) -> String {
    let way = way(plan);
    let positions = match plan.at_most {
        Some(most) if most == plan.at_least => grouped(most),
        Some(most) => console.say("table-at-most", &[("positions", &grouped(most))]),
        None => console.say("table-at-least", &[("positions", &grouped(plan.at_least))]),
    };
    let megabytes = |bytes: u64| grouped(bytes.div_ceil(1 << 20));
    let args: [(&str, &dyn Display); 7] = [
        ("game", &game),
        ("way", &console.say(&format!("table-way-{way}"), &[])),
        ("positions", &positions),
        ("tiers", &plan.tiers),
        ("memory", &megabytes(plan.memory)),
        ("disk", &megabytes(plan.disk)),
        ("seconds", &grouped(plan.seconds.ceil() as u64)),
    ];
    console.say("table-plan", &args)
}

fn info(console: &Console, dir: &str, picture: Option<&str>) -> Result<Answer, Failure> {
    let begun = Instant::now();
    draw::ready(picture)?;
    let table = Table::open(Path::new(dir))?;
    let mut figures = TableRecord::new(&table, begun.elapsed().as_secs_f64());
    let request = TableRequest { effort: console.resumable(), scratch: None, tell: &|_| {} };
    figures.families = open(table.game())?.table_families(&table, &request)?;
    if let Some(file) = picture {
        draw::write(&pictures::distances(&figures, &console.words), file, None)?;
    }
    record(console, &figures, true, None)
}

/// The figures of a table, and what the processes that built it counted.
pub(crate) fn record(
    console: &Console,
    record: &TableRecord,
    distances: bool,
    processes: Option<Value>,
) -> Result<Answer, Failure> {
    if console.json {
        let mut object = serde_json::to_value(record).expect("records are plain data");
        if let Some(processes) = processes {
            object["processes"] = processes;
        }
        console.print_json(&object)?;
        return Ok(Answer::Done);
    }
    let (bits, outcome_bits) =
        (format!("{:.2}", record.bits_per_position), format!("{:.2}", record.outcome_bits_per_position));
    let seconds = format!("{:.1}", record.seconds);
    let args: [(&str, &dyn Display); 12] = [
        ("game", &record.game),
        ("positions", &grouped(record.positions)),
        ("won", &grouped(record.won)),
        ("lost", &grouped(record.lost)),
        ("drawn", &grouped(record.drawn)),
        ("endless", &grouped(record.endless)),
        ("longest", &record.longest),
        ("bits", &bits),
        ("outcomebits", &outcome_bits),
        ("entries", &grouped(record.entries)),
        ("bytes", &grouped(record.bytes)),
        ("seconds", &seconds),
    ];
    console.print(&console.say("table-figures", &args))?;
    if let Some(from) = &record.from {
        console.print(&console.say("table-from", &[("position", from)]))?;
    }
    for family in &record.families {
        let args: [(&str, &dyn Display); 7] = [
            ("family", &family.family),
            ("positions", &grouped(family.positions)),
            ("won", &grouped(family.won)),
            ("drawn", &grouped(family.drawn)),
            ("lost", &grouped(family.lost)),
            ("longest", &family.longest),
            ("win", &family.longest_win),
        ];
        console.print(&console.say("table-family", &args))?;
    }
    if distances {
        for (plies, won, lost) in &record.distances {
            let args: [(&str, &dyn Display); 3] =
                [("plies", plies), ("won", &grouped(*won)), ("lost", &grouped(*lost))];
            console.print(&console.say("table-distance", &args))?;
        }
    }
    Ok(Answer::Done)
}

fn probe(console: &Console, dir: &str, moves: Option<String>, position: Option<String>) -> Result<Answer, Failure> {
    let table = Table::open(Path::new(dir))?;
    // Moves are from where the table begins.
    let position = position.or_else(|| table.from().map(str::to_owned));
    let session = at(console, &At { spec: table.game().to_owned(), moves, position })?;
    let Some(solved) = session.probe_table(&table)? else {
        return unknown(console, session.as_ref(), "table-lacks-position");
    };
    console.show(&solved, || solution(console, &solved))
}

fn export(console: &Console, dir: &str, out: &str) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let table = Table::open(Path::new(dir))?;
    let folder = Path::new(out).parent().map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
    if folder.and_then(|f| f.canonicalize().ok()).is_some_and(|f| Path::new(dir).canonicalize().is_ok_and(|d| d == f)) {
        return Err(Error::new("table-export-inside", "{file} lies in the table's own folder; choose another --out")
            .arg("file", out)
            .into());
    }
    let session = open(table.game())?;
    let teller = Teller::new(console);
    let request = TableRequest { effort: console.resumable(), scratch: None, tell: &|progress| teller.tell(progress) };
    let mut rows = 0;
    write_file(out, |to| session.export_table(&table, to, &request).map(|written| rows = written))?;
    let seconds = begun.elapsed().as_secs_f64();
    if out == "-" {
        // Standard output holds the file.
    } else if console.json {
        let game = table.game();
        console.print_json(&json!({ "game": game, "file": out, "rows": rows, "seconds": seconds }))?;
    } else {
        let (rows, seconds) = (grouped(rows), format!("{seconds:.1}"));
        let args: [(&str, &dyn Display); 3] = [("rows", &rows), ("file", &out), ("seconds", &seconds)];
        console.print(&console.say("table-exported", &args))?;
    }
    Ok(Answer::Done)
}

fn verify(console: &Console, dir: &str, sample: Option<u64>) -> Result<Answer, Failure> {
    let teller = Teller::new(console);
    let request = TableRequest { effort: console.resumable(), scratch: None, tell: &|progress| teller.tell(progress) };
    let verdict = Table::open(Path::new(dir)).and_then(|table| {
        let session = open(table.game())?;
        session.check_table(&table, sample, console.seed, &request)
    });
    match verdict {
        Ok(checked) => {
            let (entries, compared) = (checked.entries, checked.compared);
            let record = json!({
                "valid": true, "entries": entries, "compared": compared, "sample": !checked.whole, "violation": null,
            });
            console.show(&record, || {
                let args: [(&str, &dyn Display); 2] =
                    [("entries", &grouped(entries)), ("compared", &grouped(compared))];
                console.say(if checked.whole { "table-valid" } else { "table-sound" }, &args)
            })
        }
        Err(error) if is_violation(&error) => violated(console, &error, "table-invalid"),
        Err(error) => Err(error.into()),
    }
}

/// A damaged or false table fails its check; what is no table at all is bad input.
fn is_violation(error: &Error) -> bool {
    FAULTS.contains(&error.id())
}

/// Says now and then how far it is; under `--json` as lines of JSON.
pub(crate) struct Teller<'a> {
    console: &'a Console,
    state: Mutex<State>,
}

struct State {
    stage: Option<Stage>,
    begun: Instant,
    told: Instant,
    first: u64,
}

/// What is being done, as JSON and messages call it.
pub(crate) fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Listing => "listing",
        Stage::Valuing => "valuing",
        Stage::Writing => "writing",
        Stage::Checking => "checking",
    }
}

/// Time between two lines.
const PAUSE: Duration = Duration::from_secs(5);

impl<'a> Teller<'a> {
    pub(crate) fn new(console: &'a Console) -> Teller<'a> {
        let now = Instant::now();
        Teller { console, state: Mutex::new(State { stage: None, begun: now, told: now, first: 0 }) }
    }

    pub(crate) fn tell(&self, progress: Progress) {
        let _ = self.line(progress, None);
    }

    /// The same with what processes counted; whether it was told.
    pub(crate) fn line(&self, progress: Progress, processes: Option<&Value>) -> bool {
        let mut state = self.state.lock().expect("nobody panics with the lock");
        if state.stage != Some(progress.stage) {
            // What an earlier run did says nothing about speed.
            (state.stage, state.begun, state.first) = (Some(progress.stage), Instant::now(), progress.done);
        }
        if state.told.elapsed() < PAUSE {
            return false;
        }
        state.told = Instant::now();
        let rate = progress.done.saturating_sub(state.first) as f64 / state.begun.elapsed().as_secs_f64().max(1e-3);
        let total = progress.total.filter(|_| rate >= 1.0);
        let left = total.map(|total| total.saturating_sub(progress.done) as f64 / rate);
        let stage = stage_name(progress.stage);
        if self.console.json {
            let mut line = json!({
                "progress": stage, "layer": progress.layer, "done": progress.done, "total": progress.total,
                "rate": rate.round(), "seconds_left": left.map(f64::round),
            });
            if let Some(processes) = processes {
                line["processes"] = processes.clone();
            }
            self.console.note_json(&line);
            return true;
        }
        let stage = self.console.say(&format!("table-{stage}"), &[]);
        let left = left.map_or_else(|| "?".to_owned(), |left| grouped(left as u64));
        let total = progress.total.map_or_else(|| "?".to_owned(), grouped);
        let args: [(&str, &dyn Display); 6] = [
            ("stage", &stage),
            ("layer", &progress.layer),
            ("done", &grouped(progress.done)),
            ("total", &total),
            ("rate", &grouped(rate as u64)),
            ("left", &left),
        ];
        self.console.note(&self.console.say("table-progress", &args));
        true
    }
}
