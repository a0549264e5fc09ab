import { SvcError } from "@svc/core/error";
import { listFolder } from "../../../base/files/read.ts";
import type { Repository } from "../../../repository/repository.ts";
import { secretsFolder } from "./folder.ts";

/**
 * Refuses the name of a vault whose configuration is gone while its secrets are still there: a new one
 * could not open them.
 *
 * @throws SvcError `conflict`
 */
export async function assertNoSecretsLeft(repository: Repository, name: string): Promise<void> {
  const folder = secretsFolder(repository, name);
  if ((await listFolder(folder)).length === 0) return;
  throw new SvcError("conflict", `Secrets of an earlier vault '${name}' are in ${folder}`, {
    hint: "Restore the vault's file below vaults/ from git to use them, or delete that folder.",
  });
}

/** Removes the folder of a local vault, and its key, once no secret is left in it. */
export async function removeEmptyVault(repository: Repository, name: string): Promise<void> {
  const folder = secretsFolder(repository, name);
  const there = (await listFolder(folder)).map((entry) => entry.name);
  if (there.length === 0 || there.some((entry) => entry !== ".key" && !entry.endsWith(".tmp"))) {
    return;
  }
  await Deno.remove(folder, { recursive: true });
}
