import { SvcError } from "@svc/core/error";
import { parseType } from "@svc/core/type";
import { allDefinitions, findDefinition } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import { compactDescription, listTypes, resolveType, typeDescription } from "@svc/runtime/types";

/** `svc model type search`; who may not see all behaviors finds the types of those they may see. */
export async function searchTypes(repository: Repository, query: string | undefined) {
  const found = await listTypes(repository, query);
  const seen = await typesSeen(repository);
  if (seen === undefined) return found;
  return { ...found, results: found.results.filter(({ normalized }) => seen.has(normalized)) };
}

/**
 * `svc model type describe`.
 *
 * @throws SvcError `unknown_type`, also for a type of which nothing may be seen
 */
export async function describeType(repository: Repository, type: string, compact = false) {
  const { raw, normalized } = parseType(type);
  const seen = await typesSeen(repository);
  if (seen !== undefined && !seen.has(normalized)) {
    throw new SvcError("unknown_type", `Unknown type: ${raw}`, {
      hint: "'svc model type search' lists the types of the behaviors that you may see.",
    });
  }
  const full = typeDescription(await resolveType(repository, type));
  return compact ? compactDescription(full) : full;
}

/** As {@linkcode describeType} for the type of a behavior. */
export async function describeTypeOf(repository: Repository, behavior: string, compact = false) {
  const { type } = await findDefinition(repository, behavior);
  return await describeType(repository, type, compact);
}

/** The types of the behaviors that are seen; undefined for whoever sees all. */
async function typesSeen(repository: Repository): Promise<ReadonlySet<string> | undefined> {
  if (repository.mayRead === undefined) return undefined;
  return new Set((await allDefinitions(repository)).map(({ type }) => type));
}
