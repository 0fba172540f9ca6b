//! What people install: the wheel, the Debian package, the guide, with checksums and the notes of the release, in `target/packages`.

use crate::{
    licences, log, python,
    run::{Step, cargo, root, run_all},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The version that was tried.
const MDBOOK: &str = "0.5.4";

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn failed(what: &Path) -> impl Fn(std::io::Error) -> String {
    let what = text(what);
    move |e| format!("{what}: {e}")
}

/// The guide as a site. mdBook is compiled the first time, inside `target/`.
pub(crate) fn book() -> Result<PathBuf, String> {
    let tools = root().join("target/tools");
    let ours = tools.join("bin/mdbook");
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    let program = if there("mdbook") { "mdbook".to_owned() } else { text(&ours) };
    if !there(&program) {
        let install = cargo(&["install", "mdbook", "--locked", "--version", MDBOOK, "--root", &text(&tools)]);
        run_all(&[Step::new("mdBook is installed", install)])?;
    }
    let out = root().join("target/book");
    let build = vec![program, "build".into(), text(&root().join("book")), "--dest-dir".into(), text(&out)];
    run_all(&[Step::new("the guide", build)])?;
    Ok(out)
}

/// Everything, in `target/packages`.
pub(crate) fn all() -> Result<(), String> {
    let dist = root().join("target/packages");
    let _ = fs::remove_dir_all(&dist);
    fs::create_dir_all(&dist).map_err(failed(&dist))?;
    run_all(&[Step::new("the command", cargo(&["build", "--profile", "dist", "--locked", "-p", "attractor-cli"]))])?;
    let version = version()?;
    let mut made = vec![debian(&dist, &version)?];
    let wheel = python::release_wheel()?;
    let to = dist.join(wheel.file_name().expect("a wheel is a file"));
    fs::copy(&wheel, &to).map_err(failed(&to))?;
    made.push(to);
    made.push(notes(&dist, &version)?);
    let mut sums = Command::new("sha256sum");
    sums.current_dir(&dist).args(made.iter().filter_map(|file| file.file_name()));
    let sums = sums.output().map_err(|e| format!("sha256sum: {e}"))?;
    fs::write(dist.join("SHA256SUMS"), sums.stdout).map_err(failed(&dist))?;
    for file in made.iter().chain([&dist.join("SHA256SUMS")]) {
        let size = fs::metadata(file).map_err(failed(file))?.len();
        let name = file.strip_prefix(root()).unwrap_or(file);
        log::line(&format!("{} ({:.1} MB)", name.display(), size as f64 / 1e6));
    }
    Ok(())
}

fn version() -> Result<String, String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).map_err(|e| format!("Cargo.toml: {e}"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    Ok(line.and_then(|rest| rest.strip_suffix('"')).ok_or("Cargo.toml names no version")?.to_owned())
}

/// The part of the changelog that speaks of this version.
fn notes(dist: &Path, version: &str) -> Result<PathBuf, String> {
    let changes = fs::read_to_string(root().join("CHANGELOG.md")).map_err(|e| format!("CHANGELOG.md: {e}"))?;
    let begin = format!("## {version}");
    let part: Vec<&str> = changes
        .lines()
        .skip_while(|line| !line.starts_with(&begin))
        .enumerate()
        .take_while(|(i, line)| *i == 0 || !line.starts_with("## "))
        .map(|(_, line)| line)
        .collect();
    if part.is_empty() {
        return Err(format!("CHANGELOG.md says nothing of {version}"));
    }
    let file = dist.join("RELEASE-NOTES.md");
    fs::write(&file, part.join("\n") + "\n").map_err(failed(&file))?;
    Ok(file)
}

/// Every licence that the command's file is under: the project's own, the font's, and those of the crates inside.
fn copyright() -> Result<String, String> {
    let read = |name: &str| fs::read_to_string(root().join(name)).map_err(|e| format!("{name}: {e}"));
    let ours = "Attractor is licensed under either of the MIT licence and the Apache License 2.0, at your option.\n\
        The font inside it, Noto Sans, is copyright 2012 Google Inc. and licensed under the SIL Open Font License 1.1.\n";
    let parts = [ours.to_owned(), read("LICENSE-MIT")?, read("LICENSE-APACHE")?, read("LICENSE-OFL")?];
    Ok(format!("{}\n{}", parts.join("\n"), licences::notices("attractor-cli")?))
}

/// The Debian package: the command with its manual pages, completions and licences.
fn debian(dist: &Path, version: &str) -> Result<PathBuf, String> {
    let tree = root().join("target/debian");
    let _ = fs::remove_dir_all(&tree);
    let folder = |path: &str| {
        let folder = tree.join(path);
        fs::create_dir_all(&folder).map_err(failed(&folder)).map(|()| folder)
    };
    let program = root().join("target/dist/attractor");
    let installed = folder("usr/bin")?.join("attractor");
    fs::copy(&program, &installed).map_err(failed(&program))?;
    let mut man = Command::new(&program);
    if !man.args(["man", "--out"]).arg(folder("usr/share/man/man1")?).status().is_ok_and(|s| s.success()) {
        return Err("attractor man failed".into());
    }
    for (shell, path, name) in [
        ("bash", "usr/share/bash-completion/completions", "attractor"),
        ("zsh", "usr/share/zsh/vendor-completions", "_attractor"),
        ("fish", "usr/share/fish/vendor_completions.d", "attractor.fish"),
    ] {
        let script = Command::new(&program).args(["completions", shell]).output().map_err(|e| e.to_string())?;
        let file = folder(path)?.join(name);
        fs::write(&file, script.stdout).map_err(failed(&file))?;
    }
    let docs = folder("usr/share/doc/attractor")?;
    for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-OFL"] {
        fs::copy(root().join(name), docs.join(name)).map_err(failed(&docs))?;
    }
    fs::write(docs.join("copyright"), copyright()?).map_err(failed(&docs))?;
    let machine = Command::new("dpkg").arg("--print-architecture").output().map_err(|e| format!("dpkg: {e}"))?;
    let machine = String::from_utf8_lossy(&machine.stdout).trim().to_owned();
    let control = folder("DEBIAN")?.join("control");
    let size = fs::metadata(&installed).map_err(failed(&installed))?.len() / 1024;
    let fields = format!(
        "Package: attractor\nVersion: {version}\nArchitecture: {machine}\nMaintainer: The Attractor maintainers <attractor@localhost>\n\
         Installed-Size: {size}\nDepends: libc6, libgcc-s1\nSection: games\nPriority: optional\n\
         Description: solves, plays and shows two-player games of perfect information\n \
         Exact values of positions and moves, attractors and winning strategies,\n min-max and alpha-beta trees, \
         solved tables, opponents and pictures, at the\n command line and as a page in the browser.\n"
    );
    fs::write(&control, fields).map_err(failed(&control))?;
    let package = dist.join(format!("attractor_{version}_{machine}.deb"));
    let build = ["dpkg-deb", "--root-owner-group", "--build"].map(str::to_owned).into_iter();
    let build = build.chain([text(&tree), text(&package)]).collect();
    run_all(&[
        Step::new("the Debian package", build),
        Step::new("what it holds", vec!["dpkg-deb".into(), "--info".into(), text(&package)]),
    ])?;
    Ok(package)
}
