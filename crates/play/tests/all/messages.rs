//! Every message that a person can meet exists in both languages, with the same things filled in.

use attractor_play::words::{Lang, Words};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// The Rust sources of all crates, without their tests.
fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.to_string_lossy().ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
                let comment = |line: &&str| !line.trim_start().starts_with("//");
                let code = code.lines().filter(comment).collect::<Vec<_>>().join("\n");
                // A quotation mark as a character begins no string.
                found.push((path, code.replace("'\"'", "'q'").replace("r#\"", "\"").replace("\"#", "\"")));
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for folder in std::fs::read_dir(crates).unwrap() {
        walk(&folder.unwrap().path().join("src"), &mut found);
    }
    found
}

/// String literals in order, each with the text up to the next one.
fn literals(code: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(begin) = rest.find('"') {
        let body = &rest[begin + 1..];
        let mut end = 0;
        while let Some(c) = body[end..].chars().next() {
            match c {
                '"' => break,
                '\\' => end += 1 + body[end + 1..].chars().next().map_or(0, char::len_utf8),
                c => end += c.len_utf8(),
            }
        }
        let Some(after) = body.get(end + 1..) else { break };
        let between = after[..after.find('"').unwrap_or(after.len())].to_owned();
        found.push((body[..end].to_owned(), between));
        rest = after;
    }
    found
}

/// `kebab-case`.
fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Errors of the whole project: id and English sentence, which stand side by side where the error is made.
fn errors() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, code) in sources() {
        for pair in literals(&code).windows(2) {
            let ((id, between), (english, _)) = (&pair[0], &pair[1]);
            let said = id.contains('-') && is_id(id) && between.trim() == ",";
            if said && english.contains(' ') {
                found.entry(id.clone()).or_default().insert(english.clone());
            }
        }
    }
    found
}

fn placeholders(text: &str, open: &str, close: char) -> BTreeSet<String> {
    text.split(open).skip(1).filter_map(|rest| Some(rest.split_once(close)?.0.trim().to_owned())).collect()
}

#[test]
fn every_error_has_one_english_and_one_french_sentence() {
    let errors = errors();
    for (path, code) in sources() {
        let made = code.split("Error::new(").skip(1).chain(code.split("Error::limit(").skip(1));
        let made = made.chain(code.split(".wrong(").skip(1));
        for (id, rest) in made.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"')) {
            let found = id.contains('-') && rest.trim_start_matches([',', ' ', '\n']).starts_with('"');
            assert!(found, "{id} in {}: an id has a hyphen, and its sentence follows it", path.display());
        }
    }
    assert!(errors.len() > 80, "the search for errors finds {} of them", errors.len());
    let french = include_str!("../../locales/fr.ftl");
    let mut wrong = Vec::new();
    for (id, sentences) in &errors {
        if sentences.len() > 1 {
            wrong.push(format!("{id} has several sentences: {sentences:?}"));
        }
        let line = french.lines().find_map(|line| line.strip_prefix(id.as_str())?.strip_prefix(" = "));
        let english = sentences.first().unwrap();
        match line {
            None => wrong.push(format!("{id} is not in fr.ftl: {english}")),
            Some(line) => {
                let (en, fr) = (placeholders(english, "{", '}'), placeholders(line, "{ $", '}'));
                if en != fr {
                    wrong.push(format!("{id} fills in {en:?} in English and {fr:?} in French"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn both_languages_have_the_same_messages() {
    let ids = |text: &str| -> BTreeSet<String> {
        text.lines().filter_map(|line| Some(line.split_once(" =")?.0.to_owned())).filter(|id| is_id(id)).collect()
    };
    let (english, french) = (ids(include_str!("../../locales/en.ftl")), ids(include_str!("../../locales/fr.ftl")));
    let missing: Vec<_> = english.difference(&french).collect();
    assert!(missing.is_empty(), "not in French: {missing:?}");
    // What French has beyond English is help of the command, whose English stands in its code, and errors.
    let errors = errors();
    let stray: Vec<_> = french
        .difference(&english)
        .filter(|id| !id.starts_with("help-") && !id.starts_with("arg-") && !errors.contains_key(*id))
        .collect();
    assert!(stray.is_empty(), "in French only: {stray:?}");
}

#[test]
fn every_message_said_exists() {
    let english = include_str!("../../locales/en.ftl");
    let mut missing = Vec::new();
    for (path, code) in sources() {
        for said in code.split(".say(\"").skip(1) {
            let id = said.split('"').next().unwrap();
            if id.starts_with("help-") {
                continue; // said in French only: the English stands in the command's code
            }
            if !english.lines().any(|line| line.starts_with(&format!("{id} ="))) {
                missing.push(format!("{id} in {}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn plurals_and_arguments_are_filled_in() {
    let (english, french) = (Words::new(Lang::English), Words::new(Lang::French));
    assert_eq!(english.say("value-win-in", &[("plies", &1)]), "wins in 1 ply");
    assert_eq!(english.say("value-win-in", &[("plies", &5)]), "wins in 5 plies");
    assert_eq!(french.say("value-loss-in", &[("plies", &2)]), "perd en 2 coups");
    let error = attractor_play::open("conect4").map(|_| ()).unwrap_err();
    assert!(french.error(&error).starts_with("il n'y a pas de jeu conect4"));
    assert_eq!(error.suggestion(), Some("connect4"));
}
