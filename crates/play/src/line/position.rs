//! The position here: as text, as a board, its moves, whether play is over.

use super::Line;
use crate::{Finish, Session, matches, session::Position};
use attractor_game::{Board, Playable, Player, is_over, moves_of};
use std::sync::Arc;

impl<G: Playable> Position for Line<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn fork(&self) -> Box<dyn Session> {
        let (spec, game, root, played) =
            (self.spec.clone(), Arc::clone(&self.game), self.root.clone(), self.played.clone());
        Box::new(Line { spec, game, root, played })
    }

    fn turn(&self) -> Player {
        self.game.turn(self.here())
    }

    fn position(&self) -> String {
        self.game.write(self.here())
    }

    fn diagram(&self) -> String {
        self.game.diagram(self.here())
    }

    fn board(&self) -> Board {
        self.game.board(self.here())
    }

    fn board_of(&self, position: &str) -> Option<Board> {
        self.game.read(position).ok().map(|p| self.game.board(&p))
    }

    fn places(&self) -> Vec<Option<(f32, f32)>> {
        let p = self.here();
        moves_of(&*self.game, p).into_iter().map(|m| self.game.place(p, m)).collect()
    }

    fn choices(&self, most: usize) -> usize {
        self.game.moves(self.here()).take(most).count()
    }

    fn canonical(&self) -> String {
        self.game.write(&self.game.canonical(self.here()))
    }

    fn moves(&self) -> Vec<String> {
        let p = self.here();
        self.each_name(p, &moves_of(&*self.game, p))
    }

    fn plain_moves(&self) -> Vec<String> {
        let p = self.here();
        moves_of(&*self.game, p).into_iter().map(|m| self.game.plain(p, m)).collect()
    }

    fn finished(&self) -> Option<Finish> {
        let p = self.here();
        if !is_over(&*self.game, p) {
            let drawn = self.game.drawn_by_history(&self.past());
            return drawn.then_some(Finish { winner: None, margin: None });
        }
        Some(Finish {
            winner: matches::winner(&*self.game, p),
            margin: G::MARGIN.then(|| self.game.result(p).0 * if self.turn() == Player::One { 1 } else { -1 }),
        })
    }
}
