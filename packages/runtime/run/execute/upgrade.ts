import { isSvcError, SvcError } from "@svc/core/error";
import { checkGlobalArguments } from "../../behavior/definitions/create.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { missingUpgrades } from "../../repository/definitions/missing_upgrades.ts";
import { rewriteDefinition } from "../../repository/definitions/rewrite.ts";
import { lockRepository } from "../../repository/lock.ts";
import type { Repository } from "../../repository/repository.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { runChild } from "../../sandbox/child_process.ts";
import { newExpression } from "../prepare/expression_guard.ts";
import { createRedactor } from "../../sandbox/redaction/redactor.ts";
import type { Listener } from "../order/listener.ts";
import { sandboxOf } from "./child_options.ts";
import { scratchFolders } from "../../sandbox/scratch.ts";

/** How long all steps together may take. */
const TIME_LIMIT_MS = 60_000;
const MEMORY_MB = 512;
const DISK_MB = 64;

/**
 * Raises the global arguments of a definition to the type's version, by the type's own code in a
 * sandbox without permissions, and rewrites its file. Expressions are not evaluated for it, and it
 * cannot add any: they would give it variables that it was not granted.
 *
 * @returns the definition as it is now
 * @throws SvcError `run_failed` when a step fails; `invalid_argument`, `unknown_argument` or
 *   `vault_required` when what it gives does not fit the type; `cancelled`. The file is as before then.
 */
export async function upgradeDefinition(
  repository: Repository,
  id: string,
  resolved: ResolvedType,
  { signal, onEvent }: { signal?: AbortSignal | undefined } & Listener,
): Promise<FoundDefinition> {
  await using _lock = await lockRepository(repository, {
    file: "definitions.lock",
    signal,
  });
  const found = await findDefinition(repository, id);
  const toVersions = missingUpgrades(found.definition, resolved.model);
  if (toVersions.length === 0) return found;
  const { name, typeVersion: from, globalArguments: old } = found.definition;
  const to = toVersions.at(-1)!;
  try {
    const raised = await runSteps(repository, found, resolved, { toVersions, signal });
    const added = newExpression(old, raised);
    if (added !== undefined) throw failed(`it adds the expression ${added}`);
    await checkGlobalArguments(resolved, raised, signal);
    await rewriteDefinition(repository, found.path, { typeVersion: to, globalArguments: raised });
  } catch (error) {
    if (!isSvcError(error)) throw error;
    const { code, message, hint, details } = error;
    throw new SvcError(code, `${name} could not be upgraded from ${from} to ${to}: ${message}`, {
      details,
      hint:
        `${
          found.path.slice(repository.root.length + 1)
        } is unchanged. Change its globalArguments by hand to what ${resolved.type.normalized} takes ` +
        `now and set typeVersion to ${to}, or ask the publisher. ${hint ?? ""}`.trimEnd(),
    });
  }
  onEvent?.({
    kind: "upgraded",
    model: name,
    from: from!,
    to,
    path: found.path.slice(repository.root.length + 1),
  });
  return await findDefinition(repository, id);
}

async function runSteps(
  repository: Repository,
  found: FoundDefinition,
  resolved: ResolvedType,
  { toVersions, signal }: { toVersions: string[]; signal: AbortSignal | undefined },
): Promise<Record<string, unknown>> {
  await using scratch = await scratchFolders();
  const redactor = createRedactor();
  const nothing = {
    method: {},
    withheld: {},
    shownMethod: {},
    shownGlobal: {},
    written: {},
    secrets: [],
    warnings: [],
  };
  const sandbox = await sandboxOf({
    repository,
    found,
    resolved: { ...resolved, permissions: {} },
    args: { ...nothing, global: found.definition.globalArguments },
    checks: undefined,
    order: { definition: found.definition.id, method: "upgrade", inputs: {} },
  }, scratch.path);
  const result = await runChild({
    ...sandbox,
    hello: { ...sandbox.hello, upgrade: { toVersions } },
    task: "upgrade",
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitMb: MEMORY_MB,
    diskLimitMb: DISK_MB,
    signal,
    onLog: () => {},
    onSecret: () => {},
    onCall: () => Promise.reject(failed("it asks for data")),
  });
  if (result.t === "upgraded") return result.attributes;
  if (result.t !== "failed") throw failed("its process did something else");
  const { failureOf } = await import("./failure.ts");
  const { denialIn, shownDenial } = await import("../../sandbox/denial.ts");
  const denial = denialIn(result.message);
  if (denial !== undefined) {
    const asked = shownDenial(denial, { type: resolved.type.normalized, resolved, repository });
    throw failed(`upgrade failed: it asked for ${asked}; an upgrade is granted nothing`);
  }
  throw await failureOf(result, {
    resolved,
    repository,
    definition: found.definition.name,
    methodName: "upgrade",
    bundle: sandbox.bundle,
    memoryLimitMb: MEMORY_MB,
    redactor,
  });
}

function failed(why: string): SvcError {
  return new SvcError("run_failed", why);
}
