//! TikZ and slides compile with a stock TeX Live, and their texts can be read again. Left out where there is none.

use crate::command::{attractor, file};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

fn there(program: &str) -> bool {
    let found = Command::new(program).arg("-v").output().is_ok();
    if !found {
        println!("left out: there is no {program} here");
    }
    found
}

/// Compiles a file in a folder of its own, and returns the PDF.
fn compiled(tex: &str) -> PathBuf {
    let (path, name) = (Path::new(tex), Path::new(tex).file_stem().unwrap().to_str().unwrap());
    let folder = path.parent().unwrap().join(format!("latex-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new("pdflatex");
    command.args(["-interaction=nonstopmode", "-halt-on-error", "-output-directory"]).arg(&folder).arg(path);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{tex}: {}", String::from_utf8_lossy(&output.stdout));
    folder.join(format!("{name}.pdf"))
}

fn text_of(pdf: &Path) -> String {
    let output = Command::new("pdftotext").arg("-layout").arg(pdf).arg("-").output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const POSITION: &str = "....J../R...RR./RJ..JRR/JJRJJJR J";
/// The leaves of the tree of depth 3, from the left.
const LEAVES: &str = "10 +∞ 7 11 +∞ 8 13 +∞ 7 15 17 12 +∞ 12 7 +∞ 17 9 13 12 7 8 13 5 13 15";

fn drawn(name: &str, args: &[&str]) -> String {
    let out = file(name, "");
    let said = attractor(&[args, &["--draw", &out]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    out
}

#[test]
fn the_leaves_of_the_tree_are_in_its_pages() {
    if !there("pdftotext") {
        return;
    }
    let tree = ["tree", "connect4", "--position", POSITION, "--only", "3,4,5", "--depth", "3"];
    let mut pages = vec![PathBuf::from(drawn("leaves.pdf", &tree))];
    if there("pdflatex") {
        pages.push(compiled(&drawn("leaves.tex", &tree)));
    }
    for page in pages {
        let text = text_of(&page);
        let row = text.lines().find_map(|line| line.trim().strip_prefix("h ")).expect("a row of leaves");
        assert_eq!(row.split_whitespace().collect::<Vec<_>>().join(" "), LEAVES, "{}", page.display());
    }
}

#[test]
fn slides_have_one_overlay_for_each_step() {
    if !there("pdflatex") {
        return;
    }
    let nim = ["graph", "nim:9,take=1-2", "--columns", "left", "--attractor", "2", "--cumulative"];
    let tree = ["tree", "connect4", "--position", POSITION, "--only", "3,4,5", "--depth", "2"];
    // Seven layers and the whole; nothing, then 13 values.
    for (name, args, pages) in [("layers.beamer.tex", &nim[..], 8), ("search.beamer.tex", &tree[..], 14)] {
        let pdf = compiled(&drawn(name, args));
        let bytes = std::fs::read(&pdf).unwrap();
        // Which TeX breaks at 79 letters.
        let log = std::fs::read_to_string(pdf.with_extension("log")).unwrap().replace('\n', "");
        assert!(log.contains(&format!("({pages} pages,")), "{name}: {} bytes, {log}", bytes.len());
    }
}

#[test]
fn hostile_names_compile() {
    if !there("pdflatex") {
        return;
    }
    let names = ["<script>", "\\\\input{x}", "50%$_^~#&", "\u{5d0}\u{202e}\u{627}", "é œ ∞ \\\"quoted\\\""];
    let owner: Vec<String> = names.iter().map(|name| format!("\"{name}\": 1")).collect();
    let moves: Vec<String> = names.windows(2).map(|pair| format!("\"{}\": [\"{}\"]", pair[0], pair[1])).collect();
    let json = format!(
        "{{\"owner\": {{{}}}, \"moves\": {{{}, \"{}\": []}}}}",
        owner.join(", "),
        moves.join(", "),
        names[names.len() - 1]
    );
    let graph = file("hostile.json", &json);
    for name in ["hostile.tex", "hostile.beamer.tex"] {
        compiled(&drawn(name, &["graph", &graph, "--title", "<b> $ \\ % \u{5d0}"]));
    }
}
