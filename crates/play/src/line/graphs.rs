//! The graph of all positions reachable from here.

use super::Line;
use crate::{Effort, session::Graphs};
use attractor_game::{Error, Playable, moves_of};
use attractor_solve::{
    graph::{Arena, Strategy, Unfolding, unfold, unfold_named},
    search::stopped,
};
use std::sync::atomic::AtomicBool;

impl<G: Playable> Graphs for Line<G> {
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
        for (v, p) in unfolded.arena.vertices().zip(&unfolded.positions) {
            stopped(stop)?;
            let moves = moves_of(&*self.game, p);
            let named = moves.iter().find(|&&m| self.name(p, m) == name);
            found |= named.is_some();
            if let Some(&m) = named.or(moves.first()) {
                let q = self.game.play(p, m);
                let to = unfolded.arena.successors(v).iter().find(|&&w| unfolded.positions[w as usize] == q);
                strategy.set(v, *to.expect("the successors of an unfolded position are its moves"));
            }
        }
        if found { Ok(strategy) } else { Err(never_legal(name)) }
    }
}

fn never_legal(name: &str) -> Error {
    Error::new("move-never-legal", "the move {move} is legal nowhere in this game").arg("move", name)
}
