import { html } from "hono/html";
import type { RunSummary } from "../answers/run.ts";
import type { Html } from "@svc/http/page";
import { took } from "./took.ts";
import { pathTo, statusWord, table, when } from "./words.ts";

/** Runs, newest first. */
export function runsTable(runs: readonly RunSummary[], empty: string): Html {
  return table(
    ["Run", "Status", "By", "Accepted", "Took"],
    runs.map((run) => [
      html`<a href="${pathTo("runs", run.id)}">${run.behavior} ${run.method}</a>`,
      statusWord(run.status),
      run.initiatedBy,
      when(run.queuedAt),
      tookOf(run),
    ]),
    empty,
  );
}

/** How long a run took, once it has ended. */
function tookOf({ startedAt, endedAt }: Pick<RunSummary, "startedAt" | "endedAt">): string {
  if (startedAt === null || endedAt === null) return "–";
  return took(Date.parse(endedAt) - Date.parse(startedAt));
}
