import { unlessGone } from "../../base/files/remove.ts";
import { SvcError } from "@svc/core/error";
import { itemFolder, ownerFolder, versionsIn } from "../../data/store/folder.ts";
import { dataNames } from "../../data/store/versions.ts";
import { listFolder } from "../../base/files/read.ts";
import { lockRepository } from "../../repository/lock.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { forgetDefinition } from "../../repository/definitions/remembered.ts";

/** What goes with a behavior when it is deleted. */
export interface Belongings {
  /** Names of its data. */
  data: string[];
  versions: number;
}

/** The data of a behavior. */
export async function belongingsOf(
  repository: Repository,
  { definition: { id }, type }: FoundDefinition,
): Promise<Belongings> {
  const owner = { type, id };
  const data = await dataNames(repository, owner);
  let versions = 0;
  for (const name of data) {
    versions += versionsIn(itemFolder(repository, owner, name)).length;
  }
  return { data, versions };
}

/**
 * Deletes a behavior with its data and the records of its runs (runtime reference 3.2).
 *
 * @throws SvcError `definition_not_found`; `conflict` while it has data and `force` is not set.
 */
export async function deleteDefinition(
  repository: Repository,
  nameOrId: string,
  options: { force?: boolean } = {},
) {
  const { definition: { id } } = await findDefinition(repository, nameOrId);
  await using _lock = await lockRepository(repository, { file: `locks/${id}.lock` });
  // A run may have had it for long, and somebody else may have deleted it then.
  const found = await findDefinition(repository, id);
  const { definition, type, path } = found;
  const owner = { type, id };
  const { data: names, versions } = await belongingsOf(repository, found);
  const folder = ownerFolder(repository, owner);
  const outputs = ownPath(repository.root, `.svc/outputs/${type}`);
  if (versions > 0 && !options.force) {
    throw new SvcError(
      "conflict",
      `${definition.name} has data: ${names.join(", ")} (${versions} versions)`,
      { hint: `'svc behavior delete ${definition.name} --force' deletes it with its data.` },
    );
  }
  // The file goes first: data without a behavior is waste, a behavior without its data is a loss.
  await Deno.remove(path);
  await forgetDefinition(repository, definition.id);
  await Deno.remove(folder, { recursive: true }).catch(unlessGone);
  return {
    deleted: {
      id: definition.id,
      name: definition.name,
      type,
      inputPath: path.slice(repository.root.length + 1),
    },
    resourceDeleted: names.length,
    outputsDeleted: await deleteOutputs(outputs, definition.id),
    evaluatedInputDeleted: false,
    dataDeleted: versions,
    expiredDataAutoCollected: 0,
  };
}

async function deleteOutputs(folder: string, id: string): Promise<number> {
  let count = 0;
  for (const method of await listFolder(folder)) {
    if (!method.isDirectory) continue;
    for (const file of await listFolder(`${folder}/${method.name}`)) {
      if (!file.name.startsWith(`${id}-`)) continue;
      await Deno.remove(`${folder}/${method.name}/${file.name}`);
      if (file.name.endsWith(".yaml")) count++;
    }
  }
  return count;
}
