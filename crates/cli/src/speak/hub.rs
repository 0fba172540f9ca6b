//! Hub, version 2, the protocol of draughts programs: lines `command name=value name="a value"`.

use super::{Limits, Out, Sign, Thinker, listen, one_line, plain_line, play, seconds, seen, send, share};
use attractor_play::Session;
use std::{
    io::{self, BufRead, Write},
    time::{Duration, Instant},
};

/// A line cut up. A flag has an empty value.
struct Line<'a> {
    command: &'a str,
    values: Vec<(&'a str, &'a str)>,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Line<'a> {
        let line = line.trim();
        let (command, mut rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut values = Vec::new();
        loop {
            rest = rest.trim_start();
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let name = &rest[..end];
            let value = rest[end..].strip_prefix('=');
            let (value, after) = match value {
                None => ("", &rest[end..]),
                Some(text) => match text.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                    None => text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())),
                },
            };
            if name.is_empty() && rest.is_empty() {
                return Line { command, values };
            }
            values.push((name, value));
            rest = after;
        }
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.values.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.value(name).and_then(seconds)
    }
}

/// What `level` said, until another comes behind a search.
#[derive(Clone, Copy, Default)]
struct Level {
    limits: Limits,
    used: bool,
}

impl Level {
    fn hear(&mut self, line: &Line<'_>) {
        if std::mem::take(&mut self.used) {
            self.limits = Limits::default();
        }
        let limits = &mut self.limits;
        if let Some(left) = line.number("time") {
            limits.time = Some(share(left, line.number("moves"), line.number("inc").unwrap_or(0.0)));
        }
        if let Some(time) = line.number("move-time") {
            limits.time = Some(Duration::from_secs_f64(time.max(0.001)));
        }
        if let Some(depth) = line.number("depth") {
            limits.depth = Some(depth.max(1.0) as u32);
        }
        limits.endless |= line.value("infinite").is_some();
    }

    /// The limits of a search, which `go` begins.
    fn go(&mut self, line: &Line<'_>) -> Limits {
        self.used = true;
        // The clock does not run while the other player thinks.
        if line.value("ponder").is_some() {
            return Limits { time: None, endless: true, ..self.limits };
        }
        self.limits
    }
}

/// Answers until the input ends or says `quit`.
pub(super) fn serve<W: Write + Send + 'static>(
    mut session: Box<dyn Session>,
    input: impl BufRead + Send + 'static,
    output: &Out<W>,
    mut thinker: Thinker,
) -> io::Result<()> {
    let mut ahead = Level::default();
    let hear = listen(input, output, move |text| {
        let line = Line::read(text);
        match line.command {
            "level" => {
                ahead.hear(&line);
                Sign::Later
            }
            "go" => Sign::Think { endless: ahead.go(&line).endless },
            "stop" | "ponder-hit" => Sign::Stop,
            "ping" => Sign::Now("pong"),
            "quit" => Sign::Quit,
            _ => Sign::Later,
        }
    });
    let mut level = Level::default();
    let error = |why: &str| format!("error message=\"{}\"\n", one_line(why));
    for heard in hear {
        let line = Line::read(&heard.line);
        match line.command {
            "hub" => send(
                output,
                &format!(
                    "id name=Attractor version={} author=\"the Attractor maintainers\" country=\"\"\nwait\n",
                    env!("CARGO_PKG_VERSION")
                ),
            )?,
            "init" => send(output, "ready\n")?,
            "ping" => send(output, "pong\n")?,
            "new-game" => session.restart(),
            "level" => level.hear(&line),
            "pos" => match position(session.as_ref(), &line) {
                Ok(there) => session = there,
                Err(why) => send(output, &error(&why.to_string()))?,
            },
            "go" => {
                let limits = level.go(&line);
                if session.finished().is_some() {
                    send(output, &error("play is over: there is no move to choose"))?;
                    continue;
                }
                let (at, begun) = (session.as_ref(), Instant::now());
                let chosen = thinker.choose(at, limits, &heard.stop, &mut |found| {
                    let pv = plain_line(at, &found.line).join(" ");
                    let (depth, score, nodes) = (found.depth, seen(at, found), found.nodes);
                    let time = begun.elapsed().as_secs_f64();
                    let rate = nodes as f64 / time.max(1e-3) / 1e6;
                    let line = format!(
                        "info depth={depth} score={score:.2} nodes={nodes} time={time:.3} nps={rate:.1} pv=\"{pv}\"\n"
                    );
                    // If nobody reads, the move will find out.
                    let _ = send(output, &line);
                });
                match chosen {
                    Ok(word) => send(output, &format!("done move={word}\n"))?,
                    Err(why) => send(output, &error(&why.to_string()))?,
                }
            }
            // No parameters are offered; `stop` was heard in time, when it could do something.
            "" | "set-param" | "stop" | "ponder-hit" => {}
            unknown => send(output, &error(&format!("unknown command {unknown}")))?,
        }
    }
    Ok(())
}

/// The position of `pos pos=... moves="..."`; without `pos=`, the start.
fn position(session: &dyn Session, line: &Line<'_>) -> Result<Box<dyn Session>, attractor_game::Error> {
    let mut there = session.fork();
    match line.value("pos") {
        Some(text) => there.set_position(text)?,
        None => there.restart(),
    }
    for word in line.value("moves").unwrap_or("").split_whitespace() {
        play(there.as_mut(), word)?;
    }
    Ok(there)
}
