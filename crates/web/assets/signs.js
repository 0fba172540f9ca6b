// The sign of an outcome: a triangle upwards for a win, a circle for a draw, a triangle downwards for a loss.

import { element } from "./dom.js";
import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  win: ["path", { d: "M20 3 38 35H2Z" }, 27],
  draw: ["circle", { cx: 20, cy: 20, r: 16 }, 20.5],
  loss: ["path", { d: "M20 37 2 5H38Z" }, 14],
};

function make(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

/** The shape, with a short text such as the number of plies in it. */
export function sign(outcome, text = "") {
  const [name, attributes, y] = SHAPES[outcome];
  const svg = make("svg", { viewBox: "0 0 40 40", class: `sign ${outcome}`, "aria-hidden": "true" });
  svg.append(make(name, attributes));
  if (text) {
    const label = make("text", { x: 20, y, "text-anchor": "middle", "dominant-baseline": "central", "font-size": text.length > 2 ? 10 : 13 });
    label.textContent = text;
    svg.append(label);
  }
  return svg;
}

/** What a move shows: sign and word where it is known, an estimate marked as such, or that it is being computed. */
export function chip(known) {
  if (!known) return element("span", { class: "chip waiting", "aria-hidden": "true" }, "…");
  if (known.outcome) {
    const word_ = element("span", { class: "chip-word" }, word(known.outcome));
    return element("span", { class: `chip${known.best ? " best" : ""}`, "aria-hidden": "true" }, sign(known.outcome, known.short), word_);
  }
  return element("span", { class: "chip guess", "aria-hidden": "true" }, `≈ ${signed(known.value)}`);
}

/** What a move is worth, in words. */
export function inWords(known) {
  if (!known) return "";
  if (known.outcome) return known.words + (known.best ? `, ${word("best")}` : "");
  return `${word("estimate")} ${signed(known.value)}`;
}

/** A number with its sign; endless ones are texts. */
export function signed(value) {
  const shown = typeof value === "number" ? Math.round(value * 100) / 100 : value ?? "–";
  const text = String(shown).replace("inf", "∞").replace("-", "−");
  return Number(value) > 0 || value === "inf" ? `+${text}` : text;
}
