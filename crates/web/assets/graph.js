// The view Graph: an arena, its attractors layer by layer, why a vertex is won, and strategies put to the test.

import { aborted, job } from "./api.js";
import { keep, settle } from "./address.js";
import { announce, area, button, card, element, fact, field, input, number, problem, select, tick } from "./dom.js";
import { still } from "./picture.js";
import { word } from "./words.js";
import { mark, workbench } from "./workbench.js";

const LECTURE = "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}";
const CYCLE = "G = {'b': ['a1', 'a3'], 'a1': ['b'], 'a2': ['b', 'b2'], 'a3': ['b1', 'b2'], 'b1': ['a2'], 'b2': []}";
const ARENA = "start a\na 1: b c\nb 2: a d\nc 2: d c\nd 1: b e f\ne 2: d w\nf 2: a l\nw 1 1:\nl 1 2:\n";

/** Graphs of the course, and what is set with them. */
const PRESETS = {
  lecture: { text: LECTURE, owner: "v < 4", attractor: "1" },
  matchsticks: { game: "nim:9,take=1-2", columns: "left", attractor: "2", names: "J0/J1" },
  chomp: { game: "chomp:2x3", columns: "left", boards: true, attractor: "1" },
  tictactoe: { game: "tictactoe", position: "O.O/.X./X.O X", columns: "left", boards: true, names: "X/O", attractor: "1" },
  cycle: { text: CYCLE, owner: "v[0] == 'a'", attractor: "1" },
  arena: { text: ARENA, attractor: "1" },
};

const EMPTY = {
  text: "", owner: "", start: "", misere: false, game: "", position: "", moves: "", names: "", columns: "rank",
  cumulative: true, attractor: "", boards: false, around: "",
};

export function mount(root, parameters, shell) {
  const given = parameters.text || parameters.game;
  let preset = parameters.preset || (given ? (parameters.game ? "game" : "own") : "lecture");
  const state = settle({ ...EMPTY, columns: parameters.game ? "ply" : "rank", ...(given ? {} : PRESETS[preset]) }, parameters);
  let chosen = parameters.vertex ?? null;
  let strategist = "1";
  const form = element("div", { class: "stack" });
  const sentence = element("p", { class: "sentence", id: "step-sentence" });
  const why = element("p", { class: "sentence", id: "why", role: "status" });
  const strategy = area("", { rows: "4" });
  const verdict = element("div", { class: "stack", id: "verdict" });
  const whose = element("div", {});
  const numbers = element("div", { class: "stack" });
  const rule = (name) => button(name, () => { strategy.value = name; check(); }, { class: "quiet" });
  const trial = element("div", { class: "stack" }, field(word("strategyText"), strategy),
    element("div", { class: "row wrap" }, whose, button(word("check"), check, { class: "main-button", id: "check" }),
      element("span", { class: "quiet-text" }, word("rules")), rule("first"), rule("last"), rule("optimal")), verdict);
  const bench = workbench(root, {
    view: "graph", path: "/api/graph", form, fields, tell, ready,
    cards: [card(word("why"), why), card(word("strategy"), trial), card(word("summary"), numbers)],
    headline: () => `${number(bench.answer.record.states)} ${word("states")}, ${number(bench.answer.record.moves)} ${word("edges")}`,
    spot: ({ name }) => ({ click: () => choose(name), title: bench.answer.vertices.find((each) => each.name === name)?.why ?? name }),
  });

  const names = () => (/^[^/]+\/[^/]+$/.test(state.names) ? state.names.split("/") : [1, 2].map((player) => word("player", { player })));
  const save = () => keep("graph", { preset, ...state, step: bench.step, vertex: chosen });

  function fields() {
    const { game, position, moves, text, owner, start, attractor, around, misere, names: called, ...rest } = state;
    const source = game ? { game, position, moves } : { text, owner, start };
    const filled = Object.entries({ ...source, misere, names: called }).filter(([, value]) => value);
    return { ...Object.fromEntries(filled), ...rest, attractor: attractor ? Number(attractor) : null, around: around || null };
  }

  function draw(step = null) {
    save();
    return bench.draw(step);
  }

  function tell(step) {
    sentence.textContent = bench.answer.steps?.[step]?.sentence ?? "";
    announce(sentence.textContent);
    save();
  }

  function ready() {
    bench.below.append(sentence);
    verdict.replaceChildren();
    why.replaceChildren(word("whyHelp"));
    choose(chosen);
    const pairs = [["1", names()[0]], ["2", names()[1]]];
    whose.replaceChildren(field(word("strategyOf"), select(pairs, strategist, (value) => { strategist = value; })));
    tellNumbers(bench.answer);
  }

  /** Why a vertex is won, lost or neither. */
  function choose(name) {
    const { vertices, spots, record } = bench.answer;
    const drawn = spots.some((each) => each.name === name);
    chosen = drawn ? name : null;
    if (!drawn) return;
    mark(bench, name);
    why.replaceChildren(element("b", {}, `${name}: `), vertices.find((each) => each.name === name)?.why ?? "");
    if (state.around || spots.length < record.states) {
      const around = (at, text) => why.append(" ", button(text, () => { state.around = at; draw(); }, { class: "quiet" }));
      around(name, word("aroundThis", { name }));
      if (state.around) around("", word("aroundAll"));
    }
    save();
  }

  async function check() {
    verdict.replaceChildren(element("p", { class: "quiet-text" }, word("computing")));
    try {
      const request = { ...fields(), strategy: strategy.value, player: Number(strategist) };
      const { winning, refutation, sentence: said, ...drawn } = await job("/api/graph/check", request, { signal: bench.signal });
      verdict.replaceChildren(element("p", { class: `sentence ${winning ? "good" : "bad"}` }, `${winning ? "▲" : "▼"} ${said}`));
      if (refutation) {
        const back = refutation.back_to === null ? "" : `, ${word("backTo", { name: refutation.back_to })}`;
        verdict.append(element("p", { id: "refutation" }, `${word("refutation")}: `, element("b", {}, refutation.play.join(" → ") + back)));
      }
      if (drawn.svg) verdict.append(still(drawn, { scale: 1.4, high: 0.5, least: 0.5 }));
      announce(said);
    } catch (error) {
      if (!aborted(error)) verdict.replaceChildren(problem(error));
    }
  }

  function tellNumbers({ record, notes = [], python }) {
    const [one, two] = names();
    const layers = (player, name) => element("details", { open: true }, element("summary", {}, `${word("whose")} ${name}`),
      element("ol", { class: "layers" }, ...record.layers[player].slice(0, 60).map((layer, index) =>
        element("li", {}, element("b", {}, `A_${index}`), ` ${layer.slice(0, 40).join("  ")}${layer.length > 40 ? " …" : ""}`))));
    numbers.replaceChildren(
      element("dl", { class: "facts" }, fact(word("states"), record.states), fact(word("edges"), record.moves),
        fact(word("wonBy", { name: one }), record.won["1"]), fact(word("wonBy", { name: two }), record.won["2"]), fact(word("drawn"), record.drawn)),
      ...notes.map((note) => element("p", { class: "quiet-text" }, note)),
      ...[["1", one], ["2", two]].filter(([player]) => record.layers?.[player]?.length && ["", player].includes(state.attractor)).map(([player, name]) => layers(player, name)),
      ...(python ? [element("details", {}, element("summary", {}, word("python")), element("pre", { tabindex: "0" }, python))] : []));
  }

  function drawForm() {
    const pairs = [...Object.keys(PRESETS), "game", "own"].map((name) => [name, word(`${name}Preset`)]);
    const set = (name) => (value) => { state[name] = value; draw(); };
    const text = (name, settings) => input(state[name], set(name), settings);
    const begin = select(pairs, preset, (name) => {
      preset = name;
      chosen = null;
      strategy.value = "";
      if (name === "game") Object.assign(state, EMPTY, { columns: "ply" }, shell.place ?? { game: "nim:7,take=1-2" });
      else if (name === "own") Object.assign(state, { game: "", position: "", moves: "", around: "" });
      else Object.assign(state, EMPTY, PRESETS[name]);
      drawForm();
      draw();
    });
    const own = () => {
      Object.assign(state, { text: written.value, around: "" });
      preset = begin.value = "own";
      chosen = null;
    };
    const written = area(state.text, { rows: "7", id: "graph-text", onchange: own }, () => { own(); draw(); });
    const [one, two] = names();
    const source = state.game
      ? [field(word("game"), text("game")), field(word("positionText"), text("position")), field(word("movesText"), text("moves"))]
      : [field(word("graphText"), written), field(word("owner"), text("owner", { id: "owner" })), field(word("startState"), text("start"))];
    form.replaceChildren(field(word("preset"), begin), ...source,
      element("div", { class: "row" },
        field(word("whose"), select([["1", one], ["2", two], ["", word("both")]], state.attractor, set("attractor"))),
        field(word("columns"), select(["rank", "ply", "left"].map((name) => [name, word(`${name}Columns`)]), state.columns, set("columns")))),
      field(word("names"), text("names", { placeholder: "J0/J1" })),
      tick(word("cumulative"), state.cumulative, set("cumulative")),
      tick(word("misere"), state.misere, set("misere")),
      state.game ? tick(word("boards"), state.boards, set("boards")) : "",
      button(word("drawIt"), () => draw(), { class: "main-button", id: "draw" }));
  }

  drawForm();
  draw(parameters.step === undefined ? null : Number(parameters.step));
  return bench.leave;
}
