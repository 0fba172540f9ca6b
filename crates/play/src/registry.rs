//! The registry: one table of games, from which every list of games comes (help, page, Python, tests).

use crate::{Line, Session};
use attractor_game::{Error, Playable, Spec, nearest};
use attractor_games::{
    ByName, ENTRIES, Either, Listed, Misere, Part, Sum, Tree, Visitor, combinatorial::Valued, most_moves, visit,
};
pub use attractor_games::{Entry, Phrase};
use attractor_solve::graph::format::{OwnerRule, Reading, read_path};
use std::{path::Path, sync::LazyLock};

/// Every game.
pub static GAMES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| ENTRIES.iter().copied().flatten().chain(OWN).copied().collect());

/// Games that are opened here: of other games, and of files.
const OWN: &[Entry] = &[
    Entry {
        name: "sum",
        title: Phrase { english: "Sum of games", french: "Somme de jeux" },
        rules: Phrase {
            english: "Several games of normal play side by side; move in one of them; who cannot move loses.",
            french: "Plusieurs jeux côte à côte ; on joue dans l'un d'eux ; qui ne peut plus jouer perd.",
        },
        size: "SPEC++SPEC[++SPEC]...",
        samples: &[
            "sum:nim:3++nim:4+5",
            "sum:domineering:2x3++domineering:3x3++nim:2",
            "sum:kayles:4++wythoff:1+2++euclid:5,2++juniper:4",
        ],
        extremes: &["sum:nim:0", "sum:nim:9+9++domineering:6x6++kayles:40++wythoff:20+12++euclid:99,70++juniper:24"],
        ..Entry::DEFAULT
    },
    Entry {
        name: "graph",
        title: Phrase { english: "Graph", french: "Graphe" },
        rules: Phrase { english: "A graph read from a file.", french: "Un graphe lu dans un fichier." },
        size: "FILE",
        options: &["owner=RULE", "misere"],
        solved_by: "graph",
        ..Entry::DEFAULT
    },
    Entry {
        name: "tree",
        title: Phrase { english: "Tree", french: "Arbre" },
        rules: Phrase {
            english: "A tree read from a JSON file, with a value at every node.",
            french: "Un arbre lu dans un fichier JSON, avec une valeur à chaque nœud.",
        },
        size: "FILE",
        ..Entry::DEFAULT
    },
];

/// The game of that name.
pub fn entry(name: &str) -> Result<&'static Entry, Error> {
    GAMES.iter().find(|e| e.name == name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> Error {
    let names: Vec<&str> = GAMES.iter().map(|e| e.name).collect();
    Error::new("unknown-game", "there is no game {name}; there are: {names}")
        .arg("name", name)
        .arg("names", names.join(", "))
        .nearest(nearest(name, names))
}

/// Opens a game by its string, at its start.
pub fn open(spec: &str) -> Result<Box<dyn Session>, Error> {
    let spec: &Spec = &spec.parse()?;
    match spec.name() {
        "sum" => return sum(spec),
        "graph" => return graph(spec),
        "tree" => return tree(spec),
        _ => {}
    }
    let alone = || visit(spec.name(), Alone(spec));
    let small = || Part::by_name(spec).map(|game| small(spec, game?));
    // Misere play has no tactics, so that no game needs a type of its own for it.
    let session = if spec.has("misere") { small().or_else(alone) } else { alone().or_else(small) };
    session.unwrap_or_else(|| Err(unknown(spec.name())))
}

fn playable<G: Playable>(spec: &Spec, game: G) -> Result<Box<dyn Session>, Error> {
    Ok(Box::new(Line::new(spec.to_string(), game)))
}

/// Opens a game that is compiled alone.
struct Alone<'a>(&'a Spec);

impl Visitor for Alone<'_> {
    type Answer = Result<Box<dyn Session>, Error>;
    fn visit<G: Listed>(self) -> Self::Answer {
        playable(self.0, G::from_spec(self.0)?)
    }
}

/// Games that can be parts of sums, in normal and in misere play, and sums: one type, so that solvers, players and tables are
/// compiled once for all of them. Domineering in normal play has tactics, and a type of its own.
type Small = Either<Either<Part, Misere<Part>>, Sum<Part>>;

fn small(spec: &Spec, game: Part) -> Result<Box<dyn Session>, Error> {
    let game = if spec.has("misere") { Either::B(Misere::new(game)) } else { Either::A(game) };
    playable::<Small>(spec, Either::A(game))
}

/// Parts of a sum at most.
const PARTS: usize = 64;

/// `sum:nim:3++domineering:2x3`: parts of normal play, each of which can hand the turn over.
fn sum(spec: &Spec) -> Result<Box<dyn Session>, Error> {
    let (mut parts, mut moves) = (Vec::new(), 0);
    for text in spec.rest().split("++") {
        if parts.len() == PARTS {
            return Err(Error::new("sum-too-long", "a sum has at most {most} parts").arg("most", PARTS));
        }
        let of: Spec = text.trim().parse()?;
        for (option, _) in of.options() {
            if option == "misere" || option == "first" {
                return Err(spec.wrong("sum-option", "a part of {spec} cannot have the option {option}", option));
            }
        }
        let Some(part) = Part::by_name(&of) else {
            entry(of.name())?;
            return Err(spec
                .wrong(
                    "sum-part",
                    "{option} cannot be part of {spec}: sums are for games of normal play that can hand over the turn; \
                     there are: {names}",
                    of.name(),
                )
                .arg("names", Part::names().join(", ")));
        };
        let part = part?;
        moves += part.widest();
        parts.push(part);
        most_moves(moves)?;
    }
    playable::<Small>(spec, Either::B(Sum::new(parts)?))
}

/// The file and the options of `graph:FILE[,owner=RULE][,misere]`, given all behind the colon.
///
/// A file's name may hold commas: options are what stands behind it and is known.
pub fn graph_file(rest: &str) -> (&str, Option<&str>, bool) {
    let (rest, misere) = rest.strip_suffix(",misere").map_or((rest, false), |rest| (rest, true));
    let (file, owner) = rest.split_once(",owner=").map_or((rest, None), |(file, rule)| (file, Some(rule)));
    (file, owner, misere)
}

fn graph(spec: &Spec) -> Result<Box<dyn Session>, Error> {
    let (file, owner, misere) = graph_file(spec.rest());
    if file.is_empty() {
        return Err(spec.wrong("file-missing", "{spec} needs a file, such as {option}", "graph:FILE"));
    }
    let reading = Reading { owner: owner.map(OwnerRule::parse).transpose()?, misere, ..Reading::default() };
    let arena = read_path(Path::new(file), &reading)?.arena;
    if arena.is_empty() {
        return Err(spec.wrong("empty-graph", "the graph of {option} has no states to play on", file));
    }
    playable(spec, arena)
}

fn tree(spec: &Spec) -> Result<Box<dyn Session>, Error> {
    let file = spec.rest();
    if file.is_empty() {
        return Err(spec.wrong("file-missing", "{spec} needs a file, such as {option}", "tree:FILE"));
    }
    let text = if file == "-" { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(file) };
    let text =
        text.map_err(|e| Error::new("cannot-read", "cannot read {file}: {why}").arg("file", file).arg("why", e))?;
    playable(spec, Tree::from_json(&text, file)?)
}

/// A tree given by hand, from its text; `source` is what errors call it.
pub fn open_tree(text: &str, source: &str) -> Result<Box<dyn Session>, Error> {
    Ok(Box::new(Line::new(format!("tree:{source}"), Tree::from_json(text, source)?)))
}
