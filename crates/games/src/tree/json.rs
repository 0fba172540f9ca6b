//! Trees as JSON: nested `{"player": 2, "value": 12, "children": [...]}`.

use super::{Node, Position, Tree};
use attractor_game::{Error, Game, Place, Player, nearest, split_words};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};

/// What a node may hold.
const KEYS: [&str; 5] = ["player", "value", "children", "name", "move"];

impl Tree {
    /// Reads a tree. `source` is what the text is called in errors.
    ///
    /// A node is an object with
    /// - `player`, 1 or 2: who is to move. If left out, player 1 at the root, elsewhere who did not move at the parent;
    /// - `value`, a number, `"inf"` or `"-inf"`, from player 1's side: leaves must have one;
    /// - `children`, a list of nodes; none, or an empty list, at leaves;
    /// - `move` or `name`: what the move that leads here is called. If left out, the child's number from 1.
    ///
    /// Other keys are ignored unless they look like a slip of the pen.
    ///
    /// ```
    /// use attractor_game::{Game, Notation};
    /// let tree = attractor_games::Tree::from_json(r#"{"children": [{"value": 3}, {"value": 5}]}"#, "example")?;
    /// assert_eq!(tree.moves(&tree.start()).count(), 2);
    /// assert_eq!(tree.value(&tree.read("/2")?), Some(5.0));
    /// # Ok::<(), attractor_game::Error>(())
    /// ```
    pub fn from_json(text: &str, source: &str) -> Result<Tree, Error> {
        let Strict(root) = serde_json::from_str(text).map_err(|e| syntax(&e, text, source))?;
        let mut tree = Tree { nodes: Vec::new() };
        let reader = Reader { source };
        let node = reader.node(&root, &Path::Root, Player::One, String::new(), 0)?;
        tree.nodes.push(node);
        reader.children(&mut tree, &root, &Path::Root, 0)?;
        Ok(tree)
    }

    /// The tree as [`Tree::from_json`] reads it; players and names only where they are not those supposed anyway.
    pub fn to_json(&self) -> String {
        let text = self.node_to_json(self.start(), None, "");
        serde_json::to_string_pretty(&text).expect("plain values can be written")
    }

    fn node_to_json(&self, p: Position, expected: Option<Player>, number: &str) -> Value {
        let (node, mut object) = (self.node(p), Map::new());
        if node.name != number {
            object.insert("move".into(), node.name.as_str().into());
        }
        if expected != Some(node.player) {
            object.insert("player".into(), node.player.number().into());
        }
        if let Some(value) = node.value {
            object.insert("value".into(), number_to_json(value));
        }
        if !node.children.is_empty() {
            let next = Some(node.player.other());
            let child = |(i, n): (usize, u32)| self.node_to_json(Position(n), next, &(i + 1).to_string());
            object.insert("children".into(), node.children.clone().enumerate().map(child).collect());
        }
        Value::Object(object)
    }
}

fn number_to_json(value: f64) -> Value {
    /// Whole numbers up to here are exact.
    const EXACT: f64 = 9e15;
    match value {
        f64::INFINITY => "inf".into(),
        f64::NEG_INFINITY => "-inf".into(),
        _ if value.fract() == 0.0 && value.abs() < EXACT => json!(value as i64),
        _ => json!(value),
    }
}

/// What the JSON reader found wrong, at its place.
fn syntax(error: &serde_json::Error, text: &str, source: &str) -> Error {
    let full = error.to_string();
    let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(message, _)| message);
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or("");
    let before = line.bytes().take(error.column().saturating_sub(1)).filter(|b| b & 0xC0 != 0x80).count();
    let place = Place {
        source: source.to_owned(),
        line: error.line().max(1),
        column: before + 1,
        width: 1,
        text: line.to_owned(),
    };
    if message.starts_with("recursion limit") {
        return Error::limit("tree-too-deep", "the tree is nested too deeply: at most {limit} plies")
            .arg("limit", 62)
            .at(place);
    }
    Error::new("bad-json", "this is not JSON: {message}").arg("message", message).at(place)
}

/// JSON whose objects have each key once: of two values of a leaf, the last would count without a word.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Strict(value))) = entries.next_entry::<String, Strict>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} stands twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// From the root to a node, for errors.
enum Path<'a> {
    Root,
    Child(&'a Path<'a>, usize),
}

impl std::fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Path::Root => f.write_str("root"),
            Path::Child(Path::Root, i) => write!(f, "children[{i}]"),
            Path::Child(parent, i) => write!(f, "{parent}.children[{i}]"),
        }
    }
}

/// Turns JSON into nodes. It recurses no deeper than the JSON reader lets text be nested.
struct Reader<'a> {
    source: &'a str,
}

impl Reader<'_> {
    fn wrong(&self, id: &'static str, english: &'static str, path: &Path<'_>, found: &Value) -> Error {
        Error::new(id, english).arg("source", self.source).arg("path", path).arg("found", found)
    }

    /// One node, its children left open.
    fn node(&self, json: &Value, path: &Path<'_>, player: Player, name: String, parent: u32) -> Result<Node, Error> {
        let Some(object) = json.as_object() else {
            return Err(self
                .wrong(
                    "tree-bad-node",
                    "{source}, {path}: a node is an object such as {example}, not {found}",
                    path,
                    json,
                )
                .arg("example", r#"{"value": 3}"#));
        };
        for key in object.keys().filter(|key| !KEYS.contains(&key.as_str())) {
            if let Some(meant) = nearest(key, KEYS) {
                return Err(self
                    .wrong("tree-bad-key", "{source}, {path}: a node has no {found}", path, &json!(key))
                    .nearest(Some(meant)));
            }
        }
        let player = match given(object, "player") {
            None => player,
            Some(v) => v.as_u64().and_then(Player::from_number).ok_or_else(|| {
                self.wrong("tree-bad-player", "{source}, {path}: player is 1 or 2, not {found}", path, v)
            })?,
        };
        let value = given(object, "value").map(|v| self.value(v, path)).transpose()?;
        let children = children(object);
        if let Some(v) = given(object, "children").filter(|v| !v.is_array()) {
            return Err(self.wrong("tree-bad-children", "{source}, {path}: children is a list, not {found}", path, v));
        }
        if value.is_none() && children.is_empty() {
            return Err(self.wrong("tree-no-value", "{source}, {path}: a leaf needs a value", path, json));
        }
        Ok(Node { player, value, name, parent, children: 0..0 })
    }

    fn value(&self, json: &Value, path: &Path<'_>) -> Result<f64, Error> {
        let number = match json.as_str() {
            Some("inf" | "+inf") => Some(f64::INFINITY),
            Some("-inf") => Some(f64::NEG_INFINITY),
            Some(_) => None,
            None => json.as_f64(),
        };
        number.ok_or_else(|| {
            self.wrong(
                "tree-bad-value",
                "{source}, {path}: value is a number, \"inf\" or \"-inf\", not {found}",
                path,
                json,
            )
        })
    }

    /// What a child is called.
    fn name(&self, json: &Value, path: &Path<'_>, number: usize) -> Result<String, Error> {
        let given = json.as_object().and_then(|object| given(object, "move").or_else(|| given(object, "name")));
        let Some(name) = given else { return Ok(number.to_string()) };
        // A line of moves is cut at spaces outside brackets and quotes: names must survive that.
        let survives = |name: &&str| split_words(&format!("{name} x")) == [*name, "x"];
        name.as_str().filter(survives).map(str::to_owned).ok_or_else(|| {
            self.wrong("tree-bad-name", "{source}, {path}: a move is a text without spaces, not {found}", path, name)
        })
    }

    /// Adds the children of a node that is in the tree already, and all below them.
    fn children(&self, tree: &mut Tree, json: &Value, path: &Path<'_>, node: usize) -> Result<(), Error> {
        let children = json.as_object().map_or(&[][..], children);
        let first = tree.nodes.len();
        for (i, child) in children.iter().enumerate() {
            let path = Path::Child(path, i);
            let name = self.name(child, &path, i + 1)?;
            if tree.nodes[first..].iter().any(|sibling| sibling.name == name) {
                return Err(self.wrong(
                    "tree-name-twice",
                    "{source}, {path}: another move here is called {found} too",
                    &path,
                    &json!(name),
                ));
            }
            let child = self.node(child, &path, tree.nodes[node].player.other(), name, node as u32)?;
            tree.nodes.push(child);
        }
        tree.nodes[node].children = first as u32..tree.nodes.len() as u32;
        for (i, child) in children.iter().enumerate() {
            self.children(tree, child, &Path::Child(path, i), first + i)?;
        }
        Ok(())
    }
}

/// A field that is there and not null.
fn given<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    object.get(key).filter(|v| !v.is_null())
}

fn children(object: &Map<String, Value>) -> &[Value] {
    given(object, "children").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
