//! Attractors on a thousand random arenas: the fast way, the definition, the recursion and the checker agree.

use attractor_game::{Player, Rng};
use attractor_solve::{
    graph::{
        Arena, Attractors, Builder, End, Names, Strategy, Transposed, acyclic, bipartite, by_recursion, check_play,
        final_draws, fixed_point, refute,
    },
    verify::{self, Claim},
};

/// Any arena of up to 24 vertices: cycles, self-loops, sinks of all three kinds, isolated vertices, none at all.
fn random_arena(rng: &mut Rng) -> Arena {
    let n = [0, 1, 2, 3, 5, 8, 13, 24][rng.below(8)];
    let only_forward = rng.below(3) == 0;
    let most_moves = 1 + rng.below(4);
    let sinks = 1 + rng.below(6);
    let mut builder = Builder::new();
    for v in 0..n {
        let owner = Player::BOTH[rng.below(2)];
        let degree = if rng.below(sinks) == 0 { 0 } else { 1 + rng.below(most_moves) };
        let mut moves = Vec::new();
        for _ in 0..degree {
            if !only_forward {
                moves.push(rng.below(n) as u32);
            } else if v + 1 < n {
                moves.push((v + 1 + rng.below(n - v - 1)) as u32);
            }
        }
        let end = [Some(End::Won(Player::One)), Some(End::Won(Player::Two)), Some(End::Draw), None][rng.below(4)];
        builder.push(owner, &moves, end).unwrap();
    }
    let start = if n == 0 { 0 } else { rng.below(n) as u32 };
    builder.finish(Names::Numbers, start)
}

fn claim(arena: &Arena, attractors: &Attractors) -> Claim {
    let strategy = Strategy::optimal(arena, attractors);
    Claim {
        winner: arena.vertices().map(|v| attractors.winner(v)).collect(),
        rank: arena.vertices().map(|v| attractors.rank(v)).collect(),
        strategy: arena.vertices().map(|v| strategy.at(v)).collect(),
    }
}

#[test]
fn a_thousand_random_arenas() {
    let mut rng = Rng::new(2026);
    let (mut cyclic, mut drawn, mut rejected) = (0, 0, 0);
    for _ in 0..1_000 {
        let arena = random_arena(&mut rng);
        let transposed = Transposed::of(&arena);
        assert_eq!(transposed, Transposed::naive(&arena));
        assert_eq!(transposed, Transposed::partitioned(&arena));
        let attractors = Attractors::with(&arena, &transposed);
        assert_eq!(Attractors::of(&arena), attractors, "{arena:?}");

        // The definition.
        for player in Player::BOTH {
            let plain = fixed_point(&arena, player);
            for v in arena.vertices() {
                let fast = attractors.rank(v).filter(|_| attractors.winner(v) == Some(player));
                assert_eq!(fast, plain[v as usize], "{player} at {v} of\n{arena:?}");
            }
            let layers = attractors.layers(player);
            assert_eq!(layers.iter().map(Vec::len).sum::<usize>() as u64, attractors.won(player));
            assert!(layers.last().is_none_or(|layer| !layer.is_empty()));
        }

        // The recursion, where there is no cycle; and the cycle, where there is one.
        match (acyclic(&arena), by_recursion(&arena)) {
            (Ok(()), Some(plain)) => {
                for v in arena.vertices() {
                    assert_eq!(attractors.winner(v).zip(attractors.rank(v)), plain[v as usize]);
                }
            }
            (Err(cycle), None) => {
                cyclic += 1;
                for (i, &v) in cycle.iter().enumerate() {
                    assert!(arena.successors(v).contains(&cycle[(i + 1) % cycle.len()]));
                }
            }
            other => panic!("{other:?}"),
        }
        match bipartite(&arena) {
            Err((v, w)) => assert!(arena.successors(v).contains(&w) && arena.owner(v) == arena.owner(w)),
            Ok(()) => {
                assert!(
                    arena.vertices().all(|v| arena.successors(v).iter().all(|&w| arena.owner(w) != arena.owner(v)))
                );
            }
        }
        drawn += attractors.drawn();

        // The checker: the truth passes, anything else does not.
        let truth = claim(&arena, &attractors);
        match arena.is_empty() {
            true => assert_eq!(verify::check(&arena, &truth).unwrap_err().id(), "claim-empty"),
            false => verify::check(&arena, &truth).unwrap(),
        }
        for _ in 0..20 {
            if arena.is_empty() {
                break;
            }
            let mut lie = truth.clone();
            let v = rng.below(arena.len());
            match rng.below(4) {
                0 => lie.winner[v] = [None, Some(Player::One), Some(Player::Two)][rng.below(3)],
                1 => lie.rank[v] = [None, Some(rng.below(9) as u32), Some(u32::MAX)][rng.below(3)],
                2 => {
                    // A strategy that goes to a worse vertex, or nowhere.
                    let w = rng.below(arena.len() + 1) as u32;
                    lie.strategy[v] = Some(w);
                    let good = arena.successors(v as u32).contains(&w)
                        && attractors.winner(w) == attractors.winner(v as u32)
                        && attractors.rank(w) == attractors.rank(v as u32).and_then(|r| r.checked_sub(1));
                    if good {
                        continue;
                    }
                }
                _ => {
                    // Winner and rank together, consistently wrong.
                    lie.winner[v] = Some(Player::BOTH[rng.below(2)]);
                    lie.rank[v] = Some(rng.below(5) as u32);
                }
            }
            if lie != truth {
                rejected += 1;
                verify::check(&arena, &lie).expect_err("a false claim is rejected");
            }
        }

        // Strategies: the optimal one wins exactly from won vertices; every refutation is a play it really allows.
        let optimal = Strategy::optimal(&arena, &attractors);
        for v in arena.vertices() {
            let from = arena.clone().starting_at(v);
            for player in Player::BOTH {
                let refutation = refute(&from, &optimal, player).unwrap();
                assert_eq!(refutation.is_none(), attractors.winner(v) == Some(player), "{player} from {v}\n{arena:?}");
                let Some(refutation) = refutation else { continue };
                let play = check_play(&from, &refutation.play, Some((&optimal, player))).unwrap();
                assert!(play.from_start && play.leaves_strategy.is_none());
                match refutation.back_to {
                    None => assert!(play.complete && play.winner != Some(player)),
                    Some(i) => {
                        let last = *refutation.play.last().unwrap();
                        assert!(arena.successors(last).contains(&refutation.play[i]));
                    }
                }
            }
        }
    }
    // The sample is worth something.
    assert!(cyclic > 200 && drawn > 1_000 && rejected > 10_000, "{cyclic} {drawn} {rejected}");
}

/// Larger than a block of the partitioned transpose, moves near and far.
#[test]
fn transposing_many_vertices() {
    let mut rng = Rng::new(3);
    for far in [false, true] {
        let n = 150_000;
        let mut builder = Builder::new();
        for v in 0..n {
            let to = |rng: &mut Rng| if far { rng.below(n) } else { (v + rng.below(99)) % n } as u32;
            let moves: Vec<u32> = (0..rng.below(5)).map(|_| to(&mut rng)).collect();
            builder.push(Player::BOTH[v % 2], &moves, None).unwrap();
        }
        let arena = builder.finish(Names::Numbers, 0);
        let (a, b) = (Transposed::partitioned(&arena), Transposed::naive(&arena));
        assert!(a == b && a == Transposed::of(&arena));
    }
}

#[test]
fn final_and_endless_draws() {
    // 0 <-> 1 for ever; 2 can stop at the drawn end 3 or go round with 4; 4 may lose at 5.
    let mut builder = Builder::new();
    let (one, two) = (Player::One, Player::Two);
    builder.push(one, &[1], None).unwrap();
    builder.push(two, &[0], None).unwrap();
    builder.push(one, &[3, 4], None).unwrap();
    builder.push(two, &[], Some(End::Draw)).unwrap();
    builder.push(two, &[2, 5], None).unwrap();
    builder.push(two, &[], None).unwrap();
    let arena = builder.finish(Names::Numbers, 0);
    let transposed = Transposed::of(&arena);
    let attractors = Attractors::with(&arena, &transposed);
    assert_eq!(attractors.layers(one), [vec![5]]);
    assert_eq!(final_draws(&arena, &transposed, &attractors), [false, false, true, true, true, false]);
}

#[test]
fn a_layer_may_lean_on_several_earlier_ones() {
    // b: [a1, a3], a1: [s], a3: [b2], b2: [a1]; a1 and a3 belong to player 1. b is won, in layer 4.
    let mut builder = Builder::new();
    let (one, two) = (Player::One, Player::Two);
    builder.push(two, &[1, 2], None).unwrap();
    builder.push(one, &[4], None).unwrap();
    builder.push(one, &[3], None).unwrap();
    builder.push(two, &[1], None).unwrap();
    builder.push(two, &[], None).unwrap();
    let arena = builder.finish(Names::Words(["b", "a1", "a3", "b2", "s"].map(Into::into).to_vec()), 0);
    let attractors = Attractors::of(&arena);
    assert_eq!(attractors.layers(one), [vec![4], vec![1], vec![3], vec![2], vec![0]]);
}

#[test]
fn a_strategy_that_says_nothing_or_no_move_is_an_error() {
    let mut builder = Builder::new();
    builder.push(Player::One, &[1], None).unwrap();
    builder.push(Player::Two, &[], None).unwrap();
    let arena = builder.finish(Names::Numbers, 0);
    let mut strategy = Strategy::empty(&arena);
    assert_eq!(refute(&arena, &strategy, Player::One).unwrap_err().id(), "strategy-silent");
    strategy.set(0, 0);
    assert_eq!(refute(&arena, &strategy, Player::One).unwrap_err().id(), "strategy-no-move");
    strategy.set(0, 1);
    assert_eq!(refute(&arena, &strategy, Player::One).unwrap(), None);
    assert_eq!(check_play(&arena, &[1, 0], None).unwrap_err().id(), "play-no-move");
    assert_eq!(check_play(&arena, &[], None).unwrap_err().id(), "empty-play");
}
