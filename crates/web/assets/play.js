// The view Play: a board, two players, and the truth about every move.

import { aborted, ask, job, progress } from "./api.js";
import { address, keep } from "./address.js";
import { board, moveList } from "./board.js";
import { announce, area, button, card, copy, dialog, element, field, input, number, problem, select, toast, typing } from "./dom.js";
import { exportMenu } from "./export.js";
import { gameChooser, gameOf } from "./games.js";
import { still } from "./picture.js";
import { playerChooser } from "./players.js";
import { sign, signed } from "./signs.js";
import { word } from "./words.js";

/** Answers already given, so that undo and redo are immediate. */
const positions = new Map();
const analyses = new Map();

function remember(store, key, value) {
  store.set(key, value);
  if (store.size > 300) store.delete(store.keys().next().value);
}

const wait = (time, signal) => new Promise((done, failed) => {
  const timer = setTimeout(done, time);
  signal.addEventListener("abort", () => { clearTimeout(timer); failed(new DOMException("", "AbortError")); });
});

export function mount(root, parameters, shell) {
  const life = new AbortController();
  let work = new AbortController();
  const state = {
    game: parameters.game || "connect4",
    position: parameters.position || "",
    moves: parameters.moves || "",
    then: (parameters.then || "").split(" ").filter(Boolean),
    players: [parameters.first || "human", parameters.second || (parameters.game ? "human" : "perfect")],
    chips: parameters.chips || "always",
    paused: false,
  };
  let answer = null;
  let analysis = null;
  let shown = null;
  let list = null;
  let returnTo = null;
  let historyOpen = false;
  let history = null;
  let seed = 1 + Math.floor(Math.random() * 1e6);
  life.signal.addEventListener("abort", () => work.abort());

  // The parts of the page.
  const top = element("div", { class: "top-row" });
  const stage = element("div", { class: "stage", tabindex: "-1" });
  const trouble = element("div", {});
  const controls = element("div", { class: "row controls", role: "group", "aria-label": word("play") });
  const line = element("div", { class: "line" });
  const value = element("div", { class: "value", "data-testid": "value" });
  const moves = element("div", { class: "scroll" });
  const players = element("div", { class: "stack" });
  const chart = element("div", { class: "chart" });
  const historyCard = element("details", { class: "card", ontoggle: () => { historyOpen = historyCard.open; if (historyOpen) refreshHistory(); } },
    element("summary", {}, element("h2", {}, word("history"))), chart);
  root.replaceChildren(
    element("h1", { class: "unseen" }, word("play")),
    element("div", { class: "split" },
      element("div", { class: "main" }, element("section", { class: "card stage-card", "aria-label": word("board") }, top, trouble, stage, controls, line), historyCard),
      element("div", { class: "side" },
        element("section", { class: "card value-card", "aria-label": word("value") }, value),
        card(word("moves"), moves),
        card(word("players"), players),
        card(word("share"), sharing()))));

  const place = () => ({ game: state.game, position: state.position || undefined, moves: state.moves || undefined });
  const key = () => JSON.stringify([document.documentElement.lang, state.game, state.position, state.moves]);
  const playerOf = (turn) => state.players[turn - 1];
  const machines = () => state.players.every((player) => player !== "human");
  const machineTurn = () => answer && !answer.finished && !state.paused && playerOf(answer.turn) !== "human";

  function save() {
    keep("play", {
      game: state.game, position: state.position, moves: state.moves, then: state.then.join(" "),
      first: state.players[0], second: state.players[1], chips: state.chips,
    });
    shell.place = { game: state.game, position: state.position, moves: state.moves };
  }

  // Showing a position.

  async function show() {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    analysis = analyses.get(key()) ?? null;
    trouble.replaceChildren();
    save();
    try {
      answer = positions.get(key()) ?? await ask("/api/position", place(), signal);
    } catch (error) {
      if (!aborted(error)) fail(error);
      return;
    }
    remember(positions, key(), answer);
    if (state.moves !== answer.line.join(" ")) {
      state.moves = answer.line.join(" ");
      remember(positions, key(), answer);
      analysis ??= analyses.get(key()) ?? null;
      save();
    }
    draw();
    if (answer.finished) {
      announce(answer.finished.sentence);
      idleHistory(signal);
      return;
    }
    const machine = machineTurn();
    if (machine) machineMove(signal);
    if (state.chips !== "never" && !analysis && (!machine || machines())) await analyse(signal);
    else if (analysis) tellValue();
    if (!machine) idleHistory(signal);
  }

  function fail(error) {
    trouble.replaceChildren(problem(error));
    if (!answer) stage.replaceChildren();
  }

  function draw() {
    const enabled = !answer.finished && !machineTurn();
    const settings = { enabled, choose: play };
    const hadFocus = stage.contains(document.activeElement) || moves.contains(document.activeElement);
    const inList = moves.contains(document.activeElement);
    shown = board(answer, settings);
    list = moveList(answer.moves, settings);
    stage.replaceChildren(shown.node);
    stage.dataset.chips = state.chips;
    moves.dataset.chips = state.chips;
    moves.replaceChildren(answer.moves.length > 0 ? list.node : element("p", { class: "quiet-text" }, word("noMoves")));
    drawControls();
    drawLine();
    tell();
    if (hadFocus || returnTo) {
      const focused = enabled && (inList && !returnTo ? (list.node.querySelector("button")?.focus(), true) : shown.focus(returnTo));
      if (focused) returnTo = null;
      else if (enabled && list.node.querySelector("button")) { list.node.querySelector("button").focus(); returnTo = null; }
      else stage.focus({ preventScroll: true });
    }
  }

  /** What is known of each move, by name. */
  function known() {
    const result = new Map();
    if (state.chips === "never" && !analysis?.asked) return result;
    if (analysis?.moves) {
      // Where all moves are equally good, none is marked.
      const best = new Set(analysis.position.best.length < analysis.moves.length ? analysis.position.best : []);
      for (const each of analysis.moves) result.set(each.move, { ...each, best: best.has(each.move) });
    } else if (analysis?.estimate) {
      for (const each of analysis.estimate.moves ?? []) result.set(each.move, each);
    }
    return result;
  }

  function tell() {
    const waiting = state.chips !== "never" && !answer.finished && !machineTurn() && !analysis;
    shown.tell(known(), waiting);
    list.tell(known(), waiting);
    tellValue();
  }

  function tellValue(so_far = "") {
    const said = (kind, signOf, sentence, ...more) => value.replaceChildren(element("div", { class: `verdict ${kind}` }, signOf, element("p", { class: "sentence" }, sentence)), ...more);
    value.classList.toggle("veiled", state.chips === "hover" && !answer.finished);
    if (state.chips === "hover" && !answer.finished) value.tabIndex = 0;
    else value.removeAttribute("tabindex");
    if (answer.finished) {
      const { winner, sentence } = answer.finished;
      said("finished", sign(winner ? "win" : "draw"), sentence);
    } else if (state.chips === "never" && !analysis?.asked) {
      said("", element("span", { class: "turn" }, `${answer.turn}`), machineTurn() ? word("thinking", { player: answer.turn }) : word("toMove", { player: answer.turn }), element("p", { class: "quiet-text" }, word("hiddenValue")));
    } else if (analysis?.moves) {
      const { nodes, seconds, line: principal } = analysis.position;
      const details = element("p", { class: "quiet-text" }, word("nodes", { nodes: number(nodes ?? 0), seconds: (seconds ?? 0).toFixed(2) }));
      if (principal?.length) details.prepend(`${principal.slice(0, 12).join(" ")}${principal.length > 12 ? " …" : ""} · `);
      said("exact", sign(analysis.position.outcome), analysis.sentence, details);
    } else if (analysis?.estimate) {
      const { value: worth, sentence, depth } = analysis.estimate;
      const note = analysis.limited ? word("estimateStays") : [word("computing"), so_far].join(" ");
      said("guess", element("span", { class: "chip guess" }, `≈ ${signed(worth)}`),
        sentence ?? `${word("estimated")}: ${signed(worth)} (${word("depthReached", { depth })})`, element("p", { class: "quiet-text" }, note));
    } else if (machineTurn()) {
      said("busy", element("span", { class: "turn" }, `${answer.turn}`), word("thinking", { player: answer.turn }));
    } else {
      said("busy", element("span", { class: "turn" }, `${answer.turn}`), word("toMove", { player: answer.turn }), element("p", { class: "quiet-text" }, [word("computing"), so_far].join(" ")));
    }
  }

  // The truth about a position.

  async function analyse(signal, asked = false) {
    const at = key();
    const progressed = ({ nodes, seconds, depth, text }) => tellValue(text || [depth ? word("depthReached", { depth }) : "", nodes ? word("nodes", { nodes: number(nodes), seconds: (seconds ?? 0).toFixed(1) }) : ""].filter(Boolean).join(", "));
    try {
      const result = await job("/api/analyse", place(), { signal, on: {
        queue: ({ place: position }) => tellValue(word("queued", { place: position })),
        progress: progressed,
        estimate: (estimate) => { analysis = { estimate, asked }; tell(); },
      } });
      analysis = { ...result, asked };
      remember(analyses, at, analysis);
      tell();
      announce(analysis.sentence);
    } catch (error) {
      if (aborted(error)) return;
      if (error.problem?.id === "limit" && analysis?.estimate) {
        analysis.limited = true;
        remember(analyses, at, analysis);
        tell();
        announce(`${word("estimated")}: ${analysis.estimate.sentence ?? signed(analysis.estimate.value)}`);
      } else {
        analysis = null;
        tellValue();
        fail(error);
      }
    }
  }

  async function hint() {
    if (!answer || answer.finished) return;
    if (!analysis) await analyse(work.signal, true);
    const best = analysis?.position?.best?.[0] ?? analysis?.estimate?.best?.[0];
    if (best === undefined) return;
    const worth = known().get(best) ?? analysis.moves?.find((each) => each.move === best);
    shown.focus(best);
    shown.point_out(best);
    toast(worth?.words ? word("hintIs", { move: best, words: worth.words }) : word("hintBest", { move: best }));
  }

  // Moving.

  function play(move) {
    if (stage.contains(document.activeElement)) returnTo = shown.point(move) ?? null;
    if (state.then[0] === move) state.then.shift();
    else state.then = [];
    announce(word("played", { player: answer.turn, move }));
    state.moves = [...answer.line, move].join(" ");
    show();
  }

  async function machineMove(signal, player = playerOf(answer.turn)) {
    const begun = performance.now();
    let choice;
    const ask_ = (who) => job("/api/choose", { ...place(), player: who, seed: (seed += 1) }, { signal, on: { queue: ({ place: position }) => tellValue(word("queued", { place: position })) } });
    try {
      try {
        choice = await ask_(player);
      } catch (error) {
        if (aborted(error) || error.problem?.id !== "limit" || player.startsWith("search")) throw error;
        choice = await ask_("search:seconds=1");
        toast(word("weaker"));
      }
      const pace = machines() ? 800 : 350;
      await wait(Math.max(0, pace - (performance.now() - begun)), signal);
    } catch (error) {
      if (!aborted(error)) {
        state.paused = true;
        draw();
        fail(error);
      }
      return;
    }
    play(choice.move);
  }

  function machineNow() {
    if (!answer || answer.finished) return;
    work.abort();
    work = new AbortController();
    const other = playerOf(3 - answer.turn);
    const own = playerOf(answer.turn);
    machineMove(work.signal, [own, other].find((each) => each !== "human") ?? "perfect");
  }

  /** Back to before the visitor's last move: with one person playing, the machine's answer goes too. */
  function undo() {
    if (!answer || answer.line.length === 0) return;
    const count = answer.line.length;
    const people = state.players.filter((player) => player === "human").length;
    if (people === 0) state.paused = true;
    let back = 1;
    if (people === 1 && !state.paused) {
      const turnAt = (ply) => ((count - ply) % 2 === 0 ? answer.turn : 3 - answer.turn);
      while (back < count && playerOf(turnAt(count - back)) !== "human") back += 1;
      if (playerOf(turnAt(count - back)) !== "human") { back = count; state.paused = true; }
    }
    jump(count - back);
  }

  function redo() {
    if (state.then.length === 0) return;
    const people = state.players.filter((player) => player === "human").length;
    const steps = people === 1 && !state.paused && state.then.length > 1 ? 2 : 1;
    jump(answer.line.length + steps);
  }

  /** To a ply of the line, which is kept. */
  function jump(ply) {
    const whole = [...answer.line, ...state.then];
    state.moves = whole.slice(0, ply).join(" ");
    state.then = whole.slice(ply);
    show();
  }

  function restart() {
    state.paused = false;
    history = null;
    jump(0);
  }

  function pause() {
    state.paused = !state.paused;
    show();
  }

  // What stands around the board.

  function drawControls() {
    const control = (text, name, click, settings = {}) => button(element("span", {}, text), click, { title: word(name), "data-control": name, ...settings });
    const focused = document.activeElement?.dataset?.control;
    const machine = state.players.some((player) => player !== "human");
    controls.replaceChildren(...[
      control(`↶ ${word("undo")}`, "undo", undo, { disabled: answer.line.length === 0 }),
      control(`↷ ${word("redo")}`, "redo", redo, { disabled: state.then.length === 0 }),
      control(`⟲ ${word("restart")}`, "restart", restart),
      control(`★ ${word("hint")}`, "hint", hint, { disabled: Boolean(answer.finished) }),
      control(`⚙ ${word("machine")}`, "machine", machineNow, { disabled: Boolean(answer.finished) }),
      machine ? control(state.paused ? `▶ ${word("resume")}` : `⏸ ${word("pause")}`, "pause", pause, { "aria-pressed": String(state.paused) }) : null,
    ].filter(Boolean));
    if (focused) controls.querySelector(`[data-control=${focused}]`)?.focus();
  }

  function drawLine() {
    const whole = [...answer.line, ...state.then];
    const blunders = new Set((history?.points ?? []).filter((point) => point.blunder && point.move === whole[point.ply - 1]).map((point) => point.ply));
    const item = (ply, text) => button(text, () => { if (machines() || ply < whole.length) state.paused ||= state.players.some((player) => player !== "human"); jump(ply); }, {
      class: `ply${ply > answer.line.length ? " later" : ""}${blunders.has(ply) ? " blunder" : ""}`,
      "aria-current": ply === answer.line.length ? "step" : null,
      "aria-label": `${ply}: ${text}${blunders.has(ply) ? `, ${word("blunder")}` : ""}`,
    });
    line.replaceChildren(...(whole.length === 0
      ? [element("p", { class: "quiet-text" }, word("lineEmpty"))]
      : [element("div", { class: "plies", role: "group", "aria-label": word("line") }, item(0, word("start")), ...whole.map((move, index) => item(index + 1, blunders.has(index + 1) ? `${move} ??` : move)))]));
  }

  // How the value went.

  async function idleHistory(signal) {
    if (!historyOpen) return;
    try {
      await wait(500, signal);
      await refreshHistory();
    } catch (error) {
      if (!aborted(error)) throw error;
    }
  }

  async function refreshHistory() {
    if (!answer || answer.line.length === 0) {
      chart.replaceChildren(element("p", { class: "quiet-text" }, word("lineEmpty")));
      return;
    }
    const { signal } = work;
    const bar = element("progress", { max: "1", "aria-label": word("computing") });
    const note = element("p", { class: "quiet-text" }, word("computing"));
    if (!history) chart.replaceChildren(bar, note);
    try {
      history = await job("/api/history", place(), { signal, on: progress(note, bar) });
      const faults = history.points.filter((point) => point.blunder);
      const told = faults.length > 0
        ? word("blunders", { moves: faults.map((point) => `${point.ply}. ${point.move}`).join(", ") })
        : word("noBlunder");
      chart.replaceChildren(still(history, { scale: 1.3, high: 0.5 }), element("p", { class: "quiet-text blunders" }, told));
      drawLine();
    } catch (error) {
      if (!aborted(error)) chart.replaceChildren(problem(error));
    }
  }

  // Settings.

  function drawSettings() {
    const { heuristics } = gameOf(shell.catalogue, state.game);
    const choosers = [1, 2].map((player) => playerChooser(word("player", { player }), state.players[player - 1], {
      heuristics: heuristics ?? [],
      change: (text) => { state.players[player - 1] = text; state.paused = false; show(); },
    }));
    const modes = ["always", "hover", "never"].map((mode) => [mode, word(mode)]);
    players.replaceChildren(...choosers, field(word("chips"), select(modes, state.chips, (mode) => { state.chips = mode; show(); })));
    top.replaceChildren(gameChooser(shell.catalogue, state.game, (game) => {
      Object.assign(state, { game, position: "", moves: "", then: [], paused: false });
      history = null;
      drawSettings();
      show();
    }));
  }

  function sharing() {
    const fields = () => place();
    const link = (view, text, extra = {}) => button(text, () => { location.hash = address(view, { ...place(), ...extra }); });
    return element("div", { class: "row wrap" },
      button(word("copyLink"), () => copy(location.href, word("copied"))),
      button(word("copyPosition"), () => copy(answer?.position ?? "", word("copied"))),
      button(word("copyMoves"), () => copy(answer?.text ?? state.moves, word("copied"))),
      button(word("paste"), askPosition),
      link("graph", word("toGraph"), { preset: "game" }),
      link("tree", word("toTree")),
      exportMenu(["analysis", "board", "history"], fields));
  }

  function askPosition() {
    const position = area(answer?.position ?? "", { rows: "3" });
    const text = input("", () => {});
    const box = dialog(word("paste"), field(word("positionText"), position), field(word("movesText"), text),
      element("p", { class: "row end" }, button(word("set"), () => {
        Object.assign(state, { position: position.value.trim(), moves: text.value.trim(), then: [], paused: false });
        history = null;
        box.close();
        show();
      }, { class: "main-button" })));
    position.select();
  }

  document.addEventListener("keydown", (event) => {
    if (typing(event) || !answer) return;
    const action = { u: undo, r: redo, h: hint, m: machineNow, p: pause }[event.key];
    if (action) { event.preventDefault(); action(); return; }
    if (event.key.startsWith("Arrow") && [document.body, stage, shell.main].includes(event.target)) {
      event.preventDefault();
      if (!shown?.focus({ x: answer.width / 2, y: 0 })) list?.node.querySelector("button")?.focus();
    }
  }, { signal: life.signal });

  drawSettings();
  show();
  return () => life.abort();
}
