// Takes the pictures of the page that the book and the README show: `ATTRACTOR=... node screenshots.mjs [FOLDER]`.

import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { begin, until } from "./support.mjs";

const MOST = 120_000;
const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../../../book/src/images");
const CONNECT = `game=connect4&position=${encodeURIComponent("....J../R...RR./RJ..JRR/JJRJJJR J")}`;
const PLAY = `#/play?${CONNECT}&first=human&second=perfect`;

/** Name, address, what must be there, settings, and what is done before the picture is taken. */
const PICTURES = [
  ["page-play", PLAY, ".verdict.exact"],
  ["page-play-dark", "#/play?game=tictactoe&moves=b2+a2&first=human&second=human", ".verdict.exact", { colorScheme: "dark" }],
  ["page-graph", "#/graph?vertex=4&step=2&preset=lecture", "#step-sentence", { viewport: { width: 1080, height: 830 } }],
  ["page-tree", `#/tree?${CONNECT}&only=3,4,5&depth=2&step=8`, "#total"],
  ["page-matches", "#/matches?game=connect4:5x4&first=minimax:depth=1-3&second=minimax:depth=1-3&games=20", "#play-match", {}, async (page) => {
    await page.click("#play-match");
    await page.waitForSelector(".paper svg");
  }],
  ["page-tables", "#/tables", ".paper svg", {}, async (page) => {
    await page.click("#probe");
    await page.waitForSelector(".side .verdict");
  }],
];

mkdirSync(folder, { recursive: true });
const site = await begin();
try {
  for (const [name, hash, ready, settings = {}, act = () => {}] of PICTURES) {
    const page = await site.visit(hash, { viewport: { width: 1080, height: 720 }, reducedMotion: "reduce", ...settings });
    await page.waitForSelector(ready);
    await act(page);
    await page.evaluate(() => { scrollTo(0, 0); document.activeElement?.blur(); });
    await until(page, () => !document.querySelector("[aria-busy=true]"));
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    assert.ok(statSync(path).size < MOST, `${name} has ${statSync(path).size} bytes`);
  }
  await site.leave();
} finally {
  await site.end();
}
