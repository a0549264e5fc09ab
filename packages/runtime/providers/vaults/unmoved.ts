import { SvcError } from "@svc/core/error";
import type { Repository } from "../../repository/repository.ts";
import type { VaultConfiguration } from "./configuration/configuration.ts";
import { findVault } from "./configuration/find.ts";

/**
 * Refuses to write to where a vault has been moved away from since it was opened. Ask under its lock.
 *
 * @throws SvcError `conflict`, `vault_not_found`
 */
export async function assertUnmoved(
  repository: Repository,
  { id, name, type, config }: VaultConfiguration,
): Promise<void> {
  const now = await findVault(repository, name);
  if (JSON.stringify([now.id, now.type, now.config]) === JSON.stringify([id, type, config])) return;
  throw new SvcError("conflict", `The vault '${name}' was changed meanwhile`, {
    hint: "Run the command again: it then uses the vault as it is now.",
  });
}
