import { isSvcError, type SvcError } from "@svc/core/error";
import type { FoundDefinition } from "../repository/definitions/definition.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import { followChanges } from "../data/catalog/follow.ts";
import { keepBundles } from "../consent/installed/old_bundles.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import type { ResolvedType } from "../consent/types/resolved.ts";
import { admitMethod, type AdmittedMethod } from "./admit.ts";
import { admitValues } from "./admit_values.ts";
import { failedReports, type ReportOutcome } from "./after_method.ts";
import { runArguments } from "./arguments.ts";
import { execute } from "./execute.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { RunRequest, RunResult } from "./request.ts";
import { runVaults } from "./run_vaults.ts";
import type { RunSubject } from "./subject.ts";
import { ownerFolder } from "../data/store/folder.ts";

/**
 * Runs a method of a behavior in the sandbox and keeps what it writes.
 *
 * @throws SvcError `definition_not_found`, `unknown_type`, `consent_required`, `consent_mismatch`,
 *   `unknown_method`,
 *   `unknown_argument`, `invalid_argument` before anything runs; `run_failed`, `timeout`, `cancelled`,
 *   `memory_limit`, `disk_limit`, `permission_denied`, `undeclared_output`, `output_invalid`, `vault_required`,
 *   `lock_timeout`. The run is on record in either case.
 */
export async function runMethod(repository: Repository, request: RunRequest): Promise<RunResult> {
  // What is admitted is what runs, whatever is pulled meanwhile.
  await using _bundles = await keepBundles(repository, request.signal);
  const before = await lookedUp(repository, request.definition, request);
  const { share = alone } = request;
  const { id } = before.known.definition;
  // Where nobody is waited for, the work begins within the call.
  let waited = false;
  // The arguments may read data that another machine has written.
  const shared = share(id, async () => {
    const looked = waited ? await lookedUp(repository, id, request) : before;
    return await runAdmitted(repository, looked, request);
  });
  waited = true;
  return await shared;
}

/** A behavior that may be run. Whoever waits before running it looks it up again. */
interface LookedUp {
  known: FoundDefinition;
  admitted: AdmittedMethod;
}

async function lookedUp(
  repository: Repository,
  definition: string,
  request: RunRequest,
): Promise<LookedUp> {
  const known = await findDefinition(repository, definition);
  return { known, admitted: await admitMethod(repository, known, request) };
}

/** Runs a method that may run, once nobody else works on its behavior. */
async function runAdmitted(
  repository: Repository,
  looked: LookedUp,
  request: RunRequest,
): Promise<RunResult> {
  await using before = await prepared(repository, looked, request);
  const { found: { definition } } = before.subject;
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
  if (!waited) return await recorded(before.subject);
  // Meanwhile it may have been edited, deleted, updated or forbidden.
  const again = await lookedUp(repository, definition.id, request);
  await using now = await prepared(repository, again, request);
  return await recorded(now.subject);
}

/** What a run is about, with its arguments. Disposing closes the vaults that they came from. */
async function prepared(
  repository: Repository,
  { known, admitted }: LookedUp,
  request: RunRequest,
): Promise<AsyncDisposable & { subject: RunSubject }> {
  const { type, method, checks, runs: resolved, checkers } = admitted;
  const found = await upToDate(repository, known, type, request);
  await using opened = new AsyncDisposableStack();
  const vaults = opened.use(runVaults(repository, request));
  const args = await runArguments({
    repository,
    resolved,
    definition: found.definition,
    method,
    inputs: request.inputs,
    // What a method or a stranger hands on is not to be evaluated: it would read variables for them.
    literal: request.parent !== undefined || request.foreign === true,
    secret: (vault, key) => vaults.get(vault, key, { signal: request.signal }),
    signal: request.signal,
  });
  for (const part of [resolved, ...checkers]) {
    await admitValues({ repository, found, resolved: part, args, request, vaults });
  }
  const held = opened.move();
  return {
    subject: {
      repository,
      found,
      type,
      resolved,
      checkers,
      method,
      args,
      checks,
      request,
      vaults,
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Work whose data is shared with nobody. */
function alone<T>(_behavior: string | undefined, work: () => Promise<T>): Promise<T> {
  return work();
}

/** The definition, raised to the type's version first when it was made for an earlier one. */
async function upToDate(
  repository: Repository,
  found: FoundDefinition,
  resolved: ResolvedType,
  request: RunRequest,
): Promise<FoundDefinition> {
  if (found.definition.typeVersion === resolved.model.version || !resolved.model.upgrades) {
    return found;
  }
  const { upgradeDefinition } = await import("./upgrade.ts");
  return await upgradeDefinition(repository, found.definition.id, resolved, request);
}

/** Runs the method and keeps a record of how it went. */
async function recorded(subject: RunSubject): Promise<RunResult> {
  const { found: { definition }, resolved, args, request } = subject;
  const journal = openJournal(subject);
  for (const warning of [...subject.type.warnings ?? [], ...args.warnings]) {
    journal.log("warning", warning);
  }
  const owner = { type: subject.found.type, id: definition.id };
  const index = followChanges(subject.repository, owner);
  const changed = new Set<string>();
  const ended = await execute(subject, journal, { changed, run: runMethod });
  const reports = await reportsOn(subject, journal, ended, (name) => changed.add(name));
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
    dataArtifacts: journal.artifacts.map(({ id, name, version, attributes }) => ({
      id,
      name,
      path: `${folder}/${name}/${version}`,
      ...(attributes === undefined ? {} : { attributes }),
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
  failure: SvcError | undefined,
  onKept: (name: string) => void,
): Promise<{ made: ReportOutcome[]; failure?: SvcError }> {
  const { repository, found, resolved, args, request: { method, reports, signal } } = subject;
  if (reports === undefined || failure?.code === "cancelled") return { made: [] };
  try {
    const about = { repository, found, resolved, args, methodName: method, signal };
    return { made: await reports({ ...about, failure, artifacts, redactor, log, onKept }) };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { made: [], failure: error };
  }
}
