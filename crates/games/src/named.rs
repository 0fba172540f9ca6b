//! Rules from the text that names them: `"wythoff:5+8".parse::<Wythoff>()`.

use crate::Entry;
use attractor_game::{Error, Spec, nearest};

/// Reads a spec that has one of these names. Refuses `misere`, which asks for rules of another type.
pub(crate) fn spec(text: &str, entries: &[Entry]) -> Result<Spec, Error> {
    let spec: Spec = text.parse()?;
    let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
    if !names.contains(&spec.name()) {
        return Err(Error::new("other-game", "{spec} names another game; expected: {names}")
            .arg("spec", text)
            .arg("names", names.join(", "))
            .nearest(nearest(spec.name(), names)));
    }
    if spec.has("misere") {
        return Err(Error::new("misere-apart", "{spec} is misere play: wrap the rules of normal play in Misere")
            .arg("spec", text));
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use crate::{Chess, Draughts, Nim, Wythoff};
    use attractor_game::{Error, Game};

    #[test]
    fn rules_are_read_from_the_text_that_names_them() {
        assert_eq!("wythoff:5+8".parse(), Ok(Wythoff::new([5, 8])));
        assert_eq!(
            "checkers".parse::<Draughts>().unwrap().start().pieces(attractor_game::Player::One).count_ones(),
            12
        );
        let id = |error: Error| error.id();
        assert_eq!("wythoff:5".parse::<Wythoff>().map_err(id), Err("bad-two-heaps"));
        assert_eq!("nim:9,misere".parse::<Nim>().map_err(id), Err("misere-apart"));
        let error = "ches".parse::<Chess>().unwrap_err();
        assert_eq!((error.id(), error.suggestion()), ("other-game", Some("chess")));
    }
}
