// The view Tree: min-max and alpha-beta, one value after the other, with alpha, beta and the condition of each cut.

import { keep, settle } from "./address.js";
import { announce, area, button, card, element, fact, field, input, select, tick } from "./dom.js";
import { gameChooser, gameOf } from "./games.js";
import { signed } from "./signs.js";
import { word } from "./words.js";
import { mark, workbench } from "./workbench.js";

/** A tree of depth three from the values of its leaves. */
function leaves(player, pairs) {
  const row = (pair) => `{"children": [${pair.map((value) => `{"value": ${value}}`).join(", ")}]}`;
  const rows = [0, 2, 4].map((at) => `  {"children": [\n    ${row(pairs[at])},\n    ${row(pairs[at + 1])}]}`);
  return `{"player": ${player}, "children": [\n${rows.join(",\n")}\n]}`;
}

const PRESETS = {
  small: { tree: leaves(1, [[4, 6], [7, 9], [1, 3], [8, 5], [9, 2], [5, 8]]), depth: "3" },
  course: { tree: leaves(2, [[1, -5], [-2, 2], [-6, -4], [-3, 2], [-9, 6], [3, -5]]), depth: "3" },
  connect: { game: "connect4", position: "....J../R...RR./RJ..JRR/JJRJJJR J", only: "3,4,5" },
};

const EMPTY = {
  game: "", position: "", moves: "", tree: "", depth: "2", algorithm: "alpha-beta", heuristic: "", only: "", levels: "", boards: false, names: "",
};

export function mount(root, parameters, shell) {
  const given = parameters.game || parameters.tree;
  const state = settle({ ...EMPTY, ...(given ? {} : PRESETS.small) }, parameters);
  const form = element("div", { class: "stack" });
  const current = element("div", { class: "stack", id: "current" });
  const outcome = element("div", { class: "stack" });
  const when = new Map();
  const bench = workbench(root, {
    view: "tree", path: "/api/tree", form, fields, tell, ready, tools,
    cards: [card(word("current"), current), card(word("result"), outcome)],
    headline: () => word("visited", { visited: bench.answer.record.visited, nodes: bench.answer.record.nodes }),
    spot: ({ name }) => ({ click: () => when.has(name) && bench.control.to(when.get(name)) }),
  });

  function fields() {
    const { game, position, moves, tree, depth, heuristic, only, levels, names, ...rest } = state;
    const source = Object.fromEntries(Object.entries(tree ? { tree } : { game, position, moves }).filter(([, value]) => value));
    return { ...source, ...rest, depth: Number(depth), heuristic: heuristic || null, only: only || null, levels: levels ? Number(levels) : null, ...(names && { names }) };
  }

  const save = () => keep("tree", { ...state, step: bench.step });

  function draw(step = null) {
    save();
    return bench.draw(step);
  }

  function ready() {
    when.clear();
    bench.answer.steps.forEach(({ path }, index) => when.set(path, index + 1));
    const { value, best, visited, nodes } = bench.answer.record;
    outcome.replaceChildren(
      element("dl", { class: "facts" }, fact(word("value"), signed(value)), fact(word("bestMoves"), (best ?? []).join(", ") || "–")),
      element("p", { class: "quiet-text", id: "total" }, word("visited", { visited, nodes })));
  }

  /** How many levels are drawn: less and more. */
  function tools() {
    const deepest = Math.max(0, ...bench.answer.spots.map(({ name }) => (name ? name.split(" ").length : 0)));
    const level = (sign, name, count) => button(sign, () => { state.levels = String(count); draw(); }, {
      class: "quiet square", "aria-label": word(name), title: word(name), disabled: count < 1 || count > Number(state.depth),
    });
    return [level("▴", "shallower", deepest - 1), level("▾", "deeper", deepest + 1)];
  }

  /** What has just become known. */
  function tell(step) {
    const { steps, record } = bench.answer;
    const known = step > 0 ? steps[step - 1] : null;
    const visited = step === bench.answer.last ? record.visited : known?.visited ?? 0;
    const so = element("p", { class: "quiet-text", id: "visited" }, word("visited", { visited, nodes: record.nodes }));
    mark(bench, known ? known.path : null);
    const facts = known ? [fact(word("node"), known.path || word("root")), fact(word("value"), signed(known.value))] : [];
    if (known?.window) {
      const [alpha, beta] = known.window;
      facts.push(fact("α", signed(alpha)), fact("β", signed(beta)));
    }
    if (known?.cut) {
      const cut = known.cut.replace(">=", "≥").replace("<=", "≤").replace("alpha", "α").replace("beta", "β");
      facts.push(fact(word("cut"), cut, "cut"));
    }
    const sentence = known ? known.sentence ?? "" : word("nothingYet");
    current.replaceChildren(element("p", { class: "sentence" }, sentence), element("dl", { class: "facts" }, ...facts), so);
    announce(sentence);
    save();
  }

  function drawForm() {
    const set = (name) => (value) => { state[name] = value; draw(); };
    const text = (name, settings) => input(state[name], set(name), settings);
    const found = Object.keys(PRESETS).find((name) => (PRESETS[name].tree ?? "") === state.tree && (PRESETS[name].position ?? "") === state.position);
    const pairs = ["small", "course", "connect", "game", "typed"].map((name) => [name, word(`${name}Tree`)]);
    const begin = select(pairs, found ?? (state.tree ? "typed" : "game"), (name) => {
      const { algorithm } = state;
      const chosen = { game: shell.place ?? { game: "tictactoe" }, typed: { ...PRESETS.small, tree: `${PRESETS.small.tree}\n` }, ...PRESETS }[name];
      Object.assign(state, EMPTY, { algorithm }, chosen);
      drawForm();
      draw();
    });
    const written = area(state.tree, { rows: "11", onchange: () => { state.tree = written.value; } }, () => draw());
    const heuristics = state.tree ? [] : gameOf(shell.catalogue, state.game).heuristics;
    const source = state.tree
      ? [field(word("treeText"), written), element("p", { class: "quiet-text" }, word("treeHelp"))]
      : [gameChooser(shell.catalogue, state.game, (game) => { Object.assign(state, { game, position: "", moves: "", only: "", heuristic: "" }); drawForm(); draw(); }),
        field(word("positionText"), text("position")), field(word("movesText"), text("moves")), field(word("only"), text("only", { placeholder: "3,4,5" }))];
    form.replaceChildren(field(word("source"), begin), ...source,
      element("div", { class: "row" },
        field(word("algorithm"), select([["alpha-beta", word("alphaBeta")], ["minimax", word("minimax")]], state.algorithm, set("algorithm"))),
        field(word("depth"), text("depth", { type: "number", min: "0", max: "12" }))),
      heuristics.length > 0 ? field(word("heuristic"), select([["", word("usual")], ...heuristics.map((each) => [each, each])], state.heuristic, set("heuristic"))) : "",
      state.tree ? "" : tick(word("boards"), state.boards, set("boards")),
      button(word("drawIt"), () => draw(), { class: "main-button", id: "draw" }));
  }

  drawForm();
  draw(parameters.step === undefined ? null : Number(parameters.step));
  return bench.leave;
}
