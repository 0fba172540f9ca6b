// What a visitor comes for: the lecture's graph, a lost game, a drawn one, Chomp, the steps of alpha-beta, a match, a table.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { begin, chips, command, until, verdict } from "./support.mjs";

const LECTURE = "G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}";
const CONNECT = "....J../R...RR./RJ..JRR/JJRJJJR J";

let site;
before(async () => { site = await begin(); });
afterEach(() => site.leave());
after(() => site.end());

/** Pastes a graph and has it drawn. */
async function paste(page, text, owner) {
  await page.waitForSelector("#graph-text");
  await page.fill("#graph-text", text);
  if (owner !== undefined) await page.fill("#owner", owner);
  await page.click("#draw");
  await until(page, () => !document.querySelector("[aria-busy=true]"));
}

test("the notes' graph, pasted, is stepped through layer by layer", async () => {
  const page = await site.visit("#/graph?preset=own&text=0:");
  await paste(page, LECTURE, "v < 4");
  await page.selectOption("label:has-text('Attractor of') + select", "1");
  await until(page, () => !document.querySelector("[aria-busy=true]"));
  await page.click("button[aria-label='First step']");
  const seen = [];
  for (const layer of ["{7}", "{2}", "{4}", "{0, 1}"]) {
    const sentence = await page.textContent("#step-sentence");
    assert.ok(sentence.includes(layer), `${sentence} names ${layer}`);
    seen.push(await page.$$eval(".sheet svg [data-from]", (items) => items.filter((item) => item.getAttribute("visibility") !== "hidden").length));
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(new Set(seen).size, 4, "each step shows something else");
  await page.click(".spot[data-name='4']");
  const why = await page.textContent("#why");
  assert.match(why, /4.*\{2\}.*A_1/);
});

test("a strategy that does not win is refuted by a play", async () => {
  const page = await site.visit("#/graph");
  await page.waitForSelector(".spot[data-name='7']");
  await page.fill("textarea[rows='4']", "0 -> 5\n1 -> 4\n2 -> 7");
  await page.click("#check");
  assert.match(await page.textContent("#refutation"), /0 → 5 → 3/);
  await page.fill("textarea[rows='4']", "0 -> 4\n1 -> 4\n2 -> 7");
  await page.click("#check");
  await page.waitForSelector("#verdict .good");
});

test("a vertex with a hostile name stays text", async () => {
  const page = await site.visit("#/graph?preset=own&text=0:");
  await paste(page, "G = {'<script>alert(1)</script>': ['b'], 'b': []}", "v == 'b'");
  const vertex = page.locator(".spot").filter({ has: page.locator("xpath=self::*[contains(@data-name,'script')]") });
  await vertex.click();
  assert.ok((await page.textContent("#why")).includes("<script>alert(1)</script>"));
  assert.equal(await page.locator("#main script").count(), 0);
});

test("from a lost Connect Four position the perfect player wins, and every chip equals the command's analysis", async () => {
  const page = await site.visit(`#/play?game=connect4&position=${encodeURIComponent(CONNECT)}&moves=2&first=perfect&second=human`);
  const line = ["2"];
  for (;;) {
    const told = await verdict(page);
    if (await page.locator(".verdict.finished").count()) {
      assert.match(told, /1 wins/);
      break;
    }
    assert.match(told, /loses/);
    const shown = await chips(page);
    const truth = await command("analyse", "connect4", "--position", CONNECT, "--moves", line.join(" "));
    assert.deepEqual(Object.keys(shown), truth.moves.map(({ move }) => move));
    for (const { move, outcome, plies } of truth.moves) {
      assert.equal(shown[move].outcome, outcome, `${line} ${move}`);
      assert.ok(shown[move].words.includes(String(plies)), `${shown[move].words} says ${plies}`);
    }
    const label = await page.getAttribute(`.spot[data-move='${truth.position.best[0]}']`, "aria-label");
    assert.match(label, /loses in/);
    await page.click(`.spot[data-move='${truth.position.best[0]}']`);
    await until(page, (count) => document.querySelectorAll(".ply").length > count + 1 || document.querySelector(".verdict.finished"), line.length + 1);
    line.splice(0, line.length, ...(await page.$$eval(".ply", (plies) => plies.slice(1).map((ply) => ply.textContent.trim()))));
    assert.ok(line.length < 12, "it ends");
  }
});

test("tic-tac-toe, well played, is a draw, and undo and redo keep the line", async () => {
  const page = await site.visit("#/play?game=tictactoe&first=human&second=perfect");
  while (!(await page.locator(".verdict.finished").count())) {
    await chips(page);
    const { best } = (await command("analyse", "tictactoe", ...(await played(page)))).position;
    const count = await page.locator(".ply").count();
    await page.click(`.spot[data-move='${best[0]}']`);
    await until(page, (before) => document.querySelector(".verdict.finished") || (document.querySelectorAll(".ply").length > before + 1 && document.querySelector(".verdict.exact")), count);
  }
  assert.match(await verdict(page), /draw/i);
  const whole = await played(page);
  await page.keyboard.press("u");
  await page.waitForSelector(".ply.later");
  assert.deepEqual(await played(page), whole);
  await page.reload();
  await page.waitForSelector(".ply.later");
  assert.deepEqual(await played(page), whole, "the link reopens the line");
  while (await page.locator(".ply.later").count()) {
    const count = await page.locator(".ply.later").count();
    await page.click("[data-control=redo]");
    await until(page, (before) => document.querySelectorAll(".ply.later").length < before, count);
  }
  await page.waitForSelector(".verdict.finished");
});

/** The moves on the page, as options of the command. */
async function played(page) {
  const moves = await page.$$eval(".ply", (plies) => plies.slice(1).map((ply) => ply.textContent.trim()));
  return moves.length > 0 ? ["--moves", moves.join(" ")] : [];
}

test("Chomp's winning first move is shown and, once played, leaves a lost position", async () => {
  const page = await site.visit("#/play?game=chomp:3x4&first=human&second=human");
  const { position } = await command("analyse", "chomp:3x4");
  const shown = await chips(page);
  const winning = Object.keys(shown).filter((move) => shown[move].outcome === "win");
  assert.deepEqual(winning, position.best);
  await page.keyboard.press("h");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.move), winning[0]);
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelectorAll(".ply").length === 2 && document.querySelector(".verdict.exact"));
  assert.match(await verdict(page), /2.*loses/);
  assert.ok(Object.values(await chips(page)).every(({ outcome }) => outcome === "loss"));
});

test("alpha-beta is stepped through, with its cut and the number of nodes visited", async () => {
  const page = await site.visit(`#/tree?game=connect4&position=${encodeURIComponent(CONNECT)}&only=3,4,5&depth=2&algorithm=alpha-beta`);
  await page.waitForSelector("#total");
  assert.match(await page.textContent("#total"), /12 of 13/);
  await page.click("button[aria-label='First step']");
  let steps = 0;
  const cuts = [];
  while (await page.locator("button[aria-label='Step forward']:not(:disabled)").count()) {
    await page.keyboard.press("ArrowRight");
    steps += 1;
    const cut = page.locator("#current .cut dd");
    if (await cut.count()) cuts.push(await cut.textContent());
  }
  assert.equal(steps, 12);
  assert.match(await page.textContent("#visited"), /12 of 13/);
  assert.deepEqual(cuts, ["-1 ≤ α = -1"]);
  assert.match(await page.textContent("#current"), /root.*0/s);
});

test("a tree typed in is searched, and drawn in more or fewer levels", async () => {
  const page = await site.visit("#/tree");
  await page.waitForSelector("#total");
  assert.match(await page.textContent("#total"), /18 of 22/);
  const all = await page.locator(".spot").count();
  await page.click("button[aria-label='Show one level less']");
  await until(page, (before) => document.querySelectorAll(".spot").length < before, all);
  await page.selectOption("label:has-text('Algorithm') + select", "minimax");
  await until(page, () => /22 of 22/.test(document.querySelector("#total").textContent));
});

test("a match is played, and a range of depths gives a table of strengths", async () => {
  const page = await site.visit("#/matches?game=tictactoe&first=minimax:depth=3&second=random&games=10");
  await page.click("#play-match");
  await page.waitForSelector(".parts");
  const numbers = (await page.getAttribute(".parts", "aria-label")).match(/\d+/g).map(Number);
  assert.equal(numbers[0] + numbers[1] + numbers[2], 10);
  await page.fill("label:has-text('Depth') + input", "1-2");
  await page.keyboard.press("Tab");
  await page.click("#play-match");
  await page.waitForSelector(".paper svg");
});

test("a table tells its figures and answers about a position", async () => {
  const page = await site.visit("#/tables");
  await page.waitForSelector(".paper svg");
  assert.match(await page.textContent(".facts"), /positions/);
  await page.click("#probe");
  await page.waitForSelector(".side .verdict");
  assert.match(await page.textContent(".side .verdict"), /draw/i);
});

test("a table that processes are building is followed until it is done", async () => {
  const work = join(site.folder, "four.work");
  const told = (process) => ({
    process, address: `127.0.0.1:${4001 + process}`, messages: 1234, parcels: 5, bytes: 6000, bytes_sent: 3 << 20, bytes_received: 1 << 20,
    levels: 7, wait_seconds: 0.5, cpu_seconds: 12.5, memory: 99 << 20,
  });
  mkdirSync(work);
  writeFileSync(join(work, "status.json"), JSON.stringify({
    game: "connect4:4x4", progress: "valuing", layer: 12, done: 40_000, total: 161_029, processes: [told(0), told(1)],
  }));
  const page = await site.visit("#/tables");
  await page.waitForSelector("#builds tbody tr");
  assert.match(await page.textContent("#builds"), /four \(connect4:4x4\).*valuing.*40,000 of 161,029/s);
  const rows = await page.$$eval("#builds tbody tr", (rows) => rows.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent)));
  assert.deepEqual(rows, [["0", "127.0.0.1:4001", "1,234", "3"], ["1", "127.0.0.1:4002", "1,234", "3"]]);
  rmSync(work, { recursive: true });
  await until(page, () => document.querySelector("#builds").hidden);
  await page.waitForSelector(".paper svg");
});

test("the history marks blunders", async () => {
  const page = await site.visit("#/play?game=tictactoe&moves=b2+a2&first=human&second=human");
  await page.waitForSelector(".verdict.exact");
  await page.click("details.card > summary");
  await page.waitForSelector(".chart svg");
  assert.match(await page.textContent(".blunders"), /2\. a2/);
  assert.equal(await page.locator(".ply.blunder").count(), 1);
});

test("after fool's mate nothing is said of moves whose values are not known", async () => {
  const page = await site.visit("#/play?game=chess&moves=f3+e5+g4+Qh4%23&first=human&second=human");
  await page.waitForSelector(".verdict.finished");
  await page.click("details.card > summary");
  await page.waitForSelector(".chart svg");
  assert.equal(await page.textContent(".blunders"), "The values here are not known: nothing can be said of the moves.");
  assert.equal(await page.locator(".ply.blunder").count(), 0);
  assert.doesNotMatch(await page.textContent("body"), /gave anything away/);
});

test("mistakes are explained with their place", async () => {
  const page = await site.visit("#/graph?preset=own&text=0:");
  await paste(page, "G = {0: [1, 1: []}", "v < 4");
  await page.waitForSelector(".problem pre");
  assert.match(await page.textContent(".problem pre"), /\^/);
});
