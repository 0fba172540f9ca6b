//! UCI, the Universal Chess Interface. Commands that are not known are left aside, as it asks for.

use super::{Limits, Out, Sign, Thinker, listen, one_line, plain_line, play, seconds, seen, send, share};
use attractor_game::Player;
use attractor_play::Session;
use std::{
    io::{self, BufRead, Write},
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

/// Answers until the input ends or says `quit`.
pub(super) fn serve<W: Write + Send + 'static>(
    mut session: Box<dyn Session>,
    input: impl BufRead + Send + 'static,
    output: &Out<W>,
    mut thinker: Thinker,
) -> io::Result<()> {
    let hear = listen(input, output, sign);
    for heard in hear {
        let words: Vec<&str> = heard.line.split_whitespace().collect();
        match words.first().copied() {
            Some("uci") => send(
                output,
                &format!(
                    "id name Attractor {}\nid author the Attractor maintainers\noption name Hash type spin default {} min 1 max 1048576\nuciok\n",
                    env!("CARGO_PKG_VERSION"),
                    thinker.effort.memory >> 20
                ),
            )?,
            Some("isready") => send(output, "readyok\n")?,
            Some("ucinewgame") => session.restart(),
            Some("setoption") => {
                if let ["setoption", "name", "Hash", "value", size] = words[..]
                    && let Ok(size @ 1..=0x10_0000) = size.parse::<u64>()
                {
                    thinker.effort.memory = size << 20;
                }
            }
            Some("position") => match position(session.as_ref(), &words[1..]) {
                Ok(there) => session = there,
                Err(why) => send(output, &format!("info string {}\n", one_line(&why)))?,
            },
            Some("go") => {
                let limits = limits(&words[1..], session.turn());
                if session.finished().is_some() {
                    send(output, "bestmove (none)\n")?;
                    continue;
                }
                let begun = Instant::now();
                let at = session.as_ref();
                let chosen = thinker.choose(at, limits, &heard.stop, &mut |found| {
                    let pv = plain_line(at, &found.line).join(" ");
                    let (depth, nodes) = (found.depth, found.nodes);
                    let (cp, time) = ((100.0 * seen(at, found)).round(), begun.elapsed().as_millis());
                    let rate = (nodes as f64 / begun.elapsed().as_secs_f64().max(1e-3)) as u64;
                    let line =
                        format!("info depth {depth} score cp {cp} nodes {nodes} nps {rate} time {time} pv {pv}\n");
                    // If nobody reads, the move will find out.
                    let _ = send(output, &line);
                });
                // What was asked for without end is answered when it is stopped.
                while limits.endless && !heard.stop.load(Relaxed) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                match chosen {
                    Ok(word) => send(output, &format!("bestmove {word}\n"))?,
                    Err(why) => {
                        let why = one_line(&why.to_string());
                        send(output, &format!("info string {why}\nbestmove (none)\n"))?;
                    }
                }
            }
            // `stop` and `ponderhit` were heard in time, when they could do something.
            _ => {}
        }
    }
    Ok(())
}

fn sign(line: &str) -> Sign {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.first().copied() {
        Some("go") => Sign::Think { endless: limits(&words[1..], Player::One).endless },
        Some("stop" | "ponderhit") => Sign::Stop,
        Some("quit") => Sign::Quit,
        Some("isready") => Sign::Now("readyok"),
        _ => Sign::Later,
    }
}

/// The position of `startpos` or `fen ...`, then perhaps `moves ...`.
fn position(session: &dyn Session, words: &[&str]) -> Result<Box<dyn Session>, String> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let mut there = session.fork();
    match words[..end].first() {
        Some(&"startpos") => there.restart(),
        Some(&"fen") => there.set_position(&words[1..end].join(" ")).map_err(|e| e.to_string())?,
        _ => return Err("position startpos or fen ...".to_owned()),
    }
    for word in words.iter().skip(end + 1) {
        play(there.as_mut(), word).map_err(|e| e.to_string())?;
    }
    Ok(there)
}

/// What `go` allows: `movetime 100`, `depth 5`, `wtime 60000 btime 60000 winc 0 binc 0 movestogo 30`, `infinite`.
fn limits(words: &[&str], turn: Player) -> Limits {
    let number = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied().and_then(seconds)
    };
    let own = |white: &str, black: &str| number(if turn == Player::One { white } else { black });
    let clock = own("wtime", "btime")
        .map(|left| share(left / 1000.0, number("movestogo"), own("winc", "binc").unwrap_or(0.0) / 1000.0));
    let time = number("movetime").map(|time| Duration::from_secs_f64(time.max(1.0) / 1000.0)).or(clock);
    let depth = number("depth").map(|depth| depth.max(1.0) as u32);
    let endless = words.contains(&"infinite") || words.contains(&"ponder");
    Limits { time: time.filter(|_| !endless), depth, endless }
}
