//! Solves arenas of many shapes and compares everything with the definitions, for as long as it is given: attractors,
//! draws, strategies, refutations, the checker's verdict on claims true and false, every format.
//!
//! ```text
//! cargo run --release -p attractor-solve --example fuzz_arenas -- --seconds 600 [--seed N]
//! ```

use attractor_game::{Player, Rng};
use attractor_solve::{
    graph::{
        Arena, Attractors, Builder, End, Names, Strategy, Transposed, acyclic, bipartite, by_recursion, check_play,
        final_draws, fixed_point,
        format::{Format, OwnerRule, Reading, read_text, write},
        refute,
    },
    verify,
};
use std::{
    env, panic,
    process::ExitCode,
    time::{Duration, Instant},
};

#[path = "../tests/all/oracle/mod.rs"]
mod oracle;

use oracle::{Claim, Graph};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().collect();
    let option = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(otherwise)
    };
    let (seconds, first) = (option("--seconds", 10), option("--seed", 1));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut arenas, mut vertices, mut claims) = (0u64, 0u64, [0u64; 2]);
    for seed in first.. {
        if Instant::now() >= end {
            break;
        }
        let mut rng = Rng::new(seed);
        let graph = Graph::random(&mut rng, 40);
        let checked = panic::catch_unwind(|| {
            let arena = arena_of(&graph);
            solved_by_the_definition(&graph, &arena);
            strategies(&graph, &arena, &mut rng.clone());
            formats(&graph, &arena, &mut rng.clone());
            verdicts(&graph, &arena, &mut rng.clone())
        });
        let Ok([right, wrong]) = checked else {
            println!("seed {seed}:\n{graph:?}");
            return ExitCode::FAILURE;
        };
        claims = [claims[0] + right, claims[1] + wrong];
        (arenas, vertices) = (arenas + 1, vertices + graph.len() as u64);
    }
    let [right, wrong] = claims;
    println!(
        "{arenas} arenas, {vertices} vertices, {right} true and {wrong} false claims in {seconds} s; no difference"
    );
    ExitCode::SUCCESS
}

fn player(number: u8) -> Player {
    Player::BOTH[usize::from(number == 2)]
}

/// The program's arena.
fn arena_of(graph: &Graph) -> Arena {
    let mut builder = Builder::new();
    for v in 0..graph.len() {
        let row: Vec<u32> = graph.moves[v].iter().map(|&w| w as u32).collect();
        let end = graph.result[v].map(|winner| if winner == 0 { End::Draw } else { End::Won(player(winner)) });
        builder.push(player(graph.owner[v]), &row, end).expect("few vertices");
    }
    let numbers = graph.names.iter().enumerate().all(|(v, name)| *name == v.to_string());
    let words = || Names::Words(graph.names.iter().map(|name| name.as_str().into()).collect());
    builder.finish(if numbers { Names::Numbers } else { words() }, graph.start as u32)
}

/// Every way to solve gives who wins, in how many plies, and which draws end.
fn solved_by_the_definition(graph: &Graph, arena: &Arena) {
    let (winner, rank) = graph.truth();
    let transposed = Transposed::of(arena);
    let attractors = Attractors::of(arena);
    assert_eq!(attractors, Attractors::with(arena, &transposed));
    let draws = final_draws(arena, &transposed, &attractors);
    assert_eq!(draws, graph.final_draws());
    for v in 0..graph.len() {
        let found = (attractors.winner(v as u32), attractors.rank(v as u32).map(u64::from));
        assert_eq!(found, (winner[v].map(player), rank[v]), "vertex {v}");
    }
    for number in [1, 2] {
        let plain = fixed_point(arena, player(number));
        let sets = graph.attractor(number);
        let layers = attractors.layers(player(number));
        for v in 0..graph.len() {
            let first = sets.iter().position(|set| set[v]);
            assert_eq!(plain[v].map(|n| n as usize), first, "vertex {v}");
            assert_eq!(layers.iter().position(|layer| layer.contains(&(v as u32))), first, "vertex {v}");
        }
    }
    assert_eq!(acyclic(arena).is_ok(), graph.acyclic());
    assert_eq!(by_recursion(arena).is_some(), graph.acyclic());
    let alternating = (0..graph.len()).all(|v| graph.moves[v].iter().all(|&w| graph.owner[v] != graph.owner[w]));
    assert_eq!(bipartite(arena).is_ok(), alternating);
}

/// A strategy wins exactly if it does by the definition, and a refutation is a play that it allows.
fn strategies(graph: &Graph, arena: &Arena, rng: &mut Rng) {
    let attractors = Attractors::of(arena);
    for number in [1, 2] {
        let mut strategy =
            if rng.below(2) == 0 { Strategy::optimal(arena, &attractors) } else { Strategy::empty(arena) };
        for v in 0..graph.len() {
            if rng.below(3) == 0
                && let Some(&w) = rng.choose(graph.moves[v].iter())
            {
                strategy.set(v as u32, w as u32);
            }
        }
        let said: Vec<Option<usize>> = (0..graph.len()).map(|v| strategy.at(v as u32).map(|w| w as usize)).collect();
        let wins = graph.wins(&said, number);
        match refute(arena, &strategy, player(number)) {
            Err(e) => assert_eq!((e.id(), wins), ("strategy-silent", None)),
            Ok(None) => assert_eq!(wins, Some(true)),
            Ok(Some(refutation)) => {
                assert_ne!(wins, Some(true));
                let play = check_play(arena, &refutation.play, Some((&strategy, player(number)))).expect("moves");
                assert!(play.from_start && play.leaves_strategy.is_none());
                match refutation.back_to {
                    None => assert!(play.complete && play.winner != Some(player(number))),
                    Some(i) => {
                        let last = *refutation.play.last().expect("a play has a vertex");
                        assert!(arena.successors(last).contains(&refutation.play[i]));
                        let chosen = strategy.at(last).filter(|_| arena.owner(last) == player(number));
                        assert!(chosen.is_none_or(|w| w == refutation.play[i]));
                    }
                }
            }
        }
    }
}

/// Every format gives the same arena back, with the same names; a start by name is that vertex.
fn formats(graph: &Graph, arena: &Arena, rng: &mut Rng) {
    let text = |format: Format| {
        let mut out = Vec::new();
        write(arena, format, &mut out).expect("a vector takes all");
        String::from_utf8(out).expect("text is written")
    };
    for format in [Format::Arena, Format::Json, Format::Python, Format::Dot] {
        let v = rng.below(graph.len());
        let start = (rng.below(2) == 0).then(|| graph.names[v].clone());
        let first = if start.is_some() { v } else { graph.start };
        let reading = Reading { format: Some(format), start, ..Reading::default() };
        let again = read_text(&text(format), "again", &reading).unwrap_or_else(|e| panic!("{format}: {e}")).arena;
        assert_eq!(again, arena.clone().starting_at(first as u32), "{format}");
        let called: Vec<_> = again.vertices().map(|v| again.label(v).into_owned()).collect();
        assert_eq!(called, graph.names, "{format}");
    }
    let lists = Reading { format: Some(Format::Lists), ..Reading::default() };
    let again = read_text(&text(Format::Lists), "again", &lists).unwrap_or_else(|e| panic!("{e}")).arena;
    assert_eq!(again, arena.clone().renamed(Names::Numbers));
    let owner = Some(OwnerRule::parse("True").expect("a rule"));
    let matrix = Reading { format: Some(Format::Matrix), owner, ..Reading::default() };
    let again = read_text(&text(Format::Matrix), "again", &matrix).unwrap_or_else(|e| panic!("{e}")).arena;
    for v in 0..graph.len() {
        let mut row: Vec<u32> = graph.moves[v].iter().map(|&w| w as u32).collect();
        row.sort_unstable();
        assert_eq!(again.successors(v as u32), row);
    }
}

/// The checker accepts what is true and rejects what is false; returns how many of each.
fn verdicts(graph: &Graph, arena: &Arena, rng: &mut Rng) -> [u64; 2] {
    let attractors = Attractors::of(arena);
    let optimal = Strategy::optimal(arena, &attractors);
    let (winner, rank) = graph.truth();
    let strategy = (0..graph.len()).map(|v| optimal.at(v as u32).map(|w| w as usize)).collect();
    let truth = Claim { winner, rank, strategy };
    assert!(graph.holds(&truth), "the optimal strategy is optimal");
    let mut counts = [0, 0];
    for round in 0..12 {
        let mut claim = if rng.below(2) == 0 { truth.clone() } else { graph.solved(rng) };
        for _ in 0..if round == 0 { 0 } else { 1 + rng.below(3) } {
            let (v, w) = (rng.below(graph.len()), rng.below(graph.len()));
            match rng.below(8) {
                0 => claim.winner[v] = [None, Some(1), Some(2)][rng.below(3)],
                1 => claim.rank[v] = claim.rank[v].map(|n| [n + 1, n.saturating_sub(1)][rng.below(2)]),
                2 => claim.rank[v] = [None, Some(0), Some(u64::from(u32::MAX))][rng.below(3)],
                3 => claim.strategy[v] = Some(w),
                4 => claim.strategy[v] = rng.choose(graph.moves[v].iter().copied()),
                5 => (claim.winner[v], claim.rank[v]) = (None, None),
                6 => claim.strategy[v] = None,
                _ => (claim.winner[v], claim.rank[v]) = (claim.winner[w], claim.rank[w].map(|n| n + 1)),
            }
        }
        let given = verify::Claim {
            winner: claim.winner.iter().map(|winner| winner.map(player)).collect(),
            rank: claim.rank.iter().map(|rank| rank.map(|n| u32::try_from(n).unwrap_or(u32::MAX))).collect(),
            strategy: claim.strategy.iter().map(|to| to.map(|w| w as u32)).collect(),
        };
        let (verdict, holds) = (verify::check(arena, &given), graph.holds(&claim));
        assert_eq!(verdict.is_ok(), holds, "{verdict:?} of {claim:?}");
        counts[usize::from(!holds)] += 1;
    }
    counts
}
