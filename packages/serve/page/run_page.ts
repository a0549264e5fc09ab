import type { RunCheck, RunOrigin } from "@svc/core/answer";
import { isSvcError } from "@svc/core/error";
import { visibleLine } from "@svc/core/text";
import { html } from "hono/html";
import { mayRun } from "../rights/rights.ts";
import type { RunView } from "../answers/run.ts";
import { type Html, Notice } from "@svc/http/page";
import type { Page } from "./frame.ts";
import { onceField } from "./action.ts";
import { isRepeatable } from "./retry_run.ts";
import { lineHtml, type Search, searchFor } from "./log_line.ts";
import { type LogSoFar, logSoFar } from "./run_log.ts";
import { visibleRun } from "./visible_run.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, statusWord, when } from "./words.ts";

/** Data written that a page names. */
const WRITTEN = 50;

/** What made a run begin. Addresses of networks are not kept. */
const FROM: Record<RunView["trigger"], string> = {
  api: "the interface",
  page: "a page",
  mcp: "an agent (MCP)",
  schedule: "a schedule",
  webhook: "a webhook",
};

/** Characters of what is looked for in a log. */
const LONGEST_SEARCH = 200;

/** One run: how it stands, its log so far, and what comes while the page is open. */
export async function runPage(visit: Visit, id: string): Promise<Page> {
  visibleRun(visit, id);
  const find = (visit.url.searchParams.get("find") ?? "").slice(0, LONGEST_SEARCH);
  const search = find === "" ? undefined : searchFor(find);
  const log = await logSoFar(visit.serving, id, search);
  // Only now: of a run that has ended meanwhile there is nothing more to follow.
  const run = visibleRun(visit, id);
  const live = run.endedAt === null && search === undefined;
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
        <dd>${fromWhere(run)}</dd>
        <dt>Checks</dt>
        <dd>${checksOf(run)}</dd>
        ${originOf(run)}
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
      ${logTools(run, find)} ${logHtml(
        log,
        search,
        live ? `${pathTo("runs", run.id, "follow")}?after=${log.after}` : "",
      )}
      ${await written(visit, run, log.written)} ${reportsOf(run)}
    `,
  };
}

/** What it came by and with which credential, as far as the record knows. */
function fromWhere({ trigger, initiatedBy }: RunView): string {
  const [kind, name] = partsOf(initiatedBy);
  const as = name === undefined ? undefined : CREDENTIALS[kind];
  return as === undefined ? FROM[trigger] : `${FROM[trigger]}, ${as} ${name}`;
}

function partsOf(initiatedBy: string): [kind: string, name: string | undefined] {
  const at = initiatedBy.indexOf(":");
  return at < 0 ? [initiatedBy, undefined] : [initiatedBy.slice(0, at), initiatedBy.slice(at + 1)];
}

/** Kinds of credentials, by how the one who started a run is recorded. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  token: "with the token",
  user: "by the signed-in person",
};

const CHECKED: Record<RunCheck["status"], Html> = {
  passed: html`<span class="succeeded">passed</span>`,
  failed: html`<span class="failed">failed</span>`,
  notRun: html`<span class="quiet">not run</span>`,
};

function checksOf({ checks, endedAt }: RunView): Html | string {
  if (checks === undefined) return endedAt === null ? "not known yet" : "not known";
  if (checks.length === 0) return "none";
  return html`<ul class="rows">${
    checks.map(({ name, status, message }) =>
      html`<li><span>${visibleLine(name)}</span> <span>${CHECKED[status]}${
        message === undefined ? "" : `: ${message}`
      }</span></li>`
    )
  }</ul>`;
}

/** Where it comes from: whose code ran, whose consent it was, and the commit. */
function originOf({ origin, endedAt }: RunView): Html {
  const unknown = endedAt === null ? "not known yet" : "not known";
  const { extension, commit } = origin ?? {};
  return html`
    <dt>Extension</dt>
    <dd>${extension === undefined ? unknown : extensionOf(extension)}</dd>
    <dt>Consent</dt>
    <dd>${consentOf(origin, unknown)}</dd>
    ${origin?.others?.map((other) =>
      html`
        <dt>${OTHERS[other.does]}</dt>
        <dd>${extensionOf(other.extension)}; consent: ${consentOf(other, unknown)}</dd>
      `
    )}
    <dt>Commit</dt>
    <dd>${commit === undefined ? unknown : html`<code>${commit.id}</code>${changesOf(commit)}`}</dd>
  `;
}

const OTHERS = { checks: "Checks by", report: "Report by" } as const;

function consentOf({ extension, consent }: RunOrigin = {}, unknown: string): Html | string {
  if (consent !== undefined) {
    return html`${consent.by ?? "not known whose"}, ${when(consent.at)}`;
  }
  return extension === undefined || extension.from === "pulled" ? unknown : "none was needed";
}

const FROM_WHERE: Record<NonNullable<RunOrigin["extension"]>["from"], string> = {
  builtin: "comes with svc",
  local: "sources of the repository",
  pulled: "pulled",
};

function extensionOf(
  { name, version, from, checksum, serverUrl, logIndex }: NonNullable<RunOrigin["extension"]>,
): Html {
  return html`${name} ${version ?? ""}, ${FROM_WHERE[from]}${
    serverUrl === undefined ? "" : ` from ${serverUrl}`
  }${checksum === undefined ? "" : html`, SHA-256 <code>${checksum}</code>`}${
    logIndex === undefined ? "" : `, log entry ${logIndex}`
  }`;
}

function changesOf({ dirty }: NonNullable<RunOrigin["commit"]>): string {
  if (dirty === undefined) return ", changes not known";
  return dirty ? ", with changes that are not in it" : "";
}

/** The form that searches the log, and the way to keep it. */
function logTools({ id }: RunView, find: string): Html {
  const place = pathTo("runs", id);
  return html`
    <form class="actions search" method="get" action="${place}#log" role="search">
      <label for="find">Find in the log</label>
      <input id="find" name="find" type="search" value="${find}" maxlength="${LONGEST_SEARCH}" autocomplete="off">
      <button>Find</button>${find === "" ? "" : html`
        <a href="${place}#log">Whole log</a>
      `} <a href="${place}/log">Download</a>
    </form>
  `;
}

/** The last lines of a log, or those that were found. @param follow where further ones come from, if any */
function logHtml({ lines, left }: LogSoFar, search: Search | undefined, follow: string): Html {
  const what = search === undefined ? "earlier lines" : "earlier lines with it";
  const shown = search === undefined
    ? lines.map(({ text }) => lineHtml(text))
    : lines.map(({ number, text }) =>
      html`<span class="line-number">${number} </span>${search.marked(text)}`
    );
  const events = follow === "" ? "" : html`data-events="${follow}"`;
  return html`
    ${search === undefined
      ? ""
      : html`<p>${
        left + lines.length === 1 ? "One line has it." : `${left + lines.length} lines have it.`
      }</p>`} ${left > 0 ? html`<p class="quiet">${left} ${what} are left out.</p>` : ""}
    <div><input type="checkbox" id="wrap" checked> <label for="wrap">Wrap long lines</label>
    <pre class="log" tabindex="0" role="log" aria-labelledby="log" ${events}>${shown}</pre></div>
  `;
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
  /** True for what went with the run; its record does not say so. */
  ephemeral?: true;
}

/** What a run wrote, each with what that changed. */
async function written(
  visit: Visit,
  run: RunView,
  seen: readonly Written[],
): Promise<Html | string> {
  const gone = new Set(seen.filter(({ ephemeral }) => ephemeral).map(({ name }) => name));
  const all = run.endedAt === null ? seen : await recorded(visit, run) ?? seen;
  const shown = all.slice(0, WRITTEN);
  if (shown.length === 0) {
    return run.endedAt === null ? "" : html`<p class="quiet">It wrote nothing.</p>`;
  }
  return html`
    <h2>It wrote</h2>
    <ul>${shown.map(({ name, version }) => {
      if (gone.has(name)) return html`<li>${name}, version ${version}, only while it ran</li>`;
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
