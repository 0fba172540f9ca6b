// The page for everybody: axe-core, the keyboard alone, a phone's width, French, and a light page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { begin, until, verdict } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = {
  play: ["#/play?game=tictactoe&moves=b2&first=human&second=human", ".verdict.exact"],
  graph: ["#/graph?vertex=4", "#step-sentence"],
  tree: ["#/tree?step=5", "#total"],
  matches: ["#/matches?first=random&second=random&games=4", "#play-match"],
  tables: ["#/tables", ".paper svg"],
};

let site;
before(async () => { site = await begin(); });
afterEach(() => site.leave());
after(() => site.end());

async function open(view, settings) {
  const [hash, ready] = VIEWS[view];
  const page = await site.visit(hash, settings);
  await page.waitForSelector(ready);
  if (view === "matches") {
    await page.click("#play-match");
    await page.waitForSelector(".parts");
  }
  return page;
}

for (const view of Object.keys(VIEWS)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe-core finds nothing in ${view}, ${colorScheme}`, async () => {
      // axe-core is put in from outside, which the page's own policy forbids.
      const page = await open(view, { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), []);
    });
  }

  test(`${view} fits a width of 390 pixels`, async () => {
    const page = await open(view, { viewport: { width: 390, height: 844 }, hasTouch: true });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  });
}

test("a game with touch at 390 pixels", async () => {
  const page = await site.visit("#/play?game=connect4:5x4&first=human&second=random", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.tap(".spot[data-move='3']");
  await until(page, () => document.querySelectorAll(".ply").length > 2);
});

test("the keyboard alone is enough", async () => {
  const page = await site.visit("#/play?game=tictactoe&first=human&second=human");
  await verdict(page);
  const focused = () => page.evaluate(() => document.activeElement.dataset.move);
  const press = (key) => page.keyboard.press(key);
  for (let tabs = 0; tabs < 30 && !(await page.evaluate(() => document.activeElement.matches(".spot"))); tabs += 1) await press("Tab");
  await press("ArrowRight");
  await press("ArrowDown");
  const chosen = await focused();
  assert.ok(chosen, "a move has the focus");
  await press("Enter");
  await until(page, () => document.querySelectorAll(".ply").length === 2);
  assert.equal(await page.textContent(".ply[aria-current]"), chosen);
  await verdict(page);
  assert.ok(await focused(), "the focus stays on the board");
  assert.match(await page.textContent("#live"), /\S/);
  await press("u");
  await page.waitForSelector(".ply.later");
  await press("r");
  await until(page, () => !document.querySelector(".ply.later"));
  await press("?");
  await page.waitForSelector("dialog[open]");
  await press("Escape");
  await until(page, () => !document.querySelector("dialog"));
  await press("2");
  await page.waitForSelector("#step-sentence");
  const before = await page.textContent("#step-sentence");
  await press("ArrowLeft");
  assert.notEqual(await page.textContent("#step-sentence"), before);
  assert.match(page.url(), /step=/);
});

test("a focused control is seen", async () => {
  const page = await site.visit("#/play?game=tictactoe");
  await page.waitForSelector(".spot");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
});

test("French, by the browser's language, by the button, and remembered", async () => {
  const page = await site.visit("#/play?game=nim:8,take=1-2&first=human&second=human", { locale: "fr-FR" });
  assert.match(await verdict(page), /joueur 1.*gagne/i);
  assert.equal(await page.textContent("[data-view=graph]"), "Graphe");
  assert.equal(await page.getAttribute("html", "lang"), "fr");
  await page.click("#language");
  await until(page, () => /wins/.test(document.querySelector(".value .sentence")?.textContent ?? ""));
  await page.reload();
  assert.match(await verdict(page), /wins/);
});

test("dark by the button, and remembered", async () => {
  const page = await site.visit("#/play?game=tictactoe");
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await page.click("#theme");
  assert.notEqual(await colour(), light);
  await page.reload();
  assert.notEqual(await colour(), light);
});

test("the first paint takes less than 100 KB, and nothing from elsewhere", async () => {
  const page = await site.visit("");
  await page.waitForSelector(".spot");
  const bytes = await page.bytes();
  assert.ok(bytes > 50_000 && bytes < 100_000, `${bytes} bytes`);
});

test("values are hidden when they are to be, and shown on focus", async () => {
  const page = await site.visit("#/play?game=tictactoe&first=human&second=human&chips=never");
  await page.waitForSelector(".spot");
  assert.equal(await page.locator(".sign").count(), 0);
  await page.selectOption("label:has-text('Values of the moves') + select", "hover");
  await page.waitForSelector(".spot .sign", { state: "attached" });
  const opacity = () => page.$eval(".spot[data-move='b2'] .chip", (chip) => getComputedStyle(chip).opacity);
  assert.equal(await opacity(), "0");
  await page.hover(".spot[data-move='b2']");
  assert.equal(await opacity(), "1");
});
