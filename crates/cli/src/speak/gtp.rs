//! GTP, the Go Text Protocol, version 2: for Go and Othello, and for any game whose moves are words. Player 1 is black.

use super::{Heard, Limits, Out, Sign, Thinker, listen, one_line, play, seconds, send, share};
use attractor_game::Player;
use attractor_play::{Session, open};
use std::{
    io::{self, BufRead, Write},
    sync::atomic::AtomicBool,
    time::Duration,
};

const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "fixed_handicap",
];

/// The clock: what was agreed on, and what each player has left.
#[derive(Default)]
struct Clock {
    main: f64,
    overtime: f64,
    stones: f64,
    /// Seconds and stones left, as last told.
    left: [Option<(f64, f64)>; 2],
}

impl Clock {
    fn time(&self, player: Player) -> Option<Duration> {
        match self.left[player.index()] {
            Some((left, stones)) if stones > 0.0 => Some(share(left, Some(stones), 0.0)),
            Some((left, _)) => Some(share(left, None, 0.0)),
            // Overtime without stones is no limit at all.
            None if self.overtime > 0.0 && self.stones == 0.0 => None,
            None if self.main > 0.0 => Some(share(self.main, None, 0.0)),
            None if self.overtime > 0.0 => Some(share(self.overtime, Some(self.stones), 0.0)),
            None => None,
        }
    }
}

struct Desk {
    session: Box<dyn Session>,
    /// How many plies each move of the conversation took: a move out of turn has a pass before it.
    plies: Vec<usize>,
    clock: Clock,
    /// What of the komi the game itself does not count.
    rest: f64,
    thinker: Thinker,
}

/// Answers until the input ends or says `quit`.
pub(super) fn serve<W: Write + Send + 'static>(
    session: Box<dyn Session>,
    input: impl BufRead + Send + 'static,
    output: &Out<W>,
    thinker: Thinker,
) -> io::Result<()> {
    let mut desk = Desk { session, plies: Vec::new(), clock: Clock::default(), rest: 0.0, thinker };
    // The number of the command may stand before it.
    let hear = listen(input, output, |line| match line.split_whitespace().take(2).any(|word| word == "genmove") {
        true => Sign::Think { endless: false },
        false => Sign::Later,
    });
    for Heard { line, stop } in hear {
        let line: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let line = line.split('#').next().unwrap_or("");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let is_number = |word: &&&str| word.len() <= 10 && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = words.first().filter(is_number).copied().unwrap_or("");
        if !number.is_empty() {
            words.remove(0);
        }
        let Some((command, given)) = words.split_first() else {
            // A number alone asks for nothing.
            if !number.is_empty() {
                send(output, &format!("?{number} unknown command\n\n"))?;
            }
            continue;
        };
        let (sign, answer) = match desk.answer(command, given, &stop) {
            Ok(answer) => ('=', answer),
            Err(why) => ('?', why),
        };
        // An empty line ends an answer: there is none within.
        let lines: Vec<&str> = answer.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let space = if lines.is_empty() { "" } else { " " };
        send(output, &format!("{sign}{number}{space}{}\n\n", lines.join("\n")))?;
        if *command == "quit" {
            break;
        }
    }
    Ok(())
}

impl Desk {
    fn answer(&mut self, command: &str, given: &[&str], stop: &AtomicBool) -> Result<String, String> {
        let syntax = || "syntax error".to_owned();
        let number = |at: usize| given.get(at).copied().and_then(seconds).ok_or_else(syntax);
        Ok(match command {
            "protocol_version" => "2".to_owned(),
            "name" => "Attractor".to_owned(),
            "version" => env!("CARGO_PKG_VERSION").to_owned(),
            "known_command" => given.first().is_some_and(|name| COMMANDS.contains(name)).to_string(),
            "list_commands" => COMMANDS.join("\n"),
            "quit" => String::new(),
            "boardsize" => {
                let size: u32 = given.first().and_then(|word| word.parse().ok()).ok_or_else(syntax)?;
                self.resize(size)?;
                String::new()
            }
            "clear_board" => {
                self.session.restart();
                self.plies.clear();
                self.clock.left = [None; 2];
                String::new()
            }
            "komi" => {
                let komi = given.first().and_then(|word| word.parse::<f64>().ok()).filter(|komi| komi.is_finite());
                self.komi(komi.ok_or_else(syntax)?)?;
                String::new()
            }
            "play" => {
                let [colour, word] = given[..] else { return Err(syntax()) };
                self.play(player(colour)?, word)?;
                String::new()
            }
            "genmove" => {
                let [colour] = given[..] else { return Err(syntax()) };
                self.generate(player(colour)?, stop)?
            }
            "undo" => {
                let plies = self.plies.pop().ok_or("cannot undo")?;
                self.back(plies);
                String::new()
            }
            "showboard" => format!("\n{}", self.session.diagram()),
            "time_settings" => {
                let (main, overtime, stones) = (number(0)?, number(1)?, number(2)?);
                self.clock = Clock { main, overtime, stones, left: [None; 2] };
                String::new()
            }
            "time_left" => {
                let player = player(given.first().copied().unwrap_or(""))?;
                self.clock.left[player.index()] = Some((number(1)?, number(2)?));
                String::new()
            }
            "final_score" => self.score()?,
            "fixed_handicap" => return Err("handicap games are not played".to_owned()),
            _ => return Err("unknown command".to_owned()),
        })
    }

    /// The same game on a board of another size. The board is empty afterwards.
    fn resize(&mut self, size: u32) -> Result<(), String> {
        let spec = self.session.spec();
        let (head, options) = spec.split_once(',').map_or((spec, String::new()), |(a, b)| (a, format!(",{b}")));
        let name = head.split(':').next().unwrap_or(head);
        let board = self.session.board();
        if (board.rows, board.columns) == (size as usize, size as usize) {
            self.session.restart();
        } else {
            let reopened = open(&format!("{name}:{size}x{size}{options}"));
            self.session = reopened.map_err(|_| "unacceptable size".to_owned())?;
            self.thinker.forget();
        }
        self.plies.clear();
        Ok(())
    }

    /// Go counts whole points; the rest is counted at the end. Other games have no komi.
    fn komi(&mut self, komi: f64) -> Result<(), String> {
        if self.name() != "go" {
            return Ok(());
        }
        let spec = self.session.spec();
        let mut parts: Vec<&str> = spec.split(',').filter(|part| !part.starts_with("komi=")).collect();
        let whole = format!("komi={}", komi.floor());
        parts.push(&whole);
        let again = |e: attractor_game::Error| one_line(&e.to_string());
        let mut session = open(&parts.join(",")).map_err(again)?;
        for name in self.session.line() {
            session.play(&name).map_err(again)?;
        }
        self.session = session;
        self.thinker.forget();
        self.rest = komi - komi.floor();
        Ok(())
    }

    /// The game's name, without its size and options.
    fn name(&self) -> &str {
        self.session.spec().split([':', ',']).next().unwrap_or("")
    }

    fn back(&mut self, plies: usize) {
        for _ in 0..plies {
            self.session.undo();
        }
    }

    /// Lets the other player pass, if it is not this one's turn. Says how many plies that took.
    fn hand_over(&mut self, to: Player) -> Result<usize, String> {
        if self.session.turn() == to || self.session.finished().is_some() {
            return Ok(0);
        }
        play(self.session.as_mut(), "pass").map_err(|_| "illegal move: it is the other player's turn".to_owned())?;
        if self.session.finished().is_some() {
            self.session.undo();
            return Err("illegal move: it is the other player's turn".to_owned());
        }
        Ok(1)
    }

    fn play(&mut self, player: Player, word: &str) -> Result<(), String> {
        let before = self.hand_over(player)?;
        if play(self.session.as_mut(), word).is_err() {
            self.back(before);
            return Err("illegal move".to_owned());
        }
        self.plies.push(before + 1);
        Ok(())
    }

    fn generate(&mut self, player: Player, stop: &AtomicBool) -> Result<String, String> {
        let before = self.hand_over(player)?;
        if self.session.finished().is_some() {
            return if matches!(self.name(), "go" | "othello") {
                Ok("pass".to_owned())
            } else {
                Err("play is over".to_owned())
            };
        }
        let limits = Limits { time: self.clock.time(player), ..Limits::default() };
        let chosen = self.thinker.choose(self.session.as_ref(), limits, stop, &mut |_| {}).and_then(|word| {
            self.session.play(&word)?;
            Ok(word)
        });
        match chosen {
            Ok(word) => {
                self.plies.push(before + 1);
                Ok(word)
            }
            Err(why) => {
                self.back(before);
                Err(one_line(&why.to_string()))
            }
        }
    }

    /// `B+3`, `W+0.5`, `0`; a win without a margin is `B+`.
    fn score(&self) -> Result<String, String> {
        let finish = self.session.finished().ok_or("cannot score: play is not over")?;
        let sign = |black: bool| if black { "B+" } else { "W+" };
        Ok(match (finish.margin, finish.winner) {
            (Some(margin), _) => {
                let margin = f64::from(margin) - self.rest;
                if margin == 0.0 { "0".to_owned() } else { format!("{}{}", sign(margin > 0.0), margin.abs()) }
            }
            (None, Some(winner)) => sign(winner == Player::One).to_owned(),
            (None, None) => "0".to_owned(),
        })
    }
}

fn player(word: &str) -> Result<Player, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::One),
        "w" | "white" => Ok(Player::Two),
        _ => Err("invalid color or coordinate".to_owned()),
    }
}
