//! Which crates a change touches.

use crate::{licences, run::root};
use serde_json::Value;
use std::{path::Path, process::Command};

/// What git says, if it is there and knows the answer.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).current_dir(root()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Files that differ from where the branch left `main`, or on `main` from the commit before; new files included.
fn files() -> Result<Vec<String>, String> {
    let head = git(&["rev-parse", "HEAD"]).ok_or("git knows no commit here")?;
    let begun = ["origin/main", "main"].iter().find_map(|main| git(&["merge-base", "HEAD", main]));
    let before = begun.filter(|begun| *begun != head).or_else(|| git(&["rev-parse", "HEAD~1"])).unwrap_or(head);
    let changed = git(&["diff", "--name-only", &before]).ok_or("git compares nothing here")?;
    let new = git(&["ls-files", "--others", "--exclude-standard"]).unwrap_or_default();
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}

/// The arguments that select the unit tests of the crates in which a file changed; none if there are none.
pub(crate) fn unit_tests() -> Result<Vec<String>, String> {
    selected(&licences::metadata()?, &root(), &files()?)
}

fn selected(metadata: &Value, root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let (mut names, mut kinds) = (Vec::new(), Vec::new());
    for package in metadata["packages"].as_array().ok_or("cargo metadata lists no packages")? {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or(""));
        let Some(folder) = manifest.parent().and_then(|folder| folder.strip_prefix(root).ok()) else { continue };
        if !package["source"].is_null() || !files.iter().any(|file| Path::new(file).starts_with(folder)) {
            continue;
        }
        let targets = package["targets"].as_array().into_iter().flatten().filter(|target| target["test"] == true);
        let units = targets.filter_map(|target| match target["kind"][0].as_str()? {
            "lib" => Some("--lib"),
            "bin" => Some("--bins"),
            _ => None,
        });
        let units: Vec<&str> = units.collect();
        if !units.is_empty() {
            names.extend(["-p".to_owned(), package["name"].as_str().unwrap_or("").to_owned()]);
            kinds.extend(units.into_iter().map(str::to_owned));
        }
    }
    kinds.sort();
    kinds.dedup();
    Ok([names, kinds].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn selects_unit_tests_of_changed_crates_only() {
        let package = |name: &str, kind: &str, test: bool| {
            json!({
                "name": name,
                "source": null,
                "manifest_path": format!("/p/crates/{name}/Cargo.toml"),
                "targets": [{ "kind": [kind], "test": test }, { "kind": ["test"], "test": true }],
            })
        };
        let packages = [package("one", "lib", true), package("two", "bin", true), package("three", "lib", false)];
        let metadata = json!({ "packages": packages });
        let select = |files: &[&str]| {
            let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
            selected(&metadata, Path::new("/p"), &files).unwrap().join(" ")
        };
        assert_eq!(select(&["crates/one/src/lib.rs", "README.md"]), "-p one --lib");
        assert_eq!(select(&["crates/two/a", "crates/one/b", "crates/one/c"]), "-p one -p two --bins --lib");
        assert_eq!(select(&["crates/three/src/lib.rs", "crates/onerous/a"]), "");
    }
}
