import { isSvcError, SvcError } from "@svc/core/error";
import type { FoundDefinition } from "../definitions/definition.ts";
import { findDefinition } from "../definitions/find.ts";
import { childEnvironment } from "../process/environment.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import { schemaChecker } from "../schema/check.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { resolveType } from "../types/resolve.ts";
import { methodOf, type RunArguments, runArguments } from "./arguments.ts";
import { createCalls } from "./calls.ts";
import { runChild } from "./child_process.ts";
import type { DataArtifact, RunEvent } from "./event.ts";
import { assertGrantsInside, permissionFlags } from "./permissions.ts";
import type { LogLevel } from "./protocol.ts";
import { runFiles } from "./record.ts";
import { createRedactor } from "./redact.ts";

/** How a method is run. */
export interface RunOptions {
  /** Milliseconds, default one hour. */
  timeLimitMs?: number | undefined;
  /** JavaScript heap in megabytes, default 512. */
  memoryLimitMb?: number | undefined;
  /** Tags for all data written. */
  tags?: Record<string, string> | undefined;
  /** `user:<name>`, or `ghost` for nobody known. */
  initiatedBy?: string | undefined;
  signal?: AbortSignal | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** What to run. */
export interface RunRequest extends RunOptions {
  /** Name or id of the behavior. */
  definition: string;
  method: string;
  inputs: Record<string, unknown>;
}

/** `svc behavior run` (runtime reference 3.3). */
export interface RunResult {
  modelId: string;
  modelName: string;
  modelType: string;
  methodName: string;
  status: "succeeded";
  /** Milliseconds. */
  duration: number;
  outputId: string;
  /** Absolute. */
  logFile: string;
  dataArtifacts: { id: string; name: string; path: string; attributes?: unknown }[];
  globalArguments: Record<string, unknown>;
  methodArguments: Record<string, unknown>;
  initiatedBy: string;
}

const HOUR_MS = 3_600_000;
const MEMORY_MB = 512;

/**
 * Runs a method of a behavior in the sandbox and keeps what it writes.
 *
 * @throws SvcError `definition_not_found`, `unknown_type`, `unknown_method`,
 *   `unknown_argument`, `invalid_argument` before anything runs; `run_failed`, `timeout`, `cancelled`,
 *   `memory_limit`, `permission_denied`, `undeclared_output`, `output_invalid`, `vault_required`,
 *   `lock_timeout`. The run is on record in either case.
 */
export async function runMethod(repository: Repository, request: RunRequest): Promise<RunResult> {
  const found = await findDefinition(repository, request.definition);
  const resolved = await resolveType(repository, found.type);
  const method = methodOf(resolved, request.method);
  const args = runArguments(resolved, found.definition, method, request.inputs);
  await using _lock = await lockRepository(repository, {
    file: `locks/${found.definition.id}.lock`,
  });
  return await execute(repository, found, resolved, args, request);
}

async function execute(
  repository: Repository,
  found: FoundDefinition,
  resolved: ResolvedType,
  args: RunArguments,
  request: RunRequest,
): Promise<RunResult> {
  const { definition } = found;
  const type = resolved.type.normalized;
  const startedAt = new Date();
  const initiatedBy = request.initiatedBy ?? "ghost";
  const memoryLimitMb = request.memoryLimitMb ?? MEMORY_MB;
  const granted = resolved.permissions.env ?? [];
  const redactor = createRedactor([...args.secrets, ...grantedSecrets(granted)]);
  const emit = request.onEvent ?? (() => {});
  const files = runFiles(repository, {
    type,
    method: request.method,
    definitionId: definition.id,
    startedAt,
  });
  const log = (level: LogLevel, text: string) => {
    const clean = redactor.text(text);
    files.log(level, clean);
    emit({ kind: "output", level, text: clean });
  };
  emit({
    kind: "started",
    model: definition.name,
    type,
    method: request.method,
    at: startedAt.toISOString(),
  });
  const reports = resolved.model.reports ?? [];
  if (reports.length > 0) {
    log("warning", `svc does not run reports yet; left out: ${reports.join(", ")}`);
  }

  const artifacts: DataArtifact[] = [];
  // A write that was refused fails the run even when the method swallows the refusal.
  let refusal: SvcError | undefined;
  const bundle = resolved.folder.startsWith("/")
    ? `${resolved.folder}/${resolved.bundle}`
    : `${repository.state}/${resolved.folder}/${resolved.bundle}`;
  const filesRoot = resolved.files === undefined
    ? undefined
    : `${repository.root}/${resolved.files}`;
  const scratch = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-run-" }));
  const outputId = crypto.randomUUID();
  using checker = schemaChecker();
  let failure: SvcError | undefined;
  try {
    await assertGrantsInside(resolved.permissions, repository);
    const answer = createCalls({
      repository,
      owner: { type: found.type, id: definition.id },
      definition,
      type,
      specs: resolved.model.dataOutputSpecs,
      redactor,
      checker,
      tags: { initiatedBy, ...request.tags },
      onArtifact(artifact) {
        artifacts.push(artifact);
        emit({ kind: "data", artifact });
      },
    }, scratch);
    const ending = runChild({
      bundle,
      hello: {
        method: request.method,
        arguments: args.method,
        globalArguments: args.global,
        repoDir: repository.root,
        modelType: { raw: resolved.model.type, normalized: type },
        definition: {
          id: definition.id,
          name: definition.name,
          version: definition.version,
          tags: definition.tags,
        },
        filesRoot,
        scratch,
      },
      permissionFlags: permissionFlags({
        permissions: resolved.permissions,
        globalArguments: args.global,
        globalSchema: resolved.model.globalArguments,
        repository,
        scratch,
        filesRoot,
      }),
      environment: { ...environmentOf(resolved, granted), TMPDIR: scratch },
      timeLimitMs: request.timeLimitMs ?? HOUR_MS,
      memoryLimitMb,
      signal: request.signal,
      onLog: log,
      onCall: async (call) => {
        try {
          return await answer(call);
        } catch (error) {
          if (isSvcError(error)) refusal ??= error;
          throw error;
        }
      },
    });
    checker.prepare(
      resolved.model.dataOutputSpecs.flatMap((spec) =>
        spec.kind === "resource" ? [spec.schema] : []
      ),
    );
    const result = await ending;
    if (refusal !== undefined) failure = refusal;
    else if (result.t !== "done") {
      // Explaining a failure takes modules that a run which succeeds need not load.
      const { failureOf } = await import("./failure.ts");
      failure = await failureOf(result, {
        resolved,
        methodName: request.method,
        bundle,
        root: repository.root,
        memoryLimitMb,
        redactor,
      });
    } else failure = sameName(result.handles ?? []);
  } catch (error) {
    failure = isSvcError(error) ? error : new SvcError(
      "internal",
      `${request.method} could not be run: ${redactor.text(String(error))}`,
      { cause: error },
    );
  } finally {
    await Deno.remove(scratch, { recursive: true }).catch(() => {});
  }
  const completedAt = new Date();
  if (failure) files.log("error", redactor.text(failure.message));
  await files.finish({
    id: outputId,
    definitionId: definition.id,
    type,
    typeVersion: resolved.model.version,
    methodName: request.method,
    status: failure === undefined
      ? "succeeded"
      : failure.code === "cancelled"
      ? "cancelled"
      : "failed",
    startedAt,
    completedAt,
    definition,
    initiatedBy,
    artifacts,
    ...(failure === undefined
      ? {}
      : { error: { message: redactor.text(failure.message), code: failure.code } }),
  });
  if (failure) throw failure;
  const duration = completedAt.getTime() - startedAt.getTime();
  emit({ kind: "completed", duration });
  return {
    modelId: definition.id,
    modelName: definition.name,
    modelType: type,
    methodName: request.method,
    status: "succeeded",
    duration,
    outputId,
    logFile: files.logFile,
    dataArtifacts: artifacts.map(({ id, name, path, attributes }) => ({
      id,
      name,
      path,
      ...(attributes === undefined ? {} : { attributes }),
    })),
    globalArguments: args.shownGlobal,
    methodArguments: redactor.value(args.shownMethod),
    initiatedBy,
  };
}

/** Two handles of one name are one item; a method that returns both has confused them. */
function sameName(names: readonly string[]): SvcError | undefined {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return undefined;
  return new SvcError("output_invalid", `The method returned two outputs named '${twice}'`, {
    hint: "Give each output of a run a name of its own.",
  });
}

/** Content of granted variables that by their name hold a credential. */
function grantedSecrets(names: readonly string[]): string[] {
  return names.filter((name) => /TOKEN|SECRET|PASSWORD|CREDENTIAL|_KEY$|^KEY$/i.test(name))
    .flatMap((name) => Deno.env.get(name) ?? []);
}

/** A shell command is the user's own and sees what their shell would, except svc's own key. */
function environmentOf(resolved: ResolvedType, granted: readonly string[]): Record<string, string> {
  if (resolved.origin !== "builtin") return childEnvironment(granted);
  const { SVC_API_KEY: _, ...rest } = Deno.env.toObject();
  return { ...rest, ...childEnvironment() };
}
