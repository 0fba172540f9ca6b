// Every view's export menu: each format is what it says it is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { begin } from "./support.mjs";

const text = (pattern) => (bytes) => assert.match(bytes.toString("utf8"), pattern);
const starts = (...head) => (bytes) => assert.deepEqual([...bytes.subarray(0, head.length)], head);
const VALID = {
  png: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  pdf: (bytes) => { text(/^%PDF-/)(bytes); text(/%%EOF\s*$/)(bytes); },
  tex: text(/\\documentclass[^]*\\begin\{tikzpicture\}[^]*\\end\{document\}/),
  tikz: text(/\\begin\{tikzpicture\}[^]*\\end\{tikzpicture\}/),
  beamer: text(/\\documentclass[^]*\{beamer\}[^]*\\end\{document\}/),
  dot: text(/^(strict )?digraph[^]*\}\s*$/),
  json: (bytes) => JSON.parse(bytes.toString("utf8")),
  py: text(/=/),
};
const PICTURES = ["svg", "png", "pdf", "tex", "tikz", "json"];

let site;
before(async () => { site = await begin(); });
afterEach(() => site.leave());
after(() => site.end());

/** Saves every format that the menu offers, and looks at each file. */
async function saveAll(page, expected, kind = null) {
  await page.click(".export > summary");
  if (kind) await page.selectOption(".export select", kind);
  const offered = await page.$$eval(".formats [data-format]", (formats) => formats.map((format) => format.dataset.format));
  assert.deepEqual(offered, expected);
  for (const format of offered) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.formats [data-format=${format}]`)]);
    assert.match(download.suggestedFilename(), /^attractor-[\w-]+\.[a-z.]+$/);
    const bytes = readFileSync(await download.path());
    if (format === "svg") {
      const root = await page.evaluate((svg) => new DOMParser().parseFromString(svg, "image/svg+xml").documentElement.localName, bytes.toString("utf8"));
      assert.equal(root, "svg");
    } else {
      VALID[format](bytes);
    }
  }
}

// One page for each: Chromium refuses the eleventh of files that a page saves in a hurry.
for (const kind of ["analysis", "board", "history"]) {
  test(`a position as ${kind}`, async () => {
    const page = await site.visit("#/play?game=tictactoe&moves=b2+a1&first=human&second=human");
    await page.waitForSelector(".verdict.exact");
    await saveAll(page, PICTURES, kind);
  });
}

test("graphs", async () => {
  const page = await site.visit("#/graph");
  await page.waitForSelector(".spot");
  await saveAll(page, ["svg", "png", "pdf", "tex", "tikz", "beamer", "dot", "json", "py"]);
});

test("a graph at one step, and as an exercise", async () => {
  const page = await site.visit("#/graph?step=1");
  await page.waitForSelector(".spot");
  await page.click(".export > summary");
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=svg]")]);
    return readFileSync(await download.path(), "utf8");
  };
  const whole = await save();
  await page.check(".export label:has-text('step') input");
  const step = await save();
  await page.check(".export label:has-text('exercise') input");
  const exercise = await save();
  assert.equal(new Set([whole, step, exercise]).size, 3);
});

test("trees", async () => {
  const page = await site.visit("#/tree");
  await page.waitForSelector(".spot");
  await saveAll(page, ["svg", "png", "pdf", "tex", "tikz", "beamer", "dot", "json"]);
});

test("matches", async () => {
  const page = await site.visit("#/matches?game=tictactoe&first=random&second=random&games=4");
  await page.click("#play-match");
  await page.waitForSelector(".parts");
  await saveAll(page, PICTURES);
});

test("tables", async () => {
  const page = await site.visit("#/tables");
  await page.waitForSelector(".paper svg");
  await saveAll(page, PICTURES);
});
