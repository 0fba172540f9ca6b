//! Unfolding as far as positions whose values are known: what lies behind them is left out.
//!
//! A known position keeps one move. A win or loss leads into a chain of vertices as long as its distance, which ends as it
//! does; a final draw leads to a drawn end, an endless one to a vertex that leads to itself. So attractors, ranks and final
//! draws of all other positions come out as on the whole graph, by the same code.

use super::{Arena, Builder, End, Names, Unfolded, Unfolding, unfold::Room};
use crate::search::{Known, stopped};
use attractor_game::{Draw, Error, Game, Outcome, Player, Value};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;

/// What a vertex stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// A position with all its moves.
    Open,
    /// A position of that value.
    Known(Value),
    /// So many plies before somebody wins, whoever moves.
    Before { winner: Player, plies: u32 },
    /// A drawn end.
    Drawn,
    /// For ever.
    Endless,
}

/// Vertices so far.
struct Growing<P> {
    positions: Vec<Option<P>>,
    kinds: Vec<Kind>,
    ids: HashTable<u32>,
    shared: HashMap<Kind, u32>,
    most: u64,
}

impl<P> Growing<P> {
    fn add(&mut self, position: Option<P>, kind: Kind) -> Result<u32, Error> {
        let id = self.kinds.len() as u64;
        if id >= self.most.min(Arena::MOST) {
            return Err(Error::limit("too-many-states", "more than {most} states are reachable").arg("most", self.most));
        }
        self.positions.push(position);
        self.kinds.push(kind);
        Ok(id as u32)
    }

    /// A vertex that stands for no position; there is one of each kind.
    fn shared(&mut self, kind: Kind) -> Result<u32, Error> {
        if let Some(&id) = self.shared.get(&kind) {
            return Ok(id);
        }
        let id = self.add(None, kind)?;
        self.shared.insert(kind, id);
        Ok(id)
    }
}

/// Unfolds positions reachable from `from` within the bounds of `how`, and asks for the value of each but the first before
/// its moves are looked at. The start is vertex 0; vertices that stand for no position have none. Reports no progress.
pub fn unfold_known<G: Game>(
    game: &G,
    from: &G::Position,
    how: &Unfolding<'_>,
    known: &mut impl Known<G::Position>,
) -> Result<Unfolded<Option<G::Position>>, Error> {
    let hasher = FixedState::default();
    let (positions, kinds, shared) = (Vec::new(), Vec::new(), HashMap::new());
    let mut all = Growing { positions, kinds, ids: HashTable::new(), shared, most: how.most };
    all.add(Some(from.clone()), Kind::Open)?;
    all.ids.insert_unique(hasher.hash_one(from), 0, |_| unreachable!("an empty table need not grow"));
    let mut builder = Builder::new();
    let mut successors: Vec<u32> = Vec::new();
    let room = Room::new::<Option<G::Position>>(how.memory, how.beside);
    let (mut moves, mut looked) = (0, 0);
    while builder.len() < all.kinds.len() {
        let v = builder.len();
        if v.is_multiple_of(256) || moves - looked >= 4_096 {
            looked = moves;
            stopped(how.stop)?;
        }
        room.check(all.kinds.len(), moves)?;
        successors.clear();
        let p = all.positions[v].clone();
        let owner = p.as_ref().map_or(Player::One, |p| game.turn(p));
        let mut end = None;
        match (all.kinds[v], p) {
            (Kind::Open, Some(p)) => {
                for m in game.moves(&p) {
                    let q = game.play(&p, m);
                    let hash = hasher.hash_one(&q);
                    let positions = &all.positions;
                    if let Some(&id) = all.ids.find(hash, |&id| positions[id as usize].as_ref() == Some(&q)) {
                        successors.push(id);
                        continue;
                    }
                    // Finished positions are expanded like others, and so is what has no distance.
                    let useful =
                        |value: &Value| !matches!(value, Value::Won | Value::Lost | Value::Win(0) | Value::Loss(0));
                    let kind = known.value(&q).filter(useful).map_or(Kind::Open, Kind::Known);
                    let id = all.add(Some(q), kind)?;
                    let positions = &all.positions;
                    all.ids.insert_unique(hash, id, |&id| {
                        positions[id as usize].as_ref().map_or(0, |p| hasher.hash_one(p))
                    });
                    successors.push(id);
                }
                end = successors.is_empty().then(|| match game.result(&p).outcome() {
                    Outcome::Win => End::Won(owner),
                    Outcome::Draw => End::Draw,
                    Outcome::Loss => End::Won(owner.other()),
                });
            }
            (Kind::Known(value), _) => {
                let before = |winner, plies: u32| Kind::Before { winner, plies: plies - 1 };
                successors.push(all.shared(match value {
                    Value::Win(plies) => before(owner, plies),
                    Value::Loss(plies) => before(owner.other(), plies),
                    Value::Draw(Draw::Endless) => Kind::Endless,
                    Value::Draw(Draw::Final) | Value::Margin(_) => Kind::Drawn,
                    Value::Won | Value::Lost => unreachable!("positions of unknown distance are expanded"),
                })?);
            }
            (Kind::Before { winner, plies: 0 }, _) => end = Some(End::Won(winner)),
            (Kind::Before { winner, plies }, _) => {
                successors.push(all.shared(Kind::Before { winner, plies: plies - 1 })?);
            }
            (Kind::Endless, _) => successors.push(v as u32),
            (Kind::Drawn | Kind::Open, _) => end = Some(End::Draw),
        }
        moves += successors.len() as u64;
        builder.push(owner, &successors, end)?;
    }
    Ok(Unfolded { arena: builder.finish(Names::Numbers, 0), positions: all.positions })
}
