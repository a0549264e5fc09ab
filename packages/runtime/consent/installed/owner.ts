import { collectiveOf } from "@svc/core/name";
import { listConsents } from "../store.ts";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { registryOf } from "../policy/registry.ts";
import type { Repository } from "../../repository/repository.ts";

/** Whose a module is. */
export interface ModuleOwner extends Pick<ModuleRecord, "origin" | "extension"> {
  /** The registry that it was pulled from, as the person's consent says; absent when nobody knows. */
  serverUrl?: string | undefined;
}

/**
 * True for two modules of one extension, or of one collective of one registry: another registry may
 * have another collective of that name. The repository's own sources belong to none that is pulled.
 */
export function isSameCollective(one: ModuleOwner, other: ModuleOwner): boolean {
  if (one.origin !== other.origin) return false;
  if (one.extension === undefined || other.extension === undefined) return false;
  if (one.extension === other.extension) return true;
  return collectiveOf(one.extension) === collectiveOf(other.extension) &&
    (one.origin === "local" || isSameRegistry(one, other));
}

/** True for two modules of which it is known that they were pulled from the same registry. */
export function isSameRegistry(one: ModuleOwner, other: ModuleOwner): boolean {
  return one.serverUrl !== undefined && other.serverUrl !== undefined &&
    registryOf(one.serverUrl) === registryOf(other.serverUrl);
}

/** The owner of a pulled module: from where it was pulled is known by the consent for its record alone. */
export async function ownerOf(
  repository: Repository,
  key: string,
  { origin, extension, recordDigest }: ModuleOwner & { recordDigest?: string | undefined },
): Promise<ModuleOwner> {
  if (origin !== "pulled" || extension === undefined) return { origin };
  const consents = await listConsents(repository, extension);
  const consent = consents.find(({ content }) => content?.types[key] === recordDigest);
  return { origin, extension, serverUrl: consent?.content?.serverUrl };
}
