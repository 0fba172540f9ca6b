//! The gallery is what the command draws now, and is drawn well: no texts over each other, no edge through a vertex, no
//! more crossings than Graphviz leaves.

use crate::picture::{at, crossings, overlap, read};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// A line from point to point.
type Line = Vec<(f64, f64)>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery")
}

/// Name and arguments of each figure.
fn figures() -> Vec<(String, Vec<String>)> {
    let list = std::fs::read_to_string(folder().join("figures.txt")).unwrap();
    let figure = |line: &str| {
        let (name, command) = line.split_once('|').expect("a name and a command");
        (name.trim().to_owned(), words(command))
    };
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(figure).collect()
}

/// Cuts a command at spaces outside quotes.
fn words(command: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        match i % 2 {
            0 => found.extend(part.split_whitespace().map(str::to_owned)),
            _ => found.push(part.to_owned()),
        }
    }
    found
}

/// Draws a figure to a file.
fn draw(args: &[String], file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_attractor"));
    command.args(args).arg("--draw").arg(file).current_dir(folder()).env("LC_ALL", "C").env_remove("LANG");
    let output = command.output().unwrap();
    // 1: a strategy that is drawn and does not win.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_gallery_is_what_is_drawn_now() {
    let update = std::env::var_os("UPDATE_GALLERY").is_some();
    let mut page = String::from(
        "# Gallery\n\nThe figures of the course, each drawn by the command below it. `cargo xtask gallery` draws all of them again.\n",
    );
    let mut changed = Vec::new();
    for (name, args) in figures() {
        let (kept, now) = (folder().join(format!("{name}.svg")), scratch(&format!("gallery-{name}.svg")));
        draw(&args, &now);
        let now = std::fs::read_to_string(now).unwrap();
        if update {
            std::fs::write(&kept, &now).unwrap();
        } else if std::fs::read_to_string(&kept).is_ok_and(|kept| kept == now) {
        } else {
            changed.push(name.clone());
        }
        let quoted = |word: &String| if word.contains([' ', '<']) { format!("\"{word}\"") } else { word.clone() };
        let typed: Vec<String> = args.iter().map(quoted).collect();
        page += &format!("\n![{name}]({name}.svg)\n\n    attractor {} --draw {name}.svg\n", typed.join(" "));
    }
    let readme = folder().join("README.md");
    if update {
        std::fs::write(&readme, &page).unwrap();
    } else if std::fs::read_to_string(&readme).ok().as_ref() != Some(&page) {
        changed.push("README.md".into());
    }
    assert!(changed.is_empty(), "{changed:?}: look at what changed, then run cargo xtask gallery");
}

#[test]
fn texts_and_edges_keep_clear() {
    for (name, _) in figures() {
        let drawn = read(&std::fs::read_to_string(folder().join(format!("{name}.svg"))).unwrap());
        for (i, (a, said)) in drawn.texts.iter().enumerate() {
            for (b, other) in &drawn.texts[..i] {
                assert!(!overlap(a, b), "{name}: {said} over {other}");
            }
        }
        for edge in &drawn.edges {
            let ends = [edge[0], edge[edge.len() - 1]].map(|end| at(&drawn.shapes, end));
            for (v, [left, top, right, bottom]) in drawn.shapes.iter().enumerate() {
                // The ends of an edge touch its own vertices; a square around a circle is larger than the circle.
                let inside =
                    |p: &&(f64, f64)| p.0 > left + 3.0 && p.0 < right - 3.0 && p.1 > top + 3.0 && p.1 < bottom - 3.0;
                if !ends.contains(&Some(v)) {
                    assert_eq!(edge.iter().find(inside), None, "{name}: an edge runs through vertex {v}");
                }
            }
        }
    }
}

/// Crossings in a picture of ours. A mark of moves that are not drawn ends nowhere and does not count.
fn counted(svg: &str) -> usize {
    let drawn = read(svg);
    let mut found = Vec::new();
    let mut lines = Vec::new();
    for edge in &drawn.edges {
        if let [Some(from), Some(to)] = [edge[0], edge[edge.len() - 1]].map(|end| at(&drawn.shapes, end)) {
            found.push([from, to]);
            lines.push(edge.clone());
        }
    }
    crossings(&lines, &found)
}

/// What `dot -Tplain` says: the ends and the lines of the edges.
fn graphviz(dot: &str) -> Option<(Vec<[usize; 2]>, Vec<Line>)> {
    use std::io::Write as _;
    let mut child = Command::new("dot")
        .arg("-Tplain")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(dot.as_bytes()).ok()?;
    let plain = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    let (mut ends, mut edges) = (Vec::new(), Vec::new());
    let mut middles = std::collections::HashMap::new();
    for line in plain.lines().filter(|line| line.starts_with("node ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        middles.insert(words[1], (words[2].parse::<f64>().unwrap(), words[3].parse::<f64>().unwrap()));
    }
    for line in plain.lines().filter(|line| line.starts_with("edge ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let vertex = |i: usize| words[i].trim_start_matches('v').parse().expect("vertices are v0, v1, ...");
        let count: usize = words[3].parse().unwrap();
        let n: Vec<f64> = words[4..4 + 2 * count].iter().map(|x| x.parse().unwrap()).collect();
        let mut line = vec![(n[0], n[1])];
        // Three points for each piece of the curve.
        for piece in n[2..].chunks(6) {
            let from = *line.last().unwrap();
            for i in 1..=16 {
                let (t, s) = (f64::from(i) / 16.0, 1.0 - f64::from(i) / 16.0);
                let at = |a: f64, b: f64, c: f64, d: f64| {
                    s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
                };
                line.push((at(from.0, piece[0], piece[2], piece[4]), at(from.1, piece[1], piece[3], piece[5])));
            }
        }
        // Its curves end where the head of the arrow begins: the last piece goes on to the vertex, as ours do.
        line.insert(0, middles[words[1]]);
        line.push(middles[words[2]]);
        ends.push([vertex(1), vertex(2)]);
        edges.push(line);
    }
    Some((ends, edges))
}

#[test]
fn trees_do_not_cross() {
    for (name, _) in figures().into_iter().filter(|(_, args)| args[0] == "tree") {
        let svg = std::fs::read_to_string(folder().join(format!("{name}.svg"))).unwrap();
        assert_eq!(counted(&svg), 0, "{name}");
    }
}

#[test]
fn no_more_crossings_than_graphviz() {
    if Command::new("dot").arg("-V").output().is_err() {
        println!("left out: there is no dot here");
        return;
    }
    for (name, args) in figures().into_iter().filter(|(_, args)| args[0] == "graph") {
        let file = scratch(&format!("crossings-{name}.dot"));
        draw(&args, &file);
        let dot = std::fs::read_to_string(file).unwrap();
        let own = dot.lines().filter(|line| !line.contains("rank=same")).collect::<Vec<_>>().join("\n");
        let ours = counted(&std::fs::read_to_string(folder().join(format!("{name}.svg"))).unwrap());
        let [same, free] = [&dot, &own].map(|dot| {
            let (ends, edges) = graphviz(dot).unwrap();
            crossings(&edges, &ends)
        });
        println!("{name}: {ours} crossings, Graphviz {same} in the same columns and {free} in its own");
        assert!(ours <= same, "{name}: {ours} crossings, Graphviz {same} in the same columns");
        assert!(ours <= free, "{name}: {ours} crossings, Graphviz {free} in its own columns");
    }
}
