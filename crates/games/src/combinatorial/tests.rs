use super::{valued::by_definition, *};
use crate::{Connect4, Domineering, Either, Misere, Nim, Sum as SumOf};
use attractor_game::{Game, Playable, Player, Rng, ValueKind, Watch};

/// The plainest version: a tree of options.
#[derive(Clone)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn random(rng: &mut Rng, depth: usize) -> Tree {
        let mut side = || {
            let count = if depth == 0 { 0 } else { rng.below(3) };
            (0..count).map(|_| Tree::random(rng, depth - 1)).collect()
        };
        let left = side();
        Tree { left, right: side() }
    }

    fn options(&self, left: bool) -> &[Tree] {
        if left { &self.left } else { &self.right }
    }

    fn form(&self, forms: &mut Forms) -> Form {
        let mut side = |left| self.options(left).iter().map(|t| t.form(forms)).collect::<Vec<_>>();
        let (left, right) = (side(true), side(false));
        forms.make(&left, &right).unwrap()
    }
}

/// Does the player to move win the sum of these trees, of which some are negated? By play.
fn wins(sum: &[(&Tree, bool)], left: bool) -> bool {
    (0..sum.len()).any(|i| {
        let (tree, negated) = sum[i];
        tree.options(left != negated).iter().any(|option| {
            let mut next = sum.to_vec();
            next[i] = (option, negated);
            !wins(&next, !left)
        })
    })
}

fn form(forms: &mut Forms, left: &[Form], right: &[Form]) -> Form {
    forms.make(left, right).unwrap()
}

#[test]
fn order_and_sums_agree_with_play() {
    let mut rng = Rng::new(1);
    let mut forms = Forms::new();
    for _ in 0..4000 {
        let trees = [(); 3].map(|()| Tree::random(&mut rng, 3));
        let [g, h, k] = trees.each_ref().map(|t| t.form(&mut forms));
        let [a, b, c] = trees.each_ref().map(|t| (t, false));
        assert_eq!(forms.le(g, h), !wins(&[a, (&trees[1], true)], true), "{} {}", forms.write(g), forms.write(h));
        let two = forms.add(g, h).unwrap();
        let three = forms.add(two, k).unwrap();
        let expected = [true, false].map(|left| wins(&[a, b, c], left));
        assert_eq!([!forms.le(three, Form::ZERO), !forms.le(Form::ZERO, three)], expected);
        let outcome = match expected {
            [true, true] => Outcome::First,
            [true, false] => Outcome::Left,
            [false, true] => Outcome::Right,
            [false, false] => Outcome::Second,
        };
        assert_eq!(forms.outcome(three), outcome);
        let mut sum = Sum::ZERO;
        for part in [g, h, k] {
            sum.push(&mut forms, part).unwrap();
        }
        let played = [true, false].map(|left| forms.wins(&sum, left, &mut 10_000).unwrap());
        assert_eq!(played, expected);
    }
}

#[test]
fn the_group() {
    let mut rng = Rng::new(2);
    let mut forms = Forms::new();
    for _ in 0..3000 {
        let [a, b, c] = [(); 3].map(|()| Tree::random(&mut rng, 3).form(&mut forms));
        let ab = forms.add(a, b).unwrap();
        assert_eq!(forms.add(b, a), Some(ab));
        let bc = forms.add(b, c).unwrap();
        assert_eq!(forms.add(ab, c), forms.add(a, bc));
        let minus = forms.negate(a).unwrap();
        assert_eq!(forms.add(a, minus), Some(Form::ZERO));
        assert_eq!(forms.negate(minus), Some(a));
        assert_eq!(forms.le(a, b), {
            let (ac, bc) = (forms.add(a, c).unwrap(), forms.add(b, c).unwrap());
            forms.le(ac, bc)
        });
        // Means add up; the temperature of a sum is at most the higher one; stops lie around the mean.
        assert_eq!(forms.mean(ab), forms.mean(a) + forms.mean(b));
        assert!(forms.temperature(ab) <= forms.temperature(a).max(forms.temperature(b)));
        assert!(forms.stop(a, true) >= forms.mean(a) && forms.mean(a) >= forms.stop(a, false));
        assert!(forms.stop(a, true) <= forms.mean(a) + forms.temperature(a).max(Dyadic::ZERO));
    }
}

/// Values do not depend on the order in which they are met, nor do their hashes.
#[test]
fn hashes_are_the_same_in_every_store() {
    let mut rng = Rng::new(3);
    let trees: Vec<Tree> = (0..200).map(|_| Tree::random(&mut rng, 3)).collect();
    let (mut one, mut two) = (Forms::new(), Forms::new());
    let hash = |forms: &mut Forms, tree: &Tree| {
        let g = tree.form(forms);
        forms.hash(g)
    };
    let first: Vec<u128> = trees.iter().map(|t| hash(&mut one, t)).collect();
    let mut second: Vec<u128> = trees.iter().rev().map(|t| hash(&mut two, t)).collect();
    second.reverse();
    assert_eq!(first, second);
    for (i, a) in trees.iter().enumerate() {
        for (j, b) in trees.iter().enumerate() {
            assert_eq!(a.form(&mut one) == b.form(&mut one), first[i] == first[j]);
        }
    }
}

#[test]
fn notation() {
    let mut forms = Forms::new();
    let f = &mut forms;
    let zero = Form::ZERO;
    let star = form(f, &[zero], &[zero]);
    let up = form(f, &[zero], &[star]);
    let double = f.add(up, up).unwrap();
    let down = f.negate(double).unwrap();
    let star2 = form(f, &[zero, star], &[zero, star]);
    let [one, two, minus, half] = [(1, 0), (2, 0), (-1, 0), (-1, 1)].map(|(n, p)| f.number(Dyadic::new(n, p)).unwrap());
    let switch = form(f, &[one], &[minus]);
    let hot = form(f, &[two], &[half]);
    let nested = form(f, &[hot], &[minus]);
    let one_star = f.add(one, star).unwrap();
    let up_star = f.add(up, star).unwrap();
    let less = form(f, &[switch], &[minus]);
    for (g, text) in [
        (zero, "0"),
        (star, "*"),
        (star2, "*2"),
        (up, "↑"),
        (up_star, "↑*"),
        (double, "⇑"),
        (down, "⇓"),
        (half, "-1/2"),
        (switch, "±1"),
        (hot, "{2|-1/2}"),
        (nested, "{{2|-1/2}|-1}"),
        (one_star, "1*"),
        (less, "{±1|-1}"),
    ] {
        assert_eq!(f.write(g), text);
    }
    // {0|1} is the simplest number between.
    assert_eq!(f.make(&[zero], &[one]), f.number(Dyadic::new(1, 1)));
    assert_eq!(f.make(&[minus, zero], &[two]), Some(one));
    assert_eq!(f.make(&[minus], &[star]), Some(zero));
}

#[test]
fn means_and_temperatures() {
    let mut forms = Forms::new();
    let f = &mut forms;
    let n = |f: &mut Forms, n: i32, power: u32| f.number(Dyadic::new(n, power)).unwrap();
    let (two, half) = (n(f, 2, 0), n(f, -1, 1));
    let hot = form(f, &[two], &[half]);
    assert_eq!((f.mean(hot), f.temperature(hot)), (Dyadic::new(3, 2), Dyadic::new(5, 2)));
    // {{4|2}|-1}: Left's threat is worth less than Right's move, mean (3 - 1)/2 ... where the mast of {4|2} ends at 1.
    let (four, minus) = (n(f, 4, 0), n(f, -1, 0));
    let threat = form(f, &[four], &[two]);
    let g = form(f, &[threat], &[minus]);
    assert_eq!((f.mean(g), f.temperature(g)), (Dyadic::integer(1), Dyadic::integer(2)));
}

#[test]
fn a_full_store_refuses() {
    let mut forms = Forms::with_limit(0);
    let mut rng = Rng::new(4);
    let mut made = 0;
    let mut last = Form::ZERO;
    while made < 100_000 {
        let x = Dyadic::new(rng.below(1 << 20) as i32, 16);
        let Some(g) = forms.number(x).and_then(|y| forms.make(&[y], &[last])) else { break };
        last = g;
        made += 1;
    }
    assert!(forms.len() <= 1000);
    assert_eq!(forms.number(Dyadic::integer(64)).map(|g| forms.write(g)).as_deref(), Some("64"));
    assert_eq!(forms.number(Dyadic::integer(1 << 20)), None);
}

#[test]
fn dyadic_numbers() {
    for (x, text) in [((3, 0), "3"), ((-1, 1), "-1/2"), ((13, 3), "13/8"), ((0, 5), "0"), ((6, 2), "3/2")] {
        assert_eq!(Dyadic::new(x.0, x.1).to_string(), text);
    }
    let simplest = |low: (i32, u32), high: (i32, u32)| {
        Dyadic::simplest(Some(Dyadic::new(low.0, low.1)), Some(Dyadic::new(high.0, high.1))).unwrap()
    };
    assert_eq!(simplest((-3, 0), (1, 3)), Dyadic::ZERO);
    assert_eq!(simplest((1, 2), (1, 0)), Dyadic::new(1, 1));
    assert_eq!(simplest((5, 0), (9, 0)), Dyadic::integer(6));
    assert_eq!(simplest((-9, 0), (-5, 1)), Dyadic::integer(-3));
    assert_eq!(simplest((1, 1), (3, 2)), Dyadic::new(5, 3));
    assert_eq!(Dyadic::simplest(None, Some(Dyadic::integer(-2))), Some(Dyadic::integer(-3)));
}

/// What a game says of its positions is what the definition says, and who wins is who wins by play.
fn agrees_with_the_definition<G: Valued + Playable>(game: &G, rng: &mut Rng, plays: usize) {
    for _ in 0..plays {
        let mut p = game.start();
        loop {
            let mut forms = Forms::new();
            let plain = by_definition(game, &mut forms, &p, Watch::NEVER).unwrap().tell(&mut forms).unwrap();
            let told = game.combinatorial(&p, Watch::NEVER).unwrap();
            assert_eq!(told, plain, "{}", game.write(&p));
            assert_eq!(told, game.combinatorial(&game.hand_over(&p), Watch::NEVER).unwrap(), "the turn does not count");
            let winner = if wins_by_play(game, &p) { game.turn(&p) } else { game.turn(&p).other() };
            let said = if game.turn(&p) == Player::One { told.left_first } else { told.right_first };
            assert_eq!(said, winner, "{}", game.write(&p));
            let Some(m) = rng.choose(game.moves(&p)) else { break };
            p = game.play(&p, m);
        }
    }
}

fn wins_by_play<G: Game>(game: &G, p: &G::Position) -> bool {
    fn wins<G: Game>(game: &G, p: &G::Position, known: &mut std::collections::HashMap<G::Position, bool>) -> bool {
        if let Some(&won) = known.get(p) {
            return won;
        }
        let won = game.moves(p).any(|m| !wins(game, &game.play(p, m), known));
        known.insert(p.clone(), won);
        won
    }
    wins(game, p, &mut Default::default())
}

#[test]
fn games_tell_their_values() {
    let mut rng = Rng::new(5);
    let board = |rows, columns| Domineering::new(rows, columns).unwrap();
    for (rows, columns) in [(2, 4), (3, 3), (4, 3), (1, 5)] {
        agrees_with_the_definition(&board(rows, columns), &mut rng, 3);
    }
    agrees_with_the_definition(&board(3, 4).with_holes(&[(1, 1)]).unwrap(), &mut rng, 3);
    agrees_with_the_definition(&Nim::new(&[3, 2, 4]).unwrap(), &mut rng, 3);
    agrees_with_the_definition(&Nim::new(&[9, 7]).unwrap().with_take(&[1, 3, 4]).unwrap(), &mut rng, 3);
    let parts = vec![Either::A(Nim::new(&[2, 1]).unwrap()), Either::B(board(2, 3)), Either::B(board(2, 2))];
    agrees_with_the_definition(&SumOf::new(parts).unwrap(), &mut rng, 3);
}

#[test]
fn values_in_words() {
    let board = |rows, columns| {
        let game = Domineering::new(rows, columns).unwrap();
        game.combinatorial(&game.start(), Watch::NEVER).unwrap()
    };
    let nim = |heaps: &[u16], take: &[u16]| {
        let game = Nim::new(heaps).unwrap();
        let game = if take.is_empty() { game } else { game.with_take(take).unwrap() };
        game.combinatorial(&game.start(), Watch::NEVER).unwrap()
    };
    let hot = board(2, 3);
    assert_eq!((hot.kind, hot.mean, hot.temperature), (ValueKind::Switch, 0.75, 1.25));
    assert_eq!((hot.left_first, hot.right_first), (Player::One, Player::Two));
    let switch = board(3, 3);
    assert_eq!((switch.value.as_str(), switch.ascii.as_str(), switch.temperature), ("±1", "+-1", 1.0));
    let one = board(4, 5);
    assert_eq!((one.kind, one.mean, one.temperature), (ValueKind::Number, 1.0, -1.0));
    assert_eq!((one.left_first, one.right_first), (Player::One, Player::One));
    let zero = board(5, 5);
    assert_eq!((zero.left_first, zero.right_first), (Player::Two, Player::One));
    for (heaps, take, value) in [
        (&[3, 4, 5][..], &[][..], "*2"),
        (&[1, 2, 3], &[], "0"),
        (&[65535], &[], "*65535"),
        (&[9], &[1, 2], "0"),
        (&[10], &[1, 2], "*"),
        // Subtraction game 1, 3, 4: 0101232 repeats with period 7.
        (&[6], &[1, 3, 4], "*2"),
        (&[12], &[1, 3, 4], "*3"),
    ] {
        assert_eq!(nim(heaps, take).value, value, "{heaps:?} {take:?}");
    }
    assert_eq!(nim(&[3, 4, 5], &[]).kind, ValueKind::Nimber);
    let sum = |heap: u16| {
        let board = Domineering::new(4, 1).unwrap();
        let parts = vec![Either::A(Nim::new(&[heap]).unwrap()), Either::B(board)];
        let game = SumOf::new(parts).unwrap();
        game.combinatorial(&game.start(), Watch::NEVER).unwrap()
    };
    assert_eq!((sum(5).value.as_str(), sum(5).kind, sum(5).right_first), ("2*5", ValueKind::Tepid, Player::One));
    assert_eq!(sum(65535).value, "2*65535");
    assert_eq!(Forms::ascii("{⇑*,↓3|±(1,2)}"), "{^2*,v3|+-(1,2)}");
}

#[test]
fn games_without_values_say_so() {
    let game = Connect4::new(4, 4).unwrap();
    assert_eq!(game.combinatorial(&game.start(), Watch::NEVER).unwrap_err().id(), "no-combinatorial-value");
    let game = Misere::new(Nim::new(&[3]).unwrap());
    assert_eq!(game.combinatorial(&game.start(), Watch::NEVER).unwrap_err().id(), "no-value-misere");
}

#[test]
fn nimbers() {
    let mut forms = Forms::new();
    for n in [0, 1, 2, 3, 17, 64] {
        let g = forms.nimber(n).unwrap();
        assert_eq!(forms.write(g), if n == 1 { "*".into() } else { format!("{}{n}", if n == 0 { "" } else { "*" }) });
    }
    let [three, five, six] = [3, 5, 6].map(|n| forms.nimber(n));
    assert_eq!(forms.add(three.unwrap(), five.unwrap()), six);
    assert_eq!(forms.nimber(1 << 20), None);
}

/// A hint changes nothing, wherever it points: inside a table, at its end, beyond it, and in a table without places.
#[test]
fn prefetch_takes_any_place() {
    let table = [7u64, 8, 9];
    for place in [0, 2, 3, 1 << 40, usize::MAX] {
        super::prefetch(&table, place);
        super::prefetch(&[0u8; 0], place);
        super::prefetch(&[(); 4], place);
    }
    assert_eq!(table, [7, 8, 9]);
}
