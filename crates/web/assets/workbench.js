// What Graph and Tree have in common: settings at the left, a picture in steps with buttons over its spots, cards below.

import { aborted, job, progress } from "./api.js";
import { button, card, element, problem } from "./dom.js";
import { exportMenu } from "./export.js";
import { over, picture, roving, zoomer } from "./picture.js";
import { stepper } from "./steps.js";
import { word } from "./words.js";

/**
 * Lays out a view. `fields()` is the request to `path`; `spot(spot)` the click and settings of a button over a spot;
 * `tell(step)` says what a step shows, `ready()` what the whole answer says; `headline()` and more buttons, `tools()`, stand above.
 */
export function workbench(root, { view, path, form, cards, fields, spot, tell, ready, headline, tools = () => [] }) {
  const life = new AbortController();
  let work = new AbortController();
  let steps = new AbortController();
  life.signal.addEventListener("abort", () => { work.abort(); steps.abort(); });
  const stage = element("div", { class: "stage" });
  const below = element("div", { class: "stack" });
  const bar = element("div", { class: "row between" });
  const rest = element("div", { class: "main" }, ...cards);
  root.replaceChildren(
    element("h1", { class: "unseen" }, word(view)),
    element("div", { class: "split left" },
      element("div", { class: "side" }, card(word(view), form)),
      element("div", { class: "main" },
        element("section", { class: "card stage-card", "aria-label": word("picture") }, bar, stage, below), rest)));

  const bench = {
    answer: null,
    control: null,
    picture: null,
    below,
    get signal() { return work.signal; },
    /** The step to keep in an address: none if it is the last. */
    get step() { return bench.control && bench.control.step < bench.answer.last ? String(bench.control.step) : ""; },
    leave: () => life.abort(),

    /** Asks and shows, at a step (the last if none). */
    async draw(step = null) {
      work.abort();
      work = new AbortController();
      const note = element("p", { class: "quiet-text" }, word("computing"));
      bar.replaceChildren(note);
      stage.setAttribute("aria-busy", "true");
      try {
        bench.answer = await job(path, fields(), { signal: work.signal, on: progress(note) });
        show(step);
      } catch (error) {
        if (aborted(error)) return;
        if (!error.problem) throw error;
        bar.replaceChildren();
        stage.replaceChildren(problem(error));
        rest.hidden = below.hidden = true;
      }
      stage.removeAttribute("aria-busy");
    },
  };

  function show(step) {
    const { answer } = bench;
    const shown = picture(answer, { scale: 1.6, high: 0.62, least: 0.5 });
    shown.layer.setAttribute("role", "group");
    shown.layer.setAttribute("aria-label", word(view));
    for (const each of answer.spots) {
      const { click, ...settings } = spot(each);
      const name = each.name || word("root");
      shown.layer.append(over(button("", click, { class: "spot round", "aria-label": name, "data-name": each.name, ...settings }), each, answer));
    }
    roving(shown.layer).settle();
    rest.hidden = below.hidden = false;
    stage.replaceChildren(shown.node);
    // A picture that is higher than the window begins where play begins.
    const start = [...shown.layer.children].find((each) => each.dataset.name === answer.record.start);
    if (start) shown.node.scrollTop = start.offsetTop - shown.node.clientHeight / 2;
    steps.abort();
    steps = new AbortController();
    bench.picture = shown;
    bench.control = stepper(answer.last, step ?? answer.last, (at) => { shown.show(at); tell(at); }, steps.signal);
    below.replaceChildren(...(answer.last > 0 ? [bench.control.node] : []));
    bar.replaceChildren(element("p", { class: "remark" }, headline(), element("small", {}, answer.remark ? ` ${answer.remark}` : "")),
      element("div", { class: "row tight" }, ...tools(), zoomer(() => shown), exportMenu([view], fields, () => bench.control.step)));
    ready();
    bench.control.to(bench.control.step);
  }

  return bench;
}

/** Marks one of the buttons over the spots. */
export function mark(bench, name) {
  for (const each of bench.picture.layer.children) each.classList.toggle("chosen", each.dataset.name === name);
}
