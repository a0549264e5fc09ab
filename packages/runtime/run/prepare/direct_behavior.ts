import type { JsonSchema } from "@svc/core/descriptor";
import { isSvcError, SvcError } from "@svc/core/error";
import { parseType } from "@svc/core/type";
import { checkGlobalArguments, createDefinition } from "../../behavior/definitions/create.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { findDefinition, tryFindDefinition } from "../../repository/definitions/find.ts";
import { rewriteDefinition } from "../../repository/definitions/rewrite.ts";
import { coerceInputs } from "../../repository/inputs/coerce.ts";
import { lockRepository } from "../../repository/lock.ts";
import type { Repository } from "../../repository/repository.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import { isOpen, propertiesOf } from "../../base/schema/properties.ts";
import { methodOf } from "../admit/method.ts";
import { firstOf } from "./split_inputs.ts";

/** A method of a type to run as a behavior of that name. */
interface DirectRun {
  name: string;
  method: string;
  /** Arguments of the method and of the type together. */
  inputs: Record<string, unknown>;
  signal: AbortSignal | undefined;
}

/**
 * The behavior to run a method of a type as: the one of that name with the type's arguments as they are
 * given now, or a new one in `.svc/auto-definitions`.
 *
 * @returns with what of the inputs is the method's
 * @throws SvcError `conflict` when the name belongs to a behavior of another type, or to one whose
 *   file people keep and which other type arguments were given for; `unknown_argument` for an input
 *   that neither method nor type has; and what `createDefinition` throws.
 */
export async function directBehavior(
  repository: Repository,
  resolved: ResolvedType,
  { name, method, inputs, signal }: DirectRun,
) {
  const routed = routeInputs(resolved, method, inputs);
  const behavior = await behaviorOf(repository, resolved, { name, global: routed.global, signal });
  return { ...behavior, inputs: routed.method };
}

/** A person may leave the `@` away, or write one where the type has none. */
export async function resolveEitherWay(
  repository: Repository,
  text: string,
): Promise<ResolvedType> {
  parseType(text);
  try {
    return await resolveType(repository, text);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "unknown_type") throw error;
    const other = text.startsWith("@") ? text.slice(1) : `@${text}`;
    return await resolveType(repository, other).catch(() => {
      throw error;
    });
  }
}

/**
 * Tells the arguments of the method from those of the type; a name that both have is the method's.
 *
 * @throws SvcError `unknown_method`, `unknown_argument`.
 */
export function routeInputs(
  resolved: ResolvedType,
  methodName: string,
  inputs: Record<string, unknown>,
): { method: Record<string, unknown>; global: Record<string, unknown> } {
  const schema = methodOf(resolved, methodName).arguments;
  const own = namesOf(schema);
  const shared = namesOf(resolved.model.globalArguments ?? {});
  const method: Record<string, unknown> = {};
  const global: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(inputs)) {
    if (own.includes(name)) method[name] = value;
    else if (shared.includes(name)) global[name] = value;
    else if (isOpen(schema)) method[name] = value;
    else unknown.push(name);
  }
  if (unknown.length === 0) return { method, global };
  throw new SvcError(
    "unknown_argument",
    `Unknown input(s): ${firstOf(unknown)}. Valid inputs are: ${
      [...new Set([...own, ...shared])].join(", ") || "none"
    }`,
    { hint: `'svc model type describe ${resolved.type.normalized}' explains them.` },
  );
}

function namesOf(schema: JsonSchema): string[] {
  return Object.keys(propertiesOf(schema));
}

/** The behavior a direct run is to use. */
interface Wanted {
  name: string;
  global: Record<string, unknown>;
  signal: AbortSignal | undefined;
}

async function behaviorOf(
  repository: Repository,
  resolved: ResolvedType,
  wanted: Wanted,
): Promise<{ id: string; created: boolean }> {
  const { name, global, signal } = wanted;
  const existing = await tryFindDefinition(repository, name);
  if (existing) return { id: await reuse(repository, resolved, existing, wanted), created: false };
  try {
    const { id } = await createDefinition(repository, {
      type: resolved.type.normalized,
      name,
      globalArguments: global,
      automatic: true,
      signal,
    });
    return { id, created: true };
  } catch (error) {
    // Another process has just made it.
    if (!isSvcError(error) || error.code !== "already_exists") throw error;
    const found = await findDefinition(repository, name);
    return { id: await reuse(repository, resolved, found, wanted), created: false };
  }
}

async function reuse(
  repository: Repository,
  resolved: ResolvedType,
  found: FoundDefinition,
  { global, signal }: Wanted,
): Promise<string> {
  const { definition } = found;
  if (found.type !== resolved.type.normalized) {
    throw new SvcError(
      "conflict",
      `'${definition.name}' is a behavior of ${found.type}, not of ${resolved.type.normalized}`,
      { hint: "Choose another name for the run." },
    );
  }
  const wanted = coerceInputs(global, resolved.model.globalArguments ?? {});
  if (!found.automatic) {
    const other = Object.keys(wanted).filter((key) =>
      JSON.stringify(wanted[key]) !== JSON.stringify(definition.globalArguments[key])
    );
    if (other.length === 0) return definition.id;
    throw new SvcError(
      "conflict",
      `'${definition.name}' is an existing behavior with other values for ${other.join(", ")}`,
      {
        hint: `Change them in ${found.path.slice(repository.root.length + 1)}, ` +
          "or choose another name for the run.",
      },
    );
  }
  const typeVersion = resolved.model.version;
  const same = JSON.stringify(wanted) === JSON.stringify(definition.globalArguments);
  if (same && definition.typeVersion === typeVersion) return definition.id;
  await checkGlobalArguments(resolved, wanted, signal);
  await using _lock = await lockRepository(repository, { file: "definitions.lock" });
  // They were given for the type as it is now.
  await rewriteDefinition(repository, found.path, { typeVersion, globalArguments: wanted });
  return definition.id;
}
