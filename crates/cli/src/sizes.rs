//! The table of boards of every size.

use crate::{Answer, Failure, show::Console};
use attractor_game::Error;
use attractor_play::{SizeRecord, Sizes};

pub(crate) fn sizes(console: &Console, game: &str, to: Option<&str>, outcome: bool) -> Result<Answer, Failure> {
    let sizes = Sizes::new(game, to)?;
    let (rows, columns) = sizes.to();
    let effort = console.interruptible();
    let bar = console.progress(Some((rows * columns) as u64), game);
    if !console.json {
        let size = sizes.meaning();
        console.print(&console.say("sizes-title", &[("game", &game), ("size", &size)]))?;
        if !outcome {
            console.print(&console.say("sizes-plies", &[]))?;
        }
        console.print(&line("", (1..=columns).map(|c| c.to_string())))?;
    }
    for a in 1..=rows {
        let mut cells = Vec::new();
        let mut stopped: Option<Error> = None;
        for b in 1..=columns {
            match sizes.solve((a, b), &effort, outcome) {
                Ok(None) => cells.push("-".to_owned()),
                Ok(Some(record)) => {
                    if console.json {
                        bar.suspend(|| console.print_json(&record))?;
                    }
                    cells.push(cell(&record));
                }
                Err(error) => {
                    stopped = Some(error);
                    break;
                }
            }
            bar.inc(1);
        }
        if !console.json && (stopped.is_none() || !cells.is_empty()) {
            bar.suspend(|| console.print(&line(&a.to_string(), cells.into_iter())))?;
        }
        if let Some(error) = stopped {
            bar.finish_and_clear();
            return Err(error.into());
        }
    }
    bar.finish_and_clear();
    Ok(Answer::Done)
}

/// The class, with the plies of both in parentheses where they are known.
fn cell(record: &SizeRecord) -> String {
    match (record.first.plies, record.second.plies) {
        (Some(first), Some(second)) if first == second => format!("{} ({first})", record.class),
        (Some(first), Some(second)) => format!("{} ({first}/{second})", record.class),
        _ => record.class.clone(),
    }
}

fn line(name: &str, cells: impl Iterator<Item = String>) -> String {
    let text = cells.fold(format!("{name:>4}"), |line, cell| format!("{line}  {cell:<9}"));
    text.trim_end().to_owned()
}
