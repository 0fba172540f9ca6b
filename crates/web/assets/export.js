// The export menu: the formats that apply, as an exercise or at one step if that makes sense.

import { aborted, file } from "./api.js";
import { button, element, field, problem, select, tick, toast } from "./dom.js";
import { word } from "./words.js";

const FORMATS = {
  board: ["svg", "png", "pdf", "tex", "tikz", "json"],
  analysis: ["svg", "png", "pdf", "tex", "tikz", "json"],
  history: ["svg", "png", "pdf", "tex", "tikz", "json"],
  graph: ["svg", "png", "pdf", "tex", "tikz", "beamer", "dot", "json", "py"],
  tree: ["svg", "png", "pdf", "tex", "tikz", "beamer", "dot", "json"],
  match: ["svg", "png", "pdf", "tex", "tikz", "json"],
  table: ["svg", "png", "pdf", "tex", "tikz", "json"],
};
const STEPPED = ["graph", "tree"];

/** A menu; `fields(kind)` gives the fields of that kind's request, `step()` the step that is shown. */
export function exportMenu(kinds, fields, step = () => null) {
  let kind = kinds[0];
  let blank = false;
  let single = false;
  const body = element("div", { class: "sheet-menu" });

  async function save(format) {
    body.querySelector(".problem")?.remove();
    try {
      const stepped = STEPPED.includes(kind) && { step: single && !blank && format !== "beamer" ? step() : null, blank };
      const { name, blob } = await file({ kind, format, ...stepped, ...fields(kind) });
      const link = element("a", { href: URL.createObjectURL(blob), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 30000);
      toast(word("saved", { name }));
    } catch (error) {
      if (!aborted(error)) body.append(problem(error));
    }
  }

  function fill() {
    const choice = kinds.length > 1
      ? [field(word("picture"), select(kinds.map((each) => [each, word(`${each}Kind`)]), kind, (value) => { kind = value; fill(); }))]
      : [];
    const ticks = [];
    if (STEPPED.includes(kind)) {
      ticks.push(tick(word("blank"), blank, (on) => { blank = on; }), tick(word("thisStep"), single, (on) => { single = on; }));
    }
    const formats = FORMATS[kind].map((format) => button(word(format), () => save(format), { "data-format": format }));
    body.replaceChildren(...choice, ...ticks, element("div", { class: "formats" }, ...formats));
  }
  fill();
  return element("details", { class: "menu export" }, element("summary", {}, word("export")), body);
}
