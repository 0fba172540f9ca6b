//! Questions about a position: solve, analyse, tree, perft, stats; and games played from it.

use crate::{
    Answer, Failure,
    args::{AlgorithmArg, At, PictureArgs},
    draw::{self, TreeDraw},
    files::{names_file, open, position_file},
    graph::player_names,
    show::{Console, read_file},
};
use attractor_game::{Error, Place};
use attractor_play::{
    MatchRequest, MoveValue, NodeRecord, PlayerKind, PlayerSpec, SearchRequest, Session, Side, Solved, TABLE_3,
    TreeRequest, console, pictures, visible,
};
use attractor_solve::search::Algorithm;
use serde_json::json;
use std::{fmt::Write as _, path::Path, time::Duration};

/// Opens the game and goes to the position asked for.
pub(crate) fn session(spec: &str, moves: Option<&str>, position: Option<&str>) -> Result<Box<dyn Session>, Error> {
    let mut session = open(spec)?;
    if let Some(text) = position {
        let read = session.set_position(text);
        read.map_err(|error| if names_file(text) { position_file(text) } else { error })?;
    }
    if let Some(text) = moves {
        session.play_line(text)?;
    }
    Ok(session)
}

/// The same, as typed.
pub(crate) fn at(at: &At) -> Result<Box<dyn Session>, Error> {
    session(&at.spec, at.moves.as_deref(), at.position.as_deref())
}

pub(crate) fn solve(console: &Console, place: &At, outcome: bool, batch: Option<&str>) -> Result<Answer, Failure> {
    let mut session = at(place)?;
    let effort = console.with_knowledge(console.interruptible(), session.as_ref())?;
    let Some(file) = batch else {
        let solved = console.watched(effort, session.spec(), |effort| session.solve(effort, outcome))?;
        if console.json {
            console.print_json(&solved)?
        } else {
            console.print(&solution(console, &solved))?
        }
        return Ok(Answer::Done);
    };
    let text = read_file(file)?;
    // An empty line is the start; the end of the last line begins no other.
    for (i, line) in text.lines().enumerate() {
        session.restart();
        session.play_line(line).map_err(|error| {
            let place = error.place().cloned();
            let (column, width) = place.map_or((1, 1), |p| (p.column, p.width));
            error.at(Place { source: file.to_owned(), line: i + 1, column, width, text: line.to_owned() })
        })?;
        let solved = session.solve(&effort, outcome)?;
        if console.json {
            console.print_json(&solved)?;
        } else {
            let best = solved.best.join(" ");
            let value = console.words.worth(solved.outcome, solved.plies, solved.margin, solved.draw);
            console.print(&format!("{}\t{value}\t{best}\t{}", visible::piece(line), solved.nodes))?;
        }
    }
    Ok(Answer::Done)
}

/// The line above an answer: the game and the position.
fn head(game: &str, position: &str) -> String {
    format!("{}  {}\n", visible::piece(game), visible::piece(position))
}

pub(crate) fn solution(console: &Console, solved: &Solved) -> String {
    let worth = console.words.worth(solved.outcome, solved.plies, solved.margin, solved.draw);
    let mut text = head(&solved.game, &solved.position);
    let _ = writeln!(text, "{}", console.say("solved", &[("player", &solved.turn), ("value", &worth)]));
    if !solved.best.is_empty() {
        let _ = writeln!(text, "{}", console.say("best-moves", &[("moves", &solved.best.join(" "))]));
    }
    if !solved.line.is_empty() {
        let _ = writeln!(text, "{}", console.say("line", &[("moves", &solved.line.join(" "))]));
    }
    let seconds = format!("{:.3}", solved.seconds);
    let _ = writeln!(text, "{}", console.say("cost", &[("nodes", &grouped(solved.nodes)), ("seconds", &seconds)]));
    text
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

pub(crate) fn analyse(
    console: &Console,
    place: &At,
    picture: &PictureArgs,
    history: bool,
    names: &str,
) -> Result<Answer, Failure> {
    let names = player_names(names)?;
    let mut session = at(place)?;
    draw::ready(picture.draw.as_deref())?;
    if picture.blank && !history && !console.json {
        draw::exercise(console, session.as_ref(), picture, &names)?;
        console.print(&visible::diagram(&*session))?;
        return Ok(Answer::Done);
    }
    let effort = console.with_knowledge(console.interruptible(), session.as_ref())?;
    let analysis = console.watched(effort, session.spec(), |effort| session.analyse(effort, &mut |_| {}))?;
    draw::analysis(console, session.as_mut(), &analysis, picture, &names, history.then_some(&effort))?;
    if console.json {
        console.print_json(&analysis)?;
        return Ok(Answer::Done);
    }
    let mut text = format!("{}\n\n{}", visible::diagram(&*session), solution(console, &analysis.position));
    if !analysis.moves.is_empty() {
        let _ = writeln!(text, "\n{}", console.say("each-move", &[("player", &analysis.position.turn)]));
    }
    let width = analysis.moves.iter().map(|m| visible::piece(&m.name).chars().count()).max().unwrap_or(0);
    for MoveValue { name, outcome, plies, margin } in &analysis.moves {
        let mark = if analysis.position.best.contains(name) { "*" } else { " " };
        let worth = console.words.worth(outcome, *plies, *margin, None);
        let name = visible::piece(name);
        let _ = writeln!(text, "  {mark} {name:<width$}  {worth}");
    }
    console.print(&text)?;
    Ok(Answer::Done)
}

/// Seconds that a search may be asked for, some thirty years: clocks cannot show any time.
const MOST_SECONDS: f64 = 1e9;

/// A number of seconds that is none.
pub(crate) fn bad_time(seconds: f64) -> Error {
    Error::new("bad-time", "--seconds is a number such as 0.5, not {seconds}")
        .arg("seconds", format_args!("{seconds:?}"))
}

pub(crate) fn search(
    console: &Console,
    place: &At,
    depth: Option<u32>,
    seconds: Option<f64>,
    heuristic: Option<&str>,
) -> Result<Answer, Failure> {
    let session = at(place)?;
    let seconds = seconds.or(if depth.is_none() { Some(5.0) } else { None });
    let time =
        seconds.map(|s| if s > 0.0 && s <= MOST_SECONDS { Ok(Duration::from_secs_f64(s)) } else { Err(bad_time(s)) });
    let (time, depth) = (time.transpose()?, depth.unwrap_or(u32::MAX));
    let effort = console.with_knowledge(console.interruptible(), &*session)?;
    let found = console.watched(effort, session.spec(), |effort| {
        session.search(&SearchRequest { depth, time, heuristic, effort: *effort }, &mut |_| {})
    })?;
    if console.json {
        console.print_json(&found)?;
    } else {
        let mut text = head(&found.game, &found.position);
        let args: [(&str, &dyn std::fmt::Display); 3] =
            [("value", &found.value), ("heuristic", &found.heuristic), ("depth", &found.depth)];
        let _ = writeln!(text, "{}", console.say("searched", &args));
        let _ = writeln!(text, "{}", console.say("best-moves", &[("moves", &found.best.join(" "))]));
        let _ = writeln!(text, "{}", console.say("line", &[("moves", &found.line.join(" "))]));
        let seconds = format!("{:.3}", found.seconds);
        let _ = writeln!(text, "{}", console.say("cost", &[("nodes", &grouped(found.nodes)), ("seconds", &seconds)]));
        console.print(&text)?;
    }
    if found.stopped {
        return Err(Error::limit("stopped-at-depth", "stopped: this is what depth {depth} told")
            .arg("depth", found.depth)
            .into());
    }
    Ok(Answer::Done)
}

pub(crate) fn combinatorial(console: &Console, place: &At) -> Result<Answer, Failure> {
    let session = at(place)?;
    let found = session.combinatorial(console.interruptible().stop)?;
    if console.json {
        console.print_json(&found)?;
        return Ok(Answer::Done);
    }
    let kind = console.say(&format!("worth-{}", found.kind), &[]);
    let wins = console.say("worth-wins", &[("left", &found.left_first), ("right", &found.right_first)]);
    let heat = console.say("worth-heat", &[("mean", &found.mean), ("temperature", &found.temperature)]);
    console.print(&format!(
        "{}{}\n{wins}\n{heat}\n",
        head(&found.game, &found.position),
        console.say("worth", &[("value", &found.value), ("kind", &kind)])
    ))?;
    Ok(Answer::Done)
}

pub(crate) struct TreeArgs {
    pub depth: u32,
    pub algorithm: AlgorithmArg,
    pub heuristic: Option<String>,
    pub only: Option<String>,
    pub most: u64,
    pub summary: bool,
}

pub(crate) fn tree(console: &Console, place: &At, args: &TreeArgs, picture: &TreeDraw) -> Result<Answer, Failure> {
    draw::ready(picture.picture.draw.as_deref())?;
    let names = player_names(&picture.names)?;
    // A file may be named without the word `tree:`.
    let found = Path::new(&place.spec);
    let is_file = !place.spec.starts_with("tree:") && (place.spec == "-" || found.exists() && !found.is_dir());
    let spec = if is_file { format!("tree:{}", place.spec) } else { place.spec.clone() };
    let mut session = session(&spec, place.moves.as_deref(), place.position.as_deref())?;
    let request = TreeRequest {
        depth: args.depth,
        algorithm: match args.algorithm {
            AlgorithmArg::Minimax => Algorithm::Minimax,
            AlgorithmArg::AlphaBeta => Algorithm::AlphaBeta,
        },
        heuristic: args.heuristic.as_deref(),
        only: args.only.as_deref(),
        most: args.most,
        record: !args.summary || picture.picture.draw.is_some(),
        count: true,
        remember: None,
        stop: console.interruptible().stop,
    };
    let mut record = session.tree(&request)?;
    if picture.picture.draw.is_some() {
        // What alpha-beta did not visit is drawn too, where it is not too much.
        const DRAWN: u64 = 20_000;
        let all = TreeRequest { algorithm: Algorithm::Minimax, most: args.most.min(DRAWN), ..request };
        let whole = match args.algorithm {
            AlgorithmArg::AlphaBeta => session.tree(&all).ok(),
            AlgorithmArg::Minimax => None,
        };
        draw::tree(console, session.as_mut(), &record, whole.as_ref(), picture, &names)?;
    }
    if args.summary {
        record.tree = None;
    }
    if console.json {
        console.print_json(&record)?;
        return Ok(Answer::Done);
    }
    let mut text = head(session.spec(), &session.position());
    let _ = writeln!(text, "{}", console.say("tree-value", &[("player", &names[0]), ("value", &record.value)]));
    if !record.best.is_empty() {
        let _ = writeln!(text, "{}", console.say("best-moves", &[("moves", &record.best.join(" "))]));
    }
    let whole = record.nodes.map_or_else(|| "?".to_owned(), grouped);
    let visited = grouped(record.visited);
    let _ = writeln!(text, "{}", console.say("tree-visited", &[("visited", &visited), ("nodes", &whole)]));
    if let Some(root) = &record.tree {
        const LINES: usize = 2_000;
        let kinds = ["max", "min"].map(str::to_owned);
        let kinds = if picture.names == "1/2" {
            kinds
        } else {
            [0, 1].map(|i| format!("{} {}", kinds[i], visible::piece(&names[i])))
        };
        let mut lines = Vec::new();
        branch(console, root, &kinds, "", "", &mut lines, LINES);
        let left = count(root) - lines.len();
        let _ = writeln!(text, "\n{}", lines.join("\n"));
        if left > 0 {
            let _ = writeln!(text, "{}", console.say("tree-more", &[("nodes", &grouped(left as u64))]));
        }
    }
    console.print(&text)?;
    Ok(Answer::Done)
}

fn count(node: &NodeRecord) -> usize {
    1 + node.children.iter().map(count).sum::<usize>()
}

/// A node and those below it, one per line, with the branches drawn before them.
fn branch(
    console: &Console,
    node: &NodeRecord,
    kinds: &[String; 2],
    fork: &str,
    below: &str,
    lines: &mut Vec<String>,
    most: usize,
) {
    if lines.len() >= most {
        return;
    }
    let mut text = String::from(fork);
    if let Some(name) = &node.name {
        let _ = write!(text, "{} ", visible::piece(name));
    }
    match node.value {
        None => text += &console.say("tree-unvisited", &[]),
        Some(value) => {
            if !node.children.is_empty() {
                let _ = write!(text, "{} ", kinds[usize::from(node.player == 2)]);
            }
            let _ = write!(text, "{value}");
        }
    }
    if node.chosen {
        text += " *";
    }
    if let Some(cut) = &node.cut {
        let _ = write!(text, "  {}", console.say("tree-cut", &[("condition", cut)]));
    }
    lines.push(text);
    for (i, child) in node.children.iter().enumerate() {
        let last = i + 1 == node.children.len();
        let (fork, next) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        branch(console, child, kinds, &format!("{below}{fork}"), &format!("{below}{next}"), lines, most);
    }
}

pub(crate) fn perft(console: &Console, place: &At, depth: u32, divide: bool) -> Result<Answer, Failure> {
    let (mut session, stop) = (at(place)?, console.interruptible().stop);
    let mut each = Vec::new();
    if divide && depth > 0 {
        for name in session.moves() {
            session.play(&name)?;
            each.push((name, session.perft(depth - 1, stop)?));
            session.undo();
        }
    }
    let nodes = session.perft(depth, stop)?;
    if console.json {
        let moves: serde_json::Map<_, _> = each.into_iter().map(|(name, n)| (name, n.into())).collect();
        console.print_json(&if divide {
            json!({ "nodes": nodes, "moves": moves })
        } else {
            json!({ "nodes": nodes })
        })?;
    } else {
        each.iter().try_for_each(|(name, n)| console.print(&format!("{}: {n}", visible::piece(name))))?;
        console.print(&nodes.to_string())?;
    }
    Ok(Answer::Done)
}

pub(crate) fn stats(console: &Console, place: &At, games: u64) -> Result<Answer, Failure> {
    let session = at(place)?;
    let bar = console.progress(Some(games), session.spec());
    let stats = session.stats(games, console.seed, console.interruptible().stop, &mut |done| bar.set_position(done))?;
    bar.finish_and_clear();
    // The notes' table speaks of the usual boards only.
    let row = TABLE_3.iter().find(|row| row.game == place.spec);
    if console.json {
        let mut record = json!(stats);
        record["notes"] = json!(row);
        console.print_json(&record)?;
        return Ok(Answer::Done);
    }
    let mut text =
        format!("{}\n", console.say("stats-games", &[("games", &grouped(games)), ("game", &session.spec())]));
    for (number, side) in [(1, &stats.first), (2, &stats.second)] {
        let _ = writeln!(text, "{}", console.say("stats-player", &[("player", &number), ("rate", &rate(side))]));
    }
    let draws = Side::new(stats.draws, games - stats.given_up);
    let _ = writeln!(text, "{}", console.say("stats-draws", &[("rate", &rate(&draws))]));
    if stats.given_up > 0 {
        let _ = writeln!(text, "{}", console.say("given-up", &[("games", &stats.given_up)]));
    }
    let branching = format!("{:.2}", stats.branching);
    let most = console.say("stats-branching", &[("mean", &branching), ("most", &stats.most_moves)]);
    let length = format!("{:.1}", stats.length);
    let lengths = [("mean", &length as &dyn std::fmt::Display), ("least", &stats.shortest), ("most", &stats.longest)];
    let size = format!("{:.1}", stats.tree_log10);
    let _ = writeln!(
        text,
        "{most}\n{}\n{}",
        console.say("stats-length", &lengths),
        console.say("stats-tree", &[("log", &size)])
    );
    if let Some(row) = row {
        let counts = console.say(&format!("counts-{}", row.counts), &[]);
        let args: [(&str, &dyn std::fmt::Display); 4] =
            [("branching", &row.branching), ("depth", &row.depth), ("log", &row.size_log10), ("counts", &counts)];
        let _ = writeln!(text, "{}", console.say("stats-notes", &args));
    }
    console.print(&text)?;
    Ok(Answer::Done)
}

/// `55.3 % [54.1, 56.4]`
fn rate(side: &Side) -> String {
    format!("{:.1} % [{:.1}, {:.1}]", 100.0 * side.rate, 100.0 * side.low, 100.0 * side.high)
}

pub(crate) fn play(console: &Console, place: &At, first: &str, second: &str) -> Result<Answer, Failure> {
    let mut session = at(place)?;
    let table = console::Table {
        players: [first.parse()?, second.parse()?],
        seed: console.seed,
        effort: console.with_knowledge(console.interruptible(), session.as_ref())?,
        words: &console.words,
    };
    for player in &table.players {
        // A wrong heuristic or a range of depths is told before the first move.
        if *player.kind() == PlayerKind::Minimax && session.finished().is_none() {
            let quick = if player.depths().len() == 1 { player.at_depth(1) } else { player.clone() };
            session.choose(&quick, &console.effort, &mut attractor_game::Rng::new(0))?;
        }
    }
    // Under --json the board goes where messages go, and standard output gets the game as one object.
    let mut output: Box<dyn std::io::Write> =
        if console.json { Box::new(std::io::stderr()) } else { Box::new(std::io::stdout()) };
    match console::run(session.as_mut(), &table, &mut std::io::stdin().lock(), &mut output) {
        Ok(left) => {
            if console.json {
                let finish = session.finished();
                let (ended, resigned) = match left {
                    console::Left::Finished => ("finished", None),
                    console::Left::Resigned { winner } => ("resigned", Some(winner)),
                    console::Left::Quit => ("quit", None),
                    console::Left::GivenUp => ("given-up", None),
                };
                console.print_json(&json!({
                    "game": session.spec(), "position": session.position(), "line": session.line(),
                    "finished": left == console::Left::Finished,
                    "winner": resigned.or(finish.and_then(|f| f.winner)).map(|p| p.number()),
                    "margin": finish.and_then(|f| f.margin), "ended": ended,
                }))?;
            }
            Ok(Answer::Done)
        }
        Err(console::ConsoleError::Game(error)) => Err(error.into()),
        Err(console::ConsoleError::Io(_)) => Err(Failure::ReaderGone),
    }
}

pub(crate) fn matches(
    console: &Console,
    place: &At,
    players: [&str; 2],
    games: u64,
    swap: bool,
    picture: Option<&str>,
) -> Result<Answer, Failure> {
    let session = at(place)?;
    draw::ready(picture)?;
    let [first, second]: [PlayerSpec; 2] = [players[0].parse()?, players[1].parse()?];
    if session.finished().is_some() {
        return Err(Error::new("nothing-to-play", "play is over: there is no move to choose").into());
    }
    let effort = console.with_knowledge(console.interruptible(), session.as_ref())?;
    let (rows, columns) = (first.depths(), second.depths());
    let total = rows.len() * columns.len();
    let bar = console.progress(Some(games.saturating_mul(total as u64)), session.spec());
    let mut cells = Vec::new();
    for &p1 in &rows {
        for &p2 in &columns {
            let (first, second) = (first.at_depth(p1), second.at_depth(p2));
            let seed = console.seed;
            let request = MatchRequest { first: &first, second: &second, games, swap, seed, effort };
            let before = games.saturating_mul(cells.len() as u64);
            let record = session.matches(&request, &|done| bar.set_position(before.saturating_add(done)))?;
            if console.json {
                bar.suspend(|| console.print_json(&record))?;
            }
            cells.push(record);
        }
    }
    bar.finish_and_clear();
    if let Some(file) = picture {
        let names = |player: &PlayerSpec, depths: &[u32]| -> Vec<String> {
            depths.iter().map(|&depth| player.at_depth(depth).column()).collect()
        };
        let (rows, columns) = (names(&first, &rows), names(&second, &columns));
        let drawing = pictures::strength(session.spec(), &rows, &columns, &cells, &console.words);
        draw::write(&drawing, file, None)?;
    }
    if console.json {
        return Ok(Answer::Done);
    }
    if let [record] = &cells[..] {
        let mut text = format!("{}\n", console.say("match-games", &[("games", &games), ("game", &session.spec())]));
        for (player, side) in record.players.iter().zip([&record.first, &record.second]) {
            let args: [(&str, &dyn std::fmt::Display); 3] =
                [("player", player), ("wins", &side.wins), ("rate", &rate(side))];
            let _ = writeln!(text, "{}", console.say("match-side", &args));
        }
        let _ = writeln!(text, "{}", console.say("match-draws", &[("draws", &record.draws)]));
        if record.given_up > 0 {
            let _ = writeln!(text, "{}", console.say("given-up", &[("games", &record.given_up)]));
        }
        console.print(&text)?;
    } else {
        // The strength table: how often the first wins and loses, at every depth against every depth.
        let mut text = format!("{}\n", console.say("match-table", &[("games", &games), ("game", &session.spec())]));
        let _ = write!(text, "p1 \\ p2");
        columns.iter().for_each(|&p2| {
            let _ = write!(text, "{:>30}", second.at_depth(p2).column());
        });
        for (&p1, row) in rows.iter().zip(cells.chunks(columns.len())) {
            let _ = write!(text, "\n{:>7}", first.at_depth(p1).column());
            for record in row {
                let [first, second] = [&record.first, &record.second].map(|s| 100.0 * s.rate);
                let interval = format!("[{:.0}, {:.0}]", 100.0 * record.first.low, 100.0 * record.first.high);
                let _ = write!(text, "{:>30}", format!("{first:.0} % {interval} / {second:.0} %"));
            }
        }
        console.print(&text)?;
    }
    Ok(Answer::Done)
}
