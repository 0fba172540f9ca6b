// Pictures from the server: put into the page, shown step by step, with a button over each spot.

import { button, element } from "./dom.js";
import { word } from "./words.js";

/** The SVG element of a text, named by its title instead of showing it as a tooltip. */
function parse(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  const [title, description] = [svg.querySelector("title"), svg.querySelector("desc")];
  svg.setAttribute("aria-label", [title?.textContent, description?.textContent].filter(Boolean).join(". ") || word("picture"));
  svg.removeAttribute("aria-labelledby");
  title?.remove();
  description?.remove();
  return svg;
}

/**
 * A picture on white paper. `scale` is how much it may be enlarged, `high` the most of the window's height it may take
 * if it stays legible; `least` how much it may shrink before it scrolls. `show(step)` shows a step; `zoom(factor)` changes its size.
 */
export function picture(answer, { scale = 1.5, high = 0.76, least = 0 } = {}) {
  const svg = parse(answer.svg);
  const { width, height } = answer;
  svg.setAttribute("width", "100%");
  svg.removeAttribute("height");
  const layer = element("div", { class: "layer" });
  const sheet = element("div", { class: "sheet" }, svg, layer);
  const node = element("div", { class: "paper" }, sheet);
  let factor = 1;

  function resize() {
    const limit = `min(${width * scale}px, max(${high * 100}vh * ${width / height}, ${width * 0.8}px))`;
    sheet.style.width = `calc(max(min(100%, ${limit}), ${width * least}px) * ${factor})`;
    node.classList.toggle("zoomed", factor > 1);
  }
  resize();

  const stepped = [...svg.querySelectorAll("[data-from], [data-to]")].map((item) => ({
    item,
    from: Number(item.dataset.from ?? 0),
    to: Number(item.dataset.to ?? Infinity),
  }));

  return {
    node, svg, layer, sheet,
    show(step) {
      for (const { item, from, to } of stepped) item.setAttribute("visibility", from <= step && step <= to ? "visible" : "hidden");
    },
    zoom(change) {
      factor = change === 0 ? 1 : Math.min(6, Math.max(0.5, factor * change));
      resize();
    },
  };
}

/** A plain picture to look at. */
export function still(answer, settings) {
  return picture(answer, settings).node;
}

/** Lays an element over a spot, in percentages of the picture. */
export function over(node, spot, { width, height }) {
  node.style.left = `${(100 * spot.x) / width}%`;
  node.style.top = `${(100 * spot.y) / height}%`;
  node.style.width = `${(100 * spot.width) / width}%`;
  node.style.height = `${(100 * spot.height) / height}%`;
  return node;
}

/** One stop for the tab key among many buttons; arrow keys go to the nearest in their direction. */
export function roving(layer) {
  const stops = () => [...layer.querySelectorAll("button.spot:not(:disabled)")];
  const settle = (chosen) => {
    for (const stop of stops()) stop.tabIndex = stop === chosen ? 0 : -1;
  };
  layer.addEventListener("focusin", (event) => event.target.matches("button.spot") && settle(event.target));
  layer.addEventListener("keydown", (event) => {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction || !event.target.matches("button.spot")) return;
    event.preventDefault();
    event.stopPropagation();
    nearest(stops(), event.target, direction)?.focus();
  });
  return { settle: () => settle(stops()[0]), stops };
}

const middle = (node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** The nearest stop in a direction: what lies aside counts double. */
function nearest(stops, from, [right, down]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const stop of stops) {
    if (stop === from) continue;
    const [a, b] = middle(stop);
    const along = (a - x) * right + (b - y) * down;
    const aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    const far = along + 2 * aside;
    if (along > 1 && far < least) [best, least] = [stop, far];
  }
  return best;
}

/** Buttons that make a picture larger and smaller. */
export function zoomer(shown) {
  return element("div", { class: "row tight zoom", role: "group", "aria-label": word("zoom") },
    button("−", () => shown().zoom(1 / 1.4), { class: "quiet square", "aria-label": word("smaller") }),
    button("+", () => shown().zoom(1.4), { class: "quiet square", "aria-label": word("larger") }));
}
