//! One play of each game, as text in its folder: a reader sees the rules at work, and a change of rules or notation shows.
//! `UPDATE_PLAYTHROUGHS=1 cargo test -p attractor-games --test all playthroughs` writes them anew.

use attractor_game::{Notation, Outcome, Player, Rng, Spec};
use attractor_games::{ByName, Domineering, ENTRIES, Either, Listed, Misere, Nim, Part, Sum, Tree, Visitor, visit};
use std::{fmt::Write, fs, path::PathBuf};

/// The file of that name in a game's folder: `nim/matches.txt`.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src").join(name)
}

/// What stands before the move of a position: the position and the legal moves; or, at the end, the result.
fn describe<G: Notation>(game: &G, p: &G::Position) -> Vec<String> {
    let names: Vec<String> = game.moves(p).map(|m| game.name(p, m)).collect();
    let then = if names.is_empty() {
        let winner = match game.result(p).outcome() {
            Outcome::Win => format!("won by player {}", game.turn(p)),
            Outcome::Draw => "drawn".to_owned(),
            Outcome::Loss => format!("won by player {}", game.turn(p).other()),
        };
        let score =
            if G::MARGIN { format!(", {} for player {}", game.result(p).0, game.turn(p)) } else { String::new() };
        format!("over      {winner}{score}")
    } else {
        format!("moves     {}", names.join(" "))
    };
    let picture = if game.diagram(p) == game.write(p) { String::new() } else { game.diagram(p) };
    let picture = picture.lines().map(|line| format!("          {line}").trim_end().to_owned());
    [format!("position  {}", game.write(p))].into_iter().chain(picture).chain([then]).collect()
}

/// A play at random, written down.
fn record<G: Notation>(name: &str, spec: &str, game: &G) -> String {
    let mut rng = Rng::new(spec.bytes().map(u64::from).sum());
    let mut text = format!("game      {spec}\n");
    let mut p = game.start();
    loop {
        describe(game, &p).iter().for_each(|line| writeln!(text, "{line}").expect("a string takes it"));
        let Some(m) = rng.choose(game.moves(&p)) else { break };
        writeln!(text, "play      {}", game.name(&p, m)).expect("a string takes it");
        p = game.play(&p, m);
    }
    fs::write(path(name), &text).expect("the folder can be written");
    text
}

/// Follows a play line by line.
fn replay<G: Notation>(name: &str, spec: &str, game: &G) {
    let path = path(name);
    let text = match std::env::var_os("UPDATE_PLAYTHROUGHS") {
        Some(_) => record(name, spec, game),
        None => fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
    };
    let mut lines = text.lines().zip(1..);
    let mut expect = |wanted: &str| {
        let (line, number) = lines.next().unwrap_or(("", 0));
        assert_eq!(line, wanted, "{name}, line {number}");
    };
    expect(&format!("game      {spec}"));
    let mut p = game.start();
    let mut plies = text.lines().filter_map(|line| line.strip_prefix("play      "));
    loop {
        describe(game, &p).iter().for_each(|line| expect(line));
        assert_eq!(game.read(&game.write(&p)).as_ref(), Ok(&p), "{name}: the position is read as it is written");
        let Some(play) = plies.next() else { break };
        expect(&format!("play      {play}"));
        p = game.play(&p, game.find(&p, play).unwrap_or_else(|e| panic!("{name}: {e}")));
    }
    assert_eq!(game.moves(&p).count(), 0, "{name}: the play goes on to its end");
    assert!(lines.next().is_none(), "{name}: nothing stands behind the end");
}

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

/// Follows the play of a file with the rules of the game that it names.
struct Replay<'a> {
    file: &'a str,
    spec: &'a str,
}

impl Visitor for Replay<'_> {
    type Answer = ();
    fn visit<G: Listed>(self) {
        replay(self.file, self.spec, &G::from_spec(&spec(self.spec)).unwrap());
    }
}

/// The files with a play of one game, each with the game that its first line names. To add a play, add a file with that line.
fn plays() -> Vec<(String, String)> {
    let mut plays = Vec::new();
    let folders = fs::read_dir(path("")).expect("the folder is there").flatten();
    let files = folders.filter_map(|folder| fs::read_dir(folder.path()).ok()).flatten().flatten();
    for file in files.map(|file| file.path()).filter(|file| file.extension().is_some_and(|end| end == "txt")) {
        let name = file.strip_prefix(path("")).expect("it is below").to_str().expect("a name in letters").to_owned();
        if !file.ends_with("combine/sum.txt") && !file.ends_with("tree/tree.txt") {
            let text = fs::read_to_string(&file).expect("the file can be read");
            let game = text.lines().next().and_then(|line| line.strip_prefix("game      "));
            plays.push((name.clone(), game.unwrap_or_else(|| panic!("{name} begins with its game")).to_owned()));
        }
    }
    plays
}

#[test]
fn games_are_played_as_their_playthroughs_say() {
    let plays = plays();
    for (file, text) in &plays {
        let by_name = || Part::by_name(&spec(text)).unwrap_or_else(|| panic!("{file}: no game is named so")).unwrap();
        if text.contains(",misere") {
            replay(file, text, &Misere::new(by_name()));
        } else if visit(spec(text).name(), Replay { file, spec: text }).is_none() {
            replay(file, text, &by_name());
        }
    }
    for entry in ENTRIES.iter().copied().flatten() {
        let found = plays.iter().any(|(_, text)| spec(text).name() == entry.name);
        assert!(found, "{}: a file with the line \"game      {}\" is missing", entry.name, entry.samples[0]);
    }
}

#[test]
fn tree() {
    let json = fs::read_to_string(path("tree/tree.json")).expect("the tree is there");
    replay("tree/tree.txt", "tree:tree.json", &Tree::from_json(&json, "tree.json").unwrap());
}

#[test]
fn sum() {
    let parts = ["nim:2+3", "domineering:3x2"].map(spec);
    let heaps = Either::A(Nim::from_spec(&parts[0]).unwrap());
    let board = Either::B(Domineering::from_spec(&parts[1]).unwrap());
    let sum = Sum::new(vec![heaps, board]).unwrap().with_first(Player::Two);
    replay("combine/sum.txt", "nim:2+3 ++ domineering:3x2, player 2 begins", &sum);
}
