//! Tables asked from within a search: the same values as without, and fewer nodes.

use attractor_game::{Game, Layered, Notation, Playable, Question, Rng, Tactics, Value};
use attractor_games::{Chomp, Connect4, Mnk};
use attractor_solve::{
    search::{Engine, Limits, Rules, Solver},
    table::{Begun, ByNumber, ByText, Inside, Job, Keyed, Table, build_layered, build_whole, check, name_from},
};
use std::path::PathBuf;

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
        let mut helped = alone.knowing(|| Some(Inside::new(game, keyed, table)));
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
    let inside = || Some(Inside::new(&game, ByText, &table));
    let (mut alone, mut helped) = ([0; 2], [0; 2]);
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
        (alone[0], helped[0]) = (alone[0] + plain.nodes(), helped[0] + asking.nodes());
        (alone[1], helped[1]) = (alone[1] + rules.nodes(), helped[1] + told.nodes());
    }
    println!("nodes {alone:?} without, {helped:?} with a table");
    assert!(10 * helped[0] < 9 * alone[0] && 4 * helped[1] < 3 * alone[1], "{alone:?} and {helped:?} nodes");
}
