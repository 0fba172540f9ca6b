//! Sums of games against the theory of Sprague and Grundy: nimbers add up by the exclusive or.

use attractor_play::{Effort, open};
use std::collections::HashMap;

/// The least number that is not among these.
fn mex(numbers: &[u32]) -> u32 {
    (0..).find(|n| !numbers.contains(n)).expect("some number is not among finitely many")
}

/// Kayles: published nimbers of rows of 0 to 11 pins.
const KAYLES: [u32; 12] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];

/// Wythoff's game, by the definition.
fn wythoff(a: usize, b: usize) -> u32 {
    let mut known = HashMap::new();
    for i in 0..=a {
        for j in 0..=b {
            let mut seen: Vec<u32> = (0..i).map(|k| known[&(k, j)]).chain((0..j).map(|k| known[&(i, k)])).collect();
            seen.extend((1..=i.min(j)).map(|k| known[&(i - k, j - k)]));
            known.insert((i, j), mex(&seen));
        }
    }
    known[&(a, b)]
}

/// Euclid's game where a number may become 0: `floor(|a/b - b/a|)` belongs to the game that ends before that (Nivasch, 2006);
/// this one by the definition.
fn euclid(a: u32, b: u32) -> u32 {
    let (large, small) = (a.max(b), a.min(b));
    if small == 0 {
        return 0;
    }
    mex(&(1..=large / small).map(|times| euclid(large - times * small, small)).collect::<Vec<_>>())
}

/// Juniper Green, by the definition.
fn juniper(most: u32, taken: &mut Vec<u32>) -> u32 {
    let may = |n: u32, taken: &[u32]| match taken.last() {
        None => n.is_multiple_of(2),
        Some(&last) => !taken.contains(&n) && (n.is_multiple_of(last) || last.is_multiple_of(n)),
    };
    let mut seen = Vec::new();
    for n in 1..=most {
        if may(n, taken) {
            taken.push(n);
            seen.push(juniper(most, taken));
            taken.pop();
        }
    }
    mex(&seen)
}

/// Parts with their nimbers.
fn parts() -> Vec<(String, u32)> {
    let mut parts: Vec<(String, u32)> = Vec::new();
    parts.extend([0, 1, 3, 6].map(|n| (format!("nim:{n}"), n)));
    parts.extend([1, 3, 5, 7, 11].map(|n| (format!("kayles:{n}"), KAYLES[n])));
    parts.extend([(0, 2), (1, 2), (2, 3), (4, 3)].map(|(a, b)| (format!("wythoff:{a}+{b}"), wythoff(a, b))));
    parts.extend([(5, 2), (7, 7), (9, 2), (13, 4)].map(|(a, b)| (format!("euclid:{a},{b}"), euclid(a, b))));
    parts.extend([1, 4, 6, 8].map(|n| (format!("juniper:{n}"), juniper(n, &mut Vec::new()))));
    parts
}

#[test]
fn impartial_parts_add_up_by_nimbers() {
    let parts = parts();
    assert!(parts.iter().filter(|(_, nimber)| *nimber > 1).count() > 6, "{parts:?}");
    for (i, (one, x)) in parts.iter().enumerate() {
        for (two, y) in &parts[i..] {
            let spec = format!("sum:{one}++{two}");
            let session = open(&spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
            let value = session.combinatorial(None).unwrap_or_else(|e| panic!("{spec}: {e}")).value;
            let star = match x ^ y {
                0 => "0".to_owned(),
                1 => "*".to_owned(),
                n => format!("*{n}"),
            };
            assert_eq!(value, star, "{spec}");
            let outcome = session.solve(&Effort::default(), true).unwrap_or_else(|e| panic!("{spec}: {e}")).outcome;
            assert_eq!(outcome, if x == y { "loss" } else { "win" }, "{spec}");
        }
    }
}

#[test]
fn parts_of_all_kinds_are_played_and_read() {
    let spec = "sum:nim:2++domineering:2x2++kayles:3++wythoff:1+2++euclid:5,2++juniper:4";
    let mut session = open(spec).unwrap();
    let start = session.position();
    for part in 1..=6 {
        let name = session.moves().into_iter().find(|name| name.starts_with(&format!("{part}:")));
        session.play(&name.unwrap_or_else(|| panic!("part {part} has a move"))).unwrap();
    }
    let mut again = open(spec).unwrap();
    again.set_position(&session.position()).unwrap();
    assert_eq!((again.moves(), again.turn()), (session.moves(), session.turn()));
    assert_ne!(session.position(), start);
}

#[test]
fn parts_that_cannot_hand_over_the_turn_are_refused() {
    let id = |spec: &str| open(spec).map(|_| ()).unwrap_err().id();
    assert_eq!(id("sum:nim:3++chomp:2x3"), "sum-part");
    assert_eq!(id("sum:nim:3++kayles:4,misere"), "sum-option");
    assert_eq!(id("sum:nim:3++kayls:4"), "unknown-game");
    assert_eq!(id("sum:nim:3++euclid:x"), "bad-euclid");
}
