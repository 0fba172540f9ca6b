//! Words of command lines: names of commands and flags from clap, names of games from the registry's grammar.

use super::files::Folder;
use attractor_game::Rng;
use attractor_play::GAMES;
use clap::{Arg, ArgAction, Command};

/// A command line and what is known of it.
pub(crate) struct Line {
    pub(crate) words: Vec<String>,
    /// Standard input.
    pub(crate) input: String,
    pub(crate) locale: &'static str,
    /// Answers are JSON.
    pub(crate) json: bool,
    /// Standard output is for another program, or help.
    pub(crate) data: bool,
    /// It may have nothing to say.
    pub(crate) silent: bool,
    /// The flags of the command.
    pub(crate) flags: Vec<String>,
}

/// Texts that nobody should type.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "-",
    "--",
    "\n",
    "a\nerror: b",
    "\u{1b}[2J\u{1b}]0;x\u{7}",
    "\u{202e}txt.exe\u{2066}",
    "\u{200b}\u{feff}",
    "\u{2028}x\u{2029}",
    "\u{e9}\u{301}\u{1f468}\u{1f469}",
    "%s%n{0}{name}",
    "../../../etc/hosts",
    "a:b:c,d=e,f",
    "1e999",
    "NaN",
    "-1",
    "18446744073709551616",
    "((((((((((",
    "G = {0: [1], 1: []}",
    "{\"a\": [\"b\"]}",
    "$(id)`id`",
    "'\"\\",
    "٣",
    "ﬀ",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

/// Numbers at the ends of types, and what is none.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "16383",
    "16384",
    "32767",
    "32768",
    "65535",
    "65536",
    "1000000",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "-1",
    "-0",
    "+3",
    "007",
    "1e9",
    "1.5",
    ".5",
    "0x10",
    "1_000",
    "",
    " 3",
    "inf",
    "NaN",
    "١٢",
];

/// Whether a character commands a terminal, turns or breaks a line, or cannot be seen.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The long flags that a text names.
pub(crate) fn flags(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase())))
}

/// Writes a command line.
pub(crate) struct Writer<'a> {
    pub(crate) rng: &'a mut Rng,
    pub(crate) files: &'a Folder,
    pub(crate) number: u64,
}

impl Writer<'_> {
    /// One time in so many.
    fn one_in(&mut self, n: usize) -> bool {
        self.rng.below(n) == 0
    }

    fn one_of<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.rng.below(list.len())]
    }

    pub(crate) fn line(&mut self, root: &Command) -> Line {
        let (mut words, mut command) = (Vec::new(), root);
        while command.has_subcommands() {
            let below: Vec<&Command> = command.get_subcommands().filter(|c| c.get_name() != "help").collect();
            command = below[self.rng.below(below.len())];
            words.push(command.get_name().to_owned());
        }
        let name = words.join(" ");
        let mut options: Vec<Vec<String>> = Vec::new();
        for arg in command.get_arguments() {
            let id = arg.get_id().as_str();
            if ["help", "version", "long"].contains(&id) {
                continue;
            }
            let times = match id {
                _ if arg.is_required_set() => usize::from(!self.one_in(25)),
                "memory" => 0,
                "json" => usize::from(self.one_in(3)),
                // Without a name it measures everything.
                "names" if name == "bench" => 1,
                _ if arg.is_positional() => usize::from(!self.one_in(4)),
                _ => usize::from(self.one_in(8)),
            };
            for _ in 0..times + usize::from(times > 0 && self.one_in(40)) {
                let option = self.option(&name, arg);
                options.push(option);
            }
        }
        // Most of the time the memory is what the limits are about; no more is asked for.
        let memory =
            if self.one_in(20) { self.one_of(&["1K", "1M", "0", "-1", "2Gbbb", "16MiB", "", "1e9"]) } else { "64M" };
        options.push(vec![format!("--memory={memory}")]);
        if self.one_in(60) {
            options.push(vec![self.one_of(&["--help", "--version", "--unknown", "--memry=1M", "-x", "--"]).to_owned()]);
        }
        // Positional arguments keep their order; flags may stand anywhere.
        let mut rest: Vec<Vec<String>> = Vec::new();
        for option in options {
            let is_flag = option.first().is_some_and(|word| word.starts_with("--"));
            let at = if is_flag { self.rng.below(rest.len() + 1) } else { rest.len() };
            rest.insert(at, option);
        }
        words.extend(rest.into_iter().flatten());
        words.iter_mut().for_each(|word| word.retain(|c| c != '\0'));
        let has = |flag: &str| words.iter().any(|word| word == flag || word.starts_with(&format!("{flag}=")));
        let about = ["--help", "--version"].iter().any(|flag| has(flag));
        let json = words.iter().any(|word| word == "--json");
        let program = ["speak", "completions", "man"].contains(&name.as_str());
        let data = about || name == "speak" || program && !json || has("--to") || has("--protocol");
        let flags = command.get_arguments().filter_map(|arg| arg.get_long()).map(|long| format!("--{long}"));
        Line {
            input: self.input(&name),
            locale: if self.one_in(4) { "fr_FR.UTF-8" } else { "C" },
            json,
            data: data || words.iter().any(|word| word == "--"),
            silent: name == "man" || name == "speak" || name == "serve",
            flags: flags.chain(["--help".to_owned(), "--version".to_owned()]).collect(),
            words,
        }
    }

    /// A flag with its value, in one word or two; or a positional argument.
    fn option(&mut self, command: &str, arg: &Arg) -> Vec<String> {
        let flag = arg.get_long().map(|long| format!("--{long}"));
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            return flag.into_iter().collect();
        }
        let value = self.value(command, arg);
        match flag {
            None => vec![value],
            Some(flag) if self.one_in(2) => vec![flag, value],
            Some(flag) => vec![format!("{flag}={value}")],
        }
    }

    fn value(&mut self, command: &str, arg: &Arg) -> String {
        if self.one_in(25) {
            return self.hostile();
        }
        let possible = arg.get_possible_values();
        if !possible.is_empty() {
            return possible[self.rng.below(possible.len())].get_name().to_owned();
        }
        let id = arg.get_id().as_str();
        let kind = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
        match (kind, id) {
            ("SPEC", _) => self.spec(0),
            ("SPEC|FILE", _) if self.one_in(2) => self.files.any(self.rng),
            ("SPEC|FILE", _) => self.spec(0),
            ("FILE", "out" | "certificate") | ("OUT" | "DIR", "out" | "scratch" | "draw") => {
                self.files.output(self.rng, self.number)
            }
            ("FILE", "hosts") => "hosts.txt".to_owned(),
            ("FILE|RULE", _) if self.one_in(2) => {
                self.one_of(&["first", "last", "optimal", "always=1", "always=", "frist"]).to_owned()
            }
            ("FILE" | "FILE|RULE", _) | ("", "file") => self.files.any(self.rng),
            ("DIR", _) => self.files.tables[self.rng.below(self.files.tables.len())].clone(),
            ("GAME", _) | ("", "game") => GAMES[self.rng.below(GAMES.len())].name.to_owned(),
            ("N" | "K" | "D" | "P" | "I" | "S" | "SECONDS", _) => self.number_for(id),
            ("SIZE", _) => self.filled("ROWSxCOLUMNS", 0),
            ("MOVES", _) => self.moves(),
            ("TEXT", "title") => self.hostile(),
            ("TEXT", _) => self.position(),
            ("NAME", "names") if command == "bench" => {
                self.one_of(&["connect4-5x4", "chomp-8x8", "conect4-5x4"]).to_owned()
            }
            ("NAME", "heuristic") => {
                let file = format!("@{}", self.files.any(self.rng));
                self.one_of(&[
                    "zero",
                    "cells",
                    "alignments=0/1/4/9",
                    "alignments=1/2",
                    "mobility",
                    "features",
                    "zer",
                    &file,
                ])
                .to_owned()
            }
            ("NAME", _) => self.one_of(&["a", "b", "0", "4", "3 1", "host.example", "z"]).to_owned(),
            ("PLAYER", _) => self.player(),
            ("RULE", _) => {
                self.one_of(&["v < 4", "v[1] == 1", "double", "0,1,2", "v <", "import os", "len(v) > 1"]).to_owned()
            }
            ("FORMAT", _) => self.one_of(&["arena", "json", "python", "lists", "matrix", "dot", "xml"]).to_owned(),
            ("LANG", _) => self.one_of(&["fr", "en", "de"]).to_owned(),
            ("A/B", _) => self.one_of(&["Alice/Bob", "J0/J1", "A", "A/B/C", "\u{202e}A/B\n", "/"]).to_owned(),
            ("PROTOCOL", _) => self.one_of(&["uci", "gtp", "hub", "nboard", "cecp"]).to_owned(),
            ("IP", _) => self.one_of(&["127.0.0.1", "::1", "localhost", "1.2.3"]).to_owned(),
            ("ply|left|rank" | "exact|selfplay", _) => {
                let list: Vec<&str> = kind.split('|').collect();
                self.one_of(&list).to_owned()
            }
            _ => self.hostile(),
        }
    }

    fn hostile(&mut self) -> String {
        if self.one_in(3) {
            // Any characters, the most dangerous ones often.
            const SOME: &[char] = &[
                '\u{1b}',
                '\u{202e}',
                '\n',
                '\r',
                '\t',
                ',',
                ':',
                '=',
                '+',
                '/',
                '-',
                '@',
                '{',
                '"',
                '\u{10ffff}',
                '\u{85}',
                'é',
                '0',
            ];
            let length = self.rng.below(12);
            return (0..length).map(|_| SOME[self.rng.below(SOME.len())]).collect();
        }
        self.one_of(HOSTILE).to_owned()
    }

    /// A number that makes sense for a flag; or one that does not.
    fn number_for(&mut self, id: &str) -> String {
        if id == "port" && !self.one_in(4) {
            return "0".to_owned();
        }
        if self.one_in(3) && !["processes", "workers", "jobs", "wait"].contains(&id) {
            return self.one_of(NUMBERS).to_owned();
        }
        if ["processes", "workers", "jobs", "wait"].contains(&id) {
            return self
                .one_of(&["1", "2", "0", "-1", "1.5", "18446744073709551615", "99999999999999999999"])
                .to_owned();
        }
        match id {
            "seconds" | "save" => self.one_of(&["0.1", "0.2", "0.5", "1e-9", "0", "1e19"]).to_owned(),
            "seed" => self.rng.next_u64().to_string(),
            "positions" => (20 + self.rng.below(200)).to_string(),
            _ => self.rng.below(9).to_string(),
        }
    }

    /// A game's name, from a list or from the grammar.
    fn spec(&mut self, depth: usize) -> String {
        let entry = &GAMES[self.rng.below(GAMES.len())];
        let listed = [entry.samples, entry.extremes, entry.small].concat();
        match self.rng.below(20) {
            0 => return self.hostile(),
            1 => return self.files.any(self.rng),
            2 => return format!("{}x", entry.name),
            3..=8 if !listed.is_empty() => return self.one_of(&listed).to_owned(),
            _ => {}
        }
        let mut spec = entry.name.to_owned();
        if !entry.size.is_empty() && !self.one_in(6) {
            spec = format!("{spec}:{}", self.filled(entry.size, depth));
        }
        for option in entry.options {
            if self.one_in(3) {
                spec = format!("{spec},{}", self.filled(option, depth));
            }
        }
        if self.one_in(15) {
            spec += self.one_of(&[
                ",",
                ",first=3",
                ",misere",
                ",misere,misere",
                ":",
                ",take=",
                ",x=1",
                ",komi=-1000",
                ",owner=v <",
            ]);
        }
        spec
    }

    /// A pattern such as `A[+B]...`, with numbers for words in capital letters.
    fn filled(&mut self, pattern: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut rest = pattern;
        let mut before = String::new();
        while let Some(c) = rest.chars().next() {
            if let Some(inside) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                let again = inside.1.strip_prefix("...");
                let times = if again.is_some() { self.several() } else { self.rng.below(2) };
                (0..times).for_each(|_| text += &self.filled(inside.0, depth));
                rest = again.unwrap_or(inside.1);
            } else if let Some(behind) = rest.strip_prefix("/...") {
                for _ in 0..self.several() {
                    text += &format!("/{}", self.small_number());
                }
                rest = behind;
            } else if c.is_ascii_uppercase() {
                let end = rest.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(rest.len());
                let word = &rest[..end];
                // The same word is mostly the same number.
                before = match word {
                    "FILE" => self.files.any(self.rng),
                    "SPEC" if depth < 2 => self.spec(depth + 1),
                    "RULE" => self.one_of(&["v < 4", "double", "v <"]).to_owned(),
                    "KBNK" => {
                        let length = 1 + self.rng.below(7);
                        (0..length).map(|_| self.one_of(&["K", "K", "Q", "R", "B", "N", "P", "X", "3"])).collect()
                    }
                    "N" if !before.is_empty() && !self.one_in(5) => before,
                    _ => self.small_number(),
                };
                text += &before;
                rest = &rest[end..];
            } else {
                text.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
        text
    }

    fn several(&mut self) -> usize {
        match self.rng.below(12) {
            0 => 17,
            1 => 200,
            n => n % 4,
        }
    }

    fn small_number(&mut self) -> String {
        if self.one_in(5) { self.one_of(NUMBERS).to_owned() } else { self.rng.below(10).to_string() }
    }

    fn moves(&mut self) -> String {
        const SOME: &[&str] = &[
            "1", "2", "3", "44", "4455", "a1", "b2", "e2e4", "e4", "D3", "pass", "1:1", "2:a1", "a1-a2", "32-28", "b",
            "9",
        ];
        if self.one_in(8) {
            return self.hostile();
        }
        let length = self.rng.below(4);
        (0..length).map(|_| self.one_of(SOME)).collect::<Vec<_>>().join(if self.one_in(3) { "," } else { " " })
    }

    fn position(&mut self) -> String {
        const SOME: &[&str] = &[
            "3+4+5 1",
            "9 2",
            "XO./.XO/... X",
            "....... /.../ X",
            "8/8/8/4k3/8/8/8/4K2R w K - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/8/8/8/8/8 w - - 99999999999 0",
            "[3 1 ++ 2 1] 1",
            "a",
            "5 8 1",
        ];
        if self.one_in(5) { self.hostile() } else { self.one_of(SOME).to_owned() }
    }

    fn player(&mut self) -> String {
        const SOME: &[&str] = &[
            "random",
            "first",
            "human",
            "minimax:depth=2",
            "minimax:depth=1-2",
            "minimax:depth=0",
            "minimax:dept=2",
            "perfect",
            "careless:depth=2,mistakes=25",
            "careless:mistakes=101",
            "search:seconds=0.05",
            "search:seconds=1e300",
            "uct:playouts=20",
            "uct:playouts=18446744073709551615",
            "search:depth=3",
            "uci:command=false",
            "gtp:command=cat",
            "gtp:command=",
            "randm",
        ];
        if self.one_in(12) { self.hostile() } else { self.one_of(SOME).to_owned() }
    }

    /// Standard input of the command.
    fn input(&mut self, command: &str) -> String {
        const PLAY: &[&str] = &["1", "2", "a1", "4", "moves", "hint", "undo", "help", "resign", "quit"];
        const SPEAK: &[&str] = &[
            "uci",
            "isready",
            "position startpos moves e2e4",
            "position fen x",
            "go movetime 20",
            "go depth 2",
            "go movetime 1e300",
            "stop",
            "boardsize 5",
            "boardsize 9",
            "genmove b",
            "play b A1",
            "komi 1e300",
            "hub",
            "init",
            "go think",
            "level move-time=1e300",
            "nboard 1",
            "set depth 2",
            "go",
            "quit",
        ];
        let list = match command {
            "play" => PLAY,
            "speak" => SPEAK,
            _ if self.one_in(4) => HOSTILE,
            _ => return String::new(),
        };
        let lines = self.rng.below(12);
        (0..lines).map(|_| if self.one_in(10) { self.hostile() } else { self.one_of(list).to_owned() } + "\n").collect()
    }
}
