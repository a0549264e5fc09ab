import { isSvcError, SvcError } from "@svc/core/error";
import { visibleLine } from "@svc/core/text";
import { html } from "hono/html";
import { mayRead, mayRun } from "../rights/rights.ts";
import type { Serving } from "../http/endpoint.ts";
import { eventPath, readEvents } from "../runs/event_file.ts";
import type { RunView } from "../answers/run.ts";
import type { NumberedEvent } from "../runs/run.ts";
import { type Html, Notice } from "@svc/http/page";
import type { Page } from "./frame.ts";
import { onceField } from "./action.ts";
import { isRepeatable } from "./retry_run.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, statusWord, when } from "./words.ts";

/** Data written that a page names. */
const WRITTEN = 50;

/** What made a run begin. Addresses of networks are not kept. */
const FROM: Record<RunView["trigger"], string> = {
  api: "a page or a request of the interface",
  mcp: "an agent (MCP)",
  schedule: "a schedule",
  webhook: "a webhook",
};

/** Lines of a log that a page shows: the last ones. */
const LINES = 1000;

/** One run: how it stands, its log so far, and what comes while the page is open. */
export async function runPage(visit: Visit, id: string): Promise<Page> {
  visibleRun(visit, id);
  const { lines, left, after, artifacts } = await logSoFar(visit.serving, id);
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
        <dd>${run.initiatedBy}</dd>
        <dt>From</dt>
        <dd>${FROM[run.trigger]}</dd>
        <dt>Accepted</dt>
        <dd>${when(run.queuedAt)}</dd>
        <dt>Begun</dt>
        <dd>${when(run.startedAt)}</dd>
        <dt>Ended</dt>
        <dd>${when(run.endedAt)}</dd>
        <dt>Id</dt>
        <dd>${run.id}</dd>
      </dl>
      ${errorOf(run)} ${actionsOf(visit, run)} ${inputsOf(run)}
      <h2 id="log">Log</h2>
      ${left > 0 ? html`<p class="quiet">${left} earlier lines are left out.</p>` : ""}
      <pre class="log" tabindex="0" role="log" aria-labelledby="log" ${live
        ? html`data-events="/api/v1/runs/${run.id}/events?after=${after}"`
        : ""}>${lines.map((line) => `${line}\n`).join("")}</pre>
      ${await written(visit, run, artifacts)} ${reportsOf(run)}
    `,
  };
}

/** What the visitor may do with a run: cancel it while it is in progress, then run its method again. */
function actionsOf({ caller }: Visit, run: RunView): Html | string {
  const { id, behavior, method, endedAt } = run;
  if (!mayRun(caller.rights, behavior, method)) return "";
  if (endedAt === null) {
    return html`
      <form method="post" action="${pathTo(
        "runs",
        id,
        "cancel",
      )}"><button>Cancel this run</button></form>
    `;
  }
  const form = `${pathTo("behaviors", behavior, "methods", method)}?from=${id}`;
  return html`
    <div class="actions">${isRepeatable(run)
      ? html`<form method="post" action="${pathTo("runs", id, "retry")}">${onceField()}<button
        >Run again</button></form>`
      : ""}<a class="button" href="${form}">Change inputs</a></div>
  `;
}

function inputsOf({ inputs }: RunView): Html {
  return html`
    <h2>Inputs</h2>
    ${inputs === undefined
      ? html`<p class="quiet">Not known: they are not kept.</p>`
      : Object.keys(inputs).length === 0
      ? html`<p class="quiet">None.</p>`
      : html`<dl>${
        Object.entries(inputs).map(([name, value]) =>
          html`
            <dt>${visibleLine(name)}</dt>
            <dd>${inputText(value)}</dd>
          `
        )
      }</dl>`}
  `;
}

function inputText(value: unknown): Html | string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.includes("\n")
    ? html`<pre tabindex="0">${text}</pre>`
    : text === ""
    ? "(empty)"
    : text;
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

/** A version of data that a run wrote. */
interface Written {
  name: string;
  version: number;
}

/** What a run wrote, each with what that changed. */
async function written(
  visit: Visit,
  run: RunView,
  seen: readonly Written[],
): Promise<Html | string> {
  const all = run.endedAt === null ? seen : await recorded(visit, run) ?? seen;
  const shown = all.slice(0, WRITTEN);
  if (shown.length === 0) {
    return run.endedAt === null ? "" : html`<p class="quiet">It wrote nothing.</p>`;
  }
  return html`
    <h2>It wrote</h2>
    <ul>${shown.map(({ name, version }) => {
      const place = pathTo("behaviors", run.behavior, "data", name);
      return html`<li><a href="${place}?version=${version}">${name}</a>, version ${version}, <a
        href="${place}/changes?version=${version}">changes<span class="visually-hidden"> of ${name}</span
        ></a></li>`;
    })}</ul>
    ${all.length > WRITTEN ? html`<p class="quiet">And ${all.length - WRITTEN} more.</p>` : ""}
  `;
}

/** What the record of a run says that it wrote; undefined where there is none. */
async function recorded(visit: Visit, { outputId }: RunView): Promise<Written[] | undefined> {
  if (outputId === null) return undefined;
  try {
    const { artifacts } = await read(visit, "behaviors.output", { output: outputId });
    return artifacts.dataArtifacts;
  } catch (error) {
    if (isSvcError(error) && error.status < 500) return undefined;
    throw error;
  }
}

function reportsOf({ behavior, result }: RunView): Html | string {
  const reports = Object.values(result?.reports ?? {});
  if (reports.length === 0) return "";
  return html`
    <h2>Reports</h2>
    <ul>${reports.map(({ name, success, error }) =>
      html`<li>${
        success
          ? html`<a href="${pathTo("behaviors", behavior, "reports", name)}">${name}</a>`
          : `${name}: ${error ?? "failed"}`
      }</li>`
    )}</ul>
  `;
}

/** What has happened so far, by the last lines of it. A log is long: others are answered between its parts. */
async function logSoFar(
  { state }: Serving,
  id: string,
): Promise<{ lines: string[]; left: number; after: number; artifacts: Written[] }> {
  const place = { offset: 0 };
  const lines: string[] = [];
  const artifacts: Written[] = [];
  let count = 0;
  let after = 0;
  for (let events = some(); events.length > 0; events = some()) {
    for (const numbered of events) {
      after = numbered.seq;
      if (numbered.event.kind === "data" && artifacts.length < LINES) {
        artifacts.push(numbered.event.artifact);
      }
      const line = lineOf(numbered);
      if (line === undefined) continue;
      count += 1;
      lines.push(line);
    }
    lines.splice(0, lines.length - LINES);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return { lines, left: count - lines.length, after, artifacts };

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
