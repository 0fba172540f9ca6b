//! The table of boards of every size.

use crate::{Answer, Failure, show::Console};
use attractor_play::{
    SizeRecord,
    request::{Sizes, Update},
};
use std::sync::Mutex;

pub(crate) fn sizes(console: &Console, question: &Sizes) -> Result<Answer, Failure> {
    let boards = question.boards()?;
    let ((rows, columns), game) = (boards.to(), &question.game);
    if !console.json {
        console.print(&console.say("sizes-title", &[("game", game), ("size", &boards.meaning())]))?;
        if !question.outcome {
            console.print(&console.say("sizes-plies", &[]))?;
        }
        console.print(&line("", (1..=columns).map(|c| c.to_string())))?;
    }
    let bar = console.progress(Some((rows * columns) as u64), game);
    // The row at work, which is printed as soon as it is full.
    let row = Mutex::new((0, Vec::new()));
    let print = || {
        let Ok(mut row) = row.lock() else { return Ok(()) };
        let cells = std::mem::take(&mut row.1);
        if cells.is_empty() {
            Ok(())
        } else {
            bar.suspend(|| console.print(&line(&row.0.to_string(), cells.into_iter())))
        }
    };
    let hears = |update: Update<'_>| {
        let Update::Board((a, b), record) = update else { return Ok(()) };
        bar.inc(1);
        if console.json {
            return record.map_or(Ok(()), |record| bar.suspend(|| console.print_json(record)));
        }
        if let Ok(mut row) = row.lock() {
            row.0 = a;
            row.1.push(record.map_or("-".to_owned(), cell));
        }
        if b < columns { Ok(()) } else { print() }
    };
    let terminal = console.terminal(console.interruptible()).hearing(&hears);
    let answered = question.answer(&terminal);
    bar.finish_and_clear();
    terminal.end()?;
    print()?;
    answered?;
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
