// What is said about the position beside the board: that play is over, its exact value, an estimate, or that it is computed.

import { element, number } from "./dom.js";
import { sign, signed } from "./signs.js";
import { word } from "./words.js";

/** How far a search is, in words. */
export function soFar({ nodes, seconds, depth, text }) {
  const counted = nodes ? word("nodes", { nodes: number(nodes), seconds: (seconds ?? 0).toFixed(1) }) : "";
  return text || [depth ? word("depthReached", { depth }) : "", counted].filter(Boolean).join(", ");
}

/** Fills `node`. `hidden`: values are not to be shown; `thinking`: a machine is to move; `progress` is told while waiting. */
export function tellVerdict(node, { answer, analysis, hidden, veiled, thinking, progress = "" }) {
  const said = (kind, mark, sentence, ...notes) => node.replaceChildren(
    element("div", { class: `verdict ${kind}` }, mark, element("p", { class: "sentence" }, sentence)),
    ...notes.filter(Boolean).map((note) => element("p", { class: "quiet-text" }, note)));
  const { turn, finished } = answer;
  const who = element("span", { class: "turn", "aria-hidden": "true" }, `${turn}`);
  const waiting = [word("computing"), progress].join(" ");
  node.classList.toggle("veiled", veiled && !finished);
  if (veiled && !finished) node.tabIndex = 0;
  else node.removeAttribute("tabindex");

  if (finished) {
    said("finished", sign(finished.winner ? "win" : "draw"), finished.sentence);
  } else if (hidden || (thinking && !analysis)) {
    said("busy", who, word(thinking ? "thinking" : "toMove", { player: turn }), hidden ? word("hiddenValue") : "");
  } else if (analysis?.moves) {
    const { outcome, nodes, seconds, line } = analysis.position;
    const principal = line?.length ? `${line.slice(0, 12).join(" ")}${line.length > 12 ? " …" : ""} · ` : "";
    said("exact", sign(outcome), analysis.sentence, principal + soFar({ nodes: nodes || 1, seconds }));
  } else if (analysis?.estimate) {
    const { value, sentence } = analysis.estimate;
    said("guess", element("span", { class: "chip guess" }, `≈ ${signed(value)}`), sentence, analysis.limited ? word("estimateStays") : waiting);
  } else {
    said("busy", who, word("toMove", { player: turn }), waiting);
  }
}
