import { SvcError } from "@svc/core/error";
import { listFolder } from "../../files/read.ts";
import type { Repository } from "../../repository/repository.ts";
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
  throw new SvcError("conflict", `Secrets of an earlier vault '${name}' lie in ${folder}`, {
    hint: "Restore the vault's file below vaults/ from git to use them, or delete that folder.",
  });
}
