//! Licences: every dependency has a permissive one, and what is given away carries the texts of all that it holds.

use crate::run::{cargo, root};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

/// Licences that may stand in the tree: the list in `deny.toml`.
fn allowed() -> Result<Vec<String>, String> {
    let file = fs::read_to_string(root().join("deny.toml")).map_err(|e| format!("deny.toml: {e}"))?;
    let list = file.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.ok_or("deny.toml allows no licences")?;
    Ok(list.split(',').map(|name| name.trim().trim_matches('"').to_owned()).filter(|name| !name.is_empty()).collect())
}

/// What cargo knows of the packages and of how they depend on each other.
pub(crate) fn metadata() -> Result<Value, String> {
    let command = cargo(&["metadata", "--format-version", "1", "--locked"]);
    let output =
        Command::new(&command[0]).args(&command[1..]).current_dir(root()).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// Reads the licence of each package in the lock file and checks that the terms can be met.
pub(crate) fn check() -> Result<(), String> {
    crate::log::line("== licences");
    let (metadata, allowed) = (metadata()?, allowed()?);
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let mut refused = Vec::new();
    for package in packages {
        let (name, licence) = (&package["name"], text(&package["license"]));
        let mode = spdx::ParseMode { allow_slash_as_or_operator: true, ..spdx::ParseMode::STRICT };
        let good = spdx::Expression::parse_mode(licence, mode)
            .is_ok_and(|e| e.evaluate(|r| r.license.id().is_some_and(|id| allowed.iter().any(|name| name == id.name))));
        if !good {
            refused.push(format!("{name}: {licence:?}"));
        }
    }
    if !refused.is_empty() {
        return Err(format!("licences not allowed:\n  {}", refused.join("\n  ")));
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-OFL"] {
        let read = |path: &str| fs::read(root().join(path).join(name)).map_err(|e| format!("{path}/{name}: {e}"));
        if read(".")? != read("crates/py")? {
            return Err(format!("crates/py/{name} is not a copy of {name}"));
        }
    }
    for package in packages.iter().filter(|package| package["source"].is_null() && package["publish"].is_null()) {
        let folder = Path::new(text(&package["manifest_path"])).with_file_name("");
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let read = |path: &Path| fs::read(path.join(name)).map_err(|e| format!("{}/{name}: {e}", path.display()));
            if read(&root())? != read(&folder)? {
                return Err(format!("{}/{name} is not a copy of {name}", folder.display()));
            }
        }
    }
    for artefact in ["attractor-cli", "attractor-py"] {
        if !collect(&metadata, artefact)?.contains("SIL OPEN FONT LICENSE") {
            return Err(format!("the notices of {artefact} lack the licence of the font"));
        }
    }
    crate::log::line(&format!("{} packages, all under permissive licences", packages.len()));
    Ok(())
}

/// Returns the licence texts of all packages that are compiled into one of ours, each text once.
pub(crate) fn notices(artefact: &str) -> Result<String, String> {
    collect(&metadata()?, artefact)
}

/// Writes the notices of an artefact to a file.
pub(crate) fn write(artefact: &str, file: &Path) -> Result<(), String> {
    fs::write(file, notices(artefact)?).map_err(|e| format!("{}: {e}", file.display()))
}

fn collect(metadata: &Value, artefact: &str) -> Result<String, String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package["id"]).to_owned(), package)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]).to_owned(), node)).collect();
    let begin = packages.iter().find(|(_, package)| text(&package["name"]) == artefact && package["source"].is_null());
    let mut open = vec![begin.ok_or(format!("the workspace has no package {artefact}"))?.0.clone()];
    let mut reached: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(id) = open.pop() {
        for dependency in list(&nodes.get(&id).ok_or("cargo metadata resolves too little")?["deps"]) {
            // What only builds or tests use is not in the artefact.
            let inside = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let id = text(&dependency["pkg"]).to_owned();
            if inside && reached.insert(id.clone()) {
                open.push(id);
            }
        }
    }
    // By text, who has it; and those that bring no text and name a licence only.
    let (mut texts, mut bare) = (BTreeMap::<String, BTreeSet<String>>::new(), BTreeSet::new());
    for package in reached.iter().map(|id| &packages[id]).filter(|package| !package["source"].is_null()) {
        let named = |key: &str| text(&package[key]).to_owned();
        let head = format!("{} {} ({}) {}", named("name"), named("version"), named("license"), named("repository"));
        let folder = Path::new(text(&package["manifest_path"])).parent().ok_or("a manifest lies in a folder")?;
        let found = licence_files(folder);
        if found.is_empty() {
            let authors: Vec<String> = list(&package["authors"]).iter().map(|author| text(author).to_owned()).collect();
            bare.insert(format!("{} {}", head.trim_end(), authors.join(", ")));
        }
        for found in found {
            texts.entry(found).or_default().insert(head.trim_end().to_owned());
        }
    }
    let rule = "-".repeat(80);
    let mut out = format!("Software and fonts of others that {artefact} contains, with their licences.\n");
    let mut texts: Vec<_> = texts.into_iter().map(|(text, who)| (who, text)).collect();
    texts.sort();
    for (who, text) in texts {
        let who: Vec<String> = who.into_iter().collect();
        out += &format!("\n{rule}\n{}\n{rule}\n\n{}\n", who.join("\n"), text);
    }
    if !bare.is_empty() {
        let bare: Vec<String> = bare.into_iter().collect();
        out += &format!("\n{rule}\nThese name their licence and bring no text of it:\n\n{}\n", bare.join("\n"));
    }
    Ok(out)
}

/// The texts of the licences that a package brings, those of its fonts included.
fn licence_files(folder: &Path) -> Vec<String> {
    let begins = ["license", "licence", "copying", "notice", "unlicense", "copyright"];
    let folders = [folder.to_owned(), folder.join("fonts"), folder.join("licenses")];
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().filter_map(Result::ok);
    let mut found: Vec<String> = files
        .filter(|file| {
            let name = file.file_name().to_string_lossy().to_lowercase();
            begins.iter().any(|begin| name.starts_with(begin)) && !name.ends_with(".rs")
        })
        .filter_map(|file| fs::read_to_string(file.path()).ok())
        .map(|text| text.replace("\r\n", "\n").trim_matches('\n').to_owned())
        .filter(|text| !text.is_empty())
        .collect();
    found.sort();
    found
}
