// The view Tables: the solved tables the server has, what is in them, and questions to them.

import { aborted, ask, get } from "./api.js";
import { address, keep } from "./address.js";
import { announce, button, card, element, fact, field, input, number, problem, select } from "./dom.js";
import { exportMenu } from "./export.js";
import { still } from "./picture.js";
import { sign } from "./signs.js";
import { language, word } from "./words.js";

export function mount(root, parameters) {
  const life = new AbortController();
  const { signal } = life;
  const state = { table: parameters.table || "", position: parameters.position || "", moves: parameters.moves || "" };
  const head = element("div", { class: "stack" }, element("p", { class: "lead" }, word("tablesIntro")));
  const info = element("div", { class: "stack" });
  const question = element("div", { class: "stack" });
  root.replaceChildren(element("h1", { class: "unseen" }, word("tables")),
    element("div", { class: "split left" }, element("div", { class: "side" }, card(word("tables"), head), question), element("div", { class: "main" }, info)));
  const save = () => keep("tables", state);

  async function list() {
    try {
      const { tables } = await get("/api/tables", signal);
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
