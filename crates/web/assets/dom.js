// Making elements, speaking through the live region, and other small things every view needs.

import { word } from "./words.js";

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "textContent", "indeterminate"]);

/** An element: functions become listeners, a few names properties, the rest attributes (false and null: none). */
export function element(name, settings = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(settings)) {
    if (value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(key.replace(/^on/, ""), value);
    else if (PROPERTIES.has(key)) node[key] = value;
    else if (value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** A button with a text, or a sign before it. */
export function button(text, click, settings = {}) {
  return element("button", { type: "button", onclick: click, ...settings }, text);
}

let fields = 0;

/** A label above a control. */
export function field(label, control, settings = {}) {
  if (!control.id) control.id = `field-${(fields += 1)}`;
  const extra = settings.class ? ` ${settings.class}` : "";
  return element("div", { class: `field${extra}` }, element("label", { for: control.id }, label), control);
}

/** A box to tick, with its label after it. */
export function tick(label, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", { class: "tick" }, box, element("span", {}, label));
}

/** A choice of one: pairs of value and text. */
export function select(pairs, value, change, settings = {}) {
  const options = pairs.map(([key, text]) => element("option", { value: key, selected: key === value }, text));
  const node = element("select", { onchange: () => change(node.value), ...settings }, ...options);
  return node;
}

/** A line of text that is taken over when it is left. */
export function input(value, change, settings = {}) {
  const node = element("input", {
    value, spellcheck: "false", autocapitalize: "off", autocomplete: "off", onchange: () => change(node.value.trim()), ...settings,
  });
  return node;
}

/** A text of several lines; `enter` is done at Ctrl Enter. */
export function area(value, settings = {}, enter = null) {
  return element("textarea", {
    value, spellcheck: "false", autocapitalize: "off", ...settings,
    onkeydown: (event) => {
      if (!enter || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      settings.onchange?.();
      enter();
    },
  });
}

/** A value with its name, in a list of such. */
export function fact(name, value, kind = "") {
  return element("div", { class: kind }, element("dt", {}, name), element("dd", {}, typeof value === "number" ? number(value) : value));
}

/** A part of the page with a heading. */
export function card(title, ...children) {
  return element("section", { class: "card" }, title ? element("h2", {}, title) : null, ...children);
}

/** Text for those who listen only. */
export function unseen(text) {
  return element("span", { class: "unseen" }, text);
}

/** Speaks: the same text twice is spoken twice. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Whether keys typed now belong to a control. */
export function typing(event) {
  return event.target.closest("input, textarea, select, [contenteditable]") !== null
    || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
}

/** What went wrong, kindly: the message, the place with a caret, what to try. */
export function problem(failure) {
  const { message, place, suggestion } = failure.problem;
  const parts = [element("p", { class: "message" }, message)];
  if (place?.text) {
    const before = Math.max(0, (place.column ?? 1) - 1);
    const caret = " ".repeat(before) + "^".repeat(Math.max(1, place.width ?? 1));
    const where = [place.source, place.line].filter(Boolean).join(":");
    parts.push(element("pre", { tabindex: "0", "aria-label": where || word("place") }, `${place.text}\n${caret}`));
  }
  if (suggestion) parts.push(element("p", {}, word("meant", { suggestion })));
  return element("div", { class: "problem", role: "alert" }, ...parts);
}

/** Puts text on the clipboard, and says so. */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element("textarea", { value: text, class: "unseen" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast(said);
}

/** A short message at the foot of the page, spoken too. */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const node = element("div", { class: "toast" }, text);
  document.body.append(node);
  announce(text);
  setTimeout(() => node.remove(), 2500);
}

/** A dialog with a heading, shown at once and removed when closed. */
export function dialog(title, ...children) {
  const node = element("dialog", { "aria-label": title, onclose: () => node.remove() },
    element("h2", {}, title), ...children,
    element("p", { class: "row end" }, button(word("close"), () => node.close())));
  document.body.append(node);
  node.showModal();
  return node;
}

/** A number as the language writes it. */
export function number(value) {
  return new Intl.NumberFormat(document.documentElement.lang).format(value);
}
