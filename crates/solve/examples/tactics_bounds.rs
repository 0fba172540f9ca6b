//! Every bound that Connect Four tactics give, checked on every position of the boards named: `tactics_bounds 4x4 5x4`.
use attractor_game::{Game, Memory, Playable, Question, Tactics};
use attractor_games::Connect4;
use attractor_solve::{
    graph::{Attractors, Transposed, Unfolding, final_draws, unfold},
    verify,
};

struct Check<'a> {
    game: &'a Connect4,
}

impl Question<Connect4> for Check<'_> {
    type Answer = u64;
    fn without(self) -> u64 {
        0
    }
    fn with<T: Tactics<Position = <Connect4 as Game>::Position> + Send + Sync + 'static>(self, tactics: T) -> u64 {
        let unfolded = unfold(self.game, &self.game.start(), Unfolding::default()).expect("the board is small");
        let transposed = Transposed::of(&unfolded.arena);
        let attractors = Attractors::with(&unfolded.arena, &transposed);
        let draws = final_draws(&unfolded.arena, &transposed, &attractors);
        let (mut memory, most) = (T::Memory::new(&tactics), tactics.domain().most);
        let mut checked = 0;
        for (v, p) in unfolded.arena.vertices().zip(&unfolded.positions) {
            if unfolded.arena.degree(v) > 0 {
                let value = attractors.value(&unfolded.arena, v, &draws);
                verify::check_bounds(&tactics, &mut memory, p, value, -most..=most)
                    .unwrap_or_else(|e| panic!("{p:?}: {e}"));
                checked += 1;
            }
        }
        checked
    }
}

fn main() {
    for size in std::env::args().skip(1) {
        let spec = format!("connect4:{size}").parse().expect("a size such as 5x4");
        let game = Connect4::from_spec(&spec).unwrap_or_else(|e| panic!("{e}"));
        println!("connect4:{size}: bounds hold on {} unfinished positions", game.with_tactics(Check { game: &game }));
    }
}
