//! The connections between the processes of a build: made, agreed upon, watched.
//!
//! Each process listens at its own address of the hosts file and connects to those before it. Both ends say who they are and
//! what they are about to do; when all have met, each tells all others whether it is ready, so that one that cannot go on
//! ends all of them with its reason. Then the connections are handed to timely, behind [`Tie`], which notes when one breaks:
//! timely would end its own thread with a panic, and nobody else would hear of it.

use super::{Crew, Hosts};
use attractor_game::Error;
use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use timely::communication::allocator::zero_copy::stream::Stream;

/// Before what a process says of itself.
const MAGIC: &[u8; 8] = b"ATTRCREW";
/// The longest of such texts.
const LONGEST: usize = 1 << 16;
/// A process that knows it cannot go on waits so long for others, to tell them.
const GRACE: Duration = Duration::from_secs(3);
/// Time for one answer.
const ANSWER: Duration = Duration::from_secs(5);
/// A silent machine is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(8);
/// What was sent is received by then, or the machine is gone.
const UNHEARD: Duration = Duration::from_secs(20);

/// What a process says of itself; all must say the same of what is [compared](COMPARED).
pub(super) type Hello = BTreeMap<String, String>;

/// What all processes must agree upon, and how it is called.
const COMPARED: [&str; 6] = ["version", "game", "processes", "workers", "size", "hosts"];

/// Connections to all other processes.
pub(super) struct Link {
    pub(super) ties: Vec<Option<Tie>>,
    pub(super) watch: Arc<Watch>,
    /// What the first process says of itself.
    pub(super) first: Hello,
}

impl Link {
    /// Meets all other processes, unless one of them or the time tells otherwise; if there is a `problem` already, only to tell
    /// them.
    pub(super) fn make(
        crew: &Crew<'_>,
        hello: &Hello,
        stop: Option<&AtomicBool>,
        problem: Option<Error>,
    ) -> Result<Link, Error> {
        let (me, count) = (crew.process, crew.hosts.len());
        let mut meeting = Meeting {
            crew,
            hello,
            met: (0..count).map(|_| None).collect(),
            problem: None,
            deadline: Instant::now() + crew.wait,
        };
        if let Some(problem) = problem {
            meeting.give_up(problem);
        }
        let listener = if count == 1 {
            None
        } else {
            let listener = TcpListener::bind(crew.hosts.address(me)).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            listener.map_err(|why| meeting.give_up(cannot_listen(crew.hosts.name(me), &why))).ok()
        };
        while meeting.met.iter().enumerate().any(|(i, met)| i != me && met.is_none())
            && Instant::now() < meeting.deadline
        {
            if let Err(error) = crate::search::stopped(stop) {
                meeting.give_up(error);
                break;
            }
            for process in 0..me {
                if meeting.met[process].is_none() {
                    meeting.call(process);
                }
            }
            while let Some(Ok((stream, from))) = listener.as_ref().map(TcpListener::accept) {
                meeting.answer(stream, from);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        meeting.agree()
    }
}

/// Processes that come together.
struct Meeting<'a> {
    crew: &'a Crew<'a>,
    hello: &'a Hello,
    met: Vec<Option<(TcpStream, Hello)>>,
    /// Why this process cannot go on.
    problem: Option<Error>,
    deadline: Instant,
}

impl Meeting<'_> {
    fn give_up(&mut self, why: Error) {
        self.deadline = self.deadline.min(Instant::now() + GRACE);
        self.problem.get_or_insert(why);
    }

    /// Tries to reach a process that listens.
    fn call(&mut self, process: usize) {
        let (from, to) = (self.crew.hosts.address(self.crew.process), self.crew.hosts.address(process));
        let connect = || -> io::Result<TcpStream> {
            let socket = socket2::Socket::new(socket2::Domain::for_address(to), socket2::Type::STREAM, None)?;
            // From the address that the other process knows.
            if from.is_ipv4() == to.is_ipv4() {
                socket.bind(&SocketAddr::new(from.ip(), 0).into())?;
            }
            socket.connect_timeout(&to.into(), Duration::from_secs(1))?;
            Ok(socket.into())
        };
        // It may not listen yet.
        let Ok(mut stream) = connect() else { return };
        let greet = |stream: &mut TcpStream| -> io::Result<Hello> {
            stream.set_read_timeout(Some(ANSWER))?;
            say(stream, &to_text(self.hello))?;
            from_text(&hear(stream)?).ok_or_else(|| io::ErrorKind::InvalidData.into())
        };
        match greet(&mut stream) {
            Ok(theirs) => self.meet(process, stream, theirs),
            // Somebody who is about to end; it is tried again.
            Err(why) if [io::ErrorKind::UnexpectedEof, io::ErrorKind::ConnectionReset].contains(&why.kind()) => {}
            Err(_) => {
                let address = self.crew.hosts.name(process);
                self.give_up(
                    Error::new(
                        "crew-stranger",
                        "what answers at {address} is not process {process} of this build; is the port used by another \
                            program?",
                    )
                    .arg("address", address)
                    .arg("process", process),
                );
            }
        }
    }

    /// Somebody calls.
    fn answer(&mut self, mut stream: TcpStream, from: SocketAddr) {
        let mut greet = || -> io::Result<Hello> {
            stream.set_nonblocking(false)?;
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            from_text(&hear(&mut stream)?).ok_or_else(|| io::ErrorKind::InvalidData.into())
        };
        // Only processes of the hosts file, each from its own machine; whoever else calls is not answered.
        let Ok(theirs) = greet() else { return };
        let Some(process) = theirs.get("process").and_then(|p| p.parse::<usize>().ok()) else { return };
        let (me, hosts) = (self.crew.process, &self.crew.hosts);
        let named = |process| hosts.address(process).ip() == from.ip();
        if !if process < hosts.len() { named(process) } else { (0..hosts.len()).any(named) } {
            return;
        }
        if say(&mut stream, &to_text(self.hello)).is_err() {
            return;
        }
        if process <= me || process >= hosts.len() || self.met[process].is_some() {
            let problem = difference(self.hello, &theirs, process, &from.to_string()).unwrap_or_else(|| {
                Error::new(
                    "crew-same",
                    "two processes say that they are process {process}; each needs its own --process",
                )
                .arg("process", process)
            });
            let _ = say(&mut stream, &format!("stop {}", problem.sentence()));
            self.give_up(problem);
            return;
        }
        self.meet(process, stream, theirs);
    }

    fn meet(&mut self, process: usize, stream: TcpStream, theirs: Hello) {
        if let Some(why) = difference(self.hello, &theirs, process, self.crew.hosts.name(process)) {
            self.give_up(why);
        }
        self.met[process] = Some((stream, theirs));
    }

    /// All tell all whether they are ready.
    fn agree(mut self) -> Result<Link, Error> {
        let (me, hosts) = (self.crew.process, &self.crew.hosts);
        let missing = self.met.iter().enumerate().position(|(i, met)| i != me && met.is_none());
        if let Some(process) = missing {
            let error = Error::limit(
                "crew-absent",
                "process {process} at {address} did not appear within {seconds} seconds; start it with the same \
                        command, or wait longer with --wait",
            );
            let error = error.arg("process", process).arg("address", hosts.name(process));
            self.problem.get_or_insert(error.arg("seconds", self.crew.wait.as_secs()));
        }
        let verdict = self.problem.as_ref().map_or("go".to_owned(), |why| format!("stop {}", why.sentence()));
        for (stream, _) in self.met.iter_mut().flatten() {
            let _ = say(stream, &verdict);
        }
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let watch = Arc::new(Watch::default());
        let (mut ties, mut first) = (Vec::new(), self.hello.clone());
        for (process, met) in self.met.into_iter().enumerate() {
            let Some((mut stream, theirs)) = met else {
                ties.push(None);
                continue;
            };
            // Others may wait for somebody until their time is over.
            let patience = self.crew.wait + ANSWER;
            let ready = stream.set_read_timeout(Some(patience)).and_then(|()| hear(&mut stream));
            match ready.as_deref() {
                Ok("go") => {}
                Ok(told) => return Err(other(process, hosts, told.strip_prefix("stop ").unwrap_or(told))),
                Err(why) => return Err(lost(process, hosts, &why.to_string())),
            }
            if process == 0 {
                first = theirs;
            }
            settle(&stream).map_err(|why| lost(process, hosts, &why.to_string()))?;
            ties.push(Some(Tie { stream, process, watch: Arc::clone(&watch), zeros: 0 }));
        }
        Ok(Link { ties, watch, first })
    }
}

/// No delays; and a machine that is gone is noticed.
fn settle(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_nodelay(true)?;
    let socket = socket2::SockRef::from(stream);
    let keep = socket2::TcpKeepalive::new().with_time(SILENCE).with_interval(Duration::from_secs(4));
    #[cfg(not(any(target_os = "openbsd", target_os = "windows")))]
    let keep = keep.with_retries(3);
    socket.set_tcp_keepalive(&keep)?;
    #[cfg(any(target_os = "linux", target_os = "android"))]
    socket.set_tcp_user_timeout(Some(UNHEARD))?;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let _ = UNHEARD;
    Ok(())
}

fn say(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    stream.write_all(&bytes)
}

fn hear(stream: &mut TcpStream) -> io::Result<String> {
    let mut head = [0; 12];
    stream.read_exact(&mut head)?;
    let length = u32::from_le_bytes([head[8], head[9], head[10], head[11]]) as usize;
    if !head.starts_with(MAGIC) || length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut text = vec![0; length];
    stream.read_exact(&mut text)?;
    String::from_utf8(text).map_err(|_| io::ErrorKind::InvalidData.into())
}

fn to_text(hello: &Hello) -> String {
    hello.iter().map(|(name, value)| format!("{name} {}\n", value.replace('\n', ", "))).collect()
}

fn from_text(text: &str) -> Option<Hello> {
    text.lines().map(|line| line.split_once(' ').map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
}

/// What two processes do not agree upon.
fn difference(ours: &Hello, theirs: &Hello, process: usize, address: &str) -> Option<Error> {
    let of = |hello: &Hello, name: &str| hello.get(name).map_or("?".to_owned(), |value| value.replace('\n', ", "));
    let name = COMPARED.into_iter().find(|name| of(ours, name) != of(theirs, name))?;
    let error = Error::new(
        "crew-differs",
        "process {process} at {address} was started with another {what}: {theirs}, here it is {ours}; all processes \
                of a build take the same program and command",
    )
    .arg("process", process)
    .arg("address", address)
    .arg("what", name);
    Some(error.arg("theirs", of(theirs, name)).arg("ours", of(ours, name)))
}

fn cannot_listen(address: &str, why: &io::Error) -> Error {
    Error::new("crew-listen", "cannot listen at {address}: {why}").arg("address", address).arg("why", why)
}

/// Another process could not go on.
pub(super) fn other(process: usize, hosts: &Hosts, why: &str) -> Error {
    Error::limit("crew-stopped", "process {process} at {address} stopped: {why}")
        .arg("process", process)
        .arg("address", hosts.name(process))
        .arg("why", why)
}

/// Another process is gone.
pub(super) fn lost(process: usize, hosts: &Hosts, why: &str) -> Error {
    Error::limit("crew-lost", "process {process} at {address} is gone: {why}")
        .arg("process", process)
        .arg("address", hosts.name(process))
        .arg("why", why)
}

/// What is known of all connections.
#[derive(Default)]
pub(super) struct Watch {
    /// The first process that was lost, and how.
    broken: Mutex<Option<(usize, String)>>,
    /// All is done: connections may end.
    finished: AtomicBool,
    /// Nobody reads any more what comes.
    left: (Mutex<bool>, Condvar),
    /// Bytes that came and went.
    received: AtomicU64,
    sent: AtomicU64,
}

impl Watch {
    pub(super) fn broken(&self) -> Option<(usize, String)> {
        self.broken.lock().expect("nobody panics with the lock").clone()
    }

    fn breaks(&self, process: usize, why: String) {
        if !self.finished.load(Relaxed) {
            self.broken.lock().expect("nobody panics with the lock").get_or_insert((process, why));
        }
    }

    /// From now on others may leave.
    pub(super) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Nobody reads any more what comes.
    pub(super) fn leave(&self) {
        *self.left.0.lock().expect("nobody panics with the lock") = true;
        self.left.1.notify_all();
    }

    /// Bytes sent and received.
    pub(super) fn traffic(&self) -> [u64; 2] {
        [self.sent.load(Relaxed), self.received.load(Relaxed)]
    }
}

/// A connection to a process, as timely reads and writes it.
pub(super) struct Tie {
    stream: TcpStream,
    process: usize,
    watch: Arc<Watch>,
    /// So many zeros came last: timely says goodbye with them.
    zeros: usize,
}

/// Bytes of timely's goodbye.
const GOODBYE: usize = 48;

impl Read for Tie {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let why = match self.stream.read(buffer) {
            Ok(0) if self.zeros >= GOODBYE => return Ok(0),
            Ok(0) => "the connection was closed".to_owned(),
            Ok(count) => {
                self.watch.received.fetch_add(count as u64, Relaxed);
                let zeros = buffer[..count].iter().rev().take_while(|byte| **byte == 0).count();
                self.zeros = if zeros == count { self.zeros + zeros } else { zeros };
                return Ok(count);
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => return Err(why),
            Err(why) => why.to_string(),
        };
        self.watch.breaks(self.process, why);
        // The workers notice and end the build. Until then timely's thread stays, since its end would end them with a panic
        // that says less; then it goes without a word.
        let (left, told) = &self.watch.left;
        let mut left = left.lock().expect("nobody panics with the lock");
        while !*left {
            left = told.wait(left).expect("nobody panics with the lock");
        }
        drop(left);
        std::panic::resume_unwind(Box::new("a connection broke"));
    }
}

impl Write for Tie {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Ok(count) => {
                self.watch.sent.fetch_add(count as u64, Relaxed);
                Ok(count)
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => Err(why),
            Err(why) => {
                self.watch.breaks(self.process, why.to_string());
                Ok(buffer.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Tie {
    fn try_clone(&self) -> io::Result<Tie> {
        let (stream, watch) = (self.stream.try_clone()?, Arc::clone(&self.watch));
        Ok(Tie { stream, process: self.process, watch, zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It may be gone already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
