//! Descriptions of questions and answers, written from their types: JSON Schema of all of them in `crates/play/schema/`, and
//! the server's interface in `crates/web/openapi.json`.
//!
//! The types are compiled here from the files of `attractor-play` itself, which need serde alone. So the feature `schema`
//! of that crate is enabled by nobody, and it is not compiled twice.

// Most of what stands beside the types is not used here.
#[allow(dead_code)]
#[path = "../../../crates/play/src/records.rs"]
mod records;
#[allow(dead_code)]
mod request;

use records::{
    Analysis, GraphRecord, MatchRecord, Searched, Solved, Stats as Played, TableRecord, TreeRecord, ValueRecord,
};
use request::{answers as a, questions as q};
use schemars::{
    JsonSchema, SchemaGenerator,
    generate::{Contract, SchemaSettings},
};
use serde_json::{Map, Value, json};

/// What a route answers with.
enum Answer {
    /// JSON of this form.
    Json(Value),
    /// JSON of this form with a picture.
    Drawn(Value),
    /// Another kind of data.
    Other(&'static str),
}

/// The two sides of a description: what may be sent and what comes back.
struct Types {
    sent: SchemaGenerator,
    answered: SchemaGenerator,
}

impl Types {
    fn new(definitions: &'static str) -> Types {
        let generator = |contract: Contract| {
            let settings = SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = definitions.into();
                settings.meta_schema = None;
                settings.contract = contract;
            });
            settings.into_generator()
        };
        Types { sent: generator(Contract::Deserialize), answered: generator(Contract::Serialize) }
    }

    fn question<T: JsonSchema>(&mut self) -> Value {
        self.sent.subschema_for::<T>().to_value()
    }

    fn json<T: JsonSchema>(&mut self) -> Answer {
        Answer::Json(self.answered.subschema_for::<T>().to_value())
    }

    fn drawn<T: JsonSchema>(&mut self) -> Answer {
        Answer::Drawn(self.answered.subschema_for::<T>().to_value())
    }

    fn definitions(mut self) -> [Map<String, Value>; 2] {
        [self.sent.take_definitions(true), self.answered.take_definitions(true)]
    }
}

/// The schemas of all questions, and those of all answers.
fn schemas() -> [Value; 2] {
    let mut types = Types::new("/$defs");
    types.question::<q::Request>();
    types.question::<q::Solve>();
    types.question::<q::Search>();
    types.question::<q::Perft>();
    types.question::<q::Stats>();
    types.question::<q::Probe>();
    types.question::<q::Games>();
    types.json::<a::Position>();
    types.json::<a::Analysed>();
    types.json::<a::Estimated>();
    types.json::<a::Chosen>();
    types.json::<a::History>();
    types.json::<a::GraphShown>();
    types.json::<a::CheckShown>();
    types.json::<a::TreeShown>();
    types.json::<a::MatchesShown>();
    types.json::<a::Figures>();
    types.json::<a::Counted>();
    types.json::<a::GameRecord>();
    types.json::<a::Picture>();
    types.json::<Solved>();
    types.json::<Analysis>();
    types.json::<Searched>();
    types.json::<ValueRecord>();
    types.json::<TreeRecord>();
    types.json::<GraphRecord>();
    types.json::<MatchRecord>();
    types.json::<Played>();
    types.json::<TableRecord>();
    types
        .definitions()
        .map(|definitions| json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions }))
}

/// The errors of a request without a body, and of one that has one.
const PLAIN: &[u16] = &[403];
const ASKED: &[u16] = &[400, 403, 408, 413, 415, 422, 429];

/// The server's interface.
fn openapi() -> Value {
    let mut types = Types::new("/components/schemas");
    let mut paths = Map::new();
    let lang = json!({ "name": "lang", "in": "query", "required": false, "schema": types.question::<q::Lang>() });
    let name = json!({ "name": "name", "in": "path", "required": true, "schema": { "type": "string" } });
    let mut get = |path: &str, about: &str, errors: &[u16], parameters: &[&Value], answer: Answer| {
        paths.insert(path.to_owned(), json!({ "get": operation(about, parameters, None, errors, answer, false) }));
    };
    let games = Answer::Json(described("Games"));
    get("/api/games", "The games, the machines and the limits.", &[400, 403], &[&lang], games);
    let tables = Answer::Json(described("Tables"));
    get("/api/tables", "The tables that are there, and those that are being built.", &[403, 422, 429], &[], tables);
    let figures = types.drawn::<a::Figures>();
    get("/api/tables/{name}", "A table in figures.", &[400, 403, 404, 422, 429], &[&name, &lang], figures);
    get("/api/openapi.json", "This description.", PLAIN, &[], Answer::Json(json!({ "type": "object" })));
    get("/health", "Whether the server is well.", PLAIN, &[], Answer::Json(described("Health")));
    get("/metrics", "Counters, as Prometheus reads them.", PLAIN, &[], Answer::Other("text/plain"));
    let mut post =
        |path: &str, about: &str, parameters: &[&Value], asked: (Value, Value), answer: Answer, job: bool| {
            let asked = Some(asked);
            paths.insert(path.to_owned(), json!({ "post": operation(about, parameters, asked, ASKED, answer, job) }));
        };
    let asked = (types.question::<q::At>(), json!({ "game": "connect4", "moves": "4455" }));
    post("/api/position", "A board, and what can be played.", &[], asked, types.drawn::<a::Position>(), false);
    let asked = (types.question::<q::At>(), json!({ "game": "tictactoe", "moves": "b2" }));
    let about = "The exact value of a position and of every move.";
    post("/api/analyse", about, &[], asked, types.drawn::<a::Analysed>(), true);
    let asked = (types.question::<q::Choose>(), json!({ "game": "tictactoe", "player": "perfect" }));
    post("/api/choose", "The move of a machine.", &[], asked, types.json::<a::Chosen>(), true);
    let asked = (types.question::<q::At>(), json!({ "game": "tictactoe", "moves": "b2 b1" }));
    post("/api/history", "How the value went along the moves.", &[], asked, types.drawn::<a::History>(), true);
    let text = "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}";
    let asked = (types.question::<q::Graph>(), json!({ "text": text, "owner": "v < 4" }));
    post("/api/graph", "A game graph with its attractors.", &[], asked, types.drawn::<a::GraphShown>(), true);
    let asked = json!({ "game": "nim:9,take=1-2", "strategy": "first", "player": 1 });
    let asked = (types.question::<q::Graph>(), asked);
    post("/api/graph/check", "A strategy tried.", &[], asked, types.drawn::<a::CheckShown>(), true);
    let asked = json!({ "game": "tictactoe", "depth": 2, "algorithm": "alpha-beta" });
    let asked = (types.question::<q::Tree>(), asked);
    post("/api/tree", "Min-max or alpha-beta, step by step.", &[], asked, types.drawn::<a::TreeShown>(), true);
    let asked = json!({ "game": "tictactoe", "first": "random", "second": "minimax:depth=1-2", "games": 10 });
    let asked = (types.question::<q::Match>(), asked);
    post("/api/match", "Games between machines.", &[], asked, types.drawn::<a::MatchesShown>(), true);
    let asked = (types.question::<q::Probe>(), json!({ "moves": "" }));
    let about = "What a table says of a position.";
    post("/api/tables/{name}/probe", about, &[&name], asked, types.drawn::<a::Analysed>(), true);
    let asked = (described("Export"), json!({ "kind": "board", "format": "svg", "game": "tictactoe" }));
    post("/api/export", "An answer as a file.", &[], asked, Answer::Other("application/octet-stream"), false);
    types.json::<a::Picture>();
    let [sent, mut schemas] = types.definitions();
    schemas.extend(sent);
    schemas.extend(by_hand());
    let about = "What the page asks its server. Nothing is kept about visitors: every request names its game and its moves. \
                 Jobs answer as JSON, or as server-sent events if the request accepts text/event-stream.";
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Attractor", "version": "0.1.0", "description": about },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// A reference to a schema of [`by_hand`].
fn described(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// One route.
fn operation(
    about: &str,
    parameters: &[&Value],
    asked: Option<(Value, Value)>,
    errors: &[u16],
    answer: Answer,
    job: bool,
) -> Value {
    let mut content = match answer {
        Answer::Json(schema) => json!({ "application/json": { "schema": schema } }),
        Answer::Drawn(schema) => {
            json!({ "application/json": { "schema": { "allOf": [schema, described("Picture")] } } })
        }
        Answer::Other(kind) => json!({ kind: { "schema": { "type": "string" } } }),
    };
    if job {
        let about = "Events queue, progress, estimate, move, done, failed; the last is done, with the answer, or failed, \
                     with the fault.";
        content["text/event-stream"] = json!({ "schema": { "type": "string", "description": about } });
    }
    let mut responses =
        Map::from_iter([("200".to_owned(), json!({ "description": "The answer.", "content": content }))]);
    for status in errors {
        let fault = json!({ "application/json": { "schema": described("Fault") } });
        let wrong = json!({ "description": "What is wrong, where, and what may be meant.", "content": fault });
        responses.insert(status.to_string(), wrong);
    }
    let mut operation = json!({ "summary": about });
    if !parameters.is_empty() {
        operation["parameters"] = json!(parameters);
    }
    if let Some((schema, example)) = asked {
        let content = json!({ "application/json": { "schema": schema, "example": example } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation["responses"] = Value::Object(responses);
    operation
}

/// What the server says of itself.
fn by_hand() -> Map<String, Value> {
    let text = include_str!("by_hand.json");
    serde_json::from_str(text).expect("the file is a JSON object")
}

/// The files with what they have to hold.
fn files() -> [(&'static str, Value); 3] {
    let [questions, answers] = schemas();
    [
        ("crates/play/schema/questions.json", questions),
        ("crates/play/schema/answers.json", answers),
        ("crates/web/openapi.json", openapi()),
    ]
}

fn text(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("it is plain data") + "\n"
}

/// Writes the descriptions.
pub(crate) fn write() -> Result<(), String> {
    for (file, value) in files() {
        std::fs::write(file, text(&value)).map_err(|why| format!("{file}: {why}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn descriptions_are_those_of_the_types() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        for (file, value) in super::files() {
            let kept = std::fs::read_to_string(root.join(file)).unwrap_or_default();
            assert!(kept == super::text(&value), "{file} is stale: run `cargo xtask schema`");
        }
    }
}
