//! The page.

use crate::{Answer, Failure, args::ServeArgs, show::Console};
use attractor_play::request::bad_time;
use attractor_web::Config;

/// The most memory of one answer, whatever `--memory` allows: there may be many.
const MEMORY: u64 = 256 << 20;

pub(crate) fn serve(console: &Console, args: &ServeArgs) -> Result<Answer, Failure> {
    if !(0.1..=86_400.0).contains(&args.seconds) {
        return Err(bad_time(args.seconds).into());
    }
    let usual = Config::default();
    let config = Config {
        address: args.address,
        port: args.port,
        hosts: args.hosts.clone(),
        tables: console.tables().map(Into::into),
        book: console.book().map(Into::into),
        jobs: args.jobs.unwrap_or(usual.jobs).clamp(1, 1_024),
        waiting: args.waiting,
        seconds: args.seconds,
        memory: console.effort.memory.min(MEMORY),
        ..usual
    };
    // Each answer has a limit of its own, and all of them together have this one.
    attractor_memory::limit_process(config.most_memory());
    let open_to_all = !config.address.is_loopback();
    let told = attractor_web::serve(config, |address| {
        // One line, so that programs can read where the page is.
        let _ = console.print(address);
        console.note(&format!(
            "{} {}",
            console.say("page-at", &[("address", &address)]),
            console.say("page-stop", &[])
        ));
        if open_to_all {
            console.note(&console.say("page-open-to-all", &[("address", &address)]));
        }
    });
    told?;
    Ok(Answer::Done)
}
