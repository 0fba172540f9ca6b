//! Whatever is filled in a message stands in it exactly as it was given, in English and in French; only hidden characters
//! are escaped.

use attractor_game::{Error, Rng};
use attractor_play::{
    visible,
    words::{Lang, Words},
};
use std::{collections::BTreeSet, fmt::Display};

const ENGLISH: &str = include_str!("../../locales/en.ftl");
const FRENCH: &str = include_str!("../../locales/fr.ftl");

/// What looks like a number, or like a place where French elides.
const GIVEN: &[&str] = &[
    "0",
    "00",
    "007",
    "1",
    "2",
    "+1",
    "-0",
    "-1",
    "1e3",
    "1.0",
    "1,000",
    "4294967295",
    "4294967296",
    "18446744073709551617",
    "Alice",
    "notes de Alice",
    "notes d'Alice",
    "le de Éva de une",
    " de a",
    "de ",
    " ",
    "",
    "{ $player }",
    "{ DE($player) }",
    "{player}",
    "}",
    "\"",
    "it's",
    "\\n",
    "e\u{301}",
    "\u{301}a",
    "\u{2068}a\u{2069}",
    "\u{202e}a",
    "\u{1f600}",
    "a\nb",
    "\u{1b}[31m",
    "h\u{f4}te",
];

/// Each message with the names of what is filled in.
fn messages(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut found: Vec<(String, BTreeSet<String>)> = Vec::new();
    for line in text.lines() {
        if let Some((id, _)) = line.split_once(" =").filter(|(id, _)| !id.starts_with([' ', '#'])) {
            found.push((id.to_owned(), BTreeSet::new()));
        }
        let names = line.split("{ $").skip(1).filter_map(|rest| rest.split([' ', '}']).next());
        if let Some((_, all)) = found.last_mut() {
            all.extend(names.map(str::to_owned));
        }
    }
    found
}

#[test]
fn arguments_stand_in_messages_as_given() {
    let mut rng = Rng::new(4);
    for (lang, text) in [(Lang::English, ENGLISH), (Lang::French, FRENCH)] {
        let words = Words::new(lang);
        let all = messages(text);
        assert!(all.len() > 150 && all.iter().any(|(_, names)| names.len() > 3));
        for (id, names) in &all {
            for given in GIVEN {
                // The others differ, so that none hides behind another.
                let values: Vec<(&str, &str)> = names
                    .iter()
                    .map(|name| (name.as_str(), if rng.below(3) == 0 { GIVEN[rng.below(GIVEN.len())] } else { *given }))
                    .collect();
                let args: Vec<(&str, &dyn Display)> = values.iter().map(|(n, v)| (*n, v as &dyn Display)).collect();
                let said = words.say(id, &args);
                let mut rest = said.clone();
                let mut longest: Vec<_> = values.iter().map(|(_, value)| visible::piece(value)).collect();
                longest.sort_by_key(|value| std::cmp::Reverse(value.len()));
                for value in longest {
                    assert!(rest.contains(&*value), "{id}: {value:?} is not in {said:?}");
                    rest = rest.replacen(&*value, "\u{0}", 1);
                }
            }
        }
    }
}

#[test]
fn only_the_words_of_a_message_are_elided() {
    let french = Words::new(Lang::French);
    let strategy = |player: &str| french.say("graph-strategy", &[("player", &player)]);
    assert_eq!(strategy("Alice"), "Stratégie optimale d'Alice là où rien n'est perdu :");
    assert_eq!(strategy("Bob"), "Stratégie optimale de Bob là où rien n'est perdu :");
    assert_eq!(strategy("11"), "Stratégie optimale de 11 là où rien n'est perdu :");
    assert_eq!(strategy("Max de Aix"), "Stratégie optimale de Max de Aix là où rien n'est perdu :");
    let error = Error::new("cannot-read", "cannot read {file}: {why}").arg("file", "notes de Alice").arg("why", "00");
    assert!(french.error(&error).contains("notes de Alice") && french.error(&error).contains("00"));
    assert_eq!(Words::new(Lang::English).error(&error), "cannot read notes de Alice: 00");
    let start = |lang| Words::new(lang).say("graph-start-drawn", &[("start", &"00")]);
    assert!(start(Lang::English).contains("00") && start(Lang::French).contains("00"));
}

#[test]
fn sentences_of_errors_hold_arguments_as_given() {
    for given in GIVEN {
        let error = Error::new("a-test", "{a} and {b} of {a}").arg("a", given).arg("b", "{a}");
        assert_eq!(error.sentence(), format!("{given} and {{a}} of {given}"));
    }
}
