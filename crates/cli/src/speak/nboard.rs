//! NBoard, version 2, the protocol of Othello programs. The board is told in the Generic Game Format.

use super::{Limits, Out, Sign, Thinker, listen, one_line, plain_line, play, seen, send};
use attractor_game::{Board, Error};
use attractor_play::{Session, open};
use std::{
    io::{self, BufRead, Write},
    time::{Duration, Instant},
};

/// The protocol has no clock: a depth that takes longer than this is not reached.
const MOST: Duration = Duration::from_secs(10);
/// How far to look unless told.
const DEPTH: u32 = 8;

/// Answers until the input ends or says `quit`.
pub(super) fn serve<W: Write + Send + 'static>(
    mut session: Box<dyn Session>,
    input: impl BufRead + Send + 'static,
    output: &Out<W>,
    mut thinker: Thinker,
) -> io::Result<()> {
    let hear = listen(input, output, |line| match line.split_whitespace().next() {
        Some("go" | "hint") => Sign::Think { endless: false },
        // Whoever asks whether we are there is about to change the board.
        Some("ping") => Sign::Stop,
        Some("quit") => Sign::Quit,
        _ => Sign::Later,
    });
    let mut depth = DEPTH;
    let status = |text: &str| format!("status {}\n", one_line(text));
    for heard in hear {
        let line = heard.line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "nboard" => send(output, "set myname Attractor\n")?,
            "ping" => send(output, &format!("pong {}\n", one_line(rest)))?,
            "learn" => send(output, "learned\n")?,
            "set" => match rest.split_once(char::is_whitespace) {
                Some(("depth", number)) => {
                    depth = number.trim().parse().ok().filter(|n| (1..=400).contains(n)).unwrap_or(depth);
                }
                Some(("game", text)) => match game(session.as_ref(), text) {
                    Ok(there) => {
                        if there.spec() != session.spec() {
                            thinker.forget();
                        }
                        session = there;
                    }
                    Err(why) => send(output, &status(&why))?,
                },
                _ => {}
            },
            "move" => {
                if let Err(why) = play_word(session.as_mut(), rest) {
                    send(output, &status(&why.to_string()))?;
                }
            }
            "go" | "hint" => {
                if session.finished().is_some() {
                    send(output, if command == "go" { "=== PA\n" } else { "status\n" })?;
                    continue;
                }
                let (at, begun) = (session.as_ref(), Instant::now());
                let limits = Limits { time: Some(MOST), depth: Some(depth), endless: false };
                send(output, "status Attractor is thinking\n")?;
                let mut last = None;
                let chosen = thinker.choose(at, limits, &heard.stop, &mut |found| {
                    let line: String = plain_line(at, &found.line).iter().map(|word| told(word)).collect();
                    last = Some((line, seen(at, found), found.depth));
                });
                let seconds = begun.elapsed().as_secs_f64();
                let answer = match (chosen, last) {
                    (Err(why), _) => status(&why.to_string()),
                    (Ok(word), None) if command == "go" => format!("=== {}//{seconds:.2}\n", told(&word)),
                    (Ok(word), None) => format!("search {} 0 0 0\n", told(&word)),
                    (Ok(word), Some((_, value, _))) if command == "go" => {
                        format!("=== {}/{value:.2}/{seconds:.2}\n", told(&word))
                    }
                    (Ok(_), Some((line, value, depth))) => format!("search {line} {value:.2} 0 {depth}\n"),
                };
                send(output, &format!("{answer}status\n"))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// A move as the protocol writes it.
fn told(word: &str) -> String {
    if word == "pass" { "PA".to_owned() } else { word.to_uppercase() }
}

/// Plays `D3`, `PA` or `D3/0.5/1.2`.
fn play_word(session: &mut dyn Session, text: &str) -> Result<(), Error> {
    let word = text.split('/').next().unwrap_or("").trim();
    let pass = word.eq_ignore_ascii_case("pa") || word.eq_ignore_ascii_case("pass");
    play(session, if pass { "pass" } else { word })
}

/// The position of `(;GM[Othello]...BO[8 ---... *]B[F5]W[D6];)`.
fn game(session: &dyn Session, text: &str) -> Result<Box<dyn Session>, String> {
    let properties = properties(text);
    let board = properties.iter().find(|(name, _)| *name == "BO").ok_or("the game has no board BO[...]")?.1;
    let (size, rest) = board.trim().split_once(char::is_whitespace).ok_or("a board is BO[8 ... *]")?;
    let size: usize = size.parse().ok().filter(|size| (1..=64).contains(size)).ok_or("a board is BO[8 ... *]")?;
    let sign = |c: char| match c {
        '*' | 'X' | 'x' => Some('X'),
        'O' | 'o' => Some('O'),
        '-' | '.' | '_' => Some('.'),
        _ => None,
    };
    let signs: Vec<char> = rest.chars().filter_map(sign).collect();
    if signs.len() != size * size + 1 {
        return Err(format!("a board of {size} has {} places and who is to move", size * size));
    }
    let (places, turn) = signs.split_at(size * size);
    let rows: Vec<String> = places.chunks(size).map(|row| row.iter().collect()).collect();
    let position = format!("{} {}", rows.join("/"), turn[0]);
    let mut there = session.fork();
    let Board { rows, columns, .. } = there.board();
    if (rows, columns) != (size, size) {
        let name = there.spec().split([':', ',']).next().unwrap_or("").to_owned();
        there = open(&format!("{name}:{size}x{size}")).map_err(|why| why.to_string())?;
    }
    there.restart();
    if there.position() != position {
        there.set_position(&position).map_err(|why| why.to_string())?;
    }
    for (_, word) in properties.iter().filter(|(name, _)| matches!(*name, "B" | "W")) {
        play_word(there.as_mut(), word).map_err(|why| why.to_string())?;
    }
    Ok(there)
}

/// `NAME[value]` after each other.
fn properties(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((value, left)) = after.split_once(']') else { break };
        let name = before.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).trim_end();
        found.push((name, value));
        rest = left;
    }
    found
}
