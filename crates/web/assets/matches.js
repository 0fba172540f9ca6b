// The view Matches: many games between two machines, and what they say about their strength.

import { aborted, job, progress } from "./api.js";
import { keep } from "./address.js";
import { announce, button, card, element, field, input, problem, tick } from "./dom.js";
import { exportMenu } from "./export.js";
import { gameChooser, gameOf } from "./games.js";
import { still } from "./picture.js";
import { playerChooser, shortName } from "./players.js";
import { word } from "./words.js";

const percent = (rate) => `${(100 * rate).toFixed(1)} %`;

export function mount(root, parameters, shell) {
  const life = new AbortController();
  let work = new AbortController();
  life.signal.addEventListener("abort", () => work.abort());
  const state = {
    game: parameters.game || "tictactoe", position: parameters.position || "", moves: parameters.moves || "",
    first: parameters.first || "minimax:depth=1-3", second: parameters.second || "minimax:depth=1-3",
    games: parameters.games || "20", swap: parameters.swap !== "0", seed: parameters.seed || "1",
  };
  const form = element("div", { class: "stack" });
  const output = element("div", { class: "stack", "aria-live": "polite" }, element("p", { class: "lead" }, word("matchIntro")));
  root.replaceChildren(
    element("h1", { class: "unseen" }, word("matches")),
    element("div", { class: "split left" }, element("div", { class: "side" }, card(word("matches"), form)), element("div", { class: "main" }, card(word("result"), output))));

  const save = () => keep("matches", { ...state, swap: state.swap ? "1" : "0" });
  const fields = () => ({
    game: state.game, position: state.position || undefined, moves: state.moves || undefined,
    first: state.first, second: state.second, games: Number(state.games), swap: state.swap, seed: Number(state.seed),
  });

  async function play() {
    work.abort();
    work = new AbortController();
    save();
    const bar = element("progress", { max: "1", value: 0, "aria-label": word("computing") });
    const note = element("p", { class: "quiet-text", "aria-live": "off" }, word("computing"));
    const stop = button(word("stop"), () => { work.abort(); output.replaceChildren(element("p", { class: "lead" }, word("matchIntro"))); });
    output.replaceChildren(bar, element("div", { class: "row between" }, note, stop));
    try {
      show(await job("/api/match", fields(), { signal: work.signal, on: progress(note, bar) }));
    } catch (error) {
      if (!aborted(error)) output.replaceChildren(problem(error));
    }
  }

  function show(result) {
    const asked = fields();
    const parts = [element("div", { class: "row between" }, element("p", { class: "remark" }, `${shortName(state.first)} – ${shortName(state.second)}`),
      exportMenu(["match"], () => ({ ...asked, result })))];
    if (result.cells.length === 1) parts.push(scale(result.cells[0]));
    if (result.svg) parts.push(still(result, { scale: 1.5 }));
    output.replaceChildren(...parts);
    const [cell] = result.cells;
    if (result.cells.length === 1) announce(`${cell.first.wins} ${word("won")}, ${cell.draws} ${word("draws")}, ${cell.second.wins} ${word("lost")}`);
    else announce(word("done", { done: result.games, total: result.games }));
  }

  /** One match as a divided bar, with numbers and intervals. */
  function scale({ first, second, draws, games }) {
    const part = (count, kind, text) => {
      const node = element("div", { class: `part ${kind}` }, count > 0 ? `${text} ${count}` : "");
      node.style.flexGrow = String(count);
      return node;
    };
    const row = (name, side) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, `${side.wins}`), element("td", {}, percent(side.rate)), element("td", {}, `[${percent(side.low)}, ${percent(side.high)}]`));
    return element("div", { class: "stack" },
      element("div", { class: "parts", role: "img", "aria-label": `${first.wins} – ${draws} – ${second.wins} / ${games}` }, part(first.wins, "win", "▲"), part(draws, "draw", "●"), part(second.wins, "loss", "▼")),
      element("table", {}, element("thead", {}, element("tr", {}, ...[word("players"), word("won"), "%", word("interval")].map((text) => element("th", { scope: "col" }, text)))),
        element("tbody", {}, row(shortName(state.first), first), row(shortName(state.second), second))));
  }

  function drawForm() {
    const heuristics = gameOf(shell.catalogue, state.game).heuristics ?? [];
    const amount = (name, most) => {
      const settings = { type: "number", min: name === "seed" ? "0" : "1", max: most };
      return field(word(name), input(state[name], (value) => { state[name] = value; save(); }, settings));
    };
    const chooser = (name, label) => playerChooser(word(label), state[name], { heuristics, machines: true, change: (text) => { state[name] = text; save(); } });
    form.replaceChildren(
      gameChooser(shell.catalogue, state.game, (game) => { Object.assign(state, { game, position: "", moves: "" }); save(); drawForm(); }),
      chooser("first", "firstPlayer"), chooser("second", "secondPlayer"),
      element("div", { class: "row" }, amount("games", "10000"), amount("seed", "1000000")),
      tick(word("swap"), state.swap, (on) => { state.swap = on; save(); }),
      button(word("playMatch"), play, { class: "main-button", id: "play-match" }));
  }

  drawForm();
  save();
  return () => life.abort();
}
