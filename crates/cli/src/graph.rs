//! The game graph: from a game or a file, solved, checked, written.

use crate::{
    Answer, Failure,
    args::GraphArgs,
    ask::grouped,
    book::verified,
    draw,
    show::{Console, read_file, unwritable, write_file},
};
use attractor_game::{Error, Player};
pub(crate) use attractor_play::words::player_names;
use attractor_play::{
    GAMES, GraphRecord, Report, Session, certificate, given, graph_file,
    request::{CheckRecord, Graph, Source, Verify, looks_like_file, unreadable},
    visible,
};
use attractor_solve::graph::{
    Arena, Attractors, Strategy, check_play,
    format::{self, Format},
};
use serde_json::json;
use std::{fmt::Write as _, path::Path};

pub(crate) fn graph(console: &Console, args: &GraphArgs) -> Result<Answer, Failure> {
    let names = player_names(&args.names)?;
    draw::ready(args.picture.draw.as_deref())?;
    let question = question(args);
    let Source { arena, session, .. } = load(console, args, &question)?;
    if let Some(format) = &args.to {
        let format: Format = format.parse()?;
        match &args.out {
            Some(file) => write_file(file, |out| format::write(&arena, format, out))?,
            None => {
                let mut bytes = Vec::new();
                format::write(&arena, format, &mut bytes).map_err(|e| unwritable("stdout", e))?;
                console.print_data(&String::from_utf8_lossy(&bytes))?;
            }
        }
        if let Some(lost) = format::lost(&arena, format) {
            console.note(&format!("{} {}", console.say("note", &[]), console.words.error(&lost)));
        }
        return Ok(Answer::Done);
    }
    let player = Player::from_number(args.player.into()).expect("the argument is 1 or 2");
    let strategy = match &args.check {
        Some(rule) => Some(strategy(console, rule, &arena, session.as_deref())?),
        None => None,
    };
    if let Some(file) = &args.picture.draw {
        let path = match &args.play {
            Some(file) => given::play_from_text(&read_file(file)?, file, &arena)?,
            None => Vec::new(),
        };
        if args.boards && session.is_none() {
            return Err(Error::new("boards-of-file", "a graph read from a file has no boards to draw").into());
        }
        let attractors = Attractors::of(&arena);
        let optimal = Strategy::optimal(&arena, &attractors);
        let given = strategy.as_ref().map(|s| (s, player));
        let words = &console.words;
        let (drawing, told) =
            question.picture(&arena, &attractors, &optimal, session.as_deref(), given, &path, words)?;
        draw::remark(console, told);
        draw::write(&drawing, file, args.picture.step)?;
    }
    if let Some(file) = &args.play {
        return play(console, &arena, file, strategy.as_ref().map(|s| (s, player)), &names);
    }
    if let Some(strategy) = &strategy {
        return check(console, &arena, strategy, player, &names);
    }
    if args.summary && args.certificate.is_none() {
        let record = GraphRecord::summary(&arena, &Attractors::of(&arena));
        return console.show(&record, || counts(console, &record, &names));
    }
    let report = Report::of(arena)?;
    if let Some(file) = &args.certificate {
        certificate::claimable(&report.arena)?;
        let claim = report.claim();
        write_file(file, |out| certificate::write(&report.arena, &claim, out))?;
    }
    if console.json {
        console.print_json(&if args.summary {
            GraphRecord::summary(&report.arena, &report.attractors)
        } else {
            report.record()?
        })?;
    } else if args.summary {
        let record = GraphRecord::summary(&report.arena, &report.attractors);
        console.print(&counts(console, &record, &names))?;
    } else {
        console.print(&text(console, &report, args, &names))?;
    }
    Ok(Answer::Done)
}

/// The question that was typed. `graph:FILE,owner=RULE,misere` says here what it says everywhere; flags come before it.
fn question(args: &GraphArgs) -> Graph {
    let named = args.target.strip_prefix("graph:").map(graph_file);
    let (file, owner, misere) = named.unwrap_or((&args.target, None, false));
    Graph {
        game: file.to_owned(),
        moves: args.moves.clone(),
        position: args.position.clone(),
        from: args.from.clone(),
        owner: args.owner.clone().or(owner.map(str::to_owned)),
        misere: args.misere || misere,
        start: args.start.clone(),
        states: args.states,
        names: Some(args.names.clone()),
        columns: Some(args.columns.clone()),
        cumulative: args.cumulative,
        attractor: args.attractor,
        boards: args.boards,
        around: args.around.clone(),
        vertices: args.vertices,
        title: args.picture.title.clone().or(Some(args.target.clone())),
        blank: args.picture.blank,
        ..Graph::default()
    }
}

/// Reads or unfolds the graph, and tells what was noticed on the way.
fn load(console: &Console, args: &GraphArgs, question: &Graph) -> Result<Source, Error> {
    let (named, file, reading) = (args.target.starts_with("graph:"), question.game.as_str(), question.reading()?);
    let is_game = GAMES.iter().any(|e| e.name == file.split([':', ',']).next().unwrap_or(""));
    let read = if file == "-" {
        format::read_text(&read_file("-")?, "stdin", &reading)?
    } else if is_readable(file) {
        format::read_path(Path::new(file), &reading)?
    } else if is_game && !named {
        for (given, flag) in [
            (args.owner.is_some(), "--owner"),
            (args.from.is_some(), "--from"),
            (args.misere, "--misere"),
            (args.start.is_some(), "--start"),
        ] {
            if given {
                return Err(Error::new("flag-for-files", "{flag} is for graphs read from files; {spec} is a game")
                    .arg("flag", flag)
                    .arg("spec", file));
            }
        }
        let terminal = console.terminal(console.interruptible()).spinning(&console.say("unfolding", &[]));
        let source = question.unfold(&terminal);
        let _ = terminal.end();
        return source;
    } else if file.trim_start().starts_with(['{', '[']) || file.contains("= {") {
        // A dictionary typed right here.
        format::read_text(file, "argument", &reading)?
    } else if named || looks_like_file(file) {
        let why = std::fs::read(file).err().map_or_else(|| "?".to_owned(), |why| why.to_string());
        return Err(unreadable(file, why));
    } else {
        let names: Vec<&str> = GAMES.iter().map(|e| e.name).collect();
        return Err(Error::new("no-such-graph", "{file} is neither a file nor a game")
            .arg("file", file)
            .nearest(attractor_game::nearest(file.split([':', ',']).next().unwrap_or(""), names)));
    };
    for (given, flag) in [(args.moves.is_some(), "--moves"), (args.position.is_some(), "--position")] {
        if given {
            return Err(Error::new("flag-for-games", "{flag} is for games; {spec} is a graph: use --start")
                .arg("flag", flag)
                .arg("spec", file));
        }
    }
    for note in &read.notes {
        console.note(&format!("{} {}", console.say("note", &[]), console.words.error(note)));
    }
    Ok(Source { arena: read.arena, session: None, notes: read.notes })
}

/// A file, or a pipe that can be read like one.
fn is_readable(file: &str) -> bool {
    Path::new(file).exists() && !Path::new(file).is_dir()
}

/// The name of a vertex as people read it.
fn name(arena: &Arena, v: u32) -> String {
    visible::piece(&arena.label(v)).into_owned()
}

/// Names side by side, told apart by commas where they hold spaces themselves.
fn join(arena: &Arena, vertices: &[u32]) -> String {
    let names: Vec<_> = vertices.iter().map(|&v| name(arena, v)).collect();
    names.join(if names.iter().any(|name| name.contains(' ')) { ", " } else { " " })
}

/// Names along a path.
fn path(arena: &Arena, vertices: &[u32]) -> String {
    vertices.iter().map(|&v| name(arena, v)).collect::<Vec<_>>().join(" -> ")
}

fn counts(console: &Console, record: &GraphRecord, names: &[String; 2]) -> String {
    let mut text =
        console.say("graph-counts", &[("states", &grouped(record.states)), ("moves", &grouped(record.moves))]);
    text.push('\n');
    if record.merged > 0 {
        let _ = writeln!(text, "{}", console.say("graph-merged", &[("count", &grouped(record.merged))]));
    }
    for (key, name) in ["1", "2"].into_iter().zip(names) {
        let won = grouped(record.won[key].as_u64().unwrap_or(0));
        let _ = writeln!(text, "{}", console.say("graph-won", &[("player", name), ("count", &won)]));
    }
    let _ = writeln!(text, "{}", console.say("graph-drawn", &[("count", &grouped(record.drawn))]));
    if let Some(start) = &record.start {
        let _ = writeln!(
            text,
            "{}",
            match record.winner {
                Some(n) => console.say("graph-start-won", &[("start", start), ("player", &names[n as usize - 1])]),
                None => console.say("graph-start-drawn", &[("start", start)]),
            }
        );
    }
    text
}

fn text(console: &Console, report: &Report, args: &GraphArgs, names: &[String; 2]) -> String {
    let arena = &report.arena;
    let mut text = counts(console, &GraphRecord::summary(arena, &report.attractors), names);
    let (last, endless) = report.draws();
    if last + endless > 0 {
        let args: [(&str, &dyn std::fmt::Display); 2] = [("final", &grouped(last)), ("endless", &grouped(endless))];
        let _ = writeln!(text, "{}", console.say("graph-draws", &args));
    }
    let shape = match report.bipartite {
        Ok(()) => console.say("graph-bipartite", &[]),
        Err((v, w)) => {
            console.say("graph-not-bipartite", &[("edge", &format!("{} -> {}", arena.label(v), arena.label(w)))])
        }
    };
    let cycle = match &report.acyclic {
        Ok(()) => console.say("graph-acyclic", &[]),
        Err(cycle) => {
            let round = format!("{} -> {}", path(arena, cycle), name(arena, cycle[0]));
            console.say("graph-cyclic", &[("cycle", &shortened(&round, 400))])
        }
    };
    let _ = writeln!(text, "{shape}\n{cycle}");
    // Whole layers and strategies are for graphs that a person can read; more goes into JSON.
    const SHOWN: usize = 400;
    let every = arena.len() <= SHOWN;
    for player in Player::BOTH {
        let who = &names[player.index()];
        let layers = report.attractors.layers(player);
        let _ = writeln!(text, "\n{}", console.say("graph-attractor", &[("player", who), ("layers", &layers.len())]));
        let mut all: Vec<u32> = Vec::new();
        for (n, layer) in layers.iter().enumerate() {
            all.extend(layer);
            let shown = if args.cumulative { &all } else { layer };
            let mut sorted = shown.clone();
            sorted.sort_unstable();
            let states = if every { format!("  {}", join(arena, &sorted)) } else { String::new() };
            let _ = writeln!(text, "  A_{n}: {}{states}", grouped(shown.len() as u64));
        }
        if every {
            let lost: Vec<u32> =
                arena.vertices().filter(|&v| report.attractors.winner(v) == Some(player.other())).collect();
            let _ =
                writeln!(text, "{}", console.say("graph-lost", &[("player", who), ("states", &join(arena, &lost))]));
            let choices: Vec<String> = report
                .strategy
                .of(arena, player)
                .filter(|&(v, _)| report.attractors.winner(v) != Some(player.other()))
                .map(|(v, w)| format!("{} -> {}", name(arena, v), name(arena, w)))
                .collect();
            if !choices.is_empty() {
                let _ = writeln!(text, "{}", console.say("graph-strategy", &[("player", who)]));
                choices.iter().for_each(|c| {
                    let _ = writeln!(text, "  {c}");
                });
            }
        }
    }
    if !every {
        let _ = writeln!(text, "\n{}", console.say("graph-too-large", &[("most", &SHOWN)]));
    }
    text
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most).collect::<String>() + "..." }
}

/// A strategy by a rule, or from a file.
fn strategy(console: &Console, rule: &str, arena: &Arena, session: Option<&dyn Session>) -> Result<Strategy, Error> {
    let lines = || {
        if rule == "-" || is_readable(rule) {
            return read_file(rule).map(Some);
        }
        if !rule.contains('=') && looks_like_file(rule) {
            read_file(rule)?;
        }
        Ok(None)
    };
    given::strategy(rule, rule, arena, session, console.interruptible().stop, &lines)
}

fn check(
    console: &Console,
    arena: &Arena,
    strategy: &Strategy,
    player: Player,
    names: &[String; 2],
) -> Result<Answer, Failure> {
    let (record, _) = CheckRecord::of(arena, strategy, player)?;
    console.show(&record, || record.sentence(&names[player.index()], &console.words))?;
    Ok(if record.winning { Answer::Done } else { Answer::No })
}

fn play(
    console: &Console,
    arena: &Arena,
    file: &str,
    strategy: Option<(&Strategy, Player)>,
    names: &[String; 2],
) -> Result<Answer, Failure> {
    let path = given::play_from_text(&read_file(file)?, file, arena)?;
    let play = check_play(arena, &path, strategy)?;
    let leaves = play.leaves_strategy.map(|i| arena.label(path[i]));
    if console.json {
        console.print_json(&json!({
            "from_start": play.from_start, "complete": play.complete,
            "winner": play.winner.map(|p| p.number()), "leaves_strategy": leaves,
        }))?;
    } else {
        let mut text = Vec::new();
        if !play.from_start {
            text.push(console.say("play-not-from-start", &[]));
        }
        text.push(match (play.complete, play.winner) {
            (false, _) => console.say("play-not-complete", &[]),
            (true, Some(winner)) => console.say("play-won", &[("player", &names[winner.index()])]),
            (true, None) => console.say("play-drawn", &[]),
        });
        if strategy.is_some() {
            text.push(match &leaves {
                Some(at) => console.say("play-leaves", &[("vertex", at)]),
                None => console.say("play-follows", &[]),
            });
        }
        console.print(&text.join("\n"))?;
    }
    Ok(if leaves.is_none() { Answer::Done } else { Answer::No })
}

pub(crate) fn verify(console: &Console, question: &Verify) -> Result<Answer, Failure> {
    let verdict = question.answer(&console.terminal(console.effort))?;
    verified(console, &verdict, "certificate-invalid", |checked| {
        console.say("certificate-valid", &[("states", &grouped(checked.states as u64))])
    })
}
