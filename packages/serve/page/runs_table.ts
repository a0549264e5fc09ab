import { html } from "hono/html";
import type { RunSummary } from "../answers/run.ts";
import type { Html } from "@svc/http/page";
import { pathTo, statusWord, table, when } from "./words.ts";

/** Runs, newest first. */
export function runsTable(runs: readonly RunSummary[], empty: string): Html {
  return table(
    ["Run", "Status", "By", "Accepted", "Ended"],
    runs.map((run) => [
      html`<a href="${pathTo("runs", run.id)}">${run.behavior} ${run.method}</a>`,
      statusWord(run.status),
      run.initiatedBy,
      when(run.queuedAt),
      when(run.endedAt),
    ]),
    empty,
  );
}
