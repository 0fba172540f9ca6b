//! About the program itself: the list of games, completions, manual pages.

use crate::{
    Answer, Failure,
    show::{Console, unwritable},
    translate,
};
use attractor_play::{entry, request::Games};
use serde_json::json;
use std::fmt::Write as _;

pub(crate) fn games(console: &Console, only: Option<&str>) -> Result<Answer, Failure> {
    let listed = Games { game: only.map(str::to_owned) }.answer()?;
    if console.json {
        console.print_json(&json!({ "games": listed }))?;
        return Ok(Answer::Done);
    }
    let mut text = String::new();
    for e in listed {
        let _ = writeln!(text, "{}{}", e.name, if e.size.is_empty() { String::new() } else { format!(":{}", e.size) });
        let _ = writeln!(text, "    {}", console.words.phrase(entry(&e.name)?.rules));
        if !e.options.is_empty() {
            let _ = writeln!(text, "    {}", console.say("games-options", &[("list", &e.options.join(", "))]));
        }
        if !e.heuristics.is_empty() {
            let _ = writeln!(text, "    {}", console.say("games-heuristics", &[("list", &e.heuristics.join(", "))]));
        }
        let _ = writeln!(text, "    {}", console.say(&format!("solved-by-{}", e.solved_by), &[]));
        if !e.samples.is_empty() {
            let _ = writeln!(text, "    {}", console.say("games-examples", &[("list", &e.samples.join("  "))]));
        }
    }
    console.print(&text)?;
    Ok(Answer::Done)
}

pub(crate) fn completions(console: &Console, shell: clap_complete::Shell) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut translate::command(&console.words), "attractor", &mut script);
    let script = String::from_utf8_lossy(&script);
    console.show(&json!({ "shell": shell.to_string(), "script": script }), || script.to_string())
}

pub(crate) fn man(console: &Console, out: Option<&str>) -> Result<Answer, Failure> {
    let command = translate::command(&console.words);
    if let Some(folder) = out {
        std::fs::create_dir_all(folder).map_err(|e| unwritable(folder, e))?;
        clap_mangen::generate_to(command, folder).map_err(|e| unwritable(folder, e))?;
        return Ok(Answer::Done);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|e| unwritable("stdout", e))?;
    let page = String::from_utf8_lossy(&page);
    console.show(&json!({ "page": page }), || page.to_string())
}
