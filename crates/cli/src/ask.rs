//! Questions about a position: solve, analyse, tree, perft, stats; and games played from it.

use crate::{
    Answer, Failure,
    args::{AlgorithmArg, At, PictureArgs},
    draw::{self, TreeDraw},
    graph::player_names,
    show::Console,
};
use attractor_game::Error;
use attractor_play::{
    MatchRecord, MoveValue, NodeRecord, PlayerKind, Session, Side, Solved, console,
    request::{self, Batch, Keep, MatchesShown, Perft, Question, Search, Solve, Stats, Tree, Update, open_at},
    visible,
};
use serde_json::json;
use std::{
    fmt::{Display, Write as _},
    path::Path,
};

impl At {
    /// The question about this position alone.
    pub(crate) fn question(&self) -> request::At {
        let At { spec, moves, position } = self;
        request::At { game: spec.clone(), position: position.clone(), moves: moves.clone(), ..Default::default() }
    }
}

/// Opens the game and goes to the position asked for.
pub(crate) fn at(console: &Console, at: &At) -> Result<Box<dyn Session>, Error> {
    open_at(&at.question(), &console.terminal(console.effort))
}

/// Solves a position, or those of a file.
pub(crate) fn solve(console: &Console, place: &At, outcome: bool, batch: Option<&str>) -> Result<Answer, Failure> {
    let Some(file) = batch else {
        let session = at(console, place)?;
        let solved = console.answer(&Solve { outcome, ..Solve::default() }, session.as_ref())?;
        return console.show(&solved, || solution(console, &solved));
    };
    let hears = |update: Update<'_>| {
        let Update::Solved(line, solved) = update else { return Ok(()) };
        let text = || {
            let best = solved.best.join(" ");
            let value = console.words.worth(solved.outcome, solved.plies, solved.margin, solved.draw);
            format!("{}\t{value}\t{best}\t{}", visible::piece(line), solved.nodes)
        };
        console.show(solved, text).map(drop)
    };
    let terminal = console.terminal(console.interruptible()).hearing(&hears);
    let solved = Batch { game: place.spec.clone(), file: file.to_owned(), outcome }.answer(&terminal);
    terminal.end()?;
    solved?;
    Ok(Answer::Done)
}

/// The line above an answer: the game and the position.
fn head(game: &str, position: &str) -> String {
    format!("{}  {}\n", visible::piece(game), visible::piece(position))
}

pub(crate) fn solution(console: &Console, solved: &Solved) -> String {
    let mut text = head(&solved.game, &solved.position);
    let _ = writeln!(text, "{}", request::sentence(solved, &console.words));
    told(console, &mut text, &solved.best, &solved.line, solved.nodes, solved.seconds);
    text
}

/// Best moves, line and cost.
fn told(console: &Console, text: &mut String, best: &[String], line: &[String], nodes: u64, seconds: f64) {
    for (id, moves) in [("best-moves", best), ("line", line)] {
        if !moves.is_empty() {
            let _ = writeln!(text, "{}", console.say(id, &[("moves", &moves.join(" "))]));
        }
    }
    let seconds = format!("{seconds:.3}");
    let _ = writeln!(text, "{}", console.say("cost", &[("nodes", &grouped(nodes)), ("seconds", &seconds)]));
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
    let mut session = at(console, place)?;
    draw::ready(picture.draw.as_deref())?;
    if picture.blank && !history && !console.json {
        draw::exercise(console, session.as_ref(), picture, &names)?;
        console.print(&visible::diagram(&*session))?;
        return Ok(Answer::Done);
    }
    let effort = console.interruptible();
    let analysis = console
        .watched(effort, session.spec(), |effort| request::analyse(session.as_ref(), &console.terminal(*effort)))?;
    draw::analysis(console, session.as_mut(), &analysis, picture, &names, history)?;
    if console.json {
        return console.show(&analysis, String::new);
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

pub(crate) fn search(
    console: &Console,
    place: &At,
    depth: Option<u32>,
    seconds: Option<f64>,
    heuristic: Option<String>,
) -> Result<Answer, Failure> {
    let session = at(console, place)?;
    let question = Search { depth, seconds, heuristic, ..Search::default() };
    let found = console.answer(&question, session.as_ref())?;
    console.show(&found, || {
        let mut text = head(&found.game, &found.position);
        let args: [(&str, &dyn Display); 3] =
            [("value", &found.value), ("heuristic", &found.heuristic), ("depth", &found.depth)];
        let _ = writeln!(text, "{}", console.say("searched", &args));
        told(console, &mut text, &found.best, &found.line, found.nodes, found.seconds);
        text
    })?;
    if found.stopped {
        return Err(Error::limit("stopped-at-depth", "stopped: this is what depth {depth} told")
            .arg("depth", found.depth)
            .into());
    }
    Ok(Answer::Done)
}

pub(crate) fn combinatorial(console: &Console, place: &At) -> Result<Answer, Failure> {
    let session = at(console, place)?;
    let found = request::combinatorial(session.as_ref(), &console.terminal(console.interruptible()))?;
    console.show(&found, || {
        let kind = console.say(&format!("worth-{}", found.kind), &[]);
        let wins = console.say("worth-wins", &[("left", &found.left_first), ("right", &found.right_first)]);
        let heat = console.say("worth-heat", &[("mean", &found.mean), ("temperature", &found.temperature)]);
        let worth = console.say("worth", &[("value", &found.value), ("kind", &kind)]);
        format!("{}{worth}\n{wins}\n{heat}\n", head(&found.game, &found.position))
    })
}

pub(crate) struct TreeArgs {
    pub depth: u32,
    pub algorithm: AlgorithmArg,
    pub heuristic: Option<String>,
    pub only: Option<String>,
    pub most: u64,
    pub summary: bool,
}

pub(crate) fn tree(console: &Console, place: &At, args: TreeArgs, picture: &TreeDraw) -> Result<Answer, Failure> {
    draw::ready(picture.picture.draw.as_deref())?;
    let names = player_names(&picture.names)?;
    // A file may be named without the word `tree:`.
    let found = Path::new(&place.spec);
    let is_file = !place.spec.starts_with("tree:") && (place.spec == "-" || found.exists() && !found.is_dir());
    let TreeArgs { depth, algorithm, heuristic, only, most, summary } = args;
    let algorithm = match algorithm {
        AlgorithmArg::Minimax => "minimax",
        AlgorithmArg::AlphaBeta => "alpha-beta",
    };
    let question = Tree {
        game: if is_file { format!("tree:{}", place.spec) } else { place.spec.clone() },
        position: place.position.clone(),
        moves: place.moves.clone(),
        depth,
        algorithm: Some(algorithm.to_owned()),
        heuristic,
        only,
        most: Some(most),
        summary,
        levels: picture.levels,
        boards: picture.boards,
        names: Some(picture.names.clone()),
        title: picture.picture.title.clone(),
        blank: picture.picture.blank,
        ..Tree::default()
    };
    let terminal = console.terminal(console.interruptible());
    let mut session = question.open(&terminal)?;
    let keep = Keep { drawn: picture.picture.draw.is_some(), count: true, remember: None };
    let mut explained = question.explain(session.as_ref(), &terminal, keep)?;
    if let Some(file) = &picture.picture.draw {
        let steps = attractor_play::pictures::OVERLAYS;
        let (drawing, told) = question.picture(&explained, session.as_mut(), steps, &console.words)?;
        draw::remark(console, told);
        draw::write(&drawing, file, picture.picture.step)?;
    }
    let record = &mut explained.record;
    if summary {
        record.tree = None;
    }
    if console.json {
        return console.show(&*record, String::new);
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
    let session = at(console, place)?;
    let question = Perft { depth, divide, ..Perft::default() };
    let counted = question.answer_at(session.as_ref(), &console.terminal(console.interruptible()))?;
    console.show(&counted, || {
        let each = counted.moves.iter().flatten().map(|(name, n)| format!("{}: {n}\n", visible::piece(name)));
        each.collect::<String>() + &counted.nodes.to_string()
    })
}

pub(crate) fn stats(console: &Console, place: &At, games: u64) -> Result<Answer, Failure> {
    let session = at(console, place)?;
    let terminal = console.terminal(console.interruptible()).steps(games, session.spec());
    let played = Stats { games, seed: console.seed, ..Stats::default() }.answer_at(session.as_ref(), &terminal)?;
    terminal.end()?;
    let request::Played { stats, notes: row } = &played;
    if console.json {
        return console.show(&played, String::new);
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
    let mut session = at(console, place)?;
    let table = console::Table {
        players: [first.parse()?, second.parse()?],
        seed: console.seed,
        effort: console.with_knowledge(console.interruptible(), session.spec())?,
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
    [first, second]: [String; 2],
    games: u64,
    swap: bool,
    picture: Option<&str>,
) -> Result<Answer, Failure> {
    let session = at(console, place)?;
    draw::ready(picture)?;
    let (games, seed) = (Some(games), console.seed);
    let question = request::Match { first, second, games, swap, seed, ..Default::default() };
    let terminal = console.terminal(console.interruptible()).steps(0, session.spec());
    let played = question.answer_at(session.as_ref(), &terminal);
    terminal.end()?;
    let played = played?;
    if let Some(file) = picture {
        draw::write(&played.picture(session.spec(), &console.words), file, None)?;
    }
    if !console.json {
        console.print(&strength(console, session.spec(), &played))?;
    }
    Ok(Answer::Done)
}

/// The result of one match, or the strength table of several.
fn strength(console: &Console, game: &str, played: &MatchesShown) -> String {
    let MatchesShown { games, rows, columns, cells } = played;
    if let [record] = &cells[..] {
        return result(console, game, record);
    }
    // How often the first wins and loses, at every depth against every depth.
    let mut text = format!("{}\n", console.say("match-table", &[("games", games), ("game", &game)]));
    let _ = write!(text, "p1 \\ p2");
    columns.iter().for_each(|name| {
        let _ = write!(text, "{name:>30}");
    });
    for (name, row) in rows.iter().zip(cells.chunks(columns.len())) {
        let _ = write!(text, "\n{name:>7}");
        for record in row {
            let [first, second] = [&record.first, &record.second].map(|s| 100.0 * s.rate);
            let interval = format!("[{:.0}, {:.0}]", 100.0 * record.first.low, 100.0 * record.first.high);
            let _ = write!(text, "{:>30}", format!("{first:.0} % {interval} / {second:.0} %"));
        }
    }
    text
}

fn result(console: &Console, game: &str, record: &MatchRecord) -> String {
    let mut text = format!("{}\n", console.say("match-games", &[("games", &record.games), ("game", &game)]));
    for (player, side) in record.players.iter().zip([&record.first, &record.second]) {
        let args: [(&str, &dyn Display); 3] = [("player", player), ("wins", &side.wins), ("rate", &rate(side))];
        let _ = writeln!(text, "{}", console.say("match-side", &args));
    }
    let _ = writeln!(text, "{}", console.say("match-draws", &[("draws", &record.draws)]));
    if record.given_up > 0 {
        let _ = writeln!(text, "{}", console.say("given-up", &[("games", &record.given_up)]));
    }
    text
}
