import { fitting } from "../../../repository/definitions/rewrite.ts";
import { parentOf } from "../../../base/files/path.ts";
import { syncFolder, writeAtomic } from "../../../base/files/write.ts";
import { ownPath } from "../../../repository/links.ts";
import type { Repository } from "../../../repository/repository.ts";

/**
 * Writes the file of a vault in one step. A process that is killed leaves nothing where git looks. Call
 * under the lock of configurations.
 *
 * @param path absolute, below `vaults/`
 * @throws SvcError `validation_failed` for a text that is too large
 */
export async function writeConfiguration(
  repository: Repository,
  path: string,
  text: string,
): Promise<void> {
  await Deno.mkdir(repository.state, { recursive: true });
  const aside = ownPath(repository.root, ".svc/vault.tmp");
  await Deno.mkdir(parentOf(path), { recursive: true });
  await writeAtomic(path, fitting(text, path), { aside });
  await syncFolder(parentOf(path));
}
