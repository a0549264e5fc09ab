import type { ReportOutcome } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import type { RunArguments } from "../prepare/arguments.ts";
import type { DataArtifact } from "../calls/event.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import type { RanModule } from "./origin.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";
import type { Redactor } from "../../sandbox/redaction/redactor.ts";

/** A method that has succeeded or failed, while its behavior is still locked. */
export interface EndedMethod {
  repository: Repository;
  found: FoundDefinition;
  resolved: ResolvedType;
  args: RunArguments;
  methodName: string;
  signal: AbortSignal | undefined;
  /** Why it failed. */
  failure: SvcError | undefined;
  artifacts: readonly DataArtifact[];
  redactor: Redactor;
  /** Is told each name under which a report is kept. */
  onKept(name: string): void;
  /** Is told what was kept of a report, and the module that made it; none where it could not run. */
  onReport(report: string, kept: readonly DataMetadata[], by: RanModule | undefined): void;
  log(level: LogLevel, text: string): void;
}

/** Makes the reports on a method that has ended. */
export type MakeReports = (ended: EndedMethod) => Promise<ReportOutcome[]>;

/** The error of a run whose method succeeded and whose reports did not all. */
export function failedReports(outcomes: readonly ReportOutcome[]): SvcError | undefined {
  const failed = outcomes.filter(({ success }) => !success);
  if (failed.length === 0) return undefined;
  return new SvcError(
    "run_failed",
    `The method succeeded, but not all reports on it: ${
      failed.map(({ name, error }) => `${name}: ${error}`).join("; ")
    }`,
    { hint: "What the method wrote stays. Run it with --skip-reports to skip them." },
  );
}
