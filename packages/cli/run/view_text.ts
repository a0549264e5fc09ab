import type { RunView } from "@svc/serve/answers";
import { originText } from "./origin_text.ts";
import { checksText } from "./checks_text.ts";
import { written } from "../frame/written.ts";

/** A run of a server, for people. */
export function viewText(run: RunView, bold: (text: string) => string): string {
  const { startedAt, endedAt, outputId, error } = run;
  return [
    `Run: ${run.id}`,
    `Behavior: ${bold(run.behavior)}`,
    `Method: ${run.method}`,
    `Status: ${run.status}`,
    `Asked for: ${written(run.queuedAt)} by ${run.initiatedBy} (${run.trigger})`,
    ...(startedAt === null ? [] : [`Began: ${written(startedAt)}`]),
    ...(endedAt === null ? [] : [`Ended: ${written(endedAt)}`]),
    ...(endedAt === null ? [] : [...checksText(run.checks), ...originText(run.origin)]),
    ...(error === null ? [] : [`Error: ${error.error}`]),
    ...(outputId === null || endedAt === null ? [] : [`See it: svc behavior output ${outputId}`]),
  ].join("\n");
}
