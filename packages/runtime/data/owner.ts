import type { ModelFields } from "@svc/core/answer";
import type { FoundDefinition } from "../repository/definitions/definition.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataOwner } from "./store/folder.ts";

/** A definition with the place of its data. */
export interface FoundOwner {
  found: FoundDefinition;
  owner: DataOwner;
  fields: ModelFields;
}

/**
 * The behavior whose data is meant.
 *
 * @param model its name or id
 * @throws SvcError `definition_not_found`.
 */
export async function ownerOf(repository: Repository, model: string): Promise<FoundOwner> {
  return ownerFields(await findDefinition(repository, model));
}

/** Owner and fields of a definition. */
export function ownerFields(found: FoundDefinition): FoundOwner {
  const { definition, type } = found;
  return {
    found,
    owner: { type, id: definition.id },
    fields: { modelId: definition.id, modelName: definition.name, modelType: type },
  };
}

/**
 * Holds the lock under which a definition's data is changed.
 *
 * @throws SvcError `lock_timeout` while a run of it holds on.
 */
export function lockData(repository: Repository, owner: DataOwner): Promise<AsyncDisposable> {
  return lockRepository(repository, { file: `locks/${owner.id}.lock` });
}
