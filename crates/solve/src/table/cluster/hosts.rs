//! The processes of a build: a line for each, in order.

use attractor_game::{Error, Place};
use std::{
    net::{SocketAddr, TcpListener, ToSocketAddrs},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// Where the processes of a build listen. Nothing else is listened to or connected with.
///
/// ```
/// use attractor_solve::table::Hosts;
///
/// let hosts = Hosts::parse("# two machines\n10.0.0.1:7070\n10.0.0.2:7070\n", "hosts").unwrap();
/// assert_eq!(hosts.len(), 2);
/// // Without a machine it is this one.
/// assert_eq!(Hosts::parse("7070", "hosts").unwrap().name(0), "127.0.0.1:7070");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosts {
    names: Vec<String>,
    addresses: Vec<SocketAddr>,
}

impl Hosts {
    /// Reads `MACHINE:PORT`, `:PORT` or `PORT` line by line; `#` to the end of a line is a comment. The file's name is for
    /// messages.
    pub fn parse(text: &str, file: &str) -> Result<Hosts, Error> {
        let (mut names, mut addresses) = (Vec::<String>::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let word = line.split('#').next().unwrap_or_default().trim();
            if word.is_empty() {
                continue;
            }
            let column = 1 + line.chars().position(|c| !c.is_whitespace()).unwrap_or(0);
            let (source, width, text) = (file.to_owned(), word.chars().count(), line.to_owned());
            let place = || Place { source, line: number, column, width, text };
            let name = complete(word);
            let found = name.to_socket_addrs().map(|mut all| all.next());
            let address = match found {
                Ok(Some(address)) if address.port() != 0 => address,
                Ok(_) => return Err(unclear(word, "there is no such address or port").at(place())),
                Err(why) => return Err(unclear(word, &why.to_string()).at(place())),
            };
            if let Some(before) = addresses.iter().position(|a| *a == address) {
                return Err(Error::new(
                    "crew-twice",
                    "{word} is the address of process {process} already; each process has its own",
                )
                .arg("word", word)
                .arg("process", before)
                .at(place()));
            }
            names.push(name);
            addresses.push(address);
        }
        if names.is_empty() {
            return Err(Error::new("crew-nobody", "{file} names no process; write a line MACHINE:PORT for each")
                .arg("file", file));
        }
        Ok(Hosts { names, addresses })
    }

    /// So many processes on this machine, at ports that nobody uses now and that the system gives to nobody by itself.
    pub fn on_this_machine(count: usize) -> std::io::Result<Hosts> {
        /// Below those that systems give away.
        const PORTS: std::ops::Range<u32> = 10_000..32_000;
        static TRIED: AtomicU32 = AtomicU32::new(0);
        let (mut listeners, many) = (Vec::new(), PORTS.end - PORTS.start);
        for _ in 0..many {
            if listeners.len() == count {
                break;
            }
            // Other programs of this kind begin elsewhere.
            let next = TRIED.fetch_add(1, Relaxed).wrapping_add(std::process::id().wrapping_mul(7919));
            let port = (PORTS.start + next % many) as u16;
            listeners.extend(TcpListener::bind(("127.0.0.1", port)).ok());
        }
        if listeners.len() < count {
            return Err(std::io::ErrorKind::AddrNotAvailable.into());
        }
        let addresses = listeners.iter().map(TcpListener::local_addr).collect::<Result<Vec<_>, _>>()?;
        Ok(Hosts { names: addresses.iter().map(SocketAddr::to_string).collect(), addresses })
    }

    /// As a file that [`parse`](Hosts::parse) reads.
    pub fn to_text(&self) -> String {
        self.names.iter().map(|name| format!("{name}\n")).collect()
    }

    /// Processes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// How a process is called.
    pub fn name(&self, process: usize) -> &str {
        &self.names[process]
    }

    /// Where it listens.
    pub(super) fn address(&self, process: usize) -> SocketAddr {
        self.addresses[process]
    }
}

/// An address with its machine, which is this one if none is given.
fn complete(word: &str) -> String {
    match word.rsplit_once(':') {
        None => format!("127.0.0.1:{word}"),
        Some(("", port)) => format!("127.0.0.1:{port}"),
        Some(_) => word.to_owned(),
    }
}

fn unclear(word: &str, why: &str) -> Error {
    Error::new("crew-address", "{word} is not an address MACHINE:PORT: {why}").arg("word", word).arg("why", why)
}
