//! The registry: one table of games, from which every list of games comes (help, page, Python, tests).

use crate::{Line, Session};
use attractor_game::{Error, Game, Playable, Spec, nearest};
use attractor_games::{
    Awale, Chess, Chomp, Connect4, Dobutsu, Domineering, Draughts, Either, Euclid, Go, Juniper, Kayles, MOST_MOVES,
    Misere, Mnk, Morris, Nim, Othello, Sum, Teeko, Tree, Wythoff, most_moves,
};
use attractor_solve::graph::format::{OwnerRule, Reading, read_path};
use std::path::Path;

/// A game by name.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What the size looks like; empty if there is none.
    pub size: &'static str,
    /// The size where none is given.
    pub default: &'static str,
    /// Options.
    pub options: &'static [&'static str],
    /// Small instances, on which the laws are checked and solvers compared; none for games that need a file.
    pub samples: &'static [&'static str],
    /// The smallest and the largest instances, and those of extreme shape; none where the default is the only one.
    pub extremes: &'static [&'static str],
    /// Instances small enough to check what the game's tactics claim on every position; none for games without tactics.
    pub small: &'static [&'static str],
    /// `search` (no play comes back to a position) or `graph` (unfolded, attractors).
    pub solved_by: &'static str,
    open: fn(&Spec) -> Result<Box<dyn Session>, Error>,
}

/// Every game. A static and not a constant: whoever reads a constant would compile every game again.
pub static GAMES: &[Entry] = &[
    Entry {
        name: "nim",
        size: "A[+B]...",
        default: "3+4+5",
        options: &["take=LOW-HIGH", "take=A/B/...", "misere", "first=2"],
        samples: &["nim:3+4+5", "nim:9,take=1-2", "nim:9,take=1-3,misere", "nim:7+5,take=1/3/4,first=2"],
        extremes: &["nim:0", "nim:65535", "nim:1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"],
        small: &[],
        solved_by: "search",
        open: small,
    },
    Entry {
        name: "chomp",
        size: "ROWSxCOLUMNS",
        default: "3x4",
        options: &["first=2"],
        samples: &["chomp:2x3", "chomp:3x3", "chomp:4x5,first=2"],
        extremes: &["chomp:1x1", "chomp:16x16", "chomp:16x1"],
        small: &[],
        solved_by: "search",
        open: |spec| playable(spec, Chomp::from_spec(spec)?),
    },
    Entry {
        name: "tictactoe",
        size: "",
        default: "",
        options: &["first=2"],
        samples: &["tictactoe", "tictactoe,first=2"],
        extremes: &[],
        small: &["tictactoe"],
        solved_by: "search",
        open: |spec| playable(spec, Mnk::from_spec(spec)?),
    },
    Entry {
        name: "mnk",
        size: "ROWS,COLUMNS,LENGTH",
        default: "",
        options: &["first=2"],
        samples: &["mnk:4,4,3", "mnk:3,5,4", "mnk:2,3,2,first=2"],
        extremes: &["mnk:1,1,1", "mnk:8,8,8", "mnk:64,1,64", "mnk:3,21,2"],
        small: &["mnk:3,4,3", "mnk:4,3,4", "mnk:2,5,2,first=2"],
        solved_by: "search",
        open: |spec| playable(spec, Mnk::from_spec(spec)?),
    },
    Entry {
        name: "connect4",
        size: "WIDTHxHEIGHT",
        default: "7x6",
        options: &["first=2"],
        samples: &["connect4", "connect4:4x4", "connect4:5x4", "connect4:9x3,first=2"],
        extremes: &["connect4:1x1", "connect4:9x6", "connect4:1x63", "connect4:8x7"],
        small: &["connect4:4x4", "connect4:4x3,first=2", "connect4:5x3"],
        solved_by: "search",
        open: |spec| playable(spec, Connect4::from_spec(spec)?),
    },
    Entry {
        name: "domineering",
        size: "ROWSxCOLUMNS",
        default: "8x8",
        options: &["holes=a1/b2/...", "misere", "first=2"],
        samples: &[
            "domineering:4x4",
            "domineering:3x5,first=2",
            "domineering:4x4,holes=a1/b2",
            "domineering:3x4,misere",
        ],
        extremes: &[
            "domineering:1x1",
            "domineering:11x11",
            "domineering:128x1",
            "domineering:4x26",
            "domineering:8x16",
        ],
        small: &[
            "domineering:3x4",
            "domineering:4x4,first=2",
            "domineering:4x4,holes=a1/b2",
            "domineering:5x3",
            "domineering:2x7",
        ],
        solved_by: "search",
        open: |spec| {
            if spec.has("misere") { small(spec) } else { playable(spec, Domineering::from_spec(spec)?) }
        },
    },
    Entry {
        name: "teeko",
        size: "",
        default: "",
        options: &["first=2"],
        samples: &["teeko", "teeko,first=2"],
        extremes: &[],
        small: &[],
        solved_by: "graph",
        open: |spec| playable(spec, Teeko::from_spec(spec)?),
    },
    Entry {
        name: "morris",
        size: "6",
        default: "6",
        options: &["flying", "first=2"],
        samples: &["morris:6", "morris:6,flying", "morris:6,first=2"],
        extremes: &["morris:6,flying"],
        small: &[],
        solved_by: "graph",
        open: |spec| playable(spec, Morris::from_spec(spec)?),
    },
    Entry {
        name: "dobutsu",
        size: "",
        default: "",
        options: &["first=2"],
        samples: &["dobutsu", "dobutsu,first=2"],
        extremes: &[],
        small: &[],
        solved_by: "graph",
        open: |spec| playable(spec, Dobutsu::from_spec(spec)?),
    },
    Entry {
        name: "kayles",
        size: "PINS",
        default: "12",
        options: &["misere", "first=2"],
        samples: &["kayles:9", "kayles:7,misere", "kayles:8,first=2"],
        extremes: &["kayles:1", "kayles:64"],
        small: &[],
        solved_by: "search",
        open: small,
    },
    Entry {
        name: "wythoff",
        size: "A+B",
        default: "5+8",
        options: &["misere", "first=2"],
        samples: &["wythoff:5+8", "wythoff:4+6,misere", "wythoff:7+3,first=2"],
        extremes: &["wythoff:0+0", "wythoff:300+300", "wythoff:0+9", "wythoff:43690+43690"],
        small: &[],
        solved_by: "search",
        open: small,
    },
    Entry {
        name: "euclid",
        size: "A,B",
        default: "25,7",
        options: &["misere", "first=2"],
        samples: &["euclid:25,7", "euclid:40,29,misere", "euclid:13,21,first=2"],
        extremes: &["euclid:0,0", "euclid:65535,1", "euclid:46368,28657"],
        small: &[],
        solved_by: "search",
        open: small,
    },
    Entry {
        name: "juniper",
        size: "LARGEST",
        default: "24",
        options: &["misere", "first=2"],
        samples: &["juniper:12", "juniper:10,misere", "juniper:14,first=2"],
        extremes: &["juniper:1", "juniper:127"],
        small: &[],
        solved_by: "search",
        open: small,
    },
    Entry {
        name: "awale",
        size: "SEEDS",
        default: "4",
        options: &["first=2"],
        samples: &["awale", "awale:1", "awale:2,first=2"],
        extremes: &["awale:1", "awale:21"],
        small: &[],
        solved_by: "graph",
        open: |spec| playable(spec, Awale::from_spec(spec)?),
    },
    Entry {
        name: "othello",
        size: "NxN",
        default: "8x8",
        options: &["first=2"],
        samples: &["othello", "othello:6x6", "othello:4x4,first=2"],
        extremes: &["othello:4x4", "othello:6x6"],
        small: &[],
        solved_by: "search",
        open: |spec| playable(spec, Othello::from_spec(spec)?),
    },
    Entry {
        name: "draughts",
        size: "",
        default: "",
        options: &["pieces=N", "first=2"],
        samples: &["draughts", "draughts,pieces=3", "draughts,first=2"],
        extremes: &["draughts,pieces=2", "draughts,pieces=4"],
        small: &[],
        solved_by: "graph",
        open: |spec| playable(spec, Draughts::from_spec(spec)?),
    },
    Entry {
        name: "checkers",
        size: "",
        default: "",
        options: &["pieces=N", "first=2"],
        samples: &["checkers", "checkers,pieces=3", "checkers,first=2"],
        extremes: &["checkers,pieces=2", "checkers,pieces=6"],
        small: &[],
        solved_by: "graph",
        open: |spec| playable(spec, Draughts::from_spec(spec)?),
    },
    Entry {
        name: "chess",
        size: "",
        default: "",
        options: &["men=KBNK", "first=2"],
        samples: &["chess", "chess,men=KRK", "chess,first=2"],
        extremes: &["chess,men=3", "chess,men=5"],
        small: &[],
        solved_by: "graph",
        open: |spec| playable(spec, Chess::from_spec(spec)?),
    },
    Entry {
        name: "go",
        size: "ROWSxCOLUMNS",
        default: "5x5",
        options: &["komi=N", "first=2"],
        samples: &["go:2x2", "go:3x3,komi=1", "go:5x5", "go:2x3,first=2"],
        extremes: &["go:1x1", "go:9x9", "go:1x9", "go:8x8", "go:9x8,komi=-72"],
        small: &[],
        solved_by: "search",
        open: |spec| playable(spec, Go::from_spec(spec)?),
    },
    Entry {
        name: "sum",
        size: "SPEC++SPEC[++SPEC]...",
        default: "",
        options: &[],
        samples: &[
            "sum:nim:3++nim:4+5",
            "sum:domineering:2x3++domineering:3x3++nim:2",
            "sum:kayles:4++wythoff:1+2++euclid:5,2++juniper:4",
        ],
        extremes: &["sum:nim:0", "sum:nim:9+9++domineering:6x6++kayles:40++wythoff:20+12++euclid:99,70++juniper:24"],
        small: &[],
        solved_by: "search",
        open: sum,
    },
    Entry {
        name: "graph",
        size: "FILE",
        default: "",
        options: &["owner=RULE", "misere"],
        samples: &[],
        extremes: &[],
        small: &[],
        solved_by: "graph",
        open: graph,
    },
    Entry {
        name: "tree",
        size: "FILE",
        default: "",
        options: &[],
        samples: &[],
        extremes: &[],
        small: &[],
        solved_by: "search",
        open: tree,
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
    let spec: Spec = spec.parse()?;
    (entry(spec.name())?.open)(&spec)
}

fn playable<G: Playable>(spec: &Spec, game: G) -> Result<Box<dyn Session>, Error> {
    Ok(Box::new(Line::new(spec.to_string(), game)))
}

/// A part of a sum: a game of normal play that can hand over the turn.
type Part = Either<Either<Nim, Domineering>, Either<Either<Kayles, Wythoff>, Either<Euclid, Juniper>>>;

/// Games that can be parts of sums, in normal and in misere play, and sums: one type, so that solvers, players and tables are
/// compiled once for all of them. Domineering in normal play has tactics, and a type of its own.
type Small = Either<Either<Part, Misere<Part>>, Sum<Part>>;

fn small(spec: &Spec) -> Result<Box<dyn Session>, Error> {
    let Some(game) = part(spec)? else { return Err(unknown(spec.name())) };
    let game = if spec.has("misere") { Either::B(Misere::new(game)) } else { Either::A(game) };
    playable::<Small>(spec, Either::A(game))
}

/// The part of that name; none if the game cannot be one.
fn part(spec: &Spec) -> Result<Option<Part>, Error> {
    use Either::{A, B};
    Ok(Some(match spec.name() {
        "nim" => A(A(Nim::from_spec(spec)?)),
        "domineering" => A(B(Domineering::from_spec(spec)?)),
        "kayles" => B(A(A(Kayles::from_spec(spec)?))),
        "wythoff" => B(A(B(Wythoff::from_spec(spec)?))),
        "euclid" => B(B(A(Euclid::from_spec(spec)?))),
        "juniper" => B(B(B(Juniper::from_spec(spec)?))),
        _ => return Ok(None),
    }))
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
        parts.push(match part(&of)? {
            Some(part) => part,
            None => {
                entry(of.name())?;
                return Err(spec.wrong(
                    "sum-part",
                    "{option} cannot be part of {spec}: sums are for games of normal play that can hand over the turn: \
                     nim, domineering, kayles, wythoff, euclid and juniper",
                    of.name(),
                ));
            }
        });
        // Heaps only get smaller, and boards have few moves; two numbers may come to have as many as the larger one.
        moves += match parts.last() {
            Some(Either::B(Either::B(Either::A(euclid)))) => euclid.largest() as usize,
            Some(game) => game.moves(&game.start()).take(MOST_MOVES + 1).count(),
            None => 0,
        };
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
