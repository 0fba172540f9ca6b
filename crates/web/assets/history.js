// How the value went along the moves, with the blunders: worked out when it is opened, and then whenever there is time.

import { aborted, job, progress } from "./api.js";
import { element, problem } from "./dom.js";
import { still } from "./picture.js";
import { word } from "./words.js";

/** A part of the page that opens. `place()` is the position, `signal()` ends the work, `told()` is called when more is known. */
export function historyCard({ place, played, signal, told }) {
  let known = null;
  const chart = element("div", { class: "stack chart" });
  const node = element("details", { class: "card", ontoggle: () => node.open && refresh() },
    element("summary", {}, element("h2", {}, word("history"))), chart);

  async function refresh() {
    if (played().length === 0) {
      chart.replaceChildren(element("p", { class: "quiet-text" }, word("lineEmpty")));
      return;
    }
    const bar = element("progress", { max: "1", "aria-label": word("computing") });
    const note = element("p", { class: "quiet-text" }, word("computing"));
    if (!known) chart.replaceChildren(bar, note);
    try {
      known = await job("/api/history", place(), { signal: signal(), on: progress(note, bar) });
      const faults = known.points.filter((point) => point.blunder).map(({ ply, move }) => `${ply}. ${move}`);
      const open = known.points.filter((point) => !point.judged).map(({ ply, move }) => `${ply}. ${move}`);
      const found = faults.length > 0 ? word("blunders", { moves: faults.join(", ") }) : open.length > 0 ? "" : word("noBlunder");
      const unknown = open.length === 0 ? "" : open.length < known.points.length - 1 ? word("unjudged", { moves: open.join(", ") }) : word("allUnjudged");
      const verdict = [found, unknown].filter(Boolean).join(" ");
      chart.replaceChildren(still(known, { scale: 1.3, high: 0.5 }), element("p", { class: "quiet-text blunders" }, verdict));
      told();
    } catch (error) {
      if (!aborted(error)) chart.replaceChildren(problem(error));
    }
  }

  return {
    node,
    /** Works it out again if it is open. */
    renew: () => node.open && refresh(),
    forget: () => { known = null; },
    /** The plies of these moves that gave something away. */
    blunders: (moves) => new Set((known?.points ?? []).filter(({ blunder, ply, move }) => blunder && move === moves[ply - 1]).map(({ ply }) => ply)),
  };
}
