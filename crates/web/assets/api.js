// Talking to the server: plain requests, and jobs that report progress as server-sent events.

import { language, word } from "./words.js";

/** An answer that is an error: `problem` has id, message, status, place and suggestion. */
export class Failure extends Error {
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}

async function request(path, settings) {
  let response;
  try {
    response = await fetch(path, settings);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure({ id: "unreachable", message: word("unreachable") });
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw new Failure(answer?.error ?? { id: "status", message: `${response.status} ${response.statusText}`, status: response.status });
  }
  return response;
}

function post(body, signal, accept) {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return { method: "POST", headers, body: JSON.stringify({ ...body, lang: language() }), signal };
}

/** A thing to read. */
export async function get(path, signal) {
  return (await request(path, { signal, headers: { Accept: "application/json" } })).json();
}

/** A question that is answered at once. */
export async function ask(path, body, signal) {
  return (await request(path, post(body, signal, "application/json"))).json();
}

/** A file: its name and its bytes. */
export async function file(body, signal) {
  const response = await request("/api/export", post(body, signal, "*/*"));
  const name = /filename="?([^";]+)"?/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name ?? `attractor.${body.format}`, blob: await response.blob() };
}

/** A job: `on` has a function for each event before the last (queue, progress, estimate). Aborting ends the work. */
export async function job(path, body, { signal, on = {} } = {}) {
  const response = await request(path, post(body, signal, "text/event-stream"));
  if (!(response.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) return response.json();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value.replaceAll("\r", "");
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event.name === "done") {
          drain(reader);
          return event.data;
        }
        if (event.name === "failed") throw new Failure(event.data.error);
        if (event.data !== null) on[event.name]?.(event.data);
      }
    }
  } catch (error) {
    if (error instanceof Failure || error.name === "AbortError") throw error;
    throw new Failure({ id: "unreachable", message: word("unreachable") });
  }
  throw new Failure({ id: "broken", message: word("broken") });
}

/** Reads what is left, which is nothing but the end: giving up here would look like leaving. */
async function drain(reader) {
  try {
    while (!(await reader.read()).done);
  } catch { /* The answer is there already. */ }
}

/** One event: `event: NAME` and lines `data: TEXT`; lines that begin with a colon only keep the connection. */
function parse(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).trim());
  }
  return { name, data: data.length > 0 ? JSON.parse(data.join("\n")) : null };
}

/** What a job reports before its end, written into a note and, if it is counted, a bar. */
export function progress(note, bar = null) {
  return {
    queue: ({ place }) => { note.textContent = word("queued", { place }); },
    progress: ({ done, total, text }) => {
      note.textContent = total ? word("done", { done, total }) : text ?? word("computing");
      if (bar && total) Object.assign(bar, { max: total, value: done });
    },
  };
}

/** Whether an error only says that the work was given up. */
export function aborted(error) {
  return error.name === "AbortError";
}

/** Whether an error says that the work is too much for this server. */
export function limited(error) {
  return error.problem?.id === "time-limit" || error.problem?.status === 422;
}
