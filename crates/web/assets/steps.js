// Going through the steps of a picture: buttons, a slider, arrow keys, and running by itself.

import { button, element, typing } from "./dom.js";
import { word } from "./words.js";

/** Controls for steps 0 to `last`; `show` is called with each step. Its listeners end with `signal`. */
export function stepper(last, at, show, signal) {
  let step = Math.min(at, last);
  let timer = null;
  const label = element("output", { class: "step-label" });
  const slider = element("input", { type: "range", min: "0", max: String(last), value: String(step), "aria-label": word("step"), oninput: () => { halt(); to(Number(slider.value)); } });
  const control = (text, name, target) => button(text, () => { halt(); to(target()); }, { class: "square", "aria-label": word(name), title: word(name) });
  const back = [control("«", "first", () => 0), control("‹", "previous", () => step - 1)];
  const forth = [control("›", "next", () => step + 1), control("»", "last", () => last)];
  const run = button(word("run"), () => (timer ? halt() : start()), { "aria-pressed": "false" });

  function to(target) {
    step = Math.max(0, Math.min(last, target));
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", word("stepOf", { step, last }));
    label.textContent = `${step} / ${last}`;
    for (const each of back) each.disabled = step === 0;
    for (const each of forth) each.disabled = step === last;
    show(step);
  }
  function start() {
    if (step === last) to(0);
    run.setAttribute("aria-pressed", "true");
    timer = setInterval(() => (step < last ? to(step + 1) : halt()), 1100);
  }
  function halt() {
    clearInterval(timer);
    timer = null;
    run.setAttribute("aria-pressed", "false");
  }
  signal.addEventListener("abort", halt);
  document.addEventListener("keydown", (event) => {
    if (typing(event) || event.target.closest("button.spot")) return;
    if (event.key === "ArrowRight") to(step + 1);
    else if (event.key === "ArrowLeft") to(step - 1);
    else return;
    event.preventDefault();
    halt();
  }, { signal });
  const node = element("div", { class: "stepper", role: "group", "aria-label": word("step") }, ...back, slider, ...forth, label, run);
  return { node, to, get step() { return step; } };
}
