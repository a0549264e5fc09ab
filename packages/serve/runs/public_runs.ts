import { bodyWithoutRoot, checksWithoutRoot, withoutRoot } from "../request/own_paths.ts";
import type { RunSummary, RunView } from "../answers/run.ts";
import type { RunStreamEvent } from "./run.ts";

/** A run, a summary or an event of it, as callers see it: paths are those within the repository. */
export interface PublicRuns {
  view(run: RunView): RunView;
  summary(run: RunSummary): RunSummary;
  event(event: RunStreamEvent): RunStreamEvent;
}

/** What is shown of runs of the repository at `root`. What methods wrote themselves stays as it is. */
export function publicRuns(root: string): PublicRuns {
  const place = <Part extends { path: string }>(part: Part): Part => ({
    ...part,
    path: withoutRoot(part.path, root),
  });
  const summary = <Run extends RunSummary>(run: Run): Run => ({
    ...run,
    error: run.error === null ? null : bodyWithoutRoot(run.error, root),
  });
  return {
    summary,
    view(run) {
      const { result } = run;
      return {
        ...summary(run),
        ...(run.checks && { checks: checksWithoutRoot(run.checks, root) }),
        result: result === null ? null : {
          ...result,
          logFile: withoutRoot(result.logFile, root),
          dataArtifacts: result.dataArtifacts.map(place),
          ...(result.warnings !== undefined && {
            warnings: result.warnings.map((text) => withoutRoot(text, root)),
          }),
        },
      };
    },
    event(event) {
      if (event.kind === "started") {
        return { ...event, logFile: withoutRoot(event.logFile, root) };
      }
      if (event.kind === "checks") {
        return { ...event, checks: checksWithoutRoot(event.checks, root) };
      }
      return event.kind === "upgraded" ? place(event) : event;
    },
  };
}
