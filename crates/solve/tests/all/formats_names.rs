//! Names are text: two spellings are two vertices in every format, and a reader refuses what has two meanings.

use attractor_game::Rng;
use attractor_solve::graph::{
    Arena, Builder, Names,
    format::{Format, OwnerRule, Reading, read_text, write},
};
use std::collections::HashSet;

use crate::oracle::HOSTILE;

fn read(text: &str, format: Format) -> Result<Arena, &'static str> {
    let reading = Reading { format: Some(format), ..Reading::default() };
    read_text(text, "test", &reading).map(|read| read.arena).map_err(|e| e.id())
}

fn labels(arena: &Arena) -> Vec<String> {
    arena.vertices().map(|v| arena.label(v).into_owned()).collect()
}

/// A ring of these vertices.
fn ring(names: &[&str]) -> Arena {
    let mut builder = Builder::new();
    for v in 0..names.len() {
        let next = ((v + 1) % names.len()) as u32;
        builder.push(attractor_game::Player::BOTH[v % 2], &[next], None).unwrap();
    }
    builder.finish(Names::Words(names.iter().map(|&name| name.into()).collect()), 0)
}

#[test]
fn every_pair_of_names_stays_a_pair() {
    for one in HOSTILE {
        for two in HOSTILE.iter().filter(|two| *two != one) {
            let arena = ring(&[one, two]);
            for format in [Format::Arena, Format::Json, Format::Python, Format::Dot] {
                let mut out = Vec::new();
                write(&arena, format, &mut out).unwrap();
                let text = String::from_utf8(out).unwrap();
                let again = read(&text, format).unwrap_or_else(|e| panic!("{format}: {e}\n{text}"));
                assert_eq!(labels(&again), [*one, *two], "{format}\n{text}");
                assert_eq!((again.successors(0), again.successors(1)), (&[1][..], &[0][..]), "{format}\n{text}");
            }
        }
    }
}

#[test]
fn what_is_shown_is_what_is_typed() {
    let mut rng = Rng::new(3);
    for _ in 0..2_000 {
        let mut names: Vec<&str> = Vec::new();
        while names.len() < 6 {
            let name = HOSTILE[rng.below(HOSTILE.len())];
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let arena = ring(&names);
        for format in [Format::Arena, Format::Json, Format::Python, Format::Dot] {
            let mut out = Vec::new();
            write(&arena, format, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            let v = rng.below(names.len());
            for owner in [None, Some(OwnerRule::parse("double").unwrap())] {
                let double = owner.is_some();
                let reading =
                    Reading { format: Some(format), start: Some(names[v].to_owned()), owner, ..Reading::default() };
                let read = read_text(&text, "test", &reading).unwrap_or_else(|e| panic!("{format}: {e}\n{text}")).arena;
                assert_eq!(read.start_vertex(), Some(if double { 2 * v } else { v } as u32), "{format} {names:?}");
                let different: HashSet<String> = labels(&read).into_iter().collect();
                assert_eq!(different.len(), read.len(), "{format} {names:?}");
                if double {
                    let copy = rng.below(read.len()) as u32;
                    let reading = Reading { start: Some(read.label(copy).into_owned()), ..reading };
                    let read = read_text(&text, "test", &reading).unwrap().arena;
                    let called = names.iter().position(|name| **name == *read.label(copy));
                    assert_eq!(read.start_vertex(), Some(called.map_or(copy, |v| 2 * v as u32)), "{format} {names:?}");
                }
            }
        }
    }
}

#[test]
fn numbers_of_json_are_names_as_they_are_written() {
    let long = r#"{"moves": {"18446744073709551617": [1.8446744073709552e+19], "1.8446744073709552e+19": [18446744073709551617]}}"#;
    let arena = read(long, Format::Json).unwrap();
    assert_eq!(labels(&arena), ["18446744073709551617", "1.8446744073709552e+19"]);
    assert_eq!((arena.successors(0), arena.successors(1)), (&[1][..], &[0][..]));
    let one = |to: &str| read(&format!(r#"{{"moves": {{"1": [], "a": [{to}]}}}}"#), Format::Json).map(|_| ());
    assert_eq!(one("1"), Ok(()));
    for other in ["1.0", "01", "1e0", "10e-1", "+1", "0x1", "1_", "1.00000000000000000001"] {
        assert_eq!(one(other), Err("unknown-vertex"), "{other}");
    }
    for no_name in ["true", "null", "[1]", "{}"] {
        assert_eq!(one(no_name), Err("something-missing"), "{no_name}");
    }
}

#[test]
fn tables_speak_of_each_vertex_once() {
    let json = |rest: &str| read(&format!(r#"{{"moves": {{"0": [], "a": [0]}}, {rest}}}"#), Format::Json).map(|_| ());
    assert_eq!(json(r#""owner": {"0": 1, "a": 2}"#), Ok(()));
    assert_eq!(json(r#""owner": {"0": 1, "a": 2, "a": 2}"#), Err("duplicate-vertex"));
    assert_eq!(json(r#""owner": {"0": 1, "a": 2, "\u0061": 1}"#), Err("duplicate-vertex"));
    assert_eq!(json(r#""owner": {"0": 1, "a": 2, "-0": 1}"#), Err("unknown-vertex"));
    assert_eq!(json(r#""result": {"0": 1, "0": 2}"#), Err("duplicate-vertex"));
    assert_eq!(json(r#""start": "0x0""#), Err("unknown-vertex"));
    let python = |rest: &str| read(&format!("{{0: [], 1: [0]}}\n{rest}"), Format::Python).map(|_| ());
    assert_eq!(python("owner = {0: 1, 1: 2}"), Ok(()));
    assert_eq!(python("owner = {0: 1, True: 2}"), Ok(()));
    assert_eq!(python("owner = {0: 1, 1: 2, True: 2}"), Err("duplicate-vertex"));
    assert_eq!(python("owner = {0: 1, 1: 2, 1.0: 2}"), Err("duplicate-vertex"));
    assert_eq!(python("owner = {0: 1, '1': 2}"), Err("unknown-vertex"));
    assert_eq!(python("result = {0: 1, False: 2}"), Err("duplicate-vertex"));
}

#[test]
fn python_keeps_apart_what_python_keeps_apart() {
    // One key: equal numbers. Two: a number and its text.
    for same in
        ["{1: [], 1.0: []}", "{0: [], False: []}", "{0.1: [], 0.10000000000000001: []}", "{(1,): [], (True,): []}"]
    {
        assert_eq!(read(same, Format::Python), Err("duplicate-vertex"), "{same}");
    }
    let arena = read("{1: ['1'], '1': [1]}", Format::Python).unwrap();
    assert_eq!(labels(&arena), ["1", "'1'"]);
    let large = "{18446744073709551617: [1.8446744073709552e+19], 1.8446744073709552e+19: []}";
    assert_eq!(labels(&read(large, Format::Python).unwrap()), ["18446744073709551617", "1.8446744073709552e+19"]);
    // What is typed is what is shown, not what it would be equal to.
    let reading = Reading { format: Some(Format::Python), start: Some("1.0".into()), ..Reading::default() };
    let typed = read_text("{1: ['1.0'], '1.0': [1]}", "test", &reading).unwrap().arena;
    assert_eq!(&*typed.label(typed.start_vertex().unwrap()), "1.0");
    assert_eq!(read("[[1.0], []]", Format::Lists).map(|_| ()), Err("unknown-vertex"));
}

#[test]
fn copies_of_two_spellings_are_two() {
    let double = Reading { owner: Some(OwnerRule::parse("double").unwrap()), ..Reading::default() };
    let reading = Reading { format: Some(Format::Arena), ..double };
    let arena = read_text("16: 0x10\n0x10: 1_6\n1_6: 16\n", "test", &reading).unwrap().arena;
    assert_eq!(labels(&arena), ["(16, 1)", "(16, 2)", "('0x10', 1)", "('0x10', 2)", "('1_6', 1)", "('1_6', 2)"]);
}

#[test]
fn rows_of_a_matrix_are_called_like_their_columns() {
    assert!(read(",a,b\na,0,1\nb,0,0\n", Format::Matrix).is_ok());
    assert_eq!(read(",a,b\nb,0,1\na,0,0\n", Format::Matrix), Err("matrix-row-name"));
    assert_eq!(read(",1.0,2\n1,0,1\n2,0,0\n", Format::Matrix), Err("matrix-row-name"));
}

#[test]
fn html_and_text_of_graphviz_do_not_collide() {
    assert!(read("digraph { <b> -> a; <b> -> c }", Format::Dot).is_ok());
    assert_eq!(read("digraph { <b> -> a; \"<b>\" -> c }", Format::Dot), Err("duplicate-vertex"));
    assert_eq!(
        labels(&read("digraph { 1 -> 1.0 -> 01 -> a -> \"1\" }", Format::Dot).unwrap()),
        ["1", "1.0", "01", "a"]
    );
}
