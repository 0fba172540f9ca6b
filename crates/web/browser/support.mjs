// What every test needs: a server of its own, a browser, and pages that must not err or ask anybody else.

import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const program = process.env.ATTRACTOR;
assert.ok(program, "ATTRACTOR names the program, such as target/release/attractor");
/** How long a page may take for anything, in milliseconds: programs built for finding faults are slow. */
const PATIENCE = 30_000;
const run = promisify(execFile);

/** What the command itself answers. */
export async function command(...parts) {
  const { stdout } = await run(program, [...parts, "--json", "--lang", "en"], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

/** A server with a small table, on a free port. */
async function serve() {
  const folder = mkdtempSync(join(tmpdir(), "attractor-"));
  execFileSync(program, ["table", "build", "tictactoe", "--out", join(folder, "tictactoe")], { stdio: "ignore" });
  const child = spawn(program, ["serve", "--port", "0", "--tables", folder], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  const base = await new Promise((found, failed) => {
    child.on("exit", () => failed(new Error("the server ended")));
    child.stdout.on("data", (data) => {
      text += data;
      const address = /http:\/\/\S+:\d+\/?/.exec(text);
      if (address) found(address[0].replace(/\/?$/, "/"));
    });
  });
  const end = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { base, folder, end };
}

/** A server and a browser; `folder` is where its tables are, `visit` opens pages, `end` closes everything. */
export async function begin() {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const pages = [];

  async function visit(hash = "", settings = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", colorScheme: "light", ...settings });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const faults = [];
    const sizes = [];
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith(server.base) && !/^(data|blob):/.test(request.url())) faults.push(`asked ${request.url()}`);
    });
    page.on("requestfinished", (request) => {
      if (request.url().includes("/api/")) return;
      const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
      // Whoever asks for the sum hears of it; a page that is closed before that does not mind.
      size.catch(() => {});
      sizes.push(size);
    });
    await page.goto(server.base + hash);
    pages.push({ context, faults });
    return Object.assign(page, { faults, bytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) });
  }

  /** Closes the pages of a test; none of them may have complained. */
  async function leave() {
    for (const { context, faults } of pages.splice(0)) {
      await context.close();
      assert.deepEqual(faults, []);
    }
  }

  async function end() {
    await browser.close();
    server.end();
  }

  return { base: server.base, folder: server.folder, visit, leave, end };
}

/** What the chips say: for each move its outcome and the plies, as the list beside the board shows them. */
export async function chips(page) {
  await page.waitForSelector(".verdict.exact, .verdict.finished");
  return page.$$eval(".moves .move", (moves) => Object.fromEntries(moves.map((move) => [
    move.dataset.move,
    { outcome: ["win", "draw", "loss"].find((name) => move.querySelector(`.sign.${name}`)), words: move.querySelector(".words").textContent },
  ])));
}

/** Waits until the value of a position stands there; what it says. */
export async function verdict(page) {
  await page.waitForSelector(".verdict.exact, .verdict.finished");
  return page.textContent(".value .sentence");
}

/** Waits until a question about the page is answered with yes. (Playwright's own waiting evaluates text, which the policy forbids.) */
export async function until(page, question, about) {
  for (const start = Date.now(); Date.now() - start < PATIENCE; await new Promise((done) => setTimeout(done, 50))) {
    if (await page.evaluate(question, about)) return;
  }
  assert.fail(`waited in vain for ${question}`);
}
