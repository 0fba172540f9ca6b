//! Numbers on the command line are read strictly; what is expected is said.

use crate::command::{attractor, refused};

#[test]
fn sizes_of_memory_are_read_to_the_end() {
    for good in ["1K", "64M", "64m", "2G", "2g", "2GB", "2GiB", "2gib", "1.5G", "1000000"] {
        assert_eq!(attractor(&["solve", "nim:3", "--memory", good]).code, 0, "{good}");
    }
    for bad in [
        "2Gbbb",
        "2GG",
        "2Gi",
        "0",
        "0M",
        "-1",
        "-1G",
        "1e9",
        "1e",
        "99999999999T",
        "inf",
        "NaN",
        "2 G",
        "",
        ".5G",
        "1.5",
        "0x10",
    ] {
        let told = refused(&["solve", "nim:3", "--memory", bad]);
        assert!(told.contains("512M"), "{bad}: {told}");
    }
    assert!(refused(&["solve", "nim:3", "--memory", "2Gbbb"]).contains("did you mean 2G?"));
}

#[test]
fn numbers_out_of_range_are_refused_with_the_flag_they_are_for() {
    for (args, words) in [
        (&["search", "nim:3", "--seconds", "1e19"][..], "--seconds"),
        (&["search", "nim:3", "--seconds", "1e300"], "--seconds"),
        (&["search", "nim:3", "--seconds", "inf"], "--seconds"),
        (&["search", "nim:3", "--seconds", "nan"], "--seconds"),
        (&["search", "nim:3", "--seconds", "0"], "--seconds"),
        (&["search", "nim:3", "--seconds", "-1"], "--seconds"),
        (&["search", "nim:3", "--seconds", "1x"], "--seconds"),
        (&["search", "nim:3", "--depth", "-1"], "--depth"),
        (&["search", "nim:3", "--depth", "0"], "--depth"),
        (&["solve", "nim:3", "--threads", "0"], "thread"),
        (&["solve", "nim:3", "--threads", "-1"], "--threads"),
        (&["solve", "nim:3", "--threads", "99999999999999999999"], "--threads"),
        (&["solve", "nim:3", "--seed", "-1"], "--seed"),
        (&["solve", "nim:3", "--seed", "1.5"], "--seed"),
        (&["stats", "nim:3", "--games", "0"], "--games"),
        (&["match", "nim:3", "--first", "random", "--second", "random", "--games", "0"], "--games"),
        (&["table", "build", "nim:3", "--out", "t", "--wait", "18446744073709551615"], "--wait"),
        (&["serve", "--seconds", "1e300"], "--seconds"),
        (&["serve", "--port", "65536"], "--port"),
    ] {
        let told = refused(args);
        assert!(told.contains(words), "{args:?}: {told}");
        assert!(told.chars().count() < 500, "{args:?}: {told}");
    }
}

#[test]
fn large_numbers_that_make_sense_are_accepted() {
    for args in [
        &["search", "nim:3", "--seconds", "1e9"][..],
        &["solve", "nim:3", "--threads", "18446744073709551615"],
        &["solve", "nim:3", "--seed", "18446744073709551615"],
        &["match", "nim:3", "--first", "random", "--second", "random", "--games", "3", "--threads", "99999999999"],
    ] {
        let said = attractor(args);
        assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    }
}
