//! Why a state is where it is, and what each layer of an attractor adds.

use super::{Layer, Vertex};
use crate::{Report, words::Words};
use attractor_game::Player;
use attractor_solve::graph::End;

/// States, and steps, that are told one by one.
pub(super) const TOLD: usize = 5_000;

/// Says why a state is where it is.
pub(super) struct Why<'a> {
    pub(super) report: &'a Report,
    pub(super) names: &'a [String; 2],
    pub(super) words: &'a Words,
    /// Moves of a state that are told.
    pub(super) shown: usize,
}

/// Names that are said in one sentence.
const SAID: usize = 12;

impl Why<'_> {
    fn set(&self, vertices: &[u32]) -> String {
        let names: Vec<_> = vertices.iter().take(SAID).map(|&v| self.report.arena.label(v)).collect();
        let more = if vertices.len() > SAID { ", ..." } else { "" };
        format!("{{{}{more}}}", names.join(", "))
    }

    pub(super) fn vertex(&self, v: u32) -> Vertex {
        let Report { arena, attractors, .. } = self.report;
        let name = |v: u32| arena.label(v).into_owned();
        Vertex {
            name: name(v),
            owner: arena.owner(v).number(),
            winner: attractors.winner(v).map(Player::number),
            rank: attractors.rank(v),
            successors: arena.successors(v).iter().take(self.shown).map(|&w| name(w)).collect(),
            why: self.why(v),
        }
    }

    /// `4 belongs to 2, and all its successors {2} are in A_1 of 1.`
    fn why(&self, v: u32) -> String {
        let Report { arena, attractors, strategy, .. } = self.report;
        let (state, owner) = (arena.label(v), arena.owner(v));
        let named = |player: Player| &self.names[player.index()];
        let next = arena.successors(v);
        if next.is_empty() {
            return match arena.end(v).map(End::winner) {
                Some(Some(winner)) => self.words.say("page-why-won", &[("state", &state), ("player", named(winner))]),
                _ => self.words.say("page-why-drawn-end", &[("state", &state)]),
            };
        }
        let Some((winner, rank)) = attractors.winner(v).zip(attractors.rank(v)) else {
            let stays: Vec<u32> = next.iter().copied().filter(|&w| attractors.winner(w).is_none()).collect();
            let args: [(&str, &dyn std::fmt::Display); 4] = [
                ("state", &state),
                ("owner", named(owner)),
                ("other", named(owner.other())),
                ("successors", &self.set(&stays)),
            ];
            return self.words.say("page-why-drawn", &args);
        };
        let before = rank.saturating_sub(1);
        if owner == winner {
            let to = strategy.at(v).map_or_else(String::new, |w| arena.label(w).into_owned());
            let args: [(&str, &dyn std::fmt::Display); 5] = [
                ("state", &state),
                ("owner", named(owner)),
                ("successor", &to),
                ("rank", &before),
                ("player", named(winner)),
            ];
            self.words.say("page-why-own", &args)
        } else {
            let args: [(&str, &dyn std::fmt::Display); 5] = [
                ("state", &state),
                ("owner", named(owner)),
                ("successors", &self.set(next)),
                ("rank", &before),
                ("player", named(winner)),
            ];
            self.words.say("page-why-forced", &args)
        }
    }

    /// What each step adds, up to the last.
    pub(super) fn layers(&self, last: u32, of: Option<Player>) -> Vec<Layer> {
        let players = Player::BOTH.into_iter().filter(|player| of.is_none_or(|of| of == *player));
        let mut all: Vec<_> = players.map(|player| (player, self.report.attractors.layers(player), 0)).collect();
        let mut steps = Vec::new();
        for n in 0..=last {
            let mut said = Vec::new();
            for (player, layers, count) in &mut all {
                let mut added = layers.get_mut(n as usize).map(std::mem::take).unwrap_or_default();
                added.sort_unstable();
                *count += added.len();
                let args: [(&str, &dyn std::fmt::Display); 4] = [
                    ("rank", &n),
                    ("player", &self.names[player.index()]),
                    ("states", &self.set(&added)),
                    ("count", &*count),
                ];
                let id = match (n, added.is_empty()) {
                    (_, true) => "page-layer-nothing",
                    (0, _) => "page-layer-first",
                    _ => "page-layer",
                };
                said.push(self.words.say(id, &args));
            }
            steps.push(Layer { sentence: said.join(" ") });
        }
        steps
    }
}
