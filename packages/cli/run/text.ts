import type { RunResult } from "@svc/core/answer";
import { isTooMany, writtenLines } from "../behavior/written.ts";

/** How a run went, for people. */
export function runText(run: RunResult, bold: (text: string) => string): string {
  const kept = run.dataArtifacts.filter(({ ephemeral }) => !ephemeral);
  return [
    `${bold(run.modelName)} ${run.methodName} ${run.status} in ${run.duration} ms`,
    ...writtenLines(run.dataArtifacts),
    ...(kept.length > 0 ? [`See it: ${seeing(run.modelName, kept)}`] : []),
    ...Object.values(run.reports ?? {}).map(({ name }) =>
      `Report: svc report get ${name} --behavior ${run.modelName}`
    ),
  ].join("\n");
}

/** The command that shows what was written: a name, or a list of too many. */
function seeing(behavior: string, written: RunResult["dataArtifacts"]): string {
  return isTooMany(written)
    ? `svc data list ${behavior}`
    : `svc data get ${behavior} ${written[0]!.name}`;
}
