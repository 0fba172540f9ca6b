//! Certificates against the definitions: what is true is accepted however it is written, and what is false is rejected
//! however it is forged.

use attractor_game::{Player, Rng};
use attractor_play::certificate;
use attractor_solve::{
    graph::{
        Arena, Attractors, Strategy,
        format::{Format, Reading, read_text},
    },
    verify::{self, Claim},
};
use std::collections::BTreeSet;

#[path = "forgery/mod.rs"]
mod forgery;
#[path = "../../../solve/tests/all/oracle/mod.rs"]
mod oracle;

use forgery::{Document, KINDS};
use oracle::Graph;

/// Whether the program accepts a certificate; the id of what is wrong if not.
fn verdict(text: &str) -> Result<(), &'static str> {
    let checked = certificate::read(text, "certificate").and_then(|(arena, claim)| verify::check(&arena, &claim));
    checked.map_err(|e| {
        if let Some(place) = e.place() {
            assert!(place.line >= 1 && place.column <= place.text.chars().count() + 1, "{e}\n{text}");
        }
        e.id()
    })
}

#[test]
fn a_thousand_forgeries_are_rejected_and_a_thousand_true_certificates_accepted() {
    let mut rng = Rng::new(21);
    let (mut accepted, mut rejected, mut forged_true) = (0, 0, 0);
    let (mut kinds, mut reasons) = (BTreeSet::new(), BTreeSet::new());
    while accepted < 1_000 || rejected < 1_000 {
        let graph = Graph::random(&mut rng, 20);
        let claim = graph.solved(&mut rng);
        let truth = Document::new(&graph, &claim, &mut rng);
        assert!(truth.holds());
        let text = truth.text(&mut rng);
        assert_eq!(verdict(&text), Ok(()), "{text}");
        accepted += 1;
        for _ in 0..2 {
            let mut forgery = truth.clone();
            let kind = KINDS[rng.below(KINDS.len())];
            forgery.forge(kind, &mut rng);
            if rng.below(4) == 0 {
                forgery.forge(KINDS[rng.below(KINDS.len())], &mut rng);
            }
            let (text, holds) = (forgery.text(&mut rng), forgery.holds());
            let said = verdict(&text);
            assert_eq!(said.is_ok(), holds, "{kind:?}: {said:?}, but it is {holds}\n{text}");
            forged_true += u32::from(holds);
            if let Err(reason) = said {
                rejected += 1;
                kinds.insert(kind);
                reasons.insert(reason);
            }
        }
    }
    // Every kind of forgery, and nearly every way to be wrong, is among them.
    assert!(kinds.len() >= KINDS.len() - 1, "{kinds:?}");
    assert!(forged_true > 100 && reasons.len() > 20, "{forged_true} {reasons:?}");
}

#[test]
fn what_the_program_writes_is_accepted_and_says_the_truth() {
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let graph = Graph::random(&mut rng, 30);
        let text = Document::new(&graph, &graph.solved(&mut rng), &mut rng).text(&mut rng);
        let (arena, _) = certificate::read(&text, "certificate").unwrap();
        let attractors = Attractors::of(&arena);
        let strategy = Strategy::optimal(&arena, &attractors);
        let claim = Claim {
            winner: arena.vertices().map(|v| attractors.winner(v)).collect(),
            rank: arena.vertices().map(|v| attractors.rank(v)).collect(),
            strategy: arena.vertices().map(|v| strategy.at(v)).collect(),
        };
        let said = oracle::Claim {
            winner: claim.winner.iter().map(|winner| winner.map(Player::number)).collect(),
            rank: claim.rank.iter().map(|rank| rank.map(u64::from)).collect(),
            strategy: claim.strategy.iter().map(|to| to.map(|w| w as usize)).collect(),
        };
        assert!(graph.holds(&said), "{arena:?}");
        let mut bytes = Vec::new();
        certificate::write(&arena, &claim, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (again, read) = certificate::read(&text, "certificate").unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!((&again, &read), (&arena, &claim), "{text}");
        assert_eq!(verdict(&text), Ok(()));
    }
}

const COLLIDING: &str = r#"{"format": "attractor-certificate", "version": 1,
  "arena": {"owner": {"18446744073709551617": 1, "1.8446744073709552e+19": 2},
            "moves": {"18446744073709551617": [1.8446744073709552e+19], "1.8446744073709552e+19": []}},
  "winner": {"18446744073709551617": 1, "1.8446744073709552e+19": 1},
  "rank": {"18446744073709551617": 1, "1.8446744073709552e+19": 0},
  "strategy": {"18446744073709551617": TO}}"#;

#[test]
fn names_spelled_as_long_numbers_do_not_collide() {
    assert_eq!(verdict(&COLLIDING.replace("TO", "1.8446744073709552e+19")), Ok(()));
    assert_eq!(verdict(&COLLIDING.replace("TO", "\"1.8446744073709552e+19\"")), Ok(()));
    // A loop, which wins nothing; as a number it rounds to the winning move.
    assert_eq!(verdict(&COLLIDING.replace("TO", "18446744073709551617")), Err("claim-no-move"));
    assert_eq!(verdict(&COLLIDING.replace("TO", "18446744073709552000")), Err("certificate-vertex"));
}

#[test]
fn an_arena_without_vertices_proves_nothing() {
    let empty = r#"{"format": "attractor-certificate", "version": 1, "arena": {"moves": {}}}"#;
    assert_eq!(verdict(empty), Err("claim-empty"));
    let none = r#"{"format": "attractor-certificate", "version": 1}"#;
    assert_eq!(verdict(none), Err("certificate-no-arena"));
    let arena = read_text("", "empty", &Reading { format: Some(Format::Arena), ..Reading::default() }).unwrap().arena;
    assert_eq!(certificate::claimable(&arena).unwrap_err().id(), "nothing-to-certify");
}

#[test]
fn errors_inside_the_arena_have_their_place_in_the_file() {
    let text = "{\"format\": \"attractor-certificate\", \"version\": 1,\n \"arena\": {\"owner\": {\"a\": 1},\n  \"moves\": {\"a\": [\"é\", 7]}}}";
    let place = |text: &str| {
        let error = certificate::read(text, "c.json").unwrap_err();
        let place = error.place().unwrap_or_else(|| panic!("{error}")).clone();
        assert_eq!((place.source.as_str(), place.text.as_str()), ("c.json", text.lines().nth(place.line - 1).unwrap()));
        (error.id(), place.line, place.column)
    };
    assert_eq!(place(text), ("unknown-vertex", 3, 19));
    assert_eq!(place(&text.replace("\"é\"", "\"a\"")), ("unknown-vertex", 3, 24));
    assert_eq!(place(&text.replace("\"a\": 1", "\"b\": 1").replace("\"é\", 7", "\"a\"")), ("unknown-vertex", 2, 22));
    assert_eq!(
        place(&text.replace("1,\n", "1, \"winner\": [],\n").replace("\"é\", 7", "\"a\"")),
        ("certificate-section", 1, 61)
    );
    assert_eq!(place(&text[..text.len() - 1]).0, "certificate-json");
}

fn arena(text: &str) -> Arena {
    read_text(text, "arena", &Reading { format: Some(Format::Arena), ..Reading::default() }).unwrap().arena
}

#[test]
fn lines_of_strategies_and_plays_name_one_vertex_or_none() {
    use attractor_play::given::{play_from_text, strategy_from_text};
    let arena = arena("\"a#1\" 1: b \"b#2\" \"c->b\"\nb 2: \n\"b#2\" 1 draw:\n\"c->b\" 2: c\nc 1:\n00 1: 0\n0 2:\n");
    let at = |text: &str, name: &str| {
        let strategy = strategy_from_text(text, "lines", &arena).map_err(|e| e.id())?;
        Ok(strategy.at(arena.find_vertex(name).unwrap()).map(|w| arena.label(w).into_owned()))
    };
    let to = |name: &str| Ok(Some(name.to_owned()));
    assert_eq!(at("\"a#1\" -> b", "a#1"), to("b"));
    assert_eq!(at("\"a#1\" -> \"b#2\" # b", "a#1"), to("b#2"));
    assert_eq!(at("\"a#1\" -> \"c->b\"", "a#1"), to("c->b"));
    // Without quotes, it was read as a move to b.
    assert_eq!(at("\"a#1\" -> b#2", "a#1"), Err("ambiguous-name"));
    assert_eq!(at("a#1 -> b", "a#1"), Err("ambiguous-name"));
    assert_eq!(at("c->b -> c", "c->b"), Err("ambiguous-name"));
    assert_eq!(at("00 -> 0 # zero", "00"), to("0"));
    assert_eq!(at("00 -> 0.0", "00"), Err("unknown-vertex"));
    assert_eq!(at("00 -> -0", "00"), Err("unknown-vertex"));
    assert_eq!(at("# nothing\n\n  \n", "00"), Ok(None));
    assert_eq!(at("00", "00"), Err("strategy-line"));
    let play = |text: &str| play_from_text(text, "lines", &arena).map_err(|e| e.id());
    assert_eq!(play("\"a#1\" -> \"c->b\"\n c # the end"), Ok(vec![0, 3, 4]));
    assert_eq!(play("\"a#1\" b"), Ok(vec![0, 1]));
    assert_eq!(play("\"a#1\" b#2"), Err("ambiguous-name"));
    assert_eq!(play("00 0"), Ok(vec![5, 6]));
    assert_eq!(play("00 +0"), Err("unknown-vertex"));
}

/// A lone drawn vertex is drawn whoever owns it, but owners that the reader would guess are no part of a claim.
#[test]
fn an_arena_without_owners_is_rejected() {
    let text = r#"{"format": "attractor-certificate", "version": 1, "arena": {"owner": {}, "moves": {"1": []},
        "result": {"1": "draw"}}, "winner": {}, "rank": {}, "strategy": {}}"#;
    assert_eq!(verdict(text), Err("certificate-owners"));
    assert_eq!(verdict(&text.replace(r#""owner": {}"#, r#""owner": {"1": 2}"#)), Ok(()));
}
