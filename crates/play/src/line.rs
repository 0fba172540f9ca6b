//! The typed side of a session: a game, and a line of positions through it.

use crate::{
    Analysis, Effort, Estimates, FamilyRecord, Finish, MatchRecord, MatchRequest, MoveValue, NodeRecord, Number,
    PlayerSpec, SearchRequest, Searched, Session, Solved, Stage, Stats, TableRequest, TableRow, TreeRecord,
    TreeRequest, TuneRequest, Tuned, ValueRecord, Verdict, book, estimates, export, full_name, matches,
    outcomes::{draw_word, margin, outcome_word},
    players::{Machine, Past},
    soundness, stats,
    table::{self, Keys},
    thinking::thinking,
    truth::{self, Oracle, oracle},
    tune, weights,
};
use attractor_game::{
    Board, Error, Game, Outcome, Playable, Player, Rng, Value, Watch, is_over, laws, moves_of, nearest, split_words,
};
use attractor_solve::{
    graph::{Arena, Strategy, Unfolding, unfold, unfold_named},
    search::{
        Algorithm, Node, Search, Thought,
        book::{Book, Checked},
        count_nodes, perft, stopped,
    },
    table::{Begun, Crew, Table, name_from},
};
use std::{
    cell::Cell,
    io::{self, Write},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// A session of a game of known type. Games of your own become sessions by this.
pub struct Line<G: Game> {
    spec: String,
    game: Arc<G>,
    root: G::Position,
    /// Each move with the position it led to.
    played: Vec<(String, G::Position)>,
}

impl<G: Game> Line<G> {
    /// At the start of the game, which is called `spec`.
    pub fn new(spec: impl Into<String>, game: G) -> Line<G> {
        let root = game.start();
        Line { spec: spec.into(), game: Arc::new(game), root, played: Vec::new() }
    }

    fn here(&self) -> &G::Position {
        self.played.last().map_or(&self.root, |(_, p)| p)
    }
}

impl<G: Playable> Line<G> {
    /// Every position of the play so far, the present one last.
    fn past(&self) -> Vec<G::Position> {
        std::iter::once(&self.root).chain(self.played.iter().map(|(_, p)| p)).cloned().collect()
    }

    /// The game as a table knows its positions: an endgame's table answers within the whole game. An error if the book or
    /// the table is one of another game.
    fn knowing(&self, effort: &Effort<'_>) -> Result<Arc<G>, Error> {
        let name = full_name(&self.spec);
        effort.book.map_or(Ok(()), |book| book.is_of(&name))?;
        match effort.table {
            Some(table) if table.game() != name => match self.game.endgame(table.game()) {
                Some(game) => Ok(Arc::new(game)),
                None => Err(Error::new("table-other-game", "{table} is the table of another game than {game}")
                    .arg("table", table.game())
                    .arg("game", &self.spec)),
            },
            _ => Ok(Arc::clone(&self.game)),
        }
    }
}

/// A move allowed by name, and whether it was ever legal.
struct Only {
    name: String,
    met: Cell<bool>,
}

/// Positions that the size of a tree may be remembered for.
const COUNTED: usize = 2_000_000;

impl<G: Playable> Line<G> {
    fn name(&self, p: &G::Position, m: G::Move) -> String {
        self.game.name(p, m)
    }

    /// The names of a line of moves from `p`.
    fn names(&self, p: &G::Position, line: &[G::Move]) -> Vec<String> {
        let mut p = p.clone();
        line.iter()
            .map(|&m| {
                let name = self.name(&p, m);
                p = self.game.play(&p, m);
                name
            })
            .collect()
    }

    /// An answer about the position here, to be filled in.
    fn unsolved(&self) -> Solved {
        Solved {
            game: self.spec.clone(),
            position: self.position(),
            turn: self.turn().number(),
            outcome: "",
            plies: None,
            draw: None,
            margin: None,
            best: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
        }
    }

    /// Builds the table of what can be reached from here, alone or with others.
    fn table(&self, out: &Path, request: &TableRequest<'_>, crew: Option<&Crew<'_>>) -> Result<Option<Table>, Error> {
        self.game.solvable()?;
        let (game, here) = (&*self.game, self.here());
        let name = full_name(&self.spec);
        // An endgame's table holds all its positions, wherever one stands.
        let whole = *here == game.start() || game.with_numbers(table::Everywhere(game));
        let name = &if whole { name } else { name_from(&name, &game.write(here)) };
        let begun = Begun::new(game, here.clone());
        game.with_numbers(table::Build { game: begun, name, out, request, crew })
    }

    fn solved(&self, oracle: &mut dyn Oracle<G>, outcome_only: bool) -> Result<Solved, Error> {
        let begun = Instant::now();
        let p = self.here();
        let mut solved = self.unsolved();
        if outcome_only {
            let outcome = oracle.outcome(p)?;
            solved.outcome = outcome_word(outcome);
            // One move that keeps the outcome is all that the outcome needs; `analyse` tells of every move.
            let line = self.outcome_line(oracle, outcome)?;
            solved.line = self.names(p, &line);
            solved.best = solved.line.first().cloned().into_iter().collect();
            if !G::ACYCLIC {
                let best = truth::keeping(&*self.game, oracle, p, outcome, true)?;
                solved.best = best.iter().map(|&m| self.name(p, m)).collect();
            }
        } else {
            let value = oracle.value(p)?;
            solved.outcome = outcome_word(value.outcome());
            solved.plies = value.plies();
            solved.draw = draw_word(value);
            solved.margin = margin(value);
            solved.best = oracle.best(p)?.into_iter().map(|m| self.name(p, m)).collect();
            solved.line = self.names(p, &oracle.line(p)?);
        }
        solved.nodes = oracle.nodes();
        solved.seconds = begun.elapsed().as_secs_f64();
        Ok(solved)
    }

    /// A line on which neither gives the outcome away; in games without cycles it ends.
    fn outcome_line(&self, oracle: &mut dyn Oracle<G>, mut outcome: Outcome) -> Result<Vec<G::Move>, Error> {
        let (game, mut p, mut line) = (&*self.game, self.here().clone(), Vec::new());
        while G::ACYCLIC
            && let Some(&m) = truth::keeping(game, oracle, &p, outcome, true)?.first()
        {
            let q = game.play(&p, m);
            outcome = if game.turn(&q) == game.turn(&p) { outcome } else { -outcome };
            p = q;
            line.push(m);
        }
        Ok(line)
    }

    fn node_record(
        &self,
        p: &G::Position,
        node: &Node<G::Move>,
        stop: Option<&AtomicBool>,
    ) -> Result<NodeRecord, Error> {
        stopped(stop)?;
        Ok(NodeRecord {
            name: None,
            player: node.player.number(),
            value: node.value.map(Number),
            chosen: node.chosen,
            window: node.window.map(|(alpha, beta)| [Number(alpha), Number(beta)]),
            cut: node.cut.map(|cut| cut.to_string()),
            children: node
                .children
                .iter()
                .map(|child| {
                    let m = child.mv.expect("only the root has no move");
                    let record = self.node_record(&self.game.play(p, m), child, stop)?;
                    Ok(NodeRecord { name: Some(self.name(p, m)), ..record })
                })
                .collect::<Result<_, Error>>()?,
        })
    }

    /// The moves made so far, as programs call them.
    fn plain_line(&self) -> Result<Vec<String>, Error> {
        let before = std::iter::once(&self.root).chain(self.played.iter().map(|(_, p)| p));
        before.zip(&self.played).map(|(p, (name, _))| Ok(self.game.plain(p, self.game.find(p, name)?))).collect()
    }

    /// The same player at this game's board, with weights read where it names a file of them.
    fn ready(&self, player: &PlayerSpec) -> Result<PlayerSpec, Error> {
        player.at_game(&self.spec).reworded(|text| weights::resolve(&*self.game, &self.spec, text))
    }

    /// The moves named in a list such as `3,4,5` or `1,2 4,9`: a word is one move if it is legal here, else several.
    fn allowed(&self, list: &str) -> Result<Vec<Only>, Error> {
        let legal = self.moves();
        let mut names = Vec::new();
        for word in split_words(list) {
            if legal.iter().any(|name| name == word) {
                names.push(word);
            } else {
                names.extend(word.split(',').map(str::trim).filter(|w| !w.is_empty()));
            }
        }
        if names.is_empty() {
            return Err(Error::new("only-nothing", "no move is named; write them as 3,4,5"));
        }
        Ok(names.into_iter().map(|name| Only { name: name.to_owned(), met: Cell::new(false) }).collect())
    }
}

impl<G: Playable> Session for Line<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn fork(&self) -> Box<dyn Session> {
        let (spec, game, root, played) =
            (self.spec.clone(), Arc::clone(&self.game), self.root.clone(), self.played.clone());
        Box::new(Line { spec, game, root, played })
    }

    fn turn(&self) -> Player {
        self.game.turn(self.here())
    }

    fn position(&self) -> String {
        self.game.write(self.here())
    }

    fn diagram(&self) -> String {
        self.game.diagram(self.here())
    }

    fn board(&self) -> Board {
        self.game.board(self.here())
    }

    fn board_of(&self, position: &str) -> Option<Board> {
        self.game.read(position).ok().map(|p| self.game.board(&p))
    }

    fn places(&self) -> Vec<Option<(f32, f32)>> {
        let p = self.here();
        moves_of(&*self.game, p).into_iter().map(|m| self.game.place(p, m)).collect()
    }

    fn choices(&self, most: usize) -> usize {
        self.game.moves(self.here()).take(most).count()
    }

    fn canonical(&self) -> String {
        self.game.write(&self.game.canonical(self.here()))
    }

    fn moves(&self) -> Vec<String> {
        let p = self.here();
        moves_of(&*self.game, p).into_iter().map(|m| self.name(p, m)).collect()
    }

    fn plain_moves(&self) -> Vec<String> {
        let p = self.here();
        moves_of(&*self.game, p).into_iter().map(|m| self.game.plain(p, m)).collect()
    }

    fn finished(&self) -> Option<Finish> {
        let p = self.here();
        if !is_over(&*self.game, p) {
            let drawn = self.game.drawn_by_history(&self.past());
            return drawn.then_some(Finish { winner: None, margin: None });
        }
        Some(Finish {
            winner: matches::winner(&*self.game, p),
            margin: G::MARGIN.then(|| self.game.result(p).0 * if self.turn() == Player::One { 1 } else { -1 }),
        })
    }

    fn line(&self) -> Vec<String> {
        self.played.iter().map(|(name, _)| name.clone()).collect()
    }

    fn line_text(&self) -> String {
        self.game.join(&self.line())
    }

    fn play(&mut self, name: &str) -> Result<(), Error> {
        let m = self.game.find(self.here(), name.trim())?;
        let played = (self.name(self.here(), m), self.game.play(self.here(), m));
        self.played.push(played);
        Ok(())
    }

    fn play_line(&mut self, text: &str) -> Result<(), Error> {
        self.play_line_while(text, &|_| Ok(()))
    }

    fn play_line_while(&mut self, text: &str, go_on: &dyn Fn(&dyn Session) -> Result<(), Error>) -> Result<(), Error> {
        let before = self.played.len();
        let mut played = go_on(self);
        for (i, name) in self.game.split(text).into_iter().enumerate() {
            played = played.and_then(|()| self.play(name).map_err(|error| error.in_line(text, name, i + 1)));
            played = played.and_then(|()| go_on(self));
            if played.is_err() {
                break;
            }
        }
        if played.is_err() {
            self.played.truncate(before);
        }
        played
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        self.root = self.game.read(text)?;
        self.played.clear();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.played.pop().is_some()
    }

    fn restart(&mut self) {
        self.root = self.game.start();
        self.played.clear();
    }

    fn heuristics(&self) -> &'static [&'static str] {
        self.game.heuristics()
    }

    fn solve(&self, effort: &Effort<'_>, outcome_only: bool) -> Result<Solved, Error> {
        let game = self.knowing(effort)?;
        self.solved(oracle(&*game, effort)?.as_mut(), outcome_only)
    }

    fn verdict(&self, effort: &Effort<'_>, outcome_only: bool) -> Result<(Verdict, u64), Error> {
        let (p, game) = (self.here(), self.knowing(effort)?);
        let mut oracle = oracle(&*game, effort)?;
        let value = if outcome_only { None } else { oracle.value_at_hand(p)? };
        let outcome = value.map_or_else(|| oracle.outcome(p), |value| Ok(value.outcome()))?;
        let winner = match outcome {
            Outcome::Win => Some(self.turn()),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.turn().other()),
        };
        let verdict = Verdict {
            winner: winner.map(Player::number),
            outcome: outcome_word(outcome),
            plies: value.and_then(Value::plies),
        };
        Ok((verdict, oracle.nodes()))
    }

    fn analyse(&self, effort: &Effort<'_>, tell: &mut dyn FnMut(&MoveValue)) -> Result<Analysis, Error> {
        let begun = Instant::now();
        let game = self.knowing(effort)?;
        let mut oracle = oracle(&*game, effort)?;
        let mut position = self.solved(oracle.as_mut(), false)?;
        let p = self.here();
        let mut moves = Vec::new();
        for m in moves_of(&*self.game, p) {
            let value = truth::after(&*self.game, oracle.as_mut(), p, m)?;
            let (outcome, plies, margin) = (outcome_word(value.outcome()), value.plies(), margin(value));
            moves.push(MoveValue { name: self.name(p, m), outcome, plies, margin });
            tell(moves.last().expect("just put there"));
        }
        position.nodes = oracle.nodes();
        position.seconds = begun.elapsed().as_secs_f64();
        Ok(Analysis { position, moves })
    }

    fn combinatorial(&self, stop: Option<&AtomicBool>) -> Result<ValueRecord, Error> {
        let check = || stopped(stop);
        let found = self.game.combinatorial(self.here(), Watch::new(&check))?;
        Ok(ValueRecord {
            game: self.spec.clone(),
            position: self.position(),
            value: found.value,
            ascii: found.ascii,
            kind: found.kind.word(),
            mean: Number(found.mean),
            temperature: Number(found.temperature),
            left_first: found.left_first.number(),
            right_first: found.right_first.number(),
        })
    }

    fn tree(&self, request: &TreeRequest<'_>) -> Result<TreeRecord, Error> {
        let p = self.here();
        let text = weights::resolve(&*self.game, &self.spec, request.heuristic.unwrap_or(self.heuristics()[0]))?;
        let heuristic = self.game.heuristic(&text)?;
        let only = request.only.map(|list| self.allowed(list)).transpose()?;
        let allow = |game: &G, p: &G::Position, m: G::Move| {
            // Names take longer than moves. What is left out here is no answer: see below.
            request.stop.is_none_or(|stop| !stop.load(Relaxed))
                && only.as_ref().is_none_or(|names| {
                    let name = game.name(p, m);
                    names.iter().find(|only| only.name == name).inspect(|only| only.met.set(true)).is_some()
                })
        };
        static NEVER: AtomicBool = AtomicBool::new(false);
        let search = Search::new(&*self.game, &heuristic).only(allow).stopping(request.stop.unwrap_or(&NEVER));
        let (found, tree) = if request.record {
            let explained = search.explain(request.algorithm, p, request.depth, request.most)?;
            (explained.found, Some(self.node_record(p, &explained.tree, request.stop)?))
        } else {
            let found = match request.algorithm {
                Algorithm::Minimax => search.minimax(p, request.depth)?,
                Algorithm::AlphaBeta => match request.remember {
                    Some(memory) => {
                        let most = memory / (2 * size_of::<(G::Position, u32, [f64; 3])>() as u64);
                        search.alpha_beta_remembering(p, request.depth, most as usize)?
                    }
                    None => search.alpha_beta(p, request.depth)?,
                },
            };
            (found, None)
        };
        stopped(request.stop)?;
        for only in only.iter().flatten() {
            // A move that was legal nowhere in the tree is a slip of the pen.
            if request.depth > 0 && !only.met.get() && !is_over(&*self.game, p) {
                let legal = self.moves();
                return Err(Error::new(
                    "only-unknown",
                    "{move} is legal nowhere in this tree; legal moves at its root: {legal}",
                )
                .arg("move", &only.name)
                .arg("legal", legal.join(" "))
                .nearest(nearest(&only.name, legal.iter().map(String::as_str))));
            }
        }
        let nodes = match request.algorithm {
            Algorithm::Minimax => Some(found.visited),
            Algorithm::AlphaBeta if !request.count => None,
            Algorithm::AlphaBeta => count_nodes(&*self.game, p, request.depth, allow, COUNTED, request.stop),
        };
        Ok(TreeRecord {
            value: Number(found.value),
            best: found.best.into_iter().map(|m| self.name(p, m)).collect(),
            visited: found.visited,
            nodes,
            tree,
        })
    }

    fn search(&self, request: &SearchRequest<'_>, tell: &mut dyn FnMut(&Searched)) -> Result<Searched, Error> {
        let begun = Instant::now();
        let p = self.here();
        let name = weights::resolve(&*self.game, &self.spec, request.heuristic.unwrap_or(self.heuristics()[0]))?;
        let heuristic = self.game.heuristic(&name)?;
        if is_over(&*self.game, p) {
            return Err(Error::new("nothing-to-search", "play is over: there is nothing to look ahead at"));
        }
        let progress = request.effort.progress;
        let memory = useful_memory(request, moves_of(&*self.game, p).len() as u64);
        let record = |thought: &Thought<G::Move>| Searched {
            game: self.spec.clone(),
            position: self.position(),
            turn: self.turn().number(),
            heuristic: name.clone(),
            value: Number(thought.value),
            depth: thought.depth,
            best: thought.best.iter().map(|&m| self.name(p, m)).collect(),
            line: self.names(p, &thought.line),
            nodes: thought.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            stopped: thought.stopped,
        };
        let game = self.knowing(&request.effort)?;
        let mut thinking = thinking(&*game, heuristic, memory, &request.effort);
        let thought = thinking.think(p, &[], request.depth, request.time, &mut |thought| {
            let record = record(thought);
            if let Some(progress) = progress {
                progress.tell_line(record.line.join(" "));
            }
            tell(&record);
        })?;
        Ok(record(&thought))
    }

    fn estimates(&self, effort: &Effort<'_>, time: Duration) -> Result<Option<Estimates>, Error> {
        let (p, name) = (self.here(), self.heuristics()[0]);
        let heuristic = self.game.heuristic(name)?;
        let Some((depth, values)) = estimates::of_moves(&*self.game, heuristic, p, effort, time)? else {
            return Ok(None);
        };
        let sign = self.turn().sign();
        let top = values.iter().map(|value| value * sign).fold(f64::NEG_INFINITY, f64::max);
        let moves: Vec<(String, Number)> = self.moves().into_iter().zip(values.into_iter().map(Number)).collect();
        let best = moves.iter().filter(|(_, value)| value.0 * sign == top).map(|(name, _)| name.clone()).collect();
        let found = Estimates { value: Number(top * sign), depth, heuristic: name.to_owned(), best, moves };
        Ok(Some(found).filter(|found| !found.moves.is_empty()))
    }

    fn perft(&self, depth: u32, stop: Option<&AtomicBool>) -> Result<u64, Error> {
        perft(&*self.game, self.here(), depth, stop)
    }

    fn stats(
        &self,
        plays: u64,
        seed: u64,
        stop: Option<&AtomicBool>,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Stats, Error> {
        stats::run(&*self.game, self.here(), plays, seed, stop, tell)
    }

    fn unfold(&self, most: Option<u64>, effort: &Effort<'_>, tell: &mut dyn FnMut(u64, u64)) -> Result<Arena, Error> {
        let (most, memory) = (most.unwrap_or(Arena::MOST), effort.memory);
        let how = Unfolding { most, memory, progress: Some(tell), stop: effort.stop, ..Unfolding::default() };
        Ok(unfold_named(&*self.game, self.here(), how)?.arena)
    }

    fn always(&self, arena: &Arena, name: &str, stop: Option<&AtomicBool>) -> Result<Strategy, Error> {
        let how = Unfolding { most: arena.len() as u64, stop, ..Unfolding::default() };
        let unfolded = unfold(&*self.game, self.here(), how)?;
        let mut strategy = Strategy::empty(arena);
        let mut found = false;
        for (v, p) in arena.vertices().zip(&unfolded.positions) {
            stopped(stop)?;
            let m = moves_of(&*self.game, p).into_iter().find(|&m| self.name(p, m) == name);
            found |= m.is_some();
            if let Some(m) = m.or_else(|| moves_of(&*self.game, p).first().copied()) {
                let q = self.game.play(p, m);
                let to = unfolded.arena.successors(v).iter().find(|&&w| unfolded.positions[w as usize] == q);
                strategy.set(v, *to.expect("the successors of an unfolded position are its moves"));
            }
        }
        if !found {
            return Err(
                Error::new("move-never-legal", "the move {move} is legal nowhere in this game").arg("move", name)
            );
        }
        Ok(strategy)
    }

    fn choose(&self, player: &PlayerSpec, effort: &Effort<'_>, rng: &mut Rng) -> Result<String, Error> {
        let (game, p) = (self.knowing(effort)?, self.here());
        let mut machine = Machine::new(&*game, &self.ready(player)?, effort)?;
        let moves = if machine.asks_for_past() { self.plain_line()? } else { Vec::new() };
        let m = machine.choose(&*game, Past { line: &self.past(), moves: &moves }, rng)?;
        Ok(self.name(p, m))
    }

    fn matches(&self, request: &MatchRequest<'_>, tell: &(dyn Fn(u64) + Sync)) -> Result<MatchRecord, Error> {
        let game = self.knowing(&request.effort)?;
        let (first, second) = (self.ready(request.first)?, self.ready(request.second)?);
        let request = MatchRequest { first: &first, second: &second, ..*request };
        matches::run(&*game, self.here(), &request, tell)
    }

    fn tune(&self, request: &TuneRequest<'_>, tell: &(dyn Fn(Stage, u64, u64) + Sync)) -> Result<Tuned, Error> {
        let heuristic = match request.heuristic {
            Some(text) => Some(weights::resolve(&*self.game, &self.spec, text)?),
            None => None,
        };
        let request = TuneRequest { heuristic: heuristic.as_deref(), ..*request };
        tune::run(&*self.game, &self.spec, self.here(), &request, tell)
    }

    fn build_book(
        &self,
        out: &Path,
        plies: u32,
        effort: &Effort<'_>,
        tell: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Book, Error> {
        let (game, name) = (&*self.game, &full_name(&self.spec));
        game.with_tactics(book::Build { game, name, out, plies, effort, tell })
    }

    fn probe_book(&self, book: &Book) -> Result<Option<Solved>, Error> {
        let begun = Instant::now();
        book.is_of(&full_name(&self.spec))?;
        let position = self.here();
        let Some(probed) = self.game.with_tactics(book::Probe { game: &*self.game, book, position })? else {
            return Ok(None);
        };
        let mut solved = self.unsolved();
        probed.tell(&mut solved, |m| self.name(position, m));
        solved.seconds = begun.elapsed().as_secs_f64();
        Ok(Some(solved))
    }

    fn check_book(
        &self,
        book: &Book,
        sample: usize,
        seed: u64,
        effort: &Effort<'_>,
        tell: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Checked, Error> {
        book.is_of(&full_name(&self.spec))?;
        let game = &*self.game;
        game.with_tactics(book::Check { game, book, sample, seed, effort, tell })
    }

    fn build_table(&self, out: &Path, request: &TableRequest<'_>) -> Result<Table, Error> {
        self.table(out, request, None).map(|table| table.expect("one process has its table"))
    }

    fn build_table_together(
        &self,
        out: &Path,
        request: &TableRequest<'_>,
        crew: &Crew<'_>,
    ) -> Result<Option<Table>, Error> {
        self.table(out, request, Some(crew))
    }

    fn plan_table(&self, request: &TableRequest<'_>) -> Result<attractor_solve::table::Plan, Error> {
        self.game.solvable()?;
        let begun = Begun::new(&*self.game, self.here().clone());
        self.game.with_numbers(table::Foresee { game: begun, request })
    }

    fn probe_table(&self, table: &Table) -> Result<Option<Solved>, Error> {
        let game = self.knowing(&Effort { table: Some(table), ..Effort::default() })?;
        let mut oracle = game.with_numbers(Keys::of(table::Ask { game: &*game, table, effort: None }));
        match self.solved(&mut *oracle, false) {
            Err(error) if error.id() == table::UNKNOWN => Ok(None),
            solved => solved.map(Some),
        }
    }

    fn check_table(
        &self,
        table: &Table,
        sample: Option<u64>,
        seed: u64,
        request: &TableRequest<'_>,
    ) -> Result<attractor_solve::table::Checked, Error> {
        let game = &*self.knowing(&Effort { table: Some(table), ..Effort::default() })?;
        let begun = Begun::new(game, table.from().map_or_else(|| Ok(game.start()), |text| game.read(text))?);
        game.with_numbers(table::Check { game: begun, table, sample, seed, request })
    }

    fn export_table(&self, table: &Table, out: &mut (dyn Write + Send), request: &TableRequest<'_>) -> io::Result<u64> {
        let game = &*self.knowing(&Effort { table: Some(table), ..Effort::default() }).map_err(io::Error::other)?;
        let job = table::job(request);
        game.with_numbers(Keys::of(export::Export { game, table, out, job }))
    }

    fn read_table(
        &self,
        table: &Table,
        request: &TableRequest<'_>,
        row: &mut dyn FnMut(TableRow),
    ) -> Result<u64, Error> {
        let game = &*self.knowing(&Effort { table: Some(table), ..Effort::default() })?;
        let job = table::job(request);
        game.with_numbers(Keys::of(export::Read { game, table, job, row }))
    }

    fn has_endgame(&self, table: &str) -> bool {
        self.game.endgame(table).is_some()
    }

    fn table_families(&self, table: &Table, request: &TableRequest<'_>) -> Result<Vec<FamilyRecord>, Error> {
        let game = &*self.knowing(&Effort { table: Some(table), ..Effort::default() })?;
        let job = table::job(request);
        game.with_numbers(Keys::of(table::Families { game, table, job }))
    }

    fn check_tactics(&self, most: u64) -> Result<u64, Error> {
        self.game.with_tactics(soundness::Check { game: &*self.game, most })
    }

    fn laws(&self, effort: laws::Effort) -> Result<usize, Vec<laws::Broken>> {
        laws::check(&*self.game, effort)
    }
}

/// The memory that a search can make use of: pages of a larger table would cost more than the search itself. Alpha-beta
/// visits about the square root of the tree.
fn useful_memory(request: &SearchRequest<'_>, moves: u64) -> u64 {
    const LEAST: u64 = 1 << 20;
    const EACH: u64 = 64;
    const PER_SECOND: f64 = 4e6;
    let by_depth = moves.max(2).saturating_pow(request.depth / 2 + 1);
    let by_time = request.time.map_or(u64::MAX, |time| (PER_SECOND * time.as_secs_f64()) as u64);
    request.effort.memory.min(EACH.saturating_mul(by_depth.min(by_time)).max(LEAST))
}

/// Says where in a line of moves an error is.
trait InLine {
    fn in_line(self, text: &str, name: &str, number: usize) -> Error;
}

impl InLine for Error {
    fn in_line(self, text: &str, name: &str, number: usize) -> Error {
        let offset = (name.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let column = text.get(..offset).map_or(1, |before| before.chars().count() + 1);
        self.arg("number", number).at(attractor_game::Place {
            source: "moves".into(),
            line: 1,
            column,
            width: name.chars().count().max(1),
            text: text.lines().next().unwrap_or("").to_owned(),
        })
    }
}
