import type { TypeGraft } from "@svc/core/descriptor";
import { isTypeOf, normalizeType } from "@svc/core/type";
import type { GraftNeed } from "../consent/request.ts";
import { listConsents } from "../consent/store.ts";
import type { ModuleRecord } from "../describe/record.ts";
import { registryOf } from "../policy/registry.ts";
import type { Repository } from "../repository/repository.ts";
import { readRecord } from "./records.ts";

/** Whose a module is. */
export interface ModuleOwner extends Pick<ModuleRecord, "origin" | "extension"> {
  /** The registry that it was pulled from, as the person's consent says; absent when nobody knows. */
  serverUrl?: string | undefined;
}

/**
 * True for two modules of one extension, or of one collective of one registry: another registry may
 * have another collective of that name, and the repository's own sources belong to none.
 */
export function isSameCollective(one: ModuleOwner, other: ModuleOwner): boolean {
  if (one.origin !== "pulled" || other.origin !== "pulled") return false;
  if (one.extension === undefined || other.extension === undefined) return false;
  if (one.extension === other.extension) return true;
  return collectiveOf(one.extension) === collectiveOf(other.extension) &&
    one.serverUrl !== undefined && other.serverUrl !== undefined &&
    registryOf(one.serverUrl) === registryOf(other.serverUrl);
}

function collectiveOf(extension: string): string {
  return extension.slice(1, extension.indexOf("/"));
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

/**
 * What a pulled extension adds to types of others, as what it asks for. A type that is not here is of
 * the collective that it names, at the same registry.
 *
 * @param isOwnSource true for a type of the repository's own sources
 */
export async function graftNeeds(
  repository: Repository,
  { extension, serverUrl }: { extension: string; serverUrl: string | undefined },
  grafts: readonly Pick<TypeGraft, "type" | "file">[] = [],
  isOwnSource: (type: string) => boolean = () => false,
): Promise<GraftNeed[]> {
  const files = Map.groupBy(grafts, ({ type }) => normalizeType(type));
  const needs: GraftNeed[] = [];
  const self: ModuleOwner = { origin: "pulled", extension, serverUrl };
  for (const type of [...files.keys()].sort()) {
    if (isTypeOf(type, collectiveOf(extension)) && !isOwnSource(type)) {
      const target = await readRecord(repository, type);
      if (target === undefined) continue;
      if (isSameCollective(self, await ownerOf(repository, type, target))) continue;
    }
    needs.push({ type, files: files.get(type)!.map(({ file }) => `models/${file}`) });
  }
  return needs;
}
