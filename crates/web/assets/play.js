// The view Play: a board, two players, and the truth about every move.

import { aborted, ask, job, limited } from "./api.js";
import { address, keep } from "./address.js";
import { board, moveList } from "./board.js";
import { announce, area, button, card, copy, dialog, element, field, input, problem, select, toast, typing } from "./dom.js";
import { exportMenu } from "./export.js";
import { gameChooser, gameOf } from "./games.js";
import { historyCard } from "./history.js";
import { playerChooser } from "./players.js";
import { soFar, tellVerdict } from "./verdict.js";
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
  life.signal.addEventListener("abort", () => work.abort());
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
  let lists = [];
  let returnTo = null;
  let seed = 1 + Math.floor(Math.random() * 1e6);

  // The parts of the page.
  const top = element("div", { class: "stack tight" });
  const stage = element("div", { class: "stage", tabindex: "-1" });
  const trouble = element("div", {});
  const controls = element("div", { class: "row controls", role: "group", "aria-label": word("play") });
  const line = element("div", { class: "line" });
  const value = element("div", { class: "value" });
  const moves = element("div", { class: "scroll" });
  const players = element("div", { class: "stack" });
  const history = historyCard({ place, played: () => answer?.line ?? [], signal: () => work.signal, told: drawLine });
  root.replaceChildren(
    element("h1", { class: "unseen" }, word("play")),
    element("div", { class: "split" },
      element("div", { class: "main" },
        element("section", { class: "card stage-card", "aria-label": word("board") }, top, trouble, stage, controls, line), history.node),
      element("div", { class: "side" },
        element("section", { class: "card", "aria-label": word("value") }, value),
        card(word("moves"), moves), card(word("players"), players), card(word("share"), sharing()))));

  function place() {
    const { game, position, moves: text } = state;
    return { game, ...(position && { position }), ...(text && { moves: text }) };
  }

  const key = () => JSON.stringify([document.documentElement.lang, place()]);
  const playerOf = (turn) => state.players[turn - 1];
  const people = () => state.players.filter((player) => player === "human").length;
  const hidden = () => state.chips === "never" && !analysis?.asked;
  const machineTurn = () => answer !== null && !answer.finished && !state.paused && playerOf(answer.turn) !== "human";

  function save() {
    const [first, second] = state.players;
    keep("play", { ...place(), then: state.then.join(" "), first, second, chips: state.chips });
    shell.place = place();
  }

  // Showing a position.

  async function show() {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    trouble.replaceChildren();
    save();
    try {
      answer = positions.get(key()) ?? await ask("/api/position", place(), signal);
    } catch (error) {
      if (!aborted(error)) fail(error);
      return;
    }
    remember(positions, key(), answer);
    state.moves = answer.line.join(" ");
    remember(positions, key(), answer);
    save();
    analysis = analyses.get(key()) ?? null;
    draw();
    try {
      if (answer.finished) announce(answer.finished.sentence);
      else await consider(signal);
      await wait(500, signal);
      history.renew();
    } catch (error) {
      if (!aborted(error)) throw error;
    }
  }

  /** A machine moves if it is its turn; the truth is asked for if it is to be seen. */
  async function consider(signal) {
    const machine = machineTurn();
    if (machine) machineMove(signal);
    if (state.chips !== "never" && !analysis && (!machine || people() === 0)) await analyse(signal);
  }

  function fail(error) {
    trouble.replaceChildren(problem(error));
  }

  function draw() {
    const settings = { enabled: !answer.finished && !machineTurn(), choose: play };
    const inList = moves.contains(document.activeElement);
    const focused = inList || returnTo !== null || stage.contains(document.activeElement);
    shown = board(answer, settings);
    // Moves without a place on the board stand below it.
    const placed = new Set(answer.spots.map(({ name }) => name));
    const loose = moveList(answer.moves.filter((name) => !placed.has(name)), settings);
    const all = moveList(answer.moves, settings);
    lists = [loose, all];
    loose.node.classList.add("loose");
    stage.replaceChildren(shown.node, loose.node);
    moves.replaceChildren(answer.moves.length > 0 ? all.node : element("p", { class: "quiet-text" }, word("noMoves")));
    stage.dataset.chips = moves.dataset.chips = state.chips;
    drawControls();
    drawLine();
    tell();
    if (!focused) return;
    if (settings.enabled && (inList ? all.focus() : focus(returnTo))) returnTo = null;
    else stage.focus({ preventScroll: true });
  }

  /** Focuses a move on the board, by name or near a point, or else below it. */
  function focus(target) {
    return shown.focus(target) || lists.some((list) => list.focus(typeof target === "string" ? target : undefined));
  }

  /** What is known of each move, by name. */
  function known() {
    const result = new Map();
    if (hidden() || !analysis) return result;
    if (analysis.moves) {
      // Where all moves are equally good, none is marked.
      const { best } = analysis.position;
      const marked = new Set(best.length < analysis.moves.length ? best : []);
      for (const each of analysis.moves) result.set(each.move, { ...each, best: marked.has(each.move) });
    } else {
      // The heuristic that knows nothing says nothing of moves.
      const guesses = analysis.estimate?.heuristic === "zero" ? [] : analysis.estimate?.moves ?? [];
      for (const each of [...guesses, ...analysis.found.values()]) result.set(each.move, each);
    }
    return result;
  }

  function tell() {
    const waiting = !hidden() && !answer.finished && !machineTurn() && !analysis?.limited;
    const values = known();
    shown.tell(values, waiting);
    for (const list of lists) list.tell(values, waiting);
    tellValue();
  }

  function tellValue(progress) {
    tellVerdict(value, { answer, analysis, hidden: hidden(), veiled: state.chips === "hover", thinking: machineTurn(), progress });
  }

  // The truth about a position.

  async function analyse(signal, asked = false) {
    const at = key();
    const partly = { asked, estimate: null, found: new Map() };
    const learn = (change) => { change(); analysis = partly; tell(); };
    const queued = ({ place: ahead }) => tellValue(word("queued", { place: ahead }));
    try {
      const result = await job("/api/analyse", place(), { signal, on: {
        queue: queued,
        progress: (progress) => tellValue(soFar(progress)),
        estimate: (estimate) => learn(() => { partly.estimate = estimate; }),
        move: (found) => learn(() => { partly.found.set(found.move, found); }),
      } });
      analysis = { ...result, asked };
      announce(analysis.sentence);
    } catch (error) {
      if (aborted(error)) throw error;
      if (!limited(error) || !partly.estimate) {
        fail(error);
        return;
      }
      analysis = { ...partly, limited: true };
      announce(partly.estimate.sentence);
    }
    remember(analyses, at, analysis);
    tell();
  }

  async function hint() {
    if (!answer || answer.finished) return;
    if (!analysis?.moves && !analysis?.limited) await analyse(work.signal, true).catch(() => {});
    const best = analysis?.position?.best?.[0] ?? analysis?.estimate?.best?.[0];
    if (best === undefined) return;
    const worth = analysis.moves?.find((each) => each.move === best);
    focus(best);
    shown.pointAt(best);
    toast(worth ? word("hintIs", { move: best, words: worth.words }) : word("hintBest", { move: best }));
  }

  // Moving.

  function play(move) {
    if (stage.contains(document.activeElement)) returnTo = shown.point(move) ?? {};
    if (state.then[0] === move) state.then.shift();
    else state.then = [];
    announce(word("played", { player: answer.turn, move }));
    state.moves = [...answer.line, move].join(" ");
    show();
  }

  async function machineMove(signal, player = playerOf(answer.turn)) {
    const begun = performance.now();
    const queued = ({ place: ahead }) => tellValue(word("queued", { place: ahead }));
    const choice = (who) => job("/api/choose", { ...place(), player: who, seed: (seed += 1) }, { signal, on: { queue: queued } });
    try {
      const { move } = await choice(player).catch((error) => {
        if (!limited(error) || player.startsWith("search")) throw error;
        toast(word("weaker"));
        return choice("search:seconds=1");
      });
      const pace = people() === 0 ? 800 : 350;
      await wait(Math.max(0, pace - (performance.now() - begun)), signal);
      play(move);
    } catch (error) {
      if (aborted(error)) return;
      state.paused = true;
      draw();
      fail(error);
    }
  }

  function machineNow() {
    if (!answer || answer.finished) return;
    work.abort();
    work = new AbortController();
    const machine = [playerOf(answer.turn), playerOf(3 - answer.turn)].find((each) => each !== "human");
    machineMove(work.signal, machine ?? "perfect");
  }

  /** Back to before the visitor's last move: with one person playing, the machine's answer goes too. */
  function undo() {
    if (!answer || answer.line.length === 0) return;
    if (people() === 0) state.paused = true;
    const count = answer.line.length;
    const turnAt = (ply) => ((count - ply) % 2 === 0 ? answer.turn : 3 - answer.turn);
    let ply = count - 1;
    if (people() === 1 && !state.paused) {
      while (ply > 0 && playerOf(turnAt(ply)) !== "human") ply -= 1;
      if (playerOf(turnAt(ply)) !== "human") state.paused = true;
    }
    jump(ply);
  }

  function redo() {
    if (!answer || state.then.length === 0) return;
    jump(answer.line.length + (people() === 1 && !state.paused ? 2 : 1));
  }

  /** To a ply of the line, which is kept. */
  function jump(ply) {
    const whole = [...answer.line, ...state.then];
    state.moves = whole.slice(0, ply).join(" ");
    state.then = whole.slice(ply);
    show();
  }

  /** Another game or position. */
  function begin(change) {
    Object.assign(state, { moves: "", then: [], paused: false }, change);
    history.forget();
    show();
  }

  function pause() {
    if (people() === 2) return;
    state.paused = !state.paused;
    show();
  }

  // What stands around the board.

  function drawControls() {
    const over = Boolean(answer.finished);
    const control = (sign, name, click, settings = {}) => button(`${sign} ${word(name)}`, click, { "data-control": name, ...settings });
    const focused = document.activeElement?.dataset?.control;
    const running = control(state.paused ? "▶" : "‖", state.paused ? "resume" : "pause", pause, { "data-control": "pause" });
    controls.replaceChildren(
      control("↶", "undo", undo, { disabled: answer.line.length === 0 }),
      control("↷", "redo", redo, { disabled: state.then.length === 0 }),
      control("⟲", "restart", () => { state.paused = false; jump(0); }, { disabled: answer.line.length === 0 }),
      control("★", "hint", hint, { disabled: over }),
      control("⚙", "machine", machineNow, { disabled: over }),
      ...(people() < 2 ? [running] : []));
    if (focused) controls.querySelector(`[data-control=${focused}]`)?.focus();
  }

  /** The moves so far, and those that were taken back. */
  function drawLine() {
    const whole = [...answer.line, ...state.then];
    const blunders = history.blunders(whole);
    const to = (ply) => {
      state.paused ||= people() < 2;
      jump(ply);
    };
    const item = (text, ply) => button(blunders.has(ply) ? `${text} ??` : text, () => to(ply), {
      class: `ply${ply > answer.line.length ? " later" : ""}${blunders.has(ply) ? " blunder" : ""}`,
      "aria-current": ply === answer.line.length ? "step" : null,
      title: blunders.has(ply) ? word("blunder") : null,
    });
    line.replaceChildren(whole.length === 0
      ? element("p", { class: "quiet-text" }, word("lineEmpty"))
      : element("div", { class: "plies", role: "group", "aria-label": word("line") }, ...[word("start"), ...whole].map(item)));
  }

  function drawSettings() {
    const { heuristics, title } = gameOf(shell.catalogue, state.game);
    const choosers = [1, 2].map((player) => playerChooser(word("player", { player }), state.players[player - 1], {
      heuristics,
      change: (text) => { state.players[player - 1] = text; state.paused = false; show(); },
    }));
    const modes = ["always", "hover", "never"].map((mode) => [mode, word(mode)]);
    players.replaceChildren(...choosers, field(word("chips"), select(modes, state.chips, (mode) => { state.chips = mode; show(); })));
    top.replaceChildren(gameChooser(shell.catalogue, state.game, (game) => {
      begin({ game, position: "" });
      drawSettings();
    }), element("p", { class: "quiet-text" }, title));
  }

  function sharing() {
    const copied = (name, text) => button(word(name), () => copy(text(), word("copied")));
    const link = (view, name, extra = {}) => button(word(name), () => { location.hash = address(view, { ...place(), ...extra }); });
    return element("div", { class: "row wrap" },
      copied("copyLink", () => location.href), copied("copyPosition", () => answer?.position ?? ""), copied("copyMoves", () => answer?.text ?? ""),
      button(word("paste"), askPosition), link("graph", "toGraph", { preset: "game" }), link("tree", "toTree"),
      exportMenu(["analysis", "board", "history"], place));
  }

  function askPosition() {
    const position = area(answer?.position ?? "", { rows: "3" });
    const text = input("", () => {});
    const set = () => {
      box.close();
      begin({ position: position.value.trim(), moves: text.value.trim() });
    };
    const box = dialog(word("paste"), field(word("positionText"), position), field(word("movesText"), text),
      element("p", { class: "row end" }, button(word("set"), set, { class: "main-button" })));
    position.select();
  }

  document.addEventListener("keydown", (event) => {
    if (typing(event) || !answer) return;
    const action = { u: undo, r: redo, h: hint, m: machineNow, p: pause }[event.key];
    if (action) {
      event.preventDefault();
      action();
    } else if (event.key.startsWith("Arrow") && [document.body, stage, shell.main].includes(event.target)) {
      event.preventDefault();
      focus({ x: answer.width / 2, y: 0 });
    }
  }, { signal: life.signal });

  drawSettings();
  show();
  return () => life.abort();
}
