import { isSvcError, SvcError } from "@svc/core/error";
import type { FoundDefinition } from "../definitions/definition.ts";
import { findDefinition } from "../definitions/find.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import { schemaChecker } from "../schema/check.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { admitType } from "./admit.ts";
import { failedReports, type ReportOutcome } from "./after_method.ts";
import { methodOf, runArguments } from "./arguments.ts";
import { checkRules } from "./checks.ts";
import { createCalls } from "./calls.ts";
import { runChild } from "./child_process.ts";
import type { ChildResult } from "./child_talk.ts";
import { dataAccess } from "./data_access.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { RunRequest, RunResult } from "./request.ts";
import { addedSecrets } from "./redact.ts";
import { sandboxOf } from "./sandbox.ts";
import { scratchFolders } from "./scratch.ts";
import type { RunSubject } from "./subject.ts";

const HOUR_MS = 3_600_000;
const MEMORY_MB = 512;
const DISK_MB = 1024;

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
  const known = await findDefinition(repository, request.definition);
  const resolved = await admitType(repository, known.type, request);
  const method = methodOf(resolved, request.method);
  const found = await upToDate(repository, known, resolved, request);
  const args = await runArguments({
    repository,
    resolved,
    definition: found.definition,
    method,
    inputs: request.inputs,
    signal: request.signal,
  });
  const checks = checkRules(resolved.model, method, found.definition, request);
  await using _lock = await lockRepository(repository, {
    file: `locks/${found.definition.id}.lock`,
    signal: request.signal,
  });
  return await recorded({ repository, found, resolved, args, checks, request });
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
  const initiatedBy = request.initiatedBy ?? "ghost";
  const journal = openJournal(subject, initiatedBy);
  const ended = await failureOfRun(subject, journal, initiatedBy);
  const reports = await reportsOn(subject, journal, ended);
  const failure = reports.failure ?? ended ?? failedReports(reports.made);
  const { outputId, duration } = await journal.close(failure);
  if (failure) throw journal.redactor.error(failure);
  return {
    modelId: definition.id,
    modelName: definition.name,
    modelType: resolved.type.normalized,
    methodName: request.method,
    status: "succeeded",
    duration,
    outputId,
    logFile: journal.logFile,
    dataArtifacts: journal.artifacts.map(({ id, name, path, attributes }) => ({
      id,
      name,
      path,
      ...(attributes === undefined ? {} : { attributes }),
    })),
    ...(reports.made.length === 0
      ? {}
      : { reports: Object.fromEntries(reports.made.map((made) => [made.name, made])) }),
    globalArguments: args.shownGlobal,
    methodArguments: journal.redactor.value(args.shownMethod),
    initiatedBy,
  };
}

/** The reports on a method that has ended; none on one that was cancelled. */
async function reportsOn(
  subject: RunSubject,
  { artifacts, redactor, log }: Journal,
  failure: SvcError | undefined,
): Promise<{ made: ReportOutcome[]; failure?: SvcError }> {
  const { repository, found, resolved, args, request: { method, reports, signal } } = subject;
  if (reports === undefined || failure?.code === "cancelled") return { made: [] };
  try {
    const about = { repository, found, resolved, args, methodName: method, signal };
    return { made: await reports({ ...about, failure, artifacts, redactor, log }) };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { made: [], failure: error };
  }
}

/** Runs the method; undefined when it succeeded, else why not. */
async function failureOfRun(
  subject: RunSubject,
  journal: Journal,
  initiatedBy: string,
): Promise<SvcError | undefined> {
  const { repository, found, resolved, request } = subject;
  const specs = resolved.model.dataOutputSpecs;
  const memoryLimitMb = request.memoryLimitMb ?? MEMORY_MB;
  // A write that was refused fails the run even when the method swallows the refusal.
  let refusal: SvcError | undefined;
  try {
    await using scratch = await scratchFolders();
    await using checker = schemaChecker();
    const type = resolved.type.normalized;
    const owner = { type: found.type, id: found.definition.id };
    const answer = createCalls({
      repository,
      owner,
      definition: found.definition,
      type,
      specs,
      access: dataAccess(owner, resolved.permissions, {
        type,
        manifest: resolved.manifest,
        root: repository.root,
      }),
      log: journal.log,
      redactor: journal.redactor,
      checker,
      tags: { initiatedBy, ...request.tags },
      onArtifact: journal.wrote,
    }, scratch);
    const sandbox = sandboxOf(subject, scratch.path);
    const ending = runChild({
      ...sandbox,
      timeLimitMs: request.timeLimitMs ?? HOUR_MS,
      memoryLimitMb,
      diskLimitMb: request.diskLimitMb ?? DISK_MB,
      signal: request.signal,
      onLog: journal.log,
      onSecret: addedSecrets(journal.redactor, () => {
        journal.log("warning", "The method named too many secrets; further ones are not redacted");
      }),
      onCall: async (call, signal) => {
        try {
          return await answer(call, signal);
        } catch (error) {
          if (isSvcError(error)) refusal ??= error;
          throw error;
        }
      },
    });
    checker.prepare(specs.flatMap((spec) => spec.kind === "resource" ? [spec.schema] : []));
    const result = await ending;
    return refusal ?? await failureIn(result, subject, journal, sandbox.bundle, memoryLimitMb);
  } catch (error) {
    if (isSvcError(error)) return error;
    const words = journal.redactor.text(String(error));
    return new SvcError("internal", `${request.method} could not be run: ${words}`, {
      cause: error,
    });
  }
}

/** What is wrong with how the method ended, or undefined. */
async function failureIn(
  result: ChildResult,
  { repository, found, resolved, request }: RunSubject,
  { redactor }: Journal,
  bundle: string,
  memoryLimitMb: number,
): Promise<SvcError | undefined> {
  if (result.t === "done") return sameName(result.handles ?? []);
  // Explaining a failure takes modules that a run which succeeds need not load.
  const { failureOf } = await import("./failure.ts");
  return await failureOf(result, {
    resolved,
    definition: found.definition.name,
    methodName: request.method,
    bundle,
    root: repository.root,
    memoryLimitMb,
    redactor,
  });
}

/** Two handles of one name are one item; a method that returns both has confused them. */
function sameName(names: readonly string[]): SvcError | undefined {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return undefined;
  return new SvcError("output_invalid", `The method returned two outputs named '${twice}'`, {
    hint: "Give each output of a run a name of its own.",
  });
}
