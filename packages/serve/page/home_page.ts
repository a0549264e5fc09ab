import type { BehaviorSearch } from "@svc/core/answer";
import type { Html } from "@svc/http/page";
import { lockHolder } from "@svc/runtime/repository";
import { html } from "hono/html";
import type { RunSummary } from "../answers/run.ts";
import type { ScheduleView } from "../answers/schedule.ts";
import { visibleSchedules } from "../endpoints/triggers/schedules.ts";
import { mayRead } from "../rights/rights.ts";
import type { RunFilter, RunStatus } from "../runs/run.ts";
import { lockOf } from "../runs/waiting.ts";
import type { Page } from "./frame.ts";
import { read, type Visit } from "./visit.ts";
import { list, pathTo, statusWord, when } from "./words.ts";
import { whenIn, type Zone, zoneOf } from "./zone.ts";

/** Lines of each list. */
const LINES = 20;

/** Characters of an error. */
const LONGEST = 200;

/** Where a run says whether its behavior works. One that was cancelled says nothing of it. */
const TELLING: readonly RunStatus[] = ["succeeded", "failed", "interrupted"];

type Behaviors = BehaviorSearch["results"];

/** What needs somebody: what fails, what runs, what waits and for whom, what comes next. */
export async function homePage(visit: Visit): Promise<Page> {
  const { results } = await read(visit, "behaviors.search", {});
  const scheduled = visibleSchedules(visit.serving, visit.caller);
  const zone = zoneOf(visit);
  const body = results.length === 0
    ? html`<p>${NO_BEHAVIORS}</p>`
    : html`<div class="board">${failing(visit, results)}${running(visit)}${
      waiting(visit, results)
    }${coming(scheduled, zone)}</div>${scheduled.length === 0 ? "" : zone.form}`;
  return { title: "Home", cookie: zone.cookie, body: html`<h1>Home</h1>${body}` };
}

/** What is said to a visitor who sees no behavior at all. */
export const NO_BEHAVIORS =
  "No behavior that you may see. The operator of this server can say why: " +
  "'svc behavior create' makes one, and a token's allow list says which it sees.";

function failing(visit: Visit, behaviors: Behaviors): Html {
  const failed = behaviors
    .flatMap(({ name }) => runsOf(visit, { behavior: name, status: TELLING, limit: 1 }))
    .filter(({ status }) => status !== "succeeded")
    .sort((a, b) => a.queuedAt < b.queuedAt ? 1 : -1);
  const rows = failed.slice(0, LINES).map((run) => [
    html`<a href="${pathTo("behaviors", run.behavior)}">${run.behavior}</a>`,
    html`<a href="${pathTo("runs", run.id)}">${run.method}</a> ${statusWord(run.status)}`,
    when(run.endedAt),
    run.error?.error.slice(0, LONGEST) ?? "",
  ]);
  return section("Fails", rows, {
    empty: "No behavior failed in its last run.",
    all: failed.length > LINES ? `/runs?status=failed` : undefined,
  });
}

function running(visit: Visit): Html {
  const runs = runsOf(visit, { status: "running", limit: LINES + 1 });
  const rows = runs.slice(0, LINES).map((run) => [
    linkTo(run),
    `by ${run.initiatedBy}`,
    html`since ${when(run.startedAt)}`,
  ]);
  return section("Runs now", rows, {
    empty: "Nothing runs.",
    all: runs.length > LINES ? "/runs?status=running" : undefined,
  });
}

function waiting(visit: Visit, behaviors: Behaviors): Html {
  const runs = runsOf(visit, { status: "queued", limit: LINES + 1 });
  const rows = runs.slice(0, LINES).map((run) => [
    linkTo(run),
    `by ${run.initiatedBy}`,
    html`since ${when(run.queuedAt)}`,
    html`for ${waitsFor(visit, run, behaviors)}`,
  ]);
  return section("Waits", rows, {
    empty: "Nothing waits.",
    all: runs.length > LINES ? "/runs?status=queued" : undefined,
  });
}

/** Who has the behavior of a queued run. Whoever may see the run may see that; of other behaviors nothing is told. */
function waitsFor(visit: Visit, { behavior }: RunSummary, behaviors: Behaviors): Html | string {
  const [holder] = runsOf(visit, { behavior, status: "running", limit: 1 });
  if (holder !== undefined) {
    return html`<a href="${
      pathTo("runs", holder.id)
    }">${holder.method} of ${behavior}</a> by ${holder.initiatedBy}`;
  }
  const id = behaviors.find(({ name }) => name === behavior)?.id;
  const other = id === undefined ? undefined : lockHolder(visit.serving.repository, lockOf(id));
  return other === undefined ? "its turn" : `${other}, which uses ${behavior}`;
}

function coming(scheduled: readonly ScheduleView[], { name: zone }: Zone): Html {
  const all = scheduled
    .filter(({ nextRun }) => nextRun !== null)
    .sort((a, b) => a.nextRun! < b.nextRun! ? -1 : 1);
  const rows = all.slice(0, LINES).map(({ name, behavior, method, nextRun, timezone }) => [
    html`<a href="${pathTo("behaviors", behavior)}">${behavior}</a> ${method}`,
    html`schedule <a href="${pathTo("schedules", name)}">${name}</a>`,
    whenIn(nextRun, zone ?? timezone),
  ]);
  return section("Comes next", rows, {
    empty: "Nothing is scheduled.",
    all: all.length > LINES ? "/schedules" : undefined,
  });
}

function runsOf({ serving, caller }: Visit, filter: Omit<RunFilter, "visible">): RunSummary[] {
  const visible = (behavior: string) => mayRead(caller.rights, behavior);
  return serving.runs.list({ ...filter, visible });
}

function linkTo({ id, behavior, method }: RunSummary): Html {
  return html`<a href="${pathTo("runs", id)}">${behavior} ${method}</a>`;
}

function section(
  title: string,
  rows: readonly (readonly unknown[])[],
  { empty, all }: { empty: string; all: string | undefined },
): Html {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return html`<section class="sheet" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${list(rows, empty)}${all === undefined ? "" : html`<p><a href="${all}">All</a></p>`}</section>`;
}
