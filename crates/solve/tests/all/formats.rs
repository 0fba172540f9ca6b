//! Every format, read right and read wrong: what is in the arena, and where the message points.

use attractor_game::{
    Error, Kind,
    Player::{One, Two},
};
use attractor_solve::graph::{
    Arena, End, Names,
    format::{Format, OwnerRule, Read, Reading, lost, read_path, read_text, write},
};
use std::{fs, path::PathBuf};

fn plain() -> Reading {
    Reading::default()
}

fn of(format: Format) -> Reading {
    Reading { format: Some(format), ..plain() }
}

fn owned(rule: &str) -> Reading {
    Reading { owner: Some(OwnerRule::parse(rule).unwrap()), ..plain() }
}

fn read(text: &str, reading: &Reading) -> Read {
    read_text(text, "test", reading).unwrap_or_else(|e| panic!("{text}\n{e}"))
}

/// Identifier, line, column and width of the error.
fn wrong(text: &str, reading: &Reading) -> (&'static str, usize, usize, usize) {
    let e = read_text(text, "test", reading).expect_err(text);
    let place = e.place().unwrap_or_else(|| panic!("no place: {e}"));
    assert_eq!(place.source, "test");
    let line = text.trim_start_matches('\u{FEFF}').lines().nth(place.line - 1).unwrap_or("");
    assert_eq!(place.text, line);
    assert!(place.column + place.width - 1 <= line.chars().count() + 1, "{e}");
    (e.id(), place.line, place.column, place.width)
}

fn failure(text: &str, reading: &Reading) -> Error {
    read_text(text, "test", reading).expect_err(text)
}

fn ids(read: &Read) -> Vec<&'static str> {
    read.notes.iter().map(|note| note.id()).collect()
}

/// `name owner: successors`, a line per vertex, as the tests below compare.
fn show(arena: &Arena) -> String {
    let label = |v: u32| arena.label(v).into_owned();
    let row = |v: u32| {
        let end = match arena.end(v) {
            None => String::new(),
            Some(End::Draw) => " draw".to_owned(),
            Some(End::Won(player)) => format!(" won {player}"),
        };
        let row: Vec<String> = arena.successors(v).iter().map(|&w| label(w)).collect();
        format!("{} {}{end}: {}", label(v), arena.owner(v), row.join(" ")).trim_end().to_owned()
    };
    arena.vertices().map(row).collect::<Vec<_>>().join("\n")
}

const COURSE: &str = "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}";
const COURSE_SHOWN: &str = "0 1: 4 5\n1 1: 4 5 6\n2 1: 7\n3 1 won 2:\n4 2: 2\n5 2: 3\n6 2: 3\n7 2 won 1:";

// ------------------------------------------------------------------------------------------------------------ .arena

#[test]
fn arena_lines() {
    let text = "# a game\nstart b\n\na 1: b \"c d\"  # comment\r\nb\t2:a\n\"c d\" 2 draw:\n(1, 'A: #') 1 1:\n";
    let arena = read(text, &plain()).arena;
    assert_eq!(show(&arena), "a 1: b c d\nb 2: a\nc d 2 draw:\n(1, 'A: #') 1 won 1:");
    assert_eq!(arena.start_vertex(), Some(1));
}

#[test]
fn arena_escapes_and_odd_names() {
    let text = "\"a\\\"b\\\\\\n\\t\" 1: \"\" start\n\"\" 2:\nstart 2 1:\n";
    let arena = read(text, &of(Format::Arena)).arena;
    assert_eq!(arena.label(0), "a\"b\\\n\t");
    assert_eq!(arena.label(1), "");
    assert_eq!(arena.label(2), "start");
    assert_eq!(arena.successors(0), [1, 2]);
}

#[test]
fn arena_of_numbers_in_any_order() {
    let numbers = read("0 1: 1 2\n1 2:\n2 1 draw:\n", &plain()).arena;
    assert_eq!(*numbers.names(), Names::Numbers);
    assert_eq!(show(&numbers), "0 1: 1 2\n1 2 won 1:\n2 1 draw:");
    for text in ["1 1: 0\n0 2:\n", "0 1: 7\n7 2:\n", "0 1: 00\n00 2:\n", "0 1: 99999999999\n99999999999 2:\n"] {
        let arena = read(text, &plain()).arena;
        assert!(matches!(arena.names(), Names::Words(_)));
        assert_eq!((arena.successors(0), arena.degree(1)), (&[1][..], 0));
    }
    let text = "\u{FEFF}start 1\r\n# zero\r\n  0   1 :  1\t\"1\"  # twice\r\n\r\n1 2 2:\r\n";
    let odd = read(text, &plain());
    assert_eq!(show(&odd.arena), "0 1: 1\n1 2 won 2:");
    assert_eq!(odd.arena.start_vertex(), Some(1));
    assert_eq!(*odd.arena.names(), Names::Numbers);
    assert_eq!(ids(&odd), ["successors-merged"]);
    assert_eq!(odd.notes[0].to_string(), "repeated successors were merged: 1, the first 1 of 0");
}

#[test]
fn arena_of_nothing() {
    for text in ["", "\n", "# nothing\n\n", "\u{FEFF}"] {
        assert!(read(text, &of(Format::Arena)).arena.is_empty());
    }
    assert_eq!(wrong("start a", &plain()).0, "unknown-vertex");
    assert_eq!(failure("", &Reading { start: Some("a".into()), ..of(Format::Arena) }).id(), "unknown-vertex");
}

#[test]
fn arena_errors() {
    let arena = of(Format::Arena);
    assert_eq!(wrong("0 1: 1\n1 2: 3\n2 1:", &arena), ("unknown-vertex", 2, 6, 1));
    assert_eq!(wrong("alpha 1: betta\nbeta 2: alpha", &arena), ("unknown-vertex", 1, 10, 5));
    assert_eq!(failure("alpha 1: betta\nbeta 2: alpha", &arena).suggestion(), Some("beta"));
    assert_eq!(wrong("a 1:\n\nb 2: a\n  a 2:", &arena), ("duplicate-vertex", 4, 3, 1));
    assert!(failure("#\n\na 1:\na 2:", &arena).to_string().ends_with("first on line 3"));
    assert_eq!(wrong("0 1:\n\n1 2: 0\n0 2:", &arena), ("duplicate-vertex", 4, 1, 1));
    assert!(failure("#\n0 1:\n0 2:", &arena).to_string().ends_with("first on line 2"));
    assert_eq!(wrong("é 3: a", &arena), ("bad-owner", 1, 3, 1));
    assert_eq!(wrong("my vertex 1: a", &arena), ("bad-owner", 1, 4, 6));
    assert_eq!(wrong("a 1 won:", &arena), ("bad-result", 1, 5, 3));
    assert_eq!(wrong("0 1 3:", &arena), ("bad-result", 1, 5, 1));
    assert_eq!(wrong("a 1 1 1:", &arena), ("unexpected-text", 1, 7, 1));
    assert_eq!(wrong("a 1 draw: b\nb 2:", &arena), ("result-not-final", 1, 5, 4));
    assert_eq!(wrong("0 1 2: 0", &arena), ("result-not-final", 1, 5, 1));
    assert_eq!(wrong("a 1 b", &arena), ("something-missing", 1, 6, 1));
    assert_eq!(wrong("a 1: b : c", &arena), ("unexpected-text", 1, 8, 1));
    assert_eq!(wrong(": a", &arena), ("unexpected-text", 1, 1, 1));
    assert_eq!(wrong("a 1: \"b", &arena), ("bracket-unclosed", 1, 6, 1));
    assert_eq!(wrong("a 1: (b", &arena), ("bracket-unclosed", 1, 6, 1));
    assert_eq!(wrong("a 1: \"b\"c", &arena), ("unexpected-text", 1, 9, 1));
    assert_eq!(wrong("a 1: \"\\q\"", &arena), ("unexpected-text", 1, 7, 2));
    assert_eq!(wrong("start b\na 1:", &arena), ("unknown-vertex", 1, 7, 1));
    assert_eq!(wrong("start 7\n0 1:", &arena), ("unknown-vertex", 1, 7, 1));
    assert_eq!(wrong("start", &arena), ("something-missing", 1, 6, 1));
    assert_eq!(wrong("start a b", &arena), ("unexpected-text", 1, 9, 1));
    assert_eq!(wrong("start 0\n0 1:\nstart 0", &arena), ("second-start", 3, 7, 1));
    assert_eq!(wrong("start a\na 1:\nstart a", &arena), ("second-start", 3, 7, 1));
    assert_eq!(wrong("a 1: b\nb: a", &arena), ("no-owner", 2, 1, 1));
    assert_eq!(wrong("0 1: 1\n1: 0", &arena), ("no-owner", 2, 1, 1));
}

#[test]
fn bytes_that_are_not_text() {
    let folder = Folder::new("bytes");
    for (name, bytes) in [
        ("a.arena", &b"0 1: 1\n1 2: \xFF\n"[..]),
        ("b.arena", b"0 1:\n1 2 # \xFF\n:"),
        ("c.py", b"{0:[],\n1: [ \xFF]}"),
    ] {
        let e = read_path(&folder.file(name, bytes), &plain()).unwrap_err();
        let place = e.place().unwrap();
        assert_eq!((e.id(), place.line), ("not-utf8", 2), "{e}");
        assert_eq!(place.text.chars().nth(place.column - 1), Some('\u{FFFD}'));
    }
    let missing = read_path(&folder.0.join("none.arena"), &plain()).unwrap_err();
    assert_eq!(missing.id(), "cannot-read");
    let directory = read_path(&folder.0, &of(Format::Arena)).unwrap_err();
    assert_eq!(directory.id(), "cannot-read");
}

// ------------------------------------------------------------------------------------------------------------ Python

#[test]
fn python_dictionary_of_the_course() {
    let arena = read(COURSE, &owned("v < 4")).arena;
    assert_eq!(show(&arena), COURSE_SHOWN);
    assert_eq!(*arena.names(), Names::Numbers);
    for text in [
        &COURSE[4..],
        &format!("{COURSE}  # the graph\n\ndef f(v): return v < 4\n"),
        &format!("'''A graph.'''\n{COURSE};\ndef f(v):\n    \"\"\"Whose.\"\"\"\n    return v < 4\n"),
        &format!("{COURSE}\nf = lambda s: s in (0, 1, 2, 3)\n"),
        &format!("{COURSE}\nowner = {{0: 1, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2}}"),
        &COURSE.replace("G =", "G: dict[int, list] =").replace("}", ",}\ndef f(v: int) -> bool: return 0 <= v <= 3"),
        &COURSE
            .replace('[', "{")
            .replace(']', "}")
            .replace("= {", "= \\\n{\r\n")
            .replace("}}", "},}\nf = lambda v: v<4"),
    ] {
        let reading = if text.contains("return") || text.contains("owner") || text.contains("lambda") {
            plain()
        } else {
            owned("0,1,2,3")
        };
        let read = read(text, &reading);
        assert_eq!(show(&read.arena), COURSE_SHOWN, "{text}");
        assert!(read.notes.is_empty(), "{:?}", read.notes);
    }
}

#[test]
fn python_statements_are_ignored_and_reported() {
    let text = format!(
        "import math\n{COURSE}\n\ndef f(v): return v < 4\ndef attracteurs(G, f):\n    A = {{}}\n\n    return A\n\
         print(attracteurs(G,\n  f)); x = [v for v in G]\n"
    );
    let read = read(&text, &plain());
    assert_eq!(show(&read.arena), COURSE_SHOWN);
    assert_eq!(ids(&read), ["text-ignored"; 4]);
    let lines: Vec<_> = read.notes.iter().map(|n| (n.place().unwrap().line, n.place().unwrap().column)).collect();
    assert_eq!(lines, [(1, 1), (5, 1), (9, 1), (10, 8)]);
    assert!(read.notes[1].to_string().contains("def attracteurs(G, f):"), "{}", read.notes[1]);
}

#[test]
fn python_names() {
    let text = "{(1, 'A'): ['b', -0x10], 'b': (None,), -16: {True, 2.5}, None: set(), 1: [], 2.5: frozenset([])}";
    let arena = read(text, &owned("v == 'b'")).arena;
    assert_eq!(show(&arena), "(1, 'A') 2: b -16\nb 1: None\n-16 2: 1 2.5\nNone 2 won 1:\n1 2 won 1:\n2.5 2 won 1:");
    // `1` and `'1'` are two vertices: strings keep their quotes.
    let both = read("{1: ['1'], '1': ['a'], 'a': []}", &plain()).arena;
    assert_eq!(show(&both), "1 1: '1'\n'1' 2: 'a'\n'a' 1 won 2:");
    let alone = read("{'1': ['a'], 'a': []}", &owned("v == '1'")).arena;
    assert_eq!(show(&alone), "1 1: a\na 2 won 1:");
}

#[test]
fn python_errors() {
    let python = of(Format::Python);
    assert_eq!(failure("", &python).id(), "no-graph");
    assert_eq!(failure("# nothing\n", &python).id(), "no-graph");
    assert_eq!(wrong("hello world", &python), ("no-graph", 1, 1, 11));
    assert_eq!(wrong("G = {0: [1, 2}", &python), ("bracket-unclosed", 1, 9, 1));
    assert_eq!(wrong("G = {0: [1],\n     1: []\n", &python), ("bracket-unclosed", 1, 5, 1));
    assert_eq!(wrong("G = {0: [1]\n 1: []}", &python), ("unexpected-text", 2, 2, 1));
    assert_eq!(wrong("G = {0: [é, 1]}", &python), ("unexpected-text", 1, 10, 1));
    assert_eq!(wrong("G = {0: [],\n 1: [0],\n 0: []}", &python), ("duplicate-vertex", 3, 2, 1));
    assert_eq!(wrong("{1: [], True: []}", &python), ("duplicate-vertex", 1, 9, 4));
    assert_eq!(wrong("{0: [1, 12], 1: [], 2: []}", &python), ("unknown-vertex", 1, 9, 2));
    assert_eq!(failure("{0: ['beta'], 'Beta': []}", &python).suggestion(), Some("Beta"));
    assert_eq!(wrong("{'0': [0]}", &python), ("unknown-vertex", 1, 8, 1));
    assert_eq!(wrong("{[1]: []}", &python), ("unhashable-vertex", 1, 2, 3));
    assert_eq!(wrong("{(1, [2]): []}", &python), ("unhashable-vertex", 1, 6, 3));
    assert_eq!(wrong("{1: [[2]]}", &python), ("unhashable-vertex", 1, 6, 3));
    assert_eq!(wrong("{1: 2}", &python), ("bad-successors", 1, 5, 1));
    assert_eq!(wrong("{1: {2: 3}}", &python), ("bad-successors", 1, 5, 6));
    assert_eq!(wrong("{1: [] for i in x}", &python), ("unexpected-text", 1, 8, 3));
    assert_eq!(wrong("{1: 'a}", &python), ("bracket-unclosed", 1, 5, 1));
    assert_eq!(wrong("{1: []} + {2: []}", &python), ("unexpected-text", 1, 9, 1));
    assert_eq!(wrong(&format!("G = {}", "[".repeat(300)), &python), ("nests-too-deep", 1, 205, 1));
    assert_eq!(failure(&"[".repeat(300), &python).kind(), Kind::Limit);
    assert_eq!(wrong("{0: [], 1: []}\nowner = {0: 1}", &python), ("no-owner", 1, 9, 1));
    assert_eq!(wrong("{0: []}\nowner = {0: 3}", &python), ("bad-owner", 2, 13, 1));
    assert_eq!(wrong("{0: []}\nowner = {1: 2}", &python), ("unknown-vertex", 2, 10, 1));
    assert_eq!(wrong("{0: [0]}\nowner={0:1}\nresult = {0: 'draw'}", &python).0, "result-not-final");
    assert_eq!(wrong("{0: []}\nresult = {0: 'won'}", &python), ("bad-result", 2, 14, 5));
    assert_eq!(wrong("{0: []}\nstart = 1", &python), ("unknown-vertex", 2, 9, 1));
    let rule = "{0: ['a'], 'a': []}\ndef f(v): return v < 4";
    assert_eq!(wrong(rule, &python), ("rule-fails", 2, 18, 5));
}

// ------------------------------------------------------------------------------------------------- lists and matrices

#[test]
fn lists_and_matrices() {
    let lists = read("[[1, 2], [2], []]", &owned("v != 1"));
    assert_eq!(show(&lists.arena), "0 1: 1 2\n1 2: 2\n2 1 won 2:");
    let shown = "0 1: 1\n1 2: 2\n2 1 won 2:";
    for text in [
        "[[0,1,0],[0,0,1],[0,0,0]]",
        "M = [[False, True, False], [0, 0, 1], [0, 0, 0]]",
        "0,1,0\n0,0,1\n0,0,0\n",
        "0;1;0;\r\n0;0;1;\r\n\r\n0;0;0;",
        "0\t1\t0\n0\t0\t1\n0\t0\t0",
        " 0 1 0\n 0  0 1\n0 0 0",
    ] {
        let read = read(text, &plain());
        assert_eq!(show(&read.arena), shown, "{text}");
        assert_eq!(ids(&read), ["owners-alternate"]);
    }
    for text in
        ["a,b,c\n0,1,0\n0,0,1\n0,0,0", ",a,b,c\na,0,1,0\nb,0,0,1\nc,0,0,0", "  a b c\na 0 1 0\nb 0 0 1\nc 0 0 0"]
    {
        let named = read(text, &of(Format::Matrix)).arena;
        assert_eq!(show(&named), "a 1: b\nb 2: c\nc 1 won 2:", "{text}");
    }
    let both = read("[[0,1],[0,0]]", &plain());
    assert_eq!(ids(&both), ["read-as-matrix", "owners-alternate"]);
    assert_eq!(show(&both.arena), "0 1: 1\n1 2 won 1:");
    let text = "[[0, 1], [1, 0]]";
    let as_lists = read(text, &Reading { format: Some(Format::Lists), ..owned("0") });
    assert_eq!(show(&as_lists.arena), "0 1: 0 1\n1 2: 1 0");
    assert_eq!(show(&read(text, &of(Format::Matrix)).arena), "0 1: 1\n1 2: 0");
    assert_eq!(show(&read("0: 1 2\n1: \n2:", &of(Format::Lists)).arena), "0 1: 1 2\n1 2 won 1:\n2 2 won 1:");
    assert!(read("[]", &plain()).arena.is_empty());
    assert_eq!(read("[[]]", &plain()).arena.len(), 1);
}

#[test]
fn list_and_matrix_errors() {
    assert_eq!(wrong("[[1], [2]]", &plain()), ("unknown-vertex", 1, 8, 1));
    assert_eq!(wrong("[[1], 2]", &plain()), ("bad-successors", 1, 7, 1));
    let matrix = of(Format::Matrix);
    assert_eq!(wrong("[[0, 1], [0]]", &matrix), ("not-square", 1, 10, 3));
    assert_eq!(wrong("[[0, 1], [2, 0]]", &matrix), ("bad-entry", 1, 11, 1));
    assert_eq!(wrong("0,1\n0,0,1\n", &matrix), ("not-square", 2, 1, 5));
    assert_eq!(wrong("0,1\n\n1,0\n0,0\n", &matrix), ("not-square", 1, 1, 3));
    assert_eq!(wrong("0,1\n7,0\n", &matrix), ("bad-entry", 2, 1, 1));
    assert_eq!(wrong("0,1\n,0\n", &matrix), ("bad-entry", 2, 1, 1));
    assert_eq!(wrong("a,a\n0,1\n1,0\n", &matrix), ("duplicate-vertex", 1, 3, 1));
}

// -------------------------------------------------------------------------------------------------------------- JSON

#[test]
fn json_objects() {
    let text = r#"{"moves": {"a": ["b", "3"], "b": [3], "3": []}, "start": "b",
        "owner": {"a": 1, "b": 2, "3": "1"}, "result": {"3": "draw"}}"#;
    let arena = read(text, &plain()).arena;
    assert_eq!(show(&arena), "a 1: b 3\nb 2: 3\n3 1 draw:");
    assert_eq!(arena.start_vertex(), Some(1));
    let numbers = read(r#"{"start": 1, "moves": {"0": [1], "1": []}}"#, &of(Format::Json));
    assert_eq!(*numbers.arena.names(), Names::Numbers);
    assert_eq!(show(&numbers.arena), "0 2: 1\n1 1 won 2:");
    assert_eq!(ids(&numbers), ["owners-alternate"]);
    assert_eq!(show(&read(r#"{"0": [1], "1": []}"#, &of(Format::Json)).arena), "0 1: 1\n1 2 won 1:");
    assert_eq!(show(&read("[[1], []]", &of(Format::Json)).arena), "0 1: 1\n1 2 won 1:");
    let titled = read(r#"{"comment": "mine", "moves": {"a": []}, "start": null}"#, &of(Format::Json));
    assert_eq!(ids(&titled), ["text-ignored", "owners-alternate"]);
}

#[test]
fn json_errors() {
    let json = of(Format::Json);
    assert_eq!(wrong("", &json), ("something-missing", 1, 1, 1));
    assert_eq!(failure(r#"{"start": "a"}"#, &json).id(), "no-graph");
    assert_eq!(wrong(r#"{"owners": {}, "moves": {}}"#, &json), ("unknown-field", 1, 2, 8));
    assert_eq!(failure(r#"{"owners": {}, "moves": {}}"#, &json).suggestion(), Some("owner"));
    assert_eq!(wrong("{\"moves\": {\"a\": [],\n\"a\": []}}", &json), ("duplicate-vertex", 2, 1, 3));
    assert_eq!(wrong(r#"{"moves": {}, "moves": {}}"#, &json), ("duplicate-field", 1, 15, 7));
    assert_eq!(wrong("{\"moves\":\n{\"a\": [\"b\"]}}", &json), ("unknown-vertex", 2, 8, 3));
    assert_eq!(wrong(r#"{"moves": {"a": []}, "owner": {"b": 1}}"#, &json), ("unknown-vertex", 1, 32, 3));
    assert_eq!(wrong(r#"{"moves": {"a": []}, "owner": {"a": 3}}"#, &json), ("bad-owner", 1, 37, 1));
    assert_eq!(wrong(r#"{"moves": {"a": []}, "result": {"a": 0}}"#, &json), ("bad-result", 1, 38, 1));
    assert_eq!(wrong(r#"{"moves": {"a": ["a"]}, "owner": {"a": 1}, "result": {"a": 1}}"#, &json).0, "result-not-final");
    assert_eq!(wrong(r#"{"moves": {"a": []}, "start": "b"}"#, &json), ("unknown-vertex", 1, 31, 3));
    assert_eq!(wrong(r#"{"moves": {"a": [], "b": []}, "owner": {"a": 1}}"#, &json), ("no-owner", 1, 21, 3));
    assert_eq!(wrong(r#"{"moves": [[]]}"#, &json), ("unexpected-text", 1, 11, 1));
    assert_eq!(wrong(r#"{"moves": {"a": [["b"]]}}"#, &json), ("something-missing", 1, 18, 5));
    assert_eq!(wrong(r#"{"moves": {"a": 1}}"#, &json), ("bad-successors", 1, 17, 1));
    assert_eq!(wrong(r#"{"moves": {"a": []"#, &json), ("bracket-unclosed", 1, 11, 1));
    assert_eq!(wrong(r#"{"moves": {"a": []}} x"#, &json), ("unexpected-text", 1, 22, 1));
    assert_eq!(wrong(r#"{"moves": {"a": [truth]}}"#, &json), ("unexpected-text", 1, 18, 5));
}

// --------------------------------------------------------------------------------------------------------------- DOT

#[test]
fn dot_graphs() {
    let text = r#"// a game
        strict digraph "the game" {
            graph [rankdir=LR]; node [shape=circle] start = b
            a -> b -> "c d" [label="x -> y"]; /* two
            moves */ a -> {x, y:n} # groups
            subgraph cluster_1 { node [shape=box]; b2; z [owner=1] }
            b [shape=square]; "c d" [result=draw]
            -1.5 [owner = "2", result=2];
            a -> b;
        }"#;
    let read = read(text, &plain());
    assert_eq!(
        show(&read.arena),
        "a 1: b x y\nb 2: c d\nc d 1 draw:\nx 1 won 2:\ny 1 won 2:\nb2 2 won 1:\nz 1 won 2:\n-1.5 2 won 2:"
    );
    assert_eq!(read.arena.start_vertex(), Some(1));
    assert_eq!(ids(&read), ["successors-merged"]);
    let plain_edges = self::read("digraph { a -> b [owner=7]; b [start=true] }", &plain());
    assert_eq!(show(&plain_edges.arena), "a 2: b\nb 1 won 2:");
    assert!(self::read("digraph {}", &plain()).arena.is_empty());
    let product = self::read("digraph { {a b} -> {c; d} -> e }", &plain()).arena;
    assert_eq!(show(&product), "a 1: c d\nb 1: c d\nc 2: e\nd 2: e\ne 1 won 2:");
}

#[test]
fn dot_errors() {
    let dot = of(Format::Dot);
    assert_eq!(wrong("graph { a -- b }", &dot), ("graph-undirected", 1, 1, 5));
    assert_eq!(wrong("digraph {\n a -- b }", &dot), ("graph-undirected", 2, 4, 2));
    assert_eq!(wrong("digraph { a -> }", &dot), ("unexpected-text", 1, 16, 1));
    assert_eq!(wrong("digraph { a -> b", &dot), ("bracket-unclosed", 1, 9, 1));
    assert_eq!(wrong("digraph { a [owner=1 }", &dot), ("bracket-unclosed", 1, 13, 1));
    assert_eq!(wrong("digraph { a [owner=3] }", &dot), ("bad-owner", 1, 20, 1));
    assert_eq!(wrong("digraph { a [result=won] }", &dot), ("bad-result", 1, 21, 3));
    assert_eq!(wrong("digraph { a [result=1] a -> b }", &dot), ("result-not-final", 1, 21, 1));
    assert_eq!(wrong("digraph { a [owner=1] a -> b }", &dot), ("no-owner", 1, 28, 1));
    assert_eq!(wrong("digraph { start=b; a }", &dot), ("unknown-vertex", 1, 17, 1));
    assert_eq!(wrong("digraph { \"a }", &dot), ("bracket-unclosed", 1, 11, 1));
    assert_eq!(wrong("digraph { a /* }", &dot), ("bracket-unclosed", 1, 13, 2));
    assert_eq!(wrong("digraph { a } b", &dot), ("unexpected-text", 1, 15, 1));
    assert_eq!(wrong("digraf { a }", &dot), ("unexpected-text", 1, 1, 6));
    assert_eq!(wrong("digraph { é % }", &dot), ("unexpected-text", 1, 13, 1));
    assert_eq!(wrong(&format!("digraph {}", "{".repeat(1000)), &dot).0, "nests-too-deep");
}

// ------------------------------------------------------------------------------------------------------------ owners

#[test]
fn owners_by_rule() {
    let text = "a: b\nb: c\nc:\n";
    assert_eq!(show(&read(text, &owned("a, c")).arena), "a 1: b\nb 2: c\nc 1 won 2:");
    assert_eq!(show(&read(text, &owned("v == 'b'")).arena), "a 2: b\nb 1: c\nc 2 won 1:");
    let replaced = read("a 1: b\nb 2:\n", &owned("b"));
    assert_eq!(show(&replaced.arena), "a 2: b\nb 1 won 2:");
    assert_eq!(ids(&replaced), ["owners-replaced"]);
    let numbers = read("0 1: 1\n1 2:\n", &owned("v == 1"));
    assert_eq!(show(&numbers.arena), "0 2: 1\n1 1 won 2:");
    assert_eq!(ids(&numbers), ["owners-replaced"]);
    assert_eq!(show(&read("0: 1\n1:\n", &owned("v == 1")).arena), "0 2: 1\n1 1 won 2:");
    let tuples = "(0, 1): (1, 2)\n(1, 2):\n";
    assert_eq!(show(&read(tuples, &owned("v[1] == 1")).arena), "(0, 1) 1: (1, 2)\n(1, 2) 2 won 1:");
    assert_eq!(show(&read(tuples, &owned("(0,1)")).arena), "(0, 1) 1: (1, 2)\n(1, 2) 2 won 1:");
    assert_eq!(show(&read("0:\n1: 0", &owned("(0,1)")).arena), "0 1 won 2:\n1 1: 0");

    let e = failure(text, &owned("a, d"));
    assert_eq!((e.id(), e.place().unwrap().column), ("unknown-vertex", 4));
    let e = failure("0: 1\n1: x\nx:\n", &owned("v < 1"));
    assert_eq!(e.to_string(), "owner:1:1: v < 1 cannot be computed for vertex x");
}

#[test]
fn an_impartial_graph_is_doubled() {
    let nim = "{3: [2, 1], 2: [1, 0], 1: [0], 0: []}";
    let arena = read(nim, &owned("double")).arena;
    let shown = "(3, 1) 1: (2, 2) (1, 2)\n(3, 2) 2: (2, 1) (1, 1)\n(2, 1) 1: (1, 2) (0, 2)\n(2, 2) 2: (1, 1) (0, 1)\n\
                 (1, 1) 1: (0, 2)\n(1, 2) 2: (0, 1)\n(0, 1) 1 won 2:\n(0, 2) 2 won 1:";
    assert_eq!(show(&arena), shown);
    assert_eq!(arena.start_vertex(), Some(0));
    let words = read("a: b b\nb:", &Reading { start: Some("b".into()), ..owned("double") });
    assert_eq!(show(&words.arena), "('a', 1) 1: ('b', 2)\n('a', 2) 2: ('b', 1)\n('b', 1) 1 won 2:\n('b', 2) 2 won 1:");
    assert_eq!(words.arena.start_vertex(), Some(2));
    assert_eq!(ids(&words), ["successors-merged"]);
    let second = read(nim, &Reading { start: Some("(2, 2)".into()), ..owned("double") }).arena;
    assert_eq!(second.start_vertex(), Some(3));
}

#[test]
fn players_alternate_where_nobody_owns() {
    let read = read("start b\na: b\nb: c\nc:\nd: e\ne:\n", &plain());
    let owners: Vec<_> = read.arena.vertices().map(|v| read.arena.owner(v)).collect();
    assert_eq!(owners, [Two, One, Two, One, Two]);
    assert_eq!(ids(&read), ["owners-alternate"]);
    let moved = self::read("a: b\nb: c\nc:\n", &Reading { start: Some("b".into()), ..plain() });
    assert_eq!(moved.arena.owner(1), One);
    let e = failure("a: b\nb: c\nc: a\n", &plain());
    assert_eq!(e.id(), "odd-cycle");
    assert!(e.to_string().contains("3 moves of b - a - c - b"), "{e}");
    assert_eq!(failure("a: a", &plain()).id(), "odd-cycle");
}

#[test]
fn misere_and_start() {
    let misere = Reading { misere: true, ..plain() };
    for text in ["0 1: 1 2\n1 2:\n2 2 1:\n", "{0: [1, 2], 1: [], 2: []}\nresult = {2: 1}"] {
        let arena = read(text, &misere).arena;
        assert_eq!((arena.end(1), arena.end(2)), (Some(End::Won(Two)), Some(End::Won(One))));
    }
    for text in ["0 1: 1\n1 2:\n", "a 1: 1\n1 2:\n", "{0: [1], 1: []}", "digraph { 0 -> 1 }"] {
        let there = read(text, &Reading { start: Some("1".into()), ..plain() }).arena;
        assert_eq!(there.start_vertex(), Some(1));
        let e = failure(text, &Reading { start: Some("2".into()), ..plain() });
        assert_eq!(e.id(), "unknown-vertex");
    }
    let spaced = read("(0, 1) 1:", &Reading { start: Some("(0,1)".into()), ..plain() });
    assert_eq!(spaced.arena.start_vertex(), Some(0));
}

// --------------------------------------------------------------------------------------------------- names of formats

#[test]
fn formats_have_names() {
    for format in Format::all() {
        assert_eq!(format.to_string().parse::<Format>(), Ok(format));
    }
    assert_eq!("csv".parse::<Format>(), Ok(Format::Matrix));
    let e = "jsno".parse::<Format>().unwrap_err();
    assert_eq!((e.id(), e.suggestion()), ("unknown-format", Some("json")));
}

#[test]
fn formats_are_recognised() {
    for (text, format) in [
        ("", Format::Arena),
        ("a 1: b", Format::Arena),
        ("a: b = c", Format::Arena),
        ("graph 1: node", Format::Arena),
        ("0 1: 1", Format::Arena),
        ("0: 1 0", Format::Arena),
        ("# x\n{0: []}", Format::Python),
        ("G = {", Format::Python),
        ("G: dict = {", Format::Python),
        ("[[1], []]", Format::Python),
        ("import x\n", Format::Python),
        ("{\"a\": []}", Format::Python),
        ("{ \"moves\" : {}}", Format::Json),
        ("// x\ndigraph{", Format::Dot),
        ("strict digraph x {", Format::Dot),
        ("0 1 0\n", Format::Matrix),
        ("\u{FEFF}0;1\n", Format::Matrix),
    ] {
        assert_eq!(Format::of_text(text), format, "{text}");
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("attractor-formats-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_of_every_name() {
    let folder = Folder::new("names");
    let json = "{\"moves\": {\"0\": [1], \"1\": []}}";
    for (name, text) in [
        ("a.arena", "0: 1\n1:"),
        ("a.ARENA", "0: 1\n1:"),
        ("a.json", json),
        ("b.txt", json),
        ("a.py", "{0: [1], 1: []}"),
        ("a.txt", "G = {0: [1], 1: []}"),
        ("c.txt", "0: 1\n1:"),
        ("a.csv", "0,1\n0,0"),
        ("a.dot", "digraph { 0 -> 1 }"),
        ("a.gv", "digraph { 0 -> 1 }"),
        ("none", "digraph { 0 -> 1 }"),
    ] {
        let read = read_path(&folder.file(name, text.as_bytes()), &plain()).unwrap();
        assert_eq!(show(&read.arena), "0 1: 1\n1 2 won 1:", "{name}");
    }
    assert_eq!(read_path(&folder.file("e.txt", b""), &plain()).unwrap_err().id(), "no-graph");
    assert!(read_path(&folder.file("e.arena", b""), &plain()).unwrap().arena.is_empty());
}

#[test]
fn what_is_lost_is_said() {
    let arena = read("a 1: b\nb 2:", &plain()).arena;
    for format in Format::all() {
        let id = lost(&arena, format).map(|note| note.id());
        let expected = match format {
            Format::Lists => Some("lost-names"),
            Format::Matrix => Some("lost-all"),
            _ => None,
        };
        assert_eq!(id, expected);
    }
    let mut text = Vec::new();
    write(&arena, Format::Matrix, &mut text).unwrap();
    assert_eq!(text, b"0,1\n0,0\n");
}

#[test]
fn written_forms() {
    let text = "start (1, 'A')\na 1: (1, 'A') \"c d\"\n(1, 'A') 2: a\n\"c d\" 1 draw:\n";
    let arena = read(text, &plain()).arena;
    let written = |format| {
        let mut out = Vec::new();
        write(&arena, format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(written(Format::Arena), text);
    assert_eq!(
        written(Format::Python),
        "G = {\n    'a': [(1, 'A'), 'c d'],\n    (1, 'A'): ['a'],\n    'c d': [],\n}\n\n\n\
         def owner(v): return v in {'a', 'c d'}\n\n\nstart = (1, 'A')\n\n\nresult = {'c d': 'draw'}\n"
    );
    assert_eq!(
        written(Format::Json),
        "{\n\"start\": \"(1, 'A')\",\n\"owner\": {\"a\": 1, \"(1, 'A')\": 2, \"c d\": 1},\n\"moves\": {\n  \
         \"a\": [\"(1, 'A')\", \"c d\"],\n  \"(1, 'A')\": [\"a\"],\n  \"c d\": []\n},\n\"result\": {\"c d\": \"draw\"}\n}\n"
    );
    assert_eq!(
        written(Format::Dot),
        "digraph {\n    start=\"(1, 'A')\";\n    a [owner=1, shape=circle];\n    \"(1, 'A')\" [owner=2, shape=box];\n    \
         \"c d\" [owner=1, shape=circle, result=draw];\n    a -> \"(1, 'A')\";\n    a -> \"c d\";\n    \"(1, 'A')\" -> a;\n}\n"
    );
}
