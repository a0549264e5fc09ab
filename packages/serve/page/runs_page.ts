import { html } from "hono/html";
import { z } from "zod";
import type { Html } from "@svc/http/page";
import { mayRead } from "../rights/rights.ts";
import { RUN_QUERY } from "../runs/query.ts";
import type { RunFilter } from "../runs/run.ts";
import type { Page } from "./frame.ts";
import { CHARTED, runsChart } from "./runs_chart.ts";
import { type Given, runsForm } from "./runs_form.ts";
import { runsTable } from "./runs_table.ts";
import { read, type Visit } from "./visit.ts";

/** Runs on one page. */
const RUNS = 50;

const QUERY = z.object(RUN_QUERY);

/** The runs that the visitor may see and asks for, newest first, and how they went over time. */
export async function runsPage(visit: Visit): Promise<Page> {
  const { serving, caller, url } = visit;
  const given = givenIn(url);
  const asked = QUERY.safeParse(given);
  const wrong = new Map(
    asked.error?.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  const { results } = await read(visit, "behaviors.search", {});
  const form = runsForm(given, { wrong, behaviors: results.map(({ name }) => name) });
  const visible = (behavior: string) => mayRead(caller.rights, behavior);
  const found = (more: Partial<RunFilter>) =>
    asked.success ? serving.runs.list({ ...asked.data, visible, limit: RUNS, ...more }) : [];
  const runs = found({ limit: RUNS + 1 });
  const shown = runs.slice(0, RUNS);
  return {
    title: "Runs",
    status: asked.success ? 200 : 400,
    body: html`<h1>Runs</h1>
${form}
${asked.success ? "" : html`<p>Nothing is shown: a filter is not valid. ${CLEAR}</p>`}
${shown.length > 0 ? runsChart(found({ before: undefined, limit: CHARTED }), given) : ""}
${
      shown.length > 0
        ? html`<h2>List</h2>${runsTable(shown, "")}${pager(given, runs.length > RUNS && shown)}`
        : asked.success
        ? html`<p>${nothing(given)}</p>`
        : ""
    }`,
  };
}

const CLEAR = html`<a href="/runs">Show all runs</a>`;

function nothing(given: Given): Html {
  return Object.keys(given).length === 0
    ? html`This server has no runs yet that you may see.`
    : html`There are no runs like that which you may see. ${CLEAR}`;
}

/** What the address asks for; a field that was left blank asks for nothing. */
function givenIn({ searchParams }: URL): Given {
  const given = [...searchParams].filter(([name, value]) =>
    Object.hasOwn(RUN_QUERY, name) && value.trim() !== ""
  );
  return Object.fromEntries(given.map(([name, value]) => [name, value.trim()]));
}

function pager(given: Given, shown: false | readonly { id: string }[]): Html {
  const { before, ...rest } = given;
  const newest = html`<a href="/runs?${String(new URLSearchParams(rest))}">Newest runs</a>`;
  const older = new URLSearchParams({ ...rest, before: shown ? shown.at(-1)!.id : "" });
  return html`<nav class="pager" aria-label="Pages of runs">${before === undefined ? "" : newest} ${
    shown ? html`<a href="/runs?${String(older)}">Older runs</a>` : ""
  }</nav>`;
}
