// Choosing a game: its name from a list, its size and options as one text with examples.

import { element, field, input, select } from "./dom.js";
import { word } from "./words.js";

/** What is known of the game a text such as "connect4:5x4" names. */
export function gameOf(catalogue, spec) {
  const name = /^[a-z0-9]*/.exec(spec)[0];
  return catalogue.games.find((game) => game.name === name) ?? { name, title: name, examples: [], heuristics: [], options: [] };
}

/** The games one can play here: those that need no file. */
function playable(catalogue) {
  return catalogue.games.filter((game) => !["graph", "tree"].includes(game.name));
}

/** The text of a game when its name is chosen. */
function usual(game) {
  return game.default || game.size === "" || !game.size ? game.name : game.examples[0] ?? game.name;
}

/** Controls for a game; `change` gets the whole text. */
export function gameChooser(catalogue, spec, change) {
  const known = gameOf(catalogue, spec);
  const pairs = playable(catalogue).map((game) => [game.name, game.full_name]);
  const names = select(pairs, known.name, (name) => change(usual(gameOf(catalogue, name))));
  const list = element("datalist", { id: "examples" }, ...known.examples.map((each) => element("option", { value: each })));
  const hint = [known.size ? `${known.name}:${known.size}` : known.name, ...(known.options ?? [])].join(", ");
  const text = input(spec, (value) => value && change(value), { list: "examples", title: hint });
  return element("div", { class: "row chooser" }, field(word("game"), names), field(word("spec"), text, { class: "grow" }), list);
}
