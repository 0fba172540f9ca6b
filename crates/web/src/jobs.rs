//! Jobs: questions that take work. They wait in a queue in which everybody sees their place, run on threads of their own
//! within bounds, tell how far they are, and end when whoever asked has gone.

use crate::{Config, faults::Fault, metrics::Metrics};
use attractor_game::Error;
use attractor_play::{
    Analysis, Effort, full_name,
    knowledge::{tables_in, usual_book},
    request::{Limits, Surface, Update, shown},
    words::{Lang, Words},
};
use attractor_solve::{
    search::{Progress, book::Book},
    table::Table,
};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    thread::Thread,
    time::{Duration, Instant},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc::UnboundedSender},
    task::{JoinError, JoinHandle},
};

/// What all jobs share.
pub(crate) struct House {
    pub(crate) config: Config,
    limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) tables: Vec<(String, Table)>,
    book: Option<Book>,
    english: Words,
    french: Words,
    seats: Arc<Semaphore>,
    /// For jobs that take longer: one less than seats, if there are several.
    leave: Arc<Semaphore>,
    /// For boards, which are drawn at once.
    boards: Arc<Semaphore>,
    /// Kibibytes of requests that are read or worked on.
    asked: Arc<Semaphore>,
    /// Kibibytes of answers that are on their way.
    answered: Arc<Semaphore>,
    queue: Mutex<VecDeque<u64>>,
    tickets: AtomicU64,
    running: AtomicUsize,
    /// Answers that many visitors ask for.
    known: Mutex<Remembered>,
}

/// Bytes that a job may allocate beyond the memory of its search: pictures, the answer.
const BASE: u64 = 32 << 20;

/// Boards drawn at once.
const BOARDS: usize = 2;

/// Kibibytes for all requests or all answers together: for sixteen of the largest.
fn room(largest: usize) -> usize {
    (16 * largest).div_ceil(1 << 10)
}

/// Bytes of answers that are remembered.
const REMEMBERED: usize = 32 << 20;

/// Values of positions, each under its question; all are forgotten when they become too large.
#[derive(Default)]
struct Remembered {
    answers: HashMap<String, Arc<Analysis>>,
    bytes: usize,
}

impl Remembered {
    fn add(&mut self, question: String, answer: Arc<Analysis>) {
        let texts = |texts: &[String]| texts.iter().map(|text| size_of::<String>() + text.len()).sum::<usize>();
        let position = &answer.position;
        let moves = answer.moves.iter().map(|m| size_of_val(m) + m.name.len()).sum::<usize>();
        let bytes = size_of::<(String, Arc<Analysis>, Analysis)>()
            + question.len()
            + position.game.len()
            + position.position.len()
            + texts(&position.best)
            + texts(&position.line)
            + moves;
        if self.bytes + bytes > REMEMBERED {
            *self = Remembered::default();
        }
        if bytes <= REMEMBERED && self.answers.insert(question, answer).is_none() {
            self.bytes += bytes;
        }
    }
}

/// Bytes that a server with these settings may allocate: for its jobs and boards, for sixteen of the largest requests and
/// answers, for what it remembers, and for itself.
pub(crate) fn most_memory(config: &Config) -> u64 {
    let jobs = (config.jobs.max(1) + BOARDS) as u64;
    let texts = (room(config.body) + room(config.answer)) as u64;
    jobs * config.memory.saturating_add(BASE) + (texts << 10) + REMEMBERED as u64 + BASE
}

impl House {
    pub(crate) fn new(config: Config) -> Result<House, Error> {
        let tables = config.tables.as_deref().map_or(Ok(Vec::new()), tables_in)?;
        let book = config.book.as_deref().map(Book::open).transpose()?;
        Ok(House {
            metrics: Metrics::default(),
            tables,
            book,
            english: Words::new(Lang::English),
            french: Words::new(Lang::French),
            seats: Arc::new(Semaphore::new(config.jobs.max(1))),
            leave: Arc::new(Semaphore::new(config.jobs.saturating_sub(1).max(1))),
            boards: Arc::new(Semaphore::new(BOARDS)),
            asked: Arc::new(Semaphore::new(room(config.body))),
            answered: Arc::new(Semaphore::new(room(config.answer))),
            queue: Mutex::default(),
            tickets: AtomicU64::new(0),
            running: AtomicUsize::new(0),
            known: Mutex::default(),
            limits: Limits { states: Some(config.states), moves: config.moves, ..Limits::PAGE },
            config,
        })
    }

    pub(crate) fn words(&self, lang: Lang) -> &Words {
        if lang == Lang::French { &self.french } else { &self.english }
    }

    /// The table of a game that holds most.
    fn table(&self, game: &str) -> Option<&Table> {
        let of_game = self.tables.iter().map(|(_, table)| table).filter(|table| table.game() == game);
        of_game.max_by_key(|table| table.entries())
    }

    fn book(&self, game: &str) -> Option<&Book> {
        self.book.as_ref().filter(|book| book.is_of(game).is_ok()).or_else(|| usual_book(game))
    }

    /// Room for a request of so many bytes, given back when dropped.
    pub(crate) async fn room_to_ask(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Fault> {
        self.room(&self.asked, bytes).await
    }

    /// Room for an answer of so many bytes.
    pub(crate) async fn room_to_answer(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Fault> {
        self.room(&self.answered, bytes).await
    }

    async fn room(&self, all: &Arc<Semaphore>, bytes: usize) -> Result<OwnedSemaphorePermit, Fault> {
        let permits = bytes.div_ceil(1 << 10).max(1) as u32;
        match tokio::time::timeout(PATIENCE, all.clone().acquire_many_owned(permits)).await {
            Ok(permit) => Ok(permit.expect("it is never closed")),
            Err(_) => Err(self.busy()),
        }
    }

    /// The fault of a request that has to come again later.
    fn busy(&self) -> Fault {
        self.metrics.refused.fetch_add(1, Relaxed);
        Fault::new(
            StatusCode::TOO_MANY_REQUESTS,
            Error::limit("server-busy", "too many others are being answered; try again in a moment"),
        )
    }

    pub(crate) fn running(&self) -> usize {
        self.running.load(Relaxed)
    }

    pub(crate) fn waiting(&self) -> usize {
        self.queue.lock().expect("nobody panics with the lock").len()
    }

    fn remembered(&self, question: &str) -> Option<Arc<Analysis>> {
        self.known.lock().expect("nobody panics with the lock").answers.get(question).cloned()
    }

    fn remember(&self, question: String, answer: Analysis) -> Arc<Analysis> {
        let answer = Arc::new(answer);
        self.known.lock().expect("nobody panics with the lock").add(question, answer.clone());
        answer
    }
}

/// Something that a job tells on its way.
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) data: String,
}

/// Where a job works: what it may cost, and who hears of it.
pub(crate) struct Desk<'a> {
    pub(crate) house: &'a House,
    pub(crate) lang: Lang,
    stop: &'a AtomicBool,
    progress: &'a Progress,
    events: Option<&'a UnboundedSender<Event>>,
    told: Mutex<Instant>,
    first: bool,
}

/// Between two tellings of how far a job is.
const OFTEN: Duration = Duration::from_millis(150);

impl Surface for Desk<'_> {
    fn limits(&self) -> &Limits {
        &self.house.limits
    }

    fn effort(&self) -> Effort<'_> {
        let (stop, progress) = (Some(self.stop), Some(self.progress));
        Effort { memory: self.house.config.memory, threads: 1, stop, progress, book: None, table: None }
    }

    fn knowing(&self, game: &str) -> Result<Effort<'_>, Error> {
        let name = full_name(game);
        Ok(Effort { book: self.house.book(&name), table: self.house.table(&name), ..self.effort() })
    }

    fn words(&self) -> &Words {
        self.house.words(self.lang)
    }

    fn tell(&self, update: Update<'_>) {
        match update {
            Update::Progress(done, total) => self.progress(|| json!({ "done": done, "total": total })),
            Update::Move(value) => self.send("move", || json!(shown(value, self.words()))),
            Update::Estimate(estimated) => self.send("estimate", || json!(estimated)),
            _ => {}
        }
    }

    fn listens(&self) -> bool {
        self.events.is_some()
    }

    /// What was found until the job was told to stop is no answer yet if it will have more time.
    fn takes_parts(&self) -> bool {
        !(self.first && self.stop.load(Relaxed))
    }

    fn analysis(
        &self,
        question: String,
        find: &mut dyn FnMut() -> Result<Analysis, Error>,
    ) -> Result<Arc<Analysis>, Error> {
        match self.house.remembered(&question) {
            Some(known) => Ok(known),
            None => Ok(self.house.remember(question, find()?)),
        }
    }
}

impl Desk<'_> {
    /// Tells something now, if anybody listens.
    fn send(&self, name: &'static str, data: impl FnOnce() -> Value) {
        if let Some(events) = self.events {
            let _ = events.send(Event { name, data: data().to_string() });
        }
    }

    /// Tells how far the job is, unless it did so just now.
    fn progress(&self, data: impl FnOnce() -> Value) {
        if self.events.is_none() {
            return;
        }
        let mut told = self.told.lock().expect("nobody panics with the lock");
        if told.elapsed() >= OFTEN {
            *told = Instant::now();
            drop(told);
            self.send("progress", data);
        }
    }
}

/// A place in the queue, given up when dropped.
struct Ticket<'a> {
    house: &'a House,
    number: u64,
}

impl Ticket<'_> {
    /// 1 for who is next.
    fn place(&self) -> usize {
        let queue = self.house.queue.lock().expect("nobody panics with the lock");
        queue.iter().position(|n| *n == self.number).map_or(0, |i| i + 1)
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.house.queue.lock().expect("nobody panics with the lock").retain(|n| *n != self.number);
    }
}

/// Ends a job when dropped: its visitor has gone.
struct Watch {
    house: Arc<House>,
    stop: Arc<AtomicBool>,
    done: bool,
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.done {
            self.stop.store(true, Relaxed);
            self.house.metrics.cancelled.fetch_add(1, Relaxed);
        }
    }
}

/// A job at work is counted, whoever still waits for it.
struct Running(Arc<House>);

impl Running {
    fn new(house: &Arc<House>) -> Running {
        house.running.fetch_add(1, Relaxed);
        Running(house.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Relaxed);
    }
}

/// Lets a job wait for its turn and work. Dropped before it is done, the job ends soon after.
///
/// A job that is quick is done at its first turn. One that takes longer needs leave to do so, and one seat is kept from such
/// jobs: where no leave is left it makes way, and begins again when there is some, or after a while. So a quick question
/// does not wait behind a few long ones, and where nobody else asks nothing is begun twice.
pub(crate) async fn run<T: Send + 'static>(
    house: Arc<House>,
    kind: &'static str,
    lang: Lang,
    events: Option<UnboundedSender<Event>>,
    job: impl Fn(&Desk<'_>) -> Result<T, Error> + Send + Sync + 'static,
) -> Result<T, Fault> {
    let (stop, job) = (Arc::new(AtomicBool::new(false)), Arc::new(job));
    let mut watch = Watch { house: house.clone(), stop: stop.clone(), done: false };
    let work = |seat, first| Work {
        house: house.clone(),
        kind,
        lang,
        events: events.clone(),
        stop: stop.clone(),
        seat,
        first,
    };
    let answer = async {
        let seat = wait(&house, &house.seats, &events).await?;
        let (mut working, begun) = (work(seat, true).begin(job.clone()), tokio::time::Instant::now());
        let limit = Duration::from_secs_f64(house.config.seconds);
        let quick = tokio::time::timeout(QUICK.min(limit), &mut working).await;
        let (answer, late) = if let Ok(answer) = quick {
            (answer, false)
        } else if let Ok(_leave) = house.leave.clone().try_acquire_owned() {
            until(working, begun + limit, &stop).await
        } else {
            stop.store(true, Relaxed);
            match tokio::time::timeout(GRACE, &mut working).await.unwrap_or_else(|_| Ok(Err(forsaken()))) {
                Ok(Err(error)) if error.id() == FORSAKEN => (Ok(Err(error)), true),
                Ok(Err(_)) => {
                    stop.store(false, Relaxed);
                    // Not for ever, however many there are: after a while any seat will do.
                    let leave = tokio::time::timeout(PATIENCE, wait(&house, &house.leave, &events)).await;
                    let _leave = leave.ok().transpose()?;
                    let seat = wait(&house, &house.seats, &events).await?;
                    let end = tokio::time::Instant::now() + limit;
                    until(work(seat, false).begin(job), end, &stop).await
                }
                done => (done, false),
            }
        };
        told(answer, late, house.config.seconds)
    }
    .await;
    watch.done = true;
    answer
}

/// The same for what is done at once, in seats of its own: it does not wait behind searches, and has less time.
pub(crate) async fn at_once<T: Send + 'static>(
    house: Arc<House>,
    kind: &'static str,
    lang: Lang,
    job: impl Fn(&Desk<'_>) -> Result<T, Error> + Send + Sync + 'static,
) -> Result<T, Fault> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut watch = Watch { house: house.clone(), stop: stop.clone(), done: false };
    let seconds = house.config.seconds.min(AT_ONCE);
    let end = tokio::time::Instant::now() + Duration::from_secs_f64(seconds);
    let seat = match tokio::time::timeout_at(end, house.boards.clone().acquire_owned()).await {
        Ok(seat) => seat.expect("it is never closed"),
        Err(_) => {
            watch.done = true;
            return Err(house.busy());
        }
    };
    let work = Work { house, kind, lang, events: None, stop: stop.clone(), seat, first: false };
    let (answer, late) = until(work.begin(Arc::new(job)), end, &stop).await;
    watch.done = true;
    told(answer, late, seconds)
}

/// What a visitor is told of a job that is over.
fn told<T>(answer: Result<Result<T, Error>, JoinError>, late: bool, seconds: f64) -> Result<T, Fault> {
    match answer {
        Ok(Err(_)) if late => {
            Err(Error::limit("time-limit", "this takes longer than the {seconds} s that an answer may take here")
                .arg("seconds", seconds)
                .into())
        }
        Ok(answer) => answer.map_err(Fault::from),
        Err(_) => Err(Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Error::new("job-failed", "something went wrong inside; this is a fault of the program"),
        )),
    }
}

/// Seconds for a job that is done at once.
const AT_ONCE: f64 = 5.0;
/// A job that was told to stop has this long to do so; then its visitor is answered without it.
const GRACE: Duration = Duration::from_secs(2);
/// The error of a job that did not stop in time. It keeps its seat until it does.
const FORSAKEN: &str = "job-forsaken";

fn forsaken() -> Error {
    Error::limit("job-forsaken", "the work did not end when it was told to")
}

/// Longer than this a job needs leave for.
const QUICK: Duration = Duration::from_millis(150);
/// A job waits no longer than this for leave.
const PATIENCE: Duration = Duration::from_secs(5);

/// The answer, and whether the job was told to stop because it was late.
async fn until<T>(
    mut working: JoinHandle<Result<T, Error>>,
    end: tokio::time::Instant,
    stop: &AtomicBool,
) -> (Result<Result<T, Error>, JoinError>, bool) {
    match tokio::time::timeout_at(end, &mut working).await {
        Ok(answer) => (answer, false),
        Err(_) => {
            stop.store(true, Relaxed);
            let ended = tokio::time::timeout(GRACE, working).await;
            (ended.unwrap_or_else(|_| Ok(Err(forsaken()))), true)
        }
    }
}

/// A job that has its seat.
struct Work {
    house: Arc<House>,
    kind: &'static str,
    lang: Lang,
    events: Option<UnboundedSender<Event>>,
    stop: Arc<AtomicBool>,
    seat: OwnedSemaphorePermit,
    /// It may have to begin again.
    first: bool,
}

impl Work {
    /// On a thread of its own.
    fn begin<T: Send + 'static>(
        self,
        job: Arc<impl Fn(&Desk<'_>) -> Result<T, Error> + Send + Sync + 'static>,
    ) -> JoinHandle<Result<T, Error>> {
        tokio::task::spawn_blocking(move || {
            let Work { house, kind, lang, events, stop, seat: _seat, first } = self;
            let (_running, begun, progress) = (Running::new(&house), Instant::now(), Progress::default());
            let _limit = attractor_memory::limit_thread(house.config.memory.saturating_add(BASE));
            let desk = Desk {
                house: &house,
                lang,
                stop: &stop,
                progress: &progress,
                events: events.as_ref(),
                told: Mutex::new(begun),
                first,
            };
            let over = AtomicBool::new(false);
            let answer = std::thread::scope(|scope| {
                // Searches tell a counter; somebody has to look at it.
                let looker = desk.listens().then(|| scope.spawn(|| look(&desk, &over, begun)).thread().clone());
                let _end = End { over: &over, looker };
                job(&desk)
            });
            house.metrics.worked(kind, begun.elapsed());
            answer
        })
    }
}

/// Waits for a seat, telling the place in the queue.
async fn wait(
    house: &House,
    seats: &Arc<Semaphore>,
    events: &Option<UnboundedSender<Event>>,
) -> Result<OwnedSemaphorePermit, Fault> {
    if let Ok(seat) = seats.clone().try_acquire_owned() {
        return Ok(seat);
    }
    let ticket = {
        let mut queue = house.queue.lock().expect("nobody panics with the lock");
        if queue.len() >= house.config.waiting {
            house.metrics.refused.fetch_add(1, Relaxed);
            return Err(Fault::new(
                StatusCode::TOO_MANY_REQUESTS,
                Error::limit("queue-full", "{waiting} others are waiting already; try again in a moment")
                    .arg("waiting", queue.len()),
            ));
        }
        let number = house.tickets.fetch_add(1, Relaxed);
        queue.push_back(number);
        Ticket { house, number }
    };
    let seat = seats.clone().acquire_owned();
    tokio::pin!(seat);
    let (mut often, mut told) = (tokio::time::interval(OFTEN), 0);
    loop {
        tokio::select! {
            seat = &mut seat => return Ok(seat.expect("the queue is never closed")),
            _ = often.tick() => {
                let place = ticket.place();
                if place != told && let Some(events) = events {
                    told = place;
                    let _ = events.send(Event { name: "queue", data: json!({ "place": place }).to_string() });
                }
            }
        }
    }
}

/// Ends the looking, also when a job panics.
struct End<'a> {
    over: &'a AtomicBool,
    looker: Option<Thread>,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        if let Some(looker) = &self.looker {
            looker.unpark();
        }
    }
}

/// Tells how far a search is until the job is over.
fn look(desk: &Desk<'_>, over: &AtomicBool, begun: Instant) {
    while !over.load(Relaxed) {
        std::thread::park_timeout(OFTEN);
        let (nodes, depth) = (desk.progress.nodes(), desk.progress.depth());
        if nodes > 0 && !over.load(Relaxed) {
            desk.progress(|| {
                let seconds = begun.elapsed().as_secs_f64();
                json!({ "nodes": nodes, "seconds": seconds, "depth": depth, "text": desk.progress.line() })
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_play::{open, request::Local};

    #[test]
    fn remembered_answers_keep_within_their_bytes() {
        let question = |i: usize| format!("{i}{}", "x".repeat(1 << 20));
        let session = open("nim:3,take=1-2").unwrap();
        let answer = Arc::new(session.analyse(&Local::default().effort(), &mut |_| {}).unwrap());
        let mut known = Remembered::default();
        for i in 0..200 {
            known.add(question(i), answer.clone());
            let held: usize = known.answers.keys().map(String::len).sum();
            assert!(held <= known.bytes && known.bytes <= REMEMBERED, "{held} of {}", known.bytes);
            assert!(known.answers.contains_key(&question(i)));
        }
        known.add("y".repeat(REMEMBERED), answer);
        assert!(known.bytes <= REMEMBERED);
    }
}
