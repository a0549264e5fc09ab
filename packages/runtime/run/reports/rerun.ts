import type { NamedRun, ReportOutcome } from "@svc/core/answer";
import type { JsonSchema } from "@svc/core/descriptor";
import { findDefinition } from "../../repository/definitions/find.ts";
import { findRun } from "../history/runs.ts";
import { withoutSecrets } from "../../repository/inputs/sensitive.ts";
import { keepBundles } from "../../consent/installed/old_bundles.ts";
import { lockRepository } from "../../repository/lock.ts";
import type { Repository } from "../../repository/repository.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";
import { createRedactor } from "../../sandbox/redaction/redactor.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import { findReport } from "./find.ts";
import { handlesOf } from "./handle.ts";
import { keepReport } from "./keep.ts";
import { makeReport } from "./make.ts";
import { aboutType, type ReportSubject } from "./subject.ts";

/** A report to make from the data that is there. */
interface RerunRequest {
  report: string;
  /** Name or id of the behavior it is about. */
  behavior: string;
  /** The run it is about, as `findRun` takes it (default: the newest of the behavior). */
  run?: string | undefined;
  signal?: AbortSignal | undefined;
  onLog?: ((level: LogLevel, text: string) => void) | undefined;
}

/**
 * Makes a report on a run that has ended, from its record and the data it left, and keeps it.
 *
 * @throws SvcError `report_not_found`, `definition_not_found`, `run_not_found`, `consent_required`,
 *   `consent_mismatch`, `lock_timeout`, `cancelled`.
 */
export async function rerunReport(
  repository: Repository,
  request: RerunRequest,
): Promise<ReportOutcome> {
  await using _bundles = await keepBundles(repository, request.signal);
  const report = await findReport(repository, request.report);
  const found = await findDefinition(repository, request.behavior);
  const run = await findRun(repository, request.run ?? found.definition.id);
  const subject = await subjectOf(repository, found, run, request);
  const outcome = await makeReport(report, subject);
  await using _lock = await lockRepository(repository, {
    file: `locks/${found.definition.id}.lock`,
    signal: request.signal,
  });
  if (outcome.success) await keepReport(subject, outcome);
  return outcome;
}

async function subjectOf(
  repository: Repository,
  found: ReportSubject["found"],
  run: NamedRun,
  { signal, onLog = () => {} }: RerunRequest,
): Promise<ReportSubject> {
  const resolved = await resolveType(repository, found.type);
  const method = resolved.model.methods.find(({ name }) => name === run.methodName);
  const { definition } = found;
  const handles = await handlesOf(
    repository,
    { type: found.type, id: definition.id },
    run.artifacts.dataArtifacts.map(({ dataId, name, version, tags }) => ({
      id: dataId,
      name,
      version,
      specName: tags["specName"] ?? "",
      kind: tags["type"] === "file" ? "file" : "resource",
    })),
  );
  return {
    repository,
    found,
    ...aboutType(resolved, method),
    methodName: run.methodName,
    globalArguments: shown(resolved.model.globalArguments, definition.globalArguments),
    // What a run was given is not on record; what the behavior presets is.
    methodArguments: shown(
      method?.arguments,
      definition.methods[run.methodName]?.arguments ?? {},
    ),
    status: run.status === "succeeded" ? "succeeded" : "failed",
    errorMessage: run.error?.message,
    handles,
    redactor: createRedactor(),
    log: onLog,
    signal,
  };
}

function shown(
  schema: JsonSchema = {},
  values: Record<string, unknown>,
): Record<string, unknown> {
  return withoutSecrets(schema, values, { expressions: true });
}
