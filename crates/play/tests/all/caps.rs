//! Sizes of games are bounded: no position has more moves than a list of them may hold, whatever was asked for.

use attractor_games::MOST_MOVES;
use attractor_play::open;

/// The largest sizes that are allowed, and the first that are not.
#[test]
fn sums_are_bounded_as_their_parts_are() {
    for (spec, refused) in [
        ("sum:nim:65535++nim:65535", None),
        ("sum:nim:65535++nim:65535++nim:65535", Some("too-many-moves-at-once")),
        ("sum:nim:65535+65535++domineering:8x8", Some("too-many-moves-at-once")),
        (&format!("sum:{}", vec!["nim:1"; 64].join("++")), None),
        (&format!("sum:{}", vec!["nim:1"; 65].join("++")), Some("sum-too-long")),
        ("nim:65535+65535,misere", None),
        ("euclid:65535,1,misere", None),
        ("euclid:65536,1,misere", Some("size-out-of-range")),
    ] {
        match open(spec) {
            Ok(session) => {
                assert_eq!(refused, None, "{spec}");
                assert!(session.choices(MOST_MOVES + 1) <= MOST_MOVES, "{spec}");
            }
            Err(error) => assert_eq!(Some(error.id()), refused, "{spec}"),
        }
    }
}

/// Moves are counted up to a bound, and not made into names for it.
#[test]
fn choices_are_counted_up_to_a_bound() {
    let session = open("nim:65535+65535").unwrap();
    assert_eq!((session.choices(10), session.choices(usize::MAX)), (10, 131_070));
    assert_eq!(open("nim:3").unwrap().choices(10), 3);
}

/// A line is given up where its condition fails, and then nothing of it was played.
#[test]
fn a_line_is_played_while_its_condition_holds() {
    use attractor_game::Error;
    let mut session = open("connect4").unwrap();
    let seen = std::cell::Cell::new(0);
    let go_on = |_: &dyn attractor_play::Session| {
        seen.set(seen.get() + 1);
        if seen.get() > 3 { Err(Error::limit("enough", "enough")) } else { Ok(()) }
    };
    assert_eq!(session.play_line_while("4455", &go_on).unwrap_err().id(), "enough");
    assert_eq!((seen.get(), session.line().len()), (4, 0));
    session.play_line("4455").unwrap();
    assert_eq!(session.line().len(), 4);
}
