//! Solved tables of a game, by way of its session: building, probing, checking.

use crate::{
    Effort, FamilyRecord, PlanRecord, TableRecord, TableRequest,
    truth::{self, Oracle, searching},
};
use attractor_game::{Error, Indexed, Layered, Numbering, Outcome, Playable, Player, Retrograde, Value, moves_of};
use attractor_solve::table::{
    self, Begun, ByIndex, ByNumber, ByText, Checked, Crew, Job, Keyed, Plan, Prober, Row, Table, Way,
};
use std::{
    collections::{BTreeMap, HashSet},
    marker::PhantomData,
    path::Path,
};

impl TableRecord {
    /// The figures of a table that took so long.
    pub fn new(table: &Table, seconds: f64) -> TableRecord {
        let (figures, bytes) = (table.figures(), table.size());
        let each = |bytes: u64| 8.0 * bytes as f64 / figures.positions.max(1) as f64;
        TableRecord {
            game: table.game().to_owned(),
            from: table.from().map(str::to_owned),
            positions: figures.positions,
            won: figures.won,
            lost: figures.lost,
            drawn: figures.drawn + figures.endless,
            endless: figures.endless,
            longest: figures.longest(),
            bits_per_position: each(bytes),
            outcome_bits_per_position: each(figures.outcome_bytes),
            entries: table.entries(),
            bytes,
            distances: figures.distances.iter().map(|(plies, (won, lost))| (*plies, *won, *lost)).collect(),
            families: Vec::new(),
            seconds,
        }
    }
}

impl PlanRecord {
    /// What building the table of a game will take.
    pub fn new(game: &str, plan: &Plan) -> PlanRecord {
        PlanRecord {
            game: game.to_owned(),
            plan: match plan.way {
                Way::Layers => "layers",
                Way::Levels => "levels",
                Way::Tiers => "tiers",
                Way::Whole => "whole",
            },
            positions_at_least: plan.at_least,
            positions_at_most: plan.at_most,
            tiers: plan.tiers,
            memory: plan.memory,
            disk: plan.disk,
            values_on_disk: plan.on_disk,
            seconds: plan.seconds,
        }
    }
}

/// An entry of a table, without the types of its game.
pub(crate) struct TableEntry {
    /// What [`Label`] says.
    pub(crate) label: String,
    /// Who is to move.
    pub(crate) turn: Player,
    /// The value for the player to move.
    pub(crate) value: Value,
    /// How many positions a symmetry of the board makes equal to this one, itself included.
    pub(crate) images: u64,
}

/// The text that goes with each entry of a table.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Label {
    /// The position in the game's notation.
    Position,
    /// The name of its family; where the game has no families, no entry is given.
    Family,
}

/// Gives every entry of a table to `each`. The answer is their number.
pub(crate) struct Entries<'a, 'e, G> {
    pub(crate) game: &'a G,
    pub(crate) table: &'a Table,
    pub(crate) label: Label,
    pub(crate) job: Job<'a>,
    pub(crate) each: &'e mut dyn FnMut(TableEntry) -> Result<(), Error>,
}

impl<'a, G: Playable> WithKeys<'a, G> for Entries<'a, '_, G> {
    type Answer = Result<u64, Error>;
    fn by<K: Keyed<G> + Copy + Send + 'a>(self, keyed: K) -> Self::Answer {
        let Entries { game, table, label, job, each } = self;
        let by_family = label == Label::Family;
        if by_family && keyed.family(game, &game.start()).is_none() {
            return Ok(0);
        }
        table::rows(game, &keyed, table, &job, &mut |row: Row<G::Position>| {
            let p = &row.position;
            let label = if by_family { keyed.family(game, p).unwrap_or_default() } else { game.write(p) };
            each(TableEntry { label, turn: game.turn(p), value: row.value, images: row.images })
        })
    }
}

/// A table's positions by family.
#[derive(Default)]
pub(crate) struct Families(BTreeMap<String, FamilyRecord>);

impl Families {
    /// Counts an entry whose label is its family.
    pub(crate) fn add(&mut self, entry: TableEntry) {
        let family = self.0.entry(entry.label).or_insert_with_key(|name| FamilyRecord {
            family: name.clone(),
            positions: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            longest: 0,
            longest_win: 0,
        });
        family.positions += entry.images;
        *match entry.value.outcome() {
            Outcome::Win => &mut family.won,
            Outcome::Draw => &mut family.drawn,
            Outcome::Loss => &mut family.lost,
        } += entry.images;
        let plies = entry.value.plies().unwrap_or(0);
        family.longest = family.longest.max(plies);
        if entry.value.outcome() == Outcome::Win {
            family.longest_win = family.longest_win.max(plies);
        }
    }

    /// The families by name.
    pub(crate) fn records(self) -> Vec<FamilyRecord> {
        self.0.into_values().collect()
    }
}

/// The question whether a game's tables hold all numbered positions, wherever they begin.
pub(crate) struct Everywhere<'a, G>(pub(crate) &'a G);

impl<G: Playable> Numbering<G> for Everywhere<'_, G> {
    type Answer = bool;
    fn without(self) -> bool {
        false
    }
    fn layered(self) -> bool
    where
        G: Layered,
    {
        false
    }
    fn indexed(self) -> bool
    where
        G: Indexed,
    {
        self.0.everywhere()
    }
}

/// The work that a request asks for.
pub(crate) fn job<'a>(request: &TableRequest<'a>) -> Job<'a> {
    let effort = &request.effort;
    Job {
        memory: effort.memory,
        threads: effort.threads,
        scratch: request.scratch,
        stop: effort.stop,
        tell: request.tell,
    }
}

/// A question that is answered alike however a table knows positions.
pub(crate) trait WithKeys<'a, G: Playable> {
    /// The answer.
    type Answer;
    /// By these keys.
    fn by<K: Keyed<G> + Copy + Send + 'a>(self, keyed: K) -> Self::Answer;
}

/// Such a question, to be put to a game: [`Playable::with_numbers`].
pub(crate) struct Keys<'a, Q>(Q, PhantomData<&'a ()>);

impl<Q> Keys<'_, Q> {
    pub(crate) fn of(question: Q) -> Self {
        Keys(question, PhantomData)
    }
}

impl<'a, G: Playable, Q: WithKeys<'a, G>> Numbering<G> for Keys<'a, Q> {
    type Answer = Q::Answer;
    fn without(self) -> Self::Answer {
        self.0.by(ByText)
    }
    fn layered(self) -> Self::Answer
    where
        G: Layered,
    {
        self.0.by(ByNumber)
    }
    fn indexed(self) -> Self::Answer
    where
        G: Indexed,
    {
        self.0.by(ByIndex)
    }
}

/// Builds a table of what can be reached from the start of `game`.
pub(crate) struct Build<'a, G: Playable> {
    pub(crate) game: Begun<'a, G>,
    pub(crate) name: &'a str,
    pub(crate) out: &'a Path,
    pub(crate) request: &'a TableRequest<'a>,
    /// Those who build it together.
    pub(crate) crew: Option<&'a Crew<'a>>,
}

impl<G: Playable> Numbering<G> for Build<'_, G> {
    type Answer = Result<Option<Table>, Error>;
    fn without(self) -> Self::Answer {
        match self.crew {
            None => table::build_whole(&self.game, self.name, self.out, &job(self.request)).map(Some),
            Some(_) => Err(table::build_together_not(self.name)),
        }
    }
    fn layered(self) -> Self::Answer
    where
        G: Layered,
    {
        let Build { game, name, out, request, crew } = &self;
        match crew {
            None => table::build_layered(game, name, out, &job(request)).map(Some),
            Some(crew) => table::build_layered_together(game, name, out, &job(request), crew),
        }
    }
    fn indexed(self) -> Self::Answer
    where
        G: Indexed,
    {
        match self.crew {
            None => table::build_indexed(&self.game, self.name, self.out, &job(self.request)).map(Some),
            Some(_) => Err(table::build_together_not(self.name)),
        }
    }
    fn retrograde(self) -> Self::Answer
    where
        G: Retrograde,
    {
        let Build { game, name, out, request, crew } = &self;
        match crew {
            None => table::build_retrograde(game, name, out, &job(request)).map(Some),
            Some(crew) => table::build_retrograde_together(game, name, out, &job(request), crew),
        }
    }
}

/// Says what building a table will take.
pub(crate) struct Foresee<'a, G: Playable> {
    pub(crate) game: Begun<'a, G>,
    pub(crate) request: &'a TableRequest<'a>,
}

impl<G: Playable> Numbering<G> for Foresee<'_, G> {
    type Answer = Result<Plan, Error>;
    fn without(self) -> Self::Answer {
        table::plan_whole(&self.game, &job(self.request))
    }
    fn layered(self) -> Self::Answer
    where
        G: Layered,
    {
        table::plan_layered(&self.game, &job(self.request))
    }
    fn indexed(self) -> Self::Answer
    where
        G: Indexed,
    {
        table::plan_indexed(&self.game, &job(self.request))
    }
    fn retrograde(self) -> Self::Answer
    where
        G: Retrograde,
    {
        table::plan_retrograde(&self.game, &job(self.request))
    }
}

/// Checks a table: all values, or a sample.
pub(crate) struct Check<'a, G: Playable> {
    pub(crate) game: Begun<'a, G>,
    pub(crate) table: &'a Table,
    pub(crate) sample: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) request: &'a TableRequest<'a>,
}

impl<'a, G: Playable> Check<'a, G> {
    fn by(self, keyed: &(impl Keyed<Begun<'a, G>> + Sync)) -> Result<Checked, Error> {
        table::check(&self.game, keyed, self.table, self.sample, self.seed, &job(self.request))
    }
}

impl<G: Playable> Numbering<G> for Check<'_, G> {
    type Answer = Result<Checked, Error>;
    fn without(self) -> Self::Answer {
        self.by(&ByText)
    }
    fn layered(self) -> Self::Answer
    where
        G: Layered,
    {
        self.by(&ByNumber)
    }
    fn indexed(self) -> Self::Answer
    where
        G: Indexed,
    {
        self.by(&ByIndex)
    }
}

/// Opens a table as a source of truth.
pub(crate) struct Ask<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) table: &'a Table,
    /// What the table does not hold may be found out at this cost; if none is given, it is an error.
    pub(crate) effort: Option<Effort<'a>>,
}

impl<'a, G: Playable> WithKeys<'a, G> for Ask<'a, G> {
    type Answer = Box<dyn Oracle<G> + 'a>;
    fn by<K: Keyed<G> + Copy + Send + 'a>(self, keyed: K) -> Self::Answer {
        let Ask { game, table, effort } = self;
        Box::new(FromTable { game, prober: table.prober(), keyed, probes: 0, effort, other: None })
    }
}

/// The id of a position that a table does not hold.
pub(crate) const UNKNOWN: &str = "table-unknown";

/// The truth as a table tells it.
struct FromTable<'a, G: Playable, K> {
    game: &'a G,
    prober: Prober<'a>,
    keyed: K,
    probes: u64,
    effort: Option<Effort<'a>>,
    /// Asked where the table does not know.
    other: Option<Box<dyn Oracle<G> + 'a>>,
}

impl<'a, G: Playable, K: Keyed<G>> FromTable<'a, G, K> {
    fn known(&mut self, p: &G::Position) -> Result<Option<Value>, Error> {
        self.probes += 1;
        table::probe(self.game, &self.keyed, &mut self.prober, p)
    }

    /// Whoever answers for a position that the table does not hold.
    fn other(&mut self, p: &G::Position) -> Result<&mut (dyn Oracle<G> + 'a), Error> {
        let Some(effort) = &self.effort else {
            return Err(Error::new(
                "table-unknown",
                "the table does not hold {position}; it holds what can be reached from where it begins",
            )
            .arg("position", self.game.write(p)));
        };
        if self.other.is_none() {
            self.other = Some(searching(self.game, effort)?);
        }
        Ok(self.other.as_deref_mut().expect("just made"))
    }
}

impl<G: Playable, K: Keyed<G>> Oracle<G> for FromTable<'_, G, K> {
    fn value(&mut self, p: &G::Position) -> Result<Value, Error> {
        match self.known(p)? {
            Some(value) => Ok(value),
            None => self.other(p)?.value(p),
        }
    }

    fn value_at_hand(&mut self, p: &G::Position) -> Result<Option<Value>, Error> {
        match self.known(p)? {
            None => self.other(p)?.value_at_hand(p),
            known => Ok(known),
        }
    }

    fn outcome(&mut self, p: &G::Position) -> Result<Outcome, Error> {
        match self.known(p)? {
            Some(value) => Ok(value.outcome()),
            None => self.other(p)?.outcome(p),
        }
    }

    fn at_most(&mut self, p: &G::Position, outcome: Outcome) -> Result<bool, Error> {
        match self.known(p)? {
            Some(value) => Ok(value.outcome() <= outcome),
            None => self.other(p)?.at_most(p, outcome),
        }
    }

    fn by_merit(&mut self, game: &G, p: &G::Position) -> Vec<G::Move> {
        self.other.as_mut().map_or_else(|| moves_of(game, p), |other| other.by_merit(game, p))
    }

    fn best(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        if self.known(p)?.is_none() {
            return self.other(p)?.best(p);
        }
        let moves = truth::moves(self.game, self, p)?;
        let best = moves.iter().map(|(_, value)| *value).max();
        // A final and an endless draw are equally good.
        let equal = |value: Value| {
            best.is_some_and(|b| value == b || value.outcome() == Outcome::Draw && b.outcome() == Outcome::Draw)
        };
        Ok(moves.into_iter().filter(|(_, value)| equal(*value)).map(|(m, _)| m).collect())
    }

    fn line(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        let mut line = if self.known(p)?.is_none() { self.other(p)?.line(p)? } else { Vec::new() };
        let (mut p, mut seen) = (p.clone(), HashSet::new());
        for &m in &line {
            seen.insert(p.clone());
            p = self.game.play(&p, m);
        }
        while seen.insert(p.clone())
            && let Some(&m) = self.best(&p)?.first()
        {
            p = self.game.play(&p, m);
            line.push(m);
        }
        Ok(line)
    }

    fn nodes(&self) -> u64 {
        self.probes + self.other.as_ref().map_or(0, |other| other.nodes())
    }
}
