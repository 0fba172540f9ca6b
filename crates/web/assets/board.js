// The board: the server's picture with a button over each move, a chip in it, and a chooser where moves share a place.

import { button, element, unseen } from "./dom.js";
import { over, picture, roving } from "./picture.js";
import { chip, inWords } from "./signs.js";
import { word } from "./words.js";

const RANK = { win: 3, draw: 2, loss: 1 };

/** Moves by place: those that share one stand together. */
function groups(spots) {
  const found = new Map();
  for (const spot of spots) {
    const key = `${Math.round(spot.x)} ${Math.round(spot.y)}`;
    if (!found.has(key)) found.set(key, { spot, names: [] });
    found.get(key).names.push(spot.name);
  }
  return [...found.values()];
}

/** Spots as wide as the room between them, where they would overlap. */
function apart(spots) {
  const narrow = (spot) => {
    const gaps = spots.filter((other) => Math.abs(other.y - spot.y) < 1).map((other) => Math.abs(other.x - spot.x)).filter((gap) => gap > 1);
    const width = Math.min(spot.width, ...gaps);
    return { ...spot, x: spot.x + (spot.width - width) / 2, width };
  };
  return spots.map(narrow);
}

/** In Connect Four the whole column is to be clicked, down to the cell the disc falls to. */
function target(spot, game) {
  if (!game.startsWith("connect4")) return spot;
  const top = 6;
  return { ...spot, y: Math.min(top, spot.y), height: spot.y + spot.height - Math.min(top, spot.y) };
}

/** The better of two things known about moves. */
function better(one, other) {
  if (!one || !other) return one ?? other;
  if (one.best || !other.outcome) return one;
  if (other.best) return other;
  return (RANK[other.outcome] ?? 0) > (RANK[one.outcome] ?? 0) ? other : one;
}

/** The board of an answer of /api/position. `choose` is called with a move's name. */
export function board(answer, { enabled, choose }) {
  const shown = picture(answer, { scale: 2.6, high: 0.63 });
  shown.node.classList.add("board");
  shown.layer.setAttribute("role", "group");
  shown.layer.setAttribute("aria-label", word("board"));
  shown.layer.id = "board-moves";
  const rove = roving(shown.layer);
  let values = new Map();
  const places = groups(apart(answer.spots)).map(({ spot, names }) => {
    const area = target(spot, answer.game);
    const slot = element("span", { class: "slot" });
    const press = button(slot, () => (names.length === 1 ? choose(names[0]) : open(area, names)), { class: "spot", disabled: !enabled, "data-move": names.join(" ") });
    if (names.length > 1) press.setAttribute("aria-haspopup", "dialog");
    slot.style.height = `${(100 * spot.height) / area.height}%`;
    shown.layer.append(over(press, area, answer));
    return { spot, names, press, slot };
  });

  function open(area, names) {
    shown.layer.querySelector(".chooser-box")?.remove();
    const close = () => box.remove();
    const items = names.map((name) => {
      const item = button("", () => { close(); choose(name); }, { class: "move" });
      item.append(...(values.has(name) ? [chip(values.get(name))] : []), element("b", {}, name), element("span", { class: "words" }, inWords(values.get(name))));
      return item;
    });
    const box = element("div", {
      class: "chooser-box", role: "dialog", "aria-label": word("chooser"),
      onkeydown: (event) => {
        const at = items.indexOf(document.activeElement);
        if (event.key === "Escape") { close(); places.find((place) => place.names === names).press.focus(); }
        else if (event.key === "ArrowDown") items[(at + 1) % items.length].focus();
        else if (event.key === "ArrowUp") items[(at + items.length - 1) % items.length].focus();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
      onfocusout: (event) => !box.contains(event.relatedTarget) && setTimeout(close, 120),
    }, ...items);
    box.style.left = `${Math.min(60, (100 * area.x) / answer.width)}%`;
    box.style.top = `${(100 * (area.y + area.height)) / answer.height}%`;
    shown.layer.append(box);
    items[0].focus();
  }

  /** Shows what is known of the moves; none: they are being computed, or values are hidden. */
  function tell(known, waiting) {
    values = known;
    for (const { names, press, slot } of places) {
      const best = names.map((name) => known.get(name)).reduce(better, undefined);
      const many = names.length > 1 ? `${names.join(", ")}: ${word("bestOf", { count: names.length })}` : names[0];
      const words = inWords(best);
      press.setAttribute("aria-label", words ? `${many}: ${words}` : many);
      press.title = words ? `${many}: ${words}` : many;
      slot.replaceChildren(...(best || waiting ? [chip(best)] : []));
      if (names.length > 1 && best) slot.append(element("span", { class: "count", "aria-hidden": "true" }, `×${names.length}`));
    }
  }
  tell(new Map(), false);
  rove.settle();

  return {
    node: shown.node, tell,
    /** Focuses the move nearest to a point of the picture, or a move by its name. */
    focus(point) {
      const usable = places.filter(({ press }) => !press.disabled);
      const far = ({ spot }) => Math.hypot(spot.x - (point?.x ?? 0), spot.y - (point?.y ?? 0));
      const chosen = typeof point === "string"
        ? usable.find(({ names }) => names.includes(point))
        : usable.sort((one, other) => far(one) - far(other))[0];
      chosen?.press.focus();
      return chosen !== undefined;
    },
    point: (name) => places.find(({ names }) => names.includes(name))?.spot,
    pointAt(name) {
      const chosen = places.find(({ names }) => names.includes(name))?.press;
      chosen?.classList.add("pointed");
      setTimeout(() => chosen?.classList.remove("pointed"), 2400);
    },
  };
}

/** All moves as a list of buttons, with what they are worth in words. */
export function moveList(moves, { enabled, choose }) {
  const node = element("ul", { class: "moves" });
  const items = moves.map((name) => {
    const slot = element("span", { class: "slot" });
    const text = element("span", { class: "words" });
    const press = button("", () => choose(name), { class: "move", disabled: !enabled, "data-move": name });
    press.append(slot, element("b", {}, name), text);
    node.append(element("li", {}, press));
    return { name, slot, text, press };
  });
  node.addEventListener("keydown", (event) => {
    const at = items.findIndex(({ press }) => press === document.activeElement);
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (at < 0 || !by) return;
    event.preventDefault();
    items[(at + by + items.length) % items.length].press.focus();
  });
  return {
    node,
    /** Focuses a move, the first if none is named; whether there is one. */
    focus(name) {
      const chosen = items.find((item) => name === undefined || item.name === name)?.press;
      chosen?.focus();
      return chosen !== undefined;
    },
    tell(known, waiting) {
      for (const { name, slot, text, press } of items) {
        const value = known.get(name);
        slot.replaceChildren(...(value || waiting ? [chip(value && { ...value, short: "" })] : []));
        text.replaceChildren(...(value ? [value.outcome ? value.words : inWords(value)] : []));
        if (value?.best) text.append(" ★", unseen(word("best")));
        press.classList.toggle("best", Boolean(value?.best));
      }
    },
  };
}
