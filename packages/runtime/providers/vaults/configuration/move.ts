import { shownPath } from "../../../repository/definitions/entries.ts";
import { changedText } from "../../../repository/definitions/rewrite.ts";
import { parentOf } from "../../../base/files/path.ts";
import { lstatIfPresent } from "../../../base/files/read.ts";
import { syncFolder } from "../../../base/files/write.ts";
import type { Repository } from "../../../repository/repository.ts";
import type { FoundVault, VaultConfiguration } from "./configuration.ts";
import { configurationPath } from "./find.ts";
import { writeConfiguration } from "./write.ts";

/**
 * Says in a vault's file that it is of another type and configuration, in one step. Name, id, comments
 * and keys that svc does not know stay. Call under the lock of configurations.
 */
export async function switchConfiguration(
  repository: Repository,
  { path }: FoundVault,
  { type, config }: Pick<VaultConfiguration, "type" | "config">,
): Promise<void> {
  const shown = shownPath(repository, path);
  const text = await Deno.readTextFile(path);
  await writeConfiguration(
    repository,
    path,
    await changedText(text, { type, config }, shown, "a vault"),
  );
}

/** Moves the file of a vault below the folder of its type, where it is looked for by people. */
export async function fileByType(
  repository: Repository,
  { path, configuration }: FoundVault,
): Promise<void> {
  const wanted = configurationPath(repository, configuration);
  if (wanted === path || await lstatIfPresent(wanted) !== undefined) return;
  await Deno.mkdir(parentOf(wanted), { recursive: true });
  await Deno.rename(path, wanted);
  await syncFolder(parentOf(wanted));
  // Not when it holds other vaults.
  await Deno.remove(parentOf(path)).catch(() => {});
}
