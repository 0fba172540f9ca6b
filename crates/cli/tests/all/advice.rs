//! Advice names only what the command has.

use crate::command::{attractor, file};

/// The flags that a text names.
fn flags(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2).collect()
}

#[test]
fn too_many_states_names_flags_that_the_command_has() {
    let chess = ["chess", "--memory", "1M"];
    let player = ["--first", "perfect", "--second", "random", "--games", "1"];
    for (command, more, expected) in [
        ("solve", &[][..], vec!["--memory"]),
        ("analyse", &[], vec!["--memory"]),
        ("match", &player, vec!["--memory"]),
        ("graph", &[], vec!["--memory"]),
        ("graph", &["--states", "50"], vec!["--states"]),
    ] {
        let states = more.contains(&"--states");
        let words =
            if states { ["states are reachable", "états sont atteignables"] } else { ["are allowed", "sont permis"] };
        for (lang, words) in ["en", "fr"].into_iter().zip(words) {
            let said = attractor(&[&[command], &chess[..], more, &["--lang", lang]].concat());
            assert!(said.code == 3 && said.err.contains(words), "{command}: {}", said.err);
            assert_eq!(flags(&said.err), expected, "{command}: {}", said.err);
            let help = attractor(&[command, "--help"]).out;
            assert!(flags(&said.err).iter().all(|flag| flags(&help).contains(flag)), "{command}: {}", said.err);
        }
    }
}

#[test]
fn a_graph_of_a_file_needs_no_more_states() {
    let graph = file("advice.arena", "a 1: b\nb 2: a\n");
    assert_eq!(attractor(&["solve", &format!("graph:{graph}"), "--memory", "1K"]).code, 0);
}
