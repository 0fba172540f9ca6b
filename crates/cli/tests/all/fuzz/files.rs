//! A folder with files of every kind that the command reads: right ones, and what hostile people would make of them.

use attractor_game::Rng;
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The folder, with the names of what lies there.
pub(crate) struct Folder {
    path: PathBuf,
    /// Files that something can read.
    pub(crate) good: Vec<String>,
    /// Anything else.
    pub(crate) bad: Vec<String>,
    /// Folders of tables, right and wrong ones.
    pub(crate) tables: Vec<String>,
}

/// Right files: name and content.
const GOOD: &[(&str, &str)] = &[
    ("g.arena", "start b\na 1: b c\nb 2: a d\nc 2 draw:\nd 1:\n"),
    ("g.json", r#"{"start":"a","owner":{"a":1,"b":2},"moves":{"a":["b","a"],"b":[]},"result":{"b":2}}"#),
    ("g.py", "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}\n"),
    ("g.csv", "0,1,0\n0,0,1\n0,0,0\n"),
    ("g.dot", "digraph { a -> b; b -> c; a [owner=1]; b [owner=2]; c [owner=1]; start=a }\n"),
    ("tree.json", r#"{"player":2,"children":[{"value":12},{"children":[{"value":-3},{"value":4}]}]}"#),
    ("strategy.txt", "a -> b\nb -> a\n"),
    ("play.txt", "a -> b\n"),
    ("batch.txt", "\n1\n1 2\n44\n"),
    ("hosts.txt", "127.0.0.1:9\n127.0.0.1:9\n"),
];

impl Folder {
    pub(crate) fn new(path: &Path, binary: &Path) -> Folder {
        let _ = std::fs::remove_dir_all(path);
        std::fs::create_dir_all(path.join("a folder")).expect("the folder can be made");
        let mut folder = Folder { path: path.to_owned(), good: Vec::new(), bad: Vec::new(), tables: Vec::new() };
        GOOD.iter().for_each(|(name, text)| folder.put(name, text.as_bytes()));
        folder.good = GOOD.iter().map(|(name, _)| (*name).to_owned()).collect();
        for (name, args) in [
            ("cert.json", &["graph", "nim:3", "--certificate", "cert.json"][..]),
            ("some.book", &["book", "build", "connect4:4x4", "--plies", "2", "--out", "some.book"]),
            ("some.table/table", &["table", "build", "nim:3+4", "--out", "some.table"]),
        ] {
            let said =
                Command::new(binary).args(args).current_dir(path).stdout(Stdio::null()).stderr(Stdio::null()).status();
            assert!(said.is_ok_and(|status| status.success()), "{args:?} works");
            folder.good.push(name.to_owned());
        }
        folder.tables =
            vec!["some.table".to_owned(), "a folder".to_owned(), "g.arena".to_owned(), "nowhere".to_owned()];
        folder.spoil();
        folder
    }

    /// Damaged copies of right files, and texts that are hostile from the start.
    fn spoil(&mut self) {
        let mut rng = Rng::new(7);
        for name in self.good.clone() {
            let bytes = std::fs::read(self.path.join(&name)).expect("it was written");
            let (mut flipped, cut) = (bytes.clone(), rng.below(bytes.len()));
            for _ in 0..3 {
                let at = rng.below(bytes.len());
                flipped[at] ^= 1 << rng.below(8);
            }
            let (stem, end) = name.rsplit_once('/').map_or(("", name.as_str()), |(folder, _)| (folder, "table"));
            if stem.is_empty() {
                self.bad(&format!("flipped-{end}"), &flipped);
                self.bad(&format!("cut-{end}"), &bytes[..cut]);
            } else {
                for (kind, bytes) in [("flipped", &flipped[..]), ("cut", &bytes[..cut]), ("empty", b"")] {
                    std::fs::create_dir_all(self.path.join(format!("{kind}.table"))).expect("the folder can be made");
                    self.put(&format!("{kind}.table/table"), bytes);
                    self.tables.push(format!("{kind}.table"));
                }
            }
        }
        let deep = "[".repeat(60_000);
        let nested = format!("{}{}{}", r#"{"children":["#.repeat(20_000), r#"{"value":1}"#, "]}".repeat(20_000));
        let wide = format!("G = {{0: [{}]}}", "1,".repeat(100_000));
        let hidden = "\u{1b}[2J\u{202e}x 1: \u{1b}[2J\u{202e}x \"y\\n\u{2028}\"\n\"y\\n\u{2028}\" 2:\n";
        let hidden_json =
            r#"{"start":"a\nb\u202e","owner":{"a\nb\u202e":1},"moves":{"a\nb\u202e":["c\u001b[1m"],"c\u001b[1m":[]}}"#;
        for (name, text) in [
            ("empty.json", ""),
            ("deep.json", &deep),
            ("nested.json", &nested),
            ("wide.py", &wide),
            ("hidden.arena", hidden),
            ("hidden.json", hidden_json),
            ("large.json", r#"{"value":1e308}"#),
            ("larger.json", r#"{"children":[{"value":1e999},{"value":-123456789012345678901234567890}]}"#),
            ("numbers.arena", "18446744073709551617 1: 1e19\n1e19 2: 00\n00 1:\n0 2:\n"),
            ("nothing.arena", "# nothing\n"),
            ("lines.txt", "\r\n\u{feff}\u{2028}\n\n -> \n"),
        ] {
            self.bad(name, text.as_bytes());
        }
        self.bad("bytes.py", &[0xff, 0xfe, 0, 1, 0xc0, 0x80]);
        let noise: Vec<u8> = (0..5_000).map(|_| rng.next_u64() as u8).collect();
        self.bad("noise.bin", &noise);
        self.bad.extend(["a folder", "nowhere.json", "no/such/file.txt", "", ".", "/dev/null"].map(str::to_owned));
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path.join(name), bytes).expect("the folder is writable");
    }

    fn bad(&mut self, name: &str, bytes: &[u8]) {
        self.put(name, bytes);
        self.bad.push(name.to_owned());
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A file, right or wrong.
    pub(crate) fn any(&self, rng: &mut Rng) -> String {
        let list = if rng.below(2) == 0 { &self.good } else { &self.bad };
        list[rng.below(list.len())].clone()
    }

    /// Where a command may write.
    pub(crate) fn output(&self, rng: &mut Rng, number: u64) -> String {
        const ENDINGS: &[&str] = &["svg", "png", "pdf", "tex", "tikz", "beamer.tex", "dot", "json", "book", "xyz", ""];
        match rng.below(12) {
            0 => "a folder".to_owned(),
            1 => "no/such/folder/x.svg".to_owned(),
            2 => String::new(),
            _ => format!("out-{number}.{}", ENDINGS[rng.below(ENDINGS.len())]),
        }
    }

    /// Removes what the command of that number wrote.
    pub(crate) fn clear_away(&self, number: u64) {
        let begin = format!("out-{number}.");
        for entry in std::fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&begin) {
                let _ = std::fs::remove_file(entry.path()).or_else(|_| std::fs::remove_dir_all(entry.path()));
            }
        }
        let _ = std::fs::remove_dir_all(self.path.join("a folder"));
        let _ = std::fs::create_dir_all(self.path.join("a folder"));
    }
}
