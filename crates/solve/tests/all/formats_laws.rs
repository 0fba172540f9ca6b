//! What holds for every text: an arena written is read back, and no text makes a reader fail other than by an error.

use attractor_game::{Player, Rng};
use attractor_solve::graph::{
    Arena, Builder, End, Names,
    format::{Format, OwnerRule, Reading, read_path, read_text, write},
};
use proptest::prelude::*;
use std::{collections::HashSet, fmt::Write as _, fs, io::Write as _};

fn arenas() -> impl Strategy<Value = Arena> {
    let vertex = (any::<bool>(), prop::collection::vec(any::<u16>(), 0..5), 0..4u8, names());
    (prop::collection::vec(vertex, 0..12), any::<u16>(), any::<bool>()).prop_map(|(vertices, start, numbers)| {
        let n = vertices.len();
        let mut builder = Builder::new();
        let mut seen = HashSet::new();
        let mut words: Vec<Box<str>> = Vec::new();
        for (v, (second, moves, end, name)) in vertices.into_iter().enumerate() {
            let mut row: Vec<u32> = Vec::new();
            for w in moves {
                let w = (w as usize % n) as u32;
                if !row.contains(&w) {
                    row.push(w);
                }
            }
            let end = [None, Some(End::Draw), Some(End::Won(Player::One)), Some(End::Won(Player::Two))][end as usize];
            let end = end.filter(|_| row.is_empty());
            builder.push(Player::BOTH[usize::from(second)], &row, end).unwrap();
            let name = if seen.insert(name.clone()) { name } else { format!("again {v}") };
            words.push(name.into());
        }
        let numbers = numbers || words.iter().enumerate().all(|(v, word)| **word == *v.to_string());
        let names = if numbers { Names::Numbers } else { Names::Words(words) };
        builder.finish(names, (start as usize % n.max(1)) as u32)
    })
}

/// Names that need care in one format or another.
fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "-?[0-9]{1,3}",
        "\\PC{0,6}",
        any::<String>(),
        "\\([0-9], '[A-Z]'\\)",
        prop::sample::select(vec![
            "",
            " ",
            "start",
            "node",
            "True",
            "None",
            "1.0",
            "(1,)",
            "(1, 2",
            "'a'",
            "\"a\"",
            "a\\",
            "\\\"",
            "a\nb",
            "#",
            ":",
            "it's",
            "\u{feff}",
            "a:b",
            "\u{2028}",
            "frozenset({1})",
            "(1.0, 2)",
            "(True,)",
            "0x10",
            "0_1",
            "-0",
            "((",
            "r'a'",
            "'a' 'b'",
        ])
        .prop_map(str::to_owned),
    ]
}

fn text_of(arena: &Arena, format: Format) -> String {
    let mut out = Vec::new();
    write(arena, format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn sample_texts() -> Vec<(Format, &'static str)> {
    vec![
        (Format::Arena, "start b\na 1: b \"c d\"\nb 2: a (1, 'A')\n\"c d\" 2 draw:\n(1, 'A') 1 1:\n"),
        (Format::Arena, "0 1: 1 2\n1 2: 0\n2 1 draw: # end\n"),
        (Format::Python, "G = {0: [4, 5], 'a': (0,), 4: {0x5}, 5: set(), (1, 'x'): []}\ndef f(v): return v < 4\n"),
        (Format::Python, "'''doc'''\nG: dict = {0: [1], 1: [],}\nowner = {0: 1, 1: 2}\nstart = 1\nprint(G)\n"),
        (Format::Lists, "[[1, 2], [2], []]"),
        (Format::Matrix, "a;b\n0;1\n1;0\n"),
        (Format::Json, "{\"start\": \"a\", \"owner\": {\"a\": 1, \"b\": 2}, \"moves\": {\"a\": [\"b\"], \"b\": []}}"),
        (Format::Dot, "digraph g { node [shape=box]; a -> {b c} -> \"d e\" [x=y]; a [owner=1]; start=a /* c */ }"),
    ]
}

/// Reads a text in every way; it must not panic, and errors must point into the text.
fn read_in_every_way(text: &str) {
    let rules = [None, Some("v < 4"), Some("double"), Some("0, a")];
    for format in Format::all().map(Some).chain([None]) {
        for rule in rules {
            let owner = rule.map(|rule| OwnerRule::parse(rule).unwrap());
            let reading = Reading { format, owner, ..Reading::default() };
            match read_text(text, "text", &reading) {
                Ok(read) => assert!(read.arena.vertices().all(|v| read.arena.degree(v) as usize <= read.arena.len())),
                Err(e) => {
                    let _ = e.to_string();
                    if let Some(place) = e.place().filter(|place| place.source == "text") {
                        assert!(place.line >= 1 && place.line <= text.split('\n').count(), "{e}");
                        assert!(place.column <= place.text.chars().count() + 1, "{e}");
                    }
                }
            }
        }
    }
    let _ = OwnerRule::parse(text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_arenas_are_read_back(arena in arenas()) {
        for format in [Format::Arena, Format::Json, Format::Python, Format::Dot] {
            let text = text_of(&arena, format);
            let reading = Reading { format: Some(format), ..Reading::default() };
            let back = read_text(&text, "text", &reading).unwrap_or_else(|e| panic!("{format}: {e}\n{text}"));
            prop_assert_eq!(&back.arena, &arena, "{}\n{}", format, &text);
            prop_assert!(back.notes.is_empty(), "{:?}", back.notes);
        }
    }

    #[test]
    fn lists_keep_all_but_names(arena in arenas()) {
        let reading = Reading { format: Some(Format::Lists), ..Reading::default() };
        let back = read_text(&text_of(&arena, Format::Lists), "text", &reading).unwrap().arena;
        prop_assert_eq!(back.start_vertex(), arena.start_vertex());
        for v in arena.vertices() {
            prop_assert_eq!(back.successors(v), arena.successors(v));
            prop_assert_eq!((back.owner(v), back.end(v)), (arena.owner(v), arena.end(v)));
        }
    }

    #[test]
    fn matrices_keep_moves(arena in arenas()) {
        let reading = Reading {
            format: Some(Format::Matrix),
            owner: Some(OwnerRule::parse("True").unwrap()),
            ..Reading::default()
        };
        let back = read_text(&text_of(&arena, Format::Matrix), "text", &reading).unwrap().arena;
        prop_assert_eq!(back.len(), arena.len());
        for v in arena.vertices() {
            let mut row = arena.successors(v).to_vec();
            row.sort_unstable();
            prop_assert_eq!(back.successors(v), row);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        read_in_every_way(&text);
    }

    #[test]
    fn no_likely_text_makes_a_reader_panic(text in "[0-9a-c(){}\\[\\],:;='\"#\\\\ \n\r\t<>.*/%_-]{0,40}") {
        read_in_every_way(&text);
    }

    #[test]
    fn no_changed_text_makes_a_reader_panic(which in 0..8usize, seed in any::<u64>()) {
        let (_, text) = sample_texts()[which];
        let mut rng = Rng::new(seed);
        let mut chars: Vec<char> = text.chars().collect();
        let signs: Vec<char> = "(){}[],:;='\"#\\ \n\t<>-/*0129aé\u{feff}".chars().collect();
        for _ in 0..rng.below(6) + 1 {
            let i = rng.below(chars.len() + 1);
            match rng.below(4) {
                0 => chars.insert(i, signs[rng.below(signs.len())]),
                1 if i < chars.len() => drop(chars.remove(i)),
                2 if i < chars.len() => chars[i] = signs[rng.below(signs.len())],
                _ => chars.truncate(i.max(1)),
            }
        }
        read_in_every_way(&chars.into_iter().collect::<String>());
    }
}

#[test]
fn samples_are_right() {
    let rule = OwnerRule::parse("True").ok();
    for (format, text) in sample_texts() {
        let read =
            read_text(text, "text", &Reading { format: Some(format), owner: rule.clone(), ..Reading::default() });
        assert!(!read.unwrap_or_else(|e| panic!("{e}\n{text}")).arena.is_empty());
    }
}

/// The direct path of numbers is the path of names, only faster: the same file with one vertex renamed and put where
/// it belongs must give the same arena.
#[test]
fn numbers_and_names_give_the_same_arena() {
    const SIZE: usize = 200_000;
    let mut rng = Rng::new(7);
    let (mut numbers, mut names) = (String::new(), String::new());
    let called = |v: usize| if v == SIZE - 1 { "last".to_owned() } else { v.to_string() };
    for v in 0..SIZE {
        let owner = rng.below(2) + 1;
        let degree = rng.below(8);
        let result = if degree == 0 { ["", " draw", " 1", " 2"][rng.below(4)] } else { "" };
        write!(numbers, "{v} {owner}{result}:").unwrap();
        write!(names, "{} {owner}{result}:", called(v)).unwrap();
        for _ in 0..degree {
            let w = rng.below(SIZE);
            write!(numbers, " {w}").unwrap();
            write!(names, " {}", called(w)).unwrap();
        }
        numbers.push_str(["\n", "\n", " # a comment\n", "\r\n", "\n\n"][rng.below(5)]);
        names.push('\n');
    }
    let path = std::env::temp_dir().join(format!("attractor-numbers-{}.arena", std::process::id()));
    fs::File::create(&path).unwrap().write_all(numbers.as_bytes()).unwrap();
    let fast = read_path(&path, &Reading::default());
    fs::remove_file(&path).unwrap();
    let fast = fast.unwrap();
    let slow = read_text(&names, "names", &Reading::default()).unwrap();
    assert_eq!(*fast.arena.names(), Names::Numbers);
    assert_eq!(slow.arena.label(SIZE as u32 - 1), "last");
    assert_eq!(fast.arena.merged(), slow.arena.merged());
    assert_eq!(fast.notes[0].to_string().replace(&(SIZE - 1).to_string(), "last"), slow.notes[0].to_string());
    for v in fast.arena.vertices() {
        assert_eq!(fast.arena.successors(v), slow.arena.successors(v));
        assert_eq!((fast.arena.owner(v), fast.arena.end(v)), (slow.arena.owner(v), slow.arena.end(v)));
    }
    // A line that no block of the reader holds.
    let long = format!("0 1:{}\n1 2:\n", " 1".repeat(2_000_000));
    let read = read_text(&long, "long", &Reading::default()).unwrap();
    assert_eq!((read.arena.len(), read.arena.merged()), (2, 1_999_999));
}
