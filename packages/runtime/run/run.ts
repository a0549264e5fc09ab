import type { ReportOutcome, RunResult } from "@svc/core/answer";
import { isSvcError, type SvcError } from "@svc/core/error";
import { keepBundles } from "../consent/installed/old_bundles.ts";
import { followChanges } from "../data/catalog/follow.ts";
import { ownerFolder } from "../data/store/folder.ts";
import type { FoundDefinition } from "../repository/definitions/definition.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import { admitMethod, type AdmittedMethod } from "./admit/admit.ts";
import { execute } from "./execute/execute.ts";
import { prepare, type Prepared } from "./prepare/prepare.ts";
import type { RunSubject } from "./prepare/subject.ts";
import { type EndedMethod, failedReports } from "./record/after_method.ts";
import { type Journal, openJournal } from "./record/journal.ts";
import type { RunRequest } from "./request.ts";

/**
 * Runs a method of a behavior in the sandbox and keeps what it writes: admit, prepare, lock, execute,
 * record.
 *
 * @throws SvcError `definition_not_found`, `unknown_type`, `consent_required`, `consent_mismatch`,
 *   `unknown_method`, `unknown_argument`, `invalid_argument` before anything runs; `run_failed`, `timeout`, `cancelled`,
 *   `memory_limit`, `disk_limit`, `permission_denied`, `undeclared_output`, `output_invalid`,
 *   `vault_required`, `lock_timeout`. The run is on record in either case.
 */
export async function runMethod(repository: Repository, request: RunRequest): Promise<RunResult> {
  // What is admitted is what runs, whatever is pulled meanwhile.
  await using _bundles = await keepBundles(repository, request.signal);
  const before = await admit(repository, request.definition, request);
  const { share = alone } = request;
  const { id } = before.known.definition;
  // Where nobody is waited for, the work begins within the call.
  let waited = false;
  // The arguments may read data that another machine has written.
  const shared = share(id, async () => {
    const admitted = waited ? await admit(repository, id, request) : before;
    return await runAdmitted(repository, admitted, request);
  });
  waited = true;
  return await shared;
}

/** Work whose data is shared with nobody. */
function alone<T>(_behavior: string | undefined, work: () => Promise<T>): Promise<T> {
  return work();
}

/** A behavior whose method may run. Whoever waits before running it admits it again. */
interface AdmittedRun {
  known: FoundDefinition;
  admitted: AdmittedMethod;
}

async function admit(
  repository: Repository,
  definition: string,
  request: RunRequest,
): Promise<AdmittedRun> {
  const known = await findDefinition(repository, definition);
  return { known, admitted: await admitMethod(repository, known, request, request) };
}

/** Runs a method that may run, once nobody else works on its behavior. */
async function runAdmitted(
  repository: Repository,
  run: AdmittedRun,
  request: RunRequest,
): Promise<RunResult> {
  await using before = await prepareUpToDate(repository, run, request);
  const { definition } = before.subject.found;
  let waited = false;
  await using _lock = await lockRepository(repository, {
    file: `locks/${definition.id}.lock`,
    ...(request.lockWaitMs === undefined ? {} : { timeoutMs: request.lockWaitMs }),
    signal: request.signal,
    onWait(holder) {
      waited = true;
      request.onEvent?.({ kind: "waiting", model: definition.name, holder });
    },
  });
  if (!waited) return await executeAndRecord(before.subject, request);
  // Meanwhile it may have been edited, deleted, updated or forbidden.
  const again = await admit(repository, definition.id, request);
  await using now = await prepareUpToDate(repository, again, request);
  return await executeAndRecord(now.subject, request);
}

/** Prepares the run, its definition raised to the type's version when it was made for an earlier one. */
async function prepareUpToDate(
  repository: Repository,
  { known, admitted }: AdmittedRun,
  request: RunRequest,
): Promise<Prepared> {
  const { type } = admitted;
  if (known.definition.typeVersion === type.model.version || !type.model.upgrades) {
    return await prepare(repository, { found: known, admitted }, request);
  }
  const { upgradeDefinition } = await import("./execute/upgrade.ts");
  const found = await upgradeDefinition(repository, known.definition.id, type, request);
  return await prepare(repository, { found, admitted }, request);
}

/** Runs the method and keeps a record of how it went. */
async function executeAndRecord(subject: RunSubject, request: RunRequest): Promise<RunResult> {
  const { found: { definition }, resolved, args } = subject;
  const journal = openJournal(subject, request);
  for (const warning of [...subject.type.warnings ?? [], ...args.warnings]) {
    journal.log("warning", warning);
  }
  const owner = { type: subject.found.type, id: definition.id };
  const index = followChanges(subject.repository, owner);
  const changed = new Set<string>();
  const ended = await execute(subject, journal, {
    changed,
    run: runMethod,
    person: request,
    limits: request,
    listener: request,
  });
  const reports = await reportsOn(subject, journal, request, {
    failure: ended,
    onKept: (name) => changed.add(name),
    onReport: journal.reported,
  });
  const failure = reports.failure ?? ended ?? failedReports(reports.made);
  if (!request.signal?.aborted) await index.bringIn(changed);
  const { outputId, duration } = await journal.close(failure);
  if (failure) throw journal.redactor.error(failure);
  const folder = ownerFolder(subject.repository, owner);
  return {
    modelId: definition.id,
    modelName: definition.name,
    modelType: resolved.type.normalized,
    methodName: request.method,
    status: "succeeded",
    duration,
    outputId,
    logFile: journal.logFile,
    dataArtifacts: journal.artifacts.map(({ id, name, version, attributes, ephemeral }) => ({
      id,
      name,
      path: `${folder}/${name}/${version}`,
      ...(attributes === undefined ? {} : { attributes }),
      ...(ephemeral ? { ephemeral } : {}),
    })),
    ...(reports.made.length === 0
      ? {}
      : { reports: Object.fromEntries(reports.made.map((made) => [made.name, made])) }),
    ...(journal.warnings.length === 0 ? {} : { warnings: journal.warnings }),
    globalArguments: args.shownGlobal,
    methodArguments: journal.redactor.value(args.shownMethod),
    initiatedBy: journal.initiatedBy,
  };
}

/** The reports on a method that has ended; none on one that was cancelled. */
async function reportsOn(
  subject: RunSubject,
  { artifacts, redactor, log }: Journal,
  { reports, signal }: Pick<RunRequest, "reports" | "signal">,
  ended: Pick<EndedMethod, "failure" | "onKept" | "onReport">,
): Promise<{ made: ReportOutcome[]; failure?: SvcError }> {
  const { repository, found, resolved, args, method } = subject;
  if (reports === undefined || ended.failure?.code === "cancelled") return { made: [] };
  try {
    const about = { repository, found, resolved, args, methodName: method.name, signal };
    return { made: await reports({ ...about, ...ended, artifacts, redactor, log }) };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { made: [], failure: error };
  }
}
