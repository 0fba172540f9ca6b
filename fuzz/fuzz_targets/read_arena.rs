//! Any bytes in any format: the first byte chooses the format and the owner rule, the rest is the text.
//!
//! `cargo +nightly fuzz run read_arena`

#![no_main]

use attractor_solve::graph::format::{Format, OwnerRule, Reading, read_text, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let _ = OwnerRule::parse(text);
    let format = Format::all().nth(usize::from(choice % 7));
    let rule = [None, Some("v < 4"), Some("double"), Some("0, a")][usize::from(choice / 7 % 4)];
    let owner = rule.and_then(|rule| OwnerRule::parse(rule).ok());
    let Ok(read) = read_text(text, "text", &Reading { format, owner, ..Reading::default() }) else { return };
    for format in [Format::Arena, Format::Json, Format::Python, Format::Dot] {
        let mut out = Vec::new();
        write(&read.arena, format, &mut out).expect("a vector takes all");
        let written = std::str::from_utf8(&out).expect("text is written");
        let again = read_text(written, "again", &Reading { format: Some(format), ..Reading::default() });
        assert!(again.is_ok_and(|again| again.arena.names() == read.arena.names()));
    }
});
