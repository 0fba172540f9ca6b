//! The page and its server: `attractor serve`.
//!
//! The server keeps nothing about visitors: a request names its game and its moves, and the address of the page does too.
//! Questions that take work are *jobs* (`jobs.rs`): they wait in a queue, run on threads of their own within bounds of time
//! and memory, and end when whoever asked has gone. What is answered stands in `attractor_play::request`. Every answer that can be shown comes with its picture, so that what
//! the page shows and what it exports are the same drawing.
//!
//! ```text
//! server     connections, routes, shutdown       guard      who may ask: Host, Origin, headers
//! jobs       the queue, events, cancellation     requests   questions read from JSON
//! stream     connections that do not read        output     answers within their bound of bytes
//! tables     tables in a folder                  export     an answer as a file
//! ```

mod assets;
mod export;
mod faults;
mod guard;
mod jobs;
mod metrics;
mod output;
mod requests;
mod server;
mod stream;
mod tables;

use attractor_game::Error;
use std::{net::IpAddr, path::PathBuf};

pub use server::Server;

/// How the page is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub address: IpAddr,
    /// The port; 0: any that is free.
    pub port: u16,
    /// Names of this machine that visitors may use, besides localhost and the address itself.
    pub hosts: Vec<String>,
    /// The folder of tables.
    pub tables: Option<PathBuf>,
    /// An opening book besides the one that comes with the program.
    pub book: Option<PathBuf>,
    /// Jobs at once.
    pub jobs: usize,
    /// Jobs that wait at most; more are turned away.
    pub waiting: usize,
    /// Seconds for one job.
    pub seconds: f64,
    /// Bytes of memory for one job.
    pub memory: u64,
    /// States of a graph at most.
    pub states: u64,
    /// Moves of a graph at most, those of all states together.
    pub moves: u64,
    /// Bytes of a request at most.
    pub body: usize,
    /// Bytes of an answer at most.
    pub answer: usize,
}

impl Config {
    /// Bytes that a server with these settings may allocate for all its visitors together.
    pub fn most_memory(&self) -> u64 {
        jobs::most_memory(self)
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: [127, 0, 0, 1].into(),
            port: 7171,
            hosts: Vec::new(),
            tables: None,
            book: None,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            waiting: 1_000,
            seconds: 20.0,
            memory: 256 << 20,
            states: 200_000,
            moves: 2_000_000,
            body: 4 << 20,
            answer: 16 << 20,
        }
    }
}

/// Serves until the process is told to end; `ready` hears the address once.
pub fn serve(config: Config, ready: impl FnOnce(&str)) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(config.jobs + 4)
        .thread_stack_size(8 << 20)
        .enable_all()
        .build()
        .map_err(|e| Error::limit("no-threads", "threads cannot be started: {why}").arg("why", e))?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        ready(&server.address());
        server.run(told_to_end()).await;
        Ok(())
    })
}

/// Ends with Ctrl-C, or when the system asks.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut asked) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = asked.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
