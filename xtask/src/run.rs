//! Running commands one after the other, each announced: stopping at the first that fails, or with a report of all that do.

use crate::log;
use std::{
    path::PathBuf,
    process::Command,
    sync::Mutex,
    thread::{self, JoinHandle},
    time::Instant,
};

/// A command with the name it is announced by.
pub(crate) struct Step {
    name: &'static str,
    command: Vec<String>,
    env: Vec<(&'static str, String)>,
    folder: PathBuf,
    /// Whether the output names tests that fail.
    tests: bool,
}

impl Step {
    pub(crate) fn new(name: &'static str, command: Vec<String>) -> Step {
        Step { name, command, env: Vec::new(), folder: root(), tests: false }
    }
    /// A step whose output names the tests that fail.
    pub(crate) fn tests(name: &'static str, command: Vec<String>) -> Step {
        Step { tests: true, ..Step::new(name, command) }
    }
    pub(crate) fn env(mut self, key: &'static str, value: impl Into<String>) -> Step {
        self.env.push((key, value.into()));
        self
    }
    /// Runs it in that folder instead of the project's root.
    pub(crate) fn within(self, folder: PathBuf) -> Step {
        Step { folder, ..self }
    }

    /// Runs the command; the names of tests that fail are added to `failed`.
    fn run(&self, failed: &mut Vec<String>) -> Result<(), String> {
        log::line(&format!("== {}", self.name));
        let begun = Instant::now();
        let mut command = Command::new(&self.command[0]);
        command
            .args(&self.command[1..])
            .current_dir(&self.folder)
            .envs(self.env.iter().map(|(key, value)| (key, value)));
        let good = if self.tests { log::tests(command, failed) } else { log::run(&mut command) };
        if !good.map_err(|e| format!("{}: {e}", self.name))? {
            return Err(format!("{} failed: {}", self.name, self.command[1..].join(" ")));
        }
        log::line(&format!("== {}: done in {:.0} s", self.name, begun.elapsed().as_secs_f64()));
        Ok(())
    }
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

/// A cargo command.
pub(crate) fn cargo(args: &[&str]) -> Vec<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    std::iter::once(cargo).chain(args.iter().map(|a| a.to_string())).collect()
}

/// Runs steps until one fails.
pub(crate) fn run_all(steps: &[Step]) -> Result<(), String> {
    steps.iter().try_for_each(|step| step.run(&mut Vec::new()))
}

/// What failed, in the order of the steps. A step that fails hides none that comes later.
#[derive(Default)]
pub(crate) struct Report {
    steps: Vec<String>,
    tests: Vec<String>,
}

impl Report {
    /// Runs a step; returns whether it succeeded.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        let mut tests = Vec::new();
        let done = step.run(&mut tests);
        tests.into_iter().for_each(|test| self.test(test));
        self.keep(done).is_some()
    }

    /// Keeps the error of a step that is no command.
    pub(crate) fn keep<T>(&mut self, done: Result<T, String>) -> Option<T> {
        let failed = |why: String| {
            log::line(&format!("== {why}"));
            self.steps.push(why);
        };
        done.map_err(failed).ok()
    }

    /// Keeps the name of a test that failed, once.
    fn test(&mut self, name: String) {
        if !self.tests.contains(&name) {
            self.tests.push(name);
        }
    }

    /// The steps that failed, and last the names of the tests that did.
    pub(crate) fn result(self) -> Result<(), String> {
        let list = |names: &[String]| names.iter().map(|name| format!("\n  {name}")).collect::<String>();
        match (&self.steps[..], &self.tests[..]) {
            ([], _) => Ok(()),
            (steps, []) => Err(format!("failed steps:{}", list(steps))),
            (steps, tests) => Err(format!("failed steps:{}\nfailed tests:{}", list(steps), list(tests))),
        }
    }
}

/// Work on a thread beside the steps, because it waits more than it computes.
pub(crate) struct Beside<T> {
    name: &'static str,
    thread: JoinHandle<(T, Report, String, f64)>,
}

impl<T: Send + 'static> Beside<T> {
    pub(crate) fn start(name: &'static str, work: impl FnOnce(&mut Report) -> T + Send + 'static) -> Beside<T> {
        let begun = Instant::now();
        let work = move || {
            let mut report = Report::default();
            let (done, text) = log::captured(|| work(&mut report));
            (done, report, text, begun.elapsed().as_secs_f64())
        };
        Beside { name, thread: thread::spawn(work) }
    }

    /// Waits for the work, and only now prints what it printed.
    pub(crate) fn join(self, report: &mut Report) -> T {
        log::line(&format!("== {} (begun earlier)", self.name));
        let (done, found, text, seconds) = self.thread.join().expect("a step does not panic");
        text.lines().for_each(log::line);
        report.steps.extend(found.steps);
        found.tests.into_iter().for_each(|test| report.test(test));
        log::line(&format!("== {}: took {seconds:.0} s beside other steps", self.name));
        done
    }
}

/// Whether cargo-nextest is there. It runs the tests of all binaries side by side, where `cargo test` runs one binary at a time.
pub(crate) fn has_nextest() -> bool {
    has_component("nextest")
}

/// The command that runs tests: cargo-nextest where it is there, `cargo test` otherwise.
pub(crate) fn tests(args: &[&str]) -> Vec<String> {
    let runner: &[&str] = if has_nextest() { &["nextest", "run"] } else { &["test"] };
    cargo(&[runner, &["--locked"], args].concat())
}

/// Compiles all tests, and with them the command.
pub(crate) fn compile() -> Step {
    Step::new("tests are compiled", tests(&["--workspace", "--tests", "--no-run"]))
}

/// Whether what the checks need may be installed for the whole system.
pub(crate) fn may_install() -> bool {
    std::env::var_os("XTASK_INSTALL").is_none_or(|value| value != "no")
}

/// Whether a part of the Rust toolchain is there.
pub(crate) fn has_component(subcommand: &str) -> bool {
    Command::new(&cargo(&[])[0]).args([subcommand, "--version"]).output().is_ok_and(|o| o.status.success())
}

/// Makes sure that a part of the Rust toolchain is there; installs it where that is possible and allowed.
pub(crate) fn component(subcommand: &str, name: &str) -> Result<(), String> {
    if has_component(subcommand) {
        return Ok(());
    }
    if may_install() {
        log::line(&format!("installing {name}: rustup component add {name}"));
        let _ = Command::new("rustup").args(["component", "add", name]).status();
    }
    if has_component(subcommand) {
        return Ok(());
    }
    Err(format!("{name} is missing; install it with: rustup component add {name}"))
}

/// Installs packages of Debian, where that is possible and allowed; the caller checks whether it was.
pub(crate) fn debian(packages: &[&str]) {
    if !may_install() {
        log::line(&format!("not installed, because XTASK_INSTALL=no is set: {}", packages.join(" ")));
        return;
    }
    // Two of them at a time would wait for one lock in vain.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().expect("no thread panics with the lock");
    log::line(&format!("installing: apt-get install {}", packages.join(" ")));
    let install = [&["install", "-y", "-qq", "--no-install-recommends"][..], packages].concat();
    for arguments in [&["update", "-qq"][..], &install] {
        let mut apt = Command::new("apt-get");
        let _ = log::run(apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_every_step_and_test_that_failed() {
        let mut report = Report::default();
        let beside = Beside::start("work beside", |report| report.keep::<()>(Err("the first".to_owned())));
        assert_eq!(beside.join(&mut report), None);
        let (good, _) = log::captured(|| {
            let bad = report.step(Step::new("the second", cargo(&["no-such-command"])));
            let name = "a test".to_owned();
            report.test(name.clone());
            report.test(name);
            (bad, report.step(Step::new("the third", cargo(&["--version"]))))
        });
        assert_eq!(good, (false, true));
        let right = "failed steps:\n  the first\n  the second failed: no-such-command\nfailed tests:\n  a test";
        assert_eq!(report.result(), Err(right.to_owned()));
        assert_eq!(Report::default().result(), Ok(()));
    }

    #[test]
    #[cfg(unix)]
    fn names_of_failing_tests_come_from_both_streams() {
        let script = "echo 'test one ... FAILED'; echo '  FAIL [   0.008s] (1/1) two' >&2; exit 1";
        let shell = ["sh", "-c", script].map(str::to_owned).to_vec();
        let mut report = Report::default();
        assert!(!log::captured(|| report.step(Step::tests("tests", shell))).0);
        assert_eq!(report.tests, ["one", "two"]);
    }
}
