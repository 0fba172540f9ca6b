//! Measurements inside the command.

use crate::{Answer, Failure, show::Console};
use attractor_game::{Error, nearest};
use attractor_play::bench::{BenchRecord, CASES, Case};

pub(crate) fn bench(console: &Console, names: &[String], long: bool) -> Result<Answer, Failure> {
    let chosen: Vec<&Case> = if names.is_empty() {
        CASES.iter().filter(|case| long || !case.long).collect()
    } else {
        names.iter().map(|name| find(name)).collect::<Result<_, _>>()?
    };
    let effort = console.interruptible();
    let bar = console.progress(Some(chosen.len() as u64), "bench");
    if !console.json {
        console.print(&console.say("bench-head", &[]))?;
    }
    let mut all_right = true;
    for case in chosen {
        let record = match case.run(&effort) {
            Ok(record) => record,
            Err(error) => {
                bar.finish_and_clear();
                return Err(error.into());
            }
        };
        all_right &= record.correct;
        bar.suspend(|| if console.json { console.print_json(&record) } else { console.print(&line(&record)) })?;
        if !record.correct {
            let args: [(&str, &dyn std::fmt::Display); 3] =
                [("name", &record.name), ("answer", &record.answer), ("right", &record.right)];
            bar.suspend(|| console.note(&console.say("bench-wrong", &args)));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(if all_right { Answer::Done } else { Answer::No })
}

fn find(name: &str) -> Result<&'static Case, Error> {
    CASES.iter().find(|case| case.name == name).ok_or_else(|| {
        let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
        Error::new("unknown-bench", "there is no measurement {name}; there are: {names}")
            .arg("name", name)
            .arg("names", names.join(", "))
            .nearest(nearest(name, names))
    })
}

fn line(record: &BenchRecord) -> String {
    let BenchRecord { name, answer, nodes, seconds, rate, .. } = record;
    let twin = record.twin.as_ref().map_or("-".to_owned(), |twin| format!("{:.3}", twin.seconds));
    let ratio = record.ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}x"));
    let rate = rate / 1e6;
    format!("{name:<18} {answer:<18} {nodes:>10} {seconds:>10.3} {rate:>10.2} {twin:>14} {ratio:>8}")
}
