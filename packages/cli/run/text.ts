import type { RunResult } from "@svc/core/answer";
import { isTooMany, writtenLines } from "../behavior/written.ts";

/** How a run went, for people. */
export function runText(run: RunResult, bold: (text: string) => string): string {
  return [
    `${bold(run.modelName)} ${run.methodName} ${run.status} in ${run.duration} ms`,
    ...writtenLines(run.dataArtifacts),
    ...(run.dataArtifacts.length > 0 ? [`See it: ${seeing(run)}`] : []),
    ...Object.values(run.reports ?? {}).map(({ name }) =>
      `Report: svc report get ${name} --behavior ${run.modelName}`
    ),
  ].join("\n");
}

/** The command that shows what was written: a name, or a list of too many. */
function seeing({ modelName, dataArtifacts }: RunResult): string {
  return isTooMany(dataArtifacts)
    ? `svc data list ${modelName}`
    : `svc data get ${modelName} ${dataArtifacts[0]!.name}`;
}
