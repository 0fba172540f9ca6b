// The view Tables: the solved tables the server has, what is in them, and questions to them; and those that are being built.

import { aborted, ask, get } from "./api.js";
import { address, keep } from "./address.js";
import { announce, button, card, element, fact, field, input, number, problem, select } from "./dom.js";
import { exportMenu } from "./export.js";
import { still } from "./picture.js";
import { sign } from "./signs.js";
import { language, word } from "./words.js";

/** Between two looks at what is being built, in seconds. */
const PAUSE = 2;
/** Builds tell how far they are every second; when nothing has come for this many, that is said. */
const SILENCE = 10;

const tenths = (value) => number(Math.round(value * 10) / 10);
const mega = (bytes) => tenths(bytes / 2 ** 20);

/** What is told of each process: the heading of the column, and what stands in it. */
const COLUMNS = [
  ["process", ({ process }) => `${process}`],
  ["address", ({ address }) => `${address}`],
  ["messages", ({ messages }) => number(messages)],
  ["sent", ({ bytes_sent }) => mega(bytes_sent)],
  ["received", ({ bytes_received }) => mega(bytes_received)],
  ["waits", ({ levels }) => number(levels)],
  ["waited", ({ wait_seconds }) => tenths(wait_seconds)],
  ["processor", ({ cpu_seconds }) => tenths(cpu_seconds)],
  ["memory", ({ memory }) => mega(memory)],
];

/** One build. `show` changes only texts that are new, so that whoever reads, listens or scrolls keeps the place. */
function buildView(name) {
  const title = element("p", { class: "remark" });
  const facts = ["stage", "layer", "positions"].map((key) => fact(word(key), ""));
  const bar = element("progress", { "aria-label": word("buildDone", { name }) });
  const silence = element("p", { hidden: true });
  const rows = element("tbody");
  const caption = word("processes", { name });
  const node = element("div", { class: "stack" }, title, element("dl", { class: "facts" }, ...facts), bar, silence,
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      element("table", {}, element("caption", { class: "quiet-text" }, caption),
        element("thead", {}, element("tr", {}, ...COLUMNS.map(([key]) => element("th", { scope: "col" }, word(key))))), rows)));
  const write = (place, text) => { if (place.textContent !== text) place.textContent = text; };

  function show({ age, status }) {
    const { game, progress, layer, total, processes = [] } = status;
    const done = number(status.done);
    const text = total ? word("done", { done, total: number(total) }) : word("soFar", { done });
    write(title, `${name} (${game})`);
    [word(progress), number(layer), text].forEach((value, i) => write(facts[i].querySelector("dd"), value));
    bar.setAttribute("aria-valuetext", text);
    if (total) Object.assign(bar, { max: total, value: status.done });
    else bar.removeAttribute("value");
    silence.hidden = age <= SILENCE;
    write(silence, silence.hidden ? "" : word("unheard", { seconds: number(Math.floor(age)) }));
    if (rows.children.length !== processes.length) {
      rows.replaceChildren(...processes.map(() => element("tr", {}, ...COLUMNS.map((column, i) => (i === 0 ? element("th", { scope: "row" }) : element("td"))))));
    }
    processes.forEach((process, row) => COLUMNS.forEach(([, tell], i) => write(rows.children[row].children[i], tell(process))));
  }

  return { name, node, show };
}

export function mount(root, parameters) {
  const life = new AbortController();
  const { signal } = life;
  const state = { table: parameters.table || "", position: parameters.position || "", moves: parameters.moves || "" };
  const head = element("div", { class: "stack" }, element("p", { class: "lead" }, word("tablesIntro")));
  const info = element("div", { class: "stack" });
  const question = element("div", { class: "stack" });
  const building = element("div", { class: "stack" });
  const builds = Object.assign(card(word("builds"), building), { id: "builds", hidden: true });
  root.replaceChildren(element("h1", { class: "unseen" }, word("tables")),
    element("div", { class: "split left" }, element("div", { class: "side" }, card(word("tables"), head), question), element("div", { class: "main" }, builds, info)));
  const save = () => keep("tables", state);

  async function list() {
    try {
      const { tables, builds: begun } = await get("/api/tables", signal);
      follow(begun);
      if (tables.length === 0) {
        head.append(element("p", {}, word("noTables")), element("pre", { tabindex: "0", class: "code" }, "attractor table build dobutsu --out tables/dobutsu\nattractor serve --tables tables"));
        return;
      }
      if (!tables.some(({ name }) => name === state.table)) state.table = tables[0].name;
      const pairs = tables.map(({ name, game, positions }) => [name, `${name} (${game}, ${number(positions)})`]);
      head.append(field(word("tableChoose"), select(pairs, state.table, (name) => { Object.assign(state, { table: name, position: "", moves: "" }); show(); })));
      show();
    } catch (error) {
      if (!aborted(error)) head.append(problem(error));
    }
  }

  /** Shows what is being built, and looks again as long as there is something. */
  async function follow(told) {
    let views = [];
    while (!signal.aborted) {
      if (told.length !== views.length || told.some(({ name }, i) => name !== views[i].name)) {
        views = told.map(({ name }) => buildView(name));
        building.replaceChildren(...views.map(({ node }) => node));
      }
      told.forEach((build, i) => views[i].show(build));
      builds.hidden = told.length === 0;
      if (told.length === 0) return;
      await new Promise((done) => setTimeout(done, PAUSE * 1000));
      try {
        ({ builds: told } = await get("/api/tables", signal));
      } catch {
        // The server may answer again; until then nothing is heard of the builds.
        told = told.map((build) => ({ ...build, age: build.age + PAUSE }));
      }
    }
  }

  async function show() {
    save();
    info.replaceChildren(element("p", { class: "quiet-text" }, word("computing")));
    try {
      const answer = await get(`/api/tables/${encodeURIComponent(state.table)}?lang=${language()}`, signal);
      const { record } = answer;
      info.replaceChildren(card(record.game, element("div", { class: "row between" }, element("p", { class: "remark" }, record.from ? `${word("from")} ${record.from}` : ""), exportMenu(["table"], () => ({ table: state.table }))),
        element("dl", { class: "facts" }, fact(word("positions"), record.positions ?? "–"), fact(`▲ ${word("won")}`, record.won ?? "–"), fact(`● ${word("draws")}`, record.drawn ?? "–"), fact(`▼ ${word("lost")}`, record.lost ?? "–"), fact(word("endless"), record.endless ?? "–"),
          fact(word("longest"), record.longest ?? "–"), fact(word("bytes"), record.bytes ?? "–"), fact(word("bits"), record.bits_per_position ?? "–")),
        still(answer, { scale: 1.5, least: 0.6 })));
      drawQuestion(record);
    } catch (error) {
      if (!aborted(error)) info.replaceChildren(problem(error));
    }
  }

  function drawQuestion(record) {
    const position = input(state.position, () => {}, { id: "probe-position" });
    const moves = input(state.moves, () => {});
    const output = element("div", { class: "stack" });
    async function probe() {
      Object.assign(state, { position: position.value.trim(), moves: moves.value.trim() });
      save();
      try {
        const answer = await ask(`/api/tables/${encodeURIComponent(state.table)}/probe`, { position: state.position || undefined, moves: state.moves || undefined }, signal);
        const { best } = answer.position;
        const marked = new Set(best.length < answer.moves.length ? best : []);
        output.replaceChildren(
          element("div", { class: "verdict" }, sign(answer.position.outcome), element("p", { class: "sentence" }, answer.sentence)),
          element("ul", { class: "moves plain" }, ...answer.moves.map(({ move, outcome, words }) => element("li", {}, element("span", { class: "move" }, sign(outcome), element("b", {}, move), element("span", { class: "words" }, words, marked.has(move) ? " ★" : ""))))),
          element("a", { href: address("play", { game: record.game, position: state.position, moves: state.moves, first: "human", second: "perfect" }) }, word("playHere")));
        announce(answer.sentence);
      } catch (error) {
        if (!aborted(error)) output.replaceChildren(problem(error));
      }
    }
    question.replaceChildren(card(word("probe"), field(word("positionText"), position), field(word("movesText"), moves), button(word("ask"), probe, { class: "main-button", id: "probe" }), output));
    if (state.moves || state.position) probe();
  }

  save();
  list();
  return () => life.abort();
}
