import type { Serving } from "../http/endpoint.ts";
import { followed } from "../endpoints/runs/events.ts";
import { whileGood } from "../endpoints/reads/while_good.ts";
import { eventPath, readEvents } from "../runs/event_file.ts";
import type { NumberedEvent } from "../runs/run.ts";
import { plain } from "./ansi.ts";
import { lineHtml, lineOf, type Search, shortLine } from "./log_line.ts";
import type { Visit } from "./visit.ts";
import { visibleRun } from "./visible_run.ts";

/** Lines that a page shows, the last ones, and characters of all of them. */
const MOST = { lines: 1000, characters: 1_000_000 };

/** Data written that a page may name. */
const MOST_WRITTEN = 1000;

/** A line of a log. */
interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/** What has happened so far in a run. */
export interface LogSoFar {
  lines: Line[];
  /** How many lines there are beyond those, as far as they were looked for. */
  left: number;
  /** Number of the last event. */
  after: number;
  written: { name: string; version: number; ephemeral?: true }[];
}

/** What has happened so far, by the last lines of it. A log is long: others are answered between its parts. */
export async function logSoFar(
  serving: Serving,
  id: string,
  search?: Search,
): Promise<LogSoFar> {
  const so: LogSoFar = { lines: [], left: 0, after: 0, written: [] };
  let number = 0;
  let characters = 0;
  for await (const events of pieces(serving, id)) {
    for (const numbered of events) {
      so.after = numbered.seq;
      if (numbered.event.kind === "data" && so.written.length < MOST_WRITTEN) {
        so.written.push(numbered.event.artifact);
      }
      const whole = lineOf(numbered);
      if (whole === undefined) continue;
      number += 1;
      const text = shortLine(whole);
      if (search !== undefined && !search.isIn(text)) continue;
      so.lines.push({ number, text });
      characters += text.length;
    }
    let first = Math.max(0, so.lines.length - MOST.lines);
    for (let at = 0; at < first; at++) characters -= so.lines[at]!.text.length;
    while (characters > MOST.characters) characters -= so.lines[first++]!.text.length;
    so.lines.splice(0, first);
    so.left += first;
  }
  return so;
}

/** The events of a run so far, in pieces between which others are answered. */
async function* pieces({ state }: Serving, id: string): AsyncGenerator<NumberedEvent[]> {
  const place = { offset: 0 };
  for (;;) {
    const events = readEvents(eventPath(state.folder, id), place);
    if (events.length === 0) return;
    yield events;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** The whole log as a text to keep: as it stands now, read as it is sent. */
export function logText(visit: Visit, id: string): Response {
  const { serving, caller } = visit;
  visibleRun(visit, id);
  const encoder = new TextEncoder();
  const all = pieces(serving, id);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await all.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value.map(textOf).join("")));
    },
    cancel: async () => void await all.return(undefined),
  }, { highWaterMark: 0 });
  const answer = new Response(body, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${id}.log"`,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store",
    },
  });
  return whileGood(answer, (ended) => serving.credentials.watch(caller, ended));
}

function textOf(numbered: NumberedEvent): string {
  const line = lineOf(numbered);
  return line === undefined ? "" : `${numbered.at} ${plain(line)}\n`;
}

/** The lines of a run that is in progress as they come, each as the HTML that its page shows. */
export async function followLog(visit: Visit, id: string): Promise<Response> {
  const { serving, caller, request, url } = visit;
  const after = Number(url.searchParams.get("after") ?? 0);
  return await followed({ serving, caller, run: visibleRun(visit, id), request }, {
    after: Number.isSafeInteger(after) && after > 0 ? after : 0,
    textOf: (numbered) => JSON.stringify({ html: htmlOf(numbered) }),
  });
}

function htmlOf(numbered: NumberedEvent): string {
  const line = lineOf(numbered);
  return line === undefined ? "" : String(lineHtml(shortLine(line)));
}
