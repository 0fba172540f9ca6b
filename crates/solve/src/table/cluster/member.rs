//! One worker among those of all processes: what it sends, what comes, and where all wait for each other. All that is asked
//! of timely is here: its workers exchange parcels, and its progress tracking tells when everything of a *phase* has
//! arrived everywhere.

use super::{
    Counters, Crew,
    link::{self, Link, Watch},
};
use attractor_game::Error;
use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    rc::Rc,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};
use timely::{
    Accountable, WorkerConfig,
    communication::{
        Allocator, Hooks,
        allocator::{
            ProcessBuilder,
            zero_copy::{
                allocator::TcpBuilder,
                initialize::{CommsGuard, initialize_networking_from_sockets},
            },
        },
    },
    container::{CapacityContainerBuilder, DrainContainer, PushInto, SizableContainer},
    dataflow::{
        InputHandle, ProbeHandle,
        channels::{ContainerBytes, pact::ExchangeCore},
        operators::{Input, Probe, generic::operator::Operator},
    },
    worker::Worker,
};

/// Bytes on their way to all other members together, as far as they are counted. In tests hardly any, so that all have to wait.
const UNDERWAY: usize = if cfg!(test) { 16 << 10 } else { 8 << 20 };
/// A member waits at least so often for news of broken connections and of those who want to stop.
const BLINK: Duration = Duration::from_millis(20);
/// How long the reason of a failure is waited for, when a connection broke.
const REASON: Duration = Duration::from_millis(500);

/// What members send each other.
#[derive(Clone)]
struct Parcel {
    to: u32,
    from: u32,
    phase: u64,
    kind: Kind,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Something for whoever drives; the number says what.
    Goods(u8),
    /// What each tells all at the end of a phase.
    Word,
    /// So many bytes were taken.
    Taken,
    /// Somebody cannot go on.
    Failure,
}

/// A parcel on its way. Timely waits for no second one, and its bytes are copied as a whole.
#[derive(Clone, Default)]
struct Bag(Vec<Parcel>);

impl Accountable for Bag {
    fn record_count(&self) -> i64 {
        self.0.len() as i64
    }
}

impl DrainContainer for Bag {
    type Item<'a> = Parcel;
    type DrainIter<'a> = std::vec::Drain<'a, Parcel>;
    fn drain(&mut self) -> Self::DrainIter<'_> {
        self.0.drain(..)
    }
}

impl SizableContainer for Bag {
    fn at_capacity(&self) -> bool {
        !self.0.is_empty()
    }
    fn ensure_capacity(&mut self, _: &mut Option<Bag>) {}
}

impl PushInto<Parcel> for Bag {
    fn push_into(&mut self, parcel: Parcel) {
        self.0.push(parcel);
    }
}

/// Bytes of a parcel before its own: receiver, sender, phase, kind, length.
const HEAD: usize = 32;

impl ContainerBytes for Bag {
    fn from_bytes(bytes: timely::bytes::arc::Bytes) -> Bag {
        let (mut rest, mut parcels) = (&bytes[..], Vec::new());
        while let Some((head, more)) = rest.split_first_chunk::<HEAD>() {
            let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| head[at + i]));
            let kind = match head[16] {
                0 => Kind::Word,
                1 => Kind::Taken,
                2 => Kind::Failure,
                _ => Kind::Goods(head[17]),
            };
            let (bytes, more) = more.split_at_checked(word(24) as usize).unwrap_or((more, &[]));
            let (to, from) = (word(0) as u32, (word(0) >> 32) as u32);
            parcels.push(Parcel { to, from, phase: word(8), kind, bytes: bytes.to_vec() });
            rest = more;
        }
        Bag(parcels)
    }

    fn length_in_bytes(&self) -> usize {
        // Timely wants multiples of eight; what is left over is shorter than a head.
        self.0.iter().map(|parcel| HEAD + parcel.bytes.len()).sum::<usize>().next_multiple_of(8)
    }

    fn into_bytes<W: std::io::Write>(&self, to: &mut W) {
        let mut written = 0;
        for parcel in &self.0 {
            let kind: [u8; 2] = match parcel.kind {
                Kind::Word => [0, 0],
                Kind::Taken => [1, 0],
                Kind::Failure => [2, 0],
                Kind::Goods(kind) => [3, kind],
            };
            let mut head = [0; HEAD];
            head[..4].copy_from_slice(&parcel.to.to_le_bytes());
            head[4..8].copy_from_slice(&parcel.from.to_le_bytes());
            head[8..16].copy_from_slice(&parcel.phase.to_le_bytes());
            head[16..18].copy_from_slice(&kind);
            head[24..].copy_from_slice(&(parcel.bytes.len() as u64).to_le_bytes());
            to.write_all(&head).expect("there is room, as it was asked for");
            to.write_all(&parcel.bytes).expect("there is room, as it was asked for");
            written += HEAD + parcel.bytes.len();
        }
        let left = written.next_multiple_of(8) - written;
        to.write_all(&[0; 8][..left]).expect("there is room, as it was asked for");
    }
}

/// Something that came: what it is, from whom.
pub(super) struct Goods {
    pub(super) kind: u8,
    pub(super) from: usize,
    pub(super) bytes: Vec<u8>,
}

/// One worker among all.
pub(super) struct Member<'a> {
    worker: Worker,
    input: Option<InputHandle<u64, CapacityContainerBuilder<Bag>>>,
    probe: ProbeHandle<u64>,
    /// What timely brought.
    arrived: Rc<RefCell<Vec<Parcel>>>,
    /// What the driver has not taken yet; and what is meant for the next phase.
    ready: VecDeque<Parcel>,
    later: Vec<Parcel>,
    words: BTreeMap<u64, Vec<Option<Vec<u8>>>>,
    phase: u64,
    /// Bytes sent to each in this phase and not taken yet, taken from each and not said so yet.
    underway: Vec<usize>,
    taken: Vec<usize>,
    failure: Option<(usize, String)>,
    pub(super) crew: &'a Crew<'a>,
    pub(super) index: usize,
    pub(super) count: usize,
    watch: Arc<Watch>,
    stop: Option<&'a AtomicBool>,
    pub(super) counters: Counters,
    /// What all counted, when they last waited for each other.
    pub(super) all: Vec<Counters>,
}

/// Lets every worker of this process do the same; what came of each.
pub(super) fn work<T: Send>(
    crew: &Crew<'_>,
    link: Link,
    stop: Option<&AtomicBool>,
    each: &(dyn Fn(&mut Member<'_>) -> Result<T, Error> + Sync),
) -> Vec<Result<T, Error>> {
    enum Builder {
        Tcp(TcpBuilder),
        Local(ProcessBuilder),
    }
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(crew.workers, hooks.refill.clone(), None);
    let mut guard: Option<CommsGuard> = None;
    let builders: Vec<Builder> = if crew.hosts.len() == 1 {
        local.into_iter().map(Builder::Local).collect()
    } else {
        match initialize_networking_from_sockets(local, link.ties, crew.process, crew.workers, hooks) {
            Ok((builders, threads)) => {
                guard = Some(threads);
                builders.into_iter().map(Builder::Tcp).collect()
            }
            Err(why) => {
                return vec![Err(
                    Error::limit("crew-threads", "the system gives no more threads: {why}").arg("why", why)
                )];
            }
        }
    };
    let watch = &link.watch;
    let results: Vec<Result<T, Error>> = std::thread::scope(|scope| {
        let threads: Vec<_> = builders
            .into_iter()
            .map(|builder| {
                scope.spawn(move || {
                    let allocator = match builder {
                        Builder::Tcp(builder) => Allocator::Tcp(builder.build()),
                        Builder::Local(builder) => Allocator::Process(builder.build()),
                    };
                    let mut member = Member::new(crew, allocator, Arc::clone(watch), stop);
                    let result = each(&mut member);
                    member.end(result)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a worker that does not panic")).collect()
    });
    watch.leave();
    if results.iter().all(Result::is_ok) {
        // What was sent last is on its way; a connection that breaks only now harms nobody.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(guard)));
    } else {
        // Threads that wait for what will never come are not waited for; those that send have a moment to say why.
        std::mem::forget(guard);
        std::thread::sleep(Duration::from_millis(200));
    }
    results
}

impl<'a> Member<'a> {
    fn new(crew: &'a Crew<'a>, allocator: Allocator, watch: Arc<Watch>, stop: Option<&'a AtomicBool>) -> Member<'a> {
        // Without a clock it would never sleep.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let (index, count) = (worker.index(), worker.peers());
        let (probe, arrived) = (ProbeHandle::new(), Rc::new(RefCell::new(Vec::new())));
        let bring = Rc::clone(&arrived);
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input::<Bag>();
            stream
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    ExchangeCore::new(|parcel: &Parcel| parcel.to.into()),
                    "arrive",
                    move |_, _| {
                        move |input, _| {
                            input.for_each_time(|_, data| {
                                data.for_each(|bag| bring.borrow_mut().append(&mut bag.0));
                            });
                        }
                    },
                )
                .probe_with(&probe);
            input
        });
        Member {
            worker,
            input: Some(input),
            probe,
            arrived,
            ready: VecDeque::new(),
            later: Vec::new(),
            words: BTreeMap::new(),
            phase: 0,
            underway: vec![0; count],
            taken: vec![0; count],
            failure: None,
            crew,
            index,
            count,
            watch,
            stop,
            counters: Counters::default(),
            all: vec![Counters::default(); count],
        }
    }

    /// The first of its process.
    pub(super) fn leads(&self) -> bool {
        self.index.is_multiple_of(self.crew.workers)
    }

    /// The process of a member.
    pub(super) fn process_of(&self, member: usize) -> usize {
        member / self.crew.workers
    }

    /// Most bytes underway to one other member.
    fn credit(count: usize) -> usize {
        (UNDERWAY / count).clamp(UNDERWAY / 32, UNDERWAY / 4)
    }

    /// Most memory that parcels take, on both ends.
    pub(super) fn bytes(count: usize) -> u64 {
        // As they are sent, packed for the way, received, and as they are taken.
        if count == 1 { 0 } else { 2 * (Self::credit(count) * (count - 1)) as u64 }
    }

    fn give(&mut self, to: usize, kind: Kind, bytes: Vec<u8>) {
        let parcel = Parcel { to: to as u32, from: self.index as u32, phase: self.phase, kind, bytes };
        let input = self.input.as_mut().expect("it is open until the end");
        input.send(parcel);
    }

    /// Sends something; before, what comes is taken until the receiver has room.
    pub(super) fn send(
        &mut self,
        to: usize,
        kind: u8,
        bytes: Vec<u8>,
        take: &mut dyn FnMut(&mut Self, Goods) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let begun = Instant::now();
        let mut waited = false;
        // A quarter may be taken without a word of it; so that what is waited for does come, however large parcels are.
        while self.underway[to] > Self::credit(self.count) / 2 {
            let news = self.breathe(take)?;
            if !news {
                waited = true;
                self.worker.step_or_park(Some(BLINK));
            }
        }
        if waited {
            self.counters.wait += begun.elapsed().as_nanos() as u64;
        }
        self.underway[to] += bytes.len();
        self.send_now(to, kind, bytes);
        Ok(())
    }

    /// Sends something that was asked for, whether there is room or not.
    pub(super) fn send_now(&mut self, to: usize, kind: u8, bytes: Vec<u8>) {
        self.counters.bytes += bytes.len() as u64;
        self.counters.parcels += 1;
        self.give(to, Kind::Goods(kind), bytes);
    }

    /// Takes what has come; whether something has.
    pub(super) fn breathe(
        &mut self,
        take: &mut dyn FnMut(&mut Self, Goods) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        self.worker.step();
        self.sort();
        self.sound()?;
        let mut news = false;
        while let Some(parcel) = self.ready.pop_front() {
            news = true;
            let (from, Kind::Goods(kind)) = (parcel.from as usize, parcel.kind) else { continue };
            self.taken[from] += parcel.bytes.len();
            if self.taken[from] >= Self::credit(self.count) / 4 {
                let bytes = (self.taken[from] as u64).to_le_bytes().to_vec();
                self.taken[from] = 0;
                self.give(from, Kind::Taken, bytes);
            }
            take(self, Goods { kind, from, bytes: parcel.bytes })?;
        }
        Ok(news)
    }

    /// The same, waiting a little if nothing has come.
    pub(super) fn attend(&mut self, take: &mut dyn FnMut(&mut Self, Goods) -> Result<(), Error>) -> Result<(), Error> {
        if !self.breathe(take)? {
            let begun = Instant::now();
            self.worker.step_or_park(Some(BLINK));
            self.counters.wait += begun.elapsed().as_nanos() as u64;
        }
        Ok(())
    }

    /// Puts what timely brought where it belongs.
    fn sort(&mut self) {
        for parcel in std::mem::take(&mut *self.arrived.borrow_mut()) {
            let from = parcel.from as usize;
            match parcel.kind {
                Kind::Goods(_) if parcel.phase == self.phase => self.ready.push_back(parcel),
                Kind::Goods(_) => self.later.push(parcel),
                Kind::Word => {
                    let count = self.count;
                    self.words.entry(parcel.phase).or_insert_with(|| vec![None; count])[from] = Some(parcel.bytes);
                }
                Kind::Taken if parcel.phase == self.phase => {
                    let bytes = parcel.bytes.first_chunk().map_or(0, |b| u64::from_le_bytes(*b));
                    self.underway[from] = self.underway[from].saturating_sub(bytes as usize);
                }
                Kind::Taken => {}
                Kind::Failure => {
                    self.failure.get_or_insert((from, String::from_utf8_lossy(&parcel.bytes).into_owned()));
                }
            }
        }
    }

    /// Nobody failed, is gone, or wants to stop.
    fn sound(&mut self) -> Result<(), Error> {
        if self.failure.is_none()
            && let Some((process, why)) = self.watch.broken()
        {
            // Whoever fails says why before it goes, and not only to this one.
            let begun = Instant::now();
            while self.failure.is_none() && begun.elapsed() < REASON {
                self.worker.step_or_park(Some(BLINK));
                self.sort();
            }
            if self.failure.is_none() {
                return Err(link::lost(process, &self.crew.hosts, &why));
            }
        }
        match &self.failure {
            Some((member, why)) => Err(link::other(self.process_of(*member), &self.crew.hosts, why)),
            None => crate::search::stopped(self.stop),
        }
    }

    /// The end of a phase: tells all others a word, and waits until everything that anybody sent has been taken. The words of
    /// all, in order.
    pub(super) fn settle(
        &mut self,
        word: &[u8],
        take: &mut dyn FnMut(&mut Self, Goods) -> Result<(), Error>,
    ) -> Result<Vec<Vec<u8>>, Error> {
        self.counters.settled += 1;
        self.counters.cpu = thread_time();
        if self.leads() {
            [self.counters.sent, self.counters.received] = self.watch.traffic();
        }
        let mut bytes = self.counters.to_bytes();
        bytes.extend(word);
        for to in 0..self.count {
            self.give(to, Kind::Word, bytes.clone());
        }
        let next = self.phase + 1;
        self.input.as_mut().expect("it is open until the end").advance_to(next);
        while self.probe.less_than(&next) {
            if !self.breathe(take)? && self.probe.less_than(&next) {
                let begun = Instant::now();
                self.worker.step_or_park(Some(BLINK));
                self.counters.wait += begun.elapsed().as_nanos() as u64;
            }
        }
        while self.breathe(take)? {}
        let words = self.words.remove(&self.phase).unwrap_or_default();
        self.phase = next;
        self.underway.fill(0);
        self.taken.fill(0);
        self.ready.extend(std::mem::take(&mut self.later));
        let mut told = Vec::with_capacity(self.count);
        for (member, word) in words.into_iter().enumerate() {
            let Some((counters, word)) = word.as_deref().and_then(Counters::from_bytes) else { break };
            self.all[member] = counters;
            told.push(word.to_vec());
        }
        if told.len() == self.count { Ok(told) } else { Err(confused()) }
    }

    /// The same where nothing but words is sent.
    pub(super) fn gather(&mut self, word: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
        self.settle(word, &mut |_, _| Err(confused()))
    }

    /// All is done, or this member cannot go on and says why.
    fn end<T>(mut self, result: Result<T, Error>) -> Result<T, Error> {
        let result = result.and_then(|answer| {
            self.gather(&[])?;
            // All have come here; nobody needs anybody any more.
            self.watch.finish();
            Ok(answer)
        });
        match &result {
            Ok(_) => {
                self.input = None;
                // The last that others wait for; who has it may be gone already.
                let begun = Instant::now();
                while self.worker.has_dataflows() && begun.elapsed() < Duration::from_secs(2) {
                    self.worker.step_or_park(Some(BLINK));
                }
            }
            Err(error) => {
                // Whoever hears of another's failure does not say it again.
                if !["crew-stopped", "crew-lost"].contains(&error.id()) {
                    let why = match error.id() {
                        "search-stopped" => "it was interrupted".to_owned(),
                        _ => error.sentence(),
                    };
                    for to in 0..self.count {
                        if to != self.index {
                            self.give(to, Kind::Failure, why.clone().into_bytes());
                        }
                    }
                }
                for _ in 0..5 {
                    self.worker.step();
                }
            }
        }
        result
    }
}

/// Something came that nobody can have sent.
#[cold]
pub(super) fn confused() -> Error {
    Error::limit("crew-confused", "processes of this build do not understand each other; are they the same program?")
}

/// Processor time of this thread, in nanoseconds.
fn thread_time() -> u64 {
    #[cfg(unix)]
    {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a `timespec` of this frame, borrowed for the call alone, and the call writes nothing
        // else. The clock is one that Unix has; where it is missing, the call fails and 0 is returned below.
        if unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) } == 0 {
            return time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64;
        }
    }
    0
}
