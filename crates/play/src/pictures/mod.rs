//! Pictures of what is known: from records, arenas and boards to drawings, with words in the language asked for.

mod columns;
mod graph;
mod position;
mod tree;

pub use attractor_draw::{Drawing, Format, Spot};
pub use columns::Columns;
pub use graph::{GraphPicture, graph};
pub use position::{analysis, board, distances, exercise, history, strength};
pub use tree::{OVERLAYS, TreePicture, tree};

use crate::words::Words;

/// `+∞`, `−3`, `0.5`: a number as pictures show it.
fn shown(number: crate::Number) -> String {
    number.to_string().replace("inf", "∞").replace('-', "−")
}

/// What the players are called where a bare number would be taken for a count: `player 2`.
fn named(names: &[String; 2], words: &Words) -> [String; 2] {
    names.each_ref().map(|name| match name.parse::<u32>() {
        Ok(_) => words.say("picture-player", &[("player", name)]),
        Err(_) => name.clone(),
    })
}

/// Short texts of positions of which only the turn differs are shown without it: shapes tell whose turn it is. The
/// last word goes if it is the same for all of one player and differs from that of the other.
fn without_turn(names: &mut [String], owners: &[attractor_game::Player]) {
    let last = |name: &str| name.rsplit_once(' ').map(|(_, word)| word.to_owned());
    let mut words: [Option<String>; 2] = [None, None];
    for (name, owner) in names.iter().zip(owners) {
        let (Some(word), known) = (last(name), &mut words[owner.index()]) else { return };
        if known.as_ref().is_some_and(|known| *known != word) {
            return;
        }
        *known = Some(word);
    }
    if words[0] != words[1] {
        for name in names.iter_mut() {
            let end = name.rfind(' ').unwrap_or(name.len());
            name.truncate(end);
        }
    }
}
