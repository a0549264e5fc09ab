import type { Repository } from "../../repository/repository.ts";
import {
  migrateSecrets,
  type Migration,
  type MigrationRequest,
  type Open,
} from "./migration/migrate.ts";
import { type OpenOptions, openProvider } from "./open.ts";

/**
 * Moves a vault to another backend, see {@linkcode migrateSecrets}.
 *
 * @param open in place of how vaults are opened otherwise
 */
export function migrateVault(
  repository: Repository,
  name: string,
  request: MigrationRequest & OpenOptions,
  open: Open = (configuration) => openProvider(repository, configuration, request),
): Promise<Migration> {
  return migrateSecrets(repository, name, request, open);
}
