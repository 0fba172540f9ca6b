//! Every dependency has a permissive licence.

use crate::run::{cargo, root};
use serde_json::Value;
use std::process::Command;

/// Licences that may stand in the tree.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Zlib",
    "ISC",
    "Unicode-3.0",
    "BSL-1.0",
    "0BSD",
    "Unlicense",
    "CC0-1.0",
    "MPL-2.0",
];

/// Reads the licence of each package in the lock file and checks that the terms can be met.
pub(crate) fn check() -> Result<(), String> {
    crate::log::line("== licences");
    let command = cargo(&["metadata", "--format-version", "1", "--locked"]);
    let output =
        Command::new(&command[0]).args(&command[1..]).current_dir(root()).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let mut refused = Vec::new();
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or(""));
        let mode = spdx::ParseMode { allow_slash_as_or_operator: true, ..spdx::ParseMode::STRICT };
        let allowed = spdx::Expression::parse_mode(licence, mode)
            .is_ok_and(|e| e.evaluate(|r| r.license.id().is_some_and(|id| ALLOWED.contains(&id.name))));
        if !allowed {
            refused.push(format!("{name}: {licence:?}"));
        }
    }
    if !refused.is_empty() {
        return Err(format!("licences not allowed:\n  {}", refused.join("\n  ")));
    }
    crate::log::line(&format!("{} packages, all under permissive licences", packages.len()));
    Ok(())
}
