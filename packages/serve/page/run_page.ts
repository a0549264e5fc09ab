import { SvcError } from "@svc/core/error";
import { html } from "hono/html";
import { mayRead, mayRun } from "../rights/rights.ts";
import type { Serving } from "../http/endpoint.ts";
import { eventPath, readEvents } from "../runs/event_file.ts";
import type { RunView } from "../answers/run.ts";
import type { NumberedEvent } from "../runs/run.ts";
import { type Html, Notice } from "@svc/http/page";
import type { Page } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { pathTo, statusWord, when } from "./words.ts";

/** Lines of a log that a page shows: the last ones. */
const LINES = 1000;

/** One run: how it stands, its log so far, and what comes while the page is open. */
export async function runPage(visit: Visit, id: string): Promise<Page> {
  visibleRun(visit, id);
  const { lines, left, after } = await logSoFar(visit.serving, id);
  // Only now: of a run that has ended meanwhile there is nothing more to follow.
  const run = visibleRun(visit, id);
  const live = run.endedAt === null;
  return {
    title: `${run.behavior} ${run.method}`,
    follows: live,
    body: html`
      <h1>${run.behavior} ${run.method}</h1>
      <dl>
        <dt>Status</dt>
        <dd>${statusWord(run.status)}</dd>
        <dt>Behavior</dt>
        <dd><a href="${pathTo("behaviors", run.behavior)}">${run.behavior}</a></dd>
        <dt>Started by</dt>
        <dd>${run.initiatedBy} (${run.trigger})</dd>
        <dt>Accepted</dt>
        <dd>${when(run.queuedAt)}</dd>
        <dt>Begun</dt>
        <dd>${when(run.startedAt)}</dd>
        <dt>Ended</dt>
        <dd>${when(run.endedAt)}</dd>
        <dt>Id</dt>
        <dd>${run.id}</dd>
      </dl>
      ${errorOf(run)} ${cancelForm(visit, run)}
      <h2 id="log">Log</h2>
      ${left > 0 ? html`<p class="quiet">${left} earlier lines are left out.</p>` : ""}
      <pre class="log" tabindex="0" role="log" aria-labelledby="log" ${live
        ? html`data-events="/api/v1/runs/${run.id}/events?after=${after}"`
        : ""}>${lines.map((line) => `${line}\n`).join("")}</pre>
      ${wrote(run)}
    `,
  };
}

/** The button that cancels a run in progress, for those who may. */
function cancelForm({ caller }: Visit, { id, behavior, method, endedAt }: RunView): Html | string {
  if (endedAt !== null || !mayRun(caller.rights, behavior, method)) return "";
  return html`
    <form method="post" action="${pathTo(
      "runs",
      id,
      "cancel",
    )}"><button>Cancel this run</button></form>
  `;
}

function visibleRun({ serving, caller }: Visit, id: string): RunView {
  const run = serving.runs.get(id);
  if (run === undefined || !mayRead(caller.rights, run.behavior)) throw absent("run");
  return run;
}

function errorOf({ error }: RunView): Html | string {
  if (error === null) return "";
  return Notice({
    kind: "error",
    title: `${error.code}: ${error.error}`,
    children: error.hint === undefined ? "" : html`<p>${error.hint}</p>`,
  });
}

function wrote({ behavior, result }: RunView): Html | string {
  if (result === null) return "";
  const names = [...new Set(result.dataArtifacts.map(({ name }) => name))].slice(0, 50);
  if (names.length === 0) return html`<p class="quiet">It wrote nothing.</p>`;
  return html`
    <h2>It wrote</h2>
    <ul>${names.map((name) =>
      html`<li><a href="${pathTo("behaviors", behavior, "data", name)}">${name}</a></li>`
    )}</ul>
  `;
}

/** What has happened so far, by the last lines of it. A log is long: others are answered between its parts. */
async function logSoFar(
  { state }: Serving,
  id: string,
): Promise<{ lines: string[]; left: number; after: number }> {
  const place = { offset: 0 };
  const lines: string[] = [];
  let count = 0;
  let after = 0;
  for (let events = some(); events.length > 0; events = some()) {
    for (const numbered of events) {
      after = numbered.seq;
      const line = lineOf(numbered);
      if (line === undefined) continue;
      count += 1;
      lines.push(line);
    }
    lines.splice(0, lines.length - LINES);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return { lines, left: count - lines.length, after };

  function some(): NumberedEvent[] {
    return readEvents(eventPath(state.folder, id), place);
  }
}

/** An event as a line of the log, the same as the script writes it. */
function lineOf({ event }: NumberedEvent): string | undefined {
  switch (event.kind) {
    case "output":
      return event.level === "info" ? event.text : `${event.level}: ${event.text}`;
    case "started":
      return `Running ${event.method} of ${event.model}`;
    case "waiting":
      return `Waiting: ${event.model} is in use by ${event.holder}`;
    case "data":
      return `wrote ${event.artifact.name}`;
    case "truncated":
      return "More output is not kept.";
    default:
      return undefined;
  }
}

/** The one answer to what is not there and to what the visitor may not see. */
function absent(what: string): SvcError {
  return new SvcError("not_found", `There is no such ${what}, or you may not see it`);
}
