import { UUID } from "@svc/core/name";
import { html } from "hono/html";
import { mayRead } from "../rights/rights.ts";
import type { Page } from "./frame.ts";
import { runsTable } from "./runs_table.ts";
import type { Visit } from "./visit.ts";

/** Runs on one page. */
const RUNS = 50;

/** The runs that the visitor may see, newest first. */
export function runsPage({ serving, caller, url }: Visit): Page {
  const given = url.searchParams.get("before");
  const runs = serving.runs.list({
    visible: (behavior) => mayRead(caller.rights, behavior),
    before: given !== null && UUID.test(given) ? given : undefined,
    limit: RUNS,
  });
  return {
    title: "Runs",
    body: html`<h1>Runs</h1>
${runsTable(runs, "There are no runs that you may see.")}
${runs.length < RUNS ? "" : html`<p><a href="?before=${runs.at(-1)!.id}">Older runs</a></p>`}`,
  };
}
