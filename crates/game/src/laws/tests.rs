use super::*;
use crate::{Error, Heuristics, Player, Zero};

/// A heap of matches with rules that can be broken on purpose.
#[derive(Default)]
struct Heap {
    repeats: bool,
    puts_back: bool,
    same_names: bool,
    bad_read: bool,
    odd_result: bool,
    forgets_turn: bool,
    invents: bool,
}
impl Game for Heap {
    type Position = (u8, Player);
    type Move = u8;
    const ACYCLIC: bool = true;
    fn start(&self) -> (u8, Player) {
        (6, Player::One)
    }
    fn turn(&self, p: &(u8, Player)) -> Player {
        p.1
    }
    fn moves(&self, p: &(u8, Player)) -> impl Iterator<Item = u8> {
        let again = (self.repeats && p.0 > 0).then_some(1);
        let back = (self.puts_back && p.0 == 2).then_some(200);
        (1..=p.0.min(2)).chain(again).chain(back)
    }
    fn play(&self, p: &(u8, Player), m: u8) -> (u8, Player) {
        (if m == 200 { 3 } else { p.0 - m }, p.1.other())
    }
    fn result(&self, _: &(u8, Player)) -> Score {
        if self.odd_result { Score(7) } else { Score::LOSS }
    }
    fn canonical(&self, p: &(u8, Player)) -> (u8, Player) {
        if self.forgets_turn { (p.0, Player::One) } else { *p }
    }
}
impl Notation for Heap {
    fn write(&self, p: &(u8, Player)) -> String {
        format!("{} {}", p.0, p.1)
    }
    fn read(&self, text: &str) -> Result<(u8, Player), Error> {
        let bad = || Error::new("bad-heap", "a heap and a player, such as 6 1");
        let (n, player) = text.split_once(' ').ok_or_else(bad)?;
        let player = player.parse().ok().and_then(Player::from_number).ok_or_else(bad)?;
        Ok((if self.bad_read { 1 } else { n.parse().map_err(|_| bad())? }, player))
    }
    fn name(&self, _: &(u8, Player), m: u8) -> String {
        if self.same_names { "x".into() } else { m.to_string() }
    }
}
impl Heuristics for Heap {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}
impl Playable for Heap {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        if self.invents { declare.playouts(Three).done() } else { declare.done() }
    }
}

/// Always takes three matches.
struct Three;
impl Playouts<Heap> for Three {
    fn choose(&self, _: &Heap, _: &(u8, Player), _: &mut Rng) -> Option<u8> {
        Some(3)
    }
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(check(&Heap::default(), Effort::default()), Ok(12));
}

/// Moves along the edges of a graph, which may have cycles although the game says that it has none.
struct Walk(Vec<Vec<usize>>);
impl Game for Walk {
    type Position = usize;
    type Move = usize;
    const ACYCLIC: bool = true;
    fn start(&self) -> usize {
        0
    }
    fn turn(&self, _: &usize) -> Player {
        Player::One
    }
    fn moves(&self, p: &usize) -> impl Iterator<Item = usize> {
        self.0[*p].iter().copied()
    }
    fn play(&self, _: &usize, m: usize) -> usize {
        m
    }
}

#[test]
fn a_broken_law_of_acyclicity_names_positions_that_come_back() {
    // Before the cycle lies 0, behind it 3 and 4; 4 was found first, being the last that is left.
    let walk = Walk(vec![vec![4, 1], vec![2, 3], vec![1, 4], vec![], vec![3]]);
    let mut laws = Laws::new(&walk, Effort { plies: 50, ..Effort::default() });
    laws.rules();
    let broken = laws.verdict().expect_err("there is a cycle");
    let found = broken.iter().find(|b| b.law.starts_with("no play of an acyclic game")).expect("the law is named");
    assert!(["1 -> 2 -> 1", "2 -> 1 -> 2"].contains(&found.example.as_str()), "{}", found.example);
    let mut rng = Rng::new(5);
    let mut cyclic = 0;
    for _ in 0..2_000 {
        let size = 1 + rng.below(9);
        let mut list = || (0..rng.below(3)).map(|_| rng.below(size)).collect::<HashSet<_>>().into_iter().collect();
        let walk = Walk((0..size).map(|_| list()).collect());
        let laws = Laws::new(&walk, Effort { plies: 20, ..Effort::default() });
        // The slow way: whether play from some position comes back to it.
        let reached = |from: usize| {
            let (mut seen, mut open) = (HashSet::new(), walk.0[from].clone());
            while let Some(v) = open.pop() {
                if seen.insert(v) {
                    open.extend(&walk.0[v]);
                }
            }
            seen
        };
        let cycle = laws.cycle();
        assert_eq!(cycle.is_some(), laws.sample.iter().any(|&v| reached(v).contains(&v)), "{:?}", walk.0);
        let Some(cycle) = cycle else { continue };
        cyclic += 1;
        let behind = cycle.iter().cycle().skip(1);
        assert!(cycle.iter().zip(behind).all(|(v, w)| walk.0[*v].contains(w)), "{cycle:?} in {:?}", walk.0);
        assert_eq!(cycle.iter().collect::<HashSet<_>>().len(), cycle.len(), "{cycle:?}");
    }
    assert!(cyclic > 500, "{cyclic} graphs have a cycle");
}

#[test]
fn each_broken_law_is_named() {
    let law = |heap: Heap| check(&heap, Effort::default()).expect_err("a law is broken")[0].law;
    let sound = Heap::default;
    assert_eq!(law(Heap { repeats: true, ..sound() }), "each move is listed once");
    assert_eq!(law(Heap { puts_back: true, ..sound() }), "no play of an acyclic game returns to a position");
    assert_eq!(law(Heap { same_names: true, ..sound() }), "moves have different names");
    assert_eq!(law(Heap { bad_read: true, ..sound() }), "a position is read as it was written");
    assert!(law(Heap { invents: true, ..sound() }).starts_with("a move at random"));
    assert!(law(Heap { odd_result: true, ..sound() }).starts_with("the result of a finished game"));
    assert_eq!(law(Heap { forgets_turn: true, ..sound() }), "symmetry keeps the turn and the number of moves");
}

/// The same heap with its positions numbered by the matches gone, whoever is to move.
#[derive(Default)]
struct Numbered {
    heap: Heap,
    mixes: bool,
    forgets: bool,
    doubles: bool,
    hides_names: bool,
}
impl Game for Numbered {
    type Position = (u8, Player);
    type Move = u8;
    const ACYCLIC: bool = true;
    fn start(&self) -> (u8, Player) {
        self.heap.start()
    }
    fn turn(&self, p: &(u8, Player)) -> Player {
        p.1
    }
    fn moves(&self, p: &(u8, Player)) -> impl Iterator<Item = u8> {
        self.heap.moves(p)
    }
    fn play(&self, p: &(u8, Player), m: u8) -> (u8, Player) {
        self.heap.play(p, m)
    }
}
impl Indexed for Numbered {
    fn size(&self) -> u64 {
        7
    }
    fn index(&self, p: &(u8, Player)) -> u64 {
        // Mixed up: one match with none.
        u64::from(6 - if self.mixes && p.0 == 1 { 0 } else { p.0 })
    }
    fn position(&self, index: u64) -> Option<(u8, Player)> {
        (index < 7 && (index != 5 || !self.mixes)).then(|| (6 - index as u8, Player::One))
    }
    fn renamed(&self, p: &(u8, Player)) -> bool {
        p.1 == Player::Two && !self.hides_names
    }
}
impl Retrograde for Numbered {
    fn try_predecessors<B>(
        &self,
        p: &(u8, Player),
        each: impl FnMut((u8, Player)) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let most = if self.forgets { 1 } else { 2 };
        let again = self.doubles.then_some(1);
        (1..=most).chain(again).map(|m| (p.0 + m, p.1.other())).filter(|q| q.0 <= 6).try_for_each(each)
    }
}

#[test]
fn numbers_of_classes_of_positions() {
    let check = |game: &Numbered| {
        let mut laws = Laws::new(game, Effort::default());
        laws.indexed();
        laws.retrograde();
        laws.verdict().map_err(|broken| broken[0].law)
    };
    assert_eq!(check(&Numbered::default()), Ok(12));
    let sound = Numbered::default;
    assert_eq!(
        check(&Numbered { mixes: true, ..sound() }),
        Err("positions of one number end together, with one result")
    );
    assert_eq!(check(&Numbered { forgets: true, ..sound() }), Err("predecessors invert successors"));
    assert_eq!(check(&Numbered { doubles: true, ..sound() }), Err("predecessors invert successors"));
    assert_eq!(check(&Numbered { hides_names: true, ..sound() }), Err("exchanged names show in who is to move"));
}
