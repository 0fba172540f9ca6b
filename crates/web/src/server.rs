//! Connections, routes, shutdown.

use crate::{
    Config, assets,
    export::{self, Export},
    faults::Fault,
    guard::{self, Names},
    jobs::{self, Desk, Event, House},
    output,
    requests::{self, Asking},
    stream::Impatient,
    tables as solved,
};
use attractor_game::Error;
use attractor_play::{
    GAMES, PLAYERS, PlayerKind,
    request::{At, Choose, Games, Graph, Limits, Match, Page, Probe, Request, Tree},
    words::Lang,
};
use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::{MatchedPath, Path, Query, Request as HttpRequest, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    convert::Infallible,
    future::Future,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::{OwnedSemaphorePermit, Semaphore, mpsc::UnboundedReceiver},
};
use tokio_stream::{Stream, StreamExt};

/// Connections at once; more wait to be accepted.
const CONNECTIONS: usize = 1_024;
/// For the head of a request, for its body, and for the next part of an answer: who is slower is let go.
const PATIENCE: Duration = Duration::from_secs(10);
/// For answers that are on their way when the server is told to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    house: Arc<House>,
}

impl Server {
    /// Listens.
    pub async fn bind(config: Config) -> Result<Server, Error> {
        let wanted = SocketAddr::new(config.address, config.port);
        let unable = |e: std::io::Error| {
            Error::new("cannot-listen", "cannot listen on {address}: {why}").arg("address", wanted).arg("why", e)
        };
        let listener = TcpListener::bind(wanted).await.map_err(unable)?;
        let address = listener.local_addr().map_err(unable)?;
        Ok(Server { listener, address, house: Arc::new(House::new(config)?) })
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until `end`; answers on their way are finished, for a while.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let routes = routes(self.house.clone());
        let (graceful, places) = (GracefulShutdown::new(), Arc::new(Semaphore::new(CONNECTIONS)));
        tokio::pin!(end);
        loop {
            let place = tokio::select! {
                place = places.clone().acquire_owned() => place.expect("never closed"),
                () = &mut end => break,
            };
            let stream = tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => stream,
                    // Too many open files, perhaps: others will be closed soon.
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut end => break,
            };
            let _ = stream.set_nodelay(true);
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(64 << 10)
                .serve_connection(
                    TokioIo::new(Impatient::new(stream, PATIENCE)),
                    TowerToHyperService::new(routes.clone()),
                );
            let watched = graceful.watch(connection);
            tokio::spawn(async move {
                let _ = watched.await;
                drop(place);
            });
        }
        drop(self.listener);
        let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    }
}

type Home = State<Arc<House>>;

fn routes(house: Arc<House>) -> Router {
    let api = Router::new()
        .route("/games", get(games))
        .route("/position", post(position))
        .route("/analyse", post(analyse))
        .route("/choose", post(choose))
        .route("/history", post(history))
        .route("/graph", post(graph))
        .route("/graph/check", post(check))
        .route("/tree", post(tree))
        .route("/match", post(matches))
        .route("/tables", get(tables))
        .route("/tables/{name}", get(figures))
        .route("/tables/{name}/probe", post(probe))
        .route("/export", post(exported))
        .route("/openapi.json", get(openapi));
    Router::new()
        .route("/", get(|State(house): Home| async move { asset(&house, "index.html") }))
        .route("/{name}", get(|State(house): Home, Path(name): Path<String>| async move { asset(&house, &name) }))
        .route("/health", get(|| async { Json(json!({ "status": "ok" })) }))
        .route("/metrics", get(metrics))
        .nest("/api", api)
        .fallback(|State(house): Home| async move { nothing_there(&house) })
        .method_not_allowed_fallback(|State(house): Home| async move {
            let error = Error::new("wrong-method", "this address is asked in another way");
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, error).response(house.words(Lang::English))
        })
        .layer(middleware::from_fn_with_state((house.clone(), Names::new(&house.config)), watch))
        .with_state(house)
}

/// Every request: may it be asked, and how it was answered.
async fn watch(State((house, names)): State<(Arc<House>, Names)>, request: HttpRequest, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("other".to_owned(), |path| path.as_str().to_owned());
    let mut response = match names.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.response(house.words(Lang::English)),
    };
    guard::protect(response.headers_mut());
    house.metrics.answered(&route, response.status().as_u16());
    response
}

fn nothing_there(house: &House) -> Response {
    let error = Error::new("not-there", "there is nothing at this address");
    Fault::new(StatusCode::NOT_FOUND, error).response(house.words(Lang::English))
}

fn asset(house: &House, name: &str) -> Response {
    assets::asset(name).unwrap_or_else(|| nothing_there(house))
}

/// The language of requests that have no body.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    lang: Option<String>,
}

impl Asked {
    fn lang(&self) -> Lang {
        if self.lang.as_deref() == Some("fr") { Lang::French } else { Lang::English }
    }
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../openapi.json")).into_response()
}

async fn metrics(State(house): Home) -> Response {
    let text = house.metrics.text(house.running(), house.waiting());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

async fn games(State(house): Home, Query(asked): Query<Asked>) -> Json<Value> {
    let words = house.words(asked.lang());
    let listed = Games::default().answer().unwrap_or_default();
    let games = GAMES.iter().zip(&listed).filter(|(_, game)| !game.samples.is_empty()).map(|(entry, game)| {
        json!({
            "name": game.name, "full_name": words.phrase(entry.title), "title": words.phrase(entry.rules),
            "size": game.size, "default": game.default, "options": game.options, "examples": game.samples,
            "heuristics": game.heuristics, "cyclic": game.solved_by == "graph",
        })
    });
    let players = PLAYERS.iter().filter(|(_, kind, _)| *kind != PlayerKind::Human && !kind.is_program());
    let config = &house.config;
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games.collect::<Vec<_>>(),
        "players": players.map(|(name, _, options)| json!({ "name": name, "options": options })).collect::<Vec<_>>(),
        "limits": {
            "seconds": config.seconds, "memory": config.memory, "states": config.states, "nodes": Limits::PAGE.nodes,
            "moves": config.moves, "body": config.body,
            "answer": config.answer,
        },
    }))
}

/// An answer that is found at once.
async fn at_once(
    house: Arc<House>,
    kind: &'static str,
    lang: Lang,
    work: impl Fn(&Desk<'_>) -> Result<Page, Error> + Send + Sync + 'static,
) -> Response {
    let work = move |desk: &Desk<'_>| work(desk).and_then(|page| output::page(page, desk));
    match jobs::at_once(house.clone(), kind, lang, work).await {
        Ok(bytes) => reply(&house, lang, bytes, JSON).await,
        Err(fault) => fault.response(house.words(lang)),
    }
}

async fn tables(State(house): Home, Query(asked): Query<Asked>) -> Response {
    at_once(house, "tables", asked.lang(), |desk| Ok(Page::data(&solved::list(desk.house)))).await
}

async fn figures(State(house): Home, Path(name): Path<String>, Query(asked): Query<Asked>) -> Response {
    // A table that is not there is an address that is not.
    if let Err(error) = solved::table(&house, &name) {
        return Fault::new(StatusCode::NOT_FOUND, error).response(house.words(asked.lang()));
    }
    at_once(house, "figures", asked.lang(), move |desk| solved::figures(&name, desk)).await
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Sends an answer when there is room for it.
async fn reply(house: &House, lang: Lang, bytes: Vec<u8>, kind: HeaderValue) -> Response {
    match house.room_to_answer(bytes.len()).await {
        Ok(permit) => output::response(bytes, kind, permit),
        Err(fault) => fault.response(house.words(lang)),
    }
}

/// The body of a request, if it is JSON, not too large and not too slow; and the room that it takes until it is answered.
async fn body<R: Asking>(house: &House, request: HttpRequest) -> Result<(R, OwnedSemaphorePermit), Fault> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if !kind.to_lowercase().starts_with("application/json") {
        return Err(Fault::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Error::new("not-json", "a request here is JSON, and says so: Content-Type: application/json"),
        ));
    }
    let most = house.config.body;
    let too_large = || {
        Fault::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Error::limit("body-too-large", "a request has at most {most} bytes here").arg("most", most),
        )
    };
    let told = request.headers().get(header::CONTENT_LENGTH).and_then(|n| n.to_str().ok()?.parse::<usize>().ok());
    if told.is_some_and(|told| told > most) {
        return Err(too_large());
    }
    let room = house.room_to_ask(told.unwrap_or(most)).await?;
    match tokio::time::timeout(PATIENCE, to_bytes(request.into_body(), most)).await {
        Ok(Ok(bytes)) => Ok((requests::read(&bytes)?, room)),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Fault::new(
            StatusCode::REQUEST_TIMEOUT,
            Error::limit("too-slow", "the request took longer than {seconds} s to arrive")
                .arg("seconds", PATIENCE.as_secs()),
        )),
    }
}

/// Whoever asks wants to hear how far it is.
fn wants_events(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/event-stream"))
}

/// A job: as one answer, or as events of which the last is the answer.
async fn job<R: Asking, W: Fn(&Desk<'_>) -> Result<Page, Error> + Send + Sync + 'static>(
    house: Arc<House>,
    request: HttpRequest,
    kind: &'static str,
    work: impl FnOnce(R) -> W,
) -> Response {
    let events = wants_events(request.headers());
    let (asked, room): (R, _) = match body(&house, request).await {
        Ok(asked) => asked,
        Err(fault) => return fault.response(house.words(Lang::English)),
    };
    let (lang, work) = (asked.lang(), work(asked));
    let work = move |desk: &Desk<'_>| {
        let _room = &room;
        work(desk).and_then(|page| output::page(page, desk))
    };
    if !events {
        return match jobs::run(house.clone(), kind, lang, None, work).await {
            Ok(bytes) => reply(&house, lang, bytes, JSON).await,
            Err(fault) => fault.response(house.words(lang)),
        };
    }
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    let working = Box::pin(async move {
        let done = match jobs::run(house.clone(), kind, lang, Some(sender), work).await {
            Ok(bytes) => house.room_to_answer(bytes.len()).await.map(|room| (bytes, room)),
            Err(fault) => Err(fault),
        };
        match done {
            Ok((bytes, room)) => {
                let data = String::from_utf8(bytes).expect("JSON is text");
                (Event { name: "done", data }, Some(room))
            }
            Err(fault) => (Event { name: "failed", data: fault.json(house.words(lang)).to_string() }, None),
        }
    });
    let written = Events { working: Some(working), receiver, last: None, room: None }
        .map(|Event { name, data }| Ok::<_, Infallible>(format!("event: {name}\ndata: {data}\n\n")));
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(written)).into_response()
}

/// A job at work: its answer, and the place that the answer's bytes take until they are sent.
type Working = dyn Future<Output = (Event, Option<OwnedSemaphorePermit>)> + Send;

/// What a job tells, and its answer in the end. The job is worked on while somebody listens, and dropped with this.
struct Events {
    working: Option<Pin<Box<Working>>>,
    receiver: UnboundedReceiver<Event>,
    last: Option<Event>,
    /// The room that the last event takes.
    room: Option<OwnedSemaphorePermit>,
}

impl Stream for Events {
    type Item = Event;
    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Event>> {
        if let Some(working) = &mut self.working
            && let Poll::Ready((last, room)) = working.as_mut().poll(context)
        {
            (self.working, self.last, self.room) = (None, Some(last), room);
        }
        match self.receiver.poll_recv(context) {
            Poll::Ready(None) if self.working.is_none() => Poll::Ready(self.last.take()),
            // The job has let go of its end already: its answer comes next.
            Poll::Ready(None) => Poll::Pending,
            told => told,
        }
    }
}

/// A job about what a request says.
macro_rules! jobs {
    ($($name:ident($asked:ty) = $question:expr;)*) => { $(
        async fn $name(State(house): Home, request: HttpRequest) -> Response {
            job(house, request, stringify!($name), |asked: $asked| {
                let question = $question(asked);
                move |desk: &Desk<'_>| question.answer(desk, false)
            })
            .await
        }
    )* };
}

jobs! {
    analyse(At) = Request::Analysis;
    choose(Choose) = Request::Choose;
    history(At) = Request::History;
    graph(Graph) = Request::Graph;
    check(Graph) = Request::Check;
    tree(Tree) = Request::Tree;
    matches(Match) = Request::Match;
}

async fn probe(State(house): Home, Path(name): Path<String>, request: HttpRequest) -> Response {
    job(house, request, "probe", |asked: Probe| move |desk: &Desk<'_>| solved::probe(&name, &asked, desk)).await
}

/// A board is drawn at once, without waiting behind searches.
async fn position(State(house): Home, request: HttpRequest) -> Response {
    let (at, room): (At, _) = match body(&house, request).await {
        Ok(at) => at,
        Err(fault) => return fault.response(house.words(Lang::English)),
    };
    let (lang, question) = (at.lang, Request::Board(at));
    at_once(house, "position", lang, move |desk| {
        let _room = &room;
        question.answer(desk, false)
    })
    .await
}

async fn exported(State(house): Home, request: HttpRequest) -> Response {
    let (asked, room): (Export, _) = match body(&house, request).await {
        Ok(asked) => asked,
        Err(fault) => return fault.response(house.words(Lang::English)),
    };
    let lang = asked.lang();
    let work = move |desk: &Desk<'_>| {
        let _room = &room;
        export::export(asked.clone(), desk)
    };
    match jobs::run(house.clone(), "export", lang, None, work).await {
        Ok(file) => {
            let name = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", file.name));
            let name = name.unwrap_or(HeaderValue::from_static("attachment"));
            let mut response = reply(&house, lang, file.bytes, HeaderValue::from_static(file.kind)).await;
            if response.status() == StatusCode::OK {
                response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
            }
            response
        }
        Err(fault) => fault.response(house.words(lang)),
    }
}
