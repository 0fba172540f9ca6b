//! An empty folder given as the place of a result.

use crate::command::{attractor, bytes, fresh, json, refused};

#[test]
fn a_table_takes_the_place_of_an_empty_folder() {
    for spec in ["nim:3+4", "connect4:3x3"] {
        let (empty, new) = (fresh("empty_out"), fresh("no_out"));
        std::fs::create_dir(&empty).unwrap();
        let built = json(&["table", "build", spec, "--out", &empty]);
        assert_eq!(built["positions"], json(&["table", "build", spec, "--out", &new])["positions"], "{spec}");
        assert_eq!(bytes(&empty), bytes(&new), "{spec}");
    }
}

#[test]
fn a_folder_with_something_else_in_it_is_left_alone() {
    let full = fresh("full_out");
    std::fs::create_dir(&full).unwrap();
    std::fs::write(format!("{full}/mine"), "mine").unwrap();
    let told = refused(&["table", "build", "nim:3+4", "--out", &full]);
    assert!(told.contains("full_out"), "{told}");
    assert_eq!(std::fs::read_to_string(format!("{full}/mine")).unwrap(), "mine");
}

#[test]
fn a_book_is_a_file_and_no_folder() {
    let folder = fresh("book_out");
    std::fs::create_dir(&folder).unwrap();
    let told = refused(&["book", "build", "connect4:4x4", "--plies", "1", "--out", &folder]);
    assert!(told.contains("is a folder") && told.contains("--out"), "{told}");
    let book = format!("{folder}/some.book");
    assert_eq!(attractor(&["book", "build", "connect4:4x4", "--plies", "1", "--out", &book]).code, 0);
}
