//! How each protocol greets a program, tells it the position, and asks for a move.

use super::{Asked, Grid, PATIENCE, Program, Protocol, ggf, grid, hub_position};
use attractor_game::{Error, Player};
use std::{sync::atomic::AtomicBool, time::Duration};

/// The words of GTP for the players: player 1 has the black stones.
fn colour(player: Player) -> &'static str {
    if player == Player::One { "black" } else { "white" }
}

/// How long a move may be waited for.
fn patience(asked: &Asked<'_>) -> Duration {
    asked.time.saturating_mul(2).saturating_add(PATIENCE)
}

/// The value of `name=value` or `name="value"` in a line of Hub.
fn hub_value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let begin = line.find(&format!(" {name}="))? + name.len() + 2;
    let rest = &line[begin..];
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split_whitespace().next(),
    }
}

impl Program {
    /// What comes before any game.
    pub(super) fn greet(&mut self, stop: Option<&AtomicBool>) -> Result<(), Error> {
        match self.protocol {
            Protocol::Uci => self.greet_uci(stop),
            Protocol::Gtp => self.command("protocol_version", PATIENCE, stop).map(drop),
            Protocol::Hub => {
                self.send("hub");
                self.wait("hub", PATIENCE, stop, |line| (line == "wait").then_some(()))?;
                self.send("init");
                self.wait("init", PATIENCE, stop, |line| (line == "ready").then_some(()))
            }
            Protocol::NBoard => {
                self.send("nboard 2");
                self.send(&format!("set depth {}", self.options.depth));
                self.ping(stop)
            }
        }
    }

    /// Waits until an NBoard program has done what it was told.
    fn ping(&mut self, stop: Option<&AtomicBool>) -> Result<(), Error> {
        self.commands += 1;
        let (ping, pong) = (format!("ping {}", self.commands), format!("pong {}", self.commands));
        self.send(&ping);
        self.wait(&ping, PATIENCE, stop, |line| (line == pong).then_some(()))
    }

    fn greet_uci(&mut self, stop: Option<&AtomicBool>) -> Result<(), Error> {
        self.send("uci");
        let (mut limits, mut range) = (false, None);
        self.wait("uci", PATIENCE, stop, |line| {
            limits |= line.starts_with("option name UCI_LimitStrength ");
            if let Some(option) = line.strip_prefix("option name UCI_Elo ") {
                let words: Vec<&str> = option.split_whitespace().collect();
                let number = |name: &str| words.iter().skip_while(|word| **word != name).nth(1)?.parse::<u32>().ok();
                range = Some((number("min").unwrap_or(0), number("max").unwrap_or(u32::MAX)));
            }
            (line == "uciok").then_some(())
        })?;
        if let Some(elo) = self.options.elo {
            match range.filter(|_| limits) {
                None => {
                    return Err(Error::new(
                        "program-no-elo",
                        "the strength of the program {program} cannot be set: leave elo out",
                    )
                    .arg("program", &self.name));
                }
                Some((low, high)) if !(low..=high).contains(&elo) => {
                    return Err(Error::new(
                        "program-elo",
                        "the elo of the program {program} is from {low} to {high}, not {elo}",
                    )
                    .arg("program", &self.name)
                    .arg("low", low)
                    .arg("high", high)
                    .arg("elo", elo));
                }
                Some(_) => {
                    self.send("setoption name UCI_LimitStrength value true");
                    self.send(&format!("setoption name UCI_Elo value {elo}"));
                }
            }
        }
        self.send("isready");
        self.wait("isready", PATIENCE, stop, |line| (line == "readyok").then_some(()))
    }

    /// Whether the moves go on from those that the program was last asked about; notes them.
    fn goes_on(&mut self, asked: &Asked<'_>) -> bool {
        let on = self.told.as_ref().is_some_and(|(root, moves)| root == asked.root && asked.moves.starts_with(moves));
        self.told = Some((asked.root.to_owned(), asked.moves.to_vec()));
        on
    }

    pub(super) fn choose_uci(&mut self, asked: &Asked<'_>) -> Result<String, Error> {
        if !self.goes_on(asked) {
            self.send("ucinewgame");
            self.send("isready");
            self.wait("isready", PATIENCE, asked.stop, |line| (line == "readyok").then_some(()))?;
        }
        let root = if asked.from_start { "startpos".to_owned() } else { format!("fen {}", asked.root) };
        let moves = if asked.moves.is_empty() { String::new() } else { format!(" moves {}", asked.moves.join(" ")) };
        self.send(&format!("position {root}{moves}"));
        let go = format!("go movetime {}", asked.time.as_millis().max(1));
        self.send(&go);
        let said = self.wait(&go, patience(asked), asked.stop, |line| {
            (line.split_whitespace().next() == Some("bestmove")).then(|| line.to_owned())
        })?;
        let word = said.split_whitespace().nth(1).unwrap_or("");
        if matches!(word, "" | "(none)" | "0000") { Err(self.nonsense(&go, &said)) } else { Ok(word.to_owned()) }
    }

    /// Sends a command of GTP and gives its answer, or the program's complaint in the inner error.
    fn try_command(
        &mut self,
        command: &str,
        patience: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<Result<String, String>, Error> {
        self.commands += 1;
        let number = self.commands.to_string();
        self.send(&format!("{number} {command}"));
        // An answer begins with = or ? and the number of the command, and an empty line ends it.
        let mut answer: Option<(bool, String)> = None;
        self.wait(command, patience, stop, |line| {
            if let Some((done, text)) = &mut answer {
                if line.is_empty() {
                    return Some(if *done { Ok(text.trim().to_owned()) } else { Err(text.trim().to_owned()) });
                }
                // No answer is longer than a board.
                if text.len() < 1 << 16 {
                    text.push('\n');
                    text.push_str(line);
                }
                return None;
            }
            let done = line.starts_with('=');
            let rest = line.strip_prefix(['=', '?'])?.strip_prefix(number.as_str())?;
            if rest.is_empty() || rest.starts_with(char::is_whitespace) {
                answer = Some((done, rest.to_owned()));
            }
            None
        })
    }

    fn command(&mut self, command: &str, patience: Duration, stop: Option<&AtomicBool>) -> Result<String, Error> {
        self.try_command(command, patience, stop)?.map_err(|said| self.refused(command, &said))
    }

    /// Puts a root position on the board of a GTP program.
    fn set_up(&mut self, asked: &Asked<'_>) -> Result<(), Error> {
        let (name, options) = self.game.split_once([':', ',']).unwrap_or((&self.game, ""));
        let is_go = name == "go";
        let komi = options.split(',').find_map(|option| option.strip_prefix("komi=")).unwrap_or("0").to_owned();
        let found = grid(asked.root).filter(|grid| grid.rows.len() == grid.rows[0].len());
        let Some(Grid { rows, .. }) = found.filter(|_| is_go || asked.from_start) else {
            return Err(self.untold(asked.root));
        };
        let size = rows.len();
        self.command(&format!("boardsize {size}"), PATIENCE, asked.stop)?;
        self.command("clear_board", PATIENCE, asked.stop)?;
        // Where these are not known, nothing is lost.
        if is_go {
            let _ = self.try_command(&format!("komi {komi}"), PATIENCE, asked.stop)?;
        }
        let seconds = asked.time.as_secs_f64().ceil().max(1.0);
        let _ = self.try_command(&format!("time_settings 0 {seconds} 1"), PATIENCE, asked.stop)?;
        if !asked.from_start {
            for (i, row) in rows.iter().enumerate() {
                for (j, man) in row.iter().enumerate() {
                    // Letters without I, rows from the bottom.
                    let letter = ('A'..='Z').filter(|c| *c != 'I').nth(j);
                    if let (Some(player), Some(letter)) = (man, letter) {
                        let stone = format!("play {} {letter}{}", colour(*player), size - i);
                        self.command(&stone, PATIENCE, asked.stop)?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn choose_gtp(&mut self, asked: &Asked<'_>) -> Result<String, Error> {
        let same = |told: &[String]| {
            told.len() <= asked.moves.len() && told.iter().zip(asked.moves).all(|(a, b)| a.eq_ignore_ascii_case(b))
        };
        // If anything goes wrong on the way, it is not known what is on its board.
        let begun = match self.told.take() {
            Some((root, moves)) if root == asked.root && same(&moves) => moves.len(),
            _ => {
                self.set_up(asked)?;
                0
            }
        };
        let at = |ply: usize| colour(if ply.is_multiple_of(2) { asked.turn } else { asked.turn.other() });
        for (ply, name) in asked.moves.iter().enumerate().skip(begun) {
            let play = format!("play {} {name}", at(ply));
            if let Err(said) = self.try_command(&play, PATIENCE, asked.stop)? {
                // Some programs pass by themselves where nothing else can be played.
                if !name.eq_ignore_ascii_case("pass") {
                    return Err(self.refused(&play, &said));
                }
            }
        }
        let mover = at(asked.moves.len());
        let seconds = asked.time.as_secs_f64().ceil().max(1.0);
        let _ = self.try_command(&format!("time_left {mover} {seconds} 1"), PATIENCE, asked.stop)?;
        let genmove = format!("genmove {mover}");
        let said = self.command(&genmove, patience(asked), asked.stop)?;
        let mut words = said.split_whitespace();
        let (Some(word), None) = (words.next(), words.next()) else {
            return Err(self.nonsense(&genmove, &said));
        };
        // One that gives up passes from then on: the game is played to its end all the same.
        if word.eq_ignore_ascii_case("resign") {
            return Ok("pass".to_owned());
        }
        let mut moves = asked.moves.to_vec();
        moves.push(word.to_owned());
        self.told = Some((asked.root.to_owned(), moves));
        Ok(word.to_owned())
    }

    pub(super) fn choose_hub(&mut self, asked: &Asked<'_>) -> Result<String, Error> {
        let squares = if self.game.starts_with("checkers") { 32 } else { 50 };
        let Some(root) = hub_position(asked.root, squares) else { return Err(self.untold(asked.root)) };
        if !self.goes_on(asked) {
            self.send("new-game");
        }
        let moves =
            if asked.moves.is_empty() { String::new() } else { format!(" moves=\"{}\"", asked.moves.join(" ")) };
        self.send(&format!("pos pos={root}{moves}"));
        self.send(&format!("level move-time={}", asked.time.as_secs_f64()));
        self.send("go think");
        let said = self.wait("go think", patience(asked), asked.stop, |line| {
            matches!(line.split_whitespace().next(), Some("done" | "error")).then(|| line.to_owned())
        })?;
        if said.starts_with("error") {
            return Err(self.refused("go think", hub_value(&said, "message").unwrap_or(&said)));
        }
        let Some(word) = hub_value(&said, "move").filter(|word| !word.is_empty()) else {
            return Err(self.nonsense("go think", &said));
        };
        // What is captured may come in any order: 26x17x22x21 is 26x17x21x22.
        let parts: Vec<&str> = word.split('x').collect();
        let taken: Option<Vec<u32>> = parts.iter().skip(2).map(|square| square.parse().ok()).collect();
        Ok(match taken.filter(|taken| !taken.is_empty()) {
            Some(mut taken) => {
                taken.sort_unstable();
                let taken: Vec<String> = taken.iter().map(u32::to_string).collect();
                format!("{}x{}x{}", parts[0], parts[1], taken.join("x"))
            }
            None => word.to_owned(),
        })
    }

    pub(super) fn choose_nboard(&mut self, asked: &Asked<'_>) -> Result<String, Error> {
        let Some(game) = ggf(asked.root, asked.moves) else { return Err(self.untold(asked.root)) };
        self.send(&format!("set game {game}"));
        self.ping(asked.stop)?;
        self.send("go");
        let said = self.wait("go", patience(asked), asked.stop, |line| line.strip_prefix("===").map(str::to_owned))?;
        // The move, then the value and the time, behind slashes or spaces.
        let word = said.trim().split(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or("");
        match word.to_ascii_lowercase().as_str() {
            "" => Err(self.nonsense("go", &format!("==={said}"))),
            "pa" | "pass" => Ok("pass".to_owned()),
            word => Ok(word.to_owned()),
        }
    }
}
