//! Tables asked from within a search: the same values as without, and fewer nodes.

use attractor_game::{
    Draw, Game, Layered, Notation, Outcome, Playable, Player, Question, Rng, Score, Tactics, Value, Zero,
};
use attractor_games::{Chomp, Connect4, Mnk};
use attractor_solve::{
    graph::{Attractors, Transposed, Unfolded, Unfolding, final_draws, unfold, unfold_known},
    search::{Aside, Deepening, Engine, Limits, Rules, Solver},
    table::{Begun, ByNumber, ByText, Inside, Job, Keyed, Table, build_layered, build_whole, check, name_from},
};
use std::{collections::HashMap, path::PathBuf};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("attractor-inside-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn job() -> Job<'static> {
    Job { memory: 1 << 28, threads: 2, scratch: None, stop: None, tell: &|_| {} }
}

/// The positions of a random play, as many as asked for; the last is not finished.
fn line<G: Game>(game: &G, rng: &mut Rng, plies: usize) -> Vec<G::Position> {
    'again: loop {
        let mut line = vec![game.start()];
        while line.len() <= plies {
            let p = line.last().unwrap();
            let Some(m) = rng.choose(game.moves(p)) else { continue 'again };
            line.push(game.play(p, m));
        }
        if game.moves(line.last().unwrap()).next().is_some() {
            return line;
        }
    }
}

/// The table of what can be reached from a position of a layered game.
fn layered<G: Layered + Notation + Sync>(game: &G, p: &G::Position, folder: &Folder) -> Table
where
    G::Position: Send + Sync,
{
    let begun = Begun::new(game, p.clone());
    let table = build_layered(&begun, &name_from("a game", &game.write(p)), &folder.0, &job()).unwrap();
    assert_eq!((table.game(), table.from()), ("a game", Some(game.write(p).as_str())));
    check(&begun, &ByNumber, &table, None, 1, &job()).unwrap();
    table
}

/// The value of a position through the game's tactics, without a table and with one, and the nodes of each.
struct Both<'a, G: Game, K> {
    game: &'a G,
    position: &'a G::Position,
    table: &'a Table,
    keyed: K,
    threads: usize,
}

impl<G: Playable, K: Keyed<G> + Copy + Send> Question<G> for Both<'_, G, K> {
    type Answer = [(Value, u64); 2];
    fn without(self) -> Self::Answer {
        panic!("the game has tactics")
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        let Both { game, position, table, keyed, threads } = self;
        let mut alone = Engine::new(tactics, 1 << 24, threads, None);
        let first = alone.score(position).unwrap();
        let (value, nodes) = (alone.tactics().value(position, first), alone.nodes());
        alone.clear();
        let mut helped = alone.knowing(|| Some(Box::new(Inside::new(game, keyed, table))));
        let second = helped.score(position).unwrap();
        let outcome = helped.outcome(position).unwrap();
        let seconds = (helped.tactics().value(position, second), helped.nodes());
        assert_eq!((outcome, second), (value.outcome(), first));
        [(value, nodes), seconds]
    }
}

/// In Connect Four discs stay where they are, so that few plays from before lead to positions of the table.
#[test]
fn the_engine_asks() {
    let (game, mut rng, folder) = (Connect4::new(6, 5).unwrap(), Rng::new(3), Folder::new("engine"));
    let (mut alone, mut helped) = ([0; 4], [0; 4]);
    for _ in 0..10 {
        let line = line(&game, &mut rng, 14);
        let table = layered(&game, &line[14], &folder);
        for back in 0..4 {
            let position = &line[14 - back];
            for threads in [1, 2] {
                let [without, with] =
                    game.with_tactics(Both { game: &game, position, table: &table, keyed: ByNumber, threads });
                assert_eq!(without.0, with.0, "{position:?}");
                if threads == 1 {
                    alone[back] += without.1;
                    helped[back] += with.1;
                }
            }
        }
        drop(table);
        std::fs::remove_dir_all(&folder.0).unwrap();
    }
    println!("nodes {alone:?} without, {helped:?} with a table");
    assert!(helped[0] <= 20, "a position of the table is not searched: {helped:?}");
    assert!(helped[1] < alone[1] && helped.iter().sum::<u64>() * 20 < alone.iter().sum::<u64>() * 19);
}

#[test]
fn tables_by_text() {
    let (game, mut rng, folder) = (Mnk::new(4, 4, 4).unwrap(), Rng::new(5), Folder::new("mnk"));
    for _ in 0..5 {
        let line = line(&game, &mut rng, 8);
        let (begun, name) = (Begun::new(&game, line[8]), name_from("a game", &game.write(&line[8])));
        let table = build_whole(&begun, &name, &folder.0, &job()).unwrap();
        for position in &line[4..] {
            let both = Both { game: &game, position, table: &table, keyed: ByText, threads: 1 };
            let [without, with] = game.with_tactics(both);
            assert_eq!(without.0, with.0, "{position:?}");
        }
        drop(table);
        std::fs::remove_dir_all(&folder.0).unwrap();
    }
}

/// In Chomp what is left of a larger board may be left of a smaller one too.
#[test]
fn plain_search_and_rules_are_cut_short() {
    let (game, mut rng, folder) = (Chomp::new(8, 9).unwrap(), Rng::new(7), Folder::new("chomp"));
    let part = game.read("9/9/9/9/9/9/9 1").unwrap();
    let name = name_from("a game", &game.write(&part));
    let table = build_whole(&Begun::new(&game, part), &name, &folder.0, &job()).unwrap();
    let inside = || -> Aside<_> { Some(Box::new(Inside::new(&game, ByText, &table))) };
    let (mut alone, mut helped) = ([0; 2], [0; 2]);
    let (mut told_alone, mut told_ahead) = (0, 0);
    for plies in [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6] {
        let line = line(&game, &mut rng, plies);
        let p = line.last().unwrap();
        let mut plain = Solver::new(&game, Limits::default()).unwrap();
        let mut asking = Solver::new(&game, Limits::default()).unwrap().knowing(inside());
        assert_eq!(asking.value(p).unwrap(), plain.value(p).unwrap(), "{p:?}");
        assert_eq!(asking.best(p).unwrap(), plain.best(p).unwrap(), "{p:?}");
        assert_eq!(asking.line(p).unwrap().len(), plain.line(p).unwrap().len(), "{p:?}");
        let mut rules = Engine::new(Rules::new(&game), 1 << 22, 1, None);
        let mut told = Engine::new(Rules::new(&game), 1 << 22, 1, None).knowing(inside);
        assert_eq!(told.outcome(p).unwrap(), rules.outcome(p).unwrap(), "{p:?}");
        // A few plies ahead an estimate of nothing says nothing; what the table knows it says truly.
        let mut blind = Deepening::new(&game, Zero, 1 << 22, 1, None).knowing(inside);
        let thought = blind.think(p, 6, None, |_| {}).unwrap();
        let outcome = plain.value(p).unwrap().outcome();
        let seen = thought.value * game.turn(p).sign();
        assert!(seen == 0.0 || (seen > 0.0) == (outcome == Outcome::Win), "{p:?}: {seen}");
        told_ahead += u32::from(seen != 0.0);
        let ahead = Deepening::new(&game, Zero, 1 << 22, 1, None).think(p, 6, None, |_| {}).unwrap();
        assert!(ahead.value == 0.0 || ahead.value == thought.value);
        told_alone += u32::from(ahead.value != 0.0);
        (alone[0], helped[0]) = (alone[0] + plain.nodes(), helped[0] + asking.nodes());
        (alone[1], helped[1]) = (alone[1] + rules.nodes(), helped[1] + told.nodes());
    }
    println!("nodes {alone:?} without, {helped:?} with a table");
    println!("decided six plies ahead: {told_alone} without, {told_ahead} with a table");
    assert!(told_ahead > told_alone + 3, "{told_alone} and {told_ahead}");
    assert!(10 * helped[0] < 9 * alone[0] && 4 * helped[1] < 3 * alone[1], "{alone:?} and {helped:?} nodes");
}

/// A graph by chance, with cycles: from each place up to three ways, some ends among them.
struct Wander {
    ways: Vec<Vec<u16>>,
    start: u16,
}

impl Wander {
    fn new(rng: &mut Rng, places: usize) -> Wander {
        let ways = |rng: &mut Rng| {
            let count = [0, 1, 1, 2, 2, 2, 3, 3][rng.below(8)];
            let mut ways: Vec<u16> = (0..count).map(|_| rng.below(places) as u16).collect();
            ways.sort_unstable();
            ways.dedup();
            ways
        };
        Wander { ways: (0..places).map(|_| ways(rng)).collect(), start: 0 }
    }
}

impl Game for Wander {
    type Position = u16;
    type Move = u16;
    const ACYCLIC: bool = false;
    fn start(&self) -> u16 {
        self.start
    }
    fn turn(&self, p: &u16) -> Player {
        if p.is_multiple_of(3) { Player::One } else { Player::Two }
    }
    fn moves(&self, p: &u16) -> impl Iterator<Item = u16> {
        self.ways[usize::from(*p)].iter().copied()
    }
    fn play(&self, _: &u16, m: u16) -> u16 {
        m
    }
    fn result(&self, p: &u16) -> Score {
        Score(i32::from(p % 5) % 3 - 1)
    }
}

impl Notation for Wander {
    fn write(&self, p: &u16) -> String {
        p.to_string()
    }
    fn name(&self, _: &u16, m: u16) -> String {
        m.to_string()
    }
}

/// Values of all positions of an unfolded graph.
fn values<P>(unfolded: &Unfolded<P>) -> Vec<Value> {
    let arena = &unfolded.arena;
    let transposed = Transposed::of(arena);
    let attractors = Attractors::with(arena, &transposed);
    let draws = final_draws(arena, &transposed, &attractors);
    arena.vertices().map(|v| attractors.value(arena, v, &draws)).collect()
}

#[test]
fn what_a_table_holds_is_not_unfolded() {
    let (mut rng, folder) = (Rng::new(9), Folder::new("wander"));
    let (mut all, mut left, mut seen) = (0, 0, [0; 4]);
    for _ in 0..300 {
        let game = Wander::new(&mut rng, 60);
        let begun = Begun::new(&game, rng.below(60) as u16);
        let table = build_whole(&begun, "a game", &folder.0, &job()).unwrap();
        for _ in 0..5 {
            let start = rng.below(60) as u16;
            let whole = unfold(&game, &start, Unfolding::default()).unwrap();
            let right: HashMap<u16, Value> = whole.positions.iter().copied().zip(values(&whole)).collect();
            let mut inside: Aside<_> = Some(Box::new(Inside::new(&game, ByText, &table).always()));
            let part = unfold_known(&game, &start, &Unfolding::default(), &mut inside).unwrap();
            for (p, value) in part.positions.iter().zip(values(&part)).filter_map(|(p, value)| Some(((*p)?, value))) {
                assert_eq!(value, right[&p], "{p} from {start} with {:?}", game.ways);
                seen[match value {
                    Value::Win(_) => 0,
                    Value::Loss(_) => 1,
                    Value::Draw(Draw::Final) => 2,
                    _ => 3,
                }] += 1;
            }
            all += whole.positions.len();
            left += part.positions.iter().flatten().count();
        }
        drop(table);
        std::fs::remove_dir_all(&folder.0).unwrap();
    }
    println!("{all} positions, {left} with a table; won, lost, drawn and endless {seen:?}");
    assert!(2 * left < all && seen.iter().all(|&count| count > 100), "{left} of {all}, {seen:?}");
    assert_eq!(
        unfold_known(
            &Wander { ways: vec![vec![1], vec![2], vec![]], start: 0 },
            &0,
            &Unfolding { most: 2, ..Unfolding::default() },
            &mut None
        )
        .err()
        .unwrap()
        .id(),
        "too-many-states"
    );
}
