import { SvcError } from "@svc/core/error";
import { assertNotWritable, exposureOf } from "../../../base/files/private.ts";
import { listFolder } from "../../../base/files/read.ts";
import { ownPath } from "../../../repository/links.ts";
import type { Repository } from "../../../repository/repository.ts";
import { LOCAL_TYPE } from "../configuration/configuration.ts";

/** The folder of a local vault's secrets; no part of the path is a link. */
export function secretsFolder(repository: Repository, name: string): string {
  return ownPath(repository.root, `.svc/secrets/${LOCAL_TYPE}/${name}`);
}

/**
 * Closes the folder of a vault to others. It holds nothing that they can read, so one in which they
 * could look is closed without a word. One in which they can write is refused: they could have put a key
 * of theirs there.
 *
 * @returns false when there is no folder
 * @throws SvcError `config_exposed`
 */
export async function closeFolder(folder: string): Promise<boolean> {
  await assertNotWritable(folder);
  const exposure = await exposureOf(folder);
  if (exposure !== "readable") return exposure !== undefined;
  try {
    await Deno.chmod(folder, 0o700);
  } catch (error) {
    if (
      !(error instanceof Deno.errors.NotCapable || error instanceof Deno.errors.PermissionDenied)
    ) {
      throw error;
    }
    throw new SvcError("config_exposed", `Others can read ${folder}, and it is not yours`, {
      hint: `Ask its owner to restrict it: chmod 700 ${folder}`,
    });
  }
  return true;
}

/** Makes the folder of a vault, closed to others, and removes what a killed process left in it. */
export async function openFolder(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await closeFolder(folder);
  await removeLeftovers(folder);
}

/**
 * Removes what a killed process left of files that it was about to replace: some hold keys.
 *
 * @param target the name of the file, all when absent
 */
export async function removeLeftovers(folder: string, target?: string): Promise<void> {
  for (const { name, isFile } of await listFolder(folder)) {
    const aside = /^(.*)\.[0-9a-f]{8}\.tmp$/.exec(name);
    if (!isFile || aside === null || (target !== undefined && aside[1] !== target)) continue;
    await Deno.remove(`${folder}/${name}`);
  }
}
