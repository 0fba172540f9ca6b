// The frame of the page: five views, language, theme, keys; the address says which view is shown.

import { get, Failure } from "./api.js";
import { read } from "./address.js";
import { dialog, element, problem, typing } from "./dom.js";
import { begin, language, speak, word } from "./words.js";

const VIEWS = ["play", "graph", "tree", "matches", "tables"];
const main = document.getElementById("main");

/** What views share: the games of the server, and the place last played at. */
const shell = { catalogue: null, place: null, main };
const catalogues = new Map();
const addresses = {};
let leave = () => {};
let turn = 0;

/** The texts of the frame. */
function frame(view) {
  document.title = view === "play" ? word("title") : `${word(view)} · ${word("title")}`;
  document.querySelector(".skip").textContent = word("skip");
  document.querySelector("nav").setAttribute("aria-label", word("views"));
  document.getElementById("views").replaceChildren(...VIEWS.map((name) => element("li", {},
    element("a", { href: addresses[name] ?? `#/${name}`, "data-view": name, "aria-current": name === view ? "page" : null }, word(name)))));
  const tools = { keys: "keys", theme: "theme" };
  for (const [id, name] of Object.entries(tools)) {
    const tool = document.getElementById(id);
    tool.title = word(name);
    tool.setAttribute("aria-label", word(name));
  }
  const other = document.getElementById("language");
  other.textContent = word("otherLanguage");
  other.lang = language() === "en" ? "fr" : "en";
}

/** Shows the view that the address names. */
async function open() {
  const { view: named, parameters } = read();
  const view = VIEWS.includes(named) ? named : "play";
  turn += 1;
  const own = turn;
  leave();
  leave = () => {};
  frame(view);
  try {
    const [catalogue, { mount }] = await Promise.all([catalogues.get(language()) ?? get(`/api/games?lang=${language()}`), import(`./${view}.js`)]);
    if (own !== turn) return;
    catalogues.set(language(), catalogue);
    shell.catalogue = catalogue;
    leave = mount(main, parameters, shell);
  } catch (error) {
    if (own !== turn) return;
    main.replaceChildren(problem(error instanceof Failure ? error : { problem: { message: String(error.message ?? error) } }));
  }
}

function showKeys() {
  const rows = [
    ["← ↑ ↓ →", "keyArrows"], [word("enter"), "keyEnter"], ["u · r", "keyUndo"], ["h", "keyHint"], ["m", "keyMachine"],
    ["p", "keyPause"], ["1 – 5", "keyViews"], [`Ctrl ${word("enter")}`, "keyDraw"], ["?", "keyHelp"],
  ];
  dialog(word("keys"), element("dl", { class: "keys" }, ...rows.map(([key, name]) => element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, word(name))))));
}

document.getElementById("keys").addEventListener("click", showKeys);
document.getElementById("language").addEventListener("click", () => {
  speak(language() === "en" ? "fr" : "en");
  open();
});
document.getElementById("theme").addEventListener("click", () => {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", dataset.theme); } catch { /* Storage may be forbidden. */ }
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener("keydown", (event) => {
  if (typing(event)) return;
  if (event.key === "?") showKeys();
  const view = VIEWS[Number(event.key) - 1];
  if (view) location.hash = addresses[view] ?? `#/${view}`;
});
document.addEventListener("kept", ({ detail }) => {
  addresses[detail.view] = detail.hash;
  document.querySelector(`[data-view=${detail.view}]`)?.setAttribute("href", detail.hash);
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = document.querySelector("details.menu[open]");
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
addEventListener("hashchange", open);
begin();
open();
