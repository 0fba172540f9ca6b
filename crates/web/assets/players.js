// Choosing a player: its kind and the options of that kind, read from and written as text ("minimax:depth=4").

import { element, field, input, select } from "./dom.js";
import { word } from "./words.js";

const OPTIONS = { minimax: ["depth", "heuristic"], search: ["seconds"], careless: ["depth", "mistakes"], uct: ["seconds"] };
const DEFAULTS = { depth: "4", seconds: "1", mistakes: "25", heuristic: "" };
const KINDS = ["human", "perfect", "search", "minimax", "careless", "uct", "random"];

/** The kind and options of a player's text. */
function parse(text) {
  const [, kind, rest = ""] = /^([^:]*):?(.*)$/.exec(text);
  const options = {};
  for (const part of rest.split(",").filter(Boolean)) {
    const [, name, value] = /^([^=]*)=?(.*)$/.exec(part);
    options[name] = value;
  }
  return { kind: KINDS.includes(kind) ? kind : "human", options };
}

function write(kind, options) {
  const parts = (OPTIONS[kind] ?? []).filter((name) => options[name]).map((name) => `${name}=${options[name]}`);
  return parts.length > 0 ? `${kind}:${parts.join(",")}` : kind;
}

/** A short name for a player: its kind in words, with its depth or time. */
export function shortName(text) {
  const { kind, options } = parse(text);
  const detail = options.depth ?? (options.seconds ? `${options.seconds} s` : "");
  return detail ? `${word(kind)} ${detail}` : word(kind);
}

/** Controls for a player. `machines` leaves people out, and depths may be ranges. */
export function playerChooser(label, text, { heuristics, machines = false, change }) {
  let { kind, options } = parse(text);
  const extra = element("div", { class: "row options" });
  const changed = () => change(write(kind, options));

  function fill() {
    const controls = (OPTIONS[kind] ?? []).map((name) => {
      options[name] ??= DEFAULTS[name];
      if (name === "heuristic") {
        const pairs = [["", word("usual")], ...heuristics.map((each) => [each, each])];
        return field(word(name), select(pairs, options[name], (value) => { options[name] = value; changed(); }));
      }
      const range = machines && name === "depth";
      const limits = { depth: ["1", "20", "1"], seconds: ["0.1", "30", "0.1"], mistakes: ["0", "100", "5"] }[name];
      const settings = range
        ? { inputmode: "numeric", size: "6" }
        : { type: "number", min: limits[0], max: limits[1], step: limits[2] };
      const set = (value) => { options[name] = value; changed(); };
      return field(word(range ? "depthRange" : name), input(options[name], set, settings));
    });
    extra.replaceChildren(...controls);
  }

  const kinds = KINDS.filter((each) => !(machines && each === "human")).map((each) => [each, word(each)]);
  const choice = select(kinds, kind, (value) => {
    kind = value;
    options = {};
    fill();
    changed();
  });
  fill();
  return element("div", { class: "player" }, field(label, choice), extra);
}
