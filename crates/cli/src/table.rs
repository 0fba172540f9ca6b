//! Solved tables: build, look into, check, export.

use crate::{
    Answer, Failure,
    args::{TableBuild, TableCommand},
    ask::{at, grouped},
    book::{probed, verified},
    crew, draw,
    show::Console,
};
use attractor_play::{
    PlanRecord, TableRecord, pictures,
    request::{self, Probe, Question, Surface, TableExport, TableInfo, TableVerify, Update},
};
use attractor_solve::table::{Progress, Stage};
use serde_json::{Value, json};
use std::{
    fmt::Display,
    path::PathBuf,
    sync::Mutex,
    time::{Duration, Instant},
};

pub(crate) fn table(console: &Console, command: TableCommand) -> Result<Answer, Failure> {
    match command {
        TableCommand::Build(args) => build(console, &args),
        TableCommand::Probe { table_dir, moves, position } => {
            let (probe, terminal) = (Probe { moves, position, ..Probe::default() }, console.terminal(console.effort));
            let table = terminal.limits().table(table_dir.as_ref())?;
            probed(console, &probe.of_table(&table, &terminal)?, "table-lacks-position")
        }
        TableCommand::Info { table_dir, draw } => info(console, table_dir.into(), draw.as_deref()),
        TableCommand::Export { table_dir, out } => export(console, TableExport { table: table_dir.into(), out }),
        TableCommand::Verify { table_dir, compare, every } => {
            let sample = (!every).then_some(compare);
            verify(console, &TableVerify { table: table_dir.into(), sample, seed: console.seed })
        }
    }
}

fn build(console: &Console, args: &TableBuild) -> Result<Answer, Failure> {
    if let Some(processes) = args.processes {
        return crew::launch(console, args, processes);
    }
    let session = at(console, &args.at)?;
    let (out, scratch) = (args.out.clone().unwrap_or_default().into(), args.scratch.as_ref().map(PathBuf::from));
    let question = request::TableBuild { out, scratch, ..Default::default() };
    let teller = Teller::new(console);
    let hears = |update: Update<'_>| match update {
        Update::Plan(foreseen) => {
            foretell(console, foreseen);
            Ok(())
        }
        update => teller.hears(update),
    };
    let terminal = console.terminal(console.resumable()).hearing(&hears);
    if args.plan {
        let foreseen = question.plan_at(&*session, &terminal)?;
        return console.show(&foreseen, || plan(console, &foreseen));
    }
    if let (Some(hosts), Some(process)) = (&args.hosts, args.process) {
        return crew::build(console, args, &*session, &question.out, hosts, process, &teller);
    }
    record(console, &question.answer_at(&*session, &terminal)?, false, None)
}

/// Tells what a build will take before it begins.
pub(crate) fn foretell(console: &Console, foreseen: &PlanRecord) {
    if console.json {
        console.note_json(foreseen);
    } else {
        console.note(&plan(console, foreseen));
    }
}

/// What a build will take, as a sentence.
fn plan(console: &Console, plan: &PlanRecord) -> String {
    let positions = match plan.positions_at_most {
        Some(most) if most == plan.positions_at_least => grouped(most),
        Some(most) => console.say("table-at-most", &[("positions", &grouped(most))]),
        None => console.say("table-at-least", &[("positions", &grouped(plan.positions_at_least))]),
    };
    let megabytes = |bytes: u64| grouped(bytes.div_ceil(1 << 20));
    let args: [(&str, &dyn Display); 7] = [
        ("game", &plan.game),
        ("way", &console.say(&format!("table-way-{}", plan.plan), &[])),
        ("positions", &positions),
        ("tiers", &plan.tiers),
        ("memory", &megabytes(plan.memory)),
        ("disk", &megabytes(plan.disk)),
        ("seconds", &grouped(plan.seconds.ceil() as u64)),
    ];
    console.say("table-plan", &args)
}

fn info(console: &Console, table: PathBuf, picture: Option<&str>) -> Result<Answer, Failure> {
    draw::ready(picture)?;
    let figures = TableInfo { table }.answer(&console.terminal(console.resumable()))?;
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

fn export(console: &Console, question: TableExport) -> Result<Answer, Failure> {
    let teller = Teller::new(console);
    let hears = |update: Update<'_>| teller.hears(update);
    let written = question.answer(&console.terminal(console.resumable()).hearing(&hears))?;
    if written.file == "-" {
        // Standard output holds the file.
        return Ok(Answer::Done);
    }
    console.show(&written, || {
        let (rows, seconds) = (grouped(written.rows), format!("{:.1}", written.seconds));
        let args: [(&str, &dyn Display); 3] = [("rows", &rows), ("file", &written.file), ("seconds", &seconds)];
        console.say("table-exported", &args)
    })
}

fn verify(console: &Console, question: &TableVerify) -> Result<Answer, Failure> {
    let teller = Teller::new(console);
    let hears = |update: Update<'_>| teller.hears(update);
    let verdict = question.answer(&console.terminal(console.resumable()).hearing(&hears))?;
    verified(console, &verdict, "table-invalid", |checked| {
        let args: [(&str, &dyn Display); 2] =
            [("entries", &grouped(checked.entries)), ("compared", &grouped(checked.compared))];
        console.say(if checked.sample { "table-sound" } else { "table-valid" }, &args)
    })
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

    pub(crate) fn hears(&self, update: Update<'_>) -> Result<(), Failure> {
        if let Update::Table(progress) = update {
            let _ = self.line(progress, None);
        }
        Ok(())
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
