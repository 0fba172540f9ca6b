use super::*;
use crate::combinatorial::{Form, Forms, Valued};
use crate::testing::{after, obeys_the_laws, perft, reachable, refused};
use attractor_game::{Game, Notation, Playable, Player, Score};

fn kayles(spec: &str) -> Kayles {
    Kayles::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn pins_fall() {
    let game = kayles("kayles:5");
    let p = after(&game, "2-3 1");
    assert_eq!(game.write(&p), "...|| 1");
    assert_eq!(game.moves(&p).map(|m| game.name(&p, m)).collect::<Vec<_>>(), ["4", "4-5", "5"]);
    assert_eq!(game.result(&after(&game, "2-3 1 4-5")), Score::LOSS);
    assert_eq!(perft(&kayles("kayles:64"), &kayles("kayles:64").start(), 1), 64 + 63);
    // Two pins that fell side by side took one move or two; the 13 sets without such a pair tell whose turn it is.
    assert_eq!(reachable(&game).len(), 2 * 32 - 13);
}

/// Published (Guy and Smith, 1956): the nimbers of rows of 1 to 24 pins, and where they recur.
#[test]
fn nimbers() {
    let first = [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4];
    for (n, expected) in (1..).zip(first) {
        let game = Kayles::new(n).unwrap();
        let worth = game.worth(&mut Forms::new(), &game.start(), attractor_game::Watch::NEVER).unwrap();
        assert_eq!((worth.form, worth.nimber), (Form::ZERO, expected), "{n} pins");
        if n <= 12 {
            assert_eq!(
                crate::combinatorial::by_mex(&game, &game.start(), attractor_game::Watch::NEVER),
                Ok(worth),
                "{n} pins"
            );
            assert_eq!(
                game.combinatorial(&game.start(), attractor_game::Watch::NEVER).unwrap().left_first,
                Player::One
            );
        }
    }
}

#[test]
fn classes_are_multisets_of_runs() {
    let game = kayles("kayles:9");
    let canonical = |text| game.write(&game.canonical(&game.read(text).unwrap()));
    assert_eq!(canonical(".|..||.|| 1"), "||.||.|.. 1");
    assert_eq!(canonical("||||||||| 2"), "||||||||| 2");
    assert_eq!(canonical("......... 2"), "......... 2");
}

#[test]
fn laws() {
    for spec in ["kayles", "kayles:1", "kayles:5,first=2", "kayles:64"] {
        obeys_the_laws(&kayles(spec));
    }
}

#[test]
fn bad_input() {
    let id = |spec: &str| Kayles::from_spec(&spec.parse().unwrap()).unwrap_err().id();
    assert_eq!(
        (id("kayles:x"), id("kayles:0"), id("kayles:65")),
        ("bad-count", "size-out-of-range", "size-out-of-range")
    );
    assert_eq!(id("kayles:5,take=1"), "unknown-option");
    let game = kayles("kayles:4");
    assert_eq!(refused(&game, "||| 1"), ("bad-row-length", 1));
    assert_eq!(refused(&game, "||o| 1"), ("bad-cell", 3));
    assert_eq!(refused(&game, "||||"), ("turn-missing", 1));
    assert_eq!(game.find(&game.start(), "4-5").unwrap_err().id(), "illegal-move");
}
